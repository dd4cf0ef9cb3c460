//! The screen: yew components over [`View`](crate::app::View), and nothing that decides anything.
//!
//! One component, `page::Page`, owns the [`App`](crate::app::App); all others are given a slice of the view and
//! one callback, and ask for what they want with an [`Ask`]. They are parts of one component and put together by
//! calls (`dom`), because `html!` and a component for each would be half of the page. What can be wrong without a browser
//! is kept apart from the markup and compiled natively too, so that ordinary tests reach it: [`shortcut`], [`mirror`],
//! [`geometry`], [`plot`], [`slice`].
//!
//! Deliberately absent: state that a share link would have to hold (that is the app's), inline styles and
//! scripts (the page runs under a policy that forbids both), and text with a meaning of its own beyond labels.

pub mod ask;
pub mod geometry;
pub mod mirror;
pub mod plot;
pub mod shortcut;
pub mod slice;

pub use ask::{Ask, Chosen};

#[cfg(target_arch = "wasm32")]
mod components;
#[cfg(target_arch = "wasm32")]
pub mod dom;
#[cfg(target_arch = "wasm32")]
pub use components::mount;
