//! Burning: how it begins, spreads, hurts and ends. Chapter BURN.

use rstest::rstest;

use super::*;
use crate::circumstances::special_action;

#[test]
fn cs_burn_01_burns_at_the_end_of_the_round_past_everything() {
    let mut fight = duel(&[Ailment::Burning]).start_battle(&[6, 1]);
    fight.hexes(1, 2);
    fight.end();
    // Unit 1, beside it, keeps clear of the flames.
    fight.queue_dice(&[40]);
    fight.end();
    assert_eq!((fight.acting(), fight.wounds(2)), (Some(1), 12), "no second burn in another pass");
    // 1d5 of 8 is 4; Toughness does not reduce it.
    fight.queue_dice(&[8]);
    fight.end();
    assert_eq!(fight.wounds(2), 12 - 4);
    assert!(fight.has(2, Ailment::Burning), "`CS-BURN-11`");
}

#[test]
fn cs_burn_04_willpower_and_05_putting_it_out() {
    let mut fight = hexed_duel(&[Ailment::Burning]);
    fight.queue_dice(&[21]);
    fight.does(2, "put_out");
    assert!(fight.has(2, Ailment::Burning), "Agility 40 less 20");
    assert!(
        matches!(
            fight.submit_error(special_action(2, "put_out", None)),
            breachline::battle::OrderError::NotEnoughActionPoints { .. }
        ),
        "`CS-BURN-06`"
    );
    let mut fight = hexed_duel(&[Ailment::Burning]);
    fight.queue_dice(&[20]);
    fight.does(2, "put_out");
    assert!(!fight.has(2, Ailment::Burning));
}

#[test]
fn cs_burn_06_the_price_is_a_switch() {
    let mut fight = duel(&[Ailment::Burning]).switch("cs.extinguish_cost", "half").start_battle(&[6, 1]);
    fight.hex();
    fight.queue_dice(&[21, 20]);
    fight.does(2, "put_out");
    fight.does(2, "put_out");
    assert!(!fight.has(2, Ailment::Burning));
}

#[rstest]
#[case::caught(41, true)]
#[case::clear(40, false)]
fn cs_burn_07_flames_leap_to_neighbours(#[case] roll: u8, #[case] burns: bool) {
    let mut fight = duel(&[Ailment::Burning]).add(0, (8, 5), &[sword()]).start_battle(&[6, 3, 1]);
    fight.hexes(1, 2);
    fight.end();
    while fight.acting() != Some(2) {
        fight.end();
    }
    fight.queue_dice(&[roll]);
    fight.end();
    assert_eq!((fight.has(1, Ailment::Burning), fight.has(3, Ailment::Burning)), (burns, false));
}

#[rstest]
#[case::cs_burn_08_immune(false, false)]
#[case::cs_burn_09_holy(true, true)]
fn immunity_to_fire(#[case] holy: bool, #[case] burns: bool) {
    let mut blade = hexed(&[Ailment::Burning]);
    blade.strike.holy = holy;
    let immune = |sheet: &mut Sheet| sheet.immunities = vec![Element::Fire];
    let mut fight =
        setup().add(0, (5, 5), &[blade]).with(1, (6, 5), immune, &[sword()]).start_battle(&[6, 1]);
    fight.blow(1, 2, &[35, 1]);
    assert_eq!(fight.has(2, Ailment::Burning), burns);
}

#[test]
fn cs_burn_10_water_puts_it_out() {
    let mut fight = duel(&[Ailment::Burning])
        .add(0, (6, 6), &[made_of(Element::Water, sword())])
        .ground(&[(7, 5)], |ground| ground.strike.element = Some(Element::Water))
        .start_battle(&[6, 1, 4]);
    fight.hexes(1, 2);
    let mut again = duel(&[Ailment::Burning])
        .ground(&[(7, 5)], |ground| ground.strike.element = Some(Element::Water))
        .start_battle(&[6, 1]);
    again.hex();
    again.walk(2, &[(7, 5)]).expect("one step");
    again.let_pass();
    assert!(!again.has(2, Ailment::Burning), "a square of water");
    fight.end();
    assert_eq!(fight.acting(), Some(3));
    fight.blow(3, 2, &[35, 1]);
    assert!(!fight.has(2, Ailment::Burning), "a hit with water");
}

#[test]
fn cs_ruling_09_flames_spread_by_turns_and_burn_by_rounds() {
    let burning = |ground: &mut breachline::content::Terrain| {
        ground.strike.inflicts = vec![Infliction::without_test(Ailment::Burning)];
    };
    // 4 + 4 + 6 acts twice in the round, 4 + 4 + 1 once.
    let mut fight = setup()
        .ground(&[(6, 5)], burning)
        .add(0, (5, 5), &[sword()])
        .add(1, (7, 5), &[sword()])
        .start_battle(&[1, 6]);
    let ends_on = |fight: &mut Fight, faces: &[u8]| {
        fight.queue_dice(faces);
        fight.end();
        while !fight.asked().is_empty() {
            fight.answer("stay_out");
        }
        assert_eq!(fight.dice_left(), 0, "every face is used");
    };
    fight.walk(2, &[(6, 5)]).expect("into the flames");
    // Its neighbour passes the test at the end of each of its phases; the flames burn it once, 1d5 of 7.
    ends_on(&mut fight, &[20]);
    ends_on(&mut fight, &[]);
    assert_eq!((fight.acting(), fight.round()), (Some(2), (1, 2)));
    assert_eq!(fight.wounds(2), 12);
    ends_on(&mut fight, &[20, 7]);
    assert_eq!((fight.wounds(2), fight.has(1, Ailment::Burning)), (12 - 4, false));
}
