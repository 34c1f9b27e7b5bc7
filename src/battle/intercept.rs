//! Blows at whoever passes by, and slipping past them: chapter INTC in play.

use std::cmp::Reverse;

use super::components::{Status, StatusKind, UnitId, Until};
use super::effects;
use super::event::Event;
use super::order::Target;
use super::state::{Outbox, Task, Way};
use super::view::{Aimed, BattleView, UnitDataItem};
use crate::state::DiceSeat;
use dice::{Answer, Prompt, Step, Table};
use field::Cell;
use rules::engine::Action;
use rules::engine::interception::{self, PASS};
use rules::{Affair, Combatant, Engagement, Reach, Strike, play};

impl BattleView<'_, '_> {
    /// Opponents who may strike at a unit on a path, by the square where they may: counted from the starting one, 0, on.
    /// Those of one square are in the order in which they are asked. `SS-INTC-03`, `SS-INTC-18`, `SS-MOVE-21`.
    pub fn interceptions(&self, unit: UnitId, path: &[Cell]) -> Vec<(usize, UnitId)> {
        // Nobody strikes at a vehicle that drives by, and nobody out of one.
        let Some(data) = self.unit(unit).filter(|data| data.rides().is_none()) else { return Vec::new() };
        let mut mover = None;
        let squares: Vec<Cell> = [data.cell()].into_iter().chain(path.iter().copied()).collect();
        let near = |other: &UnitDataItem| {
            farthest(other)
                .is_none_or(|zone| squares.iter().any(|square| other.cell().rings(*square) <= zone))
        };
        let mut met: Vec<_> = self
            .units()
            .filter(|other| other.side != data.side && other.fighting() && other.rides().is_none())
            .filter(near)
            .filter_map(|other| {
                let mover = mover.get_or_insert_with(|| self.combatant(&data));
                let strikes = play::strikes(&self.combatant(&other), mover, self.rules());
                let reach = strikes.iter().map(|strike| strike.beyond).max()?;
                let inside: Vec<_> =
                    squares.iter().map(|square| self.is_in_zone(&data, *square, &other, reach)).collect();
                Some((interception::strikes_at(&inside)?, *other.id))
            })
            .collect();
        met.sort_by_key(|(at, id)| {
            let entry = self.unit(*id).map(|other| self.entry(&other));
            (*at, Reverse(entry.map(|entry| (entry.score, entry.reaction, entry.intuition))), *id)
        });
        met
    }

    /// Near enough, and with no wall between. `SS-INTC-01`, `SS-INTC-02`.
    fn is_in_zone(&self, mover: &UnitDataItem, at: Cell, other: &UnitDataItem, reach: u32) -> bool {
        other.cell().rings(at) <= interception::zone(reach)
            && field::line_of_sight(self.field().grid(), at, mover.body(), other.cell(), other.body())
    }

    /// The blow of an opponent at a unit that passes by.
    pub fn interception(&self, by: UnitId, mover: UnitId, strike: &Strike) -> Option<Engagement> {
        let at = self.unit(mover)?.cell();
        self.interception_at(by, (mover, at), strike)
    }

    /// The same while the one who passes by is on a certain square.
    pub fn interception_at(
        &self,
        by: UnitId,
        (mover, at): (UnitId, Cell),
        strike: &Strike,
    ) -> Option<Engagement> {
        let from = self.unit(by)?.cell();
        let aimed = Aimed { unit: by, weapon: strike.slot.unwrap_or(usize::MAX), mode: None, manner: None };
        let mut engagement = self.engagement_with((aimed, from), (mover, at), Some(&strike.weapon))?;
        engagement.attacker.purse = strike.paid.purse;
        engagement.charge = false;
        Some(engagement)
    }
}

/// How far a unit strikes at the very most, in squares; nothing where what it carries does not tell. Bare hands reach no
/// farther than anything in them.
fn farthest(unit: &UnitDataItem) -> Option<u32> {
    let reaches = unit.arsenal.carried().iter().filter_map(|carried| match carried.reach() {
        Reach::Melee { beyond } => Some(interception::zone(beyond)),
        Reach::Ranged { .. } => None,
    });
    reaches.max()
}

/// The next square of a path where opponents may strike who had no chance yet, and who they are.
pub(super) fn next(
    view: &BattleView,
    unit: UnitId,
    path: &[Cell],
    met: &[UnitId],
) -> Option<(usize, Vec<UnitId>)> {
    let all = view.interceptions(unit, path);
    let left: Vec<_> = all.into_iter().filter(|(_, opponent)| !met.contains(opponent)).collect();
    let at = left.first()?.0;
    // Nobody stops on a friend's square: whoever passes through is struck on the next one, if it is still in reach.
    let stops = |end: &usize| *end == 0 || view.unit_at(path[end - 1]).is_none_or(|other| *other.id == unit);
    let stop = (at..=path.len()).find(stops).unwrap_or(path.len());
    Some((stop, left.into_iter().filter(|(square, _)| *square == at).map(|(_, opponent)| opponent).collect()))
}

/// The blow that an opponent has chosen to strike at whoever passes by.
pub(super) fn affair(view: &BattleView, by: UnitId, mover: UnitId, chosen: &str) -> Option<Affair> {
    let all = strikes(view, &view.unit(by)?, &view.unit(mover)?);
    let strike = all.iter().find(|strike| strike.key == chosen)?;
    Some(Affair::Unit(Box::new(view.interception(by, mover, strike)?)))
}

/// The blows that reach a unit where it stands now.
fn strikes(view: &BattleView, data: &UnitDataItem, mover: &UnitDataItem) -> Vec<Strike> {
    let rings = data.cell().rings(mover.cell());
    let all = play::strikes(&view.combatant(data), &view.combatant(mover), view.rules());
    all.into_iter().filter(|strike| rings <= interception::zone(strike.beyond)).collect()
}

/// An opponent is asked, and strikes if it wants to. `SS-INTC-06` to `SS-INTC-12`.
pub(super) fn strike(
    view: &BattleView,
    (dice, answers): (&DiceSeat, &[String]),
    unit: UnitId,
    mover: UnitId,
    out: &mut Outbox,
) {
    let (Some(data), Some(other)) = (view.unit(unit), view.unit(mover)) else { return };
    if !data.fighting() || !other.fighting() || !view.perceives(*data.side, &other) {
        return;
    }
    let strikes = strikes(view, &data, &other);
    if strikes.is_empty() {
        return;
    }
    let mut table = dice.table(answers);
    // Odds are for whoever has to choose.
    let open = answers.is_empty();
    let chosen = match table.ask(|| prompt(view, unit, &other, (&strikes, open))) {
        Ok(chosen) => chosen,
        Err(stop) => return out.wait(stop),
    };
    let Some(strike) = chosen.checked_sub(1).and_then(|strike| strikes.get(strike)) else {
        let (_, trace) = dice.after(table);
        return out.push_traced(Event::LetPass { unit, mover }, trace);
    };
    let Some(engagement) = view.interception(unit, mover, strike) else { return };
    let outcome = match play::attack(&mut table, &engagement) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_midway(stop, (dice, table)),
    };
    let (seat, trace) = dice.after(table);
    out.dice = Some(seat);
    let (points, purse) = (strike.paid.points, strike.paid.purse);
    out.push(Event::Intercepted { unit, mover, weapon: strike.weapon.name().to_owned() });
    effects::interrupted(view, unit, points, out);
    out.push(Event::Paid { unit, action: Action::Intercept, points, purse });
    let (target, weapon) = (Target::Unit(mover), strike.slot.unwrap_or(usize::MAX));
    let rules::Outcome { contact, net, damage, words, effects } = outcome;
    out.push_traced(
        Event::AttackResolved { unit, target, weapon, mode: None, contact, net, damage, words },
        trace,
    );
    if !other.status.has(StatusKind::Engaged) {
        let status = Status { kind: StatusKind::Engaged, until: Until::Removed };
        out.push(Event::StatusSet { unit: mover, status });
    }
    super::attack::fencing(view, unit, mover, out);
    let falls = effects.contains(&rules::Effect::Prone { unit: mover.0 });
    effects::hand_on(view, effects, Some(unit), out);
    if falls || play::is_stopped(&view.combatant(&other), damage) {
        let reason = "an opponent has stopped it";
        out.push(Event::Stopped { unit: mover, at: other.cell(), reason, unused: 0 });
    }
}

fn prompt(
    view: &BattleView,
    unit: UnitId,
    mover: &UnitDataItem,
    (strikes, open): (&[Strike], bool),
) -> Prompt {
    let mut answers = vec![Answer {
        key: PASS.to_owned(),
        label: "Let it pass".to_owned(),
        detail: "no cost".to_owned(),
        clause: "SS-INTC-06",
    }];
    answers.extend(strikes.iter().map(|strike| {
        let engagement = open.then(|| view.interception(unit, *mover.id, strike)).flatten();
        let odds = engagement.and_then(|engagement| play::preview(&engagement));
        let odds = odds.map_or_else(String::new, |odds| format!("; {:.0} % to harm it", 100.0 * odds.harm));
        Answer {
            key: strike.key.clone(),
            label: strike.label.clone(),
            detail: format!("{}{odds}", strike.detail),
            clause: strike.clause,
        }
    }));
    Prompt {
        who: unit.0,
        question: format!("{} passes by. Strike at it?", mover.identity.name()),
        clause: interception::ASK,
        answers,
    }
}

/// The mover tries to slip past opponents, and says past whom. `SS-INTC-14`, `SS-INTC-15`.
pub(super) fn evade(
    view: &BattleView,
    (dice, answers): (&DiceSeat, &[String]),
    unit: UnitId,
    (path, action): (&[Cell], Action),
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit).filter(|data| data.fighting()) else { return };
    let opponents: Vec<_> =
        view.interceptions(unit, path).into_iter().map(|(_, opponent)| opponent).collect();
    let mut table = dice.table(answers);
    let past = match slip(view, &mut table, &view.combatant(&data), opponents) {
        Ok(past) => past,
        Err(stop) => return out.wait(stop),
    };
    let (seat, trace) = dice.after(table);
    out.dice = Some(seat);
    out.push_traced(Event::Evaded { unit, past: past.clone() }, trace);
    let way = Way { begun: false, met: past };
    out.then.push(Task::Walk { unit, path: path.to_vec(), action, way });
}

fn slip(
    view: &BattleView,
    table: &mut impl Table,
    mover: &Combatant,
    mut opponents: Vec<UnitId>,
) -> Step<Vec<UnitId>> {
    let count = play::evade(table, mover, view.rules())? as usize;
    if count >= opponents.len() {
        return Ok(opponents);
    }
    let mut past = Vec::new();
    for left in (1..=count).rev() {
        let index = table.ask(|| Prompt {
            who: mover.id,
            question: format!("Slip past whom? {left} left."),
            clause: "SS-INTC-15",
            answers: opponents.iter().map(|opponent| whom(view, *opponent)).collect(),
        })?;
        past.push(opponents.remove(index));
    }
    Ok(past)
}

fn whom(view: &BattleView, opponent: UnitId) -> Answer {
    let name = view.unit(opponent).map(|unit| unit.identity.name().to_owned()).unwrap_or_default();
    let detail = "gets no blow at this move".to_owned();
    Answer { key: format!("unit{}", opponent.0), label: name, detail, clause: "SS-INTC-15" }
}
