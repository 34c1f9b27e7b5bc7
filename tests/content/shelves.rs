//! Weapons, armour and sheets of the four books beside Swan Song.

use breachline::content::{self, BookContent, BookLoadout, Content, Severity};
use breachline::rules::status::{Ailment, AttackProperties};
use breachline::rules::turn_engine::timed_items::DetonationTrigger;
use rstest::rstest;

use crate::{ARCHETYPES, complaints, load_with, shipped, the_complaint};

fn agrees<S, W, A>(content: &Content, shelf: &BookContent<S, W, A>, name: impl Fn(&W) -> &str) {
    assert!(shelf.sheets.keys().eq(content.archetypes.keys()), "a sheet for every archetype");
    // A book may have further weapons: only some books have explosives.
    let shared = |id: &&String| content.weapons.contains_key(*id) && shelf.weapons.contains_key(*id);
    for (id, weapon) in content.weapons.iter().filter(|(id, _)| shared(id)) {
        assert_eq!(name(&shelf.weapons[id]), weapon.name, "{id}");
    }
    let own = [
        "flechette_gun",
        "frag_grenade",
        "missile_launcher",
        "timed_grenade",
        "demolition_charge",
        "remote_mine",
        "fire_bomb",
        "flash_grenade",
    ];
    assert!(content.weapons.keys().all(|id| own.contains(&id.as_str()) || shelf.weapons.contains_key(id)));
    assert!(shelf.armours.len() >= 6);
    assert!(shelf.armours.keys().all(|id| content.armours.contains_key(id)), "the same armour");
    for (id, BookLoadout { weapons, armour, .. }) in &shelf.sheets {
        let archetype = &content.archetypes[id];
        let carried = weapons.iter().filter(shared);
        assert!(carried.eq(archetype.weapons.iter().filter(shared)), "{id} carries the same");
        assert!(archetype.armour.iter().all(|piece| armour.contains(piece) || piece == "ballistic_shield"));
        assert!(armour.iter().all(|piece| archetype.armour.contains(piece)), "{id} wears nothing else");
    }
}

#[test]
fn shipped_shelves_have_what_swan_song_has() {
    let content = content::load_content(&[shipped()]).content;
    agrees(&content, &content.aberrant, |weapon| &weapon.name);
    agrees(&content, &content.attacks_and_damage, |weapon| &weapon.name);
    agrees(&content, &content.circumstances, |weapon| &weapon.name);
    agrees(&content, &content.combat_checks, |weapon| &weapon.name);
    let of_shelves = content.aberrant.entries()
        + content.attacks_and_damage.entries()
        + content.circumstances.entries()
        + content.combat_checks.entries();
    assert!(of_shelves >= 4 * (16 + 16 + 6));
    let bare = Content { aberrant: BookContent::default(), ..content.clone() };
    assert_eq!(content.entries() - bare.entries(), content.aberrant.entries());
}

#[test]
fn armour_worn_reaches_the_sheets() {
    let content = content::load_content(&[shipped()]).content;
    let aberrant = &content.aberrant.sheets["bulwark"].sheet;
    let worn: Vec<_> = aberrant.armour.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(worn, ["Assault plate", "Helmet", "Ballistic shield"]);

    let attacks = &content.attacks_and_damage.sheets["bulwark"].sheet;
    let worn: Vec<_> = attacks.armour.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(worn, ["Assault plate", "Helmet"]);
    assert_eq!(attacks.shield.as_ref().map(|shield| shield.name.as_str()), Some("Ballistic shield"));
}

#[test]
fn cs_base_30_the_best_piece_counts_at_each_place() {
    let content = content::load_content(&[shipped()]).content;
    let BookContent { sheets, armours, .. } = &content.circumstances;
    let worn = &sheets["brawler"].sheet.armour;
    let (vest, guards) = (&armours["armour_vest"], &armours["limb_guards"]);
    assert_eq!(worn.name, "Armour vest, Limb guards");
    assert_eq!((worn.body, worn.left_leg, worn.head), (vest.body, guards.left_leg, 0));
    assert!(vest.left_leg < guards.left_leg);
}

#[test]
fn cc_dmg_08_soak_of_all_pieces_adds_up() {
    let content = content::load_content(&[shipped()]).content;
    let BookContent { sheets, armours, .. } = &content.combat_checks;
    let worn = &sheets["bulwark"].sheet.armour;
    let pieces = ["assault_plate", "helmet", "ballistic_shield"].map(|id| &armours[id]);
    assert_eq!(worn.soak, pieces.iter().map(|piece| piece.soak).sum::<u8>());
    assert_eq!(worn.ranged_defence, pieces.iter().map(|piece| piece.ranged_defence).sum::<u8>());
    assert!(worn.soak > pieces[0].soak && worn.ranged_defence > pieces[0].ranged_defence);
}

/// The position of the mark `§`, and the text without it.
fn marked(text: &str) -> (String, String) {
    let (before, after) = text.split_once('§').expect("a mark");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    (format!("{before}{after}"), format!("{line}:{column}"))
}

#[rstest]
#[case::ab_unknown_field(
    "aberrant/weapons",
    "{\n\"gun\": (name: \"Gun\", class: ranged, skill: firearms, §damge: \"7L\", short_range_m: 9),\n}",
    "unknown field `damge`; did you mean `damage`?"
)]
#[case::ab_type_04_gel_is_bashing(
    "aberrant/weapons",
    "{\n\"gun\": (name: \"Gun\", class: ranged, skill: firearms, source: blunt, damage: §\"7L\", short_range_m: 9),\n}",
    "damage of Gun must be bashing, not lethal"
)]
#[case::ab_adds_05_unexplained_adds(
    "aberrant/weapons",
    "{\n\"rod\": (name: \"Rod\", class: melee, skill: melee, damage: §\"7B [2]\"),\n}",
    "Rod has damage adds but no munition that allows them"
)]
#[case::ab_range_01_no_range(
    "aberrant/weapons",
    "{\n\"gun\": §(name: \"Gun\", class: ranged, skill: firearms, damage: \"7L\"),\n}",
    "short_range_m is 0; expected 1 to 5000"
)]
#[case::ab_armor_07_lightweight(
    "aberrant/armour",
    "{\n\"suit\": §(name: \"Eufiber 3\", soak: (bashing: 5)),\n}",
    "Eufiber 3 must be lightweight"
)]
#[case::ab_soak_09_power_of_a_baseline(
    "aberrant/sheets",
    "{\n\"medic\": (sheet: (strength: 2, dexterity: 2, stamina: 2, wits: 2,\n sources: §[(name: \"Ward\", category: power, soak: (lethal: 2))]), weapons: [\"fists\"]),\n}",
    "Ward is a power, but the sheet has neither Quantum nor psi"
)]
#[case::ab_unknown_weapon(
    "aberrant/sheets",
    "{\n\"medic\": (sheet: (strength: 2, dexterity: 2, stamina: 2, wits: 2), weapons: [\"fists\", §\"heavy_pistl\"]),\n}",
    "unknown weapon `heavy_pistl`; did you mean `heavy_pistol`?"
)]
#[case::unknown_archetype(
    "aberrant/sheets",
    "{\n§\"medik\": (sheet: (strength: 2, dexterity: 2, stamina: 2, wits: 2), weapons: [\"fists\"]),\n}",
    "unknown archetype `medik`; did you mean `medic`?"
)]
#[case::ad_unknown_nature(
    "attacks_and_damage/weapons",
    "{\n\"gun\": (name: \"Gun\", class: accelerated, skill: firearms, damage: \"5C\", nature: §slugg, range: 9),\n}",
    "unknown value `slugg`; did you mean `slug`?"
)]
#[case::ad_con_03_no_damage(
    "attacks_and_damage/weapons",
    "{\n\"rod\": §(name: \"Rod\", class: melee, skill: clubs),\n}",
    "only a contact attack has no damage (AD-CON-03)"
)]
#[case::ad_base_18_long_club(
    "attacks_and_damage/weapons",
    "{\n\"rod\": (name: \"Rod\", class: melee, skill: clubs, damage: \"4IL\", range: §2),\n}",
    "a melee weapon reaches adjacent squares only (AD-BASE-18)"
)]
#[case::ad_arm_09_untyped(
    "attacks_and_damage/weapons",
    "{\n\"rod\": (name: \"Rod\", class: melee, skill: clubs, damage: §\"4L\"),\n}",
    "warning: untyped damage ignores all armour (AD-ARM-09)"
)]
#[case::ad_armour_of_two_numbers(
    "attacks_and_damage/armour",
    "{\n\"vest\": (name: \"Vest\", av: §\"61/3/1\"),\n}",
    "av is 61; expected 0 to 60"
)]
#[case::ad_unknown_armour(
    "attacks_and_damage/sheets",
    "{\n\"medic\": (sheet: (attributes: (body: 3, reaction: 3, agility: 3, intuition: 3, edge: 3, willpower: 3, strength: 3)),\n weapons: [\"fists\"], armour: [§\"helmte\"]),\n}",
    "unknown armour `helmte`; did you mean `helmet`?"
)]
#[case::cs_burst_of_an_empty_magazine(
    "circumstances/weapons",
    "{\n\"gun\": (name: \"Gun\", class: ranged, damage: \"1d10\", range: 30, magazine: 2, burst: §(rounds: 3)),\n}",
    "a burst fires 3 rounds, the magazine holds 2"
)]
#[case::cs_unknown_place(
    "circumstances/armour",
    "{\n\"cap\": (name: \"Cap\", §haed: 3),\n}",
    "unknown field `haed`; did you mean `head`?"
)]
#[case::cs_jam_09_unknown_group(
    "circumstances/sheets",
    "{\n\"medic\": (sheet: (characteristics: (weapon_skill: 30, ballistic_skill: 30, strength: 30, toughness: 30, agility: 30, intelligence: 30, perception: 30, willpower: 30, fellowship: 30),\n wounds: 9, proficiencies: §[\"pistol\"]), weapons: [\"fists\"]),\n}",
    "unknown weapon group `pistol`; did you mean `pistols`?"
)]
#[case::cs_impossible_toughness(
    "circumstances/sheets",
    "{\n\"medic\": (sheet: (characteristics: (weapon_skill: 30, ballistic_skill: 30, strength: 30, toughness: §130, agility: 30, intelligence: 30, perception: 30, willpower: 30, fellowship: 30),\n wounds: 9), weapons: [\"fists\"]),\n}",
    "toughness is 130; expected 1 to 100"
)]
#[case::cc_rng_13_long_sword(
    "combat_checks/weapons",
    "{\n\"rod\": (name: \"Rod\", class: melee, damage: strength_plus(1), range: §short),\n}",
    "a melee weapon reaches `engaged` only (CC-RNG-13)"
)]
#[case::cc_unknown_class(
    "combat_checks/weapons",
    "{\n\"gun\": (name: \"Gun\", class: §pistl, damage: fixed(6), range: medium),\n}",
    "unknown value `pistl`; did you mean `pistol`?"
)]
#[case::cc_soak_of_a_tank(
    "combat_checks/armour",
    "{\n\"vest\": (name: \"Vest\", soak: §21),\n}",
    "soak is 21; expected 0 to 20"
)]
#[case::cc_superhuman(
    "combat_checks/sheets",
    "{\n\"medic\": (sheet: (characteristics: (strength: §7, toughness: 2, agility: 2, intelligence: 2, perception: 2, willpower: 2, fellowship: 2)),\n weapons: [\"fists\"]),\n}",
    "strength is 7; expected 1 to 6"
)]
fn a_broken_entry_is_named(#[case] file: &str, #[case] text: &str, #[case] expected: &str) {
    let (text, place) = marked(text);
    let file = format!("books/{file}.ron");
    assert_eq!(the_complaint(&file, &text), format!("{file}:{place}: {expected}"));
}

#[rstest]
#[case::ab_damage(
    "aberrant/weapons",
    "{\"rod\": (name: \"Rod\", class: melee, skill: melee, damage: \"7X\")}",
    "7X"
)]
#[case::ad_damage(
    "attacks_and_damage/weapons",
    "{\"rod\": (name: \"Rod\", class: melee, skill: clubs, damage: \"5X\")}",
    "6PC"
)]
#[case::ad_armour("attacks_and_damage/armour", "{\"vest\": (name: \"Vest\", av: \"4/3\")}", "4/3/1")]
#[case::cs_damage(
    "circumstances/weapons",
    "{\"rod\": (name: \"Rod\", class: melee, damage: \"1d6\")}",
    "1d10+3"
)]
fn a_broken_notation_is_explained(#[case] file: &str, #[case] text: &str, #[case] part: &str) {
    let file = format!("books/{file}.ron");
    let complaint = the_complaint(&file, text);
    assert!(complaint.starts_with(&format!("{file}:1:")) && complaint.contains(part), "{complaint}");
}

const THUG: &str = "{\"thug\": (name: \"Thug\", role: \"Hits.\", glyph: fist,\n\
    sheet: (attributes: (body: 3, agility: 3, reaction: 3, strength: 3, willpower: 3, logic: 3, intuition: 3, charisma: 3)),\n\
    weapons: [\"club\"])}";
const THUGS_SHEET: &str =
    "{\"thug\": (sheet: (strength: 3, dexterity: 2, stamina: 3, wits: 2), weapons: [\"club\"])}";
const SHEETS: &str = "books/aberrant/sheets.ron";

#[test]
fn an_archetype_without_a_sheet_is_named_where_sheets_are_given() {
    assert_eq!(complaints(ARCHETYPES, THUG), Vec::<String>::new(), "Swan Song alone is enough");
    let loaded = load_with(&[(ARCHETYPES, THUG), (SHEETS, "{}")]);
    let [problem] = &loaded.diagnostics[..] else { panic!("{:#?}", loaded.diagnostics) };
    assert_eq!((problem.line, problem.severity), (1, Severity::Error));
    assert_eq!(problem.what, "archetype `thug` has no sheet here");
    assert!(loaded.content.archetypes.contains_key("thug"));
}

#[test]
fn a_user_adds_and_replaces() {
    let club = "{\"club\": (name: \"Cudgel\", class: melee, skill: melee, damage: \"9B\")}";
    let loaded =
        load_with(&[(ARCHETYPES, THUG), (SHEETS, THUGS_SHEET), ("books/aberrant/weapons.ron", club)]);
    assert_eq!(loaded.diagnostics, []);
    let BookContent { sheets, weapons, .. } = &loaded.content.aberrant;
    assert_eq!(
        (sheets["thug"].sheet.strength, sheets["thug"].weapons.as_slice()),
        (3, &["club".to_owned()][..])
    );
    assert_eq!(weapons["club"].name, "Cudgel");
    assert!(sheets.len() == 31 && weapons.len() >= 16);
    assert_eq!(loaded.content.circumstances.weapons["club"].name, "Club", "each book has its own");
}

#[test]
fn a_users_broken_entry_leaves_the_shipped_one() {
    let text = "{\"medic\": (sheet: (strength: 0, dexterity: 2, stamina: 2, wits: 2), weapons: [\"fists\"])}";
    let club = "{\"club\": (name: \"Cudgel\", class: melee, skill: melee, damage: \"99B\")}";
    let loaded = load_with(&[(SHEETS, text), ("books/aberrant/weapons.ron", club)]);
    assert_eq!(loaded.diagnostics.len(), 2, "{:#?}", loaded.diagnostics);
    let BookContent { sheets, weapons, .. } = &loaded.content.aberrant;
    assert_eq!(weapons["club"].name, "Club");
    assert!(sheets["medic"].sheet.strength > 0);
}

#[test]
fn the_content_of_a_book_reads_back_as_it_was_written() {
    let content = content::load_content(&[shipped()]).content;
    let text = serde_json::to_string(&content.combat_checks).expect("written");
    assert_eq!(
        serde_json::from_str::<content::CombatChecksContent>(&text).expect("read"),
        content.combat_checks
    );
}

/// The ailments that weapons of all sheets of a book inflict.
fn brought<S, W, A>(shelf: &BookContent<S, W, A>, strike: impl Fn(&W) -> &AttackProperties) -> Vec<Ailment> {
    let carried = shelf.sheets.values().flat_map(|outfit| &outfit.weapons);
    carried.flat_map(|id| strike(&shelf.weapons[id]).inflicts.iter().map(|one| one.ailment)).collect()
}

#[test]
fn fire_and_cold_are_carried_under_every_book() {
    let content = content::load_content(&[shipped()]).content;
    let own = content.archetypes.values().flat_map(|archetype| &archetype.weapons);
    let own = own.flat_map(|id| content.weapons[id].strike.inflicts.iter().map(|one| one.ailment));
    let all = [
        own.collect(),
        brought(&content.aberrant, |weapon| &weapon.strike),
        brought(&content.attacks_and_damage, |weapon| &weapon.strike),
        brought(&content.circumstances, |weapon| &weapon.strike),
        brought(&content.combat_checks, |weapon| &weapon.strike),
    ];
    for brought in all {
        assert!(brought.contains(&Ailment::Burning) && brought.contains(&Ailment::Frozen), "{brought:?}");
    }
}

#[test]
fn what_goes_off_by_itself_is_carried() {
    let content = content::load_content(&[shipped()]).content;
    let carries = |archetype: &str, trigger| {
        let carried = &content.archetypes[archetype].weapons;
        carried.iter().any(|id| content.weapons[id].trigger == Some(trigger))
    };
    assert!(carries("breacher", DetonationTrigger::Charge), "SS-BARR-24");
    assert!(carries("scout", DetonationTrigger::Preset) && carries("technician", DetonationTrigger::Radio));
    assert!(content.archetypes["medic"].sheet.heal > 0, "SS-HEAL-10");
    let BookContent { sheets, weapons, .. } = &content.circumstances;
    let under_circumstances = sheets.values().flat_map(|outfit| &outfit.weapons);
    assert!(under_circumstances.into_iter().any(|id| weapons[id].trigger == Some(DetonationTrigger::Preset)));
}
