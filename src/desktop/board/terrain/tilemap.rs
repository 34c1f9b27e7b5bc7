//! Tilemap of the ground, spawned once per battle.

use std::sync::{Arc, Weak};

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

use crate::board::atlas::BoardAtlas;
use crate::board::viewport;
use crate::board::viewport::CELL_SIZE;
use battle::BattleSetup;
use content::{SkirmishBundle, Tile};
use model::Cell;

/// Depth below everything else.
const DEPTH: f32 = -10.0;

/// Marks the tilemap of the board and its tiles.
#[derive(Component)]
pub(crate) struct BoardTilemap;

/// Despawns the tilemap.
pub(crate) fn despawn_tilemap(mut commands: Commands, tilemaps: Query<Entity, With<BoardTilemap>>) {
    for entity in &tilemaps {
        commands.entity(entity).despawn();
    }
}

/// The current tilemap.
#[derive(Default)]
pub(crate) struct TilemapState {
    bundle: Weak<SkirmishBundle>,
    size: (u16, u16),
    /// The tile of every square.
    tiles: Vec<Option<Tile>>,
}

/// Returns the tile of every square of a map.
fn map_tiles(bundle: &SkirmishBundle) -> Vec<Option<Tile>> {
    let map = &bundle.skirmish.map;
    let palette: Vec<_> = map.palette.iter().map(|id| bundle.terrains.get(id).map(|one| one.tile)).collect();
    map.terrain.iter().map(|&number| palette.get(usize::from(number)).copied().flatten()).collect()
}

/// Spawns the ground of a new battle. A rewound battle keeps its ground; in the Lab squares change one by one.
pub(crate) fn spawn_tilemap(
    mut commands: Commands,
    setup: Res<BattleSetup>,
    art: Res<BoardAtlas>,
    tilemaps: Query<Entity, With<BoardTilemap>>,
    mut maps: Query<(Entity, &mut TileStorage), With<BoardTilemap>>,
    mut known: Local<TilemapState>,
) {
    let bundle = setup.bundle();
    if std::ptr::eq(known.bundle.as_ptr(), Arc::as_ptr(bundle)) && !tilemaps.is_empty() {
        return;
    }
    let (width, height) = (bundle.skirmish.map.width, bundle.skirmish.map.height);
    let next =
        TilemapState { bundle: Arc::downgrade(bundle), size: (width, height), tiles: map_tiles(bundle) };
    let before = std::mem::replace(&mut *known, next);
    if let (true, Ok((tilemap, storage))) =
        (before.size == known.size && !tilemaps.is_empty(), maps.single_mut())
    {
        return change_tiles(&mut commands, &art, (tilemap, storage), (&before, &known));
    }
    for entity in &tilemaps {
        commands.entity(entity).despawn();
    }
    spawn_tiles(&mut commands, &art, bundle);
}

/// Changes the tiles of a map that differ from those of a map of the same size.
fn change_tiles(
    commands: &mut Commands,
    art: &BoardAtlas,
    (tilemap, mut storage): (Entity, Mut<TileStorage>),
    (before, now): (&TilemapState, &TilemapState),
) {
    let (width, height) = now.size;
    let changed = before.tiles.iter().zip(&now.tiles).enumerate().filter(|(_, (old, new))| old != new);
    for (at, (_, tile)) in changed {
        let (x, y) = (at % usize::from(width), at / usize::from(width));
        let position = TilePos { x: x as u32, y: u32::from(height) - 1 - y as u32 };
        let number = tile.and_then(|tile| tile_variant(art, tile, Cell::new(x as i32, y as i32)));
        match (storage.get(&position), number) {
            (Some(entity), Some(number)) => {
                commands.entity(entity).insert(TileTextureIndex(number));
            }
            (Some(entity), None) => {
                storage.remove(&position);
                commands.entity(entity).despawn();
            }
            (None, Some(number)) => {
                let tile = tile_bundle(tilemap, position, number);
                storage.set(&position, commands.spawn((BoardTilemap, tile)).id());
            }
            (None, None) => {}
        }
    }
}

/// Spawns a tilemap with the tiles of a map.
fn spawn_tiles(commands: &mut Commands, art: &BoardAtlas, bundle: &SkirmishBundle) {
    let map = &bundle.skirmish.map;
    let size = TilemapSize { x: u32::from(map.width), y: u32::from(map.height) };
    let mut storage = TileStorage::empty(size);
    let tilemap = commands.spawn((BoardTilemap, Name::new("Ground"))).id();
    for y in 0..map.height {
        for x in 0..map.width {
            let cell = Cell::new(x.into(), y.into());
            let terrain = map.terrain_at(cell).and_then(|id| bundle.terrains.get(id));
            let Some(number) = terrain.and_then(|terrain| tile_variant(art, terrain.tile, cell)) else {
                continue;
            };
            // Rows of the tilemap are counted from the south.
            let position = TilePos { x: x.into(), y: u32::from(map.height - 1 - y) };
            let tile = tile_bundle(tilemap, position, number);
            storage.set(&position, commands.spawn((BoardTilemap, tile)).id());
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
        transform: Transform::from_xyz(0.0, 0.0, DEPTH).with_scale(Vec3::splat(CELL_SIZE / art.tile_side)),
        ..default()
    });
}

fn tile_bundle(tilemap: Entity, position: TilePos, number: u32) -> TileBundle {
    TileBundle {
        position,
        tilemap_id: TilemapId(tilemap),
        texture_index: TileTextureIndex(number),
        ..default()
    }
}

/// Returns the tile index for a square; `None` for a shaft and a hole in a hull.
pub(crate) fn tile_variant(art: &BoardAtlas, tile: Tile, cell: Cell) -> Option<u32> {
    let name = match tile {
        Tile::Asphalt => "asphalt",
        Tile::Pavement | Tile::Concrete | Tile::Roof => "concrete",
        Tile::Dirt => "dirt",
        Tile::Grass => "grass",
        Tile::Rubble => "gravel",
        Tile::Metal => "metal",
        Tile::Deck => "deck",
        Tile::Wood => "wood",
        Tile::Carpet => "carpet",
        Tile::Water => "water",
        Tile::Void | Tile::Breach => return None,
    };
    let variants = art.ground_tiles(name);
    let number = viewport::cell_hash(cell, 1) as usize % variants.len().max(1);
    variants.get(number).copied()
}
