//! Simulation of colour vision deficiencies, for pictures and tests of the palettes.
//!
//! The matrices are those of Machado, Oliveira and Fernandes (2009) for a complete deficiency, applied to linear RGB.

#[cfg(test)]
use bevy_egui::egui::Color32;
use serde::Deserialize;
use strum::VariantArray;

/// Kind of colour vision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, VariantArray)]
pub(crate) enum ColourVision {
    /// With all three kinds of cones.
    #[default]
    Normal,
    /// Without the cones for long waves: red is dark, and red and green look alike.
    Protanopia,
    /// Without the cones for middle waves: red and green look alike.
    Deuteranopia,
    /// Without the cones for short waves: blue and green look alike.
    Tritanopia,
}

type Matrix = [[f32; 3]; 3];

const PROTANOPIA: Matrix = [
    [0.152_286, 1.052_583, -0.204_868],
    [0.114_503, 0.786_281, 0.099_216],
    [-0.003_882, -0.048_116, 1.051_998],
];
const DEUTERANOPIA: Matrix = [
    [0.367_322, 0.860_646, -0.227_968],
    [0.280_085, 0.672_501, 0.047_413],
    [-0.011_820, 0.042_940, 0.968_881],
];
const TRITANOPIA: Matrix = [
    [1.255_528, -0.076_749, -0.178_779],
    [-0.078_411, 0.930_809, 0.147_602],
    [0.004_733, 0.691_367, 0.303_900],
];

impl ColourVision {
    fn matrix(self) -> Option<&'static Matrix> {
        match self {
            Self::Normal => None,
            Self::Protanopia => Some(&PROTANOPIA),
            Self::Deuteranopia => Some(&DEUTERANOPIA),
            Self::Tritanopia => Some(&TRITANOPIA),
        }
    }

    /// Returns the sRGB colour that looks to normal vision as `colour` looks with this one.
    pub fn simulate(self, colour: [u8; 3]) -> [u8; 3] {
        let Some(matrix) = self.matrix() else { return colour };
        let linear = colour.map(to_linear);
        matrix.map(|row| to_srgb(row.iter().zip(linear).map(|(factor, part)| factor * part).sum()))
    }

    /// Like `simulate`, for a colour of the palette.
    #[cfg(test)]
    pub fn simulate_colour(self, colour: Color32) -> Color32 {
        let [red, green, blue] = self.simulate([colour.r(), colour.g(), colour.b()]);
        Color32::from_rgb(red, green, blue)
    }
}

/// Converts a channel of sRGB to linear light from 0 to 1.
fn to_linear(channel: u8) -> f32 {
    let value = f32::from(channel) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// Converts linear light to a channel of sRGB; what is out of range is cut off.
fn to_srgb(linear: f32) -> u8 {
    let linear = linear.clamp(0.0, 1.0);
    let value = if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
    (value * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greys_stay_grey_and_red_turns_dark_without_its_cones() {
        for vision in ColourVision::VARIANTS {
            for grey in [0, 128, 255] {
                let seen = vision.simulate([grey; 3]);
                assert!(seen.iter().all(|part| part.abs_diff(grey) <= 1), "{vision:?} {seen:?}");
            }
        }
        assert_eq!(ColourVision::Normal.simulate([255, 0, 7]), [255, 0, 7]);
        let [red, green, _] = ColourVision::Protanopia.simulate([255, 0, 0]);
        assert!(red < 120 && red.abs_diff(green) < 20, "{red} {green}");
        let [red, green, _] = ColourVision::Deuteranopia.simulate([0, 255, 0]);
        assert!(red.abs_diff(green) < 40, "{red} {green}");
    }
}
