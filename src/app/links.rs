//! Links: the session as one, and one as the session.

use super::msg::Msg;
use super::share::{self, LinkError};
use super::state::App;
use super::view::ShareView;
use super::words;

impl App {
    pub(super) fn open_share(&mut self) {
        match self.link() {
            Ok(fragment) => {
                let count = self.timeline.depth();
                let count = words::count(count as usize, "action");
                let note = self.share_note(&fragment);
                let text = format!("{}, {count}.{note}", self.scenario().title);
                self.share = Some(ShareView { fragment, text });
            }
            Err(error) => self.problem(error.to_string()),
        }
    }

    pub(super) fn open_link(&mut self, fragment: &str) {
        match share::decode(fragment, &self.catalogue) {
            // No shared session has this character.
            Ok(link) => self.replay(link, fragment.contains('=')),
            Err(LinkError::Scenario(id)) if self.waits_for(&id, Msg::Open(fragment.to_owned())) => {}
            Err(error) => {
                let kept = if self.timeline.depth() == 0 {
                    "The page opened at its beginning instead."
                } else {
                    "What is here stays as it is."
                };
                self.problem(format!("{error} {kept}"));
            }
        }
    }

    fn replay(&mut self, link: share::Link, by_name: bool) {
        let index = match link.file {
            Some(text) => self.take_in(link.scenario, text).0,
            None => self.catalogue.iter().position(|it| it.id == link.scenario.id).unwrap_or(0),
        };
        self.choose_scenario(index);
        self.start(link.workers, link.consumer);
        self.forget_proof();
        if by_name {
            // A beginning like any other, and the guide says what to do in it.
            return;
        }
        self.guided = false;
        let total = link.actions.len();
        for (done, action) in link.actions.into_iter().enumerate() {
            if !self.perform(action) {
                let why = self.notice.as_ref().map_or(String::new(), |notice| notice.text.clone());
                self.problem(format!(
                    "The link's action {} of {total} is not possible here. The {done} before it were done. {why}",
                    done + 1
                ));
                return;
            }
        }
        let count = words::count(total, "action");
        self.inform(format!("Opened a shared session: {}, {count}.", self.scenario().title));
    }
}
