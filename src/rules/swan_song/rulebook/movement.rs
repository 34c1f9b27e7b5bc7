//! Walk, Run and sprint.

use super::{SwanSongRulebook, fighter, switches};
use crate::rulebook::MovementRules;
use crate::status::slowed_distance;
use crate::swan_song::checks::base;
use crate::swan_song::damage::{health, last_stand};
use crate::swan_song::lines::turns::TurnRefusal;
use crate::swan_song::movement::gaits;
use crate::swan_song::{DamageType, PoolKind};
use crate::turn_engine::switches::RunPenalty;
use crate::{
    HealthCause, HealthState, MoveBudget, RuleSet, RuleStep, RuleViolation, SprintOutcome, UnitSnapshot,
};
use dice::{RuleResult, Table};

impl MovementRules for SwanSongRulebook {
    /// `SS-MOVE-02`, `SS-MOVE-03`, `SS-MOVE-07`, `SS-MOVE-10`, `SS-FFYL-08`.
    fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget {
        let (fighter, switches) = (fighter(unit), switches(rules));
        let (sheet, vitals) = (&fighter.sheet, &fighter.vitals);
        let max_hits = gaits::sprint_parts(&fighter, switches).pool().min(base::physical_limit(sheet));
        let half_metres =
            |metres| slowed_distance(2 * last_stand::movement_rate(metres, vitals), &unit.ailments);
        MoveBudget {
            walk_left: half_metres(gaits::walk_rate(sheet, unit.prone, switches)).saturating_sub(unit.walked),
            run: half_metres(gaits::run_distance(sheet)),
            runs: unit.runs,
            sprint: 2 * max_hits * u32::from(switches.sprint_m_per_hit),
        }
    }

    /// `SS-ACT-53`, `SS-MOVE-17`.
    fn may_run(unit: &UnitSnapshot, announced: bool, rules: &RuleSet) -> Result<(), RuleViolation> {
        if unit.prone {
            return Err(RuleViolation::new(TurnRefusal::ProneRun, "SS-ACT-53"));
        }
        let attacked = unit.budget.swan_song().attacked;
        if gaits::may_run(attacked, announced, switches(rules)) {
            return Ok(());
        }
        debug_assert_eq!(rules.engine.run_penalty, RunPenalty::WholePhase);
        Err(RuleViolation::new(TurnRefusal::RunNotAnnounced, "SS-MOVE-17"))
    }

    /// `SS-MOVE-09` to `SS-MOVE-12`.
    fn roll_sprint(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        rules: &RuleSet,
    ) -> RuleResult<SprintOutcome> {
        let fighter = fighter(unit);
        let sprint = gaits::roll_sprint(table, &fighter, switches(rules))?;
        let strained = health::apply_damage(
            fighter.vitals,
            gaits::SPRINT_STRAIN,
            PoolKind::Strain,
            DamageType::Kinetic,
            switches(rules),
        );
        let mut steps: Vec<_> =
            sprint.karma.iter().map(|on| RuleStep::SpendKarma { unit: unit.id, on }).collect();
        let after = HealthState::SwanSong(strained.vitals);
        steps.push(RuleStep::ChangeHealth {
            unit: unit.id,
            after,
            damage: gaits::SPRINT_STRAIN,
            cause: Some(HealthCause::Sprint),
        });
        Ok(SprintOutcome { metres: sprint.metres, effects: steps })
    }
}
