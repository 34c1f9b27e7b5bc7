//! Rolls initiative for a round, and for units that join it later. Chapter INIT.

use super::arrivals;
use crate::state::components::StatusKind;
use crate::state::event::BattleEvent;
use crate::state::resources::{BattleDice, Outbox};
use crate::view::battle_view::{BattleView, UnitDataItem};
use content::Arrival;
use dice::{RuleResult, Table};
use model::{Cell, UnitId};
use rules::turn_engine::InitiativeScore;
use rules::turn_engine::initiative::late_entry_score;
use rules::{UnitSnapshot, play};

/// Rolls initiative of all units on the map and of those that arrive at the start of the round.
pub(super) fn roll_initiative(
    view: &BattleView,
    table: &mut impl Table,
    arriving: &[(UnitId, Cell)],
) -> RuleResult<Vec<BattleEvent>> {
    let mut events = Vec::new();
    let arrives = |unit: &UnitDataItem| arriving.iter().any(|(id, _)| id == unit.id);
    for unit in view.units().filter(|unit| (unit.is_fighting() || arrives(unit)) && !unit.is_driven()) {
        let mut snapshot = view.unit_snapshot(&unit);
        snapshot.round += 1;
        events.extend(roll_unit_initiative(view, table, (&unit, &snapshot), 0)?);
    }
    Ok(events)
}

/// Rolls the initiative of a unit that joins the round after this many completed passes. `SS-INIT-25`.
fn roll_unit_initiative(
    view: &BattleView,
    table: &mut impl Table,
    (unit, snapshot): (&UnitDataItem, &UnitSnapshot),
    passes: u32,
) -> RuleResult<Vec<BattleEvent>> {
    let mut events = Vec::new();
    let rules = view.rules();
    let budget = play::budget_at_round_start(snapshot, rules);
    if budget != snapshot.budget {
        events.push(BattleEvent::TurnBudgetChanged { unit: *unit.id, points: 0, budget });
    }
    let rolled = play::roll_initiative(table, snapshot, unit.karma.initiative(), rules)?;
    let InitiativeScore { score, attribute, dice } = rolled;
    let score = late_entry_score(score, passes);
    events.push(BattleEvent::InitiativeRolled { unit: *unit.id, score, attribute, dice });
    if let Some(points) = unit.status.score_lost() {
        events.push(BattleEvent::InitiativeChanged { unit: *unit.id, by: -points, attribute });
        events.push(BattleEvent::StatusEnded { unit: *unit.id, kind: StatusKind::ScoreLost(points) });
    }
    Ok(events)
}

/// Brings the units onto the map that arrive in a later pass of the round. Returns them with their scores, or `None` if
/// a prompt is open. `SS-INIT-25`.
pub(super) fn join_running_round(
    view: &BattleView,
    (dice, answers): (&BattleDice, &[String]),
    out: &mut Outbox,
) -> Option<Vec<(UnitId, i32)>> {
    let (round, passes) = (view.round().number(), view.round().pass());
    let arriving = arrivals::due_arrivals(view, Arrival { round, pass: passes + 1 });
    if arriving.is_empty() {
        return Some(Vec::new());
    }
    let mut table = dice.start_table(answers);
    let mut rolled = Vec::new();
    for unit in arriving.iter().filter_map(|(id, _)| view.unit(*id)) {
        match roll_unit_initiative(view, &mut table, (&unit, &view.unit_snapshot(&unit)), passes) {
            Ok(events) => rolled.extend(events),
            Err(stop) => {
                out.wait_for_answer(stop, (dice, &table));
                return None;
            }
        }
    }
    let mut trace = Some(out.finish_table(dice, table));
    arrivals::arrival_events(&arriving).for_each(|event| out.push_event(event));
    let mut joined = Vec::new();
    for event in rolled {
        if let BattleEvent::InitiativeRolled { unit, score, .. } = &event {
            joined.push((*unit, *score));
        }
        out.push_traced(event, trace.take().unwrap_or_default());
    }
    Some(joined)
}
