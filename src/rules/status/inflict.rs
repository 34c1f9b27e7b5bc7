//! How an ailment comes on, and goes.

use serde::{Deserialize, Serialize};

use super::{Ailment, Part, Span, Stacking, Suffered, Until};

/// What is inflicted, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cause {
    /// Which ailment.
    pub ailment: Ailment,
    /// For how long, if it was said; else as its row says. `CS-AIL-01`, `CS-AIL-02`.
    pub span: Option<Span>,
    /// The one of a pair it sits in.
    pub part: Option<Part>,
    /// Who brings it about.
    pub by: Option<u32>,
    /// A number that its row remembers: how hard or where it hit, or since when it lasts; else 0.
    pub strength: u16,
}

impl Cause {
    /// The ailment as its row has it.
    pub const fn of(ailment: Ailment, by: Option<u32>) -> Self {
        Self { ailment, span: None, part: None, by, strength: 0 }
    }
}

/// What a unit suffers of an ailment once it is inflicted in this round, with what it suffers already.
///
/// The caller has asked whether it is immune. `CS-AIL-01` to `CS-AIL-04`, `SS-CALL-14`.
pub fn inflict(suffered: &[Suffered], cause: Cause, round: u32) -> Suffered {
    let rule = cause.ailment.rule();
    let fresh = cause.span.unwrap_or(rule.span).from(round);
    let old = suffered.iter().find(|one| one.ailment == cause.ailment && one.part == cause.part);
    let until = match (old, rule.stacking) {
        (None, _) => fresh,
        (Some(old), Stacking::Longer) => longer(old.until, fresh),
        (Some(old), Stacking::Extends) => added(old.until, fresh, round),
    };
    let Cause { ailment, part, by, strength, .. } = cause;
    Suffered { ailment, part, by: by.or(old.and_then(|old| old.by)), strength, until }
}

/// The later of two ends; what only an event ends lasts longest.
fn longer(old: Until, new: Until) -> Until {
    match (old, new) {
        (Until::Removed, _) | (_, Until::Removed) => Until::Removed,
        // A turn that counts already is over sooner than one that does not.
        (Until::Turns { left: had, .. }, Until::Turns { left: gets, .. }) if gets < had => old,
        (Until::EndOfRound(had), Until::EndOfRound(gets)) if gets < had => old,
        (Until::EndOfPass(had), Until::EndOfPass(gets)) if gets < had => old,
        _ => new,
    }
}

/// What is left and the new duration together.
fn added(old: Until, new: Until, round: u32) -> Until {
    match (old, new) {
        (Until::Removed, _) | (_, Until::Removed) => Until::Removed,
        (Until::Turns { left: had, begun }, Until::Turns { left: gets, .. }) => {
            Until::Turns { left: had.saturating_add(gets), begun }
        }
        (Until::EndOfRound(had), Until::EndOfRound(gets)) => {
            Until::EndOfRound(had.max(round) + gets.saturating_sub(round))
        }
        (_, new) => new,
    }
}

/// A unit's ailments that something of this kind takes away; what was inflicted for a stated time outlasts harm.
/// `CS-UNCO-04`.
pub fn relieve(suffered: &[Suffered], by: super::Ends) -> impl Iterator<Item = Suffered> {
    use super::Ends;
    let gone = move |one: &Suffered| {
        let ends = one.ailment.rule().ends;
        let unstated = one.until == Until::Removed && ends.contains(&Ends::HarmUnlessStated);
        ends.contains(&by) || by == Ends::Harm && unstated
    };
    suffered.iter().copied().filter(gone)
}

/// What a unit suffers that has all of these ailments, as their rows have them.
pub fn together(ailments: &[Ailment]) -> Vec<Suffered> {
    ailments.iter().map(|ailment| inflict(&[], Cause::of(*ailment, None), 1)).collect()
}
