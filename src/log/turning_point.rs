//! Texts of turning points: what came of an order, where the order alone does not tell why the position changed.

use super::log_text::{LogWriter, capitalise, ending_text, plain_text};
use battle::{BattleEvent, BattleView, EventRecord, OrderRecord};
use model::UnitId;
use rules::DownState;

/// Most units that are named.
const MAX_NAMES: usize = 2;

/// What an event did to a unit that changes a position much: the greater changes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Arrived,
    TakenOut,
    Surrendered,
    Fled,
    Escaped,
    Harmed,
}

impl Change {
    /// Finds the change by an event, with its unit.
    fn find(event: &BattleEvent) -> Option<(Self, UnitId)> {
        match event {
            BattleEvent::Arrived { unit, .. } => Some((Self::Arrived, *unit)),
            BattleEvent::WentDown { unit, down, .. } => Some((Self::of_down(*down), *unit)),
            BattleEvent::Escaped { unit } => Some((Self::Escaped, *unit)),
            BattleEvent::Harmed { unit, damage, .. } if *damage > 0 => Some((Self::Harmed, *unit)),
            _ => None,
        }
    }

    fn of_down(down: DownState) -> Self {
        match down {
            DownState::Unconscious | DownState::Dead => Self::TakenOut,
            DownState::Surrendered => Self::Surrendered,
            DownState::Fled => Self::Fled,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Arrived => "arrives on the battlefield",
            Self::TakenOut => "is taken out",
            Self::Surrendered => "surrenders",
            Self::Fled => "flees",
            Self::Escaped => "leaves the battlefield",
            Self::Harmed => "takes damage",
        }
    }
}

/// Lists the units of the greatest change among events, each once.
fn greatest_change(events: &[EventRecord]) -> Option<(Change, Vec<UnitId>)> {
    let changes = || events.iter().filter_map(|record| Change::find(&record.event));
    let (greatest, _) = changes().min()?;
    let mut units = Vec::new();
    for (_, unit) in changes().filter(|(change, _)| *change == greatest) {
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    Some((greatest, units))
}

/// Describes an order that changed the position much, by what came of it: "Vex attacks Pike: Pike is taken out". Of units
/// that arrive, the order before is not the cause: "Kas arrives on the battlefield".
pub fn turning_point_text(view: &BattleView, record: &OrderRecord, order: String) -> String {
    let writer = LogWriter::new(view);
    let Some((change, units)) = greatest_change(&record.events) else {
        let ending = record.events.iter().find_map(|record| match &record.event {
            BattleEvent::Ended(outcome) => Some(ending_text(*outcome, &view.setup().bundle().skirmish.sides)),
            _ => None,
        });
        return match ending {
            Some(ending) => format!("{order}: {ending}"),
            None => order,
        };
    };
    let named = units.iter().take(MAX_NAMES);
    let named = named.map(|unit| plain_text(&writer.unit_action_text(*unit, change.words())));
    let more = units.len().saturating_sub(MAX_NAMES);
    let more = (more > 0).then(|| format!("and {more} more"));
    let result = named.chain(more).collect::<Vec<_>>().join(", ");
    match change {
        Change::Arrived => capitalise(&result),
        _ => format!("{order}: {result}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Cell;

    #[test]
    fn units_that_arrive_or_fall_count_more_than_others() {
        let (vex, pike, kas) = (UnitId(1), UnitId(2), UnitId(3));
        let escaped = EventRecord::new(BattleEvent::Escaped { unit: vex });
        let down = BattleEvent::WentDown { unit: pike, by: Some(vex), down: DownState::Dead };
        let down = EventRecord::new(down);
        let arrived = EventRecord::new(BattleEvent::Arrived { unit: kas, to: Cell::new(1, 1) });
        assert_eq!(greatest_change(&[]), None);
        assert_eq!(greatest_change(std::slice::from_ref(&escaped)), Some((Change::Escaped, vec![vex])));
        let fell = [escaped.clone(), down.clone(), down.clone()];
        assert_eq!(greatest_change(&fell), Some((Change::TakenOut, vec![pike])));
        assert_eq!(greatest_change(&[escaped, down, arrived]), Some((Change::Arrived, vec![kas])));
    }
}
