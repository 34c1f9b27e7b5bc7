//! The Lab: a scene is changed on the board itself, and everything that can be known about it is shown beside it.
//!
//! [`Lab`] holds the scene. Whoever shows something beside the board draws into a tab of the right panel with [`in_tab`];
//! whoever draws on the board does it in [`PaintSystems`].

mod charts;
mod files;
mod frame;
mod inspector;
mod marks;
mod odds;
mod opening;
mod overlays;
mod palette;
mod plot;
mod steps;
mod strokes;
mod tabs;
mod tools;
mod world;

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};

use super::board::{BoardArea, BoardSystems, PaintSystems};
use super::menu::MenuSystems;
use super::session::Screen;
use content::{Aim, Content, LabScene};
use lab::{Edit, Workbench};
use rules::Book;

pub(super) use opening::{LabError, Opening};
pub(super) use world::enter;

/// When the Lab draws what lies around the board, in `EguiPrimaryContextPass`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum LabSystems {
    /// Bars and panels.
    Frame,
    /// What stands in the tab that is open; see [`in_tab`].
    Tabs,
}

/// Tabs of the right panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Tab {
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

impl Tab {
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
pub(super) struct Lab {
    /// The scene with all its changes.
    pub bench: Workbench,
    /// The book it is shown under.
    pub book: Book,
    /// What it may name.
    pub content: Arc<Content>,
    /// The tab that is open.
    pub tab: Tab,
    /// The file it was read from or kept in.
    file: Option<PathBuf>,
    /// What the world shows: revision and book.
    shown: Option<(u64, Book)>,
    /// Why the world does not show the scene as it is.
    problem: Option<String>,
    /// Where the open tab is on the screen.
    tab_area: Option<egui::Rect>,
    files: files::Files,
    tools: tools::Tools,
}

impl Lab {
    /// The scene as it is now.
    pub fn scene(&self) -> &LabScene {
        self.bench.scene()
    }

    /// Grows with every change: what was worked out from another one is no longer true.
    pub fn revision(&self) -> u64 {
        self.bench.revision()
    }

    /// The action that is looked at.
    pub fn aim(&self) -> Option<&Aim> {
        self.scene().aim.as_ref()
    }

    /// Whether the world shows the scene as it is, under its book: only then is it worth looking at.
    pub fn is_current(&self) -> bool {
        self.shown == Some((self.revision(), self.book)) && self.problem.is_none()
    }

    /// Makes a step; what is wrong with it is shown.
    pub fn change(&mut self, edit: Edit, session: &mut super::session::Session, now: f64) {
        if let Err(error) = self.bench.change(edit) {
            session.notice = Some((sentence(&error.to_string()), now));
        }
    }
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{}{end}", first.to_uppercase(), letters.as_str())
}

/// Whether a tab is open, as a condition of systems that draw into it.
pub(super) fn on_tab(tab: Tab) -> impl Fn(Option<Res<Lab>>) -> bool + Clone {
    move |lab: Option<Res<Lab>>| lab.is_some_and(|lab| lab.tab == tab)
}

/// Draws into the right panel, if the tab is open.
pub(super) fn in_tab(context: &egui::Context, lab: &Lab, tab: Tab, show: impl FnOnce(&mut egui::Ui)) {
    let Some(area) = lab.tab_area.filter(|_| lab.tab == tab) else { return };
    let builder = egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(area);
    let mut ui = egui::Ui::new(context.clone(), egui::Id::new(("lab tab", tab)), builder);
    ui.set_clip_rect(area.expand(4.0));
    show(&mut ui);
}

pub(super) fn plugin(app: &mut App) {
    overlays::plugin(app);
    let open = in_state(Screen::Lab).and_then(resource_exists::<Lab>);
    app.init_resource::<tabs::Action>();
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
            (frame::obey, tools::obey).chain().after(super::board::hover).in_set(BoardSystems::Input),
            (world::follow, tabs::walk).chain().after(BoardSystems::Input),
        )
            .chain()
            .before(BoardSystems::Prepare)
            .run_if(open),
    )
    .add_systems(EguiPrimaryContextPass, (frame::show, files::show).chain().in_set(LabSystems::Frame))
    .add_systems(EguiPrimaryContextPass, tabs::show.in_set(LabSystems::Tabs))
    .add_systems(
        EguiPrimaryContextPass,
        marks::paint.in_set(PaintSystems::Over).run_if(resource_exists::<Lab>),
    )
    .add_systems(
        EguiPrimaryContextPass,
        inspector::show.in_set(LabSystems::Tabs).run_if(on_tab(Tab::Inspect)),
    );
}
