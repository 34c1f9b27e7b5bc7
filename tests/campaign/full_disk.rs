//! A program whose disk is full from the start, becomes full while it plays, and has room again. The variable below names a
//! small file system, such as `mount -t tmpfs -o size=400k none /mnt/small`; without it, nothing is tried.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::attack::{Attack, Verdict};
use crate::kills::{self, Player};
use crate::mutation::Mutator;

/// Environment variable: a folder on a small file system.
const DISK_VARIABLE: &str = "BREACHLINE_CAMPAIGN_DISK";
/// Most changes of the free space in a case.
const MOST_CHANGES: usize = 12;
/// Most orders between two changes.
const MOST_ORDERS: usize = 30;
/// Most bytes that are left free, or freed.
const MOST_FREE: usize = 40_000;
/// Bytes written at once to fill the disk.
const BLOCK: usize = 4096;

/// Fills the disk, then frees some bytes.
fn leave_free(filler: &Path, free: usize) {
    let Ok(mut file) = OpenOptions::new().create(true).append(true).open(filler) else { return };
    while file.write_all(&[0; BLOCK]).is_ok() {}
    let length = file.metadata().expect("there").len();
    file.set_len(length.saturating_sub(free as u64)).expect("it shrinks");
}

/// Changes what is free: nothing, a little, or much.
fn change_space(filler: &Path, mutator: &mut Mutator) {
    match mutator.below(4) {
        0 => leave_free(filler, 0),
        1 | 2 => leave_free(filler, mutator.below(MOST_FREE)),
        _ => drop(fs::remove_file(filler)),
    }
}

#[test]
fn a_full_disk_keeps_whole_orders() {
    let Some(disk) = std::env::var_os(DISK_VARIABLE).map(PathBuf::from) else { return };
    Attack::new("full disk", "txt", 2).run(|case| {
        let root = tempfile::tempdir_in(&disk).expect("a folder");
        let filler = root.path().join("filler");
        if case.mutator.below(2) == 0 {
            leave_free(&filler, case.mutator.below(MOST_FREE));
        }
        let mut player = Player::start(root.path(), case.mutator.seed() >> 8, None, "");
        for _ in 0..=case.mutator.below(MOST_CHANGES) {
            player.listen(1 + case.mutator.below(MOST_ORDERS));
            change_space(&filler, &mut case.mutator);
        }
        std::thread::sleep(Duration::from_micros(case.mutator.below(20_000) as u64));
        player.kill();
        drop(fs::remove_file(&filler)); // it may not be there
        kills::verify_saved(root.path(), &player);
        if player.is_unsaved { Verdict::Refused } else { Verdict::Accepted }
    });
}
