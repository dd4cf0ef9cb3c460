//! Files and names from the arguments: scenarios and recipes.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use redeliver::catalogue::catalogue;
use redeliver::catalogue::file::{self, FileError};
use redeliver::catalogue::scenario;
use redeliver::recipe::limits;
use redeliver::sim::Scenario;

use super::Problem;

/// The shipped scenario of that id, or the one in that file with the file's text.
pub(crate) fn scenario(name: &str) -> Result<(Arc<Scenario>, Option<String>), Problem> {
    if is_path(name) {
        let text = read(name, file::MAX_BYTES)?;
        let loaded = scenario::load(&text).map_err(|error| misread(name, &error))?;
        return Ok((loaded, Some(text)));
    }
    catalogue().into_iter().find(|it| it.id == name).map(|it| (it, None)).ok_or_else(|| {
        let known: Vec<String> = catalogue().iter().map(|it| it.id.clone()).collect();
        let known = known.join(", ");
        Problem(format!(
            "redeliver: there is no scenario {name:?}; shipped are {known}, and a file ends in .json"
        ))
    })
}

/// Where a scenario or lesson file is wrong, and how.
pub(crate) fn misread(path: &str, error: &FileError) -> Problem {
    let field = if error.field.is_empty() { String::new() } else { format!("{}: ", error.field) };
    Problem(format!("{path}:{}:{}: {field}{}", error.line, error.column, error.message))
}

fn is_path(name: &str) -> bool {
    name.ends_with(".json") || name.contains(['/', '\\'])
}

/// The place of the consumer of that id.
pub(crate) fn consumer(scenario: &Scenario, id: &str) -> Result<usize, Problem> {
    scenario.consumer(id).ok_or_else(|| {
        let known: Vec<&str> = scenario.consumers.iter().map(|it| it.id.as_str()).collect();
        let known = known.join(", ");
        Problem(format!("redeliver: {} has no consumer {id:?}; it has {known}", scenario.id))
    })
}

/// A recipe's text, which parses in that scenario.
pub(crate) fn recipe(path: &str, scenario: &Scenario) -> Result<String, Problem> {
    let text = read(path, limits::SOURCE_BYTES)?;
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    match scenario.parse(&text) {
        Ok(_) => Ok(text),
        Err(found) => {
            let lines = found.iter().map(|it| format!("{path}:{}:{}: {}", it.line, it.column, it.message));
            Err(Problem(lines.collect::<Vec<_>>().join("\n")))
        }
    }
}

/// A file's text. No more than `most` bytes are read into memory.
pub(crate) fn read(path: &str, most: usize) -> Result<String, Problem> {
    let mut bytes = Vec::new();
    let limit = most as u64 + 1;
    let read = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    read.map_err(|error| Problem(format!("{path}: cannot be read: {error}")))?;
    if bytes.len() > most {
        return Err(Problem(format!("{path}: is longer than {most} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let line =
            1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        Problem(format!("{path}:{line}:1: this line is not text in UTF-8"))
    })
}
