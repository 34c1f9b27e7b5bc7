//! Difficult terrain on a path, noticing hidden units, and engaging in melee.

use super::turns::fate_spent_effect;
use super::{fighter, switches};
use crate::circumstances::CombatAction;
use crate::circumstances::attacks::melee;
use crate::circumstances::situational_modifiers::difficult_terrain;
use crate::circumstances::situational_modifiers::difficult_terrain::TerrainCrossing;
use crate::circumstances::situational_modifiers::stealth;
use crate::circumstances::situational_modifiers::stealth::NoticeContext;
use crate::circumstances::turn::turn_budget::ChargeState;
use crate::status::StatusKind;
use crate::turn_engine;
use crate::{GroundConditions, RuleSet, RuleStep, TargetSight, UnitSnapshot};
use dice::{RuleResult, Table};

/// Number of squares of a path that a unit manages, and the effects on it: a Run or a Charge over difficult
/// ground needs a test. `path` are the squares it enters, in order. `CS-TER-03` to `CS-TER-10`.
pub fn cross_ground(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    action: turn_engine::Action,
    path: &[GroundConditions],
    rules: &RuleSet,
) -> RuleResult<(usize, Vec<RuleStep>)> {
    let values: Vec<u8> = path.iter().map(|ground| ground.difficulty).collect();
    let charges = unit.budget.circumstances().charge == ChargeState::Coming;
    let action = match action {
        turn_engine::Action::Run => CombatAction::Run,
        _ if charges => CombatAction::Charge,
        _ => CombatAction::Move,
    };
    let fighter = fighter(unit);
    let crossing = TerrainCrossing { fighter: &fighter, action, path: &values, switches: switches(rules) };
    let crossed = difficult_terrain::resolve_crossing(table, &crossing)?;
    let mut effects: Vec<_> = fate_spent_effect(unit, crossed.fate_spent).into_iter().collect();
    if crossed.prone {
        effects.push(RuleStep::FallProne { unit: unit.id });
    }
    Ok((crossed.squares, effects))
}

/// Rolls whether a unit notices a hidden enemy at the start of its phase. `sight` describes the sight
/// between them; `line_of_sight` whether there is a line of sight. `CS-UNA-06`.
pub fn detect_hidden_unit(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    hidden: &UnitSnapshot,
    sight: &TargetSight,
    line_of_sight: bool,
    rules: &RuleSet,
) -> RuleResult<Vec<RuleStep>> {
    let observer = fighter(unit);
    let scene = NoticeContext {
        observer: &observer,
        observer_ground: unit.ground,
        hidden_ground: hidden.ground,
        line_of_sight,
        distance_squared: sight.distance_squared,
        switches: switches(rules),
    };
    let Some(verdict) = stealth::roll_notice(table, &scene)? else { return Ok(Vec::new()) };
    let mut effects: Vec<_> = fate_spent_effect(unit, verdict.fate_spent).into_iter().collect();
    if verdict.passed {
        effects.push(RuleStep::end_status(hidden.id, StatusKind::Concealed));
    }
    Ok(effects)
}

/// Lets a unit that ends its phase next to enemies choose which of them to engage. `CS-MEL-01`.
pub fn ask_to_engage(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    beside: impl FnOnce() -> Vec<UnitSnapshot>,
    _: &RuleSet,
) -> RuleResult<Vec<RuleStep>> {
    let own = fighter(unit);
    let mut effects = Vec::new();
    // Units it is not aware of cannot be engaged.
    for enemy in beside().iter().filter(|enemy| !enemy.concealed) {
        if melee::ask_to_engage(table, &own, &enemy.name, 1)? {
            effects.push(RuleStep::Engage { one: unit.id, other: enemy.id });
        }
    }
    Ok(effects)
}

/// Whether a concealed unit stays concealed at its square, out of an enemy's plain sight. `CS-UNA-05`.
pub fn stays_concealed(unit: &UnitSnapshot, seen: bool, _: &RuleSet) -> bool {
    stealth::can_hide_at(unit.ground, seen)
}
