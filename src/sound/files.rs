//! Files of sounds: those in the program, or those of an assets folder.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::effects::SoundEffect;

/// Largest file that is read, in bytes.
const MAX_BYTES: u64 = 1 << 22;

/// Where sounds are read from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SoundFiles {
    /// The program.
    #[default]
    Embedded,
    /// The folder of sounds of an assets folder; what it lacks is in the program.
    Folder(PathBuf),
}

impl SoundFiles {
    /// The sounds of an assets folder on disk if it has any, else those in the program.
    pub fn find(assets: Option<&Path>) -> Self {
        let folder = assets.map(|folder| folder.join("sounds"));
        folder.filter(|folder| folder.is_dir()).map_or(Self::Embedded, Self::Folder)
    }

    /// Reads the file of a sound.
    pub(crate) fn read(&self, effect: SoundEffect) -> Cow<'static, [u8]> {
        if let Self::Folder(folder) = self {
            let path = storage::resolve_inside_folder(folder, &folder.join(effect.file_name()));
            if let Ok(bytes) = path.and_then(|path| storage::read_regular_file(&path, MAX_BYTES)) {
                return Cow::Owned(bytes);
            }
        }
        Cow::Borrowed(effect.embedded())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sounds_of_the_program_are_used_unless_the_folder_has_them() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(SoundFiles::find(Some(folder.path())), SoundFiles::Embedded);
        assert_eq!(SoundFiles::find(None), SoundFiles::Embedded);
        std::fs::create_dir(folder.path().join("sounds")).expect("a folder");
        std::fs::write(folder.path().join("sounds/click.wav"), "own").expect("a file");
        let own = SoundFiles::find(Some(folder.path()));
        assert_eq!(*own.read(SoundEffect::Click), *b"own");
        assert_eq!(*own.read(SoundEffect::Hover), *SoundEffect::Hover.embedded());
    }
}
