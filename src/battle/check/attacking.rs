//! Attacks: whether the weapon can, and whether the target can be reached.

use super::Draft;
use crate::check::Plan;
use crate::components::UnitId;
use crate::event::Event;
use crate::order::Target;
use crate::refusal::Refusal;
use crate::state::Task;
use crate::view::Aimed;
use rules::engine::Action;
use rules::status::{self, Ailment};
use rules::{Down, FireMode, Held, play};

impl Draft<'_> {
    pub(super) fn attack(
        mut self,
        target: Target,
        weapon: usize,
        mode: Option<FireMode>,
        manner: Option<&str>,
    ) -> Result<Plan, Refusal> {
        let (carried, rounds) = self.weapon_ready(weapon, mode)?;
        if let Some(manner) = manner {
            self.knows(weapon, manner, target)?;
        }
        self.in_reach(target, Aimed { unit: self.id(), weapon, mode, manner })?;
        if mode.is_some() && carried.mode() != mode {
            self.pay(Action::ChangeMode)?;
        }
        self.pay_with(play::attack_action(carried.weapon(), mode), Some(weapon), manner)?;
        let rounds_before = self.unit.turn.rounds_fired();
        self.plan.karma = self.unit.karma.for_test();
        let unit = self.id();
        let rounds = if carried.magazine() > 0 { rounds } else { 0 };
        self.push(Event::AttackDeclared { unit, target, weapon, mode, rounds });
        self.fulfil();
        let manner = manner.map(str::to_owned);
        self.plan.tasks.extend(crate::surprise::before_attack(self.view, self.unit));
        self.plan.tasks.push(Task::Attack { unit, target, weapon, mode, manner, rounds_before, share: None });
        self.done()
    }

    /// The book knows this way of attacking such a target with this weapon.
    pub(super) fn knows(&self, weapon: usize, manner: &str, target: Target) -> Result<(), Refusal> {
        let held: Option<&Held> = self.me.held_at(weapon);
        let known = held.map_or_else(Vec::new, |held| play::manners(&self.me, held, self.view.rules()));
        match known.into_iter().find(|known| known.key == manner) {
            Some(known) if known.of_body && !matches!(target, Target::Unit(_)) => {
                Err(Refusal::BadTarget(format!("{}: nothing of the kind is there.", known.label)))
            }
            Some(_) => Ok(()),
            None => {
                let unknown = format!("{} knows no attack called `{manner}` now.", self.name());
                Err(Refusal::NothingToDo(unknown))
            }
        }
    }

    pub(super) fn in_reach(&self, target: Target, aimed: Aimed<'_>) -> Result<(), Refusal> {
        match target {
            Target::Unit(id) => self.reaches_unit(id, aimed),
            Target::Barrier(id) => {
                let data = self.view.barrier(id).ok_or(Refusal::NoSuchBarrier(id.0))?;
                if data.state.holed() || data.state.open() {
                    return Err(Refusal::BadTarget("Nothing stands there any more.".to_owned()));
                }
                let engagement =
                    self.view.barrier_engagement(aimed, id).ok_or(Refusal::NoSuchBarrier(id.0))?;
                play::may_attack_barrier(&engagement).map_err(Refusal::Forbidden)
            }
            Target::Square(cell) => {
                if !self.view.field().grid().can_enter(cell) {
                    return Err(Refusal::BadTarget("That square is not open.".to_owned()));
                }
                let engagement =
                    self.view.square_engagement(aimed, cell).expect("the attacker holds the weapon");
                play::may_attack_square(&engagement).map_err(Refusal::Forbidden)
            }
        }
    }

    fn reaches_unit(&self, id: UnitId, aimed: Aimed<'_>) -> Result<(), Refusal> {
        let other = self.view.unit(id).ok_or(Refusal::NoSuchUnit(id.0))?;
        // Only whoever controls a mind makes it turn on itself. `CS-BRWA-08`
        if id == self.id() && !status::has(&self.me.ailments, Ailment::Brainwashed) {
            return Err(Refusal::BadTarget("A unit does not attack itself.".to_owned()));
        }
        if other.casualty.escaped() || other.casualty.down() == Some(Down::Dead) {
            return Err(Refusal::BadTarget(format!("{} is out of the fight.", other.identity.name())));
        }
        let engagement = self.view.engagement(aimed, id).ok_or(Refusal::NoSuchUnit(id.0))?;
        play::may_attack(&engagement).map_err(Refusal::Forbidden)?;
        let melee = self.unit.arsenal.carried().get(aimed.weapon).is_some_and(|carried| carried.is_melee());
        if melee && !self.view.sees(self.unit, &other) {
            return Err(Refusal::Blocked("A wall stands between the two.".to_owned()));
        }
        Ok(())
    }
}
