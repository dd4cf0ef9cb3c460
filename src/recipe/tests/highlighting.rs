//! Colours: the right ones, and always for every byte.

use super::*;

/// A line's spans as `kind:text`, white space left out.
fn colours(line: &str) -> Vec<String> {
    let lines = highlight(line);
    assert_eq!(lines.len(), 1);
    let spans = lines[0].iter().map(|span| (span.kind, line[span.range.clone()].trim()));
    spans.filter(|(_, text)| !text.is_empty()).map(|(kind, text)| format!("{kind:?}:{text}")).collect()
}

#[test]
fn each_word_has_the_colour_of_what_it_is() {
    assert_eq!(
        colours("claimed = SET dedup:{job.id} 1 NX # claim"),
        [
            "Variable:claimed",
            "Plain:=",
            "Command:SET",
            "Plain:dedup:",
            "Interpolation:{job.id}",
            "Number:1",
            "Plain:NX",
            "Comment:# claim"
        ]
    );
    assert_eq!(
        colours("  if not job.id == x"),
        ["Keyword:if", "Keyword:not", "Interpolation:job.id", "Plain:==", "Variable:x"]
    );
    assert_eq!(colours("if x == nil"), ["Keyword:if", "Variable:x", "Plain:==", "Keyword:nil"]);
    assert_eq!(
        colours("charge key 5 key \"a{x}b\""),
        ["Verb:charge", "Plain:key", "Number:5", "Keyword:key", "Text:\"a", "Interpolation:{x}", "Text:b\""]
    );
    assert_eq!(colours("append s e"), ["Verb:append", "Plain:s e"]);
    assert_eq!(colours("append s e expect 3")[2..], ["Keyword:expect", "Number:3"]);
    assert_eq!(colours("skip \"why"), ["Keyword:skip", "Text:\"why"]);
    assert_eq!(colours("NOPE 5"), ["Plain:NOPE", "Number:5"]);
}

#[test]
fn braces_in_sql_have_the_colour_they_have_elsewhere() {
    assert_eq!(
        colours("a = SELECT 'it''s {x} # {{', {y} # {z}"),
        [
            "Variable:a",
            "Plain:=",
            "Command:SELECT",
            "Text:'it''s",
            "Interpolation:{x}",
            "Text:# {{'",
            "Plain:,",
            "Interpolation:{y}",
            "Comment:# {z}"
        ]
    );
    assert_eq!(colours("SELECT 'a{b', 1")[1..], ["Text:'a{b'", "Plain:,", "Number:1"]);
}

#[test]
fn a_text_has_one_more_line_than_line_feeds() {
    assert_eq!(highlight("").len(), 1);
    assert_eq!(highlight("a\r\n\nb\n").len(), 4);
}

/// Asserts that every line's spans cover it without a gap, at character boundaries.
pub(super) fn assert_total(source: &str) {
    let lines = highlight(source);
    assert_eq!(lines.len(), source.split('\n').count());
    for (line, spans) in source.split('\n').zip(&lines) {
        let mut end = 0;
        for span in spans {
            assert!(span.range.start == end && span.range.end > end, "{line:?} {spans:?}");
            assert!(line.is_char_boundary(span.range.end), "{line:?} {spans:?}");
            end = span.range.end;
        }
        assert_eq!(end, line.len(), "{line:?}");
    }
}
