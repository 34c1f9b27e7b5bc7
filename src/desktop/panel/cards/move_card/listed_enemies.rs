//! Lines of the card about the enemies that a unit can hit and that can hit it.

use bevy_egui::egui::Ui;

use super::cover_advice::{CoverAdvice, gains_cover};
use crate::attack_forecast::{
    EnemyThreat, ForecastCache, TO_HIT, heavy_stowed_weapons, percent_text, stowed_attack_odds,
};
use crate::attack_ranking::PossibleTarget;
use crate::panel::cards::shows_details;
use crate::panel::widgets::{PanelContext, show_fact_line};
use crate::replaced_attack::ReplacedAttack;
use battle::BattleView;
use model::{Cell, UnitId};
use rules::{MovementMode, QueuedAttack, play};

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
const NO_ATTACKER: &str = "no unit from where they are now, with the weapons in hand.";
/// The same in fog of war, where others may be out of sight.
const NO_ATTACKER_IN_SIGHT: &str = "no unit in sight from where they are now, with the weapons in hand.";

/// Returns how many of all enemies of a list a card lists by name.
fn listed_count(ui: &Ui, context: &PanelContext, all: usize) -> usize {
    listed_of(if shows_details(ui, context) { MAX_LISTED_ENEMIES } else { BRIEF_ENEMIES }, all)
}

/// Returns how many entries of a list have a line of their own: a single further one takes no more room than its number.
const fn listed_of(most: usize, all: usize) -> usize {
    if all == most + 1 { all } else { most }
}

/// Whether the viewer may not see all enemies that are left.
fn may_miss_enemies(view: &BattleView) -> bool {
    view.viewer_knowledge().is_some()
}

/// Says how many enemies have no line of their own: "and 2 more"; `None` if all have one.
fn unlisted_text(all: usize, listed: usize) -> Option<String> {
    let more = all.saturating_sub(listed);
    (more > 0).then(|| format!("and {more} more"))
}

/// Draws how many enemies of a list have no line of their own.
fn show_unlisted(ui: &mut Ui, context: &PanelContext, all: usize, listed: usize) {
    if let Some(text) = unlisted_text(all, listed) {
        ui.colored_label(context.palette.dim, text);
    }
}

/// Whether a unit has announced attacks and none of them is possible any more, so that one has to be replaced before
/// another target can be attacked. `AB-CANCEL-01`.
fn needs_replacement(view: &BattleView, unit: UnitId) -> bool {
    let Some(unit) = view.unit(unit) else { return false };
    let queued = view.queued_attacks(&unit);
    let is_lost =
        |(attack, why): &(QueuedAttack, Option<_>)| why.is_some() && !view.slays_unconscious(&unit, *attack);
    !queued.is_empty() && queued.iter().all(is_lost)
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
    let (most, count) = (listed_count(ui, context, harmful.len()), harmful.len());
    for target in harmful.into_iter().take(most) {
        let figure = damage_figures(target.chance, (target.mean, target.unit));
        let name = target_text(&context.unit_name(target.enemy), target);
        show_fact_line(ui, (&name, context.unit_colour(target.enemy)), (&figure, palette.text));
    }
    show_unlisted(ui, context, count, most);
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
    shots: impl ExactSizeIterator<Item = (UnitId, f64, (f64, &'static str))>,
) {
    let (most, count) = (listed_count(ui, context, shots.len()), shots.len());
    for (unit, chance, damage) in shots.take(most) {
        let name = format!("{}, unseen", context.unit_name(unit));
        let figure = damage_figures(chance, damage);
        show_fact_line(ui, (&name, context.palette.dim), (&figure, context.palette.dim));
    }
    show_unlisted(ui, context, count, most);
}

/// Names the explosives and two-handed weapons that a unit carries besides what it holds, each once: it may ready them
/// before it attacks. Where a square is given, only those that reach it.
fn heavy_weapons_carried(view: &BattleView, unit: UnitId, cell: Option<Cell>) -> Vec<String> {
    let Some(unit) = view.unit(unit) else { return Vec::new() };
    let slots = heavy_stowed_weapons(view, &unit, cell).into_iter();
    slots.filter_map(|slot| Some(unit.inventory.get(slot)?.name().to_string())).collect()
}

/// An enemy in sight, and what it may ready first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ReadyingEnemy {
    pub(super) enemy: UnitId,
    /// The name of each weapon, and what it would do: damage chance and average, in words; empty if it does no damage.
    weapons: Vec<(String, String)>,
    /// Average damage of the worst of them.
    worst: f64,
}

/// Returns the enemies in sight that may ready something heavy that reaches a square, each with what that is and what it would
/// do to the unit there, the worst first. Of an enemy whose attack is listed, only what does more than that attack and what it can
/// ready and use in its next turn.
pub(super) fn readying_enemies(
    view: &BattleView,
    odds: &mut ForecastCache,
    (unit, gait): (UnitId, MovementMode),
    (cell, threats): (Cell, &[EnemyThreat]),
) -> Vec<ReadyingEnemy> {
    let Some(own) = view.unit(unit) else { return Vec::new() };
    let enemies = view.units().filter(|enemy| {
        let fights = enemy.is_fighting() && enemy.out_of_action.on_map();
        fights && enemy.side != own.side
    });
    let readying = enemies.map(|enemy| {
        let listed = listed_threats(threats).find(|threat| threat.enemy == *enemy.id);
        let mut readying = ReadyingEnemy { enemy: *enemy.id, weapons: Vec::new(), worst: 0.0 };
        for slot in heavy_stowed_weapons(view, &enemy, Some(cell)) {
            let Some(carried) = enemy.inventory.get(slot) else { continue };
            let found = stowed_attack_odds(odds, view, (&enemy, slot), (unit, cell, gait));
            let mean = found.as_ref().map_or(0.0, |odds| odds.mean);
            if listed.is_some_and(|listed| mean <= listed.mean)
                || (listed.is_some() && !view.can_ready_and_attack(&enemy, slot))
            {
                continue;
            }
            let damage = play::weapon_damage_words(carried.weapon());
            let figures = found.map(|odds| damage_figures(odds.harm, (odds.mean, damage)));
            readying.weapons.push((carried.name().to_string(), figures.unwrap_or_default()));
            readying.worst = readying.worst.max(mean);
        }
        readying
    });
    let mut readying: Vec<ReadyingEnemy> = readying.filter(|one| !one.weapons.is_empty()).collect();
    // Stable: of equal ones, the first unit stays first.
    readying.sort_by(|one, other| other.worst.total_cmp(&one.worst));
    readying
}

/// Returns the threats that are listed by name: those in sight, as many as there is room for.
fn listed_threats(threats: &[EnemyThreat]) -> impl Iterator<Item = &EnemyThreat> {
    let count = threats.iter().filter(|threat| !threat.is_blind).count();
    threats.iter().filter(|threat| !threat.is_blind).take(listed_of(MAX_LISTED_ENEMIES, count))
}

/// Draws what enemies in sight may ready, with its damage chance and average.
fn show_readying_enemies(ui: &mut Ui, context: &PanelContext, carriers: &[ReadyingEnemy]) {
    let palette = context.palette;
    let most = listed_count(ui, context, carriers.len());
    for carrier in carriers.iter().take(most) {
        let name = context.unit_name(carrier.enemy);
        for (weapon, figures) in &carrier.weapons {
            let text = format!("{name} may ready: {weapon}");
            show_fact_line(ui, (&text, palette.dim), (figures, palette.dim));
        }
    }
    show_unlisted(ui, context, carriers.len(), most);
}

/// Names an enemy with its weapon: "Dyne, Rifle"; "Dyne, Rifle, once standing" where it lies.
fn threat_text(enemy: &str, threat: &EnemyThreat) -> String {
    let first = if threat.stands { ", once standing" } else { "" };
    format!("{enemy}, {}{first}", threat.weapon)
}

/// Draws the enemies that can hit a unit on a square, and those in sight that may ready what reaches it.
pub(super) fn show_threats(
    ui: &mut Ui,
    context: &PanelContext,
    (threats, carriers): (&[EnemyThreat], &[ReadyingEnemy]),
    (cell, advice): (Cell, CoverAdvice),
    title: &str,
) {
    let palette = context.palette;
    let (blind, seen): (Vec<_>, Vec<_>) = threats.iter().partition(|threat| threat.is_blind);
    let blind = blind.into_iter().map(|threat| (threat.enemy, threat.chance, (threat.mean, threat.unit)));
    if seen.is_empty() {
        let (whom, colour) = match blind.len() {
            0 if may_miss_enemies(context.view) => (NO_ATTACKER_IN_SIGHT, palette.dim),
            0 => (NO_ATTACKER, palette.good),
            _ => ("unseen enemies only, by blind shots through what stands between:", palette.caution),
        };
        ui.colored_label(colour, format!("{title} {whom}"));
        show_blind_shots(ui, context, blind);
        return show_readying_enemies(ui, context, carriers);
    }
    show_fact_line(ui, (title, palette.dim), (FIGURES, palette.dim));
    let most = listed_count(ui, context, seen.len());
    for threat in seen.iter().take(most) {
        // The figures are those of a unit that has not taken cover: cover has no place beside them.
        let name = threat_text(&context.unit_name(threat.enemy), threat);
        let figure = match threat.mean > 0.0 {
            true => damage_figures(threat.chance, (threat.mean, threat.unit)),
            false => format!("{} {TO_HIT}, no damage", percent_text(threat.chance)),
        };
        show_fact_line(ui, (&name, context.unit_colour(threat.enemy)), (&figure, palette.text));
        let mut carried = heavy_weapons_carried(context.view, threat.enemy, None);
        let has_line = |name: &String| {
            let own = carriers.iter().filter(|carrier| carrier.enemy == threat.enemy);
            own.flat_map(|carrier| &carrier.weapons).any(|(weapon, _)| weapon == name)
        };
        carried.retain(|name| !has_line(name));
        if !carried.is_empty() && shows_details(ui, context) {
            ui.colored_label(palette.dim, format!("carries: {}", carried.join(", ")));
        }
    }
    show_unlisted(ui, context, seen.len(), most);
    show_blind_shots(ui, context, blind);
    show_readying_enemies(ui, context, carriers);
    let (book, grid) = (context.view.rules().book(), context.view.field().grid());
    if gains_cover((book, grid), threats, cell)
        && let Some(text) = advice.text()
    {
        ui.colored_label(palette.dim, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attack_forecast::expected_damage_at;
    use crate::panel::tests::{warehouse_in_every_book, with_context};

    #[test]
    fn enemies_without_a_line_are_counted() {
        assert_eq!(unlisted_text(2, BRIEF_ENEMIES), None);
        assert_eq!(unlisted_text(5, BRIEF_ENEMIES).as_deref(), Some("and 3 more"));
        assert_eq!(unlisted_text(5, MAX_LISTED_ENEMIES), None);
        let lines = |all| listed_of(BRIEF_ENEMIES, all).min(all);
        assert_eq!([1, 2, 3, 4].map(lines), [1, 2, 3, 2], "a third one has the line of \"and 1 more\"");
    }

    #[test]
    fn a_threat_says_that_its_enemy_stands_up_first() {
        let lying = EnemyThreat { stands: true, ..threat_by(UnitId(1), 2.0) };
        assert_eq!(threat_text("Dyne", &lying), "Dyne, Rifle, once standing");
        assert_eq!(threat_text("Dyne", &threat_by(UnitId(1), 2.0)), "Dyne, Rifle");
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
                    let all: Vec<EnemyThreat> =
                        enemies().map(|enemy| threat_by(*enemy.id, 1_000.0)).collect();
                    let (id, here) = ((*unit.id, MovementMode::Steady), unit.cell());
                    assert!(all.len() <= MAX_LISTED_ENEMIES);
                    let none = readying_enemies(view, &mut odds, id, (here, &all));
                    assert!(none.is_empty(), "{book:?}: all are listed with worse");
                    for ReadyingEnemy { enemy, weapons, .. } in
                        readying_enemies(view, &mut odds, id, (here, &[]))
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

    #[test]
    fn what_a_listed_enemy_can_ready_and_use_in_its_next_turn_has_a_line_if_it_does_more() {
        let mut worse = 0;
        for (book, mut world) in warehouse_in_every_book() {
            let mut odds = ForecastCache::default();
            with_context(&mut world, |context| {
                let view = context.view;
                for unit in view.units().filter(|unit| unit.is_fighting()) {
                    let enemies = view.units().filter(|enemy| enemy.side != unit.side);
                    let all: Vec<EnemyThreat> = enemies.map(|enemy| threat_by(*enemy.id, 0.1)).collect();
                    let place = (*unit.id, unit.cell(), MovementMode::Steady);
                    let (id, here) = ((*unit.id, MovementMode::Steady), unit.cell());
                    let expected = expected_damage_at(&mut odds, view, place);
                    for readying in readying_enemies(view, &mut odds, id, (here, &all)) {
                        let data = view.unit(readying.enemy).expect("it is in sight");
                        for (name, _) in &readying.weapons {
                            let mut slots = data.inventory.slots();
                            let named = slots.find(|(_, one)| !one.in_hand() && one.name().as_ref() == name);
                            let (slot, _) = named.expect("it is stowed");
                            assert!(view.can_ready_and_attack(&data, slot), "{book:?}: {name}");
                        }
                        assert!(readying.worst > 0.1 && expected >= readying.worst, "{book:?}: {readying:?}");
                        worse += 1;
                    }
                }
            });
        }
        assert!(worse > 0, "some can ready grenades and throw them");
    }

    fn threat_by(enemy: UnitId, mean: f64) -> EnemyThreat {
        EnemyThreat {
            enemy,
            weapon: "Rifle".to_owned(),
            chance: 0.5,
            mean,
            unit: "damage",
            hidden: 0,
            is_blind: false,
            stands: false,
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
            caught: crate::attack_forecast::CaughtUnits::default(),
            price: "2 AP".to_owned(),
            is_blind: false,
            walk: None,
        };
        assert_eq!(target_text("Dyne", &target(0.1)), "Dyne (Rifle, 2 AP)");
        assert!(target(0.1).can_harm() && !target(0.02).can_harm() && !target(0.0).can_harm());
    }
}
