//! The gallery: shipped scenes that show clauses, a folder per book.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::files::source::SourceFile;
use rules::Book;

/// Folder of the gallery in the content folder.
const FOLDER: &str = "gallery";

/// A scene of the gallery, as far as an index needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GalleryScene {
    /// Its id, such as `swan_song/cover`.
    pub id: String,
    /// Its file.
    pub path: PathBuf,
    /// Its title.
    pub name: String,
    /// What to watch, in a sentence.
    pub description: String,
    /// Its rulebook.
    pub book: Book,
    /// Ids of the clauses that it shows.
    pub shows: Vec<String>,
}

/// The fields of a scene that the index needs.
#[derive(Default, Deserialize)]
#[serde(default)]
struct SceneHead {
    name: String,
    description: String,
    book: Book,
    shows: Vec<String>,
}

/// Lists the files of the gallery in a content folder, by book and name.
pub fn gallery_files(content_folder: &Path) -> Vec<PathBuf> {
    let folder = content_folder.join(FOLDER);
    let files = Book::ALL.into_iter().flat_map(|book| {
        let listing = std::fs::read_dir(folder.join(book.id())).into_iter().flatten();
        let mut files: Vec<PathBuf> = listing.filter_map(|file| Some(file.ok()?.path())).collect();
        files.retain(|path| path.extension().is_some_and(|extension| extension == "ron"));
        files.sort();
        files
    });
    files.collect()
}

/// Reads the index of the gallery in a content folder. Files that cannot be read are left out; `breachline check`
/// reports them.
pub fn read_gallery(content_folder: &Path) -> Vec<GalleryScene> {
    gallery_files(content_folder).into_iter().filter_map(|path| read_head(content_folder, path)).collect()
}

fn read_head(folder: &Path, path: PathBuf) -> Option<GalleryScene> {
    let source = SourceFile::read_inside(folder, &path).ok()?;
    let SceneHead { name, description, book, shows } = source.parse(&source.root).ok()?;
    let id = format!("{}/{}", book.id(), path.file_stem()?.to_string_lossy());
    Some(GalleryScene { id, path, name, description, book, shows })
}
