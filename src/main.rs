//! The program: the command line with the shipped content in it.

use std::process::ExitCode;

use breachline::cli;
use breachline::content::{ContentFolder, crash_report};

/// The shipped content by its path in `assets`, so that the program is one file. `content::paths::shipped_content` decides when a
/// folder takes its place. The window has its pictures of its own.
const SHIPPED_FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/shipped_files.rs"));

fn main() -> ExitCode {
    crash_report::install_hook();
    cli::run(std::env::args_os(), embedded_content())
}

fn embedded_content() -> ContentFolder {
    SHIPPED_FILES.iter().map(|(name, bytes)| ((*name).into(), (*bytes).into())).collect()
}
