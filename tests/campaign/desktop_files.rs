//! Mutated settings and scripts.

use std::fs;
use std::path::Path;

use breachline::ai::{Difficulty, Personality};
use breachline::desktop::settings::Settings;
use breachline::desktop::{Script, SidePlayer};

use crate::attack::{Attack, Case, Verdict};
use crate::battles::{assert_visible, ron_files};
use crate::structure::Stock;

#[test]
fn mutated_settings_are_refused_or_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.ron");
    let ai = |personality| SidePlayer::Ai { difficulty: Difficulty::Hard, personality };
    let players = vec![SidePlayer::Person, ai(None), ai(Some(Personality::Careful))];
    let settings = Settings { players: [("lane".to_owned(), players)].into(), ..Settings::default() };
    settings.write(&path).expect("written");
    let other = "(animation_speed: instant, ai_pace: at_once, ui_scale: 150, palette: colour_blind, players: {\"street\": [person]})";
    let text = fs::read(&path).expect("settings");
    let try_settings = |case: &mut Case, changed: &[u8]| {
        case.note_input(changed);
        fs::write(&path, changed).expect("written");
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
    };
    Attack::new("settings", "ron", 300).run(|case| {
        let changed = case.mutator.mutate(&text, &text);
        try_settings(case, &changed)
    });
    let stock = Stock::new([text.as_slice(), other.as_bytes()]);
    Attack::new("settings by structure", "ron", 300).accepting(33).run(|case| {
        let changed = stock.mutate(&mut case.mutator, &text);
        try_settings(case, &changed)
    });
}

#[test]
fn mutated_scripts_are_refused_or_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window");
    let mut scripts = ron_files(&[folder]);
    scripts.retain(|(_, text)| text.trim_ascii_start().starts_with(b"//") || text.starts_with(b"["));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("script.ron");
    let try_script = |case: &mut Case, text: &[u8]| {
        case.note_input(text);
        fs::write(&path, text).expect("written");
        match Script::read(&path) {
            Ok(_) => Verdict::Accepted,
            Err(_) => Verdict::Refused, // the command line escapes what it quotes
        }
    };
    Attack::new("scripts", "ron", 300).run(|case| {
        let ((_, script), (_, donor)) = (case.mutator.pick(&scripts), case.mutator.pick(&scripts));
        let text = case.mutator.mutate(script, donor);
        try_script(case, &text)
    });
    let stock = Stock::new(scripts.iter().map(|(_, script)| script.as_slice()));
    Attack::new("scripts by structure", "ron", 300).accepting(33).run(|case| {
        let (_, script) = case.mutator.pick(&scripts);
        let text = stock.mutate(&mut case.mutator, script);
        try_script(case, &text)
    });
}
