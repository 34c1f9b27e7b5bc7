//! Offers the report of a panic of the last run, and names the open journal for a report of this one.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, Align2, RichText, ScrollArea, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use crate::app_commands::notify;
use crate::app_window::DrawSystems;
use crate::session::{Screen, Session};
use crate::settings::Settings;
use battle::Journal;
use content::computation::take_untold_faults;
use content::crash_report::{self, CrashReport};
use content::paths;

/// Largest size of the report on the screen, in points.
const REPORT_SIZE: egui::Vec2 = vec2(760.0, 420.0);
/// Width of the notice without the report, in points.
const NOTICE_WIDTH: f32 = 380.0;

/// The report that is offered, and whether it is open.
#[derive(Resource, Debug)]
struct CrashNotice {
    report: CrashReport,
    is_open: bool,
    /// The file with everything that is known, or why it could not be saved.
    saved: Option<Result<PathBuf, String>>,
}

/// What the player chose.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
enum CrashNoticeChoice {
    Open,
    /// Save one file with the report and the journal of the battle.
    Save,
    Dismiss,
}

/// Offers crash reports in the main menu.
pub(super) struct CrashNoticePlugin;

impl Plugin for CrashNoticePlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<CrashNoticeChoice>()
            .add_systems(Startup, read_report)
            .add_systems(Last, tell_faults)
            .add_systems(
                Update,
                (
                    apply_choice.run_if(resource_exists::<CrashNotice>),
                    name_open_journal.run_if(resource_exists_and_changed::<Journal>),
                    forget_open_journal.run_if(resource_removed::<Journal>),
                ),
            )
            .add_systems(
                EguiPrimaryContextPass,
                show.in_set(DrawSystems::Menus)
                    .run_if(in_state(Screen::Menu).and_then(resource_exists::<CrashNotice>)),
            );
    }
}

fn read_report(mut commands: Commands) {
    if let Some(report) = CrashReport::read_latest(&paths::reports_dir()) {
        commands.insert_resource(CrashNotice { report, is_open: false, saved: None });
    }
}

fn name_open_journal(journal: Res<Journal>) {
    crash_report::set_open_journal(journal.path());
}

fn forget_open_journal() {
    crash_report::set_open_journal(None);
}

/// Says what could not be computed in this frame, once for each fault of the program; the battle goes on.
fn tell_faults(
    mut session: ResMut<Session>,
    time: Res<Time<Real>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if let Some(fault) = take_untold_faults().pop() {
        session.notice = Some((fault.to_string(), time.elapsed_secs_f64()));
        redraw.write(RequestRedraw);
    }
}

/// Opens the report, or forgets it; the file stays.
fn apply_choice(
    mut choices: MessageReader<CrashNoticeChoice>,
    mut notice: ResMut<CrashNotice>,
    mut commands: Commands,
) {
    match choices.read().last() {
        Some(CrashNoticeChoice::Open) => notice.is_open = true,
        Some(CrashNoticeChoice::Save) => {
            let saved = notice.report.with_journal().save_in(&paths::reports_dir(), "crash");
            notice.saved = Some(saved.map_err(|error| format!("Nothing is saved: {error}.")));
        }
        Some(CrashNoticeChoice::Dismiss) => {
            let marked = notice.report.mark_as_shown();
            let path = notice.report.path.clone();
            commands.remove_resource::<CrashNotice>();
            if let Err(error) = marked {
                let text = format!("Cannot rename {}: {error}. The report is offered again.", path.display());
                commands.queue(move |world: &mut World| notify(world, text));
            }
        }
        None => {}
    }
}

/// Says what has happened.
fn headline(report: &CrashReport) -> &'static str {
    if report.has_ended_program() {
        "Breachline stopped with an error last time."
    } else {
        "Something could not be computed last time, because of a fault in Breachline."
    }
}

fn show(
    mut contexts: EguiContexts,
    notice: Res<CrashNotice>,
    settings: Res<Settings>,
    mut choices: MessageWriter<CrashNoticeChoice>,
) -> Result {
    let palette = settings.palette();
    let context = contexts.ctx_mut()?;
    let size = REPORT_SIZE.min(context.content_rect().size() - vec2(80.0, 160.0));
    let width = if notice.is_open { size.x } else { size.x.min(NOTICE_WIDTH) };
    let window = egui::Window::new("Crash report").title_bar(false).resizable(false).min_width(width);
    window.max_width(width).anchor(Align2::CENTER_BOTTOM, vec2(0.0, -16.0)).show(context, |ui| {
        let headline = headline(&notice.report);
        ui.label(RichText::new(headline).color(palette.text).strong());
        if notice.is_open {
            let path = notice.report.path.display().to_string();
            ui.label(RichText::new(path).color(palette.dim));
            ScrollArea::both().max_width(size.x).max_height(size.y).show(ui, |ui| {
                let text = RichText::new(&notice.report.text).monospace().color(palette.text);
                ui.add(egui::Label::new(text).extend());
            });
        } else {
            ui.label(
                RichText::new("A report says what happened. It stays on this computer.").color(palette.text),
            );
        }
        match &notice.saved {
            Some(Ok(path)) => {
                let text = format!("Saved to {}.", path.display());
                ui.add(egui::Label::new(RichText::new(text).color(palette.text)).wrap());
            }
            Some(Err(problem)) => _ = ui.colored_label(palette.caution, problem),
            None => {}
        }
        ui.horizontal(|ui| {
            let hint = "Saves one file with the report and the journal of the battle. Nothing is sent.";
            let is_saved = matches!(notice.saved, Some(Ok(_)));
            if !is_saved && ui.button("Save with the battle").on_hover_text(hint).clicked() {
                choices.write(CrashNoticeChoice::Save);
            }
            if notice.is_open {
                if ui.button("Copy").clicked() {
                    ui.ctx().copy_text(notice.report.text.clone());
                }
            } else if ui.button("Show report").clicked() {
                choices.write(CrashNoticeChoice::Open);
            }
            if ui.button(if notice.is_open { "Close" } else { "Dismiss" }).clicked() {
                choices.write(CrashNoticeChoice::Dismiss);
            }
        });
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use content::computation::guard_computation;

    #[test]
    fn what_could_not_be_computed_is_told() {
        let mut app = App::new();
        app.add_message::<RequestRedraw>().init_resource::<Session>().init_resource::<Time<Real>>();
        app.add_systems(Last, tell_faults);
        guard_computation("The odds", || -> u32 { panic!("a fault on purpose") }).expect_err("it fails");
        app.update();
        // Other tests may fail on purpose at the same time.
        let notice = app.world().resource::<Session>().notice.clone();
        assert!(notice.is_some_and(|(text, _)| text.contains("could not be computed")));
    }

    #[test]
    fn the_notice_says_whether_the_program_has_stopped() {
        let report = |text: &str| CrashReport { path: PathBuf::from("crash-1.txt"), text: text.to_owned() };
        assert!(headline(&report("Thread: main\n\nframes")).contains("stopped"));
        assert!(!headline(&report("Outcome: the program went on\n\nframes")).contains("stopped"));
    }
}
