//! The list of lessons: the shipped ones by number, what was made of each, and progress as a file.

use crate::lesson::FIRST;
use crate::lesson::progress::Progress;
use crate::queue::Json;

use super::super::msg::{LearnMsg, Msg};
use super::super::state::App;
use super::{INDEX, SHIPPED};

/// A shipped lesson, as the list names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct Entry {
    pub id: String,
    pub title: String,
    pub minutes: String,
    pub file: String,
}

/// The lessons of the list that is made when the page is built; none if it is no such list.
fn read_index(text: &str) -> Option<Vec<Entry>> {
    let Ok(Json::List(all)) = Json::parse_or_where(text) else { return None };
    let mut index = Vec::new();
    for it in &all {
        let text = |name| it.get(name).and_then(Json::as_text).map(str::to_owned);
        let Some(Json::Number(minutes)) = it.get("minutes") else { return None };
        let minutes = (*minutes as u32).to_string();
        index.push(Entry { id: text("id")?, title: text("title")?, minutes, file: text("file")? });
    }
    Some(index)
}

impl App {
    /// Opens the list in the place of whatever else is open there, or closes it.
    pub(super) fn open_list(&mut self, open: bool) {
        self.learn.list = open;
        self.learn.asked = false;
        if open {
            self.prover.open = false;
            self.scale.open = false;
            self.compared = None;
            self.want_index();
        }
    }

    pub(super) fn want_index(&mut self) {
        if self.learn.index.is_none() {
            self.want(INDEX.to_owned());
        }
    }

    fn want(&mut self, address: String) {
        if !self.learn.wanted.contains(&address) {
            self.learn.wanted.push(address);
        }
    }

    /// Sees to it that a lesson is read: a shipped one by its id, any other by its address.
    pub(super) fn start_lesson(&mut self, which: String) {
        let id = !which.is_empty()
            && which.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-');
        let address = match (&self.learn.index, id) {
            (_, false) => which,
            (Some(index), true) => match index.iter().find(|it| it.id == which) {
                Some(entry) => [SHIPPED, &entry.file].concat(),
                None => return self.not_opened(&which, "There is no lesson of that name"),
            },
            (None, true) => {
                self.learn.coming = Some(which);
                return self.want_index();
            }
        };
        self.announcement = "The lesson is on its way.".to_owned();
        self.learn.coming = Some(address.clone());
        self.want(address);
    }

    /// What was wanted is here, or is not to be had.
    pub(super) fn got(&mut self, address: &str, text: Result<String, String>) {
        if address == INDEX {
            let read = text.and_then(|it| read_index(&it).ok_or_else(|| "It is damaged".to_owned()));
            let waits = self.learn.coming.is_some();
            match read {
                Ok(index) => {
                    self.learn.index = Some(index);
                    if waits && let Some(id) = self.learn.coming.take() {
                        self.start_lesson(id);
                    }
                }
                // A lesson that is open needs the list only to know the one after it.
                Err(_) if self.learn.room.is_some() && !self.learn.list => {}
                Err(why) => {
                    self.learn.coming = None;
                    self.not_opened("The list of lessons", &why);
                }
            }
        } else if self.learn.coming.as_deref() == Some(address) {
            let again = LearnMsg::Got { address: address.to_owned(), text: text.clone() };
            if text.is_ok() && self.waits_for(FIRST, Msg::Learn(again)) {
                self.learn.coming = Some(address.to_owned());
                return;
            }
            self.learn.coming = None;
            match text {
                Ok(text) => self.enter(address, &text, Some(address)),
                Err(why) => self.not_opened(address, &why),
            }
        }
    }

    /// Adds a file's progress to one's own.
    pub(super) fn import(&mut self, name: &str, text: &str) {
        match Progress::read(text) {
            Ok(other) => {
                let done = other.lessons.iter().filter(|it| it.done).count();
                let all = super::super::words::count(other.lessons.len(), "lesson");
                self.learn.progress.merge(other);
                self.learn.unsaved = true;
                self.inform([name, " was added: ", &all, ", ", &done.to_string(), " of them done."].concat());
            }
            Err(error) => {
                self.problem(
                    [name, " was not added. ", &error.to_string(), ". Your progress stays as it was."]
                        .concat(),
                );
            }
        }
    }
}
