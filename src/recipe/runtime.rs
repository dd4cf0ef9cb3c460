//! What a running recipe reads and calls, and how its words are filled in.

use std::fmt;
use std::sync::Arc;

use super::limits;
use super::outside::{OutsideCall, Verb};
use super::program::Program;
use super::sql;
use super::value::{Value, integer};
use crate::base::cast;
use crate::base::{Bytes, Millis, OrderedMap};
use crate::sql::{Datum, Outcome, Statement};
use crate::store::Reply;

/// The job a handler was given: what `{job.id}` and `{job.NAME}` read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Job {
    /// The job's id.
    pub id: Bytes,
    /// The job's data by name.
    pub fields: Arc<OrderedMap<String, Bytes>>,
}

/// Everything but variables that a recipe reads.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The job: `{job.NAME}`.
    pub job: &'a Job,
    /// The worker's number, from 1: `{worker}`.
    pub worker: u8,
    /// The token this delivery holds the job's lock with: `{token}`.
    pub token: &'a str,
    /// The worker's clock, in milliseconds: `{now}`.
    pub now: Millis,
}

/// Where a recipe's effects go.
pub trait Env {
    /// Sends one command to the store; `argv[0]` is its name.
    fn redis(&mut self, argv: &[Bytes]) -> Reply;

    /// Sends one request to the outside world.
    ///
    /// # Errors
    /// The provider's answer when it refuses.
    fn outside(&mut self, call: &OutsideCall) -> Result<Value, String>;

    /// Sends one statement to the database, or goes on with it when it has been waiting there.
    fn sql(&mut self, statement: &Statement, parameters: &[Datum]) -> Outcome;
}

/// Why a statement cannot run, or cannot keep its reply. The handler throws.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RuntimeError {
    /// The job lacks a field the recipe reads.
    NoField(String),
    /// A variable inside a word is nil, which has no text.
    NilInWord(String),
    /// A variable inside a word is a list, which has no text.
    ListInWord(String),
    /// A variable inside a word is a row, which has no text of its own.
    RowInWord(String),
    /// A variable holds no row with that column.
    NoColumn(String),
    /// A condition compares a list with something other than nil.
    ListCompared,
    /// A word is longer than [`limits::WORD_BYTES`] after interpolation.
    WordTooLong(u64),
    /// A reply is larger than [`limits::VALUE_BYTES`].
    ValueTooLarge {
        /// The variable that was to keep it.
        name: String,
        /// Its size in bytes.
        size: u64,
    },
    /// An amount that is not a positive whole number of cents.
    BadAmount(Bytes),
    /// An expected version that is not a whole number.
    BadVersion(Bytes),
}

impl fmt::Display for RuntimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoField(name) => write!(f, "this job has no field {name}"),
            Self::NilInWord(name) => {
                write!(f, "{name} is nil here, and nil has no text; test it with if first")
            }
            Self::ListInWord(name) => write!(f, "{name} is a list here, and a list has no text"),
            Self::RowInWord(name) => {
                write!(f, "{name} is a row here; name one of its columns: {{{name}.COLUMN}}")
            }
            Self::NoColumn(name) => write!(f, "there is no {name}: a row has the columns its SELECT names"),
            Self::ListCompared => f.write_str(
                "a list or a row can be compared only with nil; if NAME asks whether it has items",
            ),
            Self::WordTooLong(size) => write!(
                f,
                "a word is {size} bytes after interpolation; the playground's limit is {}",
                limits::WORD_BYTES
            ),
            Self::ValueTooLarge { name, size } => write!(
                f,
                "the reply for {name} takes {size} bytes; the playground's limit for a variable is {}",
                limits::VALUE_BYTES
            ),
            Self::BadAmount(amount) => {
                write!(f, "the amount must be a positive whole number of cents, not {amount:?}")
            }
            Self::BadVersion(version) => {
                write!(f, "expect needs the stream's number of events, not {version:?}")
            }
        }
    }
}

impl std::error::Error for RuntimeError {}

/// What a pair of braces, or a bare name in a condition, refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    JobId,
    JobField(String),
    Variable(u8),
    /// A column of a row.
    Column(u8, String),
    Worker,
    Token,
    Now,
}

/// A piece of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Text(Bytes),
    Reference(Reference),
}

/// A word of a statement, to be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template(pub Vec<Part>);

/// An outside call, to be filled in.
#[derive(Clone, Debug)]
pub(super) struct OutsideTemplate {
    pub verb: Verb,
    pub target: Template,
    pub content: Option<Template>,
    pub option: Option<Template>,
}

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    Constant(Value),
    Reference(Reference),
    Text(Template),
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// What an `if` asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    True(Operand),
    Not(Operand),
    Compare(Operand, Comparison, Operand),
}

/// Everything a word can read while it is filled in.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub program: &'a Program,
    pub context: &'a Context<'a>,
    pub variables: &'a [Option<Value>],
}

impl Scope<'_> {
    /// The value referred to. A variable that was not assigned on the way here is nil.
    fn value(&self, reference: &Reference) -> Result<Value, RuntimeError> {
        let context = self.context;
        Ok(match reference {
            Reference::JobId => Value::Str(context.job.id.clone()),
            Reference::JobField(name) => match context.job.fields.get(name) {
                Some(text) => Value::Str(text.clone()),
                None => return Err(RuntimeError::NoField(name.clone())),
            },
            Reference::Variable(slot) => {
                self.variables.get(usize::from(*slot)).cloned().flatten().unwrap_or_default()
            }
            Reference::Column(slot, column) => return self.column(*slot, column),
            Reference::Worker => Value::Int(i64::from(context.worker)),
            Reference::Token => Value::Str(Bytes::from(context.token)),
            Reference::Now => Value::Str(Bytes::from(context.now.0.to_string())),
        })
    }

    /// A column of the row in a variable; nil when there is no row.
    fn column(&self, slot: u8, column: &str) -> Result<Value, RuntimeError> {
        match self.variables.get(usize::from(slot)).and_then(Option::as_ref) {
            None | Some(Value::Nil) => Ok(Value::Nil),
            Some(Value::Row(columns)) => columns
                .iter()
                .find(|(name, _)| name == column)
                .map(|(_, value)| value.clone())
                .ok_or_else(|| RuntimeError::NoColumn(self.name_of(slot, column))),
            Some(_) => Err(RuntimeError::NoColumn(self.name_of(slot, column))),
        }
    }

    fn name_of(&self, slot: u8, column: &str) -> String {
        format!("{}.{column}", self.program.variable_name(slot))
    }

    /// A parameter of a SQL statement; nil becomes NULL.
    pub(super) fn parameter(&self, template: &Template) -> Result<Datum, RuntimeError> {
        if let [Part::Reference(reference)] = template.0.as_slice()
            && self.value(reference)? == Value::Nil
        {
            return Ok(Datum::Null);
        }
        self.fill(template).map(|word| sql::parameter(&word))
    }

    fn text(&self, reference: &Reference) -> Result<Bytes, RuntimeError> {
        let value = self.value(reference)?;
        value.as_text().ok_or_else(|| {
            let name = match reference {
                Reference::Variable(slot) => self.program.variable_name(*slot).to_owned(),
                Reference::Column(slot, column) => self.name_of(*slot, column),
                _ => unreachable!("only variables can be without a text"),
            };
            match value {
                Value::Nil => RuntimeError::NilInWord(name),
                Value::Row(_) => RuntimeError::RowInWord(name),
                _ => RuntimeError::ListInWord(name),
            }
        })
    }

    /// A word filled in.
    pub(super) fn fill(&self, template: &Template) -> Result<Bytes, RuntimeError> {
        let word = match template.0.as_slice() {
            [Part::Text(text)] => text.clone(),
            [Part::Reference(reference)] => self.text(reference)?,
            parts => {
                let mut word = Vec::new();
                for part in parts {
                    match part {
                        Part::Text(text) => word.extend_from_slice(text),
                        Part::Reference(reference) => word.extend_from_slice(&self.text(reference)?),
                    }
                }
                Bytes::from(word)
            }
        };
        if word.len() > limits::WORD_BYTES {
            return Err(RuntimeError::WordTooLong(cast::wide(word.len())));
        }
        Ok(word)
    }

    /// All words of a command filled in.
    pub(super) fn fill_all(&self, words: &[Template]) -> Result<Vec<Bytes>, RuntimeError> {
        words.iter().map(|word| self.fill(word)).collect()
    }

    /// The reason of `skip` or `fail`: text for a person, so nil and lists show as they are displayed.
    pub(super) fn fill_reason(&self, template: &Template) -> Result<String, RuntimeError> {
        let mut reason = String::new();
        for part in &template.0 {
            match part {
                Part::Text(text) => reason.push_str(&text.to_text()),
                Part::Reference(reference) => {
                    let value = self.value(reference)?;
                    reason
                        .push_str(&value.as_text().map_or_else(|| value.to_string(), |text| text.to_text()));
                }
            }
        }
        if reason.len() > limits::WORD_BYTES {
            return Err(RuntimeError::WordTooLong(cast::wide(reason.len())));
        }
        Ok(reason)
    }

    /// An outside call filled in; an amount must be a positive whole number, a version a whole one.
    pub(super) fn fill_call(&self, call: &OutsideTemplate) -> Result<OutsideCall, RuntimeError> {
        let optional = |word: &Option<Template>| word.as_ref().map(|word| self.fill(word)).transpose();
        let target = self.fill(&call.target)?;
        let content = optional(&call.content)?.unwrap_or_default();
        let option = optional(&call.option)?;
        match (call.verb, &option) {
            (Verb::Charge, _) if !is_amount(&content) => Err(RuntimeError::BadAmount(content)),
            (Verb::Append, Some(version)) if !is_version(version) => {
                Err(RuntimeError::BadVersion(version.clone()))
            }
            _ => Ok(OutsideCall { verb: call.verb, target, content, option }),
        }
    }

    /// Whether a condition holds.
    pub(super) fn holds(&self, condition: &Condition) -> Result<bool, RuntimeError> {
        match condition {
            Condition::True(operand) => Ok(self.operand(operand)?.is_true()),
            Condition::Not(operand) => Ok(!self.operand(operand)?.is_true()),
            Condition::Compare(left, comparison, right) => {
                comparison.holds(&self.operand(left)?, &self.operand(right)?)
            }
        }
    }

    fn operand(&self, operand: &Operand) -> Result<Value, RuntimeError> {
        match operand {
            Operand::Constant(value) => Ok(value.clone()),
            Operand::Reference(reference) => self.value(reference),
            Operand::Text(template) => self.fill(template).map(Value::Str),
        }
    }
}

impl Comparison {
    fn holds(self, left: &Value, right: &Value) -> Result<bool, RuntimeError> {
        if *left == Value::Nil || *right == Value::Nil {
            return Ok(match self {
                Self::Equal => left == right,
                Self::NotEqual => left != right,
                Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual => false,
            });
        }
        let order = left.order(right).ok_or(RuntimeError::ListCompared)?;
        Ok(match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterOrEqual => order.is_ge(),
        })
    }
}

/// Whether the text is a positive whole number, as a charge's amount must be.
pub(super) fn is_amount(text: &[u8]) -> bool {
    integer(text).is_some_and(|cents| cents > 0)
}

/// Whether the text is a number of events.
pub(super) fn is_version(text: &[u8]) -> bool {
    integer(text).is_some_and(|events| events >= 0)
}
