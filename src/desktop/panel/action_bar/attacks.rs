//! Attack choices of a unit: weapons, fire modes and attack options of the book.

use super::choices::{ActionChoice, ChoiceAction, ChoiceGroup, plan_cost_text, refusal_text};
use crate::panel::unit_inspector::weapons::{current_fire_mode, held_weapon};
use crate::session::{Intent, OpenMenu, Session};
use battle::{
    BattleView, CarriedItem, Order, OrderError, Target, TargetRejection, UnitDataItem, ValidatedOrder,
};
use battle::{check_attack_price, validate_order};
use battle_log::log_text::count_text;
use rules::turn_engine::Action;
use rules::{
    ActionRequest, AttackOption, Book, FireMode, HeldWeapon, QueuedAttack, RuleViolation, UnitSnapshot,
    WeaponMalfunction, play,
};

/// An attack that gets a button.
struct AttackButton<'a> {
    number: usize,
    carried: &'a CarriedItem,
    held: &'a HeldWeapon,
    mode: Option<FireMode>,
    option: Option<AttackOption>,
    /// Why the weapon can be used on no enemy at all; `None` if it can.
    unusable: Option<&'a RuleViolation>,
}

impl AttackButton<'_> {
    /// What a click on the board does while the attack is chosen.
    fn attack_intent(&self) -> Intent {
        let option = self.option.as_ref().map(|option| option.key);
        Intent::Attack { weapon: self.number, mode: self.mode, option }
    }
}

/// All attacks of the weapons in hand: fire modes first, then the attack options of the book.
pub(crate) fn attack_choices(view: &BattleView, unit: &UnitDataItem, session: &Session) -> Vec<ActionChoice> {
    let me = view.unit_snapshot(unit);
    let (mut bar, mut names) = (Vec::new(), Vec::new());
    let refused = view.unusable_weapons(unit);
    for (number, carried) in unit.inventory.slots().filter(|(_, it)| it.in_hand()) {
        if play::detonation_trigger(carried.weapon()).is_some() {
            continue; // activated, not fired
        }
        let held = held_weapon(number, carried);
        let from = bar.len();
        let unusable = refused.iter().find(|(slot, _)| *slot == number).map(|(_, why)| why);
        let mut add = |mode, option| {
            let button = AttackButton { number, carried, held: &held, mode, option, unusable };
            bar.push(attack_choice(view, unit, &me, &button, session));
            names.push(carried.name());
        };
        if carried.modes().is_empty() {
            add(None, None);
        }
        for mode in carried.modes() {
            add(Some(*mode), None);
        }
        let (gathered, own): (Vec<_>, Vec<_>) = play::attack_options(&me, &held, view.rules())
            .into_iter()
            .partition(|option| option.menu.is_some());
        for option in own {
            let mode = match play::option_pins(option.key) {
                true => burst_mode(carried),
                false => current_fire_mode(carried),
            };
            add(mode, Some(option));
        }
        // The menu of an unusable weapon is unavailable too.
        let usable = bar[from..].iter().map(|choice| choice.refusal.clone()).min().flatten();
        if let Some(menu) = attack_menu(view, unit, &me, (number, carried, &held), gathered, session) {
            // What is aimed at a part of a body needs an enemy; a shot does not, as it may be aimed at a barrier.
            let refusal = usable.or(menu.refusal).or_else(|| no_enemy_refusal(view, unit));
            bar.push(ActionChoice { refusal, ..menu });
            names.push(carried.name());
        }
    }
    // A label shared by several weapons gets the weapon's name.
    let labels: Vec<String> = bar.iter().map(|choice| choice.label.clone()).collect();
    for ((at, choice), name) in bar.iter_mut().enumerate().zip(names) {
        let shared = labels.iter().enumerate().any(|(other, label)| other != at && *label == labels[at]);
        if shared && choice.label != **name {
            choice.label = format!("{}: {name}", choice.label);
        }
    }
    bar
}

/// The fire mode of an attack that needs several rounds: the one that is set, else the first such mode, with the price of
/// changing to it.
fn burst_mode(carried: &CarriedItem) -> Option<FireMode> {
    let set = current_fire_mode(carried);
    let is_burst = |mode: &FireMode| *mode != FireMode::Single;
    set.filter(is_burst).or_else(|| carried.modes().iter().copied().find(is_burst)).or(set)
}

/// Attack options of a weapon that share one menu button. `SS-CALL-03`.
fn attack_menu(
    view: &BattleView,
    unit: &UnitDataItem,
    me: &UnitSnapshot,
    (number, carried, held): (usize, &CarriedItem, &HeldWeapon),
    options: Vec<AttackOption>,
    session: &Session,
) -> Option<ActionChoice> {
    let name = options.first()?.menu?;
    let mode = current_fire_mode(carried);
    // Checking dozens of options against dozens of enemies is slow: a closed menu checks only the chosen one.
    let closed = match &session.open_menu {
        None => true,
        Some(OpenMenu::Search) => false,
        Some(OpenMenu::Group(open)) => !open.starts_with(name),
    };
    let entries: Vec<ActionChoice> = options
        .into_iter()
        .map(|option| {
            let mark = option.mark.clone();
            let button = AttackButton { number, carried, held, mode, option: Some(option), unusable: None };
            let aim = button.attack_intent();
            if closed && session.intent != aim {
                return unchecked_choice(attack_label(&button), aim);
            }
            let choice = attack_choice(view, unit, me, &button, session);
            ActionChoice { label: format!("{} ({mark})", choice.label), ..choice }
        })
        .collect();
    let refusal = match entries.iter().all(|entry| entry.refusal.is_some()) {
        true => entries.first().and_then(|entry| entry.refusal.clone()),
        false => None,
    };
    let chosen = entries.iter().find(|entry| entry.chosen);
    Some(ActionChoice {
        group: ChoiceGroup::Attacks,
        label: name.to_owned(),
        cost: chosen.map_or_else(|| "choose a part".to_owned(), |entry| entry.label.clone()),
        refusal,
        description: format!(
            "Makes the attack with {} at a part of the target, for fewer dice and the Free Action.",
            carried.name()
        ),
        command: None,
        chosen: chosen.is_some(),
        action: ChoiceAction::OpenMenu(entries),
        mark: None,
    })
}

/// An entry of a closed menu, not validated.
fn unchecked_choice(label: String, aim: Intent) -> ActionChoice {
    ActionChoice {
        group: ChoiceGroup::Attacks,
        label,
        cost: String::new(),
        action: ChoiceAction::Aim(aim),
        refusal: None,
        description: String::new(),
        command: None,
        chosen: false,
        mark: None,
    }
}

/// Says that there is no target for what is aimed at enemies only; `None` if the player knows of an enemy.
fn no_enemy_refusal(view: &BattleView, unit: &UnitDataItem) -> Option<(String, &'static str)> {
    let has_enemy = view.units().any(|other| view.is_target(unit, &other));
    if has_enemy { None } else { refusal_text(Err(TargetRejection::NoValidTarget.into())) }
}

/// Says why an attack cannot be made while the player knows of no enemy: its price or the state of its weapon, else that it
/// has no target. `None` for what may be aimed at a barrier: a shot at any, a blow at one that it reaches.
fn refusal_without_enemy(
    view: &BattleView,
    unit: &UnitDataItem,
    button: &AttackButton,
) -> Option<(String, &'static str)> {
    let (weapon, mode) = (button.number, button.mode);
    if let Err(why) = check_attack_price(view, *unit.id, (weapon, mode), None) {
        return refusal_text(Err(why));
    }
    let may_strike = |id| {
        let order = Order::Attack { unit: *unit.id, target: Target::Barrier(id), weapon, mode, option: None };
        validate_order(view, &order).is_ok()
    };
    let mut beside = field::obstacles_beside(view.field().grid(), unit.cell());
    let has_target = button.option.is_none()
        && (!button.carried.is_melee() || beside.any(|beside| may_strike(beside.obstacle.id)));
    if has_target { None } else { refusal_text(Err(TargetRejection::NoValidTarget.into())) }
}

/// Builds the choice of an attack; it is available if at least one enemy is a valid target.
fn attack_choice(
    view: &BattleView,
    unit: &UnitDataItem,
    me: &UnitSnapshot,
    button: &AttackButton,
    session: &Session,
) -> ActionChoice {
    let AttackButton { carried, mode, .. } = *button;
    let option = button.option.as_ref().map(|option| option.key);
    let action = play::attack_action(carried.weapon(), mode);
    let results = validate_on_enemies(view, unit, button);
    let plan = results.iter().find_map(|result| result.as_ref().ok());
    let price =
        play::price_label(me, ActionRequest { action, with: Some(button.held), option }, view.rules());
    let cost = plan.map_or_else(|| price.clone(), |plan| attack_cost_text(view.rules().book(), plan, &price));
    let rounds = if carried.magazine() > 0 { play::rounds_per_attack(carried.weapon(), mode) } else { 0 };
    let description = attack_description(view, me, button, (action, rounds));
    let description = match plan.and_then(|plan| mode_change_sentence(plan, mode != carried.mode())) {
        Some(sentence) => format!("{description} {sentence}"),
        None => description,
    };
    let description = match play::first_attack_note(me).filter(|_| plan.is_some()) {
        Some((note, _)) => format!("{description} {note}"),
        None => description,
    };
    let cost = if rounds > 0 { format!("{cost} · {}", count_text(rounds, "shot", "shots")) } else { cost };
    let aim = button.attack_intent();
    ActionChoice {
        group: ChoiceGroup::Attacks,
        label: attack_label(button),
        cost,
        action: ChoiceAction::Aim(aim),
        refusal: attack_refusal(view, unit, me, button, &results),
        description,
        command: None,
        chosen: session.intent == aim,
        mark: None,
    }
}

/// Validates an attack on each enemy, the nearest first, up to the first that is valid.
fn validate_on_enemies(
    view: &BattleView,
    unit: &UnitDataItem,
    button: &AttackButton,
) -> Vec<Result<ValidatedOrder, OrderError>> {
    let mut enemies: Vec<_> = view.units().filter(|other| view.is_target(unit, other)).collect();
    enemies.sort_by_key(|other| (unit.cell().distance_squared(other.cell()), *other.id));
    let order = |target| Order::Attack {
        unit: *unit.id,
        target,
        weapon: button.number,
        mode: button.mode,
        option: button.option.as_ref().map(|option| option.key.to_owned()),
    };
    let mut results = Vec::with_capacity(enemies.len());
    for other in &enemies {
        results.push(validate_order(view, &order(Target::Unit(*other.id))));
        if results.last().is_some_and(Result::is_ok) {
            break;
        }
    }
    results
}

/// Says why an attack is not available, by its results against the enemies; `None` if it is.
fn attack_refusal(
    view: &BattleView,
    unit: &UnitDataItem,
    me: &UnitSnapshot,
    button: &AttackButton,
    results: &[Result<ValidatedOrder, OrderError>],
) -> Option<(String, &'static str)> {
    let AttackButton { number, carried, mode, .. } = *button;
    let is_plain = button.option.is_none();
    let far = |result: &&Result<ValidatedOrder, OrderError>| {
        matches!(result, Err(OrderError::AttackForbidden(_) | OrderError::Blocked(_)))
    };
    let refusal = if results.iter().any(Result::is_ok) {
        None
    } else {
        let first = results.iter().find(|result| !far(result)).or(results.first()).cloned();
        match first {
            Some(first) => refusal_text(first),
            None => refusal_without_enemy(view, unit, button),
        }
    };
    // Without a unit in reach the attack stays available against barriers, which are checked when hovered.
    let fit = carried.fault() == WeaponMalfunction::None && is_plain && !carried.is_melee();
    // Announced attacks on units leave no other one, on a barrier either.
    let is_free = play::queue_refusal(me, QueuedAttack::Place, &[]).is_none();
    let open = results.iter().all(|result| far(&result)) && fit && is_free && button.unusable.is_none();
    let unpaid = open.then(|| check_attack_price(view, *unit.id, (number, mode), None).err()).flatten();
    let refusal = if open { unpaid.and_then(|why| refusal_text(Err(why))) } else { refusal };
    let unusable = button.unusable.filter(|_| refusal.is_some() && is_plain);
    unusable.and_then(|why| refusal_text(Err(OrderError::AttackForbidden(why.clone())))).or(refusal)
}

/// Formats the cost of an attack; what changes the fire mode is named: "2 AP: 1 for the fire mode, 1 to shoot".
fn attack_cost_text(book: Book, plan: &ValidatedOrder, price: &str) -> String {
    match plan.mode_points {
        0 => plan_cost_text(book, plan, price),
        mode => {
            let shot = plan.points.saturating_sub(mode);
            format!("{} AP: {mode} for the fire mode, {shot} to shoot", plan.points)
        }
    }
}

/// Says what changing the fire mode adds to the price of an attack; `None` if it adds nothing.
pub(crate) fn mode_change_sentence(plan: &ValidatedOrder, changes_mode: bool) -> Option<String> {
    let (all, mode) = (plan.points, plan.mode_points);
    match () {
        () if mode > 0 => {
            let shot = all.saturating_sub(mode);
            Some(format!(
                "{all} AP: {mode} to change the fire mode, because the Free Action is used, {shot} to shoot. \
                 SS-ACT-61"
            ))
        }
        () if changes_mode && all > 0 && plan.free > 0 => {
            Some("Also uses the Free Action, to change the fire mode. SS-ACT-61".to_owned())
        }
        () => None,
    }
}

/// Label of an attack: "Grapple", "Burst", "combat knife".
fn attack_label(button: &AttackButton) -> String {
    match (&button.option, button.mode) {
        (Some(option), _) => option.label.to_owned(),
        (None, Some(mode)) => mode.name().to_owned(),
        (None, None) => button.carried.name().to_string(),
    }
}

/// Describes the attack, with the clause of the roll.
fn attack_description(
    view: &BattleView,
    me: &UnitSnapshot,
    button: &AttackButton,
    (action, rounds): (Action, u32),
) -> String {
    let name = button.carried.name();
    if let Some(AttackOption { label, detail, clause, .. }) = &button.option {
        return format!("{label} with {name}: {detail}. {clause}").replace("..", ".");
    }
    let figures = play::derived_weapon_stats(me, button.held, view.rules());
    let of_mode = button.mode.and_then(|mode| figures.iter().find(|figure| figure.name == mode.name()));
    let clause = of_mode.or(figures.first()).map_or("", |figure| figure.clause);
    let what = match button.mode {
        Some(mode) => mode.name(),
        None => action.name(),
    };
    if rounds > 0 {
        let loaded = count_text(button.carried.loaded(), "shot", "shots");
        return format!("{what} with the {name}: {rounds} of {loaded}. {clause}");
    }
    format!("{what} with {name}. {clause}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ss_act_61_the_price_says_what_each_point_is_for() {
        let mut plan = ValidatedOrder::default();
        (plan.points, plan.mode_points) = (3, 1);
        let text = attack_cost_text(Book::ALL[0], &plan, "3 AP");
        assert_eq!(text, "3 AP: 1 for the fire mode, 2 to shoot");
    }
}
