//! Why an order's verdict is what it is, delivery by delivery.

use crate::sim::{Ending, Judgement, OrderNo, Scenario, Verdict};

use super::describe;
use super::history::{Cause, Delivery, End, History};
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
    let frozen = if delivery.frozen { "was frozen on the way; " } else { "" };
    if scenario.consumers.iter().all(|consumer| consumer.probes.is_empty()) {
        // The queue is judged, and no single delivery settles anything.
        return format!("{who}: {frozen}{}", ending(delivery));
    }
    let what = match delivery.effects {
        0 => format!("not {}", scenario.effect),
        1 => scenario.effect.clone(),
        n => format!("{} {}", scenario.effect, words::times(n)),
    };
    format!("{who}: {frozen}{what}; {}", ending(delivery))
}

fn ending(delivery: &Delivery) -> String {
    let first = if delivery.acked_first { "was acknowledged before it ran; " } else { "" };
    let end = match &delivery.end {
        End::Open => "still under way".to_owned(),
        End::Accepted(ending) => match ending {
            Ending::Completed if delivery.acked_first => "ran to its end".to_owned(),
            Ending::Completed => "acknowledged as completed".to_owned(),
            Ending::Skipped(why) if delivery.acked_first => format!("skipped ({why})"),
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
    };
    format!("{first}{end}")
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
    let effect = &scenario.effect;
    match guilty.as_slice() {
        [.., last] if guilty.len() > 1 => {
            let numbers: Vec<String> = guilty.iter().map(|it| it.number.to_string()).collect();
            let (last_number, others) = numbers.split_last().expect("there are several");
            let both = if guilty.len() == 2 { "both" } else { "all" };
            format!(
                "Deliveries {} and {last_number} {both} {effect}. {} Delivery {last_number} did not know that it was done already.",
                others.join(", "),
                cause_of_return(history, last)
            )
        }
        [only] => format!("Delivery {} {effect} more than once.", only.number),
        _ => format!("The {} happened more than once.", scenario.effect_noun),
    }
}

/// Why the job came (again) to a delivery.
fn cause_of_return(history: &History, later: &Delivery) -> String {
    let number = later.number;
    let before = of_order(history, later.order).take_while(|it| it.number < number).last();
    let before_number = before.map_or(0, |it| it.number);
    match later.cause {
        Cause::Added => format!("Delivery {number} was its job's first."),
        Cause::AddedAgain => {
            format!("Delivery {number} came because the producer added the order again, as another job.")
        }
        Cause::ByHand => format!("Delivery {number} came because the job was put back in line by hand."),
        Cause::Retry => {
            format!("Delivery {before_number} reported an error, so the job was retried.")
        }
        Cause::Stalled => {
            let how = match before {
                Some(it) if it.end == End::Crashed => "crashed before the queue heard of it",
                Some(it) if matches!(it.end, End::Unheard(_)) => {
                    "was never heard of: its acknowledgement was lost"
                }
                Some(it) if it.frozen => "was frozen past its lock",
                _ => "lost its lock",
            };
            format!("Delivery {before_number} {how}, so the stalled check put the job back in line.")
        }
    }
}

fn why_lost(history: &History, verdict: &Verdict, scenario: &Scenario) -> String {
    if let Some(probe) = verdict.missing {
        let (order, what) =
            (format!("Order {}", verdict.order.0), describe::watched(&scenario.probes[probe]));
        let parts = [
            &order,
            " was ",
            &scenario.effect,
            ", but no change of ",
            what,
            " came with it, as it must. The queue counts the job as done.",
        ];
        return parts.concat();
    }
    let noun = &scenario.effect_noun;
    let all = || of_order(history, verdict.order);
    if let Some(first) = all().find(|it| it.acked_first) {
        return format!(
            "Delivery {} was acknowledged before it ran and never came to the {noun}. The queue counts the job as done and has no reason to deliver it again.",
            first.number
        );
    }
    let is_done = |it: &&Delivery| matches!(it.end, End::Accepted(Ending::Skipped(_) | Ending::Completed));
    let closer = all().rev().find(is_done);
    let stopped = all().find(|it| {
        let gave_up = matches!(
            it.end,
            End::Crashed | End::Accepted(Ending::Failed(_)) | End::Refused(..) | End::Unheard(_)
        );
        gave_up && it.acted && it.effects == 0
    });
    match (stopped, closer) {
        (Some(stopped), Some(closer)) if stopped.number < closer.number => {
            let how = match &stopped.end {
                End::Crashed => "crashed",
                End::Accepted(Ending::Failed(_)) => "saw an error and gave up",
                _ => "came too late",
            };
            format!(
                "Delivery {} {how} after leaving its mark and before the {noun}. Delivery {} found the mark, took the job for done and left it. Nobody will do it any more.",
                stopped.number, closer.number
            )
        }
        (_, Some(closer)) => format!(
            "Delivery {} ended as done without the {noun}, and the queue counts the job as done.",
            closer.number
        ),
        _ => format!("The queue counts the job as done, but the {noun} never happened."),
    }
}
