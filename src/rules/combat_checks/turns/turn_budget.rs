//! Turn budgets: what a unit has used of its turn, for the shared turn engine.

use serde::{Deserialize, Serialize};

use super::action_economy::{EconomyError, TurnPayment, TurnPaymentResult};
use crate::combat_checks::{ActionEconomy, Fighter, Sheet};
use crate::turn_engine::{ActionBudget, PhaseTiming};
use model::UnitId;

/// What is left of a unit's turn, and its lost gear. `CC-ECON-03`, `CC-ADV-25`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TurnBudget {
    /// Action, maneuvers, free act.
    pub economy: ActionEconomy,
    /// Position of the unit in the order of the pass.
    pub turn: PhaseTiming,
    /// Maneuvers that are paid but not yet performed: bought with Strain, gained by an advantage, or exchanged for the
    /// action. `CC-ECON-05`, `CC-ECON-06`, `CC-ADV-11`.
    pub credit: u8,
    /// Maneuvers gained by an enemy's threats, to perform before the unit's next turn. `CC-THT-06`.
    pub owed: u8,
    /// Half metres walked in this round when the current Move began.
    pub moving: Option<u32>,
    /// Lost or broken gear of the sheet, as bits by index.
    pub lost_gear: u32,
    /// Gear disabled until the end of the next turn, as bits by index. `CC-ADV-21`. A bit in both fields is gear
    /// disabled in the unit's own turn, which does not count. `CC-ADV-22`.
    pub disabled_gear: u32,
    /// Further targets chosen for the next attack. `CC-CHK-04`.
    #[serde(rename = "also")]
    pub chosen_targets: ChosenTargets,
}

impl ActionBudget for TurnBudget {
    fn phase_timing(&self) -> PhaseTiming {
        self.turn
    }

    fn set_phase_timing(&mut self, timing: PhaseTiming) {
        self.turn = timing;
    }

    fn action_points(&self) -> u8 {
        self.economy.points
    }

    fn spend_points(&mut self, points: u8) {
        self.economy.points -= points;
    }

    fn reset_phase(&mut self) {
        self.moving = None;
    }
}

/// Further targets, in the order chosen. `CC-CHK-04`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChosenTargets([Option<UnitId>; MAX_CHOSEN_TARGETS]);

/// Most further targets; no weapon has more than five targets.
pub const MAX_CHOSEN_TARGETS: usize = 4;

impl ChosenTargets {
    /// Their ids, in the order chosen.
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        self.0.into_iter().flatten()
    }

    /// Number of further targets.
    pub fn count(self) -> usize {
        self.iter().count()
    }

    /// Whether this unit is one of them.
    pub fn contains(self, unit: UnitId) -> bool {
        self.0.contains(&Some(unit))
    }

    /// Adds or removes a unit; unchanged if there is no room.
    pub fn with_toggled(self, unit: UnitId) -> Self {
        let others = self.iter().filter(|other| *other != unit);
        let new = (!self.contains(unit)).then_some(unit);
        let mut after = Self::default();
        for (place, target) in after.0.iter_mut().zip(others.chain(new)) {
            *place = Some(target);
        }
        after
    }
}

impl TurnBudget {
    /// Begins a pass with the turn to come; owed maneuvers stay. `CC-ECON-01`.
    pub fn begin_pass(self) -> Self {
        let Self { owed, lost_gear, disabled_gear, .. } = self;
        Self { owed, lost_gear, disabled_gear, ..Self::default() }
    }

    /// Begins the turn. `CC-ECON-03`.
    pub fn begin_turn(self, sheet: &Sheet) -> Self {
        Self { economy: ActionEconomy::new_turn(sheet), turn: PhaseTiming::Now, owed: 0, ..self.begin_pass() }
    }

    /// Ends the turn, also a lost one; unused points are lost. `CC-ECON-15`.
    pub fn end_turn(self) -> Self {
        Self {
            economy: ActionEconomy { in_turn: false, ..self.economy },
            turn: PhaseTiming::After,
            credit: 0,
            moving: None,
            lost_gear: self.lost_gear & !self.disabled_gear,
            disabled_gear: self.lost_gear & self.disabled_gear,
            chosen_targets: ChosenTargets::default(),
            ..self
        }
    }

    /// Disables gear until the end of the next turn. `CC-ADV-21`, `CC-ADV-22`.
    pub const fn disable_gear(&mut self, bits: u32) {
        self.disabled_gear |= bits;
        if self.economy.in_turn {
            self.lost_gear |= bits;
        }
    }

    /// Takes gear away permanently. `CC-ADV-25`, `CC-THT-12`.
    pub const fn lose_gear(&mut self, bits: u32) {
        self.lost_gear |= bits;
        self.disabled_gear &= !bits;
    }

    /// Pays for an act.
    ///
    /// # Errors
    /// Returns an `EconomyError` if the act is not possible now.
    pub fn pay(self, act: TurnPayment, fighter: &Fighter) -> Result<(Self, u32), EconomyError> {
        let TurnPaymentResult { economy, strain } = self.economy.pay(act, fighter)?;
        Ok((Self { economy, ..self }, strain))
    }

    /// Uses a paid maneuver, else the free one. `CC-ECON-04`, `CC-THT-06`.
    ///
    /// # Errors
    /// Returns an `EconomyError` if no maneuver is left.
    pub fn use_maneuver(self, fighter: &Fighter) -> Result<Self, EconomyError> {
        if fighter.down.is_some() {
            return Err(EconomyError::Unconscious);
        }
        match (self.turn, self.owed, self.credit) {
            (PhaseTiming::Now, _, 1..) => Ok(Self { credit: self.credit - 1, ..self }),
            (PhaseTiming::Before | PhaseTiming::After, 1.., _) => Ok(Self { owed: self.owed - 1, ..self }),
            _ => self.pay(TurnPayment::FreeManeuver, fighter).map(|(budget, _)| budget),
        }
    }

    /// Checks that two maneuvers can be used now, for an act that takes both. `CC-ECON-04`, `CC-ECON-07`.
    ///
    /// # Errors
    /// Returns an `EconomyError` that says how to get the second one, or why it cannot be had.
    pub fn check_two_maneuvers(self, fighter: &Fighter) -> Result<(), EconomyError> {
        let is_spent = self.economy.maneuvers > self.credit;
        match self.use_maneuver(fighter).and_then(|once| once.use_maneuver(fighter)) {
            Err(EconomyError::FreeManeuverUsed(_) | EconomyError::TooManyManeuvers { .. }) if is_spent => {
                Err(EconomyError::FirstManeuverUsed)
            }
            Err(EconomyError::FreeManeuverUsed(_)) => {
                Err(EconomyError::SecondManeuverMissing(self.economy.further_maneuver(fighter)))
            }
            other => other.map(|_| ()),
        }
    }

    /// Maneuvers available without further cost.
    pub fn maneuvers_left(self, fighter: &Fighter) -> u8 {
        let steps = std::iter::successors(Some(self), |budget| budget.use_maneuver(fighter).ok());
        u8::try_from(steps.skip(1).count()).unwrap_or(u8::MAX)
    }

    /// Indices of gear that is lost, broken or disabled.
    pub fn useless_gear(&self) -> Vec<usize> {
        (0..u32::BITS as usize).filter(|at| (self.lost_gear | self.disabled_gear) & (1 << at) != 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cc_econ_04_an_act_of_two_maneuvers_says_which_is_missing() {
        let unit = crate::combat_checks::test_support::fighter(1, |_| {});
        let fresh = TurnBudget { economy: unit.economy, turn: PhaseTiming::Now, ..TurnBudget::default() };
        let after = |budget: TurnBudget, act| budget.pay(act, &unit).expect("it is possible").0;
        let text = |budget: TurnBudget| budget.check_two_maneuvers(&unit).map_err(|why| why.to_string());
        let missing = "needs 2 manoeuvres: buy another for 2 Strain, or use the action";
        assert_eq!(text(fresh), Err(missing.to_owned()));
        let acted = after(fresh, TurnPayment::Action);
        assert_eq!(text(acted), Err("needs 2 manoeuvres: buy another for 2 Strain".to_owned()));
        let bought = TurnBudget { credit: 1, ..after(fresh, TurnPayment::BoughtManeuver) };
        assert_eq!(text(bought), Ok(()));
        let moved = bought.use_maneuver(&unit).expect("it is paid");
        let spent = "needs 2 manoeuvres, and one of this turn is already used";
        assert_eq!(text(moved), Err(spent.to_owned()));
    }

    #[test]
    fn cc_chk_04_names_are_given_and_taken_back() {
        let three =
            [7, 3, 9].map(UnitId).into_iter().fold(ChosenTargets::default(), ChosenTargets::with_toggled);
        assert_eq!(three.iter().collect::<Vec<_>>(), [7, 3, 9].map(UnitId));
        assert_eq!(three.with_toggled(UnitId(3)).iter().collect::<Vec<_>>(), [7, 9].map(UnitId));
        let full = three.with_toggled(UnitId(4)).with_toggled(UnitId(5));
        assert_eq!((full.count(), full.contains(UnitId(5))), (MAX_CHOSEN_TARGETS, false));
    }
}
