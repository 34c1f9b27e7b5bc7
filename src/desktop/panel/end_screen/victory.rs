//! Victory screen: winner, reason, highlights and statistics per unit.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bevy_egui::egui::{self, Align, Button, Id, Label, Layout, Modal, RichText, ScrollArea, Ui, vec2};
use jiff::tz::TimeZone;

use super::highlights::{BattleHighlights, BestMoment, BestUnit};
use super::page_buttons::show_page_buttons;
use super::question::{leave_by, losses_on_leaving};
use super::sequel::{Sequel, main_button};
use super::statistics_table::{ROW_HEIGHT, damage_words, show_statistics_page};
use crate::accessibility::announce;
use crate::app_commands::AppCommand;
use crate::attack_forecast::percent_text;
use crate::panel::PanelState;
use crate::panel::combat_log::export::LogFormat;
use crate::panel::widgets::PanelContext;
use crate::player_input::PlayerInput;
use crate::replay::WATCH_BATTLE;
use crate::saves::replay_name;
use crate::theme::scaled_in;
use battle::{BattleOutcome, EndReason, Journal, objective_progress};
use battle_log::log_text::{ending_text, surrendered_side};
use content::{Objective, side_sentence};
use model::Side;

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

/// Describes how the battle ended; a surrender names the side, or the only person, and a defeat is told as that person saw it.
fn ending_words(context: &PanelContext, outcome: BattleOutcome) -> String {
    let ending = outcome.ending;
    let orders = context.history.records().iter().map(|record| &record.order);
    let surrendered = surrendered_side(orders).filter(|_| ending == EndReason::Surrender);
    let Some(side) = surrendered else {
        let lost = defeated_person(context, outcome).map(|side| defeat_text(ending, escaped(context, side)));
        return lost.unwrap_or_else(|| ending_text(ending).to_owned());
    };
    let persons = context.opponents.person_sides(context.view.setup().bundle().skirmish.sides.len());
    match !context.watching && persons == [side] {
        true => "you surrendered".to_owned(),
        false => format!("{} surrendered", context.view.side_name(side)),
    }
}

/// Returns the side of the only person, if another side has won.
fn defeated_person(context: &PanelContext, outcome: BattleOutcome) -> Option<Side> {
    let persons = context.opponents.person_sides(context.view.setup().bundle().skirmish.sides.len());
    let [side] = persons[..] else { return None };
    (!context.watching && outcome.winner.is_some_and(|winner| winner != side)).then_some(side)
}

/// Returns how many units of a side have escaped and how many had to; `None` if none had to.
fn escaped(context: &PanelContext, side: Side) -> Option<(u32, u32)> {
    let objectives = context.view.setup().bundle().skirmish.objectives.iter().enumerate();
    let mut own = objectives
        .filter(|(_, objective)| objective.side() == side.0 && matches!(objective, Objective::Escape { .. }));
    own.find_map(|(number, _)| objective_progress(context.view, number))
}

/// Says why a battle was lost, and how many units escaped where some had to: "all your units are out of action or have left.
/// Escaped: 2 of 3 needed".
fn defeat_text(ending: EndReason, escaped: Option<(u32, u32)>) -> String {
    let lost = match (ending, escaped) {
        (EndReason::Eliminated, Some((1.., _))) => "all your units are out of action or have left",
        (EndReason::Eliminated, _) => "all your units are out of action",
        (ending, _) => ending_text(ending),
    };
    escaped.map_or_else(
        || lost.to_owned(),
        |(gone, needed)| format!("{lost}. Escaped: {gone} of {needed} needed"),
    )
}

/// Height of the screen without its table of units, in points: outcome, highlights, legend and two rows of buttons.
const HEIGHT_AROUND_TABLE: f32 = 290.0;
/// Least height of the screen, in points, so that rest and treatment have room.
const LEAST_HEIGHT: f32 = 470.0;

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
        to_sentence(&ending_words(context, outcome)),
        context.view.round().number()
    ));
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
        let skirmish = &context.view.setup().bundle().skirmish;
        let book = skirmish.rules.book().name();
        let name = replay_name(&skirmish.name, book, SystemTime::now(), &TimeZone::system());
        player.send_command(AppCommand::SaveAs(name));
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
        let is_main = !context.watching && !sequel.leads_on();
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
            _ if highlights.is_looking() => "Best moment: looking for it\u{2026}".to_owned(),
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
    fn a_defeat_is_told_as_the_player_saw_it() {
        let text = |ending, escaped| to_sentence(&defeat_text(ending, escaped));
        assert_eq!(
            text(EndReason::Eliminated, Some((2, 3))),
            "All your units are out of action or have left. Escaped: 2 of 3 needed."
        );
        assert_eq!(
            text(EndReason::Eliminated, Some((0, 1))),
            "All your units are out of action. Escaped: 0 of 1 needed."
        );
        assert_eq!(text(EndReason::Eliminated, None), "All your units are out of action.");
        assert_eq!(
            text(EndReason::TimeUp, Some((1, 3))),
            "The round limit was reached. Escaped: 1 of 3 needed."
        );
    }

    #[test]
    fn highlights_are_told_in_sentences() {
        let best = |downed| BestUnit { unit: UnitId(0), downed, dealt: 14 };
        let text = |downed, damage| best_unit_text(&best(downed), "Vex", damage);
        assert_eq!(text(0, "damage"), "Best unit, by damage: Vex, 14 damage dealt.");
        assert_eq!(text(1, "damage"), "Best unit, by enemies taken out: Vex, 1 enemy, 14 damage dealt.");
        assert_eq!(
            text(2, "Wounds and Strain"),
            "Best unit, by enemies taken out: Vex, 2 enemies, 14 Wounds and Strain dealt."
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
