//! How long something took. Never part of what the playground computes: its clock is its own.

use gloo::utils::window;

/// A moment, for the difference to a later one.
#[derive(Clone, Copy, Debug)]
pub struct Moment(f64);

impl Moment {
    /// Now. A browser that keeps no time gives the same moment every time.
    #[must_use]
    pub fn now() -> Self {
        Self(window().performance().map_or(0.0, |it| it.now()))
    }

    /// Microseconds gone by since; at most about an hour.
    #[must_use]
    pub fn micros(self) -> u32 {
        ((Self::now().0 - self.0) * 1_000.0) as u32
    }
}
