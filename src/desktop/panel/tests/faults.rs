//! Tests of what is shown where the program fails at a computation: the battle goes on.

use super::*;
use crate::board::BoardViewport;
use crate::drawn_texts::drawn_texts;
use crate::fault_guard::expect_faults;
use crate::hovered_attack::HoveredAttack;
use crate::knockback_preview::KnockbackPreview;
use crate::panel::cards::hover_card;
use crate::panel::panel_layout::show_guarded;
use crate::session::{Hover, Intent};

/// What a card says where odds are missing. Tests write no reports.
const MISSING: &str = "Some odds could not be computed.";

/// A battle in which the acting unit can attack, and its attack.
fn battle_with_attack() -> (World, Order) {
    let mut world = warehouse_battle();
    for _ in 0..400 {
        let order = battle::with_view(&mut world, next).expect("a unit acts");
        if matches!(order, Order::Attack { .. }) {
            return (world, order);
        }
        journal::submit_order(&mut world, order).expect("the order is valid");
    }
    panic!("no unit can attack");
}

/// The query of an attack.
fn query_of(context: &PanelContext, order: &Order) -> AttackQuery {
    let Order::Attack { unit, target, weapon, mode, .. } = *order else { panic!("{order:?}") };
    let unit = context.view.unit(unit).expect("it acts");
    AttackQuery::from_current_position(&unit, target, weapon, mode)
}

/// Draws the card of an aimed attack on a unit; returns its texts.
fn card_texts(context: &PanelContext, odds: &mut ForecastCache, order: &Order) -> Vec<String> {
    let query = query_of(context, order);
    let Target::Unit(target) = query.target else { panic!("{query:?}") };
    let cell = context.view.unit(target).expect("the target").cell();
    let session = Session {
        selected: Some(query.attacker),
        intent: Intent::Attack { weapon: query.weapon, mode: query.mode, option: None },
        hover: Some(Hover { cell, unit: Some(target), barrier: None }),
        ..Session::default()
    };
    let ctx = Context::default();
    theme::style_egui(&ctx, context.palette, 1.0);
    let window = Rect::from_min_size(Pos2::ZERO, vec2(1440.0, 900.0));
    let viewport = BoardViewport { clip: window, ..BoardViewport::default() };
    let (knockback, hovered) = (KnockbackPreview::default(), HoveredAttack::default());
    let mut texts = Vec::new();
    for _ in 0..3 {
        let input = RawInput { screen_rect: Some(window), ..RawInput::default() };
        let output = ctx.run_ui(input, |ui| {
            let (odds, overlays) = ((&mut *odds, &knockback), (&hovered, None));
            let ctx = ui.ctx().clone();
            hover_card::show(&ctx, context, &session, odds, overlays, &mut None, (&viewport, false));
        });
        texts = drawn_texts(&output);
        output.drop_without_applying_deltas();
    }
    texts
}

#[test]
fn a_card_says_which_odds_could_not_be_computed_and_the_attack_can_still_be_made() {
    let (mut world, order) = battle_with_attack();
    with_context(&mut world, |context| {
        let texts = card_texts(context, &mut ForecastCache::default(), &order);
        assert!(!texts.is_empty() && !texts.iter().any(|text| text == MISSING), "{texts:?}");
        let mut odds = ForecastCache::default();
        odds.fails_for_tests = true;
        let texts = expect_faults(|| card_texts(context, &mut odds, &order));
        assert_eq!(texts.iter().filter(|text| *text == MISSING).count(), 1, "{texts:?}");
        assert!(!texts.iter().any(|text| text == "The odds cannot be calculated."), "{texts:?}");
        let query = query_of(context, &order);
        let glance = expect_faults(|| odds.quick_odds(context.view, &query));
        assert!(glance.is_none() && odds.fault().is_some());
        assert_eq!(odds.attack_refusal(context.view, &query), None);
    });
    journal::submit_order(&mut world, order).expect("the battle goes on");
}

#[test]
fn a_panel_that_fails_says_so_and_the_next_one_is_drawn() {
    let mut world = warehouse_battle();
    with_context(&mut world, |context| {
        let ctx = Context::default();
        theme::style_egui(&ctx, context.palette, 1.0);
        let window = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0));
        for _ in 0..2 {
            let input = RawInput { screen_rect: Some(window), ..RawInput::default() };
            let output = ctx.run_ui(input, |ui| {
                expect_faults(|| {
                    show_guarded(ui, context, "The log", |ui| {
                        ui.horizontal(|ui| {
                            ui.label("first entry");
                            assert!(ui.available_width() < 0.0, "a fault on purpose");
                        });
                    });
                });
                show_guarded(ui, context, "The turn order", |ui| _ = ui.label("Vex acts"));
            });
            let texts = drawn_texts(&output);
            output.drop_without_applying_deltas();
            assert!(texts.iter().any(|text| text == "The log could not be computed."), "{texts:?}");
            assert!(texts.iter().any(|text| text == "Vex acts"), "{texts:?}");
        }
    });
}
