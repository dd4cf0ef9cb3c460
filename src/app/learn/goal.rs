//! The goal: the search that decides it, in slices, and what it said.

use std::rc::Rc;

use crate::explore::{Counterexample, Search, Violation};
use crate::lesson::course::{Lesson, Outcome};

use super::super::msg::{LearnMsg, Msg};
use super::super::state::App;
use super::super::view::{CounterexampleView, Finding};
use super::super::words;

/// The last check of the goal.
#[derive(Clone, Debug)]
pub(in crate::app) struct Trial {
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

    fn say(&mut self, finding: Finding, said: &str) {
        (self.finding, self.said) = (finding, said.to_owned());
    }
}

fn extent(search: &Search) -> String {
    let (count, depth) = (words::thousands(search.states() as u64), search.depth().to_string());
    [&count, " states, schedules of up to ", &depth, " steps"].concat()
}

impl App {
    /// Whether the goal is being checked.
    pub(in crate::app) fn checking(&self) -> bool {
        self.learn.room.as_ref().is_some_and(|room| room.trial.running())
    }

    pub(super) fn check_goal(&mut self, lesson: &Lesson) {
        let text = self.typed().to_owned();
        let mut trial = Trial::of(text);
        match lesson.search(&trial.text) {
            Ok(search) => trial.search = Some(search),
            Err(found) => {
                let mut said = "This recipe cannot run.".to_owned();
                if let Some(it) = found.first() {
                    let (line, column) = (it.line.to_string(), it.column.to_string());
                    let end = if it.message.ends_with('?') { "" } else { "." };
                    said = ["Line ", &line, ", column ", &column, ": ", &it.message, end].concat();
                }
                self.announcement.clone_from(&said);
                trial.say(Finding::Open, &said);
            }
        }
        if let Some(room) = &mut self.learn.room {
            room.trial = trial;
        }
    }

    /// Takes up to `count` transitions of the search for the goal.
    pub(in crate::app) fn check_slice(&mut self, count: usize) {
        let Some(room) = &mut self.learn.room else { return };
        let lesson = Rc::clone(&room.lesson);
        let trial = &mut room.trial;
        let Some(search) = &mut trial.search else { return };
        search.run(count);
        let Some(outcome) = lesson.goal.outcome(search) else { return };
        trial.extent = extent(search);
        trial.search = None;
        match outcome {
            Outcome::Reached => {
                trial.say(Finding::Once, "Reached: every schedule was tried, and none breaks it.");
                self.record_mut(&lesson.id).done = true;
            }
            Outcome::NeverDone => trial.say(
                Finding::Open,
                "Nothing goes wrong, but nothing gets done either: no schedule ends with the work done once and the job settled.",
            ),
            Outcome::Undecided => {
                trial.say(Finding::Open, "Undecided: there are more states than this page can keep. A shorter recipe has fewer.");
            }
            Outcome::Broken(found) => {
                let view = self.counterexample_view(lesson.consumer, lesson.goal.bound.workers, &found, Msg::Learn(LearnMsg::Replay));
                if let Some(room) = &mut self.learn.room {
                    let start = if found.violation == Violation::Invariant { "Not yet: a truth is broken. " } else { "Not yet. " };
                    room.trial.say(Finding::by(found.violation), &[start, &view.title, "."].concat());
                    room.trial.picture = Some(Rc::new(view));
                    room.trial.broken = Some(found);
                }
            }
        }
        if let Some(room) = &self.learn.room {
            self.announcement.clone_from(&room.trial.said);
        }
    }

    /// Loads the schedule that breaks the recipe, at its end.
    pub(super) fn replay_broken(&mut self, lesson: &Lesson) {
        let found = self.learn.room.as_ref().and_then(|room| room.trial.broken.clone());
        if let Some(found) = found {
            self.replay_counterexample(lesson.consumer, lesson.goal.bound.workers, &found);
        }
    }
}
