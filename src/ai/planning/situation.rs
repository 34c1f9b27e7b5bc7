//! The situation of a decision: the acting unit, its enemies and its weapons.

mod assessment;
mod patience;
mod targets;

use std::cell::OnceCell;

use super::announced_elsewhere::BOUND_THREAT;
use super::candidate_position::CandidatePosition;
use super::expected_blasts::ExpectedBlast;
use super::guarded_zone::GuardedZone;
use super::known_unit::KnownUnit;
use super::misjudgement::{cell_number, misjudge};
use super::odds_cache::{TargetPosture, WeaponUse};
use super::remembered::RememberedEnemy;
use super::unit_estimate::{affordable_attacks, after_attack, after_paying, is_blocked, weapon_uses_of};
use crate::AiWeights;
use crate::ai_rng::AiRng;
use crate::announcement::AllyAttacks;
use battle::{BattleView, Order, Target, UnitDataItem};
use field::{TargetExposure, line_of_fire};
use model::{Cell, UnitId};
use rules::turn_engine::Action;
use rules::{ActionRequest, UnitSnapshot, WeaponReach, play};

/// Maximum attacks planned in one phase.
pub(crate) const MAX_ATTACKS_PLANNED: u32 = 3;
/// Worth of attacks from other squares to a wary unit, as a share of what they are worth.
const WARY_ATTACKS: f64 = 0.1;
/// Minimum score of the attacks of a phase for which a unit stays where it is.
const MIN_ATTACK_AT_HAND: f64 = 0.02;
/// Score of attacks below which a badly hurt or frightened unit does not come nearer to the enemy for them.
const WORTH_A_WOUND: f64 = 0.1;
/// Share of the threats on a square that count where fog of war hides it from all known enemies: one may come nearer and see it.
const UNSEEN_THREAT: f64 = 0.4;
/// Factor for what cover saves of a unit that has a zone to go to.
const PURSUIT_COVER: f64 = 1.5;
/// Factor for the danger to it.
const PURSUIT_DANGER: f64 = 0.6;

/// What a unit can still do in its phase after a move or an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ActionsLeft {
    /// Attacks it can pay for.
    pub attacks: u32,
    /// Attacks it can pay for besides taking cover; `None` if it cannot take cover.
    pub attacks_with_cover: Option<u32>,
}

/// The acting unit and all units it knows of.
pub(crate) struct Situation<'v> {
    pub view: &'v BattleView<'v, 'v>,
    pub me: UnitDataItem<'v, 'v>,
    pub unit: UnitId,
    /// The unit's state for the rules.
    pub fighter: UnitSnapshot,
    pub weights: AiWeights,
    /// Enemies, nearest first.
    pub enemies: Vec<KnownUnit>,
    /// Enemies that its side has lost sight of, nearest first.
    pub remembered: Vec<RememberedEnemy>,
    /// Conscious allies, nearest first.
    pub friends: Vec<KnownUnit>,
    /// Damage the unit can still take.
    pub health_left: f64,
    /// The zone that enemies want to reach, if there is one.
    pub guarded: Option<GuardedZone>,
    /// Radius in metres of the largest area that an enemy can attack with what it carries.
    pub area_radius: Option<u32>,
    /// Explosions that are due by the end of the next round or announced, as far as its side knows.
    blasts: Vec<ExpectedBlast>,
    /// The targets of the attacks that the unit has announced and not made yet.
    announced: Vec<UnitId>,
    /// Enemies that have announced all of their attacks on others.
    bound_elsewhere: Vec<UnitId>,
    /// The units that have attacked it since its last phase.
    pub attackers: Vec<UnitId>,
    /// Attacks that allies have announced and not made yet, once they have been looked at.
    ally_attacks: OnceCell<AllyAttacks>,
    /// Friends that an enemy can attack from where it is, for players that count them, once they have been counted.
    exposed_friends: Option<Vec<UnitId>>,
    /// Errors of judgement, the same throughout a phase.
    judgement: AiRng,
    /// Averages of the misjudged factors of all targets: as they are, and then within limits.
    mean_harm_factors: (f64, f64),
    /// Whether the unit thinks of its safety first in this phase, and attacks from where it is.
    pub is_wary: bool,
    /// Whether the unit acts without a plan in this phase.
    pub is_reckless: bool,
    /// Whether the unit attacks only once in this phase, and uses what is left for its safety.
    pub attacks_once: bool,
    /// Attacks that it still plans in this phase at most: none after the only one.
    pub most_attacks: u32,
    /// Whether the unit stays where it is in this phase as long as it can attack from there.
    stays: bool,
    /// Whether the unit has shot in this phase: it comes nearer only to something to take cover behind.
    has_shot: bool,
    /// Whether the unit has moved in this phase.
    has_moved: bool,
    /// Whether another side has to stop or to slay the unit.
    pub is_wanted: bool,
    /// Whether the unit commands others that fight as one unit with it.
    is_leader: bool,
    /// Whether the unit has little of its health left.
    pub is_badly_hurt: bool,
    /// Whether wounds or fear leave the unit little but its safety.
    is_broken: bool,
    /// Whether the unit gets out of the exchange: see [`Self::note_exchange`].
    withdraws: bool,
    /// Whether the unit has a zone to go to.
    pub has_zone: bool,
    /// The enemy in reach of a walk, and the melee weapon that does more to it than what the unit can fire from its square.
    pub blow: Option<(UnitId, WeaponUse)>,
    /// Whether the unit has no ranged weapon in hand.
    pub strikes: bool,
    /// Whether the unit keeps enemies from a zone in which they decide the battle, or from an exit that it guards.
    pub keeps_post: bool,
    /// Phases in a row before this one in which it did nothing.
    idle_phases: u32,
    /// Whether an enemy that is not wholly hidden is unhurt.
    sees_unhurt: bool,
    /// The nearest enemy that is not wholly hidden and does not go down anyway, or else the nearest one.
    nearest: Option<UnitId>,
}

impl Situation<'_> {
    /// Notes that the unit has a zone to go to: it is neither wary nor reckless, and does not stay where it is or behind
    /// cover.
    pub fn pursue_objective(&mut self) {
        (self.is_wary, self.is_reckless, self.stays, self.has_shot) = (false, false, false, false);
        self.weights.cover = self.weights.cover.min(PURSUIT_COVER);
        self.weights.danger *= PURSUIT_DANGER;
        self.has_zone = true;
    }

    /// Whether the unit comes no nearer to the enemy by a position: a wary unit keeps away from where enemies can attack it; one
    /// that has shot, one that withdraws, and one that another side has to stop or to slay, come nearer only where they take cover. So
    /// does a badly hurt or frightened unit under fire, unless it attacks well from there.
    pub fn keeps_off(&self, position: &CandidatePosition) -> bool {
        let is_useless = position.danger > 0.0 && position.attack_score() < WORTH_A_WOUND;
        // Some danger is left behind any cover.
        let is_in_danger =
            position.danger > 0.0 && !(self.weights.left_behind_cover > 0.0 && position.takes_cover);
        (self.is_wary && is_in_danger)
            || ((self.has_shot || self.is_wanted || self.withdraws || (self.is_broken && is_useless))
                && !position.takes_cover)
    }

    /// Whether a known enemy is beside a cell.
    pub fn is_beside_enemy(&self, cell: Cell) -> bool {
        self.enemies.iter().any(|enemy| enemy.cell.chebyshev_distance(cell) == 1)
    }

    /// Whether an enemy with a melee weapon can strike at a cell from where it is.
    pub fn is_in_reach_of_blades(&self, cell: Cell) -> bool {
        self.enemies.iter().any(|enemy| match enemy.weapon_use {
            Some((_, WeaponReach::Melee { beyond })) => enemy.cell.chebyshev_distance(cell) <= beyond + 1,
            _ => false,
        })
    }

    /// Whether an enemy with a weapon can attack the unit on its cell, from where it is or after a charge.
    pub fn is_in_reach_of_enemies(&self) -> bool {
        self.is_reached_at(self.me.cell())
    }

    /// Whether an enemy with a weapon can attack the unit on a cell, from where it is or after a charge.
    pub fn is_reached_at(&self, here: Cell) -> bool {
        let charges = |enemy: &KnownUnit| {
            enemy.charge.as_ref().is_some_and(|charge| !charge.ends_beside(here).is_empty())
        };
        self.enemies.iter().any(|enemy| self.is_attackable_at(here, enemy) || charges(enemy))
    }

    /// Notes what the attacks of the phase from the unit's square are worth: without any it does not stay for them, nor does it
    /// keep away from enemies, unless it has shot, or has to look to its safety.
    pub fn note_attack_at_hand(&mut self, score: f64) {
        let is_busy = score >= MIN_ATTACK_AT_HAND;
        self.stays &= is_busy;
        self.is_wary &= is_busy || self.has_shot || self.is_wanted || self.is_broken;
    }

    /// Factor for the worth of attacks on an enemy from a square: a unit that is wary or stays does not go out of its way to
    /// attack, unless it takes a step into cover or has to get away from an enemy beside it, and one that keeps its post does not leave it, unless that enemy
    /// is about to meet its objective.
    pub fn attack_factor(&self, cell: Cell, enemy: &KnownUnit) -> f64 {
        let here = self.me.cell();
        let is_idle = (self.is_wary || self.stays)
            && cell != here
            && !self.is_beside_enemy(here)
            && !self.is_step_into_cover(cell);
        if is_idle || (!enemy.is_urgent && self.leaves_post(cell)) { WARY_ATTACKS } else { 1.0 }
    }

    /// Whether a square with something to take cover behind is beside the unit, which has taken no cover.
    fn is_step_into_cover(&self, cell: Cell) -> bool {
        cell.chebyshev_distance(self.me.cell()) == 1
            && !self.me.cover.is_taken()
            && field::can_take_cover(self.view.field().grid(), cell)
    }

    /// Whether the unit would leave its post for a square.
    fn leaves_post(&self, cell: Cell) -> bool {
        let gives_up = |zone: &GuardedZone| zone.gives_up_lead(self.me.cell(), cell);
        self.keeps_post && self.guarded.as_ref().is_some_and(gives_up)
    }

    /// Whether an enemy can attack the unit on a cell from where it is.
    pub fn is_attackable_at(&self, cell: Cell, enemy: &KnownUnit) -> bool {
        let far = enemy.cell.chebyshev_distance(cell);
        match enemy.weapon_use {
            Some((_, WeaponReach::Ranged { metres })) => {
                far <= metres && !is_blocked(self.exposure_from(cell, enemy))
            }
            Some((_, WeaponReach::Melee { beyond })) => far <= beyond + 1,
            None => false,
        }
    }

    /// What it costs to end a turn on a square that an explosion will reach, or may reach; 1 is being surely out of action.
    pub fn blast_danger(&self, cell: Cell) -> f64 {
        let grid = self.view.field().grid();
        let is_reached = |blast: &&ExpectedBlast| {
            blast.centre.distance_squared(cell) <= blast.radius.pow(2)
                && field::blast_reaches(grid, blast.centre, cell)
        };
        self.blasts.iter().filter(is_reached).map(|blast| blast.danger).fold(0.0, f64::max)
    }

    /// Share of the threat of an enemy that counts: less of one that has announced its attacks on others.
    pub fn threat_share(&self, enemy: UnitId) -> f64 {
        if self.bound_elsewhere.contains(&enemy) { BOUND_THREAT } else { 1.0 }
    }

    /// Share of the threats on a square that count: fewer where darkness, smoke or distance hides it from all known enemies.
    pub fn seen_share(&self, cell: Cell) -> f64 {
        if !self.view.has_fog_of_war() {
            return 1.0;
        }
        let sees = |enemy: &KnownUnit| {
            let observer = self.view.unit(enemy.id);
            observer.is_some_and(|other| self.view.sight_obstacle(&other, enemy.cell, cell).is_none())
        };
        if self.enemies.iter().any(sees) { 1.0 } else { UNSEEN_THREAT }
    }

    /// Factor by which the unit misjudges the danger of a square.
    pub fn danger_factor(&self, cell: Cell) -> f64 {
        misjudge(self.weights.danger_error, &self.judgement, (2 << 60) | cell_number(cell))
    }

    /// Whether the unit overlooks a square in this phase; it overlooks none with something to take cover behind.
    pub fn overlooks(&self, cell: Cell) -> bool {
        self.weights.overlooked > 0.0
            && !field::can_take_cover(self.view.field().grid(), cell)
            && self.judgement.fork((3 << 60) | cell_number(cell)).fraction() < self.weights.overlooked
    }

    /// Exposure of another unit, seen or not, to the acting unit.
    pub fn exposure(&self, other: &KnownUnit) -> TargetExposure {
        self.exposure_from(self.me.cell(), other)
    }

    /// The same to the unit on another cell.
    fn exposure_from(&self, cell: Cell, other: &KnownUnit) -> TargetExposure {
        let grid = self.view.field().grid();
        line_of_fire(grid, cell, self.me.body(), other.cell, other.body).target_exposure()
    }

    /// Usable attacks with the weapons in hand.
    pub fn weapon_uses(&self) -> Vec<WeaponUse> {
        let held = self.me.inventory.held_items();
        let mut uses: Vec<WeaponUse> =
            held.flat_map(|(weapon, carried)| weapon_uses_of(weapon, carried)).collect();
        if !self.enemies.is_empty() && !self.enemies.iter().any(|enemy| self.chooses_modes_at(enemy)) {
            uses.retain(|weapon_use| self.is_first_mode(*weapon_use));
        }
        uses
    }

    /// Whether the unit thinks of a weapon use against an enemy: of other fire modes than the first one only at those near enough.
    pub fn considers(&self, weapon_use: WeaponUse, enemy: &KnownUnit) -> bool {
        self.chooses_modes_at(enemy) || self.is_first_mode(weapon_use)
    }

    fn chooses_modes_at(&self, enemy: &KnownUnit) -> bool {
        enemy.cell.chebyshev_distance(self.me.cell()) <= self.weights.modes_within
    }

    fn is_first_mode(&self, weapon_use: WeaponUse) -> bool {
        weapon_use.mode == self.me.inventory[weapon_use.weapon].modes().first().copied()
    }

    /// The posture by which the unit judges its own attacks on a target with this exposure: every player knows that
    /// something is in the way of an attack on a target that is wholly hidden.
    pub fn judged_posture(&self, line: TargetExposure) -> TargetPosture {
        if self.weights.sees_target_cover || is_blocked(line) {
            TargetPosture::Current
        } else {
            TargetPosture::Exposed
        }
    }

    /// The unit after paying for an action; `None` if it cannot.
    pub fn after_paying(&self, me: &UnitSnapshot, request: ActionRequest<'_>) -> Option<UnitSnapshot> {
        after_paying(me, request, self.view.rules())
    }

    /// The order to take cover: the action of all books, or the book's own.
    pub fn cover_order(&self) -> Order {
        let unit = self.unit;
        match play::cover_action(self.view.rules().book()) {
            Some(action) => {
                Order::SpecialAction { unit, action: action.to_owned(), target: None, weapon: None }
            }
            None => Order::TakeCover { unit },
        }
    }

    /// What a unit can still do, with this weapon.
    pub fn actions_left(&self, me: &UnitSnapshot, weapon_use: Option<WeaponUse>) -> ActionsLeft {
        let mut left = ActionsLeft::default();
        let mut state = Some(me.clone());
        for attacks in 0..=self.most_attacks {
            let Some(now) = state else { break };
            left.attacks = attacks;
            if self.after_paying(&now, ActionRequest::for_action(Action::TakeCover)).is_some() {
                left.attacks_with_cover = Some(attacks);
            }
            state = weapon_use.and_then(|weapon_use| self.after_attack(&now, weapon_use));
        }
        left
    }

    /// The order for an attack on a unit.
    pub fn attack_order(&self, target: UnitId, weapon_use: WeaponUse) -> Order {
        let WeaponUse { weapon, mode, option } = weapon_use;
        let option = option.map(str::to_owned);
        Order::Attack { unit: self.unit, target: Target::Unit(target), weapon, mode, option }
    }

    /// The unit after an attack; `None` if it cannot pay for it.
    pub fn after_attack(&self, me: &UnitSnapshot, weapon_use: WeaponUse) -> Option<UnitSnapshot> {
        after_attack(me, weapon_use, self.view.rules())
    }

    /// Number of such attacks it can pay for, of those that it plans.
    pub fn affordable_attacks(&self, me: &UnitSnapshot, weapon_use: WeaponUse) -> u32 {
        affordable_attacks(me, weapon_use, self.view.rules()).min(self.most_attacks)
    }

    /// The unit after a walk or a run; `None` if it cannot pay for it.
    pub fn after_move(&self, action: Action) -> Option<UnitSnapshot> {
        self.after_paying(&self.fighter, ActionRequest::for_action(action))
    }

    /// Progress of the battle, from 0 at its start to 1 in its last round.
    pub fn battle_progress(&self) -> f64 {
        let rounds = self.view.setup().bundle().skirmish.rounds.max(1);
        (f64::from(self.view.round().number()) / f64::from(rounds)).min(1.0)
    }
}

#[cfg(test)]
pub(crate) mod tests;
