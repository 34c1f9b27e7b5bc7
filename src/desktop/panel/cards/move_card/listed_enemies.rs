//! Lines of the card about the enemies that a unit can hit and that can hit it.

use bevy_egui::egui::Ui;

use super::cover_advice::{CoverAdvice, gains_cover};
use crate::attack_forecast::{AttackQuery, EnemyThreat, ForecastCache, LEAST_MEAN, TO_HIT, percent_text};
use crate::attack_ranking::PossibleTarget;
use crate::panel::cards::shows_details;
use crate::panel::widgets::{PanelContext, show_fact_line};
use crate::replaced_attack::ReplacedAttack;
use battle::{BattleView, Target};
use model::{Cell, UnitId};
use rules::{MovementMode, WeaponReach, play};

/// Most enemies listed by name.
const MAX_LISTED_ENEMIES: usize = 6;
/// The same on a card without details.
const BRIEF_ENEMIES: usize = 2;
/// Heading of the figures of an attack.
const FIGURES: &str = "damage chance · average damage";

/// Formats the figures of an attack: "74 % · 4.1 Strain"; where damage has no other name, "74 % · 4.1".
fn damage_figures(chance: f64, (mean, unit): (f64, &str)) -> String {
    let figures = format!("{} \u{b7} {mean:.1}", percent_text(chance));
    if unit == "damage" { figures } else { format!("{figures} {unit}") }
}

/// What a square is said to be where no enemy hits the unit: enemies may still come nearer, or ready something else.
const NO_ATTACKER: &str = "no unit from where they stand now, with the weapons in hand.";

/// Returns how many enemies a card lists by name.
fn listed_count(ui: &Ui, context: &PanelContext) -> usize {
    if shows_details(ui, context) { MAX_LISTED_ENEMIES } else { BRIEF_ENEMIES }
}

/// Says how many enemies have no line of their own: "and 2 more"; `None` if all have one.
fn unlisted_text(all: usize, listed: usize) -> Option<String> {
    let more = all.saturating_sub(listed);
    (more > 0).then(|| format!("and {more} more"))
}

/// Whether a unit has announced attacks and none of them is possible any more, so that one has to be replaced before
/// another target can be attacked. `AB-CANCEL-01`.
fn needs_replacement(view: &BattleView, unit: UnitId) -> bool {
    let queued = view.unit(unit).map(|unit| view.queued_attacks(&unit)).unwrap_or_default();
    !queued.is_empty() && queued.iter().all(|(_, why)| why.is_some())
}

/// Draws the enemies that a unit can hit from a square, and what it could do there if it replaced an announced attack.
pub(super) fn show_targets(
    ui: &mut Ui,
    context: &PanelContext,
    unit: UnitId,
    (targets, title, unpaid): (&[PossibleTarget], &str, Option<&'static str>),
    replaced: Option<&ReplacedAttack>,
) {
    let palette = context.palette;
    if let Some(unpaid) = unpaid.filter(|_| targets.is_empty()) {
        ui.colored_label(palette.dim, format!("{} {unpaid}.", context.unit_name(unit)));
        return;
    }
    if targets.is_empty() && replaced.is_none() && needs_replacement(context.view, unit) {
        let text =
            "The announced attack has become impossible, and one in its place would harm no unit in sight.";
        ui.colored_label(palette.caution, text);
        return;
    }
    let (blind, seen): (Vec<_>, Vec<_>) = targets.iter().partition(|target| target.is_blind);
    let (harmful, harmless): (Vec<_>, Vec<_>) = seen.into_iter().partition(|target| target.can_harm());
    if harmful.is_empty() {
        ui.colored_label(palette.dim, no_target_text(title, !blind.is_empty(), replaced.is_some()));
    } else {
        show_fact_line(ui, (title, palette.dim), (FIGURES, palette.dim));
    }
    let (most, count) = (listed_count(ui, context), harmful.len());
    for target in harmful.into_iter().take(most) {
        let figure = damage_figures(target.chance, (target.mean, target.unit));
        let name = target_text(&context.unit_name(target.enemy), target);
        show_fact_line(ui, (&name, context.unit_colour(target.enemy)), (&figure, palette.text));
    }
    if let Some(text) = unlisted_text(count, most) {
        ui.colored_label(palette.dim, text);
    }
    show_blind_shots(
        ui,
        context,
        blind.into_iter().map(|target| (target.enemy, target.chance, (target.mean, target.unit))),
    );
    if let Some(replaced) = replaced {
        ui.colored_label(palette.caution, replaced.sentence(&context.unit_name(replaced.enemy)));
        return; // what the announced attack cannot harm, another one may
    }
    let names: Vec<String> = harmless.into_iter().map(|target| context.unit_name(target.enemy)).collect();
    if !names.is_empty() {
        let text = format!("Seen, but no attack can harm: {}.", names.join(", "));
        ui.colored_label(palette.dim, text);
    }
}

/// Says that a unit can hit no unit from a square: none in sight if it could shoot at what it does not see, and none with the
/// announced attack if another one could take its place.
fn no_target_text(title: &str, has_blind: bool, is_replaceable: bool) -> String {
    let sight = if has_blind { " in sight" } else { "" };
    match (is_replaceable, has_blind) {
        (true, _) => format!("{title} no unit{sight} with the announced attack."),
        (false, true) => format!("{title} no unit in sight."),
        (false, false) => format!("{title} no unit now."),
    }
}

/// Names an enemy with the attack on it and its price: "Dyne (Single shot, 2 AP)".
fn target_text(enemy: &str, target: &PossibleTarget) -> String {
    match target.price.as_str() {
        "" => format!("{enemy} ({})", target.attack),
        price => format!("{enemy} ({}, {price})", target.attack),
    }
}

/// Draws shots through walls and doors, each with the unit at the other end, the chance of damage and the average.
fn show_blind_shots(
    ui: &mut Ui,
    context: &PanelContext,
    shots: impl Iterator<Item = (UnitId, f64, (f64, &'static str))>,
) {
    for (unit, chance, damage) in shots.take(listed_count(ui, context)) {
        let name = format!("{}, unseen", context.unit_name(unit));
        let figure = damage_figures(chance, damage);
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
    for (_, carried) in unit.inventory.slots().filter(|(_, carried)| !carried.fault().bars_next_turn()) {
        let is_explosive = || play::blast_profile(&me, carried.weapon(), view.rules()).is_some();
        let is_heavy = carried.hands() >= 2 || (carried.hands() > 0 && is_explosive());
        let name = carried.name().to_string();
        if !carried.in_hand() && is_heavy && reaches(carried.reach()) && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// An enemy in sight whose attacks are not listed, and what it may ready first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct UnlistedCarrier {
    enemy: UnitId,
    /// The name of each weapon, and what it would do: damage chance and average, in words; empty if it does no damage.
    weapons: Vec<(String, String)>,
}

/// Returns the enemies in sight whose attacks are not listed and that may ready something heavy that reaches a square, each
/// with what that is and what it would do to the unit there.
pub(super) fn unlisted_carriers(
    view: &BattleView,
    odds: &mut ForecastCache,
    (unit, gait): (UnitId, MovementMode),
    (cell, threats): (Cell, &[EnemyThreat]),
) -> Vec<UnlistedCarrier> {
    let Some(own) = view.unit(unit) else { return Vec::new() };
    let is_listed = |enemy: UnitId| listed_threats(threats).any(|threat| threat.enemy == enemy);
    let enemies = view.units().filter(|enemy| {
        let fights = enemy.is_fighting() && enemy.out_of_action.on_map();
        fights && enemy.side != own.side && !is_listed(*enemy.id)
    });
    let carriers = enemies.map(|enemy| {
        let names = heavy_weapons_carried(view, *enemy.id, Some(cell));
        let figures = |name: String| {
            let slot = enemy
                .inventory
                .slots()
                .find(|(_, carried)| !carried.in_hand() && carried.name().to_string() == name);
            let best = slot.and_then(|(slot, carried)| {
                let modes: Vec<_> = match carried.modes() {
                    [] => vec![None],
                    modes => modes.iter().copied().map(Some).collect(),
                };
                let all = modes.into_iter().filter_map(|mode| {
                    let query = AttackQuery {
                        target_at: Some((cell, gait)),
                        ..AttackQuery::from_current_position(&enemy, Target::Unit(unit), slot, mode)
                    };
                    odds.quick_odds(view, &query).map(|(odds, _)| odds)
                });
                all.max_by(|one, other| one.mean.total_cmp(&other.mean))
            });
            let text = best.filter(|odds| odds.mean >= LEAST_MEAN);
            let unit = slot.map_or("damage", |(_, carried)| play::weapon_damage_words(carried.weapon()));
            let text = text.map(|odds| damage_figures(odds.harm, (odds.mean, unit)));
            (name, text.unwrap_or_default())
        };
        UnlistedCarrier { enemy: *enemy.id, weapons: names.into_iter().map(figures).collect() }
    });
    carriers.filter(|carrier| !carrier.weapons.is_empty()).collect()
}

/// Returns the threats that are listed by name: those in sight, as many as there is room for.
fn listed_threats(threats: &[EnemyThreat]) -> impl Iterator<Item = &EnemyThreat> {
    threats.iter().filter(|threat| !threat.is_blind).take(MAX_LISTED_ENEMIES)
}

/// Draws what enemies in sight carry whose attacks are not listed, with its damage chance and average.
fn show_unlisted_carriers(ui: &mut Ui, context: &PanelContext, carriers: &[UnlistedCarrier]) {
    let palette = context.palette;
    for carrier in carriers.iter().take(listed_count(ui, context)) {
        let name = context.unit_name(carrier.enemy);
        for (weapon, figures) in &carrier.weapons {
            let text = format!("{name} may ready: {weapon}");
            show_fact_line(ui, (&text, palette.dim), (figures, palette.dim));
        }
    }
}

/// Draws the enemies that can hit a unit on a square, and those in sight that may ready what reaches it.
pub(super) fn show_threats(
    ui: &mut Ui,
    context: &PanelContext,
    (threats, carriers): (&[EnemyThreat], &[UnlistedCarrier]),
    (cell, advice): (Cell, CoverAdvice),
    title: &str,
) {
    let palette = context.palette;
    let (blind, seen): (Vec<_>, Vec<_>) = threats.iter().partition(|threat| threat.is_blind);
    let blind = blind.into_iter().map(|threat| (threat.enemy, threat.chance, (threat.mean, threat.unit)));
    if seen.is_empty() {
        let (whom, colour) = match blind.len() {
            0 => (NO_ATTACKER, palette.good),
            _ => ("no unit in sight, but through what stands between:", palette.caution),
        };
        ui.colored_label(colour, format!("{title} {whom}"));
        show_blind_shots(ui, context, blind);
        return show_unlisted_carriers(ui, context, carriers);
    }
    show_fact_line(ui, (title, palette.dim), (FIGURES, palette.dim));
    let most = listed_count(ui, context);
    for threat in seen.iter().take(most) {
        // The figures are those of a unit that has not taken cover: cover has no place beside them.
        let name = format!("{}, {}", context.unit_name(threat.enemy), threat.weapon);
        let figure = match threat.mean > 0.0 {
            true => damage_figures(threat.chance, (threat.mean, threat.unit)),
            false => format!("{} {TO_HIT}, no damage", percent_text(threat.chance)),
        };
        show_fact_line(ui, (&name, context.unit_colour(threat.enemy)), (&figure, palette.text));
        let carried = heavy_weapons_carried(context.view, threat.enemy, None);
        if !carried.is_empty() && shows_details(ui, context) {
            ui.colored_label(palette.dim, format!("carries: {}", carried.join(", ")));
        }
    }
    if let Some(text) = unlisted_text(seen.len(), most) {
        ui.colored_label(palette.dim, text);
    }
    show_blind_shots(ui, context, blind);
    show_unlisted_carriers(ui, context, carriers);
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
    fn enemies_without_a_line_are_counted() {
        assert_eq!(unlisted_text(2, BRIEF_ENEMIES), None);
        assert_eq!(unlisted_text(5, BRIEF_ENEMIES).as_deref(), Some("and 3 more"));
        assert_eq!(unlisted_text(5, MAX_LISTED_ENEMIES), None);
    }

    #[test]
    fn what_an_unlisted_enemy_in_sight_may_ready_is_named_with_its_figures_if_it_reaches_the_square() {
        let (mut named, mut counted) = (0, 0);
        for (book, mut world) in warehouse_in_every_book() {
            let mut odds = ForecastCache::default();
            with_context(&mut world, |context| {
                let view = context.view;
                for unit in view.units() {
                    let enemies = || view.units().filter(|enemy| enemy.side != unit.side);
                    let all: Vec<EnemyThreat> = enemies().map(|enemy| threat_by(*enemy.id)).collect();
                    let (id, here) = ((*unit.id, MovementMode::Steady), unit.cell());
                    assert!(all.len() <= MAX_LISTED_ENEMIES);
                    let none = unlisted_carriers(view, &mut odds, id, (here, &all));
                    assert!(none.is_empty(), "{book:?}: all are listed");
                    for UnlistedCarrier { enemy, weapons } in
                        unlisted_carriers(view, &mut odds, id, (here, &[]))
                    {
                        let data = view.unit(enemy).expect("it is in sight");
                        assert_ne!(data.side, unit.side);
                        let names = || data.inventory.slots().filter(|(_, carried)| !carried.in_hand());
                        for (name, figures) in &weapons {
                            assert!(names().any(|(_, one)| one.name().as_ref() == name), "{book:?}: {name}");
                            counted += usize::from(figures.contains(" % \u{b7} "));
                        }
                        named += 1;
                        let far = Cell::new(here.x + 5_000, here.y);
                        assert!(heavy_weapons_carried(view, enemy, Some(far)).is_empty(), "out of reach");
                    }
                }
            });
        }
        assert!(named > 0, "some carry grenades");
        assert!(counted > 0, "some of them could do damage");
    }

    fn threat_by(enemy: UnitId) -> EnemyThreat {
        EnemyThreat {
            enemy,
            weapon: "Rifle".to_owned(),
            chance: 0.5,
            mean: 1.0,
            unit: "damage",
            hidden: 0,
            is_blind: false,
        }
    }

    #[test]
    fn a_square_does_not_deny_what_a_replacement_allows() {
        let title = "From there Vesper can hit";
        assert_eq!(no_target_text(title, false, false), "From there Vesper can hit no unit now.");
        assert_eq!(no_target_text(title, true, false), "From there Vesper can hit no unit in sight.");
        let blind = "From there Vesper can hit no unit in sight with the announced attack.";
        assert_eq!(no_target_text(title, true, true), blind);
        let none = "From there Vesper can hit no unit with the announced attack.";
        assert_eq!(no_target_text(title, false, true), none);
    }

    #[test]
    fn average_damage_has_the_unit_of_the_weapon() {
        assert_eq!(damage_figures(0.74, (4.1, "Strain")), "74 % \u{b7} 4.1 Strain");
        assert_eq!(damage_figures(0.74, (4.1, "damage")), "74 % \u{b7} 4.1");
    }

    #[test]
    fn attacks_that_do_nothing_on_average_are_not_listed_as_hits() {
        let target = |mean| PossibleTarget {
            enemy: UnitId(1),
            choice: (0, None),
            attack: "Rifle".to_owned(),
            chance: 0.5,
            mean,
            unit: "damage",
            worth: mean,
            price: "2 AP".to_owned(),
            is_blind: false,
        };
        assert_eq!(target_text("Dyne", &target(0.1)), "Dyne (Rifle, 2 AP)");
        assert!(target(0.1).can_harm() && !target(0.02).can_harm() && !target(0.0).can_harm());
    }
}
