//! Entry point.

use std::process::ExitCode;

use breachline::cli::{self, Cli};
use clap::Parser;

fn main() -> ExitCode {
    cli::run(Cli::parse())
}
