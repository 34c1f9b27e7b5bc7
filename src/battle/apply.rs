//! Events become state. Nothing else writes the components of a fight.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;

use super::access::{Agenda, SET_UP, Writing, with_access};
use super::arsenal::{Arsenal, Dropped, ItemId};
use super::check::Plan;
use super::components::*;
use super::covering::Coverings;
use super::event::{Event, Happening};
use super::hash::Digests;
use super::holding::{Armed, HeldPhase, StandingAnswers, Undertaking, Work};
use super::knowledge::{Knowledge, redraw};
use super::order::Order;
use super::riding::Seating;
use super::setup::OfBattle;
use super::state::*;
use content::Terrain;
use dice::Prompt;
use field::Cell;
use rules::engine::after_pass;
use rules::engine::turn_order::Coins;
use rules::status::{Afterwards, Bounds};
use rules::{Gait, KarmaUse, Purse};

/// What most orders lead to, at most.
const HAPPENINGS: usize = 8;

#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct UnitMut {
    pub(super) position: &'static mut GridPosition,
    health: &'static mut Health,
    initiative: &'static mut Initiative,
    points: &'static mut ActionPoints,
    movement: &'static mut Movement,
    turn: &'static mut Turn,
    cover: &'static mut Cover,
    pub(super) status: &'static mut StatusEffects,
    arsenal: &'static mut Arsenal,
    guard: &'static mut Guard,
    pub(super) casualty: &'static mut Casualty,
    karma: &'static mut KarmaPoints,
    held: &'static mut HeldPhase,
    standing: &'static mut StandingAnswers,
    undertaking: &'static mut Undertaking,
    pub(super) seating: &'static Seating,
}

/// All that may be written, in one place.
#[derive(SystemParam)]
pub(super) struct Ledger<'w, 's> {
    commands: Commands<'w, 's>,
    pub(super) units: Query<'w, 's, UnitMut>,
    pub(super) barriers: Query<
        'w,
        's,
        (&'static BarrierId, &'static Barrier, &'static BarrierPlace, &'static mut BarrierState),
    >,
    pub(super) items: Query<'w, 's, (Entity, &'static ItemId, &'static Dropped)>,
    armed: Query<'w, 's, (Entity, &'static ItemId), With<Armed>>,
    pub(super) sides: Query<'w, 's, &'static Side>,
    pub(super) index: ResMut<'w, UnitIndex>,
    digests: ResMut<'w, Digests>,
    pub(super) field: ResMut<'w, Battlefield>,
    pub(super) round: ResMut<'w, Round>,
    pub(super) history: ResMut<'w, History>,
    pub(super) setup: Res<'w, Setup>,
    dice: ResMut<'w, DiceSeat>,
    pub(super) knowledge: ResMut<'w, Knowledge>,
}

impl Writing<'_, '_> {
    /// An order begins: what it does before anything is resolved, and what it leads to.
    pub(super) fn begin(&mut self, order: &Order, plan: Plan, agenda: &mut Agenda) {
        let round = &self.ledger.round;
        self.ledger.history.open(Chapter {
            order: order.clone(),
            round: self.ledger.round.number,
            pass: round.pass,
            happenings: Vec::with_capacity(HAPPENINGS),
            revealed: matches!(order, Order::Decide { .. } | Order::Surrender { .. }),
        });
        if let Some(answer) = plan.answer {
            let decision = self.pending.0.take();
            agenda.answers.0 = decision.map(|decision| decision.answers).unwrap_or_default();
            agenda.answers.0.push(answer);
        }
        for event in plan.events {
            self.ledger.apply(Happening::new(event));
        }
        if self.ledger.round.outcome.is_some() {
            agenda.tasks.0.clear();
            self.pending.0 = None;
        }
        agenda.tasks.0.extend(plan.tasks);
    }

    /// Applies what the task led to, then takes the task off the queue, unless it waits for an answer.
    pub(super) fn apply_outbox(&mut self, agenda: &mut Agenda) {
        let Self { ledger, pending } = self;
        let Agenda { tasks, answers, out } = agenda;
        if let Some((prompt, dice)) = out.asked.take() {
            let who = UnitId(prompt.who);
            if let Some(answer) = ledger.standing_answer(who, &prompt) {
                // Nobody is asked: the task runs again with the answer that stands.
                out.rolls.clear();
                answers.0.push(answer);
                return;
            }
            let side = ledger.side(who);
            let rolls = std::mem::take(&mut out.rolls);
            let task = tasks.0.front().cloned();
            pending.0 = Some(Decision { prompt, side, answers: answers.0.clone(), dice, rolls, task });
            return;
        }
        answers.0.clear();
        tasks.next(&mut out.then);
        if let Some(seat) = out.dice.take() {
            *ledger.dice = seat;
            if let Some(chapter) = ledger.history.chapters.last_mut() {
                chapter.revealed = true;
            }
        }
        self.record(agenda);
    }

    /// What the outbox tells happens.
    pub(super) fn record(&mut self, agenda: &mut Agenda) {
        let ledger = &mut self.ledger;
        let Agenda { tasks, out, .. } = agenda;
        tasks.put_first(&mut out.then);
        for happening in out.events.drain(..) {
            ledger.apply(happening);
        }
        // A finished fight has nothing left to resolve, until its field is left.
        if ledger.round.outcome.is_some() && ledger.round.after.is_none() {
            tasks.0.clear();
        }
    }
}

impl<'s> Ledger<'_, 's> {
    /// A unit that changes.
    fn unit(&mut self, id: UnitId) -> UnitMutItem<'_, 's> {
        self.digests.unit(id);
        let entity = self.index.get(id).expect("events name units of this fight");
        self.units.get_mut(entity).expect("a unit keeps its components")
    }

    /// A unit as it is.
    pub(super) fn peek(&self, id: UnitId) -> UnitMutReadOnlyItem<'_, 's> {
        let entity = self.index.get(id).expect("events name units of this fight");
        self.units.get(entity).expect("a unit keeps its components")
    }

    /// Puts a unit on a square.
    fn place(&mut self, id: UnitId, to: Cell) {
        let mut unit = self.unit(id);
        let from = std::mem::replace(&mut unit.position.0, to);
        self.index.moved(id, from, to);
    }

    /// What ends with the battle ends. `CS-AIL-07`.
    fn clear_ailments(&mut self) {
        if self.setup.rules().ailments().afterwards == Afterwards::Clear {
            self.digests.everybody();
            for mut unit in &mut self.units {
                if !unit.status.ailments.is_empty() {
                    unit.status.ailments.retain(|one| one.ailment.rule().lasting);
                }
            }
        }
    }

    /// Points change hands; `counts` says whether they are the phase's own actions. `SS-DELAY-03`, `CS-PIN-01`.
    fn pay(&mut self, unit: UnitId, points: u8, purse: Purse, counts: bool) {
        let acting = self.round.acting == Some(unit);
        let mut unit = self.unit(unit);
        unit.points.0 = purse;
        unit.turn.paid |= points > 0 && counts;
        unit.turn.spent = unit.turn.spent.saturating_add(if acting { points } else { 0 });
    }

    pub(super) fn side(&self, id: UnitId) -> Side {
        let entity = self.index.get(id).expect("events name units of this fight");
        self.sides.get(entity).copied().unwrap_or_default()
    }

    /// What a unit's player has said once and for all, if it is an answer to this question.
    fn standing_answer(&self, who: UnitId, prompt: &Prompt) -> Option<String> {
        let unit = self.peek(who);
        let key = unit.standing.get(prompt.clause)?;
        prompt.answers.iter().any(|answer| answer.key == key).then(|| key.to_owned())
    }

    /// What was meant for one test of one phase does not outlive it.
    fn test_over(&mut self, id: UnitId) {
        let mut unit = self.unit(id);
        unit.karma.karma.plan = unit.karma.karma.plan.after_test();
    }

    /// What an event makes of rounds, units and the field.
    pub(super) fn change(&mut self, event: &Event) {
        self.on_round(event);
        self.on_unit(event);
        self.on_field(event);
    }

    fn on_round(&mut self, event: &Event) {
        match *event {
            Event::SideReady { side } => {
                self.round.ready.insert(side);
            }
            Event::RoundBegan { round } => {
                self.round.number = round;
                self.round.pass = 0;
                self.round.coins = Coins::default();
                self.digests.everybody();
                for mut unit in &mut self.units {
                    unit.initiative.out = false;
                    unit.movement.walked = 0;
                    unit.movement.runs = 0;
                    unit.turn.acted = false;
                }
            }
            Event::PassBegan { pass, .. } => {
                self.round.pass = pass;
                self.round.passes += 1;
                self.round.lineup.clear();
                self.round.together.clear();
                self.round.stage = Stage::Opening;
            }
            Event::PassEnded { .. } => {
                self.digests.everybody();
                for mut unit in &mut self.units {
                    unit.initiative.score = after_pass(unit.initiative.score);
                }
            }
            Event::CoinsTossed { ref coins } => self.round.coins = coins.clone(),
            Event::PhaseBegan { unit } => self.round.acting = Some(unit),
            Event::PhaseEnded { .. } | Event::Delayed { .. } => self.round.acting = None,
            Event::LinedUp { ref units, ref together, stage } => {
                self.round.lineup.clone_from(units);
                self.round.together.clone_from(together);
                self.round.stage = stage;
            }
            Event::DiceGiven { ref faces } => self.dice.given.extend(faces),
            Event::HoldCounted { objective, rounds } => {
                self.round.held.insert(objective, rounds);
            }
            Event::Ended(outcome) => {
                self.round.outcome = Some(outcome);
                self.clear_ailments();
            }
            Event::FieldLeft => {
                self.round.after = Some(0);
                self.round.acting = None;
            }
            Event::Rested { minutes, .. } => {
                self.round.after = self.round.after.map(|before| before.saturating_add(minutes));
            }
            Event::BoostGiven { giver } => {
                let side = self.side(giver);
                self.round.boosts.entry(side).or_default().push(giver.0);
            }
            Event::BoostsClaimed { unit } => {
                let side = self.side(unit);
                // What a unit gave itself stays for the others.
                if let Some(givers) = self.round.boosts.get_mut(&side) {
                    givers.retain(|giver| *giver == unit.0);
                }
            }
            Event::Dropped { item, .. } | Event::Landed { item, .. } | Event::Activated { item, .. } => {
                self.round.next_item = self.round.next_item.max(item.0 + 1)
            }
            _ => {}
        }
    }

    fn on_unit(&mut self, event: &Event) {
        match event {
            Event::Deployed { unit, to }
            | Event::Stepped { unit, to, .. }
            | Event::Carried { unit, to, .. } => self.place(*unit, *to),
            Event::InitiativeRolled { unit, score, attribute, dice } => {
                let mut unit = self.unit(*unit);
                unit.initiative.score = *score;
                unit.initiative.attribute = *attribute;
                unit.initiative.dice = *dice;
                unit.karma.initiative = false;
            }
            Event::PointsRestored { unit, purse } => self.unit(*unit).points.0 = *purse,
            Event::PurseChanged { unit, points, purse } => self.pay(*unit, *points, *purse, true),
            Event::Paid { unit, action, points, purse } => {
                self.pay(*unit, *points, *purse, !action.is_interrupt());
            }
            Event::Delayed { unit } => {
                self.test_over(*unit);
                let pass = self.round.passes;
                self.unit(*unit).held.0 = Some(pass);
            }
            Event::HeldPhaseLost { unit, .. } => self.unit(*unit).held.0 = None,
            Event::SteppedIn { unit, early } => {
                let mut unit = self.unit(*unit);
                unit.held.0 = None;
                unit.turn.late = true;
                unit.turn.early = *early;
            }
            Event::AnswerStands { unit, clause, answer } => {
                let mut unit = self.unit(*unit);
                match answer {
                    Some(answer) => unit.standing.0.insert(clause.clone(), answer.clone()),
                    None => unit.standing.0.remove(clause),
                };
            }
            Event::KarmaPlanned { unit, plan } => self.unit(*unit).karma.karma.plan = *plan,
            Event::KarmaSpent { unit, on, left } => {
                let mut unit = self.unit(*unit);
                unit.karma.karma.left = *left;
                unit.karma.karma.plan = unit.karma.karma.plan.within(*left);
                unit.karma.initiative |= *on == KarmaUse::Initiative;
                unit.turn.rerolled |= *on == KarmaUse::Reroll;
            }
            Event::AttackResolved { unit, .. } => self.test_over(*unit),
            Event::RunAnnounced { unit } => {
                let mut unit = self.unit(*unit);
                unit.movement.announced = true;
                unit.movement.gait = Gait::Running;
            }
            Event::PhaseBegan { unit } => {
                let mut unit = self.unit(*unit);
                *unit.turn = Turn { acted: true, ..Turn::default() };
                unit.guard.defences = 0;
                unit.movement.gait = Gait::Steady;
                unit.movement.run_from = None;
                unit.movement.announced = false;
                unit.status.set(Status { kind: StatusKind::Engaged, until: Until::Removed });
            }
            Event::PhaseEnded { unit } | Event::PhaseLost { unit, .. } => {
                self.test_over(*unit);
                let mut unit = self.unit(*unit);
                unit.turn.acted = true;
                unit.turn.late = false;
                unit.turn.early = false;
                unit.turn.paid = false;
                unit.status.bounds = Bounds::default();
                // A run that was announced and never taken did not happen. `SS-MOVE-17`.
                if unit.movement.announced && unit.movement.run_from.is_none() {
                    unit.movement.gait = Gait::Steady;
                }
                unit.movement.announced = false;
            }
            Event::Walked { unit, half_metres } => {
                let mut unit = self.unit(*unit);
                unit.movement.walked += half_metres;
                unit.movement.halted = false;
            }
            Event::Stopped { unit, unused, .. } => {
                let mut unit = self.unit(*unit);
                unit.movement.walked = unit.movement.walked.saturating_sub(*unused);
                unit.movement.halted = true;
            }
            Event::Ran { unit: id, gait, from } => {
                let mut unit = self.unit(*id);
                unit.movement.gait = *gait;
                unit.movement.halted = false;
                unit.movement.runs += 1;
                unit.movement.run_from = Some(*from);
                if *gait == Gait::Sprinting {
                    self.test_over(*id);
                }
            }
            Event::Treated { unit, target, until, .. } => {
                for id in [Some(*unit), *target].into_iter().flatten() {
                    let mut unit = self.unit(id);
                    if let Some(before) = unit.status.busy_until() {
                        unit.status.remove(StatusKind::Busy(before));
                    }
                    unit.status.set(Status { kind: StatusKind::Busy(*until), until: Until::Removed });
                }
            }
            Event::CoverTaken { unit } => self.unit(*unit).cover.0 = true,
            Event::CoverLeft { unit } => self.unit(*unit).cover.0 = false,
            Event::StatusSet { unit, status } => self.unit(*unit).status.set(*status),
            Event::StatusEnded { unit, kind } => self.unit(*unit).status.remove(*kind),
            Event::Afflicted { unit, suffered } | Event::AilmentCounted { unit, suffered } => {
                self.unit(*unit).status.afflict(*suffered);
            }
            Event::Bound { unit, bounds } => self.unit(*unit).status.bounds = bounds.clone(),
            Event::DutyDone { unit } => self.unit(*unit).status.bounds.done = true,
            Event::ShotAt { unit } => self.unit(*unit).status.bounds.shot_at = true,
            Event::Relieved { unit, ailment, part, .. } => self.unit(*unit).status.relieve(*ailment, *part),
            Event::AttackDeclared { unit, weapon, mode, rounds, .. } => {
                let mut unit = self.unit(*unit);
                unit.turn.rounds_fired += rounds;
                unit.turn.rerolled = false;
                unit.turn.paid = true;
                if let Some(carried) = unit.arsenal.0.get_mut(*weapon) {
                    carried.loaded = carried.loaded.saturating_sub(*rounds);
                    carried.mode = *mode;
                }
            }
            Event::Defended { unit } => {
                let mut unit = self.unit(*unit);
                unit.guard.defences = unit.guard.defences.saturating_add(1);
            }
            Event::Harmed { unit, after, .. } => self.unit(*unit).health.0.clone_from(after),
            Event::InitiativeChanged { unit, by, attribute } => {
                let mut unit = self.unit(*unit);
                unit.initiative.score += by;
                unit.initiative.attribute = *attribute;
                if unit.initiative.score <= 0 && *by < 0 {
                    unit.initiative.out = true;
                }
            }
            Event::ScoreSet { unit, score } => {
                let mut unit = self.unit(*unit);
                unit.initiative.score = *score;
                unit.initiative.out = false;
            }
            Event::Fell { unit, down, .. } => self.unit(*unit).casualty.down = Some(*down),
            Event::CameRound { unit } => self.unit(*unit).casualty.down = None,
            Event::Escaped { unit } => self.unit(*unit).casualty.escaped = true,
            Event::Undertook { unit, work, progress } => {
                let pass = self.round.passes;
                self.unit(*unit).undertaking.0 = Some((work.clone(), *progress, pass));
            }
            Event::WorkCancelled { unit, .. } => self.unit(*unit).undertaking.0 = None,
            Event::DeedDone { unit, deed, .. } => {
                let mut unit = self.unit(*unit);
                let same = |work: &Work| matches!(work, Work::Deed { deed: key, .. } if key == deed);
                if unit.undertaking.get().is_some_and(|(work, _)| same(work)) {
                    unit.undertaking.0 = None;
                }
            }
            Event::Dropped { unit, weapon, .. }
            | Event::Activated { unit, weapon, .. }
            | Event::WeaponDestroyed { unit, weapon, .. } => {
                let mut unit = self.unit(*unit);
                if matches!(event, Event::Activated { .. }) {
                    unit.undertaking.0 = None;
                }
                if *weapon < unit.arsenal.0.len() {
                    unit.arsenal.0.remove(*weapon);
                }
            }
            Event::Readied { unit, weapon, stowed } => {
                let mut unit = self.unit(*unit);
                for (number, carried) in unit.arsenal.0.iter_mut().enumerate() {
                    if stowed.contains(&number) {
                        carried.in_hand = false;
                    }
                }
                let suffered = unit.status.ailments().to_vec();
                unit.arsenal.take_in_hand(*weapon, &suffered);
            }
            Event::Reloaded { unit, weapon, rounds: loaded } | Event::RoundsLeft { unit, weapon, loaded } => {
                if let Some(carried) = self.unit(*unit).arsenal.0.get_mut(*weapon) {
                    carried.loaded = *loaded;
                }
            }
            Event::Faulted { unit, weapon, fault } => {
                if let Some(carried) = self.unit(*unit).arsenal.0.get_mut(*weapon) {
                    carried.fault = *fault;
                }
            }
            _ => {}
        }
    }

    fn on_field(&mut self, event: &Event) {
        match event {
            Event::Dropped { item, what, cell, .. } | Event::Landed { item, what, cell, .. } => {
                self.digests.field();
                self.commands.spawn((OfBattle, *item, Dropped { item: what.clone(), cell: *cell }));
            }
            Event::Activated { item, what, fuse, cell, .. } => {
                let armed = Armed { item: what.clone(), fuse: *fuse, cell: *cell };
                self.digests.field();
                self.commands.spawn((OfBattle, *item, armed));
            }
            Event::WentOff { item, .. } => {
                let Some((entity, _)) = self.armed.iter().find(|(_, id)| **id == *item) else { return };
                self.digests.field();
                self.commands.entity(entity).despawn();
            }
            Event::PickedUp { unit, item, what } => {
                let Some((entity, ..)) = self.items.iter().find(|(_, id, _)| **id == *item) else { return };
                self.digests.field();
                self.commands.entity(entity).despawn();
                self.unit(*unit).arsenal.0.push(what.clone());
            }
            Event::BarrierDamaged { barrier, damage, .. } => {
                self.change_barrier(*barrier, |state| state.damage += damage);
            }
            Event::BarrierHoled { barrier } => self.change_barrier(*barrier, |state| state.holed = true),
            Event::DoorMoved { barrier, open } => self.change_barrier(*barrier, |state| state.open = *open),
            Event::GroundCovered { cells, what, until } => {
                self.change_ground(cells, |coverings, cell, base| coverings.cover(cell, *what, *until, base));
            }
            Event::GroundCleared { cells, what } => {
                self.change_ground(cells, |coverings, cell, base| coverings.clear(cell, *what, base));
            }
            _ => {}
        }
    }

    /// Changes what lies on squares and brings every side's map up to date.
    fn change_ground(&mut self, cells: &[Cell], change: impl Fn(&mut Coverings, Cell, &Terrain)) {
        self.digests.field();
        for cell in cells {
            if let Some(base) = self.setup.terrain_at(*cell) {
                change(&mut self.field.coverings, *cell, base);
            }
        }
        let field = &mut *self.field;
        let covered = &field.coverings;
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
        self.digests.field();
        redraw(&mut self.field, id, &barrier.kind, *state);
    }
}

/// Applies events at once, outside of any order.
pub(super) fn apply_events(world: &mut World, happenings: Vec<Happening>) {
    if happenings.is_empty() {
        return;
    }
    with_access(world, |world, access| {
        let mut writing = access.write.get_mut(world).expect(SET_UP);
        for happening in happenings {
            writing.ledger.apply(happening);
        }
        access.write.apply(world);
    });
}
