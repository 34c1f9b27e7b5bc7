//! The program with a window, killed at random moments while AI players fight. Skipped without a display.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use breachline::battle;
use breachline::battle::journal::{self, Journal};

use crate::attack::{Attack, Verdict};

/// No animations and no pauses between orders of the AI players.
const SETTINGS: &str = "(animation_speed: instant, ai_pace: at_once)";
/// Longest time for a start on a slow machine with software rendering.
const START: Duration = Duration::from_secs(120);

/// The journals in a folder of saves.
fn journals(home: &Path) -> Vec<PathBuf> {
    let folders = fs::read_dir(home.join("saves")).into_iter().flatten().flatten();
    let files = folders.flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten());
    let mut files: Vec<PathBuf> = files.map(|file| file.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    files
}

/// Whole lines of the journals, headers included.
fn lines(home: &Path) -> usize {
    let texts = journals(home).into_iter().map(|path| fs::read(path).unwrap_or_default());
    texts.map(|text| text.iter().filter(|byte| **byte == b'\n').count()).sum()
}

#[test]
fn a_killed_window_loses_at_most_its_last_order() {
    if std::env::var_os("DISPLAY").is_none() {
        return;
    }
    Attack::new("kills of the window", "txt", 1).run(|case| {
        let home = tempfile::tempdir().expect("a folder");
        fs::write(home.path().join("settings.ron"), SETTINGS).expect("written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_breachline"));
        command.current_dir(env!("CARGO_MANIFEST_DIR")).env("BREACHLINE_HOME", home.path());
        command
            .args(["play", "lane", "--size", "1024x640", "--ai", "1=random", "--ai", "2=random", "--seed"]);
        command.arg((case.mutator.seed() >> 32).to_string());
        let mut window = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a start");
        let before = 1 + case.mutator.below(120);
        let mut seen = 0;
        let start = Instant::now();
        while seen < before && start.elapsed() < START && window.try_wait().expect("asked").is_none() {
            std::thread::sleep(Duration::from_millis(5));
            let now = lines(home.path());
            if now == seen && seen > 1 && start.elapsed() > START / 4 {
                break; // the battle is over
            }
            seen = now;
        }
        std::thread::sleep(Duration::from_micros(case.mutator.below(20_000) as u64));
        let signal = *case.mutator.pick(&["KILL", "TERM", "HUP"]);
        let sent = Command::new("kill").args(["-s", signal, &window.id().to_string()]).status();
        assert!(sent.expect("kill runs").success(), "the window had ended by itself");
        let is_over = |window: &mut Child| window.try_wait().expect("asked").is_some();
        let sent = Instant::now();
        while !is_over(&mut window) {
            assert!(sent.elapsed() < START, "{signal} does not end the program");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(!home.path().join("reports").exists(), "{signal} made it fail");
        assert!(seen > 0, "the battle was saved");
        for path in journals(home.path()) {
            let journal = Journal::read(&path).unwrap_or_else(|error| panic!("{error}"));
            let mut world = battle::new_battle_world();
            journal::restore_valid_part(&mut world, journal);
            let journal = world.resource::<Journal>();
            assert!(journal.entries().len() + 1 >= seen, "{} of {seen} lines", journal.entries().len() + 1);
            if let Some(dropped) = journal.dropped() {
                assert!(dropped.is_unfinished, "{dropped}");
            }
        }
        Verdict::Accepted
    });
}
