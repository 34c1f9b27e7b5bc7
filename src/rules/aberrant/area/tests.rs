use rstest::rstest;

use super::super::defence::{NoDefence, Way, defence_options, may_defend};
use super::super::fixtures::*;
use super::super::{Ability, Moves, WeaponClass};
use super::*;
use crate::Contact;
use dice::{Policy, enumerate, enumerate_unmerged};

const SOMEWHERE: Square = Square { x: 40, y: 20 };

fn bomb(area: u8) -> Weapon {
    let thrown = Weapon { class: WeaponClass::Thrown, mass_g: 500, ..weapon("12L") };
    Weapon { area, skill: Ability::Throwing, ..thrown }
}

/// Six attack dice against somebody who dodges with five.
fn burst(area: u8, secondary: bool, escape: Option<Square>) -> AttackScene {
    let mut scene = defending(duel(bomb(area)));
    scene.burst = Some(Burst { secondary, escape });
    scene
}

#[rstest]
#[case::ab_area_01_inside(6, 8, true)]
#[case::ab_area_01_on_the_rim(0, 10, true)]
#[case::ab_area_01_outside(8, 7, false)]
fn ten_metres(#[case] x: u32, #[case] y: u32, #[case] inside: bool) {
    assert_eq!(base::within(x * x + y * y, radius_m(1)), inside);
}

#[rstest]
#[case::ab_area_02_one(1, 10)]
#[case::ab_area_02_five(5, 50)]
fn radius(#[case] area: u8, #[case] metres: u32) {
    assert_eq!(radius_m(area), metres);
}

#[rstest]
#[case::ab_area_03_one(1, 1)]
#[case::ab_area_03_two(2, 1)]
#[case::ab_area_03_three(3, 2)]
#[case::ab_area_03_five(5, 3)]
fn harder(#[case] area: u8, #[case] difficulty: i32) {
    assert_eq!(dodge_difficulty(area), difficulty);
    let scene = burst(area, false, Some(SOMEWHERE));
    assert_eq!(super::super::defence::difficulty(&scene, Way::Dodge).sum(), difficulty);
}

#[test]
fn ab_area_01_automatic_hit_without_a_dodge() {
    let mut scene = burst(1, false, Some(SOMEWHERE));
    scene.defender.effort.full_defence = false;
    let (result, _) = play(&scene, &[hits(1, 6), hits(3, 12)], &[]);
    assert_eq!((result.contact, result.levels), (Contact::Hit, 3));
}

#[test]
fn ab_area_04_each_dodges_for_itself() {
    let (first, other) = (burst(1, false, Some(SOMEWHERE)), burst(1, true, Some(SOMEWHERE)));
    let rule = |table: &mut dice::Scripted| blast(table, &first, std::slice::from_ref(&other));
    // The first gets away with 3 of its 5 dice at +1, the other one does not with 2.
    let rolls = [hits(2, 6), hits(3, 5), hits(2, 5), hits(4, 12)];
    let (blast, traces) = scripted(&rolls, &["dodge", "dodge"], rule);
    assert_eq!(rolled(&traces), [("attack", 6), ("defence", 5), ("defence", 5), ("damage", 12)]);
    assert_eq!((blast.first.contact, blast.others[0].levels), (Contact::Miss, 4));
}

#[test]
fn ab_area_04_nothing_goes_off_without_a_success() {
    let (first, other) = (burst(1, false, None), burst(1, true, None));
    let rule = |table: &mut dice::Scripted| blast(table, &first, std::slice::from_ref(&other));
    let (blast, _) = scripted(&[hits(0, 6)], &[], rule);
    assert_eq!((blast.first.contact, blast.others.len()), (Contact::Miss, 0));
}

fn aimed_at_the_ground(rolls: &[Vec<u8>], metres: u32, scatters: bool) -> Placed {
    let scene = at(metres, duel(bomb(1)));
    let switches = Switches { area_scatter: scatters, ..Switches::default() };
    let ground = GroundScene {
        attacker: &scene.attacker,
        weapon: &scene.weapon,
        sight: scene.sight,
        replacement: false,
        impaired: false,
        switches: &switches,
    };
    scripted(rolls, &[], |table| ground.place(table)).0
}

#[rstest]
#[case::ab_area_05_one_success(1, 10, Placed::There { net: 1 })]
#[case::ab_area_05_none(0, 10, Placed::Nowhere)]
#[case::ab_area_05_range_counts(2, 20, Placed::Nowhere)]
fn on_the_ground(#[case] successes: usize, #[case] metres: u32, #[case] placed: Placed) {
    assert_eq!(aimed_at_the_ground(&[hits(successes, 6)], metres, false), placed);
}

#[rstest]
#[case::ab_area_05_scatters_east(&[3, 4], Placed::Aside { east: 4, south: 0 })]
#[case::ab_area_05_directions_are_rerolled(&[9, 10, 6, 2], Placed::Aside { east: -2, south: 2 })]
fn astray(#[case] faces: &[u8], #[case] placed: Placed) {
    assert_eq!(aimed_at_the_ground(&[hits(0, 6), faces.to_vec()], 10, true), placed);
}

#[rstest]
#[case::ab_area_06_evaded(3, Contact::Miss)]
#[case::ab_area_06_hit(2, Contact::Hit)]
fn dodging_a_placed_burst(#[case] successes: usize, #[case] contact: Contact) {
    let scene = burst(2, true, Some(SOMEWHERE));
    let rule = |table: &mut dice::Scripted| engulf(table, 2, std::slice::from_ref(&scene));
    let mut rolls = vec![hits(successes, 5)];
    rolls.extend((contact == Contact::Hit).then(|| hits(1, 12)));
    assert_eq!(scripted(&rolls, &["dodge"], rule).0[0].contact, contact);
}

#[test]
fn ab_area_07_no_dice_for_successes() {
    let mut scene = burst(2, false, None);
    scene.defender.effort.full_defence = false;
    let (result, traces) = play(&scene, &[hits(6, 6), hits(2, 12)], &[]);
    assert_eq!((result.raw, rolled(&traces)[1]), (12, ("damage", 12)));
}

#[rstest]
#[case::ab_area_08_secondary(true, 6)]
#[case::ab_area_08_primary(false, 3)]
fn tactics(#[case] secondary: bool, #[case] dice: u32) {
    let mut scene = burst(1, secondary, Some(SOMEWHERE));
    change(&mut scene.defender, |sheet| {
        sheet.dexterity = 2;
        sheet.abilities = [(Ability::Athletics, 1), (Ability::Tactics, 3)].into();
    });
    assert_eq!(defence_options(&scene)[0].parts.pool(), dice);
}

#[rstest]
#[case::ab_area_09_no_way_out(None, Err(NoDefence::Trapped))]
#[case::ab_area_09_a_way_out(Some(SOMEWHERE), Ok(()))]
fn ways_out(#[case] escape: Option<Square>, #[case] may: Result<(), NoDefence>) {
    assert_eq!(may_defend(&burst(5, false, escape), Way::Dodge).map(|_| ()), may);
}

#[test]
fn ab_area_09_the_fastest_mode() {
    let on_foot = fighter(1, |sheet| sheet.moves.run = Some(20));
    assert_eq!(haste(&on_foot), Haste { metres: 4 + 20 + 2, straight: false });
    let moves = Moves { fly: Some(60), ..Moves::default() };
    let flier = fighter(1, |sheet| sheet.moves = moves);
    assert_eq!(haste(&flier), Haste { metres: 60, straight: true });
}

#[test]
fn ab_dodge_09_nobody_dodges_on_the_spot() {
    let mut scene = burst(1, true, None);
    change(&mut scene.defender, |sheet| sheet.mega_dexterity = 3);
    assert_eq!(may_defend(&scene, Way::Dodge), Err(NoDefence::Trapped));
    assert_eq!(may_defend(&scene, Way::Parry), Err(NoDefence::NotByHand));
}

#[test]
fn ab_ruling_37_odds_of_all_together_forget_nobody() {
    let small = |secondary| {
        let mut scene = burst(1, secondary, Some(SOMEWHERE));
        scene.weapon = std::sync::Arc::new(Weapon { damage: "4L".parse().expect("damage"), ..bomb(1) });
        scene
    };
    let (first, others) = (small(false), [small(true), small(true)]);
    let merged = enumerate(Policy::first(), |table| blast(table, &first, &others));
    let whole = enumerate_unmerged(Policy::first(), |table| blast(table, &first, &others));
    let harms = |blast: &Blast| {
        [&blast.first].into_iter().chain(&blast.others).map(|one| one.levels).collect::<Vec<_>>()
    };
    let [merged, whole] = [merged, whole].map(|all| all.expect("odds").map(harms));
    assert!(merged == whole);
}
