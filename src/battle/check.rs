//! Whether an order is allowed, what it costs, and what it sets going. Reads, never writes.

mod attacking;
mod handling;
mod karma;
mod moving;
mod several;
mod timed;
mod waiting;

pub use moving::move_budget;

use super::aftermath;
use super::arsenal::Carried;
use super::components::{Side, Status, StatusKind, UnitId, Until};
use super::deed::Cast;
use super::duty;
use super::event::{Ending, Event, Outcome};
use super::holding::Work;
use super::order::Order;
use super::refusal::Refusal;
use super::state::Task;
use super::view::{BattleView, UnitDataItem};
use field::Cell;
use rules::engine::Action;
use rules::engine::extended::Cancelled;
use rules::{Act, Combatant, FireMode, Grip, Paid, Unpaid, play};

/// How the keys of Spells begin.
const SPELL: &str = "spell_";

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
    pub(crate) events: Vec<Event>,
    /// Is resolved then.
    pub(crate) tasks: Vec<Task>,
    /// Answers the open question.
    pub(crate) answer: Option<String>,
}

/// Checks an order against the state of the fight.
///
/// # Errors
/// Why it is not allowed.
pub fn check(view: &BattleView, order: &Order) -> Result<Plan, Refusal> {
    examine(view, order).map_err(|refusal| match refusal {
        Refusal::NoSuchUnit(id) if view.known().is_some() => Refusal::Unseen(id),
        other => other,
    })
}

fn examine(view: &BattleView, order: &Order) -> Result<Plan, Refusal> {
    let over = view.round().outcome().is_some();
    match order {
        Order::Surrender { .. } | Order::Decide { .. } | Order::Dice { .. }
            if over && view.round().after().is_none() =>
        {
            return Err(Refusal::Over);
        }
        Order::Surrender { side } if !over => return surrender(view, *side),
        Order::Decide { answer } => return decide(view, answer),
        Order::Dice { faces } => return dice(view, faces),
        Order::Standing { unit, clause, answer } => {
            return waiting::standing(view, *unit, clause, answer.as_deref());
        }
        _ => {}
    }
    if let Some(decision) = view.decision() {
        return Err(Refusal::DecisionOpen {
            side: view.side_name(decision.side()).to_owned(),
            question: view.discreet(&decision.prompt().question),
        });
    }
    if over {
        return aftermath::check(view, order);
    }
    match order {
        Order::LeaveField | Order::Rest { .. } | Order::Treat { .. } => {
            return Err(Refusal::NothingToDo("The skirmish is not over.".to_owned()));
        }
        Order::Deploy { unit, to } => return deploy(view, *unit, *to),
        Order::Begin { side } => return begin(view, *side),
        Order::Karma { unit, plan } => return karma::plan(view, *unit, *plan),
        Order::KarmaInitiative { unit } => return karma::initiative(view, *unit),
        Order::Deed { deed, .. } if view.round().deploying() => prepare(view, order, deed)?,
        _ if view.round().deploying() => return Err(Refusal::NotBegun),
        _ => {}
    }
    let id = order.unit().expect("every other order names its unit");
    let unit = fit(view, id)?;
    match order {
        Order::Deed { deed, .. } if deed == duty::DUTY => {
            let due = duty::due(view, &unit).and_then(|due| due.order);
            let order = due.ok_or_else(|| Refusal::NothingToDo("Nothing has to be done now.".to_owned()))?;
            act(view, &order)
        }
        _ => {
            duty::permits(view, &unit, order)?;
            act_as(view, &unit, order)
        }
    }
}

/// Checks an order of a unit, whatever its ailments would have it do.
///
/// # Errors
/// Why it is not allowed.
pub(crate) fn act(view: &BattleView, order: &Order) -> Result<Plan, Refusal> {
    let id = order.unit().expect("every other order names its unit");
    act_as(view, &fit(view, id)?, order)
}

fn act_as<'a>(
    view: &'a BattleView<'a, 'a>,
    unit: &'a UnitDataItem<'a, 'a>,
    order: &Order,
) -> Result<Plan, Refusal> {
    let draft = Draft { view, unit, plan: Plan::default(), me: view.combatant(unit) };
    match order {
        Order::Move { path, pace, evade, .. } => draft.go(path, *pace, *evade),
        Order::AnnounceRun { .. } => draft.announce(),
        Order::Attack { target, weapon, mode, manner, .. } => {
            draft.attack(*target, *weapon, *mode, manner.as_deref())
        }
        Order::Deed { deed, target, weapon, .. } => draft.deed(deed, *target, *weapon),
        Order::TakeCover { .. } => draft.take_cover(),
        Order::DropProne { .. } => draft.drop_prone(),
        Order::StandUp { .. } => draft.stand_up(),
        Order::Reload { weapon, .. } => draft.reload(*weapon),
        Order::Ready { weapon, .. } => draft.ready(*weapon),
        Order::Drop { weapon, .. } => draft.drop(*weapon),
        Order::PickUp { item, .. } => draft.pick_up(*item),
        Order::Door { barrier, .. } => draft.door(*barrier),
        Order::Multiple { attacks, .. } => draft.multiple(attacks),
        Order::Activate { weapon, timer, to, .. } => draft.activate(*weapon, *timer, *to),
        Order::Continue { .. } => draft.go_on(),
        Order::Detonate { item, .. } => draft.detonate(*item),
        Order::Delay { .. } => draft.delay(),
        Order::EndPhase { .. } => draft.end_phase(),
        Order::Deploy { .. }
        | Order::Begin { .. }
        | Order::Decide { .. }
        | Order::Dice { .. }
        | Order::Karma { .. }
        | Order::KarmaInitiative { .. }
        | Order::Standing { .. }
        | Order::Surrender { .. }
        | Order::LeaveField
        | Order::Rest { .. }
        | Order::Treat { .. } => {
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
        return Err(Refusal::Dice("This skirmish is played with the program's dice.".to_owned()));
    }
    let most = view.rules().book().largest_die();
    if faces.is_empty() || faces.len() > 1000 || faces.iter().any(|face| !(1..=most).contains(face)) {
        return Err(Refusal::Dice(format!("Dice show faces from 1 to {most}.")));
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
        return Err(Refusal::NothingToDo(format!("{}: ready already.", view.side_name(*unit.side))));
    }
    if !in_own_zone(view, *unit.side, to) {
        return Err(Refusal::OutsideZone { unit: unit.identity.name().to_owned() });
    }
    if !view.field().grid().can_enter(to) {
        return Err(Refusal::Blocked("Nobody can stand there.".to_owned()));
    }
    if unit.rides().is_some() {
        return Err(Refusal::Blocked("It sits in a vehicle: place that instead.".to_owned()));
    }
    if unit.status.grip().is_some() {
        return Err(Refusal::Blocked("It is held, or holds somebody.".to_owned()));
    }
    let mut events = placed(view, &unit, to);
    if let Some(other) = view.unit_at(to).filter(|other| *other.id != id) {
        if other.side != unit.side {
            let why = if view.is_foggy() { "Nobody can stand there." } else { "An enemy stands there." };
            return Err(Refusal::Blocked(why.to_owned()));
        }
        if other.status.grip().is_some() {
            return Err(Refusal::Blocked(format!("{} is held, or holds somebody.", other.identity.name())));
        }
        events.extend(placed(view, &other, unit.cell()));
    }
    Ok(Plan { events, ..Plan::default() })
}

/// A unit is placed, and everybody who sits in it.
fn placed(view: &BattleView, unit: &UnitDataItem, to: Cell) -> Vec<Event> {
    let inside = view.aboard(*unit.id).map(|inside| *inside.id);
    let all = [*unit.id].into_iter().chain(inside);
    all.map(|unit| Event::Deployed { unit, to }).chain(leaves_cover(unit, to)).collect()
}

/// Cover named on one square is none on another. `CS-COV-03`.
fn leaves_cover(unit: &UnitDataItem, to: Cell) -> Option<Event> {
    (unit.cover.taken() && unit.cell() != to).then_some(Event::CoverLeft { unit: *unit.id })
}

/// A deed before the first round: of a book that has such, and while the unit's side is not ready. `CS-COV-03`.
fn prepare(view: &BattleView, order: &Order, deed: &str) -> Result<(), Refusal> {
    let unit = fit(view, order.unit().expect("a deed names its unit"))?;
    if !play::at_deployment(deed, view.rules()) {
        return Err(Refusal::NotBegun);
    }
    if view.round().is_ready(*unit.side) {
        return Err(Refusal::NothingToDo(format!("{} is ready already.", view.side_name(*unit.side))));
    }
    Ok(())
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
        return Err(Refusal::NothingToDo(format!("{}: ready already.", view.side_name(side))));
    }
    let last = (0..sides as u8).map(Side).all(|other| other == side || view.round().is_ready(other));
    // Whoever begins in hiding is looked for first, or springs its ambush. `CS-UNA-05`, `SS-SURP-04`.
    let sprung = super::surprise::at_the_start(view).filter(|_| last);
    let begin = if last { vec![Task::Look, Task::BeginRound] } else { Vec::new() };
    let tasks = sprung.into_iter().chain(begin).collect();
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
    /// The unit after what is paid so far.
    me: Combatant,
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
        self.pay_with(action, None, None)
    }

    fn pay_with(&mut self, action: Action, slot: Option<usize>, manner: Option<&str>) -> Result<(), Refusal> {
        let with = slot.and_then(|slot| self.me.held_at(slot)).cloned();
        let act = Act { action, with: with.as_ref(), manner };
        let paid = play::pay(&self.me, act, self.view.rules()).map_err(|why| self.unpaid(why))?;
        self.take(paid, Some(action));
        Ok(())
    }

    /// Notes what was paid.
    fn take(&mut self, paid: Paid, action: Option<Action>) {
        if paid.points > 0 && self.unit.undertaking.get().is_some() {
            self.push(Event::WorkCancelled { unit: self.id(), why: Cancelled::OtherAction });
        }
        self.note_paid(paid, action);
    }

    /// Notes what was paid for what the unit is busy with already.
    fn note_paid(&mut self, paid: Paid, action: Option<Action>) {
        let unit = self.id();
        let Paid { purse, points, free, condition } = paid;
        self.plan.points += points;
        self.plan.free += free;
        if purse != self.me.purse {
            self.me.purse = purse;
            self.push(match action {
                Some(action) => Event::Paid { unit, action, points, purse },
                None => Event::PurseChanged { unit, points, purse },
            });
        }
        if let Some(after) = condition.filter(|after| *after != self.me.condition) {
            let before = std::mem::replace(&mut self.me.condition, after.clone());
            let (before, after) = (Box::new(before), Box::new(after));
            self.push(Event::Harmed { unit, by: None, damage: 0, before, after });
            self.plan.tasks.push(Task::Consequences { unit, by: None });
        }
    }

    fn unpaid(&self, why: Unpaid) -> Refusal {
        let unit = self.name();
        match why {
            Unpaid::Points { needed, left } => Refusal::ActionPoints { unit, needed, left },
            Unpaid::AttackedAlready => Refusal::AlreadyAttacked { unit },
            Unpaid::NotItsPhase => {
                let acting = self.view.round().acting().map(|id| self.view.name(id));
                let acting = acting.map_or_else(
                    || "nobody".to_owned(),
                    |name| name.unwrap_or_else(|| "somebody else".to_owned()),
                );
                Refusal::NotActing { unit, acting }
            }
            Unpaid::FreeUsed => Refusal::FreeUsed { unit },
            Unpaid::WalkBroken => Refusal::WrongPace("A walk may not be split around other actions here."),
            Unpaid::Book(why) => Refusal::Book { unit, why },
        }
    }

    /// What ailments ask for is done with it, if they ask for anything.
    fn fulfil(&mut self) {
        let bounds = self.unit.status.bounds();
        if !bounds.duties.is_empty() && !bounds.done {
            self.push(Event::DutyDone { unit: self.id() });
        }
    }

    /// Something that only the book of the skirmish lets a unit do.
    fn deed(mut self, key: &str, target: Option<UnitId>, weapon: Option<usize>) -> Result<Plan, Refusal> {
        let other = target.map(|id| self.view.unit(id).ok_or(Refusal::NoSuchUnit(id.0))).transpose()?;
        let beside = |other: &UnitDataItem| self.unit.cell().rings(other.cell()) == 1;
        if other.is_some_and(|other| beside(&other) && !self.view.sees(self.unit, &other)) {
            return Err(Refusal::Blocked("A wall stands between the two.".to_owned()));
        }
        if let Some(rounds) = play::deed_rounds(key, self.view.rules()) {
            return self.begin_rounds(key, target, rounds);
        }
        let cast = Cast::new(self.view, self.id(), target).ok_or(Refusal::NoSuchUnit(self.id().0))?;
        let paid =
            play::may_do(&cast.deed(key, weapon), self.view.rules()).map_err(|why| self.unpaid(why))?;
        self.take(paid, None);
        if key.starts_with(SPELL) {
            self.fulfil();
        }
        let deed = key.to_owned();
        self.plan.tasks.push(Task::Deed { unit: self.id(), deed, target, weapon });
        self.done()
    }

    fn take_cover(mut self) -> Result<Plan, Refusal> {
        if self.unit.cover.taken() {
            return Err(Refusal::NothingToDo(format!("{} is in cover already.", self.unit.identity.name())));
        }
        // A carried body shelters wherever its bearer stands. `SS-BARR-44`.
        let shelter = field::can_take_cover(self.view.field().grid(), self.unit.cell());
        let shelter = shelter || self.me.ride.is_some() || matches!(self.me.grip, Some(Grip::Holding(_)));
        if !shelter && self.me.carries.is_none() {
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
        // Whoever treats somebody goes on with it until something else is done. `SS-ACT-58`
        let busy = matches!(self.unit.undertaking.get(), Some((Work::Deed { .. }, _)));
        let paid = self.unit.undertaking.paid_in() == Some(self.view.round().passes());
        let end = Task::EndPhase { unit: self.id() };
        if busy && !paid {
            let goes_on = act(self.view, &Order::Continue { unit: self.id() });
            if let Ok(mut plan) = goes_on {
                plan.tasks.push(end);
                return Ok(plan);
            }
        }
        self.plan.tasks.push(end);
        self.done()
    }
}

impl<'a> Draft<'a> {
    /// A weapon that can attack like this now, and the rounds it takes.
    fn weapon_ready(&self, weapon: usize, mode: Option<FireMode>) -> Result<(&'a Carried, u32), Refusal> {
        let carried = self
            .unit
            .arsenal
            .carried()
            .get(weapon)
            .ok_or_else(|| Refusal::NoSuchWeapon { unit: self.name(), weapon })?;
        if !carried.in_hand() {
            return Err(Refusal::NotInHand { weapon: carried.name().to_string() });
        }
        if mode.is_some_and(|mode| !carried.modes().contains(&mode)) {
            return Err(Refusal::NoSuchMode { weapon: carried.name().to_string() });
        }
        let rounds = play::rounds(carried.weapon(), mode);
        if carried.loaded() < rounds && carried.magazine() > 0 {
            return Err(Refusal::Rounds {
                weapon: carried.name().to_string(),
                loaded: carried.loaded(),
                needed: rounds,
            });
        }
        Ok((carried, rounds))
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
pub fn price(view: &BattleView, unit: &UnitDataItem, action: Action, weapon: Option<usize>) -> String {
    let me = view.combatant(unit);
    let with = weapon.and_then(|weapon| me.held_at(weapon));
    play::price(&me, Act { action, with, manner: None }, view.rules())
}
