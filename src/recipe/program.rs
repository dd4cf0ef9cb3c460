//! A parsed recipe: a flat list of instructions whose jumps all go forward.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::live::{self, Reads, Slots};
use super::runtime::{Condition, OutsideTemplate, Template};
use super::sql::SqlText;
use crate::base::fingerprint;

/// A parsed recipe. Cloning is cheap; equality and hash are those of the source text.
#[derive(Clone)]
pub struct Program(Arc<Inner>);

struct Inner {
    source: String,
    digest: u64,
    ops: Vec<Op>,
    variables: Vec<String>,
    /// Before each instruction and behind the last: the variables that are still read.
    live: Vec<Slots>,
    reads: Reads,
}

/// One instruction and the line it came from.
pub(super) struct Op {
    pub line: u32,
    pub kind: OpKind,
}

/// What an instruction does. Positions are indices into the instruction list, always further on.
pub(super) enum OpKind {
    /// One command to the store.
    Redis { into: Option<u8>, words: Vec<Template> },
    /// One request to the outside world.
    Outside { into: Option<u8>, call: OutsideTemplate },
    /// One SQL statement to the database.
    Sql { into: Option<u8>, sql: SqlText, parameters: Vec<Template> },
    /// The instructions up to `after` are one step at the store.
    Atomic { after: usize, last_line: u32 },
    /// Go to `otherwise` when the condition is false.
    If { condition: Condition, otherwise: usize },
    /// Go on at `target`: the end of a branch that has an `else`.
    Jump { target: usize },
    /// End the handler, as done.
    Skip { why: Template },
    /// End the handler, as failed.
    Fail { why: Template },
}

/// What kind of step a statement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StatementKind {
    /// One Redis command.
    Redis,
    /// A block of Redis commands that is one step at the store.
    Atomic,
    /// A request to the outside world.
    Outside,
    /// A SQL statement.
    Sql,
    /// `skip`: the handler ends as done.
    Skip,
    /// `fail`: the handler ends as failed.
    Fail,
}

/// A statement that is a step of its own. The commands inside an `atomic` block belong to the block's step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StatementInfo {
    /// The line it starts on, from 1.
    pub line: u32,
    /// What kind of step it is.
    pub kind: StatementKind,
    /// The line it ends on: that of `end` for an atomic block, `line` for all else.
    pub last_line: u32,
}

impl Program {
    /// # Panics
    /// When an instruction jumps backwards or past the end: the parser's promise that a recipe ends.
    pub(super) fn new(source: &str, ops: Vec<Op>, variables: Vec<String>) -> Self {
        for (index, op) in ops.iter().enumerate() {
            let target = match op.kind {
                OpKind::Atomic { after, .. } => after,
                OpKind::If { otherwise, .. } => otherwise,
                OpKind::Jump { target } => target,
                _ => index + 1,
            };
            assert!(index < target && target <= ops.len(), "line {}: a jump must go forward", op.line);
        }
        let (live, reads) = (live::live(&ops), live::reads(&ops));
        Self(Arc::new(Inner {
            source: source.to_owned(),
            digest: fingerprint(source),
            ops,
            variables,
            live,
            reads,
        }))
    }

    /// The text the program was parsed from.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// The statements that are steps, in the order of the text.
    pub fn statements(&self) -> impl Iterator<Item = StatementInfo> {
        let mut inside_until = 0;
        self.0.ops.iter().enumerate().filter_map(move |(index, op)| {
            if index < inside_until {
                return None;
            }
            let mut last_line = op.line;
            let kind = match op.kind {
                OpKind::Redis { .. } => StatementKind::Redis,
                OpKind::Outside { .. } => StatementKind::Outside,
                OpKind::Sql { .. } => StatementKind::Sql,
                OpKind::Atomic { after, last_line: end } => {
                    inside_until = after;
                    last_line = end;
                    StatementKind::Atomic
                }
                OpKind::Skip { .. } => StatementKind::Skip,
                OpKind::Fail { .. } => StatementKind::Fail,
                OpKind::If { .. } | OpKind::Jump { .. } => return None,
            };
            Some(StatementInfo { line: op.line, kind, last_line })
        })
    }

    /// Whether the recipe does nothing at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.statements().next().is_none()
    }

    /// The names of the variables, in the order of their first assignment.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.0.variables.iter().map(String::as_str)
    }

    /// What it reads besides the job, variables and replies.
    #[must_use]
    pub fn reads(&self) -> Reads {
        self.0.reads
    }

    /// Whether it may name a Redis key that begins with `prefix`, which what a job carries may do or not.
    #[must_use]
    pub fn may_name(&self, prefix: &[u8], jobs_begin: bool) -> bool {
        live::may_name(&self.0.ops, prefix, jobs_begin)
    }

    pub(super) fn ops(&self) -> &[Op] {
        &self.0.ops
    }

    /// The variables that are read from an instruction on.
    pub(super) fn live(&self, counter: usize) -> Slots {
        self.0.live[counter]
    }

    pub(super) fn variable_name(&self, slot: u8) -> &str {
        &self.0.variables[usize::from(slot)]
    }
}

impl PartialEq for Program {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.0.digest == other.0.digest && self.0.source == other.0.source)
    }
}

impl Eq for Program {}

impl Hash for Program {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.digest);
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Program").field(&self.0.source).finish()
    }
}
