//! Lists of what symbols buy: what stays folded away, the damage so far, and what a purchase changes in it.

use bevy_egui::egui::{self, Ui};

use super::answer_button::certain_damage;
use crate::attack_forecast::{DAMAGE_CHANCE, percent_text};
use crate::panel::announcement::FIRST_CHOICES;
use crate::panel::short_list::folded_entries;
use crate::panel::widgets::PanelContext;
use battle::PromptContext;
use dice::Prompt;
use model::UnitId;
use rules::{Book, Odds, PendingAttack, SpendingOffer, Weapon, play};

/// The answers that stay behind a button until they are asked for or chosen.
#[derive(Debug, Default)]
pub(super) struct RarerAnswers {
    /// Their numbers in the prompt.
    numbers: Vec<usize>,
    /// Whether they are shown.
    are_shown: bool,
    /// Where it is remembered that they were asked for.
    id: Option<egui::Id>,
    /// How many of them buy for another target what is offered for a first one.
    other_targets: usize,
    /// Whether they are attacks to announce, not purchases.
    are_attacks: bool,
}

/// Attacks to announce that are listed at once if there are more than a few.
const FIRST_ATTACKS: usize = 3;
/// Most attacks to announce that are all listed at once.
const FEW_ATTACKS: usize = 6;

/// Identifies whether the answers of a question that are folded away were asked for; `orders` counts the orders before it.
pub(in crate::panel) fn rarer_answers_id(who: UnitId, orders: usize) -> egui::Id {
    egui::Id::new(("rarer answers", who, orders))
}

/// Returns which of many attacks to announce, the best first, are folded away at first: all but the best ones and those that are kept.
pub(super) fn folded_attacks(attacks: &[usize], is_kept: impl Fn(usize) -> bool) -> Vec<usize> {
    let first = if attacks.len() > FEW_ATTACKS { FIRST_ATTACKS } else { attacks.len() };
    attacks[first..].iter().copied().filter(|at| !is_kept(*at)).collect()
}

impl RarerAnswers {
    /// The purchases of a prompt that are neither proposed nor among the most used, if they are more than a few.
    pub fn of_offer(
        ui: &Ui,
        context: &PanelContext,
        (prompt, offer): (&Prompt, &SpendingOffer),
        chosen: &[usize],
    ) -> Self {
        let numbers = folded_purchases(offer);
        let id = rarer_answers_id(prompt.who, context.history.records().len());
        let is_asked_for = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
        let are_shown = is_asked_for || chosen.iter().any(|at| numbers.contains(at));
        let is_other = |at: &&usize| {
            offer.purchases.get(**at).copied().flatten().is_some_and(|purchase| !purchase.is_first)
        };
        let other_targets = numbers.iter().filter(is_other).count();
        Self { numbers, are_shown, id: Some(id), other_targets, are_attacks: false }
    }

    /// Attacks to announce that are folded away at first.
    pub fn of_attacks(ui: &Ui, context: &PanelContext, prompt: &Prompt, numbers: Vec<usize>) -> Self {
        let id = rarer_answers_id(prompt.who, context.history.records().len());
        let are_shown = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
        Self { numbers, are_shown, id: Some(id), other_targets: 0, are_attacks: true }
    }

    /// Whether there are some, and they are shown.
    pub fn are_unfolded(&self) -> bool {
        self.are_shown && !self.numbers.is_empty()
    }

    /// Whether an answer is shown.
    pub fn shows(&self, at: usize) -> bool {
        self.are_shown || !self.numbers.contains(&at)
    }

    /// Draws the button that shows them and says what they are.
    pub fn show_button(&self, ui: &mut Ui) {
        let Some(id) = self.id.filter(|_| !self.are_shown && !self.numbers.is_empty()) else { return };
        let text = match self.are_attacks {
            true => folded_attacks_text(self.numbers.len()),
            false => folded_text(self.numbers.len() - self.other_targets, self.other_targets),
        };
        if ui.small_button(text).on_hover_text("Their keys work all the same.").clicked() {
            ui.data_mut(|data| data.insert_temp(id, true));
            ui.ctx().request_repaint();
        }
    }
}

/// Returns the purchases that are folded away at first, by number of the answer.
fn folded_purchases(offer: &SpendingOffer) -> Vec<usize> {
    let best = offer.best_purchases();
    let mut order = offer.listed_order(FIRST_CHOICES, &best);
    order.retain(|at| offer.purchases[*at].is_some());
    // What would change nothing is never offered beside what does something.
    let is_idle = |at: &usize| offer.purchases[*at].is_some_and(|purchase| purchase.is_idle);
    let (idle, others): (Vec<usize>, Vec<usize>) = order.into_iter().partition(is_idle);
    if others.is_empty() {
        return Vec::new();
    }
    let mut folded = folded_entries(&others, &offer.first_choices(FIRST_CHOICES, &best));
    folded.extend(idle);
    folded
}

/// Says how many attacks are folded away: "Show 11 more attacks".
fn folded_attacks_text(count: usize) -> String {
    format!("Show {count} more {}", if count == 1 { "attack" } else { "attacks" })
}

/// Names what is folded away: "Show 12 rarer purchases and 4 for other targets".
fn folded_text(rarer: usize, other_targets: usize) -> String {
    let purchases = if rarer == 1 { "purchase" } else { "purchases" };
    let targets = if other_targets == 1 { "another target" } else { "other targets" };
    match (rarer, other_targets) {
        (_, 0) => format!("Show {rarer} rarer {purchases}"),
        (0, _) => format!("Show {other_targets} more for {targets}"),
        _ => format!("Show {rarer} rarer {purchases} and {other_targets} for {targets}"),
    }
}

/// Returns the answer that was chosen since the last frame: it is scrolled into view.
pub(super) fn newly_chosen(ui: &Ui, chosen: &[usize]) -> Option<usize> {
    let id = egui::Id::new("purchases chosen last");
    let before = ui.data(|data| data.get_temp::<Vec<usize>>(id)).unwrap_or_default();
    if before != chosen {
        ui.data_mut(|data| data.insert_temp(id, chosen.to_vec()));
    }
    chosen.iter().copied().find(|at| !before.contains(at))
}

/// Describes the pending attack if nothing more is bought; `None` if the prompt is about none. A sum that is certain is no
/// average.
pub(super) fn attack_so_far(
    context: &PanelContext,
    pending: Option<&PromptContext>,
    odds: &Odds,
) -> Option<String> {
    if odds.is_harmless() {
        let Some(PendingAttack::Attack(attack)) = pending.map(PromptContext::pending_attack) else {
            return None;
        };
        let target = attack.defender().map(|unit| context.unit_name(unit.id));
        return Some(harmless_text(target.as_deref()));
    }
    if let Some(PendingAttack::Attack(attack)) = pending.map(PromptContext::pending_attack)
        && let Some(damage) = certain_damage(odds)
    {
        let words = play::weapon_damage_words(&attack.weapon);
        let target = attack.defender().map(|unit| context.unit_name(unit.id));
        let text = certain_text((damage, words), target.as_deref(), odds);
        let left = attack.defender().and_then(|unit| left_before_fall(context, unit.id, &attack.weapon));
        return Some(if leaves_nothing(left, (damage, odds)) { told_with_nothing_left(&text) } else { text });
    }
    let mean = mean_text(context.view.rules().book(), odds.mean);
    let harm = percent_text(odds.harm);
    let certain = percent_text(1.0);
    Some(match harm == certain {
        true => format!("This attack so far: {mean}."),
        false => format!("This attack so far: {harm} {DAMAGE_CHANCE}, {mean}."),
    })
}

/// Returns what a unit has left of what a weapon takes, before the open attack, in a book where it falls only beyond 0; `None` in others.
fn left_before_fall(context: &PanelContext, unit: UnitId, weapon: &Weapon) -> Option<i32> {
    let unit = context.view.unit(unit)?;
    let gauges = play::gauges(unit.sheet.get(), unit.health.condition(), context.view.rules());
    gauges.get(play::gauge_beside_health(weapon).unwrap_or(0))?.left_before_fall()
}

/// Whether damage takes just what a unit has left before it falls, and nothing else puts it out of action.
fn leaves_nothing(left: Option<i32>, (damage, odds): (u32, &Odds)) -> bool {
    left == i32::try_from(damage).ok() && left.is_some() && percent_text(odds.out) == percent_text(0.0)
}

/// Adds that the target has nothing left and yet stays in action: "This attack: 6 Wounds to Mira: 0 left, but still fighting."
fn told_with_nothing_left(text: &str) -> String {
    format!("{}: 0 left, but still fighting.", text.trim_end_matches('.'))
}

/// Words the attack so far as the one with what is ticked: "With what is ticked: average damage 1.2."
pub(super) fn told_with_ticks(so_far: &str) -> String {
    let figures = so_far.split_once(": ").map_or(so_far, |(_, figures)| figures);
    format!("With what is ticked: {figures}")
}

/// Describes an attack that does no damage: "This attack: no damage to Dene."
fn harmless_text(target: Option<&str>) -> String {
    let whom = target.map(|name| format!(" to {name}")).unwrap_or_default();
    format!("This attack: no damage{whom}.")
}

/// Describes an attack whose damage is certain: "This attack: 6 Strain to Dene, a knock-out."
fn certain_text((damage, words): (u32, &str), target: Option<&str>, odds: &Odds) -> String {
    let whom = target.map(|name| format!(" to {name}")).unwrap_or_default();
    let out = match (percent_text(odds.out), odds.kill >= odds.out) {
        (out, _) if out == percent_text(0.0) => String::new(),
        (out, true) if out == percent_text(1.0) => ", a kill".to_owned(),
        (out, false) if out == percent_text(1.0) => ", a knock-out".to_owned(),
        (out, _) => format!(", knock-out {out}"),
    };
    let words = if damage == 1 { words.strip_suffix('s').unwrap_or(words) } else { words };
    format!("This attack: {damage} {words}{whom}{out}.")
}

/// Formats average damage in the unit of a book: "average damage 1.2", "average damage 1.2 health levels".
pub(super) fn mean_text(book: Book, mean: f64) -> String {
    match play::damage_words(book) {
        "damage" => format!("average damage {mean:.1}"),
        words => format!("average damage {mean:.1} {words}"),
    }
}

/// Says what a purchase changes in the damage of the pending attack: "no damage", "1.5 more damage on average"; `None` if it
/// changes nothing.
pub(super) fn damage_change(odds: &Odds, stop: &Odds) -> Option<String> {
    let by = odds.mean - stop.mean;
    let amount = format!("{:.1}", by.abs());
    let is_certain = certain_damage(odds).is_some() && certain_damage(stop).is_some();
    let word = if by < 0.0 { "less" } else { "more" };
    match amount.as_str() {
        "0.0" => None,
        _ if odds.is_harmless() => Some("no damage".to_owned()),
        _ if is_certain => Some(format!("{:.0} {word} damage", by.abs())),
        amount => Some(format!("{amount} {word} damage on average")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::DamageBar;
    use rules::turn_engine::spending_offer::Purchase;

    #[test]
    fn of_many_attacks_the_best_and_those_that_are_kept_are_listed_at_once() {
        let few = [4, 2, 7, 0, 1, 3];
        assert_eq!(folded_attacks(&few, |_| false), [0; 0], "six are no long list");
        let many = [4, 2, 7, 0, 1, 3, 6];
        assert_eq!(folded_attacks(&many, |_| false), [0, 1, 3, 6]);
        assert_eq!(
            folded_attacks(&many, |at| at == 3),
            [0, 1, 6],
            "it is the default, or on the chosen target"
        );
        assert_eq!(folded_attacks_text(4), "Show 4 more attacks");
        assert_eq!(folded_attacks_text(1), "Show 1 more attack");
    }

    #[test]
    fn what_is_folded_away_is_named() {
        assert_eq!(folded_text(12, 4), "Show 12 rarer purchases and 4 for other targets");
        assert_eq!(folded_text(1, 0), "Show 1 rarer purchase");
        assert_eq!(folded_text(0, 1), "Show 1 more for another target");
    }

    #[test]
    fn few_rarer_purchases_are_not_folded_away() {
        let offer = |rare: usize| {
            let buy = |rank: usize, is_rare| {
                Some(Purchase { cost: 1, rank, is_first: true, is_rare, ..Purchase::default() })
            };
            let common = (0..2).map(|rank| buy(rank, false));
            let rare = (0..rare).map(|rank| buy(2 + rank, true));
            let purchases = common.chain(rare).chain([None]).collect();
            SpendingOffer { budget: 1, unit: ("threat", "threats"), whole: None, purchases }
        };
        assert!(folded_purchases(&offer(4)).is_empty(), "three would be left beside three");
        assert_eq!(folded_purchases(&offer(5)), [3, 4, 5, 6], "three are shown at least");
    }

    #[test]
    fn cc_adv_09_what_would_change_nothing_is_folded_away_beside_anything_else() {
        let buy = |rank: usize, is_idle| {
            Some(Purchase { cost: 1, rank, is_first: true, is_idle, ..Purchase::default() })
        };
        let folded = |idle: &[bool]| {
            let all = idle.iter().enumerate().map(|(rank, is_idle)| buy(rank, *is_idle)).chain([None]);
            let unit = ("advantage", "advantages");
            let offer = SpendingOffer { budget: 1, unit, whole: None, purchases: all.collect() };
            folded_purchases(&offer)
        };
        assert_eq!(folded(&[true, false]), [0], "however few there are");
        assert_eq!(folded(&[false, false, true]), [2]);
        assert!(folded(&[true, true]).is_empty(), "nothing else is offered");
    }

    #[test]
    fn a_purchase_says_how_it_changes_the_damage() {
        let bar = |damage, share| DamageBar { damage, share, out: 0.0 };
        let certain = |damage: u32| Odds {
            hit: 1.0,
            harm: if damage > 0 { 1.0 } else { 0.0 },
            mean: f64::from(damage),
            bars: vec![bar(damage, 1.0)],
            ..Odds::default()
        };
        assert_eq!(damage_change(&certain(0), &certain(6)).as_deref(), Some("no damage"));
        assert_eq!(damage_change(&certain(4), &certain(6)).as_deref(), Some("2 less damage"));
        assert_eq!(damage_change(&certain(6), &certain(6)), None);
        let unsure = Odds { mean: 7.5, bars: vec![bar(6, 0.5), bar(9, 0.5)], ..certain(6) };
        assert_eq!(damage_change(&unsure, &certain(6)).as_deref(), Some("1.5 more damage on average"));
    }

    #[test]
    fn damage_that_is_certain_is_no_average() {
        let bar = |damage, share| DamageBar { damage, share, out: 0.0 };
        let odds = |bars: Vec<DamageBar>, out| Odds { harm: 1.0, mean: 6.0, out, bars, ..Odds::default() };
        let certain = odds(vec![bar(6, 1.0)], 1.0);
        assert_eq!(certain_damage(&certain), Some(6));
        assert_eq!(certain_damage(&odds(vec![bar(5, 0.5), bar(7, 0.5)], 0.0)), None);
        let text = |odds: &Odds| certain_text((6, "Strain"), Some("Dene"), odds);
        assert_eq!(text(&certain), "This attack: 6 Strain to Dene, a knock-out.");
        assert_eq!(text(&odds(vec![bar(6, 1.0)], 0.0)), "This attack: 6 Strain to Dene.");
        assert_eq!(text(&odds(vec![bar(6, 1.0)], 0.25)), "This attack: 6 Strain to Dene, knock-out 25 %.");
        assert_eq!(harmless_text(Some("Dene")), "This attack: no damage to Dene.");
        assert_eq!(harmless_text(None), "This attack: no damage.");
        let ticked = told_with_ticks(&text(&certain));
        assert_eq!(ticked, "With what is ticked: 6 Strain to Dene, a knock-out.");
        let standing = odds(vec![bar(6, 1.0)], 0.0);
        assert!(leaves_nothing(Some(6), (6, &standing)));
        assert!(!leaves_nothing(Some(7), (6, &standing)) && !leaves_nothing(None, (6, &standing)));
        assert!(!leaves_nothing(Some(6), (6, &certain)), "it falls all the same");
        let nothing = told_with_ticks(&told_with_nothing_left(&text(&standing)));
        assert_eq!(nothing, "With what is ticked: 6 Strain to Dene: 0 left, but still fighting.");
        let deadly = Odds { kill: 1.0, ..certain };
        assert_eq!(text(&deadly), "This attack: 6 Strain to Dene, a kill.");
    }
}
