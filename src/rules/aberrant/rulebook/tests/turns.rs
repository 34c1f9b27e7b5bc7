//! Prices and limits of actions, phases and rounds, initiative and movement.

use crate::status::Ailment;

use super::*;

const SHOT: Action = Action::Fire(FireMode::Single);

#[rstest]
#[case::ab_base_07_run_and_two_shots(&[Action::Run, SHOT, SHOT], 0, 2)]
#[case::ab_base_07_walk_and_three_shots(&[Action::Walk, SHOT, SHOT, SHOT], 0, 3)]
#[case::ab_base_07_sprint(&[Action::Sprint, Action::MeleeAttack], 1, 2)]
#[case::ab_base_07_standing_up(&[Action::DropProne, Action::StandUp], 2, 1)]
#[case::ab_base_07_whatever_the_engine_charges(&[Action::MeleeAttack, Action::Reload, Action::Door], 0, 3)]
fn prices(#[case] acts: &[Action], #[case] points: u8, #[case] actions: u8) {
    let mut unit = unit(1, |_| ());
    for &action in acts {
        pay(&mut unit, action, &rules()).expect("affordable");
    }
    let effort = budget_mut(&mut unit).effort;
    assert_eq!((effort.points, effort.actions), (points, actions));
    assert_eq!(AberrantRulebook::price_label(&unit, ActionRequest::for_action(SHOT), &rules()), "1 AP");
    assert_eq!(
        AberrantRulebook::price_label(&unit, ActionRequest::for_action(Action::Walk), &rules()),
        "free"
    );
}

#[test]
fn ab_limit_01_an_action_over_the_cap() {
    let mut unit = unit(1, |sheet| (sheet.dexterity, sheet.wits) = (3, 1));
    budget_mut(&mut unit).effort.actions = 4;
    let before = unit.clone();
    assert_eq!(clause(pay(&mut unit, SHOT, &rules())), "AB-LIMIT-01");
    assert_eq!(unit, before, "refused before any cost");
    assert!(pay(&mut unit, Action::Run, &rules()).is_ok());
}

#[test]
fn only_in_its_own_phase() {
    let mut unit = unit(1, |_| ());
    budget_mut(&mut unit).turn = PhaseTiming::After;
    assert_eq!(pay(&mut unit, SHOT, &rules()), Err(CostError::NotItsPhase));
    assert_eq!(pay(&mut unit, Action::ForcedDrop, &rules()), Ok(0));
    budget_mut(&mut unit).turn = PhaseTiming::Now;
    budget_mut(&mut unit).effort.points = 0;
    assert_eq!(pay(&mut unit, SHOT, &rules()), Err(CostError::TooFewPoints { needed: 1, left: 0 }));
}

#[test]
fn ab_base_08_reservations_lapse_with_the_phase() {
    let mut unit = unit(1, |_| ());
    budget_mut(&mut unit).effort.reserved = 2;
    let (ended, _) = scripted(&[], &[], |table| AberrantRulebook::end_phase(table, &unit, &rules()));
    let after = budget_after(&ended, 1).expect("a budget");
    assert_eq!((after.turn, after.effort.points, after.effort.reserved), (PhaseTiming::After, 0, 2));
    unit.budget = TurnBudget::Aberrant(after);
    unit.budget = AberrantRulebook::budget_at_round_start(&unit, &rules());
    unit.budget = AberrantRulebook::budget_at_pass_start(&unit, &rules());
    assert_eq!(budget_mut(&mut unit).effort.reserved, 2, "kept to the next phase");
    let (start, _) = scripted(&[], &[], |table| AberrantRulebook::start_phase(table, &unit, &rules()));
    let after = budget_after(&start.effects, 1).expect("a budget");
    assert_eq!((after.turn, after.effort.points, after.effort.reserved), (PhaseTiming::Now, 3, 0));
}

#[rstest]
#[case::cs_enra_04_the_enraged_attack(Ailment::Enraged, false)]
#[case::cs_ail_06_the_stunned_do_not(Ailment::Stunned, true)]
fn a_phase_with_an_ailment(#[case] ailment: Ailment, #[case] lost: bool) {
    let mut unit = unit(1, |_| ());
    unit.add_ailment(ailment);
    let (start, _) = scripted(&[], &[], |table| AberrantRulebook::start_phase(table, &unit, &rules()));
    assert_eq!(start.lost.is_some(), lost);
    budget_mut(&mut unit).effort.points = 3;
    assert_eq!(pay(&mut unit, Action::MeleeAttack, &rules()).is_err(), lost);
}

#[rstest]
#[case::ab_cancel_01_by_default("pass", 3, 3)]
#[case::ab_cancel_01_late("phase", 0, 3)]
fn ab_ruling_38_when_actions_are_queued(#[case] mode: &str, #[case] pass: u8, #[case] phase: u8) {
    let rules = rules_with("ab.declare_mode", mode);
    let mut unit = unit(1, |_| ());
    unit.budget = AberrantRulebook::budget_at_pass_start(&unit, &rules);
    assert_eq!(budget_mut(&mut unit).effort.queued, pass);
    let (start, _) = scripted(&[], &[], |table| AberrantRulebook::start_phase(table, &unit, &rules));
    assert_eq!(budget_after(&start.effects, 1).map(|after| after.effort.queued), Some(phase));
    unit.initiative = 0;
    unit.budget = AberrantRulebook::budget_at_pass_start(&unit, &rules);
    assert_eq!(budget_mut(&mut unit).effort.queued, 0, "no phase in this pass");
}

#[test]
fn ab_cancel_04_what_was_given_up_is_missing_in_the_phase() {
    let mut unit = unit(1, |_| ());
    budget_mut(&mut unit).effort = ActionState { owed: 1, ..ActionState::default() };
    unit.budget = AberrantRulebook::budget_at_pass_start(&unit, &rules());
    assert_eq!(budget_mut(&mut unit).effort.queued, 2);
    let (start, _) = scripted(&[], &[], |table| AberrantRulebook::start_phase(table, &unit, &rules()));
    let effort = budget_after(&start.effects, 1).expect("a budget").effort;
    assert_eq!((effort.points, effort.queued, effort.owed), (2, 2, 0));
}

#[test]
fn ab_daze_06_the_turn_is_lost() {
    let mut unit = unit(1, |_| ());
    health_mut(&mut unit).lost_rounds = Some(RoundRange { first: 1, last: 1 });
    let (start, _) = scripted(&[], &[], |table| AberrantRulebook::start_phase(table, &unit, &rules()));
    assert_eq!(start.lost.map(|why| why.clause), Some("AB-DAZE-06"));
    assert_eq!(budget_after(&start.effects, 1).map(|after| after.turn), Some(PhaseTiming::After));
    unit.round = 2;
    let (start, _) = scripted(&[], &[], |table| AberrantRulebook::start_phase(table, &unit, &rules()));
    assert_eq!(start.lost, None);
}

#[test]
fn ab_daze_05_dazed_units_act_once() {
    let mut unit = unit(1, |_| ());
    health_mut(&mut unit).dazed = Some(RoundRange { first: 1, last: 1 });
    unit.budget = AberrantRulebook::budget_at_pass_start(&unit, &rules());
    assert_eq!(budget_mut(&mut unit).effort.queued, 1);
    budget_mut(&mut unit).turn = PhaseTiming::Now;
    budget_mut(&mut unit).effort.points = 3;
    assert!(pay(&mut unit, SHOT, &rules()).is_ok());
    assert_eq!(clause(pay(&mut unit, SHOT, &rules())), "AB-DAZE-05");
    assert!(pay(&mut unit, Action::Walk, &rules()).is_ok());
    assert_eq!(AberrantRulebook::turn_reserves(&unit, &rules()), ["Dazed: one action, +2 difficulty"]);
}

#[test]
fn ab_base_11_initiative_of_the_engine() {
    let unit = unit(1, |_| ());
    let (initiative, _) =
        scripted(&[vec![6]], &[], |table| AberrantRulebook::roll_initiative(table, &unit, false, &rules()));
    assert_eq!((initiative.score, initiative.attribute), (12, 6));
    assert_eq!(
        (AberrantRulebook::initiative_attribute(&unit), AberrantRulebook::tie_breakers(&unit.sheet)),
        (6, (3, 3))
    );
}

#[test]
fn ab_stun_02_stun_goes_away_between_rounds() {
    let mut unit = unit(1, |sheet| sheet.stamina = 3);
    *health_mut(&mut unit) = crate::aberrant::HealthState {
        marks: DamageMarks { stun: 2, ..DamageMarks::default() },
        stun_since: Some(1),
        ..health_mut(&mut unit).clone()
    };
    unit.round = 6;
    let ends = |unit: &UnitSnapshot| {
        scripted(&[], &[], |table| AberrantRulebook::end_round(table, unit, &rules())).0
    };
    assert!(ends(&unit).is_empty());
    unit.round = 7;
    let stun = health_after(&ends(&unit), 1).map(|after| after.marks.stun);
    assert_eq!(stun, Some(1), "gone when round 8 begins");
}

#[rstest]
#[case::ab_stun_10_it_comes_round("rally", &[7, 8, 2], Some(5))]
#[case::it_stays_down("wait", &[], None)]
fn unconscious_from_stun(#[case] answer: &str, #[case] faces: &[u8], #[case] stun: Option<u32>) {
    let mut unit = unit(1, |_| ());
    health_mut(&mut unit).marks = DamageMarks { stun: 7, ..DamageMarks::default() };
    health_mut(&mut unit).stun_since = Some(1);
    let (effects, _) =
        scripted(&[faces.to_vec()], &[answer], |table| AberrantRulebook::end_round(table, &unit, &rules()));
    let after = health_after(&effects, 1);
    assert_eq!(after.as_ref().map(|after| after.marks.stun), stun);
    assert_eq!(after.map(|after| after.willpower), stun.map(|_| 2));
}

#[test]
fn ab_base_07_walking_running_sprinting_and_crawling_in_metres() {
    let mut unit = unit(1, |sheet| sheet.strength = 4);
    let budget = |unit: &UnitSnapshot| AberrantRulebook::move_budget(unit, &rules());
    assert_eq!((budget(&unit).walk_left, budget(&unit).run, budget(&unit).sprint), (12, 12, 8));
    unit.walked = 5;
    assert_eq!(budget(&unit).walk_left, 7);
    (unit.walked, unit.prone) = (0, true);
    assert_eq!(budget(&unit).walk_left, 6, "crawling");
    assert_eq!(AberrantRulebook::may_run(&unit, false, &rules()).map_err(|why| why.clause), Err("SS-ACT-53"));
    let (came, _) =
        scripted(&[vec![7, 8, 1, 1]], &[], |table| AberrantRulebook::roll_sprint(table, &unit, &rules()));
    assert_eq!((came.metres, came.effects.len()), (2, 0));
}

#[rstest]
#[case::held(Grip::HeldBy(UnitId(2)), 0)]
#[case::in_control(Grip::Holding(UnitId(2)), 6)]
fn ab_base_10_only_the_controller_moves_at_half_its_walk(#[case] grip: Grip, #[case] half_metres: u32) {
    // Dexterity 3 walks six metres.
    let mut unit = unit(1, |_| ());
    unit.grip = Some(grip);
    assert_eq!(AberrantRulebook::move_budget(&unit, &rules()).walk_left, half_metres);
    assert_eq!(AberrantRulebook::move_budget(&unit, &rules()).run, 0);
    if half_metres == 0 {
        assert_eq!(clause(pay(&mut unit, Action::Walk, &rules())), "AB-BASE-10");
    } else {
        assert!(pay(&mut unit, Action::Walk, &rules()).is_ok());
        unit.walked = 4;
        assert_eq!(AberrantRulebook::move_budget(&unit, &rules()).walk_left, 2);
        (unit.walked, unit.prone) = (0, true);
        assert_eq!(AberrantRulebook::move_budget(&unit, &rules()).walk_left, 3, "half of crawling");
    }
    for faster in [Action::Run, Action::Sprint] {
        assert_eq!(clause(pay(&mut unit, faster, &rules())), "AB-BASE-10");
    }
    assert_eq!(
        AberrantRulebook::may_run(&unit, false, &rules()).map_err(|why| why.clause),
        Err("AB-BASE-10")
    );
    assert!(pay(&mut unit, Action::UnarmedAttack, &rules()).is_ok());
}

#[test]
fn taking_cover_needs_the_borrowed_chapter() {
    let mut unit = unit(1, |_| ());
    let without = rules_with("borrow.taking_cover", "off");
    assert_eq!(clause(pay(&mut unit, Action::TakeCover, &without)), "SS-ACT-49");
    assert!(pay(&mut unit, Action::TakeCover, &rules()).is_ok());
}

#[test]
fn what_a_unit_is() {
    let unit = unit(1, |sheet| sheet.armour = vec![armour("vest", Soak::new(4, 3, 0))]);
    assert_eq!(
        AberrantRulebook::soak(&unit.sheet, &unit.condition, &rules()),
        4,
        "1 of the body, 3 of the vest"
    );
    assert_eq!(
        (AberrantRulebook::starting_karma(&unit.sheet), AberrantRulebook::has_hands(&unit.sheet)),
        (0, true)
    );
    let stats = AberrantRulebook::derived_stats(&unit, &rules());
    let of =
        |name: &str| stats.iter().find(|derived_stat| derived_stat.name == name).map(|it| it.value.clone());
    assert_eq!(of("Initiative").as_deref(), Some("d10 + 6"));
    assert_eq!(of("Soak, lethal").as_deref(), Some("4"));
    assert_eq!(of("Parry").as_deref(), Some("6 dice"));
    assert_eq!(of("Dazed").as_deref(), Some("above 2 levels in one round"));
    assert_eq!(of("Stunned").as_deref(), Some("above 4 levels in one round"));
    assert_eq!(of("Stunned, two rounds").as_deref(), Some("above 6 levels in one round"));
    let rifle = held(AberrantWeapon { ap: 2, ..rifle("7L") });
    assert_eq!(
        AberrantRulebook::weapon_summary(&unit, &rifle.weapon, &rules()),
        "7 lethal · pierces 2 · 100 m"
    );
    let shown = AberrantRulebook::derived_weapon_stats(&unit, &rifle, &rules());
    assert!(
        shown.iter().any(|derived_stat| derived_stat.name == "Extreme" && derived_stat.value == "800 m, +6")
    );
    assert_eq!(
        AberrantRulebook::unarmed_weapon(&unit.sheet).map(|weapon| weapon.aberrant().damage.to_string()),
        Some("2 bashing".into())
    );
}

#[test]
fn what_a_weapon_is() {
    let unit = unit(1, |_| ());
    let arm_of = |weapon: AberrantWeapon| {
        let weapon = Weapon::Aberrant(Arc::new(weapon));
        let arm = AberrantRulebook::weapon_traits(&weapon, &unit.sheet, &rules());
        (arm.reach, arm.hands, AberrantRulebook::attack_action(&weapon, None))
    };
    let rifle = AberrantWeapon { mass_g: 3_500, ..rifle("7L") };
    assert_eq!(arm_of(rifle), (WeaponReach::Ranged { metres: 800 }, 2, SHOT));
    let knife = crate::aberrant::test_fixtures::throwing_knife("3L");
    assert_eq!(arm_of(knife), (WeaponReach::Ranged { metres: 80 }, 1, SHOT), "Strength 2: 10 m short range");
    let sword = AberrantWeapon { mass_g: 1_200, reach: 1, ..blade("8L") };
    assert_eq!(arm_of(sword), (WeaponReach::Melee { beyond: 1 }, 1, Action::MeleeAttack));
    assert_eq!(arm_of(blade("6B")), (WeaponReach::Melee { beyond: 0 }, 0, Action::UnarmedAttack));
}

#[test]
fn ab_base_11_points_owed_by_a_unit_without_a_turn_in_this_pass_are_those_of_the_next_one() {
    let owes = |initiative, turn| {
        let mut unit = unit(1, |_| {});
        unit.initiative = initiative;
        let budget = budget_mut(&mut unit);
        (budget.turn, budget.effort) = (turn, ActionState { owed: 1, ..ActionState::default() });
        AberrantRulebook::turn_reserves(&unit, &rules())
    };
    assert_eq!(owes(7, PhaseTiming::Before), ["1 AP less in its turn of this pass"]);
    assert_eq!(owes(-3, PhaseTiming::Before), ["1 AP less next turn"]);
    assert_eq!(owes(7, PhaseTiming::After), ["1 AP less next turn"]);
}

#[test]
fn answers_without_a_price_say_what_they_mean() {
    use crate::aberrant::lines::{AnswerDetail, AnswerLabel};
    let effect = |label: AnswerLabel| {
        AberrantRulebook::answer_effect(
            &Answer::new("a", label, "AB-BASE-08").with_detail(AnswerDetail::Free),
        )
    };
    assert_eq!(effect(AnswerLabel::StayDown), "stays unconscious in this turn");
    assert_eq!(effect(AnswerLabel::Kill), "dead for good");
    assert_eq!(effect(AnswerLabel::AcceptDaze), "", "its detail says it");
    let once = "lessens only the dazing or stunning, not the damage; once per round, and more damage in this round may still \
                daze or stun the unit";
    assert_eq!(effect(AnswerLabel::PowerThrough), once);
}

#[test]
fn ab_daze_05_a_dazed_unit_acts_or_uses_its_reserved_defence() {
    let mut unit = unit(1, |_| ());
    let names = |unit: &UnitSnapshot| {
        let all = AberrantRulebook::turn_allowances(unit, &rules());
        all.into_iter().map(|allowance| (allowance.left, allowance.name)).collect::<Vec<_>>()
    };
    let effort = ActionState { points: 2, reserved: 1, queued: 1, ..ActionState::default() };
    budget_mut(&mut unit).effort = effort;
    assert_eq!(names(&unit), [(2, "AP"), (1, "defence")]);
    health_mut(&mut unit).dazed = Some(RoundRange { first: 1, last: 1 });
    let dazed = [(1, "AP to act"), (1, "AP only to run"), (1, "defence, in place of an action")];
    assert_eq!(names(&unit), dazed);
    let reserves = AberrantRulebook::turn_reserves(&unit, &rules());
    assert_eq!(reserves, ["Dazed: one action or one defence, +2 difficulty", "1 defence reserved"]);
}

#[test]
fn ab_griev_04_a_unit_that_cannot_defend_any_more_says_why() {
    use crate::aberrant::health::grievous_injury::{Flaw, LastingFlaw};
    let mut unit = unit(1, |_| ());
    budget_mut(&mut unit).effort = ActionState { queued: 3, ..ActionState::default() };
    let told = AberrantRulebook::turn_reserves(&unit, &rules());
    assert_eq!(told, ["3 actions can be given up to defend, for Willpower"]);
    health_mut(&mut unit).flaws.push(LastingFlaw { flaw: Flaw::SpineBroken, mitigated: false });
    let told = AberrantRulebook::turn_reserves(&unit, &rules());
    assert_eq!(told, ["Cannot defend: an injury makes it impossible: spine broken"]);
    let stats = AberrantRulebook::derived_stats(&unit, &rules());
    let dodge = stats.iter().find(|stat| stat.name == "Dodge").map(|stat| stat.value.as_str());
    assert_eq!(dodge, Some("not possible (spine broken)"));
}

#[test]
fn ab_griev_04_metres_walked_before_an_injury_are_no_part_of_the_crawl() {
    use crate::aberrant::health::grievous_injury::{Flaw, LastingFlaw};
    let mut unit = unit(1, |_| ());
    unit.walked = 12;
    assert_eq!(AberrantRulebook::walk_allowance(&unit, &rules()), 12, "6 m, all of them walked");
    for (flaw, allowance) in [(Flaw::LegsLost, 2), (Flaw::SpineBroken, 0)] {
        health_mut(&mut unit).flaws = vec![LastingFlaw { flaw, mitigated: false }];
        assert_eq!(AberrantRulebook::walk_allowance(&unit, &rules()), allowance, "{flaw}");
    }
}
