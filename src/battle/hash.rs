//! The hash of a fight's state: the same on every machine, in every build.

use std::hash::{Hash, Hasher};

use bevy::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use super::arsenal::{Dropped, ItemId};
use super::components::*;
use super::holding::Armed;
use super::knowledge::Knowledge;
use super::state::*;
use super::view::{BarrierData, UnitData};

/// Feeds numbers in little-endian order and lengths as 64 bits, whatever the machine.
struct Portable(Xxh3);

macro_rules! little_endian {
    ($($name:ident: $kind:ty),*) => {
        $(fn $name(&mut self, number: $kind) { self.0.update(&number.to_le_bytes()); })*
    };
}

impl Hasher for Portable {
    fn finish(&self) -> u64 {
        self.0.digest()
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }
    little_endian! {
        write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64, write_u128: u128,
        write_i8: i8, write_i16: i16, write_i32: i32, write_i64: i64, write_i128: i128
    }
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
    fn write_isize(&mut self, number: isize) {
        self.write_i64(number as i64);
    }
}

/// Queries of the hash, prepared once per world.
#[derive(Resource)]
pub(in crate::battle) struct HashQueries {
    units: QueryState<UnitData>,
    barriers: QueryState<BarrierData>,
    items: QueryState<(&'static ItemId, &'static Dropped)>,
    armed: QueryState<(&'static ItemId, &'static Armed)>,
}

impl FromWorld for HashQueries {
    fn from_world(world: &mut World) -> Self {
        Self { units: world.query(), barriers: world.query(), items: world.query(), armed: world.query() }
    }
}

/// Hash of everything that decides how the fight goes on.
pub(in crate::battle) fn state_hash(world: &mut World) -> u64 {
    world.resource_scope(|world, mut queries: Mut<HashQueries>| {
        let mut hash = Portable(Xxh3::new());
        let index = world.resource::<UnitIndex>().clone();
        for (_, entity) in index.iter() {
            let unit = queries.units.get(world, entity).expect("indexed units exist");
            unit.id.hash(&mut hash);
            unit.side.hash(&mut hash);
            unit.position.hash(&mut hash);
            unit.health.hash(&mut hash);
            unit.initiative.hash(&mut hash);
            unit.points.hash(&mut hash);
            unit.movement.hash(&mut hash);
            unit.turn.hash(&mut hash);
            unit.cover.hash(&mut hash);
            unit.status.hash(&mut hash);
            unit.guard.hash(&mut hash);
            unit.casualty.hash(&mut hash);
            unit.karma.hash(&mut hash);
            unit.held.hash(&mut hash);
            unit.standing.hash(&mut hash);
            unit.undertaking.hash(&mut hash);
            for carried in unit.arsenal.carried() {
                (carried.name(), carried.loaded(), carried.mode(), carried.fault(), carried.in_hand())
                    .hash(&mut hash);
                // The usual hand is not worth a word.
                if let Some(left) = carried.hand().filter(|hand| *hand == crate::rules::status::Part::Left) {
                    left.hash(&mut hash);
                }
            }
        }
        hash_field(world, &mut queries, &mut hash);
        world.resource::<Round>().hash(&mut hash);
        world.resource::<Tasks>().hash(&mut hash);
        world.resource::<DiceSeat>().hash(&mut hash);
        let knowledge = world.resource::<Knowledge>();
        if knowledge.is_kept() {
            knowledge.hash(&mut hash);
        }
        if let Some(decision) = world.resource::<Pending>().decision() {
            decision.prompt().who.hash(&mut hash);
            decision.answers.hash(&mut hash);
        }
        hash.finish()
    })
}

/// Only what changed of the walls: an untouched wall is part of the skirmish.
fn hash_field(world: &World, queries: &mut HashQueries, hash: &mut Portable) {
    let mut changed: Vec<_> = queries
        .barriers
        .iter(world)
        .filter(|data| *data.state != BarrierState::default())
        .map(|data| (*data.id, *data.state))
        .collect();
    changed.sort_by_key(|(id, _)| *id);
    changed.hash(hash);
    world.resource::<Battlefield>().coverings.hash(hash);
    let mut items: Vec<_> = queries.items.iter(world).collect();
    items.sort_by_key(|(id, _)| **id);
    for (id, dropped) in items {
        let item = dropped.item();
        (id, dropped.cell(), item.name(), item.loaded(), item.mode()).hash(hash);
    }
    let mut armed: Vec<_> = queries.armed.iter(world).collect();
    armed.sort_by_key(|(id, _)| **id);
    for (id, armed) in armed {
        (id, armed.cell(), armed.item().name(), armed.fuse()).hash(hash);
    }
}
