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
pub fn attack_parts(scene: &AttackContext) -> Modifiers {
    let used = (&*scene.weapon, scene.hand, scene.mode);
    let mut parts = attacker_parts(&scene.attacker, used, scene.rounds_fired, &scene.switches);
    let moving = match scene.weapon.class {
        WeaponClass::Ranged | WeaponClass::Thrown => gaits::shot_at_runner_parts(&scene.defender),
        WeaponClass::Melee | WeaponClass::Unarmed => gaits::charge_parts(scene.charge),
    };
    parts.0.extend(moving.0);
    status::add_attacker_bonuses(&mut parts, &scene.defender.ailments, Book::SwanSong);
    if cover::is_hidden(scene) {
        parts.add(cover::BLIND_FIRE, "blind fire", "SS-BARR-05");
    }
    if scene.weapon.class.is_ranged_or_thrown() {
        parts.add(-i32::from(scene.visibility_penalty), "light and smoke", "SS-BASE-29");
    }
    if let Some(shot) = scene.called {
        shot.add_modifier(&scene.switches, &mut parts);
    }
    if let Some(share) = scene.share {
        let rest = share.dice.cast_signed() - parts.sum();
        parts.add(rest, share.describe(), "SS-MULTI-07");
    }
    parts
}

/// Parts of the attack pool against a barrier. `SS-BARR-19`.
pub fn barrier_attack_parts(scene: &BarrierAttackContext) -> Modifiers {
    let used = (&*scene.weapon, scene.hand, scene.mode);
    let mut parts = attacker_parts(&scene.attacker, used, scene.rounds_fired, &scene.switches);
    if cover::CoverLevel::from_hidden_percent(scene.hidden) == cover::CoverLevel::Total {
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
    parts.0.extend(gaits::own_action_parts(attacker).0);
    called_shot::add_hurt_arm(attacker, weapon, hand, &mut parts);
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
pub fn armour_parts(scene: &AttackContext) -> Modifiers {
    let mut parts = armour::armour_parts(&scene.defender.sheet);
    let worn = parts.pool();
    let left = armour::modified_armour(worn, scene.weapon.arp);
    parts.add(left.cast_signed() - worn.cast_signed(), "armour penetration", "SS-ATK-18");
    parts
}

/// Parts of the target's soak pool. `SS-ATK-20`.
pub fn soak_parts(scene: &AttackContext) -> Modifiers {
    armour::soak_parts(&scene.defender, scene.weapon.arp)
}
