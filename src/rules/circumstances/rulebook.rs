//! What the battlefield asks of this book, answered: see `crate::play` for what each function is.

mod area_attacks;
mod attack_map;
mod attacks;
mod barrier_attacks;
mod body_shield;
pub mod borrowed;
mod display;
mod explosion_odds;
mod falling_and_fatigue;
mod forecast;
mod odds;
pub mod sheet_display;
mod site_attack;
mod special_actions;
mod spells;
mod square_attacks;
mod status;
mod terrain_and_detection;
mod turns;

pub use self::attacks::{attack, attack_action, manners, may_attack};
pub use self::barrier_attacks::{attack_barrier, forecast_barrier, may_attack_barrier, wall_points};
pub use self::body_shield::{bulk, wear};
pub use self::display::{figures, gauges, pledges, stats, weapon_figures, weapon_line, weapon_stats};
pub use self::explosion_odds::{blast, spread};
pub use self::falling_and_fatigue::{aftereffects, fall, fall_remark, rest, round_ends};
pub use self::forecast::{forecast, preview};
pub use self::special_actions::{at_deployment, begins_in_cover, may_do, offers, perform};
pub use self::square_attacks::{attack_square, forecast_square, goes_off, may_attack_square, trigger};
pub use self::status::{ailment_roll, burn, trait_value};
pub use self::terrain_and_detection::{closing, footing, notice, stays_concealed};
pub use self::turns::{
    initiative, initiative_attribute, initiative_dice, may_run, move_budget, pass_begins, pay, phase_begins,
    phase_ends, price, purse, round_begins, sprint, tie_breaks,
};
pub use crate::plain::{hazard, hazard_remark};

pub use crate::plain::{
    about_to_fall, encounter_begins, encounter_ends, may_treat, meet, surprises, treat, treatments,
};

use std::sync::Arc;

use crate::knockback::profile::KnockbackProfile;

use super::{
    Ailment, BurstMode, Characteristic, CurseTrigger, Fighter, GrappleHold, HitLocation, HitLocations,
    MeleeCount, Switches, WeaponClass, WeaponState,
};
use crate::circumstances::health::health_state;
pub use crate::plain::{crash, deed_rounds, evade, is_stopped, keeps_its_feet, pay_towards, shares, strikes};
use crate::status::ActiveAilment;
use crate::turn_engine::Action;
use crate::{
    ActionRequest, BookSwitches, CostError, DownState, FireMode, Grip, HealthState, HeldWeapon, Payment,
    ReactionPrompt, RuleSet, Sheet, TurnBudget, UnitSnapshot, Weapon, WeaponMalfunction, WeaponReach,
    WeaponTraits,
};

/// How a weapon with a burst mode fires. `CS-BASE-36`.
const WITH_BURST: [FireMode; 2] = [FireMode::Single, FireMode::Burst];

/// The switches of this book.
fn switches(rules: &RuleSet) -> &Arc<Switches> {
    match &rules.book {
        BookSwitches::Circumstances(switches) => switches,
        other => {
            panic!("broken invariant: a fight keeps to one book, and this one is {}", other.book().name())
        }
    }
}

/// The unit as this book's rules see it.
fn fighter(unit: &UnitSnapshot) -> Fighter {
    let purse = unit.purse.circumstances();
    Fighter {
        id: unit.id,
        sheet: unit.sheet.circumstances().clone(),
        condition: unit.condition.circumstances().clone(),
        reaction: purse.phase.reaction && unit.down.is_none(),
        gait: unit.gait,
        prone: unit.prone,
        in_melee: unit.in_melee,
        company: MeleeCount { friends: unit.melee.friends, foes: unit.melee.foes },
        hold: unit.grip.map(|grip| match grip {
            Grip::Holding(other) => GrappleHold::Holding(other),
            Grip::HeldBy(other) => GrappleHold::HeldBy(other),
        }),
        shielded: shielded_locations(unit),
        concealed: unit.concealed,
        indoors: unit.indoors,
        held: unit.held.iter().map(|held| held.weapon.circumstances().clone()).collect(),
        ailments: unit.present_ailments(),
        late: unit.late,
        curse: None,
        no_dodge: false,
    }
}

/// The same, with the curse on it if one may still strike; `foe` is whoever attacks it. `CS-BRWA-07`, `CS-CURS-04`.
fn fighter_in_fight(unit: &UnitSnapshot, foe: Option<&UnitSnapshot>, rules: &RuleSet) -> Fighter {
    let by = unit.active_curse().map(|curse| curse.by);
    let auto = switches(rules).curse_auto;
    let curse = by.map(|by| by.filter(|_| !auto).map_or(CurseTrigger::Auto, CurseTrigger::Asks));
    let owned = |one: &ActiveAilment| {
        one.ailment == Ailment::Brainwashed && foe.is_some_and(|foe| u16::from(foe.side) == one.strength)
    };
    Fighter { curse, no_dodge: unit.ailments.iter().any(owned), ..fighter(unit) }
}

/// Locations that a unit keeps behind the cover of its square: none once it has left it. `CS-COV-03`.
fn shielded_locations(unit: &UnitSnapshot) -> HitLocations {
    let purse = unit.purse.circumstances();
    if unit.in_cover {
        purse.shielded.intersection(purse.cover.shielded_locations(unit.prone))
    } else {
        HitLocations::NONE
    }
}

/// The state of a weapon, with so many rounds more in it.
fn weapon_state(held: &HeldWeapon, more: u32) -> WeaponState {
    WeaponState {
        rounds: u16::try_from(held.loaded.saturating_add(more)).unwrap_or(u16::MAX),
        jammed: held.fault == WeaponMalfunction::Jammed,
        cleared: held.fault == WeaponMalfunction::Cleared,
    }
}

/// `CS-BASE-33`, `CS-BASE-36`, `CS-RNG-06`.
pub fn arm<'a>(weapon: &'a Weapon, _: &Sheet, _: &RuleSet) -> WeaponTraits<'a> {
    let weapon = weapon.circumstances();
    let hands = match weapon.class {
        _ if weapon.is_body() => 0,
        WeaponClass::Ranged if !weapon.pistol => 2,
        _ => 1,
    };
    let reach = match weapon.class {
        WeaponClass::Melee => WeaponReach::Melee { beyond: 0 },
        WeaponClass::Ranged | WeaponClass::Thrown => {
            WeaponReach::Ranged { metres: weapon.range.saturating_mul(3) }
        }
    };
    let modes: &[FireMode] =
        if weapon.burst.is_some() && !weapon.is_area() && !weapon.is_melee() { &WITH_BURST } else { &[] };
    WeaponTraits {
        name: &weapon.name,
        reach,
        hands,
        magazine: u32::from(weapon.magazine),
        modes,
        wants_company: weapon.is_area(),
        aims_at_squares: weapon.is_area() && weapon.trigger.is_none(),
    }
}

/// `CS-BASE-36`.
pub fn rounds(weapon: &Weapon, mode: Option<FireMode>) -> u32 {
    let weapon = weapon.circumstances();
    match (mode, weapon.burst) {
        _ if weapon.magazine == 0 => 0,
        (Some(FireMode::Burst), Some(BurstMode { rounds, .. })) => u32::from(rounds),
        _ => 1,
    }
}

/// `CS-BASE-33`.
pub fn unarmed(_: &Sheet) -> Option<Weapon> {
    Some(Weapon::Circumstances(Arc::new(super::Weapon::unarmed())))
}

/// `CS-BASE-13`, `CS-BASE-28`.
pub fn fresh(sheet: &Sheet, _: &RuleSet) -> HealthState {
    HealthState::Circumstances(super::HealthState::unhurt(sheet.circumstances()))
}

/// TB and the AP of the body. `CS-BASE-30`.
pub fn soak(sheet: &Sheet, _: &HealthState, _: &RuleSet) -> u32 {
    let sheet = sheet.circumstances();
    sheet.bonus(Characteristic::Toughness) + u32::from(sheet.armour.ap_at(HitLocation::Body))
}

/// Fate Points are part of the condition. `CS-BASE-28`.
pub fn karma(_: &Sheet) -> u8 {
    0
}

/// The sheet knows of no fighter without hands.
pub fn has_hands(_: &Sheet) -> bool {
    true
}

/// `CS-BASE-13`.
pub fn down(_: &Sheet, condition: &HealthState, rules: &RuleSet) -> Option<DownState> {
    health_state::down(condition.circumstances(), switches(rules))
}

/// Nobody bleeds to death in this book.
pub fn is_dying(_: &HealthState) -> bool {
    false
}

fn wrap_turn_budget(purse: super::TurnBudget) -> TurnBudget {
    TurnBudget::Circumstances(purse)
}

fn wrap_health_state(condition: super::HealthState) -> HealthState {
    HealthState::Circumstances(condition)
}

/// What somebody hit may always do, and whether it joins a melee. `CS-BASE-14`, `CS-MEL-01`.
pub fn habits() -> &'static [ReactionPrompt] {
    const HABITS: &[ReactionPrompt] = &[
        ReactionPrompt {
            clause: "CS-BASE-14",
            when: "when hit, with the Reaction left",
            answers: &[("none", "Take the hit"), ("dodge", "Dodge"), ("parry", "Parry")],
        },
        ReactionPrompt {
            clause: "CS-MEL-01",
            when: "when an enemy comes near",
            answers: &[("stay_out", "Stay out of it"), ("engage", "Engage")],
        },
    ];
    HABITS
}

/// What intercepting costs: the Reaction. `CS-BASE-18`, `SS-ACT-41`.
///
/// # Errors
/// Why it cannot be paid.
pub fn intercepts(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
    pay(unit, ActionRequest::for_action(Action::Intercept), rules)
}

/// Strength and Toughness bonuses, and two for each step above the average size; Agility bonus for the feet.
/// `AB-KNOCK-01`, `AB-KNOCK-03`, `AB-KNOCK-05`.
pub fn frame(unit: &UnitSnapshot, _: &RuleSet) -> KnockbackProfile {
    let sheet = unit.sheet.circumstances();
    let size = 2 * u32::from(sheet.size.saturating_sub(AVERAGE_SIZE));
    let tough = sheet.bonus(super::Characteristic::Toughness);
    let feet = sheet.bonus(super::Characteristic::Agility);
    KnockbackProfile { mass: sheet.strength_bonus() + tough + size, steady_m: feet, lethal_above: tough }
}

/// `CS-SIZ-03`.
const AVERAGE_SIZE: u8 = 4;

#[cfg(test)]
mod tests;
