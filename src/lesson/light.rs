//! Light switch: pressing a toggle against pressing ON (the second source document's opening picture).

use crate::sim::{Probe, Scenario};

use super::declare::{ARTICLE, NATURAL, Text};

const LIGHT: Text = Text {
    id: "light",
    title: "Light switch",
    group: NATURAL,
    source: ARTICLE,
    summary: "Each job asks for a lamp to be switched on. The lamp is a key in Redis.",
    queue: "lights",
    job_name: "switch-on",
    fields: &[("order", &["#"]), ("lamp", &["#"])],
    effect: ("switched", "switch"),
    truth: "Each lamp is on, whatever happened on the way.",
    consumers: &[
        (
            "toggle",
            "Toggle",
            "Each run turns the state around, so a second run undoes the first.",
            include_str!("light/toggle.recipe"),
            &[0],
        ),
        (
            "set-on",
            "Set on",
            "Naturally idempotent: each run writes the same value, so a second run changes nothing.",
            include_str!("light/set-on.recipe"),
            &[0],
        ),
    ],
};

pub(super) fn scenario() -> Scenario {
    LIGHT.scenario(vec![Probe::Key("lamp:{job.lamp}".into())])
}
