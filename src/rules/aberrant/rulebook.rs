//! The implementation of [`Rulebook`]: a file of this folder per subject.

mod aftermath;
mod aimed_knockback;
mod area_attacks;
mod attack_contexts;
mod attack_odds;
mod attack_steps;
mod attacks;
mod barrier_attacks;
pub mod borrowed;
mod derived_stats;
mod display;
mod extras;
mod forecast;
mod forecast_notes;
mod hazards;
mod held_items;
mod knockback;
mod movement;
mod special_actions;
mod status;
mod turns;
mod units;

use super::Fighter;
use crate::aberrant::turn::actions::{ACTION_POINTS, may_take_action};
use crate::rulebook::{BookDefinition, DetectionRules, InterceptionRules, Rulebook};
use crate::status::ailment_terms::AilmentTerms;
use crate::status::{AttackProperties, Element};
use crate::{BorrowedChapter, CostError, HealthState, Payment, RuleSet, RuleStep, TurnBudget, UnitSnapshot};
use model::UnitId;

/// The unit as this book's rules see it.
fn fighter(unit: &UnitSnapshot) -> Fighter {
    let in_hand =
        unit.held.iter().map(|held| held.weapon.aberrant()).filter(|weapon| weapon.hands_needed() > 0);
    Fighter {
        id: unit.id,
        sheet: unit.sheet.aberrant().clone(),
        condition: unit.condition.aberrant().clone(),
        effort: unit.budget.aberrant().effort,
        initiative: unit.initiative,
        round: unit.round,
        acted: unit.acted,
        gait: unit.gait,
        prone: unit.prone,
        held: in_hand.cloned().collect(),
        ailments: unit.present_ailments(),
        late: unit.late,
    }
}

/// Sets a unit's turn budget without a payment.
fn turn_budget_step(unit: UnitId, after: super::TurnBudget) -> RuleStep {
    RuleStep::SetTurnBudget { unit, action: None, points: 0, after: TurnBudget::Aberrant(after) }
}

/// Sets a unit's health.
fn health_step(unit: UnitId, after: super::HealthState, damage: u32) -> RuleStep {
    RuleStep::ChangeHealth { unit, after: HealthState::Aberrant(after), damage, cause: None }
}

/// The rulebook Aberrant.
#[derive(Clone, Copy, Debug)]
pub struct AberrantRulebook;

impl Rulebook for AberrantRulebook {}

impl BookDefinition for AberrantRulebook {
    const ID: &'static str = "aberrant";
    const NAME: &'static str = "Aberrant";
    const BLURB: &'static str = "Pools of d10, 7 and more succeed. Levels of bashing and lethal harm, soak in layers, \
        actions given up to dodge.";
    const CLAUSE_PREFIX: &'static str = "AB";
    const LARGEST_DIE: u8 = 10;
    const INITIATIVE_DIE: u8 = 10;
    const OUT_OF_ACTION_CLAUSE: dice::Clause = "AB-TRACK-07";
    const UNSEEN_CLAUSE: dice::Clause = "SS-BARR-10";
    const MELEE_REACH_CLAUSE: dice::Clause = "SS-BASE-16";
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = &borrowed::BORROWED;
    const AILMENTS: &'static AilmentTerms = &status::AILMENTS;
    const DEFENDS_AGAINST_UNSEEN: bool = false;
    /// Henchmen shield their leader, and soaked damage is a step milder than that of the weapon.
    const KEY_NOTES: &'static [dice::Clause] = &["AB-MASS-18", "AB-MASS-20", "AB-PING-01"];
    const SUMMARY_NAMES_RANGE: bool = true;
    const HAS_SPRINTS: bool = true;
    const LEAVES_RUBBLE: bool = true;
    const HAS_BODY_SHIELDS: bool = true;
    const HAS_GRAPPLES: bool = true;
    const HAS_DRAGGING: bool = true;
    const HAS_KNOCKBACK: bool = true;

    type Sheet = super::Sheet;
    type Weapon = super::Weapon;
    type HealthState = super::HealthState;
    type TurnBudget = super::TurnBudget;
    type Switches = super::Switches;

    fn weapon_name(weapon: &Self::Weapon) -> &str {
        &weapon.name
    }

    fn attack_properties(weapon: &Self::Weapon) -> &AttackProperties {
        &weapon.strike
    }

    fn immunities(sheet: &Self::Sheet) -> &[Element] {
        &sheet.immunities
    }
}

impl InterceptionRules for AberrantRulebook {
    /// Pays an action of this phase, or of the next one; it counts towards the cap. `AB-CANCEL-03`, `AB-LIMIT-01`,
    /// `AB-DAZE-05`, `AB-DAZE-06`, `SS-ACT-41`.
    ///
    /// # Errors
    /// Returns `CostError::TooFewPoints` if all actions of the next phase are already spent, or the violation if the unit
    /// may take no further action in this round.
    fn pay_interception(unit: &UnitSnapshot, _: &RuleSet) -> Result<Payment, CostError> {
        may_take_action(&fighter(unit)).map_err(turns::to_cost_error)?;
        let before = *unit.budget.aberrant();
        let mut budget = before;
        budget.effort.actions = before.effort.actions.saturating_add(1);
        if before.effort.points > 0 {
            budget.effort.points -= 1;
            budget.effort.queued = budget.effort.queued.min(budget.effort.points);
        } else if before.effort.owed < ACTION_POINTS {
            budget.effort.owed += 1;
        } else {
            return Err(CostError::TooFewPoints { needed: 1, left: 0 });
        }
        let points = before.effort.points - budget.effort.points;
        Ok(Payment { budget: TurnBudget::Aberrant(budget), points, free: 0, condition: None, cause: None })
    }

    /// An action of the next phase. `AB-CANCEL-03`.
    fn deferred_points(unit: &UnitSnapshot, paid: &Payment) -> u8 {
        let owed = |budget: &TurnBudget| budget.aberrant().effort.owed;
        owed(&paid.budget).saturating_sub(owed(&unit.budget))
    }
}

impl DetectionRules for AberrantRulebook {}

#[cfg(test)]
mod tests;
