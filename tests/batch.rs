//! A batch counts what its jobs, played one by one, come to.

use std::sync::Arc;

use redeliver::explore::{Batch, Counts, cents, extra_a_day};
use redeliver::lesson;
use redeliver::sim::{Action, Event, Judgement, Scenario, System, WORKERS, World, apply, verdicts};

const SEED: u64 = 7;

fn scenario(id: &str) -> Arc<Scenario> {
    lesson::catalogue().into_iter().find(|it| it.id == id).expect("it is shipped")
}

fn finished(scenario: &Arc<Scenario>, consumer: &str, jobs: u32, rate: u32) -> Batch {
    let consumer = scenario.consumer(consumer).expect("it is shipped");
    let mut batch = Batch::new(scenario, consumer, SEED, jobs, rate);
    while !batch.run(1_000) {}
    batch
}

#[test]
fn look() {
    for s in lesson::catalogue() {
        for c in &s.consumers {
            for rate in [1_000, 100_000] {
                let b = finished(&s, &c.id, 100_000, rate);
                println!("{} {} {rate} schedules {} {:?}", s.id, c.id, b.schedules(), b.counts());
            }
        }
    }
    let s = scenario("charge");
    let b = finished(&s, "naive", 10_000, 100_000);
    for i in 0..14 {
        println!("{:?}", b.schedule(i));
    }
}
