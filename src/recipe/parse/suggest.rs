//! The nearest known name, for "did you mean".

/// The longest word, in bytes, that gets a suggestion.
const LONGEST: usize = 24;

/// The most slips that are still close.
const SLIPS: usize = 2;

/// The name among `known` that is closest to `word`, when one is close: the same but for case, one slip in a
/// short word, two in a longer one. Of equally close names one that only lacks its end wins, then the first.
pub(super) fn nearest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    if word.len() > LONGEST {
        return None;
    }
    let (mut best, mut found) = (usize::MAX, None);
    known.for_each(|name| {
        let rank = rank(word, name);
        if rank < best {
            (best, found) = (rank, Some(name));
        }
    });
    found
}

/// How far a name is from the word, the lowest being the closest; the highest number when it is not close.
fn rank(word: &str, name: &str) -> usize {
    let allowed = if word.len() <= 4 { 1 } else { SLIPS };
    if name.len().abs_diff(word.len()) > allowed {
        return usize::MAX;
    }
    let slips = slips(word.as_bytes(), name.as_bytes());
    if slips > allowed {
        return usize::MAX;
    }
    let lacks_its_end = name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    2 * slips + usize::from(!lacks_its_end)
}

/// How many letters were added, left out, changed or swapped with their neighbour, whatever their case
/// (optimal string alignment distance).
fn slips(left: &[u8], right: &[u8]) -> usize {
    let same = |i: usize, j: usize| left[i].eq_ignore_ascii_case(&right[j]);
    let mut rows = [[0; LONGEST + SLIPS + 1]; LONGEST + 1];
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let changed = rows[i - 1][j - 1] + usize::from(!same(i - 1, j - 1));
                let mut best = changed.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                if i > 1 && j > 1 && same(i - 1, j - 2) && same(i - 2, j - 1) {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[left.len()][right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_finds_its_name_and_another_word_does_not() {
        let near = |word| nearest(word, ["get", "set", "setnx", "charge"].into_iter());
        assert_eq!(near("SETN"), Some("setnx"));
        assert_eq!(near("stexn"), Some("setnx"));
        assert_eq!(near("steg"), None);
        assert_eq!(near("Charge"), Some("charge"));
        assert_eq!(near("chrage"), Some("charge"));
        assert_eq!(near("refund"), None);
        assert_eq!(near(&"s".repeat(500)), None);
    }
}
