//! Legend of the overlays that are shown, for the line below the board.

use bevy::prelude::Resource;
use bevy_egui::egui::Color32;

use super::OverlayCanvas;
use crate::input::{InputAction, binding_text};

/// One line of the legend.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LegendEntry {
    /// Sprite that fills squares; "" is plain.
    pub pattern: &'static str,
    /// Colour of the squares.
    pub colour: Color32,
    /// What it means.
    pub words: String,
    /// It belongs to an overlay that the player has switched on.
    pub is_chosen: bool,
}

impl LegendEntry {
    /// Explains a colour and a pattern; "" is plain.
    pub fn new(pattern: &'static str, colour: Color32, words: &str) -> Self {
        Self { pattern, colour, words: words.to_owned(), is_chosen: false }
    }

    /// Marks it as that of an overlay that the player has switched on.
    pub fn chosen(self) -> Self {
        Self { is_chosen: true, ..self }
    }

    /// Explains a colour and a pattern, and names the key that switches them off.
    pub(super) fn with_key(
        pattern: &'static str,
        colour: Color32,
        words: &str,
        key: InputAction,
        canvas: &OverlayCanvas,
    ) -> Self {
        let words = format!("{words} ({})", binding_text(key, canvas.settings));
        Self { pattern, colour, words, is_chosen: true }
    }
}

/// The legend of the overlays that the board shows in this frame.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(crate) struct BoardLegend(pub Vec<LegendEntry>);
