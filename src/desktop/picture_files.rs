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
/// Most pixels of a side of a picture: a small file can name more than memory has.
const MAX_SIDE: u32 = 8192;
/// Beginning of a PNG file, before its width and height.
const PNG_BEGINNING: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR";

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
/// It is not a PNG file, or too large a picture.
pub(crate) fn decode_png(bytes: &[u8]) -> Result<Image, TextureError> {
    let (width, height) =
        png_size(bytes).ok_or_else(|| TextureError::InvalidData("not a PNG file".to_owned()))?;
    if width.max(height) > MAX_SIDE {
        let what = format!("{width} x {height} pixels, expected at most {MAX_SIDE} each way");
        return Err(TextureError::InvalidData(what));
    }
    Image::from_buffer(
        bytes,
        ImageType::Extension("png"),
        CompressedImageFormats::NONE,
        true,
        ImageSampler::Default,
        RenderAssetUsages::default(),
    )
}

/// Returns the width and height that the beginning of a PNG file names, in pixels.
fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let (width, rest) = bytes.strip_prefix(PNG_BEGINNING)?.split_first_chunk::<4>()?;
    let (height, _) = rest.split_first_chunk::<4>()?;
    Some((u32::from_be_bytes(*width), u32::from_be_bytes(*height)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_picture_is_limited_before_it_is_decoded() {
        let (_, icon) = EMBEDDED[2];
        let mut huge = icon.to_vec();
        huge[16..24].copy_from_slice(&[0, 0, 0x20, 0x01, 0x7f, 0xff, 0xff, 0xff]);
        assert_eq!(png_size(&huge), Some((8193, i32::MAX as u32)));
        let said = decode_png(&huge).expect_err("too large").to_string();
        assert!(said.ends_with("8193 x 2147483647 pixels, expected at most 8192 each way"), "{said}");
        for beginning in [&b"none"[..], &icon[..20], &[]] {
            let said = decode_png(beginning).expect_err("no picture").to_string();
            assert!(said.ends_with("not a PNG file"), "{said}");
        }
    }

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
