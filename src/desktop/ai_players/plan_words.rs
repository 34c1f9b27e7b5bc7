//! Plans of an AI player in words: what to do and where, and what speaks for it, without scores.

use crate::panel::order_in_words;
use crate::panel::widgets::PanelContext;
use ai::{ScoreContribution, ScoreTerm, ScoredOrder};
use battle::{Order, Pace};
use battle_log::log_text::capitalise;
use model::{Cell, UnitId};

/// Most reasons for a plan, and against it.
const MAX_REASONS: usize = 3;
/// Least score of a reason that is told, in enemies out of action.
const LEAST_SCORE: f64 = 0.02;

/// Describes what a plan does: "Walk behind the crate, by the wooden door", "Kerr attacks Moss (Rifle)".
pub(super) fn plan_text(see: &PanelContext, unit: Option<UnitId>, plan: &ScoredOrder) -> String {
    let Order::Move { path, pace, .. } = &plan.order else { return order_in_words(see, &plan.order) };
    let verb = match pace {
        Pace::Walk => "Walk",
        Pace::Run => "Run",
        Pace::Sprint => "Sprint",
    };
    let from = unit.and_then(|unit| see.view.unit_ignoring_fog(unit)).map(|unit| unit.cell());
    let (Some(unit), Some(from), Some(end)) = (unit, from, path.last().copied()) else {
        return verb.to_owned();
    };
    let place = ai::describe_place(see.view, unit, end).unwrap_or_else(|| way_text(from, path));
    format!("{verb} {place}")
}

/// Describes a way that is to be taken from `from`, or was taken to end there.
fn way_text(from: Cell, path: &[Cell]) -> String {
    let (Some(first), Some(end)) = (path.first().copied(), path.last().copied()) else {
        return String::new();
    };
    let is_ahead = from != end && from.chebyshev_distance(first) <= 1;
    match (is_ahead, first == end) {
        (true, _) => direction_text(from, end),
        (false, true) => "1 square".to_owned(),
        (false, false) => direction_text(first, end),
    }
}

/// Describes a way by its direction and length: "3 squares to the north-east".
fn direction_text(from: Cell, to: Cell) -> String {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    // A way is straight if it leads at least twice as far along as across.
    let vertical = match dy {
        _ if 2 * dy.abs() < dx.abs() => "",
        ..0 => "north",
        0 => "",
        _ => "south",
    };
    let horizontal = match dx {
        _ if 2 * dx.abs() < dy.abs() => "",
        ..0 => "west",
        0 => "",
        _ => "east",
    };
    let between = if vertical.is_empty() || horizontal.is_empty() { "" } else { "-" };
    let squares = from.chebyshev_distance(to);
    let noun = if squares == 1 { "square" } else { "squares" };
    format!("{squares} {noun} to the {vertical}{between}{horizontal}")
}

/// Says what speaks for a plan and what against it: "Hurts Moss; safer there. But: an enemy is close."
pub(super) fn reasons_text(plan: &ScoredOrder, name: impl Fn(UnitId) -> String) -> String {
    let mut told: Vec<&ScoreContribution> =
        plan.contributions.iter().filter(|reason| reason.score.abs() >= LEAST_SCORE).collect();
    told.sort_by(|one, other| other.score.abs().total_cmp(&one.score.abs()));
    let list = |is_good: bool| {
        let own = told.iter().filter(|reason| (reason.score > 0.0) == is_good);
        let mut words: Vec<String> = Vec::new();
        for text in own.filter_map(|reason| reason_text(reason.term, is_good, &name)) {
            if !words.contains(&text) {
                words.push(text);
            }
        }
        words.truncate(MAX_REASONS);
        words.join("; ")
    };
    match (list(true), list(false)) {
        (good, bad) if good.is_empty() && bad.is_empty() => String::new(),
        (good, bad) if bad.is_empty() => format!("{}.", capitalise(&good)),
        (good, bad) if good.is_empty() => format!("But: {bad}."),
        (good, bad) => format!("{}. But: {bad}.", capitalise(&good)),
    }
}

/// What a term says for a plan, or against it; `None` if it says nothing to a player.
fn reason_text(term: ScoreTerm, is_good: bool, name: &impl Fn(UnitId) -> String) -> Option<String> {
    let text = match (term, is_good) {
        (ScoreTerm::Harm(unit), true) => return Some(format!("may hurt {}", name(unit))),
        (ScoreTerm::FriendlyFire, false) => "may hurt friends",
        (ScoreTerm::Danger, true) => "safer there",
        (ScoreTerm::Danger, false) => "enemies can hit it there",
        (ScoreTerm::Future, true) => "good targets from there next turn",
        (ScoreTerm::Objective, true) => "closer to the objective",
        (ScoreTerm::Objective, false) => "farther from the objective",
        (ScoreTerm::CloseIn, true) => "closer to the enemy",
        (ScoreTerm::Crowding, false) => "an enemy is too close for its weapon",
        (ScoreTerm::ThreatRemoved, true) => "may take an enemy out",
        (ScoreTerm::Push, true) => "may push the enemy over an edge",
        (ScoreTerm::EndPosition, true) => "a good place afterwards",
        (ScoreTerm::EndPosition, false) => "a worse place afterwards",
        (ScoreTerm::Flank, true) => "the enemy has no cover from there",
        (ScoreTerm::Readiness, true) => "ready for the next turn",
        (ScoreTerm::Defence, true) => "harder to hit",
        (ScoreTerm::OpensPath, true) => "opens a way",
        _ => return None,
    };
    Some(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_that_was_taken_is_described_like_one_ahead() {
        let path = [Cell::new(5, 4), Cell::new(5, 3), Cell::new(5, 2)];
        assert_eq!(way_text(Cell::new(5, 5), &path), "3 squares to the north");
        assert_eq!(way_text(Cell::new(5, 2), &path), "2 squares to the north", "the unit has arrived");
        assert_eq!(way_text(Cell::new(5, 4), &path[..1]), "1 square");
    }

    #[test]
    fn ways_without_a_landmark_have_a_direction() {
        let from = Cell::new(5, 5);
        assert_eq!(direction_text(from, Cell::new(8, 2)), "3 squares to the north-east");
        assert_eq!(direction_text(from, Cell::new(5, 6)), "1 square to the south");
        assert_eq!(direction_text(from, Cell::new(1, 4)), "4 squares to the west");
    }

    #[test]
    fn reasons_are_words_the_weightiest_first_and_each_once() {
        let reason = |term, score| ScoreContribution { term, score };
        let contributions = vec![
            reason(ScoreTerm::Future, 0.1),
            reason(ScoreTerm::Harm(UnitId(2)), 0.4),
            reason(ScoreTerm::Danger, -0.2),
            reason(ScoreTerm::Harm(UnitId(2)), 0.1),
            reason(ScoreTerm::Misjudgement, 0.3),
            reason(ScoreTerm::CloseIn, 0.001),
        ];
        let plan = ScoredOrder::new(Order::EndPhase { unit: UnitId(1) }, contributions);
        let text = reasons_text(&plan, |_| "Moss".to_owned());
        assert_eq!(text, "May hurt Moss; good targets from there next turn. But: enemies can hit it there.");
        let none = ScoredOrder::new(Order::EndPhase { unit: UnitId(1) }, Vec::new());
        assert_eq!(reasons_text(&none, |_| String::new()), "");
    }
}
