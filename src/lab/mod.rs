//! The Lab: a battlefield that is looked at and changed, without a fight.
//!
//! [`Edit`]s change a [`LabScene`](crate::content::LabScene); a [`Workbench`] remembers them, backwards and forwards without limit.

mod arrange;
pub mod charts;
mod compare;
pub mod dials;
mod edit;
pub mod overlay;
pub mod steps;
mod workbench;

pub use arrange::{arrange, rearrange};
pub use compare::{FiveBooks, Told, Verdict, attack};
pub use edit::{Edit, EditError};
pub use workbench::Workbench;
