//! Suppressing fire, in any fight in which ailments are known. `CS-PIN-12`, `CS-PIN-15`.

use super::super::status::{self, Ailment, Cause};
use super::super::{Combatant, Contact, Effect, Engagement, FireMode, Manner, Outcome, RuleSet, play};
use super::super::{Forecast, Gist, Held, Odds, Remark};
use super::{in_play, spent, test};
use dice::{Distribution, Policy, Step, Table, enumerate};

/// Key of suppressing fire among the ways to attack.
pub const SUPPRESS: &str = "suppress";
/// Squares around the aimed one that it covers. `CS-PIN-15`.
const COVERED: u32 = 2;

/// Suppressing fire among the ways to attack, for whatever fires bursts. `CS-PIN-15`.
pub fn manner(unit: &Combatant, held: &Held, rules: &RuleSet) -> Option<Manner> {
    let arm = play::arm(&held.weapon, &unit.sheet, rules);
    let bursts = arm.modes.iter().any(|mode| *mode != FireMode::Single);
    let offered = bursts && rules.ailments().suppression && in_play(rules);
    offered.then(|| {
        let detail = "No harm; every enemy within 2 squares stands the fire or is Pinned".to_owned();
        Manner::plain(SUPPRESS, "Suppressing fire", detail, "CS-PIN-15")
    })
}

/// The plain attack behind suppressing fire, if that is what it is.
pub fn behind_suppression(engagement: &Engagement) -> Option<Engagement> {
    (engagement.manner.as_deref() == Some(SUPPRESS))
        .then(|| Engagement { manner: None, ..engagement.clone() })
}

/// Enemies whom it reaches, by number.
fn targets(engagement: &Engagement) -> Vec<&Combatant> {
    let Engagement { attacker, defender, company, .. } = engagement;
    let near = company
        .iter()
        .filter(|near| near.offset.0.unsigned_abs().max(near.offset.1.unsigned_abs()) <= COVERED);
    let mut targets: Vec<&Combatant> = near.map(|near| &near.unit).chain([defender]).collect();
    targets.retain(|unit| unit.side != attacker.side && unit.down.is_none());
    targets.sort_by_key(|unit| unit.id);
    targets
}

/// Fire that harms nobody: whoever of the enemies near the aimed square does not stand it is Pinned. `CS-PIN-12`,
/// `CS-PIN-15`.
///
/// # Errors
/// As the table.
pub fn suppress(table: &mut impl Table, engagement: &Engagement) -> Step<Outcome> {
    let mut effects = Vec::new();
    let mut pinned = 0;
    for unit in targets(engagement) {
        effects.push(Effect::ShotAt { unit: unit.id });
        if unit.in_melee {
            continue;
        }
        let tried = test(table, unit, &status::suppressed(), &engagement.rules)?;
        effects.extend(spent(unit, &tried));
        if !tried.passed {
            pinned += 1;
            let cause = Cause::of(Ailment::Pinned, Some(engagement.attacker.id));
            effects.push(Effect::Afflict { unit: unit.id, cause });
        }
    }
    let words = format!("{pinned} pinned");
    Ok(Outcome { contact: Contact::Miss, net: 0, damage: 0, words, effects })
}

/// How likely each enemy whom it reaches is pinned, exactly: by number, from 0 to 1.
pub fn pins(engagement: &Engagement) -> Vec<(u32, f64)> {
    let chance = |unit: &Combatant| {
        if unit.in_melee {
            return 0.0;
        }
        let all = enumerate(Policy::first(), |table| {
            Ok(test(table, unit, &status::suppressed(), &engagement.rules)?.passed)
        });
        all.map_or(0.0, |all| all.probability(|passed| !passed))
    };
    targets(engagement).into_iter().map(|unit| (unit.id, chance(unit))).collect()
}

/// What comes of it: nobody is harmed, and who is pinned how likely.
pub fn forecast(engagement: &Engagement) -> Forecast {
    let harmless = Gist {
        contact: Contact::Miss,
        net: 0,
        damage: 0,
        knocked_down: false,
        down: None,
        barriers: Vec::new(),
    };
    let pins = pins(engagement);
    let remarks = targets(engagement).into_iter().zip(pins).map(|(unit, (_, share))| Remark {
        text: format!("Pins {}", unit.name),
        value: format!("{:.0} %", 100.0 * share),
        clause: "CS-PIN-15",
    });
    Forecast {
        roll: "whoever is near tests".to_owned(),
        symbols: None,
        joint: Vec::new(),
        sums: Vec::new(),
        remarks: remarks.collect(),
        odds: Odds::of(&Distribution::weighed(vec![(harmless, 1)]), &[]),
        answers: Vec::new(),
        barriers: Vec::new(),
        hidden: engagement.sight.hidden,
        unit: "damage",
    }
}
