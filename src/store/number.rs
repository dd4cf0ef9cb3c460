//! Numbers in arguments and in replies, as strictly as Redis reads them and exactly as it prints them.

/// A double with 17 significant digits, as C's `%.17g`.
pub(super) fn score_text(value: f64) -> String {
    const DIGITS: i32 = 17;
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = format!("{value:.16e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let text = if (-4..DIGITS).contains(&exponent) {
        let decimals = usize::try_from(DIGITS - 1 - exponent).unwrap_or(0);
        format!("{value:.decimals$}")
    } else {
        mantissa.to_owned()
    };
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if (-4..DIGITS).contains(&exponent) {
        return text.to_owned();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{text}e{sign}{:02}", exponent.abs())
}
