//! Mutated settings and scripts.

use std::fs;
use std::path::Path;

use breachline::ai::{Difficulty, Personality};
use breachline::desktop::settings::Settings;
use breachline::desktop::{Script, SidePlayer};

use crate::attack::{Attack, Verdict};
use crate::battles::{assert_visible, ron_files};

#[test]
fn mutated_settings_are_refused_or_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.ron");
    let ai = |personality| SidePlayer::Ai { difficulty: Difficulty::Hard, personality };
    let players = vec![SidePlayer::Person, ai(None), ai(Some(Personality::Careful))];
    let settings = Settings { players: [("lane".to_owned(), players)].into(), ..Settings::default() };
    settings.write(&path).expect("written");
    let text = fs::read(&path).expect("settings");
    Attack { name: "settings", ending: "ron", cases: 400 }.run(|case| {
        let changed = case.mutator.mutate(&text, &text);
        case.note_input(&changed);
        fs::write(&path, &changed).expect("written");
        match Settings::read(&path) {
            Ok(settings) => {
                settings.write(&path).expect("written");
                assert_eq!(Settings::read(&path).expect("they are read again"), settings);
                Verdict::Accepted
            }
            Err(error) => {
                assert_visible(&error.to_string());
                Verdict::Refused
            }
        }
    });
}

#[test]
fn mutated_scripts_are_refused_or_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window");
    let mut scripts = ron_files(&[folder]);
    scripts.retain(|(_, text)| text.trim_ascii_start().starts_with(b"//") || text.starts_with(b"["));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("script.ron");
    Attack { name: "scripts", ending: "ron", cases: 400 }.run(|case| {
        let ((_, script), (_, donor)) = (case.mutator.pick(&scripts), case.mutator.pick(&scripts));
        let text = case.mutator.mutate(script, donor);
        case.note_input(&text);
        fs::write(&path, &text).expect("written");
        match Script::read(&path) {
            Ok(_) => Verdict::Accepted,
            Err(_) => Verdict::Refused, // the command line escapes what it quotes
        }
    });
}
