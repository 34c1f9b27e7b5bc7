use super::*;
use battle::{Order, Target};
use dice::RuleText;
use rules::HitResult;

/// Unit 1 carries a grenade of 4 m in slot 2; unit 9 is a machine. Both are where they ended up.
struct Facts;

impl MarkFacts for Facts {
    fn cell(&self, unit: UnitId) -> Option<Cell> {
        Some(Cell::new(10 + unit.0 as i32, 5))
    }
    fn blast_radius(&self, unit: UnitId, weapon: PastWeapon) -> Option<f32> {
        matches!(weapon, PastWeapon::Slot(2)).then_some(4.0).filter(|_| unit == UnitId(1))
    }
    fn bleeds(&self, unit: UnitId) -> bool {
        unit != UnitId(9)
    }
    fn is_told(&self, _: &EventRecord) -> bool {
        true
    }
}

fn record(events: Vec<BattleEvent>) -> OrderRecord {
    let events = events.into_iter().map(EventRecord::new).collect();
    OrderRecord { order: Order::EndPhase { unit: UnitId(1) }, round: 1, pass: 1, events, revealed: false }
}

fn declared(unit: u32, rounds: u32) -> BattleEvent {
    let target = Target::Unit(UnitId(2));
    BattleEvent::AttackDeclared { unit: UnitId(unit), target, weapon: 0, mode: None, rounds }
}

fn resolved(weapon: usize, target: Target) -> BattleEvent {
    let (unit, contact) = (UnitId(1), HitResult::Hit);
    let words = RuleText::default();
    BattleEvent::AttackResolved { unit, target, weapon, mode: None, contact, net: 0, damage: 0, words }
}

fn stepped(unit: u32, from: (i32, i32), to: (i32, i32)) -> BattleEvent {
    let cell = |(x, y)| Cell::new(x, y);
    BattleEvent::Stepped { unit: UnitId(unit), from: cell(from), to: cell(to) }
}

#[test]
fn marks_lie_where_units_were_at_that_time() {
    let records = [
        record(vec![declared(1, 3)]),
        record(vec![stepped(1, (8, 5), (9, 5)), stepped(1, (9, 5), (11, 5))]),
        record(vec![declared(1, 2), declared(1, 0)]),
    ];
    let marks = find_marks(&records, &Facts);
    let shots: Vec<_> = marks.iter().map(|mark| (mark.cell, mark.kind, mark.moment.record)).collect();
    let casings = |shots| MarkKind::Casings { shots };
    assert_eq!(shots, [(Cell::new(8, 5), casings(3), 0), (Cell::new(11, 5), casings(2), 2)]);
}

#[test]
fn an_explosion_scorches_its_square_and_a_bullet_does_not() {
    let square = Target::Square(Cell::new(3, 4));
    let thrown = stepped(2, (6, 6), (12, 5));
    let records = [record(vec![
        resolved(0, square),
        resolved(2, square),
        resolved(2, Target::Unit(UnitId(2))),
        thrown,
    ])];
    let marks = find_marks(&records, &Facts);
    let scorch = MarkKind::Scorch { radius: 4.0 };
    let found: Vec<_> = marks.iter().map(|mark| (mark.cell, mark.kind, mark.moment.event)).collect();
    // The target is thrown afterwards.
    assert_eq!(found, [(Cell::new(3, 4), scorch, 1), (Cell::new(6, 6), scorch, 2)]);
}

#[test]
fn cs_sca_03_an_explosion_that_went_astray_scorches_where_it_went_off() {
    let astray = |cell| BattleEvent::BlastAstray { unit: UnitId(1), cell };
    let records = [record(vec![
        resolved(2, Target::Unit(UnitId(2))),
        resolved(2, Target::Unit(UnitId(2))),
        astray(Some(Cell::new(7, 9))),
        resolved(2, Target::Unit(UnitId(2))),
        astray(None),
        stepped(2, (6, 6), (12, 5)),
    ])];
    let marks = find_marks(&records, &Facts);
    let cells: Vec<_> = marks.iter().map(|mark| mark.cell).collect();
    assert_eq!(cells, [Cell::new(6, 6), Cell::new(7, 9)], "the first one is on target, the last one a dud");
}

#[test]
fn undone_orders_leave_no_marks() {
    let records = [record(vec![declared(1, 3)]), record(vec![declared(1, 1)])];
    assert_eq!(find_marks(&records[..1], &Facts).len(), 1);
    assert_eq!(find_marks(&records[..0], &Facts), []);
    // The same history gives the same marks, however it came about.
    assert_eq!(find_marks(&records, &Facts), find_marks(&records.clone(), &Facts));
}
