//! Numbers and words that rise at the place of an event.

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Vec2, vec2};

use super::text_place::{TextObstacles, within};
use crate::board::viewport::BoardViewport;
use crate::theme::{Palette, with_alpha};

/// Seconds that a text is visible.
const SECONDS: f32 = 1.35;
/// Seconds that it takes to read a text.
const NEW_SECONDS: f32 = 0.7;
/// Seconds in which a text pops up.
const POP_SECONDS: f32 = 0.12;
/// Height of a line above the one below it, in squares.
const LINE: f32 = 0.6;
/// Texts whose places are farther apart than this, sideways, have room beside each other, in squares.
const NEAR: f32 = 1.2;
/// Distance of the lowest text from the centre of its token, in squares.
const TOKEN: f32 = 0.45;
/// Space between a text and the rim of the board, in points.
const RIM: f32 = 6.0;
/// Most lines of a stack.
const MAX_LINES: u8 = 5;

/// What a text is about; decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::board) enum FloatingTone {
    /// A body was hurt, or worse.
    Body,
    /// A shield was hurt.
    Shield,
    /// Plating was hurt.
    Plating,
    /// Strain.
    Strain,
    /// A barrier was hurt.
    Barrier,
    /// A body is moved against its will.
    Forced,
    /// Something to notice.
    Caution,
    /// Nothing happened.
    Quiet,
}

impl FloatingTone {
    /// Returns the colour.
    pub fn colour(self, palette: &Palette) -> Color32 {
        match self {
            Self::Body => palette.harm,
            Self::Shield => palette.glass,
            Self::Plating => palette.concrete,
            Self::Strain | Self::Forced => palette.forced,
            Self::Barrier => palette.drywall,
            Self::Caution => palette.caution,
            Self::Quiet => palette.text,
        }
    }
}

/// Importance of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::board) enum TextSize {
    /// The number of a hit on a unit.
    Number,
    /// A word for what matters.
    Word,
    /// Everything else.
    Small,
}

impl TextSize {
    /// Returns by how much a new text is larger.
    const fn pop(self) -> f32 {
        match self {
            Self::Number => 0.7,
            Self::Word | Self::Small => 0.25,
        }
    }

    /// Returns the size in points at zoom 1, with its least and greatest.
    const fn points(self) -> [f32; 3] {
        match self {
            Self::Number => [38.0, 28.0, 64.0],
            Self::Word => [18.0, 15.0, 30.0],
            Self::Small => [15.0, 13.0, 24.0],
        }
    }
}

/// A number or a word.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::board) struct FloatingText {
    /// Map position of what it is about.
    pub at: Vec2,
    /// The text.
    pub text: String,
    /// What it is about.
    pub tone: FloatingTone,
    /// Its importance.
    pub size: TextSize,
    age: f32,
    /// The record of the history that it is from.
    record: usize,
    /// Its number among all texts.
    serial: u64,
    /// Line of its stack, from the lowest.
    line: u8,
}

impl FloatingText {
    /// A new text.
    pub fn new(at: Vec2, text: String, tone: FloatingTone, size: TextSize) -> Self {
        Self { at, text, tone, size, age: 0.0, record: 0, serial: 0, line: 0 }
    }

    /// Says which record of the history it is from, and its number among all texts.
    pub fn with_record(self, record: usize, serial: u64) -> Self {
        Self { record, serial, ..self }
    }

    /// Returns the record of the history that it is from.
    pub fn record(&self) -> usize {
        self.record
    }

    /// Returns its number among all texts.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// Lets time pass; returns whether the text is still visible.
    pub fn advance(&mut self, seconds: f32) -> bool {
        self.age += seconds;
        self.age < SECONDS
    }

    /// Whether it has not been read yet.
    pub fn is_new(&self) -> bool {
        self.age < NEW_SECONDS
    }

    /// Height of a line on the map, in squares.
    fn height_of(&self, line: u8) -> f32 {
        self.at.y - f32::from(line) * LINE
    }

    /// Takes the first line that no other text covers, also those of units above and below.
    pub fn join_stack(mut self, others: &[Self]) -> Self {
        let covers = |other: &Self, line: u8| {
            let apart = (other.height_of(other.line) - self.height_of(line)).abs();
            (other.at.x - self.at.x).abs() < NEAR && apart < 0.9 * LINE
        };
        let is_free = |line: &u8| !others.iter().any(|other| covers(other, *line));
        self.line = (0..MAX_LINES).find(is_free).unwrap_or(0);
        self
    }

    /// Draws the text within the board, near its token and off tokens and the texts that are `taken`.
    pub fn draw(
        &self,
        (painter, lens): (&Painter, &BoardViewport),
        (taken, tokens): (&[Rect], &[Rect]),
        palette: &Palette,
        motion: bool,
    ) -> PlacedText {
        let share = (self.age / SECONDS).clamp(0.0, 1.0);
        let alpha = (255.0 * (1.0 - share.powi(4))) as u8;
        let (least_rise, most_rise) = if motion { (0.0, 0.3) } else { (0.15, 0.15) };
        let rise = least_rise + (most_rise - least_rise) * (1.0 - (1.0 - share).powi(3));
        let pop = if motion { 1.0 + self.size.pop() * (1.0 - self.age / POP_SECONDS).max(0.0) } else { 1.0 };
        let [usual, least, most] = self.size.points();
        let size = lens.scaled_points(usual).clamp(least, most);
        let colour = with_alpha(self.tone.colour(palette), alpha);
        let place = lens.to_screen(self.at);
        let room = painter.clip_rect().contains(place).then(|| painter.clip_rect().shrink(RIM));
        // The place does not follow the size while the text pops up: others would jump.
        let extent = painter.layout_no_wrap(self.text.clone(), FontId::proportional(size), colour).size();
        let stacked = f32::from(self.line) * (LINE * lens.unit).clamp(24.0, 40.0);
        let at = lens.to_screen(self.at + vec2(0.0, -0.95 - least_rise)) - vec2(0.0, stacked);
        let token = Rect::from_center_size(place, Vec2::splat(2.0 * TOKEN * lens.unit));
        let lowest = Align2::CENTER_CENTER.anchor_size(at, extent);
        let lowest = lowest.translate(vec2(0.0, (token.top() - lowest.bottom()).min(0.0)));
        // The whole way up is reserved, so that nothing jumps while the text rises.
        let way = (most_rise - least_rise) * lens.unit;
        let wanted = lowest.with_min_y(lowest.top() - way);
        let reserved = TextObstacles { texts: taken, tokens, room }.free_place(wanted, token);
        let risen = (rise - least_rise) * lens.unit;
        let rect = Rect::from_min_size(reserved.left_bottom() - vec2(0.0, extent.y + risen), extent);
        draw_outlined(painter, (rect.center(), room), &self.text, size * pop, colour);
        PlacedText { rect, reserved }
    }
}

/// Where a text is drawn, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::board) struct PlacedText {
    /// Where it is now.
    pub rect: Rect,
    /// Where it is until it vanishes: no other text is drawn there.
    pub reserved: Rect,
}

/// Draws text with a dark outline, moved into `room` if there is any, so that it is whole.
fn draw_outlined(
    painter: &Painter,
    (at, room): (Pos2, Option<Rect>),
    text: &str,
    size: f32,
    colour: Color32,
) {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), Color32::PLACEHOLDER);
    let rect = Align2::CENTER_CENTER.anchor_size(at, galley.size());
    let rect = room.map_or(rect, |room| within(rect, room));
    let rim = with_alpha(Color32::from_rgb(6, 9, 13), colour.a());
    let width = (size / 15.0).clamp(1.2, 3.0);
    for step in 0..8 {
        let off = Vec2::angled(step as f32 * std::f32::consts::FRAC_PI_4) * width;
        painter.add(Shape::galley(rect.min + off, galley.clone(), rim));
    }
    painter.add(Shape::galley(rect.min, galley.clone(), colour));
    if size >= 26.0 {
        // A second stroke beside the first: the fonts have one weight.
        painter.add(Shape::galley(rect.min + vec2(0.8, 0.0), galley, colour));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::pos2;

    fn text(at: Vec2) -> FloatingText {
        FloatingText::new(at, "9".to_owned(), FloatingTone::Body, TextSize::Number)
    }

    #[test]
    fn texts_at_one_place_form_a_stack() {
        let mut all = Vec::new();
        for _ in 0..3 {
            let next = text(vec2(4.5, 4.5)).join_stack(&all);
            all.push(next);
        }
        let far = text(vec2(8.5, 4.5)).join_stack(&all);
        assert_eq!(all.iter().map(|text| text.line).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(far.line, 0);
        // A line that has ended is taken again.
        all.remove(1);
        assert_eq!(text(vec2(4.5, 4.5)).join_stack(&all).line, 1);
    }

    #[test]
    fn texts_of_units_in_a_column_do_not_cover_each_other() {
        let mut all: Vec<FloatingText> = Vec::new();
        for y in [4.5, 5.5, 4.5, 5.5] {
            let next = text(vec2(4.5, y)).join_stack(&all);
            all.push(next);
        }
        for (number, one) in all.iter().enumerate() {
            for other in &all[number + 1..] {
                let apart = (one.height_of(one.line) - other.height_of(other.line)).abs();
                assert!(apart > 0.5, "{one:?} {other:?}");
            }
        }
    }

    fn token(lens: &BoardViewport, at: Vec2) -> Rect {
        Rect::from_center_size(lens.to_screen(at), Vec2::splat(0.85 * lens.unit))
    }

    /// Draws texts that appear at a place one after another; returns where each of them is, in points.
    fn draw_stack(lens: &BoardViewport, at: Vec2, words: &[(&str, TextSize)]) -> Vec<Rect> {
        let palette = Palette::by_name(Default::default());
        let mut all: Vec<FloatingText> = Vec::new();
        for &(words, size) in words {
            let next = FloatingText::new(at, words.to_owned(), FloatingTone::Body, size);
            all.push(next.join_stack(&all));
        }
        let mut rects: Vec<Rect> = Vec::new();
        let output = bevy_egui::egui::Context::default().run_ui(Default::default(), |ui| {
            let painter = ui.painter().with_clip_rect(lens.clip);
            rects.clear();
            for text in &all {
                let placed = text.draw((&painter, lens), (&rects, &[token(lens, at)]), palette, false);
                assert_eq!(placed.rect, placed.reserved, "it does not move");
                rects.push(placed.rect);
            }
        });
        output.drop_without_applying_deltas();
        rects
    }

    #[test]
    fn a_stack_over_a_unit_in_the_northernmost_row_is_whole_and_readable() {
        let room = Rect::from_min_size(pos2(100.0, 100.0), vec2(440.0, 440.0));
        let lens = BoardViewport { origin: room.min, clip: room, ..BoardViewport::default() };
        // The corner square: no room above, and none at the left.
        let words = [("\u{2212}9", TextSize::Number), ("KNOCKED DOWN", TextSize::Word)];
        let rects = draw_stack(&lens, vec2(0.5, 0.5), &words);
        assert!(rects.iter().all(|rect| room.contains_rect(*rect)), "{rects:?}");
        assert!(!rects[0].shrink(1.0).intersects(rects[1]), "{rects:?}");
        let token = token(&lens, vec2(0.5, 0.5)).shrink(1.0);
        assert!(rects.iter().all(|rect| !rect.intersects(token)), "{rects:?} over {token:?}");
    }

    #[test]
    fn texts_of_any_size_over_a_token_stand_above_each_other() {
        let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(440.0, 440.0));
        let lens = BoardViewport { origin: room.min, clip: room, ..BoardViewport::default() };
        let words = [
            ("KNOCKED DOWN", TextSize::Word),
            ("\u{2212}2", TextSize::Number),
            ("no damage", TextSize::Small),
        ];
        let rects = draw_stack(&lens, vec2(5.5, 8.5), &words);
        let centre = lens.to_screen(vec2(5.5, 8.5)).y;
        assert!(rects[0].bottom() <= centre - 0.4 * lens.unit, "{rects:?} over {centre}");
        assert!(rects.windows(2).all(|pair| pair[1].bottom() <= pair[0].top() + 1.5), "{rects:?}");
    }
}
