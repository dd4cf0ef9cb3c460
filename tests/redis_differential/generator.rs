//! Random commands, from templates.
//!
//! In a template, `[a b]` may be left out, `(a|b)` is one of them, `<a;b;c>` is any of them in any order, and `$x`
//! stands for a random argument, see [`Generator::placeholder`]. Now and then a command is damaged.

use redeliver::base::{Bytes, SplitMix64};

/// What is compared as it comes. Excluded because a server's answers are random or depend on the
/// hour: SPOP, and PTTL's last digits.
const TEMPLATES: &[&str] = &[
    "GET $S",
    "SET $S $v <NX;XX;GET;(EX $t|PX $p|EXAT $A|PXAT $P|KEEPTTL);(EX $t|KEEPTTL|EX $e|PXAT $e)>",
    "SET $S $v",
    "SET $S $n",
    "SETNX $S $v",
    "SETEX $S ($t|$e) $v",
    "PSETEX $S ($p|$e) $v",
    "GETSET $S $v",
    "GETDEL $S",
    "GETEX $S [(EX $t|PX $p|EXAT $A|PXAT $P|PERSIST|EX $e|KEEPTTL)] [PERSIST]",
    "MGET $S $K [$K]",
    "MSET $S $v [$S $v]",
    "MSETNX $S $v [$S $v]",
    "(INCR|DECR) $S",
    "(INCRBY|DECRBY) $S $n",
    "INCRBYFLOAT $S $f",
    "APPEND $S $v",
    "STRLEN $S",
    "SETRANGE $S $i $v",
    "GETRANGE $S $i $i",
    "(DEL|UNLINK) $K [$K]",
    "(EXISTS|TOUCH) $K [$K] [$K]",
    "TYPE $K",
    "KEYS $g",
    "SCAN 0 COUNT 1000 [MATCH $g] [TYPE (string|LIST|set|hash|zset|foo)]",
    "SCAN (abc|1a|+|18446744073709551616) [COUNT $n]",
    "SCAN 0 COUNT (0|-1|abc|1000) [FOO]",
    "(EXPIRE|PEXPIRE) $K $t [(NX|XX|GT|LT)] [(NX|XX|GT|LT|FOO)]",
    "EXPIREAT $K $A [(NX|XX|GT|LT)] [(GT|LT)]",
    "PEXPIREAT $K $P [(NX|XX|GT|LT)]",
    "(EXPIRE|PEXPIRE|EXPIREAT|PEXPIREAT) $K (-1|0|-9223372036854775808|9223372036854775807|abc) [(NX|XX|GT|LT)]",
    "(TTL|EXPIRETIME|PTTL|PEXPIRETIME|PERSIST) $K",
    "(RENAME|RENAMENX) $K $K",
    "COPY $K $K <REPLACE;DB (0|99|abc)>",
    "DBSIZE",
    "(FLUSHDB|FLUSHALL) FOO",
    "PING [$v]",
    "ECHO $v",
    "SADD $T $m [$m] [$m]",
    "SREM $T $m [$m]",
    "SISMEMBER $T $m",
    "SMISMEMBER $T $m [$m]",
    "SMEMBERS $T",
    "SCARD $T",
    "(SINTER|SUNION|SDIFF) $T [$T] [$T]",
    "(SINTERSTORE|SUNIONSTORE|SDIFFSTORE) $T $T [$T]",
    "SINTERCARD (1|2|3|0|-1|abc) $T [$T] [LIMIT (0|1|2|-1|abc)]",
    "SMOVE $T $T $m",
    "SSCAN $T 0 COUNT 1000 [MATCH $g]",
    "(LPUSH|RPUSH) $L $m [$m] [$m]",
    "(LPUSHX|RPUSHX) $L $m [$m]",
    "(LPOP|RPOP) $L [(0|1|2|9|-1|abc)]",
    "LMOVE $L $L (LEFT|RIGHT|left) (LEFT|RIGHT|foo)",
    "RPOPLPUSH $L $L",
    "LREM $L (0|1|2|-1|-2|abc) $m",
    "LRANGE $L $i $i",
    "LLEN $L",
    "LINDEX $L $i",
    "LSET $L $i $m",
    "LTRIM $L (0|0|1|-3|-2|abc) (-1|-1|-1|3|-2)",
    "LPOS $L $m <RANK (1|2|-1|-2|0|abc|-9223372036854775808);COUNT (0|1|2|-1|abc);MAXLEN (0|1|3|-1|abc)>",
    "LINSERT $L (BEFORE|AFTER|foo) $m $m",
    "(HSET|HMSET) $H $m $v [$m $v] [$m]",
    "HGET $H $m",
    "HMGET $H $m [$m]",
    "(HGETALL|HKEYS|HVALS|HLEN) $H",
    "HDEL $H $m [$m]",
    "HINCRBY $H $m $n",
    "HINCRBYFLOAT $H $m $f",
    "(HEXISTS|HSTRLEN) $H $m",
    "HSETNX $H $m $v",
    "HSCAN $H 0 [MATCH $g] [COUNT $n]",
    "ZADD $Z <NX;XX;(GT|LT);(GT|LT);CH;INCR> $f $m [$f $m] [$f $m]",
    "ZADD $Z $f $m [$f $m] [$f]",
    "ZREM $Z $m [$m]",
    "(ZSCORE|ZRANK|ZREVRANK) $Z $m",
    "ZMSCORE $Z $m [$m]",
    "ZINCRBY $Z $f $m",
    "ZCARD $Z",
    "ZCOUNT $Z $b $b",
    "ZRANGE $Z $i $i <WITHSCORES;REV;BYSCORE;LIMIT $i $i;FOO>",
    "ZRANGE $Z $b $b BYSCORE <WITHSCORES;REV;LIMIT $i $i;BYLEX>",
    "ZRANGE y1 $x $x BYLEX <WITHSCORES;REV;LIMIT $i $i>",
    "ZREVRANGE $Z $i $i [WITHSCORES] [LIMIT 0 -1]",
    "(ZRANGEBYSCORE|ZREVRANGEBYSCORE) $Z $b $b <WITHSCORES;LIMIT $i $i;REV>",
    "(ZRANGEBYLEX|ZREVRANGEBYLEX) y1 $x $x <LIMIT $i $i;WITHSCORES>",
    "ZLEXCOUNT y1 $x $x",
    "ZREMRANGEBYLEX y1 $x $x",
    "ZADD y1 0 $m 0 $m 0 $m",
    "(ZPOPMIN|ZPOPMAX) $Z [(0|1|2|9|-1|abc)] [1]",
    "ZREMRANGEBYSCORE $Z $b $b",
    "ZREMRANGEBYRANK $Z $i $i",
    "ZSCAN $Z 0 [MATCH $g] [COUNT $n]",
    "(NOPE|GETX) $K $v",
];

const KEYS: [&str; 15] =
    ["s1", "s2", "s3", "l1", "l2", "l3", "t1", "t2", "t3", "h1", "h2", "z1", "z2", "z3", "none"];
const VALUES: [&str; 12] = ["v", "", "10", "3.5", "abc", "-1", "a b", "0", "x\"y\n", "1000.1", "01", "19.99"];
const MEMBERS: [&str; 8] = ["a", "b", "c", "d", "ab", "1", "-2", "10"];
const INTEGERS: [&str; 14] = [
    "1",
    "-1",
    "5",
    "0",
    "100",
    "-7",
    "10",
    "9223372036854775807",
    "-9223372036854775808",
    "1.5",
    "abc",
    "",
    " 1",
    "9223372036854775808",
];
/// What is no span of time. Short spans are left out: on the server the clock moves.
const NO_SPANS: [&str; 6] = ["0", "-7", "-9223372036854775808", "abc", "", "1.5"];
const FLOATS: [&str; 21] = [
    "0",
    "1",
    "2",
    "-1",
    "0.1",
    "3.0",
    "1.25",
    "-0",
    "5.0e3",
    "10.1",
    "0.01",
    "1e20",
    "1e-7",
    "123456.78",
    "inf",
    "-inf",
    "nan",
    "abc",
    "",
    "1000.1",
    "99999999.99",
];
const INDICES: [&str; 12] = ["0", "-1", "1", "2", "3", "-2", "-3", "7", "-9", "0", "abc", "1.5"];
const BOUNDS: [&str; 14] =
    ["-inf", "+inf", "0", "1", "(1", "2", "(2", "0.1", "3", "-1", "", "(", "abc", "(5000"];
const LEX_BOUNDS: [&str; 10] = ["-", "+", "[a", "(a", "[b", "(c", "[d", "(ab", "a", "["];
const PATTERNS: [&str; 14] =
    ["*", "s*", "?1", "[slt]?", "[^s]*", "l[1-2]", "*3", "\\s1", "[s", "a*", "?", "", "z[^1]", "[2-1]*"];

pub(crate) struct Generator {
    random: SplitMix64,
    /// Makes every time span differ by far more than a test takes, so that GT and LT have one answer.
    spans: u64,
    /// The present, in seconds.
    now: u64,
}

impl Generator {
    pub(crate) fn new(seed: u64, now_seconds: u64) -> Self {
        Self { random: SplitMix64::new(seed), spans: 0, now: now_seconds }
    }

    /// The next command.
    pub(crate) fn command(&mut self) -> Vec<Bytes> {
        let template = self.pick(TEMPLATES);
        let mut words = Vec::new();
        self.expand(template, &mut words);
        if self.one_in(40) && words.len() > 1 {
            words.pop();
        }
        if self.one_in(60) {
            words.push("FOO".to_owned());
        }
        if self.one_in(20) {
            words[0] = words[0].to_lowercase();
        }
        words.into_iter().map(Bytes::from).collect()
    }

    fn expand(&mut self, template: &str, words: &mut Vec<String>) {
        let mut rest = template.trim();
        while let Some(first) = rest.chars().next() {
            let (part, after) = match first {
                '[' | '(' | '<' => split_group(rest),
                _ => rest.split_once(' ').unwrap_or((rest, "")),
            };
            match first {
                '[' if self.one_in(2) => self.expand(part, words),
                '[' => {}
                '(' => {
                    let choices = split_outside(part, '|');
                    let choice = self.pick(&choices);
                    self.expand(choice, words);
                }
                '<' => self.expand_any(part, words),
                '$' => words.push(self.placeholder(part)),
                _ => words.push(part.to_owned()),
            }
            rest = after.trim_start();
        }
    }

    fn expand_any(&mut self, part: &str, words: &mut Vec<String>) {
        let mut options = split_outside(part, ';');
        while !options.is_empty() {
            let at = usize::try_from(self.random.below(options.len() as u64)).expect("an index");
            let option = options.swap_remove(at);
            if self.one_in(3) {
                self.expand(option, words);
            }
        }
    }

    fn placeholder(&mut self, name: &str) -> String {
        match name {
            "$K" => self.pick(&KEYS).to_owned(),
            "$S" => self.key('s'),
            "$L" => self.key('l'),
            "$H" => self.key('h'),
            "$Z" => self.key('z'),
            "$T" => self.key('t'),
            "$v" => self.pick(&VALUES).to_owned(),
            "$m" => self.pick(&MEMBERS).to_owned(),
            "$n" => self.pick(&INTEGERS).to_owned(),
            "$e" => self.pick(&NO_SPANS).to_owned(),
            "$f" => self.pick(&FLOATS).to_owned(),
            "$i" => self.pick(&INDICES).to_owned(),
            "$b" => self.pick(&BOUNDS).to_owned(),
            "$x" => self.pick(&LEX_BOUNDS).to_owned(),
            "$g" => self.pick(&PATTERNS).to_owned(),
            "$t" => self.span().to_string(),
            "$p" => (self.span() * 1000).to_string(),
            "$A" => (self.now + self.span()).to_string(),
            "$P" => ((self.now + self.span()) * 1000).to_string(),
            _ => panic!("an unknown placeholder: {name}"),
        }
    }

    /// Mostly a key of the type with that letter, sometimes any.
    fn key(&mut self, letter: char) -> String {
        if self.one_in(12) {
            return self.pick(&KEYS).to_owned();
        }
        let keys: Vec<&str> = KEYS.into_iter().filter(|key| key.starts_with(letter)).collect();
        self.pick(&keys).to_owned()
    }

    /// Seconds, at least a day, in no order, never the same twice.
    fn span(&mut self) -> u64 {
        self.spans += 1;
        100_000 + 60 * (self.random.below(1_000) * 100_000 + self.spans)
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.random.below(n) == 0
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[usize::try_from(self.random.below(from.len() as u64)).expect("an index")]
    }
}

/// Splits `(a (b)) c` into `a (b)` and ` c`.
fn split_group(text: &str) -> (&str, &str) {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' | '<' => depth += 1,
            ']' | ')' | '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (&text[1..at], &text[at + 1..]);
        }
    }
    panic!("an unclosed group: {text}");
}

/// Splits at a separator that is in no group.
fn split_outside(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' | '<' => depth += 1,
            ']' | ')' | '>' => depth -= 1,
            c if c == separator && depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}
