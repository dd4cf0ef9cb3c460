//! The bytes of links, and that what goes in comes out.

use super::bytes::{Damaged, Reader, Writer};
use super::*;
use crate::base::SplitMix64;
use crate::sim::{Enqueue, JobNo, WorkerId};

fn charge() -> Arc<Scenario> {
    known("charge", &catalogue::catalogue()).expect("it is shipped")
}

fn numbers(number: u32) -> Vec<u8> {
    let mut writer = Writer(Vec::new());
    writer.number(number);
    writer.0
}

fn word(rng: &mut SplitMix64) -> String {
    let characters = ['a', 'b', ' ', '\n', '"', '\0', 'é', '→', '💳'];
    (0..rng.below(300)).map(|_| characters[rng.below(9) as usize]).collect()
}

/// An action of this kind, by the number that links have for it.
fn action(kind: u64, scenario: &Scenario, rng: &mut SplitMix64) -> Action {
    // Of every length, the greatest among them.
    let number = u32::MAX >> rng.below(32);
    let (worker, job, on) = (WorkerId(number as u8), JobNo(number as u16), number & 2 == 0);
    match kind {
        0 => Action::Step(worker),
        1 => Action::lose_request(worker),
        2 => Action::lose_reply(worker),
        3 => Action::crash(worker),
        4 => Action::freeze(worker),
        5 => Action::Thaw(worker),
        6 => Action::Restart(worker),
        7 => Action::Enqueue(Enqueue { fields: (0..rng.below(4)).map(|_| (word(rng), word(rng))).collect() }),
        8 => Action::EnqueueAgain(job),
        9 => Action::redeliver(job),
        10 => Action::NextTimer,
        11 => Action::Advance(number),
        12 => Action::SetConsumer(rng.below(scenario.consumers.len() as u64) as u8),
        13 => Action::SetRecipe(word(rng).into()),
        14 => Action::CrashAfter { line: number, on },
        15 => Action::AckFirst(on),
        _ => Action::Command(word(rng).into()),
    }
}

#[test]
fn what_a_link_is_made_of_comes_out_of_it() {
    let (scenario, catalogue, mut rng) = (charge(), catalogue::catalogue(), SplitMix64::new(1));
    for round in 0..300 {
        let count = rng.below(40);
        let actions: Vec<Action> = (0..count).map(|_| action(rng.below(17), &scenario, &mut rng)).collect();
        let workers = 1 + rng.below(u64::from(MAX_WORKERS)) as u8;
        let consumer = rng.below(scenario.consumers.len() as u64) as usize;
        let link = encode(&scenario, None, workers, consumer, &actions).expect("it fits");
        let found = decode(&link, &catalogue).expect("it is whole");
        let expected = Link { scenario: scenario.clone(), file: None, workers, consumer, actions };
        assert_eq!(found, expected, "round {round}");
    }
}

#[test]
fn a_consumer_set_first_is_not_the_one_the_world_begins_with() {
    let (scenario, catalogue, actions) = (charge(), catalogue::catalogue(), [Action::SetConsumer(2)]);
    for (workers, consumer) in [(WORKERS, 0), (1, 0), (WORKERS, 1), (1, 1)] {
        let link = encode(&scenario, None, workers, consumer, &actions).expect("it fits");
        let found = decode(&link, &catalogue).expect("it is whole");
        assert_eq!((found.workers, found.consumer), (workers, consumer));
        assert_eq!(found.actions, actions, "{workers} workers, beginning with consumer {consumer}");
    }
}

#[test]
fn the_bytes_of_every_kind_of_action_are_those_of_the_first_links() {
    let scenario = charge();
    let id = scenario.consumers[1].id.as_bytes();
    let fields = vec![("a".to_owned(), "bc".to_owned())];
    let consumer = [&[12, id.len() as u8], id].concat();
    let all: [(Action, &[u8]); 17] = [
        (Action::Step(WorkerId(0)), &[0, 0]),
        (Action::lose_request(WorkerId(1)), &[1, 1]),
        (Action::lose_reply(WorkerId(2)), &[2, 2]),
        // A byte stays one byte.
        (Action::crash(WorkerId(200)), &[3, 200]),
        (Action::freeze(WorkerId(0)), &[4, 0]),
        (Action::Thaw(WorkerId(0)), &[5, 0]),
        (Action::Restart(WorkerId(0)), &[6, 0]),
        (Action::Enqueue(Enqueue { fields }), &[7, 1, 1, b'a', 2, b'b', b'c']),
        (Action::EnqueueAgain(JobNo(300)), &[8, 0xac, 2]),
        (Action::redeliver(JobNo(u16::MAX)), &[9, 0xff, 0xff, 3]),
        (Action::NextTimer, &[10]),
        (Action::Advance(1000), &[11, 0xe8, 7]),
        (Action::SetConsumer(1), &consumer),
        (Action::SetRecipe("é".into()), &[13, 2, 0xc3, 0xa9]),
        (Action::CrashAfter { line: 128, on: true }, &[14, 0x80, 1, 1]),
        (Action::AckFirst(false), &[15, 0]),
        (Action::Command("GET é".into()), &[17, 6, b'G', b'E', b'T', b' ', 0xc3, 0xa9]),
    ];
    for (action, bytes) in all {
        let mut writer = Writer(Vec::new());
        writer.action(&scenario, &action);
        assert_eq!(writer.0, bytes, "{action:?}");
        assert_eq!(Reader(bytes).action(&scenario), Ok(action.clone()));
        for end in 0..bytes.len() {
            let cut = Reader(&bytes[..end]).action(&scenario);
            assert_eq!(cut, Err(LinkError::Damaged), "{action:?} cut at {end}");
        }
    }
}

#[test]
fn the_link_of_version_1_holds_the_bytes_that_are_written_today() {
    let payload = crate::app::tests::VERSION_1.strip_prefix(PREFIX).expect("it is one");
    let old = decode(crate::app::tests::VERSION_1, &catalogue::catalogue()).expect("it opens");
    let new = encode(&old.scenario, None, old.workers, old.consumer, &old.actions).expect("it fits");
    assert_eq!(unpack(&new[PREFIX.len()..]), unpack(payload));
}

#[test]
fn a_number_takes_a_byte_for_every_seven_bits() {
    for (number, bytes) in [
        (0, &[0][..]),
        (127, &[127]),
        (128, &[0x80, 1]),
        (16_383, &[0xff, 0x7f]),
        (16_384, &[0x80, 0x80, 1]),
        (u32::MAX, &[0xff, 0xff, 0xff, 0xff, 15]),
    ] {
        assert_eq!(numbers(number), bytes, "{number}");
        assert_eq!(Reader(bytes).number(), Ok(number));
    }
}

#[test]
fn bytes_that_no_link_has_are_damage() {
    assert_eq!(Reader(&[0xff, 0xff, 0xff, 0xff, 16]).number(), Err(Damaged), "above 32 bits");
    assert_eq!(Reader(&[0x80, 0x80, 0x80, 0x80, 0x80, 0]).number(), Err(Damaged), "six bytes");
    assert_eq!(Reader(&[5, b'a']).text(), Err(Damaged), "longer than what is left");
    assert_eq!(Reader(&[0xff, 0xff, 0xff, 0xff, 15, b'a']).text(), Err(Damaged), "longer than memory");
    assert_eq!(Reader(&[1, 0xff]).text(), Err(Damaged), "not UTF-8");
    for (bytes, why) in [
        (&[15, 2][..], "neither yes nor no"),
        (&[8, 0x80, 0x80, 4], "a job above 16 bits"),
        (&[7, 0xff, 0xff, 0xff, 0xff, 15], "more fields than bytes"),
        (&[16, 2], "workers in the middle"),
        (&[17], "a kind of action that does not exist"),
    ] {
        assert_eq!(Reader(bytes).action(&charge()), Err(LinkError::Damaged), "{why}");
    }
    let gone = Reader(&[12, 2, b'n', b'o']).action(&charge());
    assert_eq!(gone, Err(LinkError::Consumer("no".to_owned())));
}

/// The link of this body, as version 1.
fn link(body: &[u8]) -> Result<Link, LinkError> {
    decode(&pack(PREFIX, body).expect("it fits"), &catalogue::catalogue())
}

#[test]
fn only_a_first_action_says_how_many_workers_there_are() {
    let begin = |actions: &[u8]| link(&[b"\x06charge", actions].concat());
    assert_eq!(begin(&[1, 16, 1]).map(|it| it.workers), Ok(1));
    assert_eq!(begin(&[1, 16, 0]), Err(LinkError::Damaged));
    assert_eq!(begin(&[1, 16, MAX_WORKERS + 1]), Err(LinkError::Damaged));
    assert_eq!(begin(&[2, 10, 16, 1]), Err(LinkError::Damaged));
    assert_eq!(begin(&[2, 10]), Err(LinkError::Damaged), "fewer actions than it says");
    assert_eq!(begin(&[0]).map(|it| it.workers), Ok(WORKERS));
    assert_eq!(begin(&[0, 0]), Err(LinkError::Damaged), "something after the last action");
    let sound = pack(PREFIX, b"\x06charge\x00").expect("it fits");
    let behind = [sound, "AAAA".to_owned()].concat();
    assert_eq!(decode(&behind, &catalogue::catalogue()), Err(LinkError::Damaged), "something after the end");
    assert_eq!(link(b"\x02no\x00"), Err(LinkError::Scenario("no".to_owned())));
}

#[test]
fn what_is_compressed_is_restored_and_repetitions_are_used() {
    let mut rng = SplitMix64::new(2);
    let restored = |bytes: &[u8]| {
        let deflated = deflate::deflate(bytes);
        let inflated = miniz_oxide::inflate::decompress_to_vec(&deflated).expect("it is RFC 1951's");
        assert_eq!(inflated, bytes);
        deflated.len()
    };
    assert_eq!(restored(&[]), 2);
    assert_eq!(restored(b"a"), 3);
    for letters in [1, 2, 4, 30, 256] {
        // Of one letter every length of a repetition comes up; of few, those of all distances.
        for length in (0..600).chain([70_000]) {
            let bytes: Vec<u8> = (0..length).map(|_| rng.below(letters) as u8).collect();
            restored(&bytes);
        }
    }
    assert_eq!(restored(&[7; 259]), 4, "one literal and the longest repetition");
    // The same random bytes again are found when they are not too far back, and only then.
    for (apart, most) in [(32_768, 36_000), (32_769, 70_000)] {
        let once: Vec<u8> = (0..apart).map(|_| rng.below(256) as u8).collect();
        let size = restored(&[&once[..], &once[..]].concat());
        assert!(size < most && size > most - 3_000, "{apart} apart: {size} bytes");
    }
}
