//! Maps drawn as text, for tests.
//!
//! Every square is a character, with a character between neighbouring squares for the edge: `|` and `-` are solid,
//! opaque edges of full height, `:` and `=` the same in glass, `'` and `~` the same in half height; a blank is no
//! obstacle. Squares: `.` free, `#` filled, `c` a crate of one metre, `g` a glass block, `i` a full-height obstacle
//! that fills 40 %, `t` difficult ground (2 half metres more), `w` impassable ground, `1` to `9` ground of that
//! height in metres; a letter from `A` to `Z` is a free square with a name. The corners between squares stay blank.
//! square with a name. The corners between squares stay blank.

use crate::grid::Grid;
use crate::obstacle::{Obstacle, TerrainCell};
use model::{BarrierId, Cell, CellSide, Edge, ObstaclePosition};

/// The place of a square by number: 0 is the square itself, 1 its north edge, any other its west edge.
pub(super) fn obstacle_position(sort: u8, cell: Cell) -> ObstaclePosition {
    match sort {
        0 => ObstaclePosition::Square(cell),
        1 => ObstaclePosition::Edge(Edge::new(cell, CellSide::North)),
        _ => ObstaclePosition::Edge(Edge::new(cell, CellSide::West)),
    }
}

/// A parsed map.
pub(super) struct AsciiMap {
    pub grid: Grid,
    names: Vec<(char, Cell)>,
}

impl AsciiMap {
    /// Parses a map with edges between the squares.
    pub(super) fn new(rows: &[&str]) -> Self {
        let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0).div_ceil(2);
        let mut grid = Grid::new(width as u16, rows.len().div_ceil(2) as u16);
        let mut names = Vec::new();
        let mut id = 0;
        for (line, row) in rows.iter().enumerate() {
            for (place, sign) in row.chars().enumerate() {
                let cell = Cell::new(place.div_ceil(2) as i32, line.div_ceil(2) as i32);
                let place = match (place % 2, line % 2) {
                    (0, 0) => ObstaclePosition::Square(cell),
                    (1, 0) => ObstaclePosition::Edge(Edge::new(cell, CellSide::West)),
                    (0, 1) => ObstaclePosition::Edge(Edge::new(cell, CellSide::North)),
                    _ => {
                        assert_eq!(sign, ' ', "something at a corner of {row:?}");
                        continue;
                    }
                };
                if let Some(obstacle) = parse_obstacle(sign, BarrierId(id + 1)) {
                    id += 1;
                    grid.set_obstacle(place, Some(obstacle));
                }
                match sign {
                    't' => grid.set_ground(cell, TerrainCell { difficulty: 2, ..TerrainCell::default() }),
                    'w' => grid.set_ground(cell, TerrainCell { impassable: true, ..TerrainCell::default() }),
                    'A'..='Z' => names.push((sign, cell)),
                    '1'..='9' => {
                        let height_cm = 100 * sign.to_digit(10).expect("a digit") as i16;
                        grid.set_ground(cell, TerrainCell { height_cm, ..TerrainCell::default() });
                    }
                    _ => {}
                }
            }
        }
        Self { grid, names }
    }

    /// The square with this name.
    pub(super) fn cell_named(&self, name: char) -> Cell {
        self.names.iter().find(|(known, _)| *known == name).expect("a square of that name").1
    }
}

/// The obstacle that a sign stands for; obstacles are numbered in reading order.
fn parse_obstacle(sign: char, id: BarrierId) -> Option<Obstacle> {
    let whole = Obstacle { id, height_cm: 250, transparent: false, blocks_move: true, width_pct: 100 };
    match sign {
        '#' | '|' | '-' => Some(whole),
        'g' | ':' | '=' => Some(Obstacle { transparent: true, ..whole }),
        'c' | '\'' | '~' => Some(Obstacle { height_cm: 100, ..whole }),
        'i' => Some(Obstacle { width_pct: 40, blocks_move: false, ..whole }),
        _ => None,
    }
}
