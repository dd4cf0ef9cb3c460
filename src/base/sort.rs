//! Sorts that are short themselves: for each type it sorts, the standard library's adds 4 kB to the page.

/// Sorts by insertion, keeping the order of equal items: quick when the list is short or nearly sorted.
pub(crate) fn sort_short_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && key(&items[at - 1]) > key(&items[at]) {
            items.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// Sorts a list of any length after Shell, with Knuth's distances: n^1.5 comparisons at most. Items of which neither
/// is `less` end up in no particular order.
pub(crate) fn sort_long<T>(items: &mut [T], less: impl Fn(&T, &T) -> bool) {
    let mut distance = 1;
    while distance < items.len() / 3 {
        distance = 3 * distance + 1;
    }
    while distance > 0 {
        for end in distance..items.len() {
            let mut at = end;
            while at >= distance && less(&items[at], &items[at - distance]) {
                items.swap(at - distance, at);
                at -= distance;
            }
        }
        distance /= 3;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_is_sorted_like_the_standard_library_does() {
        for length in [0, 1, 2, 3, 4, 5, 13, 14, 40, 121, 1_000] {
            let mut items: Vec<u32> = (0..length).map(|n| n * 7_919 % 1_009).collect();
            let mut expected = items.clone();
            expected.sort_unstable();
            sort_long(&mut items, |a, b| a < b);
            assert_eq!(items, expected);
        }
    }

    #[test]
    fn equal_items_keep_their_order() {
        let mut items = [(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd'), (1, 'e')];
        sort_short_by_key(&mut items, |(key, _)| *key);
        assert_eq!(items, [(1, 'b'), (1, 'e'), (2, 'd'), (3, 'a'), (3, 'c')]);
        sort_short_by_key(&mut [0; 0], |n| *n);
    }
}
