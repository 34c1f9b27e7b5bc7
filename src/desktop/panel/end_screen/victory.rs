//! End screen: who has won and why, who did best, the main steps from here, and everything else folded away.

use std::path::Path;

use bevy_egui::egui::{
    self, Align, Align2, Button, Id, Label, Layout, Modal, RichText, ScrollArea, Ui, vec2,
};

use super::end_buttons::EndButtons;
use super::highlights::{BattleHighlights, BestMoment, BestUnit};
use super::outcome_sentences::BattleEnd;
use super::question::losses_on_leaving;
use super::sequel::Sequel;
use super::statistics_table::{damage_words, show_statistics_page};
use crate::accessibility::{Accessible, announce};
use crate::app_commands::AppCommand;
use crate::attack_forecast::percent_text;
use crate::panel::PanelState;
use crate::panel::floating_areas::shown_area;
use crate::panel::widgets::{PanelContext, show_beside_bar};
use crate::player_input::PlayerInput;
use crate::theme::scaled_in;
use battle::Journal;
use battle_log::gauge_changes::count_points;
use battle_log::log_text::count_text;
use model::UnitId;

/// Id of the screen.
pub(crate) const SCREEN: &str = "victory";
/// Share of the window above the screen: what it unfolds moves nothing above it.
const TOP_SHARE: f32 = 0.06;
/// Share of the window that the screen takes at most.
const WINDOW_SHARE: f32 = 0.92;
/// Height of the page of rest and treatment with what is around it, in points of the usual text size.
const REST_HEIGHT: f32 = 470.0;
/// Least height of what scrolls, in points.
const LEAST_SCROLLED: f32 = 80.0;

/// Draws the screen, as high as what it shows; it can be closed to view the battlefield.
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
    let room = ctx.viewport_rect().size() * WINDOW_SHARE;
    let width = room.x.min(scaled_in(ctx, 720.0)) - 40.0;
    let losses = match context.watching {
        true => Vec::new(),
        false => losses_on_leaving(sequel.stage, outcome.winner, journal),
    };
    let end = BattleEnd::read(context, outcome);
    let journal_path = journal.and_then(Journal::path).map(Path::to_owned);
    let buttons =
        EndButtons { context, end: &end, sequel, journal: journal_path.as_deref(), losses: &losses };
    end_modal(ctx, SCREEN).show(ctx, |ui| {
        ui.set_width(width);
        let top = ui.cursor().top();
        show_outcome(ui, context, &end);
        if !context.watching {
            sequel.show_words(ui, outcome.winner);
        }
        highlights.into_iter().for_each(|found| {
            show_highlights(ui, context, player, (found, journal_path.as_deref()));
        });
        ui.add_space(6.0);
        let left = context.view.round().after().is_some();
        let shows_rest = left && !state.aftermath.shows_statistics;
        if shows_rest {
            let two_rows = 2.0 * (ui.spacing().interact_size.y + ui.spacing().item_spacing.y);
            let height = scaled_in(ctx, REST_HEIGHT).min(room.y - 24.0);
            let height = (height - (ui.cursor().top() - top) - two_rows).max(LEAST_SCROLLED);
            super::after_battle::show(ui, context, player, state, (height, &losses));
        }
        buttons.show_main(ui, player, state, shows_rest);
        buttons.show_again_and_more(ui, player, state, shows_rest);
        if state.is_end_unfolded && !shows_rest {
            ui.add_space(4.0);
            let height = (room.y - 24.0 - (ui.cursor().top() - top)).max(LEAST_SCROLLED);
            show_beside_bar(ui, statistics_area(height), |ui| {
                show_statistics_page(ui, context, highlights);
            });
        }
    });
    super::question::show(ctx, context, player, state, (sequel.stage, &losses));
}

/// Returns where the screen is, if it was shown in this frame or the last one.
pub(crate) fn rect(ctx: &egui::Context) -> Option<egui::Rect> {
    shown_area(ctx, egui::Order::Foreground, Id::new(SCREEN))
}

/// Returns the window of the screen. Its top keeps its place when something unfolds, so that no button moves away below the pointer.
fn end_modal(ctx: &egui::Context, name: &str) -> Modal {
    let id = Id::new(name);
    let top = TOP_SHARE * ctx.viewport_rect().height();
    Modal::new(id).area(Modal::default_area(id).anchor(Align2::CENTER_TOP, vec2(0.0, top)))
}

/// Returns the area of the statistics, as high as they are and at most `height` points: also in a window that was lower before
/// they were unfolded.
fn statistics_area(height: f32) -> ScrollArea {
    ScrollArea::both().max_height(height).min_scrolled_height(height).auto_shrink([false, true])
}

/// Draws who has won, why, and what the others still had to do.
fn show_outcome(ui: &mut Ui, context: &PanelContext, end: &BattleEnd) {
    let winner = end.outcome.winner;
    let colour = winner.map_or(context.palette.text, |side| context.side_colour(side));
    let (title, sentences) = (end.title(), end.sentences());
    announce(ui.ctx(), "outcome", true, &format!("{title}. {}", sentences.join(" ")));
    ui.label(RichText::new(&title).heading().color(colour)).named_heading(&title);
    for (number, sentence) in sentences.into_iter().enumerate() {
        // The reason comes first; what was missing is said with less weight.
        let ink = if number == 0 { context.palette.text } else { context.palette.dim };
        ui.add(Label::new(RichText::new(sentence).color(ink)).wrap());
    }
    ui.add_space(6.0);
}

/// Draws the unit that did best and the best moment, which can be watched again.
fn show_highlights(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    (highlights, journal): (&BattleHighlights, Option<&Path>),
) {
    let named = [("Best unit", &highlights.best_unit), ("Your best", &highlights.own_best)];
    for (title, best) in named.into_iter().filter_map(|(title, best)| Some((title, best.as_ref()?))) {
        let name = name_with_side(context, best.unit);
        let text = best_unit_text(title, best, &name, damage_words(context));
        ui.add(Label::new(text).wrap()).on_hover_text(BEST_UNIT_LEGEND);
    }
    // The row and its button are there while the moment is looked for: nothing moves when it is found.
    // The sentence may take two lines.
    let lines = 2.0 * ui.text_style_height(&egui::TextStyle::Body);
    let row = vec2(ui.available_width(), lines.max(ui.spacing().interact_size.y));
    ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        let moment = highlights.best_moment();
        let title = moment.map(|moment| {
            let name = |unit| context.unit_name(unit);
            best_moment_title(moment, &name(moment.attack.unit), &name(moment.attack.target))
        });
        let hover = "Shows this attack on the board, with everything that followed from it. \u{201c}Again\u{201d} there repeats it, \u{201c}Back to result\u{201d} leads back here.";
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
            ui.add(Label::new(text).wrap()).on_hover_text(MOMENT_LEGEND);
        });
        if let Some(((path, moment), title)) = journal.zip(moment).zip(title).filter(|_| is_clicked) {
            let (path, orders) = (path.to_owned(), moment.attack.orders.clone());
            player.send_command(AppCommand::WatchClip { path, orders, title });
        }
    });
}

/// Explains which unit did best, and which damage counts.
const BEST_UNIT_LEGEND: &str = "The unit that took out the target of an objective, or killed it; else, and among several such units, the one that took out the most enemies; among equals, the one that did the most damage to enemies. Damage counts as in the table: what armour and toughness did not stop, up to what the enemy had left.";

/// Explains which attack is the best moment.
const MOMENT_LEGEND: &str = "What was rare and decisive: the attack that took out the most enemies at once; without one, the least likely deed, such as a kill, a hit, a roll with several triumphs, or a unit that stayed in action against the odds; else the attack that ended the battle, or of likely ones one that took an enemy out or did most damage. The chances are those on the card of the attack before it was made.";

/// Names a unit with its side: "Vex (Blue)".
fn name_with_side(context: &PanelContext, id: UnitId) -> String {
    let name = context.unit_name(id);
    match context.view.unit_ignoring_fog(id) {
        Some(unit) => format!("{name} ({})", context.view.side_name(*unit.side)),
        None => name,
    }
}

/// Describes a unit that did best, and by what: "Best unit, by damage: Vex (Blue), 14 damage dealt."; where others took out as many
/// enemies, "Best unit, by enemies taken out, then damage: Vex (Blue), 1 enemy, 14 damage dealt."
fn best_unit_text(title: &str, best: &BestUnit, name: &str, damage: &str) -> String {
    let dealt = format!("{} dealt", count_points(best.dealt, damage));
    let goal = match best.goals {
        0 => None,
        1 => Some("the target of an objective"),
        _ => Some("targets of objectives"),
    };
    if let Some(goal) = goal {
        let enemies = count_text(best.downed, "enemy", "enemies");
        return match best.is_kill_of_fallen {
            true => format!("{title}: {name}, killed {goal}, {enemies} taken out, {dealt}."),
            false => format!("{title}: {name}, took out {goal}, {enemies} in all, {dealt}."),
        };
    }
    let enemies = match best.downed {
        0 => return format!("{title}, by damage: {name}, {dealt}."),
        count => count_text(count, "enemy", "enemies"),
    };
    match best.is_tied {
        true => format!("{title}, by enemies taken out, then damage: {name}, {enemies}, {dealt}."),
        false => format!("{title}, by enemies taken out: {name}, {enemies}, {dealt}."),
    }
}

/// Names the best moment: "Best moment: Vex takes out Sable in round 3", "Best moment: Vex takes out 8 enemies at once in round 3".
fn best_moment_title(moment: &BestMoment, unit: &str, target: &str) -> String {
    let deed = match &moment.attack {
        attack if attack.feats.is_survival => {
            return format!("Best moment: {target} survives the attack of {unit} in round {}", attack.round);
        }
        attack if attack.downed > 1 => format!("takes out {} enemies at once", attack.downed),
        attack if attack.took_out => format!("takes out {target}"),
        _ => format!("hits {target}"),
    };
    format!("Best moment: {unit} {deed} in round {}", moment.attack.round)
}

/// Adds why it is the best moment: ", with 65 % to hit and 40 % to take out.", ", a chance of 1 in 14."
fn best_moment_text(title: &str, moment: &BestMoment) -> String {
    let end = if moment.attack.feats.ends_battle { ". It ended the battle." } else { "." };
    if let Some(triumphs) = moment.attack.feats.triumphs.filter(|_| moment.stands_out_by_triumphs()) {
        let (count, one_in) = (triumphs.count, triumphs.one_in);
        return format!(
            "{title}, with {count} triumphs in one roll, which come up once in {one_in} rolls{end}"
        );
    }
    let Some(odds) = moment.odds else { return format!("{title}{end}") };
    let (hit, out) = (percent_text(odds.hit), percent_text(odds.out));
    let rare = rare_text(moment.chance());
    match (&moment.attack, rare) {
        (attack, rare) if attack.feats.is_survival => {
            let stays = rare.unwrap_or_else(|| percent_text(moment.chance()));
            format!("{title}, with a chance of {stays} to stay in action{end}")
        }
        (attack, Some(rare)) if attack.took_out => {
            format!("{title}, a chance of {rare}, with {hit} to hit{end}")
        }
        (attack, None) if attack.took_out => {
            format!("{title}, with {hit} to hit and {out} to take out{end}")
        }
        (_, Some(rare)) => format!("{title}, a chance of {rare}{end}"),
        (_, None) => format!("{title}, with {hit} to hit{end}"),
    }
}

/// Greatest chance that is told as "1 in 4".
const MAX_RARE_CHANCE: f64 = 0.25;
/// Least chance that is told as a number.
const LEAST_CHANCE: f64 = 1e-6;

/// Formats a small chance: "1 in 14"; `None` for others.
fn rare_text(chance: f64) -> Option<String> {
    match chance {
        chance if chance > MAX_RARE_CHANCE => None,
        chance if chance < LEAST_CHANCE => Some("less than 1 in a million".to_owned()),
        chance => Some(format!("1 in {:.0}", 1.0 / chance)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::highlights::{AttackMoment, Feats, ShownOdds, Triumphs};
    use super::*;

    #[test]
    fn unfolded_statistics_use_the_free_height_and_move_nothing_above_them() {
        let ctx = egui::Context::default();
        let (mut height, mut tops) = (0.0, Vec::new());
        for rows in [0, 60, 60, 60] {
            let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(1280.0, 800.0));
            let input = egui::RawInput { screen_rect: Some(screen), ..egui::RawInput::default() };
            let output = ctx.run_ui(input, |ui| {
                end_modal(ui.ctx(), "end").show(ui.ctx(), |ui| {
                    ui.set_width(600.0);
                    tops.push(ui.label("The result").rect.top());
                    if rows > 0 {
                        let shown = statistics_area(500.0).show(ui, |ui| {
                            (0..rows).for_each(|row| _ = ui.label(format!("unit {row}")));
                        });
                        height = shown.inner_rect.height();
                    }
                });
            });
            output.drop_without_applying_deltas();
        }
        assert!((height - 500.0).abs() < 1.0, "{height}");
        assert!(tops.iter().all(|top| (top - tops[0]).abs() < 0.5), "{tops:?}");
    }

    #[test]
    fn highlights_are_told_in_sentences() {
        let best = |downed| BestUnit {
            unit: UnitId(0),
            downed,
            goals: 0,
            is_kill_of_fallen: false,
            dealt: 14,
            is_tied: false,
        };
        let text = |downed, damage| best_unit_text("Best unit", &best(downed), "Vex", damage);
        assert_eq!(text(0, "damage"), "Best unit, by damage: Vex, 14 damage dealt.");
        assert_eq!(text(1, "damage"), "Best unit, by enemies taken out: Vex, 1 enemy, 14 damage dealt.");
        assert_eq!(
            text(2, "Wounds and Strain"),
            "Best unit, by enemies taken out: Vex, 2 enemies, 14 Wounds and Strain dealt."
        );
        let least = BestUnit { dealt: 1, ..best(0) };
        let text = |damage| best_unit_text("Best unit", &least, "Vex", damage);
        assert_eq!(text("health levels"), "Best unit, by damage: Vex, 1 health level dealt.");
        assert_eq!(text("Wounds and Strain"), "Best unit, by damage: Vex, 1 Wound or Strain dealt.");
        let own = best_unit_text("Your best", &best(1), "Vex (Blue)", "damage");
        assert_eq!(own, "Your best, by enemies taken out: Vex (Blue), 1 enemy, 14 damage dealt.");
        let tied = |downed| {
            best_unit_text("Best unit", &BestUnit { is_tied: true, ..best(downed) }, "Vex", "damage")
        };
        let then_damage = "Best unit, by enemies taken out, then damage: Vex, 1 enemy, 14 damage dealt.";
        assert_eq!(tied(1), then_damage);
        assert_eq!(tied(0), "Best unit, by damage: Vex, 14 damage dealt.", "nobody took an enemy out");
        let slayer = best_unit_text("Best unit", &BestUnit { goals: 1, ..best(1) }, "Vex", "health levels");
        assert_eq!(
            slayer,
            "Best unit: Vex, took out the target of an objective, 1 enemy in all, 14 health levels dealt."
        );
        let killer = BestUnit { goals: 1, is_kill_of_fallen: true, ..best(3) };
        assert_eq!(
            best_unit_text("Best unit", &killer, "Vex", "health levels"),
            "Best unit: Vex, killed the target of an objective, 3 enemies taken out, 14 health levels dealt."
        );
    }

    #[test]
    fn the_best_moment_says_why_it_is_the_best() {
        let (unit, target) = (UnitId(0), UnitId(1));
        let (orders, feats) = (7..9, Feats::default());
        let attack =
            AttackMoment { orders, round: 3, unit, target, downed: 0, dealt: 4, took_out: true, feats };
        let moment = |took_out, feats, hit, out| BestMoment {
            attack: AttackMoment { took_out, feats, ..attack.clone() },
            odds: Some(ShownOdds { hit, out, mean: 4.0 }),
        };
        let text = |moment: &BestMoment| best_moment_text(&best_moment_title(moment, "Vex", "Sable"), moment);
        let begin = "Best moment: Vex takes out Sable in round 3";
        let told = |moment| text(&moment).strip_prefix(begin).map(str::to_owned).unwrap_or_default();
        assert_eq!(told(moment(true, feats, 0.65, 0.4)), ", with 65 % to hit and 40 % to take out.");
        assert_eq!(told(moment(true, feats, 0.65, 0.07)), ", a chance of 1 in 14, with 65 % to hit.");
        let last = Feats { ends_battle: true, ..feats };
        assert_eq!(
            told(moment(true, last, 0.65, 0.4)),
            ", with 65 % to hit and 40 % to take out. It ended the battle."
        );
        let hit = moment(false, feats, 0.65, 0.1);
        assert_eq!(text(&hit), "Best moment: Vex hits Sable in round 3, with 65 % to hit.");
        let lucky = moment(false, feats, 0.1, 0.0);
        assert_eq!(text(&lucky), "Best moment: Vex hits Sable in round 3, a chance of 1 in 10.");
        let triumphs = Some(Triumphs { count: 2, one_in: 23 });
        assert_eq!(
            text(&moment(false, Feats { triumphs, ..feats }, 0.9, 0.1)),
            "Best moment: Vex hits Sable in round 3, with 2 triumphs in one roll, which come up once in 23 rolls."
        );
        assert_eq!(
            text(&moment(false, Feats { is_survival: true, ..feats }, 0.95, 0.9)),
            "Best moment: Sable survives the attack of Vex in round 3, with a chance of 1 in 10 to stay in action."
        );
        let blast = BestMoment { attack: AttackMoment { downed: 8, ..attack.clone() }, odds: None };
        assert_eq!(text(&blast), "Best moment: Vex takes out 8 enemies at once in round 3.");
        assert_eq!(rare_text(1e-9).as_deref(), Some("less than 1 in a million"));
    }
}
