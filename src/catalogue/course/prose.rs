//! The texts of lessons: plain words, `code` between backticks and **what stands out** between two asterisks.
//!
//! There is nothing else, and no HTML: a lesson may come from anywhere, and whatever else it holds is shown as it is.

/// How a piece of a paragraph is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// As it is.
    Plain,
    /// As code.
    Code,
    /// So that it stands out.
    Strong,
}

/// The pieces of a paragraph, in order and none of them empty; `None` when something opens and does not close, or
/// holds nothing.
#[must_use]
pub fn spans(paragraph: &str) -> Option<Vec<(Mark, &str)>> {
    let (mut all, mut rest) = (Vec::new(), paragraph);
    while !rest.is_empty() {
        let (mark, sign) = if rest.starts_with('`') {
            (Mark::Code, "`")
        } else if rest.starts_with("**") {
            (Mark::Strong, "**")
        } else {
            let code = rest.find('`').unwrap_or(rest.len());
            let end = rest[..code].find("**").unwrap_or(code);
            all.push((Mark::Plain, &rest[..end]));
            rest = &rest[end..];
            continue;
        };
        let inside = &rest[sign.len()..];
        let end = inside.find(sign)?;
        if end == 0 {
            return None;
        }
        all.push((mark, &inside[..end]));
        rest = &inside[end + sign.len()..];
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_what_stands_out_are_told_from_the_rest() {
        assert_eq!(
            spans("A `SET a **b**` is **not** `<b>`."),
            Some(vec![
                (Mark::Plain, "A "),
                (Mark::Code, "SET a **b**"),
                (Mark::Plain, " is "),
                (Mark::Strong, "not"),
                (Mark::Plain, " "),
                (Mark::Code, "<b>"),
                (Mark::Plain, "."),
            ])
        );
        assert_eq!(spans("2 * 3 <b>"), Some(vec![(Mark::Plain, "2 * 3 <b>")]));
        assert_eq!(spans(""), Some(vec![]));
    }

    #[test]
    fn what_opens_and_does_not_close_is_found() {
        for text in ["`a", "a`", "**a", "a **", "``", "****", "**a*", "`a``"] {
            assert_eq!(spans(text), None, "{text}");
        }
    }
}
