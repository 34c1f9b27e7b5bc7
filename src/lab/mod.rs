//! The Lab: a battlefield that is looked at and changed, without a fight.
//!
//! [`Edit`]s change a [`LabScene`](crate::content::LabScene); a [`Workbench`] remembers them, backwards and forwards without limit.

pub mod charts;
pub mod dials;
mod edit;
mod workbench;

pub use edit::{Edit, EditError};
pub use workbench::Workbench;
