//! Sentences of this book: notes, prompts, refusals and outcomes.

mod checks;
mod injuries;
mod refusals;
mod spending;

pub use checks::{
    CheckNote, HarmPart, LastingChanges, OverpoweredLine, StrainCause, TargetOutcome, TargetOutcomes,
};
pub use injuries::{CriticalInjuryLine, InjuryPromptLine, LimbLoss};
pub use refusals::{CombatChecksRefusal, MissingAction, WeaponRefusal};
pub use spending::{
    ManeuverLine, SpendingAnswer, SpendingOutcome, SpendingPrompt, SpendingTarget, SpentSymbols, SymbolPlace,
};
