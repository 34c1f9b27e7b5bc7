//! Contrast of the palettes: texts on their grounds, signs on the board, and the colours of sides for every colour vision.

use bevy_egui::egui::Color32;
use palette::color_difference::{Ciede2000, Wcag21RelativeContrast};
use palette::{IntoColor, Lab, Srgb};
use strum::VariantArray;

use super::colour_vision::ColourVision;
use super::{Palette, PaletteName};

/// Least contrast of text. WCAG 2.1, 1.4.3.
const TEXT: f32 = 4.5;
/// Least contrast of large text, and of signs. WCAG 2.1, 1.4.3 and 1.4.11.
const SIGN: f32 = 3.0;
/// Least difference of two sides, by CIEDE2000: a difference of 2 can just be seen side by side.
const APART: f32 = 9.5;

fn srgb(colour: Color32) -> Srgb {
    Srgb::new(colour.r(), colour.g(), colour.b()).into_format()
}

fn contrast(one: Color32, other: Color32) -> f32 {
    srgb(one).relative_contrast(srgb(other))
}

fn difference(one: Color32, other: Color32) -> f32 {
    let (one, other): (Lab, Lab) = (srgb(one).into_color(), srgb(other).into_color());
    one.difference(other)
}

/// A ground tinted with a colour, as widgets tint it: `share` is the part of the colour.
fn tinted(ground: Color32, colour: Color32, share: f32) -> Color32 {
    let part =
        |under: u8, over: u8| (f32::from(over) * share + f32::from(under) * (1.0 - share)).round() as u8;
    Color32::from_rgb(
        part(ground.r(), colour.r()),
        part(ground.g(), colour.g()),
        part(ground.b(), colour.b()),
    )
}

/// Everything that is written, each with what it is written on.
fn texts_on_grounds(palette: &Palette) -> Vec<(&'static str, Color32, Color32)> {
    let mut pairs = Vec::new();
    let grounds = [palette.ink, palette.panel, palette.raised];
    let coloured = [
        ("text", palette.text),
        ("dim", palette.dim),
        ("harm", palette.harm),
        ("caution", palette.caution),
        ("good", palette.good),
        ("forced", palette.forced),
        ("side 1", palette.sides[0]),
        ("side 2", palette.sides[1]),
        ("side 3", palette.sides[2]),
        ("side 4", palette.sides[3]),
    ];
    for (name, colour) in coloured {
        pairs.extend(grounds.map(|ground| (name, colour, ground)));
        pairs.push((name, colour, palette.lit));
    }
    // Clauses and keys; never on what is hovered.
    pairs.extend(grounds.map(|ground| ("faint", palette.faint, ground)));
    // The names on slots of the action bar: chosen, end of the turn, the same hovered, advised.
    for (colour, share) in
        [(palette.sides[1], 0.25), (palette.sides[0], 0.2), (palette.sides[0], 0.34), (palette.good, 0.18)]
    {
        pairs.push(("text on a slot", palette.text, tinted(palette.panel, colour, share)));
    }
    // The weapon in hand; a selected entry; a prompt; a hint.
    pairs.push(("dim on a weapon", palette.dim, tinted(palette.panel, palette.sides[1], 0.14)));
    pairs.push(("text on a selection", palette.text, tinted(palette.panel, palette.sides[1], 0.35)));
    for side in palette.sides {
        pairs.push(("dim in a prompt", palette.dim, tinted(palette.ink, side, 0.1)));
        pairs.push(("text on a button of a side", palette.text, tinted(palette.panel, side, 0.2)));
    }
    pairs.push(("dim in a hint", palette.dim, tinted(palette.panel, palette.caution, 0.1)));
    // Dice that hit.
    pairs.push(("text on a die", palette.text, tinted(palette.panel, palette.good, 0.28)));
    pairs
}

#[test]
fn every_text_can_be_read_on_every_ground() {
    for name in PaletteName::ALL {
        for (what, colour, ground) in texts_on_grounds(Palette::by_name(name)) {
            let contrast = contrast(colour, ground);
            assert!(contrast >= TEXT, "{name:?}: {what} {colour:?} on {ground:?} has {contrast:.2}");
        }
    }
}

#[test]
fn every_sign_stands_out_from_the_floor() {
    for name in PaletteName::ALL {
        let palette = Palette::by_name(name);
        let barriers =
            [palette.brick, palette.concrete, palette.drywall, palette.glass, palette.door, palette.wood];
        let marks = [
            palette.walk,
            palette.run,
            palette.harm,
            palette.caution,
            palette.good,
            palette.forced,
            palette.text,
            palette.dim,
        ];
        for sign in barriers.into_iter().chain(marks).chain(palette.sides) {
            for floor in [palette.outside, palette.inside] {
                let contrast = contrast(sign, floor);
                assert!(contrast >= SIGN, "{name:?}: {sign:?} on {floor:?} has {contrast:.2}");
            }
        }
    }
}

#[test]
fn sides_differ_for_every_colour_vision() {
    for name in PaletteName::ALL {
        let sides = Palette::by_name(name).sides;
        for vision in ColourVision::VARIANTS {
            let seen = sides.map(|side| vision.simulate_colour(side));
            for (at, one) in seen.iter().enumerate() {
                for (other_at, other) in seen.iter().enumerate().skip(at + 1) {
                    let apart = difference(*one, *other);
                    assert!(
                        apart >= APART,
                        "{name:?}, {vision:?}: sides {} and {} differ by {apart:.1}",
                        at + 1,
                        other_at + 1
                    );
                }
            }
        }
    }
}

#[test]
fn pairs_with_opposite_meanings_differ_for_every_colour_vision() {
    for name in PaletteName::ALL {
        let palette = Palette::by_name(name);
        for vision in ColourVision::VARIANTS {
            for (one, other) in [(palette.good, palette.harm), (palette.walk, palette.run)] {
                let apart = difference(vision.simulate_colour(one), vision.simulate_colour(other));
                assert!(apart >= APART, "{name:?}, {vision:?}: {one:?} and {other:?} differ by {apart:.1}");
            }
        }
    }
}

#[test]
fn zones_of_objectives_differ_from_ranges_for_every_colour_vision() {
    for name in PaletteName::ALL {
        let palette = Palette::by_name(name);
        for vision in ColourVision::VARIANTS {
            let zone = vision.simulate_colour(palette.objective_zone());
            for range in [palette.walk, palette.run].map(|range| vision.simulate_colour(range)) {
                let apart = difference(zone, range);
                assert!(apart >= APART, "{name:?}, {vision:?}: {range:?} and a zone differ by {apart:.1}");
            }
        }
    }
}
