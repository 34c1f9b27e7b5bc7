//! Consequences of a move, computed when the square or the battle changes.

use super::listed_enemies::{ReadyingEnemy, readying_enemies};
use crate::attack_forecast::{EnemyThreat, ForecastCache, threats_at};
use crate::attack_ranking::{
    ChosenAttacks, PossibleTarget, dearer_mode_change, targets_with_choice, unpaid_attacks_text,
};
use crate::battle_revision::BattleRevision;
use crate::board::overlay::route::bought_price_text;
use crate::panel::widgets::PanelContext;
use crate::planned_move::{PlannedMove, too_far_text};
use crate::replaced_attack::ReplacedAttack;
use crate::square_cover::{body_on, hidden_once_taken, least_hidden, visible_enemies};
use battle::{
    BattleView, OrderError, Pace, TurnPurchase, UnitDataItem, ValidatedOrder, action_price, falls_on_path,
};
use dice::{AnswerPolicy, EnumeratedTable, enumerate};
use model::{Cell, UnitId};
use rules::turn_engine::Action;
use rules::{Fall, ForecastNote, MovementMode, Odds, play};

/// A move to preview.
#[derive(Clone, Debug)]
pub(crate) struct MovePreview {
    pub(super) revision: BattleRevision,
    pub(super) unit: UnitId,
    /// The attacks to which its clicks keep.
    pub(super) chosen: ChosenAttacks,
    pub(super) cell: Cell,
    /// The squares over which the unit moves first.
    pub(super) waypoints: Vec<Cell>,
    /// Whether the unit evades enemies on the way. `SS-INTC-14`.
    pub(super) evade: bool,
    pub(super) half_metres: u32,
    pub(super) pace: Pace,
    pub(super) result: Result<ValidatedOrder, OrderError>,
    /// Says how far the unit gets instead; `None` unless the path is too long for it.
    pub(super) too_far: Option<String>,
    /// What is bought before the move; `None` if nothing is.
    pub(super) purchase: Option<TurnPurchase>,
    /// Price in the book's words.
    pub(super) price: String,
    /// Probability that a sprint reaches the square; `None` for other paces.
    pub(super) arrives: Option<f64>,
    /// Hidden share against each side, in percent.
    pub(super) cover: [u8; 8],
    /// Hidden share against the visible enemy that sees most, in percent; `None` if none sees the square.
    pub(super) least_hidden: Option<u8>,
    /// Whether the unit leaves the battlefield if its turn ends there.
    pub(super) leaves: bool,
    /// Those that can hit it there in their turns; none if it leaves.
    pub(super) threats: Vec<EnemyThreat>,
    /// Enemies that may ready what does more than what they hold.
    pub(super) carriers: Vec<ReadyingEnemy>,
    /// Enemies that the unit could hit from there.
    pub(super) targets: Vec<PossibleTarget>,
    /// What it could do from there if it replaced an announced attack.
    pub(super) replaced: Option<ReplacedAttack>,
    /// AP by which an attack in another fire mode costs more after the move; `None` if it costs the same. `SS-ACT-61`.
    pub(super) dearer_mode: Option<u8>,
    /// Says that the unit can pay for no attack there; `None` if it can.
    pub(super) unpaid: Option<&'static str>,
    /// Hazards on the path, one per hazardous square.
    pub(super) hazards: Vec<ForecastNote>,
    /// Falls on the path with their odds; `None` for a harmless fall.
    pub(super) falls: Vec<(ForecastNote, Option<Odds>)>,
    /// Enemies that may intercept on the path, with the odds of their worst strike. `SS-INTC-03`.
    pub(super) opportunity_attacks: Vec<(UnitId, Option<Odds>)>,
    /// Those of them that can throw the unit back. `AB-KNOCK-01`.
    pub(super) throwing: Vec<UnitId>,
}

impl MovePreview {
    /// Returns the units that its card may name: the one that moves, and enemies that it could attack or that could attack it.
    pub fn named_units(&self) -> Vec<UnitId> {
        let threats = self.threats.iter().map(|threat| threat.enemy);
        let targets = self.targets.iter().map(|target| target.enemy);
        let carriers = self.carriers.iter().map(|carrier| carrier.enemy);
        let strikes = self.opportunity_attacks.iter().map(|(enemy, _)| *enemy);
        std::iter::once(self.unit).chain(threats).chain(targets).chain(carriers).chain(strikes).collect()
    }
}

/// Computes the preview of a move over waypoints unless it is current; `None` if there is no path.
pub(crate) fn update_move_preview(
    preview: &mut Option<MovePreview>,
    context: &PanelContext,
    odds: &mut ForecastCache,
    (unit, chosen): (UnitId, ChosenAttacks),
    (waypoints, cell, evade): (&[Cell], Cell, bool),
) {
    if preview.as_ref().is_some_and(|old| {
        (old.revision, old.unit, old.cell, old.evade) == (context.revision, unit, cell, evade)
            && old.chosen == chosen
            && old.waypoints == waypoints
    }) {
        return;
    }
    *preview = compute_move_preview(context, odds, (unit, chosen), (waypoints, cell, evade));
}

fn compute_move_preview(
    context: &PanelContext,
    odds: &mut ForecastCache,
    (id, chosen): (UnitId, ChosenAttacks),
    (waypoints, cell, evade): (&[Cell], Cell, bool),
) -> Option<MovePreview> {
    let unit = context.view.unit(id).filter(|unit| unit.is_fighting())?;
    let grid = context.view.field().grid();
    let planned = PlannedMove::plan(context.view, &unit, waypoints, (cell, evade))?;
    let PlannedMove { path, pace, purchase, result } = planned;
    let arrives = if pace == Pace::Sprint { sprint_chance(context.view, &unit, path.cost) } else { None };
    let (gait, action) = gait_and_action(pace);
    let leaves = context.view.is_exit_of(*unit.side, cell);
    let stays = result.is_ok() && !leaves;
    let threats = if stays { threats_at(odds, context.view, id, cell, gait) } else { Vec::new() };
    let carriers = match stays {
        true => readying_enemies(context.view, odds, (id, gait), (cell, &threats)),
        false => Vec::new(),
    };
    let too_far = result.as_ref().err().and_then(|_| too_far_text(context.view, &unit, &path.cells));
    let plan = result.as_ref().ok();
    let targets = plan.map_or_else(Vec::new, |plan| {
        targets_with_choice(odds, context.view, id, (cell, gait), (Some(plan), chosen))
    });
    let replaced =
        plan.and_then(|plan| ReplacedAttack::from_square(context.view, id, (cell, gait), Some(plan)));
    let unpaid = plan.and_then(|plan| unpaid_attacks_text(context.view, id, Some(plan)));
    let dearer_mode = plan.and_then(|plan| dearer_mode_change(context.view, id, plan));
    let price = match (&purchase, plan) {
        (Some(purchase), Some(plan)) => bought_price_text(context.view, purchase, plan.points),
        _ => action_price(context.view, &unit, action, None),
    };
    Some(MovePreview {
        revision: context.revision,
        unit: id,
        chosen,
        cell,
        waypoints: waypoints.to_vec(),
        evade,
        half_metres: path.cost,
        pace,
        result,
        too_far,
        purchase,
        price,
        arrives,
        cover: hidden_once_taken(grid, cell, body_on(&unit, cell)),
        least_hidden: least_hidden(grid, cell, body_on(&unit, cell), &visible_enemies(context.view, &unit)),
        leaves,
        threats,
        carriers,
        targets,
        replaced,
        dearer_mode,
        unpaid,
        falls: falls_on_path(context.view, unit.cell(), &path.cells)
            .into_iter()
            .map(|(_, fall)| fall_odds(context, &unit, fall))
            .collect(),
        hazards: path.cells.iter().flat_map(|square| hazards_at(context.view, *square)).collect(),
        opportunity_attacks: context.view.worst_interceptions(&unit, &path.cells, gait),
        throwing: context.view.throwing_interceptors(&unit, &path.cells),
    })
}

/// The probability that a sprint gets so many half metres far; `None` if it cannot be computed.
fn sprint_chance(view: &BattleView, unit: &UnitDataItem, half_metres: u32) -> Option<f64> {
    let me = view.unit_snapshot(unit);
    let sprint = |table: &mut EnumeratedTable| Ok(play::roll_sprint(table, &me, view.rules())?.metres);
    let metres = enumerate(AnswerPolicy::first(), sprint).ok()?;
    Some(metres.probability(|metres| 2 * metres >= half_metres))
}

/// The gait of a pace, and the action that it is.
const fn gait_and_action(pace: Pace) -> (MovementMode, Action) {
    match pace {
        Pace::Walk => (MovementMode::Steady, Action::Walk),
        Pace::Run => (MovementMode::Running, Action::Run),
        Pace::Sprint => (MovementMode::Sprinting, Action::Sprint),
    }
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

/// Says which ailment a square may cause and what it does: "may cause Wet: Special Damage from electricity; ends with heat".
fn ailment_text(name: &str, brief: &str) -> String {
    let effect = if brief.is_empty() { String::new() } else { format!(": {brief}") };
    format!("may cause {name}{effect}")
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
                value: ailment_text(one.ailment.name(), one.ailment.rule().brief),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ailment_on_the_path_says_what_it_does() {
        let wet = ailment_text("Wet", "Special Damage from electricity; ends with heat");
        assert_eq!(wet, "may cause Wet: Special Damage from electricity; ends with heat");
        assert_eq!(ailment_text("Wet", ""), "may cause Wet");
    }
}
