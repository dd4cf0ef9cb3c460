//! Nothing a learner types and nothing a job holds makes the language panic, hang or mistake data for text.

use super::highlighting::assert_total;
use super::*;
use crate::base::SplitMix64;
use crate::recipe::lex::lex;
use crate::store::split_line;

const SEEDS: [&str; 4] = [
    "claimed = SET dedup:{job.id} 1 NX PX 86400000\nif claimed\n  charge {job.card} {job.amount} key {job.id}\n\
     else\n  skip \"already {claimed}\"\nend\n",
    "atomic\n  n = SADD 'r s' \"{job.student}\\x41\"\n  if not n\n    DEL a b\n  end\nend # done\nfail \"n is {n}\"\n",
    "v = GET k\nif v >= 10\nif v == \"a{worker}\"\nPOST /x '{{\"v\":{v}}}' key {token}\nend\nend\nPUT /é🔑 {now}\n",
    "x = email a b\nif x != nil\nappend s:{job.course} e\nelse\nSET k v KEEPTTL GET\nend\n",
];

const ALPHABET: &[char] = &[
    ' ', '\n', '"', '\'', '{', '}', '\\', '=', '#', '\0', '\r', '\t', 'x', '4', 'é', '🔑', '\u{2028}', '<',
    '.', '-',
];

/// Reads a text in every way, and runs it when it is a program.
fn exercise(source: &str) {
    assert_total(source);
    match parse_here(source) {
        Ok(program) => {
            let (job, mut steps) = (usual_job(), 0);
            let ctx = context(&job);
            let mut env = Recorder::answering([Reply::Nil, Reply::Int(1), Reply::Array(vec![Reply::Int(2)])]);
            let mut frame = Frame::start(&program, &ctx);
            while let Executed::Next { .. } = frame.execute(&program, &ctx, &mut env) {
                let _ = (frame.at(&program, &ctx).to_string(), frame.variables(&program).count());
                steps += 1;
                assert!(steps <= program.source().lines().count(), "at most one step a line");
            }
        }
        Err(errors) => {
            assert!((1..=limits::DIAGNOSTICS).contains(&errors.len()));
            assert!(errors.is_sorted_by_key(|error| (error.line, error.column)), "{errors:?}");
            for error in errors {
                let line = source.lines().nth(error.line as usize - 1).unwrap_or_default();
                let end = (error.column + error.length) as usize;
                assert!(
                    error.column >= 1 && error.length >= 1 && end <= line.chars().count() + 2,
                    "{error:?}"
                );
            }
        }
    }
}

#[test]
fn random_text_never_panics() {
    let mut rng = SplitMix64::new(1);
    for _ in 0..700 {
        let bytes: Vec<u8> = (0..rng.below(120)).map(|_| rng.below(256) as u8).collect();
        exercise(&String::from_utf8_lossy(&bytes));
        let text: String =
            (0..rng.below(60)).map(|_| ALPHABET[rng.below(ALPHABET.len() as u64) as usize]).collect();
        exercise(&text);
    }
}

#[test]
fn mutated_programs_never_panic() {
    let mut rng = SplitMix64::new(2);
    let mut pick = |bound: usize| rng.below(bound.max(1) as u64) as usize;
    for round in 0..2000 {
        let mut text: Vec<char> = SEEDS[round % SEEDS.len()].chars().collect();
        for _ in 0..=pick(4) {
            let at = pick(text.len());
            match pick(4) {
                0 => drop(text.splice(at..at + pick(text.len() - at), [])),
                1 => text.insert(at, ALPHABET[pick(ALPHABET.len())]),
                2 => {
                    let piece: Vec<char> = text[at..at + pick(text.len() - at)].to_vec();
                    text.splice(at..at, piece);
                }
                _ => {
                    let other = pick(text.len());
                    if !text.is_empty() {
                        text.swap(at, other);
                    }
                }
            }
        }
        exercise(&text.into_iter().collect::<String>());
    }
}

#[test]
fn the_programs_that_are_mutated_are_valid() {
    for source in SEEDS {
        let _ = program(source);
    }
}

#[test]
fn without_braces_and_comments_a_line_splits_as_redis_cli_splits_it() {
    let alphabet = ['a', 'x', '4', '1', ' ', '\t', '"', '\'', '\\', 'n', 'é'];
    let mut rng = SplitMix64::new(3);
    let mut accepted = 0;
    for _ in 0..4000 {
        let line: String =
            (0..rng.below(14)).map(|_| alphabet[rng.below(alphabet.len() as u64) as usize]).collect();
        let lexed = lex(&line);
        match split_line(&line) {
            Ok(words) => {
                let ours: Vec<Bytes> =
                    lexed.words.iter().filter_map(|word| word.literal()).map(Bytes::from).collect();
                assert!(lexed.mistakes.is_empty(), "{line:?}");
                assert_eq!(ours, words, "{line:?}");
                accepted += usize::from(words.len() > 1);
            }
            Err(_) => assert!(!lexed.mistakes.is_empty(), "{line:?}"),
        }
    }
    assert!(accepted > 500, "{accepted} lines had several words");
}

#[test]
fn what_a_job_holds_stays_data() {
    for hostile in [
        "a b\tc",
        "x\r\nFLUSHALL",
        "{job.id}",
        "{{}}",
        "\" NX",
        "' #",
        "<script>alert(1)</script>",
        "\0\x1b[2J",
        "if 1",
        "",
        "key",
    ] {
        let job = job(&[("card", hostile)]);
        let ctx = context(&job);
        let program = program("x = GET k:{job.card}\nSET '{x}' \"{job.card}\"\nskip {job.card}");
        let mut env = Recorder::answering([Reply::Bulk(Bytes::from(hostile))]);
        let mut frame = Frame::start(&program, &ctx);
        while let Executed::Next { .. } = frame.execute(&program, &ctx, &mut env) {}
        let word = Bytes::from(hostile);
        let key = Bytes::from(format!("k:{hostile}"));
        assert_eq!(env.argvs, [vec![Bytes::from("GET"), key], vec![Bytes::from("SET"), word.clone(), word]]);
        assert_eq!(frame.at(&program, &ctx), At::Skip { line: 3, why: hostile.to_owned() });
    }
}

#[test]
fn what_is_far_too_large_is_answered_without_being_read() {
    for source in ["x".repeat(1 << 20), "k ".repeat(10_000), "if 1\n".repeat(200_000), "{".repeat(1 << 20)] {
        let errors = parse_here(&source).unwrap_err();
        assert_eq!((errors.len(), errors[0].line, errors[0].column), (1, 1, 1));
        assert_total(&source);
    }
}

#[test]
fn the_densest_text_within_the_limit_is_bounded_work() {
    for piece in ["{", "}", "{a}", "\"", "\"{", "k ", "=", "a{b", "\\", "' "] {
        exercise(&piece.repeat(limits::SOURCE_BYTES / piece.len()));
    }
}
