//! Attacks of an encounter: who, with what, and how the two see each other.

use super::encounter::Play;
use super::plays::{Set, USUAL_SHOT};
use super::raw_play::RawPlay;
use crate::check::Entry;
use crate::source::one_of;
use field::{Body, LineOfFire};
use rules::swan_song::FireMode;
use rules::{
    Act, BarrierEngagement, BarrierOnLine, Combatant, Engagement, Fault, Held, Nearby, Reach, Refused, Sight,
    Surroundings, play,
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

impl Set {
    pub fn attack(&mut self, entry: &mut Entry<'_>, raw: &RawPlay) -> Option<Play> {
        let RawPlay::Attack {
            attacker,
            target,
            weapon,
            mode,
            manner,
            metres,
            hidden,
            took_cover,
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
        let other = self.muster.place(entry, &["target"], target)?;
        self.manner(entry, &armed, manner.as_deref());
        let usual = if matches!(armed.reach, Reach::Melee { .. }) { 1 } else { USUAL_SHOT };
        let (distance_squared, rings) = self.distance(*metres, Some((one, other)), usual);
        let far = out_of_reach(armed.reach, distance_squared, rings);
        let fire = self.fire(one, other).filter(|_| hidden.is_none());
        let sight = self.sight(one, other, fire.as_ref(), (distance_squared, rings));
        let hidden = hidden.unwrap_or(sight.hidden);
        entry.range(&["hidden"], hidden, 0..=100);
        let barriers = self.barriers.crossed(fire.as_ref());
        let beside = match beside_target {
            Some(names) => self.named(entry, names)?,
            None => self.beside(other, &barriers),
        };
        let mut givers = Vec::new();
        for (place, name) in boosts.iter().enumerate() {
            let place = place.to_string();
            givers.push(self.muster.unit(entry, &["boosts", &place], name)?.id);
        }
        givers.extend(self.waiting(&self.muster.units[one]));
        let (unit, target) = (self.muster.units[one].clone(), self.muster.units[other].clone());
        let cells = self.muster.cells[one].zip(self.muster.cells[other]);
        let engagement = Engagement {
            sight: Sight {
                hidden,
                took_cover: sight.took_cover || *took_cover,
                across_obstacle: across_obstacle.unwrap_or(hidden > 0),
                aware: aware.unwrap_or(sight.aware),
                ..sight
            },
            surroundings: Surroundings {
                attacker: unit.ground,
                target: target.ground,
                obscured_between: *obscured_between,
                weather: self.weather,
                zero_gravity: self.zero_gravity,
            },
            heights_cm: barriers.iter().map(|barrier| self.barriers.height_cm(barrier.id)).collect(),
            beside_target: beside,
            barriers,
            charge: *charge,
            dash_from_cover: *dash_from_cover,
            rounds_fired: *rounds_fired + self.fired[one],
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
        self.allowed(entry, play::may_attack(&engagement), far)?;
        let mut engagement = engagement;
        let (slot, mode, manner) = (engagement.slot, engagement.mode, manner.as_deref());
        self.pay(entry, &mut engagement.attacker, slot, (mode, manner))?;
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
            entry.unknown(&["barrier"], "barrier", barrier, known);
            return None;
        };
        let usual = if matches!(armed.reach, Reach::Melee { .. }) { 1 } else { USUAL_SHOT };
        let (distance_squared, rings) = self.distance(*metres, None, usual);
        let far = out_of_reach(armed.reach, distance_squared, rings);
        let hidden = hidden.unwrap_or(0);
        entry.range(&["hidden"], hidden, 0..=100);
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
            surroundings: Surroundings {
                weather: self.weather,
                zero_gravity: self.zero_gravity,
                ..Surroundings::default()
            },
            boosts: self.waiting(&self.muster.units[armed.one]),
            company: Vec::new(),
            spot: None,
            barriers: self.barriers.list[..struck].to_vec(),
            rounds_fired: *rounds_fired + self.fired[armed.one],
            rules: self.rules.clone(),
        };
        self.allowed(entry, play::may_attack_barrier(&engagement), far)?;
        let mut engagement = engagement;
        let (slot, mode) = (engagement.slot, engagement.mode);
        self.pay(entry, &mut engagement.attacker, slot, (mode, None))?;
        Some(Play::Strike(Box::new(engagement)))
    }

    /// The price of an attack and the rounds it takes: both are gone before it is resolved. In a course it has to be paid;
    /// a single attack may be one that nobody could pay now.
    fn pay(
        &mut self,
        entry: &mut Entry<'_>,
        unit: &mut Combatant,
        slot: usize,
        (mode, manner): (Option<FireMode>, Option<&str>),
    ) -> Option<()> {
        let Some(held) = unit.held_at(slot).cloned() else { return Some(()) };
        let act = Act { action: play::attack_action(&held.weapon, mode), with: Some(&held), manner };
        match play::pay(unit, act, &self.rules) {
            Ok(paid) => {
                unit.purse = paid.purse;
                unit.condition = paid.condition.unwrap_or_else(|| unit.condition.clone());
            }
            Err(why) if self.is_course => return self.refuse(entry, &[], why.to_string()),
            Err(_) => (),
        }
        let rounds = play::rounds(&held.weapon, mode);
        match (held.loaded.checked_sub(rounds), unit.held.iter_mut().find(|held| held.slot == slot)) {
            (Some(loaded), Some(held)) => held.loaded = loaded,
            _ => {
                return self.refuse(
                    entry,
                    &[],
                    format!("this needs {rounds} rounds, {} are loaded", held.loaded),
                );
            }
        }
        if let Some(place) = self.muster.units.iter().position(|other| other.id == unit.id) {
            self.muster.units[place] = unit.clone();
            self.fired[place] += rounds;
        }
        Some(())
    }

    /// Who attacks, with what, and how it is fired; a weapon named and not held is taken into a free hand.
    fn armed(&mut self, entry: &mut Entry<'_>, said: &Aim<'_>) -> Option<Armed> {
        let one = self.muster.place(entry, &["attacker"], said.attacker)?;
        let slot = match said.weapon {
            None => None,
            Some(id) => self.muster.held[one].iter().position(|held| held == id),
        };
        let unit = &self.muster.units[one];
        let held = match (said.weapon, slot) {
            (None, _) if unit.held.is_empty() => {
                let Some(weapon) = play::unarmed(&unit.sheet) else {
                    let what = format!("`{}` holds nothing; name a `weapon`", said.attacker);
                    return self.refuse(entry, &[], what);
                };
                Held { weapon, slot: 0, loaded: 0, fault: Fault::None, hand: None }
            }
            (None, _) => unit.held[0].clone(),
            (Some(id), Some(slot)) => match unit.held_at(slot) {
                Some(held) => held.clone(),
                None => {
                    let what = format!("`{}` does not hold `{id}` any more", said.attacker);
                    return self.refuse(entry, &[], what);
                }
            },
            (Some(id), None) => {
                let Some(weapon) = self.muster.weapons.get(id) else {
                    let known = self.muster.weapons.keys().map(String::as_str);
                    entry.unknown(&["weapon"], "weapon", id, known);
                    return None;
                };
                let loaded = play::arm(weapon, &unit.sheet, &self.rules).magazine;
                let slot = self.muster.held[one].len();
                let held = Held { weapon: weapon.clone(), slot, loaded, fault: Fault::None, hand: None };
                self.muster.units[one].held.push(held.clone());
                self.muster.held[one].push(id.to_owned());
                held
            }
        };
        let unit = &self.muster.units[one];
        let arm = play::arm(&held.weapon, &unit.sheet, &self.rules);
        let (reach, wants_company) = (arm.reach, arm.wants_company);
        let mode = said.mode.or(arm.modes.first().copied());
        if let Some(mode) = said.mode.filter(|mode| !arm.modes.contains(mode)) {
            unfit(entry, said.weapon.unwrap_or(held.weapon.name()), arm.modes, mode);
            return None;
        }
        Some(Armed { one, held, mode, reach, wants_company })
    }

    /// Complains about an attack that is forbidden, above all because its target is too far away.
    fn allowed(
        &mut self,
        entry: &mut Entry<'_>,
        may: Result<(), Refused>,
        far: Option<String>,
    ) -> Option<()> {
        match (may, far) {
            (Ok(()), None) => Some(()),
            (Ok(()), Some(far)) => self.refuse(entry, &["metres"], far),
            (Err(why), Some(far)) => self.refuse(entry, &["metres"], format!("{far} ({})", why.clause)),
            (Err(why), None) => self.refuse(entry, &[], format!("{} ({})", why.text, why.clause)),
        }
    }

    fn manner(&self, entry: &mut Entry<'_>, armed: &Armed, manner: Option<&str>) {
        let Some(key) = manner else { return };
        let known = play::manners(&self.muster.units[armed.one], &armed.held, &self.rules);
        if known.iter().all(|manner| manner.key != key) {
            entry.unknown(&["manner"], "manner", key, known.iter().map(|manner| manner.key));
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
                entry.unknown(&["beside_target"], "barrier", name, names);
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
                        zero_gravity: self.zero_gravity,
                        ..Surroundings::default()
                    },
                    sees_target: true,
                })
            })
            .collect()
    }
}

/// What is wrong with a target that the weapon does not reach.
fn out_of_reach(reach: Reach, squared: u32, rings: u32) -> Option<String> {
    match reach {
        Reach::Melee { beyond } if rings > beyond + 1 => {
            Some(format!("the target is out of reach: {rings} m away"))
        }
        Reach::Ranged { metres } if u64::from(squared) > u64::from(metres).pow(2) => {
            Some(format!("the target is beyond the weapon's range of {metres} m"))
        }
        _ => None,
    }
}

fn unfit(entry: &mut Entry<'_>, weapon: &str, modes: &[FireMode], mode: FireMode) {
    let names: Vec<String> = modes.iter().map(|mode| mode_name(*mode)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let what = format!("`{weapon}` does not fire as `{}`", mode_name(mode));
    let problem = entry.problem(&["mode"], what).expecting(one_of(&names));
    entry.problems.push(problem);
}

/// Word for a fire mode, as files have it.
fn mode_name(mode: FireMode) -> String {
    match mode {
        FireMode::Single => "single",
        FireMode::SemiAutoBurst => "semi_auto_burst",
        FireMode::Burst => "burst",
        FireMode::LongBurst => "long_burst",
        FireMode::FullAutoSimple => "full_auto_simple",
        FireMode::FullAutoComplex => "full_auto_complex",
        FireMode::FlechetteNarrow => "flechette_narrow",
        FireMode::FlechetteMedium => "flechette_medium",
        FireMode::FlechetteWide => "flechette_wide",
    }
    .to_owned()
}
