//! How large a recipe and what it handles may be. Each limit's message names the limit and what was found.

/// The longest recipe, in bytes. Checked before anything else is done with the text.
pub const SOURCE_BYTES: usize = 16 * 1024;

/// The most lines in a recipe, blank lines and comments included.
pub const LINES: usize = 200;

/// The most words in one statement.
pub const WORDS: usize = 64;

/// The longest word, in bytes, as written and again after interpolation.
pub const WORD_BYTES: usize = 1024;

/// The most variables in a recipe.
pub const VARIABLES: usize = 32;

/// The largest reply a variable keeps, in bytes as [`Value::size`](super::Value::size) counts them.
pub const VALUE_BYTES: usize = 16 * 1024;

/// How deep `if` and `atomic` may be nested.
pub const NESTING: usize = 8;

/// How deep a reply's arrays may be nested.
pub const REPLY_DEPTH: usize = 8;

/// The most errors reported for one text.
pub const DIAGNOSTICS: usize = 20;
