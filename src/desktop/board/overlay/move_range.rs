//! Movement range of the acting unit: walking, running, sprinting, and what it reaches by a move that it buys.

use std::collections::{BTreeMap, BTreeSet};

use super::legend::LegendEntry;
use super::{Overlay, OverlayCanvas, cell_fill};
use crate::board::atlas::BoardAtlas;
use crate::board::brush::Brush;
use crate::theme::{Palette, with_alpha};
use battle::validate_order;
use battle::{BattleView, Order, Pace, SafePaths, TurnPurchase, UnitDataItem, move_budget};
use dice::{AnswerPolicy, EnumeratedTable, enumerate};
use model::{Cell, CellSide, UnitId};
use rules::{MoveBudget, play};

/// Range of each pace, in half metres; `None` if the pace is not available.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PaceLimits {
    walk: Option<u32>,
    run: Option<u32>,
    sprint: Option<u32>,
}

impl PaceLimits {
    /// The limits of a movement budget, whether or not the rules allow each pace.
    fn of_budget(budget: &MoveBudget) -> Self {
        Self {
            walk: Some(budget.walk_left),
            run: (budget.runs == 0).then_some(budget.run + budget.walk_left),
            sprint: (budget.runs > 0).then_some(budget.sprint),
        }
    }

    fn pace_for(self, cost: u32) -> Option<Pace> {
        let within = |limit: Option<u32>| limit.is_some_and(|limit| cost <= limit);
        match () {
            () if within(self.walk) => Some(Pace::Walk),
            () if within(self.run) => Some(Pace::Run),
            () if within(self.sprint) => Some(Pace::Sprint),
            () => None,
        }
    }

    fn max_cost(self) -> u32 {
        [self.walk, self.run, self.sprint].into_iter().flatten().max().unwrap_or(0)
    }
}

/// The squares of one pace.
#[derive(Clone, Debug, Default)]
struct PaceBand {
    cells: Vec<Cell>,
    border: Vec<(Cell, CellSide)>,
}

/// Least chance of a sprint to get to a square, with the opacity of the hatching there. Less likely squares are not hatched.
const SPRINT_SHADES: [(f64, u8); 3] = [(0.75, 84), (0.25, 54), (0.01, 28)];

/// Returns the place of a chance in the shades of a sprint; `None` if it is too small to be shown.
fn sprint_shade(chance: f64) -> Option<usize> {
    SPRINT_SHADES.iter().position(|(least, _)| chance >= *least)
}

/// The squares of a sprint that are hatched, by how likely it gets there.
#[derive(Clone, Debug, Default)]
struct SprintShades {
    cells: [Vec<Cell>; SPRINT_SHADES.len()],
    border: Vec<(Cell, CellSide)>,
}

impl SprintShades {
    /// Sorts the squares of a sprint by their chance; `near` are those that need none.
    fn of_cells(
        view: &BattleView,
        unit: &UnitDataItem,
        (reach, sprint): (&SafePaths, &[Cell]),
        near: impl Iterator<Item = Cell>,
    ) -> Self {
        if sprint.is_empty() {
            return Self::default();
        }
        let (me, rules) = (view.unit_snapshot(unit), view.rules());
        let roll = |table: &mut EnumeratedTable| Ok(play::roll_sprint(table, &me, rules)?.metres);
        let metres = enumerate(AnswerPolicy::first(), roll).ok();
        let chance =
            |cost: u32| metres.as_ref().map_or(1.0, |metres| metres.probability(|metres| 2 * metres >= cost));
        let mut known: BTreeMap<u32, Option<usize>> = BTreeMap::new();
        let mut shades = Self::default();
        for cell in sprint {
            let Some(cost) = reach.cost(*cell) else { continue };
            let shade = *known.entry(cost).or_insert_with(|| sprint_shade(chance(cost)));
            shade.into_iter().for_each(|shade| shades.cells[shade].push(*cell));
        }
        if !shades.is_empty() {
            let all = near.chain(shades.cells.iter().flatten().copied()).collect();
            shades.border = cell_fill::border_edges(&all);
        }
        shades
    }

    /// Whether no square is likely enough.
    fn is_empty(&self) -> bool {
        self.cells.iter().all(Vec::is_empty)
    }

    /// Hatches and outlines the squares.
    fn paint(&self, brush: &Brush, art: &BoardAtlas, palette: &Palette) {
        for (cells, (_, opacity)) in self.cells.iter().zip(SPRINT_SHADES) {
            let colour = with_alpha(palette.run, opacity);
            cell_fill::fill_with_pattern(brush, art, "hatch", cells.iter().copied(), colour);
        }
        cell_fill::draw_outline(brush, &self.border, 1.2, with_alpha(palette.run, 130), true);
    }
}

/// The squares that a unit can reach in its phase.
#[derive(Clone, Debug)]
pub(crate) struct MoveRange {
    /// The unit.
    pub unit: UnitId,
    /// Its position.
    pub from: Cell,
    /// The squares over which it moves first, in order.
    pub waypoints: Vec<Cell>,
    /// Path cost of every square.
    pub reach: SafePaths,
    limits: PaceLimits,
    walk: PaceBand,
    run: PaceBand,
    sprint: PaceBand,
    sprint_shades: SprintShades,
    /// `None` if no purchase reaches farther.
    bought: Option<BoughtRange>,
}

/// The squares that a unit reaches only after it has bought a further move.
#[derive(Clone, Debug)]
pub(crate) struct BoughtRange {
    /// The purchase.
    pub purchase: TurnPurchase,
    /// Path cost of every square.
    pub reach: SafePaths,
    limits: PaceLimits,
    band: PaceBand,
}

impl BoughtRange {
    /// Computes what the cheapest purchase that reaches farther adds to the squares near a unit; `None` if none does.
    fn beyond(
        view: &BattleView,
        unit: &UnitDataItem,
        (waypoints, near): (&[Cell], &BTreeSet<Cell>),
    ) -> Option<Self> {
        TurnPurchase::list(view, unit, None).into_iter().find_map(|purchase| {
            let budget = purchase.move_budget(view, unit);
            let wanted = PaceLimits::of_budget(&budget);
            let reach = SafePaths::over_waypoints(view, unit, wanted.max_cost(), waypoints)?;
            let is_valid = |order: &Order| purchase.validate_move(view, order).is_ok();
            let limits = limit_to_allowed(*unit.id, &reach, wanted, (budget.run, &is_valid));
            let is_new =
                |(cell, cost): &(Cell, u32)| !near.contains(cell) && limits.pace_for(*cost).is_some();
            let cells: BTreeSet<Cell> = reach.cells().filter(is_new).map(|(cell, _)| cell).collect();
            if cells.is_empty() {
                return None;
            }
            let all = near.union(&cells).copied().collect();
            let band = PaceBand { border: cell_fill::border_edges(&all), cells: cells.into_iter().collect() };
            Some(Self { purchase, reach, limits, band })
        })
    }

    /// Returns the squares that only the purchase reaches, with the cost of the path.
    pub fn cells(&self) -> impl Iterator<Item = (u32, Cell)> + '_ {
        self.band.cells.iter().filter_map(|cell| Some((self.reach.cost(*cell)?, *cell)))
    }

    /// Returns the slowest pace that reaches a square after the purchase; `None` for a square in reach without it, or out of
    /// reach.
    pub fn pace_to(&self, cell: Cell) -> Option<Pace> {
        self.band.cells.binary_search(&cell).ok()?;
        self.limits.pace_for(self.reach.cost(cell)?)
    }
}

impl MoveRange {
    /// Computes the range of the acting unit; `None` for another unit, or if it cannot move.
    pub fn for_unit(view: &BattleView, unit: &UnitDataItem) -> Option<Self> {
        Self::over_waypoints(view, unit, &[])
    }

    /// Computes what the acting unit still reaches after these waypoints; `None` for another unit, or if it cannot move.
    pub fn over_waypoints(view: &BattleView, unit: &UnitDataItem, waypoints: &[Cell]) -> Option<Self> {
        if view.round().acting() != Some(*unit.id) {
            return None;
        }
        Self::in_any_turn(view, unit, waypoints)
    }

    /// Computes what a unit still reaches after these waypoints, also with a move that it may make outside of its turn; `None`
    /// if it cannot move.
    pub fn in_any_turn(view: &BattleView, unit: &UnitDataItem, waypoints: &[Cell]) -> Option<Self> {
        if view.open_prompt().is_some() || !unit.is_fighting() {
            return None;
        }
        let budget = move_budget(view, unit);
        let wanted = PaceLimits::of_budget(&budget);
        let from = unit.cell();
        // Waypoints that only a purchase reaches leave nothing without it.
        let reach = SafePaths::over_waypoints(view, unit, wanted.max_cost(), waypoints).unwrap_or_default();
        let is_valid = |order: &Order| validate_order(view, order).is_ok();
        let limits = limit_to_allowed(*unit.id, &reach, wanted, (budget.run, &is_valid));
        let band = |pace: Pace| {
            let of_pace = |(_, cost): &(Cell, u32)| *cost > 0 && limits.pace_for(*cost) == Some(pace);
            reach.cells().filter(of_pace).map(|(cell, _)| cell).collect::<BTreeSet<_>>()
        };
        let [walk, run, sprint] = [Pace::Walk, Pace::Run, Pace::Sprint].map(band);
        let mut near: BTreeSet<Cell> = waypoints.is_empty().then_some(from).into_iter().collect();
        let mut grow = |cells: BTreeSet<Cell>| {
            near.extend(cells.iter().copied());
            PaceBand {
                border: if cells.is_empty() { Vec::new() } else { cell_fill::border_edges(&near) },
                cells: cells.into_iter().collect(),
            }
        };
        let (walk, run, sprint) = (grow(walk), grow(run), grow(sprint));
        let bought = BoughtRange::beyond(view, unit, (waypoints, &near));
        let here = waypoints.is_empty().then_some(from);
        let surely = here.into_iter().chain(walk.cells.iter().chain(&run.cells).copied());
        let sprint_shades = SprintShades::of_cells(view, unit, (&reach, &sprint.cells), surely);
        let waypoints = waypoints.to_vec();
        Some(Self {
            unit: *unit.id,
            from,
            waypoints,
            reach,
            limits,
            walk,
            run,
            sprint,
            sprint_shades,
            bought,
        })
    }

    /// Returns the squares that it reaches only after a purchase; `None` if no purchase reaches farther.
    pub fn bought(&self) -> Option<&BoughtRange> {
        self.bought.as_ref()
    }

    /// Whether the unit gets as far as a way of so many half metres, with or without a purchase.
    pub fn covers(&self, half_metres: u32) -> bool {
        let bought = self.bought.as_ref().map(|bought| bought.limits);
        [Some(self.limits), bought].into_iter().flatten().any(|limits| half_metres <= limits.max_cost())
    }

    /// Whether the unit gets to a square, with or without a purchase.
    pub fn reaches(&self, cell: Cell) -> bool {
        let bought = || self.bought.as_ref().and_then(|bought| bought.pace_to(cell));
        self.pace_to(cell).or_else(bought).is_some()
    }

    /// Returns the slowest pace that reaches a square.
    pub fn pace_to(&self, cell: Cell) -> Option<Pace> {
        self.limits.pace_for(self.reach.cost(cell).filter(|cost| *cost > 0)?)
    }

    /// Returns the square from which the path goes on: the last waypoint, else that of the unit.
    pub fn start(&self) -> Cell {
        self.waypoints.last().copied().unwrap_or(self.from)
    }

    /// Returns the path over the waypoints, without a purchase if that reaches them.
    pub fn path_to_start(&self) -> Option<Vec<Cell>> {
        let bought = || self.bought.as_ref()?.reach.path_to(self.start());
        self.reach.path_to(self.start()).or_else(bought)
    }

    /// Returns the squares that can be reached, at any pace.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        [&self.walk, &self.run, &self.sprint].into_iter().flat_map(|band| band.cells.iter().copied())
    }

    /// Whether there are squares to walk, run and sprint to that are shown.
    fn paces_in_range(&self) -> [bool; 3] {
        let [walk, run] = [&self.walk, &self.run].map(|band| !band.cells.is_empty());
        [walk, run, !self.sprint_shades.is_empty()]
    }

    /// Draws the squares: walk blue, run yellow, sprint hatched and paler where it is less likely, bought hatched in blue.
    fn paint(&self, brush: &Brush, art: &BoardAtlas, palette: &Palette) {
        if let Some(BoughtRange { band, .. }) = &self.bought {
            let cells = band.cells.iter().copied();
            cell_fill::fill_with_pattern(brush, art, "hatch", cells, with_alpha(palette.walk, 60));
            cell_fill::draw_outline(brush, &band.border, 1.2, with_alpha(palette.walk, 130), true);
        }
        cell_fill::fill_plain(brush, self.walk.cells.iter().copied(), with_alpha(palette.walk, 72));
        cell_fill::fill_plain(brush, self.run.cells.iter().copied(), with_alpha(palette.run, 42));
        self.sprint_shades.paint(brush, art, palette);
        cell_fill::draw_outline(brush, &self.run.border, 1.2, with_alpha(palette.run, 120), false);
        cell_fill::draw_outline(brush, &self.walk.border, 1.6, with_alpha(palette.walk, 165), false);
    }
}

/// The movement range of the plan.
#[derive(Default)]
pub(super) struct MoveRangeOverlay;

impl Overlay for MoveRangeOverlay {
    fn paint_below_pieces(&self, canvas: &OverlayCanvas) {
        if let Some(range) = &canvas.plan.range {
            range.paint(canvas.brush, canvas.art, canvas.palette);
        }
    }

    fn legend(&self, canvas: &OverlayCanvas) -> Vec<LegendEntry> {
        let Some(range) = &canvas.plan.range else { return Vec::new() };
        let palette = canvas.palette;
        let sprint = "sprint: needs a test, paler if less likely";
        let paces = [("", palette.walk, "walk"), ("", palette.run, "run"), ("hatch", palette.run, sprint)];
        let shown = paces.into_iter().zip(range.paces_in_range()).filter(|(_, in_range)| *in_range);
        let own = shown.map(|((pattern, colour, words), _)| LegendEntry::new(pattern, colour, words));
        let bought = range.bought.as_ref().map(|bought| {
            let words = bought.purchase.bought.text();
            LegendEntry::new("hatch", palette.walk, &words)
        });
        own.chain(bought).collect()
    }
}

/// Drops paces that the rules reject, judged by the nearest square of each. `run` is the distance of a run in half metres.
fn limit_to_allowed(
    unit: UnitId,
    reach: &SafePaths,
    wanted: PaceLimits,
    (run, is_valid): (u32, &dyn Fn(&Order) -> bool),
) -> PaceLimits {
    let mut squares: Vec<_> = reach.cells().filter(|(_, cost)| *cost > 0).collect();
    squares.sort_by_key(|(cell, cost)| (*cost, *cell));
    let goes = |cell: Cell, pace: Pace| {
        let path = reach.path_to(cell).unwrap_or_default();
        is_valid(&Order::Move { unit, path, pace, evade: false })
    };
    let nearest = squares.first().map(|(cell, _)| *cell);
    let tried = |limit: Option<u32>, pace| limit.filter(|_| nearest.is_some_and(|cell| goes(cell, pace)));
    // A run may or may not be extended by walking.
    let far = squares.iter().find(|(_, cost)| *cost > run);
    let longer = far.is_some_and(|(cell, _)| goes(*cell, Pace::Run));
    PaceLimits {
        walk: tried(wanted.walk, Pace::Walk),
        run: tried(wanted.run, Pace::Run).map(|limit| if longer { limit } else { limit.min(run) }),
        sprint: tried(wanted.sprint, Pace::Sprint),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_sufficient_pace_is_chosen() {
        let limits = PaceLimits { walk: Some(8), run: Some(20), sprint: None };
        assert_eq!(limits.pace_for(8), Some(Pace::Walk));
        assert_eq!(limits.pace_for(9), Some(Pace::Run));
        assert_eq!(limits.pace_for(21), None);
        assert_eq!(limits.max_cost(), 20);
        let tired = PaceLimits { walk: None, run: None, sprint: Some(6) };
        assert_eq!(tired.pace_for(2), Some(Pace::Sprint));
    }

    #[test]
    fn a_square_that_a_sprint_hardly_reaches_is_not_hatched() {
        assert_eq!([1.0, 0.75, 0.5, 0.02].map(sprint_shade), [Some(0), Some(0), Some(1), Some(2)]);
        assert_eq!([0.009, 0.0].map(sprint_shade), [None, None]);
        assert!(SPRINT_SHADES.is_sorted_by(|likelier, other| likelier.1 > other.1), "it fades");
    }
}
