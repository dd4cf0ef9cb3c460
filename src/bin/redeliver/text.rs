//! Reports as text.

use std::fmt::Write as _;

use redeliver::app::Trace;
use redeliver::explore::{Report, Violation};

use super::prove::{Proof, Story};

/// The report of `redeliver prove`.
pub(crate) fn report(proof: &Proof) -> String {
    let consumer = &proof.scenario.consumers[proof.consumer];
    let mut text = match &proof.file {
        Some(file) => format!("{} in the place of {}, {}\n", file, consumer.title, proof.scenario.title),
        None => format!("{}, {}\n", consumer.title, proof.scenario.title),
    };
    let report = &proof.report;
    let _ = write!(text, "{}\n\n{} ({})\n", proof.scenario.truth, report.verdict(), report.letters());
    if !report.broken() && !report.counterexamples.is_empty() {
        text.push_str(
            "A job can end in the failed list undone. A person sees it there, so it does not count.\n",
        );
    }
    let _ = write!(text, "\nBound        {}\n", report.bound.words());
    let _ = writeln!(text, "Covered      {}", covered(report));
    for (index, sentence) in report.bound.not_covered().iter().enumerate() {
        let _ = writeln!(text, "{:13}{sentence}", if index == 0 { "Not covered" } else { "" });
    }
    for story in &proof.stories {
        tell(&mut text, story);
    }
    text
}

fn covered(report: &Report) -> String {
    let extent =
        if report.complete { "every schedule" } else { "a part, then the search reached its memory limit" };
    format!(
        "{extent}: {} states, {} transitions, up to {} actions deep",
        report.states, report.transitions, report.depth
    )
}

fn tell(text: &mut String, story: &Story) {
    let what = match story.violation {
        Violation::Duplicate => "Duplicate: the effect happens more than once",
        Violation::Loss => "Loss: the effect never happens, and the queue counts the job as done",
        Violation::Stuck => "Stuck: the effect has not happened, and the job is in the failed list",
        Violation::Invariant => "Invariant: all is settled, and what must hold does not",
    };
    let _ = write!(text, "\n{what} ({} actions)\n", story.trace.steps.len());
    steps(text, &story.trace);
    match &story.link {
        Ok(link) => {
            let _ = writeln!(text, "  Link: {link}");
        }
        Err(why) => {
            let _ = writeln!(text, "  No link: {why}");
        }
    }
}

/// A trace's steps, then its verdicts.
pub(crate) fn steps(text: &mut String, trace: &Trace) {
    for (index, step) in trace.steps.iter().enumerate() {
        let _ = writeln!(text, "{:4}. {} [{}] {}", index + 1, step.action, step.at, step.happened.join(" "));
    }
    for order in &trace.orders {
        let _ = writeln!(text, "  {}", order.text);
        if let Some(why) = &order.why {
            let _ = writeln!(text, "  {why}");
        }
    }
    if let Some(broken) = &trace.broken {
        let _ = writeln!(text, "  Does not hold: {broken}");
    }
}
