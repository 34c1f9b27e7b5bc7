//! Pending changes and temporary effects, for display and notes.

use super::health_state::{HealthState, TimedEffectKind};
use crate::combat_checks::checks::pool::NextCheck;
use crate::combat_checks::critical_injuries::chart::InjuryEffect;

/// A pending change or temporary effect, in a few words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum LastingEffect {
    /// An effect with an end.
    #[strum(to_string = "{0}")]
    Timed(TimedEffectKind),
    /// Aimed. Table CC-T2.
    #[strum(to_string = "aimed")]
    Aimed,
    /// A change to the next check of a kind. `CC-ECON-09`.
    #[strum(to_string = "{next}: {count} {change}")]
    Pending {
        /// The check.
        next: NextCheck,
        /// Number of dice, upgrades or downgrades.
        count: u8,
        /// Their name: "setback die", "setback dice".
        change: &'static str,
    },
    /// Staggered. `CC-CHART-07`.
    #[strum(to_string = "staggered")]
    Staggered,
}

impl LastingEffect {
    /// The effect after the name of a unit: "has 1 setback die for the next check", "is staggered".
    pub fn predicate(&self) -> String {
        match self {
            Self::Timed(TimedEffectKind::DefenceNegated) => "has no defence for now".to_owned(),
            Self::Timed(kind @ TimedEffectKind::EnvironmentIgnored) => kind.to_string(),
            Self::Timed(
                kind @ (TimedEffectKind::MeleeDefence
                | TimedEffectKind::RangedDefence
                | TimedEffectKind::GuardedStance),
            ) => format!("has {kind}"),
            Self::Aimed => "aims".to_owned(),
            Self::Timed(TimedEffectKind::Disabled) | Self::Staggered => format!("is {self}"),
            Self::Pending { next, count, change } => format!("has {count} {change} for the {next}"),
        }
    }
}

/// Pending changes and temporary effects.
pub fn lasting_effects(condition: &HealthState) -> Vec<LastingEffect> {
    let mut effects: Vec<_> = condition.timed.iter().map(|timed| LastingEffect::Timed(timed.kind)).collect();
    if condition.aim {
        effects.push(LastingEffect::Aimed);
    }
    let pending_changes = [
        (NextCheck::Check, condition.waiting.check),
        (NextCheck::SkillCheck, condition.waiting.skill_check),
        (NextCheck::Attack, condition.waiting.attack),
    ];
    for (next, change) in pending_changes {
        let parts = [
            (change.boost, "boost die", "boost dice"),
            (change.setback, "setback die", "setback dice"),
            (change.difficulty, "difficulty die", "difficulty dice"),
            (change.upgrade, "upgrade", "upgrades"),
            (change.downgrade, "downgrade", "downgrades"),
        ];
        let parts = parts.map(|(count, one, many)| (count, if count == 1 { one } else { many }));
        let present = parts.into_iter().filter(|part| part.0 > 0);
        effects.extend(present.map(|(count, change)| LastingEffect::Pending { next, count, change }));
    }
    if condition.has_injury_effect(InjuryEffect::Staggered) {
        effects.push(LastingEffect::Staggered);
    }
    effects
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat_checks::test_support::condition;

    #[test]
    fn cc_econ_09_changes_to_the_next_check_are_counted() {
        let mut unit = condition();
        unit.waiting.check.boost = 1;
        unit.waiting.check.downgrade = 2;
        let shown: Vec<String> = lasting_effects(&unit).iter().map(LastingEffect::to_string).collect();
        assert_eq!(shown, ["next check: 1 boost die", "next check: 2 downgrades"]);
        let said: Vec<String> = lasting_effects(&unit).iter().map(LastingEffect::predicate).collect();
        assert_eq!(said, ["has 1 boost die for the next check", "has 2 downgrades for the next check"]);
    }
}
