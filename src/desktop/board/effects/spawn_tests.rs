use super::*;
use bevy_egui::egui::Color32;

const ALL: EffectLimits = EffectLimits { motion: true, flashes: true, blood: true };

fn round_area(reach: f32) -> LitArea {
    let at = vec2(5.0, 5.0);
    let corners = (0..64).map(|step| {
        let angle = step as f32 * std::f32::consts::TAU / 64.0;
        at + Vec2::angled(angle) * reach
    });
    LitArea { at, corners: corners.collect(), reach }
}

fn attack(shots: u32, contact: HitResult, limits: EffectLimits) -> Vec<Effect> {
    let ends = [vec2(0.5, 0.5), vec2(6.5, 0.5)];
    attack_effects(&AttackScene { ends, shots, contact, muzzle: round_area(3.0) }, limits)
}

fn count(effects: &[Effect], is_kind: impl Fn(&EffectKind) -> bool) -> usize {
    effects.iter().filter(|effect| is_kind(&effect.kind)).count()
}

fn tracers(effects: &[Effect]) -> usize {
    count(effects, |kind| matches!(kind, EffectKind::Tracer { .. }))
}

fn flashes(effects: &[Effect]) -> usize {
    count(effects, |kind| matches!(kind, EffectKind::Flash { .. }))
}

#[test]
fn every_shot_has_a_tracer_and_a_flash_up_to_a_limit() {
    for (shots, expected) in [(1, 1), (3, 3), (40, MAX_TRACERS as usize)] {
        let effects = attack(shots, HitResult::Hit, ALL);
        assert_eq!((tracers(&effects), flashes(&effects)), (expected, expected), "{shots} shots");
    }
    let blow = attack(0, HitResult::Hit, ALL);
    assert_eq!((blow.len(), tracers(&blow)), (1, 0));
}

#[test]
fn a_miss_flies_past_its_target() {
    let farthest = |contact| {
        let effects = attack(1, contact, ALL);
        let ends = effects.iter().filter_map(|effect| match &effect.kind {
            EffectKind::Tracer { ends, .. } => Some(ends[1].x),
            _ => None,
        });
        ends.fold(0.0, f32::max)
    };
    assert!(farthest(HitResult::Hit) < 6.7 && farthest(HitResult::Miss) > 7.0);
}

#[test]
fn a_blow_without_harm_strikes_sparks_from_armour_or_dust_from_the_ground() {
    let sparks = |effects: &[Effect]| count(effects, |kind| matches!(kind, EffectKind::Spark { .. }));
    let chips = |effects: &[Effect]| count(effects, |kind| matches!(kind, EffectKind::Chip { .. }));
    let [hit, graze, blocked, miss] = [HitResult::Hit, HitResult::Graze, HitResult::Blocked, HitResult::Miss]
        .map(|one| attack(1, one, ALL));
    // Four sparks are those of the muzzle.
    assert_eq!([&hit, &graze, &blocked, &miss].map(|one| sparks(one)), [4, 13, 13, 4]);
    assert_eq!([&hit, &graze, &blocked, &miss].map(|one| chips(one)), [0, 0, 0, 4]);
    let blow = |contact| attack(0, contact, ALL);
    assert_eq!([HitResult::Hit, HitResult::Graze, HitResult::Miss].map(|one| sparks(&blow(one))), [0, 9, 0]);
    let still = EffectLimits { motion: false, ..ALL };
    assert_eq!(
        (sparks(&attack(1, HitResult::Graze, still)), chips(&attack(1, HitResult::Miss, still))),
        (0, 0)
    );
}

#[test]
fn settings_leave_out_flashes_and_motion() {
    let dim = EffectLimits { flashes: false, ..ALL };
    let still = EffectLimits { motion: false, flashes: false, ..ALL };
    assert_eq!(flashes(&attack(2, HitResult::Hit, dim)), 0);
    let area = round_area(6.0);
    assert_eq!(flashes(&explosion_effects(&area, 4.0, dim)), 0);
    assert_eq!(explosion_effects(&area, 4.0, still).len(), 1);
    let debris = (Debris::Glass, Color32::WHITE);
    assert_eq!(barrier_effects(area.at, None, debris, true, still), []);
    assert_eq!(landing_effects(area.at, vec2(1.0, 0.0), still), []);
}

#[test]
fn an_explosion_has_a_ring_as_wide_as_its_radius_and_stays_within_walls() {
    let area = round_area(2.0);
    let effects = explosion_effects(&area, 4.0, ALL);
    let rings = effects.iter().filter_map(|effect| match &effect.kind {
        EffectKind::Ring { radius, .. } => Some(radius[1]),
        _ => None,
    });
    assert_eq!(rings.collect::<Vec<_>>(), [4.0]);
    for effect in &effects {
        if let EffectKind::Chip { flight, .. } | EffectKind::Spark { flight, .. } = &effect.kind {
            let distance = (flight.at(20.0) - area.at).length();
            assert!(distance <= 2.0, "{distance} squares, and the walls are 2 away");
        }
    }
}

#[test]
fn broken_glass_shatters_into_twice_the_shards() {
    let chips = |broken| {
        let debris = (Debris::Glass, Color32::WHITE);
        let effects = barrier_effects(vec2(2.0, 2.5), Some(vec2(1.0, 0.0)), debris, broken, ALL);
        count(&effects, |kind| matches!(kind, EffectKind::Chip { .. }))
    };
    assert_eq!((chips(false), chips(true)), (16, 32));
}
