//! Grappling in books that borrow it: `AB-BASE-10`, `SS-ACT-59`.

use breachline::battle::{StatusKind, UnitId};
use breachline::rules::play;
use breachline::rules::status::Trait;

use crate::common::{Fight, Setup, knife, sheet};

/// Two enemies beside each other, the first to act.
fn beside() -> Fight {
    Setup::new().unit(0, (5, 5), sheet(), &[knife()]).unit(1, (6, 5), sheet(), &[knife()]).begin(&[6, 1])
}

fn dice(fight: &mut Fight, unit: u32, of: Trait) -> u32 {
    let dice = fight.view(|view| {
        let unit = view.unit(UnitId(unit)).expect("it is there");
        play::trait_value(&view.combatant(&unit), of, view.rules())
    });
    dice.unsigned_abs()
}

fn seized() -> Fight {
    let mut fight = beside();
    let pools = [1, 2].map(|unit| dice(&mut fight, unit, Trait::Athletics));
    fight.rolls(&[(2, pools[0]), (1, pools[1])]);
    fight.deed(1, "grapple", Some(2));
    assert_eq!(fight.dice_left(), 0);
    fight
}

#[test]
fn ss_act_59_held_and_holding() {
    let mut fight = seized();
    assert!(fight.unit(2, |unit| unit.status.has(StatusKind::HeldBy(UnitId(1)))));
    let refusal = fight.walk(1, &[(5, 6)]).expect_err("it holds somebody");
    assert_eq!(refusal.clause(), Some("AB-BASE-10"));
    fight.deed(1, "let_go", None);
    fight.walk(1, &[(5, 6)]).expect("a walk");
}

#[test]
fn ss_act_59_breaking_free() {
    let mut fight = seized();
    fight.end();
    assert_eq!(fight.acting(), Some(2));
    assert!(fight.walk(2, &[(7, 5)]).is_err());
    let pools = [2, 1].map(|unit| dice(&mut fight, unit, Trait::Strength));
    fight.rolls(&[(2, pools[0]), (1, pools[1])]);
    fight.deed(2, "break_free", Some(1));
    assert!(!fight.unit(2, |unit| unit.status.has(StatusKind::HeldBy(UnitId(1)))));
}

#[test]
fn ss_act_59_taking_control_turns_the_grip_round() {
    let mut fight = seized();
    fight.end();
    let pools = [2, 1].map(|unit| dice(&mut fight, unit, Trait::Strength));
    fight.rolls(&[(2, pools[0]), (1, pools[1])]);
    fight.deed(2, "take_control", Some(1));
    let mut grips = |unit| {
        fight.unit(unit, |unit| {
            let grip = |kind: &StatusKind| matches!(kind, StatusKind::Holding(_) | StatusKind::HeldBy(_));
            unit.status.iter().map(|status| status.kind).filter(grip).collect::<Vec<_>>()
        })
    };
    assert_eq!(grips(2), [StatusKind::Holding(UnitId(1))], "nobody is in two grips");
    assert_eq!(grips(1), [StatusKind::HeldBy(UnitId(2))]);
}
