//! Walking, running and sprinting.

use super::{AberrantRulebook, fighter};
use crate::aberrant::lines::{AberrantRefusal, UnitNote};
use crate::aberrant::turn::initiative_and_movement;
use crate::rulebook::MovementRules;
use crate::turn_engine::Action;
use crate::{MoveBudget, RuleSet, RuleStep, RuleViolation, SprintOutcome, UnitSnapshot};
use dice::{RuleResult, Table};

/// Run actions before a sprint that make it a long one: the run itself and a first sprint. `AB-ARMOR-03`.
const LONG_SPRINT_RUNS: u8 = 2;

/// Half metres that a unit without legs crawls for an action point. Chapter GRIEV.
const CRAWL_HALF_METRES: u32 = 2;

/// Maximum successes of a mega die. `AB-BASE-20`.
const MAX_MEGA_SUCCESSES: u32 = 3;

impl MovementRules for AberrantRulebook {
    /// A unit that holds another one drags it at half its walk. `AB-BASE-07`, `AB-BASE-10`, `SS-MOVE-03`,
    /// `SS-ACT-53`, `SS-MOVE-10`.
    fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget {
        let (sheet, switches) = (unit.sheet.aberrant(), rules.book.aberrant());
        let (fighter, condition) = (fighter(unit), unit.condition.aberrant());
        if sheet.building.is_some() || may_move(unit, Action::Walk).is_err() {
            return MoveBudget { runs: unit.runs, ..MoveBudget::default() };
        }
        if condition.crawling_flaw().is_some() {
            // A metre for each point, however far it has crawled.
            let points = unit.budget.aberrant().effort.points;
            let walk_left = if points > 0 { CRAWL_HALF_METRES } else { 0 };
            return MoveBudget { walk_left, runs: unit.runs, ..MoveBudget::default() };
        }
        let rate = initiative_and_movement::posture_walk_m(&fighter, rules.engine.crawl);
        if may_move(unit, Action::Run).is_err() {
            // `rate` metres are twice as many half metres of a walk at half speed.
            let walk_left = rate.saturating_sub(unit.walked);
            return MoveBudget { walk_left, runs: unit.runs, ..MoveBudget::default() };
        }
        let mega = if switches.mega_dice { MAX_MEGA_SUCCESSES * u32::from(sheet.mega_strength) } else { 0 };
        MoveBudget {
            walk_left: (2 * rate).saturating_sub(unit.walked),
            run: 2 * condition.hobbled_m(initiative_and_movement::run_m(sheet)),
            runs: unit.runs,
            sprint: 2 * condition.hobbled_m(initiative_and_movement::sprint_parts(&fighter).pool() + mega),
        }
    }

    /// What was walked before an injury is no part of what a unit crawls after it. `AB-GRIEV-04`.
    fn walk_allowance(unit: &UnitSnapshot, rules: &RuleSet) -> u32 {
        let left = Self::move_budget(unit, rules).walk_left;
        if unit.condition.aberrant().crawling_flaw().is_some() { left } else { left + unit.walked }
    }

    /// `SS-ACT-53`, `AB-BASE-10`.
    fn may_run(unit: &UnitSnapshot, _: bool, _: &RuleSet) -> Result<(), RuleViolation> {
        may_move(unit, Action::Run)?;
        if unit.prone {
            return Err(RuleViolation::new(AberrantRefusal::Prone, "SS-ACT-53"));
        }
        Ok(())
    }

    /// Rolls a sprint. Another sprint in the same round is a long one; without withstanding the exertion, the
    /// unit gets nowhere. `SS-MOVE-09`, `AB-ARMOR-02`, `AB-ARMOR-03`, `AB-DAZE-04`.
    fn roll_sprint(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        rules: &RuleSet,
    ) -> RuleResult<SprintOutcome> {
        let (fighter, switches) = (fighter(unit), rules.book.aberrant());
        if unit.runs >= LONG_SPRINT_RUNS
            && !initiative_and_movement::roll_exertion(table, &fighter, switches)?
        {
            let note = RuleStep::note(unit.id, UnitNote::OutOfBreath, "AB-ARMOR-03");
            return Ok(SprintOutcome { metres: 0, effects: vec![note] });
        }
        let metres = initiative_and_movement::roll_sprint(table, &fighter, switches)?;
        let metres = fighter.condition.hobbled_m(metres);
        Ok(SprintOutcome { metres, effects: Vec::new() })
    }
}

/// Checks whether a unit in a grapple may move: a held one may not, and the one in control drags it at a walk.
/// `AB-BASE-10`.
pub(super) fn may_move(unit: &UnitSnapshot, action: Action) -> Result<(), RuleViolation> {
    use crate::Grip::{HeldBy, Holding};
    let condition = unit.condition.aberrant();
    let flaw = match action {
        Action::Walk => condition.immobilising_flaw(),
        _ => condition.crawling_flaw(),
    };
    if let Some(flaw) = flaw {
        return Err(RuleViolation::new(AberrantRefusal::Maimed(flaw), flaw.clause()));
    }
    match unit.grip {
        Some(HeldBy(_)) => Err(RuleViolation::new(AberrantRefusal::Held, "AB-BASE-10")),
        Some(Holding(_)) if action != Action::Walk => {
            Err(RuleViolation::new(AberrantRefusal::OnlyDrags, "AB-BASE-10"))
        }
        Some(Holding(_)) | None => Ok(()),
    }
}
