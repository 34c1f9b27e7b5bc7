//! Methods of the data that differs from book to book: sheets, weapons, health, turn budgets, switches.
//!
//! Each is an enum with a variant per book, made in `registry.rs`; a battle keeps to the variants of its book.

use crate::rulebook::BookDefinition;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::registry::{ask_owner, with_data};
use crate::rule_options::{SwitchError, SwitchSet};
use crate::status::{AttackProperties, Element, StatusOptions};
use crate::turn_engine::{Action, ActionBudget, EngineSwitches, PhaseTiming};
use crate::{BookSwitches, CostError, HealthState, Sheet, TurnBudget, Weapon};

impl Weapon {
    /// Name of the weapon: "assault rifle".
    pub fn name(&self) -> &str {
        ask_owner!(self, weapon_name())
    }

    /// Its properties besides damage.
    pub fn attack_properties(&self) -> &AttackProperties {
        ask_owner!(self, attack_properties())
    }

    /// Its element.
    pub fn element(&self) -> Option<Element> {
        ask_owner!(self, element())
    }

    /// Radius of its explosion in metres; 0 if it states none.
    pub fn blast_radius(&self) -> u32 {
        ask_owner!(self, blast_radius())
    }
}

impl Sheet {
    /// Keys of the special actions that heal another unit (`heals`), or strengthen it. `CS-BRWA-02`, `CS-BRWA-03`.
    pub fn aid_keys(&self, heals: bool) -> Vec<&'static str> {
        ask_owner!(self, aid_keys(heals))
    }

    /// Whether it refuses to harm the unit of this name. `CS-BRWA-09`.
    pub fn is_bonded_to(&self, name: &str) -> bool {
        ask_owner!(self, is_bonded_to(name))
    }

    /// Elements whose ailments do not affect it.
    pub fn immunities(&self) -> &[Element] {
        ask_owner!(self, immunities())
    }
}

impl HealthState {
    /// Number of its gauges, from the first on, that are layers of one health and take damage in turn. `SS-DMG-05`.
    pub fn health_layers(&self) -> usize {
        ask_owner!(self, health_layers())
    }
}

impl TurnBudget {
    /// Position of the unit in the order of the pass.
    pub fn phase_timing(&self) -> PhaseTiming {
        with_data!(self, budget => budget.phase_timing())
    }

    /// The budget after the end or the loss of the phase.
    #[must_use]
    pub fn end_phase(self) -> Self {
        self.with_timing(PhaseTiming::After)
    }

    /// Action points left.
    pub fn points(&self) -> u8 {
        with_data!(self, budget => budget.action_points())
    }

    /// The budget at another position in the order of the pass.
    #[must_use]
    pub fn with_timing(mut self, timing: PhaseTiming) -> Self {
        with_data!(&mut self, budget => budget.set_phase_timing(timing));
        self
    }

    /// The budget with the phase delayed, or before another one of the same pass: what is spent stays spent.
    /// `SS-DELAY-01`, `SS-DELAY-17`.
    #[must_use]
    pub fn delay_phase(mut self) -> Self {
        with_data!(&mut self, budget => budget.reset_phase());
        self.with_timing(PhaseTiming::Before)
    }

    /// Pays an action at the turn engine's price and returns the Free Actions spent.
    ///
    /// # Errors
    /// Why it cannot be paid; nothing is spent then.
    pub(crate) fn pay_engine_price(
        &mut self,
        action: Action,
        switches: &EngineSwitches,
    ) -> Result<u8, CostError> {
        with_data!(self, budget => budget.pay_engine_price(action, switches))
    }

    /// The budget after spending action points; `None` if there are too few.
    pub fn spend(mut self, points: u8) -> Option<Self> {
        if points > self.points() {
            return None;
        }
        with_data!(&mut self, budget => budget.spend_points(points));
        Some(self)
    }
}

impl BookSwitches {
    /// Whether a switch has this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        with_data!(self, switches => switches.get(name).is_ok())
    }

    /// Value of a switch as a skirmish file writes it.
    ///
    /// # Errors
    /// No switch has this name.
    pub(crate) fn get(&self, name: &str) -> Result<String, SwitchError> {
        with_data!(self, switches => SwitchSet::get(&**switches, name))
    }

    /// Sets a switch by its dotted name.
    ///
    /// # Errors
    /// No switch has this name, or it does not take this value; nothing has changed then.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), SwitchError> {
        with_data!(self, switches => SwitchSet::set(Arc::make_mut(switches), name, value))
    }

    /// Name and value of every switch that is not at its default.
    pub(crate) fn changed(&self) -> BTreeMap<&'static str, String> {
        with_data!(self, switches => SwitchSet::changed(&**switches))
    }

    /// Updates the switches after those of the engine have changed, if the book holds them.
    pub(crate) fn follow_engine(&mut self, engine: &Arc<EngineSwitches>) {
        ask_owner!(self, follow_engine(engine));
    }

    /// Options for ailments.
    pub(crate) fn status_options(&self) -> StatusOptions {
        ask_owner!(self, status_options())
    }
}
