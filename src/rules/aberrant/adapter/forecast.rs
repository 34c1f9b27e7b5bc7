//! Exact odds of attacks, with everything that goes into them.

use super::super::attack::{AttackPlan, Outline, outline, resolve};
use super::super::defence::{self, DefenceOption, Way};
use super::super::held::AT_HELD;
use super::super::{AttackResult, AttackScene, Condition, Damage, DamageType, Sheet, area, grapple};
use super::combat::{CRUSH, is_walled_off, scene, shield};
use crate::{Answered, Engagement, Forecast, Gist, Helps, Odds, Remark, Sum};
use dice::{Clause, Distribution, Modifiers, OddsError, Policy, enumerate, enumerate_within};

/// Place of the answer that a hurried player gives.
const HURRIED: usize = 0;
/// Runs of an attack after which it is not told what a shield suffers.
const SHIELD_RUNS: u64 = 100_000;

/// `AB-BASE-18`, with every way to meet the attack.
pub fn forecast(engagement: &Engagement) -> Option<Forecast> {
    let scene = scene(engagement);
    let plan = AttackPlan::new(&scene);
    match engagement.manner.as_deref() {
        Some(CRUSH) => return crush(&plan),
        Some(AT_HELD) => return super::held::forecast(engagement, &plan),
        _ => {}
    }
    let replies = plan.defences.answers(&scene.defender);
    let odds_of = |place| odds(&plan, enumerate(Policy::first(), |table| outline(table, &plan, place)));
    let odds = odds_of(HURRIED)?;
    let hurried = replies.first().and_then(|(_, option)| *option);
    let mut answers = Vec::with_capacity(replies.len().saturating_sub(1));
    let points = scene.defender.condition.willpower;
    let mut known: Option<(usize, Odds)> = None;
    for (place, (answer, option)) in replies.iter().enumerate().skip(1) {
        // A failed roll is paid for with a point where there is one, as if it had been paid at once.
        let alike = if answer.clause == "AB-CANCEL-03" && answer.key.ends_with("+roll") && points > 0 {
            place + 1
        } else {
            place
        };
        let odds = match known.take() {
            Some((same, odds)) if same == alike => odds,
            _ => odds_of(alike)?,
        };
        known = Some((alike, odds.clone()));
        answers.push(Answered {
            key: answer.key.clone(),
            label: answer.label.clone(),
            price: price(&answer.detail),
            parts: option.map(|option| option.parts.clone()).unwrap_or_default(),
            odds,
        });
    }
    let versus = hurried.map_or_else(
        || "no defence".to_owned(),
        |option| format!("{}{}", dice(option.parts.pool()), difficulty_text(&option.difficulty)),
    );
    let roll = format!("{}{} vs {versus}", dice(plan.attack.pool()), difficulty_text(&plan.difficulty));
    Some(Forecast {
        roll,
        symbols: None,
        joint: Vec::new(),
        sums: sums(&plan, hurried),
        remarks: [remarks(&plan), shield_remarks(engagement, &plan), burst_remarks(engagement, &plan)]
            .concat(),
        odds,
        answers,
        barriers: barriers(&scene),
        hidden: scene.sight.hidden,
        unit: "levels",
    })
}

/// The odds of `forecast` alone.
pub fn preview(engagement: &Engagement) -> Option<Odds> {
    if is_walled_off(engagement) {
        return None;
    }
    let scene = scene(engagement);
    let plan = AttackPlan::new(&scene);
    if engagement.manner.as_deref() == Some(CRUSH) {
        return odds(&plan, enumerate(Policy::first(), |table| grapple::crush_outline(table, &plan)));
    }
    if engagement.manner.as_deref() == Some(AT_HELD) {
        return super::held::odds(engagement, &plan);
    }
    odds(&plan, enumerate(Policy::first(), |table| outline(table, &plan, HURRIED)))
}

/// Strength against strength. `AB-BASE-10`.
fn crush(plan: &AttackPlan<'_>) -> Option<Forecast> {
    let scene = plan.scene;
    let odds = odds(plan, enumerate(Policy::first(), |table| grapple::crush_outline(table, plan)))?;
    let strength = |unit| grapple::parts(unit, super::super::Ability::Brawl);
    let (own, other) = (strength(&scene.attacker), strength(&scene.defender));
    let mut sums = vec![
        sum("Strength", dice(own.pool()), Helps::Attacker, &own, "AB-BASE-10"),
        sum("Resistance", dice(other.pool()), Helps::Target, &other, "AB-BASE-10"),
    ];
    sums.extend(harm_sums(plan));
    Some(Forecast {
        roll: format!("{} vs {}", dice(own.pool()), dice(other.pool())),
        symbols: None,
        joint: Vec::new(),
        sums,
        remarks: harm_remarks(plan),
        odds,
        answers: Vec::new(),
        barriers: Vec::new(),
        hidden: 0,
        unit: "levels",
    })
}

fn odds(plan: &AttackPlan<'_>, all: Result<Distribution<Outline>, OddsError>) -> Option<Odds> {
    let prone = plan.scene.defender.prone;
    Some(Odds::of(&all.ok()?.map(|outline| gist(outline, prone)), &plan.scene.barriers))
}

/// What odds tell of an outcome.
pub(super) fn gist(outline: &Outline, prone: bool) -> Gist {
    Gist {
        contact: outline.contact,
        net: i32::from(outline.better),
        damage: outline.levels,
        knocked_down: outline.down.is_some() && !prone,
        down: outline.down,
        barriers: Vec::new(),
    }
}

/// What an answer costs: its detail without the dice that follow.
fn price(detail: &str) -> String {
    detail.split(';').next().unwrap_or_default().to_owned()
}

fn sums(plan: &AttackPlan<'_>, hurried: Option<&DefenceOption>) -> Vec<Sum> {
    let mut sums = vec![sum("Attack", dice(plan.attack.pool()), Helps::Attacker, &plan.attack, "AB-BASE-03")];
    if !plan.difficulty.0.is_empty() {
        let value = format!("+{}", plan.difficulty.pool());
        sums.push(sum("Difficulty", value, Helps::Target, &plan.difficulty, "AB-BASE-02"));
    }
    if let Some(option) = hurried {
        let clause = option.way.clause();
        let value = dice(option.parts.pool());
        sums.push(sum(option.way.label(), value, Helps::Target, &option.parts, clause));
        if !option.difficulty.0.is_empty() {
            let value = format!("+{}", option.difficulty.pool());
            sums.push(sum("Its difficulty", value, Helps::Attacker, &option.difficulty, "AB-BASE-02"));
        }
    }
    if !plan.scene.weapon.grapple {
        sums.extend(harm_sums(plan));
    }
    sums
}

/// Damage and soak. `AB-BASE-04`, `AB-BASE-18`.
fn harm_sums(plan: &AttackPlan<'_>) -> Vec<Sum> {
    let damage = plan.scene.weapon.damage;
    let parts = plan.damage.clone();
    let dice = parts.pool();
    let damage = Damage { dice, ..damage };
    let text = if plan.scene.burst.is_some() { damage.to_string() } else { format!("{damage} + margin - 1") };
    let mut sums = vec![sum("Damage", text, Helps::Attacker, &parts, "AB-BASE-04")];
    if plan.soak.column.is_some() {
        let text = plan.soak.total.to_string();
        sums.push(sum("Soak", text, Helps::Target, &plan.soak.parts, "AB-STACK-11"));
    }
    sums
}

fn remarks(plan: &AttackPlan<'_>) -> Vec<Remark> {
    let scene = plan.scene;
    let mut remarks = Vec::new();
    if let Some(why) = plan.out_of_reach {
        remarks.push(remark(why.to_string(), "", why.clause()));
    }
    let ways: &[Way] = if scene.weapon.is_melee() { &[Way::Dodge, Way::Parry] } else { &[Way::Dodge] };
    for &way in ways {
        if let Err(why) = defence::may_defend(scene, way) {
            remarks.push(remark(format!("No {}: {why}", way.label().to_lowercase()), "", why.clause()));
        }
    }
    if scene.weapon.grapple {
        remarks.push(remark("A hit holds the target and does no harm".into(), "", "AB-BASE-10"));
        return remarks;
    }
    remarks.extend(harm_remarks(plan));
    remarks
}

/// Whom a burst reaches besides its target. `AB-AREA-02`.
fn burst_remarks(engagement: &Engagement, plan: &AttackPlan<'_>) -> Vec<Remark> {
    if plan.scene.burst.is_none() {
        return Vec::new();
    }
    let names = super::area::others(engagement, plan.scene);
    vec![Remark::reached(&names, true, area::radius_m(plan.scene.weapon.area), "AB-AREA-02")]
}

/// Whom the target holds before itself, and how likely that one is struck instead. `AB-SHIELD-02`, `AB-SHIELD-03`.
fn shield_remarks(engagement: &Engagement, plan: &AttackPlan<'_>) -> Vec<Remark> {
    let Some(held) = shield(engagement).filter(|_| plan.scene.burst.is_none()) else { return Vec::new() };
    let text = format!("Holds {} as a shield: +3 to hit past it", held.name);
    let mut remarks = vec![remark(text, "", "AB-SHIELD-02")];
    let levels = |result: AttackResult| result.shield.map(|shield| shield.levels);
    let all = enumerate_within(Policy::first(), SHIELD_RUNS, |table| resolve(table, plan).map(levels));
    if let Ok(all) = all {
        let struck = all.probability(Option::is_some);
        let mean = all.mean(|levels| i64::from(levels.unwrap_or(0)));
        let value = format!("{:.0} %, {mean:.1} levels on average", 100.0 * struck);
        remarks.push(remark(format!("Strikes {} instead", held.name), &value, "AB-SHIELD-03"));
    }
    remarks
}

/// What becomes of damage that is soaked, of armour, and of the target's next turn.
fn harm_remarks(plan: &AttackPlan<'_>) -> Vec<Remark> {
    let scene = plan.scene;
    let (sheet, condition) = (&scene.defender.sheet, &scene.defender.condition);
    let kind = scene.weapon.damage.kind;
    let mut remarks = Vec::new();
    match kind.pings_as().filter(|_| plan.soak.column.is_some()) {
        Some(milder) if plan.raw_dice(1) <= plan.soak.total => {
            remarks.push(remark(
                format!("Soaked, it still rolls one die of {}", milder.name()),
                "",
                "AB-PING-01",
            ));
        }
        None if kind == DamageType::Emp => remarks.push(match sheet.machine {
            Some(machine) => remark("Hardening".into(), &machine.hardening.to_string(), "AB-EMP-03"),
            None => remark("EMP does nothing to the living".into(), "", "AB-EMP-10"),
        }),
        _ => {}
    }
    for (_, piece) in condition.worn_armour(sheet) {
        if let Some(destruction) = piece.destruction {
            let text = format!("{} comes off", piece.name);
            remarks.push(remark(text, &format!("from {destruction} dice"), "AB-ARMOR-01"));
        }
    }
    remarks.push(shaken(sheet, condition, scene));
    remarks
}

/// "Dazed above 3 levels in a turn, stunned above 6". `AB-DAZE-01`, `AB-DAZE-02`, `AB-DAZE-03`.
fn shaken(sheet: &Sheet, condition: &Condition, scene: &AttackScene) -> Remark {
    let stamina = sheet.stamina;
    let text = format!("Dazed above {stamina} levels in a turn, stunned above {}", 2 * u32::from(stamina));
    let levels = condition.turn.in_round(scene.defender.round).levels;
    let value = if levels > 0 { format!("{levels} so far") } else { String::new() };
    remark(text, &value, "AB-DAZE-01")
}

pub(super) fn remark(text: String, value: &str, clause: Clause) -> Remark {
    Remark { text, value: value.to_owned(), clause }
}

/// Barriers that a hit crosses are soak; the others are not touched. `AB-OBJ-15`.
fn barriers(scene: &AttackScene) -> Vec<(crate::BarrierOnLine, bool)> {
    let all = scene.sight.hidden >= 100;
    scene.barriers.iter().map(|barrier| (barrier.clone(), all || barrier.transparent)).collect()
}

pub(super) fn sum(name: &'static str, value: String, helps: Helps, parts: &Modifiers, clause: Clause) -> Sum {
    Sum { name, value, helps, parts: parts.clone(), clause }
}

/// ", difficulty +2", or nothing.
pub(super) fn difficulty_text(parts: &Modifiers) -> String {
    match parts.pool() {
        0 => String::new(),
        difficulty => format!(", difficulty +{difficulty}"),
    }
}

/// "1 die", "7 dice".
pub(super) fn dice(count: u32) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}
