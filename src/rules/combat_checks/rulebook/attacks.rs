//! Attacks on units, and what all attacks go through first.

use super::{CombatChecksRulebook, attack_steps, barriers, switches};
use crate::combat_checks::checks::attack;
use crate::combat_checks::checks::barriers::FULLY_HIDDEN;
use crate::combat_checks::checks::environment::ZERO_GRAVITY_SETBACK;
use crate::combat_checks::checks::range::{AttackError, check_range};
use crate::combat_checks::health::damage::{self, is_knocked_down, physical_limit, tripled_limit};
use crate::combat_checks::lines::{CheckNote, CombatChecksRefusal, WeaponRefusal};
use crate::combat_checks::options::values::Environment;
use crate::combat_checks::{
    AttackContext, AttackResult, Fighter, InteractiveObject, LikelyAttack, NearbyUnit, SecondaryTarget,
    SideBoosts, WeaponClass,
};
use crate::knockback::{self, KnockbackForce};
use crate::knockdown::ALWAYS_KNOCKDOWN_DAMAGE;
use crate::lines::DiceOfKind;
use crate::rulebook::{AttackRules, refuse_cell_target};
use crate::status;
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, AttackOption, AttackRequest, AttackTarget, Bystander, FireMode, HeldWeapon, HitResult,
    RuleSet, RuleStep, RuleViolation, TargetSight, UnitAttack, UnitSnapshot, Weapon,
};
use dice::{Note, RuleResult, Table};
use model::{BarrierId, UnitId};

/// Options for several targets: key, label and number of targets. `CC-CHK-04`.
const TARGET_COUNT_OPTIONS: [(&str, &str, u8); 4] = [
    ("two_targets", "Two targets", 2),
    ("three_targets", "Three targets", 3),
    ("four_targets", "Four targets", 4),
    ("five_targets", "Five targets", 5),
];

/// Key of the option for the targets that the player has chosen. `CC-CHK-04`.
pub(super) const CHOSEN_TARGETS: &str = "named_targets";

impl AttackRules for CombatChecksRulebook {
    /// Every attack is the action of a turn. `CC-ECON-03`.
    fn attack_action(weapon: &Weapon, _: Option<FireMode>) -> Action {
        match weapon.combat_checks().class {
            WeaponClass::Unarmed => Action::UnarmedAttack,
            WeaponClass::Melee => Action::MeleeAttack,
            WeaponClass::Pistol | WeaponClass::Thrown | WeaponClass::Heavy => Action::Fire(FireMode::Single),
        }
    }

    /// Several targets, for weapons that allow it: the chosen or the nearest ones. `CC-CHK-04`, `CC-DMG-03`.
    fn attack_options(unit: &UnitSnapshot, held: &HeldWeapon, _: &RuleSet) -> Vec<AttackOption> {
        let most = held.weapon.combat_checks().targets;
        let count = unit.budget.combat_checks().chosen_targets.count();
        let chosen = (count > 0 && count < usize::from(most)).then(|| {
            let detail = format!(
                "Also attacks the {} chosen before. Highest difficulty and defence apply; successes are divided.",
                if count == 1 { "target".to_owned() } else { format!("{count} targets") }
            );
            AttackOption::basic(CHOSEN_TARGETS, "Chosen targets", detail, "CC-CHK-04")
        });
        let allowed = TARGET_COUNT_OPTIONS.into_iter().filter(|(_, _, count)| *count <= most);
        let nearest = allowed.map(|(key, label, count)| {
            let detail = format!(
                "Also the {} in reach: the hardest difficulty and defence count, successes are divided.",
                match count {
                    2 => "enemy nearest to the target that is".to_owned(),
                    _ => format!("{} enemies nearest to the target that are", count - 1),
                }
            );
            AttackOption::basic(key, label, detail, "CC-CHK-04")
        });
        chosen.into_iter().chain(nearest).collect()
    }

    /// Setback dice, however much is hidden. `CC-DEF-05`.
    fn cover_effect(rules: &RuleSet, hidden: u8) -> Option<String> {
        let dice = switches(rules).cover_defence;
        (hidden > 0 && dice > 0).then(|| DiceOfKind(dice, "setback").to_string())
    }

    /// Setback dice, if the environment counts. `CC-ENV-01`.
    fn zero_gravity_effect(rules: &RuleSet) -> Option<String> {
        let counts = switches(rules).environment != Environment::None;
        counts.then(|| format!("every attack rolls {}", DiceOfKind(ZERO_GRAVITY_SETBACK, "setback")))
    }

    fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation> {
        match &request.target {
            AttackTarget::Unit(target) => may_attack_unit(UnitAttack { request, target }),
            AttackTarget::Barrier(_) => barriers::may_attack_barrier(request),
            AttackTarget::Cell => Err(refuse_cell_target(request)),
        }
    }

    fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
        match &request.target {
            AttackTarget::Unit(target) => attack_unit(table, UnitAttack { request, target }),
            AttackTarget::Barrier(barrier) => barriers::attack_barrier(table, request, barrier),
            AttackTarget::Cell => Ok(ActionOutcome::from_effects(Vec::new())),
        }
    }
}

/// Number of targets of an attack with its option.
fn target_count(attack: UnitAttack<'_>) -> usize {
    let option = attack.option.as_deref();
    if option == Some(CHOSEN_TARGETS) {
        return 1 + chosen_targets(attack).count();
    }
    let row = TARGET_COUNT_OPTIONS.into_iter().find(|(key, ..)| option == Some(*key));
    row.map_or(1, |(.., count)| usize::from(count))
}

/// Further targets that the player has chosen.
fn chosen_targets(attack: UnitAttack<'_>) -> impl Iterator<Item = UnitId> {
    let first = attack.target.defender.id;
    attack.request.attacker.budget.combat_checks().chosen_targets.iter().filter(move |id| *id != first)
}

/// Enemies to attack together with the first target: the chosen ones, or the nearest to it. `CC-CHK-04`.
fn find_secondary_targets(attack: UnitAttack<'_>) -> Vec<&Bystander> {
    let count = target_count(attack);
    if count < 2 {
        return Vec::new();
    }
    let request = attack.request;
    let (weapon, switches) = (request.weapon.combat_checks(), switches(&request.rules));
    let is_attackable = |nearby: &&Bystander| {
        nearby.unit.side != request.attacker.side
            && nearby.unit.down.is_none()
            && nearby.sight.hidden < FULLY_HIDDEN
            && check_range(weapon, &nearby.sight, switches).is_ok()
    };
    let mut enemies: Vec<&Bystander> = request.bystanders.iter().filter(is_attackable).collect();
    if request.option.as_deref() == Some(CHOSEN_TARGETS) {
        let find = |id| enemies.iter().copied().find(|nearby| nearby.unit.id == id);
        return chosen_targets(attack).filter_map(find).collect();
    }
    let distance_squared = |nearby: &Bystander| nearby.offset.0.pow(2) + nearby.offset.1.pow(2);
    enemies.sort_by_key(|nearby| (distance_squared(nearby), nearby.unit.id));
    enemies.truncate(count - 1);
    enemies
}

/// The units around an attack that act, without its further targets: those of the attacker's side, and the others.
fn nearby_units(attack: UnitAttack<'_>, secondary: &[&Bystander]) -> (Vec<NearbyUnit>, Vec<NearbyUnit>) {
    let is_target = |id: UnitId| secondary.iter().any(|nearby| nearby.unit.id == id);
    let outside = attack.bystanders.iter().map(|nearby| (&nearby.unit, Some(&nearby.sight)));
    let aboard = attack.aboard.iter().map(|unit| (unit, None));
    // Those inside a vehicle act, the vehicle does not.
    let active = outside.chain(aboard).filter(|(unit, _)| unit.down.is_none() && unit.cabin.is_none());
    let (mut allies, mut enemies) = (Vec::new(), Vec::new());
    for (unit, sight) in active.filter(|(unit, _)| !is_target(unit.id)) {
        let is_ally = unit.side == attack.attacker.side;
        let list = if is_ally { &mut allies } else { &mut enemies };
        let likely_attack = |sight: &TargetSight| {
            LikelyAttack::of(&Fighter::from_snapshot(unit, &attack.rules), sight, switches(&attack.rules))
        };
        list.push(NearbyUnit {
            id: unit.id,
            name: unit.name.clone(),
            strain: unit.condition.combat_checks().strain,
            strain_threshold: unit.condition.combat_checks().strain_threshold,
            prone: unit.prone,
            can_take_cover: !unit.in_cover
                && !unit.in_open
                && unit.ride.is_none()
                && status::phase_loss_reason(&unit.ailments).is_none(),
            attack: sight.filter(|_| !is_ally).map(likely_attack).unwrap_or_default(),
        });
    }
    (allies, enemies)
}

/// The nearest hidden feature that the attacker may notice, and the objects in its sight. `CC-ADV-09`, `CC-ADV-19`.
fn seen_objects(attack: UnitAttack<'_>) -> (Option<BarrierId>, Vec<InteractiveObject>) {
    let can_see = !attack.attacker.condition.combat_checks().is_blind();
    let (hidden, known): (Vec<_>, Vec<_>) =
        attack.operables.iter().filter(|_| can_see).partition(|operable| operable.hidden);
    let nearest = hidden.into_iter().min_by_key(|operable| (operable.from_attacker, operable.id));
    let (weapon, switches) = (attack.weapon.combat_checks(), switches(&attack.rules));
    let objects = known.into_iter().map(|operable| {
        let sight = TargetSight::in_the_open(operable.from_attacker);
        InteractiveObject {
            id: operable.id,
            name: operable.name.as_str().into(),
            is_open: operable.is_open,
            vital: true,
            from_target: operable.from_target,
            offset: operable.offset,
            from_attacker: operable.from_attacker,
            in_range: check_range(weapon, &sight, switches).is_ok(),
        }
    });
    (nearest.map(|operable| operable.id), objects.collect())
}

/// Builds the attack context of this book; `with_bystanders` to resolve it.
pub(super) fn attack_context(attack: UnitAttack<'_>, with_bystanders: bool) -> AttackContext {
    let AttackRequest { attacker, rules, .. } = attack.request;
    let weapon = attack.weapon.combat_checks();
    let secondary = find_secondary_targets(attack);
    let (allies, enemies) =
        if with_bystanders { nearby_units(attack, &secondary) } else { Default::default() };
    let (hidden_feature, objects) = if with_bystanders { seen_objects(attack) } else { Default::default() };
    let secondary_target = |nearby: &&Bystander| SecondaryTarget {
        fighter: Fighter::from_snapshot(&nearby.unit, rules),
        sight: nearby.sight,
        surroundings: nearby.surroundings,
    };
    // Parts of the body are neither dropped nor broken, except guns.
    let is_item = weapon.hands > 0 || weapon.ammunition;
    AttackContext {
        attacker: Fighter::from_snapshot(attacker, rules),
        defender: Fighter::from_snapshot(&attack.target.defender, rules),
        secondary_targets: secondary.iter().map(secondary_target).collect(),
        weapon: weapon.clone(),
        held: attacker.held.iter().position(|held| held.slot == attack.slot).filter(|_| is_item),
        sight: attack.sight,
        surroundings: attack.surroundings,
        barriers: if rules.borrows("barriers") { attack.barriers.clone() } else { Vec::new() },
        side_boosts: SideBoosts { givers: attack.boosts.clone() }.claim(attacker.id),
        allies,
        enemies,
        hidden_feature,
        objects,
        knows_objects: with_bystanders && attack.site.is_some(),
        last_enemies: if with_bystanders { attack.last_enemies.clone() } else { Vec::new() },
        side_goes_on: with_bystanders && attack.side_goes_on,
        knockdown: rules.borrows("knockdown"),
        round: attacker.round,
        engine: rules.engine.clone(),
        switches: switches(rules).clone(),
    }
}

/// Whether the target is fully hidden while barrier damage is not in use. `SS-COVER-05`.
pub(super) fn is_walled_off(request: &AttackRequest) -> bool {
    request.sight.hidden >= FULLY_HIDDEN && !request.rules.borrows("barriers")
}

/// Whether the attacker or an ally that is not blind sees the target. `CC-CHART-24`.
fn is_target_located(request: &AttackRequest) -> bool {
    let attacker = &request.attacker;
    let can_see = |unit: &UnitSnapshot| !unit.condition.combat_checks().is_blind();
    let mut bystanders = request.bystanders.iter();
    can_see(attacker)
        || bystanders.any(|nearby| {
            let unit = &nearby.unit;
            unit.down.is_none() && unit.side == attacker.side && nearby.sees_target && can_see(unit)
        })
}

/// Checks that an attack on a unit is allowed. `CC-CHK-04`, `CC-RNG-09`, `CC-RNG-11`, `CC-RNG-13`, `CC-THT-10`,
/// `CC-THT-12`, `CC-CHART-24`, `CC-CHART-33`.
///
/// # Errors
/// Returns a `RuleViolation` if the attack is not allowed.
fn may_attack_unit(attack: UnitAttack<'_>) -> Result<(), RuleViolation> {
    let target = || attack.target.defender.name.clone();
    if !is_target_located(&attack) {
        let attacker = attack.attacker.name.clone();
        let why = CombatChecksRefusal::Blind { attacker, target: target() };
        return Err(RuleViolation::new(why, "CC-CHART-24"));
    }
    let context = attack_context(attack, false);
    context.validate().map_err(|why| weapon_violation(why, &context.weapon.name))?;
    if is_walled_off(&attack) {
        return Err(RuleViolation::new(CombatChecksRefusal::FullyHidden { target: target() }, "SS-COVER-05"));
    }
    let is_chosen = attack.option.as_deref() == Some(CHOSEN_TARGETS);
    let count = target_count(attack);
    let most = context.weapon.targets.max(1);
    let why = if is_chosen && count < 2 {
        CombatChecksRefusal::NoFurtherTarget { target: target() }
    } else if count > usize::from(most) {
        return Err(weapon_violation(AttackError::TooMany { most }, &context.weapon.name));
    } else if context.secondary_targets.len() + 1 >= count {
        return Ok(());
    } else if is_chosen {
        CombatChecksRefusal::ChosenOutOfReach
    } else {
        CombatChecksRefusal::TooFewEnemies { wanted: count }
    };
    Err(RuleViolation::new(why, "CC-CHK-04"))
}

/// The violation of an attack that a weapon cannot make.
pub(super) fn weapon_violation(why: AttackError, weapon: &str) -> RuleViolation {
    RuleViolation::new(WeaponRefusal { why, weapon: weapon.to_owned() }, why.clause())
}

/// Resolves an attack on a unit: chapter CHK, with the borrowed knockdown.
fn attack_unit(table: &mut impl Table, attack: UnitAttack<'_>) -> RuleResult<ActionOutcome> {
    let context = attack_context(attack, true);
    let result = attack::resolve_attack(table, &context)?;
    let mut knocked_down = Vec::with_capacity(result.targets.len());
    for (at, after) in result.targets.iter().enumerate() {
        let target = context.target(at);
        // The hardest single blow; a free second attack is a blow of its own. `SS-KNOCK-04`.
        let soak = damage::soak(target, &context.switches).pool();
        let damage = after.damage.min(damage::damage_after_soak(after.raw_damage, soak));
        let falls = !after.prone && is_knocked_down(damage, knockdown_limit(target, &attack.rules));
        if falls {
            table.note(|| {
                let (unit, limit, parts) =
                    (target.name.clone(), physical_limit(target), tripled_limit(target));
                if damage <= limit {
                    let least = ALWAYS_KNOCKDOWN_DAMAGE;
                    return Note::new("SS-KNOCK-01", CheckNote::AlwaysKnockedDown { unit, least });
                }
                let line = CheckNote::KnockedDown { unit, damage, limit, sum: parts.pool() };
                Note { parts: parts.0, ..Note::new("SS-KNOCK-01", line) }
            });
        }
        knocked_down.push(falls);
    }
    let first = result.first_target();
    let mut steps = attack_steps::list_steps(attack, &context, &result, &knocked_down);
    steps.extend(list_knockback_steps(attack, &result));
    Ok(ActionOutcome {
        contact: first.contact,
        net: i32::try_from(result.successes).unwrap_or(i32::MAX),
        damage: attack_steps::damage_of_first_attack(attack, first),
        words: attack_steps::target_outcomes(attack, &context, &result).into(),
        effects: steps,
    })
}

/// Knockback, away from the attacker; this book has no blasts. `AB-KNOCK-01`, `AB-KNOCK-02`.
fn list_knockback_steps(attack: UnitAttack<'_>, result: &AttackResult) -> Vec<RuleStep> {
    let AttackRequest { bystanders, rules, .. } = attack.request;
    let find_unit = |id| {
        let others = bystanders.iter().map(|nearby| &nearby.unit);
        [&attack.target.defender].into_iter().chain(others).find(|unit| unit.id == id)
    };
    let hit = result.targets.iter().filter(|one| matches!(one.contact, HitResult::Hit | HitResult::Graze));
    let steps = hit.filter_map(|one| {
        let force = KnockbackForce { raw: one.raw_damage, ..KnockbackForce::default() };
        knockback::knockback_effect(find_unit(one.unit)?, force, None, rules)
    });
    steps.collect()
}

/// The Physical Limit for knockdown; `None` if the chapter is not in use. `SS-KNOCK-01`.
pub(super) fn knockdown_limit(target: &Fighter, rules: &RuleSet) -> Option<u32> {
    rules.borrows("knockdown").then(|| physical_limit(target))
}
