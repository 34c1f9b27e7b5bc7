//! `CandidatePosition`: a square that a unit can reach, with the scores of attacks from there, of the danger there, and
//! of progress towards the goal.

use super::odds_cache::WeaponUse;
use crate::exchange::AreaEffect;
use battle::Pace;
use model::Cell;

/// Share of what cover saves that counts where the unit can take it only in its next phase.
const LATER_COVER_SHARE: f64 = 0.3;

/// A cell with its scores.
#[derive(Clone, Debug)]
pub(crate) struct CandidatePosition {
    pub cell: Cell,
    /// How it is reached; `None` for the current cell.
    pub pace: Option<Pace>,
    /// Movement cost in half metres.
    pub cost: u32,
    /// The best attack from there: index of the enemy, weapon and score.
    pub attack: Option<(usize, WeaponUse, f64)>,
    /// Number of such attacks possible after moving there.
    pub attacks: u32,
    /// What each such attack does to other units than its target, for players that rate exchanges.
    pub area: Vec<AreaEffect>,
    /// Score for a target without cover from there.
    pub flank: f64,
    /// Expected damage taken there as planned, as a positive number.
    pub danger: f64,
    /// Expected damage by enemy, as planned.
    pub threats: Vec<f64>,
    /// Whether the unit is to take cover there.
    pub takes_cover: bool,
    /// Expected damage taken there without having taken cover, and with it if there is something to take cover behind.
    pub open_danger: f64,
    pub covered_danger: Option<f64>,
    /// Share of the danger that ends with the target of the best attack.
    pub threat_removed: f64,
    /// Score of attacks from there in the next phase.
    pub future: f64,
    /// Progress towards the objective, or towards the enemy.
    pub objective: f64,
    pub close_in: f64,
    /// Score lost because an enemy is too close for a unit with a ranged weapon, as a positive number.
    pub crowding: f64,
}

impl CandidatePosition {
    /// A cell that is reached at a pace for a cost, without any scores.
    pub fn at(cell: Cell, pace: Option<Pace>, cost: u32) -> Self {
        Self {
            cell,
            pace,
            cost,
            attack: None,
            attacks: 0,
            area: Vec::new(),
            flank: 0.0,
            danger: 0.0,
            threats: Vec::new(),
            takes_cover: false,
            open_danger: 0.0,
            covered_danger: None,
            threat_removed: 0.0,
            future: 0.0,
            objective: 0.0,
            close_in: 0.0,
            crowding: 0.0,
        }
    }

    /// Score of ending there as planned.
    pub fn position_score(&self) -> f64 {
        self.advantage() - self.danger
    }

    /// Score of ending there without the danger.
    fn advantage(&self) -> f64 {
        self.objective + self.close_in + self.future - self.crowding
    }

    /// Score of ending there, with cover taken if the unit can still pay for it.
    pub fn end_score(&self, can_take_cover: bool) -> f64 {
        let covered = self.covered_danger.filter(|_| can_take_cover);
        let danger = covered.map_or(self.uncovered_danger(), |covered| covered.min(self.open_danger));
        self.advantage() - danger
    }

    /// Score of ending there without taking cover, now or in the next phase.
    pub fn open_score(&self) -> f64 {
        self.advantage() - self.open_danger
    }

    /// Danger of ending there without having taken cover: less where there is something to take cover behind in the next
    /// phase.
    pub fn uncovered_danger(&self) -> f64 {
        self.open_danger - LATER_COVER_SHARE * self.cover_saving()
    }

    /// What taking cover there now saves.
    pub fn cover_gain(&self) -> f64 {
        (1.0 - LATER_COVER_SHARE) * self.cover_saving()
    }

    /// How much less danger there is in cover.
    fn cover_saving(&self) -> f64 {
        self.covered_danger.map_or(0.0, |covered| (self.open_danger - covered).max(0.0))
    }

    /// Score of the attacks from there.
    pub fn attack_score(&self) -> f64 {
        self.attack.map_or(0.0, |(.., score)| score * f64::from(self.attacks))
            + self.flank
            + self.threat_removed
    }
}
