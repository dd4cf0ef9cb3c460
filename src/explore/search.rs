//! Breadth-first search over `moves`, `why_not` and `apply`, in slices.
//!
//! A state is what still matters of a world ([`World::digest`]) and how many faults were spent on the way.
//! One that was reached with as few faults, as early on the clock, is not expanded again. Schedules are found
//! shortest first, so a counterexample is as short as any.
//!
//! What is not followed stands in [`super::cuts`], each with its argument.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::base::{Millis, Mix64, cast};
use crate::sim::{
    Action, Detail, Enqueue, JobNo, Judgement, MAX_WORKERS, Scenario, Verdict, World, apply_quietly, moves,
    next_timer, verdicts, why_not,
};

use super::bound::{Bound, Spent};
use super::cuts::{self, Cut};
use super::violation::Violation;
use super::visited::{Visit, Visited};

/// A search under way. Run it in slices until it is over.
#[derive(Clone, Debug)]
pub struct Search {
    bound: Bound,
    detail: Detail,
    frontier: VecDeque<Node>,
    expansion: Option<Expansion>,
    visited: Visited,
    /// How each node was reached: its predecessor and the action's place in `candidates`.
    trail: Vec<(u32, u16)>,
    candidates: Vec<Action>,
    transitions: u64,
    depth: u32,
    found: [Option<u32>; Violation::ALL.len()],
    /// What is worth looking for.
    sought: [bool; Violation::ALL.len()],
    has_effect: bool,
    full: bool,
    stopped: bool,
    succeeds: bool,
    max_nodes: usize,
    setup: Vec<Action>,
    /// The digest of every world reached, as often as it was, when somebody wants to compare.
    worlds: Option<Vec<u64>>,
    /// Which cuts it makes.
    cuts: [bool; Cut::ALL.len()],
}

#[derive(Clone, Debug)]
struct Node {
    index: u32,
    depth: u32,
    world: World,
    spent: Spent,
}

/// A state in the middle of being expanded: the actions before `place` have been tried.
#[derive(Clone, Debug)]
struct Expansion {
    node: Node,
    place: usize,
    /// The next timer is within the horizon.
    in_time: bool,
    /// Workers of which a lower number may do the same.
    twins: [bool; MAX_WORKERS as usize],
}

/// About what a world to be expanded takes, in bytes, with what it shares with others counted once.
const NODE_BYTES: usize = 2_500;

/// The most that a search may take, in bytes.
pub const MAX_BYTES: usize = 400 * 1024 * 1024;

/// No predecessor: the first state.
const ROOT: u32 = u32::MAX;

/// The most nodes a search keeps: what it has found by then stands, and it says that it did not finish.
pub const MAX_NODES: usize = 1_000_000;

impl Search {
    /// A search of all schedules of a shipped consumer within a bound.
    #[must_use]
    pub fn new(scenario: &Arc<Scenario>, consumer: usize, bound: Bound) -> Self {
        let recipe = scenario.consumers[consumer].recipe.clone();
        Self::of_text(scenario, consumer, &recipe, bound)
    }

    /// A search of a consumer whose text was edited. A text that does not parse leaves the consumer's own.
    #[must_use]
    pub fn of_text(scenario: &Arc<Scenario>, consumer: usize, recipe: &str, bound: Bound) -> Self {
        let mut world = World::new(scenario, consumer, bound.workers);
        let mut setup = Vec::new();
        let mut action = Action::SetRecipe(recipe.into());
        for _ in 0..bound.orders.max(1) {
            if why_not(&world, &action).is_none() {
                apply_quietly(&mut world, &action);
                setup.push(action);
            }
            action = Action::Enqueue(Enqueue::default());
        }
        let detail = Detail::safe_for(&world);
        let mut search = Self::from(world, bound, detail);
        search.setup = setup;
        search
    }

    /// A search that starts from a world.
    #[must_use]
    pub fn from(world: World, mut bound: Bound, detail: Detail) -> Self {
        bound.again = bound.again.max(world.scenario().adds_again);
        let candidates = candidates(&world, &bound);
        let sought = Violation::ALL.map(|violation| cuts::can_come_about(&world, violation));
        let mut search = Self {
            bound,
            detail,
            frontier: VecDeque::new(),
            expansion: None,
            visited: Visited::new(),
            trail: Vec::new(),
            candidates,
            transitions: 0,
            depth: 0,
            found: [None; Violation::ALL.len()],
            sought,
            has_effect: !world.chosen().probes.is_empty(),
            full: false,
            stopped: false,
            succeeds: false,
            max_nodes: MAX_NODES,
            worlds: None,
            setup: Vec::new(),
            cuts: [detail == Detail::Relevant; Cut::ALL.len()],
        };
        search.arrive(Node { index: ROOT, depth: 0, world, spent: Spent::default() }, 0);
        search
    }

    /// The same search with a lower limit on what it keeps.
    #[must_use]
    pub fn with_max_nodes(self, max_nodes: usize) -> Self {
        Self { max_nodes, ..self }
    }

    /// The same search for what a search of more has found: nothing else can come of it, so it is over once it has
    /// found that much, and a schedule that ends well.
    #[must_use]
    pub fn seeking(mut self, found: &[Violation]) -> Self {
        for violation in Violation::ALL {
            self.sought[violation as usize] &= found.contains(&violation);
        }
        self
    }

    /// The same search, keeping the digest of every world it reaches.
    #[must_use]
    pub fn keeping_worlds(mut self) -> Self {
        let start = self.frontier.iter().map(|node| node.world.digest(self.detail, self.horizon()));
        self.worlds = Some(start.collect());
        self.cuts = [false; Cut::ALL.len()];
        self
    }

    /// The same search, following what this cut would leave out.
    #[must_use]
    pub fn without(mut self, cut: Cut) -> Self {
        self.cuts[cut as usize] = false;
        if cut == Cut::Impossible {
            self.sought = [true; Violation::ALL.len()];
        }
        self
    }

    /// The digests of all worlds reached so far, as often as each was reached, if they are kept; otherwise none.
    #[must_use]
    pub fn worlds(&self) -> &[u64] {
        self.worlds.as_deref().unwrap_or(&[])
    }

    /// Takes up to `count` transitions. Whether the search is over.
    pub fn run(&mut self, count: usize) -> bool {
        let until = self.transitions + cast::wide(count);
        while let Some(mut expansion) = self.expansion.take().or_else(|| self.next()) {
            while !self.stopped && expansion.place < self.candidates.len() {
                if self.transitions == until {
                    self.expansion = Some(expansion);
                    return false;
                }
                self.try_next(&mut expansion);
            }
        }
        true
    }

    /// The next state to be expanded.
    fn next(&mut self) -> Option<Expansion> {
        let node = self.frontier.pop_front()?;
        let in_time = next_timer(&node.world).is_some_and(|at| at <= self.horizon());
        let twins = if self.cuts(Cut::Twins) { cuts::twins(&node.world) } else { Default::default() };
        Some(Expansion { node, place: 0, in_time, twins })
    }

    /// Takes the next of a state's actions, if it is possible there.
    fn try_next(&mut self, expansion: &mut Expansion) {
        let Expansion { node, in_time, twins, .. } = expansion;
        let action = &self.candidates[expansion.place];
        let spent = match action.fault() {
            None => Some(node.spent),
            Some(kind) => node.spent.with(kind, &self.bound),
        };
        let possible = match action {
            Action::NextTimer => *in_time,
            Action::EnqueueAgain(job) if !self.may_add_again(&node.world, *job) => false,
            action => {
                !action.worker().is_some_and(|id| twins[usize::from(id.0) - 1])
                    && spent.is_some()
                    && why_not(&node.world, action).is_none()
            }
        };
        let (place, from) = (expansion.place, node.index);
        expansion.place += 1;
        if let Some(spent) = spent.filter(|_| possible) {
            let mut world = node.world.clone();
            apply_quietly(&mut world, action);
            self.transitions += 1;
            self.arrive(Node { index: from, depth: node.depth + 1, world, spent }, place);
        }
    }

    /// Nothing more is expanded.
    fn stop(&mut self) {
        self.frontier.clear();
        self.stopped = true;
    }

    fn may_add_again(&self, world: &World, job: JobNo) -> bool {
        let order = world.job(job).map(|job| world.tally(job.order));
        order.is_some_and(|tally| tally.adds <= u16::from(self.bound.again))
    }

    fn horizon(&self) -> Millis {
        Millis(u64::from(self.bound.horizon))
    }

    /// Takes in a state that was reached by the action at `place`; its index is still that of the one before.
    fn arrive(&mut self, node: Node, place: usize) {
        let Node { index: from, depth, world, spent } = node;
        let clock = u32::try_from(world.now().0).unwrap_or(u32::MAX);
        let digest = world.digest(self.detail, self.horizon());
        if let Some(worlds) = &mut self.worlds {
            worlds.push(digest);
        }
        let key = |spent: Spent| self.key(digest, spent);
        let visit = if self.bound.counts_kinds() {
            self.visited.visit(key(spent), clock)
        } else {
            let cheaper = (0..spent.total()).map(|total| total_key(digest, total));
            if cheaper.into_iter().any(|key| self.visited.knows(key, clock)) {
                return;
            }
            self.visited.visit(total_key(digest, spent.total()), clock)
        };
        if visit == Visit::Known {
            return;
        }
        let index = cast::count(self.trail.len());
        self.trail.push((from, u16::try_from(place).expect("a bound allows a few hundred moves")));
        self.depth = self.depth.max(depth);
        let verdicts = verdicts(&world);
        self.judge(&world, &verdicts, index);
        if self.cuts(Cut::AllFound) && self.has_all() {
            self.stop();
            return;
        }
        if self.is_closed(&world, &verdicts, spent) {
            return;
        }
        if self.trail.len() >= self.max_nodes || self.bytes() > MAX_BYTES {
            self.full = true;
            self.stop();
            return;
        }
        self.frontier.push_back(Node { index, depth, world, spent });
    }

    fn cuts(&self, cut: Cut) -> bool {
        self.cuts[cut as usize]
    }

    /// Whether a schedule that ends in this would be news.
    fn lacks(&self, violation: Violation) -> bool {
        self.sought[violation as usize] && self.found[violation as usize].is_none()
    }

    /// Whether everything that can be found has been.
    fn has_all(&self) -> bool {
        self.succeeds && !Violation::ALL.into_iter().any(|violation| self.lacks(violation))
    }

    /// Whether nothing that follows can be judged otherwise than what has been judged already.
    fn is_closed(&self, world: &World, verdicts: &[Verdict], spent: Spent) -> bool {
        let may_break = self.sought[Violation::Invariant as usize];
        let of_effects = !self.lacks(Violation::Invariant);
        let repeats = self.succeeds && !self.lacks(Violation::Duplicate);
        let moves = || world.jobs().any(|(no, _)| self.may_add_again(world, no));
        (of_effects && self.cuts(Cut::AllDuplicated) && cuts::all_are_duplicated(verdicts))
            || (of_effects
                && repeats
                && self.cuts(Cut::AllHappened)
                && cuts::all_have_happened(world, verdicts))
            || (self.cuts(Cut::Settled)
                && spent.total() >= self.bound.faults
                && cuts::only_the_clock_is_left(world, verdicts, may_break)
                && !moves())
    }

    fn judge(&mut self, world: &World, verdicts: &[Verdict], index: u32) {
        let done = |it: &Verdict| it.judgement == Judgement::Once && !it.open;
        self.succeeds = self.succeeds || verdicts.iter().all(done);
        let mut note = |violation: Violation| {
            self.found[violation as usize].get_or_insert(index);
        };
        for verdict in verdicts {
            match verdict.judgement {
                Judgement::Duplicated => note(Violation::Duplicate),
                Judgement::Lost => note(Violation::Loss),
                Judgement::Pending if verdict.failed && !verdict.open => note(Violation::Stuck),
                Judgement::Once | Judgement::Pending => {}
            }
        }
        if world.broken_invariant(verdicts).is_some() {
            note(Violation::Invariant);
        }
    }

    fn key(&self, digest: u64, spent: Spent) -> u64 {
        let mut hasher = Mix64::default();
        (digest, spent).hash(&mut hasher);
        hasher.finish()
    }

    /// What was done to a fresh world of the consumer before the search began: the text set, orders added.
    #[must_use]
    pub fn setup(&self) -> &[Action] {
        &self.setup
    }

    /// Whether some schedule so far ended as it should: every effect once, every order settled.
    #[must_use]
    pub fn succeeds(&self) -> bool {
        self.succeeds
    }

    /// Whether the consumer has an effect that is counted.
    #[must_use]
    pub fn has_effect(&self) -> bool {
        self.has_effect
    }

    /// Bytes in use for what was seen, and roughly for what is still to be expanded.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let trail = self.trail.len() * size_of::<(u32, u16)>();
        self.visited.bytes() + trail + self.frontier.len() * NODE_BYTES
    }

    /// What it covers.
    #[must_use]
    pub fn bound(&self) -> &Bound {
        &self.bound
    }

    /// Whether nothing is left to expand.
    #[must_use]
    pub fn over(&self) -> bool {
        self.frontier.is_empty() && self.expansion.is_none()
    }

    /// States seen so far.
    #[must_use]
    pub fn states(&self) -> usize {
        self.visited.len()
    }

    /// Transitions taken so far.
    #[must_use]
    pub fn transitions(&self) -> u64 {
        self.transitions
    }

    /// The length of the longest schedule so far that ends in a state not seen before.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Whether the search stopped because it had grown too large.
    #[must_use]
    pub fn full(&self) -> bool {
        self.full
    }

    /// The shortest schedule that ends in a violation, if one was found.
    #[must_use]
    pub fn counterexample(&self, violation: Violation) -> Option<Vec<Action>> {
        let mut at = self.found[violation as usize]?;
        let mut actions = Vec::new();
        while let (from, place) = self.trail[cast::index(at)]
            && from != ROOT
        {
            actions.push(self.candidates[usize::from(place)].clone());
            at = from;
        }
        actions.reverse();
        Some(actions)
    }
}

fn total_key(digest: u64, total: u8) -> u64 {
    digest ^ u64::from(total).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Every move that a search within the bound may make, in the order in which it tries them.
fn candidates(world: &World, bound: &Bound) -> Vec<Action> {
    let jobs = JobNo::last_of(world.jobs().count()).0;
    let again = u16::from(bound.again);
    let mut moves = moves(bound.workers, jobs.saturating_mul(1 + again));
    // What was added again is of an order that its first job can add as well.
    moves.retain(|action| !matches!(action, Action::EnqueueAgain(job) if again == 0 || job.0 > jobs));
    moves
}
