//! Orders of a scene, translated from names into the numbers of a battle.

use thiserror::Error;

use battle::{AttackChoice, BattleView, Order, Pace, SubAttack, Target, UnitDataItem};
use content::{SceneAttack, SceneOrder, ScenePace, SceneTarget};
use model::{Cell, Side, UnitId};
use rules::{FireMode, Weapon, play};

/// Why an order of a scene names something that the battle does not have at that moment.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SceneOrderError {
    /// No unit has this name.
    #[error("no unit is called {0}")]
    NoUnit(String),
    /// No side has this name.
    #[error("no side is called {0}")]
    NoSide(String),
    /// The unit does not carry this weapon.
    #[error("{unit} does not carry {weapon}")]
    NotCarried {
        /// Name of the unit.
        unit: String,
        /// Id of the weapon.
        weapon: String,
    },
    /// The weapon has no such kind of attack.
    #[error("{unit} has no attack `{option}` with this weapon; known: {known}")]
    NoOption {
        /// Name of the unit.
        unit: String,
        /// Key of the kind of attack.
        option: String,
        /// Keys of the attacks that there are.
        known: String,
    },
    /// No such item lies there.
    #[error("no {0} lies on the ground within reach")]
    NoItem(String),
    /// There is no barrier.
    #[error("there is no barrier at that place")]
    NoBarrier,
    /// A part of a path is neither straight nor diagonal.
    #[error("the path from ({}, {}) to ({}, {}) is neither straight nor diagonal", .0.x, .0.y, .1.x, .1.y)]
    CrookedPath(Cell, Cell),
}

/// A choice of attack with its target, as [`BattleView::attack_request`] takes them.
pub(crate) struct ChosenAttack<'a> {
    pub choice: AttackChoice<'a>,
    pub target: Target,
}

/// Translates an order that is given to the battle.
///
/// # Errors
/// Returns `SceneOrderError` if a name is unknown at this moment.
pub fn to_order(view: &BattleView, order: &SceneOrder) -> Result<Option<Order>, SceneOrderError> {
    let unit = |name: &String| find_unit(view, name).map(|unit| *unit.id);
    Ok(Some(match order {
        SceneOrder::Attack(attack) => {
            let ChosenAttack { choice, target } = chosen_attack(view, attack)?;
            let AttackChoice { unit, weapon, mode, .. } = choice;
            Order::Attack { unit, target, weapon, mode, option: attack.option.clone() }
        }
        SceneOrder::Multiple { unit, attacks } => multiple_order(view, unit, attacks)?,
        SceneOrder::Dice(faces) => Order::Dice { faces: faces.clone() },
        SceneOrder::Deploy { unit: name, to } => Order::Deploy { unit: unit(name)?, to: to_cell(*to) },
        SceneOrder::Move { unit: name, path, pace, evade } => {
            let mover = find_unit(view, name)?;
            let path = walked_cells(mover.cell(), path)?;
            Order::Move { unit: *mover.id, path, pace: to_pace(*pace), evade: *evade }
        }
        SceneOrder::AnnounceRun(name) => Order::AnnounceRun { unit: unit(name)? },
        SceneOrder::Activate { unit: name, weapon, timer, to } => {
            let owner = find_unit(view, name)?;
            let weapon = carried_slot(view, &owner, weapon)?;
            Order::Activate { unit: *owner.id, weapon, timer: *timer, to: to_cell(*to) }
        }
        SceneOrder::Continue(name) => Order::Continue { unit: unit(name)? },
        SceneOrder::Detonate { unit: name, weapon } => {
            let armed = view.armed_items();
            let found = armed.iter().find(|(_, armed)| is_weapon(view, armed.item().weapon(), weapon));
            let (item, _) = *found.ok_or_else(|| SceneOrderError::NoItem(weapon.clone()))?;
            Order::Detonate { unit: unit(name)?, item }
        }
        SceneOrder::SpecialAction { unit: name, key, target, weapon } => {
            let actor = find_unit(view, name)?;
            let target = target.as_ref().map(unit).transpose()?;
            let weapon = weapon.as_ref().map(|id| carried_slot(view, &actor, id)).transpose()?;
            Order::SpecialAction { unit: *actor.id, action: key.clone(), target, weapon }
        }
        SceneOrder::Karma { unit: name, plan } => Order::Karma { unit: unit(name)?, plan: *plan },
        SceneOrder::KarmaInitiative(name) => Order::KarmaInitiative { unit: unit(name)? },
        SceneOrder::AutoResponse { unit: name, clause, answer } => {
            Order::SetAutoResponse { unit: unit(name)?, clause: clause.clone(), answer: answer.clone() }
        }
        SceneOrder::Answer(answer) => Order::Decide { answer: answer.clone() },
        SceneOrder::Surrender(name) => Order::Surrender { side: find_side(view, name)? },
        SceneOrder::Narrate { unit: name, text } => {
            Order::Narrate { fallen: unit(name)?, text: text.clone() }
        }
        SceneOrder::LeaveField => Order::LeaveField,
        SceneOrder::Rest { minutes, care } => Order::Rest { minutes: *minutes, care: *care },
        SceneOrder::Treat { unit: name, treatment, target } => {
            let target = target.as_ref().map(unit).transpose()?;
            Order::Treat { unit: unit(name)?, treatment: treatment.clone(), target }
        }
        SceneOrder::Begin
        | SceneOrder::Until(_)
        | SceneOrder::UntilAsked(_)
        | SceneOrder::Round(_)
        | SceneOrder::Card(_)
        | SceneOrder::Show(_) => return Ok(None),
        order => return to_simple_order(view, order).map(Some),
    }))
}

/// Translates an order of a unit to itself or about what it carries.
fn to_simple_order(view: &BattleView, order: &SceneOrder) -> Result<Order, SceneOrderError> {
    let name = order.units().first().map(|name| (*name).to_owned()).unwrap_or_default();
    let actor = find_unit(view, &name)?;
    let unit = *actor.id;
    Ok(match order {
        SceneOrder::TakeCover(_) => Order::TakeCover { unit },
        SceneOrder::DropProne(_) => Order::DropProne { unit },
        SceneOrder::StandUp(_) => Order::StandUp { unit },
        SceneOrder::Delay(_) => Order::Delay { unit },
        SceneOrder::Reload { weapon, .. } => {
            Order::Reload { unit, weapon: carried_slot(view, &actor, weapon)? }
        }
        SceneOrder::Ready { weapon, .. } => {
            Order::Ready { unit, weapon: carried_slot(view, &actor, weapon)? }
        }
        SceneOrder::Drop { weapon, .. } => Order::Drop { unit, weapon: carried_slot(view, &actor, weapon)? },
        SceneOrder::PickUp { weapon, .. } => {
            let items = view.items();
            let near = |cell: Cell| (cell.x - actor.cell().x).abs().max((cell.y - actor.cell().y).abs()) <= 1;
            let found = items
                .iter()
                .find(|(_, item)| near(item.cell()) && is_weapon(view, item.item().weapon(), weapon));
            let (item, _) = *found.ok_or_else(|| SceneOrderError::NoItem(weapon.clone()))?;
            Order::PickUp { unit, item }
        }
        SceneOrder::Door { barrier, .. } => {
            let barrier = view.barrier_at(barrier.place()).ok_or(SceneOrderError::NoBarrier)?;
            Order::Door { unit, barrier: *barrier.id }
        }
        _ => Order::EndPhase { unit },
    })
}

fn multiple_order(
    view: &BattleView,
    name: &str,
    attacks: &[content::SceneSubAttack],
) -> Result<Order, SceneOrderError> {
    let attacker = find_unit(view, name)?;
    let attacks = attacks.iter().map(|attack| {
        let (weapon, mode) = weapon_and_mode(view, &attacker, attack.weapon.as_deref(), attack.mode)?;
        Ok(SubAttack { target: *find_unit(view, &attack.target)?.id, weapon, mode })
    });
    Ok(Order::Multiple { unit: *attacker.id, attacks: attacks.collect::<Result<_, SceneOrderError>>()? })
}

/// Returns the choice of an attack and its target.
///
/// # Errors
/// Returns `SceneOrderError` if a name is unknown at this moment.
pub(crate) fn chosen_attack<'a>(
    view: &BattleView,
    attack: &'a SceneAttack,
) -> Result<ChosenAttack<'a>, SceneOrderError> {
    let attacker = find_unit(view, &attack.unit)?;
    let (weapon, mode) = weapon_and_mode(view, &attacker, attack.weapon.as_deref(), attack.mode)?;
    let target = match &attack.at {
        SceneTarget::Unit(name) => Target::Unit(*find_unit(view, name)?.id),
        SceneTarget::Square(cell) => Target::Square(to_cell(*cell)),
        SceneTarget::Barrier(name) => {
            Target::Barrier(*view.barrier_at(name.place()).ok_or(SceneOrderError::NoBarrier)?.id)
        }
    };
    let choice = AttackChoice { unit: *attacker.id, weapon, mode, option: attack.option.as_deref() };
    Ok(ChosenAttack { choice, target })
}

/// Checks that the chosen kind of attack is one of the weapon's.
///
/// # Errors
/// Returns `SceneOrderError::NoOption` if it is not.
pub(crate) fn check_option(view: &BattleView, choice: AttackChoice<'_>) -> Result<(), SceneOrderError> {
    let unit = view.unit(choice.unit).map(|attacker| view.unit_snapshot(&attacker));
    let (Some(unit), Some(option)) = (unit, choice.option) else { return Ok(()) };
    let Some(held) = unit.held_weapon(choice.weapon) else { return Ok(()) };
    let known: Vec<_> =
        play::attack_options(&unit, held, view.rules()).into_iter().map(|known| known.key).collect();
    if known.contains(&option) {
        return Ok(());
    }
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    Err(SceneOrderError::NoOption { unit: unit.name.to_string(), option: option.to_owned(), known })
}

/// Returns the unit of a name.
///
/// # Errors
/// Returns `SceneOrderError::NoUnit` if there is none.
pub(crate) fn find_unit<'a>(
    view: &'a BattleView,
    name: &str,
) -> Result<UnitDataItem<'a, 'a>, SceneOrderError> {
    let units = &view.setup().bundle().skirmish.units;
    let index = units.iter().position(|unit| unit.name == name);
    let found = index.and_then(|index| view.unit(UnitId(index as u32 + 1)));
    found.ok_or_else(|| SceneOrderError::NoUnit(name.to_owned()))
}

fn find_side(view: &BattleView, name: &str) -> Result<Side, SceneOrderError> {
    let sides = &view.setup().bundle().skirmish.sides;
    let index = sides.iter().position(|side| side.name == name);
    let side = index.and_then(|index| u8::try_from(index).ok()).map(Side);
    side.ok_or_else(|| SceneOrderError::NoSide(name.to_owned()))
}

/// Whether a carried weapon is the one of an id.
fn is_weapon(view: &BattleView, carried: &Weapon, id: &str) -> bool {
    let known = view.setup().bundle().weapons.get(id);
    known.is_some_and(|known| known.name() == carried.name())
}

/// Slot of a carried weapon: one in hand before one that is not.
fn carried_slot(view: &BattleView, unit: &UnitDataItem, id: &str) -> Result<usize, SceneOrderError> {
    let fits = |held: bool| {
        let mut slots = unit.inventory.slots();
        let found = slots.find(|(_, item)| item.in_hand() == held && is_weapon(view, item.weapon(), id));
        found.map(|(slot, _)| slot)
    };
    fits(true).or_else(|| fits(false)).ok_or_else(|| SceneOrderError::NotCarried {
        unit: unit.identity.name().to_string(),
        weapon: id.to_owned(),
    })
}

/// Slot of the weapon, by default the first one held, and its mode.
fn weapon_and_mode(
    view: &BattleView,
    unit: &UnitDataItem,
    weapon: Option<&str>,
    mode: Option<FireMode>,
) -> Result<(usize, Option<FireMode>), SceneOrderError> {
    let slot = match weapon {
        Some(id) => carried_slot(view, unit, id)?,
        None => unit.inventory.held_items().map(|(slot, _)| slot).next().unwrap_or_default(),
    };
    Ok((slot, mode.or_else(|| unit.inventory.get(slot).and_then(battle::CarriedItem::mode))))
}

fn to_cell((x, y): (i32, i32)) -> Cell {
    Cell::new(x, y)
}

fn to_pace(pace: ScenePace) -> Pace {
    match pace {
        ScenePace::Walk => Pace::Walk,
        ScenePace::Run => Pace::Run,
        ScenePace::Sprint => Pace::Sprint,
    }
}

/// Every cell of a path after the first, along straight and diagonal lines between its corners.
fn walked_cells(from: Cell, corners: &[(i32, i32)]) -> Result<Vec<Cell>, SceneOrderError> {
    let mut cells = Vec::new();
    let mut at = from;
    for &corner in corners {
        let to = to_cell(corner);
        let (dx, dy) = (to.x - at.x, to.y - at.y);
        if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
            return Err(SceneOrderError::CrookedPath(at, to));
        }
        while at != to {
            at = Cell::new(at.x + dx.signum(), at.y + dy.signum());
            cells.push(at);
        }
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_straight_lines_between_corners() {
        let cells = walked_cells(Cell::new(1, 1), &[(3, 1), (4, 2)]).expect("straight");
        assert_eq!(cells, [Cell::new(2, 1), Cell::new(3, 1), Cell::new(4, 2)]);
        let crooked = walked_cells(Cell::new(1, 1), &[(3, 2)]);
        assert_eq!(crooked, Err(SceneOrderError::CrookedPath(Cell::new(1, 1), Cell::new(3, 2))));
    }
}
