//! TODO sim::runner

pub mod fight;
pub mod panic_guard;
pub mod seed;
pub mod series;
pub mod worker_pool;
