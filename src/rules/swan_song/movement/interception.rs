//! Interception: the attacks of this book on passing enemies, and evading them. Chapter INTC of the catalogue.

use std::sync::Arc;

use super::gaits;
use crate::Book;
use crate::lines::InterceptLine;
use crate::status::{self, TestKind};
use crate::swan_song::attack::called_shot;
use crate::swan_song::checks::base;
use crate::swan_song::checks::karma;
use crate::swan_song::damage::{last_stand, wounds};
use crate::swan_song::{
    Attribute, DamageType, DamageValue, Fighter, MovementMode, PoolKind, Skill, Switches, Weapon,
    WeaponBuild, WeaponClass, WeaponCondition,
};
use crate::turn_engine::interception::STRIKE_KEY;
use dice::{Clause, Dice, Modifiers, Purpose, RuleResult, Table};

/// Accuracy of a firearm used as a club. `SS-INTC-09`.
const CLUB_ACCURACY: u8 = 4;
/// Damage bonus of a firearm used as a club, added to Strength. `SS-INTC-09`.
const CLUB_DAMAGE: i32 = 1;
/// Hits needed before evading counts. `SS-INTC-14`.
const EVADE_THRESHOLD: u32 = 1;

/// An attack option of an interception.
#[derive(Clone, Debug)]
pub struct InterceptAttack {
    /// Stable name in journals.
    pub key: String,
    /// Button label, such as "Strike with the knife".
    pub label: InterceptLine,
    /// The weapon.
    pub weapon: Arc<Weapon>,
    /// Index of the weapon in the unit's hands; `None` for empty hands.
    pub held: Option<usize>,
    /// The clause that allows it.
    pub clause: Clause,
}

/// Returns the attacks with which a unit can intercept: its ready melee weapon, otherwise unarmed, and a firearm as a
/// club. `SS-INTC-07` to `SS-INTC-09`.
pub fn intercept_attacks(fighter: &Fighter) -> Vec<InterceptAttack> {
    let held = || fighter.held.iter().enumerate();
    let with = |class: WeaponClass| held().filter(move |(_, weapon)| weapon.class == class);
    let strike = |(place, weapon): (usize, &Arc<Weapon>), clause| InterceptAttack {
        key: String::new(),
        label: InterceptLine::Strike { weapon: weapon.name.clone() },
        weapon: weapon.clone(),
        held: Some(place),
        clause,
    };
    let mut attacks: Vec<_> = with(WeaponClass::Melee).map(|weapon| strike(weapon, "SS-INTC-07")).collect();
    if attacks.is_empty() {
        attacks.extend(with(WeaponClass::Unarmed).map(|weapon| strike(weapon, "SS-INTC-08")));
    }
    if attacks.is_empty() {
        attacks.push(InterceptAttack {
            key: String::new(),
            label: InterceptLine::StrikeUnarmed,
            weapon: Arc::new(bare_hands()),
            held: None,
            clause: "SS-INTC-08",
        });
    }
    let guns = with(WeaponClass::Ranged).filter(|(_, weapon)| !weapon.modes.is_empty());
    attacks.extend(guns.map(|(place, gun)| InterceptAttack {
        key: String::new(),
        label: InterceptLine::StrikeWithGun { weapon: gun.name.clone() },
        weapon: Arc::new(firearm_as_club(gun)),
        held: Some(place),
        clause: "SS-INTC-09",
    }));
    // The first option is the one that auto-responses choose.
    for (nth, strike) in attacks.iter_mut().enumerate() {
        strike.key = if nth == 0 { STRIKE_KEY.to_owned() } else { format!("{STRIKE_KEY}_{}", nth + 1) };
    }
    attacks
}

/// Fists of a unit without a natural weapon. `SS-INTC-08`, `SS-DMG-14`.
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

/// A firearm used as a club. `SS-INTC-09`.
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

/// Whether an attack ends the movement: damage of at least Body after resistance. `SS-INTC-11`, `SS-INTC-12`.
pub const fn stops_movement(damage: u32, body: u8) -> bool {
    damage >= body as u32
}

/// Parts of the pool for evading. `SS-INTC-14`.
pub fn evade_parts(fighter: &Fighter, switches: &Switches) -> Modifiers {
    let mut parts = base::skill_pool(&fighter.sheet, Skill::Acrobatics, Attribute::Agility, switches);
    last_stand::halve_pool(&mut parts, &fighter.vitals);
    parts.0.extend(wounds::wound_parts(&fighter.vitals).0);
    if fighter.gait != MovementMode::Steady {
        parts.0.extend(gaits::running_unit_parts(fighter).0);
    }
    parts.0.extend(crate::turn_engine::delay::delayed_action_parts(fighter.phase_delayed).0);
    called_shot::add_hurt_arm(fighter, None, switches, &mut parts);
    status::add_test_modifiers(&mut parts, &fighter.ailments, TestKind::Other, Book::SwanSong);
    karma::add_planned_dice(fighter, switches, &mut parts);
    parts
}

/// Number of opponents evaded: one for each hit above the threshold. `SS-INTC-15`.
pub const fn opponents_evaded(hits: u32) -> u32 {
    hits.saturating_sub(EVADE_THRESHOLD)
}

/// Rolls to evade; returns the number of opponents who lose their attack. The planned Karma dice are part of the pool
/// and have to be paid, see [`karma::buys_dice`]. `SS-INTC-14`, `SS-INTC-15`, `SS-BASE-26`.
pub fn roll_evade(table: &mut impl Table, fighter: &Fighter, switches: &Switches) -> RuleResult<u32> {
    let parts = evade_parts(fighter, switches);
    let limit = Some(base::physical_limit(&fighter.sheet));
    let purpose =
        Purpose { who: Some(fighter.id), why: "evade", clause: "SS-INTC-14", parts: &parts.0, limit };
    let hits = table.roll(Dice::d6_hits(parts.pool()), purpose)?.value;
    Ok(opponents_evaded(base::limit_hits(hits, limit)))
}

#[cfg(test)]
mod tests;
