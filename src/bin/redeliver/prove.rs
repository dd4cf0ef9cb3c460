//! `redeliver prove`: searches, and hands what was found to the printers.

use std::io::{IsTerminal, Write};
use std::sync::Arc;

use redeliver::app::{self, Trace};
use redeliver::explore::{Bound, Counterexample, Report, Search, Violation};
use redeliver::sim::{Action, Scenario, World, apply};

use super::arguments::Prove;
use super::{Outcome, Problem, input, json, text};

/// States between two looks at the progress.
const SLICE: usize = 20_000;

/// What was proved, with its counterexamples told.
pub(crate) struct Proof {
    pub scenario: Arc<Scenario>,
    pub consumer: usize,
    /// The file whose text was proved in the place of the consumer's own.
    pub file: Option<String>,
    pub report: Report,
    pub stories: Vec<Story>,
}

/// A counterexample as a person reads it.
pub(crate) struct Story {
    pub violation: Violation,
    pub trace: Trace,
    /// Opens it on the page, or why nothing does.
    pub link: Result<String, String>,
}

/// Proves, and answers with the report.
pub(crate) fn run(options: &Prove) -> Result<(String, Outcome), Problem> {
    let (scenario, scenario_file) = input::scenario(&options.scenario)?;
    let consumer = match &options.consumer {
        Some(id) => input::consumer(&scenario, id)?,
        None => 0,
    };
    let recipe = match &options.recipe {
        Some(path) => input::recipe(path, &scenario)?,
        None => scenario.consumers[consumer].recipe.clone(),
    };
    let report = search(Search::of_text(&scenario, consumer, &recipe, options.bound.clone()));
    let stories = report.counterexamples.iter().map(|found| Story {
        violation: found.violation,
        trace: told(&scenario, consumer, &report.bound, found),
        link: link(&scenario, scenario_file.as_deref(), consumer, &report.bound, found)
            .map(|fragment| with_base(fragment, options.link_base.as_deref())),
    });
    let proof =
        Proof { stories: stories.collect(), scenario, consumer, file: options.recipe.clone(), report };
    let outcome = match (proof.report.broken(), proof.report.complete) {
        (true, _) => Outcome::Broken,
        (false, true) => Outcome::Fine,
        (false, false) => Outcome::Undecided,
    };
    Ok((if options.json { json::report(&proof) } else { text::report(&proof) }, outcome))
}

/// Runs a search to its end. Whoever watches a terminal sees how far it is.
pub(crate) fn search(mut search: Search) -> Report {
    let mut terminal = std::io::stderr();
    let watched = terminal.is_terminal();
    while !search.run(SLICE) {
        if watched {
            // Progress that cannot be shown is no reason to stop.
            let _ = write!(terminal, "\r{} states, {} actions deep", search.states(), search.depth());
        }
    }
    if watched {
        let _ = write!(terminal, "\r\x1b[K");
    }
    search.report()
}

/// The schedule from where the search began.
fn told(scenario: &Arc<Scenario>, consumer: usize, bound: &Bound, found: &Counterexample) -> Trace {
    let mut world = World::new(scenario, consumer, bound.workers);
    for action in &found.setup {
        apply(&mut world, action);
    }
    app::trace(world, &found.actions).expect("what a search did can be done again")
}

fn link(
    scenario: &Scenario,
    file: Option<&str>,
    consumer: usize,
    bound: &Bound,
    found: &Counterexample,
) -> Result<String, String> {
    let actions: Vec<Action> = found.setup.iter().chain(&found.actions).cloned().collect();
    app::encode(scenario, file, bound.workers, consumer, &actions).map_err(|error| error.to_string())
}

fn with_base(fragment: String, base: Option<&str>) -> String {
    match base {
        None => fragment,
        Some(base) => format!("{}#{fragment}", base.trim_end_matches('#')),
    }
}
