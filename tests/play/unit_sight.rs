//! What one unit sees and what keeps it from seeing a cell, which the overlay of the line of sight shows.

use breachline::battle::{BattleView, SightObstacle};
use breachline::model::{Cell, CellSide as EdgeSide, UnitId};
use breachline::rules::Light;
use breachline::rules::status::Ailment;

use crate::common::{Fight, Setup, edge, knife, quick_sheet, square};

/// Unit 1 at the west end of a row of 90 squares.
fn row(has_fog: bool) -> Setup {
    Setup::with_size(90, 3).skirmish(|skirmish| skirmish.options.fog_of_war = has_fog).unit(
        0,
        (0, 1),
        quick_sheet(4, 4),
        &[knife()],
    )
}

fn begin(setup: Setup) -> Fight {
    setup.unit(1, (89, 2), quick_sheet(3, 3), &[knife()]).start_battle(&[6, 1])
}

/// What hides a square of the middle row from unit 1. A square that it does not see is hidden by something.
fn hidden_by(view: &BattleView, x: i32) -> Option<SightObstacle> {
    let unit = view.unit(UnitId(1)).expect("it is there");
    let cell = Cell::new(x, 1);
    let obstacle = view.sight_obstacle(&unit, unit.cell(), cell);
    assert_eq!(obstacle.is_none(), view.cells_seen_from(&unit, unit.cell()).contains(cell), "column {x}");
    obstacle
}

#[test]
fn the_nearest_wall_hides_what_is_behind_it() {
    let walls = row(false).barrier(edge(5, 1, EdgeSide::West), |kind| kind.name = "brick".to_owned());
    let walls = walls.barrier(square(8, 1), |kind| kind.name = "pillar".to_owned());
    begin(walls).view(|view| {
        assert_eq!(hidden_by(view, 4), None);
        for x in [5, 7, 8, 12] {
            let Some(SightObstacle::Barrier(id, place)) = hidden_by(view, x) else { panic!("column {x}") };
            let name = view.barrier(id).map(|data| data.barrier.kind().name.clone());
            assert_eq!((name.as_deref(), place), (Some("brick"), edge(5, 1, EdgeSide::West)));
        }
    });
}

#[test]
fn a_crate_hides_nothing_and_a_hill_does() {
    let ground = row(false).barrier(square(3, 1), |kind| kind.height_cm = 100);
    let ground = ground.ground(&[(6, 0), (6, 1), (6, 2)], |terrain| terrain.height_cm = 400);
    begin(ground).view(|view| {
        assert_eq!(hidden_by(view, 5), None);
        assert_eq!(hidden_by(view, 9), Some(SightObstacle::Ground(Cell::new(6, 1))));
    });
}

#[test]
fn darkness_smoke_and_distance_hide_squares_in_fog_of_war_only() {
    let murky = |has_fog| {
        let dark = row(has_fog).ground(&[(3, 1), (10, 1)], |terrain| terrain.light = Light::Dark);
        begin(dark.ground(&[(20, 1)], |terrain| terrain.obscured = true))
    };
    murky(false).view(|view| {
        for x in [3, 10, 20, 25, 80] {
            assert_eq!(hidden_by(view, x), None, "column {x}");
        }
    });
    murky(true).seen_by(0, |view| {
        assert_eq!(hidden_by(view, 3), None, "it is near");
        assert_eq!(hidden_by(view, 10), Some(SightObstacle::Dark));
        assert_eq!(hidden_by(view, 15), None, "it is light");
        for x in [20, 25] {
            assert_eq!(hidden_by(view, x), Some(SightObstacle::Obscured(Cell::new(20, 1))));
        }
    });
    begin(row(true)).seen_by(0, |view| {
        assert_eq!(hidden_by(view, 60), None);
        assert_eq!(hidden_by(view, 61), Some(SightObstacle::TooFar));
    });
}

#[test]
fn cs_blnd_01_a_blinded_unit_sees_nothing() {
    begin(row(false).ailing(&[Ailment::Blinded])).view(|view| {
        assert_eq!(hidden_by(view, 1), Some(SightObstacle::Ailment(Ailment::Blinded)));
    });
}
