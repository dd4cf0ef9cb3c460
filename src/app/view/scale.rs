//! The panel `At scale` as data.

use super::{Button, Choice};

/// The panel `At scale`.
#[derive(Clone, Debug, PartialEq)]
pub struct ScaleView {
    /// Which scenario's jobs: `Card charge`.
    pub subject: String,
    /// How many jobs there may be, one of them chosen.
    pub jobs: Vec<Choice>,
    /// The redelivery rates, one of them chosen.
    pub rates: Vec<Choice>,
    /// Where the draws start.
    pub seed: String,
    /// The scenario's consumers, each a checkbox; one to four are chosen.
    pub consumers: Vec<Choice>,
    /// Jobs run so far, at all rates and under all chosen consumers, and of how many.
    pub progress: (u64, u64),
    /// The same in words, with how many different schedules were played.
    pub said: String,
    /// The table's headings.
    pub columns: Vec<String>,
    /// A row for each chosen consumer, at the chosen rate.
    pub rows: Vec<ScaleRow>,
    /// Duplicates against the redelivery rate.
    pub plot: PlotView,
    /// `Run again`.
    pub again: Button,
    /// `Cancel`.
    pub cancel: Button,
    /// `Close At scale`.
    pub close: Button,
}

/// One consumer at the chosen rate.
#[derive(Clone, Debug, PartialEq)]
pub struct ScaleRow {
    /// Its title.
    pub consumer: String,
    /// The figures under the headings.
    pub cells: Vec<String>,
    /// How the last figure comes about, as a line of arithmetic.
    pub arithmetic: String,
    /// `Replay a duplicate: Naive`: one of the jobs that went wrong.
    pub replay: Option<Button>,
}

/// A plot on logarithmic axes.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotView {
    /// What it shows.
    pub title: String,
    /// The rates: `0.01 %`, …, at equal distances.
    pub rates: Vec<String>,
    /// The marks of the axis that goes up: label and height, in thousandths of the axis.
    pub ticks: Vec<(String, i32)>,
    /// A line for each consumer.
    pub lines: Vec<PlotLine>,
}

/// One consumer's line.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotLine {
    /// The consumer's title.
    pub consumer: String,
    /// The figure at each rate: `80`; a dash while it is not known.
    pub values: Vec<String>,
    /// Its height at each rate, in thousandths of the axis; none while it is not known.
    pub heights: Vec<Option<i32>>,
}
