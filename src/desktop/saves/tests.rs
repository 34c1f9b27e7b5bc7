//! Tests of save files.

use std::time::Duration;

use storage::replace_file;

use super::*;

#[test]
fn a_new_battle_never_reuses_a_folder() {
    let root = tempfile::tempdir().expect("a folder");
    let first = new_battle_file(root.path(), "street");
    assert!(first.ends_with("street-001/fight.jsonl"));
    replace_file(&first, "anything").expect("written");
    assert!(new_battle_file(root.path(), "street").ends_with("street-002/fight.jsonl"));
}

#[test]
fn names_of_copies_stay_in_their_folder() {
    assert_eq!(save_file_name(" before the door "), Some("before the door.jsonl".to_owned()));
    assert_eq!(save_file_name("../../etc/passwd"), Some("etcpasswd.jsonl".to_owned()));
    assert_eq!(save_file_name("fight"), Some("fight copy.jsonl".to_owned()));
    assert_eq!(save_file_name(" ../ "), None);
}

#[test]
fn a_new_battle_stays_in_the_folder_of_saves_whatever_its_skirmish_is_called() {
    let root = Path::new("/nowhere/saves");
    for id in ["../../trav/x", "/etc/passwd", "..", "", "a/../..", "C:\\x"] {
        let file = new_battle_file(root, id);
        let below = file.strip_prefix(root).expect("below the saves");
        assert_eq!(below.components().count(), 2, "{id:?} -> {}", file.display());
    }
    assert_eq!(new_battle_file(root, "../../trav/x"), root.join("travx-001/fight.jsonl"));
}

#[test]
fn a_save_of_another_version_says_which_and_whether_it_replays() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let content = content::load_content(&[assets]).content;
    let bundle = content::bundle_skirmish(&content, "lane", &content::SkirmishOverrides::default());
    let mut world = battle::new_battle_world();
    journal::begin_battle(&mut world, std::sync::Arc::new(bundle.expect("a skirmish")), 1);
    journal::submit_order(&mut world, battle::Order::Begin { side: model::Side(0) }).expect("it is allowed");
    let own = world.resource::<Journal>().to_text();
    let root = tempfile::tempdir().expect("a folder");
    let warnings = |text: &str| {
        let file = root.path().join("fight.jsonl");
        replace_file(&file, text).expect("written");
        match read_save(&file) {
            SaveState::Fine(summary) => summary.warnings,
            state => panic!("{state:?}"),
        }
    };
    assert_eq!(warnings(&own), [""; 0]);
    let older = own.replace(&format!("\"program\":\"{PROGRAM_VERSION}\""), "\"program\":\"0.0.9\"");
    assert_eq!(
        warnings(&older),
        [format!(
            "version 0.0.9 of the program saved this battle, this is version {PROGRAM_VERSION}: all 1 orders replay \
             with the same results"
        )]
    );
    let end = older.rfind("\"hash\":\"").expect("a hash") + 8;
    let mut differs = older.clone();
    differs.replace_range(end..end + 4, if &older[end..end + 4] == "0000" { "1111" } else { "0000" });
    let said = warnings(&differs);
    assert!(said[1].contains("0.0.9") && said[1].contains("0 orders replay"), "{said:?}");
}

#[test]
fn a_broken_file_is_listed_with_its_reason_and_not_offered() {
    let root = tempfile::tempdir().expect("a folder");
    replace_file(&root.path().join("street-001/fight.jsonl"), "nonsense\n").expect("written");
    let mut saves = SaveList::default();
    saves.refresh(&[root.path().to_owned()], &WindowWaker::default());
    while saves.is_reading() {
        saves.poll();
        std::thread::yield_now();
    }
    assert!(matches!(&saves.list()[0].state, SaveState::Broken(reason) if reason.contains("line 1")));
    assert!(saves.latest_unfinished().is_none());
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_listed_with_its_reason() {
    let root = tempfile::tempdir().expect("a folder");
    let at = |name: &str| root.path().join("street-001").join(name);
    replace_file(&at("away.txt"), "nonsense\n").expect("written");
    std::os::unix::fs::symlink(at("away.txt"), at("link.jsonl")).expect("linked");
    std::os::unix::fs::symlink(at("nothing"), at("nowhere.jsonl")).expect("linked");
    std::fs::create_dir(at("folder.jsonl")).expect("made");
    let made = std::process::Command::new("mkfifo").arg(at("pipe.jsonl")).status();
    assert!(made.expect("it runs").success());
    let reasons: Vec<String> = find_journals(&[root.path().to_owned()])
        .iter()
        .map(|save| match read_save(&save.path) {
            SaveState::Broken(reason) => reason,
            state => panic!("{state:?}"),
        })
        .collect();
    assert_eq!(reasons.len(), 4, "{reasons:?}");
    for why in ["a link; name the file", "a link that leads nowhere", "not a regular file"] {
        assert!(reasons.iter().any(|reason| reason.contains(why)), "{why}: {reasons:?}");
    }
}

#[test]
fn saves_are_in_the_order_of_their_numbers_whatever_the_clock_says() {
    let root = tempfile::tempdir().expect("a folder");
    let day = Duration::from_secs(86_400);
    let saves = [
        ("a", "\"save\":3,", 5),
        ("b", "\"save\":12,", 1),
        ("c", "", 9),
        ("d", "", 2),
        ("e", "\"save\":12,", 4),
        ("f", "\"save\":18446744073709551615,", 3),
    ];
    for (name, number, days) in saves {
        let path = root.path().join(name).join(MAIN_FILE);
        replace_file(&path, format!("{{\"breachline\":1,{number}\"bundle\":{{\"save\":99")).expect("written");
        let file = std::fs::File::options().append(true).open(&path).expect("opened");
        file.set_modified(SystemTime::UNIX_EPOCH + days * day).expect("set");
    }
    let roots = [root.path().to_owned()];
    let labels: Vec<String> = find_journals(&roots).iter().map(SaveFile::label).collect();
    assert_eq!(labels, ["e", "b", "a", "c", "f", "d"]);
    assert_eq!(next_number(&roots), 13);
    let highest = format!("{{\"breachline\":1,\"save\":{},\"bundle\":", journal::MAX_SAVE_NUMBER);
    replace_file(&root.path().join("g").join(MAIN_FILE), highest).expect("written");
    assert_eq!(next_number(&roots), journal::MAX_SAVE_NUMBER, "a number that is read again");
}

#[test]
fn a_folder_is_deleted_with_its_last_journal() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("street-001");
    let files = [MAIN_FILE, QUICK_SAVE_FILE].map(|name| folder.join(name));
    files.iter().for_each(|file| replace_file(file, "anything").expect("written"));
    for beside in [PLAYERS_FILE, ANSWERS_FILE, LINK_FILE] {
        replace_file(&folder.join(beside), "anything").expect("written");
    }
    replace_file(&folder.join("players damaged 1.ron"), "anything").expect("written");
    delete_journal(&files[0]).expect("deleted");
    assert!(!files[0].exists() && files[1].exists());
    delete_journal(&files[1]).expect("deleted");
    assert!(!folder.exists());
    assert!(delete_journal(&files[1]).is_err());
}

#[test]
fn dates_of_saves_are_in_the_local_time_zone() {
    let at = |seconds: u64, zone: &TimeZone| {
        date_text(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds), zone)
    };
    assert_eq!(at(0, &TimeZone::UTC), "1970-01-01 00:00");
    assert_eq!(at(951_782_400, &TimeZone::UTC), "2000-02-29 00:00");
    assert_eq!(at(951_868_800, &TimeZone::UTC), "2000-03-01 00:00");
    assert_eq!(at(1_735_689_599, &TimeZone::UTC), "2024-12-31 23:59");
    let berlin = TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").expect("a zone");
    assert_eq!(at(1_735_689_599, &berlin), "2025-01-01 00:59", "winter");
    assert_eq!(at(1_782_864_000, &berlin), "2026-07-01 02:00", "summer");
}

#[test]
fn a_replay_is_named_by_its_map_its_rulebook_and_its_date() {
    let name = |map: &str, book: &str| {
        replay_name(map, book, SystemTime::UNIX_EPOCH + Duration::from_secs(951_782_400), &TimeZone::UTC)
    };
    let usual = name("Observatory", "Aberrant");
    assert_eq!(usual, "Observatory - Aberrant - 2000-02-29");
    assert_eq!(save_file_name(&usual), Some(format!("{usual}.jsonl")), "a whole file name");
    let long = name(&"x".repeat(90), "Attacks and Damage");
    assert!(long.ends_with(" - Attacks and Damage - 2000-02-29"), "{long}");
    assert_eq!(save_file_name(&long), Some(format!("{long}.jsonl")));
}

#[test]
fn ages_are_in_words() {
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
    let ago = |seconds| age_text(now - Duration::from_secs(seconds), now);
    assert_eq!(
        [ago(5), ago(60), ago(7300), ago(90_000)],
        ["just now", "1 minute ago", "2 hours ago", "1 day ago"]
    );
}
