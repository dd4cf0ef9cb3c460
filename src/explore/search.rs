//! Breadth-first search over `enabled` and `apply`, in slices.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::base::fingerprint;
use crate::sim::{
    Action, Enqueue, JobNo, Judgement, Scenario, WorkerId, World, apply_quietly, verdicts, why_not,
};

use super::bound::{Bound, Spent};
use super::visited::Visited;

/// How a schedule can end badly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Violation {
    /// An effect happened more than once.
    Duplicate,
    /// An effect never happened and never will.
    Loss,
}

impl Violation {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::Duplicate, Self::Loss];
}

/// A search under way. Run it in slices until it is over.
#[derive(Clone, Debug)]
pub struct Search {
    bound: Bound,
    frontier: VecDeque<Node>,
    visited: Visited,
    /// How each state was first reached: its predecessor and the action's place in [`candidates`].
    trail: Vec<(u32, u8)>,
    candidates: Vec<Action>,
    transitions: u64,
    depth: u32,
    found: [Option<u32>; Violation::ALL.len()],
    max_states: usize,
    full: bool,
    start: World,
}

#[derive(Clone, Debug)]
struct Node {
    index: u32,
    depth: u32,
    world: World,
    spent: Spent,
}

/// No predecessor: the first state.
const ROOT: u32 = u32::MAX;

impl Search {
    /// A search of all schedules of a consumer within a bound.
    #[must_use]
    pub fn new(scenario: &Arc<Scenario>, consumer: usize, bound: Bound) -> Self {
        let mut world = World::new(scenario, consumer, bound.workers);
        for _ in 1..bound.orders {
            apply_quietly(&mut world, &Action::Enqueue(Enqueue::default()));
        }
        Self::from(world, bound)
    }

    /// A search that starts from a world.
    #[must_use]
    pub fn from(world: World, bound: Bound) -> Self {
        let candidates = candidates(&world, &bound);
        let mut search = Self {
            bound,
            frontier: VecDeque::new(),
            visited: Visited::new(),
            trail: Vec::new(),
            candidates,
            transitions: 0,
            depth: 0,
            found: [None; Violation::ALL.len()],
            max_states: 1_000_000,
            full: false,
            start: world.clone(),
        };
        search.arrive(world, Spent::default(), ROOT, 0, 0);
        search
    }

    /// Expands up to `count` states. Whether the search is over.
    pub fn run(&mut self, count: usize) -> bool {
        for _ in 0..count {
            let Some(node) = self.frontier.pop_front() else { return true };
            self.expand(&node);
        }
        self.frontier.is_empty()
    }

    fn expand(&mut self, node: &Node) {
        for place in 0..self.candidates.len() {
            let action = &self.candidates[place];
            let Some(spent) = node.spent.after(action, &self.bound) else { continue };
            if why_not(&node.world, action).is_some() {
                continue;
            }
            let mut world = node.world.clone();
            apply_quietly(&mut world, action);
            self.transitions += 1;
            self.arrive(world, spent, node.index, place as u8, node.depth + 1);
        }
    }

    fn arrive(&mut self, world: World, spent: Spent, from: u32, place: u8, depth: u32) {
        if !self.visited.insert(fingerprint(&(&world, spent))) {
            return;
        }
        let index = self.trail.len() as u32;
        self.trail.push((from, place));
        self.depth = self.depth.max(depth);
        for verdict in verdicts(&world) {
            let violation = match verdict.judgement {
                Judgement::Duplicated => Violation::Duplicate,
                Judgement::Lost => Violation::Loss,
                Judgement::Once | Judgement::Pending => continue,
            };
            self.found[violation as usize].get_or_insert(index);
        }
        if self.trail.len() >= self.max_states {
            self.full = true;
            self.frontier.clear();
            return;
        }
        self.frontier.push_back(Node { index, depth, world, spent });
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

    /// The length of the longest schedule so far, counted to its last new state.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The shortest schedule that ends in a violation, if one was found.
    #[must_use]
    pub fn counterexample(&self, violation: Violation) -> Option<Vec<Action>> {
        let mut at = self.found[violation as usize]?;
        let mut actions = Vec::new();
        while let (from, place) = self.trail[at as usize]
            && from != ROOT
        {
            actions.push(self.candidates[usize::from(place)].clone());
            at = from;
        }
        actions.reverse();
        Some(actions)
    }
}

/// Every action that a search within the bound may take, in the order in which it tries them.
fn candidates(world: &World, bound: &Bound) -> Vec<Action> {
    let mut all = Vec::new();
    for id in (1..=bound.workers).map(WorkerId) {
        all.extend([Action::Step(id), Action::Thaw(id), Action::Restart(id)]);
    }
    all.push(Action::NextTimer);
    for id in (1..=bound.workers).map(WorkerId) {
        all.extend([Action::Crash(id), Action::Freeze(id), Action::LoseRequest(id), Action::LoseReply(id)]);
    }
    all.extend((1..=world.jobs().count() as u16).map(|no| Action::Redeliver(JobNo(no))));
    all
}
