//! Light of the board: baked on the CPU, laid over ground and objects once, and read by walls.
//!
//! Light shows what the rules know and decides nothing: squares that are dark by the rules stay dark beside any lamp.

mod bake;
mod emitter;
pub(super) mod light_material;
mod light_scene;
mod rooms;
mod shade;

use std::sync::{Arc, Weak};

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_egui::egui::{self, Color32};

use self::bake::LightBaker;
use self::light_material::LightMaterial;
use self::light_scene::LightScene;
use self::rooms::RoomPlan;
use super::PrepareSystems;
use super::layers::{BoardLayer, BoardLayers, LayerPainter};
use super::mesh_brush::{MeshBrush, linear};
use crate::battle_revision::{BattleRevision, RevisionReader};
use crate::settings::Settings;
use battle::BattleView;
use content::SkirmishBundle;

/// Least and greatest light on a wall, so that every wall can be seen.
const WALL_LIGHT: (f32, f32) = (0.42, 1.5);
/// Distance from a wall at which its light is read, in squares.
const WALL_SIDE: f32 = 0.22;

/// Bakes and shows the light.
pub(super) struct LightingPlugin;

impl Plugin for LightingPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<BoardLight>().add_systems(Update, bake_light.in_set(PrepareSystems::Light));
    }
}

/// The light of the map on screen.
#[derive(Resource, Default)]
pub(super) struct BoardLight {
    baker: LightBaker,
    plan: RoomPlan,
    bundle: Weak<SkirmishBundle>,
    /// What was baked, and whether light is flat.
    known: Option<(BattleRevision, bool)>,
    /// Counts the changes.
    version: u32,
}

impl BoardLight {
    /// Bakes the light of a map at once.
    pub fn of(view: &BattleView) -> Self {
        let plan = RoomPlan::of(view.setup().bundle());
        let mut baker = LightBaker::default();
        baker.update(&LightScene::read(view, &plan));
        Self { baker, plan, known: Some((BattleRevision::default(), false)), ..Self::default() }
    }

    /// Returns the picture that is laid over the board, with its size: see [`LightBaker::picture`].
    pub fn picture(&self) -> (u32, u32, Vec<u8>) {
        let (width, height) = self.baker.texel_size();
        (width, height, self.baker.picture())
    }

    /// Returns a number that changes with the light.
    pub fn version(&self) -> u32 {
        self.version
    }

    fn is_flat(&self) -> bool {
        self.known.is_none_or(|(_, flat)| flat)
    }

    /// Returns the light at a map position, linear; 1 shows things in their own colours.
    pub fn at(&self, place: egui::Vec2) -> [f32; 3] {
        if self.is_flat() { [1.0; 3] } else { self.baker.light_at(place.x, place.y) }
    }

    /// Returns a colour in the light beside a wall: that of its brighter side. `across` points away from the wall.
    pub fn tint_wall(&self, place: egui::Vec2, across: egui::Vec2, colour: Color32) -> Color32 {
        if self.is_flat() {
            return colour;
        }
        let [one, other] = [1.0, -1.0].map(|side| self.at(place + across * (WALL_SIDE * side)));
        let light = [0, 1, 2].map(|part: usize| one[part].max(other[part]));
        let mean = light.iter().sum::<f32>() / 3.0;
        let lift = mean.clamp(WALL_LIGHT.0, WALL_LIGHT.1) / mean.max(0.001);
        tint(colour, light.map(|part| part * lift))
    }
}

/// Multiplies a colour by light.
fn tint(colour: Color32, light: [f32; 3]) -> Color32 {
    let [red, green, blue, alpha] = linear(colour);
    let lit = LinearRgba::new(red * light[0], green * light[1], blue * light[2], alpha);
    let [red, green, blue, alpha] = Srgba::from(lit).to_u8_array();
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}

/// Bakes what has changed.
fn bake_light(
    mut light: ResMut<BoardLight>,
    view: BattleView,
    revision: RevisionReader,
    settings: Res<Settings>,
    (layers, mut images, mut materials): (
        Res<BoardLayers>,
        ResMut<Assets<Image>>,
        ResMut<Assets<LightMaterial>>,
    ),
    mut painter: LayerPainter,
) {
    let key = (revision.current(), settings.flat_light);
    if light.known == Some(key) {
        return;
    }
    let was_flat = light.is_flat();
    light.known = Some(key);
    let grid = view.field().grid();
    let mut quad = MeshBrush::default();
    if settings.flat_light {
        light.version += u32::from(!was_flat);
        return painter.show(BoardLayer::Light, quad);
    }
    let bundle = view.setup().bundle();
    if !std::ptr::eq(light.bundle.as_ptr(), Arc::as_ptr(bundle)) {
        light.bundle = Arc::downgrade(bundle);
        light.plan = RoomPlan::of(bundle);
    }
    let scene = LightScene::read(&view, &light.plan);
    if light.baker.update(&scene).is_changed() || was_flat {
        light.version += 1;
        let (width, height) = light.baker.texel_size();
        let extent = Extent3d { width, height, depth_or_array_layers: 1 };
        let picture = Image::new(
            extent,
            TextureDimension::D2,
            light.baker.picture(),
            TextureFormat::Rgba8UnormSrgb,
            RenderAssetUsages::RENDER_WORLD,
        );
        images.insert(&layers.light_picture, picture).expect("invariant: the id is in use");
        // A changed picture is bound again only with its material, which counts as changed once it is written to.
        if let Some(mut material) = materials.get_mut(&layers.light_material) {
            material.picture = layers.light_picture.clone();
        }
        let size = egui::vec2(f32::from(grid.width()), f32::from(grid.height()));
        let whole = egui::Rect::from_min_size(egui::Pos2::ZERO, size);
        let uv = egui::Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(1.0, 1.0));
        quad.sprite(whole, uv, 0.0, Color32::WHITE);
        painter.show(BoardLayer::Light, quad);
    }
}
