//! Which options the question about advantages offers, and when there is no question.

use super::advantages::{advantages, rich};
use crate::combat_checks::checks::attack::*;
use crate::combat_checks::spending::offer::spending_offer;
use crate::combat_checks::test_support::*;
use crate::combat_checks::{
    AttackContext, InteractiveObject, LikelyAttack, Limb, NearbyUnit, QualityEffect, Weapon, WeaponQuality,
};
use dice::Prompt;
use model::UnitId;

#[test]
fn cc_adv_01_the_attackers_player_chooses() {
    let mut table = dice::ScriptedTable::new(advantages(2), Vec::new());
    let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &rich(pistol())) else {
        panic!("expected a prompt")
    };
    assert_eq!(
        (prompt.who, prompt.question.to_string().as_str()),
        (UnitId(1), "The attack missed. Spend 2 advantages?")
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
    context.last_enemies = vec![UnitId(2)];
    let after = resolve_with(&context, &faces_for(2, 3), &[]);
    assert!(after.first_target().down.is_some() && after.first_target().injuries.is_empty());
    assert_eq!(after.attacker.condition, context.attacker.condition, "nothing was bought");
    context.last_enemies.push(UnitId(9));
    assert!(has_key(&offered_keys(&context, &faces_for(2, 3), &[]), "boost"), "an enemy is left");
    context.last_enemies.clear();
    assert!(has_key(&offered_keys(&context, &faces_for(2, 3), &[]), "boost"), "a scene without a battle");
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

/// The open question, with a Stun of 3 Strain for 2 advantages, of a target that has this much Strain left.
fn stun_question(strain_left: u32, faces: &[u8]) -> Prompt {
    let effect = QualityEffect::Strain(3);
    let stun = WeaponQuality { name: "Stun".into(), cost: 2, effect };
    let mut context = rich(Weapon { qualities: vec![stun], ..pistol() });
    context.defender.condition.strain = context.defender.condition.strain_threshold - strain_left;
    match resolve_attack(&mut dice::ScriptedTable::new(faces, Vec::new()), &context) {
        Err(dice::Interrupt::NeedsAnswer(prompt)) => *prompt,
        other => panic!("expected a prompt: {other:?}"),
    }
}

#[test]
fn cc_adv_10_a_quality_that_knocks_out_is_proposed_and_says_so() {
    let hit = faces_for(2, 3);
    let chosen = |prompt: &Prompt| {
        let best = spending_offer(prompt).expect("advantages are spent").best_purchases();
        best.iter().map(|at| prompt.answers[*at].key.clone()).collect::<Vec<_>>()
    };
    let falls = stun_question(2, &hit);
    let labels: Vec<String> = falls.answers.iter().map(|answer| answer.label.to_string()).collect();
    assert_eq!(chosen(&falls), ["quality:0:2", "boost_next"]);
    assert_eq!(falls.answers[0].key, "injury:2", "automatic spending keeps its order");
    let target = attack_context(pistol()).defender.name;
    let wanted = format!("Activate Stun on {target}: 3 Strain, knocks out {target}");
    assert!(labels.contains(&wanted), "{labels:?}");
    let stands = stun_question(3, &hit);
    assert_eq!(chosen(&stands), ["injury:2"], "exactly the threshold");
    assert!(stands.answers.iter().all(|answer| !answer.label.to_string().contains("knocks out")));
}

#[test]
fn cc_adv_10_stun_is_proposed_before_a_die_and_a_point_of_strain() {
    let chosen = |strain_left| {
        let prompt = stun_question(strain_left, &faces_for(2, 2));
        let best = spending_offer(&prompt).expect("advantages are spent").best_purchases();
        best.iter().map(|at| prompt.answers[*at].key.clone()).collect::<Vec<_>>()
    };
    assert_eq!(chosen(10), ["quality:0:2"]);
    assert_eq!(chosen(4), ["quality:0:2"]);
}

#[test]
fn cc_adv_15_a_defence_is_proposed_only_where_it_has_an_effect() {
    let worth = |context: &AttackContext, key: &str| {
        let mut table = dice::ScriptedTable::new(advantages(3), Vec::new());
        let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, context) else {
            panic!("expected a prompt")
        };
        let offer = spending_offer(&prompt).expect("advantages are spent");
        let at = prompt.answers.iter().position(|answer| answer.key == key).expect("it is offered");
        offer.purchases[at].expect("it buys something").worth
    };
    let mut context = rich(pistol());
    context.defender.held.clear();
    assert_eq!(worth(&context, "negate_defence:2"), 0, "it has none");
    assert_eq!(["defence:melee", "defence:ranged"].map(|key| worth(&context, key)), [0, 0], "it is unarmed");
    context.defender.held.push(wielded(sword(), Limb::RightArm));
    assert_eq!(["defence:melee", "defence:ranged"].map(|key| worth(&context, key)), [2, 0], "it has a sword");
    context.defender.held[0].useless = true;
    assert_eq!(worth(&context, "defence:melee"), 0, "its sword is broken");
    context.defender.held[0].useless = false;
    context.defender.in_cover = true;
    assert_eq!(worth(&context, "negate_defence:2"), 2, "its cover");
}

#[test]
fn cc_adv_09_a_notice_that_tells_nothing_new_is_a_rarer_purchase() {
    let is_first_choice = |context: &AttackContext| {
        let mut table = dice::ScriptedTable::new(advantages(1), Vec::new());
        let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, context) else {
            panic!("expected a prompt")
        };
        let offer = spending_offer(&prompt).expect("advantages are spent");
        let at = prompt.answers.iter().position(|answer| answer.key == "notice").expect("it is offered");
        offer.first_choices(6, &[]).contains(&at)
    };
    let mut context = rich(pistol());
    assert!(!is_first_choice(&context), "the card of the target shows its values");
    context.hidden_feature = Some(model::BarrierId(3));
    assert!(is_first_choice(&context));
}

/// The question about symbols that these faces ask.
fn question_of(faces: &[u8], context: &AttackContext) -> Prompt {
    match resolve_attack(&mut dice::ScriptedTable::new(faces, Vec::new()), context) {
        Err(dice::Interrupt::NeedsAnswer(prompt)) => *prompt,
        other => panic!("expected a prompt: {other:?}"),
    }
}

#[test]
fn cc_adv_15_to_17_what_would_change_nothing_now_is_told() {
    let idle = |context: &AttackContext| {
        let prompt = question_of(&advantages(3), context);
        let offer = spending_offer(&prompt).expect("advantages are spent");
        let all = prompt.answers.iter().zip(&offer.purchases);
        let idle = all.filter(|(_, purchase)| purchase.is_some_and(|purchase| purchase.is_idle));
        idle.map(|(answer, _)| answer.key.clone()).collect::<Vec<_>>()
    };
    let mut context = rich(pistol());
    context.defender.held.clear();
    let none = ["notice", "negate_defence:2", "environment", "defence:melee", "defence:ranged"];
    assert_eq!(idle(&context), none, "no hidden feature, no defence, no weapon, calm and light");
    context.surroundings.attacker.light = crate::Light::Low;
    context.hidden_feature = Some(model::BarrierId(3));
    context.defender.in_cover = true;
    assert_eq!(idle(&context), ["defence:melee", "defence:ranged"]);
}

#[test]
fn cc_tri_01_a_question_about_a_triumph_offers_what_the_advantages_buy_as_well() {
    let prompt = question_of(&face_list("A5 P12 P10 D1 D1"), &rich(pistol()));
    let offer = spending_offer(&prompt).expect("a triumph is spent");
    let at = |key: &str| prompt.answers.iter().position(|answer| answer.key == key).expect("it is offered");
    let cost = |key: &str| offer.purchases[at(key)].map(|purchase| purchase.cost);
    assert_eq!(offer.budget_text(), "1 triumph and 3 advantages");
    let critical = u32::from(pistol().critical);
    assert_eq!([cost("injury:2"), cost("setback:2")], [Some(critical), Some(2)]);
    assert!(offer.can_add(&[at("downgrade:2"), at("setback:2")], at("strain")), "3, 2 and 1");
    assert!(!offer.can_add(&[at("downgrade:2"), at("setback:2"), at("strain")], at("boost:1")));
    let suggested = crate::play::suggested_answer(&prompt, &crate::RuleSet::new(crate::Book::CombatChecks));
    assert_eq!(prompt.answers[suggested].key, "injury:2", "the triumph pays for what is worth most");
    let alone = spending_offer(&second_triumph(&["downgrade:2"])).expect("a triumph is spent");
    assert_eq!(alone.budget_text(), "1 triumph");
}

/// The question about the second of two triumphs, after this answer to the first one.
fn second_triumph(first: &[&str]) -> Prompt {
    let answers = first.iter().map(|answer| (*answer).to_owned()).collect();
    let mut table = dice::ScriptedTable::new(face_list("A1 P12 P12 D1 D1"), answers);
    match resolve_attack(&mut table, &rich(pistol())) {
        Err(dice::Interrupt::NeedsAnswer(prompt)) => *prompt,
        other => panic!("expected a prompt: {other:?}"),
    }
}

#[test]
fn cc_tri_01_the_second_question_says_what_was_bought_and_counts_it_less() {
    let worth = |prompt: &Prompt| {
        let at = prompt.answers.iter().position(|answer| answer.key == "downgrade:2").expect("it is offered");
        let offer = spending_offer(prompt).expect("a triumph is spent");
        offer.purchases[at].map(|purchase| purchase.worth)
    };
    let (first, second) = (second_triumph(&[]), second_triumph(&["downgrade:2"]));
    assert_eq!(first.question.to_string(), "The attack has 2 successes. Spend triumph 1 of 2?");
    let target = attack_context(pistol()).defender.name;
    let bought = format!("Bought so far: Downgrade the next check of {target}.");
    let wanted = format!("The attack has 2 successes. {bought} Spend triumph 2 of 2?");
    assert_eq!(second.question.to_string(), wanted);
    assert_eq!((worth(&first), worth(&second)), (Some(3), Some(2)));
}

#[test]
fn cc_adv_07_and_19_answers_name_whose_strain_and_which_object() {
    let mut context = rich(pistol());
    context.objects.push(InteractiveObject { is_open: true, ..interactive_object(6, 2) });
    context.objects.push(interactive_object(7, 1));
    context.objects.push(InteractiveObject { offset: (0, -1), ..interactive_object(8, 0) });
    context.objects.push(InteractiveObject { offset: (-2, 5), ..interactive_object(9, 2) });
    let mut table = dice::ScriptedTable::new(advantages(3), Vec::new());
    let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &context) else {
        panic!("expected a prompt")
    };
    let label = |key: &str| {
        prompt.answers.iter().find(|answer| answer.key == key).map(|answer| answer.label.to_string())
    };
    let (attacker, target) = (&context.attacker.name, &context.defender.name);
    assert_eq!(label("strain"), Some(format!("Remove 1 Strain from {attacker}")));
    assert_eq!(label("vital:6"), Some(format!("Close the blast door, 2 squares east of {target}")));
    assert_eq!(label("vital:7"), Some(format!("Open the blast door, beside {target} to the east")));
    assert_eq!(label("vital:8"), Some(format!("Open the blast door, beside {target} to the north")));
    let south = format!("Open the blast door, 2 squares south and 1 west of {target}");
    assert_eq!(label("vital:9"), Some(south), "another one as far away has another name");
}

/// The question about the symbols of these faces, and its answers by key.
fn asked(context: &AttackContext, faces: &[u8]) -> Vec<(String, String)> {
    let mut table = dice::ScriptedTable::new(faces.to_vec(), Vec::new());
    match resolve_attack(&mut table, context) {
        Err(dice::Interrupt::NeedsAnswer(prompt)) => {
            prompt.answers.into_iter().map(|answer| (answer.key, answer.label.to_string())).collect()
        }
        other => panic!("expected a prompt: {other:?}"),
    }
}

/// Checks that no two answers read alike, and that each is a whole phrase.
fn check_wording(answers: &[(String, String)]) {
    for (at, (key, label)) in answers.iter().enumerate() {
        let same = answers[..at].iter().find(|(_, other)| other == label);
        assert!(same.is_none(), "{key} reads as {same:?}");
        let is_whole = label.trim() == label && !label.contains("  ") && !label.ends_with(':');
        assert!(is_whole && label.len() <= 80, "{key}: {label}");
    }
}

#[test]
fn cc_adv_01_no_two_purchases_read_alike() {
    let mut context = rich(pistol());
    context.objects.push(interactive_object(6, 2));
    context.objects.push(InteractiveObject { offset: (0, -4), ..interactive_object(7, 2) });
    let answers = asked(&context, &faces_for(1, 3));
    check_wording(&answers);
    let label = |key: &str| answers.iter().find(|(known, _)| known == key).map(|(_, label)| label.as_str());
    assert_eq!(label("maneuver"), Some("Free manoeuvre for unit 1"));
    assert_eq!(label("defence:melee"), Some("+1 defence for unit 1 against melee attacks"));
    assert_eq!(label("disable:2"), Some("Instead of damage, disable unit 2"));
    assert_eq!(label("upgrade:4"), Some("Upgrade the next check of unit 4"));
}

#[test]
fn cc_tht_01_no_two_purchases_read_alike() {
    let mut context = attack_context(rifle());
    context.attacker.in_cover = true;
    context.allies.push(nearby_unit(4));
    context.enemies.push(nearby_unit(5));
    let answers = asked(&context, &faces_for(0, -3));
    check_wording(&answers);
    let label = |key: &str| answers.iter().find(|(known, _)| known == key).map(|(_, label)| label.as_str());
    assert_eq!(label("strain"), Some("unit 1 suffers 1 Strain"));
    assert_eq!(label("prone"), Some("unit 1 falls prone"));
    assert_eq!(label("benefit:cover"), Some("unit 1 loses cover"));
    assert_eq!(label("empty:weapon0"), Some("Out of ammunition: rifle of unit 1"));
    assert_eq!(label("significant:5"), Some("Upgrade the next check of unit 5"));
    set_switch(&mut context, "cc.environment", "none");
    context.surroundings.zero_gravity = true;
    let weightless = asked(&context, &faces_for(0, -3));
    let prone = weightless.iter().find(|(known, _)| known == "prone").map(|(_, label)| label.as_str());
    assert_eq!(prone, Some("unit 1 ends up flat against the floor"), "nothing falls");
}

#[test]
fn cc_adv_18_to_disarm_is_no_rarer_purchase() {
    let mut table = dice::ScriptedTable::new(advantages(3), Vec::new());
    let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &rich(pistol())) else {
        panic!("expected a prompt")
    };
    let offer = spending_offer(&prompt).expect("advantages are spent");
    let first: Vec<&str> =
        offer.first_choices(5, &[]).iter().map(|at| prompt.answers[*at].key.as_str()).collect();
    assert!(first.iter().any(|key| key.starts_with("disarm:")), "{first:?}");
    assert!(!first.contains(&"strain"), "{first:?}");
}

#[test]
fn cc_adv_10_a_target_that_the_hit_knocks_down_is_not_knocked_down_besides() {
    let trip = WeaponQuality { name: "Knock down".into(), cost: 2, effect: QualityEffect::KnockDown };
    let mut context = rich(Weapon { qualities: vec![trip], ..pistol() });
    let faces = faces_for(3, 3);
    assert!(has_key(&offered_keys(&context, &faces, &[]), "quality"), "without the chapter it stands");
    context.knockdown = true;
    assert!(!has_key(&offered_keys(&context, &faces, &[]), "quality"), "its Wounds knock it down");
    assert!(has_key(&offered_keys(&context, &faces_for(0, 3), &[]), "quality"), "a miss does not");
}

#[test]
fn cc_adv_01_a_purchase_that_ends_the_battle_is_the_last_one() {
    let stun = WeaponQuality { name: "Stun".into(), cost: 1, effect: QualityEffect::Strain(3) };
    let mut context = rich(Weapon { qualities: vec![stun], ..pistol() });
    context.defender.condition.strain = context.defender.condition.strain_threshold;
    context.last_enemies = vec![UnitId(2)];
    let after = resolve_with(&context, &faces_for(1, 3), &["quality:0:2"]);
    assert!(after.first_target().down.is_some(), "2 advantages are left, and nothing is asked");
}

/// The worth of a purchase for three threats of a miss, and whether it is proposed.
fn threat_worth(context: &AttackContext, key: &str) -> (u32, bool) {
    let mut table = dice::ScriptedTable::new(faces_for(0, -3), Vec::new());
    let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, context) else {
        panic!("expected a prompt")
    };
    let offer = spending_offer(&prompt).expect("threats are spent");
    let at = prompt.answers.iter().position(|answer| answer.key == key).expect("it is offered");
    let worth = offer.purchases[at].expect("it buys something").worth;
    (worth, offer.best_purchases().contains(&at))
}

#[test]
fn cc_tht_09_a_fall_is_proposed_against_those_who_strike_and_not_for_shooters() {
    let mut context = attack_context(rifle());
    context.defender.held.push(wielded(rifle(), Limb::RightArm));
    assert_eq!(threat_worth(&context, "prone"), (0, false), "the only opponent shoots");
    let striker = |id| NearbyUnit { attack: LikelyAttack::Strike, ..nearby_unit(id) };
    context.enemies.push(striker(5));
    assert_eq!(threat_worth(&context, "prone").0, 4, "one of each");
    context.enemies.push(striker(6));
    // With another weapon in hand the rifle is not all it has.
    context.attacker.held.push(wielded(pistol(), Limb::LeftArm));
    assert_eq!(threat_worth(&context, "prone"), (8, true));
}

#[test]
fn cc_tht_12_to_break_the_only_weapon_is_proposed_first() {
    let mut context = attack_context(rifle());
    context.defender.held.push(wielded(rifle(), Limb::RightArm));
    assert_eq!(threat_worth(&context, "equipment:weapon0"), (9, true));
    context.attacker.held.push(wielded(sword(), Limb::LeftArm));
    assert_eq!(threat_worth(&context, "equipment:weapon0"), (6, false), "it runs empty instead");
}
