//! Tests of the default methods, on a book that states only what the trait requires.

use std::sync::Arc;

use dice::{RuleResult, Table};
use model::UnitId;

use super::*;
use crate::knockback::profile::KnockbackProfile;
use crate::play;
use crate::rule_options::SwitchSet;
use crate::status::ailment_terms::AilmentTerms;
use crate::status::{AilmentTest, TestModifier, TestResult, TestTrait};
use crate::swan_song::rulebook::SwanSongRulebook;
use crate::swan_song::test_support::units::{on_faces, sheet};
use crate::turn_engine::{Action, InitiativeScore};
use crate::turn_engine::{PassBudget, PhaseTiming};
use crate::*;

/// A book with the data of another one and no rule of its own. Every function that the compiler requires here is
/// required of every new book.
struct SmallRulebook;

impl Rulebook for SmallRulebook {}

impl BookDefinition for SmallRulebook {
    const ID: &'static str = "small";
    const NAME: &'static str = "Small Book";
    const BLURB: &'static str = "One die.";
    const CLAUSE_PREFIX: &'static str = "SB";
    const LARGEST_DIE: u8 = 6;
    const OUT_OF_ACTION_CLAUSE: &'static str = "SS-BASE-31";
    const AILMENTS: &'static AilmentTerms = SwanSongRulebook::AILMENTS;

    type Sheet = crate::swan_song::Sheet;
    type Weapon = crate::swan_song::Weapon;
    type HealthState = crate::swan_song::Vitals;
    type TurnBudget = PassBudget;
    type Switches = ();

    fn weapon_name(weapon: &Self::Weapon) -> &str {
        &weapon.name
    }
}

impl UnitRules for SmallRulebook {
    fn weapon_traits<'a>(weapon: &'a Weapon, sheet: &Sheet, rules: &RuleSet) -> WeaponTraits<'a> {
        SwanSongRulebook::weapon_traits(weapon, sheet, rules)
    }

    fn starting_health(sheet: &Sheet, rules: &RuleSet) -> HealthState {
        SwanSongRulebook::starting_health(sheet, rules)
    }

    fn starting_budget(_: &Sheet, _: &RuleSet) -> TurnBudget {
        TurnBudget::SwanSong(PassBudget::at_pass_start(1, 3))
    }

    fn down_state(_: &Sheet, _: &HealthState, _: &RuleSet) -> Option<DownState> {
        None
    }
}

impl UnitDisplay for SmallRulebook {
    fn turn_allowances(_: &UnitSnapshot, _: &RuleSet) -> Vec<TurnAllowance> {
        Vec::new()
    }

    fn turn_guide() -> &'static str {
        "A turn has one action."
    }

    fn gauges(_: &Sheet, _: &HealthState, _: &RuleSet) -> Vec<Gauge> {
        Vec::new()
    }
}

impl TurnRules for SmallRulebook {
    fn initiative_attribute(_: &UnitSnapshot) -> i32 {
        3
    }
}

impl MovementRules for SmallRulebook {
    fn move_budget(_: &UnitSnapshot, _: &RuleSet) -> MoveBudget {
        MoveBudget::default()
    }
}

impl InterceptionRules for SmallRulebook {}

impl DetectionRules for SmallRulebook {}

impl AttackRules for SmallRulebook {
    fn attack_action(_: &Weapon, _: Option<FireMode>) -> Action {
        Action::MeleeAttack
    }

    fn may_attack(_: &AttackRequest) -> Result<(), RuleViolation> {
        Ok(())
    }

    fn attack(_: &mut impl Table, _: &AttackRequest) -> RuleResult<ActionOutcome> {
        Ok(ActionOutcome::from_effects(Vec::new()))
    }
}

impl ForecastRules for SmallRulebook {
    fn forecast(_: &AttackRequest) -> Option<Forecast> {
        None
    }
}

impl DetonationRules for SmallRulebook {}

impl BarrierRules for SmallRulebook {}

impl SpecialActionRules for SmallRulebook {}

impl StatusRules for SmallRulebook {
    fn trait_value(_: &UnitSnapshot, _: TestTrait, _: &RuleSet) -> i32 {
        3
    }

    fn roll_trait_test(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        test: (TestTrait, &AilmentTest),
        changes: &[TestModifier],
        rules: &RuleSet,
    ) -> RuleResult<TestResult> {
        SwanSongRulebook::roll_trait_test(table, unit, test, changes, rules)
    }
}

impl HazardRules for SmallRulebook {}

impl KnockbackRules for SmallRulebook {}

impl AftermathRules for SmallRulebook {}

fn rules() -> RuleSet {
    RuleSet::new(crate::Book::SwanSong)
}

/// A unit at the start of a pass.
fn unit() -> UnitSnapshot {
    let sheet = Sheet::SwanSong(Arc::new(sheet()));
    let (health, budget) =
        (play::starting_health(&sheet, &rules()), SmallRulebook::starting_budget(&sheet, &rules()));
    UnitSnapshot::fresh(UnitId(1), "Ann", sheet, health, budget)
}

/// The budget that the last effect leaves.
fn budget_after(effects: &[RuleStep]) -> TurnBudget {
    match effects {
        [RuleStep::SetTurnBudget { after, .. }] => *after,
        other => panic!("one change of the budget: {other:?}"),
    }
}

#[test]
fn phases_are_those_of_the_turn_engine() {
    let (mut unit, rules) = (unit(), rules());
    let start = on_faces(&[], |table| SmallRulebook::start_phase(table, &unit, &rules)).0;
    assert_eq!((start.lost, budget_after(&start.effects).phase_timing()), (None, PhaseTiming::Now));
    let effects = on_faces(&[], |table| SmallRulebook::end_phase(table, &unit, &rules)).0;
    assert_eq!(budget_after(&effects).phase_timing(), PhaseTiming::After);
    unit.budget = unit.budget.spend(3).expect("three points");
    let start = on_faces(&[], |table| SmallRulebook::start_phase(table, &unit, &rules)).0;
    assert_eq!(start.lost.map(|why| why.clause), Some("SS-ACT-34"));
    assert_eq!(SmallRulebook::budget_at_round_start(&unit, &rules).points(), 0);
    assert_eq!(SmallRulebook::budget_at_pass_start(&unit, &rules).points(), 3);
}

#[test]
fn actions_have_the_prices_of_the_turn_engine() {
    let (mut unit, rules) = (unit(), rules());
    let price = |action| SmallRulebook::price_label(&self::unit(), ActionRequest::for_action(action), &rules);
    assert_eq!([Action::MeleeAttack, Action::SayWord].map(price), ["2 AP", "free"]);
    let pay = |unit: &UnitSnapshot, action| {
        SmallRulebook::pay_action(unit, ActionRequest::for_action(action), &rules)
    };
    assert_eq!(pay(&unit, Action::MeleeAttack), Err(CostError::NotItsPhase));
    unit.budget = unit.budget.with_timing(PhaseTiming::Now);
    let paid = pay(&unit, Action::MeleeAttack).expect("two of three points");
    assert_eq!((paid.points, paid.free, paid.budget.points()), (2, 0, 1));
    assert_eq!(pay(&unit, Action::SayWord).map(|paid| (paid.points, paid.free)), Ok((0, 1)));
    unit.budget = paid.budget;
    assert_eq!(pay(&unit, Action::MeleeAttack), Err(CostError::AttackedAlready));
    unit.down = Some(DownState::Unconscious);
    assert!(matches!(pay(&unit, Action::SayWord), Err(CostError::Book(_))));
}

#[test]
fn initiative_is_the_attribute_and_a_die() {
    let score = on_faces(&[4], |table| SmallRulebook::roll_initiative(table, &unit(), false, &rules())).0;
    assert_eq!(score, InitiativeScore { score: 7, attribute: 3, dice: 1 });
}

#[test]
fn a_book_without_chapters_offers_nothing() {
    let (unit, rules) = (unit(), rules());
    assert!(SmallRulebook::available_actions(&unit, &rules).is_empty());
    assert!(<() as SwitchSet>::list().is_empty());
    let action = SpecialAction::new(&unit, "fly");
    let why = SmallRulebook::pay_special_action(&action, &rules).map_err(|why| why.to_string());
    assert_eq!(why, Err("Small Book knows no `fly`".to_owned()));
    assert_eq!(SmallRulebook::may_run(&unit, false, &rules), Ok(()));
    assert_eq!(SmallRulebook::knockback_profile(&unit, &rules), KnockbackProfile::IMMOVABLE);
    let fall = Fall { height_cm: 300, leapt: false };
    let exposure = on_faces(&[], |table| SmallRulebook::resolve_fall(table, &unit, fall, &rules)).0;
    assert!(exposure.effects.is_empty());
}
