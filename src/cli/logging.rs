//! The log of the program, for finding faults: `RUST_LOG`, `--verbose` and `--log-file`, the same in all commands.

use std::io;
use std::path::PathBuf;
use std::sync::Mutex;

use clap::{ArgAction, Args};
use tracing_subscriber::fmt::format::{FormatFields, debug_fn};
use tracing_subscriber::prelude::*;
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt};

use super::{CliError, output};
use content::escape_invisible;

#[cfg(feature = "trace")]
mod trace_file;

/// Environment variable with a filter, such as `debug` or `sim=debug,warn`; overrides `--verbose`.
const FILTER_VARIABLE: &str = "RUST_LOG";
/// What is too loud at any level: a software renderer is slow, not wrong; winit warns about displays without a size,
/// wgpu about missing drivers.
const QUIET_LIBRARIES: &str =
    "wgpu=off,naga=error,bevy_render=error,bevy_egui=error,bevy_winit=error,winit=error";

/// Options of the log.
#[derive(Args, Debug)]
pub(super) struct LogArgs {
    /// Logs what the program does to standard error; twice for details.
    #[arg(long, short, global = true, action = ArgAction::Count)]
    verbose: u8,
    /// Appends the log to a file instead.
    #[arg(long, global = true, value_name = "FILE")]
    log_file: Option<PathBuf>,
    /// Writes the time of every system and panel to a file for Perfetto.
    #[cfg(feature = "trace")]
    #[arg(long, global = true, value_name = "FILE")]
    trace: Option<PathBuf>,
}

/// Keeps the log open until it is dropped.
#[derive(Default)]
pub(super) struct OpenLog {
    #[cfg(feature = "trace")]
    _trace: Option<trace_file::TraceFile>,
}

impl LogArgs {
    /// Starts the log; it ends when the result is dropped.
    ///
    /// # Errors
    /// The filter of the environment cannot be parsed, or the file cannot be written.
    pub fn start(&self) -> Result<OpenLog, CliError> {
        let lines: Box<dyn Layer<Registry> + Send + Sync> = match &self.log_file {
            Some(path) => {
                let file = storage::append_to_output(path)
                    .map_err(|error| CliError::new(format!("cannot write {}: {error}", path.display())))?;
                let layer = fmt::layer().fmt_fields(escaped_fields()).with_ansi(false);
                layer.with_writer(Mutex::new(file)).boxed()
            }
            None => {
                let ansi = output::has_colours(&io::stderr());
                let layer = fmt::layer().fmt_fields(escaped_fields()).with_ansi(ansi);
                layer.with_writer(io::stderr).boxed()
            }
        };
        let log = Registry::default().with(lines.with_filter(self.filter()?));
        #[cfg(feature = "trace")]
        if let Some(path) = &self.trace {
            let (layer, file) = trace_file::open_trace(path)
                .map_err(|error| CliError::new(format!("cannot write {}: {error}", path.display())))?;
            log.with(layer).init();
            return Ok(OpenLog { _trace: Some(file) });
        }
        log.init();
        Ok(OpenLog::default())
    }

    fn filter(&self) -> Result<EnvFilter, CliError> {
        let filter = match std::env::var(FILTER_VARIABLE) {
            Ok(given) if !given.trim().is_empty() => given,
            // A log file is of no use without a log.
            _ => {
                let level = match self.verbose + u8::from(self.log_file.is_some()) {
                    0 => "warn",
                    1 => "info",
                    _ => "debug",
                };
                format!("{level},{QUIET_LIBRARIES}")
            }
        };
        EnvFilter::try_new(&filter).map_err(|error| {
            CliError::missing(format!(
                "{FILTER_VARIABLE}: `{filter}` is not a filter such as debug or sim=debug,warn: {error}"
            ))
        })
    }
}

/// Formats the fields of a line with invisible characters escaped: they may come from names of files.
fn escaped_fields() -> impl for<'w> FormatFields<'w> + 'static {
    debug_fn(|writer, field, value| {
        let value = format!("{value:?}");
        let value = escape_invisible(&value);
        match field.name() {
            "message" => write!(writer, "{value}"),
            name if name.starts_with("log.") => Ok(()), // where a library logged it
            name => write!(writer, "{name}={value}"),
        }
    })
    .delimited(" ")
}
