use rstest::rstest;

use super::*;
use crate::swan_song::test_support::attacks::*;
use crate::swan_song::{AttackResult, BarrierHarm, BarrierOnLine, HitResult, Weapon};
use model::{BarrierId, BarrierSource};

/// A shot of DV 8 at a target behind a wall, six dice each.
fn behind(wall: BarrierOnLine, hidden: u8, took_cover: bool) -> AttackContext {
    let mut context = unpaid_duel(rifle(8));
    context.sight.hidden = hidden;
    context.sight.took_cover = took_cover;
    context.barriers = vec![wall];
    context
}

fn defence_dice(context: &AttackContext) -> usize {
    crate::swan_song::defence::methods::defence_parts(
        context,
        crate::swan_song::defence::methods::DefenceMethod::STANDARD,
    )
    .pool() as usize
}

fn shoot(context: &AttackContext, attack: usize, defence: usize, soak: Option<usize>) -> AttackResult {
    let mut rolls = vec![faces_with_hits(attack, 6), faces_with_hits(defence, defence_dice(context))];
    rolls.extend(soak.map(|soak| faces_with_hits(soak, 1)));
    play_attack(context, &rolls, &[]).0
}

#[test]
fn ss_cover_01_a_tie_hits_through_the_cover() {
    let result = shoot(&behind(wall(7, 2, 4), 40, true), 2, 2, Some(0));
    assert_eq!((result.contact, result.net_hits), (HitResult::Hit, 0));
    assert_eq!(result.barriers, [BarrierHarm { id: BarrierSource::Segment(BarrierId(7)), damage: 1 }]);
}

#[test]
fn ss_cover_02_damage_behind_the_cover() {
    assert_eq!(shoot(&behind(wall(7, 2, 4), 40, true), 2, 2, Some(0)).damage, 7);
}

#[test]
fn ss_cover_03_a_clean_hit_misses_the_cover() {
    let result = shoot(&behind(wall(7, 2, 4), 60, true), 3, 2, Some(0));
    assert_eq!((result.damage, result.barriers), (9, Vec::new()));
}

#[rstest]
#[case::taken(true, HitResult::Hit, Some(0))]
#[case::ss_ruling_19_not_taken(false, HitResult::Graze, None)]
fn ss_cover_04_who_is_in_cover(
    #[case] took_cover: bool,
    #[case] contact: HitResult,
    #[case] soak: Option<usize>,
) {
    assert_eq!(shoot(&behind(wall(7, 2, 4), 40, took_cover), 2, 2, soak).contact, contact);
}

#[test]
fn ss_cover_04_far_and_prone_has_no_barrier() {
    let mut context = unpaid_duel(rifle(8));
    context.defender.prone = true;
    context.sight.distance_squared = 400;
    assert_eq!(defence_dice(&context), 10);
    assert_eq!(shoot(&context, 2, 2, None).contact, HitResult::Graze);
}

#[test]
fn ss_cover_05_totally_hidden() {
    let mut context = behind(wall(7, 2, 4), 100, true);
    let sheet = std::sync::Arc::make_mut(&mut context.attacker.sheet);
    sheet.skills.insert(crate::swan_song::Skill::Longarms, 9);
    let (result, _) =
        play_attack(&context, &[faces_with_hits(4, 6), faces_with_hits(1, 4), faces_with_hits(0, 1)], &[]);
    assert_eq!((result.net_hits, result.damage, result.defended), (3, 10, false));
    assert_eq!(result.barriers, [BarrierHarm { id: BarrierSource::Segment(BarrierId(7)), damage: 1 }]);
}

#[test]
fn ss_cover_06_cover_not_penetrated() {
    let mut context = behind(wall(7, 12, 20), 40, true);
    context.weapon = std::sync::Arc::new(rifle(6));
    let before = context.defender.vitals;
    let result = shoot(&context, 2, 2, None);
    assert_eq!((result.contact, result.vitals, result.barriers), (HitResult::Blocked, before, Vec::new()));
}

#[rstest]
#[case(25, CoverLevel::None)]
#[case(26, CoverLevel::Partial)]
#[case(50, CoverLevel::Partial)]
#[case(51, CoverLevel::Good)]
#[case(99, CoverLevel::Good)]
#[case(100, CoverLevel::Total)]
fn ss_cover_07_share_hidden(#[case] hidden: u8, #[case] cover: CoverLevel) {
    assert_eq!(CoverLevel::from_hidden_percent(hidden), cover);
}

#[test]
fn ss_barr_06_the_barrier_gives_cover() {
    assert_eq!(defence_dice(&behind(wall(7, 2, 4), 60, true)), 10);
}

#[test]
fn ss_barr_08_glass_gives_none_and_09_hides_nothing() {
    let context = behind(pane(7, 4, 6), 0, true);
    assert_eq!(defence_dice(&context), 6);
    assert!(!is_hidden(&context), "SS-BARR-09");
    assert!(crate::swan_song::defence::methods::can_defend(&context), "SS-BARR-09");
}

#[test]
fn ss_barr_10_glass_must_be_penetrated() {
    let context = behind(pane(7, 4, 6), 0, false);
    let result = shoot(&context, 3, 0, Some(0));
    assert_eq!(
        (result.damage, result.barriers),
        (10, vec![BarrierHarm { id: BarrierSource::Segment(BarrierId(7)), damage: 1 }])
    );
    let graze = shoot(&context, 2, 2, None);
    assert_eq!(
        (graze.contact, graze.barriers),
        (HitResult::Graze, vec![BarrierHarm { id: BarrierSource::Segment(BarrierId(7)), damage: 1 }])
    );
    let stopped = shoot(&behind(pane(7, 8, 12), 0, false), 3, 0, None);
    assert_eq!((stopped.contact, stopped.damage), (HitResult::Blocked, 0));
}

#[test]
fn ss_barr_18_in_order_from_the_attacker() {
    let mut context = behind(wall(7, 2, 4), 40, true);
    context.barriers.push(pane(8, 2, 4));
    let result = shoot(&context, 2, 2, Some(0));
    assert_eq!(result.damage, 6, "8 -> 7 -> 6");
    assert_eq!(
        result.barriers,
        [
            BarrierHarm { id: BarrierSource::Segment(BarrierId(7)), damage: 1 },
            BarrierHarm { id: BarrierSource::Segment(BarrierId(8)), damage: 1 }
        ]
    );
}

#[test]
fn ss_atk_31_contact_through_the_cover() {
    let mut context = behind(wall(7, 2, 4), 40, true);
    context.weapon = std::sync::Arc::new(crate::swan_song::Weapon { contact_only: true, ..rifle(8) });
    assert_eq!(shoot(&context, 2, 2, Some(0)).damage, 7);
}

#[test]
fn ss_barr_35_broken_barriers_stop_nothing() {
    let mut context = unpaid_duel(Weapon { contact_only: true, ..rifle(0) });
    context.barriers = vec![BarrierOnLine { damage: 1, ..pane(7, 1, 2) }];
    let result = shoot(&context, 2, 2, Some(0));
    assert_eq!(
        (result.contact, result.damage),
        (HitResult::Graze, 0),
        "nothing to break, nothing to stop it"
    );
    context.barriers[0].damage = 0;
    assert_eq!(shoot(&context, 2, 2, None).contact, HitResult::Blocked);
}
