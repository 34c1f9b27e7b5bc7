//! Whether an order is allowed, what it costs, and what it sets going. Reads, never writes.

mod handling;
mod karma;
mod moving;

pub use moving::MoveBudget;

use super::components::{Side, Status, StatusKind, UnitId, Until};
use super::event::{Ending, Event, Outcome};
use super::order::{Order, Target};
use super::refusal::Refusal;
use super::state::Task;
use super::view::{BattleView, UnitDataItem};
use crate::field::{self, Cell};
use crate::rules::swan_song::actions::{self, Action, Cost};
use crate::rules::swan_song::budget::{Budget, Unpaid};
use crate::rules::swan_song::{FireMode, WeaponClass, base};

/// What an allowed order costs and sets going.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Action points the order takes.
    pub points: u8,
    /// Free actions the order takes.
    pub free: u8,
    /// Karma the order takes, now or with its roll. `SS-BASE-25`.
    pub karma: u8,
    /// Happens at once.
    pub(in crate::battle) events: Vec<Event>,
    /// Is resolved then.
    pub(in crate::battle) tasks: Vec<Task>,
    /// Answers the open question.
    pub(in crate::battle) answer: Option<String>,
}

/// Checks an order against the state of the fight.
///
/// # Errors
/// Why it is not allowed.
pub fn check(view: &BattleView, order: &Order) -> Result<Plan, Refusal> {
    if view.round().outcome().is_some() {
        return Err(Refusal::Over);
    }
    match order {
        Order::Surrender { side } => return surrender(view, *side),
        Order::Decide { answer } => return decide(view, answer),
        Order::Dice { faces } => return dice(view, faces),
        _ => {}
    }
    if let Some(decision) = view.decision() {
        return Err(Refusal::DecisionOpen {
            side: view.side_name(decision.side()).to_owned(),
            question: decision.prompt().question.clone(),
        });
    }
    match order {
        Order::Deploy { unit, to } => return deploy(view, *unit, *to),
        Order::Begin { side } => return begin(view, *side),
        Order::Karma { unit, plan } => return karma::plan(view, *unit, *plan),
        Order::KarmaInitiative { unit } => return karma::initiative(view, *unit),
        _ if view.round().deploying() => return Err(Refusal::NotBegun),
        _ => {}
    }
    let id = order.unit().expect("every other order names its unit");
    let unit = fit(view, id)?;
    let draft = Draft { view, unit: &unit, plan: Plan::default(), budget: unit.points.budget() };
    match order {
        Order::Move { path, pace, .. } => draft.go(path, *pace),
        Order::AnnounceRun { .. } => draft.announce(),
        Order::Attack { target, weapon, mode, .. } => draft.attack(*target, *weapon, *mode),
        Order::TakeCover { .. } => draft.take_cover(),
        Order::DropProne { .. } => draft.drop_prone(),
        Order::StandUp { .. } => draft.stand_up(),
        Order::Reload { weapon, .. } => draft.reload(*weapon),
        Order::Ready { weapon, .. } => draft.ready(*weapon),
        Order::Drop { weapon, .. } => draft.drop(*weapon),
        Order::PickUp { item, .. } => draft.pick_up(*item),
        Order::Door { barrier, .. } => draft.door(*barrier),
        Order::EndPhase { .. } => draft.end_phase(),
        Order::Deploy { .. }
        | Order::Begin { .. }
        | Order::Decide { .. }
        | Order::Dice { .. }
        | Order::Karma { .. }
        | Order::KarmaInitiative { .. }
        | Order::Surrender { .. } => {
            unreachable!("handled above")
        }
    }
}

fn surrender(view: &BattleView, side: Side) -> Result<Plan, Refusal> {
    if usize::from(side.0) >= view.setup().bundle().skirmish.sides.len() {
        return Err(Refusal::NothingToDo("There is no such side.".to_owned()));
    }
    let mut others: Vec<Side> =
        view.units().filter(|unit| unit.fighting() && *unit.side != side).map(|unit| *unit.side).collect();
    others.sort();
    others.dedup();
    let winner = if let [one] = others[..] { Some(one) } else { None };
    let event = Event::Ended(Outcome { winner, ending: Ending::Surrender });
    Ok(Plan { events: vec![event], ..Plan::default() })
}

fn dice(view: &BattleView, faces: &[u8]) -> Result<Plan, Refusal> {
    if !view.setup().bundle().skirmish.options.own_dice {
        return Err(Refusal::Dice("This skirmish is played with the program's dice."));
    }
    if faces.is_empty() || faces.len() > 1000 || faces.iter().any(|face| !(1..=6).contains(face)) {
        return Err(Refusal::Dice("Dice show faces from 1 to 6."));
    }
    Ok(Plan { events: vec![Event::DiceGiven { faces: faces.to_vec() }], ..Plan::default() })
}

fn decide(view: &BattleView, answer: &str) -> Result<Plan, Refusal> {
    let decision = view.decision().ok_or(Refusal::NothingAsked)?;
    let answers = &decision.prompt().answers;
    let known = answers.iter().any(|known| known.key == answer);
    if let Some(dice) = decision.dice().filter(|dice| !known && dice.parse(answer).is_none()) {
        return Err(Refusal::Faces { dice: dice.to_string(), given: answer.to_owned() });
    }
    if !known && decision.dice().is_none() {
        let known: Vec<_> = answers.iter().map(|known| known.key.as_str()).collect();
        return Err(Refusal::UnknownAnswer { answer: answer.to_owned(), known: known.join(", ") });
    }
    Ok(Plan { answer: Some(answer.to_owned()), ..Plan::default() })
}

fn deploy(view: &BattleView, id: UnitId, to: Cell) -> Result<Plan, Refusal> {
    if !view.round().deploying() {
        return Err(Refusal::AlreadyBegun);
    }
    let unit = fit(view, id)?;
    if view.round().is_ready(*unit.side) {
        return Err(Refusal::NothingToDo(format!("{} is ready already.", view.side_name(*unit.side))));
    }
    if !in_own_zone(view, *unit.side, to) {
        return Err(Refusal::OutsideZone { unit: unit.identity.name().to_owned() });
    }
    if !view.field().grid().can_enter(to) {
        return Err(Refusal::Blocked("Nobody can stand there.".to_owned()));
    }
    let mut events = vec![Event::Deployed { unit: id, to }];
    if let Some(other) = view.unit_at(to).filter(|other| *other.id != id) {
        if other.side != unit.side {
            return Err(Refusal::Blocked("An enemy stands there.".to_owned()));
        }
        events.push(Event::Deployed { unit: *other.id, to: unit.cell() });
    }
    Ok(Plan { events, ..Plan::default() })
}

/// Whether a square belongs to a side's deployment zone.
pub fn in_own_zone(view: &BattleView, side: Side, cell: Cell) -> bool {
    let skirmish = &view.setup().bundle().skirmish;
    let zone = skirmish.sides.get(usize::from(side.0)).and_then(|side| side.deployment.as_ref());
    zone.and_then(|zone| skirmish.map.zones.get(zone)).is_some_and(|cells| cells.binary_search(&cell).is_ok())
}

fn begin(view: &BattleView, side: Side) -> Result<Plan, Refusal> {
    if !view.round().deploying() {
        return Err(Refusal::AlreadyBegun);
    }
    let sides = view.setup().bundle().skirmish.sides.len();
    if usize::from(side.0) >= sides || view.round().is_ready(side) {
        return Err(Refusal::NothingToDo(format!("{} is ready already.", view.side_name(side))));
    }
    let last = (0..sides as u8).map(Side).all(|other| other == side || view.round().is_ready(other));
    let tasks = if last { vec![Task::BeginRound] } else { Vec::new() };
    Ok(Plan { events: vec![Event::SideReady { side }], tasks, ..Plan::default() })
}

fn fit<'a>(view: &'a BattleView, id: UnitId) -> Result<UnitDataItem<'a, 'a>, Refusal> {
    let unit = view.unit(id).ok_or(Refusal::NoSuchUnit(id.0))?;
    if unit.fighting() { Ok(unit) } else { Err(Refusal::Down { unit: unit.identity.name().to_owned() }) }
}

/// A plan in the making.
struct Draft<'a> {
    view: &'a BattleView<'a, 'a>,
    unit: &'a UnitDataItem<'a, 'a>,
    plan: Plan,
    budget: Budget,
}

impl Draft<'_> {
    fn id(&self) -> UnitId {
        *self.unit.id
    }

    fn name(&self) -> String {
        self.unit.identity.name().to_owned()
    }

    fn done(self) -> Result<Plan, Refusal> {
        Ok(self.plan)
    }

    fn push(&mut self, event: Event) {
        self.plan.events.push(event);
    }

    /// Pays an action and notes it in the plan.
    fn pay(&mut self, action: Action) -> Result<(), Refusal> {
        let before = self.budget;
        self.budget = before.pay(action, self.view.setup().switches()).map_err(|why| self.unpaid(why))?;
        let points = before.points - self.budget.points;
        self.plan.points += points;
        self.plan.free += self.budget.free_used - before.free_used;
        let budget = self.budget;
        if budget != before {
            self.push(Event::Paid { unit: self.id(), action, points, budget });
        }
        Ok(())
    }

    fn unpaid(&self, why: Unpaid) -> Refusal {
        let unit = self.name();
        match why {
            Unpaid::Points { needed, left } => Refusal::ActionPoints { unit, needed, left },
            Unpaid::AttackedAlready => Refusal::AlreadyAttacked { unit },
            Unpaid::NotItsPhase | Unpaid::TooEarly => {
                let acting = self.view.round().acting().and_then(|id| self.view.unit(id));
                let acting =
                    acting.map_or_else(|| "nobody".to_owned(), |unit| unit.identity.name().to_owned());
                Refusal::NotActing { unit, acting }
            }
            Unpaid::FreeUsed => Refusal::FreeUsed { unit },
            Unpaid::WalkBroken => Refusal::WrongPace("A walk may not be split around other actions here."),
        }
    }

    fn attack(mut self, target: Target, weapon: usize, mode: Option<FireMode>) -> Result<Plan, Refusal> {
        let carried = self
            .unit
            .arsenal
            .carried()
            .get(weapon)
            .ok_or_else(|| Refusal::NoSuchWeapon { unit: self.name(), weapon })?;
        let arm = carried.weapon().clone();
        if !carried.in_hand() {
            return Err(Refusal::NotInHand { weapon: arm.name.clone() });
        }
        // What shoots without fire modes, a sling for one, shoots once.
        let fires = arm.class == WeaponClass::Ranged && !arm.modes.is_empty();
        if fires != mode.is_some() || mode.is_some_and(|mode| !arm.modes.contains(&mode)) {
            return Err(Refusal::NoSuchMode { weapon: arm.name.clone() });
        }
        let rounds = mode.map_or(0, |mode| actions::fire_row(mode).rounds);
        if carried.loaded() < rounds && arm.magazine > 0 {
            return Err(Refusal::Rounds {
                weapon: arm.name.clone(),
                loaded: carried.loaded(),
                needed: rounds,
            });
        }
        self.in_reach(target, &arm)?;
        if mode.is_some() && carried.mode() != mode {
            self.pay(Action::ChangeMode)?;
        }
        self.pay(actions::attack_action(&arm, mode))?;
        let rounds_before = self.unit.turn.rounds_fired();
        self.plan.karma = self.unit.karma.for_test();
        let unit = self.id();
        self.push(Event::AttackDeclared { unit, target, weapon, mode, rounds });
        self.plan.tasks.push(Task::Attack { unit, target, weapon, mode, rounds_before });
        self.done()
    }

    fn in_reach(&self, target: Target, arm: &crate::rules::swan_song::Weapon) -> Result<(), Refusal> {
        let from = self.unit.cell();
        if let Target::Unit(id) = target {
            let other = self.view.unit(id).ok_or(Refusal::NoSuchUnit(id.0))?;
            if id == self.id() {
                return Err(Refusal::BadTarget("A unit does not attack itself.".to_owned()));
            }
            if other.casualty.escaped() || other.casualty.down() == Some(crate::rules::swan_song::Down::Dead)
            {
                return Err(Refusal::BadTarget(format!("{} is out of the fight.", other.identity.name())));
            }
        }
        let cell = super::view::target_cell(self.view, from, target)
            .ok_or(Refusal::NoSuchBarrier(if let Target::Barrier(id) = target { id.0 } else { 0 }))?;
        if let Target::Barrier(id) = target {
            let data = self.view.barrier(id).ok_or(Refusal::NoSuchBarrier(id.0))?;
            if data.state.holed() || data.state.open() {
                return Err(Refusal::BadTarget("Nothing stands there any more.".to_owned()));
            }
        }
        let apart = from.distance_squared(cell);
        let far = |range: u32| Refusal::OutOfRange {
            weapon: arm.name.clone(),
            distance: format!("{:.1}", f64::from(apart).sqrt()),
            range,
        };
        if arm.class == WeaponClass::Ranged {
            return if base::in_weapon_range(apart, arm.range) { Ok(()) } else { Err(far(arm.range)) };
        }
        let reach = u32::from(arm.reach) + u32::from(self.unit.sheet.get().reach);
        if !base::in_melee_range(from.rings(cell), reach) {
            return Err(far(reach + 1));
        }
        if let Target::Unit(id) = target {
            let other = self.view.unit(id).ok_or(Refusal::NoSuchUnit(id.0))?;
            if !self.view.sees(self.unit, &other) {
                return Err(Refusal::Blocked("A wall stands between the two.".to_owned()));
            }
        }
        Ok(())
    }

    fn take_cover(mut self) -> Result<Plan, Refusal> {
        if self.unit.cover.taken() {
            return Err(Refusal::NothingToDo(format!("{} is in cover already.", self.unit.identity.name())));
        }
        if !field::can_take_cover(self.view.field().grid(), self.unit.cell()) {
            return Err(Refusal::NoCoverHere);
        }
        self.pay(Action::TakeCover)?;
        self.push(Event::CoverTaken { unit: self.id() });
        self.done()
    }

    fn drop_prone(mut self) -> Result<Plan, Refusal> {
        if self.unit.prone() {
            return Err(Refusal::NothingToDo(format!("{} is prone already.", self.unit.identity.name())));
        }
        self.pay(Action::DropProne)?;
        let status = Status { kind: StatusKind::Prone, until: Until::Removed };
        self.push(Event::StatusSet { unit: self.id(), status });
        self.done()
    }

    fn stand_up(mut self) -> Result<Plan, Refusal> {
        if !self.unit.prone() {
            return Err(Refusal::NothingToDo(format!("{} stands already.", self.unit.identity.name())));
        }
        self.pay(Action::StandUp)?;
        self.push(Event::StatusEnded { unit: self.id(), kind: StatusKind::Prone });
        self.done()
    }

    fn end_phase(mut self) -> Result<Plan, Refusal> {
        if self.view.round().acting() != Some(self.id()) {
            return Err(self.unpaid(Unpaid::NotItsPhase));
        }
        self.plan.tasks.push(Task::EndPhase { unit: self.id() });
        self.done()
    }
}

/// Half metres as metres: "4", "5.5".
pub fn metres(half_metres: u32) -> String {
    if half_metres.is_multiple_of(2) {
        (half_metres / 2).to_string()
    } else {
        format!("{}.5", half_metres / 2)
    }
}

/// Price of an action as it stands on a button: "free", "1 AP".
pub fn price(view: &BattleView, action: Action) -> String {
    match actions::cost(action, view.setup().switches()) {
        Cost::None => String::new(),
        Cost::Free => "free".to_owned(),
        Cost::Points(points) => format!("{points} AP"),
    }
}
