//! The dialogs: share, and help.

use std::any::Any;

use gloo::events::EventListener;
use wasm_bindgen::JsCast;
use yew::prelude::*;

use super::icon::Icon;
use crate::app::Msg;
use crate::app::view::ShareView;
use crate::platform::address;
use crate::ui::dom::{Asker, Part, Tag, tag};
use crate::ui::slice::Slice;
use crate::ui::{Ask, shortcut};

/// What the less obvious controls do.
const HELP: &[(&str, &str)] = &[
    (
        "Prove",
        "Tries every schedule of faults within a bound and shows the shortest that duplicates or loses the effect.",
    ),
    ("Compare", "Runs the steps of this session under two to four consumers side by side."),
    ("At scale", "Runs a hundred thousand jobs and more, and says what a day of duplicates costs."),
    (
        "Redeliver",
        "As after a failover, a stalled check that came too early, or a script that requeues; BullMQ's own retry() refuses a job that is still active.",
    ),
    (
        "To the next timer",
        "Moves the clock to the moment at which something happens by itself: a lock lapses, a retry is due.",
    ),
    ("× beside a line", "The next worker that has run this line crashes right after it."),
    (
        "Acknowledge before running",
        "Workers tell the queue that a job is done before they begin it: at most once, so a crash loses it.",
    ),
];

/// The language of the recipes, in short.
const STATEMENTS: &[(&str, &str)] = &[
    ("SET key value NX PX 1000", "Any Redis command. Put a name and = before it to keep its reply."),
    (
        "SELECT  INSERT  UPDATE  DELETE  BEGIN  COMMIT  ROLLBACK",
        "SQL on the scenario's tables, with SAVEPOINT and ON CONFLICT. Kept: a SELECT's first row, else how many rows changed.",
    ),
    (
        "if name … else … end",
        "Also if not name, and comparisons: == != < <= > >=. False are nil, 0 and an empty list.",
    ),
    ("{job.id}  {name}  {row.column}", "A field of the job, a kept reply, a column of a kept row."),
    ("{worker}  {token}  {now}  {{ }}", "Who runs it, its lock's token, the clock; braces themselves."),
    ("charge CARD AMOUNT key K", "A call to the outside; the key lets the provider recognise a repetition."),
    (
        "email, POST, PUT, ship, append",
        "The other calls that leave something outside; append … expect N only as the stream's event N + 1.",
    ),
    (
        "read, version, authorize STREAM",
        "What an event stream holds; authorize gives nil for an event that is there.",
    ),
    ("atomic … end", "Commands that happen together or not at all, in one step."),
    ("skip \"why\"  fail \"why\"", "Ends the run: as done, or as failed."),
];

/// A native modal dialog. It stays in the document while closed, because the browser gives the focus back to where
/// it was only when the dialog itself is closed.
fn dialog(node: &NodeRef, name: &'static str) -> Tag {
    tag("dialog").node(node).set("aria-label", name)
}

/// Opens the dialog or closes it. The first time, has `close` asked for whenever it closes, for whatever reason.
fn keep_open(node: &NodeRef, open: bool, first: bool, ask: &Asker, close: Ask) -> Option<Box<dyn Any>> {
    let dialog = node.cast::<web_sys::HtmlDialogElement>()?;
    match (open, dialog.open()) {
        // Refused only for a dialog outside the document or one that is open already.
        (true, false) => drop(dialog.show_modal()),
        (false, true) => dialog.close(),
        _ => (),
    }
    let to = ask.to();
    first.then(|| -> Box<dyn Any> {
        Box::new(EventListener::new(&dialog, "close", move |_| to.emit(close.clone())))
    })
}

/// The link to the session.
#[derive(PartialEq)]
pub(super) struct ShareDialog {
    /// What to share; closed when none.
    pub share: Option<Slice<ShareView>>,
    /// How often copying the link was tried, and whether the last attempt worked.
    pub copied: (u32, bool),
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for ShareDialog {
    const NAME: &'static str = "share";

    fn draw(&self, node: &NodeRef) -> Html {
        let closed = dialog(node, "Share this session");
        match &self.share {
            Some(share) => fill_share(closed, share, self.copied, &self.ask).into(),
            None => closed.into(),
        }
    }

    fn drawn(&self, node: &NodeRef, before: Option<&Self>) -> Option<Box<dyn Any>> {
        if !self.copied.1 && before.is_some_and(|it| it.copied.0 < self.copied.0) {
            select_field(node);
        }
        let (open, close) = (self.share.is_some(), Ask::Do(Msg::CloseShare));
        keep_open(node, open, before.is_none(), &self.ask, close)
    }
}

/// Selects the text of the field above the button that was pressed, or of the first one.
fn select_field(dialog: &NodeRef) {
    let Some(dialog) = dialog.cast::<web_sys::Element>() else { return };
    let find = |selector| dialog.query_selector(selector).ok().flatten();
    if let Some(field) = find("label:has(+ :focus) input").or_else(|| find("input")) {
        let field: &web_sys::HtmlInputElement = field.unchecked_ref();
        // Focusing a field in an open dialog does not fail.
        let _ = field.focus();
        field.select();
    }
}

fn fill_share(dialog: Tag, share: &ShareView, copied: (u32, bool), ask: &Asker) -> Tag {
    let link = address::with_fragment(&share.fragment);
    let said = match copied {
        (0, _) => "",
        (_, true) => "Copied.",
        (_, false) => {
            "The browser does not let this page copy. The text is selected: copy it with the keyboard."
        }
    };
    let about = tag("p").text(&share.text).says(
        " Whoever opens the link sees every step again. It holds all of it; nothing is stored anywhere.",
    );
    let shown = dialog
        .child(tag("h2").says("Share this session"))
        .child(about)
        .child(field("Link", &link))
        .child(copier("Copy link", &link, ask).flag("autofocus", true));
    let shown = match address::beside("embed.js") {
        Some(script) => {
            let snippet = snippet(&script, &share.fragment, &link);
            shown
                .child(tag("p").says("To put it into a page of your own, paste this into its HTML."))
                .child(field("Embed", &snippet))
                .child(copier("Copy HTML", &snippet, ask))
        }
        None => shown,
    };
    shown
        .child(tag("div.buttons").child(close_button(ask, Ask::Do(Msg::CloseShare))))
        .child(tag("p.said[role=status]").says(said))
}

/// A text to be copied.
fn field(name: &'static str, text: &str) -> Tag {
    tag("label.wide")
        .child(tag("span").says(name))
        .child(tag("input[type=text][readonly=readonly]").value(text))
}

/// The button right after a field, which copies it.
fn copier(name: &'static str, text: &str, ask: &Asker) -> Tag {
    tag("button.press primary[type=button]")
        .press(ask, Ask::CopyLink(text.to_owned()))
        .child(Icon::Share.draw())
        .child(tag("span").says(name))
}

/// The HTML that embeds the session. The link inside it is for readers without JavaScript.
fn snippet(script: &str, fragment: &str, link: &str) -> String {
    format!(
        "<script src=\"{script}\" defer></script> <redeliver-playground link=\"{fragment}\"><a href=\"{link}\">Open this session in Redeliver</a></redeliver-playground>"
    )
}

/// How to use the page.
#[derive(PartialEq)]
pub(super) struct HelpDialog {
    /// Whether it shows.
    pub open: bool,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for HelpDialog {
    const NAME: &'static str = "help";

    fn draw(&self, node: &NodeRef) -> Html {
        let closed = dialog(node, "Help");
        if self.open { fill_help(closed, &self.ask).into() } else { closed.into() }
    }

    fn drawn(&self, node: &NodeRef, before: Option<&Self>) -> Option<Box<dyn Any>> {
        keep_open(node, self.open, before.is_none(), &self.ask, Ask::CloseHelp)
    }
}

fn fill_help(dialog: Tag, ask: &Asker) -> Tag {
    dialog
        .child(tag("h2").says("Help"))
        .child(tag("p").says(
            "Everything here is one small queue with its workers and its stores, and only you move it. \
             Step lets the selected worker do its next thing. Between any two steps you can crash it, freeze it past \
             its lock, lose a request or a reply, redeliver a job, or switch the consumer. The verdict counts how \
             often the handler ran and how often its effect happened.",
        ))
        .child(tag("p").says(
            "Going back and doing something else starts a branch; the old future stays in the timeline.",
        ))
        .child(explained("help-list", "span", HELP))
        .child(tag("h3").says("The statements of a recipe"))
        .child(explained("help-list", "code", STATEMENTS))
        .child(tag("h3").says("Keys"))
        .child(tag("p").says("They work whenever no text field has the focus."))
        .child(explained("key-list", "kbd", shortcut::KEYS))
        .child(tag("div.buttons").child(close_button(ask, Ask::CloseHelp)))
}

/// A list of terms, each in an element called `name`, with what they mean.
fn explained(class: &'static str, name: &'static str, terms: &[(&'static str, &'static str)]) -> Tag {
    tag("dl").class(true, class).each(terms, |(term, meaning)| {
        tag("div").child(tag("dt").child(tag(name).says(term))).child(tag("dd").says(meaning))
    })
}

fn close_button(ask: &Asker, close: Ask) -> Tag {
    tag("button.press[type=button]")
        .press(ask, close)
        .child(Icon::Close.draw())
        .child(tag("span").says("Close"))
}
