use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::swan_song::attack::pool::soak_parts;
use crate::swan_song::defence::methods::{DefenceMethod, defence_parts};
use crate::swan_song::test_support::attacks::{
    faces_with_hits, fighter, roll_names, scripted, unpaid_duel, weapon,
};
use crate::swan_song::{FireMode, HitResult, Skill, Weapon, WeaponClass};
use dice::{AnswerPolicy, enumerate, enumerate_unmerged};

fn grenade() -> Weapon {
    let frag = weapon(WeaponClass::Thrown, Skill::Throwing, 10);
    Weapon { blast: 3, explosive: true, ..frag }
}

#[test]
fn ss_def_49_two_dice_less_in_an_area() {
    let mut context = unpaid_duel(grenade());
    Arc::make_mut(&mut context.defender.sheet).attributes.reaction = 4;
    assert_eq!(defence_parts(&context, DefenceMethod::STANDARD).pool(), 5);
    Arc::make_mut(&mut context.weapon).blast = 0;
    assert_eq!(defence_parts(&context, DefenceMethod::STANDARD).pool(), 7);
}

#[rstest]
#[case::ss_def_31_narrow(FireMode::FlechetteNarrow, 6)]
#[case::ss_def_32_medium(FireMode::FlechetteMedium, 4)]
#[case::ss_def_33_wide(FireMode::FlechetteWide, 2)]
fn flechettes(#[case] mode: FireMode, #[case] dice: u32) {
    let mut context = unpaid_duel(weapon(WeaponClass::Ranged, Skill::Longarms, 8));
    Arc::make_mut(&mut context.defender.sheet).attributes.reaction = 4;
    context.mode = Some(mode);
    assert_eq!(defence_parts(&context, DefenceMethod::STANDARD).pool(), dice);
}

#[test]
fn ss_ruling_60_one_attack_roll_and_three_defences() {
    let throw = unpaid_duel(grenade());
    let other = |id| {
        let mut context = throw.clone();
        context.defender = fighter(id, |_| {});
        context.defender.action_points = 0;
        context
    };
    let soak = soak_parts(&throw).pool() as usize;
    let rolls = [
        faces_with_hits(3, 6),
        faces_with_hits(1, 4),
        faces_with_hits(0, soak),
        faces_with_hits(4, 4),
        faces_with_hits(0, 4),
        faces_with_hits(1, soak),
    ];
    let (all, traces) = scripted(&rolls, &[], |table| {
        resolve_area_attack(table, &throw, |_, (missed, _)| {
            assert!(!missed);
            Ok(vec![other(3), other(4)])
        })
    });
    assert_eq!(roll_names(&traces), ["attack", "defence", "soak", "defence", "defence", "soak"]);
    assert_eq!((all.first.damage, all.first.contact), (12, HitResult::Hit));
    let others: Vec<_> = all.others.iter().map(|one| (one.contact, one.damage)).collect();
    assert_eq!(others, [(HitResult::Miss, 0), (HitResult::Hit, 12)], "each soaks the full DV");
}

/// Damage to each target of a blast.
fn harms(blast: &AreaAttackResult) -> Vec<u32> {
    [&blast.first].into_iter().chain(&blast.others).map(|one| one.damage).collect()
}

#[test]
fn ss_ruling_60_combined_odds_include_every_target() {
    let throw = unpaid_duel(grenade());
    let mut other = throw.clone();
    other.defender = fighter(3, |_| {});
    other.defender.action_points = 0;
    let merged = enumerate(AnswerPolicy::first(), |table| {
        resolve_area_attack(table, &throw, |_, _| Ok(vec![other.clone()]))
    });
    let whole = enumerate_unmerged(AnswerPolicy::first(), |table| {
        resolve_area_attack(table, &throw, |_, _| Ok(vec![other.clone()]))
    });
    let [merged, whole] = [merged, whole].map(|all| all.expect("odds").map(harms));
    assert!(merged == whole);
    // Both are hit by one roll, so their damage is correlated.
    assert!(whole.probability(|harms| harms[0] > 0 && harms[1] == 0) > 0.0);
    let both = whole.probability(|harms| harms[0] > 0 && harms[1] > 0);
    let each = [0, 1].map(|at: usize| whole.probability(|harms| harms[at] > 0));
    assert!(both > each[0] * each[1] + 0.01, "{both} of {each:?}");
}
