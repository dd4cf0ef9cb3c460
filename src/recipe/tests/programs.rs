//! What programs send, keep and decide.

use super::*;
use crate::recipe::runtime::RuntimeError;

fn values<'p>(frame: &'p Frame, program: &'p Program) -> Vec<(&'p str, String)> {
    frame.variables(program).map(|(name, value)| (name, value.to_string())).collect()
}

#[track_caller]
fn sends(source: &str, replies: impl IntoIterator<Item = Reply>, expected: &[&str], end: Executed) {
    assert_eq!(run(source, replies), (expected.iter().map(|&call| call.to_owned()).collect(), end));
}

fn bulk(text: &str) -> Reply {
    Reply::Bulk(Bytes::from(text))
}

const GUARDED: &str = "\
# marker-guarded charge
claimed = SET dedup:{job.id} 1 NX PX 86400000
if claimed
  charge {job.card} {job.amount}
else
  skip \"already done\"
end
";

#[test]
fn a_claimed_marker_leads_to_the_charge_and_a_refused_one_to_skip() {
    let claim = "SET dedup:7 1 NX PX 86400000";
    sends(GUARDED, [Reply::Status("OK")], &[claim, "charge 4242 1999"], Executed::Done);
    sends(GUARDED, [Reply::Nil], &[claim], Executed::Skipped { why: "already done".to_owned() });
}

#[test]
fn a_frame_rests_at_each_step_and_shows_it_filled_in() {
    let (program, job) = (program(GUARDED), usual_job());
    let ctx = context(&job);
    let mut env = Recorder::default();
    let mut frame = Frame::start(&program, &ctx);
    assert_eq!((frame.line(&program), frame.variables(&program).count()), (Some(2), 0));
    let At::Redis { line: 2, argv } = frame.at(&program, &ctx) else { panic!("a Redis command on line 2") };
    assert_eq!(argv[1], Bytes::from("dedup:7"));
    assert_eq!(env.asked.len(), 0, "looking has no effect");
    let reply = Value::Str(Bytes::from("OK"));
    assert_eq!(frame.execute(&program, &ctx, &mut env), Executed::Next { reply });
    assert_eq!(values(&frame, &program), [("claimed", "\"OK\"".to_owned())]);
    let call = OutsideCall {
        verb: Verb::Charge,
        target: Bytes::from("4242"),
        content: Bytes::from("1999"),
        option: None,
    };
    assert_eq!(frame.at(&program, &ctx), At::Outside { line: 4, call });
    assert_eq!(frame.at(&program, &ctx).to_string(), "charge 4242 1999");
    let reply = Value::Str(Bytes::from("accepted"));
    assert_eq!(frame.execute(&program, &ctx, &mut env), Executed::Next { reply });
    assert_eq!((frame.at(&program, &ctx), frame.line(&program)), (At::Done, None));
    assert_eq!(frame.execute(&program, &ctx, &mut env), Executed::Done);
}

#[test]
fn a_lost_reply_is_a_copy_that_ran_while_the_frame_stayed() {
    let (program, job) = (program("n = INCR c\nDEL c"), usual_job());
    let ctx = context(&job);
    let mut env = Recorder::answering([Reply::Int(1), Reply::Int(2)]);
    let mut frame = Frame::start(&program, &ctx);
    let before = frame.clone();
    let _ = frame.clone().execute(&program, &ctx, &mut env);
    assert_eq!(frame, before);
    assert_eq!(frame.execute(&program, &ctx, &mut env), Executed::Next { reply: Value::Int(2) });
    assert_eq!(env.asked, ["INCR c", "INCR c"]);
    assert_eq!(values(&frame, &program), [("n", "2".to_owned())]);
}

#[test]
fn everything_in_braces_is_filled_in_wherever_it_stands() {
    sends(
        "r = GET k\nHSET h:{job.id}:{job.student} '{job.course}' \"{r}/{worker}/{token}/{now}\" {{{r}}} \"\"",
        [bulk("v")],
        &["GET k", "HSET h:7:S1 C9 v/2/tok-a/1500 {v} \"\""],
        Executed::Done,
    );
}

#[test]
fn every_outside_verb_becomes_its_call() {
    let source = "
        charge {job.card} {job.amount} key order-{job.id}
        r = email {job.student}@example.org \"welcome {job.course}\" key {job.id}
        POST /payments '{{\"card\":\"{job.card}\"}}' key {r}
        PUT /users/{job.id} active
        ship {job.id} \"Main Street 5\" key parcel-{job.id}
        n = version enrollments:{job.course}
        append enrollments:{job.course} \"enrolled {job.student}\" expect 3
        events = read enrollments:{job.course}
        authorize enrollments:{job.course} done
        append enrollments:{job.course} done
        post = POST /a b";
    let expected = [
        "charge 4242 1999 key order-7",
        "email S1@example.org \"welcome C9\" key 7",
        "POST /payments \"{\\\"card\\\":\\\"4242\\\"}\" key accepted",
        "PUT /users/7 active",
        "ship 7 \"Main Street 5\" key parcel-7",
        "version enrollments:C9",
        "append enrollments:C9 \"enrolled S1\" expect 3",
        "read enrollments:C9",
        "authorize enrollments:C9 done",
        "append enrollments:C9 done",
        "POST /a b",
    ];
    sends(source, [], &expected, Executed::Done);
}

#[test]
fn append_in_capitals_is_the_redis_command() {
    sends("append k v\nAPPEND k v", [], &["append k v", "APPEND k v"], Executed::Done);
    let kinds: Vec<StatementKind> = program("append k v\nAPPEND k v").statements().map(|s| s.kind).collect();
    assert_eq!(kinds, [StatementKind::Outside, StatementKind::Redis]);
}

#[test]
fn nil_zero_and_the_empty_list_are_false_and_all_else_is_true() {
    let truth = |reply: Reply| run("x = GET k\nif x\n skip yes\nend", [reply]).1 != Executed::Done;
    for reply in [Reply::Nil, Reply::NilArray, Reply::Int(0), Reply::Array(vec![])] {
        assert!(!truth(reply.clone()), "{reply:?}");
    }
    for reply in [Reply::Int(-1), bulk("0"), bulk(""), Reply::Status("OK"), Reply::Array(vec![Reply::Nil])] {
        assert!(truth(reply.clone()), "{reply:?}");
    }
}

#[test]
fn comparisons_are_numeric_when_both_sides_are_whole_numbers_and_by_bytes_otherwise() {
    let holds = |condition: &str, reply: Reply| {
        let source = format!("x = GET k\nif {condition}\n skip yes\nend");
        run(&source, [reply]).1 == Executed::Skipped { why: "yes".to_owned() }
    };
    for (condition, reply, expected) in [
        ("x == 10", bulk("10"), true),
        ("x > 9", bulk("10"), true),
        ("x > \"9\"", bulk("10"), true),
        ("x > \"9a\"", bulk("10"), false),
        ("x == 10", bulk("010"), false),
        ("x <= -3", Reply::Int(-3), true),
        ("x < -3", Reply::Int(-3), false),
        ("x >= 9223372036854775807", bulk("9223372036854775807"), true),
        ("x == \"paid\"", bulk("paid"), true),
        ("x != \"paid\"", bulk("paid"), false),
        ("x == job.student", bulk("S1"), true),
        ("x == {job.student}", bulk("S1"), true),
        ("x == \"{job.student}-{job.course}\"", bulk("S1-C9"), true),
        ("x == {job.student}-{job.course}", bulk("S1-C9"), true),
        ("x == token", bulk("tok-a"), true),
        ("worker < now", Reply::Nil, true),
        ("x == nil", Reply::Nil, true),
        ("x != nil", Reply::Nil, false),
        ("nil == nil", Reply::Nil, true),
        ("x == \"\"", Reply::Nil, false),
        ("x != 5", Reply::Nil, true),
        ("x < 5", Reply::Nil, false),
        ("x >= nil", Reply::Nil, false),
        ("x == nil", Reply::Array(vec![]), false),
        ("x", Reply::Array(vec![]), false),
        ("not x", Reply::Nil, true),
        ("not \"\"", Reply::Nil, false),
        ("job.id == 7", Reply::Nil, true),
    ] {
        assert_eq!(holds(condition, reply.clone()), expected, "{condition} with {reply:?}");
    }
}

#[test]
fn branches_nest_and_a_variable_of_the_other_branch_is_nil() {
    let source = "
        if job.id == 7
          if job.card == 1
            a = GET a
          else
            b = GET b
          end
          GET c
        else
          GET d
        end
        if a == nil
          GET e
        end
        if not b
          GET f
        end";
    sends(source, [], &["GET b", "GET c", "GET e"], Executed::Done);
}

#[test]
fn an_atomic_block_is_one_step_with_its_conditions_inside() {
    let source = "
        atomic
          fresh = SADD seen {job.id}
          if fresh
            seats = DECR seats
          else
            GET seats
          end
        end
        if seats
          skip \"{seats} left\"
        end";
    let (program, job) = (program(source), usual_job());
    let ctx = context(&job);
    let mut frame = Frame::start(&program, &ctx);
    assert_eq!(frame.at(&program, &ctx), At::Atomic { line: 2, last_line: 9 });
    assert_eq!(frame.at(&program, &ctx).to_string(), "atomic (lines 2 to 9)");
    let mut env = Recorder::answering([Reply::Int(1), Reply::Int(29)]);
    assert_eq!(frame.execute(&program, &ctx, &mut env), Executed::Next { reply: Value::Int(29) });
    assert_eq!(env.asked, ["SADD seen 7", "DECR seats"]);
    assert_eq!(frame.at(&program, &ctx), At::Skip { line: 11, why: "29 left".to_owned() });
    sends(source, [Reply::Int(0), bulk("30")], &["SADD seen 7", "GET seats"], Executed::Done);
}

#[test]
fn an_error_inside_atomic_stops_there_and_leaves_the_frame_where_it_was() {
    let (program, job) = (program("atomic\n a = INCR x\n INCR y\n INCR z\nend"), usual_job());
    let ctx = context(&job);
    let mut env = Recorder::answering([Reply::Int(1), Reply::Error("WRONGTYPE no".to_owned())]);
    let mut frame = Frame::start(&program, &ctx);
    let before = frame.clone();
    let error = Executed::Error { line: 3, message: "WRONGTYPE no".to_owned() };
    assert_eq!(frame.execute(&program, &ctx, &mut env), error);
    assert_eq!(env.asked, ["INCR x", "INCR y"]);
    assert_eq!(frame, before);
}

#[test]
fn an_error_reply_or_a_refusal_is_thrown() {
    let error = |line, message: &str| Executed::Error { line, message: message.to_owned() };
    sends("\nINCR k\nGET k", [Reply::Error("ERR no".to_owned())], &["INCR k"], error(2, "ERR no"));
    let env = Recorder { refusal: Some("card declined"), ..Recorder::default() };
    let (asked, end) = run_with("charge a 5\nGET k", &usual_job(), env);
    assert_eq!((asked, end), (vec!["charge a 5".to_owned()], error(1, "card declined")));
}

#[test]
fn trouble_is_seen_before_anything_is_sent() {
    let trouble = |source: &str, reply: Reply| {
        let (program, job) = (program(source), job(&[("card", "4242"), ("amount", "12.50")]));
        let ctx = context(&job);
        let mut env = Recorder::answering([reply]);
        let mut frame = Frame::start(&program, &ctx);
        if source.starts_with("x =") {
            let _ = frame.execute(&program, &ctx, &mut env);
        }
        let asked = env.asked.len();
        let At::Trouble { line, error } = frame.at(&program, &ctx) else { panic!("no trouble in {source}") };
        assert_eq!(frame.line(&program), Some(line));
        let message = error.to_string();
        assert_eq!(frame.execute(&program, &ctx, &mut env), Executed::Error { line, message });
        assert_eq!(env.asked.len(), asked, "{source}");
        error
    };
    let (name, list) = (|| "x".to_owned(), Reply::Array(vec![Reply::Int(1)]));
    assert_eq!(trouble("x = GET k\nSET k {x}", Reply::Nil), RuntimeError::NilInWord(name()));
    assert_eq!(trouble("x = GET k\nSET k a{x}", list.clone()), RuntimeError::ListInWord(name()));
    assert_eq!(trouble("x = GET k\nif x == 1\nend", list), RuntimeError::ListCompared);
    assert_eq!(trouble("GET {job.course}", Reply::Nil), RuntimeError::NoField("course".to_owned()));
    assert_eq!(trouble("if job.course\nend", Reply::Nil), RuntimeError::NoField("course".to_owned()));
    assert_eq!(trouble("charge a {job.amount}", Reply::Nil), RuntimeError::BadAmount(Bytes::from("12.50")));
}

#[test]
fn an_amount_is_a_positive_whole_number_when_it_runs() {
    for amount in ["0", "-5", "", "5.0", "0x5", "1e3", " 5", "99999999999999999999"] {
        let env = Recorder::default();
        let (asked, end) = run_with("charge a {job.amount}", &job(&[("amount", amount)]), env);
        let message = format!("the amount must be a positive whole number of cents, not {amount:?}");
        assert_eq!((asked.len(), end), (0, Executed::Error { line: 1, message }));
    }
}

#[test]
fn a_word_is_limited_after_interpolation() {
    let run_long = |length: usize| {
        let long = "x".repeat(length);
        run_with("GET a:{job.card}", &job(&[("card", &long)]), Recorder::default()).1
    };
    assert_eq!(run_long(1022), Executed::Done);
    let message = "a word is 1025 bytes after interpolation; the playground's limit is 1024".to_owned();
    assert_eq!(run_long(1023), Executed::Error { line: 1, message });
}

#[test]
fn a_reply_too_large_to_keep_is_thrown_after_the_command_ran() {
    let large = || bulk(&"v".repeat(16_385));
    let message =
        "the reply for x takes 16385 bytes; the playground's limit for a variable is 16384".to_owned();
    sends("x = GET k\nGET l", [large()], &["GET k"], Executed::Error { line: 1, message });
    sends("GET k\nGET l", [large()], &["GET k", "GET l"], Executed::Done);
    sends("x = GET k\nGET l", [bulk(&"v".repeat(16_384))], &["GET k", "GET l"], Executed::Done);
    let nested = (0..9).fold(Reply::Nil, |inner, _| Reply::Array(vec![inner]));
    let message = "the reply is nested more than 8 deep".to_owned();
    sends("GET k", [nested], &["GET k"], Executed::Error { line: 1, message });
}

#[test]
fn fail_ends_the_handler_as_failed_and_reasons_show_nil_and_lists() {
    let failed = |why: &str| Executed::Failed { why: why.to_owned() };
    sends(
        "x = GET k\nfail \"left: {x}, job {job.id}\"",
        [Reply::Nil],
        &["GET k"],
        failed("left: (nil), job 7"),
    );
    let list = Reply::Array(vec![Reply::Int(1), bulk("a"), Reply::Nil]);
    sends("x = GET k\nfail {x}\nGET l", [list], &["GET k"], failed("[1, \"a\", (nil)]"));
}

#[test]
fn the_statements_of_a_program_are_its_steps() {
    let source =
        "x = GET a\natomic\n GET b\n GET c\nend\nif x\n charge a 5\nelse\n skip a\nend\nfail b\n# c\n";
    let program = program(source);
    let statements: Vec<_> = program.statements().map(|s| (s.line, s.kind, s.last_line)).collect();
    let expected = [
        (1, StatementKind::Redis, 1),
        (2, StatementKind::Atomic, 5),
        (7, StatementKind::Outside, 7),
        (9, StatementKind::Skip, 9),
        (11, StatementKind::Fail, 11),
    ];
    assert_eq!(statements, expected);
    assert_eq!((program.is_empty(), program.source()), (false, source));
}

#[test]
fn a_recipe_without_steps_is_done_at_once() {
    for source in ["", "\n\n", "# nothing", "if job.id\nelse\nend", " \t\r\n"] {
        assert!(program(source).is_empty(), "{source:?}");
        sends(source, [], &[], Executed::Done);
    }
}

#[test]
fn programs_are_equal_by_their_text() {
    let (a, b, c) = (program("GET k"), program("GET k"), program("GET k "));
    assert_eq!(a, b);
    assert_ne!(a, c);
    let print = crate::base::fingerprint::<Program>;
    assert_eq!(print(&a), print(&b));
    assert_ne!(print(&a), print(&c));
}

#[test]
fn line_ends_and_comments_do_not_reach_the_store() {
    sends(
        "GET a\r\n  # GET b\r\nGET c # why\r\nGET d#e\r\nGET \"#f\"",
        [],
        &["GET a", "GET c", "GET d#e", "GET \"#f\""],
        Executed::Done,
    );
}

#[test]
fn long_values_are_shown_short() {
    let text = Value::Str(Bytes::from("x".repeat(100)));
    assert_eq!(text.to_string(), format!("\"{}\"… (100 bytes)", "x".repeat(64)));
    let list = Value::List((1..=10).map(Value::Int).collect());
    assert_eq!(list.to_string(), "[1, 2, 3, 4, 5, 6, 7, 8, … 2 more]");
    assert_eq!(Value::Str(Bytes::from(&b"a\x00\"\xff\xc3\xa9\n"[..])).to_string(), "\"a\\x00\\\"\\xffé\\n\"");
}

#[test]
fn the_stores_own_replies_decide_the_branches() {
    struct Store(crate::store::Db);
    impl Env for Store {
        fn redis(&mut self, argv: &[Bytes]) -> Reply {
            self.0.exec(Millis(0), argv)
        }
        fn outside(&mut self, call: &OutsideCall) -> Result<Value, String> {
            Ok(Value::Str(Bytes::from(call.verb.name())))
        }
        fn sql(&mut self, _: &Statement, _: &[Datum]) -> Outcome {
            unreachable!("this recipe holds no SQL")
        }
    }
    let (program, job) = (program(GUARDED), usual_job());
    let ctx = context(&job);
    let mut env = Store(crate::store::Db::default());
    let mut handle = || {
        let mut frame = Frame::start(&program, &ctx);
        let mut replies = Vec::new();
        loop {
            match frame.execute(&program, &ctx, &mut env) {
                Executed::Next { reply } => replies.push(reply.to_string()),
                end => return (replies, end),
            }
        }
    };
    assert_eq!(handle(), (vec!["\"OK\"".to_owned(), "\"charge\"".to_owned()], Executed::Done));
    assert_eq!(handle(), (vec!["(nil)".to_owned()], Executed::Skipped { why: "already done".to_owned() }));
}
