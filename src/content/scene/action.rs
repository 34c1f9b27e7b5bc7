//! What happens in a scene: its action, with everything the rule will ask.

use std::sync::Arc;

use super::SceneAction;
use super::raw::RawAction;
use super::stage::Stage;
use crate::content::check::Entry;
use crate::content::source::one_of;
use crate::field::{Body, Cell, LineOfFire};
use crate::rules::swan_song::initiative::{self, Initiative};
use crate::rules::swan_song::turn_order;
use crate::rules::swan_song::{AttackScene, BarrierScene, FireMode, Sight, Weapon, WeaponClass, base};

/// Distance of a shot that names none, in metres.
pub(super) const USUAL_SHOT: u32 = 10;

/// What an attack says of itself, on whatever it is made.
struct Attack<'a> {
    attacker: &'a str,
    weapon: Option<&'a str>,
    mode: Option<FireMode>,
    metres: Option<u32>,
}

impl Stage<'_> {
    pub fn action(&self, entry: &mut Entry<'_>, raw: &RawAction) -> Option<SceneAction> {
        match raw {
            RawAction::Attack { .. } => self.attack(entry, raw),
            RawAction::Strike { .. } => self.strike(entry, raw),
            RawAction::Sprint { unit } => self.fighter(entry, unit).map(SceneAction::Sprint),
            RawAction::Initiative { unit, change, karma, passes } => {
                entry.range(&["action", "change"], *change, -99..=99);
                let unit = self.fighter(entry, unit)?;
                Some(SceneAction::Initiative { unit, change: *change, karma: *karma, passes: *passes })
            }
            RawAction::InitiativeChange { unit, score, attribute, dice, new_attribute, new_dice } => {
                let unit = self.fighter(entry, unit)?.id;
                for (label, dice) in [("dice", *dice), ("new_dice", new_dice.unwrap_or(*dice))] {
                    entry.range(&["action", label], dice, 0..=initiative::MOST_DICE);
                }
                for (label, value) in [("score", *score), ("attribute", *attribute)] {
                    entry.range(&["action", label], value, -999..=999);
                }
                Some(SceneAction::InitiativeChange {
                    unit,
                    before: Initiative { score: *score, attribute: *attribute, dice: *dice },
                    attribute: new_attribute.unwrap_or(*attribute),
                    dice: new_dice.unwrap_or(*dice),
                })
            }
            RawAction::TurnOrder { scores } => {
                let mut entries = Vec::new();
                for (name, score) in scores {
                    let unit = self.unit(entry, &["action", "scores", name], name)?;
                    entries.push(turn_order::Entry::new(&self.units[unit].fighter, *score));
                }
                Some(SceneAction::TurnOrder(entries))
            }
            RawAction::Harm { unit, damage, pool, damage_type, gel } => {
                entry.range(&["action", "damage"], *damage, 0..=10_000);
                let unit = self.fighter(entry, unit)?;
                let (damage, pool, damage_type, gel) = (*damage, *pool, *damage_type, *gel);
                Some(SceneAction::Harm { unit, damage, pool, damage_type, gel })
            }
            RawAction::Bleed { unit, rounds } => {
                entry.range(&["action", "rounds"], *rounds, 0..=100_000);
                Some(SceneAction::Bleed { unit: self.fighter(entry, unit)?, rounds: *rounds })
            }
        }
    }

    fn attack(&self, entry: &mut Entry<'_>, raw: &RawAction) -> Option<SceneAction> {
        let RawAction::Attack {
            attacker,
            target,
            weapon,
            mode,
            metres,
            hidden,
            took_cover,
            across_obstacle,
            aware,
            charge,
            rounds_fired,
            defence: _,
        } = raw
        else {
            return None;
        };
        let said = Attack { attacker, weapon: weapon.as_deref(), mode: *mode, metres: *metres };
        let (one, weapon, mode) = self.armed(entry, &said)?;
        let other = self.unit(entry, &["action", "target"], target)?;
        let (distance_squared, rings) = self.distance(&said, &weapon, self.cells[one], self.cells[other]);
        let reach = u32::from(weapon.reach) + u32::from(self.units[one].fighter.sheet.reach);
        self.in_range(entry, &weapon, distance_squared, rings, reach);
        let fire = self.fire(one, other).filter(|_| hidden.is_none());
        let hidden = hidden.unwrap_or_else(|| fire.as_ref().map_or(0, |fire| fire.hidden));
        entry.range(&["action", "hidden"], hidden, 0..=100);
        let seen = fire.as_ref().is_none_or(|fire| fire.seen);
        Some(SceneAction::Attack(Box::new(AttackScene {
            attacker: self.units[one].fighter.clone(),
            defender: self.units[other].fighter.clone(),
            weapon,
            mode,
            sight: Sight {
                distance_squared,
                rings,
                hidden,
                took_cover: *took_cover,
                across_obstacle: across_obstacle.unwrap_or(hidden > 0),
                aware: aware.unwrap_or(seen),
            },
            barriers: self.barriers.crossed(fire.as_ref()),
            charge: *charge,
            rounds_fired: *rounds_fired,
            share: None,
            switches: self.switches.clone(),
        })))
    }

    fn strike(&self, entry: &mut Entry<'_>, raw: &RawAction) -> Option<SceneAction> {
        let RawAction::Strike { attacker, barrier, weapon, mode, metres, hidden, rounds_fired } = raw else {
            return None;
        };
        let said = Attack { attacker, weapon: weapon.as_deref(), mode: *mode, metres: *metres };
        let (one, weapon, mode) = self.armed(entry, &said)?;
        let Some(struck) = self.barriers.list.iter().position(|known| known.name == *barrier) else {
            let known = self.barriers.list.iter().map(|known| known.name.as_str());
            entry.unknown(&["action", "barrier"], "barrier", barrier, known);
            return None;
        };
        let (distance_squared, rings) = self.distance(&said, &weapon, None, None);
        let reach = u32::from(weapon.reach) + u32::from(self.units[one].fighter.sheet.reach);
        self.in_range(entry, &weapon, distance_squared, rings, reach);
        let hidden = hidden.unwrap_or(0);
        entry.range(&["action", "hidden"], hidden, 0..=100);
        Some(SceneAction::Strike(Box::new(BarrierScene {
            attacker: self.units[one].fighter.clone(),
            weapon,
            mode,
            barrier: self.barriers.list[struck].clone(),
            hidden,
            barriers: self.barriers.list[..struck].to_vec(),
            rounds_fired: *rounds_fired,
            switches: self.switches.clone(),
        })))
    }

    /// Who attacks, with what, and how it is fired.
    fn armed(
        &self,
        entry: &mut Entry<'_>,
        said: &Attack<'_>,
    ) -> Option<(usize, Arc<Weapon>, Option<FireMode>)> {
        let one = self.unit(entry, &["action", "attacker"], said.attacker)?;
        let Some(id) = said.weapon.or(self.first[one].as_deref()) else {
            entry.error(&["action"], format!("`{}` holds nothing; name a `weapon`", said.attacker));
            return None;
        };
        let Some(weapon) = self.weapons.get(id) else {
            entry.unknown(&["action", "weapon"], "weapon", id, self.weapons.keys().map(String::as_str));
            return None;
        };
        let mode = said.mode.or(weapon.modes.first().copied());
        if let Some(mode) = said.mode.filter(|mode| !weapon.modes.contains(mode)) {
            let names: Vec<String> = weapon.modes.iter().map(|mode| mode_name(*mode)).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let what = format!("`{id}` does not fire as `{}`", mode_name(mode));
            let problem = entry.problem(&["action", "mode"], what).expecting(one_of(&names));
            entry.problems.push(problem);
        }
        Some((one, weapon.clone(), mode))
    }

    /// Square of the distance in metres, and rings of squares.
    fn distance(
        &self,
        said: &Attack<'_>,
        weapon: &Weapon,
        one: Option<Cell>,
        other: Option<Cell>,
    ) -> (u32, u32) {
        if let (None, Some(one), Some(other)) = (said.metres, one, other) {
            return (one.distance_squared(other), one.rings(other));
        }
        let usual = if weapon.class == WeaponClass::Ranged { USUAL_SHOT } else { 1 };
        let metres = said.metres.unwrap_or(usual).min(60_000);
        (metres * metres, metres)
    }

    /// Complains about a target that the weapon does not reach. `SS-BASE-30`, `SS-BASE-34`.
    fn in_range(&self, entry: &mut Entry<'_>, weapon: &Weapon, squared: u32, rings: u32, reach: u32) {
        let label = ["action", "metres"];
        if weapon.class == WeaponClass::Ranged {
            if !base::in_weapon_range(squared, weapon.range) {
                let what =
                    format!("the target is beyond the weapon's range of {} m (SS-BASE-30)", weapon.range);
                entry.error(&label, what);
            }
        } else if !base::in_melee_range(rings, reach) {
            entry.error(&label, format!("the target is out of reach: {rings} m away (SS-BASE-34)"));
        }
    }

    /// The line of fire between two units, where barriers and both units have places.
    fn fire(&self, one: usize, other: usize) -> Option<LineOfFire> {
        let body = |unit: usize| if self.units[unit].fighter.prone { Body::PRONE } else { Body::STANDING };
        self.barriers.fire((self.cells[one]?, body(one)), (self.cells[other]?, body(other)))
    }
}

pub(super) fn mode_name(mode: FireMode) -> String {
    match mode {
        FireMode::Single => "single",
        FireMode::SemiAutoBurst => "semi_auto_burst",
        FireMode::Burst => "burst",
        FireMode::LongBurst => "long_burst",
        FireMode::FullAutoSimple => "full_auto_simple",
        FireMode::FullAutoComplex => "full_auto_complex",
    }
    .to_owned()
}
