//! The card of a move: how far, at what pace and price, into what cover, and who can hit one there.

use bevy_egui::egui::Ui;

use super::hover_card::show_title;
use crate::attack_forecast::{EnemyThreat, ForecastCache, percent_text, threats_at};
use crate::panel::unit_inspector::cover_shields::{cover_name, show_cover_compass};
use crate::panel::unit_inspector::status_effects::fuse_text;
use crate::panel::widgets::{PanelContext, show_fact_line};
use battle::validate_order;
use battle::{
    BattleView, Order, OrderError, Pace, SafePaths, Side, UnitDataItem, UnitId, ValidatedOrder, action_price,
    diagonal_step, falls_on_path, format_metres, move_budget,
};
use dice::{AnswerPolicy, EnumeratedTable, enumerate};
use field::{Cell, Cover, Direction};
use rules::turn_engine::Action;
use rules::{Fall, ForecastNote, Light, MovementMode, Odds, play};

/// Enemies that are listed by name.
const MAX_LISTED_ENEMIES: usize = 6;
/// The directions whose cover is shown.
const SHOWN_DIRECTIONS: [Direction; 4] =
    [Direction::North, Direction::East, Direction::South, Direction::West];

/// A move to look at.
#[derive(Clone, Debug)]
pub(crate) struct MovePreview {
    /// Orders and rewinds it was worked out after.
    revision: (usize, u32, Option<Side>),
    unit: UnitId,
    cell: Cell,
    /// It slips past opponents on the way. `SS-INTC-14`.
    evade: bool,
    half_metres: u32,
    pace: Pace,
    result: Result<ValidatedOrder, OrderError>,
    /// What the book takes instead of points, in its words.
    price: String,
    /// How likely a sprint gets there.
    arrives: Option<f64>,
    cover: [Cover; 8],
    threats: Vec<EnemyThreat>,
    /// What harmful ground on the way does, once for each such square.
    hazards: Vec<ForecastNote>,
    /// What every fall on the way is worth: what it is, what it does, and how likely harm and worse are.
    falls: Vec<(ForecastNote, Option<Odds>)>,
    /// Opponents who may strike on the way, and what the worst blow is worth. `SS-INTC-03`.
    opportunity_attacks: Vec<(UnitId, Option<Odds>)>,
}

/// Works a move out, unless it is the one that is known; none where no way leads.
pub(crate) fn update_move_preview(
    trip: &mut Option<MovePreview>,
    see: &PanelContext,
    odds: &mut ForecastCache,
    unit: UnitId,
    (cell, evade): (Cell, bool),
) {
    let revision = (see.history.records().len(), see.history.rewinds(), see.view.viewer());
    if trip
        .as_ref()
        .is_some_and(|old| (old.revision, old.unit, old.cell, old.evade) == (revision, unit, cell, evade))
    {
        return;
    }
    *trip = compute_move_preview(see, odds, unit, (cell, evade), revision);
}

fn compute_move_preview(
    see: &PanelContext,
    odds: &mut ForecastCache,
    id: UnitId,
    (cell, evade): (Cell, bool),
    revision: (usize, u32, Option<Side>),
) -> Option<MovePreview> {
    let unit = see.view.unit(id).filter(|unit| unit.is_fighting() && unit.cell() != cell)?;
    let rules = see.view.rules();
    let grid = see.view.field().grid();
    let enemies: Vec<Cell> = see
        .view
        .units()
        .filter(|other| other.is_fighting() && (other.side != unit.side))
        .map(|other| other.cell())
        .collect();
    let diagonal = diagonal_step(rules);
    let budget = move_budget(see.view, &unit);
    let farthest = budget.walk_left + budget.run.max(budget.sprint);
    // The way of a click; beyond all budgets, any way that tells how far it is.
    let way = match SafePaths::from_unit(see.view, &unit, farthest).path_to(cell) {
        Some(cells) => {
            let costs = field::path_cost(grid, unit.cell(), &cells, diagonal).ok()?;
            field::Path { cost: costs.last().copied()?, cells }
        }
        None => field::shortest_path(grid, unit.cell(), cell, diagonal, |square| enemies.contains(&square))?,
    };
    let order = |pace| Order::Move { unit: id, path: way.cells.clone(), pace, evade };
    let (pace, result) = [Pace::Walk, Pace::Run, Pace::Sprint]
        .into_iter()
        .map(|pace| (pace, validate_order(see.view, &order(pace))))
        .find(|(_, result)| result.is_ok())
        .unwrap_or_else(|| (Pace::Walk, validate_order(see.view, &order(Pace::Walk))));
    let arrives = (pace == Pace::Sprint).then(|| {
        let me = see.view.unit_snapshot(&unit);
        let sprint = |table: &mut EnumeratedTable| Ok(play::sprint(table, &me, rules)?.metres);
        let metres = enumerate(AnswerPolicy::first(), sprint).ok()?;
        Some(metres.probability(|metres| 2 * metres >= way.cost))
    });
    let (gait, action) = match pace {
        Pace::Walk => (MovementMode::Steady, Action::Walk),
        Pace::Run => (MovementMode::Running, Action::Run),
        Pace::Sprint => (MovementMode::Sprinting, Action::Sprint),
    };
    let threats = if result.is_ok() { threats_at(odds, see.view, id, cell, gait) } else { Vec::new() };
    Some(MovePreview {
        revision,
        unit: id,
        cell,
        evade,
        half_metres: way.cost,
        pace,
        result,
        price: action_price(see.view, &unit, action, None),
        arrives: arrives.flatten(),
        cover: field::cover_by_side(grid, cell, unit.body()),
        threats,
        falls: falls_on_path(see.view, unit.cell(), &way.cells)
            .into_iter()
            .map(|(_, fall)| fall_odds(see, &unit, fall))
            .collect(),
        hazards: way.cells.iter().flat_map(|square| hazards_at(see.view, *square)).collect(),
        opportunity_attacks: opportunity_attacks(see.view, &unit, &way.cells, gait),
    })
}

/// Whoever may strike at a unit on a way, each with the odds of its worst blow as it is struck there.
fn opportunity_attacks(
    view: &BattleView,
    unit: &UnitDataItem,
    way: &[Cell],
    gait: MovementMode,
) -> Vec<(UnitId, Option<Odds>)> {
    let me = view.unit_snapshot(unit);
    let worst = |at: usize, by: UnitId| {
        let square = at.checked_sub(1).and_then(|at| way.get(at)).copied().unwrap_or(unit.cell());
        let strikes = play::strikes(&view.unit_snapshot(&view.unit(by)?), &me, view.rules());
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
fn fall_odds(see: &PanelContext, unit: &UnitDataItem, fall: Fall) -> (ForecastNote, Option<Odds>) {
    let (me, rules) = (see.view.unit_snapshot(unit), see.view.rules());
    match play::fall_remark(&me, fall, rules) {
        Some(remark) => {
            let odds = rules::ground::falling::fall_odds(&me, fall, rules)
                .map(|all| Odds::from_distribution(&all, &[]));
            (remark, odds)
        }
        None => (ForecastNote { text: fall.name(), value: "harmless".to_owned(), clause: "" }, None),
    }
}

/// What is named of a square on the way before anybody goes there.
fn hazards_at(view: &BattleView, cell: Cell) -> Vec<ForecastNote> {
    let Some(terrain) = view.terrain_at(cell) else { return Vec::new() };
    let rules = view.rules();
    let harm = terrain.hazard.and_then(|hazard| play::hazard_remark(hazard, rules));
    let name = || terrain.name.clone();
    let brings =
        terrain.strike.inflicts.iter().filter(|_| rules::status::resolution::in_play(rules)).map(|one| {
            ForecastNote {
                text: name(),
                value: format!("may bring {}", one.ailment.name()),
                clause: one.ailment.rule().clause,
            }
        });
    let airless = (terrain.airless && play::knows_breath(rules)).then(|| ForecastNote {
        text: name(),
        value: "no air".to_owned(),
        clause: "CS-SUFF-01",
    });
    harm.into_iter().chain(brings).chain(airless).collect()
}

/// What the ground of a square does in the fight's book, if it harms.
fn hazard_note(see: &PanelContext, cell: Cell) -> Option<ForecastNote> {
    let hazard = see.view.terrain_at(cell)?.hazard?;
    play::hazard_remark(hazard, see.view.rules())
}

/// Says so where ground looks harmful and the book has no rule for it.
fn harmless_note(see: &PanelContext, cell: Cell) -> Option<String> {
    let hazard = see.view.terrain_at(cell)?.hazard?;
    let name = hazard.peril.name();
    hazard_note(see, cell).is_none().then(|| format!("{name} without effect in this book"))
}

/// What the ground does to whoever stands there, if anything.
fn show_ground_hazard(ui: &mut Ui, see: &PanelContext, cell: Cell) {
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
        (slow > 0).then(|| format!("{} m more to enter", format_metres(slow))),
        harmless_note(see, cell),
    ];
    let facts: Vec<_> = facts.into_iter().flatten().collect();
    if !facts.is_empty() {
        let name = terrain.name.chars().next().map(|first| first.to_uppercase().to_string());
        let rest = terrain.name.chars().skip(1).collect::<String>();
        let name = name.unwrap_or_default() + &rest;
        // Only some books count light, fog and hard ground in a fight.
        let counts = see.view.rules().book().counts_difficult_ground();
        let colour = if counts || slow > 0 { see.palette.caution } else { see.palette.dim };
        show_fact_line(ui, (&name, see.palette.text), (&facts.join(", "), colour));
    }
}

/// Draws the card.
pub(crate) fn show(ui: &mut Ui, see: &PanelContext, trip: &MovePreview) {
    let look = see.palette;
    let drives = see.view.unit(trip.unit).is_some_and(|unit| unit.vehicle().is_some());
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
    show_title(ui, see, &format!("{verb} {} m", format_metres(trip.half_metres)), &price);
    if let Err(refusal) = &trip.result {
        ui.colored_label(look.harm, refusal.to_string());
        return;
    }
    show_ground_hazard(ui, see, trip.cell);
    for (_, armed) in see.view.armed_items().iter().filter(|(_, armed)| armed.cell() == trip.cell) {
        show_fact_line(ui, (armed.item().name(), look.harm), (&fuse_text(see, armed.fuse()), look.harm));
    }
    for (fall, odds) in &trip.falls {
        let mut text = fall.text.clone();
        if let Some(first) = text.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let clause = if fall.clause.is_empty() { String::new() } else { format!(" ({})", fall.clause) };
        let colour = if odds.is_some() { look.harm } else { look.text };
        show_fact_line(ui, (&text, look.text), (&format!("{}{clause}", fall.value), colour));
        if let Some(odds) = odds {
            let figures = format!("{} · {:.1}", percent_text(odds.harm), odds.mean);
            show_fact_line(ui, ("Harm · mean", look.dim), (&figures, look.harm));
            if odds.out > 0.0 {
                show_fact_line(ui, ("Puts the unit out", look.dim), (&percent_text(odds.out), look.harm));
            }
        }
    }
    for peril in &trip.hazards {
        let text = format!("On the way: {}", peril.text);
        show_fact_line(ui, (&text, look.text), (&format!("{} ({})", peril.value, peril.clause), look.harm));
    }
    if let Some(arrives) = trip.arrives {
        show_fact_line(ui, ("Gets all the way", look.dim), (&percent_text(arrives), look.caution));
    }
    if trip.evade && !trip.opportunity_attacks.is_empty() {
        ui.colored_label(look.good, "Slips past: one opponent for every hit above the first. SS-INTC-14");
    }
    for (opponent, odds) in &trip.opportunity_attacks {
        let name = format!("Passes {}", see.unit_name(*opponent));
        let blow = odds.as_ref().map_or_else(
            || "may strike".to_owned(),
            |odds| format!("may strike: {} · {:.1}", percent_text(odds.harm), odds.mean),
        );
        show_fact_line(ui, (&name, see.unit_colour(*opponent)), (&blow, look.caution));
    }
    if SHOWN_DIRECTIONS.into_iter().any(|side| trip.cover[side as usize] >= Cover::Partial) {
        show_cover_compass(ui, see, trip.cover);
    }
    if trip.threats.is_empty() {
        ui.colored_label(look.dim, "Nobody can hit the unit there now.");
        return;
    }
    if trip.threats.iter().any(|threat| threat.cover >= Cover::Partial) {
        ui.colored_label(look.dim, "Cover counts once it is taken.");
    }
    show_fact_line(ui, ("Can hit the unit there", look.dim), ("harm · mean", look.dim));
    for threat in trip.threats.iter().take(MAX_LISTED_ENEMIES) {
        let mut name = format!("{}, {}", see.unit_name(threat.enemy), threat.weapon);
        if threat.cover >= Cover::Partial {
            name.push_str(&format!(" · {} cover", cover_name(threat.cover)));
        }
        let figure = format!("{} · {:.1}", percent_text(threat.harm), threat.mean);
        show_fact_line(ui, (&name, see.unit_colour(threat.enemy)), (&figure, look.text));
    }
    let more = trip.threats.len().saturating_sub(MAX_LISTED_ENEMIES);
    if more > 0 {
        ui.colored_label(look.dim, format!("and {more} more"));
    }
}
