//! The behaviour report: the counts of turns agree with the tally of the same fight.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use breachline::ai::Difficulty;
use breachline::rules::swan_song::{Sheet, Skill};
use breachline::sim::{
    self, AiSettings, BehaviourCounts, FightRecord, SeriesConfig, Shard, Variant, VariantInfo,
};

use crate::common::{Setup, grenade, gun, sheet, square};

/// A gunner and a grenadier against three gunners, with two low walls between them.
fn variant(difficulty: Difficulty) -> Variant {
    let shooter = || Sheet { skills: [(Skill::Automatics, 6)].into(), ..sheet() };
    let bundle = Setup::new()
        .skirmish(|skirmish| skirmish.rounds = 6)
        .barrier(square(7, 5), |kind| kind.height_cm = 100)
        .barrier(square(13, 6), |kind| kind.height_cm = 100)
        .unit(0, (6, 5), shooter(), &[gun(7)])
        .unit(0, (6, 8), shooter(), &[gun(7), grenade()])
        .unit(1, (14, 6), shooter(), &[gun(7)])
        .unit(1, (15, 7), shooter(), &[gun(7)])
        .unit(1, (14, 9), shooter(), &[gun(7)])
        .into_bundle();
    let info = VariantInfo {
        skirmish: "crossfire".to_owned(),
        book: bundle.skirmish.rules.book(),
        variant: String::new(),
        sides: bundle.skirmish.sides.iter().map(|side| side.name.clone()).collect(),
        ai_settings: vec![AiSettings { difficulty, personality: None }; 2],
    };
    Variant { bundle: Arc::new(bundle), info: Arc::new(info) }
}

fn run(difficulty: Difficulty, behaviour: bool) -> Vec<FightRecord> {
    let config =
        SeriesConfig { runs: 4, seed: 3, shard: Shard::WHOLE, jobs: 1, journals: BTreeSet::new(), behaviour };
    let mut records = Vec::new();
    sim::run_series(
        &[variant(difficulty)],
        &config,
        &AtomicBool::new(false),
        |_, record| -> Result<(), ()> {
            records.push(record);
            Ok(())
        },
    )
    .expect("no fight fails");
    records
}

fn counts(record: &FightRecord) -> BehaviourCounts {
    record.result.behaviour.as_ref().expect("it was observed").0.values().copied().sum()
}

#[test]
fn observing_changes_no_fight() {
    let observed = run(Difficulty::Hard, true);
    let plain = run(Difficulty::Hard, false);
    let hashes =
        |records: &[FightRecord]| records.iter().map(|record| record.result.hash).collect::<Vec<_>>();
    assert_eq!(hashes(&observed), hashes(&plain));
    assert!(plain.iter().all(|record| record.result.behaviour.is_none()));
}

#[test]
fn the_counts_agree_with_the_tally() {
    for record in run(Difficulty::Hard, true) {
        let (counts, sides) = (counts(&record), &record.result.tally.sides);
        let sum = |number: fn(&sim::SideTally) -> u32| u64::from(sides.iter().map(number).sum::<u32>());
        assert_eq!(counts.friendly_damage, sum(|side| side.friendly));
        assert_eq!(
            counts.units_lost,
            sum(|side| side.unconscious + side.dead + side.surrendered + side.fled)
        );
        assert!(counts.damage_in_open + counts.damage_at_cover <= sum(|side| side.dealt));
        assert!(counts.turns > 0 && counts.attacks > 0, "{counts:?}");
        assert!(counts.cover_taken <= counts.cover_choices && counts.cover_choices <= counts.turns);
        assert!(counts.shots_at_cover <= counts.shots && counts.shots <= counts.attacks);
        assert!(counts.expected_at_cover <= counts.expected_without_cover);
        assert!(counts.explosives_used <= counts.explosive_choices);
    }
}

/// A player with random orders takes cover less often, and attacks in fewer of its turns, than one that rates squares.
#[test]
fn use_of_cover_is_counted_by_difficulty() {
    let sum = |difficulty| -> BehaviourCounts { run(difficulty, true).iter().map(counts).sum() };
    let (hard, random) = (sum(Difficulty::Hard), sum(Difficulty::Random));
    assert!(hard.cover_choices > 0 && random.cover_choices > 0, "{hard:?} {random:?}");
    // Shares, compared by cross-multiplication: fights with random orders last longer.
    let shares = |hard_count: u64, of_hard: u64, random_count: u64, of_random: u64| {
        (hard_count * of_random, random_count * of_hard)
    };
    let (hard_cover, random_cover) =
        shares(hard.cover_taken, hard.cover_choices, random.cover_taken, random.cover_choices);
    assert!(hard_cover > random_cover, "{hard:?} {random:?}");
    let (hard_attacks, random_attacks) = shares(hard.attacks, hard.turns, random.attacks, random.turns);
    assert!(hard_attacks > random_attacks, "{hard:?} {random:?}");
}
