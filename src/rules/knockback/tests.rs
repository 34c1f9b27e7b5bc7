use rstest::rstest;

use super::*;
use crate::test_barriers::intact_wall;
use crate::{Book, Sheet};
use dice::ScriptedTable;
use model::BarrierId;

fn rules() -> RuleSet {
    RuleSet::new(Book::Aberrant)
}

/// Strength 2 and Might 1: a threshold of 6. Dexterity 3, and a Stamina that soaks nothing.
fn unit(id: u32) -> UnitSnapshot {
    let text = "(strength: 2, dexterity: 3, stamina: 0, wits: 2, willpower: 0, abilities: {might: 1})";
    let sheet = Sheet::Aberrant(ron::from_str(text).expect("a sheet"));
    let (condition, budget) =
        (play::starting_health(&sheet, &rules()), play::starting_budget(&sheet, &rules()));
    UnitSnapshot::fresh(UnitId(id), "unit", sheet, condition, budget)
}

fn drywall(id: u32) -> BarrierOnLine {
    intact_wall(id, "drywall", (2, 4))
}

fn wall(id: u32) -> BarrierOnLine {
    BarrierOnLine { name: "brick wall".into(), structure: 10, armor: 16, thickness_cm: 20, ..drywall(id) }
}

fn open(metres: u32) -> FlightSegment {
    FlightSegment { metres, barriers: Vec::new(), solid: false, rise_cm: 0, person: None }
}

/// A path of this many metres, changed at one of them.
fn way(metres: u32, at: u32, change: impl FnOnce(&mut FlightSegment)) -> Vec<FlightSegment> {
    let mut way: Vec<_> = (1..=metres).map(open).collect();
    if let Some(segment) = way.get_mut(at as usize - 1) {
        change(segment);
    }
    way
}

fn raw_for(metres: u32) -> KnockbackForce {
    KnockbackForce { raw: 6 + 2 * metres, ..KnockbackForce::default() }
}

fn flown(force: KnockbackForce, way: &[FlightSegment], faces: &[u8]) -> FlightResult {
    let mut table = ScriptedTable::new(faces.to_vec(), Vec::new());
    let from = Cell::new(0, 0);
    let flown = resolve_flight(&mut table, &unit(1), (force, from), way, &rules()).expect("the script fits");
    table.finish().expect("every face is used");
    flown
}

#[test]
fn ab_knock_02_as_far_as_the_blow_throws() {
    let flown = flown(raw_for(3), &way(3, 1, |_| {}), &[7, 7, 7]);
    assert_eq!((flown.squares, flown.words[0].0.to_string().as_str()), (3, "is thrown back 3 m"));
    assert_eq!(flown.effects, [RuleStep::FallProne { unit: UnitId(1) }], "3 successes and 4 needed");
}

#[test]
fn ab_knock_13_light_blows_take_the_feet_away() {
    let force = KnockbackForce { on_the_spot: true, ..raw_for(4) };
    let flown = flown(force, &way(4, 1, |_| {}), &[]);
    assert_eq!((flown.squares, flown.effects), (0, vec![RuleStep::FallProne { unit: UnitId(1) }]));
}

#[rstest]
#[case::ab_knock_13_keeps_its_feet(&[7, 7, 1], &[])]
#[case::ab_knock_13_loses_its_feet(&[7, 1, 1], &[RuleStep::FallProne { unit: UnitId(1) }])]
fn light_blows_of_a_metre(#[case] faces: &[u8], #[case] effects: &[RuleStep]) {
    let force = KnockbackForce { on_the_spot: true, ..raw_for(1) };
    let flown = flown(force, &way(1, 1, |_| {}), faces);
    assert_eq!((flown.squares, flown.effects.as_slice()), (0, effects));
}

#[rstest]
#[case::ab_knock_12_and_throw_no_unit(true, 0)]
#[case::ab_knock_12_off(false, 4)]
fn light_blows(#[case] on_the_spot: bool, #[case] squares: usize) {
    let force = KnockbackForce { on_the_spot, ..raw_for(4) };
    assert_eq!(flown(force, &way(4, 1, |_| {}), &[]).squares, squares);
}

#[test]
fn ab_knock_25_stopped_by_what_holds() {
    // 10 m: 5 dice against 12 of armour. More than Dexterity: it falls. 5 dice are above Stamina and Athletics.
    let flown = flown(raw_for(10), &way(10, 1, |segment| segment.barriers = vec![wall(7)]), &[7, 7, 1, 1, 1]);
    assert_eq!(flown.squares, 0);
    let hurt = flown.effects.iter().any(|effect| matches!(effect, RuleStep::ChangeHealth { damage: 2, .. }));
    assert!(hurt && !flown.effects.iter().any(|effect| matches!(effect, RuleStep::DamageBarrier(_))));
}

#[test]
fn ab_knock_25_through_what_breaks() {
    // 10 m, a drywall after 4: 5 dice for the whole distance, three more than its armour.
    let through = way(10, 5, |segment| segment.barriers = vec![drywall(7)]);
    let flown = flown(raw_for(10), &through, &[1, 1, 1, 1, 1]);
    assert_eq!(flown.squares, 10);
    let harm = flown.effects.iter().find_map(|effect| match effect {
        RuleStep::DamageBarrier(harm) => Some(*harm),
        _ => None,
    });
    let whole = play::barrier_hit_points(&drywall(7), &rules());
    assert_eq!(harm.map(|harm| (harm.id, harm.damage)), Some((BarrierSource::Segment(BarrierId(7)), whole)));
}

#[rstest]
#[case::ab_obj_24_a_window_of_half_size(30, 3)]
#[case::ab_obj_25_a_small_window(12, 1)]
fn smaller_panes_break(#[case] glass_pct: u8, #[case] levels: u32) {
    // 6 m: 3 dice against 2 of armour.
    let pane = BarrierOnLine { structure: 1, armor: 2, transparent: true, glass_pct, ..drywall(7) };
    let flown = flown(raw_for(6), &way(6, 2, |segment| segment.barriers = vec![pane]), &[1, 1, 1]);
    let harm = flown.effects.iter().find_map(|effect| match effect {
        RuleStep::DamageBarrier(harm) => Some(harm.damage),
        _ => None,
    });
    assert_eq!((flown.squares, harm), (6, Some(levels)));
}

#[test]
fn ab_knock_18_dice_of_the_whole_distance_and_then_of_what_is_left() {
    // 26 m: 13 dice at the drywall after 4 m, and 22 m are left: 11 dice at the wall after 9 m, which has 12 of armour.
    let mut two = way(26, 5, |segment| segment.barriers = vec![drywall(7)]);
    two[9].barriers = vec![wall(8)];
    let flown = flown(raw_for(26), &two, &[1; 24]);
    assert_eq!(
        (flown.squares, flown.stop),
        (9, Some(FlightStop::Barrier(BarrierSource::Segment(BarrierId(8)))))
    );
}

#[test]
fn ab_knock_25_thirteen_dice_break_what_twelve_do_not() {
    for (metres, dice, squares) in [(24, 12, 4), (26, 13, 26)] {
        let into = way(metres, 5, |segment| segment.barriers = vec![wall(7)]);
        assert_eq!(flown(raw_for(metres), &into, &vec![1; dice]).squares, squares, "{metres} m");
    }
}

#[test]
fn ab_knock_19_a_struck_unit_may_be_thrown_on() {
    let into = way(50, 1, |segment| segment.person = Some(unit(2)));
    // 25 dice for each of them, none of which hurts.
    let flown = flown(raw_for(50), &into, &[1; 50]);
    assert_eq!(flown.squares, 0, "units stop a flight");
    let knocked = flown.effects.iter().find_map(|effect| match effect {
        RuleStep::Knockback { unit: UnitId(2), force, .. } => Some(*force),
        _ => None,
    });
    assert_eq!(knocked.map(|force| knockback_metres(&unit(2), force, &rules())), Some((25 - 6) / 2));
}

#[test]
fn ab_knock_18_chains_end() {
    // However hard the first blow, each crash throws less than a quarter as far as the flight before it.
    for metres in 1..=2_000 {
        let (mut metres, mut links) = (metres, 0);
        while metres > 0 {
            let force = KnockbackForce { raw: profile::collision_dice(metres), ..KnockbackForce::default() };
            let next = knockback_metres(&unit(2), force, &rules());
            assert!(4 * next <= metres, "{next} m after {metres} m");
            (metres, links) = (next, links + 1);
        }
        assert!(links <= 3);
    }
}

#[test]
fn ab_knock_26_thrown_off_a_roof() {
    let mut off = way(3, 1, |_| {});
    for segment in &mut off {
        segment.rise_cm = -1_000;
    }
    // 10 m: 5 dice; it is prone already when its footing is rolled.
    let flown = flown(raw_for(3), &off, &[7, 1, 1, 1, 1]);
    assert_eq!((flown.squares, flown.fell_cm), (3, 1_000));
    assert!(flown.effects.contains(&RuleStep::FallProne { unit: UnitId(1) }));
    assert!(flown.effects.iter().any(|effect| matches!(effect, RuleStep::ChangeHealth { damage: 1, .. })));
}

#[test]
fn ab_knock_19_over_an_edge_onto_a_unit() {
    let mut off = way(3, 3, |segment| segment.person = Some(unit(2)));
    for segment in &mut off[2..] {
        segment.rise_cm = -1_000;
    }
    // 10 m for both: 5 dice each; it is prone already when its footing is rolled.
    let flown = flown(raw_for(3), &off, &[7, 1, 1, 1, 1, 7, 7, 1, 1, 1]);
    assert_eq!(flown.squares, 3);
    let harm = |id: u32| {
        flown.effects.iter().find_map(|effect| match effect {
            RuleStep::ChangeHealth { unit, damage, .. } if *unit == UnitId(id) => Some(*damage),
            _ => None,
        })
    };
    assert_eq!([1, 2].map(harm), [Some(1), Some(2)]);
    assert!(!flown.effects.iter().any(|effect| matches!(effect, RuleStep::Knockback { .. })));
}

#[test]
fn ab_knock_02_above_the_heads_of_units_below() {
    let mut off = way(3, 1, |segment| segment.person = Some(unit(2)));
    for segment in &mut off {
        segment.rise_cm = -1_000;
    }
    let flown = flown(raw_for(3), &off, &[1, 1, 1, 1, 1]);
    assert_eq!(flown.squares, 3, "a unit below the edge is not struck");
}

#[test]
fn ab_knock_17_no_hit_no_push() {
    assert_eq!(knockback_effect(&unit(1), KnockbackForce::default(), None, &rules()), None);
    let mut without = RuleSet::new(Book::SwanSong);
    without.set("borrow.knockback", "off").expect("a switch");
    assert!(!in_play(&without) && in_play(&RuleSet::new(Book::SwanSong)));
}

// Five dice at 40 % against a body that soaks nothing: two levels on average, and more than Dexterity 3 knocks it
// down.
#[test]
fn ab_knock_25_every_way_to_land() {
    let into = way(10, 1, |segment| segment.barriers = vec![wall(7)]);
    let from = Cell::new(0, 0);
    let all = landing_odds(&unit(1), (raw_for(10), from), &into, &rules(), 10_000).expect("few branches");
    assert!((all.mean(|landing| i64::from(landing.damage)) - 2.0).abs() < 1e-9);
    let stopped = |landing: &FlightOutcome| {
        (landing.squares, landing.stop)
            == (0, Some(FlightStop::Barrier(BarrierSource::Segment(BarrierId(7)))))
    };
    assert!((all.probability(|landing| stopped(landing) && landing.prone) - 1.0).abs() < 1e-9);
    // None of five: 0.6^5.
    assert!((all.probability(|landing| landing.damage == 0) - 0.07776).abs() < 1e-9);
    assert!(all.iter().all(|(landing, _)| landing.broken.is_empty() && landing.struck.is_none()));
    assert_eq!(landing_odds(&unit(1), (raw_for(10), from), &into, &rules(), 2), None, "too few runs");
}

#[test]
fn ab_knock_26_how_deep_it_falls() {
    let mut off = way(3, 1, |_| {});
    off.iter_mut().for_each(|segment| segment.rise_cm = -400);
    let from = Cell::new(0, 0);
    let all = landing_odds(&unit(1), (raw_for(3), from), &off, &rules(), 10_000).expect("few branches");
    assert!(all.iter().all(|(landing, _)| (landing.squares, landing.fell_cm) == (3, 400)));
}

#[test]
fn ab_knock_16_a_unit_that_is_flown_past_does_not_stop_the_flight() {
    let blocked = way(3, 2, |segment| segment.person = Some(unit(2)));
    let past = KnockbackForce { flies_past: Some(UnitId(2)), ..raw_for(3) };
    assert_eq!(flown(past, &blocked, &[7, 7, 7]).squares, 3);
    let other = KnockbackForce { flies_past: Some(UnitId(3)), ..raw_for(3) };
    let stop = resolve_stop(other, &blocked);
    assert_eq!(stop, Some(FlightStop::Unit(UnitId(2))));
}

/// Where a flight ends whose dice all fail.
fn resolve_stop(force: KnockbackForce, way: &[FlightSegment]) -> Option<FlightStop> {
    let mut table = ScriptedTable::new(vec![1; 12], Vec::new());
    let from = Cell::new(0, 0);
    resolve_flight(&mut table, &unit(1), (force, from), way, &rules()).expect("there are enough dice").stop
}

#[test]
fn ab_knock_18_a_note_of_a_crash_names_what_hurts() {
    let harm = || CrashHarm(RuleText::default());
    let impact = |note: FlightLine| flight_impact(&RuleText::from(note));
    assert_eq!(impact(FlightLine::HitsGround { harm: harm() }), Some("crash"));
    assert_eq!(impact(FlightLine::Falls { harm: RuleText::default() }), Some("fall"));
    let struck = FlightLine::FallsOn { unit: "Bob".to_owned(), harm: harm() };
    assert_eq!([impact(struck), impact(FlightLine::ThrownBack { metres: 3 })], [None, None]);
}
