//! The consumer's code: a text field over its coloured copy, a margin with the workers and the crash points, and
//! what is wrong with the text.

use yew::prelude::*;

use super::button::Press;
use super::icon::Icon;
use crate::app::Msg;
use crate::app::view::{EditorView, LineView};
use crate::recipe::Span;
use crate::ui::slice::Slice;
use crate::ui::{Ask, mirror};

/// Longest text the field takes, in UTF-16 units: a little over the language's own limit, which has a message.
const MAX_TEXT: &str = "20000";

/// What the editor needs.
#[derive(Properties, PartialEq)]
pub struct EditorProps {
    /// The code.
    pub editor: Slice<EditorView>,
    /// What a small search says about it.
    pub quick: Option<AttrValue>,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// The consumer's code.
///
/// The text field lies over the lines in the same cell of a grid, with the same font, width and rules for breaking
/// lines, so that one scroll box holds both and they cannot come apart.
#[component]
pub fn Editor(props: &EditorProps) -> Html {
    let EditorProps { editor, quick, ask } = props;
    let oninput = ask.reform(|event: InputEvent| {
        Ask::Do(Msg::Edit(event.target_unchecked_into::<web_sys::HtmlTextAreaElement>().value()))
    });
    let wrong = !editor.errors.is_empty();
    html! {
        <section class="panel code" aria-labelledby="code-title">
            <div class="panel-head">
                <h2 id="code-title">{ "Code" }</h2>
                <Press class="quiet" icon={Icon::Reset} button={editor.revert.clone()} {ask} />
            </div>
            <div class="sheet" role="group" aria-label="Recipe and margin">
                <ol class="lines" aria-label="Lines">
                    for (index, text) in editor.text.split('\n').enumerate() { { line(editor, index, text, ask) } }
                </ol>
                <textarea
                    aria-label="Recipe"
                    aria-invalid={wrong.then_some("true")}
                    aria-describedby="recipe-errors"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    autocorrect="off"
                    rows="1"
                    maxlength={MAX_TEXT}
                    value={editor.text.clone()}
                    {oninput}
                />
            </div>
            if let Some(quick) = quick { <p class="quick">{ quick }</p> }
            <div id="recipe-errors" class="errors" aria-live="polite">
                if wrong {
                    <p class="errors-status">{ Icon::Warning.draw() }{ &editor.status }</p>
                    <ul>
                        for error in &editor.errors {
                            <li>{ format!("Line {}, column {}: {}", error.line, error.column, error.message) }</li>
                        }
                    </ul>
                }
            </div>
        </section>
    }
}

/// A line with its margin. Its text is a coloured copy for the eye, under the text field's own.
fn line(editor: &EditorView, index: usize, text: &str, ask: &Callback<Ask>) -> Html {
    let nothing: &[Span] = &[];
    let number = index as u32 + 1;
    let spans = editor.spans.get(index).map_or(nothing, Vec::as_slice);
    let about = editor.lines.get(index);
    let here = about.is_some_and(|it| !it.workers.is_empty());
    let wrong = editor.errors.iter().any(|it| it.line == number);
    html! {
        <li key={number} class={classes!("row", here.then_some("here"), wrong.then_some("wrong"))}>
            if let Some(about) = about { { margin(about, wrong, ask) } }
            <code class="mirror" aria-hidden="true">
                for piece in mirror::pieces(text, number, spans, &editor.errors) {
                    <span class={classes!(mirror::class(piece.kind), piece.wrong.then_some("squiggle"))}>
                        { piece.text.to_owned() }
                    </span>
                }
            </code>
        </li>
    }
}

/// What stands before a line: a place for a crash point, the workers that run it next, its number.
fn margin(line: &LineView, wrong: bool, ask: &Callback<Ask>) -> Html {
    html! {
        <span class="margin">
            if line.statement {
                <Press
                    class="crash-point"
                    icon={Icon::Crash}
                    bare=true
                    pressed={Some(line.crash_point)}
                    button={line.crash.clone()}
                    {ask}
                />
             }
            <span class="at-line">
                for worker in &line.workers {
                    <span class="pin" title={format!("Worker {} runs this line next", worker.0)}>
                        <span class="unseen">{ "Worker " }</span>
                        { worker.0 }
                        <span class="unseen">{ " is about to run line " }</span>
                    </span>
                }
                if wrong { <span class="error">{ Icon::Warning.draw() }<span class="unseen">{ "Error in line " }</span></span> }
                <span class="number">{ line.number }</span>
            </span>
        </span>
    }
}
