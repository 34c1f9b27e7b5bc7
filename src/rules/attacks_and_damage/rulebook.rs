//! What the battlefield asks of this book, answered: see `crate::play` for what each function is.

mod attacks;
mod body_shield;
mod display;
mod falling;
mod forecast;
mod hazards;
mod status;
mod turns;

pub use self::attacks::{attack, attack_action, attack_barrier, manners, may_attack, may_attack_barrier};
pub use self::body_shield::{bulk, wear};
pub use self::display::{figures, gauges, pledges, stats, weapon_figures, weapon_line, weapon_stats};
pub use self::falling::{fall, fall_remark};
pub use self::forecast::{forecast, forecast_barrier, preview};
pub use self::hazards::{hazard, hazard_remark};
pub use self::status::{ailment_roll, burn, trait_value};
pub use self::turns::{
    encounter_ends, initiative, initiative_attribute, initiative_dice, may_run, move_budget, pass_begins,
    pay, phase_begins, phase_ends, price, purse, rest, round_begins, round_ends, sprint, tie_breaks,
};

pub use crate::plain::{
    about_to_fall, aftereffects, at_deployment, attack_square, begins_in_cover, blast, closing, crash,
    deed_rounds, encounter_begins, evade, footing, forecast_square, goes_off, is_stopped, keeps_its_feet,
    may_attack_square, may_treat, meet, notice, pay_towards, shares, spread, stays_concealed, strikes,
    surprises, treat, treatments, trigger, wall_points,
};

use std::sync::Arc;

use crate::knockback::profile::KnockbackProfile;

use super::{AttackClass, Fighter, Switches};
use crate::attacks_and_damage::damage::{armour, health};
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, ActionRequest, AvailableAction, CostError, DownState, FireMode, HealthState, Payment,
    ReactionPrompt, RuleSet, RuleViolation, Sheet, SpecialAction, UnitSnapshot, Weapon, WeaponReach,
    WeaponTraits,
};
use dice::{RuleResult, Table};

/// Hands of whoever has them.
const HANDS: u8 = 2;

/// The unit as this book's rules see it: its shield is held while its weapons leave a hand free. `AD-ARM-07`.
fn fighter(unit: &UnitSnapshot) -> Fighter {
    let sheet = unit.sheet.attacks_and_damage();
    let held: Vec<_> = unit.held.iter().map(|held| held.weapon.attacks_and_damage().clone()).collect();
    let busy: u8 = held.iter().map(|weapon| weapon.hands).fold(0, u8::saturating_add);
    Fighter {
        id: unit.id,
        sheet: sheet.clone(),
        condition: *unit.condition.attacks_and_damage(),
        prone: unit.prone,
        down: unit.down,
        shield: sheet.shield.is_some() && busy < HANDS,
        held,
        ailments: unit.present_ailments(),
        phase_delayed: unit.late,
    }
}

/// The book's switches of a skirmish.
fn switches(rules: &RuleSet) -> &Arc<Switches> {
    rules.book.attacks_and_damage()
}

/// `AD-BASE-18`, `AD-DEF-03`: a blow reaches neighbours, everything else as far as its range.
pub fn arm<'a>(weapon: &'a Weapon, _: &Sheet, _: &RuleSet) -> WeaponTraits<'a> {
    let weapon = weapon.attacks_and_damage();
    WeaponTraits {
        name: &weapon.name,
        reach: match weapon.class {
            AttackClass::Melee => WeaponReach::Melee { beyond: 0 },
            AttackClass::Thrown | AttackClass::Accelerated => WeaponReach::Ranged { metres: weapon.range },
        },
        hands: weapon.hands,
        magazine: 0,
        modes: &[],
        wants_company: false,
        aims_at_squares: false,
    }
}

/// Nobody counts rounds here.
pub fn rounds(_: &Weapon, _: Option<FireMode>) -> u32 {
    0
}

/// `AD-TEST-02`.
pub fn unarmed(sheet: &Sheet) -> Option<Weapon> {
    Some(Weapon::AttacksAndDamage(Arc::new(sheet.attacks_and_damage().unarmed_weapon())))
}

/// No box is marked and no defence was rolled. `AD-FREQ-11`.
pub fn fresh(_: &Sheet, _: &RuleSet) -> HealthState {
    HealthState::AttacksAndDamage(super::HealthState::default())
}

/// Impact armour worn, in points, and the dice of resistance. `AD-ARM-04`, `AD-RES-09`.
pub fn soak(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> u32 {
    let unit = Fighter {
        condition: *condition.attacks_and_damage(),
        ..Fighter::fresh(0, sheet.attacks_and_damage().clone())
    };
    let worn = armour::armour_parts(&unit, Some(super::DamageType::Impact), switches(rules));
    worn.pool() + crate::attacks_and_damage::damage::resistance::resistance_parts(&unit).pool()
}

/// There is none.
pub fn karma(_: &Sheet) -> u8 {
    0
}

/// Animals and some machines have none.
pub fn has_hands(sheet: &Sheet) -> bool {
    sheet.attacks_and_damage().hands
}

/// `AD-BASE-13`, `AD-BASE-14`, `AD-BASE-16`.
pub fn down(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> Option<DownState> {
    health::down(condition.attacks_and_damage(), sheet.attacks_and_damage(), switches(rules))
}

/// The dying are out of the skirmish and lose nothing further in it. `AD-BASE-14`.
pub fn is_dying(_: &HealthState) -> bool {
    false
}

/// Everything this book lets a unit do is among what every book has.
pub fn offers(_: &UnitSnapshot, _: &RuleSet) -> Vec<AvailableAction> {
    Vec::new()
}

/// There is nothing to do.
///
/// # Errors
/// Always.
pub fn may_do(deed: &SpecialAction<'_>, _: &RuleSet) -> Result<Payment, CostError> {
    Err(RuleViolation::new(format!("Attacks and Damage knows no `{}`", deed.key), "AD-BASE-07").into())
}

/// Nothing happens.
///
/// # Errors
/// Never.
pub fn perform(_: &mut impl Table, _: &SpecialAction<'_>, _: &RuleSet) -> RuleResult<ActionOutcome> {
    Ok(ActionOutcome::from_effects(Vec::new()))
}

/// What somebody attacked may always do. `AD-DEF-02`.
pub fn habits() -> &'static [ReactionPrompt] {
    const HABITS: &[ReactionPrompt] = &[ReactionPrompt {
        clause: "AD-DEF-02",
        when: "when attacked",
        answers: &[
            ("decline", "No defence"),
            ("dodge_reaction", "Dodge + Reaction"),
            ("parry", "Parry"),
            ("gymnastics", "Gymnastics + Agility"),
            ("dodge_intuition", "Dodge + Intuition"),
            ("edge", "Agility + Edge"),
        ],
    }];
    HABITS
}

/// What intercepting costs. `SS-ACT-41`.
///
/// # Errors
/// Why it cannot be paid.
pub fn intercepts(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
    pay(unit, ActionRequest::for_action(Action::Intercept), rules)
}

/// Strength and Body; Agility for the feet. `AB-KNOCK-01`, `AB-KNOCK-03`.
pub fn frame(unit: &UnitSnapshot, _: &RuleSet) -> KnockbackProfile {
    let attributes = &unit.sheet.attacks_and_damage().attributes;
    let [strength, body, agility] = [attributes.strength, attributes.body, attributes.agility].map(u32::from);
    KnockbackProfile { mass: strength + body, steady_m: agility, lethal_above: body }
}

#[cfg(test)]
mod tests;
