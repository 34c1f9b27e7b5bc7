//! Numbers the values on which the branches of a search are merged, for each place in a rule that merges them.

use std::any::{Any, TypeId};
use std::panic::Location;

use rustc_hash::FxHashMap;

use super::key_interner::KeyInterner;

/// Initial capacity for the keys of a site.
const INITIAL_CAPACITY: usize = 32;

/// Where a key is in the frontier that reached it last.
#[derive(Clone, Copy)]
struct FrontierPlace {
    frontier: u32,
    at: u32,
}

/// The keys of one call site and type.
pub(crate) struct SiteKeys<K> {
    keys: KeyInterner<K>,
    /// By number of the key.
    places: Vec<FrontierPlace>,
}

impl<K: Ord + Clone + 'static> SiteKeys<K> {
    fn new() -> Box<Self> {
        let places = Vec::with_capacity(INITIAL_CAPACITY);
        Box::new(Self { keys: KeyInterner::new(INITIAL_CAPACITY), places })
    }

    /// The number of a key, and the index of the key in a frontier: `next` if the key is new there.
    #[inline]
    pub fn intern(&mut self, key: K, (frontier, next): (u32, usize)) -> (u32, usize) {
        let number = self.keys.intern(key);
        let fresh = FrontierPlace { frontier, at: next as u32 };
        match self.places.get_mut(number as usize) {
            Some(place) if place.frontier == frontier => (number, place.at as usize),
            Some(place) => {
                *place = fresh;
                (number, next)
            }
            None => {
                self.places.push(fresh);
                (number, next)
            }
        }
    }
}

/// Keys of any type.
trait AnySiteKeys: Any {
    fn clear(&mut self);
}

impl<K: Ord + Clone + 'static> AnySiteKeys for SiteKeys<K> {
    fn clear(&mut self) {
        self.keys.clear();
        self.places.clear();
    }
}

/// The keys of every call site that merges branches, by site and type of the key.
///
/// Sites stay known from one search to the next, so that a rule that is searched again needs no memory.
#[derive(Default)]
pub(crate) struct MergeSites {
    indices: FxHashMap<(*const Location<'static>, TypeId), u32>,
    sites: Vec<Option<Box<dyn AnySiteKeys>>>,
    /// Sites that may hold keys.
    used: Vec<u32>,
}

impl MergeSites {
    /// The index of a call site for keys of this type.
    #[inline]
    pub fn find<K: Ord + Clone + 'static>(&mut self, site: &'static Location<'static>) -> u32 {
        let index = *self.indices.entry((std::ptr::from_ref(site), TypeId::of::<K>())).or_insert_with(|| {
            self.sites.push(None);
            self.sites.len() as u32 - 1
        });
        // A site is mostly visited several times in a row.
        if self.used.last() != Some(&index) {
            self.used.push(index);
        }
        index
    }

    /// Takes the keys of a site out; they have to be put back. A stage within itself finds no keys here and gets its
    /// own.
    #[inline]
    pub fn take<K: Ord + Clone + 'static>(&mut self, site: u32) -> Box<SiteKeys<K>> {
        let keys: Option<Box<dyn Any>> = self.sites[site as usize].take().map(|keys| keys as Box<dyn Any>);
        keys.and_then(|keys| keys.downcast().ok()).unwrap_or_else(SiteKeys::new)
    }

    /// Puts the keys of a site back.
    #[inline]
    pub fn put_back<K: Ord + Clone + 'static>(&mut self, site: u32, keys: Box<SiteKeys<K>>) {
        self.sites[site as usize] = Some(keys);
    }

    /// A key by its site and number.
    #[inline]
    pub fn key<K: Ord + Clone + 'static>(&self, site: u32, number: u32) -> K {
        let keys: Option<&dyn Any> = self.sites[site as usize].as_deref().map(|keys| keys as &dyn Any);
        let keys: Option<&SiteKeys<K>> = keys.and_then(|keys| keys.downcast_ref());
        keys.expect("invariant: a finished stage has left its value").keys.key(number).clone()
    }

    /// Forgets all keys.
    pub fn clear(&mut self) {
        for index in self.used.drain(..) {
            if let Some(keys) = &mut self.sites[index as usize] {
                keys.clear();
            }
        }
    }
}
