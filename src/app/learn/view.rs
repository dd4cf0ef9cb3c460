//! The lessons' panels, made from the state.

use std::borrow::Cow;
use std::rc::Rc;

use crate::catalogue::course::{Lesson, Step};

use super::super::buttons::{button, choice};
use super::super::effects::Open;
use super::super::msg::{LearnMsg, Msg};
use super::super::session::Session;
use super::super::view::{Button, Choice, GoalView, LessonRow, LessonView, LessonsView, Progress, Text};
use super::super::words;
use super::Learn;
use super::list::Entry;
use super::room::{Room, said};

/// A button about lessons.
fn does(label: &'static str, msg: LearnMsg, hint: &'static str) -> Button {
    button(label, Msg::Learn(msg), hint)
}

/// The button that opens the list, or closes it.
pub(in crate::app) fn opener(open: Open) -> Button {
    does(
        "Lessons",
        LearnMsg::List(open != Open::Lessons),
        "Short lessons: predict, run, explain, and a goal to reach.",
    )
}

impl Learn {
    /// The list.
    pub(in crate::app) fn list_view(&self) -> Rc<LessonsView> {
        let mut rows = Vec::new();
        for (index, entry) in self.index.iter().flatten().enumerate() {
            rows.push(self.row_of(index, entry));
        }
        let done = rows.iter().filter(|it| it.state == Progress::Done).count().to_string();
        let said = match &self.index {
            None if self.wanted.is_empty() => "The list is on its way.".to_owned(),
            None => String::new(),
            Some(index) => format!("{done} of {} done.", words::count(index.len(), "lesson")),
        };
        let yes = does("Forget everything", LearnMsg::Reset, "Progress, theme, scenario file: all of it.");
        let no = does("Keep it", LearnMsg::AskReset(false), "Nothing is forgotten.");
        Rc::new(LessonsView {
            rows,
            said,
            reset: does(
                "Reset everything",
                LearnMsg::AskReset(true),
                "Forget what the browser keeps for this page.",
            ),
            sure: self.asked.then_some([yes, no]),
            close: does("Close the lessons", LearnMsg::List(false), "Back to the playground."),
        })
    }

    fn row_of(&self, index: usize, entry: &Entry) -> LessonRow {
        let record = self.progress.find(&entry.id);
        let begun = record.is_some_and(|it| it.step > 0 || it.draft.is_some());
        let (state, label) = match record {
            Some(record) if record.done => (Progress::Done, "Open"),
            Some(_) if begun => (Progress::Begun, "Continue"),
            _ => (Progress::New, "Start"),
        };
        let mut start = does(label, LearnMsg::Start(entry.id.clone()), "");
        start.name = Cow::Owned(format!("{label} lesson {}: {}", index + 1, entry.title));
        LessonRow {
            number: index as u32 + 1,
            title: entry.title.clone(),
            minutes: format!("{} min", entry.minutes),
            state,
            start,
        }
    }

    /// The open lesson.
    pub(in crate::app) fn lesson_view(&self, session: &Session) -> Option<Rc<LessonView>> {
        let room = self.room.as_ref()?;
        let lesson = &room.lesson;
        let (at, goal) = (self.place(), room.goal());
        let step = lesson.steps.get(at);
        let kind = match step {
            Some(Step::Predict { .. }) => "Predict",
            Some(Step::Run { .. }) => "Run",
            Some(Step::Explain(_)) => "Read",
            None if at == goal => "Goal",
            None => "Done",
        };
        let place = if at > goal {
            "Lesson finished".to_owned()
        } else {
            format!("Step {} of {}", at + 1, (goal + 1))
        };
        let answered = self.answer(at);
        let right = match step {
            Some(Step::Predict { right, .. }) => Some(*right),
            _ => None,
        };
        let mut next = does("Next", LearnMsg::Next, "To the next step.");
        next.why_not = self.next_refusal().map(Cow::Borrowed);
        Some(Rc::new(LessonView {
            at,
            place,
            kind,
            options: self.options_of(room, at),
            answered,
            said: match answered {
                Some(it) => said(Some(it) == right),
                None if self.plays(session) => "Loaded. Press Step forward for each of its steps, or Play.",
                None => "",
            },
            act: self.act_of(room, at),
            acted: answered.is_some() || room.loaded == Some(at) && !self.plays(session),
            goal: (at == goal).then(|| self.goal_view(room, session)),
            summary: if at > goal { self.summary(lesson) } else { String::new() },
            back: does("Back", LearnMsg::Back, "To the step before.")
                .refused(at == 0, "This is the first step."),
            next,
            again: does("Start again", LearnMsg::Again, "Begin this lesson anew; what is done stays done."),
            following: self.following(&lesson.id),
            leave: does("Leave the lesson", LearnMsg::Leave, "Back to the playground as you left it."),
            presenter: does("Presenter", LearnMsg::Presenter, "Larger type, and notes in a second window."),
            presenting: self.presenter,
            lesson: Text(Rc::clone(lesson)),
        }))
    }

    fn options_of(&self, room: &Room, at: usize) -> Vec<Choice> {
        let Some(Step::Predict { options, .. }) = room.lesson.steps.get(at) else { return Vec::new() };
        let chosen = self.answer(at).or(room.picked);
        let mut choices = Vec::new();
        for (index, option) in options.iter().enumerate() {
            let id = index.to_string();
            choices.push(choice([&id, option, ""], chosen == Some(index), Msg::Learn(LearnMsg::Pick(index))));
        }
        choices
    }

    /// What one does at the step beside reading it.
    fn act_of(&self, room: &Room, at: usize) -> Option<Button> {
        match room.lesson.steps.get(at)? {
            // It stays when it was pressed: the keyboard is there.
            Step::Predict { .. } => {
                let given = self.answer(at).is_some();
                let why = if given { "It was given." } else { "Choose one of the answers." };
                Some(
                    does("Answer", LearnMsg::Answer, "This is what you expect.")
                        .refused(given || room.picked.is_none(), why),
                )
            }
            Step::Run { actions: Some(_), .. } => Some(does(
                "Load the schedule",
                LearnMsg::Load,
                "From its beginning: step through it, or play it.",
            )),
            _ => None,
        }
    }

    fn goal_view(&self, room: &Room, session: &Session) -> GoalView {
        let trial = &room.trial;
        let (hints, all) = (self.record().map_or(0, |it| it.hints as usize), room.lesson.hints.len());
        let help = match hints {
            0 => does("Hint", LearnMsg::Hint, "A small one."),
            _ if hints < all => does("Bigger hint", LearnMsg::Hint, "It says more."),
            _ => does("Show solution", LearnMsg::Solution, "It is put into the editor and not run."),
        };
        let mut cancel = does("Cancel", LearnMsg::Cancel, "Stop searching.")
            .refused(!trial.running(), "Nothing is being checked.");
        cancel.name = Cow::Borrowed("Cancel the check");
        GoalView {
            check: does("Check", LearnMsg::Check, "The prover tries every schedule within the goal's bound.")
                .refused(trial.running(), "It is being checked."),
            cancel,
            progress: trial.progress(),
            said: trial.said.clone(),
            finding: trial.finding,
            stale: !trial.said.is_empty() && trial.text != session.typed(),
            broken: trial.picture.clone(),
            hints: hints.min(all),
            help,
        }
    }

    fn summary(&self, lesson: &Lesson) -> String {
        let (mut asked, mut right_ones) = (0_usize, 0_usize);
        for (index, step) in lesson.steps.iter().enumerate() {
            if let Step::Predict { right, .. } = step {
                asked += 1;
                right_ones += usize::from(self.answer(index) == Some(*right));
            }
        }
        let hints = self.record().map_or(0, |it| it.hints as usize);
        let help = if hints > lesson.hints.len() {
            "with the solution shown".to_owned()
        } else {
            format!("with {}", words::count(hints, "hint"))
        };
        let (right, asked) = (right_ones.to_string(), asked.to_string());
        format!("Goal reached {help}. Predictions that came true: {right} of {asked}.")
    }

    /// The lesson after that one in the list.
    fn following(&self, id: &str) -> Option<Button> {
        let index = self.index.as_ref()?;
        let next = index.get(index.iter().position(|it| it.id == id)? + 1)?;
        let mut start = does("Next lesson", LearnMsg::Start(next.id.clone()), "");
        start.name = Cow::Owned(format!("Next lesson: {}", next.title));
        Some(start)
    }
}
