//! At scale: a batch of many jobs under several consumers, at each redelivery rate, run in slices that the caller asks
//! for; and the arithmetic from there to a day.

use std::rc::Rc;

use crate::base::sort_short_by_key;
use crate::explore::{Batch, Counts, MAX_STRIKES, REQUESTS, cents, extra_a_day};
use crate::sim::{Action, Judgement, Scenario, WORKERS, World};

use super::panels::button;
use super::state::{App, Msg};
use super::view::{Button, Choice, PlotLine, PlotView, ScaleRow, ScaleView};
use super::words;

/// The sizes of a batch to choose from.
const SIZES: [u32; 2] = [100_000, 1_000_000];

/// The redelivery rates of the plot, in parts per million.
const RATES: [u32; 4] = [100, 1_000, 10_000, 100_000];

/// The most consumers at once.
const MOST: usize = 4;

/// Jobs for each state of a search that a slice is worth.
const JOBS_A_STATE: u32 = 1_000;

/// What a person can do at scale.
#[derive(Clone, Debug, PartialEq)]
pub enum ScaleMsg {
    /// Open the panel, or close it.
    Open(bool),
    /// Run the batch again, under the texts in force now.
    Again,
    /// Stop.
    Cancel,
    /// Run this many jobs.
    Jobs(u32),
    /// Show the figures at this rate, in parts per million.
    Rate(u32),
    /// Start the draws from here; what is no number changes nothing.
    Seed(String),
    /// Take a consumer in or out, by its index.
    Toggle(usize),
    /// Load a job that went wrong under this consumer into the playground.
    Replay(usize),
}

/// The batches and what they are of.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    pub open: bool,
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
            open: false,
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
    /// Whether jobs wait to be run. Behind a closed panel they rest.
    pub(super) fn running(&self) -> bool {
        self.open && !self.cancelled && self.runs.iter().any(|run| !run.batch.over())
    }

    /// How many jobs have run and of how many.
    fn progress(&self) -> (u64, u64) {
        let mut sum = (0, 0);
        for run in &self.runs {
            sum.0 += u64::from(run.batch.done());
            sum.1 += u64::from(run.batch.jobs());
        }
        sum
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

impl App {
    /// Does what was asked for at scale.
    pub(super) fn at_scale(&mut self, msg: ScaleMsg) {
        match msg {
            ScaleMsg::Open(false) => self.scale.open = false,
            ScaleMsg::Open(true) => self.open_scale(),
            ScaleMsg::Again => self.run_batches(),
            ScaleMsg::Cancel => {
                self.scale.cancelled = true;
                self.announcement = "Stopped. What was counted so far stands.".to_owned();
            }
            ScaleMsg::Jobs(jobs) => {
                self.scale.jobs = jobs.clamp(1, SIZES[1]);
                self.run_batches();
            }
            ScaleMsg::Rate(rate) => {
                if RATES.contains(&rate) {
                    self.scale.rate = rate;
                }
            }
            ScaleMsg::Seed(text) => match text.trim().parse() {
                Ok(seed) => {
                    self.scale.seed = seed;
                    self.run_batches();
                }
                Err(_) => self.problem("A seed is a whole number, like 7.".to_owned()),
            },
            ScaleMsg::Toggle(consumer) => self.toggle_scaled(consumer),
            ScaleMsg::Replay(consumer) => self.replay_job(consumer),
        }
    }

    fn open_scale(&mut self) {
        if let Some(why) = counts_nothing(self.scenario()) {
            return self.problem(why);
        }
        self.prover.open = false;
        self.compared = None;
        self.scale.open = true;
        if self.scale.runs.is_empty() {
            self.run_batches();
        }
    }

    /// Another scenario begins: its own consumers are counted instead.
    pub(super) fn forget_batches(&mut self) {
        let scale = &mut self.scale;
        scale.runs.clear();
        scale.chosen.clear();
        if scale.open {
            scale.open = false;
            if counts_nothing(self.scenario()).is_none() {
                self.open_scale();
            }
        }
    }

    /// Starts all batches from the beginning.
    fn run_batches(&mut self) {
        if self.scale.chosen.is_empty() {
            // The first ones, which break, and the last, which holds in most scenarios.
            let count = self.scenario().consumers.len();
            self.scale.chosen = (0..count).filter(|index| index + 1 < MOST || index + 1 == count).collect();
        }
        let Scale { jobs, seed, rate, .. } = self.scale;
        let mut rates = RATES;
        sort_short_by_key(&mut rates, |it| *it != rate);
        let mut runs = Vec::new();
        for rate in rates {
            for consumer in &self.scale.chosen {
                let mut world = World::new(self.scenario(), *consumer, WORKERS);
                let setup = self.edited(*consumer, &mut world);
                let title = self.title_of(*consumer, &world).into();
                runs.push(Run {
                    consumer: *consumer,
                    title,
                    setup,
                    batch: Batch::from(world, seed, jobs, rate),
                });
            }
        }
        self.scale.runs = runs;
        self.scale.cancelled = false;
    }

    fn toggle_scaled(&mut self, consumer: usize) {
        let chosen = &mut self.scale.chosen;
        match chosen.iter().position(|it| *it == consumer) {
            Some(_) if chosen.len() == 1 => {
                return self.problem("A batch takes at least one consumer.".to_owned());
            }
            Some(at) => {
                chosen.remove(at);
            }
            None if chosen.len() == MOST => {
                return self.problem(format!("A batch takes at most {MOST} consumers: take one out first."));
            }
            None if consumer < self.catalogue[self.scenario].consumers.len() => {
                chosen.push(consumer);
                sort_short_by_key(chosen, |index| *index);
            }
            None => return,
        }
        self.run_batches();
    }

    /// Runs about `states` thousand jobs of the first batch that is not over.
    pub(super) fn scale_slice(&mut self, states: usize) {
        if let Some(run) = self.scale.runs.iter_mut().find(|run| !run.batch.over()) {
            run.batch.run(states as u32 * JOBS_A_STATE);
            if !self.scale.running() {
                self.announcement = "The batch is done.".to_owned();
            }
        }
    }

    /// The first job of the chosen rate that went wrong under a consumer, and how.
    fn wrong(&self, consumer: usize) -> Option<(&Run, Judgement, Vec<Action>)> {
        let run = self.scale.run_of(consumer, self.scale.rate)?;
        let counts = run.batch.counts();
        let judgement = if counts.duplicated > 0 { Judgement::Duplicated } else { Judgement::Lost };
        Some((run, judgement, run.batch.example(judgement)?))
    }

    fn replay_job(&mut self, consumer: usize) {
        let Some((run, judgement, actions)) = self.wrong(consumer) else { return };
        let all = run.setup.iter().cloned().chain(actions).collect::<Vec<_>>();
        self.scale.open = false;
        if self.replay_from_start(consumer, WORKERS, &all) {
            let word = judgement.word();
            self.inform(format!("One of the batch's jobs: {word}. Step back to see how it comes about."));
        }
    }

    /// The panel; none while it is closed.
    pub(super) fn scale_view(&self) -> Option<Rc<ScaleView>> {
        let scale = &self.scale;
        if !scale.open {
            return None;
        }
        let choice = |value: u32, title: String, chosen: u32, msg: ScaleMsg| Choice {
            id: value.to_string(),
            title,
            note: String::new(),
            chosen: value == chosen,
            msg: Msg::Scale(msg),
        };
        let size = |it| choice(it, words::thousands(u64::from(it)), scale.jobs, ScaleMsg::Jobs(it));
        let rate = |it| choice(it, words::percent(it), scale.rate, ScaleMsg::Rate(it));
        let consumers = self.scenario().consumers.iter().enumerate().map(|(index, it)| Choice {
            id: it.id.clone(),
            title: it.title.clone(),
            note: it.note.clone(),
            chosen: scale.chosen.contains(&index),
            msg: Msg::Scale(ScaleMsg::Toggle(index)),
        });
        let (done, all) = scale.progress();
        let schedules: u32 = scale.runs.iter().map(|run| run.batch.schedules()).sum();
        let (jobs, played) = (words::thousands(done), words::thousands(u64::from(schedules)));
        let of = words::thousands(all);
        let stopped = if scale.cancelled { " Stopped." } else { "" };
        Some(Rc::new(ScaleView {
            subject: self.scenario().title.clone(),
            jobs: SIZES.into_iter().map(size).collect(),
            rates: RATES.into_iter().map(rate).collect(),
            seed: scale.seed.to_string(),
            consumers: consumers.collect(),
            progress: (done, all),
            said: format!("{jobs} of {of} jobs. {played} different schedules, each played once.{stopped}"),
            columns: self.columns(),
            rows: scale.chosen.iter().filter_map(|consumer| self.row(*consumer)).collect(),
            notes: notes(),
            plot: self.plot(),
            again: button(
                "Run again",
                Msg::Scale(ScaleMsg::Again),
                "Run the batch under the text in force now.",
            ),
            cancel: Button {
                why_not: (!scale.running()).then(|| "Nothing is being run.".to_owned()),
                ..button("Cancel", Msg::Scale(ScaleMsg::Cancel), "Stop; what was counted stands.")
            },
            close: button("Close At scale", Msg::Scale(ScaleMsg::Open(false)), "Back to the playground."),
        }))
    }

    /// The button that opens the panel.
    pub(super) fn scale_button(&self) -> Button {
        Button {
            why_not: counts_nothing(self.scenario()),
            ..button(
                "At scale",
                Msg::Scale(ScaleMsg::Open(!self.scale.open)),
                "Run a batch of jobs and see what duplicates cost in a day.",
            )
        }
    }

    fn columns(&self) -> Vec<String> {
        let scenario = self.scenario();
        let a_day = match cents(scenario) {
            Some(_) => "Money a day at 250 M".to_owned(),
            None => format!("Extra {}s a day at 250 M", scenario.effect_noun),
        };
        let twice = words::capital(&format!("{} twice", scenario.effect));
        ["Consumer", "Delivered more than once", &twice, "Lost", "In the failed list", &a_day]
            .map(str::to_owned)
            .into()
    }

    fn row(&self, consumer: usize) -> Option<ScaleRow> {
        let run = self.scale.run_of(consumer, self.scale.rate)?;
        let (scenario, counts) = (self.scenario(), run.batch.counts());
        let extra = extra_a_day(self.scale.rate, &counts);
        let a_day = match cents(scenario) {
            Some(cents) => words::dollars(extra * cents),
            None => words::thousands(extra),
        };
        let figure = |n: u32| words::thousands(u64::from(n));
        let Counts { redelivered, duplicated, lost, stuck, .. } = counts;
        let replay = self.wrong(consumer).map(|(_, judgement, _)| {
            let label = if judgement == Judgement::Lost { "Replay a loss" } else { "Replay a duplicate" };
            Button {
                name: format!("{label}: {}", run.title),
                ..button(
                    label,
                    Msg::Scale(ScaleMsg::Replay(consumer)),
                    "Load one of these jobs into the playground.",
                )
            }
        });
        Some(ScaleRow {
            consumer: run.title.to_string(),
            cells: vec![figure(redelivered), figure(duplicated), figure(lost), figure(stuck), a_day],
            arithmetic: arithmetic(scenario, self.scale.rate, &counts),
            replay,
        })
    }

    /// Duplicates against the redelivery rate, both on logarithmic axes.
    fn plot(&self) -> PlotView {
        let scale = &self.scale;
        let decades = scale.jobs.ilog10();
        let height = |n: u32| if n == 0 { 0 } else { (log10(n) + 1_000) / (decades as i32 + 1) };
        let ticks = (0..=decades).map(|it| 10_u32.pow(it));
        let lines = scale.chosen.iter().filter_map(|consumer| {
            let at = |rate: u32| {
                let run = scale.run_of(*consumer, rate)?;
                run.batch.over().then(|| run.batch.counts().duplicated)
            };
            let found = RATES.map(at);
            let value = |it: Option<u32>| it.map_or("–".to_owned(), |n| words::thousands(u64::from(n)));
            Some(PlotLine {
                consumer: scale.run_of(*consumer, scale.rate)?.title.to_string(),
                values: found.map(value).into(),
                heights: found.map(|it| it.map(height)).into(),
            })
        });
        let (effect, jobs) = (&self.scenario().effect, words::thousands(u64::from(scale.jobs)));
        PlotView {
            title: format!("Jobs {effect} twice, of {jobs}, against the redelivery rate"),
            rates: RATES.map(words::percent).into(),
            ticks: [("0".to_owned(), 0)]
                .into_iter()
                .chain(ticks.map(|n| (words::thousands(u64::from(n)), height(n))))
                .collect(),
            lines: lines.collect(),
        }
    }
}

/// What the figures rest on.
fn notes() -> Vec<String> {
    vec![
        "Each job has a queue, two workers and all stores to itself, and is played by the same engine as on the stage. What a world comes to depends only on the consumer and its faults, so jobs with the same faults are played once and counted each: that is exact.".to_owned(),
        format!("The redelivery rate is how likely a job meets a fault that makes the queue deliver it again: a crash, a freeze past the lock, a lost request or reply, a redelivery by hand, at any step, all equally likely. After each fault the same rate decides about another, up to {MAX_STRIKES}."),
        "Every job is the scenario's first order. Under each consumer the same jobs are struck.".to_owned(),
    ]
}

/// How a day's figure comes about:
/// `250,000,000 × 0.1 % × 80 / 100 = 200,000 extra charges; × $42.00 = $8,400,000.00`.
#[must_use]
pub fn arithmetic(scenario: &Scenario, rate: u32, counts: &Counts) -> String {
    let extra = extra_a_day(rate, counts);
    let mut text = words::thousands(REQUESTS);
    let mut say = |parts: &[&str]| parts.iter().for_each(|part| text.push_str(part));
    let (found, of) = (words::thousands(counts.extra), words::thousands(u64::from(counts.redelivered)));
    say(&[" × ", &words::percent(rate), " × ", &found, " / ", &of, " = ", &words::thousands(extra)]);
    say(&[" extra ", &scenario.effect_noun, if extra == 1 { "" } else { "s" }]);
    if let Some(cents) = cents(scenario) {
        say(&["; × ", &words::dollars(cents), " = ", &words::dollars(extra * cents)]);
    }
    text
}

/// A thousand times the decimal logarithm of a positive number, to a percent of a decade.
fn log10(n: u32) -> i32 {
    const DIGITS: [i32; 10] = [0, 301, 477, 602, 699, 778, 845, 903, 954, 1_000];
    let decades = n.ilog10();
    let decade = 10_u32.pow(decades);
    let first = (n / decade) as usize;
    let (low, high) = (DIGITS[first - 1], DIGITS[first]);
    let rest = i64::from(n % decade) * i64::from(high - low) / i64::from(decade);
    decades as i32 * 1_000 + low + rest as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_right_to_a_percent_of_a_decade() {
        for n in [1, 2, 7, 10, 15, 99, 100, 31_623, 999_999, 1_000_000] {
            let exact = f64::from(n).log10() * 1_000.0;
            assert!((f64::from(log10(n)) - exact).abs() < 30.0, "{n}: {} for {exact}", log10(n));
        }
    }
}
