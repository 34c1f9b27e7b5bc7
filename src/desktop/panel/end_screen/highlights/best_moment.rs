//! The best moment: what was rare and decisive.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use super::attack_moments::{AttackMoment, LEAST_BLOW};
use super::moment_odds::ShownOdds;
use model::{Side, UnitId};

/// The attack that took most enemies out of action at once; else the least likely one that took an enemy out, that a unit survived,
/// that was rolled with several triumphs or, if there is none, that harmed an enemy; else the one that decided the battle; else, of
/// likely ones, one that took an enemy out, or the one with most damage. Moments of the side that the screen is for come before
/// those of other sides.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BestMoment {
    /// The attack.
    pub attack: AttackMoment,
    /// Its chances; `None` if it is remarkable for what it did.
    pub odds: Option<ShownOdds>,
}

impl BestMoment {
    /// How remarkable it is, by its chances.
    fn kind(&self) -> MomentKind {
        let chance = self.chance();
        let most = match &self.attack {
            attack if attack.feats.is_survival => MAX_SURVIVAL_CHANCE,
            attack if attack.took_out => MAX_OUT_CHANCE,
            _ => MAX_HIT_CHANCE,
        };
        match self.attack.took_out {
            _ if chance <= most || self.triumph_rarity().is_some() => MomentKind::Rare,
            true => MomentKind::LikelyOut,
            false => MomentKind::LikelyHit,
        }
    }

    /// The chance of what it did: to take its target out of action, to hit it, or to stay in action as its target.
    pub fn chance(&self) -> f64 {
        self.odds.map_or(1.0, |odds| match &self.attack {
            attack if attack.feats.is_survival => 1.0 - odds.out,
            attack if attack.took_out => odds.out,
            _ => odds.hit,
        })
    }

    /// How rare it is: its chance, which counts more for a deed that decides less. The least is the rarest.
    fn rarity(&self) -> f64 {
        let weight = match &self.attack {
            attack if attack.feats.is_survival => SURVIVAL_WEIGHT,
            attack if attack.took_out || self.is_heavy_hit() => 1.0,
            _ => HIT_WEIGHT,
        };
        (weight * self.chance()).min(self.triumph_rarity().unwrap_or(f64::INFINITY))
    }

    /// Whether it hit against the odds, with at least the average damage of a hit.
    fn is_heavy_hit(&self) -> bool {
        self.odds.is_some_and(|odds| {
            let is_heavy = odds.mean > 0.0 && f64::from(self.attack.dealt) * odds.hit >= odds.mean;
            is_heavy && odds.hit <= MAX_HEAVY_HIT_CHANCE
        })
    }

    /// How rare its triumphs are; `None` without any, and for the moment of a target.
    fn triumph_rarity(&self) -> Option<f64> {
        let triumphs = self.attack.feats.triumphs.filter(|_| !self.attack.feats.is_survival)?;
        Some(TRIUMPH_WEIGHT / f64::from(triumphs.one_in.max(1)))
    }

    /// Whether its triumphs are what is rarest about it.
    pub fn stands_out_by_triumphs(&self) -> bool {
        self.triumph_rarity().is_some_and(|rarity| rarity <= self.rarity())
    }
}

/// Greatest chance at which taking an enemy out is no routine.
const MAX_OUT_CHANCE: f64 = 0.75;
/// Greatest chance at which a mere hit is no routine.
const MAX_HIT_CHANCE: f64 = 0.5;
/// Greatest chance of a hit with much damage that counts like taking an enemy out.
const MAX_HEAVY_HIT_CHANCE: f64 = 1.0 / 3.0;
/// Greatest chance to stay in action at which that stands out.
const MAX_SURVIVAL_CHANCE: f64 = 1.0 / 3.0;
/// Factors of the chances of deeds that decide less than taking an enemy out.
const SURVIVAL_WEIGHT: f64 = 1.5;
const TRIUMPH_WEIGHT: f64 = 2.0;
const HIT_WEIGHT: f64 = 3.0;
/// Greatest rarity that comes before the blow that decided the battle.
const MAX_BEFORE_END: f64 = 1.0 / 3.0;

/// What an attack did, and whether that was likely; the most remarkable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum MomentKind {
    /// It did what was unlikely.
    Rare,
    /// It took an enemy out of action, as was to be expected.
    LikelyOut,
    /// It hit, as was to be expected.
    LikelyHit,
}

/// Chooses between the blows and the best attack: of the first rank, the blow that took most enemies out; then the attack, if it
/// was rare; then the blow that decided the battle; then the attack.
pub(super) fn prefer_blow(
    blows: Vec<AttackMoment>,
    rarest: Option<BestMoment>,
    ranks: &BTreeMap<UnitId, SideRank>,
) -> Option<BestMoment> {
    let rank = |moment: &AttackMoment| ranks.get(&moment.hero()).copied().unwrap_or(SideRank::Other);
    let best = blows.into_iter().min_by_key(|blow| (rank(blow), Reverse(blow.downed)));
    let outranks = |rarest: &BestMoment, blow: &AttackMoment| {
        let (own, other) = (rank(&rarest.attack), rank(blow));
        let is_rare = rarest.kind() == MomentKind::Rare && rarest.rarity() <= MAX_BEFORE_END;
        own < other || (own == other && blow.downed < LEAST_BLOW && is_rare)
    };
    match (best, rarest) {
        (Some(blow), Some(rarest)) if outranks(&rarest, &blow) => Some(rarest),
        (Some(blow), _) => Some(BestMoment { attack: blow, odds: None }),
        (None, rarest) => rarest,
    }
}

/// Whose moments come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SideRank {
    /// The side of people who won.
    WinningPeople,
    /// Another side that people play.
    People,
    /// A side that the AI plays.
    Other,
}

impl SideRank {
    /// The rank of a side.
    pub fn of(side: Side, winner: Option<Side>, people: &[Side]) -> Self {
        match (people.contains(&side), winner == Some(side)) {
            (true, true) => Self::WinningPeople,
            (true, false) => Self::People,
            (false, _) => Self::Other,
        }
    }
}

/// Chooses among the attacks of the first rank that has any: of the most remarkable kind the rarest one, of likely hits the one with
/// most damage; the first of equal ones. A target that was likely to survive is no moment.
pub(super) fn choose_best_moment(
    moments: Vec<AttackMoment>,
    ranks: &[SideRank],
    odds: Vec<Option<ShownOdds>>,
) -> Option<BestMoment> {
    let known = moments.into_iter().zip(odds).zip(ranks);
    let known =
        known.filter_map(|((attack, odds), rank)| Some((*rank, BestMoment { attack, odds: Some(odds?) })));
    let known =
        known.filter(|(_, moment)| !moment.attack.feats.is_survival || moment.kind() == MomentKind::Rare);
    // Stable: of moments that compare alike, the first one is chosen.
    let best = known.min_by(|(own_rank, own), (other_rank, other)| {
        let kinds = (own_rank, own.kind()).cmp(&(other_rank, other.kind()));
        let damage = match own.kind() {
            MomentKind::LikelyHit => other.attack.dealt.cmp(&own.attack.dealt),
            _ => Ordering::Equal,
        };
        kinds.then(damage).then(own.rarity().total_cmp(&other.rarity()))
    });
    best.map(|(_, moment)| moment)
}
