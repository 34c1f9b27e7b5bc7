//! A house rule as a plugin: a hit for eight or more damage knocks the weapon out of the target's hand.
//!
//! The plugin reads battle events and queues steps; nothing in `src` knows of it.

#![expect(clippy::print_stdout, reason = "the example reports to a developer")]

use std::path::Path;
use std::sync::Arc;

use bevy_app::{App, Plugin};
use breachline::battle::{
    BattleEvent, BattleEventReader, BattlePlugin, History, HouseRuleCommands, HouseRules, RoundState, journal,
};
use breachline::rules::RuleStep;
use breachline::{ai, content};

/// Damage of one hit from which on a weapon is dropped.
const HARD_HIT: u32 = 8;

/// Hard hits disarm.
struct HardHitsDisarm;

impl Plugin for HardHitsDisarm {
    fn build(&self, app: &mut App) {
        app.add_systems(HouseRules, drop_weapon_when_hit_hard);
    }
}

fn drop_weapon_when_hit_hard(mut events: BattleEventReader, mut commands: HouseRuleCommands) {
    let mut dropped = Vec::new();
    for record in events.read() {
        let BattleEvent::Harmed { unit, damage: HARD_HIT.., .. } = record.event else { continue };
        let Some(target) = commands.view().unit(unit) else { continue };
        dropped
            .extend(target.inventory.held_items().map(|(slot, _)| RuleStep::DropItem { unit, slot }).take(1));
    }
    commands.push_steps(dropped, None);
}

/// Plays a shipped skirmish between two AI players, with or without the rule. Returns its history.
fn play_skirmish(with_rule: bool, seed: u64) -> History {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let content = content::load_content(&[assets]).content;
    let bundle = content::bundle_skirmish(&content, "warehouse", &content::SkirmishOverrides::default());
    let mut app = App::new();
    app.add_plugins(BattlePlugin);
    if with_rule {
        app.add_plugins(HardHitsDisarm);
    }
    let world = app.world_mut();
    journal::begin_battle(world, Arc::new(bundle.expect("a shipped skirmish")), seed);
    let player = ai::AiPlayer::new(ai::Difficulty::Normal, seed);
    while world.resource::<RoundState>().outcome().is_none() {
        let Some(decision) = ai::decide(world, &player) else { break };
        journal::submit_order(world, decision.order).expect("an AI player gives allowed orders");
    }
    app.world_mut().remove_resource().expect("a battle has a history")
}

/// Counts the weapons dropped in a fight.
fn count_dropped_weapons(history: &History) -> usize {
    let events = history.records().iter().flat_map(|record| &record.events);
    events.filter(|record| matches!(record.event, BattleEvent::Dropped { .. })).count()
}

fn main() {
    println!(
        "weapons dropped: {} by the book, {} with the house rule",
        count_dropped_weapons(&play_skirmish(false, 1)),
        count_dropped_weapons(&play_skirmish(true, 1))
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the hard hits after which the target drops something at once, and the others.
    fn count_hard_hits(with_rule: bool) -> (usize, usize) {
        let mut counts = (0, 0);
        for seed in [1, 2] {
            let history = play_skirmish(with_rule, seed);
            for record in history.records() {
                for (index, hit) in record.events.iter().enumerate() {
                    let BattleEvent::Harmed { unit: target, damage: HARD_HIT.., .. } = hit.event else {
                        continue;
                    };
                    let disarmed = record.events[index..].iter().any(
                        |later| matches!(later.event, BattleEvent::Dropped { unit, .. } if unit == target),
                    );
                    *(if disarmed { &mut counts.0 } else { &mut counts.1 }) += 1;
                }
            }
        }
        counts
    }

    #[test]
    fn hard_hits_disarm_only_with_the_rule() {
        let (disarming, others) = count_hard_hits(true);
        assert!(disarming > others, "with the rule, {disarming} hard hits disarm and {others} do not");
        let (disarming, others) = count_hard_hits(false);
        assert!(others > disarming, "without it, {disarming} hard hits disarm and {others} do not");
    }
}
