//! Explosions where nobody in particular is attacked: at a square, around a barrier, and what goes off by itself.
//! `SS-RULING-60`, `SS-BARR-23`, `SS-BARR-24`, `SS-BARR-27`, chapter TIMED.

use super::super::{
    AttackScene, BarrierScene, Spent, area as rule, attack_pool, barrier_attack, base, timed,
};
use super::area::{self, Present};
use super::combat::{self, barrier_scene, flown, scene, spent};
use super::forecast::{dice, sum};
use crate::circumstances::scatter::Offset;
use crate::{
    BarrierEngagement, BarrierHarm, Combatant, Condition, Contact, Discharge, Effect, Engagement, Forecast,
    Gait, Gist, Helps, Karma, Nearby, Odds, Outcome, Refused, Remark, RuleSet, Sight, Spot, SquareEngagement,
    Surroundings, Weapon,
};
use dice::{Carrying, Note, Policy, Step, Table, enumerate};

/// In the very square.
const HERE: Sight = Sight {
    distance_squared: 0,
    rings: 0,
    hidden: 0,
    took_cover: false,
    across_obstacle: false,
    aware: true,
};

/// What an attack on a place is made of.
struct Made<'a> {
    attacker: &'a Combatant,
    weapon: &'a Weapon,
    slot: usize,
    sight: Sight,
    surroundings: Surroundings,
    spot: Option<&'a Spot>,
    company: &'a [Nearby],
    rules: &'a RuleSet,
}

impl Made<'_> {
    /// The same as an attack on somebody whom nothing sets apart: its target is never met.
    fn engagement(&self) -> Engagement {
        let nobody =
            Combatant { gait: Gait::Steady, ailments: Vec::new(), carries: None, ..self.attacker.clone() };
        Engagement {
            attacker: self.attacker.clone(),
            defender: nobody,
            weapon: self.weapon.clone(),
            slot: self.slot,
            mode: None,
            manner: None,
            sight: self.sight,
            surroundings: self.surroundings,
            barriers: Vec::new(),
            beside_target: Vec::new(),
            heights_cm: Vec::new(),
            charge: false,
            dash_from_cover: false,
            rounds_fired: 0,
            share: None,
            engaged: false,
            spot: self.spot.cloned(),
            boosts: Vec::new(),
            company: self.company.to_vec(),
            operables: Vec::new(),
            rules: self.rules.clone(),
        }
    }
}

fn at_square(all: &SquareEngagement) -> Engagement {
    let made = Made {
        attacker: &all.attacker,
        weapon: &all.weapon,
        slot: all.slot,
        sight: all.sight,
        surroundings: all.surroundings,
        spot: Some(&all.spot),
        company: &all.company,
        rules: &all.rules,
    };
    made.engagement()
}

/// Only what goes off is aimed at a square, and a wall stops it. `SS-RULING-60`.
///
/// # Errors
/// Why not.
pub fn may_attack_square(engagement: &SquareEngagement) -> Result<(), Refused> {
    let weapon = engagement.weapon.swan_song();
    if weapon.blast == 0 {
        let text = format!("{} needs somebody or something to aim at", weapon.name);
        return Err(Refused::new(text, "SS-ATK-06"));
    }
    combat::may_use(&engagement.attacker, engagement.slot)?;
    let armed = (&engagement.weapon, &engagement.attacker.sheet);
    combat::reaches(armed, engagement.mode, &engagement.sight, &engagement.rules)?;
    has_a_way(&engagement.spot)
}

/// What goes off is stopped by a wall before it. `SS-RULING-60`.
///
/// # Errors
/// A wall stands before where it is aimed.
pub(super) fn has_a_way(spot: &Spot) -> Result<(), Refused> {
    let Spot { lay, attacker, target } = spot;
    if attacker != target && !lay.blast_reaches(*attacker, *target) {
        return Err(Refused::before_a_wall("SS-RULING-60"));
    }
    Ok(())
}

/// A roll without a target: with a hit it comes down where it was aimed, else it scatters; everybody around defends
/// and soaks. `SS-BASE-06`, `SS-DEF-49`, `SS-RULING-60`.
///
/// # Errors
/// As the table.
pub fn attack_square(table: &mut impl Table, engagement: &SquareEngagement) -> Step<Outcome> {
    let place = at_square(engagement);
    let throw = scene(&place);
    let (attack, karma, lands) = rule::aim(table, &throw)?;
    let centre =
        if lands { Offset::default() } else { area::scattered(table, &place, area::is_thrown(&throw))? };
    let by = place.attacker.id;
    let everybody = area::present(&place);
    let before = &mut Carrying::new(table, (karma, lands, centre));
    let mut came = area::burst(before, &place, &throw, (centre, &everybody), attack)?;
    came.close(&place.attacker);
    let mut effects = spent(karma, by, by);
    let at = if lands { "where it was aimed" } else { "the square it was aimed at" };
    effects.push(area::told(&place, &throw, centre, at));
    effects.extend(area::laid(&place, centre));
    effects.extend(came.effects);
    effects.extend(flown(&place.attacker, place.slot, Some(engagement.spot.target)));
    let contact = if lands { Contact::Hit } else { Contact::Miss };
    Ok(Outcome { contact, net: i32::from(lands), damage: came.damage, words: came.words.join(", "), effects })
}

/// Who is caught, and where it comes down. `SS-RULING-60`.
pub fn forecast_square(engagement: &SquareEngagement) -> Option<Forecast> {
    let place = at_square(engagement);
    let throw = scene(&place);
    let everybody = area::present(&place);
    let caught =
        |centre: Offset| everybody.iter().filter(|near| area::reaches(&place, &throw, centre, near)).count();
    let all = enumerate(Policy::first(), |table| {
        let (_, _, lands) = rule::aim(table, &throw)?;
        let centre =
            if lands { Offset::default() } else { area::scattered(table, &place, area::is_thrown(&throw))? };
        Ok(Gist {
            contact: if lands { Contact::Hit } else { Contact::Miss },
            net: i32::from(lands),
            damage: u32::try_from(caught(centre)).unwrap_or(u32::MAX),
            knocked_down: false,
            down: None,
            barriers: Vec::new(),
        })
    });
    let attack = attack_pool::attack_parts(&throw);
    let damage = attack_pool::damage_parts(&throw.attacker, &throw.weapon);
    Some(Forecast {
        roll: format!("{} vs nobody", dice(attack.pool())),
        symbols: None,
        joint: Vec::new(),
        sums: vec![
            sum("Attack", dice(attack.pool()), Helps::Attacker, &attack, "SS-ATK-08"),
            sum("Damage", format!("{} + net hits", damage.pool()), Helps::Attacker, &damage, "SS-ATK-17"),
        ],
        remarks: vec![reaches(&place, &throw, &everybody)],
        odds: Odds::of(&all.ok()?, &[]),
        answers: Vec::new(),
        barriers: Vec::new(),
        hidden: engagement.sight.hidden,
        unit: "caught",
    })
}

/// Who stands in the area if it goes off where it is aimed.
fn reaches(place: &Engagement, throw: &AttackScene, everybody: &[Present<'_>]) -> Remark {
    let names = area::named(place, throw, everybody);
    Remark::reached(&names, false, throw.weapon.blast, "SS-RULING-60")
}

/// The attack on a barrier as an attack on the place in front of it.
fn at_barrier(all: &BarrierEngagement) -> Engagement {
    let made = Made {
        attacker: &all.attacker,
        weapon: &all.weapon,
        slot: all.slot,
        sight: all.sight,
        surroundings: all.surroundings,
        spot: all.spot.as_ref(),
        company: &all.company,
        rules: &all.rules,
    };
    made.engagement()
}

/// Who stands near a barrier that something goes off at. `SS-RULING-60`.
pub(super) fn beside_barrier(engagement: &BarrierEngagement) -> Option<Remark> {
    (engagement.weapon.swan_song().blast > 0).then(|| {
        let place = at_barrier(engagement);
        reaches(&place, &scene(&place), &area::present(&place))
    })
}

/// Chapter BARR; what covers an area meets everybody near the barrier as well. `SS-BARR-19`, `SS-RULING-60`.
///
/// # Errors
/// As the table.
pub fn attack_barrier(table: &mut impl Table, engagement: &BarrierEngagement) -> Step<Outcome> {
    let wall = barrier_scene(engagement);
    let (attack, karma) = barrier_attack::roll_attack(table, &wall)?;
    let result = barrier_attack::meet(&mut Carrying::new(table, attack), &wall, (attack, karma))?;
    let by = engagement.attacker.id;
    let mut effects = spent(result.karma, by, by);
    let mut harms = result.barriers.clone();
    if result.damage > 0 {
        harms.push(BarrierHarm { id: engagement.barrier.id, damage: result.damage });
    }
    let mut words = Vec::new();
    if result.damage > 0 {
        words.push(format!("{} damage", result.damage));
    }
    if wall.weapon.blast > 0 && engagement.spot.is_some() {
        let place = at_barrier(engagement);
        let throw = scene(&place);
        let everybody = area::present(&place);
        let centre = if result.hit {
            Offset::default()
        } else {
            area::scattered(table, &place, area::is_thrown(&throw))?
        };
        effects.push(area::told(&place, &throw, centre, &format!("at the {}", wall.barrier.name)));
        effects.extend(area::laid(&place, centre));
        let before = &mut Carrying::new(table, (result.clone(), centre));
        let mut came = area::burst(before, &place, &throw, (centre, &everybody), attack)?;
        harms.into_iter().for_each(|harm| came.wear(harm));
        came.close(&place.attacker);
        effects.extend(came.effects);
        words.extend(came.words);
    } else {
        effects.extend(harms.into_iter().map(Effect::Barrier));
    }
    if result.weapon_dropped {
        effects.push(Effect::Dropped { unit: by, slot: engagement.slot });
    }
    let to = engagement.spot.as_ref().map(|spot| spot.target);
    effects.extend(flown(&engagement.attacker, engagement.slot, to));
    let contact = if result.hit { Contact::Hit } else { Contact::Miss };
    Ok(Outcome { contact, net: 0, damage: result.damage, words: words.join(", "), effects })
}

/// An item goes off where it lies: one roll of whoever put it there, with nothing of the moment in it. What it touches is
/// struck like a barrier that is attacked, everybody around defends. `SS-TIMED-01`, `SS-BARR-23`, `SS-BARR-27`,
/// `SS-RULING-60`.
///
/// # Errors
/// As the table.
pub fn goes_off(table: &mut impl Table, discharge: &Discharge) -> Step<Outcome> {
    let Discharge { owner, weapon, spot, company, touching, rules } = discharge;
    let item = weapon.swan_song();
    let told = Effect::Told { unit: owner.id, text: timed::goes_off(item), clause: "SS-TIMED-01" };
    let setter = steady(owner, rules);
    let made = Made {
        attacker: &setter,
        weapon,
        slot: usize::MAX,
        sight: HERE,
        surroundings: Surroundings::default(),
        spot: Some(spot),
        company,
        rules,
    };
    let place = made.engagement();
    let throw = scene(&place);
    let everybody = area::bystanders(&place);
    let walls: Vec<_> = touching
        .iter()
        .filter(|barrier| item.explosive && !barrier.is_open())
        .map(|barrier| BarrierScene {
            attacker: throw.attacker.clone(),
            weapon: throw.weapon.clone(),
            mode: None,
            hand: None,
            barrier: barrier.clone(),
            hidden: 0,
            barriers: Vec::new(),
            rounds_fired: 0,
            switches: throw.switches.clone(),
        })
        .collect();
    let near = everybody.iter().any(|near| area::reaches(&place, &throw, Offset::default(), near));
    let attack = match walls.first() {
        Some(wall) => barrier_attack::roll_attack(table, wall)?.0,
        None if near => rule::aim(table, &throw)?.0,
        None => {
            let laid = area::laid(&place, Offset::default());
            return Ok(Outcome::of([told].into_iter().chain(laid).collect()));
        }
    };
    let mut came = area::burst(table, &place, &throw, (Offset::default(), &everybody), attack)?;
    for wall in &walls {
        table.note(|| Note {
            clause: "SS-BARR-27",
            text: format!("In contact with the {}", wall.barrier.name),
            parts: Vec::new(),
        });
        let before = (attack, came.effects.clone(), came.words.clone(), came.damage, came.worn.clone());
        let result = barrier_attack::meet(&mut Carrying::new(table, before), wall, (attack, Spent::NONE))?;
        if result.damage > 0 {
            came.words.push(format!("{}: {} damage", wall.barrier.name, result.damage));
            came.wear(BarrierHarm { id: wall.barrier.id, damage: result.damage });
        }
    }
    came.close(&place.attacker);
    // Nothing falls out of a hand: it left it long ago.
    came.effects.retain(|effect| !matches!(effect, Effect::Dropped { slot: usize::MAX, .. }));
    let laid = area::laid(&place, Offset::default());
    let effects = [told].into_iter().chain(laid).chain(came.effects).collect();
    Ok(Outcome { words: came.words.join(", "), damage: came.damage, ..Outcome::of(effects) })
}

/// Whoever set something, as sheet and skill have it: wounds and haste of the moment change nothing about it any more.
fn steady(owner: &Combatant, rules: &RuleSet) -> Combatant {
    Combatant {
        condition: Condition::SwanSong(base::vitals_of(owner.sheet.swan_song(), &rules.engine)),
        gait: Gait::Steady,
        late: false,
        ailments: Vec::new(),
        karma: Karma::default(),
        surprised_by: Vec::new(),
        carries: None,
        holds: None,
        down: None,
        ..owner.clone()
    }
}
