//! The space-time diagram: lanes, columns, deliveries and joins, in a window around the cursor.

use crate::base::Millis;
use crate::sim::{AckOutcome, Action, Event, NodeId, Target, Timeline, WorkerId, World};

use super::describe;
use super::history::{Delivery, History, Step};
use super::msg::Msg;
use super::view::{Choice, ColumnView, DeliveryView, JoinView, Lost, Mark, TimelineView};
use super::words;

/// How many steps the drawing shows at once.
const WINDOW: u32 = 48;

/// How many of them lie after the cursor, if there are that many.
const AHEAD: u32 = 10;

/// How many branches are listed.
const MAX_BRANCHES: usize = 12;

/// A line of steps to be drawn.
#[derive(Clone, Copy)]
pub(super) struct Drawing<'a> {
    /// The steps, from the first to the end of the branch.
    pub steps: &'a [Step<'a>],
    /// How many of them have happened.
    pub position: u32,
    /// The world at that position.
    pub world: &'a World,
    /// The deliveries along the line.
    pub history: &'a History,
}

/// The branches of a timeline, when there is more than one; `line` is the one that one is on.
pub(super) fn branches(timeline: &Timeline, line: &[NodeId]) -> Vec<Choice> {
    let tips = timeline.tips();
    if tips.len() < 2 {
        return Vec::new();
    }
    let current = line.last().copied();
    let newest = tips.len().saturating_sub(MAX_BRANCHES);
    let mut branches = Vec::new();
    for (index, tip) in tips.iter().enumerate().skip(newest) {
        let steps = words::count(timeline.depth_of(*tip) as usize, "step");
        let ends = match timeline.step(*tip) {
            Some((_, events)) => words::shorten(&describe::step(events, timeline.world().scenario()).0, 70),
            None => String::new(),
        };
        branches.push(Choice {
            id: tip.0.to_string(),
            title: format!("Branch {}", index as u32 + 1),
            note: format!("{steps}; ends: {ends}"),
            chosen: Some(*tip) == current,
            msg: Msg::Go(*tip),
        });
    }
    branches
}

impl Drawing<'_> {
    /// The drawing as data; `branches` are listed beside it.
    pub(super) fn view(&self, branches: Vec<Choice>) -> TimelineView {
        let length = self.steps.len() as u32;
        let position = self.position;
        let first = (position + AHEAD).min(length).saturating_sub(WINDOW) + 1;
        let last = (first + WINDOW - 1).min(length);
        let mut columns = Vec::new();
        for step in first..=last {
            columns.extend(self.column(step));
        }
        let clock = words::clock(self.world.now());
        TimelineView {
            length,
            position,
            text: format!("step {position} of {length}, {clock}"),
            lanes: self.lane_titles(),
            first,
            columns,
            deliveries: self.delivery_bars(first, last),
            joins: self.joins(first, last),
            branches,
        }
    }

    fn lane_titles(&self) -> Vec<String> {
        let mut titles = vec!["Producer".to_owned()];
        for (id, _) in self.world.workers() {
            titles.push(format!("Worker {}", id.0));
        }
        titles.push("Store".to_owned());
        if self.has_tables() {
            titles.push("Tables".to_owned());
        }
        titles.push("Outside".to_owned());
        titles
    }

    fn worker_lane(&self, worker: WorkerId) -> usize {
        usize::from(worker.0)
    }

    fn store_lane(&self) -> usize {
        self.world.workers().count() + 1
    }

    fn has_tables(&self) -> bool {
        self.world.sql().tables().len() > 0
    }

    fn target_lane(&self, to: Target) -> usize {
        let tables = usize::from(self.has_tables());
        match to {
            Target::Store => self.store_lane(),
            Target::Tables => self.store_lane() + tables,
            Target::Outside => self.store_lane() + tables + 1,
        }
    }

    fn column(&self, number: u32) -> Option<ColumnView> {
        let step = self.steps.get(number as usize - 1)?;
        let (text, more) = describe::step(step.events, self.world.scenario());
        let shape = self.shape(step.action, step.events);
        let at = self.history.clocks.get(number as usize).copied().unwrap_or(Millis(0));
        Some(ColumnView {
            step: number,
            past: number <= self.position,
            current: number == self.position,
            at: words::clock(at),
            clock: step.events.iter().any(|event| matches!(event, Event::Clock { .. })),
            lane: shape.lane,
            to: shape.to,
            lost: shape.lost,
            mark: shape.mark,
            effect: step.events.iter().any(|event| matches!(event, Event::Effect { counts: true, .. })),
            text,
            more,
            go: Msg::Seek(number),
        })
    }

    fn shape(&self, action: &Action, events: &[Event]) -> Shape {
        let lane = action.worker().map_or(0, |worker| self.worker_lane(worker));
        let store = Some(self.store_lane());
        if matches!(events, [Event::Refused(_)]) {
            return Shape { lane, to: None, lost: None, mark: Mark::Impossible };
        }
        match action {
            Action::Thaw(_) | Action::Restart(_) => Shape { lane, to: None, lost: None, mark: Mark::Up },
            Action::Enqueue(_) | Action::EnqueueAgain(_) => {
                Shape { lane: 0, to: store, lost: None, mark: Mark::Enqueue }
            }
            Action::Command(_) => {
                Shape { lane: self.store_lane(), to: None, lost: None, mark: Mark::Setting }
            }
            Action::NextTimer | Action::Advance(_) => {
                Shape { lane: self.store_lane(), to: None, lost: None, mark: Mark::Clock }
            }
            Action::Step(_) | Action::Fault(..) => self.sent(lane, events),
            Action::SetConsumer(_)
            | Action::SetRecipe(_)
            | Action::CrashAfter { .. }
            | Action::AckFirst(_) => Shape { lane: 0, to: None, lost: None, mark: Mark::Setting },
        }
    }

    /// What a worker's step or a fault looks like, from the events it made.
    fn sent(&self, lane: usize, events: &[Event]) -> Shape {
        let store = Some(self.store_lane());
        let shape = |to, lost, mark| Shape { lane, to, lost, mark };
        let crashed = events.iter().any(|event| matches!(event, Event::Crashed { .. }));
        for event in events {
            match event {
                Event::RequestLost { to, .. } => {
                    return shape(Some(self.target_lane(*to)), Some(Lost::Request), Mark::Statement);
                }
                Event::ReplyLost { to, .. } => {
                    return shape(Some(self.target_lane(*to)), Some(Lost::Reply), Mark::Statement);
                }
                _ => {}
            }
        }
        for event in events {
            match event {
                Event::Taken { .. } | Event::TakenToFail { .. } | Event::TakenUnknown { .. } => {
                    return shape(store, None, Mark::Take);
                }
                Event::Waits { .. } => {
                    return shape(Some(self.target_lane(Target::Tables)), None, Mark::Waits);
                }
                Event::Ran { to, .. } => {
                    let mark = if crashed { Mark::Crash } else { Mark::Statement };
                    return shape(Some(self.target_lane(*to)), None, mark);
                }
                Event::Acknowledged { outcome: AckOutcome::Failure(_), .. } => {
                    return shape(store, None, Mark::Failure);
                }
                Event::Acknowledged { .. } => return shape(store, None, Mark::Ack),
                Event::AckRefused { .. } | Event::StoreBroken { .. } => {
                    return shape(store, None, Mark::Refused);
                }
                Event::Crashed { .. } => return shape(None, None, Mark::Crash),
                Event::Froze(_) => return shape(None, None, Mark::Freeze),
                Event::Redelivered { .. } => return shape(store, None, Mark::Redeliver),
                _ => {}
            }
        }
        shape(None, None, Mark::Local)
    }

    fn delivery_bars(&self, first: u32, last: u32) -> Vec<DeliveryView> {
        let mut bars = Vec::new();
        for it in &self.history.deliveries {
            if it.from > last || end_of(it, last) < first {
                continue;
            }
            bars.push(DeliveryView {
                job: it.job.0,
                delivery: it.number,
                lane: self.worker_lane(it.worker),
                from: it.from.max(first),
                to: end_of(it, last).min(last),
                cut: it.from < first,
                title: format!("Job {}, delivery {}", it.job.0, it.number),
            });
        }
        bars
    }

    /// From each delivery of a job to its next one, where both ends are in the window.
    fn joins(&self, first: u32, last: u32) -> Vec<JoinView> {
        let all = &self.history.deliveries;
        let mut joins = Vec::new();
        for (index, later) in all.iter().enumerate() {
            let earlier = all[..index].iter().rev().find(|it| it.job == later.job);
            let Some(earlier) = earlier else { continue };
            let leaves = end_of(earlier, later.from).min(later.from);
            if leaves >= first && later.from <= last {
                joins.push(JoinView {
                    from: (leaves, self.worker_lane(earlier.worker)),
                    to: (later.from, self.worker_lane(later.worker)),
                    job: later.job.0,
                });
            }
        }
        joins
    }
}

struct Shape {
    lane: usize,
    to: Option<usize>,
    lost: Option<Lost>,
    mark: Mark,
}

fn end_of(delivery: &Delivery, last: u32) -> u32 {
    delivery.to.unwrap_or(last)
}
