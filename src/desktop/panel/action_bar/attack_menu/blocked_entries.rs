//! Entries of a list that cannot work: their reasons, each told once.

use battle_log::log_text::capitalise;

/// Puts entries with the same reason together, at the place of the first of them; entries without one stay alone. Returns
/// their numbers.
pub(super) fn group_by_reason(reasons: &[Option<&str>]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, reason) in reasons.iter().enumerate() {
        let known = groups.iter_mut().find(|group| reason.is_some() && reasons[group[0]] == *reason);
        match known {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    groups
}

/// Writes the reason of several entries as a sentence above them.
pub(super) fn reason_heading(why: &str) -> String {
    capitalise(why.trim_end_matches('.')) + ":"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_that_entries_share_is_told_once_where_the_first_of_them_stands() {
        let (far, other) = (Some("the target is out of reach"), Some("another attack was announced"));
        let groups = group_by_reason(&[other, far, None, other, None, other]);
        assert_eq!(groups, [vec![0, 3, 5], vec![1], vec![2], vec![4]]);
        assert!(group_by_reason(&[]).is_empty());
        assert_eq!(reason_heading("the target is out of reach."), "The target is out of reach:");
    }
}
