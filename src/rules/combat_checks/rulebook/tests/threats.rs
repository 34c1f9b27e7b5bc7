//! What threats of attacks are spent on.

use super::*;
use crate::combat_checks::Maneuver;
use crate::combat_checks::checks::pool::PoolChange;
use crate::combat_checks::lines::ManeuverLine;
use crate::combat_checks::test_support::{faces_for, pistol};
use model::UnitId;

#[test]
fn cc_tht_06_in_its_own_turn_it_counts() {
    let mut shot = at_a_mover(pistol());
    let moved = play(&shot, &faces_for(0, -2), &["maneuver:2", "move"]);
    let budget = left(&moved.effects, 2);
    assert_eq!((budget.credit, budget.owed, budget.economy.maneuvers), (1, 0, 1));
    change_budget(&mut shot.aimed_unit().defender, |budget| budget.economy.maneuvers = 2);
    let prompt = asked(&shot, &faces_for(0, -2));
    assert!(prompt.answers.iter().all(|answer| answer.key != "maneuver:2"), "`CC-ECON-07`");
}

#[test]
fn cc_tht_06_an_enemy_acts_at_once() {
    let mut shot = attack_request(pistol());
    joins(&mut shot, unit(4, 1), 3);
    let moved = play(&shot, &faces_for(0, -2), &["maneuver:4", "move"]);
    assert_eq!((left(&moved.effects, 4).owed, left(&moved.effects, 4).credit), (1, 0));
    let notes = moved.effects.iter().filter_map(|step| match step {
        RuleStep::Record(BattleEvent::RuleNote { unit: UnitId(4), text, .. }) => Some(text.to_string()),
        _ => None,
    });
    assert_eq!(notes.collect::<Vec<_>>(), ["has a free manoeuvre until their next turn: Move"]);
    let grants_move = |maneuver: &str| {
        let outcome = play(&shot, &faces_for(0, -2), &["maneuver:4", maneuver]);
        outcome.effects.iter().any(|step| match step {
            RuleStep::Record(BattleEvent::RuleNote { text, .. }) => CombatChecksRulebook::grants_move(text),
            _ => false,
        })
    };
    assert_eq!(["move", "ready"].map(grants_move), [true, false], "only a Move is made on the board");
    let aimed = play(&shot, &faces_for(0, -2), &["maneuver:4", "aim"]);
    assert!(after(&aimed.effects, UnitId(4)).aim);
    shot.bystanders[0].unit.prone = true;
    let stood = play(&shot, &faces_for(0, -2), &["maneuver:4", "stand_up"]);
    assert_eq!(stood.effects, [RuleStep::end_status(UnitId(4), StatusKind::Prone)]);
}

#[test]
fn cc_tht_06_a_unit_that_the_hit_knocks_down_is_said_not_to_move() {
    let faces = faces_for(3, -2);
    let notes = |shot: &AttackRequest, maneuver: &str| -> Vec<String> {
        let outcome = play(shot, &faces, &["maneuver:2", maneuver]);
        let notes = outcome.effects.iter().filter_map(|step| match step {
            RuleStep::Record(BattleEvent::RuleNote { unit: UnitId(2), text, .. }) => Some(text.to_string()),
            _ => None,
        });
        notes.collect()
    };
    let mut shot = attack_request(pistol());
    assert_eq!(notes(&shot, "move"), ["cannot make the free Move: knocked down"]);
    assert_eq!(
        notes(&shot, "ready"),
        ["has a free manoeuvre until their next turn: Reload, draw or pick up"],
        "only a Move needs a unit that stands"
    );
    shot.rules = with("borrow.knockdown", "off");
    assert_eq!(notes(&shot, "move"), ["has a free manoeuvre until their next turn: Move"]);
}

#[test]
fn cc_tht_06_only_the_answer_to_drop_prone_is_a_chosen_fall() {
    let drops = |maneuver| CombatChecksRulebook::drops_prone(&ManeuverLine::Name(maneuver).into());
    let chosen: Vec<Maneuver> = Maneuver::ALL.into_iter().filter(|maneuver| drops(*maneuver)).collect();
    assert_eq!(chosen, [Maneuver::DropProne]);
    assert!(!CombatChecksRulebook::drops_prone(&ManeuverLine::Keep.into()));
}

#[test]
fn cc_tht_06_cover_is_taken_at_once() {
    let taken = |unit: u32| RuleStep::Record(BattleEvent::CoverTaken { unit: UnitId(unit) });
    let mut shot = attack_request(pistol());
    joins(&mut shot, unit(4, 1), 3);
    assert_eq!(play(&shot, &faces_for(0, -2), &["maneuver:4", "take_cover"]).effects, [taken(4)]);
    let mover = at_a_mover(pistol());
    let outcome = play(&mover, &faces_for(0, -2), &["maneuver:2", "take_cover"]);
    let budget = left(&outcome.effects, 2);
    assert!(outcome.effects.contains(&taken(2)));
    assert_eq!((budget.credit, budget.economy.maneuvers), (0, 1), "nothing is left to perform");
}

#[test]
fn threats_fall_on_the_attacker_and_its_side() {
    let mut shot = attack_request(pistol());
    shot.attacker.in_cover = true;
    joins(&mut shot, unit(3, 0), 1);
    let outcome = play(&shot, &faces_for(0, -3), &["benefit:cover", "setback:3"]);
    assert_eq!(outcome.effects[0], RuleStep::Record(BattleEvent::CoverLeft { unit: UnitId(1) }));
    assert_eq!(after(&outcome.effects, UnitId(3)).waiting.check, PoolChange::SETBACK);
    let prone = play(&shot, &faces_for(0, -3), &["prone"]);
    assert_eq!(prone.effects, [RuleStep::FallProne { unit: UnitId(1) }]);
    let empty = play(&shot, &faces_for(0, -3), &["empty:weapon0"]);
    assert_eq!(
        empty.effects,
        [RuleStep::Record(BattleEvent::WeaponFaultChanged {
            unit: UnitId(1),
            weapon: 0,
            fault: WeaponMalfunction::Empty
        })]
    );
    let broken = play(&shot, &faces_for(0, -3), &["equipment:weapon0"]);
    assert_eq!(
        broken.effects,
        [RuleStep::Record(BattleEvent::WeaponFaultChanged {
            unit: UnitId(1),
            weapon: 0,
            fault: WeaponMalfunction::Broken
        })]
    );
    let ally = play(&shot, &faces_for(0, -3), &["downgrade:3"]);
    assert_eq!(after(&ally.effects, UnitId(3)).waiting.attack, PoolChange::DOWNGRADE);
}
