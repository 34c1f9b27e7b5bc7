//! This book's special actions: when they are offered, what they cost and do.

use super::*;
use crate::HitResult;
use crate::combat_checks::TimedEffectKind;
use crate::combat_checks::test_support::{add_injury, face_list, pistol};
use model::UnitId;

fn pay_for(unit: &mut UnitSnapshot, key: &str) {
    let paid =
        CombatChecksRulebook::pay_special_action(&SpecialAction::new(unit, key), &rules()).expect("it may");
    spend(unit, paid);
}

fn does(unit: &UnitSnapshot, key: &str) -> OwnHealth {
    let outcome = on(&[], |table| {
        CombatChecksRulebook::resolve_special_action(table, &SpecialAction::new(unit, key), &rules())
    });
    after(&outcome.effects, unit.id)
}

fn keys(unit: &UnitSnapshot) -> Vec<&'static str> {
    CombatChecksRulebook::available_actions(unit, &rules()).into_iter().map(|offer| offer.key).collect()
}

#[test]
fn offers_are_what_makes_sense_now() {
    let mut unit = unit(1, 0);
    assert_eq!(keys(&unit), ["buy_maneuver", "give_up_action", "aim", "guarded_stance", "treat"]);
    arms(&mut unit, pistol());
    unit.held[0].fault = WeaponMalfunction::Empty;
    harm(&mut unit, |own| add_injury(own, 1));
    assert_eq!(keys(&unit)[4..], ["reload", "treat", "treat_self"]);
    unit.down = Some(DownState::Unconscious);
    assert_eq!(keys(&unit), [""; 0]);
    assert_eq!(
        why(CombatChecksRulebook::pay_special_action(&SpecialAction::new(&unit, "dance"), &rules())),
        "CC-ECON-08"
    );
}

#[test]
fn an_action_has_its_label_also_where_it_is_not_offered() {
    let label = |key| CombatChecksRulebook::action_label(key).map(|(label, _)| label.to_string());
    let unit = unit(1, 0);
    for offer in CombatChecksRulebook::available_actions(&unit, &rules()) {
        assert!(label(offer.key).is_some(), "{}", offer.key);
    }
    assert_eq!(label("buy_maneuver").as_deref(), Some("Buy a manoeuvre"));
    assert_eq!(label("give_up_action").as_deref(), Some("Use action as manoeuvre"));
    assert_eq!(label("dance"), None);
}

#[test]
fn cc_heal_01_treating_itself_names_the_only_injury() {
    let label = |unit: &UnitSnapshot| {
        let offers = CombatChecksRulebook::available_actions(unit, &rules()).into_iter();
        offers.filter(|offer| offer.key == "treat_self").map(|offer| offer.label.to_string()).next()
    };
    let mut unit = unit(1, 0);
    assert_eq!(label(&unit), None);
    harm(&mut unit, |own| add_injury(own, 31));
    assert_eq!(label(&unit).as_deref(), Some("Treat self: Stunned"));
    harm(&mut unit, |own| add_injury(own, 1));
    assert_eq!(label(&unit).as_deref(), Some("Treat self"), "the player chooses");
}

#[test]
fn cc_ruling_10_treating_itself_says_if_only_later_rolls_gain() {
    let says_so = |totals: &[u32]| {
        let mut unit = unit(1, 0);
        harm(&mut unit, |own| totals.iter().for_each(|total| add_injury(own, *total)));
        let offers = CombatChecksRulebook::available_actions(&unit, &rules());
        let own = offers.into_iter().find(|offer| offer.key == "treat_self").expect("it is hurt");
        own.detail.ends_with("a cure only takes 10 from the rolls for later Critical Injuries.")
    };
    assert!(says_so(&[26]), "Discouraging Wound has done what it does");
    assert!(!says_so(&[86]), "Compromised lasts");
    assert!(!says_so(&[26, 86]));
}

#[test]
fn cc_heal_01_only_a_treatment_has_an_action_on_itself() {
    assert_eq!(CombatChecksRulebook::own_action("treat"), Some("treat_self"));
    assert_eq!(["treat_self", "further_target", "aim"].map(CombatChecksRulebook::own_action), [None; 3]);
}

#[test]
fn cc_econ_05_a_maneuver_for_strain() {
    let mut unit = unit(1, 0);
    harm(&mut unit, |own| own.strain = 3);
    pay_for(&mut unit, "buy_maneuver");
    assert_eq!((unit.condition.combat_checks().strain, unit.budget.combat_checks().credit), (5, 1));
    assert_eq!(
        why(CombatChecksRulebook::pay_special_action(&SpecialAction::new(&unit, "buy_maneuver"), &rules())),
        "CC-ECON-05"
    );
    let bought = on(&[], |table| {
        CombatChecksRulebook::resolve_special_action(
            table,
            &SpecialAction::new(&unit, "buy_maneuver"),
            &rules(),
        )
    });
    assert_eq!(bought.effects, []);
    pays(&mut unit, Action::Walk);
    assert!(!unit.budget.combat_checks().economy.free_maneuver, "paid maneuvers are used first");
    pays(&mut unit, Action::TakeCover);
    assert_eq!(
        why(CombatChecksRulebook::pay_special_action(&SpecialAction::new(&unit, "give_up_action"), &rules())),
        "CC-ECON-07"
    );
}

#[test]
fn cc_econ_06_the_action_for_a_maneuver() {
    let mut unit = unit(1, 0);
    pays(&mut unit, Action::Walk);
    pay_for(&mut unit, "give_up_action");
    assert_eq!(unit.budget.combat_checks().economy.points, 0);
    pays(&mut unit, Action::Door);
    assert_eq!(
        why(CombatChecksRulebook::pay_action(
            &unit,
            ActionRequest::for_action(Action::MeleeAttack),
            &rules()
        )),
        "CC-ECON-03"
    );
}

#[test]
fn cc_chart_17_the_winded_buy_nothing() {
    let mut unit = unit(1, 0);
    harm(&mut unit, |own| add_injury(own, 81));
    assert_eq!(
        why(CombatChecksRulebook::pay_special_action(&SpecialAction::new(&unit, "buy_maneuver"), &rules())),
        "CC-CHART-17"
    );
}

#[test]
fn cc_econ_08_aim_and_guarded_stance() {
    let mut unit = unit(1, 0);
    pay_for(&mut unit, "aim");
    assert!(does(&unit, "aim").aim);
    harm(&mut unit, |own| own.aim = true);
    assert_eq!(
        why(CombatChecksRulebook::pay_special_action(&SpecialAction::new(&unit, "aim"), &rules())),
        "CC-ECON-08"
    );
    in_turn(&mut unit);
    pay_for(&mut unit, "guarded_stance");
    let guarded = does(&unit, "guarded_stance");
    unit.condition = HealthState::CombatChecks(guarded);
    assert_eq!(
        why(CombatChecksRulebook::pay_special_action(&SpecialAction::new(&unit, "guarded_stance"), &rules())),
        "CC-ECON-08"
    );
    for lasts in [true, false] {
        let ended = on(&[], |table| CombatChecksRulebook::end_phase(table, &unit, &rules()));
        let now = after(&ended, UnitId(1));
        assert_eq!(now.has_timed(TimedEffectKind::GuardedStance), lasts, "to the end of their next turn");
        unit.condition = HealthState::CombatChecks(now);
    }
}

#[test]
fn cc_tht_10_an_empty_weapon_is_reloaded() {
    let mut unit = unit(1, 0);
    let slot = arms(&mut unit, pistol());
    assert_eq!(
        why(CombatChecksRulebook::pay_special_action(&SpecialAction::new(&unit, "reload"), &rules())),
        "CC-THT-10"
    );
    unit.held[0].fault = WeaponMalfunction::Empty;
    let mut other = SpecialAction::new(&unit, "reload");
    other.slot = Some(7);
    assert_eq!(why(CombatChecksRulebook::pay_special_action(&other, &rules())), "CC-THT-10");
    let mut own = SpecialAction::new(&unit, "reload");
    own.slot = Some(slot);
    assert_eq!(CombatChecksRulebook::pay_special_action(&own, &rules()).map(|paid| paid.points), Ok(1));
    let outcome = on(&[], |table| CombatChecksRulebook::resolve_special_action(table, &own, &rules()));
    assert_eq!(
        outcome.effects,
        [RuleStep::Record(BattleEvent::WeaponFaultChanged {
            unit: UnitId(1),
            weapon: slot,
            fault: WeaponMalfunction::None
        })]
    );
}

#[test]
fn cc_heal_01_treating_a_neighbour() {
    let (healer, mut patient) = (unit(1, 0), unit(2, 0));
    let treat = |patient: &UnitSnapshot, rings: u32| {
        let action = SpecialAction { target: Some((patient, rings)), ..SpecialAction::new(&healer, "treat") };
        CombatChecksRulebook::pay_special_action(&action, &rules()).map(|paid| paid.points)
    };
    assert_eq!(
        why(CombatChecksRulebook::pay_special_action(&SpecialAction::new(&healer, "treat"), &rules())),
        "CC-HEAL-01"
    );
    assert_eq!(why(treat(&patient, 1)), "CC-HEAL-01", "nothing to heal");
    harm(&mut patient, |own| add_injury(own, 31));
    assert_eq!((treat(&patient, 1), why(treat(&patient, 2))), (Ok(2), "CC-HEAL-01"));
    // Intelligence 3, untrained, difficulty 2: 3A 2D.
    let action = SpecialAction { target: Some((&patient, 1)), ..SpecialAction::new(&healer, "treat") };
    let healed = on(&face_list("A2 A2 A1 D1 D1"), |table| {
        CombatChecksRulebook::resolve_special_action(table, &action, &rules())
    });
    assert_eq!((healed.contact, healed.words.to_string().as_str()), (HitResult::Hit, "is cured of Stunned"));
    assert_eq!(healed.words.note_topic(), dice::NoteTopic::Recovery);
    assert!(after(&healed.effects, UnitId(2)).injuries.is_empty());
    let failed = on(&face_list("A1 A1 A1 D1 D1"), |table| {
        CombatChecksRulebook::resolve_special_action(table, &action, &rules())
    });
    patient.condition = HealthState::CombatChecks(after(&failed.effects, UnitId(2)));
    assert_eq!(failed.contact, HitResult::Miss);
    assert_eq!(why(treat(&patient, 1)), "CC-HEAL-03", "once per injury and fight");
}

#[test]
fn cc_heal_01_treating_itself_whichever_injury() {
    let mut unit = unit(1, 0);
    harm(&mut unit, |own| {
        add_injury(own, 1);
        add_injury(own, 126);
        add_injury(own, 141);
    });
    unit.condition = {
        let mut own = unit.condition.combat_checks().clone();
        own.waiting.check.boost = 1;
        HealthState::CombatChecks(own)
    };
    let action = SpecialAction::new(&unit, "treat_self");
    assert!(CombatChecksRulebook::pay_special_action(&action, &rules()).is_ok());
    let mut table = ScriptedTable::new(face_list("B1 A4 A4 A4 D1"), vec!["0".to_owned()]);
    let done =
        CombatChecksRulebook::resolve_special_action(&mut table, &action, &rules()).expect("the script fits");
    let traces = table.finish().expect("every face is used");
    assert!(noted(&traces).contains(&"CC-HEAL-01"));
    let now = after(&done.effects, UnitId(1));
    assert_eq!((now.injuries.len(), now.waiting.check.boost), (2, 0));
    let asked = CombatChecksRulebook::resolve_special_action(
        &mut ScriptedTable::new([], Vec::new()),
        &action,
        &rules(),
    );
    let Err(dice::Interrupt::NeedsAnswer(prompt)) = asked else { panic!("which injury?") };
    let keys: Vec<_> = prompt.answers.iter().map(|answer| answer.key.as_str()).collect();
    assert_eq!(keys, ["1", "0"], "bleeding first, without incurable injuries");
}
