//! Numbers distinct keys in the order in which they first occur.

use std::{collections::BTreeMap, ops::Range};

/// Number of keys that are kept in a list before a tree takes over.
const MAX_UNSORTED: usize = 1024;

/// Keys with the number each got when it was first seen.
pub(crate) struct KeyInterner<K> {
    /// Keys in the order in which they occurred; empty once there are many.
    few: Vec<(K, u32)>,
    /// Places in `few`, sorted by key.
    order: Vec<u32>,
    many: BTreeMap<K, u32>,
    /// Index in `order` where the last key was found; the next one is usually its neighbour.
    last: usize,
}

impl<K: Ord> KeyInterner<K> {
    /// Creates an interner with room for some keys.
    pub fn new(room: usize) -> Self {
        let (few, order) = (Vec::with_capacity(room), Vec::with_capacity(room));
        Self { few, order, many: BTreeMap::new(), last: 0 }
    }

    /// The number of a key; a new key gets `fresh`.
    #[inline]
    pub fn intern(&mut self, key: K, fresh: u32) -> u32 {
        for place in [self.last, self.last.wrapping_sub(1)] {
            if let Some(&(ref known, number)) = self.get(place)
                && *known == key
            {
                self.last = place;
                return number;
            }
        }
        let part = self.part(&key);
        if part.is_empty() { self.insert(part.start, key, fresh) } else { self.search(part, key, fresh) }
    }

    /// The range of `order` that can hold a key which is neither the last nor the one before it.
    #[inline]
    fn part(&self, key: &K) -> Range<usize> {
        let all = self.order.len();
        match self.get(self.last) {
            Some((last, _)) if key < last => {
                let before = self.last.saturating_sub(1);
                match self.get(before) {
                    Some((lower, _)) if key > lower => self.last..self.last,
                    _ => 0..before,
                }
            }
            Some(_) => self.last + 1..all,
            None => 0..all,
        }
    }

    /// The key at an index of `order`.
    #[inline]
    fn get(&self, place: usize) -> Option<&(K, u32)> {
        self.few.get(*self.order.get(place)? as usize)
    }

    /// Looks up a key within a range of `order`.
    #[inline(never)]
    fn search(&mut self, part: Range<usize>, key: K, fresh: u32) -> u32 {
        let start = part.start;
        match self.order[part].binary_search_by(|&at| self.few[at as usize].0.cmp(&key)) {
            Ok(at) => {
                self.last = start + at;
                self.few[self.order[start + at] as usize].1
            }
            Err(at) => self.insert(start + at, key, fresh),
        }
    }

    /// Adds a key that is not in the list.
    #[inline(never)]
    fn insert(&mut self, place: usize, key: K, fresh: u32) -> u32 {
        if self.few.len() == MAX_UNSORTED {
            self.many.extend(self.few.drain(..));
            self.order.clear();
        }
        if !self.many.is_empty() {
            return *self.many.entry(key).or_insert(fresh);
        }
        self.last = place;
        self.order.insert(place, self.few.len() as u32);
        self.few.push((key, fresh));
        fresh
    }

    /// All keys in ascending order with their numbers.
    pub fn sorted(self) -> impl Iterator<Item = (K, u32)> {
        let mut few: Vec<Option<(K, u32)>> = self.few.into_iter().map(Some).collect();
        self.order.into_iter().filter_map(move |at| few[at as usize].take()).chain(self.many)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_their_numbers_in_any_order() {
        for (keys, step) in [(1000_u64, 1), (1000, 999), (1000, 7), (3000, 1), (3000, 2999), (3000, 7)] {
            let mut numbers = KeyInterner::new(4);
            let nth = |n: u64| n * step % keys;
            for n in 0..keys {
                assert_eq!(numbers.intern(nth(n), n as u32), n as u32, "{keys} by {step}");
                assert_eq!(numbers.intern(nth(n / 2), u32::MAX), (n / 2) as u32, "{keys} by {step}");
            }
            let sorted: Vec<(u64, u32)> = numbers.sorted().collect();
            let mut wanted: Vec<(u64, u32)> = (0..keys).map(|n| (nth(n), n as u32)).collect();
            wanted.sort_unstable();
            assert_eq!(sorted, wanted, "{keys} by {step}");
        }
    }
}
