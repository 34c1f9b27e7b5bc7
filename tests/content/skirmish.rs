//! Skirmish files: how the map is read, and the problems of broken files.

use breachline::content::{self, Objective, TimeUp};
use breachline::model::{Cell, CellSide, Edge, ObstaclePosition};
use rstest::rstest;

use crate::{DUEL, DUEL_FILE, complaints, folder, load_with, shipped, the_complaint};

#[test]
fn a_drawing_becomes_a_map() {
    let loaded = load_with(&[(DUEL_FILE, DUEL)]);
    assert_eq!(loaded.diagnostics, []);
    let duel = &loaded.content.skirmishes["duel"];
    let map = &duel.map;
    assert_eq!((map.width, map.height), (5, 2));
    assert_eq!(map.terrain_at(Cell::new(0, 0)), Some("wood"));
    assert_eq!(map.terrain_at(Cell::new(1, 0)), Some("concrete"));
    assert_eq!(map.terrain_at(Cell::new(5, 0)), None);
    let kind =
        |place| map.barriers.iter().find(|barrier| barrier.place == place).map(|barrier| &*barrier.kind);
    assert_eq!(kind(ObstaclePosition::Edge(Edge::new(Cell::new(1, 0), CellSide::East))), Some("brick_wall"));
    assert_eq!(kind(ObstaclePosition::Edge(Edge::new(Cell::new(1, 1), CellSide::East))), Some("wooden_door"));
    assert_eq!(kind(ObstaclePosition::Edge(Edge::new(Cell::new(4, 1), CellSide::East))), Some("brick_wall"));
    assert_eq!(kind(ObstaclePosition::Edge(Edge::new(Cell::new(2, 1), CellSide::South))), Some("brick_wall"));
    assert_eq!(kind(ObstaclePosition::Edge(Edge::new(Cell::new(2, 0), CellSide::South))), None);
    assert_eq!(kind(ObstaclePosition::Square(Cell::new(4, 0))), Some("crate"));
    assert_eq!(map.barriers.len(), 17);
    assert_eq!(map.zones["west"], [Cell::new(0, 0), Cell::new(1, 0), Cell::new(0, 1)]);
    assert_eq!(map.zones["goal"], [Cell::new(3, 1), Cell::new(4, 1)]);
    assert_eq!((duel.units[0].cell, duel.units[0].side), (Cell::new(1, 0), 0));
    assert_eq!((duel.units[1].cell, duel.units[1].side), (Cell::new(3, 1), 1));
    assert_eq!(duel.objectives[0], Objective::Reach { side: 0, zone: "goal".to_owned() });
    assert_eq!(duel.objectives[1], Objective::Hold { side: 1, zone: "west".to_owned(), rounds: 2 });
    assert_eq!((duel.rounds, duel.then), (9, TimeUp::Wins(1)));
    assert_eq!(duel.rules.get("ss.recoil").as_deref(), Ok("off"));
    assert!(duel.rules.engine.ap_dodge == 2 && duel.options.free_undo);
}

#[rstest]
#[case::archetype("\"officer\"", "\"oficer\"", "9:34: unknown archetype `oficer`; did you mean `officer`?")]
#[case::side("side: \"Red\", at", "side: \"Rad\", at", "9:51: unknown side `Rad`; did you mean `Red`?")]
#[case::in_a_wall("cell: (3, 1)", "cell: (4, 0)", "10:64: unit `Bob` is inside a `crate`")]
#[case::outside("cell: (3, 1)", "cell: (5, 0)", "10:64: unit `Bob` is outside the map of 5 x 2 squares")]
#[case::far_outside(
    "cell: (3, 1)",
    "cell: (4000000000, 0)",
    "10:65: cell is 4000000000; expected -1000 to 1000"
)]
#[case::doubled("cell: (3, 1)", "cell: (1, 0)", "10:64: units `Ann` and `Bob` are on the same square")]
#[case::nowhere(", cell: (3, 1)", "", "10:9: unit `Bob`: give its position with either `at` or `cell`")]
#[case::letter_missing("at: 'A'", "at: 'Z'", "9:62: unit `Ann`: 'Z' is not on the map")]
#[case::letter_twice("|w  D", "|w AD", "9:62: unit `Ann`: 'A' occurs 2 times on the map instead of once")]
#[case::same_name("\"Bob\"", "\"Ann\"", "10:16: two units are called `Ann`")]
#[case::ground("\"concrete\"", "\"concret\"", "12:13: unknown terrain `concret`; did you mean `concrete`?")]
#[case::terrain("\"wood\"", "\"wod\"", "17:24: unknown terrain `wod`; did you mean `wood`?")]
#[case::edge(
    "\"brick_wall\"",
    "\"brickwall\"",
    "14:22: unknown barrier `brickwall`; did you mean `brick_wall`?"
)]
#[case::crate_on_an_edge("\"wooden_door\"", "\"crate\"", "15:21: `crate` cannot be placed on an edge")]
#[case::door_in_a_square("\"crate\"", "\"wooden_door\"", "16:23: `wooden_door` cannot be placed in a square")]
#[case::edge_and_square(
    "(edge: \"wooden_door\")",
    "(edge: \"wooden_door\", terrain: \"wood\")",
    "15:21: a character means either an edge or a square"
)]
#[case::two_meanings("\"c\": (", "\"cD\": (", "16:15: the character 'D' has two meanings")]
#[case::edge_sign_in_a_square(
    "|w A|    c|",
    "|w A|  D c|",
    "22:17: the legend's 'D' cannot be used on a square; expected a blank or a character for a square such as `A`, `c` or `w`"
)]
#[case::square_sign_on_an_edge(
    "\"           \"",
    "\"   c       \"",
    "23:13: the legend's 'c' cannot be used on an edge; expected a blank or a character for an edge such as `-`, `D` or `|`"
)]
#[case::unknown_sign(
    "|w A|    c|",
    "|w A|  ? c|",
    "22:17: '?' on a square is not in the legend; expected a blank or a character for a square such as `A`, `c` or `w`"
)]
#[case::objective_zone(
    "zone: \"goal\"",
    "zone: \"gaol\"",
    "28:43: unknown zone `gaol`; did you mean `goal`?"
)]
#[case::zone_outside(
    "width: 2, height",
    "width: 3, height",
    "27:22: this part of zone `goal` is empty or exceeds the map of 5 x 2 squares"
)]
#[case::deployment(
    "deployment: \"west\"",
    "deployment: \"wets\"",
    "7:50: unknown zone `wets`; did you mean `west`?"
)]
#[case::held_too_long("rounds: 2)", "rounds: 10)", "28:93: rounds is 10; expected 1 to 9")]
#[case::winner("wins(\"Grey\")", "wins(\"Gray\")", "29:35: unknown side `Gray`; did you mean `Grey`?")]
#[case::endless("rounds: 9,", "rounds: 9000,", "29:21: rounds is 9000; expected 1 to 200")]
#[case::switch("ss.recoil", "ss.recoyl", "5:29: unknown switch `ss.recoyl`; did you mean `ss.recoil`?")]
#[case::switch_value(
    "\"off\"",
    "\"maybe\"",
    "5:29: switch `ss.recoil` cannot be `maybe`; expected on or off"
)]
#[case::book("swan_song", "swan_sing", "4:11: unknown value `swan_sing`; did you mean `swan_song`?")]
#[case::same_colour("colour: 2", "colour: 0", "7:82: two sides have the same colour")]
#[case::deployed_outside(
    "at: 'A'",
    "cell: (3, 0)",
    "9:64: warning: unit `Ann` is outside its side's deployment zone"
)]
fn a_broken_skirmish_is_named(#[case] from: &str, #[case] to: &str, #[case] expected: &str) {
    assert!(DUEL.contains(from));
    let broken = DUEL.replacen(from, to, 1);
    let all = complaints(DUEL_FILE, &broken);
    assert_eq!(all.first(), Some(&format!("{DUEL_FILE}:{expected}")), "{all:#?}");
}

#[test]
fn sides_that_cannot_meet_are_named() {
    assert_eq!(complaints(DUEL_FILE, DUEL), Vec::<String>::new(), "a shut door can be opened");
    let walled = DUEL.replace("\"D\": (edge: \"wooden_door\")", "\"D\": (edge: \"brick_wall\")");
    let all = complaints(DUEL_FILE, &walled);
    assert_eq!(all[0], "skirmishes/duel.ron:10:9: warning: `Ann` and `Bob` cannot reach each other");
    assert_eq!(all[1], "skirmishes/duel.ron:28:43: warning: no unit can reach this zone");
}

#[test]
fn a_side_without_units_is_named() {
    let broken =
        DUEL.replace("side: \"Grey\", cell", "side: \"Red\", cell").replace(", deployment: \"west\"", "");
    assert_eq!(the_complaint(DUEL_FILE, &broken), "skirmishes/duel.ron:7:39: side `Grey` has no units");
}

#[test]
fn the_example_of_the_manual_is_valid() {
    let manual = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/scene-format.md");
    let manual = std::fs::read_to_string(manual).expect("the manual");
    let example: Vec<&str> = manual
        .lines()
        .skip_while(|line| *line != "    (")
        .take_while(|line| line.starts_with("    ") || line.is_empty())
        .collect();
    let loaded = load_with(&[(DUEL_FILE, &example.join("\n"))]);
    assert_eq!(loaded.diagnostics, []);
    let duel = &loaded.content.skirmishes["duel"];
    assert_eq!((duel.map.width, duel.map.height, duel.map.barriers.len()), (5, 2, 17));
}

#[test]
fn what_a_file_may_leave_out_is_read() {
    let more = DUEL.replacen("cell: (3, 1)", "cell: (3, 1), in_cover: true", 1).replacen(
        "book: swan_song,",
        "book: swan_song, zero_gravity: true,",
        1,
    );
    let loaded = load_with(&[(DUEL_FILE, &more)]);
    assert_eq!(loaded.diagnostics, []);
    let duel = &loaded.content.skirmishes["duel"];
    assert!(duel.zero_gravity);
    assert_eq!([0, 1].map(|unit| duel.units[unit].in_cover), [false, true]);
}

#[test]
fn cover_that_is_not_there_is_named() {
    let open = DUEL.replace("\"c\": (object: \"crate\")", "\"c\": (terrain: \"wood\")");
    let open = open.replace("cell: (3, 1)", "cell: (3, 0), in_cover: true").replace("+- - - - -+", "");
    let all = complaints(DUEL_FILE, &open);
    let expected = "warning: no cover next to `Bob`: it starts without";
    assert!(all.iter().any(|one| one.ends_with(expected)), "{all:#?}");
}

/// A scene without a map: two units, a crate, and one attack.
const STREET: &str = r#"(
    name: "Street",
    description: "One shot.",
    book: circumstances,
    units: [
        (name: "Ann", archetype: "marksman", cell: (0, 0), ailments: [dazed]),
        (name: "Bob", archetype: "gunner", cell: (9, 0)),
    ],
    barriers: [(kind: "crate", square: (8, 0))],
    action: card(attack(attacker: "Ann", target: "Bob")),
)"#;

#[rstest]
#[case::in_a_crate("square: (8, 0)", "square: (9, 0)", ":7:50: unit `Bob` is inside a `crate`")]
#[case::same_ailment("[dazed]", "[dazed, dazed]", ":6:70: Dazed is there twice")]
fn a_broken_unit_of_a_scene_without_a_map_is_named(
    #[case] from: &str,
    #[case] to: &str,
    #[case] expected: &str,
) {
    let content = content::load_content(&[shipped()]).content;
    let open = |text: &str| {
        let user = folder(&[("street.ron", text)]);
        let opened = content::open_scene(&content, &user.path().join("street.ron"));
        opened.err().map_or(String::new(), |error| error.to_string())
    };
    assert_eq!(open(STREET), "");
    let said = open(&STREET.replacen(from, to, 1));
    assert!(said.contains(expected), "{said}");
}
