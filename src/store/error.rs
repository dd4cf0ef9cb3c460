//! The errors a command answers, in Redis 7.0's own words.

use std::borrow::Cow;

use super::reply::Reply;

/// What a handler returns: a reply, or the error to answer instead. A handler that fails has changed nothing.
pub(super) type Outcome = Result<Reply, CommandError>;

/// An error's text, code first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CommandError(Cow<'static, str>);

impl CommandError {
    pub(super) const WRONG_TYPE: Self =
        Self::fixed("WRONGTYPE Operation against a key holding the wrong kind of value");
    pub(super) const SYNTAX: Self = Self::fixed("ERR syntax error");
    pub(super) const NOT_AN_INTEGER: Self = Self::fixed("ERR value is not an integer or out of range");
    pub(super) const NOT_A_FLOAT: Self = Self::fixed("ERR value is not a valid float");
    pub(super) const NOT_POSITIVE: Self = Self::fixed("ERR value is out of range, must be positive");
    pub(super) const OVERFLOW: Self = Self::fixed("ERR increment or decrement would overflow");
    pub(super) const NOT_FINITE: Self = Self::fixed("ERR increment would produce NaN or Infinity");
    pub(super) const NO_SUCH_KEY: Self = Self::fixed("ERR no such key");

    /// An error whose text never varies.
    pub(super) const fn fixed(text: &'static str) -> Self {
        Self(Cow::Borrowed(text))
    }

    /// An error whose text names something. Line breaks become spaces: an error is one line.
    pub(super) fn text(text: String) -> Self {
        Self(Cow::Owned(text.replace(['\r', '\n'], " ")))
    }

    /// The error for an expiry that is not a moment. `command` is in lower case.
    pub(super) fn invalid_expiry(command: &str) -> Self {
        Self::text(format!("ERR invalid expire time in '{command}' command"))
    }

    /// The error for reaching one of the playground's own limits.
    pub(super) fn limit(what: &str, limit: usize) -> Self {
        Self::text(format!("ERR {what}: the playground's limit is {limit}"))
    }
}

impl From<CommandError> for Reply {
    fn from(error: CommandError) -> Self {
        Self::Error(error.0.into_owned())
    }
}
