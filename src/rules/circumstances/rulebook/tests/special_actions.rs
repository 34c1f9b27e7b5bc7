//! Tests of this book's special actions.

use super::*;
use crate::circumstances::lines::CircumstancesRefusal;
use crate::circumstances::turn::turn_budget::ChargeState;
use crate::circumstances::{HitLocation, HitLocations};
use crate::rulebook::{AttackRules, DetectionRules, MovementRules, SpecialActionRules};
use crate::{DownState, Grip, HealthState, HitResult, Light};
use model::UnitId;

fn ann() -> UnitSnapshot {
    unit(1, test_fixtures::autogun(), |_| {})
}

fn keys(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<&'static str> {
    CircumstancesRulebook::available_actions(unit, rules).into_iter().map(|offer| offer.key).collect()
}

fn may(action: &SpecialAction<'_>) -> Result<u8, CostError> {
    CircumstancesRulebook::pay_special_action(action, &rules()).map(|paid| paid.points)
}

fn resolve_special_action(action: &SpecialAction<'_>, faces: &[u8], answers: &[&str]) -> ActionOutcome {
    run(faces, answers, |table| CircumstancesRulebook::resolve_special_action(table, action, &rules())).0
}

#[test]
fn offers_fit_the_unit() {
    let mut unit = ann();
    assert_eq!(keys(&unit, &rules()), ["full_move", "charge", "cover", "engage", "hide"]);
    assert_eq!(keys(&unit, &rules_with("cs.hiding", "off")), ["full_move", "charge", "cover", "engage"]);
    unit.prone = true;
    unit.concealed = true;
    unit.held[0].fault = WeaponMalfunction::Jammed;
    unit.grip = Some(Grip::HeldBy(UnitId(2)));
    assert_eq!(keys(&unit, &rules()), ["cover", "engage", "clear_jam", "break_hold"]);
    for offer in CircumstancesRulebook::available_actions(&unit, &rules()) {
        let other = SpecialAction { key: offer.key, ..special_action(&unit, "x") };
        if let Err(CostError::Book(why)) = CircumstancesRulebook::pay_special_action(&other, &rules()) {
            let unknown = matches!(why.text.line(), Some(CircumstancesRefusal::UnknownAction { .. }));
            assert!(!unknown, "{} is known", offer.key);
        }
    }
    assert_eq!(clause(may(&special_action(&unit, "fly"))), "CS-BASE-20");
}

#[test]
fn cs_base_20_a_full_move_is_one_way() {
    let mut unit = ann();
    let paid = CircumstancesRulebook::pay_special_action(&special_action(&unit, "full_move"), &rules())
        .expect("2 AP");
    unit.budget = paid.budget;
    assert_eq!((paid.points, CircumstancesRulebook::move_budget(&unit, &rules()).walk_left), (2, 16));
    assert_eq!(pay_action(&mut unit, Action::Walk), Ok(0));
    let mut later = ann();
    pay_action(&mut later, Action::Walk).expect("a Half Action");
    later.walked = 6;
    let paid = CircumstancesRulebook::pay_special_action(&special_action(&later, "full_move"), &rules())
        .expect("the other half");
    later.budget = paid.budget;
    assert_eq!((paid.points, CircumstancesRulebook::move_budget(&later, &rules()).walk_left), (1, 10));
    assert_eq!(clause(may(&special_action(&later, "full_move"))), "CS-BASE-20");
}

#[test]
fn cs_base_20_a_charge_is_a_way_and_a_blow() {
    let mut unit = unit(1, test_fixtures::sword(), |_| {});
    unit.budget = CircumstancesRulebook::pay_special_action(&special_action(&unit, "charge"), &rules())
        .expect("2 AP")
        .budget;
    assert_eq!(CircumstancesRulebook::move_budget(&unit, &rules()).walk_left, 24);
    let mut blow = attack_request(test_fixtures::sword());
    *blow.attacker = unit.clone();
    assert_eq!(CircumstancesRulebook::may_attack(&blow).expect_err("no way yet").clause, "CS-BASE-20");
    assert_eq!(pay_action(&mut unit, Action::Walk), Ok(0));
    unit.walked = 10;
    assert_eq!(pay_action(&mut unit, Action::MeleeAttack), Ok(0), "the blow is paid for");
    assert_eq!(unit.budget.circumstances().charge, ChargeState::Struck);
    *blow.attacker = unit.clone();
    let (outcome, traces) = play(&blow, &[50, 4], &[]);
    assert_eq!(outcome.contact, HitResult::Hit, "WS 40 + 10");
    assert!(format!("{traces:?}").contains("charge"));
    assert_eq!(
        pay_action(&mut unit, Action::MeleeAttack),
        Err(CostError::TooFewPoints { needed: 1, left: 0 })
    );
    let keys: Vec<_> = CircumstancesRulebook::attack_options(&unit, &unit.held[0], &rules())
        .into_iter()
        .map(|manner| manner.key)
        .collect();
    assert_eq!(keys, ["charge", "grapple"]);
}

#[test]
fn cs_cov_01_locations_are_named() {
    let unit = ann();
    let beside = SpecialAction { cover_cm: 90, ..special_action(&unit, "cover") };
    assert_eq!(may(&beside), Ok(0));
    let outcome = resolve_special_action(&beside, &[], &["body_and_legs"]);
    let after = budget_after(&outcome.effects, 1).expect("a budget");
    assert_eq!(after.shielded, HitLocations::BODY_AND_LEGS);
    assert!(
        after.phase.cover_changed
            && has_step(&outcome, &RuleStep::Record(BattleEvent::CoverTaken { unit: UnitId(1) }))
    );
    let tall = SpecialAction { cover_cm: 200, ..beside.clone() };
    let outcome = resolve_special_action(&tall, &[], &["all_but_head"]);
    let after = budget_after(&outcome.effects, 1).expect("a budget");
    assert!(!after.shielded.contains(HitLocation::Head) && after.shielded.contains(HitLocation::LeftArm));
    let outcome = resolve_special_action(&tall, &[], &["choose", "in", "out", "out", "in", "out", "out"]);
    let after = budget_after(&outcome.effects, 1).expect("a budget");
    assert_eq!(after.shielded.to_string(), "head and body");
}

#[test]
fn cs_cov_03_before_the_battle_cover_is_kept_as_far_as_the_new_square_gives_it() {
    let mut unit = ann();
    own_budget(&mut unit).shielded = HitLocations::BODY_AND_LEGS;
    let shielded = |unit: &UnitSnapshot, cover_cm| {
        let budget = CircumstancesRulebook::carry_cover(unit, cover_cm, &rules())?;
        Some(budget.circumstances().shielded)
    };
    assert_eq!(shielded(&unit, 90), Some(HitLocations::BODY_AND_LEGS));
    assert_eq!(shielded(&unit, 200), Some(HitLocations::BODY_AND_LEGS), "no more than was named");
    assert_eq!(shielded(&unit, 0), None, "nothing stands there");
    own_budget(&mut unit).shielded = HitLocations::NONE.with(HitLocation::Head);
    assert_eq!(shielded(&unit, 90), None, "a low wall hides no head");
}

#[test]
fn cs_cov_03_once_per_turn_and_beside_an_object() {
    let mut unit = ann();
    assert_eq!(clause(may(&special_action(&unit, "cover"))), "CS-COV-03");
    own_budget(&mut unit).phase.cover_changed = true;
    assert_eq!(clause(may(&SpecialAction { cover_cm: 90, ..special_action(&unit, "cover") })), "CS-COV-03");
}

#[test]
fn cs_cov_02_who_hides_its_arms_does_not_shoot() {
    let mut shot = attack_request(test_fixtures::autogun());
    shot.attacker.in_cover = true;
    let own = own_budget(&mut shot.attacker);
    (own.shielded, own.cover) = (HitLocations::ALL, crate::circumstances::CoverShape::Tall);
    assert_eq!(CircumstancesRulebook::may_attack(&shot).expect_err("behind cover").clause, "CS-COV-02");
}

#[test]
fn cs_mel_01_engagement_is_declared() {
    let (ann, bob) = (ann(), unit(2, test_fixtures::sword(), |_| {}));
    let at = |rings| SpecialAction { target: Some((&bob, rings)), ..special_action(&ann, "engage") };
    assert_eq!(may(&at(1)), Ok(0));
    assert_eq!(clause(may(&at(2))), "CS-MEL-01");
    assert!(has_step(
        &resolve_special_action(&at(1), &[], &[]),
        &RuleStep::Engage { one: UnitId(1), other: UnitId(2) }
    ));
    let friend = unit(3, test_fixtures::sword(), |_| {});
    assert_eq!(
        clause(may(&SpecialAction { target: Some((&friend, 1)), ..special_action(&ann, "engage") })),
        "CS-MEL-01"
    );
}

#[test]
fn cs_una_05_hiding_needs_dim_light_and_a_concealment_test() {
    let mut unit = unit(1, test_fixtures::autogun(), |sheet| {
        sheet.skills.insert(Skill::Concealment, 30);
    });
    assert_eq!(clause(may(&special_action(&unit, "hide"))), "CS-UNA-05");
    unit.ground.light = Light::Low;
    assert_eq!(may(&special_action(&unit, "hide")), Ok(1));
    let outcome = resolve_special_action(&special_action(&unit, "hide"), &[40], &[]);
    assert!(
        has_step(&outcome, &RuleStep::begin_status(UnitId(1), StatusKind::Concealed)),
        "`CS-LOW-04`: 30 + 10"
    );
    assert!(resolve_special_action(&special_action(&unit, "hide"), &[41], &[]).effects.is_empty());
    assert!(CircumstancesRulebook::stays_concealed(&unit, true, &rules()));
    unit.ground.light = Light::Normal;
    assert!(!CircumstancesRulebook::stays_concealed(&unit, true, &rules()));
}

#[test]
fn cs_jam_04_clearing_a_jam() {
    let mut unit = unit(1, test_fixtures::autogun(), |sheet| {
        sheet.proficiencies.insert("rifles".into());
    });
    let slot = Some(0);
    assert_eq!(clause(may(&SpecialAction { slot, ..special_action(&unit, "clear_jam") })), "CS-JAM-03");
    unit.held[0].fault = WeaponMalfunction::Jammed;
    let clearing = SpecialAction { slot, ..special_action(&unit, "clear_jam") };
    assert_eq!(may(&clearing), Ok(2));
    let outcome = resolve_special_action(&clearing, &[60], &[]);
    assert!(has_step(
        &outcome,
        &RuleStep::Record(BattleEvent::WeaponFaultChanged {
            unit: UnitId(1),
            weapon: 0,
            fault: WeaponMalfunction::Cleared
        })
    ));
    assert!(
        has_step(
            &outcome,
            &RuleStep::Record(BattleEvent::AmmunitionSet { unit: UnitId(1), weapon: 0, loaded: 0 })
        ),
        "`CS-JAM-11`"
    );
    assert!(resolve_special_action(&clearing, &[61], &[]).effects.is_empty(), "`CS-JAM-13`");
    own_budget(&mut unit).phase.spent = 1;
    let late = SpecialAction { slot, ..special_action(&unit, "clear_jam") };
    assert_eq!(may(&late), Err(CostError::TooFewPoints { needed: 2, left: 1 }));
}

#[test]
fn cs_base_37_ends_of_a_hold() {
    let mut held = ann();
    held.grip = Some(Grip::HeldBy(UnitId(2)));
    assert_eq!(may(&special_action(&held, "break_hold")), Ok(1));
    let free = resolve_special_action(&special_action(&held, "break_hold"), &[40], &[]);
    assert!(
        has_step(&free, &RuleStep::SetGrip { unit: UnitId(1), grip: None })
            && has_step(&free, &RuleStep::SetGrip { unit: UnitId(2), grip: None })
    );
    assert!(resolve_special_action(&special_action(&held, "break_hold"), &[41], &[]).effects.is_empty());
    assert_eq!(clause(may(&special_action(&held, "let_go"))), "CS-BASE-37");
    held.grip = Some(Grip::Holding(UnitId(2)));
    assert_eq!(may(&special_action(&held, "let_go")), Ok(0));
    assert!(has_step(
        &resolve_special_action(&special_action(&held, "let_go"), &[], &[]),
        &RuleStep::SetGrip { unit: UnitId(2), grip: None }
    ));
}

#[test]
fn cs_ter_03_a_run_over_rubble_needs_a_test() {
    let unit = ann();
    let rubble = crate::GroundConditions { difficulty: 20, ..Default::default() };
    let path = [Default::default(), rubble, rubble];
    let go = |action, faces: &[u8], answers: &[&str]| {
        run(faces, answers, |table| {
            CircumstancesRulebook::cross_ground(table, &unit, action, &path, &rules())
        })
        .0
    };
    assert_eq!(go(Action::Walk, &[], &[]), (3, Vec::new()), "`CS-TER-10`");
    assert_eq!(go(Action::Run, &[20], &["agility"]), (3, Vec::new()));
    assert_eq!(
        go(Action::Run, &[21], &["agility"]),
        (2, vec![RuleStep::FallProne { unit: UnitId(1) }]),
        "`CS-TER-06`"
    );
}

#[test]
fn cs_una_06_who_hides_is_noticed() {
    let (ann, mut bob) = (ann(), unit(2, test_fixtures::sword(), |_| {}));
    bob.concealed = true;
    bob.ground.light = Light::Low;
    let look = |face| {
        let sight = test_fixtures::sight(8);
        run(&[face], &[], |table| {
            CircumstancesRulebook::detect_hidden_unit(table, &ann, &bob, &sight, true, &rules())
        })
        .0
    };
    assert_eq!(look(30), [RuleStep::end_status(UnitId(2), StatusKind::Concealed)], "Perception 40 - 10");
    assert!(look(31).is_empty());
}

#[test]
fn only_a_healing_spell_treats_and_only_whom_it_can_heal() {
    use crate::circumstances::{CombatActionCost, Spell, SpellKind};
    let spell = |kind, heals| Spell {
        name: "Salve".to_owned(),
        kind,
        item: true,
        cost: CombatActionCost::Half,
        reach: 1,
        heals,
        inflicts: Vec::new(),
    };
    let spells = vec![spell(SpellKind::Augment, 0), spell(SpellKind::Heal, 4)];
    let healer = unit(1, test_fixtures::sword(), |sheet| sheet.spells = spells);
    let mut ally = unit(3, test_fixtures::sword(), |_| {});
    let treats = |ally: &UnitSnapshot, key| {
        let action = SpecialAction { target: Some((ally, 1)), ..special_action(&healer, key) };
        crate::play::treats_target(&action, &rules())
    };
    assert!(!treats(&ally, "spell_1"), "it is not hurt");
    let mut health = ally.condition.circumstances().clone();
    health.wounds -= 3;
    ally.condition = HealthState::Circumstances(health);
    assert!(treats(&ally, "spell_1"));
    assert!(!treats(&ally, "spell_0") && !treats(&ally, "engage"));
    ally.down = Some(DownState::Dead);
    assert!(!treats(&ally, "spell_1"));
}
