//! The ground as a tilemap, laid once per fight.

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

use super::art::Art;
use super::lens::{self, SQUARE};
use crate::battle::Setup;
use crate::content::Tile;
use crate::field::Cell;

/// Below everything else.
const DEPTH: f32 = -10.0;

/// A tilemap of the board, or a tile of one.
#[derive(Component)]
pub(super) struct Laid;

/// Takes the ground away.
pub(super) fn clear(mut commands: Commands, laid: Query<Entity, With<Laid>>) {
    for entity in &laid {
        commands.entity(entity).despawn();
    }
}

/// Lays the ground of a new fight. A fight that is rewound keeps its ground.
pub(super) fn lay(
    mut commands: Commands,
    setup: Res<Setup>,
    art: Res<Art>,
    laid: Query<Entity, With<Laid>>,
    mut known: Local<Option<std::sync::Weak<crate::content::SkirmishBundle>>>,
) {
    let bundle = setup.bundle();
    let same = known.as_ref().is_some_and(|old| std::ptr::eq(old.as_ptr(), std::sync::Arc::as_ptr(bundle)));
    if same && !laid.is_empty() {
        return;
    }
    *known = Some(std::sync::Arc::downgrade(bundle));
    for entity in &laid {
        commands.entity(entity).despawn();
    }
    let map = &bundle.skirmish.map;
    let size = TilemapSize { x: u32::from(map.width), y: u32::from(map.height) };
    let mut storage = TileStorage::empty(size);
    let tilemap = commands.spawn((Laid, Name::new("Ground"))).id();
    for y in 0..map.height {
        for x in 0..map.width {
            let cell = Cell::new(x.into(), y.into());
            let terrain = map.terrain_at(cell).and_then(|id| bundle.terrains.get(id));
            let Some(number) = terrain.and_then(|terrain| tile_of(&art, terrain.tile, cell)) else {
                continue;
            };
            // Rows of the tilemap are counted from the south.
            let position = TilePos { x: x.into(), y: u32::from(map.height - 1 - y) };
            let tile = TileBundle {
                position,
                tilemap_id: TilemapId(tilemap),
                texture_index: TileTextureIndex(number),
                ..default()
            };
            storage.set(&position, commands.spawn((Laid, tile)).id());
        }
    }
    let tile_size = TilemapTileSize { x: art.tile_side, y: art.tile_side };
    commands.entity(tilemap).insert(TilemapBundle {
        grid_size: tile_size.into(),
        map_type: TilemapType::Square,
        size,
        storage,
        texture: TilemapTexture::Single(art.tiles.clone()),
        tile_size,
        anchor: TilemapAnchor::Center,
        transform: Transform::from_xyz(0.0, 0.0, DEPTH).with_scale(Vec3::splat(SQUARE / art.tile_side)),
        ..default()
    });
}

/// The variant of a ground that a square shows; nothing for a shaft.
fn tile_of(art: &Art, tile: Tile, cell: Cell) -> Option<u32> {
    let name = match tile {
        Tile::Asphalt => "asphalt",
        Tile::Pavement | Tile::Concrete | Tile::Roof => "concrete",
        Tile::Dirt => "dirt",
        Tile::Grass => "grass",
        Tile::Rubble => "gravel",
        Tile::Metal => "metal",
        Tile::Wood => "wood",
        Tile::Carpet => "carpet",
        Tile::Water => "water",
        Tile::Void => return None,
    };
    let variants = art.ground(name);
    let number = lens::hash(cell, 1) as usize % variants.len().max(1);
    variants.get(number).copied()
}
