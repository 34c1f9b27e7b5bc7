use std::path::{Path, PathBuf};
use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::test_disk::{TestDisk, Unsynced};

const FILE: &str = "saves/lane-001/fight.jsonl";
const LINES: [&str; 5] = ["header of the fight\n", "order 1\n", "order 2\n", "order 3\n", "order 4\n"];

/// The first lines of the file as one text.
fn text(lines: usize) -> String {
    LINES[..lines].concat()
}

fn created(disk: &TestDisk) -> LineFile {
    let file = LineFile::create_on(Arc::new(disk.clone()), Path::new(FILE), &text(1));
    assert!(file.problem().is_none());
    file
}

/// Appends a line by its number; the whole text is that up to it.
fn append(file: &mut LineFile, line: usize) {
    file.append(LINES[line], || text(line + 1));
}

fn read(disk: &TestDisk) -> String {
    disk.read(Path::new(FILE)).expect("the file is there")
}

#[rstest]
fn a_power_failure_at_any_moment_loses_at_most_the_last_line(
    #[values(Unsynced::Lost, Unsynced::Torn)] unsynced: Unsynced,
) {
    let mut failures = 0;
    for operations in 0.. {
        let disk = TestDisk::default();
        disk.fail_after(operations);
        let mut file = LineFile::create_on(Arc::new(disk.clone()), Path::new(FILE), &text(1));
        let mut safe = usize::from(file.problem().is_none());
        for line in 1..LINES.len() {
            if disk.has_failed() {
                break;
            }
            append(&mut file, line);
            if file.problem().is_none() {
                safe = line + 1;
            }
        }
        if !disk.has_failed() {
            assert_eq!(read(&disk), text(5));
            break;
        }
        failures += 1;
        disk.restart(unsynced);
        let left = disk.read(Path::new(FILE)).unwrap_or_default();
        assert!(
            left.starts_with(&text(safe)),
            "{operations} operations: {safe} lines were safe, left is {left:?}"
        );
        assert!(text(5).starts_with(&left), "{operations} operations: {left:?}");
    }
    assert_eq!(failures, 15, "before and after each of 6 operations for the file and 2 for each of 4 lines");
}

#[rstest]
fn a_power_failure_while_a_file_is_replaced_leaves_the_old_or_the_new(
    #[values(Unsynced::Lost, Unsynced::Torn)] unsynced: Unsynced,
) {
    for operations in 0..=6 {
        let disk = TestDisk::default();
        replace_file_on(&disk, Path::new(FILE), b"old").expect("written");
        disk.fail_after(operations);
        let done = replace_file_on(&disk, Path::new(FILE), b"the new text").is_ok();
        disk.restart(unsynced);
        let left = read(&disk);
        assert!(left == "the new text" || (left == "old" && !done), "{operations} operations: {left:?}");
    }
}

#[test]
fn a_full_disk_costs_no_line_once_there_is_space_again() {
    let disk = TestDisk::default();
    let mut file = created(&disk);
    append(&mut file, 1);
    disk.set_space(Some(3));
    append(&mut file, 2);
    assert_eq!(file.problem().map(io::Error::kind), Some(io::ErrorKind::StorageFull));
    assert_eq!(read(&disk), text(2), "cut to the last whole line");
    append(&mut file, 3);
    assert!(file.problem().is_some());
    assert_eq!(read(&disk), text(2));
    disk.set_space(None);
    append(&mut file, 4);
    assert!(file.problem().is_none());
    assert_eq!(read(&disk), text(5));
    assert_eq!(file.take_rewritten(), None);
}

#[test]
fn a_retry_writes_what_is_missing() {
    let disk = TestDisk::default();
    let mut file = created(&disk);
    disk.set_space(Some(0));
    append(&mut file, 1);
    file.complete(|| text(2));
    assert!(file.problem().is_some());
    disk.set_space(None);
    file.complete(|| text(2));
    assert!(file.problem().is_none());
    assert_eq!(read(&disk), text(2));
}

#[test]
fn a_file_that_could_not_be_created_is_written_in_full_later() {
    let disk = TestDisk::default();
    disk.set_space(Some(5));
    let mut file = LineFile::create_on(Arc::new(disk.clone()), Path::new(FILE), &text(1));
    assert!(file.problem().is_some());
    append(&mut file, 1);
    assert_eq!(disk.names(), Vec::<PathBuf>::new(), "nothing half written is left");
    disk.set_space(None);
    append(&mut file, 2);
    assert!(file.problem().is_none());
    assert_eq!((read(&disk), file.take_rewritten()), (text(3), None));
}

#[test]
fn a_deleted_file_is_written_again() {
    let disk = TestDisk::default();
    let mut file = created(&disk);
    append(&mut file, 1);
    disk.remove(Path::new(FILE)).expect("removed");
    append(&mut file, 2);
    assert_eq!((read(&disk), file.take_rewritten()), (text(3), Some(Rewritten::Deleted)));
    append(&mut file, 3);
    assert_eq!((read(&disk), file.take_rewritten()), (text(4), None));
}

#[test]
fn a_replaced_file_is_kept_and_written_again() {
    let disk = TestDisk::default();
    let mut file = created(&disk);
    replace_file_on(&disk, Path::new(FILE), b"of another program").expect("written");
    file.complete(|| text(1));
    let kept = PathBuf::from("saves/lane-001/fight replaced 1.jsonl");
    assert_eq!(disk.read(&kept).as_deref(), Some("of another program"));
    assert_eq!((read(&disk), file.take_rewritten()), (text(1), Some(Rewritten::Replaced { kept })));
}

#[test]
fn files_of_the_system_are_followed_in_the_same_way() {
    let root = tempfile::tempdir().expect("a folder");
    let path = root.path().join(FILE);
    let mut file = LineFile::create(&path, &text(1));
    append(&mut file, 1);
    let read = || std::fs::read_to_string(&path).expect("the file is there");
    assert_eq!(read(), text(2));
    std::fs::remove_dir_all(root.path().join("saves")).expect("removed");
    append(&mut file, 2);
    assert_eq!((read(), file.take_rewritten()), (text(3), Some(Rewritten::Deleted)));
    std::fs::write(&path, "shorter").expect("written");
    append(&mut file, 3);
    let kept = path.with_file_name("fight replaced 1.jsonl");
    assert_eq!(std::fs::read_to_string(&kept).expect("kept"), "shorter");
    assert_eq!((read(), file.take_rewritten()), (text(4), Some(Rewritten::Replaced { kept })));
}

#[cfg(unix)]
#[test]
fn a_pipe_or_link_in_its_place_is_kept_aside_at_once() {
    let root = tempfile::tempdir().expect("a folder");
    let path = root.path().join(FILE);
    let mut file = LineFile::create(&path, &text(1));
    std::fs::remove_file(&path).expect("removed");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().expect("it runs").success());
    append(&mut file, 1);
    assert!(file.problem().is_none(), "{:?}", file.problem());
    assert_eq!(std::fs::read_to_string(&path).expect("there"), text(2));
    let (other, kept) = (root.path().join("other"), path.with_file_name("fight replaced 2.jsonl"));
    std::fs::rename(&path, &other).expect("moved");
    std::os::unix::fs::symlink(&other, &path).expect("linked");
    append(&mut file, 2);
    assert_eq!(std::fs::read_to_string(&path).expect("there"), text(3));
    assert_eq!(std::fs::read_to_string(&other).expect("there"), text(2), "nothing goes through the link");
    assert_eq!(file.take_rewritten(), Some(Rewritten::Replaced { kept }));
}
