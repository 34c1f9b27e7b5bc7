//! The fixed slots of the action bar: what each of them does for the selected unit.

use super::choices::{ActionChoice, ChoiceAction, ChoiceGroup};
use crate::attack_forecast::WeaponChoice;
use crate::input::InputAction;
use crate::session::Intent;
use battle::Order;
use rules::play;

/// A slot of the action bar. Every slot has the same place and key in every book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActionSlot {
    /// Movement.
    Move,
    /// Attacks of the weapons in hand.
    Attack,
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
    /// The end of the phase.
    EndTurn,
}

impl ActionSlot {
    /// All slots, from left to right.
    pub const ALL: [Self; 9] = [
        Self::Move,
        Self::Attack,
        Self::TakeCover,
        Self::Item,
        Self::Defend,
        Self::Reload,
        Self::Wait,
        Self::More,
        Self::EndTurn,
    ];

    /// Its name.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Move => "Move",
            Self::Attack => "Attack",
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
            Self::Attack => "burst",
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
            Self::Attack => InputAction::Action2,
            Self::TakeCover => InputAction::Action3,
            Self::Item => InputAction::Action4,
            Self::Defend => InputAction::Action5,
            Self::Reload => InputAction::Action6,
            Self::Wait => InputAction::Action7,
            Self::More => InputAction::Action8,
            Self::EndTurn => InputAction::EndPhase,
        }
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

    /// Why it is empty, if the unit has no choice for it.
    const fn empty_text(self) -> &'static str {
        match self {
            Self::Move => "This unit cannot move.",
            Self::Attack => "No weapon in hand.",
            Self::TakeCover => "These rules have no action for it: standing behind something is enough.",
            Self::Item => "Nothing to use, to ready or to pick up.",
            Self::Defend => {
                "These rules have no defence to prepare: the game asks when the unit is attacked."
            }
            Self::Reload => "No weapon in hand needs rounds.",
            Self::Wait => "This unit cannot wait.",
            Self::More | Self::EndTurn => "",
        }
    }

    const fn description(self) -> &'static str {
        match self {
            Self::Attack => {
                "Click an enemy: the first click aims, the second one attacks. Press again for the next kind of attack."
            }
            Self::Item => "Items to ready, set, use or drop, treatments, and doors and items within reach.",
            Self::Defend => "Defences that hold until the next turn, and dropping prone or standing up.",
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
        match (&choice.action, choice.group) {
            (ChoiceAction::EndPhase(_), _) => Some(Self::EndTurn),
            (
                ChoiceAction::GiveOrder(Order::TakeCover { .. })
                | ChoiceAction::BuyAndGive(_, Order::TakeCover { .. }),
                _,
            ) => Some(Self::TakeCover),
            (ChoiceAction::GiveOrder(Order::Reload { .. }), _) => Some(Self::Reload),
            (ChoiceAction::GiveOrder(Order::Delay { .. }), _) => Some(Self::Wait),
            (ChoiceAction::GiveOrder(order @ Order::SpecialAction { .. }), _) => special(order),
            (ChoiceAction::Aim(Intent::PlaceItem { .. }), _) => Some(Self::Attack),
            (ChoiceAction::OpenMenu(_), ChoiceGroup::Timing) => Some(Self::Item),
            (ChoiceAction::GiveOrder(Order::Activate { .. } | Order::Detonate { .. }), _) => Some(Self::Item),
            (ChoiceAction::GiveOrder(Order::Karma { .. }), _) => None,
            (_, ChoiceGroup::Movement) => Some(Self::Move),
            (_, ChoiceGroup::Attacks) => Some(Self::Attack),
            (_, ChoiceGroup::Stance) => Some(Self::Defend),
            (_, ChoiceGroup::Gear | ChoiceGroup::Surroundings) => Some(Self::Item),
            _ => None,
        }
    }
}

/// Whether a choice drops a carried item.
fn drops_item(choice: &ActionChoice) -> bool {
    matches!(choice.action, ChoiceAction::GiveOrder(Order::Drop { .. }))
}

/// Whether a special action of a book is the only one in its slot, whose key it has.
pub(super) fn has_slot(key: &str) -> bool {
    matches!(slot_of_special_action(key), Some(ActionSlot::TakeCover | ActionSlot::Reload))
}

/// The slot of a special action of a book.
fn slot_of_special_action(key: &str) -> Option<ActionSlot> {
    match key {
        "cover" => Some(ActionSlot::TakeCover),
        "reload" => Some(ActionSlot::Reload),
        "replace" => Some(ActionSlot::Attack),
        "reserve" | "full_defence" | "guarded_stance" | "hide" => Some(ActionSlot::Defend),
        "recharge" | "heal" | "heal_self" | "first_aid" | "first_aid_self" | "treat_wound" | "treat"
        | "treat_self" | "revive" | "rally" | "use_booster" => Some(ActionSlot::Item),
        _ => None,
    }
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
    let slots = ActionSlot::ALL.into_iter();
    slots
        .map(|slot| {
            let own = all.iter().filter(|choice| ActionSlot::of_choice(choice) == Some(slot)).cloned();
            let choice = slot_choice(slot, own.collect(), attacks);
            let suggested = suggests_cover && slot == ActionSlot::TakeCover && choice.refusal.is_none();
            let has_none = choice.refusal.as_ref().is_some_and(|(_, clause)| *clause == NO_COVER_CLAUSE);
            let cost = match () {
                () if suggested => format!("{} · useful", choice.cost),
                () if has_none && slot == ActionSlot::TakeCover => "no cover here".to_owned(),
                () => choice.cost.clone(),
            };
            (slot, ActionChoice { cost, ..choice })
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

/// Whether the only choice of a slot is in a menu all the same. An item is not used, dropped or swapped by one click, and a
/// unit does not drop prone by the key for defences.
fn needs_menu(slot: ActionSlot, only: &ActionChoice) -> bool {
    match only.action {
        ChoiceAction::OpenMenu(_) => true,
        ChoiceAction::GiveOrder(_) => {
            matches!(slot, ActionSlot::Attack | ActionSlot::Item | ActionSlot::Defend)
        }
        _ => slot == ActionSlot::Attack,
    }
}

/// Builds the button that does the only choice of a slot.
fn sole_choice(slot: ActionSlot, only: &ActionChoice, base: ActionChoice) -> ActionChoice {
    let cost = match slot {
        ActionSlot::Item | ActionSlot::Defend if only.cost.is_empty() => only.label.clone(),
        ActionSlot::Item | ActionSlot::Defend => format!("{} · {}", only.label, only.cost),
        _ => only.cost.clone(),
    };
    // A unit that lies stands up where others move.
    let label = match (slot, &only.action) {
        (ActionSlot::Move, ChoiceAction::GiveOrder(_)) => only.label.clone(),
        _ => base.label,
    };
    ActionChoice { label, cost, command: base.command, ..only.clone() }
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
        (None, ActionSlot::Attack) if attack.is_some_and(throws_weapon) => "by throwing".to_owned(),
        (_, ActionSlot::Attack) => attack.map(attack_button_text).unwrap_or_default(),
        // The button itself names the move, which a prone unit can make as well as stand up.
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
    ActionChoice { cost, action, refusal, chosen: is_chosen, description, ..base }
}

/// Says how many choices are open, or which one is.
fn open_choices_text(own: &[ActionChoice]) -> String {
    let open: Vec<&ActionChoice> = own.iter().filter(|choice| choice.refusal.is_none()).collect();
    match open.as_slice() {
        [] => "none now".to_owned(),
        // A button that names what is given away would look like doing so at once.
        [sole] if drops_item(sole) => "1 choice".to_owned(),
        [sole] => sole.label.clone(),
        _ => format!("{} choices", open.len()),
    }
}

/// Sorts attacks: those that can be made by their worth, then the attack options of the book, then what throws the weapon
/// away, then what is refused.
fn rank_choices(attacks: &[ActionChoice], ranked: &[WeaponChoice]) -> Vec<ActionChoice> {
    let mut sorted = attacks.to_vec();
    let place = |choice: &ActionChoice| match choice.action {
        ChoiceAction::Aim(Intent::Attack { weapon, mode, option: None }) => {
            ranked.iter().position(|known| *known == (weapon, mode)).unwrap_or(ranked.len())
        }
        _ => ranked.len() + 1,
    };
    // Stable: options keep the order of the book.
    sorted.sort_by_key(|choice| (choice.refusal.is_some(), throws_weapon(choice), place(choice)));
    sorted
}

/// Whether an attack throws the weapon away: the unit would be unarmed afterwards, so that it is only made on purpose.
fn throws_weapon(choice: &ActionChoice) -> bool {
    match choice.action {
        ChoiceAction::Aim(Intent::Attack { option: Some(option), .. }) => play::option_throws_weapon(option),
        _ => false,
    }
}

/// Returns the attack that the button aims when none is chosen: the preferred one, else the first one, that is not refused
/// and keeps the weapon in hand.
pub(super) fn attack_to_aim(
    attacks: &[ActionChoice],
    preferred: Option<WeaponChoice>,
) -> Option<&ActionChoice> {
    let aims = |choice: &&ActionChoice| {
        matches!(choice.action, ChoiceAction::Aim(Intent::Attack { .. } | Intent::PlaceItem { .. }))
    };
    let is_preferred = |choice: &&ActionChoice| match choice.action {
        ChoiceAction::Aim(Intent::Attack { weapon, mode, option: None }) => preferred == Some((weapon, mode)),
        _ => false,
    };
    let can_aim = |choice: &&ActionChoice| aims(choice) && choice.refusal.is_none() && !throws_weapon(choice);
    let mut open = attacks.iter().filter(can_aim);
    open.clone().find(is_preferred).or_else(|| open.next())
}

/// The weapon of an ordinary attack; `None` for attack options.
fn weapon_of(choice: &ActionChoice) -> Option<usize> {
    match choice.action {
        ChoiceAction::Aim(Intent::Attack { weapon, option: None, .. }) => Some(weapon),
        _ => None,
    }
}

/// Returns the attack with another weapon that stands before the one that the button aims and is not possible now, with
/// its reason.
fn passed_over_attacks(attacks: &[ActionChoice], aimed: Option<&ActionChoice>) -> Option<(String, String)> {
    let aimed = aimed.filter(|choice| choice.refusal.is_none())?;
    let before = attacks.iter().take_while(|choice| *choice != aimed);
    let refused =
        before.filter(|choice| weapon_of(choice).is_some_and(|weapon| Some(weapon) != weapon_of(aimed)));
    let (first, (why, _)) = refused.filter_map(|choice| Some((choice, choice.refusal.as_ref()?))).next()?;
    Some((first.label.clone(), why.clone()))
}

/// Text of the Attack button: the price, which has to be read whole, and the attack, "2 AP · Long burst".
fn attack_button_text(attack: &ActionChoice) -> String {
    let price = attack.cost.split([':', '\u{b7}']).next().unwrap_or_default().trim();
    match price {
        // The part that the chosen attack of a menu is aimed at.
        _ if attack.chosen && matches!(attack.action, ChoiceAction::OpenMenu(_)) => attack.cost.clone(),
        price if price.is_empty() || matches!(attack.action, ChoiceAction::OpenMenu(_)) => {
            attack.label.clone()
        }
        price => format!("{price} \u{b7} {}", attack.label),
    }
}

/// Returns the attack that follows the chosen one; without one, the attack that the button aims. Menus are passed
/// over, and attacks that throw the weapon away.
pub(super) fn next_attack(attacks: &[ActionChoice]) -> Option<Intent> {
    let usable: Vec<(Intent, bool)> = attacks
        .iter()
        .filter(|choice| choice.refusal.is_none() && (choice.chosen || !throws_weapon(choice)))
        .filter_map(|choice| match choice.action {
            ChoiceAction::Aim(intent) => Some((intent, choice.chosen)),
            _ => None,
        })
        .collect();
    let next = usable.iter().position(|(_, chosen)| *chosen).map_or(0, |at| (at + 1) % usable.len());
    usable.get(next).map(|(intent, _)| *intent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::UnitId;

    fn choice(group: ChoiceGroup, action: ChoiceAction) -> ActionChoice {
        ActionChoice {
            group,
            label: "Choice".to_owned(),
            cost: "1 AP".to_owned(),
            action,
            refusal: None,
            description: String::new(),
            command: None,
            chosen: false,
        }
    }

    fn attack(mode: usize) -> ActionChoice {
        let intent = Intent::Attack { weapon: mode, mode: None, option: None };
        choice(ChoiceGroup::Attacks, ChoiceAction::Aim(intent))
    }

    #[test]
    fn every_slot_has_its_place_whatever_the_unit_can_do() {
        let nothing = slot_choices(&[], false, (&[], None));
        let some = slot_choices(&[attack(0), attack(1)], true, (&[], None));
        let places = |slots: &[(ActionSlot, ActionChoice)]| -> Vec<_> {
            slots.iter().map(|(slot, choice)| (*slot, choice.command)).collect()
        };
        assert_eq!(places(&nothing), places(&some));
        assert_eq!(nothing.len(), 9);
        let refused = nothing.iter().filter(|(_, choice)| choice.refusal.is_some()).count();
        assert_eq!(refused, 8, "all but More say why");
    }

    #[test]
    fn special_actions_of_the_books_go_into_their_slots() {
        let special = |key: &str| {
            let order =
                Order::SpecialAction { unit: UnitId(1), action: key.into(), target: None, weapon: None };
            ActionSlot::of_choice(&choice(ChoiceGroup::SpecialActions, ChoiceAction::GiveOrder(order)))
        };
        assert_eq!(special("cover"), Some(ActionSlot::TakeCover));
        assert_eq!(special("full_defence"), Some(ActionSlot::Defend));
        for treatment in ["first_aid", "heal", "heal_self", "treat", "treat_self", "revive"] {
            assert_eq!(special(treatment), Some(ActionSlot::Item), "{treatment}");
        }
        assert_eq!(special("grapple"), None);
        assert_eq!(special("replace"), Some(ActionSlot::Attack), "in place of the attacks that are refused");
        let cover = ChoiceAction::GiveOrder(Order::TakeCover { unit: UnitId(1) });
        let slots = slot_choices(&[choice(ChoiceGroup::Stance, cover)], true, (&[], None));
        assert!(slots[2].1.cost.ends_with("useful"), "{:?}", slots[2]);
    }

    #[test]
    fn a_grenade_in_hand_is_thrown_by_the_attack_button() {
        let throw = Intent::PlaceItem { weapon: 2, timer: None };
        let only = choice(ChoiceGroup::Timing, ChoiceAction::Aim(throw));
        let slots = slot_choices(std::slice::from_ref(&only), false, (&[], None));
        let attack = slots.iter().find(|(slot, _)| *slot == ActionSlot::Attack);
        assert_eq!(attack.and_then(|(_, choice)| choice.refusal.clone()), None);
        assert_eq!(next_attack(&[only]), Some(throw));
    }

    #[test]
    fn the_key_for_defences_opens_a_list_even_of_one() {
        let action = "full_defence".to_owned();
        let order = Order::SpecialAction { unit: UnitId(1), action, target: None, weapon: None };
        let only = choice(ChoiceGroup::SpecialActions, ChoiceAction::GiveOrder(order));
        let slots = slot_choices(std::slice::from_ref(&only), true, (&[], None));
        let defend = slots.iter().find(|(slot, _)| *slot == ActionSlot::Defend);
        let (_, defend) = defend.expect("the slot is always there");
        assert_eq!(defend.action, ChoiceAction::OpenMenu(vec![only]));
        assert_eq!(defend.cost, "Choice", "and the button names it");
    }

    #[test]
    fn the_item_slot_never_stands_for_dropping() {
        let drop = ChoiceAction::GiveOrder(Order::Drop { unit: UnitId(1), weapon: 0 });
        let only = choice(ChoiceGroup::Gear, drop);
        let slots = slot_choices(std::slice::from_ref(&only), false, (&[], None));
        let item = slots.iter().find(|(slot, _)| *slot == ActionSlot::Item);
        let (_, item) = item.expect("the slot is always there");
        assert_eq!(item.action, ChoiceAction::OpenMenu(vec![only]), "a click opens the list");
        assert_eq!(item.cost, "1 choice");
    }

    #[test]
    fn attacks_are_cycled_without_the_refused_ones() {
        let mut attacks = vec![attack(0), attack(1), attack(2)];
        attacks[1].refusal = Some(("no".to_owned(), ""));
        let weapon = |intent| match intent {
            Some(Intent::Attack { weapon, .. }) => weapon,
            other => panic!("{other:?}"),
        };
        assert_eq!(weapon(next_attack(&attacks)), 0);
        attacks[0].chosen = true;
        assert_eq!(weapon(next_attack(&attacks)), 2);
        (attacks[0].chosen, attacks[2].chosen) = (false, true);
        assert_eq!(weapon(next_attack(&attacks)), 0);
        assert_eq!(next_attack(&[]), None);
    }

    #[test]
    fn the_attack_button_names_what_it_aims() {
        let mut attacks = vec![attack(0), attack(1), attack(2)];
        for (number, choice) in attacks.iter_mut().enumerate() {
            choice.label = format!("Attack {number}");
        }
        attacks[1].cost = "2 AP: mode 1, shot 1 \u{b7} 3 ammo".to_owned();
        let aimed = |attacks: &[ActionChoice], ranked: &[WeaponChoice]| {
            let (_, slot) = slot_choices(attacks, false, (ranked, None)).swap_remove(1);
            let ChoiceAction::CycleAttacks(listed) = slot.action else { panic!("{:?}", slot.action) };
            (slot.cost, next_attack(&listed))
        };
        let intent = |weapon| Intent::Attack { weapon, mode: None, option: None };
        let best = [(1, None), (2, None), (0, None)];
        assert_eq!(aimed(&attacks, &[]), ("1 AP \u{b7} Attack 0".to_owned(), Some(intent(0))));
        let text = "2 AP \u{b7} Attack 1".to_owned();
        assert_eq!(aimed(&attacks, &best), (text, Some(intent(1))), "the button aims what it names");
        // What the player chose last stays chosen while it can be made.
        let (_, slot) = slot_choices(&attacks, false, (&best, Some((2, None)))).swap_remove(1);
        assert_eq!(slot.cost, "1 AP \u{b7} Attack 2", "the chosen weapon, not the best one");
        let ChoiceAction::CycleAttacks(listed) = slot.action else { panic!("{:?}", slot.action) };
        let kept = attack_to_aim(&listed, Some((2, None))).map(|choice| choice.action.clone());
        assert_eq!(kept, Some(ChoiceAction::Aim(intent(2))), "which the button aims too");
        let (_, slot) = slot_choices(&attacks, false, (&best, Some((7, None)))).swap_remove(1);
        assert_eq!(slot.cost, "2 AP \u{b7} Attack 1", "a weapon that is gone is no choice");
        // The best attack gives way to one that can be made.
        attacks[1].refusal = Some(("no".to_owned(), ""));
        let text = "1 AP \u{b7} Attack 2".to_owned();
        assert_eq!(aimed(&attacks, &best), (text, Some(intent(2))), "and why not another weapon");
        attacks[0].chosen = true;
        let text = "1 AP \u{b7} Attack 0".to_owned();
        assert_eq!(aimed(&attacks, &best), (text, Some(intent(2))), "pressed again, it goes on");
        // With nothing left to make, the button says why the best one is refused.
        for choice in &mut attacks {
            choice.chosen = false;
            choice.refusal = Some((choice.label.clone(), ""));
        }
        let refusal = slot_choices(&attacks, false, (&[(2, None)], None))[1].1.refusal.clone();
        assert_eq!(refusal, Some(("Attack 2".to_owned(), "")));
    }

    #[test]
    fn a_weapon_is_thrown_only_on_purpose() {
        let throw = Intent::Attack { weapon: 0, mode: None, option: Some("throw") };
        let seize = Intent::Attack { weapon: 1, mode: None, option: Some("seize") };
        let option = |intent| choice(ChoiceGroup::Attacks, ChoiceAction::Aim(intent));
        let mut attacks = vec![attack(0), option(throw), attack(1), option(seize)];
        for at in [0, 2] {
            attacks[at].refusal = Some(("out of reach".to_owned(), ""));
        }
        let listed = rank_choices(&attacks, &[(0, None), (1, None)]);
        let places: Vec<_> = listed.iter().map(|one| attacks.iter().position(|other| other == one)).collect();
        assert_eq!(places, [3, 1, 0, 2].map(Some));
        let aimed = attack_to_aim(&listed, None).map(|choice| choice.action.clone());
        assert_eq!(aimed, Some(ChoiceAction::Aim(seize)));
        attacks[3].refusal = attacks[0].refusal.clone();
        let (_, slot) = slot_choices(&attacks, false, (&[(0, None)], None)).swap_remove(1);
        assert_eq!((slot.cost.as_str(), &slot.refusal), ("by throwing", &None));
        let ChoiceAction::CycleAttacks(listed) = slot.action else { panic!("{:?}", slot.action) };
        assert!(attack_to_aim(&listed, None).is_none(), "the button opens the list and aims nothing");
        assert_eq!(next_attack(&listed), None, "nor does pressing it again");
    }

    #[test]
    fn attacks_are_listed_by_worth_and_refused_ones_last() {
        let option = Intent::Attack { weapon: 0, mode: None, option: Some("vital") };
        let mut attacks = vec![attack(0), choice(ChoiceGroup::Attacks, ChoiceAction::Aim(option))];
        attacks.extend([attack(1), attack(2), attack(3)]);
        attacks[2].refusal = Some(("no".to_owned(), ""));
        let listed = rank_choices(&attacks, &[(3, None), (1, None), (0, None), (2, None)]);
        let places: Vec<_> = listed.iter().map(|one| attacks.iter().position(|other| other == one)).collect();
        assert_eq!(places, [4, 0, 3, 1, 2].map(Some));
    }
}
