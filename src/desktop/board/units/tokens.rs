//! Unit tokens: disc, side ring, icon, facing, health, points, statuses.

use bevy_egui::egui::epaint::PathStroke;
use bevy_egui::egui::{Align2, Color32, FontId, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::passenger_icons;
use crate::board::animation::{AnimatedUnit, BoardAnimation};
use crate::board::atlas::{BoardAtlas, sign_sprite_name};
use crate::board::brush::{Brush, SHADE, draw_arc, draw_brackets, mix_colours};
use crate::board::viewport;
use crate::board::viewport::BoardViewport;
use crate::session::Session;
use crate::theme::{Palette, with_alpha};
use battle::{BattleView, Sighting, StatusEnd, StatusKind, UnitDataItem, is_in_own_zone};
use model::Direction;
use rules::{DownState, MovementMode};

/// Radius of the disc in pixels at zoom 1.
const TOKEN_RADIUS: f32 = 17.0;
/// Statuses shown before the rest becomes a count.
const MAX_CHIPS: usize = 3;
/// Angle by which a prone token is tilted, in radians.
const PRONE_TILT: f32 = 1.15;
/// Inside of every disc.
const DISC_COLOUR: Color32 = Color32::from_rgb(0x10, 0x17, 0x1F);

/// Everything that tokens are drawn with.
pub(crate) struct TokenPainter<'a> {
    pub brush: &'a Brush<'a>,
    pub view: &'a BattleView<'a, 'a>,
    pub stage: &'a BoardAnimation,
    pub session: &'a Session,
    pub art: &'a BoardAtlas,
    pub palette: &'a Palette,
}

impl TokenPainter<'_> {
    fn lens(&self) -> &BoardViewport {
        self.brush.lens
    }

    /// Draws all tokens: the dead and unconscious first, the acting unit last.
    pub fn paint(&self) {
        let acting = self.view.round().acting();
        let mut units: Vec<_> = self
            .view
            .units()
            .filter_map(|unit| Some((self.stage.figure(*unit.id)?, unit)))
            .filter(|(figure, _)| !figure.gone && self.lens().is_visible(figure.at))
            .collect();
        let rank = |figure: &AnimatedUnit, unit: &UnitDataItem| match figure.down {
            Some(DownState::Dead) => 0,
            Some(DownState::Unconscious | DownState::Surrendered | DownState::Fled) => 1,
            None if Some(*unit.id) == acting => 3,
            None => 2,
        };
        units.sort_by_key(|(figure, unit)| (rank(figure, unit), *unit.id));
        for (unit, sighting) in self.view.remembered_units() {
            self.draw_last_known(&unit, sighting);
        }
        for (figure, unit) in &units {
            if figure.down == Some(DownState::Dead) {
                self.draw_death_mark(figure, unit);
            } else {
                self.draw_token(figure, unit, acting);
            }
        }
        self.draw_ghost();
    }

    /// Draws a dragged unit where it would be placed.
    fn draw_ghost(&self) {
        let lifted = self.session.dragged_unit.and_then(|id| self.view.unit(id));
        let Some((unit, hover)) = lifted.zip(self.session.hover) else { return };
        if hover.cell == unit.cell() {
            return;
        }
        let allowed = is_in_own_zone(self.view, *unit.side, hover.cell);
        let colour = with_alpha(if allowed { self.palette.text } else { self.palette.harm }, 190);
        let at = self.lens().to_screen(viewport::cell_centre(hover.cell));
        let radius = self.lens().scaled_points(TOKEN_RADIUS);
        draw_side_ring(self.brush, at, radius, self.side(&unit), colour);
        self.draw_sign(&unit, at, radius * 1.24, 0.0, colour);
    }

    /// Draws a unit at its last known position, with the round.
    fn draw_last_known(&self, unit: &UnitDataItem, sighting: &Sighting) {
        let place = viewport::cell_centre(sighting.cell());
        if !self.lens().is_visible(place) {
            return;
        }
        let (at, radius) = (self.lens().to_screen(place), self.lens().scaled_points(TOKEN_RADIUS));
        let colour =
            with_alpha(mix_colours(self.palette.side_colour(self.side(unit)), self.palette.dim, 0.5), 150);
        if sighting.down() == Some(DownState::Dead) {
            let rect = Rect::from_center_size(at, Vec2::splat(radius * 1.15));
            self.brush.painter.add(self.art.shape("dead", rect, 0.0, colour));
            return;
        }
        let stroke = Stroke::new(self.lens().scaled_points_min(1.8, 1.2), colour);
        for part in 0..12 {
            let from = part as f32 * std::f32::consts::TAU / 12.0;
            draw_arc(self.brush.painter, at, radius, from, from + 0.3, stroke);
        }
        self.draw_sign(unit, at, radius * 1.1, 0.0, colour);
        if self.lens().unit >= 24.0 {
            let text = format!("seen in {}", sighting.round());
            let font = FontId::proportional(self.lens().scaled_points(11.0).clamp(9.0, 14.0));
            let below = at + vec2(0.0, radius + self.lens().scaled_points(8.0));
            self.brush.painter.text(below, Align2::CENTER_CENTER, text, font, self.palette.dim);
        }
    }

    fn side(&self, unit: &UnitDataItem) -> u8 {
        let sides = &self.view.setup().bundle().skirmish.sides;
        sides.get(usize::from(unit.side.0)).map_or(unit.side.0, |side| side.colour)
    }

    /// Draws a mark where a unit died.
    fn draw_death_mark(&self, figure: &AnimatedUnit, unit: &UnitDataItem) {
        let at = self.lens().to_screen(figure.at);
        let colour = mix_colours(self.palette.side_colour(self.side(unit)), self.palette.dim, 0.55);
        let radius = self.lens().scaled_points(TOKEN_RADIUS - 2.0);
        let stroke = Stroke::new(self.lens().scaled_points_min(1.6, 1.0), with_alpha(colour, 120));
        for part in 0..9 {
            let from = part as f32 * std::f32::consts::TAU / 9.0;
            draw_arc(self.brush.painter, at, radius, from, from + 0.45, stroke);
        }
        let rect = Rect::from_center_size(at, Vec2::splat(radius * 1.15));
        self.brush.painter.add(self.art.shape("dead", rect, 0.0, with_alpha(colour, 150)));
        self.draw_highlight(unit, at);
    }

    fn draw_token(&self, figure: &AnimatedUnit, unit: &UnitDataItem, acting: Option<model::UnitId>) {
        let painter = self.brush.painter;
        let seat_offset = passenger_icons::seat_offset(self.view, unit);
        let (beside, share) = seat_offset.unwrap_or((Vec2::ZERO, 1.0));
        let at = self.lens().to_screen(figure.at + self.stage.shake_offset(*unit.id) + beside);
        let radius = self.lens().scaled_points(TOKEN_RADIUS) * share;
        let out = figure.down.is_some();
        let side_colour = self.palette.side_colour(self.side(unit));
        let colour = if out { Color32::from_rgb(0x6A, 0x76, 0x82) } else { side_colour };
        if Some(*unit.id) == acting && !out {
            painter.circle_filled(
                at,
                radius + self.lens().scaled_points(6.0) * share,
                with_alpha(Color32::WHITE, 26),
            );
            let halo = Stroke::new(self.lens().scaled_points_min(2.2, 1.5), Color32::WHITE);
            painter.circle_stroke(at, radius + self.lens().scaled_points(4.4) * share, halo);
        }
        let lying = figure.prone || out;
        if lying {
            self.draw_prone(at, radius, colour, unit, figure);
        } else {
            painter.circle_filled(
                at + self.lens().scaled_points(1.0) * vec2(1.0, 2.0),
                radius + self.lens().scaled_points(1.5),
                with_alpha(SHADE, 110),
            );
            painter.circle_filled(at, radius + self.lens().scaled_points_min(2.6, 1.6), SHADE);
            self.draw_facing(at, radius, figure.facing, colour);
            painter.circle_filled(at, radius, DISC_COLOUR);
            draw_side_ring(self.brush, at, radius, self.side(unit), colour);
            self.draw_sign(unit, at, radius * 1.24, 0.0, colour);
        }
        if seat_offset.is_none() {
            if !out {
                self.draw_bars(unit, figure, at, radius, colour);
            }
            self.draw_status_chips(unit, at, radius);
            self.draw_member_count(unit, at, radius, colour);
        }
        if self.session.selected == Some(*unit.id) && Some(*unit.id) != acting {
            let rect = Rect::from_center_size(at, Vec2::splat(self.lens().unit * 0.98));
            let white = self.palette.text;
            draw_brackets(
                painter,
                rect,
                self.lens().scaled_points(8.0),
                Stroke::new(self.lens().scaled_points_min(4.0, 3.0), with_alpha(SHADE, 200)),
            );
            draw_brackets(
                painter,
                rect,
                self.lens().scaled_points(8.0),
                Stroke::new(self.lens().scaled_points_min(2.0, 1.5), white),
            );
        }
        self.draw_highlight(unit, at);
    }

    /// Draws a prone token: flattened and tilted, with its icon.
    fn draw_prone(&self, at: Pos2, radius: f32, colour: Color32, unit: &UnitDataItem, figure: &AnimatedUnit) {
        let flat = |size: f32| {
            let turn = PRONE_TILT.sin_cos();
            (0..28)
                .map(|step| {
                    let around =
                        Vec2::angled(step as f32 * std::f32::consts::TAU / 28.0) * vec2(size, size * 0.62);
                    at + vec2(around.x * turn.1 + around.y * turn.0, around.y * turn.1 - around.x * turn.0)
                })
                .collect::<Vec<_>>()
        };
        let painter = self.brush.painter;
        let width = self.lens().scaled_points_min(2.6, 1.6);
        painter.add(Shape::convex_polygon(flat(radius + width), SHADE, PathStroke::NONE));
        painter.add(Shape::convex_polygon(flat(radius), DISC_COLOUR, PathStroke::NONE));
        painter.add(Shape::closed_line(flat(radius - width * 0.5), PathStroke::new(width, colour)));
        self.draw_sign(unit, at, radius * 0.98, -PRONE_TILT, colour);
        if figure.down == Some(DownState::Unconscious) && !unit.is_driven() {
            let rect = Rect::from_center_size(at + vec2(radius, -radius) * 0.8, Vec2::splat(radius * 0.85));
            painter.add(self.art.shape("unconscious", rect, 0.0, self.palette.text));
        }
    }

    fn draw_sign(&self, unit: &UnitDataItem, at: Pos2, side: f32, angle: f32, colour: Color32) {
        let rect = Rect::from_center_size(at, Vec2::splat(side));
        match self.art.sprite(sign_sprite_name(unit.identity.glyph())) {
            Some(picture) => _ = self.brush.painter.add(picture.shape(rect, angle, colour)),
            None => {
                let letter: String = unit.identity.name().chars().take(1).collect();
                let font = FontId::proportional(side * 0.8);
                self.brush.painter.text(at, Align2::CENTER_CENTER, letter, font, colour);
            }
        }
    }

    /// Draws a triangle outside the ring in the direction the unit faces.
    fn draw_facing(&self, at: Pos2, radius: f32, facing: f32, colour: Color32) {
        let point = |turn: f32, reach: f32| at + Vec2::angled(facing + turn) * reach;
        let tip = self.lens().scaled_points(9.5).min(radius * 0.75);
        let dark = vec![point(0.0, radius + tip + 2.2), point(0.58, radius), point(-0.58, radius)];
        let bright = vec![point(0.0, radius + tip), point(0.46, radius), point(-0.46, radius)];
        self.brush.painter.add(Shape::convex_polygon(dark, with_alpha(SHADE, 200), PathStroke::NONE));
        self.brush.painter.add(Shape::convex_polygon(bright, colour, PathStroke::NONE));
    }

    /// Draws the health bar, green, yellow from half, red from a quarter, and the action points of this pass below it.
    fn draw_bars(&self, unit: &UnitDataItem, figure: &AnimatedUnit, at: Pos2, radius: f32, colour: Color32) {
        let painter = self.brush.painter;
        let share = figure.health.left;
        let tone = match () {
            () if share <= 0.25 => self.palette.harm,
            () if share <= 0.5 => self.palette.caution,
            () => self.palette.good,
        };
        let size = vec2(self.lens().scaled_points(32.0), self.lens().scaled_points_min(4.0, 2.5));
        let place = pos2(at.x - size.x * 0.5, at.y + radius + self.lens().scaled_points(3.4));
        let rect = Rect::from_min_size(place, size);
        painter.rect_filled(rect.expand(1.0), size.y * 0.6, SHADE);
        if share > 0.0 {
            painter.rect_filled(rect.with_max_x(rect.left() + size.x * share.max(0.06)), size.y * 0.5, tone);
        }
        if figure.health.outer > 0.0 {
            let over = Rect::from_min_size(place, vec2(size.x * figure.health.outer, size.y * 0.4));
            painter.rect_filled(over, 0.0, self.palette.glass);
        }
        let rect = match figure.health.second {
            Some(left) => self.second_bar_rect(rect, left),
            None => rect,
        };
        // A driven vehicle has no phase of its own.
        if self.lens().unit < 24.0 || unit.is_driven() {
            return;
        }
        let whole = usize::from(self.stage.badges(*unit.id).points);
        let left = usize::from(unit.points.left());
        let count = whole.max(left);
        let (step, dot) = (self.lens().scaled_points(7.2), self.lens().scaled_points(2.3));
        let y = rect.bottom() + self.lens().scaled_points(4.8);
        for number in 0..count {
            let x = at.x + step * (number as f32 - (count as f32 - 1.0) * 0.5);
            painter.circle_filled(pos2(x, y), dot + 0.8, with_alpha(SHADE, 150));
            let filled = if number < left { colour } else { Color32::from_rgb(0x33, 0x40, 0x4D) };
            painter.circle_filled(pos2(x, y), dot, filled);
        }
    }

    /// Draws a thinner bar close below the health bar; returns the area of both.
    fn second_bar_rect(&self, above: Rect, left: f32) -> Rect {
        let place = above.left_bottom() + vec2(0.0, 1.0);
        let rect = Rect::from_min_size(place, vec2(above.width(), (above.height() * 0.6).max(1.5)));
        self.brush.painter.rect_filled(rect.expand2(vec2(1.0, 0.5)), 0.0, SHADE);
        self.brush.painter.rect_filled(
            rect.with_max_x(rect.left() + rect.width() * left),
            0.0,
            self.palette.forced,
        );
        above.union(rect)
    }

    /// Draws the number of members of a unit that is many. `AB-MASS-01`.
    fn draw_member_count(&self, unit: &UnitDataItem, at: Pos2, radius: f32, colour: Color32) {
        let Some((left, _)) = rules::play::member_count(unit.sheet.get(), unit.health.condition()) else {
            return;
        };
        let font = FontId::proportional(self.lens().scaled_points(12.0).clamp(9.0, 20.0));
        let centre = at + vec2(radius, radius) * 0.78;
        let size = self.lens().scaled_points(8.5).max(7.0);
        self.brush.painter.circle_filled(centre, size + 1.5, SHADE);
        self.brush.painter.circle_filled(centre, size, colour);
        self.brush.painter.text(centre, Align2::CENTER_CENTER, left.to_string(), font, SHADE);
    }

    /// Draws statuses above the token, each with an icon and remaining turns; beside it if another token's bars are in
    /// the way.
    fn draw_status_chips(&self, unit: &UnitDataItem, at: Pos2, radius: f32) {
        if self.lens().unit < 28.0 {
            return;
        }
        let chips = self.status_chips(unit);
        let more = chips.len().saturating_sub(MAX_CHIPS);
        let shown: Vec<_> = chips.into_iter().take(MAX_CHIPS).collect();
        let (height, gap) =
            (self.lens().scaled_points(15.0).clamp(12.0, 24.0), self.lens().scaled_points(2.0));
        let text = FontId::proportional(height * 0.72);
        let width = |chip: &StatusChip| match chip.number.chars().count() {
            0 => height,
            digits => height * (1.15 + 0.4 * digits as f32),
        };
        let rest = if more > 0 { height * 1.4 } else { 0.0 };
        let whole = shown.iter().map(|chip| width(chip) + gap).sum::<f32>() + rest;
        let crowded = self.view.unit_at(unit.cell().step(Direction::North)).is_some();
        let mut place = match crowded {
            true => pos2(at.x + radius * 0.8, at.y - radius),
            false => pos2(at.x - whole * 0.5, at.y - radius - self.lens().scaled_points(5.0) - height),
        };
        for chip in &shown {
            let rect = Rect::from_min_size(place, vec2(width(chip), height));
            self.draw_plate(rect, chip.colour);
            let picture = Rect::from_min_size(rect.min, Vec2::splat(height)).shrink(height * 0.16);
            self.brush.painter.add(self.art.shape(chip.picture, picture, 0.0, chip.colour));
            if !chip.number.is_empty() {
                let end = pos2(rect.right() - height * 0.16, rect.center().y);
                self.brush.painter.text(end, Align2::RIGHT_CENTER, &chip.number, text.clone(), chip.colour);
            }
            place += if crowded { vec2(0.0, height + gap) } else { vec2(width(chip) + gap, 0.0) };
        }
        if more > 0 {
            let place = place + vec2(0.0, height * 0.5);
            self.brush.painter.text(place, Align2::LEFT_CENTER, format!("+{more}"), text, self.palette.text);
        }
    }

    fn draw_plate(&self, rect: Rect, colour: Color32) {
        let round = rect.height() * 0.22;
        self.brush.painter.rect_filled(rect.expand(1.0), round, with_alpha(SHADE, 190));
        let stroke = Stroke::new(1.0, with_alpha(colour, 210));
        self.brush.painter.rect(
            rect,
            round,
            mix_colours(DISC_COLOUR, colour, 0.16),
            stroke,
            StrokeKind::Inside,
        );
    }

    /// Returns the statuses shown above a token, the most severe first. A unit out of action only shows urgent ones.
    fn status_chips(&self, unit: &UnitDataItem) -> Vec<StatusChip> {
        let round = self.view.round().number();
        let mut chips = Vec::new();
        if !unit.is_fighting() {
            let dying = unit.status.iter().any(|status| matches!(status.kind, StatusKind::Dying(_)));
            let urgent = StatusChip { picture: "wound", colour: self.palette.harm, number: "!".to_owned() };
            return dying.then_some(urgent).into_iter().collect();
        }
        let mut chip = |picture, colour, number: String| chips.push(StatusChip { picture, colour, number });
        let turns = |until: StatusEnd| match until {
            StatusEnd::EndOfRound(last) if last > round => (last - round + 1).to_string(),
            StatusEnd::Turns { left, .. } => left.to_string(),
            _ => String::new(),
        };
        for status in unit.status.iter() {
            match status.kind {
                StatusKind::Dying(_) => chip("explosion", self.palette.harm, turns(status.until)),
                StatusKind::Prone => chip("prone", self.palette.forced, turns(status.until)),
                StatusKind::FullDefense => chip("full_defense", self.palette.sides[1], turns(status.until)),
                StatusKind::Holding(_) => chip("hand", self.palette.caution, String::new()),
                StatusKind::HeldBy(_) => chip("hand", self.palette.harm, String::new()),
                StatusKind::Concealed => chip("blind_fire", self.palette.good, String::new()),
                StatusKind::Drives(_) | StatusKind::RidesIn(_) => {
                    chip("door", self.palette.good, String::new());
                }
                StatusKind::Rolling => chip("run", self.palette.good, String::new()),
                StatusKind::LostPhase => chip("knocked_down", self.palette.caution, String::new()),
                StatusKind::Boosted(_) => chip("bolt", self.palette.good, turns(status.until)),
                StatusKind::Engaged
                | StatusKind::BoosterUsed
                | StatusKind::MeleeExchange(_)
                | StatusKind::InMelee(_)
                | StatusKind::PhaseOwed(_)
                | StatusKind::ScoreLost(_)
                | StatusKind::Busy(_)
                | StatusKind::WindowsDown
                | StatusKind::SurprisedBy(_) => {}
            }
        }
        for suffered in unit.status.ailments() {
            let colour = if suffered.ailment.rule().forbids.is_empty() {
                self.palette.caution
            } else {
                self.palette.harm
            };
            chip(suffered.ailment.rule().sign, colour, turns(suffered.until));
        }
        if let Some((work, progress)) = unit.extended_action.get() {
            chip("clock", self.palette.caution, work.remaining(progress, round).to_string());
        }
        if unit.status.surprised_by().next().is_some() {
            chip("eye", self.palette.caution, String::new());
        }
        let wounds = self.stage.badges(*unit.id).wounds;
        if wounds < 0 {
            chip("wound", self.palette.harm, format!("{}", -wounds));
        }
        if unit.status.melee_exchanges().chain(unit.status.in_melee_with()).next().is_some() {
            chip("melee", self.palette.caution, String::new());
        }
        if unit.cover.is_taken() {
            chip("take_cover", self.palette.good, String::new());
        }
        match unit.movement.gait() {
            MovementMode::Steady => {}
            MovementMode::Running => chip("run", self.palette.caution, String::new()),
            MovementMode::Sprinting => chip("running", self.palette.caution, String::new()),
        }
        chips
    }

    /// Draws the outline of a unit that a panel highlights.
    fn draw_highlight(&self, unit: &UnitDataItem, at: Pos2) {
        if self.session.highlighted_unit == Some(*unit.id) {
            let radius = self.lens().scaled_points(TOKEN_RADIUS + 8.0);
            let stroke = Stroke::new(self.lens().scaled_points_min(2.0, 1.5), self.palette.text);
            for part in 0..8 {
                let from = part as f32 * std::f32::consts::FRAC_PI_4;
                draw_arc(self.brush.painter, at, radius, from, from + 0.42, stroke);
            }
        }
    }
}

/// One status icon above a token.
struct StatusChip {
    picture: &'static str,
    colour: Color32,
    number: String,
}

/// Draws the ring of a side: solid, double, dashed, notched.
fn draw_side_ring(brush: &Brush, at: Pos2, radius: f32, side: u8, colour: Color32) {
    let painter = brush.painter;
    let width = brush.lens.scaled_points_min(2.7, 1.6).min(radius * 0.24);
    let stroke = Stroke::new(width, colour);
    match side % 4 {
        0 => _ = painter.circle_stroke(at, radius, stroke),
        1 => {
            painter.circle_stroke(at, radius + width * 0.15, Stroke::new(width * 0.78, colour));
            painter.circle_stroke(
                at,
                radius - width * 1.15,
                Stroke::new(width * 0.42, with_alpha(colour, 190)),
            );
        }
        2 => {
            for part in 0..8 {
                let from = part as f32 * std::f32::consts::FRAC_PI_4;
                draw_arc(painter, at, radius, from, from + 0.52, stroke);
            }
        }
        _ => {
            painter.circle_stroke(at, radius, stroke);
            for part in 0..4 {
                let way = Vec2::angled((part as f32 + 0.5) * std::f32::consts::FRAC_PI_2);
                painter
                    .line_segment([at + way * (radius - width * 2.2), at + way * (radius + width)], stroke);
            }
        }
    }
}
