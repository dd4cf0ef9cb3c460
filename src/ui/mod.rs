//! The yew components. Placeholder: one heading, so that the build and the browser tests have a page.

use yew::prelude::*;

/// The id of the element in `index.html` that the app takes over.
const ROOT: &str = "app";

/// The whole page.
pub struct App;

impl Component for App {
    type Message = ();
    type Properties = ();

    fn create(_ctx: &Context<Self>) -> Self {
        Self
    }

    fn view(&self, _ctx: &Context<Self>) -> Html {
        html! { <main><h1>{ "Redeliver" }</h1></main> }
    }
}

/// Puts the app into the page's root element, or into the body of a page that has none.
pub fn mount() {
    let root = gloo::utils::document().get_element_by_id(ROOT);
    match root {
        Some(root) => yew::Renderer::<App>::with_root(root).render(),
        None => yew::Renderer::<App>::new().render(),
    };
}
