//! Enrollment in an event-sourced engine: what happened is appended, what holds is folded from it.

use crate::sim::{Probe, Scenario, System};

use super::declare::{CHAPTER, MACHINES, Text};

const PORTAL: Text = Text {
    id: "portal",
    title: "Portal engine",
    group: MACHINES,
    source: CHAPTER,
    summary: "Each job enrolls a student in course 7 by an event in the course's stream. Who is enrolled is folded from the events.",
    queue: "portal",
    job_name: "enroll",
    fields: &[
        ("order", &["#"]),
        ("student", &["ana", "ben", "chloe", "dmitri", "student-#"]),
        ("course", &["7"]),
    ],
    effect: ("recorded", "event"),
    truth: "One enrolled event per student and course.",
    consumers: &[
        (
            "blind",
            "Append",
            "Every run appends, so every redelivery records the enrollment again.",
            include_str!("portal/blind.recipe"),
            &[0],
        ),
        (
            "check",
            "Authorize, append",
            "The folded state refuses a second enrollment, unless two workers ask before either appends.",
            include_str!("portal/check.recipe"),
            &[0],
        ),
        (
            "expect",
            "Expected version",
            "The append names the version that was asked about: of two workers the later one is refused, and asks again at its retry.",
            include_str!("portal/expect.recipe"),
            &[0],
        ),
        (
            "marker-first",
            "Marker, then engine",
            "The engine would refuse every repeat, but the marker in front of it swallows the retry after a crash between the two.",
            include_str!("portal/marker-first.recipe"),
            &[0],
        ),
        (
            "two-layers",
            "Engine, then marker",
            "Two layers of one discipline: the engine decides, and a marker left afterwards saves asking it again.",
            include_str!("portal/two-layers.recipe"),
            &[0],
        ),
    ],
};

pub(super) fn portal() -> Scenario {
    PORTAL.scenario(vec![Probe::Ledger(System::Events)])
}
