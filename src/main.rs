//! Entry point.

use std::process::ExitCode;

use breachline::cli::{self, Cli};
use breachline::content::crash_report;
use clap::Parser;

fn main() -> ExitCode {
    crash_report::install_hook();
    cli::run(Cli::parse())
}
