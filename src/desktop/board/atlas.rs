//! Sprite atlas: images, and where each sprite lies in them.

use std::collections::BTreeMap;

use bevy::image::TextureError;
use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, Mesh, Rect, Shape, TextureId, pos2, vec2};
use bevy_egui::{EguiTextureHandle, EguiUserTextures};
use serde::Deserialize;
use thiserror::Error;

use crate::picture_files::{ATLAS_INDEX, PictureFiles, decode_png};
use content::Glyph;

/// Layout of the atlases, as written by the drawing command.
#[derive(Deserialize)]
struct AtlasIndex {
    tiles: TileAtlas,
    objects: SpriteAtlas,
    glyphs: SpriteAtlas,
}

#[derive(Deserialize)]
struct TileAtlas {
    file: String,
    size: (u32, u32),
    cell: (u32, u32),
    columns: u32,
    names: BTreeMap<String, Vec<u32>>,
}

#[derive(Deserialize)]
struct SpriteAtlas {
    file: String,
    size: (u32, u32),
    names: BTreeMap<String, (u32, u32, u32, u32)>,
}

impl AtlasIndex {
    /// Whether its numbers fit each other: no picture without a side, and every tile within its picture.
    fn is_consistent(&self) -> bool {
        let TileAtlas { size, cell, columns, names, .. } = &self.tiles;
        let sizes = [*size, self.objects.size, self.glyphs.size];
        let are_sizes = sizes.iter().all(|(width, height)| *width.min(height) > 0);
        // A texel is left out on all sides of a tile.
        let is_cell = cell.0.min(cell.1) > 2 && (1..=size.0 / cell.0).contains(columns);
        are_sizes && is_cell && names.values().flatten().all(|number| number / columns < size.1 / cell.1)
    }
}

/// A sprite: its texture and its part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AtlasSprite {
    /// The atlas.
    pub texture: TextureId,
    /// Part of the atlas, from 0 to 1.
    pub uv: Rect,
}

/// All sprites by name.
#[derive(Resource, Clone)]
pub(crate) struct BoardAtlas {
    /// Image of the ground tiles.
    pub tiles: Handle<Image>,
    /// Image of the objects.
    pub objects: Handle<Image>,
    /// Image of the glyphs.
    pub glyphs: Handle<Image>,
    /// A white place in the image of the glyphs, from 0 to 1.
    pub glyph_white: egui::Vec2,
    /// A white place in the image of the ground tiles, from 0 to 1.
    pub tile_white: egui::Vec2,
    /// Side of a ground tile in the image, in pixels.
    pub tile_side: f32,
    grounds: BTreeMap<String, Vec<u32>>,
    /// Columns and rows of the ground tiles in the image.
    tile_grid: (u32, u32),
    pictures: BTreeMap<String, AtlasSprite>,
}

/// Why the atlases of an assets folder cannot be used.
#[derive(Debug, Error)]
enum AtlasError {
    #[error("{0} is missing")]
    Missing(String),
    #[error("the index cannot be read: {0}")]
    Index(#[from] ron::error::SpannedError),
    #[error("the sizes, columns and tiles of the index do not fit each other")]
    Inconsistent,
    #[error("{file} cannot be decoded: {source}")]
    Picture { file: String, source: TextureError },
}

impl FromWorld for BoardAtlas {
    fn from_world(world: &mut World) -> Self {
        let files = world.resource::<PictureFiles>().clone();
        let read = AtlasFiles::read(&files).unwrap_or_else(|error| {
            warn!("the program's own pictures are shown: {error}");
            AtlasFiles::read(&PictureFiles::Embedded).expect("invariant: the program's pictures are valid")
        });
        Self::new(world, read)
    }
}

/// The atlases, decoded: ground tiles, objects, glyphs.
struct AtlasFiles {
    index: AtlasIndex,
    pictures: [Image; 3],
}

impl AtlasFiles {
    /// Reads and decodes the pictures.
    fn read(files: &PictureFiles) -> Result<Self, AtlasError> {
        let read = |file: &str| files.read(file).ok_or_else(|| AtlasError::Missing(file.to_owned()));
        let index: AtlasIndex = ron::de::from_bytes(&read(ATLAS_INDEX)?)?;
        if !index.is_consistent() {
            return Err(AtlasError::Inconsistent);
        }
        let picture = |file: &String| {
            decode_png(&read(file)?).map_err(|source| AtlasError::Picture { file: file.clone(), source })
        };
        let pictures =
            [picture(&index.tiles.file)?, picture(&index.objects.file)?, picture(&index.glyphs.file)?];
        Ok(Self { index, pictures })
    }
}

impl BoardAtlas {
    fn new(world: &mut World, AtlasFiles { index, pictures }: AtlasFiles) -> Self {
        let glyph_white = white_place(&pictures[2]).unwrap_or_default();
        let [tiles, objects, glyphs] = pictures.map(|picture| {
            let handle = world.resource_mut::<Assets<Image>>().add(picture);
            let strong = EguiTextureHandle::Strong(handle.clone());
            (handle, world.resource_mut::<EguiUserTextures>().add_image(strong))
        });
        let mut pictures = BTreeMap::new();
        let (object_picture, glyph_picture) = (objects.0.clone(), glyphs.0.clone());
        for (sheet, (_, texture)) in [(&index.objects, objects), (&index.glyphs, glyphs)] {
            for (name, &(x, y, w, h)) in &sheet.names {
                pictures
                    .insert(name.clone(), AtlasSprite { texture, uv: uv_rect(sheet.size, (x, y), (w, h)) });
            }
        }
        let (tiles, texture) = tiles;
        let (w, h) = index.tiles.cell;
        for (name, numbers) in &index.tiles.names {
            if let [number] = numbers[..] {
                let at = (number % index.tiles.columns * w, number / index.tiles.columns * h);
                // A texel less on all sides, so that neighbouring sprites do not bleed in.
                let uv = uv_rect(index.tiles.size, (at.0 + 1, at.1 + 1), (w - 2, h - 2));
                pictures.insert(name.clone(), AtlasSprite { texture, uv });
            }
        }
        Self {
            tiles,
            objects: object_picture,
            glyphs: glyph_picture,
            glyph_white,
            tile_white: pictures.get("white").map_or(egui::Vec2::ZERO, |white| white.uv.center().to_vec2()),
            tile_side: w as f32,
            grounds: index.tiles.names,
            tile_grid: (index.tiles.columns, index.tiles.size.1 / h.max(1)),
            pictures,
        }
    }
}

/// Reads the images of ground tiles and objects, as [`BoardAtlas`] does.
pub(crate) fn read_board_images(files: &PictureFiles) -> Option<[Image; 2]> {
    let read = AtlasFiles::read(files).or_else(|_| AtlasFiles::read(&PictureFiles::Embedded));
    read.ok().map(|AtlasFiles { pictures: [tiles, objects, _], .. }| [tiles, objects])
}

/// Returns the middle of a block of white pixels, from 0 to 1 on both axes; `None` if there is none.
fn white_place(picture: &Image) -> Option<egui::Vec2> {
    let (width, height) = (picture.width(), picture.height());
    let is_white = |x: u32, y: u32| {
        let colour = picture.get_color_at(x, y).map(|colour| colour.to_srgba());
        colour.is_ok_and(|colour| colour.to_u8_array() == [255; 4])
    };
    let around = |x: u32, y: u32| {
        (y - 2..=y + 2).flat_map(move |row| (x - 2..=x + 2).map(move |column| (column, row)))
    };
    let mut places =
        (2..height.saturating_sub(2)).flat_map(|y| (2..width.saturating_sub(2)).map(move |x| (x, y)));
    let (x, y) = places.find(|(x, y)| around(*x, *y).all(|(x, y)| is_white(x, y)))?;
    Some(vec2((x as f32 + 0.5) / width as f32, (y as f32 + 0.5) / height as f32))
}

fn uv_rect(size: (u32, u32), at: (u32, u32), extent: (u32, u32)) -> Rect {
    let scale = vec2(1.0 / size.0 as f32, 1.0 / size.1 as f32);
    let min = vec2(at.0 as f32, at.1 as f32) * scale;
    Rect::from_min_size(pos2(min.x, min.y), vec2(extent.0 as f32, extent.1 as f32) * scale)
}

impl BoardAtlas {
    /// Returns a sprite by name.
    pub fn sprite(&self, name: &str) -> Option<AtlasSprite> {
        self.pictures.get(name).copied()
    }

    /// Returns the tile indices of a ground.
    pub fn ground_tiles(&self, name: &str) -> &[u32] {
        self.grounds.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns the part of the image that a ground tile has, from 0 to 1.
    pub fn tile_uv(&self, number: u32) -> Rect {
        let (columns, rows) = (self.tile_grid.0.max(1), self.tile_grid.1.max(1));
        uv_rect((columns, rows), (number % columns, number / columns), (1, 1))
    }

    /// Builds the shape of a sprite, rotated around its centre.
    pub fn shape(&self, name: &str, rect: Rect, angle: f32, tint: Color32) -> Shape {
        let Some(picture) = self.sprite(name) else { return Shape::Noop };
        picture.shape(rect, angle, tint)
    }
}

impl AtlasSprite {
    /// Returns a part of the sprite, given from 0 to 1 on both axes.
    pub fn part(self, part: Rect) -> Self {
        let size = self.uv.size();
        let uv = Rect::from_min_size(self.uv.min + part.min.to_vec2() * size, part.size() * size);
        Self { uv, ..self }
    }

    /// Builds the shape of the sprite in a rectangle, rotated around its centre.
    pub fn shape(self, rect: Rect, angle: f32, tint: Color32) -> Shape {
        let mut mesh = Mesh::with_texture(self.texture);
        mesh.add_rect_with_uv(rect, self.uv, tint);
        if angle != 0.0 {
            mesh.rotate(egui::emath::Rot2::from_angle(angle), rect.center());
        }
        Shape::mesh(mesh)
    }
}

/// Returns the sprite name of a unit icon.
pub(crate) const fn sign_sprite_name(glyph: Glyph) -> &'static str {
    match glyph {
        Glyph::Rifle => "rifleman",
        Glyph::MachineGun => "gunner",
        Glyph::Scope => "sniper",
        Glyph::Scout => "scout",
        Glyph::Cross => "medic",
        Glyph::Fist => "brawler",
        Glyph::Blade => "blade",
        Glyph::Shield => "bulwark",
        Glyph::Pistol => "pistoleer",
        Glyph::Star => "officer",
        Glyph::Robot => "robot",
        Glyph::Paw => "guard_dog",
        Glyph::Wrench => "wrench",
        Glyph::Bolt => "turret",
        Glyph::Vehicle => "vehicle",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atlases_that_cannot_be_used_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = PictureFiles::Folder(folder.path().to_owned());
        let said = |files: &PictureFiles| AtlasFiles::read(files).err().map(|error| error.to_string());
        assert_eq!(said(&files).as_deref(), Some("index.ron is missing"));
        let index = PictureFiles::Embedded.read(ATLAS_INDEX).expect("an index");
        std::fs::write(folder.path().join(ATLAS_INDEX), index).expect("written");
        assert_eq!(said(&files).as_deref(), Some("tiles.png is missing"));
        std::fs::write(folder.path().join("tiles.png"), "none").expect("written");
        assert!(said(&files).is_some_and(|said| said.starts_with("tiles.png cannot be decoded: ")));
    }

    #[test]
    fn an_index_whose_numbers_do_not_fit_is_refused() {
        let shipped = PictureFiles::Embedded.read(ATLAS_INDEX).expect("an index");
        let shipped = std::str::from_utf8(&shipped).expect("text");
        let is_consistent = |text: &str| {
            let index: AtlasIndex = ron::from_str(text).expect("an index");
            index.is_consistent()
        };
        assert!(is_consistent(shipped));
        for (part, wrong) in [
            ("columns: 8", "columns: 0"),
            ("columns: 8", "columns: 9"),
            ("cell: (88, 88)", "cell: (2, 88)"),
            ("cell: (88, 88)", "cell: (88, 0)"),
            ("size: (704, 528)", "size: (704, 0)"),
            ("size: (720, 806)", "size: (0, 806)"),
            ("[40]", "[48]"),
            ("[40]", "[4294967295]"),
        ] {
            let changed = shipped.replacen(part, wrong, 1);
            assert_ne!(changed, shipped, "{part}");
            assert!(!is_consistent(&changed), "{wrong}");
        }
    }

    #[test]
    fn the_index_is_valid_and_lists_every_sprite_the_board_draws() {
        let AtlasFiles { index, pictures } =
            AtlasFiles::read(&PictureFiles::Embedded).expect("valid pictures");
        assert!(white_place(&pictures[2]).is_some(), "shapes of tokens need a white place");
        for name in ["car", "crate", "pillar", "crack_light", "crack_heavy", "rubble_a", "rubble_b", "tree"] {
            assert!(index.objects.names.contains_key(name), "{name}");
        }
        let glyphs =
            [Glyph::Rifle, Glyph::Scope, Glyph::Fist, Glyph::Paw, Glyph::Wrench, Glyph::Vehicle, Glyph::Star];
        for glyph in glyphs {
            assert!(index.glyphs.names.contains_key(sign_sprite_name(glyph)), "{glyph:?}");
        }
        for name in ["white", "hatch", "hatch_back", "dots", "crosshatch"] {
            assert_eq!(index.tiles.names.get(name).map(Vec::len), Some(1), "{name}");
        }
    }
}
