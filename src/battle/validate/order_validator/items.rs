//! Weapons, items and doors: the actions of chapter ACT that need hands.

use super::OrderValidator;
use crate::state::components::inventory::{CarriedItem, WeaponProfile};
use crate::state::event::BattleEvent;
use crate::state::resources::DeclaredAction;
use crate::validate::order_error::OrderError;
use crate::validate::rejection::{Obstruction, PointlessOrder, TargetRejection};
use crate::validate::validated_order::{ValidatedOrder, fighting_unit};
use crate::view::battle_view::{BattleView, diagonal_step};
use crate::view::dropped_items::{charge_lost_event, drop_event};
use model::{BarrierId, ItemId, ObstaclePosition, UnitId};
use rules::status::{BodySide, can_hold, cannot_hold};
use rules::turn_engine::Action;
use rules::{ActionRequest, ForbiddenByAilment, HeldWeapon, WeaponMalfunction, play};

/// Checks that a unit can pay for opening a door, after the payment of another order.
///
/// # Errors
/// Returns the reason if the price cannot be paid.
pub fn check_door_price(
    view: &BattleView,
    unit: UnitId,
    earlier: Option<&ValidatedOrder>,
) -> Result<(), OrderError> {
    check_price(view, unit, earlier, Action::Door)
}

/// Checks whether a unit can pay for taking cover after an order, whatever it will stand beside by then.
///
/// # Errors
/// Returns the reason if the price cannot be paid.
pub fn check_cover_price(
    view: &BattleView,
    unit: UnitId,
    earlier: Option<&ValidatedOrder>,
) -> Result<(), OrderError> {
    check_price(view, unit, earlier, Action::TakeCover)
}

/// Checks whether a unit can pay for an action after another order.
fn check_price(
    view: &BattleView,
    unit: UnitId,
    earlier: Option<&ValidatedOrder>,
    action: Action,
) -> Result<(), OrderError> {
    let unit = fighting_unit(view, unit)?;
    let mut validator = OrderValidator::after_order(view, &unit, earlier);
    validator.pay(action)
}

/// Checks whether a unit can pay for taking an item in hand that it has picked up by another order.
///
/// # Errors
/// Returns the reason if it cannot, or if it has no free hand for it.
pub fn check_ready_price(
    view: &BattleView,
    (unit, item): (UnitId, &CarriedItem),
    picked_up: &ValidatedOrder,
) -> Result<(), OrderError> {
    let unit = fighting_unit(view, unit)?;
    let mut validator = OrderValidator::after_order(view, &unit, Some(picked_up));
    validator.check_free_hands(item.hands())?;
    validator.pay_to_hold(Action::Ready, unit.inventory.next_slot(), item)
}

impl OrderValidator<'_> {
    pub(crate) fn reload(mut self, weapon: usize) -> Result<ValidatedOrder, OrderError> {
        let unit = self.id();
        let carried = self.held_weapon(weapon)?;
        let rounds = carried.magazine();
        if carried.loaded() >= rounds
            && !matches!(carried.fault(), WeaponMalfunction::Empty | WeaponMalfunction::Cleared)
        {
            return Err(PointlessOrder::FullyLoaded { weapon: carried.name().to_string() }.into());
        }
        if carried.fault() == WeaponMalfunction::Jammed {
            return Err(PointlessOrder::Jammed { weapon: carried.name().to_string() }.into());
        }
        self.pay_with(Action::Reload, Some(weapon), None)?;
        if !matches!(carried.fault(), WeaponMalfunction::None | WeaponMalfunction::Worn { .. }) {
            self.push(BattleEvent::WeaponFaultChanged { unit, weapon, fault: WeaponMalfunction::None });
        }
        self.push(BattleEvent::Reloaded { unit, weapon, rounds });
        self.finish()
    }

    pub(crate) fn ready(mut self, weapon: usize) -> Result<ValidatedOrder, OrderError> {
        let all = self.unit.inventory;
        let carried =
            all.get(weapon).ok_or_else(|| OrderError::NoSuchWeapon { unit: self.unit_name(), weapon })?;
        if carried.in_hand() {
            return Err(PointlessOrder::AlreadyInHand { weapon: carried.name().to_string() }.into());
        }
        // Weapons that do not fit beside the new one are put away, last in hand first.
        self.check_free_hands(carried.hands())?;
        let usable = [BodySide::Left, BodySide::Right]
            .into_iter()
            .filter(|hand| can_hold(&self.after_payment.ailments, *hand));
        let mut free = (usable.count() as u8).saturating_sub(carried.hands());
        let mut stowed = Vec::new();
        for (number, held) in all.held_items() {
            match free.checked_sub(held.hands()) {
                Some(left) => free = left,
                None => stowed.push(number),
            }
        }
        self.pay_to_hold(Action::Ready, weapon, carried)?;
        self.push(BattleEvent::Readied { unit: self.id(), weapon, stowed });
        self.finish()
    }

    /// Checks that there are usable hands. `SS-CALL-38`, `SS-CALL-59`.
    fn check_free_hands(&self, hands: u8) -> Result<(), OrderError> {
        let Some(ailment) = cannot_hold(&self.after_payment.ailments, hands) else { return Ok(()) };
        let why = ForbiddenByAilment(ailment).violation();
        Err(OrderError::ForbiddenByBook { unit: self.unit_name(), why })
    }

    /// Pays for taking an item in hand; the price may depend on the item.
    fn pay_to_hold(&mut self, action: Action, slot: usize, item: &CarriedItem) -> Result<(), OrderError> {
        let held = HeldWeapon::to_be_held(item, slot);
        let request = ActionRequest { action, with: Some(&held), option: None };
        let paid = play::pay_action(&self.after_payment, request, self.view.rules())
            .map_err(|why| self.cost_error(why))?;
        self.declared = Some(DeclaredAction::Action(action));
        self.note_payment(paid, Some(action));
        Ok(())
    }

    pub(crate) fn drop(mut self, weapon: usize) -> Result<ValidatedOrder, OrderError> {
        let carried = self.held_weapon(weapon)?;
        if carried.hands() == 0 {
            return Err(OrderError::NotInHand { weapon: carried.name().to_string() });
        }
        self.pay(Action::DropObject)?;
        let event = drop_event(self.view, self.id(), weapon);
        self.effects.extend(event);
        self.effects.extend(charge_lost_event(self.unit, weapon));
        self.finish()
    }

    pub(crate) fn pick_up(mut self, item: ItemId) -> Result<ValidatedOrder, OrderError> {
        let items = self.view.items();
        let found = items.iter().find(|(id, _)| *id == item).ok_or(OrderError::NoSuchItem)?;
        let (here, there) = (self.unit.cell(), found.1.cell());
        let diagonal = diagonal_step(self.view.rules());
        let at_hand = here == there
            || here.chebyshev_distance(there) == 1
                && field::path_cost(self.view.field().grid(), here, &[there], diagonal).is_ok();
        if !play::has_hands(self.unit.sheet.get()) {
            return Err(OrderError::NoHands { unit: self.unit.identity.name().to_owned() });
        }
        if !at_hand {
            return Err(OrderError::ItemOutOfReach { item: found.1.item().name().to_string() });
        }
        self.check_free_hands(1)?;
        self.pay_to_hold(Action::PickUp, self.unit.inventory.next_slot(), found.1.item())?;
        let mut what = Box::new(found.1.item().clone());
        what.profile =
            WeaponProfile::new(&play::weapon_traits(&what.weapon, self.unit.sheet.get(), self.view.rules()));
        self.push(BattleEvent::PickedUp { unit: self.id(), item, what });
        self.finish()
    }

    pub(crate) fn move_door(mut self, barrier: BarrierId) -> Result<ValidatedOrder, OrderError> {
        let data = self.view.barrier(barrier).ok_or(OrderError::NoSuchBarrier(barrier))?;
        let here = self.unit.cell();
        let beside = match data.place.place() {
            ObstaclePosition::Edge(edge) => edge.cells().contains(&here),
            ObstaclePosition::Square(cell) => cell.chebyshev_distance(here) == 1,
        };
        if !data.barrier.kind().openable || data.state.holed() {
            let barrier = data.barrier.kind().name.clone();
            return Err(TargetRejection::NotOpenable { barrier }.into());
        }
        if !beside {
            return Err(TargetRejection::TooFarToOpen.into());
        }
        if let ObstaclePosition::Square(cell) = data.place.place()
            && data.state.open()
            && self.view.units().any(|unit| unit.out_of_action.on_map() && unit.cell() == cell)
        {
            return Err(Obstruction::DoorwayOccupied.into());
        }
        self.pay(Action::Door)?;
        self.push(BattleEvent::DoorMoved { barrier, open: !data.state.open() });
        self.finish()
    }
}
