//! Falls: their height, their result, and their odds before a unit jumps.

use crate::{HazardExposure, HitResult, OutcomeSummary, RuleSet, RuleStep, UnitSnapshot, play};
use dice::{AnswerPolicy, Distribution, Table, enumerate_within};
use std::fmt;

/// Height difference in centimetres that is still a step; a greater one is a drop.
pub const STEP_CM: i32 = 100;
/// Runs of the rule after which the odds of a fall are abandoned.
const MAX_RUNS: u64 = 200_000;

/// A fall from one height to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fall {
    /// Height of the fall in centimetres.
    pub height_cm: u32,
    /// Whether the unit jumped, and was not thrown or pushed.
    pub leapt: bool,
}

impl Fall {
    /// The fall from one ground to another, both in centimetres; `None` if it is no more than a step.
    pub fn between(from_cm: i32, to_cm: i32, leapt: bool) -> Option<Self> {
        let height = from_cm.saturating_sub(to_cm);
        (height > STEP_CM).then(|| Self { height_cm: height.unsigned_abs(), leapt })
    }

    /// Height in full metres.
    pub const fn metres(self) -> u32 {
        self.height_cm / 100
    }

    /// "fall of 3 m", "jump of 3 m".
    pub fn name(self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Fall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.leapt { "jump" } else { "fall" };
        write!(f, "{what} of {} m", f64::from(self.height_cm) / 100.0)
    }
}

/// The end of a fall: prone, unless the unit jumped and took no damage.
pub(crate) fn end_fall(unit: &UnitSnapshot, fall: Fall, mut exposure: HazardExposure) -> HazardExposure {
    let hurt = exposure.effects.iter().any(
        |effect| matches!(effect, RuleStep::ChangeHealth { unit: id, damage: 1.., .. } if *id == unit.id),
    );
    let lies = exposure.effects.iter().any(|effect| matches!(effect, RuleStep::FallProne { .. }));
    if (hurt || !fall.leapt) && !unit.prone && !lies {
        exposure.effects.push(RuleStep::FallProne { unit: unit.id });
    }
    exposure
}

/// Exact odds of a fall, from the rule that resolves it; `None` if there are too many branches.
pub fn fall_odds(unit: &UnitSnapshot, fall: Fall, rules: &RuleSet) -> Option<Distribution<OutcomeSummary>> {
    let gist = |table: &mut dice::EnumeratedTable| {
        let exposure = play::resolve_fall(table, unit, fall, rules)?;
        let mut gist = OutcomeSummary {
            contact: HitResult::Hit,
            net: 0,
            damage: 0,
            knocked_down: false,
            down: None,
            barriers: Vec::new(),
        };
        for effect in exposure.effects {
            match effect {
                RuleStep::ChangeHealth { after, damage, .. } => {
                    gist.damage += damage;
                    gist.down = play::down_state(&unit.sheet, &after, rules).filter(|_| unit.down.is_none());
                }
                RuleStep::FallProne { .. } => gist.knocked_down = true,
                _ => {}
            }
        }
        table.merge_branches(gist)
    };
    enumerate_within(AnswerPolicy::first(), MAX_RUNS, gist).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_no_fall() {
        assert_eq!(Fall::between(100, 0, true), None);
        assert_eq!(Fall::between(0, 300, true), None);
        assert_eq!(Fall::between(101, 0, true).map(|fall| fall.height_cm), Some(101));
        assert_eq!(Fall::between(300, -50, false).map(|fall| (fall.metres(), fall.leapt)), Some((3, false)));
        assert_eq!(Fall { height_cm: 250, leapt: true }.name(), "jump of 2.5 m");
    }
}
