//! Output of results: tables, JSON and plots.

#[cfg(feature = "parquet")]
pub mod parquet;
pub mod plots;
pub mod record;
pub mod result_files;
