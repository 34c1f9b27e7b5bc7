//! `UnitSnapshot`: the state of a unit at one moment, in terms that all rulebooks share. Battles build it, rules only
//! read it.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::special_actions::vehicles::{Passenger, VehicleInterior};
use crate::status::ActiveAilment;
use crate::{
    DownState, GroundConditions, HealthState, HeldWeapon, HeldWeapons, MovementMode, Payment, RuleSet, Sheet,
    TurnBudget, Weather, play,
};
use crate::{FireMode, Karma};
use model::UnitId;

/// Condition of a weapon, apart from its ammunition.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(rename_all = "snake_case")]
pub enum WeaponMalfunction {
    /// No malfunction.
    #[default]
    None,
    /// Jammed until it is cleared. `CS-JAM-01`.
    Jammed,
    /// Unjammed and not reloaded. `CS-JAM-13`.
    Cleared,
    /// Out of ammunition, magazine or not. `CC-THT-10`.
    Empty,
    /// Unusable until the end of its bearer's next turn. `CC-ADV-21`.
    Disabled,
    /// Disabled in its bearer's own turn, which does not count. `CC-ADV-21`.
    DisabledInTurn,
    /// Unusable for the rest of the battle. `CC-THT-12`.
    Broken,
    /// Damaged by attacks. `AB-OBJ-09`, `AB-OBJ-10`.
    Worn {
        /// Levels of structure left.
        left: u8,
        /// Levels of structure when intact.
        of: u8,
    },
}

impl WeaponMalfunction {
    /// Whether a weapon cannot be used in the next turn of its bearer, not even once it is reloaded: it is jammed, disabled
    /// or broken. `CS-JAM-01`, `CC-ADV-21`, `CC-THT-12`.
    pub const fn bars_next_turn(self) -> bool {
        matches!(self, Self::Jammed | Self::Disabled | Self::DisabledInTurn | Self::Broken)
    }
}

/// Numbers of units in the unit's melee; all 0 outside of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MeleeCounts {
    /// Able units on its own side, itself included. `CS-FLK-03`.
    pub friends: u32,
    /// Able units on the other sides. `CS-FLK-03`.
    pub foes: u32,
    /// Units engaged with this unit. `CS-SIM-03`.
    pub opponents: u32,
    /// Opponents that cannot act. `CS-SIM-03`.
    pub inert: u32,
}

/// A grip between two units. `CS-BASE-37`, `AB-BASE-10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grip {
    /// Holds the unit of this id.
    Holding(UnitId),
    /// Is held by the unit of this id.
    HeldBy(UnitId),
}

/// A unit at one moment: the parts common to the battle and all books, and those of its book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSnapshot {
    /// Id of the unit.
    pub id: UnitId,
    /// Name shown to the player.
    pub name: Arc<str>,
    /// Its side.
    pub side: u8,
    /// Character sheet.
    pub sheet: Sheet,
    /// Health.
    pub condition: HealthState,
    /// What its armour takes off a plain hit: dice, levels or points. `SS-BARR-46`.
    pub soak: u32,
    /// Turn budget left.
    pub budget: TurnBudget,
    /// Initiative Score. `SS-INIT-01`.
    pub initiative: i32,
    /// The present round.
    pub round: u32,
    /// Whether its first phase of the round has begun, or was lost.
    pub acted: bool,
    /// Whether it acts in a delayed phase. `SS-DELAY-09`.
    pub late: bool,
    /// Whether it may have another phase in this round.
    pub turn_left: bool,
    /// How it has moved since its last phase began.
    pub gait: MovementMode,
    /// Half metres walked in this round.
    pub walked: u32,
    /// Run actions taken in this round.
    pub runs: u8,
    /// Whether it is prone.
    pub prone: bool,
    /// Whether it took cover in its square. `SS-ACT-49`.
    pub in_cover: bool,
    /// Known to stand where there is nothing to take cover behind. `SS-ACT-49`.
    pub in_open: bool,
    /// Whether it took Full Defence in this round. `SS-DEF-05`.
    pub full_defense: bool,
    /// Defence rolls since its last phase. `SS-DEF-28`.
    pub defences: u8,
    /// Whether it is in melee. `SS-DEF-39`, `CS-MEL-01`.
    pub in_melee: bool,
    /// Its melee. Chapter MEL of Circumstances.
    pub melee: MeleeCounts,
    /// Its grip on another unit, or another unit's on it.
    pub grip: Option<Grip>,
    /// Whether it is hidden from its enemies. `CS-UNA-05`.
    pub concealed: bool,
    /// Units that have surprised it. `SS-SURP-02`.
    pub surprised_by: Vec<UnitId>,
    /// Whether it loses its next phase. `SS-SURP-20`.
    pub startled: bool,
    /// Whether it is under a roof. `CS-WEA-03`.
    pub indoors: bool,
    /// Conditions of its square.
    pub ground: GroundConditions,
    /// The weather.
    pub weather: Weather,
    /// Why it is out of action; `None` if it is not.
    pub down: Option<DownState>,
    /// The round since which it is dying; `None` if it is not. `SS-DMG-23`.
    pub dying_since: Option<u32>,
    /// Held weapons, and weapons of the body.
    pub held: HeldWeapons,
    /// Karma left and its planned use. `SS-BASE-25`.
    pub karma: Karma,
    /// Ailments. Chapter AIL.
    pub ailments: Vec<ActiveAilment>,
    /// The body it carries. `SS-BARR-44`.
    pub carries: Option<Box<Self>>,
    /// The unit or vehicle between it and the present attack. `SS-BARR-44`.
    pub behind: Option<Box<Self>>,
    /// Its seat, if it is in a vehicle. `SS-DEF-18`.
    pub ride: Option<Passenger>,
    /// Its interior, if it is a vehicle that carries people.
    pub cabin: Option<VehicleInterior>,
    /// The unit that it grapples, and the offset of its square: east, south. `AB-SHIELD-01`.
    pub holds: Option<(Box<Self>, (i32, i32))>,
    /// Points spent in the present phase. `CS-PIN-01`.
    pub spent: u8,
    /// Whether it cannot concentrate in this phase. `CS-PANI-02`.
    pub shaken: bool,
    /// Initiative Dice included in its score. `SS-INIT-18`.
    pub initiative_dice: u8,
    /// State of its booster, if it carries one. `SS-ACT-55`.
    pub booster: BoosterState,
}

/// State of a unit's booster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct BoosterState {
    /// Own phases for which it still works, the current one included; 0 if it does not work.
    pub phases: u8,
    /// Whether it is used up for this battle.
    pub used: bool,
}

impl UnitSnapshot {
    /// A unit in the open that has not acted yet, with the soak of the unchanged rules.
    pub fn fresh(id: UnitId, name: &str, sheet: Sheet, condition: HealthState, budget: TurnBudget) -> Self {
        let soak = play::soak(&sheet, &condition, &RuleSet::new(sheet.book()));
        Self {
            id,
            name: name.into(),
            side: 0,
            sheet,
            condition,
            soak,
            budget,
            initiative: 0,
            round: 1,
            acted: false,
            late: false,
            turn_left: true,
            gait: MovementMode::Steady,
            walked: 0,
            runs: 0,
            prone: false,
            in_cover: false,
            in_open: false,
            full_defense: false,
            defences: 0,
            in_melee: false,
            melee: MeleeCounts::default(),
            grip: None,
            concealed: false,
            surprised_by: Vec::new(),
            startled: false,
            indoors: false,
            ground: GroundConditions::default(),
            weather: Weather::default(),
            down: None,
            dying_since: None,
            held: HeldWeapons::default(),
            karma: Karma::default(),
            ailments: Vec::new(),
            carries: None,
            holds: None,
            behind: None,
            ride: None,
            cabin: None,
            spent: 0,
            shaken: false,
            initiative_dice: 0,
            booster: BoosterState::default(),
        }
    }

    /// The unit after a payment in its phase: what is left of its budget, its health, and the points that it has spent.
    /// `CC-ECON-05`, `CS-PIN-01`.
    #[must_use]
    pub fn after_payment(&self, paid: Payment) -> Self {
        let mut after = self.clone();
        after.apply_payment(paid);
        after
    }

    /// Applies a payment in its phase. `CC-ECON-05`, `CS-PIN-01`.
    pub fn apply_payment(&mut self, paid: Payment) {
        self.budget = paid.budget;
        self.spent = self.spent.saturating_add(paid.points);
        if let Some(condition) = paid.condition {
            self.condition = condition;
        }
    }

    /// The held weapon in an inventory slot.
    pub fn held_weapon(&self, slot: usize) -> Option<&HeldWeapon> {
        self.held.iter().find(|held| held.slot == slot)
    }
}

/// What the battle needs of a weapon, in every book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeaponTraits<'a> {
    /// "assault rifle".
    pub name: &'a str,
    /// How it reaches its target.
    pub reach: WeaponReach,
    /// Hands needed; 0 for a part of the body.
    pub hands: u8,
    /// Rounds of a full magazine; 0 if it needs no ammunition.
    pub magazine: u32,
    /// Fire modes; empty if there is no choice.
    pub modes: &'a [FireMode],
    /// Whether it attacks an area, or its book needs the units nearby.
    pub needs_bystanders: bool,
    /// Whether it can target an empty square. `CS-BASE-35`.
    pub aims_at_squares: bool,
}

/// How a weapon reaches its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaponReach {
    /// Melee, with a reach of some squares beyond the neighbouring one.
    Melee {
        /// Squares; 0 reaches neighbours only.
        beyond: u32,
    },
    /// At range.
    Ranged {
        /// Range in metres.
        metres: u32,
    },
}

impl WeaponTraits<'_> {
    /// Whether it is a melee weapon.
    pub const fn is_melee(&self) -> bool {
        matches!(self.reach, WeaponReach::Melee { .. })
    }
}
