//! Limits how many sounds begin at once, and varies those that are repeated.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use crate::effects::{SoundEffect, SoundGroup};

/// Least time between two beginnings of the same sound.
const SAME: Duration = Duration::from_millis(40);
/// Most sounds that begin within `WINDOW`.
const MOST: usize = 12;
const WINDOW: Duration = Duration::from_millis(120);
/// Playback rates of a repeated sound, in turn.
const RATES: [f64; 5] = [1.0, 0.965, 1.03, 0.985, 1.05];

/// What has begun lately.
#[derive(Debug, Default)]
pub(crate) struct RateLimit {
    /// The last beginning of each sound, and how often it was played.
    last: BTreeMap<SoundEffect, (Duration, usize)>,
    /// Beginnings within the window.
    recent: VecDeque<Duration>,
}

impl RateLimit {
    /// Admits a sound that begins at this time, and returns its playback rate; `None` if there are too many.
    pub fn admit(&mut self, effect: SoundEffect, begins: Duration) -> Option<f64> {
        let (last, count) = self.last.get(&effect).copied().unzip();
        if last.is_some_and(|last| begins.abs_diff(last) < SAME) {
            return None;
        }
        self.recent.retain(|at| begins.abs_diff(*at) < WINDOW);
        if self.recent.len() >= MOST {
            return None;
        }
        self.recent.push_back(begins);
        let count = count.map_or(0, |count: usize| count + 1);
        self.last.insert(effect, (begins, count));
        let varies = effect.group() != SoundGroup::Interface;
        Some(if varies { RATES[count % RATES.len()] } else { 1.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn milliseconds(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn the_same_sound_does_not_begin_twice_at_once() {
        let mut limit = RateLimit::default();
        assert_eq!(limit.admit(SoundEffect::HitWood, milliseconds(0)), Some(1.0));
        assert_eq!(limit.admit(SoundEffect::HitWood, milliseconds(39)), None);
        assert_eq!(limit.admit(SoundEffect::HitStone, milliseconds(39)), Some(1.0));
        assert_eq!(limit.admit(SoundEffect::HitWood, milliseconds(40)), Some(0.965));
    }

    #[test]
    fn only_so_many_sounds_begin_in_a_moment() {
        let mut limit = RateLimit::default();
        let begun = SoundEffect::ALL.iter().filter(|effect| limit.admit(**effect, milliseconds(5)).is_some());
        assert_eq!(begun.count(), MOST);
        let later = milliseconds(5) + WINDOW;
        assert!(limit.admit(SoundEffect::Victory, later).is_some());
    }

    #[test]
    fn buttons_always_sound_the_same() {
        let mut limit = RateLimit::default();
        let rates = [0, 100, 200].map(|at| limit.admit(SoundEffect::Click, milliseconds(at)));
        assert_eq!(rates, [Some(1.0); 3]);
    }
}
