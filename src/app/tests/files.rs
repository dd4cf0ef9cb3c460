//! Scenario files on the page: opened, refused, proven, shared.

use crate::app::{App, Dimension, MAX_LINK, Msg, ProofMsg};
use crate::catalogue::file::MAX_BYTES;

use super::{choose, let_play, press_all, prove_to_the_end, verdict};

const REFUND: &str = include_str!("../../../docs/examples/refund.scenario.json");

fn open(app: &mut App, text: &str) {
    app.update(Msg::OpenFile { name: "my.json".to_owned(), text: text.to_owned() });
}

fn notice(app: &App) -> String {
    app.view().notice.as_ref().map_or(String::new(), |it| it.text.clone())
}

/// The titles in the picker, the chosen one marked.
fn picker(app: &App) -> Vec<String> {
    let view = app.view();
    let mark = |chosen| if chosen { "*" } else { "" };
    view.scenario.scenarios.iter().map(|it| format!("{}{}", mark(it.chosen), it.title)).collect()
}

fn refund_called(id: &str, title: &str) -> String {
    let text = REFUND.replace("\"id\": \"refund\"", &format!("\"id\": \"{id}\""));
    text.replace("\"title\": \"Refund\"", &format!("\"title\": \"{title}\""))
}

/// Opens the proof with a bound that is quickly covered.
fn prove_with_one_fault(app: &mut App) {
    app.update(Msg::Proof(ProofMsg::Prove));
    app.update(Msg::Proof(ProofMsg::Number(Dimension::Faults, 1)));
    prove_to_the_end(app);
}

#[test]
fn a_scenario_file_joins_the_picker_and_is_proven() {
    let mut app = App::new();
    let shipped = picker(&app).len();
    open(&mut app, REFUND);
    assert_eq!(notice(&app), "Opened my.json: Refund.");
    assert_eq!(picker(&app)[shipped..], ["*Refund"]);
    assert_eq!(app.file(), Some(REFUND));
    prove_with_one_fault(&mut app);
    let proof = app.view().proof.expect("it is open");
    assert_eq!(proof.subject, "Refund: Status after");
    assert_eq!(proof.verdict, "This consumer can duplicate the effect.");
    app.update(Msg::Proof(ProofMsg::Replay(crate::explore::Violation::Duplicate)));
    let_play(&mut app);
    assert_eq!(verdict(&app).0, "Order 1: delivered 2×, refunded 2×. Duplicated.");
    app.update(Msg::Scenario(0));
    assert_eq!(app.file(), None);
    assert_eq!(picker(&app)[shipped..], ["Refund"]);
}

#[test]
fn a_broken_file_is_told_by_line_and_field_and_what_is_open_stays() {
    let mut app = App::new();
    choose(&mut app, "Marker-guarded");
    press_all(&mut app, &["Step", "Step"]);
    let before = app.world().clone();
    open(&mut app, &REFUND.replace("{job.order}", "{job.ordre}"));
    assert_eq!(
        notice(&app),
        "my.json was not opened. consumers[0].recipe[0]: line 29, column 31: the job has no field ordre; it has id, order, amount. Card charge stays open as it was."
    );
    assert!(app.view().notice.expect("said").problem);
    assert_eq!(app.world(), &before);
    assert_eq!(picker(&app).len(), App::new().view().scenario.scenarios.len());
    for nonsense in ["", "{", "\u{0}", "[[[[[[", &" ".repeat(MAX_BYTES + 1)] {
        open(&mut app, nonsense);
        assert!(notice(&app).contains("line 1, column "), "{}", notice(&app));
    }
}

#[test]
fn a_file_opened_again_takes_its_earlier_place_and_proves_anew() {
    let mut app = App::new();
    prove_with_one_fault(&mut app);
    open(&mut app, REFUND);
    prove_to_the_end(&mut app);
    let cell = |app: &App| app.view().proof.expect("open").matrices[0].rows[0].cells[0].word;
    assert_eq!(cell(&app), "duplicates");
    let mended =
        REFUND.replace("\"POST /refunds {job.amount}\"", "\"POST /refunds {job.amount} key {job.order}\"");
    open(&mut app, &mended);
    assert_eq!(picker(&app).iter().filter(|it| it.ends_with("Refund")).count(), 1);
    prove_to_the_end(&mut app);
    assert_eq!(cell(&app), "once");
}

#[test]
fn of_too_many_files_the_last_ones_place_is_taken_and_that_is_said() {
    let mut app = App::new();
    let shipped = picker(&app).len();
    for n in 1..=9 {
        open(&mut app, &refund_called(&format!("mine-{n}"), &format!("Mine {n}")));
    }
    assert_eq!(notice(&app), "Opened my.json: Mine 9. There is no more room: Mine 8 is gone.");
    assert_eq!(picker(&app).len(), shipped + 8);
    assert_eq!(picker(&app)[shipped + 6..], ["Mine 7", "*Mine 9"]);
}

#[test]
fn a_link_brings_the_scenario_along_to_a_page_without_the_file() {
    let mut app = App::new();
    open(&mut app, REFUND);
    press_all(&mut app, &["Step", "Step", "Step", "Crash worker 1"]);
    let link = app.link().expect("it fits");
    assert!(link.len() < 2_000, "{} characters", link.len());
    let opened = App::open(&link);
    assert_eq!(opened.world(), app.world());
    assert_eq!(notice(&opened), "Opened a shared session: Refund, 4 actions.");
    // A second opening on the same page does not fill the picker.
    let mut twice = opened.clone();
    twice.update(Msg::Open(link.clone()));
    assert_eq!(picker(&twice), picker(&opened));
    app.update(Msg::Share);
    let said = app.view().share.expect("it is open").text.clone();
    assert_eq!(said, "Refund, 4 actions. The link brings the scenario along.");
    for end in 1..link.len() {
        assert!(App::open(&link[..end]).view().notice.expect("said").problem, "cut at {end}");
    }
}

#[test]
fn a_scenario_too_long_for_a_link_is_said_to_be_needed() {
    // Random text, which deflates badly.
    let mut rng = crate::base::SplitMix64::new(3);
    let mut command = || {
        let digits: String = (0..16).map(|_| format!("{:016x}", rng.next_u64())).collect();
        format!("\"SADD seen {digits}\"")
    };
    let setup = (0..200).map(|_| command()).collect::<Vec<_>>().join(", ");
    let long = REFUND.replace("\"HSET refund:0 status done\"", &setup);
    let mut app = App::new();
    open(&mut app, &long);
    assert_eq!(notice(&app), "Opened my.json: Refund.");
    app.update(Msg::Share);
    let share = app.view().share.expect("it is open");
    assert!(share.fragment.len() < MAX_LINK);
    assert_eq!(
        share.text,
        "Refund, 0 actions. The scenario is too long for a link: whoever opens it has to open the scenario's file first."
    );
    let stranger = App::open(&share.fragment);
    assert!(
        notice(&stranger).contains("a scenario called \"refund\", which is not here: open its file first.")
    );
    let mut owner = App::new();
    open(&mut owner, &long);
    owner.update(Msg::Open(share.fragment.clone()));
    assert_eq!(notice(&owner), "Opened a shared session: Refund, 0 actions.");
}

#[test]
fn a_link_of_version_2_still_opens() {
    // Made by the first version of this page that put scenario files into links; it must open for ever.
    let opened = App::open(VERSION_2);
    assert_eq!(verdict(&opened).0, "Order 1: delivered 2×, refunded 2×. Duplicated.");
}

const VERSION_2: &str = "v2.ZVPNbtNAEG458PMWo-XAJQ1OS4USkUMFFemlRE0kDrRCG3scL7F3ze44ThTltXgVXofZdewQ0B6c_WZ2fr7vy_fyw-9fL3dijdYpo8Vo0BMqESNhMa10InqCFOXIwEMLuKoopN0ydCvjDH6YBZRy68BoBGMTtLCQ8Qoos6ZaZvxFHy9QE5TWrBVnvHEwmc-ncDO963PFnxVW2PV0jHDRe1kcsYtQmAOpwpwzRt92QjcJbWQt8wp9RLwWT_teF5eFqTSdJLy7jCIGBsPhkD_vL6_5wRMvhlSVPj6Z3c6haTyKwJGkykHC-wnOMiUxUVxnJyQRFiXx76ue8EubNPV4qjbIHA6iKNrvQ11Sehme5CZefaqspED2FWdEvQA-oMZ6rvzIg-uAct88x-ROE1qevcsu5GbWhD6GzUYD7sHMLrDhhQNLZmQkMqJS-MUwTTGmjkz0KjbYPVc4EdtWlLXKNmIqB-0zwI2MKd-y1DH2QOoEpINC6u0hxUGNFhlJ0EdYer5Je_CF81rHzF1V8CXMGqzWEHwhUwpCtoabNby3sDbk0Tnb6aAIT1ZbxRroMFBwWjOHD_kh-vA1k4Rsbn5jyjAR1MauvEmRauSnHqLadBvIpVTaT2oxViV6Pxz6jWHy-WiMHXu0H_baHwbiNypthxuP4VF4zzwKxgHcSpWMyNyiTLYdpSGKgfvpl9kc3rZjhPKNd_cc_NuS_3fuzNnZIOKL0mtpldTUcE248R64-Ucx1umoTo4pBZueeojJUMuM2n-bY1fxed6UeHF27s-r87Nn_vwB";

#[test]
fn a_byte_order_mark_in_front_of_a_file_or_a_recipe_is_passed_over() {
    let mut app = App::new();
    open(&mut app, &format!("\u{feff}{REFUND}"));
    assert_eq!(notice(&app), "Opened my.json: Refund.");
    let opened = App::open(&app.link().expect("it fits"));
    assert_eq!(opened.world(), app.world());
    app.update(Msg::Edit("\u{feff}skip \"x\"".to_owned()));
    assert_eq!(app.world().program().source(), "skip \"x\"");
}
