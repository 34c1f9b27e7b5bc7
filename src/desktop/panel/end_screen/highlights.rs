//! Highlights of a battle: the unit that did best, and the least likely attack that mattered.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

use bevy::prelude::*;

use super::statistics::{
    OrderedEvent, TakeDown, are_enemies_by, count_statistics, credited_take_downs, ordered_events,
};
use crate::ai_players::AiController;
use crate::attack_forecast::AttackQuery;
use crate::background_task::BackgroundTask;
use crate::battle_revision::{BattleRevision, RevisionReader};
use crate::board::is_battle_shown;
use crate::redraw::WindowWaker;
use battle::{BattleEvent, BattleView, EventRecord, History, Order, OrderRecord, Target, Viewer};
use content::SkirmishBundle;
use model::{Side, UnitId};
use rules::{HitResult, play};

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

/// An ordered attack that harmed an enemy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AttackMoment {
    /// The orders from the attack to its result.
    pub orders: Range<usize>,
    /// Combat round.
    pub round: u32,
    /// The attacker.
    pub unit: UnitId,
    /// The enemy.
    pub target: UnitId,
    /// Whether the enemy was taken out of action: the unit is credited with it in the table.
    pub took_out: bool,
}

/// The chances of an attack, as its card showed them before it was made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ShownOdds {
    /// Chance to hit.
    pub hit: f64,
    /// Chance to take the target out of action.
    pub out: f64,
}

/// The least likely attack that took an enemy out of action or, if none did, that harmed one. Attacks of the side that the
/// screen is for come before those of other sides.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BestMoment {
    /// The attack.
    pub attack: AttackMoment,
    /// Its chances.
    pub odds: ShownOdds,
}

/// The highlights of the finished battle on the screen. The best moment takes a replay of the battle, in the background.
#[derive(Resource, Default)]
pub(crate) struct BattleHighlights {
    /// The position that they belong to.
    found_for: Option<BattleRevision>,
    /// The unit that did best; `None` if no enemy was harmed.
    pub best_unit: Option<BestUnit>,
    moment: BackgroundTask<BattleRevision, Option<BestMoment>>,
}

impl BattleHighlights {
    /// The best moment; `None` if no attack has chances to state, and until they are known.
    pub fn best_moment(&self) -> Option<&BestMoment> {
        self.moment.get(self.found_for.as_ref()?)?.as_ref().as_ref()
    }

    /// Whether the best moment is still being looked for.
    pub fn is_looking(&self) -> bool {
        self.found_for.as_ref().is_none_or(|revision| self.moment.get(revision).is_none())
    }
}

/// Finds the highlights once a battle is over.
pub(crate) struct HighlightsPlugin;

impl Plugin for HighlightsPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<BattleHighlights>().add_systems(Update, find_highlights.run_if(is_battle_shown));
    }
}

/// Finds the highlights of a battle that is over, and forgets those of another one.
fn find_highlights(
    mut highlights: ResMut<BattleHighlights>,
    view: BattleView,
    history: Res<History>,
    revision: RevisionReader,
    (waker, opponents): (Res<WindowWaker>, Res<AiController>),
) {
    highlights.moment.poll();
    let Some(outcome) = view.round().outcome() else {
        if highlights.found_for.is_some() {
            highlights.found_for = None;
        }
        return;
    };
    let now = revision.current();
    // Orders after the end, such as rest, change nothing of the fight.
    let goes_on_after = |found: BattleRevision| now.continues(&found) && now.records > found.records;
    if highlights.found_for.is_some_and(|found| found == now || goes_on_after(found)) {
        return;
    }
    let side_of = |unit| view.unit_ignoring_fog(unit).map(|unit| *unit.side);
    let are_enemies = are_enemies_by(side_of);
    let records = history.records();
    highlights.found_for = Some(now);
    highlights.best_unit = find_best_unit(records, &are_enemies);
    let moments = find_attack_moments(records, &are_enemies);
    let people = opponents.person_sides(view.setup().bundle().skirmish.sides.len());
    let ranks: Vec<SideRank> = moments
        .iter()
        .map(|moment| {
            side_of(moment.unit).map_or(SideRank::Other, |side| SideRank::of(side, outcome.winner, &people))
        })
        .collect();
    let (bundle, seed) = (view.setup().bundle().clone(), view.setup().seed());
    let orders: Vec<Order> = records.iter().map(|record| record.order.clone()).collect();
    highlights.moment.request(now, &waker, move || {
        let odds = shown_odds(bundle, seed, &orders, &moments);
        choose_best_moment(moments, &ranks, odds)
    });
}

/// Finds the unit with most enemies taken out, then with most damage; the first of equal ones.
fn find_best_unit(
    records: &[OrderRecord],
    are_enemies: &impl Fn(UnitId, UnitId) -> bool,
) -> Option<BestUnit> {
    let all = count_statistics(records, are_enemies).into_iter();
    let units = all.map(|(unit, own)| BestUnit { unit, downed: own.downed, dealt: own.dealt });
    let useful = units.filter(|unit| unit.downed > 0 || unit.dealt > 0);
    useful.min_by_key(|best| (Reverse((best.downed, best.dealt)), best.unit))
}

/// Finds the ordered attacks on a unit that harmed it.
fn find_attack_moments(
    records: &[OrderRecord],
    are_enemies: &impl Fn(UnitId, UnitId) -> bool,
) -> Vec<AttackMoment> {
    let numbered = records.iter().enumerate();
    let numbers = numbered.flat_map(|(number, record)| record.events.iter().map(move |_| number));
    let events: Vec<(usize, OrderedEvent)> = numbers.zip(ordered_events(records)).collect();
    let take_downs = credited_take_downs(records);
    let mut moments = Vec::new();
    for (at, (number, ordered)) in events.iter().enumerate() {
        let hit = hit_unit(ordered.event).filter(|(unit, target)| are_enemies(*unit, *target));
        let Some((unit, target)) = hit else { continue };
        let results = results_until_next_attack(&events, at + 1, (unit, target), &take_downs);
        let Some((last, took_out)) = results else { continue };
        let first = first_order_number(records, *number);
        // A strike in passing is not ordered: no card showed its chances.
        let is_ordered = matches!(
            &records[first].order,
            Order::Attack { unit: by, target: Target::Unit(on), .. } if (*by, *on) == (unit, target)
        );
        if is_ordered {
            let (orders, round) = (first..last + 1, records[*number].round);
            moments.push(AttackMoment { orders, round, unit, target, took_out });
        }
    }
    moments
}

/// Whose moments come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SideRank {
    /// The side of people who won.
    WinningPeople,
    /// Another side that people play.
    People,
    /// A side that the AI plays.
    Other,
}

impl SideRank {
    /// The rank of a side.
    fn of(side: Side, winner: Option<Side>, people: &[Side]) -> Self {
        match (people.contains(&side), winner == Some(side)) {
            (true, true) => Self::WinningPeople,
            (true, false) => Self::People,
            (false, _) => Self::Other,
        }
    }
}

/// Chooses among the attacks of the first rank that has any: the least likely one that took an enemy out, else the least
/// likely one that harmed an enemy; the first of equal ones.
fn choose_best_moment(
    moments: Vec<AttackMoment>,
    ranks: &[SideRank],
    odds: Vec<Option<ShownOdds>>,
) -> Option<BestMoment> {
    let known = moments.into_iter().zip(odds).zip(ranks);
    let known = known.filter_map(|((attack, odds), rank)| Some((*rank, BestMoment { attack, odds: odds? })));
    let known: Vec<(SideRank, BestMoment)> = known.collect();
    let first = known.iter().map(|(rank, _)| *rank).min()?;
    let known = known.into_iter().filter(|(rank, _)| *rank == first).map(|(_, moment)| moment);
    let chance = |moment: &BestMoment| match moment.attack.took_out {
        true => moment.odds.out,
        false => moment.odds.hit,
    };
    known.reduce(|best, other| match (best.attack.took_out, other.attack.took_out) {
        (true, false) => best,
        (false, true) => other,
        _ if chance(&other) < chance(&best) => other,
        _ => best,
    })
}

/// Replays a battle and calculates the chances of attacks as their card showed them: before each of them, with what the
/// side of the attacker knew.
fn shown_odds(
    bundle: Arc<SkirmishBundle>,
    seed: u64,
    orders: &[Order],
    moments: &[AttackMoment],
) -> Vec<Option<ShownOdds>> {
    let mut odds = vec![None; moments.len()];
    let last = moments.iter().map(|moment| moment.orders.start).max();
    let mut world = battle::new_battle_world();
    battle::spawn_battle(&mut world, bundle, seed);
    for (number, order) in orders.iter().enumerate().take_while(|(number, _)| Some(*number) <= last) {
        for (moment, odds) in moments.iter().zip(&mut odds) {
            if moment.orders.start == number {
                *odds = odds_before_attack(&mut world, order);
            }
        }
        if battle::submit(&mut world, order).is_err() {
            break;
        }
    }
    odds
}

/// Returns the chances on the card of an attack that is about to be made; `None` for other orders.
fn odds_before_attack(world: &mut World, order: &Order) -> Option<ShownOdds> {
    let Order::Attack { unit, target, weapon, mode, option } = order else { return None };
    let side = battle::with_view(world, |view| view.unit_ignoring_fog(*unit).map(|unit| *unit.side))?;
    world.insert_resource(Viewer(Some(side)));
    let odds = battle::with_view(world, |view| {
        let query = AttackQuery::from_current_position(&view.unit(*unit)?, *target, *weapon, *mode);
        let query = AttackQuery { option: option.clone(), ..query };
        let request = crate::attack_forecast::attack_request(view, &query)?;
        let odds = play::forecast(&request)?.odds;
        Some(ShownOdds { hit: odds.hit, out: odds.out })
    });
    world.insert_resource(Viewer(None));
    odds
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

/// Returns the number of the record with the last harm that the attacker did to the target from an event on, before the next
/// attack, and whether the attacker is credited with taking it out there; `None` if it did no harm. As in the table, a crash
/// after the attack is its work.
fn results_until_next_attack(
    events: &[(usize, OrderedEvent)],
    from: usize,
    (unit, target): (UnitId, UnitId),
    take_downs: &[TakeDown],
) -> Option<(usize, bool)> {
    let is_attack = |event: &EventRecord| matches!(event.event, BattleEvent::AttackResolved { .. });
    let numbered = events.iter().enumerate().skip(from);
    let mut result = None;
    for (place, (number, ordered)) in numbered.take_while(|(_, (_, ordered))| !is_attack(ordered.event)) {
        let took_out = result.is_some_and(|(_, took_out)| took_out);
        match &ordered.event.event {
            BattleEvent::Harmed { unit: other, by, damage, .. }
                if *other == target && by.or(ordered.attacker) == Some(unit) && *damage > 0 =>
            {
                result = Some((*number, took_out));
            }
            BattleEvent::WentDown { .. }
                if take_downs.contains(&TakeDown { unit: target, by: unit, event: place }) =>
            {
                result = Some((*number, true));
            }
            _ => {}
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use ai::{AiPlayer, Difficulty};
    use content::SkirmishOverrides;
    use dice::GivenText;
    use rules::{DownState, HealthState, swan_song};

    const SHOOTER: UnitId = UnitId(0);
    const FRIEND: UnitId = UnitId(1);
    const FOE: UnitId = UnitId(2);
    const OTHER_FOE: UnitId = UnitId(3);

    fn are_enemies(one: UnitId, other: UnitId) -> bool {
        [FOE, OTHER_FOE].contains(&one) != [FOE, OTHER_FOE].contains(&other)
    }

    /// An attack with 4 points of damage.
    fn attack(target: UnitId, downs: bool) -> OrderRecord {
        attack_by(SHOOTER, target, downs)
    }

    /// An attack of a unit with 4 points of damage.
    fn attack_by(attacker: UnitId, target: UnitId, downs: bool) -> OrderRecord {
        let resolved = BattleEvent::AttackResolved {
            unit: attacker,
            target: Target::Unit(target),
            weapon: 0,
            mode: None,
            contact: HitResult::Hit,
            net: 1,
            damage: 4,
            words: GivenText("4 damage".to_owned()).into(),
        };
        let health = || Box::new(HealthState::SwanSong(swan_song::Vitals::default()));
        let (by, damage) = (Some(attacker), 4);
        let harmed =
            BattleEvent::Harmed { unit: target, by, damage, before: health(), after: health(), cause: None };
        let mut events = vec![EventRecord::new(resolved), EventRecord::new(harmed)];
        if downs {
            let down = DownState::Dead;
            events.push(EventRecord::new(BattleEvent::WentDown { unit: target, by, down }));
        }
        let target = Target::Unit(target);
        let order = Order::Attack { unit: attacker, target, weapon: 0, mode: None, option: None };
        OrderRecord { order, round: 2, pass: 1, events, revealed: true }
    }

    #[test]
    fn a_take_down_counts_more_than_a_less_likely_hit() {
        let records = [attack(FOE, false), attack(FOE, true), attack(OTHER_FOE, true)];
        let moments = find_attack_moments(&records, &are_enemies);
        let orders: Vec<_> = moments.iter().map(|moment| (moment.orders.clone(), moment.took_out)).collect();
        assert_eq!(orders, [(0..1, false), (1..2, true), (2..3, true)]);
        let odds = |hit, out| Some(ShownOdds { hit, out });
        let ranks = [SideRank::Other; 3];
        let all = vec![odds(0.1, 0.01), odds(0.9, 0.2), odds(0.3, 0.25)];
        let best = choose_best_moment(moments.clone(), &ranks, all).expect("two units were taken out");
        assert_eq!((best.attack.orders.start, best.odds.hit), (1, 0.9), "the chance to take out decides");
        let best = choose_best_moment(moments[..1].to_vec(), &ranks, vec![odds(0.1, 0.01)]);
        assert_eq!(best.map(|best| best.attack.took_out), Some(false));
        assert_eq!(choose_best_moment(moments, &ranks, vec![None, None, None]), None);
    }

    #[test]
    fn the_moment_of_people_comes_before_that_of_the_ai() {
        let (won, lost, ai) = (Side(0), Side(1), Side(2));
        let rank = |side| SideRank::of(side, Some(won), &[won, lost]);
        let records = [attack(FOE, true), attack(FOE, false), attack(OTHER_FOE, true)];
        let moments = find_attack_moments(&records, &are_enemies);
        let best = |sides: [Side; 3], known: [bool; 3]| {
            let odds = [0.1, 0.5, 0.9].map(|chance| ShownOdds { hit: chance, out: chance });
            let odds = odds.into_iter().zip(known).map(|(odds, known)| known.then_some(odds)).collect();
            let best = choose_best_moment(moments.clone(), &sides.map(rank), odds);
            best.map(|best| best.attack.orders.start)
        };
        let all = [true; 3];
        assert_eq!(best([ai, won, lost], all), Some(1), "a hit of the winners, not a kill of others");
        assert_eq!(best([ai, ai, lost], all), Some(2));
        assert_eq!(best([ai, ai, ai], all), Some(0));
        assert_eq!(
            best([ai, won, lost], [true, false, true]),
            Some(2),
            "the chances of the first one are unknown"
        );
        // Without a person who won, no winner comes first.
        assert_eq!(SideRank::of(ai, Some(ai), &[lost]), SideRank::Other);
    }

    #[test]
    fn a_moment_takes_out_only_what_the_table_credits_its_unit_with() {
        let took_out = |records: &[OrderRecord]| -> Vec<(UnitId, bool)> {
            let moments = find_attack_moments(records, &are_enemies);
            moments.iter().map(|moment| (moment.unit, moment.took_out)).collect()
        };
        let downed = |records: &[OrderRecord], unit| count_statistics(records, &are_enemies)[&unit].downed;
        // A death after the fall is no second one.
        let twice = [attack_by(FRIEND, FOE, true), attack(FOE, true)];
        assert_eq!(took_out(&twice), [(FRIEND, true), (SHOOTER, false)]);
        assert_eq!((downed(&twice, FRIEND), downed(&twice, SHOOTER)), (1, 0));
        // It comes to, and falls again.
        let mut first = attack(FOE, true);
        first.events.push(EventRecord::new(BattleEvent::Recovered { unit: FOE }));
        let again = [first, attack_by(FRIEND, FOE, true)];
        assert_eq!(took_out(&again), [(SHOOTER, false), (FRIEND, true)]);
        assert_eq!((downed(&again, SHOOTER), downed(&again, FRIEND)), (0, 1));
        // It crashes into a wall, which no unit did.
        let mut thrown = attack(FOE, true);
        for event in &mut thrown.events {
            match &mut event.event {
                BattleEvent::Harmed { by, .. } | BattleEvent::WentDown { by, .. } => *by = None,
                _ => {}
            }
        }
        let thrown = [thrown];
        assert_eq!((took_out(&thrown), downed(&thrown, SHOOTER)), (vec![(SHOOTER, true)], 1));
    }

    #[test]
    fn an_attack_lasts_from_its_order_to_the_answer_that_brings_its_result() {
        let mut records = vec![attack(FOE, false), attack(FOE, true)];
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
        let moments = find_attack_moments(&records, &are_enemies);
        assert_eq!((moments[1].orders.clone(), moments[1].took_out), (1..4, true));
    }

    #[test]
    fn harm_to_friends_and_blows_in_passing_are_no_highlights() {
        let records = [attack(FRIEND, true)];
        assert_eq!(find_attack_moments(&records, &are_enemies), []);
        assert_eq!(find_best_unit(&records, &are_enemies), None);
        let records = [attack(FRIEND, true), attack(FOE, true), attack(FOE, false)];
        let best = BestUnit { unit: SHOOTER, downed: 1, dealt: 8 };
        assert_eq!(find_best_unit(&records, &are_enemies), Some(best));
        let passed = OrderRecord { order: Order::EndPhase { unit: FOE }, ..attack(FOE, true) };
        assert_eq!(find_attack_moments(&[passed], &are_enemies), []);
    }

    #[test]
    fn the_odds_of_a_moment_are_those_of_the_card_before_the_attack() {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        let bundle = content::bundle_skirmish(&loaded.content, "warehouse", &SkirmishOverrides::default());
        let bundle = Arc::new(bundle.expect("shipped"));
        let mut world = battle::new_battle_world();
        battle::spawn_battle(&mut world, bundle.clone(), 7);
        let (mut orders, mut moments, mut shown) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(decision) = ai::decide(&mut world, &AiPlayer::new(Difficulty::Easy, 1)) {
            let order = decision.order;
            if let Order::Attack { unit, target: Target::Unit(target), .. } = &order
                && moments.len() < 3
            {
                let orders = orders.len()..orders.len() + 1;
                moments.push(AttackMoment {
                    orders,
                    round: 1,
                    unit: *unit,
                    target: *target,
                    took_out: false,
                });
                shown.push(odds_before_attack(&mut world, &order));
            }
            battle::submit(&mut world, &order).expect("allowed");
            orders.push(order);
        }
        assert_eq!(moments.len(), 3);
        assert!(shown.iter().all(Option::is_some));
        assert_eq!(shown_odds(bundle, 7, &orders, &moments), shown);
    }
}
