//! Cards beside the cursor: forecasts of attacks, moves, timed items and knockback.

mod area_words;
mod attack_card;
mod bad_odds;
pub mod card_layout;
pub mod damage_chart;
pub mod forecast_details;
pub mod hover_card;
pub mod knockback_card;
pub mod move_card;
pub mod timed_item_card;

use bevy::prelude::*;

use crate::board::InputSystems;
use crate::input::{ActionInput, InputAction};
use crate::settings::{HeldKeys, Settings};

/// The cards beside the pointer.
pub(super) struct CardPlugin;

impl Plugin for CardPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            toggle_full_cards.in_set(InputSystems::Panels).after(super::PanelKeySystems::Actions),
        );
    }
}

/// Toggles between detailed and compact cards. Alt shows detailed ones while it is held, or from one press to the next.
fn toggle_full_cards(keys: ActionInput, keyboard: Res<ButtonInput<KeyCode>>, mut settings: ResMut<Settings>) {
    let alt = keyboard.any_just_pressed([KeyCode::AltLeft, KeyCode::AltRight]);
    let switches = alt && settings.held_keys == HeldKeys::Toggle;
    if switches || keys.just_pressed(InputAction::WholeCards) {
        settings.whole_cards = !settings.whole_cards;
    }
}
