//! What a click would do to a unit, with everything that goes into it.

use super::super::attack::{self as rule, AttackPlan};
use super::super::blast::HitScene;
use super::super::check::Target;
use super::super::cover::CoverOnLine;
use super::super::evasion::Defence;
use super::super::harm::Shelter;
use super::super::scatter::Offset;
use super::super::{
    AttackKind, AttackScene, Characteristic, Location, Locations, Manner as How, Weapon, attempt, jam,
};
use super::area::{Explosion, Present};
use super::combat::scene;
use super::odds::{self, Flight, Struck, Survives};
use crate::{Answered, Contact, Engagement, Forecast, Gist, Helps, Odds, Remark, Sum};
use dice::{Clause, Distribution, Modifiers, Policy, enumerate};

/// Chapters BASE, COV and SCA.
pub fn forecast(engagement: &Engagement) -> Option<Forecast> {
    let scene = scene(engagement);
    if scene.manner == How::Grapple {
        return Some(of_grapple(engagement, &scene));
    }
    let plan = AttackPlan::new(&scene);
    if scene.weapon.is_area() {
        return of_area(engagement, &scene, &plan);
    }
    let struck = odds::of_attack(engagement, &plan);
    let odds = |way: Option<usize>| match &struck {
        Some(struck) => Some(of_struck(engagement, struck, &plan.defence, way)),
        None => walked(engagement, &plan, way),
    };
    let mut sums = vec![target_sum(&plan.target)];
    sums.extend(defence_sums(&plan.defence));
    sums.extend(damage_sums(&plan, &plan.shelter));
    let mut remarks = remarks(engagement, &plan);
    remarks.extend(behind(&plan.shelter));
    Some(Forecast {
        roll: roll(&plan.target, &plan.defence),
        sums,
        remarks,
        odds: odds(Survives::hurried(&plan.defence))?,
        answers: answers(&plan.defence, odds),
        ..empty(engagement)
    })
}

/// The odds of `forecast` alone.
pub fn preview(engagement: &Engagement) -> Option<Odds> {
    let scene = scene(engagement);
    if scene.manner == How::Grapple {
        return Some(of_grapple(engagement, &scene).odds);
    }
    let plan = AttackPlan::new(&scene);
    if scene.weapon.is_area() {
        let (hit, struck) = blown(engagement, &plan, &Explosion::of(engagement, &scene))?;
        let defence = hit.defence();
        return Some(of_struck(engagement, &struck, &defence, Survives::hurried(&defence)));
    }
    let way = Survives::hurried(&plan.defence);
    match odds::of_attack(engagement, &plan) {
        Some(struck) => Some(of_struck(engagement, &struck, &plan.defence, way)),
        None => walked(engagement, &plan, way),
    }
}

fn empty(engagement: &Engagement) -> Forecast {
    let all = engagement.sight.hidden >= 100;
    Forecast {
        roll: String::new(),
        symbols: None,
        joint: Vec::new(),
        sums: Vec::new(),
        remarks: Vec::new(),
        odds: Odds::default(),
        answers: Vec::new(),
        barriers: engagement.barriers.iter().map(|barrier| (barrier.clone(), all)).collect(),
        hidden: engagement.sight.hidden,
        unit: "wounds",
    }
}

fn of_struck(engagement: &Engagement, struck: &Struck, defence: &Defence<'_>, way: Option<usize>) -> Odds {
    let all = struck.answered(&Survives::new(defence, way), engagement.barriers.len());
    odds::read(&all, &engagement.barriers)
}

/// The rule itself, branch by branch, where numbers grow too large to be folded.
fn walked(engagement: &Engagement, plan: &AttackPlan<'_>, way: Option<usize>) -> Option<Odds> {
    let all = gists(engagement, plan, key(&plan.defence, way))?;
    Some(odds::read(&all, &engagement.barriers))
}

/// The odds of the rule itself.
pub(super) fn gists(
    engagement: &Engagement,
    plan: &AttackPlan<'_>,
    key: String,
) -> Option<Distribution<Gist>> {
    let all = enumerate(Policy::keys([key]), |table| rule::resolve(table, plan)).ok()?;
    Some(all.map(|result| odds::gist(engagement, &result.harm)))
}

/// The key of an answer to a hit.
pub(super) fn key(defence: &Defence<'_>, way: Option<usize>) -> String {
    way.and_then(|way| defence.ways.get(way)).map_or("none", |(way, _)| way.key()).to_owned()
}

/// Every way to answer a hit but the hurried one. `CS-BASE-14`, `CS-BASE-18`, `CS-BASE-31`.
fn answers(defence: &Defence<'_>, odds: impl Fn(Option<usize>) -> Option<Odds>) -> Vec<Answered> {
    if defence.ways.is_empty() {
        return Vec::new();
    }
    let hurried = Survives::hurried(defence);
    let ways = (0..defence.ways.len()).map(Some).chain([None]).filter(|way| *way != hurried);
    ways.filter_map(|way| {
        let odds = odds(way)?;
        let (label, price, parts) = match way.and_then(|way| defence.ways.get(way)) {
            Some((way, target)) => (way.label(), "its Reaction", target.parts.clone()),
            None => ("Take the hit", "", Modifiers::new()),
        };
        Some(Answered { key: key(defence, way), label: label.into(), price: price.into(), parts, odds })
    })
    .collect()
}

fn roll(target: &Target, defence: &Defence<'_>) -> String {
    let own = format!("{} or less", target.number.max(0));
    match Survives::hurried(defence).and_then(|way| defence.ways.get(way)) {
        Some((way, target)) => format!("{own}, {} {}", way.label(), target.number),
        None => own,
    }
}

fn sum(name: &'static str, value: String, helps: Helps, parts: &Modifiers, clause: Clause) -> Sum {
    Sum { name, value, helps, parts: parts.clone(), clause }
}

pub(super) fn target_sum(target: &Target) -> Sum {
    sum("Target number", target.number.to_string(), Helps::Attacker, &target.parts, "CS-BASE-01")
}

fn defence_sums(defence: &Defence<'_>) -> Vec<Sum> {
    let none = Modifiers::new();
    let deflect = |value: u8| sum("Deflect", value.to_string(), Helps::Target, &none, "CS-BASE-29");
    let mut sums: Vec<_> = defence.deflect.map(deflect).into_iter().collect();
    if let Some((way, target)) = Survives::hurried(defence).and_then(|way| defence.ways.get(way)) {
        sums.push(sum(way.label(), target.number.to_string(), Helps::Target, &target.parts, way.clause()));
    }
    sums
}

/// Damage, and what reduces it at the body. `CS-BASE-12`, `CS-BASE-30`, `CS-COV-06`, `CS-COV-07`.
fn damage_sums(plan: &AttackPlan<'_>, shelter: &Shelter<'_>) -> [Sum; 2] {
    let guard = shelter.guards[Location::Body as usize];
    let mut left = plan.force.penetration();
    let mut parts = Modifiers::new();
    if let Some(ap) = guard.cover {
        parts.add(ap.cast_signed(), "cover", "CS-COV-06");
        if plan.scene.switches.cover_pen {
            parts.add(-left.min(ap).cast_signed(), "penetration of the cover", "CS-COV-07");
            left = left.saturating_sub(ap);
        }
    }
    parts.add(guard.armour.cast_signed(), "armour of the body", "CS-BASE-30");
    parts.add(-left.min(guard.armour).cast_signed(), "penetration", "CS-BASE-30");
    parts.add(guard.toughness.cast_signed(), "Toughness bonus", "CS-BASE-30");
    let damage = plan.force.dice().to_string();
    [
        sum("Damage", damage, Helps::Attacker, &plan.force.bonus, "CS-BASE-12"),
        sum("Protection", parts.pool().to_string(), Helps::Target, &parts, "CS-BASE-30"),
    ]
}

pub(super) fn remark(text: impl Into<String>, value: impl Into<String>, clause: Clause) -> Remark {
    Remark { text: text.into(), value: value.into(), clause }
}

/// What the dice do to the weapon itself.
pub(super) fn misfire(weapon: &Weapon, least: u32) -> Remark {
    let (text, clause) = match jam::misfire(weapon) {
        jam::Misfire::Jams => ("The weapon jams", "CS-JAM-01"),
        jam::Misfire::Slips => ("A miss, whatever the target number", "CS-JAM-15"),
        jam::Misfire::Fizzles => ("A dud, or it goes off in the hand", "CS-GRN-01"),
    };
    remark(text, format!("{least} or more"), clause)
}

/// Jams, bursts, other places, being taken unawares.
fn remarks(engagement: &Engagement, plan: &AttackPlan<'_>) -> Vec<Remark> {
    let scene = plan.scene;
    let mut remarks = Vec::new();
    remarks.extend(plan.misfires_on.map(|least| misfire(&scene.weapon, least)));
    if scene.manner == How::Burst && scene.switches.burst {
        remarks.push(remark("One more hit for 2 degrees", format!("up to {}", plan.rounds), "CS-BASE-36"));
    }
    if scene.attempt().is_unaware() {
        remarks.push(remark("The target expects nothing: no evasion", "", "CS-UNA-02"));
    }
    let armour = &scene.defender.sheet.armour;
    let body = armour.ap(Location::Body);
    let other = Location::ALL.into_iter().filter(|&place| armour.ap(place) != body);
    let others: Vec<_> = other.map(|place| format!("{} {}", place.name(), armour.ap(place))).collect();
    if !others.is_empty() {
        remarks.push(remark("Armour elsewhere", others.join(", "), "CS-BASE-30"));
    }
    if !engagement.engaged && scene.sight.rings == 1 {
        remarks.push(remark("Hit or miss, the two are in melee then", "", "CS-MEL-02"));
    }
    if scene.attacker.condition.fate > 0 && scene.switches.fate_points {
        let value = format!("{} left", scene.attacker.condition.fate);
        remarks.push(remark("A Fate Point can reroll a miss", value, "CS-BASE-28"));
    }
    remarks
}

/// What the cover shields. `CS-COV-05`.
fn behind(shelter: &Shelter<'_>) -> Option<Remark> {
    let cover: &CoverOnLine = shelter.cover?;
    let places = Location::ALL.into_iter().filter(|&place| shelter.guards[place as usize].cover.is_some());
    let places = places.fold(Locations::NONE, Locations::with);
    let text = format!("Behind {}: {}", cover.barrier.name, places.names());
    Some(remark(text, format!("AP {}", cover.ap_left()), "CS-COV-05"))
}

/// What an explosion on the target itself meets, and all it can do to it; nothing where it does not reach.
fn blown(
    engagement: &Engagement,
    plan: &AttackPlan<'_>,
    explosion: &Explosion<'_>,
) -> Option<(HitScene, Struck)> {
    let centre = Offset::default();
    let is_target = |near: &&Present<'_>| near.unit.id == engagement.defender.id;
    let near = explosion.present().iter().find(is_target).filter(|near| explosion.catches(centre, near))?;
    let centres = Flight::of_attack(plan).centres(explosion);
    let struck = odds::of_area(engagement, plan, (explosion, &centres), near)?;
    Some((explosion.hit_scene(centre, near), struck))
}

fn of_area(engagement: &Engagement, scene: &AttackScene, plan: &AttackPlan<'_>) -> Option<Forecast> {
    let explosion = Explosion::of(engagement, scene);
    let (hit, struck) = blown(engagement, plan, &explosion)?;
    let defence = hit.defence();
    let shelter = Shelter::new(&hit.defender, &hit.covers, &scene.switches);
    let odds = |way| Some(of_struck(engagement, &struck, &defence, way));
    let mut sums = vec![target_sum(&plan.target)];
    sums.extend(defence_sums(&defence));
    sums.extend(damage_sums(plan, &shelter));
    let mut remarks = remarks(engagement, plan);
    let caught = explosion.caught(Offset::default());
    remarks.push(reaches(&caught, scene.weapon.blast, Some(engagement.defender.id)));
    Some(Forecast {
        roll: roll(&plan.target, &defence),
        sums,
        remarks,
        odds: odds(Survives::hurried(&defence))?,
        answers: answers(&defence, odds),
        ..empty(engagement)
    })
}

/// Whom an explosion where it is aimed catches besides its target. `CS-BASE-35`.
pub(super) fn reaches(caught: &[Present<'_>], metres: u8, target: Option<u32>) -> Remark {
    let others = caught.iter().filter(|near| Some(near.unit.id) != target);
    let names: Vec<_> = others.map(|near| near.unit.name.to_string()).collect();
    Remark::reached(&names, true, metres.into(), "CS-BASE-35")
}

/// `CS-BASE-37`, `CS-PRN-02`.
fn of_grapple(engagement: &Engagement, scene: &AttackScene) -> Forecast {
    let attempt = scene.attempt();
    let target = attempt::target_number(&attempt);
    let unaware = attempt.is_unaware();
    let mut defence =
        Defence::new(&scene.defender, AttackKind::Melee, unaware, &scene.surroundings, &scene.switches);
    defence.deflect = None;
    let ways = u128::from(target.number.clamp(0, 100).unsigned_abs());
    let held = Gist { contact: Contact::Hit, net: 1, ..odds::missed(engagement.barriers.len()) };
    let struck = Struck::single(held, ways);
    let odds = |way| Some(of_struck(engagement, &struck, &defence, way));
    let mut sums = vec![target_sum(&target)];
    sums.extend(defence_sums(&defence));
    let strength = &scene.defender.sheet;
    let remarks = vec![
        remark("Neither can move while it holds", "", "CS-BASE-37"),
        remark("To break it", format!("{} or less", strength.value(Characteristic::Strength)), "CS-BASE-37"),
    ];
    Forecast {
        roll: roll(&target, &defence),
        sums,
        remarks,
        odds: odds(Survives::hurried(&defence)).unwrap_or_default(),
        answers: answers(&defence, odds),
        ..empty(engagement)
    }
}
