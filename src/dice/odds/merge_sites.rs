//! Keys of the places in a rule where branches merge.

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
struct SiteKeys<K> {
    keys: KeyInterner<K>,
    /// By number of the key.
    places: Vec<FrontierPlace>,
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
    sites: Vec<Box<dyn AnySiteKeys>>,
    /// Sites that may hold keys.
    used: Vec<u32>,
}

impl MergeSites {
    /// The index of a call site for keys of this type.
    #[inline]
    pub fn find<K: Ord + Clone + 'static>(&mut self, site: &'static Location<'static>) -> u32 {
        let index = *self.indices.entry((std::ptr::from_ref(site), TypeId::of::<K>())).or_insert_with(|| {
            let keys = KeyInterner::<K>::new(INITIAL_CAPACITY);
            self.sites.push(Box::new(SiteKeys { keys, places: Vec::with_capacity(INITIAL_CAPACITY) }));
            self.sites.len() as u32 - 1
        });
        if self.site::<K>(index).places.is_empty() {
            self.used.push(index);
        }
        index
    }

    /// The number of a key of a site, and the index of the key in a frontier: `next` if the key is new there.
    #[inline]
    pub fn intern<K: Ord + Clone + 'static>(
        &mut self,
        site: u32,
        key: K,
        (frontier, next): (u32, usize),
    ) -> (u32, usize) {
        let SiteKeys { keys, places } = self.site(site);
        let number = keys.intern(key);
        let fresh = FrontierPlace { frontier, at: next as u32 };
        match places.get_mut(number as usize) {
            Some(place) if place.frontier == frontier => (number, place.at as usize),
            Some(place) => {
                *place = fresh;
                (number, next)
            }
            None => {
                places.push(fresh);
                (number, next)
            }
        }
    }

    /// A key by its site and number.
    #[inline]
    pub fn key<K: Ord + Clone + 'static>(&mut self, site: u32, number: u32) -> K {
        self.site::<K>(site).keys.key(number).clone()
    }

    /// Forgets all keys.
    pub fn clear(&mut self) {
        for index in self.used.drain(..) {
            self.sites[index as usize].clear();
        }
    }

    #[inline]
    fn site<K: 'static>(&mut self, index: u32) -> &mut SiteKeys<K> {
        let site: &mut dyn Any = &mut *self.sites[index as usize];
        site.downcast_mut().expect("an index belongs to one type of keys")
    }
}
