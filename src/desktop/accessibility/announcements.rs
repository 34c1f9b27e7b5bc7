//! Announcements: what a screen reader says by itself, without being asked.

use bevy_egui::egui::accesskit::{Live, Role};
use bevy_egui::egui::{Context, Id};

/// Announces a text when it appears or changes: at once if it is urgent, else when the reader is silent. `source` is the
/// same for texts that replace each other.
pub(crate) fn announce(context: &Context, source: &'static str, urgent: bool, text: &str) {
    context.accesskit_node_builder(Id::new(("announcement", source)), |node| {
        node.set_role(if urgent { Role::Alert } else { Role::Log });
        node.set_live(if urgent { Live::Assertive } else { Live::Polite });
        node.set_live_atomic();
        node.set_label(text);
    });
}
