//! Entry point.

use std::process::ExitCode;

use breachline::cli;
use breachline::content::crash_report;

fn main() -> ExitCode {
    crash_report::install_hook();
    cli::run(std::env::args_os())
}
