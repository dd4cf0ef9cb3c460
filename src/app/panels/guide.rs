//! The sentence that leads a first visitor from one press to the next.

use std::rc::Rc;

use crate::queue::{self, JobState};
use crate::sim::{Action, Condition, Judgement, Worker, WorkerId, World, verdicts, why_not};

use super::super::msg::Msg;
use super::super::session::Session;
use super::super::view::GuideView;
use super::super::words;

/// What to press next: the sentence, and what its button asks for.
type Advice = (String, Msg);

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
        (text, Msg::Reset)
    } else {
        match state {
            JobState::Completed if verdict.judgement == Judgement::Lost => {
                let text = "The job counts as done, and nobody did it: the verdict says why. Choose another consumer, press Reset and put it through the same.";
                (text.to_owned(), Msg::Reset)
            }
            JobState::Completed if verdict.deliveries > 1 => {
                let text = "Delivered more than once, and it held. Press Reset and crash a worker between two statements: does it still hold?";
                (text.to_owned(), Msg::Reset)
            }
            JobState::Completed => {
                let text = format!(
                    "The job is done, {effect} {times}. An at-least-once queue may deliver it again: press Redeliver job 1."
                );
                (text, Msg::Act(Action::redeliver(job)))
            }
            JobState::Active => advice_on_active(session),
            JobState::Delayed if queue::can_take(world.db(), world.now(), world.queue()) => {
                advice_on_waiting(session, verdict.deliveries)
            }
            JobState::Delayed => advice(
                "The job failed and waits for its next attempt. Press To the next timer until it is in line again.",
                Msg::Act(Action::NextTimer),
            ),
            JobState::Failed | JobState::Gone => advice(
                "The queue gave the job up. A person would look into it and press Redeliver job 1.",
                Msg::Act(Action::redeliver(job)),
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
        let selected = session.selected();
        let (up, ask) = remedy(session.world(), selected);
        let text =
            format!("The job waits in line and no worker is up. Press {up} and let {selected} take it.");
        return (text, ask);
    }
    if deliveries > 0 {
        return advice("The job is back in line. Press Play to have it delivered again.", Msg::Play);
    }
    advice(
        "One job waits in line. Press Play: a worker takes it, does what the code says and acknowledges it.",
        Msg::Play,
    )
}

/// Some worker has the job, or had it when it fell.
fn advice_on_active(session: &Session) -> Advice {
    let world = session.world();
    if session.playing() {
        return advice("The workers go on by themselves. Press Pause to step in.", Msg::Pause);
    }
    let holds = |worker: &Worker| worker.run.is_some() && worker.condition == Condition::Up;
    if why_not(world, &Action::Step(session.selected())).is_none() {
        let text = "A worker has the job. Press Step for its next statement, Crash to kill it right here, or Play to let it finish.";
        return advice(text, Msg::Step);
    }
    if let Some((holder, _)) = world.workers().find(|(_, worker)| holds(worker)) {
        let text = format!("{holder} has the job: choose it under Worker and press Step, or press Play.");
        return (words::sentence(&text), Msg::Play);
    }
    let frozen = world.workers().find(|(_, worker)| worker.run.is_some());
    let text = match frozen {
        Some((id, _)) => {
            let (thaw, _) = remedy(world, id);
            format!(
                "{id} stands still and cannot renew its lock. Press To the next timer until the lock lapses and the job is back in line, or {thaw}."
            )
        }
        None => "The worker is gone, and the lock on its job runs out. Press To the next timer until the queue puts the job back in line.".to_owned(),
    };
    (words::sentence(&text), Msg::Act(Action::NextTimer))
}

/// The button that gets the worker going again: its name, and what it asks for.
fn remedy(world: &World, id: WorkerId) -> Advice {
    let frozen = world.worker(id).is_some_and(|it| it.condition == Condition::Frozen);
    let (verb, action) = if frozen { ("Thaw", Action::Thaw(id)) } else { ("Restart", Action::Restart(id)) };
    (format!("{verb} {id}"), Msg::Act(action))
}

fn advice(text: &str, target: Msg) -> Advice {
    (text.to_owned(), target)
}
