//! Which options the question about advantages offers, and when there is no question.

use super::advantages::{advantages, rich};
use crate::combat_checks::AttackContext;
use crate::combat_checks::checks::attack::*;
use crate::combat_checks::spending::offer::spending_offer;
use crate::combat_checks::test_support::*;
use model::UnitId;

#[test]
fn cc_adv_01_the_attackers_player_chooses() {
    let mut table = dice::ScriptedTable::new(advantages(2), Vec::new());
    let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &rich(pistol())) else {
        panic!("expected a prompt")
    };
    assert_eq!(
        (prompt.who, prompt.question.to_string().as_str()),
        (UnitId(1), "The check failed. Spend 2 advantages?")
    );
}

/// As `rich`, with a target that 4 Wounds, those of 2 successes, put out of action.
fn dying_target() -> AttackContext {
    let mut context = rich(pistol());
    context.defender.condition.wounds = context.defender.condition.wound_threshold - 3;
    context
}

#[test]
fn cc_adv_01_nothing_is_offered_on_a_target_that_the_hit_puts_out_of_action() {
    let context = dying_target();
    let keys = offered_keys(&context, &faces_for(2, 3), &[]);
    for gone in ["setback", "negate_defence", "disarm", "downgrade", "quality"] {
        assert!(!has_key(&keys, gone), "{gone} among {keys:?}");
    }
    for kept in ["injury:2", "strain", "boost_next", "maneuver", "boost:1", "upgrade:1", "disable:2"] {
        assert!(has_key(&keys, kept), "{kept} not among {keys:?}");
    }
    assert_eq!(keys[0], "boost:1", "neither the injury nor the downgrade");
    // Disabling keeps it in action: 1 success and 3 advantages, with a triumph.
    let mut saved = dying_target();
    saved.defender.condition.wounds += 1;
    let left = offered_keys(&saved, &face_list("A5 P12 P10 D1 D1"), &["disable:2"]);
    assert!(left.iter().any(|key| key == "setback:2"), "{left:?}");
    let mut standing = dying_target();
    standing.defender.condition.wounds -= 1;
    let keys = offered_keys(&standing, &faces_for(2, 3), &[]);
    assert!(has_key(&keys, "setback") && keys[0] == "injury:2", "exactly the threshold: {keys:?}");
}

#[test]
fn cc_adv_01_the_hit_that_ends_the_battle_asks_nothing() {
    let mut context = dying_target();
    context.last_foes = vec![UnitId(2)];
    let after = resolve_with(&context, &faces_for(2, 3), &[]);
    assert!(after.first_target().down.is_some() && after.first_target().injuries.is_empty());
    assert_eq!(after.attacker.condition, context.attacker.condition, "nothing was bought");
    context.last_foes.push(UnitId(9));
    assert!(has_key(&offered_keys(&context, &faces_for(2, 3), &[]), "boost"), "an enemy is left");
    context.last_foes.clear();
    assert!(has_key(&offered_keys(&context, &faces_for(2, 3), &[]), "boost"), "a scene without a battle");
}

#[test]
fn cc_adv_02_an_option_has_one_name_whomever_it_concerns() {
    let names = |context: &AttackContext| {
        let mut table = dice::ScriptedTable::new(advantages(3), Vec::new());
        let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, context) else {
            panic!("expected a prompt")
        };
        let offer = spending_offer(&prompt).expect("advantages are spent");
        let named = |key: &str| {
            let at = prompt.answers.iter().position(|answer| answer.key == key).expect("it is offered");
            (offer.names[at].clone(), offer.purchases[at].expect("it is bought").is_first)
        };
        ["setback:2", "boost:1", "boost:4", "defence:ranged"].map(named)
    };
    let wanted = [("setback", true), ("boost", true), ("boost:4", false), ("defence:ranged", false)];
    assert_eq!(names(&rich(pistol())), wanted.map(|(name, is_first)| (name.to_owned(), is_first)));
}

#[test]
fn cc_adv_02_an_offer_lists_what_can_be_bought_together() {
    let mut table = dice::ScriptedTable::new(advantages(3), Vec::new());
    let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &rich(pistol())) else {
        panic!("expected a prompt")
    };
    let offer = spending_offer(&prompt).expect("advantages are spent");
    let at = |key: &str| prompt.answers.iter().position(|answer| answer.key == key).expect("it is offered");
    assert_eq!(offer.points_text(offer.budget), "3 advantages");
    assert!(offer.can_add(&[at("strain")], at("setback:2")), "1 + 2 of 3");
    assert!(!offer.can_add(&[at("boost:1")], at("setback:2")), "2 + 2 of 3");
    assert!(!offer.can_add(&[], at("stop")), "to stop buys nothing");
}
