//! What of the set-up differs from the usual one, in one line with a button that resets it: no option of an earlier battle stays
//! unseen.

use bevy_egui::egui::{Align, Button, Label, Layout, RichText, Ui, vec2};

use super::MenuContext;
use super::skirmish_options::option_parts;
use super::skirmish_setup::{initial_players, usual_map, usual_players};
use crate::ai_players::SidePlayer;
use crate::theme::scaled;
use ai::Difficulty;
use battle_log::log_text::capitalise;
use content::{Content, Skirmish, SkirmishOverrides, SkirmishSide};

/// Height of the line, in points.
const LINE: f32 = 26.0;

/// Lists the chosen options that differ from those of a map: rulebook, match options, rules and squad.
fn option_changes(overrides: &SkirmishOverrides, own: &Skirmish) -> Vec<String> {
    let (book, options) = (own.rules.book(), &own.options);
    let other = overrides.book.filter(|chosen| *chosen != book);
    let other = other.map(|chosen| format!("{} instead of {}", chosen.name(), book.name()));
    let differs = |chosen: Option<bool>, usual: bool| chosen.filter(|chosen| *chosen != usual);
    let changed = SkirmishOverrides {
        fog_of_war: differs(overrides.fog_of_war, options.fog_of_war),
        free_undo: differs(overrides.free_undo, options.free_undo),
        ask_dice: differs(overrides.ask_dice, options.ask_dice),
        ..overrides.clone()
    };
    other.into_iter().chain(option_parts(&changed)).collect()
}

/// Says how the players differ from the usual ones: "you play Orange", "AI (Hard)".
fn player_changes(players: &[SidePlayer], sides: &[SkirmishSide]) -> Vec<String> {
    let usual = usual_players(sides.len());
    if players == usual {
        return Vec::new();
    }
    let people = || players.iter().enumerate().filter(|(_, player)| **player == SidePlayer::Person);
    let mut parts: Vec<String> = Vec::new();
    match people().count() {
        0 => parts.push("the AI plays all sides".to_owned()),
        1 => {
            let own = people().map(|(side, _)| side).find(|side| *side > 0);
            let own = own.and_then(|side| sides.get(side));
            parts.extend(own.map(|side| format!("you play {}", side.name)));
        }
        count if count == players.len() => parts.push("people play all sides".to_owned()),
        count => parts.push(format!("people play {count} sides")),
    }
    for player in players {
        let SidePlayer::Ai { difficulty, personality } = player else { continue };
        let words = match personality {
            None if *difficulty == Difficulty::Normal => continue,
            None => format!("AI ({})", capitalise(&difficulty.to_string())),
            Some(personality) => format!("AI ({}, {personality})", capitalise(&difficulty.to_string())),
        };
        if !parts.contains(&words) {
            parts.push(words);
        }
    }
    parts
}

/// Lists what differs from the usual set-up of the chosen map.
fn setup_changes(menu: &MenuContext) -> Vec<String> {
    let Some(Ok(bundle)) = &menu.state.bundle else { return Vec::new() };
    let Some(own) = menu.library.loaded.content.skirmishes.get(&bundle.id) else { return Vec::new() };
    let mut parts = option_changes(&menu.state.overrides, own);
    parts.extend(player_changes(&initial_players(menu, bundle), &bundle.skirmish.sides));
    let seed = menu.state.seed.trim();
    if !seed.is_empty() {
        parts.push(format!("seed {seed}"));
    }
    parts
}

/// Lists what differs from the battle that "Quick battle" starts at first: the map and its options.
fn quick_changes(content: &Content, chosen: &str, overrides: &SkirmishOverrides) -> Vec<String> {
    let Some(own) = content.skirmishes.get(chosen) else { return Vec::new() };
    // The names of two maps have no room in the line; the usual one is a click away.
    let map = usual_map(content).filter(|usual| *usual != chosen).map(|_| own.name.clone());
    map.into_iter().chain(option_changes(overrides, own)).collect()
}

/// Draws the line of the pages of the set-up. It keeps its height, so that what stands below it stays where it is.
pub(super) fn show_setup_changes(ui: &mut Ui, menu: &mut MenuContext) {
    let changes = setup_changes(menu);
    let hover = "Goes back to the usual rulebook, options, units and players of this map.";
    if show_line(ui, menu, &changes, hover) {
        menu.state.reset_options();
        if let Some(id) = &menu.state.chosen {
            menu.settings.players.remove(id);
        }
    }
}

/// Draws the line below "Quick battle" if its battle is not the usual one.
pub(super) fn show_quick_changes(ui: &mut Ui, menu: &mut MenuContext) {
    let content = &menu.library.loaded.content;
    let chosen = menu.state.chosen.as_deref().unwrap_or_default();
    let changes = quick_changes(content, chosen, &menu.state.overrides);
    let hover = "Goes back to the usual map with its usual rulebook and options.";
    if !changes.is_empty() && show_line(ui, menu, &changes, hover) {
        menu.state.reset_map();
    }
}

/// Draws what differs, and the button that resets it; returns whether it was clicked.
fn show_line(ui: &mut Ui, menu: &MenuContext, changes: &[String], hover: &str) -> bool {
    let row = vec2(ui.available_width(), scaled(ui, LINE));
    let layout = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(row, layout, |ui| {
        let button = ui.add_visible(!changes.is_empty(), Button::new("Reset").small());
        let is_reset = button.on_hover_text(hover).clicked();
        let colour = if changes.is_empty() { menu.palette.dim } else { menu.palette.caution };
        let text = changes_text(changes);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let label = Label::new(RichText::new(&text).small().color(colour)).truncate();
            ui.add(label).on_hover_text(&text);
        });
        is_reset
    })
    .inner
}

/// Words what differs from the usual set-up: "Not as usual: fog of war, seed 7."
fn changes_text(changes: &[String]) -> String {
    match changes {
        [] => "Everything as the map suggests.".to_owned(),
        changes => format!("Not as usual: {}.", changes.join(", ")),
    }
}

/// Draws which side a quick battle gives the player, against whom and under which rules.
pub(super) fn show_quick_words(ui: &mut Ui, menu: &MenuContext, skirmish: &Skirmish) {
    let side = skirmish.sides.first().map_or("the first side", |side| side.name.as_str());
    let text = quick_words(side, skirmish.rules.book().name());
    ui.add(Label::new(RichText::new(text).small().color(menu.palette.dim)).wrap());
}

/// Says what a quick battle is: "You play Blue against AI (Normal), under the rules of Swan Song."
fn quick_words(side: &str, rules: &str) -> String {
    format!("You play {side} against AI (Normal), under the rules of {rules}.")
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Color32, Context, FontId, RawInput};

    use super::*;
    use crate::menu::MenuState;
    use crate::theme::SMALL_SIZE;
    use rules::Book;

    /// Room for the words of the line beside "Reset" on the start page, in points.
    const QUICK_LINE: f32 = 270.0;
    const PERSON: SidePlayer = SidePlayer::Person;
    const NORMAL: SidePlayer = SidePlayer::Ai { difficulty: Difficulty::Normal, personality: None };
    const HARD: SidePlayer = SidePlayer::Ai { difficulty: Difficulty::Hard, personality: None };

    fn shipped_content() -> Content {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        content::load_content(&[assets]).content
    }

    #[test]
    fn options_are_listed_only_where_they_differ_from_the_map() {
        let content = shipped_content();
        let own = &content.skirmishes["warehouse"];
        let usual = own.options.fog_of_war;
        let mut overrides = SkirmishOverrides { fog_of_war: Some(usual), ..SkirmishOverrides::default() };
        overrides.book = Some(own.rules.book());
        assert_eq!(option_changes(&overrides, own), Vec::<String>::new(), "chosen, but as usual");
        overrides.fog_of_war = Some(!usual);
        overrides.book = Some(Book::CombatChecks);
        let changes = option_changes(&overrides, own);
        assert_eq!(changes.len(), 2, "{changes:?}");
        let instead = format!("{} instead of {}", Book::CombatChecks.name(), own.rules.book().name());
        assert_eq!(changes[0], instead);
        assert!(changes[1].ends_with("fog of war"), "{changes:?}");
    }

    #[test]
    fn players_are_listed_only_where_they_differ() {
        let content = shipped_content();
        let sides = &content.skirmishes["warehouse"].sides;
        let none: [&str; 0] = [];
        assert_eq!(player_changes(&[PERSON, NORMAL], sides), none);
        assert_eq!(player_changes(&[PERSON, HARD], sides), ["AI (Hard)"]);
        assert_eq!(player_changes(&[HARD, PERSON], sides), ["you play Orange", "AI (Hard)"]);
        assert_eq!(player_changes(&[NORMAL, PERSON], sides), ["you play Orange"]);
        assert_eq!(player_changes(&[PERSON, PERSON], sides), ["people play all sides"]);
        assert_eq!(player_changes(&[NORMAL, HARD], sides), ["the AI plays all sides", "AI (Hard)"]);
    }

    #[test]
    fn the_next_map_shows_beside_quick_battle_and_is_taken_back() {
        let content = shipped_content();
        let mut state = MenuState::default();
        state.choose_map("docks", None);
        let chosen = state.chosen.clone().unwrap_or_default();
        let changes = quick_changes(&content, &chosen, &state.overrides);
        assert_eq!(changes, [content.skirmishes["docks"].name.as_str()]);
        state.overrides.fog_of_war = Some(true);
        state.reset_map();
        assert_eq!((state.chosen, state.overrides), (None, SkirmishOverrides::default()));
        assert!(quick_changes(&content, "warehouse", &SkirmishOverrides::default()).is_empty());
    }

    #[test]
    fn another_map_beside_quick_battle_has_room_in_its_line() {
        let content = shipped_content();
        let context = Context::default();
        for (id, own) in content.skirmishes.iter().filter(|(_, own)| own.lesson.is_none()) {
            let text = changes_text(&quick_changes(&content, id, &SkirmishOverrides::default()));
            let output = context.run_ui(RawInput::default(), |ui| {
                let font = FontId::proportional(SMALL_SIZE);
                let width = ui.painter().layout_no_wrap(text.clone(), font, Color32::WHITE).size().x;
                assert!(width < QUICK_LINE, "{}: {text}, {width} points", own.name);
            });
            output.drop_without_applying_deltas();
        }
    }

    #[test]
    fn a_usual_set_up_is_that_of_the_map() {
        assert_eq!(changes_text(&[]), "Everything as the map suggests.");
        let changes = ["fog of war", "seed 7"].map(str::to_owned);
        assert_eq!(changes_text(&changes), "Not as usual: fog of war, seed 7.");
    }

    #[test]
    fn a_quick_battle_names_side_opponent_and_rules() {
        let text = quick_words("Blue", "Attacks and Damage");
        assert_eq!(text, "You play Blue against AI (Normal), under the rules of Attacks and Damage.");
    }

    #[test]
    fn a_reset_keeps_the_map() {
        let mut state = MenuState::default();
        state.choose_map("docks", Some(Book::CombatChecks));
        state.seed = "7".to_owned();
        state.reset_options();
        assert_eq!(state.chosen.as_deref(), Some("docks"));
        assert_eq!((state.overrides, state.seed.as_str()), (SkirmishOverrides::default(), ""));
    }
}
