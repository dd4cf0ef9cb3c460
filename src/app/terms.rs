//! What the screen needs of the layers below the page: the plain data that views and messages are made of, and the
//! limits of what one can type or open. The screen names nothing else of them.
//!
//! Deliberately absent: anything that does something to a world.

pub use crate::catalogue::course::{Lesson, Mark, Step, spans};
pub use crate::catalogue::file::MAX_BYTES;
pub use crate::catalogue::progress::MAX_PROGRESS;
pub use crate::recipe::limits::LINES;
pub(crate) use crate::recipe::{Span, SpanKind};
pub use crate::sim::{Action, FaultKind, JobNo, Judgement};
