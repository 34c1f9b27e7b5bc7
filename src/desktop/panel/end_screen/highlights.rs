//! Highlights of a battle: the unit that did best, and the best moment.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
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
use content::{Objective, Skirmish, SkirmishBundle};
use model::{Side, UnitId};
use rules::{Gauge, GaugeShape, GaugeTone, HealthState, HitResult, TrackBox, play};

/// The unit that did best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BestUnit {
    /// The unit.
    pub unit: UnitId,
    /// Enemies that it took out of action.
    pub downed: u32,
    /// How many of them an objective wanted out of action.
    pub goals: u32,
    /// Damage that it did to enemies, after soak, without what was beyond the health that they had left.
    pub dealt: u32,
    /// Whether others took out as many enemies: it is best by its damage then.
    pub is_tied: bool,
}

/// An attack that harmed an enemy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AttackMoment {
    /// The orders from the attack to its result.
    pub orders: Range<usize>,
    /// Combat round.
    pub round: u32,
    /// The attacker.
    pub unit: UnitId,
    /// The enemy; the first of several.
    pub target: UnitId,
    /// Enemies that the order took out of action; 0 if only the attack on the one enemy was looked at.
    pub downed: u32,
    /// Damage that it did to the enemy, after soak; 0 where enemies are counted.
    pub dealt: u32,
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

/// The attack that took most enemies out of action at once; else the least likely one that took an enemy out or, if none
/// did, that harmed one; else the one that decided the battle; else, of likely ones, one that took an enemy out, or the one with
/// most damage. Attacks of the side that the screen is for come before those of other sides.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BestMoment {
    /// The attack.
    pub attack: AttackMoment,
    /// Its chances; `None` if it is remarkable for what it did.
    pub odds: Option<ShownOdds>,
}

impl BestMoment {
    /// How remarkable it is, by its chances.
    fn kind(&self) -> MomentKind {
        let chance = self.chance();
        match self.attack.took_out {
            true if chance <= MAX_OUT_CHANCE => MomentKind::RareOut,
            false if chance <= MAX_HIT_CHANCE => MomentKind::RareHit,
            true => MomentKind::LikelyOut,
            false => MomentKind::LikelyHit,
        }
    }

    /// The chance of what it did: to take its target out of action, or to hit it.
    fn chance(&self) -> f64 {
        self.odds.map_or(1.0, |odds| if self.attack.took_out { odds.out } else { odds.hit })
    }
}

/// Greatest chance at which taking an enemy out is no routine.
const MAX_OUT_CHANCE: f64 = 0.75;
/// Greatest chance at which a mere hit is no routine.
const MAX_HIT_CHANCE: f64 = 0.5;

/// What an attack did, and whether that was likely; the most remarkable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum MomentKind {
    /// It took an enemy out of action, which was not sure.
    RareOut,
    /// It hit, which was unlikely.
    RareHit,
    /// It took an enemy out of action, as was to be expected.
    LikelyOut,
    /// It hit, as was to be expected.
    LikelyHit,
}

/// The highlights of the finished battle on the screen. The best moment takes a replay of the battle, in the background.
#[derive(Resource, Default)]
pub(crate) struct BattleHighlights {
    /// The position that they belong to.
    found_for: Option<BattleRevision>,
    /// The unit that did best; `None` if no enemy was harmed.
    pub best_unit: Option<BestUnit>,
    /// The unit of the only person that did best, if the best one is of another side.
    pub own_best: Option<BestUnit>,
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
    let people = opponents.person_sides(view.setup().bundle().skirmish.sides.len());
    let skirmish = &view.setup().bundle().skirmish;
    let is_goal =
        |id| view.unit_ignoring_fog(id).is_some_and(|unit| is_wanted_out(skirmish, unit.identity.name()));
    let left_with = |id, health: &HealthState| {
        let Some(unit) = view.unit_ignoring_fog(id) else { return u32::MAX };
        health_left(&play::gauges(unit.sheet.get(), health, view.rules()))
    };
    let measures = Measures { is_goal: &is_goal, health_left: &left_with };
    highlights.best_unit = find_best_unit(records, &are_enemies, &measures, |_| true);
    highlights.own_best = match people.as_slice() {
        [own] => find_best_unit(records, &are_enemies, &measures, |unit| side_of(unit) == Some(*own)),
        _ => None,
    };
    if highlights.own_best.map(|own| own.unit) == highlights.best_unit.map(|best| best.unit) {
        highlights.own_best = None;
    }
    let moments = find_attack_moments(records, &are_enemies);
    let blows = find_blows(records, &are_enemies);
    let rank_of = |moment: &AttackMoment| {
        side_of(moment.unit).map_or(SideRank::Other, |side| SideRank::of(side, outcome.winner, &people))
    };
    let ranks: Vec<SideRank> = moments.iter().map(rank_of).collect();
    let units = moments.iter().chain(&blows);
    let rank_by_unit: BTreeMap<UnitId, SideRank> =
        units.map(|moment| (moment.unit, rank_of(moment))).collect();
    let (bundle, seed) = (view.setup().bundle().clone(), view.setup().seed());
    let orders: Vec<Order> = records.iter().map(|record| record.order.clone()).collect();
    highlights.moment.request(now, &waker, move || {
        let odds = shown_odds(bundle, seed, &orders, &moments);
        prefer_blow(blows, choose_best_moment(moments, &ranks, odds), &rank_by_unit)
    });
}

/// What decides how much a deed of a unit counts.
struct Measures<'a> {
    /// Whether an objective wants a unit out of action.
    is_goal: &'a dyn Fn(UnitId) -> bool,
    /// How much harm a unit can still take with this health.
    health_left: &'a dyn Fn(UnitId, &HealthState) -> u32,
}

/// Whether an objective names a unit that is to be killed or stopped.
fn is_wanted_out(skirmish: &Skirmish, name: &str) -> bool {
    let is_wanted = |objective: &Objective| {
        matches!(objective, Objective::Slay { .. } | Objective::Stop { .. }) && objective.unit() == Some(name)
    };
    skirmish.objectives.iter().any(is_wanted)
}

/// Adds up what is left on the gauges that harm changes; without limit if nothing of them is counted.
fn health_left(gauges: &[Gauge]) -> u32 {
    let left = gauges.iter().filter(|gauge| gauge.tone != GaugeTone::Reserve).filter_map(|gauge| {
        Some(match &gauge.shape {
            GaugeShape::Boxes(boxes) => {
                let free = boxes.iter().filter(|mark| matches!(mark, TrackBox::Free)).count();
                u32::try_from(free).unwrap_or(u32::MAX)
            }
            GaugeShape::Bar { now, .. } => (*now).max(0).unsigned_abs(),
            GaugeShape::Rising { now, max, falls_beyond } => {
                (max - now).max(0).unsigned_abs() + u32::from(*falls_beyond)
            }
            GaugeShape::Words(_) => return None,
        })
    });
    left.reduce(u32::saturating_add).unwrap_or(u32::MAX)
}

/// Counts the targets of objectives that each unit took out, and the damage that it did to enemies, up to their health.
fn count_deeds(
    records: &[OrderRecord],
    are_enemies: &impl Fn(UnitId, UnitId) -> bool,
    measures: &Measures,
) -> BTreeMap<UnitId, (u32, u32)> {
    let mut all: BTreeMap<UnitId, (u32, u32)> = BTreeMap::new();
    for TakeDown { unit, by, .. } in super::statistics::credited_goals(records) {
        if are_enemies(unit, by) && (measures.is_goal)(unit) {
            all.entry(by).or_default().0 += 1;
        }
    }
    for OrderedEvent { attacker, event, .. } in ordered_events(records) {
        let BattleEvent::Harmed { unit, by, damage, before, .. } = &event.event else { continue };
        if let Some(by) = by.or(attacker).filter(|by| are_enemies(*unit, *by)) {
            all.entry(by).or_default().1 += (*damage).min((measures.health_left)(*unit, before));
        }
    }
    all
}

/// Finds the unit with most targets of objectives, then with most enemies taken out, then with most damage, among those that count;
/// the first of equal ones.
fn find_best_unit(
    records: &[OrderRecord],
    are_enemies: &impl Fn(UnitId, UnitId) -> bool,
    measures: &Measures,
    counts: impl Fn(UnitId) -> bool,
) -> Option<BestUnit> {
    let deeds = count_deeds(records, are_enemies, measures);
    let mut all: BTreeMap<UnitId, (u32, u32, u32)> = BTreeMap::new();
    for (unit, own) in count_statistics(records, are_enemies).into_iter().filter(|(unit, _)| counts(*unit)) {
        let (goals, dealt) = deeds.get(&unit).copied().unwrap_or_default();
        all.insert(unit, (goals, own.downed, dealt));
    }
    let useful = all.iter().filter(|(_, (_, downed, dealt))| *downed > 0 || *dealt > 0);
    let (unit, &(goals, downed, dealt)) = useful.min_by_key(|(unit, own)| (Reverse(**own), **unit))?;
    let is_tied = all.iter().any(|(other, its)| other != unit && (its.0, its.1) == (goals, downed));
    Some(BestUnit { unit: *unit, downed, goals, dealt, is_tied })
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
        let Some(AttackResults { last, dealt, took_out }) = results else { continue };
        let first = first_order_number(records, *number);
        // A strike in passing is not ordered: no card showed its chances.
        let is_ordered = matches!(
            &records[first].order,
            Order::Attack { unit: by, target: Target::Unit(on), .. } if (*by, *on) == (unit, target)
        );
        if is_ordered {
            let (orders, round) = (first..last + 1, records[*number].round);
            moments.push(AttackMoment { orders, round, unit, target, downed: 0, dealt, took_out });
        }
    }
    moments
}

/// Fewest enemies that an order takes out to stand out, however likely that was.
const LEAST_BLOW: u32 = 2;

/// Finds the orders that took several enemies out of action at once, as blasts do, and the one that decided the battle by taking
/// one out.
fn find_blows(records: &[OrderRecord], are_enemies: &impl Fn(UnitId, UnitId) -> bool) -> Vec<AttackMoment> {
    let numbered = records.iter().enumerate();
    let numbers = numbered.flat_map(|(number, record)| record.events.iter().map(move |_| number));
    let events: Vec<(usize, usize)> =
        numbers.zip(ordered_events(records).map(|ordered| ordered.order)).collect();
    let mut blows: BTreeMap<(usize, UnitId), AttackMoment> = BTreeMap::new();
    for TakeDown { unit: target, by, event } in credited_take_downs(records) {
        let Some(&(record, order)) = events.get(event).filter(|_| are_enemies(by, target)) else { continue };
        let (orders, round) = (order..record + 1, records[order].round);
        let new = AttackMoment { orders, round, unit: by, target, downed: 0, dealt: 0, took_out: true };
        let blow = blows.entry((order, by)).or_insert(new);
        blow.downed += 1;
        blow.orders.end = blow.orders.end.max(record + 1);
    }
    let ends =
        |record: &OrderRecord| record.events.iter().any(|event| matches!(event.event, BattleEvent::Ended(_)));
    let is_great =
        |blow: &AttackMoment| blow.downed >= LEAST_BLOW || records[blow.orders.clone()].iter().any(ends);
    blows.into_values().filter(is_great).collect()
}

/// Chooses between the blows and the best attack: of the first rank, the blow that took most enemies out; then the attack, if it
/// was no routine; then the blow that decided the battle; then the attack.
fn prefer_blow(
    blows: Vec<AttackMoment>,
    rarest: Option<BestMoment>,
    ranks: &BTreeMap<UnitId, SideRank>,
) -> Option<BestMoment> {
    let rank = |moment: &AttackMoment| ranks.get(&moment.unit).copied().unwrap_or(SideRank::Other);
    let best = blows.into_iter().min_by_key(|blow| (rank(blow), Reverse(blow.downed)));
    let outranks = |rarest: &BestMoment, blow: &AttackMoment| {
        let (own, other) = (rank(&rarest.attack), rank(blow));
        let is_rare = rarest.kind() <= MomentKind::RareHit;
        own < other || (own == other && blow.downed < LEAST_BLOW && is_rare)
    };
    match (best, rarest) {
        (Some(blow), Some(rarest)) if outranks(&rarest, &blow) => Some(rarest),
        (Some(blow), _) => Some(BestMoment { attack: blow, odds: None }),
        (None, rarest) => rarest,
    }
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

/// Chooses among the attacks of the first rank that has any: of the most remarkable kind the least likely one, of likely hits the
/// one with most damage; the first of equal ones.
fn choose_best_moment(
    moments: Vec<AttackMoment>,
    ranks: &[SideRank],
    odds: Vec<Option<ShownOdds>>,
) -> Option<BestMoment> {
    let known = moments.into_iter().zip(odds).zip(ranks);
    let known =
        known.filter_map(|((attack, odds), rank)| Some((*rank, BestMoment { attack, odds: Some(odds?) })));
    // Stable: of moments that compare alike, the first one is chosen.
    let best = known.min_by(|(own_rank, own), (other_rank, other)| {
        let kinds = (own_rank, own.kind()).cmp(&(other_rank, other.kind()));
        let damage = match own.kind() {
            MomentKind::LikelyHit => other.attack.dealt.cmp(&own.attack.dealt),
            _ => Ordering::Equal,
        };
        kinds.then(damage).then(own.chance().total_cmp(&other.chance()))
    });
    best.map(|(_, moment)| moment)
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

/// What an attack did to its target.
#[derive(Clone, Copy, Debug, Default)]
struct AttackResults {
    /// The number of the record with the last harm.
    last: usize,
    /// Damage after soak.
    dealt: u32,
    /// Whether the attacker is credited with taking the target out of action.
    took_out: bool,
}

/// Returns what the attacker did to the target from an event on, before the next attack; `None` if it did no harm. As in the table, a
/// crash after the attack is its work.
fn results_until_next_attack(
    events: &[(usize, OrderedEvent)],
    from: usize,
    (unit, target): (UnitId, UnitId),
    take_downs: &[TakeDown],
) -> Option<AttackResults> {
    let is_attack = |event: &EventRecord| matches!(event.event, BattleEvent::AttackResolved { .. });
    let numbered = events.iter().enumerate().skip(from);
    let mut result: Option<AttackResults> = None;
    for (place, (number, ordered)) in numbered.take_while(|(_, (_, ordered))| !is_attack(ordered.event)) {
        let known = result.unwrap_or_default();
        match &ordered.event.event {
            BattleEvent::Harmed { unit: other, by, damage, .. }
                if *other == target && by.or(ordered.attacker) == Some(unit) && *damage > 0 =>
            {
                result = Some(AttackResults { last: *number, dealt: known.dealt + *damage, ..known });
            }
            BattleEvent::WentDown { .. }
                if take_downs.contains(&TakeDown { unit: target, by: unit, event: place }) =>
            {
                result = Some(AttackResults { last: *number, took_out: true, ..known });
            }
            _ => {}
        }
    }
    result
}

#[cfg(test)]
mod tests;
