//! Finds units that drop prone by their own answer, so that the log does not say that they were knocked down.

use battle::EventRecord;
use dice::Trace;
use model::UnitId;
use rules::{RuleSet, play};

/// Whether a unit has answered in these events that it drops prone: nothing knocks it down then.
pub fn chooses_to_drop<'e>(
    events: impl IntoIterator<Item = &'e EventRecord>,
    unit: UnitId,
    rules: &RuleSet,
) -> bool {
    let drops = |step: &Trace| matches!(step, Trace::Decided { who, answer, .. } if *who == unit && play::drops_prone(answer, rules));
    events.into_iter().any(|record| record.trace.iter().any(drops))
}
