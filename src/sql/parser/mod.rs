//! Tokens into statements, by recursive descent.

mod expr;
mod query;
mod table;

pub(super) use table::constraint_name;

use std::sync::Arc;

use super::ast::{Command, Ident, Name};
use super::error::SqlError;
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

pub(super) struct Parser {
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
    parameters: u16,
}

/// Reads one statement; a `;` may follow it.
///
/// # Errors
/// What is wrong with it, where, and what could have stood there.
pub fn parse(text: &str) -> Result<Statement, SqlError> {
    let mut parser = Parser { tokens: tokens(text)?, next: 0, depth: 0, parameters: 0 };
    let command = parser.command()?;
    let ended = parser.take_symbol(";");
    if parser.peek().kind == Kind::End {
        return Ok(Statement { command: Arc::new(command), parameters: parser.parameters });
    }
    if ended {
        let error = SqlError::new("42601", &["cannot insert multiple commands into a prepared statement"]);
        return Err(error.at(parser.peek().at).expecting("the end: one statement at a time"));
    }
    Err(parser.unexpected("the end of the statement"))
}

type Parsed<T> = Result<T, SqlError>;

impl Parser {
    fn command(&mut self) -> Parsed<Command> {
        const KNOWN: &[&str] = &[
            "select", "insert", "update", "delete", "create", "drop", "truncate", "begin", "start", "commit",
            "end", "rollback", "abort",
        ];
        let word = self.peek().text.clone();
        if !self.at_word(&word) || !KNOWN.contains(&&*word) {
            if self.at_word("savepoint") || self.at_word("alter") || self.at_word("with") {
                return Err(self.unsupported());
            }
            return Err(
                self.unexpected("a statement: SELECT, INSERT, UPDATE, DELETE, BEGIN, CREATE TABLE, …")
            );
        }
        if &*word == "select" {
            return Ok(Command::Select(self.select()?));
        }
        self.next += 1;
        Ok(match &*word {
            "insert" => Command::Insert(self.insert()?),
            "update" => Command::Modify(self.update()?),
            "delete" => Command::Modify(self.delete()?),
            "create" => Command::Create(self.create_table()?),
            "drop" => {
                self.word("table")?;
                let if_exists = self.take_words(&["if", "exists"])?;
                Command::Drop { tables: self.drop_names()?, if_exists }
            }
            "truncate" => {
                self.take_word("table");
                let tables = self.drop_names()?;
                let restart = self.take_words(&["restart", "identity"])?;
                if !restart {
                    self.take_words(&["continue", "identity"])?;
                }
                Command::Truncate { tables, restart }
            }
            "begin" | "start" => {
                if &*word == "start" {
                    self.word("transaction")?;
                } else {
                    self.take_transaction();
                }
                self.isolation()?;
                Command::Begin
            }
            "commit" | "end" => {
                self.take_transaction();
                Command::Commit
            }
            _ => {
                self.take_transaction();
                if self.at_word("to") {
                    return Err(self.unsupported());
                }
                Command::Rollback
            }
        })
    }

    /// Names after DROP TABLE and TRUNCATE.
    fn drop_names(&mut self) -> Parsed<Vec<Ident>> {
        let names = self.list(Self::ident)?;
        if !self.take_word("cascade") {
            self.take_word("restrict");
        }
        Ok(names)
    }

    fn take_transaction(&mut self) {
        if !self.take_word("transaction") {
            self.take_word("work");
        }
    }

    fn isolation(&mut self) -> Parsed<()> {
        if !self.take_words(&["isolation", "level", "read"])? {
            return Ok(());
        }
        // READ UNCOMMITTED is READ COMMITTED in PostgreSQL.
        if self.take_word("uncommitted") { Ok(()) } else { self.word("committed") }
    }

    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.next]
    }

    fn peek_second(&self) -> &Token {
        &self.tokens[(self.next + 1).min(self.tokens.len() - 1)]
    }

    fn advance(&mut self) -> Token {
        let token = self.tokens[self.next].clone();
        if token.kind != Kind::End {
            self.next += 1;
        }
        token
    }

    fn at_word(&self, word: &str) -> bool {
        let token = self.peek();
        token.kind == Kind::Word && &*token.text == word
    }

    fn at_symbol(&self, symbol: &str) -> bool {
        let token = self.peek();
        token.kind == Kind::Symbol && &*token.text == symbol
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        self.next += usize::from(found);
        found
    }

    fn take_symbol(&mut self, symbol: &str) -> bool {
        let found = self.at_symbol(symbol);
        self.next += usize::from(found);
        found
    }

    /// Whether the first of `words` comes next; if so, the others must follow.
    fn take_words(&mut self, words: &[&'static str]) -> Parsed<bool> {
        if !self.take_word(words[0]) {
            return Ok(false);
        }
        for word in &words[1..] {
            self.word(word)?;
        }
        Ok(true)
    }

    fn word(&mut self, word: &'static str) -> Parsed<()> {
        if self.take_word(word) { Ok(()) } else { Err(self.unexpected(word)) }
    }

    fn symbol(&mut self, symbol: &'static str) -> Parsed<()> {
        if self.take_symbol(symbol) { Ok(()) } else { Err(self.unexpected(symbol)) }
    }

    fn is_reserved(text: &str) -> bool {
        RESERVED.split_ascii_whitespace().any(|word| word == text)
    }

    /// Whether a name comes next.
    fn at_name(&self) -> bool {
        let token = self.peek();
        token.kind == Kind::Quoted || (token.kind == Kind::Word && !Self::is_reserved(&token.text))
    }

    fn ident(&mut self) -> Parsed<Ident> {
        if !self.at_name() {
            return Err(self.unexpected("a name"));
        }
        let token = self.advance();
        Ok(Ident { name: token.text, at: token.at })
    }

    fn alias(&mut self) -> Parsed<Option<Name>> {
        if self.take_word("as") {
            // After AS, any word will do.
            if self.peek().kind == Kind::Word {
                return Ok(Some(self.advance().text));
            }
            return Ok(Some(self.ident()?.name));
        }
        Ok(if self.at_name() { Some(self.advance().text) } else { None })
    }

    /// One or more, with commas between them.
    fn list<T>(&mut self, read: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut found = vec![read(self)?];
        while self.take_symbol(",") {
            found.push(read(self)?);
        }
        Ok(found)
    }

    fn idents_in_parentheses(&mut self) -> Parsed<Vec<Ident>> {
        self.symbol("(")?;
        let found = self.list(Self::ident)?;
        self.symbol(")")?;
        Ok(found)
    }

    fn deeper(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let error = SqlError::limit("an expression may be this deep:", MAX_DEPTH, "nothing was run");
            return Err(error.at(self.peek().at));
        }
        Ok(())
    }

    /// A syntax error at the next token.
    pub(super) fn unexpected(&self, expected: &'static str) -> SqlError {
        let token = self.peek();
        let error = if token.kind == Kind::End {
            SqlError::new("42601", &["syntax error at end of input"])
        } else {
            SqlError::new("42601", &["syntax error at or near \"", &token.raw, "\""])
        };
        error.at(token.at).expecting(expected)
    }

    /// The next word is PostgreSQL's, but means nothing here.
    fn unsupported(&self) -> SqlError {
        let token = self.peek();
        SqlError::unsupported(&[&token.raw.to_ascii_uppercase(), " is"], token.at)
    }
}
