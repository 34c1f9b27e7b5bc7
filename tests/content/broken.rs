//! Broken tables: each gives one sentence with file, line and hint.

use expect_test::{Expect, expect};
use rstest::rstest;

use crate::{ARCHETYPES, WEAPONS, complaints, load_with, the_complaint};

#[rstest]
#[case::unknown_field(
    "{\n    \"gun\": (name: \"Gun\", class: ranged, skill: pistols, damge: fixed(6), range: 40),\n}",
    expect!["books/swan_song/weapons.ron:2:57: unknown field `damge`; did you mean `damage`?"]
)]
#[case::missing_field(
    "{\n    \"gun\": (name: \"Gun\", class: ranged, skill: pistols, range: 40),\n}",
    expect!["books/swan_song/weapons.ron:2:66: missing field `damage`"]
)]
#[case::unknown_skill(
    "{\n    \"gun\": (\n        name: \"Gun\", class: ranged,\n        skill: pistol, damage: fixed(6), range: 40),\n}",
    expect!["books/swan_song/weapons.ron:4:16: unknown value `pistol`; did you mean `pistols`?"]
)]
#[case::ss_dmg_01_third_kind_of_damage(
    "{\"gun\": (name: \"Gun\", class: ranged, skill: pistols, damage: fixed(6), range: 40, pool: sanity)}",
    expect!["books/swan_song/weapons.ron:1:89: unknown value `sanity`; expected `health` or `strain`"]
)]
#[case::wrong_type(
    "{\"gun\": (name: \"Gun\", class: ranged, skill: pistols, damage: fixed(6), range: \"far\")}",
    expect!["books/swan_song/weapons.ron:1:79: unexpected value; expected integer"]
)]
#[case::no_range(
    "{\n\"gun\": (name: \"Gun\", class: ranged, skill: pistols, damage: fixed(6), range: 0),\n}",
    expect!["books/swan_song/weapons.ron:2:78: range is 0; expected 1 to 5000"]
)]
#[case::magazine_below_a_mode(
    "{\"gun\": (name: \"Gun\", class: ranged, skill: pistols, damage: fixed(6), range: 9,\n modes: [single, burst], magazine: 2)}",
    expect!["books/swan_song/weapons.ron:2:18: this fire mode fires 3 rounds, the magazine holds 2"]
)]
#[case::ss_acc_09_weak_specialised_weapon(
    "{\"gun\": (name: \"Gun\", class: ranged, skill: longarms, damage: fixed(12), range: 900,\n accuracy: 5, build: specialised)}",
    expect!["books/swan_song/weapons.ron:2:12: warning: a specialised weapon has Accuracy 6 or more (SS-ACC-09)"]
)]
#[case::twice(
    "{\n\"rod\": (name: \"Rod\", class: melee, skill: clubs, damage: strength_plus(1)),\n\"rod\": (name: \"Rod\", class: melee, skill: clubs, damage: strength_plus(2)),\n}",
    expect!["books/swan_song/weapons.ron:3:1: duplicate id `rod`"]
)]
#[case::bad_id(
    "{\"Big Gun\": (name: \"Gun\", class: melee, skill: clubs, damage: strength_plus(1))}",
    expect!["books/swan_song/weapons.ron:1:2: \"Big Gun\" is not a valid id; expected lower-case letters, digits and underscores"]
)]
#[case::no_table("(1, 2)", expect!["books/swan_song/weapons.ron:1:1: not a table; expected { \"id\": (...), ... }"])]
#[case::cut_off("{\n    \"gun\": (name: \"Gun\"", expect!["books/swan_song/weapons.ron:2:24: unexpected end of file"])]
#[case::no_fields(
    "{\"gun\": (1)}",
    expect!["books/swan_song/weapons.ron:1:10: `1` is not a field; expected field: value"]
)]
#[case::no_weapon(
    "{\"gun\": 1}",
    expect!["books/swan_song/weapons.ron:1:9: unexpected value; expected (field: value, ...)"]
)]
#[case::comma(
    "{\"gun\": (name: \"Gun\" class: ranged)}",
    expect!["books/swan_song/weapons.ron:1:22: unexpected value; expected comma"]
)]
#[case::empty("", expect!["books/swan_song/weapons.ron:1:1: unexpected end of file"])]
fn a_broken_weapon_is_named(#[case] text: &str, #[case] expected: Expect) {
    expected.assert_eq(&the_complaint(WEAPONS, text));
}

const FIGHTER: &str = "{\n\"thug\": (name: \"Thug\", role: \"Hits.\", glyph: fist,\n\
    sheet: (attributes: (body: 3, agility: 3, reaction: 3, strength: 3, willpower: 3, logic: 3, intuition: 3, charisma: 3)),\n\
    weapons: [\"club\"], armour: [\"helmet\"]),\n}";

#[rstest]
#[case::weapon(
    "[\"club\"]",
    "[\"fists\", \"asault_rifle\"]",
    "4:20: unknown weapon `asault_rifle`; did you mean `assault_rifle`?"
)]
#[case::armour("helmet", "helmte", "4:29: unknown armour `helmte`; did you mean `helmet`?")]
#[case::attribute("agility: 3", "agility: 0", "3:40: agility is 0; expected 1 to 30")]
#[case::unarmed("[\"club\"]", "[]", "4:10: a unit needs a weapon, such as `unarmed`")]
#[case::nameless(
    "\"Thug\"",
    "\" \"",
    "2:16: this text cannot be displayed; expected 1 to 60 printable characters"
)]
#[case::bodiless(
    "sheet: (",
    "sheet: (has_flesh: false, ",
    "3:20: a unit without flesh needs `armored` health"
)]
#[case::ss_init_06_six_dice(
    "sheet: (",
    "sheet: (initiative_dice: 6, ",
    "3:26: initiative_dice is 6; expected 1 to 5"
)]
fn a_broken_archetype_is_named(#[case] from: &str, #[case] to: &str, #[case] expected: &str) {
    assert_eq!(complaints(ARCHETYPES, FIGHTER), Vec::<String>::new());
    let broken = FIGHTER.replacen(from, to, 1);
    assert_eq!(the_complaint(ARCHETYPES, &broken), format!("{ARCHETYPES}:{expected}"));
}

#[rstest]
#[case::ss_barr_04_soft_bunker(
    "(kinds: {\"vault\": (name: \"vault\", material: \"hardened\", structure: 15, height_cm: 300, thickness_cm: 10, style: concrete, footing: edge)})",
    expect!["barriers.ron:1:68: hardened material of 15/32 (SS-BARR-04); expected at least 16/32"]
)]
#[case::ss_barr_04_hard_glass(
    "(materials: {\"fragile\": (name: \"Glass\", structure: 1, armor: 3)})",
    expect!["barriers.ron:1:62: material `fragile` of 1/3 (SS-BARR-04); expected 1/2"]
)]
#[case::unknown_material(
    "(kinds: {\"wall\": (name: \"wall\", material: \"structur\", height_cm: 300, thickness_cm: 10, style: brick, footing: edge)})",
    expect!["barriers.ron:1:43: unknown material `structur`; did you mean `structure`?"]
)]
#[case::unknown_style(
    "(kinds: {\"wall\": (name: \"wall\", material: \"structure\", height_cm: 300, thickness_cm: 10, style: brik, footing: edge)})",
    expect!["barriers.ron:1:97: unknown value `brik`; did you mean `brick`?"]
)]
#[case::unknown_part("(kind: {})", expect!["barriers.ron:1:2: unknown field `kind`; did you mean `kinds`?"])]
fn a_broken_barrier_is_named(#[case] text: &str, #[case] expected: Expect) {
    expected.assert_eq(&the_complaint("barriers.ron", text));
}

#[test]
fn ss_barr_04_more_than_hardened_is_allowed() {
    let vault = "(kinds: {\"vault\": (name: \"vault\", material: \"hardened\", structure: 20, armor: 40, height_cm: 300, thickness_cm: 10, style: concrete, footing: edge)})";
    let loaded = load_with(&[("barriers.ron", vault)]);
    assert_eq!(loaded.diagnostics, []);
    let vault = &loaded.content.barrier_kinds["vault"];
    assert_eq!((vault.structure, vault.armor), (20, 40));
}
