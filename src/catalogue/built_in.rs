//! The shipped scenarios as the files that they are, in `scenarios/`: their ids and their texts.
//!
//! Invariant: the ids are in the order of the picker, and the texts in that of the ids. The page may call [`first`]
//! only: [`texts`] would build all of them into it.

/// The scenario that a first visit opens.
pub const FIRST: &str = "charge";

macro_rules! built_in {
    ($($id:literal)*) => {
        /// The ids of the shipped scenarios, in the order of the picker: those of one group stand together.
        pub(crate) const IDS: &[&str] = &[$($id),*];

        /// Their files, in the same order.
        pub(super) fn texts() -> Vec<&'static str> {
            vec![$(include_str!(concat!("../../scenarios/", $id, ".json"))),*]
        }
    };
}

built_in! {
    "light" "status" "roster" "profile" "cart"
    "counter" "email" "row-insert" "inventory" "enrollment"
    "portal" "order-status" "pipeline"
    "charge" "payment" "balance"
    "dedup" "marker-ttl" "redelivery"
    "invoice" "report" "outbox"
}

/// The file of the [`FIRST`] one.
pub(super) fn first() -> &'static str {
    include_str!("../../scenarios/charge.json")
}
