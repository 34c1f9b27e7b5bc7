//! The attacks that the answers of an open prompt announce: their targets, and what they are forecast with.

use std::collections::BTreeMap;

use crate::attack_forecast::{AttackQuery, percent_text};
use battle::{BattleView, Target};
use model::UnitId;
use rules::{CandidateTarget, list_words, play};

/// The attack that an answer announces.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AnswerAim {
    /// Its target.
    pub target: UnitId,
    /// The attack, from where it would be made; `None` if it is not possible yet.
    pub attack: Option<AttackQuery>,
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

/// What the answers of a prompt announce.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AnswerAims {
    /// The announced attack of each answer, by its key.
    pub by_key: BTreeMap<String, AnswerAim>,
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
            AnswerAim { target: target.unit, attack: query(slot, target), interceptions }
        };
        let by_key = candidates.iter().enumerate().filter_map(|(number, candidate)| {
            let target = candidate.target.as_ref()?;
            Some((candidate.answer_key(number), aim(candidate.slot, target)))
        });
        let is_offered = |slot: usize, enemy: UnitId| {
            let targets = candidates.iter().filter(|candidate| candidate.slot == slot);
            targets.flat_map(|candidate| &candidate.target).any(|target| target.unit == enemy)
        };
        let enemies: Vec<UnitId> = view
            .units()
            .filter(|other| other.side != unit.side && other.is_fighting())
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
            unreachable: unreachable.filter(|(_, enemies)| !enemies.is_empty()).collect(),
            unusable: unusable.collect(),
            stowed: stowed.map(|(_, carried)| carried.name().to_string()).collect(),
        }
    }
}
