//! What stands around the timeline: the controls, the code, the stage, the stores. Each panel is a function of the
//! session, or of its world alone.
//!
//! Deliberately absent: what can be opened in the stage's place. Each of those is a module of its own.

pub(super) mod code;
pub(super) mod controls;
pub(super) mod guide;
pub(super) mod keys;
pub(super) mod stage;
pub(super) mod tables;
