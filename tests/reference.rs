//! `docs/language.md` says what the program does: every example in its tables is run here, and every message in the
//! source has its row there.
//!
//! A table is found by the comment above it. In an example `⏎` is a line break, and `⟨…⟩×N` stands for N copies, in
//! which `№` is the number of the copy.

#[path = "reference/source.rs"]
mod source;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use redeliver::base::Millis;
use redeliver::catalogue::{catalogue, course, file, scenario};
use redeliver::recipe::{self, Diagnostic, Vocabulary, limits};
use redeliver::sim::{self, Action, Ending, Event, Scenario, WORKERS, WorkerId, World, apply};
use redeliver::sql::{self, Database, Outcome, SessionId};
use redeliver::store::{self, Db, Reply, split_line};

use source::{fits, messages};

/// What the examples are about: the jobs and tables that the document describes.
const SCENARIO: &str = r##"{
  "version": 1, "id": "examples", "title": "Examples", "summary": "Each job is one order.", "queue": "examples",
  "jobName": "order", "effect": "charged", "effectNoun": "charge", "truth": "Once.",
  "fields": [
    { "name": "order", "values": ["#"] }, { "name": "card", "values": ["4242"] },
    { "name": "amount", "values": ["1999"] }
  ],
  "tables": [
    "CREATE TABLE accounts (id int PRIMARY KEY, balance int NOT NULL CHECK (balance >= 0), owner varchar(5))",
    "INSERT INTO accounts VALUES (1, 100, 'ann'), (2, 200, 'bob')",
    "CREATE TABLE entries (id bigint GENERATED ALWAYS AS IDENTITY, account int, big smallint)",
    "CREATE TABLE notes (a int)"
  ],
  "probes": [{ "ledger": "card" }],
  "consumers": [{ "id": "plain", "title": "Plain", "note": "Nothing.", "recipe": ["GET k"] }]
}"##;

// ---------------------------------------------------------------------------------------------------------
// The document
// ---------------------------------------------------------------------------------------------------------

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// The rows of the table behind `<!-- table: NAME -->`, each cell without its backticks.
fn table(name: &str) -> Vec<Vec<String>> {
    let document = read("docs/language.md");
    let mark = format!("<!-- table: {name} -->");
    let (_, behind) = document.split_once(&mark).unwrap_or_else(|| panic!("the document has no {mark}"));
    let lines = behind.lines().skip_while(|line| !line.starts_with('|'));
    let rows: Vec<Vec<String>> = lines.take_while(|line| line.starts_with('|')).skip(2).map(cells).collect();
    assert!(!rows.is_empty(), "{mark} has no rows");
    rows
}

fn cells(line: &str) -> Vec<String> {
    let whole = line.trim_matches('|').replace("\\|", "\u{1}");
    whole.split('|').map(|cell| cell.trim().trim_matches('`').replace('\u{1}', "|")).collect()
}

/// An example as it is typed.
fn typed(example: &str) -> String {
    let mut text = String::new();
    let mut rest = example;
    while let Some((before, copied)) = rest.split_once('⟨') {
        let (copy, behind) = copied.split_once("⟩×").unwrap_or_else(|| panic!("{example}: ⟨ without ⟩×"));
        let digits = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
        let count: usize = behind[..digits].parse().unwrap_or_else(|_| panic!("{example}: how often?"));
        text.push_str(before);
        text.extend((1..=count).map(|number| copy.replace('№', &number.to_string())));
        rest = &behind[digits..];
    }
    text.push_str(rest);
    text.split('⏎').map(str::trim).collect::<Vec<_>>().join("\n")
}

fn scenario() -> Arc<Scenario> {
    scenario::load(SCENARIO).expect("the examples' scenario is sound")
}

fn database() -> Database {
    scenario().database().unwrap_or_else(|(_, why)| panic!("{why}"))
}

/// Fails with all that is wrong at once.
#[track_caller]
fn nothing(wrong: &[String]) {
    assert!(wrong.is_empty(), "docs/language.md:\n{}", wrong.join("\n"));
}

// ---------------------------------------------------------------------------------------------------------
// What the editor says
// ---------------------------------------------------------------------------------------------------------

fn diagnostics(text: &str) -> Vec<Diagnostic> {
    let database = database();
    let vocabulary = Vocabulary { job_fields: &["order", "card", "amount"], tables: Some(&database) };
    recipe::parse(text, &vocabulary).err().unwrap_or_default()
}

#[test]
fn the_editor_says_what_the_document_says() {
    let mut wrong = Vec::new();
    for row in table("editor") {
        let [example, place, message] = row.as_slice() else { panic!("{row:?}") };
        let found = diagnostics(&typed(example));
        let told: Vec<String> =
            found.iter().map(|it| format!("{}:{} {}", it.line, it.column, it.message)).collect();
        if told != [format!("{place} {message}")] {
            wrong.push(format!("{example}: {told:?}"));
        }
    }
    nothing(&wrong);
}

#[test]
fn the_document_has_every_message_of_the_parser() {
    let documented: Vec<String> =
        table("editor").into_iter().chain(table("sql-editor")).map(|row| row[2].clone()).collect();
    // What has no place for anything else may be a part of a message, such as a form.
    let known = |template: &str| {
        documented.iter().any(|message| fits(template, message) || message.contains(template))
    };
    let missing: Vec<String> =
        messages("src/recipe/parse").into_iter().filter(|template| !known(template)).collect();
    nothing(&missing);
}

#[test]
fn every_outside_call_is_written_as_in_the_document() {
    let mut verbs = Vec::new();
    for row in table("calls") {
        let form = &row[0];
        let verb = form.split(' ').next().expect("a form starts with its verb");
        let said = diagnostics(verb).remove(0).message;
        assert!(said.ends_with(&format!(": {form}")), "{form}: {said}");
        verbs.push(verb.to_owned());
    }
    let said = diagnostics("refund everything").remove(0).message;
    let listed = said.split("a SQL statement, ").nth(1).and_then(|rest| rest.split(", if").next());
    assert_eq!(listed, Some(verbs.join(", ").as_str()));
}

// ---------------------------------------------------------------------------------------------------------
// What happens when it runs
// ---------------------------------------------------------------------------------------------------------

/// Runs a recipe until its handler is over: at which line it threw, and what.
fn thrown(example: &str) -> (u32, String) {
    let text = typed(example);
    let (prompt, lines): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("> "));
    let mut world = World::new(&scenario(), 0, WORKERS);
    let actions = prompt.iter().map(|line| Action::Command(line[2..].into()));
    let mut actions: Vec<Action> = actions.collect();
    actions.push(Action::SetRecipe(lines.join("\n").into()));
    actions.extend(std::iter::repeat_n(Action::Step(WorkerId(1)), limits::LINES));
    for action in actions {
        for event in apply(&mut world, &action) {
            match event {
                Event::Refused(why) => panic!("{example}: {why}"),
                Event::Ended { line, ending: Ending::Failed(why), .. } => return (line.unwrap_or(0), why),
                Event::Ended { ending, .. } => panic!("{example} ended well: {ending:?}"),
                _ => {}
            }
        }
    }
    panic!("{example} does not end");
}

#[test]
fn a_running_recipe_throws_what_the_document_says() {
    let mut wrong = Vec::new();
    for row in table("runtime") {
        let [example, line, message] = row.as_slice() else { panic!("{row:?}") };
        let (at, said) = thrown(example);
        if (at.to_string(), &said) != (line.clone(), message) {
            wrong.push(format!("{example}: line {at}, {said}"));
        }
    }
    nothing(&wrong);
}

/// Texts that no recipe of one worker throws, and why.
const OTHERWISE: [&str; 5] = [
    // What the stage shows of a stream.
    "{stream}, version {}",
    // No command answers such a list.
    "the reply is nested more than {} deep",
    // What waits is not thrown.
    "the statement waits",
    // Two workers' calls at once: `tests/systems.rs`.
    "conflict: another request with this key is still being worked on",
    // A recipe has fewer lines than that: the tests of `src/sim/outside`.
    "the {system} keeps at most {MAX_LEDGER} entries",
];

#[test]
fn the_document_has_every_message_of_a_running_recipe() {
    let documented: Vec<String> = table("runtime").into_iter().map(|row| row[2].clone()).collect();
    let files = ["src/recipe/runtime.rs", "src/recipe/value.rs", "src/recipe/sql.rs", "src/sim/outside.rs"];
    let mut all: Vec<String> = files.into_iter().flat_map(messages).collect();
    all.extend(messages("src/sim/outside/keys.rs"));
    all.extend(messages("src/sim/outside/streams.rs"));
    all.retain(|template| !OTHERWISE.contains(&template.as_str()));
    all.retain(|template| !documented.iter().any(|message| fits(template, message)));
    nothing(&all);
}

// ---------------------------------------------------------------------------------------------------------
// SQL
// ---------------------------------------------------------------------------------------------------------

/// What becomes of the last of some statements; one that starts with `2:` is another session's.
fn outcome(example: &str) -> Outcome {
    let mut database = database();
    let mut last = None;
    for line in typed(example).lines().filter(|line| !line.is_empty()) {
        let (session, text) = line.strip_prefix("2: ").map_or((1, line), |text| (2, text));
        last = Some(database.execute_text(SessionId(session), text, &[]));
    }
    last.expect("an example has a statement")
}

/// The rows of a table of errors that are not as it says.
fn wrong_errors(name: &str, while_typing: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    for row in table(name) {
        let [example, sqlstate, message] = row.as_slice() else { panic!("{row:?}") };
        let told = match outcome(example) {
            Outcome::Failed(error) if while_typing && !error.expected.is_empty() => {
                format!("{error}; expected {}", error.expected)
            }
            Outcome::Failed(error) => error.to_string(),
            other => format!("{other:?}"),
        };
        let text = typed(example);
        let parses = sql::parse(text.lines().last().unwrap_or_default().trim_start_matches("2: ")).is_ok();
        if told != format!("{sqlstate} {message}") || parses == while_typing {
            wrong.push(format!("{example}: {told}; is a statement: {parses}"));
        }
    }
    wrong
}

#[test]
fn sql_that_is_none_is_told_while_typing() {
    nothing(&wrong_errors("sql-editor", true));
}

#[test]
fn sql_fails_with_the_codes_and_words_of_the_document() {
    nothing(&wrong_errors("sql-run", false));
}

/// Messages that a recipe cannot bring about, and why.
const NOT_FROM_A_RECIPE: [&str; 1] = [
    // A recipe's words have that limit themselves.
    "54000 a parameter may have this many bytes: %; nothing was run",
];

#[test]
fn the_document_has_every_sql_error() {
    let documented: Vec<String> = ["sql-editor", "sql-run"]
        .into_iter()
        .flat_map(table)
        .map(|row| format!("{} {}", row[1], row[2].split("; expected ").next().unwrap_or_default()))
        .collect();
    let mut all = messages("src/sql");
    // An error's template starts with its five characters.
    all.retain(|text| text.len() > 5 && text.as_bytes()[5] == b' ' && text.as_bytes()[0].is_ascii_digit());
    assert!(all.len() > 60, "the templates were found");
    all.retain(|template| !NOT_FROM_A_RECIPE.contains(&template.as_str()));
    all.retain(|template| !documented.iter().any(|message| fits(template, message)));
    nothing(&all);
}

#[test]
fn all_sql_that_the_document_shows_runs() {
    let mut wrong = Vec::new();
    for row in table("sql") {
        if let failed @ Outcome::Failed(_) = outcome(&row[1]) {
            wrong.push(format!("{}: {failed:?}", row[1]));
        }
    }
    nothing(&wrong);
}

// ---------------------------------------------------------------------------------------------------------
// Redis
// ---------------------------------------------------------------------------------------------------------

#[test]
fn the_document_lists_the_stores_commands_by_family_and_no_other() {
    let listed: BTreeSet<String> = table("redis")
        .into_iter()
        .flat_map(|row| {
            let family = row[0].replace(' ', "").to_lowercase();
            let names: Vec<String> =
                row[1].split(' ').map(|name| format!("{family} {}", name.trim_matches('`'))).collect();
            names
        })
        .collect();
    let there: BTreeSet<String> = store::commands()
        .iter()
        .map(|spec| format!("{} {}", format!("{:?}", spec.family).to_lowercase(), spec.name.to_uppercase()))
        .collect();
    let missing: Vec<&String> = there.difference(&listed).collect();
    let extra: Vec<&String> = listed.difference(&there).collect();
    assert!(missing.is_empty() && extra.is_empty(), "missing {missing:?}, not there {extra:?}");
}

#[test]
fn the_store_refuses_in_the_words_of_the_document() {
    let mut wrong = Vec::new();
    let rows = table("store");
    for row in &rows {
        let mut db = Db::default();
        let mut last = Reply::Nil;
        for line in typed(&row[0]).lines().filter(|line| !line.is_empty()) {
            last = db.exec(Millis(0), &split_line(line).expect("a command"));
        }
        if last != Reply::Error(row[1].clone()) {
            wrong.push(format!("{}: {last}", row[0]));
        }
    }
    let told = |what: &str| rows.iter().any(|row| row[1].starts_with(what));
    for limit in messages("src/store/db.rs").into_iter().filter(|text| text.contains("too many ")) {
        if !told(&format!("ERR {limit}: ")) {
            wrong.push(format!("no row for {limit}"));
        }
    }
    nothing(&wrong);
}

// ---------------------------------------------------------------------------------------------------------
// Limits
// ---------------------------------------------------------------------------------------------------------

#[test]
fn the_documents_limits_are_the_programs() {
    let limits: [(&str, usize); 26] = [
        ("bytes in a recipe", limits::SOURCE_BYTES),
        ("lines in a recipe", limits::LINES),
        ("words in a statement", limits::WORDS),
        ("bytes in a word, as written and filled in", limits::WORD_BYTES),
        ("variables", limits::VARIABLES),
        ("bytes in a variable", limits::VALUE_BYTES),
        ("depth of if and atomic", limits::NESTING),
        ("errors found in one text", limits::DIAGNOSTICS),
        ("Redis: keys", store::MAX_KEYS),
        ("Redis: elements in one key", store::MAX_ELEMENTS),
        ("Redis: bytes in a string or an argument", store::MAX_STRING_BYTES),
        ("Redis: bytes in a glob pattern", store::MAX_PATTERN_BYTES),
        ("SQL: bytes in a statement", sql::MAX_STATEMENT_BYTES),
        ("SQL: bytes in a value", sql::MAX_VALUE_BYTES),
        ("SQL: tables", sql::MAX_TABLES),
        ("SQL: columns in a table", sql::MAX_COLUMNS),
        ("SQL: rows in a table", sql::MAX_ROWS),
        ("SQL: rows in an answer", sql::MAX_RESULT_ROWS),
        ("SQL: depth of an expression", sql::MAX_DEPTH),
        ("entries in an outside system's ledger", 1_000),
        ("milliseconds that a provider remembers a key", sim::KEY_RETENTION as usize),
        ("orders", sim::MAX_ORDERS),
        ("jobs", 200),
        ("workers", sim::MAX_WORKERS as usize),
        ("bytes in a scenario or lesson file", file::MAX_BYTES),
        ("characters in a share link", redeliver::app::MAX_LINK),
    ];
    let expected: Vec<[String; 2]> =
        limits.iter().map(|(what, limit)| [(*what).to_owned(), limit.to_string()]).collect();
    let documented: Vec<[String; 2]> =
        table("limits").into_iter().map(|row| [row[0].clone(), row[1].replace(',', "")]).collect();
    assert_eq!(documented, expected);
}

// ---------------------------------------------------------------------------------------------------------
// The other documents
// ---------------------------------------------------------------------------------------------------------

/// What stands between single asterisks.
fn emphasised(text: &str) -> Vec<String> {
    let text = text.replace("**", "").split_whitespace().collect::<Vec<_>>().join(" ");
    text.split('*').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_concepts_name_consumers_that_are_there() {
    let all = catalogue();
    let known = |scenario: &str, consumer: &str| {
        let found = all.iter().find(|it| it.title == scenario);
        found.is_some_and(|it| it.consumers.iter().any(|it| it.title == consumer))
    };
    let document = read("docs/concepts.md");
    let (_, document) = document.split_once("## Delivery").expect("it begins with delivery");
    let named = emphasised(document);
    let pairs: Vec<_> = named.iter().filter_map(|name| name.split_once(" / ")).collect();
    assert!(pairs.len() > 20, "{pairs:?}");
    for (scenario, consumer) in pairs {
        assert!(known(scenario, consumer), "docs/concepts.md names {scenario} / {consumer}");
    }
}

#[test]
fn the_teachers_guide_names_each_lesson_as_it_is() {
    let guide = read("docs/teaching.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let all = catalogue();
    let mut paths: Vec<_> = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons"))
        .expect("the lessons are there")
        .map(|entry| entry.expect("it has a name").path())
        .collect();
    paths.sort();
    for (index, path) in paths.iter().enumerate() {
        let text = std::fs::read_to_string(path).expect("a lesson can be read");
        let lesson = course::load(&text, &all).expect("a shipped lesson is sound");
        let named = format!("{} *{}*", index + 1, lesson.title);
        // In the plan the minutes stand in brackets, in the list of the others in a column.
        let planned = format!("{named} ({})", lesson.minutes);
        let listed = format!("| {named} | {} |", lesson.minutes);
        assert!(guide.contains(&planned) || guide.contains(&listed), "{planned}");
    }
}

/// A heading as links name it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>().replace(' ', "-")
}

#[test]
fn every_link_of_the_documents_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut documents = vec!["README.md".to_owned()];
    for entry in std::fs::read_dir(root.join("docs")).expect("the folder can be read") {
        let name = entry.expect("it has a name").file_name().into_string().expect("it is text");
        documents.extend(name.ends_with(".md").then(|| format!("docs/{name}")));
    }
    let mut wrong = Vec::new();
    for document in &documents {
        for link in read(document).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (file, part) = link.split_once('#').unwrap_or((link, ""));
            let folder = root.join(document).parent().expect("it is in a folder").to_owned();
            let target = if file.is_empty() { root.join(document) } else { folder.join(file) };
            let told = || read(target.strip_prefix(root).expect("inside").to_str().expect("text"));
            let there = link.contains("://")
                || target.exists()
                    && (part.is_empty()
                        || told().lines().any(|line| line.starts_with('#') && anchor(line) == part));
            if !there {
                wrong.push(format!("{document}: {link}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
