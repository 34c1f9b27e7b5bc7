//! Where files are: shipped content, and a user's own folders.

use std::path::{Path, PathBuf};

use directories::ProjectDirs;

/// Names a folder with content that stands in for the shipped one.
pub const ASSETS_VARIABLE: &str = "BREACHLINE_ASSETS";
/// Names a folder for settings, saves and own content, instead of the system's.
pub const HOME_VARIABLE: &str = "BREACHLINE_HOME";

/// The shipped content: what is given, else the environment's, else `assets` beside the program, in the working
/// folder, or in the project it was built from.
pub fn asset_root(given: Option<&Path>) -> PathBuf {
    if let Some(given) = given {
        return given.to_owned();
    }
    if let Some(folder) = std::env::var_os(ASSETS_VARIABLE) {
        return folder.into();
    }
    let beside = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.join("assets")));
    let here = PathBuf::from("assets");
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    beside
        .into_iter()
        .chain([here, project])
        .find(|folder| folder.is_dir())
        .unwrap_or_else(|| "assets".into())
}

/// The user's own content, read after the shipped one.
pub fn user_content() -> PathBuf {
    data().join("content")
}

/// Journals of fights.
pub fn saves() -> PathBuf {
    data().join("saves")
}

/// Charts of the Lab, as pictures and tables.
pub fn charts() -> PathBuf {
    data().join("charts")
}

/// Squads between two skirmishes.
pub fn squads() -> PathBuf {
    data().join("squads")
}

/// The settings file.
pub fn settings() -> PathBuf {
    match home() {
        Some(home) => home.join("settings.ron"),
        None => {
            project().map_or_else(|| "settings.ron".into(), |dirs| dirs.config_dir().join("settings.ron"))
        }
    }
}

fn data() -> PathBuf {
    home()
        .or_else(|| project().map(|dirs| dirs.data_dir().to_owned()))
        .unwrap_or_else(|| "breachline-data".into())
}

fn home() -> Option<PathBuf> {
    std::env::var_os(HOME_VARIABLE).map(PathBuf::from)
}

fn project() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "breachline")
}
