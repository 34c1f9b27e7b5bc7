use rstest::rstest;

use super::*;
use crate::UnitRole;
use crate::aberrant::attacks::defence::{DefenceError, DefenceKind, may_defend};
use crate::aberrant::attacks::{area, grapple};
use crate::aberrant::health::health_track::DamageMarks;
use crate::aberrant::test_fixtures::*;
use crate::turn_engine::switches::Crawl;
use DamageType::{Aggravated, Bashing, Lethal, Stun};
use Flaw::{ArmUseless, LegRuined, LegsLost, SpineBroken};

/// Stamina 2 has seven boxes; Strength 2 and Stamina 2 leave four levels of a corpse.
fn wounded(lethal: u32) -> Fighter {
    let mut unit = fighter(1, |_| {});
    unit.condition.marks = DamageMarks { lethal, ..DamageMarks::default() };
    unit
}

fn offered(unit: &Fighter, levels: u32) -> Vec<Flaw> {
    offered_flaws(unit, levels, Lethal, &Switches::default())
}

#[rstest]
#[case::ab_griev_01_three_of_seven(0, 3, false)]
#[case::ab_griev_01_four_of_seven(0, 4, true)]
#[case::ab_griev_01_three_of_five(2, 3, true)]
#[case::ab_griev_01_two_of_five(2, 2, false)]
#[case::ab_griev_06_eleven_are_paste(0, 11, false)]
#[case::ab_griev_06_ten_are_not(0, 10, true)]
#[case::ab_griev_06_from_full_health(3, 8, true)]
fn offers(#[case] lethal: u32, #[case] levels: u32, #[case] offer: bool) {
    assert_eq!(!offered(&wounded(lethal), levels).is_empty(), offer);
}

#[test]
fn ab_griev_01_stun_is_free_and_counts_for_nothing() {
    let mut unit = wounded(2);
    unit.condition.marks.stun = 3;
    assert_eq!(
        (offered(&unit, 2), offered(&unit, 3)),
        (vec![], vec![ArmUseless, LegRuined]),
        "five boxes are unmarked"
    );
    assert!(offered_flaws(&unit, 5, Stun, &Switches::default()).is_empty());
    for kind in [Bashing, Aggravated] {
        assert_eq!(offered_flaws(&unit, 3, kind, &Switches::default()), [ArmUseless, LegRuined], "{kind:?}");
    }
}

#[rstest]
#[case::ab_griev_01_named(UnitRole::Named, &[ArmUseless, LegRuined])]
#[case::ab_extra_01_gritty(UnitRole::GrittyExtra, &[])]
#[case::ab_extra_01_cinematic(UnitRole::CinematicExtra, &[])]
fn offers_by_role(#[case] role: UnitRole, #[case] flaws: &[Flaw]) {
    let mut unit = wounded(0);
    edit_sheet(&mut unit, |sheet| sheet.role = role);
    assert_eq!(offered(&unit, 4), flaws);
}

#[test]
fn ab_griev_01_by_a_switch_and_for_the_living() {
    let off = Switches { grievous_injury: false, ..Switches::default() };
    assert!(offered_flaws(&wounded(0), 5, Lethal, &off).is_empty());
    let mut machine = wounded(0);
    edit_sheet(&mut machine, |sheet| sheet.machine = Some(Default::default()));
    assert!(offered(&machine, 5).is_empty());
    assert!(offered(&wounded(7), 5).is_empty(), "a unit that is down has no choice");
}

#[rstest]
#[case::ab_griev_04_five_of_seven(0, 5, &[LegsLost, SpineBroken])]
#[case::ab_griev_05_four_of_seven(0, 4, &[ArmUseless, LegRuined])]
#[case::ab_griev_05_three_of_the_last_four(3, 3, &[ArmUseless, LegRuined])]
fn points(#[case] lethal: u32, #[case] levels: u32, #[case] flaws: &[Flaw]) {
    assert_eq!(offered(&wounded(lethal), levels), flaws);
}

#[test]
fn a_body_has_two_arms_and_one_spine() {
    let mut unit = wounded(0);
    let own = |flaw| LastingFlaw { flaw, mitigated: false };
    unit.condition.flaws = vec![own(ArmUseless), own(ArmUseless)];
    assert_eq!((offered(&unit, 4), offered(&unit, 5)), (vec![LegRuined], vec![LegsLost, SpineBroken]));
    unit.condition.flaws.extend([LastingFlaw { flaw: SpineBroken, mitigated: true }]);
    assert_eq!((offered(&unit, 4), offered(&unit, 5)), (vec![LegRuined], vec![LegsLost]));
    unit.condition.flaws.extend([own(LegsLost)]);
    assert_eq!((offered(&unit, 4), offered(&unit, 5)), (vec![], vec![]));
}

#[test]
fn ab_griev_04_05_a_flaw_without_effect_is_not_offered() {
    let mut unit = wounded(0);
    unit.condition.flaws = vec![LastingFlaw { flaw: SpineBroken, mitigated: false }];
    assert_eq!(offered(&unit, 4), [ArmUseless], "a unit that cannot leave its square needs no legs");
    assert!(offered(&unit, 5).is_empty());
}

#[test]
fn ab_griev_04_05_flaws_are_shown_with_what_they_do() {
    let mut health = wounded(0).condition;
    assert!(health.flaw_figures().is_empty());
    let figures = |health: &HealthState| {
        let all = health.flaw_figures();
        all.into_iter().map(|figure| (figure.value, figure.hint)).collect::<Vec<_>>()
    };
    health.flaws.push(LastingFlaw { flaw: ArmUseless, mitigated: false });
    let once = "Cannot use two-handed weapons, and grapples at +2 difficulty.";
    assert_eq!(figures(&health), [("arm useless".to_owned(), once)]);
    health.flaws.push(LastingFlaw { flaw: ArmUseless, mitigated: false });
    health.flaws.push(LastingFlaw { flaw: LegsLost, mitigated: true });
    let twice = "Cannot hold weapons, and grapples at +4 difficulty.";
    assert_eq!(health.grapple_difficulty(), 4);
    assert!(health.weapon_flaw(1, true).is_some() && health.weapon_flaw(0, true).is_none());
    let replaced = "Has no effect, because it is replaced.";
    let shown =
        [("arm useless, twice".to_owned(), twice), ("both legs lost (replaced)".to_owned(), replaced)];
    assert_eq!(figures(&health), shown);
}

fn grievous_duel() -> crate::aberrant::AttackContext {
    let mut context = duel(blade("10L"));
    with_switch(&mut context, "ab.grievous_injury", "on");
    context
}

/// An attack of ten lethal dice, so many of them successes.
fn struck(levels: usize, answers: &[&str]) -> crate::aberrant::AttackResult {
    play_attack(&grievous_duel(), &[hit_faces(1, 6), hit_faces(levels, 10)], answers).0
}

#[test]
fn ab_griev_02_the_player_chooses() {
    let declined = struck(4, &["decline"]);
    assert_eq!((declined.levels, declined.condition.marks.lethal), (4, 4));
    assert!(declined.condition.flaws.is_empty());
}

#[test]
fn ab_griev_03_damage_becomes_one() {
    let taken = struck(6, &["legs_lost"]);
    assert_eq!((taken.levels, taken.kind), (1, Some(Lethal)));
    assert_eq!(taken.condition.marks, DamageMarks { lethal: 1, ..DamageMarks::default() });
    assert_eq!(taken.condition.turn.levels, 1, "dazing counts one level");
    assert_eq!(taken.condition.flaws, [LastingFlaw { flaw: LegsLost, mitigated: false }]);
    assert!(taken.knocked_down && taken.down.is_none());
}

#[test]
fn ab_griev_01_adds_count() {
    let mut context = duel(blade("10L [3]"));
    with_switch(&mut context, "ab.grievous_injury", "on");
    let (declined, _) = play_attack(&context, &[hit_faces(1, 6), hit_faces(1, 10)], &["decline"]);
    assert_eq!(declined.levels, 4);
}

#[rstest]
#[case::ab_griev_02_accepts_what_would_incapacitate("incapacitating", 0, 7, true)]
#[case::ab_griev_02_not_what_would_not("incapacitating", 0, 6, false)]
#[case::ab_griev_02_the_last_four_levels("incapacitating", 3, 4, true)]
#[case::ab_griev_02_three_of_the_last_four("incapacitating", 3, 3, false)]
#[case::ab_griev_02_never("never", 0, 7, false)]
#[case::ab_griev_02_always("always", 0, 4, true)]
fn policy(#[case] value: &str, #[case] lethal: u32, #[case] levels: u32, #[case] accepts: bool) {
    let mut switches = Switches::default();
    switches.set("ab.npc_grievous_policy", value).expect("a switch");
    let unit = wounded(lethal);
    let track = HealthTrack::from_sheet(&unit.sheet);
    assert_eq!(default_flaw(&unit, track, levels, Lethal, &switches).is_some(), accepts);
}

#[test]
fn ab_ruling_41_a_vital_blow_can_be_bought_off() {
    let mut context = grievous_duel();
    context.called_vital = true;
    let rolls = [hit_faces(4, 6), hit_faces(8, 10)];
    let (dead, _) = play_attack(&context, &rolls, &["decline"]);
    assert!(dead.condition.dead);
    let (spared, _) = play_attack(&context, &rolls, &["spine_broken"]);
    assert_eq!((spared.condition.dead, spared.levels), (false, 1));
}

/// A unit with these flaws.
fn maimed(flaws: &[Flaw]) -> Fighter {
    let mut unit = fighter(1, |sheet| sheet.moves.run = Some(20));
    unit.condition.flaws = flaws.iter().map(|&flaw| LastingFlaw { flaw, mitigated: false }).collect();
    unit
}

#[rstest]
#[case::two_handed(&[ArmUseless], 2, false, Some(ArmUseless))]
#[case::one_handed(&[ArmUseless], 1, false, None)]
#[case::no_arms(&[ArmUseless, ArmUseless], 1, false, Some(ArmUseless))]
#[case::bare_hands_without_arms(&[ArmUseless, ArmUseless], 0, true, None)]
#[case::melee_without_a_spine(&[SpineBroken], 1, true, Some(SpineBroken))]
#[case::a_shot_without_a_spine(&[SpineBroken], 2, false, None)]
fn weapons(#[case] flaws: &[Flaw], #[case] hands: u8, #[case] melee: bool, #[case] bars: Option<Flaw>) {
    assert_eq!(maimed(flaws).condition.weapon_flaw(hands, melee), bars);
}

#[rstest]
#[case::a_ruined_leg(&[LegRuined], Some((4 + 20 + 2) / 2))]
#[case::two(&[LegRuined, LegRuined], Some((4 + 20 + 2) / 4))]
#[case::no_legs(&[LegsLost], Some(0))]
#[case::no_spine(&[SpineBroken], None)]
fn ways_out_of_a_blast(#[case] flaws: &[Flaw], #[case] metres: Option<u32>) {
    // Dexterity 2 walks 4 m, runs 20, and sprints on two dice.
    let speed = area::escape_speed(&maimed(flaws), Crawl::Half);
    assert_eq!(speed.map(|speed| speed.metres), metres);
}

#[test]
fn a_broken_spine_neither_dodges_nor_parries() {
    let mut context = defending(duel(blade("5L")));
    context.defender.condition.flaws = maimed(&[SpineBroken]).condition.flaws;
    for kind in [DefenceKind::Dodge, DefenceKind::Parry] {
        assert_eq!(may_defend(&context, kind), Err(DefenceError::Maimed(SpineBroken)));
    }
}

#[test]
fn a_useless_arm_makes_grapples_harder() {
    let mut controller = maimed(&[ArmUseless]);
    edit_sheet(&mut controller, |sheet| sheet.strength = 3);
    // Three successes at +2 against none.
    let free = |hits| {
        scripted(&[hit_faces(hits, 3), hit_faces(0, 2)], &[], |table| {
            grapple::resolve_struggle(table, &controller, &wounded(0), &Switches::default())
        })
        .0
    };
    assert_eq!([2, 3].map(free), [false, true]);
}

fn nova(regeneration: bool, mega_stamina: u8) -> Sheet {
    sheet(|sheet| {
        (sheet.quantum, sheet.mega_stamina, sheet.regeneration) = (1, mega_stamina, regeneration);
    })
}

#[test]
fn ab_griev_07_time_heals_no_flaw_of_a_baseline() {
    let mut condition = maimed(&[ArmUseless]).condition;
    for _ in 0..5 {
        regrow(&mut condition, &sheet(|_| {}), 365 * MINUTES_PER_DAY);
    }
    assert_eq!(condition.flaws.len(), 1);
}

#[rstest]
#[case::ab_griev_10_with_regeneration(nova(true, 0), Some(45))]
#[case::ab_griev_10_without(nova(false, 0), None)]
#[case::ab_griev_11_faster_with_mega_stamina(nova(true, 1), Some(30))]
fn regrowth(#[case] sheet: Sheet, #[case] days: Option<u32>) {
    assert_eq!(regrowth_minutes(&sheet), days.map(|days| days * MINUTES_PER_DAY));
}

#[test]
fn ab_griev_11_one_flaw_after_another() {
    let (sheet, mut condition) = (nova(true, 0), maimed(&[LegsLost, ArmUseless]).condition);
    regrow(&mut condition, &sheet, 44 * MINUTES_PER_DAY);
    assert_eq!(condition.flaws.len(), 2);
    regrow(&mut condition, &sheet, MINUTES_PER_DAY);
    assert_eq!(condition.flaws.iter().map(|own| own.flaw).collect::<Vec<_>>(), [ArmUseless]);
    regrow(&mut condition, &sheet, 45 * MINUTES_PER_DAY);
    assert_eq!((condition.flaws.len(), condition.regrowth), (0, 0));
}

#[test]
fn ab_griev_09_a_replacement_takes_the_effect_away() {
    let mut unit = maimed(&[LegsLost]);
    assert_eq!(unit.condition.crawling_flaw(), Some(LegsLost));
    unit.condition.flaws[0].mitigated = true;
    assert_eq!((unit.condition.crawling_flaw(), unit.condition.flaws.len()), (None, 1));
}

#[test]
fn ab_griev_04_05_every_flaw_says_whether_the_unit_can_still_defend() {
    for flaw in Flaw::ALL {
        let mut context = defending(duel(blade("6L")));
        context.defender.condition.flaws = vec![LastingFlaw { flaw, mitigated: false }];
        let is_told = flaw.effect(1).contains("dodge or parry");
        assert_eq!(may_defend(&context, DefenceKind::Dodge).is_err(), is_told, "{flaw}");
        let is_down = context.defender.condition.crawling_flaw().is_some();
        assert_eq!(flaw.effect(1).contains("cannot stand up"), is_down, "{flaw}");
    }
}
