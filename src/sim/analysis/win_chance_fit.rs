//! Fits win chances to simulated fights: logistic regression, and how well its chances agree with results.

use std::fmt;

use serde::Serialize;

use ai::{FEATURE_COUNT, FEATURE_NAMES, PositionFeatures, WinChanceCoefficients};

/// Steps of Newton's method.
const STEPS: usize = 25;
/// Penalty for large coefficients, per unit of weight.
const RIDGE: f64 = 1e-3;
/// Groups of positions from which the correction of the chances is computed.
const GROUPS: usize = 12;
/// Bins of the calibration error.
const BINS: usize = 10;

/// A position of a fight and its result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionSample {
    /// Features of the position.
    pub features: PositionFeatures,
    /// Result for the first side: 1 won, 0 lost, 0.5 a draw.
    pub result: f64,
    /// Weight, such that the positions of a fight count as one.
    pub weight: f64,
}

/// Fits the coefficients of a book.
pub fn fit_win_chance(samples: &[PositionSample]) -> WinChanceCoefficients {
    let mut coefficients = [0.0; FEATURE_COUNT];
    let total: f64 = samples.iter().map(|sample| sample.weight).sum();
    for _ in 0..STEPS {
        let mut gradient = [0.0; FEATURE_COUNT];
        let mut hessian = [[0.0; FEATURE_COUNT]; FEATURE_COUNT];
        for sample in samples {
            let values = sample.features.0;
            let chance = chance(&coefficients, &values);
            let (error, curve) = (sample.result - chance, chance * (1.0 - chance));
            for (row, value) in values.iter().enumerate() {
                gradient[row] += sample.weight * error * value;
                for (column, other) in values.iter().enumerate() {
                    hessian[row][column] += sample.weight * curve * value * other;
                }
            }
        }
        for row in 0..FEATURE_COUNT {
            gradient[row] -= RIDGE * total * coefficients[row];
            hessian[row][row] += RIDGE * total;
        }
        let step = solve(hessian, gradient);
        coefficients.iter_mut().zip(step).for_each(|(coefficient, step)| *coefficient += step);
    }
    let rounded = coefficients.map(|coefficient| (1000.0 * coefficient).round() / 1000.0);
    let weights = FEATURE_NAMES.iter().map(|name| (*name).to_owned()).zip(rounded).collect();
    let mut fitted = WinChanceCoefficients { weights, correction: Vec::new() };
    fitted.correction = fit_correction(&fitted, samples);
    fitted
}

/// Mean chance and share of wins of groups of equal weight, by chance; neighbours are pooled until the share rises.
fn fit_correction(fitted: &WinChanceCoefficients, samples: &[PositionSample]) -> Vec<(f64, f64)> {
    let mut judged: Vec<(f64, &PositionSample)> =
        samples.iter().map(|sample| (fitted.chance(&sample.features), sample)).collect();
    judged.sort_by(|one, other| one.0.total_cmp(&other.0));
    let total: f64 = samples.iter().map(|sample| sample.weight).sum();
    let mut pools: Vec<CalibrationBin> = Vec::new();
    let mut group = CalibrationBin::default();
    for (chance, sample) in judged {
        group.add(chance, sample.result, sample.weight);
        if group.weight * GROUPS as f64 >= total {
            pools.push(std::mem::take(&mut group));
        }
        while let [.., before, last] = &pools[..]
            && before.results * last.weight >= last.results * before.weight
        {
            let pooled = before.merged_with(last);
            pools.truncate(pools.len() - 2);
            pools.push(pooled);
        }
    }
    let round = |value: f64| (1000.0 * value).round() / 1000.0;
    pools.iter().filter_map(CalibrationBin::means).map(|(chance, won)| (round(chance), round(won))).collect()
}

/// Chances and results of positions with about the same chance, each times its weight.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CalibrationBin {
    chances: f64,
    results: f64,
    weight: f64,
}

/// How well chances and results agree: sums by tenths of the chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(into = "CalibrationReport")]
pub struct Calibration {
    bins: [CalibrationBin; BINS],
    /// Sum of the squared differences.
    squares: f64,
}

/// How well chances and results agree, for programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct CalibrationReport {
    error: f64,
    brier_score: f64,
    bins: Vec<CalibrationRow>,
}

/// A tenth of the chance: share of the positions, mean chance and share of wins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct CalibrationRow {
    share: f64,
    chance: f64,
    won: f64,
}

impl From<Calibration> for CalibrationReport {
    fn from(sums: Calibration) -> Self {
        let rows = sums.bins.iter().filter_map(|bin| {
            let (chance, won) = bin.means()?;
            Some(CalibrationRow { share: bin.weight / sums.weight(), chance, won })
        });
        Self { error: sums.error(), brier_score: sums.brier_score(), bins: rows.collect() }
    }
}

impl CalibrationBin {
    fn add(&mut self, chance: f64, result: f64, weight: f64) {
        self.chances += weight * chance;
        self.results += weight * result;
        self.weight += weight;
    }

    fn merged_with(&self, other: &Self) -> Self {
        Self {
            chances: self.chances + other.chances,
            results: self.results + other.results,
            weight: self.weight + other.weight,
        }
    }

    /// Mean chance and share of wins; `None` without positions.
    pub fn means(&self) -> Option<(f64, f64)> {
        (self.weight > 0.0).then(|| (self.chances / self.weight, self.results / self.weight))
    }
}

impl Calibration {
    /// Adds a chance with its result: 1 won, 0 lost, 0.5 a draw.
    pub fn add(&mut self, chance: f64, result: f64, weight: f64) {
        let bin = &mut self.bins[((chance * BINS as f64) as usize).min(BINS - 1)];
        bin.add(chance, result, weight);
        self.squares += weight * (chance - result).powi(2);
    }

    fn weight(&self) -> f64 {
        self.bins.iter().map(|bin| bin.weight).sum::<f64>().max(f64::MIN_POSITIVE)
    }

    /// Expected calibration error: the mean difference of chance and share of wins over the bins.
    pub fn error(&self) -> f64 {
        self.bins.iter().map(|bin| (bin.chances - bin.results).abs()).sum::<f64>() / self.weight()
    }

    /// Brier score: the mean squared difference.
    pub fn brier_score(&self) -> f64 {
        self.squares / self.weight()
    }
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  calibration error {:.3}, Brier score {:.3}", self.error(), self.brier_score())?;
        for (number, bin) in self.bins.iter().enumerate() {
            let Some((chance, won)) = bin.means() else { continue };
            let share = 100.0 * bin.weight / self.weight();
            let (error, from) = (chance - won, 10 * number);
            write!(
                f,
                "\n  {from:2}-{:3} %: {share:4.1} % of positions, chance {chance:.3}, won {won:.3}, error {error:+.3}",
                from + 10
            )?;
        }
        Ok(())
    }
}

fn chance(coefficients: &[f64; FEATURE_COUNT], values: &[f64; FEATURE_COUNT]) -> f64 {
    let sum: f64 = coefficients.iter().zip(values).map(|(coefficient, value)| coefficient * value).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Solves a system of linear equations by Gaussian elimination; the matrix is positive definite.
fn solve(
    mut matrix: [[f64; FEATURE_COUNT]; FEATURE_COUNT],
    mut right: [f64; FEATURE_COUNT],
) -> [f64; FEATURE_COUNT] {
    for pivot in 0..FEATURE_COUNT {
        for row in pivot + 1..FEATURE_COUNT {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let above = matrix[pivot];
            matrix[row].iter_mut().zip(above).for_each(|(value, above)| *value -= factor * above);
            right[row] -= factor * right[pivot];
        }
    }
    let mut solution = [0.0; FEATURE_COUNT];
    for row in (0..FEATURE_COUNT).rev() {
        let known: f64 = (row + 1..FEATURE_COUNT).map(|column| matrix[row][column] * solution[column]).sum();
        solution[row] = (right[row] - known) / matrix[row][row];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(health: f64, result: f64, weight: f64) -> PositionSample {
        let mut features = PositionFeatures::default();
        (features.0[0], features.0[1]) = (1.0, health);
        PositionSample { features, result, weight }
    }

    /// Of the positions with more health three in four are won, of those with less one in four.
    #[test]
    fn the_fit_gives_back_the_shares_of_wins() {
        let samples = [
            sample(0.5, 1.0, 300.0),
            sample(0.5, 0.0, 100.0),
            sample(-0.5, 1.0, 100.0),
            sample(-0.5, 0.0, 300.0),
        ];
        let coefficients = fit_win_chance(&samples);
        let chance = coefficients.chance(&sample(0.5, 1.0, 1.0).features);
        assert!((chance - 0.75).abs() < 0.01, "{coefficients:?}");
    }

    #[test]
    fn the_calibration_error_is_the_mean_difference_of_the_bins() {
        let calibration = |samples: &[(f64, f64, f64)]| {
            let mut sums = Calibration::default();
            samples.iter().for_each(|&(chance, result, weight)| sums.add(chance, result, weight));
            sums
        };
        let exact = calibration(&[(0.75, 1.0, 3.0), (0.75, 0.0, 1.0)]);
        assert!(exact.error().abs() < 1e-12);
        assert!((exact.brier_score() - 0.1875).abs() < 1e-12);
        let wrong = calibration(&[(0.95, 1.0, 1.0), (0.95, 0.0, 1.0), (0.25, 0.25, 2.0)]);
        assert!((wrong.error() - 0.225).abs() < 1e-12);
        assert_eq!(wrong.bins[9].means(), Some((0.95, 0.5)));
    }
}
