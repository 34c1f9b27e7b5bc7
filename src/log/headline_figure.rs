//! Figures at the right of headlines: the result of an attack, the distance of a move.

use super::chosen_posture::chooses_to_drop;
use super::gauge_changes::{count_points, lost_of_damage};
use super::log_text::{LogSpan, LogWriter, TextTone, span};
use super::names::result_word;
use super::posture_words::posture_words;
use battle::{
    BattleEvent, BattleView, EventRecord, FORCED_ACTION_KEY, Order, StatusKind, Target, diagonal_step,
    format_metres,
};
use dice::RuleText;
use model::{Cell, UnitId};
use rules::{HealthCause, HealthState, HitResult, knockback, play};

/// The result of an attack that does not hit cleanly, the same in headlines and in the lines below them.
pub(crate) fn missed_figure(contact: HitResult) -> LogSpan {
    let tone = match contact {
        HitResult::Miss | HitResult::Blocked => TextTone::Dim,
        HitResult::Graze | HitResult::Hit => TextTone::Caution,
    };
    span(result_word(contact), tone)
}

/// The attacker, the target and the result of a resolved attack; `None` for other events.
fn resolved_attack(record: &EventRecord) -> Option<(UnitId, Target, HitResult, &RuleText)> {
    match &record.event {
        BattleEvent::AttackResolved { unit, target, contact, words, .. } => {
            Some((*unit, *target, *contact, words))
        }
        _ => None,
    }
}

/// A further attack of the same order, declared after the first one was resolved: its target, and its result in words.
fn second_attack<'e>(events: &[&'e EventRecord]) -> Option<(Target, HitResult, &'e RuleText)> {
    let mut following = events.iter().copied();
    let (attacker, ..) = following.find_map(resolved_attack)?;
    following.find(
        |record| matches!(&record.event, BattleEvent::AttackDeclared { unit, .. } if *unit == attacker),
    )?;
    let mut results = following.filter_map(resolved_attack).filter(|(unit, ..)| *unit == attacker);
    results.next().map(|(_, target, contact, words)| (target, contact, words))
}

/// The result of an attack that does no damage but moves or fells its target: "thrown back 3 m", "knocked down". A target that
/// lies down of its own will is not felled.
fn forced_result(target: Target, events: &[&EventRecord], view: &BattleView) -> Option<LogSpan> {
    let Target::Unit(target) = target else { return None };
    let thrown = events.iter().find_map(|record| match &record.event {
        BattleEvent::RuleNote { unit, text, .. } if *unit == target => knockback::thrown_metres(text),
        _ => None,
    });
    let falls = || {
        let is_felled = events.iter().any(|record| {
            matches!(&record.event, BattleEvent::StatusSet { unit, status }
                if *unit == target && status.kind == StatusKind::Prone)
        });
        is_felled && !chooses_to_drop(events.iter().copied(), target, view.rules())
    };
    match thrown {
        Some(metres) => Some(span(format!("thrown back {metres} m"), TextTone::Caution)),
        None => falls().then(|| span(posture_words(view).knocked, TextTone::Caution)),
    }
}

/// The damage that an attack does only by throwing its target: "1 health level from the crash", "3 damage from the fall".
/// `words` name the damage of the book. `None` if the throw does not hurt it.
fn thrown_harm(target: Target, events: &[&EventRecord], words: &str) -> Option<LogSpan> {
    let Target::Unit(target) = target else { return None };
    let impact = events.iter().find_map(|record| match &record.event {
        BattleEvent::RuleNote { unit, text, .. } if *unit == target => knockback::flight_impact(text),
        _ => None,
    })?;
    let harm: u32 = events
        .iter()
        .map(|record| match &record.event {
            BattleEvent::Harmed { unit, damage, .. } if *unit == target => *damage,
            _ => 0,
        })
        .sum();
    thrown_words(harm, words, impact)
}

/// Words the damage of a throw: "3 damage from the fall"; `None` for none.
fn thrown_words(harm: u32, words: &str, impact: &str) -> Option<LogSpan> {
    let text = || format!("{} from the {impact}", count_points(harm, words));
    (harm > 0).then(|| span(text(), TextTone::Harm))
}

impl LogWriter<'_, '_, '_> {
    /// The figure at the right of a headline.
    pub fn headline_figure(&self, order: &Order, events: &[&EventRecord]) -> Option<LogSpan> {
        match order {
            Order::Attack { target, .. } => {
                let first = self.attack_figure(*target, events)?;
                Some(self.with_second_attack(first, *target, events))
            }
            Order::Move { .. } => self.distance_figure(events),
            Order::SpecialAction { action, .. } if action == FORCED_ACTION_KEY => {
                let moves = events.iter().any(|record| matches!(record.event, BattleEvent::Stepped { .. }));
                if moves { self.distance_figure(events) } else { None }
            }
            Order::SpecialAction { .. } => self.price_figure(events),
            _ => None,
        }
    }

    /// What a manoeuvre was bought for: "2 Strain".
    fn price_figure(&self, events: &[&EventRecord]) -> Option<LogSpan> {
        events.iter().find_map(|record| match &record.event {
            BattleEvent::Harmed {
                unit, before, after, cause: Some(HealthCause::BoughtManoeuvre), ..
            } => Some(span(self.gauge_losses(*unit, before, after), TextTone::Harm)),
            _ => None,
        })
    }

    /// Adds the result of a further attack of the same order: "6 Wounds; second attack: 6 Wounds".
    fn with_second_attack(&self, first: LogSpan, target: Target, events: &[&EventRecord]) -> LogSpan {
        let Some((other, contact, words)) = second_attack(events) else { return first };
        let result = if words.is_empty() { result_word(contact).to_owned() } else { words.to_string() };
        let on = match other == target {
            true => String::new(),
            false => format!(" on {}", self.target_span(other).text),
        };
        let tone = if contact == HitResult::Hit { TextTone::Harm } else { first.tone };
        span(format!("{}; second attack{on}: {result}", first.text), tone)
    }

    fn attack_figure(&self, target: Target, events: &[&EventRecord]) -> Option<LogSpan> {
        let resolved = events.iter().find_map(|record| match &record.event {
            BattleEvent::AttackResolved { contact, damage, words, .. } => Some((*contact, *damage, words)),
            _ => None,
        });
        let (contact, damage, all_words) = resolved?;
        // Other units in a blast have lines of their own.
        let words = all_words.without_units(&|_| true).unwrap_or_else(|| all_words.clone());
        let is_told_below = words.is_empty() && !all_words.is_empty();
        // The book's own text, unless it is only the number.
        let has_text = !words.is_empty() && words.to_string() != format!("{damage} damage");
        let lost = events.iter().find_map(|record| match &record.event {
            BattleEvent::Harmed { unit, before, after, .. } if target == Target::Unit(*unit) => {
                Some(self.gauge_losses(*unit, before, after))
            }
            _ => None,
        });
        let is_harmless_hit = damage == 0 && matches!(contact, HitResult::Graze | HitResult::Hit);
        if is_harmless_hit && all_words.is_empty() {
            let words = play::damage_words(self.view.rules().book());
            if let Some(thrown) = thrown_harm(target, events, words) {
                return Some(thrown);
            }
        }
        if let Some(forced) = forced_result(target, events, self.view)
            && damage == 0
            && lost.is_none()
        {
            return Some(forced);
        }
        if contact == HitResult::Hit && is_told_below {
            return lost.map(|lost| span(lost, TextTone::Harm));
        }
        Some(match (contact, target, lost) {
            (missed @ (HitResult::Miss | HitResult::Blocked | HitResult::Graze), ..) => missed_figure(missed),
            (HitResult::Hit, Target::Barrier(_), _) => {
                span(format!("-{damage} structure"), TextTone::Caution)
            }
            (HitResult::Hit, ..) if has_text => {
                let tone = if damage > 0 { TextTone::Harm } else { TextTone::Caution };
                span(self.words_of_loss(words.to_string(), target, events), tone)
            }
            (HitResult::Hit, _, Some(lost)) => span(lost, TextTone::Harm),
            (HitResult::Hit, _, None) => missed_figure(HitResult::Graze),
        })
    }

    /// The words for the damage of an attack on a unit, with what the unit has really lost where that is not the same.
    fn words_of_loss(&self, words: String, target: Target, events: &[&EventRecord]) -> String {
        let harm = events.iter().find_map(|record| match &record.event {
            BattleEvent::Harmed { unit, damage, before, after, .. } if target == Target::Unit(*unit) => {
                Some((*unit, *damage, before, after))
            }
            _ => None,
        });
        let Some((unit, damage, before, after)) = harm.filter(|(_, damage, ..)| *damage > 0) else {
            return words;
        };
        let Some(data) = self.known_unit(unit) else { return words };
        let sheet = data.sheet.get();
        let counts_members = play::member_count(sheet, before) != play::member_count(sheet, after);
        let gauges = |condition: &HealthState| play::gauges(sheet, condition, self.view.rules());
        lost_of_damage(words, (damage, counts_members), (&gauges(before), &gauges(after)))
    }

    /// How far a move led; `None` before its first step, while an interception is asked about.
    fn distance_figure(&self, events: &[&EventRecord]) -> Option<LogSpan> {
        let diagonal = diagonal_step(self.view.rules()).half_metres();
        let steps = events.iter().filter_map(|record| match record.event {
            BattleEvent::Stepped { from, to, .. } => Some((from, to)),
            _ => None,
        });
        let ground = |cell| u32::from(self.view.field().grid().ground(cell).difficulty);
        let covered = steps_cost(steps, diagonal, ground);
        let walked: u32 = events
            .iter()
            .map(|record| match record.event {
                BattleEvent::Walked { half_metres, .. } => half_metres,
                _ => 0,
            })
            .sum();
        let covers =
            |event: &BattleEvent| matches!(event, BattleEvent::Ran { .. } | BattleEvent::Stopped { .. });
        let shows_covered = events.iter().any(|one| covers(&one.event));
        // A walk shows its cost; a run, and a move that was stopped, the cost of the squares that were entered.
        let way = if shows_covered || walked == 0 { covered } else { walked };
        metres_figure(way)
    }
}

/// The length of a way in half metres: "4.5 m"; `None` for a move that has not begun.
fn metres_figure(way: u32) -> Option<LogSpan> {
    (way > 0).then(|| span(format!("{} m", format_metres(way)), TextTone::Dim))
}

/// Adds up what steps cost in half metres, as paths are counted: difficult ground adds to the square that is entered.
fn steps_cost(
    steps: impl Iterator<Item = (Cell, Cell)>,
    diagonal: u32,
    difficulty: impl Fn(Cell) -> u32,
) -> u32 {
    let cost = |(from, to): (Cell, Cell)| {
        let step = if from.x != to.x && from.y != to.y { diagonal } else { 2 };
        step + difficulty(to)
    };
    steps.map(cost).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::GivenText;

    #[test]
    fn a_second_attack_of_the_same_order_is_found() {
        let (one, other) = (UnitId(0), UnitId(1));
        let target = Target::Unit(other);
        let declared = |unit| {
            EventRecord::new(BattleEvent::AttackDeclared { unit, target, weapon: 0, mode: None, rounds: 0 })
        };
        let resolved = |unit, contact, text: &str| {
            let words = GivenText(text.to_owned()).into();
            let (weapon, mode, net, damage) = (0, None, 1, 6);
            EventRecord::new(BattleEvent::AttackResolved {
                unit,
                target,
                weapon,
                mode,
                contact,
                net,
                damage,
                words,
            })
        };
        let hit = |unit, text| resolved(unit, HitResult::Hit, text);
        let found = |records: &[EventRecord]| {
            let events: Vec<&EventRecord> = records.iter().collect();
            second_attack(&events).map(|(at, contact, words)| (at, contact, words.to_string()))
        };
        let again = [declared(one), hit(one, "5 Wounds"), declared(one), hit(one, "6 Wounds")];
        assert_eq!(found(&again), Some((target, HitResult::Hit, "6 Wounds".to_owned())));
        let blast = [declared(one), hit(one, "5 Wounds"), hit(one, "6 Wounds")];
        assert_eq!(found(&blast), None, "further results of one attack");
        let returned = [declared(one), hit(one, "5 Wounds"), declared(other), hit(other, "6 Wounds")];
        assert_eq!(found(&returned), None, "an attack of the other unit");
    }

    #[test]
    fn damage_of_the_throw_alone_is_named_after_its_cause() {
        let words = |harm, damage, impact| thrown_words(harm, damage, impact).map(|figure| figure.text);
        assert_eq!(words(1, "health levels", "crash").as_deref(), Some("1 health level from the crash"));
        assert_eq!(words(3, "damage", "fall").as_deref(), Some("3 damage from the fall"));
        assert_eq!(words(0, "damage", "crash"), None, "the crash does nothing either");
    }

    #[test]
    fn a_move_has_no_length_before_its_first_step() {
        let text = |way| metres_figure(way).map(|figure| figure.text);
        assert_eq!(text(9).as_deref(), Some("4.5 m"));
        assert_eq!(text(0), None, "an interception is asked about before it");
    }

    #[test]
    fn a_run_is_as_long_as_its_path_was_planned() {
        let cells = [(0, 0), (1, 0), (2, 1), (3, 1)].map(|(x, y)| Cell::new(x, y));
        let steps = || cells.into_iter().zip(cells.into_iter().skip(1));
        assert_eq!(steps_cost(steps(), 3, |_| 0), 7);
        let mud = |cell: Cell| if cell == cells[3] { 2 } else { 0 };
        assert_eq!(steps_cost(steps(), 3, mud), 9, "one square of difficult ground");
    }

    #[test]
    fn a_miss_is_named_the_same_everywhere() {
        let words =
            [HitResult::Miss, HitResult::Blocked, HitResult::Graze, HitResult::Hit].map(missed_figure);
        assert_eq!(words.map(|figure| figure.text), ["miss", "stopped", "no damage", "hit"]);
    }
}
