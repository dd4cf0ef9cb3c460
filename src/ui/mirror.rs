//! The coloured copy of the code that lies under the text field: each line cut into pieces of one look.

use crate::app::terms::{LINES, Span, SpanKind};
use crate::app::view::ErrorView;

/// The lines that are drawn one by one: a recipe's most, and the first one too many, where the error is. Drawing
/// thousands takes seconds.
pub const ROWS: usize = LINES + 1;

/// The text's lines, and behind the first [`ROWS`] of them all others as one: these cannot run, and are drawn plain.
pub fn rows(text: &str) -> impl Iterator<Item = &str> {
    text.splitn(ROWS + 1, '\n')
}

/// A stretch of a line that looks the same throughout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// Its text. A blank where an error stands past the end of the line.
    pub text: &'a str,
    /// What it is.
    pub kind: SpanKind,
    /// It is part of an error.
    pub wrong: bool,
}

/// Cuts `line`, numbered `number` from one, at the borders of its spans and of the errors on it.
///
/// The pieces' texts put together are the line, plus one blank when an error begins at or past its end. Spans
/// that do not fit the line (they belong to another text) are ignored.
#[must_use]
pub fn pieces<'a>(line: &'a str, number: u32, spans: &[Span], errors: &[ErrorView]) -> Vec<Piece<'a>> {
    let marks: Vec<(u32, u32)> = errors
        .iter()
        .filter(|error| error.line == number)
        .map(|error| {
            (error.column.saturating_sub(1), error.column.saturating_sub(1).saturating_add(error.length))
        })
        .collect();
    let mut pieces: Vec<Piece<'a>> = Vec::new();
    let mut start = 0;
    let mut look = None;
    let mut count = 0;
    for (column, (byte, _)) in line.char_indices().enumerate() {
        let column = column as u32;
        let here = (kind_at(spans, byte), marks.iter().any(|(from, to)| (*from..*to).contains(&column)));
        if look.is_some_and(|it| it != here) {
            push(&mut pieces, &line[start..byte], look);
            start = byte;
        }
        look = Some(here);
        count = column + 1;
    }
    push(&mut pieces, &line[start..], look);
    if marks.iter().any(|(from, _)| *from >= count) {
        pieces.push(Piece { text: " ", kind: SpanKind::Plain, wrong: true });
    }
    pieces
}

fn push<'a>(pieces: &mut Vec<Piece<'a>>, text: &'a str, look: Option<(SpanKind, bool)>) {
    if let Some((kind, wrong)) = look {
        pieces.push(Piece { text, kind, wrong });
    }
}

fn kind_at(spans: &[Span], byte: usize) -> SpanKind {
    spans.iter().find(|span| span.range.contains(&byte)).map_or(SpanKind::Plain, |span| span.kind)
}

/// The look's name in the style sheet.
#[must_use]
pub const fn class(kind: SpanKind) -> &'static str {
    match kind {
        SpanKind::Keyword => "t-keyword",
        SpanKind::Command => "t-command",
        SpanKind::Verb => "t-verb",
        SpanKind::Variable => "t-variable",
        SpanKind::Interpolation => "t-hole",
        SpanKind::Text => "t-text",
        SpanKind::Number => "t-number",
        SpanKind::Comment => "t-comment",
        SpanKind::Plain => "t-plain",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: u32, column: u32, length: u32) -> ErrorView {
        ErrorView { line, column, length, message: String::new() }
    }

    fn shape(pieces: &[Piece<'_>]) -> Vec<(String, SpanKind, bool)> {
        pieces.iter().map(|it| (it.text.to_owned(), it.kind, it.wrong)).collect()
    }

    #[test]
    fn lines_that_cannot_run_are_one_block_behind_those_that_can() {
        let text = |lines: usize| vec!["x"; lines].join("\n");
        assert_eq!(rows("").collect::<Vec<_>>(), [""]);
        assert_eq!(rows("a\n").collect::<Vec<_>>(), ["a", ""]);
        assert_eq!(rows(&text(201)).count(), 201);
        let long = text(2_700);
        let drawn: Vec<&str> = rows(&long).collect();
        assert_eq!((drawn.len(), drawn[200]), (202, "x"));
        assert_eq!(drawn[201].split('\n').count(), 2_700 - 201);
        assert_eq!(drawn.join("\n"), long);
    }

    #[test]
    fn a_line_is_cut_where_its_look_changes() {
        let spans =
            [Span { range: 0..2, kind: SpanKind::Keyword }, Span { range: 2..4, kind: SpanKind::Variable }];
        assert_eq!(
            shape(&pieces("ifab", 1, &spans, &[])),
            [("if".to_owned(), SpanKind::Keyword, false), ("ab".to_owned(), SpanKind::Variable, false)]
        );
    }

    #[test]
    fn an_error_is_counted_in_characters_not_in_bytes() {
        let cut = shape(&pieces("éé!é", 3, &[], &[error(3, 3, 1), error(2, 1, 9)]));
        let plain = SpanKind::Plain;
        assert_eq!(
            cut,
            [("éé".to_owned(), plain, false), ("!".to_owned(), plain, true), ("é".to_owned(), plain, false)]
        );
    }

    #[test]
    fn an_error_past_the_end_gets_a_blank_to_underline() {
        let plain = SpanKind::Plain;
        assert_eq!(
            shape(&pieces("GET", 1, &[], &[error(1, 4, 1)])),
            [("GET".to_owned(), plain, false), (" ".to_owned(), plain, true)]
        );
        assert_eq!(shape(&pieces("", 1, &[], &[error(1, 1, 1)])), [(" ".to_owned(), plain, true)]);
        assert_eq!(pieces("", 1, &[], &[]), []);
    }

    #[test]
    fn spans_of_another_text_do_no_harm() {
        let spans = [Span { range: 1..90, kind: SpanKind::Text }];
        let text: String =
            pieces("äb", 1, &spans, &[error(1, 0, u32::MAX)]).iter().map(|it| it.text).collect();
        assert_eq!(text, "äb");
    }
}
