//! A player without any idea of the rules, for finding what breaks: half of what it orders makes sense.

use super::nonsense;
use crate::battle::{self, BattleView, Blow, Order, Pace, Side, Target, UnitDataItem, UnitId, Ways};
use crate::field::{Cell, Direction};
use crate::rules::engine::timed::Timer;
use crate::rules::{Care, FireMode, KarmaPlan, play};

/// Draws its choices from a seed: xorshift, so that they are the same everywhere.
#[derive(Clone, Debug)]
pub struct Chaos(u64);

impl Chaos {
    /// The player of a seed.
    pub const fn new(seed: u64) -> Self {
        // Seeds beside each other have nothing in common, and none leads to the one state that leads nowhere.
        let mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        Self(if mixed == 0 { 1 } else { mixed })
    }

    /// A number below a bound, which is above 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    /// Once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of several, if there are any.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() { None } else { all.get(self.below(all.len())) }
    }

    /// The next order, allowed or not.
    pub fn order(&mut self, view: &BattleView) -> Order {
        if self.once_in(6) {
            return nonsense::order(self, view);
        }
        let sensible = if view.decision().is_some() {
            self.answer(view)
        } else if view.round().outcome().is_some() {
            self.afterwards(view)
        } else if view.round().deploying() {
            self.before(view)
        } else {
            let unit = view.round().acting().and_then(|unit| view.unit(unit));
            unit.and_then(|unit| self.act(view, &unit))
        };
        sensible.unwrap_or_else(|| nonsense::order(self, view))
    }

    /// One of the answers to the open question, or a roll where one may be typed in.
    fn answer(&mut self, view: &BattleView) -> Option<Order> {
        let decision = view.decision()?;
        if let Some(dice) = decision.dice().filter(|_| self.once_in(3)) {
            let faces = (0..dice.count).map(|_| (1 + self.below(usize::from(dice.sides.max(1)))).to_string());
            return Some(Order::Decide { answer: faces.collect::<Vec<_>>().join(" ") });
        }
        let answer = self.pick(&decision.prompt().answers)?.key.clone();
        Some(Order::Decide { answer })
    }

    /// What can be done once the skirmish is over.
    fn afterwards(&mut self, view: &BattleView) -> Option<Order> {
        if view.round().after().is_none() {
            return Some(Order::LeaveField);
        }
        if self.once_in(2) {
            let care = [Care::None, Care::Competent, Care::Expert][self.below(3)];
            return Some(Order::Rest { minutes: 1 + self.below(5000) as u32, care });
        }
        let unit = self.somebody(view)?;
        let treatments = battle::treatments(view, &unit);
        let treatment = self.pick(&treatments)?.key.to_owned();
        let target = if self.once_in(3) { None } else { self.somebody(view).map(|unit| *unit.id) };
        Some(Order::Treat { unit: *unit.id, treatment, target })
    }

    /// What can be done before the first round.
    fn before(&mut self, view: &BattleView) -> Option<Order> {
        let skirmish = &view.setup().bundle().skirmish;
        let unit = self.somebody(view)?;
        match self.below(6) {
            0 | 1 => Some(Order::Begin { side: Side(self.below(skirmish.sides.len()) as u8) }),
            2 => self.deed(view, &unit),
            _ => {
                let zone = skirmish.sides.get(usize::from(unit.side.0))?.deployment.as_ref()?;
                let to = *self.pick(skirmish.map.zones.get(zone)?)?;
                Some(Order::Deploy { unit: *unit.id, to })
            }
        }
    }

    /// What the unit whose phase it is could do.
    fn act(&mut self, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
        let id = *unit.id;
        match self.below(32) {
            0..=7 => self.attack(view, unit),
            8..=13 => self.walk(view, unit),
            14..=16 => self.deed(view, unit),
            17 => Some(Order::TakeCover { unit: id }),
            18 => {
                Some(if unit.prone() { Order::StandUp { unit: id } } else { Order::DropProne { unit: id } })
            }
            19 => Some(Order::Reload { unit: id, weapon: self.weapon(unit) }),
            20 => Some(Order::Ready { unit: id, weapon: self.weapon(unit) }),
            21 => {
                let items = view.items();
                let (item, _) = self.pick(&items)?;
                Some(Order::PickUp { unit: id, item: *item })
            }
            22 => self.door(view, unit),
            23 => self.several(view, unit),
            24 => self.activate(view, unit),
            25 => Some(if self.once_in(2) {
                Order::Delay { unit: id }
            } else {
                Order::AnnounceRun { unit: id }
            }),
            26 => Some(self.karma(id)),
            27 => self.standing(view, id),
            _ => Some(Order::EndPhase { unit: id }),
        }
    }

    /// Anybody.
    pub(super) fn somebody<'a>(&mut self, view: &'a BattleView) -> Option<UnitDataItem<'a, 'a>> {
        let units: Vec<UnitId> = view.units().map(|unit| *unit.id).collect();
        self.pick(&units).and_then(|id| view.unit(*id))
    }

    /// Mostly a weapon in hand.
    fn weapon(&mut self, unit: &UnitDataItem) -> usize {
        let held: Vec<usize> = unit.arsenal.held().map(|(weapon, _)| weapon).collect();
        match self.pick(&held) {
            Some(weapon) if !self.once_in(4) => *weapon,
            _ => self.below(unit.arsenal.carried().len() + 1),
        }
    }

    fn mode(&mut self, unit: &UnitDataItem, weapon: usize) -> Option<FireMode> {
        let carried = unit.arsenal.carried().get(weapon)?;
        self.pick(carried.modes()).copied()
    }

    fn manner(&mut self, view: &BattleView, unit: &UnitDataItem, weapon: usize) -> Option<String> {
        let me = view.combatant(unit);
        let manners = play::manners(&me, me.held_at(weapon)?, view.rules());
        self.pick(&manners).map(|manner| manner.key.to_owned())
    }

    /// Mostly an enemy in sight.
    fn enemy(&mut self, view: &BattleView, unit: &UnitDataItem) -> Option<UnitId> {
        let enemies = view.units().filter(|other| other.side != unit.side && other.fighting());
        let seen: Vec<UnitId> =
            enemies.filter(|other| view.sees(unit, other)).map(|other| *other.id).collect();
        match self.pick(&seen) {
            Some(enemy) if !self.once_in(8) => Some(*enemy),
            _ => self.somebody(view).map(|unit| *unit.id),
        }
    }

    fn attack(&mut self, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
        let weapon = self.weapon(unit);
        let target = match self.below(12) {
            0 => Target::Barrier(self.barrier(view, unit)?),
            1 => Target::Square(self.near(unit.cell(), 8)),
            _ => Target::Unit(self.enemy(view, unit)?),
        };
        let mode = self.mode(unit, weapon);
        let manner = if self.once_in(3) { self.manner(view, unit, weapon) } else { None };
        Some(Order::Attack { unit: *unit.id, target, weapon, mode, manner })
    }

    fn several(&mut self, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
        let attacks = (0..1 + self.below(3)).map(|_| {
            let (target, weapon) = (self.enemy(view, unit)?, self.weapon(unit));
            Some(Blow { target, weapon, mode: self.mode(unit, weapon) })
        });
        Some(Order::Multiple { unit: *unit.id, attacks: attacks.collect::<Option<_>>()? })
    }

    /// A way to a square within reach, or a straight dash into whatever comes.
    fn walk(&mut self, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
        let pace = [Pace::Walk, Pace::Walk, Pace::Run, Pace::Sprint][self.below(4)];
        let evade = self.once_in(4);
        if self.once_in(4) {
            let way = Direction::ALL[self.below(8)];
            let path = std::iter::successors(Some(unit.cell().step(way)), |cell| Some(cell.step(way)));
            let path = path.take(1 + self.below(6)).collect();
            return Some(Order::Move { unit: *unit.id, path, pace, evade });
        }
        let budget = battle::move_budget(view, unit).walk_left.min(40);
        let ways = Ways::of(view, unit, budget);
        let cells: Vec<Cell> = ways.cells().map(|(cell, _)| cell).collect();
        let path = ways.path_to(*self.pick(&cells)?)?;
        Some(Order::Move { unit: *unit.id, path, pace, evade })
    }

    fn deed(&mut self, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
        let offers = battle::offers(view, unit);
        let deed = self.pick(&offers)?.key.to_owned();
        let target = match self.below(4) {
            0 => None,
            1 => self.somebody(view).map(|unit| *unit.id),
            2 => Some(*unit.id),
            _ => self.enemy(view, unit),
        };
        let weapon = if self.once_in(2) { Some(self.weapon(unit)) } else { None };
        Some(Order::Deed { unit: *unit.id, deed, target, weapon })
    }

    /// A segment beside the unit, or any.
    fn barrier(&mut self, view: &BattleView, unit: &UnitDataItem) -> Option<battle::BarrierId> {
        let all: Vec<_> = view.field().barriers().collect();
        let beside = |place: &crate::field::Place| match place {
            crate::field::Place::Square(cell) => cell.rings(unit.cell()) <= 1,
            crate::field::Place::Edge(edge) => edge.cells().contains(&unit.cell()),
        };
        let near: Vec<_> = all.iter().filter(|(_, place)| beside(place)).copied().collect();
        let from = if near.is_empty() || self.once_in(3) { &all } else { &near };
        self.pick(from).map(|(id, _)| *id)
    }

    fn door(&mut self, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
        Some(Order::Door { unit: *unit.id, barrier: self.barrier(view, unit)? })
    }

    /// What goes off by itself is thrown, gone on with, or set off.
    fn activate(&mut self, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
        let id = *unit.id;
        match self.below(6) {
            0 => Some(Order::Continue { unit: id }),
            1 => {
                let armed = view.armed();
                let (item, _) = self.pick(&armed)?;
                Some(Order::Detonate { unit: id, item: *item })
            }
            _ => {
                let timer = if self.once_in(3) { None } else { Some(self.timer()) };
                let to = self.near(unit.cell(), 5);
                Some(Order::Activate { unit: id, weapon: self.weapon(unit), timer, to })
            }
        }
    }

    pub(super) fn timer(&mut self) -> Timer {
        let rounds = self.below(3) as u8;
        match self.below(5) {
            0 => Timer::Rounds(rounds),
            1 => Timer::Pass { rounds, pass: 1 + self.below(3) as u8 },
            2 => Timer::RoundStart(rounds),
            3 => Timer::RoundEnd(rounds),
            _ => Timer::Signal,
        }
    }

    pub(super) fn near(&mut self, cell: Cell, squares: usize) -> Cell {
        let [dx, dy] = [(); 2].map(|()| self.below(2 * squares + 1) as i32 - squares as i32);
        Cell::new(cell.x + dx, cell.y + dy)
    }

    pub(super) fn karma(&mut self, unit: UnitId) -> Order {
        if self.once_in(4) {
            return Order::KarmaInitiative { unit };
        }
        let [dice, reroll, ask] = [(); 3].map(|()| self.once_in(2));
        Order::Karma { unit, plan: KarmaPlan { dice, reroll, ask } }
    }

    /// Most standing answers are taken back, or nobody would be asked for long.
    fn standing(&mut self, view: &BattleView, unit: UnitId) -> Option<Order> {
        let habits = play::habits(view.rules().book());
        let habit = self.pick(&habits)?;
        let answer = self.pick(habit.answers).filter(|_| self.once_in(3)).map(|(key, _)| (*key).to_owned());
        Some(Order::Standing { unit, clause: habit.clause.to_owned(), answer })
    }
}
