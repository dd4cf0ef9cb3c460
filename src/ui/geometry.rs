//! Where things stand in the space-time diagram. Lengths are in whole drawing units, sixteen to one `rem`: nothing
//! in the drawing needs a fraction, and numbers with one cost ten kilobytes of program to write down.

use crate::app::view::ColumnView;

/// Width of one step.
pub const COLUMN: i32 = 34;
/// Height of the axis on top, with the steps' numbers and the clock.
pub const AXIS: i32 = 20;
/// Height of one lane.
pub const LANE: i32 = 28;
/// Height of a delivery's bar.
pub const BAR: i32 = 14;
/// How far a request and its reply stand left and right of the middle of their step.
pub const LEAN: i32 = 4;
/// Radius of a mark.
pub const MARK: i32 = 5;

/// How far below a lane's upper edge its marks stand.
const LINE: i32 = 17;
/// The width of a character of the axis at most, and of the gap between two of its texts.
const CHARACTER: i32 = 7;

/// The diagram's window: which steps and lanes it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// The first step drawn.
    pub first: u32,
    /// How many steps are drawn.
    pub steps: u32,
    /// How many lanes.
    pub lanes: usize,
}

impl Geometry {
    /// The drawing's width.
    #[must_use]
    pub fn width(&self) -> i32 {
        self.steps.max(1) as i32 * COLUMN + COLUMN / 2
    }

    /// The drawing's height.
    #[must_use]
    pub fn height(&self) -> i32 {
        AXIS + self.lanes as i32 * LANE
    }

    /// The left edge of a step; a step outside the window is moved to the window's nearer edge.
    #[must_use]
    pub fn left(&self, step: u32) -> i32 {
        let place = step.clamp(self.first, self.first.saturating_add(self.steps)) - self.first;
        place as i32 * COLUMN
    }

    /// The middle of a step.
    #[must_use]
    pub fn middle(&self, step: u32) -> i32 {
        self.left(step) + COLUMN / 2
    }

    /// The cursor's line: right of the step one stands at, or left of everything at the beginning.
    #[must_use]
    pub fn cursor(&self, position: u32) -> i32 {
        if position < self.first { 1 } else { self.left(position) + COLUMN - 1 }
    }

    /// The line in a lane on which its marks stand.
    #[must_use]
    pub fn line(&self, lane: usize) -> i32 {
        self.top(lane) + LINE
    }

    /// A lane's upper edge.
    #[must_use]
    pub fn top(&self, lane: usize) -> i32 {
        AXIS + lane.min(self.lanes) as i32 * LANE
    }
}

/// What the axis says at each of `columns`: the clock where it moved, and every fifth step's number. A text that
/// would run into the one to its right is left out, so that the latest clock is always there; the step's tooltip
/// has them all.
#[must_use]
pub fn axis(columns: &[ColumnView]) -> Vec<Option<String>> {
    let mut texts: Vec<Option<String>> = Vec::new();
    // Where the text to the right begins; nothing stands right of the last step.
    let mut free = i32::MAX;
    for (index, column) in columns.iter().enumerate().rev() {
        let text = match (column.clock, column.step.is_multiple_of(5)) {
            (true, _) => Some(column.at.clone()),
            (false, true) => Some(column.step.to_string()),
            (false, false) => None,
        };
        let middle = index as i32 * COLUMN + COLUMN / 2;
        let text = text.filter(|it| middle + text_width(it) / 2 + CHARACTER <= free);
        if let Some(text) = &text {
            free = middle - text_width(text) / 2;
        }
        texts.push(text);
    }
    texts.reverse();
    texts
}

fn text_width(text: &str) -> i32 {
    text.chars().count() as i32 * CHARACTER
}

/// A length as an attribute, so that the drawing grows with the reader's text: `34` is `2.1250rem`.
#[must_use]
pub fn rem(length: i32) -> String {
    let fraction = (10_000 + length % 16 * 625).to_string();
    format!("{}.{}rem", length / 16, &fraction[1..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Msg;
    use crate::app::view::Mark;

    const WINDOW: Geometry = Geometry { first: 11, steps: 4, lanes: 3 };

    #[test]
    fn steps_stand_side_by_side_from_the_first_of_the_window() {
        assert_eq!([11, 12, 14].map(|step| WINDOW.left(step)), [0, COLUMN, 3 * COLUMN]);
        assert_eq!(WINDOW.middle(11), COLUMN / 2);
    }

    #[test]
    fn steps_outside_the_window_stay_on_the_drawing() {
        assert_eq!(WINDOW.left(2), 0);
        assert_eq!(WINDOW.left(u32::MAX), 4 * COLUMN);
        assert!(WINDOW.middle(u32::MAX) <= WINDOW.width());
    }

    #[test]
    fn the_cursor_stands_after_the_step_just_taken() {
        assert_eq!(WINDOW.cursor(0), 1);
        assert_eq!(WINDOW.cursor(11), COLUMN - 1);
    }

    #[test]
    fn an_empty_diagram_has_a_size() {
        let empty = Geometry { first: 1, steps: 0, lanes: 4 };
        assert!(empty.width() > 0);
        assert_eq!(empty.height(), AXIS + 4 * LANE);
        assert_eq!(empty.cursor(0), 1);
    }

    /// Steps from one on; the clock moved where a text is given.
    fn columns(clocks: &[Option<&str>]) -> Vec<ColumnView> {
        let column = |(index, at): (usize, &Option<&str>)| ColumnView {
            step: index as u32 + 1,
            past: true,
            current: false,
            at: at.unwrap_or_default().to_owned(),
            clock: at.is_some(),
            lane: 0,
            to: None,
            lost: None,
            mark: Mark::Clock,
            effect: false,
            text: String::new(),
            more: Vec::new(),
            go: Msg::Seek(index as u32 + 1),
        };
        clocks.iter().enumerate().map(column).collect()
    }

    #[test]
    fn of_two_clocks_side_by_side_the_axis_tells_the_later() {
        let told = axis(&columns(&[None, Some("30.001 s"), Some("60.002 s"), None, None]));
        assert_eq!(told, [None, None, Some("60.002 s".to_owned()), None, Some("5".to_owned())]);
    }

    #[test]
    fn clocks_with_room_between_them_are_all_told() {
        let told = axis(&columns(&[Some("1.000 s"), None, Some("2.000 s"), None, None, None]));
        assert_eq!(told.iter().flatten().count(), 3);
    }

    #[test]
    fn a_length_in_rem_is_written_without_rounding() {
        assert_eq!([rem(16), rem(34), rem(1)], ["1.0000rem", "2.1250rem", "0.0625rem"]);
    }
}
