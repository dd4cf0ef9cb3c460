//! The page's panels, made from the state: [`App::view`].

mod code;
mod controls;
mod guide;
mod keys;
mod stage;
mod tables;
mod verdict;

pub(super) use controls::{button, choice};

use std::rc::Rc;

use crate::sim::{NodeId, World};

use super::drawing::Drawing;
use super::history::{History, Step};
use super::state::App;
use super::view::View;

impl App {
    /// What the page shows now.
    #[must_use]
    pub fn view(&self) -> View {
        let line = self.timeline.line();
        let past = &line[..self.timeline.depth() as usize];
        let steps = Step::along(&self.timeline, &line);
        let history = History::read(&steps, self.world());
        // One stands at the end of the branch more often than not: then both are the same.
        let behind = (past.len() < steps.len()).then(|| History::read(&steps[..past.len()], self.world()));
        let happened = behind.as_ref().unwrap_or(&history);
        let drawing =
            Drawing { steps: &steps, position: past.len() as u32, world: self.world(), history: &history };
        let before = self.before(past);
        let mut view = View {
            scenario: self.scenario_view(),
            guide: self.guide_view(),
            controls: self.controls_view(),
            editor: self.editor_view(),
            lanes: self.lanes_view(),
            jobs: self.jobs_view(),
            workers: self.workers_view(past),
            ledgers: self.ledgers_view(before.as_ref()),
            keys: self.keys_view(before.as_ref(), past),
            tables: self.tables_view(before.as_ref()),
            timeline: Rc::new(drawing.view(self.branches(&line))),
            verdict: self.verdict_view(happened),
            producer: self.producer_view(),
            notice: self.shown_notice().map(Rc::new),
            share: self.share.clone().map(Rc::new),
            proof: self.proof_view(),
            compare: self.compare_view(),
            scale: self.scale_view(),
            lessons: self.lessons_view(),
            lesson: self.lesson_view(),
            console: self.console_view(&steps[..past.len()]),
            quick_verdict: self.quick_verdict(),
            announcement: Rc::from(self.announcement.as_str()),
        };
        self.bar(&mut view);
        view
    }

    /// The world before the last step, to mark what that step changed.
    fn before(&self, past: &[NodeId]) -> Option<World> {
        match past {
            [] => None,
            [_] => self.timeline.world_at(NodeId(0)),
            [.., parent, _] => self.timeline.world_at(*parent),
        }
    }
}
