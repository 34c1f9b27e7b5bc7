//! What a unit suffers or enjoys for a while: one mechanism for all five books.
//!
//! An [`Ailment`] is a row of data ([`rule`](Ailment::rule)): modifiers, what it forbids, what ends it, how long it lasts. A unit's
//! ailments are a list of [`Suffered`]. The functions here say what time, harm and tests do to that list; a book asks them what
//! falls on a test or an action, and measures it in its own dice. Chapter AIL of Circumstances, effects of called shots of Swan Song.

mod ailment;
mod count;
mod forbid;
mod inflict;
mod rule;
mod suffered;
mod table;

pub use ailment::{Ailment, Part};
pub use count::{phase_begun, phase_over, round_over};
pub use forbid::{permits, permits_price};
pub use inflict::{Cause, inflict, relieve};
pub use rule::{Bar, By, Duty, Ends, Exposure, Modifier, On, Recovery, Span, Stacking, StatusRule, Trait};
pub use suffered::{Change, Suffered, Test, Until, barred, changes, exposures, fails, has};

#[cfg(test)]
mod tests;
