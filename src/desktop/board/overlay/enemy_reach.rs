//! Enemy reach: the squares that enemies can move to in their next turn, and those that they can attack then.
//!
//! The squares are found in a few milliseconds per frame, only while the overlay is on, and kept until the battle changes.
//! Units that the viewing side does not see are not in its view and so not here.

use std::time::{Duration, Instant};

use super::legend::LegendEntry;
use super::square_fact::SquareFact;
use super::toggles::OverlayToggle;
use super::{Overlay, OverlayCanvas, OverlayInputs, cell_fill};
use crate::battle_revision::BattleRevision;
use crate::theme::with_alpha;
use battle::{BattleView, NextTurn, format_metres};
use field::{FieldOfView, Grid};
use lab::overlay::UnitReach;
use model::{Cell, CellSide, Side, UnitId};

/// Time for the search per frame.
const FRAME_TIME: Duration = Duration::from_millis(4);

/// The reach of an enemy, with the border of the squares that it can move to.
#[derive(Clone, Debug)]
struct BorderedReach {
    reach: UnitReach,
    border: Vec<(Cell, CellSide)>,
}

impl BorderedReach {
    fn new(reach: UnitReach) -> Self {
        let mut area = reach.moves.clone();
        let border = if area.insert(reach.from) && area.len() > 1 {
            cell_fill::border_edges(&area)
        } else {
            Vec::new()
        };
        Self { reach, border }
    }
}

/// The reach of all visible enemies.
#[derive(Clone, Debug, Default)]
pub(super) struct EnemyReach {
    /// What it was computed for.
    known: Option<(BattleRevision, Side)>,
    units: Vec<BorderedReach>,
    /// The squares that enemies can attack in their next turn, with their number.
    attacked: Vec<(Cell, u8)>,
    /// Those that they can attack without moving.
    here: Vec<Cell>,
    /// The hovered enemy, whose reach is shown alone.
    alone: Option<UnitId>,
    seen: FieldOfView,
}

impl EnemyReach {
    /// Starts the search for the enemies of a side, unless it has been made.
    fn start(&mut self, view: &BattleView, (revision, side): (BattleRevision, Side)) {
        if self.known == Some((revision, side)) {
            return;
        }
        let enemies = view.units().filter(|unit| *unit.side != side && unit.is_fighting());
        let units = enemies.map(|unit| BorderedReach::new(UnitReach::new(view, &unit))).collect();
        *self = Self { known: Some((revision, side)), units, ..Self::default() };
    }

    /// Looks from squares for a while, those of the hovered enemy first; returns whether some are left.
    fn search(&mut self, grid: &Grid, time: Duration) -> bool {
        let (started, before) = (Instant::now(), self.open_units());
        let alone = self.alone;
        while before > 0 && started.elapsed() < time {
            let open = self.units.iter_mut().map(|unit| &mut unit.reach).filter(|reach| !reach.is_complete());
            let Some(next) = open.min_by_key(|reach| Some(reach.unit) != alone) else { break };
            next.look_from_next(grid, &mut self.seen);
        }
        let after = self.open_units();
        if after < before {
            self.count(grid);
        }
        after > 0
    }

    /// Number of enemies whose squares are not all known.
    fn open_units(&self) -> usize {
        self.reaches().filter(|reach| !reach.is_complete()).count()
    }

    fn reaches(&self) -> impl Iterator<Item = &UnitReach> {
        self.units.iter().map(|unit| &unit.reach)
    }

    /// Counts for each square the enemies that can attack it.
    fn count(&mut self, grid: &Grid) {
        let number = |cell: Cell| self.reaches().filter(|reach| reach.attacks(cell)).count();
        let counted = grid.cells().map(|cell| (cell, u8::try_from(number(cell)).unwrap_or(u8::MAX)));
        let attacked = counted.filter(|(_, number)| *number > 0).collect();
        let is_here = |cell: &Cell| self.reaches().any(|reach| reach.attacks_without_moving(*cell));
        let here = grid.cells().filter(is_here).collect();
        (self.attacked, self.here) = (attacked, here);
    }

    /// Returns the hovered enemy.
    fn shown_alone(&self) -> Option<&BorderedReach> {
        self.units.iter().find(|unit| Some(unit.reach.unit) == self.alone)
    }

    /// Fills what enemies can attack without moving, and hatches what they can attack in their next turn: crosshatched
    /// for two, stronger for more.
    fn paint_all(&self, canvas: &OverlayCanvas) {
        let OverlayCanvas { brush, art, palette, .. } = canvas;
        let of = |from: u8, to: u8| {
            let counted = self.attacked.iter().filter(move |(_, count)| (from..=to).contains(count));
            counted.map(|(cell, _)| *cell)
        };
        cell_fill::fill_plain(brush, self.here.iter().copied(), with_alpha(palette.harm, 26));
        cell_fill::fill_with_pattern(brush, art, "hatch_back", of(1, 1), with_alpha(palette.harm, 44));
        cell_fill::fill_with_pattern(brush, art, "crosshatch", of(2, 2), with_alpha(palette.harm, 52));
        cell_fill::fill_with_pattern(brush, art, "crosshatch", of(3, u8::MAX), with_alpha(palette.harm, 84));
    }

    /// Outlines where one enemy can move, and hatches what it can attack after that.
    fn paint_one(unit: &BorderedReach, canvas: &OverlayCanvas) {
        let OverlayCanvas { brush, art, palette, .. } = canvas;
        let (reach, grid) = (&unit.reach, canvas.view.field().grid());
        let [left, right, top, bottom] = brush.lens.visible_range(grid.width(), grid.height());
        let cells = (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell::new(x, y)));
        let attacked = cells.filter(|cell| reach.attacks(*cell));
        cell_fill::fill_with_pattern(brush, art, "hatch_back", attacked, with_alpha(palette.harm, 76));
        cell_fill::fill_plain(brush, reach.moves.iter().copied(), with_alpha(palette.harm, 44));
        cell_fill::draw_outline(brush, &unit.border, 2.4, with_alpha(palette.harm, 230), false);
    }
}

/// Describes a turn: "moves up to 12 m, attacks after up to 8 m".
fn turn_text(turn: &NextTurn) -> String {
    let moves = match turn.max_move {
        0 => "cannot move".to_owned(),
        most => format!("moves up to {} m", format_metres(most)),
    };
    let attacks = match turn.attacks.iter().map(|attack| attack.max_move).max() {
        None => "no attack".to_owned(),
        Some(0) => "attacks only without moving".to_owned(),
        Some(most) if most == turn.max_move => "then attacks".to_owned(),
        Some(most) => format!("attacks after up to {} m", format_metres(most)),
    };
    format!("{moves}, {attacks}")
}

impl Overlay for EnemyReach {
    fn update(&mut self, inputs: &OverlayInputs) {
        let side = inputs.viewing_side().filter(|_| inputs.toggles.is_on(OverlayToggle::Threat));
        match side {
            Some(side) => self.start(inputs.view, (inputs.revision, side)),
            None => *self = Self::default(),
        }
    }

    fn follow_pointer(&mut self, inputs: &OverlayInputs) {
        let hovered = inputs.session.hover.and_then(|hover| hover.unit);
        self.alone = hovered.filter(|id| self.reaches().any(|reach| reach.unit == *id));
    }

    fn advance(&mut self, view: &BattleView) -> bool {
        self.search(view.field().grid(), FRAME_TIME)
    }

    fn paint_below_pieces(&self, canvas: &OverlayCanvas) {
        match self.shown_alone() {
            Some(unit) => Self::paint_one(unit, canvas),
            None => self.paint_all(canvas),
        }
    }

    fn legend(&self, canvas: &OverlayCanvas) -> Vec<LegendEntry> {
        if !canvas.toggles.is_on(OverlayToggle::Threat) {
            return Vec::new();
        }
        let (colour, key) = (canvas.palette.harm, OverlayToggle::Threat.action());
        let entry = |pattern, words: &str| LegendEntry::new(pattern, colour, words).chosen();
        let last = |pattern, words: &str| LegendEntry::with_key(pattern, colour, words, key, canvas);
        match self.shown_alone() {
            Some(unit) => vec![
                entry("", &format!("{} can move here next turn", unit.reach.name)),
                last("hatch_back", "and attack here after moving"),
            ],
            None => vec![
                entry("", "enemies can attack now"),
                entry("hatch_back", "after moving"),
                last("crosshatch", "two or more can"),
            ],
        }
    }

    fn facts(&self, _: &BattleView, cell: Cell) -> Vec<SquareFact> {
        if let Some(unit) = self.shown_alone() {
            return vec![SquareFact::new("Next turn", turn_text(&unit.reach.turn))];
        }
        if self.known.is_none() || self.open_units() > 0 {
            return Vec::new();
        }
        let names = |is_named: &dyn Fn(&UnitReach) -> bool| {
            let named = self.reaches().filter(|reach| is_named(reach));
            let names: Vec<&str> = named.map(|reach| reach.name.as_str()).collect();
            (!names.is_empty()).then(|| names.join(", "))
        };
        let here = names(&|reach| reach.attacks_without_moving(cell));
        let moved = names(&|reach| reach.attacks(cell) && !reach.attacks_without_moving(cell));
        if here.is_none() && moved.is_none() {
            let words = "no enemy in sight can attack here".to_owned();
            return vec![SquareFact::new("Enemies’ next turn", words)];
        }
        let facts = [("Can attack here without moving", here), ("Can attack here after moving", moved)];
        facts.into_iter().filter_map(|(label, names)| Some(SquareFact::new(label, names?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::MobileAttack;
    use rules::WeaponReach;

    #[test]
    fn a_turn_says_how_far_a_unit_moves_and_when_it_attacks() {
        let attack =
            |max_move| MobileAttack { weapon: 0, reach: WeaponReach::Ranged { metres: 60 }, max_move };
        let turn = |max_move, attacks| turn_text(&NextTurn { max_move, attacks });
        assert_eq!(turn(24, vec![attack(24)]), "moves up to 12 m, then attacks");
        assert_eq!(turn(24, vec![attack(9), attack(0)]), "moves up to 12 m, attacks after up to 4.5 m");
        assert_eq!(turn(0, vec![attack(0)]), "cannot move, attacks only without moving");
        assert_eq!(turn(16, Vec::new()), "moves up to 8 m, no attack");
    }
}
