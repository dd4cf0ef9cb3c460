//! Which systems there are outside: a table, of which the ledgers on the screen, the probes and invariants of scenario
//! files and the verbs of recipes know them. How they answer is in the modules beside.

use std::fmt;

use crate::recipe::Verb;

/// A system outside the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum System {
    /// The card processor: `charge`.
    Card,
    /// The mail provider: `email`.
    Mail,
    /// An HTTP API: `POST` and `PUT`.
    Http,
    /// The event-sourced engine: `append`, `read`, `version`, `authorize`.
    Events,
    /// The parcel service: `ship`.
    Parcel,
}

/// A row: all that is known of one system beside how it answers.
#[derive(Debug)]
pub struct SystemRow {
    /// Which.
    pub system: System,
    /// Its name in scenario files: `card`.
    pub name: &'static str,
    /// What stands above its ledger: `Card processor`.
    pub title: &'static str,
    /// What stands in its ledger, many of them: `Charges`.
    pub many: &'static str,
    /// What is said of an empty ledger.
    pub empty: &'static str,
    /// What its receipts begin with.
    pub(super) receipt: &'static str,
    /// What it is asked by.
    pub(super) verbs: &'static [Verb],
}

/// Every system, in the order in which they are shown.
pub static SYSTEMS: [SystemRow; System::ALL.len()] = [
    SystemRow {
        system: System::Card,
        name: "card",
        title: "Card processor",
        many: "Charges",
        empty: "Nothing charged yet.",
        receipt: "ch_",
        verbs: &[Verb::Charge],
    },
    SystemRow {
        system: System::Mail,
        name: "mail",
        title: "Mail provider",
        many: "Mails",
        empty: "No mail sent yet.",
        receipt: "msg_",
        verbs: &[Verb::Email],
    },
    SystemRow {
        system: System::Http,
        name: "http",
        title: "HTTP API",
        many: "Requests",
        empty: "No request received yet.",
        receipt: "res_",
        verbs: &[Verb::Post, Verb::Put],
    },
    SystemRow {
        system: System::Events,
        name: "events",
        title: "Event store",
        many: "Events",
        empty: "No event recorded yet.",
        receipt: "ev_",
        verbs: &[Verb::Append, Verb::Read, Verb::Version, Verb::Authorize],
    },
    SystemRow {
        system: System::Parcel,
        name: "parcel",
        title: "Parcel service",
        many: "Parcels",
        empty: "No parcel sent yet.",
        receipt: "shp_",
        verbs: &[Verb::Ship],
    },
];

impl System {
    /// Every system, in the order in which they are shown.
    pub const ALL: [Self; 5] = [Self::Card, Self::Mail, Self::Http, Self::Events, Self::Parcel];

    /// The system that a verb is for.
    ///
    /// # Panics
    /// When no row has the verb, which a test forbids.
    #[must_use]
    pub fn of(verb: Verb) -> Self {
        SYSTEMS.iter().find(|row| row.verbs.contains(&verb)).expect("each verb is some system's").system
    }

    /// All that is known of it.
    #[must_use]
    pub fn row(self) -> &'static SystemRow {
        &SYSTEMS[self as usize]
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().title)
    }
}
