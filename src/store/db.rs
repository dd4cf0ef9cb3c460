//! The key space: keys, their values, and the moments at which they expire.
//!
//! Every change goes through the few methods at the end of `impl Db`, so that whatever must know of
//! changes (WATCH, a change feed) has one place to listen.

use std::collections::VecDeque;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::commands::check_arity;
use super::error::CommandError;
use super::reply::Reply;
use super::value::{Fields, SortedSet, Value};
use super::{MAX_ELEMENTS, MAX_KEYS, MAX_STRING_BYTES};
use crate::base::{Bytes, Memo, Millis, OrderedMap, OrderedSet, compare};

/// What one key holds and until when.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The value.
    pub value: Value,
    /// The last moment at which the key is there; `None` when it never expires.
    pub expires_at: Option<Millis>,
    /// Room for a fingerprint of the key and its value; forgotten when the value changes.
    memo: Memo,
}

impl Entry {
    fn new(value: Value, expires_at: Option<Millis>) -> Self {
        Self { value, expires_at, memo: Memo::default() }
    }

    /// A fingerprint of the key and its value: `compute`'s, or what it was when the value last changed. It has to be
    /// the same function whenever it is asked for.
    pub fn memoised(&self, compute: impl FnOnce() -> u64) -> u64 {
        self.memo.get_or(compute)
    }
}

/// A database: a value that commands read and change.
#[derive(Clone)]
pub struct Db {
    keys: Arc<OrderedMap<Bytes, Entry>>,
    /// No key expires before this moment; not part of what the database is, only of how fast it answers.
    no_expiry_before: Millis,
}

impl Default for Db {
    fn default() -> Self {
        Self { keys: Arc::default(), no_expiry_before: NEVER }
    }
}

/// Later than every expiry.
const NEVER: Millis = Millis(u64::MAX);

impl PartialEq for Db {
    fn eq(&self, other: &Self) -> bool {
        self.keys == other.keys
    }
}

impl Eq for Db {}

impl Hash for Db {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.keys.hash(state);
    }
}

impl fmt::Debug for Db {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.keys.iter()).finish()
    }
}

impl Db {
    /// Runs one command; `argv[0]` is its name in any case. Keys whose time has passed are removed first.
    ///
    /// Never panics: whatever is wrong with the command is an error reply, and then nothing has changed.
    pub fn exec(&mut self, now: Millis, argv: &[Bytes]) -> Reply {
        let spec = match check_arity(argv) {
            Ok(spec) => spec,
            Err(text) => return Reply::Error(text),
        };
        if argv.iter().any(|argument| argument.len() > MAX_STRING_BYTES) {
            return CommandError::limit("an argument has too many bytes", MAX_STRING_BYTES).into();
        }
        self.expire(now);
        debug_assert!(now <= self.no_expiry_before, "no command sees a key whose time has passed");
        let keys = self.len();
        let outcome = spec.run(self, now, argv);
        debug_assert!(outcome.is_ok() || self.len() == keys, "a command that fails changes nothing");
        outcome.unwrap_or_else(Reply::from)
    }

    /// [`Db::exec`] for arguments that are text.
    pub fn exec_args(&mut self, now: Millis, argv: &[&str]) -> Reply {
        let argv: Vec<Bytes> = argv.iter().map(|&argument| Bytes::from(argument)).collect();
        self.exec(now, &argv)
    }

    /// Removes every key whose time has passed; returns them in key order.
    pub fn expire(&mut self, now: Millis) -> Vec<Bytes> {
        if now <= self.no_expiry_before {
            return Vec::new();
        }
        let gone = |entry: &Entry| entry.expires_at.is_some_and(|at| now > at);
        let expired: Vec<Bytes> =
            self.keys.iter().filter(|(_, entry)| gone(entry)).map(|(key, _)| key.clone()).collect();
        for key in &expired {
            self.remove(key);
        }
        self.no_expiry_before = self.first_expiry().unwrap_or(NEVER);
        expired
    }

    /// The first moment at which some key will be gone: one millisecond after the earliest `expires_at`.
    #[must_use]
    pub fn next_expiry(&self) -> Option<Millis> {
        self.first_expiry().map(|at| at.plus(1))
    }

    /// Every key with what it holds, in key order, including keys that have expired but were not yet removed.
    pub fn iter(&self) -> impl Iterator<Item = (&Bytes, &Entry)> {
        self.keys.iter()
    }

    /// All keys with what they hold, in key order: those before the ones that begin with `prefix`, these, and the rest.
    #[must_use]
    pub fn around(&self, prefix: &str) -> [&[(Bytes, Entry)]; 3] {
        let (all, prefix) = (self.keys.as_slice(), prefix.as_bytes());
        let (before, rest) = all.split_at(all.partition_point(|(key, _)| compare(key, prefix).is_lt()));
        let (these, after) = rest.split_at(rest.partition_point(|(key, _)| key.starts_with(prefix)));
        [before, these, after]
    }

    /// What a key holds, even if it has expired but was not yet removed.
    #[must_use]
    pub fn get(&self, key: &[u8]) -> Option<&Entry> {
        self.keys.find(|known| compare(known, key))
    }

    /// How many keys there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    fn first_expiry(&self) -> Option<Millis> {
        if self.no_expiry_before == NEVER {
            return None;
        }
        self.keys.values().filter_map(|entry| entry.expires_at).min()
    }
}

/// What the handlers are made of. A key may be changed only through these.
impl Db {
    /// The string at a key.
    pub(super) fn string(&self, key: &[u8]) -> Result<Option<&Bytes>, CommandError> {
        match self.get(key).map(|entry| &entry.value) {
            None => Ok(None),
            Some(Value::Str(bytes)) => Ok(Some(bytes)),
            Some(_) => Err(CommandError::WRONG_TYPE),
        }
    }

    /// The collection at a key.
    pub(super) fn read<C: Collection>(&self, key: &[u8]) -> Result<Option<&C>, CommandError> {
        match self.get(key) {
            None => Ok(None),
            Some(entry) => C::shared(&entry.value).map(|c| Some(&**c)).ok_or(CommandError::WRONG_TYPE),
        }
    }

    /// Fails when one more key does not fit, unless `key` is there already.
    pub(super) fn check_room(&self, key: &[u8]) -> Result<(), CommandError> {
        if self.len() >= MAX_KEYS && self.get(key).is_none() {
            return Err(CommandError::limit("too many keys", MAX_KEYS));
        }
        Ok(())
    }

    /// Makes `key` hold `value`, whatever it held before.
    ///
    /// # Errors
    /// The key does not fit, or the string is too long.
    pub(super) fn put(
        &mut self,
        key: &Bytes,
        value: Value,
        expires_at: Option<Millis>,
    ) -> Result<(), CommandError> {
        debug_assert!(value.items().next().is_some(), "no empty collection is kept");
        self.check_room(key)?;
        if let Value::Str(bytes) = &value {
            check_string_len(bytes.len())?;
        }
        self.note_expiry(expires_at);
        self.keys_mut().insert(key.clone(), Entry::new(value, expires_at));
        Ok(())
    }

    /// Makes `key` hold a string and keeps its expiry.
    pub(super) fn put_string_keep_expiry(&mut self, key: &Bytes, bytes: Bytes) -> Result<(), CommandError> {
        let expires_at = self.get(key).and_then(|entry| entry.expires_at);
        self.put(key, Value::Str(bytes), expires_at)
    }

    /// Changes the collection at a key in place, making an empty one first if the key is missing, and
    /// removing the key if the collection ends up empty. Call it only when something will change.
    ///
    /// # Errors
    /// The key holds another type, or does not fit.
    pub(super) fn change<C: Collection, R>(
        &mut self,
        key: &Bytes,
        change: impl FnOnce(&mut C) -> R,
    ) -> Result<R, CommandError> {
        let collection = self.collection_mut::<C>(key)?;
        let result = change(collection);
        if collection.is_empty() {
            self.forget(key);
        }
        Ok(result)
    }

    /// The collection at a key, made if the key is missing. Not inlined into every command: 2 kB less in the page.
    fn collection_mut<C: Collection>(&mut self, key: &Bytes) -> Result<&mut C, CommandError> {
        self.read::<C>(key)?;
        self.check_room(key)?;
        let value = self.value_mut(key, || C::wrap(C::default()));
        C::shared_mut(value).map(Arc::make_mut).ok_or(CommandError::WRONG_TYPE)
    }

    fn value_mut(&mut self, key: &Bytes, empty: fn() -> Value) -> &mut Value {
        let entry = self.keys_mut().get_or_insert_with(key.clone(), || Entry::new(empty(), None));
        entry.memo.forget();
        &mut entry.value
    }

    /// The key space to be changed, copied first if it is shared.
    fn keys_mut(&mut self) -> &mut OrderedMap<Bytes, Entry> {
        Arc::make_mut(&mut self.keys)
    }

    /// Removes a key; what it held.
    pub(super) fn remove(&mut self, key: &[u8]) -> Option<Entry> {
        // Looked up first: a miss must not copy a shared table.
        self.get(key)?;
        self.keys_mut().remove(key)
    }

    /// [`remove`](Self::remove) without what was removed.
    fn forget(&mut self, key: &[u8]) {
        self.remove(key);
    }

    /// Sets or removes the expiry of a key that is there.
    pub(super) fn set_expiry(&mut self, key: &[u8], expires_at: Option<Millis>) {
        self.note_expiry(expires_at);
        if let Some(entry) = self.keys_mut().get_mut(key) {
            entry.expires_at = expires_at;
        }
    }

    /// Removes every key.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    fn note_expiry(&mut self, expires_at: Option<Millis>) {
        if let Some(at) = expires_at {
            self.no_expiry_before = self.no_expiry_before.min(at);
        }
    }
}

/// Fails when a string of `len` bytes is too long.
pub(super) fn check_string_len(len: usize) -> Result<(), CommandError> {
    if len > MAX_STRING_BYTES {
        return Err(CommandError::limit("string has too many bytes", MAX_STRING_BYTES));
    }
    Ok(())
}

/// Fails when `more` elements do not fit beside the `len` that are there.
pub(super) fn check_elements(len: usize, more: usize) -> Result<(), CommandError> {
    if len.saturating_add(more) > MAX_ELEMENTS {
        return Err(CommandError::limit("too many elements in one key", MAX_ELEMENTS));
    }
    Ok(())
}

/// A value type that is made of elements and vanishes with the last of them.
pub(super) trait Collection: Clone + Default {
    fn wrap(collection: Self) -> Value;
    fn shared(value: &Value) -> Option<&Arc<Self>>;
    fn shared_mut(value: &mut Value) -> Option<&mut Arc<Self>>;
    fn is_empty(&self) -> bool;
}

macro_rules! collection {
    ($type:ty, $variant:ident) => {
        impl Collection for $type {
            fn wrap(collection: Self) -> Value {
                Value::$variant(Arc::new(collection))
            }
            fn shared(value: &Value) -> Option<&Arc<Self>> {
                if let Value::$variant(shared) = value { Some(shared) } else { None }
            }
            fn shared_mut(value: &mut Value) -> Option<&mut Arc<Self>> {
                if let Value::$variant(shared) = value { Some(shared) } else { None }
            }
            fn is_empty(&self) -> bool {
                self.len() == 0
            }
        }
    };
}

collection!(VecDeque<Bytes>, List);
collection!(OrderedSet<Bytes>, Set);
collection!(Fields, Hash);
collection!(SortedSet, ZSet);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_around_a_prefix_of_theirs() {
        let mut db = Db::default();
        for key in ["q:", "q", "q:a", "p:z", "q;", "q:b:lock", "r"] {
            db.exec_args(Millis(1), &["SET", key, "1"]);
        }
        let around = |prefix| {
            db.around(prefix).map(|part| part.iter().map(|(key, _)| key.to_text()).collect::<Vec<_>>())
        };
        assert_eq!(around("q:"), [vec!["p:z", "q"], vec!["q:", "q:a", "q:b:lock"], vec!["q;", "r"]]);
        assert_eq!(around("s"), [vec!["p:z", "q", "q:", "q:a", "q:b:lock", "q;", "r"], vec![], vec![]]);
        assert_eq!(around("a").map(|part| part.len()), [0, 0, 7]);
    }

    #[test]
    fn what_changes_nothing_copies_nothing() {
        let now = Millis(1);
        let mut db = Db::default();
        for line in ["SET k v PX 50", "RPUSH l a", "SADD s a", "HSET h f v", "ZADD z 1 a"] {
            db.exec_args(now, &line.split(' ').collect::<Vec<_>>());
        }
        let shared = db.clone();
        for line in [
            "GET k",
            "SETNX k w",
            "SET k w NX",
            "INCR k",
            "DEL no",
            "EXPIRE k 10 NX",
            "PERSIST l",
            "LREM l 0 x",
            "LPOP l 0",
            "LPUSHX no a",
            "SADD s a",
            "SREM s x",
            "HSETNX h f w",
            "HDEL h x",
            "ZADD z 1 a",
            "ZADD z XX 1 x",
            "ZREM z x",
            "ZREMRANGEBYSCORE z 5 6",
            "RENAMENX k l",
            "SINTERSTORE no s no",
            "LMOVE no l LEFT LEFT",
        ] {
            db.exec_args(now, &line.split(' ').collect::<Vec<_>>());
            assert!(Arc::ptr_eq(&db.keys, &shared.keys), "{line}");
        }
        db.exec_args(now, &["SET", "k", "w"]);
        assert!(!Arc::ptr_eq(&db.keys, &shared.keys));
    }
}
