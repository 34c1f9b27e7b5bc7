//! What the battlefield asks of this book, answered: see `rules::play` for what each function is.

mod ailing;
mod area;
mod barriers;
mod combat;
mod deeds;
mod fall;
mod forecast;
mod hazard;
mod held;
mod hurl;
mod knock;
mod screen;
mod show;
mod turns;

pub use ailing::{ailment_roll, burn, trait_value};
pub use area::{attack_square, blast, forecast_square, may_attack_square, spread};
pub use barriers::{attack_barrier, forecast_barrier, may_attack_barrier, wall_points};
pub use combat::{attack, attack_action, manners, may_attack};
pub use deeds::{may_do, offers, perform};
pub use fall::{fall, fall_remark};
pub use forecast::{forecast, preview};
pub use hazard::{hazard, hazard_remark};
pub use knock::{crash, frame, keeps_its_feet};
pub use screen::{bulk, wear};
pub use show::{figures, gauges, pledges, stats, weapon_figures, weapon_line, weapon_stats};
pub use turns::{
    encounter_ends, initiative, initiative_attribute, initiative_dice, may_run, move_budget, pass_begins,
    pay, phase_begins, phase_ends, price, purse, rest, round_begins, round_ends, sprint, tie_breaks,
};

pub use crate::plain::{
    about_to_fall, aftereffects, at_deployment, begins_in_cover, closing, deed_rounds, encounter_begins,
    evade, footing, goes_off, is_stopped, may_treat, meet, notice, pay_towards, shares, stays_concealed,
    strikes, surprises, treat, treatments, trigger,
};

use std::sync::Arc;

use super::range::{self, Bracket};
use super::soak::Column;
use super::{Fighter, grapple, stack};
use crate::{
    Arm, Combatant, Condition, Down, Effect, FireMode, Habit, Paid, Purse, Reach, RuleSet, Sheet, Unpaid,
    Weapon,
};

/// Rounds of one attack with what has a magazine.
const ROUNDS: u32 = 1;

/// The unit as this book's rules see it.
fn fighter(unit: &Combatant) -> Fighter {
    let in_hand = unit.held.iter().map(|held| held.weapon.aberrant()).filter(|weapon| weapon.hands() > 0);
    Fighter {
        id: unit.id,
        sheet: unit.sheet.aberrant().clone(),
        condition: unit.condition.aberrant().clone(),
        effort: unit.purse.aberrant().effort,
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

/// A unit has this left, and nothing was paid for it.
fn left(unit: u32, after: super::Purse) -> Effect {
    Effect::Purse { unit, action: None, points: 0, after: Purse::Aberrant(after) }
}

/// A unit is in this condition now.
fn harmed(unit: u32, after: super::Condition, damage: u32) -> Effect {
    Effect::Condition { unit, after: Condition::Aberrant(after), damage }
}

/// `AB-RANGE-04`, `AB-THROW-01`, `SS-BASE-16`.
pub fn arm<'a>(weapon: &'a Weapon, sheet: &Sheet, rules: &RuleSet) -> Arm<'a> {
    let weapon = weapon.aberrant();
    let reach = if weapon.is_melee() {
        Reach::Melee { beyond: u32::from(weapon.reach) }
    } else {
        let increment = range::increment_m(weapon, sheet.aberrant(), rules.book.aberrant()).unwrap_or(0);
        Reach::Ranged { metres: increment.saturating_mul(Bracket::Extreme.increments()) }
    };
    let (name, hands, magazine) = (weapon.name.as_str(), weapon.hands(), weapon.magazine);
    let bursts = weapon.area > 0;
    Arm { name, reach, hands, magazine, modes: &[], wants_company: bursts, aims_at_squares: bursts }
}

/// One for each attack; nothing from what has no magazine.
pub fn rounds(weapon: &Weapon, _: Option<FireMode>) -> u32 {
    ROUNDS.min(weapon.aberrant().magazine)
}

/// Strength dice of bashing damage. `AB-BASE-10`.
pub fn unarmed(sheet: &Sheet) -> Option<Weapon> {
    Some(Weapon::Aberrant(Arc::new(grapple::bare_hands(sheet.aberrant()))))
}

/// `AB-TRACK-01`, `AB-BASE-14`.
pub fn fresh(sheet: &Sheet, _: &RuleSet) -> Condition {
    Condition::Aberrant(super::Condition::fresh(sheet.aberrant()))
}

/// Lethal soak of all three categories. `AB-STACK-11`.
pub fn soak(sheet: &Sheet, condition: &Condition, _: &RuleSet) -> u32 {
    stack::total(sheet.aberrant(), condition.aberrant(), Column::Lethal)
}

/// The book has Willpower instead.
pub fn karma(_: &Sheet) -> u8 {
    0
}

/// As its sheet says.
pub fn has_hands(sheet: &Sheet) -> bool {
    sheet.aberrant().hands
}

/// `AB-TRACK-07`, `AB-STUN-06`, `AB-TYPE-06`.
pub fn down(sheet: &Sheet, condition: &Condition, _: &RuleSet) -> Option<Down> {
    condition.aberrant().fate(sheet.aberrant()).down()
}

/// Dying takes minutes here, and no skirmish lasts so long. `AB-RULING-09`.
pub fn is_dying(_: &Condition) -> bool {
    false
}

/// What somebody attacked may always do. `AB-BASE-08`.
pub fn habits() -> &'static [Habit] {
    const HABITS: &[Habit] = &[Habit {
        clause: "AB-BASE-08",
        when: "when attacked",
        answers: &[("none", "No defence"), ("dodge", "Dodge"), ("parry", "Parry")],
    }];
    HABITS
}

/// What intercepting costs: an action of this phase, or of the next one. `AB-CANCEL-03`, `SS-ACT-41`.
///
/// # Errors
/// All actions of the next phase are given up already.
pub fn intercepts(unit: &Combatant, _: &RuleSet) -> Result<Paid, Unpaid> {
    let before = *unit.purse.aberrant();
    let mut purse = before;
    if before.effort.points > 0 {
        purse.effort.points -= 1;
        purse.effort.queued = purse.effort.queued.min(purse.effort.points);
    } else if before.effort.owed < super::actions::POINTS {
        purse.effort.owed += 1;
    } else {
        return Err(Unpaid::Points { needed: 1, left: 0 });
    }
    let points = before.effort.points - purse.effort.points;
    Ok(Paid { purse: Purse::Aberrant(purse), points, free: 0, condition: None })
}

#[cfg(test)]
mod tests;
