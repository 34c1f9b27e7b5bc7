//! Estimates with 95 % confidence intervals. For display only.

use serde::Serialize;

/// Quantile of the normal distribution for an interval of 95 %.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// A value with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Lower end of the interval; `None` if there is too little data.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
}

impl Estimate {
    /// A value without an interval.
    pub const fn exact(value: f64) -> Self {
        Self { value, low: None, high: None }
    }

    /// A value with a symmetric interval.
    pub fn with_error(value: f64, error: f64) -> Self {
        Self { value, low: Some(value - error), high: Some(value + error) }
    }

    /// The estimate times a factor that is not negative.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self {
            value: self.value * factor,
            low: self.low.map(|low| low * factor),
            high: self.high.map(|high| high * factor),
        }
    }

    /// Clamps the interval to bounds, such as 0 and 1 for shares.
    #[must_use]
    pub fn clamped(self, least: f64, most: f64) -> Self {
        let clamp = |number: f64| number.clamp(least, most);
        Self { value: self.value, low: self.low.map(clamp), high: self.high.map(clamp) }
    }

    /// Whether the interval excludes a number.
    pub fn differs_from(&self, number: f64) -> bool {
        self.low.is_some_and(|low| low > number) || self.high.is_some_and(|high| high < number)
    }
}

/// The share of successes, with Wilson's interval.
pub fn proportion(successes: f64, tries: u64) -> Estimate {
    if tries == 0 {
        return Estimate { value: 0.0, low: Some(0.0), high: Some(1.0) };
    }
    let n = tries as f64;
    let p = successes / n;
    let scale = 1.0 + Z_95 * Z_95 / n;
    let middle = (p + Z_95 * Z_95 / (2.0 * n)) / scale;
    let half = Z_95 * (p * (1.0 - p) / n + Z_95 * Z_95 / (4.0 * n * n)).max(0.0).sqrt() / scale;
    Estimate { value: p, low: Some((middle - half).max(0.0)), high: Some((middle + half).min(1.0)) }
}

/// Student's quantile for an interval of 95 %, by degrees of freedom.
pub fn student_quantile(freedom: u64) -> f64 {
    const TABLE: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
    match freedom {
        0 => f64::INFINITY,
        1..=10 => TABLE[freedom as usize - 1],
        _ => {
            // Cornish-Fisher expansion; error below 0.001 from 11 on.
            let n = freedom as f64;
            let powers = [3, 5, 7].map(|power| Z_95.powi(power));
            let first = (powers[0] + Z_95) / 4.0;
            let second = (5.0 * powers[1] + 16.0 * powers[0] + 3.0 * Z_95) / 96.0;
            let third = (3.0 * powers[2] + 19.0 * powers[1] + 17.0 * powers[0] - 15.0 * Z_95) / 384.0;
            Z_95 + first / n + second / (n * n) + third / (n * n * n)
        }
    }
}

/// Running mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunningMean {
    count: u64,
    mean: f64,
    /// Sum of squared distances from the mean.
    spread: f64,
}

impl RunningMean {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        let off = number - self.mean;
        self.mean += off / self.count as f64;
        self.spread += off * (number - self.mean);
    }

    /// Count of numbers.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Standard error of the mean; `None` for fewer than two numbers.
    pub fn error(&self) -> Option<f64> {
        (self.count > 1).then(|| (self.spread / (self.count - 1) as f64 / self.count as f64).sqrt())
    }

    /// The mean, with Student's interval.
    pub fn estimate(&self) -> Estimate {
        match self.error() {
            Some(error) => Estimate::with_error(self.mean, error * student_quantile(self.count - 1)),
            None => Estimate::exact(self.mean),
        }
    }
}

/// Running ratio by fight, such as hits per shot. Shots of one fight are not independent, so the interval is that of a
/// ratio of two means over fights.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunningRatio {
    count: u64,
    /// Fights in which the whole is not 0.
    tried: u64,
    part: f64,
    whole: f64,
    part_squared: f64,
    whole_squared: f64,
    product: f64,
}

impl RunningRatio {
    /// Adds a fight.
    pub fn add(&mut self, part: f64, whole: f64) {
        self.count += 1;
        self.tried += u64::from(whole > 0.0);
        self.part += part;
        self.whole += whole;
        self.part_squared += part * part;
        self.whole_squared += whole * whole;
        self.product += part * whole;
    }

    /// The ratio and its standard error; `None` if the whole is 0.
    pub fn value(&self) -> Option<(f64, Option<f64>)> {
        if self.whole <= 0.0 {
            return None;
        }
        let (n, ratio) = (self.count as f64, self.part / self.whole);
        let squares = self.part_squared - 2.0 * ratio * self.product + ratio * ratio * self.whole_squared;
        let error = (self.count > 1).then(|| {
            let mean = self.whole / n;
            (squares.max(0.0) / (n - 1.0) / n).sqrt() / mean
        });
        Some((ratio, error))
    }

    /// The ratio with its interval; `None` if the whole is 0. A ratio of 0 or 1 has Wilson's interval over the fights
    /// with a whole.
    pub fn estimate(&self) -> Option<Estimate> {
        let (value, error) = self.value()?;
        if self.part <= 0.0 || self.part >= self.whole {
            return Some(proportion(value * self.tried as f64, self.tried));
        }
        let freedom = self.count.saturating_sub(1);
        let error = error.map(|error| error * student_quantile(freedom));
        Some(error.map_or(Estimate::exact(value), |error| Estimate::with_error(value, error)))
    }

    /// Difference of two ratios of the same fights, treated as independent.
    pub fn difference(&self, other: &Self) -> Option<Estimate> {
        let ((one, first), (two, second)) = (self.value()?, other.value()?);
        let error = first.zip(second).map(|(first, second)| first.hypot(second));
        let error = error.map(|error| error * student_quantile(self.count.saturating_sub(1)));
        Some(error.map_or(Estimate::exact(one - two), |error| Estimate::with_error(one - two, error)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(estimate: Estimate, [value, low, high]: [f64; 3]) {
        let parts = [Some(estimate.value), estimate.low, estimate.high];
        for (part, wanted) in parts.into_iter().zip([value, low, high]) {
            assert!(part.is_some_and(|part| (part - wanted).abs() < 5e-4), "{estimate:?} is not {wanted}");
        }
    }

    /// Worked by hand: Wilson's interval for 7 of 10, and for none of 20.
    #[test]
    fn shares_have_wilsons_interval() {
        close(proportion(7.0, 10), [0.7, 0.3968, 0.8922]);
        close(proportion(0.0, 20), [0.0, 0.0, 0.1611]);
        close(proportion(0.0, 0), [0.0, 0.0, 1.0]);
    }

    /// Values of the usual tables.
    #[test]
    fn student_is_the_tables() {
        for (freedom, wanted) in
            [(1, 12.706), (10, 2.228), (11, 2.201), (20, 2.086), (60, 2.000), (1000, 1.962)]
        {
            assert!(
                (student_quantile(freedom) - wanted).abs() < 1e-3,
                "{freedom}: {}",
                student_quantile(freedom)
            );
        }
    }

    /// 2, 4, 4, 6: mean 4, variance 8/3, error 0.8165, times 3.182.
    #[test]
    fn means_have_students_interval() {
        let mut mean = RunningMean::default();
        [2.0, 4.0, 4.0, 6.0].into_iter().for_each(|number| mean.add(number));
        close(mean.estimate(), [4.0, 4.0 - 2.598, 4.0 + 2.598]);
        let mut one = RunningMean::default();
        one.add(3.0);
        assert_eq!(one.estimate(), Estimate::exact(3.0));
    }

    /// 1 of 2, 3 of 4, 2 of 4: 0.6; residuals -0.2, 0.6, -0.4, variance 0.28, error sqrt(0.28 / 3) / (10 / 3).
    #[test]
    fn quotients_count_fights_and_not_shots() {
        let mut ratio = RunningRatio::default();
        [(1.0, 2.0), (3.0, 4.0), (2.0, 4.0)].into_iter().for_each(|(part, whole)| ratio.add(part, whole));
        let error = (0.28_f64 / 3.0).sqrt() / (10.0 / 3.0);
        close(ratio.estimate().expect("shots"), [0.6, 0.6 - 4.303 * error, 0.6 + 4.303 * error]);
        assert_eq!(RunningRatio::default().estimate(), None);
        let mut none = RunningRatio::default();
        (0..20).for_each(|_| none.add(0.0, 3.0));
        close(none.estimate().expect("shots"), [0.0, 0.0, 0.1611]);
        let same = ratio.difference(&ratio).expect("shots");
        assert!(same.value == 0.0 && !same.differs_from(0.0));
    }
}
