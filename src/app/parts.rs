//! The parts of the page, each with a state of its own, beside the session that all of them look at: whose business a
//! message is, and what all of them together show.
//!
//! Invariants: one panel is open at a time. Deliberately absent: messages to the person, and whatever puts another session
//! in the place of this one (links, files, lessons): that is the page's.

use std::rc::Rc;
use std::sync::Arc;

use crate::sim::{Action, NodeId, Scenario, World};

use super::buttons::Buttons;
use super::compare::Compare;
use super::console::Console;
use super::drawing::{self, Drawing};
use super::effects::{Effects, Open};
use super::history::{History, Step};
use super::learn::Learn;
use super::msg::{Msg, ProofMsg};
use super::panels::{code, controls, guide, keys, stage, tables};
use super::picker::{Picker, Taken};
use super::proof::{Proof, Quick};
use super::scale::Scale;
use super::session::{Session, Walk};
use super::verdict::verdict;
use super::view::{NoticeView, ShareView, View};

/// The parts.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub picker: Picker,
    pub session: Session,
    /// The panel in the stage's place.
    pub open: Open,
    pub proof: Proof,
    pub quick: Quick,
    pub compare: Compare,
    pub scale: Scale,
    pub learn: Learn,
    pub console: Console,
}

/// What is said to the person, above all else that shows.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    /// A message that waits to be read.
    pub notice: Option<NoticeView>,
    /// The share dialog.
    pub share: Option<ShareView>,
    /// What a screen reader hears.
    pub announcement: String,
}

impl Parts {
    /// A first visitor's, with these scenarios.
    pub(super) fn of(picker: Picker) -> Self {
        let session = Session::new(&picker.scenarios()[picker.current()]);
        let mut quick = Quick::default();
        quick.follow(&session);
        Self {
            picker,
            session,
            open: Open::Nothing,
            proof: Proof::default(),
            quick,
            compare: Compare::default(),
            scale: Scale::default(),
            learn: Learn::default(),
            console: Console::default(),
        }
    }

    /// Whether that panel is open.
    pub(super) fn shows(&self, panel: Open) -> bool {
        self.open == panel
    }

    /// Whether something waits to be read, searched or run.
    pub(super) fn has_work(&self) -> bool {
        let in_panel = match self.open {
            Open::Proof => self.proof.searching(),
            Open::Scale => self.scale.running(),
            Open::Nothing | Open::Compare | Open::Lessons => false,
        };
        in_panel || self.picker.reads_others() || self.learn.checking() || self.quick.running()
    }

    /// Has the part that a message is for do it. What else comes of it.
    pub(super) fn serve(&mut self, msg: Msg) -> Effects {
        let (session, open) = (&mut self.session, self.open);
        match msg {
            Msg::Act(action) => return session.act(action),
            Msg::Step => return session.act(Action::Step(session.selected())),
            Msg::Back => return session.walk(Walk::Back),
            Msg::Forward => return session.walk(Walk::Forward),
            Msg::Seek(position) => return session.walk(Walk::Seek(position)),
            Msg::Go(node) => return session.walk(Walk::Go(node)),
            Msg::Play => session.play(),
            Msg::Pause => session.pause(),
            Msg::Tick => return session.tick(),
            Msg::Reset => return session.reset(),
            Msg::Select(worker) => session.select(worker),
            Msg::Consumer(index) => return session.choose_consumer(index),
            Msg::Edit(text) => return session.edit(text),
            Msg::Revert => return session.revert(),
            Msg::OpenKey(key) => session.show_key(key),
            Msg::Field { name, text } => session.fill(name, text),
            Msg::Enqueue => return session.enqueue(),
            Msg::DismissGuide => session.dismiss_guide(),
            Msg::Proof(ProofMsg::ReplayCell(scenario, ..))
                if self.learn.inside() && scenario != self.picker.current() =>
            {
                return Effects::inform("That is another scenario: leave the lesson first.");
            }
            Msg::Proof(msg) => {
                return self.proof.update(session, &self.picker, open == Open::Proof, msg);
            }
            Msg::Compare(msg) => return self.compare.update(session, open == Open::Compare, msg),
            Msg::Scale(msg) => return self.scale.update(session, msg),
            Msg::Learn(msg) => return self.learn.update(session, &self.picker, open, msg),
            Msg::Console(msg) => return self.console.update(session, msg),
            // The page's own.
            Msg::Scenario(_)
            | Msg::Share
            | Msg::CloseShare
            | Msg::DismissNotice
            | Msg::Open(_)
            | Msg::OpenFile { .. }
            | Msg::KeptFile(_)
            | Msg::Work(_)
            | Msg::Rest(_)
            | Msg::WantRest => {}
        }
        Effects::none()
    }

    /// Does a piece of the work that waits.
    pub(super) fn work(&mut self, count: usize) -> Effects {
        if self.learn.checking() {
            return self.learn.work(count);
        }
        if self.quick.running() {
            self.quick.work(count);
            return Effects::none();
        }
        match self.open {
            Open::Proof => self.proof.work(&self.session, count),
            Open::Scale if self.scale.running() => self.scale.work(count),
            // A piece that was due when the panel was closed.
            _ => Effects::none(),
        }
    }

    /// The small search follows the text in force. A lesson's goal has a bound of its own.
    pub(super) fn follow_text(&mut self) {
        if !self.learn.inside() {
            self.quick.follow(&self.session);
        }
    }

    /// The scenario of that index begins, in all parts; none if there is no such scenario.
    pub(super) fn begin(&mut self, index: usize) -> Option<Effects> {
        let scenario = self.picker.choose(index)?;
        let told = self.session.begin(scenario);
        let proven = self.forget_proof();
        let counted = self.scale.begin(&self.session, self.shows(Open::Scale));
        if self.shows(Open::Compare) {
            self.compare.choose(&self.session);
        }
        Some(proven.and(counted).and(told))
    }

    /// The world begins anew: what was proven is about nothing any more.
    pub(super) fn forget_proof(&mut self) -> Effects {
        self.quick = Quick::default();
        self.proof.forget(&self.session, &self.picker, self.shows(Open::Proof))
    }

    /// Puts a scenario into the picker. What was proven of another in its place is forgotten.
    pub(super) fn take_in(&mut self, scenario: Arc<Scenario>, text: String) -> Taken {
        let taken = self.picker.take_in(scenario, text);
        if taken.replaced {
            self.proof.forget_matrix(taken.index);
        }
        taken
    }

    /// What the page shows now.
    pub(super) fn view(&self, said: &Said) -> View {
        let (session, world) = (&self.session, self.session.world());
        let timeline = session.timeline();
        let line = timeline.line();
        let past = &line[..timeline.depth() as usize];
        let steps = Step::along(timeline, &line);
        let history = History::read(&steps, world);
        // One stands at the end of the branch more often than not: then both are the same.
        let behind = (past.len() < steps.len()).then(|| History::read(&steps[..past.len()], world));
        let happened = behind.as_ref().unwrap_or(&history);
        let drawing = Drawing { steps: &steps, position: past.len() as u32, world, history: &history };
        let before = self.before(past);
        let before = before.as_ref();
        let allowed = self.learn.allowed(session);
        let buttons = Buttons { world, allowed: &allowed };
        View {
            scenario: controls::scenario(session, &self.picker, &allowed),
            guide: guide::guide(session),
            controls: controls::controls(session, self.open, buttons),
            editor: code::editor(session, buttons),
            lanes: stage::lanes(world),
            jobs: stage::jobs(buttons),
            workers: stage::workers(session, past, buttons),
            ledgers: stage::ledgers(world, before),
            keys: keys::keys(session, before, past),
            tables: tables::tables(world, before),
            timeline: Rc::new(drawing.view(drawing::branches(timeline, &line))),
            verdict: verdict(world, happened),
            producer: controls::producer(session, buttons),
            notice: self.notice(said).map(Rc::new),
            share: said.share.clone().map(Rc::new),
            proof: self.shows(Open::Proof).then(|| self.proof.view(session, &self.picker)),
            compare: if self.shows(Open::Compare) { self.compare.view(session) } else { None },
            scale: self.shows(Open::Scale).then(|| self.scale.view(session)),
            lessons: self.shows(Open::Lessons).then(|| self.learn.list_view()),
            lesson: self.learn.lesson_view(session),
            console: self.console.view(world, &steps[..past.len()]),
            quick_verdict: if self.learn.inside() { None } else { self.quick.view(session) },
            announcement: Rc::from(said.announcement.as_str()),
        }
    }

    /// The message that is shown: the last one, or else that scenarios are missing.
    fn notice(&self, said: &Said) -> Option<NoticeView> {
        let missing =
            |why: &str| NoticeView { text: why.to_owned(), problem: true, retry: Some(Msg::WantRest) };
        said.notice.clone().or_else(|| self.picker.unread().map(missing))
    }

    /// The world before the last step, to mark what that step changed.
    fn before(&self, past: &[NodeId]) -> Option<World> {
        let timeline = self.session.timeline();
        match past {
            [] => None,
            [_] => timeline.world_at(NodeId(0)),
            [.., parent, _] => timeline.world_at(*parent),
        }
    }
}
