//! Plain words by which the search finds an action, whatever a rulebook calls it.

use super::choices::{ActionChoice, ChoiceAction};
use crate::session::Intent;
use battle::Order;

const MOVE: &str = "move go walk run sprint dash step";
const COVER: &str = "cover hide crouch duck shelter protect";
const PRONE: &str = "prone lie down crouch duck hide";
const DEFEND: &str = "defend defence defense block parry dodge guard shield protect";
const HEAL: &str = "heal aid medic medicine doctor bandage treat cure patch wound injury";
const RELOAD: &str = "reload ammo ammunition magazine load";
const ATTACK: &str = "attack shoot fire hit strike";
const THROW: &str = "grenade throw bomb mine explosive charge";
const GRIP: &str = "escape grip hold wrestle free release";
const SEVERAL: &str = "several multiple double twice attacks";
const RIDE: &str = "vehicle car enter leave exit drive";

/// Returns words for what an action does, beside its name and description: the same in every rulebook.
pub(in crate::panel) fn search_words(choice: &ActionChoice) -> &'static str {
    match &choice.action {
        ChoiceAction::Aim(intent) => intent_words(*intent),
        ChoiceAction::GiveOrder(order) | ChoiceAction::GiveBoth(_, order) => order_words(order),
        ChoiceAction::WaitAsking(_) => "wait later hold delay",
        ChoiceAction::EndPhase(_) => "end finish done pass skip",
        ChoiceAction::SlipPast => "evade dodge slip past",
        ChoiceAction::MultipleAttacks => SEVERAL,
        ChoiceAction::Undo => "undo take back revert",
        ChoiceAction::OpenMenu(_) | ChoiceAction::CycleAttacks(_) | ChoiceAction::OpenSearch => "",
    }
}

/// Returns words for what a click on the board does.
fn intent_words(intent: Intent) -> &'static str {
    match intent {
        Intent::Move => MOVE,
        Intent::Attack { option: Some("throw"), .. } => "attack throw hurl",
        Intent::Attack { option: Some("grapple" | "seize"), .. } => "attack grab hold wrestle seize",
        Intent::Attack { .. } => ATTACK,
        Intent::SpecialAction { key } => special_action_words(key),
        Intent::Door => "door window open close",
        Intent::PickUp => "pick up take grab loot",
        Intent::PlaceItem { .. } => THROW,
    }
}

/// Returns words for what an order does.
fn order_words(order: &Order) -> &'static str {
    match order {
        Order::Move { .. } | Order::AnnounceRun { .. } => MOVE,
        Order::Attack { .. } | Order::Multiple { .. } => ATTACK,
        Order::Activate { .. } => THROW,
        Order::Detonate { .. } => "detonate explode blow up bomb grenade",
        Order::SpecialAction { action, .. } => special_action_words(action),
        Order::TakeCover { .. } => COVER,
        Order::DropProne { .. } => PRONE,
        Order::StandUp { .. } => "stand get up rise",
        Order::Reload { .. } => RELOAD,
        Order::Ready { .. } => "ready draw equip switch change weapon hand",
        Order::Drop { .. } => "drop throw away put down",
        Order::PickUp { .. } => "pick up take grab loot",
        Order::Door { .. } => "door window open close",
        Order::Karma { .. } | Order::KarmaInitiative { .. } => "karma luck dice reroll",
        Order::Delay { .. } => "wait later hold delay",
        Order::EndPhase { .. } => "end finish done pass skip",
        _ => "",
    }
}

/// Returns words for the special actions of the rulebooks, by their keys.
fn special_action_words(key: &str) -> &'static str {
    match key {
        "heal" | "heal_self" | "first_aid" | "first_aid_self" | "treat" | "treat_self" | "treat_wound"
        | "revive" => HEAL,
        "rally" => "rally recover stun wake",
        "use_booster" => "booster drug stimulant medicine",
        "recharge" => "shield energy charge",
        "cover" => COVER,
        "hide" => "hide sneak stealth conceal crouch",
        "reserve" | "full_defence" | "guarded_stance" | "abort" => DEFEND,
        "aim" => "aim focus",
        "reload" => RELOAD,
        "clear_jam" => "jam unjam clear repair",
        "full_move" | "buy_maneuver" | "give_up_action" => MOVE,
        "charge" => "charge run sprint rush melee attack",
        "engage" => "engage melee fight",
        "grapple" => "grab hold wrestle seize",
        "break_free" | "break_hold" | "take_control" | "let_go" => GRIP,
        "put_out" => "extinguish fire flames burning",
        "split" | "flurry_2" | "flurry_3" | "further_target" => SEVERAL,
        "replace" => "replace change attack target",
        "lift_body" | "drop_body" => "body carry drag lift drop",
        "turn_shield" | "release_shield" => "shield hostage",
        "board" | "alight" | "take_wheel" => RIDE,
        "windows" => "window open close",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a search for a word finds an action with these words.
    fn has(words: &str, word: &str) -> bool {
        words.split_whitespace().any(|own| own == word)
    }

    #[test]
    fn every_treatment_is_found_by_the_same_words() {
        let treatments = ["heal", "heal_self", "first_aid", "first_aid_self", "treat", "treat_self"];
        for key in treatments.into_iter().chain(["treat_wound", "revive"]) {
            for word in ["heal", "aid", "medic", "bandage"] {
                assert!(has(special_action_words(key), word), "{key}: {word}");
                assert!(
                    has(intent_words(Intent::SpecialAction { key }), word),
                    "on another unit, {key}: {word}"
                );
            }
        }
    }

    #[test]
    fn defences_throws_and_ways_to_hide_are_found_by_plain_words() {
        for key in ["reserve", "full_defence", "guarded_stance", "recharge", "turn_shield"] {
            assert!(has(special_action_words(key), "shield"), "{key}");
        }
        assert!(has(intent_words(Intent::PlaceItem { weapon: 0, timer: None }), "grenade"));
        for key in ["cover", "hide"] {
            assert!(
                has(special_action_words(key), "hide") && has(special_action_words(key), "crouch"),
                "{key}"
            );
        }
        for key in ["full_move", "charge"] {
            assert!(
                has(special_action_words(key), "run") && has(special_action_words(key), "sprint"),
                "{key}"
            );
        }
    }
}
