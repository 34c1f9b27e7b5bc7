//! Plans of an AI player in words: what to do and where, and what speaks for it, without scores.

use crate::attack_forecast::{AttackQuery, ForecastCache, percent_text};
use crate::panel::widgets::PanelContext;
use ai::{ScoreContribution, ScoreTerm, ScoredOrder};
use battle::{BattleView, Order, Pace, Target};
use battle_log::log_text::capitalise;
use battle_log::order_text::order_text;
use model::{Cell, UnitId};

/// Most reasons for a plan, and against it.
const MAX_REASONS: usize = 3;
/// Least score of a reason that is told, in enemies out of action.
const LEAST_SCORE: f64 = 0.02;

/// Least difference of a term between two plans that is told, in enemies out of action.
const LEAST_DIFFERENCE: f64 = 0.002;
/// How a sentence begins that says what speaks against a plan.
const AGAINST: &str = "Against it";

/// Describes what a plan does: "Walk behind the crate, by the wooden door", "Kerr attacks Moss (Rifle)".
pub(super) fn plan_text(view: &BattleView, unit: Option<UnitId>, plan: &ScoredOrder) -> String {
    let Order::Move { path, pace, .. } = &plan.order else { return order_text(view, &plan.order) };
    let verb = match pace {
        Pace::Walk => "Walk",
        Pace::Run => "Run",
        Pace::Sprint => "Sprint",
    };
    let from = unit.and_then(|unit| view.unit_ignoring_fog(unit)).map(|unit| unit.cell());
    let (Some(unit), Some(from), Some(end)) = (unit, from, path.last().copied()) else {
        return verb.to_owned();
    };
    let place = ai::describe_place(view, unit, end).unwrap_or_else(|| way_text(from, path));
    format!("{verb} {place}")
}

/// What advice says when no unit is to be placed elsewhere.
pub(super) const NOTHING_TO_PLACE: &str = "Nothing to advise: no starting square within four squares of a unit hides it \
                                           clearly better from the enemies in sight.";
/// What a person can look for then.
pub(super) const HOW_TO_PLACE: &str =
    "Place units behind cover, where few enemies see them, and confirm that you are ready.";
/// Says why a unit is placed elsewhere.
pub(super) fn placement_reason(name: &str) -> String {
    format!("More of {name} is hidden there from the enemies in sight.")
}

/// Name of a unit that is to be placed.
pub(super) fn placed_name(view: &BattleView, unit: UnitId) -> String {
    let known = view.unit_ignoring_fog(unit);
    known.map_or_else(|| "the unit".to_owned(), |unit| unit.identity.name().to_owned())
}

/// Describes where a unit is to be placed in the deployment: "Place Sable behind the crate".
pub(super) fn placement_text(view: &BattleView, unit: UnitId, to: Cell) -> String {
    let known = view.unit_ignoring_fog(unit);
    let name = placed_name(view, unit);
    let from = known.as_ref().map_or(to, |unit| unit.cell());
    let place = ai::describe_place(view, unit, to).unwrap_or_else(|| direction_text(from, to));
    format!("Place {name} {place}")
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

/// Describes a way by its direction and length: "3 squares to the north-east"; where it leads farther along one axis than
/// along the other, by both: "3 squares to the south and 1 to the west".
fn direction_text(from: Cell, to: Cell) -> String {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let vertical = if dy < 0 { "north" } else { "south" };
    let horizontal = if dx < 0 { "west" } else { "east" };
    let (along, across) = (dy.unsigned_abs(), dx.unsigned_abs());
    let squares = |count: u32| if count == 1 { "1 square".to_owned() } else { format!("{count} squares") };
    match (along, across) {
        (along, 0) => format!("{} to the {vertical}", squares(along)),
        (0, across) => format!("{} to the {horizontal}", squares(across)),
        (along, across) if along == across => format!("{} to the {vertical}-{horizontal}", squares(along)),
        (along, across) if along > across => {
            format!("{} to the {vertical} and {across} to the {horizontal}", squares(along))
        }
        (along, across) => format!("{} to the {horizontal} and {along} to the {vertical}", squares(across)),
    }
}

/// What an order does with the position of its unit, and with whom; reasons are worded for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OrderKind {
    /// The unit moves; reasons are about the end of the way.
    Move,
    /// An attack or another action on a target.
    Attack,
    /// The unit acts where it is.
    Stay,
}

impl OrderKind {
    fn of(order: &Order) -> Self {
        match order {
            Order::Move { .. } => Self::Move,
            Order::Attack { .. }
            | Order::Multiple { .. }
            | Order::Detonate { .. }
            | Order::SpecialAction { target: Some(_), .. } => Self::Attack,
            _ => Self::Stay,
        }
    }
}

/// Returns the damage chance of an attack on its target: "70 %"; `None` for other orders, and for an attack that is not possible now,
/// such as one that was made already.
pub(super) fn attack_chance(
    see: &PanelContext,
    odds: &mut ForecastCache,
    order: &Order,
) -> Option<(UnitId, String)> {
    let Order::Attack { unit, target, weapon, mode, option } = order else { return None };
    let Target::Unit(enemy) = target else { return None };
    let query = AttackQuery::from_current_position(&see.view.unit(*unit)?, *target, *weapon, *mode);
    let query = AttackQuery { option: option.clone(), ..query };
    if odds.attack_refusal(see.view, &query).is_some() {
        return None;
    }
    let (quick, _) = odds.quick_odds(see.view, &query)?;
    Some((*enemy, percent_text(quick.harm)))
}

/// Says what speaks for a plan and what against it: "May hurt Moss (70 %). Against it: enemies can hit it there." `chance` is that of
/// damage to the target of an attack, where it is known.
pub(super) fn reasons_text(
    plan: &ScoredOrder,
    name: impl Fn(UnitId) -> String,
    chance: Option<&(UnitId, String)>,
) -> String {
    let known = |unit: UnitId| chance.filter(|(target, _)| *target == unit).map(|(_, chance)| chance);
    let harm_name = |unit: UnitId| match known(unit) {
        Some(chance) => format!("{} ({chance})", name(unit)),
        None => name(unit),
    };
    let kind = OrderKind::of(&plan.order);
    let mut told: Vec<&ScoreContribution> =
        plan.contributions.iter().filter(|reason| reason.score.abs() >= LEAST_SCORE).collect();
    told.sort_by(|one, other| other.score.abs().total_cmp(&one.score.abs()));
    let list = |is_good: bool| {
        let own = told.iter().filter(|reason| (reason.score > 0.0) == is_good);
        let mut words: Vec<String> = Vec::new();
        for text in
            own.filter_map(|reason| reason_text(reason.term, is_good, (kind, &plan.order), &harm_name))
        {
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
        (good, bad) if good.is_empty() => format!("{AGAINST}: {bad}."),
        (good, bad) => format!("{}. Against it: {bad}.", capitalise(&good)),
    }
}

/// Says why a plan was chosen before others: what speaks for it and against it, and where nothing speaks for it, by what it
/// is better than the next one.
pub(super) fn choice_text(
    plan: &ScoredOrder,
    next: Option<&ScoredOrder>,
    name: impl Fn(UnitId) -> String,
    chance: Option<&(UnitId, String)>,
) -> String {
    let reasons = reasons_text(plan, name, chance);
    if !reasons.is_empty() && !reasons.starts_with(AGAINST) {
        return reasons;
    }
    let compared = match next {
        Some(next) => comparison_text(plan, next),
        None => "Nothing else was worth considering.".to_owned(),
    };
    if reasons.is_empty() { compared } else { format!("{compared} {reasons}") }
}

/// Says by what a plan is better than another one: the term that differs most in its favour.
fn comparison_text(plan: &ScoredOrder, next: &ScoredOrder) -> String {
    let sum = |plan: &ScoredOrder, words: &str| -> f64 {
        let same = plan.contributions.iter().filter(|one| comparative(one.term) == Some(words));
        same.map(|one| one.score).sum()
    };
    let terms = plan.contributions.iter().chain(&next.contributions);
    let gains = terms.filter_map(|one| comparative(one.term));
    let gains = gains.map(|words| (sum(plan, words) - sum(next, words), words));
    let best = gains.max_by(|(one, _), (other, _)| one.total_cmp(other));
    match best.filter(|(gain, _)| *gain > LEAST_DIFFERENCE) {
        Some((_, words)) => format!("{} than with the next best.", capitalise(words)),
        None => "Hardly better than the next best.".to_owned(),
    }
}

/// What more of a term means; `None` if that says nothing to a player.
const fn comparative(term: ScoreTerm) -> Option<&'static str> {
    Some(match term {
        ScoreTerm::Harm(_) | ScoreTerm::ThreatRemoved | ScoreTerm::Push => "more damage to enemies",
        ScoreTerm::FriendlyFire => "less harm to friends",
        ScoreTerm::Danger | ScoreTerm::Defence => "safer",
        ScoreTerm::Future | ScoreTerm::Flank => "better targets next turn",
        ScoreTerm::Objective | ScoreTerm::OpensPath => "nearer to the objective",
        ScoreTerm::CloseIn => "nearer to the enemy",
        ScoreTerm::Crowding => "more room to shoot",
        ScoreTerm::EndPosition => "a better position at the end of the turn",
        ScoreTerm::Readiness => "better prepared",
        ScoreTerm::WinChance => "a better chance to win",
        ScoreTerm::Misjudgement => return None,
    })
}

/// What a term says for a plan, or against it; `None` if it says nothing to a player.
fn reason_text(
    term: ScoreTerm,
    is_good: bool,
    (kind, order): (OrderKind, &Order),
    name: &impl Fn(UnitId) -> String,
) -> Option<String> {
    let moves = kind == OrderKind::Move;
    let text = match (term, is_good) {
        (ScoreTerm::Harm(unit), true) if moves => {
            return Some(format!("can attack {} from there", name(unit)));
        }
        (ScoreTerm::Harm(unit), true) => return Some(format!("may hurt {}", name(unit))),
        (ScoreTerm::FriendlyFire, false) => "may hurt friends",
        (ScoreTerm::Danger, false) if moves => "enemies can hit it there",
        (ScoreTerm::Danger, false) => "enemies can hit it where it is",
        (ScoreTerm::Future, true) if moves => "has targets from there next turn",
        (ScoreTerm::Future, true) => "has targets next turn from where it is",
        (ScoreTerm::Objective, true) if moves => "closer to the objective",
        (ScoreTerm::Objective, false) if moves => "farther from the objective",
        (ScoreTerm::CloseIn, true) if moves => "closer to the enemy",
        (ScoreTerm::CloseIn, false) if moves => "farther from the enemy",
        (ScoreTerm::Crowding, false) if moves => "an enemy is too close for its weapon there",
        (ScoreTerm::Crowding, false) => "an enemy is too close for its weapon",
        (ScoreTerm::ThreatRemoved, true) => "may take an enemy out of action",
        (ScoreTerm::Push, true) => "may push the enemy over an edge",
        (ScoreTerm::EndPosition, true) => "a good position at the end of the turn",
        (ScoreTerm::EndPosition, false) => "a poor position at the end of the turn",
        (ScoreTerm::Flank, true) if moves => "the target has hardly any cover from there",
        (ScoreTerm::Flank, true) => "the target has hardly any cover",
        (ScoreTerm::Readiness, true) => match order {
            Order::Reload { .. } => "the weapon is loaded for the next attack",
            Order::Ready { .. } | Order::PickUp { .. } => "a better weapon for the next attack",
            Order::StandUp { .. } => "can move and fight upright",
            _ => "prepared for the next attack",
        },
        (ScoreTerm::Defence, true) if kind == OrderKind::Attack => "hinders the attacks of enemies",
        (ScoreTerm::Defence, true) => "harder to hit until its next turn",
        (ScoreTerm::OpensPath, true) => "opens a way",
        (ScoreTerm::WinChance, true) => "a better chance to win after the next exchange of attacks",
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
        assert_eq!(direction_text(from, Cell::new(1, 5)), "4 squares to the west");
        assert_eq!(direction_text(from, Cell::new(1, 4)), "4 squares to the west and 1 to the north");
        assert_eq!(direction_text(from, Cell::new(4, 8)), "3 squares to the south and 1 to the west");
    }

    #[test]
    fn advice_to_place_a_unit_names_the_unit() {
        assert_eq!(placement_reason("Tallow"), "More of Tallow is hidden there from the enemies in sight.");
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
        let path = vec![Cell::new(5, 4)];
        let order = Order::Move { unit: UnitId(1), path, pace: Pace::Walk, evade: false };
        let plan = ScoredOrder::new(order, contributions);
        let text = reasons_text(&plan, |_| "Moss".to_owned(), None);
        assert_eq!(
            text,
            "Can attack Moss from there; has targets from there next turn. Against it: enemies can hit it there."
        );
        let none = ScoredOrder::new(Order::EndPhase { unit: UnitId(1) }, Vec::new());
        assert_eq!(reasons_text(&none, |_| String::new(), None), "");
    }

    #[test]
    fn a_plan_without_a_reason_of_its_own_is_compared_with_the_next_one() {
        let plan = |terms: &[(ScoreTerm, f64)]| {
            let all = terms.iter().map(|&(term, score)| ScoreContribution { term, score });
            ScoredOrder::new(Order::EndPhase { unit: UnitId(1) }, all.collect())
        };
        let text = |plan: &ScoredOrder, next| choice_text(plan, next, |_| "Moss".to_owned(), None);
        let next = plan(&[(ScoreTerm::Danger, -0.06), (ScoreTerm::Future, 0.015)]);
        let safe = plan(&[(ScoreTerm::Danger, -0.01), (ScoreTerm::Future, 0.01)]);
        assert_eq!(text(&safe, Some(&next)), "Safer than with the next best.");
        let exposed = plan(&[(ScoreTerm::Danger, -0.06), (ScoreTerm::Future, 0.019)]);
        let told =
            "Better targets next turn than with the next best. Against it: enemies can hit it where it is.";
        assert_eq!(text(&exposed, Some(&next)), told);
        let (one, other) = (plan(&[]), plan(&[]));
        assert_eq!(text(&one, Some(&other)), "Hardly better than the next best.");
        assert_eq!(text(&one, None), "Nothing else was worth considering.");
        let good = plan(&[(ScoreTerm::Harm(UnitId(2)), 0.4)]);
        assert_eq!(text(&good, Some(&next)), "May hurt Moss.", "it has a reason of its own");
        let chance = (UnitId(2), "70 %".to_owned());
        let told = choice_text(&good, Some(&next), |_| "Moss".to_owned(), Some(&chance));
        assert_eq!(told, "May hurt Moss (70 %).");
        let of_another = (UnitId(3), "70 %".to_owned());
        assert_eq!(reasons_text(&good, |_| "Moss".to_owned(), Some(&of_another)), "May hurt Moss.");
    }

    /// Every term, for and against, as the sentence of an order.
    fn sentences(order: &Order) -> Vec<String> {
        use ScoreTerm as T;
        let terms = [
            T::Harm(UnitId(2)),
            T::FriendlyFire,
            T::Danger,
            T::Future,
            T::Objective,
            T::CloseIn,
            T::Crowding,
            T::ThreatRemoved,
            T::Push,
            T::EndPosition,
            T::Flank,
            T::Readiness,
            T::Defence,
            T::OpensPath,
            T::WinChance,
            T::Misjudgement,
        ];
        let scores = [1.0, -1.0].into_iter();
        let plans = scores.flat_map(|score| terms.map(|term| ScoreContribution { term, score }));
        let texts = plans.map(|reason| {
            reasons_text(&ScoredOrder::new(order.clone(), vec![reason]), |_| "Moss".to_owned(), None)
        });
        texts.filter(|text| !text.is_empty()).collect()
    }

    fn shot() -> Order {
        Order::Attack {
            unit: UnitId(1),
            target: battle::Target::Unit(UnitId(2)),
            weapon: 0,
            mode: None,
            option: None,
        }
    }

    #[test]
    fn the_sentences_of_an_attack_are_true_for_it() {
        let own_attack = [
            "May hurt Moss.",
            "Has targets next turn from where it is.",
            "May take an enemy out of action.",
            "May push the enemy over an edge.",
            "A good position at the end of the turn.",
            "The target has hardly any cover.",
            "Prepared for the next attack.",
            "Hinders the attacks of enemies.",
            "Opens a way.",
            "A better chance to win after the next exchange of attacks.",
            "Against it: may hurt friends.",
            "Against it: enemies can hit it where it is.",
            "Against it: an enemy is too close for its weapon.",
            "Against it: a poor position at the end of the turn.",
        ];
        assert_eq!(sentences(&shot()), own_attack);
    }

    #[test]
    fn the_sentences_of_a_move_are_true_for_it() {
        let path = vec![Cell::new(5, 4)];
        let walk = Order::Move { unit: UnitId(1), path, pace: Pace::Walk, evade: false };
        assert_eq!(
            sentences(&walk),
            [
                "Can attack Moss from there.",
                "Has targets from there next turn.",
                "Closer to the objective.",
                "Closer to the enemy.",
                "May take an enemy out of action.",
                "May push the enemy over an edge.",
                "A good position at the end of the turn.",
                "The target has hardly any cover from there.",
                "Prepared for the next attack.",
                "Harder to hit until its next turn.",
                "Opens a way.",
                "A better chance to win after the next exchange of attacks.",
                "Against it: may hurt friends.",
                "Against it: enemies can hit it there.",
                "Against it: farther from the objective.",
                "Against it: farther from the enemy.",
                "Against it: an enemy is too close for its weapon there.",
                "Against it: a poor position at the end of the turn.",
            ]
        );
    }

    #[test]
    fn no_order_that_stays_says_where_it_goes_or_that_it_comes_closer() {
        let unit = UnitId(1);
        let staying = [
            shot(),
            Order::Reload { unit, weapon: 0 },
            Order::Ready { unit, weapon: 1 },
            Order::StandUp { unit },
            Order::DropProne { unit },
            Order::TakeCover { unit },
            Order::Delay { unit },
            Order::EndPhase { unit },
            Order::SpecialAction { unit, action: "aim".to_owned(), target: None, weapon: None },
        ];
        for order in &staying {
            for text in sentences(order) {
                let goes =
                    ["there", "closer", "farther"].iter().any(|word| text.to_lowercase().contains(word));
                assert!(!goes, "{order:?}: {text}");
            }
        }
    }

    #[test]
    fn readiness_is_told_in_the_words_of_its_order() {
        let unit = UnitId(1);
        let ready = |order: Order| {
            let reason = ScoreContribution { term: ScoreTerm::Readiness, score: 1.0 };
            reasons_text(&ScoredOrder::new(order, vec![reason]), |_| String::new(), None)
        };
        assert_eq!(ready(Order::Reload { unit, weapon: 0 }), "The weapon is loaded for the next attack.");
        assert_eq!(ready(Order::StandUp { unit }), "Can move and fight upright.");
        assert_eq!(ready(Order::Ready { unit, weapon: 1 }), "A better weapon for the next attack.");
    }
}
