//! Payment API: an idempotency key as Stripe defines it, with calls that take time.

use crate::sim::{Probe, Scenario, System};

use super::declare::{ARTICLE, MONEY, Text};

/// The processor's ledger.
const LEDGER: usize = 0;
/// The receipt that the shop keeps.
const RECEIPT: usize = 1;

const PAYMENT: Text = Text {
    id: "payment",
    title: "Payment API",
    group: MONEY,
    source: ARTICLE,
    summary: "Each job pays for one order and keeps the receipt. A call takes two steps: the request arrives, the answer comes back. Card 4000000000000002 is always declined.",
    queue: "payments",
    job_name: "pay",
    fields: &[("order", &["#"]), ("card", &["card-#"]), ("amount", &["4200", "1999", "725", "#00"])],
    effect: ("charged", "charge"),
    truth: "One charge per order, and every caller is given the same receipt.",
    consumers: &[
        (
            "naive",
            "No key",
            "Every call is a new payment to the processor.",
            include_str!("payment/naive.recipe"),
            &[LEDGER, RECEIPT],
        ),
        (
            "fresh-key",
            "New key each try",
            "A key that is different at every try says that every try is another payment.",
            include_str!("payment/fresh-key.recipe"),
            &[LEDGER, RECEIPT],
        ),
        (
            "key",
            "Idempotency key",
            "A repeat is given the first answer, a declined card included; while the first call is under way it is a conflict, and is tried again.",
            include_str!("payment/key.recipe"),
            &[LEDGER, RECEIPT],
        ),
    ],
};

pub(super) fn payment() -> Scenario {
    let probes = vec![Probe::Ledger(System::Card), Probe::Key("payment:{job.order}:receipt".into())];
    Scenario { outside_in_two_steps: true, ..PAYMENT.scenario(probes) }
}
