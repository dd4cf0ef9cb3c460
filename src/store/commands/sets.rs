//! Filled in next.
use super::CommandSpec;
pub(super) const COMMANDS: &[CommandSpec] = &[];
