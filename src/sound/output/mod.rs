//! Outputs: the sound server on Linux and the BSDs, the devices of the system elsewhere.

#[cfg(not(all(unix, not(target_vendor = "apple"))))]
mod device;
#[cfg(all(unix, not(target_vendor = "apple")))]
mod server;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

#[cfg(not(all(unix, not(target_vendor = "apple"))))]
pub(crate) use self::device::DeviceOutput as Output;
#[cfg(all(unix, not(target_vendor = "apple")))]
pub(crate) use self::server::ServerOutput as Output;

/// Least time between two attempts to open the output that sounds cause.
const RETRY: Duration = Duration::from_secs(5);

/// Whether sounds can be heard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OutputStatus {
    /// The output is being opened.
    #[default]
    Opening,
    /// Sounds can be heard.
    Ready,
    /// Nothing can be heard, for this reason.
    Silent(String),
}

/// The status, shared between threads.
#[derive(Clone)]
struct SharedStatus {
    status: Arc<Mutex<OutputStatus>>,
    on_change: Arc<dyn Fn() + Send + Sync>,
}

impl SharedStatus {
    fn new(on_change: Box<dyn Fn() + Send + Sync>) -> Self {
        Self { status: Arc::default(), on_change: on_change.into() }
    }

    fn get(&self) -> OutputStatus {
        self.status.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, status: OutputStatus) {
        let mut current = self.status.lock().unwrap_or_else(PoisonError::into_inner);
        if *current != status {
            *current = status;
            drop(current);
            (self.on_change)();
        }
    }
}
