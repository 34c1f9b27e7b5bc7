//! Meeting enemies that were not perceived.

use super::super::budget::{Budget, Turn, Unpaid as Short};
use super::super::{KarmaUse, Switches, ambush, surprise as rule};
use super::fighter;
use crate::engine::Action;
use crate::{Combatant, Effect, Meeting, RuleSet};
use dice::{Step, Table};

/// Hidden units surprise when they appear. `SS-SURP-05`.
pub fn surprises() -> bool {
    true
}

/// Nobody stays hidden in plain sight of an enemy. `SS-SURP-05`.
pub fn stays_concealed(_: &Combatant, seen: bool, _: &RuleSet) -> bool {
    !seen
}

/// Chapters SURP and AMB.
///
/// # Errors
/// As the table.
pub fn meet(
    table: &mut impl Table,
    unit: &Combatant,
    meeting: &Meeting<'_>,
    rules: &RuleSet,
) -> Step<Vec<Effect>> {
    let unseen = ambush::unperceived(meeting.appearing, meeting.in_sight);
    if unseen.is_empty() {
        return Ok(Vec::new());
    }
    let startled = rule::meet(table, &fighter(unit), meeting.waits, &rules.engine)?;
    let id = unit.id;
    let mut effects = Vec::new();
    if startled.karma {
        effects.push(Effect::Karma { unit: id, on: KarmaUse::Surprise });
    }
    if startled.failed {
        effects.push(Effect::ScoreLost { unit: id, points: rule::LOSS });
    }
    if startled.surprised {
        effects.extend(unseen.into_iter().map(|by| Effect::Surprised { unit: id, by }));
    }
    let main_hand = unit.held.iter().find(|held| held.weapon.swan_song().hands > 0);
    if let Some(held) = main_hand.filter(|_| startled.drops) {
        effects.push(Effect::Dropped { unit: id, slot: held.slot });
    }
    if startled.stunned {
        effects.push(Effect::Startled { unit: id });
    }
    Ok(effects)
}

/// The surprised may do harmless things before their phase: the Free Action, and readying for its points.
/// `SS-SURP-26`.
pub(super) fn pay_early(
    budget: Budget,
    surprised: bool,
    action: Action,
    switches: &Switches,
) -> Option<Result<Budget, Short>> {
    let early = surprised && budget.turn == Turn::Before && rule::is_harmless(action);
    let now = Budget { turn: Turn::Now, ..budget };
    early.then(|| now.pay(action, switches).map(|after| Budget { turn: Turn::Before, ..after }))
}
