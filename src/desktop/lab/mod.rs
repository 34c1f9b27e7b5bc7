//! The Lab: a scene is changed on the board itself, and everything that can be known about it is shown beside it.
//!
//! [`LabState`] holds the scene. Whoever shows something beside the board draws into a tab of the right panel with [`show_in_tab`];
//! whoever draws on the board does it in [`PaintSystems`].

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

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};

use super::board::{BoardArea, BoardSystems, PaintSystems};
use super::menu::MenuSystems;
use super::session::Screen;
use content::{Content, LabAction, LabScene};
use lab::{SceneEdit, SceneEditor};
use rules::Book;

pub(super) use self::open_scene::{LabError, OpenedScene};
pub(super) use self::world_sync::open_lab;

/// When the Lab draws what lies around the board, in `EguiPrimaryContextPass`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum LabSystems {
    /// Bars and panels.
    Frame,
    /// What stands in the tab that is open; see [`show_in_tab`].
    Tabs,
}

/// Tabs of the right panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum LabTab {
    /// What is selected, with every number.
    #[default]
    Inspect,
    /// Exact odds of the aim in all books.
    Odds,
    /// What is drawn on the board.
    Overlays,
    /// The action, clause by clause.
    Steps,
    /// Charts of chances.
    Charts,
}

impl LabTab {
    /// All tabs with their names, from left to right.
    const ALL: [(Self, &'static str); 5] = [
        (Self::Inspect, "Inspect"),
        (Self::Odds, "Odds"),
        (Self::Overlays, "Overlays"),
        (Self::Steps, "Steps"),
        (Self::Charts, "Charts"),
    ];
}

/// The scene that is worked on, and what is shown of it.
#[derive(Resource, Debug)]
pub(super) struct LabState {
    /// The scene with all its changes.
    pub editor: SceneEditor,
    /// The book it is shown under.
    pub book: Book,
    /// What it may name.
    pub content: Arc<Content>,
    /// The tab that is open.
    pub tab: LabTab,
    /// The file it was read from or kept in.
    file: Option<PathBuf>,
    /// What the world shows: revision and book.
    shown: Option<(u64, Book)>,
    /// Why the world does not show the scene as it is.
    problem: Option<String>,
    /// Where the open tab is on the screen.
    tab_area: Option<egui::Rect>,
    files: self::file_dialogs::FileDialogState,
    tools: tools::ToolState,
}

impl LabState {
    /// The scene as it is now.
    pub fn scene(&self) -> &LabScene {
        self.editor.scene()
    }

    /// Grows with every change: what was worked out from another one is no longer true.
    pub fn revision(&self) -> u64 {
        self.editor.revision()
    }

    /// The action that is looked at.
    pub fn aim(&self) -> Option<&LabAction> {
        self.scene().aim.as_ref()
    }

    /// Whether the world shows the scene as it is, under its book: only then is it worth looking at.
    pub fn is_current(&self) -> bool {
        self.shown == Some((self.revision(), self.book)) && self.problem.is_none()
    }

    /// Makes a step; what is wrong with it is shown.
    pub fn apply_edit(&mut self, edit: SceneEdit, session: &mut super::session::Session, now: f64) {
        if let Err(error) = self.editor.apply(edit) {
            session.notice = Some((to_sentence(&error.to_string()), now));
        }
    }
}

/// With a capital letter and a full stop.
fn to_sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{}{end}", first.to_uppercase(), letters.as_str())
}

/// Whether a tab is open, as a condition of systems that draw into it.
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

pub(super) fn plugin(app: &mut App) {
    overlays::plugin(app);
    let open = in_state(Screen::Lab).and_then(resource_exists::<LabState>);
    app.init_resource::<self::action_tabs::ActionTabs>();
    app.configure_sets(
        EguiPrimaryContextPass,
        (LabSystems::Frame, LabSystems::Tabs)
            .chain()
            .after(BoardSystems::Paint)
            .before(MenuSystems)
            .run_if(open.clone()),
    )
    .add_systems(OnExit(Screen::Lab), |mut area: ResMut<BoardArea>| area.0 = None)
    .add_systems(
        Update,
        (
            (self::layout::handle_lab_keys, tools::handle_tool_input)
                .chain()
                .after(super::board::update_hover)
                .in_set(BoardSystems::Input),
            (self::world_sync::sync_world, self::action_tabs::resolve_action)
                .chain()
                .after(BoardSystems::Input),
        )
            .chain()
            .before(BoardSystems::Prepare)
            .run_if(open),
    )
    .add_systems(
        EguiPrimaryContextPass,
        (self::layout::show, self::file_dialogs::show).chain().in_set(LabSystems::Frame),
    )
    .add_systems(EguiPrimaryContextPass, self::action_tabs::show.in_set(LabSystems::Tabs))
    .add_systems(
        EguiPrimaryContextPass,
        self::tool_markers::paint.in_set(PaintSystems::Over).run_if(resource_exists::<LabState>),
    )
    .add_systems(
        EguiPrimaryContextPass,
        inspector::show.in_set(LabSystems::Tabs).run_if(is_tab_open(LabTab::Inspect)),
    );
}
