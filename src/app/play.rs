//! Moving along the timeline, and what is said about it.

use crate::sim::{Action, Condition, NodeId, WorkerId, why_not};

use super::describe;
use super::state::App;

/// A move through time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walk {
    /// One action back.
    Back,
    /// One action forward.
    Forward,
    /// To a step of the line one is on.
    Seek(u32),
    /// To any moment.
    Go(NodeId),
}

impl App {
    /// Moves through time; playing stops, the world is not changed.
    pub(super) fn walk(&mut self, walk: Walk) {
        self.playing = false;
        let moved = match walk {
            Walk::Back => self.timeline.back(),
            Walk::Forward => self.timeline.forward(),
            Walk::Seek(0) => self.timeline.go(NodeId(0)),
            Walk::Seek(position) => match self.timeline.line().get(position as usize - 1) {
                Some(node) => self.timeline.go(*node),
                None => false,
            },
            Walk::Go(node) => self.timeline.go(node),
        };
        if moved {
            self.after_move();
        }
    }

    /// After any move: the draft gives way to the text that is in force here.
    pub(super) fn after_move(&mut self) {
        self.draft = None;
        self.notice = None;
        self.announce();
    }

    /// Says what the step at the cursor did, for a screen reader.
    pub(super) fn announce(&mut self) {
        let at = self.timeline.depth();
        self.announcement = match self.timeline.step(self.timeline.cursor()) {
            Some((_, events)) => {
                let (first, more) = describe::step(events, self.world().scenario());
                let rest = more.first().map_or(String::new(), |sentence| format!(" {sentence}"));
                format!("Step {at}: {first}{rest}")
            }
            None => "The beginning: one job waiting.".to_owned(),
        };
    }

    /// Changes a setting that is still being changed: the newest action gives way if it is of the same kind.
    pub(super) fn amend(&mut self, action: Action) {
        let newest = self.timeline.step(self.timeline.cursor()).map(|(action, _)| action);
        if matches!(newest, Some(Action::SetRecipe(_))) {
            self.timeline.retract();
        }
        self.playing = false;
        if why_not(self.world(), &action).is_none() {
            self.perform(action);
        }
    }

    /// Why playing came to an end.
    pub(super) fn why_it_stopped(&self) -> String {
        let world = self.world();
        let ids = |condition: Condition| -> Vec<WorkerId> {
            world.workers().filter(|(_, it)| it.condition == condition).map(|(id, _)| id).collect()
        };
        let open = crate::sim::verdicts(world).iter().any(|verdict| verdict.open);
        match (open, ids(Condition::Frozen).first(), ids(Condition::Crashed).first()) {
            (false, ..) => "Played to the end: every job is settled.".to_owned(),
            (true, Some(frozen), _) => format!("Nothing moves until {frozen} is thawed."),
            (true, None, Some(crashed)) => format!("Nothing moves until {crashed} is restarted."),
            (true, None, None) => "Nothing is left to do.".to_owned(),
        }
    }
}
