//! `breachline lab`: the Lab in its window.

use std::path::{Path, PathBuf};

use clap::Args;

use super::Failure;
use super::play::size;

/// Opens the Lab.
#[derive(Args, Debug, Default)]
pub struct Lab {
    /// Id or file of a scene; an empty one without.
    scene: Option<String>,
    /// Takes a picture of the first settled frame and quits.
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
    /// Plays the steps of a script file. See `docs/scripts.md`.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Size of the window, such as 1440x900.
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<(u32, u32)>,
}

#[cfg(feature = "desktop")]
pub(super) fn run(lab: &Lab, assets: Option<&Path>) -> Result<(), Failure> {
    let launch = desktop::Launch {
        lab: Some(lab.scene.clone()),
        assets: assets.map(Path::to_owned),
        screenshot: lab.screenshot.clone(),
        script: lab.script.clone(),
        size: lab.size,
        ..Default::default()
    };
    Ok(desktop::run(launch)?)
}

#[cfg(not(feature = "desktop"))]
pub(super) fn run(_lab: &Lab, _assets: Option<&Path>) -> Result<(), Failure> {
    Err(Failure::new("this build has no window; build it with the feature `desktop` to open the Lab"))
}
