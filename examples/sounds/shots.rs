//! Sounds of weapons: shots, throws and swings.

use crate::synth::{Take, decay, fall, swell};

/// What distinguishes firearms.
struct Gun {
    seed: u32,
    seconds: f64,
    /// Frequency above which the crack lies, and its level.
    crack: (f64, f64),
    /// Frequency of the blast, and its half-life.
    blast: (f64, f64),
    /// Frequency of the thump, and its level.
    thump: (f64, f64),
    /// Half-life of the echo, and its level.
    echo: (f64, f64),
    drive: f64,
}

fn gunshot(gun: &Gun) -> Take {
    let crack = Take::noise(0.05, gun.seed).high_pass(gun.crack.0).shape(decay(0.0003, 0.007));
    let (frequency, half_life) = gun.blast;
    let blast = Take::noise(gun.seconds, gun.seed + 1)
        .low_pass(fall(frequency, 350.0, half_life * 1.5))
        .shape(decay(0.0008, half_life));
    let (frequency, level) = gun.thump;
    let thump =
        Take::tone(0.18, fall(frequency * 3.0, frequency, 0.012)).shape(decay(0.001, 0.03)).gain(level);
    let (half_life, loud) = gun.echo;
    let echo = Take::noise(gun.seconds, gun.seed + 2)
        .low_pass(fall(1800.0, 300.0, 0.12))
        .shape(decay(0.03, half_life))
        .gain(loud);
    blast.mix(crack.gain(gun.crack.1), 0.0).mix(thump, 0.0).mix(echo, 0.01).drive(gun.drive)
}

pub fn pistol() -> Take {
    gunshot(&Gun {
        seed: 11,
        seconds: 0.42,
        crack: (2600.0, 0.9),
        blast: (5200.0, 0.022),
        thump: (150.0, 0.5),
        echo: (0.07, 0.22),
        drive: 2.2,
    })
}

pub fn automatic() -> Take {
    gunshot(&Gun {
        seed: 21,
        seconds: 0.26,
        crack: (3200.0, 0.8),
        blast: (4300.0, 0.014),
        thump: (175.0, 0.45),
        echo: (0.045, 0.18),
        drive: 2.0,
    })
}

pub fn rifle() -> Take {
    gunshot(&Gun {
        seed: 31,
        seconds: 0.72,
        crack: (3600.0, 1.3),
        blast: (6500.0, 0.026),
        thump: (105.0, 0.7),
        echo: (0.13, 0.3),
        drive: 2.8,
    })
}

pub fn shotgun() -> Take {
    gunshot(&Gun {
        seed: 41,
        seconds: 0.75,
        crack: (1800.0, 0.7),
        blast: (3600.0, 0.045),
        thump: (75.0, 1.1),
        echo: (0.14, 0.34),
        drive: 3.0,
    })
}

pub fn machine_gun() -> Take {
    gunshot(&Gun {
        seed: 51,
        seconds: 0.32,
        crack: (2800.0, 1.0),
        blast: (5000.0, 0.02),
        thump: (95.0, 0.9),
        echo: (0.06, 0.22),
        drive: 2.8,
    })
}

pub fn launcher() -> Take {
    let thump = Take::tone(0.25, fall(240.0, 62.0, 0.02)).shape(decay(0.002, 0.05));
    let puff = Take::noise(0.3, 61).low_pass(fall(1800.0, 300.0, 0.05)).shape(decay(0.002, 0.04)).gain(0.7);
    let whoosh =
        Take::noise(0.7, 62).band_pass(1.2, fall(1500.0, 500.0, 0.25)).shape(swell(0.7, 0.2)).gain(0.5);
    thump.mix(puff, 0.0).mix(whoosh, 0.03).drive(1.6)
}

pub fn bow() -> Take {
    let string = Take::struck(0.35, 148.0, &[1.0, 2.01, 3.03, 4.1], 0.05);
    let snap = Take::noise(0.04, 71).high_pass(1500.0).shape(decay(0.0005, 0.006)).gain(0.7);
    let flight =
        Take::noise(0.3, 72).band_pass(2.0, fall(2600.0, 1200.0, 0.1)).shape(swell(0.3, 0.25)).gain(0.4);
    string.mix(snap, 0.0).mix(flight, 0.02)
}

pub fn energy() -> Take {
    let sweep = Take::tone(0.45, fall(1900.0, 180.0, 0.06)).shape(decay(0.002, 0.08));
    let second = Take::tone(0.45, fall(2870.0, 262.0, 0.055)).shape(decay(0.002, 0.06)).gain(0.5);
    let hum =
        Take::tone(0.45, |time| 110.0 + 9.0 * libm::sin(time * 190.0)).shape(decay(0.01, 0.1)).gain(0.4);
    let crackle = Take::grains(0.4, (81, 900.0), decay(0.01, 0.1)).high_pass(2500.0).gain(0.5);
    sweep.mix(second, 0.0).mix(hum, 0.0).mix(crackle, 0.02).drive(1.8)
}

pub fn spray() -> Take {
    let jet = Take::noise(0.85, 91)
        .band_pass(0.7, |time| 1500.0 + 350.0 * libm::sin(time * 41.0))
        .shape(swell(0.85, 0.22));
    let roar = Take::noise(0.85, 92).low_pass(|_| 320.0).shape(swell(0.85, 0.3)).gain(1.6);
    jet.mix(roar, 0.0)
}

pub fn throw() -> Take {
    let cloth = Take::noise(0.09, 101).band_pass(0.8, |_| 900.0).shape(swell(0.09, 0.3)).gain(0.5);
    let air = Take::noise(0.26, 102).band_pass(1.6, fall(900.0, 380.0, 0.12)).shape(swell(0.26, 0.4));
    cloth.mix(air, 0.05)
}

pub fn swing_blade() -> Take {
    let air = Take::noise(0.24, 111).band_pass(3.0, |time| 1400.0 + 5200.0 * time).shape(swell(0.24, 0.55));
    let ring = Take::struck(0.24, 2350.0, &[1.0, 1.52, 2.31], 0.05).gain(0.12);
    air.mix(ring, 0.09)
}

pub fn swing_blunt() -> Take {
    Take::noise(0.26, 121).band_pass(1.8, |time| 380.0 + 1300.0 * time).shape(swell(0.26, 0.6))
}

pub fn reload() -> Take {
    let clack = |seed, frequency: f64, level: f64| {
        let body = Take::struck(0.09, frequency, &[1.0, 1.73, 2.61, 3.4], 0.012);
        let tick = Take::noise(0.03, seed).high_pass(2200.0).shape(decay(0.0004, 0.005));
        body.mix(tick, 0.0).gain(level)
    };
    let slide =
        Take::noise(0.1, 133).band_pass(1.5, |time| 2200.0 + 9000.0 * time).shape(swell(0.1, 0.7)).gain(0.3);
    clack(131, 620.0, 0.6)
        .mix(clack(132, 480.0, 0.9), 0.24)
        .mix(slide, 0.42)
        .mix(clack(134, 840.0, 1.0), 0.52)
        .room(0.6, 0.12)
}
