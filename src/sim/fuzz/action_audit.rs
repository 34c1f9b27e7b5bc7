//! Audit of actions: checks from component state and events alone, event by event, that units act only when they can, with
//! the weapon that they declared, that they pay for it, and that they leave a grip only by its rules. It knows nothing of
//! the functions that permit actions.

mod grips;
mod prices;
mod reactions;
mod violation;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use battle::{BattleEvent, BattleView, EventRecord, Order, StatusKind, SubAttack, Target, UnitDataItem};
use model::{Cell, UnitId};
use rules::status::Ailment;
use rules::turn_engine::Action;
use rules::{Book, TurnBudget};

pub use violation::AuditViolation;

/// Ailments that leave no action and no reaction. `CS-AIL-06`, `CS-FROZ-01`, `CS-SHCK-01`, `CS-STUN-01`, `CS-UNCO-01`.
const NO_ACTIONS: [Ailment; 4] = [Ailment::Frozen, Ailment::Shocked, Ailment::Stunned, Ailment::Unconscious];

/// What the audit knows of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct AuditedUnit {
    /// Whether it is out of action.
    down: bool,
    /// Ailments that leave it no action.
    helpless: Vec<Ailment>,
    /// Name of each carried item by slot, and whether it is in hand.
    weapons: BTreeMap<usize, (Arc<str>, bool)>,
    /// Its square.
    cell: Cell,
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
    /// What it has left of its turn.
    budget: Option<TurnBudget>,
}

impl AuditedUnit {
    /// Action points left.
    fn points(&self) -> u8 {
        self.budget.map_or(0, |budget| budget.points())
    }

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
            cell: unit.cell(),
            held_by,
            in_vehicle: unit.vehicle().is_some(),
            strikes: before.map_or(0, |before| before.strikes),
            charges: before.is_some_and(|before| before.charges),
            moves: before.is_some_and(|before| before.moves),
            budget: Some(unit.points.budget()),
        }
    }
}

/// An attack that is declared and not resolved yet.
#[derive(Clone, Debug, PartialEq, Eq)]
struct DeclaredWeapon {
    unit: UnitId,
    slot: usize,
    name: Arc<str>,
}

/// What has happened since an order that was given to a unit, also in the answers to its prompts.
#[derive(Clone, Debug, Default)]
struct OrderProgress {
    /// Units that have spent Karma.
    karma: BTreeSet<UnitId>,
    /// Units to which something has happened that may end a grip.
    shaken: BTreeSet<UnitId>,
    /// Units that could act when the current attack or explosion began.
    able: BTreeSet<UnitId>,
}

/// Follows the units of a battle from order to order.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActionAudit {
    book: Option<Book>,
    /// Whether the prices are those of the tables.
    prices_are_default: bool,
    units: BTreeMap<UnitId, AuditedUnit>,
    declared: Vec<DeclaredWeapon>,
    /// The last order that was no answer to a prompt.
    order: Option<Order>,
    progress: OrderProgress,
}

impl ActionAudit {
    /// Begins to follow a battle.
    pub fn begin_battle(&mut self, view: &BattleView) {
        let prices_are_default = prices::prices_are_default(view.rules());
        *self = Self { book: Some(view.rules().book()), prices_are_default, ..Self::default() };
    }

    /// Reads the units as they are before an order. Without an open prompt no attack is pending.
    pub fn read_units(&mut self, view: &BattleView) {
        if view.open_prompt().is_none() {
            self.declared.clear();
            self.progress = OrderProgress::default();
            self.units.values_mut().for_each(|unit| unit.strikes = 0);
        }
        let units = view.units().map(|unit| (*unit.id, AuditedUnit::read(&unit, self.units.get(unit.id))));
        self.units = units.collect();
    }

    /// Checks the events of an accepted order, in their order.
    ///
    /// # Errors
    /// Returns the first action that breaks a rule.
    pub fn check_events(&mut self, order: &Order, records: &[EventRecord]) -> Result<(), AuditViolation> {
        if !matches!(order, Order::Decide { .. } | Order::Dice { .. } | Order::SetAutoResponse { .. }) {
            self.order = Some(order.clone());
        }
        self.check_price(order, records)?;
        self.check_special_price(order, records)?;
        self.progress.able = self.able_units();
        if let Order::Move { unit, .. } = order
            && let Some(AuditedUnit { held_by: Some(holder), in_vehicle: false, .. }) = self.units.get(unit)
        {
            return Err(AuditViolation::LeftGrip { unit: *unit, holder: *holder });
        }
        for (place, record) in records.iter().enumerate() {
            let event = &record.event;
            self.check_actor(event)?;
            self.check_weapon(event)?;
            self.check_points(event)?;
            self.check_grip(event)?;
            self.check_reactions(record, &records[place..])?;
            self.check_willpower(event, &records[place..])?;
            self.follow(event);
        }
        Ok(())
    }

    fn able_units(&self) -> BTreeSet<UnitId> {
        let able = self.units.iter().filter(|(_, state)| !state.down && state.helpless.is_empty());
        able.map(|(unit, _)| *unit).collect()
    }

    /// Checks that a unit that acts can act.
    fn check_actor(&self, event: &BattleEvent) -> Result<(), AuditViolation> {
        let (unit, what) = match event {
            BattleEvent::AttackDeclared { unit, .. } => (*unit, "declares an attack"),
            BattleEvent::AttackResolved { unit, .. } => (*unit, "attacks"),
            BattleEvent::Intercepted { unit, .. } => (*unit, "intercepts"),
            BattleEvent::Evaded { unit, .. } => (*unit, "evades"),
            BattleEvent::Activated { unit, .. } => (*unit, "places an item"),
            BattleEvent::Readied { unit, .. } => (*unit, "readies a weapon"),
            BattleEvent::Reloaded { unit, .. } => (*unit, "reloads"),
            BattleEvent::PickedUp { unit, .. } => (*unit, "picks up an item"),
            BattleEvent::CoverTaken { unit } => (*unit, "takes cover"),
            BattleEvent::Ran { unit, .. } => (*unit, "runs"),
            BattleEvent::RunAnnounced { unit } => (*unit, "announces a run"),
            BattleEvent::Delayed { unit } => (*unit, "delays"),
            BattleEvent::SteppedIn { unit, .. } => (*unit, "steps in"),
            BattleEvent::ExtendedActionAdvanced { unit, .. } => (*unit, "continues an Extended Action"),
            BattleEvent::SpecialActionDone { unit, .. } => (*unit, "uses a special action"),
            BattleEvent::Paid { unit, action, .. } if !action.is_interrupt() => (*unit, action.name()),
            BattleEvent::Paid { unit, action: Action::Intercept, .. } => (*unit, "pays for an interception"),
            // A defence is paid after its attack, which may have taken the unit's actions.
            BattleEvent::Paid { unit, action, .. } if !self.progress.able.contains(unit) => {
                (*unit, action.name())
            }
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

    /// Checks that an attack is made with a weapon in hand, and with the one that was declared, and that an order's items
    /// and targets are those that it names.
    fn check_weapon(&mut self, event: &BattleEvent) -> Result<(), AuditViolation> {
        self.check_as_ordered(event)?;
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

    /// Checks that the item and target of an event are those that the order of its unit names.
    fn check_as_ordered(&self, event: &BattleEvent) -> Result<(), AuditViolation> {
        let Some(order) = &self.order else { return Ok(()) };
        let (unit, slot, is_ordered) = match (order, event) {
            (
                Order::Attack { unit, weapon, target, .. },
                BattleEvent::AttackDeclared { unit: of, weapon: slot, target: at, .. },
            ) if of == unit => (*unit, *slot, (slot, at) == (weapon, target)),
            (
                Order::Multiple { unit, attacks },
                BattleEvent::AttackDeclared { unit: of, weapon: slot, target: at, mode, .. },
            ) if of == unit => {
                let is_part = |attack: &SubAttack| {
                    attack.weapon == *slot && Target::Unit(attack.target) == *at && attack.mode == *mode
                };
                (*unit, *slot, attacks.iter().any(is_part))
            }
            (Order::Activate { unit, weapon, .. }, BattleEvent::Activated { unit: of, weapon: slot, .. })
            | (Order::Reload { unit, weapon }, BattleEvent::Reloaded { unit: of, weapon: slot, .. })
            | (Order::Ready { unit, weapon }, BattleEvent::Readied { unit: of, weapon: slot, .. })
                if of == unit =>
            {
                (*unit, *slot, weapon == slot)
            }
            _ => return Ok(()),
        };
        if is_ordered { Ok(()) } else { Err(AuditViolation::NotAsOrdered { unit, slot }) }
    }

    /// Applies an event to what the audit knows.
    fn follow(&mut self, event: &BattleEvent) {
        self.follow_grips(event);
        self.follow_attacks(event);
        let mut change = |unit: &UnitId, change: &mut dyn FnMut(&mut AuditedUnit)| {
            if let Some(state) = self.units.get_mut(unit) {
                change(state);
            }
        };
        match event {
            BattleEvent::Paid { unit, action, budget, .. } => change(unit, &mut |state| {
                state.budget = Some(*budget);
                state.moves |= matches!(action, Action::Walk | Action::Run | Action::Sprint);
            }),
            BattleEvent::TurnBudgetChanged { unit, budget, .. } => change(unit, &mut |state| {
                state.budget = Some(*budget);
                state.moves = true;
            }),
            BattleEvent::PointsRestored { unit, budget } => {
                change(unit, &mut |state| state.budget = Some(*budget));
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
