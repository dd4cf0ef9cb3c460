//! The share dialog: the link to the session, and what it holds.

use super::picker::Picker;
use super::session::Session;
use super::share::{self, LinkError};
use super::view::ShareView;
use super::words;

/// The dialog over the session as it stands.
///
/// # Errors
/// When the session is too long for a link.
pub(super) fn dialog(session: &Session, picker: &Picker) -> Result<ShareView, LinkError> {
    let fragment = session.link(picker.file())?;
    let count = words::count(session.timeline().depth() as usize, "action");
    let note = match (picker.file(), share::brings_file(&fragment)) {
        (None, _) => "",
        (Some(_), true) => " The link brings the scenario along.",
        (Some(_), false) => {
            " The scenario is too long for a link: whoever opens it has to open the scenario's file first."
        }
    };
    let text = format!("{}, {count}.{note}", session.scenario().title);
    Ok(ShareView { fragment, text })
}
