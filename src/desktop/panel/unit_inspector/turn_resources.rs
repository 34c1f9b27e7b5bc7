//! What a unit has left for its turn: action points, reserves, and how far it can move.

use bevy_egui::egui::{CornerRadius, Label, Rect, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::accessibility::Accessible;
use crate::panel::action_bar::choices;
use crate::panel::widgets::{
    PanelContext, body_font, keep_units, show_clause_detail, show_explanation, show_fact, show_fact_line,
    shows_clauses,
};
use crate::theme::scaled;
use battle::{TurnPurchase, UnitDataItem, action_price, format_metres, move_budget};
use rules::turn_engine::Action;
use rules::{MoveBudget, TurnAllowance, UnitSnapshot, play};

/// Most action points that the unit gets per round or pass.
fn max_action_points(context: &PanelContext, me: &UnitSnapshot) -> u8 {
    let rules = context.view.rules();
    let whole = UnitSnapshot { initiative: me.initiative.max(1), ..me.clone() };
    let brought = play::budget_at_round_start(&whole, rules)
        .points()
        .max(play::budget_at_pass_start(&whole, rules).points());
    brought.max(me.budget.points())
}

/// Whether an allowance says the same as a reserve: "Free Action used", "1 attack", "no attacks left".
fn says_the_same(allowance: &TurnAllowance, reserve: &str) -> bool {
    let is_thing = |word: &&str| {
        !matches!(*word, "free" | "no" | "left" | "used")
            && !word.starts_with(|letter: char| letter.is_ascii_digit())
    };
    let things = |text: &str| -> Vec<String> {
        let text = text.to_lowercase();
        text.split_whitespace().filter(is_thing).map(|word| word.trim_end_matches('s').to_owned()).collect()
    };
    things(allowance.name) == things(reserve)
}

/// Length from which on what is left of a turn is a notice in lines of its own, in letters.
const LONG_RESERVE: usize = 48;

/// Draws the action points and what else is left this turn. For the unit that acts, the action bar lists its allowances. A unit
/// that is being placed has no turn yet: empty boxes would say that its points are spent.
pub(super) fn show_action_points(
    ui: &mut Ui,
    context: &PanelContext,
    me: &UnitSnapshot,
    (acts_now, unfolded): (bool, bool),
) {
    if context.view.round().is_deploying() {
        return;
    }
    let allowances = play::turn_allowances(me, context.view.rules());
    if play::counts_action_points(context.view.rules().book()) {
        show_point_boxes(ui, context, me, (&allowances, unfolded));
    }
    let in_bar: &[TurnAllowance] = if acts_now { &allowances } else { &[] };
    show_reserves(ui, context, me, in_bar);
}

/// Draws a box for each action point, filled for those that are left, with their explanation.
fn show_point_boxes(
    ui: &mut Ui,
    context: &PanelContext,
    me: &UnitSnapshot,
    (allowances, unfolded): (&[TurnAllowance], bool),
) {
    let palette = context.palette;
    let left = play::usable_points(me);
    let most = max_action_points(context, me);
    if most == 0 {
        return;
    }
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, scaled(ui, 22.0)), Sense::hover());
    let painter = ui.painter();
    let label = painter.layout_no_wrap("Action points".to_owned(), body_font(ui), palette.dim);
    painter.galley(pos2(rect.left(), rect.center().y - label.size().y / 2.0), label, palette.dim);
    let pip = ((width * 0.55) / f32::from(most) - 5.0).clamp(6.0, 36.0);
    let total = f32::from(most) * (pip + 5.0) - 5.0;
    for at in 0..most {
        let x = rect.right() - total + f32::from(at) * (pip + 5.0);
        let square = Rect::from_min_size(pos2(x, rect.center().y - 6.0), vec2(pip, 12.0));
        let fill = if at < left { palette.side_colour(1) } else { palette.raised };
        let edge = Stroke::new(1.0, palette.line);
        painter.rect(square, CornerRadius::same(3), fill, edge, StrokeKind::Inside);
    }
    let reduced = allowances.iter().find_map(|allowance| allowance.reduced.as_ref());
    let response = response.named_text(|| format!("Action points: {left} of {most}"));
    show_explanation(ui, response, unfolded, |ui| {
        ui.label(format!("{left} of {most} usable now."));
        if let Some(reduced) = reduced {
            ui.colored_label(palette.caution, &reduced.reason);
            show_clause_detail(ui, context, reduced.clause);
        }
        if let Some((unspent, clause)) = play::unspent_points(context.view.rules().book()) {
            ui.label(unspent);
            show_clause_detail(ui, context, clause);
        }
        show_clauses(ui, context, "action", &["SS-ACT-07"]);
    });
}

/// Draws what is left of the turn besides action points, without what the allowances `in_bar` of the action bar already say.
fn show_reserves(ui: &mut Ui, context: &PanelContext, me: &UnitSnapshot, in_bar: &[TurnAllowance]) {
    let palette = context.palette;
    let points = format!("{} AP", play::usable_points(me));
    let mut reserves = play::turn_reserves(me, context.view.rules());
    reserves.retain(|reserve| {
        // What is used up is not left; what is planned is counted by its points, and listed among the effects.
        *reserve != points && !reserve.ends_with(" used") && !reserve.ends_with(" planned")
    });
    reserves.retain(|reserve| !in_bar.iter().any(|allowance| says_the_same(allowance, reserve)));
    let (notices, reserves): (Vec<String>, Vec<String>) =
        reserves.into_iter().partition(|reserve| reserve.len() > LONG_RESERVE);
    for notice in notices {
        ui.add(Label::new(RichText::new(format!("{notice}.")).color(palette.caution)).wrap());
    }
    if !reserves.is_empty() {
        let counts_points = play::counts_action_points(context.view.rules().book());
        let title = if counts_points { "This turn" } else { "Left this turn" };
        show_fact_line(ui, (title, palette.dim), (&reserves.join("\n"), palette.text));
    }
}

/// Returns the price of the cheapest further move that a unit can buy now.
pub(super) fn move_purchase(context: &PanelContext, unit: &UnitDataItem) -> Option<&'static str> {
    let mut purchases = TurnPurchase::list(context.view, unit, None).into_iter();
    let is_longer = |purchase: &TurnPurchase| {
        let budget = purchase.move_budget(context.view, unit);
        budget.walk_left.max(budget.run) >= SQUARE
    };
    purchases.find(is_longer).map(|purchase| purchase.bought.price)
}

/// Draws the walking, running and sprinting distance left, why it cannot be used now if it is blocked, and for which price
/// there is `more`.
pub(super) fn show_movement(
    ui: &mut Ui,
    context: &PanelContext,
    unit: &UnitDataItem,
    (blocked, more, unfolded): (Option<&str>, Option<&str>, bool),
) {
    let budget = move_budget(context.view, unit);
    let rate = play::walk_allowance(&context.view.unit_snapshot(unit), context.view.rules());
    let value = walk_left_text((budget.walk_left, rate), blocked, more);
    show_fact(ui, context, unfolded, "Walk left this round", &value, |ui| {
        ui.label("The walk comes back with the next round.");
        let price = |action| action_price(context.view, unit, action, None);
        let more = further_moves_text(&budget, &price(Action::Run), &price(Action::Sprint));
        if !more.is_empty() {
            ui.label(keep_units(&more));
        }
        show_clauses(ui, context, "movement", &["SS-MOVE-02", "SS-MOVE-07", "SS-MOVE-08"]);
    });
}

/// Says what a unit can add to its walk. The first run of a round has a fixed distance; a further one is a sprint, in books
/// that have it. `SS-MOVE-07`, `SS-MOVE-08`.
fn further_moves_text(budget: &MoveBudget, run_price: &str, sprint_price: &str) -> String {
    let paid = |price: &str| if price.is_empty() { String::new() } else { format!(" for {price}") };
    let (run, sprint) = (format_metres(budget.run), format_metres(budget.sprint));
    match (budget.runs, budget.run, budget.sprint) {
        (0, 0, _) => String::new(),
        (0, _, 0) => format!("A run adds {run} m{}.", paid(run_price)),
        (0, ..) => format!(
            "A run adds {run} m{}. Each further run in this round is a sprint: a roll decides how far it goes.",
            paid(run_price)
        ),
        (.., 0) => "Has run in this round and cannot run again.".to_owned(),
        _ => format!(
            "Has run in this round. The next run is a sprint{}: a roll decides how far it goes, at most {sprint} m.",
            paid(sprint_price)
        ),
    }
}

/// Half-metres of a step to the next square.
const SQUARE: u32 = 2;

/// Formats the walking distance left: "2 of 4 m", "4 of 4 m, needs 1 AP", "0 of 4 m, more for 2 Strain".
fn walk_left_text((left, rate): (u32, u32), blocked: Option<&str>, more: Option<&str>) -> String {
    let value = format!("{} of {} m", format_metres(left), format_metres(rate));
    if let Some(price) = more.filter(|_| left < SQUARE) {
        return format!("{value}, more for {price}");
    }
    // "0 of 4 m" needs no further words, and a button that still shows the last move has none.
    match blocked.filter(|why| left > 0 && *why != choices::NO_MOVEMENT) {
        Some(_) if left < SQUARE => format!("{value}, too little for a square"),
        Some(why) => format!("{value}, {why}"),
        None => value,
    }
}

/// Draws those of a chapter's clauses that apply in this battle, while details are shown.
fn show_clauses(ui: &mut Ui, context: &PanelContext, chapter: &str, clauses: &[&'static str]) {
    if !shows_clauses(ui) {
        return;
    }
    let rule = clauses.iter().map(|clause| context.view.rules().ruling(chapter, clause));
    let mut rule: Vec<_> = rule.filter(|clause| !clause.is_empty()).collect();
    rule.dedup(); // a book with its own version of the chapter names it for each
    if !rule.is_empty() {
        ui.colored_label(context.palette.faint, RichText::new(rule.join(", ")).monospace());
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, RawInput};

    use super::*;
    use crate::panel::tests::{battle_in, with_context};

    #[test]
    fn a_unit_that_is_being_placed_has_no_spent_action_points() {
        let mut world = battle_in(None, "warehouse");
        let height = |world: &mut bevy::prelude::World| {
            with_context(world, |context| {
                let unit = context.view.units().next().expect("the map has units");
                let (me, ctx) = (context.view.unit_snapshot(&unit), Context::default());
                let mut height = 0.0;
                let output = ctx.run_ui(RawInput::default(), |ui| {
                    let drawn = ui.vertical(|ui| show_action_points(ui, context, &me, (false, false)));
                    height = drawn.response.rect.height();
                });
                output.drop_without_applying_deltas();
                height
            })
        };
        assert!(height(&mut world) > 1.0, "in round 1");
        battle::rebuild_from_orders(&mut world, &[]).expect("no order is refused");
        assert!(height(&mut world) < 1.0, "during deployment");
    }

    #[test]
    fn what_the_action_bar_lists_is_not_said_twice() {
        let once = |name| TurnAllowance::once(name, true, "", "CC-ECON-03");
        assert!(
            says_the_same(&once("Action"), "Action used")
                && says_the_same(&once("Free Action"), "Free Action")
        );
        assert!(says_the_same(&once("Manoeuvre"), "Free manoeuvre used"));
        assert!(says_the_same(&once("Manoeuvre"), "Manoeuvres 0/2 used"));
        assert!(says_the_same(&once("attack"), "no attacks left"));
        assert!(!says_the_same(&once("Action"), "No action: broken arm"));
        assert!(!says_the_same(&TurnAllowance::points(1, "", "AB-BASE-07"), "1 AP less next turn"));
    }

    #[test]
    fn only_a_run_after_the_first_of_a_round_is_called_a_sprint() {
        let text = |runs, run, sprint| {
            let budget = MoveBudget { walk_left: 0, run, runs, sprint };
            further_moves_text(&budget, "1 AP", "1 AP, 1 Strain")
        };
        let first = text(0, 20, 18);
        assert!(first.starts_with("A run adds 10 m for 1 AP. Each further run"), "{first}");
        assert_eq!(text(0, 20, 0), "A run adds 10 m for 1 AP.", "a book without sprints");
        let second = text(1, 20, 18);
        assert!(second.contains("The next run is a sprint for 1 AP, 1 Strain"), "{second}");
        assert!(second.ends_with("at most 9 m."), "{second}");
        assert!(!second.contains("A run adds"), "{second}");
        assert_eq!(text(1, 20, 0), "Has run in this round and cannot run again.");
        assert_eq!(text(0, 0, 18), "", "a unit that cannot run");
    }

    #[test]
    fn the_walk_left_agrees_with_the_move_button() {
        assert_eq!(walk_left_text((8, 8), None, None), "4 of 4 m");
        assert_eq!(walk_left_text((8, 8), Some("needs 1 AP"), None), "4 of 4 m, needs 1 AP");
        assert_eq!(walk_left_text((0, 8), Some("no movement left"), None), "0 of 4 m");
        assert_eq!(
            walk_left_text((8, 16), Some(choices::NO_MOVEMENT), None),
            "4 of 8 m",
            "what the button said before"
        );
        assert_eq!(
            walk_left_text((1, 8), Some("stand up first"), None),
            "0.5 of 4 m, too little for a square"
        );
        let more = Some("2 Strain");
        assert_eq!(walk_left_text((0, 8), None, more), "0 of 4 m, more for 2 Strain", "the hatched squares");
        assert_eq!(walk_left_text((8, 8), None, more), "4 of 4 m", "nothing has to be bought");
    }
}
