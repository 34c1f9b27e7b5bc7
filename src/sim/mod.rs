//! Fights without people: players that are programs, and what is measured or proved with them.

pub mod chaos;
mod nonsense;
mod trial;

pub use trial::{Counters, Failure, Fault, Trial};
