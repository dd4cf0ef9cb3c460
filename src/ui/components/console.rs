//! The Redis prompt.

use std::any::Any;

use web_sys::HtmlElement;
use yew::prelude::*;

use crate::app::view::{ConsoleEntry, ConsoleView};
use crate::app::{ConsoleMsg, Msg};
use crate::ui::Ask;
use crate::ui::dom::{Asker, Part, Tag, tag};
use crate::ui::slice::Slice;

/// A prompt against the live store, with its log.
#[derive(PartialEq)]
pub(super) struct Console {
    /// What stands there.
    pub console: Slice<ConsoleView>,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Console {
    const NAME: &'static str = "console";

    fn draw(&self, log: &NodeRef) -> Html {
        let Self { console, ask } = self;
        let older = (console.left_out > 0)
            .then(|| tag("p.more").counts("", console.left_out as u64, " older ones are on the timeline"));
        let entries = tag("div.console-log[role=log][aria-label=Console][tabindex=0]")
            .flag("hidden", console.entries.is_empty())
            .node(log)
            .maybe(older)
            .each(&console.entries, entry);
        tag("div.console")
            .child(entries)
            .child(offers(console, ask))
            .child(
                tag("label.console-line")
                    .child(tag("span.console-sign").says("redis>"))
                    .child(field(console, ask)),
            )
            .into()
    }

    /// The newest answer is in sight.
    fn drawn(&self, log: &NodeRef, _: Option<&Self>) -> Option<Box<dyn Any>> {
        if let Some(log) = log.cast::<HtmlElement>() {
            log.set_scroll_top(log.scroll_height());
        }
        None
    }
}

fn field(console: &ConsoleView, ask: &Asker) -> Tag {
    let completes = !console.offers.is_empty();
    tag("textarea[aria-label=Redis command][aria-describedby=console-help][rows=1][spellcheck=false]\
         [autocomplete=off][autocapitalize=off][autocorrect=off][maxlength=20000]")
    .value(&console.text)
    .on_input(ask, |text| said(ConsoleMsg::Type(text)))
    .on_key(ask, move |key| {
        Some(said(match key {
            "Enter" => ConsoleMsg::Send,
            "ArrowUp" => ConsoleMsg::Older,
            "ArrowDown" => ConsoleMsg::Newer,
            "Tab" if completes => ConsoleMsg::Complete,
            "Escape" if completes => ConsoleMsg::Quiet,
            _ => return None,
        }))
    })
}

fn said(msg: ConsoleMsg) -> Ask {
    Ask::Do(Msg::Console(msg))
}

/// How the command is written, and the words that may be meant.
fn offers(console: &ConsoleView, ask: &Asker) -> Tag {
    let help = tag("div.console-help[id=console-help][role=status]");
    if console.text.is_empty() {
        return help;
    }
    let usage = (!console.usage.is_empty()).then(|| {
        tag("p.usage")
            .child(tag("code").says(console.usage))
            .says(" ")
            .text(&console.summary)
            .maybe((!console.arity.is_empty()).then(|| tag("span.arity").says(" ").text(&console.arity)))
    });
    let words = (!console.offers.is_empty()).then(|| {
        let first = tag("button.press quiet[type=button][title=Tab writes it]")
            .press(ask, said(ConsoleMsg::Complete))
            .child(tag("kbd").says("Tab"))
            .says(" ")
            .text(&console.offers[0]);
        let others = console.offers[1..].join(" ");
        let more = (console.more > 0).then(|| tag("span").counts(" and ", console.more as u64, " more"));
        tag("p.offers").child(first).says(" ").child(tag("code").text(&others)).maybe(more)
    });
    help.maybe(usage).maybe(words)
}

fn entry(entry: &ConsoleEntry) -> Tag {
    let line = tag("p.console-sent").child(tag("span.console-sign").says("redis> ")).text(&entry.line);
    tag("div.console-entry").child(line).child(tag("pre").class(entry.error, "wrong").text(&entry.answer))
}
