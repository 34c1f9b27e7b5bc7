//! Ratings: maximum-likelihood strengths on Elo's scale (Bradley-Terry model), with errors from the curvature.

use super::stats::{Estimate, Z_95};

/// Points of a ten to one chance.
const POINTS_PER_TENFOLD_ODDS: f64 = 400.0;
/// Virtual ties added to every pair, so that a player with wins only has a finite rating.
const PRIOR_TIES: f64 = 1.0;
/// Standard deviation of the prior, in points; connects players that never met.
const PRIOR_DEVIATION: f64 = 4000.0;
/// Maximum iterations.
const MAX_ITERATIONS: usize = 100;

/// Results between two players in half wins; a tie is one half each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadToHead {
    /// Index of a player.
    pub one: usize,
    /// Index of the opponent.
    pub other: usize,
    /// Half wins of the player.
    pub halves: u64,
    /// Number of fights.
    pub fights: u64,
}

/// Ratings of all players in points above the first one.
pub fn compute_ratings(players: usize, scores: &[HeadToHead]) -> Vec<Estimate> {
    let points = POINTS_PER_TENFOLD_ODDS / std::f64::consts::LN_10;
    let prior = (points / PRIOR_DEVIATION).powi(2);
    let mut strengths = vec![0.0_f64; players];
    let mut curvature = Vec::new();
    for _ in 0..MAX_ITERATIONS {
        let mut slope: Vec<f64> = strengths.iter().map(|strength| -strength * prior).collect();
        curvature = vec![vec![0.0; players]; players];
        for (number, row) in curvature.iter_mut().enumerate() {
            row[number] = prior;
        }
        for score in scores {
            let (one, other, n) = (score.one, score.other, score.fights as f64 + PRIOR_TIES);
            let chance = 1.0 / (1.0 + (strengths[other] - strengths[one]).exp());
            let residual = (score.halves as f64 + PRIOR_TIES) / 2.0 - n * chance;
            let weight = n * chance * (1.0 - chance);
            slope[one] += residual;
            slope[other] -= residual;
            curvature[one][one] += weight;
            curvature[other][other] += weight;
            curvature[one][other] -= weight;
            curvature[other][one] -= weight;
        }
        let inverse = invert_matrix(&curvature);
        let mut largest_step = 0.0_f64;
        for (strength, row) in strengths.iter_mut().zip(&inverse) {
            let step: f64 = row.iter().zip(&slope).map(|(entry, slope)| entry * slope).sum();
            // Short steps keep the search from diverging.
            let step = step.clamp(-1.0, 1.0);
            *strength += step;
            largest_step = largest_step.max(step.abs());
        }
        if largest_step < 1e-10 {
            break;
        }
    }
    let covariance = invert_matrix(&curvature);
    let above = |player: usize| {
        let spread = covariance[player][player] + covariance[0][0] - 2.0 * covariance[player][0];
        Estimate::with_error(
            (strengths[player] - strengths[0]) * points,
            Z_95 * spread.max(0.0).sqrt() * points,
        )
    };
    (0..players).map(above).collect()
}

/// Inverse of a small symmetric positive definite matrix.
fn invert_matrix(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut left: Vec<Vec<f64>> = matrix.to_vec();
    let mut right: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for pivot in 0..size {
        let scale = left[pivot][pivot];
        for column in 0..size {
            left[pivot][column] /= scale;
            right[pivot][column] /= scale;
        }
        let (own_left, own_right) = (left[pivot].clone(), right[pivot].clone());
        for row in (0..size).filter(|row| *row != pivot) {
            let factor = left[row][pivot];
            for column in 0..size {
                left[row][column] -= factor * own_left[column];
                right[row][column] -= factor * own_right[column];
            }
        }
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(one: usize, other: usize, halves: u64, fights: u64) -> HeadToHead {
        HeadToHead { one, other, halves, fights }
    }

    /// 75 of 100 and a tie are odds of 75.5 to 25.5: 188.6 points; the error is 400 / ln 10 / sqrt(101 x 0.1887) = 39.8.
    #[test]
    fn two_players_have_the_odds_of_their_fights() {
        let ratings = compute_ratings(2, &[score(1, 0, 150, 100)]);
        assert_eq!(ratings[0].value, 0.0);
        assert!((ratings[1].value - 188.6).abs() < 0.5, "{ratings:?}");
        let error = (ratings[1].high.expect("an interval") - ratings[1].value) / Z_95;
        assert!((error - 39.8).abs() < 0.3, "{error}");
    }

    #[test]
    fn strengths_add_up_along_a_chain() {
        let ratings = compute_ratings(3, &[score(1, 0, 1500, 1000), score(2, 1, 1500, 1000)]);
        assert!((ratings[2].value - 2.0 * 190.8).abs() < 2.0, "{ratings:?}");
        let wide = |number: usize| ratings[number].high.expect("an interval") - ratings[number].value;
        assert!(wide(2) > wide(1));
    }

    #[test]
    fn a_player_with_wins_only_has_a_finite_rating() {
        let ratings = compute_ratings(2, &[score(1, 0, 40, 20)]);
        assert!(ratings[1].value > 400.0 && ratings[1].value.is_finite(), "{ratings:?}");
        assert!(ratings[1].low.is_some_and(|low| low > 0.0), "{ratings:?}");
    }
}
