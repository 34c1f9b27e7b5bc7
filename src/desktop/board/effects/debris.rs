//! What flies off a barrier that is hit: shards, chips, sparks, splinters or leaves, with their number, size and
//! colour.

use bevy_egui::egui::Color32;

use crate::theme::Palette;
use content::BarrierStyle;

/// What a barrier breaks into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::board) enum Debris {
    /// Shards.
    Glass,
    /// Chips and dust.
    Stone,
    /// Sparks.
    Metal,
    /// Splinters.
    Wood,
    /// Leaves.
    Leaves,
}

impl Debris {
    /// Returns what a kind of barrier breaks into, and its colour.
    pub fn of(style: BarrierStyle, palette: &Palette) -> (Self, Color32) {
        match style {
            BarrierStyle::Glass => (Self::Glass, palette.glass),
            BarrierStyle::Brick => (Self::Stone, palette.brick),
            BarrierStyle::Concrete | BarrierStyle::Pillar => (Self::Stone, palette.concrete),
            BarrierStyle::Drywall | BarrierStyle::Sandbags => (Self::Stone, palette.drywall),
            BarrierStyle::Metal | BarrierStyle::Fence | BarrierStyle::Car => (Self::Metal, palette.concrete),
            BarrierStyle::Door => (Self::Wood, palette.door),
            BarrierStyle::Wood | BarrierStyle::Crate | BarrierStyle::Counter | BarrierStyle::Furniture => {
                (Self::Wood, palette.wood)
            }
            BarrierStyle::Hedge | BarrierStyle::Tree => (Self::Leaves, Color32::from_rgb(0x4A, 0x7D, 0x52)),
        }
    }

    /// Returns the number of pieces of a hit.
    pub(super) const fn chips(self) -> u32 {
        match self {
            Self::Glass => 16,
            Self::Stone | Self::Wood => 9,
            Self::Metal => 6,
            Self::Leaves => 8,
        }
    }

    /// Returns the size of the pieces as a factor.
    pub(super) const fn size(self) -> f32 {
        match self {
            Self::Glass => 1.15,
            Self::Wood => 1.3,
            Self::Stone => 1.0,
            Self::Metal => 0.6,
            Self::Leaves => 1.1,
        }
    }

    /// Whether pieces shine: glints of glass, sparks of metal.
    pub(super) const fn shines(self) -> bool {
        matches!(self, Self::Glass | Self::Metal)
    }

    /// Returns the colour of what shines.
    pub(super) const fn glint(self, own: [f32; 3]) -> [f32; 3] {
        match self {
            Self::Metal => [1.0, 0.6, 0.2],
            _ => own,
        }
    }

    /// Whether there is dust.
    pub(super) const fn dusts(self) -> bool {
        matches!(self, Self::Stone | Self::Wood)
    }
}
