//! The main reason why an attack hits much more often than it does damage, for the first layer of a card.

use dice::{Clause, Modifier};
use rules::{Favours, Forecast, ForecastTotal};

/// Share of the hits that do damage below which a card says why the others do none.
const FEW: f64 = 0.5;
/// Totals that reduce the damage of a hit.
const REDUCTIONS: [&str; 4] = ["Soak", "Armour", "Protection", "Resistance"];

/// Names what most of the hits without damage fail at, with its parts as the log has them: "Most hits do no damage: body armour 8.",
/// "Most hits do no damage: best armour 9 + accessories 1 = 10."; `None` if at least half of the hits do damage, or if no hit does and
/// the attack may be for something else.
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
    let groups = reductions.flat_map(|total| {
        let groups = group_by_chapter(&total.parts.0).into_iter();
        groups.map(move |parts| (total, parts))
    });
    // Of groups of the same size the first one, in the order of the rule.
    let groups = groups.filter(|(_, parts)| sum(parts) > 0);
    let (total, strongest) = groups.min_by_key(|(_, parts)| std::cmp::Reverse(sum(parts)))?;
    let whole = whole_text(total, &strongest);
    Some(format!("Most hits do no damage: {}{whole}.", parts_text(&strongest)))
}

/// Adds to a part of a number what the card gives, so that the part is not mistaken for the whole: " of Soak 5". Empty where the part
/// is all of it, and where the number counts dice.
fn whole_text(total: &ForecastTotal, part: &[&Modifier]) -> String {
    match total.value.parse::<i32>() {
        Ok(whole) if whole > sum(part) => format!(" of {} {whole}", total.name),
        _ => String::new(),
    }
}

/// Collects the parts of a number that belong together, such as armour and what lowers it: those of the same chapter of the rules.
fn group_by_chapter(parts: &[Modifier]) -> Vec<Vec<&Modifier>> {
    let mut groups: Vec<Vec<&Modifier>> = Vec::new();
    for part in parts {
        let is_same = |group: &&mut Vec<&Modifier>| chapter(group[0].clause) == chapter(part.clause);
        match groups.iter_mut().find(is_same) {
            Some(group) => group.push(part),
            None => groups.push(vec![part]),
        }
    }
    groups
}

/// The chapter of a clause: "SS-ARM" of "SS-ARM-15".
fn chapter(clause: Clause) -> &'static str {
    clause.rsplit_once('-').map_or(clause, |(chapter, _)| chapter)
}

fn sum(parts: &[&Modifier]) -> i32 {
    parts.iter().map(|part| part.value).sum()
}

/// Writes parts as a sum above 0, what adds to it first: "best armour 9 + accessories 1 = 10"; a single one without it.
fn parts_text(parts: &[&Modifier]) -> String {
    let mut text = String::new();
    let (added, taken): (Vec<&Modifier>, Vec<&Modifier>) =
        parts.iter().copied().partition(|part| part.value > 0);
    for (at, part) in added.into_iter().chain(taken).enumerate() {
        let sign = match (at, part.value < 0) {
            (0, _) => "",
            (_, true) => " - ",
            (_, false) => " + ",
        };
        text.push_str(&format!("{sign}{} {}", part.reason, part.value.abs()));
    }
    if parts.len() > 1 {
        text.push_str(&format!(" = {}", sum(parts)));
    }
    text
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
    use rules::{BarrierOnLine, Odds};

    fn forecast(odds: Odds, parts: &[(i32, &'static str)]) -> Forecast {
        let mut soak = Modifiers::default();
        for (value, reason) in parts {
            soak.add(*value, *reason, if *reason == "Body" { "SS-ATK-20" } else { "SS-ARM-15" });
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
        let reason = "Most hits do no damage: armour 11 - penetration 6 = 5.";
        assert_eq!(text(0.91, 0.32).as_deref(), Some(reason));
        assert_eq!(text(0.91, 0.5), None, "more than half of them do");
        assert_eq!(text(0.91, 0.0), None, "none does: another line says why");
    }

    #[test]
    fn a_part_is_not_taken_for_the_number_of_the_card() {
        let odds = Odds { hit: 0.9, harm: 0.2, ..Odds::default() };
        let text = |parts: &[(i32, &'static str)], value: &str| {
            let mut forecast = forecast(odds.clone(), parts);
            forecast.totals[1].value = value.to_owned();
            low_damage_reason(&forecast)
        };
        let both = text(&[(4, "Body"), (1, "armour")], "5");
        assert_eq!(both.as_deref(), Some("Most hits do no damage: Body 4 of Soak 5."));
        assert_eq!(text(&[(4, "Body")], "4").as_deref(), Some("Most hits do no damage: Body 4."));
    }

    #[test]
    fn ss_arm_17_armour_is_the_sum_that_the_log_gives() {
        let odds = Odds { hit: 0.9, harm: 0.2, ..Odds::default() };
        let parts = [(9, "best armour"), (1, "accessories"), (2, "Body")];
        let reason = "Most hits do no damage: best armour 9 + accessories 1 = 10.";
        assert_eq!(low_damage_reason(&forecast(odds.clone(), &parts)).as_deref(), Some(reason));
        let pierced = low_damage_reason(&forecast(odds, &[(4, "Body"), (9, "armour"), (-8, "penetration")]));
        assert_eq!(pierced.as_deref(), Some("Most hits do no damage: Body 4."), "little armour is left");
        let odds = Odds { hit: 0.9, harm: 0.2, ..Odds::default() };
        let worn = low_damage_reason(&forecast(odds, &[(-2, "wear"), (9, "armour")]));
        assert_eq!(worn.as_deref(), Some("Most hits do no damage: armour 9 - wear 2 = 7."));
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
