//! Encounters with unperceived enemies.

use super::{SwanSongRulebook, fighter, switches};
use crate::rulebook::DetectionRules;
use crate::status::StatusKind;
use crate::swan_song::KarmaUse;
use crate::swan_song::turns::{ambush, surprise};
use crate::turn_engine::budget::{BudgetError, PassBudget, PhaseTiming};
use crate::turn_engine::{Action, EngineSwitches};
use crate::{RuleSet, RuleStep, SurpriseContext, UnitSnapshot};
use dice::{RuleResult, Table};

impl DetectionRules for SwanSongRulebook {
    /// Not in plain sight of an enemy. `SS-SURP-05`.
    fn stays_concealed(_: &UnitSnapshot, seen: bool, _: &RuleSet) -> bool {
        !seen
    }

    /// Chapters SURP and AMB.
    fn roll_surprise(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        encounter: &SurpriseContext<'_>,
        rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        let unperceived = ambush::unperceived_enemies(encounter.appearing, encounter.in_sight);
        if unperceived.is_empty() {
            return Ok(Vec::new());
        }
        let result = surprise::resolve_surprise(table, &fighter(unit), encounter.waits, switches(rules))?;
        let id = unit.id;
        let mut steps = Vec::new();
        if result.karma {
            steps.push(RuleStep::SpendKarma { unit: id, on: KarmaUse::Surprise });
        }
        if result.failed {
            steps.push(RuleStep::LoseInitiative { unit: id, points: surprise::SURPRISE_SCORE_LOSS });
        }
        if result.surprised {
            steps.extend(
                unperceived
                    .into_iter()
                    .map(|enemy| RuleStep::begin_status(id, StatusKind::SurprisedBy(enemy))),
            );
        }
        let main_hand = unit.held.iter().find(|held| held.weapon.swan_song().hands > 0);
        if let Some(held) = main_hand.filter(|_| result.drops) {
            steps.push(RuleStep::DropItem { unit: id, slot: held.slot });
        }
        if result.stunned {
            steps.push(RuleStep::begin_status(id, StatusKind::LostPhase));
        }
        Ok(steps)
    }
}

/// Pays a harmless action of a surprised unit before its phase: the Free Action and Ready; `None` for others.
/// `SS-SURP-26`.
pub(super) fn pay_while_surprised(
    budget: PassBudget,
    surprised: bool,
    action: Action,
    switches: &EngineSwitches,
) -> Option<Result<PassBudget, BudgetError>> {
    let applies = surprised && budget.turn == PhaseTiming::Before && surprise::is_harmless(action);
    let now = PassBudget { turn: PhaseTiming::Now, ..budget };
    applies.then(|| now.pay(action, switches).map(|after| PassBudget { turn: PhaseTiming::Before, ..after }))
}
