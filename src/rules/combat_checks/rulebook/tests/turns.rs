//! Turns, costs and movement.

use rstest::rstest;

use super::*;
use crate::combat_checks::test_support::{add_injury, pistol, rifle};
use crate::combat_checks::{Expiry, TimedEffectKind};
use crate::status::{ActiveAilment, Ailment, StatusEnd};
use crate::turn_engine::PhaseTiming;
use model::UnitId;

#[test]
fn cc_econ_01_a_turn_is_a_phase() {
    let mut unit = unit(1, 0);
    unit.budget = CombatChecksRulebook::budget_at_pass_start(&unit, &rules());
    assert_eq!(unit.budget.combat_checks().turn, PhaseTiming::Before);
    assert_eq!(
        CombatChecksRulebook::pay_action(&unit, ActionRequest::for_action(Action::Walk), &rules()),
        Err(CostError::NotItsPhase)
    );
    let begun = start(&unit);
    assert_eq!(begun.lost, None);
    let budget = left(&begun.effects, 1);
    assert_eq!((budget.turn, budget.economy.points), (PhaseTiming::Now, 3));
    unit.budget = TurnBudget::CombatChecks(budget);
    let ended = on(&[], |table| CombatChecksRulebook::end_phase(table, &unit, &rules()));
    assert_eq!(left(&ended, 1).turn, PhaseTiming::After);
}

#[test]
fn cc_econ_03_one_action() {
    let mut unit = unit(1, 0);
    pays(&mut unit, Action::MeleeAttack);
    assert_eq!(unit.budget.combat_checks().economy.points, 1);
    assert_eq!(
        why(CombatChecksRulebook::pay_action(
            &unit,
            ActionRequest::for_action(Action::UnarmedAttack),
            &rules()
        )),
        "CC-ECON-03"
    );
}

#[test]
fn cc_econ_04_one_free_maneuver() {
    let mut unit = unit(1, 0);
    let paid =
        CombatChecksRulebook::pay_action(&unit, ActionRequest::for_action(Action::TakeCover), &rules())
            .expect("its maneuver");
    assert_eq!((paid.points, paid.free, paid.condition.is_none()), (1, 0, true));
    spend(&mut unit, paid);
    assert_eq!(
        why(CombatChecksRulebook::pay_action(&unit, ActionRequest::for_action(Action::Reload), &rules())),
        "CC-ECON-04"
    );
    pays(&mut unit, Action::MeleeAttack);
    assert_eq!(unit.budget.combat_checks().economy.points, 0);
}

#[rstest]
#[case::walk(Action::Walk, "manoeuvre")]
#[case::door(Action::Door, "manoeuvre")]
#[case::attack(Action::MeleeAttack, "action")]
#[case::drop(Action::DropObject, "free")]
#[case::fall(Action::ForcedDrop, "")]
#[case::dodge(Action::Dodge, "")]
fn prices(#[case] action: Action, #[case] wanted: &str) {
    assert_eq!(
        CombatChecksRulebook::price_label(&unit(1, 0), ActionRequest::for_action(action), &rules()),
        wanted
    );
}

#[test]
fn cc_econ_06_all_manoeuvres_name_the_price_of_one_that_is_paid_alike() {
    let mut unit = unit(1, 0);
    let prices = |unit: &UnitSnapshot| {
        let actions = CombatChecksRulebook::available_actions(unit, &rules());
        let price = |key: &str| {
            let action = actions.iter().find(|action| action.key == key);
            action.map_or_else(String::new, |action| action.price.clone())
        };
        let walk = ActionRequest::for_action(Action::Walk);
        let walk = CombatChecksRulebook::price_label(unit, walk, &rules());
        [price("aim"), price("guarded_stance"), walk]
    };
    assert_eq!(prices(&unit), ["manoeuvre", "manoeuvre", "manoeuvre"]);
    let given_up =
        CombatChecksRulebook::pay_special_action(&SpecialAction::new(&unit, "give_up_action"), &rules())
            .expect("the action is left");
    spend(&mut unit, given_up);
    assert_eq!(prices(&unit), ["paid", "paid", "paid"]);
}

#[test]
fn cc_econ_08_a_move_and_what_is_left_of_it() {
    let mut unit = unit(1, 0);
    let budget = |unit: &UnitSnapshot| {
        let budget = CombatChecksRulebook::move_budget(unit, &rules());
        (budget.walk_left, budget.run)
    };
    assert_eq!(budget(&unit), (12, 0), "six squares of one maneuver");
    pays(&mut unit, Action::Walk);
    unit.walked = 4;
    assert_eq!(
        (
            budget(&unit),
            CombatChecksRulebook::price_label(&unit, ActionRequest::for_action(Action::Walk), &rules())
        ),
        ((8, 0), "paid".into())
    );
    pays(&mut unit, Action::Walk);
    assert_eq!(unit.budget.combat_checks().economy.points, 2, "the same Move goes on");
    pays(&mut unit, Action::MeleeAttack);
    assert_eq!(budget(&unit), (0, 0), "something else ended it");
    assert_eq!(
        why(CombatChecksRulebook::pay_action(&unit, ActionRequest::for_action(Action::Walk), &rules())),
        "CC-ECON-04"
    );
    assert_eq!(
        why(CombatChecksRulebook::pay_action(&unit, ActionRequest::for_action(Action::Sprint), &rules())),
        "CC-ECON-08"
    );
}

#[test]
fn cc_econ_08_the_allowance_is_one_move_whatever_was_walked() {
    let mut unit = unit(1, 0);
    let allowance = |unit: &UnitSnapshot| CombatChecksRulebook::walk_allowance(unit, &rules());
    assert_eq!(allowance(&unit), 12, "six squares");
    pays(&mut unit, Action::Walk);
    unit.walked += 2;
    assert_eq!(allowance(&unit), 12);
    unit.walked = 22;
    assert_eq!(allowance(&unit), 12, "also after two Moves, or in the second pass");
    unit.prone = true;
    assert_eq!(allowance(&unit), 12, "and before it stands up");
}

#[test]
fn cc_econ_08_a_run_is_a_second_move() {
    let mut unit = unit(1, 0);
    let paid = CombatChecksRulebook::pay_special_action(&SpecialAction::new(&unit, "buy_maneuver"), &rules())
        .expect("2 Strain");
    spend(&mut unit, paid);
    assert_eq!(CombatChecksRulebook::move_budget(&unit, &rules()).run, 12);
    assert_eq!(CombatChecksRulebook::may_run(&unit, false, &rules()), Ok(()));
    pays(&mut unit, Action::Run);
    pays(&mut unit, Action::Walk);
    let economy = unit.budget.combat_checks().economy;
    assert_eq!((economy.maneuvers, economy.points), (2, 2));
    assert_eq!(
        CombatChecksRulebook::may_run(&unit, false, &rules()).map_err(|why| why.clause),
        Err("CC-ECON-07"),
        "both manoeuvres of the turn are used"
    );
}

#[test]
fn cc_econ_13_prone_stands_up_first() {
    let mut unit = unit(1, 0);
    unit.prone = true;
    assert_eq!(
        why(CombatChecksRulebook::pay_action(&unit, ActionRequest::for_action(Action::Walk), &rules())),
        "CC-ECON-13"
    );
    assert_eq!(
        CombatChecksRulebook::may_run(&unit, false, &rules()).map_err(|why| why.clause),
        Err("CC-ECON-13")
    );
    assert_eq!(CombatChecksRulebook::move_budget(&unit, &rules()), Default::default());
    pays(&mut unit, Action::StandUp);
}

#[test]
fn cc_econ_14_one_free_act() {
    let mut unit = unit(1, 0);
    pays(&mut unit, Action::MeleeAttack);
    pays(&mut unit, Action::Walk);
    let paid =
        CombatChecksRulebook::pay_action(&unit, ActionRequest::for_action(Action::DropObject), &rules())
            .expect("free");
    assert_eq!((paid.points, paid.free), (0, 1));
    spend(&mut unit, paid);
    assert_eq!(
        why(CombatChecksRulebook::pay_action(&unit, ActionRequest::for_action(Action::SayWord), &rules())),
        "CC-ECON-14"
    );
}

#[rstest]
#[case(Action::Dodge)]
#[case(Action::Parry)]
#[case(Action::FullDefense)]
fn cc_econ_15_no_reactions(#[case] action: Action) {
    assert_eq!(
        why(CombatChecksRulebook::pay_action(&unit(1, 0), ActionRequest::for_action(action), &rules())),
        "CC-ECON-15"
    );
}

#[test]
fn cc_adv_22_the_disabled_do_not_move() {
    let mut unit = unit(1, 0);
    harm(&mut unit, |own| own.add_timed(TimedEffectKind::Disabled, Expiry::TurnEnds(1)));
    assert_eq!(
        why(CombatChecksRulebook::pay_action(&unit, ActionRequest::for_action(Action::Walk), &rules())),
        "CC-ADV-22"
    );
    assert_eq!(CombatChecksRulebook::move_budget(&unit, &rules()).walk_left, 0);
    let ended = on(&[], |table| CombatChecksRulebook::end_phase(table, &unit, &rules()));
    assert!(!after(&ended, UnitId(1)).has_timed(TimedEffectKind::Disabled));
}

#[test]
fn cc_adv_21_a_disabled_weapon_comes_back() {
    let mut unit = unit(1, 0);
    let slot = arms(&mut unit, pistol());
    unit.held[0].fault = WeaponMalfunction::Disabled;
    change_budget(&mut unit, |budget| (budget.lost_gear, budget.disabled_gear) = (1, 2));
    let ended = on(&[], |table| CombatChecksRulebook::end_phase(table, &unit, &rules()));
    assert!(ended.contains(&RuleStep::Record(BattleEvent::WeaponFaultChanged {
        unit: UnitId(1),
        weapon: slot,
        fault: WeaponMalfunction::None
    })));
    assert_eq!((left(&ended, 1).lost_gear, left(&ended, 1).disabled_gear), (1, 0));
}

#[test]
fn cc_thr_06_the_unconscious_lose_their_turn() {
    let mut unit = unit(1, 0);
    harm(&mut unit, |own| {
        own.strain = 14;
        own.add_timed(TimedEffectKind::Disabled, Expiry::TurnEnds(1));
        add_injury(own, 126);
    });
    unit.down = CombatChecksRulebook::down_state(&unit.sheet, &unit.condition, &rules());
    let begun = start(&unit);
    assert_eq!(begun.lost.map(|why| why.clause), Some("CC-THR-06"));
    let now = after(&begun.effects, UnitId(1));
    // The turn goes on: it bleeds, and effects end with the turn. `CC-THR-09`.
    assert_eq!((now.wounds, now.strain, now.has_timed(TimedEffectKind::Disabled)), (1, 15, false));
    assert_eq!(left(&begun.effects, 1).turn, PhaseTiming::After);
}

#[test]
fn cc_crit_07_ongoing_injuries_are_counted_whatever_they_are_called() {
    let mut unit = unit(1, 0);
    assert_eq!(CombatChecksRulebook::critical_injuries(&unit.condition), 0);
    harm(&mut unit, |own| {
        add_injury(own, 6);
        add_injury(own, 126);
    });
    assert_eq!(CombatChecksRulebook::critical_injuries(&unit.condition), 2);
}

#[test]
fn cc_chart_26_bleeding_at_the_first_turn_of_a_round() {
    let mut unit = unit(1, 0);
    harm(&mut unit, |own| {
        own.wounds = 13;
        add_injury(own, 126);
    });
    assert!(CombatChecksRulebook::is_dying(&unit.condition));
    let begun = start(&unit);
    assert_eq!(after(&begun.effects, UnitId(1)).wounds, 14);
    assert!(begun.lost.is_some(), "14 of 13 Wounds");
    unit.acted = true;
    let later = start(&unit);
    assert!(
        later.effects.iter().all(|effect| !matches!(effect, RuleStep::ChangeHealth { .. })),
        "once per round"
    );
}

#[rstest]
#[case::cc_chart_07_stunned(31, Action::MeleeAttack, "CC-CHART-07")]
#[case::cc_chart_15_hamstrung(71, Action::Walk, "CC-CHART-15")]
#[case::cc_chart_25_knocked_senseless(121, Action::UnarmedAttack, "CC-CHART-25")]
fn injuries_forbid(#[case] row: u32, #[case] action: Action, #[case] clause: &str) {
    let mut unit = unit(1, 0);
    harm(&mut unit, |own| add_injury(own, row));
    assert_eq!(
        why(CombatChecksRulebook::pay_action(&unit, ActionRequest::for_action(action), &rules())),
        clause
    );
    assert_eq!(start(&unit).lost, None, "the turn itself is not lost");
    assert!(CombatChecksRulebook::turn_reserves(&unit, &rules()).iter().any(|line| line.starts_with("No ")));
}

#[rstest]
#[case::cc_chart_07_stunned(31, Some("CC-CHART-07"))]
#[case::cc_chart_25_knocked_senseless(121, Some("CC-CHART-25"))]
#[case::cc_chart_02_the_action_of_a_turn_is_not_the_interception(6, None)]
fn injuries_forbid_interceptions(#[case] row: u32, #[case] clause: Option<&str>) {
    let mut unit = unit(1, 0);
    harm(&mut unit, |own| add_injury(own, row));
    let paid = crate::play::pay_interception(&unit, &rules());
    match clause {
        Some(clause) => assert_eq!(why(paid), clause),
        None => assert!(paid.is_ok(), "{paid:?}"),
    }
}

#[test]
fn cc_chart_19_actions_cost_strain() {
    let mut unit = unit(1, 0);
    harm(&mut unit, |own| add_injury(own, 91));
    assert_eq!(
        CombatChecksRulebook::price_label(&unit, ActionRequest::for_action(Action::MeleeAttack), &rules()),
        "action, 1 Strain"
    );
    pays(&mut unit, Action::MeleeAttack);
    assert_eq!(unit.condition.combat_checks().strain, 1);
}

#[test]
fn cc_chart_28_strikes_as_the_next_round_ends() {
    let mut unit = unit(1, 0);
    harm(&mut unit, |own| add_injury(own, 136));
    let ends = |unit: &UnitSnapshot| on(&[], |table| CombatChecksRulebook::end_round(table, unit, &rules()));
    assert_eq!(ends(&unit), []);
    unit.round = 2;
    assert_eq!(after(&ends(&unit), UnitId(1)).wounds, 10);
}

#[test]
fn cc_chart_33_one_arm_carries_one_thing() {
    let mut unit = unit(1, 0);
    arms(&mut unit, pistol());
    let ready = |unit: &UnitSnapshot, weapon: OwnWeapon| {
        let other = held(weapon, 5);
        let act = ActionRequest { action: Action::PickUp, with: Some(&other), option: None };
        CombatChecksRulebook::pay_action(unit, act, &rules()).map(|_| ())
    };
    assert_eq!(ready(&unit, pistol()), Ok(()));
    harm(&mut unit, |own| {
        add_injury(own, 96);
        own.injuries[0].mark =
            crate::combat_checks::critical_injuries::injury::InjuryDetail::Limb(Limb::RightArm);
    });
    assert_eq!(why(ready(&unit, pistol())), "CC-CHART-33");
    unit.held.clear();
    assert_eq!(ready(&unit, pistol()), Ok(()));
    assert_eq!(why(ready(&unit, rifle())), "CC-CHART-33");
    arms(&mut unit, pistol());
    assert_eq!(Fighter::from_snapshot(&unit, &rules()).held[0].arm, Limb::LeftArm);
}

#[test]
fn cc_econ_15_a_turn_lost_to_an_ailment_is_over() {
    let mut unit = unit(1, 0);
    let until = StatusEnd::Removed;
    unit.ailments =
        vec![ActiveAilment { ailment: Ailment::Stunned, part: None, by: None, strength: 0, until }];
    let started = start(&unit);
    assert!(started.lost.is_none(), "the engine says why");
    let budget = left(&started.effects, 1);
    assert_eq!((budget.economy.in_turn, budget.turn), (false, PhaseTiming::After));
}

#[test]
fn cc_tht_06_a_maneuver_out_of_turn() {
    let mut unit = unit(1, 0);
    change_budget(&mut unit, |budget| {
        *budget = budget.end_turn();
        budget.owed = 1;
    });
    assert_eq!(CombatChecksRulebook::turn_reserves(&unit, &rules()), ["1 manoeuvre now"]);
    assert_eq!(CombatChecksRulebook::move_budget(&unit, &rules()).walk_left, 12);
    pays(&mut unit, Action::Walk);
    assert_eq!(
        CombatChecksRulebook::pay_action(&unit, ActionRequest::for_action(Action::Door), &rules()),
        Err(CostError::NotItsPhase)
    );
    change_budget(&mut unit, |budget| budget.owed = 1);
    unit.budget = CombatChecksRulebook::budget_at_pass_start(&unit, &rules());
    assert_eq!(unit.budget.combat_checks().owed, 1, "a new pass does not take it away");
    assert_eq!(left(&start(&unit).effects, 1).owed, 0, "its own turn does");
}

#[test]
fn ss_init_01_agility_perception_and_a_die() {
    let unit = unit(1, 0);
    let rolled = on(&[5], |table| CombatChecksRulebook::roll_initiative(table, &unit, false, &rules()));
    assert_eq!((rolled.score, rolled.attribute), (11, 6));
    assert_eq!(
        (CombatChecksRulebook::initiative_attribute(&unit), CombatChecksRulebook::tie_breakers(&unit.sheet)),
        (6, (3, 3))
    );
}

#[test]
fn figures_have_their_parts() {
    let mut unit = unit(1, 0);
    let slot = arms(&mut unit, rifle());
    unit.held[slot].fault = WeaponMalfunction::Empty;
    unit.in_cover = true;
    let find = |name: &str| {
        CombatChecksRulebook::derived_stats(&unit, &rules())
            .into_iter()
            .find(|figure| figure.name == name)
            .expect("a figure")
    };
    let ranged = find("Ranged defence");
    assert_eq!(ranged.value, "1");
    assert!(ranged.hint.ends_with("that of cover only if they shoot through it."), "{}", ranged.hint);
    assert_eq!((find("Soak").value.as_str(), find("Move").value.as_str()), ("3", "6 squares"));
    let weapon = CombatChecksRulebook::derived_weapon_stats(&unit, &unit.held[slot], &rules());
    assert_eq!(weapon[0].value, "1 ability, 2 proficiency");
    assert_eq!(weapon.last().map(|figure| figure.value.as_str()), Some("empty"));
    assert_eq!(
        CombatChecksRulebook::weapon_summary(&unit, &unit.held[slot].weapon, &rules()),
        "Damage 6 · Critical Rating 3 · Extreme, 120 m"
    );
    assert_eq!(
        (
            CombatChecksRulebook::gauges(&unit.sheet, &unit.condition, &rules()).len(),
            CombatChecksRulebook::sheet_stats(&unit.sheet).len() > 7
        ),
        (2, true)
    );
    assert_eq!(CombatChecksRulebook::turn_reserves(&unit, &rules())[..2], ["Action", "Free manoeuvre"]);
}

#[test]
fn ad_spec_03_a_point_per_metre_less_soak() {
    let unit = unit(1, 0);
    let soak = CombatChecksRulebook::soak(&unit.sheet, &unit.condition, &rules());
    let fall = |metres: u32| {
        let fall = Fall { height_cm: 100 * metres, leapt: false };
        on(&[], |table| CombatChecksRulebook::resolve_fall(table, &unit, fall, &rules())).effects
    };
    assert!(matches!(fall(soak + 4)[..], [RuleStep::ChangeHealth { damage: 4, .. }]));
    assert_eq!(after(&fall(soak + 4), unit.id).wounds, unit.condition.combat_checks().wounds + 4);
    assert_eq!(fall(soak), []);
}

#[test]
fn cc_chart_16_both_answers_say_what_they_mean() {
    use crate::combat_checks::lines::{InjuryPromptLine, OverpoweredLine};
    use dice::{Answer, GivenText};
    let overpowered =
        |label: OverpoweredLine| CombatChecksRulebook::answer_effect(&Answer::new("a", label, "CC-CHART-16"));
    assert_eq!(overpowered(OverpoweredLine::Stop), "the attack ends here");
    assert!(overpowered(OverpoweredLine::Attack).contains("advantages buy nothing, its threats may cost"));
    let ally = Answer::new("4", GivenText("Ann".to_owned()), "CC-CHART-06");
    let ally = ally.with_detail(InjuryPromptLine::StrainOf { strain: 3, threshold: 12 });
    assert_eq!(CombatChecksRulebook::answer_effect(&ally), "");
    assert_eq!(ally.detail.to_string(), "Strain 9 of 12 left, then 10", "counted as on its card");
    let boost = Answer::new("boost", GivenText("Boost die for Ann".to_owned()), "CC-ADV-14");
    assert_ne!(CombatChecksRulebook::answer_effect(&boost), "", "options of the table as before");
}
