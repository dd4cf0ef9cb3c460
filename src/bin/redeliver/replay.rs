//! `redeliver replay`: a share link's session as text.

use redeliver::app;
use redeliver::catalogue::catalogue;
use redeliver::sim::World;

use super::{Outcome, Problem, input, text};

/// Tells a link, whole or only its fragment.
pub(crate) fn run(link: &str, scenario: Option<&str>) -> Result<(String, Outcome), Problem> {
    let mut known = catalogue();
    if let Some(name) = scenario {
        known.insert(0, input::scenario(name)?.0);
    }
    let fragment = link.rsplit_once('#').map_or(link, |(_, fragment)| fragment);
    let link = app::decode(fragment, &known).map_err(|error| Problem(format!("redeliver: {error}")))?;
    let scenario = &link.scenario;
    let trace = app::trace(World::new(scenario, link.consumer, link.workers), &link.actions)
        .map_err(|error| Problem(format!("redeliver: {error}")))?;
    let mut told =
        format!("{}, beginning with {}\n\n", scenario.title, scenario.consumers[link.consumer].title);
    text::steps(&mut told, &trace);
    Ok((told, Outcome::Fine))
}
