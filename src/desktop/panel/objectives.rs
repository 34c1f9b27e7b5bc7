//! Objectives line below the turn order: the acting side's objectives, their progress and the round limit.

use bevy_egui::egui::{self, Rect, Sense, Ui, pos2, vec2};

use super::deployment_bar;
use super::map_conditions::{condition_sentences, conditions_text};
use super::reinforcements::{awaited_text, awaited_units};
use super::widgets::{PanelContext, arrival_text, body_font, draw_side_mark, layout_truncated};
use crate::accessibility::Accessible;
use crate::objective_text;
use crate::session::Session;
use crate::theme::scaled;
use battle::objective_progress;
use battle_log::log_text::capitalise;
use content::{Objective, side_sentence};
use model::Side;

/// Height of the line, in points.
pub(super) const HEIGHT: f32 = 24.0;

/// The side whose objectives are shown: the viewer's, else that of the only person, else the deploying or the acting side if
/// a person plays it or no side has one.
fn side_to_show(context: &PanelContext, session: &Session) -> Option<Side> {
    let acting = || context.view.round().acting().or(session.selected);
    let of_unit = || acting().and_then(|id| context.view.unit(id)).map(|unit| *unit.side);
    let asked = || context.view.open_prompt().map(|open| open.side());
    let current = deployment_bar::deploying_side(context.view).or_else(asked).or_else(of_unit);
    let sides = context.view.setup().bundle().skirmish.sides.len();
    let first = (sides > 0).then_some(Side(0));
    let persons = context.opponents.person_sides(sides);
    context.view.viewer().or_else(|| persons_side(&persons, current)).or(first)
}

/// The sides whose objectives are shown: all of them in a replay without a viewer, where each of them acts in turn; else one.
fn sides_to_show(context: &PanelContext, session: &Session) -> Vec<Side> {
    let count = context.view.setup().bundle().skirmish.sides.len() as u8;
    match context.watching && context.view.viewer().is_none() {
        true => (0..count).map(Side).collect(),
        false => side_to_show(context, session).into_iter().collect(),
    }
}

/// Says what a side has to do: "defeat all enemies, or hold the vault".
fn goal_text(context: &PanelContext, side: Side) -> String {
    let objectives = context.view.setup().bundle().skirmish.objectives.iter().enumerate();
    let own = objectives.filter(|(_, objective)| objective.side() == side.0);
    let own: Vec<String> =
        own.map(|(number, objective)| objective_status(context, number, objective)).collect();
    match own.as_slice() {
        [] => "stop the enemy from reaching their objectives".to_owned(),
        own => own.join(", or "),
    }
}

/// Names the goals of sides: "Blue: defeat all enemies. Orange: leave the map".
fn goals_text(context: &PanelContext, sides: &[Side]) -> String {
    let goal = |side: &Side| format!("{}: {}", context.view.side_name(*side), goal_text(context, *side));
    sides.iter().map(goal).collect::<Vec<_>>().join(". ")
}

/// Chooses the side whose objectives are shown by the sides that people play and the one that is to act: never one that the
/// AI plays, unless it plays all.
fn persons_side(persons: &[Side], current: Option<Side>) -> Option<Side> {
    match persons {
        [] => current,
        [only] => Some(*only),
        [first, ..] => current.filter(|side| persons.contains(side)).or(Some(*first)),
    }
}

/// Describes an objective with its progress: "hold the vault for 3 rounds in a row (held for 1, 2 to go)".
pub(super) fn objective_status(context: &PanelContext, number: usize, objective: &Objective) -> String {
    let words = objective_text::objective_words(objective);
    let words = objective_text::with_progress(objective, words, objective_progress(context.view, number));
    let side = Side(objective.side());
    let is_unfinished = objective.unit().is_some_and(|name| {
        let mut units = context.view.units();
        units.any(|unit| unit.identity.name() == name && context.view.is_unfinished(side, &unit))
    });
    match objective {
        Objective::Slay { unit, .. } if is_unfinished => {
            format!("{words} ({})", objective_text::unfinished_words(unit))
        }
        _ => words,
    }
}

/// Says who has won: "Over: Blue has won".
fn outcome_text(winner: Option<&str>) -> String {
    winner.map_or_else(
        || "Over: a draw".to_owned(),
        |name| format!("Over: {}", side_sentence(name, ("has", "have"), " won")),
    )
}

/// Says how the side on the screen wins: "To win, Blue: defeat all enemies. After round 20 it is a draw."; `None` while no
/// side is shown.
pub(super) fn winning_sentence(context: &PanelContext, session: &Session) -> Option<String> {
    let sides = sides_to_show(context, session);
    let skirmish = &context.view.setup().bundle().skirmish;
    let limit = objective_text::time_limit_words(skirmish);
    let sentence =
        || format!("To win, {}. After round {} {limit}.", goals_text(context, &sides), skirmish.rounds);
    (!sides.is_empty()).then(sentence)
}

/// Says that the battle is over and who has won: "The battle is over: Blue has won."
pub(super) fn end_sentence(context: &PanelContext) -> String {
    let winner = context.view.round().outcome().and_then(|outcome| outcome.winner);
    let result = winner.map_or_else(
        || "a draw".to_owned(),
        |side| side_sentence(context.view.side_name(side), ("has", "have"), " won"),
    );
    format!("The battle is over: {result}.")
}

/// Draws the line.
pub(super) fn show(ui: &mut Ui, context: &PanelContext, session: &Session) {
    let palette = context.palette;
    let skirmish = &context.view.setup().bundle().skirmish;
    let winner = context.view.round().outcome().and_then(|outcome| outcome.winner);
    let sides = sides_to_show(context, session);
    let Some(side) = winner.or(sides.first().copied()) else { return };
    let goal = match context.view.round().outcome() {
        // What was to be done is over.
        Some(outcome) => outcome_text(outcome.winner.map(|side| context.view.side_name(side))),
        None => goals_text(context, &sides),
    };
    let (now, last) = (context.view.round().number(), skirmish.rounds);
    let limit = match context.view.round().outcome() {
        Some(_) => String::new(),
        None => {
            let limit = format!(
                "round {} of {last}, then {}",
                now.max(1),
                objective_text::time_limit_words(skirmish)
            );
            let limit = match conditions_text(context.view) {
                Some(conditions) => format!("{} \u{b7} {limit}", capitalise(&conditions)),
                None => limit,
            };
            match awaited_text(context.view) {
                Some(awaited) => format!("{limit}. {awaited}"),
                None => limit,
            }
        }
    };
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, scaled(ui, HEIGHT) - 4.0), Sense::hover());
    let painter = ui.painter();
    let mark = Rect::from_center_size(pos2(rect.left() + 7.0, rect.center().y), vec2(12.0, 12.0));
    draw_side_mark(painter, mark, context.side_colour_number(side), context.side_colour(side));
    let left = rect.left() + 20.0;
    let words = format!("{goal}. {limit}");
    let goal_width = painter.layout_no_wrap(goal.clone(), body_font(ui), palette.text).size().x;
    let room = (rect.right() - left - 16.0).max(40.0);
    let goal = layout_truncated(painter, &goal, body_font(ui), palette.text, room);
    painter.galley(pos2(left, rect.center().y - goal.size().y / 2.0), goal, palette.text);
    let limit = layout_truncated(painter, &limit, body_font(ui), palette.dim, (room - goal_width).max(0.0));
    let at = pos2(rect.right() - limit.size().x, rect.center().y - limit.size().y / 2.0);
    if limit.size().x > 60.0 {
        painter.galley(at, limit, palette.dim);
    }
    response.named_text(|| words.clone()).on_hover_ui(|ui| show_all_objectives(ui, context));
}

/// Tooltip with the objectives of all sides.
fn show_all_objectives(ui: &mut Ui, context: &PanelContext) {
    let skirmish = &context.view.setup().bundle().skirmish;
    ui.set_max_width(420.0);
    for (side, numbers) in objective_text::objectives_by_side(skirmish) {
        let side = Side(side);
        let status = numbers.iter().map(|at| objective_status(context, *at, &skirmish.objectives[*at]));
        let status = status.collect::<Vec<_>>().join(", or ");
        ui.horizontal_wrapped(|ui| {
            ui.colored_label(context.side_colour(side), context.view.side_name(side));
            ui.add(egui::Label::new(status).wrap());
        });
        let explained =
            numbers.iter().find_map(|at| objective_text::objective_explanation(&skirmish.objectives[*at]));
        if let Some(text) = explained {
            ui.colored_label(context.palette.dim, text);
        }
    }
    let limit = capitalise(&objective_text::time_limit_words(skirmish));
    let text = format!("{limit} after round {}.", skirmish.rounds);
    ui.colored_label(context.palette.dim, text);
    for sentence in condition_sentences(context.view) {
        ui.label(sentence);
    }
    if context.view.round().outcome().is_none() {
        show_awaited_units(ui, context);
    }
}

/// Lists the units in reserve, with when and where they arrive.
fn show_awaited_units(ui: &mut Ui, context: &PanelContext) {
    let mut is_listed = false;
    for (unit, _) in awaited_units(context.view) {
        let Some(arrival) = arrival_text(context.view, &unit) else { continue };
        let side = context.view.side_name(*unit.side);
        let text = format!("{} ({side}), {arrival}.", unit.identity.name());
        ui.colored_label(context.side_colour(*unit.side), text);
        is_listed = true;
    }
    if is_listed {
        ui.colored_label(context.palette.dim, "Dashed outlines on the board mark their squares.");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::tests::{warehouse_in_every_book, with_context};

    #[test]
    fn a_replay_names_the_objectives_of_all_sides_whoever_acts() {
        for (book, mut world) in warehouse_in_every_book() {
            with_context(&mut world, |context| {
                let session = Session::default();
                let names = |context: &PanelContext| {
                    let words = goals_text(context, &sides_to_show(context, &session));
                    [Side(0), Side(1)]
                        .map(|side| words.contains(&format!("{}: ", context.view.side_name(side))))
                };
                assert_eq!(names(context).iter().filter(|named| **named).count(), 1, "{book:?}");
                let watched = PanelContext { watching: true, ..*context };
                assert_eq!(names(&watched), [true; 2], "{book:?}");
            });
        }
    }

    #[test]
    fn the_objectives_stay_those_of_a_person_while_the_ai_acts() {
        let [own, ai, other] = [Side(0), Side(1), Side(2)];
        assert_eq!(persons_side(&[own], Some(ai)), Some(own));
        assert_eq!(persons_side(&[own, other], Some(other)), Some(other));
        assert_eq!(persons_side(&[own, other], Some(ai)), Some(own));
        assert_eq!(persons_side(&[], Some(ai)), Some(ai), "the AI plays all sides");
    }

    #[test]
    fn a_finished_battle_has_a_winner_and_no_objective() {
        assert_eq!(outcome_text(Some("Blue")), "Over: Blue has won");
        assert_eq!(outcome_text(Some("Boarders")), "Over: Boarders have won");
        assert_eq!(outcome_text(None), "Over: a draw");
    }
}
