//! The dialogs: share, and help.

use gloo::events::EventListener;
use yew::prelude::*;

use super::icon::Icon;
use crate::app::Msg;
use crate::app::view::ShareView;
use crate::platform::{address, clipboard};
use crate::ui::slice::Slice;
use crate::ui::{Ask, shortcut};

/// What the less obvious controls do.
const HELP: &[(&str, &str)] = &[
    (
        "Prove",
        "Tries every schedule of faults within a bound and shows the shortest that duplicates or loses the effect.",
    ),
    ("Compare", "Runs the steps of this session under two to four consumers side by side."),
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
    ("if name … else … end", "Also if not name, and comparisons: == != < <= > >="),
    ("{job.id}  {name}", "A field of the job, a kept reply."),
    ("charge CARD AMOUNT key K", "A call to the outside; the key lets the provider recognise a repetition."),
    ("email, POST, PUT, ship, append", "The other calls that leave something outside."),
    (
        "read, version, authorize STREAM",
        "What an event stream holds; authorize gives nil for an event that is there.",
    ),
    ("atomic … end", "Commands that happen together or not at all, in one step."),
    ("skip \"why\"  fail \"why\"", "Ends the run: as done, or as failed."),
];

#[derive(Properties, PartialEq)]
struct ModalProps {
    name: AttrValue,
    open: bool,
    onclose: Callback<()>,
    children: Html,
}

/// A native modal dialog. It stays in the document while closed, because the browser gives the focus back to where
/// it was only when the dialog itself is closed.
#[component]
fn Modal(props: &ModalProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with(props.open, move |open| {
            let Some(dialog) = node.cast::<web_sys::HtmlDialogElement>() else { return };
            match (*open, dialog.open()) {
                // Refused only for a dialog outside the document or one that is open already.
                (true, false) => drop(dialog.show_modal()),
                (false, true) => dialog.close(),
                _ => (),
            }
        });
    }
    {
        let node = node.clone();
        use_effect_with(props.onclose.clone(), move |onclose| {
            let onclose = onclose.clone();
            let listener = node
                .cast::<web_sys::HtmlDialogElement>()
                .map(|dialog| EventListener::new(&dialog, "close", move |_| onclose.emit(())));
            move || drop(listener)
        });
    }
    html! {
        <dialog ref={node} aria-label={props.name.clone()}>
            if props.open { { props.children.clone() } }
        </dialog>
    }
}

/// What the share dialog needs.
#[derive(Properties, PartialEq)]
pub struct ShareDialogProps {
    /// What to share; closed when none.
    pub share: Option<Slice<ShareView>>,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// The link to the session.
#[component]
pub fn ShareDialog(props: &ShareDialogProps) -> Html {
    let onclose = use_callback(props.ask.clone(), |(), ask| ask.emit(Ask::Do(Msg::CloseShare)));
    html! {
        <Modal name="Share this session" open={props.share.is_some()} onclose={onclose.clone()}>
            if let Some(share) = &props.share { <ShareBody share={share.clone()} {onclose} /> }
        </Modal>
    }
}

#[derive(Properties, PartialEq)]
struct ShareBodyProps {
    share: Slice<ShareView>,
    onclose: Callback<()>,
}

#[component]
fn ShareBody(props: &ShareBodyProps) -> Html {
    let link = address::with_fragment(&props.share.fragment);
    let field = use_node_ref();
    let said = use_state(|| "");
    let copy = {
        let (link, field, said) = (link.clone(), field.clone(), said.clone());
        Callback::from(move |_: MouseEvent| {
            let (field, said) = (field.clone(), said.clone());
            clipboard::copy(&link, move |copied| {
                if copied {
                    said.set("Copied.");
                    return;
                }
                if let Some(field) = field.cast::<web_sys::HtmlInputElement>() {
                    // Focusing a field in an open dialog does not fail.
                    let _ = field.focus();
                    field.select();
                }
                said.set("The browser does not let this page copy. The link is selected: copy it with the keyboard.");
            });
        })
    };
    html! {
        <>
            <h2>{ "Share this session" }</h2>
            <p>{ &props.share.text }{ " Whoever opens the link sees every step again. It holds all of it; nothing is stored anywhere." }</p>
            <label class="wide">
                <span>{ "Link" }</span>
                <input ref={field} type="text" readonly=true value={link} />
            </label>
            <div class="buttons">
                <button type="button" class="press primary" autofocus=true onclick={copy}>{ Icon::Share.draw() }<span>{ "Copy link" }</span></button>
                { close_button(&props.onclose) }
            </div>
            <p role="status" class="said">{ *said }</p>
        </>
    }
}

/// What the help needs.
#[derive(Properties, PartialEq)]
pub struct HelpDialogProps {
    /// Whether it shows.
    pub open: bool,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// How to use the page.
#[component]
pub fn HelpDialog(props: &HelpDialogProps) -> Html {
    let onclose = use_callback(props.ask.clone(), |(), ask| ask.emit(Ask::CloseHelp));
    html! {
        <Modal name="Help" open={props.open} onclose={onclose.clone()}>
            <h2>{ "Help" }</h2>
            <p>
                { "Everything here is one small queue with its workers and its stores, and only you move it. " }
                { "Step lets the selected worker do its next thing. Between any two steps you can crash it, freeze it past \
                   its lock, lose a request or a reply, redeliver a job, or switch the consumer. The verdict counts how \
                   often the handler ran and how often its effect happened." }
            </p>
            <p>{ "Going back and doing something else starts a branch; the old future stays in the timeline." }</p>
            <dl class="help-list">
                for (what, meaning) in HELP {
                    <div><dt>{ *what }</dt><dd>{ *meaning }</dd></div>
                }
            </dl>
            <h3>{ "The statements of a recipe" }</h3>
            <dl class="help-list">
                for (form, meaning) in STATEMENTS {
                    <div><dt><code>{ *form }</code></dt><dd>{ *meaning }</dd></div>
                }
            </dl>
            <h3>{ "Keys" }</h3>
            <p>{ "They work whenever no text field has the focus." }</p>
            <dl class="key-list">
                for (key, meaning) in shortcut::KEYS {
                    <div><dt><kbd>{ *key }</kbd></dt><dd>{ *meaning }</dd></div>
                }
            </dl>
            <div class="buttons">{ close_button(&onclose) }</div>
        </Modal>
    }
}

fn close_button(onclose: &Callback<()>) -> Html {
    html! {
        <button type="button" class="press" onclick={onclose.reform(|_: MouseEvent| ())}>
            { Icon::Close.draw() }
            <span>{ "Close" }</span>
        </button>
    }
}
