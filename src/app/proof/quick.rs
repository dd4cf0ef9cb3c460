//! The small search that follows one's typing: the text in force with one fault, proven beside the editor.
//!
//! Deliberately absent: anything to press. It follows by itself, and a lesson, whose goal has a bound of its own, does
//! without it.

use std::rc::Rc;

use crate::explore::{Bound, Report, Search};

use super::super::session::Session;
use super::super::words;

/// The consumer and text that a search is about.
type Subject = (usize, String);

/// The small search.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Quick {
    search: Option<Search>,
    /// What it is about.
    subject: Option<Subject>,
    /// The last report, with what it is about.
    report: Option<(Subject, Report)>,
}

fn bound() -> Bound {
    Bound { faults: 1, ..Bound::default() }
}

impl Quick {
    /// Whether it is under way.
    pub(in crate::app) fn running(&self) -> bool {
        self.search.is_some()
    }

    /// Starts anew when the text in force is another one than it is about.
    pub(in crate::app) fn follow(&mut self, session: &Session) {
        let subject = session.subject();
        let known = self.search.is_none() && self.report.as_ref().is_some_and(|(about, _)| *about == subject);
        if known || self.subject.as_ref() == Some(&subject) {
            return;
        }
        self.search = Some(Search::of_text(session.scenario(), subject.0, &subject.1, bound()));
        self.subject = Some(subject);
    }

    /// Takes up to `count` transitions.
    pub(in crate::app) fn work(&mut self, count: usize) {
        if let Some(search) = &mut self.search
            && search.run(count)
        {
            let report = search.report();
            self.report = self.subject.take().map(|about| (about, report));
            self.search = None;
        }
    }

    /// What it says of the text in the editor; none while that does not parse.
    pub(in crate::app) fn view(&self, session: &Session) -> Option<Rc<str>> {
        if session.draft().is_some() {
            return None;
        }
        let text = session.world().program().source();
        match &self.report {
            Some(((consumer, about), report)) if *consumer == session.world().consumer() && about == text => {
                let bound = bound();
                Some(Rc::from(format!(
                    "Proven at {}, {}, {}: {} ({} states)",
                    words::count(usize::from(bound.workers), "worker"),
                    words::count(usize::from(bound.orders), "job"),
                    words::count(usize::from(bound.faults), "fault"),
                    report.verdict(),
                    words::thousands(report.states),
                )))
            }
            _ => Some(Rc::from("Proving with one fault…")),
        }
    }
}
