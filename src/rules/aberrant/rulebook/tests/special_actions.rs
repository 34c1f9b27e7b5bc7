//! This book's special actions: reserved defences, flurries, and announced attacks that are replaced or cancelled.

use super::*;
use crate::{AnnouncedAttack, SpecialAction, SpecialActionTarget};

fn special_action<'a>(
    unit: &'a UnitSnapshot,
    key: &'a str,
    target: Option<&'a UnitSnapshot>,
) -> SpecialAction<'a> {
    SpecialAction { target: target.map(|target| (target, 1)), ..SpecialAction::new(unit, key) }
}

/// Pays for a special action and returns the points left.
fn pay_special(unit: &mut UnitSnapshot, key: &str, rules: &RuleSet) -> Result<u8, CostError> {
    let Payment { budget, points, .. } =
        AberrantRulebook::pay_special_action(&special_action(unit, key, None), rules)?;
    unit.budget = budget;
    Ok(points)
}

fn keys(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<&'static str> {
    AberrantRulebook::available_actions(unit, rules).into_iter().map(|offer| offer.key).collect()
}

/// Performs a special action on given faces and answers.
fn resolve_special(
    unit: &UnitSnapshot,
    key: &str,
    target: Option<&UnitSnapshot>,
    rolls: &[Vec<u8>],
    answers: &[&str],
) -> ActionOutcome {
    let action = special_action(unit, key, target);
    AberrantRulebook::pay_special_action(&action, &rules()).expect("allowed");
    scripted(rolls, answers, |table| AberrantRulebook::resolve_special_action(table, &action, &rules())).0
}

#[test]
fn ab_base_08_defences_are_reserved_in_the_own_turn_only() {
    let mut unit = unit(1, |_| ());
    assert_eq!(pay_special(&mut unit, "reserve", &rules()), Ok(1));
    assert_eq!(pay_special(&mut unit, "reserve", &rules()), Ok(1));
    let effort = budget_mut(&mut unit).effort;
    assert_eq!((effort.reserved, effort.actions, effort.points), (2, 0, 1));
    assert!(AberrantRulebook::turn_reserves(&unit, &rules()).contains(&"2 defences reserved".to_owned()));
    budget_mut(&mut unit).turn = PhaseTiming::After;
    assert_eq!(pay_special(&mut unit, "reserve", &rules()), Err(CostError::NotItsPhase));
}

#[test]
fn ab_base_08_full_defence() {
    let mut unit = unit(1, |_| ());
    pay(&mut unit, Action::Walk, &rules()).expect("free");
    assert_eq!(pay_special(&mut unit, "full_defence", &rules()), Ok(3));
    assert!(budget_mut(&mut unit).effort.full_defence);
    let attack = pay(&mut unit, Action::MeleeAttack, &rules());
    assert_eq!(attack, Err(CostError::TooFewPoints { needed: 1, left: 0 }), "no attacks");
    let mut busy = super::unit(1, |_| ());
    pay(&mut busy, Action::MeleeAttack, &rules()).expect("affordable");
    assert_eq!(clause(pay_special(&mut busy, "full_defence", &rules())), "AB-BASE-08");
}

#[test]
fn ab_daze_05_a_dazed_unit_that_has_acted_cannot_defend_any_more() {
    let mut unit = unit(1, |_| ());
    budget_mut(&mut unit).effort.actions = 1;
    assert!(AberrantRulebook::can_defend(&unit, &rules()), "two actions at least in a round");
    health_mut(&mut unit).dazed = Some(RoundRange { first: 1, last: 1 });
    assert!(!AberrantRulebook::can_defend(&unit, &rules()), "its only action is taken");
    budget_mut(&mut unit).effort.actions = 0;
    assert!(AberrantRulebook::can_defend(&unit, &rules()));
}

#[test]
fn ab_dodge_05_a_prepared_defence_names_whose_bullets_it_is_no_use_against() {
    let enemy = |name: &str, initiative, weapon| {
        let mut enemy = unit(2, |_| ());
        (enemy.name, enemy.initiative, enemy.held) = (name.into(), initiative, vec![held(weapon)].into());
        enemy
    };
    let own = unit(1, |_| ());
    let fast = [enemy("Vex", 15, rifle("7L")), enemy("Sable", 8, rifle("7L"))];
    let others = [enemy("Moss", 7, rifle("7L")), enemy("Kerr", 15, blade("4L"))];
    let warn =
        |key, enemies: &[UnitSnapshot]| AberrantRulebook::defence_warning(&own, key, || enemies.to_vec());
    assert_eq!(warn("reserve", &others), None, "a slower shooter, and a blade");
    let told = warn("full_defence", &[fast.clone(), others].concat()).expect("two are too fast");
    assert_eq!(
        told,
        "No use against the bullets of Vex (initiative 15) and Sable (initiative 8): its own initiative of 8 is not higher."
    );
    assert_eq!(warn("rally", &fast), None, "it is no defence");
    let quick = unit(1, |sheet| sheet.mega_dexterity = 1);
    assert_eq!(AberrantRulebook::defence_warning(&quick, "reserve", || fast.to_vec()), None);
}

#[test]
fn ab_base_19_flurries_are_announced() {
    let rules = rules_with("ab.flurry_penalty", "on");
    let mut unit = unit(1, |_| ());
    assert!(keys(&unit, &rules).contains(&"flurry_2"));
    assert!(!keys(&unit, &super::rules()).contains(&"flurry_2"));
    assert_eq!(pay_special(&mut unit, "flurry_2", &rules), Ok(0));
    let nth = |unit: &UnitSnapshot| unit.budget.aberrant().flurry_position();
    assert_eq!((nth(&unit).actions, nth(&unit).nth), (2, 0));
    pay(&mut unit, Action::MeleeAttack, &rules).expect("announced");
    assert_eq!(nth(&unit).nth, 0, "the first is under way");
    unit.budget = TurnBudget::Aberrant(budget_mut(&mut unit).after_attack(on_unit(2), false));
    assert_eq!(nth(&unit).nth, 1);
    pay(&mut unit, Action::MeleeAttack, &rules).expect("announced");
    assert_eq!(clause(pay(&mut unit, Action::MeleeAttack, &rules)), "AB-BASE-19");
    let mut plain = super::unit(1, |_| ());
    pay(&mut plain, Action::MeleeAttack, &rules).expect("a single action");
    assert_eq!(clause(pay(&mut plain, Action::MeleeAttack, &rules)), "AB-BASE-19");
    assert_eq!(clause(pay_special(&mut plain, "flurry_2", &rules)), "AB-BASE-19");
}

#[test]
fn ab_limit_02_parts_of_a_flurry_count_singly() {
    let rules = rules_with("ab.flurry_penalty", "on");
    let mut unit = unit(1, |sheet| (sheet.dexterity, sheet.wits) = (3, 1));
    budget_mut(&mut unit).effort.actions = 3;
    assert!(pay_special(&mut unit, "flurry_2", &rules).is_ok());
    assert_eq!(budget_mut(&mut unit).phase.declared_actions, 1, "only one part is accepted");
}

/// An attacker whose first target went down to the first of three queued attacks.
fn request_after_kill() -> AttackRequest {
    let mut request = attack_request(blade("6L"));
    let attacker = &mut request.attacker;
    attacker.budget = AberrantRulebook::budget_at_pass_start(attacker, &rules());
    budget_mut(attacker).turn = PhaseTiming::Now;
    budget_mut(attacker).effort.points = 3;
    pay(attacker, Action::MeleeAttack, &rules()).expect("affordable");
    let after = budget_mut(attacker).after_attack(on_unit(2), true);
    attacker.budget = TurnBudget::Aberrant(after);
    request.aimed_unit().defender = unit(3, |sheet| (sheet.stamina, sheet.willpower) = (1, 0));
    budget_mut(&mut request.aimed_unit().defender).effort = ActionState::default();
    request
}

#[rstest]
#[case::by_a_point(&[], &["point"], 2)]
#[case::by_a_roll(&[2, 7, 1], &["roll"], 3)]
fn ab_cancel_01_another_target(#[case] faces: &[u8], #[case] answers: &[&str], #[case] willpower: u8) {
    let mut request = request_after_kill();
    assert_eq!(AberrantRulebook::may_attack(&request).map_err(|why| why.clause), Err("AB-CANCEL-01"));
    assert!(keys(&request.attacker, &rules()).contains(&"replace"));
    let outcome = resolve_special(&request.attacker, "replace", None, &[faces.to_vec()], answers);
    let after = health_after(&outcome.effects, 1).map_or(3, |after| after.willpower);
    assert_eq!(after, willpower);
    request.attacker.budget = TurnBudget::Aberrant(budget_after(&outcome.effects, 1).expect("a budget"));
    assert_eq!(AberrantRulebook::may_attack(&request), Ok(()));
    // One success is not enough for a replacement.
    pay(&mut request.attacker, Action::MeleeAttack, &rules()).expect("affordable");
    let (outcome, _) = play(&request, &[hit_faces(1, 6)], &[]);
    assert_eq!(outcome.contact, HitResult::Miss);
    let after = budget_after(&outcome.effects, 1).expect("a budget");
    assert_eq!(
        (after.phase.replacement_pending, after.phase.first_target_gone),
        (false, true),
        "each one has its own price"
    );
}

#[test]
fn ab_cancel_01_the_turn_warns_of_its_fallen_target_only_where_no_other_attack_was_announced() {
    let mut request = request_after_kill();
    let warns = |unit: &UnitSnapshot| {
        let reserves = AberrantRulebook::turn_reserves(unit, &rules());
        reserves.iter().any(|text| text.starts_with("The target of this turn is out of action"))
    };
    assert!(warns(&request.attacker));
    budget_mut(&mut request.attacker).queue = AttackQueue::List([Some(on_unit(3)), Some(on_unit(4)), None]);
    assert!(!warns(&request.attacker), "two other attacks are still possible");
}

#[test]
fn ab_cancel_01_a_refusal_says_whether_the_announced_attack_can_still_be_made() {
    let unit = queued(AttackQueue::Same(on_unit(2)));
    let refusal = |slays| {
        let words = "Pistol at Gant".to_owned();
        let announced = [AnnouncedAttack { words, obstacle: Some(ImpossibleAttack::TargetGone), slays }];
        let why = AberrantRulebook::queue_refusal(&unit, on_unit(3), &announced).expect("it is refused");
        (why.clause, why.to_string())
    };
    let (clause, lost) = refusal(false);
    assert_eq!(clause, "AB-CANCEL-01");
    assert!(
        lost.contains("cannot be made as planned (Pistol at Gant: the target is out of the fight)"),
        "{lost}"
    );
    let (clause, slays) = refusal(true);
    assert_eq!(clause, "AB-CANCEL-01");
    assert!(slays.contains("lies unconscious and can still be slain"), "{slays}");
}

#[test]
fn ab_cancel_02_a_replacement_can_be_rated_before_it_is_paid() {
    let mut request = request_after_kill();
    let now = AberrantRulebook::may_attack(&request).map_err(|why| why.clause);
    assert_eq!(now, Err("AB-CANCEL-01"), "not without a replacement");
    let paid = resolve_special(&request.attacker, "replace", None, &[vec![]], &["point"]);
    let budget =
        AberrantRulebook::budget_once_replaced(&request.attacker).expect("the book has queued attacks");
    let after = budget_after(&paid.effects, 1).expect("a budget");
    assert_eq!(budget.aberrant().phase, after.phase, "as a paid replacement leaves it");
    request.attacker.budget = budget;
    assert_eq!(AberrantRulebook::may_attack(&request), Ok(()));
}

#[test]
fn ab_cancel_03_a_possible_attack_stands() {
    let mut request = request_after_kill();
    budget_mut(&mut request.attacker).phase.first_target_gone = false;
    assert_eq!(AberrantRulebook::may_attack(&request).map_err(|why| why.clause), Err("AB-CANCEL-03"));
    assert_eq!(
        clause(AberrantRulebook::pay_special_action(
            &special_action(&request.attacker, "replace", None),
            &rules()
        )),
        "AB-CANCEL-03"
    );
    request.aimed_unit().defender.id = UnitId(2);
    assert_eq!(AberrantRulebook::may_attack(&request), Ok(()));
}

#[test]
fn ab_cancel_04_no_success_and_it_is_lost() {
    let mut request = request_after_kill();
    health_mut(&mut request.attacker).willpower = 0;
    let outcome = resolve_special(&request.attacker, "replace", None, &[vec![1, 5, 2]], &["roll"]);
    let after = budget_after(&outcome.effects, 1).expect("a budget");
    assert_eq!((after.effort.points, after.effort.queued, after.phase.replacement_pending), (1, 1, false));
}

#[test]
fn ab_cancel_01_attacks_on_several_targets() {
    let mut request = request_after_kill();
    budget_mut(&mut request.attacker).phase = PhaseProgress::default();
    pay_special(&mut request.attacker, "split", &rules()).expect("before the first attack");
    request.attacker.budget =
        TurnBudget::Aberrant(budget_mut(&mut request.attacker).after_attack(on_unit(2), true));
    assert_eq!(AberrantRulebook::may_attack(&request), Ok(()));
    request.aimed_unit().defender.id = UnitId(2);
    let refused = AberrantRulebook::may_attack(&request).map_err(|why| why.clause);
    assert_eq!(refused, Err("AB-CANCEL-01"), "each at another one");
    assert_eq!(clause(pay_special(&mut request.attacker, "split", &rules())), "AB-CANCEL-01");
}

#[test]
fn ab_stun_10_willpower_against_stun() {
    let mut unit = unit(1, |sheet| sheet.willpower = 4);
    assert!(!keys(&unit, &rules()).contains(&"rally"));
    assert_eq!(clause(pay_special(&mut unit, "rally", &rules())), "AB-STUN-10");
    health_mut(&mut unit).marks = DamageMarks { stun: 5, ..DamageMarks::default() };
    health_mut(&mut unit).stun_since = Some(1);
    budget_mut(&mut unit).turn = PhaseTiming::After;
    let outcome = resolve_special(&unit, "rally", None, &[vec![7, 8, 2, 9]], &[]);
    let after = health_after(&outcome.effects, 1).expect("a condition");
    assert_eq!((after.marks.stun, after.willpower), (2, 3));
    *health_mut(&mut unit) = after;
    assert_eq!(clause(pay_special(&mut unit, "rally", &rules())), "AB-STUN-10");
}

fn grappling_pair() -> (UnitSnapshot, UnitSnapshot) {
    let (mut one, mut other) = (unit(1, |_| ()), unit(2, |_| ()));
    (one.grip, other.grip) = (Some(Grip::HeldBy(UnitId(2))), Some(Grip::Holding(UnitId(1))));
    (one, other)
}

#[test]
fn ab_base_10_breaking_free() {
    let (mut unit, holder) = grappling_pair();
    let offer = AberrantRulebook::available_actions(&unit, &rules())
        .into_iter()
        .find(|offer| offer.key == "break_free");
    assert_eq!(
        offer.map(|offer| (offer.aim, offer.price)),
        Some((SpecialActionTarget::Neighbour, "1 AP".into()))
    );
    let outcome =
        resolve_special(&unit, "break_free", Some(&holder), &[hit_faces(2, 2), hit_faces(1, 2)], &[]);
    let free = |unit| RuleStep::SetGrip { unit, grip: None };
    assert_eq!(outcome.effects, [free(UnitId(1)), free(UnitId(2))]);
    let outcome =
        resolve_special(&unit, "break_free", Some(&holder), &[hit_faces(1, 2), hit_faces(1, 2)], &[]);
    assert_eq!((outcome.effects.len(), outcome.words.to_string().as_str()), (0, "is still held"));
    assert_eq!(pay_special(&mut unit, "break_free", &rules()), Ok(1));
    assert_eq!(budget_mut(&mut unit).effort.actions, 1);
    let stranger = super::unit(3, |_| ());
    assert_eq!(
        clause(AberrantRulebook::pay_special_action(
            &special_action(&unit, "break_free", Some(&stranger)),
            &rules()
        )),
        "AB-BASE-10"
    );
}

#[test]
fn ab_base_10_taking_control_and_letting_go() {
    let (unit, holder) = grappling_pair();
    let outcome =
        resolve_special(&unit, "take_control", Some(&holder), &[hit_faces(2, 2), hit_faces(0, 2)], &[]);
    let grip = |unit, grip| RuleStep::SetGrip { unit, grip: Some(grip) };
    assert_eq!(
        outcome.effects,
        [grip(UnitId(1), Grip::Holding(UnitId(2))), grip(UnitId(2), Grip::HeldBy(UnitId(1)))]
    );
    let outcome = resolve_special(&holder, "let_go", None, &[], &[]);
    assert_eq!(outcome.effects.len(), 2);
    assert_eq!(
        clause(AberrantRulebook::pay_special_action(&special_action(&unit, "let_go", None), &rules())),
        "AB-BASE-10"
    );
}

#[test]
fn ab_limit_05_unknown_and_reflexive_deeds() {
    let mut unit = unit(1, |_| ());
    assert_eq!(clause(pay_special(&mut unit, "fly", &rules())), "AB-BASE-07");
    budget_mut(&mut unit).effort.actions = 6;
    health_mut(&mut unit).marks = DamageMarks { stun: 1, ..DamageMarks::default() };
    assert!(pay_special(&mut unit, "rally", &rules()).is_ok(), "however many actions are behind it");
}

/// An attack with the first weapon on a unit.
fn on_unit(target: u32) -> QueuedAttack {
    QueuedAttack::Unit { slot: 0, target: UnitId(target) }
}

/// A unit in its phase with three points and these attacks queued.
fn queued(queue: AttackQueue) -> UnitSnapshot {
    let mut unit = unit(1, |sheet| sheet.willpower = 3);
    unit.budget = AberrantRulebook::budget_at_pass_start(&unit, &rules());
    let budget = budget_mut(&mut unit);
    (budget.turn, budget.effort.points, budget.queue) = (PhaseTiming::Now, 3, queue);
    unit
}

#[test]
fn ab_cancel_01_weapon_and_target_are_bound() {
    let other_weapon = QueuedAttack::Unit { slot: 1, target: UnitId(2) };
    for (queue, allowed) in [
        (AttackQueue::Same(on_unit(2)), [true, false, false, false]),
        (AttackQueue::List([Some(on_unit(3)), Some(other_weapon), None]), [false, true, true, false]),
        (AttackQueue::Same(QueuedAttack::Place), [false, false, false, true]),
        (AttackQueue::Same(QueuedAttack::with_weapon(0)), [true, true, false, false]),
        (AttackQueue::List([Some(QueuedAttack::with_weapon(1)), None, None]), [false, false, true, false]),
        (AttackQueue::List([None; 3]), [false; 4]),
    ] {
        let mut unit = queued(queue);
        let attacks = [on_unit(2), on_unit(3), other_weapon, QueuedAttack::Place];
        assert_eq!(
            attacks.map(|attack| budget_mut(&mut unit).may_attack(attack).is_ok()),
            allowed,
            "{queue:?}"
        );
    }
}

#[test]
fn ab_cancel_03_without_an_announcement_the_first_attack_decides_the_target() {
    let mut unit = queued(AttackQueue::Open);
    let budget = budget_mut(&mut unit);
    assert!(budget.is_bound_by_next_attack());
    let after = budget.after_attack(on_unit(2), false);
    assert!(!after.is_bound_by_next_attack());
    assert_eq!([on_unit(2), on_unit(3)].map(|attack| after.may_attack(attack).is_ok()), [true, false]);
    let mut announced = queued(AttackQueue::Same(on_unit(2)));
    assert!(!budget_mut(&mut announced).is_bound_by_next_attack());
}

/// The clause that forbids an action; empty if it is allowed.
fn forbidden(
    unit: &UnitSnapshot,
    key: &str,
    impossible: &[(QueuedAttack, ImpossibleAttack)],
) -> &'static str {
    let action = SpecialAction { impossible, ..special_action(unit, key, None) };
    match AberrantRulebook::pay_special_action(&action, &rules()) {
        Ok(_) => "",
        Err(CostError::Book(why)) => why.clause,
        Err(other) => panic!("{other}"),
    }
}

#[rstest]
#[case::gone(ImpossibleAttack::TargetGone)]
#[case::too_far(ImpossibleAttack::OutOfReach)]
#[case::unseen(ImpossibleAttack::OutOfSight)]
#[case::weapon_lost(ImpossibleAttack::NoWeapon)]
#[case::walled_off(ImpossibleAttack::PathBlocked)]
fn ab_cancel_01_whatever_makes_an_attack_impossible(#[case] why: ImpossibleAttack) {
    let unit = queued(AttackQueue::Same(on_unit(2)));
    assert_eq!(forbidden(&unit, "replace", &[]), "AB-CANCEL-03", "still possible");
    assert_eq!(forbidden(&unit, "replace", &[(on_unit(2), why)]), "");
    let replace =
        SpecialAction { impossible: &[(on_unit(2), why)], ..special_action(&unit, "replace", None) };
    let (outcome, _) = scripted(&[], &["point"], |table| {
        AberrantRulebook::resolve_special_action(table, &replace, &rules())
    });
    let paid = outcome.effects.iter().find_map(|step| match step {
        RuleStep::ChangeHealth { after, .. } => Some(after.aberrant().willpower),
        _ => None,
    });
    let pending = outcome.effects.iter().any(|step| {
        matches!(step, RuleStep::SetTurnBudget { after, .. } if after.aberrant().phase.replacement_pending)
    });
    assert_eq!((paid, pending), (Some(2), true));
}

#[test]
fn ab_cancel_01_only_the_impossible_one_of_several_makes_way() {
    let list = AttackQueue::List([Some(on_unit(2)), Some(on_unit(3)), None]);
    let unit = queued(list);
    let impossible = [(on_unit(3), ImpossibleAttack::OutOfSight)];
    let replace = SpecialAction { impossible: &impossible, ..special_action(&unit, "replace", None) };
    for (answers, faces, points) in [(&["point"][..], &[][..], 3), (&["roll", "keep"], &[vec![1, 2, 3]], 2)] {
        let (outcome, _) = scripted(faces, answers, |table| {
            AberrantRulebook::resolve_special_action(table, &replace, &rules())
        });
        let after = outcome.effects.iter().rev().find_map(|step| match step {
            RuleStep::SetTurnBudget { after, .. } => Some(*after.aberrant()),
            _ => None,
        });
        let after = after.expect("a budget");
        assert_eq!(after.queue, AttackQueue::List([Some(on_unit(2)), None, None]));
        assert_eq!(after.effort.points, points, "a lost attack is lost with its point");
    }
}

#[test]
fn ab_cancel_03_points_that_attacks_are_queued_for_reserve_no_defence() {
    let two = queued(AttackQueue::List([Some(on_unit(2)), Some(on_unit(3)), None]));
    assert_eq!(forbidden(&two, "reserve", &[]), "", "the third point is free");
    assert_eq!(forbidden(&two, "full_defence", &[]), "AB-CANCEL-03");
    let three = queued(AttackQueue::List([Some(on_unit(2)), Some(on_unit(3)), Some(on_unit(3))]));
    assert_eq!(forbidden(&three, "reserve", &[]), "AB-CANCEL-03");
    assert_eq!(forbidden(&three, "abort", &[]), "", "one can be cancelled, for Willpower");
    assert_eq!(forbidden(&queued(AttackQueue::Open), "abort", &[]), "AB-CANCEL-03");
}
