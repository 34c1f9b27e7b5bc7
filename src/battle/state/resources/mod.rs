//! Resources of a battle: setup, round state, battlefield, history, dice and open prompt.

mod battle_setup;
pub(in crate::state) mod battlefield;
mod history;
mod objective_triggers;
mod open_prompt;
mod resolution_step;
pub(in crate::state) mod round_state;
mod unit_changes;

pub use self::battle_setup::BattleSetup;
pub(crate) use self::battlefield::BarrierSegments;
pub use self::battlefield::{Battlefield, UnitIndex};
pub use self::history::{History, OrderRecord};
pub(crate) use self::objective_triggers::ObjectiveTriggers;
pub(crate) use self::open_prompt::Outbox;
pub use self::open_prompt::{BattleDice, OpenPrompt, PendingPrompt};
pub use self::resolution_step::{
    DeclaredAction, DeclaredStrike, MoveProgress, MoveSegment, MoveSegmentEnd, ResolutionQueue,
    ResolutionStep, StepKind,
};
pub use self::round_state::{PassStage, RoundState};
pub(crate) use self::unit_changes::{ChangeMarks, UnitChanges};
