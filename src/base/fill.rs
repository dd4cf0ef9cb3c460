//! Texts with gaps: one function fills them all, where each `format!` brings code of its own.

/// A text with the next of `parts` for each `%`.
#[must_use]
pub fn filled(template: &str, parts: &[&str]) -> String {
    let mut text = String::new();
    let mut parts = parts.iter();
    let mut rest = template;
    while let Some(at) = rest.bytes().position(|byte| byte == b'%') {
        text.push_str(&rest[..at]);
        text.push_str(parts.next().unwrap_or(&""));
        rest = &rest[at + 1..];
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_gap_takes_the_next_part_as_it_is() {
        assert_eq!(filled("% of %", &["1%", "2"]), "1% of 2");
        assert_eq!(filled("nothing", &["x"]), "nothing");
        assert_eq!(filled("a % and %.", &["b"]), "a b and .");
    }
}
