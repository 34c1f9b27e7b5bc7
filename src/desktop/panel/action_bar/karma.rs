//! Karma: points left, planned uses and their buttons. `SS-BASE-25` to `SS-BASE-27`, `SS-INIT-07`.

use bevy_egui::egui::{Button, RichText, Ui, vec2};

use super::choices::{ActionChoice, ChoiceAction, ChoiceGroup, refusal_text};
use crate::input::InputAction;
use crate::panel::cards::show_brief_description;
use crate::panel::widgets::{PanelContext, show_explanation, show_fact_line, show_refusal};
use crate::player_input::PlayerInput;
use battle::validate_order;
use battle::{BattleView, Order, UnitDataItem};
use rules::turn_engine::karma::karma_dice;
use rules::{KarmaPlan, play};

/// Price of a switch that costs nothing.
const FREE: &str = "free";

/// Whether the unit has a Karma rating or points.
pub(crate) fn knows_karma(unit: &UnitDataItem) -> bool {
    play::starting_karma(unit.sheet.get()) > 0 || unit.karma.left() > 0
}

/// Builds a switch of the Karma plan.
fn karma_choice(
    view: &BattleView,
    unit: &UnitDataItem,
    (label, cost): (&str, String),
    description: String,
    command: InputAction,
    change: impl Fn(&mut KarmaPlan) -> bool,
) -> ActionChoice {
    let mut plan = unit.karma.karma().plan;
    let on = !change(&mut plan);
    let order = Order::Karma { unit: *unit.id, plan };
    ActionChoice {
        group: ChoiceGroup::Attacks,
        label: label.to_owned(),
        cost,
        refusal: refusal_text(validate_order(view, &order)),
        action: ChoiceAction::GiveOrder(order),
        description,
        command: Some(command),
        chosen: on,
        mark: None,
    }
}

/// Toggles a flag and returns its new value.
fn toggle(part: &mut bool) -> bool {
    *part = !*part;
    *part
}

/// Karma switches for the next attack or sprint; empty if the unit has no Karma left.
pub(crate) fn next_test_choices(view: &BattleView, unit: &UnitDataItem) -> Vec<ActionChoice> {
    if unit.karma.left() == 0 {
        return Vec::new();
    }
    let more = karma_dice(play::starting_karma(unit.sheet.get()), &view.rules().engine);
    let dice = format!(
        "Spend 1 Karma to roll {more} more dice on the next attack or sprint of this turn. The odds on the cards \
         include them. SS-BASE-26"
    );
    let reroll = "After the next attack or sprint of this turn you may spend 1 Karma to re-roll its misses. The odds \
                  on the cards include the re-roll. SS-BASE-27";
    vec![
        karma_choice(
            view,
            unit,
            ("Karma dice", format!("1 Karma, +{more}")),
            dice,
            InputAction::KarmaDice,
            |plan| toggle(&mut plan.dice),
        ),
        karma_choice(
            view,
            unit,
            ("Karma re-roll", "1 Karma".to_owned()),
            reroll.to_owned(),
            InputAction::KarmaReroll,
            |plan| toggle(&mut plan.reroll),
        ),
    ]
}

/// Karma switches of the inspector, available at any time: five initiative dice, and offers when defending.
pub(crate) fn standing_choices(view: &BattleView, unit: &UnitDataItem) -> Vec<ActionChoice> {
    if !knows_karma(unit) || !unit.is_fighting() {
        return Vec::new();
    }
    let order = Order::KarmaInitiative { unit: *unit.id };
    let initiative = ActionChoice {
        group: ChoiceGroup::default(), // shown in the inspector, without groups
        label: "Five initiative dice".to_owned(),
        cost: "1 Karma".to_owned(),
        refusal: refusal_text(validate_order(view, &order)),
        action: ChoiceAction::GiveOrder(order),
        description: "Spend 1 Karma now to roll five dice in the next Initiative Test. SS-INIT-07".to_owned(),
        command: Some(InputAction::KarmaInitiative),
        chosen: unit.karma.initiative(),
        mark: None,
    };
    let ask = "In each attack on this unit, offers 1 Karma for more defence or soak dice, or to re-roll their misses. \
               SS-BASE-26, SS-BASE-27";
    let ask = karma_choice(
        view,
        unit,
        ("Ask when defending", FREE.to_owned()),
        ask.to_owned(),
        InputAction::KarmaAsk,
        |plan| toggle(&mut plan.ask),
    );
    vec![initiative, ask]
}

/// Label of a switch of the inspector, with its key, in one line: "Five initiative dice (key I)". The description has the price.
fn button_text(key: &str, choice: &ActionChoice) -> String {
    match key.chars().count() {
        0 => choice.label.clone(),
        1 => format!("{} (key {key})", choice.label),
        _ => format!("{} ({key})", choice.label),
    }
}

/// Draws the Karma left and the switches of the inspector.
pub(crate) fn show(
    ui: &mut Ui,
    context: &PanelContext,
    unit: &UnitDataItem,
    player: &mut PlayerInput,
    unfolded: bool,
) {
    if !knows_karma(unit) {
        return;
    }
    let palette = context.palette;
    let rating = play::starting_karma(unit.sheet.get());
    let value = format!("{} of {rating}", unit.karma.left());
    let response = show_fact_line(ui, ("Karma", palette.dim), (&value, palette.text));
    show_explanation(ui, response, unfolded, |ui| {
        ui.label("Each use costs 1: more dice before a roll, a re-roll of misses, or five initiative dice.");
        ui.colored_label(
            palette.faint,
            RichText::new("SS-BASE-25, SS-BASE-26, SS-BASE-27, SS-INIT-07").monospace(),
        );
    });
    if context.view.round().outcome().is_some() {
        return;
    }
    let refusal = context.control_refusal(*unit.side);
    for mut choice in standing_choices(context.view, unit) {
        if let Some(why) = &refusal {
            choice.refusal = Some((why.clone(), ""));
        }
        let key = choice.command.map(|command| context.key_label(command)).unwrap_or_default();
        let text = RichText::new(button_text(&key, &choice));
        let button = Button::new(text).selected(choice.chosen).min_size(vec2(ui.available_width(), 26.0));
        let response = ui.add_enabled(choice.refusal.is_none(), button);
        if response.clicked()
            && let ChoiceAction::GiveOrder(order) = &choice.action
        {
            player.give_order(order.clone());
        }
        let tip = |ui: &mut Ui| {
            ui.set_max_width(300.0);
            ui.label(format!("{}: {}", choice.label, choice.cost));
            show_brief_description(ui, context, &choice.description);
            if let Some(refusal) = &choice.refusal {
                show_refusal(ui, palette, refusal);
            }
        };
        response.on_hover_ui(tip).on_disabled_hover_ui(tip);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::UnitId;

    #[test]
    fn ss_init_07_the_button_says_what_initiative_dice_cost() {
        let choice = |label: &str, cost: &str| ActionChoice {
            group: ChoiceGroup::default(),
            label: label.to_owned(),
            cost: cost.to_owned(),
            refusal: None,
            action: ChoiceAction::GiveOrder(Order::EndPhase { unit: UnitId(1) }),
            description: String::new(),
            command: None,
            chosen: false,
            mark: None,
        };
        let priced = button_text("I", &choice("Five initiative dice", "1 Karma"));
        assert_eq!(priced, "Five initiative dice (key I)");
        let free = button_text("Ctrl+K", &choice("Ask when defending", FREE));
        assert_eq!(free, "Ask when defending (Ctrl+K)");
        let unbound = button_text("", &choice("Ask when defending", FREE));
        assert_eq!(unbound, "Ask when defending");
    }
}
