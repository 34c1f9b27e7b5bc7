//! Turn order: scores, tie-breakers and coins. Chapter INIT of the catalogue.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use dice::{Dice, Note, Purpose, RollMode, RuleResult, Table};
use model::UnitId;

pub use super::coin_tosses::CoinTosses;
pub use crate::lines::CoinTossLine;

use super::switches::TieMode;

/// Least face of a die with which the unit that is placed last acts first. `SS-INIT-10`.
const LEAST_WINNING_FACE: u8 = 4;

/// A unit in the turn order of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InitiativeEntry {
    /// Id of the unit.
    pub id: UnitId,
    /// Initiative Score.
    pub score: i32,
    /// REA, the first tie-breaker.
    pub reaction: u8,
    /// INT, the second tie-breaker.
    pub intuition: u8,
    /// Acts after all others, by id and without a coin. `AB-CINE-01`.
    pub last: bool,
}

/// What orders a unit before any coin; the greatest acts first. Units with the same key are tied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TurnOrderKey {
    is_early: bool,
    score: i32,
    reaction: u8,
    intuition: u8,
}

impl TurnOrderKey {
    /// `SS-INIT-08`, `SS-INIT-09`, `SS-INIT-11`, `AB-CINE-01`.
    pub fn new(entry: &InitiativeEntry, mode: TieMode) -> Self {
        let InitiativeEntry { id, score, reaction, intuition, last } = *entry;
        let (is_early, score) =
            if last { (false, i32::MAX.saturating_sub_unsigned(id.0)) } else { (true, score) };
        let has_breakers = !last && mode == TieMode::Ric;
        let (reaction, intuition) = if has_breakers { (reaction, intuition) } else { (0, 0) };
        Self { is_early, score, reaction, intuition }
    }
}

/// The turn order of a pass.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TurnOrder {
    /// Units by id, the first to act in front; units of one rank act at the same time. `SS-INIT-11`.
    pub ranks: Vec<Vec<UnitId>>,
    /// The tosses to pass on for the rest of the round.
    pub coins: CoinTosses,
}

/// Orders units by score, Reaction, Intuition and coin. `coins` are the tosses of this round so far.
///
/// `SS-ROUND-06`, `SS-INIT-08` to `SS-INIT-11`, `SS-RULING-31`.
pub fn resolve_turn_order(
    table: &mut impl Table,
    entries: &[InitiativeEntry],
    coins: &CoinTosses,
    mode: TieMode,
) -> RuleResult<TurnOrder> {
    let mut order = TurnOrder { ranks: Vec::new(), coins: coins.clone() };
    visit_ties(entries, mode, |tied| {
        match mode {
            TieMode::Ric if tied.len() > 1 => {
                let placed = toss_coins(table, tied, &mut order.coins)?;
                order.ranks.extend(placed.into_iter().map(|id| vec![id]));
            }
            _ => order.ranks.push(tied.to_vec()),
        }
        Ok(())
    })?;
    Ok(order)
}

/// Finds units that tie with others without a toss that says which of them acts first: each with the others, by id. With
/// `TieMode::Simultaneous`, which tosses no coins, they act at the same time. `SS-INIT-10`, `SS-INIT-11`.
pub fn open_ties(
    entries: &[InitiativeEntry],
    coins: &CoinTosses,
    mode: TieMode,
) -> BTreeMap<UnitId, Vec<UnitId>> {
    let is_open = |one: UnitId, other: UnitId| {
        one != other && !coins.is_before(one, other) && !coins.is_before(other, one)
    };
    let mut open = BTreeMap::new();
    visit_ties(entries, mode, |tied| {
        for &unit in tied {
            let others: Vec<UnitId> = tied.iter().copied().filter(|other| is_open(unit, *other)).collect();
            if !others.is_empty() {
                open.insert(unit, others);
            }
        }
        Ok(())
    })
    .expect("invariant: no dice are rolled");
    open
}

/// Whether a unit acts before another one in a pass, or may do so: nothing has decided an open tie yet, and either may be first.
/// `SS-INIT-08` to `SS-INIT-11`.
pub fn may_act_before(
    one: &InitiativeEntry,
    other: &InitiativeEntry,
    coins: &CoinTosses,
    mode: TieMode,
) -> bool {
    match TurnOrderKey::new(one, mode).cmp(&TurnOrderKey::new(other, mode)) {
        Ordering::Greater => true,
        Ordering::Equal => !coins.is_before(other.id, one.id),
        Ordering::Less => false,
    }
}

/// Visits units that only a coin can order, by id; the first to act in front.
fn visit_ties(
    entries: &[InitiativeEntry],
    mode: TieMode,
    mut visit: impl FnMut(&[UnitId]) -> RuleResult<()>,
) -> RuleResult<()> {
    let mut sorted: Vec<_> =
        entries.iter().map(|entry| (Reverse(TurnOrderKey::new(entry, mode)), entry.id)).collect();
    sorted.sort_unstable();
    let mut tied = Vec::new();
    for tie in sorted.chunk_by(|one, other| one.0 == other.0) {
        tied.clear();
        tied.extend(tie.iter().map(|(_, id)| *id));
        visit(&tied)?;
    }
    Ok(())
}

/// Places tied units one by one; each tosses against those already placed, from the front. `SS-INIT-10`.
pub(super) fn toss_coins(
    table: &mut impl Table,
    tied: &[UnitId],
    coins: &mut CoinTosses,
) -> RuleResult<Vec<UnitId>> {
    if let Some(placed) = coins.known_order(tied) {
        return Ok(placed);
    }
    let known = coins.known_pairs();
    let mut placed: Vec<UnitId> = Vec::with_capacity(tied.len());
    for &new in tied {
        let mut place = placed.len();
        for (index, &other) in placed.iter().enumerate() {
            let is_known = coins.is_before(new, other) || coins.is_before(other, new);
            let wins = if is_known { coins.is_before(new, other) } else { toss_coin(table, new, other)? };
            if wins {
                coins.record_toss(new, other);
                place = index;
                break;
            }
            coins.record_toss(other, new);
        }
        placed.insert(place, new);
    }
    if coins.known_pairs() > known {
        coins.record_order(&placed);
    }
    Ok(placed)
}

/// Tosses a coin between two tied units; returns whether the new one acts first. `SS-INIT-10`.
fn toss_coin(table: &mut impl Table, new: UnitId, placed: UnitId) -> RuleResult<bool> {
    const COIN: Dice = Dice { count: 1, sides: 6, read: RollMode::Hits(LEAST_WINNING_FACE) };
    let (why, clause) = ("coin toss between equal initiatives", "SS-INIT-10");
    let wins = table.roll(COIN, Purpose { who: None, why, clause, parts: &[], limit: None })?.value > 0;
    let (first, second) = if wins { (new, placed) } else { (placed, new) };
    table.note(|| Note::new(clause, CoinTossLine { first, second, is_high: wins }));
    Ok(wins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_tables::{note_texts, on_faces, play_script};
    use rstest::rstest;

    fn entry(id: u32, score: i32, reaction: u8, intuition: u8) -> InitiativeEntry {
        InitiativeEntry { id: UnitId(id), score, reaction, intuition, last: false }
    }

    #[test]
    fn ab_cine_01_those_who_act_last_need_no_coin() {
        let last = |id, score| InitiativeEntry { last: true, ..entry(id, score, 9, 9) };
        let entries = [last(4, 12), last(2, 1), entry(3, 1, 1, 1), entry(1, 5, 1, 1)];
        let order =
            on_faces(&[], |table| resolve_turn_order(table, &entries, &CoinTosses::default(), TieMode::Ric));
        let order: Vec<u32> = order.0.ranks.iter().flatten().map(|id| id.0).collect();
        assert_eq!(order, [1, 3, 2, 4]);
    }

    /// Order by id with given coins, and the coins afterwards.
    fn ordered(faces: &[u8], entries: &[InitiativeEntry], coins: &CoinTosses) -> (Vec<u32>, CoinTosses) {
        let order = on_faces(faces, |table| resolve_turn_order(table, entries, coins, TieMode::Ric)).0;
        (order.ranks.concat().into_iter().map(|id| id.0).collect(), order.coins)
    }

    #[test]
    fn ss_round_06_highest_first() {
        let entries = [entry(1, 9, 3, 3), entry(2, 15, 3, 3), entry(3, 12, 3, 3)];
        assert_eq!(ordered(&[], &entries, &CoinTosses::default()).0, [2, 3, 1]);
    }

    #[rstest]
    #[case::ss_init_08_reaction(&[], [entry(1, 12, 4, 6), entry(2, 12, 5, 1)], [2, 1])]
    #[case::ss_init_09_intuition(&[], [entry(1, 12, 4, 3), entry(2, 12, 4, 5)], [2, 1])]
    #[case::ss_init_10_coin_for_the_second(&[4], [entry(1, 12, 4, 3), entry(2, 12, 4, 3)], [2, 1])]
    #[case::ss_init_10_coin_for_the_first(&[3], [entry(1, 12, 4, 3), entry(2, 12, 4, 3)], [1, 2])]
    #[case::ss_init_10_by_rising_id(&[4], [entry(2, 12, 4, 3), entry(1, 12, 4, 3)], [2, 1])]
    #[case::ss_ruling_31_two_attributes_then_the_coin(&[4], [entry(1, 12, 4, 3), entry(2, 12, 4, 3)], [2, 1])]
    fn ties(#[case] faces: &[u8], #[case] entries: [InitiativeEntry; 2], #[case] expected: [u32; 2]) {
        assert_eq!(ordered(faces, &entries, &CoinTosses::default()).0, expected);
    }

    #[test]
    fn ss_init_10_a_toss_says_which_unit_acts_first() {
        let entries = [1, 2, 3].map(|id| entry(id, 12, 4, 3));
        let (_, traces) = play_script(&[2, 1, 5], &[], |table| {
            resolve_turn_order(table, &entries, &CoinTosses::default(), TieMode::Ric)
        });
        assert_eq!(
            note_texts(&traces),
            [
                "unit 1 acts before unit 2 (3 or less)",
                "unit 1 acts before unit 3 (3 or less)",
                "unit 3 acts before unit 2 (4 or more)",
            ]
        );
    }

    #[test]
    fn ss_init_10_three_tied() {
        let entries = [1, 2, 3].map(|id| entry(id, 12, 4, 3));
        assert_eq!(ordered(&[2, 1, 5], &entries, &CoinTosses::default()).0, [1, 3, 2]);
    }

    #[test]
    fn ss_init_10_tosses_are_kept() {
        let entries = [1, 2, 3].map(|id| entry(id, 12, 4, 3));
        // The third wins against the first at once, and so acts before the second without another toss.
        let (first, coins) = ordered(&[2, 5], &entries, &CoinTosses::default());
        assert_eq!(first, [3, 1, 2]);
        assert_eq!(ordered(&[], &entries, &coins).0, [3, 1, 2]);
        assert_eq!(ordered(&[], &entries[1..], &coins).0, [3, 2]);
        let late = [1, 2, 3, 4].map(|id| entry(id, 2, 4, 3));
        assert_eq!(ordered(&[1, 6], &late, &coins).0, [3, 4, 1, 2]);
    }

    #[test]
    fn ss_init_10_kept_tosses_do_not_contradict() {
        let tied = |ids: [u32; 2]| ids.map(|id| entry(id, 12, 4, 3));
        let (_, coins) = ordered(&[1], &tied([2, 3]), &CoinTosses::default()); // 2 before 3
        let (_, coins) = ordered(&[6], &tied([1, 3]), &coins); // 3 before 1, and so 2 before 1
        assert_eq!(ordered(&[], &[1, 2, 3].map(|id| entry(id, 12, 4, 3)), &coins).0, [2, 3, 1]);
    }

    #[test]
    fn ss_init_11_tied_units_can_act_simultaneously() {
        let entries = [entry(2, 12, 5, 3), entry(1, 12, 4, 3), entry(3, 14, 1, 1)];
        let order = on_faces(&[], |table| {
            resolve_turn_order(table, &entries, &CoinTosses::default(), TieMode::Simultaneous)
        })
        .0;
        assert_eq!(order.ranks, [vec![UnitId(3)], vec![UnitId(1), UnitId(2)]]);
    }

    /// Units of open ties with the others, as numbers.
    fn tied_units(entries: &[InitiativeEntry], coins: &CoinTosses, mode: TieMode) -> Vec<(u32, Vec<u32>)> {
        let open = open_ties(entries, coins, mode);
        open.into_iter().map(|(unit, others)| (unit.0, others.iter().map(|id| id.0).collect())).collect()
    }

    #[test]
    fn ss_init_10_a_tie_is_open_until_a_coin_was_tossed() {
        let entries = [entry(1, 12, 4, 3), entry(2, 12, 4, 3), entry(3, 12, 4, 2), entry(4, 9, 4, 3)];
        let none = CoinTosses::default();
        assert_eq!(tied_units(&entries, &none, TieMode::Ric), [(1, vec![2]), (2, vec![1])], "3 is slower");
        let (_, coins) = ordered(&[6], &entries, &none);
        assert!(tied_units(&entries, &coins, TieMode::Ric).is_empty());
        let late = [entry(1, 12, 4, 3), entry(2, 12, 4, 3), entry(5, 12, 4, 3)];
        let open = [(1, vec![5]), (2, vec![5]), (5, vec![1, 2])];
        assert_eq!(tied_units(&late, &coins, TieMode::Ric), open, "1 and 2 keep their toss");
    }

    #[test]
    fn ss_init_10_either_of_two_units_may_act_first_until_a_coin_was_tossed() {
        let none = CoinTosses::default();
        let first = |one: InitiativeEntry, other: InitiativeEntry, coins: &CoinTosses, mode| {
            [may_act_before(&one, &other, coins, mode), may_act_before(&other, &one, coins, mode)]
        };
        let (tied, late) = (entry(1, 12, 4, 3), entry(2, 12, 4, 3));
        assert_eq!(first(tied, entry(2, 13, 1, 1), &none, TieMode::Ric), [false, true], "the score");
        assert_eq!(first(tied, entry(2, 12, 5, 1), &none, TieMode::Ric), [false, true], "Reaction");
        assert_eq!(first(tied, entry(2, 12, 4, 2), &none, TieMode::Ric), [true, false], "Intuition");
        assert_eq!(first(tied, late, &none, TieMode::Ric), [true, true], "an open tie");
        let (_, coins) = ordered(&[6], &[tied, late], &none);
        assert_eq!(first(tied, late, &coins, TieMode::Ric), [false, true], "the coin");
        assert_eq!(first(tied, entry(2, 12, 5, 1), &none, TieMode::Simultaneous), [true, true]);
        let last = |id| InitiativeEntry { last: true, ..entry(id, 20, 9, 9) };
        assert_eq!(first(tied, last(2), &none, TieMode::Ric), [true, false], "`AB-CINE-01`");
        assert_eq!(first(last(3), last(2), &none, TieMode::Ric), [false, true], "`AB-CINE-01`, by id");
    }

    #[test]
    fn ss_init_11_simultaneous_units_tie_whatever_breaks_other_ties() {
        let entries = [entry(1, 12, 4, 3), entry(2, 12, 5, 1), entry(3, 11, 4, 3)];
        let open = [(1, vec![2]), (2, vec![1])];
        assert_eq!(tied_units(&entries, &CoinTosses::default(), TieMode::Simultaneous), open);
    }

    #[test]
    fn ab_cine_01_those_who_act_last_do_not_tie() {
        let last = |id| InitiativeEntry { last: true, ..entry(id, 5, 2, 2) };
        assert!(tied_units(&[last(1), last(2)], &CoinTosses::default(), TieMode::Ric).is_empty());
    }

    #[test]
    fn ss_init_23_order_changes_within_the_pass() {
        let waiting = |wounded| [entry(2, wounded, 3, 3), entry(3, 11, 3, 3)];
        assert_eq!(ordered(&[], &waiting(12), &CoinTosses::default()).0, [2, 3]);
        assert_eq!(ordered(&[], &waiting(10), &CoinTosses::default()).0, [3, 2]);
    }
}
