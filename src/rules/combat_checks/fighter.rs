//! `Fighter`: the state of a unit in the terms of Combat Checks, as its rules take it: sheet, health, what is left of
//! its turn, and the weapons that it wields.

use crate::status::ActiveAilment;
use model::UnitId;
use std::sync::Arc;

use super::{ActionEconomy, Characteristic, Expiry, HealthState, Limb, Sheet, Switches, Weapon};
use crate::{DownState, HeldWeapon, MovementMode, RuleSet, UnitSnapshot, WeaponMalfunction};

/// A wielded weapon.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WieldedWeapon {
    /// The weapon.
    pub weapon: Arc<Weapon>,
    /// The arm that holds it; two-handed weapons are in both.
    pub arm: Limb,
    /// Out of ammunition. `CC-THT-10`.
    pub empty: bool,
    /// Broken or disabled. `CC-THT-12`, `CC-ADV-21`.
    pub useless: bool,
}

/// A snapshot of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Id of the unit.
    pub id: UnitId,
    /// Name of the unit.
    pub name: Arc<str>,
    /// Its sheet.
    pub sheet: Arc<Sheet>,
    /// Its health and lasting effects.
    pub condition: HealthState,
    /// What is left of its turn.
    pub economy: ActionEconomy,
    /// Its last movement.
    pub gait: MovementMode,
    /// Prone.
    pub prone: bool,
    /// In cover. Table CC-T2.
    pub in_cover: bool,
    /// Known to stand where there is nothing to take cover behind.
    pub in_open: bool,
    /// Has a turn left in this round. `CC-CHART-02`.
    pub turn_left: bool,
    /// Its state if it is out of action.
    pub down: Option<DownState>,
    /// Its wielded weapons.
    pub held: Vec<WieldedWeapon>,
    /// Indices of lost or broken gear of the sheet.
    pub lost_gear: Vec<usize>,
    /// Its ailments. Chapter AIL of Circumstances.
    pub ailments: Vec<ActiveAilment>,
    /// Whether it acts in a delayed phase. `SS-DELAY-09`.
    pub late: bool,
}

impl Fighter {
    /// The unit as this book's rules see it.
    pub(crate) fn from_snapshot(unit: &UnitSnapshot, rules: &RuleSet) -> Self {
        let budget = unit.budget.combat_checks();
        let condition = unit.condition.combat_checks();
        Self {
            id: unit.id,
            name: unit.name.clone(),
            sheet: unit.sheet.combat_checks().clone(),
            condition: condition.clone(),
            economy: budget.economy,
            gait: unit.gait,
            prone: unit.prone,
            in_cover: unit.in_cover,
            in_open: unit.in_open,
            turn_left: unit.turn_left,
            down: unit.down,
            held: wielded_weapons(unit, condition, rules.book.combat_checks()),
            lost_gear: budget.useless_gear(),
            ailments: unit.present_ailments(),
            late: unit.late,
        }
    }

    /// The end of its next turn; the present turn does not count. `CC-ECON-01`.
    pub const fn end_of_next_turn(&self) -> Expiry {
        Expiry::end_of_next_turn(self.economy.in_turn)
    }

    /// The current value of a characteristic.
    pub fn characteristic(&self, which: Characteristic) -> u8 {
        self.condition.characteristic(&self.sheet, which)
    }

    /// Indices and names of usable gear.
    pub fn gear(&self) -> impl Iterator<Item = (usize, &super::Gear)> {
        self.sheet.gear.iter().enumerate().filter(|(at, _)| !self.lost_gear.contains(at))
    }

    /// Whether it has enough usable arms for a weapon. `CC-CHART-33`.
    pub fn can_wield(&self, weapon: &Weapon, switches: &Switches) -> bool {
        weapon.hands <= self.condition.usable_arms(switches)
    }
}

/// Items that a unit holds, in its order: usable arms take them, the right arm first. `CC-CHART-33`.
fn wielded_weapons(unit: &UnitSnapshot, condition: &HealthState, switches: &Switches) -> Vec<WieldedWeapon> {
    let mut arms =
        [Limb::RightArm, Limb::LeftArm].into_iter().filter(|&arm| condition.can_hold(arm, switches));
    let wield = |held: &HeldWeapon| {
        let weapon = held.weapon.combat_checks().clone();
        let arm = if weapon.hands > 0 { arms.next() } else { None };
        WieldedWeapon {
            arm: arm.unwrap_or(Limb::RightArm),
            empty: held.fault == WeaponMalfunction::Empty,
            useless: !matches!(held.fault, WeaponMalfunction::None | WeaponMalfunction::Empty),
            weapon,
        }
    };
    unit.held.iter().map(wield).collect()
}
