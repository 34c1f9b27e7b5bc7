//! Movement: walk and run, without a sprint.

use super::{AttacksAndDamageRulebook, switches};
use crate::attacks_and_damage::lines::Refusal;
use crate::attacks_and_damage::turns::turn_rules;
use crate::lines::SharedRefusal;
use crate::rulebook::MovementRules;
use crate::{MoveBudget, RuleSet, RuleViolation, UnitSnapshot};

impl MovementRules for AttacksAndDamageRulebook {
    /// `SS-MOVE-02`, `SS-MOVE-03`, `SS-MOVE-07`, `AD-KD-10`.
    fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget {
        let sheet = unit.sheet.attacks_and_damage();
        let walk = 2 * turn_rules::walk_rate(sheet, unit.prone, switches(rules));
        MoveBudget {
            walk_left: walk.saturating_sub(unit.walked),
            run: 2 * turn_rules::run_distance(sheet),
            runs: unit.runs,
            sprint: 0,
        }
    }

    /// Once per round, standing; attacks before it do not matter. `SS-MOVE-07`.
    fn may_run(unit: &UnitSnapshot, _: bool, rules: &RuleSet) -> Result<(), RuleViolation> {
        turn_rules::may_move(unit.prone, switches(rules))?;
        if unit.prone {
            return Err(RuleViolation::new(SharedRefusal::StandUpFirst, "SS-ACT-53"));
        }
        if unit.runs > 0 {
            return Err(RuleViolation::new(Refusal::OneRun, "SS-MOVE-08"));
        }
        Ok(())
    }
}
