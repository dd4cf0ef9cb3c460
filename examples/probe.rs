use redeliver::{explore::*, lesson::catalogue};
use std::time::Instant;
fn main() {
    let faults: u8 = std::env::args().nth(1).map_or(2, |a| a.parse().unwrap());
    let orders: u8 = std::env::args().nth(2).map_or(1, |a| a.parse().unwrap());
    for s in catalogue() {
        for c in 0..s.consumers.len() {
            let b = Bound { faults, orders, ..Bound::default() };
            let t = Instant::now();
            let mut search = Search::new(&s, c, b);
            search.run(usize::MAX);
            let e = t.elapsed().as_secs_f64();
            let len = |v| search.counterexample(v).map(|a| a.len());
            println!(
                "{:10} {:14} {:>8} states {:>9} trans {:>3} deep {:.2}s {:.0}/s D {:?} L {:?}",
                s.id,
                s.consumers[c].id,
                search.states(),
                search.transitions(),
                search.depth(),
                e,
                search.transitions() as f64 / e,
                len(Violation::Duplicate),
                len(Violation::Loss)
            );
        }
    }
}
