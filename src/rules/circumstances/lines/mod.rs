//! Sentences of this book: notes, prompts, refusals and outcomes.

mod attacks;
mod d100_tests;
mod health;
mod refusals;
mod special_actions;

pub use attacks::{
    BlastAim, EvasionLine, HitNote, HitOutcome, LandingNote, ScatterDirection, UnitOutcomes, WoundCount,
};
pub use d100_tests::{D100Note, KnownRoll, RerollLine};
pub use health::{BreathLine, FallDamageOutcome, WoundNote};
pub use refusals::{CircumstancesRefusal, LostPhase};
pub use special_actions::{
    BalanceLine, CoverChoiceLine, EngageLine, SpecialActionLabel, SpecialActionResult,
};
