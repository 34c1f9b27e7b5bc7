//! Lines of the card about the enemies that a unit can hit and that can hit it.

use bevy_egui::egui::Ui;

use super::cover_advice::{CoverAdvice, gains_cover};
use crate::attack_forecast::{EnemyThreat, percent_text};
use crate::attack_ranking::PossibleTarget;
use crate::panel::widgets::{PanelContext, show_fact_line};
use battle::BattleView;
use model::{Cell, UnitId};
use rules::{WeaponReach, play};

/// Most enemies listed by name.
const MAX_LISTED_ENEMIES: usize = 6;
/// Heading of the figures of an attack.
const FIGURES: &str = "damage chance · average";

/// Whether a unit has announced attacks and none of them is possible any more, so that one has to be replaced before
/// another target can be attacked. `AB-CANCEL-01`.
fn needs_replacement(view: &BattleView, unit: UnitId) -> bool {
    let queued = view.unit(unit).map(|unit| view.queued_attacks(&unit)).unwrap_or_default();
    !queued.is_empty() && queued.iter().all(|(_, why)| why.is_some())
}

/// Draws the enemies that a unit can hit from a square.
pub(super) fn show_targets(
    ui: &mut Ui,
    context: &PanelContext,
    unit: UnitId,
    (targets, title, unpaid): (&[PossibleTarget], &str, Option<&'static str>),
) {
    let palette = context.palette;
    if let Some(unpaid) = unpaid.filter(|_| targets.is_empty()) {
        ui.colored_label(palette.dim, format!("{} {unpaid}.", context.unit_name(unit)));
        return;
    }
    if targets.is_empty() && needs_replacement(context.view, unit) {
        let text = "The announced attack has become impossible. Replace it, in the list of attacks, to attack another target.";
        ui.colored_label(palette.caution, text);
        return;
    }
    let (blind, seen): (Vec<_>, Vec<_>) = targets.iter().partition(|target| target.is_blind);
    let (harmful, harmless): (Vec<_>, Vec<_>) = seen.into_iter().partition(|target| target.can_harm());
    if harmful.is_empty() {
        ui.colored_label(
            palette.dim,
            format!("{title} no unit {}.", if blind.is_empty() { "now" } else { "in sight" }),
        );
    } else {
        show_fact_line(ui, (title, palette.dim), (FIGURES, palette.dim));
    }
    for target in harmful.into_iter().take(MAX_LISTED_ENEMIES) {
        let figure = format!("{} · {:.1}", percent_text(target.chance), target.mean);
        let name = target_text(&context.unit_name(target.enemy), target);
        show_fact_line(ui, (&name, context.unit_colour(target.enemy)), (&figure, palette.text));
    }
    show_blind_shots(ui, context, blind.into_iter().map(|target| (target.enemy, target.chance, target.mean)));
    let names: Vec<String> = harmless.into_iter().map(|target| context.unit_name(target.enemy)).collect();
    if !names.is_empty() {
        let text = format!("Seen, but no attack can harm: {}.", names.join(", "));
        ui.colored_label(palette.dim, text);
    }
}

/// Names an enemy with the attack on it and its price: "Dyne (Single shot, 2 AP)".
fn target_text(enemy: &str, target: &PossibleTarget) -> String {
    match target.price.as_str() {
        "" => format!("{enemy} ({})", target.attack),
        price => format!("{enemy} ({}, {price})", target.attack),
    }
}

/// Draws shots through walls, each with the unit at the other end, the chance of damage and the average.
fn show_blind_shots(ui: &mut Ui, context: &PanelContext, shots: impl Iterator<Item = (UnitId, f64, f64)>) {
    for (unit, chance, mean) in shots.take(MAX_LISTED_ENEMIES) {
        let name = format!("{}, through a wall", context.unit_name(unit));
        let figure = format!("{} · {mean:.1}", percent_text(chance));
        show_fact_line(ui, (&name, context.palette.dim), (&figure, context.palette.dim));
    }
}

/// Names the explosives and two-handed weapons that a unit carries besides what it holds, each once: it may ready them
/// before it attacks. Where a square is given, only those that reach it.
fn heavy_weapons_carried(view: &BattleView, unit: UnitId, cell: Option<Cell>) -> Vec<String> {
    let Some(unit) = view.unit(unit) else { return Vec::new() };
    let me = view.unit_snapshot(&unit);
    let reaches = |reach: WeaponReach| match (cell, reach) {
        (None, _) => true,
        (Some(cell), WeaponReach::Melee { beyond }) => unit.cell().chebyshev_distance(cell) <= beyond + 1,
        (Some(cell), WeaponReach::Ranged { metres }) => unit.cell().chebyshev_distance(cell) <= metres,
    };
    let mut names: Vec<String> = Vec::new();
    for (_, carried) in unit.inventory.slots() {
        let is_explosive = || play::blast_profile(&me, carried.weapon(), view.rules()).is_some();
        let is_heavy = carried.hands() >= 2 || (carried.hands() > 0 && is_explosive());
        let name = carried.name().to_string();
        if !carried.in_hand() && is_heavy && reaches(carried.reach()) && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Returns the enemies in sight whose attacks are not listed and that may ready something heavy that reaches a square, each
/// with what that is.
fn unlisted_carriers(
    view: &BattleView,
    unit: UnitId,
    (cell, listed): (Cell, &[UnitId]),
) -> Vec<(UnitId, Vec<String>)> {
    let Some(unit) = view.unit(unit) else { return Vec::new() };
    let enemies = view.units().filter(|enemy| {
        let fights = enemy.is_fighting() && enemy.out_of_action.on_map();
        fights && enemy.side != unit.side
    });
    let others = enemies.map(|enemy| *enemy.id).filter(|enemy| !listed.contains(enemy));
    let carriers = others.map(|enemy| (enemy, heavy_weapons_carried(view, enemy, Some(cell))));
    carriers.filter(|(_, carried)| !carried.is_empty()).collect()
}

/// Draws what enemies in sight carry whose attacks are not listed.
fn show_unlisted_carriers(
    ui: &mut Ui,
    context: &PanelContext,
    unit: UnitId,
    (cell, listed): (Cell, &[UnitId]),
) {
    let carriers = unlisted_carriers(context.view, unit, (cell, listed));
    for (enemy, carried) in carriers.iter().take(MAX_LISTED_ENEMIES) {
        let text = format!("{} may ready: {}", context.unit_name(*enemy), carried.join(", "));
        ui.colored_label(context.palette.dim, text);
    }
}

/// Draws the enemies that can hit a unit on a square, and those in sight that may ready what reaches it.
pub(super) fn show_threats(
    ui: &mut Ui,
    context: &PanelContext,
    unit: UnitId,
    (threats, cell, advice): (&[EnemyThreat], Cell, CoverAdvice),
    title: &str,
) {
    let palette = context.palette;
    let (blind, seen): (Vec<_>, Vec<_>) = threats.iter().partition(|threat| threat.is_blind);
    let blind = blind.into_iter().map(|threat| (threat.enemy, threat.chance, threat.mean));
    if seen.is_empty() {
        let whom = if blind.len() == 0 { "no unit now." } else { "no unit in sight, only through walls:" };
        ui.colored_label(palette.good, format!("{title} {whom}"));
        show_blind_shots(ui, context, blind);
        return show_unlisted_carriers(ui, context, unit, (cell, &[]));
    }
    show_fact_line(ui, (title, palette.dim), (FIGURES, palette.dim));
    for threat in seen.iter().take(MAX_LISTED_ENEMIES) {
        // The figures are those of a unit that has not taken cover: cover has no place beside them.
        let name = format!("{}, {}", context.unit_name(threat.enemy), threat.weapon);
        let figure = format!("{} · {:.1}", percent_text(threat.chance), threat.mean);
        show_fact_line(ui, (&name, context.unit_colour(threat.enemy)), (&figure, palette.text));
        let carried = heavy_weapons_carried(context.view, threat.enemy, None);
        if !carried.is_empty() {
            ui.colored_label(palette.dim, format!("carries: {}", carried.join(", ")));
        }
    }
    let more = seen.len().saturating_sub(MAX_LISTED_ENEMIES);
    if more > 0 {
        ui.colored_label(palette.dim, format!("and {more} more"));
    }
    show_blind_shots(ui, context, blind);
    let listed: Vec<UnitId> = seen.iter().take(MAX_LISTED_ENEMIES).map(|threat| threat.enemy).collect();
    show_unlisted_carriers(ui, context, unit, (cell, &listed));
    if gains_cover(context.view.field().grid(), threats, cell)
        && let Some(text) = advice.text()
    {
        ui.colored_label(palette.dim, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::tests::{warehouse_in_every_book, with_context};

    #[test]
    fn what_an_unlisted_enemy_in_sight_may_ready_is_named_if_it_reaches_the_square() {
        let mut named = 0;
        for (book, mut world) in warehouse_in_every_book() {
            with_context(&mut world, |context| {
                let view = context.view;
                for unit in view.units() {
                    let enemies = || view.units().filter(|enemy| enemy.side != unit.side);
                    let all: Vec<UnitId> = enemies().map(|enemy| *enemy.id).collect();
                    let (id, here) = (*unit.id, unit.cell());
                    assert!(unlisted_carriers(view, id, (here, &all)).is_empty(), "{book:?}: all are listed");
                    let found = unlisted_carriers(view, id, (here, &[]));
                    for (enemy, carried) in &found {
                        let data = view.unit(*enemy).expect("it is in sight");
                        assert_ne!(data.side, unit.side);
                        let names = || data.inventory.slots().filter(|(_, carried)| !carried.in_hand());
                        for name in carried {
                            assert!(names().any(|(_, one)| one.name().as_ref() == name), "{book:?}: {name}");
                        }
                        named += 1;
                        let far = Cell::new(here.x + 5_000, here.y);
                        assert!(heavy_weapons_carried(view, *enemy, Some(far)).is_empty(), "out of reach");
                    }
                }
            });
        }
        assert!(named > 0, "some carry grenades");
    }

    #[test]
    fn attacks_that_do_nothing_on_average_are_not_listed_as_hits() {
        let target = |mean| PossibleTarget {
            enemy: UnitId(1),
            choice: (0, None),
            attack: "Rifle".to_owned(),
            chance: 0.5,
            mean,
            worth: mean,
            price: "2 AP".to_owned(),
            is_blind: false,
        };
        assert_eq!(target_text("Dyne", &target(0.1)), "Dyne (Rifle, 2 AP)");
        assert!(target(0.1).can_harm() && !target(0.02).can_harm() && !target(0.0).can_harm());
    }
}
