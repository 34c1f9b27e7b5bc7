//! Signals that end a long run early, with what is finished.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::CliError;

/// Exit code after a second signal, as of a program that an interrupt ends.
const INTERRUPTED: i32 = 130;

/// Returns a flag that the first Ctrl-C, SIGTERM or SIGHUP sets; a second one quits at once.
///
/// # Errors
/// The system does not accept the handler.
pub(super) fn stop_on_signal() -> Result<Arc<AtomicBool>, CliError> {
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if stopped.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    })?;
    Ok(stop)
}
