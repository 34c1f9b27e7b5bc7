//! Units and weapons as the rules of this book see them.

use std::sync::Arc;

use super::CircumstancesRulebook;
use crate::circumstances::health::health_state;
use crate::circumstances::{
    Ailment, BurstMode, Characteristic, CurseTrigger, Fighter, GrappleHold, HitLocation, HitLocations,
    MeleeCount, Switches, TurnBudget as OwnBudget, WeaponClass, WeaponState,
};
use crate::rulebook::UnitRules;
use crate::status::ActiveAilment;
use crate::{
    DownState, FireMode, Grip, HealthState, HeldWeapon, RuleSet, Sheet, TurnBudget, UnitSnapshot, Weapon,
    WeaponMalfunction, WeaponReach, WeaponTraits,
};

/// How a weapon with a burst mode fires. `CS-BASE-36`.
const WITH_BURST: [FireMode; 2] = [FireMode::Single, FireMode::Burst];

impl UnitRules for CircumstancesRulebook {
    /// `CS-BASE-33`, `CS-BASE-36`, `CS-RNG-06`.
    fn weapon_traits<'a>(weapon: &'a Weapon, _: &Sheet, _: &RuleSet) -> WeaponTraits<'a> {
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
            needs_bystanders: weapon.is_area(),
            aims_at_squares: weapon.is_area() && weapon.trigger.is_none(),
        }
    }

    /// `CS-BASE-36`.
    fn rounds_per_attack(weapon: &Weapon, mode: Option<FireMode>) -> u32 {
        let weapon = weapon.circumstances();
        match (mode, weapon.burst) {
            _ if weapon.magazine == 0 => 0,
            (Some(FireMode::Burst), Some(BurstMode { rounds, .. })) => u32::from(rounds),
            _ => 1,
        }
    }

    /// `CS-BASE-33`.
    fn unarmed_weapon(_: &Sheet) -> Option<Weapon> {
        Some(Weapon::Circumstances(Arc::new(crate::circumstances::Weapon::unarmed())))
    }

    /// `CS-BASE-13`, `CS-BASE-28`.
    fn starting_health(sheet: &Sheet, _: &RuleSet) -> HealthState {
        HealthState::Circumstances(crate::circumstances::HealthState::unhurt(sheet.circumstances()))
    }

    /// All units start with a Reaction. `CS-BASE-18`.
    fn starting_budget(_: &Sheet, _: &RuleSet) -> TurnBudget {
        wrap_turn_budget(OwnBudget::default())
    }

    /// TB and the AP of the body. `CS-BASE-30`.
    fn soak(sheet: &Sheet, _: &HealthState, _: &RuleSet) -> u32 {
        let sheet = sheet.circumstances();
        sheet.bonus(Characteristic::Toughness) + u32::from(sheet.armour.ap_at(HitLocation::Body))
    }

    /// `CS-BASE-13`.
    fn down_state(_: &Sheet, condition: &HealthState, rules: &RuleSet) -> Option<DownState> {
        health_state::down_state(condition.circumstances(), switches(rules))
    }
}

/// The switches of this book.
pub(super) fn switches(rules: &RuleSet) -> &Arc<Switches> {
    rules.book.circumstances()
}

/// The unit as this book's rules see it, with a curse that may still take effect. `CS-CURS-04`.
pub(super) fn fighter(unit: &UnitSnapshot, rules: &RuleSet) -> Fighter {
    let by = unit.active_curse().map(|curse| curse.by);
    let auto = switches(rules).curse_auto;
    let curse = by.map(|by| by.filter(|_| !auto).map_or(CurseTrigger::Auto, CurseTrigger::Asks));
    let budget = unit.budget.circumstances();
    Fighter {
        id: unit.id,
        sheet: unit.sheet.circumstances().clone(),
        condition: unit.condition.circumstances().clone(),
        reaction: budget.phase.reaction && unit.down.is_none(),
        gait: unit.gait,
        prone: unit.prone,
        in_melee: unit.in_melee,
        melee: MeleeCount { friends: unit.melee.friends, foes: unit.melee.foes },
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
        curse,
        no_dodge: false,
    }
}

/// The target of an attack as this book's rules see it: a Brainwashed unit does not dodge its controller's side.
/// `CS-BRWA-07`.
pub(super) fn defending_fighter(unit: &UnitSnapshot, attacker: u8, rules: &RuleSet) -> Fighter {
    let controlled =
        |one: &ActiveAilment| one.ailment == Ailment::Brainwashed && u16::from(attacker) == one.strength;
    Fighter { no_dodge: unit.ailments.iter().any(controlled), ..fighter(unit, rules) }
}

/// Locations that a unit shields behind the cover of its square; none if it is not in cover. `CS-COV-03`.
pub(super) fn shielded_locations(unit: &UnitSnapshot) -> HitLocations {
    let budget = unit.budget.circumstances();
    if unit.in_cover {
        budget.shielded.intersection(budget.cover.shielded_locations(unit.prone))
    } else {
        HitLocations::NONE
    }
}

/// The state of a weapon, with this many more rounds.
pub(super) fn weapon_state(held: &HeldWeapon, more: u32) -> WeaponState {
    WeaponState {
        rounds: u16::try_from(held.loaded.saturating_add(more)).unwrap_or(u16::MAX),
        jammed: held.fault == WeaponMalfunction::Jammed,
        cleared: held.fault == WeaponMalfunction::Cleared,
    }
}

pub(super) fn wrap_turn_budget(budget: crate::circumstances::TurnBudget) -> TurnBudget {
    TurnBudget::Circumstances(budget)
}

pub(super) fn wrap_health_state(condition: crate::circumstances::HealthState) -> HealthState {
    HealthState::Circumstances(condition)
}
