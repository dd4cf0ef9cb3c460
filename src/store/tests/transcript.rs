//! What a real server was seen to answer, command by command.

use super::*;

const TRANSCRIPT: &str = include_str!("../../../tests/data/redis-7.0.txt");

#[test]
fn every_recorded_reply_is_given() {
    let mut db = Db::default();
    let (mut section, mut commands) = ("", 0);
    for line in TRANSCRIPT.lines() {
        if let Some(name) = line.strip_prefix("### ") {
            (section, db) = (name, Db::default());
        } else if let Some((command, expected)) = line.split_once("  =>  ") {
            let reply = run(&mut db, NOW, command).to_string().replace('\n', " | ");
            assert_eq!(reply.trim_end(), expected, "{section}: {command}");
            commands += 1;
        }
    }
    assert!(commands > 300, "the transcript has only {commands} commands");
}
