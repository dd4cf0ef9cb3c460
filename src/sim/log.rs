//! Where those who change a world say what happens.

use super::event::Event;

/// Collects events, or nothing when nobody looks: then no event is even built.
pub(super) struct Log(Option<Vec<Event>>);

impl Log {
    pub(super) fn on() -> Self {
        Self(Some(Vec::new()))
    }

    /// What is told to nobody.
    pub(super) const fn off() -> Self {
        Self(None)
    }

    /// Whether somebody looks.
    pub(super) const fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// What was collected.
    pub(super) fn events(self) -> Vec<Event> {
        self.0.unwrap_or_default()
    }

    pub(super) fn push(&mut self, event: impl FnOnce() -> Event) {
        if let Some(events) = &mut self.0 {
            events.push(event());
        }
    }
}
