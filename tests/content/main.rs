//! Content files: the shipped ones have no errors, and problems of broken ones have a line and a hint.

mod balance;
mod broken;
mod bundles;
mod compatibility;
mod formats;
mod hidden;
mod lessons;
mod limits;
mod numbers;
mod shelves;
mod skirmish;
mod switches;
mod weapon_sounds;

use std::fs;
use std::path::{Path, PathBuf};

use breachline::content::{
    self, BarrierPlacement, Content, LoadedContent, Severity, SkirmishBundle, SkirmishOverrides,
};
use breachline::model::ObstaclePosition;
use breachline::rules::Book;
use breachline::rules::swan_song::{WeaponBuild, WeaponClass};
use rstest::rstest;
use tempfile::TempDir;

fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

/// A user's folder with some files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let dir = TempDir::new().expect("a folder");
    for (name, text) in files {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    dir
}

fn load_with(files: &[(&str, &str)]) -> LoadedContent {
    let user = folder(files);
    content::load_content(&[shipped(), user.path().to_owned()])
}

/// The problems of one file of the user, without the folder.
fn complaints(name: &str, text: &str) -> Vec<String> {
    let user = folder(&[(name, text)]);
    let loaded = content::load_content(&[shipped(), user.path().to_owned()]);
    let prefix = format!("{}/", user.path().display());
    loaded.diagnostics.iter().map(|problem| problem.to_string().replace(&prefix, "")).collect()
}

fn the_complaint(name: &str, text: &str) -> String {
    let all = complaints(name, text);
    assert_eq!(all.len(), 1, "{all:#?}");
    all[0].clone()
}

const WEAPONS: &str = "books/swan_song/weapons.ron";
const ARMOUR: &str = "books/swan_song/armour.ron";
const ARCHETYPES: &str = "books/swan_song/archetypes.ron";

/// A small skirmish: a few squares, and a wall with a door between the sides.
const DUEL: &str = r##"(
    name: "Duel",
    description: "Two in a room.",
    book: swan_song,
    switches: {"ss.recoil": "off", "ss.ap.dodge": 2},
    options: (free_undo: true),
    sides: [(name: "Red", colour: 0, deployment: "west"), (name: "Grey", colour: 2)],
    units: [
        (name: "Ann", archetype: "officer", side: "Red", at: 'A'),
        (name: "Bob", archetype: "gunner", side: "Grey", cell: (3, 1)),
    ],
    ground: "concrete",
    legend: {
        "-|": (edge: "brick_wall"),
        "D": (edge: "wooden_door"),
        "c": (object: "crate"),
        "w": (terrain: "wood", zones: ["west"]),
        "A": (zones: ["west"]),
    },
    map: [
        "+- - - - -+",
        "|w A|    c|",
        "           ",
        "|w  D     |",
        "+- - - - -+",
    ],
    zones: {"goal": [(x: 3, y: 1, width: 2, height: 1)]},
    objectives: [reach(side: "Red", zone: "goal"), hold(side: "Grey", zone: "west", rounds: 2)],
    limit: (rounds: 9, then: wins("Grey")),
)"##;

const DUEL_FILE: &str = "skirmishes/duel.ron";

#[test]
fn shipped_content_is_whole() {
    let LoadedContent { content, diagnostics: problems } = content::load_content(&[shipped()]);
    let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(problems, Vec::<String>::new());
    assert!(content.archetypes.len() >= 10);
    assert!(content.weapons.len() >= 16);
    assert!(content.armours.len() >= 6);
    assert_eq!(content.materials.len(), 9);
    assert!(content.barrier_kinds.len() >= 20);
    assert!(content.terrains.len() >= 9);
    assert_eq!(
        content.skirmishes.keys().collect::<Vec<_>>(),
        [
            "bunker",
            "convoy",
            "culvert",
            "derelict",
            "docks",
            "foundry",
            "gantry",
            "hostage",
            "lane",
            "observatory",
            "parade",
            "street",
            "warehouse"
        ]
    );
    for class in [WeaponClass::Melee, WeaponClass::Unarmed, WeaponClass::Ranged] {
        assert!(content.weapons.values().any(|weapon| weapon.class == class), "{class:?}");
    }
    assert!(content.weapons.values().any(|weapon| weapon.build == WeaponBuild::Specialised));
    assert!(content.archetypes.values().any(|archetype| !archetype.sheet.has_flesh));
}

#[test]
fn ss_barr_04_shipped_materials_have_the_ratings_of_the_table() {
    let content = content::load_content(&[shipped()]).content;
    for (id, structure, armor) in content::BARRIER_RATINGS {
        let material = &content.materials[id];
        assert_eq!((material.structure, material.armor), (structure, armor), "{id}");
    }
    let brick = &content.barrier_kinds["brick_wall"];
    assert_eq!((brick.structure, brick.armor), (10, 16));
}

#[test]
fn ss_arm_15_armour_worn_reaches_the_sheet() {
    let content = content::load_content(&[shipped()]).content;
    let bulwark = &content.archetypes["bulwark"].sheet;
    assert_eq!((bulwark.armour.clone(), bulwark.accessories.clone()), (vec![10], vec![1, 2]));
}

#[rstest]
#[case("warehouse", (24, 20), [4, 4])]
#[case("street", (44, 20), [4, 4])]
#[case("bunker", (30, 24), [5, 5])]
#[case("foundry", (20, 13), [4, 4])]
#[case("culvert", (37, 13), [4, 4])]
#[case("gantry", (16, 10), [3, 3])]
#[case("derelict", (16, 8), [3, 3])]
#[case("docks", (29, 18), [4, 9])]
#[case("parade", (26, 14), [2, 1])]
fn shipped_skirmishes_can_be_fought(#[case] id: &str, #[case] size: (u16, u16), #[case] units: [usize; 2]) {
    let content = content::load_content(&[shipped()]).content;
    let bundle = content::bundle_skirmish(&content, id, &SkirmishOverrides::default()).expect("a bundle");
    let skirmish = &bundle.skirmish;
    assert_eq!((skirmish.map.width, skirmish.map.height), size);
    assert_eq!(skirmish.map.terrain.len(), usize::from(size.0) * usize::from(size.1));
    for (side, count) in (0..).zip(units) {
        assert_eq!(skirmish.units.iter().filter(|unit| unit.side == side).count(), count);
    }
    let grid = bundle.grid();
    for unit in &skirmish.units {
        assert!(grid.can_enter(unit.cell), "{} is stuck", unit.name);
        let zone = skirmish.sides[usize::from(unit.side)].deployment.as_ref().expect("a zone");
        assert!(skirmish.map.zones[zone].contains(&unit.cell), "{} is not in its zone", unit.name);
    }
    assert!((1..=30).contains(&skirmish.rounds));
    for barrier in &skirmish.map.barriers {
        assert!(grid.obstacle(barrier.place).is_some());
        let on_edge = matches!(barrier.place, ObstaclePosition::Edge(_));
        let wrong = if on_edge { BarrierPlacement::Square } else { BarrierPlacement::Edge };
        assert_ne!(bundle.barrier_kinds[&barrier.kind].footing, wrong);
    }
}

#[test]
fn a_bundle_is_self_contained_and_survives_writing() {
    let content = content::load_content(&[shipped()]).content;
    for id in content.skirmishes.keys() {
        let bundle = content::bundle_skirmish(&content, id, &SkirmishOverrides::default()).expect("a bundle");
        let text = serde_json::to_string(&bundle).expect("written");
        let read: SkirmishBundle = serde_json::from_str(&text).expect("read");
        assert_eq!(read, bundle);
        for unit in &bundle.skirmish.units {
            for weapon in &bundle.unit_templates[&unit.archetype].weapons {
                assert!(bundle.weapons.contains_key(weapon));
            }
        }
        assert_eq!(bundle.skirmish.rules, content.skirmishes[id].rules);
    }
}

#[test]
fn any_skirmish_is_bundled_for_any_book() {
    let content = content::load_content(&[shipped()]).content;
    for id in content.skirmishes.keys() {
        for book in Book::ALL {
            let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
            let bundle = content::bundle_skirmish(&content, id, &overrides).expect("a bundle");
            assert_eq!(bundle.skirmish.rules.book(), book);
            assert!(
                bundle.unit_templates.values().all(|recruit| recruit.sheet.book() == book),
                "{id} {book:?}"
            );
            assert!(bundle.weapons.values().all(|weapon| weapon.book() == book), "{id} {book:?}");
            let text = serde_json::to_string(&bundle).expect("written");
            assert_eq!(serde_json::from_str::<SkirmishBundle>(&text).expect("read"), bundle, "{id} {book:?}");
        }
    }
}

#[test]
fn a_bundle_takes_overrides_and_refuses_nonsense() {
    let content = content::load_content(&[shipped()]).content;
    let set = |name: &str, value: &str| SkirmishOverrides {
        switches: [(name.to_owned(), value.to_owned())].into(),
        book: None,
        free_undo: Some(true),
        own_dice: Some(true),
        ask_dice: Some(true),
        fog_of_war: Some(true),
        squad: None,
        squad_terms: Default::default(),
    };
    let bundle = content::bundle_skirmish(&content, "warehouse", &set("ss.recoil", "off")).expect("a bundle");
    assert_eq!(bundle.skirmish.rules.get("ss.recoil").as_deref(), Ok("off"));
    assert!(
        bundle.skirmish.options.free_undo
            && bundle.skirmish.options.own_dice
            && bundle.skirmish.options.ask_dice
            && bundle.skirmish.options.fog_of_war
    );
    assert!(content::bundle_skirmish(&content, "warehouse", &set("ss.recoill", "off")).is_err());
    let error = content::bundle_skirmish(&content, "warehose", &SkirmishOverrides::default())
        .expect_err("no such fight");
    assert_eq!(error.to_string(), "unknown skirmish `warehose`; did you mean `warehouse`?");
}

#[test]
fn the_garbled_rest_of_a_file_does_not_hide_its_good_entries() {
    let rod = |id: &str, class: &str| {
        format!("\"{id}\": (name: \"Rod\", class: {class}, skill: clubs, damage: strength_plus(1)),\n")
    };
    let text = format!("{{\n{}{}{}}}", rod("one", "melee"), rod("two", "mele"), rod("three", "melee"));
    let loaded = load_with(&[(WEAPONS, &text)]);
    assert_eq!(loaded.diagnostics.len(), 1);
    let problem = &loaded.diagnostics[0];
    assert_eq!((problem.line, problem.nearest.as_deref()), (3, Some("melee")));
    let weapons = &loaded.content.weapons;
    assert!(weapons.contains_key("one") && weapons.contains_key("three") && !weapons.contains_key("two"));
}

#[test]
fn a_users_entry_replaces_the_shipped_one() {
    let club = "{\"club\": (name: \"Cudgel\", class: melee, skill: clubs, damage: strength_plus(9))}";
    let pads = "{\"helmet\": (name: \"Big helmet\", value: 3, accessory: true)}";
    let warehouse = DUEL.replace("Duel", "Warehouse duel");
    let loaded = load_with(&[(WEAPONS, club), (ARMOUR, pads), ("skirmishes/warehouse.ron", &warehouse)]);
    assert_eq!(loaded.diagnostics, []);
    assert_eq!(loaded.content.weapons["club"].name, "Cudgel");
    assert!(loaded.content.weapons.len() > 16);
    assert_eq!(
        loaded.content.archetypes["gunner"].sheet.accessories,
        [3],
        "shipped fighters wear the user's helmet"
    );
    assert_eq!(loaded.content.skirmishes["warehouse"].name, "Warehouse duel");
    assert_eq!(loaded.content.skirmishes.len(), 13);
}

#[test]
fn a_users_broken_entry_leaves_the_shipped_one() {
    let club = "{\"club\": (name: \"Cudgel\", class: melee, skill: clubs, damage: strength_plus(99))}";
    let loaded = load_with(&[(WEAPONS, club), ("skirmishes/warehouse.ron", "(")]);
    assert_eq!(loaded.diagnostics.len(), 2);
    assert!(loaded.has_errors());
    assert_eq!(loaded.content.weapons["club"].name, "Club");
    assert_eq!(loaded.content.skirmishes["warehouse"].name, "Warehouse on Pier 9");
}

#[test]
fn missing_folders_are_reported_only_where_they_must_be() {
    let nowhere = PathBuf::from("/no/such/folder");
    assert_eq!(content::load_content(&[shipped(), nowhere.clone()]).diagnostics, []);
    let loaded = content::load_content(&[nowhere]);
    assert_eq!(loaded.content, Content::default());
    assert_eq!(loaded.diagnostics.len(), 5 + 4 * 3 + 1, "tables, three of each other book, skirmishes");
    assert!(
        loaded.diagnostics.iter().all(|problem| problem.severity == Severity::Error && problem.line == 0)
    );
}

#[test]
fn changed_and_removed_content_files_are_noticed() {
    let user = folder(&[(DUEL_FILE, DUEL)]);
    let dirs = [user.path().to_owned(), PathBuf::from("/no/such/folder")];
    let before = content::FolderFingerprint::take(&dirs);
    assert!(!content::changed_since(&before));
    fs::write(user.path().join("notes.txt"), "nothing").expect("a file");
    assert!(!content::changed_since(&before));
    fs::write(user.path().join(DUEL_FILE), format!("{DUEL}\n")).expect("a file");
    assert!(content::changed_since(&before));
    let before = content::FolderFingerprint::take(&dirs);
    fs::remove_file(user.path().join(DUEL_FILE)).expect("removed");
    assert!(content::changed_since(&before));
}
