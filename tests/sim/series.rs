//! Series of small fights: the same on any number of threads and in any shards, with journals that replay.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use breachline::ai::Difficulty;
use breachline::battle;
use breachline::battle::journal;
use breachline::battle::{EndReason, RoundState};
use breachline::rules::swan_song::{Sheet, Skill};
use breachline::sim::ladder::{DifficultyPair, LadderSkirmish, LadderTotals as LadderSums, run_ladder};
use breachline::sim::{
    self, AiSettings, FightRecord, PairedComparison, SeriesConfig, SeriesTotals, Shard, UndecidedReason,
    Variant, VariantInfo,
};

use crate::common::{Setup, gun, sheet};

/// Two shooters of the same kind on an empty field, for this many rounds.
fn duel(rounds: u32, mark: &str) -> Variant {
    let shooter = || Sheet { skills: [(Skill::Automatics, 6)].into(), ..sheet() };
    let setup = Setup::new().skirmish(|skirmish| skirmish.rounds = rounds);
    let bundle =
        setup.unit(0, (5, 5), shooter(), &[gun(9)]).unit(1, (10, 5), shooter(), &[gun(9)]).into_bundle();
    let theme = VariantInfo {
        skirmish: "duel".to_owned(),
        book: bundle.skirmish.rules.book(),
        variant: mark.to_owned(),
        sides: bundle.skirmish.sides.iter().map(|side| side.name.clone()).collect(),
        ai_settings: vec![AiSettings { difficulty: Difficulty::Easy, personality: None }; 2],
    };
    Variant { bundle: Arc::new(bundle), info: Arc::new(theme) }
}

fn extent(runs: u64, jobs: usize, shard: Shard) -> SeriesConfig {
    SeriesConfig { runs, seed: 7, shard, jobs, journals: BTreeSet::new(), behaviour: false }
}

fn run_all(variants: &[Variant], extent: &SeriesConfig) -> Vec<(usize, FightRecord)> {
    let mut records = Vec::new();
    sim::run_series(variants, extent, &AtomicBool::new(false), |at, record| -> Result<(), ()> {
        records.push((at, record));
        Ok(())
    })
    .expect("no fight fails");
    records
}

#[test]
fn threads_and_shards_change_nothing() {
    let variants = [duel(5, "long"), duel(1, "short")];
    let alone = run_all(&variants, &extent(6, 1, Shard::WHOLE));
    assert_eq!(alone.len(), 12);
    assert_eq!(run_all(&variants, &extent(6, 3, Shard::WHOLE)), alone);
    let shards = (1..=4).flat_map(|number| run_all(&variants, &extent(6, 2, Shard { number, count: 4 })));
    assert_eq!(shards.collect::<Vec<_>>(), alone);
    let seeds: BTreeSet<u64> = alone.iter().map(|(_, record)| record.seed).collect();
    assert_eq!(seeds.len(), 6, "variants share their seeds, fights do not");
}

#[test]
fn a_journal_replays_to_the_same_end() {
    let mut of_two = extent(3, 1, Shard::WHOLE);
    of_two.journals = [2].into();
    let records = run_all(&[duel(5, "")], &of_two);
    let journals: Vec<_> = records.iter().filter_map(|(_, record)| record.result.journal.as_ref()).collect();
    assert_eq!(journals.len(), 1);
    let read = journal::Journal::from_bytes(Path::new("two"), journals[0].as_bytes()).expect("a journal");
    let mut world = battle::new_battle_world();
    journal::restore_battle(&mut world, read).expect("every hash agrees");
    assert_eq!(battle::battle_hash(&mut world), records[1].1.result.hash);
    assert_eq!(world.resource::<RoundState>().outcome().as_ref(), records[1].1.result.end.as_ref().ok());
}

#[test]
fn variants_are_compared_fight_by_fight() {
    let variants = [duel(5, "long"), duel(1, "short")];
    let mut pairs = PairedComparison::new(variants.iter().map(|variant| Arc::clone(&variant.info)).collect());
    let mut sums: Vec<_> =
        variants.iter().map(|variant| SeriesTotals::new(Arc::clone(&variant.info))).collect();
    let records = run_all(&variants, &extent(8, 2, Shard::WHOLE));
    for (at, record) in &records {
        pairs.add(*at, record);
        sums[*at].add(record);
    }
    let comparisons = pairs.comparisons();
    assert_eq!((comparisons.len(), comparisons[0].pairs), (1, 8));
    let rounds = &comparisons[0].differences[0];
    assert_eq!(rounds.measure, "rounds");
    let mean = |at: usize| sums[at].summary().rounds.value;
    assert!((rounds.more.value - (mean(1) - mean(0))).abs() < 1e-9 && mean(1) <= 1.0);
    let summary = sums[0].summary();
    let wins: f64 = summary.sides.iter().map(|side| side.wins.value).sum();
    assert!((wins + summary.draws.value - 1.0).abs() < 1e-9 && summary.undecided.is_empty());
    let ended: u64 = summary.endings.values().sum();
    assert_eq!((summary.fights, ended), (8, 8));
    let damage: f64 = summary.sides[0].weapons.values().map(|weapon| weapon.damage.value).sum();
    assert!((damage - summary.sides[0].dealt.value - summary.sides[0].friendly.value).abs() < 1e-9);
}

#[test]
fn a_stop_leaves_what_there_is() {
    let mut done = 0;
    let stop = AtomicBool::new(false);
    sim::run_series(&[duel(1, "")], &extent(2000, 2, Shard::WHOLE), &stop, |_, _| -> Result<(), ()> {
        done += 1;
        stop.store(done >= 3, std::sync::atomic::Ordering::Relaxed);
        Ok(())
    })
    .expect("it ends without an error");
    assert!((3..2000).contains(&done), "{done}");
}

/// A fight whose units have an unknown archetype cannot be set up.
#[test]
fn a_fight_that_breaks_down_takes_no_other_with_it() {
    let mut broken = duel(1, "broken");
    let mut bundle = (*broken.bundle).clone();
    bundle.unit_templates.clear();
    broken.bundle = Arc::new(bundle);
    let records = run_all(&[broken, duel(1, "whole")], &extent(2, 1, Shard::WHOLE));
    let why: Vec<_> = records.iter().map(|(_, record)| record.result.end.as_ref().err()).collect();
    assert!(matches!(why[0], Some(UndecidedReason::Panicked { number: 1, .. })), "{why:?}");
    assert!(records[0].1.result.journal.is_some());
    assert_eq!((why[1], why[3]), (None, None));
    assert_eq!(records.len(), 4);
}

#[test]
fn a_ladder_counts_mirrored_fights() {
    let pairs = [DifficultyPair { upper: Difficulty::Easy, lower: Difficulty::Random }];
    let ground = [LadderSkirmish::new(duel(30, "")).expect("two sides")];
    let (mut sums, mut halves) = (LadderSums::default(), 0);
    let stop = AtomicBool::new(false);
    run_ladder(&pairs, &ground, &extent(5, 2, Shard::WHOLE), &stop, |mirrored| -> Result<(), ()> {
        let [one, other] = &mirrored.fights;
        assert_eq!(one.seed, other.seed);
        assert_eq!(one.variant.ai_settings[0], other.variant.ai_settings[1]);
        assert_ne!(one.variant.ai_settings[0], one.variant.ai_settings[1]);
        halves += mirrored.halves();
        sums.add(&mirrored);
        Ok(())
    })
    .expect("it ends without an error");
    let table = sums.results(&pairs);
    assert_eq!((table.rows.len(), table.rows[0].all.fights, table.undecided), (1, 5, 0));
    let share = table.rows[0].all.share.value;
    assert!((share - halves as f64 / 10.0).abs() < 1e-9, "{table:?}");
    assert_eq!(
        table.ratings.iter().map(|rated| rated.difficulty).collect::<Vec<_>>(),
        [Difficulty::Random, Difficulty::Easy]
    );
    let points = table.ratings[1].points.value;
    assert!((share - 0.5) * points >= 0.0 && points.is_finite(), "{table:?}");
}

#[test]
fn a_margin_decides_where_wins_do_not() {
    let pair = DifficultyPair { upper: Difficulty::Hard, lower: Difficulty::Normal };
    let (_, record) = run_all(&[duel(5, "")], &extent(1, 1, Shard::WHOLE)).remove(0);
    let end = |winner: Option<u8>, lost: [u32; 2]| {
        let mut record = record.clone();
        let winner = winner.map(breachline::model::Side);
        record.result.end = Ok(battle::BattleOutcome { winner, ending: EndReason::Eliminated });
        for (tally, lost) in record.result.tally.sides.iter_mut().zip(lost) {
            (tally.dead, tally.unconscious) = (lost, 0);
        }
        record
    };
    let halves = |fights| sim::ladder::MirroredFight { pair, fights }.halves();
    // The higher difficulty plays the first side, then the second.
    assert_eq!(halves([end(Some(0), [0, 1]), end(Some(1), [1, 0])]), 2);
    assert_eq!(halves([end(Some(0), [0, 1]), end(Some(0), [0, 1])]), 1);
    assert_eq!(halves([end(Some(0), [0, 1]), end(Some(0), [0, 0])]), 2);
    assert_eq!(halves([end(None, [1, 0]), end(None, [1, 1])]), 0);
}
