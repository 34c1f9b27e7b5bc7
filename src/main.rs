//! Entry point.

use std::process::ExitCode;

use breachline::cli;

fn main() -> ExitCode {
    cli::run(std::env::args_os())
}
