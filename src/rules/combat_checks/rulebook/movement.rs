//! Movement: the Move maneuver as walking, a second one as running. Chapter ECON.

use super::turns::pay_maneuver;
use super::{CombatChecksRulebook, switches};
use crate::combat_checks::Fighter;
use crate::combat_checks::turns::action_economy::{Maneuver, may_perform, move_squares};
use crate::rulebook::MovementRules;
use crate::turn_engine::PhaseTiming;
use crate::{CostError, MoveBudget, RuleSet, RuleViolation, UnitSnapshot};

impl MovementRules for CombatChecksRulebook {
    /// A walk is the rest of the current Move or a new one; a run is one more Move. Before its turn, a unit has the
    /// Move of its free maneuver. `CC-ECON-08`.
    fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget {
        let fighter = Fighter::from_snapshot(unit, rules);
        if may_perform(Maneuver::Move, &fighter, switches(rules)).is_err() {
            return MoveBudget::default();
        }
        let mut budget = *unit.budget.combat_checks();
        if budget.turn == PhaseTiming::Before && budget.owed == 0 {
            budget = budget.begin_turn(&fighter.sheet);
        }
        let (whole_move, rest) = (move_distance(&fighter, rules), rest_of_move(unit, &fighter, rules));
        let maneuvers = budget.maneuvers_left(&fighter);
        let (walk_left, more) = match rest {
            0 if maneuvers == 0 => (0, 0),
            0 => (whole_move, maneuvers - 1),
            _ => (rest, maneuvers),
        };
        MoveBudget { walk_left, run: if more > 0 { whole_move } else { 0 }, runs: 0, sprint: 0 }
    }

    /// One Move, used or not. `CC-ECON-08`.
    fn walk_allowance(unit: &UnitSnapshot, rules: &RuleSet) -> u32 {
        move_distance(&Fighter::from_snapshot(unit, rules), rules)
    }

    /// It needs a second maneuver and must stand. `CC-ECON-08`, `CC-ECON-13`.
    fn may_run(unit: &UnitSnapshot, _: bool, rules: &RuleSet) -> Result<(), RuleViolation> {
        let fighter = Fighter::from_snapshot(unit, rules);
        match pay_maneuver(unit, &fighter, Maneuver::Move, rules) {
            Err(CostError::Book(violation)) => Err(violation),
            Err(other) => Err(RuleViolation::new(other, "CC-ECON-08")),
            Ok(_) => Ok(()),
        }
    }
}

/// Half metres of one Move. `CC-ECON-08`.
fn move_distance(fighter: &Fighter, rules: &RuleSet) -> u32 {
    2 * move_squares(&fighter.sheet, &fighter.condition, switches(rules))
}

/// Half metres left of the current Move.
pub(super) fn rest_of_move(unit: &UnitSnapshot, fighter: &Fighter, rules: &RuleSet) -> u32 {
    let Some(walked_before) = unit.budget.combat_checks().moving else { return 0 };
    move_distance(fighter, rules).saturating_sub(unit.walked.saturating_sub(walked_before))
}
