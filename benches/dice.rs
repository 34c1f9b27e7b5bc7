//! Dice: faces kept, and exact odds of opposed attacks with soak.

use std::hint::black_box;

use breachline::dice::{
    AnswerPolicy, Dice, DiceState, Distribution, Modifier, OddsError, PlayedTable, Purpose, RuleResult,
    Table, enumerate, enumerate_unmerged,
};
use breachline::model::UnitId;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

/// Dice of an attack: attack pool and its limit, defence pool, soak pool, weapon damage.
#[derive(Clone, Copy)]
struct Attack {
    attack: u32,
    limit: u32,
    defence: u32,
    soak: u32,
    damage: u32,
}

const ATTACKS: [Attack; 3] = [
    Attack { attack: 7, limit: 5, defence: 3, soak: 4, damage: 5 },
    Attack { attack: 12, limit: 6, defence: 8, soak: 12, damage: 8 },
    Attack { attack: 20, limit: 20, defence: 14, soak: 24, damage: 10 },
];

const PARTS: &[Modifier] = &[];

fn purpose(who: u32, why: &'static str, clause: &'static str) -> Purpose<'static> {
    Purpose { who: Some(UnitId(who)), why, clause, parts: PARTS, limit: None }
}

/// Damage that is left of one attack; 0 for a miss.
fn resolve(table: &mut impl Table, scene: &Attack) -> RuleResult<u32> {
    let attack = table.roll(Dice::d6_hits(scene.attack), purpose(0, "attack", "SS-ATK-08"))?;
    let defence = table.roll(Dice::d6_hits(scene.defence), purpose(1, "defence", "SS-DEF-04"))?;
    let hits = attack.value.min(scene.limit);
    let net = table.merge_branches(hits.saturating_sub(defence.value))?;
    if net == 0 {
        return Ok(0);
    }
    let soak = table.roll(Dice::d6_hits(scene.soak), purpose(1, "soak", "SS-DMG-05"))?;
    Ok((scene.damage + net).saturating_sub(soak.value))
}

fn odds(scene: &Attack) -> Result<Distribution<u32>, OddsError> {
    enumerate(AnswerPolicy::first(), |table| resolve(table, scene))
}

fn attacks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("exact odds of an opposed attack");
    for scene in ATTACKS {
        let name = format!("{}/{}/{}", scene.attack, scene.defence, scene.soak);
        group.bench_with_input(BenchmarkId::new("merged", &name), &scene, |bencher, scene| {
            bencher.iter(|| odds(black_box(scene)));
        });
        group.bench_with_input(BenchmarkId::new("unmerged", &name), &scene, |bencher, scene| {
            bencher.iter(|| enumerate_unmerged(AnswerPolicy::first(), |table| resolve(table, scene)));
        });
    }
    group.finish();
}

fn pools(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("12 d6, every face kept");
    group.bench_function("this table", |bencher| {
        let mut table = PlayedTable::new(DiceState::new(1), Vec::new(), false);
        bencher.iter(|| {
            let mut faces = [0; 12];
            table.roll_faces(black_box(6), &mut faces);
            faces
        });
    });
    group.bench_function("random_range(1..=6) in a loop", |bencher| {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        bencher.iter(|| {
            let mut faces = [0_u8; 12];
            for face in &mut faces {
                *face = rng.random_range(1..=black_box(6));
            }
            faces
        });
    });
    group.finish();
}

fn rolls(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a roll of 12 d6 at the table");
    group.bench_function("only the hits", |bencher| {
        let mut table = PlayedTable::new(DiceState::new(1), Vec::new(), false);
        bencher.iter(|| table.roll(black_box(Dice::d6_hits(12)), purpose(0, "attack", "SS-ATK-08")));
    });
    group.finish();
}

criterion_group!(benches, pools, rolls, attacks);
criterion_main!(benches);
