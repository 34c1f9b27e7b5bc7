//! Unit tokens as meshes: disc, side ring, icon, facing, health, points. Text is in `token_labels.rs`.

use bevy_egui::egui::{Color32, Rect, Vec2, vec2};

use super::floating::Floating;
use super::token_brush::TokenBrush;
use super::token_layout::{TokenPlace, marks, remembered_place, token_places};
use crate::board::animation::{AnimatedUnit, BoardAnimation};
use crate::board::atlas::sign_sprite_name;
use crate::board::brush::{SHADE, mix_colours};
use crate::board::terrain::space;
use crate::board::viewport;
use crate::objective_text::is_named_by_objective;
use crate::panel::widgets::revival_label;
use crate::session::Session;
use crate::theme::{Palette, with_alpha};
use crate::turn_status::{TICK, TurnStatus};
use battle::{BattleView, Sighting, UnitDataItem, is_in_own_zone};
use model::{Cell, UnitId};
use rules::{DownState, play};

/// Radius of the disc in pixels at zoom 1.
pub(super) const TOKEN_RADIUS: f32 = 17.0;
/// Angle by which a prone token is tilted, in radians.
const PRONE_TILT: f32 = 0.7;
/// Angle by which the sign of a wreck is tilted, in radians.
const WRECK_TILT: f32 = 0.4;
/// Pieces of the rim of a wreck.
const WRECK_PIECES: u8 = 5;
/// Inside of every disc.
pub(super) const DISC_COLOUR: Color32 = Color32::from_rgb(0x10, 0x17, 0x1F);
/// What the colour of a unit out of action is mixed with.
const OUT_COLOUR: Color32 = Color32::from_rgb(0x6A, 0x76, 0x82);
/// Share of that colour.
const OUT_SHARE: f32 = 0.45;
/// Corners of the outline of a prone token.
const FLAT_CORNERS: u8 = 28;
/// Side of a square below which points are left out, in points.
const SMALL: f32 = 30.0;
/// Radius, as a share of that of the body, and darkness of the discs that make up the soft shadow of a floating unit.
const FLOATING_SHADOW: [(f32, u8); 4] = [(1.06, 26), (0.94, 34), (0.8, 40), (0.64, 46)];
/// Least radius of the mark of a finished turn, in points.
const SMALL_MARK: f32 = 3.2;

/// Returns the outline of a token that lies, around its middle: flattened and tilted.
pub(super) fn flat_outline(radius: f32) -> Vec<Vec2> {
    let (sin, cos) = PRONE_TILT.sin_cos();
    let point = |step: u8| {
        let turn = f32::from(step) * std::f32::consts::TAU / f32::from(FLAT_CORNERS);
        let around = Vec2::angled(turn) * vec2(radius, radius * 0.62);
        vec2(around.x * cos + around.y * sin, around.y * cos - around.x * sin)
    };
    (0..FLAT_CORNERS).map(point).collect()
}

/// Draws the tokens in one mesh.
pub(super) struct TokenPainter<'a> {
    pub brush: TokenBrush<'a>,
    pub view: &'a BattleView<'a, 'a>,
    pub stage: &'a BoardAnimation,
    pub session: &'a Session,
    pub palette: &'a Palette,
    /// How units float; `None` with gravity.
    pub floating: Option<Floating>,
}

/// Returns the number of the colour of a unit's side.
pub(super) fn side_colour_number(view: &BattleView, unit: &UnitDataItem) -> u8 {
    let sides = &view.setup().bundle().skirmish.sides;
    sides.get(usize::from(unit.side.0)).map_or(unit.side.0, |side| side.colour)
}

/// Whether the ring of a prone token has a part from a corner to the next one: that of every third side has gaps.
fn has_flat_part(shape: u8, corner: usize) -> bool {
    shape != 2 || corner % 7 < 5
}

impl TokenPainter<'_> {
    /// Draws items on the ground, in a corner of their square; armed ones are a ring around a dot.
    fn draw_items(&mut self) {
        for (_, item) in self.view.items() {
            let side = self.brush.px(17.0);
            let at = viewport::cell_corner(item.cell()) + Vec2::splat(1.0 - side * 0.72);
            self.brush.disc(at, side * 0.62, with_alpha(SHADE, 170));
            let name = if item.item().magazine() > 0 { "pistoleer" } else { "blade" };
            self.brush.sprite(name, at, side * 0.8, 0.0, self.palette.text);
        }
        for (_, armed) in self.view.armed_items() {
            let at = viewport::cell_centre(armed.cell()) - vec2(0.0, self.brush.px(5.0));
            let (radius, width) = (self.brush.px(9.0), self.brush.px(2.0));
            self.brush.disc(at, radius, with_alpha(SHADE, 200));
            self.brush.circle(at, radius, width, self.palette.harm);
            self.brush.disc(at, radius * 0.4, self.palette.harm);
        }
    }

    /// Draws items and all tokens: the dead and unconscious first, the acting unit last.
    pub fn paint(&mut self) {
        let view = self.view;
        self.draw_items();
        for (unit, sighting) in view.remembered_units() {
            self.draw_last_known(&unit, sighting);
        }
        for place in token_places(view, self.stage) {
            if place.figure.down == Some(DownState::Dead) {
                self.draw_death_mark(&place);
            } else {
                self.draw_token(&place);
            }
        }
        self.draw_ghost();
    }

    /// Draws a dragged unit where it would be placed.
    fn draw_ghost(&mut self) {
        let lifted = self.session.dragged_unit.and_then(|id| self.view.unit(id));
        let Some((unit, hover)) = lifted.zip(self.session.hover) else { return };
        if hover.cell == unit.cell() {
            return;
        }
        let allowed = is_in_own_zone(self.view, *unit.side, hover.cell);
        let colour = with_alpha(if allowed { self.palette.text } else { self.palette.harm }, 190);
        let (at, radius) = (viewport::cell_centre(hover.cell), self.brush.px(TOKEN_RADIUS));
        self.draw_side_ring(at, radius, side_colour_number(self.view, &unit), colour);
        self.draw_sign(&unit, at, radius * 1.24, 0.0, colour);
    }

    /// Draws a unit at its last known position.
    fn draw_last_known(&mut self, unit: &UnitDataItem, sighting: &Sighting) {
        let is_shared = self.view.unit_at(sighting.cell()).is_some();
        let (aside, scale) = remembered_place(is_shared || self.view.body_at(sighting.cell()).is_some());
        let at = viewport::cell_centre(sighting.cell()) + aside;
        let radius = self.brush.px(TOKEN_RADIUS) * scale;
        let own = self.palette.side_colour(side_colour_number(self.view, unit));
        let colour = with_alpha(mix_colours(own, self.palette.dim, 0.5), 150);
        match sighting.down() {
            Some(DownState::Dead | DownState::Unconscious) if unit.is_machine() => {
                return self.draw_wreck(at, radius, colour, unit);
            }
            Some(DownState::Dead) => return self.brush.sprite("dead", at, radius * 1.15, 0.0, colour),
            _ => {}
        }
        let width = self.brush.px_min(1.8, 1.2);
        for part in 0..12 {
            let from = part as f32 * std::f32::consts::TAU / 12.0;
            self.brush.arc(at, radius, [from, from + 0.3], width, colour);
        }
        self.draw_sign(unit, at, radius * 1.1, 0.0, colour);
        self.draw_objective_mark(unit, at, scale);
    }

    /// Draws a mark where a unit died.
    fn draw_death_mark(&mut self, place: &TokenPlace) {
        let own = self.palette.side_colour(side_colour_number(self.view, &place.unit));
        let colour = mix_colours(own, self.palette.dim, 0.55);
        let (at, radius) = (place.at, self.brush.px(TOKEN_RADIUS - 2.0) * place.scale);
        if place.unit.is_machine() {
            self.draw_wreck(at, radius, colour, &place.unit);
            return self.draw_highlight(*place.unit.id, at);
        }
        let width = self.brush.px_min(1.6, 1.0);
        for part in 0..9 {
            let from = part as f32 * std::f32::consts::TAU / 9.0;
            self.brush.arc(at, radius, [from, from + 0.45], width, with_alpha(colour, 120));
        }
        self.brush.sprite("dead", at, radius * 1.15, 0.0, with_alpha(colour, 150));
        self.draw_highlight(*place.unit.id, at);
    }

    fn draw_token(&mut self, place: &TokenPlace) {
        let TokenPlace { unit, figure, at, scale, seated } = place;
        let (at, scale) = (*at, *scale);
        let radius = self.brush.px(TOKEN_RADIUS) * scale;
        let out = figure.down.is_some();
        let side = side_colour_number(self.view, unit);
        let own = self.palette.side_colour(side);
        let colour = if out { mix_colours(own, OUT_COLOUR, OUT_SHARE) } else { own };
        let acts = self.view.round().acting() == Some(*unit.id);
        if acts && !out {
            // While another unit is asked, that one has the bright ring.
            let is_other_asked = self.view.open_prompt().is_some_and(|open| open.prompt().who != *unit.id);
            let ring = with_alpha(Color32::WHITE, if is_other_asked { 90 } else { 255 });
            self.brush.disc(at, self.brush.px(marks::HALF) * scale, with_alpha(Color32::WHITE, 26));
            let width = self.brush.px_min(2.2, 1.5);
            self.brush.circle(at, radius + self.brush.px(4.4) * scale, width, ring);
        }
        let fell = matches!(figure.down, Some(DownState::Unconscious | DownState::Dead));
        if fell && unit.is_machine() {
            self.draw_wreck(at, radius, colour, unit);
        } else if figure.prone || out {
            self.draw_prone(place, colour);
        } else {
            self.draw_body_shadow(*unit.id, (at, scale), radius);
            let lift = self.floating.map_or(Vec2::ZERO, |floating| floating.body_offset(*unit.id));
            let at = at + self.brush.px(scale) * lift;
            self.brush.disc(at, radius + self.brush.px_min(2.6, 1.6), SHADE);
            self.brush.disc(at, radius, DISC_COLOUR);
            self.draw_side_ring(at, radius, side, colour);
            self.draw_facing(at, scale, figure.facing, colour);
            self.draw_sign(unit, at, radius * 1.24, 0.0, colour);
        }
        self.draw_objective_mark(unit, at, scale);
        if !seated && !out {
            self.draw_bars(unit, figure, (at, scale), colour);
        }
        if self.session.selected == Some(*unit.id) && !acts {
            let (arm, wide, narrow) =
                (self.brush.px(8.0), self.brush.px_min(4.0, 3.0), self.brush.px_min(2.0, 1.5));
            let rect = Rect::from_center_size(at.to_pos2(), Vec2::splat(0.98));
            self.brush.brackets(rect, arm, wide, with_alpha(SHADE, 200));
            self.brush.brackets(rect, arm, narrow, self.palette.text);
        }
        self.draw_highlight(*unit.id, at);
    }

    /// Draws the shadow of a unit on its feet: close beside it, or farther away and softer where it floats. There is none where
    /// nothing is below it.
    fn draw_body_shadow(&mut self, unit: UnitId, (at, scale): (Vec2, f32), radius: f32) {
        let Some(floating) = self.floating else {
            let shadow = self.brush.px(1.0) * vec2(1.5, 3.0);
            return self.brush.disc(at + shadow, radius + self.brush.px(2.0), with_alpha(SHADE, 110));
        };
        if space::is_breach(self.view, Cell::new(at.x.floor() as i32, at.y.floor() as i32)) {
            return;
        }
        let at = at + self.brush.px(scale) * floating.shadow_offset(unit);
        for (share, alpha) in FLOATING_SHADOW {
            self.brush.disc(at, radius * share, with_alpha(SHADE, alpha));
        }
    }

    /// Draws a machine that is wrecked or destroyed: its disc with a broken rim, and its sign askew and crossed out. It does
    /// not lie or sleep as a person does.
    fn draw_wreck(&mut self, at: Vec2, radius: f32, colour: Color32, unit: &UnitDataItem) {
        let width = self.brush.px_min(2.2, 1.4);
        self.brush.disc(at, radius + width, SHADE);
        self.brush.disc(at, radius, DISC_COLOUR);
        for part in 0..WRECK_PIECES {
            let from = (f32::from(part) + 0.12) * std::f32::consts::TAU / f32::from(WRECK_PIECES);
            self.brush.arc(at, radius, [from, from + 0.85], width, colour);
        }
        self.draw_sign(unit, at, radius * 1.1, WRECK_TILT, colour);
        let reach = radius * 0.6;
        for (width, colour) in [(2.2 * width, SHADE), (width, self.palette.harm)] {
            self.brush.line([at - Vec2::splat(reach), at + Vec2::splat(reach)], width, colour);
            self.brush.line([at + vec2(-reach, reach), at + vec2(reach, -reach)], width, colour);
        }
    }

    /// Draws a prone token: flattened and tilted, with its icon, where none of its marks lies.
    fn draw_prone(&mut self, place: &TokenPlace, colour: Color32) {
        let TokenPlace { unit, figure, scale, .. } = place;
        let is_asleep = figure.down == Some(DownState::Unconscious);
        let may_wake = is_asleep && revival_label(self.view, unit).is_some();
        let is_alone = *scale >= 1.0;
        let (middle, radius) = marks::lying(is_alone, may_wake);
        let at = place.at + self.brush.px(*scale) * middle;
        let radius = self.brush.px(radius) * scale;
        let flat = |size: f32| flat_outline(size).into_iter().map(|point| at + point).collect::<Vec<_>>();
        let width = self.brush.px_min(2.6, 1.6);
        self.brush.polygon(&flat(radius + width), SHADE);
        self.brush.polygon(&flat(radius), DISC_COLOUR);
        let rings = [2.0, 0.5, 0.0, -0.6].map(|steps| flat(radius - steps * width));
        self.draw_flat_ring(&rings, width, side_colour_number(self.view, unit), colour);
        self.draw_sign(unit, at, radius * 0.98, -PRONE_TILT, colour);
        if is_asleep {
            let (middle, side) = marks::asleep(is_alone);
            let beside = place.at + self.brush.px(*scale) * middle;
            // Yellow while it may come round by itself, as its label is.
            let colour = if may_wake { self.palette.caution } else { self.palette.text };
            self.brush.sprite("unconscious", beside, self.brush.px(side) * scale, 0.0, colour);
        }
    }

    /// Draws the ring of a prone token in the shape of its side, as [`Self::draw_side_ring`] does for those that stand. The
    /// outlines are one inside the ring, the middle of the ring, its rim and one outside it.
    fn draw_flat_ring(&mut self, rings: &[Vec<Vec2>; 4], width: f32, side: u8, colour: Color32) {
        let [inner, middle, outer, beyond] = rings;
        let shape = side % 4;
        for at in (0..middle.len()).filter(|at| has_flat_part(shape, *at)) {
            let next = (at + 1) % middle.len();
            self.brush.line([middle[at], middle[next]], width, colour);
            if shape == 1 {
                self.brush.line([inner[at], inner[next]], width * 0.42, with_alpha(colour, 190));
            }
        }
        if shape == 3 {
            for at in (3..outer.len()).step_by(usize::from(FLAT_CORNERS / 4)) {
                self.brush.line([inner[at], beyond[at]], width, colour);
            }
        }
    }

    /// Draws the mark of a unit that an objective names: triangles that point at it from the edges of its square.
    fn draw_objective_mark(&mut self, unit: &UnitDataItem, at: Vec2, scale: f32) {
        if !is_named_by_objective(self.view, unit) {
            return;
        }
        let [base, tip, half] = [marks::OBJECTIVE_BASE, marks::OBJECTIVE_TIP, marks::OBJECTIVE_HALF]
            .map(|length| self.brush.px(length) * scale);
        let rim = self.brush.px_min(1.2, 0.8).min(self.brush.px(marks::HALF) * scale - base);
        for way in [vec2(0.0, -1.0), vec2(1.0, 0.0), vec2(0.0, 1.0), vec2(-1.0, 0.0)] {
            let aside = vec2(-way.y, way.x);
            let triangle = |tip: f32, base: f32, half: f32| {
                [at + way * tip, at + way * base + aside * half, at + way * base - aside * half]
            };
            self.brush.polygon(&triangle(tip - rim, base + rim, half + rim), SHADE);
            self.brush.polygon(&triangle(tip, base, half), self.palette.caution);
        }
    }

    fn draw_sign(&mut self, unit: &UnitDataItem, at: Vec2, side: f32, angle: f32, colour: Color32) {
        self.brush.sprite(sign_sprite_name(unit.identity.glyph()), at, side, angle, colour);
    }

    /// Draws a triangle across the ring in the direction the unit faces.
    fn draw_facing(&mut self, at: Vec2, scale: f32, facing: f32, colour: Color32) {
        let tip = self.brush.px(marks::FACING_TIP) * scale;
        let base = self.brush.px(marks::FACING_BASE) * scale;
        let rim = self.brush.px_min(1.2, 0.8).min(self.brush.px(marks::HALF) * scale - tip);
        let point = |turn: f32, reach: f32| at + Vec2::angled(facing + turn) * reach;
        let dark = [point(0.0, tip + rim), point(0.56, base - rim), point(-0.56, base - rim)];
        let bright = [point(0.0, tip), point(0.42, base), point(-0.42, base)];
        self.brush.polygon(&dark, with_alpha(SHADE, 200));
        self.brush.polygon(&bright, colour);
    }

    /// Draws the health bar at the lower edge of the square, green, yellow from half, red from a quarter, and the action
    /// points of this pass at its left edge.
    fn draw_bars(
        &mut self,
        unit: &UnitDataItem,
        figure: &AnimatedUnit,
        (at, scale): (Vec2, f32),
        colour: Color32,
    ) {
        let share = figure.health.left;
        let tone = match () {
            () if share <= 0.25 => self.palette.harm,
            () if share <= 0.5 => self.palette.caution,
            () => self.palette.good,
        };
        let rim = self.brush.px_min(0.9, 0.8);
        let second = figure.health.second;
        // In pixels at zoom 1, but never too thin to be read.
        let pixels = |length: f32| length / self.brush.px(1.0);
        let (first_height, second_height) = (self.brush.px_min(3.6, 2.5), self.brush.px_min(2.2, 1.5));
        let below = if second.is_some() { second_height + rim } else { 0.0 };
        let whole = marks::bar(pixels(first_height + below + 2.0 * rim));
        let placed = |x: f32, y: f32| (at + vec2(self.brush.px(x), self.brush.px(y)) * scale).to_pos2();
        let whole =
            Rect::from_min_max(placed(whole.left(), whole.top()), placed(whole.right(), whole.bottom()));
        let bar = Rect::from_min_size(
            whole.min + Vec2::splat(rim),
            vec2(whole.width() - 2.0 * rim, first_height * scale),
        );
        self.brush.rect(whole, SHADE);
        if share > 0.0 {
            self.brush.rect(bar.with_max_x(bar.left() + bar.width() * share.max(0.06)), tone);
        }
        if figure.health.outer > 0.0 {
            let size = vec2(bar.width() * figure.health.outer, bar.height() * 0.4);
            self.brush.rect(Rect::from_min_size(bar.min, size), self.palette.glass);
        }
        if let Some(left) = second {
            let lower = bar.with_min_y(bar.bottom() + rim).with_max_y(whole.bottom() - rim);
            self.brush.rect(lower.with_max_x(lower.left() + lower.width() * left), self.palette.forced);
        }
        if TurnStatus::of_unit(self.view, unit).is_some_and(TurnStatus::is_done) {
            self.draw_done_mark(at, scale);
        }
        // A driven vehicle has no phase of its own, and some books count no points.
        let counts_points = play::counts_action_points(self.view.rules().book());
        if self.brush.unit() < SMALL || unit.is_driven() || !counts_points {
            return;
        }
        let whole = usize::from(self.stage.badges(*unit.id).points);
        let left = usize::from(unit.points.left());
        let dot = self.brush.px(marks::DOT) * scale;
        for (number, place) in marks::dots(whole.max(left)).enumerate() {
            let place = at + self.brush.px(1.0) * place * scale;
            self.brush.disc(place, dot, with_alpha(SHADE, 190));
            let filled = if number < left { colour } else { Color32::from_rgb(0x33, 0x40, 0x4D) };
            self.brush.disc(place, dot * 0.76, filled);
        }
    }

    /// Draws the mark of a finished turn at the right edge of the square: a tick on a dark disc.
    fn draw_done_mark(&mut self, at: Vec2, scale: f32) {
        let radius = self.brush.px_min(marks::DONE, SMALL_MARK);
        let pixels = radius / self.brush.px(1.0);
        let centre = at + marks::done(pixels) * self.brush.px(1.0) * scale;
        let radius = radius * scale;
        self.brush.disc(centre, radius + self.brush.px_min(0.9, 0.8), SHADE);
        self.brush.disc(centre, radius, DISC_COLOUR);
        let width = (radius * 0.34).max(1.0 / self.brush.unit());
        let [start, corner, end] = TICK.map(|place| centre + place * radius);
        self.brush.line([start, corner], width, self.palette.text);
        self.brush.line([corner, end], width, self.palette.text);
    }

    /// Draws the outline of a unit that a panel highlights.
    fn draw_highlight(&mut self, unit: UnitId, at: Vec2) {
        if self.session.highlighted_unit == Some(unit) {
            let (radius, width) = (self.brush.px(marks::HALF - 1.0), self.brush.px_min(2.0, 1.5));
            for part in 0..8 {
                let from = part as f32 * std::f32::consts::FRAC_PI_4;
                self.brush.arc(at, radius, [from, from + 0.42], width, self.palette.text);
            }
        }
    }

    /// Draws the ring of a side: solid, double, dashed, notched.
    fn draw_side_ring(&mut self, at: Vec2, radius: f32, side: u8, colour: Color32) {
        let width = self.brush.px_min(2.7, 1.6).min(radius * 0.24);
        match side % 4 {
            0 => self.brush.circle(at, radius, width, colour),
            1 => {
                self.brush.circle(at, radius + width * 0.15, width * 0.78, colour);
                self.brush.circle(at, radius - width * 1.15, width * 0.42, with_alpha(colour, 190));
            }
            2 => {
                for part in 0..8 {
                    let from = part as f32 * std::f32::consts::FRAC_PI_4;
                    self.brush.arc(at, radius, [from, from + 0.52], width, colour);
                }
            }
            _ => {
                self.brush.circle(at, radius, width, colour);
                for part in 0..4 {
                    let way = Vec2::angled((part as f32 + 0.5) * std::f32::consts::FRAC_PI_2);
                    let ends = [at + way * (radius - width * 2.2), at + way * (radius + width)];
                    self.brush.line(ends, width, colour);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ring_of_every_third_side_has_gaps_when_it_lies_too() {
        let parts = |shape| (0..usize::from(FLAT_CORNERS)).filter(|at| has_flat_part(shape, *at)).count();
        assert_eq!([0, 1, 2, 3].map(parts), [28, 28, 20, 28]);
    }
}
