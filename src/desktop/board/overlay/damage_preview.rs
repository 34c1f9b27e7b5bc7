//! Health of an aimed enemy after the attack: what is left on average, what eight of ten attacks leave, and what the attack
//! would take. Damage that goes to another gauge than health is shown on that gauge.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{Color32, Rect, Stroke, StrokeKind, pos2, vec2};

use crate::board::brush::SHADE;
use crate::board::{BoardPainter, PaintSystems, is_battle_shown};
use crate::hovered_attack::{ExpectedDamage, HoveredAttack};
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::{Palette, with_alpha};
use battle::{BattleView, Target};
use rules::{Gauge, play};

/// Draws the health that an attack would leave.
pub(super) struct DamagePreviewPlugin;

impl Plugin for DamagePreviewPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            EguiPrimaryContextPass,
            paint_damage_preview.in_set(PaintSystems::AboveTokens).run_if(is_battle_shown),
        );
    }
}

/// Shares of a health bar, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
struct HealthShares {
    /// What is there now.
    now: f32,
    /// What is left on average.
    mean: f32,
    /// What is left at least, and at most, after eight of ten attacks.
    usual: (f32, f32),
}

/// Computes the shares of a health bar before and after an attack; `None` without health.
fn health_shares(gauges: &[Gauge], layers: usize, damage: ExpectedDamage) -> Option<HealthShares> {
    let health = gauges.iter().take(layers).filter_map(Gauge::points);
    let (now, max) = health.fold((0, 0), |sum, (now, max)| (sum.0 + now.max(0), sum.1 + max));
    let after = |damage: f64| ((f64::from(now) - damage) / f64::from(max)).clamp(0.0, 1.0) as f32;
    let (least, most) = damage.usual;
    (max > 0).then(|| HealthShares {
        now: after(0.0),
        mean: after(damage.mean),
        usual: (after(most), after(least)),
    })
}

/// The gauges that the damage of an attack goes to, and the colour of what is left of them.
fn damaged_gauges<'g>(
    gauges: &'g [Gauge],
    layers: usize,
    (beside, palette): (Option<usize>, &Palette),
) -> (&'g [Gauge], Color32) {
    match beside.and_then(|place| gauges.get(place..=place)) {
        Some(gauge) => (gauge, palette.forced),
        None => (&gauges[..layers.min(gauges.len())], palette.good),
    }
}

/// Draws a bar over that of the aimed enemy, at the lower edge of its square: full what stays after nine of ten attacks,
/// striped what nine of ten take, half filled what lies between, with a line at the average. An attack that is impossible
/// now takes nothing.
fn paint_damage_preview(
    mut board: BoardPainter,
    hovered: Res<HoveredAttack>,
    (view, session): (BattleView, Res<Session>),
    settings: Res<Settings>,
) -> Result {
    if session.shown_hover().is_none() {
        return Ok(()); // its card is closed
    }
    let Some((query, damage)) = hovered.query().zip(hovered.expected_damage()) else { return Ok(()) };
    let Target::Unit(id) = query.target else { return Ok(()) };
    let Some(unit) = view.unit(id) else { return Ok(()) };
    let condition = unit.health.condition();
    let gauges = play::gauges(unit.sheet.get(), condition, view.rules());
    let (cell, palette) = (unit.cell(), settings.palette());
    let attacker = view.unit(query.attacker);
    let weapon = attacker.as_ref().and_then(|attacker| attacker.inventory.get(query.weapon));
    let beside = weapon.and_then(|carried| play::gauge_beside_health(carried.weapon()));
    let (gauges, left) = damaged_gauges(&gauges, condition.health_layers(), (beside, palette));
    let Some(shares) = health_shares(gauges, gauges.len(), damage) else { return Ok(()) };
    board.paint(|brush| {
        let square = brush.lens.cell_rect(cell);
        let size = vec2(square.width() * 0.94, brush.lens.scaled_points_min(7.0, 5.0));
        let at =
            pos2(square.center().x - size.x / 2.0, square.bottom() - brush.lens.scaled_points(1.5) - size.y);
        let rect = Rect::from_min_size(at, size);
        let part = |from: f32, to: f32| {
            let x = |share: f32| rect.left() + rect.width() * share;
            Rect::from_min_max(pos2(x(from), rect.top()), pos2(x(to), rect.bottom()))
        };
        brush.painter.rect_filled(rect.expand(1.5), 2.0, SHADE);
        let (worst, best) = shares.usual;
        brush.painter.rect_filled(part(0.0, worst), 1.0, left);
        brush.painter.rect_filled(part(worst, best).shrink2(vec2(0.0, rect.height() / 4.0)), 0.0, left);
        let lost = part(best, shares.now);
        brush.painter.rect_filled(lost, 1.0, with_alpha(palette.harm, 150));
        let mut x = lost.left() + 2.0;
        while x < lost.right() {
            let top = pos2((x + 3.0).min(lost.right()), lost.top());
            brush.painter.line_segment([pos2(x, lost.bottom()), top], Stroke::new(1.2, palette.text));
            x += 5.0;
        }
        brush.painter.rect_stroke(rect, 1.0, Stroke::new(1.0, palette.text), StrokeKind::Outside);
        let mean = rect.left() + rect.width() * shares.mean;
        let reach = rect.expand(1.5).y_range();
        brush.painter.vline(mean, reach, Stroke::new(3.4, SHADE));
        brush.painter.vline(mean, reach, Stroke::new(1.6, palette.text));
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{GaugeShape, GaugeTone};

    fn gauge(now: i32, max: i32) -> Gauge {
        let shape = GaugeShape::Bar { now, max };
        Gauge { label: "".into(), shape, tone: GaugeTone::Body, note: String::new(), clause: "SS-DMG-05" }
    }

    #[test]
    fn the_bar_shows_what_an_attack_leaves() {
        let gauges = [gauge(2, 4), gauge(6, 6), gauge(1, 9)];
        let shares =
            |mean, least, most| health_shares(&gauges, 2, ExpectedDamage { mean, usual: (least, most) });
        let expected = HealthShares { now: 0.8, mean: 0.4, usual: (0.1, 0.6) };
        assert_eq!(shares(4.0, 2.0, 7.0), Some(expected));
        let surely_out = HealthShares { now: 0.8, mean: 0.0, usual: (0.0, 0.0) };
        assert_eq!(shares(40.0, 30.0, 50.0), Some(surely_out));
        assert_eq!(health_shares(&[], 1, ExpectedDamage { mean: 4.0, usual: (4.0, 4.0) }), None);
    }

    #[test]
    fn damage_beside_health_is_shown_on_its_own_gauge() {
        let gauges = [gauge(14, 14), gauge(9, 13)];
        let palette = Settings::default().palette().clone();
        let shown = |beside| damaged_gauges(&gauges, 1, (beside, &palette));
        assert_eq!(shown(None), (&gauges[..1], palette.good));
        assert_eq!(shown(Some(1)), (&gauges[1..], palette.forced));
        assert_eq!(shown(Some(7)), (&gauges[..1], palette.good), "there is no such gauge");
    }
}
