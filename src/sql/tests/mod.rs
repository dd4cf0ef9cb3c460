//! The store, rule by rule.
