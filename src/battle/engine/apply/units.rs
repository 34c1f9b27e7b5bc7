//! Systems that apply events of units, one for each group of components that change together.

use bevy_ecs::prelude::*;

use super::unit_writer::{EVENTS_NAME_UNITS, UnitWriter};
use crate::state::components::held_phase::{AutoResponses, ExtendedAction, ExtendedActionKind, HeldPhase};
use crate::state::components::inventory::Inventory;
use crate::state::components::*;
use crate::state::event::BattleEvent;
use crate::state::resources::{BattleSetup, Battlefield, RoundState, UnitChanges, UnitIndex};
use rules::status::PhaseRestrictions;
use rules::{KarmaUse, MovementMode, play};

/// Applies initiative scores.
pub(super) fn apply_initiative(
    InRef(event): InRef<BattleEvent>,
    mut units: UnitWriter<(&mut Initiative, &mut KarmaPoints)>,
) {
    match event {
        BattleEvent::InitiativeRolled { unit, score, attribute, dice } => {
            let (mut initiative, mut karma) = units.get_mut(*unit);
            initiative.score = *score;
            initiative.attribute = *attribute;
            initiative.dice = *dice;
            karma.initiative = false;
        }
        BattleEvent::InitiativeChanged { unit, by, attribute } => {
            let (mut initiative, _) = units.get_mut(*unit);
            initiative.score += by;
            initiative.attribute = *attribute;
            if initiative.score <= 0 && *by < 0 {
                initiative.out = true;
            }
        }
        BattleEvent::InitiativeDiceChanged { unit, by, dice } => {
            let (mut initiative, _) = units.get_mut(*unit);
            initiative.score += by;
            initiative.dice = *dice;
            initiative.out |= initiative.score <= 0 && *by < 0;
        }
        BattleEvent::ScoreSet { unit, score } => {
            let (mut initiative, _) = units.get_mut(*unit);
            initiative.score = *score;
            initiative.out = false;
        }
        _ => {}
    }
}

/// Applies delayed phases. Chapter DELAY.
pub(super) fn apply_delay(
    InRef(event): InRef<BattleEvent>,
    mut round: ResMut<RoundState>,
    mut units: UnitWriter<(&mut HeldPhase, &mut PhaseState, &mut KarmaPoints)>,
) {
    match event {
        BattleEvent::Delayed { unit } => {
            let (mut held, _, mut karma) = units.get_mut(*unit);
            karma.clear_test_plan();
            held.0 = Some(round.passes);
            round.acting = None;
        }
        BattleEvent::HeldPhaseLost { unit, .. } => units.get_mut(*unit).0.0 = None,
        BattleEvent::SteppedIn { unit, early } => {
            let (mut held, mut phase, _) = units.get_mut(*unit);
            held.0 = None;
            phase.late = true;
            phase.early = *early;
        }
        _ => {}
    }
}

/// Applies the start and end of phases.
pub(super) fn apply_phase(
    InRef(event): InRef<BattleEvent>,
    mut round: ResMut<RoundState>,
    mut units: UnitWriter<(
        &mut PhaseState,
        &mut DefenceCount,
        &mut Movement,
        &mut StatusEffects,
        &mut KarmaPoints,
    )>,
) {
    match event {
        BattleEvent::PhaseBegan { unit } => {
            round.acting = Some(*unit);
            let (mut phase, mut defence_count, mut movement, mut status, _) = units.get_mut(*unit);
            *phase = PhaseState { acted: true, ..PhaseState::default() };
            defence_count.defences = 0;
            movement.gait = MovementMode::Steady;
            movement.run_from = None;
            movement.announced = false;
            status.set_status(Status { kind: StatusKind::Engaged, until: StatusEnd::Removed });
        }
        BattleEvent::PhaseEnded { unit } | BattleEvent::PhaseLost { unit, .. } => {
            if matches!(event, BattleEvent::PhaseEnded { .. }) {
                round.acting = None;
            }
            let (mut phase, _, mut movement, mut status, mut karma) = units.get_mut(*unit);
            karma.clear_test_plan();
            phase.acted = true;
            phase.late = false;
            phase.early = false;
            phase.paid = false;
            status.restrictions = PhaseRestrictions::default();
            // A run that was announced but not used does not count. `SS-MOVE-17`.
            if movement.announced && movement.run_from.is_none() {
                movement.gait = MovementMode::Steady;
            }
            movement.announced = false;
        }
        _ => {}
    }
}

/// Applies action points: restored, and paid for actions of the phase or for interrupts. `SS-DELAY-03`, `CS-PIN-01`.
pub(super) fn apply_payment(
    InRef(event): InRef<BattleEvent>,
    round: Res<RoundState>,
    mut units: UnitWriter<(&mut ActionPoints, &mut PhaseState)>,
) {
    let (unit, points, budget, counts) = match event {
        BattleEvent::PointsRestored { unit, budget } => return units.get_mut(*unit).0.0 = *budget,
        BattleEvent::TurnBudgetChanged { unit, points, budget } => (*unit, *points, *budget, true),
        BattleEvent::Paid { unit, action, points, budget } => {
            (*unit, *points, *budget, !action.is_interrupt())
        }
        _ => return,
    };
    let (mut points_left, mut phase) = units.get_mut(unit);
    points_left.0 = budget;
    phase.paid |= points > 0 && counts;
    if round.acting == Some(unit) {
        phase.spent = phase.spent.saturating_add(points);
    }
}

/// Applies auto-responses to prompts.
pub(super) fn apply_auto_response(
    InRef(event): InRef<BattleEvent>,
    mut units: UnitWriter<&mut AutoResponses>,
) {
    if let BattleEvent::AutoResponseSet { unit, clause, answer } = event {
        let mut responses = units.get_mut(*unit);
        match answer {
            Some(answer) => responses.0.insert(clause.clone(), answer.clone()),
            None => responses.0.remove(clause),
        };
    }
}

/// Moves units to cells.
pub(super) fn apply_position(
    InRef(event): InRef<BattleEvent>,
    mut index: ResMut<UnitIndex>,
    mut changes: ResMut<UnitChanges>,
    field: Res<Battlefield>,
    mut units: Query<(&mut GridPosition, &mut Cover)>,
) {
    let (BattleEvent::Deployed { unit, to }
    | BattleEvent::Arrived { unit, to }
    | BattleEvent::Stepped { unit, to, .. }
    | BattleEvent::Displaced { unit, to, .. }) = event
    else {
        return;
    };
    let entity = index.get(*unit).expect(EVENTS_NAME_UNITS);
    let Ok((mut position, mut cover)) = units.get_mut(entity) else { return };
    let from = std::mem::replace(&mut position.0, *to);
    cover.update_obstacles(field.grid(), *to);
    index.update_cell(*unit, from, *to);
    changes.mark_unit(*unit);
}

/// Applies movement used in the round.
pub(super) fn apply_movement(
    InRef(event): InRef<BattleEvent>,
    mut units: UnitWriter<(&mut Movement, &mut KarmaPoints)>,
) {
    match event {
        BattleEvent::RunAnnounced { unit } => {
            let (mut movement, _) = units.get_mut(*unit);
            movement.announced = true;
            movement.gait = MovementMode::Running;
        }
        BattleEvent::Walked { unit, half_metres, .. } => {
            let (mut movement, _) = units.get_mut(*unit);
            movement.walked += half_metres;
            movement.halted = false;
        }
        BattleEvent::Stopped { unit, unused, .. } => {
            let (mut movement, _) = units.get_mut(*unit);
            movement.walked = movement.walked.saturating_sub(*unused);
            movement.halted = true;
        }
        BattleEvent::Evaded { unit, .. } => units.get_mut(*unit).1.clear_test_plan(),
        BattleEvent::Ran { unit, gait, from } => {
            let (mut movement, mut karma) = units.get_mut(*unit);
            movement.gait = *gait;
            movement.halted = false;
            movement.runs += 1;
            movement.run_from = Some(*from);
            if *gait == MovementMode::Sprinting {
                karma.clear_test_plan();
            }
        }
        _ => {}
    }
}

/// Applies cover that is taken or left.
pub(super) fn apply_cover(InRef(event): InRef<BattleEvent>, mut units: UnitWriter<&mut Cover>) {
    match event {
        BattleEvent::CoverTaken { unit } => units.get_mut(*unit).taken = true,
        BattleEvent::CoverLeft { unit } => units.get_mut(*unit).taken = false,
        _ => {}
    }
}

/// Applies ammunition fired, the end of the Karma plan for a test, and defences rolled.
pub(super) fn apply_attack(
    InRef(event): InRef<BattleEvent>,
    mut units: UnitWriter<(&mut PhaseState, &mut Inventory, &mut DefenceCount, &mut KarmaPoints)>,
) {
    match event {
        BattleEvent::AttackDeclared { unit, weapon, mode, rounds, .. } => {
            let (mut phase, mut inventory, ..) = units.get_mut(*unit);
            phase.rounds_fired += rounds;
            phase.rerolled = false;
            phase.paid = true;
            if let Some(carried) = inventory.get_mut(*weapon) {
                carried.loaded = carried.loaded.saturating_sub(*rounds);
                carried.mode = *mode;
            }
        }
        BattleEvent::AttackResolved { unit, .. } => units.get_mut(*unit).3.clear_test_plan(),
        BattleEvent::Defended { unit } => {
            let (_, _, mut defence_count, _) = units.get_mut(*unit);
            defence_count.defences = defence_count.defences.saturating_add(1);
        }
        _ => {}
    }
}

/// Applies Karma planned and spent. `SS-BASE-25`.
pub(super) fn apply_karma(
    InRef(event): InRef<BattleEvent>,
    mut units: UnitWriter<(&mut KarmaPoints, &mut PhaseState)>,
) {
    match event {
        BattleEvent::KarmaPlanned { unit, plan } => units.get_mut(*unit).0.karma.plan = *plan,
        BattleEvent::KarmaSpent { unit, on, left } => {
            let (mut karma, mut phase) = units.get_mut(*unit);
            karma.karma.left = *left;
            karma.karma.plan = karma.karma.plan.limited_to(*left);
            karma.initiative |= *on == KarmaUse::Initiative;
            phase.rerolled |= *on == KarmaUse::Reroll;
        }
        _ => {}
    }
}

/// Applies health, and the soak that is left of worn armour.
pub(super) fn apply_health(
    InRef(event): InRef<BattleEvent>,
    setup: Res<BattleSetup>,
    mut units: UnitWriter<(&mut Health, &mut SoakValue, &CharacterSheet)>,
) {
    if let BattleEvent::Harmed { unit, after, .. } = event {
        let (mut health, mut soak, sheet) = units.get_mut(*unit);
        health.0.clone_from(after);
        soak.0 = play::soak(sheet.get(), after, setup.rules());
    }
}

/// Applies units that go out of action or come back.
pub(super) fn apply_out_of_action(InRef(event): InRef<BattleEvent>, mut units: UnitWriter<&mut OutOfAction>) {
    match event {
        BattleEvent::WentDown { unit, down, .. } => units.get_mut(*unit).down = Some(*down),
        BattleEvent::Recovered { unit } => units.get_mut(*unit).down = None,
        BattleEvent::Escaped { unit } => units.get_mut(*unit).presence = Presence::Escaped,
        BattleEvent::Arrived { unit, .. } => units.get_mut(*unit).presence = Presence::OnMap,
        _ => {}
    }
}

/// Applies statuses, ailments and phase restrictions.
pub(super) fn apply_status(InRef(event): InRef<BattleEvent>, mut units: UnitWriter<&mut StatusEffects>) {
    match event {
        BattleEvent::StatusSet { unit, status } => units.get_mut(*unit).set_status(*status),
        BattleEvent::StatusEnded { unit, kind } => units.get_mut(*unit).remove_status(*kind),
        BattleEvent::Afflicted { unit, suffered } | BattleEvent::AilmentCounted { unit, suffered } => {
            units.get_mut(*unit).afflict(*suffered);
        }
        BattleEvent::Relieved { unit, ailment, part, .. } => units.get_mut(*unit).relieve(*ailment, *part),
        BattleEvent::PhaseRestricted { unit, bounds } => {
            units.get_mut(*unit).restrictions.clone_from(bounds);
        }
        BattleEvent::ForcedActionDone { unit } => units.get_mut(*unit).restrictions.done = true,
        BattleEvent::ShotAt { unit } => units.get_mut(*unit).restrictions.shot_at = true,
        BattleEvent::Treated { unit, target, until, .. } => {
            for id in [Some(*unit), *target].into_iter().flatten() {
                units.get_mut(id).set_busy(*until);
            }
        }
        _ => {}
    }
}

/// Applies progress and end of extended actions. `SS-ACT-18`.
pub(super) fn apply_extended_action(
    InRef(event): InRef<BattleEvent>,
    round: Res<RoundState>,
    mut units: UnitWriter<&mut ExtendedAction>,
) {
    match event {
        BattleEvent::ExtendedActionAdvanced { unit, work, progress } => {
            units.get_mut(*unit).0 = Some((work.clone(), *progress, round.passes));
        }
        BattleEvent::ExtendedActionCancelled { unit, .. } | BattleEvent::Activated { unit, .. } => {
            units.get_mut(*unit).0 = None;
        }
        BattleEvent::SpecialActionDone { unit, action, .. } => {
            let mut extended_action = units.get_mut(*unit);
            let same = |work: &ExtendedActionKind| matches!(work, ExtendedActionKind::SpecialAction { action: key, .. } if key == action);
            if extended_action.get().is_some_and(|(work, _)| same(work)) {
                extended_action.0 = None;
            }
        }
        _ => {}
    }
}

/// Applies changes of inventories: items gained, lost and readied, ammunition and malfunctions.
pub(super) fn apply_inventory(
    InRef(event): InRef<BattleEvent>,
    mut units: UnitWriter<(&mut Inventory, &StatusEffects)>,
) {
    match event {
        BattleEvent::Dropped { unit, weapon, .. }
        | BattleEvent::Activated { unit, weapon, .. }
        | BattleEvent::WeaponDestroyed { unit, weapon, .. } => {
            units.get_mut(*unit).0.remove(*weapon);
        }
        BattleEvent::PickedUp { unit, what, .. } => units.get_mut(*unit).0.add((**what).clone()),
        BattleEvent::Readied { unit, weapon, stowed } => {
            let (mut inventory, status) = units.get_mut(*unit);
            for slot in stowed {
                if let Some(carried) = inventory.get_mut(*slot) {
                    carried.in_hand = false;
                }
            }
            inventory.take_in_hand(*weapon, status.ailments());
        }
        BattleEvent::Reloaded { unit, weapon, rounds: loaded }
        | BattleEvent::AmmunitionSet { unit, weapon, loaded } => {
            if let Some(carried) = units.get_mut(*unit).0.get_mut(*weapon) {
                carried.loaded = *loaded;
            }
        }
        BattleEvent::WeaponFaultChanged { unit, weapon, fault } => {
            if let Some(carried) = units.get_mut(*unit).0.get_mut(*weapon) {
                carried.fault = *fault;
            }
        }
        _ => {}
    }
}
