//! Tokens into statements, by recursive descent.
//!
//! What is read is put where it belongs at once: a method that fails has nothing of its own to drop.

mod expr;
mod query;
mod table;

use std::sync::Arc;

use super::ast::{Command, Ident, Name, Verb};
use super::error::{SqlError, error, over};
use super::lexer::{Kind, Token, tokens};
use super::{MAX_DEPTH, Statement};

/// What cannot be a column's name without quotes: PostgreSQL's reserved words.
const RESERVED: &str = " all analyse analyze and any array as asc asymmetric both case cast check collate column \
    constraint create current_catalog current_date current_role current_time current_timestamp current_user \
    default deferrable desc distinct do else end except false fetch for foreign from grant group having in \
    initially intersect into lateral leading limit localtime localtimestamp not null offset on only or order \
    placing primary references returning select session_user some symmetric table then to trailing true union \
    unique user using variadic when where window with \
    cross full inner join left natural outer right like ilike is isnull notnull overlaps similar ";

const VERBS: &[(&str, Verb)] = &[
    ("select", Verb::Select),
    ("insert", Verb::Insert),
    ("update", Verb::Update),
    ("delete", Verb::Delete),
    ("begin", Verb::Begin),
    ("start", Verb::Begin),
    ("commit", Verb::Commit),
    ("end", Verb::Commit),
    ("rollback", Verb::Rollback),
    ("abort", Verb::Rollback),
    ("create", Verb::Create),
    ("drop", Verb::Drop),
    ("truncate", Verb::Truncate),
];

pub(super) struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
    /// The statement, as far as it is read.
    it: Command,
}

/// Reads one statement; a `;` may follow it.
///
/// # Errors
/// What is wrong with it, where, and what could have stood there.
pub fn parse(text: &str) -> Result<Statement, SqlError> {
    let mut parser = Parser { text, tokens: tokens(text)?, next: 0, depth: 0, it: Command::default() };
    parser.command()?;
    let ended = parser.take(";");
    if parser.peek().kind == Kind::End {
        parser.it.text.push_str(text);
        return Ok(Statement(Arc::new(parser.it)));
    }
    if ended {
        let what = "42601 cannot insert multiple commands into a prepared statement";
        return Err(error(what, &[], parser.peek().at).expecting("the end: one statement at a time"));
    }
    Err(parser.unexpected("the end of the statement"))
}

type Parsed<T> = Result<T, SqlError>;

impl Parser<'_> {
    fn command(&mut self) -> Parsed<()> {
        let Some((word, verb)) = VERBS.iter().find(|(word, _)| self.take(word)) else {
            self.refuse(&["savepoint", "alter", "with"])?;
            return Err(
                self.unexpected("a statement: SELECT, INSERT, UPDATE, DELETE, BEGIN, CREATE TABLE, …")
            );
        };
        self.it.verb = *verb;
        match verb {
            Verb::Select => self.select(),
            Verb::Insert => self.insert(),
            Verb::Update => self.update(),
            Verb::Delete => self.delete(),
            Verb::Create => self.create_table(),
            Verb::Drop | Verb::Truncate => self.drop(*verb == Verb::Drop),
            _ => self.transaction(*verb, *word == "start"),
        }
    }

    /// DROP TABLE and TRUNCATE.
    fn drop(&mut self, drop: bool) -> Parsed<()> {
        if drop {
            self.need("table")?;
            self.it.option = self.take_all("if exists")?;
        } else {
            self.take("table");
        }
        self.it.tables = self.idents()?;
        if !drop {
            self.it.option = self.take_all("restart identity")?;
            self.take_all("continue identity")?;
        }
        if !self.take("cascade") {
            self.take("restrict");
        }
        Ok(())
    }

    fn transaction(&mut self, verb: Verb, start: bool) -> Parsed<()> {
        if start {
            self.need("transaction")?;
        } else if !self.take("transaction") {
            self.take("work");
        }
        self.refuse(&["to"])?;
        // READ UNCOMMITTED is READ COMMITTED in PostgreSQL.
        if verb == Verb::Begin && self.take_all("isolation level read")? && !self.take("uncommitted") {
            self.need("committed")?;
        }
        Ok(())
    }

    fn peek(&self) -> Token {
        self.tokens[self.next]
    }

    fn raw(&self, token: Token) -> &str {
        &self.text[token.start..token.end]
    }

    /// A word in lower case, the content of what is quoted, or the text as it is.
    fn content(&self, token: Token) -> Name {
        let raw = self.raw(token);
        let quote = match token.kind {
            Kind::Word => return raw.to_ascii_lowercase().into(),
            Kind::Text => '\'',
            Kind::Quoted => '"',
            _ => return raw.into(),
        };
        let mut content = String::new();
        let mut doubled = false;
        for c in raw[1..raw.len() - 1].chars() {
            doubled = c == quote && !doubled;
            if !doubled {
                content.push(c);
            }
        }
        content.into()
    }

    /// Whether a keyword, in any case, or a symbol comes next.
    fn at(&self, word: &str) -> bool {
        self.is(self.next, word)
    }

    fn is(&self, index: usize, word: &str) -> bool {
        // What is quoted begins with a quote, and is none therefore.
        self.tokens.get(index).is_some_and(|token| self.raw(*token).eq_ignore_ascii_case(word))
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.at(word);
        self.next += usize::from(found);
        found
    }

    /// Whether the first of the words of `phrase` comes next; if so, the others must follow.
    fn take_all(&mut self, phrase: &'static str) -> Parsed<bool> {
        let mut first = true;
        for word in phrase.split(' ') {
            if !self.take(word) {
                return if first { Ok(false) } else { Err(self.unexpected(word)) };
            }
            first = false;
        }
        Ok(true)
    }

    fn need(&mut self, word: &'static str) -> Parsed<()> {
        if self.take(word) { Ok(()) } else { Err(self.unexpected(word)) }
    }

    /// Words that are PostgreSQL's, but mean nothing here.
    fn refuse(&self, words: &[&str]) -> Parsed<()> {
        if !words.iter().any(|word| self.at(word)) {
            return Ok(());
        }
        let token = self.peek();
        Err(error("0A000 % is not supported here", &[&self.raw(token).to_ascii_uppercase()], token.at))
    }

    /// Whether a name comes next.
    fn at_name(&self) -> bool {
        let token = self.peek();
        token.kind == Kind::Quoted
            || (token.kind == Kind::Word && !RESERVED.split(' ').any(|word| self.at(word)))
    }

    fn ident(&mut self) -> Parsed<Ident> {
        if !self.at_name() {
            return Err(self.unexpected("a name"));
        }
        Ok(self.any_word())
    }

    /// The next token as a name, whatever it is.
    fn any_word(&mut self) -> Ident {
        let token = self.peek();
        self.next += 1;
        Ident { name: self.content(token), at: token.at }
    }

    fn alias(&mut self) -> Parsed<Option<Name>> {
        // After AS, any word will do.
        let given = self.take("as");
        if (given && self.peek().kind == Kind::Word) || self.at_name() {
            return Ok(Some(self.any_word().name));
        }
        if given { Err(self.unexpected("a name")) } else { Ok(None) }
    }

    /// One or more names, with commas between them.
    fn idents(&mut self) -> Parsed<Vec<Ident>> {
        let mut found = Vec::new();
        loop {
            found.push(self.ident()?);
            if !self.take(",") {
                return Ok(found);
            }
        }
    }

    fn idents_in_parentheses(&mut self) -> Parsed<Vec<Ident>> {
        self.need("(")?;
        let found = self.idents()?;
        self.need(")")?;
        Ok(found)
    }

    fn deeper(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let what = "54000 an expression may be this deep: %; nothing was run";
            return Err(over(what, MAX_DEPTH).at(self.peek().at));
        }
        Ok(())
    }

    /// A syntax error at the next token.
    #[cold]
    fn unexpected(&self, expected: &'static str) -> SqlError {
        let token = self.peek();
        let what = match token.kind {
            Kind::End => "42601 syntax error at end of input",
            _ => "42601 syntax error at or near \"%\"",
        };
        error(what, &[self.raw(token)], token.at).expecting(expected)
    }
}
