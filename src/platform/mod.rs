//! The browser's services behind plain functions: the address bar and the history, the clipboard, files, what lies
//! beside the page, what is kept
//! for the next visit, the file with the shipped scenarios, the theme, the size of the screen, the time, turns of the
//! event loop, and what is shown when the program stops. Also the allocator of everything that runs in a browser.
//!
//! Knows nothing of the layers above. Whatever a browser may refuse (storage, clipboard) has an answer for being
//! refused; nothing here writes into the page as HTML.

pub mod address;
pub mod clipboard;
pub mod failure;
pub mod fetch;
pub mod file;
pub mod focus;
pub mod moment;
pub mod screen;
pub mod sheet;
pub mod shipped;
pub mod storage;
pub mod theme;
pub mod turn;

/// Constant-time (TLSF) and small. Natively the system's allocator serves.
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();
