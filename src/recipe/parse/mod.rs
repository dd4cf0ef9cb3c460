//! From text to program: lines into statements, `if` and `atomic` into jumps.

mod condition;
mod line;
mod outside;
mod redis;
mod sql;
mod suggest;

use std::fmt::Write as _;

use self::line::{Line, Problem, Statement};
use super::diagnostic::Diagnostic;
use super::lex::lex;
use super::limits;
use super::program::{Op, OpKind, Program};
use crate::base::cast;
use crate::base::sort_short_by_key;
use crate::sql::Database;

pub(super) use self::line::KEYWORDS;
pub(super) use self::sql::{in_word, starts_at as sql_starts_at};

/// The names a recipe may use, given by its scenario.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary<'a> {
    /// The names allowed in `{job.NAME}`; `id` is always there.
    pub job_fields: &'a [&'a str],
    /// The tables that are set up; `None` when that is not known.
    pub tables: Option<&'a Database>,
}

/// Parses a recipe.
///
/// # Errors
/// All errors found, in the order of the text, at most [`limits::DIAGNOSTICS`]. A text that is too long or has
/// too many lines gets only that error.
pub fn parse(source: &str, vocabulary: &Vocabulary<'_>) -> Result<Program, Vec<Diagnostic>> {
    if let Some(diagnostic) = too_large(source) {
        return Err(vec![diagnostic]);
    }
    let mut parser = Parser {
        names: Names { job_fields: vocabulary.job_fields, tables: vocabulary.tables, variables: Vec::new() },
        ops: Vec::new(),
        open: Vec::new(),
        diagnostics: Vec::new(),
    };
    for (number, text) in (1..).zip(source.lines()) {
        parser.line(number, text);
    }
    parser.finish(source)
}

fn too_large(source: &str) -> Option<Diagnostic> {
    let (line, message) = if source.len() > limits::SOURCE_BYTES {
        let (found, limit) = (source.len(), limits::SOURCE_BYTES);
        (1, format!("the recipe is {found} bytes long; the playground's limit is {limit} bytes"))
    } else {
        let lines = source.lines().count();
        if lines <= limits::LINES {
            return None;
        }
        let limit = limits::LINES;
        (
            cast::count(limit + 1),
            format!("the recipe has {lines} lines; the playground's limit is {limit} lines"),
        )
    };
    Some(Diagnostic { line, column: 1, length: 1, message, expected: None })
}

/// The names that can be read at a point of the text.
struct Names<'v> {
    job_fields: &'v [&'v str],
    tables: Option<&'v Database>,
    /// Assigned above, by slot.
    variables: Vec<String>,
}

/// A block that has no `end` yet.
struct Block {
    line: u32,
    column: u32,
    /// Its instruction.
    op: usize,
    kind: BlockKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BlockKind {
    /// An `if`, with the jump that its `else` put at the end of the first branch.
    If {
        jump: Option<usize>,
    },
    Atomic,
}

struct Parser<'v> {
    names: Names<'v>,
    ops: Vec<Op>,
    open: Vec<Block>,
    diagnostics: Vec<Diagnostic>,
}

impl Parser<'_> {
    fn line(&mut self, number: u32, text: &str) {
        let lexed = lex(text);
        let Some(first) = lexed.words.first() else { return };
        let (start, end) = (first.start, first.end);
        let mut line = Line::new(text, &lexed, &self.names);
        let statement = line.statement();
        let mut problems = line.problems;
        if let Some(statement) = statement
            && let Err(message) = self.place(number, column(text, start), statement)
        {
            problems.push(Problem { start, end, message, expected: None });
        }
        sort_short_by_key(&mut problems, |problem| problem.start);
        problems.truncate(limits::DIAGNOSTICS);
        self.diagnostics.extend(problems.into_iter().map(|problem| diagnostic(number, text, problem)));
    }

    /// Puts a statement at the end of the program; an error is about the statement's first word.
    fn place(&mut self, line: u32, column: u32, statement: Statement) -> Result<(), String> {
        match statement {
            Statement::If(condition) => {
                self.open(line, column, BlockKind::If { jump: None }, OpKind::If { condition, otherwise: 0 })
            }
            Statement::Atomic => {
                self.open(line, column, BlockKind::Atomic, OpKind::Atomic { after: 0, last_line: 0 })
            }
            Statement::Else => self.branch(line),
            Statement::End => self.close(line),
            Statement::Skip(why) => self.step(line, "skip", OpKind::Skip { why }),
            Statement::Fail(why) => self.step(line, "fail", OpKind::Fail { why }),
            Statement::Outside { into, call } => {
                let verb = call.verb.name();
                let into = self.assign(into)?;
                self.step(line, verb, OpKind::Outside { into, call })
            }
            Statement::Sql { into, sql, parameters } => {
                let into = self.assign(into)?;
                self.step(line, "a SQL statement", OpKind::Sql { into, sql, parameters })
            }
            Statement::Redis { into, words } => {
                let into = self.assign(into)?;
                self.ops.push(Op { line, kind: OpKind::Redis { into, words } });
                Ok(())
            }
            Statement::Broken { into } => self.assign(into).map(|_| ()),
        }
    }

    /// A statement that cannot be part of a step at the store.
    fn step(&mut self, line: u32, word: &str, kind: OpKind) -> Result<(), String> {
        if self.inside_atomic() {
            return Err(format!("{word} cannot stand inside atomic, which holds Redis commands and if only"));
        }
        self.ops.push(Op { line, kind });
        Ok(())
    }

    fn inside_atomic(&self) -> bool {
        self.open.iter().any(|block| block.kind == BlockKind::Atomic)
    }

    fn open(&mut self, line: u32, column: u32, kind: BlockKind, op: OpKind) -> Result<(), String> {
        let nested_atomic = kind == BlockKind::Atomic && self.inside_atomic();
        self.open.push(Block { line, column, op: self.ops.len(), kind });
        self.ops.push(Op { line, kind: op });
        if nested_atomic {
            return Err(
                "atomic cannot stand inside atomic, which holds Redis commands and if only".to_owned()
            );
        }
        if self.open.len() == limits::NESTING + 1 {
            let limit = limits::NESTING;
            return Err(format!(
                "this is nested {} deep; the playground's limit is {limit}",
                self.open.len()
            ));
        }
        Ok(())
    }

    fn branch(&mut self, line: u32) -> Result<(), String> {
        let here = self.ops.len();
        match self.open.last_mut() {
            Some(Block { kind: BlockKind::If { jump: jump @ None }, op, .. }) => {
                *jump = Some(here);
                let opened = *op;
                self.ops.push(Op { line, kind: OpKind::Jump { target: 0 } });
                self.aim(opened, 0);
                Ok(())
            }
            Some(Block { kind: BlockKind::If { jump: Some(_) }, line: opened, .. }) => {
                Err(format!("the if of line {opened} already has an else"))
            }
            Some(Block { kind: BlockKind::Atomic, .. }) => Err("atomic has no else".to_owned()),
            None => Err("there is no if for this else".to_owned()),
        }
    }

    fn close(&mut self, line: u32) -> Result<(), String> {
        let Some(block) = self.open.pop() else {
            return Err("there is nothing open for this end to close".to_owned());
        };
        let empty = self.ops.len() == block.op + 1;
        match block.kind {
            BlockKind::If { jump } => self.aim(jump.unwrap_or(block.op), line),
            BlockKind::Atomic => self.aim(block.op, line),
        }
        if block.kind == BlockKind::Atomic && empty && self.diagnostics.is_empty() {
            return Err(format!("the atomic of line {} holds no command", block.line));
        }
        Ok(())
    }

    /// Makes the jump of the instruction at `index` lead here.
    fn aim(&mut self, index: usize, line: u32) {
        let here = self.ops.len();
        match &mut self.ops[index].kind {
            OpKind::If { otherwise, .. } => *otherwise = here,
            OpKind::Jump { target } => *target = here,
            OpKind::Atomic { after, last_line } => (*after, *last_line) = (here, line),
            _ => unreachable!("only a block's instructions are aimed"),
        }
    }

    /// The slot of the variable a statement assigns.
    fn assign(&mut self, name: Option<String>) -> Result<Option<u8>, String> {
        let Some(name) = name else { return Ok(None) };
        let variables = &mut self.names.variables;
        let slot = variables.iter().position(|known| *known == name).unwrap_or(variables.len());
        if slot == limits::VARIABLES {
            let limit = limits::VARIABLES;
            return Err(format!(
                "{name} would be variable number {}; the playground's limit is {limit}",
                limit + 1
            ));
        }
        if slot == variables.len() {
            variables.push(name);
        }
        Ok(Some(u8::try_from(slot).expect("few variables")))
    }

    fn finish(mut self, source: &str) -> Result<Program, Vec<Diagnostic>> {
        for block in &self.open {
            let word = if block.kind == BlockKind::Atomic { "atomic" } else { "if" };
            self.diagnostics.push(Diagnostic {
                line: block.line,
                column: block.column,
                length: cast::count(word.len()),
                message: format!("this {word} has no end"),
                expected: Some("end".to_owned()),
            });
        }
        if self.diagnostics.is_empty() {
            return Ok(Program::new(source, self.ops, self.names.variables));
        }
        sort_short_by_key(&mut self.diagnostics, |diagnostic| (diagnostic.line, diagnostic.column));
        self.diagnostics.truncate(limits::DIAGNOSTICS);
        Err(self.diagnostics)
    }
}

fn diagnostic(line: u32, text: &str, problem: Problem) -> Diagnostic {
    let length = cast::count(text[problem.start..problem.end].chars().count().max(1));
    let column = column(text, problem.start);
    Diagnostic { line, column, length, message: problem.message, expected: problem.expected }
}

/// The column, in characters from 1, of a byte of the line.
fn column(text: &str, byte: usize) -> u32 {
    cast::count(text[..byte].chars().count() + 1)
}

/// A piece of the learner's text for a message: cut when long, control characters escaped.
fn excerpt(text: &str) -> String {
    const SHOWN: usize = 32;
    let mut shown = String::new();
    for c in text.chars().take(SHOWN) {
        if c.is_control() {
            let _ = write!(shown, "{}", c.escape_default());
        } else {
            shown.push(c);
        }
    }
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}
