//! Move card: distance, pace, cost, hazards, cover and threats of a move.

mod cover_advice;
mod enemy_cover;
mod ground_lines;
mod listed_enemies;
mod move_preview;

use bevy_egui::egui::Ui;

use self::cover_advice::CoverAdvice;
use self::enemy_cover::{CoverTime, against_text, counted_cover_text, enemy_cover_text};
use self::ground_lines::show_ground_hazard;
use self::listed_enemies::{readying_enemies, show_targets, show_threats};
pub(crate) use self::move_preview::{MovePreview, update_move_preview};
use super::brief::show_more_hint;
use super::card_title::show_title;
use super::shows_details;
use crate::attack_forecast::{ForecastCache, percent_text, threats_at};
use crate::attack_ranking::{ChosenAttacks, PossibleTarget, targets_with_choice, unpaid_attacks_text};
use crate::panel::action_bar::choices::move_cost_text;
use crate::panel::action_bar::cover_text::lost_cover_text;
use crate::panel::unit_inspector::cover_shields::{hidden_cover_text, show_cover_compass};
use crate::panel::unit_inspector::status_effects::fuse_text;
use crate::panel::widgets::{PanelContext, keep_units, show_fact_line, with_cited_clauses};
use crate::square_cover::{
    body_on, can_pay_cover, cover_with_effect, covered_against, hidden_once_taken, least_hidden,
    visible_enemies,
};
use battle::{
    BattleView, OrderError, Pace, UnitDataItem, action_price, format_metres, move_budget, upright_move_budget,
};
use model::{Cell, UnitId};
use rules::turn_engine::Action;
use rules::{BoughtAllowance, ForecastNote, Odds, play};

/// Draws the card.
pub(crate) fn show(ui: &mut Ui, context: &PanelContext, preview: &MovePreview) {
    let palette = context.palette;
    show_heading(ui, context, preview);
    let is_unreachable = preview.arrives.is_some_and(|chance| chance <= 0.0);
    let gets_there = preview.result.is_ok() && !is_unreachable;
    show_exit(ui, context, preview.unit, (preview.cell, gets_there));
    if let Err(refusal) = &preview.result {
        return show_refused_move(ui, context, preview, refusal);
    }
    if let Some(purchase) = &preview.purchase {
        ui.colored_label(palette.caution, purchase_sentence(&purchase.bought));
    }
    if let Some(points) = preview.dearer_mode {
        let text = with_cited_clauses(ui, context, &dearer_mode_sentence(points));
        ui.colored_label(palette.caution, text);
    }
    show_ground_hazard(ui, context, preview.cell);
    for (_, armed) in context.view.armed_items().iter().filter(|(_, armed)| armed.cell() == preview.cell) {
        show_fact_line(
            ui,
            (armed.item().name(), palette.harm),
            (&fuse_text(context, armed.fuse()), palette.harm),
        );
    }
    for (fall, odds) in &preview.falls {
        show_fall(ui, context, fall, odds.as_ref());
    }
    show_path_dangers(ui, context, preview);
    // What holds on a square that the unit cannot reach does not matter.
    if is_unreachable {
        return;
    }
    show_square(ui, context, preview);
}

/// Draws why a move is refused, and how far the unit gets instead or once it stands.
fn show_refused_move(ui: &mut Ui, context: &PanelContext, preview: &MovePreview, refusal: &OrderError) {
    let text = preview.too_far.clone().unwrap_or_else(|| refusal.to_string());
    ui.colored_label(context.palette.harm, keep_units(&text));
    if let Some(unit) = context.view.unit(preview.unit)
        && let Some(text) = stand_up_text(context.view, &unit, preview.half_metres)
    {
        ui.colored_label(context.palette.good, text);
    }
}

/// Draws what holds on the square once the unit is there: its cover, whom it can hit, and who can hit it.
fn show_square(ui: &mut Ui, context: &PanelContext, preview: &MovePreview) {
    let name = context.unit_name(preview.unit);
    let title = format!("From there {name} can hit");
    if preview.leaves {
        return show_targets_before_leaving(ui, context, preview.unit, (&preview.targets, &title));
    }
    if let Some(unit) = context.view.unit(preview.unit) {
        let can_pay = can_pay_cover(context.view, &unit, preview.result.as_ref().ok());
        let time = if can_pay { CoverTime::OnceTaken } else { CoverTime::NotThisTurn };
        show_cover(ui, context, (&unit, preview.cell, preview.cover), (preview.least_hidden, time));
    }
    show_targets(
        ui,
        context,
        preview.unit,
        (&preview.targets, &title, preview.unpaid),
        preview.replaced.as_ref(),
    );
    let title = format!("There {name} can be hit by");
    let advice = CoverAdvice::there(context.view, preview.unit, preview.result.as_ref().ok());
    show_threats(ui, context, (&preview.threats, &preview.carriers), (preview.cell, advice), &title);
    show_more_hint(ui, context);
}

/// Says that a prone unit reaches a square once it stands: "Stand up (1 AP) first: then the move is up to 9.5 m."; `None` if
/// it does not.
fn stand_up_text(view: &BattleView, unit: &UnitDataItem, half_metres: u32) -> Option<String> {
    let (_, budget) = upright_move_budget(view, unit)?;
    let price = action_price(view, unit, Action::StandUp, None);
    let farthest = budget.walk_left + budget.run;
    (farthest >= half_metres).then(|| stand_up_sentence(&price, farthest))
}

/// Says what the click that moves buys: "The second click buys a second manoeuvre for 2 Strain and moves."
fn purchase_sentence(bought: &BoughtAllowance) -> String {
    let after = if bought.ends_attacks { " No attack is left after it." } else { "" };
    format!("The second click buys a {} and moves.{after}", bought.sentence_text())
}

/// Says what costs more after a move that uses the Free Action.
fn dearer_mode_sentence(points: u8) -> String {
    format!("Uses the Free Action: an attack in another fire mode costs {points} AP more then. SS-ACT-61")
}

fn stand_up_sentence(price: &str, half_metres: u32) -> String {
    let price = if price.is_empty() { String::new() } else { format!(" ({price})") };
    format!("Stand up{price} first: then the move is up to {} m.", format_metres(half_metres))
}

/// Draws the card of the square on which a unit stands: whom it can hit, and who can hit it.
pub(crate) fn show_here(
    ui: &mut Ui,
    context: &PanelContext,
    odds: &mut ForecastCache,
    (id, chosen): (UnitId, ChosenAttacks),
) {
    let Some(unit) = context.view.unit(id).filter(|unit| unit.is_fighting()) else { return };
    let here = unit.cell();
    show_title(ui, context, unit.identity.name(), "stays here");
    show_exit(ui, context, id, (here, true));
    let gait = unit.movement.gait();
    if context.view.is_exit_of(*unit.side, here) {
        let targets = targets_with_choice(odds, context.view, id, (here, gait), (None, chosen));
        let title = format!("From here {} can hit", unit.identity.name());
        return show_targets_before_leaving(ui, context, id, (&targets, &title));
    }
    let grid = context.view.field().grid();
    let sides = hidden_once_taken(grid, here, unit.body());
    let least = least_hidden(grid, here, unit.body(), &visible_enemies(context.view, &unit));
    let time = match () {
        () if unit.cover.is_taken() => CoverTime::Taken,
        () if can_pay_cover(context.view, &unit, None) => CoverTime::OnceTaken,
        () => CoverTime::NotThisTurn,
    };
    show_cover(ui, context, (&unit, here, sides), (least, time));
    let targets = targets_with_choice(odds, context.view, id, (here, gait), (None, chosen));
    let name = unit.identity.name();
    let unpaid = unpaid_attacks_text(context.view, id, None);
    let replaced = odds.replaced_attack(context.view, &unit);
    let title = format!("From here {name} can hit");
    show_targets(ui, context, id, (&targets, &title, unpaid), replaced.as_deref());
    let threats = threats_at(odds, context.view, id, here, gait);
    let carriers = readying_enemies(context.view, odds, (id, gait), (here, &threats));
    let advice = CoverAdvice::here(context.view, &unit);
    let title = format!("Here {name} can be hit by");
    show_threats(ui, context, (&threats, &carriers), (here, advice), &title);
    show_more_hint(ui, context);
}

/// Draws what a square offers a unit that is placed there before the battle.
pub(crate) fn show_placed(ui: &mut Ui, context: &PanelContext, unit: &UnitDataItem, cell: Cell) {
    show_title(ui, context, &format!("{} here", unit.identity.name()), "");
    show_ground_hazard(ui, context, cell);
    let (grid, body) = (context.view.field().grid(), body_on(unit, cell));
    let sides = hidden_once_taken(grid, cell, body);
    let least = least_hidden(grid, cell, body, &visible_enemies(context.view, unit));
    // A unit that is in cover takes that of the square to which it is moved; others take it in the battle.
    let time = if unit.cover.is_taken() { CoverTime::Taken } else { CoverTime::InBattle };
    let book = context.view.rules().book();
    match sides.into_iter().any(|hidden| play::is_cover(book, hidden)) {
        true => show_cover(ui, context, (unit, cell, sides), (least, time)),
        false => _ = ui.colored_label(context.palette.dim, "No cover here."),
    }
    show_more_hint(ui, context);
}

/// Draws the cover of a square by side, and what it counts against all visible enemies, as the shield on the square shows, or
/// against how many of them it counts, with what hides the unit from each of them: in brief only where that explains a grade that no
/// side has.
fn show_cover(
    ui: &mut Ui,
    context: &PanelContext,
    (unit, cell, sides): (&UnitDataItem, Cell, [u8; 8]),
    (least, time): (Option<u8>, CoverTime),
) {
    let (palette, body) = (context.palette, body_on(unit, cell));
    let is_cover = |hidden| play::is_cover(context.view.rules().book(), hidden);
    if sides.into_iter().any(is_cover) {
        show_cover_compass(ui, context, sides);
    }
    let is_brief = !shows_details(ui, context);
    if let Some(text) = hidden_cover_text(context.view, cell, body, sides).filter(|_| !is_brief) {
        ui.colored_label(palette.dim, text);
    }
    let (rules, grid) = (context.view.rules(), context.view.field().grid());
    let (book, enemies) = (rules.book(), visible_enemies(context.view, unit));
    let (covered, seeing) = covered_against((book, grid), (cell, body), &enemies);
    let against_all = least.filter(|hidden| is_cover(*hidden)).map(|hidden| cover_with_effect(rules, hidden));
    let is_open = against_all.is_none() && covered == 0;
    // In the open, what beside the square gives cover from other sides must not pass for cover from these enemies.
    if seeing == 0 || (is_open && !sides.into_iter().any(is_cover)) {
        return;
    }
    let text = counted_cover_text(against_all, (covered, seeing), time);
    let colour = match time {
        _ if is_open => palette.caution,
        CoverTime::Taken => palette.good,
        CoverTime::OnceTaken | CoverTime::InBattle => palette.text,
        CoverTime::NotThisTurn => palette.dim,
    };
    show_fact_line(ui, (&against_text(seeing), palette.dim), (&text, colour));
    // Another grade than all sides have comes from the place of the enemies.
    let is_surprising = least.is_some_and(|least| {
        let named = play::cover_name(book, least);
        is_cover(least) && !sides.iter().any(|side| play::cover_name(book, *side) == named)
    });
    let is_explained = is_surprising || !is_brief;
    if let Some(text) = enemy_cover_text(context.view, unit, (cell, body)).filter(|_| is_explained) {
        ui.colored_label(palette.dim, text);
    }
}

/// Draws the enemies that a unit can hit before it leaves by an exit, if there are any: what it cannot attack is no matter.
fn show_targets_before_leaving(
    ui: &mut Ui,
    context: &PanelContext,
    unit: UnitId,
    (targets, title): (&[PossibleTarget], &str),
) {
    if !targets.is_empty() {
        show_targets(ui, context, unit, (targets, title, None), None);
    }
}

/// Words for the exit of a unit's own side.
fn exit_text(name: &str) -> String {
    format!("Exit: if the turn ends here, {name} leaves the battlefield before an enemy has a turn.")
}

/// Draws what a square does as an exit: the units of its side leave by it. To a unit that does not get there, its own exit promises
/// nothing.
fn show_exit(ui: &mut Ui, context: &PanelContext, unit: UnitId, (cell, gets_there): (Cell, bool)) {
    let palette = context.palette;
    let own = context.view.unit(unit).map(|unit| *unit.side);
    for side in context.view.exit_sides(cell) {
        if Some(side) != own {
            let text =
                format!("Exit of {}: only units of that side leave here.", context.view.side_name(side));
            ui.colored_label(palette.dim, text);
        } else if gets_there {
            ui.colored_label(palette.good, exit_text(&context.unit_name(unit)));
        }
    }
}

/// Says over how many waypoints a path leads: " over 2 waypoints"; nothing without any.
pub(crate) fn over_text(waypoints: usize) -> String {
    match waypoints {
        0 => String::new(),
        1 => " over 1 waypoint".to_owned(),
        count => format!(" over {count} waypoints"),
    }
}

/// Names a move: a driver drives, and a prone unit crawls.
const fn move_verb(pace: Pace, drives: bool, crawls: bool) -> &'static str {
    match pace {
        Pace::Walk if crawls => "Crawl",
        Pace::Walk if drives => "Drive",
        Pace::Run if drives => "Drive fast,",
        Pace::Walk => "Walk",
        Pace::Run => "Run",
        Pace::Sprint => "Sprint",
    }
}

/// Whether a prone unit can crawl at all: what is refused for its being prone is no crawl.
const fn can_crawl(is_allowed: bool, walk_left: u32) -> bool {
    is_allowed || walk_left > 0
}

/// Draws pace, distance and price.
fn show_heading(ui: &mut Ui, context: &PanelContext, preview: &MovePreview) {
    let unit = context.view.unit(preview.unit);
    let drives = unit.as_ref().is_some_and(|unit| unit.vehicle().is_some());
    let crawls = unit.as_ref().is_some_and(|unit| {
        unit.is_prone() && can_crawl(preview.result.is_ok(), move_budget(context.view, unit).walk_left)
    });
    let verb = move_verb(preview.pace, drives, crawls);
    let book = context.view.rules().book();
    let price = match &preview.result {
        Ok(_) if preview.purchase.is_some() => preview.price.clone(),
        Ok(plan) if plan.karma > 0 => {
            format!("{} · {} Karma", play::points_text(book, plan.points), plan.karma)
        }
        Ok(plan) => move_cost_text(book, plan, &preview.price),
        Err(_) => String::new(),
    };
    let length = format_metres(preview.half_metres);
    show_title(ui, context, &format!("{verb} {length} m{}", over_text(preview.waypoints.len())), &price);
}

/// Draws a fall on the path with its odds; `None` for a harmless fall.
fn show_fall(ui: &mut Ui, context: &PanelContext, fall: &ForecastNote, odds: Option<&Odds>) {
    let palette = context.palette;
    let mut text = fall.text.clone();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let clause = if fall.clause.is_empty() { String::new() } else { format!(" ({})", fall.clause) };
    let colour = if odds.is_some() { palette.harm } else { palette.text };
    let value = with_cited_clauses(ui, context, &format!("{}{clause}", fall.value));
    show_fact_line(ui, (&text, palette.text), (&value, colour));
    let Some(odds) = odds else { return };
    let figures = format!("{} · {:.1}", percent_text(odds.harm), odds.mean);
    show_fact_line(ui, ("Damage chance · average", palette.dim), (&figures, palette.harm));
    if odds.out > 0.0 {
        show_fact_line(ui, ("Knock-out", palette.dim), (&percent_text(odds.out), palette.harm));
    }
}

/// Says that a sprint cannot reach its square; `None` if there is a chance.
fn out_of_reach_text(chance: f64) -> Option<&'static str> {
    (chance <= 0.0).then_some("Out of reach, even with the best result of a sprint.")
}

/// Says what a unit gives up by a move whose cover protects it; `None` for others.
fn given_up_text(is_protected: bool) -> Option<&'static str> {
    is_protected.then_some("Moving gives up the cover taken here.")
}

/// Whether a unit has taken cover that protects it: nothing is broken, and it counts against one of the enemies in sight, if there
/// are any.
fn is_protected(view: &BattleView, unit: &UnitDataItem) -> bool {
    unit.cover.is_taken() && lost_cover_text(view, unit).is_none()
}

/// Draws what the move gives up, hazards on the path, the chance to arrive, and enemies that may intercept.
fn show_path_dangers(ui: &mut Ui, context: &PanelContext, preview: &MovePreview) {
    let palette = context.palette;
    let is_protected = context.view.unit(preview.unit).is_some_and(|unit| is_protected(context.view, &unit));
    if let Some(text) = given_up_text(is_protected) {
        ui.colored_label(palette.caution, text);
    }
    for hazard in &preview.hazards {
        let text = format!("On the path: {}", hazard.text);
        let value = with_cited_clauses(ui, context, &format!("{} ({})", hazard.value, hazard.clause));
        show_fact_line(ui, (&text, palette.text), (&value, palette.harm));
    }
    if let Some(arrives) = preview.arrives {
        match out_of_reach_text(arrives) {
            Some(text) => _ = ui.colored_label(palette.caution, text),
            None => {
                let chance = percent_text(arrives);
                show_fact_line(ui, ("Reaches the square", palette.dim), (&chance, palette.caution));
            }
        }
    }
    if preview.evade && !preview.opportunity_attacks.is_empty() {
        let text = "Evades one enemy for each hit above the first. SS-INTC-14";
        let text = with_cited_clauses(ui, context, text);
        ui.colored_label(palette.good, text);
    }
    for (opponent, odds) in &preview.opportunity_attacks {
        let name = format!("Passes {}", context.unit_name(*opponent));
        let blow = odds.as_ref().map_or_else(
            || "may intercept".to_owned(),
            |odds| format!("may intercept: {} · {:.1}", percent_text(odds.harm), odds.mean),
        );
        show_fact_line(ui, (&name, context.unit_colour(*opponent)), (&blow, palette.caution));
        if preview.throwing.contains(opponent) {
            ui.colored_label(palette.caution, thrown_back_text(odds.as_ref().map(|odds| odds.hit)));
        }
    }
}

/// Says that the hit of an interception may throw the unit back, with the chance of a hit where it is known.
fn thrown_back_text(hit: Option<f64>) -> String {
    let chance = hit.map_or_else(String::new, |hit| format!(" ({})", percent_text(hit)));
    format!("A hit{chance} may throw the unit back and end the move.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cc_econ_13_a_unit_that_has_to_stand_up_first_is_offered_no_crawl() {
        assert!(!can_crawl(false, 0), "it has to stand up first");
        assert!(can_crawl(false, 2), "it could crawl a shorter way");
        assert!(can_crawl(true, 0));
        let verbs = [true, false].map(|crawls| move_verb(Pace::Walk, false, crawls));
        assert_eq!(verbs, ["Crawl", "Walk"]);
        assert_eq!(move_verb(Pace::Run, true, false), "Drive fast,");
        assert_eq!(move_verb(Pace::Walk, true, false), "Drive");
    }

    #[test]
    fn an_interception_that_throws_back_says_that_it_may_end_the_move() {
        assert_eq!(thrown_back_text(Some(0.72)), "A hit (72 %) may throw the unit back and end the move.");
        assert_eq!(thrown_back_text(None), "A hit may throw the unit back and end the move.");
    }

    #[test]
    fn cc_econ_05_a_bought_move_says_what_a_click_buys() {
        let bought = |price, ends_attacks| BoughtAllowance {
            key: "buy_maneuver",
            name: "second manoeuvre",
            price,
            ends_attacks,
        };
        let strain = "The second click buys a second manoeuvre for 2 Strain and moves.";
        assert_eq!(purchase_sentence(&bought("2 Strain", false)), strain);
        let action =
            "The second click buys a second manoeuvre for the action and moves. No attack is left after it.";
        assert_eq!(purchase_sentence(&bought("the action", true)), action);
    }

    #[test]
    fn a_unit_that_leaves_by_an_exit_is_in_no_danger_there() {
        let (mut on_exits, mut others) = (0, 0);
        let mut world = crate::panel::tests::shipped_battle("convoy");
        for number in 0..60 {
            crate::panel::tests::with_context(&mut world, |context| {
                let view = context.view;
                let Some(unit) = view.round().acting().and_then(|id| view.unit(id)) else { return };
                let cells = view.field().grid().cells();
                let exits = cells.filter(|cell| view.is_exit_of(*unit.side, *cell)).chain([unit.cell()]);
                for cell in exits.take(8) {
                    let mut preview = None;
                    let way = (&[][..], cell, false);
                    let me = (*unit.id, ChosenAttacks::default());
                    update_move_preview(&mut preview, context, &mut ForecastCache::default(), me, way);
                    let Some(preview) = preview else { continue };
                    assert_eq!(preview.leaves, view.is_exit_of(*unit.side, cell));
                    assert!(!preview.leaves || (preview.threats.is_empty() && preview.carriers.is_empty()));
                    on_exits += usize::from(preview.leaves);
                    others += usize::from(!preview.leaves);
                }
            });
            let player = ai::AiPlayer::new(ai::Difficulty::Easy, number);
            let Some(decision) = ai::decide(&mut world, &player) else { break };
            battle::journal::submit_order(&mut world, decision.order).expect("allowed");
        }
        assert!(on_exits > 0, "{on_exits} exits, {others} other squares");
        assert!(exit_text("Cinder").ends_with("Cinder leaves the battlefield before an enemy has a turn."));
    }

    #[test]
    fn ss_act_61_a_walk_says_before_what_costs_more_after_it() {
        let text = "Uses the Free Action: an attack in another fire mode costs 1 AP more then. SS-ACT-61";
        assert_eq!(dearer_mode_sentence(1), text);
    }

    #[test]
    fn a_square_that_a_sprint_cannot_reach_is_out_of_reach() {
        assert!(out_of_reach_text(0.0).is_some_and(|text| text.starts_with("Out of reach")));
        assert_eq!(out_of_reach_text(0.4), None);
    }

    #[test]
    fn a_move_out_of_cover_that_was_taken_says_that_it_is_given_up() {
        assert_eq!(given_up_text(true), Some("Moving gives up the cover taken here."));
        assert_eq!(given_up_text(false), None);
    }

    #[test]
    fn a_path_counts_its_waypoints() {
        assert_eq!([0, 1, 3].map(over_text), ["", " over 1 waypoint", " over 3 waypoints"]);
    }

    #[test]
    fn a_prone_unit_is_told_how_far_it_gets_upright() {
        let text = "Stand up (1 AP) first: then the move is up to 9.5 m.";
        assert_eq!(stand_up_sentence("1 AP", 19), text);
        assert_eq!(stand_up_sentence("", 4), "Stand up first: then the move is up to 2 m.");
    }
}
