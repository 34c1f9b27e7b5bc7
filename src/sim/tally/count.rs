//! Goes through the history of a fight, happening by happening.

use std::collections::{BTreeMap, BTreeSet};

use super::{Cause, SideTally, Tally, WeaponTally};
use crate::watch::Watch;
use battle::{Chapter, Event, Side, Target, UnitId};
use rules::status::Ailment;
use rules::{Contact, Down};

/// How the words of a flight begin, in every book. `AB-KNOCK-02`.
const FLIGHT: &str = "AB-KNOCK-02";
/// A fall is told of by one of these.
const FALLS: [&str; 3] = ["AB-KNOCK-26", "AD-SPEC-03", "CS-FALL-03"];
/// Fire and harmful ground are told of by one of these.
const GROUND: [&str; 2] = ["AD-SPEC-01", "CS-BURN-10"];

/// What somebody did harm with last.
#[derive(Clone)]
struct Means {
    weapon: String,
    cause: Cause,
}

/// Somebody as the fight goes on.
struct Life {
    side: Side,
    driven: bool,
    in_cover: bool,
    burns: bool,
    escaped: bool,
    down: Option<Down>,
    /// What harmed it last, and with which weapon of whom.
    harmed: (Cause, Option<(Side, String)>),
    /// What put it out.
    felled: (Cause, Option<(Side, String)>),
    /// What it carries: name, and whether it strikes hand to hand.
    weapons: Vec<(String, bool)>,
    means: Option<Means>,
}

/// Counts while it goes through a history.
pub(super) struct Counter<'a> {
    watch: &'a Watch,
    lives: BTreeMap<UnitId, Life>,
    /// Targets that are partly hidden from whoever attacks them.
    hidden: BTreeSet<(UnitId, UnitId)>,
    /// What harms when nobody does.
    loose: Cause,
    tally: Tally,
}

impl<'a> Counter<'a> {
    pub fn new(watch: &'a Watch) -> Self {
        let life = |(unit, fighter): (&UnitId, &crate::watch::Fighter)| {
            let life = Life {
                side: fighter.side,
                driven: fighter.driven,
                in_cover: fighter.in_cover,
                burns: false,
                escaped: false,
                down: None,
                harmed: (Cause::Other, None),
                felled: (Cause::Other, None),
                weapons: fighter.weapons.clone(),
                means: None,
            };
            (*unit, life)
        };
        Self {
            watch,
            lives: watch.fighters.iter().map(life).collect(),
            hidden: BTreeSet::new(),
            loose: Cause::Other,
            tally: Tally { sides: vec![SideTally::default(); watch.sides], weapons: BTreeMap::new() },
        }
    }

    pub fn chapter(&mut self, number: usize, chapter: &Chapter) {
        let aims = &self.watch.aims;
        let first = aims.partition_point(|aim| aim.chapter < number);
        for aim in aims[first..].iter().take_while(|aim| aim.chapter == number) {
            if aim.hidden {
                self.hidden.insert((aim.unit, aim.target));
            } else {
                self.hidden.remove(&(aim.unit, aim.target));
            }
        }
        self.loose = Cause::Other;
        for happening in &chapter.happenings {
            self.happened(&happening.event);
        }
    }

    fn happened(&mut self, event: &Event) {
        self.attacked(event);
        self.carried(event);
        self.suffered(event);
        self.befell(event);
    }

    fn side(&mut self, unit: UnitId) -> Option<&mut SideTally> {
        let side = self.lives.get(&unit)?.side;
        self.tally.sides.get_mut(usize::from(side.0))
    }

    fn weapon(&mut self, side: Side, weapon: &str) -> &mut WeaponTally {
        self.tally.weapons.entry((side, weapon.to_owned())).or_default()
    }

    /// Attacks and what else does harm.
    fn attacked(&mut self, event: &Event) {
        match event {
            Event::Intercepted { unit, weapon, .. } => self.takes(*unit, weapon, Cause::Blow),
            Event::DeedDone { unit, label, .. } => self.takes(*unit, label, Cause::Blow),
            Event::WentOff { unit, name, .. } => {
                self.takes(*unit, name, Cause::Blast);
                let Some(side) = self.lives.get(unit).map(|life| life.side) else { return };
                self.weapon(side, name).attacks += 1;
            }
            Event::AttackResolved { unit, target, weapon, contact, .. } => {
                let Some(life) = self.lives.get(unit) else { return };
                // What strikes at whoever passes by may be no weapon of the list: it was named before.
                let named = life.means.as_ref().map(|means| (means.weapon.clone(), true));
                let Some((name, melee)) = life.weapons.get(*weapon).cloned().or(named) else { return };
                let cause = match (target, melee) {
                    (Target::Square(_), _) => Cause::Blast,
                    (_, true) => Cause::Blow,
                    (_, false) => Cause::Shot,
                };
                self.takes(*unit, &name, cause);
                if !matches!(target, Target::Barrier(_)) {
                    self.resolved(*unit, *target, (&name, melee), *contact == Contact::Hit);
                }
            }
            _ => {}
        }
    }

    fn takes(&mut self, unit: UnitId, weapon: &str, cause: Cause) {
        if let Some(life) = self.lives.get_mut(&unit) {
            life.means = Some(Means { weapon: weapon.to_owned(), cause });
        }
    }

    fn resolved(&mut self, unit: UnitId, target: Target, (weapon, melee): (&str, bool), hit: bool) {
        let Some(life) = self.lives.get(&unit) else { return };
        let (side, from_cover) = (life.side, life.in_cover);
        let of_weapon = self.weapon(side, weapon);
        of_weapon.attacks += 1;
        of_weapon.hits += u32::from(hit);
        let behind = match target {
            Target::Unit(other) => {
                let covered = self.lives.get(&other).is_some_and(|other| other.in_cover);
                Some(covered || self.hidden.contains(&(unit, other)))
            }
            _ => None,
        };
        let Some(tally) = self.side(unit) else { return };
        tally.attacks += 1;
        tally.hits += u32::from(hit);
        let Some(behind) = behind.filter(|_| !melee) else { return };
        tally.shots += 1;
        tally.from_cover += u32::from(from_cover);
        let (shots, hits) = if behind {
            (&mut tally.at_cover, &mut tally.at_cover_hits)
        } else {
            (&mut tally.in_open, &mut tally.in_open_hits)
        };
        *shots += 1;
        *hits += u32::from(hit);
    }

    /// Who carries what, in the numbers of orders.
    fn carried(&mut self, event: &Event) {
        match event {
            Event::Dropped { unit, weapon, .. }
            | Event::Activated { unit, weapon, .. }
            | Event::WeaponDestroyed { unit, weapon, .. } => {
                let Some(life) = self.lives.get_mut(unit) else { return };
                if *weapon < life.weapons.len() {
                    life.weapons.remove(*weapon);
                }
            }
            Event::PickedUp { unit, what, .. } => {
                let Some(life) = self.lives.get_mut(unit) else { return };
                life.weapons.push((what.name().to_string(), what.is_melee()));
            }
            _ => {}
        }
    }

    /// Harm, and what comes of it.
    fn suffered(&mut self, event: &Event) {
        match event {
            Event::Harmed { unit, by, damage, .. } => self.harmed(*unit, *by, *damage),
            Event::Fell { unit, down, .. } => {
                let Some(life) = self.lives.get_mut(unit) else { return };
                let first = life.down.is_none();
                life.down = Some(*down);
                life.felled = life.harmed.clone();
                let felled = life.felled.1.clone().filter(|_| first && !life.driven);
                if let Some((side, weapon)) = felled {
                    self.weapon(side, &weapon).out += 1;
                }
            }
            Event::CameRound { unit } => {
                if let Some(life) = self.lives.get_mut(unit) {
                    life.down = None;
                }
            }
            Event::Escaped { unit } => {
                if let Some(life) = self.lives.get_mut(unit) {
                    life.escaped = true;
                }
            }
            _ => {}
        }
    }

    fn harmed(&mut self, unit: UnitId, by: Option<UnitId>, damage: u32) {
        let Some(side) = self.lives.get(&unit).map(|life| life.side) else { return };
        let striker = by.and_then(|by| self.lives.get(&by).map(|life| (life.side, life.means.clone())));
        let loose = self.loose;
        if let Some(tally) = self.tally.sides.get_mut(usize::from(side.0)) {
            tally.taken += damage;
        }
        let harmed = match striker {
            Some((of, means)) => {
                if let Some(tally) = self.tally.sides.get_mut(usize::from(of.0)) {
                    let done = if of == side { &mut tally.friendly } else { &mut tally.dealt };
                    *done += damage;
                }
                if let Some(means) = &means {
                    self.weapon(of, &means.weapon).damage += damage;
                }
                let cause = means.as_ref().map_or(Cause::Other, |means| means.cause);
                (cause, means.map(|means| (of, means.weapon)))
            }
            None => {
                let burns = self.lives.get(&unit).is_some_and(|life| life.burns) && loose == Cause::Wounds;
                (if burns { Cause::Fire } else { loose }, None)
            }
        };
        if let Some(life) = self.lives.get_mut(&unit).filter(|_| damage > 0 || by.is_some()) {
            life.harmed = harmed;
        }
    }

    /// Cover, flights, flames and the turning of rounds.
    fn befell(&mut self, event: &Event) {
        match event {
            Event::CoverTaken { unit } | Event::CoverLeft { unit } => {
                if let Some(life) = self.lives.get_mut(unit) {
                    life.in_cover = matches!(event, Event::CoverTaken { .. });
                }
            }
            Event::Afflicted { unit, suffered } if suffered.ailment == Ailment::Burning => {
                self.burns(*unit, true);
            }
            Event::Relieved { unit, ailment: Ailment::Burning, .. } => self.burns(*unit, false),
            Event::Told { unit, clause, .. } => {
                if *clause == FLIGHT
                    && let Some(tally) = self.side(*unit)
                {
                    tally.thrown += 1;
                }
                if FALLS.contains(clause) {
                    self.loose = Cause::Fall;
                } else if GROUND.contains(clause) {
                    self.loose = Cause::Fire;
                } else if clause.contains("-KNOCK-") {
                    self.loose = Cause::Thrown;
                }
            }
            // Ground under the feet, unless the step is part of a flight or a fall.
            Event::Stepped { .. } if self.loose == Cause::Other || self.loose == Cause::Wounds => {
                self.loose = Cause::Fire;
            }
            Event::RoundEnded { .. }
            | Event::PassBegan { .. }
            | Event::PhaseBegan { .. }
            | Event::PhaseEnded { .. }
            | Event::PhaseLost { .. }
            | Event::Bound { .. } => self.loose = Cause::Wounds,
            _ => {}
        }
    }

    fn burns(&mut self, unit: UnitId, burns: bool) {
        if let Some(life) = self.lives.get_mut(&unit) {
            life.burns = burns;
        }
    }

    pub fn finish(mut self) -> Tally {
        for life in self.lives.values().filter(|life| !life.driven) {
            let Some(tally) = self.tally.sides.get_mut(usize::from(life.side.0)) else { continue };
            tally.units += 1;
            match (life.down, life.escaped) {
                (Some(Down::Dead), _) => tally.dead += 1,
                (_, true) => tally.escaped += 1,
                (Some(Down::Unconscious), _) => tally.unconscious += 1,
                (None, _) => tally.standing += 1,
            }
            if life.down.is_some() && !(life.escaped && life.down == Some(Down::Unconscious)) {
                *tally.causes.entry(life.felled.0).or_default() += 1;
            }
        }
        self.tally
    }
}
