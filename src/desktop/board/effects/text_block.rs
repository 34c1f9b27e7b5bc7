//! Texts about one unit or place as one compact block at its token.
//!
//! A number and the gravest word stand in one line, everything else in lines below it. The block lies above its token, or
//! below or beside it where another unit stands above; a ring and a line tie it to its token where another could be meant.
//! Around what was missed there is always a ring: no number, no shaken token shows what the word is about.

use bevy_egui::egui::{Color32, FontId, Painter, Pos2, Rect, Stroke, Vec2, pos2, vec2};

use super::floating_text::{FloatingText, FloatingTone, RISE, TextSize, TextSubject, draw_outlined};
use super::text_place::{TextObstacles, distance_between};
use crate::board::viewport::BoardViewport;
use crate::theme::{Palette, with_alpha};

/// Distance of a block from the centre of its token, in squares.
const TOKEN: f32 = 0.45;
/// Radius of the ring around a token that a block is about, in squares.
const RING: f32 = 0.47;
/// Distance between a block and its token from which a line leads there, in squares.
const LEADER: f32 = 0.12;
/// Share of the height of a text that its line takes: fonts leave space above and below.
const LINE: f32 = 0.86;
/// Space between two texts of a line, in points.
const GAP: f32 = 6.0;
/// Space between a text and the rim of the board, in points.
const RIM: f32 = 10.0;
/// Most numbers in a line, and most lines of words below it.
const MAX_NUMBERS: usize = 3;
const MAX_WORDS: usize = 2;

/// The texts about one unit or place, by lines.
pub(super) struct TextBlock<'a> {
    about: TextSubject,
    lines: Vec<Vec<&'a FloatingText>>,
}

impl TextBlock<'_> {
    /// Returns what the block is about.
    pub fn about(&self) -> TextSubject {
        self.about
    }

    /// Returns the texts of each line.
    #[cfg(test)]
    pub fn lines(&self) -> Vec<Vec<&str>> {
        self.lines.iter().map(|line| line.iter().map(|text| text.text.as_str()).collect()).collect()
    }

    /// Returns the text in whose colour there is a ring around what the block is about: the first one if the block has to be
    /// tied to it, else one that asks for a ring; `None` for no ring.
    pub fn ring_text(&self, is_tied: bool) -> Option<&FloatingText> {
        let mut texts = self.lines.iter().flatten().copied();
        texts.find(|text| is_tied || text.is_ringed)
    }
}

/// Returns the blocks of texts, in the order of their first ones.
pub(super) fn text_blocks(texts: &[FloatingText]) -> Vec<TextBlock<'_>> {
    let mut groups: Vec<Vec<&FloatingText>> = Vec::new();
    for text in texts {
        match groups.iter_mut().find(|group| group[0].about.is_same(&text.about)) {
            Some(group) => group.push(text),
            None => groups.push(vec![text]),
        }
    }
    groups.iter().map(|group| TextBlock { about: group[0].about, lines: lines_of(group) }).collect()
}

/// Returns the lines of a block from above: the last numbers with the word for the state, then small texts, then the last words.
/// That an attack did nothing is left out beside what another one did.
fn lines_of<'a>(group: &[&'a FloatingText]) -> Vec<Vec<&'a FloatingText>> {
    let of = |fits: fn(&FloatingText) -> bool| {
        group.iter().copied().filter(|text| fits(text)).collect::<Vec<&'a FloatingText>>()
    };
    let last = |texts: Vec<&'a FloatingText>, count: usize| {
        let left_out = texts.len().saturating_sub(count);
        texts.into_iter().skip(left_out).collect::<Vec<_>>()
    };
    let mut first = last(of(|text| text.size == TextSize::Number), MAX_NUMBERS);
    first.extend(of(|text| text.gravity.is_some()));
    let mut small = last(of(|text| text.size == TextSize::Small), MAX_NUMBERS);
    small.retain(|text| first.is_empty() || text.is_ringed || text.tone != FloatingTone::Quiet);
    let words = last(of(|text| text.size == TextSize::Word && text.gravity.is_none()), MAX_WORDS);
    let lines = [first, small].into_iter().chain(words.into_iter().map(|word| vec![word]));
    lines.filter(|line| !line.is_empty()).collect()
}

/// Leaves out of the lines of a block what matters least: the lowest line, then the word beside the numbers. Returns whether
/// anything was left out.
fn leave_out_least(lines: &mut Vec<Vec<&FloatingText>>) -> bool {
    if lines.len() > 1 {
        return lines.pop().is_some();
    }
    let is_number = |text: &&FloatingText| text.size == TextSize::Number;
    match lines.first_mut() {
        Some(line) if line.iter().any(is_number) && !line.iter().all(is_number) => {
            line.retain(is_number);
            true
        }
        _ => false,
    }
}

/// Where a block was, relative to its token: it keeps that place while it is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct KeptPlace {
    about: TextSubject,
    /// The point of the block that stays, from 0 to 1 of its size.
    pivot: Vec2,
    /// Where that point is from the centre of the token, in squares.
    offset: Vec2,
}

impl KeptPlace {
    /// Notes where a block is: the side that faces its token stays when the block grows.
    fn of(about: TextSubject, block: Rect, token: Rect, unit: f32) -> Self {
        let side = |low: f32, high: f32, [near, far]: [f32; 2]| match () {
            () if low >= far - 1.0 => 0.0,
            () if high <= near + 1.0 => 1.0,
            () => 0.5,
        };
        let pivot = vec2(
            side(block.left(), block.right(), [token.left(), token.right()]),
            side(block.top(), block.bottom(), [token.top(), token.bottom()]),
        );
        let offset = (block.min + block.size() * pivot - token.center()) / unit;
        Self { about, pivot, offset }
    }

    fn rect(&self, size: Vec2, token: Rect, unit: f32) -> Rect {
        Rect::from_min_size(token.center() + self.offset * unit - size * self.pivot, size)
    }
}

/// What blocks are drawn with.
pub(super) struct BlockBrush<'a> {
    pub painter: &'a Painter,
    pub lens: &'a BoardViewport,
    pub palette: &'a Palette,
    pub motion: bool,
    /// The tokens of all units, in points.
    pub tokens: &'a [Rect],
}

/// Where a block is drawn, in points.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlacedBlock<'a> {
    /// All of it until it vanishes: no other text is drawn there.
    pub reserved: Rect,
    /// Where it stays.
    pub kept: KeptPlace,
    /// Its texts, and where each of them is now.
    pub texts: Vec<(&'a FloatingText, Rect)>,
}

impl BlockBrush<'_> {
    /// Draws a block about something at a map position, within the board, and off tokens and the texts that are `taken`.
    pub fn draw<'t>(
        &self,
        block: &TextBlock<'t>,
        at: Vec2,
        (taken, kept): (&[Rect], &[KeptPlace]),
    ) -> PlacedBlock<'t> {
        let unit = self.lens.unit;
        let centre = self.lens.to_screen(at);
        let token = Rect::from_center_size(centre, Vec2::splat(2.0 * TOKEN * unit));
        let room = self.painter.clip_rect().contains(centre).then(|| self.painter.clip_rect().shrink(RIM));
        let obstacles = TextObstacles { texts: taken, tokens: self.tokens, room };
        let kept = kept.iter().find(|kept| kept.about.is_same(&block.about));
        let mut lines = block.lines.clone();
        // Where there is no room for all of it near its token, only the damage is shown.
        let (reserved, sizes) = loop {
            let sizes: Vec<Vec<Vec2>> = lines.iter().map(|line| self.sizes_of(line)).collect();
            let size = self.block_size(&sizes);
            let wanted = Rect::from_min_size(pos2(centre.x - size.x / 2.0, token.top() - size.y), size);
            let reserved = obstacles.free_place(wanted, token, kept.map(|kept| kept.rect(size, token, unit)));
            if obstacles.fits(reserved, token) || !leave_out_least(&mut lines) {
                break (reserved, sizes);
            }
        };
        let way = self.rise_way();
        let is_tied = block.about.unit.is_some()
            && (distance_between(reserved, token) > LEADER * unit
                || obstacles.is_contested(reserved, token, unit));
        if let Some(text) = block.ring_text(is_tied) {
            let leader = is_tied.then(|| leader_line(reserved, centre, RING * unit)).flatten();
            self.draw_ring(centre, leader, text.colour(self.palette));
        }
        let mut texts = Vec::new();
        let mut top = reserved.top() + way;
        for (line, sizes) in lines.iter().zip(&sizes) {
            let whole = line_size(sizes);
            let mut left = reserved.center().x - whole.x / 2.0;
            for (text, size) in line.iter().zip(sizes) {
                let risen = way * if self.motion { text.rise() } else { 0.0 };
                let middle = pos2(left + size.x / 2.0, top + whole.y / 2.0 - risen);
                texts.push((*text, Rect::from_center_size(middle, *size)));
                self.draw_text(text, (middle, room), line.len());
                left += size.x + GAP;
            }
            top += whole.y;
        }
        PlacedBlock { reserved, kept: KeptPlace::of(block.about, reserved, token, unit), texts }
    }

    /// How far texts rise, in points.
    fn rise_way(&self) -> f32 {
        if self.motion { RISE * self.lens.unit } else { 0.0 }
    }

    /// Returns the size of a block whose texts have these sizes, with the room in which they rise.
    fn block_size(&self, sizes: &[Vec<Vec2>]) -> Vec2 {
        let lines = sizes.iter().map(|line| line_size(line));
        let size = lines.fold(Vec2::ZERO, |sum, line| vec2(sum.x.max(line.x), sum.y + line.y));
        size + vec2(0.0, self.rise_way())
    }

    /// Returns the sizes of the texts of a line without their pop: they do not jump while one pops up.
    fn sizes_of(&self, line: &[&FloatingText]) -> Vec<Vec2> {
        let size = |text: &&FloatingText| {
            let font = FontId::proportional(self.points(text));
            let extent = self.painter.layout_no_wrap(text.text.clone(), font, Color32::PLACEHOLDER).size();
            vec2(extent.x, extent.y * LINE)
        };
        line.iter().map(size).collect()
    }

    fn points(&self, text: &FloatingText) -> f32 {
        let [usual, least, most] = text.size.points();
        self.lens.scaled_points(usual).clamp(least, most)
    }

    /// Draws a text, which is one of `in_line` texts in its line.
    fn draw_text(&self, text: &FloatingText, place: (Pos2, Option<Rect>), in_line: usize) {
        let pop = if self.motion { pop_in_line(text, in_line) } else { 1.0 };
        draw_outlined(self.painter, place, &text.text, self.points(text) * pop, text.colour(self.palette));
    }

    /// Draws a ring around the token of a block, and a line from there to the block if there is one.
    fn draw_ring(&self, centre: Pos2, leader: Option<[Pos2; 2]>, colour: Color32) {
        let dark = Stroke::new(3.4, with_alpha(Color32::from_rgb(6, 9, 13), colour.a() / 2));
        let bright = Stroke::new(1.6, colour);
        for stroke in [dark, bright] {
            self.painter.circle_stroke(centre, RING * self.lens.unit, stroke);
            leader.into_iter().for_each(|ends| {
                self.painter.line_segment(ends, stroke);
            });
        }
    }
}

/// Returns the factor by which a text is larger now than its place: 1 beside other texts in its line, which it would cover.
fn pop_in_line(text: &FloatingText, in_line: usize) -> f32 {
    if in_line == 1 { text.pop() } else { 1.0 }
}

/// Returns the line from the ring around a token to a block; `None` where the block reaches the ring.
fn leader_line(block: Rect, centre: Pos2, radius: f32) -> Option<[Pos2; 2]> {
    let end = block.clamp(centre);
    let way = end - centre;
    (way.length() > radius).then(|| [centre + way.normalized() * radius, end])
}

/// Returns the size of a line of texts with these sizes.
fn line_size(texts: &[Vec2]) -> Vec2 {
    let width: f32 = texts.iter().map(|size| size.x).sum();
    let height = texts.iter().map(|size| size.y).fold(0.0, f32::max);
    vec2(width + GAP * texts.len().saturating_sub(1) as f32, height)
}

#[cfg(test)]
#[path = "text_block_tests.rs"]
mod tests;
