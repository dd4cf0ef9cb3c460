//! What lessons need of the browser: their files, a place for progress, the address, and a second window for notes.

use gloo::timers::callback::Interval;
use yew::prelude::*;

use super::handout;
use crate::app::view::LessonView;
use crate::app::{App, LearnMsg, Msg};
use crate::lesson::file::{MAX_BYTES, MAX_PROGRESS};
use crate::platform::moment::Moment;
use crate::platform::notes::Notes;
use crate::platform::{address, fetch, file, sheet, storage};
use crate::ui::{Ask, Chosen};

/// Under which name the browser keeps one's progress, and under which one that could not be read.
const PROGRESS: &str = "redeliver.progress";
const UNREADABLE: &str = "redeliver.progress.unreadable";

/// How all of it looks.
const SHEET: &str = "lesson.css";

/// The page's part in lessons.
pub struct School {
    ask: Callback<Ask>,
    /// What the file is for that is being chosen.
    choosing: Chosen,
    /// The lesson that the address names.
    named: Option<String>,
    /// The second window, when it was opened, and what keeps its clock going.
    notes: Option<(Notes, Moment, Interval)>,
    /// Asks for the next second of that clock.
    second: Callback<()>,
}

/// Takes up the progress of an earlier visit, and the lesson that the address asks for.
pub fn begin(app: &mut App) {
    if let Some(text) = storage::get(PROGRESS)
        && !app.recall(&text)
    {
        storage::set(UNREADABLE, &text);
    }
    if let Some(lesson) = address::asked("lesson") {
        app.update(Msg::Learn(LearnMsg::Start(lesson)));
    }
}

impl School {
    pub fn new(ask: Callback<Ask>, second: Callback<()>) -> Self {
        Self { ask, choosing: Chosen::Scenario, named: None, notes: None, second }
    }

    /// Lets the person choose a file for this.
    pub fn choose_file(&mut self, what: Chosen) {
        self.choosing = what;
        file::choose();
    }

    /// Reads the file that was chosen.
    pub fn read_file(&self) {
        let (ask, what) = (self.ask.clone(), self.choosing);
        let most = if what == Chosen::Progress { MAX_PROGRESS } else { MAX_BYTES };
        file::read(most, move |name, text| {
            let Some(text) = text else { return ask.emit(Ask::Refuse(name + " cannot be read.")) };
            ask.emit(Ask::Do(match what {
                Chosen::Scenario => Msg::OpenFile { name, text },
                Chosen::Lesson => Msg::Learn(LearnMsg::OpenFile { name, text }),
                Chosen::Progress => Msg::Learn(LearnMsg::Import { name, text }),
            }));
        });
    }

    /// Fetches what the app wants, keeps its progress, and has the address name the lesson. Whether the browser kept
    /// the progress.
    #[inline(never)]
    pub fn attend(&mut self, app: &mut App) -> bool {
        for address in app.wanted() {
            sheet::need(SHEET);
            let (ask, wanted) = (self.ask.clone(), address.clone());
            fetch::read(&wanted, move |text| {
                ask.emit(Ask::Do(Msg::Learn(LearnMsg::Got { address, text })));
            });
        }
        if app.lesson() != self.named.as_deref() {
            sheet::need(SHEET);
            self.named = app.lesson().map(str::to_owned);
            address::name_lesson(self.named.as_deref());
        }
        app.unsaved().is_none_or(|text| storage::set(PROGRESS, &text))
    }

    /// Opens the second window, whose clock begins. Whether the browser let it.
    #[inline(never)]
    pub fn open_notes(&mut self) -> bool {
        let second = self.second.clone();
        self.notes =
            Notes::open().map(|it| (it, Moment::now(), Interval::new(1_000, move || second.emit(()))));
        self.notes.is_some()
    }

    /// A second has gone by: the window may have been closed.
    pub fn second(&mut self) {
        if let Some((notes, ..)) = &self.notes {
            notes.follow();
            if notes.body().is_none() {
                self.notes = None;
            }
        }
    }

    /// The notes, drawn in the second window.
    pub fn notes(&self, lesson: Option<&LessonView>) -> Html {
        let Some((notes, since, _)) = &self.notes else { return Html::default() };
        let Some(body) = notes.body() else { return Html::default() };
        create_portal(handout::notes(lesson, since.seconds()), body)
    }
}
