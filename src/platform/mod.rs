//! The browser's services behind plain functions: timers, storage, the address bar.
//!
//! Knows nothing of the layers above. Placeholder: the services arrive with the screens that need them.
