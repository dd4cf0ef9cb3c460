//! Store commands as typed calls.

use std::fmt;

/// The store refused a command inside an operation: a key holds another type, or a limit was reached. What the
/// operation had written before stays, as with a Lua script.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScriptError(pub String);

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the store refused a command of the queue: {}", self.0)
    }
}

impl std::error::Error for ScriptError {}
