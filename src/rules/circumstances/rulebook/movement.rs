//! Movement, and difficult terrain on a path.

use super::CircumstancesRulebook;
use super::payment::STRAIGHT_STEP;
use super::turns::reroll_steps;
use super::units::{fighter, switches};
use crate::circumstances::CombatAction;
use crate::circumstances::lines::BalanceLine;
use crate::circumstances::situational_modifiers::difficult_terrain;
use crate::circumstances::situational_modifiers::difficult_terrain::TerrainCrossing;
use crate::circumstances::turn::turn_budget::ChargeState;
use crate::circumstances::turn::{actions, initiative_and_movement, phase};
use crate::rulebook::MovementRules;
use crate::{GroundConditions, MoveBudget, RuleSet, RuleStep, RuleViolation, UnitSnapshot, turn_engine};
use dice::{Note, RuleResult, Table};

impl MovementRules for CircumstancesRulebook {
    /// Distance left in a move, or of the next one. Table CS-T2, `CS-PRN-09`.
    fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget {
        let fighter = fighter(unit, rules);
        if !actions::may_move(&fighter) {
            return MoveBudget::default();
        }
        let (walk, run) = initiative_and_movement::walk_and_run(&fighter, switches(rules));
        let budget = unit.budget.circumstances();
        let left = budget.paid_move.half_metres_left(unit.walked);
        let walk_left = match budget.charge {
            // A Charge cannot be extended.
            ChargeState::No if left < STRAIGHT_STEP => left + 2 * walk,
            _ => left,
        };
        // Runs are not counted: each is a Full Action.
        MoveBudget { walk_left, run: 2 * run, runs: 0, sprint: 0 }
    }

    /// One move, used or not. Table CS-T2.
    fn walk_allowance(unit: &UnitSnapshot, rules: &RuleSet) -> u32 {
        let (walk, _) = initiative_and_movement::walk_and_run(&fighter(unit, rules), switches(rules));
        (2 * walk).max(Self::move_budget(unit, rules).walk_left)
    }

    /// `CS-BASE-37`, `CS-PRN-09`.
    fn may_run(unit: &UnitSnapshot, _: bool, rules: &RuleSet) -> Result<(), RuleViolation> {
        Ok(phase::check_action(&fighter(unit, rules), CombatAction::Run, switches(rules))?)
    }

    /// A Run or a Charge over difficult ground needs a test. `CS-TER-03` to `CS-TER-10`.
    fn cross_ground(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        action: turn_engine::Action,
        path: &[GroundConditions],
        rules: &RuleSet,
    ) -> RuleResult<(usize, Vec<RuleStep>)> {
        let difficulties: Vec<u8> = path.iter().map(|ground| ground.difficulty).collect();
        let is_charging = unit.budget.circumstances().charge == ChargeState::Coming;
        let action = match action {
            turn_engine::Action::Run => CombatAction::Run,
            _ if is_charging => CombatAction::Charge,
            _ => CombatAction::Move,
        };
        let fighter = fighter(unit, rules);
        if unit.prone {
            table.note(|| Note::new("CS-PRN-09", BalanceLine::Crawls));
        }
        let crossing =
            TerrainCrossing { fighter: &fighter, action, path: &difficulties, switches: switches(rules) };
        let result = difficult_terrain::resolve_crossing(table, &crossing)?;
        let mut steps: Vec<_> = reroll_steps(unit, result.fate_spent, result.curse_spent).collect();
        if result.prone {
            steps.push(RuleStep::FallProne { unit: unit.id });
        }
        Ok((result.squares, steps))
    }
}
