//! Whole attacks on units: options, restrictions, grips, and their forecasts.

use super::*;

fn with_option(request: AttackRequest, key: &'static str) -> AttackRequest {
    AttackRequest { option: Some(key.into()), ..request }
}

/// The defender has declared full defence and rolls six dice.
fn with_full_defence(mut request: AttackRequest) -> AttackRequest {
    budget_mut(&mut request.aimed_unit().defender).effort.full_defence = true;
    request
}

#[test]
fn ab_base_18_a_whole_attack() {
    let mut request = with_full_defence(attack_request(AberrantWeapon { magazine: 10, ..rifle("7L") }));
    request.aimed_unit().defender.initiative = 9;
    request.aimed_unit().defender.sheet = {
        let mut sheet = (**request.aimed_unit().defender.sheet.aberrant()).clone();
        let vest = armour("vest", Soak::new(4, 4, 0));
        sheet.armour = vec![crate::aberrant::Armour { destruction: Some(8), lightweight: true, ..vest }];
        Sheet::Aberrant(Arc::new(sheet))
    };
    pay(&mut request.attacker, Action::Fire(FireMode::Single), &rules()).expect("affordable");
    // Three net successes minus one dodge success: 8 raw dice against soak 4.
    let (outcome, traces) = play(&request, &[hit_faces(3, 6), hit_faces(1, 3), hit_faces(2, 4)], &["dodge"]);
    assert_eq!(roll_sizes(&traces), [("attack", 6), ("defence", 3), ("damage", 4)]);
    assert_eq!((outcome.contact, outcome.net, outcome.damage), (HitResult::Hit, 2, 2));
    assert_eq!(outcome.words, "2 levels of lethal damage, dazed");
    let after = health_after(&outcome.effects, 2).expect("harmed");
    assert_eq!((after.marks.lethal, after.destroyed.as_slice()), (2, [0].as_slice()));
    assert_eq!(after.dazed, Some(RoundRange { first: 2, last: 2 }));
    assert_eq!(budget_after(&outcome.effects, 2).map(|after| after.effort.actions), Some(1));
    assert!(outcome.effects.contains(&RuleStep::Record(BattleEvent::Defended { unit: UnitId(2) })));
    let is_rule_note = |effect: &RuleStep| {
        matches!(effect, RuleStep::Record(BattleEvent::RuleNote { clause: "AB-ARMOR-01", .. }))
    };
    assert!(outcome.effects.iter().any(is_rule_note));
    let aimed = budget_after(&outcome.effects, 1).map(|after| after.phase.targets.first());
    assert_eq!(aimed, Some(Some(UnitId(2))));
}

#[test]
fn ab_base_08_the_log_names_the_reason_for_no_defence() {
    let mut request = with_full_defence(attack_request(rifle("7L")));
    request.sight.aware = false;
    pay(&mut request.attacker, Action::Fire(FireMode::Single), &rules()).expect("affordable");
    let is_reason = |effect: &RuleStep| {
        matches!(effect, RuleStep::Record(BattleEvent::RuleNote { clause: "SS-DEF-21", .. }))
    };
    let (hit, _) = play(&request, &[hit_faces(1, 6), hit_faces(1, 7)], &[]);
    assert_eq!(hit.effects.iter().filter(|effect| is_reason(effect)).count(), 1);
    let (miss, _) = play(&request, &[hit_faces(0, 6)], &[]);
    assert!(!miss.effects.iter().any(is_reason), "nothing to defend against");
}

#[test]
fn ab_daze_08_a_prompt_in_mid_attack() {
    let mut request = attack_request(blade("6L"));
    request.aimed_unit().defender = unit(2, |sheet| (sheet.stamina, sheet.willpower) = (2, 5));
    budget_mut(&mut request.aimed_unit().defender).effort = ActionState::default();
    let (outcome, _) = play(&request, &[hit_faces(1, 6), hit_faces(5, 5)], &["power"]);
    assert_eq!(outcome.words, "5 levels of lethal damage, dazed");
    assert_eq!(health_after(&outcome.effects, 2).map(|after| after.willpower), Some(4));
}

#[test]
fn ab_cancel_03_a_queued_action_given_up() {
    let mut request = attack_request(blade("6L"));
    request.aimed_unit().defender = unit(2, |_| ());
    request.aimed_unit().defender.budget =
        AberrantRulebook::budget_at_pass_start(&request.aimed_unit().defender, &rules());
    let (outcome, _) = play(&request, &[hit_faces(2, 6), hit_faces(2, 6)], &["parry+point"]);
    assert_eq!((outcome.contact, outcome.words.to_string().as_str()), (HitResult::Miss, ""));
    let after = budget_after(&outcome.effects, 2).expect("a budget").effort;
    assert_eq!((after.queued, after.owed, after.actions), (2, 1, 1));
    assert_eq!(health_after(&outcome.effects, 2).map(|after| after.willpower), Some(2));
    let action = outcome.effects.iter().find_map(|effect| match effect {
        RuleStep::SetTurnBudget { action, points, .. } => Some((*action, *points)),
        _ => None,
    });
    assert_eq!(action, Some((Some(Action::Parry), 1)));
}

#[rstest]
#[case::ab_dodge_05_slower(8, false, 0, false)]
#[case::ab_dodge_05_quicker(9, false, 0, true)]
#[case::ab_dodge_06_from_cover(3, true, 0, true)]
#[case::ab_dodge_06_into_cover(3, false, 40, true)]
#[case::ab_dodge_06_in_the_open(3, false, 10, false)]
fn dodging_bullets(#[case] initiative: i32, #[case] from: bool, #[case] hidden: u8, #[case] may: bool) {
    let mut request = with_full_defence(attack_request(rifle("7L")));
    (request.aimed_unit().defender.initiative, request.aimed_unit().defender.gait) =
        (initiative, MovementMode::Sprinting);
    (request.aimed_unit().dash_from_cover, request.sight.hidden) = (from, hidden);
    let forecast = AberrantRulebook::forecast(&request).expect("odds");
    assert_eq!(forecast.defences.len(), usize::from(may), "to dodge, or not to");
    assert_eq!(forecast.notes.iter().any(|remark| remark.clause == "AB-DODGE-05"), !may);
}

#[test]
fn ab_dodge_06_crawling_behind_cover() {
    let mut request = with_full_defence(attack_request(rifle("7L")));
    (request.aimed_unit().defender.initiative, request.aimed_unit().defender.prone) = (3, true);
    request.sight.hidden = 10;
    assert!(AberrantRulebook::forecast(&request).expect("odds").defences.is_empty());
    request.aimed_unit().defender.walked = 2;
    assert_eq!(AberrantRulebook::forecast(&request).expect("odds").defences.len(), 1);
}

#[test]
fn awareness_can_be_left_out() {
    let mut request = with_full_defence(attack_request(blade("6L")));
    request.sight.aware = false;
    assert!(AberrantRulebook::forecast(&request).expect("odds").defences.is_empty());
    request.rules = rules_with("borrow.awareness", "off");
    assert_eq!(AberrantRulebook::forecast(&request).expect("odds").defences.len(), 2);
}

#[test]
fn ab_base_16_taking_cover_can_be_left_out() {
    let mut request = attack_request(rifle("7L"));
    (request.sight.took_cover, request.sight.hidden) = (true, 60);
    assert_eq!(scene_difficulty(&request), 2);
    request.rules = rules_with("borrow.taking_cover", "off");
    assert_eq!(scene_difficulty(&request), 0);
}

fn scene_difficulty(request: &AttackRequest) -> u32 {
    let sums = AberrantRulebook::forecast(request).expect("odds").totals;
    sums.iter().find(|sum| sum.name == "Difficulty").map_or(0, |sum| sum.parts.pool())
}

#[rstest]
#[case::ab_range_01_short(100, Ok(()), 0)]
#[case::ab_range_03_long(400, Ok(()), 4)]
#[case::ab_range_04_extreme(800, Ok(()), 6)]
#[case::ab_range_05_beyond(801, Err("AB-RANGE-05"), 0)]
fn range(#[case] metres: u32, #[case] allowed: Result<(), &str>, #[case] difficulty: u32) {
    let mut request = attack_request(rifle("7L"));
    (request.sight.distance_squared, request.sight.chebyshev_distance) = (metres * metres, metres);
    assert_eq!(AberrantRulebook::may_attack(&request).map_err(|why| why.clause), allowed);
    assert_eq!(scene_difficulty(&request), difficulty);
}

#[test]
fn refusals_of_a_weapon() {
    let mut request = attack_request(AberrantWeapon { magazine: 2, ..rifle("7L") });
    assert_eq!(AberrantRulebook::may_attack(&request), Ok(()));
    request.attacker.held[0].loaded = 0;
    assert_eq!(
        AberrantRulebook::may_attack(&request).map_err(|why| why.text.to_string()),
        Err("rifle is empty".into())
    );
    request.attacker.held[0].loaded = 1;
    let refusal =
        |request: &AttackRequest| AberrantRulebook::may_attack(request).map_err(|why| why.text.to_string());
    request.attacker.held[0].fault = WeaponMalfunction::Broken;
    assert_eq!(refusal(&request), Err("rifle cannot be used now".to_owned()));
    request.attacker.held[0].fault = WeaponMalfunction::None;
    request.mode = Some(FireMode::Burst);
    assert_eq!(refusal(&request), Err("rifle has no fire modes".to_owned()));
    let mut far = super::attack_request(blade("6L"));
    far.sight.chebyshev_distance = 2;
    assert_eq!(AberrantRulebook::may_attack(&far).map_err(|why| why.clause), Err("SS-BASE-16"));
    assert!(
        AberrantRulebook::may_attack(&with_option(super::attack_request(rifle("7L")), "throw")).is_err(),
        "no such way"
    );
    assert_eq!(AberrantRulebook::rounds_per_attack(&request.weapon, None), 1);
    assert_eq!(AberrantRulebook::rounds_per_attack(&far.weapon, None), 0);
}

#[test]
fn ab_base_17_vital_organs() {
    let request = with_option(attack_request(blade("6L")), "vital");
    assert_eq!(AberrantRulebook::may_attack(&request), Ok(()));
    assert_eq!(scene_difficulty(&request), 3);
    assert_eq!(play(&request, &[hit_faces(3, 6)], &[]).0.contact, HitResult::Miss);
    let (outcome, _) = play(&request, &[hit_faces(4, 6), hit_faces(1, 6)], &[]);
    let is_rule_note = |effect: &RuleStep| {
        matches!(effect, RuleStep::Record(BattleEvent::RuleNote { clause: "AB-BASE-17", .. }))
    };
    assert!(outcome.effects.iter().any(is_rule_note));
}

fn fists() -> AberrantWeapon {
    AberrantWeapon { name: "fists".into(), skill: Ability::Brawl, ..blade("6B") }
}

#[test]
fn ab_base_10_seizing_and_crushing() {
    let mut seize = with_option(attack_request(fists()), "seize");
    assert_eq!(AberrantRulebook::may_attack(&seize), Ok(()));
    let (outcome, _) = play(&seize, &[hit_faces(1, 6)], &[]);
    let grip = |unit, grip| RuleStep::SetGrip { unit, grip: Some(grip) };
    assert_eq!(
        outcome.effects,
        [grip(UnitId(1), Grip::Holding(UnitId(2))), grip(UnitId(2), Grip::HeldBy(UnitId(1)))]
    );
    assert_eq!((outcome.words.to_string().as_str(), outcome.damage), ("seized", 0));

    (seize.attacker.grip, seize.aimed_unit().defender.grip) =
        (Some(Grip::Holding(UnitId(2))), Some(Grip::HeldBy(UnitId(1))));
    let refused = AberrantRulebook::may_attack(&seize).map_err(|why| why.clause);
    assert_eq!(refused, Err("AB-BASE-10"), "it is already holding a unit");
    let mut crush = with_option(seize, "crush");
    assert_eq!(AberrantRulebook::may_attack(&crush), Ok(()));
    // Strength 2 and Brawl 3 on both sides; two bashing dice plus one for the margin, minus soak 1.
    let (outcome, traces) = play(&crush, &[hit_faces(3, 5), hit_faces(1, 5), hit_faces(1, 2)], &[]);
    assert_eq!(roll_sizes(&traces), [("strength", 5), ("resistance", 5), ("damage", 2)]);
    assert_eq!(outcome.words, "1 level of bashing damage");
    let odds = AberrantRulebook::forecast(&crush).expect("odds");
    assert_eq!((odds.roll.as_str(), odds.totals[0].name), ("5 dice vs 5 dice", "Strength"));
    assert_same_odds(&crush);
    crush.aimed_unit().defender.id = UnitId(3);
    assert_eq!(AberrantRulebook::may_attack(&crush).map_err(|why| why.clause), Err("AB-BASE-10"));
}

#[test]
fn ab_base_10_who_goes_down_lets_go() {
    let mut request = attack_request(blade("20L"));
    request.aimed_unit().defender.grip = Some(Grip::Holding(UnitId(3)));
    let (outcome, _) = play(&request, &[hit_faces(1, 6), hit_faces(9, 20)], &[]);
    assert!(outcome.effects.contains(&RuleStep::SetGrip { unit: UnitId(3), grip: None }));
    assert!(outcome.effects.contains(&RuleStep::FallProne { unit: UnitId(2) }));
}

#[test]
fn ab_throw_01_throwing_a_hand_weapon() {
    let mut request = with_option(attack_request(AberrantWeapon { mass_g: 400, ..blade("6L") }), "throw");
    (request.sight.distance_squared, request.sight.chebyshev_distance) = (15 * 15, 15);
    assert_eq!(AberrantRulebook::may_attack(&request), Ok(()));
    assert_eq!(scene_difficulty(&request), 2, "Strength 2: short range 10 m");
    let (outcome, _) = play(&request, &[hit_faces(2, 6)], &[]);
    assert_eq!(outcome.effects, [RuleStep::ThrowItem { unit: UnitId(1), slot: 0, to: None }]);
    request.option = None;
    let refused = AberrantRulebook::may_attack(&request).map_err(|why| why.clause);
    assert_eq!(refused, Err("SS-BASE-16"), "by hand it does not reach so far");
    let anvil = held(AberrantWeapon { mass_g: 9_000, ..blade("6B") });
    let keys: Vec<_> = AberrantRulebook::attack_options(&request.attacker, &anvil, &rules())
        .into_iter()
        .map(|option| option.key)
        .collect();
    assert_eq!(keys, ["vital", "at_held", "into_object", "into_somebody"], "too heavy");
}

#[test]
fn ab_resus_08_attack_options_fit_the_weapon() {
    let attacker = attack_request(blade("6L")).attacker;
    let options = |damage: &str, rules: &RuleSet| {
        let weapon = AberrantWeapon { low_momentum: true, ..crate::aberrant::test_fixtures::weapon(damage) };
        let all = AberrantRulebook::attack_options(&attacker, &held(weapon), rules).into_iter();
        let shown = all.map(|option| option.key).filter(|key| ["vital", "into_object"].contains(key));
        shown.collect::<Vec<_>>()
    };
    assert_eq!(options("6L", &rules()), ["vital", "into_object"]);
    assert_eq!(options("6S", &rules()), ["into_object"], "stun kills nothing");
    assert!(options("6E", &rules()).is_empty(), "a pulse neither kills nor throws");
}

#[test]
fn ab_knock_01_a_weak_attack_throws_nothing() {
    let throws = |damage: &str| {
        let mut request = with_option(attack_request(blade(damage)), "into_object");
        let mut sheet = (**request.aimed_unit().defender.sheet.aberrant()).clone();
        sheet.density = 0;
        request.aimed_unit().defender.sheet = Sheet::Aberrant(Arc::new(sheet));
        let crate::AttackTarget::Unit(target) = &request.target else {
            unreachable!("invariant: it attacks a unit")
        };
        let throws = AberrantRulebook::can_throw_back(crate::UnitAttack { request: &request, target });
        assert_eq!(crate::play::can_throw_back(&request), throws, "by the rulebook of the weapon");
        throws
    };
    assert_eq!([throws("1L"), throws("14L")], [false, true]);
}

/// Asserts that forecast odds equal those of the played rule.
fn assert_same_odds(request: &AttackRequest) {
    let card = AberrantRulebook::forecast(request).expect("odds");
    let full =
        enumerate(AnswerPolicy::first(), |table| AberrantRulebook::attack(table, request)).expect("odds");
    let assert_close = |one: f64, other: f64| assert!((one - other).abs() < 1e-12, "{one} {other}");
    assert_close(card.odds.hit, full.probability(|outcome| outcome.net > 0));
    assert_close(card.odds.harm, full.probability(|outcome| outcome.damage > 0));
    assert_close(card.odds.mean, full.mean(|outcome| i64::from(outcome.damage)));
    let fell = |outcome: &ActionOutcome| outcome.effects.contains(&RuleStep::FallProne { unit: UnitId(2) });
    assert_close(card.odds.out, full.probability(fell));
    let shares: f64 = card.odds.bars.iter().map(|bar| bar.share).sum();
    assert_close(shares, 1.0);
    for answered in &card.defences {
        let keys = AnswerPolicy::keys([answered.key.clone()]);
        let full = enumerate(keys, |table| AberrantRulebook::attack(table, request)).expect("odds");
        assert_close(answered.odds.mean, full.mean(|outcome| i64::from(outcome.damage)));
    }
}

#[test]
fn forecasts_are_the_enumerated_rule() {
    assert_same_odds(&attack_request(blade("6L")));
    assert_same_odds(&with_full_defence(attack_request(blade("8B"))));
    assert_same_odds(&attack_request(laser("7L")));
    let mut aborting = attack_request(blade("6L"));
    aborting.aimed_unit().defender =
        unit(2, |sheet| (sheet.stamina, sheet.armour) = (1, vec![armour("vest", Soak::new(4, 4, 0))]));
    aborting.aimed_unit().defender.budget =
        AberrantRulebook::budget_at_pass_start(&aborting.aimed_unit().defender, &rules());
    assert_same_odds(&aborting);
    let defences = AberrantRulebook::forecast(&aborting).expect("odds").defences;
    assert!(defences.iter().all(|it| it.price == "gives up an action"), "the label names the Willpower");
    let keys: Vec<_> = defences.into_iter().map(|it| it.key).collect();
    assert_eq!(keys, ["parry+roll", "parry+point", "dodge+roll", "dodge+point"]);
    assert_same_odds(&with_option(attack_request(blade("6L")), "vital"));
}

#[test]
fn a_card_in_words() {
    let mut request = with_full_defence(attack_request(AberrantWeapon { ap: 1, ..rifle("3L") }));
    request.aimed_unit().defender.initiative = 9;
    request.aimed_unit().defender.sheet = {
        let mut sheet = (**request.aimed_unit().defender.sheet.aberrant()).clone();
        let vest = armour("vest", Soak::new(4, 4, 0));
        sheet.armour = vec![crate::aberrant::Armour { lightweight: true, ..vest }];
        Sheet::Aberrant(Arc::new(sheet))
    };
    let card = AberrantRulebook::forecast(&request).expect("odds");
    assert_eq!((card.roll.as_str(), card.unit), ("6 dice vs 3 dice", "levels"));
    let sums: Vec<_> = card.totals.iter().map(|sum| (sum.name, sum.value.as_str())).collect();
    let expected =
        [("Attack", "6 dice"), ("Dodge", "3 dice"), ("Damage", "3 lethal + margin above 1"), ("Soak", "3")];
    assert_eq!(sums, expected);
    let remarks: Vec<_> = card.notes.iter().map(|remark| remark.clause).collect();
    assert_eq!(remarks, ["AB-PING-01", "AB-DAZE-01"]);
    assert_eq!(card.defences[0].label, "No defence");
}
