//! How a world begins.

use std::sync::Arc;

use crate::base::{Bytes, OrderedSet};
use crate::queue::{self, Queue};
use crate::store::{Db, Reply};

use super::producer;
use super::scenario::Scenario;
use super::timers;
use super::world::{Condition, MAX_WORKERS, Worker, World};

impl World {
    /// A world at time zero: the store set up, `workers` workers up and idle, one order waiting.
    ///
    /// # Panics
    /// When the scenario is not sound: a queue name or a recipe that does not parse, a set-up command that
    /// fails, no such consumer. The catalogue's tests and the scenario loader make sure that it is.
    #[must_use]
    pub fn new(scenario: &Arc<Scenario>, consumer: usize, workers: u8) -> Self {
        assert!((1..=MAX_WORKERS).contains(&workers), "a world has one to {MAX_WORKERS} workers");
        let recipe = &scenario.consumers[consumer].recipe;
        let program = scenario.parse(recipe).unwrap_or_else(|found| panic!("shipped recipe: {found:?}"));
        let mut db = Db::default();
        for command in &scenario.setup {
            let argv: Vec<Bytes> = command.iter().map(|word| Bytes::from(word.as_str())).collect();
            let reply = db.exec(Scenario::START, &argv);
            assert!(!matches!(reply, Reply::Error(_)), "set-up of {}: {reply}", scenario.id);
        }
        let queue = Queue::new(&scenario.queue).expect("a scenario's queue has a valid name");
        queue::check_stalled(&mut db, Scenario::START, &queue, &scenario.settings);
        let idle = Worker { condition: Condition::Up, run: None, fetches: 0 };
        let mut world = Self {
            scenario: Arc::clone(scenario),
            queue,
            now: Scenario::START,
            db,
            sql: scenario.database().unwrap_or_else(|(_, why)| panic!("tables of {}: {why}", scenario.id)),
            outside: Arc::default(),
            workers: vec![idle; usize::from(workers)],
            consumer: u8::try_from(consumer).expect("few consumers"),
            program,
            ack_first: false,
            crash_points: OrderedSet::new(),
            next_check: timers::check_after(Scenario::START, &scenario.settings),
            orders: Arc::default(),
            jobs: Arc::default(),
            tallies: Arc::default(),
        };
        // A queue that does not take it leaves an order without a job.
        let _ = producer::enqueue(&mut world, &[]);
        world
    }
}
