//! Attacks on units.

use super::{effects, fighter, switches};
use crate::combat_checks::checks::attack as rule;
use crate::combat_checks::checks::range;
use crate::combat_checks::checks::range::AttackError;
use crate::combat_checks::health::damage;
use crate::combat_checks::{
    AttackContext, AttackResult, Characteristic, Fighter, InteractiveObject, NearbyUnit, SecondaryTarget,
    SideBoosts, WeaponClass,
};
use crate::knockback::{self, KnockbackForce};
use crate::swan_song::damage::knockdown;
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, AttackOption, AttackRequest, BarrierOnLine, Bystander, Effect, FireMode, HeldWeapon,
    HitResult, RuleSet, RuleViolation, TargetSight, UnitSnapshot, Weapon,
};
use dice::{Clause, Modifiers, Note, RuleResult, Table};

/// An attack is the action of a turn, whatever the weapon. `CC-ECON-03`.
pub fn attack_action(weapon: &Weapon, _: Option<FireMode>) -> Action {
    match weapon.combat_checks().class {
        WeaponClass::Unarmed => Action::UnarmedAttack,
        WeaponClass::Melee => Action::MeleeAttack,
        WeaponClass::Pistol | WeaponClass::Thrown | WeaponClass::Heavy => Action::Fire(FireMode::Single),
    }
}

/// Ways to attack more than one target, by their number. `CC-CHK-04`.
const TARGET_COUNT_OPTIONS: [(&str, &str, u8); 4] = [
    ("two_targets", "Two targets", 2),
    ("three_targets", "Three targets", 3),
    ("four_targets", "Four targets", 4),
    ("five_targets", "Five targets", 5),
];

/// The way to attack those whom the player has named. `CC-CHK-04`.
pub(crate) const NAMED_TARGETS: &str = "named_targets";

/// Several targets at once, for weapons whose data allows it: those that were named, or the nearest. `CC-CHK-04`,
/// `CC-DMG-03`.
pub fn manners(unit: &UnitSnapshot, held: &HeldWeapon, _: &RuleSet) -> Vec<AttackOption> {
    let most = held.weapon.combat_checks().targets;
    let named = unit.purse.combat_checks().also.count();
    let own = (named > 0 && named < usize::from(most)).then(|| {
        let detail = format!(
            "Also the {} named before: the hardest difficulty and defence count, successes are divided.",
            if named == 1 { "target".to_owned() } else { format!("{named} targets") }
        );
        AttackOption::basic(NAMED_TARGETS, "Named targets", detail, "CC-CHK-04")
    });
    let spreads = TARGET_COUNT_OPTIONS.into_iter().filter(|(_, _, count)| *count <= most);
    let nearest = spreads.map(|(key, label, count)| {
        let detail = format!(
            "Also the {} nearest to the target that are in reach: the hardest difficulty and defence count, \
                 successes are divided.",
            if count == 2 { "enemy".to_owned() } else { format!("{} enemies", count - 1) }
        );
        AttackOption::basic(key, label, detail, "CC-CHK-04")
    });
    own.into_iter().chain(nearest).collect()
}

/// How many targets a manner of attack has.
fn wanted(engagement: &AttackRequest) -> usize {
    let manner = engagement.option.as_deref();
    if manner == Some(NAMED_TARGETS) {
        return 1 + named(engagement).count();
    }
    let spread = TARGET_COUNT_OPTIONS.into_iter().find(|(key, ..)| manner == Some(*key));
    spread.map_or(1, |(.., count)| usize::from(count))
}

/// Who was named besides the first target.
fn named(engagement: &AttackRequest) -> impl Iterator<Item = u32> {
    let first = engagement.defender.id;
    engagement.attacker.purse.combat_checks().also.iter().filter(move |named| *named != first)
}

/// Enemies that can be attacked together with the first target: those named, else the nearest to it first. `CC-CHK-04`.
fn further<'a>(engagement: &'a AttackRequest, wanted: usize) -> Vec<&'a Bystander> {
    if wanted < 2 {
        return Vec::new();
    }
    let (weapon, switches) = (engagement.weapon.combat_checks(), switches(&engagement.rules));
    let fits = |nearby: &&Bystander| {
        nearby.unit.side != engagement.attacker.side
            && nearby.unit.down.is_none()
            && nearby.sight.hidden < FULLY_HIDDEN
            && range::check_range(weapon, &nearby.sight, switches).is_ok()
    };
    let mut all: Vec<&'a Bystander> = engagement.bystanders.iter().filter(fits).collect();
    if engagement.option.as_deref() == Some(NAMED_TARGETS) {
        let find = |id| all.iter().copied().find(|nearby| nearby.unit.id == id);
        return named(engagement).filter_map(find).collect();
    }
    let apart = |nearby: &Bystander| nearby.offset.0.pow(2) + nearby.offset.1.pow(2);
    all.sort_by_key(|nearby| (apart(nearby), nearby.unit.id));
    all.truncate(wanted - 1);
    all
}

/// Hidden wholly, in percent.
pub(crate) const FULLY_HIDDEN: u8 = 100;

/// The attack as this book's rules see it; `bystanders` are needed where it is played.
pub(crate) fn scene(engagement: &AttackRequest, bystanders: bool) -> AttackContext {
    let AttackRequest { attacker, defender, rules, .. } = engagement;
    let weapon = engagement.weapon.combat_checks();
    let others = further(engagement, wanted(engagement));
    let targeted: Vec<u32> = others.iter().map(|nearby| nearby.unit.id).collect();
    let (mut allies, mut enemies, mut objects) = (Vec::new(), Vec::new(), Vec::new());
    if bystanders {
        let able = engagement.bystanders.iter().map(|nearby| &nearby.unit).filter(|unit| unit.down.is_none());
        for unit in able.filter(|unit| !targeted.contains(&unit.id)) {
            let own = unit.side == attacker.side;
            if own { &mut allies } else { &mut enemies }.push(bystander(unit));
        }
        let sighted = !attacker.condition.combat_checks().is_blind();
        objects.extend(engagement.operables.iter().filter(|_| sighted).map(|operable| InteractiveObject {
            id: operable.id,
            name: operable.name.as_str().into(),
            vital: true,
            from_target: operable.from_target,
            in_range: range::check_range(weapon, &straight(operable.from_attacker), switches(rules)).is_ok(),
        }));
    }
    let side = |nearby: &&Bystander| SecondaryTarget {
        fighter: fighter(&nearby.unit, rules),
        sight: nearby.sight,
        surroundings: nearby.surroundings,
    };
    // A part of the body neither falls nor breaks, unless it is a gun.
    let in_hand = weapon.hands > 0 || weapon.ammunition;
    AttackContext {
        attacker: fighter(attacker, rules),
        defender: fighter(defender, rules),
        secondary_targets: others.iter().map(side).collect(),
        weapon: weapon.clone(),
        held: attacker.held.iter().position(|held| held.slot == engagement.slot).filter(|_| in_hand),
        sight: engagement.sight,
        surroundings: engagement.surroundings,
        barriers: on_the_way(&engagement.barriers, rules),
        side_boosts: SideBoosts { givers: engagement.boosts.clone() }.claim(attacker.id),
        allies,
        enemies,
        hidden_feature: None,
        objects,
        round: attacker.round,
        switches: switches(rules).clone(),
    }
}

fn bystander(unit: &UnitSnapshot) -> NearbyUnit {
    let strain = unit.condition.combat_checks().strain;
    NearbyUnit { id: unit.id, name: unit.name.clone(), strain, prone: unit.prone }
}

/// Barriers count where their chapter is played with.
fn on_the_way(barriers: &[BarrierOnLine], rules: &RuleSet) -> Vec<BarrierOnLine> {
    if rules.borrows("barriers") { barriers.to_vec() } else { Vec::new() }
}

/// A straight line over so many squares.
const fn straight(squares: u32) -> TargetSight {
    TargetSight {
        distance_squared: squares * squares,
        chebyshev_distance: squares,
        hidden: 0,
        took_cover: false,
        across_obstacle: false,
        aware: true,
    }
}

/// Nothing of the target is to be seen, and the skirmish does without what happens to walls. `SS-COVER-05`.
pub(crate) fn is_walled_off(engagement: &AttackRequest) -> bool {
    engagement.sight.hidden >= FULLY_HIDDEN && !engagement.rules.borrows("barriers")
}

/// The blind attack whom somebody of their side sees, who is not blind as well. `CC-CHART-24`.
fn knows_where(engagement: &AttackRequest) -> bool {
    let AttackRequest { attacker, bystanders: company, .. } = engagement;
    let sighted = |unit: &UnitSnapshot| !unit.condition.combat_checks().is_blind();
    sighted(attacker)
        || company
            .iter()
            .filter(|nearby| nearby.unit.down.is_none() && nearby.unit.side == attacker.side)
            .any(|nearby| nearby.sees_target && sighted(&nearby.unit))
}

/// `CC-CHK-04`, `CC-RNG-09`, `CC-RNG-11`, `CC-RNG-13`, `CC-THT-10`, `CC-THT-12`, `CC-CHART-24`, `CC-CHART-33`.
///
/// # Errors
/// Why not.
pub fn may_attack(engagement: &AttackRequest) -> Result<(), RuleViolation> {
    if !knows_where(engagement) {
        let (own, target) = (&engagement.attacker.name, &engagement.defender.name);
        let text = format!("{own} is blind, and nobody of its side sees {target}.");
        return Err(RuleViolation::new(text, "CC-CHART-24"));
    }
    let scene = scene(engagement, false);
    scene.validate().map_err(|why| refused(why, &scene.weapon.name))?;
    if is_walled_off(engagement) {
        let text = format!("{} is wholly hidden, and nothing is shot through here.", scene.defender.name);
        return Err(RuleViolation::new(text, "SS-COVER-05"));
    }
    let wanted = wanted(engagement);
    if engagement.option.as_deref() == Some(NAMED_TARGETS) && wanted < 2 {
        let text = format!("Nobody is named besides {}.", engagement.defender.name);
        return Err(RuleViolation::new(text, "CC-CHK-04"));
    }
    if wanted > usize::from(scene.weapon.targets.max(1)) {
        let most = scene.weapon.targets.max(1);
        return Err(refused(AttackError::TooMany { most }, &scene.weapon.name));
    }
    if scene.secondary_targets.len() + 1 < wanted {
        let text = match engagement.option.as_deref() {
            Some(NAMED_TARGETS) => "Not everybody who was named is in reach and sight.".to_owned(),
            _ => format!("There are not {wanted} enemies in reach and sight."),
        };
        return Err(RuleViolation::new(text, "CC-CHK-04"));
    }
    Ok(())
}

pub(crate) fn refused(why: AttackError, weapon: &str) -> RuleViolation {
    let (text, clause): (String, Clause) = match why {
        AttackError::NotEngaged => (format!("{weapon} reaches adjacent targets only."), "CC-RNG-13"),
        AttackError::TooClose => {
            (format!("{weapon} is too large for a shot at an adjacent target."), "CC-RNG-09")
        }
        AttackError::TooFar => (format!("The target is beyond the range of {weapon}."), "CC-RNG-11"),
        AttackError::Empty => (format!("{weapon} is empty: reload it."), "CC-THT-10"),
        AttackError::Useless => (format!("{weapon} cannot be used now."), "CC-THT-12"),
        AttackError::NoArm => (format!("Too few arms for {weapon}."), "CC-CHART-33"),
        AttackError::TooMany { most: 1 } => (format!("{weapon} attacks one target at a time."), "CC-CHK-04"),
        AttackError::TooMany { most } => (format!("{weapon} attacks {most} at once at most."), "CC-CHK-04"),
    };
    RuleViolation::new(text, clause)
}

/// Chapter CHK, with the borrowed knockdown.
///
/// # Errors
/// As the table.
pub fn attack(table: &mut impl Table, engagement: &AttackRequest) -> RuleResult<ActionOutcome> {
    let scene = scene(engagement, true);
    let result = rule::resolve_attack(table, &scene)?;
    let mut knocked = Vec::with_capacity(result.targets.len());
    for (at, struck) in result.targets.iter().enumerate() {
        let target = scene.target(at);
        // The hardest single blow: a free second attack is one of its own. `SS-KNOCK-04`.
        let soak = damage::soak(target, &scene.switches).pool();
        let blow = struck.damage.min(damage::damage_after_soak(struck.raw_damage, soak));
        let falls = !struck.prone && knocks_down(blow, fall_limit(target, &engagement.rules));
        if falls {
            table.note(|| Note {
                clause: "SS-KNOCK-01",
                text: format!("{} is knocked down by {blow} damage", target.name),
                parts: limit(target).0,
            });
        }
        knocked.push(falls);
    }
    let first = result.first_target();
    let mut effects = effects::of(engagement, &scene, &result, &knocked);
    effects.extend(thrown(engagement, &result));
    Ok(ActionOutcome {
        contact: first.contact,
        net: i32::try_from(result.successes).unwrap_or(i32::MAX),
        damage: first.damage,
        words: effects::words(&scene, &result),
        effects,
    })
}

/// Whom the blows throw, away from whoever strikes: nothing of this book bursts. `AB-KNOCK-01`, `AB-KNOCK-02`.
fn thrown(engagement: &AttackRequest, result: &AttackResult) -> Vec<Effect> {
    let AttackRequest { defender, bystanders: company, rules, .. } = engagement;
    let everybody = || [defender].into_iter().chain(company.iter().map(|near| &near.unit));
    let struck = result.targets.iter().filter(|one| matches!(one.contact, HitResult::Hit | HitResult::Graze));
    let blows = struck.filter_map(|one| {
        let unit = everybody().find(|unit| unit.id == one.unit)?;
        knockback::knockback_effect(
            unit,
            KnockbackForce { raw: one.raw_damage, ..KnockbackForce::default() },
            None,
            rules,
        )
    });
    blows.collect()
}

/// The Physical Limit that a fall is measured by, where the chapter is played with. `SS-KNOCK-01`.
pub(crate) fn fall_limit(target: &Fighter, rules: &RuleSet) -> Option<u32> {
    rules.borrows("knockdown").then(|| limit(target).pool().div_ceil(3))
}

/// Damage after Soak against the Physical Limit. `SS-KNOCK-01`, `SS-KNOCK-05`.
pub(crate) fn knocks_down(damage: u32, limit: Option<u32>) -> bool {
    damage > 0 && limit.is_some_and(|limit| knockdown::knocks_down(damage, limit, false))
}

/// Thrice the Physical Limit: Agility stands for what the borrowed chapter calls Reaction. `SS-BASE-20`.
fn limit(target: &Fighter) -> Modifiers {
    let mut parts = Modifiers::new();
    let of = |which| i32::from(target.characteristic(which));
    parts.add(2 * of(Characteristic::Strength), "Strength, twice", "SS-BASE-20");
    parts.add(of(Characteristic::Toughness), "Toughness", "SS-BASE-20");
    parts.add(of(Characteristic::Agility), "Agility", "SS-BASE-20");
    parts
}
