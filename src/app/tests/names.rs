//! Beginnings by name in the address: what a person writes by hand, or a page that embeds the playground.

use crate::app::App;

use super::verdict;

/// The scenario and the consumer that a fragment opens, by id, and the message that comes with it.
fn opened(fragment: &str) -> (String, String, Option<String>) {
    let app = App::open(fragment);
    let scenario = app.world().scenario();
    let consumer = scenario.consumers[app.world().consumer()].id.clone();
    let notice = app.view().notice.as_ref().map(|it| it.text.clone());
    (scenario.id.clone(), consumer, notice)
}

#[test]
fn a_scenario_and_a_consumer_are_opened_by_name_without_a_word() {
    let cases = [
        ("scenario=light", "light", "toggle"),
        ("scenario=charge&consumer=marker", "charge", "marker"),
        ("consumer=provider-key", "charge", "provider-key"),
        ("#consumer=lease&scenario=charge", "charge", "lease"),
    ];
    for (fragment, scenario, consumer) in cases {
        assert_eq!(opened(fragment), (scenario.to_owned(), consumer.to_owned(), None), "{fragment}");
    }
}

#[test]
fn a_beginning_by_name_keeps_the_guide_and_makes_an_ordinary_link() {
    let app = App::open("scenario=charge&consumer=marker");
    assert!(app.view().guide.is_some());
    assert_eq!(verdict(&app).0, verdict(&App::new()).0);
    let link = app.link().expect("it fits");
    assert!(link.starts_with("v1."), "{link}");
    assert_eq!(App::open(&link).world(), app.world());
}

#[test]
fn names_that_are_not_here_explain_themselves_and_open_the_beginning() {
    let cases = [
        ("scenario=nothing", "a scenario called \"nothing\""),
        ("scenario=charge&consumer=nobody", "a consumer called \"nobody\""),
        ("scenario=charge&colour=red", "\"colour=r\""),
        ("scenario", "\"scenario\""),
        ("lesson=first", "\"lesson=f\""),
    ];
    for (fragment, said) in cases {
        let (scenario, consumer, notice) = opened(fragment);
        assert_eq!((scenario.as_str(), consumer.as_str()), ("charge", "naive"), "{fragment}");
        let notice = notice.unwrap_or_else(|| panic!("{fragment}: no message"));
        assert!(notice.contains(said), "{fragment}: {notice}");
        assert!(notice.ends_with("The page opened at its beginning instead."), "{fragment}: {notice}");
    }
}
