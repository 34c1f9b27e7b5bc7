use super::*;
use crate::status::{AilmentCause, BodySide};
use crate::{Book, HealthState, Sheet, TurnBudget};
use dice::ScriptedTable;
use model::UnitId;
use rstest::rstest;

fn rules() -> RuleSet {
    RuleSet::new(Book::SwanSong)
}

/// Two adjacent enemies of Swan Song, the first in its phase.
fn pair() -> (UnitSnapshot, UnitSnapshot) {
    let one = |id, side| {
        let text = "(attributes: (body: 3, agility: 3, reaction: 3, strength: 3, willpower: 3, logic: 3, \
            intuition: 3, charisma: 3))";
        let sheet = Sheet::SwanSong(ron::from_str(text).expect("a sheet"));
        let (condition, budget): (HealthState, TurnBudget) =
            (play::starting_health(&sheet, &rules()), play::starting_budget(&sheet, &rules()));
        let unit = UnitSnapshot {
            side,
            initiative: 10,
            ..UnitSnapshot::fresh(UnitId(id), "unit", sheet, condition, budget)
        };
        let budget =
            play::budget_at_pass_start(&unit, &rules()).with_timing(crate::turn_engine::PhaseTiming::Now);
        UnitSnapshot { budget, ..unit }
    };
    (one(1, 0), one(2, 1))
}

fn special_action<'a>(
    unit: &'a UnitSnapshot,
    key: &'a str,
    target: Option<(&'a UnitSnapshot, u32)>,
) -> SpecialAction<'a> {
    SpecialAction { target, seen: true, ..SpecialAction::new(unit, key) }
}

/// Resolves with Strength and Agility of six dice together each: this many hits of the first, this many of the
/// second.
fn wrestle(action: &SpecialAction<'_>, own: usize, other: usize, dice: (usize, usize)) -> ActionOutcome {
    let faces = |hits, dice| {
        let mut faces = vec![6; hits];
        faces.resize(dice, 1);
        faces
    };
    let mut table = ScriptedTable::new([faces(own, dice.0), faces(other, dice.1)].concat(), Vec::new());
    let outcome = resolve_special_action(&mut table, action, &rules())
        .expect("the script fits")
        .expect("a grappling action");
    table.finish().expect("every face is used");
    outcome
}

fn dice(unit: &UnitSnapshot, of: TestTrait) -> usize {
    usize::try_from(play::trait_value(unit, of, &rules())).expect("some dice")
}

#[test]
fn ss_act_59_a_neighbour_is_grappled() {
    let (one, other) = pair();
    let seize = special_action(&one, GRAPPLE, Some((&other, 1)));
    assert_eq!(pay_special_action(&seize, &rules()).expect("of the chapter").map(|paid| paid.points), Ok(2));
    let pools = (dice(&one, TestTrait::Athletics), dice(&other, TestTrait::Athletics));
    let held = wrestle(&seize, 2, 1, pools);
    assert_eq!((held.contact, held.words.to_string().as_str()), (HitResult::Hit, "is seized"));
    assert_eq!(
        held.effects,
        [
            RuleStep::SetGrip { unit: UnitId(1), grip: Some(Grip::Holding(UnitId(2))) },
            RuleStep::SetGrip { unit: UnitId(2), grip: Some(Grip::HeldBy(UnitId(1))) }
        ]
    );
    assert!(wrestle(&seize, 2, 2, pools).effects.is_empty(), "ties go to the defender");
    let far = special_action(&one, GRAPPLE, Some((&other, 2)));
    let refused = pay_special_action(&far, &rules()).expect("of the chapter").map(|paid| paid.points);
    assert_eq!(refused, Err(RuleViolation::new(HoldRefusal::NotAdjacent, CLAUSE).into()));
}

#[test]
fn ss_act_59_both_ends_of_a_grip_stay() {
    let (mut one, mut other) = pair();
    assert!(may_leave_square(&one, Action::Walk, &rules()).is_ok());
    one.grip = Some(Grip::Holding(UnitId(2)));
    other.grip = Some(Grip::HeldBy(UnitId(1)));
    for (unit, why) in [(&one, HoldRefusal::MustLetGo), (&other, HoldRefusal::MustBreakFree)] {
        let refused = Err(RuleViolation::new(why, CLAUSE));
        assert_eq!(may_leave_square(unit, Action::Walk, &rules()), refused);
        assert!(may_leave_square(unit, Action::UnarmedAttack, &rules()).is_ok());
    }
    let mut without = rules();
    without.set("borrow.grappling", "off").expect("a switch");
    assert!(may_leave_square(&other, Action::Run, &without).is_ok());
}

#[test]
fn ss_act_59_breaking_free_and_reversing_the_grapple() {
    let (mut one, mut other) = pair();
    one.grip = Some(Grip::HeldBy(UnitId(2)));
    other.grip = Some(Grip::Holding(UnitId(1)));
    let pools = (dice(&one, TestTrait::Strength), dice(&other, TestTrait::Strength));
    let free = wrestle(&special_action(&one, BREAK_FREE, Some((&other, 1))), 2, 1, pools);
    assert!(free.effects.contains(&RuleStep::SetGrip { unit: UnitId(1), grip: None }));
    let turned = wrestle(&special_action(&one, TAKE_CONTROL, Some((&other, 1))), 3, 1, pools);
    assert!(
        turned.effects.contains(&RuleStep::SetGrip { unit: UnitId(1), grip: Some(Grip::Holding(UnitId(2))) })
    );
    let failed = wrestle(&special_action(&one, BREAK_FREE, Some((&other, 1))), 1, 1, pools);
    assert_eq!((failed.words.to_string().as_str(), failed.effects.len()), ("is still held", 0));
}

#[test]
fn ss_call_39_a_die_less_for_each_broken_grip() {
    let (mut one, other) = pair();
    let whole = dice(&one, TestTrait::Athletics);
    one.add_ailment(Ailment::BrokenGrip);
    let seize = special_action(&one, GRAPPLE, Some((&other, 1)));
    let held = wrestle(&seize, 2, 0, (whole - 1, dice(&other, TestTrait::Athletics)));
    assert_eq!(held.contact, HitResult::Hit);
}

#[rstest]
#[case::ss_call_39_both_hands(&[Ailment::BrokenGrip, Ailment::BrokenGrip], 2)]
#[case::ss_call_60_a_hurt_arm(&[Ailment::HurtArm], 6)]
fn injured_hands_seize_worse(#[case] ailments: &[Ailment], #[case] lost: usize) {
    let (mut one, mut other) = pair();
    for unit in [&mut one, &mut other] {
        let Sheet::SwanSong(sheet) = &mut unit.sheet else { panic!("a sheet of this book") };
        std::sync::Arc::make_mut(sheet).attributes.strength = 9;
    }
    let sides = [BodySide::Left, BodySide::Right];
    let pools = [&one, &other].map(|unit| dice(unit, TestTrait::Athletics));
    for (ailment, part) in ailments.iter().zip(sides) {
        let cause = AilmentCause { part: Some(part), ..AilmentCause::new(*ailment, None) };
        one.inflict(cause);
    }
    let seize = special_action(&one, GRAPPLE, Some((&other, 1)));
    assert_eq!(wrestle(&seize, 1, 0, (pools[0] - lost, pools[1])).contact, HitResult::Hit);
    // The one that resists uses no action: only broken grips count.
    std::mem::swap(&mut one, &mut other);
    let seize = special_action(&one, GRAPPLE, Some((&other, 1)));
    let broken = ailments.iter().filter(|ailment| **ailment == Ailment::BrokenGrip).count();
    wrestle(&seize, 1, 0, (pools[1], pools[0] - broken));
}

#[test]
fn ss_act_59_what_is_offered() {
    let (mut one, other) = pair();
    let keys = |unit: &UnitSnapshot, near: &[UnitSnapshot]| {
        available_actions(unit, near, &rules()).iter().map(|offer| offer.key).collect::<Vec<_>>()
    };
    assert_eq!(keys(&one, &[]), Vec::<&str>::new());
    assert_eq!(keys(&one, std::slice::from_ref(&other)), [GRAPPLE]);
    one.grip = Some(Grip::Holding(UnitId(2)));
    assert_eq!(keys(&one, &[]), [LET_GO]);
    one.grip = Some(Grip::HeldBy(UnitId(2)));
    assert_eq!(keys(&one, &[]), [BREAK_FREE, TAKE_CONTROL]);
}
