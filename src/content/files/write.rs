//! Writing whole files.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file, and its folders if they are missing. An existing file is replaced once the new text is on disk, so that
/// a full disk or a crash never destroys it.
///
/// # Errors
/// Returns an error if the file cannot be written; the existing file is unchanged then.
pub fn write_atomically(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return fs::write(path, contents); // a pipe or a device cannot be replaced
    }
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned()); // a link stays a link
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.suffix(".part");
    #[cfg(unix)]
    builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(contents.as_ref())?;
    file.as_file().sync_all()?;
    file.persist(&target)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path().join("saves/street-001/fight.jsonl");
        for text in ["first", "second, longer", "3"] {
            write_atomically(&path, text).expect("written");
            assert_eq!(fs::read_to_string(&path).expect("there"), text);
        }
        assert_eq!(fs::read_dir(path.parent().expect("a folder")).expect("listed").count(), 1);
    }

    #[test]
    fn a_folder_in_the_way_is_an_error() {
        let root = tempfile::tempdir().expect("a folder");
        assert!(write_atomically(root.path(), "text").is_err());
        write_atomically(&root.path().join("file"), "text").expect("written");
        assert!(write_atomically(&root.path().join("file/below"), "text").is_err());
        assert_eq!(fs::read_dir(root.path()).expect("listed").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_has_the_usual_permissions_and_links_stay() {
        use std::os::unix::fs::PermissionsExt;
        let root = tempfile::tempdir().expect("a folder");
        let [plain, ours, link] = ["plain", "ours", "link"].map(|name| root.path().join(name));
        fs::write(&plain, "text").expect("written");
        write_atomically(&ours, "text").expect("written");
        let mode = |path| fs::metadata(path).expect("there").permissions().mode();
        assert_eq!(mode(&plain), mode(&ours));
        std::os::unix::fs::symlink(&ours, &link).expect("linked");
        write_atomically(&link, "through the link").expect("written");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read_to_string(&ours).expect("there"), "through the link");
    }
}
