//! The rulebook Attacks and Damage: implements [`Rulebook`], with a file of this folder per subject.

mod attacks;
mod display;
mod forecast;
mod hazards;
mod movement;
mod status;
mod turns;
mod units;

use std::sync::Arc;

use super::options::borrowed_chapters;
use super::{DamageTaken, Fighter, Switches};
use crate::attacks_and_damage::damage::{health, recovery};
use crate::knockback::profile::KnockbackProfile;
use crate::rulebook::{
    AftermathRules, BarrierRules, BookDefinition, DetectionRules, DetonationRules, InterceptionRules,
    KnockbackRules, Rulebook, SpecialActionRules,
};
use crate::status::ailment_terms::AilmentTerms;
use crate::status::{AttackProperties, Element};
use crate::{BorrowedChapter, HealthState, MINUTES_PER_DAY, Rest, RuleSet, Sheet, UnitSnapshot};
use dice::{Clause, RuleResult, Table};

/// Hands of units that have hands.
const HANDS: u8 = 2;

/// The unit as this book's rules see it: its shield is held while its weapons leave a hand free. `AD-ARM-07`.
fn fighter(unit: &UnitSnapshot) -> Fighter {
    let sheet = unit.sheet.attacks_and_damage();
    let held: Vec<_> = unit.held.iter().map(|held| held.weapon.attacks_and_damage().clone()).collect();
    let hands_used: u8 = held.iter().map(|weapon| weapon.hands).fold(0, u8::saturating_add);
    Fighter {
        id: unit.id,
        sheet: sheet.clone(),
        condition: *unit.condition.attacks_and_damage(),
        prone: unit.prone,
        down: unit.down,
        shield: sheet.shield.is_some() && hands_used < HANDS,
        held,
        ailments: unit.present_ailments(),
        phase_delayed: unit.late,
    }
}

/// The book's switches of a skirmish.
fn switches(rules: &RuleSet) -> &Arc<Switches> {
    rules.book.attacks_and_damage()
}

/// A unit's health after damage without armour and resistance.
fn health_after_damage(unit: &UnitSnapshot, taken: DamageTaken, rules: &RuleSet) -> HealthState {
    let (health, sheet) = (unit.condition.attacks_and_damage(), unit.sheet.attacks_and_damage());
    HealthState::AttacksAndDamage(health::mark_boxes(health, taken, sheet, switches(rules)))
}

/// The rulebook Attacks and Damage.
#[derive(Clone, Copy, Debug)]
pub struct AttacksAndDamageRulebook;

impl Rulebook for AttacksAndDamageRulebook {}

impl BookDefinition for AttacksAndDamageRulebook {
    const ID: &'static str = "attacks_and_damage";
    const NAME: &'static str = "Attacks and Damage";
    const BLURB: &'static str = "Pools of d6 against each other. Armour turns deep wounds into light ones; \
        two tracks of boxes fill up.";
    const CLAUSE_PREFIX: &'static str = "AD";
    const ACTIONS_CLAUSE: Clause = "AD-BASE-07";
    const SUCCESS_WORDS: (&'static str, &'static str) = ("hit", "hits");
    const LARGEST_DIE: u8 = 6;
    const OUT_OF_ACTION_CLAUSE: dice::Clause = "AD-BASE-13";
    const UNSEEN_CLAUSE: dice::Clause = "AD-BASE-18";
    const MELEE_REACH_CLAUSE: dice::Clause = "AD-DEF-03";
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = borrowed_chapters::BORROWED;
    const AILMENTS: &'static AilmentTerms = &status::AILMENTS;

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

impl InterceptionRules for AttacksAndDamageRulebook {}

impl DetectionRules for AttacksAndDamageRulebook {}

impl DetonationRules for AttacksAndDamageRulebook {}

impl BarrierRules for AttacksAndDamageRulebook {
    /// Body.
    fn structure_as_barrier(sheet: &Sheet) -> u32 {
        u32::from(sheet.attacks_and_damage().attributes.body)
    }

    /// Light damage.
    fn damage_as_barrier(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
        health_after_damage(unit, DamageTaken { light: points, critical: 0 }, rules)
    }
}

impl SpecialActionRules for AttacksAndDamageRulebook {}

impl KnockbackRules for AttacksAndDamageRulebook {
    /// Strength and Body; Agility for footing. `AB-KNOCK-01`, `AB-KNOCK-03`.
    fn knockback_profile(unit: &UnitSnapshot, _: &RuleSet) -> KnockbackProfile {
        let attributes = &unit.sheet.attacks_and_damage().attributes;
        let [strength, body, agility] =
            [attributes.strength, attributes.body, attributes.agility].map(u32::from);
        KnockbackProfile { mass: strength + body, steady_m: agility, lethal_above: body }
    }
}

impl AftermathRules for AttacksAndDamageRulebook {
    /// Clears Light boxes. `AD-BASE-21`, `AD-FREQ-11`.
    fn health_after_battle(
        _: &mut impl Table,
        unit: &UnitSnapshot,
        rules: &RuleSet,
    ) -> RuleResult<HealthState> {
        Ok(health_after_days(unit, 0, rules))
    }

    /// Heals a Critical box per day. `AD-BASE-21`.
    fn health_after_rest(unit: &UnitSnapshot, rest: Rest, rules: &RuleSet) -> HealthState {
        health_after_days(unit, rest.times(MINUTES_PER_DAY), rules)
    }
}

fn health_after_days(unit: &UnitSnapshot, days: u32, rules: &RuleSet) -> HealthState {
    let health = unit.condition.attacks_and_damage();
    HealthState::AttacksAndDamage(recovery::recover(health, days, switches(rules)))
}

#[cfg(test)]
mod tests;
