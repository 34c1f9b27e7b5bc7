//! Runs series of fights on several threads.

pub mod fight;
pub mod panic_guard;
pub mod seed;
pub mod series;
pub mod worker_pool;
