//! Decides whether a unit goes on, waits or withdraws, by its health, its post, its objective and the phases in which
//! it has done nothing.

use super::Situation;
use crate::planning::candidate_position::CandidatePosition;
use crate::planning::known_unit::KnownUnit;
use crate::planning::odds_cache::{AiOddsCache, TargetPosture, WeaponUse};
use crate::planning::remembered::remembered_threat;
use crate::planning::stances::can_attack;
use crate::planning::unit_estimate::{is_blocked, wins_by_waiting};
use model::UnitId;

/// Squares within which a badly hurt unit has support: friends that it can help, and that enemies may attack instead.
const SUPPORT_CELLS: u32 = 10;
/// Factor for the danger to a unit that withdraws.
const WITHDRAWAL_DANGER: f64 = 1.5;

impl Situation<'_> {
    /// Whether the unit goes on to a better place rather than do nothing, or make an attack that hardly ever does anything.
    pub fn goes_on(&self) -> bool {
        !self.has_moved && !self.is_broken && !self.can_wait()
    }

    /// Factor for the worth of coming nearer to the unit's goal: a unit that strikes, and one that has a place to go to or a weapon to
    /// fetch, loses its patience where it has done nothing for some phases, unless its side wins by waiting.
    pub fn impatience(&self, has_place: bool) -> f64 {
        if (has_place || self.strikes) && !self.can_wait() { 1.0 + f64::from(self.idle_phases) } else { 1.0 }
    }

    /// Whether the unit serves its side by waiting. Where that wins when the time is up, one that can only strike waits out of reach of
    /// the enemies: under their fire it loses by it.
    pub fn can_wait(&self) -> bool {
        let wins_by_waiting = wins_by_waiting(self.view, *self.me.side);
        self.keeps_post || self.is_wanted || (wins_by_waiting && !self.strikes_under_fire())
    }

    /// Whether the unit leaves cover that it has taken only for something that is worth the risk: its side wins by waiting or loses
    /// much with it, and nothing drives it out.
    pub fn values_cover(&self) -> bool {
        let has_to_wait = || {
            self.keeps_post || self.is_wanted || self.is_leader || wins_by_waiting(self.view, *self.me.side)
        };
        self.me.cover.is_taken()
            && !self.has_zone
            && self.blast_danger(self.me.cell()) <= 0.0
            && has_to_wait()
    }

    /// Whether nothing keeps the unit from walking up to its enemies: neither wounds and fear nor an objective.
    pub fn may_charge(&self) -> bool {
        !(self.is_broken || self.withdraws || self.is_wanted || self.keeps_post || self.has_zone)
    }

    /// Notes an enemy at which the unit strikes better than it shoots: it is not wary and does not stay where it is.
    pub fn note_blow(&mut self, blow: Option<(UnitId, WeaponUse)>) {
        self.blow = blow;
        if blow.is_some() {
            (self.is_wary, self.stays) = (false, false);
        }
    }

    /// Whether the unit has no ranged weapon in hand, and an enemy can attack it where it is.
    pub fn strikes_under_fire(&self) -> bool {
        self.strikes && self.is_in_reach_of_enemies()
    }

    /// Whether the unit did nothing in its phase before this one and is still out of cover in the line of fire of an enemy, though
    /// it need not wait.
    pub fn has_waited_too_long(&self) -> bool {
        let is_in_view = |enemy: &KnownUnit| !is_blocked(self.exposure(enemy));
        self.idle_phases > 0
            && !self.can_wait()
            && !self.me.cover.is_taken()
            && self.enemies.iter().any(is_in_view)
    }

    /// Notes, by what the unit does and suffers where it is, whether it withdraws: badly hurt and without support it can neither win
    /// the exchange nor help, has no place to go to and no post. `position` is its own square, for a unit that does not withdraw.
    /// Returns whether it does.
    pub fn note_exchange(&mut self, position: &CandidatePosition) -> bool {
        let danger = if self.weights.danger > 0.0 { position.open_danger / self.weights.danger } else { 0.0 };
        self.withdraws = self.is_badly_hurt
            && !self.keeps_post
            && !self.has_zone
            && self.supporters() == 0
            && danger > position.attack_score();
        self.withdraws
    }

    /// Notes whether the unit attacks on in a phase in which it attacks only once: where nothing threatens it, it has no use for what
    /// is left. Cover lowers a danger, but only points that are left defend behind it.
    pub fn note_safety(&mut self, odds_cache: &mut AiOddsCache) {
        if self.most_attacks == 0 && self.weights.danger > 0.0 && !self.is_threatened(odds_cache) {
            self.most_attacks = 1;
        }
    }

    /// Whether a known or remembered enemy, or an expected explosion, can harm the unit on its square, whatever its cover keeps off.
    fn is_threatened(&self, odds_cache: &mut AiOddsCache) -> bool {
        let place = (self.me.cell(), self.me.body(), TargetPosture::Exposed);
        self.is_in_reach_of_enemies()
            || self.blast_danger(self.me.cell()) > 0.0
            || remembered_threat(&self.remembered, odds_cache, place) > 0.0
    }

    /// Forgets whether the unit withdraws.
    pub fn forget_exchange(&mut self) {
        self.withdraws = false;
    }

    /// Factor for the danger of squares.
    pub fn withdrawal_factor(&self) -> f64 {
        if self.withdraws { WITHDRAWAL_DANGER } else { 1.0 }
    }

    /// Friends that help the unit: only those near a badly hurt one.
    pub fn supporters(&self) -> usize {
        self.supporting_friends().count()
    }

    fn supporting_friends(&self) -> impl Iterator<Item = &KnownUnit> {
        let here = self.me.cell();
        self.friends.iter().filter(move |friend| {
            !self.is_badly_hurt || friend.cell.chebyshev_distance(here) <= SUPPORT_CELLS
        })
    }

    /// Notes which friends an enemy can attack from where it is, for players that count on no others to draw its attacks: the first
    /// unit of a side that comes into view draws all of them.
    pub fn note_exposed_friends(&mut self, odds_cache: &mut AiOddsCache) {
        if self.weights.counts_exposed_friends {
            let can_be_attacked = |friend: &KnownUnit, odds_cache: &mut AiOddsCache| {
                self.enemies.iter().any(|enemy| can_attack(odds_cache, enemy, friend))
            };
            let exposed = self.friends.iter().filter(|friend| can_be_attacked(friend, odds_cache));
            let exposed = exposed.map(|friend| friend.id).collect();
            self.exposed_friends = Some(exposed);
        }
    }

    /// Friends that enemies may attack instead of the unit.
    pub fn decoys(&self) -> usize {
        let Some(exposed) = &self.exposed_friends else { return self.supporters() };
        self.supporting_friends().filter(|friend| exposed.contains(&friend.id)).count()
    }
}
