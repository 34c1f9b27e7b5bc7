//! Exact odds of attacks, with everything that goes into them.

use super::super::attack::{self, AttackPlan, Outline, damage_parts};
use super::super::barrier_attack::{self, BarrierResult};
use super::super::barriers::{is_crossed, lent};
use super::super::defence::{Defence, DefenceOption, dice_words};
use super::super::{AttackScene, DamageValue, Taken, Trigger, Weapon, knockdown};
use super::combat::{barrier_scene, is_walled_off, scene};
use crate::swan_song::{armour as lender, barrier};
use crate::{
    Answered, BarrierEngagement, BarrierHarm, BarrierOnLine, Contact, Down, Engagement, Forecast, Gist,
    Helps, Odds, Remark, Sum,
};
use dice::{Clause, Modifiers, Policy, enumerate};

/// Chapters DEF to KD.
pub fn forecast(engagement: &Engagement) -> Option<Forecast> {
    let scene = scene(engagement);
    let plan = AttackPlan::under(&scene, &engagement.rules.engine);
    let (odds, defence, answers) = match &plan.defence {
        Defence::Nobody => (odds(&plan, None)?, None, Vec::new()),
        Defence::Own(options) => {
            let (first, others) = options.split_first()?;
            let mut answers = Vec::with_capacity(others.len());
            for option in others {
                answers.push(answered(&plan, option)?);
            }
            (self::odds(&plan, Some(first))?, Some(first), answers)
        }
    };
    let versus = defence.map_or_else(|| "no defence".to_owned(), |option| dice_words(option.pool));
    let crossed = |barrier: &BarrierOnLine| (barrier.clone(), is_crossed(barrier, scene.sight.hidden));
    Some(Forecast {
        roll: format!("{} vs {versus}", dice_words(plan.attack.pool())),
        symbols: None,
        joint: Vec::new(),
        sums: sums(&plan, defence),
        remarks: remarks(&plan),
        odds,
        answers,
        barriers: scene.barriers.iter().map(crossed).collect(),
        hidden: engagement.sight.hidden,
        unit: "boxes",
    })
}

/// The odds of `forecast` alone; none where no attack is allowed through a wall.
pub fn preview(engagement: &Engagement) -> Option<Odds> {
    if is_walled_off(engagement) {
        return None;
    }
    let scene = scene(engagement);
    let plan = AttackPlan::under(&scene, &engagement.rules.engine);
    let first = match &plan.defence {
        Defence::Nobody => None,
        Defence::Own(options) => options.first(),
    };
    odds(&plan, first)
}

fn answered(plan: &AttackPlan<'_>, option: &DefenceOption) -> Option<Answered> {
    Some(Answered {
        key: option.key().to_owned(),
        label: option.label().to_owned(),
        price: String::new(),
        parts: option.parts.clone(),
        odds: odds(plan, Some(option))?,
    })
}

/// The odds against one way to defend.
fn odds(plan: &AttackPlan<'_>, option: Option<&DefenceOption>) -> Option<Odds> {
    let barriers = &plan.scene.barriers;
    let all = enumerate(Policy::first(), |table| attack::outline(table, plan, option));
    Some(Odds::of(&all.ok()?.map(|outline| gist(plan, outline, barriers)), barriers))
}

/// Ties hit in this book: whatever hits counts as better than the defence. `AD-RES-02`.
fn gist(plan: &AttackPlan<'_>, outline: &Outline, barriers: &[BarrierOnLine]) -> Gist {
    let taken = outline.taken;
    let hurt = taken != Taken::default();
    let before = plan.scene.defender.down;
    let harm = |barrier: &BarrierOnLine| {
        outline.barriers.iter().filter(|harm| harm.id == barrier.id).map(|harm| harm.damage).sum()
    };
    Gist {
        contact: outline.contact,
        net: i32::from(outline.hit),
        damage: taken.total(),
        knocked_down: plan.is_thrown_down(outline.contact, taken),
        down: if hurt { plan.down_after(taken).filter(|&down| Some(down) != before) } else { None },
        barriers: barriers.iter().map(harm).collect(),
    }
}

/// The steps of table AD-T3.
fn sums(plan: &AttackPlan<'_>, defence: Option<&DefenceOption>) -> Vec<Sum> {
    let sum = |name, value, helps, parts: &Modifiers, clause| Sum {
        name,
        value,
        helps,
        parts: parts.clone(),
        clause,
    };
    let attack = dice_words(plan.attack.pool());
    let mut sums = vec![sum("Attack", attack, Helps::Attacker, &plan.attack, "AD-TEST-01")];
    if let Some(option) = defence {
        let clause = option.pairing.map_or("AD-DEF-17", |pairing| pairing.clause(plan.class));
        let value = match option.pairing {
            Some(pairing) => format!("{}, {}", dice_words(option.pool), pairing.label()),
            None => "none".to_owned(),
        };
        sums.push(sum("Defence", value, Helps::Target, &option.parts, clause));
    }
    if let (Some(harm), Some(damage)) = (&plan.harm, plan.scene.weapon.damage) {
        let parts = damage_parts(plan.scene, damage.number);
        let damage = DamageValue { number: parts.pool(), ..typed(&plan.scene.weapon, damage) };
        let value = format!("{damage} + net hits");
        sums.push(sum("Damage", value, Helps::Attacker, &parts, "AD-RES-05"));
        let armour = harm.armour.pool().to_string();
        sums.push(sum("Armour", armour, Helps::Target, &harm.armour, "AD-RES-06"));
        let resistance = dice_words(harm.resistance.pool());
        sums.push(sum("Resistance", resistance, Helps::Target, &harm.resistance, "AD-RES-09"));
    }
    sums
}

/// The damage value with the type that its nature gives. `AD-TYPE-04`.
fn typed(weapon: &Weapon, damage: DamageValue) -> DamageValue {
    DamageValue { kind: weapon.damage_type(), ..damage }
}

fn value_of(damage: DamageValue) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(damage.number.cast_signed(), "weapon", "AD-TYPE-01");
    parts
}

fn remarks(plan: &AttackPlan<'_>) -> Vec<Remark> {
    let AttackScene { defender, weapon, sight, barriers, .. } = plan.scene;
    let remark = |text: String, value: String, clause: Clause| Remark { text, value, clause };
    let mut remarks = Vec::new();
    if matches!(plan.defence, Defence::Nobody) {
        let why = if sight.aware { "The target is helpless" } else { "The target is unaware" };
        remarks.push(remark(why.into(), "no defence".into(), "AD-DEF-18"));
    }
    if plan.harm.is_none() {
        remarks.push(remark("Contact is enough".into(), "no damage".into(), "AD-CON-03"));
    } else if !defender.prone {
        let limit = knockdown::limit(&defender.sheet);
        remarks.push(remark("Falls Prone".into(), format!("above {limit} boxes"), "AD-KD-01"));
    }
    for rider in &weapon.riders {
        let when = match rider.trigger {
            Trigger::Damage if plan.harm.is_some() => "on damage",
            Trigger::Damage | Trigger::Hit => "on a hit",
        };
        remarks.push(remark(rider.effect.clone(), when.into(), "AD-SPEC-02"));
    }
    if let Some(shield) = defender.sheet.shield.as_ref().filter(|_| !defender.shield) {
        remarks.push(remark(shield.name.clone(), "no hand free".into(), "AD-ARM-07"));
    }
    remarks.extend(barriers.iter().map(|barrier| {
        let armor = lender::modified_armour(barrier.armor, weapon.ap.saturating_neg());
        let left = format!("{} left", barrier.hit_points_left());
        remark(format!("{}: Armor {armor}", barrier.name), left, "SS-BARR-10")
    }));
    remarks
}

/// Chapter BARR of Swan Song.
pub fn forecast_barrier(engagement: &BarrierEngagement) -> Option<Forecast> {
    let scene = barrier_scene(engagement);
    let all = enumerate(Policy::first(), |table| {
        let BarrierResult { contact, damage, barriers, .. } = barrier_attack::attack_barrier(table, &scene)?;
        Ok((contact, damage, barriers))
    })
    .ok()?;
    let left = scene.barrier.hit_points_left();
    let harm_of = |harms: &[BarrierHarm], id: u32| {
        harms.iter().filter(|harm| harm.id == id).map(|harm| harm.damage).sum::<u32>()
    };
    let gists = all.map(|(contact, damage, barriers)| Gist {
        contact: *contact,
        net: i32::from(*contact == Contact::Hit),
        damage: *damage,
        knocked_down: false,
        down: (left > 0 && *damage >= left).then_some(Down::Unconscious),
        barriers: scene.barriers.iter().map(|barrier| harm_of(barriers, barrier.id)).collect(),
    });
    let odds = Odds::of(&gists, &scene.barriers);
    let attack = scene.attack_parts();
    let armor = barrier::armor_parts(&scene.barrier, &lent(&scene.weapon));
    let damage = value_of(typed(&scene.weapon, scene.weapon.damage?));
    let sum = |name, value, helps, parts, clause| Sum { name, value, helps, parts, clause };
    let value = format!("{} + hits", scene.damage());
    let crossed = |barrier: &BarrierOnLine| (barrier.clone(), is_crossed(barrier, scene.sight.hidden));
    Some(Forecast {
        roll: format!("{} vs nobody", dice_words(attack.pool())),
        symbols: None,
        joint: Vec::new(),
        sums: vec![
            sum("Attack", dice_words(attack.pool()), Helps::Attacker, attack, "AD-TEST-01"),
            sum("Damage", value, Helps::Attacker, damage, "AD-RES-05"),
            sum("Armor", armor.pool().to_string(), Helps::Target, armor, "SS-BARR-29"),
        ],
        remarks: Vec::new(),
        odds,
        answers: Vec::new(),
        barriers: scene.barriers.iter().map(crossed).collect(),
        hidden: scene.sight.hidden,
        unit: "damage",
    })
}
