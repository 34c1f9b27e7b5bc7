//! Hiding, and noticing hidden units. Chapter UNA.

use super::CircumstancesRulebook;
use super::turns::reroll_steps;
use super::units::{fighter, switches};
use crate::circumstances::situational_modifiers::stealth;
use crate::circumstances::situational_modifiers::stealth::NoticeContext;
use crate::rulebook::DetectionRules;
use crate::status::StatusKind;
use crate::{RuleSet, RuleStep, TargetSight, UnitSnapshot};
use dice::{RuleResult, Table};

impl DetectionRules for CircumstancesRulebook {
    /// `CS-UNA-06`.
    fn detect_hidden_unit(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        hidden: &UnitSnapshot,
        sight: &TargetSight,
        line_of_sight: bool,
        rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        let observer = fighter(unit, rules);
        let context = NoticeContext {
            observer: &observer,
            observer_ground: unit.ground,
            hidden_ground: hidden.ground,
            line_of_sight,
            distance_squared: sight.distance_squared,
            switches: switches(rules),
        };
        let Some(result) = stealth::roll_notice(table, &context)? else { return Ok(Vec::new()) };
        let mut steps: Vec<_> = reroll_steps(unit, result.fate_spent, result.curse_spent).collect();
        if result.passed {
            steps.push(RuleStep::end_status(hidden.id, StatusKind::Concealed));
        }
        Ok(steps)
    }

    /// `CS-UNA-05`.
    fn stays_concealed(unit: &UnitSnapshot, seen: bool, _: &RuleSet) -> bool {
        stealth::can_hide_at(unit.ground, seen)
    }
}
