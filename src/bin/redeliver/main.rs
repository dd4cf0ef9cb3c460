//! The command line: proves a consumer in CI, tells a share link as text, prints the matrix, runs a batch, checks lessons.
//!
//! Everything that it knows comes from the library; here are only arguments, files and printing. What it prints
//! and its exit codes are documented in `docs/cli.md`.

mod arguments;
mod batch;
mod input;
mod json;
mod lesson;
mod matrix;
mod prove;
mod replay;
mod text;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use arguments::Command;

/// What the shell is told.
#[derive(Clone, Copy)]
enum Outcome {
    /// All is well: what was asked for was printed, what was to be proved holds.
    Fine = 0,
    /// A schedule breaks the consumer, or a lesson is not as it should be.
    Broken = 1,
    /// The input makes no sense.
    BadInput = 2,
    /// The search reached its memory limit and what it covered breaks nothing.
    Undecided = 3,
}

/// What is wrong with the input, for standard error.
struct Problem(String);

impl From<String> for Problem {
    fn from(text: String) -> Self {
        Self(text)
    }
}

fn main() -> ExitCode {
    let done = arguments::parse().and_then(|command| match command {
        Command::Help => Ok((arguments::HELP.to_owned(), Outcome::Fine)),
        Command::Version => Ok((format!("redeliver {}\n", env!("CARGO_PKG_VERSION")), Outcome::Fine)),
        Command::Prove(options) => prove::run(&options),
        Command::Replay { link, scenario } => replay::run(&link, scenario.as_deref()),
        Command::Matrix { scenario, bound } => matrix::run(scenario.as_deref(), &bound),
        Command::Batch(options) => batch::run(&options),
        Command::Lessons(files) => lesson::check(&files),
        Command::Scenarios => Ok((matrix::scenarios(), Outcome::Fine)),
    });
    let outcome = match done {
        Ok((text, outcome)) => {
            print(&text);
            outcome
        }
        Err(Problem(text)) => {
            eprintln!("{}", visible(text.trim_end()));
            Outcome::BadInput
        }
    };
    ExitCode::from(outcome as u8)
}

/// Writes to standard output. A reader that has seen enough (`| head`) is no error.
fn print(text: &str) {
    let written = std::io::stdout().write_all(visible(text).as_bytes());
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        eprintln!("redeliver: cannot write: {error}");
        std::process::exit(Outcome::BadInput as i32);
    }
}

/// A text without control characters other than line breaks: links and recipes are other people's, and a terminal
/// obeys what it is sent.
fn visible(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect()
}
