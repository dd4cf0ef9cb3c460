//! What each system does when it is asked again.

use super::*;

fn call(verb: Verb, target: &str, content: &str, option: Option<&str>) -> OutsideCall {
    OutsideCall { verb, target: target.into(), content: content.into(), option: option.map(Bytes::from) }
}

fn charge(amount: &str, key: Option<&str>) -> OutsideCall {
    call(Verb::Charge, "card-1", amount, key)
}

fn text(text: &str) -> Response {
    Ok(Value::Str(text.into()))
}

#[test]
fn the_systems_are_in_the_order_of_their_names_and_each_verb_is_for_one() {
    for (place, row) in SYSTEMS.iter().enumerate() {
        assert_eq!((row.system as usize, System::ALL[place]), (place, row.system));
    }
    for verb in Verb::ALL {
        assert_eq!(SYSTEMS.iter().filter(|row| row.verbs.contains(&verb)).count(), 1, "{verb:?}");
    }
}

/// An outside world and a clock.
#[derive(Default)]
struct Desk {
    outside: Outside,
    now: u64,
}

impl Desk {
    fn ask(&mut self, call: &OutsideCall) -> Answer {
        self.outside.call(Millis(self.now), OrderNo(1), call, false)
    }

    fn entries(&self, system: System) -> usize {
        self.outside.ledger(system).len()
    }
}

#[test]
fn a_second_call_with_the_same_key_gets_the_first_receipt_and_charges_nothing() {
    let mut desk = Desk::default();
    assert_eq!(desk.ask(&charge("4200", Some("order-1"))).result, text("ch_1"));
    let second = desk.ask(&charge("4200", Some("order-1")));
    assert_eq!(second, Answer { result: text("ch_1"), how: How::Replayed });
    assert_eq!(desk.entries(System::Card), 1);
}

#[test]
fn a_key_that_comes_back_with_another_request_is_refused_and_keeps_its_first_answer() {
    let mut desk = Desk::default();
    desk.ask(&charge("4200", Some("order-1")));
    let second = desk.ask(&charge("9900", Some("order-1")));
    assert_eq!(second, Answer::refusal("the key was used before with another request: refused"));
    assert_eq!(desk.ask(&charge("4200", Some("order-1"))).result, text("ch_1"));
    assert_eq!(desk.entries(System::Card), 1);
}

#[test]
fn a_key_in_use_is_a_conflict_for_the_second_and_the_conflict_is_not_stored() {
    let mut desk = Desk::default();
    let keyed = charge("4200", Some("order-1"));
    let conflict = desk.outside.call(Millis(0), OrderNo(1), &keyed, true);
    assert!(conflict.result.is_err_and(|why| why.starts_with("conflict")));
    assert_eq!(desk.ask(&keyed), Answer { result: text("ch_1"), how: How::First });
}

#[test]
fn a_declined_card_is_charged_nothing_and_the_decline_is_stored_under_the_key() {
    let mut desk = Desk::default();
    let declined = call(Verb::Charge, DECLINED_CARD, "4200", Some("order-1"));
    let first = desk.ask(&declined);
    assert!(first.result.as_ref().is_err_and(|why| why.starts_with("card_declined")), "{first:?}");
    assert_eq!(desk.ask(&declined), Answer { result: first.result, how: How::Replayed });
    assert_eq!(desk.entries(System::Card), 0);
}

#[test]
fn a_key_is_forgotten_after_its_retention_and_the_card_is_charged_again() {
    let mut desk = Desk::default();
    desk.ask(&charge("4200", Some("order-1")));
    desk.now = KEY_RETENTION - 1;
    desk.ask(&charge("4200", Some("order-1")));
    assert_eq!(desk.entries(System::Card), 1);
    desk.now = KEY_RETENTION;
    desk.ask(&charge("4200", Some("order-1")));
    assert_eq!(desk.entries(System::Card), 2);
}

#[test]
fn putting_the_same_body_twice_changes_the_resource_once() {
    let mut desk = Desk::default();
    let put = call(Verb::Put, "/users/123", "Ada", None);
    desk.ask(&put);
    desk.ask(&put);
    assert_eq!(desk.entries(System::Http), 1);
    assert_eq!(desk.outside.state(System::Http), [("/users/123".to_owned(), "Ada".to_owned())]);
}

#[test]
fn a_parcel_with_a_key_is_sent_once_and_one_without_every_time() {
    let mut desk = Desk::default();
    for option in [Some("parcel-1"), Some("parcel-1"), None, None] {
        desk.ask(&call(Verb::Ship, "1", "Main Street 5", option));
    }
    assert_eq!(desk.entries(System::Parcel), 3);
}

#[test]
fn an_event_that_a_stream_holds_is_not_authorized_again() {
    let mut desk = Desk::default();
    let authorize = call(Verb::Authorize, "course-7", "ana", None);
    assert_eq!(desk.ask(&authorize).result, Ok(Value::Int(0)));
    assert_eq!(desk.ask(&call(Verb::Append, "course-7", "ana", Some("0"))).result, text("ev_1"));
    assert_eq!(desk.ask(&authorize).result, Ok(Value::Nil));
    assert_eq!(desk.ask(&call(Verb::Authorize, "course-8", "ana", None)).result, Ok(Value::Int(0)));
}

#[test]
fn an_append_that_expects_another_version_is_refused_and_appends_nothing() {
    let mut desk = Desk::default();
    desk.ask(&call(Verb::Append, "course-7", "ana", Some("0")));
    let late = desk.ask(&call(Verb::Append, "course-7", "ben", Some("0")));
    assert_eq!(late.result, Err("conflict: version 0 was expected, the stream is at 1".to_owned()));
    assert_eq!(desk.ask(&call(Verb::Append, "course-7", "ben", Some("1"))).result, text("ev_2"));
    let events = desk.ask(&call(Verb::Read, "course-7", "", None)).result;
    assert_eq!(events, Ok(Value::List(["ana", "ben"].map(|it| Value::Str(it.into())).to_vec())));
    assert_eq!(desk.ask(&call(Verb::Version, "course-7", "", None)).result, Ok(Value::Int(2)));
}

#[test]
fn a_stream_folds_to_the_events_it_holds_however_often() {
    let mut desk = Desk::default();
    for event in ["ana", "ana", "ben"] {
        desk.ask(&call(Verb::Append, "course-7", event, None));
    }
    let folded = desk.outside.state(System::Events);
    assert_eq!(folded, [("course-7, version 3".to_owned(), "ana, ben".to_owned())]);
}
