//! Remarks about an attack: what it gives up, why it is made so, and what is between attacker and target.

use crate::attack_forecast::{AttackQuery, ForecastCache, percent_text};
use crate::panel::unit_inspector::weapons::current_fire_mode;
use crate::panel::widgets::{deadly_harm_text, revival_text};
use crate::target_cover::target_cell;
use battle::{AttackChoice, BattleView, Order, Target, UnitDataItem, ValidatedOrder};
use battle::{check_attack_from, format_metres, move_budget, move_budget_after, validate_order};
use model::{BarrierId, Cell, ObstaclePosition};
use rules::{DownState, Forecast, Grip, Odds, QueuedAttack, WeaponReach, play};

/// Least difference of two chances that is shown.
pub(super) const NOTICEABLE: f64 = 0.01;

/// Says how much movement the unit gives up by an attack in the middle of a walk: "Ends the walk: 2 m left instead of 5
/// m."; `None` if none.
pub(super) fn lost_movement(view: &BattleView, unit: &UnitDataItem, plan: &ValidatedOrder) -> Option<String> {
    let now = move_budget(view, unit).walk_left;
    let left = move_budget_after(view, unit, plan).walk_left;
    let [now_text, left_text] = [now, left].map(format_metres);
    (left < now).then(|| format!("Ends the walk: {left_text} m left instead of {now_text} m."))
}

/// Says why a part of the body attacks, such as fists, although a weapon is in hand: "Fists, because the Autogun cannot be
/// used. ..."; `None` if that weapon could attack as well, and for an aim at a square, for which the weapon was chosen.
pub(super) fn instead_of_weapon(view: &BattleView, query: &AttackQuery) -> Option<String> {
    let is_at_square = matches!(query.target, Target::Square(_));
    let unit = view.unit(query.attacker).filter(|_| !is_at_square)?;
    let own = unit.inventory.get(query.weapon).filter(|carried| carried.hands() == 0)?;
    let (weapon, held) = unit.inventory.held_items().find(|(_, held)| held.hands() > 0)?;
    if play::detonation_trigger(held.weapon()).is_some() {
        return None;
    }
    let (mode, target) = (current_fire_mode(held), query.target);
    let order = Order::Attack { unit: query.attacker, target, weapon, mode, option: None };
    // An attack that was announced needs no reason.
    let is_announced = view.queued_attacks(&unit).iter().any(|(attack, _)| match (attack, query.target) {
        (QueuedAttack::Unit { slot, target }, Target::Unit(aim)) => {
            usize::from(*slot) == query.weapon && *target == aim
        }
        (QueuedAttack::Weapon { slot }, _) => usize::from(*slot) == query.weapon,
        _ => false,
    });
    let why = validate_order(view, &order).err().filter(|_| !is_announced)?;
    Some(format!("{} instead of {}: {why}", own.name(), held.name()))
}

/// Says that an attack with what needs no hand, such as a glove, is better than one with the weapon in hand from the same
/// square: "Shock glove instead of Club: a better attack on Atlas here."; `None` for other attacks.
pub(super) fn better_than_held(
    view: &BattleView,
    odds: &mut ForecastCache,
    query: &AttackQuery,
) -> Option<String> {
    let Target::Unit(target) = query.target else { return None };
    let unit = view.unit(query.attacker).filter(|_| query.option.is_none())?;
    let own = unit.inventory.get(query.weapon).filter(|carried| carried.hands() == 0)?;
    let (weapon, held) = unit.inventory.held_items().find(|(_, held)| held.hands() > 0)?;
    let mode = current_fire_mode(held);
    let choice = AttackChoice { unit: query.attacker, weapon, mode, option: None };
    check_attack_from(view, (choice, query.from), target, None).ok()?;
    let with_held = AttackQuery { weapon, mode, ..query.clone() };
    let is_better = odds.attack_worth(view, query) > odds.attack_worth(view, &with_held);
    let names = [own.name().to_string(), held.name().to_string()];
    let other = view.unit(target).filter(|_| is_better)?;
    Some(better_sentence(&names, other.identity.name()))
}

fn better_sentence([own, held]: &[String; 2], target: &str) -> String {
    format!("{own} instead of {held}: a better attack on {target} here.")
}

/// Says that the target is unconscious, so that the attack is to finish it off, how it would come round, and how much more harm kills
/// it; `None` if it is not unconscious.
pub(super) fn finishing_text(view: &BattleView, query: &AttackQuery) -> Option<String> {
    let Target::Unit(target) = query.target else { return None };
    let target = view.unit(target)?;
    let is_out = target.out_of_action.down() == Some(DownState::Unconscious) && !target.is_machine();
    let name = target.identity.name();
    let (revival, deadly) = (revival_text(view, &target), deadly_harm_text(view, &target));
    is_out.then(|| finishing_sentence(name, revival.as_deref(), deadly.as_deref()))
}

fn finishing_sentence(target: &str, revival: Option<&str>, deadly: Option<&str>) -> String {
    let purpose = match revival {
        Some(revival) => format!("To finish off {target}, who is unconscious and {revival}."),
        None => format!("To finish off {target}, who is unconscious."),
    };
    deadly.map_or_else(|| purpose.clone(), |deadly| format!("{purpose} {target} {deadly}."))
}

/// Says that an attack may leave the target with nothing and yet in action, in a book where it falls only beyond that;
/// `None` if it cannot, and while the target has much left.
pub(super) fn nothing_left_text(
    view: &BattleView,
    query: &AttackQuery,
    forecast: &Forecast,
) -> Option<String> {
    let Target::Unit(target) = query.target else { return None };
    let (target, attacker) = (view.unit(target)?, view.unit(query.attacker)?);
    let beside = play::gauge_beside_health(attacker.inventory.get(query.weapon)?.weapon());
    let gauges = play::gauges(target.sheet.get(), target.health.condition(), view.rules());
    let gauge = gauges.get(beside.unwrap_or(0))?;
    let left = gauge.left_before_fall()?;
    let name = target.identity.name();
    let is_near = gauge.points().is_some_and(is_near_fall);
    (is_near && may_leave_nothing(&forecast.odds, left))
        .then(|| format!("With 0 {} left {name} still fights, and falls beyond 0.", gauge.label))
}

/// Says why the target goes out of action more often than it takes damage: the symbols of the roll may pay for that, on a miss
/// too. `None` if it does not.
pub(super) fn harmless_knock_out_text(forecast: &Forecast) -> Option<String> {
    let odds = &forecast.odds;
    let is_by_symbols = forecast.symbols.is_some() && odds.out > odds.harm + NOTICEABLE;
    let purchase = forecast.knock_out_purchase.as_deref();
    let purchase = purchase.unwrap_or("symbols pay for a quality of the weapon");
    is_by_symbols.then(|| format!("A miss can knock out too: {purchase}."))
}

/// Whether a target has at most half of its points left, given these and the most: where a hit hardly ever takes all of them, what
/// happens then is no matter.
const fn is_near_fall((left, most): (i32, i32)) -> bool {
    2 * left <= most
}

/// Whether an attack may do just the damage that is left.
fn may_leave_nothing(odds: &Odds, left: i32) -> bool {
    left > 0 && odds.bars.iter().any(|bar| bar.share > 0.0 && i64::from(bar.damage) == i64::from(left))
}

/// Says what may happen to a unit that the target holds before itself, or that is in the way.
pub(super) fn shield_text(view: &BattleView, query: &AttackQuery, forecast: &Forecast) -> Option<String> {
    let chance = forecast.odds.shield?;
    let Target::Unit(target) = query.target else { return None };
    let target = view.unit(target)?;
    let between = forecast.barriers.iter().find_map(|(barrier, _)| barrier.id.unit());
    let held = match target.status.grip() {
        Some(Grip::Holding(other)) => Some(other),
        _ => None,
    };
    let name = view.unit(between.or(held)?)?.identity.name().to_owned();
    Some(shield_sentence(&name, target.identity.name(), chance))
}

/// Says that own units on the line of a shot do not stop it, where the rules let shots pass them; `None` if none is in the line, or
/// one of them is a shield.
pub(super) fn friends_in_line_text(
    view: &BattleView,
    query: &AttackQuery,
    forecast: &Forecast,
) -> Option<String> {
    let unit = view.unit(query.attacker)?;
    let is_shot = !unit.inventory.get(query.weapon)?.is_melee() && !play::units_block_shots(view.rules());
    let is_shielded = forecast.barriers.iter().any(|(barrier, _)| barrier.id.unit().is_some());
    if !is_shot || is_shielded {
        return None;
    }
    let to = target_cell(view, query)?;
    let line = field::squares_on_line(view.field().grid(), query.from, to);
    let between = line.into_iter().filter(|cell| ![query.from, to, unit.cell()].contains(cell));
    let friends = between.filter_map(|cell| view.unit_at(cell)).filter(|other| other.side == unit.side);
    let names: Vec<String> = friends.map(|other| other.identity.name().to_owned()).collect();
    (!names.is_empty()).then(|| friends_in_line_sentence(&names))
}

fn friends_in_line_sentence(names: &[String]) -> String {
    let verb = if names.len() == 1 { "stands" } else { "stand" };
    format!("{} {verb} in the line. Own units do not block the shot.", names.join(", "))
}

fn shield_sentence(name: &str, target: &str, chance: f64) -> String {
    match chance {
        chance if chance <= 0.0 => {
            format!("{name} stands in front of {target}, but cannot be hurt from here.")
        }
        chance => {
            format!("{name} stands in front of {target} and may be hurt instead: {}.", percent_text(chance))
        }
    }
}

/// Says that the target is hidden by what the attacker itself lies behind; `None` if it is not.
pub(super) fn own_cover_text(view: &BattleView, query: &AttackQuery, forecast: &Forecast) -> Option<String> {
    let attacker = view.unit(query.attacker).filter(|unit| unit.is_prone() && forecast.hidden > 0)?;
    let to = target_cell(view, query)?;
    let (barrier, _) = forecast.barriers.iter().find(|(_, always)| !always)?;
    let squares = match view.barrier(barrier.id.segment()?)?.place.place() {
        ObstaclePosition::Square(square) => vec![square],
        ObstaclePosition::Edge(edge) => edge.cells().to_vec(),
    };
    let beside = |cell: Cell| squares.iter().any(|square| square.chebyshev_distance(cell) <= 1);
    (beside(query.from) && !beside(to))
        .then(|| format!("{} lies behind the {}.", attacker.identity.name(), barrier.name))
}

/// Names what the line of a shot crosses, with the numbers on the board: "On the line: window (1), crate (2)."; `None` if that is one
/// thing at most.
pub(super) fn crossings_text(forecast: &Forecast) -> Option<String> {
    let names = forecast.barriers.iter().map(|(barrier, _)| barrier.name.as_str());
    (forecast.barriers.len() > 1).then(|| crossings_sentence(names))
}

fn crossings_sentence<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let numbered: Vec<String> = (1..).zip(names).map(|(number, name)| format!("{name} ({number})")).collect();
    format!("On the line: {}.", numbered.join(", "))
}

/// Says that a shot may break what the attacker has taken cover behind; `None` if it cannot, or if the attacker has taken none.
pub(super) fn broken_cover_text(
    view: &BattleView,
    query: &AttackQuery,
    forecast: &Forecast,
) -> Option<String> {
    let attacker = view.unit(query.attacker).filter(|unit| unit.cover.is_taken())?;
    if query.from != attacker.cell() {
        return None;
    }
    let grid = view.field().grid();
    let is_beside =
        |id: BarrierId| field::obstacles_beside(grid, query.from).any(|beside| beside.obstacle.id == id);
    let mut broken = forecast.odds.barriers.iter().filter(|(_, _, hole)| *hole > 0.0);
    let (source, _, hole) = broken.find(|(source, ..)| source.segment().is_some_and(is_beside))?;
    let (barrier, _) = forecast.barriers.iter().find(|(barrier, _)| barrier.id == *source)?;
    Some(broken_cover_sentence(attacker.identity.name(), &barrier.name, *hole))
}

fn broken_cover_sentence(name: &str, barrier: &str, hole: f64) -> String {
    format!("The shot may break the {barrier} that {name} has taken cover behind: {}.", percent_text(hole))
}

/// Says how far a melee attack reaches, and through or past what: "Reach 2 m, through the window."; `None` for a strike at a
/// neighbour with nothing between. A strike through a wall is refused.
pub(super) fn melee_reach_text(
    view: &BattleView,
    query: &AttackQuery,
    forecast: &Forecast,
) -> Option<String> {
    let unit = view.unit(query.attacker)?;
    let WeaponReach::Melee { beyond } = unit.inventory.get(query.weapon)?.reach() else { return None };
    let to = target_cell(view, query)?;
    let distance = query.from.chebyshev_distance(to);
    let between = forecast.barriers.iter().filter(|(barrier, _)| barrier.id.segment().is_some());
    let between = between.map(|(barrier, is_crossed)| (barrier.name.as_str(), *is_crossed));
    melee_reach_sentence(beyond, distance, between)
}

/// Words the reach, given what stands between with whether a strike has to cross it: what only hides a part of the target is
/// passed, as in a strike around a corner.
fn melee_reach_sentence<'a>(
    beyond: u32,
    distance: u32,
    between: impl Iterator<Item = (&'a str, bool)>,
) -> Option<String> {
    let between: Vec<(&str, bool)> = between.collect();
    let names = |crossed: bool| {
        let names = between.iter().filter(|(_, is_crossed)| *is_crossed == crossed);
        names.map(|(name, _)| format!("the {}", name.to_lowercase())).collect::<Vec<_>>().join(" and ")
    };
    let ways = [("through", names(true)), ("past", names(false))];
    let ways: Vec<String> = ways
        .into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(word, names)| format!("{word} {names}"))
        .collect();
    let reach = format!("Reach {} m", beyond + 1);
    match ways.as_slice() {
        [] if distance <= 1 => None,
        [] => Some(format!("{reach}.")),
        ways => Some(format!("{reach}, {}.", ways.join(" and "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::DamageBar;

    #[test]
    fn own_units_in_the_line_of_a_shot_are_named() {
        let text = |names: &[&str]| {
            friends_in_line_sentence(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(text(&["Sable"]), "Sable stands in the line. Own units do not block the shot.");
        assert_eq!(
            text(&["Sable", "Moss"]),
            "Sable, Moss stand in the line. Own units do not block the shot."
        );
    }

    #[test]
    fn what_a_shot_crosses_is_named_with_the_numbers_on_the_board() {
        let text = crossings_sentence(["window", "crate"].into_iter());
        assert_eq!(text, "On the line: window (1), crate (2).");
    }

    #[test]
    fn a_shot_through_the_own_window_says_that_it_may_break_it() {
        let text = "The shot may break the window that Vex has taken cover behind: 40 %.";
        assert_eq!(broken_cover_sentence("Vex", "window", 0.4), text);
    }

    #[test]
    fn a_hostage_in_the_way_is_named_with_the_chance_to_hurt_her() {
        let text = "Ines stands in front of Sable and may be hurt instead: 24 %.";
        assert_eq!(shield_sentence("Ines", "Sable", 0.24), text);
        assert_eq!(
            shield_sentence("Ines", "Sable", 0.0),
            "Ines stands in front of Sable, but cannot be hurt from here."
        );
    }

    #[test]
    fn an_attack_without_the_weapon_in_hand_says_that_it_does_more() {
        let names = ["Shock glove", "Club"].map(str::to_owned);
        let text = "Shock glove instead of Club: a better attack on Atlas here.";
        assert_eq!(better_sentence(&names, "Atlas"), text);
    }

    #[test]
    fn an_attack_on_an_unconscious_unit_is_said_to_finish_it_off() {
        let wakes = "may wake at the end of a round while Willpower is left (2)";
        let text = finishing_sentence("Hale", Some(wakes), None);
        assert_eq!(text, format!("To finish off Hale, who is unconscious and {wakes}."));
        assert_eq!(finishing_sentence("Hale", None, None), "To finish off Hale, who is unconscious.");
        let deadly = Some("dies at 5 more levels");
        assert_eq!(
            finishing_sentence("Hale", None, deadly),
            "To finish off Hale, who is unconscious. Hale dies at 5 more levels."
        );
    }

    #[test]
    fn cc_thr_03_just_the_damage_that_is_left_takes_no_unit_out_beyond_whose_threshold_it_falls() {
        let bars = [(0, 0.3), (5, 0.7), (6, 0.0)];
        let bars = bars.map(|(damage, share)| DamageBar { damage, share, out: 0.0 }).to_vec();
        let odds = Odds { bars, ..Odds::default() };
        assert_eq!([5, 4, 6, 0].map(|left| may_leave_nothing(&odds, left)), [true, false, false, false]);
    }

    #[test]
    fn that_a_unit_fights_with_nothing_left_is_said_only_of_one_that_has_little_left() {
        assert_eq!([(12, 12), (7, 12), (6, 12), (1, 12)].map(is_near_fall), [false, false, true, true]);
        assert_eq!([(7, 13), (6, 13)].map(is_near_fall), [false, true]);
    }

    #[test]
    fn cc_adv_10_a_knock_out_above_the_chance_of_damage_is_explained() {
        let text = |out| {
            let odds = Odds { hit: 0.86, harm: 0.86, out, ..Odds::default() };
            let symbols = Some(dice::SymbolPool::default());
            let knock_out_purchase = Some("Stun, 3 Strain, for 2 advantages".to_owned());
            harmless_knock_out_text(&Forecast {
                odds,
                symbols,
                knock_out_purchase,
                ..Forecast::empty("Strain")
            })
        };
        let wanted = "A miss can knock out too: Stun, 3 Strain, for 2 advantages.";
        assert_eq!(text(0.97).as_deref(), Some(wanted));
        assert_eq!(text(0.86), None);
        assert_eq!(text(0.4), None);
    }

    #[test]
    fn a_strike_says_how_far_it_reaches_and_through_what() {
        let text = |beyond, distance, between: &[&str]| {
            melee_reach_sentence(beyond, distance, between.iter().map(|name| (*name, true)))
        };
        assert_eq!(text(1, 1, &[]), None, "a neighbour");
        assert_eq!(text(1, 2, &[]).as_deref(), Some("Reach 2 m."));
        assert_eq!(text(1, 2, &["Window"]).as_deref(), Some("Reach 2 m, through the window."));
        assert_eq!(
            text(0, 1, &["Window", "Crate"]).as_deref(),
            Some("Reach 1 m, through the window and the crate.")
        );
        let corner = melee_reach_sentence(0, 1, [("Brick wall", false)].into_iter());
        assert_eq!(corner.as_deref(), Some("Reach 1 m, past the brick wall."), "around its corner");
        let both = melee_reach_sentence(1, 2, [("Crate", false), ("Window", true)].into_iter());
        assert_eq!(both.as_deref(), Some("Reach 2 m, through the window and past the crate."));
    }
}
