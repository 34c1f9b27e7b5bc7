//! Attacks on barriers: this book's test and damage, and what Swan Song says of walls. Borrowed, see `borrow`.

use super::super::blast::{Landing, LaunchScene};
use super::super::check::{self, Target, Test};
use super::super::cover;
use super::super::harm::Force;
use super::super::scatter::Offset;
use super::super::{Attempt, Loaded, Manner as How, Weapon as Own, WeaponClass, attempt, jam, legality};
use super::forecast;
use super::spot::AtSpot;
use super::turns::fate;
use crate::swan_song::barrier::{self, Force as Blow};
use crate::swan_song::{self, DamageType, DamageValue, PoolKind, Skill, WeaponBuild, WeaponCondition};
use crate::{
    BarrierEngagement, BarrierHarm, BarrierOnLine, Contact, Down, Effect, FireMode, Forecast, Gist, Helps,
    Odds, Outcome, Refused, Remark, RuleSet, Sum,
};
use dice::{Carrying, Modifiers, Policy, Step, Table, enumerate};

/// The chapter in the table of borrowed ones.
const CHAPTER: &str = "barriers and penetration";

fn how(mode: Option<FireMode>) -> How {
    if mode == Some(FireMode::Burst) { How::Burst } else { How::Standard }
}

fn attempt_of<'a>(scene: &'a LaunchScene, mode: Option<FireMode>) -> Attempt<'a> {
    Attempt { manner: how(mode), ..scene.attempt() }
}

/// As for units.
///
/// # Errors
/// As for units; or the skirmish has no attacks on barriers.
pub fn may_attack_barrier(engagement: &BarrierEngagement) -> Result<(), Refused> {
    if !engagement.rules.borrows(CHAPTER) {
        return Err(Refused::new("nothing breaks barriers in this skirmish", "SS-BARR-19"));
    }
    if engagement.sight.hidden >= 100 {
        return Err(Refused::new("something else stands before it: attack that first", "SS-BARR-10"));
    }
    let at = AtSpot::from(engagement);
    let scene = at.scene();
    legality::may_attack(&attempt_of(&scene, engagement.mode), at.state(&scene))
        .map_err(|why| Refused::new(why.to_string(), why.clause()))
}

/// What strikes a wall, in the terms of the book that has walls: damage value and penetration. `SS-BARR-12`.
fn translated(weapon: &Own) -> swan_song::Weapon {
    let class = match weapon.class {
        WeaponClass::Melee if weapon.is_body() => swan_song::WeaponClass::Unarmed,
        WeaponClass::Melee => swan_song::WeaponClass::Melee,
        WeaponClass::Ranged | WeaponClass::Thrown => swan_song::WeaponClass::Ranged,
    };
    swan_song::Weapon {
        name: weapon.name.clone(),
        class,
        skill: Skill::Blades,
        attribute: swan_song::Attribute::Agility,
        accuracy: None,
        build: WeaponBuild::Standard,
        condition: WeaponCondition::Sound,
        damage: DamageValue::Fixed(0),
        pool: Some(PoolKind::Health),
        damage_type: DamageType::Kinetic,
        arp: i32::from(weapon.penetration),
        reach: 0,
        hands: 1,
        range: weapon.range,
        penetrating: weapon.class == WeaponClass::Ranged && !weapon.is_area(),
        piercing: false,
        blast: 0,
        explosive: false,
        rocket: false,
        blunt: false,
        gel: false,
        contact_only: false,
        modes: Vec::new(),
        magazine: u32::from(weapon.magazine),
        recoil_compensation: 0,
        trigger: None,
        strike: crate::status::Strike::PLAIN,
    }
}

/// How the attack met the wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Struck {
    hit: bool,
    jams: bool,
    fate_spent: bool,
}

/// The test, where the weapon has no area. `CS-BASE-08`, chapter JAM.
fn aim(table: &mut impl Table, scene: &LaunchScene, target: &Target, how: How) -> Step<Struck> {
    let threshold = jam::threshold(&scene.weapon, how, &scene.switches);
    let misfires = |roll| threshold.is_some_and(|least| roll >= least);
    let test = Test {
        fighter: &scene.attacker,
        why: "attack",
        clause: "CS-BASE-08",
        target,
        switches: &scene.switches,
    };
    let tested = test.make_unless(table, misfires)?;
    let jams = !tested.passed && misfires(tested.roll) && jam::misfire(&scene.weapon) == jam::Misfire::Jams;
    table.settle(Struck { hit: tested.passed, jams, fate_spent: tested.fate_spent })
}

/// Damage against the segment. `SS-BARR-29` to `SS-BARR-33`, `SS-BARR-37`.
fn strike(table: &mut impl Table, engagement: &BarrierEngagement, scene: &LaunchScene) -> Step<u32> {
    let force = Force::new(&scene.attacker, &scene.weapon, false, &scene.switches);
    let dv = force.roll(table)?;
    let dv = table.settle(dv)?;
    let weapon = translated(&scene.weapon);
    let rounds = if scene.weapon.is_melee() { 0 } else { fired(&scene.weapon, engagement.mode) };
    let switches = &engagement.rules.engine;
    let blow = Blow { weapon: &weapon, pool: PoolKind::Health, rounds, extra: 0, switches };
    barrier::strike(table, &blow, dv, &engagement.barrier)
}

fn fired(weapon: &Own, mode: Option<FireMode>) -> u32 {
    match (mode, weapon.burst) {
        (Some(FireMode::Burst), Some(burst)) => u32::from(burst.rounds),
        _ => 1,
    }
}

/// The test of this book without a defence, then chapter BARR.
///
/// # Errors
/// As the table.
pub fn attack_barrier(table: &mut impl Table, engagement: &BarrierEngagement) -> Step<Outcome> {
    let at = AtSpot::from(engagement);
    let scene = at.scene();
    let (hit, mut effects, mut words) = if scene.weapon.is_area() {
        let whereto = format!("at the {}", engagement.barrier.name);
        let (launched, effects, blown) = at.burst(table, &scene, &whereto)?;
        (launched.landing == Landing::OnTarget, effects, blown.words)
    } else {
        let how = how(engagement.mode);
        let target = attempt::target_number(&attempt_of(&scene, engagement.mode));
        let struck = aim(table, &scene, &target, how)?;
        let rounds = u16::try_from(super::rounds(&engagement.weapon, engagement.mode)).unwrap_or(u16::MAX);
        let after =
            if struck.jams { Loaded { jammed: true, ..scene.loaded } } else { scene.loaded.spend(rounds) };
        let mut effects = at.left_behind(&scene, after);
        effects.extend(fate(&engagement.attacker, struck.fate_spent));
        let words = if struck.jams { vec!["the weapon jams".to_owned()] } else { Vec::new() };
        (struck.hit, effects, words)
    };
    let damage = if hit {
        strike(&mut Carrying::new(table, (effects.clone(), words.clone())), engagement, &scene)?
    } else {
        0
    };
    if damage > 0 {
        effects.push(Effect::Barrier(BarrierHarm { id: engagement.barrier.id, damage }));
        words.insert(0, format!("{damage} damage"));
    }
    let contact = if hit { Contact::Hit } else { Contact::Miss };
    Ok(Outcome { contact, net: i32::from(hit), damage, words: words.join(", "), effects })
}

/// Chapter BARR: damage is the segment's, out means a hole.
pub fn forecast_barrier(engagement: &BarrierEngagement) -> Option<Forecast> {
    let at = AtSpot::from(engagement);
    let scene = at.scene();
    let target = attempt::target_number(&attempt_of(&scene, engagement.mode));
    let threshold = jam::threshold(&scene.weapon, how(engagement.mode), &scene.switches);
    let hits = (1..=100)
        .filter(|&roll| check::passes(roll, target.number) && threshold.is_none_or(|least| roll < least))
        .count();
    // Of the test nothing matters but the hit: one branch for it, one for a miss.
    let hits = check::d100_under(i32::try_from(hits).unwrap_or(100));
    let left = cover::default_ap_left(&engagement.barrier);
    let all = enumerate(Policy::first(), |table| {
        let purpose = dice::Purpose {
            who: Some(scene.attacker.id),
            why: "attack",
            clause: "CS-BASE-08",
            parts: &[],
            limit: None,
        };
        let hit = table.roll(hits, purpose)?.value > 0;
        let damage = if hit { strike(table, engagement, &scene)? } else { 0 };
        Ok(Gist {
            contact: if hit { Contact::Hit } else { Contact::Miss },
            net: i32::from(hit),
            damage,
            knocked_down: false,
            down: (left > 0 && damage >= left).then_some(Down::Unconscious),
            barriers: Vec::new(),
        })
    })
    .ok()?;
    let force = Force::new(&scene.attacker, &scene.weapon, false, &scene.switches);
    let armor = barrier::armor_parts(&engagement.barrier, &translated(&scene.weapon));
    let sum = |name, value: String, helps, parts: &Modifiers, clause| Sum {
        name,
        value,
        helps,
        parts: parts.clone(),
        clause,
    };
    let mut remarks = Vec::new();
    if let Some(least) = threshold {
        let text = "Misses, and may jam".to_owned();
        remarks.push(Remark { text, value: format!("{least} or more"), clause: "CS-JAM-01" });
    }
    if scene.weapon.is_area() {
        let caught = at.explosion(&scene).caught(Offset::default());
        remarks.push(forecast::reaches(&caught, scene.weapon.blast, None));
    }
    Some(Forecast {
        roll: format!("{} or less", target.number.max(0)),
        symbols: None,
        joint: Vec::new(),
        sums: vec![
            sum("Target number", target.number.to_string(), Helps::Attacker, &target.parts, "CS-BASE-01"),
            sum("Damage", force.dice().to_string(), Helps::Attacker, &force.bonus, "CS-BASE-12"),
            sum("Armor", armor.pool().to_string(), Helps::Target, &armor, "SS-BARR-29"),
        ],
        remarks,
        odds: Odds::of(&all, &[]),
        answers: Vec::new(),
        barriers: engagement.barriers.iter().map(|other| (other.clone(), false)).collect(),
        hidden: engagement.sight.hidden,
        unit: "damage",
    })
}

/// AP of the whole object. `CS-COV-15`, `CS-COV-16`.
pub fn wall_points(barrier: &BarrierOnLine, _: &RuleSet) -> u32 {
    cover::default_ap(barrier)
}
