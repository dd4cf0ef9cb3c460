//! A line that holds a SQL statement: which lines do, and what stands in braces becomes its parameters.

use super::super::lex::{Lexed, Word};
use super::super::runtime::{Part, Template};
use super::super::sql::SqlText;
use super::line::{Line, Statement};
use crate::base::{Bytes, filled};
use crate::sql;

/// Words that start a SQL statement, in any case.
pub(in super::super) const STARTERS: [&str; 10] =
    ["begin", "commit", "rollback", "select", "insert", "update", "delete", "create", "drop", "truncate"];

/// Where the SQL statement of a line starts: the index of its first word.
pub(in super::super) fn starts_at(lexed: &Lexed<'_>) -> Option<usize> {
    let is_sql = |word: &Word<'_>| STARTERS.iter().any(|sql| word.source.eq_ignore_ascii_case(sql));
    match lexed.words.as_slice() {
        [first, ..] if is_sql(first) => Some(0),
        [_, equals, third, ..] if equals.bare() == Some("=") && is_sql(third) => Some(2),
        _ => None,
    }
}

/// Whether a character belongs to a name or a number in SQL. All that is not ASCII does: telling letters apart would
/// take tables of several kB.
pub(in super::super) fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii()
}

/// A statement while its parameters are taken out.
#[derive(Default)]
struct Taken {
    /// What the database gets.
    text: String,
    /// For each of its characters, the byte of the line it comes from.
    places: Vec<usize>,
    /// The text around the parameters, as it is shown.
    around: Vec<String>,
    parameters: Vec<Template>,
}

impl Taken {
    fn push(&mut self, c: char, at: usize) {
        self.text.push(c);
        self.places.push(at);
        self.around.last_mut().expect("there is always a piece").push(c);
    }

    fn parameter(&mut self, template: Template, at: usize) {
        self.parameters.push(template);
        let number = filled("$%", &[&self.parameters.len().to_string()]);
        self.places.extend(number.chars().map(|_| at));
        self.text.push_str(&number);
        self.around.push(String::new());
    }
}

impl Line<'_> {
    /// The SQL statement that starts at byte `start` and takes the rest of the line.
    pub(super) fn sql(&mut self, start: usize, into: Option<String>) -> Statement {
        let text = self.text;
        let mut taken = Taken { around: vec![String::new()], ..Taken::default() };
        let mut at = start;
        let mut broken = false;
        while let Some(c) = text[at..].chars().next() {
            let rest = &text[at..];
            if c == '#' && text[..at].ends_with(char::is_whitespace) {
                break;
            }
            match c {
                '\'' => {
                    let (template, end) = self.literal(at);
                    match template {
                        Some(template) => taken.parameter(template, at),
                        None => text[at..end].char_indices().for_each(|(i, c)| taken.push(c, at + i)),
                    }
                    at = end;
                    continue;
                }
                '{' => match rest.find('}') {
                    Some(close) => {
                        match self.reference(rest[1..close].trim()) {
                            Ok(reference) => {
                                taken.parameter(Template(vec![Part::Reference(reference)]), at);
                            }
                            Err(message) => {
                                broken = true;
                                self.problem(at, at + close + 1, message, None);
                                taken.parameter(Template(Vec::new()), at);
                            }
                        }
                        at += close + 1;
                        continue;
                    }
                    None => {
                        self.say((at, at + 1), "this { is never closed: write {name} for a value", &[], "");
                        return Statement::Broken { into };
                    }
                },
                c => taken.push(c, at),
            }
            at += c.len_utf8();
        }
        match sql::parse(taken.text.trim_end()) {
            Ok(_) if broken => Statement::Broken { into },
            Ok(statement) => {
                if let Some(last) = taken.around.last_mut() {
                    last.truncate(last.trim_end().len());
                }
                self.known_tables(&statement, start);
                let sql = SqlText::new(statement, taken.around);
                Statement::Sql { into, sql, parameters: taken.parameters }
            }
            Err(error) => {
                self.sql_error(&error, &taken.places, at);
                Statement::Broken { into }
            }
        }
    }

    /// A quoted literal from its opening quote: a template when it holds braces, and where it ends.
    fn literal(&mut self, open: usize) -> (Option<Template>, usize) {
        let text = self.text;
        let mut parts: Vec<Part> = Vec::new();
        let mut plain = String::new();
        let mut at = open + 1;
        while let Some(c) = text[at..].chars().next() {
            let rest = &text[at..];
            if rest.starts_with("''") {
                plain.push('\'');
                at += 2;
            } else if c == '\'' {
                at += 1;
                break;
            } else if let Some(close) = rest.find('}').filter(|_| c == '{') {
                if !plain.is_empty() {
                    parts.push(Part::Text(Bytes::from(std::mem::take(&mut plain))));
                }
                match self.reference(rest[1..close].trim()) {
                    Ok(reference) => parts.push(Part::Reference(reference)),
                    Err(message) => self.problem(at, at + close + 1, message, None),
                }
                at += close + 1;
            } else {
                plain.push(c);
                at += c.len_utf8();
            }
        }
        if parts.is_empty() {
            return (None, at);
        }
        if !plain.is_empty() {
            parts.push(Part::Text(Bytes::from(plain)));
        }
        (Some(Template(parts)), at)
    }

    /// Says what the database's parser found, at the place in the line it is about.
    fn sql_error(&mut self, error: &sql::SqlError, places: &[usize], end: usize) {
        let place = (error.position as usize).checked_sub(1).and_then(|index| places.get(index));
        let start = place.copied().unwrap_or_else(|| self.text[..end].trim_end().len());
        let word =
            self.text[start..end].find(|c: char| !in_word(c)).map_or(end, |length| start + length.max(1));
        let word = if self.text.is_char_boundary(word) { word } else { start };
        let template = if error.expected.is_empty() { "%" } else { "%; expected %" };
        self.say((start, word), template, &[&error.message, error.expected], error.expected);
    }

    /// Checks the statement's tables against those the scenario sets up.
    fn known_tables(&mut self, statement: &sql::Statement, start: usize) {
        let Some(tables) = self.names.tables else { return };
        for name in statement.tables() {
            if tables.table(name).is_none() {
                let known: Vec<&str> = tables.tables().map(sql::Table::name).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                let found = self.text[start..].find(name).map(|offset| start + offset);
                let (from, to) = found.map_or((start, start), |from| (from, from + name.len()));
                let what = "relation \"%\" does not exist; the tables here: %";
                self.say((from, to), what, &[name, &known], "");
            }
        }
    }
}
