//! What lessons need of the browser: their files, a place for progress, the address, and the presenter's script.

use yew::prelude::*;

use crate::app::terms::{MAX_BYTES, MAX_PROGRESS};
use crate::app::{App, LearnMsg, Msg};
use crate::platform::{address, fetch, file, sheet, storage};
use crate::ui::{Ask, Chosen};

/// Under which name the browser keeps one's progress, and under which one that could not be read.
const PROGRESS: &str = "redeliver.progress";
const UNREADABLE: &str = "redeliver.progress.unreadable";

/// How all of it looks, and what a presenter needs.
fn need() {
    sheet::need("lesson.css");
    sheet::need_script("presenter.js");
}

/// The page's part in lessons.
pub(super) struct School {
    ask: Callback<Ask>,
    /// What the file is for that is being chosen.
    choosing: Chosen,
    /// The lesson that the address names.
    named: Option<String>,
}

/// Takes up the progress of an earlier visit, and the lesson that the address asks for.
pub(super) fn begin(app: &mut App) {
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
    pub(super) fn new(ask: Callback<Ask>) -> Self {
        Self { ask, choosing: Chosen::Scenario, named: None }
    }

    /// Lets the person choose a file for this.
    pub(super) fn choose_file(&mut self, what: Chosen) {
        self.choosing = what;
        file::choose();
    }

    /// Reads the file that was chosen.
    pub(super) fn read_file(&self) {
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
    pub(super) fn attend(&mut self, app: &mut App) -> bool {
        for address in app.wanted() {
            need();
            let (ask, wanted) = (self.ask.clone(), address.clone());
            fetch::read(&wanted, move |text| {
                ask.emit(Ask::Do(Msg::Learn(LearnMsg::Got { address, text })));
            });
        }
        if app.lesson() != self.named.as_deref() {
            need();
            self.named = app.lesson().map(str::to_owned);
            address::name_lesson(self.named.as_deref());
        }
        app.unsaved().is_none_or(|text| storage::set(PROGRESS, &text))
    }
}
