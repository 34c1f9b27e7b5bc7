//! The Inspect tab: the selection with all its numbers.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, RichText, ScrollArea, Ui};

use super::tools::LabSelection;
use super::{LabState, LabTab, show_in_tab};
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::Palette;
use lab::SceneEdit;

mod loadout;
mod scene;
mod sides;
mod terrain;
mod unit;

/// Draws the tab.
pub(super) fn show(
    mut contexts: EguiContexts,
    mut lab: ResMut<LabState>,
    mut session: ResMut<Session>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    mut filter: Local<String>,
    mut refused: Local<Option<usize>>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let palette = settings.palette();
    let (mut intent, mut back) = (None, false);
    show_in_tab(&context, &lab, LabTab::Inspect, |ui| {
        ScrollArea::vertical().id_salt("inspect").auto_shrink([false, false]).show(ui, |ui| {
            ui.set_max_width(ui.available_width() - 8.0);
            ui.spacing_mut().item_spacing.y = 5.0;
            let mut desk = InspectorContext { lab: &lab, palette, intent: None, done: false };
            if lab.tools.selection.is_some() {
                back = ui.small_button("Whole scene").on_hover_text("Name, map, sides, rules").clicked();
            }
            match lab.tools.selection {
                Some(LabSelection::Unit(at)) => desk.show_unit_page(ui, at, &mut filter),
                Some(LabSelection::Barrier(place)) => desk.show_barrier_page(ui, place),
                Some(LabSelection::Square(cell)) => desk.show_cell_page(ui, cell),
                None => desk.show_scene_page(ui, &mut refused),
            }
            intent = Some((desk.intent.take(), desk.done));
        });
    });
    if back {
        lab.tools.selection = None;
    }
    if let Some((edit, done)) = intent {
        if let Some(edit) = edit {
            apply_edit(&mut lab, edit, &mut session, time.elapsed_secs_f64());
        }
        if done {
            lab.editor.end_stroke();
        }
    }
    Ok(())
}

/// Applies an edit; an invalid number is rejected with the reason.
fn apply_edit(lab: &mut LabState, edit: SceneEdit, session: &mut Session, now: f64) {
    if matches!(
        edit,
        SceneEdit::SetOverrides { .. }
            | SceneEdit::SetUnit { .. }
            | SceneEdit::SetLink { .. }
            | SceneEdit::Batch(_)
    ) {
        let mut tried = lab.scene().clone();
        let tried = edit.clone().apply(&mut tried).map(|_| tried);
        if let Ok(scene) = tried
            && let Err(error) = scene.bundle(&lab.content, lab.book)
        {
            session.notice = Some((super::to_sentence(&error.to_string()), now));
            return;
        }
    }
    lab.apply_stroke_edit(edit, session, now);
}

/// State of a page of the tab.
struct InspectorContext<'a> {
    lab: &'a LabState,
    palette: &'static Palette,
    /// The edit to apply.
    intent: Option<SceneEdit>,
    /// A stroke of edits has ended.
    done: bool,
}

/// Converts "weapon_skill" to "weapon skill".
fn field_words(name: &str) -> String {
    name.replace('_', " ")
}

/// Reduces the line spacing, for long lists of numbers.
fn close_together(ui: &mut Ui) {
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.spacing_mut().interact_size.y = 18.0;
    ui.spacing_mut().button_padding.y = 0.0;
}

impl InspectorContext<'_> {
    /// Records an edit; consecutive ones are a single undo step until the control is released.
    fn record_edit(&mut self, response: &egui::Response, edit: impl FnOnce() -> SceneEdit) {
        if response.changed() {
            self.intent = Some(edit());
        }
        self.done |= response.drag_stopped() || response.lost_focus() || response.clicked();
    }

    fn show_title(&self, ui: &mut Ui, text: &str, more: &str) {
        ui.label(RichText::new(text).heading().color(self.palette.text));
        if !more.is_empty() {
            ui.add(egui::Label::new(RichText::new(more).color(self.palette.dim)).wrap());
        }
    }

    fn show_fact(&self, ui: &mut Ui, name: &str, value: &str) {
        ui.horizontal(|ui| {
            ui.colored_label(self.palette.dim, name);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| ui.label(value));
        });
    }
}
