//! Text at unit tokens: statuses, members of a band, whether an unconscious unit may wake, when a unit was last seen.

use bevy_egui::egui::{Align2, Color32, FontId, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::token_layout::{TokenPlace, marks, token_places};
use super::tokens::{DISC_COLOUR, side_colour_number};
use crate::board::animation::BoardAnimation;
use crate::board::atlas::BoardAtlas;
use crate::board::brush::{Brush, SHADE, mix_colours};
use crate::board::viewport;
use crate::board::viewport::BoardViewport;
use crate::panel::widgets::revival_label;
use crate::theme::{Palette, with_alpha};
use battle::{BattleView, Sighting, Status, StatusEnd, StatusKind, UnitDataItem};
use rules::{DownState, MovementMode};

/// Side of a square below which no status is shown, in points.
const NO_CHIPS: f32 = 28.0;
/// Side of a square below which only the most severe status is shown, in points.
const FEW_CHIPS: f32 = 38.0;

/// Everything that the labels of tokens are drawn with.
pub(super) struct LabelPainter<'a> {
    pub brush: &'a Brush<'a>,
    pub view: &'a BattleView<'a, 'a>,
    pub stage: &'a BoardAnimation,
    pub art: &'a BoardAtlas,
    pub palette: &'a Palette,
}

/// Number of statuses of these widths that are shown in a row, the most severe first. If some are left out, their number
/// needs `rest`. At least one is shown.
fn shown_chips(widths: &[f32], (room, rest): (f32, f32), unit: f32) -> usize {
    if unit < FEW_CHIPS {
        return widths.len().min(1);
    }
    let whole = |count: usize| widths[..count].iter().sum::<f32>();
    if whole(widths.len()) <= room {
        return widths.len();
    }
    (1..widths.len()).rev().find(|count| whole(*count) + rest <= room).unwrap_or(1)
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
            let TokenPlace { unit, at, scale, .. } = &place;
            let at = self.lens().to_screen(*at);
            if !self.stage.awaits(*unit.id) {
                self.draw_status_chips(unit, at, *scale);
                self.draw_wake_label(&place);
            }
            self.draw_member_count(unit, at, *scale);
        }
    }

    /// Draws the label of a unit that lies unconscious and may wake without help, at the lower edge of its square: it looks like
    /// one that is permanently out otherwise. Where squares are small, only the colour of its mark says so.
    fn draw_wake_label(&self, place: &TokenPlace) {
        let lens = self.lens();
        let is_out = place.figure.down == Some(DownState::Unconscious);
        let Some(label) = revival_label(self.view, &place.unit).filter(|_| is_out) else { return };
        if lens.unit < FEW_CHIPS {
            return;
        }
        let height = lens.scaled_points(marks::CHIP_HEIGHT).max(9.0);
        let (font, colour) = (FontId::proportional(height * 0.8), self.palette.caution);
        let text = self.brush.painter.layout_no_wrap(label.to_owned(), font, colour);
        let pixel = lens.scaled_points(1.0);
        let plate = marks::wake_label(vec2(text.size().x + height * 0.3, height) / pixel);
        // In the middle of the square, also if the unit lies beside another one there.
        let centre = lens.to_screen(place.figure.at);
        let plate = Rect::from_center_size(centre + plate.center().to_vec2() * pixel, plate.size() * pixel);
        self.draw_plate(plate, colour);
        let corner = plate.center() - text.size() / 2.0;
        self.brush.painter.galley(corner, text, colour);
    }

    /// Draws the round in which a unit was last seen.
    fn draw_last_seen(&self, sighting: &Sighting) {
        let place = viewport::cell_centre(sighting.cell());
        let is_dead = sighting.down() == Some(DownState::Dead);
        if is_dead || !self.lens().is_visible(place) || self.lens().unit < FEW_CHIPS {
            return;
        }
        let text = format!("round {}", sighting.round());
        let font = FontId::proportional(self.lens().scaled_points(10.5));
        let below = self.lens().to_screen(place) + vec2(0.0, self.lens().scaled_points(marks::HALF - 6.0));
        self.brush.painter.text(below, Align2::CENTER_CENTER, text, font, self.palette.dim);
    }

    /// Draws the number of members of a unit that is many. `AB-MASS-01`.
    fn draw_member_count(&self, unit: &UnitDataItem, at: Pos2, scale: f32) {
        let Some((left, _)) = rules::play::member_count(unit.sheet.get(), unit.health.condition()) else {
            return;
        };
        let colour = self.palette.side_colour(side_colour_number(self.view, unit));
        let (beside, radius) = marks::members();
        let centre = at + beside * scale * self.lens().scaled_points(1.0);
        let size = self.lens().scaled_points(radius - 1.0) * scale;
        let font = FontId::proportional(size * 1.5);
        self.brush.painter.circle_filled(centre, self.lens().scaled_points(radius) * scale, SHADE);
        self.brush.painter.circle_filled(centre, size, colour);
        self.brush.painter.text(centre, Align2::CENTER_CENTER, left.to_string(), font, SHADE);
    }

    /// Draws statuses along the upper edge of the square, each with an icon and remaining turns, as many as it has space
    /// for; one alone where squares are small.
    fn draw_status_chips(&self, unit: &UnitDataItem, at: Pos2, scale: f32) {
        let lens = self.lens();
        if lens.unit < NO_CHIPS {
            return;
        }
        let chips = self.status_chips(unit);
        let height = lens.scaled_points(marks::CHIP_HEIGHT).max(9.0);
        let gap = lens.scaled_points(1.0);
        let text = FontId::proportional(height * 0.8);
        let width = |chip: &StatusChip| match (chip.picture, chip.number.chars().count()) {
            (_, 0) | ("", 1) => height,
            (_, digits) => height * (1.0 + 0.5 * digits as f32),
        };
        let widths: Vec<f32> = chips.iter().map(|chip| width(chip) + gap).collect();
        let room = (lens.scaled_points(marks::CHIP_ROOM), height * 1.1);
        let count = shown_chips(&widths, room, lens.unit);
        let more = chips.len() - count;
        let mut place = at + marks::chips() * scale * lens.scaled_points(1.0);
        for (chip, width) in chips.iter().zip(&widths).take(count) {
            let rect = Rect::from_min_size(place, vec2(width - gap, height));
            self.draw_plate(rect, chip.colour);
            let picture = Rect::from_min_size(rect.min, Vec2::splat(height)).shrink(height * 0.1);
            self.brush.painter.add(self.art.shape(chip.picture, picture, 0.0, chip.colour));
            if chip.picture.is_empty() {
                let number = &chip.number;
                self.brush.painter.text(
                    rect.center(),
                    Align2::CENTER_CENTER,
                    number,
                    text.clone(),
                    chip.colour,
                );
            } else if !chip.number.is_empty() {
                let end = pos2(rect.right() - height * 0.12, rect.center().y);
                self.brush.painter.text(end, Align2::RIGHT_CENTER, &chip.number, text.clone(), chip.colour);
            }
            place += vec2(*width, 0.0);
        }
        if more > 0 && lens.unit >= FEW_CHIPS {
            // Without a plate it would be lost on the token.
            let rect = Rect::from_min_size(place, vec2(room.1, height));
            self.draw_plate(rect, self.palette.text);
            let more = format!("+{more}");
            self.brush.painter.text(rect.center(), Align2::CENTER_CENTER, more, text, self.palette.text);
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
        if !unit.is_fighting() {
            let dying = unit.status.iter().any(|status| matches!(status.kind, StatusKind::Dying(_)));
            let urgent = StatusChip { picture: "wound", colour: self.palette.harm, number: "!".to_owned() };
            return dying.then_some(urgent).into_iter().collect();
        }
        let mut chips: Vec<_> = unit.status.iter().filter_map(|status| self.status_chip(*status)).collect();
        let mut chip = |picture, colour, number: String| chips.push(StatusChip { picture, colour, number });
        for suffered in unit.status.ailments() {
            let colour = if suffered.ailment.rule().forbids.is_empty() {
                self.palette.caution
            } else {
                self.palette.harm
            };
            chip(suffered.ailment.rule().sign, colour, turns_left(suffered.until, round));
        }
        if let Some((work, progress)) = unit.extended_action.get() {
            chip("clock", self.palette.caution, work.remaining(progress, round).to_string());
        }
        if unit.status.surprised_by().next().is_some() {
            chip("", self.palette.caution, "!".to_owned());
        }
        let wounds = self.stage.badges(*unit.id).wounds;
        if wounds < 0 {
            chip("wound", self.palette.harm, format!("{}", -wounds));
        }
        if self.view.is_in_melee(unit) {
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

    /// Returns the chip of a status; `None` for those that are shown in another way.
    fn status_chip(&self, status: Status) -> Option<StatusChip> {
        let palette = self.palette;
        let turns = || turns_left(status.until, self.view.round().number());
        let (picture, colour, number) = match status.kind {
            StatusKind::Dying(_) => ("explosion", palette.harm, turns()),
            StatusKind::Prone => ("prone", palette.forced, turns()),
            StatusKind::FullDefense => ("full_defense", palette.sides[1], turns()),
            StatusKind::Holding(_) => ("hand", palette.caution, String::new()),
            StatusKind::HeldBy(_) => ("hand", palette.harm, String::new()),
            StatusKind::Concealed => ("blind_fire", palette.good, String::new()),
            StatusKind::Drives(_) | StatusKind::RidesIn(_) => ("door", palette.good, String::new()),
            StatusKind::Rolling => ("run", palette.good, String::new()),
            StatusKind::LostPhase => ("knocked_down", palette.caution, String::new()),
            StatusKind::Boosted(_) => ("chevron", palette.good, turns()),
            StatusKind::Engaged
            | StatusKind::BoosterUsed
            | StatusKind::MeleeExchange(_)
            | StatusKind::InMelee(_)
            | StatusKind::PhaseOwed(_)
            | StatusKind::ScoreLost(_)
            | StatusKind::Busy(_)
            | StatusKind::WindowsDown
            | StatusKind::SurprisedBy(_) => return None,
        };
        Some(StatusChip { picture, colour, number })
    }
}

/// Returns the number of rounds or turns that are left of a status; empty for other ends.
fn turns_left(until: StatusEnd, round: u32) -> String {
    match until {
        StatusEnd::EndOfRound(last) if last > round => (last - round + 1).to_string(),
        StatusEnd::Turns { left, .. } => left.to_string(),
        _ => String::new(),
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
    fn statuses_are_thinned_out_to_the_width_of_a_square() {
        let room = (30.0, 12.0);
        assert_eq!(shown_chips(&[12.0, 12.0], room, 44.0), 2);
        assert_eq!(shown_chips(&[12.0; 4], room, 44.0), 1, "two leave no space for the number of the others");
        assert_eq!(shown_chips(&[9.0; 4], room, 44.0), 2);
        assert_eq!(shown_chips(&[40.0, 12.0], room, 44.0), 1, "the most severe one is always shown");
        assert_eq!(shown_chips(&[9.0; 3], room, FEW_CHIPS - 1.0), 1, "squares are small");
        assert_eq!(shown_chips(&[], room, 44.0), 0);
    }
}
