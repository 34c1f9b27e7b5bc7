//! A square of the board in words, as the viewing side knows it: "Column F, row 7: Moss, Orange, standing, Flesh 8 of
//! 12 left, behind the crate; in reach: run 6 m for 1 AP".

use crate::board::overlay::move_range::BoughtRange;
use crate::objective_text::unit_objective_words;
use crate::panel::widgets::{deadly_harm_text, out_of_action_text, revival_text};
use crate::turn_status::TurnStatus;
use battle::{BattleView, CellSet, Pace, UnitDataItem, format_metres};
use model::{Cell, CellSide, Edge, ObstaclePosition, UnitId};
use rules::{Gauge, GaugeShape, TurnAllowance, list_words, play};

/// What is said of a square besides what is on it.
pub(super) struct SquareContext<'a, 'w, 's> {
    /// The battle, as the viewing side knows it.
    pub view: &'a BattleView<'w, 's>,
    /// The squares in view; `None` without fog of war.
    pub in_view: Option<&'a CellSet>,
    /// The selected unit.
    pub selected: Option<UnitId>,
    /// The squares over which the next move leads first, in order.
    pub waypoints: &'a [Cell],
    /// The squares that need a purchase; `None` without any.
    pub bought: Option<&'a BoughtRange>,
    /// Prices of running and of sprinting for the acting unit: "1 AP".
    pub prices: [String; 2],
}

/// Names a square by letters for its column and the number of its row: "Column F, row 7".
fn square_name(cell: Cell) -> String {
    format!("Column {}, row {}", column_letters(cell.x), cell.y + 1)
}

/// Letters of a column, counted from 0: A to Z, then AA and so on.
fn column_letters(column: i32) -> String {
    let mut letters = Vec::new();
    let mut rest = column;
    while rest >= 0 {
        letters.push(char::from(b'A' + u8::try_from(rest % 26).unwrap_or(0)));
        rest = rest / 26 - 1;
    }
    letters.iter().rev().collect()
}

impl SquareContext<'_, '_, '_> {
    /// Describes a square; `reach` is the pace and the path in half metres of the unit that is to move.
    pub fn describe(&self, cell: Cell, reach: Option<(Pace, u32)>) -> String {
        let view = self.view;
        let name = square_name(cell);
        let is_seen = self.in_view.is_none_or(|seen| seen.contains(cell));
        if !is_seen && view.viewer_knowledge().is_some_and(|known| !known.has_explored(cell)) {
            return format!("{name}: not seen yet");
        }
        let mut parts = Vec::new();
        let occupant = view.unit_at(cell).or_else(|| view.body_at(cell));
        if let Some(unit) = &occupant {
            parts.extend(self.unit_parts(unit));
        }
        let protected = occupant.as_ref().filter(|unit| unit.is_fighting()).map(|unit| *unit.id);
        let protected = protected.or(self.selected.filter(|_| reach.is_some()));
        parts.extend(protected.and_then(|unit| ai::describe_place(view, unit, cell)));
        parts.extend(barrier_text(view, ObstaclePosition::Square(cell)).filter(|_| occupant.is_none()));
        parts.extend(walls_text(view, cell));
        let items = view.items();
        let here = items.iter().filter(|(_, item)| item.cell() == cell);
        parts.extend(here.map(|(_, item)| format!("{} on the ground", item.item().name())));
        parts.extend(view.terrain_at(cell).map(|terrain| terrain.name.to_lowercase()));
        if parts.is_empty() {
            parts.push("empty".to_owned());
        }
        if !is_seen {
            parts.push("out of sight".to_owned());
        }
        parts.extend(waypoint_text(self.waypoints, cell));
        let reach = reach.map(|reach| self.reach_text(reach)).or_else(|| self.bought_text(cell));
        let reach = reach.map(|reach| format!("; {reach}")).unwrap_or_default();
        format!("{name}: {}{reach}", parts.join(", "))
    }

    fn unit_parts(&self, unit: &UnitDataItem) -> Vec<String> {
        let view = self.view;
        let mut parts = vec![unit.identity.name().to_owned(), view.side_name(*unit.side).to_owned()];
        match out_of_action_text(unit) {
            Some(state) => parts.push(state.to_owned()),
            None if unit.is_driven() => {}
            None if unit.is_prone() => parts.push("prone".to_owned()),
            None => parts.push("standing".to_owned()),
        }
        parts.extend(unit_objective_words(view, unit));
        parts.extend(revival_text(view, unit));
        parts.extend(deadly_harm_text(view, unit));
        if unit.is_fighting() {
            let gauges = play::gauges(unit.sheet.get(), unit.health.condition(), view.rules());
            parts.extend(gauges.iter().filter_map(gauge_text));
        }
        if view.round().acting() == Some(*unit.id) {
            let left = play::turn_allowances(&view.unit_snapshot(unit), view.rules());
            parts.push("acting".to_owned());
            parts.extend(left.iter().map(TurnAllowance::text));
        } else {
            let done = TurnStatus::of_unit(view, unit).filter(|status| status.is_done());
            parts.extend(done.map(|status| status.words().to_owned()));
            parts.extend((self.selected == Some(*unit.id)).then(|| "selected".to_owned()));
        }
        parts
    }

    /// Names a square in reach after a purchase: "in reach for a second manoeuvre: 2 Strain".
    fn bought_text(&self, cell: Cell) -> Option<String> {
        let bought = self.bought.filter(|bought| bought.pace_to(cell).is_some())?;
        Some(format!("in reach for a {}", bought.purchase.bought.text()))
    }

    fn reach_text(&self, (pace, half_metres): (Pace, u32)) -> String {
        let (verb, price) = match pace {
            Pace::Walk => ("walk", ""),
            Pace::Run => ("run", self.prices[0].as_str()),
            Pace::Sprint => ("sprint", self.prices[1].as_str()),
        };
        let price = if matches!(price, "" | "free") { String::new() } else { format!(" for {price}") };
        format!("in reach: {verb} {} m{price}", format_metres(half_metres))
    }
}

/// Names the waypoints on a square by their numbers: "waypoint 2"; `None` if the path does not lead over it.
fn waypoint_text(waypoints: &[Cell], cell: Cell) -> Option<String> {
    let here = (1..).zip(waypoints).filter(|(_, waypoint)| **waypoint == cell);
    let numbers: Vec<String> = here.map(|(number, _): (usize, _)| format!("waypoint {number}")).collect();
    (!numbers.is_empty()).then(|| numbers.join(" and "))
}

/// A gauge in words: "Flesh 8 of 12 left", "Wounds: stunned"; `None` if it has nothing to say.
fn gauge_text(gauge: &Gauge) -> Option<String> {
    match &gauge.shape {
        GaugeShape::Rising { now: 0, .. } => None,
        GaugeShape::Words(words) if words.is_empty() => None,
        GaugeShape::Words(_) => Some(format!("{}: {}", gauge.label, gauge.text())),
        _ => gauge.points().map(|_| format!("{} {}", gauge.label, gauge.text())),
    }
}

/// Names a barrier and whether it is open or has a hole.
fn barrier_text(view: &BattleView, place: ObstaclePosition) -> Option<String> {
    let data = view.barrier_at(place)?;
    let kind = data.barrier.kind();
    let state = match (data.state.holed(), data.state.open(), kind.openable) {
        (true, ..) => " with a hole",
        (_, true, _) => ", open",
        (.., true) => ", closed",
        _ => "",
    };
    Some(format!("{}{state}", kind.name.to_lowercase()))
}

/// Names the barriers on the sides of a square: "brick wall to the north and west".
fn walls_text(view: &BattleView, cell: Cell) -> Vec<String> {
    let mut walls: Vec<(String, Vec<&str>)> = Vec::new();
    for side in CellSide::ALL {
        let place = ObstaclePosition::Edge(Edge::new(cell, side));
        let Some(text) = barrier_text(view, place) else { continue };
        match walls.iter_mut().find(|(known, _)| *known == text) {
            Some((_, sides)) => sides.push(side_name(side)),
            None => walls.push((text, vec![side_name(side)])),
        }
    }
    walls.into_iter().map(|(text, sides)| format!("{text} to the {}", list_words(&sides))).collect()
}

fn side_name(side: CellSide) -> &'static str {
    match side {
        CellSide::North => "north",
        CellSide::East => "east",
        CellSide::South => "south",
        CellSide::West => "west",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::GaugeTone;

    #[test]
    fn squares_are_named_by_column_and_row() {
        assert_eq!(square_name(Cell::new(0, 0)), "Column A, row 1");
        assert_eq!(square_name(Cell::new(5, 6)), "Column F, row 7");
        assert_eq!(square_name(Cell::new(25, 11)), "Column Z, row 12");
        assert_eq!(square_name(Cell::new(26, 0)), "Column AA, row 1");
        assert_eq!(square_name(Cell::new(51, 0)), "Column AZ, row 1");
        assert_eq!(square_name(Cell::new(54, 0)), "Column BC, row 1");
    }

    #[test]
    fn gauges_are_read_as_words() {
        let gauge = |label: &'static str, shape| Gauge {
            label: label.into(),
            shape,
            tone: GaugeTone::Body,
            note: String::new(),
            clause: "SS-DMG-05",
        };
        let text = |gauge: Gauge| gauge_text(&gauge);
        assert_eq!(
            text(gauge("Flesh", GaugeShape::Bar { now: 8, max: 12 })).as_deref(),
            Some("Flesh 8 of 12 left")
        );
        assert_eq!(text(gauge("Strain", GaugeShape::Rising { now: 0, max: 9, falls_beyond: false })), None);
        assert_eq!(
            text(gauge("Strain", GaugeShape::Rising { now: 3, max: 9, falls_beyond: false })).as_deref(),
            Some("Strain 6 of 9 left")
        );
        let words = vec!["Stunned".to_owned(), "Stunned".to_owned()];
        assert_eq!(text(gauge("State", GaugeShape::Words(words))).as_deref(), Some("State: 2 x Stunned"));
        assert_eq!(text(gauge("State", GaugeShape::Words(Vec::new()))), None);
    }

    #[test]
    fn waypoints_are_named_by_their_numbers() {
        let [one, other] = [Cell::new(2, 3), Cell::new(4, 3)];
        let text = |cell| waypoint_text(&[one, other, one], cell);
        assert_eq!(text(other).as_deref(), Some("waypoint 2"));
        assert_eq!(text(one).as_deref(), Some("waypoint 1 and waypoint 3"));
        assert_eq!(text(Cell::new(0, 0)), None);
    }
}
