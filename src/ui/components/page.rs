//! The page: owns the app, hands out slices of its view, and takes everything that a person asks for.

use gloo::events::EventListener;
use gloo::timers::callback::{Interval, Timeout};
use gloo::utils::window;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::button::Suggested;
use super::compare::Compare;
use super::consumers::{Consumers, Guide};
use super::controls::Controls;
use super::dialogs::{HelpDialog, ShareDialog};
use super::editor::Editor;
use super::header::Header;
use super::jobs::Jobs;
use super::keys::Keys;
use super::lanes::Lanes;
use super::ledger::Ledgers;
use super::messages::Messages;
use super::producer::Producer;
use super::proof::Proof;
use super::timeline::Timeline;
use super::verdict::Verdict;
use super::workers::Workers;
use crate::app::{App, Msg, View};
use crate::platform::moment::Moment;
use crate::platform::theme::Theme;
use crate::platform::{address, failure, focus, storage};
use crate::ui::Ask;
use crate::ui::shortcut::Shortcut;
use crate::ui::slice::Slice;

/// Between two actions while playing, in milliseconds: long enough to see what moved.
const TICK: u32 = 450;

/// After this long without a change, in milliseconds, the session's link is noted for a report of a failure.
const SETTLED: u32 = 300;

/// How long a slice of a search takes, in microseconds: what a frame can spare.
const SLICE: u32 = 10_000;

/// States between two looks at the clock. One state of a world full of large values can take as long as a slice.
const STATES: usize = 2;

/// Under which name the browser keeps the last scenario file.
const OWN_SCENARIO: &str = "redeliver.scenario";

/// How often the page shows how far a search is, in microseconds.
const PROGRESS: u32 = 150_000;

/// What the page is told.
pub enum Told {
    /// A person wants something.
    Asked(Ask),
    /// A person pressed a key that stands for something.
    Pressed(Shortcut),
    /// The address now holds this fragment.
    Address(String),
    /// The next slice of a search is due.
    Slice,
    /// Nothing has changed for a while.
    Settled,
}

/// The page.
pub struct Page {
    app: App,
    view: View,
    ask: Callback<Ask>,
    refusal: Option<String>,
    announcement: AttrValue,
    help: bool,
    theme: Theme,
    /// Runs while the app plays.
    ticks: Option<Interval>,
    /// Runs until the next slice of a search is due, while there is something to search.
    slice: Option<Timeout>,
    /// When the page last showed how far the search is.
    shown: Moment,
    /// Runs until the page has settled; replacing it starts the wait anew.
    settling: Option<Timeout>,
    /// Dropping them stops the listening.
    _listeners: [EventListener; 2],
}

impl Component for Page {
    type Message = Told;
    type Properties = ();

    fn create(ctx: &Context<Self>) -> Self {
        let theme = Theme::load();
        theme.apply();
        let app = begin();
        let view = app.view();
        let fragments = ctx.link().callback(Told::Address);
        let mut page = Self {
            announcement: AttrValue::from(view.announcement.to_string()),
            app,
            view,
            ask: ctx.link().callback(Told::Asked),
            refusal: None,
            help: false,
            theme,
            ticks: None,
            slice: None,
            shown: Moment::now(),
            settling: None,
            _listeners: [address::on_change(move |it| fragments.emit(it)), listen_to_keys(ctx)],
        };
        page.name_tab();
        page.note_link();
        page.keep_searching(ctx);
        page
    }

    fn update(&mut self, ctx: &Context<Self>, told: Told) -> bool {
        match told {
            Told::Asked(ask) => self.serve(ask),
            Told::Pressed(shortcut) => self.serve(shortcut.ask(&self.view)),
            Told::Address(fragment) if fragment.is_empty() => return false,
            Told::Address(fragment) => self.serve(Ask::Do(Msg::Open(fragment))),
            Told::Slice => return self.search(ctx),
            Told::Settled => {
                self.note_link();
                return false;
            }
        }
        self.keep_time(ctx);
        self.keep_searching(ctx);
        true
    }

    fn view(&self, _ctx: &Context<Self>) -> Html {
        let (view, ask) = (&self.view, &self.ask);
        let suggested = Suggested(view.guide.as_ref().map(|guide| AttrValue::from(guide.target.clone())));
        let (proving, comparing) = (view.proof.is_some(), view.compare.is_some());
        html! {
            <ContextProvider<Suggested> context={suggested}>
            <div class="page">
                <Header
                    scenario={Slice::from(&view.scenario)}
                    prove={view.controls.prove.clone()}
                    compare={view.controls.compare.clone()}
                    share={view.controls.share.clone()}
                    theme={self.theme}
                    {ask}
                />
                <main class={classes!(proving.then_some("proving"), comparing.then_some("comparing"))}>
                    <div class="intro">
                        if let Some(guide) = &view.guide { <Guide guide={Slice::from(guide)} {ask} /> }
                        <Consumers
                            scenario={Slice::from(&view.scenario)}
                            ack_first={view.controls.ack_first}
                            ack_first_msg={view.controls.ack_first_msg.clone()}
                            {ask}
                        />
                    </div>
                    <Verdict verdict={Slice::from(&view.verdict)} />
                    if !comparing {
                        <Editor
                            editor={Slice::from(&view.editor)}
                            quick={view.quick_verdict.as_ref().map(|it| AttrValue::from(it.to_string()))}
                            {ask}
                        />
                    }
                    if let Some(proof) = &view.proof { <Proof proof={Slice::from(proof)} {ask} /> }
                    if let Some(compare) = &view.compare { <Compare compare={Slice::from(compare)} {ask} /> }
                    if !proving { { self.stage(comparing) } }
                    <Controls controls={Slice::from(&view.controls)} {ask} />
                    <Timeline timeline={Slice::from(&view.timeline)} drawn={!comparing} {ask} />
                    <Messages
                        notice={view.notice.as_ref().map(Slice::from)}
                        refusal={self.refusal.clone().map(AttrValue::from)}
                        {ask}
                    />
                    <p class="unseen" role="status" aria-label="What happened">{ &self.announcement }</p>
                </main>
                <ShareDialog share={view.share.as_ref().map(Slice::from)} {ask} />
                <HelpDialog open={self.help} {ask} />
            </div>
            </ContextProvider<Suggested>>
        }
    }
}

impl Page {
    /// The queue and its workers; beside a comparison only what one acts on.
    fn stage(&self, comparing: bool) -> Html {
        let (view, ask) = (&self.view, &self.ask);
        html! {
            <>
                <section class="panel stage" aria-labelledby="stage-title">
                    <h2 id="stage-title">{ "Stage" }</h2>
                    <div class="lanes">
                        <Producer producer={Slice::from(&view.producer)} {ask} />
                        <Lanes lanes={Slice::from(&view.lanes)} />
                    </div>
                    <Workers workers={Slice::from(&view.workers)} {ask} />
                    <Jobs jobs={Slice::from(&view.jobs)} {ask} />
                </section>
                if !comparing {
                    if !view.ledgers.is_empty() { <Ledgers ledgers={Slice::from(&view.ledgers)} /> }
                    <Keys keys={Slice::from(&view.keys)} {ask} />
                }
            </>
        }
    }

    /// Does what was asked for and reads the page's new state off the app.
    fn serve(&mut self, ask: Ask) {
        match ask {
            Ask::Do(msg) => {
                self.refusal = None;
                let opens_file = matches!(msg, Msg::OpenFile { .. });
                if matches!(msg, Msg::Prove | Msg::Compare(true)) {
                    // What opens should not open under a message about something else.
                    self.app.update(Msg::DismissNotice);
                }
                self.app.update(msg);
                if opens_file {
                    self.keep_file();
                }
                self.view = self.app.view();
                self.announcement = AttrValue::from(self.view.announcement.to_string());
                self.name_tab();
            }
            Ask::Refuse(why) => {
                self.announcement = AttrValue::from(why.clone());
                self.refusal = Some(why);
            }
            Ask::ForgetRefusal => self.refusal = None,
            Ask::Help => self.help = true,
            Ask::CloseHelp => self.help = false,
            Ask::NextTheme => {
                self.theme = self.theme.next();
                self.theme.apply();
                self.theme.store();
            }
        }
    }

    fn name_tab(&self) {
        let scenario = self.view.scenario.scenarios.iter().find(|it| it.chosen);
        let scenario = scenario.map_or("queue consumers", |it| &it.title);
        address::set_title(&format!("{scenario} · Redeliver"));
    }

    /// Notes the link to the session as it stands, for the report if something goes wrong after it.
    fn note_link(&self) {
        // A session too long for a link leaves the last one that was not.
        if let Ok(link) = self.app.link() {
            address::note(&link);
            failure::remember(link);
        }
    }

    /// Keeps the scenario file that was just opened for the next visit.
    fn keep_file(&mut self) {
        if let Some(text) = self.app.file()
            && !storage::set(OWN_SCENARIO, text)
        {
            let why =
                "The browser keeps nothing for this page: open the file again after loading the page anew.";
            self.refusal = Some(why.to_owned());
        }
    }

    /// Searches for about as long as a frame can spare. Whether the page has something new to show: the search's
    /// end, or now and then how far it is.
    fn search(&mut self, ctx: &Context<Self>) -> bool {
        self.slice = None;
        let begun = Moment::now();
        while self.app.proving() && begun.micros() < SLICE {
            self.app.update(Msg::ProveSlice(STATES));
        }
        self.keep_searching(ctx);
        let over = self.slice.is_none();
        let due = self.view.proof.is_some() && self.shown.micros() > PROGRESS;
        if over || due {
            self.view = self.app.view();
            self.announcement = AttrValue::from(self.view.announcement.to_string());
            self.shown = Moment::now();
        }
        over || due
    }

    /// Sees to it that the next slice comes while there is something to search. In between the browser draws and
    /// takes what a person does.
    fn keep_searching(&mut self, ctx: &Context<Self>) {
        if self.app.proving() && self.slice.is_none() {
            let due = ctx.link().callback(|()| Told::Slice);
            self.slice = Some(Timeout::new(0, move || due.emit(())));
        }
    }

    /// Ticks while the app plays, and only then; starts the wait for a pause.
    fn keep_time(&mut self, ctx: &Context<Self>) {
        match (self.app.playing(), &self.ticks) {
            (true, None) => {
                let tick = ctx.link().callback(|()| Told::Asked(Ask::Do(Msg::Tick)));
                self.ticks = Some(Interval::new(TICK, move || tick.emit(())));
            }
            (false, Some(_)) => self.ticks = None,
            _ => (),
        }
        let settled = ctx.link().callback(|()| Told::Settled);
        self.settling = Some(Timeout::new(SETTLED, move || settled.emit(())));
    }
}

/// The session of the address, with the scenario file of an earlier visit in the picker.
fn begin() -> App {
    let mut app = App::new();
    if let Some(text) = storage::get(OWN_SCENARIO) {
        app.update(Msg::KeptFile(text));
    }
    let fragment = address::fragment();
    if !fragment.is_empty() {
        app.update(Msg::Open(fragment));
    }
    app
}

/// Keys pressed anywhere on the page, except where they are text and except with a modifier.
fn listen_to_keys(ctx: &Context<Page>) -> EventListener {
    let pressed = ctx.link().callback(Told::Pressed);
    EventListener::new(&window(), "keydown", move |event| {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
        let modified = event.ctrl_key() || event.alt_key() || event.meta_key();
        if modified || event.is_composing() || focus::takes_keys(event.target()) {
            return;
        }
        if let Some(shortcut) = Shortcut::of(&event.key()) {
            pressed.emit(shortcut);
        }
    })
}
