use rstest::rstest;

use super::*;
use crate::circumstances::Ailment;
use crate::circumstances::attacks::resolution::AttackPlan;
use crate::circumstances::test_fixtures::*;
use crate::circumstances::{AttackContext, AttackKind, Deflector, HitResult};

fn ground(light: Light, obscured: bool) -> GroundConditions {
    GroundConditions { light, obscured, ..GroundConditions::default() }
}

fn hiding<T>(
    unit: &Fighter,
    ground: GroundConditions,
    seen: bool,
    run: impl FnOnce(&HideContext<'_>) -> T,
) -> T {
    let switches = Switches::default();
    run(&HideContext { fighter: unit, ground, seen_by_enemy: seen, switches: &switches })
}

fn noticing<T>(
    observer: &Fighter,
    hidden: GroundConditions,
    line_of_sight: bool,
    metres: u32,
    run: impl FnOnce(&NoticeContext<'_>) -> T,
) -> T {
    let switches = Switches::default();
    run(&NoticeContext {
        observer,
        observer_ground: GroundConditions::default(),
        hidden_ground: hidden,
        line_of_sight,
        distance_squared: metres * metres,
        switches: &switches,
    })
}

/// A lookout with Perception 35.
fn lookout(ailments: &[Ailment]) -> Fighter {
    let mut unit = fighter(1, |sheet| sheet.characteristics.perception = 35);
    for ailment in ailments {
        add_ailment(&mut unit, *ailment);
    }
    unit
}

fn concealed(context: &mut AttackContext) {
    context.attacker.concealed = true;
}

#[test]
fn cs_una_01_to_hit() {
    assert_eq!(target_number_of(&attack_context_with(sword(), concealed)), 70);
    assert_eq!(target_number_of(&attack_context_with(autogun(), concealed)), 70);
}

#[test]
fn cs_una_02_no_evasion() {
    let mut context = attack_context(sword());
    context.defender.reaction = true;
    assert_eq!(AttackPlan::new(&context).defence.evasions.len(), 2);
    concealed(&mut context);
    assert!(AttackPlan::new(&context).defence.evasions.is_empty());
    let result = play_result(&context, &[40, 5]);
    assert_eq!((result.harm.evasion, result.harm.contact), (None, HitResult::Hit));
}

fn shielded(automatic: &[AttackKind], weapon: crate::circumstances::Weapon) -> AttackContext {
    attack_context_with(weapon, |context| {
        let automatic = automatic.iter().copied().collect();
        edit_sheet(&mut context.defender, |sheet| sheet.deflector = Some(Deflector { value: 35, automatic }));
        concealed(context);
    })
}

#[test]
fn cs_una_03_deflecting_needs_the_pattern() {
    let harm = play_result(&shielded(&[], autogun()), &[40, 5]).harm;
    assert_eq!((harm.deflected, harm.contact), (false, HitResult::Hit), "no deflect roll");
    let harm = play_result(&shielded(&[AttackKind::Ranged], autogun()), &[40, 30]).harm;
    assert_eq!((harm.deflected, harm.contact), (true, HitResult::Miss));
}

#[test]
fn cs_ruling_17_the_pattern_tells_attacks_apart() {
    let harm = play_result(&shielded(&[AttackKind::Ranged], sword()), &[40, 5]).harm;
    assert!(!harm.deflected, "a blow is no shot");
    let mut aware = shielded(&[], sword());
    aware.attacker.concealed = false;
    assert!(play_result(&aware, &[40, 35]).harm.deflected, "the aware need no pattern");
}

#[test]
fn cs_una_04_who_is_unaware() {
    let mut context = attack_context_with(sword(), concealed);
    assert!(context.attempt().is_unaware());
    context.attacker.concealed = false;
    assert!(!context.attempt().is_unaware(), "seen after its first attack");
    context.sight.aware = false;
    assert!(context.attempt().is_unaware(), "nothing is known of the attack");
    with_switch(&mut context, "cs.unaware", "off");
    assert_eq!(target_number_of(&context), 40);
}

#[test]
fn cs_una_05_units_hide_in_dim_light_or_out_of_sight() {
    let unit = fighter(1, |sheet| {
        sheet.skills.insert(Skill::Concealment, 30);
    });
    let dusk = ground(Light::Low, false);
    let hidden = |roll| {
        hiding(&unit, dusk, true, |context| play_script(&[roll], &[], |table| roll_hide(table, context)).0)
    };
    assert!(hidden(40).passed && !hidden(41).passed);
    assert_eq!(hiding(&unit, dusk, true, may_hide), Ok(()));
    let open = GroundConditions::default();
    assert_eq!(hiding(&unit, open, true, may_hide), Err(HideError::PlainSight));
    assert_eq!(hiding(&unit, open, false, may_hide), Ok(()), "out of sight");
    let off = switches(&[("cs.hiding", "off")]);
    let context = HideContext { fighter: &unit, ground: dusk, seen_by_enemy: true, switches: &off };
    assert_eq!(may_hide(&context), Err(HideError::Off));
}

#[test]
fn cs_una_05_concealed_units_cannot_be_targeted() {
    use crate::circumstances::attacks::legality::{AttackError, may_attack};
    let mut context = attack_context(autogun());
    context.defender.concealed = true;
    assert_eq!(may_attack(&context.attempt(), context.loaded), Err(AttackError::Concealed));
}

#[rstest]
#[case::fog(Light::Normal, true)]
#[case::low(Light::Low, false)]
#[case::dark(Light::Dark, false)]
fn cs_una_05_what_hides(#[case] light: Light, #[case] obscured: bool) {
    assert!(can_hide_at(ground(light, obscured), true));
    assert!(!can_hide_at(GroundConditions::default(), true), "plain sight ends a concealment");
}

#[rstest]
#[case::cs_fog_03_smoke(Light::Normal, true, 40)]
#[case::cs_low_04_low_light(Light::Low, false, 40)]
#[case::cs_drk_04_darkness(Light::Dark, false, 50)]
#[case::nothing(Light::Normal, false, 30)]
fn concealment_tests(#[case] light: Light, #[case] obscured: bool, #[case] number: i32) {
    let mut unit = fighter(1, |sheet| {
        sheet.skills.insert(Skill::Concealment, 30);
    });
    let square = ground(light, obscured);
    assert_eq!(hiding(&unit, square, false, |context| concealment_target(context).number), number);
    unit.prone = true;
    let lying = hiding(&unit, square, false, |context| concealment_target(context).number);
    assert_eq!(lying, number - 20, "cs_base_09: it rests on Agility");
}

#[rstest]
#[case::cs_fog_02_mist(Light::Normal, true, NoticeSense::Sight, 15)]
#[case::cs_fog_02_by_hearing(Light::Normal, true, NoticeSense::Hearing, 35)]
#[case::cs_low_03_low_light(Light::Low, false, NoticeSense::Sight, 25)]
#[case::cs_drk_03_darkness(Light::Dark, false, NoticeSense::Sight, 5)]
#[case::cs_drk_03_by_hearing(Light::Dark, false, NoticeSense::Hearing, 35)]
fn perception_tests(
    #[case] light: Light,
    #[case] obscured: bool,
    #[case] sense: NoticeSense,
    #[case] number: i32,
) {
    let observer = lookout(&[]);
    let target =
        noticing(&observer, ground(light, obscured), true, 5, |context| perception_target(context, sense));
    assert_eq!(target.number, number);
}

#[test]
fn cs_fog_02_the_observer_in_it_sees_badly_too() {
    let observer = lookout(&[]);
    let number = noticing(&observer, GroundConditions::default(), true, 5, |context| {
        let context = NoticeContext { observer_ground: ground(Light::Normal, true), ..context.clone() };
        perception_target(&context, NoticeSense::Sight).number
    });
    assert_eq!(number, 15);
}

#[rstest]
#[case(25, true)]
#[case(26, false)]
fn cs_una_06_noticing_by_sight(#[case] roll: u8, #[case] noticed: bool) {
    let observer = lookout(&[]);
    let tested = noticing(&observer, ground(Light::Low, false), true, 30, |context| {
        play_script(&[roll], &[], |table| roll_notice(table, context)).0
    });
    assert_eq!(tested.map(|tested| tested.passed), Some(noticed));
}

#[rstest]
#[case::blinded(&[Ailment::Blinded], true, 8, Some(35))]
#[case::blinded_far(&[Ailment::Blinded], true, 11, None)]
#[case::blinded_and_deafened(&[Ailment::Blinded, Ailment::Deafened], true, 8, None)]
#[case::behind_a_wall(&[], false, 10, Some(35))]
#[case::behind_a_wall_far(&[], false, 11, None)]
fn cs_una_06_noticing_by_hearing(
    #[case] ailments: &[Ailment],
    #[case] line_of_sight: bool,
    #[case] metres: u32,
    #[case] number: Option<i32>,
) {
    let observer = lookout(ailments);
    let dusk = ground(Light::Low, false);
    let found = noticing(&observer, dusk, line_of_sight, metres, |context| {
        usable_sense(context).map(|sense| perception_target(context, sense).number)
    });
    assert_eq!(found, number);
    let faces: &[u8] = if number.is_some() { &[35] } else { &[] };
    let tested = noticing(&observer, dusk, line_of_sight, metres, |context| {
        play_script(faces, &[], |table| roll_notice(table, context)).0
    });
    assert_eq!(tested.map(|tested| tested.passed), number.map(|_| true));
}

#[test]
fn cs_una_06_the_switch() {
    let (observer, off) = (lookout(&[]), switches(&[("cs.noticing", "off")]));
    let tested = noticing(&observer, GroundConditions::default(), true, 5, |context| {
        let context = NoticeContext { switches: &off, ..context.clone() };
        play_script(&[], &[], |table| roll_notice(table, &context)).0
    });
    assert_eq!(tested, None);
}
