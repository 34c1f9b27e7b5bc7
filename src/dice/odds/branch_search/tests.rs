//! Odds against brute force, merged against unmerged, and at the limits of numbers.

use std::collections::BTreeMap;

use super::*;
use crate::odds::distribution::Weights;
use crate::{Dice, Interrupt, Purpose, RollMode, ScriptedTable, SymbolPool, Table};
use model::UnitId;

fn purpose(why: &'static str) -> Purpose<'static> {
    Purpose { who: Some(UnitId(0)), why, clause: "SS-ATK-01", parts: &[], limit: None }
}

/// Pools, limit and damage of an attack that may miss, glitch and be soaked.
#[derive(Clone, Copy, Debug)]
struct TestDuel {
    attack: Dice,
    limit: u32,
    defence: Dice,
    soak: Dice,
    damage: u32,
}

/// Damage and whether the attack glitched: three pools, two merges, three outcomes.
fn attack(table: &mut impl Table, scene: &TestDuel) -> RuleResult<(u32, bool)> {
    let attack = table.roll(scene.attack, purpose("attack"))?;
    if attack.value == 0 {
        return Ok((0, attack.glitch));
    }
    let defence = table.roll(scene.defence, purpose("defence"))?;
    let (net, glitch) =
        table.merge_branches((attack.value.min(scene.limit).saturating_sub(defence.value), attack.glitch))?;
    if net == 0 {
        return Ok((0, glitch));
    }
    let extra = if glitch { 0 } else { table.roll(Dice::d6_sum(1), purpose("extra"))?.value };
    let (damage, glitch) = table.merge_branches((scene.damage + net + extra / 3, glitch))?;
    let soak = table.roll(scene.soak, purpose("soak"))?;
    Ok((damage.saturating_sub(soak.value), glitch))
}

/// Counts every face of every die; dice that a branch does not roll do not matter.
fn brute_force(scene: &TestDuel) -> Distribution<(u32, bool)> {
    let dice = scene.attack.count + scene.defence.count + 1 + scene.soak.count;
    let mut counted: BTreeMap<_, u128> = BTreeMap::new();
    let mut faces = vec![1_u8; dice as usize];
    loop {
        let outcome = attack(&mut ScriptedTable::new(faces.as_slice(), Vec::new()), scene);
        *counted.entry(outcome.expect("enough faces")).or_default() += 1;
        let Some(at) = faces.iter().position(|&face| face < 6) else { break };
        faces[..at].fill(1);
        faces[at] += 1;
    }
    let (outcomes, weights) = counted.into_iter().unzip();
    Distribution::new(outcomes, Weights::Small(weights, 6_u128.pow(dice)))
}

fn scene(attack: u32, limit: u32, defence: u32, soak: u32) -> TestDuel {
    TestDuel {
        attack: Dice::d6_hits_and_glitch(attack),
        limit,
        defence: Dice::d6_hits(defence),
        soak: Dice::d6_hits(soak),
        damage: 1,
    }
}

#[test]
fn odds_equal_brute_force_over_single_faces() {
    for (pools, limit, sums) in
        [([3, 2, 1], 2, false), ([2, 0, 2], 9, false), ([1, 2, 2], 1, true), ([0, 1, 1], 3, false)]
    {
        let [attacks, defence, soak] = pools;
        let mut scene = scene(attacks, limit, defence, soak);
        if sums {
            scene.soak.read = RollMode::Sum;
        }
        let merged = enumerate(AnswerPolicy::first(), |table| attack(table, &scene)).expect("few branches");
        assert_eq!(merged, brute_force(&scene), "{scene:?}");
    }
}

#[test]
fn odds_with_merged_branches_equal_those_without() {
    for at in 0..300_u32 {
        let mut scene = scene(at % 9, 1 + at % 5, at / 7 % 8, at / 3 % 11);
        scene.damage = at % 4;
        if at % 3 == 0 {
            scene.defence = Dice { count: at / 7 % 4, sides: 10, read: RollMode::Hits(8) };
        }
        let merged = enumerate(AnswerPolicy::first(), |table| attack(table, &scene)).expect("few branches");
        let unmerged = enumerate_unmerged(AnswerPolicy::first(), |table| attack(table, &scene));
        assert_eq!(Ok(&merged), unmerged.as_ref(), "{scene:?}");
        assert_eq!(merged.fraction(|_| true), ("1".into(), "1".into()), "{scene:?}");
    }
}

#[test]
fn numbers_of_any_size_stay_exact() {
    // Each pool fits, but not all together; then one that does not fit alone.
    for (attacks, defence, soak) in [(40, 40, 40), (100, 2, 3)] {
        let scene = scene(attacks, 12, defence, soak);
        let merged = enumerate(AnswerPolicy::first(), |table| attack(table, &scene)).expect("few branches");
        let unmerged = enumerate_unmerged(AnswerPolicy::first(), |table| attack(table, &scene));
        assert_eq!(Ok(&merged), unmerged.as_ref(), "{scene:?}");
        assert_eq!(merged.fraction(|_| true), ("1".into(), "1".into()));
    }
    let all =
        enumerate(AnswerPolicy::first(), |table| Ok(table.roll(Dice::d6_hits(90), purpose("attack"))?.value));
    let all = all.expect("few branches");
    let ways = "8727963568087712425891397479476727340041449"; // 3^90
    assert_eq!(all.fraction(|&hits| hits == 90), ("1".into(), ways.into()));
    assert_eq!(all.mean(|&hits| i64::from(hits)), 30.0);
}

/// Two pools that fit into machine numbers, one after the other not: already the weights of their first outcomes are too large.
#[test]
fn ss_base_01_pools_that_fit_one_by_one_are_exact_together() {
    let pool = Dice { count: 30, sides: 10, read: RollMode::Hits(7) };
    let both = enumerate(AnswerPolicy::first(), |table| {
        let first = table.roll(pool, purpose("attack"))?.value;
        Ok(first + table.roll(pool, purpose("defence"))?.value)
    });
    let sixty = Dice { count: 60, ..pool };
    let at_once = enumerate(AnswerPolicy::first(), |table| Ok(table.roll(sixty, purpose("attack"))?.value));
    let (both, at_once) = (both.expect("few branches"), at_once.expect("one roll"));
    for hits in [0, 24, 60] {
        let chance = |odds: &Distribution<u32>| odds.fraction(|&value| value == hits);
        assert_eq!(chance(&both), chance(&at_once), "{hits} hits");
    }
}

#[test]
fn mixed_pools_of_any_size_stay_exact() {
    let few = SymbolPool { boost: 1, ability: 1, proficiency: 1, challenge: 1, ..SymbolPool::default() };
    let many = SymbolPool { boost: 25, setback: 25, ..SymbolPool::default() };
    for dice in [SymbolPool::default(), few, many] {
        let rule = |table: &mut EnumeratedTable| {
            let symbols = table.roll(Dice::symbols(dice), purpose("attack"))?.symbols;
            let net = table.merge_branches((symbols.successes.max(0), symbols.advantages.min(3)))?;
            let more = table.roll(Dice::d6_hits(1), purpose("extra"))?.value;
            Ok((net, more))
        };
        let merged = enumerate(AnswerPolicy::first(), rule).expect("few branches");
        assert_eq!(Ok(&merged), enumerate_unmerged(AnswerPolicy::first(), rule).as_ref(), "{dice}");
        assert_eq!(merged.fraction(|_| true), ("1".into(), "1".into()), "{dice}");
    }
    let two = SymbolPool { proficiency: 1, difficulty: 1, ..SymbolPool::default() };
    let odds = enumerate(AnswerPolicy::first(), |table| table.roll(Dice::symbols(two), purpose("attack")));
    let wins = odds.expect("few branches").fraction(|roll| roll.symbols.successes > 0);
    // Of 96: six single successes against five faces without a failure, two doubles against seven.
    assert_eq!(wins, ("11".into(), "24".into()));
}

#[test]
fn branches_that_end_early_weigh_what_they_should() {
    // One of three ends at once, the others roll one die more: 1/3 and 2/3 of 1/6 each.
    let odds = enumerate(AnswerPolicy::first(), |table| {
        let coin = table.roll(Dice { count: 1, sides: 3, read: RollMode::Hits(3) }, purpose("coin"))?;
        if coin.value == 1 { Ok(0) } else { Ok(table.roll(Dice::d6_sum(1), purpose("extra"))?.value) }
    });
    let odds = odds.expect("few branches");
    assert_eq!(odds.fraction(|&sum| sum == 0), ("1".into(), "3".into()));
    assert_eq!(odds.fraction(|&sum| sum == 4), ("1".into(), "9".into()));
}

#[test]
fn equal_values_merge_only_at_the_same_place() {
    let rule = |table: &mut EnumeratedTable| {
        let coin = table.roll(Dice { count: 1, sides: 2, read: RollMode::Hits(2) }, purpose("coin"))?;
        if coin.value == 1 {
            let value = table.merge_branches(7_u32)?;
            Ok(value + table.roll(Dice::d6_hits(1), purpose("high"))?.value)
        } else {
            let value = table.merge_branches(7_u32)?;
            Ok(value - table.roll(Dice::d6_hits(1), purpose("low"))?.value)
        }
    };
    let odds = enumerate(AnswerPolicy::first(), rule).expect("few branches");
    assert_eq!(Ok(&odds), enumerate_unmerged(AnswerPolicy::first(), rule).as_ref());
    assert_eq!(odds.fraction(|&value| value == 6), ("1".into(), "6".into()));
    assert_eq!(odds.fraction(|&value| value == 8), ("1".into(), "6".into()));
}

#[test]
fn merged_branches_are_run_once() {
    let rule = |table: &mut EnumeratedTable| {
        let mut sum = 0;
        for _ in 0..4 {
            let more = table.roll(Dice::d6_sum(2), purpose("sum"))?.value;
            sum = table.merge_branches(sum + more)?;
        }
        Ok(sum)
    };
    // 11 sums of two dice: 11, 11 x 11, 21 x 11, 31 x 11 runs, and one for each of 41 outcomes.
    let runs = 11 + 11 * 11 + 21 * 11 + 31 * 11 + 41;
    let merged = |most| search_odds((AnswerPolicy::first(), true, most), &rule);
    assert_eq!(merged(runs - 1), Err(OddsError::TooMany { runs: runs - 1 }));
    let eight =
        enumerate(AnswerPolicy::first(), |table| Ok(table.roll(Dice::d6_sum(8), purpose("sum"))?.value));
    assert_eq!(merged(runs), eight);
    let unmerged = |most| search_odds((AnswerPolicy::first(), false, most), &rule);
    assert!(unmerged(11_u64.pow(4) - 1).is_err());
    assert_eq!(unmerged(11_u64.pow(4)), eight);
}

#[test]
fn outcomes_read_by_a_roll_stage_count_as_runs() {
    let rule = |table: &mut EnumeratedTable| {
        let first = table.roll_stage((Dice::d6_sum(2), purpose("sum")), |roll| roll.value / 4)?;
        table.roll_stage((Dice::d6_sum(1), purpose("sum")), |roll| first + roll.value / 4)
    };
    // One run up to the first roll and its 11 sums, four up to the second with six faces, one for each of five results.
    let runs = (1 + 11) + 4 * (1 + 6) + 5;
    let merged = |most| search_odds((AnswerPolicy::first(), true, most), &rule);
    assert_eq!(merged(runs - 1), Err(OddsError::TooMany { runs: runs - 1 }));
    assert_eq!(merged(runs), search_odds((AnswerPolicy::first(), false, MAX_RUNS), &rule));
}

#[test]
fn hundreds_of_keys_are_kept_apart() {
    let rule = |table: &mut EnumeratedTable| {
        let first = table.roll(Dice::d6_sum(70), purpose("sum"))?.value;
        let first = table.merge_branches(first * 7 % 1000)?;
        let second = table.roll(Dice::d6_hits(1), purpose("hit"))?.value;
        Ok(first * 10 + second)
    };
    let odds = enumerate(AnswerPolicy::first(), rule).expect("few branches");
    assert_eq!(odds.len(), 702);
    assert_eq!(Ok(&odds), enumerate_unmerged(AnswerPolicy::first(), rule).as_ref());
    assert!(odds.iter().zip(odds.iter().skip(1)).all(|((one, _), (next, _))| one < next), "ascending");
}

#[test]
fn a_rule_without_an_outcome_is_an_error() {
    let left = |_: &mut EnumeratedTable| -> RuleResult<u32> { Err(Interrupt::Merged) };
    assert_eq!(enumerate(AnswerPolicy::first(), left), Err(OddsError::NoOutcome));
    let deaf = |table: &mut EnumeratedTable| Ok(table.merge_branches(1).unwrap_or(2));
    assert_eq!(enumerate(AnswerPolicy::first(), deaf), Err(OddsError::NoOutcome));
}

#[test]
fn no_dice_give_one_sure_outcome() {
    let odds =
        enumerate(AnswerPolicy::first(), |table| Ok(table.roll(Dice::d6_hits(0), purpose("none"))?.value));
    assert_eq!(odds.expect("one branch").iter().collect::<Vec<_>>(), [(&0, 1.0)]);
}

#[test]
fn hits_above_a_limit_are_run_once() {
    let limit = 2;
    let rule = |table: &mut EnumeratedTable| {
        let purpose = Purpose { limit: Some(limit), ..purpose("attack") };
        let hits = table.roll(Dice::d6_hits(9), purpose)?.value.min(limit);
        Ok(hits + table.roll(Dice::d6_hits(1), purpose)?.value)
    };
    let odds_of = |merging, most| search_odds((AnswerPolicy::first(), merging, most), &rule);
    assert!(odds_of(true, 5).is_err());
    assert!(odds_of(false, 19).is_err());
    assert_eq!(odds_of(true, 6), odds_of(false, 20), "three times two runs, or ten times two");
    assert_eq!(odds_of(true, 6).map(|odds| odds.len()), Ok(4));
}

/// As `attack`, in stages, some within others: the attack roll, the comparison, the damage after soak.
fn staged_attack(table: &mut impl Table, scene: &TestDuel) -> RuleResult<(u32, bool)> {
    let (net, glitch) = table.stage(|table| {
        let attack = table.stage(|table| {
            let attack = table.roll(scene.attack, purpose("attack"))?;
            Ok((attack.value.min(scene.limit), attack.glitch))
        })?;
        let defence = if attack.0 == 0 { 0 } else { table.roll(scene.defence, purpose("defence"))?.value };
        table.merge_branches((attack.0.saturating_sub(defence), attack.1))
    })?;
    if net == 0 {
        return Ok((0, glitch));
    }
    // The net hits and the glitch still matter, so they are part of the next value.
    let (damage, glitch) = table.stage(|table| {
        let extra = if glitch { 0 } else { table.roll(Dice::d6_sum(1), purpose("extra"))?.value / 3 };
        Ok((scene.damage + net + extra, glitch))
    })?;
    table.stage(|table| {
        let soak = table.roll(scene.soak, purpose("soak"))?.value;
        Ok((damage.saturating_sub(soak), glitch))
    })
}

/// As `attack`, in stages of one roll: an opposed roll, the damage, the soak.
fn attack_in_roll_stages(table: &mut impl Table, scene: &TestDuel) -> RuleResult<(u32, bool)> {
    let first = (scene.attack, Purpose { limit: Some(scene.limit), ..purpose("attack") });
    let defence = (scene.defence, purpose("defence"));
    let (net, glitch) = table.opposed_stage(first, defence, |attack, defence| {
        (attack.value.min(scene.limit).saturating_sub(defence.value), attack.glitch)
    })?;
    if net == 0 {
        return Ok((0, glitch));
    }
    // The net hits and the glitch still matter, so they are part of the next value.
    let (damage, glitch) = if glitch {
        table.merge_branches((scene.damage + net, glitch))?
    } else {
        let extra = (Dice::d6_sum(1), purpose("extra"));
        table.roll_stage(extra, |extra| (scene.damage + net + extra.value / 3, glitch))?
    };
    let soak = (scene.soak, purpose("soak"));
    table.roll_stage(soak, |soak| (damage.saturating_sub(soak.value), glitch))
}

#[test]
fn stages_and_full_enumeration_give_the_same_odds() {
    for at in 0..300_u32 {
        let mut scene = scene(at % 9, 1 + at % 5, at / 7 % 8, at / 3 % 11);
        scene.damage = at % 4;
        if at % 3 == 0 {
            scene.defence = Dice { count: at / 7 % 4, sides: 10, read: RollMode::Hits(8) };
        }
        let staged = enumerate(AnswerPolicy::first(), |table| staged_attack(table, &scene));
        let full = enumerate_unmerged(AnswerPolicy::first(), |table| attack(table, &scene));
        assert_eq!(staged, full, "{scene:?}");
        let rolls = enumerate(AnswerPolicy::first(), |table| attack_in_roll_stages(table, &scene));
        assert_eq!(rolls, full, "{scene:?}");
    }
    let huge = scene(100, 12, 30, 40);
    let staged = enumerate(AnswerPolicy::first(), |table| staged_attack(table, &huge));
    let full = enumerate_unmerged(AnswerPolicy::first(), |table| attack(table, &huge));
    assert_eq!(staged, full, "numbers that do not fit");
    let rolls = enumerate(AnswerPolicy::first(), |table| attack_in_roll_stages(table, &huge));
    assert_eq!(rolls, full, "numbers that do not fit");
}
