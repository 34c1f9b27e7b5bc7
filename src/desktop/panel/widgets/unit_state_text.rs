//! Words for units that are not in action: in reserve, down, coming round.

use battle::{BattleView, UnitDataItem};
use battle_log::order_text::direction_name;
use content::Arrival;
use model::Cell;
use rules::{DeadlyHarm, DownState, Revival, play};

/// Says when and where a unit in reserve arrives: "in reserve: arrives at the start of round 3, in the north-east of the map,
/// by the wooden door"; `None` for other units. A later pass is there only if a unit has a turn left for it.
pub(in crate::panel) fn arrival_text(view: &BattleView, unit: &UnitDataItem) -> Option<String> {
    let arrival = unit.out_of_action.arrival()?;
    let grid = view.field().grid();
    let centre = Cell::new(i32::from(grid.width()) / 2, i32::from(grid.height()) / 2);
    let beside = ai::describe_place(view, *unit.id, unit.cell());
    Some(arrival_sentence(arrival, direction_name(centre, unit.cell()), beside.as_deref()))
}

fn arrival_sentence(arrival: Arrival, area: Option<&str>, beside: Option<&str>) -> String {
    let Arrival { round, pass } = arrival;
    let pass = match pass {
        1 => String::new(),
        _ => format!(", pass {pass} (if there is none, at the start of round {})", round.saturating_add(1)),
    };
    let area = area.unwrap_or("middle");
    let beside = beside.map_or_else(String::new, |beside| format!(", {beside}"));
    format!("in reserve: arrives at the start of round {round}{pass}, in the {area} of the map{beside}")
}

/// Returns when a unit in reserve arrives, in few words: "round 3", "round 3, pass 2", in that round "pass 2", and that
/// it waits for a free square if it is due.
pub(crate) fn arrival_label(view: &BattleView, arrival: Arrival) -> String {
    short_arrival_text(arrival, Arrival { round: view.round().number(), pass: view.round().pass() })
}

fn short_arrival_text(Arrival { round, pass }: Arrival, now: Arrival) -> String {
    match pass {
        _ if (Arrival { round, pass }) <= now => "next pass, once a square is free".to_owned(),
        _ if round == now.round => format!("pass {pass}"),
        1 => format!("round {round}"),
        _ => format!("round {round}, pass {pass}"),
    }
}

/// State of a unit that is out of action; `None` if it is not.
pub(crate) fn out_of_action_text(unit: &UnitDataItem) -> Option<&'static str> {
    Some(match (unit.out_of_action.down()?, unit.is_machine()) {
        (DownState::Dead, false) => "dead",
        (DownState::Unconscious, false) => "unconscious",
        (DownState::Dead, true) => "destroyed",
        (DownState::Unconscious, true) => "wrecked",
        (DownState::Surrendered, _) => "surrendered",
        (DownState::Fled, _) => "fled",
    })
}

/// Returns how an unconscious unit may come round; `None` if it cannot.
fn revival(view: &BattleView, unit: &UnitDataItem) -> Option<Revival> {
    if unit.is_machine() || unit.out_of_action.down() != Some(DownState::Unconscious) {
        return None;
    }
    play::revival(unit.sheet.get(), unit.health.condition(), view.rules())
}

/// Says how an unconscious unit may come round; `None` if it cannot.
pub(crate) fn revival_text(view: &BattleView, unit: &UnitDataItem) -> Option<String> {
    revival(view, unit).map(|revival| revival.text)
}

/// Says how much more harm kills an unconscious unit: "dies at 5 more levels of lethal damage"; `None` if it is not unconscious, or
/// no harm kills it.
pub(crate) fn deadly_harm_text(view: &BattleView, unit: &UnitDataItem) -> Option<String> {
    if unit.out_of_action.down() != Some(DownState::Unconscious) {
        return None;
    }
    let harm = play::deadly_harm(unit.sheet.get(), unit.health.condition(), view.rules())?;
    Some(deadly_harm_sentence(&harm, unit.is_machine()))
}

fn deadly_harm_sentence(harm: &DeadlyHarm, is_machine: bool) -> String {
    let verb = if is_machine { "is destroyed" } else { "dies" };
    format!("{verb} at {}", harm.text())
}

/// Returns the label on the board of an unconscious unit that may come round without help, with which its text begins; `None` for
/// others.
pub(crate) fn revival_label(view: &BattleView, unit: &UnitDataItem) -> Option<&'static str> {
    revival(view, unit)?.label()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unconscious_unit_says_what_kills_it() {
        let harm = DeadlyHarm { points: 5, words: ("level", "levels"), clause: "AB-RESUS-09" };
        assert_eq!(deadly_harm_sentence(&harm, false), "dies at 5 more levels");
        assert_eq!(deadly_harm_sentence(&harm, true), "is destroyed at 5 more levels");
    }

    #[test]
    fn a_reserve_says_when_and_where_it_arrives() {
        let text = |pass, area, beside| arrival_sentence(Arrival { round: 3, pass }, area, beside);
        assert_eq!(
            text(1, Some("north-east"), Some("by the wooden door")),
            "in reserve: arrives at the start of round 3, in the north-east of the map, by the wooden door"
        );
        assert_eq!(
            text(2, None, None),
            "in reserve: arrives at the start of round 3, pass 2 (if there is none, at the start of round 4), in the middle of \
             the map"
        );
    }

    #[test]
    fn an_arrival_names_the_pass_of_its_round() {
        let at = |round, pass| Arrival { round, pass };
        let label = |arrival| short_arrival_text(arrival, at(2, 1));
        assert_eq!([label(at(3, 1)), label(at(3, 2))], ["round 3", "round 3, pass 2"]);
        assert_eq!(label(at(2, 2)), "pass 2", "in the round itself");
        assert_eq!(
            [label(at(2, 1)), label(at(1, 3))],
            ["next pass, once a square is free"; 2],
            "no square was free"
        );
    }
}
