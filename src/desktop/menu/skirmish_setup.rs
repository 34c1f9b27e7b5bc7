//! Skirmish page, the first step of setting up a battle: who fights where, and under which rules.
//!
//! Everything has a usual choice, so that the battle can start at once. All other options are on the page of
//! [`super::skirmish_options`].

use std::sync::Arc;

use bevy_egui::egui::{Align, ComboBox, Label, Layout, RichText, ScrollArea, Ui, vec2};

use super::balance_note::{BalanceNote, NOT_MEASURED, show_balance};
use super::map_list::{map_size, show_skirmish_combo, show_skirmish_list};
use super::{
    MenuContext, MenuPage, MenuState, map_preview, player_row, rulebooks, setup_changes, skirmish_options,
    widgets,
};
use crate::accessibility::Accessible;
use crate::ai_players::SidePlayer;
use crate::app_commands;
use crate::app_commands::AppCommand;
use crate::objective_text;
use crate::theme::scaled;
use ai::Difficulty;
use battle_log::log_text::capitalise;
use content::{Content, SkirmishBundle};
use rules::Book;

/// Width below which maps and rules are drop-down lists, in points.
const NARROW: f32 = 740.0;
/// Space between columns, in points.
const GAP: f32 = 18.0;
/// Least height below the map, for what it is about, in points.
const MAP_TEXT: f32 = 230.0;
/// Height of the rows of sides, in points.
const SIDE_ROW: f32 = 32.0;
/// Height reserved for a wide button, in points.
const BUTTON: f32 = 52.0;

/// Chooses a skirmish if none is chosen, and builds its bundle if the choice has changed.
pub(super) fn ensure_skirmish_chosen(menu: &mut MenuContext) {
    build_bundle(&menu.library.loaded.content, menu.state);
}

fn build_bundle(content: &Content, state: &mut MenuState) {
    let gone = state.chosen.as_ref().is_none_or(|id| !content.skirmishes.contains_key(id));
    if gone {
        state.chosen = usual_map(content).map(str::to_owned);
        state.bundle = None;
    }
    let is_due = std::mem::take(&mut state.is_outdated) || state.bundle.is_none();
    if let Some(id) = state.chosen.as_ref().filter(|_| is_due) {
        let bundle = content::bundle_skirmish(content, id, &state.overrides);
        state.balance = bundle.as_ref().ok().and_then(|bundle| BalanceNote::new(content, bundle));
        state.bundle = Some(bundle.map(Arc::new).map_err(|error| error.to_string()));
    }
}

/// The map that is chosen as long as the player has chosen none.
pub(super) fn usual_map(content: &Content) -> Option<&str> {
    let preferred = ["warehouse"].into_iter().find(|id| content.skirmishes.contains_key(*id));
    preferred.or_else(|| content.skirmishes.keys().next().map(String::as_str))
}

pub(super) fn show(ui: &mut Ui, menu: &mut MenuContext) {
    ensure_skirmish_chosen(menu);
    if widgets::page_title(ui, menu.palette, "Skirmish", "Menu") {
        menu.state.page = MenuPage::Start;
        menu.state.offer_way_back(None);
    }
    show_way_back(ui, menu);
    setup_changes::show_setup_changes(ui, menu);
    let (width, height) = (ui.available_width(), ui.available_height());
    if width < scaled(ui, NARROW) {
        show_narrow(ui, menu, width, height);
    } else {
        show_wide(ui, menu, width, height);
    }
    if menu.state.is_outdated {
        ui.ctx().request_repaint(); // the next frame shows the new choice
    }
}

/// Draws the button that leads back to the end screen from which the page was opened.
fn show_way_back(ui: &mut Ui, menu: &mut MenuContext) {
    let Some(battle) = menu.state.left_result.clone() else { return };
    let hover = "Opens the end screen of the last battle again, with rest and treatment.";
    if ui.button("Back to the last result").on_hover_text(hover).clicked() {
        menu.requests.commands.write(AppCommand::Open(battle));
    }
    ui.add_space(6.0);
}

/// Draws three columns: maps, the chosen map, and who plays under which rules.
fn show_wide(ui: &mut Ui, menu: &mut MenuContext, width: f32, height: f32) {
    let (list, who) = (scaled(ui, (width * 0.22).clamp(200.0, 300.0)), (width * 0.3).clamp(280.0, 380.0));
    let middle = width - list - who - 2.0 * GAP;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        show_column(ui, list, height, |ui| {
            widgets::section_heading(ui, menu.palette, "Map");
            let below = ui.available_height();
            scroll_area(ui, "skirmishes", below, |ui| show_skirmish_list(ui, menu));
        });
        show_column(ui, middle, height, |ui| {
            scroll_area(ui, "about", height, |ui| {
                show_skirmish_details(ui, menu, height - scaled(ui, MAP_TEXT).max(height * 0.28))
            });
        });
        show_column(ui, who, height, |ui| {
            scroll_area(ui, "who", height - 2.0 * scaled(ui, BUTTON), |ui| {
                rulebooks::show_book_choice(ui, menu);
                show_seats(ui, menu);
            });
            show_options_button(ui, menu);
            show_begin_button(ui, menu);
        });
    });
}

/// Draws two columns with drop-down lists of maps and rules, and the buttons below them.
fn show_narrow(ui: &mut Ui, menu: &mut MenuContext, width: f32, height: f32) {
    let (column, above) = ((width - GAP) * 0.5, height - scaled(ui, BUTTON) + 6.0);
    let columns = ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        show_column(ui, column, above, |ui| {
            scroll_area(ui, "about", above, |ui| {
                widgets::section_heading(ui, menu.palette, "Map");
                show_skirmish_combo(ui, menu);
                ui.add_space(4.0);
                show_skirmish_details(ui, menu, above * 0.6);
            });
        });
        show_column(ui, column, above, |ui| {
            scroll_area(ui, "who", above, |ui| {
                show_book_combo(ui, menu);
                show_seats(ui, menu);
            });
        });
    });
    widgets::show_below_columns(ui, columns.response.rect, (2, GAP), |ui, number| match number {
        0 => show_options_button(ui, menu),
        _ => show_begin_button(ui, menu),
    });
}

/// Vertical scroll area of a fixed height.
pub(super) fn scroll_area(ui: &mut Ui, name: &str, height: f32, content: impl FnOnce(&mut Ui)) {
    let area = ScrollArea::vertical().id_salt(name).max_height(height).auto_shrink([false, false]);
    area.show(ui, content);
}

/// Column of a fixed size.
pub(super) fn show_column(ui: &mut Ui, width: f32, height: f32, content: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(vec2(width, height), Layout::top_down(Align::Min), |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.set_width(width);
        ui.set_height(height);
        content(ui);
    });
}

/// Draws the rules as a drop-down list.
fn show_book_combo(ui: &mut Ui, menu: &mut MenuContext) {
    widgets::section_heading(ui, menu.palette, "Rules");
    let now = rulebooks::chosen_book(menu);
    let mut chosen = now;
    let list = ComboBox::from_id_salt("books").selected_text(now.name()).width(ui.available_width());
    list.show_ui(ui, |ui| {
        for book in Book::ALL {
            let name = rulebooks::name_for_map(menu, book);
            ui.selectable_value(&mut chosen, book, name).on_hover_text(book.blurb());
        }
    })
    .response
    .named("Rules");
    if chosen != now {
        rulebooks::choose_book(menu, chosen);
    }
    rulebooks::show_own_book(ui, menu);
}

/// Draws the map with what it is about, or why it cannot be played.
fn show_skirmish_details(ui: &mut Ui, menu: &mut MenuContext, map_height: f32) {
    let palette = menu.palette;
    let bundle = match menu.state.bundle.clone() {
        Some(Ok(bundle)) => bundle,
        Some(Err(problem)) => return widgets::show_warning(ui, palette, &problem),
        None => {
            ui.label("No skirmishes found.");
            return;
        }
    };
    let skirmish = &bundle.skirmish;
    map_preview::show(ui, menu, &bundle, vec2(ui.available_width(), map_height));
    map_preview::prepare_others(ui, menu, &bundle);
    ui.add_space(6.0);
    ui.label(RichText::new(format!("{}, {}", skirmish.name, map_size(skirmish))).strong());
    ui.label(&skirmish.description);
    ui.add_space(6.0);
    for (side, sentence) in objective_text::objective_sentences(skirmish) {
        ui.horizontal(|ui| {
            let side = usize::from(side);
            let colour = skirmish.sides.get(side).map_or(0, |side| side.colour);
            widgets::show_side_mark(ui, palette, colour, side + 1);
            ui.add(Label::new(sentence).wrap());
        });
    }
    let limit = format!(
        "{} after round {}.",
        capitalise(&objective_text::time_limit_words(skirmish)),
        skirmish.rounds
    );
    ui.label(RichText::new(limit).color(palette.dim));
    ui.add_space(6.0);
    let (content, revision) = (&menu.library.loaded.content, menu.library.revision());
    let map = (bundle.id.as_str(), skirmish.rules.book());
    let by_book = menu.state.map_fits.results_by_book(content, revision, map);
    if !by_book.is_empty() {
        ui.add(Label::new(RichText::new(by_book).color(palette.dim)).wrap());
    }
}

/// Ways to seat players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seating {
    /// A human against the AI.
    AgainstAi,
    /// Humans at one computer.
    HotSeat,
    /// The AI plays all sides.
    AiOnly,
}

impl Seating {
    const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::AgainstAi, "Against the AI", "You play one side, the AI the others."),
        (Self::HotSeat, "Hot-seat", "Humans play all sides at this computer, one after the other."),
        (Self::AiOnly, "Watch", "The AI plays all sides."),
    ];

    /// The way in which these players sit; `None` for a mixture.
    fn of(players: &[SidePlayer]) -> Option<Self> {
        let humans = players.iter().filter(|player| **player == SidePlayer::Person).count();
        match humans {
            0 => Some(Self::AiOnly),
            _ if humans == players.len() => Some(Self::HotSeat),
            1 => Some(Self::AgainstAi),
            _ => None,
        }
    }

    /// Seats players: AI players keep their difficulty, and new ones are normal.
    fn seat(self, players: &mut [SidePlayer]) {
        let normal = SidePlayer::Ai { difficulty: Difficulty::Normal, personality: None };
        let human = players.iter().position(|player| *player == SidePlayer::Person).unwrap_or_default();
        for (number, player) in players.iter_mut().enumerate() {
            let is_human = match self {
                Self::AgainstAi => number == human,
                Self::HotSeat => true,
                Self::AiOnly => false,
            };
            *player = match *player {
                _ if is_human => SidePlayer::Person,
                SidePlayer::Person => normal,
                other => other,
            };
        }
    }
}

/// Draws who plays: ways to seat players, a row for each side, and which side is favoured.
fn show_seats(ui: &mut Ui, menu: &mut MenuContext) {
    let Some(Ok(bundle)) = menu.state.bundle.clone() else { return };
    let palette = menu.palette;
    ui.add_space(6.0);
    widgets::section_heading(ui, palette, "Players");
    let mut players = initial_players(menu, &bundle);
    let now = Seating::of(&players);
    ui.horizontal_wrapped(|ui| {
        for (seating, name, about) in Seating::ALL {
            let button = ui.selectable_label(now == Some(seating), name).on_hover_text(about);
            if button.clicked() {
                seating.seat(&mut players);
            }
        }
    });
    ui.add_space(2.0);
    for (number, side) in bundle.skirmish.sides.iter().enumerate() {
        let units = bundle.skirmish.units.iter().filter(|unit| usize::from(unit.side) == number).count();
        let count = if units == 1 { "1 unit".to_owned() } else { format!("{units} units") };
        let row = vec2(ui.available_width(), scaled(ui, SIDE_ROW));
        ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().interact_size.y = scaled(ui, SIDE_ROW) - 4.0;
            if let Some(player) = players.get_mut(number) {
                player_row::show_player_list(ui, number, player);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                widgets::show_side_mark(ui, palette, side.colour, number + 1);
                let name = RichText::new(&side.name).strong().color(palette.side_colour(side.colour));
                ui.add(Label::new(name).truncate()).on_hover_text(count);
            });
        });
    }
    keep_players(menu, &bundle, players);
    ui.add_space(2.0);
    match &menu.state.balance {
        Some(balance) => show_balance(ui, palette, &bundle.skirmish, balance),
        None => _ = ui.add(Label::new(RichText::new(NOT_MEASURED).color(palette.dim)).wrap()),
    }
}

/// Players of the sides: the last choice for this skirmish, else a human against normal AI players.
pub(super) fn initial_players(menu: &MenuContext, bundle: &SkirmishBundle) -> Vec<SidePlayer> {
    let sides = bundle.skirmish.sides.len();
    let last = menu.settings.players.get(&bundle.id).cloned();
    let mut players = last.unwrap_or_else(|| usual_players(sides));
    players.resize(sides, SidePlayer::Person);
    players
}

/// A human against normal AI players.
pub(super) fn usual_players(sides: usize) -> Vec<SidePlayer> {
    let mut players = vec![SidePlayer::Person; sides];
    Seating::AgainstAi.seat(&mut players);
    players
}

/// Keeps the players of a skirmish if they have changed.
pub(super) fn keep_players(menu: &mut MenuContext, bundle: &SkirmishBundle, players: Vec<SidePlayer>) {
    if players != initial_players(menu, bundle) {
        menu.settings.players.insert(bundle.id.clone(), players);
    }
}

fn show_options_button(ui: &mut Ui, menu: &mut MenuContext) {
    let summary = skirmish_options::summary(menu);
    if widgets::wide_button(ui, menu.palette, "Options", &summary, true).clicked() {
        menu.state.page = MenuPage::SkirmishOptions;
    }
}

/// Draws the button that starts the battle.
pub(super) fn show_begin_button(ui: &mut Ui, menu: &mut MenuContext) {
    let Some(Ok(bundle)) = menu.state.bundle.clone() else { return };
    let seed = skirmish_options::chosen_seed(&menu.state.seed);
    let names: Vec<&str> = bundle.skirmish.sides.iter().map(|side| side.name.as_str()).collect();
    let book = bundle.skirmish.rules.book().name();
    let more = match seed {
        Some(_) => format!("{book} \u{00b7} {}", names.join(" vs ")),
        None => "the seed must be a number".to_owned(),
    };
    let button = widgets::wide_choice(ui, menu.palette, "Start", &more, seed.is_some(), true);
    if seed.is_some() {
        widgets::focus_first(&button);
    }
    if let (true, Some(seed)) = (button.clicked(), seed) {
        let seed = seed.unwrap_or_else(|| app_commands::battle_seed(&bundle));
        let seats = initial_players(menu, &bundle);
        menu.requests.commands.write(AppCommand::Start { bundle, seed, seats });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::menu::map_list::choose_map;
    use content::SkirmishOverrides;

    const NORMAL: SidePlayer = SidePlayer::Ai { difficulty: Difficulty::Normal, personality: None };
    const HARD: SidePlayer = SidePlayer::Ai { difficulty: Difficulty::Hard, personality: None };

    fn shipped_content() -> Content {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        content::load_content(&[assets]).content
    }

    /// The rulebook under which the chosen map is set up.
    fn shown_book(content: &Content, state: &mut MenuState) -> Option<Book> {
        build_bundle(content, state);
        state.bundle.as_ref()?.as_ref().ok().map(|bundle| bundle.skirmish.rules.book())
    }

    #[test]
    fn another_map_has_its_own_rulebook_and_keeps_the_options() {
        let (content, mut state) = (shipped_content(), MenuState::default());
        assert_eq!(shown_book(&content, &mut state), Some(Book::SwanSong));
        state.overrides.fog_of_war = Some(true);
        choose_map(&mut state, &content, "docks".to_owned());
        assert_eq!(state.chosen.as_deref(), Some("docks"));
        assert_eq!(shown_book(&content, &mut state), Some(Book::Aberrant));
        assert_eq!(state.overrides, SkirmishOverrides { fog_of_war: Some(true), ..Default::default() });
    }

    #[test]
    fn another_map_changes_no_rulebook_that_was_chosen() {
        let (content, mut state) = (shipped_content(), MenuState::default());
        state.overrides.book = Some(Book::CombatChecks);
        for map in ["docks", "derelict", "foundry"] {
            choose_map(&mut state, &content, map.to_owned());
            assert_eq!(shown_book(&content, &mut state), Some(Book::CombatChecks), "{map}");
        }
    }

    #[test]
    fn another_map_changes_no_rulebook_with_house_rules() {
        let (content, mut state) = (shipped_content(), MenuState::default());
        assert_eq!(shown_book(&content, &mut state), Some(Book::SwanSong));
        state.overrides.switches.insert("ss.ap.dodge".to_owned(), "2".to_owned());
        let before = state.overrides.clone();
        choose_map(&mut state, &content, "docks".to_owned());
        assert_eq!(shown_book(&content, &mut state), Some(Book::SwanSong));
        assert_eq!(state.overrides, SkirmishOverrides { book: Some(Book::SwanSong), ..before });
    }

    #[test]
    fn another_map_is_never_shown_as_no_map() {
        let (content, mut state) = (shipped_content(), MenuState::default());
        let shown = |state: &MenuState| match &state.bundle {
            Some(Ok(bundle)) => Some(bundle.id.clone()),
            _ => None,
        };
        build_bundle(&content, &mut state);
        assert_eq!(shown(&state).as_deref(), Some("warehouse"));
        choose_map(&mut state, &content, "docks".to_owned());
        assert_eq!(shown(&state).as_deref(), Some("warehouse"), "the rest of this frame shows the old one");
        build_bundle(&content, &mut state);
        assert_eq!(shown(&state).as_deref(), Some("docks"));
        assert!(!state.is_outdated);
    }

    #[test]
    fn one_human_plays_against_the_ai_and_difficulties_stay() {
        let mut players = [SidePlayer::Person, SidePlayer::Person, HARD];
        assert_eq!(Seating::of(&players), None);
        Seating::AgainstAi.seat(&mut players);
        assert_eq!(players, [SidePlayer::Person, NORMAL, HARD]);
        assert_eq!(Seating::of(&players), Some(Seating::AgainstAi));
        // Who was the only human stays it.
        let mut players = [NORMAL, SidePlayer::Person];
        Seating::AgainstAi.seat(&mut players);
        assert_eq!(players, [NORMAL, SidePlayer::Person]);
    }

    #[test]
    fn all_sides_are_human_or_none_is() {
        let mut players = [HARD, SidePlayer::Person];
        Seating::AiOnly.seat(&mut players);
        assert_eq!((players, Seating::of(&players)), ([HARD, NORMAL], Some(Seating::AiOnly)));
        Seating::HotSeat.seat(&mut players);
        assert_eq!((players, Seating::of(&players)), ([SidePlayer::Person; 2], Some(Seating::HotSeat)));
        // After that the first side is the human one.
        Seating::AiOnly.seat(&mut players);
        Seating::AgainstAi.seat(&mut players);
        assert_eq!(players, [SidePlayer::Person, NORMAL]);
    }
}
