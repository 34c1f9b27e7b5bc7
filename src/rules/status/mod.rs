//! What a unit suffers or enjoys for a while: one mechanism for all five books.
//!
//! An [`Ailment`] is a row of data ([`rule`](Ailment::rule)): modifiers, what it forbids, what ends it, how long it lasts. A unit's
//! ailments are a list of [`Suffered`]. The functions here say what time, harm and tests do to that list; a book asks them what
//! falls on a test or an action, and measures it in its own dice. Chapter AIL of Circumstances, effects of called shots of Swan Song.

mod ailment;
mod called;
mod count;
mod duty;
mod element;
mod forbid;
mod hands;
mod inflict;
mod policy;
mod rule;
mod suffered;
mod table;
pub mod translation;
mod trial;

pub use ailment::{Ailment, Part};
pub use count::{phase_begun, phase_over, round_over};
pub use duty::{AGAINST_THE_GRAIN, Bound, Bounds, Command, in_order};
pub use element::{
    Element, Infliction, Resist, Strike, add_special_damage, add_strength, is_immune, special_damage,
};
pub use forbid::{forbids_deed, permits, permits_complex, permits_price};
pub use hands::{can_hold, cannot_hold, hand_for};
pub use inflict::{Cause, inflict, relieve, together};
pub use policy::{Afterwards, DutyOrder, Effort, Policy};
pub use rule::{Bar, By, Duty, Ends, Exposure, Modifier, On, Recovery, Span, Stacking, StatusRule, Trait};
pub use suffered::{
    Change, Sense, Suffered, Test, Until, add_changes, add_exposures, add_late, barred, changes, exposures,
    fails, has, has_in, may_evade, strength,
};
pub use trial::{
    Surrounded, Trial, Tried, catching_fire, clear_head, contagion, defy, nerve, putting_out, recoveries,
    suppressed,
};

#[cfg(test)]
mod tests;
