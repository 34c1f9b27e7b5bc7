use std::path::{Path, PathBuf};

use super::*;
use crate::load_content;
use crate::{Content, Diagnostic, LoadedContent, Severity, parse_scene};
use rules::{Book, Sheet};

fn shipped() -> LoadedContent {
    load_content(&[PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets")])
}

const ROOM: &str = r##"(
    name: "Room", description: "Two in a room.", book: aberrant, switches: {"ss.recoil": "off"}, weather: heavy,
    sides: [(name: "Red", colour: 0, deployment: "west"), (name: "Grey", colour: 2)],
    units: [
        (name: "Ann", archetype: "officer", side: "Red", at: 'A'),
        (name: "Bob", archetype: "gunner", side: "Grey", cell: (3, 1), in_cover: true),
        (name: "Van", archetype: "van", side: "Grey", cell: (0, 0)),
        (name: "Eve", archetype: "officer", side: "Grey", rides: "Van"),
    ],
    kinds: {"glass_brick": (name: "glass brick", material: "average", height_cm: 120, thickness_cm: 12,
        transparent: true, style: glass, footing: both)},
    grounds: {"smoky_grass": (name: "smoke over grass", light: low, obscured: true, tile: grass)},
    ground: "concrete",
    legend: {
        "-|": (edge: "brick_wall"), "D": (edge: "wooden_door"), "g": (edge: "glass_brick"),
        "c": (object: "crate"), "w": (terrain: "wood", zones: ["west"]), "s": (terrain: "smoky_grass"),
        "A": (zones: ["west"]),
    },
    map: [
        "+- - - - -+",
        "|  A     c|",
        "",
        "|w  D     g",
        "+- - - - g+",
    ],
    poses: {"Ann": (prone: true, gait: running)},
    worn: [(cell: (1, 1), side: east, open: true), (cell: (4, 1), side: east, damage: 7), (cell: (0, 0), side: north, holed: true)],
    tuned: {"Ann": [(book: swan_song, of: sheet, number: "attributes.body", is: 9)]},
    aim: (attacker: "Ann", at: barrier(cell: (4, 1), side: south), weapon: 1, mode: burst),
)"##;

#[test]
fn a_scene_that_was_written_reads_as_itself() {
    let content = shipped().content;
    let (scene, problems) = parse_lab(&content, Path::new("room.ron"), ROOM);
    assert_eq!(problems, Vec::new());
    let scene = scene.expect("nothing is wrong");
    assert_eq!(
        (scene.unit_states[0].prone, scene.unit_states[1].in_cover, scene.damaged.len()),
        (true, true, 3)
    );
    let text = scene.to_text().expect("letters enough");
    let (again, problems) = parse_lab(&content, Path::new("again.ron"), &text);
    assert_eq!((again, problems), (Some(scene), Vec::new()), "{text}");
}

#[test]
fn every_shipped_skirmish_becomes_a_scene_that_can_be_kept() {
    let content = shipped().content;
    for (id, skirmish) in &content.skirmishes {
        let scene = LabScene::new(skirmish.clone()).normalised();
        let text = scene.to_text().expect("letters enough");
        let (again, problems) = parse_lab(&content, Path::new(id), &text);
        let errors: Vec<_> = problems.iter().filter(|problem| problem.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{id}: {errors:?}");
        assert_eq!(again.as_ref(), Some(&scene), "{id}");
    }
}

#[test]
fn a_changed_number_is_that_units_alone() {
    let content = shipped().content;
    let scene = parse_lab(&content, Path::new("room.ron"), ROOM).0.expect("nothing is wrong");
    let body = |sheet: &Sheet| {
        let found = named_numbers(sheet).into_iter().find(|(name, _)| name == "attributes.body");
        found.map(|(_, value)| value)
    };
    let bundle = scene.bundle(&content, Book::SwanSong).expect("everything is there");
    let [ann, _, _, eve] = &bundle.skirmish.units[..] else { panic!("four of them") };
    assert_eq!(body(&bundle.unit_templates[&ann.archetype].sheet), Some(9));
    assert_ne!(body(&bundle.unit_templates[&eve.archetype].sheet), Some(9));
    let other = scene.bundle(&content, Book::Aberrant).expect("everything is there");
    assert_eq!(other.skirmish.units[0].archetype, "officer");
}

#[test]
fn what_makes_no_sense_is_named_with_its_line() {
    let content = shipped().content;
    let complaint = |from: &str, to: &str| {
        let text = ROOM.replacen(from, to, 1);
        assert_ne!(text, ROOM);
        let (scene, problems) = parse_lab(&content, Path::new("room.ron"), &text);
        assert!(scene.is_none());
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let unknown = complaint("poses: {\"Ann\"", "poses: {\"Anne\"");
    assert!(unknown.contains("room.ron:26") && unknown.contains("did you mean `Ann`?"), "{unknown}");
    let nowhere = complaint("(cell: (1, 1), side: east", "(cell: (1, 1), side: west");
    assert!(nowhere.contains("room.ron:27") && nowhere.contains("there is no barrier"), "{nowhere}");
    let misspelt = complaint("attributes.body", "attributes.bodi");
    assert!(misspelt.contains("room.ron:28") && misspelt.contains("attributes.body"), "{misspelt}");
    let wild = complaint("is: 9", "is: 99");
    assert!(wild.contains("cannot be 99") && wild.contains("1 to 30"), "{wild}");
    let field = complaint("weapon: 1", "wepon: 1");
    assert!(field.contains("unknown field `wepon`"), "{field}");
    let kind = complaint("material: \"average\"", "material: \"avrage\"");
    assert!(kind.contains("did you mean `average`?"), "{kind}");
}

#[test]
fn units_without_a_sheet_are_named() {
    let mut content = shipped().content;
    content.aberrant.sheets.remove("officer");
    let scene = parse_lab(&content, Path::new("room.ron"), ROOM).0.expect("it is Aberrant's only there");
    let error = scene.bundle(&content, Book::Aberrant).expect_err("no sheet");
    assert_eq!(error.to_string(), "Ann has no sheet under Aberrant (archetype `officer`)");
}

/// Armour is labelled by name, not by index, in all books.
#[test]
fn armour_is_labelled_by_its_name() {
    let content = shipped().content;
    for book in Book::ALL {
        for (id, sort) in &content.archetypes {
            let Some(template) = content.unit_template(book, id) else { continue };
            for number in sheet_number_fields(&content, id, &template.sheet) {
                let is_armour = number.name.starts_with("armour") || number.name.starts_with("accessories");
                // Behind it there may be one of several numbers.
                let piece = number.label.get(1);
                let bare = piece.is_some_and(|part| part.bytes().all(|letter| letter.is_ascii_digit()));
                assert!(!(is_armour && bare), "{} under {}: {:?}", sort.name, book.name(), number.label);
            }
        }
    }
    let soldier = content.unit_template(Book::SwanSong, "rifle_specialist").expect("a sheet");
    let all = sheet_number_fields(&content, "rifle_specialist", &soldier.sheet);
    let vest = all.iter().find(|number| number.name == "armour.0").expect("it wears something");
    assert_eq!(vest.label, ["armour", "Armour vest"]);
}

fn parse_lab(content: &Content, name: &Path, text: &str) -> (Option<LabScene>, Vec<Diagnostic>) {
    let (scene, problems) = parse_scene(content, name, text);
    (scene.and_then(|scene| scene.battlefield.ok()), problems)
}
