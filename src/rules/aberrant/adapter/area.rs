//! Bursts on the map: whom they catch, who gets out, and where a burst on the ground goes off. Chapter AREA.

use super::super::area::{self, GroundScene, Placed};
use super::super::attack::{AttackPlan, Outline};
use super::super::{AttackResult, AttackScene};
use super::combat::{effects_on, flown, levels_words, may_use, scene_between, thrown_away};
use super::forecast::{dice, difficulty_text, remark, sum};
use super::held::is_impaired;
use super::{fighter, left};
use crate::{
    Burst, Combatant, Contact, Effect, Engagement, Forecast, Gist, Helps, Lay, Nearby, Odds, Outcome,
    Refused, RuleSet, Spot, Square, SquareEngagement, Weapon, pall,
};
use dice::{Carrying, Distribution, Policy, Step, Table, enumerate};

/// Somebody whom a burst may catch.
struct Present<'a> {
    unit: &'a Combatant,
    at: Square,
    aware: bool,
}

/// Everybody but the first target, by number, the attacker last. What bursts outside a vehicle strikes nobody in it.
fn present<'a>(spot: &Spot, company: &'a [Nearby], attacker: &'a Combatant) -> Vec<Present<'a>> {
    let others = company.iter().map(|near| Present {
        unit: &near.unit,
        at: Square { x: spot.target.x + near.offset.0, y: spot.target.y - near.offset.1 },
        aware: near.sight.aware,
    });
    let thrower = Present { unit: attacker, at: spot.attacker, aware: true };
    others.chain(attacker.ride.is_none().then_some(thrower)).collect()
}

/// A burst reaches a square: within the radius, and not walled off. `AB-AREA-01`, `AB-AREA-02`.
fn reaches(spot: &Spot, centre: Square, at: Square, level: u8) -> bool {
    let apart = centre.x.abs_diff(at.x).pow(2) + centre.y.abs_diff(at.y).pow(2);
    super::super::base::within(apart, area::radius_m(level))
        && (centre == at || spot.lay.blast_reaches(centre, at))
}

/// Where a dodge out of a burst leads; neither a vehicle nor anybody in it throws itself aside. `AB-AREA-09`.
fn way_out(unit: &Combatant, lay: &dyn Lay, (from, centre): (Square, Square), level: u8) -> Option<Square> {
    let on_foot = unit.ride.is_none() && unit.cabin.is_none();
    on_foot.then(|| area::escape(&fighter(unit), lay, from, centre, level)).flatten()
}

/// The burst as it meets somebody inside. Partial cover alone saves nobody. `AB-AREA-01`, `AB-RULING-05`.
fn inside(
    throw: &AttackScene,
    near: &Present<'_>,
    spot: &Spot,
    centre: Square,
    secondary: bool,
) -> AttackScene {
    let defender = fighter(near.unit);
    let escape = way_out(near.unit, &*spot.lay, (near.at, centre), throw.weapon.area);
    let mut scene = AttackScene { defender, ..throw.clone() };
    scene.burst = Some(area::Burst { secondary, escape });
    scene.barriers.clear();
    if secondary {
        scene.sight.hidden = 0;
        scene.sight.took_cover = false;
        scene.sight.aware = near.aware;
    }
    scene
}

/// Everybody a burst catches besides its first target, with how it meets them.
fn caught<'a>(
    throw: &AttackScene,
    spot: &Spot,
    centre: Square,
    present: Vec<Present<'a>>,
) -> Vec<(&'a Combatant, AttackScene)> {
    let level = throw.weapon.area;
    let inside = |near: Present<'a>| {
        reaches(spot, centre, near.at, level).then(|| (near.unit, inside(throw, &near, spot, centre, true)))
    };
    present.into_iter().filter_map(inside).collect()
}

/// The names of those whom a burst reaches besides its target.
pub(super) fn others(engagement: &Engagement, throw: &AttackScene) -> Vec<String> {
    let Some(spot) = &engagement.spot else { return Vec::new() };
    let inside = caught(throw, spot, spot.target, present(spot, &engagement.company, &engagement.attacker));
    inside.into_iter().map(|(unit, _)| unit.name.to_string()).collect()
}

/// The attack on its first target: with a way out, if there is one. `AB-AREA-04`.
pub(super) fn primary(engagement: &Engagement, throw: AttackScene) -> AttackScene {
    let Some(spot) = &engagement.spot else {
        return AttackScene { burst: Some(area::Burst { secondary: false, escape: None }), ..throw };
    };
    let first = Present { unit: &engagement.defender, at: spot.target, aware: throw.sight.aware };
    let barriers = throw.barriers.clone();
    AttackScene { barriers, ..inside(&throw, &first, spot, spot.target, false) }
}

/// What each of those inside suffers, in words, and all effects.
fn fallout(
    met: &[(&Combatant, AttackScene)],
    results: &[AttackResult],
    burst: (Option<Square>, &RuleSet),
    effects: &mut Vec<Effect>,
) -> Vec<String> {
    let mut words = Vec::new();
    for ((unit, scene), result) in met.iter().zip(results) {
        effects_on(unit, scene, result, burst, effects);
        if let Some(harm) = levels_words(scene, result) {
            words.push(format!("{}: {harm}", unit.name));
        }
    }
    words
}

/// An attack on an area around a unit. `AB-AREA-01`, `AB-AREA-04`.
///
/// # Errors
/// As the table.
pub(super) fn attack(table: &mut impl Table, engagement: &Engagement, throw: &AttackScene) -> Step<Outcome> {
    let (attacker, defender) = (&engagement.attacker, &engagement.defender);
    let met = engagement.spot.as_ref().map_or_else(Vec::new, |spot| {
        caught(throw, spot, spot.target, present(spot, &engagement.company, attacker))
    });
    let scenes: Vec<_> = met.iter().map(|(_, scene)| scene.clone()).collect();
    let blast = area::blast(table, throw, &scenes)?;
    let mut effects = Vec::new();
    if blast.placed {
        let at = engagement.spot.as_ref().map(|spot| spot.target);
        effects.extend(pall::left(&engagement.weapon, at));
    }
    let came = if blast.placed { "goes off at" } else { "nothing goes off, meant for" };
    let text = format!("{}: {came} {}", throw.weapon.name, defender.name);
    effects.push(Effect::Told { unit: attacker.id, text, clause: "AB-AREA-04" });
    let burst = (engagement.spot.as_ref().map(|spot| spot.target), &engagement.rules);
    effects_on(defender, throw, &blast.first, burst, &mut effects);
    let first = levels_words(throw, &blast.first);
    let others = fallout(&met, &blast.others, burst, &mut effects);
    let words = first.into_iter().chain(others).collect::<Vec<_>>().join(", ");
    let first = blast.first;
    Ok(Outcome { contact: first.contact, net: first.margin, damage: first.levels, words, effects })
}

/// `AB-AREA-02`: the dice before success dice, the same everywhere.
pub fn blast(_: &Combatant, weapon: &Weapon, _: &RuleSet) -> Option<Burst> {
    let weapon = weapon.aberrant();
    (weapon.area > 0).then(|| Burst::new(area::radius_m(weapon.area), |_| weapon.damage.to_string()))
}

/// What the burst does to each of those inside by itself: exact odds. `AB-AREA-04`.
pub fn spread(engagement: &Engagement, answers: &[String]) -> Vec<(u32, Distribution<Gist>)> {
    let throw = super::combat::scene(engagement);
    let Some(spot) = engagement.spot.as_ref().filter(|_| throw.burst.is_some()) else { return Vec::new() };
    let plan = AttackPlan::new(&throw);
    let reply_of = |plan: &AttackPlan<'_>| {
        let replies = plan.defences.answers(&plan.scene.defender);
        replies.iter().position(|(answer, _)| answers.contains(&answer.key)).unwrap_or(0)
    };
    let gists = |scene: &AttackScene, all: Distribution<Outline>| {
        let prone = scene.defender.prone;
        all.map(|outline| super::forecast::gist(outline, prone))
    };
    let own = enumerate(Policy::first(), |table| plan.secondary_outline(table, &plan, reply_of(&plan)));
    let Ok(own) = own else { return Vec::new() };
    let mut all = vec![(engagement.defender.id, gists(&throw, own))];
    let present = present(spot, &engagement.company, &engagement.attacker);
    for (unit, scene) in caught(&throw, spot, spot.target, present) {
        let other = AttackPlan::new(&scene);
        let reply = reply_of(&other);
        let odds = enumerate(Policy::first(), |table| plan.secondary_outline(table, &other, reply));
        let Ok(odds) = odds else { return Vec::new() };
        all.push((unit.id, gists(&scene, odds)));
    }
    all
}

/// What is aimed at a square, as the rules see it; everybody inside is a secondary target. `AB-AREA-05`, `AB-AREA-08`.
struct AtSquare<'a> {
    engagement: &'a SquareEngagement,
    throw: AttackScene,
}

impl<'a> AtSquare<'a> {
    fn new(engagement: &'a SquareEngagement) -> Self {
        let SquareEngagement { attacker, weapon, sight, rules, .. } = engagement;
        let mut throw = scene_between((attacker, attacker), weapon.aberrant().clone(), *sight, rules);
        throw.impaired = is_impaired(attacker, engagement.slot, rules);
        Self { engagement, throw }
    }

    fn ground(&self) -> GroundScene<'_> {
        GroundScene {
            attacker: &self.throw.attacker,
            weapon: &self.throw.weapon,
            sight: self.throw.sight,
            replacement: self.throw.replacement,
            impaired: self.throw.impaired,
            switches: &self.throw.switches,
        }
    }

    fn caught(&self, centre: Square) -> Vec<(&'a Combatant, AttackScene)> {
        let SquareEngagement { spot, company, attacker, .. } = self.engagement;
        caught(&self.throw, spot, centre, present(spot, company, attacker))
    }
}

/// Only what covers an area is aimed at a square. `AB-AREA-05`, `AB-RANGE-05`.
///
/// # Errors
/// Why not.
pub fn may_attack_square(engagement: &SquareEngagement) -> Result<(), Refused> {
    let SquareEngagement { attacker, weapon, slot, mode, sight, .. } = engagement;
    may_use(attacker, weapon, *slot, *mode)?;
    let at = AtSquare::new(engagement);
    if at.throw.weapon.area == 0 {
        let text = format!("{} needs somebody to aim at", at.throw.weapon.name);
        return Err(Refused::new(text, "AB-AREA-05"));
    }
    if sight.hidden >= 100 {
        return Err(Refused::before_a_wall("AB-AREA-01"));
    }
    at.ground().difficulty().map(|_| ()).map_err(|why| Refused::new(why.to_string(), why.clause()))
}

/// A burst on the ground. `AB-AREA-05`, `AB-AREA-06`.
///
/// # Errors
/// As the table.
pub fn attack_square(table: &mut impl Table, engagement: &SquareEngagement) -> Step<Outcome> {
    let at = AtSquare::new(engagement);
    let (attacker, spot) = (&engagement.attacker, &engagement.spot);
    let placed = at.ground().place(table)?;
    let name = &at.throw.weapon.name;
    let (centre, net, text) = match placed {
        Placed::There { net } => (Some(spot.target), net, format!("{name}: goes off where it was aimed")),
        Placed::Aside { east, south } => {
            let centre = Square { x: spot.target.x + east, y: spot.target.y + south };
            let metres = east.unsigned_abs().max(south.unsigned_abs());
            (Some(centre), 1, format!("{name}: goes off {metres} m aside"))
        }
        Placed::Nowhere => (None, 0, format!("{name}: nothing goes off")),
    };
    let mut effects = vec![Effect::Told { unit: attacker.id, text, clause: "AB-AREA-05" }];
    effects.extend(pall::left(&engagement.weapon, centre));
    let met = centre.map_or_else(Vec::new, |centre| at.caught(centre));
    let scenes: Vec<_> = met.iter().map(|(_, scene)| scene.clone()).collect();
    let results = area::engulf(&mut Carrying::new(table, placed), net, &scenes)?;
    let words = fallout(&met, &results, (centre, &engagement.rules), &mut effects).join(", ");
    let damage = results.iter().map(|result| result.levels).sum();
    if thrown_away(&engagement.weapon) {
        effects.push(flown(attacker.id, engagement.slot, &engagement.weapon, centre));
    }
    let mut purse = *attacker.purse.aberrant();
    if purse.phase.under_way {
        purse.phase.under_way = false;
        effects.push(left(attacker.id, purse));
    }
    let hit = matches!(placed, Placed::There { .. });
    let contact = if hit { Contact::Hit } else { Contact::Miss };
    Ok(Outcome { contact, net: net.cast_signed(), damage, words, effects })
}

/// Whether it goes off where it is aimed, and how many are inside. `AB-AREA-05`.
pub fn forecast_square(engagement: &SquareEngagement) -> Option<Forecast> {
    let at = AtSquare::new(engagement);
    let ground = at.ground();
    let (parts, difficulty) = (ground.parts(), ground.difficulty().ok()?);
    let all = enumerate(Policy::first(), |table| ground.place(table)).ok()?;
    let inside = at.caught(engagement.spot.target);
    let gist = |placed: &Placed| {
        let hit = matches!(placed, Placed::There { .. });
        Gist {
            contact: if hit { Contact::Hit } else { Contact::Miss },
            net: i32::from(hit),
            damage: if hit { u32::try_from(inside.len()).unwrap_or(u32::MAX) } else { 0 },
            knocked_down: false,
            down: None,
            barriers: Vec::new(),
        }
    };
    let names: Vec<_> = inside.iter().map(|(unit, _)| unit.name.to_string()).collect();
    let names = if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
    let radius = format!("{} m", area::radius_m(at.throw.weapon.area));
    Some(Forecast {
        roll: format!("{}{}", dice(parts.pool()), difficulty_text(&difficulty)),
        symbols: None,
        joint: Vec::new(),
        sums: vec![
            sum("Attack", dice(parts.pool()), Helps::Attacker, &parts, "AB-AREA-05"),
            sum("Difficulty", format!("+{}", difficulty.pool()), Helps::Target, &difficulty, "AB-BASE-02"),
        ],
        remarks: vec![remark(format!("Reaches {names}"), &radius, "AB-AREA-02")],
        odds: Odds::of(&all.map(gist), &[]),
        answers: Vec::new(),
        barriers: Vec::new(),
        hidden: engagement.sight.hidden,
        unit: "caught",
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::aberrant::Sheet as Own;
    use crate::riding::{Cabin, Ride};
    use crate::{Book, Sheet, Shelter, play};

    /// Everything is open, and out is always there.
    #[derive(Debug)]
    struct Field;

    const OUT: Square = Square { x: 9, y: 9 };

    impl Lay for Field {
        fn can_step(&self, _: Square, _: Square) -> bool {
            true
        }
        fn blast_reaches(&self, _: Square, _: Square) -> bool {
            true
        }
        fn shelters(&self, _: Square, _: Square, _: bool) -> (Vec<Shelter>, u8) {
            (Vec::new(), 0)
        }
        fn things(&self, _: Square, _: u32) -> Vec<(String, Square)> {
            Vec::new()
        }
        fn refuge(&self, _: Square, _: Square, _: u32, _: u32, _: bool) -> Option<Square> {
            Some(OUT)
        }
    }

    #[test]
    fn ab_area_09_not_out_of_a_seat() {
        let own: Own = ron::from_str("(strength: 2, dexterity: 3, stamina: 2, wits: 2)").expect("a sheet");
        let (sheet, rules) = (Sheet::Aberrant(Arc::new(own)), RuleSet::new(Book::Aberrant));
        let (condition, purse) = (play::fresh(&sheet, &rules), play::purse(&sheet, &rules));
        let on_foot = Combatant::fresh(1, "somebody", sheet, condition, purse);
        let cabin =
            Cabin { seats: 4, speed: 5, taken: 1, driven: true, side: None, moving: false, open: false };
        let car = Combatant { cabin: Some(cabin), ..on_foot.clone() };
        let ride = Ride { vehicle: Box::new(car.clone()), drives: true, way_out: true };
        let inside = Combatant { ride: Some(ride), ..on_foot.clone() };
        let here = Square { x: 1, y: 1 };
        let out = |unit| way_out(unit, &Field, (here, here), 2);
        assert_eq!((out(&on_foot), out(&car), out(&inside)), (Some(OUT), None, None));
    }
}
