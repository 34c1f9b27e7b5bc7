//! What is ticked in a question what symbols buy, what that leaves, and the answers that it plans for the questions of the roll.

use std::collections::VecDeque;

use super::dice_glyphs::symbol_named;
use super::prompt_answers::STOP_KEY;
use dice::{Clause, Prompt, Symbol};
use rules::SpendingOffer;

/// Most points left beside symbols that are given up without another question: more may buy what no such symbol pays for.
const MOST_UNASKED: u32 = 3;
/// What the button says that buys nothing.
pub(super) const SPEND_NOTHING: &str = "Spend nothing";

/// Purchases that are chosen together in the open prompt.
#[derive(Clone, Debug)]
pub(super) struct Purchases {
    /// What is offered.
    pub offer: SpendingOffer,
    /// Numbers of the chosen answers.
    pub chosen: Vec<usize>,
}

impl Purchases {
    /// Returns the purchases that are chosen once an answer is ticked; those chosen now for one that is ticked already, and that end
    /// with the answer that buys nothing more. One that cannot be ticked stands alone.
    pub(super) fn with(&self, at: usize) -> Vec<usize> {
        if self.offer.can_add(&[], at) {
            ticked_with(&self.offer, &self.chosen, at).unwrap_or_else(|| vec![at])
        } else {
            self.chosen.iter().copied().chain([at]).collect()
        }
    }

    /// Says why an answer cannot be ticked beside those that are: "needs 2 advantages, 1 left: untick another one first"; `None` if it
    /// can, or is ticked.
    pub(super) fn refusal(&self, at: usize) -> Option<String> {
        let wanted = self.offer.purchases.get(at).copied().flatten()?;
        let is_refused = ticked_with(&self.offer, &self.chosen, at).is_none();
        is_refused.then(|| {
            let needed = self.offer.points_text(wanted.cost);
            match self.left() {
                _ if self.offer.whole.is_none() && wanted.cost > self.offer.budget => {
                    format!("needs {needed}")
                }
                0 => format!("needs {needed}, none left: untick another one first"),
                left => format!("needs {needed}, {left} left: untick another one first"),
            }
        })
    }

    /// Whether an answer would change nothing now.
    pub(super) fn is_idle(&self, at: usize) -> bool {
        self.offer.purchases.get(at).copied().flatten().is_some_and(|purchase| purchase.is_idle)
    }

    /// What pays for an answer: symbols that pay for a whole purchase, because it is ticked or no points pay for it, and points.
    fn price(&self, at: usize) -> (u32, u32) {
        let cost = self.offer.purchases.get(at).copied().flatten().map_or(0, |purchase| purchase.cost);
        let order = self.offer.payment_order(&self.chosen);
        let is_beyond_points = cost > self.offer.budget;
        let is_paid = |count: u32| order.iter().take(count as usize).any(|paid| *paid == at);
        let paid_whole = self.offer.whole.filter(|whole| is_beyond_points || is_paid(whole.count));
        if paid_whole.is_some() { (1, 0) } else { (0, cost) }
    }

    /// Returns the symbols that pay for an answer: those that it costs, or the one that pays for it as a whole.
    pub(super) fn price_symbols(&self, at: usize) -> Vec<Symbol> {
        let (unit, count) = match (self.offer.whole, self.price(at)) {
            (Some(whole), (count @ 1.., _)) => (whole.unit, count),
            (_, (_, points)) => (self.offer.unit, points),
        };
        symbol_named(unit.0).map_or_else(Vec::new, |symbol| vec![symbol; count as usize])
    }

    /// Says the price of an answer for screen readers: "2 advantages", "1 triumph"; empty for the answer that buys nothing.
    pub(super) fn price_text(&self, at: usize) -> String {
        match self.price(at) {
            (0, 0) => String::new(),
            (whole, points) => self.offer.amount_text(whole, points),
        }
    }

    /// The same offer with nothing ticked.
    pub(super) fn with_nothing(&self) -> Self {
        Self { offer: self.offer.clone(), chosen: Vec::new() }
    }

    /// Points that are not spent.
    fn left(&self) -> u32 {
        self.offer.points_left(&self.chosen).unwrap_or(0)
    }

    /// Says what is left to spend, and whether it buys anything: "1 triumph and 2 advantages to spend: tick what they buy."
    pub(super) fn left_text(&self) -> String {
        let (whole, left) = (self.offer.whole_left(&self.chosen), self.left());
        let can_spend = (0..self.offer.purchases.len()).any(|at| self.offer.can_add(&self.chosen, at));
        let amount = self.offer.amount_text(whole, left);
        let pronoun = if whole + left == 1 { "it buys" } else { "they buy" };
        match (whole + left, can_spend) {
            (0, _) => format!("All spent: {}.", self.offer.budget_text()),
            (_, true) if self.chosen.is_empty() => format!("{amount} to spend: tick what {pronoun}."),
            (_, true) => format!("{amount} left: lost unless spent."),
            (_, false) => format!("{amount} left, which buys nothing more."),
        }
    }

    /// Returns the answers to give, with the clause of the question that each answers: first those for symbols that pay for a whole
    /// purchase, with no purchase for those that are not spent, then those for points.
    pub(super) fn planned_answers(&self, prompt: &Prompt) -> VecDeque<(Clause, String)> {
        let stop = |clause| (clause, STOP_KEY.to_owned());
        let whole = self.offer.whole;
        let (symbols, then) = whole.map_or((0, prompt.clause), |whole| (whole.count as usize, whole.then));
        let mut planned: VecDeque<(Clause, String)> = VecDeque::new();
        for (place, at) in self.offer.payment_order(&self.chosen).into_iter().enumerate() {
            let Some(answer) = prompt.answers.get(at) else { continue };
            planned.push_back((if place < symbols { prompt.clause } else { then }, answer.key.clone()));
        }
        let unspent = self.offer.whole_left(&self.chosen);
        planned.extend((0..unspent).map(|_| stop(prompt.clause)));
        // Many points may buy what no symbol pays for: then they are asked about.
        if self.left() > 0 && (whole.is_none() || self.left() <= MOST_UNASKED) {
            planned.push_back(stop(then));
        }
        planned
    }

    /// Text of the button that confirms the purchases, with the labels of all answers: "Spend 2 advantages: Boost die for Wick".
    pub(super) fn confirm_text(&self, labels: &[String]) -> String {
        let bought: Vec<&str> =
            self.chosen.iter().filter_map(|at| labels.get(*at)).map(String::as_str).collect();
        let whole = self.offer.whole.map_or(0, |whole| whole.count);
        let spent = (whole - self.offer.whole_left(&self.chosen), self.offer.budget - self.left());
        match spent {
            (0, 0) => SPEND_NOTHING.to_owned(),
            (whole, points) => {
                format!("Spend {}: {}", self.offer.amount_text(whole, points), bought.join(", "))
            }
        }
    }
}

/// Returns the purchases that are chosen with one more. It takes the place of the same option for another target, and of whatever is
/// chosen where only one thing can be bought at all; `None` if the points left beside the others do not pay for it.
pub(super) fn ticked_with(offer: &SpendingOffer, chosen: &[usize], at: usize) -> Option<Vec<usize>> {
    if chosen.contains(&at) {
        return Some(chosen.to_vec());
    }
    let option = |at: usize| offer.purchases.get(at).copied().flatten().and_then(|purchase| purchase.once);
    let is_rival = |other: &usize| option(at).is_some() && option(*other) == option(at);
    let mut kept: Vec<usize> = chosen.iter().copied().filter(|other| !is_rival(other)).collect();
    if is_single_choice(offer) {
        kept.clear();
    }
    let fits = offer.can_add(&kept, at);
    kept.push(at);
    fits.then_some(kept)
}

/// Whether no two purchases can be made together.
fn is_single_choice(offer: &SpendingOffer) -> bool {
    let all = || 0..offer.purchases.len();
    all().filter(|one| offer.can_add(&[], *one)).all(|one| !all().any(|other| offer.can_add(&[one], other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::{Answer, GivenText};
    use model::UnitId;
    use rules::turn_engine::spending_offer::{Purchase, WholePayments};

    fn offer() -> SpendingOffer {
        let buy = |cost, once, rank| {
            Some(Purchase { cost, once: Some(once), rank, is_first: true, ..Purchase::default() })
        };
        SpendingOffer {
            budget: 3,
            unit: ("advantage", "advantages"),
            whole: None,
            purchases: vec![buy(1, "strain", 2), buy(2, "boost", 7), buy(2, "setback", 4), None],
        }
    }

    #[test]
    fn the_buttons_and_the_counter_say_what_is_spent_and_what_is_left() {
        let offer = offer();
        let labels = ["Remove 1 Strain", "Boost die for Wick", "Setback die for Luna", "Spend nothing"]
            .map(str::to_owned);
        let text = |chosen: &[usize]| {
            Purchases { offer: offer.clone(), chosen: chosen.to_vec() }.confirm_text(&labels)
        };
        assert_eq!(text(&[0, 1]), "Spend 3 advantages: Remove 1 Strain, Boost die for Wick");
        assert_eq!(text(&[0]), "Spend 1 advantage: Remove 1 Strain");
        assert_eq!(text(&[]), "Spend nothing");
        let left = |chosen: &[usize]| Purchases { offer: offer.clone(), chosen: chosen.to_vec() }.left_text();
        assert_eq!(left(&[0, 1]), "All spent: 3 advantages.");
        assert_eq!(left(&[1]), "1 advantage left: lost unless spent.");
        assert_eq!(left(&[]), "3 advantages to spend: tick what they buy.");
        let with =
            |chosen: &[usize], at| Purchases { offer: offer.clone(), chosen: chosen.to_vec() }.with(at);
        assert_eq!(with(&[1], 0), [1, 0], "beside what is ticked");
        assert_eq!(with(&[1], 2), [2], "alone, as it cannot be ticked beside it");
        assert_eq!((with(&[1, 0], 0), with(&[1], 3)), (vec![1, 0], vec![1, 3]));
        let dear = SpendingOffer { purchases: vec![offer.purchases[1], None], ..offer.clone() };
        let rest = Purchases { offer: dear, chosen: vec![0] }.left_text();
        assert_eq!(rest, "1 advantage left, which buys nothing more.");
    }

    #[test]
    fn cc_tri_01_one_question_plans_the_answers_for_triumphs_and_advantages() {
        let whole = WholePayments { count: 1, unit: ("triumph", "triumphs"), then: "CC-ADV-01" };
        let offer = SpendingOffer { budget: 2, whole: Some(whole), ..offer() };
        let keys = ["strain", "boost", "setback", STOP_KEY];
        let answers = keys.map(|key| Answer::new(key, GivenText(key.to_owned()), "CC-ADV-01"));
        let question = GivenText("Spend a triumph?".to_owned()).into();
        let prompt = Prompt { who: UnitId(1), question, clause: "CC-TRI-01", answers: answers.into() };
        let purchases = |chosen: &[usize]| Purchases { offer: offer.clone(), chosen: chosen.to_vec() };
        let planned = |chosen: &[usize]| {
            let answers = purchases(chosen).planned_answers(&prompt).into_iter();
            answers.map(|(clause, key)| format!("{clause} {key}")).collect::<Vec<_>>()
        };
        let both = ["CC-TRI-01 boost", "CC-ADV-01 strain", "CC-ADV-01 stop"];
        assert_eq!(planned(&[0, 1]), both, "the triumph for what costs more");
        assert_eq!(planned(&[0]), ["CC-TRI-01 strain", "CC-ADV-01 stop"]);
        assert_eq!(planned(&[]), ["CC-TRI-01 stop", "CC-ADV-01 stop"]);
        let labels = keys.map(str::to_owned);
        let text = purchases(&[0, 1]).confirm_text(&labels);
        assert_eq!(text, "Spend 1 triumph and 1 advantage: strain, boost");
        assert_eq!(purchases(&[]).left_text(), "1 triumph and 2 advantages to spend: tick what they buy.");
    }

    #[test]
    fn cc_tri_01_prices_are_the_symbols_that_pay() {
        let whole = WholePayments { count: 1, unit: ("triumph", "triumphs"), then: "CC-ADV-01" };
        let all = |chosen: &[usize], whole| Purchases {
            offer: SpendingOffer { whole, ..offer() },
            chosen: chosen.to_vec(),
        };
        assert_eq!(all(&[1], None).price_symbols(1), [Symbol::Advantage; 2]);
        let with_triumph = all(&[0, 1], Some(whole));
        assert_eq!(with_triumph.price_symbols(1), [Symbol::Triumph], "it pays for what costs more");
        assert_eq!(with_triumph.price_symbols(0), [Symbol::Advantage]);
        assert_eq!(all(&[], Some(whole)).price_symbols(1), [Symbol::Advantage; 2], "nothing is ticked");
        assert!(with_triumph.price_symbols(3).is_empty(), "the end costs nothing");
        let offer = SpendingOffer { budget: 1, whole: Some(whole), ..offer() };
        let scarce = Purchases { offer, chosen: Vec::new() };
        assert_eq!(scarce.price_symbols(1), [Symbol::Triumph], "1 advantage does not pay for it");
        assert_eq!(scarce.price_symbols(0), [Symbol::Advantage]);
        let spoken = [1, 0, 3].map(|at| with_triumph.price_text(at));
        assert_eq!(spoken, ["1 triumph", "1 advantage", ""]);
    }

    #[test]
    fn what_cannot_be_ticked_says_what_it_needs() {
        let refusal = |offer: &SpendingOffer, chosen: &[usize], at| {
            Purchases { offer: offer.clone(), chosen: chosen.to_vec() }.refusal(at)
        };
        let three = offer();
        let left = "needs 2 advantages, 1 left: untick another one first";
        assert_eq!(refusal(&three, &[1], 2).as_deref(), Some(left));
        let none = "needs 2 advantages, none left: untick another one first";
        assert_eq!(refusal(&three, &[1, 0], 2).as_deref(), Some(none));
        assert_eq!(refusal(&three, &[1], 0), None, "it fits");
        assert_eq!(refusal(&three, &[1], 1), None, "it is ticked");
        assert_eq!(refusal(&three, &[1], 3), None, "the end is no purchase");
        let one = SpendingOffer { budget: 1, ..offer() };
        assert_eq!(refusal(&one, &[], 1).as_deref(), Some("needs 2 advantages"));
    }

    #[test]
    fn a_tick_moves_where_only_one_of_several_can_be_bought() {
        let buy = |once| Some(Purchase { cost: 1, once: Some(once), is_first: true, ..Purchase::default() });
        let offer = |budget, options: [&'static str; 3]| SpendingOffer {
            budget,
            unit: ("advantage", "advantages"),
            whole: None,
            purchases: options.into_iter().map(buy).chain([None]).collect(),
        };
        let single = offer(1, ["boost", "setback", "strain"]);
        assert_eq!(ticked_with(&single, &[0], 1), Some(vec![1]), "one point buys one thing");
        let targets = offer(3, ["boost", "boost", "strain"]);
        assert_eq!(ticked_with(&targets, &[2, 0], 1), Some(vec![2, 1]), "the same option for another unit");
        assert_eq!(ticked_with(&targets, &[2], 1), Some(vec![2, 1]));
    }
}
