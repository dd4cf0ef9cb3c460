//! The command line as a shell sees it: what it prints, and its exit codes.
#![cfg(feature = "cli")]

use std::path::Path;
use std::process::{Command, Output};

/// Runs the program at the repository's root.
fn redeliver(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_redeliver"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output().expect("it starts")
}

/// The exit code, standard output and standard error of `redeliver` with arguments that hold no spaces.
fn run(arguments: &str) -> (i32, String, String) {
    let output = redeliver(&arguments.split_whitespace().collect::<Vec<_>>());
    let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
    (output.status.code().expect("it exits"), text(output.stdout), text(output.stderr))
}

/// A file that is there while the test runs.
struct Temporary(std::path::PathBuf);

impl Temporary {
    fn new(name: &str, text: impl AsRef<[u8]>) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, text).expect("it can be written");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("the path is text")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // One that is left over does no harm.
        let _ = std::fs::remove_file(&self.0);
    }
}

const REFUND: &str = "docs/examples/refund.scenario.json";

#[test]
fn which_order_was_added_again_is_not_forgotten_on_the_way_to_a_duplicate() {
    let file = "tests/data/verdict/unsound-added-again.json";
    let (code, out, err) = run(&format!(
        "prove --scenario {file} --consumer c --workers 1 --jobs 2 --faults 1 --only lost-request --seconds 5"
    ));
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(out.contains("This consumer can duplicate the effect. (D)"), "{out}");
    assert!(out.contains("Duplicate: the effect happens more than once (17 actions)"), "{out}");
    assert!(out.contains("Covered      every schedule: "), "{out}");
}

#[test]
fn a_worker_may_act_between_two_renewals_of_its_lock() {
    // A marker of ten seconds, set fifteen seconds after one of twenty, outlives it; one that is set at once does not.
    let file = "tests/data/verdict/unsound-between-renewals.json";
    let (code, out, err) = run(&format!(
        "prove --scenario {file} --consumer c --workers 2 --jobs 1 --faults 1 --only redelivery --seconds 60"
    ));
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(out.contains("This consumer can duplicate the effect. (D)"), "{out}");
    assert!(out.contains("Duplicate: the effect happens more than once (9 actions)"), "{out}");
}

#[test]
fn a_consumer_that_holds_exits_with_0_and_says_what_was_covered() {
    let (code, out, err) = run("prove --consumer provider-key --scenario charge --faults 1");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("Exactly once: no schedule within the bound breaks this consumer. (E)"), "{out}");
    assert!(out.contains("Bound        2 workers, 1 job, at most 1 fault (crashes, freezes"), "{out}");
    assert!(out.contains("Covered      every schedule: "), "{out}");
    let (code, out, _) = run("prove --consumer provider-key --scenario charge --faults 2");
    assert_eq!(code, 0);
    assert!(
        out.contains("Never twice and never lost, but a job can end in the failed list before its effect"),
        "{out}"
    );
    assert!(out.contains("Not covered  "), "{out}");
}

#[test]
fn a_consumer_that_breaks_exits_with_1_and_shows_the_shortest_schedule() {
    let (code, out, _) = run("prove --consumer marker --scenario charge --faults 1 --only crash");
    assert_eq!(code, 1);
    assert!(out.contains("This consumer can lose the effect. (L)"), "{out}");
    assert!(out.contains("counts the job as done (9 actions)"), "{out}");
    assert!(
        out.contains("   3. Crash worker 1 [0.000 s] Worker 1 crashes with job 1 in its hands."),
        "{out}"
    );
    assert!(out.contains("   9. Step worker 2 [60.002 s] Worker 2 acknowledges job 1: completed."), "{out}");
    assert!(out.contains("  Order 1: delivered 2×, charged 0×. Lost."), "{out}");
    assert!(out.contains("Faults of other kinds: freezes, lost requests"), "{out}");
}

#[test]
fn a_job_left_half_done_in_the_failed_list_is_reported_but_holds() {
    let (code, out, _) = run("prove --consumer atomic --scenario enrollment --only crash");
    assert_eq!(code, 0);
    assert!(out.contains("(E)\nA job can end in the failed list undone."), "{out}");
    assert!(out.contains("\nStuck: ") && !out.contains("Invariant"), "{out}");
}

#[test]
fn the_documented_example_is_broken_and_its_mended_recipe_holds() {
    let (code, out, _) = run(&format!("prove --consumer status-after --scenario {REFUND}"));
    assert_eq!(code, 1);
    assert!(out.contains("can duplicate the effect. (D)"), "{out}");
    let (code, out, _) =
        run(&format!("prove docs/examples/refund.recipe --scenario {REFUND} --faults 1 --jobs 2"));
    assert_eq!(code, 0);
    assert!(out.starts_with("docs/examples/refund.recipe in the place of Status after, Refund\n"), "{out}");
}

#[test]
fn an_invariant_that_breaks_alone_is_a_counterexample_too() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(REFUND)).unwrap();
    let wrong = text.replace("\"right\": \"orders\"", "\"right\": { \"number\": 7 }");
    let file = Temporary::new("invariant.json", wrong);
    let (code, out, _) = run(&format!("prove --consumer status-after --faults 0 --scenario {}", file.path()));
    assert_eq!(code, 1);
    assert!(out.contains("This consumer can break what must hold. (I)"), "{out}");
    assert!(out.contains("Does not hold: As many refunds as orders."), "{out}");
}

#[test]
fn the_json_report_holds_what_its_description_says() {
    let (code, out, _) = run("prove --consumer naive --scenario charge --faults 1 --only redelivery --json");
    assert_eq!(code, 1);
    let report: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(
        (&report["version"], &report["scenario"], &report["holds"]),
        (&1.into(), &"charge".into(), &false.into())
    );
    assert_eq!(
        (&report["letters"], &report["complete"], &report["file"]),
        (&"D".into(), &true.into(), &().into())
    );
    assert_eq!(report["bound"]["kinds"], serde_json::json!(["redelivery"]));
    let found = &report["counterexamples"][0];
    assert_eq!(found["violation"], "duplicate");
    assert_eq!(found["steps"].as_array().map(Vec::len), Some(5));
    assert_eq!(found["steps"][2]["action"], "Redeliver job 1");
    assert_eq!(
        (&found["orders"][0]["verdict"], &found["orders"][0]["effects"]),
        (&"duplicated".into(), &2.into())
    );
    let described = include_str!("../docs/cli.md");
    for (object, part) in [(&report, "report"), (&report["bound"], "bound"), (found, "counterexample")] {
        for name in object.as_object().expect(part).keys() {
            assert!(described.contains(&format!("`{name}`")), "docs/cli.md does not describe {name}");
        }
    }
}

#[test]
fn a_counterexamples_link_is_told_again_by_replay() {
    let file = Temporary::new("edited.recipe", "# my own\ncharge {job.card} {job.amount}\n");
    let base = "--link-base https://example.org/play/";
    let (_, out, _) = run(&format!("prove {} --scenario charge --faults 1 --jobs 2 {base}", file.path()));
    let link = out.lines().find_map(|line| line.strip_prefix("  Link: ")).expect("there is a link");
    assert!(link.starts_with("https://example.org/play/#v1."), "{link}");
    let (code, out, _) = run(&format!("replay {link}"));
    assert_eq!(code, 0);
    assert!(
        out.contains("   1. Edit the code [0.000 s] Deliveries from now on run the edited text."),
        "{out}"
    );
    assert!(out.contains("   2. Enqueue [0.000 s] The producer adds job 2 for order 2."), "{out}");
    assert!(out.contains("charged 2×. Duplicated."), "{out}");
}

#[test]
fn a_link_about_a_scenario_of_ones_own_brings_it_along() {
    let (_, out, _) = run(&format!("prove --consumer status-after --faults 1 --scenario {REFUND}"));
    let link = out.lines().find_map(|line| line.strip_prefix("  Link: ")).expect("there is a link");
    let (code, out, _) = run(&format!("replay {link}"));
    assert_eq!(code, 0);
    assert!(out.contains("refunded 2×. Duplicated."), "{out}");
}

#[test]
fn a_link_begins_with_the_workers_of_the_search() {
    for workers in ["1", "3"] {
        let search =
            format!("prove --consumer naive --scenario charge --faults 1 --only crash --workers {workers}");
        let (code, out, _) = run(&search);
        assert_eq!(code, 1);
        let link = out.lines().find_map(|line| line.strip_prefix("  Link: ")).expect("there is a link");
        let (code, told, _) = run(&format!("replay {link}"));
        assert_eq!(code, 0);
        assert!(told.contains("charged 2×. Duplicated."), "{workers} workers: {told}");
    }
}

#[test]
fn every_mistake_in_a_recipe_is_told_by_file_line_and_column() {
    let file = Temporary::new("broken.recipe", "charge {job.card}\nGTE x\n");
    let (code, out, err) = run(&format!("prove {} --scenario charge", file.path()));
    assert_eq!((code, out.as_str()), (2, ""));
    let lines: Vec<&str> = err.lines().collect();
    assert!(lines[0].starts_with(&format!("{}:1:18: charge needs", file.path())), "{err}");
    assert!(lines[1].starts_with(&format!("{}:2:1: ", file.path())), "{err}");
}

#[test]
fn a_mistake_in_a_scenario_file_is_told_by_file_line_and_column() {
    let file = Temporary::new("broken.json", "{\n  \"version\": 1,\n  \"id\": 7\n}");
    let (code, _, err) = run(&format!("prove --consumer x --scenario {}", file.path()));
    assert_eq!(code, 2);
    let expected = format!("{}:3:9: id: this should be a text in quotes\n", file.path());
    assert_eq!(err, expected);
}

#[test]
fn files_that_are_not_there_not_text_or_too_long_are_told() {
    let binary = Temporary::new("binary.recipe", b"GET x\nGET \xff\n");
    let long = Temporary::new("long.recipe", "#".repeat(20_000));
    let cases = [
        ("missing.recipe", "missing.recipe: cannot be read: ".to_owned()),
        (binary.path(), format!("{}:2:1: this line is not text in UTF-8", binary.path())),
        (long.path(), format!("{}: is longer than 16384 bytes", long.path())),
    ];
    for (path, expected) in cases {
        let (code, _, err) = run(&format!("prove {path} --scenario charge"));
        assert_eq!(code, 2);
        assert!(err.starts_with(&expected), "{err}");
    }
}

#[test]
fn arguments_that_make_no_sense_exit_with_2_and_say_why() {
    let shipped = redeliver::catalogue::catalogue();
    let shipped: Vec<&str> = shipped.iter().map(|scenario| scenario.id.as_str()).collect();
    let shipped = shipped.join(", ");
    let no_scenario = format!("there is no scenario \"y\"; shipped are {shipped}, and a file ends in .json");
    let cases = [
        ("", "say what to do: prove, replay, matrix, batch, lesson or scenarios"),
        ("prove", "prove needs a recipe's file, or --consumer ID"),
        (
            "prove x.recipe",
            "prove needs --scenario ID or FILE.json; `redeliver scenarios` lists the shipped ones",
        ),
        (
            "prove --consumer x --scenario charge",
            "charge has no consumer \"x\"; it has naive, marker, marker-after, lease, provider-key",
        ),
        ("prove --consumer x --scenario y", &no_scenario),
        ("prove --faults 9", "--faults takes a number from 0 to 8, not \"9\""),
        ("prove --workers", "missing argument for option '--workers'"),
        (
            "prove --only crash,fire",
            "--only takes some of crash, freeze, lost-request, lost-reply, redelivery, not \"fire\"",
        ),
        ("prove --frob", "invalid option '--frob'"),
        ("matrix --json", "matrix has no option --json"),
        ("scenarios --faults 1", "scenarios has no option --faults"),
        ("replay", "replay needs a link"),
        ("replay a b", "\"b\" is one argument too many"),
        ("replay v1.AAAA", "The link is damaged: it was cut short or changed on the way."),
        ("frobnicate", "there is no command \"frobnicate\""),
    ];
    for (arguments, expected) in cases {
        let (code, out, err) = run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments}");
        assert!(err.starts_with(&format!("redeliver: {expected}\n")), "{arguments}: {err}");
    }
}

#[test]
fn help_names_every_option_and_scenarios_every_consumer() {
    let (code, help, _) = run("--help");
    assert_eq!(code, 0);
    let described = include_str!("../docs/cli.md");
    for word in help.split_whitespace().filter(|word| word.starts_with("--")) {
        let word = word.trim_end_matches([']', ',']);
        assert!(described.contains(word), "docs/cli.md does not describe {word}");
    }
    let (code, list, _) = run("scenarios");
    assert_eq!(code, 0);
    for scenario in redeliver::catalogue::catalogue() {
        assert!(list.contains(&format!("{}: {}. ", scenario.id, scenario.title)));
        assert!(scenario.consumers.iter().all(|it| list.contains(&it.note)));
    }
}

#[test]
fn a_terminal_is_not_obeyed_to_what_a_recipe_says() {
    let file = Temporary::new("escape.recipe", "charge \"\\x1b[31m\" {job.amount}\n");
    let (_, out, _) = run(&format!("prove {} --scenario charge --faults 1 --only crash", file.path()));
    assert!(out.contains("[31m") && !out.contains('\u{1b}'), "{out}");
}

/// The tables are the slowest to make, so each scenario's is made by a process of its own.
#[test]
fn the_documented_matrix_is_what_the_program_prints() {
    let scenarios = redeliver::catalogue::catalogue();
    let pages: Vec<String> = std::thread::scope(|scope| {
        let page = |id: &str| run(&format!("matrix --scenario {id}")).1;
        let running: Vec<_> = scenarios.iter().map(|it| scope.spawn(move || page(&it.id))).collect();
        running.into_iter().map(|thread| thread.join().expect("it prints")).collect()
    });
    let (head, _) = pages[0].split_once("\n## ").expect("a heading for each scenario");
    let tables: String = pages.iter().map(|page| &page[head.len()..]).collect();
    let printed = format!("{head}{tables}");
    let charge = scenarios.iter().position(|it| it.id == "charge").expect("it is shipped");
    let table = pages[charge][head.len()..].split_once("\n\n|").expect("a table").1;
    compare("docs/matrix.md", &printed, |_| printed.clone());
    compare("README.md", table, |readme| {
        let (before, rest) = readme.split_once("<!-- matrix -->\n").expect("README.md has the mark");
        let (_, after) = rest.split_once("<!-- end -->").expect("README.md has the end mark");
        format!("{before}<!-- matrix -->\n|{table}<!-- end -->{after}")
    });
}

/// Whether a file holds a text; with BLESS=1 it is renewed instead.
fn compare(file: &str, text: &str, renew: impl Fn(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, renew(&found)).expect("it can be written");
    } else {
        assert!(
            found.contains(text),
            "{file} is out of date: BLESS=1 cargo test --all-features --test cli renews it"
        );
    }
}

#[test]
fn a_batch_counts_under_every_consumer_and_shows_its_arithmetic() {
    let (code, out, err) = run("batch --scenario charge");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("Card charge, 100000 jobs, redelivery rate 0.001, seed 1\n"), "{out}");
    assert!(out.contains("naive                     84              65               0         0"), "{out}");
    let naive = "250,000,000 × 0.1 % × 65 / 84 = 193,452 extra charges; × $42.00 = $8,124,984.00";
    assert!(out.contains(&format!("{naive}\n")), "{out}");
    let readme = include_str!("../README.md");
    assert!(readme.contains(naive), "README.md shows what the defaults print: {naive}");
    assert!(out.contains("provider-key    250,000,000 × 0.1 % × 0 / 84 = 0 extra charges"), "{out}");
    assert!(
        out.contains(". 250,000,000 × 0.1 % × 15 / 84 = 44,642 missing charges; × $42.00 = $1,874,964.00\n"),
        "{out}"
    );
}

#[test]
fn a_batch_as_json_holds_what_its_description_says() {
    let (code, out, _) = run("batch --scenario charge --consumer marker --rate 0.1 --seed 7 --json");
    assert_eq!(code, 0);
    let report: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(
        (&report["version"], &report["jobs"], &report["rate"]),
        (&1.into(), &100_000.into(), &0.1.into())
    );
    let marker = &report["consumers"][0];
    assert_eq!((&marker["consumer"], &marker["redelivered"]), (&"marker".into(), &9_951.into()));
    assert_eq!((&marker["lost"], &marker["duplicated"]), (&1_998.into(), &0.into()));
    assert_eq!((&marker["stuck"], &marker["cents_a_day"]), (&67.into(), &0.into()));
    let lost = 25_000_000 * 1_998 / 9_951;
    assert_eq!(marker["lost_a_day"].as_u64(), Some(lost));
    assert_eq!(marker["cents_lost_a_day"].as_u64(), Some(lost * 4_200));
}

#[test]
fn a_batch_that_makes_no_sense_says_why() {
    for (arguments, why) in [
        ("batch", "batch needs --scenario"),
        ("batch --scenario charge --rate 2", "--rate takes a number from 0.000001 to 0.5, not \"2\""),
        ("batch --scenario charge --jobs 0", "--jobs takes a number from 1 to 10000000, not \"0\""),
        ("batch --scenario charge --faults 1", "batch has no option --faults"),
        ("batch --scenario redelivery", "redelivery counts no effect"),
        ("prove --scenario charge --consumer naive --rate 0.1", "prove has no option --rate"),
    ] {
        let (code, _, err) = run(arguments);
        assert_eq!(code, 2, "{arguments}");
        assert!(err.contains(why), "{arguments}: {err}");
    }
}

const LESSON: &str = "lessons/04-marker-last.json";

#[test]
fn a_sound_lesson_exits_with_0_and_shows_the_schedule_that_breaks_its_start() {
    let (code, out, err) = run(&format!("lesson check {LESSON}"));
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("lessons/04-marker-last.json: A marker after the effect, Email\n"), "{out}");
    assert!(out.contains("  start         misses the goal: duplicate after 9 actions\n"), "{out}");
    assert!(out.contains("                v1."), "{out}");
    assert!(out.contains("  solution      reaches the goal\n"), "{out}");
    assert!(out.contains("  skip          misses the goal: loss after 3 actions\n"), "{out}");
}

#[test]
fn a_lesson_that_is_not_as_it_should_be_exits_with_1_and_says_where() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(LESSON)).unwrap();
    let wrong = text.replace("\"start\"", "\"startled\"");
    let file = Temporary::new("misspelt.json", wrong);
    let (code, _, err) = run(&format!("lesson check {LESSON} {}", file.path()));
    assert_eq!(code, 2);
    assert!(err.contains("misspelt.json:") && err.contains(": startled: there is no such field"), "{err}");
    let naive = text.replace(" key receipt-{job.order}", "").replace("\"v1.", "\"v9.");
    let file = Temporary::new("unsolved.json", naive);
    let (code, out, _) = run(&format!("lesson check {}", file.path()));
    assert_eq!(code, 1);
    assert!(out.contains(": solution: solution does not reach the goal\n"), "{out}");
    assert!(out.contains("Worker 1 crashes with job 1 in its hands."), "{out}");
    assert!(out.contains(".run.actions: The link starts with \"v9."), "{out}");
}

#[test]
fn lesson_says_how_it_is_used() {
    for arguments in ["lesson", "lesson check", "lesson solve x.json", "lesson check x.json --faults 1"] {
        let (code, _, err) = run(arguments);
        assert_eq!((code, err.contains("redeliver --help")), (2, true), "{arguments}: {err}");
    }
}
