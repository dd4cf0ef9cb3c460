//! Commands about the connection and the server: what is left of them without a connection.

use super::{CommandSpec, Family, KeyPositions, Tells, wrong_arity};
use crate::base::{Bytes, Millis};
use crate::store::db::Db;
use crate::store::error::Outcome;
use crate::store::reply::Reply;

const FAMILY: Family = Family::Connection;
const NONE: KeyPositions = KeyPositions::NONE;
const VALUES: Tells = Tells::Values;

pub(super) const COMMANDS: &[CommandSpec] = &[
    FAMILY.read(NONE, VALUES, "echo", 2, echo, "ECHO message"),
    FAMILY.read(NONE, VALUES, "ping", -1, ping, "PING [message]"),
];

fn echo(_: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    Ok(Reply::Bulk(argv[1].clone()))
}

fn ping(_: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    match argv {
        [_] => Ok(Reply::Status("PONG")),
        [_, message] => Ok(Reply::Bulk(message.clone())),
        _ => Err(wrong_arity("ping")),
    }
}
