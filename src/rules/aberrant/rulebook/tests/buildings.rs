//! What cards, panels and the log say about buildings. Chapter OBJ.

use super::*;
use crate::aberrant::environment::buildings::{Building, BuildingKind};
use crate::{Forecast, Stat};

/// A villa of 42 levels, 8 of them gone.
fn villa() -> UnitSnapshot {
    let mut villa = unit(2, |sheet| {
        sheet.building = Some(Building { kind: BuildingKind::House, dims_m: [14, 18, 8], extra_levels: 12 });
    });
    health_mut(&mut villa).marks.lethal = 8;
    villa
}

/// An attack on the villa.
fn on_the_villa(weapon: AberrantWeapon) -> AttackRequest {
    AttackRequest { target: villa().into(), ..attack_request(weapon) }
}

fn card_of(weapon: AberrantWeapon) -> Forecast {
    AberrantRulebook::forecast(&on_the_villa(weapon)).expect("a card")
}

/// Notes of a card: text, value, clause.
fn notes(card: &Forecast) -> Vec<(&str, &str, &str)> {
    card.notes.iter().map(|note| (note.text.as_str(), note.value.as_str(), note.clause)).collect()
}

#[test]
fn ab_obj_01_the_card_promises_a_hit_without_a_roll() {
    let card = card_of(AberrantWeapon { ap: 4, ..rifle("9L") });
    assert_eq!(card.roll, "hits automatically; 3 dice of damage");
    let expected = [
        ("A building is hit without a roll", "", "AB-OBJ-01"),
        ("Counts as a house", "34 of 42 levels of structure left", "AB-OBJ-29"),
        ("Too large for an attack without an area", "at most 1 level", "AB-OBJ-04"),
    ];
    assert_eq!(notes(&card), expected);
    assert!(card.defences.is_empty());
}

#[test]
fn ab_obj_09_the_card_shows_armour_and_its_parts() {
    let card = card_of(AberrantWeapon { ap: 4, ..rifle("9L") });
    let totals: Vec<_> =
        card.totals.iter().map(|total| (total.name, total.value.as_str(), total.clause)).collect();
    assert_eq!(totals, [("Damage", "9 lethal", "AB-BASE-04"), ("Armour", "6", "AB-OBJ-09")]);
    let parts: Vec<_> =
        card.totals[1].parts.0.iter().map(|part| (part.value, &*part.reason, part.clause)).collect();
    assert_eq!(parts, [(10, "house", "AB-OBJ-29"), (-4, "armour piercing", "AB-AP-01")]);
}

#[test]
fn ab_obj_09_the_card_says_what_does_nothing() {
    let card = card_of(rifle("9S"));
    assert_eq!(card.roll, "hits automatically; no damage");
    assert_eq!(notes(&card).last(), Some(&("A building takes no stun damage", "", "AB-OBJ-09")));
}

#[test]
fn ab_range_05_the_card_says_that_it_is_out_of_reach() {
    let mut request = on_the_villa(rifle("9L"));
    (request.sight.distance_squared, request.sight.chebyshev_distance) = (2_000 * 2_000, 2_000);
    let card = AberrantRulebook::forecast(&request).expect("a card");
    assert_eq!((card.roll.as_str(), notes(&card)[0].2), ("out of reach", "AB-RANGE-05"));
}

#[test]
fn ab_obj_09_a_building_has_armour_and_structure_only() {
    let (villa, rules) = (villa(), rules());
    let stats: Vec<_> = AberrantRulebook::sheet_stats(&villa.sheet)
        .into_iter()
        .map(|Stat { name, value, clause, .. }| (name.into_owned(), value, clause))
        .collect();
    let stat = |name: &str, value: &str, clause| (name.to_owned(), value.to_owned(), clause);
    assert_eq!(stats, [stat("Armour", "10", "AB-OBJ-29"), stat("Structure", "42", "AB-OBJ-13")]);
    let figures = AberrantRulebook::derived_stats(&villa, &rules);
    assert_eq!(figures.len(), 1);
    assert_eq!(
        (&*figures[0].name, figures[0].value.as_str(), figures[0].clause),
        ("Armour", "10", "AB-OBJ-09")
    );
    assert_eq!(figures[0].parts.0[0].clause, "AB-OBJ-29");
    let gauges = AberrantRulebook::gauges(&villa.sheet, &villa.condition, &rules);
    assert_eq!(gauges.len(), 1);
    assert_eq!(
        (&*gauges[0].label, gauges[0].text(), gauges[0].clause),
        ("Structure", "34 of 42 left".to_owned(), "AB-OBJ-13")
    );
}

#[test]
fn ab_obj_09_a_building_does_nothing() {
    let (villa, rules) = (villa(), rules());
    assert!(AberrantRulebook::available_actions(&villa, &rules).is_empty());
    assert!(AberrantRulebook::turn_reserves(&villa, &rules).is_empty());
    assert!(AberrantRulebook::unarmed_weapon(&villa.sheet).is_none());
    let moves = AberrantRulebook::move_budget(&villa, &rules);
    assert_eq!((moves.walk_left, moves.run, moves.sprint), (0, 0, 0));
    assert!(AberrantRulebook::is_building(&villa.sheet) && AberrantRulebook::is_inanimate(&villa.sheet));
    assert!(!AberrantRulebook::is_building(&unit(1, |_| ()).sheet));
}

#[test]
fn ab_obj_09_damage_is_levels_of_structure() {
    let outcome = play(&on_the_villa(rifle("14L")), &[hit_faces(3, 4)], &[]).0;
    assert_eq!((outcome.damage, outcome.words.to_string().as_str()), (1, "1 level of structure"));
}

#[test]
fn ab_obj_01_a_group_of_extras_rolls_for_no_building() {
    let mut request = on_the_villa(rifle("14L"));
    let mut extra = unit(1, |sheet| {
        (sheet.role, sheet.group) = (crate::UnitRole::GrittyExtra, Some("gang".to_owned()));
    });
    extra.held = request.attacker.held.clone();
    *request.attacker = extra;
    let (_, traces) = play(&request, &[hit_faces(3, 4)], &[]);
    assert_eq!(roll_sizes(&traces), [("damage", 4)]);
}
