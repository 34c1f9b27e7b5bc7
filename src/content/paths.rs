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
pub fn user_content_dir() -> PathBuf {
    data_dir().join("content")
}

/// Journals of fights.
pub fn saves_dir() -> PathBuf {
    data_dir().join("saves")
}

/// Charts of the Lab, as pictures and tables.
pub fn charts_dir() -> PathBuf {
    data_dir().join("charts")
}

/// Squads between two skirmishes.
pub fn squads_dir() -> PathBuf {
    data_dir().join("squads")
}

/// The settings file.
pub fn settings_file() -> PathBuf {
    match home_dir() {
        Some(home) => home.join("settings.ron"),
        None => project_dirs()
            .map_or_else(|| "settings.ron".into(), |dirs| dirs.config_dir().join("settings.ron")),
    }
}

fn data_dir() -> PathBuf {
    home_dir()
        .or_else(|| project_dirs().map(|dirs| dirs.data_dir().to_owned()))
        .unwrap_or_else(|| "breachline-data".into())
}

fn home_dir() -> Option<PathBuf> {
    std::env::var_os(HOME_VARIABLE).map(PathBuf::from)
}

fn project_dirs() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "breachline")
}
