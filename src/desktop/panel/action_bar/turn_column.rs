//! What the selected unit can still spend in its turn, beside the slots of the bar: action points, or an action and a
//! manoeuvre. Pointing at it says what each of them buys.

use bevy_egui::egui::{self, Align, Layout, RichText, Ui, Vec2, vec2};

use super::choices::{ActionChoice, ChoiceMark, unit_to_order};
use crate::accessibility::Accessible;
use crate::panel::widgets::{PanelContext, show_clause_detail, small_font};
use crate::player_input::PlayerInput;
use crate::turn_status::TurnStatus;
use battle::{TurnPurchase, UnitDataItem};
use rules::{BoughtAllowance, TurnAllowance, play};

/// Lists what a unit can still spend.
fn allowances(context: &PanelContext, unit: &UnitDataItem) -> Vec<TurnAllowance> {
    play::turn_allowances(&context.view.unit_snapshot(unit), context.view.rules())
}

/// Says what a unit has left that it would lose: "2 AP", "Action and Manoeuvre".
pub(super) fn unspent_text(context: &PanelContext, unit: &UnitDataItem) -> String {
    let left: Vec<String> = allowances(context, unit)
        .iter()
        .filter(|allowance| allowance.is_main && allowance.left > 0)
        .map(TurnAllowance::text)
        .collect();
    left.join(" and ")
}

/// Whether the end of its turn costs a unit something: a unit that leaves by an exit needs nothing any more.
pub(super) fn loses_something(context: &PanelContext, unit: &UnitDataItem) -> bool {
    let leaves = unit.is_fighting() && context.view.exit_sides(unit.cell()).contains(unit.side);
    !leaves && !unspent_text(context, unit).is_empty()
}

/// Returns the purchase of one more of what is used up; `None` if nothing can be bought now.
fn purchase(context: &PanelContext, unit: &UnitDataItem, allowance: &TurnAllowance) -> Option<TurnPurchase> {
    if allowance.left > 0 || allowance.more.is_empty() {
        return None;
    }
    let mut purchases = TurnPurchase::list(context.view, unit, None).into_iter();
    purchases.find(|purchase| allowance.more.contains(&purchase.bought))
}

/// Says what buys an allowance. What ends the attacks of the turn is bought with a move alone.
fn purchase_hint(bought: &BoughtAllowance) -> String {
    let cover = if bought.ends_attacks { "" } else { ", or on Take cover," };
    let BoughtAllowance { name, price, .. } = bought;
    format!("A click buys a {name} for {price}. A click on a square that needs it{cover} buys it as well.")
}

/// Says when a unit acts that does not act now; `None` for the acting one.
fn waiting_words(context: &PanelContext, unit: &UnitDataItem) -> Option<&'static str> {
    let status = TurnStatus::of_unit(context.view, unit).filter(|status| *status != TurnStatus::Acting);
    status.map(TurnStatus::words)
}

/// Says how far a unit still moves at no further cost: "5.5 m to move"; `None` if it cannot, or pays for it.
fn movement_left_text(bar: &[ActionChoice]) -> Option<String> {
    let walks = |choice: &&ActionChoice| choice.mark == Some(ChoiceMark::WalksFree);
    let choice = bar.iter().find(walks).filter(|choice| choice.refusal.is_none())?;
    Some(format!("{} to move", choice.cost))
}

/// Draws the column: for a unit whose turn it is not, its name and when it acts.
pub(super) fn show(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    (bar, size): (&[ActionChoice], Vec2),
) {
    let selected = unit_to_order(context.view, &player.session).and_then(|id| context.view.unit(id));
    let Some(unit) = selected else { return };
    let palette = context.palette;
    let all = allowances(context, &unit);
    let is_acting = context.view.round().acting() == Some(*unit.id);
    let column = ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
        ui.set_min_size(size);
        ui.spacing_mut().item_spacing = vec2(0.0, 1.0);
        let title = if is_acting { "Left this turn".to_owned() } else { unit.identity.name().to_owned() };
        let title = RichText::new(title).font(small_font(ui)).color(palette.faint);
        ui.add(egui::Label::new(title).truncate());
        if let Some(words) = waiting_words(context, &unit) {
            ui.add(egui::Label::new(RichText::new(words).font(small_font(ui)).color(palette.dim)).wrap());
        }
        let mut is_spent = true;
        for allowance in &all {
            let colour = if allowance.is_main { palette.good } else { palette.dim };
            if let Some(purchase) = purchase(context, &unit, allowance) {
                let price = purchase.bought.price;
                let text = RichText::new(format!("+1 for {price}")).font(small_font(ui)).color(palette.text);
                let hover = format!("{}. {}", allowance.text(), purchase_hint(&purchase.bought));
                let button = ui.add(egui::Button::new(text).small().wrap());
                let button = button.named(&format!("Buy a {} for {price}", purchase.bought.name));
                if button.on_hover_text(hover).clicked() {
                    player.give_order(purchase.order());
                }
                is_spent = false;
                continue;
            }
            if allowance.left == 0 {
                continue;
            }
            is_spent = false;
            let text = RichText::new(allowance.text()).font(small_font(ui)).color(colour);
            ui.add(egui::Label::new(text).wrap());
        }
        if let Some(text) = movement_left_text(bar).filter(|_| is_acting) {
            is_spent = false;
            let text = RichText::new(text).font(small_font(ui)).color(palette.dim);
            ui.add(egui::Label::new(text).wrap());
        }
        if is_spent && is_acting {
            let text = RichText::new("nothing").font(small_font(ui)).color(palette.faint);
            ui.add(egui::Label::new(text).truncate());
        }
    });
    column.response.on_hover_ui(|ui| show_explanation(ui, context, &all));
}

/// Tooltip: what each allowance buys.
fn show_explanation(ui: &mut Ui, context: &PanelContext, all: &[TurnAllowance]) {
    let palette = context.palette;
    ui.set_max_width(340.0);
    if all.is_empty() {
        ui.colored_label(palette.dim, "It is not this unit\u{2019}s turn.");
    }
    for allowance in all {
        ui.colored_label(palette.text, allowance.text());
        if let Some(reduced) = &allowance.reduced {
            ui.colored_label(palette.caution, &reduced.reason);
            show_clause_detail(ui, context, reduced.clause);
        }
        ui.colored_label(palette.dim, allowance.buys);
        show_clause_detail(ui, context, allowance.clause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::action_bar::choices::{ChoiceAction, ChoiceGroup};
    use crate::session::Intent;

    #[test]
    fn the_hint_of_a_purchase_names_only_what_buys_it() {
        let hint = |ends_attacks| {
            let (key, name, price) = ("buy_maneuver", "second manoeuvre", "2 Strain");
            purchase_hint(&BoughtAllowance { key, name, price, ends_attacks })
        };
        let bought = "A click buys a second manoeuvre for 2 Strain. A click on a square that needs it";
        assert_eq!(hint(false), format!("{bought}, or on Take cover, buys it as well."));
        assert_eq!(
            hint(true),
            format!("{bought} buys it as well."),
            "taking cover does not give the attack up"
        );
    }

    #[test]
    fn movement_without_a_further_price_counts_as_left() {
        let text = |mark: Option<ChoiceMark>, refused: bool| {
            let choice = ActionChoice {
                group: ChoiceGroup::Movement,
                label: "Move".to_owned(),
                cost: "5.5 m".to_owned(),
                action: ChoiceAction::Aim(Intent::Move),
                refusal: refused.then(|| ("no".to_owned(), "")),
                description: String::new(),
                command: None,
                chosen: true,
                mark,
            };
            movement_left_text(&[choice])
        };
        let free = Some(ChoiceMark::WalksFree);
        assert_eq!(text(free, false).as_deref(), Some("5.5 m to move"));
        assert_eq!(text(free, true), None);
        assert_eq!(text(None, false), None, "its price is listed itself");
        assert_eq!(movement_left_text(&[]), None);
    }
}
