//! Opponents of lessons: they do the same every time, whatever the AI players learn.

use bevy_ecs::prelude::World;
use serde::{Deserialize, Serialize};

use battle::{BattleEvent, BattleView, History, Order, OrderRecord, Target, UnitDataItem, validate_order};
use content::LessonOpponent;
use model::{Side, UnitId};

/// A simple opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrainingOpponent {
    /// Does nothing, and takes the first answer to every question.
    Passive,
    /// Stays where it is, and attacks the nearest enemy that it sees, once a turn.
    Guard,
}

impl TrainingOpponent {
    /// The opponent that a lesson names; `None` if it names an AI or a human.
    pub const fn of_lesson(opponent: LessonOpponent) -> Option<Self> {
        match opponent {
            LessonOpponent::Passive => Some(Self::Passive),
            LessonOpponent::Guard => Some(Self::Guard),
            LessonOpponent::Easy | LessonOpponent::Normal | LessonOpponent::Hard | LessonOpponent::Human => {
                None
            }
        }
    }

    /// Its name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passive => "passive",
            Self::Guard => "guard",
        }
    }
}

/// Returns the order of the side that has to act; `None` if nothing is to be done.
pub fn training_order(world: &mut World, side: Side, opponent: TrainingOpponent) -> Option<Order> {
    let acting = world.resource::<battle::RoundState>().acting();
    let has_attacked = acting.is_some_and(|unit| has_attacked(world.resource::<History>().records(), unit));
    battle::with_side_view(world, side, |view| {
        if let Some(prompt) = view.open_prompt() {
            let first = prompt.prompt().answers.first()?;
            return Some(Order::Decide { answer: first.key.clone() });
        }
        if view.round().is_deploying() {
            return Some(Order::Begin { side });
        }
        let unit = acting?;
        let attack = match opponent {
            TrainingOpponent::Guard if !has_attacked => nearest_attack(view, unit),
            TrainingOpponent::Guard | TrainingOpponent::Passive => None,
        };
        Some(attack.unwrap_or(Order::EndPhase { unit }))
    })
}

/// Whether a unit has attacked since its turn began.
fn has_attacked(records: &[OrderRecord], unit: UnitId) -> bool {
    for record in records.iter().rev() {
        if matches!(&record.order, Order::Attack { unit: attacker, .. } if *attacker == unit) {
            return true;
        }
        let began = |event: &BattleEvent| matches!(event, BattleEvent::PhaseBegan { unit: acting } if *acting == unit);
        if record.events.iter().any(|one| began(&one.event)) {
            return false;
        }
    }
    false
}

/// The first valid attack on the nearest enemy in view.
fn nearest_attack(view: &BattleView, unit: UnitId) -> Option<Order> {
    let me = view.unit(unit)?;
    let mut enemies: Vec<UnitDataItem> = view
        .units()
        .filter(|other| other.is_fighting() && other.side != me.side && view.sees(&me, other))
        .collect();
    enemies.sort_by_key(|other| (me.cell().distance_squared(other.cell()), *other.id));
    enemies.iter().find_map(|enemy| {
        let target = Target::Unit(*enemy.id);
        let mut attacks =
            me.inventory.held_items().map(|(slot, item)| Order::attack(unit, target, slot, item.mode()));
        attacks.find(|order| validate_order(view, order).is_ok())
    })
}
