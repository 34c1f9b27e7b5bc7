//! Text at unit tokens: statuses, members of a band, when a unit was last seen.

use bevy_egui::egui::{Align2, Color32, FontId, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::token_layout::{TokenPlace, token_places};
use super::tokens::{DISC_COLOUR, TOKEN_RADIUS, side_colour_number};
use crate::board::animation::BoardAnimation;
use crate::board::atlas::BoardAtlas;
use crate::board::brush::{Brush, SHADE, mix_colours};
use crate::board::viewport;
use crate::board::viewport::BoardViewport;
use crate::theme::{Palette, with_alpha};
use battle::{BattleView, Sighting, StatusEnd, StatusKind, UnitDataItem};
use model::Direction;
use rules::{DownState, MovementMode};

/// Statuses shown before the rest becomes a count.
const MAX_CHIPS: usize = 3;

/// Everything that the labels of tokens are drawn with.
pub(super) struct LabelPainter<'a> {
    pub brush: &'a Brush<'a>,
    pub view: &'a BattleView<'a, 'a>,
    pub stage: &'a BoardAnimation,
    pub art: &'a BoardAtlas,
    pub palette: &'a Palette,
}

/// Number of statuses shown at a token: fewer where they would hide the units around it.
const fn max_chips(is_crowded: bool, has_neighbours: bool) -> usize {
    match (is_crowded, has_neighbours) {
        (true, _) => 1,
        (false, true) => 2,
        (false, false) => MAX_CHIPS,
    }
}

impl LabelPainter<'_> {
    fn lens(&self) -> &BoardViewport {
        self.brush.lens
    }

    /// Draws the labels of all tokens in view.
    pub fn paint(&self) {
        for (_, sighting) in self.view.remembered_units() {
            self.draw_last_seen(sighting);
        }
        for place in token_places(self.view, self.stage) {
            if place.seated || place.figure.down == Some(DownState::Dead) || !self.lens().is_visible(place.at)
            {
                continue;
            }
            let TokenPlace { unit, at, .. } = &place;
            let (at, radius) = (self.lens().to_screen(*at), self.lens().scaled_points(TOKEN_RADIUS));
            if !self.stage.awaits(*unit.id) {
                self.draw_status_chips(unit, at, radius);
            }
            self.draw_member_count(unit, at, radius);
        }
    }

    /// Draws the round in which a unit was last seen.
    fn draw_last_seen(&self, sighting: &Sighting) {
        let place = viewport::cell_centre(sighting.cell());
        let is_dead = sighting.down() == Some(DownState::Dead);
        if is_dead || !self.lens().is_visible(place) || self.lens().unit < 24.0 {
            return;
        }
        let text = format!("seen in {}", sighting.round());
        let font = FontId::proportional(self.lens().scaled_points(11.0).clamp(9.0, 14.0));
        let below = self.lens().to_screen(place) + vec2(0.0, self.lens().scaled_points(TOKEN_RADIUS + 8.0));
        self.brush.painter.text(below, Align2::CENTER_CENTER, text, font, self.palette.dim);
    }

    /// Draws the number of members of a unit that is many. `AB-MASS-01`.
    fn draw_member_count(&self, unit: &UnitDataItem, at: Pos2, radius: f32) {
        let Some((left, _)) = rules::play::member_count(unit.sheet.get(), unit.health.condition()) else {
            return;
        };
        let colour = self.palette.side_colour(side_colour_number(self.view, unit));
        let font = FontId::proportional(self.lens().scaled_points(12.0).clamp(9.0, 20.0));
        let centre = at + vec2(radius, radius) * 0.78;
        let size = self.lens().scaled_points(8.5).max(7.0);
        self.brush.painter.circle_filled(centre, size + 1.5, SHADE);
        self.brush.painter.circle_filled(centre, size, colour);
        self.brush.painter.text(centre, Align2::CENTER_CENTER, left.to_string(), font, SHADE);
    }

    /// Draws statuses above the token, each with an icon and remaining turns; only the most severe one, in a corner of its
    /// square, if another unit stands there.
    fn draw_status_chips(&self, unit: &UnitDataItem, at: Pos2, radius: f32) {
        if self.lens().unit < 28.0 {
            return;
        }
        let chips = self.status_chips(unit);
        let occupied = |direction| self.view.unit_at(unit.cell().step(direction)).is_some();
        let crowded = occupied(Direction::North);
        let has_neighbours = occupied(Direction::NorthEast) || occupied(Direction::NorthWest);
        let most = max_chips(crowded, has_neighbours);
        let more = chips.len().saturating_sub(most);
        let shown: Vec<_> = chips.into_iter().take(most).collect();
        let (height, gap) =
            (self.lens().scaled_points(15.0).clamp(12.0, 24.0), self.lens().scaled_points(2.0));
        let text = FontId::proportional(height * 0.72);
        let width = |chip: &StatusChip| match chip.number.chars().count() {
            0 => height,
            digits => height * (1.15 + 0.4 * digits as f32),
        };
        let rest = if more > 0 { height * 1.4 } else { 0.0 };
        let whole = shown.iter().map(|chip| width(chip) + gap).sum::<f32>() + rest;
        let mut place = match crowded {
            // In the corner of its own square.
            true => pos2(at.x + radius - whole, at.y - radius),
            false => pos2(at.x - whole * 0.5, at.y - radius - self.lens().scaled_points(5.0) - height),
        };
        // Where the board ends above, they move onto the token.
        place.y = place.y.max((self.lens().clip.top() + 2.0).min(at.y - radius));
        for chip in &shown {
            let rect = Rect::from_min_size(place, vec2(width(chip), height));
            self.draw_plate(rect, chip.colour);
            let picture = Rect::from_min_size(rect.min, Vec2::splat(height)).shrink(height * 0.16);
            self.brush.painter.add(self.art.shape(chip.picture, picture, 0.0, chip.colour));
            if !chip.number.is_empty() {
                let end = pos2(rect.right() - height * 0.16, rect.center().y);
                self.brush.painter.text(end, Align2::RIGHT_CENTER, &chip.number, text.clone(), chip.colour);
            }
            place += vec2(width(chip) + gap, 0.0);
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
}

/// One status icon above a token.
struct StatusChip {
    picture: &'static str,
    colour: Color32,
    number: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_statuses_are_shown_where_they_would_hide_units() {
        assert_eq!(max_chips(false, false), MAX_CHIPS);
        assert_eq!((max_chips(false, true), max_chips(true, true), max_chips(true, false)), (2, 1, 1));
    }
}
