//! Noise, tones, filters and envelopes. Times are in seconds, frequencies in hertz.

use std::f64::consts::{PI, TAU};

use sound::SAMPLE_RATE;

const RATE: f64 = SAMPLE_RATE as f64;
/// The end of a sound fades over this time.
const FADE: f64 = 0.006;

/// A sound in the making.
#[derive(Clone, Debug, Default)]
pub struct Take(Vec<f64>);

/// An envelope: rises over `attack`, then halves every `half_life`.
pub fn decay(attack: f64, half_life: f64) -> impl Fn(f64) -> f64 {
    move |time| (time / attack).min(1.0) * libm::exp2(-(time - attack).max(0.0) / half_life)
}

/// An envelope: a bow from 0 to 1 and back within a time, with its top at a share of it.
pub fn swell(length: f64, top: f64) -> impl Fn(f64) -> f64 {
    move |time| {
        let share = (time / length).clamp(0.0, 1.0);
        let rise = if share < top { share / top } else { (1.0 - share) / (1.0 - top) };
        rise * rise
    }
}

/// A value that falls from `from` to `to`, half of the way in every `half_life`.
pub fn fall(from: f64, to: f64, half_life: f64) -> impl Fn(f64) -> f64 {
    move |time| to + (from - to) * libm::exp2(-time / half_life)
}

fn samples(seconds: f64) -> usize {
    (seconds * RATE) as usize
}

/// Times of samples.
fn times(count: usize) -> impl Iterator<Item = f64> {
    (0..count).map(|number| number as f64 / RATE)
}

/// What a filter lets pass.
#[derive(Clone, Copy)]
enum Pass {
    Low,
    Band,
    High,
}

impl Take {
    /// White noise; a seed is one noise.
    pub fn noise(seconds: f64, seed: u32) -> Self {
        let mut state = seed.wrapping_mul(0x9E37_79B1) | 1;
        let mut draw = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            f64::from(state) / f64::from(u32::MAX) * 2.0 - 1.0
        };
        Self((0..samples(seconds)).map(|_| draw()).collect())
    }

    /// A sine of a frequency that may change.
    pub fn tone(seconds: f64, frequency: impl Fn(f64) -> f64) -> Self {
        let mut phase = 0.0;
        let next = |time| {
            phase += frequency(time) / RATE;
            phase -= libm::floor(phase);
            libm::sin(phase * TAU)
        };
        Self(times(samples(seconds)).map(next).collect())
    }

    /// A struck body: sines at these multiples of a frequency, each quieter and shorter than the one before.
    pub fn struck(seconds: f64, frequency: f64, partials: &[f64], half_life: f64) -> Self {
        let mut sum = Self(vec![0.0; samples(seconds)]);
        for (number, partial) in partials.iter().enumerate() {
            let rank = 1.0 + number as f64;
            let one = Self::tone(seconds, |_| frequency * partial).shape(decay(0.0006, half_life / rank));
            sum = sum.mix(one.gain(1.0 / rank), 0.0);
        }
        sum
    }

    /// A played note: a fundamental with overtones, as of a horn.
    pub fn note(seconds: f64, frequency: f64, attack: f64, half_life: f64) -> Self {
        let mut sum = Self(vec![0.0; samples(seconds)]);
        for (multiple, level) in [(1.0, 1.0), (2.0, 0.45), (3.0, 0.28), (4.0, 0.12), (5.0, 0.06)] {
            let one = Self::tone(seconds, move |_| frequency * multiple);
            sum = sum.mix(one.shape(decay(attack, half_life / (0.6 + 0.4 * multiple))).gain(level), 0.0);
        }
        sum
    }

    /// Many short grains of noise, as of gravel or flames: so many a second, fewer and fewer.
    pub fn grains(seconds: f64, (seed, per_second): (u32, f64), thinning: impl Fn(f64) -> f64) -> Self {
        let chance = Self::noise(seconds, seed);
        let body = Self::noise(seconds, seed + 1);
        let mut level = 0.0;
        let mut grain = |((time, chance), body): ((f64, &f64), &f64)| {
            let share = per_second * thinning(time) / RATE;
            if (chance + 1.0) * 0.5 < share {
                level = 0.4 + 0.6 * (body + 1.0) * 0.5;
            }
            level *= 0.985;
            level * body
        };
        let all = times(body.0.len()).zip(&chance.0).zip(&body.0);
        Self(all.map(&mut grain).collect())
    }

    /// Multiplies by an envelope.
    pub fn shape(mut self, envelope: impl Fn(f64) -> f64) -> Self {
        let count = self.0.len();
        for (sample, time) in self.0.iter_mut().zip(times(count)) {
            *sample *= envelope(time);
        }
        self
    }

    /// Multiplies by a number.
    pub fn gain(self, factor: f64) -> Self {
        self.shape(|_| factor)
    }

    /// Adds another sound from a time on.
    pub fn mix(mut self, other: Self, at: f64) -> Self {
        let start = samples(at);
        self.0.resize(self.0.len().max(start + other.0.len()), 0.0);
        for (sample, more) in self.0[start..].iter_mut().zip(other.0) {
            *sample += more;
        }
        self
    }

    /// Compresses loud parts, which adds overtones.
    pub fn drive(mut self, amount: f64) -> Self {
        for sample in &mut self.0 {
            *sample = libm::tanh(*sample * amount);
        }
        self
    }

    /// Removes what is above a frequency.
    pub fn low_pass(self, frequency: impl Fn(f64) -> f64) -> Self {
        self.filter(Pass::Low, 0.7, frequency)
    }

    /// Removes what is below a frequency.
    pub fn high_pass(self, frequency: f64) -> Self {
        self.filter(Pass::High, 0.7, move |_| frequency)
    }

    /// Keeps what is around a frequency; the greater the quality, the narrower.
    pub fn band_pass(self, quality: f64, frequency: impl Fn(f64) -> f64) -> Self {
        self.filter(Pass::Band, quality, frequency)
    }

    /// A state-variable filter of the second order.
    fn filter(mut self, pass: Pass, quality: f64, frequency: impl Fn(f64) -> f64) -> Self {
        let (mut first, mut second) = (0.0, 0.0);
        let damping = 1.0 / quality;
        let count = self.0.len();
        for (sample, time) in self.0.iter_mut().zip(times(count)) {
            let tuned = libm::tan(PI * (frequency(time) / RATE).clamp(0.0005, 0.45));
            let scale = 1.0 / (1.0 + tuned * (tuned + damping));
            let rest = *sample - second;
            let band = scale * first + tuned * scale * rest;
            let low = second + tuned * band;
            first = 2.0 * band - first;
            second = 2.0 * low - second;
            *sample = match pass {
                Pass::Low => low,
                Pass::Band => band * damping,
                Pass::High => *sample - damping * band - low,
            };
        }
        self
    }

    /// Adds reflections of a room: quieter and duller repetitions.
    pub fn room(self, size: f64, level: f64) -> Self {
        let mut dull = self.clone();
        let mut sum = self;
        for (number, place) in [0.031, 0.047, 0.073, 0.101, 0.139].into_iter().enumerate() {
            dull = dull.low_pass(|_| 2600.0 / (1.0 + 0.4 * number as f64));
            sum = sum.mix(dull.clone().gain(level / (1.0 + number as f64)), place * size);
        }
        sum
    }

    /// Returns the samples with a peak, without a constant part, faded at the end.
    pub fn finish(self, peak: f64) -> Vec<i16> {
        let mut taken = self.high_pass(25.0);
        let (count, end) = (taken.0.len(), samples(FADE));
        for (number, sample) in taken.0.iter_mut().enumerate() {
            *sample *= ((count - 1 - number) as f64 / end as f64).min(1.0);
        }
        let most = taken.0.iter().fold(1e-9, |most: f64, sample| most.max(sample.abs()));
        let scale = peak * 32_767.0 / most;
        taken.0.iter().map(|sample| libm::round(sample * scale) as i16).collect()
    }
}
