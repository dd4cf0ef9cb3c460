//! Random consumers: small recipes over few keys, with random queue options, so that worlds meet again soon and every
//! way of coming to the same situation is tried.

#![allow(dead_code, reason = "each test binary uses its own part")]

use std::sync::Arc;

use redeliver::base::SplitMix64;
use redeliver::queue::{Backoff, Dedup, DedupMode, JobOptions, Keep};
use redeliver::sim::{Consumer, Field, Probe, Scenario, System};

/// One of several.
pub(crate) fn pick<T: Clone>(rng: &mut SplitMix64, all: &[T]) -> T {
    let at = rng.below(all.len() as u64);
    all[usize::try_from(at).expect("a small number")].clone()
}

const STATEMENTS: [&str; 22] = [
    "SET a 1",
    "SET a 2 NX PX 3000",
    "SET l {token} NX PX 4000",
    "SET d:{job.order} 1",
    "SET d:{job.id} 1 NX",
    "INCR n",
    "INCR e:{job.order}",
    "SADD s {job.order}",
    "DEL a",
    "DEL d:{job.order}",
    "EXPIRE n 2",
    "RPUSH q {job.id}",
    "x = GET a",
    "x = GET n",
    "y = GET d:{job.order}",
    "y = SETNX c:{job.order} 1",
    "z = INCR t:{job.id}",
    "z = LPOP q",
    "charge {job.card} 5",
    "charge {job.card} 5 key {job.order}",
    "POST /a {job.order}",
    "PUT /b {job.order}",
];

const CONDITIONS: [&str; 8] = ["x", "not x", "y", "not y", "z == 1", "z > 2", "x == 2", "job.order == 1"];

/// A recipe of a few statements with branches, endings and atomic blocks.
pub(crate) fn recipe(rng: &mut SplitMix64) -> String {
    let mut text = String::new();
    let count = 1 + rng.below(4);
    for _ in 0..count {
        match rng.below(8) {
            0 => text += &format!("if {}\n  {}\nend\n", pick(rng, &CONDITIONS), pick(rng, &ENDINGS)),
            1 => {
                let [yes, no] = [(); 2].map(|()| pick(rng, &STATEMENTS));
                text += &format!("if {}\n  {yes}\nelse\n  {no}\nend\n", pick(rng, &CONDITIONS));
            }
            2 => {
                let [one, other] = [(); 2].map(|()| pick(rng, &STATEMENTS[..18]));
                text += &format!("atomic\n  {one}\n  {other}\nend\n");
            }
            _ => text += &format!("{}\n", pick(rng, &STATEMENTS)),
        }
    }
    text
}

const ENDINGS: [&str; 3] = ["skip \"done\"", "fail \"later\"", "INCR e:{job.order}"];

fn keep(rng: &mut SplitMix64) -> Keep {
    pick(rng, &[Keep::All, Keep::All, Keep::Newest(0), Keep::Newest(1), Keep::Newest(2)])
}

/// Random ways of adding a job.
pub(crate) fn options(rng: &mut SplitMix64) -> JobOptions {
    let ttl = pick(rng, &[1_500, 40_000, 400_000]);
    let modes = [
        DedupMode::Simple,
        DedupMode::Throttle { ttl },
        DedupMode::Extend { ttl },
        DedupMode::Replace,
        DedupMode::Debounce { ttl },
        DedupMode::KeepLastIfActive,
    ];
    let id = pick(rng, &["order-{job.order}", "all"]).to_owned();
    let mode = pick(rng, &modes);
    JobOptions {
        attempts: pick(rng, &[0, 1, 2, 3]),
        backoff: pick(rng, &[None, Some(Backoff::Fixed(1_000)), Some(Backoff::Exponential(500))]),
        delay: pick(rng, &[0, 0, 0, 700]),
        priority: pick(rng, &[0, 0, 0, 2]),
        lifo: rng.below(6) == 0,
        job_id: pick(rng, &[None, None, Some("job-{job.order}".to_owned())]),
        dedup: (rng.below(3) == 0).then_some(Dedup { id, mode }),
        remove_on_complete: keep(rng),
        remove_on_fail: keep(rng),
    }
}

/// A scenario with one random consumer.
pub(crate) fn scenario(rng: &mut SplitMix64) -> Arc<Scenario> {
    let field = |name: &str, values: &[&str]| Field {
        name: name.to_owned(),
        values: values.iter().map(|&value| value.to_owned()).collect(),
    };
    let mut it = Scenario {
        id: "random".to_owned(),
        queue: "q".to_owned(),
        job_name: "j".to_owned(),
        fields: vec![field("order", &["#"]), field("card", &["c#"])],
        options: options(rng),
        adds_again: u8::try_from(rng.below(2)).expect("a small number"),
        outside_in_two_steps: rng.below(4) == 0,
        probes: vec![Probe::Ledger(System::Card), Probe::Key("e:{job.order}".into()), Probe::Key("n".into())],
        ..Scenario::default()
    };
    let recipe = loop {
        let text = recipe(rng);
        if it.parse(&text).is_ok() {
            break text;
        }
    };
    let probes = pick(rng, &[vec![0], vec![1], vec![2], vec![1, 0], vec![]]);
    it.consumers = vec![Consumer { id: "c".to_owned(), recipe, probes, ..Consumer::default() }];
    Arc::new(it)
}
