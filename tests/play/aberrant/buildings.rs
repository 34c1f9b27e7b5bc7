//! Buildings and window panes on the map: the remains of a ruin, and which windows break. Chapter OBJ.

use breachline::battle::BattleEvent;
use breachline::content::{BarrierKind, BarrierStyle};
use breachline::model::{Cell, CellSide};
use breachline::rules::aberrant::environment::buildings::{Building, BuildingKind};
use breachline::rules::aberrant::{Armour, Sheet, Weapon};
use breachline::rules::ground::ground_effect::GroundEffect;
use rstest::rstest;

use super::{aberrant, sheet, weapon};
use crate::common::books::d10_faces;
use crate::common::{Fight, edge};

/// A bomb with a radius of 110 m.
fn huge_bomb() -> Weapon {
    weapon(
        r#"(name: "bomb", class: ranged, skill: throwing, short_range_m: 40, area: 11, mass_g: 500, damage: "40L")"#,
    )
}

/// A unit that a bomb does not hurt.
fn shielded() -> Sheet {
    let text = r#"(name: "shell", soak: (bashing: 90, lethal: 90, aggravated: 90))"#;
    let shell: Armour = ron::from_str(text).expect("armour");
    sheet(|sheet| sheet.armour = vec![shell])
}

/// A building of 5 x 5 m around (16, 8), unit 2, which 100 levels of structure destroy.
fn bombed(kind: BuildingKind, height_m: u32, third: (i32, i32)) -> (Fight, Vec<BattleEvent>) {
    let building =
        sheet(|sheet| sheet.building = Some(Building { kind, dims_m: [5, 5, height_m], extra_levels: 0 }));
    let site: Vec<_> = (13..=19).flat_map(|x| (5..=11).map(move |y| (x, y))).collect();
    let setup = aberrant().ground(&site, |_| {}).nova(0, (4, 5), shielded(), &[huge_bomb()]);
    let mut fight =
        setup.nova(1, (16, 8), building, &[]).nova(1, third, shielded(), &[]).start_battle(&[9, 3, 1]);
    // 25 levels, four times; a ping for each of the others.
    fight.queue_dice(&d10_faces(&[(25, 30), (0, 1), (0, 1)]));
    let events = fight.attack_with(1, 2, 0, None);
    (fight, events)
}

/// Squares that an order has covered.
fn covered(events: &[BattleEvent], with: GroundEffect) -> Vec<(i32, i32)> {
    let cells = events.iter().filter_map(|event| match event {
        BattleEvent::GroundCovered { cells, what, .. } if *what == with => Some(cells),
        _ => None,
    });
    cells.flatten().map(|cell| (cell.x, cell.y)).collect()
}

#[test]
fn ab_obj_19_rubble_and_a_frame_at_the_corners() {
    let (mut fight, events) = bombed(BuildingKind::Skyscraper, 100, (25, 15));
    assert!(fight.down(2).is_some());
    assert_eq!(covered(&events, GroundEffect::Frame), [(14, 6), (14, 10), (18, 6), (18, 10)]);
    let rubble = covered(&events, GroundEffect::Rubble);
    assert_eq!((rubble.len(), rubble.contains(&(16, 8))), (21, true));
    let mut impassable = |x, y| fight.view(|view| !view.field().grid().can_enter(Cell::new(x, y)));
    assert_eq!(
        [(14, 6), (18, 10), (15, 6), (13, 6)].map(|(x, y)| impassable(x, y)),
        [true, true, false, false]
    );
    crate::skirmish::replays(&mut fight);
}

#[test]
fn ab_obj_19_a_frame_encloses_no_unit() {
    let (mut fight, events) = bombed(BuildingKind::Skyscraper, 100, (18, 10));
    assert_eq!(covered(&events, GroundEffect::Frame), [(14, 6), (14, 10), (18, 6)]);
    assert!(covered(&events, GroundEffect::Rubble).contains(&(18, 10)));
    assert_eq!(fight.cell(3), (18, 10));
}

#[test]
fn ab_obj_19_a_house_leaves_no_frame() {
    let (mut fight, events) = bombed(BuildingKind::House, 5, (25, 15));
    assert!(fight.down(2).is_some());
    assert!(covered(&events, GroundEffect::Frame).is_empty());
    assert!(covered(&events, GroundEffect::Rubble).is_empty());
}

#[test]
fn ab_obj_09_a_ruin_does_not_fall_prone() {
    let (mut fight, _) = bombed(BuildingKind::House, 5, (25, 15));
    assert!(!fight.prone(2));
}

/// A unit thrown six metres through a pane beside it: levels that the pane loses, and where the unit lands.
fn thrown_through(change: impl FnOnce(&mut BarrierKind)) -> (u32, (i32, i32)) {
    let pane = |kind: &mut BarrierKind| {
        (kind.structure, kind.armor, kind.height_cm) = (1, 2, 240);
        (kind.transparent, kind.style) = (true, BarrierStyle::Glass);
        change(kind);
    };
    let light = || sheet(|sheet| sheet.density = 0);
    let setup = aberrant().barrier(edge(7, 5, CellSide::East), pane);
    let mut fight = setup
        .nova(0, (5, 5), light(), &[super::club("16B")])
        .nova(1, (6, 5), light(), &[])
        .start_battle(&[6, 1]);
    // 16 dice less 2 x 2 throw it 6 m: 3 dice against 2 of armour.
    fight.queue_dice(&d10_faces(&[(1, 6), (0, 30)]));
    let events = fight.attack_with(1, 2, 0, None);
    let damage = events.iter().filter_map(|event| match event {
        BattleEvent::BarrierDamaged { damage, .. } => Some(*damage),
        _ => None,
    });
    (damage.sum(), fight.cell(2))
}

#[rstest]
#[case::ab_obj_22_a_whole_window(240, 60, 5)]
#[case::ab_obj_12_half_of_its_width(240, 30, 3)]
#[case::ab_obj_24_half_of_its_height(120, 60, 3)]
#[case::ab_obj_25_a_fifth(240, 12, 1)]
#[case::ab_obj_25_low_and_narrow(80, 40, 1)]
fn panes_break_by_their_size(#[case] height_cm: u16, #[case] width_pct: u8, #[case] levels: u32) {
    let broken = thrown_through(|kind| (kind.height_cm, kind.width_pct) = (height_cm, width_pct));
    assert_eq!(broken, (levels, (12, 5)));
}
