//! Tests of damage: wounds, a full track, dazing.

use rstest::rstest;

use super::*;
use crate::DownState;
use crate::aberrant::Fighter;
use crate::aberrant::Weapon;
use crate::aberrant::health::dazing::{RoundRange, TurnDamage};
use crate::aberrant::health::health_track::{DamageMarks, LifeStatus};
use crate::aberrant::test_fixtures::*;
use dice::{Interrupt, ScriptedTable, Trace};
use model::UnitId;

/// Resolves an attack with this many successes on six dice, then the damage dice.
fn strike(context: &AttackContext, successes: usize, damage: &[u8]) -> AttackResult {
    play_attack(context, &[hit_faces(successes, 6), damage.to_vec()], &[]).0
}

#[test]
fn ab_track_06_wounds_hinder_attacks_and_not_damage() {
    let mut context = duel(blade("6L"));
    context.attacker.condition.marks = DamageMarks { lethal: 4, ..DamageMarks::default() };
    let (_, traces) = play_attack(&context, &[hit_faces(1, 4), hit_faces(0, 6)], &[]);
    assert_eq!(roll_sizes(&traces), [("attack", 4), ("damage", 6)]);
}

#[test]
fn ab_track_07_out_of_action() {
    let mut context = duel(blade("2B"));
    context.defender.condition.marks = DamageMarks { bashing: 6, ..DamageMarks::default() };
    let result = strike(&context, 1, &[9, 1]);
    assert_eq!((result.down, result.knocked_down), (Some(DownState::Unconscious), true));
    assert_eq!(result.condition.life_status(&context.defender.sheet), LifeStatus::Incapacitated);
    context.defender.prone = true;
    assert!(!strike(&context, 1, &[9, 1]).knocked_down, "lies there already");
}

#[test]
fn ab_track_09_a_switch_stops_bashing_damage_at_a_full_track() {
    let mut context = duel(blade("3B"));
    context.defender.condition.marks = DamageMarks { bashing: 6, ..DamageMarks::default() };
    let upgraded = strike(&context, 1, &[9, 9, 9]).condition.marks;
    assert_eq!((upgraded.lethal, upgraded.bashing), (2, 5));
    with_switch(&mut context, "ab.bashing_overflow", "stop");
    let result = strike(&context, 1, &[9, 9, 9]);
    let marks = &result.condition.marks;
    assert_eq!((marks.lethal, marks.bashing, result.levels, result.condition.turn.levels), (0, 7, 3, 1));
}

/// A defender with Stamina 3 and no soak, hit for this many lethal levels.
fn hit_for(levels: usize, change_defender: impl FnOnce(&mut Fighter)) -> AttackContext {
    let mut context = duel(Weapon { unsoakable: true, ..blade(&format!("{levels}L")) });
    edit_sheet(&mut context.defender, |sheet| sheet.stamina = 3);
    change_defender(&mut context.defender);
    context
}

#[rstest]
#[case::ab_daze_01_three(3, None, None)]
#[case::ab_daze_01_four(4, Some((2, 2)), None)]
#[case::ab_daze_02_six(6, Some((2, 2)), None)]
#[case::ab_daze_02_seven(7, None, Some((2, 2)))]
fn dazing(#[case] levels: usize, #[case] dazed: Option<(u32, u32)>, #[case] lost: Option<(u32, u32)>) {
    let result = strike(&hit_for(levels, |_| {}), 1, &hit_faces(levels, levels));
    let rounds = |pair: Option<(u32, u32)>| pair.map(|(first, last)| RoundRange { first, last });
    assert_eq!((result.condition.dazed, result.condition.lost_rounds), (rounds(dazed), rounds(lost)));
}

#[test]
fn ab_daze_03_two_hits_in_one_turn() {
    let mut context = hit_for(2, |_| {});
    context.defender.condition = strike(&context, 1, &hit_faces(2, 2)).condition;
    assert_eq!(context.defender.condition.dazed, None);
    assert!(strike(&context, 1, &hit_faces(2, 2)).condition.dazed.is_some());
    context.defender.round = 2;
    assert_eq!(strike(&context, 1, &hit_faces(2, 2)).condition.dazed, None, "in two rounds");
}

#[test]
fn ab_stun_05_stun_levels_take_the_turn() {
    let mut context = duel(Weapon { unsoakable: true, ..blade("5S") });
    edit_sheet(&mut context.defender, |sheet| sheet.stamina = 2);
    let condition = strike(&context, 1, &hit_faces(5, 5)).condition;
    assert_eq!((condition.marks.stun, condition.lost_rounds), (5, Some(RoundRange { first: 2, last: 2 })));
}

#[test]
fn ab_daze_04_a_dazed_shot() {
    let mut context = duel(rifle("1L"));
    context.attacker.condition.dazed = Some(RoundRange { first: 1, last: 1 });
    assert_eq!(strike(&context, 2, &[]).contact, HitResult::Miss);
    assert_eq!(strike(&context, 3, &[9]).contact, HitResult::Hit);
}

#[test]
fn ab_daze_08_powering_through() {
    let strong = |unit: &mut Fighter| edit_sheet(unit, |sheet| (sheet.stamina, sheet.willpower) = (2, 5));
    let context = hit_for(5, strong);
    let rolls = [hit_faces(1, 6), hit_faces(5, 5)];
    let powered_through = play_attack(&context, &rolls, &["power"]).0.condition;
    assert_eq!(
        (powered_through.dazed.is_some(), powered_through.lost_rounds, powered_through.willpower),
        (true, None, 4)
    );
    let yielded = play_attack(&context, &rolls, &["yield"]).0.condition;
    assert_eq!((yielded.dazed, yielded.lost_rounds.is_some(), yielded.willpower), (None, true, 5));
    let context = hit_for(4, strong);
    let powered_through = play_attack(&context, &[hit_faces(1, 6), hit_faces(4, 4)], &["power"]).0.condition;
    assert_eq!((powered_through.dazed, powered_through.willpower), (None, 4));
}

#[test]
fn ab_daze_08_a_later_hit_says_why_willpower_is_not_asked_for_again() {
    let noted = |powered_through| {
        let mut context =
            hit_for(4, |unit| edit_sheet(unit, |sheet| (sheet.stamina, sheet.willpower) = (2, 5)));
        let round = context.defender.turn_timing().round;
        // The limit is Stamina 2 and, after powering through, 2 more for Willpower 5.
        let turn = TurnDamage { round, levels: 3, powered_through, ..TurnDamage::default() };
        context.defender.condition.turn = turn;
        let answers: &[&str] = if powered_through { &[] } else { &["yield"] };
        let (_, traces) = play_attack(&context, &[hit_faces(1, 6), hit_faces(4, 4)], answers);
        let notes = traces.iter().filter_map(|trace| match trace {
            Trace::Noted(note) if note.clause.starts_with("AB-DAZE") => Some(note.text.to_string()),
            _ => None,
        });
        notes.collect::<Vec<_>>()
    };
    let dazed = "7 levels in this round: dazed";
    let again = format!("{dazed}. The unit has already powered through, which is possible once per round");
    assert_eq!(noted(true), [again]);
    assert_eq!(noted(false).len(), 1);
    assert!(!noted(false)[0].contains("powered through"), "{:?}", noted(false));
}

#[rstest]
#[case::a_turn_at_stake(5, ["power", "yield"])]
#[case::only_dazed(4, ["yield", "power"])]
fn ab_daze_08_what_a_hurried_player_takes(#[case] levels: usize, #[case] keys: [&str; 2]) {
    let context = hit_for(levels, |unit| edit_sheet(unit, |sheet| (sheet.stamina, sheet.willpower) = (2, 5)));
    let mut table = ScriptedTable::new([hit_faces(1, 6), hit_faces(levels, levels)].concat(), Vec::new());
    let Err(Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &context) else {
        panic!("a prompt was opened")
    };
    let offered: Vec<_> = prompt.answers.iter().map(|answer| answer.key.as_str()).collect();
    assert_eq!((prompt.who, offered.as_slice()), (UnitId(2), keys.as_slice()));
}

#[test]
fn ab_daze_08_no_point_is_proposed_for_a_unit_that_stun_fells() {
    let mut context = duel(Weapon { unsoakable: true, ..blade("5S") });
    edit_sheet(&mut context.defender, |sheet| (sheet.stamina, sheet.willpower) = (2, 5));
    let asked = |bashing: u32| {
        let mut context = context.clone();
        context.defender.condition.marks.bashing = bashing;
        let mut table = ScriptedTable::new([hit_faces(1, 6), hit_faces(5, 5)].concat(), Vec::new());
        let Err(Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &context) else {
            panic!("a prompt was opened")
        };
        let power = prompt.answers.iter().find(|answer| answer.key == "power").expect("it is offered");
        (
            prompt.answers[0].key.clone(),
            power.detail.to_string().contains("unconscious from stun all the same"),
        )
    };
    assert_eq!(asked(0), ("power".to_owned(), false), "a turn is at stake");
    assert_eq!(asked(2), ("yield".to_owned(), true), "7 boxes are full: the turn is lost anyway");
}

#[test]
fn ab_daze_08_not_for_the_incapacitated() {
    let context = hit_for(9, |unit| edit_sheet(unit, |sheet| (sheet.stamina, sheet.willpower) = (2, 5)));
    assert!(strike(&context, 1, &hit_faces(8, 9)).down.is_some(), "no prompt opens");
}
