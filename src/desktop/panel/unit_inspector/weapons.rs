//! Weapons of a unit: in hand or stowed, stats and ammunition.

use bevy_egui::egui::{self, CornerRadius, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::accessibility::Accessible;
use crate::attack_forecast::{DAMAGE_CHANCE, percent_text};
use crate::panel::PanelState;
use crate::panel::action_bar::choices::plan_cost_text;
use crate::panel::cards::{show_details_hint, shows_details};
use crate::panel::panel_state::ClickedWeapon;
use crate::panel::widgets::{
    PanelContext, body_font, keep_units, show_fact_line, show_heading, show_modifiers, small_font,
};
use crate::player_input::PlayerInput;
use crate::session::Intent;
use crate::theme::scaled;
use battle::{CarriedItem, Order, UnitDataItem, action_price, validate_order};
use battle_log::log_text::count_text;
use model::UnitId;
use rules::turn_engine::Action;
use rules::{Book, HeldWeapon, RuleSet, UnitSnapshot, Weapon, WeaponMalfunction, WeaponReach, play};

/// Greatest width of the tooltip, in points.
const TOOLTIP: f32 = 300.0;

/// What a click on the card of a weapon does.
#[derive(Clone, Debug, PartialEq)]
enum WeaponClick {
    /// Attacks are made with it.
    Aim(Intent),
    /// It is readied, at this price.
    Ready(Order, String),
    /// Nothing, for this reason.
    Refused(String),
}

impl WeaponClick {
    /// Returns what a click on a weapon of a unit does.
    fn on_weapon(context: &PanelContext, unit: &UnitDataItem, number: usize, carried: &CarriedItem) -> Self {
        if let Some(why) = context.control_refusal(*unit.side) {
            return Self::Refused(why);
        }
        if !carried.in_hand() {
            let order = Order::Ready { unit: *unit.id, weapon: number };
            return match validate_order(context.view, &order) {
                Ok(plan) => {
                    let price = action_price(context.view, unit, Action::Ready, Some(number));
                    Self::Ready(order, plan_cost_text(context.view.rules().book(), &plan, &price))
                }
                Err(why) => Self::Refused(why.to_string()),
            };
        }
        if play::detonation_trigger(carried.weapon()).is_some() {
            return Self::Refused(format!("{} is used with the Item button.", carried.name()));
        }
        // The error of the end of the phase says whose turn it is.
        match validate_order(context.view, &Order::EndPhase { unit: *unit.id }) {
            Err(why) => Self::Refused(why.to_string()),
            Ok(_) => {
                Self::Aim(Intent::Attack { weapon: number, mode: current_fire_mode(carried), option: None })
            }
        }
    }

    /// Describes the click for the tooltip.
    fn description(&self, weapon: &str) -> String {
        match self {
            Self::Aim(_) => format!("Click: attack with {weapon}."),
            Self::Ready(_, price) => format!("Click twice: ready {weapon} ({price})."),
            Self::Refused(why) => format!("Click: not now. {why}"),
        }
    }

    /// Performs the click. What costs something is `marked` by a first click, which names the price.
    fn perform(self, context: &PanelContext, player: &mut PlayerInput, weapon: &str, is_marked: bool) {
        match self {
            Self::Aim(intent) => {
                player.session.open_menu = None;
                let unit = player.session.selected.or(context.view.round().acting());
                player.session.prefer_intent(unit, intent);
            }
            Self::Ready(order, _) if is_marked => player.give_order(order),
            Self::Ready(order, price) => {
                if let Order::Ready { unit, weapon } = order {
                    player.session.choose_intent(Intent::Move);
                    player.session.previewed_weapon = Some((unit, weapon));
                }
                let text =
                    format!("{weapon} is not in hand. Readying it costs: {price}. Click it again to do so.");
                player.session.notice = Some((text, context.now));
            }
            Self::Refused(why) => player.session.notice = Some((why, context.now)),
        }
    }
}

/// Draws all weapons; those in hand have a bright frame. A click attacks with a weapon, or readies it first.
pub(crate) fn show(
    ui: &mut Ui,
    context: &PanelContext,
    unit: &UnitDataItem,
    player: &mut PlayerInput,
    state: &mut PanelState,
) {
    show_heading(ui, context.palette, "Weapons");
    let me = context.view.unit_snapshot(unit);
    let round = context.view.round();
    let turn = (round.number(), round.pass(), round.acting());
    for (number, carried) in unit.inventory.slots() {
        let this = ClickedWeapon { turn, unit: *unit.id, slot: number };
        let is_aimed = matches!(player.session.intent, Intent::Attack { weapon, .. } if weapon == number);
        let is_marked = state.weapon == Some(this);
        let question = match WeaponClick::on_weapon(context, unit, number, carried) {
            WeaponClick::Ready(_, price) if is_marked => Some(format!("Click again: ready it ({price})")),
            _ => None,
        };
        // One card at a time: the weapon that is aimed, unless a click has marked another one to be readied.
        let aims = matches!(player.session.intent, Intent::Attack { .. });
        let chosen = is_aimed || question.is_some() || (is_marked && !aims);
        let response = weapon_row(ui, context, &me, carried, (chosen, question));
        let response = response.on_hover_ui(|ui| {
            weapon_card(ui, context, &me, number, carried);
            let click = WeaponClick::on_weapon(context, unit, number, carried);
            let colour = match click {
                WeaponClick::Refused(_) => context.palette.dim,
                _ => context.palette.good,
            };
            ui.colored_label(colour, click.description(carried.name()));
        });
        if response.clicked() {
            state.weapon = Some(this);
            let click = WeaponClick::on_weapon(context, unit, number, carried);
            click.perform(context, player, carried.name(), is_marked);
        }
    }
}

/// The current fire mode, else the first one; `None` for weapons without modes.
pub(crate) fn current_fire_mode(carried: &CarriedItem) -> Option<rules::FireMode> {
    carried.mode().or(carried.modes().first().copied()).filter(|_| !carried.modes().is_empty())
}

/// Converts an item to a weapon as the rules read it, in hand or not.
pub(crate) fn held_weapon(number: usize, carried: &CarriedItem) -> HeldWeapon {
    HeldWeapon::of_item(carried, number)
}

/// Says how far a weapon reaches: "reach 2 squares", of which a diagonal one counts like any other, "range 60 m"; `None` if its summary
/// says so already.
pub(crate) fn reach_text(book: Book, reach: WeaponReach) -> Option<String> {
    if play::summary_names_reach(book, reach) {
        return None;
    }
    Some(match reach {
        WeaponReach::Melee { beyond } => {
            format!("reach {}", count_text(beyond.saturating_add(1), "square", "squares"))
        }
        WeaponReach::Ranged { metres } => format!("range {metres} m"),
    })
}

/// Describes an explosive: "radius 4 m, damage 18"; `None` for what has a single target.
pub(crate) fn explosive_text(me: &UnitSnapshot, carried: &CarriedItem, rules: &RuleSet) -> Option<String> {
    let blast = play::blast_profile(me, carried.weapon(), rules)?;
    let radius = format!("radius {} m", blast.radius_m);
    Some(match blast.damage_at(0) {
        Some(damage) if !damage.is_empty() => format!("{radius}, damage {damage}"),
        _ => radius,
    })
}

/// Describes a malfunction; empty for none.
fn fault_words(fault: WeaponMalfunction) -> String {
    let words = match fault {
        WeaponMalfunction::None => "",
        WeaponMalfunction::Jammed => "jammed",
        WeaponMalfunction::Cleared => "cleared, needs reloading",
        WeaponMalfunction::Empty => "out of ammunition",
        WeaponMalfunction::Disabled | WeaponMalfunction::DisabledInTurn => "disabled for now",
        WeaponMalfunction::Broken => "broken",
        WeaponMalfunction::Worn { left, of } => {
            return format!("damaged: {left} of {} left", count_text(u32::from(of), "level", "levels"));
        }
    };
    words.to_owned()
}

/// Says whether a weapon is in hand, and its rounds: "in hand · 6 / 8", "always ready".
fn rounds_text(carried: &CarriedItem, in_hand: bool) -> String {
    let is_part_of_body = carried.in_hand() && carried.hands() == 0;
    match (carried.magazine(), in_hand) {
        (0, true) => "in hand".to_owned(),
        // Fists, or a glove that strikes, whatever the hands hold.
        (0, false) if is_part_of_body => "always ready".to_owned(),
        (0, false) => String::new(),
        (magazine, true) => format!("in hand \u{b7} {} / {magazine}", carried.loaded()),
        (magazine, _) => format!("{} / {magazine}", carried.loaded()),
    }
}

/// Draws the row of a weapon; its name is never cut.
fn weapon_row(
    ui: &mut Ui,
    context: &PanelContext,
    me: &UnitSnapshot,
    carried: &CarriedItem,
    (chosen, question): (bool, Option<String>),
) -> egui::Response {
    let palette = context.palette;
    let width = ui.available_width();
    let in_hand = carried.in_hand() && carried.hands() > 0;
    let rounds = rounds_text(carried, in_hand);
    let rounds_colour =
        if carried.magazine() > 0 && carried.loaded() == 0 { palette.harm } else { palette.text };
    let rules = context.view.rules();
    let summary = play::plain_weapon_line(me, carried.weapon(), rules);
    let line = match reach_text(rules.book(), carried.reach()) {
        Some(reach) => format!("{summary} \u{b7} {reach}"),
        None => summary,
    };
    let line = match weapon_ailments(rules, carried.weapon()) {
        Some(ailments) => format!("{line} \u{b7} {}", ailments.names),
        None => line,
    };
    let (line, line_colour) = match (fault_words(carried.fault()).as_str(), question) {
        (_, Some(question)) => (question, palette.good),
        ("", None) => (line, palette.dim),
        (words, None) => (format!("{words} \u{b7} {line}"), palette.harm),
    };
    let words = format!("{rounds}. {line}");
    // Name and rounds side by side, or the rounds below a name that is too long for that; the figures below them.
    let figure = ui.painter().layout_no_wrap(rounds.clone(), body_font(ui), rounds_colour);
    let name = |room| ui.painter().layout(carried.name().to_string(), body_font(ui), palette.text, room);
    let natural = name(f32::INFINITY).size().x;
    let is_beside = rounds.is_empty() || natural <= width - figure.size().x - 28.0;
    let name = name(width - 20.0);
    let below = if is_beside { 0.0 } else { figure.size().y };
    let line = ui.painter().layout(keep_units(&line), small_font(ui), line_colour, width - 20.0);
    let height = (name.size().y + below + line.size().y + 10.0).max(scaled(ui, 42.0));
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    let edge = match (in_hand, chosen || response.hovered() || response.has_focus()) {
        (true, true) => Stroke::new(2.0, palette.text),
        (true, _) => Stroke::new(1.5, palette.side_colour(1)),
        (_, true) => Stroke::new(1.5, palette.dim),
        _ => Stroke::new(1.0, palette.line),
    };
    let fill = if in_hand { palette.side_colour(1).gamma_multiply(0.14) } else { palette.raised };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(5), fill, edge, StrokeKind::Inside);
    let (left, top) = (rect.left() + 10.0, rect.top() + 4.0);
    let figure_at = match is_beside {
        true => pos2(rect.right() - 10.0 - figure.size().x, top),
        false => pos2(left, top + name.size().y),
    };
    painter.galley(figure_at, figure, rounds_colour);
    painter.galley(pos2(left, top), name, palette.text);
    painter.galley(pos2(left, rect.bottom() - line.size().y - 4.0), line, line_colour);
    response.named_toggle((true, in_hand), || carried.name().to_string()).described(|| words.clone())
}

/// The ailments that a hit of a weapon inflicts.
pub(crate) struct InflictedAilments {
    /// "Burning".
    pub names: String,
    /// Whether a test can prevent one.
    pub is_resisted: bool,
}

impl InflictedAilments {
    /// "Burning, unless a test prevents it".
    fn text(&self) -> String {
        let resisted = if self.is_resisted { ", unless a test prevents it" } else { "" };
        format!("{}{resisted}", self.names)
    }
}

/// Returns the ailments that a hit of a weapon inflicts; `None` if there are none, or the rules of the battle leave them out.
pub(crate) fn weapon_ailments(rules: &RuleSet, weapon: &Weapon) -> Option<InflictedAilments> {
    let all = &weapon.attack_properties().inflicts;
    let names: Vec<&str> = all.iter().map(|one| one.ailment.name()).collect();
    let is_resisted = all.iter().any(|one| one.resist.is_some());
    (rules::status::resolution::in_play(rules) && !names.is_empty())
        .then(|| InflictedAilments { names: names.join(", "), is_resisted })
}

/// Says what a weapon does to the enemy whom it suits best: "Against Luna: 62 % damage chance, average damage 4.1."; `None` if
/// another one is better against everybody, and out of the unit's turn.
fn best_use_text(context: &PanelContext, unit: UnitId, number: usize) -> Option<String> {
    let ranking = context.attacks.filter(|ranking| ranking.unit == unit)?;
    let mut here = ranking.targets.iter().filter(|target| target.walk.is_none());
    let best = here.find(|target| target.choice.0 == number && target.can_harm())?;
    Some(use_sentence(&context.unit_name(best.enemy), (best.chance, best.mean), best.unit))
}

fn use_sentence(enemy: &str, (chance, mean): (f64, f64), unit: &str) -> String {
    let average = match unit {
        "damage" => format!("average damage {mean:.1}"),
        unit => format!("average {mean:.1} {unit}"),
    };
    format!("Against {enemy}: {} {DAMAGE_CHANCE}, {average}.", percent_text(chance))
}

/// Tooltip of a weapon: what it does in plain words; all its stats while details are shown.
fn weapon_card(ui: &mut Ui, context: &PanelContext, me: &UnitSnapshot, number: usize, carried: &CarriedItem) {
    let palette = context.palette;
    ui.set_max_width(TOOLTIP);
    ui.label(carried.name().as_ref());
    if shows_details(ui, context) {
        show_weapon_details(ui, context, me, number, carried);
    } else {
        let line = play::plain_weapon_line(me, carried.weapon(), context.view.rules());
        ui.colored_label(palette.dim, keep_units(&line));
        show_details_hint(ui, context);
    }
    if let Some(text) = best_use_text(context, me.id, number) {
        ui.label(keep_units(&text));
    }
    if carried.fault() != WeaponMalfunction::None {
        ui.colored_label(palette.harm, fault_words(carried.fault()));
    }
}

/// Draws all stats of a weapon, its ammunition and where it is.
fn show_weapon_details(
    ui: &mut Ui,
    context: &PanelContext,
    me: &UnitSnapshot,
    number: usize,
    carried: &CarriedItem,
) {
    let palette = context.palette;
    let set = carried.mode().filter(|_| carried.modes().len() > 1).map(|mode| mode.name());
    let figures = play::derived_weapon_stats(me, &held_weapon(number, carried), context.view.rules());
    for figure in &figures {
        let mark = if set == Some(figure.name.as_ref()) { " (set)" } else { "" };
        let name = format!("{}{mark}", figure.name);
        if figure.parts.0.is_empty() {
            show_fact_line(ui, (&name, palette.dim), (&figure.value, palette.text));
        } else {
            show_modifiers(ui, palette, &name, &figure.value, &figure.parts.0);
        }
    }
    for stat in play::weapon_stats(carried.weapon()) {
        if figures.iter().all(|figure| figure.name != stat.name) {
            show_fact_line(ui, (&stat.name, palette.dim), (&stat.value, palette.text));
        }
    }
    if let Some(ailments) = weapon_ailments(context.view.rules(), carried.weapon()) {
        show_fact_line(ui, ("A hit inflicts", palette.dim), (&ailments.text(), palette.text));
    }
    if carried.magazine() > 0 {
        let shots = format!("{} of {}", carried.loaded(), count_text(carried.magazine(), "shot", "shots"));
        show_fact_line(ui, ("Ammunition", palette.dim), (&shots, palette.text))
            .on_hover_text("Shots left in the magazine. A burst fires several; Reload fills it.");
    }
    ui.colored_label(
        palette.dim,
        match (carried.in_hand(), carried.hands()) {
            (true, 0) => "Part of the body",
            (true, _) => "In hand",
            _ => "Not in hand",
        },
    );
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    #[test]
    fn a_row_says_how_far_its_weapon_reaches() {
        let sword = WeaponReach::Melee { beyond: 1 };
        assert_eq!(reach_text(Book::SwanSong, sword).as_deref(), Some("reach 2 squares"));
        assert_eq!(reach_text(Book::Aberrant, sword).as_deref(), Some("reach 2 squares"));
        let gun = WeaponReach::Ranged { metres: 60 };
        assert_eq!(reach_text(Book::AttacksAndDamage, gun).as_deref(), Some("range 60 m"));
        assert_eq!(reach_text(Book::Circumstances, gun), None, "its summary names the range");
    }

    #[test]
    fn the_card_of_a_weapon_says_what_it_does_to_an_enemy() {
        let text = "Against Luna: 62 % damage chance, average damage 4.1.";
        assert_eq!(use_sentence("Luna", (0.62, 4.14), "damage"), text);
        assert!(use_sentence("Luna", (0.62, 4.14), "Wounds").ends_with("average 4.1 Wounds."));
    }

    #[test]
    fn a_weapon_names_what_its_hits_inflict() {
        let text = |is_resisted| InflictedAilments { names: "Burning".to_owned(), is_resisted }.text();
        assert_eq!(text(true), "Burning, unless a test prevents it");
        assert_eq!(text(false), "Burning");
    }

    /// Says what a click on each weapon of a unit does, and the order that it gives.
    pub(crate) fn weapon_clicks(
        context: &PanelContext,
        unit: &UnitDataItem,
    ) -> Vec<(bool, String, Option<Order>)> {
        let clicks = unit.inventory.slots().map(|(number, carried)| {
            let click = WeaponClick::on_weapon(context, unit, number, carried);
            let text = click.description(carried.name());
            let order = match click {
                WeaponClick::Ready(order, _) => Some(order),
                _ => None,
            };
            (carried.in_hand(), text, order)
        });
        clicks.collect()
    }
}
