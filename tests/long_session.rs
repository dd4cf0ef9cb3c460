//! The link with 1,000 steps of history that `scripts/measure.mjs` opens: `scripts/long-session.txt`.

use redeliver::app::encode;
use redeliver::base::SplitMix64;
use redeliver::catalogue::catalogue;
use redeliver::sim::{Action, Enqueue, Timeline, WORKERS, World, autoplay};

const STEPS: usize = 1_000;

/// Enough orders for 1,000 steps, and many more waiting, so that `Step` can go on being pressed.
fn session() -> (Timeline, std::sync::Arc<redeliver::sim::Scenario>) {
    let scenario = catalogue().into_iter().find(|it| it.id == "charge").expect("it is shipped");
    let marker = scenario.consumer("marker").expect("it is shipped");
    let mut timeline = Timeline::new(World::new(&scenario, marker, WORKERS));
    let mut rng = SplitMix64::new(1);
    while timeline.actions().len() < STEPS {
        let waiting = timeline.world().orders().count() < 99;
        let action = if waiting {
            Action::Enqueue(Enqueue::default())
        } else if rng.below(12) == 0 {
            autoplay(timeline.world(), &mut rng).expect("something is waiting")
        } else {
            Action::Advance(7)
        };
        timeline.act(action).expect("there is room").expect("it is possible");
    }
    (timeline, scenario)
}

#[test]
fn the_measured_session_is_a_link_of_a_thousand_steps() {
    let (timeline, scenario) = session();
    let link = format!(
        "#{}\n",
        encode(
            &scenario,
            None,
            WORKERS,
            scenario.consumer("marker").expect("it is shipped"),
            &timeline.actions()
        )
        .expect("it fits")
    );
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/long-session.txt");
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    if kept != link && std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &link).expect("the file can be written");
    } else {
        assert_eq!(kept, link, "run once with BLESS=1 to renew {path}");
    }
}
