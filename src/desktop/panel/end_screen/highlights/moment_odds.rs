//! The chances of attacks as their cards showed them, found by a replay of the battle.

use bevy::prelude::World;

use super::attack_moments::AttackMoment;
use crate::attack_forecast::AttackQuery;
use battle::{BattleSetup, Order, Viewer};
use rules::play;

/// The chances of an attack, as its card showed them before it was made.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ShownOdds {
    /// Chance to hit.
    pub hit: f64,
    /// Chance to take the target out of action.
    pub out: f64,
    /// Mean damage, in the unit of the rulebook.
    pub mean: f64,
}

/// Replays a battle and calculates the chances of attacks as their card showed them: before each of them, with what the
/// side of the attacker knew.
pub(super) fn shown_odds(
    setup: &BattleSetup,
    orders: &[Order],
    moments: &[AttackMoment],
) -> Vec<Option<ShownOdds>> {
    let mut odds = vec![None; moments.len()];
    let last = moments.iter().map(|moment| moment.orders.start).max();
    let mut world = battle::new_battle_world();
    battle::spawn_battle_again(&mut world, setup);
    for (number, order) in orders.iter().enumerate().take_while(|(number, _)| Some(*number) <= last) {
        if moments.iter().any(|moment| moment.orders.start == number) {
            let found = odds_before_attack(&mut world, order);
            let begun = moments.iter().zip(&mut odds).filter(|(moment, _)| moment.orders.start == number);
            begun.for_each(|(_, odds)| *odds = found);
        }
        if battle::submit(&mut world, order).is_err() {
            break;
        }
    }
    odds
}

/// Returns the chances on the card of an attack that is about to be made; `None` for other orders.
pub(super) fn odds_before_attack(world: &mut World, order: &Order) -> Option<ShownOdds> {
    let Order::Attack { unit, target, weapon, mode, option } = order else { return None };
    let side = battle::with_view(world, |view| view.unit_ignoring_fog(*unit).map(|unit| *unit.side))?;
    world.insert_resource(Viewer(Some(side)));
    let odds = battle::with_view(world, |view| {
        let query = AttackQuery::from_current_position(&view.unit(*unit)?, *target, *weapon, *mode);
        let query = AttackQuery { option: option.clone(), ..query };
        let request = crate::attack_forecast::attack_request(view, &query)?;
        let odds = play::forecast(&request)?.odds;
        Some(ShownOdds { hit: odds.hit, out: odds.out, mean: odds.mean })
    });
    world.insert_resource(Viewer(None));
    odds
}
