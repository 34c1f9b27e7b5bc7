//! The Lab: an editor for scenes on the board, with exact analysis of an action next to it.
//!
//! [`LabState`] holds the scene. Panels beside the board draw into a tab of the right panel with [`show_in_tab`];
//! drawing on the board is done in [`PaintSystems`](crate::board::PaintSystems).

mod action_steps;
mod action_tabs;
mod book_comparison;
mod chart_export;
mod charts;
mod file_dialogs;
mod inspector;
mod layout;
mod open_scene;
mod overlays;
mod tool_edits;
mod tool_markers;
mod tool_panel;
mod tools;
mod world_sync;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};
use strum::{IntoStaticStr, VariantArray};

use self::action_tabs::ActionTabPlugin;
use self::layout::LayoutPlugin;
use self::overlays::LabOverlayPlugin;
use self::tools::LabToolPlugin;
use super::board::BoardSystems;
use super::session::Screen;
use crate::app_commands::to_sentence;
use crate::app_window::DrawSystems;
use crate::content_library::ContentSystems;
use content::{Content, LabAction, LabOverlayKind, LabScene};
use lab::{SceneEdit, SceneEditor};
use rules::Book;

pub(super) use self::open_scene::{LabError, OpenedScene};
pub(super) use self::world_sync::{open_lab, resume_lab};

/// When the Lab draws its panels, in `EguiPrimaryContextPass`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum LabSystems {
    /// Bars and panels.
    Frame,
    /// Contents of the open tab; see [`show_in_tab`].
    Tabs,
}

/// Tabs of the right panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
pub(super) enum LabTab {
    /// The selection with all its numbers.
    #[default]
    #[strum(serialize = "Inspect")]
    Inspect,
    /// Exact odds of the action in all rulebooks.
    #[strum(serialize = "Odds")]
    Odds,
    /// Overlays on the board.
    #[strum(serialize = "Overlays")]
    Overlays,
    /// The action, step by step.
    #[strum(serialize = "Steps")]
    Steps,
    /// Charts of chances.
    #[strum(serialize = "Charts")]
    Charts,
}

impl LabTab {
    /// All tabs, from left to right.
    const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Returns the name for players.
    fn name(self) -> &'static str {
        self.into()
    }
}

/// The scene being edited, and how it is shown.
#[derive(Resource, Debug)]
pub(super) struct LabState {
    /// The scene with its edit history.
    pub editor: SceneEditor,
    /// The rulebook in use.
    pub book: Book,
    /// Content that the scene may use.
    pub content: Arc<Content>,
    /// Revision of the library that the content is of.
    content_revision: u64,
    /// The overlays that are on: at first those of the scene; saved with it.
    overlays: BTreeSet<LabOverlayKind>,
    /// The open tab.
    pub tab: LabTab,
    /// The file of the scene.
    file: Option<PathBuf>,
    /// Revision and rulebook that the world shows.
    shown: Option<(u64, Book)>,
    /// Why the world cannot show the scene.
    problem: Option<String>,
    /// The first error of the content files.
    content_problem: Option<String>,
    /// Area of the open tab on the screen.
    tab_area: Option<egui::Rect>,
    files: self::file_dialogs::FileDialogState,
    tools: tools::ToolState,
}

impl LabState {
    /// The scene as it is now.
    pub fn scene(&self) -> &LabScene {
        self.editor.scene()
    }

    /// Increases with every change: results of an older revision are outdated.
    pub fn revision(&self) -> u64 {
        self.editor.revision()
    }

    /// Returns the action of the scene.
    pub fn aim(&self) -> Option<&LabAction> {
        self.scene().aim.as_ref()
    }

    /// Whether the scene has an action or orders to go through.
    pub fn has_steps(&self) -> bool {
        self.aim().is_some() || !self.scene().script.orders.is_empty()
    }

    /// Whether the world shows the current scene under its rulebook.
    pub fn is_current(&self) -> bool {
        self.shown == Some((self.revision(), self.book)) && self.problem.is_none()
    }

    /// Applies an edit; an error is shown as a notice.
    pub fn apply_edit(&mut self, edit: SceneEdit, session: &mut super::session::Session, now: f64) {
        if let Err(error) = self.editor.apply(edit) {
            session.notice = Some((to_sentence(&error.to_string()), now));
        }
    }
}

/// Run condition: a tab is open.
pub(super) fn is_tab_open(tab: LabTab) -> impl Fn(Option<Res<LabState>>) -> bool + Clone {
    move |lab: Option<Res<LabState>>| lab.is_some_and(|lab| lab.tab == tab)
}

/// Draws into the right panel, if the tab is open.
pub(super) fn show_in_tab(
    context: &egui::Context,
    lab: &LabState,
    tab: LabTab,
    show: impl FnOnce(&mut egui::Ui),
) {
    let Some(area) = lab.tab_area.filter(|_| lab.tab == tab) else { return };
    let builder = egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(area);
    let mut ui = egui::Ui::new(context.clone(), egui::Id::new(("lab tab", tab)), builder);
    ui.set_clip_rect(area.expand(4.0));
    show(&mut ui);
}

/// Run condition: the Lab is open.
fn is_lab_open(screen: Res<State<Screen>>, lab: Option<Res<LabState>>) -> bool {
    *screen.get() == Screen::Lab && lab.is_some()
}

/// The Lab.
pub(super) struct LabPlugin;

impl Plugin for LabPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((LayoutPlugin, LabToolPlugin, ActionTabPlugin, LabOverlayPlugin))
            .configure_sets(
                EguiPrimaryContextPass,
                (LabSystems::Frame, LabSystems::Tabs).chain().in_set(DrawSystems::Lab).run_if(is_lab_open),
            )
            .add_systems(
                Update,
                (self::world_sync::take_up_content, self::world_sync::sync_world)
                    .chain()
                    .after(ContentSystems)
                    .after(BoardSystems::Input)
                    .before(BoardSystems::Prepare)
                    .run_if(is_lab_open),
            )
            .add_systems(
                EguiPrimaryContextPass,
                inspector::show
                    .before(action_tabs::show)
                    .in_set(LabSystems::Tabs)
                    .run_if(is_tab_open(LabTab::Inspect)),
            );
    }
}
