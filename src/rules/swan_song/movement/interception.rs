//! Interception: blows at whoever passes by, and slipping past them. Chapter INTC of the catalogue.

use std::sync::Arc;

use super::gaits;
use crate::Book;
use crate::status::{self, TestKind};
use crate::swan_song::checks::base;
use crate::swan_song::checks::karma;
use crate::swan_song::damage::{last_stand, wounds};
use crate::swan_song::{
    Attribute, DamageType, DamageValue, Fighter, MovementMode, PoolKind, Skill, Switches, Weapon,
    WeaponBuild, WeaponClass, WeaponCondition,
};
use dice::{Clause, Dice, Modifiers, Purpose, RuleResult, Table};

/// The clause of the question whether to intercept.
pub const INTERCEPT_CLAUSE: Clause = "SS-INTC-06";
/// Key of the first way to strike.
pub const STRIKE_KEY: &str = "strike";
/// Key of letting somebody pass.
pub const PASS_KEY: &str = "pass";
/// Accuracy of a firearm used as a club. `SS-INTC-09`.
const CLUB_ACCURACY: u8 = 4;
/// Added to Strength by a firearm used as a club. `SS-INTC-09`.
const CLUB_DAMAGE: i32 = 1;
/// Hits that slipping past needs before any counts. `SS-INTC-14`.
const EVADE_THRESHOLD: u32 = 1;

/// Squares around an opponent in which it intercepts with this reach, in rings. `SS-INTC-01`, `SS-INTC-02`.
pub const fn interception_zone(reach: u32) -> u32 {
    1 + reach
}

/// Where on a path an opponent may strike: the first square of the first visit to its zone that is left again.
///
/// `inside` says of every square from the starting one on whether it is in the zone; the answer counts the same way.
/// `SS-INTC-03` to `SS-INTC-05`, `SS-INTC-17`.
pub fn first_strike_index(inside: &[bool]) -> Option<usize> {
    let mut since = None;
    for (square, &inside) in inside.iter().enumerate() {
        match (inside, since) {
            (true, None) => since = Some(square),
            (false, Some(first)) => return Some(first),
            _ => {}
        }
    }
    None
}

/// Somebody near a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interceptor {
    /// Of another side than the mover.
    pub hostile: bool,
    /// In the fight and conscious.
    pub conscious: bool,
    /// Surprised by the mover.
    pub surprised: bool,
    /// Knows of the mover.
    pub aware: bool,
    /// Lies on the ground.
    pub prone: bool,
}

/// Whether somebody near a path is an opponent who may intercept. `SS-INTC-13`, `SS-INTC-19`.
pub const fn may_intercept(watcher: Interceptor) -> bool {
    let Interceptor { hostile, conscious, surprised, aware, prone } = watcher;
    hostile && conscious && aware && !surprised && !prone
}

/// A way to strike at whoever passes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterceptAttack {
    /// Stable name for journals.
    pub key: String,
    /// On the button: "Strike with the knife".
    pub label: String,
    /// With what.
    pub weapon: Arc<Weapon>,
    /// Its place among what the hands hold; nothing for hands that are empty.
    pub held: Option<usize>,
    /// The clause that offers it.
    pub clause: Clause,
}

/// The ways in which a unit may intercept: with the melee weapon that is ready, else unarmed, and with a firearm as a
/// club. `SS-INTC-07` to `SS-INTC-09`.
pub fn intercept_attacks(fighter: &Fighter) -> Vec<InterceptAttack> {
    let held = || fighter.held.iter().enumerate();
    let with = |class: WeaponClass| held().filter(move |(_, weapon)| weapon.class == class);
    let strike = |(place, weapon): (usize, &Arc<Weapon>), clause| InterceptAttack {
        key: String::new(),
        label: format!("Strike with the {}", weapon.name),
        weapon: weapon.clone(),
        held: Some(place),
        clause,
    };
    let mut strikes: Vec<_> = with(WeaponClass::Melee).map(|weapon| strike(weapon, "SS-INTC-07")).collect();
    if strikes.is_empty() {
        strikes.extend(with(WeaponClass::Unarmed).map(|weapon| strike(weapon, "SS-INTC-08")));
    }
    if strikes.is_empty() {
        strikes.push(InterceptAttack {
            key: String::new(),
            label: "Strike with bare hands".into(),
            weapon: Arc::new(bare_hands()),
            held: None,
            clause: "SS-INTC-08",
        });
    }
    let guns = with(WeaponClass::Ranged).filter(|(_, weapon)| !weapon.modes.is_empty());
    strikes.extend(guns.map(|(place, gun)| InterceptAttack {
        key: String::new(),
        label: format!("Strike with the {} as a club", gun.name),
        weapon: Arc::new(firearm_as_club(gun)),
        held: Some(place),
        clause: "SS-INTC-09",
    }));
    // The first is what somebody means who always strikes.
    for (nth, strike) in strikes.iter_mut().enumerate() {
        strike.key = if nth == 0 { STRIKE_KEY.to_owned() } else { format!("{STRIKE_KEY}_{}", nth + 1) };
    }
    strikes
}

/// Fists of whoever has no natural weapon of its own. `SS-INTC-08`, `SS-DMG-14`.
pub fn bare_hands() -> Weapon {
    Weapon {
        name: "bare hands".into(),
        class: WeaponClass::Unarmed,
        skill: Skill::UnarmedCombat,
        accuracy: None,
        damage: DamageValue::StrengthPlus(0),
        hands: 0,
        ..blunt_weapon()
    }
}

/// A firearm in the hands of somebody who strikes with it. `SS-INTC-09`.
pub fn firearm_as_club(firearm: &Weapon) -> Weapon {
    Weapon { name: format!("{} as a club", firearm.name), hands: firearm.hands, ..blunt_weapon() }
}

fn blunt_weapon() -> Weapon {
    Weapon {
        name: String::new(),
        class: WeaponClass::Melee,
        skill: Skill::Clubs,
        attribute: Attribute::Agility,
        accuracy: Some(CLUB_ACCURACY),
        build: WeaponBuild::Improvised,
        condition: WeaponCondition::Sound,
        damage: DamageValue::StrengthPlus(CLUB_DAMAGE),
        pool: Some(PoolKind::Strain),
        damage_type: DamageType::Kinetic,
        arp: 0,
        reach: 0,
        hands: 1,
        range: 0,
        penetrating: false,
        blunt: true,
        gel: false,
        contact_only: false,
        modes: Vec::new(),
        magazine: 0,
        recoil_compensation: 0,
        trigger: None,
        strike: status::AttackProperties::PLAIN,
        piercing: false,
        blast: 0,
        explosive: false,
        rocket: false,
    }
}

/// Whether a blow ends the movement: damage of at least Body after resistance. `SS-INTC-11`, `SS-INTC-12`.
pub const fn stops_movement(damage: u32, body: u8) -> bool {
    damage >= body as u32
}

/// What the pool of slipping past is made of. `SS-INTC-14`.
pub fn evade_parts(fighter: &Fighter, switches: &Switches) -> Modifiers {
    let mut parts = base::skill_pool(&fighter.sheet, Skill::Acrobatics, Attribute::Agility, switches);
    last_stand::halve_pool(&mut parts, &fighter.vitals);
    parts.0.extend(wounds::wound_parts(&fighter.vitals).0);
    if fighter.gait != MovementMode::Steady {
        parts.0.extend(gaits::own_action_parts(fighter).0);
    }
    parts.0.extend(crate::turn_engine::delay::delayed_action_parts(fighter.phase_delayed).0);
    status::add_test_modifiers(&mut parts, &fighter.ailments, TestKind::Other, Book::SwanSong);
    karma::add_planned_dice(fighter, switches, &mut parts);
    parts
}

/// Opponents whom so many hits slip past: one for each above the threshold. `SS-INTC-15`.
pub const fn opponents_evaded(hits: u32) -> u32 {
    hits.saturating_sub(EVADE_THRESHOLD)
}

/// Rolls slipping past; gives how many opponents do not get their blow. `SS-INTC-14`, `SS-INTC-15`.
///
/// # Errors
/// Those of the table.
pub fn roll_evade(table: &mut impl Table, fighter: &Fighter, switches: &Switches) -> RuleResult<u32> {
    let parts = evade_parts(fighter, switches);
    let limit = Some(base::physical_limit(&fighter.sheet));
    let purpose =
        Purpose { who: Some(fighter.id), why: "slipping past", clause: "SS-INTC-14", parts: &parts.0, limit };
    let hits = table.roll(Dice::d6_hits(parts.pool()), purpose)?.value;
    Ok(opponents_evaded(base::limit_hits(hits, limit)))
}

#[cfg(test)]
mod tests;
