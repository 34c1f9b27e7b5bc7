//! Notes of an attack in the log: the clauses that its result follows from, and parts that add up.

use rstest::rstest;

use super::*;
use crate::circumstances::Weapon;
use crate::circumstances::damage::cover::CoverOnLine;
use crate::circumstances::damage::resolution::AttackDamage;
use crate::circumstances::test_fixtures::*;
use crate::circumstances::{
    Ailment, AttackContext, AttackMode, DamageDice, HitLocations, HitResult, Skill, Switches, Weather,
};
use crate::status::Element;
use crate::test_barriers::intact_wall;
use crate::{BarrierOnLine, Light};
use dice::Trace;

/// Clauses and texts of the notes of an attack on these faces.
fn notes(context: &AttackContext, faces: &[u8]) -> Vec<(&'static str, String)> {
    let (_, traces) = play_attack(context, faces, &[]);
    noted(traces).into_iter().map(|note| (note.clause, note.text.to_string())).collect()
}

fn noted(traces: Vec<Trace>) -> Vec<Note> {
    let note = |trace| if let Trace::Noted(note) = trace { Some(note) } else { None };
    traces.into_iter().filter_map(note).collect()
}

fn has_note(notes: &[(&'static str, String)], clause: &str, text: &str) -> bool {
    notes.iter().any(|(cited, line)| *cited == clause && line == text)
}

/// A shot that hits the body for 14 damage, at TB 3, with this Penetration against cover and armour.
fn body_shot(penetration: u8, cover: Option<u32>, armour: u8, cover_pen: &str) -> AttackContext {
    let weapon = Weapon { penetration, damage: DamageDice::d10(1, 4), ..autogun() };
    attack_context_with(weapon, |context| {
        edit_sheet(&mut context.defender, |sheet| sheet.armour.body = armour);
        let barrier = BarrierOnLine { thickness_cm: 20, ..intact_wall(7, "wall", (10, 16)) };
        context.covers =
            cover.map(|ap| CoverOnLine { barrier, ap: Some(ap), beside_target: true }).into_iter().collect();
        context.defender.shielded = HitLocations::from_locations(&[HitLocation::Body]);
        with_switch(context, "cs.cover_pen", cover_pen);
    })
}

#[rstest]
#[case::cs_base_30_penetration_beyond_the_armour(4, None, 1, "on", 11)]
#[case::cs_base_30_penetration_within_the_armour(2, None, 5, "on", 8)]
#[case::cs_cov_07_it_takes_cover_first(6, Some(4), 1, "on", 11)]
#[case::cs_cov_07_less_than_the_cover(2, Some(4), 1, "on", 8)]
#[case::cs_cov_07_switched_off(6, Some(4), 1, "off", 7)]
fn parts_of_a_wound_add_up(
    #[case] penetration: u8,
    #[case] cover: Option<u32>,
    #[case] armour: u8,
    #[case] cover_pen: &str,
    #[case] wounds: i32,
) {
    let context = body_shot(penetration, cover, armour, cover_pen);
    let (result, traces) = play_attack(&context, &[4, 10], &[]);
    assert_eq!(result.harm.damage.cast_signed(), wounds);
    let note = noted(traces).into_iter().find(|note| note.clause == "CS-BASE-30").expect("a wound");
    assert_eq!(note.parts.iter().map(|part| part.value).sum::<i32>(), wounds, "{:?}", note.parts);
}

#[test]
fn cs_cov_08_what_the_cover_stops_meets_no_armour() {
    let (result, traces) = play_attack(&body_shot(2, Some(20), 3, "on"), &[4, 10], &[]);
    assert_eq!(result.harm.contact, HitResult::Blocked);
    let note = noted(traces).into_iter().find(|note| note.clause == "CS-COV-08").expect("it is stopped");
    let parts: Vec<_> = note.parts.iter().map(|part| (part.clause, part.value)).collect();
    assert_eq!(parts, [("CS-BASE-12", 14), ("CS-COV-06", -20), ("CS-COV-07", 2)]);
}

#[test]
fn cs_blnd_05_a_certain_miss_is_noted_and_needs_no_fate() {
    let mut context = attack_context(autogun());
    add_ailment(&mut context.attacker, Ailment::Blinded);
    context.attacker.condition.fate = 1;
    let (result, traces) = play_attack(&context, &[5], &[]);
    assert_eq!((result.harm.contact, result.fate_spent), (HitResult::Miss, false), "nothing is asked");
    assert!(noted(traces).iter().any(|note| note.clause == "CS-BLND-05"));
}

#[rstest]
#[case::cs_froz_04(
    Ailment::Frozen,
    None,
    "CS-FROZ-04",
    "Special Damage, Frozen target: the dice are rolled twice"
)]
#[case::cs_unco_03(
    Ailment::Unconscious,
    None,
    "CS-UNCO-03",
    "Special Damage, Unconscious target: the dice are rolled twice"
)]
#[case::cs_wet_01(
    Ailment::Wet,
    Some(Element::Electricity),
    "CS-WET-01",
    "Special Damage, Wet target: the dice are rolled twice"
)]
fn special_damage_names_its_cause(
    #[case] ailment: Ailment,
    #[case] element: Option<Element>,
    #[case] clause: &str,
    #[case] text: &str,
) {
    let mut weapon = sword();
    weapon.strike.element = element;
    let context = attack_context_with(weapon, |context| add_ailment(&mut context.defender, ailment));
    let notes = notes(&context, &[4, 2, 2]);
    assert!(has_note(&notes, clause, text), "{notes:?}");
}

#[test]
fn cs_enra_02_unnatural_strength_is_a_part_of_the_damage() {
    let mut attacker = fighter(1, |_| {});
    add_ailment(&mut attacker, Ailment::Enraged);
    let damage = AttackDamage::new(&attacker, &sword(), None, &Switches::default());
    let parts: Vec<_> = damage.bonus.0.iter().map(|part| (part.clause, part.value)).collect();
    assert_eq!(parts, [("CS-BASE-12", 1), ("CS-BASE-12", 4), ("CS-ENRA-02", 2)]);
    assert_eq!(damage.dice().to_string(), "1d10+7");
}

#[test]
fn cs_enra_03_no_evasion_is_noted() {
    let context = attack_context_with(sword(), |context| {
        context.defender.reaction = true;
        add_ailment(&mut context.defender, Ailment::Enraged);
    });
    let notes = notes(&context, &[4, 2]);
    assert!(has_note(&notes, "CS-ENRA-03", "Enraged: no evasion"), "{notes:?}");
}

#[rstest]
#[case::cs_fatg_08_a_fist(Weapon::unarmed(), "CS-FATG-08", "+1 fatigue", &[4, 10])]
#[case::cs_fatg_11_a_quality(Weapon { fatigue: 2, ..sword() }, "CS-FATG-11", "+2 fatigue", &[4, 2])]
fn levels_of_fatigue_are_noted(
    #[case] weapon: Weapon,
    #[case] clause: &str,
    #[case] text: &str,
    #[case] faces: &[u8],
) {
    let notes = notes(&attack_context(weapon), faces);
    assert!(has_note(&notes, clause, text), "{notes:?}");
}

#[test]
fn cs_fatg_09_injuries_are_noted_by_switch() {
    let context = attack_context_with(sword(), |context| with_switch(context, "cs.injury_fatigue", "1"));
    let notes = notes(&context, &[4, 2]);
    assert!(has_note(&notes, "CS-FATG-09", "+1 fatigue"), "{notes:?}");
}

#[rstest]
#[case::cs_jam_14_a_burst_alone(AttackMode::Burst, 95, "CS-JAM-14")]
#[case::cs_jam_01_a_burst_as_well(AttackMode::Burst, 96, "CS-JAM-01")]
#[case::cs_jam_01_a_single_shot(AttackMode::Standard, 96, "CS-JAM-01")]
fn jams(#[case] mode: AttackMode, #[case] roll: u8, #[case] clause: &str) {
    let context = attack_context_with(autogun(), |context| context.mode = mode);
    let notes = notes(&context, &[roll]);
    assert!(has_note(&notes, clause, "The weapon jams"), "{notes:?}");
}

#[test]
fn cs_una_04_the_unaware_are_noted() {
    let context = attack_context_with(autogun(), |context| context.attacker.concealed = true);
    let notes = notes(&context, &[95]);
    assert!(has_note(&notes, "CS-UNA-04", "The target is unaware of the attack"), "{notes:?}");
}

#[test]
fn cs_wea_03_a_roof_is_noted() {
    let context = attack_context_with(autogun(), |context| {
        context.surroundings.weather = Weather::Heavy;
        context.attacker.indoors = true;
    });
    let notes = notes(&context, &[95]);
    assert!(has_note(&notes, "CS-WEA-03", "Under a roof: no penalty for the weather"), "{notes:?}");
}

#[rstest]
#[case::cs_sim_04_spared("off", true)]
#[case::cs_sim_04_not_spared("on", false)]
fn pistols_at_the_own_opponent(#[case] switch: &str, #[case] spared: bool) {
    let context = attack_context_with(pistol(), |context| {
        context.engaged = true;
        context.attacker.in_melee = true;
        context.defender.in_melee = true;
        context.sight = sight(1);
        context.opponents.count = 1;
        with_switch(context, "cs.pistol_melee_penalty", switch);
    });
    let noted = notes(&context, &[95]).iter().any(|(clause, _)| *clause == "CS-SIM-04");
    let penalty = clauses(&AttackPlan::new(&context).target.parts).contains(&"CS-SIM-04");
    assert_eq!((noted, penalty), (spared, !spared));
}

#[test]
fn cs_hgt_03_and_the_light_on_a_parry() {
    let mut context = attack_context(sword());
    context.defender.reaction = true;
    context.surroundings.target.height_cm = 100;
    context.surroundings.attacker.light = Light::Low;
    let plan = AttackPlan::new(&context);
    assert_eq!(parry_clauses(&plan), ["CS-BASE-01", "CS-HGT-03", "CS-LOW-01"]);
}

#[test]
fn cs_prn_06_a_parry_on_the_ground() {
    let mut context = attack_context(sword());
    context.defender.reaction = true;
    context.defender.prone = true;
    edit_sheet(&mut context.defender, |sheet| {
        sheet.skills.insert(Skill::Dodge, 10);
    });
    let plan = AttackPlan::new(&context);
    assert_eq!(parry_clauses(&plan), ["CS-BASE-01", "CS-PRN-06"]);
}

fn parry_clauses(plan: &AttackPlan<'_>) -> Vec<&'static str> {
    let parry = plan.defence.evasions.iter().find(|(action, _)| action.key() == "parry");
    clauses(&parry.expect("a Parry").1.parts)
}
