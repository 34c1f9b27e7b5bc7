//! Places in words, for advice: "behind the crate, by the wooden door".

use battle::BattleView;
use model::{Cell, ObstaclePosition, UnitId};

/// Distance within which a door is named, in cells.
const DOOR_CELLS: u32 = 2;

/// Describes a square for a unit by what it would be behind from the nearest enemy in view, and by the door beside it; `None` if
/// there is neither.
pub fn describe_place(view: &BattleView, unit: UnitId, cell: Cell) -> Option<String> {
    let me = view.unit(unit)?;
    let enemies = view.units().filter(|other| other.is_fighting() && other.side != me.side);
    let nearest = enemies.map(|enemy| enemy.cell()).min_by_key(|at| (at.distance_squared(cell), *at));
    let cover = nearest.and_then(|enemy| name_cover(view, cell, enemy));
    let door = name_door(view, cell);
    match (cover, door) {
        (Some((cover, word)), Some(door)) if cover != door => {
            Some(format!("{word} the {cover}, by the {door}"))
        }
        (Some((cover, word)), _) => Some(format!("{word} the {cover}")),
        (None, door) => door.map(|door| format!("by the {door}")),
    }
}

/// Name of the obstacle beside a cell that is most in the way of an enemy, and the word for a place at it: glass hides no unit, so
/// that no unit is behind it.
fn name_cover(view: &BattleView, cell: Cell, enemy: Cell) -> Option<(String, &'static str)> {
    let (to_x, to_y) = (enemy.x - cell.x, enemy.y - cell.y);
    let facing = |(x, y): (i32, i32)| {
        // Diagonal directions are longer: they count a little less than a side that faces the enemy as much.
        1000 * (x * to_x + y * to_y) / (10 + 4 * i32::from(x != 0 && y != 0))
    };
    let beside = field::obstacles_beside(view.field().grid(), cell);
    let beside = beside.filter_map(|beside| Some((facing(beside.direction?.delta()), beside.obstacle.id)));
    let (_, barrier) = beside.filter(|(facing, _)| *facing > 0).max_by_key(|(facing, id)| (*facing, *id))?;
    let data = view.barrier(barrier)?;
    let kind = data.barrier.kind();
    let word = if kind.transparent { "at" } else { "behind" };
    Some((kind.name.clone(), word))
}

/// Name of the nearest door within two cells.
fn name_door(view: &BattleView, cell: Cell) -> Option<String> {
    let doors = view.field().barriers().filter_map(|(id, place)| {
        let kind = view.barrier(id)?;
        let kind = kind.barrier.kind();
        let distance = match place {
            ObstaclePosition::Edge(edge) => {
                edge.cells().map(|beside| beside.chebyshev_distance(cell)).into_iter().min()?
            }
            ObstaclePosition::Square(at) => at.chebyshev_distance(cell),
        };
        (kind.openable && distance <= DOOR_CELLS).then(|| (distance, id, kind.name.to_string()))
    });
    doors.min().map(|(.., name)| name)
}
