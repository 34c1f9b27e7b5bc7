//! Weapons in the list of attacks that are still to be readied: what they could do then, and which one to ready first.

use super::entry_texts::preview_target;
use super::figures::{AttackFigures, once_ready_text};
use super::{AttackMenu, ListedEntry};
use crate::attack_forecast::{AttackQuery, ForecastCache};
use crate::attack_ranking::unpaid_attacks_text;
use crate::panel::action_bar::choices::ActionChoice;
use battle::{BattleView, Order, Target, UnitDataItem};
use model::UnitId;
use rules::play;

/// What a weapon could do once it is readied, in words.
enum ReadyOutlook {
    /// It can attack an enemy from here.
    Attacks(String),
    /// It can attack no enemy from here, for this reason.
    Useless(&'static str),
}

/// Words for a weapon that reaches no enemy from here.
const NO_ENEMY_IN_REACH: &str = "no enemy in reach from here";
/// Words for a weapon that can attack none of the enemies in its reach: a wall is in the way, or they are too near.
const NO_ENEMY_TO_ATTACK: &str = "no enemy can be attacked with it from here";

/// Says which weapon to ready first, and what it could do then.
fn ready_first_text(weapon: &str, then: &str) -> String {
    format!("Ready {weapon} first, below: {then}.")
}

impl AttackMenu<'_, '_, '_, '_> {
    /// Says what a weapon that is still to be readied could do: its best chances on the target of the list, or, if it has no
    /// effect there, on the enemy where it does most. `None` for other entries, and for a weapon that has no effect on any enemy
    /// in its reach.
    pub(super) fn ready_figures(&self, entry: &ActionChoice, odds: &mut ForecastCache) -> Option<String> {
        self.rate_once_ready(entry, odds).map(|outlook| match outlook {
            ReadyOutlook::Attacks(text) => text,
            ReadyOutlook::Useless(why) => why.to_owned(),
        })
    }

    /// Says which weapon to ready first where nothing in hand can attack an enemy: "Ready Rifle first, below: then Dyne: 55 % damage
    /// chance". `None` if no weapon that can be readied does anything either.
    pub(super) fn ready_first(&self, listed: &[ListedEntry], odds: &mut ForecastCache) -> Option<String> {
        listed.iter().filter(|one| one.entry.refusal.is_none()).find_map(|one| {
            let Some(&Order::Ready { unit, weapon }) = one.entry.action.order() else { return None };
            let Some(ReadyOutlook::Attacks(text)) = self.rate_once_ready(one.entry, odds) else {
                return None;
            };
            let carried = self.context.view.unit(unit)?.inventory.get(weapon)?.name().to_string();
            Some(ready_first_text(&carried, &text))
        })
    }

    /// Rates what a weapon that is still to be readied could do, see [`Self::ready_figures`].
    fn rate_once_ready(&self, entry: &ActionChoice, odds: &mut ForecastCache) -> Option<ReadyOutlook> {
        let Some(&Order::Ready { unit, weapon }) = entry.action.order() else { return None };
        let ranking = self.ranking.filter(|ranking| ranking.unit == unit)?;
        let view = self.context.view;
        let own = view.unit(unit)?;
        // An item that goes off by itself makes no attack.
        if play::detonation_trigger(own.inventory.get(weapon)?.weapon()).is_some() {
            return None;
        }
        let is_enemy = |other: &UnitDataItem| {
            *other.side != *own.side && other.is_fighting() && view.perceives(*own.side, other)
        };
        let mut rated: Vec<(UnitId, AttackFigures)> = Vec::new();
        let (mut is_reached, mut is_possible) = (false, false);
        for enemy in view.units().filter(is_enemy) {
            let any = AttackQuery::from_current_position(&own, Target::Unit(*enemy.id), weapon, None);
            if any.is_in_range(view) {
                is_reached = true;
                let queries = attacks_once_ready(view, &own, (weapon, *enemy.id));
                is_possible |= !queries.is_empty();
                let figures = self.figures_once_ready(queries, odds);
                rated.extend(figures.map(|figures| (*enemy.id, figures)));
            }
        }
        if !is_possible {
            let why = if is_reached { NO_ENEMY_TO_ATTACK } else { NO_ENEMY_IN_REACH };
            return Some(ReadyOutlook::Useless(why));
        }
        let (target, figures) = preview_target(rated, ranking.target)?;
        let name = self.context.unit_name(target);
        let is_spent = unpaid_attacks_text(view, unit, None).is_some();
        let figures = format!("{}, {}", figures.chance(), figures.damage());
        Some(ReadyOutlook::Attacks(once_ready_text(is_spent, &name, &figures)))
    }

    /// Returns the figures of the best of some attacks, as if their weapon were in hand.
    fn figures_once_ready(
        &self,
        queries: Vec<AttackQuery>,
        odds: &mut ForecastCache,
    ) -> Option<AttackFigures> {
        let view = self.context.view;
        let all = queries.into_iter().filter_map(|query| Some((odds.quick_odds(view, &query)?.0, query)));
        let (best, query) = all.max_by(|(one, _), (other, _)| one.mean.total_cmp(&other.mean))?;
        Some(AttackFigures::of_odds(self.context, &query, best))
    }
}

/// Returns the attacks of a weapon on an enemy that are possible from here once it is in hand, in each of its fire modes.
fn attacks_once_ready(
    view: &BattleView,
    own: &UnitDataItem,
    (weapon, target): (usize, UnitId),
) -> Vec<AttackQuery> {
    let Some(carried) = own.inventory.get(weapon) else { return Vec::new() };
    let modes: Vec<_> = match carried.modes() {
        [] => vec![None],
        modes => modes.iter().copied().map(Some).collect(),
    };
    let query = |mode| AttackQuery::from_current_position(own, Target::Unit(target), weapon, mode);
    modes.into_iter().map(query).filter(|query| query.refusal_once_ready(view).is_none()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_in_hand_attacks_the_weapon_to_ready_is_named_with_its_chance() {
        let then = once_ready_text(false, "Dyne", "55 % damage chance, average damage 2.1");
        assert_eq!(
            ready_first_text("Rifle", &then),
            "Ready Rifle first, below: then Dyne: 55 % damage chance, average damage 2.1."
        );
    }
}
