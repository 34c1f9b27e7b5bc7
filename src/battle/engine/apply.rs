//! Events become state. Nothing else writes the components of a fight.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;

use super::cached_access::{BATTLE_IS_SET_UP, ResolutionState, ResolutionWriter, with_access};
use super::setup::BattleEntity;
use super::state_hash::StateDigests;
use crate::model::components::held_phase::{
    ArmedItem, AutoResponses, ExtendedAction, ExtendedActionKind, HeldPhase,
};
use crate::model::components::inventory::{DroppedItem, Inventory, ItemId};
use crate::model::components::*;
use crate::model::event::{BattleEvent, EventRecord};
use crate::model::ground_effect::GroundEffects;
use crate::model::knowledge::{Knowledge, update_barrier_on_map};
use crate::model::order::Order;
use crate::model::resources::*;
use crate::resolve::vehicles::VehicleSeats;
use crate::validate::order_validator::ValidatedOrder;
use content::Terrain;
use dice::Prompt;
use field::Cell;
use rules::status::{AfterBattleAilments, PhaseRestrictions};
use rules::turn_engine::score_after_pass;
use rules::turn_engine::turn_order::CoinTosses;
use rules::{KarmaUse, MovementMode, TurnBudget};

/// What most orders lead to, at most.
const EXPECTED_EVENTS: usize = 8;

#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct UnitMut {
    pub(crate) position: &'static mut GridPosition,
    health: &'static mut Health,
    initiative: &'static mut Initiative,
    points: &'static mut ActionPoints,
    movement: &'static mut Movement,
    phase_state: &'static mut PhaseState,
    taking_cover: &'static mut TakingCover,
    pub(crate) status: &'static mut StatusEffects,
    inventory: &'static mut Inventory,
    defence_count: &'static mut DefenceCount,
    pub(crate) out_of_action: &'static mut OutOfAction,
    karma: &'static mut KarmaPoints,
    held_phase: &'static mut HeldPhase,
    auto_responses: &'static mut AutoResponses,
    extended_action: &'static mut ExtendedAction,
    pub(crate) vehicle_seats: &'static VehicleSeats,
}

/// All that may be written, in one place.
#[derive(SystemParam)]
pub(crate) struct BattleWriter<'w, 's> {
    commands: Commands<'w, 's>,
    pub(crate) units: Query<'w, 's, UnitMut>,
    pub(crate) barriers: Query<
        'w,
        's,
        (&'static BarrierId, &'static Barrier, &'static BarrierPlace, &'static mut BarrierState),
    >,
    pub(crate) items: Query<'w, 's, (Entity, &'static ItemId, &'static DroppedItem)>,
    armed: Query<'w, 's, (Entity, &'static ItemId), With<ArmedItem>>,
    pub(crate) sides: Query<'w, 's, &'static Side>,
    pub(crate) index: ResMut<'w, UnitIndex>,
    digests: ResMut<'w, StateDigests>,
    pub(crate) field: ResMut<'w, Battlefield>,
    pub(crate) round: ResMut<'w, RoundState>,
    pub(crate) history: ResMut<'w, History>,
    pub(crate) setup: Res<'w, BattleSetup>,
    dice: ResMut<'w, BattleDice>,
    pub(crate) knowledge: ResMut<'w, Knowledge>,
}

impl ResolutionWriter<'_, '_> {
    /// An order begins: what it does before anything is resolved, and what it leads to.
    pub(crate) fn begin_order(&mut self, order: &Order, plan: ValidatedOrder, agenda: &mut ResolutionState) {
        let round = &self.ledger.round;
        self.ledger.history.begin_record(OrderRecord {
            order: order.clone(),
            round: self.ledger.round.number,
            pass: round.pass,
            events: Vec::with_capacity(EXPECTED_EVENTS),
            revealed: matches!(order, Order::Decide { .. } | Order::Surrender { .. }),
        });
        if let Some(answer) = plan.answer {
            let decision = self.pending.0.take();
            agenda.answers.0 = decision.map(|decision| decision.answers).unwrap_or_default();
            agenda.answers.0.push(answer);
        }
        for event in plan.events {
            self.ledger.apply_and_perceive(EventRecord::new(event));
        }
        if self.ledger.round.outcome.is_some() {
            agenda.queue.0.clear();
            self.pending.0 = None;
        }
        agenda.queue.0.extend(plan.steps);
    }

    /// Applies what the task led to, then takes the task off the queue, unless it waits for an answer.
    pub(crate) fn apply_outbox(&mut self, agenda: &mut ResolutionState) {
        let Self { ledger, pending } = self;
        let ResolutionState { queue: tasks, answers, outbox: out } = agenda;
        if let Some((prompt, dice)) = out.prompt.take() {
            let who = UnitId(prompt.who);
            if let Some(answer) = ledger.auto_response(who, &prompt) {
                // Nobody is asked: the task runs again with the answer that stands.
                out.rolls.clear();
                answers.0.push(answer);
                return;
            }
            let side = ledger.side_of(who);
            let rolls = std::mem::take(&mut out.rolls);
            let task = tasks.0.front().cloned();
            pending.0 =
                Some(OpenPrompt { prompt, side, answers: answers.0.clone(), dice, rolls, step: task });
            return;
        }
        answers.0.clear();
        tasks.advance(&mut out.next_steps);
        if let Some(seat) = out.dice.take() {
            *ledger.dice = seat;
            if let Some(chapter) = ledger.history.records.last_mut() {
                chapter.revealed = true;
            }
        }
        self.record_outbox(agenda);
    }

    /// What the outbox tells happens.
    pub(crate) fn record_outbox(&mut self, agenda: &mut ResolutionState) {
        let ledger = &mut self.ledger;
        let ResolutionState { queue: tasks, outbox: out, .. } = agenda;
        tasks.push_front(&mut out.next_steps);
        for happening in out.events.drain(..) {
            ledger.apply_and_perceive(happening);
        }
        // A finished fight has nothing left to resolve, until its field is left.
        if ledger.round.outcome.is_some() && ledger.round.after.is_none() {
            tasks.0.clear();
        }
    }
}

impl<'s> BattleWriter<'_, 's> {
    /// A unit that changes.
    fn unit_mut(&mut self, id: UnitId) -> UnitMutItem<'_, 's> {
        self.digests.mark_unit(id);
        let entity = self.index.get(id).expect("events name units of this fight");
        self.units.get_mut(entity).expect("a unit keeps its components")
    }

    /// A unit as it is.
    pub(crate) fn unit_ref(&self, id: UnitId) -> UnitMutReadOnlyItem<'_, 's> {
        let entity = self.index.get(id).expect("events name units of this fight");
        self.units.get(entity).expect("a unit keeps its components")
    }

    /// Puts a unit on a square.
    fn move_unit(&mut self, id: UnitId, to: Cell) {
        let mut unit = self.unit_mut(id);
        let from = std::mem::replace(&mut unit.position.0, to);
        self.index.update_cell(id, from, to);
    }

    /// What ends with the battle ends. `CS-AIL-07`.
    fn clear_ailments(&mut self) {
        if self.setup.rules().status_options().afterwards == AfterBattleAilments::Clear {
            self.digests.mark_all_units();
            for mut unit in &mut self.units {
                if !unit.status.ailments.is_empty() {
                    unit.status.ailments.retain(|one| one.ailment.rule().lasting);
                }
            }
        }
    }

    /// Points change hands; `counts` says whether they are the phase's own actions. `SS-DELAY-03`, `CS-PIN-01`.
    fn apply_payment(&mut self, unit: UnitId, points: u8, purse: TurnBudget, counts: bool) {
        let acting = self.round.acting == Some(unit);
        let mut unit = self.unit_mut(unit);
        unit.points.0 = purse;
        unit.phase_state.paid |= points > 0 && counts;
        unit.phase_state.spent = unit.phase_state.spent.saturating_add(if acting { points } else { 0 });
    }

    pub(crate) fn side_of(&self, id: UnitId) -> Side {
        let entity = self.index.get(id).expect("events name units of this fight");
        self.sides.get(entity).copied().unwrap_or_default()
    }

    /// What a unit's player has said once and for all, if it is an answer to this question.
    fn auto_response(&self, who: UnitId, prompt: &Prompt) -> Option<String> {
        let unit = self.unit_ref(who);
        let key = unit.auto_responses.get(prompt.clause)?;
        prompt.answers.iter().any(|answer| answer.key == key).then(|| key.to_owned())
    }

    /// What was meant for one test of one phase does not outlive it.
    fn clear_test_karma(&mut self, id: UnitId) {
        let mut unit = self.unit_mut(id);
        unit.karma.karma.plan = unit.karma.karma.plan.after_test();
    }

    /// What an event makes of rounds, units and the field.
    pub(crate) fn apply_event(&mut self, event: &BattleEvent) {
        self.apply_round_event(event);
        self.apply_unit_event(event);
        self.apply_field_event(event);
    }

    fn apply_round_event(&mut self, event: &BattleEvent) {
        match *event {
            BattleEvent::SideReady { side } => {
                self.round.ready.insert(side);
            }
            BattleEvent::RoundBegan { round } => {
                self.round.number = round;
                self.round.pass = 0;
                self.round.coins = CoinTosses::default();
                self.digests.mark_all_units();
                for mut unit in &mut self.units {
                    unit.initiative.out = false;
                    unit.movement.walked = 0;
                    unit.movement.runs = 0;
                    unit.phase_state.acted = false;
                }
            }
            BattleEvent::PassBegan { pass, .. } => {
                self.round.pass = pass;
                self.round.passes += 1;
                self.round.lineup.clear();
                self.round.together.clear();
                self.round.stage = PassStage::Opening;
            }
            BattleEvent::PassEnded { .. } => {
                self.digests.mark_all_units();
                for mut unit in &mut self.units {
                    unit.initiative.score = score_after_pass(unit.initiative.score);
                }
            }
            BattleEvent::CoinsTossed { ref coins } => self.round.coins = coins.clone(),
            BattleEvent::PhaseBegan { unit } => self.round.acting = Some(unit),
            BattleEvent::PhaseEnded { .. } | BattleEvent::Delayed { .. } => self.round.acting = None,
            BattleEvent::TurnOrderChanged { ref units, ref together, stage } => {
                self.round.lineup.clone_from(units);
                self.round.together.clone_from(together);
                self.round.stage = stage;
            }
            BattleEvent::DiceGiven { ref faces } => self.dice.given_faces.extend(faces),
            BattleEvent::HoldCounted { objective, rounds } => {
                self.round.held.insert(objective, rounds);
            }
            BattleEvent::Ended(outcome) => {
                self.round.outcome = Some(outcome);
                self.clear_ailments();
            }
            BattleEvent::FieldLeft => {
                self.round.after = Some(0);
                self.round.acting = None;
            }
            BattleEvent::Rested { minutes, .. } => {
                self.round.after = self.round.after.map(|before| before.saturating_add(minutes));
            }
            BattleEvent::BoostGiven { giver } => {
                let side = self.side_of(giver);
                self.round.boosts.entry(side).or_default().push(giver.0);
            }
            BattleEvent::BoostsClaimed { unit } => {
                let side = self.side_of(unit);
                // What a unit gave itself stays for the others.
                if let Some(givers) = self.round.boosts.get_mut(&side) {
                    givers.retain(|giver| *giver == unit.0);
                }
            }
            BattleEvent::Dropped { item, .. }
            | BattleEvent::ItemLanded { item, .. }
            | BattleEvent::Activated { item, .. } => {
                self.round.next_item = self.round.next_item.max(item.0 + 1)
            }
            _ => {}
        }
    }

    fn apply_unit_event(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::Deployed { unit, to }
            | BattleEvent::Stepped { unit, to, .. }
            | BattleEvent::Displaced { unit, to, .. } => self.move_unit(*unit, *to),
            BattleEvent::InitiativeRolled { unit, score, attribute, dice } => {
                let mut unit = self.unit_mut(*unit);
                unit.initiative.score = *score;
                unit.initiative.attribute = *attribute;
                unit.initiative.dice = *dice;
                unit.karma.initiative = false;
            }
            BattleEvent::PointsRestored { unit, purse } => self.unit_mut(*unit).points.0 = *purse,
            BattleEvent::TurnBudgetChanged { unit, points, purse } => {
                self.apply_payment(*unit, *points, *purse, true)
            }
            BattleEvent::Paid { unit, action, points, purse } => {
                self.apply_payment(*unit, *points, *purse, !action.is_interrupt());
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
            BattleEvent::AutoResponseSet { unit, clause, answer } => {
                let mut unit = self.unit_mut(*unit);
                match answer {
                    Some(answer) => unit.auto_responses.0.insert(clause.clone(), answer.clone()),
                    None => unit.auto_responses.0.remove(clause),
                };
            }
            BattleEvent::KarmaPlanned { unit, plan } => self.unit_mut(*unit).karma.karma.plan = *plan,
            BattleEvent::KarmaSpent { unit, on, left } => {
                let mut unit = self.unit_mut(*unit);
                unit.karma.karma.left = *left;
                unit.karma.karma.plan = unit.karma.karma.plan.limited_to(*left);
                unit.karma.initiative |= *on == KarmaUse::Initiative;
                unit.phase_state.rerolled |= *on == KarmaUse::Reroll;
            }
            BattleEvent::AttackResolved { unit, .. } => self.clear_test_karma(*unit),
            BattleEvent::RunAnnounced { unit } => {
                let mut unit = self.unit_mut(*unit);
                unit.movement.announced = true;
                unit.movement.gait = MovementMode::Running;
            }
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
                // A run that was announced and never taken did not happen. `SS-MOVE-17`.
                if unit.movement.announced && unit.movement.run_from.is_none() {
                    unit.movement.gait = MovementMode::Steady;
                }
                unit.movement.announced = false;
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
            BattleEvent::CoverTaken { unit } => self.unit_mut(*unit).taking_cover.0 = true,
            BattleEvent::CoverLeft { unit } => self.unit_mut(*unit).taking_cover.0 = false,
            BattleEvent::StatusSet { unit, status } => self.unit_mut(*unit).status.set_status(*status),
            BattleEvent::StatusEnded { unit, kind } => self.unit_mut(*unit).status.remove_status(*kind),
            BattleEvent::Afflicted { unit, suffered } | BattleEvent::AilmentCounted { unit, suffered } => {
                self.unit_mut(*unit).status.afflict(*suffered);
            }
            BattleEvent::PhaseRestricted { unit, bounds } => {
                self.unit_mut(*unit).status.restrictions = bounds.clone()
            }
            BattleEvent::ForcedActionDone { unit } => self.unit_mut(*unit).status.restrictions.done = true,
            BattleEvent::ShotAt { unit } => self.unit_mut(*unit).status.restrictions.shot_at = true,
            BattleEvent::Relieved { unit, ailment, part, .. } => {
                self.unit_mut(*unit).status.relieve(*ailment, *part)
            }
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
            BattleEvent::Defended { unit } => {
                let mut unit = self.unit_mut(*unit);
                unit.defence_count.defences = unit.defence_count.defences.saturating_add(1);
            }
            BattleEvent::Harmed { unit, after, .. } => self.unit_mut(*unit).health.0.clone_from(after),
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
            BattleEvent::WentDown { unit, down, .. } => self.unit_mut(*unit).out_of_action.down = Some(*down),
            BattleEvent::Recovered { unit } => self.unit_mut(*unit).out_of_action.down = None,
            BattleEvent::Escaped { unit } => self.unit_mut(*unit).out_of_action.escaped = true,
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

    fn apply_field_event(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::Dropped { item, what, cell, .. }
            | BattleEvent::ItemLanded { item, what, cell, .. } => {
                self.digests.mark_field();
                self.commands.spawn((BattleEntity, *item, DroppedItem { item: what.clone(), cell: *cell }));
            }
            BattleEvent::Activated { item, what, fuse, cell, .. } => {
                let armed = ArmedItem { item: what.clone(), fuse: *fuse, cell: *cell };
                self.digests.mark_field();
                self.commands.spawn((BattleEntity, *item, armed));
            }
            BattleEvent::Detonated { item, .. } => {
                let Some((entity, _)) = self.armed.iter().find(|(_, id)| **id == *item) else { return };
                self.digests.mark_field();
                self.commands.entity(entity).despawn();
            }
            BattleEvent::PickedUp { unit, item, what } => {
                let Some((entity, ..)) = self.items.iter().find(|(_, id, _)| **id == *item) else { return };
                self.digests.mark_field();
                self.commands.entity(entity).despawn();
                self.unit_mut(*unit).inventory.0.push(what.clone());
            }
            BattleEvent::BarrierDamaged { barrier, damage, .. } => {
                self.change_barrier(*barrier, |state| state.damage += damage);
            }
            BattleEvent::BarrierHoled { barrier } => {
                self.change_barrier(*barrier, |state| state.holed = true)
            }
            BattleEvent::DoorMoved { barrier, open } => {
                self.change_barrier(*barrier, |state| state.open = *open)
            }
            BattleEvent::GroundCovered { cells, what, until } => {
                self.change_ground(cells, |coverings, cell, base| {
                    coverings.add_effect(cell, *what, *until, base)
                });
            }
            BattleEvent::GroundCleared { cells, what } => {
                self.change_ground(cells, |coverings, cell, base| coverings.remove_effect(cell, *what, base));
            }
            _ => {}
        }
    }

    /// Changes what lies on squares and brings every side's map up to date.
    fn change_ground(&mut self, cells: &[Cell], change: impl Fn(&mut GroundEffects, Cell, &Terrain)) {
        self.digests.mark_field();
        for cell in cells {
            if let Some(base) = self.setup.terrain_at(*cell) {
                change(&mut self.field.ground_effects, *cell, base);
            }
        }
        let field = &mut *self.field;
        let covered = &field.ground_effects;
        let maps =
            self.knowledge.0.values_mut().map(|known| (&mut known.field.grid, &mut known.field.revision));
        for (grid, revision) in maps.chain([(&mut field.grid, &mut field.revision)]) {
            *revision += 1;
            for (cell, terrain) in cells.iter().filter_map(|cell| Some((*cell, covered.terrain(*cell)?))) {
                if grid.ground(cell) != terrain.ground() {
                    Arc::make_mut(grid).set_ground(cell, terrain.ground());
                }
            }
        }
    }

    /// Changes a segment and brings the map up to date.
    fn change_barrier(&mut self, id: BarrierId, change: impl FnOnce(&mut BarrierState)) {
        let Some((entity, _)) = self.field.barrier(id) else { return };
        let Ok((_, barrier, _, mut state)) = self.barriers.get_mut(entity) else { return };
        change(&mut state);
        self.digests.mark_field();
        update_barrier_on_map(&mut self.field, id, &barrier.kind, *state);
    }
}

/// Applies events at once, outside of any order.
pub(crate) fn apply_events(world: &mut World, happenings: Vec<EventRecord>) {
    if happenings.is_empty() {
        return;
    }
    with_access(world, |world, access| {
        let mut writing = access.write.get_mut(world).expect(BATTLE_IS_SET_UP);
        for happening in happenings {
            writing.ledger.apply_and_perceive(happening);
        }
        access.write.apply(world);
    });
}
