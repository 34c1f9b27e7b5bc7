//! Units that wait for their phase, kept in turn order from one phase to the next.

use std::cmp::Reverse;

use super::coin_tosses::CoinTosses;
use super::switches::TieMode;
use super::turn_order::{InitiativeEntry, TurnOrderKey, toss_coins};
use dice::{RuleResult, Table};
use model::UnitId;

/// Units that wait for their phase, in turn order. `SS-ROUND-07`.
///
/// Its first unit is that of [`resolve_turn_order`](super::turn_order::resolve_turn_order) of all entries, with the same
/// tosses. Only ties that are new since the last call are tossed for, so that a phase does not cost more with more units.
#[derive(Clone, Debug)]
pub struct PhaseQueue {
    mode: TieMode,
    /// Entry of each waiting unit, by unit number.
    entries: Vec<Option<InitiativeEntry>>,
    /// The waiting units; the last one acts first. Tied units are together, the lowest id last.
    places: Vec<(TurnOrderKey, Reverse<UnitId>)>,
    /// Keys of units added since the last tosses.
    added: Vec<TurnOrderKey>,
    /// The tosses after which no tie was open, apart from those of `added`.
    tossed: Option<CoinTosses>,
}

impl PhaseQueue {
    /// An empty queue.
    pub fn new(mode: TieMode) -> Self {
        Self { mode, entries: Vec::new(), places: Vec::new(), added: Vec::new(), tossed: None }
    }

    /// How ties are resolved.
    pub fn mode(&self) -> TieMode {
        self.mode
    }

    /// Entry of a unit; `None` if it does not wait.
    pub fn entry(&self, unit: UnitId) -> Option<InitiativeEntry> {
        self.entries.get(unit.0 as usize).copied().flatten()
    }

    /// Sets the entry of a unit; `None` if it does not wait.
    pub fn set_entry(&mut self, unit: UnitId, entry: Option<InitiativeEntry>) {
        let number = unit.0 as usize;
        if self.entries.len() <= number {
            self.entries.resize(number + 1, None);
        }
        let before = std::mem::replace(&mut self.entries[number], entry);
        let key = |entry: InitiativeEntry| TurnOrderKey::new(&entry, self.mode);
        let (before, after) = (before.map(key), entry.map(key));
        if before == after {
            return;
        }
        if let Some(key) = before
            && let Ok(place) = self.places.binary_search(&(key, Reverse(unit)))
        {
            self.places.remove(place);
        }
        if let Some(key) = after
            && let Err(place) = self.places.binary_search(&(key, Reverse(unit)))
        {
            self.places.insert(place, (key, Reverse(unit)));
            self.added.push(key);
        }
    }

    /// Returns the unit that acts first; `None` if no unit waits. Tosses for all ties that the tosses so far leave open,
    /// in turn order. `SS-INIT-10`.
    pub fn first(&mut self, table: &mut impl Table, coins: &mut CoinTosses) -> RuleResult<Option<UnitId>> {
        if self.mode == TieMode::Ric {
            self.toss_for_ties(table, coins)?;
        }
        let Some(&(key, Reverse(first))) = self.places.last() else { return Ok(None) };
        match self.mode {
            TieMode::Ric if self.is_tied(key) => {
                Ok(toss_coins(table, &self.tied_units(key), coins)?.first().copied())
            }
            _ => Ok(Some(first)),
        }
    }

    /// Tosses for the ties that are open.
    fn toss_for_ties(&mut self, table: &mut impl Table, coins: &mut CoinTosses) -> RuleResult<()> {
        if self.tossed.as_ref().is_some_and(|tossed| tossed.is_copy_of(coins)) {
            self.added.sort_unstable_by_key(|key| Reverse(*key));
            self.added.dedup();
        } else {
            // Another round, or a question came before the tosses were recorded.
            self.added.clear();
            self.added.extend(self.places.iter().rev().map(|(key, _)| *key));
            self.added.dedup();
        }
        for key in &self.added {
            if self.is_tied(*key) {
                toss_coins(table, &self.tied_units(*key), coins)?;
            }
        }
        self.added.clear();
        self.tossed = Some(coins.clone());
        Ok(())
    }

    /// Whether several units have a key.
    fn is_tied(&self, key: TurnOrderKey) -> bool {
        let second = self.places_of(key).get(1);
        second.is_some_and(|(other, _)| *other == key)
    }

    /// The places from the first one with a key on.
    fn places_of(&self, key: TurnOrderKey) -> &[(TurnOrderKey, Reverse<UnitId>)] {
        let begin = self.places.partition_point(|(other, _)| *other < key);
        &self.places[begin..]
    }

    /// Units with a key, by id.
    fn tied_units(&self, key: TurnOrderKey) -> Vec<UnitId> {
        let tied = self.places_of(key).iter().take_while(|(other, _)| *other == key);
        let mut tied: Vec<_> = tied.map(|(_, unit)| unit.0).collect();
        tied.reverse();
        tied
    }
}

#[cfg(test)]
mod tests {
    use super::super::turn_order::resolve_turn_order;
    use super::*;
    use crate::test_tables::on_faces;

    fn entry(id: u32, score: i32, reaction: u8, intuition: u8) -> InitiativeEntry {
        InitiativeEntry { id: UnitId(id), score, reaction, intuition, last: false }
    }

    fn queue_of(entries: &[InitiativeEntry], mode: TieMode) -> PhaseQueue {
        let mut queue = PhaseQueue::new(mode);
        entries.iter().for_each(|entry| queue.set_entry(entry.id, Some(*entry)));
        queue
    }

    /// The first unit on these faces, and the coins afterwards.
    fn first_on(faces: &[u8], queue: &mut PhaseQueue, coins: &CoinTosses) -> (Option<UnitId>, CoinTosses) {
        let mut coins = coins.clone();
        let first = on_faces(faces, |table| queue.first(table, &mut coins)).0;
        (first, coins)
    }

    #[test]
    fn ss_init_10_the_first_unit_is_that_of_the_whole_order_with_its_tosses() {
        let entries = [(4, 15), (1, 12), (2, 12), (3, 12)].map(|(id, score)| entry(id, score, 4, 3));
        let whole = on_faces(&[2, 1, 5], |table| {
            resolve_turn_order(table, &entries, &CoinTosses::default(), TieMode::Ric)
        });
        let mut queue = queue_of(&entries, TieMode::Ric);
        let (first, coins) = first_on(&[2, 1, 5], &mut queue, &CoinTosses::default());
        assert_eq!((first, coins), (Some(whole.0.ranks[0][0]), whole.0.coins));
    }

    #[test]
    fn ss_init_10_only_new_ties_are_tossed_for() {
        let entries = [1, 2, 3].map(|id| entry(id, 12, 4, 3));
        let mut queue = queue_of(&entries, TieMode::Ric);
        // 1 before 2; then 3 before 1.
        let (first, coins) = first_on(&[2, 5], &mut queue, &CoinTosses::default());
        assert_eq!(first, Some(UnitId(3)));
        queue.set_entry(UnitId(3), None);
        let (first, coins) = first_on(&[], &mut queue, &coins);
        assert_eq!(first, Some(UnitId(1)));
        queue.set_entry(UnitId(4), Some(entry(4, 12, 4, 3)));
        assert_eq!(first_on(&[6], &mut queue, &coins).0, Some(UnitId(4)));
        // Coins of another round: all ties are open again.
        let (first, _) = first_on(&[1, 1, 1], &mut queue, &CoinTosses::default());
        assert_eq!(first, Some(UnitId(1)));
    }

    #[test]
    fn ss_init_10_tosses_that_were_not_recorded_are_repeated() {
        let mut queue = queue_of(&[1, 2].map(|id| entry(id, 12, 4, 3)), TieMode::Ric);
        let none = CoinTosses::default();
        assert_eq!(first_on(&[6], &mut queue, &none).0, Some(UnitId(2)));
        assert_eq!(first_on(&[6], &mut queue, &none).0, Some(UnitId(2)));
    }

    #[test]
    fn ss_init_11_the_lowest_id_of_simultaneous_units() {
        let entries = [entry(2, 12, 5, 3), entry(1, 12, 4, 3), entry(3, 11, 9, 9)];
        let mut queue = queue_of(&entries, TieMode::Simultaneous);
        assert_eq!(first_on(&[], &mut queue, &CoinTosses::default()).0, Some(UnitId(1)));
    }

    #[test]
    fn ss_init_23_a_changed_score_moves_a_unit() {
        let mut queue = queue_of(&[entry(2, 12, 3, 3), entry(3, 11, 3, 3)], TieMode::Ric);
        assert_eq!(first_on(&[], &mut queue, &CoinTosses::default()).0, Some(UnitId(2)));
        queue.set_entry(UnitId(2), Some(entry(2, 10, 3, 3)));
        assert_eq!(first_on(&[], &mut queue, &CoinTosses::default()).0, Some(UnitId(3)));
        assert_eq!(queue.entry(UnitId(2)).map(|entry| entry.score), Some(10));
        queue.set_entry(UnitId(3), None);
        queue.set_entry(UnitId(2), None);
        assert_eq!(first_on(&[], &mut queue, &CoinTosses::default()).0, None);
    }

    #[test]
    fn ab_cine_01_those_who_act_last_wait_for_all_others() {
        let last = |id| InitiativeEntry { last: true, ..entry(id, 20, 9, 9) };
        let mut queue = queue_of(&[last(4), last(2), entry(3, 1, 1, 1)], TieMode::Ric);
        for expected in [3, 2, 4] {
            assert_eq!(first_on(&[], &mut queue, &CoinTosses::default()).0, Some(UnitId(expected)));
            queue.set_entry(UnitId(expected), None);
        }
    }
}
