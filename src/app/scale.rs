//! The panel `At scale`: a batch of many jobs under several consumers, at each redelivery rate, run in slices that the
//! page asks for; and the arithmetic from there to a day.

mod view;

use std::rc::Rc;

use crate::base::sort_short_by_key;
use crate::explore::{Batch, Counts, REQUESTS, cents, extra_a_day, lost_a_day};
use crate::sim::{Action, Judgement, Scenario, WORKERS, World};

use super::buttons::Buttons;
use super::effects::{Effect, Effects, Open, Schedule};
use super::msg::{Msg, ScaleMsg};
use super::session::Session;
use super::view::Button;
use super::words;

/// The sizes of a batch to choose from.
const SIZES: [u32; 2] = [100_000, 1_000_000];

/// The redelivery rates of the plot, in parts per million.
const RATES: [u32; 4] = [100, 1_000, 10_000, 100_000];

/// The most consumers at once.
const MOST: usize = 4;

/// Jobs for each transition that a slice of a search is worth.
const JOBS_A_TURN: u32 = 250;

/// The batches and what they are of.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    jobs: u32,
    rate: u32,
    seed: u64,
    /// By index, in order.
    chosen: Vec<usize>,
    cancelled: bool,
    /// One for each chosen consumer at each rate, the chosen rate's first.
    runs: Vec<Run>,
}

#[derive(Clone, Debug)]
struct Run {
    consumer: usize,
    title: Rc<str>,
    /// What makes the world that each job begins in: an edited text.
    setup: Vec<Action>,
    batch: Batch,
}

impl Default for Scale {
    fn default() -> Self {
        Self {
            jobs: SIZES[0],
            rate: RATES[1],
            seed: 1,
            chosen: Vec::new(),
            cancelled: false,
            runs: Vec::new(),
        }
    }
}

impl Scale {
    /// Whether jobs wait to be run while the panel is open. Behind a closed one they rest.
    pub(super) fn running(&self) -> bool {
        !self.cancelled && self.runs.iter().any(|run| !run.batch.over())
    }

    /// Does what was asked for.
    pub(super) fn update(&mut self, session: &Session, msg: ScaleMsg) -> Effects {
        match msg {
            ScaleMsg::Open(false) => return Effect::Close(Open::Scale).into(),
            ScaleMsg::Open(true) => return self.open(session),
            ScaleMsg::Again => self.run(session),
            ScaleMsg::Cancel => {
                self.cancelled = true;
                return Effects::say("Stopped. What was counted so far stands.");
            }
            ScaleMsg::Jobs(jobs) => {
                self.jobs = jobs.clamp(1, SIZES[1]);
                self.run(session);
            }
            ScaleMsg::Rate(rate) => {
                if RATES.contains(&rate) {
                    self.rate = rate;
                }
            }
            ScaleMsg::Seed(text) => match text.trim().parse() {
                Ok(seed) => {
                    self.seed = seed;
                    self.run(session);
                }
                Err(_) => return Effects::problem("A seed is a whole number, like 7."),
            },
            ScaleMsg::Toggle(consumer) => return self.toggle(session, consumer),
            ScaleMsg::Replay(consumer) => return self.replay(consumer),
        }
        Effects::none()
    }

    fn open(&mut self, session: &Session) -> Effects {
        if let Some(why) = counts_nothing(session.scenario()) {
            return Effects::problem(&why);
        }
        if self.runs.is_empty() {
            self.run(session);
        }
        Effect::Open(Open::Scale).into()
    }

    /// Another scenario begins: its own consumers are counted instead, if there is something to count.
    pub(super) fn begin(&mut self, session: &Session, open: bool) -> Effects {
        self.runs.clear();
        self.chosen.clear();
        match (open, counts_nothing(session.scenario())) {
            (false, _) => Effects::none(),
            (true, None) => self.open(session),
            (true, Some(_)) => Effect::Close(Open::Scale).into(),
        }
    }

    /// Starts all batches from the beginning.
    fn run(&mut self, session: &Session) {
        if self.chosen.is_empty() {
            // The first ones, which break, and the last, which holds in most scenarios.
            let count = session.scenario().consumers.len();
            self.chosen.extend((0..count).filter(|index| index + 1 < MOST || index + 1 == count));
        }
        let mut rates = RATES;
        sort_short_by_key(&mut rates, |it| *it != self.rate);
        let mut runs = Vec::new();
        for rate in rates {
            for consumer in &self.chosen {
                let mut world = World::new(session.scenario(), *consumer, WORKERS);
                let setup = session.edited(*consumer, &mut world);
                let title = session.title_of(*consumer, &world).into();
                let batch = Batch::from(world, self.seed, self.jobs, rate);
                runs.push(Run { consumer: *consumer, title, setup, batch });
            }
        }
        self.runs = runs;
        self.cancelled = false;
    }

    fn toggle(&mut self, session: &Session, consumer: usize) -> Effects {
        let chosen = &mut self.chosen;
        match chosen.iter().position(|it| *it == consumer) {
            Some(_) if chosen.len() == 1 => return Effects::problem("A batch takes at least one consumer."),
            Some(at) => {
                chosen.remove(at);
            }
            None if chosen.len() == MOST => {
                return Effects::problem(&format!(
                    "A batch takes at most {MOST} consumers: take one out first."
                ));
            }
            None if consumer < session.scenario().consumers.len() => {
                chosen.push(consumer);
                sort_short_by_key(chosen, |index| *index);
            }
            None => return Effects::none(),
        }
        self.run(session);
        Effects::none()
    }

    /// Runs as many jobs as `count` transitions are worth, of the first batch that is not over.
    pub(super) fn work(&mut self, count: usize) -> Effects {
        if let Some(run) = self.runs.iter_mut().find(|run| !run.batch.over()) {
            run.batch.run(count as u32 * JOBS_A_TURN);
            if !self.running() {
                return Effects::say("The batch is done.");
            }
        }
        Effects::none()
    }

    /// One of the jobs that went wrong under that consumer, played where the panel stood.
    fn replay(&self, consumer: usize) -> Effects {
        let Some(run) = self.run_of(consumer, self.rate) else { return Effects::none() };
        let Some(judgement) = wrong(&run.batch.counts()) else { return Effects::none() };
        let Some(actions) = run.batch.example(judgement) else { return Effects::none() };
        let text =
            format!("One of the batch's jobs: {}. Step back to see how it came about.", judgement.word());
        let schedule = Schedule { consumer, workers: WORKERS, setup: run.setup.clone(), actions, text };
        Effects::from(Effect::Close(Open::Scale)).then(Effect::Play(Box::new(schedule)))
    }

    fn run_of(&self, consumer: usize, rate: u32) -> Option<&Run> {
        self.runs.iter().find(|run| run.consumer == consumer && run.batch.rate() == rate)
    }
}

/// Why a scenario's jobs cannot be counted, if they cannot.
fn counts_nothing(scenario: &Scenario) -> Option<String> {
    let none = scenario.consumers.iter().all(|consumer| consumer.probes.is_empty());
    none.then(|| "This scenario is about the queue itself: it has no effect to count.".to_owned())
}

/// The button that opens the panel, or closes it.
pub(super) fn opener(scenario: &Scenario, open: Open, buttons: Buttons<'_>) -> Button {
    let mut button = buttons.button(
        "At scale",
        Msg::Scale(ScaleMsg::Open(open != Open::Scale)),
        "Run a batch of jobs and see what duplicates cost in a day.",
    );
    if button.why_not.is_none() {
        button.why_not = counts_nothing(scenario).map(Into::into);
    }
    button
}

/// How a batch's jobs went wrong, if some did: duplicates come first.
fn wrong(counts: &Counts) -> Option<Judgement> {
    match (counts.duplicated, counts.lost) {
        (0, 0) => None,
        (0, _) => Some(Judgement::Lost),
        _ => Some(Judgement::Duplicated),
    }
}

/// How a day's figures come about:
/// `250,000,000 × 0.1 % × 80 / 100 = 200,000 extra charges; × $42.00 = $8,400,000.00`, and what is lost, if some is.
#[must_use]
pub fn arithmetic(scenario: &Scenario, rate: u32, counts: &Counts) -> String {
    let mut text = String::new();
    let of = words::thousands(u64::from(counts.redelivered));
    let figures = [
        (true, counts.extra, extra_a_day(rate, counts), " extra "),
        (counts.lost > 0, counts.lost.into(), lost_a_day(rate, counts), " missing "),
    ];
    for (told, found, day, what) in figures {
        if !told {
            continue;
        }
        let noun = &scenario.effect_noun;
        let parts = [
            if text.is_empty() { "" } else { ". " },
            &words::thousands(REQUESTS),
            " × ",
            &words::percent(rate),
            " × ",
            &words::thousands(found),
            " / ",
            &of,
            " = ",
            &words::thousands(day),
            what,
            noun,
            words::plural(day, noun),
        ];
        text.push_str(&parts.concat());
        if let Some(cents) = cents(scenario) {
            text.push_str(&format!("; × {} = {}", words::dollars(cents), words::dollars(day * cents)));
        }
    }
    text
}
