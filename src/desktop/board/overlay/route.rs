//! Path to a square: white dots, cost on the way, and total cost.

use bevy_egui::egui::{Align2, Color32, FontId, Rect, Stroke, Vec2, vec2};

use super::move_range::MoveRange;
use super::{Overlay, OverlayCanvas, cell_fill};
use crate::board::atlas::BoardAtlas;
use crate::board::brush::{Brush, SHADE, draw_brackets, draw_number};
use crate::board::viewport;
use crate::panel::action_bar::choices::move_cost_text;
use crate::theme::{Palette, with_alpha};
use battle::validate_order;
use battle::{
    BattleView, Order, OrderError, Pace, SafePaths, TurnPurchase, ValidatedOrder, action_price,
    diagonal_step, falls_on_path, format_metres,
};
use field::path_cost;
use model::{Cell, UnitId};
use rules::play;
use rules::turn_engine::Action;

/// Distance between two dots, in squares.
const DOT_SPACING: f32 = 0.25;

/// Whether squares on a path may harm the unit: hazards, ailments, thin air, falls, armed items.
fn is_dangerous(view: &BattleView, from: Cell, cells: &[Cell]) -> bool {
    let rules = view.rules();
    let harms = |cell: &Cell| {
        view.terrain_at(*cell).is_some_and(|terrain| {
            terrain.hazard.is_some_and(|hazard| play::hazard_note(hazard, rules).is_some())
                || (rules::status::resolution::in_play(rules) && !terrain.strike.inflicts.is_empty())
                || (terrain.airless && play::has_suffocation(rules))
        })
    };
    let is_mined = |cell: &Cell| view.armed_items().iter().any(|(_, armed)| armed.cell() == *cell);
    cells.iter().any(|cell| harms(cell) || is_mined(cell)) || !falls_on_path(view, from, cells).is_empty()
}

/// Formats the price of a way, in the words of the book if it counts no points; nothing if it costs no more.
fn price_text(view: &BattleView, unit: UnitId, pace: Pace, plan: &ValidatedOrder) -> String {
    let action = match pace {
        Pace::Walk => Action::Walk,
        Pace::Run => Action::Run,
        Pace::Sprint => Action::Sprint,
    };
    let own = view.unit(unit).map(|unit| action_price(view, &unit, action, None));
    move_cost_text(view.rules().book(), plan, &own.unwrap_or_default())
}

/// Appends the price of a way to its name, if it has one: "walk 3 m · 1 AP".
fn with_price(way: &str, price: &str) -> String {
    match price {
        "" => way.to_owned(),
        _ => format!("{way} \u{00b7} {price}"),
    }
}

/// Formats the price of a move after a purchase: "second manoeuvre: 2 Strain", "manoeuvre + second manoeuvre: 2 Strain".
/// `points` is what the move costs besides.
pub(crate) fn bought_price_text(view: &BattleView, purchase: &TurnPurchase, points: u8) -> String {
    match points {
        0 => purchase.bought.text(),
        points => format!("{} + {}", play::points_text(view.rules().book(), points), purchase.bought.text()),
    }
}

/// Formats the height of a drop: "3 m", "2.5 m".
fn drop_text(height_cm: u32) -> String {
    match height_cm % 100 {
        0 => format!("{} m", height_cm / 100),
        _ => format!("{:.1} m", f64::from(height_cm) / 100.0),
    }
}

/// A planned path.
#[derive(Clone, Debug)]
pub(crate) struct Route {
    unit: UnitId,
    from: Cell,
    /// The squares over which the player led it, in order.
    waypoints: Vec<Cell>,
    cells: Vec<Cell>,
    /// Half metres spent after each square.
    costs: Vec<u32>,
    pace: Pace,
    /// The unit is prone: it crawls where others walk.
    crawls: bool,
    /// Price of the way: "1 AP", "Free Action", "manoeuvre", "second manoeuvre: 2 Strain"; empty if it costs no more.
    price: String,
    /// What is bought before the way; `None` if nothing is.
    purchase: Option<TurnPurchase>,
    /// The way itself costs health: a run that tires, a manoeuvre with an injury.
    costs_health: bool,
    /// Squares where an opponent may intercept. `SS-INTC-03`.
    struck: Vec<Cell>,
    /// The ground on the way is dangerous.
    dangerous: bool,
    /// The deepest drop on the way, in centimetres; 0 without one.
    drop_cm: u32,
}

impl Route {
    /// Plans the cheapest path to a square, at the slowest pace that the rules allow for it, without a purchase.
    pub fn plan(view: &BattleView, bands: &MoveRange, to: Cell, evade: bool) -> Option<Self> {
        let least = bands.pace_to(to)?;
        let is_valid = |order: &Order| validate_order(view, order).ok();
        let (route, plan) = Self::along(view, (bands, &bands.reach), (to, least, evade), &is_valid)?;
        let price = price_text(view, bands.unit, route.pace, &plan);
        Some(Self { price, ..route })
    }

    /// Plans the path to a square that is out of reach without a purchase.
    pub fn plan_bought(view: &BattleView, bands: &MoveRange, to: Cell, evade: bool) -> Option<Self> {
        let bought = bands.bought()?;
        let least = bought.pace_to(to)?;
        let is_valid = |order: &Order| bought.purchase.validate_move(view, order).ok();
        let (route, plan) = Self::along(view, (bands, &bought.reach), (to, least, evade), &is_valid)?;
        let price = bought_price_text(view, &bought.purchase, plan.points);
        Some(Self { price, purchase: Some(bought.purchase.clone()), ..route })
    }

    /// Plans the cheapest path to a square from this pace on; the price is still open.
    fn along(
        view: &BattleView,
        (bands, reach): (&MoveRange, &SafePaths),
        (to, least, evade): (Cell, Pace, bool),
        is_valid: &dyn Fn(&Order) -> Option<ValidatedOrder>,
    ) -> Option<(Self, ValidatedOrder)> {
        let (unit, from) = (bands.unit, bands.from);
        let cells = reach.path_to(to)?;
        let diagonal = diagonal_step(view.rules());
        let costs = path_cost(view.field().grid(), from, &cells, diagonal).ok()?;
        let paces = [Pace::Walk, Pace::Run, Pace::Sprint].into_iter().filter(|pace| *pace >= least);
        let (pace, plan) = paces
            .filter_map(|pace| {
                let order = Order::Move { unit, path: cells.clone(), pace, evade };
                is_valid(&order).map(|plan| (pace, plan))
            })
            .next()?;
        let interceptions = view.interceptions(unit, &cells);
        let square = |at: usize| at.checked_sub(1).and_then(|at| cells.get(at)).copied();
        let struck = interceptions.into_iter().map(|(at, _)| square(at).unwrap_or(from)).collect();
        let dangerous = is_dangerous(view, from, &cells);
        let drops = falls_on_path(view, from, &cells).into_iter().map(|(_, fall)| fall.height_cm);
        let drop_cm = drops.max().unwrap_or(0);
        let (price, purchase, costs_health) = (String::new(), None, plan.costs_health());
        let crawls = view.unit(unit).is_some_and(|unit| unit.is_prone());
        let route = Self {
            unit,
            from,
            waypoints: bands.waypoints.clone(),
            cells,
            costs,
            pace,
            crawls,
            price,
            purchase,
            costs_health,
            struck,
            dangerous,
            drop_cm,
        };
        Some((route, plan))
    }

    /// Whether more than the way itself is at stake: enemies may strike, the ground is dangerous, a test decides, or the
    /// action is given up for it.
    pub fn is_risky(&self) -> bool {
        !self.struck.is_empty() || self.dangerous || self.pace == Pace::Sprint || self.ends_attacks()
    }

    /// Whether it costs more than what the turn holds: Strain or the action for a further move, or health.
    pub fn has_side_price(&self) -> bool {
        self.purchase.is_some() || self.costs_health
    }

    /// Returns why the move asks for a second click; `None` without a reason of its own.
    pub fn confirmation_reason(&self) -> Option<&str> {
        let reasons = [
            (!self.struck.is_empty(), "enemies may strike on the way"),
            (self.dangerous, "the ground on the way is dangerous"),
            (self.ends_attacks(), "it gives up the attack"),
            (self.pace == Pace::Sprint, "a sprint takes a test"),
            (self.purchase.is_some(), self.price()),
            (self.costs_health, "it costs health or Strain"),
        ];
        reasons.into_iter().find(|(holds, _)| *holds).map(|(_, reason)| reason)
    }

    /// Whether the action is given up for the way.
    fn ends_attacks(&self) -> bool {
        self.purchase.as_ref().is_some_and(|purchase| purchase.bought.ends_attacks)
    }

    /// Returns the order that buys the way, to be given before the move; `None` if nothing is bought.
    pub fn purchase_order(&self) -> Option<Order> {
        self.purchase.as_ref().map(TurnPurchase::order)
    }

    /// Returns the last square.
    pub fn end(&self) -> Cell {
        *self.cells.last().expect("invariant: a path has squares")
    }

    /// Returns the order to move along the path.
    pub fn order(&self) -> Order {
        Order::Move { unit: self.unit, path: self.cells.clone(), pace: self.pace, evade: false }
    }

    /// Returns the squares, without the first one.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns how fast the unit moves.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Checks the move, after its purchase if it has one.
    ///
    /// # Errors
    /// Returns the reason against it.
    pub fn validate(&self, view: &BattleView) -> Result<ValidatedOrder, OrderError> {
        match &self.purchase {
            Some(purchase) => purchase.validate_move(view, &self.order()),
            None => validate_order(view, &self.order()),
        }
    }

    /// Names pace and length: "Walk 3 m there".
    pub fn summary(&self) -> String {
        let verb = match self.pace {
            Pace::Walk if self.crawls => "Crawl",
            Pace::Walk => "Walk",
            Pace::Run => "Run",
            Pace::Sprint => "Sprint",
        };
        format!("{verb} {} m there", format_metres(self.length()))
    }

    /// Returns the price of the way: "1 AP", "Free Action", "second manoeuvre: 2 Strain"; empty if it costs no more.
    pub fn price(&self) -> &str {
        &self.price
    }

    /// Returns the length of the path in half metres, with difficult ground.
    pub fn length(&self) -> u32 {
        self.costs.last().copied().unwrap_or(0)
    }

    /// Draws dots along the path, the cost at every second square, and hatches where an opponent may intercept.
    fn paint(&self, brush: &Brush, art: &BoardAtlas, palette: &Palette) {
        self.paint_interceptions(brush, art, palette);
        let dots = self.dots();
        for (points, least, colour) in [(3.3, 2.0, with_alpha(SHADE, 160)), (2.1, 1.3, Color32::WHITE)] {
            let radius = brush.lens.scaled_points_min(points, least);
            for dot in &dots {
                brush.painter.circle_filled(brush.lens.to_screen(*dot), radius, colour);
            }
        }
        self.paint_waypoints(brush, palette);
        if brush.lens.unit > 30.0 {
            self.paint_costs(brush, palette);
        }
    }

    /// Hatches the squares on which an opponent may intercept the unit, with a sign in their corners.
    fn paint_interceptions(&self, brush: &Brush, art: &BoardAtlas, palette: &Palette) {
        cell_fill::fill_with_pattern(
            brush,
            art,
            "hatch",
            self.struck.iter().copied(),
            with_alpha(palette.caution, 130),
        );
        for cell in &self.struck {
            let side = brush.lens.scaled_points(15.0).max(9.0);
            let corner = brush.lens.cell_rect(*cell).right_top() + vec2(-side * 0.6, side * 0.6);
            brush.painter.circle_filled(corner, side * 0.62, with_alpha(SHADE, 190));
            let place = Rect::from_center_size(corner, Vec2::splat(side));
            brush.painter.add(art.shape("melee", place, 0.0, palette.caution));
        }
    }

    /// Returns points at equal distances along the path, in map positions.
    fn dots(&self) -> Vec<Vec2> {
        let mut here = viewport::cell_centre(self.from);
        let mut dots: Vec<Vec2> = Vec::new();
        let mut carry = 0.5;
        for cell in &self.cells {
            let next = viewport::cell_centre(*cell);
            let way = next - here;
            let length = way.length();
            while carry < length {
                dots.push(here + way * (carry / length));
                carry += DOT_SPACING;
            }
            carry -= length;
            here = next;
        }
        dots
    }

    /// Draws the cost so far at every second square but the last one.
    fn paint_costs(&self, brush: &Brush, palette: &Palette) {
        for (number, (cell, cost)) in self.cells.iter().zip(&self.costs).enumerate() {
            if number % 2 == 1 && number + 1 < self.cells.len() {
                let at = brush.lens.cell_centre(*cell) + brush.lens.scaled_points(1.0) * vec2(8.0, -8.0);
                let font = FontId::proportional(brush.lens.scaled_points(10.0).clamp(9.0, 16.0));
                let text = format_metres(*cost);
                brush.painter.text(at + vec2(1.0, 1.0), Align2::CENTER_CENTER, &text, font.clone(), SHADE);
                brush.painter.text(at, Align2::CENTER_CENTER, text, font, palette.text);
            }
        }
    }

    /// Draws the number of each waypoint.
    fn paint_waypoints(&self, brush: &Brush, palette: &Palette) {
        let radius = brush.lens.scaled_points_min(9.0, 6.0);
        for (number, cell) in (1..).zip(&self.waypoints) {
            let (centre, text) = (brush.lens.cell_centre(*cell), format!("{number}"));
            draw_number(brush.painter, centre, radius, &text, palette.walk, palette.text);
        }
    }

    /// Draws brackets around the square from which a blow follows: the pointer is on its target.
    fn paint_end(&self, canvas: &OverlayCanvas) {
        let OverlayCanvas { brush, palette, .. } = canvas;
        let square = brush.lens.cell_rect(self.end());
        let stroke = Stroke::new(brush.lens.scaled_points_min(2.4, 1.8), palette.walk);
        draw_brackets(brush.painter, square, brush.lens.scaled_points(9.0), stroke);
    }

    /// Draws the cost above the end; once it is marked, how to confirm.
    fn paint_label(&self, canvas: &OverlayCanvas, marked: bool) {
        let palette = canvas.palette;
        let length = format_metres(self.length());
        let price = &self.price;
        let (mut words, colour) = match self.pace {
            Pace::Walk => {
                let verb = if self.crawls { "crawl" } else { "walk" };
                (with_price(&format!("{verb} {length} m"), price), palette.walk)
            }
            Pace::Run => (with_price(&format!("run {length} m"), price), palette.run),
            Pace::Sprint => {
                let way = with_price(&format!("sprint {length} m"), price);
                (format!("{way} \u{00b7} needs a test"), palette.run)
            }
        };
        if self.drop_cm > 0 {
            words.push_str(&format!(" \u{00b7} drops {}", drop_text(self.drop_cm)));
        }
        if marked {
            let why = match () {
                () if !self.struck.is_empty() => "enemies may strike \u{00b7} ",
                () if self.drop_cm > 0 => "",
                () if self.dangerous => "dangerous ground \u{00b7} ",
                () if self.ends_attacks() => "no attack is left then \u{b7} ",
                () if self.costs_health => "it costs health \u{b7} ",
                () => "",
            };
            let what = if self.purchase.is_some() { "buy and move" } else { "move" };
            words.push_str(&format!(" \u{00b7} {why}click again to {what}"));
        }
        canvas.draw_cell_label(self.end(), 0.0, &words, (palette.text, colour));
    }
}

/// The path of the plan.
#[derive(Default)]
pub(super) struct RouteOverlay;

impl Overlay for RouteOverlay {
    fn paint_below_tokens(&self, canvas: &OverlayCanvas) {
        if let Some(route) = &canvas.plan.route {
            route.paint(canvas.brush, canvas.art, canvas.palette);
        }
    }

    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        if let Some(route) = &canvas.plan.route {
            let marked = canvas.session.marked == Some(route.end());
            if canvas.plan.strikes {
                route.paint_end(canvas);
            }
            route.paint_label(canvas, marked);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_that_costs_no_more_names_no_price() {
        assert_eq!(with_price("walk 2.5 m", "Free Action"), "walk 2.5 m \u{00b7} Free Action");
        assert_eq!(with_price("walk 2.5 m", ""), "walk 2.5 m");
    }

    #[test]
    fn drops_are_measured_in_metres() {
        assert_eq!(drop_text(300), "3 m");
        assert_eq!(drop_text(250), "2.5 m");
    }
}
