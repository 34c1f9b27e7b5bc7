//! The loaded content. Files that change are read again while the menu or the Lab is open.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use crate::content_watcher::ContentWatcher;
use crate::redraw::WindowWaker;
use crate::session::Screen;
use content::{ContentFolder, FolderFingerprint, LoadedContent};

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
}

impl ContentLibrary {
    /// Reads content folders, the shipped one first.
    pub fn read(folders: Vec<ContentFolder>) -> Self {
        let fingerprint = FolderFingerprint::take(&disk_folders(&folders));
        let loaded = content::load_content(&folders);
        Self { loaded, folders, fingerprint, revision: 0 }
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
        app.init_resource::<ContentWatcher>()
            .add_systems(OnEnter(Screen::Menu), watch_content)
            .add_systems(OnEnter(Screen::Lab), watch_content)
            .add_systems(OnEnter(Screen::Battle), |mut watcher: ResMut<ContentWatcher>| watcher.stop())
            .add_systems(
                Update,
                reload_changed_content.in_set(ContentSystems).run_if(not(in_state(Screen::Battle))),
            );
    }
}

fn watch_content(mut watcher: ResMut<ContentWatcher>, library: Res<ContentLibrary>, waker: Res<WindowWaker>) {
    watcher.watch(library.fingerprint.clone(), &waker);
}

fn reload_changed_content(
    mut library: ResMut<ContentLibrary>,
    mut watcher: ResMut<ContentWatcher>,
    waker: Res<WindowWaker>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if !watcher.has_change() {
        return;
    }
    if library.bypass_change_detection().refresh() {
        library.set_changed();
        redraw.write(RequestRedraw);
    }
    watcher.watch(library.fingerprint.clone(), &waker);
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
