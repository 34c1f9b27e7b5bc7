//! What the unit can do now, what it costs, by which key, or why not.

use crate::battle::{
    BattleView, MoveBudget, Order, Pace, Plan, Refusal, Target, UnitDataItem, UnitId, check, metres, price,
};
use crate::desktop::input::Command;
use crate::desktop::session::{Intent, Session};
use crate::field::{Direction, Edge, Place, Side};
use crate::rules::swan_song::actions::{self as book, Action};
use crate::rules::swan_song::{FireMode, WeaponClass};

/// What a button does.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Deed {
    /// A click on the board then does this.
    Aim(Intent),
    /// Gives an order.
    Give(Order),
    /// Ends the phase, after a question if points are left.
    EndPhase(UnitId),
    /// Takes the last order back.
    Undo,
}

/// A button of the bar.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Choice {
    /// On the button.
    pub label: String,
    /// Below it.
    pub cost: String,
    /// What it does.
    pub deed: Deed,
    /// Why it cannot be done now, with the clause.
    pub refusal: Option<(String, &'static str)>,
    /// What it is, for the tooltip.
    pub about: String,
    /// Its key.
    pub command: Option<Command>,
    /// It is what a click would do.
    pub chosen: bool,
}

/// Who gets the orders: the selected unit, else the acting one.
pub(super) fn ordered(view: &BattleView, session: &Session) -> Option<UnitId> {
    session.selected.filter(|id| view.unit(*id).is_some()).or(view.round().acting())
}

/// Everything the bar offers, in order.
pub(super) fn choices(view: &BattleView, session: &Session, undo: Result<(), String>) -> Vec<Choice> {
    let Some(unit) = ordered(view, session).and_then(|id| view.unit(id)) else { return Vec::new() };
    let mut bar = vec![moving(view, &unit, session)];
    for (number, carried) in unit.arsenal.carried().iter().enumerate() {
        if carried.in_hand() {
            let arm = carried.weapon();
            let modes: Vec<Option<FireMode>> = match arm.class {
                WeaponClass::Ranged => arm.modes.iter().copied().map(Some).collect(),
                _ => vec![None],
            };
            bar.extend(modes.into_iter().map(|mode| attack(view, &unit, number, mode, session)));
        }
    }
    bar.extend(super::karma::of_test(view, &unit));
    bar.push(simple(view, "Take cover", Action::TakeCover, Order::TakeCover { unit: *unit.id }));
    bar.push(if unit.prone() {
        simple(view, "Stand up", Action::StandUp, Order::StandUp { unit: *unit.id })
    } else {
        simple(view, "Drop prone", Action::DropProne, Order::DropProne { unit: *unit.id })
    });
    bar.extend(hands(view, &unit));
    bar.extend(around(view, &unit, session));
    // What has a key of its own does not use up a number.
    for (number, choice) in bar.iter_mut().filter(|choice| choice.command.is_none()).enumerate() {
        choice.command = Command::action(number);
    }
    bar.extend(closing(view, &unit, undo));
    bar
}

/// Why an order would be refused, with the clause.
pub(super) fn refused(result: Result<Plan, Refusal>) -> Option<(String, &'static str)> {
    let refusal = result.err()?;
    Some((refusal.to_string(), refusal.clause().unwrap_or_default()))
}

/// "2 AP", "free"; what is free beside points is told in words elsewhere.
fn plan_cost(plan: &Plan) -> String {
    match (plan.points, plan.free) {
        (0, 0) => "no cost".to_owned(),
        (0, _) => "free".to_owned(),
        (points, _) => format!("{points} AP"),
    }
}

fn simple(view: &BattleView, label: &str, action: Action, order: Order) -> Choice {
    let result = check(view, &order);
    let cost = result.as_ref().map_or_else(|_| price(view, action), plan_cost);
    Choice {
        label: label.to_owned(),
        cost,
        deed: Deed::Give(order),
        refusal: refused(result),
        about: format!("{}. {}", action.name(), action.clause()),
        command: None,
        chosen: false,
    }
}

/// Move: what is left, and whether a single step would be allowed.
fn moving(view: &BattleView, unit: &UnitDataItem, session: &Session) -> Choice {
    let budget = MoveBudget::of(view, unit);
    let step = |direction: Direction, pace| {
        check(view, &Order::Move { unit: *unit.id, path: vec![unit.cell().step(direction)], pace })
    };
    let tries = || {
        [Pace::Walk, Pace::Run, Pace::Sprint]
            .into_iter()
            .flat_map(move |pace| Direction::ALL.into_iter().map(move |direction| (direction, pace)))
    };
    let allowed = tries().find_map(|(direction, pace)| Some((pace, step(direction, pace).ok()?)));
    let (cost, refusal) = match &allowed {
        Some((Pace::Walk, plan)) => (format!("{}, {} m", plan_cost(plan), metres(budget.walk_left)), None),
        Some((Pace::Run, plan)) => (format!("run, {}", plan_cost(plan)), None),
        Some((Pace::Sprint, plan)) => (format!("sprint, {}", plan_cost(plan)), None),
        None => {
            let why = Direction::ALL.into_iter().find_map(|direction| match step(direction, Pace::Walk) {
                Err(Refusal::Path { .. }) | Ok(_) => None,
                other => refused(other),
            });
            let stuck = ("There is nowhere to go from here.".to_owned(), "SS-MOVE-21");
            ("no way".to_owned(), Some(why.unwrap_or(stuck)))
        }
    };
    Choice {
        label: "Move".to_owned(),
        cost,
        deed: Deed::Aim(Intent::Move),
        refusal,
        about: "Click a square: walks as far as the free action takes, runs or sprints beyond it. SS-MOVE-01"
            .to_owned(),
        command: None,
        chosen: session.intent == Intent::Move,
    }
}

/// An attack: allowed as soon as it is allowed on somebody.
fn attack(
    view: &BattleView,
    unit: &UnitDataItem,
    number: usize,
    mode: Option<FireMode>,
    session: &Session,
) -> Choice {
    let carried = &unit.arsenal.carried()[number];
    let weapon = carried.weapon();
    let action = book::attack_action(weapon, mode);
    let mut enemies: Vec<_> =
        view.units().filter(|other| other.fighting() && other.side != unit.side).collect();
    enemies.sort_by_key(|other| (unit.cell().distance_squared(other.cell()), *other.id));
    let results: Vec<_> = enemies
        .iter()
        .map(|other| {
            check(
                view,
                &Order::Attack { unit: *unit.id, target: Target::Unit(*other.id), weapon: number, mode },
            )
        })
        .collect();
    let plan = results.iter().find_map(|result| result.as_ref().ok());
    let cost = plan.map_or_else(|| price(view, action), plan_cost);
    let far = |result: &&Result<Plan, Refusal>| {
        matches!(result, Err(Refusal::OutOfRange { .. } | Refusal::Blocked(_)))
    };
    let refusal = match plan {
        Some(_) => None,
        None => results.iter().find(|result| !far(result)).or(results.first()).cloned().and_then(refused),
    };
    let melee = weapon.class != WeaponClass::Ranged;
    let rounds = mode.map_or(0, |mode| book::fire_row(mode).rounds);
    let about = match mode {
        Some(_) => format!(
            "{} with the {}: {rounds} of {} rounds. {}",
            action.name(),
            weapon.name,
            carried.loaded(),
            action.clause()
        ),
        None => format!("{} with {}. {}", action.name(), weapon.name, action.clause()),
    };
    let about = match plan {
        Some(plan) if plan.free > 0 && plan.points > 0 => {
            format!("{about} Changes the mode of fire with the free action. SS-ACT-61")
        }
        _ => about,
    };
    let cost = if rounds > 0 { format!("{cost} · {rounds} rd") } else { cost };
    let aim = Intent::Attack { weapon: number, mode };
    // Only walls are out of reach for nobody: an attack on a barrier is checked when one is hovered.
    let open = results.iter().all(|result| far(&result)) && !melee;
    Choice {
        label: if melee { weapon.name.clone() } else { action.name().to_owned() },
        cost,
        deed: Deed::Aim(aim),
        refusal: refusal.filter(|_| !open),
        about,
        command: None,
        chosen: session.intent == aim,
    }
}

/// What hands do: reload, ready, drop.
fn hands(view: &BattleView, unit: &UnitDataItem) -> Vec<Choice> {
    let mut bar = Vec::new();
    for (number, carried) in unit.arsenal.carried().iter().enumerate() {
        let weapon = carried.weapon();
        if carried.in_hand() && weapon.magazine > 0 {
            let order = Order::Reload { unit: *unit.id, weapon: number };
            let mut choice = simple(view, "Reload", Action::Reload, order);
            choice.about =
                format!("{}: {} of {} rounds. SS-ACT-60", weapon.name, carried.loaded(), weapon.magazine);
            if !bar.iter().any(|other: &Choice| other.command == Some(Command::Reload)) {
                choice.command = Some(Command::Reload);
            }
            bar.push(choice);
        }
    }
    for (number, carried) in unit.arsenal.carried().iter().enumerate() {
        let weapon = carried.weapon();
        if !carried.in_hand() {
            let order = Order::Ready { unit: *unit.id, weapon: number };
            let mut choice = simple(view, &format!("Ready {}", weapon.name), Action::Ready, order);
            choice.about =
                format!("Takes {} in hand and puts away what is in the way. SS-ACT-54", weapon.name);
            bar.push(choice);
        } else if weapon.hands > 0 {
            let order = Order::Drop { unit: *unit.id, weapon: number };
            let mut choice = simple(view, &format!("Drop {}", weapon.name), Action::DropObject, order);
            choice.about = format!("Lets {} fall on this square. SS-ACT-38", weapon.name);
            bar.push(choice);
        }
    }
    bar.sort_by_key(|choice| matches!(&choice.deed, Deed::Give(Order::Drop { .. })));
    bar
}

/// What is around: doors and things on the ground.
fn around(view: &BattleView, unit: &UnitDataItem, session: &Session) -> Vec<Choice> {
    let mut bar = Vec::new();
    let here = unit.cell();
    let edges = Side::ALL.into_iter().map(|side| Place::Edge(Edge::new(here, side)));
    let squares = Direction::ALL.into_iter().map(|direction| Place::Square(here.step(direction)));
    let doors: Vec<_> = edges
        .chain(squares)
        .filter_map(|place| view.barrier_at(place))
        .filter(|data| data.barrier.kind().openable && !data.state.holed())
        .collect();
    if let [door] = &doors[..] {
        let verb = if door.state.open() { "Close" } else { "Open" };
        let label = format!("{verb} {}", door.barrier.kind().name);
        bar.push(simple(view, &label, Action::Door, Order::Door { unit: *unit.id, barrier: *door.id }));
    } else if let Some(door) = doors.first() {
        let mut choice =
            simple(view, "Door", Action::Door, Order::Door { unit: *unit.id, barrier: *door.id });
        choice.deed = Deed::Aim(Intent::Door);
        choice.chosen = session.intent == Intent::Door;
        choice.about = "Click the door or window to open or close. SS-ACT-60".to_owned();
        bar.push(choice);
    }
    for (id, item) in view.items().into_iter().filter(|(_, item)| item.cell().rings(here) <= 1) {
        let label = format!("Pick up {}", item.item().weapon().name);
        bar.push(simple(view, &label, Action::PickUp, Order::PickUp { unit: *unit.id, item: id }));
    }
    bar
}

/// Undo and the end of the phase.
fn closing(view: &BattleView, unit: &UnitDataItem, undo: Result<(), String>) -> [Choice; 2] {
    let end = Order::EndPhase { unit: *unit.id };
    [
        Choice {
            label: "Undo".to_owned(),
            cost: "last order".to_owned(),
            deed: Deed::Undo,
            refusal: undo.err().map(|why| (why, "")),
            about: "Takes the last order back.".to_owned(),
            command: Some(Command::Undo),
            chosen: false,
        },
        Choice {
            label: "End".to_owned(),
            cost: "phase".to_owned(),
            deed: Deed::EndPhase(*unit.id),
            refusal: refused(check(view, &end)),
            about: format!("{} is done. Points left over stay for defences. SS-ACT-23", unit.identity.name()),
            command: Some(Command::EndPhase),
            chosen: false,
        },
    ]
}
