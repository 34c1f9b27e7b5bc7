//! What the battlefield asks of this book, answered: see `rules::play` for what each function is.

mod aftermath;
mod ailing;
mod area;
mod bodies;
mod combat;
mod deeds;
mod fall;
mod forecast;
mod intercept;
mod place;
mod screen;
mod several;
mod show;
mod surprise;
mod turns;

pub use aftermath::{encounter_ends, may_treat, rest, treat, treatments};
pub use ailing::{ailment_roll, burn, trait_value};
pub use area::blast;
pub use combat::{attack, attack_action, manners, may_attack, may_attack_barrier, scene};
pub use deeds::{deed_rounds, may_do, offers, perform};
pub use fall::{fall, fall_remark};
pub use forecast::{forecast, forecast_barrier, preview};
pub use intercept::{evade, is_stopped, strikes};
pub use place::{attack_barrier, attack_square, forecast_square, goes_off, may_attack_square};
pub use screen::{bulk, wear};
pub use several::{pay_towards, shares, trigger};
pub use show::{figures, gauges, pledges, stats, weapon_figures, weapon_line, weapon_stats};
pub use surprise::{meet, stays_concealed, surprises};
pub use turns::{
    about_to_fall, initiative, initiative_attribute, initiative_dice, may_run, move_budget, pass_begins, pay,
    phase_begins, phase_ends, price, purse, round_begins, round_ends, sprint, tie_breaks,
};

pub use crate::plain::{
    aftereffects, at_deployment, begins_in_cover, closing, crash, encounter_begins, footing, hazard,
    hazard_remark, keeps_its_feet, notice, spread, wall_points,
};

use crate::status;
use std::sync::Arc;

use crate::aberrant::knock::Frame;

use super::{Fighter, UnitKind, WeaponClass, armour as worn, attack_pool, base, body, damage};
use crate::engine::Action;
use crate::{
    Act, Arm, Combatant, Condition, Down, FireMode, Habit, Paid, Purse, Reach, RuleSet, Sheet, Unpaid, Weapon,
};

/// The unit as this book's rules see it.
pub fn fighter(unit: &Combatant) -> Fighter {
    let mut sheet = unit.sheet.swan_song().clone();
    if let Some(carried) = &unit.carries {
        let (body, strength) = (carried.sheet.swan_song().attributes.body, sheet.attributes.strength);
        Arc::make_mut(&mut sheet).carried = body::burden(body, strength);
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
        late: unit.late,
        may_interrupt: unit.down.is_none() && status::may_evade(&unit.ailments),
        karma: unit.karma,
        in_moving_vehicle: unit.ride.as_ref().is_some_and(|ride| ride.cabin().moving),
        ailments: unit.present_ailments(),
    }
}

/// `SS-BASE-16`, `SS-ACT-45`.
pub fn arm<'a>(weapon: &'a Weapon, sheet: &Sheet, _: &RuleSet) -> Arm<'a> {
    let weapon = weapon.swan_song();
    let reach = match weapon.class {
        WeaponClass::Ranged | WeaponClass::Thrown => Reach::Ranged { metres: weapon.range },
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
        wants_company: weapon.blast > 0,
        aims_at_squares: weapon.blast > 0 && weapon.trigger.is_none(),
    }
}

/// Table SS-T7; what is thrown or launched goes one by one.
pub fn rounds(weapon: &Weapon, mode: Option<FireMode>) -> u32 {
    let weapon = weapon.swan_song();
    let one = weapon.class == WeaponClass::Thrown || weapon.rocket;
    if one { 1 } else { attack_pool::rounds(mode) }
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

/// Critters and vehicles have none.
pub fn has_hands(sheet: &Sheet) -> bool {
    !matches!(sheet.swan_song().kind, UnitKind::Critter | UnitKind::Vehicle)
}

/// `SS-DMG-09`, `SS-DMG-22`.
pub fn down(sheet: &Sheet, condition: &Condition, _: &RuleSet) -> Option<Down> {
    damage::state_of(condition.swan_song(), sheet.swan_song().attributes.body)
}

/// `SS-DMG-21`.
pub fn is_dying(condition: &Condition) -> bool {
    damage::is_dying(condition.swan_song())
}

/// A purse of this book.
fn purse_of(budget: super::budget::Budget) -> Purse {
    Purse::SwanSong(budget)
}

/// A weapon of this book.
fn arm_of(weapon: &Weapon) -> Arc<super::Weapon> {
    weapon.swan_song().clone()
}

/// What somebody attacked may always do. `SS-ATK-07`.
pub fn habits() -> &'static [Habit] {
    const HABITS: &[Habit] = &[Habit {
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
pub fn intercepts(unit: &Combatant, rules: &RuleSet) -> Result<Paid, Unpaid> {
    pay(unit, Act::of(Action::Intercept), rules)
}
/// Strength and Body; Agility for the feet. `AB-KNOCK-01`, `AB-KNOCK-03`.
pub fn frame(unit: &Combatant, _: &RuleSet) -> Frame {
    let attributes = &unit.sheet.swan_song().attributes;
    let [strength, body, agility] = [attributes.strength, attributes.body, attributes.agility].map(u32::from);
    Frame { mass: strength + body, feet: agility, hardy: body }
}
