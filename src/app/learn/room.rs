//! The lesson that is open: its steps, from the first to the goal and the end.

use std::rc::Rc;

use crate::lesson::course::{Lesson, Step};
use crate::lesson::progress::{MAX_DRAFT, Record};
use crate::sim::{Action, WORKERS};

use super::super::msg::{LearnMsg, Msg};
use super::super::play::Walk;
use super::super::share;
use super::super::state::App;
use super::super::words;
use super::goal::Trial;

/// A lesson that is open.
#[derive(Clone, Debug)]
pub(in crate::app) struct Room {
    pub lesson: Rc<Lesson>,
    /// By what it is found again.
    pub source: String,
    /// The playground as it was.
    pub kept: Box<App>,
    /// The answer that is chosen and not given yet.
    pub picked: Option<usize>,
    pub trial: Trial,
    /// The step whose schedule was loaded last.
    pub loaded: Option<usize>,
}

impl Room {
    pub(super) fn new(lesson: Rc<Lesson>, source: String, kept: Box<App>) -> Self {
        Self { lesson, source, kept, picked: None, trial: Trial::of(String::new()), loaded: None }
    }

    /// The place of the goal among the steps; the end is behind it.
    pub(super) fn goal(&self) -> usize {
        self.lesson.steps.len()
    }
}

impl App {
    /// How far one is in the open lesson.
    pub(super) fn record(&self) -> Option<&Record> {
        let room = self.learn.room.as_ref()?;
        self.learn.progress.find(&room.lesson.id)
    }

    /// The same, to be changed and kept; the room must be there.
    pub(super) fn record_mut(&mut self, id: &str) -> &mut Record {
        self.learn.unsaved = true;
        self.learn.progress.of(id)
    }

    /// Where one is in the open lesson. A lesson may have had more steps when it was begun.
    pub(super) fn place(&self) -> usize {
        let (Some(room), Some(record)) = (&self.learn.room, self.record()) else { return 0 };
        let end = room.goal() + usize::from(record.done);
        (record.step as usize).min(end)
    }

    /// The answer given at a step.
    pub(super) fn answer(&self, step: usize) -> Option<usize> {
        let answer = self.record()?.answers.get(step).copied()?;
        (answer as usize).checked_sub(1)
    }

    /// Something about the open lesson.
    pub(super) fn in_lesson(&mut self, msg: LearnMsg) {
        let Some(room) = &mut self.learn.room else { return };
        let lesson = Rc::clone(&room.lesson);
        match msg {
            LearnMsg::Pick(option) => room.picked = Some(option),
            LearnMsg::Answer => self.give_answer(&lesson),
            LearnMsg::Back => self.go_to(&lesson, self.place().saturating_sub(1)),
            LearnMsg::Next => self.go_on(&lesson),
            LearnMsg::Load => self.load_schedule(&lesson),
            LearnMsg::Again => {
                let done = self.record().is_some_and(|it| it.done);
                *self.record_mut(&lesson.id) = Record { id: lesson.id.clone(), done, ..Record::default() };
                self.go_to(&lesson, 0);
                self.arrange();
            }
            LearnMsg::Check => self.check_goal(&lesson),
            LearnMsg::Cancel => room.trial.stop(),
            LearnMsg::Replay => self.replay_broken(&lesson),
            LearnMsg::Hint => {
                let record = self.record_mut(&lesson.id);
                record.hints = (record.hints + 1).min(lesson.hints.len() as u32);
                self.announcement = "Another hint.".to_owned();
            }
            LearnMsg::Solution => self.show_solution(&lesson),
            _ => {}
        }
    }

    /// Why one cannot go on to the next step.
    pub(super) fn next_refusal(&self) -> Option<&'static str> {
        let room = self.learn.room.as_ref()?;
        let at = self.place();
        match room.lesson.steps.get(at) {
            Some(Step::Predict { .. }) if self.answer(at).is_none() => Some("Answer the question first."),
            None if !self.record().is_some_and(|it| it.done) => Some("Reach the goal first."),
            None if at > room.goal() => Some("This is the end of the lesson."),
            _ => None,
        }
    }

    /// To the next step, once this one is answered and what it plays has been played out.
    fn go_on(&mut self, lesson: &Lesson) {
        if self.next_refusal().is_none() {
            self.play_out(lesson);
            self.go_to(lesson, self.place() + 1);
        }
    }

    fn go_to(&mut self, lesson: &Lesson, step: usize) {
        self.playing = false;
        self.notice = None;
        self.announcement.clear();
        self.record_mut(&lesson.id).step = step as u32;
        if let Some(room) = &mut self.learn.room {
            room.picked = None;
            room.trial = Trial::of(String::new());
        }
        if step == lesson.steps.len() {
            self.arrange();
        }
    }

    /// The playground as the step needs it: from its beginning, with the recipe that one left or begins with.
    pub(super) fn arrange(&mut self) {
        let Some(room) = &self.learn.room else { return };
        let lesson = Rc::clone(&room.lesson);
        let draft =
            self.record().filter(|_| self.place() >= lesson.steps.len()).and_then(|it| it.draft.clone());
        self.forget_proof();
        self.start(WORKERS, lesson.consumer);
        self.playing = false;
        self.draft = None;
        self.edit(draft.unwrap_or_else(|| lesson.start.clone()));
        self.notice = None;
        self.announcement.clear();
    }

    fn give_answer(&mut self, lesson: &Lesson) {
        let at = self.place();
        let Some(Step::Predict { right, .. }) = lesson.steps.get(at) else { return };
        let Some(picked) = self.learn.room.as_ref().and_then(|it| it.picked) else {
            return self.inform("Choose an answer first.".to_owned());
        };
        if self.answer(at).is_some() {
            return;
        }
        let answers = &mut self.record_mut(&lesson.id).answers;
        if answers.len() <= at {
            answers.resize(at + 1, 0);
        }
        answers[at] = picked as u32 + 1;
        self.announcement = said(picked == *right).to_owned();
    }

    /// Loads the step's schedule and goes to its beginning, from where one steps or plays.
    fn load_schedule(&mut self, lesson: &Lesson) {
        let Some(Step::Run { actions: Some(fragment), .. }) = lesson.steps.get(self.place()) else { return };
        match share::decode(fragment, &self.catalogue) {
            Ok(link) => {
                let settings = link.actions.iter().take_while(|it| {
                    matches!(it, Action::SetRecipe(_) | Action::SetConsumer(_) | Action::AckFirst(_))
                });
                let settings = settings.count();
                let at = self.place();
                if let Some(room) = &mut self.learn.room {
                    room.loaded = Some(at);
                }
                if self.replay_from_start(link.consumer, link.workers, &link.actions) {
                    self.walk(Walk::Seek(settings as u32));
                    let steps = words::count(link.actions.len() - settings, "step");
                    self.notice = None;
                    self.announcement =
                        [&steps, " loaded. Press Step forward for each of them, or Play."].concat();
                }
            }
            Err(error) => self.problem(error.to_string()),
        }
    }

    /// Brings the step's schedule to its end: what comes next speaks of how it ended.
    fn play_out(&mut self, lesson: &Lesson) {
        let at = self.place();
        if !matches!(lesson.steps.get(at), Some(Step::Run { actions: Some(_), .. })) {
            return;
        }
        if self.learn.room.as_ref().is_some_and(|room| room.loaded != Some(at)) {
            self.load_schedule(lesson);
        }
        self.walk(Walk::Seek(self.timeline.line().len() as u32));
    }

    /// Puts the solution into the editor and runs nothing. The learner's own text is a step back.
    fn show_solution(&mut self, lesson: &Lesson) {
        self.record_mut(&lesson.id).hints = lesson.hints.len() as u32 + 1;
        self.draft = None;
        self.playing = false;
        if self.world().program().source() != lesson.solution {
            self.perform(Action::SetRecipe(lesson.solution.as_str().into()));
        }
        self.note_draft();
        self.inform(
            "The solution is in the editor and was not run. Step back brings back your own text.".to_owned(),
        );
    }

    /// The text in the editor.
    pub(super) fn typed(&self) -> &str {
        self.draft.as_ref().map_or(self.world().program().source(), |draft| &draft.text)
    }

    /// Keeps the text in the editor for the next visit.
    pub(in crate::app) fn note_draft(&mut self) {
        let Some(room) = &self.learn.room else { return };
        let id = room.lesson.id.clone();
        let text = self.typed().to_owned();
        if text.len() <= MAX_DRAFT {
            self.record_mut(&id).draft = Some(text);
        }
    }

    /// Whether what was asked for changes the text in the editor.
    pub(in crate::app) fn writes(msg: &Msg) -> bool {
        matches!(msg, Msg::Edit(_) | Msg::Revert | Msg::Consumer(_))
    }
}

/// What is said of an answer.
pub(super) fn said(right: bool) -> &'static str {
    if right { "Right." } else { "Not so." }
}
