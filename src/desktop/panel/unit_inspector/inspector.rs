//! Left panel: details of the selected unit, each number with its explanation.

use bevy_egui::egui::{
    self, Button, CornerRadius, Label, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui,
    pos2, vec2,
};

use super::{auto_responses, cover_shields, health_gauges, status_effects, weapons};
use crate::accessibility::Accessible;
use crate::ai_players::SidePlayer;
use crate::board::interaction::board_actions::select_unit;
use crate::panel::PanelState;
use crate::panel::action_bar::{choices, karma};
use crate::panel::answer_plans::AnswerPlans;
use crate::panel::widgets::{
    PanelContext, arrival_text, body_font, draw_side_mark, layout_truncated, out_of_action_text,
    revival_text, show_clause_detail, show_explanation, show_fact, show_fact_line, show_modifiers,
    shows_clauses, title_font, with_cited_clauses,
};
use crate::player_input::PlayerInput;
use crate::rulebook::{borrowed_text, offer_terms};
use crate::session::Session;
use crate::theme::scaled;
use battle::{Order, StatusKind, TurnPurchase, UnitDataItem, action_price, format_metres, move_budget};
use battle_log::log_text::capitalise;
use model::UnitId;
use rules::special_actions::vehicles::VehicleInterior;
use rules::turn_engine::{Action, score_after_pass};
use rules::{DerivedStat, TurnAllowance, UnitSnapshot, play};

/// Draws the panel.
pub(crate) fn show(
    ui: &mut Ui,
    context: &PanelContext,
    (player, plans): (&mut PlayerInput, &mut AnswerPlans),
    state: &mut PanelState,
) {
    let shown = player.session.selected.or(context.view.round().acting());
    let Some(unit) = shown.and_then(|id| context.view.unit(id)) else {
        ui.colored_label(context.palette.dim, "Select a unit to see its details.");
        return;
    };
    let me = context.view.unit_snapshot(&unit);
    let mut area = ScrollArea::vertical().id_salt("inspector").auto_shrink([false, false]);
    if is_newly_shown(ui, *unit.id) {
        // The name of the unit is at the top.
        area = area.vertical_scroll_offset(0.0);
    }
    area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        show_unit_name(ui, context, &unit);
        ui.add_space(4.0);
        ui.scope(|ui| {
            health_gauges::show(ui, context, &unit, state.unfolded);
            offer_terms(ui);
        });
        // A driven vehicle or a building has no phase and no prompts of its own.
        let acts = !unit.is_driven() && !play::is_building(&me.sheet);
        if acts {
            show_turn(ui, context, (&unit, &me), (&mut *player, &mut *plans), state);
        }
        ui.separator();
        if acts {
            show_initiative(ui, context, &unit, state.unfolded);
        }
        // One count of actions is enough: action points. The other one is a detail.
        let detail = play::second_action_count(context.view.rules().book()).filter(|_| !state.unfolded);
        let figures = play::derived_stats(&me, context.view.rules()).into_iter();
        for figure in figures.filter(|figure| detail != Some(&*figure.name)) {
            show_figure(ui, context, &figure, state.unfolded);
        }
        ui.separator();
        ui.scope(|ui| {
            status_effects::show(ui, context, &unit);
            offer_terms(ui);
        });
        ui.separator();
        if let Some(interior) = me.cabin {
            show_seats(ui, context, &unit, interior, &mut player.session);
            ui.separator();
        }
        if !unit.inventory.is_empty() {
            weapons::show(ui, context, &unit, player, state);
            ui.separator();
        }
        if unit.is_fighting() {
            cover_shields::show_cover_here(ui, context, &unit);
        }
        ui.add_space(4.0);
        show_sheet(ui, context, &unit);
        ui.add_space(4.0);
        ui.checkbox(&mut state.unfolded, "Explain every number")
            .on_hover_text("Shows the explanation and clauses of each number below it instead of on hover.");
    });
}

/// Draws what a unit has for its turn, and what it does without being asked.
fn show_turn(
    ui: &mut Ui,
    context: &PanelContext,
    (unit, me): (&UnitDataItem, &UnitSnapshot),
    (player, plans): (&mut PlayerInput, &mut AnswerPlans),
    state: &mut PanelState,
) {
    let round = context.view.round();
    let acts_now = round.acting() == Some(*unit.id) && context.control_refusal(*unit.side).is_none();
    // After the battle nothing is left to be spent.
    if round.outcome().is_none() {
        show_action_points(ui, context, me, (acts_now, state.unfolded));
        let bar = state.bar.choices(context, &player.session);
        let blocked = choices::move_refusal(&bar).filter(|_| acts_now);
        let more = move_purchase(context, unit).filter(|_| acts_now);
        show_movement(ui, context, unit, (blocked, more, state.unfolded));
    }
    karma::show(ui, context, unit, player, state.unfolded);
    auto_responses::show(ui, context, unit, (&mut *player, plans));
    show_narration(ui, context, unit, player);
}

/// Whether the panel showed another unit before.
fn is_newly_shown(ui: &Ui, unit: UnitId) -> bool {
    let id = egui::Id::new("the unit of the panel");
    ui.data_mut(|data| {
        let last = data.get_temp::<UnitId>(id);
        data.insert_temp(id, unit);
        last != Some(unit)
    })
}

/// Draws name, side, role, and whether the unit is out of action.
fn show_unit_name(ui: &mut Ui, context: &PanelContext, unit: &UnitDataItem) {
    let side = context.view.side_name(*unit.side);
    let colour = context.side_colour(*unit.side);
    let font = title_font(ui);
    let width = ui.available_width();
    let tag = ui.painter().layout_no_wrap(side.to_owned(), body_font(ui), colour);
    let room = width - tag.size().x - 18.0;
    let title = layout_truncated(ui.painter(), unit.identity.name(), font, context.palette.text, room);
    let (rect, response) = ui.allocate_exact_size(vec2(width, title.size().y), Sense::hover());
    let baseline = rect.bottom() - tag.size().y - 3.0;
    let left = rect.right() - tag.size().x;
    ui.painter().galley(rect.left_top(), title, context.palette.text);
    let mark = Rect::from_min_size(pos2(left - 9.0, baseline + 2.0), vec2(5.0, tag.size().y - 4.0));
    draw_side_mark(ui.painter(), mark, context.side_colour_number(*unit.side), colour);
    ui.painter().galley(pos2(left, baseline), tag, colour);
    response.named_heading(&format!("{}, {side}", unit.identity.name())).on_hover_text(unit.identity.name());
    if let Some(role) = unit.identity.distinct_role() {
        ui.colored_label(context.palette.dim, role);
    }
    if let Some(habits) = ai_habits(context, unit) {
        ui.colored_label(context.palette.dim, habits).on_hover_text("How the AI player plays this unit.");
    }
    if let Some(why) =
        context.control_refusal(*unit.side).filter(|_| context.opponents.player(*unit.side).is_ai())
    {
        ui.colored_label(context.palette.dim, why);
    }
    if let Some(state) = out_of_action_text(unit) {
        ui.colored_label(context.palette.harm, capitalise(state));
    } else if unit.out_of_action.escaped() {
        ui.colored_label(context.palette.dim, "Left the battlefield");
    }
    if let Some(text) = revival_text(context.view, unit) {
        ui.colored_label(context.palette.caution, capitalise(&text) + ".");
    }
    if let Some(arrival) = unit.out_of_action.arrival() {
        ui.colored_label(context.palette.dim, capitalise(&arrival_text(arrival)));
    }
}

/// How the AI player of its side plays a unit: "Careful: stays in cover and keeps back"; `None` for a human player.
fn ai_habits(context: &PanelContext, unit: &UnitDataItem) -> Option<String> {
    let SidePlayer::Ai { personality, .. } = context.opponents.player(*unit.side) else { return None };
    let personality = ai::unit_personality(context.view, *unit.id, personality);
    let habits = personality.habits();
    (!habits.is_empty()).then(|| format!("{}: {habits}", capitalise(personality.key())))
}

/// Draws a field for the player's description of how a unit fell, where the book allows one. `AB-CINE-09`.
fn show_narration(ui: &mut Ui, context: &PanelContext, unit: &UnitDataItem, player: &mut PlayerInput) {
    let over = context.view.round().outcome().is_some();
    if over || play::may_narrate(&context.view.unit_snapshot(unit), context.view.rules()).is_err() {
        return;
    }
    let id = ui.id().with(("narration", unit.id.0));
    let mut text = ui.data_mut(|data| data.get_temp::<String>(id)).unwrap_or_default();
    ui.horizontal(|ui| {
        let hint = "How did it fall?";
        ui.add(TextEdit::singleline(&mut text).hint_text(hint).char_limit(200).desired_width(160.0))
            .named(hint);
        let button = ui.add_enabled(!text.trim().is_empty(), Button::new("Add to log"));
        let button = button.on_hover_text("Adds the text to the combat log.");
        if button.on_disabled_hover_text("Write something in the field first.").clicked() {
            player.give_order(Order::Narrate { fallen: *unit.id, text: std::mem::take(&mut text) });
        }
    });
    ui.data_mut(|data| data.insert_temp(id, text));
}

/// Draws the seats, windows and speed of a vehicle; a click on an occupant selects them.
fn show_seats(
    ui: &mut Ui,
    context: &PanelContext,
    unit: &UnitDataItem,
    interior: VehicleInterior,
    session: &mut Session,
) {
    let palette = context.palette;
    crate::panel::widgets::show_heading(ui, palette, "Seats");
    for inside in context.view.occupants(*unit.id) {
        let drives = inside.status.has(StatusKind::Drives(*unit.id));
        let seat = if drives { "Driver" } else { "Passenger" };
        let colour = context.unit_colour(*inside.id);
        let row = show_fact_line(ui, (seat, palette.dim), (inside.identity.name(), colour));
        let row =
            row.interact(Sense::click()).named_button(true, || format!("{seat}: {}", inside.identity.name()));
        if row.on_hover_text("Click to select.").clicked() {
            select_unit(session, *inside.id);
        }
    }
    let free = interior.seats.saturating_sub(interior.taken);
    show_fact_line(ui, ("Free", palette.dim), (&format!("{free} of {}", interior.seats), palette.text));
    let windows = if interior.open { "down" } else { "up" };
    let clause = context.view.rules().ruling("vehicles", "SS-CALL-115");
    let about = format!("Occupants can shoot out while the windows are down. {clause}");
    let about = with_cited_clauses(ui, context, about.trim_end());
    show_fact_line(ui, ("Windows", palette.dim), (windows, palette.text)).on_hover_text(about);
    show_fact_line(ui, ("Speed", palette.dim), (&format!("{} m per round", interior.speed), palette.text));
}

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

/// Draws the action points and what else is left this turn. For the unit that acts, the action bar lists its allowances.
fn show_action_points(
    ui: &mut Ui,
    context: &PanelContext,
    me: &UnitSnapshot,
    (acts_now, unfolded): (bool, bool),
) {
    let palette = context.palette;
    let left = play::usable_points(me);
    let in_bar = play::turn_allowances(me, context.view.rules());
    let reduced = in_bar.iter().find_map(|allowance| allowance.reduced.as_ref());
    let most = max_action_points(context, me);
    let counts_points = play::counts_action_points(context.view.rules().book());
    if most > 0 && counts_points {
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
        let response = response.named_text(|| format!("Action points: {left} of {most}"));
        show_explanation(ui, response, unfolded, |ui| {
            ui.label(format!("{left} of {most} usable now."));
            if let Some(reduced) = reduced {
                ui.colored_label(palette.caution, &reduced.reason);
                show_clause_detail(ui, context, reduced.clause);
            }
            let unspent = with_cited_clauses(ui, context, &choices::unspent_points_text(context.view));
            ui.label(unspent);
            show_clauses(ui, context, "action", &["SS-ACT-07"]);
        });
    }
    let mut reserves = play::turn_reserves(me, context.view.rules());
    reserves.retain(|reserve| *reserve != format!("{left} AP"));
    // What is used up is not left.
    reserves.retain(|reserve| !reserve.ends_with(" used"));
    // What it planned is counted by its points, and listed among its effects.
    reserves.retain(|reserve| !reserve.ends_with(" planned"));
    if acts_now {
        reserves.retain(|reserve| !in_bar.iter().any(|allowance| says_the_same(allowance, reserve)));
    }
    let (notices, reserves): (Vec<String>, Vec<String>) =
        reserves.into_iter().partition(|reserve| reserve.len() > LONG_RESERVE);
    for notice in notices {
        ui.add(Label::new(RichText::new(format!("{notice}.")).color(palette.caution)).wrap());
    }
    if !reserves.is_empty() {
        let title = if counts_points { "This turn" } else { "Left this turn" };
        show_fact_line(ui, (title, palette.dim), (&reserves.join("\n"), palette.text));
    }
}

/// Returns the price of the cheapest further move that a unit can buy now.
fn move_purchase(context: &PanelContext, unit: &UnitDataItem) -> Option<&'static str> {
    let mut purchases = TurnPurchase::list(context.view, unit, None).into_iter();
    let is_longer = |purchase: &TurnPurchase| {
        let budget = purchase.move_budget(context.view, unit);
        budget.walk_left.max(budget.run) >= SQUARE
    };
    purchases.find(is_longer).map(|purchase| purchase.bought.price)
}

/// Draws the walking, running and sprinting distance left, why it cannot be used now if it is blocked, and for which price
/// there is `more`.
fn show_movement(
    ui: &mut Ui,
    context: &PanelContext,
    unit: &UnitDataItem,
    (blocked, more, unfolded): (Option<&str>, Option<&str>, bool),
) {
    let budget = move_budget(context.view, unit);
    let rate = play::walk_allowance(&context.view.unit_snapshot(unit), context.view.rules());
    let value = walk_left_text((budget.walk_left, rate), blocked, more);
    show_fact(ui, context, unfolded, "Walk left", &value, |ui| {
        if budget.run > 0 {
            let cost = action_price(context.view, unit, Action::Run, None);
            let cost = if cost.is_empty() { cost } else { format!(" for {cost}") };
            ui.label(format!("A run adds {} m{cost}.", format_metres(budget.run)));
        }
        let further = if budget.sprint > 0 { " The next one is a sprint." } else { "" };
        ui.label(format!("Runs this round: {}.{further}", budget.runs));
        show_clauses(ui, context, "movement", &["SS-MOVE-02", "SS-MOVE-07", "SS-MOVE-08"]);
    });
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

/// Draws the initiative score, once it was rolled.
fn show_initiative(ui: &mut Ui, context: &PanelContext, unit: &UnitDataItem, unfolded: bool) {
    if context.view.round().is_deploying() {
        return;
    }
    let passes = i32::try_from(context.view.round().pass().saturating_sub(1)).unwrap_or(0);
    let (score, attribute) = (unit.initiative.score(), unit.initiative.attribute());
    let lost = -passes * score_after_pass(0);
    let rolled = score + lost - attribute;
    let value = initiative_text(score, attribute, lost);
    show_fact(ui, context, unfolded, "Initiative now", &value, |ui| {
        let dice = crate::panel::widgets::dice_text(u32::from(unit.initiative.dice()));
        ui.label(format!("{attribute} from attributes, {rolled} from {dice} and later changes."));
        if lost > 0 {
            let text = format!("{lost} less for the passes already played. SS-ROUND-12");
            let text = with_cited_clauses(ui, context, &text);
            ui.label(text);
        }
        if unit.karma.initiative() {
            let text = "Karma spent: five dice in the next Initiative Test. SS-INIT-07";
            let text = with_cited_clauses(ui, context, text);
            ui.label(text);
        }
    });
}

/// Formats an initiative score with its parts: "11 (6 + 5)", "1 (6 + 5 - 10)" once `lost` points are gone with the passes
/// already played.
fn initiative_text(score: i32, attribute: i32, lost: i32) -> String {
    let rolled = score + lost - attribute;
    let sign = if rolled < 0 { '-' } else { '+' };
    let passes = if lost > 0 { format!(" - {lost}") } else { String::new() };
    format!("{score} ({attribute} {sign} {}{passes})", rolled.abs())
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

/// Draws a derived stat with its parts.
fn show_figure(ui: &mut Ui, context: &PanelContext, figure: &DerivedStat, unfolded: bool) {
    show_fact(ui, context, unfolded, &figure.name, &figure.value, |ui| {
        if !figure.parts.0.is_empty() {
            show_modifiers(ui, context.palette, "", "", &figure.parts.0);
        }
        if !figure.hint.is_empty() {
            ui.label(figure.hint);
        }
        match context.view.rules().borrowed_chapter_of(figure.clause) {
            Some(chapter) => _ = ui.colored_label(context.palette.faint, borrowed_text(chapter)),
            None => show_clause_detail(ui, context, figure.clause),
        }
    });
}

/// Draws the sheet as the book prints it, collapsed.
fn show_sheet(ui: &mut Ui, context: &PanelContext, unit: &UnitDataItem) {
    let palette = context.palette;
    egui::CollapsingHeader::new("Sheet").id_salt("sheet").show(ui, |ui| {
        let mut group = "";
        for stat in play::sheet_stats(unit.sheet.get()) {
            if stat.group != group {
                group = stat.group;
                crate::panel::widgets::show_heading(ui, palette, group);
            }
            let line = show_fact_line(ui, (&stat.name, palette.dim), (&stat.value, palette.text));
            if shows_clauses(ui) && context.view.rules().cites(stat.clause) {
                line.on_hover_text(stat.clause);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn ss_round_12_the_parts_of_an_initiative_add_up_in_every_pass() {
        assert_eq!(initiative_text(13, 8, 0), "13 (8 + 5)");
        assert_eq!(initiative_text(3, 8, 10), "3 (8 + 5 - 10)");
        assert_eq!(initiative_text(-9, 6, 10), "-9 (6 - 5 - 10)");
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
