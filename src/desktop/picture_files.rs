//! Pictures of the window: those in the program, or those of an assets folder.

use std::borrow::Cow;
use std::path::PathBuf;

use bevy::asset::RenderAssetUsages;
use bevy::image::{CompressedImageFormats, ImageSampler, ImageType, TextureError};
use bevy::prelude::*;

use content::ContentFolder;

/// Index of the atlases.
pub(crate) const ATLAS_INDEX: &str = "index.ron";
/// Pictures in the program, by file name.
const EMBEDDED: [(&str, &[u8]); 5] = [
    (ATLAS_INDEX, include_bytes!("../../assets/atlas/index.ron")),
    ("glyphs.png", include_bytes!("../../assets/atlas/glyphs.png")),
    ("icon.png", include_bytes!("../../assets/atlas/icon.png")),
    ("objects.png", include_bytes!("../../assets/atlas/objects.png")),
    ("tiles.png", include_bytes!("../../assets/atlas/tiles.png")),
];
/// Largest picture that is read, in bytes.
const MAX_BYTES: u64 = 1 << 24;

/// Where pictures are read from.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub(crate) enum PictureFiles {
    /// The program.
    Embedded,
    /// The folder of atlases of an assets folder.
    Folder(PathBuf),
}

impl PictureFiles {
    /// The pictures of an assets folder on disk if it has atlases, else those in the program.
    pub fn find(assets: &ContentFolder) -> Self {
        let folder = assets.disk_path().map(|folder| folder.join("atlas"));
        folder.filter(|folder| folder.join(ATLAS_INDEX).is_file()).map_or(Self::Embedded, Self::Folder)
    }

    /// Reads a file; `None` if there is none that can be read.
    pub fn read(&self, name: &str) -> Option<Cow<'static, [u8]>> {
        match self {
            Self::Embedded => {
                let found = EMBEDDED.iter().find(|(known, _)| *known == name);
                found.map(|(_, bytes)| Cow::Borrowed(*bytes))
            }
            Self::Folder(folder) => {
                let path = storage::resolve_inside_folder(folder, &folder.join(name));
                path.and_then(|path| storage::read_regular_file(&path, MAX_BYTES)).ok().map(Cow::Owned)
            }
        }
    }
}

/// Decodes a PNG file.
///
/// # Errors
/// It is not a PNG file.
pub(crate) fn decode_png(bytes: &[u8]) -> Result<Image, TextureError> {
    Image::from_buffer(
        bytes,
        ImageType::Extension("png"),
        CompressedImageFormats::NONE,
        true,
        ImageSampler::Default,
        RenderAssetUsages::default(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_the_program_are_used_unless_the_folder_has_atlases() {
        let folder = tempfile::tempdir().expect("a folder");
        let assets = ContentFolder::from(folder.path().to_owned());
        assert_eq!(PictureFiles::find(&assets), PictureFiles::Embedded);
        std::fs::create_dir(folder.path().join("atlas")).expect("a folder");
        std::fs::write(folder.path().join("atlas").join(ATLAS_INDEX), "own").expect("a file");
        let own = PictureFiles::find(&assets);
        assert_eq!(own.read(ATLAS_INDEX).as_deref(), Some(&b"own"[..]));
        assert_eq!(own.read("icon.png"), None);
        assert_eq!(PictureFiles::find(&ContentFolder::from_iter([])), PictureFiles::Embedded);
    }

    #[test]
    fn every_picture_of_the_program_can_be_decoded() {
        for (name, bytes) in EMBEDDED.iter().filter(|(name, _)| name.ends_with(".png")) {
            assert!(decode_png(bytes).expect("a picture").width() >= 128, "{name}");
        }
    }
}
