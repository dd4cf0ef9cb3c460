//! The protocol's behaviour.
