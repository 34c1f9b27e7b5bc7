//! Paths of the shipped content and of the user's folders.

use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use directories::ProjectDirs;

/// Environment variable: content folder instead of the shipped one.
pub const ASSETS_VARIABLE: &str = "BREACHLINE_ASSETS";
/// Environment variable: folder of settings, saves and own content, instead of the system's.
pub const HOME_VARIABLE: &str = "BREACHLINE_HOME";

/// Environment variables with the name of the user, by system.
const USER_VARIABLES: [&str; 2] = ["USER", "USERNAME"];
/// Name of the settings file.
const SETTINGS_FILE: &str = "settings.ron";
/// Name of the folder of saves.
const SAVES: &str = "saves";

/// Folder of settings, saves and own content that the player chose while the program runs.
static CHOSEN_HOME: RwLock<Option<PathBuf>> = RwLock::new(None);

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
    data_dir().join(SAVES)
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

/// Exported battle logs.
pub fn logs_dir() -> PathBuf {
    data_dir().join("logs")
}

/// The settings file.
pub fn settings_file() -> PathBuf {
    let file = |home: PathBuf| home.join(SETTINGS_FILE);
    let usual = || project_dirs().map(|dirs| dirs.config_dir().to_owned());
    chosen_home().or_else(home_of_environment).or_else(usual).map_or_else(|| SETTINGS_FILE.into(), file)
}

/// Folder of saves, own content and everything else that the program writes, except settings in the system's own place.
pub fn data_dir() -> PathBuf {
    chosen_home().unwrap_or_else(usual_data_dir)
}

/// All folders with saves: that in use, the usual one, and the one offered in its place.
pub fn all_saves_dirs() -> Vec<PathBuf> {
    let mut dirs = vec![data_dir(), usual_data_dir(), spare_data_dir()];
    dirs.dedup();
    dirs.into_iter().map(|dir| dir.join(SAVES)).collect()
}

/// The folder that is offered if the usual one cannot be written: the user's own in the system's folder for temporary
/// files.
pub fn spare_data_dir() -> PathBuf {
    let user = USER_VARIABLES.iter().find_map(|name| std::env::var(name).ok()).unwrap_or_default();
    std::env::temp_dir().join(format!("breachline-{}", storage::file_stem(&user, "user")))
}

/// Uses another folder from now on, for everything that the program writes.
pub fn choose_home(folder: PathBuf) {
    *CHOSEN_HOME.write().unwrap_or_else(PoisonError::into_inner) = Some(folder);
}

fn chosen_home() -> Option<PathBuf> {
    CHOSEN_HOME.read().unwrap_or_else(PoisonError::into_inner).clone()
}

fn usual_data_dir() -> PathBuf {
    home_of_environment()
        .or_else(|| project_dirs().map(|dirs| dirs.data_dir().to_owned()))
        .unwrap_or_else(|| "breachline-data".into())
}

fn home_of_environment() -> Option<PathBuf> {
    std::env::var_os(HOME_VARIABLE).map(PathBuf::from)
}

fn project_dirs() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "breachline")
}
