//! Fights without people. Many fights between minds: played on all cores, counted, and told with how sure one may be.
//!
//! ```text
//! variants x numbered fights -> threads, a world each -> records in order -> files, sums -> summary, pictures
//! ```
//!
//! `chaos` and `trial` play nonsense at the fight's door and look whether anything gives way.

pub mod analysis;
mod error;
pub mod fuzz;
pub mod ladder;
pub mod output;
mod parameter_sweep;
pub mod runner;

pub use analysis::observer::{FightObserver, ObservedAttack, StartingUnit};
pub use analysis::paired_comparison::{MeasureDifference, PairedComparison, VariantComparison};
pub use analysis::summary::{CoverStats, SeriesSummary, SeriesTotals, SideSummary, WeaponSummary};
pub use analysis::tally::{CasualtyCause, FightTally, SideTally, WeaponTally};
pub use error::SimError;
pub use fuzz::coverage::FuzzCoverage;
pub use fuzz::fuzz_run::{FuzzFailure, FuzzFault, FuzzRun};
pub use output::record::{ColumnValue, FightRecord, RecordRow, VariantInfo};
pub use output::result_files::{ResultFiles, ResultPaths, weapons_path};
pub use parameter_sweep::{SweepBase, SweepField, Variant, build_variants, field_names};
pub use runner::fight::{AiSettings, FightResult, FightRunner, FightSetup, MAX_ORDERS, UndecidedReason};
pub use runner::series::{SeriesConfig, Shard, run_series};
