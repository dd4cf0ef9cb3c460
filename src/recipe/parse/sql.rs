//! A line that holds a SQL statement: which lines do, and what stands in braces becomes its parameters.

use super::super::lex::{Lexed, MistakeKind, Word};
use super::super::runtime::{Part, Template};
use super::super::sql::SqlText;
use super::line::{Line, Statement};
use crate::base::Bytes;
use crate::base::cast;
use crate::base::template::brace;
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
    /// The quoted literal that is open.
    literal: Option<Literal>,
}

/// A literal that becomes a parameter as a whole if it holds braces.
struct Literal {
    /// How long `text`, `places` and the last piece of `around` were before it.
    before: (usize, usize, usize),
    /// What it stands for, as far as the last brace.
    parts: Vec<Part>,
    /// And behind it.
    plain: String,
}

impl Literal {
    fn part(&mut self, part: Option<Part>) {
        if !self.plain.is_empty() {
            self.parts.push(Part::Text(Bytes::from(std::mem::take(&mut self.plain))));
        }
        self.parts.extend(part);
    }
}

impl Taken {
    fn last(&mut self) -> &mut String {
        self.around.last_mut().expect("there is always a piece")
    }

    fn push(&mut self, c: char, at: usize) {
        self.text.push(c);
        self.places.push(at);
        self.last().push(c);
    }

    /// A character that a literal, if one is open, stands for.
    fn plain(&mut self, c: char, at: usize) {
        self.push(c, at);
        if let Some(literal) = &mut self.literal {
            literal.plain.push(c);
        }
    }

    /// A quote opens a literal, closes it, or is one of two that stand for one. How many bytes were read.
    fn quote(&mut self, rest: &str, at: usize) -> usize {
        let before = (self.text.len(), self.places.len(), self.last().len());
        self.push('\'', at);
        match self.literal.take() {
            None => self.literal = Some(Literal { before, parts: Vec::new(), plain: String::new() }),
            Some(literal) if rest.starts_with("''") => {
                self.literal = Some(literal);
                self.plain('\'', at + 1);
                return 2;
            }
            Some(literal) if literal.parts.is_empty() => {}
            Some(mut literal) => {
                let (text, places, around) = literal.before;
                let open = self.places[places];
                self.text.truncate(text);
                self.places.truncate(places);
                self.last().truncate(around);
                literal.part(None);
                self.parameter(literal.parts, open);
            }
        }
        1
    }

    /// A value: part of the open literal, or a parameter of its own.
    fn hole(&mut self, part: Part, at: usize) {
        match &mut self.literal {
            Some(literal) => literal.part(Some(part)),
            None => self.parameter(vec![part], at),
        }
    }

    fn parameter(&mut self, parts: Vec<Part>, at: usize) {
        self.parameters.push(Template(parts));
        let number = format!("${}", self.parameters.len());
        self.places.extend(number.chars().map(|_| at));
        self.text.push_str(&number);
        self.around.push(String::new());
    }
}

impl Line<'_> {
    /// The SQL statement that starts at byte `start` and takes the rest of the line.
    pub(super) fn sql(&mut self, start: usize, into: Option<String>) -> Statement {
        let mut taken = Taken { around: vec![String::new()], ..Taken::default() };
        let sound = self.problems.len();
        let Some(end) = self.take(start, &mut taken) else { return Statement::Broken { into } };
        match sql::parse(taken.text.trim_end()) {
            Ok(_) if self.problems.len() > sound => Statement::Broken { into },
            Ok(statement) => {
                let last = taken.last();
                last.truncate(last.trim_end().len());
                self.known_tables(&statement, start);
                let sql = SqlText::new(statement, taken.around);
                Statement::Sql { into, sql, parameters: taken.parameters }
            }
            Err(error) => {
                self.sql_error(&error, &taken.places, end);
                Statement::Broken { into }
            }
        }
    }

    /// Takes the parameters out of the statement that starts at byte `start`; where it ends. `None` when its braces
    /// are wrong, which is noted.
    fn take(&mut self, start: usize, taken: &mut Taken) -> Option<usize> {
        let text = self.text;
        let mut at = start;
        while let Some(c) = text[at..].chars().next() {
            let rest = &text[at..];
            at += match c {
                '#' if taken.literal.is_none() && text[..at].ends_with(char::is_whitespace) => break,
                '\'' => taken.quote(rest, at),
                '{' | '}' => match brace(rest) {
                    Ok(None) => {
                        taken.plain(c, at);
                        2
                    }
                    Ok(Some(inside)) => {
                        let width = inside.len() + 2;
                        let part = match self.reference(inside.trim()) {
                            Ok(reference) => Part::Reference(reference),
                            Err(message) => {
                                self.problem(at, at + width, message, None);
                                Part::Text(Bytes::default())
                            }
                        };
                        taken.hole(part, at);
                        width
                    }
                    Err(error) => {
                        self.mistake((at, at + 1), &MistakeKind::Brace(error));
                        return None;
                    }
                },
                c => {
                    taken.plain(c, at);
                    c.len_utf8()
                }
            };
        }
        Some(at)
    }

    /// Says what the database's parser found, at the place in the line it is about.
    fn sql_error(&mut self, error: &sql::SqlError, places: &[usize], end: usize) {
        let place = cast::index(error.position).checked_sub(1).and_then(|index| places.get(index));
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
        let creates = statement.creates();
        for name in statement.tables() {
            if creates || tables.table(name).is_none() {
                let known: Vec<&str> = tables.tables().map(sql::Table::name).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                if creates {
                    let what = "a consumer does not make tables; the tables here: %";
                    self.say((start, start + "CREATE".len()), what, &[&known], "");
                    return;
                }
                let found = self.text[start..].find(name).map(|offset| start + offset);
                let (from, to) = found.map_or((start, start), |from| (from, from + name.len()));
                let what = "relation \"%\" does not exist; the tables here: %";
                self.say((from, to), what, &[name, &known], "");
            }
        }
    }
}
