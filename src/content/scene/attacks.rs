//! Attacks of an encounter: who, with what, and how the two see each other.

use super::action::{USUAL_SHOT, mode_name};
use super::encounter::Play;
use super::plays::Set;
use super::raw_encounter::RawPlay;
use crate::content::check::Entry;
use crate::content::source::one_of;
use crate::field::{Body, LineOfFire};
use crate::rules::swan_song::FireMode;
use crate::rules::{
    Act, BarrierEngagement, BarrierOnLine, Combatant, Engagement, Fault, Held, Nearby, Reach, Refused, Sight,
    Surroundings, Weapon, play,
};

/// What an attack says of itself, on whatever it is made.
struct Aim<'a> {
    attacker: &'a str,
    weapon: Option<&'a str>,
    mode: Option<FireMode>,
}

/// With what an attack is made.
struct Armed {
    one: usize,
    held: Held,
    mode: Option<FireMode>,
    reach: Reach,
    wants_company: bool,
}

impl Set<'_> {
    pub fn attack(&mut self, entry: &mut Entry<'_>, raw: &RawPlay) -> Option<Play> {
        let RawPlay::Attack {
            attacker,
            target,
            weapon,
            mode,
            manner,
            metres,
            hidden,
            across_obstacle,
            aware,
            obscured_between,
            beside_target,
            charge,
            dash_from_cover,
            rounds_fired,
            engaged,
            boosts,
            ..
        } = raw
        else {
            return None;
        };
        let armed = self.armed(entry, &Aim { attacker, weapon: weapon.as_deref(), mode: *mode })?;
        let one = armed.one;
        let other = self.muster.place(entry, &["action", "target"], target)?;
        self.manner(entry, &armed, manner.as_deref());
        let usual = if matches!(armed.reach, Reach::Melee { .. }) { 1 } else { USUAL_SHOT };
        let (distance_squared, rings) = self.distance(*metres, Some((one, other)), usual);
        in_range(entry, armed.reach, distance_squared, rings);
        let fire = self.fire(one, other).filter(|_| hidden.is_none());
        let sight = self.sight(one, other, fire.as_ref(), (distance_squared, rings));
        let hidden = hidden.unwrap_or(sight.hidden);
        entry.range(&["action", "hidden"], hidden, 0..=100);
        let barriers = self.barriers.crossed(fire.as_ref());
        let beside = match beside_target {
            Some(names) => self.named(entry, names)?,
            None => self.beside(other, &barriers),
        };
        let mut givers = Vec::new();
        for (place, name) in boosts.iter().enumerate() {
            let place = place.to_string();
            givers.push(self.muster.unit(entry, &["action", "boosts", &place], name)?.id);
        }
        let (unit, target) = (self.muster.units[one].clone(), self.muster.units[other].clone());
        let cells = self.muster.cells[one].zip(self.muster.cells[other]);
        let engagement = Engagement {
            sight: Sight {
                hidden,
                across_obstacle: across_obstacle.unwrap_or(hidden > 0),
                aware: aware.unwrap_or(sight.aware),
                ..sight
            },
            surroundings: Surroundings {
                attacker: unit.ground,
                target: target.ground,
                obscured_between: *obscured_between,
                weather: self.weather,
            },
            heights_cm: barriers.iter().map(|barrier| self.barriers.height_cm(barrier.id)).collect(),
            beside_target: beside,
            barriers,
            charge: *charge,
            dash_from_cover: *dash_from_cover,
            rounds_fired: *rounds_fired,
            share: None,
            engaged: engaged.unwrap_or(unit.in_melee && target.in_melee && rings <= 1),
            spot: None,
            boosts: givers,
            company: if armed.wants_company { self.company(one, other) } else { Vec::new() },
            operables: cells
                .filter(|_| armed.wants_company)
                .map(|(from, to)| self.barriers.operables(from, to))
                .unwrap_or_default(),
            attacker: unit,
            defender: target,
            weapon: armed.held.weapon,
            slot: armed.held.slot,
            mode: armed.mode,
            manner: manner.clone().map(Into::into),
            rules: self.rules.clone(),
        };
        allowed(entry, play::may_attack(&engagement))?;
        let mut engagement = engagement;
        let (slot, mode, manner) = (engagement.slot, engagement.mode, manner.as_deref());
        self.pay(entry, &mut engagement.attacker, slot, (mode, manner));
        Some(Play::Attack(Box::new(engagement)))
    }

    pub fn strike(&mut self, entry: &mut Entry<'_>, raw: &RawPlay) -> Option<Play> {
        let RawPlay::Strike { attacker, barrier, weapon, mode, metres, hidden, rounds_fired, .. } = raw
        else {
            return None;
        };
        let armed = self.armed(entry, &Aim { attacker, weapon: weapon.as_deref(), mode: *mode })?;
        let Some(struck) = self.barriers.list.iter().position(|known| known.name == *barrier) else {
            let known = self.barriers.list.iter().map(|known| known.name.as_str());
            entry.unknown(&["action", "barrier"], "barrier", barrier, known);
            return None;
        };
        let usual = if matches!(armed.reach, Reach::Melee { .. }) { 1 } else { USUAL_SHOT };
        let (distance_squared, rings) = self.distance(*metres, None, usual);
        in_range(entry, armed.reach, distance_squared, rings);
        let hidden = hidden.unwrap_or(0);
        entry.range(&["action", "hidden"], hidden, 0..=100);
        let engagement = BarrierEngagement {
            attacker: self.muster.units[armed.one].clone(),
            weapon: armed.held.weapon,
            slot: armed.held.slot,
            mode: armed.mode,
            barrier: self.barriers.list[struck].clone(),
            sight: Sight {
                distance_squared,
                rings,
                hidden,
                took_cover: false,
                across_obstacle: false,
                aware: false,
            },
            surroundings: Surroundings { weather: self.weather, ..Surroundings::default() },
            boosts: Vec::new(),
            company: Vec::new(),
            spot: None,
            barriers: self.barriers.list[..struck].to_vec(),
            rounds_fired: *rounds_fired,
            rules: self.rules.clone(),
        };
        allowed(entry, play::may_attack_barrier(&engagement))?;
        let mut engagement = engagement;
        let (slot, mode) = (engagement.slot, engagement.mode);
        self.pay(entry, &mut engagement.attacker, slot, (mode, None));
        Some(Play::Strike(Box::new(engagement)))
    }

    /// The price of an attack that the unit can pay, and the rounds it takes: both are gone before it is resolved.
    fn pay(
        &self,
        entry: &mut Entry<'_>,
        unit: &mut Combatant,
        slot: usize,
        (mode, manner): (Option<FireMode>, Option<&str>),
    ) {
        let Some(held) = unit.held_at(slot).cloned() else { return };
        let act = Act { action: play::attack_action(&held.weapon, mode), with: Some(&held), manner };
        if let Ok(paid) = play::pay(unit, act, self.rules) {
            unit.purse = paid.purse;
            unit.condition = paid.condition.unwrap_or_else(|| unit.condition.clone());
        }
        let rounds = play::rounds(&held.weapon, mode);
        match (held.loaded.checked_sub(rounds), unit.held.iter_mut().find(|held| held.slot == slot)) {
            (Some(loaded), Some(held)) => held.loaded = loaded,
            _ => entry.error(&["action"], format!("this needs {rounds} rounds, {} are loaded", held.loaded)),
        }
    }

    /// Who attacks, with what, and how it is fired; a weapon named and not held is taken into a free hand.
    fn armed(&mut self, entry: &mut Entry<'_>, said: &Aim<'_>) -> Option<Armed> {
        let one = self.muster.place(entry, &["action", "attacker"], said.attacker)?;
        let slot = match said.weapon {
            None => None,
            Some(id) => self.muster.held[one].iter().position(|held| held == id),
        };
        let unit = &mut self.muster.units[one];
        let held = match (said.weapon, slot) {
            (None, _) if unit.held.is_empty() => {
                let Some(weapon) = play::unarmed(&unit.sheet) else {
                    entry.error(&["action"], format!("`{}` holds nothing; name a `weapon`", said.attacker));
                    return None;
                };
                Held { weapon, slot: 0, loaded: 0, fault: Fault::None }
            }
            (None, _) => unit.held[0].clone(),
            (Some(_), Some(slot)) => unit.held[slot].clone(),
            (Some(id), None) => {
                let Some(weapon) = self.muster.weapons.get(id) else {
                    let known = self.muster.weapons.keys().map(String::as_str);
                    entry.unknown(&["action", "weapon"], "weapon", id, known);
                    return None;
                };
                let loaded = play::arm(weapon, &unit.sheet, self.rules).magazine;
                let held = Held { weapon: weapon.clone(), slot: unit.held.len(), loaded, fault: Fault::None };
                unit.held.push(held.clone());
                self.muster.held[one].push(id.to_owned());
                held
            }
        };
        let unit = &self.muster.units[one];
        let arm = play::arm(&held.weapon, &unit.sheet, self.rules);
        let (reach, wants_company) = (arm.reach, arm.wants_company);
        let mode = said.mode.or(arm.modes.first().copied());
        if let Some(mode) = said.mode.filter(|mode| !arm.modes.contains(mode)) {
            unfit(entry, &held.weapon, arm.modes, mode);
            return None;
        }
        Some(Armed { one, held, mode, reach, wants_company })
    }

    fn manner(&self, entry: &mut Entry<'_>, armed: &Armed, manner: Option<&str>) {
        let Some(key) = manner else { return };
        let known = play::manners(&self.muster.units[armed.one], &armed.held, self.rules);
        if known.iter().all(|manner| manner.key != key) {
            entry.unknown(&["action", "manner"], "manner", key, known.iter().map(|manner| manner.key));
        }
    }

    /// The line of fire between two units, where barriers and both units have places.
    fn fire(&self, one: usize, other: usize) -> Option<LineOfFire> {
        let body = |unit: &Combatant| if unit.prone { Body::PRONE } else { Body::STANDING };
        let (from, to) = (self.muster.cells[one]?, self.muster.cells[other]?);
        let (own, theirs) = (body(&self.muster.units[one]), body(&self.muster.units[other]));
        self.barriers.fire((from, own), (to, theirs))
    }

    fn sight(
        &self,
        one: usize,
        other: usize,
        fire: Option<&LineOfFire>,
        (distance_squared, rings): (u32, u32),
    ) -> Sight {
        let hidden = fire.map_or(0, |fire| fire.hidden);
        let (unit, target) = (&self.muster.units[one], &self.muster.units[other]);
        Sight {
            distance_squared,
            rings,
            hidden,
            took_cover: target.in_cover,
            across_obstacle: hidden > 0,
            aware: fire.is_none_or(|fire| fire.seen) && !unit.concealed,
        }
    }

    /// Barriers on the way that stand beside the target: those that do, or the last one where nothing has a place.
    fn beside(&self, target: usize, barriers: &[BarrierOnLine]) -> Vec<u32> {
        match self.muster.cells[target] {
            Some(at) if self.barriers.are_placed() => {
                let touching = barriers.iter().filter(|barrier| self.barriers.touches(barrier.id, at));
                touching.map(|barrier| barrier.id).collect()
            }
            _ => barriers.last().map(|barrier| barrier.id).into_iter().collect(),
        }
    }

    fn named(&self, entry: &mut Entry<'_>, names: &[String]) -> Option<Vec<u32>> {
        let known = &self.barriers.list;
        let mut ids = Vec::new();
        for name in names {
            let Some(barrier) = known.iter().find(|barrier| barrier.name == *name) else {
                let names = known.iter().map(|barrier| barrier.name.as_str());
                entry.unknown(&["action", "beside_target"], "barrier", name, names);
                return None;
            };
            ids.push(barrier.id);
        }
        Some(ids)
    }

    /// Everybody else who is up and has a square.
    fn company(&self, one: usize, other: usize) -> Vec<Nearby> {
        let Some(at) = self.muster.cells[other] else { return Vec::new() };
        let thirds = self.muster.units.iter().zip(&self.muster.cells).enumerate();
        thirds
            .filter(|(place, (unit, _))| *place != one && *place != other && unit.down.is_none())
            .filter_map(|(place, (unit, cell))| {
                let cell = (*cell)?;
                let distance = self.distance(None, Some((one, place)), 1);
                let sight = self.sight(one, place, self.fire(one, place).as_ref(), distance);
                Some(Nearby {
                    unit: unit.clone(),
                    offset: (cell.x - at.x, at.y - cell.y),
                    sight,
                    surroundings: Surroundings {
                        attacker: self.muster.units[one].ground,
                        target: unit.ground,
                        weather: self.weather,
                        ..Surroundings::default()
                    },
                    sees_target: true,
                })
            })
            .collect()
    }
}

/// Complains about a target that the weapon does not reach.
fn in_range(entry: &mut Entry<'_>, reach: Reach, squared: u32, rings: u32) {
    match reach {
        Reach::Melee { beyond } if rings > beyond + 1 => {
            entry.error(&["action", "metres"], format!("the target is out of reach: {rings} m away"));
        }
        Reach::Ranged { metres } if u64::from(squared) > u64::from(metres).pow(2) => {
            let what = format!("the target is beyond the weapon's range of {metres} m");
            entry.error(&["action", "metres"], what);
        }
        _ => (),
    }
}

fn unfit(entry: &mut Entry<'_>, weapon: &Weapon, modes: &[FireMode], mode: FireMode) {
    let names: Vec<String> = modes.iter().map(|mode| mode_name(*mode)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let what = format!("`{}` does not fire as `{}`", weapon.name(), mode_name(mode));
    let problem = entry.problem(&["action", "mode"], what).expecting(one_of(&names));
    entry.problems.push(problem);
}

fn allowed(entry: &mut Entry<'_>, may: Result<(), Refused>) -> Option<()> {
    match may {
        Ok(()) => Some(()),
        Err(why) => {
            entry.error(&["action"], format!("{} ({})", why.text, why.clause));
            None
        }
    }
}
