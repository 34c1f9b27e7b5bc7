//! Overlays of the Lab: switched one by one, drawn together, recomputed when the scene changes.
//!
//! Each is a type that implements [`LabOverlay`], registered with [`AddLabOverlay::add_lab_overlay`]. What takes less
//! than a frame is computed at once; the rest in the background, and it is not drawn until it is done.

mod blast;
mod cover;
mod fire_lines;
mod knockback;
mod move_range;
mod sight_lines;
mod tab;

use std::collections::BTreeSet;
use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{Align2, Ui, pos2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::{LabState, LabSystems, LabTab, action_tabs, is_lab_open, is_tab_open, show_in_tab, tool_markers};
use crate::battle_revision::{BattleRevision, RevisionReader};
use crate::board::atlas::BoardAtlas;
use crate::board::brush::{Brush, draw_plate};
use crate::board::{BoardPainter, PaintSystems, PrepareSystems, TintLayer};
use crate::fault_guard::guard_computation;
use crate::input::{ActionInput, InputAction};
use crate::redraw::WindowWaker;
use crate::session::{Screen, Session};
use crate::settings::Settings;
use crate::theme::{Palette, with_alpha};
use battle::{AttackChoice, BattleSnapshot, BattleView, Target};
use content::{LabOverlayKind, LabTarget};
use model::UnitId;
use rules::{Book, FireMode};

/// An overlay of the Lab with its part of the tab.
trait LabOverlay: Send + Sync {
    /// Returns its name in the tab.
    fn name(&self) -> &'static str;

    /// Returns its name in scene files.
    fn kind(&self) -> LabOverlayKind;

    /// Returns the action that switches it. The tab lists overlays in the order of their actions.
    fn action(&self) -> InputAction;

    /// Recomputes it, or requests the computation; runs while it is on.
    fn update(&mut self, inputs: &LabOverlayInputs);

    /// Forgets everything that was computed.
    fn clear(&mut self);

    /// Accepts a result from the background.
    fn poll(&mut self) {}

    /// Returns what is computed in the background now.
    fn pending_name(&self) -> Option<&'static str> {
        None
    }

    /// Draws beneath objects, walls and tokens: tints of squares.
    fn paint_below_pieces(&self, _: &LabCanvas) {}

    /// Draws above the tokens: lines, numbers, arrows.
    fn paint_above_tokens(&self, _: &LabCanvas) {}

    /// Draws its part of the tab. Returns whether an option was changed, so that it has to be recomputed.
    fn show(&mut self, ui: &mut Ui, context: &LabTabContext) -> bool;
}

/// Registers overlays of the Lab.
trait AddLabOverlay {
    /// Adds an overlay. Overlays are drawn in the order in which they were added.
    fn add_lab_overlay<O: LabOverlay + Default + 'static>(&mut self) -> &mut Self;
}

impl AddLabOverlay for App {
    fn add_lab_overlay<O: LabOverlay + Default + 'static>(&mut self) -> &mut Self {
        self.world_mut().get_resource_or_init::<LabOverlays>().all.push(Box::new(O::default()));
        self
    }
}

/// Overlays of the Lab.
pub(super) struct LabOverlayPlugin;

impl Plugin for LabOverlayPlugin {
    fn build(&self, app: &mut App) {
        add_overlays(app);
        app.init_resource::<OverlaySubject>()
            .add_systems(OnEnter(Screen::Lab), clear_lab_overlays)
            .add_systems(OnExit(Screen::Lab), clear_lab_overlays)
            .add_systems(
                Update,
                (update_subject, update_lab_overlays)
                    .chain()
                    .in_set(PrepareSystems::Overlays)
                    .run_if(is_lab_open),
            )
            .add_systems(
                EguiPrimaryContextPass,
                (
                    paint_below_pieces.in_set(PaintSystems::Under).run_if(is_lab_open),
                    paint_above_tokens
                        .in_set(PaintSystems::Over)
                        .after(tool_markers::paint)
                        .run_if(is_lab_open),
                    show_overlays_tab
                        .after(action_tabs::show)
                        .in_set(LabSystems::Tabs)
                        .run_if(is_tab_open(LabTab::Overlays)),
                ),
            );
    }
}

fn add_overlays(app: &mut App) {
    app.add_lab_overlay::<cover::CoverOverlay>()
        .add_lab_overlay::<move_range::MovementRangeOverlay>()
        .add_lab_overlay::<sight_lines::SightLinesOverlay>()
        .add_lab_overlay::<fire_lines::FireLinesOverlay>()
        .add_lab_overlay::<blast::AimedBlastOverlay>()
        .add_lab_overlay::<knockback::AimedKnockbackOverlay>();
}

/// Revision of the scene, rulebook, and revision of the battle.
type OverlayMoment = (u64, Book, BattleRevision);

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
    pub option: Option<String>,
}

impl OverlaySubject {
    fn aimed_attack(&self) -> Option<AttackChoice<'_>> {
        let (weapon, mode) = (self.weapon, self.mode);
        Some(AttackChoice { unit: self.attacker?, weapon, mode, option: self.option.as_deref() })
    }
}

/// All overlays.
#[derive(Resource, Default)]
struct LabOverlays {
    /// What they were computed for; `None` while the world lags behind the scene.
    known: Option<OverlaySubject>,
    /// Those that were computed: the ones that are on.
    computed: BTreeSet<LabOverlayKind>,
    /// An option of an overlay was changed.
    is_changed: bool,
    snapshot: Option<Arc<BattleSnapshot>>,
    all: Vec<Box<dyn LabOverlay>>,
}

impl LabOverlays {
    /// Returns the overlays that are drawn, with what they were computed for.
    fn shown(&self) -> impl Iterator<Item = (&dyn LabOverlay, &OverlaySubject, &BattleSnapshot)> {
        let computed = self.known.as_ref().zip(self.snapshot.as_deref());
        let on = self.all.iter().filter(|overlay| self.computed.contains(&overlay.kind()));
        on.filter_map(move |overlay| {
            computed.map(|(subject, snapshot)| (overlay.as_ref(), subject, snapshot))
        })
    }

    /// Switches the overlays whose action is pressed.
    fn switch(&self, on: &mut BTreeSet<LabOverlayKind>, is_pressed: impl Fn(InputAction) -> bool) {
        for overlay in self.all.iter().filter(|overlay| is_pressed(overlay.action())) {
            if !on.remove(&overlay.kind()) {
                on.insert(overlay.kind());
            }
        }
    }

    /// Returns the names of overlays being computed.
    fn pending_names(&self) -> Vec<&'static str> {
        self.shown().filter_map(|(overlay, ..)| overlay.pending_name()).collect()
    }

    /// Recomputes the overlays that are on.
    fn recompute(&mut self, view: &BattleView, subject: &OverlaySubject, waker: &WindowWaker) {
        let snapshot = Arc::new(BattleSnapshot::from_view(view, self.snapshot.as_deref()));
        let attacker = subject.attacker.filter(|id| view.unit(*id).is_some());
        let inputs = LabOverlayInputs { view, snapshot: &snapshot, subject, attacker, waker };
        for overlay in self.all.iter_mut().filter(|overlay| self.computed.contains(&overlay.kind())) {
            if guard_computation("An overlay of the Lab", || overlay.update(&inputs)).is_err() {
                overlay.clear();
            }
        }
        self.snapshot = Some(snapshot);
    }
}

/// What overlays are computed from.
struct LabOverlayInputs<'a, 'w, 's> {
    view: &'a BattleView<'w, 's>,
    snapshot: &'a Arc<BattleSnapshot>,
    subject: &'a OverlaySubject,
    /// The attacker, if it is in the scene.
    attacker: Option<UnitId>,
    /// Wakes the window when a computation in the background is done.
    waker: &'a WindowWaker,
}

/// What overlays are drawn with.
struct LabCanvas<'a> {
    brush: &'a Brush<'a>,
    art: &'a BoardAtlas,
    palette: &'a Palette,
    subject: &'a OverlaySubject,
    snapshot: &'a BattleSnapshot,
}

/// What the tab reads.
struct LabTabContext<'a, 'w, 's> {
    view: &'a BattleView<'w, 's>,
    subject: Option<&'a OverlaySubject>,
    settings: &'a Settings,
    art: &'a BoardAtlas,
    palette: &'a Palette,
}

/// Clears the overlays when the Lab closes.
fn clear_lab_overlays(mut overlays: ResMut<LabOverlays>) {
    (overlays.known, overlays.snapshot) = (None, None);
    overlays.all.iter_mut().for_each(|overlay| overlay.clear());
}

/// Updates the subject: the action of the scene, else the selected unit.
fn update_subject(
    mut subject: ResMut<OverlaySubject>,
    lab: Res<LabState>,
    session: Res<Session>,
    revision: RevisionReader,
    view: BattleView,
) {
    let unit = |number: usize| u32::try_from(number + 1).ok().map(UnitId);
    let current = lab.is_current().then(|| (lab.revision(), lab.book, revision.current()));
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
            option: aim.option.clone(),
        },
        None => OverlaySubject { current, attacker: session.selected, ..OverlaySubject::default() },
    };
    subject.set_if_neq(new);
}

/// Switches overlays by their keys and recomputes them if anything changed.
fn update_lab_overlays(
    mut overlays: ResMut<LabOverlays>,
    mut lab: ResMut<LabState>,
    subject: Res<OverlaySubject>,
    view: BattleView,
    keys: ActionInput,
    waker: Res<WindowWaker>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let overlays = overlays.as_mut();
    overlays.switch(&mut lab.bypass_change_detection().overlays, |action| keys.just_pressed(action));
    let wanted = subject.current.map(|_| subject.clone());
    let is_switched = overlays.computed != lab.overlays;
    if std::mem::take(&mut overlays.is_changed) || is_switched || overlays.known != wanted {
        overlays.known = wanted;
        overlays.computed.clone_from(&lab.overlays);
        if subject.current.is_some() {
            overlays.recompute(&view, &subject, &waker);
        }
        redraw.write(RequestRedraw);
    }
    for overlay in &mut overlays.all {
        overlay.poll();
    }
}

/// Draws beneath objects, walls and tokens: tints of squares.
fn paint_below_pieces(
    mut board: BoardPainter,
    overlays: Res<LabOverlays>,
    art: Res<BoardAtlas>,
    settings: Res<Settings>,
) -> Result {
    board.paint_below(TintLayer::Ground, |brush| {
        for (overlay, subject, snapshot) in overlays.shown() {
            let canvas = LabCanvas { brush, art: &art, palette: settings.palette(), subject, snapshot };
            overlay.paint_below_pieces(&canvas);
        }
    })
}

/// Draws above the tokens: lines, numbers, arrows, and what is still computed.
fn paint_above_tokens(
    mut board: BoardPainter,
    overlays: Res<LabOverlays>,
    art: Res<BoardAtlas>,
    settings: Res<Settings>,
) -> Result {
    let palette = settings.palette();
    board.paint(|brush| {
        for (overlay, subject, snapshot) in overlays.shown() {
            overlay.paint_above_tokens(&LabCanvas { brush, art: &art, palette, subject, snapshot });
        }
        let working = overlays.pending_names();
        if !working.is_empty() {
            let words = format!("calculating {}\u{2026}", working.join(" and "));
            let at = pos2(brush.lens.clip.center().x, brush.lens.clip.top() + 10.0);
            let rim = with_alpha(palette.caution, 200);
            draw_plate(brush.painter, at, Align2::CENTER_TOP, &words, 13.0, palette.text, rim);
        }
    })
}

/// Draws the Overlays tab.
fn show_overlays_tab(
    mut contexts: EguiContexts,
    mut lab: ResMut<LabState>,
    view: BattleView,
    mut overlays: ResMut<LabOverlays>,
    settings: Res<Settings>,
    art: Res<BoardAtlas>,
    mut redraw: MessageWriter<RequestRedraw>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let LabOverlays { known, all, is_changed, .. } = overlays.as_mut();
    let palette = settings.palette();
    let tab = LabTabContext { view: &view, subject: known.as_ref(), settings: &settings, art: &art, palette };
    let mut on = lab.overlays.clone();
    show_in_tab(&context, &lab, LabTab::Overlays, |ui| {
        bevy_egui::egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            *is_changed |= tab::show(ui, &tab, (all, &mut on));
        });
    });
    if on != lab.overlays {
        lab.overlays = on;
        redraw.write(RequestRedraw);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
