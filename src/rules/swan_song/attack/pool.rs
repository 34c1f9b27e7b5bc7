//! Dice pools of attack and soak, damage value and armour, part by part.

use super::called_shot;
use crate::Book;
use crate::attack::fire_mode;
use crate::status::{self, BodySide, TestKind};
use crate::swan_song::checks::{base, karma};
use crate::swan_song::damage::{armour, last_stand, wounds};
use crate::swan_song::defence::cover;
use crate::swan_song::movement::gaits;
use crate::swan_song::{
    AttackContext, BarrierAttackContext, DamageValue, Fighter, FireMode, Sheet, Skill, Switches, Weapon,
    WeaponClass,
};
use crate::turn_engine::delay;
use dice::Modifiers;

/// Adds a skill's rating, or the untrained modifier. `SS-BASE-02`, `SS-BASE-18`.
pub(crate) fn add_skill(parts: &mut Modifiers, sheet: &Sheet, skill: Skill, switches: &Switches) {
    let rating = sheet.skill(skill);
    parts.add(i32::from(rating), base::skill_name(skill), "SS-BASE-02");
    if rating == 0 {
        parts.add(i32::from(switches.untrained_modifier), "untrained", "SS-BASE-18");
    }
}

/// Rounds fired per attack; 0 without a fire mode.
pub fn rounds_per_attack(mode: Option<FireMode>) -> u32 {
    mode.map_or(0, |mode| fire_mode::fire_mode_stats(mode).rounds)
}

/// Parts of the attack pool against a unit. `SS-ATK-08` to `SS-ATK-12`.
pub fn attack_parts(context: &AttackContext) -> Modifiers {
    let used = (&*context.weapon, context.hand, context.mode);
    let mut parts = attacker_parts(&context.attacker, used, context.rounds_fired, &context.switches);
    let moving = match context.weapon.class {
        WeaponClass::Ranged | WeaponClass::Thrown => gaits::shot_at_runner_parts(&context.defender),
        WeaponClass::Melee | WeaponClass::Unarmed => gaits::charge_parts(context.charge),
    };
    parts.0.extend(moving.0);
    status::add_attacker_bonuses(&mut parts, &context.defender.ailments, Book::SwanSong);
    if cover::is_hidden(context) {
        parts.add(cover::BLIND_FIRE, "blind fire", "SS-BARR-05");
    }
    if context.weapon.class.is_ranged_or_thrown() {
        parts.add(-i32::from(context.visibility_penalty), "light and smoke", "SS-BASE-29");
    }
    if let Some(shot) = context.called_shot {
        shot.add_modifier(&context.switches, &mut parts);
    }
    if let Some(share) = context.share {
        let rest = share.dice.cast_signed() - parts.sum();
        parts.add(rest, share.describe(), "SS-MULTI-07");
    }
    parts
}

/// Parts of the attack pool against a barrier. `SS-BARR-19`.
pub fn barrier_attack_parts(context: &BarrierAttackContext) -> Modifiers {
    let used = (&*context.weapon, context.hand, context.mode);
    let mut parts = attacker_parts(&context.attacker, used, context.rounds_fired, &context.switches);
    if cover::CoverLevel::from_hidden_percent(context.hidden) == cover::CoverLevel::Total {
        parts.add(cover::BLIND_FIRE, "blind fire", "SS-BARR-05");
    }
    parts
}

/// Adds the parts that depend only on the attacker. `SS-BASE-26`.
fn attacker_parts(
    attacker: &Fighter,
    (weapon, hand, mode): (&Weapon, Option<BodySide>, Option<FireMode>),
    rounds_fired: u32,
    switches: &Switches,
) -> Modifiers {
    let sheet = &attacker.sheet;
    let mut parts = base::skill_pool(sheet, weapon.skill, weapon.attribute, switches);
    last_stand::halve_pool(&mut parts, &attacker.vitals);
    parts.0.extend(wounds::wound_parts(&attacker.vitals).0);
    parts.0.extend(gaits::running_unit_parts(attacker).0);
    called_shot::add_hurt_arm(attacker, Some((weapon, hand)), switches, &mut parts);
    parts.0.extend(delay::delayed_action_parts(attacker.phase_delayed).0);
    if mode.is_some() {
        let strength = sheet.attributes.strength;
        let recoil = base::recoil_modifier(
            rounds_per_attack(mode),
            rounds_fired,
            weapon.recoil_compensation,
            strength,
            switches,
        );
        parts.add(recoil, "recoil", "SS-BASE-28");
    }
    let test = if weapon.class.is_ranged_or_thrown() { TestKind::Shot } else { TestKind::Strike };
    status::add_test_modifiers(&mut parts, &attacker.ailments, test, Book::SwanSong);
    karma::add_planned_dice(attacker, switches, &mut parts);
    parts
}

/// Parts of the DV before net hits. `SS-ATK-17`, `SS-ATK-32`.
pub fn damage_parts(attacker: &Fighter, weapon: &Weapon) -> Modifiers {
    let mut parts = Modifiers::new();
    match weapon.damage {
        DamageValue::Fixed(number) => parts.add(number.cast_signed(), "weapon", "SS-ATK-17"),
        DamageValue::StrengthPlus(more) => {
            parts.add(i32::from(attacker.sheet.attributes.strength), "Strength", "SS-ATK-32");
            parts.add(more, "weapon", "SS-ATK-32");
            status::add_strength(&mut parts, &attacker.ailments);
        }
    }
    parts
}

/// Parts of the target's AV after penetration. `SS-ATK-18`, `SS-ATK-19`.
pub fn armour_parts(context: &AttackContext) -> Modifiers {
    let mut parts = armour::armour_parts(&context.defender.sheet);
    let worn = parts.pool();
    let left = armour::modified_armour(worn, context.weapon.arp);
    parts.add(left.cast_signed() - worn.cast_signed(), "armour penetration", "SS-ATK-18");
    parts
}

/// Parts of the target's soak pool. `SS-ATK-20`.
pub fn soak_parts(context: &AttackContext) -> Modifiers {
    armour::soak_parts(&context.defender, context.weapon.arp)
}
