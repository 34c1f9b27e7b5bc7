//! Systems that apply events of rounds, passes and the battle as a whole.

use bevy_ecs::prelude::*;

use super::unit_writer::{EVENTS_NAME_UNITS, UnitWriter};
use crate::state::components::{Initiative, Movement, PhaseState, StatusEffects};
use crate::state::event::BattleEvent;
use crate::state::resources::{BattleDice, BattleSetup, PassStage, PendingPrompt, RoundState, UnitIndex};
use model::{Side, UnitId};
use rules::status::AfterBattleAilments;
use rules::turn_engine::score_after_pass;
use rules::turn_engine::turn_order::CoinTosses;

/// Applies changes of the round state.
pub(super) fn apply_round(InRef(event): InRef<BattleEvent>, mut round: ResMut<RoundState>) {
    match event {
        BattleEvent::SideReady { side } => _ = round.ready.insert(*side),
        BattleEvent::PassBegan { pass, .. } => {
            round.pass = *pass;
            round.passes += 1;
            round.lineup.clear();
            round.together.clear();
            round.stage = PassStage::Opening;
        }
        BattleEvent::CoinsTossed { coins } => round.coins.clone_from(coins),
        BattleEvent::TurnOrderChanged { units, together, stage } => {
            round.lineup.clone_from(units);
            round.together.clone_from(together);
            round.stage = *stage;
        }
        BattleEvent::HoldCounted { objective, rounds } => _ = round.held.insert(*objective, *rounds),
        BattleEvent::FieldLeft => {
            round.after = Some(0);
            round.acting = None;
        }
        BattleEvent::Rested { minutes, .. } => {
            round.after = round.after.map(|before| before.saturating_add(*minutes));
        }
        _ => {}
    }
}

/// Applies the start of a round to the round state and all units.
pub(super) fn apply_round_start(
    InRef(event): InRef<BattleEvent>,
    mut round: ResMut<RoundState>,
    mut units: UnitWriter<(&mut Initiative, &mut Movement, &mut PhaseState)>,
) {
    let BattleEvent::RoundBegan { round: number } = event else { return };
    round.number = *number;
    round.pass = 0;
    round.coins = CoinTosses::default();
    for (mut initiative, mut movement, mut phase) in units.iter_mut() {
        initiative.out = false;
        movement.walked = 0;
        movement.runs = 0;
        phase.acted = false;
    }
}

/// Lowers all initiative scores at the end of a pass. `SS-ROUND-12`.
pub(super) fn apply_pass_end(_: InRef<BattleEvent>, mut units: UnitWriter<&mut Initiative>) {
    for mut initiative in units.iter_mut() {
        initiative.score = score_after_pass(initiative.score);
    }
}

/// Keeps the faces of physical dice for the next rolls.
pub(super) fn apply_given_dice(
    InRef(event): InRef<BattleEvent>,
    mut dice: ResMut<BattleDice>,
    pending: Res<PendingPrompt>,
) {
    if let BattleEvent::DiceGiven { faces } = event {
        dice.enter_faces(faces, pending.open_prompt().map_or(0, |open| open.dice_rolled));
    }
}

/// Applies boost dice of a side. `CC-ADV-08`.
pub(super) fn apply_boosts(
    InRef(event): InRef<BattleEvent>,
    mut round: ResMut<RoundState>,
    index: Res<UnitIndex>,
    sides: Query<&Side>,
) {
    let side_of = |unit: UnitId| {
        let entity = index.get(unit).expect(EVENTS_NAME_UNITS);
        sides.get(entity).copied().unwrap_or_default()
    };
    match event {
        BattleEvent::BoostGiven { giver } => {
            round.boosts.entry(side_of(*giver)).or_default().push(*giver);
        }
        BattleEvent::BoostsClaimed { unit } => {
            // A boost that the unit gave stays available to others.
            if let Some(givers) = round.boosts.get_mut(&side_of(*unit)) {
                givers.retain(|giver| giver == unit);
            }
        }
        _ => {}
    }
}

/// Applies the outcome, and removes ailments that do not outlast the battle. `CS-AIL-07`.
pub(super) fn apply_battle_end(
    InRef(event): InRef<BattleEvent>,
    mut round: ResMut<RoundState>,
    setup: Res<BattleSetup>,
    mut units: UnitWriter<&mut StatusEffects>,
) {
    let BattleEvent::Ended(outcome) = event else { return };
    round.outcome = Some(*outcome);
    if setup.rules().status_options().afterwards == AfterBattleAilments::Clear {
        for mut status in units.iter_mut() {
            if !status.ailments.is_empty() {
                status.ailments.retain(|one| one.ailment.rule().lasting);
            }
        }
    }
}
