//! The sentence that leads a first visitor from one press to the next.

use std::rc::Rc;

use crate::queue::{self, JobState};
use crate::sim::{Action, Condition, Judgement, Worker, WorkerId, World, verdicts, why_not};

use super::super::session::Session;
use super::super::view::GuideView;
use super::super::words;

/// What to press next: the sentence, and the accessible name of the button.
type Advice = (String, String);

/// The sentence for a first visit: about the first order and its first job, until its effect has happened
/// twice or the visitor has enough of it.
pub(in crate::app) fn guide(session: &Session) -> Option<Rc<GuideView>> {
    if !session.guided() {
        return None;
    }
    let world = session.world();
    let verdict = verdicts(world).into_iter().next()?;
    let (job, _) = world.jobs().next()?;
    let state = world.job_state(job);
    let (effect, times) = (&session.scenario().effect, words::times(verdict.effects));
    let done = verdict.judgement == Judgement::Duplicated;
    let (text, target) = if done {
        let text = format!(
            "One order, {effect} {times}. Now choose another consumer, press Reset and put it through the same."
        );
        (text, "Reset".to_owned())
    } else {
        match state {
            JobState::Completed if verdict.judgement == Judgement::Lost => {
                let text = "The job counts as done, and nobody did it: the verdict says why. Choose another consumer, press Reset and put it through the same.";
                (text.to_owned(), "Reset".to_owned())
            }
            JobState::Completed if verdict.deliveries > 1 => {
                let text = "Delivered more than once, and it held. Press Reset and crash a worker between two statements: does it still hold?";
                (text.to_owned(), "Reset".to_owned())
            }
            JobState::Completed => {
                let text = format!(
                    "The job is done, {effect} {times}. An at-least-once queue may deliver it again: press Redeliver job 1."
                );
                (text, "Redeliver job 1".to_owned())
            }
            JobState::Active => advice_on_active(session),
            JobState::Delayed if queue::can_take(world.db(), world.now(), world.queue()) => {
                advice_on_waiting(session, verdict.deliveries)
            }
            JobState::Delayed => advice(
                "The job failed and waits for its next attempt. Press To the next timer until it is in line again.",
                "To the next timer",
            ),
            JobState::Failed | JobState::Gone => advice(
                "The queue gave the job up. A person would look into it and press Redeliver job 1.",
                "Redeliver job 1",
            ),
            JobState::Wait | JobState::Prioritized | JobState::Paused => {
                advice_on_waiting(session, verdict.deliveries)
            }
        }
    };
    Some(Rc::new(GuideView { text, target, done }))
}

fn advice_on_waiting(session: &Session, deliveries: u16) -> Advice {
    let mut workers = session.world().workers();
    if workers.all(|(_, worker)| worker.condition != Condition::Up) {
        let (selected, up) = remedy(session.world(), session.selected());
        return (
            format!("The job waits in line and no worker is up. Press {up} and let {selected} take it."),
            up,
        );
    }
    if deliveries > 0 {
        return advice("The job is back in line. Press Play to have it delivered again.", "Play");
    }
    advice(
        "One job waits in line. Press Play: a worker takes it, does what the code says and acknowledges it.",
        "Play",
    )
}

/// Some worker has the job, or had it when it fell.
fn advice_on_active(session: &Session) -> Advice {
    let world = session.world();
    if session.playing() {
        return advice("The workers go on by themselves. Press Pause to step in.", "Pause");
    }
    let holds = |worker: &Worker| worker.run.is_some() && worker.condition == Condition::Up;
    if why_not(world, &Action::Step(session.selected())).is_none() {
        let text = "A worker has the job. Press Step for its next statement, Crash to kill it right here, or Play to let it finish.";
        return advice(text, "Step");
    }
    if let Some((holder, _)) = world.workers().find(|(_, worker)| holds(worker)) {
        let text = format!("{holder} has the job: choose it under Worker and press Step, or press Play.");
        return (words::sentence(&text), "Play".to_owned());
    }
    let frozen = world.workers().find(|(_, worker)| worker.run.is_some());
    let text = match frozen {
        Some((id, _)) => {
            let (worker, thaw) = remedy(world, id);
            format!(
                "{worker} stands still and cannot renew its lock. Press To the next timer until the lock lapses and the job is back in line, or {thaw}."
            )
        }
        None => "The worker is gone, and the lock on its job runs out. Press To the next timer until the queue puts the job back in line.".to_owned(),
    };
    (words::sentence(&text), "To the next timer".to_owned())
}

/// The worker's name and the button that gets it going again.
fn remedy(world: &World, id: WorkerId) -> Advice {
    let frozen = world.worker(id).is_some_and(|it| it.condition == Condition::Frozen);
    let verb = if frozen { "Thaw" } else { "Restart" };
    (id.to_string(), format!("{verb} worker {}", id.0))
}

fn advice(text: &str, target: &str) -> Advice {
    (text.to_owned(), target.to_owned())
}
