//! Overlays of the board: movement range, path, cover, lines of fire, vision.
//!
//! Each is a type that implements [`Overlay`], registered with [`AddOverlay::add_overlay`]. All of them follow from the
//! battle and the session, and are recomputed only when one of them changes.

mod announced_attacks;
mod arrivals;
mod asked_unit;
mod attack_way;
pub(crate) mod blast;
mod canvas;
mod cell_cover;
pub(crate) mod cell_fill;
mod cell_safety;
mod closed_doors;
mod cursor;
mod damage_map;
mod damage_preview;
mod enemy_reach;
mod event_trace;
pub(crate) mod knockback_paths;
mod legend;
mod move_plan;
pub(crate) mod move_range;
mod past_blast;
mod registered_overlay;
pub(crate) mod route;
mod square_fact;
pub(crate) mod target_line;
mod toggles;
mod unreachable_cell;
mod vision;
mod watchers;
mod zones;

use std::cell::RefCell;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::EguiPrimaryContextPass;

pub(crate) use self::announced_attacks::SLAYS;
use self::canvas::{OverlayCanvas, OverlayPainter};
pub(crate) use self::cell_safety::{can_shoot_as_far, gait_of};
pub(crate) use self::legend::{BoardLegend, LegendEntry};
use self::move_plan::MovePlan;
use self::move_range::BoughtRange;
use self::registered_overlay::RegisteredOverlay;
use self::route::Route;
pub(crate) use self::square_fact::SquareFact;
pub(crate) use self::toggles::{OverlayToggle, OverlayToggles, toggle_overlays};
pub(crate) use self::unreachable_cell::unreachable_reason;
use super::animation::BoardAnimation;
use super::interaction::door_click::DoorClick;
use super::{BoardPainter, PaintSystems, PrepareSystems, TintLayer};
use crate::ai_players::AiController;
use crate::attack_forecast::{AttackQuery, ForecastCache};
use crate::battle_revision::{BattleRevision, RevisionReader};
use crate::fault_guard::guard_computation;
use crate::hovered_attack::HoveredAttack;
use crate::replay::ReplayPlayback;
use crate::session::{Hover, Intent, Screen, Session};
use battle::{BattleView, History, Pace, UnitDataItem};
use lab::overlay::BlastOverlay;
use model::{BarrierId, Cell, Side, UnitId};

/// Something drawn over the board that follows from the battle and the session.
pub(super) trait Overlay: Send + Sync {
    /// Recomputes it when the battle, the selection or a toggle has changed.
    fn update(&mut self, _: &OverlayInputs) {}

    /// Recomputes it when the pointer, the intent or anything before has changed; runs after `update` of all overlays.
    fn follow_pointer(&mut self, _: &OverlayInputs) {}

    /// Goes on with a search that takes several frames; returns whether more is left. Runs in every frame.
    fn advance(&mut self, _: &BattleView) -> bool {
        false
    }

    /// Draws beneath walls and tokens: tints of squares.
    fn paint_below_pieces(&self, _: &OverlayCanvas) {}

    /// Fills squares above walls, beneath tokens; draws lines above tokens: hovered square, path.
    fn paint_below_tokens(&self, _: &OverlayCanvas) {}

    /// Draws above the tokens: lines of fire, shields, labels.
    fn paint_above_tokens(&self, _: &OverlayCanvas) {}

    /// Returns its lines in the legend.
    fn legend(&self, _: &OverlayCanvas) -> Vec<LegendEntry> {
        Vec::new()
    }

    /// Returns what it says about a square in the card of the square.
    fn facts(&self, _: &BattleView, _: Cell) -> Vec<SquareFact> {
        Vec::new()
    }
}

/// Registers overlays.
pub(super) trait AddOverlay {
    /// Adds an overlay. In each layer, overlays are drawn in the order in which they were added.
    fn add_overlay<O: Overlay + Default + 'static>(&mut self) -> &mut Self;
}

impl AddOverlay for App {
    fn add_overlay<O: Overlay + Default + 'static>(&mut self) -> &mut Self {
        self.world_mut().get_resource_or_init::<BoardOverlays>().all.push(RegisteredOverlay::new::<O>());
        self
    }
}

/// Computes and draws the overlays of a battle.
pub(super) struct OverlayPlugin;

impl Plugin for OverlayPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<OverlayToggles>()
            .init_resource::<BoardLegend>()
            .add_overlay::<Vec<zones::MapZone>>()
            .add_overlay::<arrivals::Arrivals>()
            .add_overlay::<move_range::MoveRangeOverlay>()
            .add_overlay::<Option<vision::VisionOverlay>>()
            .add_overlay::<enemy_reach::EnemyReach>()
            .add_overlay::<knockback_paths::KnockbackPathsOverlay>()
            .add_overlay::<watchers::Watchers>()
            .add_overlay::<cell_cover::CellCover>()
            // Before all labels beside squares, which keep clear of these names.
            .add_overlay::<zones::ZoneNames>()
            .add_overlay::<Option<cell_safety::CellSafety>>()
            .add_overlay::<Vec<target_line::TargetHint>>()
            .add_overlay::<Option<BlastOverlay>>()
            .add_overlay::<Option<target_line::TargetLine>>()
            .add_overlay::<announced_attacks::AnnouncedAttacks>()
            .add_overlay::<asked_unit::AskedUnit>()
            .add_overlay::<cursor::CellCursor>()
            .add_overlay::<route::RouteOverlay>()
            .add_overlay::<Option<unreachable_cell::UnreachableCell>>()
            .add_overlay::<event_trace::EventTrace>()
            .add_plugins((damage_map::DamageMapPlugin, damage_preview::DamagePreviewPlugin))
            .add_systems(
                Update,
                (toggle_overlays, update_overlays)
                    .chain()
                    .in_set(PrepareSystems::Overlays)
                    .run_if(in_state(Screen::Battle)),
            )
            .add_systems(
                EguiPrimaryContextPass,
                (
                    paint_below_pieces.in_set(PaintSystems::Tints),
                    paint_below_tokens.in_set(PaintSystems::BelowTokens),
                    paint_above_tokens.in_set(PaintSystems::AboveTokens),
                    collect_legend.in_set(PaintSystems::Legend),
                ),
            )
            .add_systems(OnExit(Screen::Battle), clear_overlays);
    }
}

/// What the overlays depend on besides the pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OverlayKey {
    revision: BattleRevision,
    selected: Option<UnitId>,
    /// The squares over which the unit moves first.
    waypoints: Vec<Cell>,
    toggles: OverlayToggles,
    /// The unit that may move outside of its turn.
    free_mover: Option<UnitId>,
    quiet: bool,
}

/// What the overlays that follow the pointer depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PointerKey {
    hover: Option<Hover>,
    closed_card: Option<Hover>,
    /// The pointer only rests there.
    rests: bool,
    intent: Intent,
    marked: Option<Cell>,
    evade: bool,
    /// The attack on the hovered enemy, and whether a click does not make it: other weapons and fire modes make other ones.
    attack: Option<(AttackQuery, bool)>,
    /// The squares of the walk to a blow that a click orders.
    approach: Option<Vec<Cell>>,
    shown_records: Option<std::ops::Range<usize>>,
}

/// All overlays, and what they were computed for; `None` while they are not shown.
#[derive(Resource, Default)]
pub(crate) struct BoardOverlays {
    known: Option<(OverlayKey, PointerKey)>,
    pub(crate) plan: MovePlan,
    all: Vec<RegisteredOverlay>,
}

impl BoardOverlays {
    /// Returns the pace at which the acting unit reaches a square, and the length of the path in half metres; `None` if it
    /// cannot, or if no unit can be moved now.
    pub fn reach(&self, cell: Cell) -> Option<(Pace, u32)> {
        let range = self.plan.range.as_ref()?;
        Some((range.pace_to(cell)?, range.reach.cost(cell)?))
    }

    /// Returns the squares that the acting unit reaches only after a purchase; `None` without any.
    pub fn bought_range(&self) -> Option<&BoughtRange> {
        self.plan.range.as_ref()?.bought()
    }

    /// Whether the path to a square may lead on from there: the acting unit reaches it, with or without a purchase.
    pub fn can_pass(&self, cell: Cell) -> bool {
        self.plan.range.as_ref().is_some_and(|range| range.reaches(cell))
    }

    /// Returns the path of the planned move to a square, also where the board still shows another one; `None` if the unit
    /// cannot get there.
    pub fn route_to(&self, view: &BattleView, cell: Cell, evade: bool) -> Option<Route> {
        self.plan.route_to(view, cell, evade)
    }

    /// Whether there is a unit to move.
    pub fn has_range(&self) -> bool {
        self.plan.range.is_some()
    }

    /// Returns what the overlays that are on say about a square.
    pub fn square_facts(&self, view: &BattleView, cell: Cell) -> Vec<SquareFact> {
        self.shown().flat_map(|overlay| overlay.facts(view, cell)).collect()
    }

    /// Returns how a unit opens a door: from where it is, or after the way to it.
    pub fn door_click(&self, view: &BattleView, unit: &UnitDataItem, door: BarrierId) -> DoorClick {
        DoorClick::plan(view, unit, self.plan.range.as_ref(), door)
    }

    /// Draws the overlays that are shown; one that fails at it is left out.
    fn paint_shown(&self, paint: impl Fn(&dyn Overlay)) {
        for overlay in self.shown() {
            _ = guard_computation(registered_overlay::SUBJECT, || paint(overlay));
        }
    }

    /// Returns the overlays that are shown.
    fn shown(&self) -> impl Iterator<Item = &dyn Overlay> {
        self.all.iter().filter(|_| self.known.is_some()).map(RegisteredOverlay::overlay)
    }
}

/// What overlays are computed from.
pub(super) struct OverlayInputs<'a, 'w, 's> {
    view: &'a BattleView<'w, 's>,
    history: &'a History,
    session: &'a Session,
    revision: BattleRevision,
    toggles: OverlayToggles,
    opponents: &'a AiController,
    plan: &'a MovePlan,
    /// The selected unit.
    selected: Option<&'a UnitDataItem<'w, 's>>,
    /// The selected unit while a human plays and watches no replay, nothing is animated and the battle goes on.
    ready: Option<&'a UnitDataItem<'w, 's>>,
    /// The AI acts or answers.
    is_ai_turn: bool,
    /// The attack on the hovered enemy.
    aimed: &'a HoveredAttack,
    odds: RefCell<&'a mut ForecastCache>,
}

impl<'a, 'w, 's> OverlayInputs<'a, 'w, 's> {
    /// Returns the selected unit if it can fight now.
    fn fighter(&self) -> Option<&'a UnitDataItem<'w, 's>> {
        self.ready.filter(|unit| unit.is_fighting() && !self.view.round().is_deploying())
    }

    fn hovered_cell(&self) -> Option<Cell> {
        self.session.hover.map(|hover| hover.cell)
    }

    /// Returns the side whose enemies are shown: the viewer's, that of the only human, else that of the selected or
    /// acting unit.
    fn viewing_side(&self) -> Option<Side> {
        let view = self.view;
        let sides = view.setup().bundle().skirmish.sides.len() as u8;
        let mut humans = (0..sides).map(Side).filter(|side| !self.opponents.player(*side).is_ai());
        let only_human = humans.next().filter(|_| humans.next().is_none());
        let acting = || view.round().acting().and_then(|id| view.unit(id)).map(|unit| *unit.side);
        let selected = || self.selected.map(|unit| *unit.side);
        view.viewer().or(only_human).or_else(selected).or_else(acting)
    }
}

fn paint_below_pieces(mut board: BoardPainter, params: OverlayPainter) -> Result {
    board.paint_below(TintLayer::Ground, |brush| {
        let canvas = params.canvas(brush);
        params.overlays.paint_shown(|overlay| overlay.paint_below_pieces(&canvas));
    })
}

fn paint_below_tokens(mut board: BoardPainter, params: OverlayPainter) -> Result {
    board.paint_below(TintLayer::Fog, |brush| {
        let canvas = params.canvas(brush);
        params.overlays.paint_shown(|overlay| overlay.paint_below_tokens(&canvas));
    })
}

fn paint_above_tokens(mut board: BoardPainter, params: OverlayPainter) -> Result {
    board.paint(|brush| {
        let canvas = params.canvas(brush);
        params.overlays.paint_shown(|overlay| overlay.paint_above_tokens(&canvas));
    })
}

/// Collects the legend of the overlays that are shown, which the line below the board draws.
fn collect_legend(
    mut board: BoardPainter,
    params: OverlayPainter,
    mut legend: ResMut<BoardLegend>,
) -> Result {
    board.paint(|brush| {
        let canvas = params.canvas(brush);
        let entries = params.overlays.shown().flat_map(|overlay| overlay.legend(&canvas));
        let entries = entries.chain(params.damage.legend(&canvas)).collect();
        legend.set_if_neq(BoardLegend(entries));
    })
}

/// Adds what `update_overlays` needs in a test without a window.
#[cfg(test)]
pub(crate) fn init_for_tests(app: &mut App) {
    app.init_resource::<OverlayToggles>()
        .init_resource::<ForecastCache>()
        .add_overlay::<Option<vision::VisionOverlay>>()
        .add_overlay::<enemy_reach::EnemyReach>();
}

/// Hides all overlays.
fn clear_overlays(mut overlays: ResMut<BoardOverlays>, mut legend: ResMut<BoardLegend>) {
    (overlays.known, overlays.plan) = (None, MovePlan::default());
    *legend = BoardLegend::default();
}

/// Resources that overlays follow from.
#[derive(SystemParam)]
pub(crate) struct OverlayParams<'w, 's> {
    view: BattleView<'w, 's>,
    session: Res<'w, Session>,
    revision: RevisionReader<'w>,
    history: Res<'w, History>,
    toggles: Res<'w, OverlayToggles>,
    animation: Res<'w, BoardAnimation>,
    opponents: Res<'w, AiController>,
    aimed: Res<'w, HoveredAttack>,
    replay: Option<Res<'w, ReplayPlayback>>,
}

/// Recomputes overlays whose inputs have changed, and goes on with searches that take several frames.
pub(crate) fn update_overlays(
    mut overlays: ResMut<BoardOverlays>,
    mut odds: ResMut<ForecastCache>,
    params: OverlayParams,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    recompute_overlays(&mut overlays, &mut odds, &params);
    let all = &mut overlays.bypass_change_detection().all;
    // Every search goes on, whether or not another one has more left.
    let advance = |overlay: &mut RegisteredOverlay| overlay.compute(|overlay| overlay.advance(&params.view));
    let unfinished = all.iter_mut().map(advance).filter(|has_more| *has_more);
    if unfinished.count() > 0 {
        redraw.write(RequestRedraw);
    }
}

/// Returns what overlays depend on, and what those that follow the pointer depend on as well.
fn overlay_keys(params: &OverlayParams, is_ai_turn: bool) -> (OverlayKey, PointerKey) {
    let session = &params.session;
    let key = OverlayKey {
        revision: params.revision.current(),
        selected: session.selected,
        waypoints: session.waypoints.clone(),
        toggles: *params.toggles,
        free_mover: params.opponents.free_mover(),
        quiet: !params.animation.is_busy()
            && !is_ai_turn
            && params.replay.is_none()
            && params.view.round().outcome().is_none(),
    };
    let Session { hover, closed_card, rests, intent, marked, evade, .. } = **session;
    let shown_records = session.shown_records.clone();
    let way = params.aimed.approach().map(|approach| approach.route().cells().to_vec());
    let attack = params.aimed.query().map(|query| (query.clone(), params.aimed.is_refused()));
    let pointer =
        PointerKey { hover, closed_card, rests, intent, marked, evade, attack, approach: way, shown_records };
    (key, pointer)
}

/// Recomputes overlays whose inputs have changed.
fn recompute_overlays(
    overlays: &mut ResMut<BoardOverlays>,
    odds: &mut ForecastCache,
    params: &OverlayParams,
) {
    let OverlayParams { view, session, history, toggles, .. } = params;
    let is_ai_turn = params.opponents.ai_side_to_act().is_some();
    let (key, pointer) = overlay_keys(params, is_ai_turn);
    let approach = params.aimed.approach();
    let (same_key, same_pointer) = match &overlays.known {
        Some((old, aimed)) => (*old == key, *aimed == pointer),
        None => (false, false),
    };
    if same_key && same_pointer {
        return;
    }
    let BoardOverlays { known, plan, all } = overlays.as_mut();
    let selected = session.selected.and_then(|id| view.unit(id));
    let ready = selected.as_ref().filter(|_| key.quiet);
    let planned = guard_computation("Where the unit can move", || {
        if !same_key {
            plan.update_range(view, session, (ready, key.free_mover));
        }
        plan.update_route(view, session, approach);
    });
    if planned.is_err() {
        *plan = MovePlan::default();
    }
    let inputs = OverlayInputs {
        view,
        history,
        session,
        revision: key.revision,
        toggles: **toggles,
        opponents: &params.opponents,
        plan,
        selected: selected.as_ref(),
        ready,
        is_ai_turn,
        aimed: &params.aimed,
        odds: RefCell::new(odds),
    };
    if !same_key {
        all.iter_mut().for_each(|overlay| overlay.compute(|overlay| overlay.update(&inputs)));
    }
    all.iter_mut().for_each(|overlay| overlay.compute(|overlay| overlay.follow_pointer(&inputs)));
    *known = Some((key, pointer));
}
