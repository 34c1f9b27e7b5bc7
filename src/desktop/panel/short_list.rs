//! Decides how many entries of a long list are shown at first and which of them are folded away.

/// Entries beyond those of a short list that are shown anyway: a line about so few would say less than they do.
const FEW_MORE: usize = 3;
/// Least number of entries that a short list shows.
const LEAST_SHOWN: usize = 3;

/// Returns how many entries of a list are shown at first, of which at most `most` should be: all of them where few would be left.
pub(super) const fn shown_count(all: usize, most: usize) -> usize {
    let most = if most < LEAST_SHOWN { LEAST_SHOWN } else { most };
    if all <= most + FEW_MORE { all } else { most }
}

/// Returns which entries of a list are folded away: those that are not `first`, in the order of the list, unless they are few or
/// nearly nothing would be left.
pub(super) fn folded_entries(order: &[usize], first: &[usize]) -> Vec<usize> {
    let (shown, others): (Vec<usize>, Vec<usize>) = order.iter().partition(|at| first.contains(at));
    let count = shown_count(order.len(), shown.len());
    others.into_iter().skip(count - shown.len()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_list_leaves_out_no_few_entries_and_shows_three_at_least() {
        assert_eq!([0, 2, 5, 8].map(|all| shown_count(all, 5)), [0, 2, 5, 8], "three more are shown too");
        assert_eq!([9, 40].map(|all| shown_count(all, 5)), [5, 5]);
        assert_eq!([4, 6, 7].map(|all| shown_count(all, 1)), [4, 6, 3], "never fewer than three");
    }

    #[test]
    fn what_is_folded_away_is_more_than_a_few_entries_and_leaves_three() {
        let order: Vec<usize> = vec![4, 0, 1, 2, 3, 5, 6, 7];
        assert_eq!(folded_entries(&order, &[4, 0, 1, 2]), [3, 5, 6, 7]);
        assert!(folded_entries(&order, &[4, 0, 1, 2, 3]).is_empty(), "three more are shown too");
        assert_eq!(folded_entries(&order, &[4]), [2, 3, 5, 6, 7], "the next two of the list stay");
        assert!(folded_entries(&[], &[]).is_empty());
    }
}
