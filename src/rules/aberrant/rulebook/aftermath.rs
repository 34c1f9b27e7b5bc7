//! Health after a battle and after rest.

use super::AberrantRulebook;
use crate::aberrant::health::{recovery, resuscitation};
use crate::aberrant::turn::initiative_and_movement::ROUNDS_PER_MINUTE;
use crate::rulebook::AftermathRules;
use crate::{HealthState, Rest, RuleSet, UnitSnapshot};
use dice::{RuleResult, Table};

impl AftermathRules for AberrantRulebook {
    /// `AB-STUN-01`, `AB-NONSOAK-05`.
    fn health_after_battle(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<HealthState> {
        Ok(HealthState::Aberrant(unit.condition.aberrant().clone().after_scene()))
    }

    /// Chapter HEAL.
    fn health_after_rest(unit: &UnitSnapshot, rest: Rest, rules: &RuleSet) -> HealthState {
        let (sheet, condition) = (unit.sheet.aberrant(), unit.condition.aberrant());
        let switches = rules.book.aberrant();
        let mut condition = condition.clone();
        if let Some(dying) = condition.dying.as_mut().filter(|dying| !dying.stable) {
            let rounds = rest.minutes.saturating_mul(ROUNDS_PER_MINUTE);
            dying.extra_rounds = dying.extra_rounds.saturating_add(rounds);
            resuscitation::expire_dying(&mut condition, sheet, unit.round);
        }
        if condition.dead {
            return HealthState::Aberrant(condition);
        }
        let mut healed = recovery::heal_over_time(&condition, sheet, rest.minutes, rest.care, switches);
        resuscitation::update_dying(&mut healed, sheet, resuscitation::FatalBlow::default(), unit.round);
        HealthState::Aberrant(healed)
    }
}
