//! Why an order's verdict is what it is, delivery by delivery.

use crate::sim::{Ending, Judgement, OrderNo, Scenario, Verdict};

use super::history::{Delivery, End, History};
use super::words;

/// One sentence per delivery of an order.
pub(super) fn deliveries(history: &History, order: OrderNo, scenario: &Scenario) -> Vec<String> {
    of_order(history, order).map(|delivery| words::sentence(&told(delivery, scenario))).collect()
}

fn of_order(history: &History, order: OrderNo) -> impl DoubleEndedIterator<Item = &Delivery> {
    history.deliveries.iter().filter(move |delivery| delivery.order == order)
}

fn told(delivery: &Delivery, scenario: &Scenario) -> String {
    let who = format!("delivery {} (worker {})", delivery.number, delivery.worker.0);
    let what = match delivery.effects {
        0 => format!("not {}", scenario.effect),
        1 => scenario.effect.clone(),
        n => format!("{} {}", scenario.effect, words::times(n)),
    };
    let frozen = if delivery.frozen { "was frozen on the way; " } else { "" };
    format!("{who}: {frozen}{what}; {}", ending(delivery))
}

fn ending(delivery: &Delivery) -> String {
    match &delivery.end {
        End::Open => "still under way".to_owned(),
        End::Accepted(ending) => match ending {
            Ending::Completed => "acknowledged as completed".to_owned(),
            Ending::Skipped(why) => format!("skipped ({why}) and acknowledged as completed"),
            Ending::Failed(why) => format!("failed ({why})"),
            Ending::NotRun(why) => format!("never ran ({why})"),
        },
        End::Refused(_, why) => format!("its acknowledgement was refused: {why}"),
        End::Unheard(_) => "its acknowledgement never arrived".to_owned(),
        End::Crashed => match &delivery.last {
            Some((line, text)) => format!("crashed after line {line} ({})", words::shorten(text, 60)),
            None => "crashed before its first statement".to_owned(),
        },
    }
}

/// What a wrong verdict comes down to.
pub(super) fn why(history: &History, verdict: &Verdict, scenario: &Scenario) -> Option<String> {
    match verdict.judgement {
        Judgement::Once | Judgement::Pending => None,
        Judgement::Duplicated => Some(why_duplicated(history, verdict, scenario)),
        Judgement::Lost => Some(why_lost(history, verdict, scenario)),
    }
}

fn why_duplicated(history: &History, verdict: &Verdict, scenario: &Scenario) -> String {
    let guilty: Vec<&Delivery> =
        of_order(history, verdict.order).filter(|delivery| delivery.effects > 0).collect();
    match guilty.as_slice() {
        [first, .., last] => {
            let numbers: Vec<String> = guilty.iter().map(|it| it.number.to_string()).collect();
            let numbers = numbers.join(" and ");
            let cause = cause_of_return(first);
            format!(
                "Deliveries {numbers} both {}. {cause} Nothing told delivery {} that it was done already.",
                scenario.effect, last.number
            )
        }
        [only] => format!("Delivery {} {} more than once.", only.number, scenario.effect),
        [] => format!("The {} happened more than once.", scenario.effect_noun),
    }
}

/// Why a job came back although a delivery had caused the effect.
fn cause_of_return(first: &Delivery) -> String {
    let number = first.number;
    match &first.end {
        End::Crashed => format!("Delivery {number} crashed before the queue heard of it."),
        End::Refused(..) if first.frozen => {
            format!("Delivery {number} was frozen past its lock, so the queue had given the job away.")
        }
        End::Refused(..) => format!("Delivery {number} no longer held the lock when it acknowledged."),
        End::Unheard(_) => format!("Delivery {number}'s acknowledgement never arrived."),
        End::Accepted(Ending::Failed(_)) => {
            format!("Delivery {number} saw an error after the {} and the job was retried.", "effect")
        }
        End::Accepted(_) => format!("Delivery {number} was acknowledged, and the job came again."),
        End::Open => {
            format!("Delivery {number} is still under way; the queue gave the job to another worker.")
        }
    }
}

fn why_lost(history: &History, verdict: &Verdict, scenario: &Scenario) -> String {
    let noun = &scenario.effect_noun;
    let stopped = of_order(history, verdict.order).find(|delivery| {
        matches!(
            delivery.end,
            End::Crashed | End::Accepted(Ending::Failed(_)) | End::Refused(..) | End::Unheard(_)
        )
    });
    let skipped = of_order(history, verdict.order)
        .rev()
        .find(|delivery| matches!(&delivery.end, End::Accepted(Ending::Skipped(_) | Ending::Completed)));
    match (stopped, skipped) {
        (Some(stopped), Some(skipped)) => {
            let how = match &stopped.end {
                End::Crashed => "crashed",
                End::Accepted(Ending::Failed(_)) => "saw an error and gave up",
                _ => "came too late",
            };
            format!(
                "Delivery {} {how} after claiming the job and before the {noun}. Delivery {} found the claim, took the job for done and left it. Nobody will do it any more.",
                stopped.number, skipped.number
            )
        }
        _ => format!("The queue counts the job as done, but the {noun} never happened."),
    }
}
