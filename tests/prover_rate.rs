//! How many transitions the prover takes per second on one thread, natively and in the browser. Prints a figure and
//! asserts none: `./dev bench` runs it both ways.

use redeliver::catalogue::catalogue;
use redeliver::explore::{Bound, Search};

/// Transitions before the measurement begins, so that it starts in the thick of the search.
const WARM_UP: usize = if cfg!(debug_assertions) { 1_500 } else { 60_000 };
/// Transitions measured.
const MEASURED: usize = if cfg!(debug_assertions) { 3_000 } else { 120_000 };

#[cfg(not(target_arch = "wasm32"))]
fn now_ms() -> f64 {
    use std::time::{SystemTime, UNIX_EPOCH};
    SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs_f64() * 1_000.0
}

#[cfg(target_arch = "wasm32")]
fn now_ms() -> f64 {
    js_sys::Date::now()
}

fn say(text: &str) {
    #[cfg(not(target_arch = "wasm32"))]
    println!("{text}");
    #[cfg(target_arch = "wasm32")]
    wasm_bindgen_test::console_log!("{text}");
}

fn measure(id: &str, consumer: &str, orders: u8, faults: u8) {
    let scenario = catalogue().into_iter().find(|it| it.id == id).expect("it is shipped");
    let index = scenario.consumer(consumer).expect("it is shipped");
    let bound = Bound { orders, faults, ..Bound::default() };
    let mut search = Search::new(&scenario, index, bound);
    search.run(WARM_UP);
    let (before, start) = (search.transitions(), now_ms());
    search.run(MEASURED);
    let (taken, seconds) = (search.transitions() - before, (now_ms() - start) / 1_000.0);
    assert_eq!(taken, MEASURED as u64, "there is that much to do here");
    #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
    let rate = taken as f64 / seconds;
    say(&format!(
        "prover: {rate:.0} transitions a second, {} states, {} bytes a state ({id}, {consumer}: 2 workers, {orders} jobs, {faults} faults)",
        search.states(),
        search.bytes() / search.states()
    ));
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn the_prover_takes_transitions_of_the_marker_guarded_charge() {
    measure("charge", "marker", 3, 3);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn the_prover_takes_transitions_of_a_transaction_on_tables() {
    measure("balance", "key", 2, 2);
}

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
