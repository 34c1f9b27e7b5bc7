//! Every shipped scene in every command.

use std::path::{Path, PathBuf};

use breachline::content::{self, LabScene, LabTarget};
use breachline::lab::BookComparison;
use rstest::rstest;

use crate::common::{answer, breachline, complaint, complaint_with, printed, scene};

/// Scenes with units on one side only.
const ONE_SIDED: [&str; 3] = ["door", "initiative", "sprint"];

/// Files of a folder of assets.
fn files(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(folder);
    let listing = std::fs::read_dir(folder).expect("it is shipped");
    let mut files: Vec<PathBuf> = listing.map(|file| file.expect("it can be read").path()).collect();
    files.sort();
    files.iter().map(|file| file.to_string_lossy().into_owned()).collect()
}

fn is_one_sided(file: &str) -> bool {
    ONE_SIDED.iter().any(|stem| file.ends_with(&format!("{stem}.ron")))
}

/// The battlefield of a file.
fn battlefield(content: &content::Content, file: &str) -> LabScene {
    content::open_scene(content, Path::new(file)).expect("it opens").0
}

fn shipped() -> content::Content {
    content::load_content(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")]).content
}

#[test]
fn check_reads_every_file() {
    let all = [files("skirmishes"), files("lab"), files("scenes")].concat();
    let arguments: Vec<&str> = ["check"].into_iter().chain(all.iter().map(String::as_str)).collect();
    assert_eq!(printed(&arguments), format!("{} entries, no errors\n", all.len()));
}

#[rstest]
#[case("skirmishes")]
#[case("lab")]
#[case("scenes")]
fn sim_fights_every_file_with_two_sides(#[case] folder: &str) {
    for file in files(folder) {
        let arguments = ["sim", &file, "--runs", "1", "--difficulty", "random", "--vary", "rounds=1"];
        if is_one_sided(&file) {
            let said = complaint(&arguments);
            assert!(said.contains("it needs units on at least two sides"), "{said}");
        } else {
            assert!(printed(&arguments).contains("1 fight"), "{file}");
        }
    }
}

#[rstest]
#[case("resolve", "skirmishes")]
#[case("odds", "skirmishes")]
#[case("resolve", "lab")]
#[case("odds", "lab")]
#[case("resolve", "scenes")]
#[case("odds", "scenes")]
fn actions_are_resolved_or_missing(#[case] command: &str, #[case] folder: &str) {
    for file in files(folder) {
        if folder == "skirmishes" {
            let said = complaint_with(2, &[command, &file]);
            assert!(said.contains("no action to resolve") && said.lines().count() == 1, "{said}");
        } else {
            assert!(!printed(&[command, &file]).is_empty(), "{file}");
        }
    }
}

/// Without a display a file is read and set up first; then the missing display is reported.
#[cfg(feature = "desktop")]
#[rstest]
#[case("play", "skirmishes")]
#[case("lab", "skirmishes")]
#[case("play", "lab")]
#[case("lab", "lab")]
#[case("play", "scenes")]
#[case("lab", "scenes")]
fn the_window_opens_every_file(#[case] command: &str, #[case] folder: &str) {
    for file in files(folder) {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_breachline"))
            .args([command, &file])
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .output()
            .expect("the program starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let lacks = if command == "play" && is_one_sided(&file) { "two sides" } else { "no display" };
        assert!(said.contains(lacks), "{file}: {said}");
    }
}

#[test]
fn odds_of_an_aim_are_those_of_the_lab() {
    let content = shipped();
    let mut compared = 0;
    for file in files("lab") {
        let scene = battlefield(&content, &file);
        let aims_at_unit = scene.aim.as_ref().is_some_and(|aim| matches!(aim.at, LabTarget::Unit(_)));
        if !aims_at_unit {
            continue;
        }
        let own = scene.skirmish.rules.book();
        let forecasts = BookComparison::default().forecast_all(&scene, &content);
        let forecast = forecasts.into_iter().find(|verdict| verdict.book == own).expect("every book");
        let mean = forecast.result.expect("a forecast").forecast.odds.mean;
        let odds = answer(&["odds", &file]);
        let found = odds["numbers"][0]["mean"].as_f64().expect("a number");
        assert!((found - mean).abs() < 1e-9, "{file}: {found}, not {mean}");
        compared += 1;
    }
    assert!(compared >= 10);
}

#[test]
fn scenes_without_a_map_keep_distances_and_are_written_with_one() {
    let content = shipped();
    for file in files("scenes") {
        let scene = battlefield(&content, &file);
        let text = scene.to_text().expect("its sheets are of its book");
        let (again, problems) = content::parse_scene(&content, Path::new("again.ron"), &text);
        assert_eq!(problems, Vec::new(), "{file}\n{text}");
        assert_eq!(again.and_then(|again| again.battlefield.ok()), Some(scene), "{file}\n{text}");
    }
    let apart = |name: &str, metres: u32| {
        let file = format!("{}/assets/scenes/{name}.ron", env!("CARGO_MANIFEST_DIR"));
        let units = battlefield(&content, &file).skirmish.units;
        assert_eq!(units[0].cell.chebyshev_distance(units[1].cell), metres, "{name}");
    };
    apart("aberrant_gunshot", 10);
    apart("knife", 1);
    apart("pistol_at_medium_range", 15);
    apart("behind_a_window", 20);
}

/// A file with everything: a map, sides, states, and an action.
const WHOLE: &str = r##"(
    name: "Whole", book: swan_song,
    units: [
        (name: "Ann", archetype: "officer", cell: (0, 1), held: ["smg"], loaded: {"smg": 5}),
        (name: "Bob", archetype: "gunner", cell: (5, 1), condition: (flesh: 3), prone: true),
    ],
    ground: "concrete",
    legend: {"|": (edge: "shop_window")},
    map: ["             ", "          |", "", "          |", "", "          |", ""],
    damaged: [(cell: (5, 2), side: west, damage: 1)],
    action: attack(attacker: "Ann", target: "Bob", mode: burst),
)"##;

#[test]
fn a_scene_may_have_a_map_and_an_action() {
    let (_folder, path) = scene(WHOLE);
    let odds = answer(&["odds", &path]);
    assert_eq!(odds["numbers"][1]["label"], "damage to shop window", "the map is between them");
    let content = shipped();
    let scene = battlefield(&content, &path);
    let bob = scene.skirmish.units[1].campaign_unit.as_ref().expect("hurt");
    assert!(serde_json::to_string(&bob.condition).expect("text").contains("\"flesh\""));
    assert!(scene.unit_states[1].prone && scene.damaged.len() == 1);
    assert_eq!(scene.aim.as_ref().map(|aim| (aim.attacker, aim.at)), Some((0, LabTarget::Unit(1))));
    let ann = scene.skirmish.units[0].campaign_unit.as_ref().and_then(|ann| ann.loadout.as_ref());
    let smg = &ann.expect("a loadout")[0];
    assert_eq!((smg.weapon.as_str(), smg.loaded, smg.in_hand), ("smg", Some(5), true));
}

#[test]
fn a_fight_that_goes_on_from_a_scene_can_be_replayed() {
    let (folder, path) = scene(WHOLE);
    let journal = folder.path().join("fight.jsonl").to_string_lossy().into_owned();
    let save = format!("1={journal}");
    printed(&[
        "sim",
        &path,
        "--runs",
        "1",
        "--difficulty",
        "easy",
        "--vary",
        "rounds=2",
        "--save-journal",
        &save,
    ]);
    assert!(printed(&["replay", &journal]).contains("every hash agrees"));
    let log = printed(&["replay", &journal, "--log"]);
    assert!(log.lines().any(|line| line.ends_with(" acts")) && log.contains("every hash agrees"), "{log}");
}

#[test]
fn what_does_not_fit_is_said() {
    let far = r#"(name: "Far", book: swan_song, units: [
        (name: "Ann", archetype: "officer"), (name: "Bob", archetype: "gunner"),
    ], action: attack(attacker: "Ann", target: "Bob", weapon: "sniper_rifle", metres: 700))"#;
    let (_folder, path) = scene(far);
    printed(&["odds", &path]);
    let said = complaint(&["sim", &path]);
    assert!(said.contains("`Far` needs a map: its units are more than 500 squares apart"), "{said}");
    let output = breachline(&["sim", "nowhere.ron"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("nowhere.ron: cannot be read"));
}
