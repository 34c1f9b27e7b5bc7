//! Forecasts: exact odds of attacks and their modifiers.

use super::attacks::{barrier_scene, is_walled_off, scene};
use crate::attacks_and_damage::attack::resolution;
use crate::attacks_and_damage::attack::resolution::{AttackPlan, OddsOutcome, damage_parts};
use crate::attacks_and_damage::barriers::barrier_attack;
use crate::attacks_and_damage::barriers::barrier_attack::BarrierAttackResult;
use crate::attacks_and_damage::barriers::crossing::is_crossed;
use crate::attacks_and_damage::damage::knockdown;
use crate::attacks_and_damage::defence::methods::{AvailableDefence, DefenceOption, dice_text};
use crate::attacks_and_damage::{AttackContext, DamageTaken, DamageValue, ExtraEffectTrigger, Weapon};
use crate::barriers;
use crate::{
    AttackRequest, AttackTarget, BarrierHarm, BarrierOnLine, DefenceForecast, DownState, Favours, Forecast,
    ForecastNote, ForecastTotal, HitResult, Odds, OutcomeSummary, UnitAttack,
};
use dice::{AnswerPolicy, Clause, Modifiers, enumerate};

/// Forecasts an attack on a unit or a barrier.
pub fn forecast(request: &AttackRequest) -> Option<Forecast> {
    match &request.target {
        AttackTarget::Unit(target) => forecast_unit(UnitAttack { request, target }),
        AttackTarget::Barrier(barrier) => forecast_barrier(request, barrier),
        AttackTarget::Cell => None,
    }
}

/// Forecasts an attack on a unit. Chapters DEF to KD.
fn forecast_unit(request: UnitAttack<'_>) -> Option<Forecast> {
    let scene = scene(request);
    let plan = AttackPlan::with_engine_switches(&scene, &request.rules.engine);
    let (odds, defence, answers) = match &plan.defence {
        AvailableDefence::Undefended => (odds(&plan, None)?, None, Vec::new()),
        AvailableDefence::Options(options) => {
            let (first, others) = options.split_first()?;
            let mut answers = Vec::with_capacity(others.len());
            for option in others {
                answers.push(answered(&plan, option)?);
            }
            (super::forecast::odds(&plan, Some(first))?, Some(first), answers)
        }
    };
    let versus = defence.map_or_else(|| "no defence".to_owned(), |option| dice_text(option.pool));
    let crossed = |barrier: &BarrierOnLine| (barrier.clone(), is_crossed(barrier, scene.sight.hidden));
    Some(Forecast {
        roll: format!("{} vs {versus}", dice_text(plan.attack.pool())),
        symbols: None,
        joint: Vec::new(),
        totals: sums(&plan, defence),
        notes: remarks(&plan),
        odds,
        defences: answers,
        barriers: scene.barriers.iter().map(crossed).collect(),
        hidden: request.sight.hidden,
        unit: "boxes",
    })
}

/// Only the odds of `forecast`; `None` if a wall prevents the attack.
pub fn preview(request: UnitAttack<'_>) -> Option<Odds> {
    if is_walled_off(&request) {
        return None;
    }
    let scene = scene(request);
    let plan = AttackPlan::with_engine_switches(&scene, &request.rules.engine);
    let first = match &plan.defence {
        AvailableDefence::Undefended => None,
        AvailableDefence::Options(options) => options.first(),
    };
    odds(&plan, first)
}

fn answered(plan: &AttackPlan<'_>, option: &DefenceOption) -> Option<DefenceForecast> {
    Some(DefenceForecast {
        key: option.key().to_owned(),
        label: option.label().to_string(),
        price: String::new(),
        parts: option.parts.clone(),
        odds: odds(plan, Some(option))?,
    })
}

/// The odds against one defence option.
fn odds(plan: &AttackPlan<'_>, option: Option<&DefenceOption>) -> Option<Odds> {
    let barriers = &plan.scene.barriers;
    let all = enumerate(AnswerPolicy::first(), |table| resolution::resolve_for_odds(table, plan, option));
    Some(Odds::from_distribution(&all.ok()?.map(|outline| gist(plan, outline, barriers)), barriers))
}

/// Summary of an outcome. Ties hit in this book and count as better than the defence. `AD-RES-02`.
fn gist(plan: &AttackPlan<'_>, outline: &OddsOutcome, barriers: &[BarrierOnLine]) -> OutcomeSummary {
    let taken = outline.taken;
    let hurt = taken != DamageTaken::default();
    let before = plan.scene.defender.down;
    let harm = |barrier: &BarrierOnLine| {
        outline.barriers.iter().filter(|harm| harm.id == barrier.id).map(|harm| harm.damage).sum()
    };
    OutcomeSummary {
        contact: outline.contact,
        net: i32::from(outline.hit),
        damage: taken.total(),
        knocked_down: plan.is_thrown_down(outline.contact, taken),
        down: if hurt { plan.down_after(taken).filter(|&down| Some(down) != before) } else { None },
        barriers: barriers.iter().map(harm).collect(),
    }
}

/// Totals for the steps of table AD-T3.
fn sums(plan: &AttackPlan<'_>, defence: Option<&DefenceOption>) -> Vec<ForecastTotal> {
    let sum = |name, value, helps, parts: &Modifiers, clause| ForecastTotal {
        name,
        value,
        favours: helps,
        parts: parts.clone(),
        clause,
    };
    let attack = dice_text(plan.attack.pool());
    let mut sums = vec![sum("Attack", attack, Favours::Attacker, &plan.attack, "AD-TEST-01")];
    if let Some(option) = defence {
        let clause = option.test.map_or("AD-DEF-17", |pairing| pairing.clause(plan.class));
        let value = match option.test {
            Some(pairing) => format!("{}, {}", dice_text(option.pool), pairing.label()),
            None => "none".to_owned(),
        };
        sums.push(sum("Defence", value, Favours::Target, &option.parts, clause));
    }
    if let (Some(harm), Some(damage)) = (&plan.damage_plan, plan.scene.weapon.damage) {
        let parts = damage_parts(plan.scene, damage.number);
        let damage = DamageValue { number: parts.pool(), ..typed(&plan.scene.weapon, damage) };
        let value = format!("{damage} + net hits");
        sums.push(sum("Damage", value, Favours::Attacker, &parts, "AD-RES-05"));
        let armour = harm.armour.pool().to_string();
        sums.push(sum("Armour", armour, Favours::Target, &harm.armour, "AD-RES-06"));
        let resistance = dice_text(harm.resistance.pool());
        sums.push(sum("Resistance", resistance, Favours::Target, &harm.resistance, "AD-RES-09"));
    }
    sums
}

/// The damage value with the type of its nature. `AD-TYPE-04`.
fn typed(weapon: &Weapon, damage: DamageValue) -> DamageValue {
    DamageValue { kind: weapon.damage_type(), ..damage }
}

fn value_of(damage: DamageValue) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(damage.number.cast_signed(), "weapon", "AD-TYPE-01");
    parts
}

fn remarks(plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
    let AttackContext { defender, weapon, sight, barriers, .. } = plan.scene;
    let note = |text: String, value: String, clause: Clause| ForecastNote { text, value, clause };
    let mut notes = Vec::new();
    if matches!(plan.defence, AvailableDefence::Undefended) {
        let why = if sight.aware { "The target is helpless" } else { "The target is unaware" };
        notes.push(note(why.into(), "no defence".into(), "AD-DEF-18"));
    }
    if plan.damage_plan.is_none() {
        notes.push(note("Contact attack".into(), "no damage".into(), "AD-CON-03"));
    } else if !defender.prone {
        let limit = knockdown::knockdown_limit(&defender.sheet);
        notes.push(note("Falls Prone".into(), format!("above {limit} boxes"), "AD-KD-01"));
    }
    for rider in &weapon.riders {
        let when = match rider.trigger {
            ExtraEffectTrigger::Damage if plan.damage_plan.is_some() => "on damage",
            ExtraEffectTrigger::Damage | ExtraEffectTrigger::Hit => "on a hit",
        };
        notes.push(note(rider.effect.clone(), when.into(), "AD-SPEC-02"));
    }
    if let Some(shield) = defender.sheet.shield.as_ref().filter(|_| !defender.shield) {
        notes.push(note(shield.name.clone(), "no hand free".into(), "AD-ARM-07"));
    }
    notes.extend(barriers.iter().map(|barrier| {
        let armor = barriers::modified_armour(barrier.armor, weapon.ap.saturating_neg());
        let left = format!("{} left", barrier.hit_points_left());
        note(format!("{}: Armor {armor}", barrier.name), left, "SS-BARR-10")
    }));
    notes
}

/// Forecast of an attack on a barrier. Chapter BARR of Swan Song.
fn forecast_barrier(request: &AttackRequest, barrier: &BarrierOnLine) -> Option<Forecast> {
    let scene = barrier_scene(request, barrier);
    let all = enumerate(AnswerPolicy::first(), |table| {
        let BarrierAttackResult { contact, damage, barriers, .. } =
            barrier_attack::attack_barrier(table, &scene)?;
        Ok((contact, damage, barriers))
    })
    .ok()?;
    let left = scene.barrier.hit_points_left();
    let harm_of = |harms: &[BarrierHarm], id| {
        harms.iter().filter(|harm| harm.id == id).map(|harm| harm.damage).sum::<u32>()
    };
    let gists = all.map(|(contact, damage, barriers)| OutcomeSummary {
        contact: *contact,
        net: i32::from(*contact == HitResult::Hit),
        damage: *damage,
        knocked_down: false,
        down: (left > 0 && *damage >= left).then_some(DownState::Unconscious),
        barriers: scene.barriers.iter().map(|barrier| harm_of(barriers, barrier.id)).collect(),
    });
    let odds = Odds::from_distribution(&gists, &scene.barriers);
    let attack = scene.attack_parts();
    let armor = barriers::armor_parts(&scene.barrier, scene.weapon.ap.saturating_neg());
    let damage = value_of(typed(&scene.weapon, scene.weapon.damage?));
    let sum =
        |name, value, helps, parts, clause| ForecastTotal { name, value, favours: helps, parts, clause };
    let value = format!("{} + hits", scene.damage());
    let crossed = |barrier: &BarrierOnLine| (barrier.clone(), is_crossed(barrier, scene.sight.hidden));
    Some(Forecast {
        roll: format!("{}, unopposed", dice_text(attack.pool())),
        symbols: None,
        joint: Vec::new(),
        totals: vec![
            sum("Attack", dice_text(attack.pool()), Favours::Attacker, attack, "AD-TEST-01"),
            sum("Damage", value, Favours::Attacker, damage, "AD-RES-05"),
            sum("Armor", armor.pool().to_string(), Favours::Target, armor, "SS-BARR-29"),
        ],
        notes: Vec::new(),
        odds,
        defences: Vec::new(),
        barriers: scene.barriers.iter().map(crossed).collect(),
        hidden: scene.sight.hidden,
        unit: "damage",
    })
}
