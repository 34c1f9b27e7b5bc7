//! Volumes per group of sounds.

use crate::effects::SoundGroup;

/// Volumes in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Volumes {
    /// No sound at all.
    pub muted: bool,
    /// Of everything.
    pub master: u8,
    /// Of shots, hits and explosions.
    pub effects: u8,
    /// Of steps, doors and the surroundings.
    pub ambience: u8,
    /// Of buttons and signals.
    pub interface: u8,
}

impl Default for Volumes {
    fn default() -> Self {
        Self { muted: false, master: 80, effects: 100, ambience: 100, interface: 100 }
    }
}

impl Volumes {
    /// Returns the volume of a group without the master volume, in percent.
    pub fn of(&self, group: SoundGroup) -> u8 {
        match group {
            SoundGroup::Effects => self.effects,
            SoundGroup::Ambience => self.ambience,
            SoundGroup::Interface => self.interface,
        }
    }

    /// Whether nothing of a group can be heard.
    pub fn is_silent(&self, group: SoundGroup) -> bool {
        self.muted || self.master == 0 || self.of(group) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_silent_if_it_or_everything_is() {
        let loud = Volumes::default();
        assert!(!loud.is_silent(SoundGroup::Effects));
        let groups = [SoundGroup::Effects, SoundGroup::Ambience, SoundGroup::Interface];
        let silent = |volumes: Volumes| groups.map(|group| volumes.is_silent(group));
        assert_eq!(silent(Volumes { effects: 0, ..loud }), [true, false, false]);
        assert_eq!(silent(Volumes { ambience: 0, ..loud }), [false, true, false]);
        assert_eq!(silent(Volumes { interface: 0, ..loud }), [false, false, true]);
        assert_eq!(silent(Volumes { master: 0, ..loud }), [true; 3]);
        assert_eq!(silent(Volumes { muted: true, ..loud }), [true; 3]);
    }
}
