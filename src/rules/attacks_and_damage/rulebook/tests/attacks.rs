//! Whole attacks on units and walls: defences, side effects, and what forbids them.

use rstest::rstest;

use super::*;
use crate::attacks_and_damage::ExtraEffectTrigger;
use crate::attacks_and_damage::lines::AttackLine;
use crate::attacks_and_damage::test_support::{
    armour_item, axe, faces_with_hits, note_clauses, rider, rifle, sling, sword, thrown, touch,
};
use crate::turn_engine::Action;
use crate::{BarrierHarm, HitResult};
use dice::GivenText;
use model::{BarrierId, BarrierSource};

fn health_after(outcome: &ActionOutcome) -> Boxes {
    let found = outcome.effects.iter().find_map(|effect| match effect {
        RuleStep::ChangeHealth { unit: UnitId(2), after, .. } => Some(*after.attacks_and_damage()),
        _ => None,
    });
    found.expect("its condition changes")
}

#[test]
fn ad_res_16_the_worked_attack() {
    let mut weapon = sword("6PC");
    weapon.ap = -2;
    let request = duel(&weapon, |sheet| {
        sheet.attributes.body = 4;
        sheet.attributes.reaction = 4;
        sheet.armour = vec![armour_item("mail", "3/4/1")];
    });
    let rolls = [vec![5, 5, 6, 6, 5, 1], vec![6, 5, 2, 1], vec![5, 6, 2, 1]];
    let (outcome, traces) = resolve_attack(&request, &rolls, &["dodge_reaction"]);
    let frequency = DefenceFrequency { penalty: -1, tests: 1 };
    let marked = HealthState::AttacksAndDamage(Boxes { light: 2, critical: 3, overflow: 0, frequency });
    let expected = ActionOutcome {
        contact: HitResult::Hit,
        net: 3,
        damage: 5,
        words: GivenText("2 Light and 3 Critical".into()).into(),
        effects: vec![
            RuleStep::Record(BattleEvent::Defended { unit: UnitId(2) }),
            RuleStep::ChangeHealth { unit: UnitId(2), after: marked, damage: 5, cause: None },
            RuleStep::FallProne { unit: UnitId(2) },
        ],
    };
    assert_eq!(outcome, expected);
    assert!(note_clauses(&traces).contains(&"AD-KD-01"));
}

#[test]
fn ad_freq_02_a_miss_wears_the_defence_as_well() {
    let (outcome, _) = resolve_attack(
        &duel(&rifle("6C"), |_| {}),
        &[faces_with_hits(1, 6), faces_with_hits(2, 6)],
        &["gymnastics"],
    );
    assert_eq!((outcome.contact, outcome.net, outcome.damage), (HitResult::Miss, -1, 0));
    assert_eq!((outcome.words.to_string().as_str(), outcome.effects.len()), ("", 2));
    assert_eq!(
        health_after(&outcome),
        Boxes { frequency: DefenceFrequency { penalty: -1, tests: 1 }, ..Boxes::default() }
    );
}

#[test]
fn ad_def_17_declining_changes_nothing() {
    let request = duel(&touch(), |_| {});
    let (outcome, _) = resolve_attack(&request, &[faces_with_hits(0, 6)], &["decline"]);
    let effect = AttackLine::SuffersEffect { effect: "numbness".to_owned() };
    let note = RuleStep::note(UnitId(2), effect, "AD-SPEC-02");
    assert_eq!(outcome.effects, [note]);
    assert_eq!((outcome.contact, outcome.words.to_string().as_str()), (HitResult::Hit, "numbness"));
}

#[test]
fn ad_def_18_the_unaware_roll_nothing() {
    let mut request = duel(&sword("6IL"), |_| {});
    request.sight.aware = false;
    let (outcome, _) = resolve_attack(&request, &[faces_with_hits(2, 6), faces_with_hits(0, 3)], &[]);
    assert_eq!((outcome.net, outcome.damage), (2, 8));
    assert_eq!(health_after(&outcome).frequency, DefenceFrequency::default());
}

#[rstest]
#[case::ad_def_03_sword(sword("6PC"), "parry", Action::MeleeAttack)]
#[case::ad_def_06_thrown(thrown("5C"), "parry", Action::Fire(FireMode::Single))]
#[case::ad_def_07_sling(sling(), "dodge_intuition", Action::Fire(FireMode::Single))]
#[case::ad_def_08_rifle(rifle("6C"), "dodge_intuition", Action::Fire(FireMode::Single))]
#[case::ad_def_05_touch(touch(), "dodge_reaction", Action::UnarmedAttack)]
fn classes(#[case] weapon: crate::attacks_and_damage::Weapon, #[case] answer: &str, #[case] action: Action) {
    let request = duel(&weapon, |_| {});
    let (outcome, _) = resolve_attack(&request, &[faces_with_hits(0, 6), faces_with_hits(1, 3)], &[answer]);
    assert_eq!(outcome.contact, HitResult::Miss);
    assert_eq!(AttacksAndDamageRulebook::attack_action(&request.weapon, request.mode), action);
    assert!(
        AttacksAndDamageRulebook::attack_options(&request.attacker, &request.attacker.held[0], &defaults())
            .is_empty()
    );
}

#[test]
fn ad_def_04_bare_hands() {
    let sheet = duel(&sword("6PC"), |_| {}).attacker.sheet;
    let hands = AttacksAndDamageRulebook::unarmed_weapon(&sheet).expect("every unit has fists");
    assert_eq!(AttacksAndDamageRulebook::attack_action(&hands, None), Action::UnarmedAttack);
    assert_eq!(
        AttacksAndDamageRulebook::weapon_traits(&hands, &sheet, &defaults()).reach,
        WeaponReach::Melee { beyond: 0 }
    );
    assert_eq!(
        (
            AttacksAndDamageRulebook::weapon_traits(&hands, &sheet, &defaults()).hands,
            AttacksAndDamageRulebook::rounds_per_attack(&hands, None)
        ),
        (0, 0)
    );
}

#[rstest]
#[case::free_hand(1, 5)]
#[case::no_hand(2, 6)]
fn ad_arm_07_a_shield_needs_a_hand(#[case] hands: u8, #[case] damage: u32) {
    let weapon = sword("6IL");
    let mut request = duel(&weapon, |sheet| sheet.shield = Some(shield()));
    let mut own = axe("5C");
    own.hands = hands;
    request.aimed_unit().defender.held = vec![held(0, &own)].into();
    let (outcome, _) = resolve_attack(
        &request,
        &[faces_with_hits(1, 6), faces_with_hits(1, 6), faces_with_hits(0, 3)],
        &["gymnastics"],
    );
    assert_eq!(outcome.damage, damage);
}

#[test]
fn ad_def_16_parrying_with_something() {
    let mut request = duel(&sword("6IL"), |_| {});
    request.rules = rules_with("ad.parry_needs_item", "on");
    let parries = |request: &AttackRequest| {
        AttacksAndDamageRulebook::forecast(request)
            .expect("odds")
            .defences
            .iter()
            .any(|answer| answer.key == "parry")
    };
    assert!(!parries(&request));
    request.aimed_unit().defender.held = vec![held(0, &axe("5C"))].into();
    assert!(parries(&request));
}

#[test]
fn ad_spec_02_extra_effects_are_noted() {
    let mut weapon = sword("5PL");
    weapon.riders =
        vec![rider("poison", ExtraEffectTrigger::Damage), rider("paint", ExtraEffectTrigger::Hit)];
    let request = duel(&weapon, |sheet| sheet.armour = vec![armour_item("mail", "0/5/0")]);
    let (outcome, _) = resolve_attack(
        &request,
        &[faces_with_hits(3, 6), faces_with_hits(2, 6), faces_with_hits(0, 3)],
        &["gymnastics"],
    );
    assert_eq!(outcome.words, "1 Light; poison; paint");
    let (stopped, _) =
        resolve_attack(&request, &[faces_with_hits(2, 6), faces_with_hits(2, 6)], &["gymnastics"]);
    assert_eq!((stopped.words.to_string().as_str(), stopped.contact), ("paint", HitResult::Hit));
}

#[test]
fn ad_base_05_a_glitch_drops_the_weapon() {
    let mut request = duel(&sword("6IL"), |_| {});
    request.rules = rules_with("ad.dice_extras", "glitch");
    let (outcome, _) =
        resolve_attack(&request, &[vec![1, 1, 1, 1, 2, 2], faces_with_hits(1, 6)], &["gymnastics"]);
    assert!(outcome.effects.contains(&RuleStep::DropItem { unit: UnitId(1), slot: 0 }));
}

#[rstest]
#[case::at_the_range(50, 0, None)]
#[case::beyond(51, 0, Some("AD-BASE-18"))]
#[case::a_wall_between(20, 100, Some("AD-BASE-18"))]
fn ad_base_18_range_and_sight(#[case] metres: u32, #[case] covered: u8, #[case] why: Option<&str>) {
    let mut request = duel(&rifle("6C"), |_| {});
    request.sight = hidden(sight_at(metres), covered);
    assert_eq!(AttacksAndDamageRulebook::may_attack(&request).err().map(|refused| refused.clause), why);
}

#[test]
fn ad_def_03_a_blow_reaches_neighbours() {
    let mut request = duel(&sword("6PC"), |_| {});
    assert_eq!(AttacksAndDamageRulebook::may_attack(&request), Ok(()));
    request.sight = sight_at(2);
    assert_eq!(
        AttacksAndDamageRulebook::may_attack(&request).map_err(|refused| refused.clause),
        Err("AD-DEF-03")
    );
}

#[test]
fn there_is_one_way_to_attack() {
    let mut request = duel(&rifle("6C"), |_| {});
    request.mode = Some(FireMode::Burst);
    assert_eq!(
        AttacksAndDamageRulebook::may_attack(&request).map_err(|refused| refused.clause),
        Err("AD-BASE-19")
    );
    request.mode = None;
    request.option = Some("grapple".into());
    assert_eq!(
        AttacksAndDamageRulebook::may_attack(&request).map_err(|refused| refused.clause),
        Err("AD-BASE-19")
    );
}

#[test]
fn ss_barr_10_through_a_window() {
    let mut request = duel(&rifle("6L"), |_| {});
    request.barriers = vec![barrier(7, 1, 2, true), barrier(8, 9, 9, false)];
    let rolls = [faces_with_hits(2, 6), faces_with_hits(1, 6), faces_with_hits(0, 3)];
    let (outcome, _) = resolve_attack(&request, &rolls, &["gymnastics"]);
    assert_eq!((outcome.damage, outcome.net), (6, 1), "7, and 1 for the glass");
    assert!(outcome.effects.contains(&RuleStep::DamageBarrier(BarrierHarm {
        id: BarrierSource::Segment(BarrierId(7)),
        damage: 1
    })));
    request.rules = rules_with("ss.penetration_wear", "none");
    let (outcome, _) = resolve_attack(&request, &rolls, &["gymnastics"]);
    assert_eq!(outcome.damage, 7, "the lending book's switches count");
    request.rules = rules_with("borrow.barriers", "off");
    let (outcome, _) = resolve_attack(&request, &rolls, &["gymnastics"]);
    assert_eq!(outcome.damage, 7);
    assert!(!outcome.effects.iter().any(|effect| matches!(effect, RuleStep::DamageBarrier(_))));
}

#[test]
fn ss_barr_11_a_blow_through_a_wall() {
    let mut request = duel(&axe("6C"), |_| {});
    request.sight = hidden(sight_at(1), 100);
    request.sight.aware = false;
    request.barriers = vec![barrier(8, 4, 9, false)];
    assert_eq!(AttacksAndDamageRulebook::may_attack(&request), Ok(()));
    let (outcome, traces) = resolve_attack(&request, &[faces_with_hits(3, 6)], &["decline"]);
    assert_eq!((outcome.contact, outcome.effects.len()), (HitResult::Blocked, 0));
    assert!(note_clauses(&traces).contains(&"SS-BARR-11"));
    request.rules = rules_with("borrow.barriers", "off");
    assert_eq!(
        AttacksAndDamageRulebook::may_attack(&request).map_err(|refused| refused.clause),
        Err("AD-DEF-03")
    );
}

#[rstest]
#[case::played("cover", "on", 7)]
#[case::left_out("cover", "off", 3)]
fn ad_base_17_cover_where_it_counts(#[case] chapter: &str, #[case] value: &str, #[case] dice: u32) {
    let mut request = duel(&rifle("6C"), |_| {});
    request.sight = hidden(sight_at(10), 60);
    request.rules = rules_with("ad.range_modifiers", "cover");
    request.rules.set(&format!("borrow.{chapter}"), value).expect("optional");
    let forecast = AttacksAndDamageRulebook::forecast(&request).expect("odds");
    let dodge = forecast.defences.iter().find(|answer| answer.key == "dodge_intuition");
    assert_eq!(dodge.expect("on offer").parts.pool(), dice);
}

#[test]
fn ss_barr_29_striking_a_wall() {
    // 6 and 2 hits against Structure 4 and Armor 2, of which 2 resist: 6 of damage.
    let request = attack_on_wall(&axe("6C"), 1, barrier(8, 4, 2, false));
    assert_eq!(AttacksAndDamageRulebook::may_attack(&request), Ok(()));
    let run = |table: &mut ScriptedTable| AttacksAndDamageRulebook::attack(table, &request);
    let (outcome, traces) = scripted(&[faces_with_hits(2, 6), faces_with_hits(2, 6)], &[], run);
    let expected = ActionOutcome {
        contact: HitResult::Hit,
        net: 2,
        damage: 6,
        words: GivenText("6 damage".into()).into(),
        effects: vec![RuleStep::DamageBarrier(BarrierHarm {
            id: BarrierSource::Segment(BarrierId(8)),
            damage: 6,
        })],
    };
    assert_eq!(outcome, expected);
    assert_eq!(note_clauses(&traces)[0], "AD-RES-05");
}

#[test]
fn ss_barr_31_too_weak_for_a_wall() {
    let mut request = attack_on_wall(&rifle("6C"), 10, barrier(8, 4, 8, false));
    let run = |request: &AttackRequest| {
        scripted(&[faces_with_hits(2, 6)], &[], |table| AttacksAndDamageRulebook::attack(table, request)).0
    };
    assert_eq!((run(&request).contact, run(&request).damage), (HitResult::Hit, 0));
    // Armour penetration has the opposite sign there. `AD-RULING-02`.
    let mut weapon = rifle("6C");
    weapon.ap = -3;
    request.weapon = held(0, &weapon).weapon;
    assert_eq!(run(&request).damage, 1, "a round goes through and leaves a hole");
}

#[test]
fn ss_barr_18_something_in_the_way_of_a_wall() {
    let mut request = attack_on_wall(&sword("6IC"), 1, barrier(8, 4, 2, false));
    request.barriers = vec![barrier(7, 1, 9, true)];
    let run = |table: &mut ScriptedTable| AttacksAndDamageRulebook::attack(table, &request);
    let (outcome, _) = scripted(&[faces_with_hits(2, 6)], &[], run);
    assert_eq!((outcome.contact, outcome.effects.len()), (HitResult::Blocked, 0));
}

#[test]
fn ad_res_04_missing_a_wall() {
    let mut request = attack_on_wall(&axe("6C"), 1, barrier(8, 4, 2, false));
    request.rules = rules_with("ad.min_one_hit", "on");
    let run = |table: &mut ScriptedTable| AttacksAndDamageRulebook::attack(table, &request);
    assert_eq!(scripted(&[faces_with_hits(0, 6)], &[], run).0.contact, HitResult::Miss);
}

#[test]
fn what_damages_no_wall() {
    let mut request = attack_on_wall(&touch(), 1, barrier(8, 4, 2, false));
    let why =
        |request: &AttackRequest| AttacksAndDamageRulebook::may_attack(request).err().map(|why| why.clause);
    assert_eq!(why(&request), Some("AD-CON-03"));
    request.weapon = held(0, &axe("6C")).weapon;
    assert_eq!(why(&request), None);
    request.mode = Some(FireMode::Single);
    assert_eq!(why(&request), Some("AD-BASE-19"));
    request.mode = None;
    request.sight = sight_at(2);
    assert_eq!(why(&request), Some("AD-DEF-03"));
    request.rules = rules_with("borrow.barriers", "off");
    assert_eq!(why(&request), Some("SS-BARR-19"));
}

#[test]
fn the_book_has_no_special_actions() {
    let unit = duel(&sword("6PC"), |_| {}).attacker;
    assert!(AttacksAndDamageRulebook::available_actions(&unit, &defaults()).is_empty());
    let special = SpecialAction::new(&unit, "reserve");
    assert!(
        matches!(AttacksAndDamageRulebook::pay_special_action(&special, &defaults()), Err(CostError::Book(why)) if why.text.to_string().contains("reserve"))
    );
}
