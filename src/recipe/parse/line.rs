//! One line into one statement.

use super::super::lex::{Content, Lexed, MistakeKind, Piece, Word};
use super::super::limits;
use super::super::outside::FORMS;
use super::super::runtime::{Condition, OutsideTemplate, Part, Reference, Template};
use super::super::sql::SqlText;
use super::redis::{self, Known};
use super::sql;
use super::suggest::nearest;
use super::{Names, excerpt};
use crate::base::template::BraceError;
use crate::base::{Bytes, filled};

/// The language's own words; none of them can name a variable.
pub(in super::super) const KEYWORDS: [&str; 8] =
    ["if", "not", "else", "end", "atomic", "skip", "fail", "nil"];

/// Those that start a statement.
const STARTERS: [&str; 6] = ["if", "else", "end", "atomic", "skip", "fail"];

/// What braces can hold besides variables; none of them can name a variable.
const BUILT_IN: [&str; 4] = ["job", "worker", "token", "now"];

/// Something wrong in a line, from byte `start` to byte `end`.
pub(super) struct Problem {
    pub start: usize,
    pub end: usize,
    pub message: String,
    pub expected: Option<String>,
}

/// A statement, as far as it could be read.
pub(super) enum Statement {
    If(Condition),
    Else,
    End,
    Atomic,
    Skip(Template),
    Fail(Template),
    Redis {
        into: Option<String>,
        words: Vec<Template>,
    },
    Outside {
        into: Option<String>,
        call: OutsideTemplate,
    },
    Sql {
        into: Option<String>,
        sql: SqlText,
        parameters: Vec<Template>,
    },
    /// Something is wrong with it, and noted; the variable it assigns counts as assigned.
    Broken {
        into: Option<String>,
    },
}

/// A statement that leaves the worker and has a reply.
enum Step {
    Redis(Vec<Template>),
    Outside(OutsideTemplate),
}

/// A line while it is parsed.
pub(super) struct Line<'a> {
    pub text: &'a str,
    pub words: &'a [Word<'a>],
    pub names: &'a Names<'a>,
    pub problems: Vec<Problem>,
    /// Which word starts a SQL statement, if one does: then quotes and braces are SQL's.
    sql: Option<usize>,
}

impl<'a> Line<'a> {
    pub(super) fn new(text: &'a str, lexed: &'a Lexed<'a>, names: &'a Names<'a>) -> Self {
        let mut line =
            Self { text, words: &lexed.words, names, problems: Vec::new(), sql: sql::starts_at(lexed) };
        if line.sql.is_some() {
            return line;
        }
        for mistake in lexed.mistakes.iter().take(limits::DIAGNOSTICS) {
            line.mistake((mistake.start, mistake.end), &mistake.kind);
        }
        line
    }

    /// Notes what is wrong with quotes and braces.
    pub(super) fn mistake(&mut self, place: (usize, usize), kind: &MistakeKind) {
        let (template, quote) = match *kind {
            MistakeKind::UnclosedQuote(quote) => ("this % is never closed", quote),
            MistakeKind::TextAfterQuote(quote) => ("put a space after the closing %", quote),
            MistakeKind::Brace(BraceError::Unclosed) => {
                ("this { is never closed: write {name} for a value, {{ for a brace", ' ')
            }
            MistakeKind::Brace(BraceError::Lone) => ("this } closes nothing: write }} for a brace", ' '),
        };
        self.say(place, template, &[quote.encode_utf8(&mut [0; 4])], "");
    }

    /// The line's statement; `None` when it is not known what kind of statement it is.
    pub(super) fn statement(&mut self) -> Option<Statement> {
        if let Some(first) = self.sql {
            let into = if first == 0 { None } else { Some(self.assigned_name(&self.words[0])?) };
            return Some(self.sql(self.words[first].start, into));
        }
        if let [.., last] = self.words
            && let Some(extra) = self.words.get(limits::WORDS)
        {
            let (found, limit) = (self.words.len(), limits::WORDS);
            let what = "this statement has % words; the playground's limit is %";
            self.say((extra.start, last.end), what, &[&found.to_string(), &limit.to_string()], "");
            return None;
        }
        let words = self.words;
        let (into, words) = match words {
            [name, equals, rest @ ..] if equals.bare() == Some("=") => {
                let into = self.assigned_name(name)?;
                if rest.is_empty() {
                    self.missing(
                        "= keeps the reply of a statement: %",
                        "name = STATEMENT",
                        &["name = STATEMENT"],
                    );
                    return Some(Statement::Broken { into: Some(into) });
                }
                (Some(into), rest)
            }
            words => (None, words),
        };
        let (first, rest) = words.split_first()?;
        if let Some(keyword) = first.bare().filter(|name| KEYWORDS.contains(name)) {
            if into.is_none() {
                return self.keyword(keyword, first, rest);
            }
            let what = "only a command, a SQL statement or an outside call has a reply to keep, % has none";
            self.at(first, what, &[keyword]);
            return Some(Statement::Broken { into });
        }
        Some(match self.step(into.as_deref(), words) {
            Some(Step::Redis(words)) => Statement::Redis { into, words },
            Some(Step::Outside(call)) => Statement::Outside { into, call },
            None => Statement::Broken { into },
        })
    }

    /// A statement that starts with one of the language's own words.
    fn keyword(&mut self, keyword: &str, first: &Word<'_>, rest: &[Word<'_>]) -> Option<Statement> {
        match keyword {
            "if" => Some(Statement::If(self.condition(first, rest))),
            "else" => Some(self.alone(rest, "else", Statement::Else)),
            "end" => Some(self.alone(rest, "end", Statement::End)),
            "atomic" => Some(self.alone(rest, "atomic", Statement::Atomic)),
            "skip" => self.reason(rest, "skip").map(Statement::Skip),
            "fail" => self.reason(rest, "fail").map(Statement::Fail),
            _ => {
                self.unknown(first, None);
                None
            }
        }
    }

    /// A Redis command or an outside call.
    fn step(&mut self, into: Option<&str>, words: &[Word<'_>]) -> Option<Step> {
        let (first, rest) = words.split_first()?;
        let Some(name) = first.bare() else {
            self.unknown(first, into);
            return None;
        };
        if let Some(form) = FORMS.iter().find(|form| form.name == name) {
            return self.outside(form, rest).map(Step::Outside);
        }
        match redis::known(name) {
            Known::Yes(spec) => {
                self.check_command(spec, words);
                return Some(Step::Redis(words.iter().map(|word| self.template(word)).collect()));
            }
            Known::Refused(why) => self.at(first, why, &[]),
            Known::No => match rest {
                [equals, ..] if into.is_none() && is_name(name) && is_glued_equals(equals) => {
                    self.space_equals(equals, name);
                }
                _ => self.unknown(first, into),
            },
        }
        None
    }

    fn assigned_name(&mut self, word: &Word<'_>) -> Option<String> {
        let name = word.bare().filter(|name| is_name(name));
        let Some(name) = name else {
            let what =
                "% cannot name a variable; a name is letters, digits and _, and starts with a letter or _";
            self.at(word, what, &[&excerpt(word.source)]);
            return None;
        };
        if KEYWORDS.contains(&name) || BUILT_IN.contains(&name) || sql::STARTERS.contains(&name) {
            self.at(word, "% has a meaning of its own and cannot name a variable", &[name]);
            return None;
        }
        Some(name.to_owned())
    }

    /// Says what is wrong with a first word that starts no statement.
    fn unknown(&mut self, word: &Word<'_>, into: Option<&str>) {
        let shown = excerpt(word.source);
        if let Some(name) = into
            && !word.source.starts_with(|c: char| c.is_ascii_alphabetic())
        {
            let what = "% = keeps the reply of a statement; % is not a statement";
            return self.at(word, what, &[name, &shown]);
        }
        if let Some((name, _)) = word.source.split_once('=').filter(|(name, _)| is_name(name)) {
            return self.space_equals(word, name);
        }
        let verbs = FORMS.iter().map(|form| form.name);
        let near = nearest(word.source, STARTERS.iter().copied().chain(verbs).chain(redis::names()));
        let Some(near) = near else {
            let what = "% is not a statement; a line starts with a Redis command, a SQL statement, charge, email, POST, PUT, ship, append, read, version, authorize, if, atomic, skip or fail";
            return self.at(word, what, &[&shown]);
        };
        let near = if redis::is_name(near) { near.to_ascii_uppercase() } else { near.to_owned() };
        let what = "% is not a statement; did you mean %?";
        self.say((word.start, word.end), what, &[&shown, &near], &near);
    }

    fn space_equals(&mut self, word: &Word<'_>, name: &str) {
        let expected = format!("{name} = STATEMENT");
        let what = "put a space on both sides of =: %";
        self.say((word.start, word.end), what, &[&expected], &expected);
    }

    fn alone(&mut self, rest: &[Word<'_>], word: &str, statement: Statement) -> Statement {
        if let ([first, ..], [.., last]) = (rest, rest) {
            let what = if word == "else" && first.bare() == Some("if") {
                "else stands alone: put the if on the next line, with an end of its own"
            } else {
                "% stands alone on its line"
            };
            self.say((first.start, last.end), what, &[word], word);
        }
        statement
    }

    fn reason(&mut self, rest: &[Word<'_>], word: &str) -> Option<Template> {
        let expected = format!("{word} \"why\"");
        match rest {
            [] => {
                self.missing("% needs a reason: %", &expected, &[word, &expected]);
                None
            }
            [why] => Some(self.template(why)),
            [_, extra, ..] => {
                let end = rest[rest.len() - 1].end;
                let what = "% takes one text; put it in quotes: %";
                self.say((extra.start, end), what, &[word, &expected], &expected);
                None
            }
        }
    }

    /// A word with its holes resolved.
    pub(super) fn template(&mut self, word: &Word<'_>) -> Template {
        let mut parts = Vec::new();
        let mut size = 0;
        for piece in &word.pieces {
            match &piece.content {
                Content::Hole(_) => parts.extend(self.hole(piece).map(Part::Reference)),
                Content::Text(text) if text.is_empty() => {}
                Content::Text(text) => {
                    size += text.len();
                    parts.push(Part::Text(Bytes::from(text.as_slice())));
                }
            }
        }
        if size > limits::WORD_BYTES {
            let what = "this word is % bytes long; the playground's limit is % bytes";
            self.at(word, what, &[&size.to_string(), &limits::WORD_BYTES.to_string()]);
        }
        if parts.is_empty() {
            parts.push(Part::Text(Bytes::default()));
        }
        Template(parts)
    }

    /// What a piece between braces refers to.
    pub(super) fn hole(&mut self, piece: &Piece<'_>) -> Option<Reference> {
        let Content::Hole(inside) = piece.content else { return None };
        match self.reference(inside.trim()) {
            Ok(reference) => Some(reference),
            Err(message) => {
                self.problem(piece.start, piece.end, message, None);
                None
            }
        }
    }

    /// What a name refers to, or why it refers to nothing.
    pub(super) fn reference(&self, name: &str) -> Result<Reference, String> {
        match name {
            "worker" => return Ok(Reference::Worker),
            "token" => return Ok(Reference::Token),
            "now" => return Ok(Reference::Now),
            "job.id" => return Ok(Reference::JobId),
            "job" => return Err("say which field of the job: {job.id}".to_owned()),
            "" => {
                return Err(
                    "nothing stands between the braces; for braces themselves write {{ and }}".to_owned()
                );
            }
            _ => {}
        }
        if let Some(field) = name.strip_prefix("job.") {
            let fields = self.names.job_fields;
            if fields.contains(&field) {
                return Ok(Reference::JobField(field.to_owned()));
            }
            let others = fields.iter().copied().filter(|&field| field != "id");
            let known = listed(std::iter::once("id").chain(others));
            return Err(format!("the job has no field {}; it has {known}", excerpt(field)));
        }
        let slot_of = |name: &str| {
            let slot = self.names.variables.iter().position(|known| known == name)?;
            Some(u8::try_from(slot).expect("few variables"))
        };
        if let Some(slot) = slot_of(name) {
            return Ok(Reference::Variable(slot));
        }
        if let Some((row, column)) = name.split_once('.').filter(|(_, column)| is_name(column))
            && let Some(slot) = slot_of(row)
        {
            return Ok(Reference::Column(slot, column.to_owned()));
        }
        if !is_name(name) {
            let what = "% is not a name; braces hold job.FIELD, a variable, worker, token or now";
            return Err(filled(what, &[&excerpt(name)]));
        }
        let known = self.variables_here();
        Err(format!("no statement above keeps a reply in {}; {known}", excerpt(name)))
    }

    /// The variables that can be read on this line, for a message.
    pub(super) fn variables_here(&self) -> String {
        match self.names.variables.as_slice() {
            [] => "there are no variables here".to_owned(),
            names => format!("the variables here are {}", listed(names.iter().map(String::as_str))),
        }
    }

    pub(super) fn at(&mut self, word: &Word<'_>, template: &str, parts: &[&str]) {
        self.say((word.start, word.end), template, parts, "");
    }

    /// Something is missing behind the last word.
    pub(super) fn missing(&mut self, template: &str, expected: &str, parts: &[&str]) {
        let end = self.words.last().map_or(0, |word| word.end);
        self.say((end, end), template, parts, expected);
    }

    /// Notes a problem: a text with a part for each `%`, and what would be right, if anything in particular.
    pub(super) fn say(
        &mut self,
        (start, end): (usize, usize),
        template: &str,
        parts: &[&str],
        expected: &str,
    ) {
        let expected = (!expected.is_empty()).then(|| expected.to_owned());
        self.problem(start, end, filled(template, parts), expected);
    }

    pub(super) fn problem(&mut self, start: usize, end: usize, message: String, expected: Option<String>) {
        debug_assert!(self.text.get(start..end).is_some(), "a problem is a piece of its line");
        self.problems.push(Problem { start, end, message, expected });
    }
}

/// Names for a message, the first dozen of them.
fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    const SHOWN: usize = 12;
    let mut names: Vec<String> = names.map(excerpt).collect();
    if let Some(more) = names.len().checked_sub(SHOWN).filter(|&more| more > 0) {
        names.truncate(SHOWN);
        names.push(format!("… {more} more"));
    }
    names.join(", ")
}

/// Whether the text can name a variable.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Whether a word is the `=` of an assignment with text stuck to it.
fn is_glued_equals(word: &Word<'_>) -> bool {
    word.source.strip_prefix('=').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}
