//! The session: what a link holds (a scenario, how its world begins, what was done), and how one looks at it (where on
//! the timeline one stands, whether it plays, which worker `Step` moves, what is typed and not in force).
//!
//! Invariants: only this module moves the timeline. A draft is a text that does not parse; one that does is in force at
//! once. Deliberately absent: the other scenarios, the panels, and anything that is said beyond what a step did.

mod walk;

use std::sync::Arc;

use crate::recipe::Diagnostic;
use crate::sim::{
    Action, Enqueue, Event, Scenario, Timeline, TimelineFull, WORKERS, WorkerId, World, apply, why_not,
};

use super::describe;
use super::effects::{Effects, Schedule};
use super::share::{self, LinkError};

pub(super) use walk::Walk;

/// What one does and looks at.
#[derive(Clone, Debug)]
pub(super) struct Session {
    timeline: Timeline,
    /// How many workers the world has, and the consumer it began with.
    workers: u8,
    first_consumer: usize,
    selected: WorkerId,
    playing: bool,
    /// What is said when a schedule that was loaded has played to its end, where playing stops.
    replays: Option<String>,
    /// The recipe's text as typed, while it does not parse.
    draft: Option<Draft>,
    /// Texts typed over the next job's fields.
    fields: Vec<(String, String)>,
    /// The key whose history shows.
    open_key: Option<String>,
    /// A first visitor is told what to press next.
    guided: bool,
}

/// A text that does not parse, with what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub text: String,
    pub errors: Vec<Diagnostic>,
}

/// An action of a list that is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Impossible {
    /// How many before it were done.
    pub done: usize,
    /// Why it is not possible.
    pub why: String,
}

impl Session {
    /// A first visitor's: the scenario with its first consumer, one job waiting.
    pub(super) fn new(scenario: &Arc<Scenario>) -> Self {
        Self {
            timeline: Timeline::new(World::new(scenario, 0, WORKERS)),
            workers: WORKERS,
            first_consumer: 0,
            selected: WorkerId(1),
            playing: false,
            replays: None,
            draft: None,
            fields: Vec::new(),
            open_key: None,
            guided: true,
        }
    }

    pub(super) fn scenario(&self) -> &Arc<Scenario> {
        self.world().scenario()
    }

    /// The world one looks at.
    pub(super) fn world(&self) -> &World {
        self.timeline.world()
    }

    pub(super) fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// How many workers the world began with.
    pub(super) fn workers(&self) -> u8 {
        self.workers
    }

    pub(super) fn selected(&self) -> WorkerId {
        self.selected
    }

    pub(super) fn playing(&self) -> bool {
        self.playing
    }

    pub(super) fn guided(&self) -> bool {
        self.guided
    }

    pub(super) fn draft(&self) -> Option<&Draft> {
        self.draft.as_ref()
    }

    pub(super) fn fields(&self) -> &[(String, String)] {
        &self.fields
    }

    pub(super) fn open_key(&self) -> Option<&str> {
        self.open_key.as_deref()
    }

    /// The text in the editor.
    pub(super) fn typed(&self) -> &str {
        self.draft.as_ref().map_or(self.world().program().source(), |draft| &draft.text)
    }

    /// The consumer and the text in force: what a proof is about.
    pub(super) fn subject(&self) -> (usize, String) {
        (self.world().consumer(), self.world().program().source().to_owned())
    }

    /// The fragment that reproduces the session; `file` is the text of the scenario's file, if it came from one.
    pub(super) fn link(&self, file: Option<&str>) -> Result<String, LinkError> {
        let actions = self.timeline.actions();
        share::encode(self.scenario(), file, self.workers, self.first_consumer, &actions)
    }

    /// The consumer in use runs its edited text, if it was edited: what sets it, done to a world of that consumer.
    pub(super) fn edited(&self, consumer: usize, world: &mut World) -> Vec<Action> {
        let mut setup = Vec::new();
        if consumer == self.world().consumer() {
            setup.push(Action::SetRecipe(self.world().program().source().into()));
        }
        setup.retain(|action| !matches!(apply(world, action).as_slice(), [Event::Refused(_)]));
        setup
    }

    /// A consumer's title, which says if a world runs an edited text.
    pub(super) fn title_of(&self, consumer: usize, world: &World) -> String {
        let consumer = &self.scenario().consumers[consumer];
        let edited = world.program().source() != consumer.recipe;
        format!("{}{}", consumer.title, if edited { ", edited" } else { "" })
    }

    pub(super) fn select(&mut self, worker: WorkerId) {
        if self.world().worker(worker).is_some() {
            self.selected = worker;
        }
    }

    pub(super) fn play(&mut self) {
        self.playing = true;
    }

    pub(super) fn pause(&mut self) {
        self.playing = false;
    }

    pub(super) fn show_key(&mut self, key: Option<String>) {
        self.open_key = key;
    }

    pub(super) fn fill(&mut self, name: String, text: String) {
        self.fields.retain(|(known, _)| *known != name);
        self.fields.push((name, text));
    }

    /// The visitor needs no telling any more.
    pub(super) fn dismiss_guide(&mut self) {
        self.guided = false;
    }

    /// A person's action: playing stops, the draft's text is kept.
    pub(super) fn act(&mut self, action: Action) -> Effects {
        self.playing = false;
        self.try_out(action)
    }

    /// Does an action at the cursor, and tells what it did or why it did not.
    fn try_out(&mut self, action: Action) -> Effects {
        match self.perform(action) {
            Ok(()) => Effects::step(self.told()),
            Err(why) => Effects::problem(&why),
        }
    }

    /// Does an action at the cursor.
    ///
    /// # Errors
    /// Why it is not possible.
    pub(super) fn perform(&mut self, action: Action) -> Result<(), String> {
        self.replays = None;
        match self.timeline.act(action) {
            Err(TimelineFull) => {
                self.playing = false;
                Err(TimelineFull.to_string())
            }
            Ok(Err(refused)) => Err(refused.to_string()),
            Ok(Ok(_)) => Ok(()),
        }
    }

    /// What the step at the cursor did.
    pub(super) fn told(&self) -> String {
        let at = self.timeline.depth();
        match self.timeline.step(self.timeline.cursor()) {
            Some((_, events)) => {
                let (first, more) = describe::step(events, self.scenario());
                let rest = more.first().map_or(String::new(), |sentence| format!(" {sentence}"));
                format!("Step {at}: {first}{rest}")
            }
            None => "The beginning: one job waiting.".to_owned(),
        }
    }

    /// Changes a setting that is still being changed: the newest action gives way if it is of the same kind.
    fn amend(&mut self, action: Action) -> Effects {
        let newest = self.timeline.step(self.timeline.cursor()).map(|(action, _)| action);
        if matches!(newest, Some(Action::SetRecipe(_))) {
            self.timeline.retract();
        }
        self.playing = false;
        if why_not(self.world(), &action).is_none() { self.try_out(action) } else { Effects::none() }
    }

    /// The scenario again from its beginning. The consumer, its edited text and the worker setting are choices, not
    /// history: they stay.
    pub(super) fn reset(&mut self) -> Effects {
        let consumer = self.world().consumer();
        let program = self.world().program().source().to_owned();
        let ack_first = self.world().ack_first();
        self.start(&Arc::clone(self.scenario()), WORKERS, consumer);
        for action in [Action::SetRecipe(program.into()), Action::AckFirst(ack_first)] {
            if why_not(self.world(), &action).is_none() {
                let _ = self.perform(action);
            }
        }
        self.playing = false;
        self.open_key = None;
        Effects::step("Reset: one job waiting.".to_owned())
    }

    /// A new timeline from a fresh world of that scenario.
    pub(super) fn start(&mut self, scenario: &Arc<Scenario>, workers: u8, consumer: usize) {
        self.timeline = Timeline::new(World::new(scenario, consumer, workers));
        self.workers = workers;
        self.first_consumer = consumer;
        self.selected = WorkerId(1);
        self.replays = None;
    }

    /// Another scenario, of which nothing has been typed yet.
    pub(super) fn begin(&mut self, scenario: &Arc<Scenario>) -> Effects {
        self.start(scenario, WORKERS, 0);
        self.playing = false;
        self.draft = None;
        self.fields.clear();
        self.open_key = None;
        Effects::step(format!("{}: one job waiting.", scenario.title))
    }

    /// That scenario under this consumer, with this text in the editor.
    pub(super) fn begin_with(&mut self, scenario: &Arc<Scenario>, consumer: usize, text: String) {
        self.start(scenario, WORKERS, consumer);
        self.playing = false;
        self.draft = None;
        let _ = self.edit(text);
    }

    pub(super) fn choose_consumer(&mut self, index: u8) -> Effects {
        self.draft = None;
        let action = Action::SetConsumer(index);
        if why_not(self.world(), &action).is_some() {
            return Effects::none();
        }
        let own = &self.scenario().consumers[self.world().consumer()].recipe;
        let edited = self.world().program().source() != own;
        match self.perform(action) {
            Err(why) => Effects::problem(&why),
            Ok(()) if edited => Effects::inform("The edited text is put aside. Step back brings it back."),
            Ok(()) => Effects::step(self.told()),
        }
    }

    /// Back to the consumer's own text.
    pub(super) fn revert(&mut self) -> Effects {
        self.choose_consumer(self.world().consumer() as u8)
    }

    /// The recipe's text is now this.
    pub(super) fn edit(&mut self, text: String) -> Effects {
        // Some programs put a byte order mark in front of what is copied or loaded from them.
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        match self.scenario().parse(&text) {
            Err(errors) => {
                self.draft = Some(Draft { text, errors });
                Effects::none()
            }
            Ok(_) => {
                self.draft = None;
                let index = self.world().consumer() as u8;
                let own = self.scenario().consumers[usize::from(index)].recipe == text;
                self.amend(if own { Action::SetConsumer(index) } else { Action::SetRecipe(text.into()) })
            }
        }
    }

    /// Puts this text in force as a step of its own, which can be taken back; nothing runs.
    pub(super) fn replace_text(&mut self, text: &str) {
        self.draft = None;
        self.playing = false;
        if self.world().program().source() != text {
            let _ = self.perform(Action::SetRecipe(text.into()));
        }
    }

    pub(super) fn enqueue(&mut self) -> Effects {
        self.playing = false;
        match self.perform(Action::Enqueue(Enqueue { fields: self.fields.clone() })) {
            Ok(()) => {
                self.fields.clear();
                Effects::step(self.told())
            }
            Err(why) => Effects::problem(&why),
        }
    }

    /// Does these actions in a new timeline of the same scenario.
    ///
    /// # Errors
    /// The first that is not possible; those before it were done.
    pub(super) fn replay(
        &mut self,
        consumer: usize,
        workers: u8,
        actions: &[Action],
    ) -> Result<(), Impossible> {
        self.playing = false;
        self.draft = None;
        self.guided = false;
        self.start(&Arc::clone(self.scenario()), workers, consumer);
        for (done, action) in actions.iter().enumerate() {
            self.perform(action.clone()).map_err(|why| Impossible { done, why })?;
        }
        Ok(())
    }

    /// Loads a schedule and plays it, from behind its setting-up to its end, where its text is said.
    pub(super) fn play_schedule(&mut self, schedule: Schedule) -> Effects {
        let Schedule { consumer, workers, setup, actions, text } = schedule;
        if let Err(it) = self.replay(consumer, workers, &[setup.as_slice(), &actions].concat()) {
            return Effects::problem(&it.why);
        }
        self.walk(Walk::Seek(setup.len() as u32));
        self.replays = Some(text);
        self.playing = true;
        Effects::step(self.told())
    }
}
