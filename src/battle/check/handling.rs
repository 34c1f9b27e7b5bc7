//! Whether a unit may do what it is told with its weapons, and with doors: the actions of chapter ACT that need hands.

use super::{Draft, Plan};
use crate::arsenal::{Carried, Gear, ItemId};
use crate::casualty::drop_event;
use crate::components::BarrierId;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::view::diagonal_step;
use field::Place;
use rules::engine::Action;
use rules::status::{Part, can_hold, cannot_hold};
use rules::{Act, Fault, Held, Refused, play};

impl Draft<'_> {
    pub(super) fn reload(mut self, weapon: usize) -> Result<Plan, Refusal> {
        let unit = self.id();
        let carried = self
            .unit
            .arsenal
            .carried()
            .get(weapon)
            .ok_or_else(|| Refusal::NoSuchWeapon { unit: self.name(), weapon })?;
        if !carried.in_hand() {
            return Err(Refusal::NotInHand { weapon: carried.name().to_string() });
        }
        let rounds = carried.magazine();
        if carried.loaded() >= rounds && !matches!(carried.fault(), Fault::Empty | Fault::Cleared) {
            return Err(Refusal::NothingToDo(format!("{} is full.", carried.name())));
        }
        if carried.fault() == Fault::Jammed {
            return Err(Refusal::NothingToDo(format!("{} is jammed: clear it first.", carried.name())));
        }
        self.pay_with(Action::Reload, Some(weapon), None)?;
        if !matches!(carried.fault(), Fault::None | Fault::Worn { .. }) {
            self.push(Event::Faulted { unit, weapon, fault: Fault::None });
        }
        self.push(Event::Reloaded { unit, weapon, rounds });
        self.done()
    }

    pub(super) fn ready(mut self, weapon: usize) -> Result<Plan, Refusal> {
        let all = self.unit.arsenal.carried();
        let carried = all.get(weapon).ok_or_else(|| Refusal::NoSuchWeapon { unit: self.name(), weapon })?;
        if carried.in_hand() {
            return Err(Refusal::NothingToDo(format!("{} is in hand.", carried.name())));
        }
        // Hands are two: what no longer fits beside the new weapon is put away, last in hand first.
        self.can_hold(carried.hands())?;
        let usable = [Part::Left, Part::Right].into_iter().filter(|hand| can_hold(&self.me.ailments, *hand));
        let mut free = (usable.count() as u8).saturating_sub(carried.hands());
        let mut stowed = Vec::new();
        for (number, held) in all.iter().enumerate().filter(|(_, held)| held.in_hand()) {
            match free.checked_sub(held.hands()) {
                Some(left) => free = left,
                None => stowed.push(number),
            }
        }
        self.pay_to_hold(Action::Ready, weapon, carried)?;
        self.push(Event::Readied { unit: self.id(), weapon, stowed });
        self.done()
    }

    /// There are hands that can take hold of it. `SS-CALL-38`, `SS-CALL-59`.
    fn can_hold(&self, hands: u8) -> Result<(), Refusal> {
        let Some(ailment) = cannot_hold(&self.me.ailments, hands) else { return Ok(()) };
        let rule = ailment.rule();
        let why = Refused::new(format!("{}: {}", rule.name, rule.brief), rule.clause);
        Err(Refusal::Book { unit: self.name(), why })
    }

    /// Pays for taking something that is not in hand: the book may ask whether there is a hand for it.
    fn pay_to_hold(&mut self, action: Action, slot: usize, what: &Carried) -> Result<(), Refusal> {
        let held = Held {
            weapon: what.weapon().clone(),
            slot,
            loaded: what.loaded(),
            fault: what.fault(),
            hand: None,
        };
        let act = Act { action, with: Some(&held), manner: None };
        let paid = play::pay(&self.me, act, self.view.rules()).map_err(|why| self.unpaid(why))?;
        self.take(paid, Some(action));
        Ok(())
    }

    pub(super) fn drop(mut self, weapon: usize) -> Result<Plan, Refusal> {
        let carried = self
            .unit
            .arsenal
            .carried()
            .get(weapon)
            .ok_or_else(|| Refusal::NoSuchWeapon { unit: self.name(), weapon })?;
        if !carried.in_hand() || carried.hands() == 0 {
            return Err(Refusal::NotInHand { weapon: carried.name().to_string() });
        }
        self.pay(Action::DropObject)?;
        let event = drop_event(self.view, self.id(), weapon, 0);
        self.plan.events.extend(event);
        self.done()
    }

    pub(super) fn pick_up(mut self, item: ItemId) -> Result<Plan, Refusal> {
        let items = self.view.items();
        let found = items.iter().find(|(id, _)| *id == item).ok_or(Refusal::NoSuchItem)?;
        let (here, there) = (self.unit.cell(), found.1.cell());
        let diagonal = diagonal_step(self.view.rules());
        let at_hand = here == there
            || here.rings(there) == 1
                && field::path_cost(self.view.field().grid(), here, &[there], diagonal).is_ok();
        if !at_hand || !play::has_hands(self.unit.sheet.get()) {
            return Err(Refusal::NoSuchItem);
        }
        self.can_hold(1)?;
        self.pay_to_hold(Action::PickUp, self.unit.arsenal.carried().len(), found.1.item())?;
        let mut what = found.1.item().clone();
        what.gear = Gear::new(&play::arm(&what.weapon, self.unit.sheet.get(), self.view.rules()));
        self.push(Event::PickedUp { unit: self.id(), item, what });
        self.done()
    }

    pub(super) fn door(mut self, barrier: BarrierId) -> Result<Plan, Refusal> {
        let data = self.view.barrier(barrier).ok_or(Refusal::NoSuchBarrier(barrier.0))?;
        let here = self.unit.cell();
        let beside = match data.place.place() {
            Place::Edge(edge) => edge.cells().contains(&here),
            Place::Square(cell) => cell.rings(here) == 1,
        };
        if !data.barrier.kind().openable || data.state.holed() {
            return Err(Refusal::BadTarget(format!("The {} does not open.", data.barrier.kind().name)));
        }
        if !beside {
            return Err(Refusal::BadTarget("Stand beside it to open or close it.".to_owned()));
        }
        if let Place::Square(cell) = data.place.place()
            && data.state.open()
            && self.view.units().any(|unit| !unit.casualty.escaped() && unit.cell() == cell)
        {
            return Err(Refusal::Blocked("Somebody is in the doorway.".to_owned()));
        }
        self.pay(Action::Door)?;
        self.push(Event::DoorMoved { barrier, open: !data.state.open() });
        self.done()
    }
}
