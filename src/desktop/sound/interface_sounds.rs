//! Sounds of buttons: one place for all of them.

use ::sound::SoundEffect;
use bevy::prelude::*;
use bevy_egui::egui::output::OutputEvent;
use bevy_egui::egui::{Context, Id};
use bevy_egui::{EguiContext, EguiFullOutput};

use super::PlaySound;

/// Plays a sound for every widget that is clicked, and for a button that the pointer reaches.
pub(super) fn hear_widgets(
    mut contexts: Query<(&mut EguiContext, &EguiFullOutput)>,
    mut hovered: Local<Option<Id>>,
    mut sounds: MessageWriter<PlaySound>,
) {
    for (mut context, output) in &mut contexts {
        let Some(output) = &output.0 else { continue };
        let is_click = |event: &OutputEvent| matches!(event, OutputEvent::Clicked(_));
        if output.platform_output.events.iter().any(is_click) {
            sounds.write(PlaySound::interface(SoundEffect::Click));
        }
        let context = context.get_mut();
        let button = hovered_button(context);
        let moves = context.input(|input| input.pointer.is_moving());
        if button.is_some() && button != *hovered && moves {
            sounds.write(PlaySound::interface(SoundEffect::Hover));
        }
        *hovered = button;
    }
}

/// Returns the enabled widget under the pointer that can be clicked; the ground of a window is none.
fn hovered_button(context: &Context) -> Option<Id> {
    let ids = context.interaction_snapshot(|now| now.hovered.iter().copied().collect::<Vec<_>>());
    ids.into_iter().find(|id| {
        let is_area = context.memory(|memory| memory.area_rect(*id)).is_some();
        !is_area
            && context
                .read_response(*id)
                .is_some_and(|response| response.enabled() && response.sense.senses_click())
    })
}
