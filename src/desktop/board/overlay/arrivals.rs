//! The squares on which units in reserve arrive, as long as they are awaited. `SS-INIT-25`.

use std::collections::BTreeSet;

use super::{Overlay, OverlayCanvas, OverlayInputs, SquareFact, cell_fill};
use crate::panel::widgets::arrival_label;
use crate::theme::with_alpha;
use battle::BattleView;
use content::Arrival;
use model::{Cell, Side};

/// A unit in reserve, and where it arrives if the square is free.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AwaitedUnit {
    name: String,
    side: Side,
    cell: Cell,
    arrival: Arrival,
}

/// The units in reserve that the viewer knows of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Arrivals(Vec<AwaitedUnit>);

impl Arrivals {
    /// Lists the units in reserve.
    fn of_battle(view: &BattleView) -> Self {
        let waiting = view.units().filter(|unit| unit.out_of_action.down().is_none());
        let awaited = waiting.filter_map(|unit| {
            let arrival = unit.out_of_action.arrival()?;
            let name = unit.identity.name().to_owned();
            Some(AwaitedUnit { name, side: *unit.side, cell: unit.cell(), arrival })
        });
        Self(awaited.collect())
    }

    /// Returns the squares on which units of a side arrive.
    fn cells_of(&self, side: Side) -> BTreeSet<Cell> {
        self.0.iter().filter(|unit| unit.side == side).map(|unit| unit.cell).collect()
    }
}

impl Overlay for Arrivals {
    fn update(&mut self, inputs: &OverlayInputs) {
        *self = Self::of_battle(inputs.view);
    }

    fn paint_below_pieces(&self, canvas: &OverlayCanvas) {
        let OverlayCanvas { brush, palette, .. } = *canvas;
        let sides = self.0.iter().map(|unit| unit.side).collect::<BTreeSet<Side>>();
        for side in sides {
            let known = canvas.view.setup().bundle().skirmish.sides.get(usize::from(side.0));
            let colour = palette.side_colour(known.map_or(side.0, |side| side.colour));
            let cells = self.cells_of(side);
            cell_fill::fill_plain(brush, cells.iter().copied(), with_alpha(colour, 22));
            cell_fill::draw_outline(
                brush,
                &cell_fill::border_edges(&cells),
                2.0,
                with_alpha(colour, 180),
                true,
            );
        }
    }

    fn facts(&self, view: &BattleView, cell: Cell) -> Vec<SquareFact> {
        let here = self.0.iter().filter(|unit| unit.cell == cell);
        here.map(|unit| {
            let value = format!("{}, {}", unit.name, arrival_label(view, unit.arrival));
            SquareFact::new("Arrives here", value)
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_has_the_squares_of_its_own_reserves() {
        let unit = |name: &str, side, x| AwaitedUnit {
            name: name.to_owned(),
            side: Side(side),
            cell: Cell::new(x, 3),
            arrival: Arrival { round: 2, pass: 2 },
        };
        let arrivals = Arrivals(vec![unit("Thorn", 1, 7), unit("Sable", 1, 8), unit("Kas", 0, 1)]);
        assert_eq!(arrivals.cells_of(Side(1)), BTreeSet::from([Cell::new(7, 3), Cell::new(8, 3)]));
        assert_eq!(arrivals.cells_of(Side(0)), BTreeSet::from([Cell::new(1, 3)]));
    }
}
