use super::*;

#[test]
fn settings_survive_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deep/settings.ron");
    let mut settings = Settings { ui_scale: 150, text_size: 130, edge_scroll: true, ..Settings::default() };
    settings.held_keys = HeldKeys::Toggle;
    settings.keys.reset_keys(super::super::input::InputAction::Undo);
    settings.ai_pace = AiPace::AtOnce;
    (settings.skip_ai_turns, settings.hidden_panels) = (true, true);
    let (difficulty, personality) = (ai::Difficulty::Hard, Some(ai::Personality::Careful));
    let ai_player = SidePlayer::Ai { difficulty, personality };
    settings.players.insert("warehouse".to_owned(), vec![SidePlayer::Person, ai_player]);
    settings.write(&path).expect("written");
    assert_eq!(Settings::read(&path).expect("read"), settings);
}

#[test]
fn old_names_are_still_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.ron");
    let old = "(machine_pace: at_once, players: {\"lane\": [machine(level: sharp, temper: Some(careful))]})";
    std::fs::write(&path, old).expect("written");
    let settings = Settings::read(&path).expect("read");
    let (difficulty, personality) = (ai::Difficulty::Hard, Some(ai::Personality::Careful));
    assert_eq!(settings.ai_pace, AiPace::AtOnce);
    assert_eq!(settings.players["lane"], [SidePlayer::Ai { difficulty, personality }]);
}

#[test]
fn turns_of_the_ai_are_shown_unless_the_player_has_switched_that_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.ron");
    std::fs::write(&path, "(ai_pace: fast)").expect("written");
    assert!(!Settings::read(&path).expect("read").skip_ai_turns, "a file of an earlier version");
    std::fs::write(&path, "(skip_ai_turns: true)").expect("written");
    assert!(Settings::read(&path).expect("read").skip_ai_turns);
}

#[test]
fn a_missing_file_is_no_error_and_a_broken_one_says_where() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.ron");
    assert_eq!(Settings::read(&path).expect("defaults"), Settings::default());
    std::fs::write(&path, "(\n    ui_scale: \"big\",\n)").expect("written");
    let message = Settings::read(&path).expect_err("broken").to_string();
    assert!(message.contains("line 2"), "{message}");
    assert!(message.ends_with("using defaults"), "{message}");
}

#[cfg(unix)]
#[test]
fn a_link_to_settings_stays_and_is_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let [link, kept] = ["settings.ron", "dotfiles.ron"].map(|name| folder.path().join(name));
    std::os::unix::fs::symlink(&kept, &link).expect("linked");
    assert_eq!(Settings::read(&link).expect("defaults"), Settings::default());
    let error = Settings::default().write(&link).expect_err("nowhere to write to").to_string();
    assert!(error.ends_with("a link that leads nowhere"), "{error}");
    std::fs::write(&kept, "(ui_scale: 150)").expect("written");
    let settings = Settings { reduced_motion: true, ..Settings::read(&link).expect("read") };
    settings.write(&link).expect("written");
    assert!(std::fs::symlink_metadata(&link).expect("there").is_symlink());
    assert_eq!(Settings::read(&kept).expect("read"), settings);
    // A link to anything else is kept aside, and what it leads to stays as it is.
    std::fs::write(&kept, "# of another program").expect("written");
    let error = Settings::read(&link).expect_err("damaged");
    keep_damaged_file(&link, &error);
    Settings::default().write(&link).expect("written");
    assert_eq!(std::fs::read(&kept).expect("there"), b"# of another program");
}

#[test]
fn a_damaged_file_is_kept_beside_the_defaults() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.ron");
    for (number, damage) in [(1, &b"(ui_scale: "[..]), (2, b"\xff\xfe\0"), (3, b"")] {
        std::fs::write(&path, damage).expect("written");
        let error = Settings::read(&path).expect_err("damaged");
        let kept = folder.path().join(format!("settings damaged {number}.ron"));
        let said = keep_damaged_file(&path, &error);
        assert!(said.ends_with(&format!("using defaults; the file is kept as {}", kept.display())), "{said}");
        Settings::default().write(&path).expect("written");
        assert_eq!(std::fs::read(&kept).expect("kept"), damage);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_or_a_folder_in_the_place_of_the_file_is_kept_as_well() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.ron");
    let made = std::process::Command::new("mkfifo").arg(&path).status().expect("it runs");
    assert!(made.success());
    for number in 1..=2 {
        let error = Settings::read(&path).expect_err("not a regular file");
        assert!(error.to_string().contains("(not a regular file)"), "{error}");
        keep_damaged_file(&path, &error);
        assert!(folder.path().join(format!("settings damaged {number}.ron")).exists());
        Settings::default().write(&path).expect("written");
        std::fs::remove_file(&path).expect("removed");
        std::fs::create_dir(&path).expect("a folder");
    }
}

#[test]
fn sizes_stay_within_bounds_and_unknown_fields_are_ignored() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.ron");
    std::fs::write(&path, "(ui_scale: 9000, from_the_future: true)").expect("written");
    assert_eq!(Settings::read(&path).expect("read").ui_scale, 200);
}

#[test]
fn volumes_are_read_within_bounds_and_files_without_them_have_the_defaults() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.ron");
    let read = |text: &str| {
        std::fs::write(&path, text).expect("written");
        Settings::read(&path).expect("read").sound
    };
    assert_eq!(read("(ui_scale: 100)"), SoundSettings::default());
    let quiet = SoundSettings { muted: true, master: 100, ..SoundSettings::default() };
    assert_eq!(read("(sound: (muted: true, master: 250))"), quiet);
    std::fs::write(&path, "(sound: (master: loud))").expect("written");
    assert!(Settings::read(&path).is_err());
}

#[test]
fn a_small_window_limits_the_size() {
    let large = Settings { ui_scale: 200, ..Settings::default() };
    assert_eq!(large.scale_within(1440.0, 900.0), 2.0);
    assert_eq!(large.scale_within(1024.0, 768.0), 1.6);
    assert_eq!(large.scale_within(100.0, 100.0), 0.75);
}

#[test]
fn reduced_motion_skips_animations() {
    let fast = Settings { animation_speed: AnimationSpeed::Quadruple, ..Settings::default() };
    assert_eq!(fast.animation_seconds(0.2), Some(0.05));
    let still = Settings { reduced_motion: true, ..Settings::default() };
    assert_eq!(still.animation_seconds(0.2), None);
}
