//! The next turn of the browser's event loop, without the pause of four milliseconds that browsers put between timers
//! that set each other. In between, the browser draws and takes what a person does.

use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::MessageChannel;

/// Calls back in a turn of its own, as often as it is asked to.
pub struct Turn {
    channel: Option<MessageChannel>,
    _heard: Closure<dyn FnMut()>,
}

impl Turn {
    /// A turn in which `told` is called.
    pub fn new(told: impl FnMut() + 'static) -> Self {
        let heard = Closure::<dyn FnMut()>::new(told);
        let channel = MessageChannel::new().ok();
        if let Some(channel) = &channel {
            channel.port1().set_onmessage(Some(wasm_bindgen::JsCast::unchecked_ref(heard.as_ref())));
        }
        Self { channel, _heard: heard }
    }

    /// Asks for the next turn.
    pub fn ask(&self) {
        if let Some(channel) = &self.channel {
            // Only a message that cannot be copied is refused, and there is nothing in this one.
            let _ = channel.port2().post_message(&JsValue::NULL);
        }
    }
}
