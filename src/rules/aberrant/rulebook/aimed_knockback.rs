//! Aimed knockback on the map: possible obstacles and the direction of flight. `AB-KNOCK-14` to
//! `AB-KNOCK-16`.

use std::sync::Arc;

use super::attack_contexts::{attack_context, context_between};
use super::attack_steps::add_defence_steps;
use super::health_step;
use crate::aberrant::attacks::aimed_knockback;
use crate::aberrant::attacks::aimed_knockback::{INTO_OBJECT, INTO_UNIT, KnockbackAim, is_within_push_angle};
use crate::aberrant::attacks::pool::knockback_dice;
use crate::aberrant::attacks::resolution::AttackPlan;
use crate::aberrant::lines::{ObstacleOffset, Question};
use crate::aberrant::{AttackContext, AttackResult};
use crate::knockback::{self, KnockbackForce};
use crate::{AttackRequest, Bystander, RuleStep, UnitAttack, UnitSnapshot};
use dice::{Answer, BoardSubject, Prompt, RuleResult, SubjectName, Table};
use model::{Cell, UnitId};

/// Maximum distance of the intended obstacle, in metres.
const MAX_DISTANCE_M: u32 = 10;
/// Maximum number of obstacles offered, the nearest first.
const MAX_TARGETS: usize = 8;

/// An obstacle or unit that a target may be knocked into.
#[derive(Clone, Debug)]
pub(crate) struct KnockbackTarget<'a> {
    name: String,
    at: Cell,
    bystander: Option<&'a Bystander>,
}

impl KnockbackTarget<'_> {
    /// The square from which the target is pushed, so that it flies towards the obstacle.
    pub(crate) fn push_origin(&self, request: &AttackRequest) -> Option<Cell> {
        let from = request.site.as_ref()?.target;
        Some(Cell::new(2 * from.x - self.at.x, 2 * from.y - self.at.y))
    }
}

/// Where the knockback of an attack comes from, and what it passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct KnockbackCourse {
    /// Square from which the target is pushed; that of the attacker if `None`.
    pub(crate) origin: Option<Cell>,
    /// A unit that the target flies past. `AB-KNOCK-16`.
    pub(crate) flies_past: Option<UnitId>,
}

impl KnockbackCourse {
    /// A push away from a square.
    pub(crate) const fn away_from(origin: Option<Cell>) -> Self {
        Self { origin, flies_past: None }
    }
}

/// Most successes that a die with mega dice in play counts, and most mega dice of a pool. `AB-BASE-20`.
const MEGA_DICE: (u32, u32) = (3, 5);

/// Whether the best hit of an attack throws its target back at all. `AB-KNOCK-01`, `AB-KNOCK-02`, `AB-KNOCK-16`.
pub(crate) fn can_throw_back(attack: UnitAttack<'_>) -> bool {
    let context = attack_context(attack);
    let plan = AttackPlan::new(&context);
    let (pool, rolled) = (plan.attack.pool(), context.group.rolled.unwrap_or(0));
    let (each, more) = if context.switches.mega_dice { MEGA_DICE } else { (1, 0) };
    let net = (each * (pool + more)).max(rolled).saturating_add_signed(-plan.difficulty.sum());
    // One success goes to the unit behind.
    let margin = net.saturating_sub(u32::from(context.aimed_into == Some(KnockbackAim::Mover)));
    let adds = context.weapon.damage.adds;
    let raw = knockback_dice(&context, plan.raw_dice(margin));
    let force = KnockbackForce { raw, adds, ..KnockbackForce::default() };
    knockback::knockback_metres(&attack.target.defender, force, &attack.request.rules) > 0
}

/// Possible obstacles of an aimed knockback, the nearest first. `AB-KNOCK-14`, `AB-KNOCK-15`.
pub(crate) fn knockback_targets(request: &AttackRequest) -> Vec<KnockbackTarget<'_>> {
    let Some(site) = &request.site else { return Vec::new() };
    let (attacker, target) = (site.attacker, site.target);
    let away = (target.x - attacker.x, target.y - attacker.y);
    let direction_to = |at: Cell| (at.x - target.x, at.y - target.y);
    let distance_squared =
        |at: Cell| direction_to(at).0.unsigned_abs().pow(2) + direction_to(at).1.unsigned_abs().pow(2);
    let mut obstacles: Vec<KnockbackTarget<'_>> = match request.option.as_deref() {
        Some(INTO_OBJECT) => {
            let objects = site.terrain.nearby_objects(target, MAX_DISTANCE_M).into_iter();
            objects.map(|(name, at)| KnockbackTarget { name, at, bystander: None }).collect()
        }
        Some(INTO_UNIT) => {
            let square_of = |bystander: &Bystander| {
                let (east, north) = bystander.offset;
                Cell::new(target.x + east, target.y - north)
            };
            request
                .bystanders
                .iter()
                .map(|bystander| KnockbackTarget {
                    name: bystander.unit.name.to_string(),
                    at: square_of(bystander),
                    bystander: Some(bystander),
                })
                .collect()
        }
        _ => Vec::new(),
    };
    obstacles.retain(|obstacle| {
        is_within_push_angle(away, direction_to(obstacle.at))
            && distance_squared(obstacle.at) <= MAX_DISTANCE_M.pow(2)
    });
    obstacles.sort_by_key(|obstacle| (distance_squared(obstacle.at), obstacle.at));
    obstacles.truncate(MAX_TARGETS);
    obstacles
}

/// Lets the attacker choose the obstacle, before any roll.
pub(crate) fn choose_knockback_target<'a>(
    table: &mut impl Table,
    attack: UnitAttack<'a>,
) -> RuleResult<Option<KnockbackTarget<'a>>> {
    let UnitAttack { request, target } = attack;
    let mut obstacles = knockback_targets(request);
    if obstacles.len() < 2 {
        return Ok(obstacles.pop());
    }
    let chosen = table.ask(|| Prompt {
        who: request.attacker.id,
        question: Question::ChooseObstacle { target: target.defender.name.to_string() }.into(),
        clause: "AB-KNOCK-14",
        answers: obstacles
            .iter()
            .enumerate()
            .map(|(nth, obstacle)| target_answer(request, nth, obstacle))
            .collect(),
    })?;
    Ok((chosen < obstacles.len()).then(|| obstacles.swap_remove(chosen)))
}

fn target_answer(request: &AttackRequest, nth: usize, obstacle: &KnockbackTarget<'_>) -> Answer {
    let from = request.site.as_ref().map_or(obstacle.at, |site| site.target);
    let offset = ObstacleOffset { east: obstacle.at.x - from.x, south: obstacle.at.y - from.y };
    let subject = match obstacle.bystander {
        Some(bystander) => BoardSubject::Unit(bystander.unit.id),
        None => BoardSubject::Square(obstacle.at),
    };
    Answer {
        key: nth.to_string(),
        label: SubjectName { subject, name: obstacle.name.clone() }.into(),
        detail: offset.into(),
        clause: "AB-KNOCK-14",
    }
}

/// Resolves an attack that knocks its target into another unit: its result, and the course of the flight, which passes
/// the other unit if that one is not hit. `AB-KNOCK-15`, `AB-KNOCK-16`.
pub(crate) fn resolve_into_unit(
    table: &mut impl Table,
    request: &AttackRequest,
    context: &AttackContext,
    obstacle: &KnockbackTarget<'_>,
    steps: &mut Vec<RuleStep>,
) -> RuleResult<(AttackResult, KnockbackCourse)> {
    let Some(bystander) = obstacle.bystander else {
        return Ok((
            crate::aberrant::attacks::resolution::resolve_attack(table, context)?,
            KnockbackCourse::default(),
        ));
    };
    let other: &UnitSnapshot = &bystander.unit;
    let attacker_and_other = (&*request.attacker, other);
    let other_context =
        context_between(attacker_and_other, Arc::clone(&context.weapon), bystander.sight, &request.rules);
    let result = aimed_knockback::resolve_into_unit(table, context, &other_context)?;
    add_defence_steps(other, &result.other, steps);
    if result.other.condition != other_context.defender.condition {
        steps.push(health_step(other.id, result.other.condition.clone(), 0));
    }
    let course = if result.is_collision() {
        KnockbackCourse::away_from(obstacle.push_origin(request))
    } else {
        KnockbackCourse { origin: None, flies_past: Some(other.id) }
    };
    Ok((result.victim, course))
}
