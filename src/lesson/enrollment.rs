//! Enrollment: three effects in one job, of which only the seat count is not idempotent by itself.

use crate::queue::Settings;
use crate::sim::{Consumer, Measure, Probe, Scenario};

use super::declare::{CHAPTER, GUARD, consumer, field, holding, options};

/// The seat counter changed.
const SEATS: usize = 0;
/// The student is on the roster.
const ROSTER: usize = 1;

pub(super) fn scenario() -> Scenario {
    let students = ["ana", "ben", "chloe", "dmitri", "emre", "fatima", "student-#"];
    Scenario {
        id: "enrollment".into(),
        title: "Enrollment".into(),
        group: GUARD.into(),
        source: CHAPTER.into(),
        summary:
            "Each job enrolls a student in course 7: on the roster, in the records, and one seat of 30 taken."
                .into(),
        queue: "enrollments".into(),
        job_name: "enroll".into(),
        fields: vec![field("order", &["#"]), field("student", &students), field("course", &["7"])],
        setup: vec![["SET", "course:7:seats", "30"].map(str::to_owned).to_vec()],
        tables: vec![],
        options: options(),
        settings: Settings::default(),
        probes: vec![
            Probe::Key("course:{job.course}:seats".into()),
            Probe::Member { key: "course:{job.course}:roster".into(), member: "{job.student}".into() },
        ],
        effect: "seated".into(),
        effect_noun: "seat".into(),
        truth: "Each student is on the roster once, and the seats taken equal the size of the roster.".into(),
        consumers: vec![
            seats(consumer(
                "naive",
                "Naive",
                "The roster and the record bear repeating; the seat count goes down at every run.",
                include_str!("enrollment/naive.recipe"),
                &[SEATS, ROSTER],
            )),
            seats(consumer(
                "marker",
                "Marker-guarded",
                "A marker for the pair of student and course guards the seat. Stopping between the two loses the seat.",
                include_str!("enrollment/marker.recipe"),
                &[SEATS, ROSTER],
            )),
            seats(consumer(
                "atomic",
                "Atomic marker",
                "Marker and seat are one step at the store, as in a script.",
                include_str!("enrollment/atomic.recipe"),
                &[SEATS, ROSTER],
            )),
            seats(consumer(
                "natural",
                "SADD decides",
                "The roster itself is the marker. Stopping between roster and seat loses the seat.",
                include_str!("enrollment/natural.recipe"),
                &[SEATS, ROSTER],
            )),
            consumer(
                "derived",
                "Seats derived",
                "No counter to keep in step: the seats taken are the size of the roster.",
                include_str!("enrollment/derived.recipe"),
                &[ROSTER],
            ),
        ],
        ..Scenario::default()
    }
}

/// Adds what ties the seat counter to the roster.
fn seats(consumer: Consumer) -> Consumer {
    let left =
        Measure::Difference(Box::new(Measure::Number(30)), Box::new(Measure::Key("course:7:seats".into())));
    let right = Measure::SetSize("course:7:roster".into());
    holding(consumer, "The seats taken equal the size of the roster.", &left, &right)
}
