//! The enemies at the top of the list of attacks, the best target first.

use bevy_egui::egui::Ui;

use super::figures::AttackFigures;
use super::rows::{MenuRow, RowTone, show_row};
use crate::attack_forecast::{AttackQuery, ForecastCache, WeaponChoice};
use crate::attack_ranking::{AttackRanking, PossibleTarget, WalkOffer};
use crate::board::interaction::attack_approach::offer_both;
use crate::panel::short_list::shown_count;
use crate::panel::widgets::{PanelContext, show_heading};
use crate::session::{Intent, Session};
use battle::{Target, UnitDataItem};
use model::UnitId;
use rules::play;

/// Most enemies that a long list names.
const MAX_TARGETS: usize = 5;

/// Least differences of a chance and of an average damage that the list shows.
const LEAST_DIFFERENCE: (f64, f64) = (0.005, 0.05);

/// What else the list offers where no ordinary attack harms an enemy.
#[derive(Clone, Copy, Debug)]
pub(super) struct OtherWays<'a> {
    /// The attack options of the book that work now.
    pub options: &'a [&'a str],
    /// Which weapon to ready first, and what it could do then.
    pub ready: Option<&'a str>,
}

/// Returns the enemies that the list names, the best first.
pub(super) fn listed_targets(ranking: &AttackRanking) -> Vec<&PossibleTarget> {
    ranking.listed_targets(shown_count(ranking.targets.len(), MAX_TARGETS))
}

/// Draws the enemies that the unit can attack, from where it stands or after a walk; a click aims the best attack at one of them.
/// Where there are none, it names the other ways. Returns the enemy under the pointer.
pub(super) fn show_targets(
    ui: &mut Ui,
    context: &PanelContext,
    (unit, ranking): (&UnitDataItem, &AttackRanking),
    other_ways: OtherWays,
    (session, odds): (&mut Session, &mut ForecastCache),
) -> Option<UnitId> {
    let palette = context.palette;
    if ranking.targets.is_empty() {
        let text = match odds.replaced_attack(context.view, unit) {
            Some(replaced) => format!(
                "The announced attack can harm no enemy from here now. {}",
                replaced.sentence(&context.unit_name(replaced.enemy))
            ),
            None => no_target_text(other_ways, thrown_at_squares(context, unit).as_deref()),
        };
        ui.colored_label(palette.dim, text);
        return None;
    }
    show_heading(ui, palette, "At whom?");
    let mut pointed = None;
    for target in listed_targets(ranking) {
        // After a walk, the attack is the one that a click makes.
        let own = chosen_attack(context, session, (unit, ranking), target);
        let chosen = own.filter(|_| target.walk.is_none());
        // A mode that was chosen earlier and does nothing here stands back behind one that does.
        let chosen = chosen.filter(|((weapon, mode), _)| {
            let aim = Target::Unit(target.enemy);
            let query = AttackQuery::from_current_position(unit, aim, *weapon, *mode);
            !target.can_harm()
                || odds.quick_odds(context.view, &query).is_some_and(|(odds, _)| !odds.is_harmless())
        });
        let row = chosen.and_then(|chosen| target_row(context, (unit, ranking), (target, chosen), odds));
        let row = row.or_else(|| match &target.walk {
            Some(walk) => walk_row(context, ranking, (target, walk), odds),
            None => {
                let best = (target.choice, target.attack.clone());
                target_row(context, (unit, ranking), (target, best), odds)
            }
        });
        let Some(row) = row else { continue };
        let response = show_row(ui, context, &row);
        if response.hovered() || response.has_focus() {
            pointed = Some(target.enemy);
        }
        if response.clicked() {
            aim_at(session, context, target);
        }
    }
    let left = ranking.targets.len() - shown_count(ranking.targets.len(), MAX_TARGETS);
    if left > 0 {
        let noun = if left == 1 { "enemy" } else { "enemies" };
        ui.colored_label(palette.dim, format!("{left} more {noun}: click one on the board."));
    }
    pointed
}

/// Says that no ordinary attack on an enemy harms it, and which attack options do, which weapon is to be readied first, or what may
/// be thrown at a square instead.
fn no_target_text(OtherWays { options, ready }: OtherWays, thrown: Option<&str>) -> String {
    if let ([], Some(ready)) = (options, ready) {
        return format!("Nothing in hand can harm an enemy from here now. {ready}");
    }
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
    let reason = reason_text(target, ranking);
    let caught = odds.caught_units(context.view, &query);
    let caught = match caught.text() {
        text if text.is_empty() => text,
        text => format!(", {text}"),
    };
    Some(MenuRow {
        below: match target.is_blind {
            true => format!("{metres} m away, unseen, {attack} through what is in the way{caught}{reason}"),
            false => format!("{metres} m away, {attack}{caught}{reason}"),
        },
        figure: figures.chance(),
        more: figures.damage(),
        tone: if figures.can_work() { RowTone::Open } else { RowTone::Caution },
        ..named_row(context, ranking, target)
    })
}

/// The row of an enemy that a click attacks after a walk: what the card of that click says, and the odds from where it ends.
fn walk_row(
    context: &PanelContext,
    ranking: &AttackRanking,
    (target, walk): (&PossibleTarget, &WalkOffer),
    odds: &mut ForecastCache,
) -> Option<MenuRow> {
    let (found, _) = odds.quick_odds(context.view, &walk.query)?;
    let figures = AttackFigures::of_odds(context, &walk.query, found);
    Some(MenuRow {
        below: format!("{}{}", walk.text, reason_text(target, ranking)),
        figure: figures.chance(),
        more: figures.damage(),
        tone: if target.can_harm() { RowTone::Open } else { RowTone::Caution },
        ..named_row(context, ranking, target)
    })
}

/// The row of an enemy with its name and what stands out about it.
fn named_row(context: &PanelContext, ranking: &AttackRanking, target: &PossibleTarget) -> MenuRow {
    let is_current = target.enemy == ranking.target;
    let tag = match (ranking.best_target == Some(target.enemy), ranking.is_aimed && is_current) {
        (true, true) => "aimed at, best target",
        (true, false) => "best target",
        (false, true) => "aimed at",
        (false, false) => "",
    };
    MenuRow {
        name: context.unit_name(target.enemy),
        colour: Some(context.unit_colour(target.enemy)),
        tag,
        chosen: is_current,
        ..MenuRow::default()
    }
}

/// Formats the reason why an enemy is the best target, to stand after a text; empty if its figures say so.
fn reason_text(target: &PossibleTarget, ranking: &AttackRanking) -> String {
    let reason = best_reason(target, ranking);
    reason.map_or_else(String::new, |reason| format!(". Best target: {reason}."))
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
    if target.caught.enemies > 0 {
        return Some("it counts all that the attack catches");
    }
    match better.any(|other| !other.is_blind) {
        true => Some("the attack brings the target closer to being out of action"),
        false => Some("the others are unseen"),
    }
}

/// Aims the best attack at an enemy, or offers the walk and the attack after it, as a first click on it does.
fn aim_at(session: &mut Session, context: &PanelContext, target: &PossibleTarget) {
    let Some(other) = context.view.unit(target.enemy) else { return };
    let (weapon, mode) = target.choice;
    session.intent = Intent::Attack { weapon, mode, option: None };
    (session.marked, session.cursor) = (Some(other.cell()), Some(other.cell()));
    session.warned = target.walk.as_ref().map(|walk| offer_both(other.cell(), &walk.text));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attack_forecast::CaughtUnits;
    use crate::panel::tests::{shipped_battle, with_context};

    #[test]
    fn a_row_with_a_walk_offers_both_as_the_first_click_on_the_board_does() {
        let mut world = shipped_battle("warehouse");
        with_context(&mut world, |context| {
            let unit = context.view.units().next().expect("there are units");
            let mut others = context.view.units().filter(|other| other.side != unit.side);
            let other = others.next().expect("there are enemies");
            let query = AttackQuery::from_current_position(&unit, Target::Unit(*other.id), 0, None);
            let here = PossibleTarget {
                enemy: *other.id,
                choice: (0, None),
                attack: "Club".to_owned(),
                chance: 0.5,
                mean: 1.0,
                unit: "damage",
                worth: 0.5,
                caught: CaughtUnits::default(),
                price: String::new(),
                is_blind: false,
                walk: None,
            };
            let offer = WalkOffer { text: "Walk 1 m there and strike".to_owned(), query };
            let walks = PossibleTarget { walk: Some(offer), ..here.clone() };
            let mut session = Session::default();
            aim_at(&mut session, context, &walks);
            assert_eq!(session.warned, Some(offer_both(other.cell(), "Walk 1 m there and strike")));
            assert_eq!(session.marked, Some(other.cell()));
            assert_eq!(session.intent, Intent::Attack { weapon: 0, mode: None, option: None });
            aim_at(&mut session, context, &here);
            assert_eq!(session.warned, None, "an attack from here needs no walk");
        });
    }

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
            caught: CaughtUnits::default(),
            price: String::new(),
            is_blind,
            walk: None,
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
        let closer = Some("the attack brings the target closer to being out of action");
        let both = [weak.clone(), strong.clone()];
        assert_eq!([reason(0, &both), reason(1, &both)], [closer, None]);
        assert_eq!(reason(0, &[strong, weak.clone()]), None, "its figures are the best");
        let unseen = target(3, (0.8, 4.0), 0.6, true);
        assert_eq!(reason(0, &[weak.clone(), unseen]), Some("the others are unseen"));
        let area = PossibleTarget { caught: CaughtUnits { enemies: 11, own: false }, ..weak };
        let all = Some("it counts all that the attack catches");
        assert_eq!(reason(0, &[area, target(2, (0.7, 3.6), 0.3, false)]), all);
    }

    #[test]
    fn attack_options_that_work_are_not_denied() {
        let told = |options: &[&str], ready, thrown| no_target_text(OtherWays { options, ready }, thrown);
        assert_eq!(told(&[], None, None), "No attack can harm an enemy from here now.");
        let text = "No ordinary attack harms an enemy from here now. Possible: Throw, Seize.";
        assert_eq!(told(&["Throw", "Seize"], None, None), text);
        assert_eq!(told(&["Throw", "Seize"], Some("Ready Rifle first."), None), text);
        let text =
            "No attack aimed at an enemy can harm it from here now. Grenade: aim at a square near one.";
        assert_eq!(told(&[], None, Some("Grenade")), text);
        let text = "Nothing in hand can harm an enemy from here now. Ready Rifle first.";
        assert_eq!(told(&[], Some("Ready Rifle first."), Some("Grenade")), text);
    }
}
