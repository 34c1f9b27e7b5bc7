//! Cards beside the cursor: forecasts of attacks, moves, timed items and knockback.

mod action_card;
mod announced_attack;
pub(super) mod area_words;
mod attack_card;
pub(super) mod bad_odds;
mod brief;
pub mod card_layout;
mod card_subjects;
pub mod card_title;
pub mod damage_chart;
mod damage_reason;
pub mod forecast_details;
pub mod hover_card;
mod key_figures;
pub mod knockback_card;
pub mod move_card;
mod stowed_weapon;
pub mod timed_item_card;
mod unit_summary;

use bevy::prelude::*;

use bevy_egui::egui::Ui;

pub(super) use self::brief::show_brief_description;
use super::widgets::PanelContext;
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

/// Whether dice, modifiers and clauses are shown: while Alt is held, or with detailed cards.
pub(super) fn shows_details(ui: &Ui, context: &PanelContext) -> bool {
    let holds = context.settings.held_keys == HeldKeys::Hold;
    let alt = holds && ui.input(|input| input.modifiers.alt);
    context.settings.whole_cards != alt
}

/// Draws the line that says which keys show dice, modifiers and clauses.
pub(super) fn show_details_hint(ui: &mut Ui, context: &PanelContext) {
    let text = format!("{}: dice, modifiers and clauses", details_keys(context));
    ui.colored_label(context.palette.faint, text);
}

/// The keys that show the details of a card: "Alt or V".
fn details_keys(context: &PanelContext) -> String {
    match context.key_label(InputAction::WholeCards) {
        key if key.is_empty() => "Alt".to_owned(),
        key => format!("Alt or {key}"),
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
