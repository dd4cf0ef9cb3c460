//! The Redis prompt as data.

/// The prompt and what was typed at it.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsoleView {
    /// What was sent and answered on this line of the timeline, oldest first.
    pub entries: Vec<ConsoleEntry>,
    /// How many older ones are not shown.
    pub left_out: usize,
    /// What stands at the prompt.
    pub text: String,
    /// Whether there is an older line to bring back.
    pub recalls: bool,
    /// Words that may be meant.
    pub offers: Vec<String>,
    /// How many more there are.
    pub more: usize,
    /// How the command is written, once its name is typed: `SET key value [NX|XX]`.
    pub usage: &'static str,
    /// What it does; empty as long as nobody has said so.
    pub summary: String,
    /// What is missing or too much: `takes at least 2 arguments`.
    pub arity: String,
}

/// A line and its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsoleEntry {
    /// What was typed.
    pub line: String,
    /// What came back, as redis-cli writes it, or why nothing was sent.
    pub answer: String,
    /// It is an error.
    pub error: bool,
}
