//! Shots for announced attacks: which weapons have few, and which cannot be fired once more in a turn.

use super::announcement::announced_keys;
use super::widgets::PanelContext;
use crate::answer_aims::AnswerAims;
use battle::{CarriedItem, UnitDataItem};
use battle_log::log_text::count_text;
use rules::play;
use rules::turn_engine::{Action, ActionCost, action_cost};

/// Attacks of a turn for which a weapon that lasts is not worth a word.
const MANY_ATTACKS: u32 = 3;

/// Says which weapons in the hands of a unit have shots for few attacks only: a further announced attack with them is lost.
pub(super) fn scarce_shots(unit: &UnitDataItem) -> Option<String> {
    let held = unit.inventory.held_items().filter(|(_, carried)| carried.magazine() > 0);
    let scarce = held.filter_map(|(_, carried)| {
        scarce_shots_text(carried.name().as_ref(), LoadedAttacks::of(carried).now)
    });
    let scarce: Vec<String> = scarce.collect();
    (!scarce.is_empty()).then(|| scarce.join(" "))
}

/// Says that a weapon has shots for so many attacks only; `None` if they last for a turn.
fn scarce_shots_text(weapon: &str, attacks: u32) -> Option<String> {
    let enough = match attacks {
        0 => "no shots left for an attack".to_owned(),
        some => format!("shots left for {} only", count_text(some, "attack", "attacks")),
    };
    let text = format!(
        "{weapon}: {enough}. Each further attack that is announced with it is lost, unless it is reloaded."
    );
    (attacks < MANY_ATTACKS).then_some(text)
}

/// The attacks that a weapon is loaded for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LoadedAttacks {
    /// With what is loaded.
    now: u32,
    /// With a full magazine; at least one.
    full: u32,
}

impl LoadedAttacks {
    /// Counts the attacks of a weapon with a magazine, in the fire mode that is set.
    fn of(carried: &CarriedItem) -> Self {
        let rounds = play::rounds_per_attack(carried.weapon(), carried.mode()).max(1);
        Self { now: carried.loaded() / rounds, full: (carried.magazine() / rounds).max(1) }
    }

    /// How often the weapon has to be reloaded for so many attacks.
    const fn reloads(self, attacks: u32) -> u32 {
        attacks.saturating_sub(self.now).div_ceil(self.full)
    }

    /// Whether one more attack needs a reload for which a turn of so many actions has no room, after `before` attacks with the weapon
    /// and `others` with anything else. An attack takes one action, and so does a reload.
    const fn lacks_shot(self, (before, others): (u32, u32), actions: u32) -> bool {
        let attacks = before + 1;
        self.reloads(attacks) > 0 && attacks + others + self.reloads(attacks) > actions
    }
}

/// Says why one more attack cannot be announced with the weapon of an answer: what was announced before leaves neither a shot nor
/// an action to reload. `None` if it can, and in questions that do not ask for attacks one by one.
pub(super) fn shot_refusal(context: &PanelContext, aims: &AnswerAims, key: &str) -> Option<String> {
    let open = context.view.open_prompt()?;
    let actions = play::most_announced_attacks(open.prompt(), context.view.rules())?;
    let reload = action_cost(Action::Reload, &context.view.rules().engine);
    if matches!(reload, ActionCost::None | ActionCost::Free) {
        return None;
    }
    let (unit, slot) = (context.view.unit(open.prompt().who)?, *aims.slots.get(key)?);
    let carried = unit.inventory.get(slot).filter(|carried| carried.magazine() > 0)?;
    let announced = announced_keys(open);
    let before = announced.iter().filter(|known| aims.slots.get(**known) == Some(&slot)).count();
    let counts = (before as u32, (announced.len() - before) as u32);
    LoadedAttacks::of(carried).lacks_shot(counts, u32::from(actions)).then(|| {
        let name = carried.name();
        format!("no shot of {name} is left for it, and no action to reload")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weapon_with_few_shots_says_for_how_many_attacks_they_last() {
        let text = |attacks| scarce_shots_text("Launcher", attacks);
        let lost = "Each further attack that is announced with it is lost, unless it is reloaded.";
        assert_eq!(text(2), Some(format!("Launcher: shots left for 2 attacks only. {lost}")));
        assert_eq!(text(0), Some(format!("Launcher: no shots left for an attack. {lost}")));
        assert_eq!(text(3), None, "they last for a turn");
    }

    #[test]
    fn an_attack_is_not_announced_without_a_shot_or_an_action_to_reload() {
        let launcher = LoadedAttacks { now: 1, full: 1 };
        let lacks = |before, others, actions| launcher.lacks_shot((before, others), actions);
        assert!(!lacks(0, 0, 3), "the loaded shot");
        assert!(!lacks(1, 0, 3), "shot, reload, shot");
        assert!(lacks(2, 0, 3), "two reloads are too many");
        assert!(lacks(1, 0, 2) && lacks(1, 1, 3), "no action is left to reload");
        assert!(!lacks(0, 2, 3), "others need no shot of it");
        let two = LoadedAttacks { now: 2, full: 2 };
        assert!(!two.lacks_shot((1, 0), 2) && two.lacks_shot((2, 0), 3));
        let empty = LoadedAttacks { now: 0, full: 30 };
        assert!(!empty.lacks_shot((0, 0), 3) && empty.lacks_shot((0, 0), 1), "it is reloaded first");
    }
}
