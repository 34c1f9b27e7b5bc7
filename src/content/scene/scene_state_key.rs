//! The identity of a scene's state: what tells two states apart.

use std::collections::BTreeSet;

use model::{BarrierId, UnitId};
use rules::status::{ActiveAilment, BodySide};
use rules::{
    BoosterState, DownState, Grip, GroundConditions, HealthState, Karma, MeleeCounts, MovementMode,
    TurnBudget, UnitSnapshot, WeaponMalfunction,
};

/// The changeable state of a unit: all that a later action reads.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct UnitStateKey {
    condition: HealthState,
    soak: u32,
    budget: TurnBudget,
    turn: (i32, u32, bool, bool, bool, u8),
    moved: (MovementMode, u32, u8, GroundConditions),
    stance: (bool, bool, bool, bool, u8),
    melee: (bool, MeleeCounts, Option<Grip>),
    surprise: (Vec<UnitId>, bool),
    down: (Option<DownState>, Option<u32>),
    held: Vec<(usize, u32, WeaponMalfunction, Option<BodySide>)>,
    karma: Karma,
    ailments: (Vec<ActiveAilment>, bool),
    booster: (u8, BoosterState),
}

impl From<&UnitSnapshot> for UnitStateKey {
    /// Names every field, so that a new one is either part of the key or known to be the same in all states.
    fn from(unit: &UnitSnapshot) -> Self {
        let UnitSnapshot {
            id: _,
            name: _,
            side: _,
            sheet: _,
            condition,
            soak,
            budget,
            initiative,
            round,
            acted,
            late,
            turn_left,
            gait,
            walked,
            runs,
            prone,
            in_cover,
            in_open: _,
            full_defense,
            defences,
            in_melee,
            melee,
            grip,
            concealed,
            surprised_by,
            startled,
            indoors: _,
            ground,
            weather: _,
            down,
            dying_since,
            held,
            karma,
            ailments,
            // Actions of a scene carry no bodies, and no vehicle is boarded.
            carries: _,
            behind: _,
            ride: _,
            cabin: _,
            holds: _,
            spent,
            shaken,
            initiative_dice,
            booster,
        } = unit;
        let held = held.iter().map(|held| (held.slot, held.loaded, held.fault, held.hand));
        Self {
            condition: condition.clone(),
            soak: *soak,
            budget: *budget,
            turn: (*initiative, *round, *acted, *late, *turn_left, *spent),
            moved: (*gait, *walked, *runs, *ground),
            stance: (*prone, *in_cover, *concealed, *full_defense, *defences),
            melee: (*in_melee, *melee, *grip),
            surprise: (surprised_by.clone(), *startled),
            down: (*down, *dying_since),
            held: held.collect(),
            karma: *karma,
            ailments: (ailments.clone(), *shaken),
            booster: (*initiative_dice, *booster),
        }
    }
}

/// Identity of a state: states with equal keys lead to the same results.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SceneStateKey {
    pub(super) units: Vec<UnitStateKey>,
    pub(super) barriers: Vec<u32>,
    /// Ids of the items of each unit, by inventory slot.
    pub(super) items: Vec<Vec<String>>,
    pub(super) spent: (Vec<u32>, Vec<UnitId>),
    pub(super) engaged: BTreeSet<(UnitId, UnitId)>,
    pub(super) opened: BTreeSet<BarrierId>,
    pub(super) noticed: BTreeSet<BarrierId>,
    pub(super) shot_at: BTreeSet<UnitId>,
}
