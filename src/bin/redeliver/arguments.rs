//! From arguments to a command.

use lexopt::{Arg, Parser, ValueExt};
use redeliver::explore::{Bound, MAX_RATE};
use redeliver::sim::FaultKind;
use redeliver::sim::MAX_WORKERS;

use super::Problem;

pub(crate) const HELP: &str = "\
Proves idempotent consumers: runs every schedule of faults within a bound.

  redeliver prove FILE.recipe --scenario NAME   search for a schedule that breaks the recipe
  redeliver prove --consumer ID --scenario NAME the same for one of the scenario's own consumers
  redeliver replay LINK [--scenario FILE]       tell a share link's session step by step
  redeliver matrix [--scenario NAME]            every consumer against every fault, as Markdown
  redeliver batch --scenario NAME               many jobs, some delivered again, and what a day of them costs
  redeliver lesson check FILE...                see that lessons start broken and their solutions hold
  redeliver scenarios                           the shipped scenarios and their consumers

NAME is the id of a shipped scenario or the path of a scenario file, which ends in .json.

prove and matrix search within a bound:
  --workers N      workers, 1 to 4 (2)
  --jobs N         jobs in line at the start, 1 to 8 (1)
  --faults N       faults in all, 0 to 8 (2)
  --only KINDS     only these, with commas between: crash, freeze, lost-request, lost-reply, redelivery
  --seconds N      how far the clock may move, 1 to 604800 (180)

prove:
  --consumer ID    with FILE.recipe: the consumer whose probes and invariants apply (the first)
  --link-base URL  where the page is: prints whole links instead of their fragments
  --json           print the report as JSON

batch:
  --jobs N         jobs, 1 to 10000000 (100000)
  --rate N         the redelivery rate, 0.000001 to 0.5 (0.001)
  --seed N         where the draws start (1)
  --consumer ID    only this consumer (all)
  --json           print the counts as JSON

Exit codes: 0 holds, 1 a counterexample, 2 bad input, 3 not decided because the search reached its memory limit.
";

/// What to do.
pub(crate) enum Command {
    Help,
    Version,
    Prove(Prove),
    Replay {
        link: String,
        scenario: Option<String>,
    },
    Matrix {
        scenario: Option<String>,
        bound: Bound,
    },
    Batch(Batched),
    /// The lesson files to check.
    Lessons(Vec<String>),
    Scenarios,
}

/// What to run a batch of.
pub(crate) struct Batched {
    pub scenario: String,
    pub consumer: Option<String>,
    pub jobs: u32,
    /// In parts per million.
    pub rate: u32,
    pub seed: u64,
    pub json: bool,
}

/// What to prove.
pub(crate) struct Prove {
    pub recipe: Option<String>,
    pub scenario: String,
    pub consumer: Option<String>,
    pub bound: Bound,
    pub link_base: Option<String>,
    pub json: bool,
}

/// The most jobs and faults of a search: beyond them no search ends.
const MAX_MANY: u8 = 8;

/// The most jobs of a batch.
const MAX_BATCH: u32 = 10_000_000;

/// The furthest that the clock moves: a week, in seconds.
const MAX_SECONDS: u32 = 7 * 24 * 60 * 60;

/// What was given, whatever the command.
#[derive(Default)]
struct Given {
    positional: Vec<String>,
    scenario: Option<String>,
    consumer: Option<String>,
    bound: Bound,
    /// Of a search or of a batch: how many there may be is seen once the command is known.
    jobs: Option<String>,
    rate: Option<u32>,
    seed: Option<u64>,
    link_base: Option<String>,
    json: bool,
    /// The options that were used, to tell those that a command does not have.
    options: Vec<String>,
}

/// The options that bound a search.
const BOUND: [&str; 5] = ["workers", "jobs", "faults", "only", "seconds"];

/// Reads the program's arguments.
pub(crate) fn parse() -> Result<Command, Problem> {
    let mut given = Given::default();
    let mut parser = Parser::from_env();
    while let Some(argument) = parser.next().map_err(usage)? {
        match argument {
            Arg::Long("help") | Arg::Short('h') => return Ok(Command::Help),
            Arg::Long("version") | Arg::Short('V') => return Ok(Command::Version),
            Arg::Value(value) => given.positional.push(value.string().map_err(usage)?),
            Arg::Long(name) => {
                let name = name.to_owned();
                option(&mut given, &mut parser, &name).map_err(usage)?;
                given.options.push(name);
            }
            other @ Arg::Short(_) => return Err(usage(other.unexpected())),
        }
    }
    command(given)
}

fn usage(error: impl std::fmt::Display) -> Problem {
    Problem(format!("redeliver: {error}\nredeliver --help says how it is used"))
}

fn option(given: &mut Given, parser: &mut Parser, name: &str) -> Result<(), lexopt::Error> {
    match name {
        "scenario" => given.scenario = Some(parser.value()?.string()?),
        "consumer" => given.consumer = Some(parser.value()?.string()?),
        "link-base" => given.link_base = Some(parser.value()?.string()?),
        "json" => given.json = true,
        "workers" => given.bound.workers = number(parser, name, 1, u32::from(MAX_WORKERS))? as u8,
        "jobs" => given.jobs = Some(parser.value()?.string()?),
        "rate" => given.rate = Some(rate(&parser.value()?.string()?)?),
        "seed" => given.seed = Some(parser.value()?.parse()?),
        "faults" => given.bound.faults = number(parser, name, 0, u32::from(MAX_MANY))? as u8,
        "seconds" => given.bound.horizon = number(parser, name, 1, MAX_SECONDS)? * 1_000,
        "only" => given.bound.of_kind = kinds(&parser.value()?.string()?)?,
        _ => return Err(Arg::Long(name).unexpected()),
    }
    Ok(())
}

fn number(parser: &mut Parser, name: &str, least: u32, most: u32) -> Result<u32, lexopt::Error> {
    within(&parser.value()?.string()?, name, least, most)
}

/// A rate from 0 to 1 as parts per million.
fn rate(text: &str) -> Result<u32, lexopt::Error> {
    let parts = text.parse::<f64>().map_or(0.0, |rate| (rate * 1e6).round());
    if (1.0..=f64::from(MAX_RATE)).contains(&parts) {
        return Ok(parts as u32);
    }
    Err(format!("--rate takes a number from 0.000001 to {}, not {text:?}", f64::from(MAX_RATE) / 1e6).into())
}

fn within(text: &str, name: &str, least: u32, most: u32) -> Result<u32, lexopt::Error> {
    match text.parse() {
        Ok(n) if (least..=most).contains(&n) => Ok(n),
        _ => Err(format!("--{name} takes a number from {least} to {most}, not {text:?}").into()),
    }
}

fn kinds(text: &str) -> Result<[u8; FaultKind::COUNT], lexopt::Error> {
    let mut of_kind = [0; FaultKind::COUNT];
    for name in text.split(',') {
        let Some(kind) = FaultKind::all().find(|kind| kind.row().name == name.trim()) else {
            let known = FaultKind::all().map(|kind| kind.row().name).collect::<Vec<_>>().join(", ");
            return Err(format!("--only takes some of {known}, not {name:?}").into());
        };
        of_kind[kind as usize] = u8::MAX;
    }
    Ok(of_kind)
}

fn command(mut given: Given) -> Result<Command, Problem> {
    let mut positional = std::mem::take(&mut given.positional).into_iter();
    let Some(name) = positional.next() else {
        return Err(usage("say what to do: prove, replay, matrix, batch, lesson or scenarios"));
    };
    if name != "batch"
        && let Some(jobs) = &given.jobs
    {
        given.bound.orders = within(jobs, "jobs", 1, u32::from(MAX_MANY)).map_err(usage)? as u8;
    }
    let (allowed, command): (&[&str], _) = match name.as_str() {
        "help" => return Ok(Command::Help),
        "prove" => (&["scenario", "consumer", "link-base", "json"], prove(&mut given, positional.next())?),
        "replay" => {
            let link = positional.next().ok_or_else(|| usage("replay needs a link"))?;
            (&["scenario"], Command::Replay { link, scenario: given.scenario.take() })
        }
        "matrix" => {
            (&["scenario"], Command::Matrix { scenario: given.scenario.take(), bound: given.bound.clone() })
        }
        "batch" => {
            (&["scenario", "consumer", "jobs", "rate", "seed", "json"], Command::Batch(batch(&mut given)?))
        }
        "lesson" => {
            if positional.next().as_deref() != Some("check") {
                return Err(usage("lesson is followed by check and the files"));
            }
            let files: Vec<String> = positional.by_ref().collect();
            if files.is_empty() {
                return Err(usage("lesson check needs a lesson's file"));
            }
            (&[], Command::Lessons(files))
        }
        "scenarios" => (&[], Command::Scenarios),
        other => return Err(usage(format!("there is no command {other:?}"))),
    };
    let bounded = matches!(command, Command::Prove(_) | Command::Matrix { .. });
    let fits =
        |option: &&String| allowed.contains(&option.as_str()) || bounded && BOUND.contains(&option.as_str());
    if let Some(option) = given.options.iter().find(|option| !fits(option)) {
        return Err(usage(format!("{name} has no option --{option}")));
    }
    match positional.next() {
        Some(extra) => Err(usage(format!("{extra:?} is one argument too many"))),
        None => Ok(command),
    }
}

fn prove(given: &mut Given, recipe: Option<String>) -> Result<Command, Problem> {
    if recipe.is_none() && given.consumer.is_none() {
        return Err(usage("prove needs a recipe's file, or --consumer ID"));
    }
    let Some(scenario) = given.scenario.take() else {
        return Err(usage(
            "prove needs --scenario ID or FILE.json; `redeliver scenarios` lists the shipped ones",
        ));
    };
    Ok(Command::Prove(Prove {
        recipe,
        scenario,
        consumer: given.consumer.take(),
        bound: given.bound.clone(),
        link_base: given.link_base.take(),
        json: given.json,
    }))
}

fn batch(given: &mut Given) -> Result<Batched, Problem> {
    let jobs = given.jobs.as_ref().map_or(Ok(100_000), |jobs| within(jobs, "jobs", 1, MAX_BATCH));
    Ok(Batched {
        scenario: given.scenario.take().ok_or_else(|| usage("batch needs --scenario ID or FILE.json"))?,
        consumer: given.consumer.take(),
        jobs: jobs.map_err(usage)?,
        rate: given.rate.unwrap_or(1_000),
        seed: given.seed.unwrap_or(1),
        json: given.json,
    })
}
