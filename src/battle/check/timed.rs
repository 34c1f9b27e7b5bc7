//! Whether an item can be activated or set off, and an Extended Action begun or carried on: chapters TIMED and ACT.

use super::{Draft, Plan};
use crate::arsenal::ItemId;
use crate::components::UnitId;
use crate::deed::Cast;
use crate::event::Event;
use crate::holding::Work;
use crate::refusal::Refusal;
use crate::state::Task;
use field::{Body, Cell};
use rules::engine::extended::{Progress, points_to_come};
use rules::engine::timed::{self, Fuse, Timer, Trigger, When};
use rules::engine::{Action, Cost, cost};
use rules::{Reach, Refused, Unpaid, play};

impl Draft<'_> {
    /// `SS-TIMED-01` to `SS-TIMED-07`, `SS-ACT-47`, `SS-ACT-55`, `SS-ACT-57`.
    pub(super) fn activate(mut self, weapon: usize, timer: Option<Timer>, to: Cell) -> Result<Plan, Refusal> {
        let (trigger, fuse) = self.fuse(weapon, timer)?;
        self.may_put(weapon, trigger, to)?;
        let beside = self.unit.cell().rings(to) <= 1;
        match trigger {
            Trigger::Preset => self.pay(Action::Throw)?,
            Trigger::Timer | Trigger::Radio => {
                self.pay(Action::UseItem)?;
                if !beside {
                    self.pay(Action::Throw)?;
                }
            }
            Trigger::Charge => {
                let Cost::Points(needed) = cost(Action::SetCharges, &self.view.rules().engine) else {
                    return self.put(weapon, fuse, to);
                };
                self.must_fit(needed)?;
                return self.charge(Work::Charge { weapon, timer, to }, Progress::new(needed));
            }
        }
        self.put(weapon, fuse, to)
    }

    /// What sets the item off, and its fuse if it is activated now. `SS-TIMED-04`.
    fn fuse(&self, weapon: usize, timer: Option<Timer>) -> Result<(Trigger, Fuse), Refusal> {
        let carried = self.unit.arsenal.carried().get(weapon);
        let carried = carried.ok_or_else(|| Refusal::NoSuchWeapon { unit: self.name(), weapon })?;
        let Some(trigger) = play::trigger(carried.weapon()) else {
            return Err(Refusal::NothingToDo(format!("{} does not go off by itself.", carried.name())));
        };
        if !carried.in_hand() {
            return Err(Refusal::NotInHand { weapon: carried.name().to_string() });
        }
        let round = self.view.round();
        let owner = (self.id().0, self.unit.initiative.score());
        let fuse = timed::set(trigger, timer, (round.number(), round.pass()), owner)
            .map_err(|why| Refusal::NoTimer { unit: self.name(), why })?;
        Ok((trigger, fuse))
    }

    /// Thrown as far as it reaches and can be seen to; a charge is put down beside the unit.
    fn may_put(&self, weapon: usize, trigger: Trigger, to: Cell) -> Result<(), Refusal> {
        let (grid, from) = (self.view.field().grid(), self.unit.cell());
        if !grid.can_enter(to) {
            return Err(Refusal::Blocked("Nothing can lie there.".to_owned()));
        }
        if from.rings(to) > 1 {
            let reach = self.unit.arsenal.carried().get(weapon).map(|carried| carried.reach());
            let far = match reach {
                Some(Reach::Ranged { metres }) => from.distance_squared(to) > metres * metres,
                _ => true,
            };
            if trigger == Trigger::Charge || far {
                return Err(Refusal::Blocked("That is too far.".to_owned()));
            }
        }
        if from != to && !field::line_of_sight(grid, from, self.unit.body(), to, Body::PRONE) {
            return Err(Refusal::Blocked("A wall is in the way.".to_owned()));
        }
        Ok(())
    }

    /// The item lies where it will go off.
    fn put(mut self, weapon: usize, fuse: Fuse, cell: Cell) -> Result<Plan, Refusal> {
        let unit = self.id();
        let Some(what) = self.unit.arsenal.carried().get(weapon).cloned() else {
            return Err(Refusal::NoSuchWeapon { unit: self.name(), weapon });
        };
        let item = ItemId(self.view.round().next_item());
        self.push(Event::Activated { unit, weapon, item, what, fuse, cell });
        self.done()
    }

    /// It has to be done before the round ends. `SS-ACT-19`.
    fn must_fit(&self, needed: u8) -> Result<(), Refusal> {
        let base = play::pass_begins(&self.me, self.view.rules()).points();
        let to_come = points_to_come(self.me.purse.points(), base, self.me.initiative);
        if to_come >= u32::from(needed) {
            return Ok(());
        }
        let text = format!("it takes {needed} AP, and only {to_come} are left in this round");
        Err(Refusal::Book { unit: self.name(), why: Refused::new(text, "SS-ACT-19") })
    }

    /// `SS-ACT-18`.
    pub(super) fn go_on(self) -> Result<Plan, Refusal> {
        let Some((work, progress)) = self.unit.undertaking.get() else {
            return Err(Refusal::NothingToDo(format!("{} is busy with nothing.", self.name())));
        };
        let work = work.clone();
        match work {
            Work::Charge { .. } => self.charge(work, progress),
            Work::Deed { .. } => self.treat(work),
        }
    }

    /// Puts the points of this phase into setting a charge. `SS-ACT-18`, `SS-ACT-57`.
    fn charge(mut self, work: Work, progress: Progress) -> Result<Plan, Refusal> {
        let (paid, progress) = play::pay_towards(&self.me, progress).map_err(|why| self.unpaid(why))?;
        self.note_paid(paid, Some(Action::SetCharges));
        if let Work::Charge { weapon, timer, to } = work
            && progress.is_done()
        {
            let (_, fuse) = self.fuse(weapon, timer)?;
            return self.put(weapon, fuse, to);
        }
        let unit = self.id();
        self.push(Event::Undertook { unit, work, progress });
        self.done()
    }

    /// Begins a deed that takes all points of whole rounds. `SS-ACT-58`.
    pub(super) fn begin_rounds(
        self,
        deed: &str,
        target: Option<UnitId>,
        rounds: u32,
    ) -> Result<Plan, Refusal> {
        let round = self.view.round();
        let full = play::pass_begins(&self.me, self.view.rules()).points();
        let begun = self.unit.undertaking.get().map(|(work, _)| work);
        if let Some(Work::Deed { deed: same, target: whom, .. }) = begun
            && (same.as_str(), *whom) == (deed, target)
        {
            return self.go_on();
        }
        if round.pass() != 1 || self.me.purse.points() < full {
            let text = format!(
                "it takes all points of {rounds} rounds: begin it in the first phase of one, before anything else"
            );
            return Err(Refusal::Book { unit: self.name(), why: Refused::new(text, "SS-ACT-58") });
        }
        let since = round.number();
        self.treat(Work::Deed { deed: deed.to_owned(), target, since, rounds })
    }

    /// All points of this phase go into such a deed. `SS-ACT-58`.
    fn treat(mut self, work: Work) -> Result<Plan, Refusal> {
        let Work::Deed { deed, target, .. } = &work else { return self.done() };
        let cast = Cast::new(self.view, self.id(), *target).ok_or(Refusal::NoSuchUnit(self.id().0))?;
        let paid = play::may_do(&cast.deed(deed, None), self.view.rules()).map_err(|why| self.unpaid(why))?;
        let progress = Progress { paid: paid.points, needed: paid.points };
        self.note_paid(paid, None);
        let unit = self.id();
        self.push(Event::Undertook { unit, work, progress });
        self.done()
    }

    /// The whole phase. `SS-TIMED-09`.
    pub(super) fn detonate(mut self, item: ItemId) -> Result<Plan, Refusal> {
        let armed = self.view.armed();
        let found = armed.iter().find(|(id, _)| *id == item).map(|(_, armed)| *armed.fuse());
        let own = found.filter(|fuse| fuse.when == When::Signal && fuse.owner == self.id().0);
        if own.is_none() {
            return Err(Refusal::NothingToDo(format!("{} has no radio to set that off.", self.name())));
        }
        if self.view.round().acting() != Some(self.id()) {
            return Err(self.unpaid(Unpaid::NotItsPhase));
        }
        if self.unit.turn.paid() {
            let text = "a radio detonation takes the whole phase, and something was done in it already";
            return Err(Refusal::Book { unit: self.name(), why: Refused::new(text, "SS-TIMED-09") });
        }
        self.pay(Action::Detonate)?;
        self.plan.tasks.push(Task::GoOff { item });
        self.done()
    }
}
