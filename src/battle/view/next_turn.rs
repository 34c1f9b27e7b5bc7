//! What a unit has at the beginning of its next phase, and what it can do in its next turn: how far it moves, and how far
//! before an attack with each weapon in hand.

use super::battle_view::{BattleView, UnitDataItem};
use crate::state::components::inventory::CarriedItem;
use dice::ScriptedTable;
use rules::status::{end_phase, end_round, phase_loss_reason};
use rules::turn_engine::{Action, has_phase, score_after_pass};
use rules::{
    ActionRequest, FireMode, HeldWeapon, MovementMode, PhaseStart, RuleStep, SpecialAction, UnitSnapshot,
    WeaponMalfunction, WeaponReach, play,
};

/// Special actions that buy movement. `CS-BASE-20`.
const BOUGHT_MOVES: [&str; 2] = ["full_move", "charge"];

/// An attack that a unit can make in a turn after it has moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MobileAttack {
    /// Slot of the weapon.
    pub weapon: usize,
    /// Its reach.
    pub reach: WeaponReach,
    /// The farthest move before the attack, in half metres.
    pub max_move: u32,
}

/// What a unit can do in its next turn, as far as its budget decides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NextTurn {
    /// The farthest move, in half metres.
    pub max_move: u32,
    /// An attack for each weapon in hand that it can use.
    pub attacks: Vec<MobileAttack>,
}

/// A unit after a move of a turn.
struct Moved {
    state: UnitSnapshot,
    half_metres: u32,
}

impl BattleView<'_, '_> {
    /// Returns what a unit can do in its next turn, or in the rest of its current one: walk or run, once stood up if it is
    /// prone, then attack. Sprints, whose length the dice decide, are left out, and so is what others do before.
    pub fn next_turn(&self, unit: &UnitDataItem) -> NextTurn {
        if !unit.is_fighting() {
            return NextTurn::default();
        }
        let is_acting = self.round().acting() == Some(*unit.id);
        let start =
            if is_acting { Some(self.unit_snapshot(unit)) } else { self.snapshot_at_coming_phase(unit) };
        start.map(|start| self.turn_from(unit, start)).unwrap_or_default()
    }

    /// As [`Self::next_turn`], from a given state of the unit.
    pub fn turn_from(&self, unit: &UnitDataItem, start: UnitSnapshot) -> NextTurn {
        let mut turn = NextTurn::default();
        let stood = self.stood_up(&start);
        for moved in [Some(start), stood].into_iter().flatten().flat_map(|state| self.moves(state)) {
            turn.max_move = turn.max_move.max(moved.half_metres);
            for (weapon, carried) in unit.inventory.held_items() {
                if !self.can_attack(&moved.state, weapon, carried) {
                    continue;
                }
                match turn.attacks.iter_mut().find(|attack| attack.weapon == weapon) {
                    Some(attack) => attack.max_move = attack.max_move.max(moved.half_metres),
                    None => {
                        let (reach, max_move) = (carried.reach(), moved.half_metres);
                        turn.attacks.push(MobileAttack { weapon, reach, max_move });
                    }
                }
            }
        }
        turn
    }

    /// Whether a unit can attack with a weapon in hand in its next turn: the weapon works or can be reloaded first, and the
    /// turn pays for all that. False if it loses that turn.
    pub fn can_attack_next_turn(
        &self,
        unit: &UnitDataItem,
        (weapon, carried): (usize, &CarriedItem),
    ) -> bool {
        let Some(start) = self.snapshot_at_coming_phase(unit) else { return false };
        let after_standing =
            || self.stood_up(&start).is_some_and(|state| self.can_attack(&state, weapon, carried));
        self.can_attack(&start, weapon, carried) || after_standing()
    }

    /// Whether a prone unit can stand up and then attack with a weapon in hand in its next turn, as
    /// [`Self::can_attack_next_turn`]; false if it stands.
    pub fn can_stand_and_attack(
        &self,
        unit: &UnitDataItem,
        (weapon, carried): (usize, &CarriedItem),
    ) -> bool {
        let start = self.snapshot_at_coming_phase(unit);
        let stood = start.and_then(|start| self.stood_up(&start));
        stood.is_some_and(|state| self.can_attack(&state, weapon, carried))
    }

    /// Returns a prone unit once it has stood up; `None` if it stands or cannot pay for that.
    fn stood_up(&self, unit: &UnitSnapshot) -> Option<UnitSnapshot> {
        let paid = unit.prone.then(|| self.after_paying(unit, Action::StandUp)).flatten()?;
        Some(UnitSnapshot { prone: false, ..paid })
    }

    /// Returns a unit at the beginning of its next phase, after the current one if it acts: what it has to spend, its health
    /// and what counts from there on. `None` if it loses that phase. What others do before, a phase that it holds and the
    /// result of its next initiative roll are left out. `SS-ROUND-12`, `SS-ACT-24`, `SS-ACT-34`.
    pub fn snapshot_at_next_phase(&self, unit: &UnitDataItem) -> Option<UnitSnapshot> {
        let (mut me, rules) = (self.unit_snapshot(unit), self.rules());
        if self.round().acting() == Some(*unit.id) {
            me.ailments = me.ailments.iter().filter_map(|one| end_phase(*one)).collect();
        }
        if !self.awaits_phase(unit) {
            me.initiative = score_after_pass(me.initiative);
            if !has_phase(me.initiative) {
                self.begin_next_round(&mut me);
            }
            me.budget = play::budget_at_pass_start(&me, rules);
        }
        (me.spent, me.gait, me.defences) = (0, MovementMode::Steady, 0);
        if phase_loss_reason(&me.ailments).is_some() {
            return None;
        }
        // A start that needs dice or an answer leaves budget and health as they are.
        if let Ok(start) = play::start_phase(&mut ScriptedTable::new([], Vec::new()), &me, rules) {
            if start.lost.is_some() {
                return None;
            }
            apply_phase_start(&mut me, start);
        }
        Some(me)
    }

    /// Returns a unit at the beginning of the phase that it has first: one that it holds, or else its next own one. `None` if
    /// it loses that phase.
    pub fn snapshot_at_coming_phase(&self, unit: &UnitDataItem) -> Option<UnitSnapshot> {
        // A phase that is held from an earlier pass shares the points of the next own one. `SS-DELAY-17`
        if !self.can_step_in(unit) || self.awaits_phase(unit) {
            return self.snapshot_at_next_phase(unit);
        }
        let mut me = self.unit_snapshot(unit);
        (me.spent, me.gait, me.defences, me.late) = (0, MovementMode::Steady, 0, true);
        let start = play::resume_phase(&me);
        if start.lost.is_some() || phase_loss_reason(&me.ailments).is_some() {
            return None;
        }
        apply_phase_start(&mut me, start);
        Some(me)
    }

    /// Takes a unit to the beginning of the next round, with an initiative that is not yet rolled.
    fn begin_next_round(&self, me: &mut UnitSnapshot) {
        let ending = me.round;
        me.ailments.retain(|one| end_round(*one, ending).is_some());
        (me.initiative, me.round) = (1, ending + 1);
        (me.walked, me.runs, me.acted) = (0, 0, false);
        me.budget = play::budget_at_round_start(me, self.rules());
    }

    /// Returns a unit before it moves, and after each kind of move.
    fn moves(&self, start: UnitSnapshot) -> Vec<Moved> {
        let rules = self.rules();
        let budget = play::move_budget(&start, rules);
        let mut moves = Vec::new();
        if budget.walk_left > 0
            && let Some(state) = self.after_paying(&start, Action::Walk)
        {
            moves.push(Moved { state, half_metres: budget.walk_left });
        }
        if budget.run > 0
            && budget.runs == 0
            && play::may_run(&start, true, rules).is_ok()
            && let Some(state) = self.after_paying(&start, Action::Run)
        {
            let extended = self.after_paying(&state, Action::Walk).filter(|_| budget.walk_left > 0);
            if let Some(state) = extended {
                moves.push(Moved { state, half_metres: budget.run + budget.walk_left });
            }
            moves.push(Moved { state, half_metres: budget.run });
        }
        let offered = play::available_actions(&start, rules);
        for key in BOUGHT_MOVES.into_iter().filter(|key| offered.iter().any(|action| action.key == *key)) {
            let action = SpecialAction { seen: true, ..SpecialAction::new(&start, key) };
            let Ok(paid) = play::pay_special_action(&action, rules) else { continue };
            let state = start.after_payment(paid);
            let half_metres = play::move_budget(&state, rules).walk_left;
            moves.push(Moved { state, half_metres });
        }
        moves.push(Moved { state: start, half_metres: 0 });
        moves
    }

    /// Whether a unit can take a stowed weapon in hand and attack with it in its next turn, or in the rest of its current one, as far
    /// as its budget decides.
    pub fn can_ready_and_attack(&self, unit: &UnitDataItem, slot: usize) -> bool {
        let Some(carried) = unit.inventory.get(slot).filter(|carried| !carried.in_hand()) else {
            return false;
        };
        let is_acting = self.round().acting() == Some(*unit.id);
        let start =
            if is_acting { Some(self.unit_snapshot(unit)) } else { self.snapshot_at_coming_phase(unit) };
        let held = HeldWeapon::to_be_held(carried, slot);
        let readied = start.and_then(|start| self.pay_with(&start, Action::Ready, &held));
        readied.is_some_and(|mut readied| {
            readied.held.push(held);
            self.can_attack(&readied, slot, carried)
        })
    }

    /// Whether a unit can pay for an attack with a weapon; an empty one is reloaded before.
    fn can_attack(&self, unit: &UnitSnapshot, weapon: usize, carried: &CarriedItem) -> bool {
        let modes = carried.modes().iter().map(|mode| Some(*mode));
        let mut modes = modes.chain(carried.modes().is_empty().then_some(None));
        modes.any(|mode| {
            let ready = self.ready_to_attack(unit, (weapon, carried), mode);
            ready.zip(unit.held_weapon(weapon)).is_some_and(|(unit, held)| {
                self.pay_with(&unit, play::attack_action(&held.weapon, mode), held).is_some()
            })
        })
    }

    /// Returns a unit once it can attack with a weapon in hand in a mode: with the weapon reloaded if it has too few rounds,
    /// and switched to the mode. `None` if it cannot pay for that, or the weapon cannot be used.
    pub fn ready_to_attack(
        &self,
        unit: &UnitSnapshot,
        (weapon, carried): (usize, &CarriedItem),
        mode: Option<FireMode>,
    ) -> Option<UnitSnapshot> {
        let held = unit.held_weapon(weapon)?;
        if play::detonation_trigger(&held.weapon).is_some() {
            return None; // activated, not fired
        }
        let needs_reload = match carried.fault() {
            WeaponMalfunction::None | WeaponMalfunction::Worn { .. } => false,
            WeaponMalfunction::Empty | WeaponMalfunction::Cleared => true,
            _ => return None,
        };
        let rounds = play::rounds_per_attack(&held.weapon, mode);
        let is_short = carried.magazine() > 0 && carried.loaded() < rounds;
        let reloaded = if needs_reload || is_short {
            if carried.magazine() < rounds { None } else { self.pay_with(unit, Action::Reload, held) }
        } else {
            Some(unit.clone())
        };
        reloaded.and_then(|unit| match mode.is_some() && carried.mode() != mode {
            true => self.pay_with(&unit, Action::ChangeMode, held),
            false => Some(unit),
        })
    }

    /// Returns a unit after an action with a weapon; `None` if it cannot pay for it.
    fn pay_with(&self, unit: &UnitSnapshot, action: Action, held: &HeldWeapon) -> Option<UnitSnapshot> {
        let request = ActionRequest { action, with: Some(held), option: None };
        Some(unit.after_payment(play::pay_action(unit, request, self.rules()).ok()?))
    }

    /// Returns a unit after an action; `None` if it cannot pay for it.
    fn after_paying(&self, unit: &UnitSnapshot, action: Action) -> Option<UnitSnapshot> {
        let paid = play::pay_action(unit, ActionRequest::for_action(action), self.rules()).ok()?;
        Some(unit.after_payment(paid))
    }
}

/// Gives a unit the budget and the health that it has once its phase has begun.
fn apply_phase_start(unit: &mut UnitSnapshot, start: PhaseStart) {
    for step in start.effects {
        match step {
            RuleStep::SetTurnBudget { unit: who, after, .. } if who == unit.id => unit.budget = after,
            RuleStep::ChangeHealth { unit: who, after, .. } if who == unit.id => unit.condition = after,
            _ => {}
        }
    }
}
