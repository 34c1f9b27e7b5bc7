//! A disk in memory that can be full, and loses what was not synced when its power fails.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::disk::{Disk, DiskFile};

/// What a power failure leaves of bytes that were not synced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsynced {
    /// Nothing.
    Lost,
    /// Their first half.
    Torn,
}

#[derive(Clone, Debug, Default)]
struct Contents {
    now: Vec<u8>,
    synced: Vec<u8>,
}

#[derive(Debug, Default)]
struct DiskState {
    files: Vec<Contents>,
    names: BTreeMap<PathBuf, usize>,
    synced_names: BTreeMap<PathBuf, usize>,
    /// Operations until the power fails; `None` for never.
    operations_left: Option<usize>,
    /// Bytes until the disk is full; `None` for never.
    space: Option<usize>,
}

/// The disk.
#[derive(Clone, Debug, Default)]
pub struct TestDisk(Arc<Mutex<DiskState>>);

#[derive(Debug)]
struct TestFile {
    disk: TestDisk,
    number: usize,
}

impl TestDisk {
    fn state(&self) -> MutexGuard<'_, DiskState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins an operation that changes something.
    fn operate(&self) -> io::Result<MutexGuard<'_, DiskState>> {
        let mut state = self.state();
        match &mut state.operations_left {
            Some(0) => return Err(io::Error::other("no power")),
            Some(left) => *left -= 1,
            None => {}
        }
        Ok(state)
    }

    /// Lets the power fail after this many further operations.
    pub fn fail_after(&self, operations: usize) {
        self.state().operations_left = Some(operations);
    }

    /// Whether the power has failed.
    pub fn has_failed(&self) -> bool {
        self.state().operations_left == Some(0)
    }

    /// Restarts after a power failure: what was not synced is gone.
    pub fn restart(&self, unsynced: Unsynced) {
        let mut state = self.state();
        state.operations_left = None;
        state.names = state.synced_names.clone();
        for file in &mut state.files {
            let rest = file.now.strip_prefix(file.synced.as_slice()).unwrap_or_default().to_vec();
            if unsynced == Unsynced::Torn {
                file.synced.extend_from_slice(&rest[..rest.len() / 2]);
            }
            file.now = file.synced.clone();
        }
    }

    /// Sets the free space in bytes; `None` for any amount.
    pub fn set_space(&self, space: Option<usize>) {
        self.state().space = space;
    }

    /// Returns the contents of a file; `None` if it is missing.
    pub fn read(&self, path: &Path) -> Option<String> {
        let state = self.state();
        let number = *state.names.get(path)?;
        Some(String::from_utf8(state.files[number].now.clone()).expect("tests write text"))
    }

    /// Returns all names.
    pub fn names(&self) -> Vec<PathBuf> {
        self.state().names.keys().cloned().collect()
    }
}

impl Disk for TestDisk {
    fn create_folders(&self, _: &Path) -> io::Result<()> {
        self.operate().map(drop)
    }

    fn create_new(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        let mut state = self.operate()?;
        if state.names.contains_key(path) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let number = state.files.len();
        state.files.push(Contents::default());
        state.names.insert(path.to_owned(), number);
        Ok(Box::new(TestFile { disk: self.clone(), number }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.operate()?;
        let number = state.names.remove(from).ok_or(io::ErrorKind::NotFound)?;
        state.names.insert(to.to_owned(), number);
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut state = self.operate()?;
        state.names.remove(path).map(drop).ok_or(io::ErrorKind::NotFound.into())
    }

    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        let mut state = self.operate()?;
        state.synced_names = state.names.clone();
        Ok(())
    }

    fn check_output(&self, _: &Path) -> io::Result<()> {
        Ok(()) // all are regular files
    }

    fn exists(&self, path: &Path) -> bool {
        self.state().names.contains_key(path)
    }
}

impl DiskFile for TestFile {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.disk.operate()?;
        let fits = state.space.map_or(bytes.len(), |space| space.min(bytes.len()));
        state.space = state.space.map(|space| space - fits);
        state.files[self.number].now.extend_from_slice(&bytes[..fits]);
        if fits < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        let mut state = self.disk.operate()?;
        let length = usize::try_from(length).expect("tests write little");
        state.files[self.number].now.truncate(length);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        let mut state = self.disk.operate()?;
        let file = &mut state.files[self.number];
        file.synced = file.now.clone();
        Ok(())
    }

    fn is_at(&self, path: &Path, length: u64) -> bool {
        let state = self.disk.state();
        state.names.get(path) == Some(&self.number) && state.files[self.number].now.len() as u64 == length
    }
}
