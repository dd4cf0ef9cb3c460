//! The goal: the search that decides it, in slices, and what it said.

use std::rc::Rc;

use crate::catalogue::course::{Lesson, Outcome};
use crate::explore::{Counterexample, Search};

use super::super::counterexample;
use super::super::effects::Effects;
use super::super::msg::{LearnMsg, Msg};
use super::super::proof::replay;
use super::super::session::Session;
use super::super::view::{CounterexampleView, Finding};
use super::super::words;
use super::Learn;

/// The last check of the goal.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    search: Option<Search>,
    /// The text that it is about.
    pub text: String,
    /// What came of it, in words; empty before.
    pub said: String,
    /// The same for its look.
    pub finding: Finding,
    /// How far it came.
    extent: String,
    /// The schedule that breaks the recipe, and its drawing.
    broken: Option<Counterexample>,
    pub picture: Option<Rc<CounterexampleView>>,
}

impl Trial {
    /// A check of that text, before it begins; of none when there was no check yet.
    pub(super) fn of(text: String) -> Self {
        let (said, extent) = (String::new(), String::new());
        Self { search: None, text, said, finding: Finding::Open, extent, broken: None, picture: None }
    }

    /// How far it is, or came.
    pub(super) fn progress(&self) -> String {
        self.search.as_ref().map_or_else(|| self.extent.clone(), extent)
    }

    pub(super) fn running(&self) -> bool {
        self.search.is_some()
    }

    pub(super) fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            self.extent = extent(&search);
            self.said = "Stopped before the search was over.".to_owned();
        }
    }

    /// The search has decided.
    fn end(&mut self, lesson: &Lesson, outcome: Outcome) {
        match outcome {
            Outcome::Reached => self.say(Finding::Once, "Reached: every schedule was tried, and none breaks it."),
            Outcome::NeverDone => self.say(
                Finding::Open,
                "Nothing goes wrong, but nothing gets done either: no schedule ends with the work done once and the job settled.",
            ),
            Outcome::Undecided => self.say(
                Finding::Open,
                "Undecided: there are more states than this page can keep. A shorter recipe has fewer.",
            ),
            Outcome::Broken(found) => {
                let (workers, msg) = (lesson.goal.bound.workers, Msg::Learn(LearnMsg::Replay));
                let view = counterexample::drawn(&lesson.scenario, lesson.consumer, workers, &found, msg);
                self.say(Finding::by(found.violation), &format!("Not yet. {}.", view.title));
                self.picture = Some(Rc::new(view));
                self.broken = Some(found);
            }
        }
    }

    fn say(&mut self, finding: Finding, said: &str) {
        (self.finding, self.said) = (finding, said.to_owned());
    }
}

fn extent(search: &Search) -> String {
    let (count, depth) = (words::thousands(search.states() as u64), search.depth().to_string());
    format!("{count} states, schedules of up to {depth} steps")
}

impl Learn {
    /// Whether the goal is being checked.
    pub(in crate::app) fn checking(&self) -> bool {
        self.room.as_ref().is_some_and(|room| room.trial.running())
    }

    /// Begins to check whether the text in the editor reaches the goal.
    pub(super) fn check(&mut self, session: &Session, lesson: &Lesson) -> Effects {
        let mut trial = Trial::of(session.typed().to_owned());
        let mut effects = Effects::none();
        match lesson.search(&trial.text) {
            Ok(search) => trial.search = Some(search),
            Err(found) => {
                let mut said = "This recipe cannot run.".to_owned();
                if let Some(it) = found.first() {
                    let (line, column) = (it.line.to_string(), it.column.to_string());
                    let end = if it.message.ends_with('?') { "" } else { "." };
                    said = format!("Line {line}, column {column}: {}{end}", it.message);
                }
                trial.say(Finding::Open, &said);
                effects = Effects::say(&said);
            }
        }
        if let Some(room) = &mut self.room {
            room.trial = trial;
        }
        effects
    }

    /// Takes up to `count` transitions of the search for the goal.
    pub(in crate::app) fn work(&mut self, count: usize) -> Effects {
        let Some(room) = &mut self.room else { return Effects::none() };
        let (lesson, trial) = (Rc::clone(&room.lesson), &mut room.trial);
        let Some(search) = &mut trial.search else { return Effects::none() };
        search.run(count);
        let Some(outcome) = lesson.goal.outcome(search) else { return Effects::none() };
        trial.extent = extent(search);
        trial.search = None;
        let reached = matches!(outcome, Outcome::Reached);
        trial.end(&lesson, outcome);
        let said = trial.said.clone();
        if reached {
            self.record_mut(&lesson.id).done = true;
        }
        Effects::say(&said)
    }

    /// Plays the schedule that breaks the recipe.
    pub(super) fn replay_broken(&self, lesson: &Lesson) -> Effects {
        let found = self.room.as_ref().and_then(|room| room.trial.broken.as_ref());
        found.map_or_else(Effects::none, |it| replay(lesson.consumer, lesson.goal.bound.workers, it))
    }
}
