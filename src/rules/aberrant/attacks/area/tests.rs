use rstest::rstest;

use super::*;
use crate::HitResult;
use crate::aberrant::attacks::defence::{DefenceError, DefenceKind, defence_options, may_defend};
use crate::aberrant::test_fixtures::*;
use crate::aberrant::{Ability, MovementRates, WeaponClass};
use crate::status::{ActiveAilment, Ailment, StatusEnd};
use crate::test_barriers::intact_wall;
use dice::{AnswerPolicy, enumerate, enumerate_unmerged};

const SOMEWHERE: Cell = Cell::new(40, 20);

fn bomb(area: u8) -> Weapon {
    let thrown = Weapon { class: WeaponClass::Thrown, mass_g: 500, ..weapon("12L") };
    Weapon { area, skill: Ability::Throwing, ..thrown }
}

/// Six attack dice against a target that dodges with five.
fn blast_context(area: u8, secondary: bool, escape: Option<Cell>) -> AttackContext {
    let mut context = defending(duel(bomb(area)));
    context.blast = Some(BlastExposure { secondary, escape, offset: (0, 0) });
    context
}

#[rstest]
#[case::ab_area_01_inside(6, 8, true)]
#[case::ab_area_01_on_the_rim(0, 10, true)]
#[case::ab_area_01_outside(8, 7, false)]
fn ten_metres(#[case] x: u32, #[case] y: u32, #[case] inside: bool) {
    assert_eq!(dice_pool::is_within(x * x + y * y, radius_m(1)), inside);
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
    let context = blast_context(area, false, Some(SOMEWHERE));
    assert_eq!(
        crate::aberrant::attacks::defence::defence_difficulty(&context, DefenceKind::Dodge).sum(),
        difficulty
    );
}

#[test]
fn ab_area_01_automatic_hit_without_a_dodge() {
    let mut context = blast_context(1, false, Some(SOMEWHERE));
    context.defender.effort.full_defence = false;
    let (result, _) = play_attack(&context, &[hit_faces(1, 6), hit_faces(3, 12)], &[]);
    assert_eq!((result.contact, result.levels), (HitResult::Hit, 3));
}

#[test]
fn ab_area_04_each_unit_in_the_area_dodges_separately() {
    let (first, other) = (blast_context(1, false, Some(SOMEWHERE)), blast_context(1, true, Some(SOMEWHERE)));
    let rule =
        |table: &mut dice::ScriptedTable| resolve_area_attack(table, &first, &[], |_| vec![other.clone()]);
    // The first escapes with 3 of its 5 dice at +1, the second does not with 2.
    let rolls = [hit_faces(2, 6), hit_faces(3, 5), hit_faces(2, 5), hit_faces(4, 12)];
    let (blast, traces) = scripted(&rolls, &["dodge", "dodge"], rule);
    assert_eq!(roll_sizes(&traces), [("attack", 6), ("defence", 5), ("defence", 5), ("damage", 12)]);
    assert_eq!((blast.first.contact, blast.others[0].levels), (HitResult::Miss, 4));
}

#[test]
fn ab_area_04_nothing_goes_off_without_a_success() {
    let (first, other) = (blast_context(1, false, None), blast_context(1, true, None));
    let rule =
        |table: &mut dice::ScriptedTable| resolve_area_attack(table, &first, &[], |_| vec![other.clone()]);
    let (blast, _) = scripted(&[hit_faces(0, 6)], &[], rule);
    assert_eq!((blast.first.contact, blast.others.len()), (HitResult::Miss, 0));
}

fn aimed_at_the_ground(rolls: &[Vec<u8>], metres: u32, scatters: bool) -> BlastPlacement {
    let context = at_range(metres, duel(bomb(1)));
    let switches = Switches { area_scatter: scatters, ..Switches::default() };
    let ground = GroundAttackContext {
        attacker: &context.attacker,
        weapon: &context.weapon,
        sight: context.sight,
        replacement: false,
        impaired: false,
        rolled: None,
        switches: &switches,
    };
    scripted(rolls, &[], |table| ground.place_blast(table)).0
}

#[rstest]
#[case::ab_area_05_one_success(1, 10, BlastPlacement::OnTarget { net: 1 })]
#[case::ab_area_05_none(0, 10, BlastPlacement::Missed)]
#[case::ab_area_05_range_counts(2, 20, BlastPlacement::Missed)]
#[case::ab_area_05_three_at_medium_range(3, 20, BlastPlacement::OnTarget { net: 1 })]
fn on_the_ground(#[case] successes: usize, #[case] metres: u32, #[case] placed: BlastPlacement) {
    assert_eq!(aimed_at_the_ground(&[hit_faces(successes, 6)], metres, false), placed);
}

#[rstest]
#[case::ab_area_05_scatters_east(&[3, 4], BlastPlacement::Scattered { east: 4, south: 0 })]
#[case::ab_area_05_directions_are_rerolled(&[9, 10, 6, 2], BlastPlacement::Scattered { east: -2, south: 2 })]
fn astray(#[case] faces: &[u8], #[case] placed: BlastPlacement) {
    assert_eq!(aimed_at_the_ground(&[hit_faces(0, 6), faces.to_vec()], 10, true), placed);
}

/// One of eight directions and ten distances: no success with six dice, 729 of 15625, in 80 ways.
#[test]
fn ab_area_05_the_odds_of_a_scatter_know_rerolls() {
    let context = at_range(10, duel(bomb(1)));
    let odds = |area_scatter| {
        let switches = Switches { area_scatter, ..Switches::default() };
        let ground = GroundAttackContext {
            attacker: &context.attacker,
            weapon: &context.weapon,
            sight: context.sight,
            replacement: false,
            impaired: false,
            rolled: None,
            switches: &switches,
        };
        ground.placement_odds().expect("odds")
    };
    let (off, on) = (odds(false), odds(true));
    let four_east = BlastPlacement::Scattered { east: 4, south: 0 };
    assert_eq!(on.fraction(|at| *at == four_east), ("729".into(), "1250000".into()));
    assert_eq!(on.fraction(|at| *at == BlastPlacement::Missed), ("0".into(), "1".into()));
    assert_eq!(off.fraction(|at| *at == BlastPlacement::Missed), ("729".into(), "15625".into()));
    let hit = |at: &BlastPlacement| *at == BlastPlacement::OnTarget { net: 2 };
    assert_eq!(on.fraction(hit), off.fraction(hit));
}

#[test]
fn ab_obj_11_levels_that_break_nothing_open_nothing() {
    let rows = drywall(&bomb(1), 8);
    assert_eq!([0, 6, 7, 12].map(|levels| rows[0].opening_levels(levels)), [0, 0, 7, 7]);
}

#[rstest]
#[case::ab_area_06_evaded(3, HitResult::Miss)]
#[case::ab_area_06_hit(2, HitResult::Hit)]
fn dodging_a_placed_burst(#[case] successes: usize, #[case] contact: HitResult) {
    let context = blast_context(2, true, Some(SOMEWHERE));
    let rule =
        |table: &mut dice::ScriptedTable| resolve_secondary_hits(table, 2, std::slice::from_ref(&context));
    let mut rolls = vec![hit_faces(successes, 5)];
    rolls.extend((contact == HitResult::Hit).then(|| hit_faces(1, 12)));
    assert_eq!(scripted(&rolls, &["dodge"], rule).0[0].contact, contact);
}

#[test]
fn ab_area_07_no_dice_for_successes() {
    let mut context = blast_context(2, false, None);
    context.defender.effort.full_defence = false;
    let (result, traces) = play_attack(&context, &[hit_faces(6, 6), hit_faces(2, 12)], &[]);
    assert_eq!((result.raw, roll_sizes(&traces)[1]), (12, ("damage", 12)));
}

#[rstest]
#[case::ab_area_08_secondary(true, 6)]
#[case::ab_area_08_primary(false, 3)]
fn tactics(#[case] secondary: bool, #[case] dice: u32) {
    let mut context = blast_context(1, secondary, Some(SOMEWHERE));
    edit_sheet(&mut context.defender, |sheet| {
        sheet.dexterity = 2;
        sheet.abilities = [(Ability::Athletics, 1), (Ability::Tactics, 3)].into();
    });
    assert_eq!(defence_options(&context)[0].parts.pool(), dice);
}

#[rstest]
#[case::ab_area_09_no_way_out(None, Err(DefenceError::Trapped))]
#[case::ab_area_09_a_way_out(Some(SOMEWHERE), Ok(()))]
fn ways_out(#[case] escape: Option<Cell>, #[case] may: Result<(), DefenceError>) {
    assert_eq!(may_defend(&blast_context(5, false, escape), DefenceKind::Dodge).map(|_| ()), may);
}

fn speed(metres: u32, straight: bool) -> Option<EscapeSpeed> {
    Some(EscapeSpeed { metres, straight })
}

#[test]
fn ab_area_09_the_fastest_mode() {
    let on_foot = fighter(1, |sheet| sheet.moves.run = Some(20));
    assert_eq!(escape_speed(&on_foot, Crawl::Half), speed(4 + 20 + 2, false));
    let moves = MovementRates { fly: Some(60), ..MovementRates::default() };
    let flier = fighter(1, |sheet| sheet.moves = moves);
    assert_eq!(escape_speed(&flier, Crawl::Half), speed(60, true));
}

#[rstest]
#[case::half_its_walk(Crawl::Half, 2)]
#[case::its_walk(Crawl::Full, 4)]
#[case::not_at_all(Crawl::None, 0)]
fn ab_area_09_a_prone_unit_only_crawls(#[case] crawl: Crawl, #[case] metres: u32) {
    let mut prone = fighter(1, |sheet| sheet.moves.run = Some(20));
    prone.prone = true;
    assert_eq!(escape_speed(&prone, crawl), speed(metres, false));
    edit_sheet(&mut prone, |sheet| sheet.moves.teleport = Some(30));
    assert_eq!(escape_speed(&prone, crawl), speed(30, true));
}

#[test]
fn ab_area_09_ailments_that_forbid_movement() {
    let suffers = |ailment| {
        let mut unit = fighter(1, |sheet| (sheet.moves.run, sheet.moves.fly) = (Some(20), Some(60)));
        let until = StatusEnd::Removed;
        unit.ailments = vec![ActiveAilment { ailment, part: None, by: None, strength: 0, until }];
        escape_speed(&unit, Crawl::Half)
    };
    assert_eq!(suffers(Ailment::Immobilised), None);
    assert_eq!(suffers(Ailment::Blinded), speed(60, true));
}

/// A row of drywall, as a blast of `weapon` meets it.
fn drywall(weapon: &Weapon, damage: u32) -> Vec<ObjectsInBlast> {
    let wall = BarrierOnLine { damage, ..intact_wall(3, "drywall", (2, 4)) };
    ObjectsInBlast::by_row(weapon, [(wall, ObstaclePosition::Square(SOMEWHERE))].iter())
}

#[test]
fn ab_area_01_a_wall_that_the_blast_breaks_gives_no_shelter() {
    let (first, behind) = (blast_context(1, false, None), blast_context(1, true, None));
    // 12 dice less armour 2; the wall has lost 8 of 15 levels.
    let rows = drywall(&bomb(1), 8);
    let blast = |levels: usize| {
        let behind = behind.clone();
        let rolls = [hit_faces(1, 6), hit_faces(0, 12), hit_faces(levels, 10), hit_faces(3, 12)];
        let others = |taken: &[u32]| if taken[0] >= 7 { vec![behind] } else { Vec::new() };
        let rolls = &rolls[..if levels >= 7 { 4 } else { 3 }];
        scripted(rolls, &[], |table| resolve_area_attack(table, &first, &rows, others)).0
    };
    let open = blast(7);
    assert_eq!((open.objects, open.others[0].levels), (vec![7], 3));
    let closed = blast(6);
    assert_eq!((closed.objects, closed.others.len()), (vec![6], 0));
}

#[test]
fn ab_obj_11_what_a_blast_leaves_of_a_wall() {
    let rows = drywall(&bomb(1), 8);
    let damaged = |levels| rows[0].damaged(levels).map(|(_, taken)| taken).collect::<Vec<_>>();
    assert_eq!((damaged(0), damaged(5), damaged(9)), (vec![], vec![5], vec![7]));
    assert_eq!((rows[0].opened(6).count(), rows[0].opened(7).count()), (0, 1));
    assert!(drywall(&bomb(1), 15).is_empty(), "a hole is no wall");
}

#[rstest]
#[case::lethal("12L", 0, Some(10))]
#[case::ab_ap_01_pierced("12L", 2, Some(12))]
#[case::ab_obj_09_stun("12S", 0, None)]
#[case::ab_emp_02_pulses("12E", 0, None)]
fn ab_obj_09_dice_of_a_blast_against_a_wall(
    #[case] damage: &str,
    #[case] ap: u32,
    #[case] dice: Option<u32>,
) {
    let weapon = Weapon { damage: damage.parse().expect("damage"), ap, ..bomb(1) };
    assert_eq!(drywall(&weapon, 0)[0].roll.map(|roll| roll.dice), dice);
}

#[test]
fn ab_dodge_09_dodging_needs_a_square_to_escape_to() {
    let mut context = blast_context(1, true, None);
    edit_sheet(&mut context.defender, |sheet| sheet.mega_dexterity = 3);
    assert_eq!(may_defend(&context, DefenceKind::Dodge), Err(DefenceError::Trapped));
    assert_eq!(may_defend(&context, DefenceKind::Parry), Err(DefenceError::OnlyMeleeParried));
}

#[test]
fn ab_ruling_37_combined_odds_include_every_target() {
    let small = |secondary| {
        let mut context = blast_context(1, secondary, Some(SOMEWHERE));
        context.weapon = std::sync::Arc::new(Weapon { damage: "4L".parse().expect("damage"), ..bomb(1) });
        context
    };
    let (first, others) = (small(false), [small(true), small(true)]);
    let merged = enumerate(AnswerPolicy::first(), |table| {
        resolve_area_attack(table, &first, &[], |_| others.to_vec())
    });
    let whole = enumerate_unmerged(AnswerPolicy::first(), |table| {
        resolve_area_attack(table, &first, &[], |_| others.to_vec())
    });
    let harms = |blast: &AreaAttackResult| {
        [&blast.first].into_iter().chain(&blast.others).map(|one| one.levels).collect::<Vec<_>>()
    };
    let [merged, whole] = [merged, whole].map(|all| all.expect("odds").map(harms));
    assert!(merged == whole);
}
