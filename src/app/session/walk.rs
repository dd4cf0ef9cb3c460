//! Moving along the timeline, by hand and while it plays. The world is not changed by it, except that playing past the
//! end of what was done goes on with what the workers do by themselves.

use crate::base::SplitMix64;
use crate::sim::{Condition, NodeId, WorkerId, autoplay, verdicts};

use super::super::effects::Effects;
use super::Session;

/// A move through time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Walk {
    /// One action back.
    Back,
    /// One action forward.
    Forward,
    /// To a step of the line one is on.
    Seek(u32),
    /// To any moment.
    Go(NodeId),
    /// To the end of the line one is on.
    End,
}

impl Session {
    /// Moves through time; playing stops, and the draft gives way to the text that is in force there.
    pub(in crate::app) fn walk(&mut self, walk: Walk) -> Effects {
        self.playing = false;
        let moved = match walk {
            Walk::Back => self.timeline.back(),
            Walk::Forward => self.timeline.forward(),
            Walk::Seek(position) => self.seek(position),
            Walk::Go(node) => self.timeline.go(node),
            Walk::End => self.seek(self.timeline.line().len() as u32),
        };
        if moved { self.arrived() } else { Effects::none() }
    }

    fn seek(&mut self, position: u32) -> bool {
        let Some(before) = position.checked_sub(1) else { return self.timeline.go(NodeId(0)) };
        match self.timeline.line().get(before as usize) {
            Some(node) => self.timeline.go(*node),
            None => false,
        }
    }

    fn arrived(&mut self) -> Effects {
        self.draft = None;
        Effects::step(self.told())
    }

    /// Playing: what was done before from here is done again; after that the seeded chooser goes on.
    pub(in crate::app) fn tick(&mut self) -> Effects {
        if !self.playing {
            return Effects::none();
        }
        if self.timeline.forward() {
            let told = self.arrived();
            if !self.timeline.has_future()
                && let Some(text) = self.replays.take()
            {
                self.playing = false;
                return Effects::inform(&text);
            }
            return told;
        }
        let mut rng = SplitMix64::new(u64::from(self.timeline.depth()));
        match autoplay(self.world(), &mut rng) {
            Some(action) => self.try_out(action),
            None => {
                self.playing = false;
                Effects::inform(&self.why_it_stopped())
            }
        }
    }

    /// Why playing came to an end.
    fn why_it_stopped(&self) -> String {
        let world = self.world();
        let ids = |condition: Condition| -> Vec<WorkerId> {
            world.workers().filter(|(_, it)| it.condition == condition).map(|(id, _)| id).collect()
        };
        let open = verdicts(world).iter().any(|verdict| verdict.open);
        match (open, ids(Condition::Frozen).first(), ids(Condition::Crashed).first()) {
            (false, ..) => "Played to the end: every job is settled.".to_owned(),
            (true, Some(frozen), _) => format!("Nothing moves until {frozen} is thawed."),
            (true, None, Some(crashed)) => format!("Nothing moves until {crashed} is restarted."),
            (true, None, None) => "Nothing is left to do.".to_owned(),
        }
    }
}
