//! Folders of content: on disk, or in the program.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rules::Book;
use storage::{read_regular_file, resolve_inside_folder};

/// Name of the shipped content in paths, on disk and in messages.
const SHIPPED: &str = "assets";
/// Extension of content files.
const EXTENSION: &str = "ron";
/// Folders in which a scene is found by its name alone, in this order.
const SCENE_FOLDERS: [&str; 5] = ["lab", "skirmishes", "lessons", "scenes", "gallery"];

/// Files in memory by their path in the folder, with `/` between its parts.
pub type MemoryFiles = BTreeMap<Cow<'static, str>, Cow<'static, [u8]>>;

/// A folder with content files.
#[derive(Clone, PartialEq, Eq)]
pub enum ContentFolder {
    /// On disk.
    Disk(PathBuf),
    /// In memory: the shipped content that is part of the program.
    Memory(Arc<MemoryFiles>),
}

/// A content file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContentFile {
    /// Named by the player. It must not be a link.
    Named(PathBuf),
    /// Found in a folder, by its path in the folder. Links may not lead out of the folder.
    Listed(ContentFolder, String),
}

impl From<PathBuf> for ContentFolder {
    fn from(path: PathBuf) -> Self {
        Self::Disk(path)
    }
}

impl FromIterator<(Cow<'static, str>, Cow<'static, [u8]>)> for ContentFolder {
    fn from_iter<I: IntoIterator<Item = (Cow<'static, str>, Cow<'static, [u8]>)>>(files: I) -> Self {
        Self::Memory(Arc::new(files.into_iter().collect()))
    }
}

impl fmt::Debug for ContentFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disk(path) => path.fmt(f),
            Self::Memory(files) => write!(f, "{} files in the program", files.len()),
        }
    }
}

impl ContentFolder {
    /// Its path; `None` if it is in memory.
    pub fn disk_path(&self) -> Option<&Path> {
        match self {
            Self::Disk(path) => Some(path),
            Self::Memory(_) => None,
        }
    }

    /// A file in it, which need not exist.
    pub fn file(&self, name: &str) -> ContentFile {
        ContentFile::Listed(self.clone(), name.to_owned())
    }

    /// Whether it has a file or folder of this name.
    pub fn has(&self, name: &str) -> bool {
        match self {
            Self::Disk(path) => path.join(name).exists(),
            Self::Memory(files) => {
                files.contains_key(name) || files_below(files, &format!("{name}/")).next().is_some()
            }
        }
    }

    /// Whether it has content for every book. Any other folder only adds to the shipped content.
    pub fn is_complete(&self) -> bool {
        Book::ALL.iter().all(|book| self.has(&format!("books/{}", book.id())))
    }

    /// Lists the content files directly in one of its folders, or in itself if the name is empty, by name.
    ///
    /// # Errors
    /// The folder does not exist or cannot be read.
    pub fn list(&self, folder: &str) -> io::Result<Vec<ContentFile>> {
        let mut names: Vec<String> = match self {
            Self::Disk(path) => {
                let listing = std::fs::read_dir(path.join(folder))?.filter_map(Result::ok);
                listing.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
            }
            Self::Memory(files) => {
                let below = join_names(folder, "");
                let names = files_below(files, &below).map(|name| name[below.len()..].to_owned());
                let names: Vec<String> = names.filter(|name| !name.contains('/')).collect();
                if names.is_empty() {
                    return Err(io::ErrorKind::NotFound.into());
                }
                names
            }
        };
        names.retain(|name| Path::new(name).extension().is_some_and(|extension| extension == EXTENSION));
        names.sort();
        Ok(names.into_iter().map(|name| self.file(&join_names(folder, &name))).collect())
    }

    /// Finds a scene by its path in the folder, with or without `assets/` before it, or by its name: `knife`,
    /// `swan_song/cover`, `scenes/knife.ron`, `assets/scenes/knife.ron`.
    pub fn find_scene(&self, named: &str) -> Option<ContentFile> {
        let named = named.strip_prefix(SHIPPED).and_then(|rest| rest.strip_prefix('/')).unwrap_or(named);
        let is_inside = named.split('/').all(|part| !matches!(part, "" | "." | ".."));
        let by_name = SCENE_FOLDERS.iter().map(|folder| format!("{folder}/{named}.{EXTENSION}"));
        let names = [named.to_owned()].into_iter().filter(|name| name.ends_with(".ron")).chain(by_name);
        names.filter(|_| is_inside).find(|name| self.has(name)).map(|name| self.file(&name))
    }
}

/// Path of a file in a folder.
fn join_names(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Names of the files in memory that begin with a path.
fn files_below<'a>(files: &'a MemoryFiles, below: &'a str) -> impl Iterator<Item = &'a str> {
    let from = files.range::<str, _>((Bound::Included(below), Bound::Unbounded));
    from.map(|(name, _)| name.as_ref()).take_while(move |name| name.starts_with(below))
}

impl From<&Path> for ContentFile {
    fn from(path: &Path) -> Self {
        Self::Named(path.to_owned())
    }
}

impl From<&PathBuf> for ContentFile {
    fn from(path: &PathBuf) -> Self {
        Self::Named(path.clone())
    }
}

impl From<&ContentFile> for ContentFile {
    fn from(file: &ContentFile) -> Self {
        file.clone()
    }
}

impl ContentFile {
    /// Its path; for messages only, if it is in memory.
    pub fn path(&self) -> PathBuf {
        match self {
            Self::Named(path) => path.clone(),
            Self::Listed(ContentFolder::Disk(folder), name) => folder.join(name),
            Self::Listed(ContentFolder::Memory(_), name) => Path::new(SHIPPED).join(name),
        }
    }

    /// Reads its bytes, at most `limit`.
    ///
    /// # Errors
    /// It does not exist, cannot be read, is larger, is not a regular file, or a link leads out of its folder.
    pub fn read(&self, limit: u64) -> io::Result<Cow<'_, [u8]>> {
        let bytes = match self {
            Self::Named(path) => read_regular_file(path, limit)?.into(),
            Self::Listed(ContentFolder::Disk(folder), name) => {
                let path = folder.join(name);
                read_regular_file(&resolve_inside_folder(folder, &path)?, limit)?.into()
            }
            Self::Listed(ContentFolder::Memory(files), name) => {
                Cow::Borrowed(files.get(name.as_str()).ok_or(io::ErrorKind::NotFound)?.as_ref())
            }
        };
        if bytes.len() as u64 > limit { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipped() -> ContentFolder {
        let names = [
            "books/aberrant/armour.ron",
            "gallery/aberrant/burst.ron",
            "lab/cover.ron",
            "scenes/knife.ron",
            "scenes.ron",
            "scenes/notes.txt",
        ];
        names.into_iter().map(|name| (name.into(), name.as_bytes().into())).collect()
    }

    fn names(files: io::Result<Vec<ContentFile>>) -> Vec<PathBuf> {
        files.expect("it lists").iter().map(ContentFile::path).collect()
    }

    #[test]
    fn folders_in_memory_are_listed_and_read_like_those_on_disk() {
        let folder = tempfile::tempdir().expect("a folder");
        let ContentFolder::Memory(files) = shipped() else { unreachable!("it is in memory") };
        for (name, bytes) in files.iter() {
            let path = folder.path().join(name.as_ref());
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
            std::fs::write(path, bytes).expect("it can be written");
        }
        let disk = ContentFolder::Disk(folder.path().to_owned());
        for (folder, root) in [(&shipped(), Path::new("assets")), (&disk, folder.path())] {
            assert_eq!(names(folder.list("")), [root.join("scenes.ron")]);
            assert_eq!(names(folder.list("scenes")), [root.join("scenes/knife.ron")]);
            assert_eq!(names(folder.list("gallery/aberrant")), [root.join("gallery/aberrant/burst.ron")]);
            let missing = folder.list("skirmishes").expect_err("there is none").kind();
            assert_eq!(missing, io::ErrorKind::NotFound);
            assert!(folder.has("scenes") && folder.has("scenes.ron") && !folder.has("scene"));
            assert!(!folder.is_complete(), "one book of five");
            let knife = folder.file("scenes/knife.ron");
            assert_eq!(knife.read(100).expect("it is read").as_ref(), b"scenes/knife.ron");
            assert_eq!(knife.read(3).expect_err("too large").kind(), io::ErrorKind::FileTooLarge);
            let none = folder.file("scenes/none.ron").read(100).expect_err("there is none").kind();
            assert_eq!(none, io::ErrorKind::NotFound);
        }
    }

    #[test]
    fn scenes_are_found_by_path_and_by_name() {
        let found = |named: &str| shipped().find_scene(named).map(|file| file.path());
        let knife = Some(PathBuf::from("assets/scenes/knife.ron"));
        assert_eq!(found("knife"), knife);
        assert_eq!(found("scenes/knife.ron"), knife);
        assert_eq!(found("assets/scenes/knife.ron"), knife);
        assert_eq!(found("aberrant/burst"), Some("assets/gallery/aberrant/burst.ron".into()));
        assert_eq!(found("cover"), Some("assets/lab/cover.ron".into()));
        for none in ["", "fork", "scenes", "notes.txt", "../assets/scenes/knife.ron", "/etc/passwd"] {
            assert_eq!(found(none), None, "{none}");
        }
    }
}
