//! The card of a move: how far, at what pace and price, into what cover, and who can hit one there.

use bevy_egui::egui::Ui;

use super::card::title;
use super::effects::goes_off;
use super::kit::{See, fact_line};
use super::shields::{compass, cover_name};
use crate::odds::{OddsCache, Threat, percent, threats};
use battle::{
    BattleView, Order, Pace, Plan, Refusal, Side, UnitDataItem, UnitId, Ways, check, diagonal_step, falls,
    metres, move_budget, price,
};
use dice::{Enumerated, Policy, enumerate};
use field::{Cell, Cover, Direction};
use rules::engine::Action;
use rules::{Fall, Gait, Light, Odds, Remark, play};

/// Enemies that are listed by name.
const LISTED: usize = 6;
/// The directions whose cover is shown.
const SIDES: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

/// A move to look at.
#[derive(Clone, Debug)]
pub(super) struct Trip {
    /// Orders and rewinds it was worked out after.
    revision: (usize, u32, Option<Side>),
    unit: UnitId,
    cell: Cell,
    /// It slips past opponents on the way. `SS-INTC-14`.
    evade: bool,
    half_metres: u32,
    pace: Pace,
    result: Result<Plan, Refusal>,
    /// What the book takes instead of points, in its words.
    price: String,
    /// How likely a sprint gets there.
    arrives: Option<f64>,
    cover: [Cover; 8],
    threats: Vec<Threat>,
    /// What harmful ground on the way does, once for each such square.
    perils: Vec<Remark>,
    /// What every fall on the way is worth: what it is, what it does, and how likely harm and worse are.
    falls: Vec<(Remark, Option<Odds>)>,
    /// Opponents who may strike on the way, and what the worst blow is worth. `SS-INTC-03`.
    passes: Vec<(UnitId, Option<Odds>)>,
}

/// Works a move out, unless it is the one that is known; none where no way leads.
pub(super) fn renew(
    trip: &mut Option<Trip>,
    see: &See,
    odds: &mut OddsCache,
    unit: UnitId,
    (cell, evade): (Cell, bool),
) {
    let revision = (see.history.chapters().len(), see.history.rewinds(), see.view.viewer());
    if trip
        .as_ref()
        .is_some_and(|old| (old.revision, old.unit, old.cell, old.evade) == (revision, unit, cell, evade))
    {
        return;
    }
    *trip = work_out(see, odds, unit, (cell, evade), revision);
}

fn work_out(
    see: &See,
    odds: &mut OddsCache,
    id: UnitId,
    (cell, evade): (Cell, bool),
    revision: (usize, u32, Option<Side>),
) -> Option<Trip> {
    let unit = see.view.unit(id).filter(|unit| unit.fighting() && unit.cell() != cell)?;
    let rules = see.view.rules();
    let grid = see.view.field().grid();
    let enemies: Vec<Cell> = see
        .view
        .units()
        .filter(|other| other.fighting() && (other.side != unit.side))
        .map(|other| other.cell())
        .collect();
    let diagonal = diagonal_step(rules);
    let budget = move_budget(see.view, &unit);
    let farthest = budget.walk_left + budget.run.max(budget.sprint);
    // The way of a click; beyond all budgets, any way that tells how far it is.
    let way = match Ways::of(see.view, &unit, farthest).path_to(cell) {
        Some(cells) => {
            let costs = field::path_cost(grid, unit.cell(), &cells, diagonal).ok()?;
            field::Path { cost: costs.last().copied()?, cells }
        }
        None => field::shortest_path(grid, unit.cell(), cell, diagonal, |square| enemies.contains(&square))?,
    };
    let order = |pace| Order::Move { unit: id, path: way.cells.clone(), pace, evade };
    let (pace, result) = [Pace::Walk, Pace::Run, Pace::Sprint]
        .into_iter()
        .map(|pace| (pace, check(see.view, &order(pace))))
        .find(|(_, result)| result.is_ok())
        .unwrap_or_else(|| (Pace::Walk, check(see.view, &order(Pace::Walk))));
    let arrives = (pace == Pace::Sprint).then(|| {
        let me = see.view.combatant(&unit);
        let sprint = |table: &mut Enumerated| Ok(play::sprint(table, &me, rules)?.metres);
        let metres = enumerate(Policy::first(), sprint).ok()?;
        Some(metres.probability(|metres| 2 * metres >= way.cost))
    });
    let (gait, action) = match pace {
        Pace::Walk => (Gait::Steady, Action::Walk),
        Pace::Run => (Gait::Running, Action::Run),
        Pace::Sprint => (Gait::Sprinting, Action::Sprint),
    };
    let threats = if result.is_ok() { threats(odds, see.view, id, cell, gait) } else { Vec::new() };
    Some(Trip {
        revision,
        unit: id,
        cell,
        evade,
        half_metres: way.cost,
        pace,
        result,
        price: price(see.view, &unit, action, None),
        arrives: arrives.flatten(),
        cover: field::cover_by_side(grid, cell, unit.body()),
        threats,
        falls: falls(see.view, unit.cell(), &way.cells)
            .into_iter()
            .map(|(_, fall)| worth(see, &unit, fall))
            .collect(),
        perils: way.cells.iter().flat_map(|square| perils(see.view, *square)).collect(),
        passes: passes(see.view, &unit, &way.cells, gait),
    })
}

/// Whoever may strike at a unit on a way, each with the odds of its worst blow as it is struck there.
fn passes(view: &BattleView, unit: &UnitDataItem, way: &[Cell], gait: Gait) -> Vec<(UnitId, Option<Odds>)> {
    let me = view.combatant(unit);
    let worst = |at: usize, by: UnitId| {
        let square = at.checked_sub(1).and_then(|at| way.get(at)).copied().unwrap_or(unit.cell());
        let strikes = play::strikes(&view.combatant(&view.unit(by)?), &me, view.rules());
        let odds = strikes.iter().filter_map(|strike| {
            let mut blow = view.interception_at(by, (*unit.id, square), strike)?;
            blow.defender.gait = blow.defender.gait.max(gait);
            play::preview(&blow)
        });
        odds.max_by(|one, other| one.mean.total_cmp(&other.mean))
    };
    let met = view.interceptions(*unit.id, way);
    met.into_iter().map(|(at, by)| (by, worst(at, by))).collect()
}

/// A fall on the way, with its odds.
fn worth(see: &See, unit: &UnitDataItem, fall: Fall) -> (Remark, Option<Odds>) {
    let (me, rules) = (see.view.combatant(unit), see.view.rules());
    match play::fall_remark(&me, fall, rules) {
        Some(remark) => {
            let odds = rules::fall::odds(&me, fall, rules).map(|all| Odds::of(&all, &[]));
            (remark, odds)
        }
        None => (Remark { text: fall.name(), value: "harmless".to_owned(), clause: "" }, None),
    }
}

/// What is named of a square on the way before anybody goes there.
fn perils(view: &BattleView, cell: Cell) -> Vec<Remark> {
    let Some(terrain) = view.terrain_at(cell) else { return Vec::new() };
    let rules = view.rules();
    let harm = terrain.hazard.and_then(|hazard| play::hazard_remark(hazard, rules));
    let name = || terrain.name.clone();
    let brings = terrain.strike.inflicts.iter().filter(|_| rules::ailing::in_play(rules)).map(|one| Remark {
        text: name(),
        value: format!("may bring {}", one.ailment.name()),
        clause: one.ailment.rule().clause,
    });
    let airless = (terrain.airless && play::knows_breath(rules)).then(|| Remark {
        text: name(),
        value: "no air".to_owned(),
        clause: "CS-SUFF-01",
    });
    harm.into_iter().chain(brings).chain(airless).collect()
}

/// What the ground of a square does in the fight's book, if it harms.
fn peril(see: &See, cell: Cell) -> Option<Remark> {
    let hazard = see.view.terrain_at(cell)?.hazard?;
    play::hazard_remark(hazard, see.view.rules())
}

/// Says so where ground looks harmful and the book has no rule for it.
fn harmless(see: &See, cell: Cell) -> Option<String> {
    let hazard = see.view.terrain_at(cell)?.hazard?;
    let name = hazard.peril.name();
    peril(see, cell).is_none().then(|| format!("{name} without effect in this book"))
}

/// What the ground does to whoever stands there, if anything.
fn ground(ui: &mut Ui, see: &See, cell: Cell) {
    let Some(terrain) = see.view.terrain_at(cell) else { return };
    let light = match terrain.light {
        Light::Normal => None,
        Light::Low => Some("low light".to_owned()),
        Light::Dark => Some("dark".to_owned()),
    };
    let slow = u32::from(terrain.extra_half_metres);
    let facts = [
        light,
        terrain.obscured.then(|| "hard to see through".to_owned()),
        (terrain.difficulty > 0).then(|| format!("hard ground ({})", terrain.difficulty)),
        terrain.ladder.then(|| "a ladder leads up".to_owned()),
        (slow > 0).then(|| format!("{} m more to enter", metres(slow))),
        harmless(see, cell),
    ];
    let facts: Vec<_> = facts.into_iter().flatten().collect();
    if !facts.is_empty() {
        let name = terrain.name.chars().next().map(|first| first.to_uppercase().to_string());
        let rest = terrain.name.chars().skip(1).collect::<String>();
        let name = name.unwrap_or_default() + &rest;
        // Only some books count light, fog and hard ground in a fight.
        let counts = see.view.rules().book().counts_ground();
        let colour = if counts || slow > 0 { see.look.caution } else { see.look.dim };
        fact_line(ui, (&name, see.look.text), (&facts.join(", "), colour));
    }
}

/// Draws the card.
pub(super) fn show(ui: &mut Ui, see: &See, trip: &Trip) {
    let look = see.look;
    let drives = see.view.unit(trip.unit).is_some_and(|unit| unit.rides().is_some());
    let verb = match trip.pace {
        Pace::Walk if drives => "Drive",
        Pace::Run if drives => "Drive fast,",
        Pace::Walk => "Walk",
        Pace::Run => "Run",
        Pace::Sprint => "Sprint",
    };
    let price = match &trip.result {
        Ok(plan) if plan.karma > 0 => format!("{} AP · {} Karma", plan.points, plan.karma),
        Ok(plan) if plan.points > 0 => format!("{} AP", plan.points),
        Ok(plan) if plan.free > 0 => "free action".to_owned(),
        Ok(_) if !matches!(trip.price.as_str(), "" | "free") => trip.price.clone(),
        Ok(_) => "free".to_owned(),
        Err(_) => String::new(),
    };
    title(ui, see, &format!("{verb} {} m", metres(trip.half_metres)), &price);
    if let Err(refusal) = &trip.result {
        ui.colored_label(look.harm, refusal.to_string());
        return;
    }
    ground(ui, see, trip.cell);
    for (_, armed) in see.view.armed().iter().filter(|(_, armed)| armed.cell() == trip.cell) {
        fact_line(ui, (armed.item().name(), look.harm), (&goes_off(see, armed.fuse()), look.harm));
    }
    for (fall, odds) in &trip.falls {
        let mut text = fall.text.clone();
        if let Some(first) = text.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let clause = if fall.clause.is_empty() { String::new() } else { format!(" ({})", fall.clause) };
        let colour = if odds.is_some() { look.harm } else { look.text };
        fact_line(ui, (&text, look.text), (&format!("{}{clause}", fall.value), colour));
        if let Some(odds) = odds {
            let figures = format!("{} · {:.1}", percent(odds.harm), odds.mean);
            fact_line(ui, ("Harm · mean", look.dim), (&figures, look.harm));
            if odds.out > 0.0 {
                fact_line(ui, ("Puts the unit out", look.dim), (&percent(odds.out), look.harm));
            }
        }
    }
    for peril in &trip.perils {
        let text = format!("On the way: {}", peril.text);
        fact_line(ui, (&text, look.text), (&format!("{} ({})", peril.value, peril.clause), look.harm));
    }
    if let Some(arrives) = trip.arrives {
        fact_line(ui, ("Gets all the way", look.dim), (&percent(arrives), look.caution));
    }
    if trip.evade && !trip.passes.is_empty() {
        ui.colored_label(look.good, "Slips past: one opponent for every hit above the first. SS-INTC-14");
    }
    for (opponent, odds) in &trip.passes {
        let name = format!("Passes {}", see.name(*opponent));
        let blow = odds.as_ref().map_or_else(
            || "may strike".to_owned(),
            |odds| format!("may strike: {} · {:.1}", percent(odds.harm), odds.mean),
        );
        fact_line(ui, (&name, see.unit_colour(*opponent)), (&blow, look.caution));
    }
    if SIDES.into_iter().any(|side| trip.cover[side as usize] >= Cover::Partial) {
        compass(ui, see, trip.cover);
    }
    if trip.threats.is_empty() {
        ui.colored_label(look.dim, "Nobody can hit the unit there now.");
        return;
    }
    if trip.threats.iter().any(|threat| threat.cover >= Cover::Partial) {
        ui.colored_label(look.dim, "Cover counts once it is taken.");
    }
    fact_line(ui, ("Can hit the unit there", look.dim), ("harm · mean", look.dim));
    for threat in trip.threats.iter().take(LISTED) {
        let mut name = format!("{}, {}", see.name(threat.enemy), threat.weapon);
        if threat.cover >= Cover::Partial {
            name.push_str(&format!(" · {} cover", cover_name(threat.cover)));
        }
        let figure = format!("{} · {:.1}", percent(threat.harm), threat.mean);
        fact_line(ui, (&name, see.unit_colour(threat.enemy)), (&figure, look.text));
    }
    let more = trip.threats.len().saturating_sub(LISTED);
    if more > 0 {
        ui.colored_label(look.dim, format!("and {more} more"));
    }
}
