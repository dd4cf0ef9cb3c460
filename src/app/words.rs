//! Numbers, spans of time and counts as a person reads them.

use crate::base::Millis;

/// `12.000 s`, `4 min 10 s`, `23 h 59 min`, `30 days`.
pub(super) fn span(ms: u64) -> String {
    const SECOND: u64 = 1_000;
    const MINUTE: u64 = 60 * SECOND;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    match ms {
        0..120_000 => format!("{}.{:03} s", ms / SECOND, ms % SECOND),
        120_000..7_200_000 => format!("{} min {} s", ms / MINUTE, ms % MINUTE / SECOND),
        7_200_000..172_800_000 => format!("{} h {} min", ms / HOUR, ms % HOUR / MINUTE),
        _ => format!("{} days", ms / DAY),
    }
}

/// The clock: `30.001 s`.
pub(super) fn clock(at: Millis) -> String {
    at.to_string()
}

/// `1 charge`, `2 charges`.
pub(super) fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", plural(n as u64, noun))
}

/// What a number of these is written with behind the noun: `s`, `es` after a hiss, or nothing.
pub(super) fn plural(n: u64, noun: &str) -> &'static str {
    match noun.as_bytes() {
        _ if n == 1 => "",
        [.., b's' | b'x'] | [.., b'c' | b's', b'h'] => "es",
        _ => "s",
    }
}

/// `12,345`.
pub(super) fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Parts per million as a percentage: `0.1 %`.
pub(super) fn percent(parts: u32) -> String {
    let mut text = (parts / 10_000).to_string();
    let mut rest = parts % 10_000;
    if rest > 0 {
        text.push('.');
    }
    while rest > 0 {
        text.push(char::from(b'0' + (rest / 1_000) as u8));
        rest = rest % 1_000 * 10;
    }
    text.push_str(" %");
    text
}

/// An amount in cents as money: `$1,234.50`.
pub(super) fn dollars(cents: u64) -> String {
    let mut text = "$".to_owned();
    text.push_str(&thousands(cents / 100));
    text.push('.');
    text.push(char::from(b'0' + (cents / 10 % 10) as u8));
    text.push(char::from(b'0' + (cents % 10) as u8));
    text
}

/// The text with its first letter a capital.
pub(super) fn capital(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// `2×`.
pub(super) fn times(n: u16) -> String {
    format!("{n}×")
}

/// A text cut to at most `limit` characters, with an ellipsis that says so.
pub(super) fn shorten(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let mut kept: String = text.chars().take(limit.saturating_sub(1)).collect();
    kept.push('…');
    kept
}

/// An amount in cents as the ledger shows it: `42.00`.
pub(super) fn amount(cents: &str) -> String {
    match cents.parse::<u64>() {
        Ok(n) => format!("{}.{:02}", n / 100, n % 100),
        Err(_) => cents.to_owned(),
    }
}

/// A sentence: the first letter a capital, a full stop at the end.
pub(super) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return String::new() };
    let stop = if text.ends_with(['.', '!', '?', ':']) { "" } else { "." };
    let mut whole = String::from(first.to_ascii_uppercase());
    whole.push_str(chars.as_str());
    whole.push_str(stop);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_told_in_the_two_units_that_matter() {
        assert_eq!(span(12_345), "12.345 s");
        assert_eq!(span(250_000), "4 min 10 s");
        assert_eq!(span(86_399_999), "23 h 59 min");
        assert_eq!(span(30 * 86_400_000), "30 days");
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([7, 999, 1_000, 1_234_567].map(thousands), ["7", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn a_noun_that_hisses_takes_es() {
        let counted = [(1, "switch"), (2, "switch"), (0, "push"), (3, "box"), (2, "charge")];
        let told = counted.map(|(n, noun)| count(n, noun));
        assert_eq!(told, ["1 switch", "2 switches", "0 pushes", "3 boxes", "2 charges"]);
    }

    #[test]
    fn rates_and_money_are_written_out() {
        assert_eq!(
            [1, 100, 1_000, 12_500, 500_000].map(percent),
            ["0.0001 %", "0.01 %", "0.1 %", "1.25 %", "50 %"]
        );
        assert_eq!([5, 4_200, 123_456_789].map(dollars), ["$0.05", "$42.00", "$1,234,567.89"]);
        assert_eq!(["charged twice", "", "über"].map(capital), ["Charged twice", "", "über"]);
    }

    #[test]
    fn a_sentence_starts_with_a_capital_and_stops_once() {
        assert_eq!(sentence("worker 1 crashed"), "Worker 1 crashed.");
        assert_eq!(sentence("No timer is set."), "No timer is set.");
    }

    #[test]
    fn an_amount_is_cents_unless_it_is_no_number() {
        assert_eq!(amount("4200"), "42.00");
        assert_eq!(amount("<b>"), "<b>");
    }
}
