//! Random statements that get into each other's way.

use redeliver::base::SplitMix64;

/// Few rows and two unique keys, so that there is much to fight about.
pub(crate) const SETUP: [&str; 4] = [
    "CREATE TABLE t (id int PRIMARY KEY, u int UNIQUE, v int DEFAULT 1 CHECK (v < 40))",
    "CREATE TABLE s (n serial, k text UNIQUE, v int)",
    "INSERT INTO t VALUES (1, 1, 10), (2, 2, 20), (3, NULL, 30)",
    "INSERT INTO s (k, v) VALUES ('a', 1), ('b', 2)",
];

const TEMPLATES: &[&str] = &[
    "INSERT INTO t VALUES (#, #, #)",
    "INSERT INTO t (id, u) VALUES (#, NULL) RETURNING *",
    "INSERT INTO t VALUES (#, #, #) ON CONFLICT DO NOTHING",
    "INSERT INTO t VALUES (#, #, #) ON CONFLICT (id) DO NOTHING RETURNING id",
    "INSERT INTO t VALUES (#, #, #) ON CONFLICT (id) DO UPDATE SET v = t.v + excluded.v RETURNING id, v",
    "INSERT INTO t VALUES (#, #, #) ON CONFLICT (u) DO UPDATE SET v = excluded.v WHERE t.v > #",
    "INSERT INTO t VALUES (#, NULL, 1), (#, NULL, 2) ON CONFLICT (id) DO UPDATE SET v = excluded.v",
    "INSERT INTO t VALUES (# + 2, NULL, #) ON CONFLICT DO NOTHING",
    "INSERT INTO s (k, v) VALUES ('@', #) RETURNING n",
    "INSERT INTO s (k, v) VALUES ('@', #) ON CONFLICT (k) DO UPDATE SET v = s.v + 1 RETURNING *",
    "INSERT INTO s (k, v) VALUES ('@', #), ('@', 9) ON CONFLICT DO NOTHING",
    "UPDATE t SET v = v + 1",
    "UPDATE t SET v = v + # WHERE id = #",
    "UPDATE t SET v = v + 1 WHERE v < 2# RETURNING id, v",
    "UPDATE t SET u = # WHERE id = #",
    "UPDATE t SET id = # WHERE id = #",
    "UPDATE t SET v = 2 WHERE id IN (#, #)",
    "UPDATE t SET v = 10 / (# - id) WHERE id < #",
    "UPDATE s SET v = v + 1 WHERE k = '@'",
    "UPDATE s SET k = '@' WHERE v = # RETURNING k",
    "DELETE FROM t WHERE id = #",
    "DELETE FROM t WHERE v > 2# RETURNING *",
    "DELETE FROM s WHERE k = '@'",
    "SELECT * FROM t WHERE id = # FOR UPDATE",
    "SELECT * FROM t ORDER BY v, id LIMIT 2 FOR UPDATE",
    "SELECT id FROM t ORDER BY id DESC LIMIT 1 FOR UPDATE SKIP LOCKED",
    "SELECT id FROM t WHERE id = # FOR UPDATE NOWAIT",
    "SELECT * FROM t WHERE id = # FOR SHARE",
    "SELECT * FROM t WHERE id = # FOR KEY SHARE",
    "SELECT * FROM t WHERE v > 1# FOR NO KEY UPDATE",
    "SELECT * FROM t",
    "SELECT count(*), sum(v), max(u) FROM t",
    "SELECT k, v FROM s ORDER BY k",
];

pub(crate) struct Generator(SplitMix64);

impl Generator {
    pub(crate) fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound as u64) as usize
    }

    pub(crate) fn steps(&mut self) -> usize {
        12 + self.below(14)
    }

    pub(crate) fn session(&mut self) -> usize {
        self.below(3)
    }

    /// A statement for a session that is in a transaction or not.
    pub(crate) fn statement(&mut self, open: bool) -> String {
        match self.below(12) {
            0 if open => return "COMMIT".to_owned(),
            1 if open => return "ROLLBACK".to_owned(),
            0..=6 if !open => return "BEGIN".to_owned(),
            _ => {}
        }
        let at = self.below(TEMPLATES.len());
        let mut text = String::new();
        for c in TEMPLATES[at].chars() {
            match c {
                '#' => text += &(1 + self.below(5)).to_string(),
                '@' => text += ["a", "b", "c"][self.below(3)],
                _ => text.push(c),
            }
        }
        text
    }
}
