//! The playground: the way of every message through it, what is said to the person, and whatever puts another session in
//! the place of the one that was there: links, files, lessons.
//!
//! Invariants: while a lesson is open, the playground that was there waits inside. Only this module carries out what came
//! of a message. Deliberately absent: what a part does with a message that is its own, and what it shows.

use std::rc::Rc;

use crate::catalogue::course::Lesson;
use crate::catalogue::{self, scenario};
use crate::sim::{Action, World};

use super::effects::{Effect, Effects, Open};
use super::msg::{CompareMsg, LearnMsg, Msg, ProofMsg, ScaleMsg};
use super::parts::{Parts, Said};
use super::picker::{Picker, Shipped, Taken};
use super::share::{self, Link, LinkError};
use super::sharing;
use super::view::{NoticeView, View};
use super::words;

/// The playground.
#[derive(Clone, Debug)]
pub struct App {
    parts: Parts,
    said: Said,
    /// What was asked for and needs a scenario that is not here yet.
    waiting: Option<Box<Msg>>,
    /// While a lesson is open: the playground as it was.
    kept: Option<Box<App>>,
}

impl Default for App {
    fn default() -> Self {
        Self::new()
    }
}

impl App {
    /// The first visit: the first scenario, its naive consumer, one job waiting. With every shipped scenario built in,
    /// and so not for the page: that begins with [`App::first`].
    #[must_use]
    pub fn new() -> Self {
        Self::of(Picker::of(catalogue::catalogue(), Shipped::Here))
    }

    /// The first visit, with the first scenario alone: the others are coming.
    #[must_use]
    pub fn first() -> Self {
        Self::of(Picker::of(vec![catalogue::first()], Shipped::Coming))
    }

    /// The same with these scenarios.
    fn of(picker: Picker) -> Self {
        Self { parts: Parts::of(picker), said: Said::default(), waiting: None, kept: None }
    }

    /// The playground that a share link's fragment describes. A damaged one explains itself in a message and
    /// opens what [`App::new`] does.
    #[must_use]
    pub fn open(fragment: &str) -> Self {
        let mut app = Self::new();
        if !fragment.is_empty() {
            app.update(Msg::Open(fragment.to_owned()));
        }
        app
    }

    /// The world one looks at.
    #[must_use]
    pub fn world(&self) -> &World {
        self.parts.session.world()
    }

    /// Whether it plays: the caller sends [`Msg::Tick`]s then.
    #[must_use]
    pub fn playing(&self) -> bool {
        self.parts.session.playing()
    }

    /// The fragment that reproduces what one looks at, for bug reports; shorter than nothing else.
    ///
    /// # Errors
    /// When the session is too long for a link.
    pub fn link(&self) -> Result<String, LinkError> {
        self.parts.session.link(self.file())
    }

    /// The text of the scenario's file, if it came from one.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.parts.picker.file()
    }

    /// Whether the other scenarios are to be fetched and handed over in [`Msg::Rest`].
    #[must_use]
    pub fn wants_rest(&self) -> bool {
        self.parts.picker.wants_others()
    }

    /// Whether the file with the other scenarios is being read: by [`Msg::Work`], one at a time.
    #[must_use]
    pub fn reads_rest(&self) -> bool {
        self.parts.picker.reads_others()
    }

    /// The link that waits for its scenario, on its way or missing.
    #[must_use]
    pub fn waiting(&self) -> Option<&str> {
        match self.waiting.as_deref() {
            Some(Msg::Open(fragment)) => Some(fragment),
            _ => None,
        }
    }

    /// Whether what was asked for waits for a scenario or a lesson that is on its way: nothing else is to be done meanwhile.
    #[must_use]
    pub fn waits(&self) -> bool {
        match self.waiting {
            Some(_) => !self.parts.picker.misses_others(),
            None => self.parts.learn.comes(self.parts.open == Open::Lessons),
        }
    }

    /// Whether something waits to be read, searched or run: the caller sends [`Msg::Work`]s then.
    #[must_use]
    pub fn has_work(&self) -> bool {
        self.parts.has_work()
    }

    /// Searches keep no more than this many states from now on.
    pub fn limit_search(&mut self, states: usize) {
        self.parts.proof.limit(states);
    }

    /// The addresses that are to be read, each with [`LearnMsg::Got`](super::LearnMsg::Got) in answer. Asked for once.
    pub fn wanted(&mut self) -> Vec<String> {
        self.parts.learn.wanted()
    }

    /// The progress in the lessons as text, when it has changed since it was asked for.
    pub fn unsaved(&mut self) -> Option<String> {
        self.parts.learn.unsaved()
    }

    /// The progress as a file.
    #[must_use]
    pub fn progress(&self) -> String {
        self.parts.learn.progress()
    }

    /// Takes up the progress of an earlier visit. Whether it could be read; one that cannot is said, and the page is
    /// to keep it elsewhere.
    pub fn recall(&mut self, text: &str) -> bool {
        let read = self.parts.learn.recall(text);
        if let Err(why) = &read {
            let start = "The progress of an earlier visit cannot be read (";
            let end = "). It is kept aside in the browser, and a new one begins.";
            self.carry_out(Effects::problem(&[start, why, end].concat()));
        }
        read.is_ok()
    }

    /// By what the open lesson is found again: its id if it is shipped, otherwise its address; empty for a file.
    #[must_use]
    pub fn lesson(&self) -> Option<&str> {
        self.parts.learn.source()
    }

    /// Does what a person asked for.
    pub fn update(&mut self, msg: Msg) {
        if opens(&msg) {
            // A panel should not open under a message about something else.
            self.dismiss_notice();
        }
        if let Some(why) = self.parts.learn.allowed(&self.parts.session).refusal(&msg) {
            return self.carry_out(Effects::inform(why));
        }
        self.make_way(&msg);
        let writes = matches!(msg, Msg::Edit(_) | Msg::Revert | Msg::Consumer(_));
        match msg {
            Msg::Work(_) if self.reads_rest() => self.read_rest(),
            Msg::Work(count) => {
                // Without anything that follows: what the text is has not changed.
                let effects = self.parts.work(count);
                return self.carry_out(effects);
            }
            msg => {
                let effects = self.serve(msg);
                self.carry_out(effects);
            }
        }
        if writes {
            self.parts.learn.keep(self.parts.session.typed());
        }
        self.parts.follow_text();
    }

    /// What begins something else ends the lesson first.
    fn make_way(&mut self, msg: &Msg) {
        if matches!(msg, Msg::Scenario(_) | Msg::Open(_) | Msg::OpenFile { .. }) {
            self.carry_out(Effect::Close(Open::Lessons).into());
            self.leave_lesson();
        }
    }

    /// Does what is the page's own business, and has a part do all else. What else comes of it.
    fn serve(&mut self, msg: Msg) -> Effects {
        match msg {
            Msg::Scenario(index) => return Effect::Begin(index).into(),
            Msg::Share => match sharing::dialog(&self.parts.session, &self.parts.picker) {
                Ok(dialog) => self.said.share = Some(dialog),
                Err(error) => return Effects::problem(&error.to_string()),
            },
            Msg::CloseShare => self.said.share = None,
            Msg::DismissNotice => self.dismiss_notice(),
            Msg::Open(fragment) => return self.open_link(&fragment),
            Msg::OpenFile { name, text } => return self.open_file(&name, text),
            Msg::KeptFile(text) => self.keep_in_picker(text),
            Msg::Rest(file) => self.receive_rest(file),
            Msg::WantRest => self.parts.picker.ask_again(),
            msg => return self.parts.serve(msg),
        }
        Effects::none()
    }

    /// Carries out what came of a message, in order.
    fn carry_out(&mut self, effects: Effects) {
        for effect in effects {
            match effect {
                Effect::Say(text) => self.said.announcement = text,
                Effect::Hush => self.said.notice = None,
                Effect::Inform(text) => self.show(text, false),
                Effect::Problem(text) => self.show(text, true),
                Effect::Open(panel) => self.parts.open = panel,
                Effect::Close(panel) => {
                    if self.parts.open == panel {
                        self.parts.open = Open::Nothing;
                    }
                }
                Effect::Begin(index) => self.begin(index),
                Effect::Play(schedule) => {
                    let told = self.parts.session.play_schedule(*schedule);
                    self.carry_out(told);
                }
                Effect::Wait(msg) => self.wait(msg),
                Effect::Enter(lesson, source) => self.enter(lesson, source),
                Effect::Leave => self.leave_lesson(),
                Effect::Arrange => self.arrange(),
                Effect::Forget => self.forget(),
            }
        }
    }

    fn begin(&mut self, index: usize) {
        if let Some(told) = self.parts.begin(index) {
            self.waiting = None;
            self.carry_out(told);
        }
    }

    fn show(&mut self, text: String, problem: bool) {
        self.said.announcement.clone_from(&text);
        self.said.notice = Some(NoticeView { text, problem, retry: None });
    }

    /// The message that is shown was read.
    fn dismiss_notice(&mut self) {
        if self.said.notice.take().is_none() {
            self.parts.picker.dismiss();
        }
    }

    fn open_link(&mut self, fragment: &str) -> Effects {
        match share::decode(fragment, self.parts.picker.scenarios()) {
            // No shared session has this character.
            Ok(link) if fragment.contains('=') => {
                self.begin_link(link);
                // A beginning like any other, and the guide says what to do in it.
                Effects::none()
            }
            Ok(link) => self.replay_link(link),
            Err(LinkError::Scenario(id)) if self.parts.picker.lacks(&id) => {
                self.parts.learn.expect_none();
                Effect::Wait(Box::new(Msg::Open(fragment.to_owned()))).into()
            }
            Err(error) => {
                let kept = if self.parts.session.timeline().depth() == 0 {
                    "The page opened at its beginning instead."
                } else {
                    "What is here stays as it is."
                };
                Effects::problem(&format!("{error} {kept}"))
            }
        }
    }

    /// The world that a link begins with. What was done in it.
    fn begin_link(&mut self, link: Link) -> Vec<Action> {
        let index = match link.file {
            Some(text) => self.parts.take_in(link.scenario, text).index,
            None => self.parts.picker.index_of(&link.scenario.id),
        };
        self.begin(index);
        self.parts.session.start(&self.parts.picker.scenarios()[index], link.workers, link.consumer);
        let again = self.parts.forget_proof();
        self.carry_out(again);
        link.actions
    }

    fn replay_link(&mut self, link: Link) -> Effects {
        let (consumer, workers) = (link.consumer, link.workers);
        let actions = self.begin_link(link);
        let total = actions.len();
        match self.parts.session.replay(consumer, workers, &actions) {
            Ok(()) => {
                let count = words::count(total, "action");
                Effects::inform(&format!(
                    "Opened a shared session: {}, {count}.",
                    self.parts.session.scenario().title
                ))
            }
            Err(it) => Effects::problem(&format!(
                "The link's action {} of {total} is not possible here. The {} before it were done. {}",
                it.done + 1,
                it.done,
                it.why
            )),
        }
    }

    /// Opens a scenario file: its scenario begins. A file that is wrong is told where, and changes nothing.
    fn open_file(&mut self, name: &str, text: String) -> Effects {
        match scenario::load(&text) {
            Ok(scenario) => {
                let Taken { index, gone, .. } = self.parts.take_in(scenario, text);
                self.begin(index);
                self.parts.session.dismiss_guide();
                let gone =
                    gone.map_or(String::new(), |title| format!(" There is no more room: {title} is gone."));
                Effects::inform(&format!("Opened {name}: {}.{gone}", self.parts.session.scenario().title))
            }
            Err(error) => {
                let kept = &self.parts.session.scenario().title;
                Effects::problem(&format!("{name} was not opened. {error}. {kept} stays open as it was."))
            }
        }
    }

    /// Puts the scenario of an earlier visit's file into the picker. One that no longer loads is passed over: nobody
    /// asked for it now.
    fn keep_in_picker(&mut self, text: String) {
        if let Ok(scenario) = scenario::load(&text) {
            self.parts.take_in(scenario, text);
        }
    }

    /// Keeps what needs a scenario that may be among the others until they have come.
    fn wait(&mut self, msg: Box<Msg>) {
        self.waiting = Some(msg);
        self.parts.picker.ask_again();
        self.parts.session.pause();
        "Loading the scenario.".clone_into(&mut self.said.announcement);
    }

    /// The file with the other scenarios, or why there is none.
    fn receive_rest(&mut self, file: Result<String, String>) {
        match file {
            _ if !self.wants_rest() => {}
            Ok(text) => self.parts.picker.receive(text),
            Err(why) => self.do_without(&why),
        }
    }

    /// Reads one of the other scenarios.
    fn read_rest(&mut self) {
        match self.parts.picker.read() {
            Ok(None) => {}
            Ok(Some(moved)) => {
                self.parts.proof.follow(moved, &self.parts.picker, self.parts.open == Open::Proof);
                if let Some(msg) = self.waiting.take() {
                    self.update(*msg);
                }
            }
            Err(why) => self.do_without(&why),
        }
    }

    fn do_without(&mut self, why: &str) {
        let asked = if self.waiting.is_some() { ", among them the one asked for," } else { "" };
        let kept = &self.parts.session.scenario().title;
        let why = format!(
            "The other scenarios{asked} could not be loaded: {why}. {kept} works without them. Check the connection and try again."
        );
        self.said.announcement.clone_from(&why);
        self.parts.picker.do_without(why);
    }

    /// A fresh playground for the lesson; the one that was here waits.
    fn enter(&mut self, lesson: Rc<Lesson>, source: String) {
        self.leave_lesson();
        let mut fresh = Self::of(self.parts.picker.clone());
        fresh.parts.session.dismiss_guide();
        fresh.parts.learn = std::mem::take(&mut self.parts.learn);
        let index = match &lesson.scenario_text {
            Some(text) => fresh.parts.take_in(lesson.scenario.clone(), text.clone()).index,
            None => fresh.parts.picker.index_of(&lesson.scenario.id),
        };
        fresh.parts.picker.choose(index);
        self.carry_out(Effect::Close(Open::Lessons).into());
        let kept = std::mem::replace(self, fresh);
        self.kept = Some(Box::new(kept));
        self.parts.learn.enter(lesson, source);
        self.arrange();
    }

    /// The open lesson's playground begins as its step needs it.
    fn arrange(&mut self) {
        let again = self.parts.forget_proof();
        self.carry_out(again);
        let scenario = &self.parts.picker.scenarios()[self.parts.picker.current()];
        let told = self.parts.learn.arrange(&mut self.parts.session, scenario);
        self.carry_out(told);
    }

    /// Back to the playground as it was.
    fn leave_lesson(&mut self) {
        let Some(kept) = self.kept.take() else { return };
        let listed = self.parts.open == Open::Lessons;
        let learn = std::mem::take(&mut self.parts.learn);
        *self = *kept;
        self.parts.learn = learn;
        self.parts.learn.leave();
        if listed {
            self.parts.open = Open::Lessons;
        }
        "Back in the playground, as you left it.".clone_into(&mut self.said.announcement);
    }

    /// Everything that was kept is forgotten.
    fn forget(&mut self) {
        self.leave_lesson();
        *self = Self::of(self.parts.picker.clone().without_own());
        self.carry_out(Effects::inform("Everything that was kept here is forgotten."));
    }

    /// What the page shows now.
    #[must_use]
    pub fn view(&self) -> View {
        self.parts.view(&self.said)
    }
}

/// Whether this asks for a panel.
fn opens(msg: &Msg) -> bool {
    matches!(
        msg,
        Msg::Proof(ProofMsg::Prove)
            | Msg::Compare(CompareMsg::Open(true))
            | Msg::Scale(ScaleMsg::Open(true))
            | Msg::Learn(LearnMsg::List(true))
    )
}
