//! What the benches with rivals share: the same question to several, in turns, in one run.

#![expect(clippy::print_stdout, reason = "a bench reports to a developer")]

pub mod rivals;

use std::hint::black_box;
use std::time::Instant;

use breachline::field::{Grid, Obstacle};
use breachline::model::{BarrierId, Cell};

/// A wall that fills a square or an edge.
pub const WALL: Obstacle =
    Obstacle { id: BarrierId(1), height_cm: 250, transparent: false, blocks_move: true, width_pct: 100 };

/// Numbers that are the same on every machine.
pub struct Numbers(pub u64);

impl Numbers {
    /// Draws a number from 0 on and less than `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Chooses a hundred free squares of a square map.
pub fn choose_places(grid: &Grid, numbers: &mut Numbers) -> Vec<Cell> {
    let mut places = Vec::new();
    while places.len() < 100 {
        let mut coordinate = || numbers.below(u64::from(grid.width())) as i32;
        let cell = Cell::new(coordinate(), coordinate());
        if grid.can_enter(cell) && !places.contains(&cell) {
            places.push(cell);
        }
    }
    places
}

/// One way of doing something; gives back a number that depends on the result.
pub type Job<'a> = (&'static str, Box<dyn FnMut() -> usize + 'a>);

/// Medians of many short turns, one after the other, and how many times ours the rivals take.
pub fn show_ratios(name: &str, jobs: &mut [Job<'_>]) {
    const TURNS: usize = 31;
    let mut times = vec![Vec::with_capacity(TURNS); jobs.len()];
    let lengths: Vec<u32> = jobs
        .iter_mut()
        .map(|(_, job)| {
            let start = Instant::now();
            let mut rounds = 0;
            while start.elapsed().as_millis() < 10 {
                black_box(job());
                rounds += 1;
            }
            rounds
        })
        .collect();
    for _ in 0..TURNS {
        for ((job, times), rounds) in jobs.iter_mut().zip(&mut times).zip(&lengths) {
            let start = Instant::now();
            for _ in 0..*rounds {
                black_box((job.1)());
            }
            times.push(start.elapsed().as_nanos() / u128::from(*rounds));
        }
    }
    times.iter_mut().for_each(|times| times.sort_unstable());
    let medians: Vec<_> = jobs.iter().zip(&times).map(|((who, _), times)| (*who, times[TURNS / 2])).collect();
    show_medians(name, &medians);
}

/// Prints times in nanoseconds, ours first, and how many times ours the others take.
pub fn show_medians(name: &str, medians: &[(&str, u128)]) {
    let ours = medians[0].1.max(1);
    println!("{name}");
    for (who, median) in medians {
        println!("    {who:24} {median:>12} ns {:>8.2} x", *median as f64 / ours as f64);
    }
}
