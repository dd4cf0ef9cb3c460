//! The lesson that is open: its steps, from the first to the goal and the end.

use std::rc::Rc;
use std::sync::Arc;

use crate::catalogue::course::{Lesson, Step};
use crate::catalogue::progress::{MAX_DRAFT, Record};
use crate::sim::{Action, Scenario};

use super::super::effects::{Effect, Effects};
use super::super::msg::LearnMsg;
use super::super::picker::Picker;
use super::super::session::{Session, Walk};
use super::super::share;
use super::super::words;
use super::Learn;
use super::goal::Trial;

/// A lesson that is open.
#[derive(Clone, Debug)]
pub(super) struct Room {
    pub lesson: Rc<Lesson>,
    /// By what it is found again.
    pub source: String,
    /// The answer that is chosen and not given yet.
    pub picked: Option<usize>,
    pub trial: Trial,
    /// The step whose schedule was loaded last.
    pub loaded: Option<usize>,
}

impl Room {
    pub(super) fn new(lesson: Rc<Lesson>, source: String) -> Self {
        Self { lesson, source, picked: None, trial: Trial::of(String::new()), loaded: None }
    }

    /// The place of the goal among the steps; the end is behind it.
    pub(super) fn goal(&self) -> usize {
        self.lesson.steps.len()
    }
}

impl Learn {
    /// How far one is in the open lesson.
    pub(super) fn record(&self) -> Option<&Record> {
        let room = self.room.as_ref()?;
        self.progress.find(&room.lesson.id)
    }

    /// The same, to be changed and kept; the room must be there.
    pub(super) fn record_mut(&mut self, id: &str) -> &mut Record {
        self.unsaved = true;
        self.progress.of(id)
    }

    /// Where one is in the open lesson. A lesson may have had more steps when it was begun.
    pub(super) fn place(&self) -> usize {
        let (Some(room), Some(record)) = (&self.room, self.record()) else { return 0 };
        let end = room.goal() + usize::from(record.done);
        (record.step as usize).min(end)
    }

    /// The answer given at a step.
    pub(super) fn answer(&self, step: usize) -> Option<usize> {
        let answer = self.record()?.answers.get(step).copied()?;
        (answer as usize).checked_sub(1)
    }

    /// Something about the open lesson.
    pub(super) fn in_lesson(&mut self, session: &mut Session, picker: &Picker, msg: LearnMsg) -> Effects {
        let Some(room) = &mut self.room else { return Effects::none() };
        let lesson = Rc::clone(&room.lesson);
        match msg {
            LearnMsg::Pick(option) => room.picked = Some(option),
            LearnMsg::Answer => return self.give_answer(&lesson),
            LearnMsg::Back => return self.go_to(session, &lesson, self.place().saturating_sub(1)),
            LearnMsg::Next => return self.go_on(session, picker, &lesson),
            LearnMsg::Load => return self.load_schedule(session, picker, &lesson),
            LearnMsg::Again => {
                let done = self.record().is_some_and(|it| it.done);
                *self.record_mut(&lesson.id) = Record { id: lesson.id.clone(), done, ..Record::default() };
                return self.go_to(session, &lesson, 0).then(Effect::Arrange);
            }
            LearnMsg::Check => return self.check(session, &lesson),
            LearnMsg::Cancel => room.trial.stop(),
            LearnMsg::Replay => return self.replay_broken(&lesson),
            LearnMsg::Hint => {
                let record = self.record_mut(&lesson.id);
                record.hints = (record.hints + 1).min(lesson.hints.len() as u32);
                return Effects::say("Another hint.");
            }
            LearnMsg::Solution => return self.show_solution(session, &lesson),
            _ => {}
        }
        Effects::none()
    }

    /// Why one cannot go on to the next step.
    pub(super) fn next_refusal(&self) -> Option<&'static str> {
        let room = self.room.as_ref()?;
        let at = self.place();
        match room.lesson.steps.get(at) {
            Some(Step::Predict { .. }) if self.answer(at).is_none() => Some("Answer the question first."),
            None if !self.record().is_some_and(|it| it.done) => Some("Reach the goal first."),
            None if at > room.goal() => Some("This is the end of the lesson."),
            _ => None,
        }
    }

    /// To the next step, once this one is answered and what it plays has been played out.
    fn go_on(&mut self, session: &mut Session, picker: &Picker, lesson: &Lesson) -> Effects {
        if self.next_refusal().is_some() {
            return Effects::none();
        }
        let played = self.play_out(session, picker, lesson);
        played.and(self.go_to(session, lesson, self.place() + 1))
    }

    fn go_to(&mut self, session: &mut Session, lesson: &Lesson, step: usize) -> Effects {
        session.pause();
        self.record_mut(&lesson.id).step = step as u32;
        if let Some(room) = &mut self.room {
            room.picked = None;
            room.trial = Trial::of(String::new());
        }
        let quiet = Effects::step(String::new());
        if step == lesson.steps.len() { quiet.then(Effect::Arrange) } else { quiet }
    }

    /// The playground as the step needs it: from its beginning, with the recipe that one left or begins with.
    pub(in crate::app) fn arrange(&self, session: &mut Session, scenario: &Arc<Scenario>) -> Effects {
        let Some(room) = &self.room else { return Effects::none() };
        let at_goal = self.place() >= room.goal();
        let draft = self.record().filter(|_| at_goal).and_then(|it| it.draft.clone());
        let text = draft.unwrap_or_else(|| room.lesson.start.clone());
        session.begin_with(scenario, room.lesson.consumer, text);
        Effects::step(String::new())
    }

    fn give_answer(&mut self, lesson: &Lesson) -> Effects {
        let at = self.place();
        let Some(Step::Predict { right, .. }) = lesson.steps.get(at) else { return Effects::none() };
        let Some(picked) = self.room.as_ref().and_then(|it| it.picked) else {
            return Effects::inform("Choose an answer first.");
        };
        if self.answer(at).is_some() {
            return Effects::none();
        }
        let answers = &mut self.record_mut(&lesson.id).answers;
        if answers.len() <= at {
            answers.resize(at + 1, 0);
        }
        answers[at] = picked as u32 + 1;
        Effects::say(said(picked == *right))
    }

    /// Loads the step's schedule and goes to its beginning, from where one steps or plays.
    fn load_schedule(&mut self, session: &mut Session, picker: &Picker, lesson: &Lesson) -> Effects {
        let at = self.place();
        let Some(Step::Run { actions: Some(fragment), .. }) = lesson.steps.get(at) else {
            return Effects::none();
        };
        let link = match share::decode(fragment, picker.scenarios()) {
            Ok(link) => link,
            Err(error) => return Effects::problem(&error.to_string()),
        };
        let settings = link.actions.iter().take_while(|it| {
            matches!(it, Action::SetRecipe(_) | Action::SetConsumer(_) | Action::AckFirst(_))
        });
        let settings = settings.count();
        if let Some(room) = &mut self.room {
            room.loaded = Some(at);
        }
        if let Err(it) = session.replay(link.consumer, link.workers, &link.actions) {
            return Effects::problem(&it.why);
        }
        session.walk(Walk::Seek(settings as u32));
        let steps = words::count(link.actions.len() - settings, "step");
        Effects::step(format!("{steps} loaded. Press Step forward for each of them, or Play."))
    }

    /// Brings the step's schedule to its end: what comes next speaks of how it ended.
    fn play_out(&mut self, session: &mut Session, picker: &Picker, lesson: &Lesson) -> Effects {
        let at = self.place();
        if !matches!(lesson.steps.get(at), Some(Step::Run { actions: Some(_), .. })) {
            return Effects::none();
        }
        let loaded = self.room.as_ref().is_some_and(|room| room.loaded == Some(at));
        let first = if loaded { Effects::none() } else { self.load_schedule(session, picker, lesson) };
        first.and(session.walk(Walk::End))
    }

    /// Puts the solution into the editor and runs nothing. The learner's own text is a step back.
    fn show_solution(&mut self, session: &mut Session, lesson: &Lesson) -> Effects {
        self.record_mut(&lesson.id).hints = lesson.hints.len() as u32 + 1;
        session.replace_text(&lesson.solution);
        self.keep(session.typed());
        Effects::inform("The solution is in the editor and was not run. Step back brings back your own text.")
    }

    /// Keeps the text in the editor for the next visit.
    pub(in crate::app) fn keep(&mut self, text: &str) {
        let Some(room) = &self.room else { return };
        let id = room.lesson.id.clone();
        if text.len() <= MAX_DRAFT {
            self.record_mut(&id).draft = Some(text.to_owned());
        }
    }
}

/// What is said of an answer.
pub(super) fn said(right: bool) -> &'static str {
    if right { "Right." } else { "Not so." }
}
