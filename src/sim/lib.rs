//! Fights without people. Many fights between minds: played on all cores, counted, and told with how sure one may be.
//!
//! ```text
//! variants x numbered fights -> threads, a world each -> records in order -> files, sums -> summary, pictures
//! ```
//!
//! `chaos` and `trial` play nonsense at the fight's door and look whether anything gives way.

mod caught;
pub mod chaos;
mod error;
mod fight;
mod files;
pub mod ladder;
mod nonsense;
mod paired;
#[cfg(feature = "parquet")]
mod parquet;
pub mod plots;
mod pool;
mod rating;
mod record;
pub mod seed;
mod sense;
mod series;
pub mod stats;
mod summary;
mod svg;
mod tables;
mod tally;
mod trial;
mod tried;
mod vary;
mod watch;

pub use error::SimError;
pub use fight::{Arena, Fought, MOST_ORDERS, Match, Seat, Undecided};
pub use files::{Files, Paths, weapons_beside};
pub use paired::{Comparison, Difference, Pairs};
pub use record::{Cell, Record, Row, Theme};
pub use series::{Extent, Shard, run};
pub use summary::{Cover, SideSummary, Summary, Sums, WeaponSummary};
pub use tally::{Cause, SideTally, Tally, WeaponTally};
pub use trial::{Failure, Fault, Trial};
pub use tried::Counters;
pub use vary::{Base, Variant, Vary, fields, grid};
pub use watch::{Aim, Fighter, Watch};
