//! Win chances: the chance that the first of two sides wins from a position, estimated from a few features of it.
//!
//! The coefficients of each book are in `assets/win_chance.ron`; `breachline sim --win-chance --fit` fits them to simulated
//! fights.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use battle::{BattleView, UnitDataItem};
use content::{Objective, TimeUp};
use model::Side;
use rules::{Book, DownState, GaugeTone, play};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The fitted coefficients.
const COEFFICIENTS: &str = include_str!("../../assets/win_chance.ron");
/// Strength that each side has at least in ratios, in healthy units.
const MIN_STRENGTH: f64 = 0.25;
/// Largest logarithm of a ratio of strengths.
const MAX_LOG_RATIO: f64 = 3.0;
/// Log-odds that a side has gained when all the units that have to escape have done so. It is not fitted: hardly any sampled
/// position has units that escaped.
const ESCAPE_LOG_ODDS: f64 = 4.0;

/// Number of features.
pub const FEATURE_COUNT: usize = 11;

/// Names of the features, in their order.
pub const FEATURE_NAMES: [&str; FEATURE_COUNT] = [
    "constant",
    "health",
    "units",
    "strength_ratio",
    "late_strength_ratio",
    "cover",
    "objectives",
    "time_up",
    "late_time_up",
    "points",
    "waiting",
];

/// Features of a position: what the first side has more of than the second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PositionFeatures(pub [f64; FEATURE_COUNT]);

/// The estimate of a book.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinChanceCoefficients {
    /// Coefficients of the logistic regression, by the name of their feature.
    pub weights: BTreeMap<String, f64>,
    /// Points of its chance and of the share of wins: the chance is corrected along the lines between them. Empty for no
    /// correction.
    #[serde(default)]
    pub correction: Vec<(f64, f64)>,
}

/// A fault in `assets/win_chance.ron`.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("assets/win_chance.ron: {0}; `breachline sim --win-chance --fit` writes it anew")]
pub struct WinChanceError(String);

/// A file with coefficients by book.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WinChanceModel(pub BTreeMap<Book, WinChanceCoefficients>);

/// What a side has in a position.
#[derive(Clone, Copy, Debug, Default)]
struct SidePosition {
    units: f64,
    /// Sum of the shares of health that its units have left.
    health: f64,
    in_cover: f64,
    /// Points of health that its units have left.
    points: f64,
    /// Units whose phase is still to come in this pass.
    waiting: f64,
    /// Progress towards its objectives, from 0 to 1.
    objectives: f64,
    /// The units that have escaped towards an objective that can still be met.
    escaped: EscapedUnits,
}

/// The units of a side that have left the map towards an objective that can still be met. They are not lost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct EscapedUnits {
    units: f64,
    /// Sum of the shares of health that they had left.
    health: f64,
    /// Points of health that they had left.
    points: f64,
    /// Share of the units that have to escape, from 0 to 1.
    share: f64,
}

impl SidePosition {
    fn all_units(&self) -> f64 {
        self.units + self.escaped.units
    }

    fn all_health(&self) -> f64 {
        self.health + self.escaped.health
    }

    fn all_points(&self) -> f64 {
        self.points + self.escaped.points
    }
}

impl WinChanceCoefficients {
    /// The chance that the first side wins, from 0 to 1.
    pub fn chance(&self, features: &PositionFeatures) -> f64 {
        self.correct(self.smooth_chance(features))
    }

    /// The same without the correction.
    fn smooth_chance(&self, features: &PositionFeatures) -> f64 {
        let parts = FEATURE_NAMES.iter().zip(features.0);
        let sum: f64 = parts.map(|(name, value)| value * self.weights.get(*name).unwrap_or(&0.0)).sum();
        1.0 / (1.0 + (-sum).exp())
    }

    fn correct(&self, chance: f64) -> f64 {
        let mut before = (0.0, 0.0);
        for after in self.correction.iter().copied().chain([(1.0, 1.0)]) {
            if chance <= after.0 {
                let share = (chance - before.0) / (after.0 - before.0).max(f64::MIN_POSITIVE);
                return before.1 + share.min(1.0) * (after.1 - before.1);
            }
            before = after;
        }
        chance
    }
}

impl WinChanceModel {
    /// Reads coefficients.
    ///
    /// # Errors
    /// Returns `WinChanceError` if the text is not a file of coefficients.
    pub fn parse(text: &str) -> Result<Self, WinChanceError> {
        let model: Self = ron::from_str(text).map_err(|error| WinChanceError(error.to_string()))?;
        let mut names = model.0.values().flat_map(|of_book| of_book.weights.keys());
        let unknown = names.find(|name| !FEATURE_NAMES.contains(&name.as_str()));
        unknown.map_or(Ok(()), |name| Err(WinChanceError(format!("unknown feature `{name}`"))))?;
        Ok(model)
    }

    /// The coefficients that belong to the program.
    pub fn shipped() -> &'static Self {
        static MODEL: OnceLock<WinChanceModel> = OnceLock::new();
        MODEL.get_or_init(|| Self::parse(COEFFICIENTS).unwrap_or_default())
    }

    /// The text that [`Self::parse`] reads.
    pub fn to_text(&self) -> String {
        ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())
            .expect("broken invariant: coefficients are plain data")
    }

    /// The chance that the first side wins, from 0 to 1; `None` for a book without coefficients.
    pub fn chance(&self, book: Book, features: &PositionFeatures) -> Option<f64> {
        Some(self.0.get(&book)?.chance(features))
    }
}

/// The chance that a side wins a battle of two sides from a position: 0, 0.5 or 1 if it is over; `None` without an estimate.
pub fn win_chance(view: &BattleView, side: Side) -> Option<f64> {
    if let Some(outcome) = view.round().outcome() {
        return Some(outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == side))));
    }
    let first = PositionEstimate::from_view(view)?.first_chance()?;
    Some(if side == Side(0) { first } else { 1.0 - first })
}

/// Moves a chance by log-odds; 0 and 1 stay.
pub(crate) fn shift_chance(chance: f64, log_odds: f64) -> f64 {
    if chance <= 0.0 || chance >= 1.0 {
        return chance;
    }
    let weighted = chance * log_odds.exp();
    weighted / (weighted + 1.0 - chance)
}

/// Log-odds between one chance and another; 0 if one of them is certain.
pub(crate) fn log_odds_between(from: f64, to: f64) -> f64 {
    let log_odds = |chance: f64| (chance / (1.0 - chance)).ln();
    let between = log_odds(to) - log_odds(from);
    if between.is_finite() { between } else { 0.0 }
}

/// What is left of a side, or is expected to be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SideStrength {
    /// Units in action.
    pub units: f64,
    /// Sum of the shares of health that they have left.
    pub health: f64,
    /// Points of health that they have left.
    pub points: f64,
    /// Chance that one of them meets the objective that decides the battle.
    pub wins: f64,
}

/// A position of two sides, reduced to what the estimate asks for.
#[derive(Clone, Debug)]
pub(crate) struct PositionEstimate {
    sides: [SidePosition; 2],
    book: Book,
    /// Share of the rounds that have passed.
    late: f64,
    /// 1 if the first side wins when time is up, -1 if the second does, or else 0.
    time_up: f64,
}

impl PositionEstimate {
    /// Reads a position; `None` unless there are two sides.
    pub fn from_view(view: &BattleView) -> Option<Self> {
        let skirmish = &view.setup().bundle().skirmish;
        if skirmish.sides.len() != 2 {
            return None;
        }
        let time_up = match skirmish.then {
            TimeUp::Wins(0) => 1.0,
            TimeUp::Wins(_) => -1.0,
            TimeUp::Draw | TimeUp::MostStanding => 0.0,
        };
        Some(Self {
            sides: [Side(0), Side(1)].map(|side| side_position(view, side)),
            book: view.rules().book(),
            late: (f64::from(view.round().number()) / f64::from(skirmish.rounds.max(1))).min(1.0),
            time_up,
        })
    }

    /// Its features.
    pub fn features(&self) -> PositionFeatures {
        let Self { sides: [one, other], late, time_up, .. } = self;
        let strength = ((one.all_health() + MIN_STRENGTH) / (other.all_health() + MIN_STRENGTH)).ln();
        let strength = strength.clamp(-MAX_LOG_RATIO, MAX_LOG_RATIO);
        let balance =
            |one: f64, other: f64| if one + other > 0.0 { (one - other) / (one + other) } else { 0.0 };
        PositionFeatures([
            1.0,
            balance(one.all_health(), other.all_health()),
            balance(one.all_units(), other.all_units()),
            strength,
            late * strength,
            one.in_cover / one.units.max(1.0) - other.in_cover / other.units.max(1.0),
            one.objectives - other.objectives,
            *time_up,
            late * time_up,
            balance(one.all_points(), other.all_points()),
            one.waiting / one.units.max(1.0) - other.waiting / other.units.max(1.0),
        ])
    }

    /// The chance that the first side wins; `None` for a book without coefficients.
    fn first_chance(&self) -> Option<f64> {
        self.first_chance_by(WinChanceCoefficients::chance)
    }

    fn first_chance_by(&self, chance: fn(&WinChanceCoefficients, &PositionFeatures) -> f64) -> Option<f64> {
        let coefficients = WinChanceModel::shipped().0.get(&self.book)?;
        let [one, other] = self.sides.map(|side| side.escaped.share);
        Some(shift_chance(chance(coefficients, &self.features()), ESCAPE_LOG_ODDS * (one - other)))
    }

    /// The chance that a side wins if this much is left of it and of its opponent, to compare plans: without the correction, whose
    /// lines are so flat in places that nothing would count there.
    pub fn chance_with(&self, side: Side, [own, opponent]: [SideStrength; 2]) -> f64 {
        let is_first = side == Side(0);
        let mut expected = self.clone();
        let strengths = if is_first { [own, opponent] } else { [opponent, own] };
        for (position, strength) in expected.sides.iter_mut().zip(strengths) {
            // Those in cover and those to act are the same share of what is left.
            let left = strength.units.max(1.0) / position.units.max(1.0);
            position.in_cover *= left;
            position.waiting *= left;
            (position.units, position.health, position.points) =
                (strength.units, strength.health, strength.points);
        }
        let chance = expected.first_chance_by(WinChanceCoefficients::smooth_chance).unwrap_or(0.5);
        if is_first { chance } else { 1.0 - chance }
    }
}

/// The features of a position; `None` unless there are two sides.
pub fn position_features(view: &BattleView) -> Option<PositionFeatures> {
    Some(PositionEstimate::from_view(view)?.features())
}

fn side_position(view: &BattleView, side: Side) -> SidePosition {
    let mut position = SidePosition::default();
    for unit in view.units().filter(|unit| *unit.side == side && unit.is_fighting()) {
        position.units += 1.0;
        let (share, points) = health_left(view, &unit);
        position.health += share;
        position.points += points;
        position.waiting += f64::from(u8::from(view.awaits_phase(&unit)));
        position.in_cover += f64::from(u8::from(unit.cover.is_taken()));
    }
    position.escaped = escaped_units(view, side, position.units);
    let objectives = view.setup().bundle().skirmish.objectives.iter().enumerate();
    let own = objectives.filter(|(_, objective)| objective.side() == side.0);
    position.objectives =
        own.map(|(number, objective)| objective_share(view, number, objective)).fold(0.0, f64::max);
    position
}

/// The units of a side that have escaped, as long as its units in action and those that still arrive can meet its objective
/// with them. They do not count for an objective that is out of reach: then only the enemy's defeat is left, and they are missing.
fn escaped_units(view: &BattleView, side: Side, in_action: f64) -> EscapedUnits {
    let objectives = view.setup().bundle().skirmish.objectives.iter().enumerate();
    let escapes = objectives
        .filter(|(_, objective)| matches!(objective, Objective::Escape { .. }) && objective.side() == side.0);
    let counts = escapes.filter_map(|(number, _)| battle::objective_progress(view, number));
    let own = || view.units().filter(|unit| *unit.side == side);
    let arriving = own().filter(|unit| unit.out_of_action.arrival().is_some()).count() as f64;
    let share = counts.map(|count| escape_share(count, in_action + arriving)).fold(0.0, f64::max);
    if share <= 0.0 {
        return EscapedUnits::default();
    }
    let mut escaped = EscapedUnits { share, ..EscapedUnits::default() };
    for unit in own().filter(|unit| unit.out_of_action.escaped() && got_away(unit)) {
        let (health, points) = health_left(view, &unit);
        escaped.units += 1.0;
        escaped.health += health;
        escaped.points += points;
    }
    escaped
}

/// Whether a unit that has left the map did so alive, and did not flee: such a unit counts towards an objective.
fn got_away(unit: &UnitDataItem) -> bool {
    !matches!(unit.out_of_action.down(), Some(DownState::Fled | DownState::Dead))
}

/// The share of the units that have to escape that has escaped; 0 if too few are left for the others.
fn escape_share((gone, needed): (u32, u32), left: f64) -> f64 {
    if left < f64::from(needed.saturating_sub(gone)) {
        return 0.0;
    }
    (f64::from(gone) / f64::from(needed.max(1))).min(1.0)
}

/// Share of its health that a unit has left, and its points: of the gauge of which it has the least left.
pub(crate) fn health_left(view: &BattleView, unit: &UnitDataItem) -> (f64, f64) {
    let gauges = play::gauges(unit.sheet.get(), unit.health.condition(), view.rules());
    let body = gauges.iter().filter(|gauge| gauge.tone == GaugeTone::Body).filter_map(|gauge| gauge.points());
    let left = body.filter(|(_, max)| *max > 0).map(|(now, max)| {
        let now = f64::from(now.max(0));
        (now / f64::from(max), now)
    });
    left.min_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or((1.0, 1.0))
}

/// Share of its health that a unit has left.
fn health_share(view: &BattleView, unit: &UnitDataItem) -> f64 {
    health_left(view, unit).0
}

/// Progress towards an objective, from 0 to 1: half of it for the way to its place.
fn objective_share(view: &BattleView, number: usize, objective: &Objective) -> f64 {
    let skirmish = &view.setup().bundle().skirmish;
    let counted = battle::objective_progress(view, number)
        .map_or(0.0, |(now, wanted)| f64::from(now) / f64::from(wanted.max(1)));
    let side = Side(objective.side());
    let named = |name: &str| view.units().find(|unit| unit.identity.name() == name);
    match objective {
        Objective::Eliminate { .. } => 0.0,
        Objective::Hold { zone, .. }
        | Objective::Escape { zone, .. }
        | Objective::Reach { zone, .. }
        | Objective::Clear { zone, .. } => {
            let Some(cells) = skirmish.map.zones.get(zone) else { return 0.0 };
            let size = f64::from(skirmish.map.width.max(skirmish.map.height).max(1));
            let units = view.units().filter(|unit| *unit.side == side && unit.is_fighting());
            let distances =
                units.flat_map(|unit| cells.iter().map(move |cell| cell.chebyshev_distance(unit.cell())));
            let near = distances.min().map_or(0.0, |distance| 1.0 - (f64::from(distance) / size).min(1.0));
            (0.5 * near + 0.5 * counted).min(1.0)
        }
        Objective::Stop { unit, .. } | Objective::Slay { unit, .. } => {
            named(unit).map_or(1.0, |unit| 1.0 - health_share(view, &unit))
        }
        Objective::Rescue { unit, .. } => named(unit).map_or(0.0, |unit| health_share(view, &unit)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_book_has_coefficients() {
        let model = WinChanceModel::parse(COEFFICIENTS).expect("the shipped file is valid");
        assert!(Book::ALL.iter().all(|book| model.0.contains_key(book)));
    }

    #[test]
    fn a_balanced_position_is_even_and_more_health_is_better() {
        let weights = BTreeMap::from([("health".to_owned(), 2.0)]);
        let coefficients = WinChanceCoefficients { weights, correction: Vec::new() };
        let model = WinChanceModel([(Book::ALL[0], coefficients)].into());
        let mut features = PositionFeatures::default();
        assert_eq!(model.chance(Book::ALL[0], &features), Some(0.5));
        features.0[1] = 0.5;
        let better = model.chance(Book::ALL[0], &features).expect("it has coefficients");
        assert!((better - 1.0 / (1.0 + (-1.0_f64).exp())).abs() < 1e-12, "{better}");
        assert_eq!(model.chance(Book::ALL[1], &features), None);
    }

    /// A position of healthy units against others, late in a battle that the other side wins by the clock.
    fn escape_position(book: Book, [own, enemies, escaped]: [f64; 3], count: (u32, u32)) -> PositionEstimate {
        let side = |units: f64| SidePosition {
            units,
            health: units,
            points: 7.0 * units,
            ..SidePosition::default()
        };
        let mut one = side(own);
        let share = escape_share(count, own);
        if share > 0.0 {
            one.escaped = EscapedUnits { units: escaped, health: escaped, points: 7.0 * escaped, share };
        }
        PositionEstimate { sides: [one, side(enemies)], book, late: 0.2, time_up: -1.0 }
    }

    #[test]
    fn escaped_units_are_no_losses_while_enough_are_left_to_follow() {
        for book in Book::ALL {
            let chance = |units, count| {
                escape_position(book, units, count).first_chance().expect("it has coefficients")
            };
            let one_to_go = chance([1.0, 3.0, 2.0], (2, 3));
            let before = chance([3.0, 3.0, 0.0], (0, 3));
            let lost = chance([1.0, 3.0, 0.0], (0, 3));
            let out_of_reach = chance([1.0, 3.0, 1.0], (1, 3));
            assert!(one_to_go > before && before > lost, "{book:?}: {one_to_go} {before} {lost}");
            assert!(one_to_go > 0.3, "{book:?}: {one_to_go}");
            assert!((out_of_reach - lost).abs() < 1e-12, "{book:?}: {out_of_reach} {lost}");
        }
    }

    #[test]
    fn an_escape_counts_what_is_still_to_go_against_who_is_left() {
        assert_eq!(escape_share((0, 3), 4.0), 0.0);
        assert!((escape_share((2, 3), 1.0) - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(escape_share((1, 3), 1.0), 0.0, "two are to go, one is left");
        assert_eq!(escape_share((3, 3), 0.0), 1.0);
    }

    #[test]
    fn shifts_keep_certain_chances_and_undo_each_other() {
        assert_eq!([shift_chance(0.0, 2.0), shift_chance(1.0, -2.0)], [0.0, 1.0]);
        assert!((shift_chance(0.1, log_odds_between(0.1, 0.42)) - 0.42).abs() < 1e-12);
        assert_eq!(log_odds_between(0.3, 1.0), 0.0);
    }

    #[test]
    fn chances_are_corrected_along_lines() {
        let correction = vec![(0.25, 0.5), (0.75, 0.7)];
        let coefficients = WinChanceCoefficients { correction, ..WinChanceCoefficients::default() };
        let corrected = [0.0, 0.125, 0.25, 0.5, 1.0].map(|chance| coefficients.correct(chance));
        let wanted = [0.0, 0.25, 0.5, 0.6, 1.0];
        assert!(corrected.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 1e-9), "{corrected:?}");
    }

    /// A side with more and more of its units left against three.
    #[test]
    fn more_strength_is_worth_something_wherever_the_balance_is() {
        for book in Book::ALL {
            let position = escape_position(book, [4.0, 3.0, 0.0], (0, 3));
            let left = |units: f64| SideStrength { units, health: units, points: 7.0 * units, wins: 0.0 };
            let chances: Vec<f64> = (1..=16)
                .map(|quarter| position.chance_with(Side(0), [left(0.25 * f64::from(quarter)), left(3.0)]))
                .collect();
            let odds = |chance: f64| (chance / (1.0 - chance)).ln();
            let gains: Vec<f64> = chances.windows(2).map(|two| odds(two[1]) - odds(two[0])).collect();
            // Without the correction nothing jumps and nothing stands still.
            assert!(gains.windows(2).all(|two| two[1] > 0.4 * two[0]), "{book:?}: {gains:?}");
        }
    }

    #[test]
    fn unknown_features_are_refused() {
        let error =
            WinChanceModel::parse("{swan_song: (weights: {\"luck\": 1.0})}").expect_err("no such feature");
        assert!(error.to_string().contains("luck"), "{error}");
    }
}
