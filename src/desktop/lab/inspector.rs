//! The tab that shows what is selected, with every number.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, RichText, ScrollArea, Ui};

use super::tools::Chosen;
use super::{Lab, Tab, in_tab};
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::Palette;
use lab::Edit;

mod kit;
mod place;
mod scene;
mod sides;
mod unit;

/// Draws the tab.
pub(super) fn show(
    mut contexts: EguiContexts,
    mut lab: ResMut<Lab>,
    mut session: ResMut<Session>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    mut filter: Local<String>,
    mut refused: Local<Option<usize>>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let look = settings.palette();
    let (mut wish, mut back) = (None, false);
    in_tab(&context, &lab, Tab::Inspect, |ui| {
        ScrollArea::vertical().id_salt("inspect").auto_shrink([false, false]).show(ui, |ui| {
            ui.set_max_width(ui.available_width() - 8.0);
            ui.spacing_mut().item_spacing.y = 5.0;
            let mut desk = Desk { lab: &lab, look, wish: None, done: false };
            if lab.tools.chosen.is_some() {
                back = ui.small_button("The whole scene").on_hover_text("Name, map, sides, rules").clicked();
            }
            match lab.tools.chosen {
                Some(Chosen::Unit(at)) => desk.unit(ui, at, &mut filter),
                Some(Chosen::Barrier(place)) => desk.barrier(ui, place),
                Some(Chosen::Square(cell)) => desk.square(ui, cell),
                None => desk.whole(ui, &mut refused),
            }
            wish = Some((desk.wish.take(), desk.done));
        });
    });
    if back {
        lab.tools.chosen = None;
    }
    if let Some((edit, done)) = wish {
        if let Some(edit) = edit {
            obey(&mut lab, edit, &mut session, time.elapsed_secs_f64());
        }
        if done {
            lab.bench.release();
        }
    }
    Ok(())
}

/// A number that makes no sense is refused, with the reason.
fn obey(lab: &mut Lab, edit: Edit, session: &mut Session, now: f64) {
    if matches!(edit, Edit::Tune { .. } | Edit::Unit { .. } | Edit::Tie { .. } | Edit::Together(_)) {
        let mut tried = lab.scene().clone();
        let tried = edit.clone().apply(&mut tried).map(|_| tried);
        if let Ok(scene) = tried
            && let Err(error) = scene.bundle(&lab.content, lab.book)
        {
            session.notice = Some((super::sentence(&error.to_string()), now));
            return;
        }
    }
    lab.draw(edit, session, now);
}

/// What a page of the tab works with.
struct Desk<'a> {
    lab: &'a Lab,
    look: &'static Palette,
    /// What to change.
    wish: Option<Edit>,
    /// A stroke of changes has come to its end.
    done: bool,
}

/// "weapon skill" for "weapon_skill".
fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// Long lists of numbers stand close.
fn close_together(ui: &mut Ui) {
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.spacing_mut().interact_size.y = 18.0;
    ui.spacing_mut().button_padding.y = 0.0;
}

impl Desk<'_> {
    /// Notes a change; several in turn are one step until the control is let go.
    fn changed(&mut self, response: &egui::Response, edit: impl FnOnce() -> Edit) {
        if response.changed() {
            self.wish = Some(edit());
        }
        self.done |= response.drag_stopped() || response.lost_focus() || response.clicked();
    }

    fn title(&self, ui: &mut Ui, text: &str, more: &str) {
        ui.label(RichText::new(text).heading().color(self.look.text));
        if !more.is_empty() {
            ui.add(egui::Label::new(RichText::new(more).color(self.look.dim)).wrap());
        }
    }

    fn fact(&self, ui: &mut Ui, name: &str, value: &str) {
        ui.horizontal(|ui| {
            ui.colored_label(self.look.dim, name);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| ui.label(value));
        });
    }
}
