//! Pictures of maps for menus: the board as it is drawn in a battle, made once on a background thread.

use std::collections::HashSet;
use std::hash::BuildHasher;
use std::sync::{Arc, OnceLock, Weak};

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::{self, ColorImage, Context, Rect, TextureHandle, TextureOptions, Vec2};

use super::animation::BoardAnimation;
use super::atlas::{self, BoardAtlas};
use super::lighting::BoardLight;
use super::mesh_brush::{MeshBrush, as_in_egui, linear};
use super::rasteriser::{Canvas, Texture};
use super::terrain::objects::{CarFootprints, ObjectPainter};
use super::terrain::{ground_mesh, lighting_overlay, space, tilemap, walls};
use super::viewport;
use crate::background_task::BackgroundTask;
use crate::picture_files::PictureFiles;
use crate::redraw::WindowWaker;
use crate::settings::Settings;
use crate::theme::{Palette, PaletteName};
use battle::BattleView;
use content::{Glyph, SkirmishBundle};
use model::Cell;

/// Longest side of a picture, in pixels.
const MAX_SIDE: u16 = 960;
/// Largest side of a square, in pixels, of fine and coarse pictures.
const MAX_SQUARE: u16 = 36;
const MAX_COARSE_SQUARE: u16 = 9;
/// Step of the sides of squares of fine pictures, in pixels: few sizes of a window need pictures of their own.
const SQUARE_STEP: u16 = 6;
/// Pictures of a grain that are kept.
const MAX_KEPT: usize = 24;

/// How much a picture shows. The coarse one has at most a sixteenth of the pixels of the largest fine one, and is there first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PictureGrain {
    Coarse,
    Fine,
}

impl PictureGrain {
    const ALL: [Self; 2] = [Self::Coarse, Self::Fine];

    /// Returns the largest side of a square, in pixels, of a picture whose squares are shown with so many pixels.
    fn square(self, shown: f32) -> u16 {
        match self {
            Self::Coarse => MAX_COARSE_SQUARE,
            Self::Fine => {
                let steps = (shown / f32::from(SQUARE_STEP)).ceil() as u16;
                steps.clamp(2, MAX_SQUARE / SQUARE_STEP) * SQUARE_STEP
            }
        }
    }
}

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PictureKey {
    /// Hash of map, barriers and terrains.
    content: u64,
    palette: PaletteName,
    flat: bool,
    grain: PictureGrain,
    /// Largest side of a square, in pixels.
    square: u16,
}

impl PictureKey {
    /// Whether another picture shows the same map with the same look.
    fn shows_map_of(&self, other: &Self) -> bool {
        (self.content, self.palette, self.flat) == (other.content, other.palette, other.flat)
    }
}

/// Ground tiles and objects, decoded once.
type BoardTextures = Arc<OnceLock<Option<[Texture; 2]>>>;

type PictureTask = BackgroundTask<PictureKey, ColorImage>;

/// The pictures that were made.
#[derive(Resource, Default)]
pub(crate) struct MapPictureCache {
    /// A task for each grain: a map that is chosen while the fine picture of another one is drawn does not wait for that.
    coarse: PictureTask,
    fine: PictureTask,
    /// The map that is shown has no picture yet.
    is_awaited: bool,
    /// The latest last.
    kept: Vec<(PictureKey, TextureHandle)>,
    /// The hashes of maps that were asked for.
    hashes: Vec<(Weak<SkirmishBundle>, u64)>,
    textures: BoardTextures,
}

/// Makes and keeps pictures of maps.
#[derive(SystemParam)]
pub(crate) struct MapPictures<'w> {
    cache: ResMut<'w, MapPictureCache>,
    art: Res<'w, BoardAtlas>,
    files: Res<'w, PictureFiles>,
    waker: Res<'w, WindowWaker>,
}

impl MapPictures<'_> {
    /// Returns the picture of a map whose squares have a side of so many points: a coarse one, which is made quickly, until the
    /// fine one is there; `None` while not even that is made.
    pub fn picture(
        &mut self,
        context: &Context,
        (bundle, square): (&Arc<SkirmishBundle>, f32),
        settings: &Settings,
    ) -> Option<egui::TextureId> {
        let shown = square * context.pixels_per_point();
        let [coarse, fine] = PictureGrain::ALL.map(|grain| self.key(bundle, settings, (grain, shown)));
        // Takes it from its task if it has just been made.
        _ = self.find(context, fine);
        let finest = self.cache.finest(&fine);
        if let Some((_, texture)) = finest.filter(|(square, _)| *square >= fine.square) {
            self.cache.bypass_change_detection().is_awaited = false;
            return Some(texture);
        }
        let shown = finest.map(|(_, texture)| texture).or_else(|| self.find(context, coarse));
        self.cache.bypass_change_detection().is_awaited = shown.is_none();
        self.request(if shown.is_some() { fine } else { coarse }, bundle, settings);
        shown
    }

    /// Whether a picture of a map is there, coarse or fine.
    pub fn has_picture(&mut self, bundle: &Arc<SkirmishBundle>, settings: &Settings) -> bool {
        let coarse = self.key(bundle, settings, (PictureGrain::Coarse, 0.0));
        self.cache.kept.iter().any(|(known, _)| known.shows_map_of(&coarse))
    }

    /// Makes the coarse picture of a map that may be looked at next. Returns whether it is there; until then it is to be
    /// called in every frame.
    pub fn prepare(&mut self, context: &Context, bundle: &Arc<SkirmishBundle>, settings: &Settings) -> bool {
        let coarse = self.key(bundle, settings, (PictureGrain::Coarse, 0.0));
        if self.find(context, coarse).is_some() {
            return true;
        }
        self.request(coarse, bundle, settings);
        false
    }

    /// Returns the key of a picture of a grain whose squares are shown with so many pixels.
    fn key(
        &mut self,
        bundle: &Arc<SkirmishBundle>,
        settings: &Settings,
        (grain, shown): (PictureGrain, f32),
    ) -> PictureKey {
        let content = self.cache.bypass_change_detection().hash(bundle);
        let (palette, flat, square) = (settings.palette, settings.flat_light, grain.square(shown));
        PictureKey { content, palette, flat, grain, square }
    }

    /// Returns a picture if it was made.
    fn find(&mut self, context: &Context, key: PictureKey) -> Option<egui::TextureId> {
        let cache = self.cache.bypass_change_detection();
        cache.poll();
        if let Some((_, texture)) = cache.kept.iter().find(|(known, _)| *known == key) {
            return Some(texture.id());
        }
        let image = ColorImage::clone(cache.task(key.grain).get(&key)?);
        let options = TextureOptions { mipmap_mode: None, ..TextureOptions::LINEAR };
        let texture = context.load_texture("map", image, options);
        let id = texture.id();
        cache.keep(key, texture);
        Some(id)
    }

    /// Has a picture made in the background, in place of one that was requested and not begun.
    fn request(&mut self, key: PictureKey, bundle: &Arc<SkirmishBundle>, settings: &Settings) {
        let cache = self.cache.bypass_change_detection();
        let (bundle, art, files) = (Arc::clone(bundle), self.art.clone(), self.files.clone());
        let (textures, palette) = (Arc::clone(&cache.textures), settings.palette());
        cache.task(key.grain).request(key, &self.waker, move || {
            let textures = textures.get_or_init(|| board_textures(&files));
            let look = MapLook { palette, flat: key.flat, max_square: key.square };
            draw_map(&bundle, &art, textures.as_ref(), &look)
        });
    }

    /// Builds the shape of a unit's icon.
    pub fn glyph(&self, glyph: Glyph, rect: Rect, colour: egui::Color32) -> egui::Shape {
        self.art.shape(atlas::sign_sprite_name(glyph), rect, 0.0, colour)
    }
}

impl MapPictureCache {
    /// Whether a picture of the map that is shown is being made. Those that may be looked at next do not count.
    pub fn is_working(&mut self) -> bool {
        self.poll();
        self.fine.is_working() || self.is_awaited && self.coarse.is_working()
    }

    /// Accepts finished pictures.
    fn poll(&mut self) {
        self.coarse.poll();
        self.fine.poll();
    }

    /// Returns the task that makes the pictures of a grain.
    const fn task(&mut self, grain: PictureGrain) -> &mut PictureTask {
        match grain {
            PictureGrain::Coarse => &mut self.coarse,
            PictureGrain::Fine => &mut self.fine,
        }
    }

    /// Returns the fine picture of a map with the most pixels, and the largest side of its squares.
    fn finest(&self, key: &PictureKey) -> Option<(u16, egui::TextureId)> {
        let is_fine = |known: &PictureKey| known.grain == PictureGrain::Fine && known.shows_map_of(key);
        let fine = self.kept.iter().filter(|(known, _)| is_fine(known));
        fine.map(|(known, texture)| (known.square, texture.id())).max_by_key(|(square, _)| *square)
    }

    /// Keeps a picture, and drops the oldest one of its grain if there are too many.
    fn keep(&mut self, key: PictureKey, texture: TextureHandle) {
        let same = |(known, _): &(PictureKey, TextureHandle)| known.grain == key.grain;
        if self.kept.iter().filter(|kept| same(kept)).count() >= MAX_KEPT
            && let Some(oldest) = self.kept.iter().position(same)
        {
            drop(self.kept.remove(oldest));
        }
        self.kept.push((key, texture));
    }

    /// Returns the hash of what a picture of a map depends on, computed once for each bundle.
    fn hash(&mut self, bundle: &Arc<SkirmishBundle>) -> u64 {
        let known = self.hashes.iter().find(|(known, _)| std::ptr::eq(known.as_ptr(), Arc::as_ptr(bundle)));
        if let Some((_, hash)) = known {
            return *hash;
        }
        let hash = content_hash(bundle);
        self.hashes.retain(|(known, _)| known.strong_count() > 0);
        self.hashes.push((Arc::downgrade(bundle), hash));
        hash
    }
}

/// Hashes map, kinds of barriers and terrains.
fn content_hash(bundle: &SkirmishBundle) -> u64 {
    let parts = (&bundle.skirmish.map, &bundle.barrier_kinds, &bundle.terrains);
    let text = serde_json::to_string(&parts).expect("invariant: content can be written as JSON");
    bevy::platform::hash::FixedHasher.hash_one(text)
}

fn board_textures(files: &PictureFiles) -> Option<[Texture; 2]> {
    let [tiles, objects] = atlas::read_board_images(files)?;
    let texture = |image: Image| {
        let image = image.try_into_dynamic().ok()?.into_rgba8();
        Texture::new(image.width(), image.height(), image.into_raw())
    };
    Some([texture(tiles)?, texture(objects)?])
}

/// How a map is drawn.
struct MapLook<'a> {
    palette: &'a Palette,
    flat: bool,
    /// Largest side of a square, in pixels.
    max_square: u16,
}

/// Draws a map before its battle, without units.
fn draw_map(
    bundle: &Arc<SkirmishBundle>,
    art: &BoardAtlas,
    textures: Option<&[Texture; 2]>,
    look: &MapLook,
) -> ColorImage {
    let mut world = battle::new_battle_world();
    battle::spawn_battle(&mut world, Arc::clone(bundle), 0);
    battle::with_view(&mut world, |view| draw_board(view, art, textures, look))
}

/// Draws the layers of the board in their order, see `layers.rs`.
fn draw_board(
    view: &BattleView,
    art: &BoardAtlas,
    textures: Option<&[Texture; 2]>,
    look: &MapLook,
) -> ColorImage {
    let MapLook { palette, flat, max_square } = *look;
    let light = if flat { BoardLight::default() } else { BoardLight::of(view) };
    let stage = BoardAnimation::default();
    let (tiles, pictures) = (textures.map(|textures| &textures[0]), textures.map(|textures| &textures[1]));
    let size = (view.field().grid().width(), view.field().grid().height());
    let square = (MAX_SIDE / size.0.max(size.1).max(1)).clamp(4, max_square);
    let [red, green, blue, _] = linear(palette.ink);
    // Drawn twice as large: halving it smooths what is thinner than a pixel.
    let mut canvas = Canvas::new(size, square * 2, [red, green, blue]);
    canvas.draw(&space::draw_backdrop(view), None);
    canvas.draw(&draw_tiles(view, art), tiles);
    canvas.draw(&ground_mesh::draw_wear(view, art), pictures);
    canvas.draw(&ground_mesh::draw(view, palette), None);
    let mut cars = CarFootprints::default();
    cars.update_cars(view);
    let mut objects = ObjectPainter::new(view, art, palette, &cars, &stage);
    objects.draw();
    let ObjectPainter { pictures: sprites, shapes, canopies, .. } = objects;
    canvas.draw(&sprites, pictures);
    canvas.draw(&shapes, None);
    if !flat {
        let (width, height, bytes) = light.picture();
        Texture::new(width, height, bytes).iter().for_each(|light| canvas.shine(light));
    }
    canvas.draw(&draw_tints(view, palette, flat), None);
    let mut edges = MeshBrush::default();
    walls::draw(&mut edges, view, &light, &stage, palette);
    canvas.draw(&edges, None);
    canvas.draw(&canopies, pictures);
    let (width, height, bytes) = canvas.halved();
    ColorImage::from_rgb([width, height], &bytes)
}

fn square_rect(cell: Cell) -> Rect {
    Rect::from_min_size(viewport::cell_corner(cell).to_pos2(), Vec2::splat(1.0))
}

fn draw_tiles(view: &BattleView, art: &BoardAtlas) -> MeshBrush {
    let mut mesh = MeshBrush::default();
    for cell in view.field().grid().cells() {
        let tile = view.terrain_at(cell).and_then(|terrain| tilemap::tile_variant(art, terrain.tile, cell));
        if let Some(number) = tile {
            mesh.sprite(square_rect(cell), art.tile_uv(number), 0.0, egui::Color32::WHITE);
        }
    }
    mesh
}

/// Draws fog, which thins out at its edges, and darkness where light is flat.
fn draw_tints(view: &BattleView, palette: &Palette, flat: bool) -> MeshBrush {
    let mut mesh = MeshBrush::default();
    let cells = || view.field().grid().cells();
    let is_foggy = |cell: &Cell| view.terrain_at(*cell).is_some_and(|terrain| terrain.obscured);
    let foggy: HashSet<Cell> = cells().filter(is_foggy).collect();
    for cell in cells() {
        let Some(terrain) = view.terrain_at(cell) else { continue };
        let [shade, _] = lighting_overlay::terrain_tints(terrain, palette);
        if let Some(shade) = shade.filter(|_| flat) {
            mesh.rect(square_rect(cell), as_in_egui(shade));
        }
        if !foggy.is_empty() {
            lighting_overlay::shade_fog(&mut mesh, cell, palette, &foggy);
        }
    }
    mesh
}

#[cfg(test)]
mod tests;
