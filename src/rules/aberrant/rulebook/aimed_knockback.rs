//! Blows that are aimed into something, on the map: what there is to be hit, and where the flight then goes.
//! `AB-KNOCK-14` to `AB-KNOCK-16`.

use std::sync::Arc;

use super::attacks::{add_defence_effects, context_between};
use super::health_effect;
use crate::aberrant::attacks::aimed_knockback;
use crate::aberrant::attacks::aimed_knockback::{INTO_OBJECT, INTO_UNIT, is_within_push_angle};
use crate::aberrant::{AttackContext, AttackResult};
use crate::{AttackRequest, Bystander, Effect, Square, UnitSnapshot};
use dice::{Answer, Prompt, RuleResult, Table};

/// How far away something may be that a blow is aimed into, in metres.
const FARTHEST_M: u32 = 10;
/// So many of them are offered, the nearest first.
const OFFERED: usize = 8;

/// Something that a body may be sent into.
#[derive(Clone, Debug)]
pub(crate) struct KnockbackTarget<'a> {
    name: String,
    at: Square,
    person: Option<&'a Bystander>,
}

impl KnockbackTarget<'_> {
    /// The square from which the blow seems to come, so that the body flies towards the goal.
    pub(crate) fn push_origin(&self, engagement: &AttackRequest) -> Option<Square> {
        let from = engagement.site.as_ref()?.target;
        Some(Square { x: 2 * from.x - self.at.x, y: 2 * from.y - self.at.y })
    }
}

/// What the blow may be aimed into, the nearest first. `AB-KNOCK-14`, `AB-KNOCK-15`.
pub(crate) fn knockback_targets(engagement: &AttackRequest) -> Vec<KnockbackTarget<'_>> {
    let Some(spot) = &engagement.site else { return Vec::new() };
    let (by, from) = (spot.attacker, spot.target);
    let away = (from.x - by.x, from.y - by.y);
    let ways = |at: Square| (at.x - from.x, at.y - from.y);
    let far = |at: Square| ways(at).0.unsigned_abs().pow(2) + ways(at).1.unsigned_abs().pow(2);
    let mut goals: Vec<KnockbackTarget<'_>> = match engagement.option.as_deref() {
        Some(INTO_OBJECT) => {
            let things = spot.terrain.nearby_objects(from, FARTHEST_M).into_iter();
            things.map(|(name, at)| KnockbackTarget { name, at, person: None }).collect()
        }
        Some(INTO_UNIT) => {
            let place = |near: &Bystander| Square { x: from.x + near.offset.0, y: from.y - near.offset.1 };
            let people = engagement.bystanders.iter();
            people
                .map(|near| KnockbackTarget {
                    name: near.unit.name.to_string(),
                    at: place(near),
                    person: Some(near),
                })
                .collect()
        }
        _ => Vec::new(),
    };
    goals.retain(|goal| is_within_push_angle(away, ways(goal.at)) && far(goal.at) <= FARTHEST_M.pow(2));
    goals.sort_by_key(|goal| (far(goal.at), goal.at));
    goals.truncate(OFFERED);
    goals
}

/// The attacker says what its blow is aimed into, before any die.
///
/// # Errors
/// As the table.
pub(crate) fn choose_target<'a>(
    table: &mut impl Table,
    engagement: &'a AttackRequest,
) -> RuleResult<Option<KnockbackTarget<'a>>> {
    let mut goals = knockback_targets(engagement);
    if goals.len() < 2 {
        return Ok(goals.pop());
    }
    let chosen = table.ask(|| Prompt {
        who: engagement.attacker.id,
        question: format!("Into what is {} to fly?", engagement.defender.name),
        clause: "AB-KNOCK-14",
        answers: goals.iter().enumerate().map(|(nth, goal)| target_answer(engagement, nth, goal)).collect(),
    })?;
    Ok((chosen < goals.len()).then(|| goals.swap_remove(chosen)))
}

fn target_answer(engagement: &AttackRequest, nth: usize, goal: &KnockbackTarget<'_>) -> Answer {
    let from = engagement.site.as_ref().map_or(goal.at, |spot| spot.target);
    let (east, south) = (goal.at.x - from.x, goal.at.y - from.y);
    let part = |steps: i32, plus: &str, minus: &str| match steps {
        0 => None,
        _ => Some(format!("{} {}", steps.unsigned_abs(), if steps > 0 { plus } else { minus })),
    };
    let detail = [part(east, "east", "west"), part(south, "south", "north")];
    let detail = detail.into_iter().flatten().collect::<Vec<_>>().join(", ");
    Answer { key: nth.to_string(), label: goal.name.clone(), detail, clause: "AB-KNOCK-14" }
}

/// A blow aimed into somebody: how it meets its victim, and the square the flight seems to come from if the two meet.
/// `AB-KNOCK-15`, `AB-KNOCK-16`.
///
/// # Errors
/// As the table.
pub(crate) fn resolve_into_unit(
    table: &mut impl Table,
    engagement: &AttackRequest,
    scene: &AttackContext,
    goal: &KnockbackTarget<'_>,
    effects: &mut Vec<Effect>,
) -> RuleResult<(AttackResult, Option<Square>)> {
    let Some(near) = goal.person else {
        return Ok((crate::aberrant::attacks::resolution::resolve_attack(table, scene)?, None));
    };
    let other: &UnitSnapshot = &near.unit;
    let pair = (&engagement.attacker, other);
    let of_other = context_between(pair, Arc::clone(&scene.weapon), near.sight, &engagement.rules);
    let hurled = aimed_knockback::resolve_into_unit(table, scene, &of_other)?;
    add_defence_effects(other, &hurled.other, effects);
    if hurled.other.condition != of_other.defender.condition {
        effects.push(health_effect(other.id, hurled.other.condition.clone(), 0));
    }
    let from = if hurled.is_collision() { goal.push_origin(engagement) } else { None };
    Ok((hurled.victim, from))
}
