//! The Lab: a battlefield that is looked at and changed, without a fight.
//!
//! [`Edit`]s change a [`LabScene`](crate::content::LabScene); a [`Workbench`] remembers them, backwards and forwards without limit.

mod arrange;
mod edit;
mod own;
mod what_if;
mod workbench;

pub use arrange::{arrange, rearrange};
pub use edit::{Edit, EditError, resized};
pub use own::{Soil, Wall};
pub use what_if::what_if;
pub use workbench::Workbench;
