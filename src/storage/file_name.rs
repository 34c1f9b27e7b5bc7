//! Names of files, made from names of content and players.

use std::path::{Path, PathBuf};

/// Longest name without its ending, in characters.
const MAX_STEM_CHARS: usize = 60;
/// Names that Windows keeps for devices, with any ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
/// Names that Windows keeps for devices if a digit follows.
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// Makes the name of a file from any text, without an ending: letters, digits, spaces, `-` and `_` stay, everything else
/// is left out. Returns `other` if no letter or digit is left.
///
/// ```rust
/// assert_eq!(storage::file_stem("../../etc/Lane 2", "battle"), "etcLane 2");
/// assert_eq!(storage::file_stem("../..", "battle"), "battle");
/// assert_eq!(storage::file_stem("NUL", "battle"), "NUL_");
/// ```
pub fn file_stem(text: &str, other: &str) -> String {
    let usable = text.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    let stem: String = usable.take(MAX_STEM_CHARS).collect();
    let stem = stem.trim();
    if !stem.chars().any(char::is_alphanumeric) {
        return other.to_owned();
    }
    if is_device(stem) { format!("{stem}_") } else { stem.to_owned() }
}

fn is_device(stem: &str) -> bool {
    let small = stem.to_lowercase();
    let numbered = NUMBERED_DEVICES.iter().filter_map(|device| small.strip_prefix(device));
    DEVICES.contains(&small.as_str())
        || numbered
            .into_iter()
            .any(|rest| rest.len() == 1 && rest.chars().all(|digit| digit.is_ascii_digit()))
}

/// Returns the first path in a folder that is not in use, of those that `name` makes from the numbers 1, 2 and so on.
pub fn unused_file(folder: &Path, name: impl Fn(u32) -> String) -> PathBuf {
    let mut files = (1u32..).map(|number| folder.join(name(number)));
    files.find(|path| std::fs::symlink_metadata(path).is_err()).expect("invariant: numbers do not run out")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leaves_its_folder() {
        for text in
            ["../../trav/x", "/etc/passwd", "C:\\Windows\\x", "..", ".", "", "a\0b", "~/x", ".hidden", "a/b"]
        {
            let stem = file_stem(text, "battle");
            assert_eq!(Path::new(&stem).components().count(), 1, "{text:?} -> {stem:?}");
            assert!(
                !stem.starts_with('.') && !stem.contains(['/', '\\', ':', '\0', '~']),
                "{text:?} -> {stem:?}"
            );
        }
        assert_eq!(file_stem("../../trav/x", "battle"), "travx");
        assert_eq!(file_stem(&"x".repeat(300), "battle").len(), MAX_STEM_CHARS);
        assert_eq!(
            ["con", "Com1", "com12", "lpt"].map(|text| file_stem(text, "")),
            ["con_", "Com1_", "com12", "lpt"]
        );
    }

    #[test]
    fn a_name_in_use_is_passed_over() {
        let root = tempfile::tempdir().expect("a folder");
        let name = |number| format!("squad-{number}.ron");
        assert_eq!(unused_file(root.path(), name), root.path().join("squad-1.ron"));
        std::fs::write(root.path().join("squad-1.ron"), "").expect("written");
        assert_eq!(unused_file(root.path(), name), root.path().join("squad-2.ron"));
    }
}
