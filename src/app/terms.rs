//! What the screen needs of the layers below the page: the plain data that views and messages are made of, and the
//! limits of what one can type or open. The screen names nothing else of them.
//!
//! Deliberately absent: anything that does something to a world.

pub use crate::lesson::course::{Lesson, Mark, Step, spans};
pub use crate::lesson::file::{MAX_BYTES, MAX_PROGRESS};
pub use crate::recipe::limits::LINES;
pub use crate::recipe::{Span, SpanKind};
pub use crate::sim::{Action, JobNo, Judgement};
