//! The loaded content. Files that change are read again while the menu or the Lab is open.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use crate::session::Screen;
use content::{ContentFolder, FolderFingerprint, LoadedContent};

/// Seconds between two checks of the content files.
const CHECK_SECONDS: f64 = 1.0;

/// Reads changed content, in `Update`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ContentSystems;

/// The loaded content and its folders.
#[derive(Resource, Debug)]
pub(crate) struct ContentLibrary {
    /// Result of the last read.
    pub loaded: LoadedContent,
    folders: Vec<ContentFolder>,
    fingerprint: FolderFingerprint,
    /// Counts reads.
    revision: u64,
    last_check: f64,
}

impl ContentLibrary {
    /// Reads content folders, the shipped one first.
    pub fn read(folders: Vec<ContentFolder>) -> Self {
        let fingerprint = FolderFingerprint::take(&disk_folders(&folders));
        let loaded = content::load_content(&folders);
        Self { loaded, folders, fingerprint, revision: 0, last_check: 0.0 }
    }

    /// Reloads the content if a file has changed since the last read. Returns whether one has.
    pub fn refresh(&mut self) -> bool {
        if !content::changed_since(&self.fingerprint) {
            return false;
        }
        self.fingerprint = FolderFingerprint::take(&disk_folders(&self.folders));
        self.loaded = content::load_content(&self.folders);
        self.revision += 1;
        true
    }

    /// Increases with every read: what was made from an older revision is outdated.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Path of a player-made scene; `None` for shipped scenes.
    pub fn own_scene_file(&self, id: &str) -> Option<PathBuf> {
        let own = self.folders.iter().skip(1).filter_map(ContentFolder::disk_path);
        own.map(|dir| dir.join("lab").join(format!("{id}.ron"))).rev().find(|file| file.exists())
    }

    /// The shipped content.
    pub fn shipped(&self) -> &ContentFolder {
        self.folders.first().expect("invariant: the shipped content is the first folder")
    }
}

fn disk_folders(folders: &[ContentFolder]) -> Vec<PathBuf> {
    folders.iter().filter_map(ContentFolder::disk_path).map(PathBuf::from).collect()
}

/// Reads changed content files while the menu or the Lab is open. A battle keeps the content that it began with.
pub(crate) struct ContentLibraryPlugin;

impl Plugin for ContentLibraryPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            reload_changed_content.in_set(ContentSystems).run_if(not(in_state(Screen::Battle))),
        );
    }
}

fn reload_changed_content(
    mut library: ResMut<ContentLibrary>,
    time: Res<Time<Real>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let now = time.elapsed_secs_f64();
    let unchanged = library.bypass_change_detection();
    if now - unchanged.last_check < CHECK_SECONDS {
        return;
    }
    unchanged.last_check = now;
    if unchanged.refresh() {
        library.set_changed();
        redraw.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn a_changed_file_is_read_once_and_its_errors_are_listed() {
        let own = tempfile::tempdir().expect("a folder");
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let mut library = ContentLibrary::read(vec![shipped.into(), own.path().to_owned().into()]);
        assert_eq!(library.loaded.diagnostics, []);
        assert!(!library.refresh(), "nothing has changed");
        fs::write(own.path().join("terrain.ron"), "{\"bog\": (name: \"Bog\", tile: dirt)}").expect("written");
        assert!(library.refresh() && !library.refresh());
        assert_eq!((library.revision(), library.loaded.diagnostics.len()), (1, 0));
        assert!(library.loaded.content.terrains.contains_key("bog"));
        fs::write(own.path().join("terrain.ron"), "{\"bog\": (name: \"Bog\", tile: swamp)}")
            .expect("written");
        assert!(library.refresh());
        assert_eq!((library.revision(), library.loaded.diagnostics.len()), (2, 1));
        assert!(!library.loaded.content.terrains.contains_key("bog"));
    }
}
