//! Where the plot of a batch draws what: a fixed field with the rates at equal distances.

/// The field and what stands around it.
pub const BOX: &str = "0 0 480 230";
/// The left end of the lines.
pub const LEFT: i32 = 72;
/// Their right end.
pub const RIGHT: i32 = 420;
/// The axis at the bottom, where zero is.
pub const BOTTOM: i32 = 200;

const TOP: i32 = 10;
/// Between two rates.
const PITCH: i32 = (RIGHT - LEFT - 40) / 3;

/// The place of a rate.
#[must_use]
pub fn x(place: usize) -> i32 {
    LEFT + 28 + PITCH * place as i32
}

/// The place of a height in thousandths.
#[must_use]
pub fn y(height: i32) -> i32 {
    BOTTOM - (BOTTOM - TOP) * height / 1_000
}

/// The number that a line is called by.
#[must_use]
pub fn digit(text: &str) -> i32 {
    i32::from(text.bytes().next_back().unwrap_or(b'0') - b'0')
}

/// A line from height to height with a dot at each, and the last of its heights. What is not known is left out.
#[must_use]
pub fn path(heights: &[Option<i32>]) -> (String, i32) {
    let (mut line, mut dots, mut last) = (String::new(), String::new(), 0);
    for (place, height) in heights.iter().enumerate() {
        let Some(height) = *height else { continue };
        let command = if line.is_empty() { "M" } else { "L" };
        let (x, y) = (x(place).to_string(), y(height).to_string());
        line.push_str(&format!("{command}{x} {y}"));
        dots.push_str(&format!("M{x} {y}m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0"));
        last = height;
    }
    line.push_str(&dots);
    (line, last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_from_rate_to_rate_and_leaves_out_what_is_not_known() {
        let (path, last) = path(&[Some(0), None, Some(500), Some(1_000)]);
        assert!(path.starts_with("M100 200L304 105L406 10M100 200m-3"), "{path}");
        assert_eq!(last, 1_000);
        assert_eq!(self::path(&[None; 4]), (String::new(), 0));
    }
}
