//! A direct implementation of the definitions.

use super::*;

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
pub struct ExactRatio(pub i128, pub i128);

impl ExactRatio {
    fn new(over: i128, under: i128) -> Self {
        if under < 0 { Self(-over, -under) } else { Self(over, under) }
    }

    fn less(self, other: Self) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

/// The obstacles of one section of a line: all pieces, or, at a corner, those of one of two ways.
enum LineMeeting {
    Must(Vec<LinePiece>),
    Either(Vec<LinePiece>, Vec<LinePiece>),
}

struct LinePiece {
    place: ObstaclePosition,
    near: ExactRatio,
    far: ExactRatio,
}

const ZERO: ExactRatio = ExactRatio(0, 1);
const ONE: ExactRatio = ExactRatio(1, 1);

/// The segment from the centre of a square to a point, in twentieths of a square.
struct ExactSegment {
    start: (i128, i128),
    delta: (i128, i128),
}

impl ExactSegment {
    /// The segment to a point `beside` the centre of the second square.
    fn new(from: Cell, to: Cell, beside: (i128, i128)) -> Self {
        let start = (i128::from(from.x) * 20 + 10, i128::from(from.y) * 20 + 10);
        let delta = (
            i128::from(to.x) * 20 + 10 + beside.0 - start.0,
            i128::from(to.y) * 20 + 10 + beside.1 - start.1,
        );
        Self { start, delta }
    }

    /// The part inside an open square, found one slab at a time; `None` if there is none.
    fn part_inside(&self, cell: Cell) -> Option<(ExactRatio, ExactRatio)> {
        let (mut near, mut far) = (ZERO, ONE);
        for (start, delta, low) in [
            (self.start.0, self.delta.0, i128::from(cell.x) * 20),
            (self.start.1, self.delta.1, i128::from(cell.y) * 20),
        ] {
            if delta == 0 && (start <= low || start >= low + 20) {
                return None;
            }
            if delta == 0 {
                continue;
            }
            let (a, b) = (ExactRatio::new(low - start, delta), ExactRatio::new(low + 20 - start, delta));
            let (enter, leave) = if a.less(b) { (a, b) } else { (b, a) };
            if near.less(enter) {
                near = enter;
            }
            if leave.less(far) {
                far = leave;
            }
        }
        near.less(far).then_some((near, far))
    }

    /// Where it crosses a horizontal line: how far along, and at which x in units of 1 / t.1; `None` if it does not.
    fn crossing_at_y(&self, y: i128) -> Option<(ExactRatio, i128)> {
        let t = (self.delta.1 != 0).then(|| ExactRatio::new(y - self.start.1, self.delta.1))?;
        (ZERO.less(t) && t.less(ONE)).then(|| (t, self.start.0 * t.1 + self.delta.0 * t.0))
    }

    /// Where it crosses a vertical line: how far along, and at which y in units of 1 / t.1; `None` if it does not.
    fn crossing_at_x(&self, x: i128) -> Option<(ExactRatio, i128)> {
        let t = (self.delta.0 != 0).then(|| ExactRatio::new(x - self.start.0, self.delta.0))?;
        (ZERO.less(t) && t.less(ONE)).then(|| (t, self.start.1 * t.1 + self.delta.1 * t.0))
    }
}

/// Everything that the segment from the centre of a square to a point (in twentieths beside a centre) meets.
fn meetings(map: &Map, from: Cell, to: Cell, beside: (i128, i128)) -> Vec<LineMeeting> {
    let segment = ExactSegment::new(from, to, beside);
    let must = |place, near, far| LineMeeting::Must(vec![LinePiece { place, near, far }]);
    let mut found = Vec::new();
    for cell in map.cells().filter(|cell| *cell != from && *cell != to) {
        let part = segment.part_inside(cell);
        found.extend(part.map(|(near, far)| must(ObstaclePosition::Square(cell), near, far)));
    }
    let is_falling = (segment.delta.0 > 0) == (segment.delta.1 > 0);
    for y in 0..=map.height {
        for x in 0..=map.width {
            let cell = Cell::new(x, y);
            let (left, top) = (i128::from(x) * 20, i128::from(y) * 20);
            if let Some((t, at)) = segment.crossing_at_y(top) {
                if at > left * t.1 && at < (left + 20) * t.1 {
                    found.push(must(ObstaclePosition::Edge(Edge::new(cell, CellSide::North)), t, t));
                }
                if at == left * t.1 {
                    found.push(meet_corner(cell, t, is_falling));
                }
            }
            if let Some((t, at)) = segment.crossing_at_x(left)
                && at > top * t.1
                && at < (top + 20) * t.1
            {
                found.push(must(ObstaclePosition::Edge(Edge::new(cell, CellSide::West)), t, t));
            }
        }
    }
    found
}

/// The two ways past the north-west corner of a square. A falling line joins the north-west and south-east squares, a
/// rising one the others.
fn meet_corner(cell: Cell, t: ExactRatio, is_falling: bool) -> LineMeeting {
    let (west, north) = (Cell::new(cell.x - 1, cell.y), Cell::new(cell.x, cell.y - 1));
    let north_west = Cell::new(cell.x - 1, cell.y - 1);
    let (up, down) = (Edge::new(north, CellSide::West), Edge::new(cell, CellSide::West));
    let (to_west, to_east) = (Edge::new(west, CellSide::North), Edge::new(cell, CellSide::North));
    let piece = |place| LinePiece { place, near: t, far: t };
    let way = |first: Edge, square: Cell, second: Edge| {
        vec![
            piece(ObstaclePosition::Edge(first)),
            piece(ObstaclePosition::Square(square)),
            piece(ObstaclePosition::Edge(second)),
        ]
    };
    if is_falling {
        LineMeeting::Either(way(up, north, to_east), way(to_west, west, down))
    } else {
        LineMeeting::Either(way(up, north_west, to_west), way(to_east, cell, down))
    }
}

fn base(map: &Map, place: ObstaclePosition) -> i128 {
    i128::from(match place {
        ObstaclePosition::Square(cell) => map.ground(cell).height_cm,
        ObstaclePosition::Edge(edge) => {
            edge.cells().map(|cell| map.ground(cell).height_cm).into_iter().max().unwrap()
        }
    })
}

/// Whether `height` is above the line from `a` to `b` somewhere between two places along it; `or_at` counts too.
fn reaches(height: i128, a: i128, b: i128, piece: &LinePiece, or_at: bool) -> bool {
    [piece.near, piece.far].into_iter().any(|ExactRatio(over, under)| {
        let line = a * under + (b - a) * over;
        height * under > line || or_at && height * under == line
    })
}

pub fn sight(map: &Map, a: Cell, a_body: Body, b: Cell, b_body: Body) -> bool {
    let top = |cell: Cell, body: Body| i128::from(map.ground(cell).height_cm) + i128::from(body.height_cm);
    let (a_top, b_top) = (top(a, a_body), top(b, b_body));
    let blocks = |piece: &LinePiece| {
        let base = base(map, piece.place);
        let ground =
            matches!(piece.place, ObstaclePosition::Square(_)) && reaches(base, a_top, b_top, piece, false);
        ground
            || map.obstacles.get(&piece.place).is_some_and(|obstacle| {
                !obstacle.transparent
                    && obstacle.width_pct == 100
                    && reaches(base + i128::from(obstacle.height_cm), a_top, b_top, piece, true)
            })
    };
    !meetings(map, a, b, (0, 0)).iter().any(|meeting| match meeting {
        LineMeeting::Must(pieces) => pieces.iter().any(blocks),
        LineMeeting::Either(one, other) => one.iter().any(blocks) && other.iter().any(blocks),
    })
}

/// Percent hidden; 100 without sight.
pub fn hidden(map: &Map, from: Cell, from_body: Body, to: Cell, to_body: Body) -> u8 {
    if !sight(map, from, from_body, to, to_body) {
        return 100;
    }
    let eye = i128::from(map.ground(from).height_cm) + i128::from(from_body.height_cm);
    let foot = i128::from(map.ground(to).height_cm);
    let body = i128::from(to_body.height_cm);
    let shade = |height: i128, width: i128, piece: &LinePiece| {
        [piece.near, piece.far]
            .into_iter()
            .map(|ExactRatio(over, under)| {
                // (eye + (height - eye) / t - foot) / body, between nothing and all of it.
                let share = ExactRatio((eye - foot) * over + (height - eye) * under, over * body);
                let shown = share.0.clamp(0, share.1);
                shown * width * 10_000 / share.1
            })
            .max()
            .unwrap()
    };
    let piece_hides = |piece: &LinePiece| {
        let base = base(map, piece.place);
        let ground =
            if matches!(piece.place, ObstaclePosition::Square(_)) { shade(base, 100, piece) } else { 0 };
        let obstacle = map.obstacles.get(&piece.place).map_or(0, |obstacle| {
            let width = i128::from(obstacle.width_pct);
            let width = if obstacle.transparent { 100 - width } else { width };
            shade(base + i128::from(obstacle.height_cm), width, piece)
        });
        ground.max(obstacle)
    };
    let most = |pieces: &[LinePiece]| pieces.iter().map(piece_hides).max().unwrap_or(0);
    let line = |beside| {
        let hides = |meeting: &LineMeeting| match meeting {
            LineMeeting::Must(pieces) => most(pieces),
            LineMeeting::Either(one, other) => most(one).min(most(other)),
        };
        meetings(map, from, to, beside).iter().map(hides).max().unwrap_or(0)
    };
    let lines: i128 = [(0, 0), (-7, -7), (7, -7), (-7, 7), (7, 7)].into_iter().map(line).sum();
    let percent = (lines + 49_999) / 50_000;
    percent.min(99) as u8
}

pub fn shadowed(map: &Map, centre: Cell, cell: Cell) -> bool {
    let stops = |piece: &LinePiece| {
        let obstacle = map.obstacles.get(&piece.place);
        obstacle.is_some_and(|obstacle| obstacle.height_cm >= 180 && obstacle.width_pct == 100)
    };
    meetings(map, centre, cell, (0, 0)).iter().any(|meeting| match meeting {
        LineMeeting::Must(pieces) => pieces.iter().any(stops),
        LineMeeting::Either(one, other) => one.iter().any(stops) && other.iter().any(stops),
    })
}

/// Cost of one step, if it is allowed.
pub fn step(map: &Map, from: Cell, to: Cell, diagonal: u32) -> Option<u32> {
    let enterable = |cell: Cell| {
        map.contains(cell)
            && !map.ground(cell).impassable
            && !map
                .obstacles
                .get(&ObstaclePosition::Square(cell))
                .is_some_and(|obstacle| obstacle.blocks_move)
    };
    let passage = |a: Cell, b: Cell| {
        let side = CellSide::ALL.into_iter().find(|&side| a.neighbour(side) == b).unwrap();
        let edge = map.obstacles.get(&ObstaclePosition::Edge(Edge::new(a, side)));
        enterable(b) && !edge.is_some_and(|obstacle| obstacle.blocks_move)
    };
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let entry = 2 + u32::from(map.ground(to).difficulty);
    match (dx.abs(), dy.abs()) {
        (1, 0) | (0, 1) => passage(from, to).then_some(entry),
        (1, 1) => {
            let (one, other) = (Cell::new(to.x, from.y), Cell::new(from.x, to.y));
            let open = passage(from, one) && passage(one, to) && passage(from, other) && passage(other, to);
            open.then_some(entry - 2 + diagonal)
        }
        _ => None,
    }
}

/// Costs of all squares by relaxing every step until nothing changes.
pub fn costs(map: &Map, from: Cell, diagonal: u32, blocked: impl Fn(Cell) -> bool) -> BTreeMap<Cell, u32> {
    let mut costs = BTreeMap::from([(from, 0)]);
    loop {
        let before = costs.clone();
        for (&cell, &cost) in &before {
            for direction in Direction::ALL {
                let next = cell.step(direction);
                if blocked(next) {
                    continue;
                }
                if let Some(step) = step(map, cell, next, diagonal) {
                    let known = costs.entry(next).or_insert(u32::MAX);
                    *known = (*known).min(cost + step);
                }
            }
        }
        if costs == before {
            return costs;
        }
    }
}
