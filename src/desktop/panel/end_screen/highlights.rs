//! Highlights of a battle: the unit that did best, and the least likely attack that mattered.

use std::cmp::Reverse;

use battle::{BattleEvent, EventRecord, Order, OrderRecord, Target};
use dice::{Distribution, RollMode, RollRecord, Trace};
use model::{Side, UnitId};
use rules::HitResult;

/// Sides of a percentile die.
const PERCENTILE: u8 = 100;

/// The highlights of a battle.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct BattleHighlights {
    /// The unit that did best; `None` if nobody harmed an enemy.
    pub best_unit: Option<BestUnit>,
    /// The least likely attack that mattered; `None` if no attack roll has a chance to state.
    pub best_moment: Option<BestMoment>,
}

/// The unit that did best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BestUnit {
    /// The unit.
    pub unit: UnitId,
    /// Enemies that it took out of action.
    pub downed: u32,
    /// Damage that it did to enemies, after soak.
    pub dealt: u32,
}

/// An attack that took an enemy out of action or, if none did, that harmed one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BestMoment {
    /// Number of orders before it.
    pub orders_before: usize,
    /// Combat round.
    pub round: u32,
    /// The attacker.
    pub unit: UnitId,
    /// The enemy.
    pub target: UnitId,
    /// Whether the enemy was taken out of action.
    pub took_out: bool,
    /// Chance that the dice of the attack roll, before any reroll, show this result or a better one.
    pub chance: f64,
}

/// Finds the highlights in the records of a battle; `side_of` returns the side of a unit.
pub(crate) fn find_highlights(
    records: &[OrderRecord],
    side_of: impl Fn(UnitId) -> Option<Side>,
) -> BattleHighlights {
    let are_enemies = |one: UnitId, other: UnitId| {
        side_of(one).zip(side_of(other)).is_some_and(|(one, other)| one != other)
    };
    BattleHighlights {
        best_unit: find_best_unit(records, &are_enemies),
        best_moment: find_best_moment(records, &are_enemies),
    }
}

/// Finds the unit with most enemies taken out, then with most damage; the first of equal ones.
fn find_best_unit(
    records: &[OrderRecord],
    are_enemies: &impl Fn(UnitId, UnitId) -> bool,
) -> Option<BestUnit> {
    let mut units: Vec<BestUnit> = Vec::new();
    for record in records.iter().flat_map(|record| &record.events) {
        let (unit, downed, dealt) = match &record.event {
            BattleEvent::Harmed { unit, by: Some(by), damage, .. } if are_enemies(*unit, *by) => {
                (*by, 0, *damage)
            }
            BattleEvent::WentDown { unit, by: Some(by), .. } if are_enemies(*unit, *by) => (*by, 1, 0),
            _ => continue,
        };
        match units.iter_mut().find(|known| known.unit == unit) {
            Some(known) => {
                known.downed += downed;
                known.dealt += dealt;
            }
            None => units.push(BestUnit { unit, downed, dealt }),
        }
    }
    units.retain(|unit| unit.downed > 0 || unit.dealt > 0);
    units.into_iter().min_by_key(|best| (Reverse((best.downed, best.dealt)), best.unit))
}

/// Finds the least likely attack that took an enemy out, else the least likely one that harmed an enemy.
fn find_best_moment(
    records: &[OrderRecord],
    are_enemies: &impl Fn(UnitId, UnitId) -> bool,
) -> Option<BestMoment> {
    let numbered = records.iter().enumerate();
    let events: Vec<(usize, &EventRecord)> = numbered
        .flat_map(|(number, record)| record.events.iter().map(move |event| (number, event)))
        .collect();
    let mut best: Option<BestMoment> = None;
    for (at, (number, event)) in events.iter().enumerate() {
        let hit = hit_unit(event).filter(|(unit, target)| are_enemies(*unit, *target));
        let Some((unit, target)) = hit else { continue };
        let (true, took_out) = results_until_next_attack(&events[at + 1..], unit, target) else { continue };
        let Some(chance) = attack_roll(event, unit).and_then(chance_of_roll) else { continue };
        let is_better = |known: &BestMoment| match (took_out, known.took_out) {
            (true, false) => true,
            (false, true) => false,
            _ => chance < known.chance,
        };
        if best.as_ref().is_none_or(is_better) {
            let (orders_before, round) = (first_order_number(records, *number), records[*number].round);
            best = Some(BestMoment { orders_before, round, unit, target, took_out, chance });
        }
    }
    best
}

/// Returns the number of the order that led to a record: answers and dice belong to the order before them.
fn first_order_number(records: &[OrderRecord], number: usize) -> usize {
    let is_answer = |record: &OrderRecord| matches!(record.order, Order::Decide { .. } | Order::Dice { .. });
    records[..=number].iter().rposition(|record| !is_answer(record)).unwrap_or(number)
}

/// Returns attacker and target of an attack that hit a unit.
fn hit_unit(event: &EventRecord) -> Option<(UnitId, UnitId)> {
    match &event.event {
        BattleEvent::AttackResolved {
            unit, target: Target::Unit(target), contact: HitResult::Hit, ..
        } => Some((*unit, *target)),
        _ => None,
    }
}

/// Returns whether the attacker harmed the target before the next attack, and whether it took the target out.
fn results_until_next_attack(events: &[(usize, &EventRecord)], unit: UnitId, target: UnitId) -> (bool, bool) {
    let is_attack = |event: &EventRecord| matches!(event.event, BattleEvent::AttackResolved { .. });
    let (mut harmed, mut took_out) = (false, false);
    for (_, event) in events.iter().take_while(|(_, event)| !is_attack(event)) {
        match &event.event {
            BattleEvent::Harmed { unit: other, by: Some(by), damage, .. } => {
                harmed |= *other == target && *by == unit && *damage > 0;
            }
            BattleEvent::WentDown { unit: other, by: Some(by), .. } => {
                took_out |= *other == target && *by == unit;
            }
            _ => {}
        }
    }
    (harmed || took_out, took_out)
}

/// Returns the first roll of the attacker in an attack.
fn attack_roll(event: &EventRecord, unit: UnitId) -> Option<&RollRecord> {
    event.trace.iter().find_map(|step| match step {
        Trace::Rolled(roll) if roll.who == Some(unit) => Some(roll),
        _ => None,
    })
}

/// Returns the chance that the dice of a roll count as many hits or successes as they did, or more; of a percentile roll
/// under a number, the chance to succeed. `None` for other sums and charts, whose good results the dice do not tell, and
/// for failed rolls.
fn chance_of_roll(roll: &RollRecord) -> Option<f64> {
    let (count, sides) = (roll.dice.count, roll.dice.sides.max(1));
    let good_faces = match roll.dice.read {
        RollMode::Hits(least) | RollMode::HitsAndGlitch(least) => {
            (sides + 1).saturating_sub(least).min(sides)
        }
        RollMode::AtMost(most) => most.min(sides),
        RollMode::Symbols(pool) => {
            let rolled = roll.roll.symbols.successes;
            let chance = || Distribution::from_symbol_successes(pool).probability(|net| *net >= rolled);
            return (rolled > 0).then(chance);
        }
        // Lower is better, and the parts of the roll add up to the number.
        RollMode::Sum if count == 1 && sides == PERCENTILE => {
            let number: i32 = roll.parts.iter().map(|part| part.value).sum();
            let share = f64::from(number.clamp(0, i32::from(PERCENTILE))) / f64::from(PERCENTILE);
            return i32::try_from(roll.roll.value).is_ok_and(|rolled| rolled <= number).then_some(share);
        }
        RollMode::Sum | RollMode::Bands(_) => return None,
    };
    let share = f64::from(good_faces) / f64::from(sides);
    (roll.roll.value > 0).then(|| chance_of_hits(count, share, roll.roll.value))
}

/// Returns the chance of at least `least` hits with `count` dice that each hit with the chance `share`.
fn chance_of_hits(count: u32, share: f64, least: u32) -> f64 {
    // `chances[hits]` after each die: exactly so many hits, the last entry for `least` and more.
    let mut chances = vec![0.0; least as usize + 1];
    chances[0] = 1.0;
    for _ in 0..count {
        for hits in (0..chances.len()).rev() {
            let stays = if hits == least as usize { 1.0 } else { 1.0 - share };
            let rises = if hits == 0 { 0.0 } else { chances[hits - 1] * share };
            chances[hits] = chances[hits] * stays + rises;
        }
    }
    chances[least as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::{Dice, GivenText, SymbolPool, Symbols};
    use rules::{DownState, HealthState, swan_song};

    const SHOOTER: UnitId = UnitId(0);
    const FRIEND: UnitId = UnitId(1);
    const FOE: UnitId = UnitId(2);

    fn side_of(unit: UnitId) -> Option<Side> {
        Some(Side(u8::from(unit == FOE)))
    }

    fn roll(dice: Dice, faces: Vec<u8>) -> RollRecord {
        let (who, parts) = (Some(SHOOTER), Vec::new());
        let roll = dice.read(&faces);
        RollRecord { who, why: "attack", clause: "SS-ATK-08", parts, limit: None, dice, roll, faces }
    }

    /// An attack with six dice of which so many hit, with 4 points of damage.
    fn attack(target: UnitId, hits: usize, downs: bool) -> OrderRecord {
        let faces = (0..6).map(|at| if at < hits { 6 } else { 1 }).collect();
        let resolved = BattleEvent::AttackResolved {
            unit: SHOOTER,
            target: Target::Unit(target),
            weapon: 0,
            mode: None,
            contact: HitResult::Hit,
            net: 1,
            damage: 4,
            words: GivenText("4 damage".to_owned()).into(),
        };
        let health = || Box::new(HealthState::SwanSong(swan_song::Vitals::default()));
        let (by, damage) = (Some(SHOOTER), 4);
        let mut events = vec![
            EventRecord {
                trace: vec![Trace::Rolled(roll(Dice::d6_hits(6), faces))],
                ..EventRecord::new(resolved)
            },
            EventRecord::new(BattleEvent::Harmed {
                unit: target,
                by,
                damage,
                before: health(),
                after: health(),
            }),
        ];
        if downs {
            let down = DownState::Dead;
            events.push(EventRecord::new(BattleEvent::WentDown { unit: target, by, down }));
        }
        let order = Order::Attack {
            unit: SHOOTER,
            target: Target::Unit(target),
            weapon: 0,
            mode: None,
            option: None,
        };
        OrderRecord { order, round: 2, pass: 1, events, revealed: true }
    }

    #[test]
    fn a_take_down_counts_more_than_a_less_likely_hit() {
        let records = [attack(FOE, 6, false), attack(FOE, 2, true), attack(FOE, 1, true)];
        let moment = find_highlights(&records, side_of).best_moment.expect("two units were taken out");
        assert_eq!((moment.orders_before, moment.round, moment.took_out), (1, 2, true));
        // At least two hits of six dice that hit with 5 and 6: 1 - (64 + 192) / 729.
        assert!((moment.chance - 473.0 / 729.0).abs() < 1e-12);
        let moment = find_highlights(&records[..1], side_of).best_moment.expect("a unit was harmed");
        assert!(!moment.took_out);
        assert!((moment.chance - 1.0 / 729.0).abs() < 1e-12);
    }

    #[test]
    fn an_attack_begins_with_its_order_and_not_with_the_answer_to_it() {
        let mut records = vec![attack(FOE, 1, false), attack(FOE, 3, true)];
        // A prompt before the roll, and another one before the damage.
        let answer = |events| OrderRecord {
            order: Order::Decide { answer: "dodge".to_owned() },
            events,
            round: 2,
            pass: 1,
            revealed: true,
        };
        let mut rolled = std::mem::take(&mut records[1].events);
        let harmed = rolled.split_off(1);
        records.extend([answer(rolled), answer(harmed)]);
        let moment = find_highlights(&records, side_of).best_moment.expect("a unit was taken out");
        assert_eq!((moment.orders_before, moment.took_out), (1, true));
    }

    #[test]
    fn harm_to_friends_is_no_highlight() {
        let records = [attack(FRIEND, 6, true)];
        assert_eq!(find_highlights(&records, side_of), BattleHighlights::default());
        let records = [attack(FRIEND, 6, true), attack(FOE, 2, true), attack(FOE, 1, false)];
        let best = BestUnit { unit: SHOOTER, downed: 1, dealt: 8 };
        assert_eq!(find_highlights(&records, side_of).best_unit, Some(best));
    }

    #[test]
    fn chances_of_all_roll_modes() {
        let percentile = Dice { count: 1, sides: 100, read: RollMode::AtMost(25) };
        let chance = chance_of_roll(&roll(percentile, vec![17])).expect("a success");
        assert!((chance - 0.25).abs() < 1e-12);
        assert_eq!(chance_of_roll(&roll(percentile, vec![70])), None);
        assert_eq!(chance_of_roll(&roll(Dice::d6_sum(2), vec![6, 6])), None);
        // A percentile roll of which the face matters: the parts are the number to roll under.
        let parts = [("skill", 50), ("range", -20)];
        let parts = parts.map(|(reason, value)| dice::Modifier { value, reason: reason.into(), clause: "" });
        let d100 = Dice { count: 1, sides: 100, read: RollMode::Sum };
        let under_30 = |face| RollRecord { parts: parts.to_vec(), ..roll(d100, vec![face]) };
        assert_eq!(chance_of_roll(&under_30(30)), Some(0.3));
        assert_eq!(chance_of_roll(&under_30(31)), None);
        let pool = SymbolPool { ability: 1, ..SymbolPool::default() };
        let symbols = |successes| RollRecord {
            roll: dice::Roll::from_symbols(Symbols { successes, ..Symbols::default() }),
            ..roll(Dice::symbols(pool), vec![4])
        };
        // One face of eight of an ability die shows two successes.
        assert_eq!(chance_of_roll(&symbols(2)), Some(0.125));
        assert_eq!(chance_of_roll(&symbols(0)), None);
    }
}
