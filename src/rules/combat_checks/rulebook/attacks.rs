//! Attacks on units, and what all attacks go through first.

use super::{effects, fighter, switches};
use crate::combat_checks::checks::attack as rule;
use crate::combat_checks::checks::range;
use crate::combat_checks::checks::range::AttackError;
use crate::combat_checks::health::damage;
use crate::combat_checks::lines::{CheckNote, CombatChecksRefusal, WeaponRefusal};
use crate::combat_checks::{
    AttackContext, AttackResult, Characteristic, Fighter, InteractiveObject, NearbyUnit, SecondaryTarget,
    SideBoosts, WeaponClass,
};
use crate::knockback::{self, KnockbackForce};
use crate::knockdown;
use crate::rulebook::refuse_cell_target;
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, AttackOption, AttackRequest, AttackTarget, BarrierOnLine, Bystander, FireMode, HeldWeapon,
    HitResult, RuleSet, RuleStep, RuleViolation, TargetSight, UnitAttack, UnitSnapshot, Weapon,
};
use dice::{Modifiers, Note, RuleResult, Table};
use model::UnitId;

/// Every attack is the action of a turn. `CC-ECON-03`.
pub fn attack_action(weapon: &Weapon, _: Option<FireMode>) -> Action {
    match weapon.combat_checks().class {
        WeaponClass::Unarmed => Action::UnarmedAttack,
        WeaponClass::Melee => Action::MeleeAttack,
        WeaponClass::Pistol | WeaponClass::Thrown | WeaponClass::Heavy => Action::Fire(FireMode::Single),
    }
}

/// Options for several targets, by id. `CC-CHK-04`.
const TARGET_COUNT_OPTIONS: [(&str, &str, u8); 4] = [
    ("two_targets", "Two targets", 2),
    ("three_targets", "Three targets", 3),
    ("four_targets", "Four targets", 4),
    ("five_targets", "Five targets", 5),
];

/// Option for the targets that the player has chosen. `CC-CHK-04`.
pub(crate) const NAMED_TARGETS: &str = "named_targets";

/// Options for several targets, for weapons that allow it: the chosen or the nearest ones. `CC-CHK-04`, `CC-DMG-03`.
pub fn attack_options(unit: &UnitSnapshot, held: &HeldWeapon, _: &RuleSet) -> Vec<AttackOption> {
    let most = held.weapon.combat_checks().targets;
    let named = unit.budget.combat_checks().also.count();
    let own = (named > 0 && named < usize::from(most)).then(|| {
        let detail = format!(
            "Also attacks the {} chosen before. Highest difficulty and defence apply; successes are divided.",
            if named == 1 { "target".to_owned() } else { format!("{named} targets") }
        );
        AttackOption::basic(NAMED_TARGETS, "Chosen targets", detail, "CC-CHK-04")
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

/// Number of targets of an attack option.
fn wanted(request: UnitAttack<'_>) -> usize {
    let manner = request.option.as_deref();
    if manner == Some(NAMED_TARGETS) {
        return 1 + named(request).count();
    }
    let spread = TARGET_COUNT_OPTIONS.into_iter().find(|(key, ..)| manner == Some(*key));
    spread.map_or(1, |(.., count)| usize::from(count))
}

/// Further targets that the player has chosen.
fn named(attack: UnitAttack<'_>) -> impl Iterator<Item = UnitId> {
    let first = attack.target.defender.id;
    attack.request.attacker.budget.combat_checks().also.iter().filter(move |named| *named != first)
}

/// Enemies to attack together with the first target: the chosen ones, or the nearest to it. `CC-CHK-04`.
fn further(attack: UnitAttack<'_>, wanted: usize) -> Vec<&Bystander> {
    if wanted < 2 {
        return Vec::new();
    }
    let request = attack.request;
    let (weapon, switches) = (request.weapon.combat_checks(), switches(&request.rules));
    let fits = |nearby: &&Bystander| {
        nearby.unit.side != request.attacker.side
            && nearby.unit.down.is_none()
            && nearby.sight.hidden < FULLY_HIDDEN
            && range::check_range(weapon, &nearby.sight, switches).is_ok()
    };
    let mut all: Vec<&Bystander> = request.bystanders.iter().filter(fits).collect();
    if request.option.as_deref() == Some(NAMED_TARGETS) {
        let find = |id| all.iter().copied().find(|nearby| nearby.unit.id == id);
        return named(attack).filter_map(find).collect();
    }
    let apart = |nearby: &Bystander| nearby.offset.0.pow(2) + nearby.offset.1.pow(2);
    all.sort_by_key(|nearby| (apart(nearby), nearby.unit.id));
    all.truncate(wanted - 1);
    all
}

/// Fully hidden, in percent.
pub(crate) const FULLY_HIDDEN: u8 = 100;

/// Builds the attack context of this book; `bystanders` are needed to resolve it.
pub(crate) fn scene(request: UnitAttack<'_>, bystanders: bool) -> AttackContext {
    let AttackRequest { attacker, rules, .. } = request.request;
    let weapon = request.weapon.combat_checks();
    let others = further(request, wanted(request));
    let targeted: Vec<UnitId> = others.iter().map(|nearby| nearby.unit.id).collect();
    let (mut allies, mut enemies, mut objects) = (Vec::new(), Vec::new(), Vec::new());
    if bystanders {
        let able = request.bystanders.iter().map(|nearby| &nearby.unit).filter(|unit| unit.down.is_none());
        for unit in able.filter(|unit| !targeted.contains(&unit.id)) {
            let own = unit.side == attacker.side;
            if own { &mut allies } else { &mut enemies }.push(bystander(unit));
        }
        let sighted = !attacker.condition.combat_checks().is_blind();
        objects.extend(request.operables.iter().filter(|_| sighted).map(|operable| InteractiveObject {
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
    // Parts of the body are neither dropped nor broken, except guns.
    let in_hand = weapon.hands > 0 || weapon.ammunition;
    AttackContext {
        attacker: fighter(attacker, rules),
        defender: fighter(&request.target.defender, rules),
        secondary_targets: others.iter().map(side).collect(),
        weapon: weapon.clone(),
        held: attacker.held.iter().position(|held| held.slot == request.slot).filter(|_| in_hand),
        sight: request.sight,
        surroundings: request.surroundings,
        barriers: on_the_way(&request.barriers, rules),
        side_boosts: SideBoosts { givers: request.boosts.clone() }.claim(attacker.id),
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

/// Barriers count only if their chapter is in use.
fn on_the_way(barriers: &[BarrierOnLine], rules: &RuleSet) -> Vec<BarrierOnLine> {
    if rules.borrows("barriers") { barriers.to_vec() } else { Vec::new() }
}

/// A straight line of this length in squares.
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

/// Whether the target is fully hidden while barrier damage is not in use. `SS-COVER-05`.
pub(crate) fn is_walled_off(request: &AttackRequest) -> bool {
    request.sight.hidden >= FULLY_HIDDEN && !request.rules.borrows("barriers")
}

/// Whether a blind attacker can attack: an ally that is not blind sees the target. `CC-CHART-24`.
fn knows_where(request: &AttackRequest) -> bool {
    let AttackRequest { attacker, bystanders: company, .. } = request;
    let sighted = |unit: &UnitSnapshot| !unit.condition.combat_checks().is_blind();
    sighted(attacker)
        || company
            .iter()
            .filter(|nearby| nearby.unit.down.is_none() && nearby.unit.side == attacker.side)
            .any(|nearby| nearby.sees_target && sighted(&nearby.unit))
}

/// Checks an attack by its target: a unit or a barrier.
///
/// # Errors
/// Returns a `RuleViolation` if the attack is not allowed.
pub fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation> {
    match &request.target {
        AttackTarget::Unit(target) => may_attack_unit(UnitAttack { request, target }),
        AttackTarget::Barrier(_) => super::barriers::may_attack_barrier(request),
        AttackTarget::Cell => Err(refuse_cell_target(request)),
    }
}
/// Checks that an attack on a unit is allowed. `CC-CHK-04`, `CC-RNG-09`, `CC-RNG-11`, `CC-RNG-13`, `CC-THT-10`,
/// `CC-THT-12`, `CC-CHART-24`, `CC-CHART-33`.
///
/// # Errors
/// Returns a `RuleViolation` if the attack is not allowed.
fn may_attack_unit(request: UnitAttack<'_>) -> Result<(), RuleViolation> {
    if !knows_where(&request) {
        let (attacker, target) = (request.attacker.name.clone(), request.target.defender.name.clone());
        return Err(RuleViolation::new(CombatChecksRefusal::Blind { attacker, target }, "CC-CHART-24"));
    }
    let scene = scene(request, false);
    scene.validate().map_err(|why| refused(why, &scene.weapon.name))?;
    if is_walled_off(&request) {
        let target = scene.defender.name;
        return Err(RuleViolation::new(CombatChecksRefusal::FullyHidden { target }, "SS-COVER-05"));
    }
    let wanted = wanted(request);
    if request.option.as_deref() == Some(NAMED_TARGETS) && wanted < 2 {
        let target = request.target.defender.name.clone();
        return Err(RuleViolation::new(CombatChecksRefusal::NoFurtherTarget { target }, "CC-CHK-04"));
    }
    if wanted > usize::from(scene.weapon.targets.max(1)) {
        let most = scene.weapon.targets.max(1);
        return Err(refused(AttackError::TooMany { most }, &scene.weapon.name));
    }
    if scene.secondary_targets.len() + 1 < wanted {
        let why = match request.option.as_deref() {
            Some(NAMED_TARGETS) => CombatChecksRefusal::ChosenOutOfReach,
            _ => CombatChecksRefusal::TooFewEnemies { wanted },
        };
        return Err(RuleViolation::new(why, "CC-CHK-04"));
    }
    Ok(())
}

pub(crate) fn refused(why: AttackError, weapon: &str) -> RuleViolation {
    RuleViolation::new(WeaponRefusal { why, weapon: weapon.to_owned() }, why.clause())
}

/// Resolves an attack on a unit or a barrier.
pub fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
    match &request.target {
        AttackTarget::Unit(target) => attack_unit(table, UnitAttack { request, target }),
        AttackTarget::Barrier(barrier) => super::barriers::attack_barrier(table, request, barrier),
        AttackTarget::Cell => Ok(ActionOutcome::from_effects(Vec::new())),
    }
}

/// Resolves an attack on a unit: chapter CHK, with the borrowed knockdown.
fn attack_unit(table: &mut impl Table, request: UnitAttack<'_>) -> RuleResult<ActionOutcome> {
    let scene = scene(request, true);
    let result = rule::resolve_attack(table, &scene)?;
    let mut knocked = Vec::with_capacity(result.targets.len());
    for (at, struck) in result.targets.iter().enumerate() {
        let target = scene.target(at);
        // The hardest single blow; a free second attack is a blow of its own. `SS-KNOCK-04`.
        let soak = damage::soak(target, &scene.switches).pool();
        let blow = struck.damage.min(damage::damage_after_soak(struck.raw_damage, soak));
        let falls = !struck.prone && knocks_down(blow, fall_limit(target, &request.rules));
        if falls {
            table.note(|| {
                let line = CheckNote::KnockedDown { unit: target.name.clone(), damage: blow };
                Note { parts: limit(target).0, ..Note::new("SS-KNOCK-01", line) }
            });
        }
        knocked.push(falls);
    }
    let first = result.first_target();
    let mut effects = effects::of(request, &scene, &result, &knocked);
    effects.extend(thrown(request, &result));
    Ok(ActionOutcome {
        contact: first.contact,
        net: i32::try_from(result.successes).unwrap_or(i32::MAX),
        damage: first.damage,
        words: effects::target_outcomes(&scene, &result).into(),
        effects,
    })
}

/// Knockback, away from the attacker; this book has no blasts. `AB-KNOCK-01`, `AB-KNOCK-02`.
fn thrown(request: UnitAttack<'_>, result: &AttackResult) -> Vec<RuleStep> {
    let AttackRequest { bystanders: company, rules, .. } = request.request;
    let everybody = || [&request.target.defender].into_iter().chain(company.iter().map(|near| &near.unit));
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

/// The Physical Limit for knockdown; `None` if the chapter is not in use. `SS-KNOCK-01`.
pub(crate) fn fall_limit(target: &Fighter, rules: &RuleSet) -> Option<u32> {
    rules.borrows("knockdown").then(|| limit(target).pool().div_ceil(3))
}

/// Whether damage after Soak knocks down. `SS-KNOCK-01`, `SS-KNOCK-05`.
pub(crate) fn knocks_down(damage: u32, limit: Option<u32>) -> bool {
    damage > 0 && limit.is_some_and(|limit| knockdown::knocks_down(damage, limit, false))
}

/// Three times the Physical Limit; Agility replaces Reaction of the borrowed chapter. `SS-BASE-20`.
fn limit(target: &Fighter) -> Modifiers {
    let mut parts = Modifiers::new();
    let of = |which| i32::from(target.characteristic(which));
    parts.add(2 * of(Characteristic::Strength), "Strength x 2", "SS-BASE-20");
    parts.add(of(Characteristic::Toughness), "Toughness", "SS-BASE-20");
    parts.add(of(Characteristic::Agility), "Agility", "SS-BASE-20");
    parts
}
