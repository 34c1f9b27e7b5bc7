//! Counting: walks through the history event by event.

use std::collections::{BTreeMap, BTreeSet};

use super::{CasualtyCause, FightTally, SideTally, WeaponTally};
use crate::analysis::observer::FightObserver;
use battle::{BattleEvent, OrderRecord, Target};
use model::{Side, UnitId};
use rules::status::Ailment;
use rules::{DownState, HitResult};

/// Clause of a knockback note, in every book.
const KNOCKBACK_CLAUSE: &str = "AB-KNOCK-02";
/// Clauses of falls.
const FALL_CLAUSES: [&str; 3] = ["AB-KNOCK-26", "AD-SPEC-03", "CS-FALL-03"];
/// Clauses of fire and hazardous ground.
const GROUND_HAZARD_CLAUSES: [&str; 2] = ["AD-SPEC-01", "CS-BURN-10"];

/// The source of a unit's last damage to others.
#[derive(Clone)]
struct RecordedHarmSource {
    weapon: String,
    cause: CasualtyCause,
}

/// State of a unit while counting.
struct TrackedUnit {
    side: Side,
    is_vehicle: bool,
    in_cover: bool,
    burns: bool,
    escaped: bool,
    down: Option<DownState>,
    /// What damaged it last, and the weapon and side.
    harmed: (CasualtyCause, Option<(Side, String)>),
    /// What put it out of action.
    felled: (CasualtyCause, Option<(Side, String)>),
    /// Carried weapons: name, and whether it is a melee weapon.
    weapons: Vec<(String, bool)>,
    damage_source: Option<RecordedHarmSource>,
}

/// Builds a tally from a history.
pub(crate) struct TallyBuilder<'a> {
    observer: &'a FightObserver,
    units: BTreeMap<UnitId, TrackedUnit>,
    /// Attackers and targets partly hidden from them.
    hidden: BTreeSet<(UnitId, UnitId)>,
    /// Cause of damage without an attacker.
    ownerless_cause: CasualtyCause,
    tally: FightTally,
}

impl<'a> TallyBuilder<'a> {
    pub fn new(observer: &'a FightObserver) -> Self {
        let track = |(unit, start): (&UnitId, &crate::analysis::observer::StartingUnit)| {
            let tracked = TrackedUnit {
                side: start.side,
                is_vehicle: start.is_vehicle,
                in_cover: start.in_cover,
                burns: false,
                escaped: false,
                down: None,
                harmed: (CasualtyCause::Other, None),
                felled: (CasualtyCause::Other, None),
                weapons: start.weapons.clone(),
                damage_source: None,
            };
            (*unit, tracked)
        };
        Self {
            observer,
            units: observer.units.iter().map(track).collect(),
            hidden: BTreeSet::new(),
            ownerless_cause: CasualtyCause::Other,
            tally: FightTally { sides: vec![SideTally::default(); observer.sides], weapons: BTreeMap::new() },
        }
    }

    pub fn count_order(&mut self, number: usize, record: &OrderRecord) {
        let attacks = &self.observer.attacks;
        let first = attacks.partition_point(|attack| attack.chapter < number);
        for attack in attacks[first..].iter().take_while(|attack| attack.chapter == number) {
            if attack.hidden {
                self.hidden.insert((attack.unit, attack.target));
            } else {
                self.hidden.remove(&(attack.unit, attack.target));
            }
        }
        self.ownerless_cause = CasualtyCause::Other;
        for event in &record.events {
            self.count_event(&event.event);
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

    /// Counts attacks and sets the source of later damage.
    fn count_attack(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::Intercepted { unit, weapon, .. } => {
                self.set_damage_source(*unit, weapon, CasualtyCause::Blow)
            }
            BattleEvent::SpecialActionDone { unit, label, .. } => {
                self.set_damage_source(*unit, &label.to_string(), CasualtyCause::Blow)
            }
            BattleEvent::Detonated { unit, name, .. } => {
                self.set_damage_source(*unit, name, CasualtyCause::Blast);
                let Some(side) = self.units.get(unit).map(|tracked| tracked.side) else { return };
                self.weapon_tally(side, name).attacks += 1;
            }
            BattleEvent::AttackResolved { unit, target, weapon, contact, .. } => {
                let Some(tracked) = self.units.get(unit) else { return };
                // Interception attacks may use a weapon that is not in the list; it was named before.
                let named = tracked.damage_source.as_ref().map(|source| (source.weapon.clone(), true));
                let Some((name, melee)) = tracked.weapons.get(*weapon).cloned().or(named) else { return };
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
        if let Some(tracked) = self.units.get_mut(&unit) {
            tracked.damage_source = Some(RecordedHarmSource { weapon: weapon.to_owned(), cause });
        }
    }

    fn count_attack_result(
        &mut self,
        unit: UnitId,
        target: Target,
        (weapon, melee): (&str, bool),
        hit: bool,
    ) {
        let Some(tracked) = self.units.get(&unit) else { return };
        let (side, from_cover) = (tracked.side, tracked.in_cover);
        let weapon_tally = self.weapon_tally(side, weapon);
        weapon_tally.attacks += 1;
        weapon_tally.hits += u32::from(hit);
        let in_cover = match target {
            Target::Unit(other) => {
                let covered = self.units.get(&other).is_some_and(|other| other.in_cover);
                Some(covered || self.hidden.contains(&(unit, other)))
            }
            _ => None,
        };
        let Some(tally) = self.side_tally(unit) else { return };
        tally.attacks += 1;
        tally.hits += u32::from(hit);
        let Some(in_cover) = in_cover.filter(|_| !melee) else { return };
        tally.shots += 1;
        tally.from_cover += u32::from(from_cover);
        let (shots, hits) = if in_cover {
            (&mut tally.at_cover, &mut tally.at_cover_hits)
        } else {
            (&mut tally.in_open, &mut tally.in_open_hits)
        };
        *shots += 1;
        *hits += u32::from(hit);
    }

    /// Tracks carried weapons, by the indices of orders.
    fn track_carried_items(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::Dropped { unit, weapon, .. }
            | BattleEvent::Activated { unit, weapon, .. }
            | BattleEvent::WeaponDestroyed { unit, weapon, .. } => {
                let Some(tracked) = self.units.get_mut(unit) else { return };
                if *weapon < tracked.weapons.len() {
                    tracked.weapons.remove(*weapon);
                }
            }
            BattleEvent::PickedUp { unit, what, .. } => {
                let Some(tracked) = self.units.get_mut(unit) else { return };
                tracked.weapons.push((what.name().to_string(), what.is_melee()));
            }
            _ => {}
        }
    }

    /// Counts damage and casualties.
    fn count_harm(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::Harmed { unit, by, damage, .. } => self.count_damage(*unit, *by, *damage),
            BattleEvent::WentDown { unit, down, .. } => {
                let Some(tracked) = self.units.get_mut(unit) else { return };
                let first = tracked.down.is_none();
                tracked.down = Some(*down);
                tracked.felled = tracked.harmed.clone();
                let felled = tracked.felled.1.clone().filter(|_| first && !tracked.is_vehicle);
                if let Some((side, weapon)) = felled {
                    self.weapon_tally(side, &weapon).out += 1;
                }
            }
            BattleEvent::Recovered { unit } => {
                if let Some(tracked) = self.units.get_mut(unit) {
                    tracked.down = None;
                }
            }
            BattleEvent::Escaped { unit } => {
                if let Some(tracked) = self.units.get_mut(unit) {
                    tracked.escaped = true;
                }
            }
            _ => {}
        }
    }

    fn count_damage(&mut self, unit: UnitId, by: Option<UnitId>, damage: u32) {
        let Some(side) = self.units.get(&unit).map(|tracked| tracked.side) else { return };
        let attacker = by
            .and_then(|by| self.units.get(&by).map(|tracked| (tracked.side, tracked.damage_source.clone())));
        let ownerless_cause = self.ownerless_cause;
        if let Some(tally) = self.tally.sides.get_mut(usize::from(side.0)) {
            tally.taken += damage;
        }
        let harmed = match attacker {
            Some((of, source)) => {
                if let Some(tally) = self.tally.sides.get_mut(usize::from(of.0)) {
                    let done = if of == side { &mut tally.friendly } else { &mut tally.dealt };
                    *done += damage;
                }
                if let Some(source) = &source {
                    self.weapon_tally(of, &source.weapon).damage += damage;
                }
                let cause = source.as_ref().map_or(CasualtyCause::Other, |source| source.cause);
                (cause, source.map(|source| (of, source.weapon)))
            }
            None => {
                let burns = self.units.get(&unit).is_some_and(|tracked| tracked.burns)
                    && ownerless_cause == CasualtyCause::Wounds;
                (if burns { CasualtyCause::Fire } else { ownerless_cause }, None)
            }
        };
        if let Some(tracked) = self.units.get_mut(&unit).filter(|_| damage > 0 || by.is_some()) {
            tracked.harmed = harmed;
        }
    }

    /// Tracks cover, knockbacks, burning and phases.
    fn track_status(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::CoverTaken { unit } | BattleEvent::CoverLeft { unit } => {
                if let Some(tracked) = self.units.get_mut(unit) {
                    tracked.in_cover = matches!(event, BattleEvent::CoverTaken { .. });
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
            // Hazardous ground, unless the step is part of a knockback or a fall.
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
        if let Some(tracked) = self.units.get_mut(&unit) {
            tracked.burns = burns;
        }
    }

    pub fn finish(mut self) -> FightTally {
        for tracked in self.units.values().filter(|tracked| !tracked.is_vehicle) {
            let Some(tally) = self.tally.sides.get_mut(usize::from(tracked.side.0)) else { continue };
            tally.units += 1;
            match (tracked.down, tracked.escaped) {
                (Some(DownState::Dead), _) => tally.dead += 1,
                (_, true) => tally.escaped += 1,
                (Some(DownState::Unconscious), _) => tally.unconscious += 1,
                (Some(DownState::Surrendered), _) => tally.surrendered += 1,
                (Some(DownState::Fled), _) => tally.fled += 1,
                (None, _) => tally.standing += 1,
            }
            if tracked.down.is_some() && !(tracked.escaped && tracked.down == Some(DownState::Unconscious)) {
                *tally.causes.entry(tracked.felled.0).or_default() += 1;
            }
        }
        self.tally
    }
}
