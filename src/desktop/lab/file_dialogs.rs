//! File dialogs of the Lab: opening, saving, and confirming to leave with unsaved changes.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy_egui::egui::{self, Id, Modal, RichText, ScrollArea, Ui};
use bevy_egui::{EguiContexts, egui::TextEdit};

use super::{LabState, OpenedScene, to_sentence};
use crate::accessibility::Accessible;
use crate::app_commands::AppCommand;
use crate::content_library::ContentLibrary;
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::Palette;
use content::{LabScene, Severity, paths};

/// Maximum number of broken files listed.
const MAX_BROKEN_FILES: usize = 4;

/// The dialog in front of the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum FileDialog {
    /// No dialog.
    #[default]
    None,
    /// The list of scenes.
    Open,
    /// The name of a new file.
    SaveAs,
    /// The Lab menu.
    Menu,
}

/// An action that leaves the scene.
#[derive(Clone, Debug)]
pub(super) enum LeaveAction {
    /// Open another scene.
    For(Box<OpenedScene>),
    /// Go to the main menu.
    Menu,
    /// Quit the program.
    Quit,
}

/// State of the dialogs.
#[derive(Clone, Debug, Default)]
pub(super) struct FileDialogState {
    /// The open dialog.
    pub sheet: FileDialog,
    /// Waits for confirmation because of unsaved changes.
    pub leaving: Option<LeaveAction>,
    /// Happens after saving.
    then: Option<LeaveAction>,
    /// The list of scenes has been refreshed since it was opened.
    listed: bool,
    name: String,
    problem: Option<String>,
}

impl LabState {
    /// Leaves the scene, at once if there are no unsaved changes.
    pub(super) fn request_leave(&mut self, leaving: LeaveAction, requests: &mut MessageWriter<AppCommand>) {
        self.files.sheet = FileDialog::None;
        if self.editor.is_changed() {
            self.files.leaving = Some(leaving);
        } else {
            leave_lab(leaving, requests);
        }
    }

    /// Closes the window, at once if there are no unsaved changes.
    pub fn request_close(&mut self, requests: &mut MessageWriter<AppCommand>) {
        self.request_leave(LeaveAction::Quit, requests);
    }

    /// Saves the scene to its file, or asks for one. Returns whether it was saved.
    pub(super) fn save_scene(&mut self, session: &mut Session, now: f64) -> bool {
        let Some(file) = self.file.clone() else {
            self.ask_for_name();
            return false;
        };
        let saved = self.write_verified(file);
        session.notice = Some(match &saved {
            Ok(file) => (format!("Saved to {}.", file.display()), now),
            Err(problem) => (to_sentence(problem), now),
        });
        saved.is_ok()
    }

    /// Whether a dialog or a question lies in front of the board.
    pub(super) fn has_dialog(&self) -> bool {
        self.files.leaving.is_some() || self.files.sheet != FileDialog::None
    }

    /// Closes the dialog.
    pub(super) fn close_dialog(&mut self) {
        self.files.sheet = FileDialog::None;
        self.files.then = None;
    }

    /// Opens the dialog for the name of a file.
    pub(super) fn ask_for_name(&mut self) {
        let of_file = self.file.as_deref().and_then(stem);
        self.files.name = of_file.map_or_else(|| scene_id(&self.scene().skirmish.name), str::to_owned);
        self.files.problem = None;
        self.files.sheet = FileDialog::SaveAs;
    }

    /// Writes the file, after checking that it reads back as this scene.
    fn write_verified(&mut self, file: PathBuf) -> Result<PathBuf, String> {
        let scene = LabScene { overlays: self.overlays.clone(), ..self.scene().clone() };
        let text = scene.to_text().map_err(|error| error.to_string())?;
        let (_, problems) = content::parse_scene(&self.content, &file, &text);
        if let Some(wrong) = problems.iter().find(|problem| problem.severity == Severity::Error) {
            return Err(format!("cannot save this scene: {}", wrong.what));
        }
        storage::replace_file(&file, &text)
            .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
        self.file = Some(file.clone());
        self.editor.mark_saved();
        Ok(file)
    }
}

/// Turns a name into the id of a file.
fn scene_id(name: &str) -> String {
    let letters = name.chars().map(|letter| match letter {
        'a'..='z' | '0'..='9' => letter,
        'A'..='Z' => letter.to_ascii_lowercase(),
        _ => '_',
    });
    let id: String = letters.take(48).collect();
    id.trim_matches('_').to_owned()
}

fn leave_lab(leaving: LeaveAction, requests: &mut MessageWriter<AppCommand>) {
    requests.write(match leaving {
        LeaveAction::For(opening) => AppCommand::Lab(opening),
        LeaveAction::Menu => AppCommand::Leave,
        LeaveAction::Quit => AppCommand::Quit,
    });
}

/// Asks whether the scene is to be saved before it is left.
fn show_leaving_dialog(
    context: &egui::Context,
    (lab, leaving): (&mut ResMut<LabState>, LeaveAction),
    (session, requests): (&mut Session, &mut MessageWriter<AppCommand>),
    (palette, now): (&Palette, f64),
) {
    let shown = Modal::new(Id::new("lab leaving")).show(context, |ui| {
        ui.set_width(360.0);
        ui.heading("Unsaved changes");
        ui.label(format!("\u{201c}{}\u{201d} has changed since it was saved.", lab.scene().skirmish.name));
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.button("Save and leave").clicked() {
                lab.files.leaving = None;
                if lab.save_scene(session, now) {
                    leave_lab(leaving.clone(), requests);
                } else if lab.files.sheet == FileDialog::SaveAs {
                    lab.files.then = Some(leaving.clone());
                }
            }
            if ui.button(RichText::new("Leave without saving").color(palette.harm)).clicked() {
                lab.files.leaving = None;
                leave_lab(leaving, requests);
            }
            if ui.button("Cancel").clicked() {
                lab.files.leaving = None;
            }
        });
    });
    if shown.should_close() {
        lab.files.leaving = None;
    }
}

/// Draws the open dialog.
pub(super) fn show(
    mut contexts: EguiContexts,
    mut lab: ResMut<LabState>,
    mut requests: MessageWriter<AppCommand>,
    mut session: ResMut<Session>,
    mut library: ResMut<ContentLibrary>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let (palette, now) = (settings.palette(), time.elapsed_secs_f64());
    session.paused = lab.files.leaving.is_some() || lab.files.sheet != FileDialog::None;
    if let Some(leaving) = lab.files.leaving.clone() {
        show_leaving_dialog(context, (&mut lab, leaving), (&mut session, &mut requests), (palette, now));
        return Ok(());
    }
    let sheet = lab.files.sheet.clone();
    let lists = sheet == FileDialog::Open;
    if lab.files.listed != lists {
        lab.files.listed = lists;
        // A scene saved just now has to be in the list.
        if lists {
            library.refresh();
        }
    }
    if sheet == FileDialog::None {
        return Ok(());
    }
    let room = context.viewport_rect().size();
    let shown = Modal::new(Id::new(("lab sheet", format!("{sheet:?}")))).show(context, |ui| {
        ui.set_width((room.x - 80.0).min(if sheet == FileDialog::Open { 640.0 } else { 360.0 }));
        ui.spacing_mut().item_spacing.y = 8.0;
        match sheet {
            FileDialog::Open => {
                show_open_dialog(ui, &mut lab, &mut requests, (&library, palette), room.y - 200.0)
            }
            FileDialog::SaveAs => {
                show_save_as_dialog(ui, &mut lab, (&mut session, &mut requests), palette, now)
            }
            FileDialog::Menu | FileDialog::None => show_menu(ui, &mut lab, &mut requests),
        }
    });
    if shown.should_close() {
        lab.close_dialog();
    }
    Ok(())
}

fn show_menu(ui: &mut Ui, lab: &mut LabState, requests: &mut MessageWriter<AppCommand>) {
    ui.heading("Lab");
    let wide = |ui: &mut Ui, text: &str| ui.add_sized([ui.available_width(), 34.0], egui::Button::new(text));
    if wide(ui, "Back to scene").clicked() {
        lab.files.sheet = FileDialog::None;
    }
    if wide(ui, "Open scene").clicked() {
        lab.files.sheet = FileDialog::Open;
    }
    if wide(ui, "Save as").clicked() {
        lab.ask_for_name();
    }
    if wide(ui, "Main menu").clicked() {
        lab.request_leave(LeaveAction::Menu, requests);
    }
    if wide(ui, "Quit").clicked() {
        lab.request_leave(LeaveAction::Quit, requests);
    }
}

fn show_open_dialog(
    ui: &mut Ui,
    lab: &mut LabState,
    requests: &mut MessageWriter<AppCommand>,
    (library, palette): (&ContentLibrary, &Palette),
    most: f32,
) {
    ui.heading("Open scene");
    let mut intent = None;
    // A broken file is not in the library, so its first problem is listed instead.
    let problems = &library.loaded.diagnostics;
    let broken = problems.iter().filter(|problem| problem.severity == Severity::Error);
    let mut broken: Vec<_> = broken.filter(|problem| is_scene_file(&problem.file)).collect();
    broken.dedup_by(|later, first| later.file == first.file);
    for problem in broken.iter().take(MAX_BROKEN_FILES) {
        let name = problem.file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        let line = if problem.line > 0 { format!(", line {}", problem.line) } else { String::new() };
        let text = format!("Cannot open {name}{line}: {}", problem.what);
        ui.add(egui::Label::new(RichText::new(text).color(palette.caution)).wrap())
            .on_hover_text(problem.to_string());
    }
    let most = (most - 20.0 * broken.len().min(MAX_BROKEN_FILES) as f32).max(160.0);
    ScrollArea::vertical().max_height(most).min_scrolled_height(most).auto_shrink([false, true]).show(
        ui,
        |ui| {
            for (id, scene) in &library.loaded.content.labs {
                let own_file = library.own_scene_file(id);
                let suffix = if own_file.is_some() { format!("  (yours, {id})") } else { String::new() };
                let text = format!("{}{suffix}\n{}", scene.skirmish.name, scene.skirmish.description);
                let width = ui.available_width() - 12.0;
                let button = egui::Button::new(text).wrap().min_size(egui::vec2(width, 0.0));
                if ui.add(button).on_hover_text(id).clicked() {
                    intent = Some(OpenedScene { scene: scene.clone(), file: own_file });
                }
            }
            for (id, skirmish) in &library.loaded.content.skirmishes {
                let text = format!("Skirmish: {}", skirmish.name);
                if ui.button(text).on_hover_text(id).clicked() {
                    intent =
                        Some(OpenedScene { scene: content::LabScene::new(skirmish.clone()), file: None });
                }
            }
        },
    );
    if ui.button("Cancel").clicked() {
        lab.close_dialog();
    }
    if let Some(opening) = intent {
        lab.request_leave(LeaveAction::For(Box::new(opening)), requests);
    }
}

/// Whether a file is in a folder of scenes.
fn is_scene_file(file: &Path) -> bool {
    file.parent().and_then(Path::file_name).is_some_and(|folder| folder == "lab")
}

/// Returns an error or warning about a file name.
fn name_warning(name: &str, lab: &LabState, there: bool) -> Option<String> {
    if name.is_empty() {
        return Some("Enter a file name.".to_owned());
    }
    if name != scene_id(name) {
        let better = scene_id(name);
        let hint = if better.is_empty() { String::new() } else { format!("; try \u{201c}{better}\u{201d}") };
        return Some(format!("Not a valid scene name{hint}."));
    }
    if there {
        return Some("You already have a scene of this name: it will be overwritten.".to_owned());
    }
    let shipped =
        lab.content.labs.contains_key(name) && lab.file.as_ref().is_none_or(|file| stem(file) != Some(name));
    shipped.then(|| "A shipped scene has this name: yours will replace it.".to_owned())
}

fn stem(file: &Path) -> Option<&str> {
    file.file_stem().and_then(|stem| stem.to_str())
}

fn show_save_as_dialog(
    ui: &mut Ui,
    lab: &mut LabState,
    (session, requests): (&mut Session, &mut MessageWriter<AppCommand>),
    palette: &Palette,
    now: f64,
) {
    ui.heading("Save as");
    ui.label("File name (a-z, 0-9 and _):");
    let edit =
        ui.add(TextEdit::singleline(&mut lab.files.name).desired_width(f32::INFINITY)).named("File name");
    if !edit.has_focus() && !edit.lost_focus() {
        edit.request_focus();
    }
    let name = lab.files.name.clone();
    let fits = !name.is_empty() && name == scene_id(&name);
    let file = paths::user_content_dir().join("lab").join(format!("{name}.ron"));
    let there = fits && file.exists() && lab.file.as_ref() != Some(&file);
    let text = if there { "Overwrite" } else { "Save" };
    let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) && !there;
    let about = name_warning(&name, lab, there);
    for text in lab.files.problem.iter().chain(&about) {
        ui.add(egui::Label::new(RichText::new(text).color(palette.caution)).wrap());
    }
    ui.horizontal(|ui| {
        let save = ui.add_enabled(fits, egui::Button::new(text)).clicked() || (entered && fits);
        if save {
            match lab.write_verified(file) {
                Ok(file) => {
                    lab.files.sheet = FileDialog::None;
                    if let Some(leaving) = lab.files.then.take() {
                        leave_lab(leaving, requests);
                    }
                    session.notice = Some((format!("Saved to {}.", file.display()), now));
                }
                Err(problem) => lab.files.problem = Some(to_sentence(&problem)),
            }
        }
        if ui.button("Cancel").clicked() {
            lab.close_dialog();
        }
    });
}
