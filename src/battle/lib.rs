//! A fight: state in components, orders in, events out. The only writer of battle state.
//!
//! ```text
//! Order -> check -> (journal) -> Resolve, a task at a time -> events -> apply -> components
//! ```

mod access;
mod affair;
mod aftermath;
mod ailment;
mod apply;
mod arrange;
mod arsenal;
mod attack;
mod barrier;
mod binding;
mod casualty;
mod check;
mod components;
mod contact;
mod covering;
mod deed;
mod delay;
mod duty;
mod effects;
mod engage;
mod engine;
mod event;
mod fall;
mod hash;
mod hazard;
mod holding;
mod intercept;
mod invariants;
pub mod journal;
mod knock;
mod knowledge;
mod lay;
mod melee;
mod movement;
mod order;
mod outlook;
mod perceive;
mod refusal;
mod rehearsal;
mod riding;
mod schedule;
mod setup;
mod sight;
mod snapshot;
mod state;
mod story;
mod surprise;
mod timed;
mod turn;
mod undertaking;
mod victory;
mod view;
mod ways;
mod witness;

pub use affair::OpenAffair;
pub use aftermath::{LONGEST_REST, squad, treatments};
pub use arrange::{arrange, rearrange};
pub use arsenal::{Arsenal, Carried, Dropped, Gear, ItemId};
pub use check::{Plan, check, in_own_zone, metres, move_budget, price};
pub use components::*;
pub use covering::{BURNS_ROUNDS, Covered, Covering, Coverings};
pub use deed::deed_chances;
pub use duty::{DUTY, Due, due, offers};
pub use engine::{hash, is_set_up, plan, rebuild, submit, with_eyes, with_view};
pub use event::{Ending, Event, Happening, Outcome};
pub use fall::falls;
pub use holding::{Armed, ArmedItem, HeldPhase, StandingAnswers, Undertaking, Work};
pub use invariants::{Broken, broken};
pub use journal::Journal;
pub use knowledge::{Ground, Knowledge, Known, Sides, Sighting, Viewer};
pub use order::{Blow, Order, Pace, Target};
pub use refusal::Refusal;
pub use rehearsal::{reseed, tell};
pub use riding::Seating;
pub use schedule::CAP;
pub use setup::{OfBattle, clear, install, set_up};
pub use sight::MURK;
pub use snapshot::{Lane, Occupant, Snapshot};
pub use state::{Battlefield, Chapter, Decision, DiceSeat, History, Pending, Round, Setup, Stage, UnitIndex};
pub use story::{Lived, SOMEONE};
pub use victory::progress;
pub use view::{
    Aimed, BarrierData, BarrierDataItem, BattleView, UnitData, UnitDataItem, diagonal_step, target_cell,
};
pub use ways::Ways;
pub use witness::Witnesses;
