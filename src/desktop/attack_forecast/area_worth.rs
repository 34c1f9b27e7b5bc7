//! What attacks with an area are worth: every enemy that they catch counts, and none is a good choice that catches the own side.

use std::sync::Arc;

use super::{AttackQuery, ForecastCache, odds_worth};
use crate::board::overlay::blast;
use battle::{BattleView, Target, UnitDataItem};
use model::{Cell, UnitId};
use rules::Odds;

/// Share of the worth against a further enemy in the area that counts: it is less far from the centre than the target.
const BESIDE_SHARE: f64 = 0.7;
/// Share that is left of the worth of an attack that catches a unit of its own side.
const OWN_SHARE: f64 = 0.01;

/// The area of an attack on a unit, if it lands where it is aimed.
#[derive(Debug)]
pub(super) struct AttackArea {
    /// Its radius in metres.
    radius_m: u32,
    /// The squares that it reaches.
    squares: Vec<Cell>,
    /// The units on them.
    caught: Vec<UnitId>,
}

/// Whom an attack on a unit catches besides its target, if it lands where it is aimed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaughtUnits {
    /// How many further enemies in action.
    pub enemies: usize,
    /// Whether it catches a unit of its own side, such as the attacker itself.
    pub own: bool,
}

impl CaughtUnits {
    /// Says whom it catches: "also catches 3 more enemies"; empty for an attack that catches its target alone.
    pub fn text(self) -> String {
        let enemies = match self.enemies {
            0 => None,
            1 => Some("1 more enemy".to_owned()),
            more => Some(format!("{more} more enemies")),
        };
        let own = self.own.then(|| "your own side".to_owned());
        let caught: Vec<String> = own.into_iter().chain(enemies).collect();
        if caught.is_empty() { String::new() } else { format!("also catches {}", caught.join(" and ")) }
    }
}

impl ForecastCache {
    /// Returns whom an attack catches besides its target.
    pub(crate) fn caught_units(&mut self, view: &BattleView, query: &AttackQuery) -> CaughtUnits {
        let (enemies, own) = self.caught_beside(view, query);
        CaughtUnits { enemies: enemies.len(), own }
    }

    /// Says how wide the area of an attack on a unit is and whom it catches where it is aimed, with the target: "4 m around the target,
    /// catches 2 enemies, 1 friend"; `None` for an attack without an area.
    pub(crate) fn area_text(&mut self, view: &BattleView, query: &AttackQuery) -> Option<String> {
        let (area, attacker) = (self.attack_area(view, query)?, view.unit(query.attacker)?);
        let others = area.caught.iter().filter(|id| **id != query.attacker);
        let (own, enemies): (Vec<UnitDataItem>, Vec<UnitDataItem>) =
            others.filter_map(|id| view.unit(*id)).partition(|other| other.side == attacker.side);
        let enemies = enemies.iter().filter(|other| other.is_fighting()).count();
        let catches_itself = area.squares.contains(&query.from);
        Some(area_words(area.radius_m, (enemies, own.len()), catches_itself))
    }

    /// Returns what an attack with these odds against its target is worth, with all that it catches.
    pub(crate) fn worth_with_area(&mut self, view: &BattleView, query: &AttackQuery, odds: &Odds) -> f64 {
        let (enemies, catches_own) = self.caught_beside(view, query);
        let beside = enemies.into_iter().map(|id| odds_worth(view, odds, Target::Unit(id)));
        area_worth(odds_worth(view, odds, query.target), beside.sum(), catches_own)
    }

    /// Returns the further enemies in action that an attack catches, and whether it catches a unit of its own side.
    fn caught_beside(&mut self, view: &BattleView, query: &AttackQuery) -> (Vec<UnitId>, bool) {
        let area = self.attack_area(view, query);
        area.map(|area| units_beside(view, query, &area)).unwrap_or_default()
    }

    /// Returns the area of an attack on a unit; `None` for an attack without one.
    fn attack_area(&mut self, view: &BattleView, query: &AttackQuery) -> Option<Arc<AttackArea>> {
        let Target::Unit(target) = query.target else { return None };
        let key = (query.attacker, query.weapon, target);
        if let Some(known) = self.areas.get(&key) {
            return known.clone();
        }
        let area = find_area(view, key).map(Arc::new);
        self.areas.insert(key, area.clone());
        area
    }
}

/// Computes the area of an attack with a weapon on a unit; `None` for a weapon without one, and for one that lays smoke or
/// the like there.
fn find_area(view: &BattleView, (attacker, weapon, target): (UnitId, usize, UnitId)) -> Option<AttackArea> {
    let unit = view.unit(attacker)?;
    let centre = view.unit(target)?.cell();
    let weapon = unit.inventory.get(weapon)?.weapon();
    if weapon.attack_properties().lays.is_some() {
        return None;
    }
    let blast = blast::blast_at(view, &unit, weapon, centre)?;
    let reached = blast.squares.iter().filter(|square| !square.is_shielded);
    let radius_m = blast.burst.radius_m;
    Some(AttackArea { radius_m, squares: reached.map(|square| square.cell).collect(), caught: blast.caught })
}

/// Returns the further enemies in action that an attack with an area catches, and whether it catches a unit of its own side.
fn units_beside(view: &BattleView, query: &AttackQuery, area: &AttackArea) -> (Vec<UnitId>, bool) {
    let Some(attacker) = view.unit(query.attacker) else { return (Vec::new(), false) };
    let is_beside = |id: &&UnitId| **id != query.attacker && Target::Unit(**id) != query.target;
    let beside: Vec<UnitDataItem> =
        area.caught.iter().filter(is_beside).filter_map(|id| view.unit(*id)).collect();
    let catches_own =
        area.squares.contains(&query.from) || beside.iter().any(|other| other.side == attacker.side);
    let enemies = beside.iter().filter(|other| other.side != attacker.side && other.is_fighting());
    (enemies.map(|other| *other.id).collect(), catches_own)
}

/// Returns what an attack with these odds against its target is worth, as `ForecastCache::worth_with_area` does, computed anew.
pub(crate) fn whole_worth(view: &BattleView, query: &AttackQuery, odds: &Odds) -> f64 {
    let area = match query.target {
        Target::Unit(target) => find_area(view, (query.attacker, query.weapon, target)),
        Target::Barrier(_) | Target::Square(_) => None,
    };
    let (enemies, catches_own) = area.map(|area| units_beside(view, query, &area)).unwrap_or_default();
    let beside = enemies.into_iter().map(|id| odds_worth(view, odds, Target::Unit(id)));
    area_worth(odds_worth(view, odds, query.target), beside.sum(), catches_own)
}

/// Words whom an area catches: "4 m around the target, catches 2 enemies, 1 friend, the unit itself".
fn area_words(radius_m: u32, (enemies, friends): (usize, usize), catches_itself: bool) -> String {
    let count = |number: usize, one: &str, many: &str| {
        (number > 0).then(|| format!("{number} {}", if number == 1 { one } else { many }))
    };
    let itself = catches_itself.then(|| "the unit itself".to_owned());
    let caught = [count(enemies, "enemy", "enemies"), count(friends, "friend", "friends"), itself];
    let caught: Vec<String> = caught.into_iter().flatten().collect();
    let caught = if caught.is_empty() { "no enemy in action".to_owned() } else { caught.join(", ") };
    format!("{radius_m} m around the target, catches {caught}")
}

/// Adds what an attack is worth against its target and against the others that it catches.
fn area_worth(target: f64, beside: f64, catches_own: bool) -> f64 {
    let worth = target + BESIDE_SHARE * beside;
    if catches_own { OWN_SHARE * worth } else { worth }
}

#[cfg(test)]
mod tests {
    use super::super::attack_modes;
    use super::*;
    use crate::panel::tests::{shipped_battle, with_context};

    #[test]
    fn an_area_counts_all_that_it_catches_unless_it_catches_a_friend() {
        let (rifle, launcher) = (area_worth(0.4, 0.0, false), area_worth(0.2, 11.0 * 0.2, false));
        assert!((rifle - 0.4).abs() < 1e-9);
        assert!((launcher - (0.2 + 0.7 * 2.2)).abs() < 1e-9 && launcher > rifle);
        assert!(area_worth(0.2, 2.2, true) < 0.1 * rifle, "a friend stands in it");
    }

    #[test]
    fn an_attack_is_worth_as_much_anew_as_from_the_cache() {
        let mut world = shipped_battle("docks");
        let mut areas = 0;
        with_context(&mut world, |context| {
            let (view, mut cache) = (context.view, ForecastCache::default());
            for unit in view.units() {
                for enemy in view.units().filter(|enemy| enemy.side != unit.side) {
                    for (weapon, mode) in attack_modes(&unit) {
                        let target = Target::Unit(*enemy.id);
                        let query = AttackQuery::from_current_position(&unit, target, weapon, mode);
                        areas += usize::from(cache.attack_area(view, &query).is_some());
                        let Some((odds, _)) = cache.quick_odds(view, &query) else { continue };
                        let known = cache.worth_with_area(view, &query, &odds);
                        assert!((whole_worth(view, &query, &odds) - known).abs() < 1e-9, "{query:?}");
                    }
                }
            }
        });
        assert!(areas > 0, "somebody's attack has an area");
    }

    #[test]
    fn an_area_says_how_wide_it_is_and_counts_whom_it_catches() {
        assert_eq!(area_words(4, (2, 1), false), "4 m around the target, catches 2 enemies, 1 friend");
        assert_eq!(area_words(1, (1, 0), false), "1 m around the target, catches 1 enemy");
        let near = area_words(6, (1, 2), true);
        assert_eq!(near, "6 m around the target, catches 1 enemy, 2 friends, the unit itself");
        assert_eq!(area_words(4, (0, 0), false), "4 m around the target, catches no enemy in action");
    }

    #[test]
    fn what_an_area_catches_is_told_with_the_own_side_first() {
        let text = |enemies, own| CaughtUnits { enemies, own }.text();
        assert_eq!(text(0, false), "");
        assert_eq!(text(1, false), "also catches 1 more enemy");
        assert_eq!(text(11, false), "also catches 11 more enemies");
        assert_eq!(text(0, true), "also catches your own side");
        assert_eq!(text(2, true), "also catches your own side and 2 more enemies");
    }
}
