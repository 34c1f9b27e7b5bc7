//! What the battlefield asks of this book, answered: see `crate::play` for what each function is.

mod after_battle;
mod area_attacks;
mod attacks;
mod body_carrying;
mod body_shield;
mod display;
mod falling;
mod forecast;
mod interception;
mod multiple_attacks;
mod special_actions;
mod square_attacks;
mod status;
mod surprise;
mod turns;

pub use self::after_battle::{encounter_ends, may_treat, rest, treat, treatments};
pub use self::area_attacks::blast;
pub use self::attacks::{attack, attack_action, manners, may_attack, may_attack_barrier, scene};
pub use self::body_shield::{bulk, wear};
pub use self::display::{figures, gauges, pledges, stats, weapon_figures, weapon_line, weapon_stats};
pub use self::falling::{fall, fall_remark};
pub use self::forecast::{forecast, forecast_barrier, preview};
pub use self::interception::{evade, is_stopped, strikes};
pub use self::multiple_attacks::{pay_towards, shares, trigger};
pub use self::special_actions::{deed_rounds, may_do, offers, perform};
pub use self::square_attacks::{attack_barrier, attack_square, forecast_square, goes_off, may_attack_square};
pub use self::status::{ailment_roll, burn, trait_value};
pub use self::surprise::{meet, stays_concealed, surprises};
pub use self::turns::{
    about_to_fall, initiative, initiative_attribute, initiative_dice, may_run, move_budget, pass_begins, pay,
    phase_begins, phase_ends, price, purse, round_begins, round_ends, sprint, tie_breaks,
};

pub use crate::plain::{
    aftereffects, at_deployment, begins_in_cover, closing, crash, encounter_begins, footing, hazard,
    hazard_remark, keeps_its_feet, notice, spread, wall_points,
};

use std::sync::Arc;

use crate::knockback::profile::KnockbackProfile;

use super::{Fighter, UnitKind, WeaponClass};
use crate::swan_song::attack::pool;
use crate::swan_song::barriers::body_shield as shielding;
use crate::swan_song::checks::base;
use crate::swan_song::damage::{armour as worn, health};
use crate::turn_engine::Action;
use crate::{
    ActionRequest, CostError, DownState, FireMode, HealthState, Payment, ReactionPrompt, RuleSet, Sheet,
    TurnBudget, UnitSnapshot, Weapon, WeaponReach, WeaponTraits,
};

/// The unit as this book's rules see it.
pub fn fighter(unit: &UnitSnapshot) -> Fighter {
    let mut sheet = unit.sheet.swan_song().clone();
    if let Some(carried) = &unit.carries {
        let (body, strength) = (carried.sheet.swan_song().attributes.body, sheet.attributes.strength);
        Arc::make_mut(&mut sheet).carried = shielding::carrying_burden(body, strength);
    }
    Fighter {
        id: unit.id,
        sheet,
        vitals: *unit.condition.swan_song(),
        action_points: unit.purse.swan_song().points,
        gait: unit.gait,
        prone: unit.prone,
        full_defense: unit.full_defense,
        defences: unit.defences,
        in_melee: unit.in_melee,
        down: unit.down,
        held: unit.held.iter().map(|held| held.weapon.swan_song().clone()).collect(),
        hands: unit.held.iter().map(|held| held.hand).collect(),
        phase_delayed: unit.late,
        may_interrupt: unit.down.is_none() && crate::status::may_evade(&unit.ailments),
        karma: unit.karma,
        in_moving_vehicle: unit.ride.as_ref().is_some_and(|ride| ride.interior().moving),
        ailments: unit.present_ailments(),
    }
}

/// `SS-BASE-16`, `SS-ACT-45`.
pub fn arm<'a>(weapon: &'a Weapon, sheet: &Sheet, _: &RuleSet) -> WeaponTraits<'a> {
    let weapon = weapon.swan_song();
    let reach = match weapon.class {
        WeaponClass::Ranged | WeaponClass::Thrown => WeaponReach::Ranged { metres: weapon.range },
        WeaponClass::Melee | WeaponClass::Unarmed => {
            WeaponReach::Melee { beyond: u32::from(weapon.reach) + u32::from(sheet.swan_song().reach) }
        }
    };
    WeaponTraits {
        name: &weapon.name,
        reach,
        hands: weapon.hands,
        magazine: weapon.magazine,
        modes: &weapon.modes,
        wants_company: weapon.blast > 0,
        aims_at_squares: weapon.blast > 0 && weapon.trigger.is_none(),
    }
}

/// Table SS-T7; what is thrown or launched goes one by one.
pub fn rounds(weapon: &Weapon, mode: Option<FireMode>) -> u32 {
    let weapon = weapon.swan_song();
    let one = weapon.class == WeaponClass::Thrown || weapon.rocket;
    if one { 1 } else { pool::rounds_per_attack(mode) }
}

/// Archetypes name their fists, claws and teeth themselves.
pub fn unarmed(_: &Sheet) -> Option<Weapon> {
    None
}

/// `SS-BASE-23`, `SS-BASE-24`.
pub fn fresh(sheet: &Sheet, rules: &RuleSet) -> HealthState {
    HealthState::SwanSong(base::starting_vitals(sheet.swan_song(), &rules.engine))
}

/// Armour value and half Body. `SS-ATK-20`.
pub fn soak(sheet: &Sheet, _: &HealthState, _: &RuleSet) -> u32 {
    let sheet = sheet.swan_song();
    worn::armour_value(sheet) + base::half(u32::from(sheet.attributes.body))
}

/// `SS-BASE-25`.
pub fn karma(sheet: &Sheet) -> u8 {
    sheet.swan_song().karma
}

/// Critters and vehicles have none.
pub fn has_hands(sheet: &Sheet) -> bool {
    !matches!(sheet.swan_song().kind, UnitKind::Critter | UnitKind::Vehicle)
}

/// `SS-DMG-09`, `SS-DMG-22`.
pub fn down(sheet: &Sheet, condition: &HealthState, _: &RuleSet) -> Option<DownState> {
    health::down_state(condition.swan_song(), sheet.swan_song().attributes.body)
}

/// `SS-DMG-21`.
pub fn is_dying(condition: &HealthState) -> bool {
    health::is_dying(condition.swan_song())
}

/// A purse of this book.
fn purse_of(budget: crate::turn_engine::budget::PassBudget) -> TurnBudget {
    TurnBudget::SwanSong(budget)
}

/// A weapon of this book.
fn arm_of(weapon: &Weapon) -> Arc<super::Weapon> {
    weapon.swan_song().clone()
}

/// What somebody attacked may always do. `SS-ATK-07`.
pub fn habits() -> &'static [ReactionPrompt] {
    const HABITS: &[ReactionPrompt] = &[ReactionPrompt {
        clause: "SS-ATK-07",
        when: "when attacked",
        answers: &[
            ("standard", "Standard defence"),
            ("full_defense", "Full Defence"),
            ("dodge", "Dodge"),
            ("parry", "Parry"),
            ("block", "Block"),
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
    let attributes = &unit.sheet.swan_song().attributes;
    let [strength, body, agility] = [attributes.strength, attributes.body, attributes.agility].map(u32::from);
    KnockbackProfile { mass: strength + body, steady_m: agility, lethal_above: body }
}
