//! What a component asks the page for.

use crate::app::Msg;

/// A wish of a person, as a component understood it.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// Do this.
    Do(Msg),
    /// Something was pressed that cannot be done now; this says why.
    Refuse(String),
    /// The reason was read.
    ForgetRefusal,
    /// Show how to use the page.
    Help,
    /// Enough of that.
    CloseHelp,
    /// The next of the themes: the system's, light, dark.
    NextTheme,
    /// Put this link where one can paste from.
    CopyLink(String),
    /// Whether that worked.
    Copied(bool),
    /// Choose a file.
    ChooseFile(Chosen),
    /// A file was chosen.
    ReadFile,
    /// Show the queue's own keys, or hide them.
    FoldKeys,
    /// Hand over the progress as a file.
    ExportProgress,
}

/// What a file is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// A scenario.
    Scenario,
    /// A lesson.
    Lesson,
    /// Somebody's progress.
    Progress,
}

impl From<Msg> for Ask {
    fn from(msg: Msg) -> Self {
        Self::Do(msg)
    }
}
