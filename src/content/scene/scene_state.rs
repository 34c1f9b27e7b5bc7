//! The state of a scene between two actions, and how effects change it.

use std::collections::BTreeSet;

use super::actions::SceneContents;
use super::rule_scene::ResolvedAction;
use super::scene_state_key::{SceneStateKey, UnitStateKey};
use model::{BarrierId, UnitId};
use rules::status;
use rules::status::{ActiveAilment, Ailment, AilmentCause, EndCondition, Forbids, StatusKind};
use rules::turn_engine::{Action, InitiativeScore};
use rules::{
    AttackTarget, BarrierOnLine, BattleEvent, Grip, GroundConditions, HealthState, HeldWeapon, Karma,
    MeleeCounts, MovementMode, RuleSet, RuleStep, UnitSnapshot, play,
};

/// Everything that actions change, at one point.
#[derive(Clone, Debug)]
pub struct SceneState {
    /// All units, in file order.
    pub units: Vec<UnitSnapshot>,
    /// All barriers, in file order.
    pub barriers: Vec<BarrierOnLine>,
    /// Ids of the items that each unit has held, by inventory slot.
    held: Vec<Vec<String>>,
    fired: Vec<u32>,
    boosts: Vec<UnitId>,
    /// Pairs of units in melee, the lower number first.
    engaged: BTreeSet<(UnitId, UnitId)>,
    /// Opened doors.
    opened: BTreeSet<BarrierId>,
    noticed: BTreeSet<BarrierId>,
    /// Units shot at since their last phase. `CS-PIN-09`.
    shot_at: BTreeSet<UnitId>,
}

impl SceneState {
    pub(super) fn from_contents(set: &SceneContents) -> Self {
        Self {
            units: set.units.units.clone(),
            barriers: set.barriers.list.clone(),
            held: set.units.held.clone(),
            fired: set.fired.clone(),
            boosts: set.boosts.clone(),
            engaged: BTreeSet::new(),
            opened: BTreeSet::new(),
            noticed: BTreeSet::new(),
            shot_at: BTreeSet::new(),
        }
    }

    /// The scene contents in this state; open doors block nothing.
    pub(super) fn contents_at(&self, opening: &SceneContents) -> SceneContents {
        let mut set = opening.clone();
        set.units.units.clone_from(&self.units);
        set.units.held.clone_from(&self.held);
        set.barriers.list.clone_from(&self.barriers);
        set.barriers.reveal_all(&self.noticed);
        set.barriers.open_all(&self.opened);
        set.fired.clone_from(&self.fired);
        set.boosts.clone_from(&self.boosts);
        set
    }

    /// This state after paying the cost of an action.
    pub(super) fn after_payment(&self, set: SceneContents) -> Self {
        Self { units: set.units.units, held: set.units.held, fired: set.fired, ..self.clone() }
    }

    /// The key of this state.
    pub fn key(&self) -> SceneStateKey {
        SceneStateKey {
            units: self.units.iter().map(UnitStateKey::from).collect(),
            barriers: self.barriers.iter().map(|barrier| barrier.damage).collect(),
            items: self.held.clone(),
            spent: (self.fired.clone(), self.boosts.clone()),
            engaged: self.engaged.clone(),
            opened: self.opened.clone(),
            noticed: self.noticed.clone(),
            shot_at: self.shot_at.clone(),
        }
    }

    /// Whether a unit was shot at since its last phase. `CS-PIN-09`.
    pub(super) fn is_shot_at(&self, unit: UnitId) -> bool {
        self.shot_at.contains(&unit)
    }

    /// A unit by its id.
    pub fn unit(&self, number: UnitId) -> Option<&UnitSnapshot> {
        self.units.iter().find(|unit| unit.id == number)
    }

    fn unit_index(&self, number: UnitId) -> Option<usize> {
        self.units.iter().position(|unit| unit.id == number)
    }

    fn change_unit(&mut self, number: UnitId, change: impl FnOnce(&mut UnitSnapshot)) {
        if let Some(unit) = self.units.iter_mut().find(|unit| unit.id == number) {
            change(unit);
        }
    }

    /// Applies what an action does before its effects.
    fn begin_action(&mut self, what: &ResolvedAction, rules: &RuleSet) {
        match what {
            ResolvedAction::PhaseBegins(unit) => {
                if let Some(place) = self.unit_index(*unit) {
                    self.fired[place] = 0;
                }
                self.change_unit(*unit, |unit| {
                    (unit.acted, unit.defences, unit.gait) = (true, 0, MovementMode::Steady);
                    (unit.spent, unit.startled, unit.shaken) = (0, false, false);
                });
            }
            ResolvedAction::PhaseEnds(unit) => {
                self.shot_at.remove(unit);
            }
            ResolvedAction::RoundBegins => {
                for unit in &mut self.units {
                    // What lasts to the end of a round ends before the next, whether or not the file ends it.
                    unit.ailments.retain(|one| status::end_round(*one, unit.round).is_some());
                    unit.round += 1;
                }
                for unit in self.units.iter_mut().filter(|unit| unit.down.is_none()) {
                    unit.budget = play::budget_at_round_start(unit, rules);
                    unit.budget = play::budget_at_pass_start(unit, rules);
                    (unit.acted, unit.full_defense, unit.walked, unit.runs) = (false, false, 0, 0);
                }
                self.fired.fill(0);
            }
            _ => (),
        }
    }

    /// Applies an action: its own changes, its effects in order, and what ends with it.
    pub fn finish_action(&mut self, what: &ResolvedAction, effects: &[RuleStep], rules: &RuleSet) {
        self.begin_action(what, rules);
        for effect in effects {
            self.apply_step(effect, rules);
        }
        let after_test = |unit: &mut UnitSnapshot| unit.karma.plan = unit.karma.plan.after_test();
        match what {
            ResolvedAction::Attack(engagement) if engagement.target != AttackTarget::Cell => {
                self.change_unit(engagement.attacker.id, after_test);
            }
            ResolvedAction::PhaseEnds(unit) => self.change_unit(*unit, after_test),
            ResolvedAction::Sprint(unit) => self.change_unit(*unit, |unit| {
                after_test(unit);
                (unit.gait, unit.runs) = (MovementMode::Sprinting, unit.runs.saturating_add(1));
            }),
            _ => (),
        }
    }

    /// Ends a phase that was lost as it began. `CS-PIN-09`.
    pub fn lose_phase(&mut self, number: UnitId) {
        self.shot_at.remove(&number);
    }

    /// Sets a new score. `SS-INIT-01`.
    pub fn set_initiative(&mut self, number: UnitId, initiative: InitiativeScore) {
        self.change_unit(number, |unit| {
            (unit.initiative, unit.initiative_dice) = (initiative.score, initiative.dice);
        });
    }

    /// Applies a path over squares.
    pub fn apply_move(&mut self, number: UnitId, action: Action, way: &[GroundConditions]) {
        self.change_unit(number, |unit| {
            unit.ground = way.last().copied().unwrap_or(unit.ground);
            if action == Action::Run {
                (unit.gait, unit.runs) = (MovementMode::Running, unit.runs.saturating_add(1));
            } else {
                unit.walked += 2 * u32::try_from(way.len()).unwrap_or(u32::MAX / 2);
            }
        });
    }

    fn apply_step(&mut self, step: &RuleStep, rules: &RuleSet) {
        match step {
            RuleStep::Record(event) => self.apply_event(event),
            RuleStep::ChangeHealth { unit, after, damage, .. } => {
                self.apply_health(*unit, (after, *damage), rules);
            }
            RuleStep::SetTurnBudget { unit, after, .. } => {
                self.change_unit(*unit, |unit| unit.budget = *after);
            }
            RuleStep::FallProne { unit } => self.change_unit(*unit, |unit| unit.prone = true),
            RuleStep::DamageBarrier(harm) => {
                if let Some(barrier) = self.barriers.iter_mut().find(|barrier| barrier.id == harm.id) {
                    barrier.damage = barrier.damage.saturating_add(harm.damage);
                }
            }
            RuleStep::DropItem { unit, slot }
            | RuleStep::ThrowItem { unit, slot, .. }
            | RuleStep::DestroyItem { unit, slot } => {
                self.change_unit(*unit, |unit| unit.held.retain(|held| held.slot != *slot));
            }
            RuleStep::SpendKarma { unit, .. } => self.change_unit(*unit, |unit| {
                let left = unit.karma.left.saturating_sub(1);
                unit.karma = Karma { left, plan: unit.karma.plan.limited_to(left) };
            }),
            RuleStep::Engage { one, other } => self.join_melee(*one, *other),
            RuleStep::Disengage { one, other } => self.part_melee(*one, *other),
            RuleStep::SetGrip { unit, grip } => self.set_grip(*unit, *grip),
            RuleStep::OperateBarrier { barrier } => {
                if !self.opened.remove(barrier) {
                    self.opened.insert(*barrier);
                }
            }
            RuleStep::ChangeInitiative { unit, by, .. } => {
                self.change_unit(*unit, |unit| unit.initiative += by);
            }
            RuleStep::LoseInitiative { unit, points } => {
                self.change_unit(*unit, |unit| unit.initiative -= points);
            }
            RuleStep::Afflict { unit, cause } => self.afflict(*unit, *cause, rules),
            RuleStep::Relieve { unit, ailment, part, .. } => self.change_unit(*unit, |unit| {
                unit.ailments.retain(|old| (old.ailment, old.part) != (*ailment, *part));
            }),
            // Rounds are paid with the attack; a scene has no items on the ground.
            RuleStep::ThrowOneOfStack { .. } => (),
            // Scenes have no movement by rules.
            RuleStep::Knockback { .. } | RuleStep::Relocate { .. } => (),
            RuleStep::SpendCurse { unit } => self.change_unit(*unit, |unit| {
                let round = u16::try_from(unit.round).unwrap_or(u16::MAX);
                let curses = unit.ailments.iter_mut().filter(|one| one.ailment == Ailment::Cursed);
                curses.for_each(|one| one.strength = round);
            }),
            // Used only in battles; the attack's own steps follow.
            RuleStep::ApplyAttackProperties { .. } => (),
            RuleStep::EndSurprise { unit } => {
                self.change_unit(*unit, |unit| unit.surprised_by.clear());
            }
            // Scenes have no vehicles.
            RuleStep::BoardVehicle { .. }
            | RuleStep::ExitVehicle { .. }
            | RuleStep::TurnBodyShield { .. } => (),
            // Scenes have no lasting ground effects.
            RuleStep::CoverGround { .. } => (),
        }
    }

    /// Inflicts an ailment as in a battle. `CS-AIL-01` to `CS-AIL-05`, `CS-BRWA-07`, `CS-PIN-12`, `CS-UNCO-06`.
    fn afflict(&mut self, number: UnitId, cause: AilmentCause, rules: &RuleSet) {
        let controller = cause.by.and_then(|by| self.unit(by)).map(|by| u16::from(by.side));
        let Some(unit) = self.unit(number) else { return };
        if cause.ailment == Ailment::Pinned && unit.in_melee {
            return;
        }
        let mut suffered = status::inflict(&unit.ailments, cause, unit.round);
        if let (Ailment::Brainwashed, Some(side)) = (cause.ailment, controller) {
            suffered.strength = side;
        }
        self.set_ailment(number, suffered);
        let forbids_all = suffered.ailment.rule().forbids.contains(&Forbids::Everything);
        if forbids_all && matches!(self.unit(number).and_then(|unit| unit.grip), Some(Grip::Holding(_))) {
            self.set_grip(number, None);
        }
        if suffered.ailment == Ailment::Unconscious && rules.status_options().unconscious_prone {
            self.change_unit(number, |unit| unit.prone = true);
        }
    }

    /// Adds an ailment, or replaces it.
    fn set_ailment(&mut self, number: UnitId, suffered: ActiveAilment) {
        self.change_unit(number, |unit| {
            unit.ailments.retain(|old| (old.ailment, old.part) != (suffered.ailment, suffered.part));
            unit.ailments.push(suffered);
            unit.ailments.sort();
        });
    }

    /// Applies an event of a rule. Those without an arm matter only in battles.
    fn apply_event(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::StatusSet { unit, status } => self.apply_status(*unit, status.kind, true),
            BattleEvent::StatusEnded { unit, kind } => self.apply_status(*unit, *kind, false),
            BattleEvent::CoverTaken { unit } => self.change_unit(*unit, |unit| unit.in_cover = true),
            BattleEvent::FeatureNoticed { barrier, .. } => {
                self.noticed.insert(*barrier);
            }
            BattleEvent::CoverLeft { unit } => self.change_unit(*unit, |unit| unit.in_cover = false),
            BattleEvent::Defended { unit } => {
                self.change_unit(*unit, |unit| unit.defences = unit.defences.saturating_add(1));
            }
            BattleEvent::WeaponFaultChanged { unit, weapon, fault } => {
                self.change_weapon(*unit, *weapon, |held| held.fault = *fault);
            }
            BattleEvent::AmmunitionSet { unit, weapon, loaded } => {
                self.change_weapon(*unit, *weapon, |held| held.loaded = *loaded);
            }
            BattleEvent::BoostGiven { giver } => self.boosts.push(*giver),
            BattleEvent::BoostsClaimed { unit } => self.claim_boosts(*unit),
            BattleEvent::AilmentCounted { unit, suffered } => self.set_ailment(*unit, *suffered),
            BattleEvent::ShotAt { unit } => {
                self.shot_at.insert(*unit);
            }
            BattleEvent::InitiativeChanged { unit, by, .. } => {
                self.change_unit(*unit, |unit| unit.initiative += by);
            }
            BattleEvent::InitiativeDiceChanged { unit, by, dice } => self.change_unit(*unit, |unit| {
                unit.initiative += by;
                unit.initiative_dice = *dice;
            }),
            BattleEvent::ScoreSet { unit, score } => self.change_unit(*unit, |unit| unit.initiative = *score),
            _ => (),
        }
    }

    /// Begins or ends a status. Owed phases matter only in battles.
    fn apply_status(&mut self, unit: UnitId, kind: StatusKind, begins: bool) {
        self.change_unit(unit, |unit| match kind {
            StatusKind::Prone => unit.prone = begins,
            StatusKind::FullDefense => unit.full_defense = begins,
            StatusKind::Concealed => unit.concealed = begins,
            StatusKind::LostPhase => unit.startled = begins,
            StatusKind::Boosted(phases) => unit.booster.phases = if begins { phases } else { 0 },
            StatusKind::BoosterUsed => unit.booster.used = begins,
            StatusKind::SurprisedBy(by) => {
                unit.surprised_by.retain(|other| *other != by);
                unit.surprised_by.extend(begins.then_some(by));
                unit.surprised_by.sort_unstable();
            }
            _ => (),
        });
    }

    /// Changes a held weapon.
    fn change_weapon(&mut self, unit: UnitId, slot: usize, change: impl Fn(&mut HeldWeapon)) {
        self.change_unit(unit, |unit| {
            unit.held.iter_mut().filter(|held| held.slot == slot).for_each(&change);
        });
    }

    /// Removes the boost dice of a unit's side, and its own.
    fn claim_boosts(&mut self, unit: UnitId) {
        let side = |number: UnitId| self.unit(number).map(|unit| unit.side);
        let own = side(unit);
        let kept = self.boosts.iter().filter(|giver| **giver == unit || side(**giver) != own);
        self.boosts = kept.copied().collect();
    }

    /// Applies damage, what it ends and causes, and going out of action or recovering. `CS-FROZ-05`, `CS-FATG-04`.
    fn apply_health(&mut self, number: UnitId, (after, damage): (&HealthState, u32), rules: &RuleSet) {
        let Some(unit) = self.units.iter_mut().find(|unit| unit.id == number) else { return };
        let changes = unit.condition != *after;
        let more = if changes { play::aftereffects(unit, after, rules) } else { Vec::new() };
        let before = play::down_state(&unit.sheet, &unit.condition, rules);
        unit.condition = after.clone();
        if changes && damage > 0 {
            let gone: Vec<_> = status::relieved_by(&unit.ailments, EndCondition::Harm).collect();
            unit.ailments.retain(|one| !gone.contains(one));
        }
        let now = play::down_state(&unit.sheet, after, rules);
        unit.down = if unit.down == before { now } else { unit.down.max(now) };
        unit.dying_since = play::is_dying(after).then(|| unit.dying_since.unwrap_or(unit.round));
        if unit.down.is_some() && before.is_none() {
            self.leave_melee(number);
        }
        for step in &more {
            self.apply_step(step, rules);
        }
    }

    /// Removes a unit that goes down from melee and grips. `CS-MEL-04`, `CS-BASE-37`.
    fn leave_melee(&mut self, number: UnitId) {
        let with: Vec<_> =
            self.engaged.iter().filter(|pair| pair.0 == number || pair.1 == number).copied().collect();
        for (one, other) in with {
            self.part_melee(one, other);
        }
        self.change_unit(number, |unit| (unit.in_melee, unit.melee) = (false, MeleeCounts::default()));
        self.set_grip(number, None);
    }

    /// Puts two units into melee. `CS-MEL-02`.
    fn join_melee(&mut self, one: UnitId, other: UnitId) {
        if !self.engaged.insert((one.min(other), one.max(other))) {
            return;
        }
        for number in [one, other] {
            self.change_unit(number, |unit| {
                unit.in_melee = true;
                unit.melee.friends = unit.melee.friends.max(1);
                unit.melee.foes += 1;
                unit.melee.opponents += 1;
            });
        }
    }

    /// Ends the melee of two units. `CS-MEL-04`.
    fn part_melee(&mut self, one: UnitId, other: UnitId) {
        self.engaged.remove(&(one.min(other), one.max(other)));
        for number in [one, other] {
            self.change_unit(number, |unit| {
                unit.melee.foes = unit.melee.foes.saturating_sub(1);
                unit.melee.opponents = unit.melee.opponents.saturating_sub(1);
                if unit.melee.opponents == 0 {
                    (unit.in_melee, unit.melee) = (false, MeleeCounts::default());
                }
            });
        }
    }

    /// Sets both ends of a grip. `CS-BASE-37`.
    fn set_grip(&mut self, number: UnitId, grip: Option<Grip>) {
        let other = |grip| match grip {
            Grip::Holding(other) | Grip::HeldBy(other) => other,
        };
        if let Some(before) = self.unit(number).and_then(|unit| unit.grip) {
            self.change_unit(other(before), |unit| unit.grip = None);
        }
        self.change_unit(number, |unit| unit.grip = grip);
        match grip {
            Some(Grip::Holding(other)) => {
                self.change_unit(other, |unit| unit.grip = Some(Grip::HeldBy(number)))
            }
            Some(Grip::HeldBy(other)) => {
                self.change_unit(other, |unit| unit.grip = Some(Grip::Holding(number)))
            }
            None => (),
        }
    }
}
