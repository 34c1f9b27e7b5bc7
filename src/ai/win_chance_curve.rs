//! The win chance along a battle, with its turning points.

use crate::win_chance::{log_odds_between, shift_chance, win_chance};
use battle::{BattleSetup, BattleView, History, Order, OrderRecord};
use model::Side;

/// Least change of the win chance by one order that is a turning point.
const MIN_TURN: f64 = 0.08;
/// Maximum turning points.
const MAX_TURNS: usize = 6;

/// An order that changed the win chance much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// Number of orders up to and including it.
    pub at: usize,
    /// Round in which it was given.
    pub round: u32,
    /// What changed the position: the order, and what came of it.
    pub text: String,
}

/// Win chances of the first of two sides along a battle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WinChanceCurve {
    /// The chance after each number of orders, from 0 to 1; empty without an estimate.
    pub chances: Vec<f64>,
    /// The orders with the greatest changes, in the order of the battle.
    pub turns: Vec<TurningPoint>,
    /// Every round with the number of orders before it.
    pub round_starts: Vec<(u32, usize)>,
}

/// Ties the start of a fight to the measured share of wins: the features do not know how the map suits a side.
struct Anchor {
    measured: Option<f64>,
    /// Log-odds between the estimate at the start of the first round and the measured share.
    log_odds: Option<f64>,
}

impl Anchor {
    /// Moves the estimate of a position in the direction of the measured share, the less the later it is.
    fn adjust(&mut self, view: &BattleView, chance: f64) -> f64 {
        let Some(measured) = self.measured else { return chance };
        let round = view.round();
        if round.number() == 0 || round.outcome().is_some() {
            return chance;
        }
        let log_odds = *self.log_odds.get_or_insert_with(|| log_odds_between(chance, measured));
        let rounds = view.setup().bundle().skirmish.rounds.max(1);
        let passed = f64::from(round.number() - 1) / f64::from(rounds);
        shift_chance(chance, log_odds * (1.0 - passed).max(0.0))
    }
}

impl WinChanceCurve {
    /// Replays a battle and estimates the win chance of each position. `describe` words the orders, on the position before
    /// them; of the text of an order, `conclude` makes that of a turning point, on the position after it. The deployment
    /// has no turning points: before all units stand, an estimate says little. `measured` is the share of whole fights that
    /// the first side wins, where it is known: the fight starts at it, and follows the estimate the more rounds have passed.
    pub fn compute<'a>(
        (setup, measured): (&BattleSetup, Option<f64>),
        orders: impl IntoIterator<Item = &'a Order>,
        describe: impl Fn(&BattleView, &Order) -> String,
        conclude: impl Fn(&BattleView, &OrderRecord, String) -> String,
    ) -> Self {
        let mut world = battle::new_battle_world();
        battle::spawn_battle_again(&mut world, setup);
        let mut anchor = Anchor { measured, log_odds: None };
        let mut estimate =
            |view: &BattleView| win_chance(view, Side(0)).map(|chance| anchor.adjust(view, chance));
        let Some(first) = battle::with_view(&mut world, &mut estimate) else {
            return Self::default();
        };
        let mut curve = Self { chances: vec![first], ..Self::default() };
        let mut turns: Vec<(f64, TurningPoint)> = Vec::new();
        for order in orders {
            let (round, text) =
                battle::with_view(&mut world, |view| (view.round().number(), describe(view, order)));
            if curve.round_starts.last().is_none_or(|(last, _)| *last != round) {
                curve.round_starts.push((round, curve.chances.len() - 1));
            }
            if battle::submit(&mut world, order).is_err() {
                break;
            }
            let after = battle::with_view(&mut world, &mut estimate);
            let Some(after) = after else { break };
            let at = curve.chances.len();
            let change = (after - curve.chances[at - 1]).abs();
            let record = world.resource::<History>().records().last().cloned();
            if let Some(record) = record.filter(|_| change >= MIN_TURN && round > 0) {
                let text = battle::with_view(&mut world, |view| conclude(view, &record, text));
                turns.push((change, TurningPoint { at, round, text }));
            }
            curve.chances.push(after);
        }
        turns.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.at.cmp(&other.1.at)));
        turns.truncate(MAX_TURNS);
        curve.turns = turns.into_iter().map(|(_, turn)| turn).collect();
        curve.turns.sort_by_key(|turn| turn.at);
        curve
    }

    /// Number of orders before the first round: until then units take their places, and an estimate says little.
    pub fn fight_start(&self) -> usize {
        let first = self.round_starts.iter().find(|(round, _)| *round > 0);
        first.map_or(self.chances.len().saturating_sub(1), |(_, before)| *before)
    }

    /// The turning point that is the last of so many orders.
    pub fn turn_at(&self, at: usize) -> Option<&TurningPoint> {
        self.turns.iter().find(|turn| turn.at == at)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{AiPlayer, Difficulty};
    use content::SkirmishOverrides;

    #[test]
    fn the_curve_has_a_chance_per_position_and_ends_with_the_result() {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        let bundle = content::bundle_skirmish(&loaded.content, "warehouse", &SkirmishOverrides::default());
        let bundle = Arc::new(bundle.expect("shipped"));
        let mut world = battle::new_battle_world();
        battle::spawn_battle(&mut world, bundle, 7);
        let setup = world.resource::<BattleSetup>().clone();
        let mut orders = Vec::new();
        while let Some(decision) = crate::decide(&mut world, &AiPlayer::new(Difficulty::Easy, 1)) {
            battle::submit(&mut world, &decision.order).expect("allowed");
            orders.push(decision.order);
        }
        let round = world.resource::<battle::RoundState>();
        let (winner, rounds) = (round.outcome().expect("it is over").winner, round.number());
        let curve = WinChanceCurve::compute(
            (&setup, Some(0.4)),
            &orders,
            |_, order| format!("{order:?}"),
            |_, record, text| format!("{text} {}", record.events.len()),
        );
        assert_eq!(curve.chances.len(), orders.len() + 1);
        assert!(curve.chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
        let result = winner.map_or(0.5, |winner| f64::from(u8::from(winner == Side(0))));
        assert_eq!(curve.chances.last(), Some(&result));
        assert!(!curve.turns.is_empty() && curve.turns.len() <= MAX_TURNS);
        for turn in &curve.turns {
            assert!((curve.chances[turn.at] - curve.chances[turn.at - 1]).abs() >= MIN_TURN);
            let order = format!("{:?} ", orders[turn.at - 1]);
            assert!(turn.text.strip_prefix(&order).is_some_and(|count| count.parse::<usize>().is_ok()));
            assert!(turn.round > 0 && turn.at > curve.fight_start(), "{turn:?}");
        }
        assert!((curve.chances[curve.fight_start()] - 0.4).abs() < 1e-9, "it starts at the measured share");
        let start = curve.round_starts.iter().find(|(round, _)| *round == 1);
        assert_eq!(start.map(|(_, before)| *before), Some(curve.fight_start()));
        assert_eq!(curve.round_starts[0], (0, 0), "deployment");
        assert_eq!(curve.round_starts.last().map(|(round, _)| *round), Some(rounds));
    }
}
