//! Signals of the interface, and of units that are out of action.

use crate::synth::{Take, decay, fall};

/// Frequencies of the notes.
const D3: f64 = 146.83;
const A3: f64 = 220.0;
const D4: f64 = 293.66;
const F4: f64 = 349.23;
const A4: f64 = 440.0;
const D5: f64 = 587.33;
const F_SHARP_5: f64 = 739.99;

pub fn click() -> Take {
    let body = Take::struck(0.05, 1250.0, &[1.0, 2.3], 0.006);
    body.mix(Take::noise(0.012, 601).high_pass(3000.0).shape(decay(0.0003, 0.002)).gain(0.6), 0.0)
}

pub fn hover() -> Take {
    Take::struck(0.035, 1900.0, &[1.0, 2.0], 0.005)
}

pub fn refusal() -> Take {
    let low = || Take::note(0.09, A3, 0.004, 0.03).low_pass(|_| 1200.0);
    low().mix(low().gain(0.9), 0.1)
}

/// A soft bell.
fn bell(frequency: f64, seconds: f64) -> Take {
    Take::struck(seconds, frequency, &[1.0, 2.0, 2.99, 4.17], seconds * 0.22)
}

pub fn turn_begins() -> Take {
    bell(A4, 0.4)
}

pub fn side_changes() -> Take {
    bell(D5, 0.35).mix(bell(A4, 0.5), 0.13)
}

pub fn round_begins() -> Take {
    let drum = Take::tone(0.3, fall(150.0, 62.0, 0.02)).shape(decay(0.002, 0.06));
    drum.mix(bell(D4, 0.55).gain(0.6), 0.0)
}

pub fn unit_out() -> Take {
    let sink = Take::tone(0.45, fall(300.0, 95.0, 0.12)).shape(decay(0.006, 0.11));
    let breath =
        Take::noise(0.4, 611).band_pass(1.0, fall(900.0, 350.0, 0.12)).shape(decay(0.02, 0.08)).gain(0.5);
    sink.mix(breath, 0.0)
}

pub fn death() -> Take {
    let drum = || Take::tone(0.4, fall(120.0, 46.0, 0.03)).shape(decay(0.002, 0.07));
    let toll = Take::struck(0.75, D3, &[1.0, 1.19, 2.0, 2.74], 0.16).gain(0.5);
    drum().mix(toll, 0.0).mix(drum().gain(0.6), 0.16)
}

/// Horns that play one note after the other, the last one long.
fn horns(notes: &[f64], beat: f64, last: f64) -> Take {
    let mut sum = Take::default();
    for (number, frequency) in notes.iter().enumerate() {
        let is_last = number + 1 == notes.len();
        let (length, half_life) = if is_last { (last, last * 0.3) } else { (beat * 1.6, beat * 0.7) };
        sum = sum.mix(Take::note(length, *frequency, 0.02, half_life), beat * number as f64);
    }
    sum
}

pub fn victory() -> Take {
    let melody = horns(&[D4, A4, D5, F_SHARP_5], 0.16, 1.2);
    let chord = Take::note(1.2, D4, 0.03, 0.35).mix(Take::note(1.2, A4, 0.03, 0.35), 0.0).gain(0.5);
    melody.mix(chord, 0.48).room(1.2, 0.18)
}

pub fn defeat() -> Take {
    let melody = horns(&[A4, F4, D4], 0.26, 1.1);
    let low = Take::note(1.3, D3, 0.05, 0.4).gain(0.7);
    melody.low_pass(|_| 1800.0).mix(low, 0.5).room(1.2, 0.18)
}
