//! The attacks that the answers of an open prompt announce: their targets, and what they are forecast with.

use std::collections::BTreeMap;

use crate::attack_forecast::{AttackQuery, LEAST_MEAN, attack_request, key_chance, percent_text};
use battle::{BattleView, Target, UnitDataItem};
use model::UnitId;
use rules::{CandidateTarget, ImpossibleAttack, list_words, play};

/// The attack that an answer announces.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AnswerAim {
    /// Its target.
    pub target: UnitId,
    /// The attack, from where it would be made; `None` if it is not possible yet.
    pub attack: Option<AttackQuery>,
    /// Chance of damage and average damage of a shot at a target that the unit does not see now; `None` for others, and if it would do
    /// nothing.
    pub blind: Option<(f64, f64)>,
    /// The opponents who may intercept the unit on its way there, each with its chance to harm it.
    pub interceptions: Vec<(UnitId, Option<f64>)>,
}

impl AnswerAim {
    /// Says who may intercept the unit on its way: "Bulwark (35 %) may intercept on the way"; empty without any.
    pub fn way_text(&self, name: impl Fn(UnitId) -> String) -> String {
        let who = self.interceptions.iter().map(|(by, chance)| match chance {
            Some(chance) => format!("{} ({})", name(*by), percent_text(*chance)),
            None => name(*by),
        });
        let who: Vec<String> = who.collect();
        if who.is_empty() { String::new() } else { format!("{} may intercept on the way", list_words(&who)) }
    }
}

/// Returns the chance of damage and the average damage of a blind shot at a target out of sight.
fn blind_odds(
    view: &BattleView,
    unit: &UnitDataItem,
    (slot, target): (usize, &CandidateTarget),
) -> Option<(f64, f64)> {
    let is_unseen = target.obstacle == Some(ImpossibleAttack::OutOfSight);
    let carried = unit.inventory.get(slot).filter(|carried| is_unseen && !carried.is_melee())?;
    let query = AttackQuery::from_current_position(unit, Target::Unit(target.unit), slot, carried.mode());
    let request = attack_request(view, &query)?;
    let odds = play::preview(&request)?;
    (odds.mean >= LEAST_MEAN).then(|| (key_chance(&odds).0, odds.mean))
}

/// What the answers of a prompt announce.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AnswerAims {
    /// The announced attack of each answer, by its key.
    pub by_key: BTreeMap<String, AnswerAim>,
    /// The inventory slot of the weapon of each answer, by its key, also of one whose target is chosen later.
    pub slots: BTreeMap<String, usize>,
    /// Melee weapons, with the known enemies to which the unit does not get in its turn.
    pub unreachable: Vec<(String, Vec<UnitId>)>,
    /// Weapons in hand that cannot be used at all, with the reason and its clause.
    pub unusable: Vec<(String, String, &'static str)>,
    /// Weapons that are carried, but not in hand.
    pub stowed: Vec<String>,
}

impl AnswerAims {
    /// Returns the attack that an answer announces; `None` for other answers.
    pub fn get(&self, key: &str) -> Option<&AnswerAim> {
        self.by_key.get(key)
    }

    /// Whether an answer announces an attack on a unit.
    pub fn aims_at(&self, unit: UnitId) -> bool {
        self.by_key.values().any(|aim| aim.target == unit)
    }

    /// Says why no attack on an enemy can be announced; `None` if one can, for other units, and in other prompts.
    pub fn refusal_text(&self, view: &BattleView, enemy: UnitId) -> Option<String> {
        let asked = view.open_prompt().and_then(|open| view.unit(open.prompt().who))?;
        let other = view.unit(enemy).filter(|other| other.side != asked.side)?;
        if self.by_key.is_empty() || self.aims_at(enemy) {
            return None;
        }
        let reasons = if view.is_target(&asked, &other) {
            self.refusal_reasons(enemy)
        } else {
            vec!["it is out of action".to_owned()]
        };
        Some(refused_announcement(other.identity.name(), asked.identity.name(), &reasons))
    }

    /// Says of each weapon in hand why it cannot be announced on an enemy, as far as that is known.
    fn refusal_reasons(&self, enemy: UnitId) -> Vec<String> {
        let far = self.unreachable.iter().filter(|(_, enemies)| enemies.contains(&enemy));
        let far = far.map(|(weapon, _)| format!("{weapon} cannot reach it in this turn"));
        let unusable = self.unusable.iter();
        let unusable = unusable
            .map(|(weapon, why, _)| format!("{weapon} cannot be used: {}", why.trim_end_matches('.')));
        far.chain(unusable).collect()
    }

    /// Reads what the answers of the open prompt announce; nothing in other prompts.
    pub fn of_open_prompt(view: &BattleView) -> Self {
        let Some((unit, candidates)) = view.queue_candidates() else { return Self::default() };
        let Some(unit) = view.unit(unit) else { return Self::default() };
        let query = |slot: usize, target: &CandidateTarget| {
            let mode = unit.inventory.get(slot)?.mode();
            let now = AttackQuery::from_current_position(&unit, Target::Unit(target.unit), slot, mode);
            target.obstacle.is_none().then_some(AttackQuery { from: target.from, ..now })
        };
        let aim = |slot, target: &CandidateTarget| {
            let strikes = view.interceptions_before_attack(&unit, target.from).into_iter();
            let interceptions = strikes.map(|(by, odds)| (by, odds.map(|odds| odds.harm))).collect();
            let (attack, blind) = (query(slot, target), blind_odds(view, &unit, (slot, target)));
            AnswerAim { target: target.unit, attack, blind, interceptions }
        };
        let by_key = candidates.iter().enumerate().filter_map(|(number, candidate)| {
            let target = candidate.target.as_ref()?;
            Some((candidate.answer_key(number), aim(candidate.slot, target)))
        });
        let slots = candidates.iter().enumerate();
        let slots = slots.map(|(number, candidate)| (candidate.answer_key(number), candidate.slot));
        let is_offered = |slot: usize, enemy: UnitId| {
            let targets = candidates.iter().filter(|candidate| candidate.slot == slot);
            targets.flat_map(|candidate| &candidate.target).any(|target| target.unit == enemy)
        };
        let enemies: Vec<UnitId> = view
            .units()
            .filter(|other| view.is_target(&unit, other))
            .filter(|other| view.perceives(*unit.side, other))
            .map(|other| *other.id)
            .collect();
        let refused = view.unusable_weapons(&unit);
        let unusable = refused.iter().filter_map(|(slot, why)| {
            Some((unit.inventory.get(*slot)?.name().to_string(), why.to_string(), why.clause))
        });
        let stowed = unit.inventory.slots().filter(|(_, carried)| {
            !carried.in_hand() && play::detonation_trigger(carried.weapon()).is_none()
        });
        let is_usable = |slot: usize| refused.iter().all(|(other, _)| *other != slot);
        let melee = unit.inventory.held_items();
        let melee = melee.filter(|(slot, carried)| carried.is_melee() && is_usable(*slot));
        // Beside the unit something else than the distance forbids the attack, such as a useless arm.
        let is_beside = |enemy: UnitId| {
            view.unit(enemy).is_some_and(|enemy| enemy.cell().chebyshev_distance(unit.cell()) <= 1)
        };
        let unreachable = melee.map(|(slot, carried)| {
            let is_far = |enemy: &UnitId| !is_offered(slot, *enemy) && !is_beside(*enemy);
            let left: Vec<_> = enemies.iter().copied().filter(is_far).collect();
            (carried.name().to_string(), left)
        });
        Self {
            by_key: by_key.collect(),
            slots: slots.collect(),
            unreachable: unreachable.filter(|(_, enemies)| !enemies.is_empty()).collect(),
            unusable: unusable.collect(),
            stowed: stowed.map(|(_, carried)| carried.name().to_string()).collect(),
        }
    }
}

/// Words for an attack that cannot be announced: "No attack on Vex can be announced: Fists cannot reach it in this turn."
fn refused_announcement(enemy: &str, asked: &str, reasons: &[String]) -> String {
    match reasons {
        [] => format!("No attack on {enemy} can be announced with what {asked} holds."),
        reasons => format!("No attack on {enemy} can be announced: {}.", reasons.join("; ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_on_an_enemy_that_cannot_be_attacked_says_why() {
        let aims = AnswerAims {
            unreachable: vec![("Club".to_owned(), vec![UnitId(4)])],
            unusable: vec![("Rifle".to_owned(), "Rifle is empty.".to_owned(), "AB-CANCEL-01")],
            ..AnswerAims::default()
        };
        let text = |enemy| refused_announcement("Vex", "Moss", &aims.refusal_reasons(UnitId(enemy)));
        let both = "No attack on Vex can be announced: Club cannot reach it in this turn; Rifle cannot be used: Rifle is empty.";
        assert_eq!(text(4), both);
        let rifle = "No attack on Vex can be announced: Rifle cannot be used: Rifle is empty.";
        assert_eq!(text(5), rifle);
        let none = "No attack on Vex can be announced with what Moss holds.";
        assert_eq!(refused_announcement("Vex", "Moss", &[]), none);
    }
}
