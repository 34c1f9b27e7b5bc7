//! `KnownUnit`: what an AI player knows of another unit. Reads its place, health, value, likely weapon and reach, and
//! lists the nearest units of a side.

use super::charge::Charge;
use super::objective_threat::{ABOUT_TO_WIN, WANTED_VALUE, is_wanted_by, objective_urgency};
use super::odds_cache::WeaponUse;
use super::unit_estimate::{
    attacks_per_phase, health_points, health_points_left, is_doomed, likely_weapon_use,
};
use super::vantages::find_vantages;
use battle::{BattleView, UnitDataItem};
use field::Body;
use model::{Cell, UnitId};
use rules::WeaponReach;

/// Maximum units considered of each side, nearest first, besides those that matter wherever they are.
const MAX_UNITS_CONSIDERED: usize = 12;
/// Value of putting a unit without a weapon out of action; that of others is 1.
const UNARMED_VALUE: f64 = 0.5;
/// Share of its value that an enemy has left that goes down at the end of the round anyway.
const DOOMED_VALUE: f64 = 0.2;

/// Another unit on the map.
#[derive(Clone, Debug)]
pub(crate) struct KnownUnit {
    /// Id.
    pub id: UnitId,
    /// Cell.
    pub cell: Cell,
    /// Height, standing or prone.
    pub body: Body,
    /// Damage it can still take, in the book's measure.
    pub health_left: f64,
    /// Whether it has lost any health, also for players that do not see how much.
    pub is_hurt: bool,
    /// Value of putting it out of action.
    pub value: f64,
    /// Whether its next move may meet an objective of its side.
    pub is_urgent: bool,
    /// Whether that decides the battle.
    pub is_decisive: bool,
    /// Whether it goes down at the end of the round anyway.
    pub is_doomed: bool,
    /// Whether it has taken cover.
    pub is_covered: bool,
    /// Its likely weapon; `None` if it has none.
    pub weapon_use: Option<(WeaponUse, WeaponReach)>,
    /// Attacks with that weapon it can pay for in a phase, at least one.
    pub attacks: u32,
    /// Where it can walk up to and attack; `None` with a ranged weapon, and for players that do not see it.
    pub charge: Option<Charge>,
    /// Where it can walk to and shoot from, the nearest first; none with a melee weapon, and for players that do not see it.
    pub vantages: Vec<Cell>,
}

/// What a player notices of other units.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Senses {
    /// How badly they are wounded.
    pub wounds: bool,
    /// Where they can charge to.
    pub charges: bool,
    /// Where they can walk to and shoot from.
    pub walks: bool,
}

/// Observes the nearest of the fighting units that `concerns` chooses, and all of them that `matters` chooses, nearest first;
/// `senses` is what the player notices of them.
pub(super) fn observe_nearest(
    view: &BattleView,
    me: &UnitDataItem,
    senses: Senses,
    concerns: impl Fn(&UnitDataItem) -> bool,
    matters: impl Fn(&UnitDataItem) -> bool,
) -> Vec<KnownUnit> {
    let mut others: Vec<UnitDataItem> =
        view.units().filter(|other| other.is_fighting() && concerns(other)).collect();
    others.sort_by_key(|other| (me.cell().distance_squared(other.cell()), *other.id));
    let considered = others.iter().enumerate();
    considered
        .filter(|&(number, other)| number < MAX_UNITS_CONSIDERED || matters(other))
        .map(|(_, other)| KnownUnit::observe(view, other, me, senses))
        .collect()
}

impl KnownUnit {
    /// Reads a unit; it seems unhurt to a player that does not see wounds.
    pub fn observe(view: &BattleView, other: &UnitDataItem, me: &UnitDataItem, senses: Senses) -> Self {
        let is_wanted = is_wanted_by(view, other, *me.side);
        let weapon_use = likely_weapon_use(other);
        let urgency = objective_urgency(view, other, *me.side);
        let value = match weapon_use {
            _ if is_wanted => WANTED_VALUE,
            Some(_) => 1.0,
            None => UNARMED_VALUE,
        };
        let value = urgency * value;
        let (_, unhurt) = health_points(view, other);
        let left = health_points_left(view, other);
        let is_doomed = is_doomed(other);
        Self {
            id: *other.id,
            cell: other.cell(),
            body: other.body(),
            health_left: if senses.wounds { left } else { unhurt },
            is_hurt: left < unhurt,
            value: if is_doomed { DOOMED_VALUE * value } else { value },
            is_urgent: urgency > 1.0,
            is_decisive: urgency >= ABOUT_TO_WIN,
            is_doomed,
            is_covered: other.cover.is_taken(),
            weapon_use,
            attacks: weapon_use.map_or(1, |(weapon_use, _)| attacks_per_phase(view, other, weapon_use)),
            charge: weapon_use
                .filter(|_| senses.charges)
                .and_then(|armed| Charge::of_unit(view, other, armed)),
            vantages: weapon_use
                .filter(|_| senses.walks)
                .map(|armed| find_vantages(view, other, armed, me.cell()))
                .unwrap_or_default(),
        }
    }
}
