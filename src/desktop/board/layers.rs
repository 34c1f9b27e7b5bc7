//! The layers of the board that Bevy draws below egui: a mesh each, from the ground up.

use bevy::camera::visibility::NoFrustumCulling;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::sprite_render::AlphaMode2d;
use strum::{EnumCount, VariantArray};

use super::atlas::BoardAtlas;
use super::effects::effect_material::{EffectMaterial, EffectMaterialPlugin};
use super::lighting::light_material::{LightMaterial, LightMaterialPlugin};
use super::mesh_brush::MeshBrush;
use super::viewport::CELL_SIZE;
use super::{PrepareSystems, is_board_shown};
use battle::Battlefield;

/// Depth of what is below the tiles of the ground.
const BELOW_GROUND: f32 = -11.0;
/// Depth of the first layer, which lies below the ground instead: the next one is the lowest above its tiles.
const LOWEST: f32 = -9.5;

/// A layer, from the bottom up.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, EnumCount, VariantArray)]
pub(crate) enum BoardLayer {
    /// Stars around a ship, which holes in its hull show too: below the tiles of the ground.
    Space,
    /// Pictures on the ground: wear, leaves, puddles.
    Wear,
    /// Grid, heights and edges of the ground.
    Ground,
    /// Marks of the battle on the ground: scorch, shards, wounds.
    Marks,
    /// Objects in squares, from pictures.
    Objects,
    /// Objects in squares, from shapes.
    Shapes,
    /// The light over everything below.
    Light,
    /// Tints of squares.
    Tints,
    /// Walls, with their own light.
    Walls,
    /// Canopies of trees.
    Canopies,
    /// Water, fire and smoke that move.
    Ambient,
    /// Fog of war, and what else darkens walls.
    Fog,
    /// Tokens of units.
    Tokens,
    /// Light, sparks, debris and smoke of what happens.
    Effects,
}

impl BoardLayer {
    const ALL: [Self; Self::COUNT] = *Self::VARIANTS.as_array().expect("one of each");

    fn depth(self) -> f32 {
        match self {
            Self::Space => BELOW_GROUND,
            _ => LOWEST + 0.5 * self as usize as f32,
        }
    }
}

/// The entity and the mesh of every layer.
#[derive(Resource)]
pub(crate) struct BoardLayers {
    root: Entity,
    layers: [(Entity, Handle<Mesh>); BoardLayer::COUNT],
    /// The picture of the light layer.
    pub light_picture: Handle<Image>,
    /// The material of the light layer.
    pub light_material: Handle<LightMaterial>,
}

/// Spawns and places the layers.
pub(super) struct LayersPlugin;

impl Plugin for LayersPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((LightMaterialPlugin, EffectMaterialPlugin))
            .add_systems(Startup, spawn_layers)
            .add_systems(Update, place_layers.in_set(PrepareSystems::Camera))
            .add_systems(PostUpdate, hide_layers.run_if(not(is_board_shown)));
    }
}

fn spawn_layers(
    mut commands: Commands,
    art: Res<BoardAtlas>,
    mut images: ResMut<Assets<Image>>,
    mut colours: ResMut<Assets<ColorMaterial>>,
    mut lights: ResMut<Assets<LightMaterial>>,
    mut effects: ResMut<Assets<EffectMaterial>>,
    meshes: Res<Assets<Mesh>>,
) {
    let plain = |texture| ColorMaterial { texture, alpha_mode: AlphaMode2d::Blend, ..default() };
    let shapes = colours.add(plain(None));
    let pictures = colours.add(plain(Some(art.objects.clone())));
    let tiles = colours.add(plain(Some(art.tiles.clone())));
    let glyphs = colours.add(plain(Some(art.glyphs.clone())));
    let light_picture = images.add(Image::default());
    let light = lights.add(LightMaterial { picture: light_picture.clone() });
    let effect = effects.add(EffectMaterial::default());
    let root = commands.spawn((Name::new("Board"), Transform::default(), Visibility::Hidden)).id();
    let layers = BoardLayer::ALL.map(|layer| {
        let handle = meshes.reserve_handle();
        let place = Transform::from_xyz(0.0, 0.0, layer.depth());
        let common =
            (layer, Mesh2d(handle.clone()), place, Visibility::Hidden, NoFrustumCulling, ChildOf(root));
        let mut entity = commands.spawn(common);
        match layer {
            BoardLayer::Wear | BoardLayer::Objects | BoardLayer::Canopies => {
                entity.insert(MeshMaterial2d(pictures.clone()));
            }
            BoardLayer::Marks | BoardLayer::Ambient | BoardLayer::Effects => {
                _ = entity.insert(MeshMaterial2d(effect.clone()))
            }
            BoardLayer::Tints | BoardLayer::Fog => _ = entity.insert(MeshMaterial2d(tiles.clone())),
            BoardLayer::Tokens => _ = entity.insert(MeshMaterial2d(glyphs.clone())),
            BoardLayer::Light => _ = entity.insert(MeshMaterial2d(light.clone())),
            BoardLayer::Space | BoardLayer::Ground | BoardLayer::Shapes | BoardLayer::Walls => {
                entity.insert(MeshMaterial2d(shapes.clone()));
            }
        }
        (entity.id(), handle)
    });
    commands.insert_resource(BoardLayers { root, layers, light_picture, light_material: light });
}

/// Places the layers so that their meshes count map positions.
fn place_layers(
    layers: Res<BoardLayers>,
    field: Res<Battlefield>,
    mut roots: Query<(&mut Transform, &mut Visibility)>,
) {
    let Ok((mut transform, mut visibility)) = roots.get_mut(layers.root) else { return };
    let half = vec2(f32::from(field.grid().width()), f32::from(field.grid().height())) * (0.5 * CELL_SIZE);
    // Rows of the map are counted from the north, the world's y from the south.
    let place = Transform::from_xyz(-half.x, half.y, 0.0).with_scale(Vec3::new(CELL_SIZE, -CELL_SIZE, 1.0));
    transform.set_if_neq(place);
    visibility.set_if_neq(Visibility::Visible);
}

fn hide_layers(layers: Res<BoardLayers>, mut roots: Query<&mut Visibility>) {
    if let Ok(mut visibility) = roots.get_mut(layers.root) {
        visibility.set_if_neq(Visibility::Hidden);
    }
}

/// Gives layers their meshes.
#[derive(SystemParam)]
pub(super) struct LayerPainter<'w, 's> {
    layers: Res<'w, BoardLayers>,
    meshes: ResMut<'w, Assets<Mesh>>,
    shown: Query<'w, 's, &'static mut Visibility, With<BoardLayer>>,
}

impl LayerPainter<'_, '_> {
    /// Shows what was drawn on a layer in place of what it showed before.
    pub fn show(&mut self, layer: BoardLayer, drawn: MeshBrush) {
        let (entity, handle) = &self.layers.layers[layer as usize];
        let Ok(mut visibility) = self.shown.get_mut(*entity) else { return };
        if drawn.is_empty() {
            visibility.set_if_neq(Visibility::Hidden);
            return;
        }
        self.meshes.insert(handle, drawn.build()).expect("invariant: the id was reserved");
        visibility.set_if_neq(Visibility::Inherited);
    }
}
