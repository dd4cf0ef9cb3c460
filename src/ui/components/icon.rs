//! The page's pictograms: line drawings in the colour of the text beside them, never alone.

use crate::ui::dom::{Tag, tag};

/// A pictogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// One step.
    Step,
    /// One step back.
    Back,
    /// One step forward.
    Forward,
    /// Play.
    Play,
    /// Pause.
    Pause,
    /// From the start.
    Reset,
    /// The clock.
    Clock,
    /// To the next timer.
    Timer,
    /// A search.
    Prove,
    /// Side by side.
    Compare,
    /// Many.
    Scale,
    /// A lesson: an open book.
    Lesson,
    /// Share.
    Share,
    /// A file.
    File,
    /// Help.
    Help,
    /// A theme: half light, half dark.
    Theme,
    /// A crash.
    Crash,
    /// Frozen.
    Freeze,
    /// Going again.
    Up,
    /// Once more.
    Again,
    /// One more.
    Add,
    /// Right.
    Check,
    /// Twice.
    Double,
    /// Nothing there.
    Empty,
    /// Not over yet.
    Dots,
    /// A lock.
    Lock,
    /// Close.
    Close,
    /// Beware.
    Warning,
    /// Asleep.
    Idle,
    /// Neither alive nor dead.
    Zombie,
}

impl Icon {
    /// The strokes, on a field of 16 by 16.
    const fn strokes(self) -> &'static str {
        match self {
            Self::Step => "M3 3.500v9l6-4.500zM12.500 3.500v9",
            Self::Back => "M10 3.500v9L4 8z",
            Self::Forward => "M6 3.500v9L12 8z",
            Self::Play => "M4.500 3v10l8-5z",
            Self::Pause => "M5 3.500v9M11 3.500v9",
            Self::Reset => "M3.500 3v3.500H7M3.500 6.500A5 5 0 1 1 3 9",
            Self::Clock => "M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2M8 4.500V8l2.500 1.500",
            Self::Timer => {
                "M3 3.500h10M3 12.500h10M4.500 3.500c0 4.500 7 4.500 7 9M11.500 3.500c0 4.500-7 4.500-7 9"
            }
            Self::Prove => {
                "M7 2.500a4.500 4.500 0 1 0 0 9a4.500 4.500 0 1 0 0-9M10.500 10.500L14 14M5 7l1.500 1.500L9 5.500"
            }
            Self::Compare => "M2.500 3h4.500v10H2.500zM9 3h4.500v10H9z",
            Self::Scale => "M3 13.500v-4M8 13.500v-7M13 13.500v-11",
            Self::Lesson => {
                "M8 4.500C6.500 3 4.500 3 2 3v9.500c2.500 0 4.500 0 6 1.500c1.500-1.500 3.500-1.500 6-1.500V3c-2.500 0-4.500 0-6 1.500v9"
            }
            Self::Share => "M8 10V2M5 4.500L8 2l3 2.500M4 7.500H3v6h10v-6h-1",
            Self::File => "M4 2.500h5l3 3v8H4zM9 2.500v3h3",
            Self::Help => "M5.500 6a2.500 2.500 0 1 1 3.500 2.300c-.7.400-1 .8-1 1.700M8 12.500v.5",
            Self::Theme => "M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2M8 2v12M10 4v8M12 5.500v5",
            Self::Crash => "M4 4l8 8M12 4l-8 8",
            Self::Freeze => "M8 2v12M2.800 5l10.400 6M13.200 5L2.800 11",
            Self::Up => "M8 13V3M4 7l4-4 4 4",
            Self::Again => "M12.500 3v3.500H9M12.500 6.500A5 5 0 1 0 13 9",
            Self::Add => "M8 3v10M3 8h10",
            Self::Check => "M3 8.500l3.500 3.500L13 4.500",
            Self::Double => "M5.500 2.500v7M5.500 12.500v.5M10.500 2.500v7M10.500 12.500v.5",
            Self::Empty => "M8 3a5 5 0 1 0 0 10A5 5 0 1 0 8 3M3 13.500L13 2.500",
            Self::Dots => "M3.500 8h.1M8 8h.1M12.500 8h.1",
            Self::Lock => "M4 7.500h8v6H4zM5.500 7.500V5a2.500 2.500 0 0 1 5 0v2.500",
            Self::Close => "M4 4l8 8M12 4l-8 8",
            Self::Warning => "M8 2.500L14 13H2zM8 6.500v3M8 11.200v.1",
            Self::Idle => "M8 3a5 5 0 1 0 0 10A5 5 0 1 0 8 3",
            Self::Zombie => "M8 2a5 5 0 0 0-5 5v3h2v3h6v-3h2V7a5 5 0 0 0-5-5M6 7v.1M10 7v.1",
        }
    }

    /// The drawing. Hidden from screen readers: the words beside it say the same.
    pub fn draw(self) -> Tag {
        tag("svg.icon[viewBox=0 0 16 16][aria-hidden=true][focusable=false]")
            .child(tag("path").set("d", self.strokes()))
    }
}
