//! Overlays of the Lab: switched one by one, drawn together, recomputed when the scene changes.
//!
//! What takes less than a frame is computed at once; the rest in the background, and it is not drawn until it is done.

mod cover;
mod fire_lines;
mod move_range;
mod sight_lines;
mod tab;

use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, Align2, pos2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use self::cover::CoverMapKey;
use super::{LabState, LabSystems, LabTab, is_tab_open, show_in_tab};
use crate::background_task::BackgroundTask;
use crate::board::atlas::BoardAtlas;
use crate::board::brush::{Brush, draw_plate};
use crate::board::overlay::{blast, knockback_paths};
use crate::board::{BoardSystems, BoardViewport, PaintSystems};
use crate::input::{ActionInput, InputAction};
use crate::session::{Screen, Session};
use crate::settings::Settings;
use crate::theme::with_alpha;
use battle::{AttackChoice, BattleSnapshot, BattleView, History, Target, target_cell};
use content::LabTarget;
use field::{Body, CoverMap};
use lab::overlay::{self, BlastOverlay, KnockbackForecast, MovementOverlay, SightLine, SightMatrix};
use model::{Cell, UnitId};
use rules::{Book, FireMode};

/// Maximum number of squares for which cover is computed within a frame.
const SYNCHRONOUS_MAP_CELLS: usize = 64 * 64;

/// An overlay of the Lab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LabOverlay {
    /// Lines of sight and fire from the attacker.
    FireLines,
    /// Cover of every square against the attacker.
    Cover,
    /// Who sees whom.
    SightLines,
    /// Blast area.
    Blast,
    /// Knockback paths.
    Knockback,
    /// Movement range of the attacker.
    MoveRange,
}

impl LabOverlay {
    /// All overlays with the actions that switch them, in the order of the tab.
    pub const ALL: [(Self, InputAction, &'static str); 6] = [
        (Self::FireLines, InputAction::OverlayLines, "Lines of sight and fire"),
        (Self::Cover, InputAction::OverlayCover, "Cover against the attacker"),
        (Self::SightLines, InputAction::OverlaySights, "Who sees whom"),
        (Self::Blast, InputAction::OverlayBlast, "Blast area"),
        (Self::Knockback, InputAction::OverlayFlights, "Knockback"),
        (Self::MoveRange, InputAction::OverlayReach, "Movement range of the attacker"),
    ];
}

/// Which overlays are on.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct LabOverlayToggles {
    on: [bool; 6],
    /// Cover is computed for a prone target.
    pub prone: bool,
}

impl LabOverlayToggles {
    /// Whether an overlay is on.
    pub fn is_on(self, overlay: LabOverlay) -> bool {
        self.on[overlay as usize]
    }

    /// Switches an overlay on or off.
    pub fn set_overlay(&mut self, overlay: LabOverlay, on: bool) {
        self.on[overlay as usize] = on;
    }
}

/// Revision of the scene, rulebook, and number of events since.
type OverlayMoment = (u64, Book, usize);

/// The action that the overlays show.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
struct OverlaySubject {
    /// Scene and rulebook that the world shows; `None` while it lags behind.
    pub current: Option<OverlayMoment>,
    /// The attacker.
    pub attacker: Option<UnitId>,
    /// The target.
    pub target: Option<Target>,
    /// Index of the weapon.
    pub weapon: usize,
    /// Fire mode.
    pub mode: Option<FireMode>,
    /// Attack type; `None` for a normal attack.
    pub manner: Option<String>,
}

impl OverlaySubject {
    fn aimed_attack(&self) -> Option<AttackChoice<'_>> {
        let (weapon, mode) = (self.weapon, self.mode);
        Some(AttackChoice { unit: self.attacker?, weapon, mode, manner: self.manner.as_deref() })
    }
}

/// All computed overlays.
#[derive(Resource, Default)]
struct LabOverlays {
    known: Option<(OverlaySubject, LabOverlayToggles)>,
    snapshot: Option<Arc<BattleSnapshot>>,
    lines: Vec<SightLine>,
    sights: SightMatrix,
    blast: Option<BlastOverlay>,
    moves: MovementOverlay,
    cover: BackgroundTask<CoverMapKey, CoverMap>,
    flights: BackgroundTask<OverlaySubject, Option<KnockbackForecast>>,
}

impl LabOverlays {
    fn cover(&self) -> Option<&CoverMap> {
        let (subject, toggles) = self.known.as_ref()?;
        subject.current?;
        let key = CoverMapKey::for_attacker(self.snapshot.as_ref()?, subject.attacker?, toggles.prone)?;
        self.cover.get(&key).filter(|_| toggles.is_on(LabOverlay::Cover)).map(Arc::as_ref)
    }

    /// Returns the knockback of the aimed attack: `None` while it is computed, `Some(None)` for too many outcomes.
    fn knockback(&self) -> Option<Option<&KnockbackForecast>> {
        let (subject, toggles) = self.known.as_ref()?;
        let found = self.flights.get(subject).filter(|_| toggles.is_on(LabOverlay::Knockback))?;
        Some(found.as_ref().as_ref())
    }

    fn is_shown(&self, overlay: LabOverlay) -> bool {
        self.known.as_ref().is_some_and(|(_, toggles)| toggles.is_on(overlay))
    }

    /// Returns the names of overlays being computed.
    fn pending_names(&self) -> Vec<&'static str> {
        let cover = (self.is_shown(LabOverlay::Cover) && self.cover.is_working()).then_some("cover");
        let flights =
            (self.is_shown(LabOverlay::Knockback) && self.flights.is_working()).then_some("knockback");
        cover.into_iter().chain(flights).collect()
    }
}

pub(super) fn plugin(app: &mut App) {
    let open = in_state(Screen::Lab).and_then(resource_exists::<LabState>);
    app.init_resource::<LabOverlayToggles>()
        .init_resource::<OverlaySubject>()
        .init_resource::<LabOverlays>()
        .add_systems(OnEnter(Screen::Lab), clear_lab_overlays)
        .add_systems(OnExit(Screen::Lab), clear_lab_overlays)
        .add_systems(
            Update,
            (update_subject, update_lab_overlays).chain().in_set(BoardSystems::Prepare).run_if(open.clone()),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (
                paint_below_pieces.in_set(PaintSystems::Under).run_if(open.clone()),
                paint_above_tokens.in_set(PaintSystems::Over).run_if(open),
                show_overlays_tab.in_set(LabSystems::Tabs).run_if(is_tab_open(LabTab::Overlays)),
            ),
        );
}

/// Clears the overlays when the Lab closes.
fn clear_lab_overlays(mut overlays: ResMut<LabOverlays>) {
    *overlays = LabOverlays::default();
}

/// Updates the subject: the action of the scene, else the selected unit.
fn update_subject(
    mut subject: ResMut<OverlaySubject>,
    lab: Res<LabState>,
    session: Res<Session>,
    history: Res<History>,
    view: BattleView,
) {
    let unit = |number: usize| u32::try_from(number + 1).ok().map(UnitId);
    let event_count = history.records().iter().map(|record| record.events.len()).sum();
    let current = lab.is_current().then(|| (lab.revision(), lab.book, event_count));
    let new = match lab.aim() {
        Some(aim) => OverlaySubject {
            current,
            attacker: unit(aim.attacker),
            target: match aim.at {
                LabTarget::Unit(number) => unit(number).map(Target::Unit),
                LabTarget::Barrier(place) => view.barrier_at(place).map(|data| Target::Barrier(*data.id)),
                LabTarget::Square(cell) => Some(Target::Square(cell)),
            },
            weapon: aim.weapon,
            mode: aim.mode,
            manner: aim.manner.clone(),
        },
        None => OverlaySubject { current, attacker: session.selected, ..OverlaySubject::default() },
    };
    subject.set_if_neq(new);
}

/// Switches overlays by their keys and recomputes those that changed.
fn update_lab_overlays(
    mut overlays: ResMut<LabOverlays>,
    mut toggles: ResMut<LabOverlayToggles>,
    subject: Res<OverlaySubject>,
    view: BattleView,
    keys: ActionInput,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for (overlay, command, _) in LabOverlay::ALL {
        if keys.just_pressed(command) {
            let on = toggles.is_on(overlay);
            toggles.set_overlay(overlay, !on);
        }
    }
    let overlays = overlays.as_mut();
    let state = subject.current.map(|_| (subject.clone(), *toggles));
    if overlays.known != state {
        overlays.known = state;
        if subject.current.is_some() {
            recompute_overlays(overlays, &view, &subject, *toggles);
        }
        redraw.write(RequestRedraw);
    }
    let news = overlays.cover.poll() | overlays.flights.poll();
    if news || !overlays.pending_names().is_empty() {
        redraw.write(RequestRedraw);
    }
}

fn recompute_overlays(
    overlays: &mut LabOverlays,
    view: &BattleView,
    subject: &OverlaySubject,
    toggles: LabOverlayToggles,
) {
    let snapshot = Arc::new(BattleSnapshot::from_view(view, overlays.snapshot.as_deref()));
    overlays.snapshot = Some(Arc::clone(&snapshot));
    let attacker = subject.attacker.filter(|id| view.unit(*id).is_some());
    overlays.lines = match attacker {
        Some(attacker) if toggles.is_on(LabOverlay::FireLines) => overlay::sight_lines(&snapshot, attacker),
        _ => Vec::new(),
    };
    if toggles.is_on(LabOverlay::SightLines) {
        overlays.sights.update(&snapshot);
    }
    overlays.moves = match attacker {
        Some(attacker) if toggles.is_on(LabOverlay::MoveRange) => overlay::movement_range(view, attacker),
        _ => MovementOverlay::default(),
    };
    overlays.blast = aimed_blast(view, &snapshot, subject).filter(|_| toggles.is_on(LabOverlay::Blast));
    if let Some(attacker) = attacker.filter(|_| toggles.is_on(LabOverlay::Cover)) {
        update_cover_map(overlays, &snapshot, attacker, toggles.prone);
    }
    if toggles.is_on(LabOverlay::Knockback)
        && let Some(work) = knockback_task(view, &snapshot, subject)
    {
        overlays.flights.request(subject.clone(), work);
    }
}

/// Updates the cover map incrementally where possible.
fn update_cover_map(
    overlays: &mut LabOverlays,
    snapshot: &Arc<BattleSnapshot>,
    attacker: UnitId,
    prone: bool,
) {
    let Some(key) = CoverMapKey::for_attacker(snapshot, attacker, prone) else { return };
    let last = overlays.cover.latest().map(Arc::clone);
    let snapshot = Arc::clone(snapshot);
    let body = if prone { Body::PRONE } else { Body::STANDING };
    let small =
        usize::from(snapshot.grid().width()) * usize::from(snapshot.grid().height()) <= SYNCHRONOUS_MAP_CELLS;
    let work = move || {
        let mut field = last.map_or_else(CoverMap::new, |last| CoverMap::clone(&last));
        overlay::update_cover(&mut field, &snapshot, attacker, body);
        field
    };
    if small {
        overlays.cover.compute_now(key, work);
    } else {
        overlays.cover.request(key, work);
    }
}

fn aimed_blast(
    view: &BattleView,
    snapshot: &BattleSnapshot,
    subject: &OverlaySubject,
) -> Option<BlastOverlay> {
    let unit = view.unit(subject.attacker?)?;
    let centre: Cell = target_cell(view, unit.cell(), subject.target?)?;
    let weapon = unit.inventory.items().get(subject.weapon)?.weapon();
    overlay::blast_overlay(snapshot, *unit.id, weapon, centre)
}

type KnockbackTask = Box<dyn FnOnce() -> Option<KnockbackForecast> + Send>;

fn knockback_task(
    view: &BattleView,
    snapshot: &Arc<BattleSnapshot>,
    subject: &OverlaySubject,
) -> Option<KnockbackTask> {
    let snapshot = Arc::clone(snapshot);
    match subject.target? {
        Target::Unit(target) => {
            let request = view.attack_request(subject.aimed_attack()?, target)?;
            Some(Box::new(move || overlay::forecast_knockback(&snapshot, &request, &[])))
        }
        Target::Square(target) => {
            let request = view.cell_attack_request(subject.aimed_attack()?, target)?;
            Some(Box::new(move || overlay::forecast_blast_knockback(&snapshot, &request)))
        }
        Target::Barrier(_) => None,
    }
}

/// Draws beneath objects, walls and tokens: tints of squares.
fn paint_below_pieces(
    mut contexts: EguiContexts,
    lens: Res<BoardViewport>,
    overlays: Res<LabOverlays>,
    art: Res<BoardAtlas>,
    settings: Res<Settings>,
) -> Result {
    if overlays.known.is_none() {
        return Ok(());
    }
    let palette = settings.palette();
    let context = contexts.ctx_mut()?.clone();
    let painter = egui::Painter::new(context, egui::LayerId::background(), lens.clip);
    let brush = Brush { painter: &painter, lens: &lens };
    if let (Some(field), Some(snapshot)) = (overlays.cover(), &overlays.snapshot) {
        cover::paint(&brush, field, snapshot.grid(), &art, palette);
    }
    self::move_range::paint(&brush, &overlays.moves, &art, palette);
    if let Some(blast) = &overlays.blast {
        blast::paint(&brush, blast, &art, palette);
    }
    Ok(())
}

/// Draws above the tokens: lines, numbers, arrows.
fn paint_above_tokens(
    mut contexts: EguiContexts,
    lens: Res<BoardViewport>,
    overlays: Res<LabOverlays>,
    settings: Res<Settings>,
) -> Result {
    let Some((subject, _)) = &overlays.known else { return Ok(()) };
    let palette = settings.palette();
    let context = contexts.ctx_mut()?.clone();
    let painter = egui::Painter::new(context, egui::LayerId::background(), lens.clip);
    let brush = Brush { painter: &painter, lens: &lens };
    if overlays.is_shown(LabOverlay::SightLines) {
        self::sight_lines::paint(&brush, &overlays.sights, palette);
    }
    let target = match subject.target {
        Some(Target::Unit(id)) => Some(id),
        _ => None,
    };
    self::fire_lines::paint(&brush, &overlays.lines, target, overlays.snapshot.as_deref(), palette);
    if let Some(blast) = &overlays.blast {
        blast::paint_blast_centre(&brush, blast, palette);
    }
    if let Some(Some(field)) = overlays.knockback() {
        knockback_paths::paint(&brush, field, palette);
    }
    let working = overlays.pending_names();
    if !working.is_empty() {
        let words = format!("calculating {} ...", working.join(" and "));
        let at = pos2(lens.clip.center().x, lens.clip.top() + 10.0);
        let rim = with_alpha(palette.caution, 200);
        draw_plate(&painter, at, Align2::CENTER_TOP, &words, 13.0, palette.text, rim);
    }
    Ok(())
}

/// Draws the Overlays tab.
fn show_overlays_tab(
    mut contexts: EguiContexts,
    lab: Res<LabState>,
    view: BattleView,
    overlays: Res<LabOverlays>,
    mut toggles: ResMut<LabOverlayToggles>,
    settings: Res<Settings>,
    art: Res<BoardAtlas>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let mut chosen = *toggles;
    show_in_tab(&context, &lab, LabTab::Overlays, |ui| {
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            tab::show(ui, &view, &overlays, &mut chosen, &settings, &art);
        });
    });
    toggles.set_if_neq(chosen);
    Ok(())
}

#[cfg(test)]
mod tests;
