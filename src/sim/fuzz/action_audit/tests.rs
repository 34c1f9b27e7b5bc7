use super::*;
use battle::{Pace, Status};
use dice::{Dice, GivenText, Modifier, Roll, RollMode, RollRecord, Trace};
use rstest::rstest;
use rules::status::{ActiveAilment, StatusEnd};
use rules::turn_engine::PassBudget;
use rules::{DownState, HitResult, KarmaUse};

const ME: UnitId = UnitId(1);

/// Unit 1 with a gun in hand in slot 0 and a stowed knife in slot 1.
fn audit() -> ActionAudit {
    let weapons = [(0, (Arc::from("gun"), true)), (1, (Arc::from("knife"), false))].into();
    let unit = AuditedUnit { weapons, ..AuditedUnit::default() };
    ActionAudit { units: [(ME, unit)].into(), ..ActionAudit::default() }
}

/// The same unit in its phase with three points in Swan Song.
fn audit_with_prices() -> ActionAudit {
    let mut audit = audit();
    (audit.book, audit.prices_are_default) = (Some(Book::SwanSong), true);
    let budget = PassBudget::at_pass_start(7, 3).start_phase();
    audit.units.get_mut(&ME).expect("it is there").budget = Some(TurnBudget::SwanSong(budget));
    audit
}

fn check(audit: &mut ActionAudit, order: &Order, events: &[BattleEvent]) -> Result<(), AuditViolation> {
    let records: Vec<_> = events.iter().cloned().map(EventRecord::new).collect();
    audit.check_events(order, &records)
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
    assert_eq!(check(&mut audit(), &shot(0), &[paid(), declared(0), resolved(0)]), Ok(()));
}

#[rstest]
#[case::not_paid(&[declared(0), resolved(0)], AuditViolation::NotPaid { unit: ME, what: "an attack".into() })]
#[case::not_the_ordered_weapon(&[paid(), BattleEvent::Readied { unit: ME, weapon: 1, stowed: Vec::new() }, declared(1)],
    AuditViolation::NotAsOrdered { unit: ME, slot: 1 })]
#[case::another_weapon(&[paid(), declared(0), BattleEvent::Readied { unit: ME, weapon: 1, stowed: Vec::new() },
    resolved(1)], AuditViolation::WeaponNotDeclared { unit: ME, slot: 1 })]
#[case::bare_hands(&[paid(), declared(0), resolved(usize::MAX)],
    AuditViolation::WeaponNotInHand { unit: ME, slot: usize::MAX })]
#[case::never_declared(&[paid(), resolved(0)], AuditViolation::WeaponNotDeclared { unit: ME, slot: 0 })]
#[case::fell_while_paying(&[paid(), down(), declared(0)],
    AuditViolation::ActedWhileDown { unit: ME, what: "declares an attack" })]
#[case::fell_before_the_attack(&[paid(), declared(0), down(), resolved(0)],
    AuditViolation::ActedWhileDown { unit: ME, what: "attacks" })]
#[case::frozen(&[paid(), declared(0), afflicted(Ailment::Frozen), resolved(0)],
    AuditViolation::ActedWhileForbidden { unit: ME, ailment: Ailment::Frozen, what: "attacks" })]
fn forged_events_are_found(#[case] events: &[BattleEvent], #[case] expected: AuditViolation) {
    assert_eq!(check(&mut audit(), &shot(0), events), Err(expected));
}

#[test]
fn a_stowed_weapon_does_not_attack() {
    let expected = AuditViolation::WeaponNotInHand { unit: ME, slot: 1 };
    assert_eq!(check(&mut audit(), &shot(1), &[paid(), declared(1)]), Err(expected));
}

fn paid_for(action: Action, points: u8, left: u8) -> BattleEvent {
    let budget = PassBudget { points: left, ..PassBudget::default() };
    BattleEvent::Paid { unit: ME, action, points, budget: TurnBudget::SwanSong(budget) }
}

fn special_paid(points: u8, left: u8) -> BattleEvent {
    let budget = PassBudget { points: left, ..PassBudget::default() };
    BattleEvent::TurnBudgetChanged { unit: ME, points, budget: TurnBudget::SwanSong(budget) }
}

fn not_paid(what: &'static str) -> AuditViolation {
    AuditViolation::NotPaid { unit: ME, what: what.into() }
}

#[rstest]
#[case::its_own_price(Action::Door, 1, 2, Ok(()))]
#[case::of_another_action(Action::Walk, 1, 2, Err(not_paid("a door")))]
#[case::nothing_taken(Action::Door, 1, 3,
    Err(AuditViolation::WrongPayment { unit: ME, what: Action::Door.name().into(), before: 3, paid: 1, left: 3 }))]
#[case::more_than_there_is(Action::Door, 4, 0,
    Err(AuditViolation::WrongPayment { unit: ME, what: Action::Door.name().into(), before: 3, paid: 4, left: 0 }))]
#[case::another_price(Action::Door, 2, 1,
    Err(AuditViolation::WrongPrice { unit: ME, what: Action::Door.name().into(), paid: 2 }))]
fn a_door_is_paid_from_the_points_left(
    #[case] action: Action,
    #[case] points: u8,
    #[case] left: u8,
    #[case] expected: Result<(), AuditViolation>,
) {
    let order = Order::Door { unit: ME, barrier: model::BarrierId(1) };
    let events = [paid_for(action, points, left)];
    assert_eq!(check(&mut audit_with_prices(), &order, &events), expected);
}

#[rstest]
#[case::first_aid("first_aid", &[special_paid(3, 0)], Ok(()))]
#[case::for_less("first_aid", &[special_paid(2, 1)], Err(Some(2)))]
#[case::for_nothing("first_aid", &[], Err(None))]
#[case::dropping_a_body("drop_body", &[special_paid(0, 3)], Ok(()))]
#[case::the_free_action_is_missing("drop_body", &[], Err(None))]
#[case::letting_go("let_go", &[], Ok(()))]
#[case::letting_go_for_a_point("let_go", &[special_paid(1, 2)], Err(Some(1)))]
fn special_actions_have_the_price_of_their_table(
    #[case] key: &str,
    #[case] events: &[BattleEvent],
    #[case] expected: Result<(), Option<u8>>,
) {
    let order = Order::SpecialAction { unit: ME, action: key.to_owned(), target: None, weapon: None };
    let what = format!("the special action {key}").into();
    let expected = expected.map_err(|paid| match paid {
        Some(paid) => AuditViolation::WrongPrice { unit: ME, what, paid },
        None => AuditViolation::NotPaid { unit: ME, what },
    });
    assert_eq!(check(&mut audit_with_prices(), &order, events), expected);
}

/// A record of an attack on the unit, with what led to it.
fn attacked(trace: Trace) -> EventRecord {
    let event = BattleEvent::RuleNote { unit: ME, text: GivenText(String::new()).into(), clause: "" };
    EventRecord { trace: vec![trace], ..EventRecord::new(event) }
}

fn answered(records: &[EventRecord]) -> Result<(), AuditViolation> {
    audit_with_prices().check_events(&Order::Decide { answer: "dodge".to_owned() }, records)
}

#[test]
fn a_chosen_dodge_is_paid() {
    let (question, answer) = (GivenText("Defence?".to_owned()).into(), GivenText("Dodge".to_owned()).into());
    let dodge = attacked(Trace::Decided { who: ME, question, answer, clause: "SS-ATK-07" });
    assert_eq!(answered(std::slice::from_ref(&dodge)), Err(not_paid("Dodge")));
    assert_eq!(answered(&[dodge, EventRecord::new(paid_for(Action::Dodge, 1, 2))]), Ok(()));
}

#[test]
fn dice_from_karma_are_paid() {
    let parts = vec![Modifier { value: 3, reason: "Karma".into(), clause: "SS-BASE-26" }];
    let dice = Dice { count: 3, sides: 6, read: RollMode::Hits(5) };
    let rolled = attacked(Trace::Rolled(RollRecord {
        who: Some(ME),
        why: "evade",
        clause: "SS-INTC-14",
        parts,
        limit: None,
        dice,
        faces: vec![5, 5, 5],
        roll: Roll::from_value(3),
    }));
    let spent = BattleEvent::KarmaSpent { unit: ME, on: KarmaUse::Dice, left: 2 };
    assert_eq!(answered(std::slice::from_ref(&rolled)), Err(not_paid("dice from Karma")));
    assert_eq!(answered(&[rolled, EventRecord::new(spent)]), Ok(()));
}

#[test]
fn an_interception_is_paid() {
    let strikes = BattleEvent::Intercepted { unit: ME, mover: UnitId(2), weapon: "knife".to_owned() };
    let order = Order::Move { unit: UnitId(2), path: Vec::new(), pace: Pace::Walk, evade: false };
    let walks = BattleEvent::Paid {
        unit: UnitId(2),
        action: Action::Walk,
        points: 0,
        budget: TurnBudget::SwanSong(PassBudget::default()),
    };
    let free = check(&mut audit_with_prices(), &order, &[walks.clone(), strikes.clone()]);
    assert_eq!(free, Err(not_paid("an interception")));
    let paid = [walks, strikes, paid_for(Action::Intercept, 1, 2)];
    assert_eq!(check(&mut audit_with_prices(), &order, &paid), Ok(()));
}

/// The unit, held by unit 2 beside it.
fn held() -> ActionAudit {
    let mut audit = audit_with_prices();
    audit.units.insert(UnitId(2), AuditedUnit { cell: Cell::new(1, 0), ..AuditedUnit::default() });
    audit.units.get_mut(&ME).expect("it is there").held_by = Some(UnitId(2));
    audit
}

#[test]
fn a_held_unit_does_not_walk() {
    let order = Order::Move { unit: ME, path: Vec::new(), pace: Pace::Walk, evade: false };
    let expected = AuditViolation::LeftGrip { unit: ME, holder: UnitId(2) };
    assert_eq!(check(&mut held(), &order, &[paid_for(Action::Walk, 0, 3)]), Err(expected));
}

#[test]
fn a_held_unit_stays_beside_its_holder_between_events() {
    let far = BattleEvent::Displaced { unit: ME, from: Cell::new(0, 0), to: Cell::new(4, 0) };
    let free = BattleEvent::StatusEnded { unit: ME, kind: StatusKind::HeldBy(UnitId(2)) };
    let order = Order::EndPhase { unit: UnitId(2) };
    let ends = BattleEvent::PhaseEnded { unit: UnitId(2) };
    let expected = AuditViolation::LeftGrip { unit: ME, holder: UnitId(2) };
    assert_eq!(check(&mut held(), &order, &[far.clone(), ends.clone()]), Err(expected));
    assert_eq!(check(&mut held(), &order, &[far, free, ends]), Ok(()));
}

#[test]
fn a_grip_ends_with_a_cause_only() {
    let free = BattleEvent::StatusEnded { unit: ME, kind: StatusKind::HeldBy(UnitId(2)) };
    let order = Order::EndPhase { unit: UnitId(2) };
    let expected = AuditViolation::GripEnded { unit: ME, holder: UnitId(2) };
    assert_eq!(check(&mut held(), &order, std::slice::from_ref(&free)), Err(expected));
    let other = Status { kind: StatusKind::HeldBy(UnitId(3)), until: StatusEnd::Removed };
    let seized = BattleEvent::StatusSet { unit: ME, status: other };
    assert_eq!(check(&mut held(), &order, &[down(), free.clone()]), Ok(()));
    assert_eq!(check(&mut held(), &order, &[seized, free]), Ok(()));
}
