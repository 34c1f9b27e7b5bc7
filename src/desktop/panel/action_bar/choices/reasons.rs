//! Reasons in place of prices: a refused choice that would cost nothing says why it is refused.

use super::{ActionChoice, ChoiceAction, FREE_ACTION};

/// Whether a price says that nothing is paid: "free", "free, then stowed", "Free Action".
fn is_free(cost: &str) -> bool {
    let first = cost.split([',', '\u{b7}', '+', ':']).next().unwrap_or_default().trim();
    first == "free" || first == FREE_ACTION
}

/// Puts the reason of each refused choice that would cost nothing in the place of its price, also in menus.
pub(crate) fn show_reasons(choices: &mut [ActionChoice]) {
    for choice in choices {
        if let Some((why, _)) = choice.refusal.as_ref().filter(|_| is_free(&choice.cost)) {
            choice.cost = reason_text(why).to_owned();
        }
        if let ChoiceAction::OpenMenu(entries) | ChoiceAction::CycleAttacks(entries) = &mut choice.action {
            show_reasons(entries);
        }
    }
}

/// The reason of a refusal as it stands in the place of a price.
fn reason_text(why: &str) -> &str {
    why.trim_end_matches('.')
}

impl ActionChoice {
    /// Whether the reason why it is refused stands in the place of its price.
    pub fn shows_reason(&self) -> bool {
        self.refusal.as_ref().is_some_and(|(why, _)| !why.is_empty() && self.cost == reason_text(why))
    }

    /// Says for a screen reader what it costs, what it does, and why it is refused.
    pub fn spoken_description(&self) -> String {
        let cost = if self.shows_reason() { "" } else { self.cost.as_str() };
        let description = self.description_beside_label();
        let refusal = self.refusal.as_ref().map_or("", |(why, _)| why.as_str());
        let parts = [cost, description.as_str(), refusal].into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::action_bar::choices::ChoiceGroup;

    fn choice(cost: &str, refusal: Option<&str>) -> ActionChoice {
        ActionChoice {
            group: ChoiceGroup::Gear,
            label: "Drop Rifle".to_owned(),
            cost: cost.to_owned(),
            action: ChoiceAction::OpenSearch,
            refusal: refusal.map(|why| (why.to_owned(), "")),
            description: "Drops Rifle on this square.".to_owned(),
            command: None,
            chosen: false,
            mark: None,
        }
    }

    /// The text beside the label once reasons are shown.
    fn shown(cost: &str, refusal: Option<&str>) -> String {
        let mut choices = [choice(cost, refusal)];
        show_reasons(&mut choices);
        let [choice] = choices;
        choice.cost
    }

    #[test]
    fn a_refused_choice_shows_its_reason_and_no_price_of_free() {
        let why = Some("It is Ann's turn.");
        let free = ["free", "Free Action", "free, then stowed", "free \u{b7} 3 shots", "free + 1 AP"];
        assert_eq!(free.map(|cost| shown(cost, why)), ["It is Ann's turn"; 5]);
        assert_eq!(free.map(|cost| shown(cost, None)), free, "what is possible shows its price");
        let other = ["1 AP", "manoeuvre", "no movement left", "freehand", ""];
        assert_eq!(other.map(|cost| shown(cost, why)), other, "a price is a fact about a refused choice too");
    }

    #[test]
    fn entries_of_menus_show_their_reasons() {
        let entries = vec![choice("free", Some("No arm is free.")), choice("free", None)];
        let mut menus =
            [ActionChoice { action: ChoiceAction::OpenMenu(entries), ..choice("2 choices", None) }];
        show_reasons(&mut menus);
        let ChoiceAction::OpenMenu(entries) = &menus[0].action else { panic!("it is a menu") };
        let costs: Vec<&str> = entries.iter().map(|entry| entry.cost.as_str()).collect();
        assert_eq!((costs, menus[0].cost.as_str()), (vec!["No arm is free", "free"], "2 choices"));
    }

    #[test]
    fn the_reason_is_spoken_once() {
        let mut choices = [choice("free", Some("No.")), choice("1 AP", Some("No.")), choice("free", None)];
        show_reasons(&mut choices);
        assert_eq!(choices.each_ref().map(ActionChoice::shows_reason), [true, false, false]);
        assert_eq!(
            choices.each_ref().map(ActionChoice::spoken_description),
            [
                "Drops Rifle on this square. No.",
                "1 AP Drops Rifle on this square. No.",
                "free Drops Rifle on this square."
            ]
        );
    }
}
