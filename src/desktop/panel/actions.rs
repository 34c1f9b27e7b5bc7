//! The bar at the bottom: what the unit can do, what it costs, by which key, or why not.

use bevy_egui::egui::{self, Align2, CornerRadius, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::kit::{See, body, fitted, small};
use super::PanelState;
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
    bar.push(simple(view, "Take cover", Action::TakeCover, Order::TakeCover { unit: *unit.id }));
    bar.push(if unit.prone() {
        simple(view, "Stand up", Action::StandUp, Order::StandUp { unit: *unit.id })
    } else {
        simple(view, "Drop prone", Action::DropProne, Order::DropProne { unit: *unit.id })
    });
    number_keys(&mut bar);
    let first_numbered = bar.len();
    let mut rest = hands(view, &unit);
    rest.extend(around(view, &unit, session));
    bar.extend(rest);
    for (at, choice) in bar.iter_mut().enumerate().skip(first_numbered) {
        if choice.command.is_none() {
            choice.command = Command::action(at);
        }
    }
    bar.extend(closing(view, &unit, undo));
    bar
}

fn number_keys(bar: &mut [Choice]) {
    for (at, choice) in bar.iter_mut().enumerate() {
        choice.command = Command::action(at);
    }
}

fn refused(result: Result<Plan, Refusal>) -> Option<(String, &'static str)> {
    let refusal = result.err()?;
    Some((refusal.to_string(), refusal.clause().unwrap_or_default()))
}

/// "2 AP", "free", "1 AP + free".
fn plan_cost(plan: &Plan) -> String {
    match (plan.points, plan.free) {
        (0, 0) => "no cost".to_owned(),
        (0, _) => "free".to_owned(),
        (points, 0) => format!("{points} AP"),
        (points, _) => format!("{points} AP + free"),
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
        about: "Click a square: walks as far as the free action takes, runs or sprints beyond it. SS-MOVE-01".to_owned(),
        command: None,
        chosen: session.intent == Intent::Move,
    }
}

/// An attack: allowed as soon as it is allowed on somebody.
fn attack(view: &BattleView, unit: &UnitDataItem, number: usize, mode: Option<FireMode>, session: &Session) -> Choice {
    let carried = &unit.arsenal.carried()[number];
    let weapon = carried.weapon();
    let action = book::attack_action(weapon, mode);
    let mut enemies: Vec<_> =
        view.units().filter(|other| other.fighting() && other.side != unit.side).collect();
    enemies.sort_by_key(|other| (unit.cell().distance_squared(other.cell()), *other.id));
    let results: Vec<_> = enemies
        .iter()
        .map(|other| {
            check(view, &Order::Attack { unit: *unit.id, target: Target::Unit(*other.id), weapon: number, mode })
        })
        .collect();
    let plan = results.iter().find_map(|result| result.as_ref().ok());
    let cost = plan.map_or_else(|| price(view, action), plan_cost);
    let far = |result: &&Result<Plan, Refusal>| matches!(result, Err(Refusal::OutOfRange { .. } | Refusal::Blocked(_)));
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
            choice.about = format!("{}: {} of {} rounds. SS-ACT-60", weapon.name, carried.loaded(), weapon.magazine);
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
            choice.about = format!("Takes {} in hand and puts away what is in the way. SS-ACT-54", weapon.name);
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
        let mut choice = simple(view, "Door", Action::Door, Order::Door { unit: *unit.id, barrier: *door.id });
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

/// Does what a button says; the key does the same.
pub(super) fn press(choice: &Choice, see: &See, session: &mut Session, state: &mut PanelState) {
    if let Some((why, _)) = &choice.refusal {
        session.notice = Some((why.clone(), see.now));
        return;
    }
    if !matches!(choice.deed, Deed::EndPhase(_)) {
        state.ending = None;
    }
    match &choice.deed {
        Deed::Aim(intent) => {
            session.intent = *intent;
            session.marked = None;
        }
        Deed::Give(order) => session.orders.push(order.clone()),
        Deed::Undo => session.undo = true,
        Deed::EndPhase(id) => {
            let left = see.view.unit(*id).map_or(0, |unit| unit.points.left());
            let asked = state.ending == Some(*id);
            if left > 0 && see.settings.confirm_end_phase && !asked {
                state.ending = Some(*id);
            } else {
                state.ending = None;
                session.orders.push(Order::EndPhase { unit: *id });
            }
        }
    }
}

/// Draws the bar.
pub(super) fn show(ui: &mut Ui, see: &See, session: &mut Session, state: &mut PanelState) {
    let undo = super::may_undo(see);
    let bar = choices(see.view, session, undo);
    let height = if state.compact { 46.0 } else { 58.0 };
    let mut pressed = None;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let (rest, last) = bar.split_at(bar.len().saturating_sub(1));
        let end_width = 68.0;
        let room = (ui.available_width() - end_width - 10.0).max(80.0);
        ui.allocate_ui_with_layout(
            vec2(room, ui.available_height()),
            egui::Layout::left_to_right(egui::Align::Center),
            |ui| {
                ScrollArea::horizontal().id_salt("actions").auto_shrink([false, false]).show(ui, |ui| {
                    ui.horizontal_centered(|ui| {
                        let width = ((room - 5.0 * rest.len() as f32) / rest.len().max(1) as f32).clamp(62.0, 84.0);
                        for choice in rest {
                            if button(ui, see, choice, vec2(width, height), false).clicked() {
                                pressed = Some(choice);
                            }
                        }
                    });
                });
            },
        );
        for choice in last {
            let response = button(ui, see, choice, vec2(end_width, height), true);
            if response.clicked() {
                pressed = Some(choice);
            }
            confirm_end(ui, see, session, state, &response);
        }
    });
    if let Some(choice) = pressed {
        press(choice, see, session, state);
    }
}

/// A tile with its key in the corner, the name, and the price below.
fn button(ui: &mut Ui, see: &See, choice: &Choice, size: egui::Vec2, amber: bool) -> egui::Response {
    let look = see.look;
    let painter = ui.painter();
    let wanted = painter.layout_no_wrap(choice.label.clone(), body(ui), look.text).size().x;
    let price = painter.layout_no_wrap(choice.cost.clone(), small(ui), look.text).size().x;
    let width = size.x.max(wanted.max(price) + 16.0).min(150.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, size.y), Sense::click());
    let off = choice.refusal.is_some();
    let lit = response.hovered() || response.has_focus();
    let (fill, edge) = match (amber && !off, choice.chosen, lit && !off) {
        (true, _, lit) => {
            let fill = look.side(0).gamma_multiply(if lit { 0.34 } else { 0.2 });
            (fill, Stroke::new(1.5, look.side(0)))
        }
        (_, true, _) => (look.side(1).gamma_multiply(0.25), Stroke::new(1.5, look.text)),
        (_, _, true) => (look.line, Stroke::new(1.0, look.dim)),
        _ => (look.raised, Stroke::new(1.0, look.line)),
    };
    let (name, below) = if off { (look.faint, look.faint) } else { (look.text, look.dim) };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(6), fill, edge, StrokeKind::Inside);
    let key = choice.command.map(|command| see.key(command)).unwrap_or_default();
    let compact = size.y < 50.0;
    if !compact {
        painter.text(rect.left_top() + vec2(7.0, 3.0), Align2::LEFT_TOP, key, small(ui), below);
    }
    let label = fitted(painter, &choice.label, body(ui), name, width - 8.0);
    let cost = fitted(painter, &choice.cost, small(ui), below, width - 8.0);
    let bottom = rect.bottom() - if compact { 4.0 } else { 5.0 };
    let cost_top = bottom - cost.size().y;
    painter.galley(pos2(rect.center().x - cost.size().x / 2.0, cost_top), cost, below);
    let label_top = cost_top - label.size().y;
    painter.galley(pos2(rect.center().x - label.size().x / 2.0, label_top), label, name);
    response.on_hover_ui(|ui| {
        ui.set_max_width(300.0);
        ui.label(&choice.label);
        ui.colored_label(look.dim, &choice.about);
        if let Some((why, clause)) = &choice.refusal {
            ui.colored_label(look.harm, why);
            ui.colored_label(look.faint, RichText::new(*clause).monospace());
        }
    })
}

/// Asks once before points are given away.
fn confirm_end(ui: &mut Ui, see: &See, session: &mut Session, state: &mut PanelState, near: &egui::Response) {
    let Some(id) = state.ending else { return };
    let Some(unit) = see.view.unit(id).filter(|_| see.view.round().acting() == Some(id)) else {
        state.ending = None;
        return;
    };
    let area = egui::Area::new(egui::Id::new("end_phase"))
        .order(egui::Order::Foreground)
        .pivot(Align2::RIGHT_BOTTOM)
        .fixed_pos(near.rect.right_top() - vec2(0.0, 12.0));
    area.show(ui.ctx(), |ui| {
        super::kit::card_frame(see.look, see.look.side(0)).show(ui, |ui| {
            ui.set_max_width(260.0);
            let points = unit.points.left();
            ui.label(format!("{} still has {points} AP. End the phase?", unit.identity.name()));
            ui.colored_label(see.look.dim, "They stay for defences in this pass.");
            ui.horizontal(|ui| {
                let key = see.key(Command::EndPhase);
                if ui.button(format!("End phase ({key})")).clicked() {
                    session.orders.push(Order::EndPhase { unit: id });
                    state.ending = None;
                }
                if ui.button("Keep going").clicked() {
                    state.ending = None;
                }
            });
        });
    });
}
