//! Chooses the sound of each weapon: by its name in the content, or else by its kind.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::content_library::ContentLibrary;
use battle::CarriedItem;
use content::WeaponSound;

/// What weapons sound like, by name.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct WeaponSounds(BTreeMap<String, WeaponSound>);

impl WeaponSounds {
    /// Returns what a weapon sounds like. One that the content does not list sounds like its kind: blunt in melee, a
    /// pistol in one hand, a rifle in two.
    pub fn of(&self, item: &CarriedItem) -> WeaponSound {
        let listed = self.0.get(&**item.name()).copied();
        listed.unwrap_or_else(|| match item.hands() {
            _ if item.is_melee() => WeaponSound::Blunt,
            0 | 1 => WeaponSound::Pistol,
            _ => WeaponSound::Rifle,
        })
    }
}

/// Follows the content.
pub(super) fn update_weapon_sounds(library: Res<ContentLibrary>, mut sounds: ResMut<WeaponSounds>) {
    if library.is_changed() {
        sounds.0 = library.loaded.content.weapon_sounds_by_name();
    }
}
