//! JSON fields of results that only some books have.

use serde_json::{Map, Value};

use super::action_report::{ActionReport, ActionResult};
use super::action_runner::SceneActionContext;
use content::{CheckResult, OwnResult, OwnResultKind, ResolvedAction};
use rules::{AttackTarget, HitResult, RuleStep};

/// Returns the fields that only the book of the scene has.
pub(crate) fn own_result_fields(
    context: &SceneActionContext<'_>,
    what: &ResolvedAction,
    report: &ActionReport,
) -> Map<String, Value> {
    let (subject, kind) = match (what, &report.result) {
        (ResolvedAction::Attack(attack), ActionResult::Exchange { net, contact, .. }) => match &attack.target
        {
            AttackTarget::Unit(target) => (target.defender.id, OwnResultKind::Attack { net_hits: *net }),
            AttackTarget::Barrier(_) => {
                (attack.attacker.id, OwnResultKind::BarrierAttack { hit: *contact == HitResult::Hit })
            }
            AttackTarget::Cell => return Map::new(),
        },
        (_, ActionResult::Check(CheckResult::Initiative { unit, initiative, .. })) => {
            (*unit, OwnResultKind::Initiative { score: initiative.score })
        }
        (ResolvedAction::Sprint(unit), ActionResult::Sprint { .. })
        | (_, ActionResult::Check(CheckResult::Harm { unit, .. } | CheckResult::Bleed { unit, .. })) => {
            (*unit, OwnResultKind::Damage)
        }
        _ => return Map::new(),
    };
    let Some(unit) = context.state.unit(subject) else { return Map::new() };
    let after = report.effects.iter().rev().find_map(|effect| match effect {
        RuleStep::ChangeHealth { unit, after, .. } if *unit == subject => Some(after),
        _ => None,
    });
    let hurt = report.harmed_units.iter().find(|hurt| hurt.unit == subject);
    content::own_result_fields(&OwnResult {
        kind,
        unit: subject,
        health: after.unwrap_or(&unit.condition),
        down: hurt.and_then(|hurt| hurt.down).max(unit.down),
        knocked_down: hurt.is_some_and(|hurt| hurt.prone),
        weapon_dropped: report.drops,
        effects: &report.effects,
    })
}
