//! The numbers that workers, orders and jobs go by.

use std::fmt;

use crate::sql::SessionId;

/// A worker, counted from one as on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkerId(pub u8);

/// An order: the business event behind one or several jobs, counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderNo(pub u16);

/// A job, counted from one in the order in which the queue accepted them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobNo(pub u16);

/// The number of the last of so many; the highest there is, when they are more.
macro_rules! last_of {
    ($($id:ident: $number:ty),*) => {$(
        impl $id {
            pub(crate) fn last_of(many: usize) -> Self {
                Self(<$number>::try_from(many).unwrap_or(<$number>::MAX))
            }
        }
    )*};
}

last_of!(WorkerId: u8, OrderNo: u16, JobNo: u16);

impl fmt::Display for WorkerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "worker {}", self.0)
    }
}

impl fmt::Display for OrderNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "order {}", self.0)
    }
}

impl fmt::Display for JobNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "job {}", self.0)
    }
}

impl From<WorkerId> for SessionId {
    /// Each worker has one connection.
    fn from(worker: WorkerId) -> Self {
        Self(worker.0)
    }
}
