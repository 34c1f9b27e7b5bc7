//! Victory screen: winner, reason, highlights and statistics per unit.

use std::path::{Path, PathBuf};

use bevy_egui::egui::{
    self, Align, Button, Id, Label, Layout, Modal, RichText, ScrollArea, Sense, TextStyle, Ui, pos2, vec2,
};

use super::highlights::{BattleHighlights, BestMoment, BestUnit};
use super::page_buttons::show_page_buttons;
use super::question::{leave_by, losses_on_leaving};
use super::sequel::{Sequel, main_button};
use super::statistics::{UnitStatistics, are_enemies_by, count_statistics};
use crate::accessibility::{Accessible, announce};
use crate::app_commands::AppCommand;
use crate::attack_forecast::percent_text;
use crate::panel::PanelState;
use crate::panel::combat_log::export::LogFormat;
use crate::panel::widgets::{PanelContext, draw_side_mark, layout_truncated, out_of_action_text};
use crate::player_input::PlayerInput;
use crate::replay::WATCH_BATTLE;
use crate::rulebook::offer_terms;
use crate::theme::{scaled, scaled_in};
use battle::{BattleOutcome, EndReason, Journal, UnitDataItem};
use battle_log::log_text::{ending_text, surrendered_side};
use content::side_sentence;
use model::Side;
use rules::play;

/// Names the winner: a defeat for people who lost to the AI.
fn winner_text(context: &PanelContext, winner: Side) -> String {
    let name = context.view.side_name(winner);
    let persons = context.opponents.person_sides(context.view.setup().bundle().skirmish.sides.len());
    if context.watching || persons.is_empty() || persons.contains(&winner) {
        format!("Victory: {name}")
    } else {
        format!("Defeat: {}", side_sentence(name, ("has", "have"), " won"))
    }
}

/// Describes how the battle ended; a surrender names the side, or the only person.
fn ending_words(context: &PanelContext, ending: EndReason) -> String {
    let orders = context.history.records().iter().map(|record| &record.order);
    let surrendered = surrendered_side(orders).filter(|_| ending == EndReason::Surrender);
    let Some(side) = surrendered else { return ending_text(ending).to_owned() };
    let persons = context.opponents.person_sides(context.view.setup().bundle().skirmish.sides.len());
    match !context.watching && persons == [side] {
        true => "you surrendered".to_owned(),
        false => format!("{} surrendered", context.view.side_name(side)),
    }
}

/// Height of the screen without its table of units, in points: outcome, highlights, legend and two rows of buttons.
const HEIGHT_AROUND_TABLE: f32 = 290.0;
/// Least height of the screen, in points, so that rest and treatment have room.
const LEAST_HEIGHT: f32 = 470.0;
/// Height of a row of the table, in points.
const ROW_HEIGHT: f32 = 24.0;

/// Returns the height of the screen for so many units, in points of the usual text size. It depends on nothing that is found
/// out later or on another page, so that no button moves.
fn screen_height(units: usize) -> f32 {
    (HEIGHT_AROUND_TABLE + ROW_HEIGHT * (units + 1) as f32).max(LEAST_HEIGHT)
}

/// Adds space down to a height.
fn fill_down_to(ui: &mut Ui, bottom: f32) {
    let missing = bottom - ui.cursor().top();
    if missing > 0.0 {
        ui.add_space(missing);
    }
}

/// Draws the screen; it can be closed to view the battlefield.
pub(crate) fn show(
    ctx: &egui::Context,
    context: &PanelContext,
    player: &mut PlayerInput,
    state: &mut PanelState,
    (journal, sequel, highlights): (Option<&Journal>, Sequel, Option<&BattleHighlights>),
) {
    let Some(outcome) = context.view.round().outcome() else { return };
    if state.looked_at_end || player.session.paused {
        return;
    }
    let room = ctx.viewport_rect().size() * 0.92;
    let width = room.x.min(scaled_in(ctx, 720.0)) - 40.0;
    let height = scaled_in(ctx, screen_height(context.view.units().count())).min(room.y - 24.0);
    let losses = match context.watching {
        true => Vec::new(),
        false => losses_on_leaving(sequel.stage, outcome.winner, journal),
    };
    Modal::new(Id::new("victory")).show(ctx, |ui| {
        ui.set_width(width);
        let bottom = ui.cursor().top() + height;
        show_outcome(ui, context, outcome);
        if !context.watching {
            sequel.show_words(ui, outcome.winner);
        }
        let journal_path = journal.and_then(Journal::path).map(Path::to_owned);
        let left = context.view.round().after().is_some();
        highlights.into_iter().for_each(|found| {
            show_highlights(ui, context, player, (found, journal_path.as_deref()));
        });
        ui.add_space(6.0);
        let two_rows = 2.0 * (ui.spacing().interact_size.y + ui.spacing().item_spacing.y);
        let buttons_top = bottom - state.end_buttons_height.max(two_rows) - 8.0;
        let height = (buttons_top - ui.cursor().top() - ui.spacing().item_spacing.y).max(80.0);
        let shows_rest = left && !state.aftermath.shows_statistics;
        if shows_rest {
            super::after_battle::show(ui, context, player, state, (height, &losses));
        } else {
            let area = ScrollArea::both().max_height(height).min_scrolled_height(height);
            area.auto_shrink([false, false]).show(ui, |ui| show_statistics_page(ui, context));
        }
        fill_down_to(ui, buttons_top);
        let buttons = ui.horizontal_wrapped(|ui| {
            if !context.watching {
                sequel.show_buttons(ui, context.palette, (outcome.winner, &losses), player);
            }
            // A replay ends no effects: only what the battle has had after its end is shown.
            if left || !context.watching {
                show_page_buttons(ui, player, state, (left, shows_rest));
            }
            show_battle_buttons(ui, context, player, state, (sequel, journal_path, &losses));
        });
        state.end_buttons_height = buttons.response.rect.height();
        fill_down_to(ui, bottom);
    });
    super::question::show(ctx, context, player, state, (sequel.stage, &losses));
}

/// Draws who has won, and how and when the battle ended.
fn show_outcome(ui: &mut Ui, context: &PanelContext, outcome: BattleOutcome) {
    let (text, colour) = match outcome.winner {
        Some(side) => (winner_text(context, side), context.side_colour(side)),
        None => ("A draw".to_owned(), context.palette.text),
    };
    announce(ui.ctx(), "outcome", true, &text);
    ui.label(RichText::new(text).heading().color(colour));
    ui.label(format!(
        "{} Round {}.",
        to_sentence(&ending_words(context, outcome.ending)),
        context.view.round().number()
    ));
}

/// Draws the statistics of the battle by unit, and what they count.
fn show_statistics_page(ui: &mut Ui, context: &PanelContext) {
    show_statistics(ui, context);
    ui.add_space(4.0);
    let dealt = format!(
        "Attacks hit: also those that did no damage. Dealt and taken: {}, after soak. {LUCK_LEGEND}",
        damage_words(context)
    );
    ui.add(Label::new(RichText::new(dealt).small().color(context.palette.dim)).wrap());
    offer_terms(ui);
    show_band_losses(ui, context);
}

/// What the button does that shows the battle again.
const WATCH_HINT: &str = "Shows the whole battle from the start, order by order, and then comes back here.";

/// Draws the buttons that save, show or repeat the battle, and those that leave it.
fn show_battle_buttons(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    state: &mut PanelState,
    (sequel, journal_path, losses): (Sequel, Option<PathBuf>, &[String]),
) {
    let saves = "Saves the battle in a file of its own, to watch it later: it stays under Load.";
    if ui.button("Save as a replay").on_hover_text(saves).clicked() {
        player.send_command(AppCommand::SaveAs("replay".to_owned()));
    }
    ui.menu_button("Export log", |ui| {
        for format in LogFormat::ALL {
            if ui.button(format.label()).on_hover_text(format.explanation()).clicked() {
                player.send_command(AppCommand::ExportLog(format));
                ui.close();
            }
        }
    })
    .response
    .on_hover_text("Saves the combat log in a file: as text, as JSON lines, or as a table.");
    if ui.button("View battlefield").on_hover_text("Closes this screen; the log stays open.").clicked() {
        state.looked_at_end = true;
    }
    if let Some(path) = journal_path
        && ui.button(WATCH_BATTLE).on_hover_text(WATCH_HINT).clicked()
    {
        player.send_command(AppCommand::Watch(path));
    }
    let is_lesson = context.view.setup().bundle().skirmish.lesson.is_some();
    let (label, hover) = match is_lesson {
        true => ("Play again", "Starts this lesson again from the beginning."),
        false => (
            "Play again",
            "Starts this battle again from the beginning, with the same players and other dice. Your units are placed \
             as before.",
        ),
    };
    if !sequel.is_stage() {
        let is_main = !context.watching && !sequel.has_next();
        let button = if is_main { main_button(context.palette, label) } else { Button::new(label) };
        if ui.add(button).on_hover_text(hover).clicked() {
            leave_by(player, losses, AppCommand::Rematch);
        }
    }
    if context.watching {
        let hover = "Ends the replay.";
        if ui.button("Exit replay").on_hover_text(hover).clicked() {
            player.send_command(AppCommand::ExitReplay);
        }
    }
    let hover = "Leaves the battle. Its result stays under Load, with \u{201c}Results\u{201d}.";
    if ui.button("Main menu").on_hover_text(hover).clicked() {
        leave_by(player, losses, AppCommand::Leave);
    }
}

/// Draws the unit that did best and the best moment, which can be watched again.
fn show_highlights(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    (highlights, journal): (&BattleHighlights, Option<&Path>),
) {
    if let Some(best) = &highlights.best_unit {
        ui.label(best_unit_text(best, &context.unit_name(best.unit), damage_words(context))).on_hover_text(
            "The unit with most enemies taken out; among equals, the one with most damage to enemies.",
        );
    }
    // The row and its button are there while the moment is looked for: nothing moves when it is found.
    let row = vec2(ui.available_width(), ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        let moment = highlights.best_moment();
        let title = moment.map(|moment| {
            let name = |unit| context.unit_name(unit);
            best_moment_title(moment, &name(moment.attack.unit), &name(moment.attack.target))
        });
        let hover = "Shows this attack on the board, then comes back here.";
        let is_clicked = journal.is_some()
            && ui
                .add_enabled(moment.is_some(), Button::new("Watch this moment"))
                .on_hover_text(hover)
                .clicked();
        let text = match (moment, &title) {
            (Some(moment), Some(title)) => best_moment_text(title, moment),
            _ if highlights.is_looking() => "Best moment: looking for it \u{2026}".to_owned(),
            _ => "Best moment: no attack stands out.".to_owned(),
        };
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add(Label::new(text).truncate())
                .on_hover_text("The chances that the card of this attack showed before it was made.");
        });
        if let Some(((path, moment), title)) = journal.zip(moment).zip(title).filter(|_| is_clicked) {
            let (path, orders) = (path.to_owned(), moment.attack.orders.clone());
            player.send_command(AppCommand::WatchClip { path, orders, title });
        }
    });
}

/// Names the damage that the statistics add up.
fn damage_words(context: &PanelContext) -> &'static str {
    play::damage_words(context.view.rules().book())
}

/// Describes the unit that did best, and by what: "Best unit, by damage: Vex, 14 damage dealt.".
fn best_unit_text(best: &BestUnit, name: &str, damage: &str) -> String {
    let dealt = format!("{} {damage} dealt", best.dealt);
    match best.downed {
        0 => format!("Best unit, by damage: {name}, {dealt}."),
        1 => format!("Best unit, by enemies taken out: {name}, 1 enemy, {dealt}."),
        count => format!("Best unit, by enemies taken out: {name}, {count} enemies, {dealt}."),
    }
}

/// Names the best moment: "Best moment: Vex takes out Sable in round 3".
fn best_moment_title(moment: &BestMoment, unit: &str, target: &str) -> String {
    let verb = if moment.attack.took_out { "takes out" } else { "hits" };
    format!("Best moment: {unit} {verb} {target} in round {}", moment.attack.round)
}

/// Adds the chances of the best moment: ", with 65 % to hit and 12 % to take out."
fn best_moment_text(title: &str, moment: &BestMoment) -> String {
    let (hit, out) = (percent_text(moment.odds.hit), percent_text(moment.odds.out));
    match moment.attack.took_out {
        true => format!("{title}, with {hit} to hit and {out} to take out."),
        false => format!("{title}, with {hit} to hit."),
    }
}

const COLUMNS: [(&str, &str); 7] = [
    ("Attacks", "Attacks on units and barriers; a burst or a blast is one attack."),
    (
        "Attacks hit",
        "Attacks that hit a unit, however many units or times, also those that do no damage. An attack that a barrier stops does not hit.",
    ),
    (
        "Shots",
        "Rounds of ammunition fired, and attacks at range that use none, such as bolts of powers and throws.",
    ),
    (
        "Dealt",
        "Damage dealt to enemies, after soak. Point at a number to see damage to units of the own side.",
    ),
    ("Taken", "Damage taken, after soak."),
    (
        "Downed",
        "Enemies taken out of action that are so at the end, each once. One that clings to life counts for the unit that took it out.",
    ),
    ("Luck", LUCK_LEGEND),
];

/// Number of the column of shots fired.
const SHOTS_COLUMN: usize = 2;
/// Number of the column of damage dealt.
const DEALT_COLUMN: usize = 3;
/// Number of the column of luck.
const LUCK_COLUMN: usize = 6;
/// What the column of luck means.
const LUCK_LEGEND: &str = "Luck: hits or successes above the average of these dice; +2.0 is two more. Point at a number to see how rare it is.";

/// Returns the numbers of the columns that mean something: shots only where a weapon has a magazine.
fn shown_columns(counts_shots: bool) -> Vec<usize> {
    (0..COLUMNS.len()).filter(|at| counts_shots || *at != SHOTS_COLUMN).collect()
}

/// Draws the statistics, a row per unit.
fn show_statistics(ui: &mut Ui, context: &PanelContext) {
    let palette = context.palette;
    let side_of = |unit| context.view.unit_ignoring_fog(unit).map(|unit| *unit.side);
    let all = count_statistics(context.history.records(), &are_enemies_by(side_of));
    let width = ui.available_width().max(scaled(ui, 560.0));
    let name_width = (width * 0.26).max(120.0);
    let counts_shots =
        context.view.units().any(|unit| unit.inventory.slots().any(|(_, carried)| carried.magazine() > 0));
    let columns = shown_columns(counts_shots);
    let step = (width - name_width) / columns.len() as f32;
    let row_height = scaled(ui, ROW_HEIGHT);
    let font = TextStyle::Body.resolve(ui.style());
    ui.spacing_mut().item_spacing.y = 0.0;
    let (rect, _) = ui.allocate_exact_size(vec2(width, row_height), Sense::hover());
    for (at, (name, about)) in columns.iter().map(|column| COLUMNS[*column]).enumerate() {
        let right = rect.left() + name_width + step * (at + 1) as f32;
        let column = egui::Rect::from_min_max(pos2(right - step, rect.top()), pos2(right, rect.bottom()));
        ui.painter().text(column.right_center(), egui::Align2::RIGHT_CENTER, name, font.clone(), palette.dim);
        // Underlined like everything that is explained.
        let name = ui.painter().layout_no_wrap(name.to_owned(), font.clone(), palette.dim).size();
        let line = (right - name.x)..=right;
        let stroke = egui::Stroke::new(1.0, palette.dim.gamma_multiply(0.55));
        ui.painter().hline(line, column.center().y + name.y / 2.0 - 1.0, stroke);
        ui.interact(column, ui.id().with(("column", at)), Sense::hover()).on_hover_text(about);
    }
    for unit in context.view.units() {
        let tally = all.get(unit.id).cloned().unwrap_or_default();
        let (rect, response) = ui.allocate_exact_size(vec2(width, row_height), Sense::hover());
        let painter = ui.painter();
        painter.hline(rect.x_range(), rect.top(), egui::Stroke::new(1.0, palette.line));
        let colour = context.side_colour(*unit.side);
        let mark = egui::Rect::from_min_size(rect.min + vec2(0.0, 4.0), vec2(5.0, row_height - 8.0));
        draw_side_mark(painter, mark, context.side_colour_number(*unit.side), colour);
        let text = format!("{}{}", unit.identity.name(), fate_text(&unit));
        let ink = if unit.is_fighting() { palette.text } else { palette.faint };
        let name = layout_truncated(painter, &text, font.clone(), ink, name_width - 16.0);
        painter.galley(pos2(rect.left() + 12.0, rect.center().y - name.size().y / 2.0), name, ink);
        let is_ranged = |slot| unit.inventory.get(slot).is_some_and(|carried| !carried.is_melee());
        let cells = statistics_cells(&tally, tally.shots(is_ranged));
        response.named_text(|| {
            let figures = columns.iter().map(|column| format!("{} {}", COLUMNS[*column].0, cells[*column]));
            let figures = figures.collect::<Vec<_>>().join(", ");
            let friendly =
                if tally.friendly > 0 { friendly_damage_text(&tally) + " " } else { String::new() };
            format!("{text}: {figures}. {friendly}{}", tally.luck.describe())
        });
        for (at, text) in columns.iter().map(|column| cells[*column].as_str()).enumerate() {
            let right = rect.left() + name_width + step * (at + 1) as f32;
            let place = pos2(right, rect.center().y);
            if columns[at] == LUCK_COLUMN {
                let cell =
                    egui::Rect::from_min_max(pos2(right - step, rect.top()), pos2(right, rect.bottom()));
                let luck = ui.interact(cell, ui.id().with(("luck", unit.id)), Sense::hover());
                luck.on_hover_text(tally.luck.describe());
            }
            if columns[at] == DEALT_COLUMN && tally.friendly > 0 {
                let cell =
                    egui::Rect::from_min_max(pos2(right - step, rect.top()), pos2(right, rect.bottom()));
                let friendly = ui.interact(cell, ui.id().with(("dealt", unit.id)), Sense::hover());
                friendly.on_hover_text(friendly_damage_text(&tally));
            }
            painter.text(place, egui::Align2::RIGHT_CENTER, text, font.clone(), palette.text);
        }
    }
}

/// What became of a unit, in brackets: " (dead)"; empty for a unit that is still fighting.
fn fate_text(unit: &UnitDataItem) -> String {
    match (unit.is_fighting(), unit.out_of_action.arrival(), out_of_action_text(unit)) {
        (true, ..) => String::new(),
        (false, Some(_), _) => " (reserve)".to_owned(),
        (false, None, state) => format!(" ({})", state.unwrap_or("left the map")),
    }
}

/// Draws what became of the henchmen of each band. `AB-MASS-24`.
fn show_band_losses(ui: &mut Ui, context: &PanelContext) {
    for unit in context.view.units() {
        let losses = play::band_losses(&context.view.unit_snapshot(&unit), context.view.rules());
        if losses.is_empty() {
            continue;
        }
        ui.add_space(6.0);
        ui.label(RichText::new(unit.identity.name()).color(context.side_colour(*unit.side)));
        for losses in losses {
            ui.label(losses.value);
        }
    }
}

fn statistics_cells(tally: &UnitStatistics, shots: u32) -> [String; 7] {
    [
        tally.attacks.to_string(),
        tally.hits.to_string(),
        shots.to_string(),
        tally.dealt.to_string(),
        tally.taken.to_string(),
        tally.downed.to_string(),
        format!("{:+.1}", tally.luck.surplus()),
    ]
}

/// Says what a unit did to its own side.
fn friendly_damage_text(tally: &UnitStatistics) -> String {
    format!("{} to enemies, and {} to units of the own side.", tally.dealt, tally.friendly)
}

fn to_sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::super::highlights::{AttackMoment, ShownOdds};
    use super::*;
    use model::UnitId;

    #[test]
    fn the_height_of_the_screen_follows_from_the_number_of_units() {
        assert_eq!([0, 3, 6].map(screen_height), [470.0; 3], "rest and treatment need room");
        assert_eq!(screen_height(12), 290.0 + 13.0 * 24.0);
    }

    #[test]
    fn shots_are_listed_only_where_they_are_counted() {
        let names = |counts| shown_columns(counts).into_iter().map(|at| COLUMNS[at].0).collect::<Vec<_>>();
        assert_eq!(names(true)[SHOTS_COLUMN], "Shots");
        assert!(!names(false).contains(&"Shots") && names(false).len() == 6);
    }

    #[test]
    fn highlights_are_told_in_sentences() {
        let best = |downed| BestUnit { unit: UnitId(0), downed, dealt: 14 };
        let text = |downed, damage| best_unit_text(&best(downed), "Vex", damage);
        assert_eq!(text(0, "damage"), "Best unit, by damage: Vex, 14 damage dealt.");
        assert_eq!(text(1, "damage"), "Best unit, by enemies taken out: Vex, 1 enemy, 14 damage dealt.");
        assert_eq!(
            text(2, "wounds and strain"),
            "Best unit, by enemies taken out: Vex, 2 enemies, 14 wounds and strain dealt."
        );
        let (unit, target) = (UnitId(0), UnitId(1));
        let attack = AttackMoment { orders: 7..9, round: 3, unit, target, took_out: true };
        let moment = BestMoment { attack, odds: ShownOdds { hit: 0.65, out: 0.12 } };
        let text = |moment: &BestMoment| best_moment_text(&best_moment_title(moment, "Vex", "Sable"), moment);
        let out = "Best moment: Vex takes out Sable in round 3, with 65 % to hit and 12 % to take out.";
        assert_eq!(text(&moment), out);
        let hit = BestMoment { attack: AttackMoment { took_out: false, ..moment.attack.clone() }, ..moment };
        assert_eq!(text(&hit), "Best moment: Vex hits Sable in round 3, with 65 % to hit.");
    }
}
