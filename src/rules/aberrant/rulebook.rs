//! What the battlefield asks of this book, answered: see `crate::play` for what each function is.

mod aimed_knockback;
mod area_attacks;
mod attacks;
mod barrier_attacks;
mod body_shield;
pub mod borrowed;
mod display;
mod falling;
mod forecast;
mod hazards;
mod held_items;
mod knockback;
pub mod sheet_display;
mod special_actions;
mod status;
mod turns;

pub use self::area_attacks::{attack_square, blast, forecast_square, may_attack_square, spread};
pub use self::attacks::{attack, attack_action, manners, may_attack};
pub use self::barrier_attacks::{attack_barrier, forecast_barrier, may_attack_barrier, wall_points};
pub use self::body_shield::{bulk, wear};
pub use self::display::{figures, gauges, pledges, stats, weapon_figures, weapon_line, weapon_stats};
pub use self::falling::{fall, fall_remark};
pub use self::forecast::{forecast, preview};
pub use self::hazards::{hazard, hazard_remark};
pub use self::knockback::{crash, frame, keeps_its_feet};
pub use self::special_actions::{may_do, offers, perform};
pub use self::status::{ailment_roll, burn, trait_value};
pub use self::turns::{
    encounter_ends, initiative, initiative_attribute, initiative_dice, may_run, move_budget, pass_begins,
    pay, phase_begins, phase_ends, price, purse, rest, round_begins, round_ends, sprint, tie_breaks,
};

pub use crate::plain::{
    about_to_fall, aftereffects, at_deployment, begins_in_cover, closing, deed_rounds, encounter_begins,
    evade, footing, goes_off, is_stopped, may_treat, meet, notice, pay_towards, shares, stays_concealed,
    strikes, surprises, treat, treatments, trigger,
};

use std::sync::Arc;

use super::Fighter;
use crate::aberrant::attacks::grapple;
use crate::aberrant::attacks::range;
use crate::aberrant::attacks::range::RangeBracket;
use crate::aberrant::protection::soak::SoakColumn;
use crate::aberrant::protection::stacking;
use crate::{
    CostError, DownState, Effect, FireMode, HealthState, Payment, ReactionPrompt, RuleSet, Sheet, TurnBudget,
    UnitSnapshot, Weapon, WeaponReach, WeaponTraits,
};

/// Rounds of one attack with what has a magazine.
const ROUNDS: u32 = 1;

/// The unit as this book's rules see it.
fn fighter(unit: &UnitSnapshot) -> Fighter {
    let in_hand =
        unit.held.iter().map(|held| held.weapon.aberrant()).filter(|weapon| weapon.hands_needed() > 0);
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
fn turn_budget_effect(unit: u32, after: super::TurnBudget) -> Effect {
    Effect::TurnBudget { unit, action: None, points: 0, after: TurnBudget::Aberrant(after) }
}

/// A unit is in this condition now.
fn health_effect(unit: u32, after: super::HealthState, damage: u32) -> Effect {
    Effect::HealthState { unit, after: HealthState::Aberrant(after), damage }
}

/// `AB-RANGE-04`, `AB-THROW-01`, `SS-BASE-16`.
pub fn arm<'a>(weapon: &'a Weapon, sheet: &Sheet, rules: &RuleSet) -> WeaponTraits<'a> {
    let weapon = weapon.aberrant();
    let reach = if weapon.is_melee() {
        WeaponReach::Melee { beyond: u32::from(weapon.reach) }
    } else {
        let increment = range::increment_m(weapon, sheet.aberrant(), rules.book.aberrant()).unwrap_or(0);
        WeaponReach::Ranged { metres: increment.saturating_mul(RangeBracket::Extreme.increments()) }
    };
    let (name, hands, magazine) = (weapon.name.as_str(), weapon.hands_needed(), weapon.magazine);
    let bursts = weapon.area > 0;
    WeaponTraits { name, reach, hands, magazine, modes: &[], wants_company: bursts, aims_at_squares: bursts }
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
pub fn fresh(sheet: &Sheet, _: &RuleSet) -> HealthState {
    HealthState::Aberrant(super::HealthState::unhurt(sheet.aberrant()))
}

/// Lethal soak of all three categories. `AB-STACK-11`.
pub fn soak(sheet: &Sheet, condition: &HealthState, _: &RuleSet) -> u32 {
    stacking::total_soak(sheet.aberrant(), condition.aberrant(), SoakColumn::Lethal)
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
pub fn down(sheet: &Sheet, condition: &HealthState, _: &RuleSet) -> Option<DownState> {
    condition.aberrant().life_status(sheet.aberrant()).down()
}

/// Dying takes minutes here, and no skirmish lasts so long. `AB-RULING-09`.
pub fn is_dying(_: &HealthState) -> bool {
    false
}

/// What somebody attacked may always do. `AB-BASE-08`.
pub fn habits() -> &'static [ReactionPrompt] {
    const HABITS: &[ReactionPrompt] = &[ReactionPrompt {
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
pub fn intercepts(unit: &UnitSnapshot, _: &RuleSet) -> Result<Payment, CostError> {
    let before = *unit.purse.aberrant();
    let mut purse = before;
    if before.effort.points > 0 {
        purse.effort.points -= 1;
        purse.effort.queued = purse.effort.queued.min(purse.effort.points);
    } else if before.effort.owed < crate::aberrant::turn::actions::ACTION_POINTS {
        purse.effort.owed += 1;
    } else {
        return Err(CostError::TooFewPoints { needed: 1, left: 0 });
    }
    let points = before.effort.points - purse.effort.points;
    Ok(Payment { purse: TurnBudget::Aberrant(purse), points, free: 0, condition: None })
}

#[cfg(test)]
mod tests;
