//! What Karma would do for an attack: told where it is paid for with none. `SS-BASE-26`, `SS-BASE-27`.

use super::choices::ActionChoice;
use super::slots::ActionSlot;
use crate::attack_forecast::{AttackQuery, DAMAGE_CHANCE, ForecastCache, key_chance, percent_text};
use crate::input::InputAction;
use crate::panel::widgets::PanelContext;
use battle::{BattleView, Order, validate_order};
use rules::{KarmaPlan, Odds};

/// The keys that plan Karma for an attack: more dice, and a re-roll.
pub(super) const KARMA_KEYS: [InputAction; 2] = [InputAction::KarmaDice, InputAction::KarmaReroll];

/// Least rise of a chance that is worth telling.
const NOTICEABLE: f64 = 0.01;

/// The chances of an attack once Karma is planned for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KarmaOffer {
    /// With more dice; `None` if they are planned, cannot be paid or change nothing.
    pub dice: Option<f64>,
    /// With a re-roll of misses, on the same terms.
    pub reroll: Option<f64>,
    /// What the chances are of: "damage chance", "to hit".
    words: &'static str,
}

impl KarmaOffer {
    /// Computes what Karma would do for an attack of the acting unit; `None` if it would do nothing, or cannot be spent now. Of an
    /// attack that is for damage and can do none, only damage counts.
    pub fn for_attack(
        view: &BattleView,
        odds: &mut ForecastCache,
        (query, is_harmless): (&AttackQuery, bool),
    ) -> Option<Self> {
        let unit = view.unit(query.attacker).filter(|unit| unit.karma.left() > 0 && !query.declared)?;
        let plan = unit.karma.karma().plan;
        let (now, _) = odds.quick_odds(view, query)?;
        let (now, words) = counted_chance(&now, is_harmless);
        let mut with = |plan: KarmaPlan| {
            validate_order(view, &Order::Karma { unit: query.attacker, plan }).ok()?;
            let (then, _) = odds.quick_odds(view, &AttackQuery { karma: Some(plan), ..query.clone() })?;
            let (chance, what) = counted_chance(&then, is_harmless);
            (what == words && chance > now + NOTICEABLE).then_some(chance)
        };
        let dice = with(KarmaPlan { dice: true, ..plan });
        let reroll = with(KarmaPlan { reroll: true, ..plan });
        (dice.is_some() || reroll.is_some()).then_some(Self { dice, reroll, words })
    }

    /// Says in one line which key spends a point, and what that does.
    pub fn text(&self, context: &PanelContext) -> String {
        self.text_with_keys(KARMA_KEYS.map(|key| context.key_label(key)))
    }

    /// "1 Karma: K for more dice (45 % damage chance), Shift+K for a re-roll (41 %)."; without the keys where none are set.
    fn text_with_keys(&self, [dice_key, reroll_key]: [String; 2]) -> String {
        let dice = self.dice.map(|chance| (dice_key, "more dice", chance));
        let reroll = self.reroll.map(|chance| (reroll_key, "a re-roll", chance));
        let mut words = format!(" {}", self.words);
        let parts = dice.into_iter().chain(reroll).map(|(key, what, chance)| {
            let words = std::mem::take(&mut words);
            let key = if key.is_empty() { key } else { format!("{key} for ") };
            format!("{key}{what} ({}{words})", percent_text(chance))
        });
        format!("1 Karma: {}.", parts.collect::<Vec<_>>().join(", "))
    }
}

/// The chance of an attack that Karma is to raise, with its words: of one that is for damage and can do none, that it does damage.
fn counted_chance(odds: &Odds, is_harmless: bool) -> (f64, &'static str) {
    if is_harmless { (odds.harm, DAMAGE_CHANCE) } else { key_chance(odds) }
}

/// Adds to the description of the Attack button what Karma can be planned for the attack, with the keys.
pub(super) fn name_karma(
    slots: &mut [(ActionSlot, ActionChoice)],
    all: &[ActionChoice],
    context: &PanelContext,
) {
    let Some(hint) = karma_hint(all, |key| context.key_label(key)) else { return };
    for (_, choice) in slots.iter_mut().filter(|(slot, _)| *slot == ActionSlot::Attack) {
        choice.description = format!("{}\n{hint}", choice.description);
    }
}

/// "Before the attack: K Karma dice (1 Karma, +3), Shift+K Karma re-roll (1 Karma)."; `None` if none can be planned.
fn karma_hint(all: &[ActionChoice], key_label: impl Fn(InputAction) -> String) -> Option<String> {
    let is_karma = |choice: &&ActionChoice| matches!(choice.action.order(), Some(Order::Karma { .. }));
    let open = all.iter().filter(is_karma).filter(|choice| choice.refusal.is_none() && !choice.chosen);
    let parts = open.map(|choice| {
        let key = choice.command.map(&key_label).unwrap_or_default();
        format!("{key} {} ({})", choice.label, choice.cost).trim_start().to_owned()
    });
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| format!("Before the attack: {}.", parts.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::super::choices::{ChoiceAction, ChoiceGroup};
    use super::*;
    use model::UnitId;

    #[test]
    fn ss_base_26_the_attack_button_names_the_karma_that_can_be_planned() {
        let choice = |label: &str, chosen| ActionChoice {
            group: ChoiceGroup::Attacks,
            label: label.to_owned(),
            cost: "1 Karma".to_owned(),
            action: ChoiceAction::GiveOrder(Order::Karma { unit: UnitId(1), plan: KarmaPlan::default() }),
            refusal: None,
            description: String::new(),
            command: Some(InputAction::KarmaDice),
            chosen,
            mark: None,
        };
        let text = |chosen| karma_hint(&[choice("Karma dice", chosen)], |_| "K".to_owned());
        assert_eq!(text(false).as_deref(), Some("Before the attack: K Karma dice (1 Karma)."));
        assert_eq!(text(true), None, "it is planned");
        assert_eq!(karma_hint(&[], |_| String::new()), None);
    }

    #[test]
    fn ss_base_26_more_hits_without_damage_are_no_offer() {
        let odds = |hit, harm| Odds { hit, harm, ..Odds::default() };
        assert_eq!(counted_chance(&odds(0.87, 0.0), true), (0.0, DAMAGE_CHANCE));
        assert_eq!(
            counted_chance(&odds(0.87, 0.1), true),
            (0.1, DAMAGE_CHANCE),
            "Karma makes damage possible"
        );
        assert_eq!(counted_chance(&odds(0.87, 0.0), false).0, 0.87, "a hold has no other chance");
    }

    #[test]
    fn ss_base_26_the_line_names_each_key_and_what_the_chance_is_of_once() {
        let text = |dice, reroll| {
            let offer = KarmaOffer { dice, reroll, words: "damage chance" };
            offer.text_with_keys(["K", "Shift+K"].map(str::to_owned))
        };
        let both = "1 Karma: K for more dice (45 % damage chance), Shift+K for a re-roll (41 %).";
        assert_eq!(text(Some(0.45), Some(0.41)), both);
        assert_eq!(text(None, Some(0.41)), "1 Karma: Shift+K for a re-roll (41 % damage chance).");
        let offer = KarmaOffer { dice: Some(0.45), reroll: None, words: "to hit" };
        let without_keys = offer.text_with_keys([String::new(), String::new()]);
        assert_eq!(without_keys, "1 Karma: more dice (45 % to hit).", "no key is set");
    }
}
