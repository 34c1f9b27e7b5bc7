//! What a prompt offers to buy with points of one kind, so that a player can choose several purchases at once.

/// The offer of a prompt that is asked again until its points are spent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpendingOffer {
    /// Points to spend.
    pub budget: u32,
    /// Name of one point and of several: "advantage", "advantages".
    pub unit: (&'static str, &'static str),
    /// What each answer of the prompt buys, in their order; `None` for the answer that ends the spending.
    pub purchases: Vec<Option<Purchase>>,
    /// Names of what the answers buy, in their order: the same for the same option in every prompt of a battle, whichever
    /// unit it concerns; empty for the end.
    pub names: Vec<String>,
}

/// What an answer buys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purchase {
    /// Points that it costs.
    pub cost: u32,
    /// What can be bought only once, whatever its target; `None` for what can be bought again.
    pub once: Option<&'static str>,
    /// Its place by expected use among the options of its table, the most used one 0.
    pub rank: usize,
    /// It is the first answer of its option: the others differ in the unit or the item that they concern.
    pub is_first: bool,
    /// It helps the side that buys it and takes nothing from it but the points, which would be lost.
    pub is_plain_gain: bool,
}

impl SpendingOffer {
    /// Returns the points that are left after these purchases, by number of the answer; `None` if they cost too much.
    pub fn points_left(&self, chosen: &[usize]) -> Option<u32> {
        let costs = chosen.iter().filter_map(|at| self.purchases.get(*at).copied().flatten());
        self.budget.checked_sub(costs.map(|purchase| purchase.cost).sum())
    }

    /// Whether an answer can be bought besides those already chosen.
    pub fn can_add(&self, chosen: &[usize], at: usize) -> bool {
        let Some(wanted) = self.purchases.get(at).copied().flatten() else { return false };
        let left = self.points_left(chosen).is_some_and(|left| wanted.cost <= left);
        let mut bought = chosen.iter().filter_map(|other| self.purchases.get(*other).copied().flatten());
        left && !chosen.contains(&at)
            && (wanted.once.is_none() || bought.all(|other| other.once != wanted.once))
    }

    /// Returns the answer that is the only sensible one: a plain gain, while the points pay for everything that is offered.
    /// `None` where purchases compete for the points, or one of them is more than a gain.
    pub fn sole_answer(&self) -> Option<usize> {
        let offered: Vec<usize> =
            (0..self.purchases.len()).filter(|at| self.purchases[*at].is_some()).collect();
        let purchases = || offered.iter().filter_map(|at| self.purchases[*at]);
        // What can be bought again competes with everything else.
        let is_gain = purchases().all(|purchase| purchase.is_plain_gain)
            && (offered.len() == 1 || purchases().all(|purchase| purchase.once.is_some()));
        let mut chosen = Vec::with_capacity(offered.len());
        let fits_all = offered.iter().all(|at| {
            let fits = self.can_add(&chosen, *at);
            chosen.push(*at);
            fits
        });
        offered.first().copied().filter(|_| is_gain && fits_all)
    }

    /// Returns the numbers of the answers by expected use, the end last; the order stays the same from one question to the
    /// next, whichever answer is the default.
    pub fn ranked_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.purchases.len()).collect();
        // Stable: the targets of an option keep the order of the rules.
        order.sort_by_key(|at| self.purchases[*at].map_or(usize::MAX, |purchase| purchase.rank));
        order
    }

    /// Returns the answers that a player is shown at first: one of each of the `most` most used options, and the answers of
    /// `also`. All of them if the others are no more than two, whatever is in `also`.
    pub fn first_choices(&self, most: usize, also: &[usize]) -> Vec<usize> {
        let mut order = self.ranked_order();
        let is_first = |at: &usize| self.purchases[*at].is_some_and(|purchase| purchase.is_first);
        let first: Vec<usize> = order.iter().copied().filter(is_first).take(most).collect();
        let is_common = |at: &usize| self.purchases[*at].is_none() || first.contains(at);
        if order.iter().filter(|at| is_common(at)).count() + 2 >= order.len() {
            return order;
        }
        order.retain(|at| is_common(at) || also.contains(at));
        order
    }

    /// Formats a number of points: "1 advantage", "3 advantages".
    pub fn points_text(&self, points: u32) -> String {
        format!("{points} {}", if points == 1 { self.unit.0 } else { self.unit.1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(budget: u32) -> SpendingOffer {
        let buy = |cost, once| Some(Purchase { cost, once, rank: 0, is_first: true, is_plain_gain: true });
        let purchases =
            vec![buy(1, Some("strain")), buy(2, Some("boost")), buy(2, Some("boost")), buy(3, None), None];
        SpendingOffer { budget, unit: ("advantage", "advantages"), purchases, names: vec![String::new(); 5] }
    }

    #[test]
    fn cc_adv_02_what_is_bought_together_has_to_be_paid() {
        let offer = offer(3);
        assert!(offer.can_add(&[0], 1), "1 and 2 of 3");
        assert!(!offer.can_add(&[0], 3), "1 and 3 of 3");
        assert_eq!(offer.points_left(&[0, 1]), Some(0));
        assert!(!offer.can_add(&[], 4), "the end is no purchase");
    }

    #[test]
    fn cc_adv_04_an_option_is_bought_once_whatever_its_target() {
        let offer = offer(9);
        assert!(!offer.can_add(&[1], 2), "another target of the same option");
        assert!(!offer.can_add(&[1], 1));
        assert!(offer.can_add(&[1], 3));
    }

    /// An offer of answers with these places by use, and whether they are the first of their option.
    fn ranked(answers: &[(usize, bool)]) -> SpendingOffer {
        let buy = |&(rank, is_first): &(usize, bool)| {
            Some(Purchase { cost: 1, once: None, rank, is_first, is_plain_gain: true })
        };
        let purchases: Vec<_> = answers.iter().map(buy).chain([None]).collect();
        let names = vec![String::new(); purchases.len()];
        SpendingOffer { budget: 1, unit: ("triumph", "triumphs"), purchases, names }
    }

    #[test]
    fn answers_keep_the_order_of_their_use_whichever_comes_first() {
        assert_eq!(ranked(&[(0, true), (3, true), (8, true)]).ranked_order(), [0, 1, 2, 3]);
        let other_default = ranked(&[(8, true), (0, true), (3, true)]);
        assert_eq!(other_default.ranked_order(), [1, 2, 0, 3], "the end stays last");
    }

    #[test]
    fn the_first_choices_are_one_of_each_of_the_most_used_options() {
        // The default is a rare option; the third answer is another target of the second one.
        let offer = ranked(&[(9, true), (1, true), (1, false), (4, true), (5, true), (7, true), (8, true)]);
        assert_eq!(offer.first_choices(3, &[0]), [1, 3, 4, 0, 7], "the default too, and the end");
        assert_eq!(offer.first_choices(3, &[0, 2]), [1, 2, 3, 4, 0, 7], "and what is chosen");
        assert_eq!(
            offer.first_choices(5, &[]),
            offer.ranked_order(),
            "two answers are not worth a list of their own"
        );
    }

    #[test]
    fn cc_adv_05_a_gain_that_only_spends_points_leaves_no_choice() {
        let sole = |budget, purchases: &[(u32, Option<&'static str>, bool)]| {
            let buy = |&(cost, once, is_plain_gain)| {
                Some(Purchase { cost, once, rank: 0, is_first: true, is_plain_gain })
            };
            let purchases = purchases.iter().map(buy).chain([None]).collect();
            SpendingOffer { budget, unit: ("threat", "threats"), purchases, names: Vec::new() }.sole_answer()
        };
        let strain = (1, Some("strain"), true);
        assert_eq!(sole(1, &[strain]), Some(0), "points that are not spent are lost");
        assert_eq!(sole(1, &[(1, Some("prone"), false)]), None, "more than a gain");
        let boost = (2, Some("boost"), true);
        assert_eq!(sole(3, &[strain, boost]), Some(0), "both are paid");
        assert_eq!(sole(2, &[strain, boost]), None, "they compete for the points");
        assert_eq!(sole(4, &[boost, boost]), None, "one target of several");
        let downgrade = (3, None, true);
        assert_eq!(sole(6, &[downgrade]), Some(0), "as often as it is paid");
        assert_eq!(sole(6, &[strain, downgrade]), None, "two of one or one of each");
        assert_eq!(sole(6, &[]), None, "nothing is offered");
    }

    #[test]
    fn points_are_counted_in_words() {
        assert_eq!(
            (offer(1).points_text(1), offer(1).points_text(2)),
            ("1 advantage".into(), "2 advantages".into())
        );
    }
}
