//! Spending advantages, threats, triumphs and despairs.

pub mod advantages;
pub mod effects;
pub mod offer;
pub mod option_tables;
pub mod side_effects;
pub mod threats;

/// Orders the answers of a question about purchases: the automatic one first, `None` to stop. Without an automatic one, to
/// stop comes first.
fn automatic_first<P: PartialEq>(automatic: Option<P>, available: Vec<P>) -> Vec<Option<P>> {
    let stops = automatic.is_none();
    let others: Vec<P> =
        available.into_iter().filter(|purchase| Some(purchase) != automatic.as_ref()).collect();
    let last = (!stops).then_some(None);
    [automatic].into_iter().chain(others.into_iter().map(Some)).chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::automatic_first;

    #[test]
    fn stopping_comes_last_after_an_automatic_purchase_and_first_without_one() {
        assert_eq!(automatic_first(Some(2), vec![1, 2, 3]), [Some(2), Some(1), Some(3), None]);
        assert_eq!(automatic_first(None, vec![1, 2]), [None, Some(1), Some(2)]);
    }
}
