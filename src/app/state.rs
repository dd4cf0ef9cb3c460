//! The playground's state and everything a person can do to it.

use std::sync::Arc;

use crate::base::SplitMix64;
use crate::lesson;
use crate::recipe::Diagnostic;
use crate::sim::{
    Action, Enqueue, Scenario, Timeline, TimelineFull, WORKERS, WorkerId, World, autoplay, why_not,
};

use super::compare::Chosen;
use super::console::Console;
use super::learn::Learn;
use super::msg::Msg;
use super::play::Walk;
use super::prove::Prover;
use super::rest::Rest;
use super::scale::Scale;
use super::share::{self, LinkError};
use super::view::{NoticeView, ShareView};

/// The playground.
#[derive(Clone, Debug)]
pub struct App {
    /// The shipped scenarios as far as they are here, then one's own.
    pub(super) catalogue: Vec<Arc<Scenario>>,
    pub(super) rest: Rest,
    /// What was asked for and needs a scenario that is not here yet.
    pub(super) waiting: Option<Box<Msg>>,
    /// The texts of one's own scenarios, in their order.
    pub(super) own: Vec<String>,
    pub(super) scenario: usize,
    pub(super) timeline: Timeline,
    /// How many workers the world has, and the consumer it began with.
    pub(super) workers: u8,
    pub(super) first_consumer: usize,
    pub(super) selected: WorkerId,
    pub(super) playing: bool,
    /// What is said when a schedule that was loaded has played to its end, where playing stops.
    pub(super) replays: Option<String>,
    /// The recipe's text as typed, while it does not parse.
    pub(super) draft: Option<Draft>,
    /// Texts typed over the next job's fields.
    pub(super) fields: Vec<(String, String)>,
    pub(super) open_key: Option<String>,
    pub(super) share: Option<ShareView>,
    pub(super) notice: Option<NoticeView>,
    pub(super) guided: bool,
    pub(super) announcement: String,
    pub(super) prover: Prover,
    pub(super) compared: Chosen,
    pub(super) scale: Scale,
    pub(super) learn: Learn,
    pub(super) console: Console,
}

/// A text that does not parse, with what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub text: String,
    pub errors: Vec<Diagnostic>,
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
        Self::of(lesson::catalogue(), Rest::Here)
    }

    /// The same with these scenarios.
    pub(super) fn of(catalogue: Vec<Arc<Scenario>>, rest: Rest) -> Self {
        let scenario = catalogue.iter().position(|it| it.id == lesson::FIRST).unwrap_or(0);
        let timeline = Timeline::new(World::new(&catalogue[scenario], 0, WORKERS));
        let mut app = Self {
            catalogue,
            rest,
            waiting: None,
            own: Vec::new(),
            scenario,
            timeline,
            workers: WORKERS,
            first_consumer: 0,
            selected: WorkerId(1),
            playing: false,
            replays: None,
            draft: None,
            fields: Vec::new(),
            open_key: None,
            share: None,
            notice: None,
            guided: true,
            announcement: String::new(),
            prover: Prover::default(),
            compared: None,
            scale: Scale::default(),
            learn: Learn::default(),
            console: Console::default(),
        };
        app.follow_text();
        app
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
        self.timeline.world()
    }

    /// Whether it plays: the caller sends [`Msg::Tick`]s then.
    #[must_use]
    pub fn playing(&self) -> bool {
        self.playing
    }

    /// The fragment that reproduces what one looks at, for bug reports; shorter than nothing else.
    ///
    /// # Errors
    /// When the session is too long for a link.
    pub fn link(&self) -> Result<String, LinkError> {
        let actions = self.timeline.actions();
        share::encode(self.scenario(), self.file(), self.workers, self.first_consumer, &actions)
    }

    pub(super) fn scenario(&self) -> &Arc<Scenario> {
        &self.catalogue[self.scenario]
    }

    /// Does what a person asked for.
    pub fn update(&mut self, msg: Msg) {
        if let Some(why) = self.barred(&msg) {
            return self.inform(why.to_owned());
        }
        self.make_way(&msg);
        let writes = Self::writes(&msg);
        match msg {
            Msg::Work(_) if self.reads_rest() => self.read_rest(),
            Msg::Work(count) => return self.prove_slice(count),
            msg => self.serve(msg),
        }
        if writes {
            self.note_draft();
        }
        self.follow_text();
    }

    /// The same, without what follows from it.
    fn serve(&mut self, msg: Msg) {
        match msg {
            Msg::Act(action) => self.act(action),
            Msg::Step => self.act(Action::Step(self.selected)),
            Msg::Back => self.walk(Walk::Back),
            Msg::Forward => self.walk(Walk::Forward),
            Msg::Seek(position) => self.walk(Walk::Seek(position)),
            Msg::Go(node) => self.walk(Walk::Go(node)),
            Msg::Play => self.playing = true,
            Msg::Pause => self.playing = false,
            Msg::Tick => self.tick(),
            Msg::Reset => self.reset(),
            Msg::Select(worker) => {
                if self.world().worker(worker).is_some() {
                    self.selected = worker;
                }
            }
            Msg::Scenario(index) => self.choose_scenario(index),
            Msg::Consumer(index) => self.choose_consumer(index),
            Msg::Edit(text) => self.edit(text),
            Msg::Revert => self.choose_consumer(self.world().consumer() as u8),
            Msg::OpenKey(key) => self.open_key = key,
            Msg::Field { name, text } => {
                self.fields.retain(|(known, _)| *known != name);
                self.fields.push((name, text));
            }
            Msg::Enqueue => self.enqueue(),
            Msg::Share => self.open_share(),
            Msg::CloseShare => self.share = None,
            Msg::DismissNotice => self.dismiss_notice(),
            Msg::DismissGuide => self.guided = false,
            Msg::Open(fragment) => self.open_link(&fragment),
            Msg::OpenFile { name, text } => self.open_file(&name, text),
            Msg::KeptFile(text) => self.keep_in_picker(text),
            Msg::Prove => {
                self.compared = None;
                self.scale.open = false;
                self.learn.close_list();
                self.prove_or_reopen();
            }
            // Without anything that follows: what the text is has not changed.
            Msg::Work(_) => {}
            Msg::CancelProof => self.cancel_proof(),
            Msg::CloseProof => self.prover.open = false,
            Msg::ProofNumber(dimension, to) => self.set_dimension(dimension, to),
            Msg::ProofKind(kind, on) => self.set_kind(kind, on),
            Msg::ReplayProof(violation) => self.replay_proof(violation),
            Msg::Compare(open) => {
                self.prover.open = false;
                self.scale.open = false;
                self.learn.close_list();
                self.compare(open);
            }
            Msg::ToggleCompared(consumer) => self.toggle_compared(consumer),
            Msg::ProveAll(on) => self.show_all_matrices(on),
            Msg::Scale(msg) => self.at_scale(msg),
            Msg::Learn(msg) => self.learn(msg),
            Msg::Rest(file) => self.receive_rest(file),
            Msg::WantRest => self.want_rest_again(),
            Msg::Console(msg) => self.at_console(msg),
            Msg::ReplayCell(scenario, index, violation) => self.replay_cell(scenario, index, violation),
        }
    }

    /// A person's action: playing stops, the draft's text is kept.
    fn act(&mut self, action: Action) {
        self.playing = false;
        self.perform(action);
    }

    /// Does an action at the cursor. Whether it was possible.
    pub(super) fn perform(&mut self, action: Action) -> bool {
        self.replays = None;
        match self.timeline.act(action) {
            Err(TimelineFull) => {
                self.playing = false;
                self.problem(TimelineFull.to_string());
                false
            }
            Ok(Err(refused)) => {
                self.problem(refused.to_string());
                false
            }
            Ok(Ok(_)) => {
                self.notice = None;
                self.announce();
                true
            }
        }
    }

    pub(super) fn problem(&mut self, text: String) {
        self.announcement.clone_from(&text);
        self.notice = Some(NoticeView { text, problem: true, retry: None });
    }

    pub(super) fn inform(&mut self, text: String) {
        self.announcement.clone_from(&text);
        self.notice = Some(NoticeView { text, problem: false, retry: None });
    }

    /// Playing: what was done before from here is done again; after that the seeded chooser goes on.
    fn tick(&mut self) {
        if !self.playing {
            return;
        }
        if self.timeline.forward() {
            self.after_move();
            if !self.timeline.has_future()
                && let Some(text) = self.replays.take()
            {
                self.playing = false;
                self.inform(text);
            }
            return;
        }
        let mut rng = SplitMix64::new(u64::from(self.timeline.depth()));
        match autoplay(self.world(), &mut rng) {
            Some(action) => {
                self.perform(action);
            }
            None => {
                self.playing = false;
                let text = self.why_it_stopped();
                self.inform(text);
            }
        }
    }

    fn reset(&mut self) {
        let consumer = self.world().consumer();
        let program = self.world().program().source().to_owned();
        let ack_first = self.world().ack_first();
        self.start(WORKERS, consumer);
        // The consumer, its edited text and the worker setting are choices, not history: they stay.
        let kept = [Action::SetRecipe(program.into()), Action::AckFirst(ack_first)];
        for action in kept {
            if why_not(self.world(), &action).is_none() {
                self.perform(action);
            }
        }
        self.playing = false;
        self.selected = WorkerId(1);
        self.open_key = None;
        self.notice = None;
        self.announcement = "Reset: one job waiting.".to_owned();
    }

    /// A new timeline from a fresh world of the current scenario.
    pub(super) fn start(&mut self, workers: u8, consumer: usize) {
        self.timeline = Timeline::new(World::new(self.scenario(), consumer, workers));
        self.workers = workers;
        self.first_consumer = consumer;
        self.selected = WorkerId(1);
        self.replays = None;
    }

    pub(super) fn choose_scenario(&mut self, index: usize) {
        if index >= self.catalogue.len() {
            return;
        }
        self.scenario = index;
        self.waiting = None;
        self.start(WORKERS, 0);
        self.forget_proof();
        self.forget_batches();
        if self.compared.is_some() {
            self.compare(true);
        }
        self.playing = false;
        self.selected = WorkerId(1);
        self.draft = None;
        self.fields.clear();
        self.open_key = None;
        self.notice = None;
        self.announcement = format!("{}: one job waiting.", self.scenario().title);
    }

    fn choose_consumer(&mut self, index: u8) {
        self.draft = None;
        let action = Action::SetConsumer(index);
        if why_not(self.world(), &action).is_some() {
            return;
        }
        let own = &self.scenario().consumers[self.world().consumer()].recipe;
        let edited = self.world().program().source() != own;
        if self.perform(action) && edited {
            self.inform("The edited text is put aside. Step back brings it back.".to_owned());
        }
    }

    pub(super) fn edit(&mut self, text: String) {
        // Some programs put a byte order mark in front of what is copied or loaded from them.
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        match self.scenario().parse(&text) {
            Err(errors) => self.draft = Some(Draft { text, errors }),
            Ok(_) => {
                self.draft = None;
                let index = self.world().consumer() as u8;
                let own = self.scenario().consumers[usize::from(index)].recipe == text;
                let action = if own { Action::SetConsumer(index) } else { Action::SetRecipe(text.into()) };
                self.amend(action);
            }
        }
    }

    fn enqueue(&mut self) {
        self.playing = false;
        if self.perform(Action::Enqueue(Enqueue { fields: self.fields.clone() })) {
            self.fields.clear();
        }
    }
}
