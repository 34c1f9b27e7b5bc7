use super::*;
use battle::{Pace, Target};
use rstest::rstest;
use rules::status::{ActiveAilment, StatusEnd};
use rules::{DownState, HitResult};

const ME: UnitId = UnitId(1);

/// Unit 1 with a gun in hand in slot 0 and a stowed knife in slot 1.
fn audit() -> ActionAudit {
    let weapons = [(0, (Arc::from("gun"), true)), (1, (Arc::from("knife"), false))].into();
    let unit = AuditedUnit { weapons, ..AuditedUnit::default() };
    ActionAudit { units: [(ME, unit)].into(), declared: Vec::new(), book: None }
}

fn shot(slot: usize) -> Order {
    Order::attack(ME, Target::Unit(UnitId(2)), slot, None)
}

fn declared(weapon: usize) -> BattleEvent {
    BattleEvent::AttackDeclared { unit: ME, target: Target::Unit(UnitId(2)), weapon, mode: None, rounds: 1 }
}

fn resolved(weapon: usize) -> BattleEvent {
    BattleEvent::AttackResolved {
        unit: ME,
        target: Target::Unit(UnitId(2)),
        weapon,
        mode: None,
        contact: HitResult::Miss,
        net: 0,
        damage: 0,
        words: rules::ActionOutcome::from_effects(Vec::new()).words,
    }
}

fn paid() -> BattleEvent {
    let budget = rules::TurnBudget::SwanSong(Default::default());
    BattleEvent::TurnBudgetChanged { unit: ME, points: 1, budget }
}

fn afflicted(ailment: Ailment) -> BattleEvent {
    let suffered = ActiveAilment { ailment, part: None, by: None, strength: 0, until: StatusEnd::Removed };
    BattleEvent::Afflicted { unit: ME, suffered }
}

fn down() -> BattleEvent {
    BattleEvent::WentDown { unit: ME, by: None, down: DownState::Unconscious }
}

#[test]
fn a_paid_attack_with_the_declared_weapon_passes() {
    assert_eq!(audit().check_events(&shot(0), &[paid(), declared(0), resolved(0)]), Ok(()));
}

#[rstest]
#[case::not_paid(&[declared(0), resolved(0)], AuditViolation::NotPaid { unit: ME, what: "an attack" })]
#[case::another_weapon(&[paid(), declared(0), BattleEvent::Readied { unit: ME, weapon: 1, stowed: Vec::new() },
    resolved(1)], AuditViolation::WeaponNotDeclared { unit: ME, slot: 1 })]
#[case::bare_hands(&[paid(), declared(0), resolved(usize::MAX)],
    AuditViolation::WeaponNotInHand { unit: ME, slot: usize::MAX })]
#[case::stowed(&[paid(), declared(1)], AuditViolation::WeaponNotInHand { unit: ME, slot: 1 })]
#[case::never_declared(&[paid(), resolved(0)], AuditViolation::WeaponNotDeclared { unit: ME, slot: 0 })]
#[case::fell_while_paying(&[paid(), down(), declared(0)],
    AuditViolation::ActedWhileDown { unit: ME, what: "declares an attack" })]
#[case::fell_before_the_attack(&[paid(), declared(0), down(), resolved(0)],
    AuditViolation::ActedWhileDown { unit: ME, what: "attacks" })]
#[case::frozen(&[paid(), declared(0), afflicted(Ailment::Frozen), resolved(0)],
    AuditViolation::ActedWhileForbidden { unit: ME, ailment: Ailment::Frozen, what: "attacks" })]
fn forged_events_are_found(#[case] events: &[BattleEvent], #[case] expected: AuditViolation) {
    assert_eq!(audit().check_events(&shot(0), events), Err(expected));
}

fn paid_for(action: Action, points: u8, left: u8) -> BattleEvent {
    let budget = rules::turn_engine::PassBudget { points: left, ..Default::default() };
    BattleEvent::Paid { unit: ME, action, points, budget: rules::TurnBudget::SwanSong(budget) }
}

#[rstest]
#[case::its_own_price(Action::Door, 1, 2, Ok(()))]
#[case::of_another_action(Action::Walk, 1, 2, Err(AuditViolation::NotPaid { unit: ME, what: "a door" }))]
#[case::nothing_taken(Action::Door, 1, 3,
    Err(AuditViolation::WrongPayment { unit: ME, what: Action::Door.name(), before: 3, paid: 1, left: 3 }))]
#[case::more_than_there_is(Action::Door, 4, 0,
    Err(AuditViolation::WrongPayment { unit: ME, what: Action::Door.name(), before: 3, paid: 4, left: 0 }))]
fn a_door_is_paid_from_the_points_left(
    #[case] action: Action,
    #[case] points: u8,
    #[case] left: u8,
    #[case] expected: Result<(), AuditViolation>,
) {
    let mut audit = audit();
    audit.units.get_mut(&ME).expect("it is there").points = 3;
    let order = Order::Door { unit: ME, barrier: model::BarrierId(1) };
    assert_eq!(audit.check_events(&order, &[paid_for(action, points, left)]), expected);
}

#[test]
fn a_held_unit_does_not_walk() {
    let mut audit = audit();
    audit.units.get_mut(&ME).expect("it is there").held_by = Some(UnitId(2));
    let order = Order::Move { unit: ME, path: Vec::new(), pace: Pace::Walk, evade: false };
    let expected = AuditViolation::LeftGrip { unit: ME, holder: UnitId(2) };
    assert_eq!(audit.check_events(&order, &[paid_for(Action::Walk, 0, 0)]), Err(expected));
}
