//! Move card: distance, pace, cost, hazards, cover and threats of a move.

use bevy_egui::egui::Ui;

use super::hover_card::show_title;
use crate::attack_forecast::{EnemyThreat, ForecastCache, percent_text, threats_at};
use crate::attack_ranking::{PossibleTarget, targets_from, unpaid_attacks_text};
use crate::battle_revision::BattleRevision;
use crate::panel::unit_inspector::cover_shields::{cover_phrase, is_cover, show_cover_compass};
use crate::panel::unit_inspector::status_effects::fuse_text;
use crate::panel::widgets::{PanelContext, show_fact_line, with_cited_clauses};
use crate::planned_move::PlannedMove;
use crate::square_cover::{body_on, hidden_once_taken, least_hidden, visible_enemies};
use battle::{
    BattleView, Order, OrderError, Pace, UnitDataItem, ValidatedOrder, action_price, check_cover_price,
    falls_on_path, format_metres, upright_move_budget, validate_order,
};
use dice::{AnswerPolicy, EnumeratedTable, enumerate};
use field::Grid;
use model::{Cell, Direction, UnitId};
use rules::turn_engine::Action;
use rules::{Fall, ForecastNote, Light, MovementMode, Odds, play};

/// Most enemies listed by name.
const MAX_LISTED_ENEMIES: usize = 6;
/// Directions whose cover is shown.
const SHOWN_DIRECTIONS: [Direction; 4] =
    [Direction::North, Direction::East, Direction::South, Direction::West];

/// A move to preview.
#[derive(Clone, Debug)]
pub(crate) struct MovePreview {
    revision: BattleRevision,
    unit: UnitId,
    cell: Cell,
    /// Whether the unit evades enemies on the way. `SS-INTC-14`.
    evade: bool,
    half_metres: u32,
    pace: Pace,
    result: Result<ValidatedOrder, OrderError>,
    /// Price in the book's words.
    price: String,
    /// Probability that a sprint reaches the square; `None` for other paces.
    arrives: Option<f64>,
    /// Hidden share against each side, in percent.
    cover: [u8; 8],
    /// Hidden share against the visible enemy that sees most, in percent; `None` if none sees the square.
    least_hidden: Option<u8>,
    threats: Vec<EnemyThreat>,
    /// Enemies that the unit could hit from there.
    targets: Vec<PossibleTarget>,
    /// Says that the unit can pay for no attack there; `None` if it can.
    unpaid: Option<&'static str>,
    /// Hazards on the path, one per hazardous square.
    hazards: Vec<ForecastNote>,
    /// Falls on the path with their odds; `None` for a harmless fall.
    falls: Vec<(ForecastNote, Option<Odds>)>,
    /// Enemies that may intercept on the path, with the odds of their worst strike. `SS-INTC-03`.
    opportunity_attacks: Vec<(UnitId, Option<Odds>)>,
}

/// Computes the preview unless it is current; `None` if there is no path.
pub(crate) fn update_move_preview(
    preview: &mut Option<MovePreview>,
    context: &PanelContext,
    odds: &mut ForecastCache,
    unit: UnitId,
    (cell, evade): (Cell, bool),
) {
    if preview.as_ref().is_some_and(|old| {
        (old.revision, old.unit, old.cell, old.evade) == (context.revision, unit, cell, evade)
    }) {
        return;
    }
    *preview = compute_move_preview(context, odds, unit, (cell, evade));
}

fn compute_move_preview(
    context: &PanelContext,
    odds: &mut ForecastCache,
    id: UnitId,
    (cell, evade): (Cell, bool),
) -> Option<MovePreview> {
    let unit = context.view.unit(id).filter(|unit| unit.is_fighting() && unit.cell() != cell)?;
    let rules = context.view.rules();
    let grid = context.view.field().grid();
    let PlannedMove { path, pace, result } = PlannedMove::plan(context.view, &unit, (cell, evade))?;
    let arrives = (pace == Pace::Sprint).then(|| {
        let me = context.view.unit_snapshot(&unit);
        let sprint = |table: &mut EnumeratedTable| Ok(play::roll_sprint(table, &me, rules)?.metres);
        let metres = enumerate(AnswerPolicy::first(), sprint).ok()?;
        Some(metres.probability(|metres| 2 * metres >= path.cost))
    });
    let (gait, action) = match pace {
        Pace::Walk => (MovementMode::Steady, Action::Walk),
        Pace::Run => (MovementMode::Running, Action::Run),
        Pace::Sprint => (MovementMode::Sprinting, Action::Sprint),
    };
    let threats = if result.is_ok() { threats_at(odds, context.view, id, cell, gait) } else { Vec::new() };
    let plan = result.as_ref().ok();
    let targets =
        plan.map_or_else(Vec::new, |plan| targets_from(odds, context.view, id, (cell, gait), Some(plan)));
    let unpaid = plan.and_then(|plan| unpaid_attacks_text(context.view, id, Some(plan)));
    Some(MovePreview {
        revision: context.revision,
        unit: id,
        cell,
        evade,
        half_metres: path.cost,
        pace,
        result,
        price: action_price(context.view, &unit, action, None),
        arrives: arrives.flatten(),
        cover: hidden_once_taken(grid, cell, body_on(&unit, cell)),
        least_hidden: least_hidden(grid, cell, body_on(&unit, cell), &visible_enemies(context.view, &unit)),
        threats,
        targets,
        unpaid,
        falls: falls_on_path(context.view, unit.cell(), &path.cells)
            .into_iter()
            .map(|(_, fall)| fall_odds(context, &unit, fall))
            .collect(),
        hazards: path.cells.iter().flat_map(|square| hazards_at(context.view, *square)).collect(),
        opportunity_attacks: opportunity_attacks(context.view, &unit, &path.cells, gait),
    })
}

/// Enemies that may intercept a unit on a path, each with the odds of its worst strike.
fn opportunity_attacks(
    view: &BattleView,
    unit: &UnitDataItem,
    path: &[Cell],
    gait: MovementMode,
) -> Vec<(UnitId, Option<Odds>)> {
    let me = view.unit_snapshot(unit);
    let worst = |at: usize, by: UnitId| {
        let square = at.checked_sub(1).and_then(|at| path.get(at)).copied().unwrap_or(unit.cell());
        let strikes = play::intercept_options(&view.unit_snapshot(&view.unit(by)?), &me, view.rules());
        let odds = strikes.iter().filter_map(|strike| {
            let mut blow = view.interception_at(by, (*unit.id, square), strike)?;
            if let Some(target) = blow.unit_target_mut() {
                target.defender.gait = target.defender.gait.max(gait);
            }
            play::preview(&blow)
        });
        odds.max_by(|one, other| one.mean.total_cmp(&other.mean))
    };
    let interceptions = view.interceptions(*unit.id, path);
    interceptions.into_iter().map(|(at, by)| (by, worst(at, by))).collect()
}

/// A fall on the path with its odds; a driver's vehicle takes it. `CS-FALL-11`.
fn fall_odds(context: &PanelContext, unit: &UnitDataItem, fall: Fall) -> (ForecastNote, Option<Odds>) {
    let (view, rules) = (context.view, context.view.rules());
    let vehicle = view.unit(battle::falling_unit(unit));
    let me = vehicle.map_or_else(|| view.unit_snapshot(unit), |faller| view.unit_snapshot(&faller));
    match play::fall_note(&me, fall, rules) {
        Some(note) => {
            let odds = rules::ground::falling::fall_odds(&me, fall, rules)
                .map(|all| Odds::from_distribution(&all, &[]));
            (note, odds)
        }
        None => (ForecastNote { text: fall.name(), value: "harmless".to_owned(), clause: "" }, None),
    }
}

/// Hazards of a square on the path.
fn hazards_at(view: &BattleView, cell: Cell) -> Vec<ForecastNote> {
    let Some(terrain) = view.terrain_at(cell) else { return Vec::new() };
    let rules = view.rules();
    let harm = terrain.hazard.and_then(|hazard| play::hazard_note(hazard, rules));
    let name = || terrain.name.clone();
    let brings =
        terrain.strike.inflicts.iter().filter(|_| rules::status::resolution::in_play(rules)).map(|one| {
            ForecastNote {
                text: name(),
                value: format!("may cause {}", one.ailment.name()),
                clause: one.ailment.rule().clause,
            }
        });
    let airless = (terrain.airless && play::has_suffocation(rules)).then(|| ForecastNote {
        text: name(),
        value: "no air".to_owned(),
        clause: "CS-SUFF-01",
    });
    harm.into_iter().chain(brings).chain(airless).collect()
}

/// Note about the hazard of a square; `None` without a hazard or without a rule for it.
fn hazard_note(context: &PanelContext, cell: Cell) -> Option<ForecastNote> {
    let hazard = context.view.terrain_at(cell)?.hazard?;
    play::hazard_note(hazard, context.view.rules())
}

/// Note that a hazard has no effect in this book.
fn harmless_note(context: &PanelContext, cell: Cell) -> Option<String> {
    let hazard = context.view.terrain_at(cell)?.hazard?;
    let name = hazard.peril.name();
    hazard_note(context, cell).is_none().then(|| format!("{name}: no effect in this rulebook"))
}

/// Draws terrain, light and hazards of a square, if there are any.
fn show_ground_hazard(ui: &mut Ui, context: &PanelContext, cell: Cell) {
    let Some(terrain) = context.view.terrain_at(cell) else { return };
    let light = match terrain.light {
        Light::Normal => None,
        Light::Low => Some("low light".to_owned()),
        Light::Dark => Some("dark".to_owned()),
    };
    let slow = u32::from(terrain.extra_half_metres);
    let facts = [
        light,
        terrain.obscured.then(|| "hard to see through".to_owned()),
        (terrain.difficulty > 0).then(|| format!("difficult ground ({})", terrain.difficulty)),
        terrain.ladder.then(|| "a ladder leads up".to_owned()),
        (slow > 0).then(|| format!("{} m more to enter", format_metres(slow))),
        harmless_note(context, cell),
    ];
    let facts: Vec<_> = facts.into_iter().flatten().collect();
    if !facts.is_empty() {
        let name = terrain.name.chars().next().map(|first| first.to_uppercase().to_string());
        let rest = terrain.name.chars().skip(1).collect::<String>();
        let name = name.unwrap_or_default() + &rest;
        // Only some books count light, fog and difficult ground.
        let counts = context.view.rules().book().counts_difficult_ground();
        let colour = if counts || slow > 0 { context.palette.caution } else { context.palette.dim };
        show_fact_line(ui, (&name, context.palette.text), (&facts.join(", "), colour));
    }
}

/// Draws the card.
pub(crate) fn show(ui: &mut Ui, context: &PanelContext, preview: &MovePreview) {
    let palette = context.palette;
    show_heading(ui, context, preview);
    show_exit(ui, context, preview.unit, preview.cell);
    if let Err(refusal) = &preview.result {
        ui.colored_label(palette.harm, refusal.to_string());
        if let Some(unit) = context.view.unit(preview.unit)
            && let Some(text) = stand_up_text(context.view, &unit, preview.half_metres)
        {
            ui.colored_label(palette.good, text);
        }
        return;
    }
    show_ground_hazard(ui, context, preview.cell);
    for (_, armed) in context.view.armed_items().iter().filter(|(_, armed)| armed.cell() == preview.cell) {
        show_fact_line(
            ui,
            (armed.item().name(), palette.harm),
            (&fuse_text(context, armed.fuse()), palette.harm),
        );
    }
    for (fall, odds) in &preview.falls {
        show_fall(ui, context, fall, odds.as_ref());
    }
    show_path_dangers(ui, context, preview);
    show_cover(ui, context, preview.cover, (preview.least_hidden, false));
    let name = context.unit_name(preview.unit);
    let title = format!("From there {name} can hit");
    show_targets(ui, context, preview.unit, (&preview.targets, &title, preview.unpaid));
    let title = format!("There {name} can be hit by");
    let advice = CoverAdvice::there(context.view, preview.unit, preview.result.as_ref().ok());
    show_threats(ui, context, (&preview.threats, preview.cell, advice), &title);
}

/// Says that a prone unit reaches a square once it stands: "Stand up (1 AP) first: then it moves up to 9.5 m."; `None` if
/// it does not.
fn stand_up_text(view: &BattleView, unit: &UnitDataItem, half_metres: u32) -> Option<String> {
    let (_, budget) = upright_move_budget(view, unit)?;
    let price = action_price(view, unit, Action::StandUp, None);
    let farthest = budget.walk_left + budget.run;
    (farthest >= half_metres).then(|| stand_up_sentence(&price, farthest))
}

fn stand_up_sentence(price: &str, half_metres: u32) -> String {
    let price = if price.is_empty() { String::new() } else { format!(" ({price})") };
    format!("Stand up{price} first: then it moves up to {} m.", format_metres(half_metres))
}

/// How taking cover is advised on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CoverAdvice {
    /// The unit is in cover already, or its rules have no action for it: nothing.
    Needless,
    /// It can take cover where it stands.
    Here,
    /// It can take cover on another square, once it is there.
    There,
    /// It has nothing left to pay for it, here or there.
    Unpaid,
}

impl CoverAdvice {
    /// The advice for the square of a unit.
    fn here(view: &BattleView, unit: &UnitDataItem) -> Self {
        if unit.cover.is_taken() {
            return Self::Needless;
        }
        let id = *unit.id;
        let order = match play::cover_action(view.rules().book()) {
            Some(action) => {
                Order::SpecialAction { unit: id, action: action.to_owned(), target: None, weapon: None }
            }
            None => Order::TakeCover { unit: id },
        };
        match validate_order(view, &order) {
            Ok(_) => Self::Here,
            Err(_) if has_shared_cover(view, unit) && check_cover_price(view, id, None).is_err() => {
                Self::Unpaid
            }
            Err(_) => Self::Needless,
        }
    }

    /// The advice for another square, after a move.
    fn there(view: &BattleView, unit: UnitId, plan: Option<&ValidatedOrder>) -> Self {
        match view.unit(unit).is_some_and(|unit| has_shared_cover(view, &unit)) {
            true if check_cover_price(view, unit, plan).is_err() => Self::Unpaid,
            true => Self::There,
            false if play::cover_action(view.rules().book()).is_some() => Self::There,
            false => Self::Needless,
        }
    }

    const fn text(self) -> Option<&'static str> {
        match self {
            Self::Needless => None,
            Self::Here => Some("Use Take cover to gain the cover."),
            Self::There => Some("Use Take cover there to gain the cover."),
            Self::Unpaid => Some("Nothing is left for taking cover."),
        }
    }
}

/// Whether units take cover by the action of all books.
fn has_shared_cover(view: &BattleView, unit: &UnitDataItem) -> bool {
    let book = view.rules().book();
    play::cover_action(book).is_none() && !action_price(view, unit, Action::TakeCover, None).is_empty()
}

/// Draws the card of the square on which a unit stands: whom it can hit, and who can hit it.
pub(crate) fn show_here(ui: &mut Ui, context: &PanelContext, odds: &mut ForecastCache, id: UnitId) {
    let Some(unit) = context.view.unit(id).filter(|unit| unit.is_fighting()) else { return };
    let here = unit.cell();
    show_title(ui, context, unit.identity.name(), "stays here");
    show_exit(ui, context, id, here);
    let grid = context.view.field().grid();
    let sides = hidden_once_taken(grid, here, unit.body());
    let least = least_hidden(grid, here, unit.body(), &visible_enemies(context.view, &unit));
    show_cover(ui, context, sides, (least, unit.cover.is_taken()));
    let gait = unit.movement.gait();
    let targets = targets_from(odds, context.view, id, (here, gait), None);
    let name = unit.identity.name();
    let unpaid = unpaid_attacks_text(context.view, id, None);
    show_targets(ui, context, id, (&targets, &format!("From here {name} can hit"), unpaid));
    let threats = threats_at(odds, context.view, id, here, gait);
    let advice = CoverAdvice::here(context.view, &unit);
    show_threats(ui, context, (&threats, here, advice), &format!("Here {name} can be hit by"));
}

/// Draws the cover of a square by side, and what it counts against all visible enemies, as the shield on the square shows.
fn show_cover(ui: &mut Ui, context: &PanelContext, sides: [u8; 8], (least, is_taken): (Option<u8>, bool)) {
    let palette = context.palette;
    if SHOWN_DIRECTIONS.into_iter().any(|side| is_cover(sides[side as usize])) {
        show_cover_compass(ui, context, sides);
    }
    let book = context.view.rules().book();
    let Some(hidden) = least.filter(|hidden| is_cover(*hidden)) else { return };
    let when = if is_taken { "taken" } else { "if taken" };
    let text = format!("{}, {when}", cover_phrase(book, hidden));
    let colour = if is_taken { palette.good } else { palette.text };
    show_fact_line(ui, ("Against all enemies in sight", palette.dim), (&text, colour));
}

/// Draws what a square does as an exit: the units of its side leave by it.
fn show_exit(ui: &mut Ui, context: &PanelContext, unit: UnitId, cell: Cell) {
    let palette = context.palette;
    let own = context.view.unit(unit).map(|unit| *unit.side);
    for side in context.view.exit_sides(cell) {
        if Some(side) == own {
            let name = context.unit_name(unit);
            ui.colored_label(
                palette.good,
                format!("Exit: {name} leaves the battlefield if its turn ends here."),
            );
        } else {
            let text =
                format!("Exit of {}: only units of that side leave here.", context.view.side_name(side));
            ui.colored_label(palette.dim, text);
        }
    }
}

/// Whether a unit has announced attacks and none of them is possible any more, so that one has to be replaced before
/// another target can be attacked. `AB-CANCEL-01`.
fn needs_replacement(view: &BattleView, unit: UnitId) -> bool {
    let queued = view.unit(unit).map(|unit| view.queued_attacks(&unit)).unwrap_or_default();
    !queued.is_empty() && queued.iter().all(|(_, why)| why.is_some())
}

/// Draws the enemies that a unit can hit from a square.
fn show_targets(
    ui: &mut Ui,
    context: &PanelContext,
    unit: UnitId,
    (targets, title, unpaid): (&[PossibleTarget], &str, Option<&'static str>),
) {
    let palette = context.palette;
    if let Some(unpaid) = unpaid.filter(|_| targets.is_empty()) {
        ui.colored_label(palette.dim, format!("{} {unpaid}.", context.unit_name(unit)));
        return;
    }
    if targets.is_empty() && needs_replacement(context.view, unit) {
        let text = "The announced attack has become impossible. Replace it, in the list of attacks, to attack another target.";
        ui.colored_label(palette.caution, text);
        return;
    }
    let (blind, seen): (Vec<_>, Vec<_>) = targets.iter().partition(|target| target.is_blind);
    let (harmful, harmless): (Vec<_>, Vec<_>) = seen.into_iter().partition(|target| target.can_harm());
    if harmful.is_empty() {
        ui.colored_label(
            palette.dim,
            format!("{title} no unit {}.", if blind.is_empty() { "now" } else { "in sight" }),
        );
    } else {
        show_fact_line(ui, (title, palette.dim), ("to hit · average damage", palette.dim));
    }
    for target in harmful.into_iter().take(MAX_LISTED_ENEMIES) {
        let figure = format!("{} · {:.1}", percent_text(target.hit), target.mean);
        let name = format!("{} ({})", context.unit_name(target.enemy), target.attack);
        show_fact_line(ui, (&name, context.unit_colour(target.enemy)), (&figure, palette.text));
    }
    show_blind_shots(ui, context, blind.into_iter().map(|target| (target.enemy, target.hit, target.mean)));
    let names: Vec<String> = harmless.into_iter().map(|target| context.unit_name(target.enemy)).collect();
    if !names.is_empty() {
        let text = format!("Seen, but no attack can harm: {}.", names.join(", "));
        ui.colored_label(palette.dim, text);
    }
}

/// Draws shots through walls, each with the unit at the other end, the chance to hit and the average damage.
fn show_blind_shots(ui: &mut Ui, context: &PanelContext, shots: impl Iterator<Item = (UnitId, f64, f64)>) {
    for (unit, hit, mean) in shots.take(MAX_LISTED_ENEMIES) {
        let name = format!("{}, through a wall", context.unit_name(unit));
        let figure = format!("{} · {mean:.1}", percent_text(hit));
        show_fact_line(ui, (&name, context.palette.dim), (&figure, context.palette.dim));
    }
}

/// Draws pace, distance and price.
fn show_heading(ui: &mut Ui, context: &PanelContext, preview: &MovePreview) {
    let drives = context.view.unit(preview.unit).is_some_and(|unit| unit.vehicle().is_some());
    let verb = match preview.pace {
        Pace::Walk if drives => "Drive",
        Pace::Run if drives => "Drive fast,",
        Pace::Walk => "Walk",
        Pace::Run => "Run",
        Pace::Sprint => "Sprint",
    };
    let book = context.view.rules().book();
    let counts_points = play::counts_action_points(book);
    let price = match &preview.result {
        Ok(plan) if plan.karma > 0 => {
            format!("{} · {} Karma", play::points_text(book, plan.points), plan.karma)
        }
        Ok(plan) if plan.points > 0 && counts_points => play::points_text(book, plan.points),
        Ok(plan) if plan.free > 0 => "free action".to_owned(),
        Ok(_) if !matches!(preview.price.as_str(), "" | "free") => preview.price.clone(),
        Ok(_) => "free".to_owned(),
        Err(_) => String::new(),
    };
    show_title(ui, context, &format!("{verb} {} m", format_metres(preview.half_metres)), &price);
}

/// Draws a fall on the path with its odds; `None` for a harmless fall.
fn show_fall(ui: &mut Ui, context: &PanelContext, fall: &ForecastNote, odds: Option<&Odds>) {
    let palette = context.palette;
    let mut text = fall.text.clone();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let clause = if fall.clause.is_empty() { String::new() } else { format!(" ({})", fall.clause) };
    let colour = if odds.is_some() { palette.harm } else { palette.text };
    show_fact_line(ui, (&text, palette.text), (&format!("{}{clause}", fall.value), colour));
    let Some(odds) = odds else { return };
    let figures = format!("{} · {:.1}", percent_text(odds.harm), odds.mean);
    show_fact_line(ui, ("Damage chance · average", palette.dim), (&figures, palette.harm));
    if odds.out > 0.0 {
        show_fact_line(ui, ("Kill/KO", palette.dim), (&percent_text(odds.out), palette.harm));
    }
}

/// Draws hazards on the path, the chance to arrive, and enemies that may intercept.
fn show_path_dangers(ui: &mut Ui, context: &PanelContext, preview: &MovePreview) {
    let palette = context.palette;
    for hazard in &preview.hazards {
        let text = format!("On the path: {}", hazard.text);
        show_fact_line(
            ui,
            (&text, palette.text),
            (&format!("{} ({})", hazard.value, hazard.clause), palette.harm),
        );
    }
    if let Some(arrives) = preview.arrives {
        show_fact_line(ui, ("Reaches the square", palette.dim), (&percent_text(arrives), palette.caution));
    }
    if preview.evade && !preview.opportunity_attacks.is_empty() {
        let text = "Evades one enemy for each hit above the first. SS-INTC-14";
        ui.colored_label(palette.good, with_cited_clauses(context, text));
    }
    for (opponent, odds) in &preview.opportunity_attacks {
        let name = format!("Passes {}", context.unit_name(*opponent));
        let blow = odds.as_ref().map_or_else(
            || "may intercept".to_owned(),
            |odds| format!("may intercept: {} · {:.1}", percent_text(odds.harm), odds.mean),
        );
        show_fact_line(ui, (&name, context.unit_colour(*opponent)), (&blow, palette.caution));
    }
}

/// Whether taking cover on a square is possible and would count against an enemy: what hides the unit from afar is no
/// cover to take.
fn gains_cover(grid: &Grid, threats: &[EnemyThreat], cell: Cell) -> bool {
    field::can_take_cover(grid, cell)
        && threats.iter().any(|threat| !threat.is_blind && is_cover(threat.hidden))
}

/// Draws the enemies that can hit a unit on a square.
fn show_threats(
    ui: &mut Ui,
    context: &PanelContext,
    (threats, cell, advice): (&[EnemyThreat], Cell, CoverAdvice),
    title: &str,
) {
    let palette = context.palette;
    let (blind, seen): (Vec<_>, Vec<_>) = threats.iter().partition(|threat| threat.is_blind);
    let blind = blind.into_iter().map(|threat| (threat.enemy, threat.hit, threat.mean));
    if seen.is_empty() {
        let whom = if blind.len() == 0 { "no unit now" } else { "no unit in sight" };
        ui.colored_label(palette.good, format!("{title} {whom}."));
        return show_blind_shots(ui, context, blind);
    }
    show_fact_line(ui, (title, palette.dim), ("to hit · average", palette.dim));
    for threat in seen.iter().take(MAX_LISTED_ENEMIES) {
        // The figures are those of a unit that has not taken cover: cover has no place beside them.
        let name = format!("{}, {}", context.unit_name(threat.enemy), threat.weapon);
        let figure = format!("{} · {:.1}", percent_text(threat.hit), threat.mean);
        show_fact_line(ui, (&name, context.unit_colour(threat.enemy)), (&figure, palette.text));
    }
    let more = seen.len().saturating_sub(MAX_LISTED_ENEMIES);
    if more > 0 {
        ui.colored_label(palette.dim, format!("and {more} more"));
    }
    show_blind_shots(ui, context, blind);
    if gains_cover(context.view.field().grid(), threats, cell)
        && let Some(text) = advice.text()
    {
        ui.colored_label(palette.dim, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use field::Obstacle;
    use model::{BarrierId, ObstaclePosition};

    #[test]
    fn attacks_that_do_nothing_on_average_are_not_listed_as_hits() {
        let target = |mean| PossibleTarget {
            enemy: UnitId(1),
            choice: (0, None),
            attack: "Rifle".to_owned(),
            hit: 0.5,
            mean,
            worth: mean,
            is_blind: false,
        };
        assert!(target(0.1).can_harm() && !target(0.02).can_harm() && !target(0.0).can_harm());
    }

    #[test]
    fn a_prone_unit_is_told_how_far_it_gets_upright() {
        let text = "Stand up (1 AP) first: then it moves up to 9.5 m.";
        assert_eq!(stand_up_sentence("1 AP", 19), text);
        assert_eq!(stand_up_sentence("", 4), "Stand up first: then it moves up to 2 m.");
    }

    #[test]
    fn cover_is_advised_only_where_it_can_be_taken() {
        let threat = |hidden| EnemyThreat {
            enemy: UnitId(1),
            weapon: "Rifle".to_owned(),
            hit: 0.5,
            mean: 2.0,
            hidden,
            is_blind: false,
        };
        let hidden = [threat(0), threat(40)];
        let mut grid = Grid::new(9, 9);
        let crate_at = ObstaclePosition::Square(Cell::new(4, 4));
        let obstacle = Obstacle {
            id: BarrierId(1),
            height_cm: 100,
            transparent: false,
            blocks_move: true,
            width_pct: 100,
        };
        grid.set_obstacle(crate_at, Some(obstacle));
        assert!(gains_cover(&grid, &hidden, Cell::new(3, 4)), "beside the crate");
        assert!(!gains_cover(&grid, &hidden, Cell::new(1, 4)), "the crate is too far away");
        assert!(!gains_cover(&grid, &[threat(0)], Cell::new(3, 4)), "it would not count");
    }
}
