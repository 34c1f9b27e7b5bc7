//! Shooting on the map: penalties, cover that wears down, jams, and guns in melee.

use breachline::battle::{BattleEvent, Order, OrderError, StatusKind};
use breachline::model::{BarrierId, CellSide, UnitId};
use breachline::rules::{FireMode, Light, WeaponMalfunction, Weather};
use rstest::rstest;

use super::{Recruits, clause, holed, pistol, rifle, setup, sword};
use crate::common::{Fight, Setup, edge};

/// Two riflemen 15 m from each other.
fn range() -> Setup {
    setup().add(0, (1, 1), &[rifle()]).add(1, (16, 1), &[rifle()])
}

#[rstest]
#[case::cs_low_02(Light::Low, false, 30, &["CS-LOW-02"])]
#[case::cs_drk_02(Light::Dark, false, 10, &["CS-DRK-02"])]
#[case::cs_fog_01(Light::Normal, true, 20, &["CS-FOG-01"])]
#[case::cs_drk_05(Light::Low, true, 10, &["CS-FOG-01", "CS-LOW-02"])]
fn light_and_fog_of_the_target_count(
    #[case] light: Light,
    #[case] fog: bool,
    #[case] number: i32,
    #[case] clauses: &[&str],
) {
    let there = |ground: &mut breachline::content::Terrain| (ground.light, ground.obscured) = (light, fog);
    let mut fight = range().ground(&[(16, 1)], there).start_battle(&[6, 1]);
    let (found, mut parts) = fight.aim(1, 2);
    parts.sort_unstable();
    assert_eq!((found, &parts[..]), (number, clauses));
    assert_eq!(fight.aim(2, 1).0, 40, "the shooter's own square does not");
}

#[test]
fn cs_fog_06_fog_half_way() {
    let fog = || range().ground(&[(8, 1)], |ground| ground.obscured = true);
    assert_eq!(fog().start_battle(&[6, 1]).aim(1, 2).0, 40);
    assert_eq!(fog().switch("cs.fog_line", "on").start_battle(&[6, 1]).aim(1, 2).0, 20);
}

#[test]
fn cs_wea_02_storms_blow_outside_only() {
    let storm =
        |setup: Setup| setup.skirmish(|skirmish| skirmish.weather = Weather::Heavy).start_battle(&[6, 1]);
    assert_eq!(storm(range()).aim(1, 2).0, 20);
    let mut fight = storm(range().ground(&[(1, 1)], |ground| ground.indoors = true));
    assert_eq!((fight.aim(1, 2).0, fight.aim(2, 1).0), (40, 20), "`CS-WEA-03`");
}

#[test]
fn cs_rng_01_distance_on_the_map() {
    let at =
        |x| setup().add(0, (1, 1), &[rifle()]).add(1, (x, 1), &[rifle()]).start_battle(&[6, 1]).aim(1, 2).0;
    assert_eq!([3, 4, 5, 11, 12, 21, 22].map(at), [70, 70, 50, 50, 40, 40, 30]);
}

#[test]
fn cs_prn_03_lying_targets() {
    let mut fight = range().start_battle(&[6, 1]);
    fight.submit(Order::DropProne { unit: UnitId(1) });
    assert_eq!(fight.aim(2, 1), (30, vec!["CS-PRN-03"]));
}

/// A jam in the fight: it occurs, is cleared, and the weapon is loaded again.
#[test]
fn cs_jam_04_a_jam_is_cleared_and_the_weapon_reloaded() {
    let mut fight = range().start_battle(&[6, 1]);
    let fault =
        |fight: &mut Fight| fight.unit(1, |unit| (unit.inventory[0].fault(), unit.inventory[0].loaded()));
    let shot = Some(FireMode::Single);
    fight.queue_dice(&[96]);
    let events = fight.attack(1, 2, 0, shot).expect("the first shot");
    let told = events.iter().find_map(|event| match event {
        BattleEvent::AmmunitionSet { loaded, .. } => Some(*loaded),
        _ => None,
    });
    assert_eq!(told, Some(30), "no shot was fired: log and weapon agree");
    assert_eq!(fault(&mut fight), (WeaponMalfunction::Jammed, 30), "`CS-JAM-01`");
    let clear = Order::SpecialAction {
        unit: UnitId(1),
        action: "clear_jam".to_owned(),
        target: None,
        weapon: Some(0),
    };
    let short = fight.submit_error(clear.clone());
    assert!(matches!(short, OrderError::NotEnoughActionPoints { needed: 2, left: 1, .. }), "{short}");
    fight.turn_of(1);
    assert_eq!(clause(fight.attack(1, 2, 0, shot).expect_err("jammed")), "CS-JAM-03");
    fight.queue_dice(&[61]);
    fight.submit(clear.clone());
    assert_eq!(fault(&mut fight), (WeaponMalfunction::Jammed, 30), "`CS-JAM-13`: 40 + 20 for the proficient");
    fight.turn_of(1);
    fight.queue_dice(&[60]);
    fight.submit(clear);
    assert_eq!(fault(&mut fight), (WeaponMalfunction::Cleared, 0), "`CS-JAM-11`");
    fight.turn_of(1);
    let empty = fight.attack(1, 2, 0, shot).expect_err("`CS-JAM-12`");
    assert!(matches!(empty, OrderError::NotEnoughRounds { loaded: 0, needed: 1, .. }), "{empty}");
    fight.submit(Order::Reload { unit: UnitId(1), weapon: 0 });
    assert_eq!(fault(&mut fight), (WeaponMalfunction::None, 30));
    fight.queue_dice(&[41]);
    fight.attack(1, 2, 0, shot).expect("loaded again");
}

/// The second rifleman behind a low wall of AP 4 at his western side, named for body and legs.
fn covered() -> Fight {
    let low = |kind: &mut breachline::content::BarrierKind| (kind.armor, kind.height_cm) = (8, 90);
    let mut fight = range().barrier(edge(16, 1, CellSide::West), low).start_battle(&[1, 6]);
    fight.does(2, "cover");
    assert_eq!(fight.asked(), ["body_and_legs", "choose", "none"], "table CS-T3: no head");
    fight.answer("body_and_legs");
    fight.end();
    fight
}

#[test]
fn cs_cov_16_cover_wears_down_to_rubble() {
    let mut fight = covered();
    let shot = |fight: &mut Fight, faces: &[u8]| {
        fight.queue_dice(faces);
        let events = fight.attack(1, 2, 0, Some(FireMode::Single)).expect("in range");
        fight.take(events)
    };
    // 11 damage against AP 4 and Toughness bonus 3; the rifle neither penetrates nor blasts.
    shot(&mut fight, &[23, 8]);
    assert_eq!(fight.wounds(2), 12 - 4);
    let damage = fight.view(|view| view.barrier(BarrierId(0)).expect("the wall").state.damage());
    assert_eq!(damage, 0, "`CS-COV-11`: Penetration, Blast and Cracking are 0");
}

/// A rifle that cracks cover, and 15 m from it a rifleman behind a low wall.
fn cracking_range() -> Setup {
    let low = |kind: &mut breachline::content::BarrierKind| (kind.armor, kind.height_cm) = (8, 90);
    let cracking = super::Weapon { cracking: 3, ..rifle() };
    setup().add(0, (1, 1), &[cracking]).add(1, (16, 1), &[rifle()]).barrier(edge(16, 1, CellSide::West), low)
}

#[test]
fn cs_cov_17_the_wear_stays_and_opens_the_way() {
    let mut fight = cracking_range().start_battle(&[1, 6]);
    fight.does(2, "cover");
    fight.answer("body_and_legs");
    fight.end();
    let shot = Some(FireMode::Single);
    fight.queue_dice(&[23, 8]);
    let events = fight.attack(1, 2, 0, shot).expect("in range");
    let events = fight.take(events);
    assert!(!holed(&events, 0));
    let damage =
        |fight: &mut Fight| fight.view(|view| view.barrier(BarrierId(0)).expect("it").state.damage());
    assert_eq!((fight.wounds(2), damage(&mut fight)), (8, 3));
    fight.turn_of(1);
    // AP 1 is left: 5 damage, and the wall is rubble that gives no cover. `CS-COV-15`.
    fight.queue_dice(&[23, 2]);
    let events = fight.attack(1, 2, 0, shot).expect("in range");
    let events = fight.take(events);
    assert!(holed(&events, 0), "{events:?}");
    assert_eq!(fight.wounds(2), 8 - 1);
    fight.turn_of(2);
    fight.walk(2, &[(15, 1)]).expect("`CS-COV-16`: over the rubble");
}

#[test]
fn cs_cov_17_the_next_one_behind_it_has_what_is_left() {
    let mut fight = cracking_range().add(1, (17, 1), &[rifle()]).start_battle(&[1, 6, 5]);
    let shot = |fight: &mut Fight, target: u32, faces: &[u8]| {
        fight.queue_dice(faces);
        let events = fight.attack(1, target, 0, Some(FireMode::Single)).expect("in range");
        fight.take(events)
    };
    fight.does(2, "cover");
    fight.answer("body_and_legs");
    fight.turn_of(1);
    shot(&mut fight, 2, &[23, 8]);
    assert_eq!(fight.wounds(2), 12 - (8 + 3 - 4 - 3), "AP 4");
    fight.turn_of(2);
    fight.walk(2, &[(16, 2)]).expect("out of it");
    fight.turn_of(3);
    fight.walk(3, &[(16, 1)]).expect("into it");
    fight.does(3, "cover");
    fight.answer("body_and_legs");
    fight.turn_of(1);
    let events = shot(&mut fight, 3, &[23, 2]);
    assert_eq!(fight.wounds(3), 12 - (2 + 3 - 1 - 3), "AP 1");
    assert!(holed(&events, 0), "{events:?}");
}

#[test]
fn cs_cov_03_leaving_the_square_ends_cover() {
    let mut fight = covered();
    while fight.acting() != Some(2) {
        fight.end();
    }
    let events = fight.walk(2, &[(16, 2)]).expect("1 m");
    assert!(events.contains(&BattleEvent::CoverLeft { unit: UnitId(2) }));
    fight.end();
    while fight.acting() != Some(1) {
        fight.end();
    }
    fight.queue_dice(&[23, 8]);
    let events = fight.attack(1, 2, 0, Some(FireMode::Single)).expect("in range");
    fight.take(events);
    assert_eq!(fight.wounds(2), 12 - 8);
}

#[test]
fn cs_gun_01_rifles_are_no_use_in_melee() {
    let mut fight = setup()
        .add(0, (5, 5), &[rifle()])
        .add(1, (6, 5), &[pistol()])
        .add(1, (5, 18), &[rifle()])
        .start_battle(&[6, 3, 1]);
    assert_eq!(fight.aim(3, 1).0, 40);
    fight.queue_dice(&[71]);
    fight.attack(1, 2, 0, Some(FireMode::Single)).expect("not engaged yet");
    assert!(fight.is(2, StatusKind::InMelee(UnitId(1))), "`CS-MEL-02`");
    fight.end();
    assert_eq!(fight.aim(2, 1).0, 40, "`CS-GUN-02`, `CS-SIM-04`");
    assert_eq!(fight.aim(3, 1), (20, vec!["CS-SIM-01"]));
    fight.blow(2, 1, &[41]);
    fight.end();
    fight.end();
    while fight.acting() != Some(1) {
        fight.end();
    }
    let refusal = fight.attack(1, 2, 0, Some(FireMode::Single)).expect_err("engaged");
    assert_eq!(clause(refusal), "CS-GUN-01");
}

#[test]
fn cs_siz_01_small_targets() {
    let small = super::Sheet { size: 2, ..super::sheet() };
    let small = breachline::rules::Sheet::Circumstances(std::sync::Arc::new(small));
    let mut fight =
        setup().add(0, (1, 1), &[sword()]).add_template(1, (2, 1), small, &[]).start_battle(&[6, 1]);
    assert_eq!(fight.aim(1, 2), (20, vec!["CS-SIZ-01"]));
}
