//! Rounds, passes and phases: `SS-ROUND`, `SS-INIT`, and the points of `SS-ACT`.

use super::ailment;
use super::binding;
use super::components::{StatusKind, UnitId, Until};
use super::effects;
use super::event::Event;
use super::state::{Answers, DiceSeat, Outbox, Task};
use super::view::BattleView;
use dice::{Played, Step, Table, Trace};
use rules::engine::Initiative;
use rules::engine::timed::Moment;
use rules::engine::turn_order::{self, Coins};
use rules::{Combatant, Down, Effect, ailing, play};

pub(super) fn resolve(
    view: &BattleView,
    (dice, answers): (&DiceSeat, &Answers),
    task: &Task,
    out: &mut Outbox,
) {
    match task {
        Task::BeginRound => begin_round(view, dice, &answers.0, out),
        Task::BeginPass => begin_pass(view, (dice, &answers.0), out),
        Task::NextPhase => next_phase(view, dice, &answers.0, out),
        Task::Bind { unit } => super::binding::begin(view, dice, &answers.0, *unit, out),
        Task::EndPhase { unit } => end_phase(view, dice, &answers.0, *unit, out),
        Task::EndRound => end_round(view, dice, &answers.0, out),
        _ => {}
    }
}

/// Step 1: everybody's initiative is rolled anew, ties are tossed. `SS-ROUND-04`, `SS-INIT-07`, `SS-INIT-10`.
fn begin_round(view: &BattleView, dice: &DiceSeat, answers: &[String], out: &mut Outbox) {
    out.push(Event::RoundBegan { round: view.round().number() + 1 });
    let mut table = dice.table(answers);
    let rolled = match roll_all(view, &mut table) {
        Ok(rolled) => rolled,
        Err(stop) => return out.wait(stop),
    };
    let (seat, trace) = dice.after(table);
    out.dice = Some(seat);
    let mut trace = Some(trace);
    for event in rolled {
        out.push_traced(event, trace.take().unwrap_or_default());
    }
    out.then.extend(super::timed::due(view, view.round().number() + 1, Moment::Start));
    out.then.push(Task::BeginPass);
}

fn roll_all(view: &BattleView, table: &mut impl Table) -> Step<Vec<Event>> {
    let mut events = Vec::new();
    let rules = view.rules();
    for unit in view.units().filter(|unit| unit.fighting() && !unit.is_driven()) {
        let mut combatant = view.combatant(&unit);
        combatant.round += 1;
        let purse = play::round_begins(&combatant, rules);
        if purse != combatant.purse {
            events.push(Event::PurseChanged { unit: *unit.id, points: 0, purse });
        }
        let rolled = play::initiative(table, &combatant, unit.karma.initiative(), rules)?;
        let Initiative { score, attribute, dice } = rolled;
        events.push(Event::InitiativeRolled { unit: *unit.id, score, attribute, dice });
        if let Some(points) = unit.status.score_lost() {
            events.push(Event::InitiativeChanged { unit: *unit.id, by: -points, attribute });
            events.push(Event::StatusEnded { unit: *unit.id, kind: StatusKind::ScoreLost(points) });
        }
    }
    Ok(events)
}

/// Points come back to whoever may act. `SS-ACT-24`.
fn begin_pass(view: &BattleView, (dice, answers): (&DiceSeat, &[String]), out: &mut Outbox) {
    let round = view.round();
    if round.pass() == 0 {
        lie_on(view, (dice, answers), out);
        if out.asked.is_some() {
            return;
        }
    }
    out.push(Event::PassBegan { round: round.number(), pass: round.pass() + 1 });
    if round.pass() == 0 {
        super::timed::tick(view, out);
        view.units().for_each(|unit| ailment::round_begins(&unit, out));
    }
    for unit in view.units().filter(|unit| unit.fighting()) {
        let mut combatant = view.combatant(&unit);
        if let Some(score) = unit.status.owed() {
            out.push(Event::ScoreSet { unit: *unit.id, score });
            out.push(Event::StatusEnded { unit: *unit.id, kind: StatusKind::PhaseOwed(score) });
            combatant.initiative = score;
        }
        let purse = play::pass_begins(&combatant, view.rules());
        out.push(Event::PointsRestored { unit: *unit.id, purse });
    }
    out.then.push(Task::NextPhase);
}

/// Whoever lies unconscious has no phase, but what its body does at the start of one goes on. `CC-THR-09`.
fn lie_on(view: &BattleView, (dice, answers): (&DiceSeat, &[String]), out: &mut Outbox) {
    let mut table = dice.table(answers);
    let mut harm = Vec::new();
    for unit in view.units().filter(|unit| unit.casualty.down() == Some(Down::Unconscious)) {
        match play::phase_begins(&mut table, &view.combatant(&unit), view.rules()) {
            Ok(start) => harm.extend(start.effects),
            Err(stop) => return out.wait(stop),
        }
    }
    harm.retain(|effect| matches!(effect, Effect::Condition { .. }));
    let burnt = view.units().filter(|unit| super::hazard::reaches_the_fallen(view, unit));
    out.then.extend(burnt.map(|unit| Task::Exposure { unit: *unit.id }));
    out.leave(dice, table);
    effects::hand_on(view, harm, None, out);
}

/// The highest score that has not acted is next, unless a holder steps in; else the pass, and then the round, is over.
/// `SS-ROUND-07`, `SS-ROUND-08`.
fn next_phase(view: &BattleView, dice: &DiceSeat, answers: &[String], out: &mut Outbox) {
    let (round, rules) = (view.round(), view.rules());
    let mut coins = round.coins().clone();
    let mut table = dice.table(answers);
    let (mut entries, mut held) = (Vec::new(), false);
    for unit in view.units() {
        held |= unit.held.is_held();
        if view.waits(&unit) {
            entries.push(view.entry(&unit));
        }
    }
    let next = match turn_order::first(&mut table, &entries, &mut coins, rules.engine.tie_mode) {
        Ok(next) => next,
        Err(stop) => return out.wait(stop),
    };
    let next = entries.into_iter().find(|entry| Some(entry.id) == next);
    if held {
        super::delay::lapse(view, out);
    }
    let (lined_up, line) = super::delay::first_in_line(view, next);
    let pass = round.pass();
    if lined_up.is_none() {
        let moment = Moment::Count { pass, next: next.map(|next| next.score) };
        let due = super::timed::due(view, round.number(), moment);
        if !due.is_empty() {
            seat(view, dice, (table, coins), out);
            out.then.extend(due);
            return out.then.push(Task::NextPhase);
        }
    }
    if held
        && lined_up.is_none()
        && let Some(question) = super::delay::Question::before(view, next)
    {
        let (lineup, stage) = match question.ask(view, &mut table, &mut coins) {
            Ok(lineup) => lineup,
            Err(stop) => return out.wait(stop),
        };
        seat(view, dice, (table, coins), out);
        return super::delay::line_up(lineup, stage, out);
    }
    let Some(unit) = lined_up.or(next.map(|next| UnitId(next.id))) else {
        seat(view, dice, (table, coins), out);
        let due = super::timed::due(view, round.number(), Moment::PassEnd { pass });
        if due.is_empty() {
            return end_pass(view, out);
        }
        out.then.extend(due);
        return out.then.push(Task::NextPhase);
    };
    if !round.lineup().is_empty() || (lined_up.is_none() && !round.together().is_empty()) {
        let together = if lined_up.is_some() { round.together().to_vec() } else { Vec::new() };
        out.push(Event::LinedUp { units: line, together, stage: round.stage() });
    }
    begin_phase(view, dice, (table, coins), unit, out);
}

/// Keeps what a table has come to: tosses of coins, and the dice if any fell. Gives the rest of the trace.
fn seat(view: &BattleView, dice: &DiceSeat, (table, coins): (Played, Coins), out: &mut Outbox) -> Vec<Trace> {
    let trace = out.leave(dice, table);
    if coins == *view.round().coins() {
        return trace;
    }
    out.push_traced(Event::CoinsTossed { coins }, trace);
    Vec::new()
}

/// A unit's place has come, or the one where it steps in. `SS-DELAY-04`.
fn begin_phase(
    view: &BattleView,
    dice: &DiceSeat,
    (mut table, coins): (Played, Coins),
    unit: UnitId,
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit) else { return };
    let own = view.waits(&data);
    let steps_in = data.held.is_held() && view.round().lineup().contains(&unit);
    let start = if steps_in {
        play::phase_resumes(&view.combatant(&data))
    } else {
        super::delay::own_phase(&data, out);
        match play::phase_begins(&mut table, &view.combatant(&data), view.rules()) {
            Ok(start) => start,
            Err(stop) => return out.wait(stop),
        }
    };
    let mut noticed = Vec::new();
    for hidden in super::melee::hiding(view, &data) {
        match view.notice(&mut table, &data, hidden) {
            Ok(effects) => noticed.extend(effects),
            Err(stop) => return out.wait(stop),
        }
    }
    let lost = ailment::loses_phase(&data).or(start.lost.clone());
    // A phase that is lost ends as it begins, tests and flames included. `CS-AIL-06`
    let recovered = match lost.as_ref().map(|_| ailment::recover(view, &mut table, &data)).transpose() {
        Ok(recovered) => recovered.unwrap_or_default(),
        Err(stop) => return out.wait(stop),
    };
    let trace = seat(view, dice, (table, coins), out);
    ailment::phase_begins(&data, out);
    super::riding::phase_begins(&data, out);
    let burns = data.rides().is_none() && super::hazard::reaches_whoever_stays(view, data.cell());
    match lost {
        Some(why) => {
            let mut lost = start.effects;
            lost.iter_mut().for_each(over);
            out.push_traced(Event::PhaseLost { unit, why }, trace);
            ailment::phase_ends(&data, true, out);
            super::undertaking::pays_nothing(view, &data, out);
            effects::hand_on(view, lost, None, out);
            effects::hand_on(view, recovered, None, out);
            if burns {
                out.then.push(Task::Exposure { unit });
            }
            out.then.push(Task::Consequences { unit, by: None });
            out.then.push(Task::NextPhase);
        }
        None => {
            out.push_traced(Event::PhaseBegan { unit }, trace);
            if steps_in {
                out.push(Event::SteppedIn { unit, early: own });
            }
            effects::hand_on(view, start.effects, None, out);
            effects::hand_on(view, noticed, None, out);
            if burns {
                out.then.push(Task::Exposure { unit });
            }
            if binding::is_due(&data) {
                out.then.push(Task::Bind { unit });
            }
        }
    }
}

/// What a unit has left of its phase lapses as its book says. `SS-ACT-23`.
fn end_phase(view: &BattleView, dice: &DiceSeat, answers: &[String], unit: UnitId, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    let mut table = dice.table(answers);
    let (me, rules) = (view.combatant(&data), view.rules());
    let beside = || if data.fighting() { super::melee::unengaged(view, &data) } else { Vec::new() };
    let ended = play::closing(&mut table, &me, beside, rules)
        .and_then(|declared| Ok((declared, play::phase_ends(&mut table, &me, rules)?)));
    let (declared, effects) = match ended {
        Ok(ended) => ended,
        Err(stop) => return out.wait(stop),
    };
    let recovered = match ailment::recover(view, &mut table, &data) {
        Ok(recovered) => recovered,
        Err(stop) => return out.wait(stop),
    };
    let trace = out.leave(dice, table);
    ailment::curses(view, &trace, out);
    effects::hand_on(view, declared, Some(unit), out);
    out.push_traced(Event::PhaseEnded { unit }, trace);
    ailment::phase_ends(&data, false, out);
    super::undertaking::pays_nothing(view, &data, out);
    let early = data.turn.early();
    let purse = effects.iter().rev().find_map(|effect| match effect {
        Effect::Purse { unit: of, after, .. } if *of == unit.0 => Some(*after),
        _ => None,
    });
    effects::hand_on(view, effects, None, out);
    if early {
        // The own phase of the pass is still to come, on what is left. `SS-DELAY-17`.
        let purse = purse.unwrap_or(data.points.purse()).put_off();
        out.push(Event::PurseChanged { unit, points: 0, purse });
    }
    effects::hand_on(view, recovered, None, out);
    // Tied units that were taken out before their phase fall now. `SS-INIT-11`.
    out.then.push(Task::Consequences { unit, by: None });
    out.then.push(Task::NextPhase);
}

/// What is given for a phase that is lost is given as if it were over. `CS-BASE-21`.
fn over(effect: &mut Effect) {
    if let Effect::Purse { after, .. } = effect {
        *after = after.over();
    }
}

/// A unit after what has come of the round's end so far.
fn settled(unit: &mut Combatant, effects: &[Effect]) {
    for effect in effects {
        match effect {
            Effect::Condition { unit: id, after, .. } if *id == unit.id => unit.condition = after.clone(),
            _ => {}
        }
    }
}

fn end_pass(view: &BattleView, out: &mut Outbox) {
    let round = view.round();
    out.push(Event::PassEnded { pass: round.pass() });
    for unit in view.units() {
        for status in unit.status.iter() {
            if matches!(status.until, Until::EndOfPass(last) if last <= round.passes()) {
                out.push(Event::StatusEnded { unit: *unit.id, kind: status.kind });
            }
        }
    }
    let goes_on = super::delay::goes_on(view);
    super::delay::pass_ends(view, goes_on, out);
    if goes_on {
        out.then.push(Task::BeginPass);
    } else {
        out.then.push(Task::EndRound);
    }
}

/// Timers run out and the dying bleed. `SS-BASE-15`, `SS-DMG-23`.
fn end_round(view: &BattleView, dice: &DiceSeat, answers: &[String], out: &mut Outbox) {
    let number = view.round().number();
    let due = super::timed::due(view, number, Moment::End);
    if !due.is_empty() {
        out.then.extend(due);
        return out.then.push(Task::EndRound);
    }
    let mut table = dice.table(answers);
    let mut effects = Vec::new();
    for unit in view.units().filter(|unit| !unit.casualty.escaped()) {
        match play::round_ends(&mut table, &view.combatant(&unit), view.rules()) {
            Ok(of_unit) => effects.extend(of_unit),
            Err(stop) => return out.wait(stop),
        }
        let mut after = view.combatant(&unit);
        settled(&mut after, &effects);
        match ailing::burns(&mut table, &after, view.rules()) {
            Ok(burnt) => effects.extend(burnt),
            Err(stop) => return out.wait(stop),
        }
    }
    let trace = out.leave(dice, table);
    out.push_traced(Event::RoundEnded { round: number }, trace);
    let mut done = Vec::new();
    for unit in view.units() {
        match super::undertaking::lasts(view, &unit) {
            Some(Ok(deed)) => done.extend(deed),
            Some(Err(why)) => out.push(Event::WorkCancelled { unit: *unit.id, why }),
            None => {}
        }
    }
    for unit in view.units() {
        for status in unit.status.iter() {
            if matches!(status.until, Until::EndOfRound(last) if last <= number) {
                out.push(Event::StatusEnded { unit: *unit.id, kind: status.kind });
            }
        }
        ailment::round_ends(&unit, number, out);
    }
    super::covering::round_ends(view, number, out);
    effects::hand_on(view, effects, None, out);
    out.then.extend(done);
    out.then.push(Task::BeginRound);
}
