//! The gallery: shipped scenes that show clauses, a folder per book.

use serde::Deserialize;

use crate::files::content_folder::{ContentFile, ContentFolder};
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
    pub file: ContentFile,
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
pub fn gallery_files(content: &ContentFolder) -> Vec<ContentFile> {
    let of_book = |book: Book| content.list(&format!("{FOLDER}/{}", book.id())).unwrap_or_default();
    Book::ALL.into_iter().flat_map(of_book).collect()
}

/// Reads the index of the gallery in a content folder. Files that cannot be read are left out; `breachline check`
/// reports them.
pub fn read_gallery(content: &ContentFolder) -> Vec<GalleryScene> {
    gallery_files(content).into_iter().filter_map(read_head).collect()
}

fn read_head(file: ContentFile) -> Option<GalleryScene> {
    let source = SourceFile::read(&file).ok()?;
    let SceneHead { name, description, book, shows } = source.parse(&source.root).ok()?;
    let id = format!("{}/{}", book.id(), source.path.file_stem()?.to_string_lossy());
    Some(GalleryScene { id, file, name, description, book, shows })
}
