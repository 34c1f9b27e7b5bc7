//! Zones that enemies want to reach, to hold or to clear: units that stand between them and such a zone stay there, and some
//! units of a side have their post at an exit, or in a zone that the side itself has to hold and that they have reached.

use super::known_unit::KnownUnit;
use super::objective_threat::reached_zone;
use battle::{BattleView, UnitDataItem};
use content::Objective;
use model::Cell;

/// Half metres by which a unit wants to be nearer to the zone than the nearest enemy.
const WANTED_LEAD: u32 = 16;
/// Half metres from a zone within which enemies are on their last way to it.
const LAST_WAY: u32 = 32;
/// Factor for the score of a zone where the enemies on their last way decide the battle, and of one where the unit has its post.
const DECISIVE_FACTOR: f64 = 3.0;
/// Half metres from a zone within which a unit is at its post, and beyond that on which the pull of the post grows.
const POST_REACH: u32 = 8;
const POST_PULL: u32 = 32;
/// One of so many units of a side has its post at an exit of the others, or in a zone that it holds.
const UNITS_PER_POST: usize = 3;
/// Distance of the nearest enemy from a post where it is not known, or does not matter: no lead is lost.
const FAR_AWAY: u32 = u32::MAX;

/// A zone that enemies have to reach, to leave from, to hold or to clear.
#[derive(Clone, Debug)]
pub(crate) struct GuardedZone {
    cells: Vec<Cell>,
    /// Distance of the nearest enemy from it, in half metres.
    nearest: u32,
    /// Factor by how much depends on the enemies that get there next.
    factor: f64,
    /// Whether an enemy reaches its objective with its next move: no lead can be gained before that.
    is_late: bool,
    /// Whether the unit has its post at the zone, however far the enemies are.
    is_post: bool,
}

impl GuardedZone {
    /// The zone that a unit guards: the one where it has its post or where the enemies that get there next decide the battle, then
    /// the one that an enemy is nearest to. `None` if there is neither a post nor a known enemy that has to go to a zone.
    pub fn find(view: &BattleView, me: &UnitDataItem, enemies: &[KnownUnit]) -> Option<Self> {
        let objectives: &[Objective] = &view.setup().bundle().skirmish.objectives;
        let (own, others): (Vec<&Objective>, Vec<&Objective>) =
            objectives.iter().partition(|objective| objective.side() == me.side.0);
        let held = own.into_iter().filter_map(|objective| Self::of_held_zone(view, me, objective));
        let contested = others.into_iter().filter_map(|objective| {
            let (zone, missing) = contested_zone(view, objective)?;
            let cells = view.setup().bundle().skirmish.map.zones.get(zone)?;
            let distances = enemies.iter().filter_map(|enemy| half_metres_to(cells, enemy.cell));
            let distances: Vec<u32> = distances.collect();
            let is_exit = matches!(objective, Objective::Escape { .. })
                && missing.is_some_and(|missing| can_leave(view, objective.side(), missing));
            let is_post = is_exit && has_post(view, me, cells);
            let factor = if is_post || decides(missing, &distances) { DECISIVE_FACTOR } else { 1.0 };
            let is_late = enemies.iter().any(|enemy| enemy.is_urgent);
            let nearest = nearest_enemy(&distances, is_post)?;
            Some(Self { cells: cells.clone(), nearest, factor, is_late, is_post })
        });
        held.chain(contested).min_by_key(Self::rank)
    }

    /// A zone that the unit's own side has to hold, if the unit is there and is one of those that stay: the others may fight where
    /// they are better.
    fn of_held_zone(view: &BattleView, me: &UnitDataItem, objective: &Objective) -> Option<Self> {
        let Objective::Hold { zone, .. } = objective else { return None };
        let cells = view.setup().bundle().skirmish.map.zones.get(zone)?;
        let is_there = half_metres_to(cells, me.cell()).is_some_and(|distance| distance <= POST_REACH);
        (is_there && has_post(view, me, cells)).then(|| Self {
            cells: cells.clone(),
            nearest: FAR_AWAY,
            factor: DECISIVE_FACTOR,
            is_late: false,
            is_post: true,
        })
    }

    /// Rank among zones, the one to guard lowest.
    fn rank(&self) -> (bool, u32) {
        (!self.has_to_be_kept(), self.nearest)
    }

    /// Whether the unit keeps its place before it: it has its post there, or the enemies that get there next decide the battle.
    pub fn has_to_be_kept(&self) -> bool {
        self.factor > 1.0
    }

    /// Whether a unit on one cell keeps less of its lead over the nearest enemy on another one.
    pub fn gives_up_lead(&self, from: Cell, to: Cell) -> bool {
        self.lost_on(to) > self.lost_on(from)
    }

    /// How much of its lead over the nearest enemy a unit lacks on a cell, or how far it is from its post there, from 0 to 1, times
    /// the factor of the zone. Where it is too late for a lead, a unit that goes from its cell nearer to the zone gains none: it
    /// attacks who is about to get there.
    pub fn lost_lead(&self, cell: Cell, from: Cell) -> f64 {
        let lost = self.lost_on(cell);
        if self.is_late { lost.max(self.lost_on(from)) } else { lost }
    }

    fn lost_on(&self, cell: Cell) -> f64 {
        let distance = half_metres_to(&self.cells, cell).unwrap_or(0);
        let lacking = (distance + WANTED_LEAD).saturating_sub(self.nearest).min(distance).min(WANTED_LEAD);
        let lead = f64::from(lacking) / f64::from(WANTED_LEAD);
        let away = if self.is_post { distance.saturating_sub(POST_REACH).min(POST_PULL) } else { 0 };
        self.factor * lead.max(f64::from(away) / f64::from(POST_PULL))
    }
}

/// Distance of the nearest of some enemies from a zone; `None` if none is known and the unit has no post there.
fn nearest_enemy(distances: &[u32], is_post: bool) -> Option<u32> {
    distances.iter().copied().min().or(is_post.then_some(FAR_AWAY))
}

/// Whether so many units of a side may still leave, as far as is known.
fn can_leave(view: &BattleView, side: u8, missing: usize) -> bool {
    let all = view.setup().bundle().skirmish.units.iter().filter(|unit| unit.side == side).count();
    let is_out = |unit: &UnitDataItem| unit.out_of_action.down().is_some() || unit.out_of_action.escaped();
    let out = view.units().filter(|unit| unit.side.0 == side && is_out(unit)).count();
    missing + out <= all
}

/// Whether a unit has its post at a zone: it is one of the nearest of its side, by straight distance and then by id.
fn has_post(view: &BattleView, me: &UnitDataItem, cells: &[Cell]) -> bool {
    let rank = |unit: &UnitDataItem| (half_metres_to(cells, unit.cell()), *unit.id);
    let is_on_foot = |unit: &UnitDataItem| unit.vehicle().is_none() && !unit.is_driven();
    let allies = view.units().filter(|unit| unit.side == me.side && unit.is_fighting() && is_on_foot(unit));
    let ranks: Vec<_> = allies.map(|unit| rank(&unit)).collect();
    is_among_nearest(rank(me), &ranks)
}

/// Whether a rank is one of those of a side that have a post: the lowest third, and one at least.
fn is_among_nearest<R: Ord>(own: R, ranks: &[R]) -> bool {
    ranks.iter().filter(|rank| **rank < own).count() < ranks.len().div_ceil(UNITS_PER_POST)
}

/// Whether so many units decide the battle in a zone: the last one, wherever it is, or several that are on their last way.
/// `None` stands for zones where the number decides nothing.
fn decides(missing: Option<usize>, distances: &[u32]) -> bool {
    let near = distances.iter().filter(|distance| **distance <= LAST_WAY).count();
    missing.is_some_and(|missing| missing <= near.max(1))
}

/// The zone of an objective that enemies have to go to, and how many of them are still missing there, if the number decides.
fn contested_zone<'o>(view: &BattleView, objective: &'o Objective) -> Option<(&'o str, Option<usize>)> {
    match objective {
        Objective::Hold { zone, .. } | Objective::Clear { zone, .. } => Some((zone.as_str(), None)),
        _ => reached_zone(view, objective).map(|(zone, missing)| (zone, Some(missing))),
    }
}

/// Straight distance from a cell to a zone, in half metres.
fn half_metres_to(zone: &[Cell], cell: Cell) -> Option<u32> {
    zone.iter().map(|other| 2 * other.chebyshev_distance(cell)).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_is_lost_on_the_way_to_the_enemy_and_behind_it() {
        let zone = GuardedZone {
            cells: vec![Cell::new(20, 5), Cell::new(20, 6)],
            nearest: 24,
            factor: 3.0,
            is_late: false,
            is_post: false,
        };
        // 24 half metres less the lead leave 8: four squares from the zone.
        let lost = [20, 16, 15, 12, 8, 2].map(|x| zone.lost_on(Cell::new(x, 5)));
        let wanted = [0.0, 0.0, 3.0 * 2.0 / 16.0, 3.0 * 8.0 / 16.0, 3.0, 3.0];
        assert!(lost.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 1e-9), "{lost:?}");
        // Where an enemy is about to get there, a lead is only lost.
        let (here, nearer, farther) = (Cell::new(12, 5), Cell::new(15, 5), Cell::new(2, 5));
        let assert_lost = |zone: &GuardedZone, to: Cell, wanted: f64| {
            let lost = zone.lost_lead(to, here);
            assert!((lost - wanted).abs() < 1e-9, "{to:?}: {lost}, not {wanted}");
        };
        let late = GuardedZone { is_late: true, ..zone.clone() };
        assert_lost(&zone, nearer, 3.0 * 2.0 / 16.0);
        assert_lost(&late, nearer, 3.0 * 8.0 / 16.0);
        assert_lost(&late, farther, 3.0);
        let gives_up = [nearer, farther].map(|to| zone.gives_up_lead(here, to));
        assert_eq!(gives_up, [false, true]);
        // In the zone nothing is lost, however near the enemy is.
        let near = GuardedZone { nearest: 2, ..zone };
        assert!(near.lost_on(Cell::new(20, 6)).abs() < 1e-9 && near.lost_on(Cell::new(18, 6)) > 0.7);
    }

    /// The nearest enemy is forty squares away, so that no lead is lost anywhere here.
    #[test]
    fn a_unit_with_a_post_is_pulled_to_the_exit_however_far_the_enemies_are() {
        let free = GuardedZone {
            cells: vec![Cell::new(40, 5)],
            nearest: 80,
            factor: 1.0,
            is_late: false,
            is_post: false,
        };
        let post = GuardedZone { factor: 3.0, is_post: true, ..free.clone() };
        let lost = |zone: &GuardedZone| [40, 36, 28, 20, 10].map(|x| zone.lost_on(Cell::new(x, 5)));
        let assert_lost = |zone: &GuardedZone, wanted: [f64; 5]| {
            let lost = lost(zone);
            assert!(lost.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 1e-9), "{lost:?}");
        };
        assert_lost(&free, [0.0; 5]);
        assert_lost(&post, [0.0, 0.0, 3.0 * 16.0 / 32.0, 3.0, 3.0]);
        assert!(post.has_to_be_kept() && !free.has_to_be_kept());
        assert!(post.gives_up_lead(Cell::new(38, 5), Cell::new(30, 5)), "out of the zone and away");
        // When an enemy is about to leave, the way to the post gains nothing.
        let late = GuardedZone { is_late: true, ..post };
        let (here, nearer) = (Cell::new(25, 5), Cell::new(30, 5));
        assert!((late.lost_lead(nearer, here) - late.lost_on(here)).abs() < 1e-9);
        assert!(late.lost_on(nearer) < late.lost_on(here));
    }

    /// In fog of war a post is kept before any enemy is in sight.
    #[test]
    fn a_post_is_kept_though_no_enemy_is_known_and_comes_before_other_zones() {
        assert_eq!([nearest_enemy(&[], false), nearest_enemy(&[], true)], [None, Some(FAR_AWAY)]);
        assert_eq!([nearest_enemy(&[30, 20], false), nearest_enemy(&[30, 20], true)], [Some(20); 2]);
        let zone = |nearest, factor, is_post| GuardedZone {
            cells: vec![Cell::new(40, 5)],
            nearest,
            factor,
            is_late: false,
            is_post,
        };
        let post = zone(FAR_AWAY, DECISIVE_FACTOR, true);
        let lost = [40, 36, 28, 20].map(|x| post.lost_on(Cell::new(x, 5)));
        let wanted = [0.0, 0.0, 3.0 * 16.0 / 32.0, 3.0];
        assert!(lost.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 1e-9), "{lost:?}");
        let (near, decisive) = (zone(10, 1.0, false), zone(20, DECISIVE_FACTOR, false));
        assert!(post.rank() < near.rank(), "no post is left for a zone where nothing is decided");
        assert!(decisive.rank() < post.rank(), "unless enemies decide the battle elsewhere");
    }

    #[test]
    fn a_third_of_a_side_has_posts_and_one_unit_at_least() {
        let posts = |units: u32| {
            let ranks: Vec<u32> = (0..units).collect();
            ranks.iter().filter(|rank| is_among_nearest(**rank, &ranks)).count()
        };
        assert_eq!([1, 2, 3, 4, 5, 6, 7].map(posts), [1, 1, 1, 2, 2, 2, 3]);
    }

    #[test]
    fn the_last_enemy_decides_anywhere_and_several_on_their_last_way() {
        assert!(decides(Some(1), &[80]) && decides(Some(1), &[80, 90]));
        assert!(!decides(Some(3), &[20, 30, 80]) && decides(Some(3), &[20, 30, 32]));
        assert!(!decides(None, &[2, 4, 6]), "a zone to hold");
    }
}
