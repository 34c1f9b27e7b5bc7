//! Different keys numbered in the order they turn up.

use std::collections::BTreeMap;

/// Keys that are kept in a sorted list before a tree takes over.
const FEW: usize = 256;

/// Keys with the number each got when it was first seen.
pub(super) struct Numbers<K> {
    /// Sorted; empty once there are many.
    few: Vec<(K, u32)>,
    many: BTreeMap<K, u32>,
    /// Where the last key was found: the next one is mostly its neighbour.
    last: usize,
}

impl<K: Ord> Numbers<K> {
    pub fn new() -> Self {
        Self { few: Vec::with_capacity(32), many: BTreeMap::new(), last: 0 }
    }

    /// The number of a key; a new key gets `fresh`.
    #[inline]
    pub fn number(&mut self, key: K, fresh: u32) -> u32 {
        if let Some((last, number)) = self.few.get(self.last)
            && *last == key
        {
            return *number;
        }
        if let Some((last, number)) = self.few.get(self.last.wrapping_sub(1))
            && *last == key
        {
            self.last -= 1;
            return *number;
        }
        self.search(key, fresh)
    }

    #[inline(never)]
    fn search(&mut self, key: K, fresh: u32) -> u32 {
        if self.few.len() == FEW {
            self.many.extend(self.few.drain(..));
        }
        if !self.many.is_empty() {
            return *self.many.entry(key).or_insert(fresh);
        }
        match self.few.binary_search_by(|(known, _)| known.cmp(&key)) {
            Ok(at) => {
                self.last = at;
                self.few[at].1
            }
            Err(at) => {
                self.last = at;
                self.few.insert(at, (key, fresh));
                fresh
            }
        }
    }

    /// All keys in ascending order with their numbers.
    pub fn sorted(self) -> impl Iterator<Item = (K, u32)> {
        self.few.into_iter().chain(self.many)
    }
}
