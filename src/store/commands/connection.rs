//! Commands about the connection and the server: what is left of them without a connection.

use super::{CommandSpec, Family, KeyPositions, Outcome};
use crate::base::{Bytes, Millis};
use crate::store::db::Db;
use crate::store::reply::Reply;

const fn spec(
    name: &'static str,
    arity: i32,
    handler: super::Handler,
    syntax: &'static str,
    summary: &'static str,
) -> CommandSpec {
    let (family, keys) = (Family::Connection, KeyPositions::NONE);
    CommandSpec { name, arity, writes: false, family, keys, summary, syntax, handler }
}

pub(super) const COMMANDS: &[CommandSpec] = &[
    spec("echo", 2, echo, "ECHO message", "Answers its argument."),
    spec("ping", -1, ping, "PING [message]", "Answers PONG, or its argument."),
];

fn echo(_: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    Ok(Reply::Bulk(argv[1].clone()))
}

fn ping(_: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    match argv {
        [_] => Ok(Reply::Status("PONG")),
        [_, message] => Ok(Reply::Bulk(message.clone())),
        _ => Err(super::wrong_arity("ping")),
    }
}
