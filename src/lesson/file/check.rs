//! From what a file says to a scenario, checking everything that a world takes for granted.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Backoff, File, FileError, Measure, Options, Probe, place};
use crate::base::{Bytes, Millis};
use crate::queue::{self, JobOptions, Keep, PREFIX, Queue};
use crate::recipe::limits;
use crate::sim::{self, Scenario, WORKERS, World};
use crate::store::{self, Db, Item, Reply};

/// The longest id, in bytes.
const MAX_ID: usize = 40;
/// The longest title or noun, in bytes.
const MAX_TITLE: usize = 80;
/// The longest note, summary or truth, in bytes.
const MAX_TEXT: usize = 500;
/// The longest key, member or field value, in bytes.
const MAX_VALUE: usize = 200;
/// The most fields, probes per scenario and invariants per consumer.
const MAX_FEW: usize = 16;
/// The most consumers.
const MAX_CONSUMERS: usize = 32;
/// The most values of a field.
const MAX_VALUES: usize = 100;
/// The most set-up commands.
const MAX_SETUP: usize = 200;
/// What the set-up may leave in the store, in bytes.
const MAX_STORE: usize = 64 * 1024;
/// What a key or an element counts for besides its bytes.
const OVERHEAD: usize = 32;
/// How deeply differences may be nested.
const MAX_NESTING: u32 = 8;
/// The most attempts.
const MAX_ATTEMPTS: i64 = 20;
/// The most that is kept, and the most stalls.
const MAX_COUNT: i64 = 1_000;
/// The longest timing: a day, in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1_000;
/// The shortest lock, in milliseconds.
const SHORTEST_LOCK: i64 = 1_000;
/// The shortest span of a timer that fires again and again, in milliseconds: moving the clock by a month has to
/// stay quick.
const SHORTEST_REPEAT: i64 = 5_000;

type Checked<T> = Result<T, FileError>;

/// Looks up where a field stands when something is wrong with it.
pub(super) struct Checker<'a> {
    text: &'a str,
}

impl<'a> Checker<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text }
    }

    pub(super) fn wrong(&self, path: &str, message: impl Into<String>) -> FileError {
        self.wrong_at(path, place::find(self.text, path).unwrap_or(0), message.into())
    }

    fn wrong_at(&self, path: &str, position: usize, message: String) -> FileError {
        let (line, column) = place::line_and_column(self.text, position);
        FileError { line, column, field: path.to_owned(), message }
    }

    /// Something wrong at a character of a text, counted from one.
    fn wrong_inside(&self, path: &str, column: u32, message: impl Into<String>) -> FileError {
        let start = place::find(self.text, path).unwrap_or(0);
        self.wrong_at(path, place::inside(self.text, start, column.saturating_sub(1)), message.into())
    }

    /// A text for people.
    fn words(&self, path: &str, text: String, most: usize) -> Checked<String> {
        if text.trim().is_empty() {
            return Err(self.wrong(path, "this text is empty"));
        }
        if text.len() > most {
            return Err(
                self.wrong(path, format!("this text is {} bytes long; the limit is {most}", text.len()))
            );
        }
        if text.chars().any(char::is_control) {
            return Err(self.wrong(path, "this text holds a control character, such as a line break"));
        }
        Ok(text)
    }

    fn id(&self, path: &str, id: String) -> Checked<String> {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if id.is_empty() || id.len() > MAX_ID || !id.chars().all(fits) {
            return Err(self.wrong(path, format!("an id is 1 to {MAX_ID} of a-z, 0-9 and -")));
        }
        Ok(id)
    }

    /// A list that has something in it, but not too much.
    fn count(&self, path: &str, found: usize, least: usize, most: usize) -> Checked<()> {
        if (least..=most).contains(&found) {
            return Ok(());
        }
        Err(self.wrong(path, format!("there are {found} of these; {least} to {most} are possible")))
    }

    /// A number within limits that are none below zero and fit 32 bits.
    fn between(&self, path: &str, n: i64, least: i64, most: i64) -> Checked<u32> {
        if (least..=most).contains(&n) {
            return Ok(n as u32);
        }
        Err(self.wrong(path, format!("{n} is not between {least} and {most}")))
    }

    /// Whether a text was used before by another of its kind.
    fn once<'s>(&self, path: &str, text: &'s str, seen: &mut BTreeSet<&'s str>) -> Checked<()> {
        if seen.insert(text) {
            return Ok(());
        }
        Err(self.wrong(path, format!("{text:?} is used twice")))
    }

    /// A key, a member or a value: anything but what belongs to the queue.
    fn value(&self, path: &str, value: String) -> Checked<String> {
        if value.len() > MAX_VALUE {
            let message = format!("this is {} bytes long; the limit is {MAX_VALUE}", value.len());
            return Err(self.wrong(path, message));
        }
        // A search leaves out of the queue's keys what no consumer can see: nothing else may read them.
        if value.contains(&format!("{PREFIX}:")) {
            return Err(self.wrong(path, format!("keys that start with {PREFIX}: are the queue's")));
        }
        Ok(value)
    }

    /// A key or member in which `{job.NAME}` stands for a field, where `fields` says which there are.
    fn template(&self, path: &str, template: String, fields: &[sim::Field]) -> Checked<String> {
        if template.is_empty() {
            return Err(self.wrong(path, "this is empty"));
        }
        for (start, _) in template.match_indices('{') {
            let hole = template[start + 1..].split('}').next().unwrap_or_default();
            let name = hole.strip_prefix("job.").filter(|name| fields.iter().any(|it| it.name == *name));
            if name.is_none() {
                let known: Vec<String> = fields.iter().map(|it| format!("{{job.{}}}", it.name)).collect();
                let known = if known.is_empty() {
                    "nothing: it is about all orders".to_owned()
                } else {
                    known.join(", ")
                };
                return Err(self
                    .wrong(path, format!("{{{hole}}} is not known here; what can be filled in is {known}")));
            }
        }
        self.value(path, template)
    }
}

/// Checks a file and makes the scenario that it describes.
pub(super) fn scenario(text: &str, file: File) -> Checked<Scenario> {
    let check = Checker::new(text);
    let id = check.id("id", file.id)?;
    if super::super::catalogue().iter().any(|shipped| shipped.id == id) {
        return Err(
            check.wrong("id", format!("{id} is a shipped scenario's; links could not tell the two apart"))
        );
    }
    let queue = check.words("queue", file.queue, queue::MAX_NAME_LEN)?;
    Queue::new(&queue).map_err(|error| check.wrong("queue", error.to_string()))?;
    let fields = fields(&check, file.fields)?;
    let setup = setup(&check, &file.setup)?;
    let probes = probes(&check, file.probes, &fields)?;
    let mut scenario = Scenario {
        id,
        title: check.words("title", file.title, MAX_TITLE)?,
        summary: check.words("summary", file.summary, MAX_TEXT)?,
        queue,
        job_name: check.words("jobName", file.job_name, MAX_TITLE)?,
        fields,
        setup,
        options: options(&check, &file.options)?,
        settings: settings(&check, &file.settings)?,
        probes,
        effect: check.words("effect", file.effect, MAX_TITLE)?,
        effect_noun: check.words("effectNoun", file.effect_noun, MAX_TITLE)?,
        truth: check.words("truth", file.truth, MAX_TEXT)?,
        consumers: Vec::new(),
    };
    scenario.consumers = consumers(&check, file.consumers, &scenario)?;
    let scenario = Arc::new(scenario);
    if World::new(&scenario, 0, WORKERS).jobs().count() != 1 {
        return Err(check.wrong("", "the queue does not take the first order's job"));
    }
    Ok(Arc::unwrap_or_clone(scenario))
}

fn fields(check: &Checker<'_>, fields: Vec<super::Field>) -> Checked<Vec<sim::Field>> {
    check.count("fields", fields.len(), 0, MAX_FEW)?;
    let mut seen = BTreeSet::new();
    for (index, field) in fields.iter().enumerate() {
        let path = format!("fields[{index}].name");
        let name = &field.name;
        let first = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !first || name.len() > MAX_ID || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            let message = format!(
                "a field's name is a letter or _, then letters, digits and _, at most {MAX_ID} in all"
            );
            return Err(check.wrong(&path, message));
        }
        if name == "id" {
            return Err(check.wrong(&path, "{job.id} is the queue's own number for the job"));
        }
        check.once(&path, name, &mut seen)?;
        let path = format!("fields[{index}].values");
        check.count(&path, field.values.len(), 1, MAX_VALUES)?;
        for (place, value) in field.values.iter().enumerate() {
            // The longest number that `#` can become.
            let longest = value.replace('#', &sim::MAX_ORDERS.to_string());
            check.value(&format!("{path}[{place}]"), longest)?;
        }
    }
    Ok(fields.into_iter().map(|field| sim::Field { name: field.name, values: field.values }).collect())
}

/// Runs the commands once to see that they succeed.
fn setup(check: &Checker<'_>, lines: &[String]) -> Checked<Vec<Vec<String>>> {
    check.count("setup", lines.len(), 0, MAX_SETUP)?;
    let mut db = Db::default();
    let mut commands = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        let path = format!("setup[{index}]");
        let argv = store::split_line(line)
            .map_err(|error| check.wrong_inside(&path, error.column, "a quote is out of place here"))?;
        let words = argv.iter().map(|word| std::str::from_utf8(word).map(str::to_owned));
        let words: Vec<String> =
            words.collect::<Result<_, _>>().map_err(|_| check.wrong(&path, "this is not text in UTF-8"))?;
        let spec = store::check_arity(&argv).map_err(|message| check.wrong(&path, message))?;
        let of_queue = |key: &&Bytes| key.starts_with(format!("{PREFIX}:").as_bytes());
        if let Some(key) = spec.keys.of(&argv).find(of_queue) {
            return Err(check.wrong(&path, format!("{key} is the queue's: its keys start with {PREFIX}:")));
        }
        if let Reply::Error(message) = db.exec(Millis(0), &argv) {
            return Err(check.wrong(&path, message));
        }
        let size = size(&db);
        if size > MAX_STORE {
            let message = format!("after this the store holds {size} bytes; the limit is {MAX_STORE}");
            return Err(check.wrong(&path, message));
        }
        commands.push(words);
    }
    Ok(commands)
}

/// How many bytes a store's keys and values have, with as many more for each key and each element.
fn size(db: &Db) -> usize {
    let item = |item: Item<'_>| match item {
        Item::Text(value) | Item::Element(value) | Item::Member(value) => value.len(),
        Item::Field { name, value } => name.len() + value.len(),
        Item::Scored { member, .. } => member.len() + 8,
    };
    let value = |value: &store::Value| value.items().map(|it| OVERHEAD + item(it)).sum::<usize>();
    db.iter().map(|(key, entry)| OVERHEAD + key.len() + value(&entry.value)).sum()
}

fn options(check: &Checker<'_>, options: &Options) -> Checked<JobOptions> {
    let defaults = super::super::declare::options();
    let keep = |path: &str, count: Option<i64>| match count {
        None => Ok(Keep::All),
        Some(n) => check.between(path, n, 0, MAX_COUNT).map(Keep::Newest),
    };
    let backoff = match options.backoff {
        None => defaults.backoff,
        Some(Backoff::Fixed(pause)) => {
            Some(queue::Backoff::Fixed(check.between("options.backoff.fixed", pause, 1, DAY)?.into()))
        }
        Some(Backoff::Exponential(pause)) => {
            let pause = check.between("options.backoff.exponential", pause, 1, DAY)?;
            Some(queue::Backoff::Exponential(pause.into()))
        }
    };
    Ok(JobOptions {
        attempts: match options.attempts {
            None => defaults.attempts,
            Some(n) => check.between("options.attempts", n, 1, MAX_ATTEMPTS)?,
        },
        backoff,
        remove_on_complete: keep("options.removeOnComplete", options.remove_on_complete)?,
        remove_on_fail: keep("options.removeOnFail", options.remove_on_fail)?,
        ..JobOptions::default()
    })
}

fn settings(check: &Checker<'_>, settings: &super::Settings) -> Checked<queue::Settings> {
    let defaults = queue::Settings::default();
    let span = |name: &str, given: Option<i64>, default: u64, least: i64| match given {
        None => Ok(default),
        Some(span) => check.between(&format!("settings.{name}"), span, least, DAY).map(u64::from),
    };
    let lock = span("lockDuration", settings.lock_duration, defaults.lock_duration, SHORTEST_LOCK)?;
    let renew = span("lockRenewTime", settings.lock_renew_time, defaults.lock_renew_time, SHORTEST_REPEAT)?;
    let check_every =
        span("stalledInterval", settings.stalled_interval, defaults.stalled_interval, SHORTEST_REPEAT)?;
    Ok(queue::Settings {
        lock_duration: lock,
        lock_renew_time: renew,
        stalled_interval: check_every,
        max_stalled_count: match settings.max_stalled_count {
            None => defaults.max_stalled_count,
            Some(n) => check.between("settings.maxStalledCount", n, 0, MAX_COUNT)?,
        },
    })
}

fn probes(check: &Checker<'_>, probes: Vec<Probe>, fields: &[sim::Field]) -> Checked<Vec<sim::Probe>> {
    check.count("probes", probes.len(), 1, MAX_FEW)?;
    let probe = |(index, probe): (usize, Probe)| {
        let fill = |name: &str, text| check.template(&format!("probes[{index}].{name}"), text, fields);
        Ok(match probe {
            Probe::Ledger(of) => sim::Probe::Ledger(of),
            Probe::Key(key) => sim::Probe::Key(fill("key", key)?),
            Probe::SetSize(key) => sim::Probe::SetSize(fill("setSize", key)?),
            Probe::Member(key, member) => {
                sim::Probe::Member { key: fill("member[0]", key)?, member: fill("member[1]", member)? }
            }
        })
    };
    probes.into_iter().enumerate().map(probe).collect()
}

fn consumers(
    check: &Checker<'_>,
    consumers: Vec<super::Consumer>,
    scenario: &Scenario,
) -> Checked<Vec<sim::Consumer>> {
    check.count("consumers", consumers.len(), 1, MAX_CONSUMERS)?;
    let (mut ids, mut titles) = (BTreeSet::new(), BTreeSet::new());
    for (index, consumer) in consumers.iter().enumerate() {
        check.once(&format!("consumers[{index}].id"), &consumer.id, &mut ids)?;
        check.once(&format!("consumers[{index}].title"), &consumer.title, &mut titles)?;
    }
    consumers.into_iter().enumerate().map(|(index, it)| consumer(check, index, it, scenario)).collect()
}

fn consumer(
    check: &Checker<'_>,
    index: usize,
    consumer: super::Consumer,
    scenario: &Scenario,
) -> Checked<sim::Consumer> {
    let path = |name: &str| format!("consumers[{index}].{name}");
    let recipe = recipe(check, &path("recipe"), &consumer.recipe, scenario)?;
    let probes = watched(check, &path("probes"), consumer.probes, scenario.probes.len())?;
    check.count(&path("invariants"), consumer.invariants.len(), 0, MAX_FEW)?;
    let invariant = |(number, it): (usize, super::Invariant)| {
        let path = path(&format!("invariants[{number}]"));
        Ok(sim::Invariant {
            text: check.words(&format!("{path}.text"), it.text, MAX_TEXT)?,
            left: measure(check, &format!("{path}.left"), it.left, MAX_NESTING)?,
            right: measure(check, &format!("{path}.right"), it.right, MAX_NESTING)?,
        })
    };
    Ok(sim::Consumer {
        id: check.id(&path("id"), consumer.id)?,
        title: check.words(&path("title"), consumer.title, MAX_TITLE)?,
        note: check.words(&path("note"), consumer.note, MAX_TEXT)?,
        recipe,
        probes,
        invariants: consumer.invariants.into_iter().enumerate().map(invariant).collect::<Checked<_>>()?,
    })
}

/// The recipe's lines as one text. An error stands where it is in the file.
fn recipe(check: &Checker<'_>, path: &str, lines: &[String], scenario: &Scenario) -> Checked<String> {
    if let Some(broken) = lines.iter().position(|line| line.contains(['\n', '\r'])) {
        return Err(
            check.wrong(&format!("{path}[{broken}]"), "a recipe is a list of lines; this holds a line break")
        );
    }
    check.count(path, lines.len(), 1, limits::LINES)?;
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    match scenario.parse(&text) {
        Ok(_) => Ok(text),
        Err(found) => {
            let Some(first) = found.into_iter().next() else {
                return Err(check.wrong(path, "this is not a recipe"));
            };
            let path = format!("{path}[{}]", first.line.saturating_sub(1));
            Err(check.wrong_inside(&path, first.column, first.message))
        }
    }
}

/// The probes that a consumer's effect shows in: the first one unless it says so.
fn watched(check: &Checker<'_>, path: &str, probes: Option<Vec<i64>>, known: usize) -> Checked<Vec<usize>> {
    let probes = probes.unwrap_or_else(|| vec![0]);
    check.count(path, probes.len(), 1, MAX_FEW)?;
    let mut seen = Vec::new();
    for (place, probe) in probes.into_iter().enumerate() {
        let path = format!("{path}[{place}]");
        let probe = check.between(&path, probe, 0, known as i64 - 1)? as usize;
        if seen.contains(&probe) {
            return Err(check.wrong(&path, format!("{probe} is used twice")));
        }
        seen.push(probe);
    }
    Ok(seen)
}

fn measure(check: &Checker<'_>, path: &str, measure: Measure, depth: u32) -> Checked<sim::Measure> {
    if depth == 0 {
        return Err(check.wrong(path, format!("differences can be nested {MAX_NESTING} deep")));
    }
    let key = |name: &str, key| check.template(&format!("{path}.{name}"), key, &[]);
    Ok(match measure {
        Measure::Number(number) => sim::Measure::Number(number),
        Measure::Orders => sim::Measure::Orders,
        Measure::Ledger(of) => sim::Measure::Ledger(of),
        Measure::Key(name) => sim::Measure::Key(key("key", name)?),
        Measure::SetSize(name) => sim::Measure::SetSize(key("setSize", name)?),
        Measure::Difference(left, right) => {
            let side = |place: u32, side: Measure| {
                let path = format!("{path}.difference[{place}]");
                self::measure(check, &path, side, depth - 1).map(Box::new)
            };
            sim::Measure::Difference(side(0, *left)?, side(1, *right)?)
        }
    })
}
