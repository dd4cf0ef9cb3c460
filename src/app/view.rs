//! What the page shows, as plain data in a person's words.
//!
//! Each slice sits behind an `Rc` and compares by value, so that a component whose slice is unchanged is not
//! drawn again. Texts are complete: a component adds layout, not meaning.

mod console;
mod learn;
mod proof;
mod scale;
mod stage;
mod timeline;

use std::borrow::Cow;
use std::rc::Rc;

use crate::recipe::Span;
use crate::sim::{Judgement, WorkerId};

use super::msg::Msg;

pub use console::{ConsoleEntry, ConsoleView};
pub use learn::{GoalView, LessonRow, LessonView, LessonsView, Progress, Text};
pub use proof::{
    CellView, CompareColumn, CompareView, CounterexampleView, Finding, KindChoice, MatrixRow, MatrixView,
    NumberChoice, ProofView,
};
pub use scale::{PlotLine, PlotView, ScaleRow, ScaleView};
pub use stage::{ChipView, JobView, LaneView, LedgerRow, LedgerView, LockView, WorkerState, WorkerView};
pub use timeline::{ColumnView, DeliveryView, JoinView, Lost, Mark, TimelineView};

/// The whole page.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Scenario picker, summary, consumer toggle.
    pub scenario: Rc<ScenarioView>,
    /// The one sentence that says what to press next; none once dismissed or done.
    pub guide: Option<Rc<GuideView>>,
    /// The bar of controls over the clock and the timeline.
    pub controls: Rc<ControlsView>,
    /// The consumer's code.
    pub editor: Rc<EditorView>,
    /// The queue's lanes.
    pub lanes: Rc<[LaneView]>,
    /// The jobs, with what can be done to each.
    pub jobs: Rc<[JobView]>,
    /// The workers.
    pub workers: Rc<[WorkerView]>,
    /// The outside systems that this scenario uses or that have entries.
    pub ledgers: Rc<[LedgerView]>,
    /// The Redis keys.
    pub keys: Rc<KeysView>,
    /// The relational tables, if the scenario has any.
    pub tables: Rc<[TableView]>,
    /// The space-time diagram and the history.
    pub timeline: Rc<TimelineView>,
    /// The verdict.
    pub verdict: Rc<VerdictView>,
    /// Form for the next job.
    pub producer: Rc<ProducerView>,
    /// A message that waits to be read.
    pub notice: Option<Rc<NoticeView>>,
    /// The open share dialog.
    pub share: Option<Rc<ShareView>>,
    /// The open proof.
    pub proof: Option<Rc<ProofView>>,
    /// The open comparison.
    pub compare: Option<Rc<CompareView>>,
    /// The open batch.
    pub scale: Option<Rc<ScaleView>>,
    /// The open list of lessons.
    pub lessons: Option<Rc<LessonsView>>,
    /// The open lesson.
    pub lesson: Option<Rc<LessonView>>,
    /// The Redis prompt.
    pub console: Rc<ConsoleView>,
    /// What the small search says about the text in the editor; none while it does not parse.
    pub quick_verdict: Option<Rc<str>>,
    /// The summary that a screen reader hears after the last change.
    pub announcement: Rc<str>,
}

/// Something to press.
#[derive(Clone, Debug, PartialEq)]
pub struct Button {
    /// What stands on it: `Crash`.
    pub label: &'static str,
    /// Its accessible name: `Crash worker 1`. Begins with the label.
    pub name: Cow<'static, str>,
    /// What it does.
    pub msg: Msg,
    /// Why it cannot be pressed now; none when it can.
    pub why_not: Option<Cow<'static, str>>,
    /// What it does, in a sentence (a tooltip).
    pub hint: &'static str,
}

/// An entry of a list one chooses from.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Stable id.
    pub id: String,
    /// What it says.
    pub title: String,
    /// More about it, in a sentence.
    pub note: String,
    /// Whether it is the chosen one.
    pub chosen: bool,
    /// What choosing it does.
    pub msg: Msg,
}

/// Scenario picker, summary, consumer toggle.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioView {
    /// All scenarios.
    pub scenarios: Vec<Choice>,
    /// The heading that each scenario stands under, in the same order.
    pub groups: Vec<String>,
    /// Why not all scenarios are here; empty when they are.
    pub picker_note: &'static str,
    /// What the job does.
    pub summary: String,
    /// Where the scenario comes from; may be empty.
    pub source: String,
    /// What must hold.
    pub truth: String,
    /// The consumers; none is chosen while an edited text runs, then `edited` names its origin.
    pub consumers: Vec<Choice>,
    /// The chosen consumer's note.
    pub note: String,
    /// The text differs from the chosen consumer's own.
    pub edited: bool,
    /// Why no other can be chosen now; none when one can.
    pub fixed: Option<&'static str>,
}

/// The sentence for a first visit.
#[derive(Clone, Debug, PartialEq)]
pub struct GuideView {
    /// What to press next, and why.
    pub text: String,
    /// What the button asks for that it speaks of.
    pub target: Msg,
    /// Whether it is done: the last sentence.
    pub done: bool,
}

/// The bar of controls.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlsView {
    /// `Step`: moves the selected worker.
    pub step: Button,
    /// `Step back`.
    pub back: Button,
    /// `Step forward`: along the branch one is on.
    pub forward: Button,
    /// `Play` or `Pause`.
    pub play: Button,
    /// Whether it plays.
    pub playing: bool,
    /// `Reset`.
    pub reset: Button,
    /// `+1 s`.
    pub second: Button,
    /// `To the next timer`.
    pub next_timer: Button,
    /// What the next timer is: `in 15.000 s: worker 1 renews its lock`.
    pub next_timer_text: String,
    /// `Prove`.
    pub prove: Button,
    /// `Compare`.
    pub compare: Button,
    /// `At scale`.
    pub scale: Button,
    /// `Lessons`.
    pub lessons: Button,
    /// `Share`.
    pub share: Button,
    /// The clock: `0.000 s`.
    pub now: String,
    /// The radio group `Worker`: whom `Step` moves.
    pub workers: Vec<Choice>,
    /// Whether workers acknowledge before running (a checkbox).
    pub ack_first: bool,
    /// What toggling that does.
    pub ack_first_msg: Msg,
}

/// The consumer's code.
#[derive(Clone, Debug, PartialEq)]
pub struct EditorView {
    /// The text as typed; it may not parse.
    pub text: String,
    /// Its colouring, a list of spans per line, covering every byte.
    pub spans: Vec<Vec<Span>>,
    /// What is wrong with it, in order.
    pub errors: Vec<ErrorView>,
    /// What runs while it has errors: `The last good program stays in use.`
    pub status: String,
    /// Why it cannot be edited now; none when it can.
    pub fixed: Option<&'static str>,
    /// What stands at each line, first line first.
    pub lines: Vec<LineView>,
    /// `Revert`: back to the consumer's own text.
    pub revert: Button,
}

/// A mistake in the recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorView {
    /// Line, from one.
    pub line: u32,
    /// Column, from one, in characters.
    pub column: u32,
    /// Length in characters, at least one.
    pub length: u32,
    /// What is wrong, and what was expected.
    pub message: String,
}

/// The margin of one line of code.
#[derive(Clone, Debug, PartialEq)]
pub struct LineView {
    /// The line, from one.
    pub number: u32,
    /// Workers that are about to run this line of this very text.
    pub workers: Vec<WorkerId>,
    /// A statement stands here: a crash point can be set.
    pub statement: bool,
    /// A crash point is set.
    pub crash_point: bool,
    /// The toggle `Crash after line 2`.
    pub crash: Button,
}

/// A relational table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableView {
    /// Its name.
    pub name: String,
    /// Its columns: name, type, and whether it is declared unique.
    pub columns: Vec<(String, String, &'static str)>,
    /// Its rows.
    pub rows: Vec<TableRow>,
    /// How many rows are not shown.
    pub more: usize,
}

/// A row of a table, or a version of it that is not committed.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// The values, shortened.
    pub cells: Vec<String>,
    /// Whose change it is, who has locked it; empty when nobody has.
    pub note: String,
    /// Nobody else sees it yet.
    pub uncommitted: bool,
    /// The last step made it what it is.
    pub changed: bool,
}

/// The Redis keys.
#[derive(Clone, Debug, PartialEq)]
pub struct KeysView {
    /// The rows: the scenario's own keys first, then the queue's.
    pub rows: Vec<KeyRow>,
    /// How many keys are not shown.
    pub more: usize,
    /// The opened key's history.
    pub history: Option<Rc<KeyHistory>>,
}

/// One key.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyRow {
    /// Its name as text.
    pub key: String,
    /// `string`, `list`, …
    pub kind: &'static str,
    /// Its value, shortened.
    pub value: String,
    /// `23 h 59 min`, `12.000 s`, or empty for no expiry.
    pub ttl: String,
    /// Made or changed by the last step.
    pub changed: bool,
    /// It belongs to the queue.
    pub of_queue: bool,
    /// What the key is for, if the page knows: `jobs in line`.
    pub about: &'static str,
    /// Opens its history.
    pub open: Msg,
}

/// How a key came to its value.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyHistory {
    /// Its name.
    pub key: String,
    /// Each change, oldest first: step, clock, what did it, the value after.
    pub rows: Vec<KeyChange>,
    /// Closes it.
    pub close: Msg,
}

/// One change of a key.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyChange {
    /// The step's number.
    pub step: u32,
    /// `0.000 s`.
    pub at: String,
    /// What did it: `worker 1: SET dedup:1 1 NX PX 86400000`.
    pub by: String,
    /// The value after, or `gone`.
    pub value: String,
    /// Goes to that moment.
    pub go: Msg,
}

/// The verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct VerdictView {
    /// One line per order.
    pub lines: Vec<VerdictLine>,
    /// How many older orders are not shown.
    pub more: usize,
    /// All orders together, when there are several: `3 orders: 2 once, 1 duplicated.`
    pub total: String,
    /// The scenario's figure: `Charges in the ledger: 2. Orders: 1.`
    pub figure: String,
    /// What does not hold, once every order is settled; empty when all does.
    pub broken: String,
}

/// The verdict on one order.
#[derive(Clone, Debug, PartialEq)]
pub struct VerdictLine {
    /// The order's number.
    pub order: u16,
    /// What it comes to.
    pub judgement: Judgement,
    /// `Duplicated`, with how often.
    pub label: String,
    /// `Order 1: delivered 2×, charged 2×. Duplicated.`
    pub text: String,
    /// How many times the handler ran.
    pub deliveries: u16,
    /// How many times the effect happened.
    pub effects: u16,
    /// Why, delivery by delivery, in sentences.
    pub story: Vec<String>,
    /// What it comes down to, if it went wrong.
    pub why: Option<String>,
}

/// Form for the next job.
#[derive(Clone, Debug, PartialEq)]
pub struct ProducerView {
    /// The fields: name, the text that will be sent.
    pub fields: Vec<(String, String)>,
    /// `Enqueue`.
    pub enqueue: Button,
    /// What the next order's number is: `Order 2`.
    pub title: String,
}

/// A message that waits to be read.
#[derive(Clone, Debug, PartialEq)]
pub struct NoticeView {
    /// What happened.
    pub text: String,
    /// Something went wrong, as opposed to information.
    pub problem: bool,
    /// What tries it again.
    pub retry: Option<Msg>,
}

/// The share dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShareView {
    /// The fragment to put behind the page's address, without `#`.
    pub fragment: String,
    /// What the link holds: `Card charge, 12 actions.`
    pub text: String,
}
