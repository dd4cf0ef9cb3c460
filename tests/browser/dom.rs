//! Elements put together by calls: what the document holds after they were drawn, and what is asked for when they are
//! used.

use std::cell::RefCell;
use std::rc::Rc;

use redeliver::app::Msg;
use redeliver::ui::Ask;
use redeliver::ui::dom::{Asker, keyed, list, tag};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Element, HtmlElement, HtmlInputElement};
use yew::prelude::*;

/// What a fixture draws.
#[derive(PartialEq, Properties)]
struct Drawn {
    html: Html,
}

#[component]
fn Fixture(drawn: &Drawn) -> Html {
    drawn.html.clone()
}

/// A place in the document where something is drawn, and drawn again.
struct Place {
    root: Element,
    handle: Option<yew::AppHandle<Fixture>>,
}

impl Place {
    fn new() -> Self {
        let document = gloo::utils::document();
        let root = document.create_element("div").expect("a name");
        document.body().expect("there is one").append_child(&root).expect("it takes it");
        Self { root, handle: None }
    }

    async fn draw(&mut self, html: impl Into<Html>) {
        let drawn = Drawn { html: html.into() };
        match &mut self.handle {
            Some(handle) => handle.update(drawn),
            None => {
                let renderer = yew::Renderer::<Fixture>::with_root_and_props(self.root.clone(), drawn);
                self.handle = Some(renderer.render());
            }
        }
        // Yew draws in a task of its own.
        for _ in 0..3 {
            let next = js_sys::Promise::resolve(&JsValue::NULL);
            wasm_bindgen_futures::JsFuture::from(next).await.expect("it is kept");
        }
    }

    fn html(&self) -> String {
        self.root.inner_html()
    }

    fn find<T: JsCast>(&self, selector: &str) -> T {
        self.root.query_selector(selector).expect("a selector").expect("it is drawn").unchecked_into()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(handle) = self.handle.take() {
            handle.destroy();
        }
        self.root.remove();
    }
}

/// An asker, and what it has been asked.
fn asker() -> (Asker, Rc<RefCell<Vec<Ask>>>) {
    let asked = Rc::new(RefCell::new(Vec::new()));
    let into = Rc::clone(&asked);
    (Asker::new(Callback::from(move |ask| into.borrow_mut().push(ask)), None), asked)
}

#[wasm_bindgen_test]
async fn a_selector_is_the_element_its_class_and_its_attributes() {
    let mut place = Place::new();
    place.draw(tag("button.press quiet[type=button][aria-label=Close it]").says("x")).await;
    assert_eq!(place.html(), r#"<button class="press quiet" type="button" aria-label="Close it">x</button>"#);
}

#[wasm_bindgen_test]
async fn a_text_is_a_text_whatever_stands_in_it() {
    let mut place = Place::new();
    place.draw(tag("p").set("title", "\"<b>\"").text("<i>& so on</i>")).await;
    let paragraph: Element = place.find("p");
    assert_eq!(paragraph.get_attribute("title").as_deref(), Some("\"<b>\""));
    assert_eq!(paragraph.child_element_count(), 0);
    assert_eq!(paragraph.text_content().as_deref(), Some("<i>& so on</i>"));
}

#[wasm_bindgen_test]
async fn attributes_classes_and_children_come_and_go_without_a_new_element() {
    let draw = |on: bool| {
        tag("section.part")
            .class(on, "open")
            .maybe_set("data-state", on.then_some("new"))
            .flag("hidden", !on)
            .maybe(on.then(|| tag("b").says("here")))
            .child(tag("i").says("always"))
    };
    let mut place = Place::new();
    place.draw(draw(false)).await;
    let before: Element = place.find("section");
    let last: Element = place.find("i");
    assert_eq!(place.html(), r#"<section class="part" hidden="hidden"><i>always</i></section>"#);
    place.draw(draw(true)).await;
    assert_eq!(
        place.html(),
        r#"<section class="part open" data-state="new"><b>here</b><i>always</i></section>"#
    );
    assert!(before.is_same_node(Some(&place.find::<Element>("section"))));
    assert!(last.is_same_node(Some(&place.find::<Element>("i"))), "its neighbour has come, it has stayed");
    place.draw(draw(false)).await;
    assert_eq!(place.html(), r#"<section class="part" hidden="hidden"><i>always</i></section>"#);
}

#[wasm_bindgen_test]
async fn what_has_a_key_moves_with_it() {
    let draw = |keys: &[&str]| tag("ul").each(keys, |key| tag("li").key(key).text(key));
    let mut place = Place::new();
    place.draw(draw(&["a", "b", "c"])).await;
    let b: Element = place.find("li:nth-child(2)");
    place.draw(draw(&["b", "a"])).await;
    assert_eq!(place.html(), "<ul><li>b</li><li>a</li></ul>");
    assert!(b.is_same_node(Some(&place.find::<Element>("li"))));
    place
        .draw(list(vec![keyed("x", tag("hr").into()), tag("ol").texts("li", &["1".to_owned()]).into()]))
        .await;
    assert_eq!(place.html(), "<hr><ol><li>1</li></ol>");
}

#[wasm_bindgen_test]
async fn what_is_pressed_asks_and_what_the_guide_speaks_of_is_known() {
    let (ask, asked) = asker();
    let mut place = Place::new();
    place.draw(tag("button").does(&ask, &Msg::Step).says("Step")).await;
    place.find::<HtmlElement>("button").click();
    assert_eq!(*asked.borrow(), [Ask::Do(Msg::Step)]);
    let guided = Asker::new(ask.to(), Some(Msg::Play));
    assert!(guided.suggests(&Msg::Play) && !guided.suggests(&Msg::Step) && !ask.suggests(&Msg::Play));
    assert!(guided != ask && ask == Asker::new(ask.to(), None));
}

#[wasm_bindgen_test]
async fn a_checkbox_stays_as_it_was_until_the_page_says_otherwise() {
    let (ask, asked) = asker();
    let draw = |on: bool| tag("input[type=checkbox]").turned(on, &ask, &Msg::Play);
    let mut place = Place::new();
    place.draw(draw(false)).await;
    let field: HtmlInputElement = place.find("input");
    field.click();
    assert_eq!((field.checked(), asked.borrow().len()), (false, 1));
    place.draw(draw(true)).await;
    assert!(field.checked());
}

#[wasm_bindgen_test]
async fn a_field_asks_with_what_is_in_it_and_a_key_only_when_it_is_pressed_alone() {
    let (ask, asked) = asker();
    let field = tag("input[type=text]")
        .value("so far")
        .on_input(&ask, |text| Ask::Do(Msg::Edit(text)))
        .on_key(&ask, |key| (key == "Enter").then_some(Ask::Do(Msg::Play)));
    let mut place = Place::new();
    place.draw(field).await;
    let input: HtmlInputElement = place.find("input");
    assert_eq!(input.value(), "so far");
    input.set_value("more");
    let bubbles = web_sys::EventInit::new();
    bubbles.set_bubbles(true);
    let typed = web_sys::Event::new_with_event_init_dict("input", &bubbles).expect("a name");
    input.dispatch_event(&typed).expect("it is there");
    for (key, shift) in [("Enter", true), ("a", false), ("Enter", false)] {
        let init = web_sys::KeyboardEventInit::new();
        init.set_bubbles(true);
        init.set_cancelable(true);
        init.set_key(key);
        init.set_shift_key(shift);
        let pressed = web_sys::KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init);
        let goes_on = input.dispatch_event(&pressed.expect("a name")).expect("it is there");
        assert_eq!(
            goes_on,
            key != "Enter" || shift,
            "what a key does otherwise is prevented only when it is taken"
        );
    }
    assert_eq!(*asked.borrow(), [Ask::Do(Msg::Edit("more".to_owned())), Ask::Do(Msg::Play)]);
}
