//! What the battlefield asks of this book, answered: see `crate::play` for what each function is.

mod after_battle;
mod attacks;
mod barriers;
mod body_shield;
mod display;
mod effects;
mod falling;
mod forecast;
mod special_actions;
mod status;
mod turns;

pub use self::after_battle::{encounter_begins, encounter_ends, may_treat, treat, treatments};
pub use self::attacks::{attack, attack_action, manners, may_attack};
pub use self::barriers::{attack_barrier, may_attack_barrier};
pub use self::body_shield::{bulk, wear};
pub use self::display::{figures, gauges, pledges, stats, weapon_figures, weapon_line, weapon_stats};
pub use self::falling::{fall, fall_remark};
pub use self::forecast::{forecast, forecast_barrier, preview};
pub use self::special_actions::{may_do, offers, perform};
pub use self::status::{ailment_roll, burn, trait_value};
pub use self::turns::{
    initiative, initiative_attribute, initiative_dice, may_run, move_budget, pass_begins, pay, phase_begins,
    phase_ends, price, purse, round_begins, round_ends, sprint, tie_breaks,
};

pub use crate::plain::{
    about_to_fall, aftereffects, at_deployment, attack_square, begins_in_cover, blast, closing, crash,
    deed_rounds, evade, footing, forecast_square, goes_off, habits, hazard, hazard_remark, intercepts,
    is_stopped, keeps_its_feet, may_attack_square, meet, notice, pay_towards, rest, shares, spread,
    stays_concealed, strikes, surprises, trigger, wall_points,
};

use std::sync::Arc;

use crate::knockback::profile::KnockbackProfile;

use super::{Fighter, Limb, RangeBand, Switches, WieldedWeapon as InHand};
use crate::combat_checks::critical_injuries::chart::InjuryEffect;
use crate::combat_checks::health::{damage, thresholds};
use crate::{
    DownState, FireMode, HealthState, HeldWeapon, RuleSet, Sheet, TurnBudget, UnitSnapshot, Weapon,
    WeaponMalfunction, WeaponReach, WeaponTraits,
};

/// The switches of this book.
fn switches(rules: &RuleSet) -> &Arc<Switches> {
    rules.book.combat_checks()
}

/// A purse of this book.
const fn purse_of(purse: super::TurnBudget) -> TurnBudget {
    TurnBudget::CombatChecks(purse)
}

/// A condition of this book.
const fn condition_of(condition: super::HealthState) -> HealthState {
    HealthState::CombatChecks(condition)
}

/// The unit as this book's rules see it.
fn fighter(unit: &UnitSnapshot, rules: &RuleSet) -> Fighter {
    let purse = unit.purse.combat_checks();
    let condition = unit.condition.combat_checks();
    Fighter {
        id: unit.id,
        name: unit.name.clone(),
        sheet: unit.sheet.combat_checks().clone(),
        condition: condition.clone(),
        economy: purse.economy,
        gait: unit.gait,
        prone: unit.prone,
        in_cover: unit.in_cover,
        turn_left: unit.turn_left,
        down: unit.down,
        held: in_hands(unit, condition, switches(rules)),
        lost_gear: purse.useless_gear(),
        ailments: unit.present_ailments(),
        late: unit.late,
    }
}

/// What it holds, in its order: the right arm is the first to take something, arms out of use take nothing.
/// `CC-CHART-33`.
fn in_hands(unit: &UnitSnapshot, condition: &super::HealthState, switches: &Switches) -> Vec<InHand> {
    let mut arms =
        [Limb::RightArm, Limb::LeftArm].into_iter().filter(|&arm| condition.can_hold(arm, switches));
    let mut hold = |held: &HeldWeapon| {
        let weapon = held.weapon.combat_checks().clone();
        let arm = if weapon.hands > 0 { arms.next() } else { None };
        InHand {
            arm: arm.unwrap_or(Limb::RightArm),
            empty: held.fault == WeaponMalfunction::Empty,
            useless: !matches!(held.fault, WeaponMalfunction::None | WeaponMalfunction::Empty),
            weapon,
        }
    };
    unit.held.iter().map(&mut hold).collect()
}

/// `CC-RNG-10`, `CC-RNG-13`; which allies and enemies stand around matters to every attack. `CC-ADV-08`.
pub fn arm<'a>(weapon: &'a Weapon, _: &Sheet, rules: &RuleSet) -> WeaponTraits<'a> {
    let weapon = weapon.combat_checks();
    let [short, medium, long, extreme] = switches(rules).move_range.0.map(u32::from);
    let metres = match weapon.range {
        RangeBand::Engaged => 1,
        RangeBand::Short => short,
        RangeBand::Medium => medium,
        RangeBand::Long => long,
        RangeBand::Extreme => extreme,
    };
    let melee = weapon.class.is_melee();
    WeaponTraits {
        name: &weapon.name,
        reach: if melee { WeaponReach::Melee { beyond: 0 } } else { WeaponReach::Ranged { metres } },
        hands: weapon.hands,
        magazine: 0,
        modes: &[],
        wants_company: true,
        aims_at_squares: false,
    }
}

/// This book does not count rounds: threats empty weapons. `CC-THT-10`.
pub fn rounds(_: &Weapon, _: Option<FireMode>) -> u32 {
    0
}

/// Fists and feet. `CC-DMG-02`.
pub fn unarmed(_: &Sheet) -> Option<Weapon> {
    Some(Weapon::CombatChecks(Arc::new(super::Weapon::unarmed())))
}

/// `CC-THR-05`.
pub fn fresh(sheet: &Sheet, rules: &RuleSet) -> HealthState {
    condition_of(super::HealthState::new(sheet.combat_checks(), switches(rules)))
}

/// `CC-DMG-08`.
pub fn soak(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> u32 {
    damage::sheet_soak(sheet.combat_checks(), condition.combat_checks(), switches(rules)).pool()
}

/// This book has none.
pub fn karma(_: &Sheet) -> u8 {
    0
}

/// As its sheet says; what arms are out of use is in the condition. `CC-CHART-33`.
pub fn has_hands(sheet: &Sheet) -> bool {
    sheet.combat_checks().hands
}

/// `CC-THR-01` to `CC-THR-03`, `CC-THR-07`.
pub fn down(_: &Sheet, condition: &HealthState, rules: &RuleSet) -> Option<DownState> {
    thresholds::down_state(condition.combat_checks(), switches(rules))
}

/// Bleeds at the start of its turns until healed. `CC-CHART-26`, `CC-CHART-27`.
pub fn is_dying(condition: &HealthState) -> bool {
    condition.combat_checks().injury_effects().any(|effect| matches!(effect, InjuryEffect::Bleeding { .. }))
}

/// Strength and Toughness; Agility for the feet. `AB-KNOCK-01`, `AB-KNOCK-03`.
pub fn frame(unit: &UnitSnapshot, _: &RuleSet) -> KnockbackProfile {
    let own = &unit.sheet.combat_checks().characteristics;
    let [strength, toughness, agility] = [own.strength, own.toughness, own.agility].map(u32::from);
    KnockbackProfile { mass: strength + toughness, steady_m: agility, lethal_above: toughness }
}

#[cfg(test)]
mod tests;
