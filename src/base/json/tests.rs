//! What is JSON, what is not and where it stops, and where values stand.

use serde_json::Value;

use super::{Json, Kind, compact, inside, line_and_column, quote};
use crate::base::SplitMix64;

const TEXT: &str = "{\n  \"a\": 1,\n  \"list\": [ {\"x\": \"ä\\\"b\"}, {\"x\": [true]} ]\n}";

fn text(text: &str) -> Json {
    Json { kind: Kind::Text(text.to_owned()), start: 0, end: 0 }
}

/// `path: line L, column C: message` of a text that is not JSON.
fn told(text: &str) -> String {
    let error = Json::parse(text).expect_err(text);
    format!("{}: {error}", error.path)
}

#[test]
fn json_is_told_from_what_only_looks_like_it() {
    for good in [
        "{}",
        " [1, -2.5e3, null] ",
        "\"a\\u00e9\\ud83d\\ude00\"",
        "0",
        "-0.5E+7",
        "\t\r\n[ ]",
        "{\"a\":{\"b\":[true,false]}}",
    ] {
        assert!(Json::parse(good).is_ok(), "{good}");
    }
    for bad in [
        "",
        " ",
        "{",
        "01",
        "-",
        "+1",
        ".5",
        "1.",
        "1e",
        "1e+",
        "0x1",
        "NaN",
        "[1,]",
        "[,1]",
        "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}",
        "'a'",
        "\"a",
        "\"a\nb\"",
        "tru",
        "True",
        "é",
        "1 2",
        "\"\\é\"",
        "\"\\u00é\"",
        "\"\\u+123\"",
        "\"\\ud800\\u12\"",
        "// a\n1",
        "\u{feff}1",
        "[1}",
    ] {
        assert!(Json::parse(bad).is_err(), "{bad}");
    }
}

/// The same value as another reader has it; halves of surrogate pairs are what it refuses.
fn as_serde(json: &Json) -> Value {
    match &json.kind {
        Kind::Null => Value::Null,
        Kind::Bool(yes) => Value::Bool(*yes),
        Kind::Number(n) => Value::from(*n),
        Kind::Text(text) => Value::from(text.as_str()),
        Kind::List(all) => Value::Array(all.iter().map(as_serde).collect()),
        // Of two members of one name the last, as serde_json has it.
        Kind::Object(all) => {
            Value::Object(all.iter().map(|(name, value)| (name.clone(), as_serde(value))).collect())
        }
    }
}

/// With every number a double.
fn in_doubles(value: Value) -> Value {
    match value {
        Value::Number(n) => Value::from(n.as_f64().expect("it is a double")),
        Value::Array(all) => Value::Array(all.into_iter().map(in_doubles).collect()),
        Value::Object(all) => {
            Value::Object(all.into_iter().map(|(name, value)| (name, in_doubles(value))).collect())
        }
        other => other,
    }
}

#[test]
fn texts_made_at_random_are_read_as_serde_json_reads_them() {
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        "[",
        "]",
        ":",
        ",",
        ",",
        "\"",
        "\"a\"",
        "\"a\":",
        "\"\\n\"",
        "\"\\u00e9\"",
        "é",
        "0",
        "1",
        "-",
        ".",
        "e",
        "12.5",
        "-3e2",
        "true",
        "false",
        "null",
        "nul",
        " ",
        "\n",
        "\\",
        "{}",
        "[]",
        "\"é\"",
    ];
    let mut rng = SplitMix64::new(7);
    let (mut good, mut bad) = (0, 0);
    for _ in 0..60_000 {
        let mut text = String::from(["", "[", "{\"k\":"][rng.below(3) as usize]);
        for _ in 0..=rng.below(6) {
            text.push_str(pieces[rng.below(pieces.len() as u64) as usize]);
        }
        text.push_str(if text.starts_with('[') {
            "]"
        } else if text.starts_with('{') {
            "}"
        } else {
            ""
        });
        match (Json::parse(&text), serde_json::from_str::<Value>(&text)) {
            (Ok(ours), Ok(theirs)) => {
                assert_eq!(as_serde(&ours), in_doubles(theirs), "{text}");
                good += 1;
            }
            (Err(_), Err(_)) => bad += 1,
            (ours, theirs) => panic!("{text}: {ours:?}, {theirs:?}"),
        }
    }
    assert!(good > 2_000 && bad > 20_000, "{good} are JSON and {bad} are not: that tests little");
}

#[test]
fn numbers_are_the_nearest_doubles() {
    let number = |text: &str| match Json::parse(text) {
        Ok(Json { kind: Kind::Number(n), .. }) => n,
        other => panic!("{text}: {other:?}"),
    };
    for text in
        ["0", "9007199254740993", "0.1", "1.7976931348623157e308", "5e-324", "123456789012345678901234567890"]
    {
        assert_eq!(Ok(number(text)), text.parse::<f64>());
    }
    assert!(number("-0").is_sign_negative());
    assert_eq!(number("1e999"), f64::INFINITY);
    let whole = |text: &str| Json::parse(text).ok()?.as_u64();
    assert_eq!(whole("9007199254740992"), Some(1 << 53));
    assert_eq!(
        (whole("9007199254740994"), whole("-1"), whole("0.5"), whole("\"1\"")),
        (None, None, None, None)
    );
    let small = |text: &str| Json::parse(text).ok()?.as_u32();
    assert_eq!((small("4294967295"), small("4294967296")), (Some(u32::MAX), None));
}

#[test]
fn escapes_are_read_and_written() {
    let all = "a\"b\\c\nd\te\u{1}é😀";
    assert_eq!(Json::parse(&quote(all)), Ok(text(all)));
    assert_eq!(quote("a\u{1}"), "\"a\\u0001\"");
    for text in ["", "\u{0}\u{7}\u{8}\t\n\u{b}\u{c}\r\u{1f} \u{7f}\u{2028}/é😀", all] {
        assert_eq!(quote(text), serde_json::to_string(text).unwrap());
    }
    for (written, read) in [
        ("\\ud83d\\ude00\\ud83d", "😀\u{fffd}"),
        ("\\ude00x", "\u{fffd}x"),
        ("\\ud83d\\u0041", "\u{fffd}A"),
        ("\\ud83d\\ud83d\\ude00", "\u{fffd}😀"),
        ("\\ud83dx", "\u{fffd}x"),
        ("\\/\\b\\f\\r", "/\u{8}\u{c}\r"),
        ("\\u00E9", "é"),
    ] {
        assert_eq!(Json::parse(&format!("\"{written}\"")), Ok(text(read)), "{written}");
    }
}

#[test]
fn nesting_ends_at_the_limit() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(Json::parse(&nested(32)).is_ok());
    let deep = format!("{}: line 1, column 33: this is out of place, or nested too deeply", "[0]".repeat(32));
    assert_eq!(told(&nested(33)), deep);
    assert_eq!(told(&"[".repeat(100_000)), deep);
}

#[test]
fn members_of_one_name_are_all_there_and_the_first_is_found() {
    let json = Json::parse("{\"a\": 1, \"b\": 2, \"a\": 3}").expect("it is JSON");
    assert_eq!(json.get("a").and_then(Json::as_u64), Some(1));
    assert!(matches!(&json.kind, Kind::Object(members) if members.len() == 3));
    assert_eq!(json.get("c"), None);
}

#[test]
fn what_is_wrong_is_told_with_its_line_column_and_path() {
    let comma = "this is not JSON: a comma, a quote or a bracket is missing or too many";
    let ends = "the file ends before its JSON does";
    let place = "this is out of place, or nested too deeply";
    for (text, path, line, column, message) in [
        ("", "", 1, 1, ends),
        ("[1", "", 1, 3, ends),
        ("[1,\n", "", 2, 1, ends),
        ("{\"a\":", "", 1, 6, ends),
        ("{\"a\": [1, {\"b\": \"open", "a[1].b", 1, 22, ends),
        ("[tru", "[0]", 1, 5, ends),
        ("[1.", "[0]", 1, 4, ends),
        ("{\"a\": 1\n \"b\": 2}", "", 2, 2, comma),
        ("{\"a\": {\"b\": }}", "a.b", 1, 13, comma),
        ("{\"a\" 1}", "", 1, 6, comma),
        ("{\"a\": [1 2]}", "a[1]", 1, 10, comma),
        ("[1,]", "", 1, 4, comma),
        ("{\"é\": \"a\nb\"}", "é", 1, 9, comma),
        ("{\"a\": \"\\x\"}", "a", 1, 9, comma),
        ("{\"a\": tru}", "a", 1, 10, comma),
        ("[0, 01]", "[1]", 1, 6, comma),
        ("1 2", "", 1, 3, comma),
        ("{} {}", "", 1, 4, place),
        ("{\"a\": 1 {", "", 1, 9, place),
    ] {
        assert_eq!(told(text), format!("{path}: line {line}, column {column}: {message}"), "{text}");
    }
}

#[test]
fn a_value_knows_where_it_stands_and_a_path_leads_to_it() {
    let json = Json::parse(TEXT).expect("it is JSON");
    for (path, written) in [
        ("", TEXT),
        ("a", "1"),
        ("list[0].x", "\"ä\\\"b\""),
        ("list[1]", "{\"x\": [true]}"),
        ("list[1].x[0]", "true"),
    ] {
        let value = json.find(path).expect(path);
        assert_eq!(&TEXT[value.start()..value.end()], written, "{path}");
    }
    for path in ["b", "list[2]", "list[x]", "list[0", "a.x", "a[0]", "list.x", "[0]"] {
        assert_eq!(json.find(path), None, "{path}");
    }
    let padded = Json::parse("  7 ").expect("it is JSON");
    assert_eq!((padded.start(), padded.end()), (2, 3));
}

#[test]
fn a_list_is_read_in_parts() {
    let read = |text: &str| -> Result<Vec<String>, String> {
        let (mut behind, mut all) = (0, Vec::new());
        while let Some(value) =
            Json::element(text, behind).map_err(|error| format!("{}: {error}", error.path))?
        {
            behind = value.end();
            all.push(text[value.start()..behind].to_owned());
        }
        Ok(all)
    };
    assert_eq!(read("[]"), Ok(vec![]));
    assert_eq!(
        read(" [ 1,\n{\"a\": [2]} ,3 ]\n"),
        Ok(["1", "{\"a\": [2]}", "3"].map(str::to_owned).to_vec())
    );
    for (text, message) in [
        ("", ": line 1, column 1: the file ends before its JSON does"),
        ("[1", ": line 1, column 3: the file ends before its JSON does"),
        ("[1,\n{\"a\": x}]", "a: line 2, column 7: this is not JSON"),
        ("[1 2]", ": line 1, column 4: this is not JSON"),
        ("[1] 2", ": line 1, column 5: this is not JSON"),
        ("[1,]", ": line 1, column 4: this is not JSON"),
        ("{\"a\": 1}", ": line 1, column 1: this is out of place"),
    ] {
        assert!(read(text).is_err_and(|told| told.starts_with(message)), "{text}");
    }
}

#[test]
fn columns_count_characters_and_escapes_count_as_what_they_stand_for() {
    let start = Json::parse(TEXT).expect("it is JSON").find("list[0].x").expect("it is there").start();
    assert_eq!(line_and_column(TEXT, start), (3, 19));
    // `ä"b`: the b is character 2, after a quote that is written as two.
    assert_eq!(&TEXT[inside(TEXT, start, 2)..][..1], "b");
    assert_eq!(line_and_column(TEXT, inside(TEXT, start, 2)), (3, 23));
    assert_eq!(inside("\"\\ud83d\\ude00x\"", 0, 1), 13);
    assert_eq!(inside("\"ab\"", 0, 9), 3);
    assert_eq!(line_and_column("ä", 1), (1, 1), "within a character is at its start");
    assert_eq!(line_and_column("a", 9), (1, 2));
}

#[test]
fn what_is_compact_says_the_same() {
    let spaced = TEXT.replace('\n', "\r\n\t").replace("ä", "a  \\\\ \\\" b");
    let short = compact(&format!("\u{feff}{spaced}"));
    assert_eq!(Json::parse(&short), Json::parse(&spaced));
    assert_eq!(short, "{\"a\":1,\"list\":[{\"x\":\"a  \\\\ \\\" b\\\"b\"},{\"x\":[true]}]}");
}
