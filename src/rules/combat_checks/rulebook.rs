//! The implementation of [`Rulebook`]: its chapters are in the files of this folder, one per subject.

mod attack_steps;
mod attacks;
mod barriers;
mod display;
mod falling;
mod forecast;
mod movement;
mod special_actions;
mod status;
mod treatment;
mod turns;
mod units;
mod weapon_words;

use std::sync::Arc;

use super::options::borrowed_chapters;
use super::turns::action_economy::EconomyError;
use super::{HealthState, Sheet, Switches, TurnBudget, Weapon};
use crate::knockback::profile::KnockbackProfile;
use crate::rulebook::{
    BookDefinition, DetectionRules, DetonationRules, InterceptionRules, KnockbackRules, Rulebook,
};
use crate::status::ailment_terms::AilmentTerms;
use crate::status::{AttackProperties, Element};
use crate::{BorrowedChapter, CostError, Payment, RuleSet, UnitSnapshot};

/// The switches of this book.
fn switches(rules: &RuleSet) -> &Arc<Switches> {
    rules.book.combat_checks()
}

/// The rulebook Combat Checks.
#[derive(Clone, Copy, Debug)]
pub struct CombatChecksRulebook;

impl Rulebook for CombatChecksRulebook {}

impl BookDefinition for CombatChecksRulebook {
    const ID: &'static str = "combat_checks";
    const NAME: &'static str = "Combat Checks";
    const BLURB: &'static str = "Dice with symbols: a hit can bring trouble, and a miss a gain. \
        Strain buys more movement; wounds leave critical injuries.";
    const CLAUSE_PREFIX: &'static str = "CC";
    const LARGEST_DIE: u8 = 100;
    const OUT_OF_ACTION_CLAUSE: dice::Clause = "CC-THR-06";
    const OUT_OF_TURN_CLAUSE: Option<dice::Clause> = Some("CC-ECON-15");
    const MELEE_REACH_CLAUSE: dice::Clause = "CC-RNG-13";
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = &borrowed_chapters::BORROWED;
    const AILMENTS: &'static AilmentTerms = &status::AILMENTS;
    const COUNTS_DIFFICULT_GROUND: bool = true;
    const SUMMARY_NAMES_REACH: bool = true;
    const SUMMARY_NAMES_RANGE: bool = true;

    type Sheet = Sheet;
    type Weapon = Weapon;
    type HealthState = HealthState;
    type TurnBudget = TurnBudget;
    type Switches = Switches;

    fn weapon_name(weapon: &Weapon) -> &str {
        &weapon.name
    }

    fn attack_properties(weapon: &Weapon) -> &AttackProperties {
        &weapon.strike
    }

    fn immunities(sheet: &Sheet) -> &[Element] {
        &sheet.immunities
    }
}

impl InterceptionRules for CombatChecksRulebook {
    /// The action points of the engine. `SS-ACT-41`.
    fn pay_interception(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
        let points = rules.engine.ap_intercept;
        let budget = unit
            .budget
            .spend(points)
            .ok_or(EconomyError::Points { needed: points, left: unit.budget.points() })
            .map_err(turns::cost_error)?;
        Ok(Payment { budget, points, free: 0, condition: None, cause: None })
    }
}

impl DetectionRules for CombatChecksRulebook {}

impl DetonationRules for CombatChecksRulebook {}

impl KnockbackRules for CombatChecksRulebook {
    /// Strength and Toughness; Agility for footing. `AB-KNOCK-01`, `AB-KNOCK-03`.
    fn knockback_profile(unit: &UnitSnapshot, _: &RuleSet) -> KnockbackProfile {
        let characteristics = &unit.sheet.combat_checks().characteristics;
        let [strength, toughness, agility] =
            [characteristics.strength, characteristics.toughness, characteristics.agility].map(u32::from);
        KnockbackProfile { mass: strength + toughness, steady_m: agility, lethal_above: toughness }
    }
}

#[cfg(test)]
mod tests;
