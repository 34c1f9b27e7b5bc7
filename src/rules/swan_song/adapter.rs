//! What the battlefield asks of this book, answered: see `rules::play` for what each function is.

mod ailing;
mod combat;
mod forecast;
mod show;
mod turns;

pub use ailing::{ailment_roll, burn, trait_value};
pub use combat::{attack, attack_action, attack_barrier, manners, may_attack, may_attack_barrier, scene};
pub use forecast::{forecast, forecast_barrier, preview};
pub use show::{figures, gauges, pledges, stats, weapon_figures, weapon_line, weapon_stats};
pub use turns::{
    initiative, initiative_attribute, initiative_dice, may_run, move_budget, pass_begins, pay, phase_begins,
    phase_ends, price, purse, round_begins, round_ends, sprint, tie_breaks,
};

pub use crate::rules::plain::{footing, notice, stays_concealed, wall_points};

use crate::rules::status;
use std::sync::Arc;

use super::{Fighter, UnitKind, WeaponClass, armour as worn, attack_pool, base, damage};
use crate::dice::{Step, Table};
use crate::rules::{
    Arm, Combatant, Condition, Deed, Down, FireMode, Offer, Outcome, Paid, Purse, Reach, Refused, RuleSet,
    Sheet, Unpaid, Weapon,
};

/// The unit as this book's rules see it.
pub(super) fn fighter(unit: &Combatant) -> Fighter {
    Fighter {
        id: unit.id,
        sheet: unit.sheet.swan_song().clone(),
        vitals: *unit.condition.swan_song(),
        action_points: unit.purse.swan_song().points,
        gait: unit.gait,
        prone: unit.prone,
        full_defense: unit.full_defense,
        defences: unit.defences,
        in_melee: unit.in_melee,
        down: unit.down,
        held: unit.held.iter().map(|held| held.weapon.swan_song().clone()).collect(),
        may_interrupt: unit.down.is_none() && status::may_evade(&unit.ailments),
        karma: unit.karma,
        ailments: unit.present_ailments(),
    }
}

/// `SS-BASE-16`, `SS-ACT-45`.
pub fn arm<'a>(weapon: &'a Weapon, sheet: &Sheet, _: &RuleSet) -> Arm<'a> {
    let weapon = weapon.swan_song();
    let reach = match weapon.class {
        WeaponClass::Ranged => Reach::Ranged { metres: weapon.range },
        WeaponClass::Melee | WeaponClass::Unarmed => {
            Reach::Melee { beyond: u32::from(weapon.reach) + u32::from(sheet.swan_song().reach) }
        }
    };
    Arm {
        name: &weapon.name,
        reach,
        hands: weapon.hands,
        magazine: weapon.magazine,
        modes: &weapon.modes,
        wants_company: false,
    }
}

/// Table SS-T7.
pub fn rounds(_: &Weapon, mode: Option<FireMode>) -> u32 {
    attack_pool::rounds(mode)
}

/// Archetypes name their fists, claws and teeth themselves.
pub fn unarmed(_: &Sheet) -> Option<Weapon> {
    None
}

/// `SS-BASE-23`, `SS-BASE-24`.
pub fn fresh(sheet: &Sheet, rules: &RuleSet) -> Condition {
    Condition::SwanSong(base::vitals_of(sheet.swan_song(), &rules.engine))
}

/// Armour value and half Body. `SS-ATK-20`.
pub fn soak(sheet: &Sheet, _: &Condition, _: &RuleSet) -> u32 {
    let sheet = sheet.swan_song();
    worn::armour_value(sheet) + base::half(u32::from(sheet.attributes.body))
}

/// `SS-BASE-25`.
pub fn karma(sheet: &Sheet) -> u8 {
    sheet.swan_song().karma
}

/// Critters have none.
pub fn has_hands(sheet: &Sheet) -> bool {
    sheet.swan_song().kind != UnitKind::Critter
}

/// `SS-DMG-09`, `SS-DMG-22`.
pub fn down(sheet: &Sheet, condition: &Condition, _: &RuleSet) -> Option<Down> {
    damage::state_of(condition.swan_song(), sheet.swan_song().attributes.body)
}

/// `SS-DMG-21`.
pub fn is_dying(condition: &Condition) -> bool {
    damage::is_dying(condition.swan_song())
}

/// Everything this book lets a unit do is among what every book has.
pub fn offers(_: &Combatant, _: &RuleSet) -> Vec<Offer> {
    Vec::new()
}

/// There is nothing to do.
///
/// # Errors
/// Always.
pub fn may_do(deed: &Deed<'_>, _: &RuleSet) -> Result<Paid, Unpaid> {
    Err(Refused::new(format!("Swan Song knows no `{}`.", deed.key), "SS-ACT-37").into())
}

/// Nothing happens.
///
/// # Errors
/// Never.
pub fn perform(_: &mut impl Table, _: &Deed<'_>, _: &RuleSet) -> Step<Outcome> {
    Ok(Outcome::of(Vec::new()))
}

/// A purse of this book.
fn purse_of(budget: super::budget::Budget) -> Purse {
    Purse::SwanSong(budget)
}

/// A weapon of this book.
fn arm_of(weapon: &Weapon) -> Arc<super::Weapon> {
    weapon.swan_song().clone()
}
