//! Tests of the headless page.
