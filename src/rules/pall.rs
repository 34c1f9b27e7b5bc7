//! Smoke and flames that a weapon leaves on the ground, in every book; how long they lie there is the battlefield's
//! business.
//!
//! Smoke is thrown at a place and at nobody: no book has a roll for that, so it goes where it is meant to go, as far as
//! the weapon reaches. Flames come with an attack and go where it goes.

use serde::{Deserialize, Serialize};

use super::{
    Contact, Effect, Engagement, Forecast, Gait, Gist, Odds, Outcome, Remark, Sight, Spot, Square,
    SquareEngagement, Weapon,
};
use dice::{Clause, Distribution};

/// The clause that says what smoke does; chapter FOG of Circumstances.
const FOG: Clause = "CS-FOG-01";

/// What lies on the ground for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pall {
    /// Hard to see through. Chapter FOG of Circumstances.
    Smoke,
    /// Harms and sets alight whoever is in it. Chapter BURN of Circumstances.
    Fire,
}

/// What a weapon leaves where it goes off or strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lays {
    /// What it is.
    pub what: Pall,
    /// Squares as far as this from the middle are covered, in metres.
    #[serde(default)]
    pub radius_m: u8,
    /// To the end of the round after so many more; flames burn longer where the ground burns.
    pub rounds: u8,
}

/// A weapon that only lays smoke: it is thrown at a place, and whoever stands there is not attacked.
pub fn is_smoke(weapon: &Weapon) -> bool {
    weapon.strike().lays.is_some_and(|lays| lays.what == Pall::Smoke)
}

/// What a weapon leaves that goes off at a square, if it does.
pub fn left(weapon: &Weapon, at: Option<Square>) -> Option<Effect> {
    Some(Effect::Laid { at: at?, lays: weapon.strike().lays? })
}

/// What a weapon leaves behind that hits and does not go off: flames under its target.
pub fn under_target(weapon: &Weapon, spot: Option<&Spot>, outcome: &Outcome) -> Option<Effect> {
    let laid = outcome.effects.iter().any(|effect| matches!(effect, Effect::Laid { .. }));
    let hit = !laid && outcome.contact == Contact::Hit;
    left(weapon, spot.filter(|_| hit).map(|spot| spot.target))
}

/// Smoke goes where it is thrown; the last of it leaves an empty hand.
pub fn throw(attack: &SquareEngagement) -> Outcome {
    thrown(
        &attack.weapon,
        (attack.attacker.id, attack.slot),
        attack.attacker.held_at(attack.slot),
        attack.spot.target,
    )
}

/// The same where somebody stands.
pub fn throw_at_unit(attack: &Engagement) -> Outcome {
    match &attack.spot {
        Some(spot) => {
            let by = (attack.attacker.id, attack.slot);
            thrown(&attack.weapon, by, attack.attacker.held_at(attack.slot), spot.target)
        }
        None => Outcome::of(Vec::new()),
    }
}

fn thrown(weapon: &Weapon, (unit, slot): (u32, usize), held: Option<&super::Held>, at: Square) -> Outcome {
    let text = format!("{}: smoke rises where it was thrown", weapon.name());
    let mut effects = vec![Effect::Told { unit, text, clause: FOG }];
    effects.extend(left(weapon, Some(at)));
    if held.is_none_or(|held| held.loaded == 0) {
        effects.push(Effect::Destroyed { unit, slot });
    }
    Outcome { contact: Contact::Hit, ..Outcome::of(effects) }
}

/// What comes of throwing it: there is nothing to roll.
pub fn forecast(weapon: &Weapon, hidden: u8) -> Option<Forecast> {
    let lays = weapon.strike().lays?;
    let sure = Gist {
        contact: Contact::Hit,
        net: 0,
        damage: 0,
        knocked_down: false,
        down: None,
        barriers: Vec::new(),
    };
    let text = format!("Smoke lies there for {} rounds", lays.rounds);
    Some(Forecast {
        roll: "nothing is rolled".to_owned(),
        symbols: None,
        joint: Vec::new(),
        sums: Vec::new(),
        remarks: vec![Remark { text, value: format!("{} m around", lays.radius_m), clause: FOG }],
        odds: Odds::of(&Distribution::weighed(vec![(sure, 1)]), &[]),
        answers: Vec::new(),
        barriers: Vec::new(),
        hidden,
        unit: "caught",
    })
}

/// A throw at a square as one at somebody there whom nothing sets apart: for range and the weapon's state.
pub fn as_engagement(all: &SquareEngagement) -> Engagement {
    let nobody =
        super::Combatant { gait: Gait::Steady, ailments: Vec::new(), carries: None, ..all.attacker.clone() };
    Engagement {
        attacker: all.attacker.clone(),
        defender: nobody,
        weapon: all.weapon.clone(),
        slot: all.slot,
        mode: all.mode,
        manner: None,
        // Smoke is not aimed at anybody in particular: whether one sees the square is asked of the map.
        sight: Sight { took_cover: false, ..all.sight },
        surroundings: all.surroundings,
        barriers: Vec::new(),
        beside_target: Vec::new(),
        heights_cm: Vec::new(),
        charge: false,
        dash_from_cover: false,
        rounds_fired: 0,
        share: None,
        spot: Some(all.spot.clone()),
        engaged: false,
        boosts: Vec::new(),
        company: all.company.clone(),
        operables: Vec::new(),
        rules: all.rules.clone(),
    }
}
