//! What a command's row says that it tells is true: a proof rests on it. Each command runs on two databases that hold
//! the same under its keys and differ in all else: the clock, how long each key still has, which other keys there are.
//! One that tells only values answers and does the same in both; one that tells more does not.

use redeliver::base::{Bytes, Millis};
use redeliver::store::{Db, Reply, Tells, Value, command, commands};

/// A line for each command; where a command tells more than values, the first line shows that it does.
const LINES: &str = "
append s x
copy s t REPLACE
dbsize
decr n
decrby n 2
del s n nothing
echo hello
exists s nothing
expire s 100 GT
expireat s 10040
expiretime s
flushall
flushdb
get s
getdel s
getex s EXAT 10040
getex s EX 7
getex s PERSIST
getrange s 0 1
getset s y
hdel h a
hexists h a
hget h a
hgetall h
hincrby h n 2
hincrbyfloat h n 0.5
hkeys h
hlen h
hmget h a n
hmset h b 2
hscan h 0
hset h b 2
hsetnx h a 2
hstrlen h a
hvals h
incr n
incrby n 2
incrbyfloat n 0.5
keys *
lindex l 0
linsert l BEFORE b x
llen l
lmove l m LEFT RIGHT
lpop l
lpos l b
lpush l x
lpushx l x
lrange l 0 -1
lrem l 0 b
lset l 0 x
ltrim l 0 0
mget s n
mset s x n 2
msetnx s x new 2
persist s
pexpire s 100000 LT
pexpireat s 10040000
pexpiretime s
ping
psetex s 5000 x
pttl s
rename s t
renamenx s t
rpop l
rpoplpush l m
rpush l x
rpushx l x
sadd c x
scan 0
scard c
sdiff c d
sdiffstore e c d
set s x EXAT 10040
set s x EX 5 NX GET
set s x KEEPTTL
setex s 5 x
setnx s x
setrange s 1 x
sinter c d
sintercard 2 c d
sinterstore e c d
sismember c a
smembers c
smismember c a z
smove c d a
spop c
srem c a
sscan c 0
strlen s
sunion c d
sunionstore e c d
touch s
ttl s
type s
unlink s
zadd z 3 c
zcard z
zcount z 0 5
zincrby z 2 a
zlexcount z - +
zmscore z a b
zpopmax z
zpopmin z
zrange z 0 -1 WITHSCORES
zrangebylex z - +
zrangebyscore z 0 5
zrank z a
zrem z a
zremrangebylex z - +
zremrangebyrank z 0 0
zremrangebyscore z 0 1
zrevrange z 0 -1
zrevrangebylex z + -
zrevrangebyscore z 5 0
zrevrank z a
zscan z 0
zscore z a
";

/// A database at a moment, in which each key has so many seconds left and one more key is there.
fn database(now: Millis, left: &str, other: &str) -> Db {
    let mut db = Db::default();
    let filled = "set s text|set t other|set n 5|hset h a 1 n 2|rpush l a b|rpush m c|sadd c a b|sadd d b|zadd z 1 a 2 b";
    for line in filled.split('|') {
        let words: Vec<_> = line.split(' ').collect();
        db.exec_args(now, &words);
        db.exec_args(now, &["expire", words[1], left]);
    }
    db.exec_args(now, &["set", other, "1"]);
    db
}

/// What a line answers and what it leaves under the keys that it names, as far as values go.
fn outcome(db: &mut Db, now: Millis, line: &str) -> (Reply, Vec<Option<(Value, bool)>>) {
    let argv: Vec<Bytes> = line.split(' ').map(Bytes::from).collect();
    let reply = db.exec(now, &argv);
    let spec = command(&argv[0]).unwrap_or_else(|| panic!("no command {line}"));
    let left = |key: &Bytes| db.get(key).map(|entry| (entry.value.clone(), entry.expires_at.is_some()));
    (reply, spec.keys.of(&argv).map(left).collect())
}

/// Whether a line can tell the two databases apart.
fn tells(line: &str) -> bool {
    let (early, late) = (Millis(10_000_000), Millis(10_050_000));
    let mut first = database(early, "50", "elsewhere");
    let mut second = database(late, "200", "another");
    second.exec_args(late, &["set", "one-more", "1"]);
    let first = outcome(&mut first, early, line);
    assert!(!first.0.is_error(), "{line}: {:?}", first.0);
    first != outcome(&mut second, late, line)
}

/// The lines of a command.
fn lines(name: &str) -> impl Iterator<Item = &'static str> {
    LINES.lines().filter(move |line| line.split(' ').next() == Some(name))
}

#[test]
fn every_command_has_a_line_here_and_every_line_a_command() {
    let without: Vec<_> =
        commands().iter().map(|spec| spec.name).filter(|name| lines(name).next().is_none()).collect();
    assert!(without.is_empty(), "a new command says here how it is used: {without:?}");
    for line in LINES.lines().filter(|line| !line.is_empty()) {
        assert!(command(line.split(' ').next().unwrap_or_default().as_bytes()).is_some(), "{line}");
    }
}

#[test]
fn a_command_that_tells_only_values_answers_and_does_the_same_whatever_else_differs() {
    for spec in commands() {
        let plain = match spec.tells {
            Tells::Values => lines(spec.name).collect::<Vec<_>>(),
            Tells::Moments { .. } => lines(spec.name).filter(|line| !line.contains("EXAT")).collect(),
            Tells::Times | Tells::KeyNames | Tells::KeyCount => vec![],
        };
        for line in plain {
            assert!(!tells(line), "{line} tells more than values, which its row does not say");
        }
    }
}

#[test]
fn a_command_whose_row_says_that_it_tells_more_does() {
    for spec in commands().iter().filter(|spec| spec.tells != Tells::Values) {
        let line = lines(spec.name).next().expect("each has one");
        assert!(tells(line), "{line} tells only values, and its row says {:?}", spec.tells);
    }
}

#[test]
fn the_page_about_limits_names_every_command_that_makes_a_search_count_everything() {
    let page = include_str!("../docs/limits.md");
    for spec in commands().iter().filter(|spec| !matches!(spec.tells, Tells::Values | Tells::Moments { .. }))
    {
        assert!(page.contains(&format!("`{}`", spec.name.to_uppercase())), "{} is not there", spec.name);
    }
    let option = |spec: &&redeliver::store::CommandSpec| matches!(spec.tells, Tells::Moments { .. });
    for spec in commands().iter().filter(option) {
        let words = format!("`{}`", spec.name.to_uppercase());
        assert!(page.contains(&words) && page.contains("`EXAT`") && page.contains("`PXAT`"), "{words}");
    }
    for spec in commands().iter().filter(|spec| spec.refused.is_some()) {
        assert!(page.contains(&format!("`{}`", spec.name.to_uppercase())), "{} is refused", spec.name);
    }
}
