//! A standing campaign of hostile input: mutated files of every kind, malformed headers, programs that are killed while
//! they save, and files that cannot grow.
//!
//! Each attack has a number of cases that suits every run of the tests. `BREACHLINE_CAMPAIGN=100` multiplies it by 100,
//! `BREACHLINE_CAMPAIGN_SEED` draws other cases, and `BREACHLINE_CAMPAIGN_CASE` repeats a single one. `just campaign`
//! runs the long one and prints the counters.

mod attack;
mod battles;
mod content_files;
#[cfg(feature = "desktop")]
mod desktop_files;
#[cfg(unix)]
mod full_disk;
mod headers;
mod journals;
#[cfg(unix)]
mod kills;
mod mutation;
mod program;
mod squads;
mod structure;
mod text_tree;
#[cfg(all(unix, feature = "desktop"))]
mod window_kills;
