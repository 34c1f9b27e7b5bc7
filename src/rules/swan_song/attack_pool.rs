//! Attack pools: what the dice of an attack are made of.

use super::{
    AttackScene, BarrierScene, DamageValue, Fighter, FireMode, Sheet, Skill, Switches, Weapon, WeaponClass,
    actions, armour, base, called, cover, delay, karma, last_stand, movement, wound,
};
use crate::Book;
use crate::status::{self, Part, Test};
use dice::Modifiers;

/// Adds a skill's rating, or what an untrained one gives. `SS-BASE-02`, `SS-BASE-18`.
pub(super) fn add_skill(parts: &mut Modifiers, sheet: &Sheet, skill: Skill, switches: &Switches) {
    let rating = sheet.skill(skill);
    parts.add(i32::from(rating), base::skill_name(skill), "SS-BASE-02");
    if rating == 0 {
        parts.add(i32::from(switches.untrained_modifier), "untrained", "SS-BASE-18");
    }
}

/// Rounds one attack fires; 0 without a fire mode.
pub fn rounds(mode: Option<FireMode>) -> u32 {
    mode.map_or(0, |mode| actions::fire_row(mode).rounds)
}

/// What the pool of an attack on a unit is made of. `SS-ATK-08` to `SS-ATK-12`.
pub fn attack_parts(scene: &AttackScene) -> Modifiers {
    let used = (&*scene.weapon, scene.hand, scene.mode);
    let mut parts = own_parts(&scene.attacker, used, scene.rounds_fired, &scene.switches);
    let moving = match scene.weapon.class {
        WeaponClass::Ranged | WeaponClass::Thrown => movement::shot_parts(&scene.defender),
        WeaponClass::Melee | WeaponClass::Unarmed => movement::charge_parts(scene.charge),
    };
    parts.0.extend(moving.0);
    status::add_exposures(&mut parts, &scene.defender.ailments, Book::SwanSong);
    if cover::is_hidden(scene) {
        parts.add(cover::BLIND_FIRE, "blind fire", "SS-BARR-05");
    }
    if scene.weapon.class.flies() {
        parts.add(-i32::from(scene.murk), "light and smoke", "SS-BASE-29");
    }
    if let Some(shot) = scene.called {
        shot.add_to(&scene.switches, &mut parts);
    }
    if let Some(share) = scene.share {
        let rest = share.dice.cast_signed() - parts.sum();
        parts.add(rest, share.words(), "SS-MULTI-07");
    }
    parts
}

/// What the pool of an attack on a barrier is made of. `SS-BARR-19`.
pub fn barrier_attack_parts(scene: &BarrierScene) -> Modifiers {
    let used = (&*scene.weapon, scene.hand, scene.mode);
    let mut parts = own_parts(&scene.attacker, used, scene.rounds_fired, &scene.switches);
    if cover::Cover::of(scene.hidden) == cover::Cover::Total {
        parts.add(cover::BLIND_FIRE, "blind fire", "SS-BARR-05");
    }
    parts
}

/// What depends on the attacker alone. `SS-BASE-26`.
fn own_parts(
    attacker: &Fighter,
    (weapon, hand, mode): (&Weapon, Option<Part>, Option<FireMode>),
    rounds_fired: u32,
    switches: &Switches,
) -> Modifiers {
    let sheet = &attacker.sheet;
    let mut parts = base::skill_pool(sheet, weapon.skill, weapon.attribute, switches);
    last_stand::halve(&mut parts, &attacker.vitals);
    parts.0.extend(wound::wound_parts(&attacker.vitals).0);
    parts.0.extend(movement::own_action_parts(attacker).0);
    called::add_hurt_arm(attacker, weapon, hand, &mut parts);
    parts.0.extend(delay::late_parts(attacker.late).0);
    if mode.is_some() {
        let strength = sheet.attributes.strength;
        let recoil = base::recoil(rounds(mode), rounds_fired, weapon.recoil_compensation, strength, switches);
        parts.add(recoil, "recoil", "SS-BASE-28");
    }
    let test = if weapon.class.flies() { Test::Shot } else { Test::Strike };
    status::add_changes(&mut parts, &attacker.ailments, test, Book::SwanSong);
    karma::add_planned_dice(attacker, switches, &mut parts);
    parts
}

/// What the DV before net hits is made of. `SS-ATK-17`, `SS-ATK-32`.
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

/// What the AV of the target after penetration is made of. `SS-ATK-18`, `SS-ATK-19`.
pub fn armour_parts(scene: &AttackScene) -> Modifiers {
    let mut parts = armour::armour_parts(&scene.defender.sheet);
    let worn = parts.pool();
    let left = armour::modified_armour(worn, scene.weapon.arp);
    parts.add(left.cast_signed() - worn.cast_signed(), "armour penetration", "SS-ATK-18");
    parts
}

/// What the soak pool of the target is made of. `SS-ATK-20`.
pub fn soak_parts(scene: &AttackScene) -> Modifiers {
    armour::soak_parts(&scene.defender, scene.weapon.arp)
}
