//! What notes of attacks say about henchmen, and about the parts of damage and soak.

use rstest::rstest;

use super::super::band::{Burst, HenchmanQuality, HenchmanType, SupportWeapon};
use super::{against, led, men};
use crate::aberrant::AttackContext;
use crate::aberrant::test_fixtures::*;
use dice::Trace;

/// Clause, text and parts of a note.
type NoteParts = (&'static str, String, Vec<(i32, String)>);

/// Notes of an attack: clause, text and parts with their clauses.
fn notes(context: &AttackContext, rolls: &[Vec<u8>]) -> Vec<NoteParts> {
    let (_, traces) = play_attack(context, rolls, &[]);
    let noted = traces.into_iter().filter_map(|trace| match trace {
        Trace::Noted(note) => {
            let parts =
                note.parts.iter().map(|part| (part.value, format!("{} {}", part.reason, part.clause)));
            Some((note.clause, note.text.to_string(), parts.collect()))
        }
        Trace::Rolled(_) | Trace::Decided { .. } => None,
    });
    noted.collect()
}

/// Thugs with a machine gun that fires bursts of ten rounds.
fn burst_gunners() -> Vec<HenchmanType> {
    let burst = Burst { rounds: 10, attack: 2, damage: 3 };
    let gun = SupportWeapon { weapon: rifle("7L").name, carriers: 1, bursts: vec![burst] };
    vec![HenchmanType { support: vec![gun], ..men("thugs", 6, HenchmanQuality::Rabble) }]
}

#[test]
fn ab_mass_10_raw_dice_name_their_parts() {
    let rolls = [hit_faces(2, 15), hit_faces(1, 17)];
    let noted = notes(&led(rifle("7L"), burst_gunners()), &rolls);
    let raw = noted.iter().find(|(clause, ..)| *clause == "AB-BASE-04").expect("raw dice");
    assert_eq!(raw.1, "16 lethal + 1 for the margin above 1: 17 damage dice");
    let parts = [
        (7, "weapon AB-ADDS-02".to_owned()),
        (6, "henchmen AB-MASS-10".to_owned()),
        (3, "largest burst AB-MASS-15".to_owned()),
        (1, "extra successes AB-BASE-04".to_owned()),
    ];
    assert_eq!(raw.2, parts);
}

#[test]
fn ab_mass_15_the_burst_is_named() {
    let rolls = [hit_faces(2, 15), hit_faces(1, 17)];
    let noted = notes(&led(rifle("7L"), burst_gunners()), &rolls);
    let weapon = rifle("7L").name;
    let burst = ("AB-MASS-15", format!("{weapon} fires its largest burst: 10 rounds"), Vec::new());
    assert_eq!(noted[0], burst);
}

#[test]
fn ab_base_04_a_weapon_alone_has_no_parts() {
    let noted = notes(&duel(rifle("7L")), &[hit_faces(2, 6), hit_faces(0, 8)]);
    assert!(noted.contains(&(
        "AB-BASE-04",
        "7 lethal + 1 for the margin above 1: 8 damage dice".to_owned(),
        Vec::new()
    )));
}

#[test]
fn ab_soak_08_a_single_source_is_named() {
    let mut context = duel(rifle("3L"));
    edit_sheet(&mut context.defender, |sheet| sheet.stamina = 4);
    let noted = notes(&context, &[hit_faces(1, 6), hit_faces(0, 1)]);
    let soak = noted.iter().find(|(clause, ..)| *clause == "AB-BASE-18").expect("soak");
    assert_eq!(soak.1, "3 damage dice against soak 2 (natural soak): 1 die left");
}

#[rstest]
#[case::ab_mass_27_one_level(1, "1 level, one falls for each: 1 of the rabble out of action")]
#[case::ab_mass_27_three_levels(3, "3 levels, one falls for each: 3 of the rabble out of action")]
fn losses_are_worded(#[case] levels: usize, #[case] text: &str) {
    let context = against(rifle("4L"), vec![men("rabble", 5, HenchmanQuality::Rabble)]);
    let noted = notes(&context, &[hit_faces(1, 6), hit_faces(levels, 4)]);
    assert!(
        noted.iter().any(|(clause, noted, _)| (*clause, noted.as_str()) == ("AB-MASS-21", text)),
        "{noted:?}"
    );
}
