//! Applies events of units to components, one function per group of components.

use super::*;

impl BattleWriter<'_, '_> {
    /// Applies changes of position, movement and taken cover.
    pub(super) fn apply_movement(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::Deployed { unit, to }
            | BattleEvent::Stepped { unit, to, .. }
            | BattleEvent::Displaced { unit, to, .. } => self.move_unit(*unit, *to),
            BattleEvent::RunAnnounced { unit } => {
                let mut unit = self.unit_mut(*unit);
                unit.movement.announced = true;
                unit.movement.gait = MovementMode::Running;
            }
            BattleEvent::Walked { unit, half_metres } => {
                let mut unit = self.unit_mut(*unit);
                unit.movement.walked += half_metres;
                unit.movement.halted = false;
            }
            BattleEvent::Stopped { unit, unused, .. } => {
                let mut unit = self.unit_mut(*unit);
                unit.movement.walked = unit.movement.walked.saturating_sub(*unused);
                unit.movement.halted = true;
            }
            BattleEvent::Ran { unit: id, gait, from } => {
                let mut unit = self.unit_mut(*id);
                unit.movement.gait = *gait;
                unit.movement.halted = false;
                unit.movement.runs += 1;
                unit.movement.run_from = Some(*from);
                if *gait == MovementMode::Sprinting {
                    self.clear_test_karma(*id);
                }
            }
            BattleEvent::CoverTaken { unit } => self.unit_mut(*unit).taking_cover.0 = true,
            BattleEvent::CoverLeft { unit } => self.unit_mut(*unit).taking_cover.0 = false,
            _ => {}
        }
    }

    /// Applies changes of initiative and of delayed phases.
    pub(super) fn apply_initiative(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::InitiativeRolled { unit, score, attribute, dice } => {
                let mut unit = self.unit_mut(*unit);
                unit.initiative.score = *score;
                unit.initiative.attribute = *attribute;
                unit.initiative.dice = *dice;
                unit.karma.initiative = false;
            }
            BattleEvent::InitiativeChanged { unit, by, attribute } => {
                let mut unit = self.unit_mut(*unit);
                unit.initiative.score += by;
                unit.initiative.attribute = *attribute;
                if unit.initiative.score <= 0 && *by < 0 {
                    unit.initiative.out = true;
                }
            }
            BattleEvent::ScoreSet { unit, score } => {
                let mut unit = self.unit_mut(*unit);
                unit.initiative.score = *score;
                unit.initiative.out = false;
            }
            BattleEvent::Delayed { unit } => {
                self.clear_test_karma(*unit);
                let pass = self.round.passes;
                self.unit_mut(*unit).held_phase.0 = Some(pass);
            }
            BattleEvent::HeldPhaseLost { unit, .. } => self.unit_mut(*unit).held_phase.0 = None,
            BattleEvent::SteppedIn { unit, early } => {
                let mut unit = self.unit_mut(*unit);
                unit.held_phase.0 = None;
                unit.phase_state.late = true;
                unit.phase_state.early = *early;
            }
            _ => {}
        }
    }

    /// Applies the start and end of phases, payments and auto-responses.
    pub(super) fn apply_phase(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::PhaseBegan { unit } => {
                let mut unit = self.unit_mut(*unit);
                *unit.phase_state = PhaseState { acted: true, ..PhaseState::default() };
                unit.defence_count.defences = 0;
                unit.movement.gait = MovementMode::Steady;
                unit.movement.run_from = None;
                unit.movement.announced = false;
                unit.status.set_status(Status { kind: StatusKind::Engaged, until: StatusEnd::Removed });
            }
            BattleEvent::PhaseEnded { unit } | BattleEvent::PhaseLost { unit, .. } => {
                self.clear_test_karma(*unit);
                let mut unit = self.unit_mut(*unit);
                unit.phase_state.acted = true;
                unit.phase_state.late = false;
                unit.phase_state.early = false;
                unit.phase_state.paid = false;
                unit.status.restrictions = PhaseRestrictions::default();
                // A run that was announced but not used does not count. `SS-MOVE-17`.
                if unit.movement.announced && unit.movement.run_from.is_none() {
                    unit.movement.gait = MovementMode::Steady;
                }
                unit.movement.announced = false;
            }
            BattleEvent::PointsRestored { unit, purse } => self.unit_mut(*unit).points.0 = *purse,
            BattleEvent::TurnBudgetChanged { unit, points, purse } => {
                self.apply_payment(*unit, *points, *purse, true)
            }
            BattleEvent::Paid { unit, action, points, purse } => {
                self.apply_payment(*unit, *points, *purse, !action.is_interrupt());
            }
            BattleEvent::AutoResponseSet { unit, clause, answer } => {
                let mut unit = self.unit_mut(*unit);
                match answer {
                    Some(answer) => unit.auto_responses.0.insert(clause.clone(), answer.clone()),
                    None => unit.auto_responses.0.remove(clause),
                };
            }
            _ => {}
        }
    }

    /// Applies the use of ammunition, defences and Karma.
    pub(super) fn apply_attack(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::AttackDeclared { unit, weapon, mode, rounds, .. } => {
                let mut unit = self.unit_mut(*unit);
                unit.phase_state.rounds_fired += rounds;
                unit.phase_state.rerolled = false;
                unit.phase_state.paid = true;
                if let Some(carried) = unit.inventory.0.get_mut(*weapon) {
                    carried.loaded = carried.loaded.saturating_sub(*rounds);
                    carried.mode = *mode;
                }
            }
            BattleEvent::AttackResolved { unit, .. } => self.clear_test_karma(*unit),
            BattleEvent::Defended { unit } => {
                let mut unit = self.unit_mut(*unit);
                unit.defence_count.defences = unit.defence_count.defences.saturating_add(1);
            }
            BattleEvent::KarmaPlanned { unit, plan } => self.unit_mut(*unit).karma.karma.plan = *plan,
            BattleEvent::KarmaSpent { unit, on, left } => {
                let mut unit = self.unit_mut(*unit);
                unit.karma.karma.left = *left;
                unit.karma.karma.plan = unit.karma.karma.plan.limited_to(*left);
                unit.karma.initiative |= *on == KarmaUse::Initiative;
                unit.phase_state.rerolled |= *on == KarmaUse::Reroll;
            }
            _ => {}
        }
    }

    /// Applies changes of health and units that go out of action.
    pub(super) fn apply_health(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::Harmed { unit, after, .. } => self.unit_mut(*unit).health.0.clone_from(after),
            BattleEvent::WentDown { unit, down, .. } => self.unit_mut(*unit).out_of_action.down = Some(*down),
            BattleEvent::Recovered { unit } => self.unit_mut(*unit).out_of_action.down = None,
            BattleEvent::Escaped { unit } => self.unit_mut(*unit).out_of_action.escaped = true,
            _ => {}
        }
    }

    /// Applies statuses, ailments and phase restrictions.
    pub(super) fn apply_status(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::StatusSet { unit, status } => self.unit_mut(*unit).status.set_status(*status),
            BattleEvent::StatusEnded { unit, kind } => self.unit_mut(*unit).status.remove_status(*kind),
            BattleEvent::Afflicted { unit, suffered } | BattleEvent::AilmentCounted { unit, suffered } => {
                self.unit_mut(*unit).status.afflict(*suffered);
            }
            BattleEvent::Relieved { unit, ailment, part, .. } => {
                self.unit_mut(*unit).status.relieve(*ailment, *part)
            }
            BattleEvent::PhaseRestricted { unit, bounds } => {
                self.unit_mut(*unit).status.restrictions = bounds.clone()
            }
            BattleEvent::ForcedActionDone { unit } => self.unit_mut(*unit).status.restrictions.done = true,
            BattleEvent::ShotAt { unit } => self.unit_mut(*unit).status.restrictions.shot_at = true,
            BattleEvent::Treated { unit, target, until, .. } => {
                for id in [Some(*unit), *target].into_iter().flatten() {
                    let mut unit = self.unit_mut(id);
                    if let Some(before) = unit.status.busy_until() {
                        unit.status.remove_status(StatusKind::Busy(before));
                    }
                    unit.status
                        .set_status(Status { kind: StatusKind::Busy(*until), until: StatusEnd::Removed });
                }
            }
            _ => {}
        }
    }

    /// Applies progress and end of extended actions.
    pub(super) fn apply_extended_action(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::ExtendedActionAdvanced { unit, work, progress } => {
                let pass = self.round.passes;
                self.unit_mut(*unit).extended_action.0 = Some((work.clone(), *progress, pass));
            }
            BattleEvent::ExtendedActionCancelled { unit, .. } => {
                self.unit_mut(*unit).extended_action.0 = None
            }
            BattleEvent::SpecialActionDone { unit, deed, .. } => {
                let mut unit = self.unit_mut(*unit);
                let same = |work: &ExtendedActionKind| matches!(work, ExtendedActionKind::Deed { deed: key, .. } if key == deed);
                if unit.extended_action.get().is_some_and(|(work, _)| same(work)) {
                    unit.extended_action.0 = None;
                }
            }
            _ => {}
        }
    }

    /// Applies changes of inventories.
    pub(super) fn apply_inventory(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::Dropped { unit, weapon, .. }
            | BattleEvent::Activated { unit, weapon, .. }
            | BattleEvent::WeaponDestroyed { unit, weapon, .. } => {
                let mut unit = self.unit_mut(*unit);
                if matches!(event, BattleEvent::Activated { .. }) {
                    unit.extended_action.0 = None;
                }
                if *weapon < unit.inventory.0.len() {
                    unit.inventory.0.remove(*weapon);
                }
            }
            BattleEvent::Readied { unit, weapon, stowed } => {
                let mut unit = self.unit_mut(*unit);
                for (number, carried) in unit.inventory.0.iter_mut().enumerate() {
                    if stowed.contains(&number) {
                        carried.in_hand = false;
                    }
                }
                let suffered = unit.status.ailments().to_vec();
                unit.inventory.take_in_hand(*weapon, &suffered);
            }
            BattleEvent::Reloaded { unit, weapon, rounds: loaded }
            | BattleEvent::AmmunitionSet { unit, weapon, loaded } => {
                if let Some(carried) = self.unit_mut(*unit).inventory.0.get_mut(*weapon) {
                    carried.loaded = *loaded;
                }
            }
            BattleEvent::WeaponFaultChanged { unit, weapon, fault } => {
                if let Some(carried) = self.unit_mut(*unit).inventory.0.get_mut(*weapon) {
                    carried.fault = *fault;
                }
            }
            _ => {}
        }
    }
}
