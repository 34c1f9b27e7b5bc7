//! The dice of an attack beside the units that rolled them, for as long as it takes to read them. A click on them shows their lines
//! in the log.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{
    self, Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2, vec2,
};

use super::text_place::within;
use super::{BoardEffects, TextAreas};
use crate::accessibility::Accessible;
use crate::board::BoardPainter;
use crate::board::animation::BoardAnimation;
use crate::board::units::token_areas;
use crate::panel::draw_symbol_face;
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::{Palette, with_alpha};
use battle::BattleView;
use battle_log::log_text::{LogLine, LogWriter, count_text, plain_text};
use dice::{RollRecord, SymbolFace, Trace};
use model::UnitId;

/// Seconds that dice are visible.
const SECONDS: f32 = 3.2;
/// Size of a die with numbers, and distance between dice, in points.
const DIE: f32 = 17.0;
const STEP: f32 = 22.0;
/// Most dice with numbers that are drawn, and most dice in a row: words tell what the others count.
const MOST_DICE: usize = 16;
const PER_ROW: usize = 8;
/// Most boxes of dice above each other at a side of a token.
const STACKED: usize = 8;
/// Space within the frame, between it and other things, and to the rim of the board, in points.
const PADDING: f32 = 4.0;
const GAP: f32 = 3.0;
const RIM: f32 = 8.0;
/// Size of the words, in points.
const WORDS: f32 = 12.5;
/// Size of a token that is not on the board any more, in squares.
const TOKEN: f32 = 0.9;
/// Opacity of the frame.
const GROUND_ALPHA: u8 = 236;

/// The faces of a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::board) enum DiceFaces {
    /// Numbers on dice with so many sides, and the least one that is a hit.
    Numbers { sides: u8, faces: Vec<u8>, hits_from: Option<u8> },
    /// Symbols of narrative dice.
    Symbols(Vec<SymbolFace>),
    /// Dice that the words tell alone, such as percentages.
    InWords,
}

impl DiceFaces {
    /// Number of dice that are drawn.
    fn drawn_count(&self) -> usize {
        match self {
            Self::Numbers { faces, .. } => faces.len().min(MOST_DICE),
            Self::Symbols(faces) => faces.len(),
            Self::InWords => 0,
        }
    }

    /// Says how many dice are not drawn, and what they count: "+12 more: 6 successes"; `None` if all are drawn. The arguments are the
    /// singular and plural of "success".
    fn rest_words(&self, (one, many): (&str, &str)) -> Option<String> {
        let Self::Numbers { faces, hits_from, .. } = self else { return None };
        let rest = faces.get(MOST_DICE..).filter(|rest| !rest.is_empty())?;
        let counted = match hits_from {
            Some(least) => {
                let hits: u32 = rest.iter().map(|face| u32::from(face >= least)).sum();
                count_text(hits, one, many)
            }
            None => rest.iter().map(|face| u32::from(*face)).sum::<u32>().to_string(),
        };
        Some(format!("+{} more: {counted}", rest.len()))
    }
}

/// A roll of a unit as the board shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::board) struct UnitRoll {
    /// The unit.
    pub unit: UnitId,
    /// The dice.
    pub faces: DiceFaces,
    /// What they were rolled for and their result, as in the log: "attack: 3 hits"; on a line before it, what the dice count that
    /// are not drawn: "+12 more: 6 hits".
    pub words: String,
}

impl UnitRoll {
    /// Reads a roll in the words of the log; `None` for a roll of no unit, and of one that the viewer does not know.
    pub fn read(view: &BattleView, roll: &RollRecord) -> Option<Self> {
        let unit = roll.who.filter(|who| view.unit(*who).is_some())?;
        let mut lines = Vec::new();
        LogWriter::new(view).write_rule_step(&Trace::Rolled(roll.clone()), &mut lines);
        let (faces, figure) = match lines.pop()? {
            LogLine::Faces { faces, hits_from, figure } => {
                (DiceFaces::Numbers { sides: roll.dice.sides, faces, hits_from }, figure)
            }
            LogLine::Symbols { faces, figure } => (DiceFaces::Symbols(faces), figure),
            LogLine::Text(text) => (DiceFaces::InWords, plain_text(&text)),
            LogLine::Divider(_) => return None,
        };
        let rest = faces.rest_words(view.rules().book().success_words());
        let words: Vec<String> = rest.into_iter().chain([format!("{}: {figure}", roll.why)]).collect();
        Some(Self { unit, faces, words: words.join("\n") })
    }
}

/// A roll that is shown.
#[derive(Clone, Debug)]
pub(super) struct ShownRoll {
    roll: UnitRoll,
    /// Where its unit was, on the map.
    at: Vec2,
    age: f32,
    /// The record of the history that it is from.
    record: usize,
    serial: u64,
}

impl ShownRoll {
    /// Lets time pass; returns whether the dice are still visible.
    pub fn advance(&mut self, seconds: f32) -> bool {
        self.age += seconds;
        self.age < SECONDS
    }
}

impl BoardEffects {
    /// Returns for how many seconds nothing moves: until the first dice vanish, if nothing else is shown.
    pub fn seconds_of_dice(&self) -> Option<f32> {
        let left = self.dice.iter().map(|shown| (SECONDS - shown.age).max(0.0));
        left.reduce(f32::min).filter(|_| !self.is_moving())
    }

    /// Shows the dice of rolls beside their units, which are at these places on the map. Earlier dice of these units vanish.
    pub fn show_dice(&mut self, rolls: Vec<(UnitRoll, Vec2)>) {
        self.dice.retain(|shown| rolls.iter().all(|(roll, _)| roll.unit != shown.roll.unit));
        for (roll, at) in rolls {
            self.said += 1;
            self.dice.push(ShownRoll { roll, at, age: 0.0, record: self.record, serial: self.said });
        }
    }
}

/// Draws the dice at their units, where they cover no token, no other dice and, if there is room, no text.
pub(super) fn paint_dice(
    mut board: BoardPainter,
    stage: Res<BoardAnimation>,
    view: BattleView,
    settings: Res<Settings>,
    mut session: ResMut<Session>,
    mut areas: ResMut<TextAreas>,
) -> Result {
    let shown = &stage.effects().dice;
    if shown.is_empty() {
        return Ok(());
    }
    let palette = settings.palette();
    let mut sought = None;
    board.paint(|brush| {
        let (painter, lens) = (brush.painter, brush.lens);
        let tokens = token_areas(&view, &stage, lens);
        let room = painter.clip_rect();
        let size = Vec2::splat(TOKEN * lens.unit);
        let token_of = |shown: &ShownRoll| {
            let place = || Rect::from_center_size(lens.to_screen(shown.at), size);
            tokens.get(&shown.roll.unit).copied().unwrap_or_else(place)
        };
        let mut kept_free: Vec<Rect> = tokens.values().copied().collect();
        kept_free.extend(shown.iter().map(token_of));
        for shown in shown {
            let token = token_of(shown);
            if !room.intersects(token) {
                continue;
            }
            let layout = RollLayout::new(painter, palette, &shown.roll);
            let taken = (areas.0.as_slice(), kept_free.as_slice());
            let rect = free_place(token, layout.size, taken, room.shrink(RIM));
            areas.0.push(rect);
            kept_free.push(rect);
            layout.paint(painter, palette, rect);
            if is_clicked(painter.ctx(), shown, rect) {
                sought = Some(shown.record);
                painter.ctx().request_repaint();
            }
        }
    })?;
    if sought.is_some() {
        session.sought_record = sought;
    }
    Ok(())
}

/// Returns the first place at a token that covers neither texts nor what is to be kept free: below it, beside it or above it, stacked
/// where other dice stand there. Without one, dice rather cover a text than tokens and other dice.
fn free_place(token: Rect, size: Vec2, (texts, kept_free): (&[Rect], &[Rect]), room: Rect) -> Rect {
    let column = token.center().x - size.x / 2.0;
    let middle = token.center().y - size.y / 2.0;
    let below = Rect::from_min_size(pos2(column, token.bottom() + GAP), size);
    let right = Rect::from_min_size(pos2(token.right() + GAP, middle), size);
    let left = Rect::from_min_size(pos2(token.left() - GAP - size.x, middle), size);
    let above = Rect::from_min_size(pos2(column, token.top() - GAP - size.y), size);
    let stacks = (0..STACKED).flat_map(|at| {
        let down = vec2(0.0, at as f32 * (size.y + GAP));
        [(below, down), (right, down), (left, down), (above, -down), (right, -down), (left, -down)]
    });
    let places: Vec<Rect> = stacks.map(|(place, by)| within(place.translate(by), room)).collect();
    let covers = |place: &Rect, areas: &[Rect]| areas.iter().any(|area| area.intersects(*place));
    let best = places.iter().find(|place| !covers(place, kept_free) && !covers(place, texts));
    let over_text = || places.iter().find(|place| !covers(place, kept_free));
    best.or_else(over_text).copied().unwrap_or_else(|| within(below, room))
}

/// Returns how many dice stand in a row, so that all rows are about as long.
const fn dice_per_row(count: usize) -> usize {
    let rows = count.div_ceil(PER_ROW);
    if rows == 0 { 0 } else { count.div_ceil(rows) }
}

/// A roll, laid out: rows of dice with the words below them.
struct RollLayout<'a> {
    roll: &'a UnitRoll,
    words: Arc<Galley>,
    per_row: usize,
    size: Vec2,
}

impl<'a> RollLayout<'a> {
    fn new(painter: &Painter, palette: &Palette, roll: &'a UnitRoll) -> Self {
        let font = FontId::proportional(WORDS);
        let words = painter.layout_no_wrap(roll.words.clone(), font, palette.text);
        let count = roll.faces.drawn_count();
        let per_row = dice_per_row(count);
        let width = (per_row as f32 * STEP).max(words.size().x);
        let height = count.div_ceil(PER_ROW) as f32 * STEP + words.size().y;
        Self { roll, words, per_row, size: vec2(width, height) + Vec2::splat(2.0 * PADDING) }
    }

    fn paint(self, painter: &Painter, palette: &Palette, rect: Rect) {
        let (ground, edge) = (with_alpha(palette.panel, GROUND_ALPHA), Stroke::new(1.0, palette.line));
        painter.rect(rect, CornerRadius::same(4), ground, edge, StrokeKind::Inside);
        let centre = |at: usize| {
            let (column, row) = ((at % self.per_row) as f32, (at / self.per_row) as f32);
            rect.min + Vec2::splat(PADDING) + vec2((column + 0.5) * STEP, (row + 0.5) * STEP)
        };
        match &self.roll.faces {
            DiceFaces::Numbers { sides, faces, hits_from } => {
                for (at, face) in faces.iter().enumerate().take(MOST_DICE) {
                    let is_hit = hits_from.is_some_and(|least| *face >= least);
                    draw_die(painter, palette, centre(at), (*sides, *face, is_hit));
                }
            }
            DiceFaces::Symbols(faces) => {
                for (at, face) in faces.iter().enumerate() {
                    draw_symbol_face(painter, palette, centre(at), face);
                }
            }
            DiceFaces::InWords => {}
        }
        let place = pos2(rect.left() + PADDING, rect.bottom() - PADDING - self.words.size().y);
        painter.galley(place, self.words, palette.text);
    }
}

/// Draws a die with a number: a six-sided one with pips. Hits are green.
fn draw_die(painter: &Painter, palette: &Palette, centre: Pos2, (sides, face, is_hit): (u8, u8, bool)) {
    let (fill, edge, ink) = match is_hit {
        true => (palette.good.gamma_multiply(0.28), palette.good, palette.text),
        false => (palette.raised, palette.dim, palette.dim),
    };
    let square = Rect::from_center_size(centre, Vec2::splat(DIE));
    painter.rect(square, CornerRadius::same(3), fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let pips = pips_of(face);
    if sides == 6 && !pips.is_empty() {
        draw_pips(painter, centre, pips, ink);
    } else {
        painter.text(centre, egui::Align2::CENTER_CENTER, face, FontId::proportional(WORDS), ink);
    }
}

fn draw_pips(painter: &Painter, centre: Pos2, pips: &[(i8, i8)], ink: Color32) {
    let step = DIE * 0.27;
    for (x, y) in pips {
        painter.circle_filled(centre + vec2(f32::from(*x), f32::from(*y)) * step, DIE * 0.095, ink);
    }
}

/// Where the pips of a face are, in steps from the middle; none for faces that a six-sided die does not have.
const fn pips_of(face: u8) -> &'static [(i8, i8)] {
    match face {
        1 => &[(0, 0)],
        2 => &[(-1, -1), (1, 1)],
        3 => &[(-1, -1), (0, 0), (1, 1)],
        4 => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5 => &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        6 => &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
        _ => &[],
    }
}

/// Whether the dice are clicked.
fn is_clicked(context: &egui::Context, shown: &ShownRoll, rect: Rect) -> bool {
    let area = egui::Area::new(egui::Id::new(("dice of a unit", shown.serial)));
    let area = area.order(egui::Order::Middle).fixed_pos(rect.min).constrain(false).fade_in(false);
    let drawn = area.show(context, |ui| ui.allocate_response(rect.size(), egui::Sense::click()));
    let named = drawn.inner.named_button(true, || format!("Dice, {}", shown.roll.words.replace('\n', ", ")));
    let response = named.on_hover_cursor(egui::CursorIcon::PointingHand);
    response.on_hover_text("Click to see this roll in the log.").clicked()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::effects::{FloatingTone, TextSize, TextSubject};
    use crate::panel::tests::shipped_battle;
    use dice::{Dice, Symbols};

    fn roll(dice: Dice, faces: Vec<u8>) -> RollRecord {
        let roll = dice.read(&faces);
        let (why, clause, parts) = ("attack", "SS-ATK-08", Vec::new());
        RollRecord { who: Some(UnitId(1)), why, clause, parts, limit: None, dice, faces, roll }
    }

    fn read(roll: &RollRecord) -> Option<UnitRoll> {
        battle::with_view(&mut shipped_battle("warehouse"), |view| UnitRoll::read(view, roll))
    }

    #[test]
    fn a_roll_is_read_with_its_faces_and_its_result() {
        let hits = read(&roll(Dice::d6_hits(3), vec![6, 2, 5])).expect("the unit is known");
        let faces = DiceFaces::Numbers { sides: 6, faces: vec![6, 2, 5], hits_from: Some(5) };
        assert_eq!((hits.unit, &hits.faces), (UnitId(1), &faces));
        assert!(hits.words.starts_with("attack: 2 "), "{}", hits.words);
        let pool = dice::SymbolPool { ability: 2, ..Default::default() };
        let symbols = read(&roll(Dice::symbols(pool), vec![4, 1])).expect("the unit is known");
        assert_eq!(symbols.faces.drawn_count(), 2);
        assert!(matches!(symbols.faces, DiceFaces::Symbols(_)), "{symbols:?}");
        assert_ne!(Dice::symbols(pool).read(&[4, 1]).symbols, Symbols::default());
        let nobody = RollRecord { who: None, ..roll(Dice::d6_hits(1), vec![6]) };
        assert_eq!(read(&nobody), None);
    }

    #[test]
    fn dice_that_are_not_drawn_are_counted_in_words() {
        let mut faces: Vec<u8> = [6, 1, 1, 1].repeat(4);
        let all_drawn = read(&roll(Dice::d6_hits(16), faces.clone())).expect("the unit is known");
        assert_eq!(all_drawn.faces.drawn_count(), 16);
        assert!(all_drawn.words.starts_with("attack: 4 "), "{}", all_drawn.words);
        faces.extend([5, 6, 2]);
        let more = read(&roll(Dice::d6_hits(19), faces.clone())).expect("the unit is known");
        assert_eq!(more.faces.drawn_count(), 16);
        let (rest, total) = more.words.split_once('\n').expect("two lines");
        assert!(rest.starts_with("+3 more: 2 "), "{rest}");
        assert!(total.starts_with("attack: 6 "), "{total}");
        let sum = DiceFaces::Numbers { sides: 6, faces, hits_from: None };
        assert_eq!(sum.rest_words(("hit", "hits")).as_deref(), Some("+3 more: 13"));
    }

    #[test]
    fn dice_stay_to_be_read_and_make_room_for_the_next_ones_of_their_unit() {
        let roll = |unit: u32| UnitRoll {
            unit: UnitId(unit),
            faces: DiceFaces::Numbers { sides: 6, faces: vec![6], hits_from: Some(5) },
            words: "attack: 1 hit".to_owned(),
        };
        let at = vec2(1.5, 1.5);
        let mut effects = BoardEffects::default();
        effects.show_dice(vec![(roll(1), at), (roll(2), at)]);
        effects.advance(3.0);
        assert!(!effects.is_moving() && !effects.is_empty(), "nothing is drawn for dice that stand still");
        assert!(effects.seconds_of_dice().is_some_and(|left| (left - 0.2).abs() < 1e-4));
        effects.show_dice(vec![(roll(1), at), (roll(1), at)]);
        let units =
            |effects: &BoardEffects| effects.dice.iter().map(|shown| shown.roll.unit.0).collect::<Vec<_>>();
        assert_eq!(units(&effects), [2, 1, 1]);
        effects.advance(0.3);
        assert_eq!(units(&effects), [1, 1]);
        effects.say(TextSubject::place(at), "miss", FloatingTone::Quiet, TextSize::Small);
        assert_eq!((effects.seconds_of_dice(), effects.is_moving()), (None, true), "a text moves");
        effects.advance(3.0);
        assert!(effects.is_empty());
    }

    #[test]
    fn dice_stand_below_their_unit_or_beside_it_where_a_text_is_below() {
        let token = Rect::from_min_size(pos2(100.0, 100.0), Vec2::splat(40.0));
        let room = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0));
        let size = vec2(60.0, 40.0);
        let below = free_place(token, size, (&[], &[]), room);
        assert_eq!(below.min, pos2(90.0, 143.0));
        let beside = free_place(token, size, (&[below], &[]), room);
        assert!(beside.left() > token.right() && !beside.intersects(below), "{beside:?}");
        let at_rim = Rect::from_min_size(pos2(780.0, 570.0), Vec2::splat(30.0));
        assert!(room.contains_rect(free_place(at_rim, size, (&[], &[]), room)));
    }

    #[test]
    fn dice_cover_neither_tokens_nor_other_dice() {
        let room = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0));
        let token = |x, y| Rect::from_min_size(pos2(x, y), Vec2::splat(40.0));
        let (attacker, target) = (token(100.0, 540.0), token(144.0, 540.0));
        let mut kept_free = vec![attacker, target];
        for at in [attacker, target, target, attacker, target, attacker] {
            let place = free_place(at, vec2(120.0, 50.0), (&[room], &kept_free), room);
            assert!(room.contains_rect(place), "{place:?}");
            assert!(!kept_free.iter().any(|taken| taken.intersects(place)), "{place:?}: {kept_free:?}");
            kept_free.push(place);
        }
    }

    #[test]
    fn rows_of_dice_are_about_as_long() {
        assert_eq!([0, 1, 8, 9, 12, 16].map(dice_per_row), [0, 1, 8, 5, 6, 8]);
    }

    #[test]
    fn a_face_has_as_many_pips_as_its_number() {
        for face in 1..=6 {
            assert_eq!(pips_of(face).len(), usize::from(face));
        }
        assert!(pips_of(0).is_empty() && pips_of(7).is_empty());
    }
}
