//! Hits, what breaks, explosions, bodies.

use crate::synth::{Take, decay, fall};

/// A short noise around a frequency.
fn knock(seed: u32, (frequency, quality): (f64, f64), half_life: f64) -> Take {
    Take::noise(half_life * 9.0, seed).band_pass(quality, move |_| frequency).shape(decay(0.0006, half_life))
}

/// Pieces that fall: struck bodies of several frequencies at several times.
fn pieces(count: u32, (lowest, partials): (f64, &[f64]), (span, half_life): (f64, f64)) -> Take {
    let mut sum = Take::default();
    for number in 0..count {
        // Spread evenly, and always in the same way.
        let share = f64::from(number * 37 % count) / f64::from(count);
        let pitch = lowest * (1.0 + 1.7 * f64::from(number * 53 % count) / f64::from(count));
        let piece = Take::struck(half_life * 7.0, pitch, partials, half_life).gain(1.0 - 0.7 * share);
        sum = sum.mix(piece, 0.01 + span * share * share);
    }
    sum
}

pub fn flesh() -> Take {
    let thud = Take::tone(0.16, fall(230.0, 85.0, 0.015)).shape(decay(0.001, 0.026));
    let slap = Take::noise(0.08, 201).band_pass(0.7, |_| 950.0).shape(decay(0.0006, 0.009)).gain(0.9);
    let wet = Take::grains(0.16, (202, 800.0), decay(0.01, 0.035))
        .band_pass(1.2, fall(1500.0, 600.0, 0.05))
        .gain(0.8);
    thud.mix(slap, 0.0).mix(wet, 0.008).drive(1.5)
}

pub fn armour() -> Take {
    let plate = Take::struck(0.28, 690.0, &[1.0, 1.41, 2.13, 2.86, 3.9], 0.032);
    let thud = Take::tone(0.14, fall(260.0, 110.0, 0.012)).shape(decay(0.0008, 0.022)).gain(0.8);
    let tick = Take::noise(0.03, 211).high_pass(3000.0).shape(decay(0.0003, 0.004)).gain(0.8);
    plate.mix(thud, 0.0).mix(tick, 0.0).drive(1.3)
}

pub fn wood() -> Take {
    let board = Take::struck(0.16, 310.0, &[1.0, 1.62, 2.41, 3.3], 0.018);
    let splinters = Take::grains(0.2, (221, 1500.0), decay(0.002, 0.03)).high_pass(1800.0).gain(0.5);
    board.mix(knock(222, (1100.0, 0.8), 0.008), 0.0).mix(splinters, 0.005)
}

pub fn stone() -> Take {
    let chip = knock(231, (2400.0, 0.7), 0.011);
    let thump = Take::tone(0.12, fall(300.0, 120.0, 0.01)).shape(decay(0.0008, 0.018)).gain(0.6);
    let dust = Take::grains(0.32, (232, 1800.0), decay(0.01, 0.05)).band_pass(0.6, |_| 2600.0).gain(0.6);
    chip.mix(thump, 0.0).mix(dust, 0.015)
}

pub fn metal() -> Take {
    let sheet = Take::struck(0.4, 523.0, &[1.0, 1.34, 1.79, 2.57, 3.41, 4.63], 0.07);
    let tick = Take::noise(0.03, 241).high_pass(2600.0).shape(decay(0.0003, 0.005));
    sheet.mix(tick, 0.0).drive(1.2)
}

pub fn glass() -> Take {
    let pane = Take::struck(0.3, 1870.0, &[1.0, 1.48, 2.09, 2.93], 0.03);
    pane.mix(Take::noise(0.02, 251).high_pass(4500.0).shape(decay(0.0003, 0.004)), 0.0)
}

pub fn earth() -> Take {
    let thump = Take::noise(0.2, 261).low_pass(fall(900.0, 200.0, 0.02)).shape(decay(0.001, 0.025));
    let sand = Take::grains(0.24, (262, 2200.0), decay(0.008, 0.04)).band_pass(0.6, |_| 1700.0).gain(0.5);
    thump.mix(sand, 0.01)
}

pub fn ricochet() -> Take {
    let whine = Take::tone(0.5, fall(3300.0, 1250.0, 0.17)).shape(decay(0.004, 0.09));
    let wobble = whine.shape(|time| 1.0 + 0.5 * libm::sin(time * 260.0));
    wobble.gain(0.6).mix(knock(271, (3400.0, 0.9), 0.006), 0.0)
}

pub fn break_glass() -> Take {
    let crash = Take::noise(0.3, 281).high_pass(2600.0).shape(decay(0.0008, 0.035));
    let shards = pieces(17, (2100.0, &[1.0, 1.5, 2.2]), (0.6, 0.02)).gain(0.4);
    crash.mix(shards, 0.0).mix(glass().gain(0.6), 0.0)
}

pub fn break_stone() -> Take {
    let burst = Take::noise(0.5, 291).low_pass(fall(2600.0, 260.0, 0.06)).shape(decay(0.001, 0.06));
    let boom = Take::tone(0.4, fall(160.0, 52.0, 0.03)).shape(decay(0.002, 0.07));
    let rubble = Take::grains(0.85, (292, 260.0), decay(0.03, 0.19))
        .band_pass(0.7, fall(1400.0, 500.0, 0.3))
        .gain(2.2);
    burst.mix(boom, 0.0).mix(rubble, 0.05).drive(1.6)
}

pub fn break_wood() -> Take {
    let crack = Take::noise(0.12, 301).band_pass(0.8, |_| 1500.0).shape(decay(0.0005, 0.014));
    let boards = pieces(7, (210.0, &[1.0, 1.6, 2.5]), (0.4, 0.02)).gain(0.5);
    let splinters = Take::grains(0.5, (302, 700.0), decay(0.004, 0.09)).high_pass(1400.0).gain(0.9);
    crack.mix(boards, 0.0).mix(splinters, 0.01).drive(1.4)
}

pub fn break_metal() -> Take {
    let clang = Take::struck(0.65, 262.0, &[1.0, 1.37, 1.92, 2.71, 3.83, 5.1], 0.1);
    let tear = Take::noise(0.3, 311).band_pass(2.0, |time| 1800.0 + 3000.0 * time).shape(decay(0.004, 0.06));
    clang.mix(tear.gain(0.7), 0.0).drive(1.5)
}

/// A blast with a length; `depth` is the frequency that it falls to.
fn explosion(seed: u32, (length, depth): (f64, f64), drive: f64) -> Take {
    let blast = Take::noise(length, seed)
        .low_pass(fall(4200.0, 180.0, 0.07 * length))
        .shape(decay(0.001, 0.11 * length));
    let boom = Take::tone(length * 0.7, fall(depth * 4.0, depth, 0.03)).shape(decay(0.002, 0.12 * length));
    let crack = Take::noise(0.06, seed + 1).high_pass(1800.0).shape(decay(0.0003, 0.008)).gain(0.8);
    let rumble = Take::noise(length, seed + 2)
        .low_pass(fall(700.0, 120.0, 0.2 * length))
        .shape(decay(0.06, 0.2 * length));
    let debris =
        Take::grains(length, (seed + 3, 120.0), decay(0.1, 0.22 * length)).band_pass(0.7, |_| 1500.0);
    let low = blast.mix(boom.gain(1.2), 0.0).mix(rumble.gain(1.1), 0.02);
    low.mix(crack, 0.0).mix(debris, 0.12).drive(drive)
}

pub fn explosion_small() -> Take {
    explosion(321, (1.15, 48.0), 3.0)
}

pub fn explosion_large() -> Take {
    explosion(331, (1.9, 36.0), 3.6)
}

pub fn body_fall() -> Take {
    let thump = Take::tone(0.22, fall(130.0, 58.0, 0.02)).shape(decay(0.002, 0.035));
    let cloth = Take::noise(0.22, 341).band_pass(0.7, fall(900.0, 350.0, 0.05)).shape(decay(0.003, 0.03));
    let second = Take::tone(0.14, fall(110.0, 62.0, 0.02)).shape(decay(0.002, 0.025)).gain(0.5);
    thump.mix(cloth.gain(0.7), 0.0).mix(second, 0.11)
}

pub fn knock_down() -> Take {
    let blow = Take::noise(0.1, 351).band_pass(0.8, |_| 700.0).shape(decay(0.0008, 0.014));
    blow.mix(body_fall(), 0.09).drive(1.3)
}
