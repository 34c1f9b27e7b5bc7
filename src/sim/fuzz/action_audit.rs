//! Audit of actions: checks from component state and events alone that units act only when they can, with the weapon that
//! they declared, and pay for it. It knows nothing of the functions that permit actions.

use std::collections::BTreeMap;
use std::sync::Arc;

use thiserror::Error;

use battle::{BattleEvent, BattleView, Order, Pace, StatusKind, UnitDataItem};
use model::UnitId;
use rules::Book;
use rules::status::Ailment;
use rules::turn_engine::Action;

/// Ailments that leave no action and no reaction. `CS-AIL-06`, `CS-FROZ-01`, `CS-SHCK-01`, `CS-STUN-01`, `CS-UNCO-01`.
const NO_ACTIONS: [Ailment; 4] = [Ailment::Frozen, Ailment::Shocked, Ailment::Stunned, Ailment::Unconscious];

/// An action that breaks a rule of every book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AuditViolation {
    /// A unit acted while it was out of action.
    #[error("unit {} acted while out of action: {what}", .unit.0)]
    ActedWhileDown {
        /// The unit.
        unit: UnitId,
        /// The event.
        what: &'static str,
    },
    /// A unit acted although an ailment leaves it no action.
    #[error("unit {} acted while {}: {what}", .unit.0, .ailment.name())]
    ActedWhileForbidden {
        /// The unit.
        unit: UnitId,
        /// The ailment.
        ailment: Ailment,
        /// The event.
        what: &'static str,
    },
    /// A unit attacked with a weapon that was not in its hand.
    #[error("unit {} attacked with slot {slot}, which was not in hand", .unit.0)]
    WeaponNotInHand {
        /// The unit.
        unit: UnitId,
        /// Slot of the weapon.
        slot: usize,
    },
    /// A unit attacked with another weapon than it had declared, or had declared no attack.
    #[error("unit {} attacked with slot {slot} without declaring it", .unit.0)]
    WeaponNotDeclared {
        /// The unit.
        unit: UnitId,
        /// Slot of the weapon.
        slot: usize,
    },
    /// An action was not paid for.
    #[error("unit {} did not pay for: {what}", .unit.0)]
    NotPaid {
        /// The unit.
        unit: UnitId,
        /// The action.
        what: &'static str,
    },
    /// A payment left another number of points than the points before less the price.
    #[error("unit {} paid {paid} of {before} AP for {what} and has {left}", .unit.0)]
    WrongPayment {
        /// The unit.
        unit: UnitId,
        /// The action.
        what: &'static str,
        /// Points before.
        before: u8,
        /// Points paid.
        paid: u8,
        /// Points left.
        left: u8,
    },
    /// A held unit moved by itself, or is no longer beside its holder.
    #[error("unit {} left the grip of unit {}", .unit.0, .holder.0)]
    LeftGrip {
        /// The held unit.
        unit: UnitId,
        /// The unit that holds it.
        holder: UnitId,
    },
}

/// What the audit knows of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct AuditedUnit {
    /// Whether it is out of action.
    down: bool,
    /// Ailments that leave it no action.
    helpless: Vec<Ailment>,
    /// Name of each carried item by slot, and whether it is in hand.
    weapons: BTreeMap<usize, (Arc<str>, bool)>,
    /// The unit that holds it.
    held_by: Option<UnitId>,
    /// Whether it sits in a vehicle.
    in_vehicle: bool,
    /// Attacks on passing units that it has chosen and not made yet.
    strikes: u32,
    /// Whether it has paid for a charge, whose attack costs nothing more. Table CS-T2.
    charges: bool,
    /// Whether it has paid for moving in its phase; its walk may have several parts.
    moves: bool,
    /// Action points left.
    points: u8,
}

/// An attack that is declared and not resolved yet.
#[derive(Clone, Debug, PartialEq, Eq)]
struct DeclaredWeapon {
    unit: UnitId,
    slot: usize,
    name: Arc<str>,
}

/// Follows the units of a battle from order to order.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActionAudit {
    book: Option<Book>,
    units: BTreeMap<UnitId, AuditedUnit>,
    declared: Vec<DeclaredWeapon>,
}

/// The action of an order that has a price, if only that of a Free Action.
struct OrderedAction {
    unit: UnitId,
    /// For the error.
    what: &'static str,
    /// Whether a payment for an action pays for it.
    is_paid_by: fn(Action) -> bool,
}

impl OrderedAction {
    /// Returns the action of an order; `None` for orders that cost nothing, or a price that only their book knows.
    fn of(order: &Order) -> Option<Self> {
        let is_placing = |action| matches!(action, Action::UseItem | Action::SetCharges | Action::Throw);
        let (unit, what, is_paid_by): (_, _, fn(Action) -> bool) = match order {
            Order::Attack { unit, .. } => (*unit, "an attack", Action::is_attack),
            Order::Multiple { unit, .. } => (*unit, "several attacks", |_| true),
            Order::Move { unit, .. } => (*unit, "a move", is_move),
            Order::Activate { unit, .. } => (*unit, "placing an item", is_placing),
            Order::Detonate { unit, .. } => (*unit, "a detonation", |action| action == Action::Detonate),
            Order::TakeCover { unit } => (*unit, "taking cover", |action| action == Action::TakeCover),
            Order::DropProne { unit } => (*unit, "dropping prone", |action| action == Action::DropProne),
            Order::StandUp { unit } => (*unit, "standing up", |action| action == Action::StandUp),
            Order::Reload { unit, .. } => (*unit, "reloading", |action| action == Action::Reload),
            Order::Ready { unit, .. } => (*unit, "readying an item", |action| action == Action::Ready),
            Order::Drop { unit, .. } => (*unit, "dropping an item", |action| action == Action::DropObject),
            Order::PickUp { unit, .. } => (*unit, "picking up an item", |action| action == Action::PickUp),
            Order::Door { unit, .. } => (*unit, "a door", |action| action == Action::Door),
            _ => return None,
        };
        Some(Self { unit, what, is_paid_by })
    }
}

fn is_move(action: Action) -> bool {
    matches!(action, Action::Walk | Action::Run | Action::Sprint)
}

impl AuditedUnit {
    fn read(unit: &UnitDataItem, before: Option<&Self>) -> Self {
        let helpless = unit.status.ailments().iter().map(|one| one.ailment);
        let held_by = unit.status.iter().find_map(|status| match status.kind {
            StatusKind::HeldBy(holder) => Some(holder),
            _ => None,
        });
        let weapons = unit.inventory.slots();
        Self {
            down: !unit.is_fighting(),
            helpless: helpless.filter(|ailment| NO_ACTIONS.contains(ailment)).collect(),
            weapons: weapons.map(|(slot, one)| (slot, (one.name().clone(), one.in_hand()))).collect(),
            held_by,
            in_vehicle: unit.vehicle().is_some(),
            strikes: before.map_or(0, |before| before.strikes),
            charges: before.is_some_and(|before| before.charges),
            moves: before.is_some_and(|before| before.moves),
            points: unit.points.budget().points(),
        }
    }
}

impl ActionAudit {
    /// Reads the units as they are before an order. Without an open prompt no attack is pending.
    pub fn read_units(&mut self, view: &BattleView) {
        self.book = Some(view.rules().book());
        if view.open_prompt().is_none() {
            self.declared.clear();
            self.units.values_mut().for_each(|unit| unit.strikes = 0);
        }
        let units = view.units().map(|unit| (*unit.id, AuditedUnit::read(&unit, self.units.get(unit.id))));
        self.units = units.collect();
    }

    /// Checks the events of an accepted order, in their order.
    ///
    /// # Errors
    /// Returns the first action that breaks a rule.
    pub fn check_events<'e>(
        &mut self,
        order: &Order,
        events: impl IntoIterator<Item = &'e BattleEvent> + Clone,
    ) -> Result<(), AuditViolation> {
        self.check_price(order, events.clone())?;
        if let Order::Move { unit, .. } = order
            && let Some(AuditedUnit { held_by: Some(holder), in_vehicle: false, .. }) = self.units.get(unit)
        {
            return Err(AuditViolation::LeftGrip { unit: *unit, holder: *holder });
        }
        for event in events {
            self.check_actor(event)?;
            self.check_weapon(event)?;
            self.check_points(event)?;
            self.follow(event);
        }
        Ok(())
    }

    /// Checks that held units are beside their holders after an order.
    ///
    /// # Errors
    /// Returns the first unit that is not.
    pub fn check_grips(&self, view: &BattleView) -> Result<(), AuditViolation> {
        for unit in view.units().filter(|unit| unit.vehicle().is_none()) {
            for status in unit.status.iter() {
                let StatusKind::HeldBy(holder) = status.kind else { continue };
                let beside =
                    view.unit(holder).is_none_or(|other| other.cell().chebyshev_distance(unit.cell()) <= 1);
                if !beside {
                    return Err(AuditViolation::LeftGrip { unit: *unit.id, holder });
                }
            }
        }
        Ok(())
    }

    /// Checks that the unit of an order has paid for the action that it ordered.
    fn check_price<'e>(
        &self,
        order: &Order,
        events: impl IntoIterator<Item = &'e BattleEvent>,
    ) -> Result<(), AuditViolation> {
        let Some(OrderedAction { unit, what, is_paid_by }) = OrderedAction::of(order) else { return Ok(()) };
        let is_payment = |event: &BattleEvent| match event {
            BattleEvent::Paid { unit: of, action, .. } => *of == unit && is_paid_by(*action),
            BattleEvent::TurnBudgetChanged { unit: of, .. } => *of == unit,
            _ => false,
        };
        let state = self.units.get(&unit);
        let is_paid_already = match order {
            Order::Attack { .. } => state.is_some_and(|state| state.charges),
            Order::Move { pace: Pace::Walk, .. } => state.is_some_and(|state| state.moves),
            // What is reflexive in this book costs nothing, and house rules decide what is. `AB-BASE-07`
            Order::Multiple { .. } | Order::Move { .. } => false,
            _ if self.book == Some(Book::Aberrant) => true,
            _ => false,
        };
        if is_paid_already || events.into_iter().any(is_payment) {
            Ok(())
        } else {
            Err(AuditViolation::NotPaid { unit, what })
        }
    }

    /// Checks that a payment takes its price from the points that the unit has.
    fn check_points(&self, event: &BattleEvent) -> Result<(), AuditViolation> {
        let BattleEvent::Paid { unit, action, points: paid, budget } = event else { return Ok(()) };
        let Some(state) = self.units.get(unit) else { return Ok(()) };
        // Reactions have points of their own in the other books. `CS-BASE-17`, `AB-BASE-07`
        if self.book != Some(Book::SwanSong) && action.is_interrupt() {
            return Ok(());
        }
        let (before, left) = (state.points, budget.points());
        if before.checked_sub(*paid) == Some(left) {
            return Ok(());
        }
        Err(AuditViolation::WrongPayment { unit: *unit, what: action.name(), before, paid: *paid, left })
    }

    /// Checks that a unit that acts can act.
    fn check_actor(&self, event: &BattleEvent) -> Result<(), AuditViolation> {
        let (unit, what) = match event {
            BattleEvent::AttackDeclared { unit, .. } => (*unit, "declares an attack"),
            BattleEvent::AttackResolved { unit, .. } => (*unit, "attacks"),
            BattleEvent::Intercepted { unit, .. } => (*unit, "intercepts"),
            BattleEvent::Activated { unit, .. } => (*unit, "places an item"),
            BattleEvent::Readied { unit, .. } => (*unit, "readies a weapon"),
            BattleEvent::PickedUp { unit, .. } => (*unit, "picks up an item"),
            BattleEvent::CoverTaken { unit } => (*unit, "takes cover"),
            BattleEvent::Ran { unit, .. } => (*unit, "runs"),
            BattleEvent::SpecialActionDone { unit, .. } => (*unit, "uses a special action"),
            BattleEvent::Paid { unit, action, .. } if !action.is_interrupt() => (*unit, action.name()),
            BattleEvent::Paid { unit, action: Action::Intercept, .. } => (*unit, "pays for an interception"),
            _ => return Ok(()),
        };
        let Some(state) = self.units.get(&unit) else { return Ok(()) };
        if state.down {
            return Err(AuditViolation::ActedWhileDown { unit, what });
        }
        match state.helpless.first() {
            Some(&ailment) => Err(AuditViolation::ActedWhileForbidden { unit, ailment, what }),
            None => Ok(()),
        }
    }

    /// Checks that an attack is made with a weapon in hand, and with the one that was declared.
    fn check_weapon(&mut self, event: &BattleEvent) -> Result<(), AuditViolation> {
        let (BattleEvent::AttackDeclared { unit, weapon, .. }
        | BattleEvent::AttackResolved { unit, weapon, .. }) = event
        else {
            return Ok(());
        };
        let (unit, slot) = (*unit, *weapon);
        let Some(state) = self.units.get_mut(&unit) else { return Ok(()) };
        let held = state.weapons.get(&slot).filter(|(_, in_hand)| *in_hand).map(|(name, _)| name.clone());
        let is_strike = matches!(event, BattleEvent::AttackResolved { .. }) && state.strikes > 0;
        let Some(name) = held else {
            // A unit without a natural weapon strikes with bare hands, which have no slot. `SS-INTC-08`
            if is_strike && slot == usize::MAX {
                state.strikes -= 1;
                return Ok(());
            }
            return Err(AuditViolation::WeaponNotInHand { unit, slot });
        };
        let declared = DeclaredWeapon { unit, slot, name };
        if matches!(event, BattleEvent::AttackDeclared { .. }) {
            self.declared.push(declared);
        } else if let Some(place) = self.declared.iter().position(|one| *one == declared) {
            self.declared.remove(place);
        } else if is_strike {
            state.strikes -= 1;
        } else {
            return Err(AuditViolation::WeaponNotDeclared { unit, slot });
        }
        Ok(())
    }

    /// Applies an event to what the audit knows.
    fn follow(&mut self, event: &BattleEvent) {
        let mut change = |unit: &UnitId, change: &mut dyn FnMut(&mut AuditedUnit)| {
            if let Some(state) = self.units.get_mut(unit) {
                change(state);
            }
        };
        match event {
            BattleEvent::Paid { unit, action, budget, .. } => change(unit, &mut |state| {
                state.points = budget.points();
                state.moves |= is_move(*action);
            }),
            BattleEvent::TurnBudgetChanged { unit, budget, .. } => change(unit, &mut |state| {
                state.points = budget.points();
                state.moves = true;
            }),
            BattleEvent::PointsRestored { unit, budget } => {
                change(unit, &mut |state| state.points = budget.points());
            }
            BattleEvent::WentDown { unit, .. } => change(unit, &mut |state| state.down = true),
            BattleEvent::Recovered { unit } => change(unit, &mut |state| state.down = false),
            BattleEvent::Afflicted { unit, suffered } if NO_ACTIONS.contains(&suffered.ailment) => {
                change(unit, &mut |state| state.helpless.push(suffered.ailment));
            }
            BattleEvent::Relieved { unit, ailment, .. } => {
                change(unit, &mut |state| state.helpless.retain(|one| one != ailment));
            }
            BattleEvent::Intercepted { unit, .. } => change(unit, &mut |state| state.strikes += 1),
            BattleEvent::SpecialActionDone { unit, action, .. } if action == "charge" => {
                change(unit, &mut |state| state.charges = true);
            }
            BattleEvent::PhaseEnded { unit } => {
                change(unit, &mut |state| (state.charges, state.moves) = (false, false));
            }
            BattleEvent::Dropped { unit, weapon, .. }
            | BattleEvent::Activated { unit, weapon, .. }
            | BattleEvent::WeaponDestroyed { unit, weapon, .. } => {
                change(unit, &mut |state| {
                    state.weapons.remove(weapon);
                });
            }
            BattleEvent::PickedUp { unit, what, .. } => change(unit, &mut |state| {
                let free = (0..).find(|slot| !state.weapons.contains_key(slot));
                state.weapons.extend(free.map(|slot| (slot, (what.name().clone(), false))));
            }),
            BattleEvent::Readied { unit, weapon, stowed } => change(unit, &mut |state| {
                for (slot, (_, in_hand)) in &mut state.weapons {
                    *in_hand = (*in_hand && !stowed.contains(slot)) || slot == weapon;
                }
            }),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
