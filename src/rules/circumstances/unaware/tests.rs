use rstest::rstest;

use super::super::Ailment;
use super::super::attack::AttackPlan;
use super::super::fixtures::*;
use super::super::{AttackKind, AttackScene, Contact, Deflector};
use super::*;

fn ground(light: Light, obscured: bool) -> Ground {
    Ground { light, obscured, ..Ground::default() }
}

fn hiding<T>(unit: &Fighter, ground: Ground, seen: bool, run: impl FnOnce(&HideScene<'_>) -> T) -> T {
    let switches = Switches::default();
    run(&HideScene { fighter: unit, ground, seen_by_enemy: seen, switches: &switches })
}

fn noticing<T>(
    observer: &Fighter,
    hidden: Ground,
    line_of_sight: bool,
    metres: u32,
    run: impl FnOnce(&NoticeScene<'_>) -> T,
) -> T {
    let switches = Switches::default();
    run(&NoticeScene {
        observer,
        observer_ground: Ground::default(),
        hidden_ground: hidden,
        line_of_sight,
        distance_squared: metres * metres,
        switches: &switches,
    })
}

/// Perception 35.
fn lookout(ailments: &[Ailment]) -> Fighter {
    let mut unit = fighter(1, |sheet| sheet.characteristics.perception = 35);
    for ailment in ailments {
        unit.suffer(*ailment);
    }
    unit
}

fn concealed(scene: &mut AttackScene) {
    scene.attacker.concealed = true;
}

#[test]
fn cs_una_01_to_hit() {
    assert_eq!(t(&scene_with(sword(), concealed)), 70);
    assert_eq!(t(&scene_with(autogun(), concealed)), 70);
}

#[test]
fn cs_una_02_no_evasion() {
    let mut scene = scene(sword());
    scene.defender.reaction = true;
    assert_eq!(AttackPlan::new(&scene).defence.ways.len(), 2);
    concealed(&mut scene);
    assert!(AttackPlan::new(&scene).defence.ways.is_empty());
    let result = outcome(&scene, &[40, 5]);
    assert_eq!((result.harm.evasion, result.harm.contact), (None, Contact::Hit));
}

fn shielded(automatic: &[AttackKind], weapon: super::super::Weapon) -> AttackScene {
    scene_with(weapon, |scene| {
        let automatic = automatic.iter().copied().collect();
        edit(&mut scene.defender, |sheet| sheet.deflector = Some(Deflector { value: 35, automatic }));
        concealed(scene);
    })
}

#[test]
fn cs_una_03_deflecting_needs_the_pattern() {
    let harm = outcome(&shielded(&[], autogun()), &[40, 5]).harm;
    assert_eq!((harm.deflected, harm.contact), (false, Contact::Hit), "no deflect roll");
    let harm = outcome(&shielded(&[AttackKind::Ranged], autogun()), &[40, 30]).harm;
    assert_eq!((harm.deflected, harm.contact), (true, Contact::Miss));
}

#[test]
fn cs_ruling_17_the_pattern_tells_attacks_apart() {
    let harm = outcome(&shielded(&[AttackKind::Ranged], sword()), &[40, 5]).harm;
    assert!(!harm.deflected, "a blow is no shot");
    let mut aware = shielded(&[], sword());
    aware.attacker.concealed = false;
    assert!(outcome(&aware, &[40, 35]).harm.deflected, "the aware need no pattern");
}

#[test]
fn cs_una_04_who_is_unaware() {
    let mut scene = scene_with(sword(), concealed);
    assert!(scene.attempt().is_unaware());
    scene.attacker.concealed = false;
    assert!(!scene.attempt().is_unaware(), "seen after its first attack");
    scene.sight.aware = false;
    assert!(scene.attempt().is_unaware(), "nothing is known of the attack");
    with_switch(&mut scene, "cs.unaware", "off");
    assert_eq!(t(&scene), 40);
}

#[test]
fn cs_una_05_hiding() {
    let unit = fighter(1, |sheet| {
        sheet.skills.insert(Skill::Concealment, 30);
    });
    let dusk = ground(Light::Low, false);
    let hidden =
        |roll| hiding(&unit, dusk, true, |scene| scripted(&[roll], &[], |table| hide(table, scene)).0);
    assert!(hidden(40).passed && !hidden(41).passed);
    assert_eq!(hiding(&unit, dusk, true, may_hide), Ok(()));
    let open = Ground::default();
    assert_eq!(hiding(&unit, open, true, may_hide), Err(CannotHide::PlainSight));
    assert_eq!(hiding(&unit, open, false, may_hide), Ok(()), "out of sight");
    let off = switches(&[("cs.hiding", "off")]);
    let scene = HideScene { fighter: &unit, ground: dusk, seen_by_enemy: true, switches: &off };
    assert_eq!(may_hide(&scene), Err(CannotHide::Off));
}

#[test]
fn cs_una_05_nobody_picks_the_concealed() {
    use super::super::legality::{Unable, may_attack};
    let mut scene = scene(autogun());
    scene.defender.concealed = true;
    assert_eq!(may_attack(&scene.attempt(), scene.loaded), Err(Unable::Concealed));
}

#[rstest]
#[case::fog(Light::Normal, true)]
#[case::low(Light::Low, false)]
#[case::dark(Light::Dark, false)]
fn cs_una_05_what_hides(#[case] light: Light, #[case] obscured: bool) {
    assert!(hides(ground(light, obscured), true));
    assert!(!hides(Ground::default(), true), "plain sight ends a concealment");
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
    assert_eq!(hiding(&unit, square, false, |scene| concealment(scene).number), number);
    unit.prone = true;
    let lying = hiding(&unit, square, false, |scene| concealment(scene).number);
    assert_eq!(lying, number - 20, "cs_base_09: it rests on Agility");
}

#[rstest]
#[case::cs_fog_02_mist(Light::Normal, true, Sense::Sight, 15)]
#[case::cs_fog_02_by_hearing(Light::Normal, true, Sense::Hearing, 35)]
#[case::cs_low_03_low_light(Light::Low, false, Sense::Sight, 25)]
#[case::cs_drk_03_darkness(Light::Dark, false, Sense::Sight, 5)]
#[case::cs_drk_03_by_hearing(Light::Dark, false, Sense::Hearing, 35)]
fn perception_tests(#[case] light: Light, #[case] obscured: bool, #[case] sense: Sense, #[case] number: i32) {
    let observer = lookout(&[]);
    let target = noticing(&observer, ground(light, obscured), true, 5, |scene| perception(scene, sense));
    assert_eq!(target.number, number);
}

#[test]
fn cs_fog_02_the_observer_in_it_sees_badly_too() {
    let observer = lookout(&[]);
    let number = noticing(&observer, Ground::default(), true, 5, |scene| {
        let scene = NoticeScene { observer_ground: ground(Light::Normal, true), ..scene.clone() };
        perception(&scene, Sense::Sight).number
    });
    assert_eq!(number, 15);
}

#[rstest]
#[case(25, true)]
#[case(26, false)]
fn cs_una_06_noticing_by_sight(#[case] roll: u8, #[case] noticed: bool) {
    let observer = lookout(&[]);
    let tested = noticing(&observer, ground(Light::Low, false), true, 30, |scene| {
        scripted(&[roll], &[], |table| notice(table, scene)).0
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
    let found = noticing(&observer, dusk, line_of_sight, metres, |scene| {
        sense(scene).map(|sense| perception(scene, sense).number)
    });
    assert_eq!(found, number);
    let faces: &[u8] = if number.is_some() { &[35] } else { &[] };
    let tested = noticing(&observer, dusk, line_of_sight, metres, |scene| {
        scripted(faces, &[], |table| notice(table, scene)).0
    });
    assert_eq!(tested.map(|tested| tested.passed), number.map(|_| true));
}

#[test]
fn cs_una_06_the_switch() {
    let (observer, off) = (lookout(&[]), switches(&[("cs.noticing", "off")]));
    let tested = noticing(&observer, Ground::default(), true, 5, |scene| {
        let scene = NoticeScene { switches: &off, ..scene.clone() };
        scripted(&[], &[], |table| notice(table, &scene)).0
    });
    assert_eq!(tested, None);
}
