//! Attacks with an area: grenades, missiles and everything else with a Blast value. `CS-BASE-35`.

use super::super::blast::{self, Bystander, HitScene, Landing, LaunchScene, Launched};
use super::super::scatter::{self, Offset};
use super::super::{AttackScene, Fighter, Harm};
use super::combat::{after_attack, harm_words, harmed, lands, scene};
use super::fighter;
use crate::dice::{Dice, Note, Prompt, Purpose, Roll, Step, Table};
use crate::rules::{Combatant, Contact, Effect, Engagement, Ground, Outcome};

/// The throw or shot as this book's rules see it.
pub(super) fn launch_scene(scene: &AttackScene) -> LaunchScene {
    LaunchScene {
        attacker: scene.attacker.clone(),
        target: Some(scene.defender.clone()),
        weapon: scene.weapon.clone(),
        loaded: scene.loaded,
        sight: scene.sight,
        surroundings: scene.surroundings,
        engaged: scene.engaged,
        opponents: scene.opponents,
        switches: scene.switches.clone(),
    }
}

/// The explosion at one unit. The first target's square is known with its surroundings, those of others with them.
pub(super) fn hit_scene(scene: &AttackScene, defender: Fighter, unaware: bool, ground: Ground) -> HitScene {
    HitScene {
        attacker: scene.attacker.clone(),
        defender,
        weapon: scene.weapon.clone(),
        unaware,
        ground,
        covers: Vec::new(),
        special_damage: scene.special_damage,
        switches: scene.switches.clone(),
    }
}

/// The attacker's square as seen from the first target: one that fits its distances to everybody.
///
/// The distances are all that an explosion asks for. Where several squares fit, they mirror each other, and so do the
/// places where a miss may land: the odds are the same for each.
pub(super) fn attacker_at(engagement: &Engagement) -> Offset {
    let long = engagement.sight.rings.cast_signed();
    let short = engagement.sight.distance_squared.saturating_sub(engagement.sight.rings.pow(2)).isqrt();
    let short = short.cast_signed();
    let squares = [(0, -1), (0, 1), (-1, 0), (1, 0)].into_iter().flat_map(|(east, north)| {
        [1, -1]
            .map(|side| Offset::new(east * long + side * north * short, north * long + side * east * short))
    });
    let fitting = |place: &Offset| {
        let fits = engagement.company.iter().filter(|near| {
            let way = Offset::new(near.offset.0, near.offset.1).from(*place);
            i64::from(way.east).pow(2) + i64::from(way.north).pow(2) == i64::from(near.sight.distance_squared)
        });
        fits.count()
    };
    squares.rev().max_by_key(fitting).unwrap_or_default()
}

/// Where it goes off, as seen from the first target; nowhere for a dud. `CS-SCA-03`, `CS-SCA-06`, `CS-GRN-03`.
pub(super) fn centre(landing: Landing, attacker: Offset) -> Option<Offset> {
    match landing {
        Landing::OnTarget => Some(Offset::default()),
        Landing::Scattered(way) => scatter::path(attacker, Offset::default(), way).pop(),
        Landing::InHand => Some(attacker),
        Landing::Dud => None,
    }
}

/// Everybody in the fight: number, place, and whether the explosion comes unexpected.
fn everybody(engagement: &Engagement, at: Offset, unaware: bool) -> Vec<(&Combatant, Offset, bool)> {
    let mut all = vec![(&engagement.defender, Offset::default(), unaware)];
    all.extend(engagement.company.iter().map(|near| {
        let hidden = engagement.attacker.concealed || !near.sight.aware;
        (&near.unit, Offset::new(near.offset.0, near.offset.1), hidden)
    }));
    all.push((&engagement.attacker, at, false));
    all
}

/// The units within the Blast value of a place. `CS-BASE-35`, `CS-RULING-18`.
pub(super) fn in_area(engagement: &Engagement, centre: Offset, unaware: bool) -> Vec<(&Combatant, bool)> {
    let all = everybody(engagement, attacker_at(engagement), unaware);
    let units: Vec<_> = all
        .iter()
        .map(|(unit, place, _)| Bystander { id: unit.id, place: *place, line_of_fire: true })
        .collect();
    let caught = blast::caught(centre, engagement.weapon.circumstances(), &units);
    all.into_iter()
        .filter(|(unit, ..)| caught.contains(&unit.id))
        .map(|(unit, _, unaware)| (unit, unaware))
        .collect()
}

/// A table that keeps branches apart where a rule would merge them: what came before it is still wanted.
pub(super) struct Apart<'a, T>(pub &'a mut T);

impl<T: Table> Table for Apart<'_, T> {
    fn roll(&mut self, dice: Dice, purpose: Purpose<'_>) -> Step<Roll> {
        self.0.roll(dice, purpose)
    }

    fn ask(&mut self, prompt: impl FnOnce() -> Prompt) -> Step<usize> {
        self.0.ask(prompt)
    }

    fn settle<K: Ord + Clone + 'static>(&mut self, value: K) -> Step<K> {
        Ok(value)
    }

    fn note(&mut self, line: impl FnOnce() -> Note) {
        self.0.note(line);
    }
}

/// Chapters BASE, SCA and GRN.
///
/// # Errors
/// As the table.
pub(super) fn attack(table: &mut impl Table, engagement: &Engagement) -> Step<Outcome> {
    let scene = scene(engagement);
    let launched = blast::launch(table, &launch_scene(&scene))?;
    let table = &mut Apart(table);
    let attacker = &engagement.attacker;
    let mut effects = after_attack(engagement, &scene, launched.loaded, false);
    if launched.engages && !engagement.engaged && attacker.side != engagement.defender.side {
        effects.push(Effect::Engaged { one: attacker.id, other: engagement.defender.id });
    }
    effects.push(told(engagement, &launched));
    if launched.launcher_destroyed {
        effects.push(Effect::Destroyed { unit: attacker.id, slot: engagement.slot });
    }
    let unaware = scene.attempt().is_unaware();
    let centre = centre(launched.landing, attacker_at(engagement));
    let caught = centre.map(|centre| in_area(engagement, centre, unaware)).unwrap_or_default();
    let mut fate_left = launched.fate_spent;
    let mut first: Option<Harm> = None;
    let mut words = Vec::new();
    for (unit, unaware) in caught {
        let mut defender = fighter(unit);
        if unit.id == attacker.id && fate_left {
            defender.condition = defender.condition.with_fate_spent(1);
            fate_left = false;
        }
        let is_first = unit.id == engagement.defender.id;
        let ground = if is_first { engagement.surroundings.target } else { unit.ground };
        let harm = blast::hit(table, &hit_scene(&scene, defender, unaware, ground))?;
        effects.extend(harmed(table, unit, &harm, &[], &engagement.rules));
        let came = harm_words(&harm);
        words.push(if is_first { came } else { format!("{}: {came}", unit.name) });
        if is_first {
            first = Some(harm);
        }
    }
    effects.extend(super::turns::fate(attacker, fate_left));
    let (contact, hits, damage) =
        first.map_or((Contact::Miss, 0, 0), |harm| (harm.contact, harm.hits, harm.damage));
    Ok(Outcome { contact, net: i32::from(hits), damage, words: words.join(", "), effects })
}

/// Where it went.
fn told(engagement: &Engagement, launched: &Launched) -> Effect {
    let name = &engagement.weapon.circumstances().name;
    let (text, clause) = match launched.landing {
        Landing::Scattered(scatter) => return lands(engagement, scatter, "CS-SCA-06"),
        Landing::OnTarget => (format!("{name}: goes off at {}", engagement.defender.name), "CS-BASE-35"),
        Landing::Dud => (format!("{name}: a dud"), "CS-GRN-02"),
        Landing::InHand => (format!("{name}: goes off in the hand"), "CS-GRN-03"),
    };
    Effect::Told { unit: engagement.attacker.id, text, clause }
}
