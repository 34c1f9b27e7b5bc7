//! Actions that a unit could still have taken when it ended its turn.

use super::cover_effect;
use battle::{BattleView, Order, UnitDataItem, validate_order};
use rules::play;

/// Orders that were still possible and of use at the end of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct UnusedActions {
    /// An attack that harms an enemy in view with a chance of a tenth or more, and no friend.
    pub attack: bool,
    /// Reloading a weapon in hand with half of its magazine or less.
    pub reload: bool,
    /// Taking effective cover from the nearest enemy with a ranged weapon.
    pub cover: bool,
}

impl UnusedActions {
    /// Finds what a unit that ends its turn could still do.
    pub fn find<'v>(view: &BattleView, me: &UnitDataItem<'v, 'v>) -> Self {
        Self { attack: can_attack(view, me), reload: can_reload(view, me), cover: can_take_cover(view, me) }
    }
}

fn can_attack<'v>(view: &BattleView, me: &UnitDataItem<'v, 'v>) -> bool {
    let Some(choice) = cover_effect::main_attack(me).map(|(choice, _)| choice) else { return false };
    if me.inventory.get(choice.weapon).is_none_or(battle::CarriedItem::needs_bystanders) {
        return false;
    }
    let enemies = view.units().filter(|other| other.is_fighting() && other.side != me.side);
    enemies.filter(|enemy| view.sees(me, enemy)).any(|enemy| {
        let order = Order::attack(*me.id, battle::Target::Unit(*enemy.id), choice.weapon, choice.mode);
        let harms = || {
            let odds = play::preview(&*view.attack_request(choice, *enemy.id)?)?;
            Some(odds.harm >= 0.1)
        };
        validate_order(view, &order).is_ok() && harms() == Some(true)
    })
}

fn can_reload(view: &BattleView, me: &UnitDataItem) -> bool {
    let unit = *me.id;
    me.inventory.held_items().any(|(weapon, carried)| {
        carried.magazine() > 0
            && 2 * carried.loaded() <= carried.magazine()
            && validate_order(view, &Order::Reload { unit, weapon }).is_ok()
    })
}

fn can_take_cover(view: &BattleView, me: &UnitDataItem) -> bool {
    let unit = *me.id;
    let order = match play::cover_action(view.rules().book()) {
        Some(action) => Order::SpecialAction { unit, action: action.to_owned(), target: None, weapon: None },
        None => Order::TakeCover { unit },
    };
    let shooters = cover_effect::shooters_at(view, me);
    let nearest = shooters
        .iter()
        .min_by_key(|shooter| (shooter.unit.cell().distance_squared(me.cell()), *shooter.unit.id));
    !me.cover.is_taken()
        && nearest.is_some_and(|shooter| {
            !cover_effect::is_in_effective_cover(view, shooter, me)
                && cover_effect::offers_effective_cover(view, shooter, (unit, me.cell()), true)
        })
        && validate_order(view, &order).is_ok()
}
