//! `breachline lab`: opens the Lab.

use std::path::PathBuf;

use clap::Args;

use super::CliError;
use super::play::parse_window_size;
use content::ContentFolder;

/// Opens the Lab.
#[derive(Args, Debug, Default)]
pub struct LabArgs {
    /// Id of a Lab scene or skirmish, or any scene file; by default a new one.
    scene: Option<String>,
    /// Saves a screenshot of the first finished frame and quits.
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
    /// Runs a script file, see `docs/scripts.md`.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Window size, such as 1440x900.
    #[arg(long, value_name = "WxH", value_parser = parse_window_size)]
    size: Option<(u32, u32)>,
}

#[cfg(feature = "desktop")]
pub(super) fn run(lab: &LabArgs, assets: &ContentFolder) -> Result<(), CliError> {
    lab.screenshot.as_deref().map_or(Ok(()), super::output::check_file)?;
    let launch = desktop::LaunchOptions {
        lab: Some(lab.scene.clone()),
        screenshot: lab.screenshot.clone(),
        script: lab.script.as_deref().map(desktop::Script::read).transpose()?,
        size: lab.size,
        clause_tests: super::coverage::clause_tests(),
        ..desktop::LaunchOptions::new(assets.clone())
    };
    Ok(desktop::run(launch)?)
}

#[cfg(not(feature = "desktop"))]
pub(super) fn run(_lab: &LabArgs, _assets: &ContentFolder) -> Result<(), CliError> {
    Err(CliError::new("this build has no window; build with the feature `desktop` to open the Lab"))
}
