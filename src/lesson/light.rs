//! Light switch: pressing a toggle against pressing ON (the second source document's opening picture).

use crate::queue::Settings;
use crate::sim::{Probe, Scenario};

use super::declare::{ARTICLE, NATURAL, consumer, field, options};

pub(super) fn scenario() -> Scenario {
    Scenario {
        id: "light".into(),
        title: "Light switch".into(),
        group: NATURAL.into(),
        source: ARTICLE.into(),
        summary: "Each job asks for a lamp to be switched on. The lamp is a key in Redis.".into(),
        queue: "lights".into(),
        job_name: "switch-on".into(),
        fields: vec![field("order", &["#"]), field("lamp", &["#"])],
        setup: vec![],
        tables: vec![],
        options: options(),
        settings: Settings::default(),
        probes: vec![Probe::Key("lamp:{job.lamp}".into())],
        effect: "switched".into(),
        effect_noun: "switch".into(),
        truth: "Each lamp is on, whatever happened on the way.".into(),
        consumers: vec![
            consumer(
                "toggle",
                "Toggle",
                "Each run turns the state around, so a second run undoes the first.",
                include_str!("light/toggle.recipe"),
                &[0],
            ),
            consumer(
                "set-on",
                "Set on",
                "Naturally idempotent: each run writes the same value, so a second run changes nothing.",
                include_str!("light/set-on.recipe"),
                &[0],
            ),
        ],
        ..Scenario::default()
    }
}
