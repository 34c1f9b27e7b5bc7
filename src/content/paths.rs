//! Paths of the shipped content and of the user's folders.

use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use directories::ProjectDirs;

use crate::files::content_folder::ContentFolder;

/// Environment variable: content folder instead of the shipped one.
pub const ASSETS_VARIABLE: &str = "BREACHLINE_ASSETS";
/// Environment variable: folder of settings, saves and own content, instead of the system's.
pub const HOME_VARIABLE: &str = "BREACHLINE_HOME";

/// Environment variable: folder of the package that cargo runs.
const CARGO_VARIABLE: &str = "CARGO_MANIFEST_DIR";
/// Environment variable: data folders of the system, the most important first.
const DATA_DIRS_VARIABLE: &str = "XDG_DATA_DIRS";
/// Data folders of the system if the variable is not set.
const USUAL_DATA_DIRS: &str = if cfg!(unix) { "/usr/local/share:/usr/share" } else { "" };
/// Name of the program's folder in data folders.
const PROGRAM: &str = "breachline";
/// Environment variables with the name of the user, by system.
const USER_VARIABLES: [&str; 2] = ["USER", "USERNAME"];
/// Name of the settings file.
const SETTINGS_FILE: &str = "settings.ron";
/// Name of the file with the finished lessons.
const LESSONS_FILE: &str = "lessons.ron";
/// Name of the folder of saves.
const SAVES: &str = "saves";

/// Folder of everything for a user without a home.
const WITHOUT_HOME: &str = "breachline-data";

/// Folder of settings, saves and own content that the player chose while the program runs.
static CHOSEN_HOME: RwLock<Option<PathBuf>> = RwLock::new(None);

/// The shipped content: the given folder, else that of the environment, else the first of these that has content for
/// every book: `assets` in the project that cargo runs, beside the program, in the user's data folder, in the data folders of the
/// system; else the content in the program.
pub fn shipped_content(given: Option<&Path>, embedded: ContentFolder) -> ContentFolder {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(folder) = given.map(Path::to_owned).or_else(|| variable(ASSETS_VARIABLE).map(PathBuf::from)) {
        return ContentFolder::Disk(folder);
    }
    let project = variable(CARGO_VARIABLE).map(PathBuf::from);
    let beside = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.to_owned()));
    let of_system = variable(DATA_DIRS_VARIABLE).unwrap_or_else(|| USUAL_DATA_DIRS.into());
    let of_system: Vec<PathBuf> = std::env::split_paths(&of_system).map(|dir| dir.join(PROGRAM)).collect();
    let folders = project.into_iter().chain(beside).chain([data_dir()]).chain(of_system);
    let mut folders = folders.map(|folder| ContentFolder::Disk(folder.join("assets")));
    folders.find(ContentFolder::is_complete).unwrap_or(embedded)
}

/// The user's own content, loaded after the shipped one.
pub fn user_content_dir() -> PathBuf {
    data_dir().join("content")
}

/// Saved battles (journals).
pub fn saves_dir() -> PathBuf {
    data_dir().join(SAVES)
}

/// Reports of panics, and those that the player saves.
pub fn reports_dir() -> PathBuf {
    data_dir().join("reports")
}

/// Exported Lab charts.
pub fn charts_dir() -> PathBuf {
    data_dir().join("charts")
}

/// Saved pictures of the window.
pub fn pictures_dir() -> PathBuf {
    data_dir().join("pictures")
}

/// Saved squads.
pub fn squads_dir() -> PathBuf {
    data_dir().join("squads")
}

/// The list of finished lessons.
pub fn lessons_file() -> PathBuf {
    data_dir().join(LESSONS_FILE)
}

/// Progress in campaigns.
pub fn progress_dir() -> PathBuf {
    data_dir().join("progress")
}

/// Exported battle logs.
pub fn logs_dir() -> PathBuf {
    data_dir().join("logs")
}

/// The settings file.
pub fn settings_file() -> PathBuf {
    let file = |home: PathBuf| home.join(SETTINGS_FILE);
    let usual = || project_dirs().map_or_else(|| WITHOUT_HOME.into(), |dirs| dirs.config_dir().to_owned());
    file(chosen_home().or_else(home_of_environment).unwrap_or_else(usual))
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
        .unwrap_or_else(|| WITHOUT_HOME.into())
}

fn home_of_environment() -> Option<PathBuf> {
    std::env::var_os(HOME_VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

fn project_dirs() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", PROGRAM)
}
