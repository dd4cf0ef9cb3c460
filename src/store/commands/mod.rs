//! The command table: one [`CommandSpec`] per command, with its handler; one file per family.

mod connection;
mod expiry;
mod hashes;
mod keys;
mod lists;
mod set_options;
mod sets;
mod sorted_range;
mod sorted_sets;
mod strings;

use std::fmt;

use super::arguments;
use super::db::Db;
use super::error::{CommandError, Outcome};
use crate::base::cast;
use crate::base::{Bytes, Millis, compare};

/// What runs a command whose arity has been checked: the database, the moment, and all its arguments.
type Handler = fn(&mut Db, Millis, &[Bytes]) -> Outcome;

/// One command, as Redis's own table describes it.
#[derive(Clone, Copy)]
pub struct CommandSpec {
    /// The name, in lower case.
    pub name: &'static str,
    /// How many arguments it takes, its name included; negative means "at least".
    pub arity: i32,
    /// Whether it may change the database.
    pub writes: bool,
    /// What it is about.
    pub family: Family,
    /// Which of its arguments are keys.
    pub keys: KeyPositions,
    /// What its answer and its effect depend on.
    pub tells: Tells,
    /// Why a recipe may not use it, if it may not: a reason to show.
    pub refused: Option<&'static str>,
    /// How it is written: capitals are typed as they are, brackets are optional, `|` separates choices.
    pub syntax: &'static str,
    handler: Handler,
}

impl CommandSpec {
    /// The same command, which a recipe may not use.
    const fn refused_in_recipes(self, why: &'static str) -> Self {
        Self { refused: Some(why), ..self }
    }

    pub(super) fn run(&self, db: &mut Db, now: Millis, argv: &[Bytes]) -> Outcome {
        (self.handler)(db, now, argv)
    }
}

impl fmt::Debug for CommandSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CommandSpec")
            .field("name", &self.name)
            .field("arity", &self.arity)
            .finish_non_exhaustive()
    }
}

/// The kinds of commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// The connection and the server.
    Connection,
    /// Keys of any type.
    Keys,
    /// When keys expire.
    Expiry,
    /// Strings and counters.
    Strings,
    /// Lists.
    Lists,
    /// Sets.
    Sets,
    /// Hashes.
    Hashes,
    /// Sorted sets.
    SortedSets,
}

impl Family {
    /// A command of this family that changes nothing.
    const fn read(
        self,
        keys: KeyPositions,
        tells: Tells,
        name: &'static str,
        arity: i32,
        handler: Handler,
        syntax: &'static str,
    ) -> CommandSpec {
        CommandSpec { name, arity, writes: false, family: self, keys, tells, refused: None, syntax, handler }
    }

    /// A command of this family that may change something.
    const fn write(
        self,
        keys: KeyPositions,
        tells: Tells,
        name: &'static str,
        arity: i32,
        handler: Handler,
        syntax: &'static str,
    ) -> CommandSpec {
        CommandSpec { name, arity, writes: true, family: self, keys, tells, refused: None, syntax, handler }
    }
}

/// What a command's answer and its effect depend on, besides its arguments. A proof rests on it: a search that tells
/// two databases apart by their values alone must not be used where a recipe can tell them apart by more.
///
/// That a key ends at all, however late, counts as one of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tells {
    /// Only what the keys that it names hold.
    Values,
    /// That, and a moment of the clock where `EXAT` or `PXAT` stands among its options.
    Moments {
        /// The place of its first option.
        from: usize,
    },
    /// When the keys that it names end, or a moment of the clock.
    Times,
    /// Which keys there are besides those that it names.
    KeyNames,
    /// How many keys there are.
    KeyCount,
}

/// Which arguments of a command are keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyPositions {
    /// None of them.
    None,
    /// Those from `first` to `last` by `step`. The name's place is 0; -1 is the place of the last argument.
    Places {
        /// The first key's place.
        first: u32,
        /// The last key's place, or -1.
        last: i32,
        /// How far apart the keys are.
        step: u32,
    },
    /// As many as the argument at place `count` says, right after it.
    Counted {
        /// The place of the number of keys.
        count: u32,
    },
}

impl KeyPositions {
    const NONE: Self = Self::None;
    const ONE: Self = Self::Places { first: 1, last: 1, step: 1 };
    const TWO: Self = Self::Places { first: 1, last: 2, step: 1 };
    const ALL: Self = Self::Places { first: 1, last: -1, step: 1 };
    const PAIRS: Self = Self::Places { first: 1, last: -1, step: 2 };

    /// The keys among a command's arguments.
    pub fn of(self, argv: &[Bytes]) -> impl Iterator<Item = &Bytes> {
        let (first, end, step) = match self {
            Self::None => (0, 0, 1),
            Self::Places { first, last, step } => {
                let end = u32::try_from(last).map_or(argv.len(), |last| cast::index(last) + 1);
                (cast::index(first), end, cast::index(step))
            }
            Self::Counted { count } => {
                let count = cast::index(count);
                let keys = argv.get(count).and_then(|n| arguments::count(n).ok()).unwrap_or(0);
                (count + 1, keys.saturating_add(count + 1), 1)
            }
        };
        argv.iter().take(end).skip(first).step_by(step.max(1))
    }
}

/// Every family's table.
const FAMILIES: [&[CommandSpec]; 8] = [
    connection::COMMANDS,
    keys::COMMANDS,
    expiry::COMMANDS,
    strings::COMMANDS,
    lists::COMMANDS,
    sets::COMMANDS,
    hashes::COMMANDS,
    sorted_sets::COMMANDS,
];

const COUNT: usize = {
    let (mut total, mut at) = (0, 0);
    while at < FAMILIES.len() {
        total += FAMILIES[at].len();
        at += 1;
    }
    total
};

/// The length of the longest name.
const LONGEST_NAME: usize = {
    let (mut longest, mut at) = (0, 0);
    while at < COUNT {
        let length = TABLE[at].name.len();
        longest = if length > longest { length } else { longest };
        at += 1;
    }
    longest
};

/// The whole table, sorted by name when the program is compiled.
static TABLE: [CommandSpec; COUNT] = sorted();

const fn sorted() -> [CommandSpec; COUNT] {
    let mut table = [FAMILIES[0][0]; COUNT];
    let (mut family, mut filled) = (0, 0);
    while family < FAMILIES.len() {
        let mut at = 0;
        while at < FAMILIES[family].len() {
            let spec = FAMILIES[family][at];
            let mut place = filled;
            while place > 0 && is_before(spec.name.as_bytes(), table[place - 1].name.as_bytes()) {
                table[place] = table[place - 1];
                place -= 1;
            }
            table[place] = spec;
            filled += 1;
            at += 1;
        }
        family += 1;
    }
    table
}

const fn is_before(left: &[u8], right: &[u8]) -> bool {
    let mut at = 0;
    while at < left.len() && at < right.len() {
        if left[at] != right[at] {
            return left[at] < right[at];
        }
        at += 1;
    }
    left.len() < right.len()
}

/// Every command, sorted by name.
#[must_use]
pub fn commands() -> &'static [CommandSpec] {
    &TABLE
}

/// The command of that name, in any case.
#[must_use]
pub fn command(name: &[u8]) -> Option<&'static CommandSpec> {
    let mut lower = [0; LONGEST_NAME];
    let lower = lower.get_mut(..name.len())?;
    lower.copy_from_slice(name);
    lower.make_ascii_lowercase();
    TABLE.binary_search_by(|spec| compare(spec.name.as_bytes(), lower)).ok().map(|at| &TABLE[at])
}

/// The command that `argv` names, if it takes that many arguments.
///
/// # Errors
/// Redis's own text: no such command, or the wrong number of arguments.
pub(crate) fn check_arity(argv: &[Bytes]) -> Result<&'static CommandSpec, String> {
    let Some(spec) = argv.first().and_then(|name| command(name)) else {
        return Err(unknown_command(argv));
    };
    let given = cast::signed(argv.len());
    let arity = i64::from(spec.arity);
    if given < arity.abs() || (arity >= 0 && given > arity) {
        return Err(wrong_arity_text(spec.name));
    }
    Ok(spec)
}

/// The error for a command that counts its arguments itself.
fn wrong_arity(name: &str) -> CommandError {
    CommandError::text(wrong_arity_text(name))
}

fn wrong_arity_text(name: &str) -> String {
    format!("ERR wrong number of arguments for '{name}' command")
}

/// How many bytes of a name, and of all the arguments, an error message shows.
const SHOWN_BYTES: usize = 128;

fn unknown_command(argv: &[Bytes]) -> String {
    let shown = |bytes: &[u8], most: usize| -> String {
        String::from_utf8_lossy(&bytes[..bytes.len().min(most)]).into_owned()
    };
    let name = argv.first().map(|name| shown(name, SHOWN_BYTES)).unwrap_or_default();
    let mut arguments = String::new();
    for argument in argv.iter().skip(1) {
        if arguments.len() >= SHOWN_BYTES {
            break;
        }
        let argument = shown(argument, SHOWN_BYTES - arguments.len());
        arguments.push_str(&format!("'{argument}' "));
    }
    format!("ERR unknown command '{name}', with args beginning with: {arguments}").replace(['\r', '\n'], " ")
}
