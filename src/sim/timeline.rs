//! Time travel: every action ever taken, as a tree, with keyframes to come back quickly.
//!
//! The world under the cursor is always at hand. Stepping back and doing something else grows a branch; the
//! old future stays in the tree. Doing again what was done here before follows the old branch.

use crate::base::cast;

use super::action::Action;
use super::apply::apply;
use super::event::{Event, Refused};
use super::world::World;

/// A moment in the tree; zero is the beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// The most actions a timeline keeps, over all branches.
pub(super) const MAX_NODES: usize = 10_000;

/// A world is kept every so many actions, so that a jump replays fewer than this.
const KEYFRAME_EVERY: u32 = 32;

/// The timeline takes no more actions; everything so far is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimelineFull;

impl std::fmt::Display for TimelineFull {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "The timeline holds {MAX_NODES} actions, its limit. Everything so far is kept: share it, or reset."
        )
    }
}

#[derive(Clone, Debug)]
struct Node {
    parent: NodeId,
    depth: u32,
    action: Option<Action>,
    events: Vec<Event>,
    children: Vec<NodeId>,
    /// The child that stepping forward goes to: the one visited last.
    onward: Option<NodeId>,
    /// The world at this moment, kept for every so many moments.
    keyframe: Option<Box<World>>,
}

/// The tree of what was done, and where in it one stands.
#[derive(Clone, Debug)]
pub struct Timeline {
    nodes: Vec<Node>,
    cursor: NodeId,
    world: World,
}

impl Timeline {
    /// A timeline that begins with `world`.
    #[must_use]
    pub fn new(world: World) -> Self {
        let root = Node {
            parent: NodeId(0),
            depth: 0,
            action: None,
            events: Vec::new(),
            children: Vec::new(),
            onward: None,
            keyframe: Some(Box::new(world.clone())),
        };
        Self { nodes: vec![root], cursor: NodeId(0), world }
    }

    /// The world under the cursor.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Where one stands.
    #[must_use]
    pub fn cursor(&self) -> NodeId {
        self.cursor
    }

    /// How many actions lie between the beginning and the cursor.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.node(self.cursor).depth
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[cast::index(id.0)]
    }

    /// The action that led to a moment, and what it did; none for the beginning.
    #[must_use]
    pub fn step(&self, id: NodeId) -> Option<(&Action, &[Event])> {
        let node = self.nodes.get(cast::index(id.0))?;
        node.action.as_ref().map(|action| (action, node.events.as_slice()))
    }

    /// Does an action at the cursor and moves there. An impossible one changes nothing.
    ///
    /// # Errors
    /// [`TimelineFull`] when the tree has reached [`MAX_NODES`].
    pub fn act(&mut self, action: Action) -> Result<Result<&[Event], Refused>, TimelineFull> {
        let known = self.node(self.cursor).children.iter().copied();
        if let Some(child) = known.into_iter().find(|id| self.node(*id).action.as_ref() == Some(&action)) {
            self.descend(child);
            return Ok(Ok(&self.node(child).events));
        }
        if self.nodes.len() > MAX_NODES {
            return Err(TimelineFull);
        }
        let events = apply(&mut self.world, &action);
        if let [Event::Refused(why)] = events.as_slice() {
            return Ok(Err(why.clone()));
        }
        let id = NodeId(u32::try_from(self.nodes.len()).expect("the tree is bounded"));
        let depth = self.depth() + 1;
        let keyframe = depth.is_multiple_of(KEYFRAME_EVERY).then(|| Box::new(self.world.clone()));
        self.nodes.push(Node {
            parent: self.cursor,
            depth,
            action: Some(action),
            events,
            children: Vec::new(),
            onward: None,
            keyframe,
        });
        let cursor = cast::index(self.cursor.0);
        self.nodes[cursor].children.push(id);
        self.nodes[cursor].onward = Some(id);
        self.cursor = id;
        Ok(Ok(&self.node(id).events))
    }

    /// Takes the newest action back as if it had never been done, where it stands at the cursor; false where
    /// it stands elsewhere. For texts that are still being typed.
    pub fn retract(&mut self) -> bool {
        let newest = NodeId(cast::count(self.nodes.len()) - 1);
        if newest == NodeId(0) || self.cursor != newest {
            return false;
        }
        let parent = self.node(newest).parent;
        self.go(parent);
        self.nodes.pop();
        let parent = &mut self.nodes[cast::index(parent.0)];
        parent.children.retain(|child| *child != newest);
        parent.onward = parent.children.last().copied();
        true
    }

    /// Moves to a child, doing its action again.
    fn descend(&mut self, child: NodeId) {
        let cursor = cast::index(self.cursor.0);
        self.nodes[cursor].onward = Some(child);
        let action = self.node(child).action.clone().expect("only the beginning has no action");
        apply(&mut self.world, &action);
        self.cursor = child;
    }

    /// Goes to the moment before; false at the beginning.
    pub fn back(&mut self) -> bool {
        if self.cursor == NodeId(0) {
            return false;
        }
        self.go(self.node(self.cursor).parent)
    }

    /// Does again what was done last from here; false where nothing was.
    pub fn forward(&mut self) -> bool {
        match self.node(self.cursor).onward {
            Some(child) => {
                self.descend(child);
                true
            }
            None => false,
        }
    }

    /// Goes to any moment of any branch; false if there is no such moment.
    pub fn go(&mut self, target: NodeId) -> bool {
        let Some(world) = self.world_at(target) else { return false };
        self.world = world;
        self.cursor = target;
        // Stepping forward from any earlier moment leads back here.
        let mut below = target;
        while below != NodeId(0) {
            let parent = self.node(below).parent;
            self.nodes[cast::index(parent.0)].onward = Some(below);
            below = parent;
        }
        true
    }

    /// The line one is on: from the first action through the cursor to the end of the branch.
    #[must_use]
    pub fn line(&self) -> Vec<NodeId> {
        let mut line = self.trail(self.cursor);
        let mut id = self.cursor;
        while let Some(child) = self.node(id).onward {
            line.push(child);
            id = child;
        }
        line
    }

    /// The moments from the first action to `id`, without the beginning.
    #[must_use]
    pub fn trail(&self, id: NodeId) -> Vec<NodeId> {
        let mut trail = Vec::with_capacity(cast::index(self.node(id).depth));
        let mut at = id;
        while at != NodeId(0) {
            trail.push(at);
            at = self.node(at).parent;
        }
        trail.reverse();
        trail
    }

    /// The actions from the beginning to the cursor.
    #[must_use]
    pub fn actions(&self) -> Vec<Action> {
        self.trail(self.cursor).into_iter().filter_map(|id| self.node(id).action.clone()).collect()
    }

    /// The last moment of each branch, oldest branch first.
    #[must_use]
    pub fn tips(&self) -> Vec<NodeId> {
        (0..cast::count(self.nodes.len()))
            .map(NodeId)
            .filter(|id| self.node(*id).children.is_empty())
            .collect()
    }

    /// How many actions lead to a moment.
    #[must_use]
    pub fn depth_of(&self, id: NodeId) -> u32 {
        self.nodes.get(cast::index(id.0)).map_or(0, |node| node.depth)
    }

    /// Whether the branch goes on after the cursor.
    #[must_use]
    pub fn has_future(&self) -> bool {
        self.node(self.cursor).onward.is_some()
    }

    /// The world at a moment, without going there.
    #[must_use]
    pub fn world_at(&self, id: NodeId) -> Option<World> {
        let (mut world, trail) = self.nearest_keyframe(id)?;
        for child in trail {
            if let Some(action) = &self.node(child).action {
                apply(&mut world, action);
            }
        }
        Some(world)
    }

    /// The nearest kept world on the way to `target`, and the moments between the two.
    fn nearest_keyframe(&self, target: NodeId) -> Option<(World, Vec<NodeId>)> {
        if cast::index(target.0) >= self.nodes.len() {
            return None;
        }
        let mut trail = Vec::new();
        let mut id = target;
        loop {
            if let Some(world) = &self.node(id).keyframe {
                trail.reverse();
                return Some((World::clone(world), trail));
            }
            trail.push(id);
            id = self.node(id).parent;
        }
    }
}
