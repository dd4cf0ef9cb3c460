//! A value in a file: where it stands, what it is, and what is wrong with it.

use std::cell::RefCell;

use super::FileError;
use crate::base::cast;
use crate::base::json::{self, Json, Kind, line_and_column};

/// The longest id, in bytes.
pub(in crate::catalogue) const MAX_ID: usize = 40;

/// A file's text, and the first thing that was found wrong with it.
pub(in crate::catalogue) struct Checker<'a> {
    text: &'a str,
    error: RefCell<Option<FileError>>,
}

impl<'a> Checker<'a> {
    pub(in crate::catalogue) fn new(text: &'a str) -> Self {
        Self { text, error: RefCell::new(None) }
    }

    /// The first thing that was wrong, if anything was.
    pub(in crate::catalogue) fn result(&self) -> Result<(), FileError> {
        self.error.borrow_mut().take().map_or(Ok(()), Err)
    }

    fn failed(&self) -> bool {
        self.error.borrow().is_some()
    }
}

/// A value, and the way to it from the whole. One that is not there reads as something harmless.
#[derive(Clone, Copy)]
pub(in crate::catalogue) struct Place<'a> {
    check: &'a Checker<'a>,
    json: Option<&'a Json>,
    outer: Option<&'a Place<'a>>,
    /// The member's name; empty for an element of a list.
    name: &'a str,
    index: usize,
}

impl<'a> Place<'a> {
    /// The whole of a file.
    pub(in crate::catalogue) fn file(check: &'a Checker<'a>, json: &'a Json) -> Self {
        Self { check, json: Some(json), outer: None, name: "", index: 0 }
    }

    fn inner<'s>(&'s self, json: Option<&'s Json>, name: &'s str, index: usize) -> Place<'s> {
        Place { check: self.check, json, outer: Some(self), name, index }
    }

    fn path(&self) -> String {
        let Some(outer) = self.outer else { return String::new() };
        let mut path = outer.path();
        if self.name.is_empty() {
            path.push('[');
            path.push_str(&self.index.to_string());
            path.push(']');
        } else {
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(self.name);
        }
        path
    }

    /// Notes what is wrong with this value, unless something was wrong before.
    pub(in crate::catalogue) fn wrong(&self, message: &str) {
        self.note(None, message);
    }

    /// Something wrong at a character of a text, counted from one.
    pub(in crate::catalogue) fn wrong_inside(&self, column: u32, message: &str) {
        self.note(Some(column), message);
    }

    fn note(&self, inside: Option<u32>, message: &str) {
        if self.check.failed() {
            return;
        }
        let text = self.check.text;
        let mut at = self.json.map_or(0, Json::start);
        if let Some(column) = inside {
            at = json::inside(text, at, column.saturating_sub(1));
        }
        let (line, column) = line_and_column(text, at);
        let error = FileError { line, column, field: self.path(), message: message.to_owned() };
        *self.check.error.borrow_mut() = Some(error);
    }

    /// What is wrong with the file, of which this is a part.
    pub(in crate::catalogue) fn check(&self) -> &'a Checker<'a> {
        self.check
    }

    /// The first thing that was wrong with the file, if anything was.
    pub(in crate::catalogue) fn result(&self) -> Result<(), FileError> {
        self.check.result()
    }

    /// Whether something was wrong with the file.
    pub(in crate::catalogue) fn failed(&self) -> bool {
        self.check.failed()
    }

    /// Whether this is a text.
    pub(in crate::catalogue) fn is_text(&self) -> bool {
        self.json.and_then(Json::as_text).is_some()
    }

    /// The value as it is written in the file's text.
    pub(in crate::catalogue) fn written<'t>(&self, text: &'t str) -> Option<&'t str> {
        text.get(self.json?.start()..self.json?.end())
    }

    /// Whether there is such a value.
    pub(in crate::catalogue) fn is_there(&self) -> bool {
        self.json.is_some()
    }

    /// Whether this is the member of that name.
    pub(in crate::catalogue) fn is(&self, name: &str) -> bool {
        self.name == name
    }

    /// Whether this is that text.
    pub(in crate::catalogue) fn is_word(&self, word: &str) -> bool {
        self.json.and_then(Json::as_text) == Some(word)
    }

    fn members(&self) -> &'a [(String, Json)] {
        match self.json.map(|json| &json.kind) {
            Some(Kind::Object(members)) => return members,
            Some(_) => self.wrong("this should be an object in braces"),
            None => {}
        }
        &[]
    }

    /// Sees to it that this is an object with no other members than these, each once at most.
    pub(in crate::catalogue) fn holds_only(&self, known: &[&str]) {
        let members = self.members();
        for (index, (name, value)) in members.iter().enumerate() {
            let member = self.inner(Some(value), name, 0);
            if !known.contains(&name.as_str()) {
                member.wrong(&("there is no such field; there are ".to_owned() + &known.join(", ")));
            }
            if members[..index].iter().any(|(other, _)| other == name) {
                member.wrong("this field is given twice");
            }
        }
    }

    /// A member that may be left out.
    pub(in crate::catalogue) fn may<'s>(&'s self, name: &'s str) -> Place<'s> {
        self.inner(self.json.and_then(|json| json.get(name)), name, 0)
    }

    /// A member that must be there.
    pub(in crate::catalogue) fn at<'s>(&'s self, name: &'s str) -> Place<'s> {
        let member = self.may(name);
        if self.json.is_some() && member.json.is_none() {
            self.wrong(&("a field is missing here: ".to_owned() + name));
        }
        member
    }

    /// The only member of an object that has one of several.
    pub(in crate::catalogue) fn variant<'s>(&'s self, known: &[&str]) -> Place<'s> {
        self.holds_only(known);
        match self.members() {
            [(name, value)] => self.inner(Some(value), name, 0),
            _ => {
                self.wrong(&("this should hold exactly one of ".to_owned() + &known.join(", ")));
                self.inner(None, "", 0)
            }
        }
    }

    fn elements(&self) -> &'a [Json] {
        match self.json.map(|json| &json.kind) {
            Some(Kind::List(elements)) => return elements,
            Some(_) => self.wrong("this should be a list in brackets"),
            None => {}
        }
        &[]
    }

    /// An element of a list.
    pub(in crate::catalogue) fn element(&self, index: usize) -> Place<'_> {
        self.inner(self.elements().get(index), "", index)
    }

    /// Reads each element of a list that has something in it, but not too much.
    pub(in crate::catalogue) fn each<T>(
        &self,
        least: usize,
        most: usize,
        read: &mut dyn FnMut(&Place<'_>) -> T,
    ) -> Vec<T> {
        let mut all = Vec::new();
        self.walk(least, most, &mut |element| all.push(read(element)));
        all
    }

    fn walk(&self, least: usize, most: usize, visit: &mut dyn FnMut(&Place<'_>)) {
        if self.counted(least, most) {
            for index in 0..self.elements().len() {
                if self.check.failed() {
                    break;
                }
                visit(&self.element(index));
            }
        }
    }

    fn counted(&self, least: usize, most: usize) -> bool {
        let found = self.elements().len();
        let fits = (least..=most).contains(&found);
        if !fits && self.is_there() {
            self.wrong(&format!("there are {found} of these; {least} to {most} are possible"));
        }
        fits
    }

    /// Sees to it that no two objects of a list have the same text in that member.
    pub(in crate::catalogue) fn unique(&self, member: &str) {
        let all = self.elements();
        for (index, json) in all.iter().enumerate() {
            let text = json.get(member);
            if let Some(word) = text.and_then(Json::as_text)
                && all[..index].iter().any(|other| other.get(member) == text)
            {
                self.element(index).at(member).wrong(&format!("{word:?} is used twice"));
            }
        }
    }

    /// The two elements of a list of two.
    pub(in crate::catalogue) fn pair(&self) -> [Place<'_>; 2] {
        if self.elements().len() != 2 {
            self.wrong("this should be a list of two");
        }
        [self.element(0), self.element(1)]
    }

    /// A text.
    pub(in crate::catalogue) fn text(&self) -> String {
        match self.json.map(|json| &json.kind) {
            Some(Kind::Text(text)) => return text.clone(),
            Some(_) => self.wrong("this should be a text in quotes"),
            None => {}
        }
        String::new()
    }

    /// Yes or no; no when it is not there.
    pub(in crate::catalogue) fn flag(&self) -> bool {
        match self.json.map(|json| &json.kind) {
            Some(Kind::Bool(yes)) => return *yes,
            Some(_) => self.wrong("this should be true or false"),
            None => {}
        }
        false
    }

    /// A whole number.
    pub(in crate::catalogue) fn number(&self) -> i64 {
        let whole = match self.json.map(|json| &json.kind) {
            Some(Kind::Number(number)) => cast::whole(*number),
            _ => None,
        };
        if self.is_there() && whole.is_none() {
            self.wrong("this should be a whole number");
        }
        whole.unwrap_or(0)
    }

    /// A whole number within limits that are none below zero and fit 32 bits, or what is taken otherwise.
    pub(in crate::catalogue) fn whole(&self, least: i64, most: i64, otherwise: u32) -> u32 {
        if !self.is_there() {
            return otherwise;
        }
        debug_assert!(0 <= least && most <= i64::from(u32::MAX), "{least} to {most} fit 32 bits");
        let number = self.number();
        if (least..=most).contains(&number)
            && let Ok(number) = u32::try_from(number)
        {
            return number;
        }
        self.wrong(&format!("{number} is not between {least} and {most}"));
        otherwise
    }

    /// The same within 8 bits.
    pub(in crate::catalogue) fn small(&self, least: u8, most: u8, otherwise: u8) -> u8 {
        let number = self.whole(least.into(), most.into(), otherwise.into());
        u8::try_from(number).unwrap_or(otherwise)
    }

    /// A place among so many, counted from zero.
    pub(in crate::catalogue) fn place(&self, among: usize) -> usize {
        cast::index(self.whole(0, cast::signed(among) - 1, 0))
    }

    /// A text for people.
    pub(in crate::catalogue) fn words(&self, most: usize) -> String {
        let text = self.text();
        if text.trim().is_empty() {
            self.wrong("this text is empty");
        }
        self.no_longer_than(&text, most, "this text is ");
        if text.chars().any(char::is_control) {
            self.wrong("this text holds a control character, such as a line break");
        }
        text
    }

    /// Sees to it that a text has no more bytes than that; `this` begins what is told otherwise.
    pub(in crate::catalogue) fn no_longer_than(&self, text: &str, most: usize, this: &str) {
        if text.len() > most {
            self.wrong(&format!("{this}{} bytes long; the limit is {most}", text.len()));
        }
    }

    /// A short name.
    pub(in crate::catalogue) fn id(&self) -> String {
        let id = self.text();
        let fits = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
        if id.is_empty() || id.len() > MAX_ID || !id.bytes().all(fits) {
            self.wrong("an id is 1 to 40 of a-z, 0-9 and -");
        }
        id
    }
}
