//! `OverlayCanvas`: what overlays of the board draw with, and the search for places where their labels cover nothing.

use std::cell::RefCell;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::{Align2, Color32, Pos2, Rect, Vec2, pos2, vec2};

use super::damage_map::DamageMap;
use super::toggles::OverlayToggles;
use super::{BoardOverlays, MovePlan};
use crate::board::atlas::BoardAtlas;
use crate::board::brush::{Brush, draw_plate, plate_size};
use crate::board::effects::{TextAreas, distance_between};
use crate::board::viewport;
use crate::knockback_preview::KnockbackPreview;
use crate::panel::floating_areas::least_covering_place;
use crate::panel::floating_rects;
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::Palette;
use battle::BattleView;
use lab::overlay::KnockbackForecast;
use model::{Cell, UnitId};

/// Size of the text of a label beside a square, in points.
const LABEL_POINTS: f32 = 12.0;
/// Size of the text of a label at an arrow, and its distance from the arrow where it stands beside it, in points.
const ARROW_LABEL_POINTS: f32 = 11.0;
const ARROW_GAP: f32 = 4.0;
/// Farther rows above and below an arrow in which its label may stand.
const ARROW_ROWS: [f32; 2] = [2.0, 3.0];
/// Rim of a square that its token leaves free, in squares.
const TOKEN_RIM: f32 = 0.07;
/// Distance from a label above a square to one below it, in squares.
const LABEL_DISTANCE: f32 = 1.6;
/// Difference of distances from a label that is not seen, in points.
const LABEL_SLACK: f32 = 1.0;
/// Rows in which a label beside a square may be, in each direction.
const LABEL_STEPS: u8 = 4;

/// What overlays are drawn with.
pub(in crate::board) struct OverlayCanvas<'a> {
    pub brush: &'a Brush<'a>,
    pub view: &'a BattleView<'a, 'a>,
    pub session: &'a Session,
    pub settings: &'a Settings,
    pub art: &'a BoardAtlas,
    pub palette: &'a Palette,
    pub plan: &'a MovePlan,
    pub knockback: Option<&'a KnockbackForecast>,
    pub toggles: OverlayToggles,
    texts: &'a TextAreas,
    /// Labels beside squares that are drawn already.
    labels: RefCell<Vec<Rect>>,
}

impl OverlayCanvas<'_> {
    /// Keeps labels beside squares away from an area.
    pub fn keep_free(&self, area: Rect) {
        self.labels.borrow_mut().push(area);
    }

    /// Returns where labels and words of a fight are drawn already.
    pub fn drawn_labels(&self) -> Vec<Rect> {
        self.labels.borrow().iter().chain(&self.texts.0).copied().collect()
    }

    /// Draws a label above a square, `lift` points higher. It goes below or aside where it would cover a unit, a number, a word
    /// or another label, or lie under a card, a bar or a list.
    pub fn draw_cell_label(&self, cell: Cell, lift: f32, words: &str, colours: (Color32, Color32)) {
        let (size, places) = self.cell_label_places(cell, lift, words);
        let (covers, units) = self.areas_to_spare();
        let place = least_covering_place(&places, size, [&covers, &units]);
        self.draw_label(place, words, colours);
    }

    /// Draws a label about a unit as [`Self::draw_cell_label`] does, at its square rather than at another unit. It names the unit
    /// where it could be about another one anyway.
    pub fn draw_unit_label(
        &self,
        (cell, unit): (Cell, UnitId),
        lift: f32,
        words: &str,
        colours: (Color32, Color32),
    ) {
        let (covers, units) = self.areas_to_spare();
        let own = self.brush.lens.cell_rect(cell);
        let place_of = |words: &str| {
            let (size, places) = self.cell_label_places(cell, lift, words);
            unit_label_place(&places, size, own, [&covers, &units])
        };
        let (place, is_ambiguous) = place_of(words);
        match self.view.unit(unit).filter(|_| is_ambiguous) {
            Some(named) => {
                let words = named_label(named.identity.name(), words);
                self.draw_label(place_of(&words).0, &words, colours);
            }
            None => self.draw_label(place, words, colours),
        }
    }

    /// Returns the size of a label and the upper left corners at which it can be beside a square, the preferred ones first.
    fn cell_label_places(&self, cell: Cell, lift: f32, words: &str) -> (Vec2, Vec<Pos2>) {
        let (lens, painter) = (self.brush.lens, self.brush.painter);
        let size = plate_size(painter, words, LABEL_POINTS);
        let centre = lens.to_screen(viewport::cell_centre(cell));
        let square = Rect::from_center_size(centre, Vec2::splat(LABEL_DISTANCE * lens.unit));
        (size, label_places(square, (size, lift), lens.clip.shrink(2.0)))
    }

    /// Returns what a label beside a square should not cover, the more important areas first: texts and cards, then units.
    fn areas_to_spare(&self) -> (Vec<Rect>, Vec<Rect>) {
        let units = self.view.units().filter(|unit| unit.out_of_action.on_map());
        let units = units.map(|unit| self.brush.lens.cell_rect(unit.cell())).collect();
        let mut covers = floating_rects(self.brush.painter.ctx());
        covers.extend(self.labels.borrow().iter().chain(&self.texts.0));
        (covers, units)
    }

    fn draw_label(&self, place: Pos2, words: &str, (colour, rim): (Color32, Color32)) {
        let anchor = Align2::LEFT_TOP;
        let shown = draw_plate(self.brush.painter, place, anchor, words, LABEL_POINTS, colour, rim);
        self.labels.borrow_mut().push(shown);
    }

    /// Draws a label at an arrow: the first of the texts that covers no unit, number, word, other label, card, bar or list at one
    /// of these places, in points, or close beside one; none where there is no such place.
    pub fn draw_free_label(&self, places: &[Pos2], texts: &[String], (colour, rim): (Color32, Color32)) {
        let (lens, painter) = (self.brush.lens, self.brush.painter);
        let units = self.view.units().filter(|unit| unit.out_of_action.on_map());
        let token = |cell: Cell| lens.cell_rect(cell).shrink(TOKEN_RIM * lens.unit);
        let mut taken: Vec<Rect> = units.map(|unit| token(unit.cell())).collect();
        taken.extend(floating_rects(painter.ctx()));
        taken.extend(self.labels.borrow().iter().chain(&self.texts.0));
        let room = lens.clip.shrink(2.0);
        let found = texts.iter().find_map(|text| {
            let size = plate_size(painter, text, ARROW_LABEL_POINTS);
            Some((text, free_label_place(places, size, room, &taken)?))
        });
        if let Some((text, place)) = found {
            let (at, anchor) = (place.center(), Align2::CENTER_CENTER);
            let shown = draw_plate(painter, at, anchor, text, ARROW_LABEL_POINTS, colour, rim);
            self.labels.borrow_mut().push(shown);
        }
    }
}

/// A label with the unit that it is about: "Luna, no cover".
fn named_label(unit: &str, words: &str) -> String {
    format!("{unit}, {words}")
}

/// Returns the upper left corner at which a label about a unit covers least; of places that are alike, one that is nearer to the
/// square of the unit than to any other unit. Says as well whether it could be about another unit there.
fn unit_label_place(places: &[Pos2], size: Vec2, own: Rect, [covers, units]: [&[Rect]; 2]) -> (Pos2, bool) {
    let is_here = |unit: &Rect| unit.center().distance(own.center()) <= LABEL_SLACK;
    let is_at_another = |place: Pos2| {
        let area = Rect::from_min_size(place, size);
        let reach = distance_between(area, own) + LABEL_SLACK;
        units.iter().any(|unit| !is_here(unit) && distance_between(area, *unit) <= reach)
    };
    let (clear, astray): (Vec<Pos2>, Vec<Pos2>) =
        places.iter().copied().partition(|place| !is_at_another(*place));
    let place = least_covering_place(&[clear, astray].concat(), size, [covers, units]);
    let shares_square = units.iter().filter(|unit| is_here(unit)).count() > 1;
    (place, shares_square || is_at_another(place))
}

/// Returns where a label is centred at the first of these places, or above, below or beside one of them, inside `room`, without
/// covering what is taken; `None` if it covers something everywhere.
fn free_label_place(places: &[Pos2], size: Vec2, room: Rect, taken: &[Rect]) -> Option<Rect> {
    let away = size / 2.0 + Vec2::splat(ARROW_GAP);
    let rows = |row: f32| [vec2(0.0, -row * away.y), vec2(0.0, row * away.y)];
    let sides = [vec2(away.x, 0.0), vec2(-away.x, 0.0)];
    let offsets = std::iter::once(Vec2::ZERO).chain(rows(1.0)).chain(sides);
    let offsets = offsets.chain(ARROW_ROWS.into_iter().flat_map(rows));
    let at = |offset: Vec2| places.iter().map(move |place| Rect::from_center_size(*place + offset, size));
    let is_free = |rect: &Rect| {
        room.contains_rect(*rect) && !taken.iter().any(|other| other.intersect(*rect).is_positive())
    };
    offsets.flat_map(at).find(is_free)
}

/// Returns the upper left corners at which a label beside a square can be, the preferred ones first: above it or below it,
/// in the middle, towards either side, and farther away; all inside `room`.
fn label_places(square: Rect, (size, lift): (Vec2, f32), room: Rect) -> Vec<Pos2> {
    let rows = |away: f32| [square.top() - lift - away - size.y, square.bottom() + lift + away];
    let left = [
        square.center().x - size.x / 2.0,
        square.right() - size.x,
        square.left(),
        square.left() - size.x,
        square.right(),
    ];
    let step = size.y + 4.0;
    let farther = (0..LABEL_STEPS).map(|number| rows(f32::from(number) * step));
    let all = farther.flat_map(move |rows| rows.into_iter().flat_map(move |y| left.map(|x| pos2(x, y))));
    let limit = pos2((room.right() - size.x).max(room.left()), (room.bottom() - size.y).max(room.top()));
    // A label is never pushed back over its own square.
    let is_inside = |place: &Pos2| (room.top()..=limit.y).contains(&place.y);
    let inside: Vec<Pos2> = all
        .clone()
        .filter(is_inside)
        .map(|place| pos2(place.x.clamp(room.left(), limit.x), place.y))
        .collect();
    if inside.is_empty() { all.map(|place| place.clamp(room.min, limit)).collect() } else { inside }
}

/// Resources that overlays are drawn with.
#[derive(SystemParam)]
pub(super) struct OverlayPainter<'w, 's> {
    view: BattleView<'w, 's>,
    session: Res<'w, Session>,
    settings: Res<'w, Settings>,
    art: Res<'w, BoardAtlas>,
    pub overlays: Res<'w, BoardOverlays>,
    toggles: Res<'w, OverlayToggles>,
    pub damage: Res<'w, DamageMap>,
    knockback: Res<'w, KnockbackPreview>,
    texts: Res<'w, TextAreas>,
}

impl OverlayPainter<'_, '_> {
    pub fn canvas<'a>(&'a self, brush: &'a Brush) -> OverlayCanvas<'a> {
        OverlayCanvas {
            brush,
            view: &self.view,
            session: &self.session,
            settings: &self.settings,
            art: &self.art,
            palette: self.settings.palette(),
            plan: &self.overlays.plan,
            knockback: self.knockback.knockback_field(),
            toggles: *self.toggles,
            texts: &self.texts,
            labels: RefCell::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_about_a_unit_stands_at_that_unit_or_names_it() {
        let room = Rect::from_min_max(pos2(0.0, 0.0), pos2(900.0, 700.0));
        let cell = |x: f32, y: f32| Rect::from_min_size(pos2(40.0 * x, 40.0 * y), vec2(40.0, 40.0));
        let own = cell(10.0, 8.0);
        let place = |width: f32, others: &[Rect]| {
            let size = vec2(width, 18.0);
            let places = label_places(own.expand(12.0), (size, 0.0), room);
            let units = [&[own][..], others].concat();
            let (corner, is_ambiguous) = unit_label_place(&places, size, own, [&[], &units]);
            (Rect::from_min_size(corner, size), is_ambiguous)
        };
        let (alone, is_ambiguous) = place(70.0, &[]);
        assert!(alone.bottom() < own.top() && !is_ambiguous, "{alone}");
        // Another unit two squares above: a label between the two stands nearer to its own, or goes below.
        let above = cell(10.0, 6.0);
        let (between, is_ambiguous) = place(70.0, &[above]);
        assert!(distance_between(between, own) < distance_between(between, above), "{between}");
        assert!(!is_ambiguous);
        // Neighbours in its row: a wide label is above them as well.
        let row = [cell(9.0, 8.0), cell(11.0, 8.0)];
        assert!(place(200.0, &row).1, "it reaches over both");
        assert!(!place(20.0, &row).1, "a short one stands above its unit alone");
        assert!(place(70.0, &[own]).1, "a body lies on the same square");
        assert_eq!(named_label("Luna", "no cover"), "Luna, no cover");
    }

    #[test]
    fn labels_of_arrows_cover_neither_each_other_nor_tokens() {
        let room = Rect::from_min_max(pos2(0.0, 0.0), pos2(600.0, 400.0));
        let token = |x: f32| Rect::from_center_size(pos2(x, 200.0), Vec2::splat(38.0));
        // Two fighters two squares apart with an attack each on the other, and one between them.
        let mut taken = vec![token(200.0), token(288.0)];
        let places = [0.5, 0.4, 0.6].map(|share| pos2(200.0 + 88.0 * share, 200.0));
        for width in [40.0, 90.0, 120.0] {
            let size = vec2(width, 18.0);
            let place = free_label_place(&places, size, room, &taken).expect("above or below there is room");
            assert!(room.contains_rect(place), "{place:?}");
            let covers = |other: &Rect| other.intersect(place).is_positive();
            assert!(!taken.iter().any(covers), "{place:?} {taken:?}");
            taken.push(place);
        }
        assert_eq!(free_label_place(&places, vec2(90.0, 18.0), room, &[room]), None, "everything is taken");
    }

    #[test]
    fn a_label_covers_neither_units_nor_cards_where_there_is_room() {
        let room = Rect::from_min_max(pos2(200.0, 100.0), pos2(1000.0, 800.0));
        let size = vec2(260.0, 20.0);
        let cell = |x: f32, y: f32| Rect::from_min_size(pos2(x, y), vec2(34.0, 34.0));
        let place = |square: Rect, others: &[Rect]| {
            let places = label_places(square.expand(10.0), (size, 22.0), room);
            let corner = least_covering_place(&places, size, [others, &[]]);
            Rect::from_min_size(corner, size)
        };
        let square = cell(500.0, 400.0);
        let free = place(square, &[]);
        assert!((free.center().x - square.center().x).abs() < 0.1 && free.bottom() < square.top(), "{free}");
        let unit = cell(500.0, 330.0);
        let aside = place(square, &[unit]);
        assert!(!aside.intersects(unit) && !aside.intersects(square) && room.contains_rect(aside), "{aside}");
        let bar = Rect::from_min_max(pos2(200.0, 100.0), pos2(500.0, 150.0));
        let below = place(cell(480.0, 160.0), &[bar]);
        assert!(!below.intersects(bar) && room.contains_rect(below), "{below}");
        let miss = Rect::from_center_size(pos2(517.0, 360.0), vec2(50.0, 20.0));
        let off_word = place(square, &[miss]);
        assert!(!off_word.intersects(miss) && !off_word.intersects(square), "{off_word}");
        let top = place(cell(480.0, 100.0), &[]);
        assert!(top.top() > 134.0, "the board ends above: {top}");
    }
}
