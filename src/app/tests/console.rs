//! The Redis prompt: commands are actions, and the prompt helps to write them.

use crate::app::{App, ConsoleMsg, Msg};

const SUMMARIES: &str = include_str!("../../../static/commands.txt");

fn say(app: &mut App, msg: ConsoleMsg) {
    app.update(Msg::Console(msg));
}

fn type_(app: &mut App, text: &str) {
    say(app, ConsoleMsg::Type(text.to_owned()));
}

fn send(app: &mut App, line: &str) {
    type_(app, line);
    say(app, ConsoleMsg::Send);
}

/// The log, a line and its answer each.
fn log(app: &App) -> Vec<(String, String)> {
    app.view().console.entries.iter().map(|it| (it.line.clone(), it.answer.clone())).collect()
}

fn prompt(app: &App) -> String {
    app.view().console.text.clone()
}

#[test]
fn a_typed_command_is_an_action_that_can_be_taken_back_and_shared() {
    let mut app = App::new();
    send(&mut app, "SET a 'b c'");
    send(&mut app, "get a");
    assert_eq!(
        log(&app),
        [("SET a 'b c'".to_owned(), "OK".to_owned()), ("get a".to_owned(), "\"b c\"".to_owned())]
    );
    let link = app.link().expect("it is short");
    app.update(Msg::Back);
    app.update(Msg::Back);
    assert_eq!(log(&app), []);
    assert!(app.world().db().get(b"a").is_none());
    app.update(Msg::Forward);
    assert_eq!(log(&app).len(), 1);
    let shared = App::open(&link);
    assert_eq!(log(&shared).len(), 2);
    assert!(shared.world().db().get(b"a").is_some());
}

#[test]
fn an_answer_is_written_as_redis_cli_does() {
    let mut app = App::new();
    for line in ["RPUSH l x y", "LRANGE l 0 -1", "GET none", "INCR l", "NOSUCH"] {
        send(&mut app, line);
    }
    let answers: Vec<String> = log(&app).into_iter().map(|(_, answer)| answer).collect();
    assert_eq!(answers[..3], ["(integer) 2", "1) \"x\"\n2) \"y\"", "(nil)"]);
    assert!(answers[3].starts_with("(error) WRONGTYPE "));
    assert!(answers[4].starts_with("(error) ERR unknown command 'NOSUCH'"));
    let view = app.view();
    let errors: Vec<bool> = view.console.entries.iter().map(|it| it.error).collect();
    assert_eq!(errors, [false, false, false, true, true]);
}

#[test]
fn several_lines_are_sent_one_by_one_and_the_last_one_waits() {
    let mut app = App::new();
    type_(&mut app, "SET a 1\r\n\n  INCR a\nGET a");
    let sent: Vec<String> = log(&app).into_iter().map(|(line, _)| line).collect();
    assert_eq!((sent, prompt(&app)), (vec!["SET a 1".to_owned(), "INCR a".to_owned()], "GET a".to_owned()));
    assert_eq!(app.view().timeline.length, 2);
}

#[test]
fn a_line_that_is_no_command_says_why_and_the_next_ones_are_sent() {
    let mut app = App::new();
    type_(&mut app, "GET \"a\nSET b 1\n");
    let expected = "The line was not sent: column 5: this \" is never closed.";
    let told = log(&app);
    assert_eq!(told, [("SET b 1".to_owned(), "OK".to_owned()), ("GET \"a".to_owned(), expected.to_owned())]);
    assert!(app.view().notice.is_none(), "the log says it");
    send(&mut app, &["SET c ", &"x".repeat(5_000)].concat());
    assert!(log(&app)[1].1.contains("it has 5006 bytes; the prompt takes 4096"));
    send(&mut app, "GET b");
    assert_eq!(log(&app).len(), 2);
}

#[test]
fn earlier_lines_come_back_in_order() {
    let mut app = App::new();
    for line in ["SET a 1", "GET a", "GET a", "GET \""] {
        send(&mut app, line);
    }
    let mut seen = Vec::new();
    for _ in 0..4 {
        say(&mut app, ConsoleMsg::Older);
        seen.push(prompt(&app));
    }
    assert_eq!(seen, ["GET \"", "GET a", "SET a 1", "SET a 1"]);
    say(&mut app, ConsoleMsg::Newer);
    assert_eq!(prompt(&app), "GET a");
    say(&mut app, ConsoleMsg::Newer);
    say(&mut app, ConsoleMsg::Newer);
    assert_eq!(prompt(&app), "");
}

#[test]
fn commands_and_keys_are_completed_and_the_usage_shows() {
    let mut app = App::new();
    type_(&mut app, "hge");
    assert_eq!(app.view().console.offers, ["HGET", "HGETALL"]);
    say(&mut app, ConsoleMsg::Complete);
    assert_eq!(prompt(&app), "HGET ");
    let console = app.view().console;
    assert_eq!((console.usage, console.arity.as_str()), ("HGET key field", "takes 2 arguments"));
    assert_eq!(console.summary, "");
    say(&mut app, ConsoleMsg::Summaries(SUMMARIES.to_owned()));
    assert_eq!(app.view().console.summary, "Answers a field.");
    assert_eq!(console.offers, [""; 0]);
    type_(&mut app, "HGET emq:charges:w");
    assert_eq!(app.view().console.offers, ["emq:charges:wait"]);
    say(&mut app, ConsoleMsg::Quiet);
    assert_eq!(app.view().console.offers, [""; 0]);
    type_(&mut app, "HGET emq:charges:wait");
    assert_eq!(app.view().console.offers, [""; 0], "there is nothing to add");
    type_(&mut app, "HGET a b c");
    assert_eq!(app.view().console.arity, "takes no more than 2 arguments");
    type_(&mut app, "DEL");
    assert_eq!(app.view().console.arity, "takes at least 1 argument");
    type_(&mut app, "DEL a");
    assert_eq!(app.view().console.arity, "");
}

#[test]
fn a_queue_emptied_by_hand_is_told_as_it_is() {
    let mut app = App::new();
    send(&mut app, "FLUSHALL");
    let view = app.view();
    assert_eq!(view.verdict.lines[0].text, "Order 1: delivered 0×, charged 0×. Lost.");
    assert!(view.timeline.columns[0].text.contains("You type FLUSHALL → OK"));
}

#[test]
fn every_command_has_a_line_that_says_what_it_does() {
    let told: Vec<&str> = SUMMARIES.lines().filter_map(|line| Some(line.split_once(' ')?.0)).collect();
    let names: Vec<&str> = crate::store::commands().iter().map(|spec| spec.name).collect();
    assert_eq!(told, names);
    assert!(SUMMARIES.lines().all(|line| line.ends_with('.')));
}
