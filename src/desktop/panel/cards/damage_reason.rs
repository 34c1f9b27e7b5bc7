//! The main reason why an attack hits much more often than it does damage, for the first layer of a card.

use rules::{Favours, Forecast};

/// Share of the hits that do damage below which a card says why the others do none.
const FEW: f64 = 0.5;
/// Totals that reduce the damage of a hit.
const REDUCTIONS: [&str; 4] = ["Soak", "Armour", "Protection", "Resistance"];

/// Names what most of the hits without damage fail at: "Most hits do no damage: body armour 8."; `None` if at least half of the hits
/// do damage, or if no hit does and the attack may be for something else.
pub(super) fn low_damage_reason(forecast: &Forecast) -> Option<String> {
    let odds = &forecast.odds;
    if odds.harm <= 0.0 || odds.harm >= FEW * odds.hit {
        return None;
    }
    let without_damage = odds.hit - odds.harm;
    if 2.0 * odds.stopped_hits > without_damage {
        let name = strongest_barrier(forecast)?;
        return Some(format!("Most hits do no damage: {name} in the way."));
    }
    let reductions = forecast.totals.iter().filter(|total| is_reduction(total.name, total.favours));
    let parts = reductions.flat_map(|total| &total.parts.0).filter(|part| part.value > 0);
    // Of parts of the same size the first one, in the order of the rule.
    let strongest = parts.min_by_key(|part| std::cmp::Reverse(part.value))?;
    Some(format!("Most hits do no damage: {} {}.", strongest.reason, strongest.value))
}

/// Whether a number on a card reduces the damage of a hit.
fn is_reduction(name: &str, favours: Favours) -> bool {
    favours == Favours::Target && REDUCTIONS.contains(&name)
}

/// Name of the barrier on the line that stops most.
fn strongest_barrier(forecast: &Forecast) -> Option<&str> {
    let barriers = forecast.barriers.iter().map(|(barrier, _)| barrier);
    let strongest = barriers.max_by_key(|barrier| (barrier.armor, barrier.structure));
    strongest.map(|barrier| barrier.name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::Modifiers;
    use model::{BarrierId, BarrierSource};
    use rules::{BarrierOnLine, ForecastTotal, Odds};

    fn forecast(odds: Odds, parts: &[(i32, &'static str)]) -> Forecast {
        let mut soak = Modifiers::default();
        for (value, reason) in parts {
            soak.add(*value, *reason, "SS-ATK-20");
        }
        let attack = Modifiers::default();
        Forecast {
            totals: vec![
                ForecastTotal::new("Attack", "9 dice", Favours::Attacker, &attack, "SS-ATK-08"),
                ForecastTotal::new("Soak", "15 dice", Favours::Target, &soak, "SS-ATK-20"),
            ],
            odds,
            ..Forecast::empty("damage")
        }
    }

    #[test]
    fn the_largest_part_of_what_soaks_is_named_where_few_hits_do_damage() {
        let text = |hit, harm| {
            let odds = Odds { hit, harm, ..Odds::default() };
            low_damage_reason(&forecast(odds, &[(4, "Body"), (11, "armour"), (-6, "penetration")]))
        };
        assert_eq!(text(0.91, 0.32).as_deref(), Some("Most hits do no damage: armour 11."));
        assert_eq!(text(0.91, 0.5), None, "more than half of them do");
        assert_eq!(text(0.91, 0.0), None, "none does: another line says why");
    }

    #[test]
    fn a_barrier_that_stops_most_hits_is_named_before_armour() {
        let barrier = |armor, name: &str| BarrierOnLine {
            id: BarrierSource::Segment(BarrierId(armor)),
            name: name.to_owned(),
            structure: 4,
            armor,
            thickness_cm: 5,
            damage: 0,
            transparent: false,
            glass_pct: 100,
            sharp: false,
        };
        let text = |stopped_hits| {
            let odds = Odds { hit: 0.9, harm: 0.2, stopped_hits, ..Odds::default() };
            let barriers = vec![(barrier(2, "drywall"), true), (barrier(8, "wooden door"), true)];
            low_damage_reason(&Forecast { barriers, ..forecast(odds, &[(4, "Body")]) })
        };
        assert_eq!(text(0.5).as_deref(), Some("Most hits do no damage: wooden door in the way."));
        assert_eq!(
            text(0.1).as_deref(),
            Some("Most hits do no damage: Body 4."),
            "soak absorbs more of them"
        );
    }
}
