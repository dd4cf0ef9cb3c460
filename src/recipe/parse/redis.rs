//! What can be told about a Redis command before it runs: that it exists, its arity, and `SET`'s options.

use super::super::lex::Word;
use super::super::value::integer;
use super::excerpt;
use super::line::Line;
use crate::base::cast;
use crate::store::{CommandSpec, command, commands};

/// What a word says as a command's name.
pub(super) enum Known {
    /// The store has it.
    Yes(&'static CommandSpec),
    /// Redis has it, and a consumer here cannot use it: why.
    Refused(&'static str),
    No,
}

const BLOCKING: &str =
    "a consumer's step cannot wait for another client; use the command that does not block";
const TRANSACTION: &str = "put the commands between atomic and end: that is one step at the store";

/// Commands of Redis that this store does not have, and what to write instead. Those that it has say so themselves.
const REFUSED: [(&[&str], &str); 3] = [
    (
        &["blpop", "brpop", "blmove", "brpoplpush", "blmpop", "bzpopmin", "bzpopmax", "bzmpop", "wait"],
        BLOCKING,
    ),
    (&["multi", "exec", "discard", "watch", "unwatch"], TRANSACTION),
    (&["eval", "evalsha", "eval_ro", "evalsha_ro", "fcall", "fcall_ro", "script", "function"], TRANSACTION),
];

/// Looks a command up, in any case.
pub(super) fn known(name: &str) -> Known {
    match command(name.as_bytes()) {
        Some(spec) => spec.refused.map_or(Known::Yes(spec), Known::Refused),
        None => absent(name).map_or(Known::No, Known::Refused),
    }
}

fn absent(name: &str) -> Option<&'static str> {
    let group =
        REFUSED.iter().find(|(names, _)| names.iter().any(|absent| absent.eq_ignore_ascii_case(name)));
    group.map(|(_, why)| *why)
}

/// The names of the commands a recipe can use.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    commands().iter().filter(|spec| spec.refused.is_none()).map(|spec| spec.name)
}

/// Whether a name is a command's; `append` is the verb.
pub(super) fn is_name(name: &str) -> bool {
    name != "append" && matches!(known(name), Known::Yes(_))
}

/// The options of `SET` that take a number.
const EXPIRIES: [&str; 4] = ["EX", "PX", "EXAT", "PXAT"];

impl Line<'_> {
    /// Notes what cannot be right about a command, whatever its interpolated values will be.
    pub(super) fn check_command(&mut self, spec: &CommandSpec, words: &[Word<'_>]) {
        let least = cast::index(spec.arity.unsigned_abs());
        let most = if spec.arity < 0 { usize::MAX } else { least };
        let (name, syntax) = (spec.name.to_ascii_uppercase(), spec.syntax);
        let arguments = |count: usize| match count {
            0 => "no arguments".to_owned(),
            1 => "1 argument".to_owned(),
            count => format!("{count} arguments"),
        };
        let found = words.len() - 1;
        let count = found.to_string();
        if words.len() < least {
            let bound = if spec.arity < 0 { "at least " } else { "" };
            let needed = arguments(least - 1);
            self.missing("% needs %%, this has %: %", syntax, &[&name, bound, &needed, &count, syntax]);
        } else if words.len() > most {
            let taken = arguments(most - 1);
            let (start, end) = (words[most].start, words[found].end);
            let parts: [&str; 4] = [&name, &taken, &count, syntax];
            self.say((start, end), "% takes %, this has %: %", &parts, syntax);
        } else if spec.name == "set" {
            self.check_set_options(&words[3..]);
        }
    }

    fn check_set_options(&mut self, options: &[Word<'_>]) {
        let mut expiry: Option<String> = None;
        let mut condition: Option<String> = None;
        let mut words = options.iter();
        while let Some(word) = words.next() {
            // An interpolated option is judged when it runs.
            let Some(option) = word.literal().map(|text| String::from_utf8_lossy(&text).to_ascii_uppercase())
            else {
                return;
            };
            let is_expiry = EXPIRIES.contains(&option.as_str());
            let group = match option.as_str() {
                "NX" | "XX" => &mut condition,
                "GET" => continue,
                option if is_expiry || option == "KEEPTTL" => &mut expiry,
                _ => {
                    let shown = excerpt(word.source);
                    let what = "SET has no option %; it has NX XX GET KEEPTTL EX PX EXAT PXAT, and a value with spaces goes in quotes";
                    return self.at(word, what, &[&shown]);
                }
            };
            match group {
                Some(other) if *other != option || is_expiry => {
                    return self.at(word, "SET cannot have both % and %", &[other, &option]);
                }
                group => *group = Some(option.clone()),
            }
            if is_expiry && !self.check_expiry(&option, words.next()) {
                return;
            }
        }
    }

    /// Whether the word behind an expiry option can be its number.
    fn check_expiry(&mut self, option: &str, word: Option<&Word<'_>>) -> bool {
        let unit = if option.starts_with('P') { "milliseconds" } else { "seconds" };
        let expected = format!("{option} {unit}");
        let Some(word) = word else {
            self.missing("% needs a number of %", &expected, &[option, unit]);
            return false;
        };
        let fits = word.literal().is_none_or(|text| integer(&text).is_some_and(|number| number > 0));
        if !fits {
            let shown = excerpt(word.source);
            let what = "% needs a positive whole number of %, not %";
            self.say((word.start, word.end), what, &[option, unit, &shown], &expected);
        }
        fits
    }
}
