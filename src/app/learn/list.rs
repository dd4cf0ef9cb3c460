//! The list of lessons: the shipped ones by number, what was made of each, and progress as a file.

use crate::base::json::{Json, Kind};
use crate::catalogue::FIRST;
use crate::catalogue::progress::Progress;

use super::super::effects::{Effect, Effects, Open};
use super::super::msg::{LearnMsg, Msg};
use super::super::picker::Picker;
use super::super::words;
use super::{INDEX, Learn, SHIPPED, load, not_opened};

/// A shipped lesson, as the list names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub id: String,
    pub title: String,
    pub minutes: String,
    pub file: String,
}

/// The lessons of the list that is made when the page is built; none if it is no such list.
fn read_index(text: &str) -> Option<Vec<Entry>> {
    let list = Json::parse(text).ok()?;
    let mut index = Vec::new();
    for it in list.as_list()? {
        let text = |name| it.get(name).and_then(Json::as_text).map(str::to_owned);
        let Kind::Number(minutes) = it.get("minutes")?.kind else { return None };
        let minutes = (minutes as u32).to_string();
        index.push(Entry { id: text("id")?, title: text("title")?, minutes, file: text("file")? });
    }
    Some(index)
}

impl Learn {
    /// Opens the list, or closes it.
    pub(super) fn show_list(&mut self, on: bool) -> Effects {
        self.asked = false;
        if !on {
            return Effect::Close(Open::Lessons).into();
        }
        self.want_index();
        Effect::Open(Open::Lessons).into()
    }

    pub(super) fn want_index(&mut self) {
        if self.index.is_none() {
            self.want(INDEX.to_owned());
        }
    }

    fn want(&mut self, address: String) {
        if !self.wanted.contains(&address) {
            self.wanted.push(address);
        }
    }

    /// Sees to it that a lesson is read: a shipped one by its id, any other by its address.
    pub(super) fn start(&mut self, which: String) -> Effects {
        let id = !which.is_empty()
            && which.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-');
        let address = match (&self.index, id) {
            (_, false) => which,
            (Some(index), true) => match index.iter().find(|it| it.id == which) {
                Some(entry) => [SHIPPED, &entry.file].concat(),
                None => return not_opened(&which, "There is no lesson of that name"),
            },
            (None, true) => {
                self.coming = Some(which);
                self.want_index();
                return Effects::none();
            }
        };
        self.coming = Some(address.clone());
        self.want(address);
        Effects::say("The lesson is on its way.")
    }

    /// What was wanted is here, or is not to be had; `listed` when the list is open.
    pub(super) fn got(
        &mut self,
        picker: &Picker,
        listed: bool,
        address: &str,
        text: Result<String, String>,
    ) -> Effects {
        if address == INDEX {
            return self.got_index(listed, text);
        }
        if self.coming.as_deref() != Some(address) {
            return Effects::none();
        }
        if text.is_ok() && picker.lacks(FIRST) {
            // It is still on its way: this comes again.
            let again = LearnMsg::Got { address: address.to_owned(), text };
            return Effect::Wait(Box::new(Msg::Learn(again))).into();
        }
        self.coming = None;
        match text {
            Ok(text) => load(picker, address, &text, Some(address)),
            Err(why) => not_opened(address, &why),
        }
    }

    fn got_index(&mut self, listed: bool, text: Result<String, String>) -> Effects {
        match text.and_then(|it| read_index(&it).ok_or_else(|| "It is damaged".to_owned())) {
            Ok(index) => {
                self.index = Some(index);
                match self.coming.take() {
                    Some(id) => self.start(id),
                    None => Effects::none(),
                }
            }
            // A lesson that is open needs the list only to know the one after it.
            Err(_) if self.room.is_some() && !listed => Effects::none(),
            Err(why) => {
                self.coming = None;
                not_opened("The list of lessons", &why)
            }
        }
    }

    /// Adds a file's progress to one's own.
    pub(super) fn import(&mut self, name: &str, text: &str) -> Effects {
        match Progress::read(text) {
            Ok(other) => {
                let done = other.lessons.iter().filter(|it| it.done).count();
                let all = words::count(other.lessons.len(), "lesson");
                self.progress.merge(other);
                self.unsaved = true;
                let done = done.to_string();
                Effects::inform(&format!("{name} was added: {all}, {done} of them done."))
            }
            Err(error) => {
                let why = error.to_string();
                Effects::problem(&format!("{name} was not added. {why}. Your progress stays as it was."))
            }
        }
    }
}
