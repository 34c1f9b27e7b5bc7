//! Signals that end a long run early, with what is finished.

use std::ffi::c_int;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::CliError;

/// Exit code after a second signal, as of a program that an interrupt ends.
const INTERRUPTED: c_int = 130;
/// Signals that end a run.
const SIGNALS: &[c_int] = &[
    SIGINT,
    SIGTERM,
    #[cfg(unix)]
    SIGHUP,
];

/// Returns a flag that the first Ctrl-C, SIGTERM or SIGHUP sets; a second one quits at once. A signal that the program was
/// started to ignore, as by `nohup`, stays ignored.
///
/// # Errors
/// The system does not accept the handler.
pub(super) fn stop_on_signal() -> Result<Arc<AtomicBool>, CliError> {
    let stop = Arc::new(AtomicBool::new(false));
    for &signal in SIGNALS.iter().filter(|signal| !is_ignored(**signal)) {
        // The handlers run in this order: the second signal finds the flag set.
        flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&stop))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// Whether the program was started with this signal ignored, as far as the system tells.
fn is_ignored(signal: c_int) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask & (1 << (signal - 1)) != 0
}
