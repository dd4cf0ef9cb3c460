//! At scale: a batch of many jobs under several consumers, at each redelivery rate, run in slices that the caller asks
//! for; and the arithmetic from there to a day.

use std::rc::Rc;

use crate::base::sort_short_by_key;
use crate::explore::{Batch, Counts, REQUESTS, cents, extra_a_day, lost_a_day};
use crate::sim::{Action, Judgement, Scenario, WORKERS, World};

use super::msg::{Msg, ScaleMsg};
use super::panels::button;
use super::state::App;
use super::view::{Button, Choice, PlotLine, PlotView, ScaleRow, ScaleView};
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

    /// How far it is, in words.
    fn said(&self) -> String {
        let (done, all) = self.progress();
        let mut schedules = 0;
        for run in &self.runs {
            schedules += u64::from(run.batch.schedules());
        }
        let (done, all, played) =
            (words::thousands(done), words::thousands(all), words::thousands(schedules));
        let stopped = if self.cancelled { " Stopped." } else { "" };
        [&done, " of ", &all, " jobs. ", &played, " different schedules, each played once.", stopped].concat()
    }

    /// The height of a number of jobs on the plot, in thousandths: zero at the bottom, a decade above it one.
    fn height(&self, n: u32) -> i32 {
        if n == 0 { 0 } else { (log10(n) + 1_000) / (self.jobs.ilog10() as i32 + 1) }
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
        self.learn.close_list();
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
            for index in 0..count {
                if index + 1 < MOST || index + 1 == count {
                    self.scale.chosen.push(index);
                }
            }
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

    /// Runs as many jobs as `count` transitions are worth, of the first batch that is not over.
    pub(super) fn scale_slice(&mut self, count: usize) {
        if let Some(run) = self.scale.runs.iter_mut().find(|run| !run.batch.over()) {
            run.batch.run(count as u32 * JOBS_A_TURN);
            if !self.scale.running() {
                self.announcement = "The batch is done.".to_owned();
            }
        }
    }

    fn replay_job(&mut self, consumer: usize) {
        let Some(run) = self.scale.run_of(consumer, self.scale.rate) else { return };
        let Some(judgement) = wrong(&run.batch.counts()) else { return };
        let Some(actions) = run.batch.example(judgement) else { return };
        let setup = run.setup.clone();
        self.scale.open = false;
        let parts = ["One of the batch's jobs: ", judgement.word(), ". Step back to see how it came about."];
        self.play_from_start(consumer, WORKERS, [&setup, &actions], parts.concat());
    }

    /// The panel; none while it is closed.
    pub(super) fn scale_view(&self) -> Option<Rc<ScaleView>> {
        self.scale.open.then(|| Rc::new(self.scale_panel()))
    }

    fn scale_panel(&self) -> ScaleView {
        let scale = &self.scale;
        let (mut jobs, mut rates, mut consumers, mut rows) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for it in SIZES {
            jobs.push(choice(&words::thousands(it.into()), it == scale.jobs, ScaleMsg::Jobs(it)));
        }
        for it in RATES {
            rates.push(choice(&words::percent(it), it == scale.rate, ScaleMsg::Rate(it)));
        }
        for (index, it) in self.scenario().consumers.iter().enumerate() {
            consumers.push(choice(&it.title, scale.chosen.contains(&index), ScaleMsg::Toggle(index)));
        }
        for consumer in &scale.chosen {
            rows.extend(scale.run_of(*consumer, scale.rate).map(|run| self.row(run)));
        }
        let cancel = button("Cancel", Msg::Scale(ScaleMsg::Cancel), "Stop; what was counted stands.")
            .refused(!scale.running(), "Nothing is being run.");
        ScaleView {
            subject: self.scenario().title.clone(),
            jobs,
            rates,
            seed: scale.seed.to_string(),
            consumers,
            progress: scale.progress(),
            said: scale.said(),
            columns: self.columns(),
            rows,
            plot: self.plot(),
            again: button(
                "Run again",
                Msg::Scale(ScaleMsg::Again),
                "Run the batch under the text in force now.",
            ),
            cancel,
            close: button("Close At scale", Msg::Scale(ScaleMsg::Open(false)), "Back to the playground."),
        }
    }

    /// The button that opens the panel.
    pub(super) fn scale_button(&self) -> Button {
        let mut button = button(
            "At scale",
            Msg::Scale(ScaleMsg::Open(!self.scale.open)),
            "Run a batch of jobs and see what duplicates cost in a day.",
        );
        button.why_not = counts_nothing(self.scenario()).map(Into::into);
        button
    }

    fn columns(&self) -> Vec<String> {
        let scenario = self.scenario();
        let mut columns = Vec::new();
        let twice = [&scenario.effect, " twice"].concat();
        let never = ["not ", &scenario.effect].concat();
        for heading in ["Consumer", "Delivered more than once", &twice, &never, "In the failed list"] {
            columns.push(words::capital(heading));
        }
        let money = if cents(scenario).is_some() { "Money " } else { "" };
        for what in [twice, never] {
            columns.push(words::capital(&[money, &what, " a day at 250 M"].concat()));
        }
        columns
    }

    fn row(&self, run: &Run) -> ScaleRow {
        let (scenario, counts) = (self.scenario(), run.batch.counts());
        let mut cells = Vec::new();
        for figure in [counts.redelivered, counts.duplicated, counts.lost, counts.stuck] {
            cells.push(words::thousands(figure.into()));
        }
        for found in [extra_a_day(self.scale.rate, &counts), lost_a_day(self.scale.rate, &counts)] {
            cells.push(match cents(scenario) {
                Some(cents) => words::dollars(found * cents),
                None => words::thousands(found),
            });
        }
        let replay = wrong(&counts).map(|judgement| {
            let label = if judgement == Judgement::Lost { "Replay a loss" } else { "Replay a duplicate" };
            let msg = Msg::Scale(ScaleMsg::Replay(run.consumer));
            let mut button = button(label, msg, "Load one of these jobs into the playground.");
            button.name = words::text(&[label, ": ", &run.title]).into();
            button
        });
        let arithmetic = arithmetic(scenario, self.scale.rate, &counts);
        ScaleRow { consumer: run.title.to_string(), cells, arithmetic, replay }
    }

    /// Duplicates against the redelivery rate, both on logarithmic axes.
    fn plot(&self) -> PlotView {
        let scale = &self.scale;
        let jobs = words::thousands(scale.jobs.into());
        let mut plot = PlotView {
            title: ["Jobs ", &self.scenario().effect, " twice, of ", &jobs, ", against the redelivery rate"]
                .concat(),
            rates: Vec::new(),
            ticks: vec![("0".to_owned(), 0)],
            lines: Vec::new(),
        };
        for rate in RATES {
            plot.rates.push(words::percent(rate));
        }
        let mut tick = 1;
        while tick <= scale.jobs {
            plot.ticks.push((words::thousands(tick.into()), scale.height(tick)));
            tick *= 10;
        }
        for consumer in &scale.chosen {
            let mut line = PlotLine { consumer: String::new(), values: Vec::new(), heights: Vec::new() };
            for rate in RATES {
                let Some(run) = scale.run_of(*consumer, rate) else { continue };
                line.consumer = run.title.to_string();
                let found = run.batch.over().then(|| run.batch.counts().duplicated);
                line.heights.push(found.map(|n| scale.height(n)));
                line.values.push(found.map_or_else(|| "–".to_owned(), |n| words::thousands(n.into())));
            }
            plot.lines.push(line);
        }
        plot
    }
}

/// How a batch's jobs went wrong, if some did: duplicates come first.
fn wrong(counts: &Counts) -> Option<Judgement> {
    match (counts.duplicated, counts.lost) {
        (0, 0) => None,
        (0, _) => Some(Judgement::Lost),
        _ => Some(Judgement::Duplicated),
    }
}

fn choice(title: &str, chosen: bool, msg: ScaleMsg) -> Choice {
    let title = title.to_owned();
    Choice { id: title.clone(), title, note: String::new(), chosen, msg: Msg::Scale(msg) }
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
        text.push_str(&words::text(&parts));
        if let Some(cents) = cents(scenario) {
            text.push_str(&words::text(&[
                "; × ",
                &words::dollars(cents),
                " = ",
                &words::dollars(day * cents),
            ]));
        }
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
