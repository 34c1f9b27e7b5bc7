//! What the rows of a menu say below and beside the names of their entries.

use super::figures::AttackFigures;
use model::UnitId;

/// Chooses the enemy at which a weapon that is still to be readied is previewed: the target of the list, or, if it has no effect
/// there, the one where it does most. `None` if it has no effect on any.
pub(super) fn preview_target(
    rated: Vec<(UnitId, AttackFigures)>,
    listed: UnitId,
) -> Option<(UnitId, AttackFigures)> {
    let has_effect = |(_, figures): &(UnitId, AttackFigures)| match figures {
        AttackFigures::Odds { odds, .. } => odds.harm > 0.0,
        AttackFigures::Effect { .. } => true,
        AttackFigures::Harmless { .. } | AttackFigures::NoChance | AttackFigures::Refused(_) => false,
    };
    let useful = rated.into_iter().filter(has_effect);
    useful.max_by_key(|(unit, figures)| (*unit == listed, figures.usefulness()))
}

/// What stands below the name of an entry that can work: its price, unless that is shown elsewhere, and what it does.
pub(super) fn price_and_effect(price: &str, effect: Option<&str>) -> String {
    match (price, effect) {
        (price, None) => price.to_owned(),
        ("", Some(effect)) => effect.to_owned(),
        (price, Some(effect)) => format!("{price}: {effect}"),
    }
}

/// Adds whom an attack catches besides its target: "1 AP \u{b7} also catches your own side".
pub(super) fn with_caught(text: String, caught: Option<String>) -> String {
    match caught {
        Some(caught) if text.is_empty() => caught,
        Some(caught) => format!("{text} \u{b7} {caught}"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Odds;

    #[test]
    fn an_attack_says_whom_it_catches_besides_its_target() {
        let caught = || Some("also catches your own side".to_owned());
        let text = |text: &str, caught| with_caught(text.to_owned(), caught);
        assert_eq!(text("1 AP", caught()), "1 AP \u{b7} also catches your own side");
        assert_eq!(text("", caught()), "also catches your own side");
        assert_eq!(text("1 AP", None), "1 AP");
    }

    #[test]
    fn a_weapon_is_previewed_at_an_enemy_on_which_it_has_an_effect() {
        let figures = |harm| AttackFigures::Odds {
            odds: Odds { hit: 0.9, harm, mean: 2.0 * harm, ..Odds::default() },
            is_special: false,
            out: crate::attack_forecast::OutKind::KnockOut,
        };
        let shown = |harms: &[(u32, f64)]| {
            let rated = harms.iter().map(|(unit, harm)| (UnitId(*unit), figures(*harm))).collect();
            preview_target(rated, UnitId(2)).map(|(unit, _)| unit)
        };
        assert_eq!(shown(&[(2, 0.3), (3, 0.8)]), Some(UnitId(2)), "the target of the list");
        assert_eq!(shown(&[(2, 0.0), (3, 0.4), (4, 0.8)]), Some(UnitId(4)), "a pulse is for the robot");
        assert_eq!(shown(&[(2, 0.0), (3, 0.0)]), None);
    }

    #[test]
    fn the_price_of_an_entry_stands_below_its_name_only_if_it_stands_nowhere_else() {
        assert_eq!(price_and_effect("2 AP", Some("Pins its targets.")), "2 AP: Pins its targets.");
        assert_eq!(price_and_effect("", Some("Pins its targets.")), "Pins its targets.");
        assert_eq!(price_and_effect("2 AP", None), "2 AP");
        assert_eq!(price_and_effect("", None), "");
    }
}
