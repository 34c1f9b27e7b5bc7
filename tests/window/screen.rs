//! Pictures of the screen.

use std::path::Path;
use std::process::Command;

use resvg::tiny_skia::Pixmap;

/// A colour: red, green, blue.
pub type Colour = [u8; 3];

/// Side 1, and the button that ends a phase.
pub const AMBER: Colour = [0xF2, 0xA9, 0x3B];
/// Side 2.
pub const BLUE: Colour = [0x4C, 0xB4, 0xF0];

/// Largest difference of a colour.
const NEAR: i32 = 24;

/// What is on the screen.
pub struct Picture(Pixmap);

impl Picture {
    /// Takes a picture of the whole screen.
    pub fn take() -> Option<Self> {
        let folder = tempfile::tempdir().ok()?;
        let file = folder.path().join("screen.png");
        let status = Command::new("import").args(["-window", "root"]).arg(&file).status();
        assert!(status.expect("ImageMagick is installed").success(), "the screen can be read");
        Pixmap::load_png(file).ok().map(Self)
    }

    /// Reads a picture from a file.
    pub fn read(file: &Path) -> Option<Self> {
        Pixmap::load_png(file).ok().map(Self)
    }

    /// Returns the mean brightness of a part of the picture, from 0 to 255.
    pub fn brightness(&self, from: (u32, u32), to: (u32, u32)) -> f64 {
        let all = (from.1..to.1).flat_map(|y| (from.0..to.0).map(move |x| (x, y)));
        let of = |(x, y)| {
            let pixel = self.0.pixel(x, y).expect("within the picture");
            [pixel.red(), pixel.green(), pixel.blue()].map(f64::from).iter().sum::<f64>() / 3.0
        };
        all.map(of).sum::<f64>() / f64::from((to.0 - from.0) * (to.1 - from.1))
    }

    fn places(&self, colour: Colour) -> impl Iterator<Item = (u32, u32)> {
        let width = self.0.width();
        let pixels = self.0.pixels().iter().enumerate().filter(move |(_, pixel)| {
            let [red, green, blue] = colour.map(i32::from);
            let off = [
                i32::from(pixel.red()) - red,
                i32::from(pixel.green()) - green,
                i32::from(pixel.blue()) - blue,
            ];
            off.iter().all(|off| off.abs() <= NEAR)
        });
        pixels.map(move |(index, _)| (index as u32 % width, index as u32 / width))
    }

    /// Number of pixels with a colour.
    pub fn count(&self, colour: Colour) -> usize {
        self.places(colour).count()
    }

    /// The middle of the pixels of a colour within a part of the screen.
    pub fn middle(&self, colour: Colour, from: (u32, u32), to: (u32, u32)) -> Option<(u32, u32)> {
        let inside: Vec<_> = self
            .places(colour)
            .filter(|(x, y)| (from.0..to.0).contains(x) && (from.1..to.1).contains(y))
            .collect();
        let least = inside.iter().copied().reduce(|one, other| (one.0.min(other.0), one.1.min(other.1)))?;
        let most = inside.iter().copied().reduce(|one, other| (one.0.max(other.0), one.1.max(other.1)))?;
        (inside.len() > 40).then_some(((least.0 + most.0) / 2, (least.1 + most.1) / 2))
    }
}
