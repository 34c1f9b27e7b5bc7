//! Aimed knockback on the map: possible obstacles and the direction of flight. `AB-KNOCK-14` to
//! `AB-KNOCK-16`.

use std::sync::Arc;

use super::attack_effects::add_defence_effects;
use super::attacks::context_between;
use super::health_effect;
use crate::aberrant::attacks::aimed_knockback;
use crate::aberrant::attacks::aimed_knockback::{INTO_OBJECT, INTO_UNIT, is_within_push_angle};
use crate::aberrant::lines::{ObstacleOffset, Question};
use crate::aberrant::{AttackContext, AttackResult};
use crate::{AttackRequest, Bystander, RuleStep, UnitAttack, UnitSnapshot};
use dice::{Answer, GivenText, Prompt, RuleResult, Table};
use model::Cell;

/// Maximum distance of the intended obstacle, in metres.
const FARTHEST_M: u32 = 10;
/// Maximum number of obstacles offered, the nearest first.
const OFFERED: usize = 8;

/// An obstacle or unit that a target may be knocked into.
#[derive(Clone, Debug)]
pub(crate) struct KnockbackTarget<'a> {
    name: String,
    at: Cell,
    person: Option<&'a Bystander>,
}

impl KnockbackTarget<'_> {
    /// The square from which the target is pushed, so that it flies towards the obstacle.
    pub(crate) fn push_origin(&self, request: &AttackRequest) -> Option<Cell> {
        let from = request.site.as_ref()?.target;
        Some(Cell::new(2 * from.x - self.at.x, 2 * from.y - self.at.y))
    }
}

/// Possible obstacles of an aimed knockback, the nearest first. `AB-KNOCK-14`, `AB-KNOCK-15`.
pub(crate) fn knockback_targets(request: &AttackRequest) -> Vec<KnockbackTarget<'_>> {
    let Some(spot) = &request.site else { return Vec::new() };
    let (by, from) = (spot.attacker, spot.target);
    let away = (from.x - by.x, from.y - by.y);
    let ways = |at: Cell| (at.x - from.x, at.y - from.y);
    let far = |at: Cell| ways(at).0.unsigned_abs().pow(2) + ways(at).1.unsigned_abs().pow(2);
    let mut obstacles: Vec<KnockbackTarget<'_>> = match request.option.as_deref() {
        Some(INTO_OBJECT) => {
            let things = spot.terrain.nearby_objects(from, FARTHEST_M).into_iter();
            things.map(|(name, at)| KnockbackTarget { name, at, person: None }).collect()
        }
        Some(INTO_UNIT) => {
            let place = |bystander: &Bystander| {
                let (east, north) = bystander.offset;
                Cell::new(from.x + east, from.y - north)
            };
            let people = request.bystanders.iter();
            people
                .map(|bystander| KnockbackTarget {
                    name: bystander.unit.name.to_string(),
                    at: place(bystander),
                    person: Some(bystander),
                })
                .collect()
        }
        _ => Vec::new(),
    };
    obstacles.retain(|obstacle| {
        is_within_push_angle(away, ways(obstacle.at)) && far(obstacle.at) <= FARTHEST_M.pow(2)
    });
    obstacles.sort_by_key(|obstacle| (far(obstacle.at), obstacle.at));
    obstacles.truncate(OFFERED);
    obstacles
}

/// Lets the attacker choose the obstacle, before any roll.
pub(crate) fn choose_target<'a>(
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
    let from = request.site.as_ref().map_or(obstacle.at, |spot| spot.target);
    let offset = ObstacleOffset { east: obstacle.at.x - from.x, south: obstacle.at.y - from.y };
    Answer {
        key: nth.to_string(),
        label: GivenText(obstacle.name.clone()).into(),
        detail: offset.into(),
        clause: "AB-KNOCK-14",
    }
}

/// Resolves an attack that knocks its target into another unit: its result, and the square from which the
/// target is pushed if the two collide. `AB-KNOCK-15`, `AB-KNOCK-16`.
pub(crate) fn resolve_into_unit(
    table: &mut impl Table,
    request: &AttackRequest,
    scene: &AttackContext,
    obstacle: &KnockbackTarget<'_>,
    effects: &mut Vec<RuleStep>,
) -> RuleResult<(AttackResult, Option<Cell>)> {
    let Some(bystander) = obstacle.person else {
        return Ok((crate::aberrant::attacks::resolution::resolve_attack(table, scene)?, None));
    };
    let other: &UnitSnapshot = &bystander.unit;
    let pair = (&*request.attacker, other);
    let of_other = context_between(pair, Arc::clone(&scene.weapon), bystander.sight, &request.rules);
    let hurled = aimed_knockback::resolve_into_unit(table, scene, &of_other)?;
    add_defence_effects(other, &hurled.other, effects);
    if hurled.other.condition != of_other.defender.condition {
        effects.push(health_effect(other.id, hurled.other.condition.clone(), 0));
    }
    let from = if hurled.is_collision() { obstacle.push_origin(request) } else { None };
    Ok((hurled.victim, from))
}
