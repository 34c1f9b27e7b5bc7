//! A content file that is open in an editor.

use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

use content::{ContentFile, ContentFolder, Diagnostic, FileSchema};

/// Folders of scenes in a content folder.
const SCENE_FOLDERS: [&str; 5] = ["lab", "lessons", "scenes", "skirmishes", "gallery"];
/// Folder of campaigns in a content folder.
const CAMPAIGNS: &str = "campaigns";
/// Folder of squads, beside content folders.
const SQUADS: &str = "squads";

/// An open document.
pub(super) struct Document {
    /// Its file.
    path: PathBuf,
    /// Its present text.
    pub text: String,
}

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DocumentKind {
    /// A table, by its path in a content folder.
    Table(&'static str),
    /// A scene.
    Scene,
    /// A campaign.
    Campaign,
    /// A squad.
    Squad,
}

impl Document {
    /// A document of an editor, which names it `file:///home/ann/content/terrain.ron`.
    pub fn new(uri: &str, text: &str) -> Self {
        let path = uri.strip_prefix("file://").unwrap_or(uri);
        let path = percent_decode_str(path).decode_utf8_lossy().into_owned();
        Self { path: path.into(), text: text.to_owned() }
    }

    fn kind(&self) -> DocumentKind {
        if let Some(table) = content::table_files().find(|table| self.path.ends_with(table)) {
            return DocumentKind::Table(table);
        }
        let is_in = |folder: &str| self.path.parent().is_some_and(|parent| parent.ends_with(folder));
        if is_in(SQUADS) {
            DocumentKind::Squad
        } else if is_in(CAMPAIGNS) {
            DocumentKind::Campaign
        } else {
            DocumentKind::Scene
        }
    }

    /// The schema of its file.
    pub fn schema<'s>(&self, schemas: &'s [FileSchema]) -> Option<&'s FileSchema> {
        let kind = self.kind();
        let book = content::scene_book(&self.text);
        schemas.iter().find(|schema| match kind {
            DocumentKind::Table(table) => schema.files == table,
            DocumentKind::Scene => schema.scene_book == Some(book),
            DocumentKind::Campaign => schema.name == "campaign",
            DocumentKind::Squad => schema.name == "squad",
        })
    }

    /// The errors of its text, with the shipped content and the saved files of its content folder.
    pub fn check(&self, shipped: &ContentFolder) -> Vec<Diagnostic> {
        let own = self.content_folder().map(|folder| ContentFolder::from(folder.to_owned()));
        let own = own.filter(|own| own != shipped);
        let mut folders = match &own {
            Some(own) if own.is_complete() => vec![own.clone()],
            _ => [shipped.clone()].into_iter().chain(own).collect(),
        };
        match self.kind() {
            DocumentKind::Table(table) => {
                // The text that is not saved yet replaces that of the file.
                let text = self.text.clone().into_bytes();
                let edited: ContentFolder = [(table.into(), text.into())].into_iter().collect();
                let file = edited.file(table).path();
                folders.push(edited);
                let found = content::load_content(&folders).diagnostics;
                found.into_iter().filter(|problem| problem.file == file).collect()
            }
            DocumentKind::Scene => {
                let base = content::load_content(&folders).content;
                content::parse_scene(&base, &self.path, &self.text).1
            }
            DocumentKind::Campaign => {
                let base = content::load_content(&folders).content;
                content::check_campaign(&base, self.edited_file()).1
            }
            DocumentKind::Squad => match content::Squad::read(self.edited_file()) {
                Err(content::SquadFileError::Invalid(problem)) => vec![problem],
                _ => Vec::new(),
            },
        }
    }

    /// The text that may not be saved yet, as a file.
    fn edited_file(&self) -> ContentFile {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = self.text.clone().into_bytes();
        let edited: ContentFolder = [(name.clone().into(), text.into())].into_iter().collect();
        edited.file(&name)
    }

    /// The content folder that the file is in.
    fn content_folder(&self) -> Option<&Path> {
        let up = match self.kind() {
            DocumentKind::Table(table) => Path::new(table).components().count(),
            DocumentKind::Scene => {
                let is_scene_folder = |folder: &&Path| {
                    SCENE_FOLDERS.iter().any(|name| folder.file_name().is_some_and(|it| it == *name))
                };
                return self.path.ancestors().skip(1).find(is_scene_folder)?.parent();
            }
            DocumentKind::Campaign => 2,
            DocumentKind::Squad => return None,
        };
        self.path.ancestors().nth(up)
    }

    /// Byte of a position: lines and UTF-16 units from 0, as the protocol counts them.
    pub fn byte_of(&self, line: usize, character: usize) -> usize {
        let start: usize = self.text.split_inclusive('\n').take(line).map(str::len).sum();
        let rest = self.text[start..].split('\n').next().unwrap_or_default();
        let mut units = 0;
        for (at, letter) in rest.char_indices() {
            if units >= character {
                return start + at;
            }
            units += letter.len_utf16();
        }
        start + rest.len()
    }

    /// UTF-16 units before a character of a line; both are counted from 0.
    pub fn column_of(&self, line: usize, character: usize) -> usize {
        let text = self.text.split('\n').nth(line).unwrap_or_default();
        text.chars().take(character).map(char::len_utf16).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_utf_16_units() {
        let document = Document::new("file:///tmp/a.ron", "(\n  näme: \"🎲x\",\n)");
        assert_eq!(document.byte_of(1, 3), 5);
        assert_eq!(document.byte_of(1, 4), 7, "after an umlaut of two bytes");
        assert_eq!(&document.text[document.byte_of(1, 11)..][..1], "x", "after a die of two units");
        assert_eq!(document.byte_of(9, 9), document.text.len());
        assert_eq!(document.column_of(1, 10), 11);
    }

    #[test]
    fn kinds_of_documents_and_their_content_folders() {
        let of = |path: &str| {
            let document = Document::new(&format!("file://{path}"), "");
            (document.kind(), document.content_folder().map(Path::to_owned))
        };
        let table = DocumentKind::Table("books/aberrant/weapons.ron");
        assert_eq!(
            of("/home/a%20b/content/books/aberrant/weapons.ron"),
            (table, Some("/home/a b/content".into()))
        );
        assert_eq!(of("/c/terrain.ron"), (DocumentKind::Table("terrain.ron"), Some("/c".into())));
        assert_eq!(of("/c/gallery/aberrant/burst.ron"), (DocumentKind::Scene, Some("/c".into())));
        assert_eq!(of("/c/lab/mine.ron"), (DocumentKind::Scene, Some("/c".into())));
        assert_eq!(of("/tmp/mine.ron"), (DocumentKind::Scene, None));
        assert_eq!(of("/c/campaigns/road.ron"), (DocumentKind::Campaign, Some("/c".into())));
        assert_eq!(of("/home/squads/a.ron"), (DocumentKind::Squad, None));
    }
}
