//! Watches the content files while the menu or the Lab is open, on a thread of its own: an idle window draws no frame for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bevy::prelude::*;

use crate::redraw::WindowWaker;
use content::FolderFingerprint;

/// Time between two looks at the files.
const INTERVAL: Duration = Duration::from_secs(1);

/// The watch that is kept, if any.
#[derive(Resource, Debug, Default)]
pub(crate) struct ContentWatcher {
    /// Set by the thread, which ends when this is dropped.
    changed: Option<Arc<AtomicBool>>,
}

impl ContentWatcher {
    /// Watches for changes since a fingerprint was taken; the first one wakes the window and ends the watch.
    pub fn watch(&mut self, fingerprint: FolderFingerprint, waker: &WindowWaker) {
        let changed = Arc::new(AtomicBool::new(false));
        let (wanted, waker) = (Arc::downgrade(&changed), waker.clone());
        self.changed = Some(changed);
        let thread = std::thread::Builder::new().name("content files".to_owned());
        let started = thread.spawn(move || {
            while wanted.strong_count() > 0 {
                if content::changed_since(&fingerprint) {
                    if let Some(changed) = wanted.upgrade() {
                        changed.store(true, Ordering::Release);
                        waker.wake();
                    }
                    return;
                }
                std::thread::sleep(INTERVAL);
            }
        });
        if let Err(error) = started {
            warn!("changed content files are not noticed: {error}");
        }
    }

    /// Ends the watch.
    pub fn stop(&mut self) {
        self.changed = None;
    }

    /// Whether a file has changed since the watch began.
    pub fn has_change(&self) -> bool {
        self.changed.as_ref().is_some_and(|changed| changed.load(Ordering::Acquire))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_written_file_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let fingerprint = FolderFingerprint::take(&[folder.path().to_owned()]);
        let mut watcher = ContentWatcher::default();
        watcher.watch(fingerprint, &WindowWaker::default());
        assert!(!watcher.has_change());
        std::fs::write(folder.path().join("terrain.ron"), "[]").expect("written");
        let start = Instant::now();
        while !watcher.has_change() {
            assert!(start.elapsed() < Duration::from_secs(60), "not noticed");
            std::thread::sleep(Duration::from_millis(20));
        }
        watcher.stop();
        assert!(!watcher.has_change());
    }
}
