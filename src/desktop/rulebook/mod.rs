//! The rulebook: all clauses of the five books, with search, subjects, coverage and scenes that show a clause.
//!
//! It lies over every screen and changes nothing below. Clause ids and terms on the screen are links
//! ([`screen_links`]) to cards that explain them ([`explanations`]).

mod clause_page;
mod coverage_page;
mod explanation_card;
mod explanations;
mod screen_links;
mod subject_page;

use std::collections::BTreeMap;

use bevy::input::InputSystems;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, Align, Frame, Id, Layout, Margin, Modal, RichText, Stroke, Ui};
use bevy_egui::{EguiContexts, EguiPreUpdateSet, EguiPrimaryContextPass};

use crate::app_commands::AppCommand;
use crate::app_window::DrawSystems;
use crate::content_library::ContentLibrary;
use crate::input::{ActionInput, InputAction};
use crate::session::Screen;
use crate::settings::Settings;
use crate::suspended_screen::SuspendedScreen;
use crate::theme::Palette;
use battle::BattleSetup;
use content::catalogue::{self, ClauseText};
use content::coverage::{ClauseCoverage, clause_coverage};
use content::gallery::{self, GalleryScene};
use rules::{Book, RuleSet};

pub(crate) use self::explanation_card::borrowed_text;
use self::explanations::Explanations;
#[cfg(test)]
pub(crate) use self::screen_links::offered_clauses;
pub(crate) use self::screen_links::{offer_clause, offer_terms, offer_terms_in, withhold_terms};

/// Largest size of the page, in points.
const MAX_SIZE: egui::Vec2 = egui::vec2(1240.0, 900.0);

/// Names of the tests of each clause, for the coverage page.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct ClauseTests(pub BTreeMap<String, Vec<String>>);

/// A request to open the rulebook, at a clause if one is given.
#[derive(Message, Clone, Debug, Default)]
pub(super) struct OpenRulebook(pub Option<String>);

/// Pages of the rulebook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum RulebookPage {
    /// Clauses by book and chapter, with search.
    #[default]
    Clauses,
    /// The same subject in five books.
    Subjects,
    /// Tests and scenes of every clause.
    Coverage,
}

impl RulebookPage {
    const ALL: [(Self, &'static str); 3] =
        [(Self::Clauses, "Clauses"), (Self::Subjects, "Subjects"), (Self::Coverage, "Coverage")];
}

/// What the rulebook shows.
#[derive(Resource, Debug, Default)]
pub(super) struct RulebookState {
    /// Whether it is open.
    pub open: bool,
    page: RulebookPage,
    book: Book,
    /// Id of the chapter within the book.
    chapter: String,
    /// The selected clause.
    clause: Option<String>,
    /// Whether the selected clause has to be scrolled into view.
    scroll: bool,
    search: String,
    /// Index of the chosen subject.
    subject: usize,
    /// Scenes of the gallery and the coverage; read when the rulebook is opened after a change.
    index: Option<RulebookIndex>,
}

/// What is read once: scenes of the gallery and the coverage of each clause.
#[derive(Debug)]
struct RulebookIndex {
    gallery: Vec<GalleryScene>,
    coverage: Vec<ClauseCoverage>,
    /// Revision of the content that the scenes are of.
    revision: u64,
}

impl RulebookIndex {
    /// Scenes that show a clause.
    fn scenes(&self, clause: &str) -> impl Iterator<Item = &GalleryScene> {
        self.gallery.iter().filter(move |scene| scene.shows.iter().any(|shown| shown == clause))
    }
}

impl RulebookState {
    /// Opens the page of clauses at a clause.
    fn show_clause(&mut self, id: &str) {
        let Ok(clause) = catalogue::find_clause(id) else { return };
        (self.page, self.scroll) = (RulebookPage::Clauses, true);
        self.search.clear();
        self.book = book_of(clause);
        self.chapter = chapter_of(clause).to_owned();
        self.clause = Some(clause.id.clone());
    }
}

/// The book of a clause.
fn book_of(clause: &ClauseText) -> Book {
    let prefix = clause.id.split('-').next().unwrap_or_default();
    Book::ALL.into_iter().find(|book| book.prefix() == prefix).unwrap_or_default()
}

/// The chapter of a clause, such as `ATK`.
fn chapter_of(clause: &ClauseText) -> &str {
    clause.id.split('-').nth(1).unwrap_or_default()
}

/// The rulebook and the links to it.
pub(super) struct RulebookPlugin {
    /// Names of the tests of each clause.
    pub tests: BTreeMap<String, Vec<String>>,
}

impl Plugin for RulebookPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(ClauseTests(self.tests.clone()))
            .init_resource::<RulebookState>()
            .init_resource::<SuspendedScreen>()
            .add_message::<OpenRulebook>()
            .init_resource::<Explanations>()
            .add_systems(
                PreUpdate,
                explanations::close_by_key
                    .after(InputSystems)
                    .after(EguiPreUpdateSet::ProcessInput)
                    .before(EguiPreUpdateSet::BeginPass),
            )
            .add_systems(Update, (request_by_key, explanations::read_pin_key, open_requested).chain())
            .add_systems(
                EguiPrimaryContextPass,
                (show.run_if(is_open), explanations::show).chain().after(DrawSystems::Menus),
            );
        for screen in [Screen::Menu, Screen::Battle, Screen::Lab] {
            app.add_systems(OnExit(screen), explanations::close_all);
        }
    }
}

/// Run condition: the rulebook is open.
fn is_open(state: Res<RulebookState>) -> bool {
    state.open
}

/// Opens the rulebook by its key, at the clause under the pointer if there is one.
fn request_by_key(
    keys: ActionInput,
    links: Option<Res<explanations::HoveredClause>>,
    state: Res<RulebookState>,
    mut requests: MessageWriter<OpenRulebook>,
) {
    if keys.just_pressed(InputAction::Rulebook) && !state.open {
        requests.write(OpenRulebook(links.and_then(|links| links.0.clone())));
    }
}

fn open_requested(
    mut requests: MessageReader<OpenRulebook>,
    mut state: ResMut<RulebookState>,
    (library, tests): (Res<ContentLibrary>, Res<ClauseTests>),
    setup: Option<Res<BattleSetup>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(OpenRulebook(clause)) = requests.read().last().cloned() else { return };
    let state = state.as_mut();
    if state.index.as_ref().is_none_or(|index| index.revision != library.revision()) {
        let gallery = gallery::read_gallery(library.shipped());
        let coverage = clause_coverage(&tests.0, &gallery, None);
        state.index = Some(RulebookIndex { gallery, coverage, revision: library.revision() });
    }
    match clause {
        Some(clause) => state.show_clause(&clause),
        None if state.chapter.is_empty() => {
            state.book = setup.map_or(Book::default(), |setup| setup.rules().book());
            state.chapter = first_chapter(state.book);
        }
        None => {}
    }
    state.open = true;
    redraw.write(RequestRedraw);
}

/// Id of the first chapter of a book that has clauses.
fn first_chapter(book: Book) -> String {
    let chapters =
        catalogue::catalogues().iter().find(|known| known.book == book).map(|known| &known.chapters);
    let first = chapters.into_iter().flatten().find(|chapter| !chapter.clauses.is_empty());
    first.map(|chapter| chapter.id.clone()).unwrap_or_default()
}

/// What a page draws with.
struct PageContext<'a> {
    palette: &'static Palette,
    index: &'a RulebookIndex,
    /// The rules of the current battle or scene.
    rules: Option<&'a RuleSet>,
}

/// What a page requests.
#[derive(Default)]
struct PageRequests {
    /// Open a clause.
    clause: Option<String>,
    /// Open the gallery scene of this id.
    scene: Option<String>,
}

fn show(
    mut contexts: EguiContexts,
    mut state: ResMut<RulebookState>,
    settings: Res<Settings>,
    setup: Option<Res<BattleSetup>>,
    mut commands: MessageWriter<AppCommand>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let palette = settings.palette();
    let state = state.as_mut();
    let Some(index) = state.index.take() else { return Ok(()) };
    let page = PageContext { palette, index: &index, rules: setup.as_ref().map(|setup| setup.rules()) };
    let mut requests = PageRequests::default();
    let size = (context.viewport_rect().size() * 0.94).min(MAX_SIZE);
    let frame = Frame::new()
        .fill(palette.panel)
        .stroke(Stroke::new(1.0, palette.line))
        .corner_radius(10)
        .inner_margin(Margin::same(18));
    let modal = Modal::new(Id::new("rulebook")).frame(frame).show(&context, |ui| {
        ui.set_width(size.x - 36.0);
        ui.set_height(size.y - 36.0);
        show_head(ui, palette, state);
        ui.separator();
        match state.page {
            RulebookPage::Clauses => clause_page::show(ui, &page, state, &mut requests),
            RulebookPage::Subjects => subject_page::show(ui, &page, state, &mut requests),
            RulebookPage::Coverage => coverage_page::show(ui, &page, &mut requests),
        }
    });
    if modal.should_close() {
        state.open = false;
    }
    if let Some(clause) = requests.clause {
        state.show_clause(&clause);
    }
    let scene = requests.scene.and_then(|id| index.gallery.iter().find(|scene| scene.id == id));
    if let Some(scene) = scene {
        commands.write(AppCommand::ShowScene(scene.file.clone()));
        state.open = false;
    }
    state.index = Some(index);
    Ok(())
}

fn show_head(ui: &mut Ui, palette: &Palette, state: &mut RulebookState) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Rulebook").heading().strong().color(palette.text));
        ui.add_space(12.0);
        for (page, name) in RulebookPage::ALL {
            if ui.selectable_label(state.page == page, name).clicked() {
                state.page = page;
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button("Close").clicked() {
                state.open = false;
            }
        });
    });
}
