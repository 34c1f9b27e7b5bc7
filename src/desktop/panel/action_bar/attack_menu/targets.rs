//! The enemies at the top of the list of attacks, the best target first.

use bevy_egui::egui::Ui;

use super::figures::AttackFigures;
use super::rows::{MenuRow, RowTone, show_row};
use crate::attack_forecast::{AttackQuery, ForecastCache, WeaponChoice};
use crate::attack_ranking::{AttackRanking, PossibleTarget};
use crate::panel::widgets::{PanelContext, show_heading};
use crate::session::{Intent, Session};
use battle::{Target, UnitDataItem};
use model::UnitId;
use rules::play;

/// Most enemies that are listed.
pub(super) const MAX_TARGETS: usize = 5;

/// Least differences of a chance and of an average damage that the list shows.
const LEAST_DIFFERENCE: (f64, f64) = (0.005, 0.05);

/// Draws the enemies that the unit can attack; a click aims the best attack at one of them. `options` are the attack
/// options of the book that work now. Returns the enemy under the pointer.
pub(super) fn show_targets(
    ui: &mut Ui,
    context: &PanelContext,
    (unit, ranking): (&UnitDataItem, &AttackRanking),
    options: &[&str],
    (session, odds): (&mut Session, &mut ForecastCache),
) -> Option<UnitId> {
    let palette = context.palette;
    if ranking.targets.is_empty() {
        let text = match odds.replaced_attack(context.view, unit) {
            Some(replaced) => format!(
                "The announced attack can harm no enemy from here now. {}",
                replaced.sentence(&context.unit_name(replaced.enemy))
            ),
            None => no_target_text(options, thrown_at_squares(context, unit).as_deref()),
        };
        ui.colored_label(palette.dim, text);
        return None;
    }
    show_heading(ui, palette, "At whom?");
    let mut pointed = None;
    for target in ranking.listed_targets(MAX_TARGETS) {
        let chosen = chosen_attack(context, session, (unit, ranking), target);
        // A mode that was chosen earlier and does nothing here stands back behind one that does.
        let chosen = chosen.filter(|((weapon, mode), _)| {
            let aim = Target::Unit(target.enemy);
            let query = AttackQuery::from_current_position(unit, aim, *weapon, *mode);
            !target.can_harm()
                || odds.quick_odds(context.view, &query).is_some_and(|(odds, _)| !odds.is_harmless())
        });
        let row = chosen.and_then(|chosen| target_row(context, (unit, ranking), (target, chosen), odds));
        let best = (target.choice, target.attack.clone());
        let row = row.or_else(|| target_row(context, (unit, ranking), (target, best), odds));
        let Some(row) = row else { continue };
        let response = show_row(ui, context, &row);
        if response.hovered() || response.has_focus() {
            pointed = Some(target.enemy);
        }
        if response.clicked() {
            aim_at(session, context, target);
        }
    }
    let left = ranking.targets.len().saturating_sub(MAX_TARGETS);
    if left > 0 {
        let noun = if left == 1 { "enemy" } else { "enemies" };
        ui.colored_label(palette.dim, format!("{left} more {noun}: click one on the board."));
    }
    pointed
}

/// Says that no ordinary attack on an enemy harms it, and which attack options do, or what may be thrown at a square instead.
fn no_target_text(options: &[&str], thrown: Option<&str>) -> String {
    match (options, thrown) {
        ([], None) => "No attack can harm an enemy from here now.".to_owned(),
        ([], Some(name)) => {
            format!(
                "No attack aimed at an enemy can harm it from here now. {name}: aim at a square near one."
            )
        }
        _ => format!("No ordinary attack harms an enemy from here now. Possible: {}.", options.join(", ")),
    }
}

/// Names a weapon in hand that can be aimed at a square instead of a unit; `None` if there is none.
fn thrown_at_squares(context: &PanelContext, unit: &UnitDataItem) -> Option<String> {
    let mut held = unit.inventory.held_items();
    let found = held.find(|(slot, carried)| {
        carried.hands() > 0
            && play::detonation_trigger(carried.weapon()).is_none()
            && context.view.can_target_cells(unit, *slot)
    });
    found.map(|(_, carried)| carried.name().to_string())
}

/// The attack that is chosen against the target of the list; `None` for other enemies and for attack options.
fn chosen_attack(
    context: &PanelContext,
    session: &Session,
    (unit, ranking): (&UnitDataItem, &AttackRanking),
    target: &PossibleTarget,
) -> Option<(WeaponChoice, String)> {
    let Intent::Attack { weapon, mode, option: None } = session.intent else { return None };
    let is_listed = ranking.target == target.enemy && context.view.round().acting() == Some(*unit.id);
    let carried = unit.inventory.get(weapon).filter(|_| is_listed)?;
    let name = mode.map_or_else(|| carried.name().to_string(), |mode| mode.name().to_owned());
    Some(((weapon, mode), name))
}

/// The row of an enemy, with an attack on it.
fn target_row(
    context: &PanelContext,
    (unit, ranking): (&UnitDataItem, &AttackRanking),
    (target, ((weapon, mode), attack)): (&PossibleTarget, (WeaponChoice, String)),
    odds: &mut ForecastCache,
) -> Option<MenuRow> {
    let other = context.view.unit(target.enemy)?;
    let query = AttackQuery::from_current_position(unit, Target::Unit(target.enemy), weapon, mode);
    let figures = AttackFigures::new(context, odds, &query)?;
    let metres = unit.cell().distance(other.cell());
    let is_current = target.enemy == ranking.target;
    let tag = match (ranking.best_target == Some(target.enemy), ranking.is_aimed && is_current) {
        (true, true) => "aimed at, best target",
        (true, false) => "best target",
        (false, true) => "aimed at",
        (false, false) => "",
    };
    let reason = best_reason(target, ranking);
    let reason = reason.map_or_else(String::new, |reason| format!(". Best target: {reason}."));
    Some(MenuRow {
        key: None,
        name: context.unit_name(target.enemy),
        colour: Some(context.unit_colour(target.enemy)),
        tag,
        below: match target.is_blind {
            true => format!("{metres} m away, unseen, {attack} through what is in the way{reason}"),
            false => format!("{metres} m away, {attack}{reason}"),
        },
        figure: figures.chance(),
        more: figures.damage(),
        tone: if figures.can_work() { RowTone::Open } else { RowTone::Caution },
        chosen: is_current,
    })
}

/// Says why an enemy is the best target although the figures of another one are better: figures do not tell how much each can
/// still take. `None` for other enemies, and where its figures are the best.
fn best_reason(target: &PossibleTarget, ranking: &AttackRanking) -> Option<&'static str> {
    let surpasses = |other: &&PossibleTarget| {
        other.enemy != target.enemy
            && (other.chance - target.chance > LEAST_DIFFERENCE.0
                || other.mean - target.mean > LEAST_DIFFERENCE.1)
    };
    let mut better = ranking.targets.iter().filter(surpasses).peekable();
    if ranking.best_target != Some(target.enemy) || better.peek().is_none() {
        return None;
    }
    match better.any(|other| !other.is_blind) {
        true => Some("the attack brings it closer to being out of action"),
        false => Some("the others are unseen"),
    }
}

/// Aims the best attack at an enemy, as a first click on it does.
fn aim_at(session: &mut Session, context: &PanelContext, target: &PossibleTarget) {
    let Some(other) = context.view.unit(target.enemy) else { return };
    let (weapon, mode) = target.choice;
    session.intent = Intent::Attack { weapon, mode, option: None };
    (session.marked, session.cursor) = (Some(other.cell()), Some(other.cell()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_target_says_why_where_another_one_has_better_figures() {
        let target = |enemy, (chance, mean): (f64, f64), worth, is_blind| PossibleTarget {
            enemy: UnitId(enemy),
            choice: (0, None),
            attack: "Rifle".to_owned(),
            chance,
            mean,
            unit: "damage",
            worth,
            price: String::new(),
            is_blind,
        };
        let reason = |of: usize, targets: &[PossibleTarget]| {
            let ranking = AttackRanking {
                unit: UnitId(9),
                target: targets[0].enemy,
                is_aimed: false,
                targets: targets.to_vec(),
                best_target: Some(targets[0].enemy),
                attacks: Vec::new(),
                kept: None,
                walks_up: None,
            };
            best_reason(&targets[of], &ranking)
        };
        let (weak, strong) = (target(1, (0.4, 2.5), 0.5, false), target(2, (0.7, 3.6), 0.3, false));
        let closer = Some("the attack brings it closer to being out of action");
        let both = [weak.clone(), strong.clone()];
        assert_eq!([reason(0, &both), reason(1, &both)], [closer, None]);
        assert_eq!(reason(0, &[strong, weak.clone()]), None, "its figures are the best");
        let unseen = target(3, (0.8, 4.0), 0.6, true);
        assert_eq!(reason(0, &[weak, unseen]), Some("the others are unseen"));
    }

    #[test]
    fn attack_options_that_work_are_not_denied() {
        assert_eq!(no_target_text(&[], None), "No attack can harm an enemy from here now.");
        let text = "No ordinary attack harms an enemy from here now. Possible: Throw, Seize.";
        assert_eq!(no_target_text(&["Throw", "Seize"], None), text);
        let text =
            "No attack aimed at an enemy can harm it from here now. Grenade: aim at a square near one.";
        assert_eq!(no_target_text(&[], Some("Grenade")), text);
    }
}
