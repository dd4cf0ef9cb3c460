//! The systems on tables: one schedule for each way in which they fail, and for what withstands it.

mod schedule;

use redeliver::sim::{
    Action, DECLINED_CARD, Ending, Enqueue, Event, Judgement, System, WorkerId, World, apply, verdicts,
};
use redeliver::sql::{Outcome, SessionId};
use schedule::{outcome, play, world};

/// A crash of worker 1, and the two stalled checks after which the job is back in line.
const CRASH: &str = "crash1 timer timer";

/// What a SELECT answers of all that is committed, the first column of each row.
fn select(world: &World, text: &str) -> Vec<String> {
    match world.sql().clone().execute_text(SessionId(u8::MAX), text, &[]) {
        Outcome::Rows { rows, .. } => rows.iter().map(|row| row[0].to_text()).collect(),
        other => panic!("{text}: {other:?}"),
    }
}

fn failures(events: &[Event]) -> Vec<&str> {
    let why = |event| match event {
        &Event::Ended { ending: Ending::Failed(ref why), .. } => Some(why.as_str()),
        _ => None,
    };
    events.iter().filter_map(why).collect()
}

fn skipped(events: &[Event]) -> Vec<&str> {
    let why = |event| match event {
        &Event::Ended { ending: Ending::Skipped(ref why), .. } => Some(why.as_str()),
        _ => None,
    };
    events.iter().filter_map(why).collect()
}

/// The text of the truth about the whole that does not hold, if one does not.
fn broken(world: &World) -> Option<&str> {
    let all = verdicts(world);
    assert!(all.iter().all(|verdict| !verdict.open), "something is still under way");
    world.broken_invariant(&all).map(|it| it.text.as_str())
}

#[test]
fn a_crash_after_the_insert_makes_a_second_row_unless_the_number_came_with_the_job() {
    let crash = format!("1 1 {CRASH} 2 2 2");
    assert_eq!(outcome("row-insert", "blind", &crash), "duplicated 2 2");
    for consumer in ["do-nothing", "upsert"] {
        assert_eq!(outcome("row-insert", consumer, &crash), "once 2 1", "{consumer}");
        let mut it = world("row-insert", consumer);
        play(&mut it, &format!("{crash} enqueue 2 2 2"));
        assert_eq!(select(&it, "SELECT id FROM orders"), ["1001", "1002"], "{consumer}");
        assert_eq!(broken(&it), None);
    }
}

#[test]
fn deleting_a_line_twice_leaves_the_others_where_they_are() {
    let mut it = world("cart", "natural");
    play(&mut it, "enqueue");
    assert_eq!(select(&it, "SELECT id FROM cart"), ["7", "121", "122"]);
    let events = play(&mut it, &format!("1 1 {CRASH} 2 2 2 2 2 2"));
    assert_eq!(failures(&events), [""; 0]);
    assert_eq!(select(&it, "SELECT id FROM cart"), ["7"]);
    let told: Vec<_> = verdicts(&it).iter().map(|it| (it.judgement, it.deliveries, it.effects)).collect();
    assert_eq!(told, [(Judgement::Once, 2, 1), (Judgement::Once, 1, 1)]);
}

#[test]
fn a_second_credit_for_one_payment_and_a_credit_that_is_never_made() {
    assert_eq!(outcome("balance", "naive", &format!("1 1 {CRASH} 2 2 2")), "duplicated 2 2");
    assert_eq!(outcome("balance", "key-first", &format!("1 1 {CRASH} 2 2 2 2")), "lost 2 0");
    // The reply to the claim is lost: the claim stays.
    assert_eq!(outcome("balance", "key-first", "1 reply1 1 timer 2 2 2 2"), "lost 2 0");
    // After the credit the same crash does no harm.
    assert_eq!(outcome("balance", "key-first", &format!("1 1 1 {CRASH} 2 2 2 2")), "once 2 1");
}

#[test]
fn a_crash_inside_the_transaction_undoes_it_and_one_after_the_commit_does_not() {
    let whole = "2 2 2 2 2 2 2";
    for crash in ["1 1", "1 1 1", "1 1 1 1", "1 1 1 1 1"] {
        let mut it = world("balance", "key");
        play(&mut it, &format!("{crash} {CRASH}"));
        assert_eq!(select(&it, "SELECT amount FROM balances"), ["0"], "{crash}");
        assert!(select(&it, "SELECT key FROM processed").is_empty() && it.sql().is_idle(), "{crash}");
        play(&mut it, whole);
        assert_eq!(broken(&it), None, "{crash}");
    }
    let committed = format!("1 1 1 1 1 1 {CRASH} 2 2 2 2 2 2");
    assert_eq!(outcome("balance", "key", &committed), "once 2 1");
}

#[test]
fn a_commit_whose_reply_is_lost_is_committed_and_the_retry_finds_the_key() {
    let mut it = world("balance", "key");
    let events = play(&mut it, "1 1 1 1 1 reply1 1 timer 1 1 1 1 1 1");
    assert_eq!(failures(&events), ["connection lost: no reply to commit"]);
    assert_eq!(skipped(&events), ["already processed"]);
    assert_eq!(select(&it, "SELECT amount FROM balances"), ["100"]);
    // A commit that never arrives is a rollback, and the retry does the work.
    let mut it = world("balance", "key");
    let events = play(&mut it, "1 1 1 1 1 request1 1 timer 1 1 1 1 1 1 1");
    assert!(events.iter().any(|event| matches!(event, Event::RolledBack { .. })), "{events:?}");
    assert_eq!(
        (skipped(&events).len(), select(&it, "SELECT amount FROM balances")),
        (0, vec!["100".to_owned()])
    );
}

#[test]
fn with_a_unique_key_the_second_transaction_waits_fails_with_23505_and_its_retry_finds_the_key() {
    let (one, two) = (WorkerId(1), WorkerId(2));
    let mut it = world("balance", "key");
    // Worker 1: take, begin, look, credit. Its lock on the row stays until it commits.
    play(&mut it, "1 1 1 1");
    // Worker 2 has the same job, sees no key either, and wants the same row.
    let events = play(&mut it, "redeliver1 2 2 2 2");
    let why = "waits for worker 1: the row (user_id)=(123) of balances, FOR NO KEY UPDATE";
    let waited = |event: &Event| matches!(event, Event::Waits { worker, line: 8, why: told, .. } if *worker == two && told == why);
    assert!(events.iter().any(waited), "{events:?}");
    assert_eq!((it.waits(one), it.waits(two)), (None, Some(why.to_owned())));
    assert!(it.has_sent(two) && it.why_not(&Action::Step(two)).is_some());
    // Worker 1 writes the key and commits: the way is free, the credit is made once.
    play(&mut it, "1 1");
    assert_eq!((it.waits(two), it.why_not(&Action::Step(two))), (None, None));
    assert_eq!(select(&it, "SELECT amount FROM balances"), ["100"]);
    // Worker 2's UPDATE goes on with the row as it is now: in its transaction the balance is 200.
    play(&mut it, "2");
    assert_eq!(select(&it, "SELECT amount FROM balances"), ["100"]);
    let events = play(&mut it, "2");
    let duplicate = "SQLSTATE 23505 duplicate key value violates unique constraint \"processed_pkey\": Key (key)=(1) already exists.";
    assert_eq!(failures(&events), [duplicate]);
    assert!(events.contains(&Event::RolledBack { worker: two, job: redeliver::sim::JobNo(1) }), "{events:?}");
    assert!(it.sql().is_idle());
    // The queue tries again after a second, and that run finds the key.
    let events = play(&mut it, "2 timer 2 2 2 2 2 2");
    assert_eq!(skipped(&events), ["already processed"]);
    let verdict = &verdicts(&it)[0];
    assert_eq!((verdict.judgement, verdict.deliveries, verdict.effects), (Judgement::Once, 3, 1));
}

#[test]
fn a_claim_in_the_transaction_waits_at_the_key_and_goes_on_as_the_first_one_ends() {
    // Worker 1 has claimed; worker 2 wants to.
    let both = "1 1 1 redeliver1 2 2 2";
    let mut it = world("balance", "claim");
    play(&mut it, both);
    let why = "waits for worker 1: the unique key (key)=(1) of processed";
    assert_eq!(it.waits(WorkerId(2)), Some(why.to_owned()));
    // Worker 1 pays and commits: worker 2's claim inserts nothing.
    let events = play(&mut it, "1 1 2 2 2 2");
    assert_eq!((failures(&events), skipped(&events)), (vec![], vec!["already processed"]));
    assert_eq!(select(&it, "SELECT amount FROM balances"), ["100"]);
    // Worker 1 dies instead: its claim is gone, and worker 2 makes the credit.
    let mut it = world("balance", "claim");
    let events = play(&mut it, &format!("{both} crash1 2 2 2 2"));
    assert_eq!((failures(&events), skipped(&events)), (vec![], vec![]));
    assert_eq!(select(&it, "SELECT amount FROM balances"), ["100"]);
    // Frozen, it keeps worker 2 waiting, past its lock on the job too.
    let mut it = world("balance", "claim");
    play(&mut it, &format!("{both} freeze1 timer timer"));
    assert_eq!(it.waits(WorkerId(2)), Some(why.to_owned()));
}

#[test]
fn without_a_unique_key_both_look_too_early_and_both_pay() {
    // Both begin and look before either has written.
    let both = "1 1 1 redeliver1 2 2 2 1 2 1 1 2 2 2";
    let mut it = world("balance", "no-unique");
    let events = play(&mut it, both);
    assert!(
        events.iter().any(|event| matches!(event, Event::Waits { .. })),
        "the row is locked all the same"
    );
    assert_eq!(failures(&events), [""; 0]);
    assert_eq!(select(&it, "SELECT amount FROM balances"), ["200"]);
    assert_eq!(select(&it, "SELECT count(*) FROM noted WHERE key = '1'"), ["2"]);
    assert_eq!(outcome("balance", "no-unique", both), "duplicated 2 2");
    // One after the other, the look is enough.
    assert_eq!(outcome("balance", "no-unique", "1 1 1 1 1 1 redeliver1 2 2 2 2 2 2"), "once 2 1");
}

#[test]
fn a_parcel_is_sent_twice_never_sent_or_recognised() {
    let sent = format!("1 1 1 {CRASH}");
    assert_eq!(outcome("order-status", "unconditional", &format!("{sent} 2 2 2 2")), "duplicated 2 2");
    assert_eq!(outcome("order-status", "conditional", &format!("{sent} 2 2 2 2")), "once 2 1");
    assert_eq!(outcome("order-status", "conditional", &format!("1 1 {CRASH} 2 2 2 2")), "lost 2 0");
    let mut it = world("order-status", "conditional");
    play(&mut it, &format!("1 1 {CRASH} 2 2 2 2"));
    assert_eq!(select(&it, "SELECT status FROM orders"), ["shipped"]);
    assert_eq!(broken(&it), Some("As many parcels as shipped orders."));
    assert_eq!(outcome("order-status", "keyed", &format!("1 1 {CRASH} 2 2 2 2 2")), "once 2 1");
    assert_eq!(outcome("order-status", "keyed", &format!("1 1 1 1 {CRASH} 2 2 2 2 2")), "once 2 1");
}

#[test]
fn a_second_run_pays_again_or_takes_a_shipped_order_back_unless_both_are_guarded() {
    let crash = format!("1 1 1 1 {CRASH} 2 2 2 2 2");
    let mut it = world("pipeline", "keys");
    play(&mut it, &format!("1 1 1 1 {CRASH} 2 2 2"));
    assert_eq!(select(&it, "SELECT status FROM orders"), ["paid"], "a shipped order is back at paid");
    assert_eq!(outcome("pipeline", "keys", &crash), "duplicated 2 2");
    assert_eq!(outcome("pipeline", "conditions", &crash), "duplicated 2 1");
    assert_eq!(outcome("pipeline", "both", &crash), "once 2 1");
    assert_eq!(outcome("pipeline", "both", &format!("1 1 1 {CRASH} 2 2 2 2 2")), "once 2 1");
}

#[test]
fn an_order_whose_card_is_declined_is_never_shipped() {
    for consumer in ["keys", "conditions", "both"] {
        let mut it = world("pipeline", consumer);
        play(&mut it, "1 1 1 1 1");
        let card = ("card".to_owned(), DECLINED_CARD.to_owned());
        apply(&mut it, &Action::Enqueue(Enqueue { fields: vec![card] }));
        let events = play(&mut it, "1 1 1 timer 1 1 1 timer 1 1 1");
        assert_eq!(failures(&events).len(), 3, "{consumer}");
        assert_eq!(select(&it, "SELECT status FROM orders ORDER BY id"), ["shipped", "new"], "{consumer}");
        assert_eq!(it.outside().ledger(System::Card).len(), 1, "{consumer}");
    }
}

#[test]
fn two_orders_at_once_lose_an_update_unless_a_version_is_compared() {
    // Both read 500; worker 1 writes 499, worker 2 the same.
    let mut it = world("inventory", "naive");
    play(&mut it, "enqueue 1 2 1 2 1 2 1 2");
    assert_eq!(select(&it, "SELECT quantity FROM inventory"), ["499"]);
    let judged: Vec<_> = verdicts(&it).iter().map(|it| it.judgement).collect();
    assert_eq!(judged, [Judgement::Once, Judgement::Lost]);
    assert_eq!(broken(&it), Some("As many pieces taken as orders."));
    // With the version, worker 2 finds no row, fails and tries again.
    let mut it = world("inventory", "read-version");
    let events = play(&mut it, "enqueue 1 2 1 2 1 2 2 1 2 timer 2 2 2 2");
    assert_eq!(failures(&events), ["another change came first"]);
    assert_eq!((select(&it, "SELECT quantity FROM inventory"), broken(&it)), (vec!["498".to_owned()], None));
}

#[test]
fn a_version_stops_a_repeat_only_if_it_came_with_the_job() {
    let crash = format!("1 1 1 {CRASH} 2 2 2 2");
    assert_eq!(outcome("inventory", "naive", &crash), "duplicated 2 2");
    assert_eq!(outcome("inventory", "read-version", &crash), "duplicated 2 2");
    let mut it = world("inventory", "job-version");
    let events = play(&mut it, &format!("1 1 {CRASH} 2 2 2 2 2"));
    assert_eq!((skipped(&events), broken(&it)), (vec!["this change is in already"], None));
}

#[test]
fn a_job_whose_version_is_ahead_of_the_row_waits_for_its_turn() {
    // Worker 2 has the second order's job and is faster.
    let mut it = world("inventory", "job-version");
    let events = play(&mut it, "enqueue 1 2 2 2 2 2 1 1 timer 1 1 1");
    assert_eq!(failures(&events), ["an earlier change is still missing"]);
    assert_eq!((select(&it, "SELECT version FROM inventory"), broken(&it)), (vec!["3".to_owned()], None));
}

#[test]
fn a_mail_behind_a_row_is_sent_twice_or_lost_and_one_in_the_outbox_is_not_lost() {
    assert_eq!(outcome("outbox", "insert-send", &format!("1 1 1 {CRASH} 2 2 2 2")), "duplicated 2 2");
    assert_eq!(outcome("outbox", "once-send", &format!("1 1 {CRASH} 2 2 2 2")), "lost 2 0");
    let (committed, sent) = (format!("1 1 1 1 1 {CRASH}"), format!("1 1 1 1 1 1 1 {CRASH}"));
    let whole = "2 2 2 2 2 2 2 2 2";
    for (consumer, then) in [("outbox", "duplicated 2 2"), ("outbox-key", "once 2 1")] {
        assert_eq!(outcome("outbox", consumer, &format!("{committed} {whole}")), "once 2 1", "{consumer}");
        assert_eq!(outcome("outbox", consumer, &format!("{sent} {whole}")), then, "{consumer}");
        // Once it is marked, a redelivery sends nothing.
        let marked = format!("1 1 1 1 1 1 1 1 {CRASH} 2 2 2 2 2 2 2 2");
        assert_eq!(outcome("outbox", consumer, &marked), "once 2 1", "{consumer}");
    }
}

#[test]
fn a_crash_before_the_commit_leaves_neither_order_nor_message() {
    let mut it = world("outbox", "outbox");
    play(&mut it, "1 1 1 1 crash1");
    assert!(select(&it, "SELECT id FROM orders").is_empty());
    assert!(select(&it, "SELECT order_id FROM outbox").is_empty());
}

/// What is said of a recipe for the balance: by the parser, or by the worker that runs it.
fn told(recipe: &str) -> String {
    let mut it = world("balance", "naive");
    if let Some(why) = it.why_not(&Action::SetRecipe(recipe.into())) {
        return why.to_string();
    }
    apply(&mut it, &Action::SetRecipe(recipe.into()));
    for _ in 0..=recipe.lines().count() {
        if let [why, ..] = *failures(&play(&mut it, "1")) {
            return why.to_owned();
        }
    }
    "done".to_owned()
}

#[test]
fn a_recipe_that_asks_too_much_of_the_tables_is_told_so_and_nothing_is_lost() {
    let insert = |length| ["INSERT INTO noted VALUES ('", &"x".repeat(length), "')"].concat();
    let eight = "'{a}{a}{a}{a}{a}{a}{a}{a}'";
    let growing = format!("a = SELECT 'twelve bytes'\n{}", format!("a = SELECT {eight}\n").repeat(3));
    let refused = "The recipe was not taken over: line 1, column";
    for (recipe, expected) in [
        ("DROP TABLE balances", "done"),
        (
            "DROP TABLE balances\nSELECT 1 FROM balances",
            "SQLSTATE 42P01 relation \"balances\" does not exist",
        ),
        (
            "begin\nDROP TABLE balances",
            "SQLSTATE 0A000 DROP TABLE between BEGIN and COMMIT is not supported here",
        ),
        (
            &insert(1_000_000),
            &format!("{refused} 1: the recipe is 1000029 bytes long; the playground's limit is 16384 bytes"),
        ),
        (
            &insert(1_025),
            &format!("{refused} 27: a literal or a name may have this many bytes: 1024; nothing was run"),
        ),
        (&growing, "a word is 6144 bytes after interpolation; the playground's limit is 1024"),
    ] {
        assert_eq!(told(recipe), expected);
    }
}

#[test]
fn dropping_the_table_that_the_effect_is_read_from_leaves_a_world_that_goes_on() {
    let mut it = world("order-status", "keyed");
    let drop = Action::SetRecipe("DROP TABLE IF EXISTS orders".into());
    apply(&mut it, &drop);
    // The second order's row has no table to go into any more.
    let events = play(&mut it, "1 1 1 enqueue 1 1 1");
    assert_eq!(failures(&events), [""; 0]);
    let told: Vec<_> = verdicts(&it).iter().map(|verdict| verdict.judgement).collect();
    assert_eq!(told, [Judgement::Lost, Judgement::Lost]);
    assert_eq!(it.sql().tables().len(), 0);
}
