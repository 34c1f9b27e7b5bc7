//! Blows that are aimed into something, on the map: what there is to be hit, and where the flight then goes.
//! `AB-KNOCK-14` to `AB-KNOCK-16`.

use std::sync::Arc;

use super::super::hurl::{self, INTO_OBJECT, INTO_SOMEBODY, within_reach};
use super::super::{AttackResult, AttackScene};
use super::combat::{after_defence, scene_between};
use super::harmed;
use crate::{Combatant, Effect, Engagement, Nearby, Square};
use dice::{Answer, Prompt, Step, Table};

/// How far away something may be that a blow is aimed into, in metres.
const FARTHEST_M: u32 = 10;
/// So many of them are offered, the nearest first.
const OFFERED: usize = 8;

/// Something that a body may be sent into.
#[derive(Clone, Debug)]
pub(super) struct Goal<'a> {
    name: String,
    at: Square,
    person: Option<&'a Nearby>,
}

impl Goal<'_> {
    /// The square from which the blow seems to come, so that the body flies towards the goal.
    pub(super) fn source(&self, engagement: &Engagement) -> Option<Square> {
        let from = engagement.spot.as_ref()?.target;
        Some(Square { x: 2 * from.x - self.at.x, y: 2 * from.y - self.at.y })
    }
}

/// What the blow may be aimed into, the nearest first. `AB-KNOCK-14`, `AB-KNOCK-15`.
pub(super) fn goals(engagement: &Engagement) -> Vec<Goal<'_>> {
    let Some(spot) = &engagement.spot else { return Vec::new() };
    let (by, from) = (spot.attacker, spot.target);
    let away = (from.x - by.x, from.y - by.y);
    let ways = |at: Square| (at.x - from.x, at.y - from.y);
    let far = |at: Square| ways(at).0.unsigned_abs().pow(2) + ways(at).1.unsigned_abs().pow(2);
    let mut goals: Vec<Goal<'_>> = match engagement.manner.as_deref() {
        Some(INTO_OBJECT) => {
            let things = spot.lay.things(from, FARTHEST_M).into_iter();
            things.map(|(name, at)| Goal { name, at, person: None }).collect()
        }
        Some(INTO_SOMEBODY) => {
            let place = |near: &Nearby| Square { x: from.x + near.offset.0, y: from.y - near.offset.1 };
            let people = engagement.company.iter();
            people
                .map(|near| Goal { name: near.unit.name.to_string(), at: place(near), person: Some(near) })
                .collect()
        }
        _ => Vec::new(),
    };
    goals.retain(|goal| within_reach(away, ways(goal.at)) && far(goal.at) <= FARTHEST_M.pow(2));
    goals.sort_by_key(|goal| (far(goal.at), goal.at));
    goals.truncate(OFFERED);
    goals
}

/// The attacker says what its blow is aimed into, before any die.
///
/// # Errors
/// As the table.
pub(super) fn choose_goal<'a>(table: &mut impl Table, engagement: &'a Engagement) -> Step<Option<Goal<'a>>> {
    let mut goals = goals(engagement);
    if goals.len() < 2 {
        return Ok(goals.pop());
    }
    let chosen = table.ask(|| Prompt {
        who: engagement.attacker.id,
        question: format!("Into what is {} to fly?", engagement.defender.name),
        clause: "AB-KNOCK-14",
        answers: goals.iter().enumerate().map(|(nth, goal)| answer(engagement, nth, goal)).collect(),
    })?;
    Ok((chosen < goals.len()).then(|| goals.swap_remove(chosen)))
}

fn answer(engagement: &Engagement, nth: usize, goal: &Goal<'_>) -> Answer {
    let from = engagement.spot.as_ref().map_or(goal.at, |spot| spot.target);
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
pub(super) fn into_somebody(
    table: &mut impl Table,
    engagement: &Engagement,
    scene: &AttackScene,
    goal: &Goal<'_>,
    effects: &mut Vec<Effect>,
) -> Step<(AttackResult, Option<Square>)> {
    let Some(near) = goal.person else { return Ok((super::super::attack::attack(table, scene)?, None)) };
    let other: &Combatant = &near.unit;
    let pair = (&engagement.attacker, other);
    let of_other = scene_between(pair, Arc::clone(&scene.weapon), near.sight, &engagement.rules);
    let hurled = hurl::into_somebody(table, scene, &of_other)?;
    after_defence(other, &hurled.other, effects);
    if hurled.other.condition != of_other.defender.condition {
        effects.push(harmed(other.id, hurled.other.condition.clone(), 0));
    }
    let from = if hurled.meets() { goal.source(engagement) } else { None };
    Ok((hurled.victim, from))
}
