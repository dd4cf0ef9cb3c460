//! Enrollment: three effects in one job, of which only the seat count is not idempotent by itself.

use crate::sim::{Consumer, Measure, Probe, Scenario};

use super::declare::{CHAPTER, GUARD, Text, holding, owned};

/// The seat counter changed.
const SEATS: usize = 0;
/// The student is on the roster.
const ROSTER: usize = 1;

const ENROLLMENT: Text = Text {
    id: "enrollment",
    title: "Enrollment",
    group: GUARD,
    source: CHAPTER,
    summary: "Each job enrolls a student in course 7: on the roster, in the records, and one seat of 30 taken.",
    queue: "enrollments",
    job_name: "enroll",
    fields: &[
        ("order", &["#"]),
        ("student", &["ana", "ben", "chloe", "dmitri", "emre", "fatima", "student-#"]),
        ("course", &["7"]),
    ],
    effect: ("seated", "seat"),
    truth: "Each student is on the roster once, and the seats taken equal the size of the roster.",
    consumers: &[
        (
            "naive",
            "Naive",
            "The roster and the record bear repeating; the seat count goes down at every run.",
            include_str!("enrollment/naive.recipe"),
            &[SEATS, ROSTER],
        ),
        (
            "marker",
            "Marker-guarded",
            "A marker for the pair of student and course guards the seat. Stopping between the two loses the seat.",
            include_str!("enrollment/marker.recipe"),
            &[SEATS, ROSTER],
        ),
        (
            "atomic",
            "Atomic marker",
            "Marker and seat are one step at the store, as in a script.",
            include_str!("enrollment/atomic.recipe"),
            &[SEATS, ROSTER],
        ),
        (
            "natural",
            "SADD decides",
            "The roster itself is the marker. Stopping between roster and seat loses the seat.",
            include_str!("enrollment/natural.recipe"),
            &[SEATS, ROSTER],
        ),
        (
            "derived",
            "Seats derived",
            "No counter to keep in step: the seats taken are the size of the roster.",
            include_str!("enrollment/derived.recipe"),
            &[ROSTER],
        ),
    ],
};

pub(super) fn scenario() -> Scenario {
    let mut scenario = ENROLLMENT.scenario(vec![
        Probe::Key("course:{job.course}:seats".into()),
        Probe::Member { key: "course:{job.course}:roster".into(), member: "{job.student}".into() },
    ]);
    scenario.setup = vec![owned(&["SET", "course:7:seats", "30"])];
    for consumer in &mut scenario.consumers {
        // The one that derives the number keeps no counter.
        if consumer.probes.contains(&SEATS) {
            *consumer = seats(std::mem::take(consumer));
        }
    }
    scenario
}

/// Adds what ties the seat counter to the roster.
fn seats(consumer: Consumer) -> Consumer {
    let left =
        Measure::Difference(Box::new(Measure::Number(30)), Box::new(Measure::Key("course:7:seats".into())));
    let right = Measure::SetSize("course:7:roster".into());
    holding(consumer, "The seats taken equal the size of the roster.", &left, &right)
}
