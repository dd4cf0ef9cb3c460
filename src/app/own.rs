//! Scenarios of one's own: read from a file or brought along by a link, and from then on in the picker like the
//! shipped ones.

use std::sync::Arc;

use crate::catalogue::scenario;
use crate::sim::Scenario;

use super::share;
use super::state::App;

/// The most scenarios of one's own in the picker; a further one takes the last one's place.
const MAX_OWN: usize = 8;

impl App {
    /// Opens a scenario file: its scenario begins. A file that is wrong is told where, and changes nothing.
    pub(super) fn open_file(&mut self, name: &str, text: String) {
        match scenario::load(&text) {
            Ok(scenario) => {
                let (index, gone) = self.take_in(scenario, text);
                self.choose_scenario(index);
                self.guided = false;
                let gone =
                    gone.map_or(String::new(), |title| format!(" There is no more room: {title} is gone."));
                self.inform(format!("Opened {name}: {}.{gone}", self.scenario().title));
            }
            Err(error) => {
                let kept = &self.scenario().title;
                self.problem(format!("{name} was not opened. {error}. {kept} stays open as it was."));
            }
        }
    }

    /// Puts the scenario of an earlier visit's file into the picker. One that no longer loads is passed over: nobody
    /// asked for it now.
    pub(super) fn keep_in_picker(&mut self, text: String) {
        if let Ok(scenario) = scenario::load(&text) {
            self.take_in(scenario, text);
        }
    }

    /// Puts a scenario into the picker, in the place of an earlier one with its id. Its index, and the title of
    /// another that had to go.
    pub(super) fn take_in(&mut self, scenario: Arc<Scenario>, text: String) -> (usize, Option<String>) {
        let shipped = self.catalogue.len() - self.own.len();
        let known = self.catalogue.iter().position(|it| it.id == scenario.id);
        let full = (self.own.len() == MAX_OWN).then(|| self.catalogue.len() - 1);
        let gone = if known.is_none() { full.map(|last| self.catalogue[last].title.clone()) } else { None };
        let Some(index) = known.or(full) else {
            self.catalogue.push(scenario);
            self.own.push(text);
            return (self.catalogue.len() - 1, None);
        };
        self.catalogue[index] = scenario;
        self.own[index - shipped] = text;
        self.prover.forget_matrix(index);
        (index, gone)
    }

    /// The text of the scenario's file, if it came from one.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        let shipped = self.catalogue.len() - self.own.len();
        let index = self.scenario.checked_sub(shipped)?;
        self.own.get(index).map(String::as_str)
    }

    /// What the share dialog says about the scenario itself.
    pub(super) fn share_note(&self, fragment: &str) -> &'static str {
        match (self.file(), share::brings_file(fragment)) {
            (None, _) => "",
            (Some(_), true) => " The link brings the scenario along.",
            (Some(_), false) => {
                " The scenario is too long for a link: whoever opens it has to open the scenario's file first."
            }
        }
    }
}
