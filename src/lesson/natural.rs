//! Status, roster and profile: effects that bear repeating as they are.

use crate::sim::{Probe, Scenario, System};

use super::declare::{ARTICLE, BOTH, CHAPTER, NATURAL, Text};

const STATUS: Text = Text {
    id: "status",
    title: "Status",
    group: NATURAL,
    source: BOTH,
    summary: "Each job activates one user. The status is a key in Redis.",
    queue: "activations",
    job_name: "activate",
    fields: &[("order", &["#"]), ("user", &["42", "4#"])],
    effect: ("activated", "activation"),
    truth: "The user's status is active.",
    consumers: &[(
        "natural",
        "Set the value",
        "Naive and right at once: a second run overwrites the value with itself.",
        include_str!("natural/status.recipe"),
        &[0],
    )],
};

const ROSTER: Text = Text {
    id: "roster",
    title: "Roster",
    group: NATURAL,
    source: CHAPTER,
    summary: "Each job puts one user on the roster of course 7. The roster is a set in Redis.",
    queue: "rosters",
    job_name: "add-to-roster",
    fields: &[("order", &["#"]), ("user", &["42", "4#"]), ("course", &["7"])],
    effect: ("listed", "listing"),
    truth: "The user is on the roster, once.",
    consumers: &[(
        "natural",
        "Add to a set",
        "Naive and right at once: a set that has the member already does not change.",
        include_str!("natural/roster.recipe"),
        &[0],
    )],
};

const PROFILE: Text = Text {
    id: "profile",
    title: "Profile",
    group: NATURAL,
    source: ARTICLE,
    summary: "Each job saves one user's name at an HTTP API.",
    queue: "profiles",
    job_name: "save-profile",
    fields: &[("order", &["#"]), ("user", &["123", "12#"]), ("name", &["Ada", "Ben", "Chloe", "User #"])],
    effect: ("saved", "save"),
    truth: "There is one profile, and it holds the job's data.",
    consumers: &[
        (
            "post",
            "POST",
            "Asks for a new profile, so every run makes one more.",
            include_str!("natural/post.recipe"),
            &[0],
        ),
        (
            "put",
            "PUT",
            "Naturally idempotent: it says what the profile at one address reads, so a second run changes nothing.",
            include_str!("natural/put.recipe"),
            &[0],
        ),
    ],
};

pub(super) fn status() -> Scenario {
    STATUS.scenario(vec![Probe::Key("user:{job.user}:status".into())])
}

pub(super) fn roster() -> Scenario {
    ROSTER.scenario(vec![Probe::Member {
        key: "course:{job.course}:roster".into(),
        member: "user:{job.user}".into(),
    }])
}

pub(super) fn profile() -> Scenario {
    PROFILE.scenario(vec![Probe::Ledger(System::Http)])
}
