//! Line to a target with everything it crosses, and hints at other targets of an action.

use bevy_egui::egui::{Pos2, Rect, Stroke, Vec2};

use super::legend::LegendEntry;
use super::move_range::MoveRange;
use super::vision::barrier_name;
use super::{Overlay, OverlayCanvas, OverlayInputs};
use crate::attack_forecast::{AttackQuery, ForecastCache};
use crate::board::brush::{Brush, SHADE, draw_brackets, draw_number};
use crate::board::viewport;
use crate::session::Intent;
use crate::target_cover::TargetCover;
use crate::theme::{Palette, with_alpha};
use battle::validate_order;
use battle::{BattleView, CarriedItem, Order, Target, UnitDataItem, is_offered_on};
use field::{CrossedObstacle, LineOfFire};
use model::{Cell, ObstaclePosition, UnitId};
use rules::WeaponReach;

/// Distance from the centre of a square to the rim of its token, in squares.
const TOKEN_RIM: f32 = 0.44;

/// Returns everything a shot crosses, in the order numbered on the board and in the card: first what even a clean hit
/// must penetrate, then what hides the target, each once.
pub(crate) fn numbered_crossings(line: &LineOfFire) -> Vec<CrossedObstacle> {
    let mut all = line.clear.clone();
    for crossing in &line.cover {
        if !all.iter().any(|known| known.id == crossing.id) {
            all.push(*crossing);
        }
    }
    all
}

/// A line to a target.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TargetLine {
    from: Vec2,
    to: Vec2,
    /// The target's square, if it fills one.
    square: Option<Cell>,
    /// The target, if it is a unit.
    unit: Option<UnitId>,
    crossed: Vec<CrossedObstacle>,
    seen: bool,
    /// Whether the attack along it is refused: the line is no aim then.
    refused: bool,
    /// Words at the target: its cover against the attack, or that it is not seen.
    label: Option<String>,
}

impl TargetLine {
    /// Builds the line from a unit to the hovered enemy, else barrier. It is shown together with the card.
    fn from_hover(inputs: &OverlayInputs, unit: &UnitDataItem) -> Option<Self> {
        let (view, hover) = (inputs.view, inputs.session.shown_hover()?);
        let from = viewport::cell_centre(unit.cell());
        let target = hover.unit.filter(|id| id != unit.id).and_then(|id| view.unit(id));
        if let Some(target) = target.filter(|target| target.side != unit.side) {
            let aim = Target::Unit(*target.id);
            let query = inputs.aimed.query().filter(|query| query.target == aim);
            if query.is_some() && inputs.aimed.is_refused() {
                let line = Self::between_units(inputs, (unit, &target), None);
                return Some(Self { refused: true, label: None, ..line });
            }
            return Some(Self::between_units(inputs, (unit, &target), query));
        }
        let (_, place) = view.field().barrier(hover.barrier?)?;
        let square = match place {
            ObstaclePosition::Square(cell) => Some(cell),
            ObstaclePosition::Edge(_) => None,
        };
        let to = viewport::place_middle(place);
        let crossed = Vec::new();
        Some(Self { from, to, square, unit: None, crossed, seen: true, refused: false, label: None })
    }

    /// Builds the line between two units, for an attack on the second one if there is any.
    fn between_units(
        inputs: &OverlayInputs,
        (unit, target): (&UnitDataItem, &UnitDataItem),
        query: Option<&AttackQuery>,
    ) -> Self {
        // A blow after a walk is struck from where the walk ends.
        let walked = query.and_then(|query| Some(inputs.aimed.approach()?.query_after(query)));
        let query = walked.as_ref().or(query);
        let start = query.map_or(unit.cell(), |query| query.from);
        let line = inputs.view.line_of_fire(start, unit.body(), target);
        let crossed = numbered_crossings(&line);
        let carried = query.and_then(|query| unit.inventory.get(query.weapon));
        let label = match (line.seen, query) {
            (false, _) => blind_label(carried.is_some_and(CarriedItem::is_melee)),
            // What is in the open with nothing between needs no words.
            (true, Some(query)) if line.hidden > 0 || !crossed.is_empty() => cover_label(inputs, query),
            (true, _) => None,
        };
        Self {
            from: viewport::cell_centre(start),
            to: viewport::cell_centre(target.cell()),
            square: Some(target.cell()),
            unit: Some(*target.id),
            crossed,
            seen: line.seen,
            refused: false,
            label,
        }
    }

    /// Builds the line of the attack that the open prompt is about.
    fn for_open_prompt(inputs: &OverlayInputs, query: &AttackQuery) -> Option<Self> {
        let (unit, Target::Unit(target)) = (inputs.view.unit(query.attacker)?, query.target) else {
            return None;
        };
        unit.inventory.get(query.weapon)?;
        Some(Self::between_units(inputs, (&unit, &inputs.view.unit(target)?), Some(query)))
    }

    /// Returns where a crossed barrier is on the line.
    fn crossing_position(&self, crossing: &CrossedObstacle) -> Vec2 {
        let way = self.to - self.from;
        let share = (viewport::place_middle(crossing.place) - self.from).dot(way) / way.length_sq().max(1e-6);
        self.from + way * share.clamp(0.0, 1.0)
    }

    /// Draws the line, numbers at crossings, brackets around the target unless its attack is refused, and its label.
    fn paint(&self, canvas: &OverlayCanvas) {
        let OverlayCanvas { brush, palette, .. } = canvas;
        let (lens, painter) = (brush.lens, brush.painter);
        // From rim to rim, so that the tokens stay visible.
        let way = self.to - self.from;
        let rim = way.normalized() * TOKEN_RIM.min(way.length() * 0.3);
        let stop = if self.square.is_some() { self.to - rim } else { self.to };
        let ends = [lens.to_screen(self.from + rim), lens.to_screen(stop)];
        let width = lens.scaled_points_min(2.0, 1.5);
        painter.line_segment(ends, Stroke::new(width + 2.0, with_alpha(SHADE, 150)));
        let colour = if self.refused { palette.dim } else { palette.harm };
        if self.seen && !self.refused {
            painter.line_segment(ends, Stroke::new(width, colour));
        } else {
            let stroke = Stroke::new(width, colour);
            painter.extend(bevy_egui::egui::Shape::dashed_line(&ends, stroke, 7.0, 5.0));
        }
        if !self.refused {
            self.paint_brackets(canvas);
        }
        let radius = lens.scaled_points(8.0).clamp(7.5, 15.0);
        let places = self.crossed.iter().map(|crossing| lens.to_screen(self.crossing_position(crossing)));
        let places = keep_apart(places, ends[1] - ends[0], 2.0 * radius + 2.0);
        for ((number, crossing), at) in (1..).zip(&self.crossed).zip(places) {
            let rim = if crossing.transparent { palette.glass } else { palette.caution };
            draw_number(painter, at, radius, &i32::to_string(&number), rim, palette.text);
        }
        self.paint_label(canvas);
    }

    /// Draws brackets around the target.
    fn paint_brackets(&self, canvas: &OverlayCanvas) {
        let OverlayCanvas { brush, palette, .. } = canvas;
        let (lens, painter) = (brush.lens, brush.painter);
        let target = match self.square {
            Some(cell) => lens.cell_rect(cell).expand(lens.scaled_points(2.0)),
            None => Rect::from_center_size(lens.to_screen(self.to), Vec2::splat(lens.unit * 0.5)),
        };
        let arm = lens.scaled_points(9.0);
        draw_brackets(
            painter,
            target,
            arm,
            Stroke::new(lens.scaled_points_min(4.6, 3.4), with_alpha(SHADE, 190)),
        );
        draw_brackets(painter, target, arm, Stroke::new(lens.scaled_points_min(2.4, 1.8), palette.harm));
    }

    fn paint_label(&self, canvas: &OverlayCanvas) {
        let (Some(words), Some(target)) = (&self.label, self.square.zip(self.unit)) else { return };
        let palette = canvas.palette;
        canvas.draw_unit_label(target, 0.0, words, (palette.text, with_alpha(palette.harm, 150)));
    }
}

/// Words at a target that is not seen: it can be shot at anyway, but not struck.
fn blind_label(is_melee: bool) -> Option<String> {
    (!is_melee).then(|| "not seen: blind fire".to_owned())
}

/// Words for the cover of the target against an attack; `None` for a blow at a target in the open.
fn cover_label(inputs: &OverlayInputs, query: &AttackQuery) -> Option<String> {
    let mut odds = inputs.odds.borrow_mut();
    let odds: &mut ForecastCache = &mut odds;
    let cover = TargetCover::of_attack(inputs.view, odds, query)?;
    Some(cover.label(inputs.view.rules()))
}

/// Moves places on a line aside, so that none is nearer to an earlier one than `distance`.
fn keep_apart(places: impl Iterator<Item = Pos2>, way: Vec2, distance: f32) -> Vec<Pos2> {
    let aside = way.normalized().rot90() * distance;
    let mut kept: Vec<Pos2> = Vec::new();
    for place in places {
        let moved = [0.0, 1.0, -1.0, 2.0, -2.0].map(|steps| place + aside * steps);
        let is_free = |at: &&Pos2| kept.iter().all(|other| other.distance(**at) >= distance - 0.5);
        let at = *moved.iter().find(is_free).unwrap_or(&place);
        kept.push(at);
    }
    kept
}

impl Overlay for Option<TargetLine> {
    /// Follows the aimed attack, or the attack that the open prompt is about.
    fn follow_pointer(&mut self, inputs: &OverlayInputs) {
        let query = AttackQuery::for_open_prompt(inputs.view, inputs.history).filter(|_| !inputs.is_ai_turn);
        *self = match (query, inputs.session.intent) {
            (Some(query), _) => TargetLine::for_open_prompt(inputs, &query),
            (None, Intent::Attack { weapon, .. }) => inputs
                .fighter()
                .filter(|unit| unit.inventory.get(weapon).is_some())
                .and_then(|unit| TargetLine::from_hover(inputs, unit)),
            (None, Intent::Move) => inputs.aimed.query().and_then(|query| {
                let unit = inputs.view.unit(query.attacker)?;
                unit.inventory.get(query.weapon)?;
                TargetLine::from_hover(inputs, &unit)
            }),
            _ => None,
        };
    }

    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        if let Some(line) = self {
            line.paint(canvas);
        }
    }

    fn legend(&self, canvas: &OverlayCanvas) -> Vec<LegendEntry> {
        let crossed = self.iter().flat_map(|line| &line.crossed);
        let names: Vec<String> = crossed.map(|crossing| barrier_name(canvas.view, crossing.id)).collect();
        let words = crossings_words(&names);
        let entry = |words: String| LegendEntry::new("", canvas.palette.caution, &words).chosen();
        words.map(entry).into_iter().collect()
    }
}

/// Says what the numbers on a line stand for: "circles on the line: (1) crate, (2) window"; `None` without any.
fn crossings_words(names: &[String]) -> Option<String> {
    let numbered: Vec<String> =
        (1..).zip(names).map(|(number, name): (usize, _)| format!("({number}) {name}")).collect();
    (!numbered.is_empty()).then(|| format!("circles on the line: {}", numbered.join(", ")))
}

/// A possible target of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TargetHint {
    /// The reach of a melee weapon.
    Reach {
        /// Position of the wielder.
        from: Cell,
        /// Reach in squares.
        rings: u32,
    },
    /// A door to open or close.
    Door(ObstaclePosition),
    /// An item to pick up.
    Item(Cell),
    /// The target that an attack is aimed at, wherever the pointer is.
    Aim(Cell),
}

impl TargetHint {
    /// Draws an outline or brackets.
    pub fn paint(&self, brush: &Brush, palette: &Palette) {
        let stroke = Stroke::new(brush.lens.scaled_points_min(2.0, 1.5), palette.caution);
        match self {
            Self::Reach { from, rings } => {
                let side = brush.lens.unit * (2 * rings + 1) as f32;
                let rect = Rect::from_center_size(brush.lens.cell_centre(*from), Vec2::splat(side));
                let corners = [
                    rect.left_top(),
                    rect.right_top(),
                    rect.right_bottom(),
                    rect.left_bottom(),
                    rect.left_top(),
                ];
                let colour = with_alpha(palette.harm, 170);
                let stroke = Stroke::new(brush.lens.scaled_points_min(1.8, 1.3), colour);
                brush.painter.extend(bevy_egui::egui::Shape::dashed_line(&corners, stroke, 6.0, 4.0));
                brush.painter.rect_filled(rect, 0.0, with_alpha(palette.harm, 14));
            }
            Self::Door(place) => {
                let middle = brush.lens.to_screen(viewport::place_middle(*place));
                let rect = Rect::from_center_size(middle, Vec2::splat(brush.lens.unit * 0.8));
                draw_brackets(brush.painter, rect, brush.lens.scaled_points(8.0), stroke);
            }
            Self::Aim(cell) => {
                let stroke = Stroke::new(stroke.width, palette.harm);
                let radius = brush.lens.unit * 0.52;
                brush.painter.circle_stroke(brush.lens.cell_centre(*cell), radius, stroke);
            }
            Self::Item(cell) => draw_brackets(
                brush.painter,
                brush.lens.cell_rect(*cell).shrink(2.0),
                brush.lens.scaled_points(8.0),
                stroke,
            ),
        }
    }
}

impl Overlay for Vec<TargetHint> {
    fn follow_pointer(&mut self, inputs: &OverlayInputs) {
        let hints = inputs.fighter().map(|unit| match inputs.session.intent {
            Intent::Attack { weapon, .. } => {
                let aim = inputs.session.marked.map(TargetHint::Aim);
                melee_reach_hints(unit, weapon).into_iter().chain(aim).collect()
            }
            Intent::SpecialAction { key } => neighbour_hints(inputs.view, unit, key),
            Intent::Door => door_hints(inputs.view, unit, inputs.plan.range.as_ref()),
            Intent::PickUp => item_hints(inputs.view, unit),
            Intent::Move | Intent::PlaceItem { .. } => Vec::new(),
        });
        *self = hints.unwrap_or_default();
    }

    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        for hint in self {
            hint.paint(canvas.brush, canvas.palette);
        }
    }

    fn legend(&self, canvas: &OverlayCanvas) -> Vec<LegendEntry> {
        let words = reach_words(self);
        words.map(|words| LegendEntry::new("", canvas.palette.harm, words)).into_iter().collect()
    }
}

/// Explains the outline of the reach of a melee weapon; `None` if none is drawn.
fn reach_words(hints: &[TargetHint]) -> Option<&'static str> {
    let has_reach = hints.iter().any(|hint| matches!(hint, TargetHint::Reach { .. }));
    has_reach.then_some("reach of the attack")
}

/// Returns the reach of a melee weapon.
fn melee_reach_hints(unit: &UnitDataItem, weapon: usize) -> Vec<TargetHint> {
    let reach = unit.inventory.get(weapon).map(CarriedItem::reach);
    let rings = match reach {
        Some(WeaponReach::Melee { beyond }) => Some(1 + beyond),
        _ => None,
    };
    rings.map(|rings| TargetHint::Reach { from: unit.cell(), rings }).into_iter().collect()
}

/// Returns the adjacent units that can be the target of a special action, enemies only where it is no treatment.
fn neighbour_hints(view: &BattleView, unit: &UnitDataItem, action: &str) -> Vec<TargetHint> {
    let here = unit.cell();
    let near = |other: &UnitDataItem| other.id != unit.id && other.cell().chebyshev_distance(here) <= 1;
    let allowed = |other: &UnitDataItem| {
        let (key, target) = (action.to_owned(), Some(*other.id));
        let order = Order::SpecialAction { unit: *unit.id, action: key, target, weapon: None };
        is_offered_on(view, unit, action, other) && validate_order(view, &order).is_ok()
    };
    let beside = view.units().filter(|other| near(other) && other.out_of_action.on_map() && allowed(other));
    beside.map(|other| TargetHint::Item(other.cell())).collect()
}

/// Returns the doors next to a unit, and those next to a square in its reach.
fn door_hints(view: &BattleView, unit: &UnitDataItem, range: Option<&MoveRange>) -> Vec<TargetHint> {
    let here = unit.cell();
    let is_reached = |cell: Cell| cell == here || range.is_some_and(|range| range.pace_to(cell).is_some());
    let beside = |place: ObstaclePosition| match place {
        ObstaclePosition::Edge(edge) => edge.cells().into_iter().any(is_reached),
        ObstaclePosition::Square(cell) => cell.chebyshev_distance(here) == 1,
    };
    let places = view.field().barriers().filter(|(_, place)| beside(*place));
    let opens = |data: &battle::BarrierDataItem| data.barrier.kind().openable && !data.state.holed();
    places
        .filter(|(id, _)| view.barrier(*id).as_ref().is_some_and(opens))
        .map(|(_, place)| TargetHint::Door(place))
        .collect()
}

/// Returns the items within a unit's reach.
fn item_hints(view: &BattleView, unit: &UnitDataItem) -> Vec<TargetHint> {
    let here = unit.cell();
    view.items()
        .into_iter()
        .filter(|(_, item)| item.cell().chebyshev_distance(here) <= 1)
        .map(|(_, item)| TargetHint::Item(item.cell()))
        .collect()
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;

    use super::*;
    use model::{BarrierId, CellSide, Edge};

    #[test]
    fn only_what_shoots_fires_blindly() {
        assert_eq!(blind_label(false).as_deref(), Some("not seen: blind fire"));
        assert_eq!(blind_label(true), None, "a club");
    }

    #[test]
    fn the_outline_of_a_reach_is_explained() {
        let (item, reach) =
            (TargetHint::Item(Cell::new(1, 1)), TargetHint::Reach { from: Cell::new(1, 1), rings: 1 });
        assert_eq!(reach_words(&[item, reach]), Some("reach of the attack"));
        assert_eq!(reach_words(&[item]), None);
        assert_eq!(reach_words(&[]), None);
    }

    #[test]
    fn the_numbers_on_a_line_are_explained() {
        let names = ["crate", "window"].map(str::to_owned);
        assert_eq!(crossings_words(&names).as_deref(), Some("circles on the line: (1) crate, (2) window"));
        assert_eq!(crossings_words(&[]), None);
    }

    #[test]
    fn numbers_on_a_line_do_not_overlap() {
        let along = [0.0, 40.0, 44.0, 46.0, 100.0].map(|x| Pos2::new(x, 10.0));
        let kept = keep_apart(along.into_iter(), vec2(200.0, 0.0), 16.0);
        assert_eq!((kept[0], kept[1], kept[4]), (along[0], along[1], along[4]), "these have room");
        for (number, at) in kept.iter().enumerate() {
            assert!(kept[..number].iter().all(|other| other.distance(*at) >= 15.0), "{kept:?}");
        }
    }

    #[test]
    fn each_crossed_barrier_is_numbered_once() {
        let crossing = |id: BarrierId| CrossedObstacle {
            id,
            place: ObstaclePosition::Edge(Edge::new(Cell::new(id.0 as i32, 0), CellSide::West)),
            transparent: id == BarrierId(7),
            hides: 10,
        };
        let line = LineOfFire {
            hidden: 30,
            seen: true,
            clear: vec![crossing(BarrierId(7))],
            cover: vec![crossing(BarrierId(7)), crossing(BarrierId(2))],
        };
        let ids: Vec<_> = numbered_crossings(&line).iter().map(|crossing| crossing.id).collect();
        assert_eq!(ids, [BarrierId(7), BarrierId(2)]);
    }

    #[test]
    fn a_number_sits_on_the_line() {
        let fire = TargetLine {
            from: vec2(0.5, 0.5),
            to: vec2(4.5, 0.5),
            square: None,
            unit: None,
            crossed: Vec::new(),
            seen: true,
            refused: false,
            label: None,
        };
        let place = ObstaclePosition::Edge(Edge::new(Cell::new(2, 0), CellSide::West));
        let at =
            fire.crossing_position(&CrossedObstacle { id: BarrierId(0), place, transparent: true, hides: 0 });
        assert!((at - vec2(2.0, 0.5)).length() < 1e-5);
    }
}
