//! How fast the engine is: actions applied per second, a world cloned and fingerprinted, the page's view made.
//!
//! Run with `./dev bench`; the figures in README come from here.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use redeliver::app::{App, Msg};
use redeliver::base::fingerprint;
use redeliver::catalogue::catalogue;
use redeliver::explore::{Bound, Search};
use redeliver::sim::{Action, WORKERS, WorkerId, World, apply, enabled};

fn step(worker: u8) -> Action {
    Action::Step(WorkerId(worker))
}

/// A whole accident under the marker-guarded charge: claim, crash, two stalled checks, second delivery.
fn accident() -> Vec<Action> {
    let mut actions =
        vec![step(1), step(1), Action::crash(WorkerId(1)), Action::NextTimer, Action::NextTimer];
    actions.extend([step(2), step(2), step(2)]);
    actions
}

fn charge() -> World {
    let scenario = catalogue().into_iter().find(|it| it.id == "charge").expect("it is shipped");
    let consumer = scenario.consumer("marker").expect("it is shipped");
    World::new(&scenario, consumer, WORKERS)
}

fn engine(c: &mut Criterion) {
    let start = charge();
    let actions = accident();
    let mut middle = start.clone();
    actions.iter().take(3).for_each(|action| drop(apply(&mut middle, action)));

    let mut group = c.benchmark_group("world");
    group.throughput(Throughput::Elements(actions.len() as u64));
    group.bench_function("apply, per action of an accident", |b| {
        b.iter(|| {
            let mut world = start.clone();
            for action in &actions {
                black_box(apply(&mut world, action));
            }
            world
        });
    });
    group.throughput(Throughput::Elements(1));
    group.bench_function("clone", |b| b.iter(|| black_box(middle.clone())));
    group.bench_function("fingerprint", |b| b.iter(|| fingerprint(black_box(&middle))));
    group.bench_function("enabled", |b| b.iter(|| enabled(black_box(&middle))));
    group.finish();
}

/// How many states one measured stretch of a search expands.
const STRETCH: usize = 2_000;

fn prover(c: &mut Criterion) {
    let scenario = catalogue().into_iter().find(|it| it.id == "charge").expect("it is shipped");
    let consumer = scenario.consumer("marker").expect("it is shipped");
    let bound = Bound { orders: 3, faults: 3, ..Bound::default() };
    // Begin in the thick of it: the first states have fewer faults left and smaller worlds.
    let mut search = Search::new(&scenario, consumer, bound);
    search.run(20_000);
    let before = search.transitions();
    let mut ahead = search.clone();
    ahead.run(STRETCH);
    let mut group = c.benchmark_group("prover");
    group.sample_size(20);
    group.throughput(Throughput::Elements(ahead.transitions() - before));
    group.bench_function("transitions, marker-guarded charge, 2 workers, 3 jobs, 3 faults", |b| {
        b.iter_batched(
            || search.clone(),
            |mut search| {
                search.run(STRETCH);
                search
            },
            BatchSize::LargeInput,
        );
    });
    group.finish();
    println!("prover: {} bytes a state", search.bytes() / search.states());
}

fn page(c: &mut Criterion) {
    let mut app = App::new();
    for _ in 0..1_000 {
        app.update(Msg::Act(Action::Advance(1)));
    }
    c.bench_function("app: view with 1,000 steps of history", |b| b.iter(|| black_box(app.view())));
}

criterion_group!(benches, engine, prover, page);
criterion_main!(benches);
