//! Mutated orders of journals: the orders before the damage are kept, and what is kept can be played on.

use std::path::Path;

use bevy_ecs::world::World;
use breachline::battle;
use breachline::battle::journal::{self, Journal};
use breachline::sim::fuzz::fuzz_player::FuzzPlayer;

use crate::attack::{Attack, Case, Verdict};
use crate::battles::{assert_loads_again, assert_visible, give_random_orders, journals};
use crate::structure::Stock;

/// Number of lines that two texts begin with in common.
fn common_lines(one: &[u8], other: &[u8]) -> usize {
    let same = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    one[..same].iter().filter(|byte| **byte == b'\n').count()
}

#[test]
fn mutated_journals_keep_the_orders_before_the_damage() {
    let texts = journals();
    let mut world = battle::new_battle_world();
    Attack::new("journals", "jsonl", 60).run(|case| {
        let (text, donor) = (case.mutator.pick(texts), case.mutator.pick(texts));
        let (header, orders) = text.split_once('\n').expect("a header");
        let (_, donor) = donor.split_once('\n').expect("a header");
        let orders_changed = case.mutator.mutate(orders.as_bytes(), donor.as_bytes());
        try_orders(case, &mut world, (header, orders), &orders_changed)
    });
    let lines: Vec<&str> = texts.iter().flat_map(|text| text.lines().skip(1)).collect();
    let stock = Stock::new(lines.iter().map(|line| line.as_bytes()));
    Attack::new("orders by structure", "jsonl", 60).run(|case| {
        let text = case.mutator.pick(texts);
        let (header, orders) = text.split_once('\n').expect("a header");
        let mut lines: Vec<String> = orders.lines().map(str::to_owned).collect();
        for _ in 0..=case.mutator.below(2) {
            let at = case.mutator.below(lines.len());
            lines[at] =
                String::from_utf8(stock.mutate(&mut case.mutator, lines[at].as_bytes())).expect("text");
        }
        try_orders(case, &mut world, (header, orders), (lines.join("\n") + "\n").as_bytes())
    });
}

/// Reads a journal with changed orders, and plays on.
fn try_orders(
    case: &mut Case,
    world: &mut World,
    (header, orders): (&str, &str),
    orders_changed: &[u8],
) -> Verdict {
    let changed = [header.as_bytes(), b"\n", orders_changed].concat();
    case.note_input(&changed);
    let journal = Journal::from_bytes(Path::new("fight.jsonl"), &changed).expect("the header is whole");
    journal::restore_valid_part(world, journal);
    let journal = world.resource::<Journal>();
    let (kept, dropped) = (journal.entries().len(), journal.dropped().cloned());
    let whole = common_lines(orders.as_bytes(), orders_changed);
    assert!(kept >= whole, "{kept} of {whole} orders before the damage are kept: {dropped:?}");
    if let Some(dropped) = &dropped {
        assert!(dropped.line > whole + 1, "{dropped}");
        assert_visible(&breachline::content::escape_invisible(&dropped.to_string()));
    }
    give_random_orders(world, &mut FuzzPlayer::new(case.mutator.seed()), 4);
    assert_loads_again(world);
    if dropped.is_none() { Verdict::Accepted } else { Verdict::Refused }
}
