//! Numbers distinct keys in the order in which they first occur.

use std::{cmp::Ordering, collections::BTreeMap, ops::Range};

/// Number of keys that are kept in a sorted list before a tree takes over.
const MAX_SORTED: usize = 1024;

/// Distinct keys; the number of a key is its place in the order of first occurrence.
pub(crate) struct KeyInterner<K> {
    keys: Vec<K>,
    /// Numbers of the keys, sorted by key; empty once there are many.
    order: Vec<u32>,
    many: BTreeMap<K, u32>,
    /// Index in `order` where the last key was found.
    last: usize,
    /// How far, wrapping, that was from the one before; the next key is usually as far away.
    step: usize,
}

impl<K: Ord + Clone> KeyInterner<K> {
    /// Creates an interner with room for some keys.
    pub fn new(room: usize) -> Self {
        let (keys, order) = (Vec::with_capacity(room), Vec::with_capacity(room));
        Self { keys, order, many: BTreeMap::new(), last: 0, step: 0 }
    }

    /// The key of a number.
    #[inline]
    pub fn key(&self, number: u32) -> &K {
        &self.keys[number as usize]
    }

    /// The number of a key; a new key gets the next one.
    #[inline]
    pub fn intern(&mut self, key: K) -> u32 {
        let expected = self.last.wrapping_add(self.step);
        if let Some(&number) = self.order.get(expected)
            && self.keys[number as usize] == key
        {
            self.last = expected;
            return number;
        }
        self.intern_elsewhere(key)
    }

    /// The number of a key that is not where it was expected.
    #[inline(never)]
    fn intern_elsewhere(&mut self, key: K) -> u32 {
        let last = self.last;
        let part = self.part(&key);
        let number = if part.is_empty() { self.insert(part.start, key) } else { self.search(part, key) };
        self.step = self.last.wrapping_sub(last);
        if !matches!(self.step, 0 | 1 | usize::MAX) {
            self.step = 0;
        }
        number
    }

    /// Forgets all keys and keeps the memory of a few.
    pub fn clear(&mut self) {
        if self.keys.len() > MAX_SORTED {
            *self = Self::new(0);
        }
        self.keys.clear();
        self.order.clear();
        self.many.clear();
        (self.last, self.step) = (0, 0);
    }

    /// The range of `order` that can hold a key.
    #[inline]
    fn part(&self, key: &K) -> Range<usize> {
        let all = self.order.len();
        match self.key_at(self.last) {
            Some(last) => match key.cmp(last) {
                Ordering::Less => match self.key_at(self.last.wrapping_sub(1)) {
                    Some(lower) if key > lower => self.last..self.last,
                    _ => 0..self.last,
                },
                Ordering::Equal => self.last..self.last + 1,
                Ordering::Greater => self.last + 1..all,
            },
            None => 0..all,
        }
    }

    #[inline]
    fn key_at(&self, place: usize) -> Option<&K> {
        self.keys.get(*self.order.get(place)? as usize)
    }

    /// Looks up a key within a range of `order`.
    fn search(&mut self, part: Range<usize>, key: K) -> u32 {
        let start = part.start;
        match self.order[part].binary_search_by(|&number| self.keys[number as usize].cmp(&key)) {
            Ok(at) => {
                self.last = start + at;
                self.order[start + at]
            }
            Err(at) => self.insert(start + at, key),
        }
    }

    /// Adds a key that is not in the list.
    fn insert(&mut self, place: usize, key: K) -> u32 {
        let fresh = self.keys.len() as u32;
        if self.keys.len() >= MAX_SORTED {
            return self.insert_among_many(key);
        }
        self.last = place;
        self.order.insert(place, fresh);
        self.keys.push(key);
        fresh
    }

    /// Looks up a key in the tree, and adds it if it is not there.
    #[inline(never)]
    fn insert_among_many(&mut self, key: K) -> u32 {
        if self.many.is_empty() {
            self.order.clear();
            self.many.extend(self.keys.iter().cloned().zip(0..));
        }
        let fresh = self.keys.len() as u32;
        let number = *self.many.entry(key.clone()).or_insert(fresh);
        if number == fresh {
            self.keys.push(key);
        }
        number
    }

    /// All keys in ascending order with their numbers.
    pub fn into_sorted(self) -> impl Iterator<Item = (K, u32)> {
        let mut keys: Vec<Option<K>> = self.keys.into_iter().map(Some).collect();
        let order = self.order.into_iter().chain(self.many.into_values());
        order.filter_map(move |number| keys[number as usize].take().map(|key| (key, number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_their_numbers_in_any_order() {
        for (keys, step) in [(1000_u64, 1), (1000, 999), (1000, 7), (3000, 1), (3000, 2999), (3000, 7)] {
            let mut numbers = KeyInterner::new(4);
            for _ in 0..2 {
                let nth = |n: u64| n * step % keys;
                for n in 0..keys {
                    assert_eq!(numbers.intern(nth(n)), n as u32, "{keys} by {step}");
                    assert_eq!(numbers.intern(nth(n / 2)), (n / 2) as u32, "{keys} by {step}");
                    assert_eq!(*numbers.key(n as u32), nth(n), "{keys} by {step}");
                }
                numbers.clear();
            }
            for n in 0..keys {
                numbers.intern(n * step % keys);
            }
            let sorted: Vec<(u64, u32)> = numbers.into_sorted().collect();
            let mut wanted: Vec<(u64, u32)> = (0..keys).map(|n| (n * step % keys, n as u32)).collect();
            wanted.sort_unstable();
            assert_eq!(sorted, wanted, "{keys} by {step}");
        }
    }
}
