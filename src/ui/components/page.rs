//! The page: owns the app, hands out slices of its view, and takes everything that a person asks for.

use gloo::events::EventListener;
use gloo::timers::callback::{Interval, Timeout};
use yew::prelude::*;

use super::compare::Compare;
use super::consumers::{Consumers, Guide};
use super::controls::Controls;
use super::dialogs::{HelpDialog, ShareDialog};
use super::editor::Editor;
use super::handout::Handout;
use super::header::Header;
use super::jobs::Jobs;
use super::keys::Keys;
use super::lanes::Lanes;
use super::ledger::Ledgers;
use super::lesson::Lesson;
use super::lessons::Lessons;
use super::messages::Messages;
use super::producer::Producer;
use super::proof::Proof;
use super::scale::Scale;
use super::school::School;
use super::start::{OWN_SCENARIO, begin, listen_to_keys, waiting};
use super::timeline::Timeline;
use super::verdict::Verdict;
use super::workers::Workers;
use crate::app::{App, ConsoleMsg, LearnMsg, Msg, View};
use crate::platform::moment::Moment;
use crate::platform::theme::Theme;
use crate::platform::turn::Turn;
use crate::platform::{address, clipboard, failure, fetch, file, screen, sheet, shipped, storage};
use crate::ui::Ask;
use crate::ui::dom::{Asker, list, part, tag};
use crate::ui::shortcut::Shortcut;
use crate::ui::slice::Slice;

/// Between two actions while playing, in milliseconds: long enough to see what moved.
const TICK: u32 = 450;

/// After this long without a change, in milliseconds, the session's link is noted for a report of a failure.
const SETTLED: u32 = 300;

/// How long a slice of a search takes, in microseconds: what a frame can spare.
const SLICE: u32 = 10_000;

/// The most transitions between two looks at the clock. A slice begins with one and doubles them from look to look:
/// in a world full of large values a single one can take as long as a slice.
const MOST_TRANSITIONS: usize = 64;

/// How all names begin under which the browser keeps something for this page.
const KEPT: &str = "redeliver.";

/// How often the page shows how far a search is, in microseconds.
const PROGRESS: u32 = 150_000;

/// How long the first screen has been there before the page asks for what it can do without, in milliseconds.
const LATER: u32 = 100;

/// What the page is told.
pub(super) enum Told {
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
    /// The first screen has been there for a moment.
    Later,
    /// The file with the other shipped scenarios, or why it did not come.
    Rest(Result<String, String>),
}

/// The page.
pub(super) struct Page {
    app: App,
    view: View,
    ask: Callback<Ask>,
    refusal: Option<String>,
    announcement: AttrValue,
    help: bool,
    /// How often copying the link was tried, and whether the last attempt worked.
    copied: (u32, bool),
    /// Whether the queue's own keys show. On a phone they would stand between the reader and the timeline.
    unfolded: bool,
    theme: Theme,
    /// What is asked of the browser for lessons.
    school: School,
    /// Runs while the app plays.
    ticks: Option<Interval>,
    /// Whether the next slice of a search was asked for.
    due: bool,
    /// In which it comes.
    turn: Turn,
    /// Whether the page has asked what the commands of the Redis prompt do.
    told: bool,
    /// When the page last showed how far the search is.
    shown: Moment,
    /// Runs until the first screen has been there for a moment.
    later: Option<Timeout>,
    /// The other scenarios have been asked for and have not come yet.
    fetching: bool,
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
            copied: (0, false),
            unfolded: !screen::narrow(),
            theme,
            school: School::new(ctx.link().callback(Told::Asked)),
            ticks: None,
            due: false,
            turn: {
                let due = ctx.link().callback(|()| Told::Slice);
                Turn::new(move || due.emit(()))
            },
            told: false,
            shown: Moment::now(),
            settling: None,
            later: None,
            fetching: false,
            _listeners: [
                address::on_change(move |it| fragments.emit(it)),
                listen_to_keys(ctx.link().callback(Told::Pressed)),
            ],
        };
        page.name_tab();
        page.note_link();
        page.keep_searching();
        page.attend();
        if page.app.waits() {
            page.fetch_rest(ctx);
        } else {
            let later = ctx.link().callback(|()| Told::Later);
            page.later = Some(Timeout::new(LATER, move || later.emit(())));
        }
        page
    }

    fn update(&mut self, ctx: &Context<Self>, told: Told) -> bool {
        match told {
            Told::Asked(ask) => self.serve(ask),
            Told::Pressed(_) if self.app.waits() => return false,
            Told::Pressed(shortcut) => self.serve(shortcut.ask(&self.view)),
            Told::Address(fragment) if fragment.is_empty() => return false,
            Told::Address(fragment) => self.serve(Ask::Do(Msg::Open(fragment))),
            Told::Slice => return self.search(),
            Told::Settled => {
                self.note_link();
                return false;
            }
            Told::Later => {
                self.later = None;
                self.fetch_rest(ctx);
                return false;
            }
            Told::Rest(file) => {
                self.fetching = false;
                self.serve(Ask::Do(Msg::Rest(file)));
            }
        }
        if self.later.is_none() || self.app.waits() {
            self.fetch_rest(ctx);
        }
        self.keep_time(ctx);
        self.keep_searching();
        true
    }

    fn view(&self, _ctx: &Context<Self>) -> Html {
        if self.app.waits() {
            return waiting();
        }
        let view = &self.view;
        let suggested = view.guide.as_ref().map(|guide| guide.target.clone());
        let ask = &Asker::new(self.ask.clone(), suggested);
        let (scenario, controls) = (Slice::from(&view.scenario), Slice::from(&view.controls));
        let header = Header {
            scenario: scenario.clone(),
            controls: controls.clone(),
            theme: self.theme,
            ask: ask.clone(),
        };
        let messages = Messages {
            notice: view.notice.as_ref().map(Slice::from),
            refusal: self.refusal.clone().map(AttrValue::from),
            ask: ask.clone(),
        };
        let drawn = view.compare.is_none();
        let announcement = tag("p.unseen[role=status][aria-label=What happened]");
        let main = tag("main")
            .class(view.proof.is_some() || view.scale.is_some() || view.lessons.is_some(), "proving")
            .class(!drawn, "comparing")
            .class(view.lesson.is_some(), "learning")
            .child(self.lesson(ask))
            .child(self.intro(ask))
            .child(part(Verdict { verdict: Slice::from(&view.verdict) }))
            .child(self.panels(ask))
            .child(part(Controls { controls, ask: ask.clone() }))
            .child(part(Timeline { timeline: Slice::from(&view.timeline), drawn, ask: ask.clone() }))
            .child(part(messages))
            .child(announcement.text(&self.announcement));
        let share = view.share.as_ref().map(Slice::from);
        let presenting = view.lesson.as_ref().is_some_and(|it| it.presenting);
        tag("div.page")
            .class(presenting, "presenting")
            .child(part(header))
            .child(main)
            .child(
                view.lesson
                    .as_ref()
                    .map_or_else(Html::default, |it| part(Handout { lesson: Slice::from(it) })),
            )
            .child(part(ShareDialog { share, copied: self.copied, ask: ask.clone() }))
            .child(part(HelpDialog { open: self.help, ask: ask.clone() }))
            .into()
    }
}

impl Page {
    /// The open lesson.
    fn lesson(&self, ask: &Asker) -> Html {
        match &self.view.lesson {
            Some(lesson) => part(Lesson { lesson: Slice::from(lesson), ask: ask.clone() }),
            None => Html::default(),
        }
    }

    /// What one runs, and what to do next.
    fn intro(&self, ask: &Asker) -> Html {
        let view = &self.view;
        let guide = match &view.guide {
            Some(guide) => part(Guide { guide: Slice::from(guide), ask: ask.clone() }),
            None => Html::default(),
        };
        let consumers = Consumers {
            scenario: Slice::from(&view.scenario),
            ack_first: view.controls.ack_first,
            ack_first_msg: view.controls.ack_first_msg.clone(),
            ask: ask.clone(),
        };
        tag("div.intro").child(guide).child(part(consumers)).into()
    }

    /// The code, the stage and the stores, or what has been opened in their place.
    fn panels(&self, ask: &Asker) -> Html {
        let view = &self.view;
        let mut panels = Vec::new();
        if view.compare.is_none() {
            panels.push(part(Editor {
                editor: Slice::from(&view.editor),
                quick: view.quick_verdict.as_ref().map(|it| AttrValue::from(it.to_string())),
                ask: ask.clone(),
            }));
        }
        if let Some(proof) = &view.proof {
            panels.push(part(Proof { proof: Slice::from(proof), ask: ask.clone() }));
        }
        if let Some(compare) = &view.compare {
            panels.push(part(Compare { compare: Slice::from(compare), ask: ask.clone() }));
        }
        if let Some(scale) = &view.scale {
            panels.push(part(Scale { scale: Slice::from(scale), ask: ask.clone() }));
        }
        if let Some(lessons) = &view.lessons {
            panels.push(part(Lessons { lessons: Slice::from(lessons), ask: ask.clone() }));
        }
        let covered = view.proof.is_some() || view.scale.is_some() || view.lessons.is_some();
        if !covered {
            panels.push(self.stage(ask));
        }
        if !covered && view.compare.is_none() {
            if !view.ledgers.is_empty() {
                panels.push(part(Ledgers { ledgers: Slice::from(&view.ledgers) }));
            }
            let (keys, tables) = (Slice::from(&view.keys), Slice::from(&view.tables));
            let console = Slice::from(&view.console);
            panels.push(part(Keys { keys, tables, console, unfolded: self.unfolded, ask: ask.clone() }));
        }
        list(panels)
    }

    /// The queue and its workers; beside a comparison only what one acts on.
    fn stage(&self, ask: &Asker) -> Html {
        let view = &self.view;
        let producer = Producer { producer: Slice::from(&view.producer), ask: ask.clone() };
        let lanes =
            tag("div.lanes").child(part(producer)).child(part(Lanes { lanes: Slice::from(&view.lanes) }));
        tag("section.panel stage[aria-labelledby=stage-title]")
            .key("stage")
            .child(tag("h2[id=stage-title]").says("Stage"))
            .child(lanes)
            .child(part(Workers { workers: Slice::from(&view.workers), ask: ask.clone() }))
            .child(part(Jobs { jobs: Slice::from(&view.jobs), ask: ask.clone() }))
            .into()
    }

    /// Does what was asked for.
    fn serve(&mut self, ask: Ask) {
        match ask {
            Ask::Do(msg) => {
                if !msg.comes_by_itself() {
                    self.refusal = None;
                }
                let opens_file = matches!(msg, Msg::OpenFile { .. });
                if matches!(msg, Msg::Console(ConsoleMsg::Type(_))) && !self.told {
                    self.told = true;
                    let ask = self.ask.clone();
                    fetch::read("commands.txt", move |text| {
                        // Without it the prompt says less and works.
                        if let Ok(text) = text {
                            ask.emit(Ask::Do(Msg::Console(ConsoleMsg::Summaries(text))));
                        }
                    });
                }
                if msg == Msg::Learn(LearnMsg::Reset) {
                    storage::forget(KEPT);
                    self.theme = Theme::default();
                    self.theme.apply();
                }
                self.app.update(msg);
                if opens_file {
                    self.keep_file();
                }
                self.look();
                self.attend();
                if self.view.share.is_none() {
                    self.copied = (0, false);
                }
                self.name_tab();
            }
            Ask::Refuse(why) => {
                self.announcement = AttrValue::from(why.clone());
                self.refusal = Some(why);
            }
            Ask::ForgetRefusal => self.refusal = None,
            Ask::Help => self.help = true,
            Ask::CloseHelp => self.help = false,
            Ask::CopyLink(link) => {
                let ask = self.ask.clone();
                clipboard::copy(&link, move |copied| ask.emit(Ask::Copied(copied)));
            }
            Ask::Copied(copied) => self.copied = (self.copied.0 + 1, copied),
            Ask::ChooseFile(what) => self.school.choose_file(what),
            Ask::ReadFile => self.school.read_file(),
            Ask::ExportProgress => file::save("redeliver-progress.json", &self.app.progress()),
            Ask::FoldKeys => self.unfolded = !self.unfolded,
            Ask::NextTheme => {
                self.theme = self.theme.next();
                self.theme.apply();
                self.theme.store();
            }
        }
    }

    /// Does for the lessons what the app wants of the browser.
    fn attend(&mut self) {
        if !self.school.attend(&mut self.app) {
            self.app.update(Msg::Learn(LearnMsg::NotKept));
            self.look();
        }
    }

    /// Reads the page's new state off the app.
    fn look(&mut self) {
        self.view = self.app.view();
        self.announcement = AttrValue::from(self.view.announcement.to_string());
    }

    fn name_tab(&self) {
        let scenario = self.view.scenario.scenarios.iter().find(|it| it.chosen);
        let scenario = scenario.map_or("queue consumers", |it| &it.title);
        address::set_title(&format!("{scenario} · Redeliver"));
    }

    /// Notes the link to the session as it stands, for the report if something goes wrong after it.
    fn note_link(&self) {
        let waiting = self.app.waiting().filter(|_| self.app.waits() || self.view.timeline.position == 0);
        // A session too long for a link leaves the last one that was not.
        if let Ok(link) = waiting.map_or_else(|| self.app.link(), |link| Ok(link.to_owned())) {
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

    /// Reads and searches for about as long as a frame can spare. Whether the page has something new to show: the search's
    /// end, or now and then how far it is.
    fn search(&mut self) -> bool {
        self.due = false;
        let reading = self.app.reads_rest();
        let (begun, mut count) = (Moment::now(), 1);
        while self.app.has_work() && begun.micros() < SLICE {
            self.app.update(Msg::Work(count));
            count = MOST_TRANSITIONS.min(count * 2);
        }
        self.keep_searching();
        self.attend();
        let over = !self.due;
        let shown = self.view.proof.is_some() || self.view.scale.is_some() || self.view.lesson.is_some();
        let due = shown && self.shown.micros() > PROGRESS;
        let read = reading && !self.app.reads_rest();
        if over || due || read {
            self.look();
            self.shown = Moment::now();
        }
        if read {
            // A link may have waited for it.
            self.name_tab();
            self.note_link();
        }
        over || due || read
    }

    /// Sees to it that the next slice comes while there is something to search. In between the browser draws and
    /// takes what a person does.
    fn keep_searching(&mut self) {
        if self.app.has_work() && !self.due {
            self.due = true;
            self.turn.ask();
        }
    }

    /// Asks for the other scenarios if they are still to come.
    fn fetch_rest(&mut self, ctx: &Context<Self>) {
        if self.app.wants_rest() && !self.fetching {
            self.fetching = true;
            // What the first screen does without.
            sheet::need("later.css");
            let came = ctx.link().callback(Told::Rest);
            shipped::fetch(move |file| came.emit(file));
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
