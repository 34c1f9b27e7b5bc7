//! What a card is about: the units that it names, and the pieces of cover between them and the hovered square. It lies beside them.

use bevy_egui::egui::Rect;

use crate::board::BoardViewport;
use crate::panel::widgets::PanelContext;
use crate::session::Hover;
use crate::square_cover::{body_on, most_hiding_barrier};
use field::Body;
use model::{Cell, ObstaclePosition, UnitId};

/// Returns the places of the units that a card names, and of the pieces of cover beside the hovered square and between it and these
/// units, as they are seen. `own` is the unit that acts.
pub(super) fn subject_rects(
    context: &PanelContext,
    (own, hover): (Option<UnitId>, Hover),
    named: &[UnitId],
    viewport: &BoardViewport,
) -> Vec<Rect> {
    let view = context.view;
    let units = named.iter().filter_map(|id| view.unit(*id)).filter(|unit| unit.cell() != hover.cell);
    let pieces = cover_pieces(context, (own, hover), named);
    let pieces = pieces.into_iter().map(|place| viewport.place_rect(place));
    units.map(|unit| viewport.cell_rect(unit.cell())).chain(pieces).collect()
}

/// Returns where the pieces of cover stand that a card may name: those beside the hovered square, and what hides most of the unit there
/// from each named one.
fn cover_pieces(
    context: &PanelContext,
    (own, hover): (Option<UnitId>, Hover),
    named: &[UnitId],
) -> Vec<ObstaclePosition> {
    let view = context.view;
    let (field, grid) = (view.field(), view.field().grid());
    let beside = field::obstacles_beside(grid, hover.cell);
    let mut places: Vec<ObstaclePosition> =
        beside.filter_map(|beside| field.barrier(beside.obstacle.id).map(|(_, place)| place)).collect();
    let Some(there) = body_there(context, (own, hover)) else { return places };
    let others = named.iter().filter_map(|id| view.unit(*id)).filter(|unit| unit.cell() != hover.cell);
    let hiding = others.filter_map(|other| most_hiding_barrier(grid, (other.cell(), other.body()), there));
    places.extend(hiding.map(|crossed| crossed.place));
    places
}

/// Returns the hovered square with the body of the unit on it, else with that of the acting unit once it is there.
fn body_there(context: &PanelContext, (own, hover): (Option<UnitId>, Hover)) -> Option<(Cell, Body)> {
    let view = context.view;
    if let Some(unit) = hover.unit.and_then(|id| view.unit(id)) {
        return Some((hover.cell, unit.body()));
    }
    let own = own.and_then(|id| view.unit(id))?;
    Some((hover.cell, body_on(&own, hover.cell)))
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{pos2, vec2};

    use super::super::card_layout::CardSurroundings;
    use super::*;
    use crate::panel::tests::{shipped_battle, with_context};

    #[test]
    fn a_card_lies_beside_the_units_and_the_cover_that_it_names() {
        let mut world = shipped_battle("warehouse");
        with_context(&mut world, |context| {
            let board = Rect::from_min_max(pos2(0.0, 0.0), pos2(1900.0, 1060.0));
            let viewport = BoardViewport { origin: pos2(450.0, 60.0), unit: 30.0, clip: board };
            let fighting: Vec<(UnitId, Cell)> =
                context.view.units().map(|unit| (*unit.id, unit.cell())).collect();
            let (own, from) = fighting[0];
            let mut pieces = 0;
            for (unit, cell) in fighting.iter().copied().skip(1) {
                let hover = Hover { cell, unit: Some(unit), barrier: None };
                let subjects = subject_rects(context, (Some(own), hover), &[own, unit], &viewport);
                assert!(subjects.contains(&viewport.cell_rect(from)), "{unit:?}");
                pieces += subjects.len() - 1;
                let aim = viewport.cell_rect(cell);
                let (covers, end) = (Vec::new(), aim.center());
                let own = Some(viewport.cell_rect(from));
                let scene = CardSurroundings { aim, own, end, covers, board, window: board };
                let size = vec2(344.0, 300.0);
                let card = Rect::from_min_size(scene.best_corner(size, &subjects), size);
                let covered = subjects.iter().find(|subject| subject.shrink(0.1).intersects(card));
                assert_eq!(covered, None, "{unit:?}: {card}");
                assert!(!card.shrink(0.1).intersects(aim), "{unit:?}: {card}");
            }
            assert!(pieces > 0, "somebody stands beside cover");
        });
    }
}
