//! Goes through the history of a fight, happening by happening.

use std::collections::{BTreeMap, BTreeSet};

use super::{CasualtyCause, FightTally, SideTally, WeaponTally};
use crate::analysis::observer::FightObserver;
use battle::{BattleEvent, OrderRecord, Side, Target, UnitId};
use rules::status::Ailment;
use rules::{DownState, HitResult};

/// How the words of a flight begin, in every book. `AB-KNOCK-02`.
const KNOCKBACK_CLAUSE: &str = "AB-KNOCK-02";
/// A fall is told of by one of these.
const FALL_CLAUSES: [&str; 3] = ["AB-KNOCK-26", "AD-SPEC-03", "CS-FALL-03"];
/// Fire and harmful ground are told of by one of these.
const GROUND_HAZARD_CLAUSES: [&str; 2] = ["AD-SPEC-01", "CS-BURN-10"];

/// What somebody did harm with last.
#[derive(Clone)]
struct RecordedHarmSource {
    weapon: String,
    cause: CasualtyCause,
}

/// Somebody as the fight goes on.
struct TrackedUnit {
    side: Side,
    is_vehicle: bool,
    in_cover: bool,
    burns: bool,
    escaped: bool,
    down: Option<DownState>,
    /// What harmed it last, and with which weapon of whom.
    harmed: (CasualtyCause, Option<(Side, String)>),
    /// What put it out.
    felled: (CasualtyCause, Option<(Side, String)>),
    /// What it carries: name, and whether it strikes hand to hand.
    weapons: Vec<(String, bool)>,
    damage_source: Option<RecordedHarmSource>,
}

/// Counts while it goes through a history.
pub(crate) struct TallyBuilder<'a> {
    observer: &'a FightObserver,
    units: BTreeMap<UnitId, TrackedUnit>,
    /// Targets that are partly hidden from whoever attacks them.
    hidden: BTreeSet<(UnitId, UnitId)>,
    /// What harms when nobody does.
    ownerless_cause: CasualtyCause,
    tally: FightTally,
}

impl<'a> TallyBuilder<'a> {
    pub fn new(watch: &'a FightObserver) -> Self {
        let life = |(unit, fighter): (&UnitId, &crate::analysis::observer::StartingUnit)| {
            let life = TrackedUnit {
                side: fighter.side,
                is_vehicle: fighter.is_vehicle,
                in_cover: fighter.in_cover,
                burns: false,
                escaped: false,
                down: None,
                harmed: (CasualtyCause::Other, None),
                felled: (CasualtyCause::Other, None),
                weapons: fighter.weapons.clone(),
                damage_source: None,
            };
            (*unit, life)
        };
        Self {
            observer: watch,
            units: watch.units.iter().map(life).collect(),
            hidden: BTreeSet::new(),
            ownerless_cause: CasualtyCause::Other,
            tally: FightTally { sides: vec![SideTally::default(); watch.sides], weapons: BTreeMap::new() },
        }
    }

    pub fn count_order(&mut self, number: usize, chapter: &OrderRecord) {
        let aims = &self.observer.attacks;
        let first = aims.partition_point(|aim| aim.chapter < number);
        for aim in aims[first..].iter().take_while(|aim| aim.chapter == number) {
            if aim.hidden {
                self.hidden.insert((aim.unit, aim.target));
            } else {
                self.hidden.remove(&(aim.unit, aim.target));
            }
        }
        self.ownerless_cause = CasualtyCause::Other;
        for happening in &chapter.events {
            self.count_event(&happening.event);
        }
    }

    fn count_event(&mut self, event: &BattleEvent) {
        self.count_attack(event);
        self.track_carried_items(event);
        self.count_harm(event);
        self.track_status(event);
    }

    fn side_tally(&mut self, unit: UnitId) -> Option<&mut SideTally> {
        let side = self.units.get(&unit)?.side;
        self.tally.sides.get_mut(usize::from(side.0))
    }

    fn weapon_tally(&mut self, side: Side, weapon: &str) -> &mut WeaponTally {
        self.tally.weapons.entry((side, weapon.to_owned())).or_default()
    }

    /// Attacks and what else does harm.
    fn count_attack(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::Intercepted { unit, weapon, .. } => {
                self.set_damage_source(*unit, weapon, CasualtyCause::Blow)
            }
            BattleEvent::SpecialActionDone { unit, label, .. } => {
                self.set_damage_source(*unit, label, CasualtyCause::Blow)
            }
            BattleEvent::Detonated { unit, name, .. } => {
                self.set_damage_source(*unit, name, CasualtyCause::Blast);
                let Some(side) = self.units.get(unit).map(|life| life.side) else { return };
                self.weapon_tally(side, name).attacks += 1;
            }
            BattleEvent::AttackResolved { unit, target, weapon, contact, .. } => {
                let Some(life) = self.units.get(unit) else { return };
                // What strikes at whoever passes by may be no weapon of the list: it was named before.
                let named = life.damage_source.as_ref().map(|means| (means.weapon.clone(), true));
                let Some((name, melee)) = life.weapons.get(*weapon).cloned().or(named) else { return };
                let cause = match (target, melee) {
                    (Target::Square(_), _) => CasualtyCause::Blast,
                    (_, true) => CasualtyCause::Blow,
                    (_, false) => CasualtyCause::Shot,
                };
                self.set_damage_source(*unit, &name, cause);
                if !matches!(target, Target::Barrier(_)) {
                    self.count_attack_result(*unit, *target, (&name, melee), *contact == HitResult::Hit);
                }
            }
            _ => {}
        }
    }

    fn set_damage_source(&mut self, unit: UnitId, weapon: &str, cause: CasualtyCause) {
        if let Some(life) = self.units.get_mut(&unit) {
            life.damage_source = Some(RecordedHarmSource { weapon: weapon.to_owned(), cause });
        }
    }

    fn count_attack_result(
        &mut self,
        unit: UnitId,
        target: Target,
        (weapon, melee): (&str, bool),
        hit: bool,
    ) {
        let Some(life) = self.units.get(&unit) else { return };
        let (side, from_cover) = (life.side, life.in_cover);
        let of_weapon = self.weapon_tally(side, weapon);
        of_weapon.attacks += 1;
        of_weapon.hits += u32::from(hit);
        let behind = match target {
            Target::Unit(other) => {
                let covered = self.units.get(&other).is_some_and(|other| other.in_cover);
                Some(covered || self.hidden.contains(&(unit, other)))
            }
            _ => None,
        };
        let Some(tally) = self.side_tally(unit) else { return };
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
    fn track_carried_items(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::Dropped { unit, weapon, .. }
            | BattleEvent::Activated { unit, weapon, .. }
            | BattleEvent::WeaponDestroyed { unit, weapon, .. } => {
                let Some(life) = self.units.get_mut(unit) else { return };
                if *weapon < life.weapons.len() {
                    life.weapons.remove(*weapon);
                }
            }
            BattleEvent::PickedUp { unit, what, .. } => {
                let Some(life) = self.units.get_mut(unit) else { return };
                life.weapons.push((what.name().to_string(), what.is_melee()));
            }
            _ => {}
        }
    }

    /// Harm, and what comes of it.
    fn count_harm(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::Harmed { unit, by, damage, .. } => self.count_damage(*unit, *by, *damage),
            BattleEvent::WentDown { unit, down, .. } => {
                let Some(life) = self.units.get_mut(unit) else { return };
                let first = life.down.is_none();
                life.down = Some(*down);
                life.felled = life.harmed.clone();
                let felled = life.felled.1.clone().filter(|_| first && !life.is_vehicle);
                if let Some((side, weapon)) = felled {
                    self.weapon_tally(side, &weapon).out += 1;
                }
            }
            BattleEvent::Recovered { unit } => {
                if let Some(life) = self.units.get_mut(unit) {
                    life.down = None;
                }
            }
            BattleEvent::Escaped { unit } => {
                if let Some(life) = self.units.get_mut(unit) {
                    life.escaped = true;
                }
            }
            _ => {}
        }
    }

    fn count_damage(&mut self, unit: UnitId, by: Option<UnitId>, damage: u32) {
        let Some(side) = self.units.get(&unit).map(|life| life.side) else { return };
        let striker =
            by.and_then(|by| self.units.get(&by).map(|life| (life.side, life.damage_source.clone())));
        let loose = self.ownerless_cause;
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
                    self.weapon_tally(of, &means.weapon).damage += damage;
                }
                let cause = means.as_ref().map_or(CasualtyCause::Other, |means| means.cause);
                (cause, means.map(|means| (of, means.weapon)))
            }
            None => {
                let burns =
                    self.units.get(&unit).is_some_and(|life| life.burns) && loose == CasualtyCause::Wounds;
                (if burns { CasualtyCause::Fire } else { loose }, None)
            }
        };
        if let Some(life) = self.units.get_mut(&unit).filter(|_| damage > 0 || by.is_some()) {
            life.harmed = harmed;
        }
    }

    /// Cover, flights, flames and the turning of rounds.
    fn track_status(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::CoverTaken { unit } | BattleEvent::CoverLeft { unit } => {
                if let Some(life) = self.units.get_mut(unit) {
                    life.in_cover = matches!(event, BattleEvent::CoverTaken { .. });
                }
            }
            BattleEvent::Afflicted { unit, suffered } if suffered.ailment == Ailment::Burning => {
                self.set_burning(*unit, true);
            }
            BattleEvent::Relieved { unit, ailment: Ailment::Burning, .. } => self.set_burning(*unit, false),
            BattleEvent::RuleNote { unit, clause, .. } => {
                if *clause == KNOCKBACK_CLAUSE
                    && let Some(tally) = self.side_tally(*unit)
                {
                    tally.thrown += 1;
                }
                if FALL_CLAUSES.contains(clause) {
                    self.ownerless_cause = CasualtyCause::Fall;
                } else if GROUND_HAZARD_CLAUSES.contains(clause) {
                    self.ownerless_cause = CasualtyCause::Fire;
                } else if clause.contains("-KNOCK-") {
                    self.ownerless_cause = CasualtyCause::Thrown;
                }
            }
            // Ground under the feet, unless the step is part of a flight or a fall.
            BattleEvent::Stepped { .. }
                if self.ownerless_cause == CasualtyCause::Other
                    || self.ownerless_cause == CasualtyCause::Wounds =>
            {
                self.ownerless_cause = CasualtyCause::Fire;
            }
            BattleEvent::RoundEnded { .. }
            | BattleEvent::PassBegan { .. }
            | BattleEvent::PhaseBegan { .. }
            | BattleEvent::PhaseEnded { .. }
            | BattleEvent::PhaseLost { .. }
            | BattleEvent::PhaseRestricted { .. } => self.ownerless_cause = CasualtyCause::Wounds,
            _ => {}
        }
    }

    fn set_burning(&mut self, unit: UnitId, burns: bool) {
        if let Some(life) = self.units.get_mut(&unit) {
            life.burns = burns;
        }
    }

    pub fn finish(mut self) -> FightTally {
        for life in self.units.values().filter(|life| !life.is_vehicle) {
            let Some(tally) = self.tally.sides.get_mut(usize::from(life.side.0)) else { continue };
            tally.units += 1;
            match (life.down, life.escaped) {
                (Some(DownState::Dead), _) => tally.dead += 1,
                (_, true) => tally.escaped += 1,
                (Some(DownState::Unconscious), _) => tally.unconscious += 1,
                (None, _) => tally.standing += 1,
            }
            if life.down.is_some() && !(life.escaped && life.down == Some(DownState::Unconscious)) {
                *tally.causes.entry(life.felled.0).or_default() += 1;
            }
        }
        self.tally
    }
}
