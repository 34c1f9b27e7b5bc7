//! Inflicting and removing ailments.

use serde::{Deserialize, Serialize};

use super::{ActiveAilment, Ailment, BodySide, Stacking, StatusDuration, StatusEnd};
use model::UnitId;

/// An ailment to inflict, with its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AilmentCause {
    /// The ailment.
    pub ailment: Ailment,
    /// A stated duration; `None` for the ailment's own. `CS-AIL-01`, `CS-AIL-02`.
    pub span: Option<StatusDuration>,
    /// Side of the body, for ailments of paired parts.
    pub part: Option<BodySide>,
    /// Id of the unit that causes it.
    pub by: Option<UnitId>,
    /// A number whose meaning depends on the ailment: severity, location or start; otherwise 0.
    pub strength: u16,
}

impl AilmentCause {
    /// An ailment with its own duration.
    pub const fn new(ailment: Ailment, by: Option<UnitId>) -> Self {
        Self { ailment, span: None, part: None, by, strength: 0 }
    }
}

/// Returns the ailment as it is on the unit after it was inflicted in this round, combined with a present one.
///
/// The caller checks immunity. `CS-AIL-01` to `CS-AIL-04`, `SS-CALL-14`.
pub fn inflict(suffered: &[ActiveAilment], cause: AilmentCause, round: u32) -> ActiveAilment {
    let rule = cause.ailment.rule();
    let fresh = cause.span.unwrap_or(rule.duration).ends_from(round);
    let old = suffered.iter().find(|one| one.ailment == cause.ailment && one.part == cause.part);
    let until = match (old, rule.stacking) {
        (None, _) => fresh,
        (Some(old), Stacking::Longer) => later_end(old.until, fresh),
        (Some(old), Stacking::Extends) => extended_end(old.until, fresh, round),
    };
    let AilmentCause { ailment, part, by, strength, .. } = cause;
    ActiveAilment { ailment, part, by: by.or(old.and_then(|old| old.by)), strength, until }
}

/// The later of two ends; an end by removal is the latest.
fn later_end(old: StatusEnd, new: StatusEnd) -> StatusEnd {
    match (old, new) {
        (StatusEnd::Removed, _) | (_, StatusEnd::Removed) => StatusEnd::Removed,
        // A turn that counts already ends before one that does not.
        (StatusEnd::Turns { left: had, .. }, StatusEnd::Turns { left: gets, .. }) if gets < had => old,
        (StatusEnd::EndOfRound(had), StatusEnd::EndOfRound(gets)) if gets < had => old,
        (StatusEnd::EndOfPass(had), StatusEnd::EndOfPass(gets)) if gets < had => old,
        _ => new,
    }
}

/// The remaining and the new duration together.
fn extended_end(old: StatusEnd, new: StatusEnd, round: u32) -> StatusEnd {
    match (old, new) {
        (StatusEnd::Removed, _) | (_, StatusEnd::Removed) => StatusEnd::Removed,
        (StatusEnd::Turns { left: had, begun }, StatusEnd::Turns { left: gets, .. }) => {
            StatusEnd::Turns { left: had.saturating_add(gets), begun }
        }
        (StatusEnd::EndOfRound(had), StatusEnd::EndOfRound(gets)) => {
            StatusEnd::EndOfRound(had.max(round) + gets.saturating_sub(round))
        }
        (_, new) => new,
    }
}

/// The unit's ailments that end under this condition; a stated duration outlasts damage. `CS-UNCO-04`.
pub fn relieved_by(
    suffered: &[ActiveAilment],
    by: super::EndCondition,
) -> impl Iterator<Item = ActiveAilment> {
    use super::EndCondition;
    let gone = move |one: &ActiveAilment| {
        let ends = one.ailment.rule().end_conditions;
        let unstated = one.until == StatusEnd::Removed && ends.contains(&EndCondition::HarmUnlessStated);
        ends.contains(&by) || by == EndCondition::Harm && unstated
    };
    suffered.iter().copied().filter(gone)
}

/// All of these ailments with their own durations.
pub fn inflict_all(ailments: &[Ailment]) -> Vec<ActiveAilment> {
    ailments.iter().map(|ailment| inflict(&[], AilmentCause::new(*ailment, None), 1)).collect()
}
