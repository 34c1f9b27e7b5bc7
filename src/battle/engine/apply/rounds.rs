//! Applies events of rounds, passes and phases to the round state.

use super::*;

impl BattleWriter<'_, '_> {
    /// Applies changes of the round state.
    pub(super) fn apply_round_event(&mut self, event: &BattleEvent) {
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
                self.round.boosts.entry(side).or_default().push(giver);
            }
            BattleEvent::BoostsClaimed { unit } => {
                let side = self.side_of(unit);
                // A boost that the unit gave stays available to others.
                if let Some(givers) = self.round.boosts.get_mut(&side) {
                    givers.retain(|giver| *giver == unit);
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
}
