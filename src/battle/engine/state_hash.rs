//! Hash of the battle state, identical on every machine and in every build.
//!
//! Each unit and the battlefield have digests of their own, which are recomputed only after events that change them.

use std::hash::{Hash, Hasher};

use bevy_ecs::prelude::Resource;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

use crate::state::components::*;
use crate::state::resources::{BattleDice, ChangeMarks, ResolutionQueue, UnitChanges};
use crate::view::battle_view::{BattleView, UnitDataItem};
use rules::status::BodySide;
use rules::turn_engine::turn_order::CoinTosses;

/// Collects numbers in little-endian order and lengths as 64 bits on every machine.
#[derive(Default)]
struct PortableHasher {
    /// Bytes that are not hashed yet.
    bytes: Vec<u8>,
    /// The hash of the bytes before them, after a long run of bytes.
    before: Option<Box<Xxh3Default>>,
}

/// Longer runs of bytes are hashed where they are instead of copied: coins tossed among hundreds of units.
const MAX_COPIED_BYTES: usize = 4096;

impl PortableHasher {
    /// Starts again with an empty hash.
    fn clear(&mut self) {
        self.bytes.clear();
        self.before = None;
    }
}

macro_rules! little_endian {
    ($($name:ident: $kind:ty),*) => {
        $(fn $name(&mut self, number: $kind) { self.bytes.extend_from_slice(&number.to_le_bytes()); })*
    };
}

impl Hasher for PortableHasher {
    fn finish(&self) -> u64 {
        match &self.before {
            None => xxh3_64(&self.bytes),
            Some(before) => {
                let mut whole = before.clone();
                whole.update(&self.bytes);
                whole.digest()
            }
        }
    }
    fn write(&mut self, bytes: &[u8]) {
        if bytes.len() <= MAX_COPIED_BYTES {
            return self.bytes.extend_from_slice(bytes);
        }
        let before = self.before.get_or_insert_default();
        before.update(&self.bytes);
        before.update(bytes);
        self.bytes.clear();
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

/// Larger numbers of pairs of tied units are hashed by their digest. A battle with fewer than 33 units has no more.
const MAX_HASHED_PAIRS: usize = 512;

/// Cached digests of the parts of the state.
#[derive(Resource, Default)]
pub(crate) struct StateDigests {
    /// Digest of every unit, by unit number.
    units: Vec<u64>,
    /// Sum of the unit digests.
    sum: u64,
    /// Digest of barriers, ground and items.
    field: u64,
    /// Reused buffer.
    bytes: PortableHasher,
}

impl StateDigests {
    /// Returns the digest of the written bytes.
    fn compute_digest(&mut self, write: impl FnOnce(&mut PortableHasher)) -> u64 {
        self.bytes.clear();
        write(&mut self.bytes);
        self.bytes.finish()
    }

    /// Recomputes the digests of changed units and returns the sum of all.
    fn units_digest(&mut self, view: &BattleView, changes: &mut ChangeMarks) -> u64 {
        let is_complete = self.units.len() == view.index.len();
        match changes.take().filter(|_| is_complete) {
            Some(changed) => {
                for id in changed {
                    let Some(unit) = view.unit_ignoring_fog(id) else { continue };
                    let digest = self.compute_digest(|bytes| write_unit(&unit, bytes));
                    let old = std::mem::replace(&mut self.units[id.0 as usize - 1], digest);
                    self.sum = self.sum.wrapping_sub(old).wrapping_add(digest);
                }
            }
            None => {
                let mut units = std::mem::take(&mut self.units);
                units.clear();
                units.extend(
                    view.all_units().map(|unit| self.compute_digest(|bytes| write_unit(&unit, bytes))),
                );
                self.sum = units.iter().fold(0, |sum, digest| digest.wrapping_add(sum));
                self.units = units;
            }
        }
        self.sum
    }

    fn field_digest(&mut self, view: &BattleView, is_current: &mut bool) -> u64 {
        if !*is_current {
            self.field = self.compute_digest(|bytes| write_field(view, bytes));
            *is_current = true;
        }
        self.field
    }
}

/// Returns the hash of all state that affects the rest of the battle.
pub(crate) fn state_hash(
    view: &BattleView,
    rest: (&ResolutionQueue, &BattleDice),
    digests: &mut StateDigests,
    changes: &mut UnitChanges,
) -> u64 {
    let hash = combine_digests(view, rest, digests, changes);
    debug_assert_eq!(
        hash,
        combine_digests(view, rest, &mut StateDigests::default(), &mut UnitChanges::default()),
        "a change was not marked"
    );
    hash
}

fn combine_digests(
    view: &BattleView,
    (tasks, dice): (&ResolutionQueue, &BattleDice),
    digests: &mut StateDigests,
    changes: &mut UnitChanges,
) -> u64 {
    let units = digests.units_digest(view, &mut changes.hashed);
    let field = digests.field_digest(view, &mut changes.is_field_hashed);
    let parts = (units, view.index.len(), field);
    digests.compute_digest(|bytes| {
        parts.hash(bytes);
        let digests_coins = view.setup().digests_coins;
        view.round().hash_with(bytes, |coins, bytes| write_coins(coins, digests_coins, bytes));
        tasks.hash(bytes);
        dice.hash(bytes);
        if view.knowledge().has_fog_of_war() {
            view.knowledge().hash(bytes);
        }
        if let Some(open) = view.open_prompt() {
            open.prompt().who.hash(bytes);
            open.answers().hash(bytes);
        }
    })
}

/// Writes the coin tosses of the round: all pairs, or their digest where there are many, so that a hash does not cost more
/// with more units.
fn write_coins(coins: &CoinTosses, digests_coins: bool, bytes: &mut PortableHasher) {
    if digests_coins && coins.known_pairs() > MAX_HASHED_PAIRS {
        (coins.known_pairs(), coins.digest()).hash(bytes);
    } else {
        coins.hash(bytes);
    }
}

fn write_unit(unit: &UnitDataItem, bytes: &mut PortableHasher) {
    unit.id.hash(bytes);
    unit.side.hash(bytes);
    unit.position.hash(bytes);
    unit.health.hash(bytes);
    unit.initiative.hash(bytes);
    unit.points.hash(bytes);
    unit.movement.hash(bytes);
    unit.phase_state.hash(bytes);
    unit.cover.hash(bytes);
    unit.status.hash(bytes);
    unit.defence_count.hash(bytes);
    unit.out_of_action.hash(bytes);
    unit.karma.hash(bytes);
    unit.held_phase.hash(bytes);
    unit.auto_responses.hash(bytes);
    unit.extended_action.hash(bytes);
    for carried in unit.inventory.items() {
        (carried.name(), carried.loaded(), carried.mode(), carried.fault(), carried.in_hand()).hash(bytes);
        // Only the left hand is written; the right hand is the default.
        if let Some(left) = carried.hand().filter(|hand| *hand == BodySide::Left) {
            left.hash(bytes);
        }
    }
}

/// Writes barriers that have changed, ground effects and items. Unchanged barriers are part of the skirmish.
fn write_field(view: &BattleView, bytes: &mut PortableHasher) {
    let changed = view.barriers.iter().filter(|data| *data.state != BarrierState::default());
    let mut changed: Vec<_> = changed.map(|data| (*data.id, *data.state)).collect();
    changed.sort_by_key(|(id, _)| *id);
    changed.hash(bytes);
    view.ground_effects().hash(bytes);
    for (id, dropped) in view.all_items() {
        let item = dropped.item();
        (id, dropped.cell(), item.name(), item.loaded(), item.mode()).hash(bytes);
    }
    for (id, armed) in view.all_armed_items() {
        (id, armed.cell(), armed.item().name(), armed.fuse()).hash(bytes);
        // Nothing for items outside of vehicles: hashes of battles without such items stay as they were.
        if let Some(vehicle) = armed.inside {
            vehicle.hash(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_runs_of_bytes_hash_as_copied_ones() {
        let long: Vec<u8> = (0..3 * MAX_COPIED_BYTES).map(|number| (number % 251) as u8).collect();
        let mut hasher = PortableHasher::default();
        7_u32.hash(&mut hasher);
        hasher.write(&long);
        hasher.write(&long[1..]);
        9_usize.hash(&mut hasher);
        let whole: Vec<u8> = [&7_u32.to_le_bytes()[..], &long, &long[1..], &9_u64.to_le_bytes()].concat();
        assert_eq!(hasher.finish(), xxh3_64(&whole));
        hasher.clear();
        assert_eq!(hasher.finish(), xxh3_64(&[]));
    }
}
