use std::collections::BTreeMap;

use super::*;

/// Two dice of three sides, summed.
fn small() -> Distribution<i64> {
    Distribution::new((2..=6).collect(), Weights::Small(vec![1, 2, 3, 2, 1], 9))
}

/// The same with weights that exceed any fixed width.
fn big() -> Distribution<i64> {
    let scale = BigUint::from(7_u8).pow(2000);
    let weights = [1_u8, 2, 3, 2, 1].map(|weight| &scale * weight).to_vec();
    Distribution::new((2..=6).collect(), Weights::Big(weights, &scale * 9_u8))
}

#[test]
fn big_and_small_weights_answer_alike() {
    for odds in [small(), big()] {
        assert_eq!(odds, small());
        assert_eq!((odds.len(), odds.is_empty()), (5, false));
        assert_eq!(odds.probability(|&sum| sum >= 5).to_bits(), (1.0_f64 / 3.0).to_bits());
        assert_eq!(odds.fraction(|&sum| sum >= 5), ("1".into(), "3".into()));
        assert_eq!(odds.fraction(|&sum| sum > 6), ("0".into(), "1".into()));
        let events = odds.probabilities(|&sum| [sum >= 5, sum == 4, false]);
        assert_eq!(events, [1.0 / 3.0, 3.0 / 9.0, 0.0]);
        assert_eq!(odds.mean(|&sum| sum), 4.0);
        assert_eq!(odds.mean(|&sum| -sum), -4.0);
        assert_eq!(odds.mean(|&sum| sum - 4), 0.0);
        let shown: Vec<(i64, f64)> = odds.iter().map(|(&sum, odds)| (sum, odds)).collect();
        assert_eq!(shown[2], (4, 3.0 / 9.0));
    }
}

#[test]
fn weighed_outcomes_are_sorted_and_merged() {
    assert_eq!(
        Distribution::from_weighted(vec![(6, 1), (3, 2), (2, 1), (5, 2), (4, 1), (7, 0), (4, 2)]),
        small()
    );
}

/// Few outcomes are put in their places one by one, many are sorted at once.
#[test]
fn few_and_many_outcomes_in_no_order_are_sorted_and_merged() {
    for values in [MAX_PLACED_VALUES / 2, MAX_PLACED_VALUES] {
        // Each value comes twice, in another order each time.
        let numbered = (0..2 * values).zip(1_u128..);
        let parts: Vec<(usize, u128)> =
            numbered.map(|(at, weight)| (at * (37 + 2 * (at / values)) % values, weight)).collect();
        let mut sums: BTreeMap<usize, u128> = BTreeMap::new();
        for (value, weight) in &parts {
            *sums.entry(*value).or_default() += weight;
        }
        assert!(parts.iter().zip(&parts[1..]).any(|(one, other)| one.0 > other.0));
        let (outcomes, weights): (Vec<usize>, Vec<u128>) = sums.into_iter().unzip();
        let total = weights.iter().sum();
        let merged = Distribution::from_weighted(parts);
        assert_eq!(merged, Distribution::new(outcomes, Weights::Small(weights, total)), "{values} values");
    }
}

#[test]
fn at_least_one_of_independent_events_is_weighed_exactly() {
    let small_event = small().map(|sum| *sum == 4);
    let big_event = big().map(|sum| *sum == 4);
    // 3 of 9 each: 1 - (2/3) cubed.
    let any = Distribution::any_of([&small_event, &big_event, &small_event]);
    assert_eq!(any.fraction(|happens| *happens), ("19".into(), "27".into()));
    assert!(matches!(any.weights, Weights::Small(..)), "brought to its lowest terms");
    let never = Distribution::any_of([]);
    assert_eq!(never, Distribution::from_weighted(vec![(false, 1)]));
    let always = Distribution::from_weighted(vec![(true, 1)]);
    assert_eq!(Distribution::any_of([&small_event, &always]), always);
}

#[test]
fn what_follows_is_weighed_exactly() {
    for odds in [small(), big()] {
        // A coin follows an even sum, a three-sided die an odd one.
        let follows = odds.and_then(|sum| {
            let sides = if sum % 2 == 0 { 2 } else { 3 };
            Ok::<_, ()>(Distribution::from_weighted((1..=sides).map(|face| (face, 1)).collect()))
        });
        let shares = Weights::Small(vec![5 * 3 + 4 * 2, 5 * 3 + 4 * 2, 4 * 2], 54);
        assert_eq!(follows, Ok(Distribution::new(vec![1, 2, 3], shares)));
        assert_eq!(odds.and_then(|_| Err::<Distribution<()>, _>("no")), Err("no"));
        let shares: Vec<_> = odds.fractions().map(|(sum, share)| (*sum, share.0, share.1)).collect();
        assert_eq!(shares[2], (4, "1".into(), "3".into()));
    }
}

#[test]
fn marginals_merge_and_keep_the_total() {
    for odds in [small(), big()] {
        let even = odds.map(|sum| sum % 2 == 0);
        assert_eq!(even, Distribution::new(vec![false, true], Weights::Small(vec![4, 5], 9)));
        assert_eq!(odds.map(|_| ()).fraction(|()| true), ("1".into(), "1".into()));
        let halves = Distribution::new(vec![1, 2, 3], Weights::Small(vec![3, 5, 1], 9));
        assert_eq!(odds.map(|&sum| sum / 2), halves, "equal neighbours");
        let down = Distribution::new(vec![-3, -2, -1], Weights::Small(vec![1, 5, 3], 9));
        assert_eq!(odds.map(|&sum| -(sum / 2)), down, "values that descend");
        let folded = Distribution::new(vec![0, 1, 2], Weights::Small(vec![3, 4, 2], 9));
        assert_eq!(odds.map(|&sum| (sum - 4).abs()), folded, "values that turn back");
    }
}

#[test]
fn distributions_differ_by_outcome_and_by_weight() {
    let coin = |weights| Distribution::new(vec![0, 1], Weights::Small(weights, 4));
    assert_eq!(coin(vec![2, 2]), Distribution::new(vec![0, 1], Weights::Small(vec![1, 1], 2)));
    assert_ne!(coin(vec![1, 3]), coin(vec![3, 1]));
    assert_ne!(coin(vec![2, 2]), Distribution::new(vec![0, 2], Weights::Small(vec![2, 2], 4)));
}

#[test]
fn serialized_weights_are_exact() {
    let coin = Distribution::new(vec!["hit", "miss"], Weights::Small(vec![1, 3], 4));
    let text = serde_json::to_string(&coin).expect("plain data");
    let line = |outcome, weight, odds| {
        format!(r#"{{"outcome":"{outcome}","weight":"{weight}","probability":{odds}}}"#)
    };
    assert_eq!(text, format!("[{},{}]", line("hit", 1, 0.25), line("miss", 3, 0.75)));
}
