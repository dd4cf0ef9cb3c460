//! Colours for the editor: every byte of every line gets a kind, whatever the text is.
//!
//! Reads one line at a time, with the parser's own word splitter, and judges by form alone: a name that is
//! assigned nowhere is coloured as a variable all the same. The parser says what is wrong.

use std::ops::Range;

use super::lex::{Content, Word, lex};
use super::limits;
use super::outside::FORMS;
use super::parse::{KEYWORDS, in_word, sql_starts_at};
use super::value::integer;
use crate::base::template::brace;
use crate::store::command;

/// What a piece of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpanKind {
    /// `if`, `not`, `else`, `end`, `atomic`, `skip`, `fail`, `nil`, and `key` or `expect` in an outside call.
    Keyword,
    /// The name of a Redis command the store knows.
    Command,
    /// The verb of an outside call.
    Verb,
    /// The name of a variable.
    Variable,
    /// `{…}`, and `job.NAME` in a condition.
    Interpolation,
    /// Quoted text.
    Text,
    /// A whole number.
    Number,
    /// `#` and what follows.
    Comment,
    /// All else.
    Plain,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// Where it is, in bytes from the start of its line.
    pub range: Range<usize>,
    /// What it is.
    pub kind: SpanKind,
}

/// The pieces of each line. Lines are what `'\n'` separates; the spans of a line follow each other without a
/// gap and cover it. A text longer than [`limits::SOURCE_BYTES`] stays plain.
#[must_use]
pub(crate) fn highlight(source: &str) -> Vec<Vec<Span>> {
    let too_long = source.len() > limits::SOURCE_BYTES;
    let spans = |line: &str| {
        let mut painter = Painter { spans: Vec::new() };
        if !too_long {
            painter.line(line);
        }
        painter.paint(line.len(), SpanKind::Plain);
        painter.spans
    };
    source.split('\n').map(spans).collect()
}

/// The words of SQL that are coloured.
const SQL_WORDS: &str = "and as asc begin between by check coalesce commit conflict count create default delete desc do \
    drop exists false for from if in insert into is key like limit locked max min not nothing nowait null offset on or \
    order primary references returning rollback select set share skip sum table true truncate unique update values where";

struct Painter {
    spans: Vec<Span>,
}

impl Painter {
    /// Gives everything from the last painted byte up to `end` a kind.
    fn paint(&mut self, end: usize, kind: SpanKind) {
        let start = self.spans.last().map_or(0, |span| span.range.end);
        match self.spans.last_mut() {
            _ if start == end => {}
            Some(last) if last.kind == kind => last.range.end = end,
            _ => self.spans.push(Span { range: start..end, kind }),
        }
    }

    fn word(&mut self, word: &Word<'_>, kind: SpanKind) {
        self.paint(word.start, SpanKind::Plain);
        self.paint(word.end, kind);
    }

    fn line(&mut self, line: &str) {
        let lexed = lex(line);
        let mut words = lexed.words.as_slice();
        if let [name, equals, rest @ ..] = words
            && equals.bare() == Some("=")
        {
            self.word(name, SpanKind::Variable);
            words = rest;
        }
        if let (Some(_), Some(first)) = (sql_starts_at(&lexed), words.first()) {
            return self.sql(line, first.start);
        }
        if let Some((first, rest)) = words.split_first() {
            self.statement(first, rest);
        }
        if let Some(start) = lexed.comment {
            self.paint(start, SpanKind::Plain);
            self.paint(line.len(), SpanKind::Comment);
        }
    }

    /// The rest of a line that holds a SQL statement.
    fn sql(&mut self, line: &str, start: usize) {
        self.paint(start, SpanKind::Plain);
        let (mut at, mut quoted) = (start, false);
        while let Some(c) = line[at..].chars().next() {
            let rest = &line[at..];
            let plain = if quoted { SpanKind::Text } else { SpanKind::Plain };
            let (length, kind) = match c {
                '\'' => {
                    quoted = !quoted;
                    (1, SpanKind::Text)
                }
                '{' => match brace(rest) {
                    Ok(Some(inside)) => (inside.len() + 2, SpanKind::Interpolation),
                    doubled => (1 + usize::from(doubled.is_ok()), plain),
                },
                c if quoted => (c.len_utf8(), plain),
                '#' if line[..at].ends_with(char::is_whitespace) => (rest.len(), SpanKind::Comment),
                c if in_word(c) => {
                    let end = rest.find(|c: char| !in_word(c)).unwrap_or(rest.len());
                    let word = &rest[..end];
                    let keyword = SQL_WORDS.split(' ').any(|known| word.eq_ignore_ascii_case(known));
                    let number = c.is_ascii_digit();
                    let named = if number { SpanKind::Number } else { plain };
                    (end, if keyword { SpanKind::Command } else { named })
                }
                c => (c.len_utf8(), plain),
            };
            at += length;
            self.paint(at, kind);
        }
    }

    fn statement(&mut self, first: &Word<'_>, rest: &[Word<'_>]) {
        let name = first.bare().unwrap_or_default();
        let form = FORMS.iter().find(|form| form.name == name);
        if KEYWORDS.contains(&name) {
            self.word(first, SpanKind::Keyword);
        } else if form.is_some() {
            self.word(first, SpanKind::Verb);
        } else if command(name.as_bytes()).is_some() {
            self.word(first, SpanKind::Command);
        } else {
            self.argument(first);
        }
        for (index, word) in rest.iter().enumerate() {
            if name == "if" {
                self.operand(word);
            } else if form.is_some_and(|form| {
                index == form.words && form.option.is_some() && form.option == word.bare()
            }) {
                self.word(word, SpanKind::Keyword);
            } else {
                self.argument(word);
            }
        }
    }

    fn operand(&mut self, word: &Word<'_>) {
        let kind = match word.bare() {
            Some("nil" | "not") => SpanKind::Keyword,
            Some(text) if text.starts_with("job.") => SpanKind::Interpolation,
            Some(text) if text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') => {
                SpanKind::Variable
            }
            _ => return self.argument(word),
        };
        self.word(word, kind);
    }

    fn argument(&mut self, word: &Word<'_>) {
        if word.bare().is_some_and(|text| integer(text.as_bytes()).is_some()) {
            return self.word(word, SpanKind::Number);
        }
        self.paint(word.start, SpanKind::Plain);
        for piece in &word.pieces {
            let kind = match piece.content {
                Content::Hole(_) => SpanKind::Interpolation,
                Content::Text(_) if piece.quoted => SpanKind::Text,
                Content::Text(_) => SpanKind::Plain,
            };
            self.paint(piece.end, kind);
        }
    }
}
