//! Units that stay in their cover: those of a side that wins by waiting, leaders, and units that another side has to slay.

use super::candidate_position::CandidatePosition;
use super::known_unit::KnownUnit;
use super::situation::Situation;

/// Squares within which an enemy is on the unit with its next attacks, whatever is between them.
const NEAR_CELLS: u32 = 4;
/// Enemies that reach a square from which a unit does not leave its cover for it.
const MIN_ENEMIES: usize = 2;

/// Whether a unit that values its cover would leave it to end in reach of several enemies, for attacks in this phase that are worth no
/// more than what it risks. Plans that are rated by exchanges know what it risks.
pub(super) fn leaves_cover_for_nothing(situation: &Situation, position: &CandidatePosition) -> bool {
    let weights = &situation.weights;
    if weights.weighs_exchanges || weights.danger <= 0.0 || !situation.values_cover() {
        return false;
    }
    let risk = (position.danger / weights.danger).clamp(0.0, 1.0);
    let in_reach = |enemy: &&KnownUnit| {
        let is_near = enemy.cell.chebyshev_distance(position.cell) <= NEAR_CELLS;
        enemy.weapon_use.is_some()
            && !enemy.is_doomed
            && (is_near || situation.is_attackable_at(position.cell, enemy))
    };
    position.pace.is_some()
        && position.attack_score() <= risk
        && situation.enemies.iter().filter(in_reach).nth(MIN_ENEMIES - 1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai_rng::AiRng;
    use crate::memory::PhaseMemory;
    use crate::planning::odds_cache::WeaponUse;
    use crate::planning::situation::tests::for_each_unit_of;
    use crate::{AiWeights, Difficulty, Personality};
    use battle::Pace;
    use content::TimeUp;
    use model::Direction;
    use rules::Book;

    /// The first side wins when the time is up. Two enemies stand near the square beside each unit.
    #[test]
    fn who_wins_by_waiting_leaves_cover_only_for_what_is_worth_it() {
        let mut covered = 0;
        let start_in_cover = |bundle: &mut content::SkirmishBundle| {
            bundle.skirmish.then = TimeUp::Wins(0);
            bundle.skirmish.units.iter_mut().for_each(|unit| unit.in_cover = true);
        };
        for_each_unit_of(Book::Circumstances, start_in_cover, |view, unit| {
            let weights = AiWeights::new(Difficulty::Normal, Personality::Even);
            let assess = |seed| {
                let (rng, memory) = (AiRng::new(seed, 1, 1), PhaseMemory::default());
                Situation::assess(view, *unit.id, weights, (&rng, &memory)).expect("it is on the map")
            };
            let waits = unit.cover.is_taken() && unit.side.0 == 0;
            let is_ever_reckless = (0..30).any(|seed| assess(seed).is_reckless);
            assert_eq!(is_ever_reckless, !waits, "{}", unit.identity.name());
            let mut situation = assess(1);
            let next = unit.cell().step(Direction::East);
            situation.enemies.truncate(2);
            for enemy in &mut situation.enemies {
                enemy.cell = next.step(Direction::East);
            }
            let weapon_use = WeaponUse { weapon: 0, mode: None, option: None };
            let leaves = |situation: &Situation, score| {
                let position = CandidatePosition {
                    attack: Some((0, weapon_use, score)),
                    attacks: 1,
                    danger: 0.5 * weights.danger,
                    ..CandidatePosition::at(next, Some(Pace::Walk), 2)
                };
                leaves_cover_for_nothing(situation, &position)
            };
            covered += usize::from(waits);
            assert_eq!([0.2, 0.6].map(|score| leaves(&situation, score)), [waits, false]);
            situation.enemies.truncate(1);
            assert!(!leaves(&situation, 0.2), "one enemy");
        });
        assert!(covered > 0, "some units begin in cover");
    }
}
