//! From JSON to a scenario, checking everything that a world takes for granted.
//!
//! What is wrong is noted once, the first of it, and reading goes on with values that do no harm: a file with an
//! error never becomes a scenario. Written so because the page reads files too, and a way out at every field would
//! take several times the room.

use std::sync::Arc;

use super::super::built_in::IDS;
use super::super::file::{FileError, Place};
use super::VERSION;
use super::fields::{MAX_FEW, fields, first_order, order};
use super::options::{options, settings, usual};
use crate::base::cast;
use crate::base::{Bytes, Millis};
use crate::queue::{self, PREFIX, Queue};
use crate::recipe::limits;
use crate::sim::{self, Field, Invariant, Measure, Probe, Query, SYSTEMS, Scenario, System, WORKERS, World};
use crate::sql::Database;
use crate::store::{self, Db, Item, Reply};

/// The longest title or noun, in bytes.
pub(in crate::catalogue) const MAX_TITLE: usize = 80;
/// The longest note, summary or truth, in bytes.
const MAX_TEXT: usize = 500;
/// The most consumers.
const MAX_CONSUMERS: usize = 32;
/// The most set-up commands.
const MAX_SETUP: usize = 200;
/// What the set-up may leave in the store, in bytes.
const MAX_STORE: usize = 64 * 1024;
/// What a key or an element counts for besides its bytes.
const OVERHEAD: usize = 32;
/// How deeply differences may be nested.
const MAX_NESTING: u32 = 8;
/// The most orders of a search.
const SEARCHED: u32 = 8;
/// How many more times the producer may add an order.
const MAX_AGAIN: u8 = 3;

/// The fields of a file.
const FIELDS: &[&str] = &[
    "version",
    "id",
    "title",
    "summary",
    "queue",
    "jobName",
    "fields",
    "setup",
    "options",
    "settings",
    "group",
    "source",
    "tables",
    "perOrder",
    "addsAgain",
    "outsideInTwoSteps",
    "probes",
    "effect",
    "effectNoun",
    "truth",
    "invariants",
    "consumers",
];

/// Whose scenario a file describes: only a shipped one has a shipped one's id.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    Own,
    Shipped,
}

/// Checks an object and makes the scenario that it describes, the whole of a file or a part of one.
pub(super) fn scenario(file: &Place<'_>, whose: Whose) -> Result<Arc<Scenario>, FileError> {
    let check = file.check();
    // The version first: a later one may have fields that this one does not know.
    let version = file.at("version");
    let number = version.number();
    if number != i64::from(VERSION) {
        version.wrong(&format!("this is version {number}; version {VERSION} is the only one there is"));
    }
    check.result()?;
    file.holds_only(FIELDS);
    let id = id(&file.at("id"), whose);
    let fields = fields(&file.at("fields"));
    let tables = tables(&file.may("tables"));
    let mut database = tables.database().unwrap_or_default();
    let mut scenario = Arc::new(Scenario {
        id,
        title: file.at("title").words(MAX_TITLE),
        group: optional(&file.may("group"), "Your own", MAX_TITLE),
        source: optional(&file.may("source"), "", MAX_TEXT),
        summary: file.at("summary").words(MAX_TEXT),
        queue: queue_name(&file.at("queue")),
        job_name: file.at("jobName").words(MAX_TITLE),
        setup: setup(&file.may("setup")),
        tables: tables.tables.clone(),
        per_order: per_order(&file.may("perOrder"), &fields, &mut database),
        options: options(&file.may("options"), &usual(), &fields),
        settings: settings(&file.may("settings")),
        probes: file.at("probes").each(1, MAX_FEW, &mut |it| probe(it, &fields, &database)),
        effect: file.at("effect").words(MAX_TITLE),
        effect_noun: file.at("effectNoun").words(MAX_TITLE),
        truth: file.at("truth").words(MAX_TEXT),
        consumers: Vec::new(),
        fields,
        adds_again: file.may("addsAgain").small(0, MAX_AGAIN, 0),
        outside_in_two_steps: file.may("outsideInTwoSteps").flag(),
    });
    check.result()?;
    let shared = invariants(&file.may("invariants"), &scenario.fields, &database);
    let consumers = file.at("consumers");
    consumers.unique("id");
    consumers.unique("title");
    let consumers = consumers.each(1, MAX_CONSUMERS, &mut |it| consumer(it, &scenario, &shared, &database));
    Arc::get_mut(&mut scenario).expect("nobody else has it yet").consumers = consumers;
    check.result()?;
    if World::new(&scenario, 0, WORKERS).jobs().count() != 1 {
        file.wrong("the queue does not take the first order's job");
    }
    check.result()?;
    let known = scenario.probes.len();
    debug_assert!(
        scenario.consumers.iter().all(|it| it.probes.iter().all(|probe| *probe < known)),
        "every probe that a consumer names exists"
    );
    Ok(scenario)
}

fn id(it: &Place<'_>, whose: Whose) -> String {
    let id = it.id();
    if whose == Whose::Own && IDS.contains(&id.as_str()) {
        it.wrong(&format!("{id} is a shipped scenario's; links could not tell the two apart"));
    }
    id
}

fn optional(it: &Place<'_>, otherwise: &str, most: usize) -> String {
    if it.is_there() { it.words(most) } else { otherwise.to_owned() }
}

/// Runs the SQL statements once to see that they succeed: a scenario of nothing else.
fn tables(it: &Place<'_>) -> Box<Scenario> {
    let mut done = Box::<Scenario>::default();
    it.each(0, MAX_SETUP, &mut |statement| {
        done.tables.push(statement.text());
        if let Err((_, why)) = done.database() {
            statement.wrong(&why);
            done.tables.pop();
        }
    });
    done
}

/// The statements that go before each order's job: they are run for as many orders as a search may have, since one
/// that fails later is left out without a word, and the recipe would be blamed.
fn per_order(it: &Place<'_>, fields: &[Field], tables: &mut Database) -> Vec<String> {
    let all = it.each(0, MAX_FEW, &mut |it| {
        let text = it.text();
        let verb = text.split_ascii_whitespace().next().unwrap_or_default();
        if !["INSERT", "UPDATE", "DELETE", "SELECT"].iter().any(|known| verb.eq_ignore_ascii_case(known)) {
            it.wrong("this has to be one INSERT, UPDATE, DELETE or SELECT: an order brings rows along");
        }
        text
    });
    // A file with an error may have fields without values.
    let orders = if it.failed() { 0 } else { SEARCHED };
    for number in 1..=orders {
        let fields = order(fields, number);
        for (index, text) in all.iter().enumerate() {
            let query = Query::statement(text, &fields, Some(tables));
            if let Err(why) = query.and_then(|query| query.run(tables)) {
                it.element(index).wrong(&format!("for order {number}: {why}"));
                return all;
            }
        }
    }
    all
}

/// A SELECT that is asked of the tables.
fn select(it: &Place<'_>, fields: &[Field], tables: &Database) -> (String, Option<Query>) {
    let text = it.text();
    match Query::new(&text, &first_order(fields), Some(tables)) {
        Ok(query) => (text, Some(query)),
        Err(why) => {
            it.wrong(&why);
            (text, None)
        }
    }
}

fn queue_name(it: &Place<'_>) -> String {
    let name = it.words(queue::MAX_NAME_LEN);
    if let Err(error) = Queue::new(&name) {
        it.wrong(&error.to_string());
    }
    name
}

/// Runs the commands once to see that they succeed.
fn setup(it: &Place<'_>) -> Vec<Vec<String>> {
    let mut db = Db::default();
    it.each(0, MAX_SETUP, &mut |command| set_up(command, &mut db))
}

fn set_up(it: &Place<'_>, db: &mut Db) -> Vec<String> {
    let argv = match store::split_line(&it.text()) {
        Ok(argv) => argv,
        Err(error) => {
            it.wrong_inside(error.column, "a quote is out of place here");
            return Vec::new();
        }
    };
    let mut words = Vec::with_capacity(argv.len());
    for word in &argv {
        match std::str::from_utf8(word) {
            Ok(word) => words.push(word.to_owned()),
            Err(_) => it.wrong("this is not text in UTF-8"),
        }
    }
    let spec = match store::check_arity(&argv) {
        Ok(spec) => spec,
        Err(message) => {
            it.wrong(&message);
            return words;
        }
    };
    let of_queue = |key: &&Bytes| key.strip_prefix(PREFIX.as_bytes()).is_some_and(|it| it.starts_with(b":"));
    if let Some(key) = spec.keys.of(&argv).find(of_queue) {
        it.wrong(&format!("{key} is the queue's: its keys start with {PREFIX}:"));
    } else if let Reply::Error(message) = db.exec(Millis(0), &argv) {
        it.wrong(&message);
    }
    let size = size(db);
    if size > MAX_STORE {
        it.wrong(&format!("after this the store holds {size} bytes; the limit is {MAX_STORE}"));
    }
    words
}

/// How many bytes a store's keys and values have, with as many more for each key and each element.
fn size(db: &Db) -> usize {
    let mut size = 0;
    for (key, entry) in db.iter() {
        size += OVERHEAD + key.len();
        for item in entry.value.items() {
            size += OVERHEAD;
            size += match item {
                Item::Text(value) | Item::Element(value) | Item::Member(value) => value.len(),
                Item::Field { name, value } => name.len() + value.len(),
                Item::Scored { member, .. } => member.len() + 8,
            };
        }
    }
    size
}

fn system(it: &Place<'_>) -> System {
    let name = it.text();
    if let Some(row) = SYSTEMS.iter().find(|row| row.name == name) {
        return row.system;
    }
    let known: Vec<&str> = SYSTEMS.iter().map(|row| row.name).collect();
    it.wrong(&format!("there is no such system; there are {}", known.join(", ")));
    SYSTEMS[0].system
}

fn probe(it: &Place<'_>, fields: &[Field], tables: &Database) -> Probe {
    let value = it.variant(&["ledger", "key", "keys", "setSize", "member", "select"]);
    if value.is("select") {
        return Probe::Select(select(&value, fields, tables).0);
    }
    if value.is("ledger") {
        return Probe::Ledger(system(&value));
    }
    if value.is("member") {
        let [key, member] = value.pair();
        return Probe::Member { key: key.template(fields), member: member.template(fields) };
    }
    if value.is("keys") {
        return Probe::Keys(value.beginning(fields));
    }
    let key = value.template(fields);
    if value.is("key") { Probe::Key(key) } else { Probe::SetSize(key) }
}

/// A consumer, of which the truths that are shared by all must hold as well as its own.
fn consumer(it: &Place<'_>, scenario: &Scenario, shared: &[Invariant], tables: &Database) -> sim::Consumer {
    it.holds_only(&["id", "title", "note", "recipe", "probes", "options", "invariants"]);
    let own = it.may("options");
    let mut all = shared.to_vec();
    all.append(&mut invariants(&it.may("invariants"), &scenario.fields, tables));
    sim::Consumer {
        id: it.at("id").id(),
        title: it.at("title").words(MAX_TITLE),
        note: it.at("note").words(MAX_TEXT),
        recipe: recipe(&it.at("recipe"), scenario),
        probes: watched(&it.may("probes"), scenario.probes.len()),
        options: own.is_there().then(|| options(&own, &scenario.options, &scenario.fields)),
        invariants: all,
    }
}

fn invariants(it: &Place<'_>, fields: &[Field], tables: &Database) -> Vec<Invariant> {
    it.each(0, MAX_FEW, &mut |it| {
        it.holds_only(&["text", "left", "right"]);
        let right = it.at("right");
        let truth = Invariant {
            text: it.at("text").words(MAX_TEXT),
            left: measure(&it.at("left"), MAX_NESTING, fields, tables),
            right: measure(&right, MAX_NESTING, fields, tables),
        };
        if truth.left.is_text() != truth.right.is_text() {
            right.wrong("value and text are compared with each other; this compares a text with a number");
        }
        truth
    })
}

/// The recipe's lines as one text. An error stands where it is in the file.
pub(in crate::catalogue) fn recipe(it: &Place<'_>, scenario: &Scenario) -> String {
    let mut text = String::new();
    it.each(1, limits::LINES, &mut |line| {
        let words = line.text();
        if words.contains(['\n', '\r']) {
            line.wrong("a recipe is a list of lines; this holds a line break");
        }
        text.push_str(&words);
        text.push('\n');
    });
    if let Err(found) = scenario.parse(&text)
        && let Some(first) = found.first()
    {
        it.element(cast::index(first.line.saturating_sub(1))).wrong_inside(first.column, &first.message);
    }
    text
}

/// The probes that a consumer's effect shows in: the first one unless it says so. With none the queue is judged.
fn watched(it: &Place<'_>, known: usize) -> Vec<usize> {
    if !it.is_there() {
        return vec![0];
    }
    let mut seen = Vec::new();
    it.each(0, MAX_FEW, &mut |place| {
        let probe = place.place(known);
        if seen.contains(&probe) {
            place.wrong(&format!("{probe} is used twice"));
        }
        seen.push(probe);
    });
    seen
}

/// One side of an invariant.
fn measure(it: &Place<'_>, depth: u32, fields: &[Field], tables: &Database) -> Measure {
    if depth == 0 {
        it.wrong(&format!("differences can be nested {MAX_NESTING} deep"));
        return Measure::Orders;
    }
    if it.is_word("orders") {
        return Measure::Orders;
    }
    let value = it.variant(&[
        "number",
        "ledger",
        "key",
        "endless",
        "setSize",
        "difference",
        "select",
        "value",
        "text",
    ]);
    if value.is("select") {
        return select(&value, &[], tables).1.map_or(Measure::Orders, Measure::Select);
    }
    if value.is("number") {
        return Measure::Number(value.number());
    }
    if value.is("ledger") {
        return Measure::Ledger(system(&value));
    }
    if value.is("difference") {
        let [left, right] = value.pair().map(|side| {
            let number = measure(&side, depth - 1, fields, tables);
            if number.is_text() {
                side.wrong("a difference is between numbers; this is a text");
            }
            Box::new(number)
        });
        return Measure::Difference(left, right);
    }
    if value.is("endless") {
        return Measure::Endless(value.beginning(fields));
    }
    let template = value.template(fields);
    let make = if value.is("key") {
        Measure::Key
    } else if value.is("value") {
        Measure::Value
    } else if value.is("text") {
        Measure::Text
    } else {
        Measure::SetSize
    };
    make(template)
}
