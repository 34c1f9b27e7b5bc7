//! How an ailment comes on, and goes.

use serde::{Deserialize, Serialize};

use super::{ActiveAilment, Ailment, BodySide, Stacking, StatusDuration, StatusEnd};

/// What is inflicted, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AilmentCause {
    /// Which ailment.
    pub ailment: Ailment,
    /// For how long, if it was said; else as its row says. `CS-AIL-01`, `CS-AIL-02`.
    pub span: Option<StatusDuration>,
    /// The one of a pair it sits in.
    pub part: Option<BodySide>,
    /// Who brings it about.
    pub by: Option<u32>,
    /// A number that its row remembers: how hard or where it hit, or since when it lasts; else 0.
    pub strength: u16,
}

impl AilmentCause {
    /// The ailment as its row has it.
    pub const fn new(ailment: Ailment, by: Option<u32>) -> Self {
        Self { ailment, span: None, part: None, by, strength: 0 }
    }
}

/// What a unit suffers of an ailment once it is inflicted in this round, with what it suffers already.
///
/// The caller has asked whether it is immune. `CS-AIL-01` to `CS-AIL-04`, `SS-CALL-14`.
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

/// The later of two ends; what only an event ends lasts longest.
fn later_end(old: StatusEnd, new: StatusEnd) -> StatusEnd {
    match (old, new) {
        (StatusEnd::Removed, _) | (_, StatusEnd::Removed) => StatusEnd::Removed,
        // A turn that counts already is over sooner than one that does not.
        (StatusEnd::Turns { left: had, .. }, StatusEnd::Turns { left: gets, .. }) if gets < had => old,
        (StatusEnd::EndOfRound(had), StatusEnd::EndOfRound(gets)) if gets < had => old,
        (StatusEnd::EndOfPass(had), StatusEnd::EndOfPass(gets)) if gets < had => old,
        _ => new,
    }
}

/// What is left and the new duration together.
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

/// A unit's ailments that something of this kind takes away; what was inflicted for a stated time outlasts harm.
/// `CS-UNCO-04`.
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

/// What a unit suffers that has all of these ailments, as their rows have them.
pub fn inflict_all(ailments: &[Ailment]) -> Vec<ActiveAilment> {
    ailments.iter().map(|ailment| inflict(&[], AilmentCause::new(*ailment, None), 1)).collect()
}
