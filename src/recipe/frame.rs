//! A running recipe: a program counter and local variables.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::limits;
use super::outside::OutsideCall;
use super::program::{OpKind, Program};
use super::runtime::{Context, Env, RuntimeError, Scope};
use super::sql::{SqlText, value_of_outcome};
use super::value::{Value, write_quoted, write_word};
use crate::base::Bytes;
use crate::base::cast;
use crate::sql::{Datum, Outcome};

/// Where a handler is: a program counter and local variables. A crash is dropping it.
///
/// A frame belongs to the program it was started on; with another one its methods may panic.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The instruction it rests at: one that leaves the worker or ends the handler, an `if` that cannot be
    /// decided, or one past the last.
    counter: u32,
    /// By slot, as far as anything was assigned.
    variables: Vec<Option<Value>>,
}

/// What a frame is about to do. Displays as the statement with its values filled in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum At {
    /// Send one command to the store.
    Redis {
        /// The statement's line, from 1.
        line: u32,
        /// The command, filled in.
        argv: Vec<Bytes>,
    },
    /// Run a block of commands at the store, as one step.
    Atomic {
        /// The line of `atomic`.
        line: u32,
        /// The line of its `end`.
        last_line: u32,
    },
    /// Send a request to the outside world.
    Outside {
        /// The statement's line.
        line: u32,
        /// The request, filled in.
        call: OutsideCall,
    },
    /// Send a SQL statement to the database.
    Sql {
        /// The statement's line.
        line: u32,
        /// The statement.
        sql: SqlText,
        /// The values of its parameters.
        parameters: Vec<Datum>,
    },
    /// End the handler as done.
    Skip {
        /// The statement's line.
        line: u32,
        /// The reason given.
        why: String,
    },
    /// End the handler as failed.
    Fail {
        /// The statement's line.
        line: u32,
        /// The reason given.
        why: String,
    },
    /// Nothing: the recipe is at its end.
    Done,
    /// Throw: the statement cannot be filled in, or the condition cannot be decided.
    Trouble {
        /// The statement's line.
        line: u32,
        /// Why.
        error: RuntimeError,
    },
}

/// What became of one execution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Executed {
    /// The statement was answered, and the frame moved on.
    Next {
        /// The reply; an atomic block's is that of the last command it ran.
        reply: Value,
    },
    /// The statement waits in the database for another session; the frame did not move.
    Waits,
    /// The handler ended as done, by `skip`.
    Skipped {
        /// The reason given.
        why: String,
    },
    /// The handler ended as failed, by `fail`.
    Failed {
        /// The reason given.
        why: String,
    },
    /// The recipe is at its end.
    Done,
    /// The handler throws: the store or the provider answered with an error, a word could not be filled in,
    /// or a limit was reached. What was sent before stays done; the frame did not move.
    Error {
        /// The line that threw, inside an atomic block too.
        line: u32,
        /// What the handler threw.
        message: String,
    },
}

/// Why a handler throws, and where.
struct Thrown {
    line: u32,
    message: String,
}

/// An `if` that cannot be decided.
struct Undecided {
    index: usize,
    error: RuntimeError,
}

impl Frame {
    /// A frame that rests at the first statement to run.
    #[must_use]
    pub fn start(program: &Program, ctx: &Context<'_>) -> Self {
        let mut frame = Self { counter: 0, variables: Vec::new() };
        frame.rest_from(program, ctx, 0);
        frame
    }

    /// What the frame is about to do. Has no effects.
    #[must_use]
    pub fn at(&self, program: &Program, ctx: &Context<'_>) -> At {
        let scope = self.scope(program, ctx);
        let index = match settle(&scope, cast::index(self.counter)) {
            Ok(index) => index,
            Err(Undecided { index, error }) => return At::Trouble { line: program.ops()[index].line, error },
        };
        let Some(op) = program.ops().get(index) else { return At::Done };
        let line = op.line;
        let at = match &op.kind {
            OpKind::Redis { words, .. } => scope.fill_all(words).map(|argv| At::Redis { line, argv }),
            OpKind::Outside { call, .. } => scope.fill_call(call).map(|call| At::Outside { line, call }),
            OpKind::Sql { sql, parameters, .. } => parameters
                .iter()
                .map(|template| scope.parameter(template))
                .collect::<Result<_, _>>()
                .map(|parameters| At::Sql { line, sql: sql.clone(), parameters }),
            OpKind::Atomic { last_line, .. } => Ok(At::Atomic { line, last_line: *last_line }),
            OpKind::Skip { why } => scope.fill_reason(why).map(|why| At::Skip { line, why }),
            OpKind::Fail { why } => scope.fill_reason(why).map(|why| At::Fail { line, why }),
            OpKind::If { .. } | OpKind::Jump { .. } => unreachable!("a frame does not rest at control flow"),
        };
        at.unwrap_or_else(|error| At::Trouble { line, error })
    }

    /// Runs the statement the frame rests at, keeps its reply, and moves on to the next resting place.
    pub fn execute(&mut self, program: &Program, ctx: &Context<'_>, env: &mut dyn Env) -> Executed {
        let index = cast::index(self.counter);
        let (line, answer) = match self.at(program, ctx) {
            At::Done => return Executed::Done,
            At::Skip { why, .. } => return Executed::Skipped { why },
            At::Fail { why, .. } => return Executed::Failed { why },
            At::Trouble { line, error } => return Executed::Error { line, message: error.to_string() },
            At::Redis { line, argv } => (line, Value::from_reply(env.redis(&argv))),
            At::Outside { line, call } => (line, env.outside(&call)),
            At::Sql { line, sql, parameters } => match env.sql(sql.statement(), &parameters) {
                Outcome::Waits { .. } => return Executed::Waits,
                outcome => (line, value_of_outcome(outcome)),
            },
            At::Atomic { .. } => return self.execute_atomic(program, ctx, env),
        };
        let kept = answer.and_then(|reply| self.keep(program, index, reply));
        match kept {
            Ok(reply) => {
                self.rest_from(program, ctx, index + 1);
                Executed::Next { reply }
            }
            Err(message) => Executed::Error { line, message },
        }
    }

    /// The line of the statement the frame rests at; `None` at the end.
    #[must_use]
    pub fn line(&self, program: &Program) -> Option<u32> {
        program.ops().get(cast::index(self.counter)).map(|op| op.line)
    }

    /// Whether the statement it rests at leaves the worker: a Redis command, an atomic block or an outside call.
    #[must_use]
    pub fn sends(&self, program: &Program) -> bool {
        let op = program.ops().get(cast::index(self.counter));
        op.is_some_and(|op| {
            !matches!(
                op.kind,
                OpKind::Skip { .. } | OpKind::Fail { .. } | OpKind::If { .. } | OpKind::Jump { .. }
            )
        })
    }

    /// The variables assigned so far, in the order of their first assignment in the text.
    pub fn variables<'p>(&'p self, program: &'p Program) -> impl Iterator<Item = (&'p str, &'p Value)> {
        program.variables().zip(&self.variables).filter_map(|(name, value)| Some((name, value.as_ref()?)))
    }

    /// Runs an atomic block on a copy, so that an error in it leaves this frame where it was.
    fn execute_atomic(&mut self, program: &Program, ctx: &Context<'_>, env: &mut dyn Env) -> Executed {
        let start = cast::index(self.counter);
        let OpKind::Atomic { after, .. } = program.ops()[start].kind else {
            unreachable!("the frame rests at an atomic block");
        };
        let mut inside = self.clone();
        match inside.run_block(program, ctx, env, start + 1, after) {
            Ok(reply) => {
                inside.rest_from(program, ctx, after);
                *self = inside;
                Executed::Next { reply }
            }
            Err(Thrown { line, message }) => Executed::Error { line, message },
        }
    }

    fn run_block(
        &mut self,
        program: &Program,
        ctx: &Context<'_>,
        env: &mut dyn Env,
        start: usize,
        after: usize,
    ) -> Result<Value, Thrown> {
        let thrown = |index: usize, message: String| Thrown { line: program.ops()[index].line, message };
        let mut last = Value::Nil;
        let mut next = start;
        loop {
            let scope = self.scope(program, ctx);
            let index = settle(&scope, next).map_err(|stuck| thrown(stuck.index, stuck.error.to_string()))?;
            if index >= after {
                return Ok(last);
            }
            let OpKind::Redis { words, .. } = &program.ops()[index].kind else {
                unreachable!("an atomic block holds Redis commands and conditions only");
            };
            let argv = scope.fill_all(words).map_err(|error| thrown(index, error.to_string()))?;
            last = Value::from_reply(env.redis(&argv))
                .and_then(|reply| self.keep(program, index, reply))
                .map_err(|message| thrown(index, message))?;
            next = index + 1;
        }
    }

    /// Keeps the reply in the variable the statement at `index` assigns, if it assigns one.
    fn keep(&mut self, program: &Program, index: usize, reply: Value) -> Result<Value, String> {
        let (OpKind::Redis { into: Some(slot), .. }
        | OpKind::Outside { into: Some(slot), .. }
        | OpKind::Sql { into: Some(slot), .. }) = &program.ops()[index].kind
        else {
            return Ok(reply);
        };
        let size = reply.size();
        if size > limits::VALUE_BYTES {
            let name = program.variable_name(*slot).to_owned();
            return Err(RuntimeError::ValueTooLarge { name, size: cast::wide(size) }.to_string());
        }
        let slot = usize::from(*slot);
        if self.variables.len() <= slot {
            self.variables.resize(slot + 1, None);
        }
        self.variables[slot] = Some(reply.clone());
        Ok(reply)
    }

    /// Hashes what can still make a difference to the handler: where it is, and the variables that it still reads.
    pub fn hash_live(&self, program: &Program, hasher: &mut impl Hasher) {
        let Self { counter, variables } = self;
        hasher.write_u32(*counter);
        let live = program.live(cast::index(*counter));
        for (slot, value) in variables.iter().enumerate().filter(|(slot, _)| live & 1 << slot != 0) {
            // A variable that was not assigned on the way reads as nil.
            if let Some(value) = value.as_ref().filter(|value| **value != Value::Nil) {
                slot.hash(hasher);
                value.hash(hasher);
            }
        }
    }

    fn rest_from(&mut self, program: &Program, ctx: &Context<'_>, index: usize) {
        let (Ok(index) | Err(Undecided { index, .. })) = settle(&self.scope(program, ctx), index);
        let counter = u32::try_from(index).expect("a program is limited to a few hundred instructions");
        debug_assert!(self.counter <= counter, "a frame only goes forward");
        self.counter = counter;
    }

    fn scope<'a>(&'a self, program: &'a Program, context: &'a Context<'a>) -> Scope<'a> {
        Scope { program, context, variables: &self.variables }
    }
}

/// Follows conditions and jumps from `index` to the first instruction that is neither.
fn settle(scope: &Scope<'_>, mut index: usize) -> Result<usize, Undecided> {
    loop {
        index = match scope.program.ops().get(index).map(|op| &op.kind) {
            Some(OpKind::Jump { target }) => *target,
            Some(OpKind::If { condition, otherwise }) => match scope.holds(condition) {
                Ok(true) => index + 1,
                Ok(false) => *otherwise,
                Err(error) => return Err(Undecided { index, error }),
            },
            _ => return Ok(index),
        };
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Redis { argv, .. } => {
                for (index, word) in argv.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { " " })?;
                    write_word(f, word)?;
                }
                Ok(())
            }
            Self::Atomic { line, last_line } => write!(f, "atomic (lines {line} to {last_line})"),
            Self::Outside { call, .. } => call.fmt(f),
            Self::Sql { sql, parameters, .. } => sql.write(parameters, f),
            Self::Skip { why, .. } => {
                f.write_str("skip ")?;
                write_quoted(f, why.as_bytes())
            }
            Self::Fail { why, .. } => {
                f.write_str("fail ")?;
                write_quoted(f, why.as_bytes())
            }
            Self::Done => f.write_str("done"),
            Self::Trouble { error, .. } => error.fmt(f),
        }
    }
}
