//! Overlays that stay on until switched off, by their key or their button.

use bevy::prelude::*;

use crate::input::{ActionInput, InputAction};

/// An overlay that has a key and a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OverlayToggle {
    /// What the selected unit sees.
    Sight,
    /// What enemies can reach and attack in their next turn.
    Threat,
    /// The damage to expect on each square.
    Damage,
}

impl OverlayToggle {
    /// All of them, in the order of their buttons.
    pub const ALL: [Self; 3] = [Self::Sight, Self::Threat, Self::Damage];

    /// Returns the action whose keys switch it.
    pub const fn action(self) -> InputAction {
        match self {
            Self::Sight => InputAction::LineOfSight,
            Self::Threat => InputAction::Threat,
            Self::Damage => InputAction::DamageMap,
        }
    }

    /// Returns the name of its icon.
    pub const fn sprite(self) -> &'static str {
        match self {
            Self::Sight => "eye",
            Self::Threat => "sniper",
            Self::Damage => "explosion",
        }
    }

    /// Says what it shows.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Sight => "Darkens what the selected unit does not see. Point at a dark square to see why.",
            Self::Threat => {
                "Hatches what visible enemies can attack in their next turn, after moving. Point at an enemy for its \
                 own reach, at a square for who can attack it."
            }
            Self::Damage => {
                "Writes the expected damage on each square that the selected unit can move to: the average of one attack by \
                 each visible enemy. Green squares, without a number: none."
            }
        }
    }
}

/// The overlays that are on.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OverlayToggles {
    on: [bool; OverlayToggle::ALL.len()],
}

impl OverlayToggles {
    /// Whether an overlay is on.
    pub fn is_on(self, overlay: OverlayToggle) -> bool {
        self.on[overlay as usize]
    }

    /// Switches an overlay on or off.
    pub fn flip(&mut self, overlay: OverlayToggle) {
        self.on[overlay as usize] ^= true;
    }
}

/// Switches the overlays whose key is pressed.
pub(crate) fn toggle_overlays(keys: ActionInput, mut toggles: ResMut<OverlayToggles>) {
    for overlay in OverlayToggle::ALL {
        if keys.just_pressed(overlay.action()) {
            toggles.flip(overlay);
        }
    }
}
