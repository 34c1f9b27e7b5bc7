//! Advantages that are spent without a question: the first answer of every prompt.

use super::advantages::{advantages, lucky, rich};
use crate::combat_checks::checks::attack::*;
use crate::combat_checks::checks::pool::PoolChange;
use crate::combat_checks::test_support::*;
use crate::combat_checks::{AttackContext, SideEffect};
use model::UnitId;

/// Automatic purchases: the first answer of every prompt.
fn automatic(context: &AttackContext, rolled: &[u8]) -> AttackResult {
    let mut answers: Vec<String> = Vec::new();
    loop {
        let mut table = dice::ScriptedTable::new(rolled, answers.clone());
        match resolve_attack(&mut table, context) {
            Err(dice::Interrupt::NeedsAnswer(prompt)) => answers.push(prompt.answers[0].key.clone()),
            done => {
                table.finish().expect("every face is used");
                return done.expect("the faces fit");
            }
        }
    }
}

#[test]
fn cc_adv_26_automatic_spending() {
    let (mut context, rolled) = lucky(8);
    context.attacker.condition.strain = 0;
    let rolled = [rolled, vec![3]].concat();
    let after = automatic(&context, &rolled);
    assert_eq!(after.first_target().injuries, [0], "a Critical Injury, Minor Nick");
    assert_eq!(after.first_target().condition.waiting.check, PoolChange::DOWNGRADE);
    assert_eq!(after.attacker.condition.waiting.check, PoolChange::BOOST);
    set_switch(&mut context, "cc.auto_advantage", "off");
    let none = automatic(&context, &rolled[..rolled.len() - 1]);
    assert_eq!(none.first_target().injuries, Vec::<usize>::new());
}

#[test]
fn cc_adv_26_cheap_entries_in_their_order() {
    let mut context = rich(pistol());
    let boosted = automatic(&context, &advantages(2)).attacker.condition;
    assert_eq!((boosted.waiting.check, boosted.strain), (PoolChange::BOOST, 3));
    let rested = automatic(&context, &advantages(1));
    assert_eq!((rested.attacker.condition.strain, rested.side_effects.len()), (2, 0));
    context.attacker.condition.strain = 0;
    let shared = automatic(&context, &advantages(1));
    assert_eq!(shared.side_effects, [SideEffect::BoostNextAlly { giver: UnitId(1) }]);
}
