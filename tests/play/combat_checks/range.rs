//! Chapters RNG, DEF, ENV and DMG, several targets, and the borrowed knockdown.

use breachline::battle::{BattleEvent, History, Obstruction, Order, OrderError, Target};
use breachline::dice::Trace;
use breachline::model::{CellSide, UnitId};
use breachline::rules::combat_checks::{Sheet, Weapon};
use breachline::rules::{DownState, Weather};
use rstest::rstest;

use super::{checks, pistol, plain, rifle, sheet, sword};
use crate::common::books::exchange_result;
use crate::common::{Fight, edge};

/// Unit 1 with all its weapons, and unit 2 this many squares to the east.
fn apart(squares: i32, weapons: &[Weapon], target: Sheet) -> Fight {
    checks()
        .trooper(0, (5, 5), plain(), weapons)
        .trooper(1, (5 + squares, 5), target, &[])
        .start_battle(&[4, 3])
}

#[rstest]
#[case::cc_rng_08_pistol_engaged(pistol(), 1, 2)]
#[case::cc_rng_02_short(pistol(), 2, 1)]
#[case::cc_rng_02_short_to_ten(pistol(), 10, 1)]
#[case::cc_rng_03_medium(pistol(), 11, 2)]
#[case::cc_rng_03_medium_to_thirty(pistol(), 30, 2)]
#[case::cc_rng_04_long(rifle(), 31, 3)]
#[case::cc_rng_04_long_to_sixty(rifle(), 60, 3)]
#[case::cc_rng_05_extreme(rifle(), 61, 4)]
#[case::cc_rng_05_extreme_to_120(rifle(), 120, 4)]
#[case::cc_rng_07_melee(sword(), 1, 2)]
fn difficulty_by_band(#[case] weapon: Weapon, #[case] squares: i32, #[case] dice: u8) {
    let mut fight = apart(squares, &[weapon], plain());
    assert_eq!(fight.dice_of(1, 2, 0, None), [0, 0, 1, dice, 2, 0]);
    fight.checked((1, 2, 0), (0, 0), &[], &[]);
}

#[rstest]
#[case::cc_rng_09_large_at_engaged(rifle(), 1, "CC-RNG-09")]
#[case::cc_rng_11_beyond_the_band(pistol(), 31, "CC-RNG-11")]
#[case::cc_rng_11_beyond_extreme(rifle(), 121, "CC-RNG-11")]
#[case::cc_rng_13_melee(sword(), 2, "CC-RNG-13")]
fn out_of_reach(#[case] weapon: Weapon, #[case] squares: i32, #[case] clause: &str) {
    assert_eq!(apart(squares, &[weapon], plain()).attack_error(1, 2, 0, None), clause);
}

/// A swordsman at (5, 5), and a target at (6, 6) that walls on these sides of his square part from him.
fn parted_by(walls: &[CellSide]) -> Fight {
    let setup = walls.iter().fold(checks(), |setup, side| setup.barrier(edge(5, 5, *side), |_| {}));
    setup.trooper(0, (5, 5), plain(), &[sword()]).trooper(1, (6, 6), plain(), &[]).start_battle(&[4, 3])
}

#[test]
fn cc_rng_13_no_blow_goes_through_a_wall_but_one_goes_around_its_corner() {
    let blow = || Order::attack(UnitId(1), Target::Unit(UnitId(2)), 0, None);
    let mut walled = parted_by(&[CellSide::East, CellSide::South]);
    assert_eq!(walled.submit_error(blow()), OrderError::Blocked(Obstruction::TargetBehindWall));
    let mut straight = checks()
        .barrier(edge(5, 5, CellSide::East), |_| {})
        .trooper(0, (5, 5), plain(), &[sword()])
        .trooper(1, (6, 5), plain(), &[])
        .start_battle(&[4, 3]);
    assert_eq!(straight.submit_error(blow()), OrderError::Blocked(Obstruction::TargetBehindWall));
    parted_by(&[CellSide::East]).checked((1, 2, 0), (0, 0), &[], &[]);
}

#[test]
fn cc_def_02_03_defence_of_the_kind_that_counts() {
    let target = sheet(|sheet| (sheet.melee_defence, sheet.armour.ranged_defence) = (1, 3));
    let mut fight = apart(1, &[pistol(), sword()], target);
    assert_eq!([fight.dice_of(1, 2, 0, None)[1], fight.dice_of(1, 2, 1, None)[1]], [3, 1]);
}

#[test]
fn cc_env_01_weather_counts_until_it_is_ignored() {
    let mut fight = checks()
        .skirmish(|skirmish| skirmish.weather = Weather::Heavy)
        .trooper(0, (5, 5), plain(), &[pistol()])
        .trooper(1, (17, 5), plain(), &[])
        .start_battle(&[4, 3]);
    assert_eq!(fight.dice_of(1, 2, 0, None)[1], 2, "a storm");
    fight.checked((1, 2, 0), (1, 3), &[], &["environment"]);
    assert_eq!(fight.dice_of(1, 2, 0, None)[1], 0, "CC-ADV-16");
}

#[test]
fn cc_env_01_nothing_weighs_anything() {
    let mut fight = checks()
        .skirmish(|skirmish| skirmish.zero_gravity = true)
        .trooper(0, (5, 5), plain(), &[pistol(), sword()])
        .trooper(1, (6, 5), plain(), &[])
        .start_battle(&[4, 3]);
    assert_eq!([0, 1].map(|weapon| fight.dice_of(1, 2, weapon, None)[1]), [1, 1], "map-wide");
    fight.checked((1, 2, 0), (1, 0), &[], &[]);
    let history = fight.world.resource::<History>();
    let chapter = history.records().last().expect("an attack");
    let parts =
        chapter.events.iter().flat_map(|happening| &happening.trace).filter_map(|trace| match trace {
            Trace::Rolled(rolled) => Some(&rolled.parts),
            _ => None,
        });
    let reasons: Vec<_> = parts.flatten().filter(|part| part.clause == "CC-ENV-01").collect();
    assert_eq!(
        reasons.iter().map(|part| part.reason.as_ref()).collect::<Vec<_>>(),
        ["setback, zero gravity"]
    );
}

#[test]
fn cc_dmg_01_04_05_wounds_after_soak() {
    let mut fight = apart(12, &[pistol()], plain());
    let events = fight.checked((1, 2, 0), (2, 0), &[], &[]);
    assert_eq!((exchange_result(&events).words.as_str(), fight.trooper(2).wounds), ("4 Wounds", 4));
    assert_eq!(fight.notes("CC-DMG-04"), ["unit2: damage 8 - Soak 4 = 4"]);
    assert!(!fight.prone(2));
}

#[test]
fn cc_dmg_06_bare_hands_are_strain() {
    let mut fight = apart(1, &[], plain());
    let events = fight.checked((1, 2, 0), (2, 0), &[], &[]);
    assert_eq!((exchange_result(&events).words.as_str(), fight.trooper(2).strain), ("1 Strain", 1));
}

#[test]
fn cc_dmg_03_successes_are_divided_among_all_targets() {
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[Weapon { targets: 2, ..pistol() }])
        .trooper(1, (17, 5), plain(), &[])
        .trooper(1, (17, 7), sheet(|sheet| sheet.ranged_defence = 1), &[])
        .start_battle(&[4, 3, 2]);
    let both = Some("two_targets");
    assert_eq!(fight.dice_of(1, 2, 0, both), [0, 1, 1, 2, 2, 0], "CC-DEF-07: the harder defence");
    let events = fight.checked_with((1, 2, 0, both), (3, 0, 0, 0), &[], &[]);
    assert_eq!(exchange_result(&events).words, "4 Wounds; unit3: 4 Wounds");
    assert_eq!([fight.trooper(2).wounds, fight.trooper(3).wounds], [4, 4]);
}

#[test]
fn ss_knock_01_borrowed_and_switched_off() {
    let shot = |switch: Option<(&str, &str)>| {
        let mut setup = checks().trooper(0, (5, 5), plain(), &[pistol()]).trooper(1, (17, 5), plain(), &[]);
        if let Some((name, value)) = switch {
            setup = setup.switch(name, value);
        }
        let mut fight = setup.start_battle(&[4, 3]);
        // Strength, Toughness and Agility of 3 are a Physical Limit of 4.
        fight.checked((1, 2, 0), (3, 0), &[], &[]);
        assert_eq!(fight.trooper(2).wounds, 5);
        (fight.prone(2), fight.notes("SS-KNOCK-01"))
    };
    let words = "unit2: 5 damage is more than the knockdown limit of 4, a third of 12 rounded up";
    assert_eq!(shot(None), (true, vec![words.to_owned()]));
    assert_eq!(shot(Some(("borrow.knockdown", "off"))), (false, Vec::new()));
}

/// Unit 2 has a threshold of 2: four Wounds are the most it lives with.
fn frail() -> Sheet {
    sheet(|sheet| sheet.wound_threshold = Some(2))
}

#[test]
fn cc_thr_01_08_unconscious_on_the_ground_with_empty_hands() {
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[pistol()])
        .trooper(1, (17, 5), frail(), &[rifle()])
        .trooper(1, (17, 9), plain(), &[])
        .start_battle(&[4, 3, 2]);
    let events = fight.checked((1, 2, 0), (1, 0), &[], &[]);
    assert!(events.iter().any(|event| matches!(event, BattleEvent::WentDown { unit: UnitId(2), .. })));
    assert_eq!((fight.down(2), fight.prone(2)), (Some(DownState::Unconscious), true));
    assert_eq!(fight.items_on_ground(), [("rifle".to_owned(), (17, 5))]);
}

#[rstest]
#[case::cc_thr_03_equal_is_not_exceeded(3, 1, None)]
#[case::cc_thr_01_one_more(2, 1, Some(DownState::Unconscious))]
#[case::cc_thr_07_twice_the_threshold(2, 2, Some(DownState::Unconscious))]
fn wounds_at_a_threshold(#[case] threshold: u32, #[case] successes: i32, #[case] fate: Option<DownState>) {
    let target = sheet(|sheet| sheet.wound_threshold = Some(threshold));
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[pistol()])
        .trooper(1, (17, 5), target, &[])
        .trooper(1, (17, 9), plain(), &[])
        .start_battle(&[4, 3, 2]);
    // Damage 6 and the successes, less Soak 4.
    fight.checked((1, 2, 0), (successes, 0), &[], &[]);
    assert_eq!((fight.trooper(2).wounds, fight.down(2)), (2 + successes.unsigned_abs(), fate));
}

#[rstest]
#[case::on("on", DownState::Dead)]
#[case::off("off", DownState::Unconscious)]
fn cc_thr_07_death_can_be_switched_off(#[case] value: &str, #[case] fate: DownState) {
    let mut fight = checks()
        .switch("cc.death", value)
        .trooper(0, (5, 5), plain(), &[pistol()])
        .trooper(1, (17, 5), frail(), &[])
        .trooper(1, (17, 9), plain(), &[])
        .start_battle(&[4, 3, 2]);
    fight.checked((1, 2, 0), (3, 0), &[], &[]);
    assert_eq!((fight.trooper(2).wounds, fight.down(2)), (5, Some(fate)));
}
