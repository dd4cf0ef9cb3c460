//! What the panel `At scale` shows: figures, arithmetic, and the plot.

use std::rc::Rc;

use crate::explore::{cents, extra_a_day, lost_a_day};
use crate::sim::{Judgement, Scenario};

use super::super::buttons::button;
use super::super::msg::{Msg, ScaleMsg};
use super::super::session::Session;
use super::super::view::{Choice, PlotLine, PlotView, ScaleRow, ScaleView};
use super::super::words;
use super::{RATES, Run, SIZES, Scale, arithmetic, wrong};

impl Scale {
    /// The panel.
    pub(in crate::app) fn view(&self, session: &Session) -> Rc<ScaleView> {
        let scenario = session.scenario();
        let (mut jobs, mut rates, mut consumers, mut rows) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for it in SIZES {
            jobs.push(choice(&words::thousands(it.into()), it == self.jobs, ScaleMsg::Jobs(it)));
        }
        for it in RATES {
            rates.push(choice(&words::percent(it), it == self.rate, ScaleMsg::Rate(it)));
        }
        for (index, it) in scenario.consumers.iter().enumerate() {
            consumers.push(choice(&it.title, self.chosen.contains(&index), ScaleMsg::Toggle(index)));
        }
        for consumer in &self.chosen {
            rows.extend(self.run_of(*consumer, self.rate).map(|run| self.row(scenario, run)));
        }
        let cancel = button("Cancel", Msg::Scale(ScaleMsg::Cancel), "Stop; what was counted stands.")
            .refused(!self.running(), "Nothing is being run.");
        Rc::new(ScaleView {
            subject: scenario.title.clone(),
            jobs,
            rates,
            seed: self.seed.to_string(),
            consumers,
            progress: self.progress(),
            said: self.said(),
            columns: columns(scenario),
            rows,
            plot: self.plot(scenario),
            again: button(
                "Run again",
                Msg::Scale(ScaleMsg::Again),
                "Run the batch under the text in force now.",
            ),
            cancel,
            close: button("Close At scale", Msg::Scale(ScaleMsg::Open(false)), "Back to the playground."),
        })
    }

    fn row(&self, scenario: &Scenario, run: &Run) -> ScaleRow {
        let counts = run.batch.counts();
        let mut cells = Vec::new();
        for figure in [counts.redelivered, counts.duplicated, counts.lost, counts.stuck] {
            cells.push(words::thousands(figure.into()));
        }
        for found in [extra_a_day(self.rate, &counts), lost_a_day(self.rate, &counts)] {
            cells.push(match cents(scenario) {
                Some(cents) => words::dollars(found * cents),
                None => words::thousands(found),
            });
        }
        let replay = wrong(&counts).map(|judgement| {
            let label = if judgement == Judgement::Lost { "Replay a loss" } else { "Replay a duplicate" };
            let msg = Msg::Scale(ScaleMsg::Replay(run.consumer));
            let mut button = button(label, msg, "Load one of these jobs into the playground.");
            button.name = format!("{label}: {}", run.title).into();
            button
        });
        let arithmetic = arithmetic(scenario, self.rate, &counts);
        ScaleRow { consumer: run.title.to_string(), cells, arithmetic, replay }
    }

    /// Duplicates against the redelivery rate, both on logarithmic axes.
    fn plot(&self, scenario: &Scenario) -> PlotView {
        let jobs = words::thousands(self.jobs.into());
        let mut plot = PlotView {
            title: format!("Jobs {} twice, of {jobs}, against the redelivery rate", scenario.effect),
            rates: Vec::new(),
            ticks: vec![("0".to_owned(), 0)],
            lines: Vec::new(),
        };
        for rate in RATES {
            plot.rates.push(words::percent(rate));
        }
        let mut tick = 1;
        while tick <= self.jobs {
            plot.ticks.push((words::thousands(tick.into()), self.height(tick)));
            tick *= 10;
        }
        for consumer in &self.chosen {
            let mut line = PlotLine { consumer: String::new(), values: Vec::new(), heights: Vec::new() };
            for rate in RATES {
                let Some(run) = self.run_of(*consumer, rate) else { continue };
                line.consumer = run.title.to_string();
                let found = run.batch.over().then(|| run.batch.counts().duplicated);
                line.heights.push(found.map(|n| self.height(n)));
                line.values.push(found.map_or_else(|| "–".to_owned(), |n| words::thousands(n.into())));
            }
            plot.lines.push(line);
        }
        plot
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
        format!("{done} of {all} jobs. {played} different schedules, each played once.{stopped}")
    }

    /// The height of a number of jobs on the plot, in thousandths: zero at the bottom, a decade above it one.
    fn height(&self, n: u32) -> i32 {
        if n == 0 { 0 } else { (log10(n) + 1_000) / (self.jobs.ilog10() as i32 + 1) }
    }
}

fn columns(scenario: &Scenario) -> Vec<String> {
    let mut columns = Vec::new();
    let twice = format!("{} twice", scenario.effect);
    let never = format!("not {}", scenario.effect);
    for heading in ["Consumer", "Delivered more than once", &twice, &never, "In the failed list"] {
        columns.push(words::capital(heading));
    }
    let money = if cents(scenario).is_some() { "Money " } else { "" };
    for what in [twice, never] {
        columns.push(words::capital(&format!("{money}{what} a day at 250 M")));
    }
    columns
}

fn choice(title: &str, chosen: bool, msg: ScaleMsg) -> Choice {
    let title = title.to_owned();
    Choice { id: title.clone(), title, note: String::new(), chosen, msg: Msg::Scale(msg) }
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
