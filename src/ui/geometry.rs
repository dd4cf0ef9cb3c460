//! Where things stand in the space-time diagram. Lengths are in drawing units, sixteen to one `rem`.

/// Drawing units in one `rem`, so that the drawing grows with the reader's text.
pub const UNITS_PER_REM: f64 = 16.0;
/// Width of one step.
pub const COLUMN: f64 = 34.0;
/// Height of the axis on top, with the steps' numbers and the clock.
pub const AXIS: f64 = 20.0;
/// Height of one lane.
pub const LANE: f64 = 28.0;
/// Height of a delivery's bar.
pub const BAR: f64 = 14.0;
/// How far a request and its reply stand left and right of the middle of their step.
pub const LEAN: f64 = 4.0;
/// Radius of a mark.
pub const MARK: f64 = 5.0;

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
    pub fn width(&self) -> f64 {
        (f64::from(self.steps.max(1)) + 0.5) * COLUMN
    }

    /// The drawing's height.
    #[must_use]
    pub fn height(&self) -> f64 {
        AXIS + self.lanes as f64 * LANE
    }

    /// The left edge of a step; a step outside the window is moved to the window's nearer edge.
    #[must_use]
    pub fn left(&self, step: u32) -> f64 {
        let place = step.clamp(self.first, self.first.saturating_add(self.steps)) - self.first;
        f64::from(place) * COLUMN
    }

    /// The middle of a step.
    #[must_use]
    pub fn middle(&self, step: u32) -> f64 {
        self.left(step) + COLUMN / 2.0
    }

    /// The cursor's line: right of the step one stands at, or left of everything at the beginning.
    #[must_use]
    pub fn cursor(&self, position: u32) -> f64 {
        if position < self.first { 1.0 } else { self.left(position) + COLUMN - 1.0 }
    }

    /// The line in a lane on which its marks stand.
    #[must_use]
    pub fn line(&self, lane: usize) -> f64 {
        self.top(lane) + LANE * 0.62
    }

    /// A lane's upper edge.
    #[must_use]
    pub fn top(&self, lane: usize) -> f64 {
        AXIS + lane.min(self.lanes) as f64 * LANE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Geometry = Geometry { first: 11, steps: 4, lanes: 3 };

    #[test]
    fn steps_stand_side_by_side_from_the_first_of_the_window() {
        assert_eq!([11, 12, 14].map(|step| WINDOW.left(step)), [0.0, COLUMN, 3.0 * COLUMN]);
        assert_eq!(WINDOW.middle(11), COLUMN / 2.0);
    }

    #[test]
    fn steps_outside_the_window_stay_on_the_drawing() {
        assert_eq!(WINDOW.left(2), 0.0);
        assert_eq!(WINDOW.left(u32::MAX), 4.0 * COLUMN);
        assert!(WINDOW.middle(u32::MAX) <= WINDOW.width());
    }

    #[test]
    fn the_cursor_stands_after_the_step_just_taken() {
        assert_eq!(WINDOW.cursor(0), 1.0);
        assert_eq!(WINDOW.cursor(11), COLUMN - 1.0);
    }

    #[test]
    fn an_empty_diagram_has_a_size() {
        let empty = Geometry { first: 1, steps: 0, lanes: 4 };
        assert!(empty.width() > 0.0);
        assert_eq!(empty.height(), AXIS + 4.0 * LANE);
        assert_eq!(empty.cursor(0), 1.0);
    }
}
