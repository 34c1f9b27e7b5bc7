//! Choices for the special actions of the rulebook.

use super::choices::{ActionChoice, ChoiceAction, ChoiceGroup, ChoiceMark, plan_cost_text, refusal_text};
use super::slots::{ActionSlot, PUT_OUT_KEY, has_slot};
use crate::attack_forecast::percent_text;
use crate::input::InputAction;
use crate::session::{Intent, Session};
use battle::validate_order;
use battle::{
    BattleView, Order, OrderError, TargetRejection, UnitDataItem, ValidatedOrder, available_actions,
    defence_warning, is_offered_on, special_action_results, treatment_benefit,
};
use battle_log::log_text::capitalise;
use model::UnitId;
use rules::play::ActionResults;
use rules::{AvailableAction, Book, SpecialActionTarget, play};

/// Targets of an action, the nearest first, whose chances are told beside its price.
const MAX_RATED_TARGETS: usize = 4;

/// All special actions available to a unit, with their keys.
pub(crate) fn special_action_choices(
    view: &BattleView,
    unit: &UnitDataItem,
    session: &Session,
) -> Vec<ActionChoice> {
    let mut bar = Vec::new();
    for available in available_actions(view, unit) {
        match available.aim {
            SpecialActionTarget::Nothing => bar.push(immediate_choice(view, *unit.id, &available)),
            SpecialActionTarget::Neighbour => bar.push(targeted_choice(view, unit, &available, session)),
            SpecialActionTarget::Weapon => bar.extend(weapon_choices(view, unit, &available)),
        }
    }
    // A prone unit stands up by a key of those that further actions have.
    let taken = unit.is_prone().then(|| ActionSlot::StandUp.command());
    assign_keys(&mut bar, play::numbered_actions(view.rules().book()), taken);
    bar
}

/// Gives the numbered actions of the book their keys, whatever else the unit can do, and the other actions the keys after
/// them, without the one that is `taken`. Actions with a slot of their own have its key.
fn assign_keys(choices: &mut [ActionChoice], numbered: &[&str], taken: Option<InputAction>) {
    let mut others = numbered.len()..;
    for choice in choices {
        let Some(key) = special_action_key(&choice.action) else { continue };
        let number = match numbered.iter().position(|other| *other == key) {
            None if has_slot(key) => continue,
            None => others.next(),
            own => own,
        };
        let key = number.and_then(InputAction::for_special_action);
        choice.command = key.filter(|key| Some(*key) != taken);
    }
}

/// The key of the special action that a choice gives or aims.
fn special_action_key(action: &ChoiceAction) -> Option<&str> {
    match action {
        ChoiceAction::GiveOrder(Order::SpecialAction { action, .. }) => Some(action),
        ChoiceAction::Aim(Intent::SpecialAction { key }) => Some(key),
        _ => None,
    }
}

fn special_action_order(
    unit: UnitId,
    available: &AvailableAction,
    target: Option<UnitId>,
    weapon: Option<usize>,
) -> Order {
    Order::SpecialAction { unit, action: available.key.to_owned(), target, weapon }
}

/// Describes a special action that needs no target, with its results.
fn special_action_description(
    view: &BattleView,
    available: &AvailableAction,
    unit: UnitId,
    chances: &[(String, f64)],
) -> String {
    let warning = view.unit(unit).and_then(|unit| defence_warning(view, &unit, available.key));
    let warning = warning.map_or_else(String::new, |warning| format!("{warning}\n"));
    let benefit = benefit_text(view, (unit, available.key), None);
    if tells_result(!benefit.is_empty(), chances) {
        return format!("{warning}{} {}", benefit.trim_end(), available.clause);
    }
    let odds = chances_text(chances);
    let line = if odds.is_empty() { "" } else { "\n" };
    format!("{warning}{benefit}{} {}{line}{odds}", available.detail, available.clause)
}

/// Whether the benefit of a treatment says all of its result, which is certain then.
pub(crate) const fn tells_result(has_benefit: bool, chances: &[(String, f64)]) -> bool {
    has_benefit && chances.len() == 1
}

/// Says what a treatment does for its target, or for the unit itself, before the description of the action; empty for other actions.
fn benefit_text(view: &BattleView, (unit, key): (UnitId, &str), target: Option<&UnitDataItem>) -> String {
    let benefit = treatment_benefit(view, (unit, key), target.map(|target| *target.id));
    match (benefit, target) {
        (None, _) => String::new(),
        (Some(benefit), None) => format!("{benefit}\n"),
        (Some(benefit), Some(target)) => format!("{}: {benefit}\n", target.identity.name()),
    }
}

/// Describes the results of an action: "72 % breaks free, 28 % is still held"; one that is certain without its chance.
fn chances_text(chances: &[(String, f64)]) -> String {
    match chances {
        [(certain, _)] => capitalise(certain),
        several => {
            let all = several.iter().map(|(words, share)| format!("{} {words}", percent_text(*share)));
            all.collect::<Vec<_>>().join(", ")
        }
    }
}

/// Says in few words how likely an action succeeds: "72 %", "38 to 60 %" on several targets. Without a success it is the likeliest of
/// several results. `None` if all is certain.
fn success_text(results: &[ActionResults]) -> Option<String> {
    let mut shares: Vec<f64> = results.iter().filter_map(|results| results.success).collect();
    shares.sort_by(f64::total_cmp);
    match (shares.as_slice(), results) {
        ([], [ActionResults { chances, .. }]) => match chances.as_slice() {
            [(words, share), _, ..] => Some(format!("{} {words}", percent_text(*share))),
            _ => None,
        },
        ([], _) => None,
        ([low, .., high], _) if percent_text(*low) != percent_text(*high) => {
            let low = percent_text(*low);
            Some(format!("{} to {}", low.trim_end_matches(" %"), percent_text(*high)))
        }
        ([share, ..], _) => Some(percent_text(*share)),
    }
}

/// Adds the chance of success to a choice, after its price.
fn name_chance(choice: &mut ActionChoice, results: &[ActionResults]) {
    let Some(chance) = success_text(results).filter(|_| choice.refusal.is_none()) else { return };
    choice.cost = match choice.cost.as_str() {
        "" => chance,
        price => format!("{price} \u{b7} {chance}"),
    };
}

fn special_action_choice(
    book: Book,
    available: &AvailableAction,
    label: String,
    action: ChoiceAction,
    result: Result<ValidatedOrder, OrderError>,
) -> ActionChoice {
    let cost = match &result {
        Ok(plan) if available.price.is_empty() => plan_cost_text(book, plan, ""),
        // What has no price of its own costs nothing.
        Err(_) if available.price.is_empty() => "free".to_owned(),
        _ => available.price.clone(),
    };
    ActionChoice {
        group: ChoiceGroup::SpecialActions,
        label,
        cost,
        action,
        refusal: refusal_text(result),
        description: format!("{} {}", available.detail, available.clause),
        command: None,
        chosen: false,
        mark: None,
    }
}

fn immediate_choice(view: &BattleView, unit: UnitId, available: &AvailableAction) -> ActionChoice {
    let order = special_action_order(unit, available, None, None);
    let result = validate_order(view, &order);
    let results = special_action_results(view, (unit, available.key, None), None);
    let mut choice = special_action_choice(
        view.rules().book(),
        available,
        available.label.to_string(),
        ChoiceAction::GiveOrder(order),
        result,
    );
    choice.description = special_action_description(view, available, unit, &results.chances);
    name_chance(&mut choice, &[results]);
    choice
}

/// Whether a special action on another unit helps only an enemy, because it puts out the enemy's fire.
fn aids_enemy(key: &str, is_friend: bool) -> bool {
    key == PUT_OUT_KEY && !is_friend
}

/// A special action on another unit: available if at least one unit is a valid target. If not, the refusal for the
/// nearest unit is shown, and the one for the nearest unit of the other kind, friend or enemy, if it differs; each is
/// then headed by the unit that it is about.
fn targeted_choice(
    view: &BattleView,
    unit: &UnitDataItem,
    available: &AvailableAction,
    session: &Session,
) -> ActionChoice {
    let here = unit.cell();
    let is_target = |other: &UnitDataItem| {
        other.id != unit.id && other.out_of_action.on_map() && is_offered_on(view, unit, available.key, other)
    };
    let mut others: Vec<_> = view.units().filter(is_target).collect();
    others.sort_by_key(|other| {
        let is_last = aids_enemy(available.key, other.side == unit.side);
        (is_last, here.chebyshev_distance(other.cell()), *other.id)
    });
    let mut results: Vec<_> = others
        .iter()
        .map(|other| validate_order(view, &special_action_order(*unit.id, available, Some(*other.id), None)))
        .collect();
    // An action that lacks only points says so, even if another target is nearer.
    let lacks_points =
        |result: &Result<_, _>| matches!(result, Err(OrderError::NotEnoughActionPoints { .. }));
    let best = results.iter().position(Result::is_ok);
    let best = best.or_else(|| results.iter().position(lacks_points)).unwrap_or(0);
    let is_friend = |at: usize| others.get(at).is_some_and(|other| other.side == unit.side);
    let mark = aids_enemy(available.key, is_friend(best)).then_some(ChoiceMark::AidsEnemy);
    let other_kind = (0..others.len()).find(|at| is_friend(*at) != is_friend(best));
    let other_kind = other_kind.and_then(|at| Some((at, refusal_text(results[at].clone())?.0)));
    let possible: Vec<&UnitDataItem> =
        others.iter().zip(&results).filter(|(_, result)| result.is_ok()).map(|(other, _)| other).collect();
    let odds: Vec<ActionResults> = possible
        .iter()
        .take(MAX_RATED_TARGETS)
        .map(|other| special_action_results(view, (*unit.id, available.key, None), Some(*other.id)))
        .collect();
    let label = match possible.as_slice() {
        [only] => label_on(available, only.identity.name(), only.side == unit.side),
        _ => available.label.to_string(),
    };
    let no_target = || Err(TargetRejection::NoValidTarget.into());
    let result = if results.is_empty() { no_target() } else { results.swap_remove(best) };
    let aim = Intent::SpecialAction { key: available.key };
    let mut choice =
        special_action_choice(view.rules().book(), available, label, ChoiceAction::Aim(aim), result);
    name_chance(&mut choice, &odds);
    if choice.refusal.is_none() {
        // Of several targets the nearest one; the card of each says the same of it.
        let benefit = benefit_text(view, (*unit.id, available.key), others.get(best));
        choice.description.insert_str(0, &benefit);
    }
    if let (Some((why, _)), Some((at, other))) = (&mut choice.refusal, other_kind)
        && *why != other
    {
        let [first, second] = [best, at].map(|at| others[at].identity.name());
        *why = join_refusals([(first, why), (second, &other)]);
    }
    ActionChoice { chosen: session.intent == aim, mark, ..choice }
}

/// The label of an action that is possible on one unit only: whose fire is put out is named.
fn label_on(available: &AvailableAction, name: &str, is_friend: bool) -> String {
    match (available.key == PUT_OUT_KEY, is_friend) {
        (false, _) => available.label.to_string(),
        (true, true) => format!("{} of {name}", available.label),
        (true, false) => format!("{} of {name} (enemy)", available.label),
    }
}

/// Joins the reasons of two units, one in a line: "Vex: out of reach.". A reason that names its unit is left as it is.
fn join_refusals(reasons: [(&str, &str); 2]) -> String {
    let lines = reasons.map(|(name, why)| match why.contains(name) {
        true => why.to_owned(),
        false => format!("{name}: {why}"),
    });
    lines.join("\n")
}

/// A choice for each weapon that fits; if none fits, one choice that says why.
fn weapon_choices(view: &BattleView, unit: &UnitDataItem, available: &AvailableAction) -> Vec<ActionChoice> {
    let fits = |result: &Result<ValidatedOrder, OrderError>| {
        !matches!(result, Err(OrderError::ForbiddenByBook { .. }))
    };
    let mut tried: Vec<_> = unit
        .inventory
        .held_items()
        .map(|(slot, carried)| {
            let order = special_action_order(*unit.id, available, None, Some(slot));
            let result = validate_order(view, &order);
            let odds = special_action_results(view, (*unit.id, available.key, Some(slot)), None);
            (carried.name(), (order, odds), result)
        })
        .collect();
    if tried.iter().any(|(.., result)| fits(result)) {
        tried.retain(|(.., result)| fits(result));
    } else {
        tried.truncate(1);
    }
    let several = tried.len() > 1;
    tried
        .into_iter()
        .map(|(name, (order, odds), result)| {
            let label =
                if several { format!("{}: {name}", available.label) } else { available.label.to_string() };
            let description = special_action_description(view, available, *unit.id, &odds.chances);
            let mut choice = special_action_choice(
                view.rules().book(),
                available,
                label,
                ChoiceAction::GiveOrder(order),
                result,
            );
            name_chance(&mut choice, &[odds]);
            ActionChoice { description: format!("With {name}. {description}"), ..choice }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_numbered_action_keeps_its_key_whatever_else_the_unit_can_do() {
        let choice = |key: &'static str| ActionChoice {
            group: ChoiceGroup::SpecialActions,
            label: key.to_owned(),
            cost: String::new(),
            action: ChoiceAction::Aim(Intent::SpecialAction { key }),
            refusal: None,
            description: String::new(),
            command: None,
            chosen: false,
            mark: None,
        };
        let keys = |names: &[&'static str]| -> Vec<_> {
            let mut choices: Vec<_> = names.iter().map(|name| choice(name)).collect();
            assign_keys(&mut choices, &["aim", "treat"], None);
            choices.iter().map(|choice| choice.command).collect()
        };
        let key = InputAction::for_special_action;
        let mut further = ["grapple", "seize", "let_go"].map(choice);
        assign_keys(&mut further, &["aim", "treat"], key(3));
        assert_eq!(further.map(|choice| choice.command), [key(2), None, key(4)], "a taken key is left out");
        assert_eq!(keys(&["treat"]), [key(1)]);
        assert_eq!(keys(&["aim", "treat"]), [key(0), key(1)]);
        assert_eq!(keys(&["grapple", "treat", "let_go"]), [key(2), key(1), key(3)]);
        assert_eq!(
            keys(&["cover", "reload", "grapple"]),
            [None, None, key(2)],
            "slots have keys of their own"
        );
    }

    #[test]
    fn only_the_fire_of_a_friend_is_put_out_to_help() {
        assert!(aids_enemy(PUT_OUT_KEY, false) && !aids_enemy(PUT_OUT_KEY, true));
        assert!(!aids_enemy("break_free", false), "the grip of an enemy is what holds the unit");
    }

    #[test]
    fn a_certain_result_has_no_chance() {
        let certain = [("recovers 2 Flesh".to_owned(), 1.0)];
        assert_eq!(chances_text(&certain), "Recovers 2 Flesh");
        let two = [("breaks free".to_owned(), 0.72), ("is still held".to_owned(), 0.28)];
        assert_eq!(chances_text(&two), "72 % breaks free, 28 % is still held");
        assert_eq!(chances_text(&[]), "");
        assert!(tells_result(true, &certain), "the benefit is the result");
        assert!(!tells_result(false, &certain) && !tells_result(true, &two) && !tells_result(true, &[]));
    }

    #[test]
    fn whose_fire_is_put_out_is_named() {
        let action = |key| AvailableAction {
            key,
            label: dice::GivenText("Put out fire".to_owned()).into(),
            detail: String::new(),
            price: String::new(),
            aim: SpecialActionTarget::Neighbour,
            clause: "",
        };
        assert_eq!(label_on(&action(PUT_OUT_KEY), "Castor", true), "Put out fire of Castor");
        assert_eq!(label_on(&action(PUT_OUT_KEY), "Mira", false), "Put out fire of Mira (enemy)");
        assert_eq!(label_on(&action("heal"), "Castor", true), "Put out fire", "only of fires");
    }

    #[test]
    fn the_chance_of_an_action_stands_beside_its_price() {
        let of = |success: f64| ActionResults {
            chances: vec![("no fire".to_owned(), success), ("still burns".to_owned(), 1.0 - success)],
            success: Some(success),
        };
        assert_eq!(success_text(&[of(0.38)]).as_deref(), Some("38 %"));
        assert_eq!(success_text(&[of(0.6), of(0.38), of(0.5)]).as_deref(), Some("38 to 60 %"));
        assert_eq!(success_text(&[of(0.38), of(0.38)]).as_deref(), Some("38 %"));
        let healed = vec![("recovers 2".to_owned(), 0.7), ("recovers 1".to_owned(), 0.3)];
        let rolled = ActionResults { chances: healed.clone(), success: None };
        assert_eq!(success_text(&[rolled]).as_deref(), Some("70 % recovers 2"));
        let certain = ActionResults { chances: healed[..1].to_vec(), success: None };
        assert_eq!(success_text(&[certain]), None);
        assert_eq!(success_text(&[]), None);
    }

    #[test]
    fn cs_burn_06_a_fire_is_put_out_at_its_price_and_with_its_chance() {
        use crate::panel::tests::{battle_in, with_context};
        use battle::{BattleEvent, EventRecord, History};
        use rules::status::{ActiveAilment, Ailment};
        let mut world = battle_in(Some(Book::CombatChecks), "derelict");
        let acting = world.resource::<battle::RoundState>().acting().expect("a unit acts");
        let mut records = world.resource::<History>().records().to_vec();
        let until = battle::StatusEnd::Removed;
        let suffered = ActiveAilment { ailment: Ailment::Burning, part: None, by: None, strength: 0, until };
        let burns = EventRecord::new(BattleEvent::Afflicted { unit: acting, suffered });
        records.last_mut().expect("both sides are ready").events.push(burns);
        battle::replay_events(&mut world, &records);
        with_context(&mut world, |context| {
            let unit = context.view.unit(acting).expect("it acts");
            let choices = special_action_choices(context.view, &unit, &Session::default());
            let fire = choices.iter().find(|choice| special_action_key(&choice.action) == Some(PUT_OUT_KEY));
            let fire = fire.expect("it burns");
            assert_eq!(fire.label, "Put out fire");
            assert!(fire.cost.starts_with("2 manoeuvres"), "{}", fire.cost);
            assert_eq!(fire.cost.ends_with(" %"), fire.refusal.is_none(), "{}", fire.cost);
        });
    }

    #[test]
    fn each_reason_of_a_refusal_names_its_unit() {
        let far = "The target is out of reach.";
        let joined = join_refusals([("Vex", far), ("Sable", "Sable is not hurt.")]);
        assert_eq!(joined, "Vex: The target is out of reach.\nSable is not hurt.");
    }
}
