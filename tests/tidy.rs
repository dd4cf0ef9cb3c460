//! Rules about the source text that the compiler does not enforce: who may know whom, what the engine may not
//! name, how long things get, and what a public repository must not contain.
//!
//! The checks read text, not syntax trees: comments and literals are blanked out first, and a `mod` or a path
//! written in an unusual way may slip through. They catch accidents, not sabotage.

#[path = "tidy/order.rs"]
mod order;
#[path = "tidy/text.rs"]
mod text;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use order::Order;
use text::{blank, first_segments, function_text, is_word, line_of, machine_paths, source_paths, words};

/// Every layer and the layers it may name, lowest first.
const LAYERS: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("store", &["base"]),
    ("sql", &["base"]),
    ("queue", &["base", "store"]),
    ("recipe", &["base", "store", "sql"]),
    ("sim", &["base", "store", "sql", "queue", "recipe"]),
    ("explore", &["base", "store", "sql", "queue", "recipe", "sim"]),
    ("catalogue", &["base", "store", "sql", "queue", "recipe", "sim", "explore"]),
    ("app", &["base", "store", "sql", "queue", "recipe", "sim", "explore", "catalogue"]),
    ("platform", &[]),
    ("ui", &["base", "app", "platform"]),
];

/// Layers with an order of their own within: the modules, lowest first. Each names only those before it.
const ORDERS: &[(&str, &[&str])] = &[
    (
        "sim",
        &[
            "ids",
            "query",
            "outside",
            "scenario",
            "run",
            "world",
            "sessions",
            "event",
            "log",
            "verdict",
            "invariant",
            "digest",
            "timers",
            "site",
            "worker",
            "producer",
            "begin",
            "ready",
            "fault",
            "action",
            "apply",
            "autoplay",
            "timeline",
        ],
    ),
    ("catalogue", &["built_in", "file", "scenario", "shipped", "course", "progress"]),
    (
        "app",
        &[
            "words",
            "describe",
            "history",
            "story",
            "share",
            "msg",
            "view",
            "verdict",
            "trace",
            "drawing",
            "allowed",
            "buttons",
            "counterexample",
            "effects",
            "session",
            "picker",
            "sharing",
            "proof",
            "compare",
            "scale",
            "learn",
            "console",
            "panels",
            "parts",
            "state",
            "terms",
        ],
    ),
];

/// What only `ui` and `platform` may name: the browser.
const BROWSER: &[&str] = &["yew", "web_sys", "js_sys", "gloo", "wasm_bindgen"];

/// What differs between runs or targets, or reaches outside the module.
const NOT_REPRODUCIBLE: &[&str] = &[
    "Instant",
    "SystemTime",
    "HashMap",
    "HashSet",
    "std::time",
    "std::fs",
    "std::env",
    "std::net",
    "std::process",
    "std::thread",
];

/// What the command line may name of these all the same: arguments, files and exit codes are what it is for.
const COMMAND_LINE: &[&str] = &["std::fs", "std::env", "std::process"];

const MAX_FILE_LINES: usize = 500;
const MAX_FUNCTION_LINES: usize = 70;
/// Markup is long without being complicated.
const MAX_MARKUP_FUNCTION_LINES: usize = 120;

// ---------------------------------------------------------------------------------------------------------
// The rules
// ---------------------------------------------------------------------------------------------------------

#[test]
fn a_layer_names_only_the_layers_below_it() {
    check_sources(|file| match file.layer() {
        Some(layer) => forbidden_layers(&layer, file.depth(), &file.code),
        None => Vec::new(),
    });
}

#[test]
fn every_directory_of_the_library_is_a_known_layer() {
    let known = |name: &str| name == "bin" || LAYERS.iter().any(|(layer, _)| *layer == name);
    for dir in directories(&root().join("src")).iter().filter(|dir| dir.components().count() == 2) {
        let name = dir.file_name().unwrap().to_str().unwrap();
        assert!(known(name), "src/{name} is not in LAYERS: say which layers it may name");
    }
}

#[test]
fn within_a_layer_a_module_names_only_those_before_it() {
    for (layer, modules) in ORDERS {
        let root = fs::read_to_string(root().join(format!("src/{layer}/mod.rs"))).unwrap();
        let order = Order::of(layer, modules, &blank(&root));
        check_sources(|file| match file.module_of(layer) {
            Some(module) => order.complaints(&module, file.depth() - 1, &file.code),
            None => Vec::new(),
        });
    }
}

#[test]
fn an_order_names_no_module_that_is_not_there() {
    for (layer, modules) in ORDERS {
        for module in *modules {
            let path = root().join("src").join(layer).join(module);
            let there = path.with_extension("rs").exists() || path.join("mod.rs").exists();
            assert!(there, "ORDERS names {layer}::{module}, which does not exist");
        }
    }
}

#[test]
fn the_engine_never_names_the_browser_the_clock_or_an_unordered_map() {
    check_sources(|file| match file.layer().as_deref() {
        None | Some("ui" | "platform") => Vec::new(),
        Some(_) => named(&file.code, BROWSER.iter().chain(NOT_REPRODUCIBLE)),
    });
}

#[test]
fn the_command_line_names_files_and_arguments_but_no_browser_clock_or_unordered_map() {
    check_sources(|file| {
        let banned = NOT_REPRODUCIBLE.iter().filter(|name| !COMMAND_LINE.contains(name));
        if file.path.starts_with("src/bin") {
            named(&file.code, BROWSER.iter().chain(banned))
        } else {
            Vec::new()
        }
    });
}

#[test]
fn every_module_says_what_it_is_for() {
    check_sources(|file| {
        if file.text.starts_with("//!") { Vec::new() } else { vec!["does not open with `//!`".to_owned()] }
    });
}

#[test]
fn files_of_code_stay_under_500_lines() {
    for (path, text) in tracked() {
        let generated = path.ends_with("package-lock.json") || path.ends_with("Cargo.lock");
        let lines = text.lines().count();
        // Tests and style sheets are lists: they may go on, since nobody has to hold all of one in mind.
        let is_list = path.iter().any(|part| part == "tests" || part == "tests.rs");
        let is_code = ["rs", "mjs", "js", "sh"].iter().any(|ext| has_extension(&path, ext));
        assert!(
            generated || is_list || !is_code || lines <= MAX_FILE_LINES,
            "{} has {lines} lines",
            path.display()
        );
    }
}

#[test]
fn functions_stay_under_70_lines() {
    check_sources(|file| long_functions(&file.code));
}

#[test]
fn nothing_is_unfinished_and_no_test_is_skipped() {
    let banned = [
        concat!("to", "do!("),
        concat!("unimpl", "emented!("),
        concat!("#[ig", "nore"),
        concat!(".on", "ly("),
        concat!("test.sk", "ip"),
        concat!("test.fix", "me"),
        concat!("describe.sk", "ip"),
        concat!("dbg", "!("),
        concat!("<<<<<", "<< "),
        concat!(">>>>>", ">> "),
    ];
    for (path, text) in tracked() {
        for word in banned {
            assert!(!text.contains(word), "{} contains {word}", path.display());
        }
    }
}

#[test]
fn no_file_names_somebodys_machine() {
    for (path, text) in tracked() {
        let places = machine_paths(&text);
        assert!(places.is_empty(), "{} contains {places:?}", path.display());
    }
}

#[test]
fn lock_files_point_only_at_the_public_registries() {
    let cargo = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    for source in cargo.lines().filter(|line| line.starts_with("source = ")) {
        assert_eq!(source, "source = \"registry+https://github.com/rust-lang/crates.io-index\"");
    }
    for path in ["package-lock.json", "examples/vitepress/package-lock.json"] {
        let npm = fs::read_to_string(root().join(path)).unwrap();
        for resolved in npm.lines().filter(|line| line.contains("\"resolved\":")) {
            assert!(resolved.contains("\"https://registry.npmjs.org/"), "{path}: {resolved}");
        }
    }
}

#[test]
fn the_readme_maps_the_source_as_it_is() {
    let Ok(readme) = fs::read_to_string(root().join("README.md")) else { return };
    let named = source_paths(&readme);
    for path in &named {
        assert!(root().join(path).exists(), "README.md names {path}, which does not exist");
    }
    for dir in directories(&root().join("src")) {
        let name = dir.to_str().unwrap().replace('\\', "/");
        assert!(name == "src" || named.contains(&name), "README.md does not name {name}");
    }
}

// ---------------------------------------------------------------------------------------------------------
// The rules' own tests: each of them finds what it is there to find
// ---------------------------------------------------------------------------------------------------------

#[test]
fn the_page_about_extending_names_files_that_are_there_and_few_of_them() {
    let page = fs::read_to_string(root().join("docs/extending.md")).expect("it is there");
    for section in page.split("\n## ").skip(1) {
        let title = section.lines().next().unwrap_or_default();
        let listed = section.lines().filter(|line| line.starts_with("- "));
        let paths: Vec<&str> = listed
            .flat_map(|line| line.split(':').next().unwrap_or_default().split('`').skip(1).step_by(2))
            .collect();
        let most = if title == "A panel" { 4 } else { 3 };
        assert!((1..=most).contains(&paths.len()), "{title} lists {} files", paths.len());
        for path in paths {
            let (dir, name) = path.rsplit_once('/').expect("a path");
            let there = match name.strip_prefix('*') {
                None => root().join(path).is_file(),
                Some(ending) => fs::read_dir(root().join(dir)).is_ok_and(|mut dir| {
                    dir.any(|it| it.is_ok_and(|it| it.file_name().to_string_lossy().ends_with(ending)))
                }),
            };
            assert!(there, "{title}: there is no {path}");
        }
    }
}

#[test]
fn a_forbidden_layer_is_found_in_every_usual_way_of_writing_it() {
    let found = |code: &str| !forbidden_layers("recipe", 2, code).is_empty();
    assert!(found("use crate::queue::Job;"));
    assert!(found("use crate::{\n    base::{Bytes, Millis},\n    queue,\n};"));
    assert!(found("fn f(job: &crate::queue::Job) {}"));
    assert!(found("use super::super::queue::Job;"));
    assert!(!found("use crate::{base::{Bytes, queue}, store::Db};"), "queue is here an item of base");
    assert!(!found("use crate::recipe::parse; use super::queue;"), "recipe's own modules are its own");
    assert!(!forbidden_layers("recipe", 1, "use super::queue::Job;").is_empty());
}

#[test]
fn a_module_that_names_a_later_one_is_found_in_every_usual_way_of_writing_it() {
    let root = "mod low;\nmod mid;\nmod high;\npub use low::Low;\npub use high::{High, other};\n";
    let order = Order::of("layer", &["low", "mid", "high"], root);
    let found = |module: &str, depth: usize, code: &str| !order.complaints(module, depth, code).is_empty();
    assert!(found("mid", 1, "use super::high::High;"));
    assert!(found("mid", 1, "use crate::layer::high;"));
    assert!(found("mid", 1, "use super::{low, high::{self, X}};"));
    assert!(found("mid", 1, "fn f(it: super::high::High) {}"));
    assert!(found("mid", 2, "use super::super::high::High;"));
    assert!(found("mid", 1, "use super::High;"), "by what the layer's root re-exports");
    assert!(found("high", 1, "use super::*;"), "which modules that is cannot be told");
    assert!(found("new", 1, ""), "a module without a place");
    assert!(!found("mid", 1, "use super::low::Low; use super::Low; use crate::layer::mid::part;"));
    assert!(!found("mid", 2, "use super::high;"), "a part of mid itself");
    assert!(!found("mid", 1, "use super::super::high::Thing;"), "another layer");
    assert!(!found("low", 1, "fn f() {}\n#[cfg(test)]\nmod tests {\n    use crate::layer::high;\n}\n"));
    assert!(!found("high", 1, "use super::{low, mid};"));
}

#[test]
fn comments_and_literals_do_not_count_as_code() {
    let code = blank("a /* x /* y */ */ b // yew\n\"ye\\\"w\" r#\"yew \" \"# 'y' '\\'' &'yew str");
    assert!(!named(&code, ["yew"]).is_empty(), "a lifetime is code");
    assert_eq!(code.matches("yew").count(), 1);
    assert_eq!(code.lines().count(), 2);
}

#[test]
fn a_banned_name_is_found_as_a_whole_word_only() {
    assert_eq!(named("let x = HashMap::new();", ["HashMap"]).len(), 1);
    assert!(named("use yewish::my_gloo;", BROWSER.iter()).is_empty());
}

#[test]
fn a_function_is_as_long_as_its_braces_say() {
    let long = format!("fn long(a: [u8; 3]) {{\n{}}}\n", "x();\n".repeat(MAX_FUNCTION_LINES));
    assert_eq!(long_functions(&long), [format!("line 1: fn long has {} lines", MAX_FUNCTION_LINES + 2)]);
    assert!(long_functions(&long.replace("long(a: [u8; 3]) {", "view() { html! {}")).is_empty());
    assert!(long_functions(&format!("fn short();\n{}", "x();\n".repeat(100))).is_empty());
}

#[test]
fn a_path_on_somebodys_machine_is_found() {
    assert_eq!(machine_paths(concat!("see \"/ro", "ot/x\" and /ho", "me/me/y")).len(), 2);
    assert!(machine_paths("https://example.org/home/ and ./homework/").is_empty());
}

// ---------------------------------------------------------------------------------------------------------
// Reading the tree
// ---------------------------------------------------------------------------------------------------------

/// One Rust file under `src`.
struct Source {
    /// Relative to the repository.
    path: PathBuf,
    text: String,
    /// `text` with comments and literals blanked out.
    code: String,
}

impl Source {
    /// The layer it belongs to; none for `lib.rs`, `main.rs` and the binaries.
    fn layer(&self) -> Option<String> {
        let first = self.path.components().nth(1)?.as_os_str().to_str()?;
        let name = first.strip_suffix(".rs").unwrap_or(first);
        (!["lib", "main", "bin"].contains(&name)).then(|| name.to_owned())
    }

    /// The module of that layer that it belongs to; none for the layer's own file, for tests and for other layers.
    fn module_of(&self, layer: &str) -> Option<String> {
        let names: Vec<&str> = self.path.iter().filter_map(|it| it.to_str()).collect();
        let ["src", first, module, ..] = names.as_slice() else { return None };
        let tests = names.iter().any(|name| ["tests", "tests.rs"].contains(name));
        (*first == layer && *module != "mod.rs" && !tests).then(|| module.trim_end_matches(".rs").to_owned())
    }

    /// How many modules deep it is: 1 for `src/store/mod.rs`, 2 for `src/store/db.rs`.
    fn depth(&self) -> usize {
        let parts = self.path.components().count() - 1;
        if self.path.ends_with("mod.rs") { parts - 1 } else { parts }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

/// Applies a rule to every source file and fails with all it found.
fn check_sources(rule: impl Fn(&Source) -> Vec<String>) {
    let mut complaints = Vec::new();
    for (path, text) in tracked().into_iter().filter(|(path, _)| path.starts_with("src")) {
        if has_extension(&path, "rs") {
            let file = Source { code: blank(&text), path, text };
            complaints.extend(rule(&file).iter().map(|what| format!("{}: {what}", file.path.display())));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// Every text file of the repository, by its path in it: all that `.gitignore` does not name.
fn tracked() -> Vec<(PathBuf, String)> {
    let ignored = fs::read_to_string(root().join(".gitignore")).unwrap();
    let ignored: BTreeSet<PathBuf> = ignored
        .lines()
        .map(|line| root().join(line.trim_matches('/')))
        .chain([root().join(".git")])
        .collect();
    let mut files = Vec::new();
    let mut pending = vec![root().to_owned()];
    while let Some(dir) = pending.pop() {
        for entry in fs::read_dir(&dir).unwrap() {
            let path = entry.unwrap().path();
            if ignored.contains(&path) {
                continue;
            } else if path.is_dir() {
                pending.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                files.push((path.strip_prefix(root()).unwrap().to_owned(), text));
            }
        }
    }
    files.sort();
    assert!(files.iter().any(|(path, _)| path.ends_with("lib.rs")), "the walk found no source");
    files
}

/// `dir` and every directory below it, relative to the repository.
fn directories(dir: &Path) -> Vec<PathBuf> {
    let mut found = vec![dir.strip_prefix(root()).unwrap().to_owned()];
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(directories(&path));
        }
    }
    found
}

// ---------------------------------------------------------------------------------------------------------
// Complaints about one file's code
// ---------------------------------------------------------------------------------------------------------

/// Complaints about each whole-word occurrence of `names` in `code`.
fn named<'a, N: AsRef<str> + 'a>(code: &str, names: impl IntoIterator<Item = N>) -> Vec<String> {
    let mut complaints = Vec::new();
    for name in names {
        let name = name.as_ref();
        for (position, _) in code.match_indices(name) {
            let before = code[..position].chars().next_back().is_some_and(is_word);
            let after = code[position + name.len()..].chars().next().is_some_and(is_word);
            if !before && !after {
                complaints.push(format!("line {}: names {name}", line_of(code, position)));
            }
        }
    }
    complaints
}

/// Complaints about layers that `code`, which is `depth` modules deep in `layer`, may not name.
fn forbidden_layers(layer: &str, depth: usize, code: &str) -> Vec<String> {
    let (_, allowed) = LAYERS.iter().find(|(name, _)| *name == layer).expect("a known layer");
    let named = named_below(&["crate::".to_owned(), "super::".repeat(depth)], code);
    let known = |name: &str| LAYERS.iter().any(|(known, _)| *known == name);
    let forbidden = |name: &str| known(name) && name != layer && !allowed.contains(&name);
    let bad = named.into_iter().filter(|(_, name)| forbidden(name));
    bad.map(|(line, name)| format!("line {line}: {layer} may not know {name}")).collect()
}

/// The first names behind any of these beginnings of a path, with their lines.
fn named_below<'a>(roots: &[String], code: &'a str) -> Vec<(usize, &'a str)> {
    let mut named = Vec::new();
    for root in roots {
        for (position, _) in code.match_indices(root.as_str()) {
            let behind = &code[position + root.len()..];
            let in_a_longer_one = code[..position].ends_with("super::") || behind.starts_with("super");
            let is_other = root.starts_with("super") && in_a_longer_one || behind.starts_with('*');
            if !is_other {
                named.extend(first_segments(behind).into_iter().map(|name| (line_of(code, position), name)));
            }
        }
    }
    named
}

/// Complaints about functions with too many lines, from `fn` to the closing brace.
fn long_functions(code: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut after_fn = false;
    for (position, word) in words(code) {
        if after_fn && let Some(body) = function_text(&code[position..]) {
            let lines = body.matches('\n').count() + 1;
            let limit = if body.contains("html!") { MAX_MARKUP_FUNCTION_LINES } else { MAX_FUNCTION_LINES };
            if lines > limit {
                complaints.push(format!("line {}: fn {word} has {lines} lines", line_of(code, position)));
            }
        }
        // A type `fn(A) -> B` has no name behind it.
        after_fn = word == "fn" && code[position + 2..].starts_with(' ');
    }
    complaints
}
