//! What a question for a defence says of Karma that it does not offer. `SS-BASE-26`, `SS-BASE-27`.

use bevy_egui::egui::Ui;

use crate::panel::answer_plans::AnswerPlans;
use battle::UnitDataItem;

/// What the switch does.
const TIP: &str = "In each later attack on this unit, the questions offer 1 Karma for more defence or soak dice, or to re-roll \
                   their misses. The unit panel has the same switch, which takes effect at once where no question is open.";

/// Draws the switch that offers Karma from the next attack on, if the unit has some that the question does not offer.
pub(super) fn show(ui: &mut Ui, unit: &UnitDataItem, plans: &mut AnswerPlans) {
    let left = unit.karma.left();
    if left == 0 || unit.karma.karma().plan.ask {
        return;
    }
    let mut is_wanted = plans.karma_offers.contains(unit.id);
    if ui.checkbox(&mut is_wanted, offer_text(left)).on_hover_text(TIP).changed() {
        if is_wanted {
            plans.karma_offers.insert(*unit.id);
        } else {
            plans.karma_offers.remove(unit.id);
        }
    }
}

/// Text of the switch: "Offer Karma when defending, from the next attack on (2 left)".
fn offer_text(left: u8) -> String {
    format!("Offer Karma when defending, from the next attack on ({left} left)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ss_base_26_the_switch_says_how_much_karma_is_left() {
        assert_eq!(offer_text(2), "Offer Karma when defending, from the next attack on (2 left)");
    }
}
