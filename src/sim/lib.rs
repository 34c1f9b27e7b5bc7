//! Simulation: runs series of fights between AI players in parallel, and fuzzes the rules.
//!
//! ```text
//! variants x numbered fights -> threads, a world each -> records in order -> files, totals -> summary, plots
//! ```
//!
//! `fuzz` gives random orders and checks invariants, replays and undo.

pub mod analysis;
mod error;
pub mod fuzz;
pub mod ladder;
pub mod output;
mod parameter_sweep;
pub mod runner;
pub mod win_chance_series;

pub use analysis::behaviour::{BehaviourCounts, BehaviourGroup, BehaviourReport};
pub use analysis::observer::{FightObserver, ObservedAttack, StartingUnit};
pub use analysis::paired_comparison::{MeasureDifference, PairedComparison, VariantComparison};
pub use analysis::summary::{CoverStats, SeriesSummary, SeriesTotals, SideSummary, WeaponSummary};
pub use analysis::tally::{CasualtyCause, FightTally, SideTally, WeaponTally};
pub use analysis::win_chance_fit::{Calibration, CalibrationBin, PositionSample, fit_win_chance};
pub use error::SimError;
pub use fuzz::coverage::FuzzCoverage;
pub use fuzz::fuzz_run::{FuzzFailure, FuzzFault, FuzzRun};
pub use output::record::{ColumnValue, FightRecord, RecordRow, VariantInfo};
pub use output::result_files::{ResultFiles, ResultPaths, weapons_path};
pub use parameter_sweep::{SweepBase, SweepField, Variant, build_variants, field_names};
pub use runner::fight::{AiSettings, FightResult, FightRunner, FightSetup, MAX_ORDERS, UndecidedReason};
pub use runner::series::{SeriesConfig, Shard, run_series};
