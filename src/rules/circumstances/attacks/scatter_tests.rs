//! Where missed explosives and throws go off. Chapter SCA.

use rstest::rstest;

use crate::circumstances::DamageDice;
use crate::circumstances::Weapon;
use crate::circumstances::attacks::blast;
use crate::circumstances::test_fixtures::*;
use crate::ground::scatter::*;

fn end(attacker: (i32, i32), target: (i32, i32), d10: u32, squares: u32) -> (i32, i32) {
    let place = |(east, north)| CellOffset::new(east, north);
    let path = scatter_path(place(attacker), place(target), Scatter { turn: turn_octants(d10), squares });
    let last = path.last().expect("the target spot at least");
    (last.east, last.north)
}

#[test]
fn cs_sca_03_direction_from_the_target_spot() {
    assert_eq!(end((10, 0), (10, 8), 3, 4), (14, 12));
    assert_eq!(end((0, 5), (8, 5), 8, 2), (6, 5));
}

#[test]
fn cs_sca_03_table_cs_t5() {
    let vectors = [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (-1, -1), (0, -1), (1, -1), (1, -1)];
    for (d10, vector) in (1..).zip(vectors) {
        assert_eq!(end((0, -5), (0, 0), d10, 1), vector, "d10 = {d10}");
    }
}

#[rstest]
#[case::own_square((0, 0), 0)]
#[case::nearly_north((2, 5), 0)]
#[case::nearer_the_diagonal((3, 5), 1)]
#[case::east((5, -2), 2)]
#[case::south_east((4, -5), 3)]
#[case::south((0, -1), 4)]
#[case::south_west((-3, -3), 5)]
#[case::west((-9, 3), 6)]
#[case::north_west((-5, 4), 7)]
fn cs_sca_03_nearest_octant(#[case] (east, north): (i32, i32), #[case] nearest: u8) {
    assert_eq!(nearest_octant(CellOffset::new(east, north)), nearest);
}

#[test]
fn cs_ruling_10_near_results_are_commoner() {
    assert_eq!(turn_octants(6), turn_octants(7));
    assert_eq!(turn_octants(9), turn_octants(10));
}

#[test]
fn cs_sca_01_a_missed_blast_weapon_scatters() {
    let launched = launch(Weapon { blast: 3, magazine: 1, ..autogun() }, 41, &[2, 6]);
    assert_eq!(launched.landing, blast::BlastLanding::Scattered(Scatter { turn: 0, squares: 3 }));
}

#[test]
fn cs_sca_05_a_blast_weapon_scatters_by_degrees() {
    let mut launcher = autogun();
    (launcher.blast, launcher.magazine) = (3, 1);
    // T 40, roll 60: 2 degrees of failure; 1d5 = 3.
    let launched = launch(launcher, 60, &[2, 6]);
    assert_eq!(launched.landing, blast::BlastLanding::Scattered(Scatter { turn: 0, squares: 5 }));
}

fn launch(weapon: crate::circumstances::Weapon, roll: u8, dice: &[u8]) -> blast::LaunchResult {
    let context = attack_context(weapon);
    let context = blast::LaunchContext {
        attacker: context.attacker,
        target: None,
        sight: sight(context.weapon.range),
        weapon: context.weapon,
        loaded: context.loaded,
        surroundings: context.surroundings,
        engaged: false,
        opponents: context.opponents,
        switches: context.switches,
    };
    let faces: Vec<u8> = [&[roll], dice].concat();
    play_script(&faces, &[], |table| blast::resolve_launch(table, &context)).0
}

#[test]
fn cs_sca_02_a_missed_throw_scatters() {
    let result = play_result(&attack_context(knife()), &[41, 5, 3]);
    assert_eq!(result.scatter, Some(Scatter { turn: 2, squares: 2 }));
    assert_eq!(play_result(&attack_context(knife()), &[40, 1]).scatter, None);
    assert_eq!(play_result(&attack_context(autogun()), &[41]).scatter, None, "a bullet is gone");
}

#[test]
fn cs_sca_04_a_throw_moves_1d5_whatever_was_rolled() {
    // T 40, roll 80: 4 degrees of failure; 1d5 = 3.
    let launched = launch(grenade(2), 80, &[1, 5]);
    assert_eq!(launched.landing, blast::BlastLanding::Scattered(Scatter { turn: 7, squares: 3 }));
    let knife = play_result(&attack_context(knife()), &[80, 1, 5]);
    assert_eq!(knife.scatter, Some(Scatter { turn: 7, squares: 3 }));
}

#[test]
fn cs_sca_06_centred_on_the_final_square() {
    let landing = end((0, 5), (8, 5), 8, 2);
    let is_caught = |(east, north)| {
        blast::is_in_blast(
            CellOffset::new(landing.0, landing.1),
            &grenade(2),
            CellOffset::new(east, north),
            || true,
        )
    };
    let units = [(8, 5), (6, 7), (7, 7), (9, 5), (5, 4)];
    assert_eq!(units.map(is_caught), [true, true, false, false, true]);
}

#[test]
fn cs_sca_07_a_scattered_knife_hits_no_one() {
    let result = play_result(&attack_context(knife()), &[41, 5, 3]);
    assert_eq!((result.harm.hits, result.harm.damage), (0, 0));
    assert_eq!(result.harm.condition, attack_context(knife()).defender.condition);
    assert_eq!(result.loaded.rounds, 1, "it lies there");
}

#[test]
fn cs_sca_08_walls_and_edges_stop_it() {
    let path = scatter_path(CellOffset::new(0, 0), CellOffset::new(5, 0), Scatter { turn: 0, squares: 4 });
    assert_eq!(path.len(), 5);
    let wall_after_two = |_: CellOffset, to: CellOffset| to.east <= 7;
    assert_eq!(scatter_end(&path, wall_after_two), Some(CellOffset::new(7, 0)));
    assert_eq!(scatter_end(&path, |_, _| true), Some(CellOffset::new(9, 0)));
    assert_eq!(scatter_end(&path, |_, _| false), Some(CellOffset::new(5, 0)));
}

#[test]
fn cs_sca_09_scatter_after_a_jam() {
    let mut gun = autogun();
    gun.blast = 2;
    gun.damage = DamageDice::d10(1, 0);
    let jammed = |context: &blast::LaunchContext, faces: &[u8]| {
        play_script(faces, &[], |table| blast::resolve_launch(table, context)).0
    };
    let base = attack_context(gun);
    let mut launcher = blast::LaunchContext {
        attacker: fighter(1, |sheet| sheet.characteristics.ballistic_skill = 60),
        target: None,
        sight: sight(60),
        weapon: base.weapon,
        loaded: base.loaded,
        surroundings: base.surroundings,
        engaged: false,
        opponents: base.opponents,
        switches: base.switches,
    };
    let result = jammed(&launcher, &[96, 2, 2]);
    assert_eq!(result.landing, blast::BlastLanding::Scattered(Scatter { turn: 0, squares: 1 + 3 }));
    assert!(result.loaded.jammed);
    launcher.attacker = fighter(1, |sheet| sheet.characteristics.ballistic_skill = 100);
    launcher.sight = sight(3);
    assert_eq!(launcher.target_number().number, 130);
    let result = jammed(&launcher, &[97, 2, 2]);
    assert_eq!(result.landing, blast::BlastLanding::Scattered(Scatter { turn: 0, squares: 1 }));
}
