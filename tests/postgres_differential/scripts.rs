//! Interleavings and single statements written by hand.

/// `session: statement`; `setup:` comes first.
pub(crate) const SCRIPTS: &[&str] = &[
    "setup: CREATE TABLE t (user_id int PRIMARY KEY, amount int)
     setup: CREATE TABLE processed (key text PRIMARY KEY)
     setup: INSERT INTO t VALUES (1, 100)
     1: BEGIN
     2: BEGIN
     1: SELECT 1 FROM processed WHERE key = 'k'
     2: SELECT 1 FROM processed WHERE key = 'k'
     1: UPDATE t SET amount = amount + 100 WHERE user_id = 1
     2: UPDATE t SET amount = amount + 100 WHERE user_id = 1
     1: INSERT INTO processed (key) VALUES ('k')
     1: COMMIT
     2: INSERT INTO processed (key) VALUES ('k')
     2: COMMIT",
    "setup: CREATE TABLE t (id text PRIMARY KEY, status text)
     setup: INSERT INTO t VALUES ('order-abc', 'paid')
     1: BEGIN
     1: UPDATE t SET status = 'shipped' WHERE id = 'order-abc' AND status = 'paid'
     2: UPDATE t SET status = 'shipped' WHERE id = 'order-abc' AND status = 'paid'
     1: COMMIT",
    "setup: CREATE TABLE t (id int PRIMARY KEY, v int)
     1: BEGIN
     1: INSERT INTO t VALUES (1, 1)
     0: INSERT INTO t VALUES (1, 2)
     2: INSERT INTO t VALUES (1, 3) ON CONFLICT (id) DO UPDATE SET v = t.v + 10
     1: ROLLBACK",
    "setup: CREATE TABLE t (id int PRIMARY KEY, v int)
     setup: INSERT INTO t VALUES (1, 1)
     1: BEGIN
     1: UPDATE t SET v = 2
     0: SELECT v FROM t FOR UPDATE
     2: SELECT v FROM t FOR SHARE
     1: COMMIT",
    "setup: CREATE TABLE t (id int PRIMARY KEY, v int)
     setup: INSERT INTO t VALUES (1, 1), (2, 2)
     1: BEGIN
     2: BEGIN
     1: DELETE FROM t WHERE id = 1
     2: DELETE FROM t WHERE id = 2
     1: INSERT INTO t VALUES (2, 0)
     2: INSERT INTO t VALUES (1, 0)
     1: COMMIT
     2: COMMIT",
    "setup: CREATE TABLE t (id int PRIMARY KEY, v int)
     1: BEGIN
     1: INSERT INTO t VALUES (1, 1)
     1: UPDATE t SET id = 2
     0: INSERT INTO t VALUES (1, 5)
     1: DELETE FROM t
     2: INSERT INTO t VALUES (2, 5)
     1: COMMIT",
    "setup: CREATE TABLE t (id int PRIMARY KEY, v int)
     setup: INSERT INTO t VALUES (1, 1)
     1: BEGIN
     1: SELECT * FROM t
     2: DROP TABLE t
     0: SELECT * FROM t
     1: SELECT v FROM t
     1: COMMIT
     0: CREATE TABLE t (a int)",
    "setup: CREATE TABLE t (id int PRIMARY KEY, v int)
     setup: INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)
     1: BEGIN
     1: UPDATE t SET v = 9 WHERE id = 2
     2: BEGIN
     2: UPDATE t SET v = v + 10 WHERE v < 3 RETURNING id
     0: UPDATE t SET v = 0 WHERE id = 1
     1: ROLLBACK
     2: COMMIT",
];

pub(crate) const SINGLE_SETUP: &[&str] = &[
    "CREATE TABLE t (id serial PRIMARY KEY, a int, b text, c smallint DEFAULT 15, d boolean, e varchar(4), CHECK (a > -100))",
    "CREATE TABLE u (id bigint GENERATED ALWAYS AS IDENTITY, k smallint NOT NULL, l text, UNIQUE (k, l), CONSTRAINT pos CHECK (k > 0))",
];

/// One statement a line, all in one session.
pub(crate) const SINGLE: &str = r#"
    INSERT INTO t (a, b, d) VALUES (1, 'x', true), (2, 'y', 'no'), (NULL, NULL, NULL)
    SELECT * FROM t
    INSERT INTO t (a) VALUES ('1x')
    INSERT INTO t (a) VALUES (99999999999)
    INSERT INTO t (a) VALUES ('99999999999')
    INSERT INTO t (a) VALUES (-100)
    INSERT INTO t (a) VALUES (true)
    INSERT INTO t (a, b) VALUES (2, 7), (3, false) RETURNING *
    INSERT INTO t (e) VALUES ('abcde')
    INSERT INTO t (e) VALUES ('abcd  ') RETURNING e
    INSERT INTO t (c) VALUES (32768)
    INSERT INTO t (c) VALUES (-32768), ('7') RETURNING c
    INSERT INTO t (id) VALUES (1)
    INSERT INTO t (d) VALUES ('maybe')
    INSERT INTO t (a, a) VALUES (1, 2)
    INSERT INTO t (zz) VALUES (1)
    INSERT INTO t VALUES (1, 2, 3, 4, true, 'a', 7)
    INSERT INTO t (a, b) VALUES (1)
    INSERT INTO t (a, b) VALUES (1, 'a'), (2)
    INSERT INTO t (a) VALUES (a)
    INSERT INTO t (a) VALUES (count(*))
    INSERT INTO u VALUES (1, 1, 'a')
    INSERT INTO u (k, l) VALUES (1, 'a'), (1, NULL), (1, NULL) RETURNING id
    INSERT INTO u (k, l) VALUES (1, 'a')
    INSERT INTO u (l) VALUES ('a')
    INSERT INTO u (k) VALUES (0)
    INSERT INTO u (k) VALUES (40000)
    INSERT INTO u (k, l) VALUES (1, 'a') ON CONFLICT (k) DO NOTHING
    INSERT INTO u (k, l) VALUES (1, 'a') ON CONFLICT (l, k) DO UPDATE SET l = 'b' RETURNING *
    INSERT INTO u (k, l) VALUES (1, 'b') ON CONFLICT (k, l) DO UPDATE SET l = l
    INSERT INTO u (k, l) VALUES (1, 'b') ON CONFLICT DO UPDATE SET l = 'c'
    INSERT INTO u (k, l) VALUES (1, 'b') ON CONFLICT ON CONSTRAINT nope DO NOTHING
    INSERT INTO u (k, l) VALUES (8, 'b'), (8, 'b') ON CONFLICT (k, l) DO UPDATE SET l = 'z'
    INSERT INTO u (k, l) VALUES (3, 'x'), (2, 'y'), (1, 'z')
    SELECT * FROM u
    UPDATE t SET a = a + 2147483647 WHERE a > 0
    UPDATE t SET a = 1 / 0
    UPDATE t SET a = 'x'
    UPDATE t SET a = b
    UPDATE t SET nope = 1
    UPDATE t SET a = 1, a = 2
    UPDATE t SET c = c * 3 WHERE a = 1 RETURNING c, c + 1, c / 7, -c
    UPDATE t AS x SET a = x.a + 1, b = DEFAULT WHERE x.a = 1 RETURNING *
    UPDATE t x SET a = x.a + 1 WHERE x.a = 1 RETURNING x.a, b
    SELECT * FROM t ORDER BY id
    SELECT id FROM t ORDER BY a DESC, id
    SELECT id FROM t ORDER BY 2
    SELECT id FROM t ORDER BY 'a'
    SELECT id FROM t ORDER BY NULL
    SELECT id FROM t ORDER BY id, 'a' DESC
    SELECT id FROM t ORDER BY 3000000000
    SELECT id FROM t ORDER BY 'a' || 'b', id
    SELECT id FROM t ORDER BY true, id
    SELECT -9223372036854775808
    SELECT - 9223372036854775808 + 1, -9223372036854775807 - 1
    SELECT -9223372036854775808 - 1
    SELECT id AS k FROM t ORDER BY k DESC LIMIT 2 OFFSET 1
    SELECT id FROM t LIMIT -1
    SELECT id FROM t LIMIT 'x'
    SELECT id FROM t LIMIT id
    SELECT count(*), count(a), sum(a), sum(c), min(b), max(id), sum(id) + 1 FROM t
    SELECT sum(b) FROM t
    SELECT id, count(*) FROM t
    SELECT * FROM t WHERE count(*) > 1
    SELECT sum(sum(a)) FROM t
    SELECT nope FROM t
    SELECT t.nope FROM t
    SELECT x.a FROM t
    SELECT id FROM t WHERE a = '  1 ' OR d = 'off' OR d = 'yes'
    SELECT id FROM t WHERE a = '1.5'
    SELECT a FROM nope
    SELECT id FROM t WHERE a
    SELECT id FROM t WHERE b = 1
    SELECT id FROM t WHERE a = '1'
    SELECT id FROM t WHERE a = 'x'
    SELECT id FROM t WHERE a IN (1, 'x')
    SELECT id FROM t WHERE a IN (2, NULL) OR b IS NOT NULL
    SELECT id FROM t WHERE a NOT IN (2, 3)
    SELECT id FROM t WHERE b LIKE '%' AND NOT d
    SELECT id FROM t WHERE c BETWEEN 1 AND 15 AND d IS NOT TRUE
    SELECT 1 + 2 * 3 - 4 % 3, 7 / 2, -7 / 2, -7 % 3, 7 % -3
    SELECT 2147483647 + 1
    SELECT 2147483648 * 2, 9223372036854775807 + 1
    SELECT 9223372036854775807, -2147483648, - 2147483648, - -7
    SELECT 1 / 0
    SELECT 1 % 0
    SELECT '1' + '2'
    SELECT '1' + 2, 'a' || 'b', 'a' || 1, 1 || 'a', NULL || 'a'
    SELECT 1 || 2
    SELECT 1 + true
    SELECT -'a'
    SELECT - true
    SELECT NOT 1
    SELECT 1 AND true
    SELECT true = 1
    SELECT 'a' = 'a', 'a' < 'B', true > false, NULL = NULL, NULL IS NULL
    SELECT NULL AND false, NULL OR true, NOT NULL, NULL IS TRUE, false IS NOT FALSE
    SELECT coalesce(NULL, 1, 2), coalesce(NULL, 'a'), coalesce(NULL, NULL)
    SELECT coalesce(1, 'x')
    SELECT coalesce(1, true)
    SELECT lower('AB'), upper('ab'), length('aäc'), abs(-5), 'aäc' LIKE '%_c', 'aä' LIKE 'a__'
    SELECT lower(1)
    SELECT nope(1, 'a')
    SELECT id, a AS "A b", count FROM t
    SELECT *
    SELECT 1 WHERE false
    SELECT count(*)
    SELECT a FROM t FOR UPDATE LIMIT 1
    SELECT count(*) FROM t FOR UPDATE
    SELEC 1
    SELECT a FORM t
    SELECT 'abc
    SELECT 1 = 1 = 1
    SELECT (1
    SELECT 12ab
    SELECT a FROM t WHERE
    INSERT INTO t VALUES
    UPDATE t WHERE a = 1
    DELETE t
    CREATE TABLE t (a int)
    CREATE TABLE v (a int, a int)
    CREATE TABLE v (a int PRIMARY KEY, b int PRIMARY KEY)
    CREATE TABLE v (a int DEFAULT 'x')
    CREATE TABLE v (a int, UNIQUE (b))
    CREATE TABLE v (a int, CHECK (b > 0))
    CREATE TABLE v (a int CHECK (a))
    CREATE TABLE user (a int)
    DROP TABLE nope
    TRUNCATE nope
    DELETE FROM t WHERE id IN (1, 2) RETURNING id, b
    DELETE FROM t x WHERE x.id = 3
    COMMIT
    BEGIN
    BEGIN
    SELECT 1
    SELECT nope
    SELECT 1
    SELEC
    COMMIT
    BEGIN
    INSERT INTO u (k) VALUES (9)
    ROLLBACK
    ROLLBACK
    TRUNCATE u
    INSERT INTO u (k) VALUES (9) RETURNING *
    TRUNCATE u RESTART IDENTITY
    INSERT INTO u (k) VALUES (9) RETURNING *
    SELECT * FROM t
"#;
