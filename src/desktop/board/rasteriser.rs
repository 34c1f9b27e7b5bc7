//! Draws meshes of the board into a picture on the CPU, with the blending that the board has on the graphics device.

use std::sync::OnceLock;

use super::mesh_brush::{MeshBrush, MeshCorner};

/// Parts of a pixel to which corners are rounded, so that triangles that share an edge meet exactly.
const PARTS: f32 = 16.0;

/// A picture that triangles show parts of.
#[derive(Clone, Debug)]
pub(super) struct Texture {
    width: usize,
    height: usize,
    /// sRGB with four bytes a pixel.
    pixels: Vec<u8>,
}

impl Texture {
    /// A texture of sRGB pixels with four bytes each; `None` if their number does not match.
    pub fn new(width: u32, height: u32, pixels: Vec<u8>) -> Option<Self> {
        let (width, height) = (width as usize, height as usize);
        let is_whole = width > 0 && height > 0 && pixels.len() == width * height * 4;
        is_whole.then_some(Self { width, height, pixels })
    }

    fn texel(&self, x: isize, y: isize) -> [f32; 4] {
        let x = x.clamp(0, self.width as isize - 1) as usize;
        let y = y.clamp(0, self.height as isize - 1) as usize;
        let at = (y * self.width + x) * 4;
        let table = linear_table();
        let byte = |part: usize| self.pixels[at + part];
        let [red, green, blue] = [0, 1, 2].map(|part| table[usize::from(byte(part))]);
        [red, green, blue, f32::from(byte(3)) / 255.0]
    }

    /// Returns the linear colour at a place from 0 to 1, mixed from the four nearest pixels.
    pub fn sample(&self, u: f32, v: f32) -> [f32; 4] {
        let (x, y) = (u * self.width as f32 - 0.5, v * self.height as f32 - 0.5);
        let (left, top) = (x.floor(), y.floor());
        let (right_share, low_share) = (x - left, y - top);
        let (left, top) = (left as isize, top as isize);
        let mut sum = [0.0; 4];
        for (dx, dy, share) in [
            (0, 0, (1.0 - right_share) * (1.0 - low_share)),
            (1, 0, right_share * (1.0 - low_share)),
            (0, 1, (1.0 - right_share) * low_share),
            (1, 1, right_share * low_share),
        ] {
            if share > 0.0 {
                let texel = self.texel(left + dx, top + dy);
                for (total, part) in sum.iter_mut().zip(texel) {
                    *total += part * share;
                }
            }
        }
        sum
    }
}

/// The linear value of every sRGB byte.
fn linear_table() -> &'static [f32; 256] {
    static TABLE: OnceLock<[f32; 256]> = OnceLock::new();
    TABLE.get_or_init(|| {
        std::array::from_fn(|byte| {
            let value = byte as f32 / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    })
}

fn srgb_byte(linear: f32) -> u8 {
    let value = if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
    (value * 255.0).round().clamp(0.0, 255.0) as u8
}

/// A picture in linear light.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    width: usize,
    height: usize,
    /// Pixels along the side of a square.
    scale: f32,
    pixels: Vec<[f32; 3]>,
}

impl Canvas {
    /// A picture of a map of so many squares in one linear colour.
    pub fn new((columns, rows): (u16, u16), scale: u16, colour: [f32; 3]) -> Self {
        let (width, height) =
            (usize::from(columns) * usize::from(scale), usize::from(rows) * usize::from(scale));
        Self { width, height, scale: f32::from(scale), pixels: vec![colour; width * height] }
    }

    /// Lays a mesh over the picture, its colours multiplied by a texture.
    pub fn draw(&mut self, mesh: &MeshBrush, texture: Option<&Texture>) {
        for corners in mesh.triangles() {
            self.draw_triangle(corners, texture);
        }
    }

    fn draw_triangle(&mut self, mut corners: [MeshCorner; 3], texture: Option<&Texture>) {
        let place = |corner: &MeshCorner| {
            let part = |value: f32| (value * self.scale * PARTS).round() as i64;
            (part(corner.at.x), part(corner.at.y))
        };
        let mut places = [place(&corners[0]), place(&corners[1]), place(&corners[2])];
        let mut area = cross(places[0], places[1], places[2]);
        if area == 0 {
            return;
        }
        if area < 0 {
            corners.swap(1, 2);
            places.swap(1, 2);
            area = -area;
        }
        let parts = PARTS as i64;
        let range = |values: [i64; 3], size: usize| {
            let (least, most) = (values.into_iter().min(), values.into_iter().max());
            let first = least.unwrap_or_default().div_euclid(parts).max(0);
            (first, most.unwrap_or_default().div_euclid(parts).min(size as i64 - 1))
        };
        let (left, right) = range(places.map(|place| place.0), self.width);
        let (top, bottom) = range(places.map(|place| place.1), self.height);
        // A pixel on an edge belongs to one of the two triangles that share it.
        let limit = |from: (i64, i64), to: (i64, i64)| {
            let is_top_left = to.1 < from.1 || to.1 == from.1 && to.0 > from.0;
            i64::from(!is_top_left)
        };
        let [a, b, c] = places;
        let limits = [limit(b, c), limit(c, a), limit(a, b)];
        for y in top..=bottom {
            for x in left..=right {
                let at = (x * parts + parts / 2, y * parts + parts / 2);
                let shares = [cross(b, c, at), cross(c, a, at), cross(a, b, at)];
                if shares.iter().zip(limits).all(|(share, limit)| *share >= limit) {
                    let shares = shares.map(|share| share as f32 / area as f32);
                    self.blend(y as usize * self.width + x as usize, &corners, shares, texture);
                }
            }
        }
    }

    fn blend(&mut self, at: usize, corners: &[MeshCorner; 3], shares: [f32; 3], texture: Option<&Texture>) {
        let mix = |part: &dyn Fn(&MeshCorner) -> f32| {
            corners.iter().zip(shares).map(|(corner, share)| part(corner) * share).sum::<f32>()
        };
        let mut colour = [0, 1, 2, 3].map(|number: usize| mix(&|corner| corner.colour[number]));
        if let Some(texture) = texture {
            let texel = texture.sample(mix(&|corner| corner.uv.x), mix(&|corner| corner.uv.y));
            for (part, texel) in colour.iter_mut().zip(texel) {
                *part *= texel;
            }
        }
        let cover = colour[3].clamp(0.0, 1.0);
        for (below, part) in self.pixels[at].iter_mut().zip(colour) {
            *below = *below * (1.0 - cover) + part * cover;
        }
    }

    /// Multiplies the picture by twice the light of a texture that covers the map.
    pub fn shine(&mut self, light: &Texture) {
        let (width, height) = (self.width as f32, self.height as f32);
        for (at, pixel) in self.pixels.iter_mut().enumerate() {
            let (x, y) = ((at % self.width) as f32 + 0.5, (at / self.width) as f32 + 0.5);
            for (part, light) in pixel.iter_mut().zip(light.sample(x / width, y / height)) {
                *part = (*part * light * 2.0).min(1.0);
            }
        }
    }

    /// Returns the picture at half of the size: width, height, and sRGB pixels with three bytes each.
    pub fn halved(&self) -> (usize, usize, Vec<u8>) {
        let (width, height) = (self.width / 2, self.height / 2);
        let mut bytes = Vec::with_capacity(width * height * 3);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let block = [(0, 0), (1, 0), (0, 1), (1, 1)]
                .map(|(dx, dy)| self.pixels[(2 * y + dy) * self.width + 2 * x + dx]);
            let mean = |part: usize| block.iter().map(|pixel| pixel[part]).sum::<f32>() / 4.0;
            bytes.extend([0, 1, 2].map(|part| srgb_byte(mean(part))));
        }
        (width, height, bytes)
    }
}

/// Twice the area of a triangle; positive if its corners turn clockwise on the screen.
fn cross(a: (i64, i64), b: (i64, i64), c: (i64, i64)) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Color32, Rect, pos2, vec2};

    use super::*;

    fn pixel(canvas: &Canvas, x: usize, y: usize) -> [f32; 3] {
        canvas.pixels[y * canvas.width + x]
    }

    #[test]
    fn squares_that_share_edges_are_drawn_once() {
        // Four translucent squares, of two triangles each, cover the whole map without seams and without overlap.
        let mut mesh = MeshBrush::default();
        let half = Color32::from_rgba_unmultiplied(255, 255, 255, 128);
        for (x, y) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
            mesh.rect(Rect::from_min_size(pos2(x, y), vec2(1.0, 1.0)), half);
        }
        let mut canvas = Canvas::new((2, 2), 9, [0.0; 3]);
        canvas.draw(&mesh, None);
        let expected = 128.0 / 255.0;
        assert!(canvas.pixels.iter().flatten().all(|part| (part - expected).abs() < 0.01));
    }

    #[test]
    fn what_is_drawn_last_is_on_top_and_turned_triangles_count() {
        let mut mesh = MeshBrush::default();
        mesh.rect(Rect::from_min_size(pos2(0.0, 0.0), vec2(1.0, 1.0)), Color32::RED);
        let corners = [vec2(0.0, 0.0), vec2(0.0, 1.0), vec2(1.0, 0.0)]
            .map(|at| mesh.vertex(at, at, [0.0, 1.0, 0.0, 1.0]));
        mesh.triangle(corners);
        let mut canvas = Canvas::new((1, 1), 10, [0.0; 3]);
        canvas.draw(&mesh, None);
        assert_eq!(pixel(&canvas, 1, 1), [0.0, 1.0, 0.0]);
        assert_eq!(pixel(&canvas, 8, 8), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn a_texture_is_stretched_and_light_darkens_and_brightens() {
        let texture = Texture::new(2, 1, vec![255, 0, 0, 255, 0, 0, 255, 255]).expect("two pixels");
        let mut mesh = MeshBrush::default();
        let whole = Rect::from_min_size(pos2(0.0, 0.0), vec2(1.0, 1.0));
        mesh.sprite(whole, whole, 0.0, Color32::WHITE);
        let mut canvas = Canvas::new((1, 1), 8, [0.0; 3]);
        canvas.draw(&mesh, Some(&texture));
        assert_eq!((pixel(&canvas, 0, 4), pixel(&canvas, 7, 4)), ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]));
        // Half of the linear range changes nothing.
        let light = Texture::new(1, 1, vec![188, 188, 188, 255]).expect("a pixel");
        canvas.shine(&light);
        assert!((pixel(&canvas, 0, 4)[0] - 1.0).abs() < 0.01);
        canvas.shine(&Texture::new(1, 1, vec![0, 0, 0, 255]).expect("a pixel"));
        assert_eq!(pixel(&canvas, 0, 4), [0.0; 3]);
        assert!(Texture::new(2, 1, vec![0; 4]).is_none());
    }

    #[test]
    fn the_picture_is_halved_in_linear_light() {
        let mut canvas = Canvas::new((1, 1), 2, [0.0; 3]);
        canvas.pixels[0] = [1.0; 3];
        canvas.pixels[1] = [1.0; 3];
        assert_eq!(canvas.halved(), (1, 1, vec![188, 188, 188]));
    }
}
