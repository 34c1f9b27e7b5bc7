//! The Lab: a battlefield that is looked at and changed, without a fight.
//!
//! [`Edit`]s change a [`LabScene`](content::LabScene); a [`Workbench`] remembers them, backwards and forwards without limit.

mod arrange;
pub mod charts;
mod compare;
mod edit;
mod kit;
pub mod overlay;
mod own;
pub mod sides;
pub mod steps;
mod ties;
mod what_if;
mod workbench;

pub use arrange::{arrange, rearrange};
pub use compare::{FiveBooks, Told, Verdict, attack};
pub use edit::{Edit, EditError, resized};
pub use kit::{Piece, carried, healed, taken_up, with_kit};
pub use own::{Soil, Wall};
pub use ties::{mover, open_ties, resorted, tied};
pub use what_if::what_if;
pub use workbench::Workbench;
