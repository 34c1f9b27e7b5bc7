//! Paths of the shipped content and of the user's folders.

use std::path::{Path, PathBuf};

use directories::ProjectDirs;

/// Environment variable: content folder instead of the shipped one.
pub const ASSETS_VARIABLE: &str = "BREACHLINE_ASSETS";
/// Environment variable: folder of settings, saves and own content, instead of the system's.
pub const HOME_VARIABLE: &str = "BREACHLINE_HOME";

/// The shipped content: the given folder, else the environment's, else `assets` next to the program, in the working
/// directory, or in the project.
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

/// The user's own content, loaded after the shipped one.
pub fn user_content_dir() -> PathBuf {
    data_dir().join("content")
}

/// Saved battles (journals).
pub fn saves_dir() -> PathBuf {
    data_dir().join("saves")
}

/// Reports of panics.
pub fn reports_dir() -> PathBuf {
    data_dir().join("reports")
}

/// Exported Lab charts.
pub fn charts_dir() -> PathBuf {
    data_dir().join("charts")
}

/// Saved squads.
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
