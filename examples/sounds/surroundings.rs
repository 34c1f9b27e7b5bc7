//! Steps, doors, fire, smoke, water.

use crate::synth::{Take, decay, fall, swell};

/// Heel and sole.
fn step(heel: Take, sole: Take) -> Take {
    heel.mix(sole.gain(0.6), 0.045)
}

/// A short noise around a frequency.
fn scuff(seed: u32, frequency: f64, half_life: f64) -> Take {
    Take::noise(half_life * 7.0, seed).band_pass(0.8, move |_| frequency).shape(decay(0.002, half_life))
}

fn thud(frequency: f64) -> Take {
    Take::tone(0.08, fall(frequency * 2.0, frequency, 0.008)).shape(decay(0.001, 0.012))
}

pub fn step_hard() -> Take {
    step(thud(120.0).mix(scuff(401, 1900.0, 0.006), 0.0), scuff(402, 2600.0, 0.009))
}

pub fn step_wood() -> Take {
    let board = Take::struck(0.14, 165.0, &[1.0, 1.9, 2.8], 0.022);
    step(board.mix(scuff(411, 900.0, 0.006).gain(0.5), 0.0), scuff(412, 1300.0, 0.008))
}

pub fn step_metal() -> Take {
    let grating = Take::struck(0.2, 410.0, &[1.0, 1.47, 2.11, 3.02], 0.028).gain(0.6);
    step(grating.mix(thud(140.0), 0.0), scuff(421, 3000.0, 0.007))
}

pub fn step_grass() -> Take {
    let blades = Take::grains(0.14, (431, 2600.0), swell(0.14, 0.3)).high_pass(2200.0);
    blades.mix(thud(80.0).gain(0.4), 0.0)
}

pub fn step_earth() -> Take {
    let gravel = Take::grains(0.15, (441, 1100.0), swell(0.15, 0.25)).band_pass(0.6, |_| 1500.0);
    gravel.mix(thud(90.0).gain(0.5), 0.0)
}

/// A drop or a bubble that rises.
fn bubble(frequency: f64, seconds: f64) -> Take {
    Take::tone(seconds, move |time| frequency * (1.0 + 2.2 * time / seconds)).shape(swell(seconds, 0.2))
}

pub fn step_water() -> Take {
    let slosh = Take::noise(0.26, 451).band_pass(0.7, fall(1600.0, 500.0, 0.08)).shape(swell(0.26, 0.25));
    slosh.mix(bubble(420.0, 0.05).gain(0.5), 0.06).mix(bubble(610.0, 0.04).gain(0.4), 0.14)
}

pub fn door_open() -> Take {
    let latch = Take::struck(0.07, 720.0, &[1.0, 1.6, 2.7], 0.01);
    let hinge = Take::tone(0.32, |time| 330.0 + 160.0 * time + 20.0 * libm::sin(time * 120.0))
        .shape(swell(0.32, 0.4))
        .drive(3.0)
        .band_pass(2.5, |_| 1100.0);
    latch.mix(hinge.gain(0.5), 0.09).mix(scuff(461, 500.0, 0.04).gain(0.4), 0.08).room(0.7, 0.15)
}

pub fn door_close() -> Take {
    let leaf = Take::struck(0.2, 118.0, &[1.0, 1.7, 2.6, 3.8], 0.035);
    let latch = Take::struck(0.07, 640.0, &[1.0, 1.6, 2.7], 0.009);
    leaf.mix(scuff(471, 800.0, 0.012), 0.0).mix(latch.gain(0.5), 0.05).room(0.8, 0.2)
}

pub fn fire() -> Take {
    let roar = Take::noise(1.1, 481)
        .low_pass(|time| 420.0 + 160.0 * libm::sin(time * 23.0))
        .shape(swell(1.1, 0.3))
        .gain(1.3);
    let crackle = Take::grains(1.1, (482, 45.0), swell(1.1, 0.4)).high_pass(1300.0).gain(2.2);
    roar.mix(crackle, 0.0)
}

pub fn gas() -> Take {
    let hiss = Take::noise(1.0, 491).high_pass(2800.0).shape(decay(0.02, 0.22));
    let body = Take::noise(1.0, 492).band_pass(0.7, |_| 900.0).shape(decay(0.04, 0.2)).gain(0.5);
    hiss.mix(body, 0.0)
}

pub fn splash() -> Take {
    let burst = Take::noise(0.5, 501).band_pass(0.5, fall(2600.0, 600.0, 0.1)).shape(decay(0.004, 0.07));
    let mut sum = burst.mix(thud(75.0), 0.0);
    for (number, frequency) in [380.0, 540.0, 460.0, 690.0, 820.0].into_iter().enumerate() {
        sum = sum.mix(bubble(frequency, 0.05).gain(0.35), 0.12 + 0.06 * number as f64);
    }
    sum
}
