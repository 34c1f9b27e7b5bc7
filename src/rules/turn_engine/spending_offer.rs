//! What a prompt offers to buy with points of one kind, so that a player can choose several purchases at once.

use std::cmp::Reverse;

use dice::Clause;
use model::UnitId;

/// The offer of a prompt that is asked again until its points are spent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpendingOffer {
    /// Points to spend.
    pub budget: u32,
    /// Name of one point and of several: "advantage", "advantages".
    pub unit: (&'static str, &'static str),
    /// Symbols that are spent before the points.
    pub whole: Option<WholePayments>,
    /// What each answer of the prompt buys, in their order; `None` for the answer that ends the spending.
    pub purchases: Vec<Option<Purchase>>,
}

/// Symbols of which each pays for one purchase, whatever that costs in points. They are spent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WholePayments {
    /// Symbols left.
    pub count: u32,
    /// Name of one symbol and of several: "triumph", "triumphs".
    pub unit: (&'static str, &'static str),
    /// Clause of the questions about the points, which follow.
    pub then: Clause,
}

/// What an answer buys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// It is shown at first only if it is the only purchase.
    pub is_rare: bool,
    /// It would change nothing now.
    pub is_idle: bool,
    /// How much it is worth to the side that buys it, in the measure of the book; 0 if only a player can tell.
    pub worth: u32,
    /// It puts a unit out of action.
    pub knocks_out: bool,
    /// The unit on which it has an effect, unless the unit goes out of action before.
    pub concerns: Option<UnitId>,
}

impl SpendingOffer {
    /// What an answer buys.
    fn purchase(&self, at: usize) -> Option<Purchase> {
        self.purchases.get(at).copied().flatten()
    }

    /// Number of symbols that each pay for a whole purchase.
    fn whole_count(&self) -> usize {
        self.whole.map_or(0, |whole| whole.count as usize)
    }

    /// Returns these answers in the order in which they are given: first the dearest purchases, as many as there are symbols that pay
    /// for a whole one; the others keep their order.
    pub fn payment_order(&self, chosen: &[usize]) -> Vec<usize> {
        let mut dearest: Vec<usize> =
            chosen.iter().copied().filter(|at| self.purchase(*at).is_some()).collect();
        dearest.sort_by_key(|at| Reverse(self.purchase(*at).map(|purchase| purchase.cost)));
        dearest.truncate(self.whole_count());
        let others: Vec<usize> = chosen.iter().copied().filter(|at| !dearest.contains(at)).collect();
        dearest.into_iter().chain(others).collect()
    }

    /// Returns the points that are left after these purchases, by number of the answer; `None` if they cost too much.
    pub fn points_left(&self, chosen: &[usize]) -> Option<u32> {
        let order = self.payment_order(chosen);
        let bought = order.iter().filter_map(|at| self.purchase(*at)).skip(self.whole_count());
        self.budget.checked_sub(bought.map(|purchase| purchase.cost).sum())
    }

    /// Returns how many symbols that pay for a whole purchase are left after these purchases.
    pub fn whole_left(&self, chosen: &[usize]) -> u32 {
        let bought = chosen.iter().filter(|at| self.purchase(**at).is_some()).count();
        u32::try_from(self.whole_count().saturating_sub(bought)).unwrap_or(0)
    }

    /// Whether an answer can be bought besides those already chosen.
    pub fn can_add(&self, chosen: &[usize], at: usize) -> bool {
        let Some(wanted) = self.purchase(at) else { return false };
        let all: Vec<usize> = chosen.iter().copied().chain([at]).collect();
        let mut bought = chosen.iter().filter_map(|other| self.purchase(*other));
        !chosen.contains(&at)
            && self.points_left(&all).is_some()
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
        self.payment_order(&offered).first().copied().filter(|_| is_gain && fits_all)
    }

    /// Returns the purchases that are worth most together, the most important one first: at first what puts a unit out of
    /// action, then all that the points still pay for and that is worth something.
    pub fn best_purchases(&self) -> Vec<usize> {
        let leads = (0..self.purchases.len()).filter(|at| self.can_add(&[], *at));
        let leads = leads.filter(|at| self.purchases[*at].is_some_and(|purchase| purchase.knocks_out));
        let plans = leads.map(|lead| self.best_beside(Some(lead)));
        // The first of those that are worth as much.
        let best = plans.reduce(|best, other| if other.0 > best.0 { other } else { best });
        best.unwrap_or_else(|| self.best_beside(None)).1
    }

    /// Returns the purchases that are worth most together with one that is certain, and what they are worth.
    fn best_beside(&self, lead: Option<usize>) -> (u32, Vec<usize>) {
        let first: Vec<usize> = lead.into_iter().collect();
        let fallen = lead.and_then(|lead| self.purchases[lead]?.concerns);
        let is_useful = |at: &usize| {
            let purchase = self.purchases[*at].filter(|_| self.can_add(&first, *at));
            purchase.is_some_and(|own| own.worth > 0 && (fallen.is_none() || own.concerns != fallen))
        };
        let useful: Vec<usize> = (0..self.purchases.len()).filter(is_useful).collect();
        // For each number of symbols that pay for a whole purchase.
        let (whole, points) = (self.whole_count(), self.budget as usize);
        let mut best: Vec<BestChoices> = vec![vec![(0, Vec::new()); points + 1]; whole + 1];
        for (place, at) in useful.iter().enumerate() {
            let once = self.purchases[*at].and_then(|purchase| purchase.once);
            let same = |other: &usize| {
                once.is_some() && self.purchases[*other].and_then(|purchase| purchase.once) == once
            };
            if useful[..place].iter().any(same) {
                continue; // considered with the first answer of its option
            }
            let ways: Vec<usize> =
                useful[place..].iter().copied().filter(|other| other == at || same(other)).collect();
            best = self.add_one_of(&ways, &best);
        }
        // The certain purchase takes a symbol or its points.
        let price = lead.and_then(|lead| self.purchase(lead)).map_or(0, |purchase| purchase.cost as usize);
        let by_symbol = whole.checked_sub(1).filter(|_| lead.is_some()).map(|whole| &best[whole][points]);
        let by_points = points.checked_sub(price).map(|points| &best[whole][points]);
        let left = [by_symbol, by_points].into_iter().flatten();
        let left = left.reduce(|best, other| if other.0 > best.0 { other } else { best });
        let (worth, mut chosen) = left.cloned().unwrap_or_default();
        chosen.sort_by_key(|at| Reverse(self.purchases[*at].map(|purchase| purchase.worth)));
        (worth, first.into_iter().chain(chosen).collect())
    }

    /// Points that some purchases would cost, where symbols pay for whole ones: of choices that are worth as much, the dearer ones are
    /// preferred, which points pay for less easily. 0 for other offers.
    fn price_with_symbols(&self, chosen: &[usize]) -> u32 {
        let bought = chosen.iter().filter(|_| self.whole.is_some()).filter_map(|at| self.purchase(*at));
        bought.map(|purchase| purchase.cost).sum()
    }

    /// Adds at most one of these answers to the best choices so far, where that is worth more.
    fn add_one_of(&self, ways: &[usize], before: &[BestChoices]) -> Vec<BestChoices> {
        let mut after = before.to_vec();
        for at in ways {
            let Some(purchase) = self.purchases[*at] else { continue };
            for (whole, row) in after.iter_mut().enumerate() {
                for (points, known) in row.iter_mut().enumerate() {
                    let by_points =
                        points.checked_sub(purchase.cost as usize).map(|left| &before[whole][left]);
                    let by_symbol = whole.checked_sub(1).map(|left| &before[left][points]);
                    for (worth, chosen) in by_points.into_iter().chain(by_symbol) {
                        let chosen: Vec<usize> = chosen.iter().copied().chain([*at]).collect();
                        let total = (worth + purchase.worth, self.price_with_symbols(&chosen));
                        if total > (known.0, self.price_with_symbols(&known.1)) {
                            *known = (total.0, chosen);
                        }
                    }
                }
            }
        }
        after
    }

    /// Returns the numbers of the answers as they are listed: what is shown at first, then the others by expected use, then what
    /// would change nothing, the end last.
    pub fn listed_order(&self, most: usize, also: &[usize]) -> Vec<usize> {
        let mut order = self.first_choices(most, also);
        let others = self.ranked_order().into_iter().filter(|at| !order.contains(at));
        let others: Vec<usize> = others.collect();
        order.extend(others);
        order.sort_by_key(|at| self.purchases[*at].map_or(2, |purchase| u8::from(purchase.is_idle)));
        order
    }

    /// Returns the numbers of the answers by expected use, the end last.
    fn ranked_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.purchases.len()).collect();
        // Stable: the targets of an option keep the order of the rules.
        order.sort_by_key(|at| self.purchases[*at].map_or(usize::MAX, |purchase| purchase.rank));
        order
    }

    /// Returns the answers that a player is shown at first: those of `also`, then one of each of the `most` most used options,
    /// and what is worth most. All of them if the others are no more than two, whatever is in `also`. Rare ones only from
    /// `also`, or if nothing else is offered.
    pub fn first_choices(&self, most: usize, also: &[usize]) -> Vec<usize> {
        let mut order = self.ranked_order();
        let is_rare = |at: usize| self.purchases[at].is_some_and(|purchase| purchase.is_rare);
        if self.purchases.iter().flatten().any(|purchase| !purchase.is_rare) {
            order.retain(|at| also.contains(at) || !is_rare(*at));
        }
        // Stable: those of `also` keep their own order.
        order.sort_by_key(|at| also.iter().position(|other| other == at).unwrap_or(also.len()));
        let is_first = |at: &usize| self.purchases[*at].is_some_and(|purchase| purchase.is_first);
        let is_other = |at: &usize| is_first(at) && !also.contains(at);
        let first: Vec<usize> = order.iter().copied().filter(is_other).take(most).collect();
        let worth = |at: usize| self.purchases[at].map_or(0, |purchase| purchase.worth);
        let greatest = order.iter().map(|at| worth(*at)).max().filter(|worth| *worth > 0);
        let is_best = |at: &usize| is_first(at) && Some(worth(*at)) == greatest;
        let is_common = |at: &usize| self.purchases[*at].is_none() || first.contains(at) || is_best(at);
        if order.iter().filter(|at| is_common(at)).count() + 2 >= order.len() {
            return order;
        }
        order.retain(|at| is_common(at) || also.contains(at));
        order
    }

    /// Formats a number of points: "1 advantage", "3 advantages".
    pub fn points_text(&self, points: u32) -> String {
        count_text(points, self.unit)
    }

    /// Formats symbols that pay for whole purchases, and points: "1 triumph and 2 advantages", "2 advantages"; "nothing" without any.
    pub fn amount_text(&self, whole: u32, points: u32) -> String {
        let symbols = self.whole.filter(|_| whole > 0).map(|payments| count_text(whole, payments.unit));
        let points = (points > 0).then(|| self.points_text(points));
        match (symbols, points) {
            (Some(symbols), Some(points)) => format!("{symbols} and {points}"),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => "nothing".to_owned(),
        }
    }

    /// Formats all that can be spent: "1 triumph and 2 advantages".
    pub fn budget_text(&self) -> String {
        self.amount_text(self.whole.map_or(0, |whole| whole.count), self.budget)
    }
}

/// Purchases that are worth most together, with their worth, for each number of points.
type BestChoices = Vec<(u32, Vec<usize>)>;

/// Formats a number of something.
fn count_text(count: u32, unit: (&str, &str)) -> String {
    format!("{count} {}", if count == 1 { unit.0 } else { unit.1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(budget: u32) -> SpendingOffer {
        let buy = |cost, once| {
            Some(Purchase { cost, once, is_first: true, is_plain_gain: true, ..Purchase::default() })
        };
        let purchases =
            vec![buy(1, Some("strain")), buy(2, Some("boost")), buy(2, Some("boost")), buy(3, None), None];
        SpendingOffer { budget, unit: ("advantage", "advantages"), whole: None, purchases }
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
            Some(Purchase { cost: 1, rank, is_first, is_plain_gain: true, ..Purchase::default() })
        };
        let purchases: Vec<_> = answers.iter().map(buy).chain([None]).collect();
        SpendingOffer { budget: 1, unit: ("triumph", "triumphs"), whole: None, purchases }
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
        assert_eq!(offer.first_choices(3, &[0]), [0, 1, 3, 4, 7], "the default first, and the end last");
        assert_eq!(offer.first_choices(3, &[2, 0]), [2, 0, 1, 3, 4, 7], "and what is chosen");
        assert_eq!(offer.listed_order(3, &[0]), [0, 1, 3, 4, 2, 5, 6, 7], "what is folded away follows");
        assert_eq!(
            offer.first_choices(5, &[]),
            offer.ranked_order(),
            "two answers are not worth a list of their own"
        );
    }

    #[test]
    fn what_is_worth_most_is_among_the_first_choices_however_rarely_it_is_used() {
        let mut offer = ranked(&[(0, true), (1, true), (4, true), (5, true), (7, true), (8, true)]);
        for (at, worth) in [(0, 4), (1, 4), (5, 9)] {
            offer.purchases[at].as_mut().expect("a purchase").worth = worth;
        }
        assert_eq!(offer.first_choices(2, &[]), [0, 1, 5, 6], "the last option is worth most");
        offer.purchases[5].as_mut().expect("a purchase").worth = 3;
        assert_eq!(offer.first_choices(2, &[]), [0, 1, 6]);
    }

    #[test]
    fn cc_adv_05_a_gain_that_only_spends_points_leaves_no_choice() {
        let sole = |budget, purchases: &[(u32, Option<&'static str>, bool)]| {
            let buy = |&(cost, once, is_plain_gain)| {
                Some(Purchase { cost, once, is_first: true, is_plain_gain, ..Purchase::default() })
            };
            let purchases = purchases.iter().map(buy).chain([None]).collect();
            SpendingOffer { budget, unit: ("threat", "threats"), whole: None, purchases }.sole_answer()
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

    /// An offer of purchases: cost, option, worth, whether one puts a unit out of action, and the unit concerned.
    fn valued(budget: u32, answers: &[(u32, &'static str, u32, bool, u32)]) -> SpendingOffer {
        let buy = |&(cost, once, worth, knocks_out, unit): &(u32, &'static str, u32, bool, u32)| {
            let concerns = Some(UnitId(unit));
            Some(Purchase { cost, once: Some(once), worth, knocks_out, concerns, ..Purchase::default() })
        };
        let purchases = answers.iter().map(buy).chain([None]).collect();
        SpendingOffer { budget, unit: ("advantage", "advantages"), whole: None, purchases }
    }

    #[test]
    fn cc_adv_02_the_best_purchases_spend_what_is_worth_something() {
        let all = [
            (3, "downgrade", 5, false, 2),
            (2, "setback", 4, false, 2),
            (2, "setback", 4, false, 3),
            (1, "strain", 2, false, 1),
            (1, "notice", 0, false, 1),
        ];
        let best = |budget| valued(budget, &all).best_purchases();
        assert_eq!(best(6), [0, 1, 3], "5, 4 and 2 of 6 points");
        assert_eq!(best(3), [1, 3], "4 and 2 are more than 5");
        assert_eq!(best(1), [3]);
        assert_eq!(best(9), [0, 1, 3], "one target of an option, and nothing without a worth");
        assert!(valued(1, &all[4..]).best_purchases().is_empty());
    }

    #[test]
    fn cc_adv_10_what_puts_a_unit_out_of_action_comes_first() {
        let all = [
            (3, "injury", 14, false, 2),
            (2, "quality", 6, true, 2),
            (2, "setback", 4, false, 2),
            (1, "strain", 2, false, 1),
            (2, "quality", 6, false, 3),
        ];
        assert_eq!(valued(3, &all).best_purchases(), [1, 3], "nothing more for the unit that falls");
        assert_eq!(valued(1, &all).best_purchases(), [3], "it is not paid");
        let other = [(2, "quality", 6, true, 2), (1, "strain", 2, true, 3), (1, "boost", 4, false, 1)];
        assert_eq!(valued(2, &other).best_purchases(), [1, 2], "of two falls the one that leaves more");
    }

    /// As `valued`, with symbols that each pay for a whole purchase.
    fn with_symbols(
        count: u32,
        budget: u32,
        answers: &[(u32, &'static str, u32, bool, u32)],
    ) -> SpendingOffer {
        let whole = WholePayments { count, unit: ("triumph", "triumphs"), then: "CC-ADV-01" };
        SpendingOffer { whole: Some(whole), ..valued(budget, answers) }
    }

    #[test]
    fn cc_tri_01_a_triumph_pays_for_the_dearest_purchase_beside_those_for_advantages() {
        let all = [
            (1, "boost", 4, false, 1),
            (2, "setback", 4, false, 2),
            (3, "disarm", 5, false, 2),
            (1, "strain", 2, false, 1),
        ];
        let offer = with_symbols(1, 3, &all);
        assert_eq!(offer.best_purchases(), [2, 0, 1], "5, 4 and 4 for the triumph and 3 advantages");
        assert_eq!(offer.payment_order(&[0, 1, 2]), [2, 0, 1], "the triumph is spent first");
        assert_eq!((offer.whole_left(&[0]), offer.points_left(&[0])), (0, Some(3)));
        assert_eq!((offer.whole_left(&[]), offer.points_left(&[0, 1, 2])), (1, Some(0)));
        assert!(offer.can_add(&[0, 2], 1) && !offer.can_add(&[0, 1, 2], 3), "3 of 3 are spent");
        assert_eq!(
            with_symbols(2, 0, &all).best_purchases(),
            [2, 1],
            "no triumph for what costs 1 advantage"
        );
        assert_eq!(with_symbols(1, 0, &all[..1]).best_purchases(), [0]);
        assert_eq!(valued(3, &all).payment_order(&[0, 1]), [0, 1], "without a triumph as they were chosen");
    }

    #[test]
    fn cc_tri_01_a_purchase_that_knocks_out_takes_the_triumph_or_its_points() {
        let all = [(2, "quality", 6, true, 2), (3, "upgrade", 3, false, 1), (1, "strain", 2, false, 1)];
        assert_eq!(with_symbols(1, 2, &all).best_purchases(), [0, 1], "the triumph for the dearer one");
        assert_eq!(with_symbols(1, 1, &all).best_purchases(), [0, 2]);
    }

    #[test]
    fn symbols_and_points_are_counted_in_words() {
        let offer = with_symbols(1, 2, &[]);
        assert_eq!(offer.budget_text(), "1 triumph and 2 advantages");
        assert_eq!([offer.amount_text(0, 1), offer.amount_text(0, 0)], ["1 advantage", "nothing"]);
        assert_eq!(offer.amount_text(2, 0), "2 triumphs");
    }

    #[test]
    fn points_are_counted_in_words() {
        assert_eq!(
            (offer(1).points_text(1), offer(1).points_text(2)),
            ("1 advantage".into(), "2 advantages".into())
        );
    }
}
