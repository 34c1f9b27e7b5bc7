//! The enemies that a click attacks after a walk, with the odds from where the walk ends, for the list of attacks.

use super::{click_choice, plan_approach};
use crate::attack_forecast::{AttackQuery, ForecastCache, WeaponChoice, key_chance};
use crate::attack_ranking::{PossibleTarget, WalkOffer};
use crate::board::interaction::target_cycle::enemy_cells;
use crate::session::{Intent, Session};
use battle::{BattleView, Target, UnitDataItem};
use model::UnitId;
use rules::play;

/// Most enemies to which walks are planned, the nearest ones.
const MAX_WALKS: usize = 6;

/// Returns the nearest enemies that a click attacks after a walk: with the attack that is aimed, else with that of a click
/// without an aim.
pub(crate) fn walk_targets(
    view: &BattleView,
    session: &Session,
    odds: &mut ForecastCache,
    unit: UnitId,
) -> Vec<PossibleTarget> {
    let Some(unit) = view.unit(unit) else { return Vec::new() };
    let at = |cell| view.target_at(&unit, cell).map(|other| *other.id);
    let cells = enemy_cells(view, &unit, Intent::Move).into_iter().take(MAX_WALKS);
    let enemies: Vec<UnitId> = cells.filter_map(at).collect();
    let mut targets = Vec::new();
    for enemy in enemies {
        targets.extend(walk_target(view, session, odds, (&unit, enemy)));
    }
    targets
}

/// Returns an enemy with the walk and the attack of a click on it; `None` if a click does not walk.
fn walk_target(
    view: &BattleView,
    session: &Session,
    odds: &mut ForecastCache,
    (unit, enemy): (&UnitDataItem, UnitId),
) -> Option<PossibleTarget> {
    if let Intent::Attack { weapon, mode, option: None } = session.intent {
        let aimed = walk_with(view, odds, (unit, enemy), (weapon, mode));
        if aimed.is_some() {
            return aimed;
        }
    }
    let choice = click_choice(view, session, odds, (unit, enemy))?;
    walk_with(view, odds, (unit, enemy), choice)
}

/// Returns an enemy with the walk to an attack that is refused from where the unit stands, and the odds after the walk.
fn walk_with(
    view: &BattleView,
    odds: &mut ForecastCache,
    (unit, enemy): (&UnitDataItem, UnitId),
    (weapon, mode): WeaponChoice,
) -> Option<PossibleTarget> {
    let query = AttackQuery::from_current_position(unit, Target::Unit(enemy), weapon, mode);
    odds.attack_refusal(view, &query)?;
    let approach = plan_approach(view, odds, &query)?;
    let there = approach.query_after(&query);
    let (found, _) = odds.quick_odds(view, &there)?;
    let carried = unit.inventory.get(weapon)?;
    Some(PossibleTarget {
        enemy,
        choice: (weapon, mode),
        attack: mode.map_or_else(|| carried.name().to_string(), |mode| mode.name().to_owned()),
        chance: key_chance(&found).0,
        mean: found.mean,
        unit: play::weapon_damage_words(carried.weapon()),
        worth: odds.worth_with_area(view, &there, &found),
        caught: odds.caught_units(view, &there),
        price: String::new(), // the text of the walk has it
        is_blind: false,
        walk: Some(WalkOffer { text: approach.text().to_owned(), query: there }),
    })
}
