//! The page's entry point: mounts the app in the browser. Everything else is in the library.

#[cfg(target_arch = "wasm32")]
fn main() {
    redeliver::ui::mount();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    println!("Redeliver is a web page. Run `./dev serve` (or `trunk serve`) and open the address it prints.");
}
