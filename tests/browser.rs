//! What must be the same in the browser as natively: run by wasm-bindgen-test in headless Chromium, and the
//! same constants by `cargo test`.

#[cfg(target_arch = "wasm32")]
#[path = "browser/dom.rs"]
mod dom;
mod schedule;

use redeliver::base::{Bytes, Millis, fingerprint};
use redeliver::catalogue;
use redeliver::explore::{Batch, Counts};

/// Values of every kind that worlds are made of, and the fingerprint each has on every target.
fn samples() -> Vec<(&'static str, u64, u64)> {
    vec![
        ("text", fingerprint("dedup:7"), 0xf93f_9b5a_6cd9_4efd),
        ("bytes", fingerprint(&Bytes::from("dedup:7")), 0x4588_7739_77ca_6713),
        ("moment", fingerprint(&Millis(86_400_000)), 0x6c45_f544_6383_edcd),
        ("usize", fingerprint(&7_usize), 0xae25_3598_b337_821e),
        ("negative isize", fingerprint(&-7_isize), 0x1409_b7df_a2cc_19c5),
        ("nested", fingerprint(&(1_u8, -2_i32, vec![Some('é'), None], [3_u16, 4])), 0x3bf5_9365_b8c7_ee3b),
        ("ordering", fingerprint(&std::cmp::Ordering::Less), 0x4f2d_b50f_1240_40cd),
    ]
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn fingerprints_are_the_same_natively_and_in_the_browser() {
    for (what, found, expected) in samples() {
        assert_eq!(found, expected, "the fingerprint of a {what} is {found:#018x}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn the_golden_session_has_the_same_digest_natively_and_in_the_browser() {
    assert_eq!(schedule::golden_digest(), schedule::GOLDEN);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_batch_counts_the_same_natively_and_in_the_browser() {
    let charge =
        catalogue::catalogue().into_iter().find(|it| it.id == catalogue::FIRST).expect("it is shipped");
    let mut batch = Batch::new(&charge, 0, 7, 100_000, 100_000);
    while !batch.run(10_000) {}
    let expected = Counts {
        jobs: 100_000,
        deliveries: 110_850,
        redelivered: 9_951,
        duplicated: 8_030,
        lost: 0,
        stuck: 10,
        extra: 8_622,
    };
    assert_eq!((batch.counts(), batch.schedules()), (expected, 209));
}

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
