//! After the fight: rest, treatment, and a squad that continues. Clauses of HEAL, ARM and DMG, and of the other books.

use rstest::rstest;

use breachline::battle::{self, BattleEvent, Order, OrderError, PointlessOrder};
use breachline::content::{CampaignUnit, SkirmishOverrides, Squad, SquadError, SquadFileError};
use breachline::model::{Side, UnitId};
use breachline::rules::status::{ActiveAilment, Ailment, StatusEnd};
use breachline::rules::swan_song::{DownState, LastStand, PointPool, Sheet, Skill, Vitals};
use breachline::rules::{Book, HealthState, MINUTES_PER_DAY, MedicalCare, attacks_and_damage, combat_checks};

use crate::common::{Fight, Setup, gun, knife, sheet, slow_sheet, vitals};
use crate::skirmish::{begin_with, replays, shipped};

const PATIENT: u32 = 1;
const MEDIC: u32 = 2;

/// LOG 6: limit 6; Medicine and Mechanics 2, First Aid 1.
fn medic() -> Sheet {
    let mut sheet = sheet();
    sheet.attributes.logic = 6;
    sheet.skills = [(Skill::Medicine, 2), (Skill::Mechanics, 2), (Skill::FirstAid, 1)].into();
    sheet
}

fn whole() -> Vitals {
    Vitals { flesh: PointPool::full(10), strain_threshold: 10, ..Vitals::default() }
}

/// A fight in which the enemy surrendered; the patient, BOD 3, is in this state.
fn over(vitals: Vitals) -> Fight {
    let mut fight = Setup::new()
        .unit(0, (5, 5), slow_sheet(), &[knife()])
        .unit(0, (25, 15), medic(), &[knife()])
        .unit(1, (15, 5), slow_sheet(), &[gun(3)])
        .skirmish(|skirmish| {
            let condition = HealthState::SwanSong(vitals);
            skirmish.units[0].campaign_unit = Some(CampaignUnit::new(condition, 0));
        })
        .start_battle(&[1, 1, 1]);
    fight.submit(Order::Surrender { side: Side(1) });
    fight
}

fn left(vitals: Vitals) -> Fight {
    let mut fight = over(vitals);
    fight.submit(Order::LeaveField);
    fight
}

fn rest(minutes: u32, care: MedicalCare) -> Order {
    Order::Rest { minutes, care }
}

fn treat(treatment: &str) -> Order {
    let treatment = treatment.to_owned();
    Order::Treat { unit: UnitId(MEDIC), treatment, target: Some(UnitId(PATIENT)) }
}

fn patient(fight: &mut Fight) -> Vitals {
    fight.unit(PATIENT, |unit| vitals(unit))
}

#[test]
fn ss_heal_01_shields_after_the_encounter() {
    let drained = Vitals { shield: PointPool { now: 0, max: 8 }, ..whole() };
    let mut fight = over(drained);
    assert_eq!(patient(&mut fight).shield.now, 0);
    fight.submit(Order::LeaveField);
    assert_eq!(patient(&mut fight).shield.now, 8);
}

#[test]
fn the_field_is_left_once_and_only_after_the_fight() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (15, 5), sheet(), &[knife()])
        .start_battle(&[1, 2]);
    let pointless = OrderError::NothingToDo;
    assert_eq!(fight.submit_error(Order::LeaveField), pointless(PointlessOrder::BattleNotOver));
    assert_eq!(fight.submit_error(rest(60, MedicalCare::None)), pointless(PointlessOrder::BattleNotOver));
    fight.submit(Order::Surrender { side: Side(1) });
    assert_eq!(fight.submit_error(rest(60, MedicalCare::None)), pointless(PointlessOrder::FieldNotLeft));
    assert!(matches!(fight.submit_error(Order::EndPhase { unit: UnitId(1) }), OrderError::BattleOver));
    assert!(matches!(fight.submit_error(Order::Surrender { side: Side(0) }), OrderError::BattleOver));
    fight.submit(Order::LeaveField);
    assert_eq!(fight.submit_error(Order::LeaveField), pointless(PointlessOrder::FieldAlreadyLeft));
    assert_eq!(fight.submit_error(rest(0, MedicalCare::None)), pointless(PointlessOrder::RestOutOfRange));
    assert!(matches!(fight.submit_error(Order::EndPhase { unit: UnitId(1) }), OrderError::BattleOver));
}

#[rstest]
#[case::ss_heal_03_no_repair(3 * MINUTES_PER_DAY)]
#[case::ss_arm_06_a_week_of_rest(7 * MINUTES_PER_DAY)]
fn armour_stays_as_it_is(#[case] minutes: u32) {
    let mut fight = left(Vitals { armored: PointPool { now: 7, max: 12 }, ..whole() });
    fight.submit(rest(minutes, MedicalCare::Competent));
    assert_eq!(patient(&mut fight).armored.now, 7);
}

#[test]
fn ss_arm_08_maintenance_and_ss_heal_04_an_hour_each() {
    let mut fight = left(Vitals { armored: PointPool { now: 7, max: 12 }, ..whole() });
    fight.rolls(&[(3, 8)]);
    fight.submit(treat("repair"));
    assert_eq!((patient(&mut fight).armored.now, fight.dice_left()), (10, 0));
    assert!(
        matches!(fight.submit_error(treat("repair")), OrderError::NothingToDo(text) if text.to_string().contains("busy"))
    );
    fight.submit(rest(60, MedicalCare::None));
    fight.rolls(&[(2, 8)]);
    fight.submit(treat("repair"));
    fight.submit(rest(60, MedicalCare::None));
    assert_eq!(patient(&mut fight).armored.now, 12);
    assert!(
        matches!(fight.submit_error(treat("repair")), OrderError::ForbiddenByBook { why, .. } if why.clause == "SS-ARM-08")
    );
}

#[rstest]
#[case::ss_heal_05_alone(4, MedicalCare::None, 5)]
#[case::ss_heal_06_with_care(4, MedicalCare::Competent, 6)]
#[case::ss_heal_05_whole(10, MedicalCare::None, 10)]
fn a_day_of_rest(#[case] flesh: i32, #[case] care: MedicalCare, #[case] expected: i32) {
    let mut fight = left(Vitals { flesh: PointPool { now: flesh, max: 10 }, ..whole() });
    for _ in 0..24 {
        fight.submit(rest(60, care));
    }
    assert_eq!(patient(&mut fight).flesh.now, expected);
}

#[test]
fn ss_heal_08_strain_is_gone_after_an_hour() {
    let mut fight = left(Vitals { strain: 7, ..whole() });
    fight.submit(rest(59, MedicalCare::None));
    assert_eq!(patient(&mut fight).strain, 7);
    fight.submit(rest(1, MedicalCare::None));
    assert_eq!(patient(&mut fight).strain, 0);
}

#[test]
fn ss_heal_09_cured_after_three_days() {
    let mut fight = left(Vitals { injuries: 2, ..whole() });
    for hits in [6, 5, 5] {
        assert_eq!(patient(&mut fight).injuries, 2);
        fight.rolls(&[(hits, 8)]);
        fight.submit(treat("cure"));
        fight.submit(rest(MINUTES_PER_DAY, MedicalCare::None));
    }
    assert_eq!(
        (patient(&mut fight).injuries, fight.view(|view| view.round().after())),
        (1, Some(3 * MINUTES_PER_DAY))
    );
}

#[test]
fn ss_dmg_23_the_clock_runs_on() {
    let mut fight = left(Vitals { flesh: PointPool { now: -1, max: 10 }, ..whole() });
    for _ in 0..8 {
        fight.submit(rest(1, MedicalCare::None));
    }
    assert_eq!((patient(&mut fight).flesh.now, fight.down(PATIENT)), (-3, Some(DownState::Unconscious)));
    fight.submit(rest(1, MedicalCare::None));
    assert_eq!(fight.down(PATIENT), Some(DownState::Dead));
    assert!(fight.view(|view| battle::surviving_squad(view, Side(0))).expect("left").members.len() == 1);
}

#[test]
fn ss_dmg_25_first_aid_after_the_fight() {
    let mut fight = left(Vitals { flesh: PointPool { now: -1, max: 10 }, ..whole() });
    fight.rolls(&[(4, 8)]);
    fight.submit(treat("first_aid"));
    fight.submit(rest(60, MedicalCare::None));
    assert_eq!((patient(&mut fight).flesh.now, fight.down(PATIENT)), (-1, Some(DownState::Unconscious)));
    let events = fight.submit(rest(2 * MINUTES_PER_DAY, MedicalCare::Competent));
    assert!(events.contains(&BattleEvent::Recovered { unit: UnitId(PATIENT) }), "SS-HEAL-11");
}

#[test]
fn ss_ffyl_16_the_last_stand_ends_with_the_battle() {
    let stands = Vitals { flesh: PointPool { now: -1, max: 10 }, stand: LastStand::Fighting, ..whole() };
    let mut fight = left(stands);
    assert_eq!(
        (fight.down(PATIENT), patient(&mut fight).stand),
        (Some(DownState::Unconscious), LastStand::None)
    );
}

#[test]
fn ad_base_21_light_clears_and_critical_a_box_a_day() {
    let mut bundle = shipped("warehouse", &book(Book::AttacksAndDamage));
    let hurt = attacks_and_damage::HealthState { light: 5, critical: 4, ..Default::default() };
    let condition = HealthState::AttacksAndDamage(hurt);
    bundle.skirmish.units[0].campaign_unit = Some(CampaignUnit::new(condition, 0));
    let mut fight = begin_with(bundle, 7);
    fight.submit(Order::Surrender { side: Side(1) });
    let boxes = |fight: &mut Fight| {
        fight.unit(1, |unit| match unit.health.condition() {
            HealthState::AttacksAndDamage(condition) => (condition.light, condition.critical),
            other => panic!("{}", other.book().name()),
        })
    };
    fight.submit(Order::LeaveField);
    assert_eq!(boxes(&mut fight), (0, 4));
    fight.submit(rest(2 * MINUTES_PER_DAY, MedicalCare::None));
    assert_eq!(boxes(&mut fight), (0, 2));
}

#[test]
fn cc_thr_10_strain_is_gone_and_wounds_stay() {
    let mut bundle = shipped("warehouse", &book(Book::CombatChecks));
    let unit = &mut bundle.skirmish.units[0];
    let sheet = bundle.unit_templates[&unit.archetype].sheet.clone();
    let HealthState::CombatChecks(fresh) =
        breachline::rules::play::starting_health(&sheet, &bundle.skirmish.rules)
    else {
        panic!("a trooper");
    };
    let hurt = combat_checks::HealthState { strain: fresh.strain + 3, wounds: 4, ..fresh };
    unit.campaign_unit = Some(CampaignUnit::new(HealthState::CombatChecks(hurt), 0));
    let mut fight = begin_with(bundle, 7);
    fight.submit(Order::Surrender { side: Side(1) });
    fight.submit(Order::LeaveField);
    let trooper = fight.trooper(1);
    assert_eq!((trooper.strain, trooper.wounds), (0, 4));
}

fn book(book: Book) -> SkirmishOverrides {
    SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() }
}

/// Every book: surrender, leaving the field, two days of rest; the journal replays all of it.
#[rstest]
fn the_journal_keeps_what_comes_after(
    #[values(
        Book::SwanSong,
        Book::Aberrant,
        Book::AttacksAndDamage,
        Book::Circumstances,
        Book::CombatChecks
    )]
    book: Book,
) {
    let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
    let mut fight = begin_with(shipped("warehouse", &overrides), 7);
    fight.submit(Order::Surrender { side: Side(1) });
    fight.submit(Order::LeaveField);
    fight.submit(rest(2 * MINUTES_PER_DAY, MedicalCare::Competent));
    replays(&mut fight);
    let squad = fight.view(|view| battle::surviving_squad(view, Side(0))).expect("the field is left");
    assert!(squad.book == book && !squad.members.is_empty());
}

/// The squad of the patient and the medic.
fn squad(vitals: Vitals) -> Squad {
    let mut fight = left(vitals);
    fight.view(|view| battle::surviving_squad(view, Side(0))).expect("the field is left")
}

fn hurt() -> Vitals {
    Vitals { flesh: PointPool { now: 6, max: 10 }, injuries: 1, ..whole() }
}

#[test]
fn a_squad_goes_from_one_skirmish_into_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("squads/orange.ron");
    squad(hurt()).write(&file).expect("it is written");
    let squad = Squad::read(&file).expect("it is read");
    assert_eq!(
        squad.members.iter().map(|member| member.name.as_str()).collect::<Vec<_>>(),
        ["unit1", "unit2"]
    );
    let mut fight = Setup::new()
        .unit(1, (15, 5), slow_sheet(), &[gun(3)])
        .unit(0, (5, 5), slow_sheet(), &[knife()])
        .unit(0, (5, 7), slow_sheet(), &[knife()])
        .unit(0, (5, 9), slow_sheet(), &[knife()])
        .skirmish(|skirmish| {
            let side = squad.side_in(skirmish);
            squad.replace_side(skirmish, side).expect("they fit");
        })
        .start_battle(&[1, 1, 1]);
    assert_eq!(fight.view(|view| view.units().count()), 3, "one place stays empty");
    let (flesh, injuries) = fight.unit(2, |unit| (vitals(unit).flesh.now, vitals(unit).injuries));
    assert_eq!((flesh, injuries, fight.cell(2)), (6, 1, (5, 5)));
}

#[test]
fn ss_call_47_a_slow_death_goes_along_into_the_next_skirmish() {
    let suffered = |ailment, until| ActiveAilment { ailment, part: None, by: None, strength: 3, until };
    let mut squad = squad(hurt());
    let slow = suffered(Ailment::SlowDeath, StatusEnd::Removed);
    squad.members[0].ailments = vec![slow];
    let mut setup =
        Setup::new().unit(0, (5, 5), slow_sheet(), &[knife()]).unit(1, (15, 5), slow_sheet(), &[gun(3)]);
    setup = setup.skirmish(|skirmish| squad.replace_side(skirmish, 0).expect("they fit"));
    let mut fight = setup.start_battle(&[1, 1]);
    assert_eq!(fight.unit(1, |unit| unit.status.ailments().to_vec()), [slow]);
    if fight.outcome().is_none() {
        fight.submit(Order::Surrender { side: Side(1) });
    }
    fight.submit(Order::LeaveField);
    let kept = fight.view(|view| battle::surviving_squad(view, Side(0))).expect("the field is left");
    assert_eq!(
        kept.members[0].ailments,
        [ActiveAilment { strength: 0, ..slow }],
        "its rounds start again at 1"
    );
}

#[test]
fn who_cannot_fight_stays_behind() {
    let down = Vitals { flesh: PointPool { now: -1, max: 10 }, stable: true, ..whole() };
    let mut squad = squad(down);
    assert_eq!(squad.members.iter().map(|member| member.unfit).collect::<Vec<_>>(), [true, false]);
    let mut skirmish = shipped("warehouse", &SkirmishOverrides::default()).skirmish;
    squad.replace_side(&mut skirmish, 0).expect("the medic fits");
    let ours: Vec<_> = skirmish.units.iter().filter(|unit| unit.side == 0).map(|unit| &unit.name).collect();
    assert_eq!(ours, ["unit2"]);
    squad.members.retain(|member| member.unfit);
    assert_eq!(squad.replace_side(&mut skirmish, 0), Err(SquadError::NoFitMembers));
    assert_eq!(squad.replace_side(&mut skirmish, 9), Err(SquadError::NoSide(9)));
}

#[test]
fn a_squad_keeps_to_its_book() {
    let squad = squad(hurt());
    let mut skirmish = shipped("warehouse", &book(Book::Aberrant)).skirmish;
    let why = squad.replace_side(&mut skirmish, 0).expect_err("another book");
    assert_eq!(why, SquadError::OtherBook { squad: "Swan Song", skirmish: "Aberrant" });
}

#[test]
fn broken_squads_are_told_and_never_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("squad.ron");
    assert!(matches!(Squad::read(&file), Err(SquadFileError::Invalid(_))));
    std::fs::write(&file, "(breachline: 1, nonsense)").expect("written");
    assert!(matches!(Squad::read(&file), Err(SquadFileError::Invalid(_))));
    let later = Squad { breachline: 9, ..squad(hurt()) };
    later.write(&file).expect("written");
    assert!(matches!(Squad::read(&file), Err(SquadFileError::Version { found: 9, .. })));
    let mixed = Squad { book: Book::Aberrant, ..squad(hurt()) };
    mixed.write(&file).expect("written");
    assert!(matches!(Squad::read(&file), Err(SquadFileError::Invalid(_))));
    let nowhere = file.join("below.ron");
    assert!(matches!(squad(hurt()).write(&nowhere), Err(SquadFileError::Write { .. })));
    assert!(file.exists());
}

#[test]
fn a_bundle_with_a_squad_has_their_kit() {
    let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let content = breachline::content::load_content(&[assets]).content;
    let mut fight = begin_with(shipped("warehouse", &SkirmishOverrides::default()), 7);
    fight.submit(Order::Surrender { side: Side(1) });
    fight.submit(Order::LeaveField);
    let squad = fight.view(|view| battle::surviving_squad(view, Side(0))).expect("left");
    let overrides = SkirmishOverrides { squad: Some(squad), ..SkirmishOverrides::default() };
    let bundle = breachline::content::bundle_skirmish(&content, "street", &overrides).expect("a squad fits");
    let fight = begin_with(bundle, 3);
    assert!(fight.outcome().is_none());
    let unknown = SkirmishOverrides {
        squad: Some(Squad { members: squad_of_strangers(), ..self::squad(hurt()) }),
        ..SkirmishOverrides::default()
    };
    let why = breachline::content::bundle_skirmish(&content, "street", &unknown)
        .expect_err("the members are unknown");
    assert!(why.to_string().contains("stranger"), "{why}");
}

fn squad_of_strangers() -> Vec<breachline::content::SquadMember> {
    let mut members = squad(hurt()).members;
    members.iter_mut().for_each(|member| member.archetype = "stranger".to_owned());
    members
}

#[test]
fn a_squad_leaves_a_skirmish_what_it_is_about() {
    let ours = |skirmish: &breachline::content::Skirmish, side: u8| -> Vec<String> {
        skirmish.units.iter().filter(|unit| unit.side == side).map(|unit| unit.name.clone()).collect()
    };
    let side = |skirmish: &breachline::content::Skirmish, name: &str| {
        skirmish.sides.iter().position(|side| side.name == name).expect("a side") as u8
    };
    let squad = squad(hurt());
    let mut convoy = shipped("convoy", &SkirmishOverrides::default()).skirmish;
    let crew = side(&convoy, "Crew");
    let patrol = convoy.units.iter().position(|unit| unit.side != crew).expect("the other side");
    convoy.units[patrol].name = "unit2".to_owned();
    squad.replace_side(&mut convoy, crew).expect("they fit");
    assert_eq!(ours(&convoy, crew), ["Grey van", "unit1", "unit2 2"], "and no two units have the same name");
    let mut hostage = shipped("hostage", &SkirmishOverrides::default()).skirmish;
    let police = side(&hostage, "Police");
    squad.replace_side(&mut hostage, police).expect("they fit");
    assert_eq!(ours(&hostage, police), ["unit1", "unit2", "Ines"]);
}

#[test]
fn a_squad_leaves_its_vehicle_behind() {
    let mut fight = begin_with(shipped("convoy", &SkirmishOverrides::default()), 7);
    fight.submit(Order::Surrender { side: Side(0) });
    fight.submit(Order::LeaveField);
    let crew = fight.view(|view| {
        (0..2)
            .map(|side| battle::surviving_squad(view, Side(side)).expect("left"))
            .find(|squad| squad.name == "Crew")
    });
    let names: Vec<_> = crew.expect("a side").members.into_iter().map(|member| member.name).collect();
    assert_eq!(names, ["Rasp", "Nettle", "Moth", "Quill"]);
}
