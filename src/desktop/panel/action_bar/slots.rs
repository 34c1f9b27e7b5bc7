//! The fixed slots of the action bar: what each of them does for the selected unit.

mod attack_slot;

use self::attack_slot::{attack_button_text, only_throws, passed_over_attacks, rank_choices};
pub(super) use self::attack_slot::{attack_to_aim, next_attack, replaces_attack};
use super::choices::{ActionChoice, ChoiceAction, ChoiceGroup, ChoiceMark};
use crate::attack_forecast::WeaponChoice;
use crate::input::InputAction;
use crate::session::Intent;
use battle::Order;

/// A slot of the action bar. Every slot has the same key in every book, and the same order; only books with an action for
/// aiming have that slot, only prone units that can crawl the one for standing up, and only units that burn or are held, or stand
/// beside a friend that burns, the one for relief.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActionSlot {
    /// Movement.
    Move,
    /// Standing up, of a prone unit that can also crawl.
    StandUp,
    /// Attacks of the weapons in hand.
    Attack,
    /// Aiming, where the book has an action for it.
    Aim,
    /// Taking cover.
    TakeCover,
    /// Carried items, and what lies or opens nearby.
    Item,
    /// Defences and postures.
    Defend,
    /// Reloading.
    Reload,
    /// Delaying the phase.
    Wait,
    /// Everything else.
    More,
    /// What ends a state that harms or holds the unit, or harms a friend beside it: a fire or a grip.
    Relief,
    /// The end of the phase.
    EndTurn,
}

impl ActionSlot {
    /// All slots, from left to right.
    pub const ALL: [Self; 12] = [
        Self::Move,
        Self::StandUp,
        Self::Attack,
        Self::Aim,
        Self::TakeCover,
        Self::Item,
        Self::Defend,
        Self::Reload,
        Self::Wait,
        Self::More,
        // After the other numbers, which keep their order where it is there.
        Self::Relief,
        Self::EndTurn,
    ];

    /// Its name.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Move => "Move",
            Self::StandUp => "Stand up",
            Self::Relief => "Urgent",
            Self::Attack => "Attack",
            Self::Aim => "Aim",
            Self::TakeCover => "Take cover",
            Self::Item => "Item",
            Self::Defend => "Defend",
            Self::Reload => "Reload",
            Self::Wait => "Wait",
            Self::More => "More",
            Self::EndTurn => "End turn",
        }
    }

    /// Name of its glyph in the atlas.
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::StandUp => "stand",
            Self::Relief => "wound",
            Self::Attack => "burst",
            Self::Aim => "eye",
            Self::TakeCover => "take_cover",
            Self::Item => "hand",
            Self::Defend => "full_defense",
            Self::Reload => "reload",
            Self::Wait => "clock",
            Self::More => "chevron",
            Self::EndTurn => "end_phase",
        }
    }

    /// The key that is shown on it.
    pub const fn command(self) -> InputAction {
        match self {
            Self::Move => InputAction::Action1,
            // No book has as many numbered actions.
            Self::StandUp => InputAction::SpecialAction6,
            // The number after those of the slots that are always there.
            Self::Relief => InputAction::Action9,
            Self::Attack => InputAction::Action2,
            // That of the action among the numbered ones of its book.
            Self::Aim => InputAction::SpecialAction3,
            Self::TakeCover => InputAction::Action3,
            Self::Item => InputAction::Action4,
            Self::Defend => InputAction::Action5,
            Self::Reload => InputAction::Action6,
            Self::Wait => InputAction::Action7,
            Self::More => InputAction::Action8,
            Self::EndTurn => InputAction::EndPhase,
        }
    }

    /// Whether that key is a number.
    pub const fn has_number(self) -> bool {
        !matches!(self, Self::StandUp | Self::Aim | Self::EndTurn)
    }

    /// A second key, named by a letter.
    pub const fn second_command(self) -> Option<InputAction> {
        match self {
            Self::Reload => Some(InputAction::Reload),
            Self::Wait => Some(InputAction::Delay),
            Self::More => Some(InputAction::FindAction),
            _ => None,
        }
    }

    /// Whether it is only there where the unit has a choice for it.
    const fn is_optional(self) -> bool {
        matches!(self, Self::StandUp | Self::Relief | Self::Aim)
    }

    /// Whether one of its keys is pressed.
    pub fn is_pressed(self, pressed: impl Fn(InputAction) -> bool) -> bool {
        pressed(self.command()) || self.second_command().is_some_and(pressed)
    }

    /// Why it is empty, if the unit has no choice for it.
    const fn empty_text(self) -> &'static str {
        match self {
            Self::Move => "This unit cannot move.",
            Self::Attack => "No weapon in hand: the Item button readies one.",
            Self::TakeCover => "These rules have no action for it: standing behind something is enough.",
            Self::Item => "Nothing to use, to ready or to pick up.",
            Self::Defend => {
                "These rules have no defence to prepare: the game asks when the unit is attacked and has a choice."
            }
            Self::Reload => "No weapon in hand needs ammunition.",
            Self::Wait => "This unit cannot wait.",
            Self::StandUp | Self::Relief | Self::Aim | Self::More | Self::EndTurn => "",
        }
    }

    /// Why it is marked as worth taking now; empty for slots that never are.
    pub const fn advice(self) -> &'static str {
        match self {
            Self::TakeCover => "Useful: an enemy can shoot here, and cover counts against it.",
            Self::Relief => "Useful: a fire burns on, and a grip holds, until something is done about it.",
            Self::Reload => "Useful: the weapon is empty.",
            _ => "",
        }
    }

    const fn description(self) -> &'static str {
        match self {
            Self::Attack => {
                "Click an enemy: the first click chooses the target, the second one attacks. This button lists targets and weapons; pressed again, it takes the next kind of attack."
            }
            Self::Item => "Items to ready, set, use or drop, treatments, and doors and items within reach.",
            Self::Defend => "Defences that hold until the next turn, and dropping prone or standing up.",
            Self::Relief => "What ends a fire or a grip.",
            Self::More => "Every action of the unit by group, with a search field.",
            _ => "",
        }
    }

    /// The slot of a choice; `None` if only the list of all actions has it.
    fn of_choice(choice: &ActionChoice) -> Option<Self> {
        let special = |order: &Order| match order {
            // An attack is replaced among the attacks, if one has become impossible.
            Order::SpecialAction { action, .. } => slot_of_special_action(action)
                .filter(|slot| *slot != Self::Attack || choice.refusal.is_none()),
            _ => None,
        };
        match (choice.action.order(), &choice.action) {
            (_, ChoiceAction::EndPhase(_)) => return Some(Self::EndTurn),
            _ if choice.mark == Some(ChoiceMark::AidsEnemy) => return None,
            (_, ChoiceAction::Aim(Intent::PlaceItem { .. })) => return Some(Self::Attack),
            (_, ChoiceAction::OpenMenu(_)) if choice.group == ChoiceGroup::Timing => return Some(Self::Item),
            (Some(Order::StandUp { .. }), _) if choice.group == ChoiceGroup::Movement => {
                return Some(Self::StandUp);
            }
            (Some(Order::TakeCover { .. }), _) => return Some(Self::TakeCover),
            (Some(Order::Reload { .. }), _) => return Some(Self::Reload),
            (Some(Order::Delay { .. }), _) => return Some(Self::Wait),
            (Some(order @ Order::SpecialAction { .. }), _) => return special(order),
            // One on another unit stands beside what the unit does to itself, where there is a unit for it.
            (_, ChoiceAction::Aim(Intent::SpecialAction { key })) if lacks_at_most_points(choice) => {
                return slot_of_special_action(key);
            }
            (Some(Order::Activate { .. } | Order::Detonate { .. }), _) => return Some(Self::Item),
            (Some(Order::Karma { .. }), _) => return None,
            // A walk is no item; a click on the door begins it as well.
            _ if choice.mark == Some(ChoiceMark::GoesToDoor) => return None,
            _ => {}
        }
        match choice.group {
            ChoiceGroup::Movement => Some(Self::Move),
            ChoiceGroup::Attacks => Some(Self::Attack),
            ChoiceGroup::Stance => Some(Self::Defend),
            ChoiceGroup::Gear | ChoiceGroup::Surroundings => Some(Self::Item),
            _ => None,
        }
    }
}

/// Whether a choice drops a carried item.
fn drops_item(choice: &ActionChoice) -> bool {
    matches!(choice.action.order(), Some(Order::Drop { .. }))
}

/// Whether all that a choice still opens is to drop carried items: there is nothing to use.
pub(super) fn only_drops(choice: &ActionChoice) -> bool {
    let ChoiceAction::OpenMenu(entries) = &choice.action else { return false };
    let mut open = entries.iter().filter(|entry| entry.refusal.is_none()).peekable();
    open.peek().is_some() && open.all(drops_item)
}

/// Whether a special action of a book is the only one in its slot, whose key it has.
pub(super) fn has_slot(key: &str) -> bool {
    matches!(
        slot_of_special_action(key),
        Some(ActionSlot::TakeCover | ActionSlot::Reload | ActionSlot::Relief)
    )
}

/// Key of the special action that aims.
const AIM_KEY: &str = "aim";
/// Key of the special action that puts out a fire.
pub(super) const PUT_OUT_KEY: &str = "put_out";

/// The slot of a special action of a book.
fn slot_of_special_action(key: &str) -> Option<ActionSlot> {
    match key {
        "cover" => Some(ActionSlot::TakeCover),
        AIM_KEY => Some(ActionSlot::Aim),
        "reload" => Some(ActionSlot::Reload),
        PUT_OUT_KEY | "break_free" | "break_hold" => Some(ActionSlot::Relief),
        "replace" => Some(ActionSlot::Attack),
        "reserve" | "full_defence" | "guarded_stance" | "hide" => Some(ActionSlot::Defend),
        "recharge" | "heal" | "heal_self" | "first_aid" | "first_aid_self" | "treat_wound" | "treat"
        | "treat_self" | "revive" | "rally" | "use_booster" => Some(ActionSlot::Item),
        _ => None,
    }
}

/// Clause of the refusal of what costs more action points than the unit has left.
const POINTS_CLAUSE: &str = "SS-ACT-17";

/// Whether a choice can be made, or could be with more action points.
fn lacks_at_most_points(choice: &ActionChoice) -> bool {
    choice.refusal.as_ref().is_none_or(|(_, clause)| *clause == POINTS_CLAUSE)
}

/// Clause of the refusal to take cover where there is none.
const NO_COVER_CLAUSE: &str = "SS-ACT-49";

/// Builds the button of each slot from all choices of a unit. `suggests_cover` marks the slot for taking cover, and
/// `ranked` are the attacks in the order of their worth: the Attack button aims the preferred one, or else the first one, that can
/// be made.
pub(crate) fn slot_choices(
    all: &[ActionChoice],
    suggests_cover: bool,
    attacks: (&[WeaponChoice], Option<WeaponChoice>),
) -> Vec<(ActionSlot, ActionChoice)> {
    // A unit that lies and cannot crawl stands up in the slot for moving.
    let moves = all.iter().any(|choice| choice.group == ChoiceGroup::Movement && !choice.stands_up());
    let slot_of = |choice: &ActionChoice| match ActionSlot::of_choice(choice) {
        Some(ActionSlot::StandUp) if !moves => Some(ActionSlot::Move),
        slot => slot,
    };
    let has_choice = |slot| all.iter().any(|choice| slot_of(choice) == Some(slot));
    let is_shown = |slot: &ActionSlot| !slot.is_optional() || has_choice(*slot);
    let slots = ActionSlot::ALL.into_iter().filter(is_shown);
    slots
        .map(|slot| {
            let own = all.iter().filter(|choice| slot_of(choice) == Some(slot)).cloned();
            let choice = slot_choice(slot, own.collect(), attacks);
            let is_open = choice.refusal.is_none();
            let suggested = suggests_cover && slot == ActionSlot::TakeCover && is_open;
            let is_empty = slot == ActionSlot::Reload && choice.mark == Some(ChoiceMark::Advised);
            let has_none = choice.refusal.as_ref().is_some_and(|(_, clause)| *clause == NO_COVER_CLAUSE);
            let cost = match () {
                () if suggested => format!("{} · useful", choice.cost),
                () if is_empty && choice.cost.is_empty() => "empty".to_owned(),
                () if is_empty => format!("{} · empty", choice.cost),
                () if has_none && slot == ActionSlot::TakeCover => "no cover here".to_owned(),
                () => choice.cost.clone(),
            };
            let is_advised = suggested || (slot == ActionSlot::Relief && is_open);
            let mark = if is_advised { Some(ChoiceMark::Advised) } else { choice.mark };
            (slot, ActionChoice { cost, mark, ..choice })
        })
        .collect()
}

/// Builds the button of a slot from its choices.
fn slot_choice(
    slot: ActionSlot,
    own: Vec<ActionChoice>,
    (ranked, preferred): (&[WeaponChoice], Option<WeaponChoice>),
) -> ActionChoice {
    let base = ActionChoice {
        group: ChoiceGroup::Phase,
        label: slot.label().to_owned(),
        cost: String::new(),
        action: ChoiceAction::OpenSearch,
        refusal: None,
        description: slot.description().to_owned(),
        command: Some(slot.command()),
        chosen: false,
        mark: None,
    };
    if slot == ActionSlot::More {
        return ActionChoice { cost: "all actions".to_owned(), ..base };
    }
    match own.as_slice() {
        [] => ActionChoice {
            cost: "none".to_owned(),
            action: ChoiceAction::OpenMenu(Vec::new()),
            refusal: Some((slot.empty_text().to_owned(), "")),
            ..base
        },
        [only] if !needs_menu(slot, only) => sole_choice(slot, only, base),
        _ => menu_choice(slot, &own, (ranked, preferred), base),
    }
}

/// Whether the only choice of a slot is in a menu anyway. An item is not used, dropped or swapped by one click, and a
/// unit does not drop prone by the key for defences.
fn needs_menu(slot: ActionSlot, only: &ActionChoice) -> bool {
    match only.action {
        ChoiceAction::OpenMenu(_) => true,
        ChoiceAction::GiveOrder(_) | ChoiceAction::GiveBoth(..) => {
            matches!(slot, ActionSlot::Attack | ActionSlot::Item | ActionSlot::Defend)
        }
        _ => slot == ActionSlot::Attack,
    }
}

/// Builds the button that does the only choice of a slot.
fn sole_choice(slot: ActionSlot, only: &ActionChoice, base: ActionChoice) -> ActionChoice {
    let cost = match slot {
        ActionSlot::Item | ActionSlot::Defend => label_with_cost(only),
        _ => only.cost.clone(),
    };
    // A unit that lies stands up where others move, and relief is named by what it is.
    let label = match (slot, &only.action) {
        (ActionSlot::Relief, _) => only.label.clone(),
        (ActionSlot::Move, ChoiceAction::GiveOrder(_) | ChoiceAction::GiveBoth(..)) => only.label.clone(),
        _ => base.label,
    };
    ActionChoice { label, cost, command: base.command, ..only.clone() }
}

/// Names a choice and its price on a button.
fn label_with_cost(choice: &ActionChoice) -> String {
    match choice.cost.as_str() {
        "" => choice.label.clone(),
        cost => format!("{} \u{b7} {cost}", choice.label),
    }
}

/// Names on the Attack button the weapon with which the unit walks up and strikes, where it could only throw one from its square.
pub(super) fn name_walk(slots: &mut [(ActionSlot, ActionChoice)], weapon: &str) {
    let is_meant = |slot: &ActionSlot, choice: &ActionChoice| {
        let ChoiceAction::CycleAttacks(listed) = &choice.action else { return false };
        *slot == ActionSlot::Attack && only_throws(listed)
    };
    for (_, choice) in slots.iter_mut().filter(|(slot, choice)| is_meant(slot, choice)) {
        choice.cost = format!("{weapon}: walk up");
    }
}

/// Builds the button that opens the menu of a slot, or goes through its attacks.
fn menu_choice(
    slot: ActionSlot,
    own: &[ActionChoice],
    (ranked, preferred): (&[WeaponChoice], Option<WeaponChoice>),
    base: ActionChoice,
) -> ActionChoice {
    let listed = if slot == ActionSlot::Attack { rank_choices(own, ranked) } else { own.to_vec() };
    let chosen = listed.iter().find(|choice| choice.chosen);
    // What the button would aim, or the chosen attack that it keeps.
    let attack = chosen.or_else(|| attack_to_aim(&listed, preferred)).or(listed.first());
    let can_act = own.iter().any(|choice| choice.refusal.is_none());
    let refusal = attack.filter(|_| !can_act).and_then(|choice| choice.refusal.clone());
    let passed_over = passed_over_attacks(own, attack).filter(|_| slot == ActionSlot::Attack && can_act);
    let cost = match (chosen, slot) {
        (None, ActionSlot::Attack) if only_throws(&listed) => "by throwing".to_owned(),
        // What it aims may be possible against a wall alone.
        (_, ActionSlot::Attack) if own.iter().any(replaces_attack) => match attack {
            Some(attack) if !replaces_attack(attack) => {
                format!("{}, or replace", attack_button_text(attack))
            }
            _ => attack.map(attack_button_text).unwrap_or_default(),
        },
        (_, ActionSlot::Attack) => attack.map(attack_button_text).unwrap_or_default(),
        // The button itself names it.
        (Some(chosen), slot) if chosen.label == slot.label() => chosen.cost.clone(),
        (Some(chosen), _) => chosen.label.clone(),
        (None, _) => open_choices_text(own),
    };
    let is_chosen = chosen.is_some();
    let action = match slot {
        ActionSlot::Attack => ChoiceAction::CycleAttacks(listed),
        _ => ChoiceAction::OpenMenu(listed),
    };
    let description = match passed_over {
        Some((label, why)) => format!("{}\n{label}: {why}", base.description),
        None => base.description.clone(),
    };
    let is_advised = own.iter().any(|choice| choice.mark == Some(ChoiceMark::Advised));
    let mark = is_advised.then_some(ChoiceMark::Advised);
    ActionChoice { cost, action, refusal, chosen: is_chosen, description, mark, ..base }
}

/// Says how many choices are open, of how many that the list shows, or which one is.
fn open_choices_text(own: &[ActionChoice]) -> String {
    let open: Vec<&ActionChoice> = own.iter().filter(|choice| choice.refusal.is_none()).collect();
    match open.as_slice() {
        [] => "none now".to_owned(),
        // A button that names what is given away would look like doing so at once.
        open if open.iter().all(|choice| drops_item(choice)) => "only to drop".to_owned(),
        [sole] => label_with_cost(sole),
        open if open.len() < own.len() => format!("{} of {} choices", open.len(), own.len()),
        open => format!("{} choices", open.len()),
    }
}

#[cfg(test)]
mod tests;
