//! Damage to expect on each square that the unit can reach: the average damage of one attack by every enemy from where it
//! is now, with what it holds or can ready. Calculated a few squares per frame.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{Align2, FontId, vec2};

use super::cell_fill::fill_plain;
use super::legend::LegendEntry;
use super::{BoardOverlays, OverlayCanvas, OverlayToggle, OverlayToggles};
use crate::attack_forecast::{ForecastCache, expected_damage_at};
use crate::battle_revision::{BattleRevision, RevisionReader};
use crate::board::viewport;
use crate::board::{BoardPainter, PaintSystems, PrepareSystems, is_battle_shown};
use crate::fault_guard::guard_computation;
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::with_alpha;
use battle::BattleView;
use model::{Cell, UnitId};
use rules::MovementMode;

/// Squares calculated per frame.
const SQUARES_PER_FRAME: usize = 4;
/// Average damage at which the tint is strongest.
const STRONGEST: f64 = 6.0;

/// The damage to expect on each square, as far as it is calculated.
#[derive(Resource, Default)]
pub(super) struct DamageMap {
    known: Option<(BattleRevision, UnitId)>,
    pending: Vec<Cell>,
    damage: BTreeMap<Cell, f64>,
    odds: ForecastCache,
}

/// Calculates and draws the expected damage.
pub(super) struct DamageMapPlugin;

impl Plugin for DamageMapPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<DamageMap>()
            .add_systems(Update, advance_damage_map.after(PrepareSystems::Overlays).run_if(is_battle_shown))
            .add_systems(
                EguiPrimaryContextPass,
                paint_damage_map.in_set(PaintSystems::Tints).run_if(is_battle_shown),
            );
    }
}

impl DamageMap {
    /// Returns its lines in the legend while it is on: that of green squares as far as there are any.
    pub fn legend(&self, canvas: &OverlayCanvas) -> Vec<LegendEntry> {
        let overlay = OverlayToggle::Damage;
        if !canvas.toggles.is_on(overlay) {
            return Vec::new();
        }
        let (harm, good) = (canvas.palette.harm, canvas.palette.good);
        let expected = LegendEntry::with_key("", harm, "expected damage", overlay.action(), canvas);
        let has_safe = self.damage.values().any(|damage| *damage <= 0.0);
        let safe = has_safe.then(|| LegendEntry::new("", good, "no damage expected").chosen());
        std::iter::once(expected).chain(safe).collect()
    }
}

/// Calculates the next squares, the nearest first.
fn advance_damage_map(
    mut map: ResMut<DamageMap>,
    toggles: Res<OverlayToggles>,
    overlays: Res<BoardOverlays>,
    session: Res<Session>,
    view: BattleView,
    revision: RevisionReader,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if !toggles.is_on(OverlayToggle::Damage) {
        if map.known.is_some() {
            *map = DamageMap::default();
        }
        return;
    }
    let unit = session.selected.and_then(|id| view.unit(id)).filter(|unit| unit.is_fighting());
    let key = unit.as_ref().map(|unit| (revision.current(), *unit.id));
    if map.known != key {
        let range = overlays.plan.range.as_ref();
        let mut cells: Vec<(u32, Cell)> = range
            .into_iter()
            .flat_map(|range| range.reach.cells().map(|(cell, cost)| (cost, cell)))
            .filter(|(_, cell)| range.is_some_and(|range| range.pace_to(*cell).is_some()))
            .collect();
        cells.extend(unit.as_ref().map(|unit| (0, unit.cell())));
        cells.sort();
        let pending = cells.into_iter().rev().map(|(_, cell)| cell).collect();
        *map = DamageMap { known: key, pending, ..DamageMap::default() };
    }
    let Some(unit) = unit else { return };
    let DamageMap { pending, damage, odds, .. } = map.bypass_change_detection();
    for _ in 0..SQUARES_PER_FRAME {
        let Some(cell) = pending.pop() else { return };
        let place = (*unit.id, cell, MovementMode::Steady);
        let expected = guard_computation("Expected damage", || expected_damage_at(odds, &view, place));
        // Without some odds the damage would seem to be less.
        damage.extend(expected.ok().filter(|_| odds.fault().is_none()).map(|expected| (cell, expected)));
    }
    redraw.write(RequestRedraw);
}

/// Tints the squares from green to red and writes the damage on them.
fn paint_damage_map(mut board: BoardPainter, map: Res<DamageMap>, settings: Res<Settings>) -> Result {
    if map.damage.is_empty() {
        return Ok(());
    }
    let palette = settings.palette();
    board.paint(|brush| {
        for (cell, damage) in &map.damage {
            let strength = (damage / STRONGEST).clamp(0.0, 1.0) as f32;
            let colour = match strength {
                0.0 => with_alpha(palette.good, 70),
                _ => with_alpha(palette.harm, 40 + (110.0 * strength) as u8),
            };
            fill_plain(brush, [*cell], colour);
            if *damage >= 0.05
                && brush.lens.unit >= 26.0
                && brush.lens.is_visible(viewport::cell_centre(*cell))
            {
                let font = FontId::proportional(brush.lens.scaled_points(11.0).clamp(9.0, 15.0));
                let at = brush.lens.cell_rect(*cell).left_bottom() + vec2(3.0, -2.0);
                let text = format!("{damage:.1}");
                brush.painter.text(at, Align2::LEFT_BOTTOM, text, font, palette.text);
            }
        }
    })
}
