//! Line of fire: how much of a target is hidden from a shooter, and which barriers a shot crosses, in order.
//!
//! A target that the shooter does not see (`sight`) is fully hidden. Otherwise five lines go from the centre of the
//! shooter's square, at the top of the shooter's body, to the target's square: to its centre, and to the four points
//! 35 cm beside it on both axes. On each line every obstacle casts a shadow onto the body behind it (up to `eye +
//! (top - eye) / t`, where `t` is its place along the line) and hides that share of the body, times its own filled
//! share; a rise of the ground does so too. Each line counts the obstacle that hides most, in millionths, rounded
//! down; at a corner, the way that hides less. The hidden share of the target is the mean of the five lines, in
//! percent rounded up, but at most 99 because the target is seen. Obstacles in the shooter's and the target's own
//! square do not count.

use serde::{Deserialize, Serialize};

use super::shadow::{ShadowCaster, ShadowEffect, WHOLE_SHARE};
use crate::grid::{Grid, ObstacleLayer};
use crate::line_traversal::{CornerPath, Fraction, LineCrossing, LineTraversal};
use crate::obstacle::{Body, Obstacle};
use crate::sight::line_of_sight::line_of_sight;
use model::{BarrierId, Cell, ObstaclePosition};

/// The ends of the five lines, in twentieths of a metre beside the centre of the target's square.
pub(super) const AIM_POINTS: [(i32, i32); 5] = [(0, 0), (-7, -7), (7, -7), (-7, 7), (7, 7)];

/// Greatest hidden share of a target that is seen, in percent.
const MAX_HIDDEN_PERCENT: u8 = 99;

/// An obstacle that a shot crosses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CrossedObstacle {
    /// Id of the barrier segment.
    pub id: BarrierId,
    /// Where it stands.
    pub place: ObstaclePosition,
    /// Whether it can be seen through.
    pub transparent: bool,
    /// Share of the target that it hides on this line, in percent, rounded up.
    pub hides: u8,
}

/// What lies between a shooter and a target.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineOfFire {
    /// Hidden share of the target, in percent; 100 exactly if it is not seen. `SS-COVER-07`.
    pub hidden: u8,
    /// Whether there is a line of sight.
    pub seen: bool,
    /// Barriers that even a clean hit must pierce, from the shooter on: transparent ones that reach up to the line
    /// between the tops of both bodies (`SS-BARR-10`). For an unseen target, everything on the centre line that is
    /// high enough to touch the body (`SS-COVER-05`).
    pub clear: Vec<CrossedObstacle>,
    /// Barriers that give the target its cover, from the shooter on: those that touch the body on the one of the five
    /// lines that hides most. Empty if nothing is hidden; for an unseen target the same as `clear`.
    pub cover: Vec<CrossedObstacle>,
}

/// A line of fire in short: the part that affects the odds of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetExposure {
    /// As [`LineOfFire::hidden`].
    pub hidden: u8,
    /// Id of the first barrier that even a clean hit must pierce, see [`LineOfFire::clear`]; `None` if there is
    /// none.
    pub pierces: Option<BarrierId>,
}

impl LineOfFire {
    /// The part that affects the odds.
    pub fn target_exposure(&self) -> TargetExposure {
        TargetExposure { hidden: self.hidden, pierces: self.clear.first().map(|crossing| crossing.id) }
    }
}

/// Computes the line of fire from a shooter to a target; unseen and empty if one is not on the map.
///
/// ```rust
/// use field::{Body, Grid, Obstacle, line_of_fire};
/// use model::{BarrierId, Cell, ObstaclePosition};
///
/// let low_crate = Obstacle { id: BarrierId(3), height_cm: 100, transparent: false, blocks_move: true, width_pct: 100 };
/// let mut grid = Grid::new(4, 1);
/// grid.set_obstacle(ObstaclePosition::Square(Cell::new(2, 0)), Some(low_crate));
///
/// let fire = line_of_fire(&grid, Cell::new(0, 0), Body::STANDING, Cell::new(3, 0), Body::STANDING);
/// assert_eq!((fire.seen, fire.hidden), (true, 47));
/// assert_eq!(fire.cover[0].id, BarrierId(3), "the crate is the cover");
/// assert!(fire.clear.is_empty(), "a clean hit passes above it");
/// ```
pub fn line_of_fire(grid: &Grid, from: Cell, from_body: Body, to: Cell, to_body: Body) -> LineOfFire {
    if !grid.contains(from) || !grid.contains(to) {
        return LineOfFire { hidden: 100, ..LineOfFire::default() };
    }
    let shade = ShadowCaster::new(grid, from, from_body, to, to_body);
    let touching = |aim| {
        let mut crossings = Vec::new();
        measure_line::<false>(grid, &shade, from, to, aim, &mut |layer, index, obstacle, effect| {
            if effect.touches {
                crossings.push(crossed_obstacle(grid, layer, index, obstacle, effect));
            }
        });
        crossings
    };
    if !line_of_sight(grid, from, from_body, to, to_body) {
        let crossed = touching(AIM_POINTS[0]);
        return LineOfFire { hidden: 100, seen: false, clear: crossed.clone(), cover: crossed };
    }
    // Barriers that must be pierced are found along the first of the lines.
    let mut clear = Vec::new();
    let shares = line_shares(grid, &shade, from, to, &mut |layer, index, obstacle, effect| {
        clear.push(crossed_obstacle(grid, layer, index, obstacle, effect));
    });
    let hidden = mean_percent(&shares);
    let mut darkest = 0;
    for line in 1..shares.len() {
        if shares[line] > shares[darkest] {
            darkest = line;
        }
    }
    LineOfFire {
        hidden,
        seen: true,
        clear,
        cover: if hidden == 0 { Vec::new() } else { touching(AIM_POINTS[darkest]) },
    }
}

fn crossed_obstacle(
    grid: &Grid,
    layer: ObstacleLayer,
    index: usize,
    obstacle: &Obstacle,
    effect: ShadowEffect,
) -> CrossedObstacle {
    CrossedObstacle {
        id: obstacle.id,
        place: grid.place(layer, index),
        transparent: obstacle.transparent,
        hides: percent_of_lines(effect.share, 1),
    }
}

/// The obstacles that hide a part of a target on any of the five lines, each once with the share of the target that it hides on
/// all of them together; the one nearest to the target is the last. [`LineOfFire::cover`] has those of one line only.
pub fn hiding_obstacles(
    grid: &Grid,
    from: Cell,
    from_body: Body,
    to: Cell,
    to_body: Body,
) -> Vec<CrossedObstacle> {
    if !grid.contains(from) || !grid.contains(to) {
        return Vec::new();
    }
    let shade = ShadowCaster::new(grid, from, from_body, to, to_body);
    let mut found: Vec<(CrossedObstacle, u32)> = Vec::new();
    for aim in AIM_POINTS {
        measure_line::<false>(grid, &shade, from, to, aim, &mut |layer, index, obstacle, effect| {
            if effect.share == 0 {
                return;
            }
            match found.iter_mut().find(|(known, _)| known.id == obstacle.id) {
                Some((_, share)) => *share += effect.share,
                None => found.push((crossed_obstacle(grid, layer, index, obstacle, effect), effect.share)),
            }
        });
    }
    let far = |place: ObstaclePosition| {
        let (east, south) = place.offset_from(to);
        east * east + south * south
    };
    found.sort_by_key(|(crossed, _)| std::cmp::Reverse(far(crossed.place)));
    let lines = AIM_POINTS.len() as u32;
    found
        .into_iter()
        .map(|(crossed, share)| CrossedObstacle { hides: percent_of_lines(share, lines), ..crossed })
        .collect()
}

/// [`LineOfFire::target_exposure`] of a target that is seen, without the lists and without allocating; `None` if it
/// is not seen.
pub fn target_exposure(
    grid: &Grid,
    from: Cell,
    from_body: Body,
    to: Cell,
    to_body: Body,
) -> Option<TargetExposure> {
    if !line_of_sight(grid, from, from_body, to, to_body) {
        return None;
    }
    if grid.is_line_open(from, to) {
        return Some(TargetExposure { hidden: 0, pierces: None });
    }
    let shade = ShadowCaster::new(grid, from, from_body, to, to_body);
    let mut pierces = None;
    let shares = line_shares(grid, &shade, from, to, &mut |_, _, obstacle, _| {
        pierces = pierces.or(Some(obstacle.id));
    });
    Some(TargetExposure { hidden: mean_percent(&shares), pierces })
}

/// [`LineOfFire::hidden`] alone, in percent, without the lists and without allocating.
#[inline]
pub fn hidden_share(grid: &Grid, from: Cell, from_body: Body, to: Cell, to_body: Body) -> u8 {
    if line_of_sight(grid, from, from_body, to, to_body) {
        hidden_share_of_seen(grid, from, from_body, to, to_body)
    } else {
        100
    }
}

/// Hidden share of a target that is at least partly seen.
pub(crate) fn hidden_share_of_seen(grid: &Grid, from: Cell, from_body: Body, to: Cell, to_body: Body) -> u8 {
    if grid.is_line_open(from, to) {
        return 0;
    }
    let shade = ShadowCaster::new(grid, from, from_body, to, to_body);
    mean_percent(&AIM_POINTS.map(|aim| hidden_share_on_line(grid, &shade, from, to, aim)))
}

/// The hidden shares on all five lines; barriers that must be pierced are reported.
#[inline]
fn line_shares(
    grid: &Grid,
    shade: &ShadowCaster,
    from: Cell,
    to: Cell,
    pane: &mut impl FnMut(ObstacleLayer, usize, &Obstacle, ShadowEffect),
) -> [u32; 5] {
    AIM_POINTS.map(|aim| {
        if aim != AIM_POINTS[0] {
            return hidden_share_on_line(grid, shade, from, to, aim);
        }
        measure_line::<false>(grid, shade, from, to, aim, &mut |layer, index, obstacle, effect| {
            if obstacle.transparent && effect.tops {
                pane(layer, index, obstacle, effect);
            }
        })
    })
}

/// Mean of the shares of the lines in percent, for a target that is seen.
fn mean_percent(shares: &[u32; 5]) -> u8 {
    percent_of_lines(shares.iter().sum(), shares.len() as u32).min(MAX_HIDDEN_PERCENT)
}

/// Millionths over this many lines in percent, rounded up: more than 25 stays more than 25.
fn percent_of_lines(millionths: u32, lines: u32) -> u8 {
    millionths.div_ceil(lines * (WHOLE_SHARE / 100)) as u8
}

/// The hidden share on one line, in millionths.
fn hidden_share_on_line(grid: &Grid, shade: &ShadowCaster, from: Cell, to: Cell, aim: (i32, i32)) -> u32 {
    measure_line::<true>(grid, shade, from, to, aim, &mut |_, _, _, _| {})
}

/// The hidden share on one line, in millionths; the obstacles on it are reported, from the shooter on: all of them, or,
/// with `UNTIL_HIDDEN`, up to the first that hides the whole body.
pub(super) fn measure_line<const UNTIL_HIDDEN: bool>(
    grid: &Grid,
    shade: &ShadowCaster,
    from: Cell,
    to: Cell,
    aim: (i32, i32),
    report: &mut impl FnMut(ObstacleLayer, usize, &Obstacle, ShadowEffect),
) -> u32 {
    let mut share = 0;
    let mut entered: Option<Fraction> = None;
    let mut walk = LineTraversal::new(grid, from, to, aim);
    loop {
        if UNTIL_HIDDEN && share == WHOLE_SHARE {
            return share;
        }
        if grid.is_level()
            && let Some(at) = walk.skip_empty(grid.flags(), entered.is_none())
        {
            entered = Some(at);
        }
        let Some(step) = walk.next() else { return share };
        if let Some(since) = entered {
            share = share.max(shade.rise_effect(step.left, since, step.at).share);
            if let Some((obstacle, effect)) =
                shade.obstacle_effect(ObstacleLayer::Square, step.left, since, step.at)
            {
                share = share.max(effect.share);
                report(ObstacleLayer::Square, step.left, obstacle, effect);
            }
        }
        match step.pass {
            LineCrossing::Edge(layer, index) => {
                if let Some((obstacle, effect)) = shade.obstacle_effect(layer, index, step.at, step.at) {
                    share = share.max(effect.share);
                    report(layer, index, obstacle, effect);
                }
            }
            LineCrossing::Corner(ways) => {
                let [first, second] =
                    [corner_shadow(shade, &ways[0], step.at), corner_shadow(shade, &ways[1], step.at)];
                let easier = if second < first { 1 } else { 0 };
                share = share.max(first.0.min(second.0));
                for (layer, index) in ways[easier].pieces() {
                    if let Some((obstacle, effect)) = shade.obstacle_effect(layer, index, step.at, step.at) {
                        report(layer, index, obstacle, effect);
                    }
                }
            }
        }
        entered = Some(step.at);
    }
}

/// How much one way around a corner blocks: the share it hides, then the number of obstacles that touch the line.
fn corner_shadow(shade: &ShadowCaster, way: &CornerPath, at: Fraction) -> (u32, usize) {
    let obstacles =
        way.pieces().into_iter().filter_map(|(layer, index)| shade.obstacle_effect(layer, index, at, at));
    (shade.corner_path_effect(way, at).share, obstacles.filter(|(_, effect)| effect.touches).count())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::ascii_map::AsciiMap;

    fn fire(rows: &[&str], target: Body) -> LineOfFire {
        let map = AsciiMap::new(rows);
        let (a, b) = (map.cell_named('A'), map.cell_named('B'));
        let fire = line_of_fire(&map.grid, a, Body::STANDING, b, target);
        assert_eq!(fire.hidden, hidden_share(&map.grid, a, Body::STANDING, b, target));
        fire
    }

    fn ids(crossings: &[CrossedObstacle]) -> Vec<u32> {
        crossings.iter().map(|crossing| crossing.id.0).collect()
    }

    #[test]
    fn an_open_field_hides_nothing() {
        let open = LineOfFire { hidden: 0, seen: true, clear: vec![], cover: vec![] };
        assert_eq!(fire(&["A . . . B"], Body::STANDING), open);
    }

    // The top of the crate is at 100 cm; its far side is 2.5 m from the shooter, whose eyes are at 180 cm. The centre of
    // the target is 3 m away, its nearer points 2.65 m, its farther ones 3.35 m: hidden up to 84, 95.2 and 72.8 cm, on
    // average 46.7 %.
    #[test]
    fn a_crate_hides_the_lower_part() {
        let fire = fire(&["A . c B"], Body::STANDING);
        assert_eq!((fire.hidden, fire.seen), (47, true));
        assert_eq!((ids(&fire.cover), fire.clear), (vec![1], vec![]));
    }

    // The edge is 2.5 m away as well; a target at 4 m is hidden up to 52 cm on average, which is 28.9 %.
    #[test]
    fn a_low_wall_hides_less_the_farther_the_target_is_behind_it() {
        let near = fire(&["A . .'B"], Body::STANDING).hidden;
        let far = fire(&["A . .'. B"], Body::STANDING).hidden;
        assert_eq!((near, far), (47, 29));
    }

    #[test]
    fn a_prone_target_behind_a_crate_is_not_seen() {
        let fire = fire(&["A . c B"], Body::PRONE);
        assert_eq!((fire.hidden, fire.seen), (100, false));
        assert_eq!((ids(&fire.clear), ids(&fire.cover)), (vec![1], vec![1]));
    }

    #[test]
    fn a_wall_hides_everything_and_all_barriers_are_counted_in_order() {
        let fire = fire(&["A:. c|. i B"], Body::STANDING);
        assert_eq!((fire.hidden, fire.seen), (100, false));
        assert_eq!(ids(&fire.clear), [1, 2, 3, 4]);
        assert_eq!(fire.clear, fire.cover);
        assert_eq!(
            fire.clear.iter().map(|crossing| crossing.transparent).collect::<Vec<_>>(),
            [true, false, false, false]
        );
    }

    #[test]
    fn ss_barr_08_a_clear_pane_hides_nothing() {
        let fire = fire(&["A . .:B"], Body::STANDING);
        assert_eq!((fire.hidden, fire.seen, ids(&fire.cover)), (0, true, vec![]));
    }

    #[test]
    fn ss_barr_10_a_clear_pane_must_be_pierced() {
        let fire = fire(&["A .:. c B"], Body::STANDING);
        assert_eq!((ids(&fire.clear), ids(&fire.cover)), (vec![1], vec![1, 2]));
    }

    #[test]
    fn a_pane_too_low_for_the_line_need_not_be_pierced() {
        let mut map = AsciiMap::new(&["A .:. B"]);
        let place = ObstaclePosition::Edge(model::Edge::new(Cell::new(2, 0), model::CellSide::West));
        let pane = map.grid.obstacle(place).map(|pane| Obstacle { height_cm: 100, ..pane });
        map.grid.set_obstacle(place, pane);
        let fire =
            line_of_fire(&map.grid, map.cell_named('A'), Body::STANDING, map.cell_named('B'), Body::STANDING);
        assert_eq!((fire.hidden, fire.clear), (0, vec![]));
    }

    #[rstest]
    #[case::ss_def_50_curtain(false, 40, 40)]
    #[case::ss_def_50_window_with_a_frame(true, 70, 30)]
    #[case::ss_def_50_pane_without_a_frame(true, 100, 0)]
    fn openings_hide_by_what_is_around_them(
        #[case] transparent: bool,
        #[case] width_pct: u8,
        #[case] hidden: u8,
    ) {
        let mut map = AsciiMap::new(&["A . .|B"]);
        let place = ObstaclePosition::Edge(model::Edge::new(map.cell_named('B'), model::CellSide::West));
        let obstacle =
            Obstacle { id: BarrierId(1), height_cm: 250, transparent, blocks_move: true, width_pct };
        map.grid.set_obstacle(place, Some(obstacle));
        let fire =
            line_of_fire(&map.grid, map.cell_named('A'), Body::STANDING, map.cell_named('B'), Body::STANDING);
        assert_eq!((fire.hidden, fire.seen), (hidden, true));
    }

    // Two of the five lines end behind the wall's corner.
    #[test]
    fn a_corner_hides_a_part_sideways() {
        let fire = fire(&["A . . . B", "        ", ". . # . ."], Body::STANDING);
        assert_eq!((fire.hidden, fire.seen), (0, true));
        let fire = self::fire(&["A . . .", "       ", ". # . B"], Body::STANDING);
        assert_eq!((fire.hidden, fire.seen, ids(&fire.cover)), (40, true, vec![1]));
    }

    // The line that hides most ends behind the pillar of the shooter, two others behind that of the target.
    #[test]
    fn what_hides_a_target_is_found_on_all_lines() {
        let map = AsciiMap::new(&[". # . . B", "         ", "A . . # ."]);
        let (a, b) = (map.cell_named('A'), map.cell_named('B'));
        let fire = line_of_fire(&map.grid, a, Body::STANDING, b, Body::STANDING);
        assert_eq!((fire.hidden, ids(&fire.cover)), (60, vec![1]));
        let hiding = hiding_obstacles(&map.grid, a, Body::STANDING, b, Body::STANDING);
        let shares: Vec<_> = hiding.iter().map(|crossing| (crossing.id.0, crossing.hides)).collect();
        assert_eq!(shares, [(1, 20), (2, 40)]);
        let open = AsciiMap::new(&["A . . .:B"]);
        let (a, b) = (open.cell_named('A'), open.cell_named('B'));
        let behind_glass = hiding_obstacles(&open.grid, a, Body::STANDING, b, Body::STANDING);
        assert!(behind_glass.is_empty(), "a clear pane hides nothing");
    }

    #[test]
    fn a_rise_of_the_ground_hides_without_being_a_barrier() {
        let fire = fire(&["A . 1 B"], Body::STANDING);
        assert_eq!((fire.hidden, fire.seen, ids(&fire.cover)), (47, true, vec![]));
    }

    #[test]
    fn off_the_map_nothing_is_hit() {
        let grid = Grid::new(2, 2);
        let fire = line_of_fire(&grid, Cell::new(0, 0), Body::STANDING, Cell::new(5, 0), Body::STANDING);
        assert_eq!(fire, LineOfFire { hidden: 100, ..LineOfFire::default() });
    }
}
