//! The playground without a screen: what a person can do ([`Msg`]), what the page shows ([`View`]), and share
//! links. No yew, no browser.
//!
//! [`App::update`] is the only way in, [`App::view`] the only way out. Everything a test or a screen needs is
//! plain data in a person's words.
//!
//! A message goes through `state`, which asks `allowed` whether the open lesson lets one do it, to the part whose
//! business it is (`parts`): the `session`, or a panel, each with a state of its own. What comes of it beyond that part
//! is data (`effects`), which `state` carries out. What a schedule, a drawing or a verdict says is told by functions of a
//! world and its events, which know nothing of the page. The modules stand in an order, `ORDERS` in `tests/tidy.rs`.

mod allowed;
mod buttons;
mod compare;
mod console;
mod counterexample;
mod describe;
mod drawing;
mod effects;
mod history;
mod learn;
mod msg;
mod panels;
mod parts;
mod picker;
mod proof;
mod scale;
mod session;
mod share;
mod sharing;
mod state;
mod story;
pub mod terms;
mod trace;
mod verdict;
pub mod view;
mod words;

pub use learn::INDEX;
pub use msg::{CompareMsg, ConsoleMsg, Dimension, LearnMsg, Msg, ProofMsg, ScaleMsg};
pub use scale::arithmetic;
pub use share::{LinkError, MAX_LINK, decode, encode};
pub use state::App;
pub use trace::{Trace, TraceError, TraceStep, action_name, trace};
pub use view::View;

#[cfg(test)]
mod tests;
