//! Several closed doors one after the other on the way to a square.

use battle::BattleView;
use field::{DiagonalStep, Grid, shortest_path};
use model::{BarrierId, Cell, ObstaclePosition};

/// The closed doors on the way to a square.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ClosedDoors {
    /// The one that comes first on the way.
    pub first: ObstaclePosition,
    /// Its name.
    pub name: String,
    /// How many there are.
    pub count: usize,
}

impl ClosedDoors {
    /// Returns those on the shortest way if every door were open; `None` if no way leads there even then.
    pub fn on_way(
        view: &BattleView,
        (from, to): (Cell, Cell),
        diagonal: DiagonalStep,
        blocked: impl Fn(Cell) -> bool,
    ) -> Option<Self> {
        let doors = view.field().barriers().filter_map(|(id, place)| {
            let name = shut_door_name(view, id)?;
            matches!(place, ObstaclePosition::Edge(_)).then_some((place, name))
        });
        let doors: Vec<(ObstaclePosition, String)> = doors.collect();
        let places: Vec<ObstaclePosition> = doors.iter().map(|(place, _)| *place).collect();
        let way = way_through(view.field().grid(), &places, (from, to), diagonal, blocked)?;
        let crossed = crossed_doors(&way, &places);
        let (first, name) = doors.get(*crossed.first()?)?;
        Some(Self { first: *first, name: name.clone(), count: crossed.len() })
    }

    /// Says that the doors are in the way.
    pub fn text(&self) -> String {
        match self.count {
            1 => format!("behind a closed door ({}): click the door to open it first", self.name),
            count => {
                format!("behind {count} closed doors: click the nearest one to open it first ({})", self.name)
            }
        }
    }
}

/// Returns the name of a closed door or window; `None` for other barriers, and for one that is open or has a hole.
pub(super) fn shut_door_name(view: &BattleView, id: BarrierId) -> Option<String> {
    let data = view.barrier(id)?;
    let is_shut = data.barrier.kind().openable && !data.state.open() && !data.state.holed();
    is_shut.then(|| data.barrier.kind().name.clone())
}

/// Returns the squares of the shortest way if these doors were open.
fn way_through(
    grid: &Grid,
    doors: &[ObstaclePosition],
    (from, to): (Cell, Cell),
    diagonal: DiagonalStep,
    blocked: impl Fn(Cell) -> bool,
) -> Option<Vec<Cell>> {
    let mut open = grid.clone();
    for door in doors {
        open.set_obstacle(*door, None);
    }
    let way = shortest_path(&open, from, to, diagonal, blocked)?;
    Some(std::iter::once(from).chain(way.cells).collect())
}

/// Returns the numbers of the doors that a way goes through, in their order on it.
fn crossed_doors(way: &[Cell], doors: &[ObstaclePosition]) -> Vec<usize> {
    let door_between = |step: &[Cell]| {
        doors.iter().position(|door| match door {
            ObstaclePosition::Edge(edge) => edge.cells().iter().all(|cell| step.contains(cell)),
            ObstaclePosition::Square(_) => false,
        })
    };
    way.windows(2).filter_map(door_between).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use field::Obstacle;
    use model::{CellSide, Edge};

    /// A corridor with closed doors at the eastern sides of these squares.
    fn corridor(doors: &[i32]) -> (Grid, Vec<ObstaclePosition>) {
        let mut grid = Grid::new(9, 1);
        let obstacle = |id| Obstacle {
            id: BarrierId(id),
            height_cm: 250,
            transparent: false,
            blocks_move: true,
            width_pct: 100,
        };
        let places: Vec<ObstaclePosition> = doors
            .iter()
            .map(|x| ObstaclePosition::Edge(Edge::new(Cell::new(*x, 0), CellSide::East)))
            .collect();
        for (id, place) in (0..).zip(&places) {
            grid.set_obstacle(*place, Some(obstacle(id)));
        }
        (grid, places)
    }

    #[test]
    fn doors_in_a_row_are_found_in_their_order() {
        let (grid, doors) = corridor(&[5, 2, 7]);
        let ends = (Cell::new(0, 0), Cell::new(6, 0));
        assert!(shortest_path(&grid, ends.0, ends.1, DiagonalStep::One, |_| false).is_none());
        let way = way_through(&grid, &doors, ends, DiagonalStep::One, |_| false).expect("through doors");
        assert_eq!(crossed_doors(&way, &doors), [1, 0], "the third one is behind the square");
        let blocked = |cell: Cell| cell.x == 4;
        assert!(way_through(&grid, &doors, ends, DiagonalStep::One, blocked).is_none());
    }

    #[test]
    fn doors_in_a_row_are_counted_in_words() {
        let (_, places) = corridor(&[2]);
        let doors = |count| ClosedDoors { first: places[0], name: "gate".to_owned(), count };
        assert_eq!(doors(1).text(), "behind a closed door (gate): click the door to open it first");
        assert_eq!(doors(3).text(), "behind 3 closed doors: click the nearest one to open it first (gate)");
    }
}
