//! The schedules met so far, as a tree: each node is the one above it and one fault more.
//!
//! Between faults a world goes on by a fixed rule ([`next`]): who was struck is overtaken by whoever can go on, the
//! clock moves only when nobody can, a crashed worker starts again at once, and a frozen one goes on when the job is
//! settled without it. A fault strikes right before a step of a worker with a job in its hands, or, for a redelivery by
//! hand, when all is over. It counts only if the queue delivers the job once more because of it, or gives it up.

use crate::base::{SplitMix64, cast};
use crate::queue::{JobState, state};
use crate::sim::{
    Action, Condition, JobNo, Judgement, OrderNo, WorkerId, World, apply_quietly, faults_of_job,
    faults_of_worker, next_timer, verdicts, why_not,
};

use super::{Counts, MAX_STRIKES};

/// The most actions between a fault and the end of all that follows from it; no shipped consumer takes a hundred.
const MAX_LINE: u16 = 2_000;

/// How often a fault is drawn until one makes a difference. Most do; that many that do not mean that none does.
const MAX_TRIES: u32 = 64;

/// What a world comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Outcome {
    judgement: Judgement,
    deliveries: u16,
    /// Effects beyond the first.
    extra: u16,
    failed: bool,
}

/// Where a fault can strike: that many actions after the fault before it.
#[derive(Clone, Debug)]
struct Place {
    after: u16,
    fault: Action,
    next: Next,
}

/// Where a fault leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Unknown,
    /// It makes no difference to how often the job is delivered.
    Nothing,
    Node(u32),
}

#[derive(Clone, Debug)]
struct Node {
    outcome: Outcome,
    /// How many jobs had this schedule.
    jobs: u32,
    /// The node above, and which of its places leads here.
    above: Option<(u32, usize)>,
    depth: usize,
    /// The worker that the last fault struck; none for zero.
    struck: u8,
    /// The world right after the last fault, to play it again from there; none where no further fault is drawn.
    start: Option<Box<World>>,
    places: Vec<Place>,
}

/// The tree.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// Schedules played, those that made no difference included.
    played: u32,
}

impl Tree {
    /// The node without a fault.
    pub(super) const ROOT: u32 = 0;

    pub(super) fn new(world: World) -> Self {
        let mut tree = Self { nodes: Vec::new(), played: 0 };
        let root = tree.play(world, 0, 0);
        tree.nodes.push(root);
        tree
    }

    pub(super) fn played(&self) -> u32 {
        self.played
    }

    /// How many different schedules were counted at least once.
    pub(super) fn met(&self) -> u32 {
        cast::count(self.nodes.iter().filter(|node| node.jobs > 0).count())
    }

    /// One more job with this schedule.
    pub(super) fn count(&mut self, node: u32) {
        self.nodes[cast::index(node)].jobs += 1;
    }

    /// No more faults will be drawn: lets go of the worlds.
    pub(super) fn close(&mut self) {
        for node in &mut self.nodes[1..] {
            node.start = None;
        }
    }

    /// How many jobs had the schedule of a node, and all its actions, faults and what followed from them.
    pub(super) fn schedule(&self, index: usize) -> Option<(u32, Vec<Action>)> {
        let node = self.nodes.get(index)?;
        let mut above = Vec::new();
        let mut at = node;
        while let Some((from, place)) = at.above {
            at = &self.nodes[cast::index(from)];
            above.push((at, &at.places[place]));
        }
        let mut world = World::clone(at.start.as_ref()?);
        let mut actions = Vec::new();
        for (at, place) in above.into_iter().rev() {
            go_on(&mut world, at.struck, place.after, &mut actions);
            apply_quietly(&mut world, &place.fault);
            actions.push(place.fault.clone());
        }
        go_on(&mut world, node.struck, MAX_LINE, &mut actions);
        Some((node.jobs, actions))
    }

    /// The first schedule met that came to this.
    pub(super) fn first(&self, judgement: Judgement) -> Option<usize> {
        self.nodes.iter().position(|node| node.jobs > 0 && node.outcome.judgement == judgement)
    }

    pub(super) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for node in &self.nodes {
            let Outcome { judgement, deliveries, extra, failed } = node.outcome;
            counts.jobs += node.jobs;
            counts.deliveries += u64::from(node.jobs) * u64::from(deliveries);
            counts.extra += u64::from(node.jobs) * u64::from(extra);
            if deliveries > 1 || failed {
                counts.redelivered += node.jobs;
            }
            match judgement {
                Judgement::Once => {}
                Judgement::Duplicated => counts.duplicated += node.jobs,
                Judgement::Lost => counts.lost += node.jobs,
                Judgement::Pending => counts.stuck += node.jobs,
            }
        }
        counts
    }

    /// Draws a fault for the world of a node. The node that it leads to; the same one when no fault makes a difference.
    pub(super) fn strike(&mut self, from: u32, rng: &mut SplitMix64) -> u32 {
        for _ in 0..MAX_TRIES {
            let places = self.nodes[cast::index(from)].places.len();
            if places == 0 {
                break;
            }
            let place = rng.place(places);
            let mut next = self.nodes[cast::index(from)].places[place].next;
            if next == Next::Unknown {
                next = self.follow(from, place);
                self.nodes[cast::index(from)].places[place].next = next;
            }
            if let Next::Node(node) = next {
                return node;
            }
        }
        from
    }

    /// Plays what comes of one more fault.
    fn follow(&mut self, from: u32, place: usize) -> Next {
        let node = &self.nodes[cast::index(from)];
        let Some(start) = &node.start else { return Next::Nothing };
        let Place { after, fault, .. } = &node.places[place];
        let mut world = World::clone(start);
        go_on(&mut world, node.struck, *after, &mut Vec::new());
        let struck = fault.worker().or_else(|| next(&world, node.struck)?.worker());
        apply_quietly(&mut world, fault);
        let (before, depth) = (node.outcome, node.depth + 1);
        let mut found = self.play(world, struck.map_or(0, |it| it.0), depth);
        let more = found.outcome.deliveries > before.deliveries || found.outcome.failed && !before.failed;
        if !more {
            return Next::Nothing;
        }
        found.above = Some((from, place));
        self.nodes.push(found);
        Next::Node(cast::count(self.nodes.len()) - 1)
    }

    /// Plays a world to its end, noting where the next fault can strike.
    fn play(&mut self, mut world: World, struck: u8, depth: usize) -> Node {
        self.played += 1;
        let goes_on = depth < MAX_STRIKES;
        let start = goes_on.then(|| Box::new(world.clone()));
        let mut places = Vec::new();
        for after in 0..MAX_LINE {
            let action = next(&world, struck);
            if goes_on {
                note_places(&world, action.as_ref(), after, &mut places);
            }
            match action {
                Some(action) => apply_quietly(&mut world, &action),
                None => break,
            }
        }
        Node { outcome: outcome(&world), jobs: 0, above: None, depth, struck, start, places }
    }
}

/// The job that all worlds of a batch are about.
const JOB: JobNo = JobNo(1);
const ORDER: OrderNo = OrderNo(1);

/// The faults that can strike before this action, or at the end.
fn note_places(world: &World, action: Option<&Action>, after: u16, places: &mut Vec<Place>) {
    let note = |fault: Action| {
        if why_not(world, &fault).is_none() {
            places.push(Place { after, fault, next: Next::Unknown });
        }
    };
    match action {
        Some(Action::Step(id)) if world.worker(*id).is_some_and(|it| it.run.is_some()) => {
            faults_of_worker(*id).chain(faults_of_job(JOB)).for_each(note);
        }
        None => faults_of_job(JOB).for_each(note),
        Some(_) => {}
    }
}

/// Up to `most` actions of the fixed rule, which are added to `actions`.
fn go_on(world: &mut World, struck: u8, most: u16, actions: &mut Vec<Action>) {
    for _ in 0..most {
        let Some(action) = next(world, struck) else { return };
        apply_quietly(world, &action);
        actions.push(action);
    }
}

/// What happens next when no fault strikes; `None` when all is over.
fn next(world: &World, struck: u8) -> Option<Action> {
    let find = |condition: Condition| {
        world.workers().find(|(_, worker)| worker.condition == condition).map(|(id, _)| id)
    };
    if let Some(crashed) = find(Condition::Crashed) {
        return Some(Action::Restart(crashed));
    }
    let mut last = None;
    for (id, _) in world.workers() {
        let step = Action::Step(id);
        if why_not(world, &step).is_none() {
            if id != WorkerId(struck) {
                return Some(step);
            }
            last = Some(step);
        }
    }
    if last.is_some() {
        return last;
    }
    let state =
        world.job(JOB).map_or(JobState::Gone, |job| state(world.db(), world.queue(), &job.id.to_text()));
    let settled = matches!(state, JobState::Completed | JobState::Failed | JobState::Gone);
    if !settled && find(Condition::Up).is_some() && next_timer(world).is_some() {
        return Some(Action::NextTimer);
    }
    find(Condition::Frozen).map(Action::Thaw)
}

fn outcome(world: &World) -> Outcome {
    let tally = world.tally(ORDER);
    let probes = &world.scenario().consumers[world.judged_by(ORDER)].probes;
    let most = probes.iter().map(|probe| tally.changes[*probe]).max().unwrap_or_default();
    let verdict = &verdicts(world)[0];
    Outcome {
        judgement: verdict.judgement,
        deliveries: verdict.deliveries,
        extra: most.saturating_sub(1),
        failed: verdict.failed,
    }
}
