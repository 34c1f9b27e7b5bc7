//! What a unit has used of its turn, for the shared turn engine.

use serde::{Deserialize, Serialize};

use super::action_economy::{EconomyError, TurnPayment, TurnPaymentResult};
use crate::combat_checks::{ActionEconomy, Fighter, Sheet};
use crate::turn_engine::PhaseTiming;

/// What a unit can still do in its turn, and what it has lost of its gear. `CC-ECON-03`, `CC-ADV-25`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TurnBudget {
    /// Action, maneuvers, free act.
    pub economy: ActionEconomy,
    /// Where the unit stands in the order of the pass.
    pub turn: PhaseTiming,
    /// Maneuvers that are paid and not carried out yet: bought with Strain, given by an advantage, or the action
    /// given up. `CC-ECON-05`, `CC-ECON-06`, `CC-ADV-11`.
    pub credit: u8,
    /// Maneuvers that an enemy's threats gave, to be carried out before the next own turn. `CC-THT-06`.
    pub owed: u8,
    /// Half metres walked in this round when the Move began that is still going on.
    pub moving: Option<u32>,
    /// Gear of the sheet that is gone or broken, a bit for each place.
    pub lost_gear: u32,
    /// Gear of the sheet that is disabled to the end of the next turn, a bit for each place. `CC-ADV-21`.
    pub disabled_gear: u32,
    /// Further targets of an attack that its player has named. `CC-CHK-04`.
    pub also: NamedTargets,
}

/// Units named as further targets, in the order they were named in. `CC-CHK-04`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NamedTargets([Option<u32>; MAX_NAMED_TARGETS]);

/// Most further targets: no weapon has more than five targets.
pub const MAX_NAMED_TARGETS: usize = 4;

impl NamedTargets {
    /// Their numbers.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        self.0.into_iter().flatten()
    }

    /// How many there are.
    pub fn count(self) -> usize {
        self.iter().count()
    }

    /// Whether this unit is one of them.
    pub fn contains(self, unit: u32) -> bool {
        self.0.contains(&Some(unit))
    }

    /// With this unit last, or without it if it was one of them; as before where nobody fits any more.
    pub fn with_toggled(self, unit: u32) -> Self {
        let others = self.iter().filter(|other| *other != unit);
        let new = (!self.contains(unit)).then_some(unit);
        let mut after = Self::default();
        for (place, named) in after.0.iter_mut().zip(others.chain(new)) {
            *place = Some(named);
        }
        after
    }
}

impl TurnBudget {
    /// A pass begins, the turn is to come; maneuvers that are owed stay. `CC-ECON-01`.
    pub fn begin_pass(self) -> Self {
        let Self { owed, lost_gear, disabled_gear, .. } = self;
        Self { owed, lost_gear, disabled_gear, ..Self::default() }
    }

    /// The turn begins. `CC-ECON-03`.
    pub fn begin_turn(self, sheet: &Sheet) -> Self {
        Self { economy: ActionEconomy::new_turn(sheet), turn: PhaseTiming::Now, owed: 0, ..self.begin_pass() }
    }

    /// The turn is over, or was lost; what was not done of it is nothing worth. `CC-ECON-15`.
    pub fn end_turn(self) -> Self {
        Self {
            economy: ActionEconomy { in_turn: false, ..self.economy },
            turn: PhaseTiming::After,
            credit: 0,
            moving: None,
            disabled_gear: 0,
            also: NamedTargets::default(),
            ..self
        }
    }

    /// Pays for an act.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn pay(self, act: TurnPayment, fighter: &Fighter) -> Result<(Self, u32), EconomyError> {
        let TurnPaymentResult { economy, strain } = self.economy.pay(act, fighter)?;
        Ok((Self { economy, ..self }, strain))
    }

    /// Takes a maneuver that is paid for, else the free one. `CC-ECON-04`, `CC-THT-06`.
    ///
    /// # Errors
    /// Why there is none.
    pub fn use_maneuver(self, fighter: &Fighter) -> Result<Self, EconomyError> {
        if fighter.down.is_some() {
            return Err(EconomyError::Unconscious);
        }
        match (self.turn, self.owed, self.credit) {
            (PhaseTiming::Now, _, 1..) => Ok(Self { credit: self.credit - 1, ..self }),
            (PhaseTiming::Before | PhaseTiming::After, 1.., _) => Ok(Self { owed: self.owed - 1, ..self }),
            _ => self.pay(TurnPayment::FreeManeuver, fighter).map(|(purse, _)| purse),
        }
    }

    /// How many maneuvers it can carry out without paying more than the free one.
    pub fn maneuvers_left(self, fighter: &Fighter) -> u8 {
        let steps = std::iter::successors(Some(self), |purse| purse.use_maneuver(fighter).ok());
        u8::try_from(steps.skip(1).count()).unwrap_or(u8::MAX)
    }

    /// Indices of gear that is gone, broken or disabled.
    pub fn useless_gear(&self) -> Vec<usize> {
        (0..u32::BITS as usize).filter(|at| (self.lost_gear | self.disabled_gear) & (1 << at) != 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cc_chk_04_names_are_given_and_taken_back() {
        let three = [7, 3, 9].into_iter().fold(NamedTargets::default(), NamedTargets::with_toggled);
        assert_eq!(three.iter().collect::<Vec<_>>(), [7, 3, 9]);
        assert_eq!(three.with_toggled(3).iter().collect::<Vec<_>>(), [7, 9]);
        let full = three.with_toggled(4).with_toggled(5);
        assert_eq!((full.count(), full.contains(5)), (MAX_NAMED_TARGETS, false));
    }
}
