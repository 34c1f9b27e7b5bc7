//! Karma on screen: what a unit has, what it is meant for, and the buttons that say so. `SS-BASE-25` to `SS-BASE-27`,
//! `SS-INIT-07`.

use bevy_egui::egui::{Button, RichText, Ui, vec2};

use super::choices::{ActionChoice, ChoiceAction, ChoiceGroup, refusal_text};
use crate::input::InputAction;
use crate::panel::widgets::{PanelContext, show_explanation, show_fact_line};
use crate::session::Session;
use battle::validate_order;
use battle::{BattleView, Order, UnitDataItem};
use rules::{KarmaPlan, play, turn_engine};

/// The unit has, or had, Karma at all.
fn knows_karma(unit: &UnitDataItem) -> bool {
    play::karma(unit.sheet.get()) > 0 || unit.karma.left() > 0
}

/// A switch of the plan: name, price, what it does, its key.
fn karma_choice(
    view: &BattleView,
    unit: &UnitDataItem,
    (label, cost): (&str, String),
    about: String,
    command: InputAction,
    turn: impl Fn(&mut KarmaPlan) -> bool,
) -> ActionChoice {
    let mut plan = unit.karma.karma().plan;
    let on = !turn(&mut plan);
    let order = Order::Karma { unit: *unit.id, plan };
    ActionChoice {
        group: ChoiceGroup::Attacks,
        label: label.to_owned(),
        cost,
        refusal: refusal_text(validate_order(view, &order)),
        action: ChoiceAction::GiveOrder(order),
        description: about,
        command: Some(command),
        chosen: on,
    }
}

/// Turns a part of a plan over; gives what it is then.
fn toggle(part: &mut bool) -> bool {
    *part = !*part;
    *part
}

/// Beside the attacks: what the next attack or sprint takes. Nothing for those who have no Karma left.
pub(crate) fn next_test_choices(view: &BattleView, unit: &UnitDataItem) -> Vec<ActionChoice> {
    if unit.karma.left() == 0 {
        return Vec::new();
    }
    let more = turn_engine::karma_dice(play::karma(unit.sheet.get()), &view.rules().engine);
    let dice = format!(
        "The next attack or sprint of this phase is rolled with {more} more dice, for 1 Karma. The odds on the cards \
         count them. SS-BASE-26"
    );
    let reroll = "After the next attack or sprint of this phase has been rolled you are asked whether its misses are \
                  rolled again, for 1 Karma. The odds on the cards are those of rolling them again. SS-BASE-27";
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

/// In the inspector, at any time: five initiative dice, and whether defences ask.
pub(crate) fn standing_choices(view: &BattleView, unit: &UnitDataItem) -> Vec<ActionChoice> {
    if !knows_karma(unit) || !unit.is_fighting() {
        return Vec::new();
    }
    let order = Order::KarmaInitiative { unit: *unit.id };
    let initiative = ActionChoice {
        group: ChoiceGroup::default(), // stands in the inspector
        label: "Five initiative dice".to_owned(),
        cost: "1 Karma".to_owned(),
        refusal: refusal_text(validate_order(view, &order)),
        action: ChoiceAction::GiveOrder(order),
        description: "Rolls five dice in the next Initiative Test, for 1 Karma, paid now. SS-INIT-07"
            .to_owned(),
        command: Some(InputAction::KarmaInitiative),
        chosen: unit.karma.initiative(),
    };
    let ask = "Asks in every attack on this unit whether 1 Karma buys dice for its defence or soak, or rolls their \
               misses again. SS-BASE-26, SS-BASE-27";
    let ask = karma_choice(
        view,
        unit,
        ("Ask in defence", "free".to_owned()),
        ask.to_owned(),
        InputAction::KarmaAsk,
        |plan| toggle(&mut plan.ask),
    );
    vec![initiative, ask]
}

/// Points left, what they are meant for, and the buttons that stand at any time.
pub(crate) fn show(
    ui: &mut Ui,
    see: &PanelContext,
    unit: &UnitDataItem,
    session: &mut Session,
    unfolded: bool,
) {
    if !knows_karma(unit) {
        return;
    }
    let look = see.palette;
    let rating = play::karma(unit.sheet.get());
    let value = format!("{} of {rating}", unit.karma.left());
    let response = show_fact_line(ui, ("Karma", look.dim), (&value, look.text));
    show_explanation(ui, response, unfolded, |ui| {
        ui.label(
            "Every use takes 1: more dice before a roll, misses rolled again after it, five initiative dice.",
        );
        ui.colored_label(
            look.faint,
            RichText::new("SS-BASE-25, SS-BASE-26, SS-BASE-27, SS-INIT-07").monospace(),
        );
    });
    if see.view.round().outcome().is_some() {
        return;
    }
    let kept = see.control_refusal(*unit.side);
    for mut choice in standing_choices(see.view, unit) {
        if let Some(why) = &kept {
            choice.refusal = Some((why.clone(), ""));
        }
        let key = choice.command.map(|command| see.key_label(command)).unwrap_or_default();
        let text = RichText::new(format!("{key}  {}", choice.label));
        let button = Button::new(text).selected(choice.chosen).min_size(vec2(ui.available_width(), 26.0));
        let response = ui.add_enabled(choice.refusal.is_none(), button);
        if response.clicked()
            && let ChoiceAction::GiveOrder(order) = &choice.action
        {
            session.orders.push(order.clone());
        }
        let tip = |ui: &mut Ui| {
            ui.set_max_width(300.0);
            ui.label(format!("{}: {}", choice.label, choice.cost));
            ui.colored_label(look.dim, &choice.description);
            if let Some((why, clause)) = &choice.refusal {
                ui.colored_label(look.harm, why);
                ui.colored_label(look.faint, RichText::new(*clause).monospace());
            }
        };
        response.on_hover_ui(tip).on_disabled_hover_ui(tip);
    }
}
