//! Encounters with unperceived enemies.

use super::{fighter, switches};
use crate::status::StatusKind;
use crate::swan_song::KarmaUse;
use crate::swan_song::turns::{ambush, surprise as rule};
use crate::turn_engine::budget::{BudgetError as Short, PassBudget, PhaseTiming};
use crate::turn_engine::{Action, EngineSwitches};
use crate::{RuleSet, RuleStep, SurpriseContext, UnitSnapshot};
use dice::{RuleResult, Table};

/// Whether a unit stays hidden; not in plain sight of an enemy. `SS-SURP-05`.
pub fn stays_concealed(_: &UnitSnapshot, seen: bool, _: &RuleSet) -> bool {
    !seen
}

/// Resolves an encounter with unperceived enemies. Chapters SURP and AMB.
pub fn roll_surprise(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    meeting: &SurpriseContext<'_>,
    rules: &RuleSet,
) -> RuleResult<Vec<RuleStep>> {
    let unseen = ambush::unperceived_enemies(meeting.appearing, meeting.in_sight);
    if unseen.is_empty() {
        return Ok(Vec::new());
    }
    let startled = rule::resolve_surprise(table, &fighter(unit), meeting.waits, switches(rules))?;
    let id = unit.id;
    let mut effects = Vec::new();
    if startled.karma {
        effects.push(RuleStep::SpendKarma { unit: id, on: KarmaUse::Surprise });
    }
    if startled.failed {
        effects.push(RuleStep::LoseInitiative { unit: id, points: rule::SURPRISE_SCORE_LOSS });
    }
    if startled.surprised {
        effects.extend(unseen.into_iter().map(|by| RuleStep::begin_status(id, StatusKind::SurprisedBy(by))));
    }
    let main_hand = unit.held.iter().find(|held| held.weapon.swan_song().hands > 0);
    if let Some(held) = main_hand.filter(|_| startled.drops) {
        effects.push(RuleStep::DropItem { unit: id, slot: held.slot });
    }
    if startled.stunned {
        effects.push(RuleStep::begin_status(id, StatusKind::LostPhase));
    }
    Ok(effects)
}

/// Pays an action of a surprised unit before its phase; only harmless ones are allowed: the Free Action and Ready.
/// `SS-SURP-26`.
pub(crate) fn pay_early(
    budget: PassBudget,
    surprised: bool,
    action: Action,
    switches: &EngineSwitches,
) -> Option<Result<PassBudget, Short>> {
    let early = surprised && budget.turn == PhaseTiming::Before && rule::is_harmless(action);
    let now = PassBudget { turn: PhaseTiming::Now, ..budget };
    early.then(|| now.pay(action, switches).map(|after| PassBudget { turn: PhaseTiming::Before, ..after }))
}
