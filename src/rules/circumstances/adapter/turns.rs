//! Phases, prices and movement.

use super::super::engine as scores;
use super::super::phase::{self, Phase};
use super::super::purse::{Charging, Way};
use super::super::{
    Action as Deed, Characteristic, Cost, Locations, Purse as Own, Switches, WeaponClass, actions,
};
use super::{condition_of, fighter, purse_of, switches};
use crate::engine::{Action, Initiative, Turn};
use crate::status;
use crate::swan_song::actions as engine;
use crate::{
    Act, Combatant, Condition, Effect, FireMode, Gait, Grip, MoveBudget, Paid, PhaseStart, Purse, Refused,
    RuleSet, Sheet, Sprint, Unpaid, Weapon,
};
use dice::{Step, Table};

/// Everyone starts with a Reaction. `CS-BASE-18`.
pub fn purse(_: &Sheet, _: &RuleSet) -> Purse {
    purse_of(Own::default())
}

/// `SS-INIT-01`, `SS-INIT-02`.
///
/// # Errors
/// As the table.
pub fn initiative(table: &mut impl Table, unit: &Combatant, _: bool, _: &RuleSet) -> Step<Initiative> {
    let score = scores::initiative(table, &fighter(unit))?;
    let dice = u8::try_from(scores::INITIATIVE_DICE).unwrap_or(u8::MAX);
    Ok(Initiative { score, attribute: initiative_attribute(unit), dice })
}

/// `SS-INIT-01`.
pub fn initiative_attribute(unit: &Combatant) -> i32 {
    scores::initiative_parts(unit.sheet.circumstances()).sum()
}

/// Dice of the score. `SS-INIT-02`.
pub fn initiative_dice(_: &Sheet) -> u8 {
    u8::try_from(scores::INITIATIVE_DICE).unwrap_or(u8::MAX)
}

/// Agility and Perception. `SS-INIT-10`.
pub fn tie_breaks(sheet: &Sheet) -> (u8, u8) {
    let all = &sheet.circumstances().characteristics;
    (all.agility, all.perception)
}

/// Everything comes with the own phase; where there is no air, what is done from now on counts. `CS-BASE-18`,
/// `CS-SUFF-02`.
pub fn round_begins(unit: &Combatant, _: &RuleSet) -> Purse {
    if !unit.ground.airless {
        return unit.purse;
    }
    let before = *unit.purse.circumstances();
    purse_of(Own { exerted: false, stood: before.phase, ..before })
}

/// New points do not bring the Reaction back. `CS-BASE-18`.
pub fn pass_begins(unit: &Combatant, _: &RuleSet) -> Purse {
    purse_of(Own { turn: Turn::Before, ..*unit.purse.circumstances() })
}

/// Everything is there again, even for those who can do nothing with it. `CS-BASE-18`, `CS-BASE-21`, `CS-BASE-27`,
/// `CS-RUN-03`.
///
/// # Errors
/// Never.
pub fn phase_begins(_: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<PhaseStart> {
    let lost = (!scores::can_act(&fighter(unit))).then(|| {
        let why = status::barred(&unit.ailments, status::Bar::Everything);
        let text = why.map_or("out of action", |ailment| ailment.name());
        Refused::new(text.to_lowercase(), why.map_or("CS-BASE-27", |ailment| ailment.rule().clause))
    });
    let turn = if lost.is_some() { Turn::After } else { Turn::Now };
    let before = *unit.purse.circumstances();
    let (phase, exerted) = (Phase::begin(), before.is_strenuous());
    let rested = Own { phase, stood: phase, exerted, ..before };
    let after = Own { turn, way: Way::default(), charge: Charging::No, ..rested };
    let mut effects = vec![given(unit, after)];
    // What it brought with it from an earlier fight. `CS-FATG-04`
    effects.extend(super::aftereffects(unit, &unit.condition, rules));
    if let (true, Some(Grip::Holding(held))) = (lost.is_some(), unit.grip) {
        effects.extend(freed(unit.id, held));
    }
    Ok(PhaseStart { lost, effects })
}

/// A Run ends concealment. `CS-UNA-05`.
///
/// # Errors
/// Never.
pub fn phase_ends(_: &mut impl Table, unit: &Combatant, _: &RuleSet) -> Step<Vec<Effect>> {
    let before = *unit.purse.circumstances();
    let after = Own { turn: Turn::After, way: Way::default(), charge: Charging::No, ..before };
    let mut effects = vec![given(unit, after)];
    if unit.concealed && (unit.gait != Gait::Steady || before.charge != Charging::No) {
        effects.push(Effect::Concealed { unit: unit.id, concealed: false });
    }
    Ok(effects)
}

/// A purse that is not paid from.
pub(super) fn given(unit: &Combatant, after: Own) -> Effect {
    Effect::Purse { unit: unit.id, action: None, points: 0, after: purse_of(after) }
}

/// Both ends of a grip that is over. `CS-BASE-37`.
pub(super) fn freed(one: u32, other: u32) -> [Effect; 2] {
    [one, other].map(|unit| Effect::Grip { unit, grip: None })
}

/// What an action of the engine is in this book; `None` costs nothing and asks for nothing.
fn translated(own: &Own, act: Act<'_>, rules: &RuleSet) -> Result<Option<(Deed, Cost)>, Refused> {
    let switches = switches(rules);
    let deed = match act.action {
        Action::SayWord | Action::Gesture => Deed::Speak,
        Action::DropObject => Deed::DropItem,
        Action::Walk => Deed::Move,
        Action::Run => Deed::Run,
        Action::DropProne => Deed::DropProne,
        Action::StandUp => Deed::StandUp,
        Action::TakeCover => Deed::UseCover,
        Action::Fire(FireMode::Single) | Action::Rocket => Deed::StandardAttack,
        Action::Fire(FireMode::Burst) => Deed::Burst,
        Action::MeleeAttack | Action::UnarmedAttack => match act.manner {
            Some("grapple") => Deed::Grapple,
            // The blow is part of the Charge.
            _ if own.charge == Charging::Coming => return Ok(None),
            _ => Deed::StandardAttack,
        },
        Action::Dodge => Deed::Dodge,
        Action::Parry => Deed::Parry,
        Action::LiftBody => {
            return Err(Refused::new("bodies are no shields here", "CS-BASE-37"));
        }
        Action::Ready => return Ok(Some((Deed::Reload, Cost::Half))),
        Action::Reload if act.with.is_some_and(|held| is_thrown(&held.weapon)) => {
            return Err(Refused::new("what is thrown is gone: there is nothing to load", "CS-GRN-02"));
        }
        Action::Reload => {
            let cost = act.with.map_or(Cost::Half, |held| held.weapon.circumstances().reload);
            return Ok(Some((Deed::Reload, cost)));
        }
        Action::PickUp
        | Action::Door
        | Action::Throw
        | Action::UseItem
        | Action::Detonate
        | Action::SetCharges
        | Action::Cast
        | Action::AttackProgram
        | Action::FirstAid => {
            let cost = match engine::cost(act.action, &rules.engine) {
                engine::Cost::None => Cost::None,
                engine::Cost::Free | engine::Cost::Points(0) => Cost::Free,
                engine::Cost::Points(1) => Cost::Half,
                engine::Cost::Points(_) | engine::Cost::Rest => Cost::Full,
            };
            return Ok(Some((Deed::Reload, cost)));
        }
        Action::ForcedDrop | Action::ChangeMode | Action::StandardDefence => return Ok(None),
        Action::Sprint => {
            return Err(Refused::new("nobody sprints here: a Run is the fastest pace", "CS-BASE-20"));
        }
        Action::Fire(_) => {
            return Err(Refused::new("weapons fire single shots and bursts here", "CS-BASE-36"));
        }
        Action::MultipleAttacks => {
            return Err(Refused::new("one attack in a phase, unless a weapon says otherwise", "CS-BASE-34"));
        }
        Action::Evade => {
            return Err(Refused::new("nobody slips past here: who passes by is struck at", "SS-INTC-14"));
        }
        Action::Intercept => Deed::Parry,
        Action::Block | Action::FullDefense => {
            return Err(Refused::new("a Reaction is a Dodge or a Parry", "CS-BASE-18"));
        }
    };
    Ok(Some((deed, deed.cost(switches))))
}

fn is_thrown(weapon: &Weapon) -> bool {
    weapon.circumstances().class == WeaponClass::Thrown
}

/// Table CS-T2.
///
/// # Errors
/// Why it cannot be paid.
pub fn pay(unit: &Combatant, act: Act<'_>, rules: &RuleSet) -> Result<Paid, Unpaid> {
    let own = *unit.purse.circumstances();
    let Some((deed, cost)) = translated(&own, act, rules)? else {
        let strikes = act.action.is_attack() && own.charge == Charging::Coming;
        return Ok(paid(own, if strikes { Own { charge: Charging::Struck, ..own } } else { own }));
    };
    if deed == Deed::Move && own.turn == Turn::Now && own.way.left(unit.walked) >= STEP {
        may(unit, deed, switches(rules))?;
        return Ok(paid(own, leaving(own)));
    }
    let after = spend(unit, deed, cost, rules)?;
    let after = match deed {
        Deed::Move => {
            let more = half_metres(unit, Deed::Move, rules);
            leaving(Own { way: lengthened(own.way, unit.walked, more), ..after })
        }
        Deed::Run => {
            let condition = exertion(unit, switches(rules));
            return Ok(Paid { condition, ..paid(own, leaving(after)) });
        }
        Deed::UseCover => Own { shielded: Locations::BODY_AND_LEGS, ..after },
        _ => after,
    };
    Ok(paid(own, after))
}

/// A Run may tire. `CS-FATG-10`.
fn exertion(unit: &Combatant, switches: &Switches) -> Option<Condition> {
    let tired = || condition_of(unit.condition.circumstances().clone().tired(switches.exertion_fatigue));
    (switches.exertion_fatigue > 0).then(tired)
}

/// Half metres of a straight step: less than that leads nowhere.
const STEP: u32 = 2;

/// A move goes on with what is left of it.
fn lengthened(way: Way, walked: u32, more: u32) -> Way {
    match way.bought {
        0 => Way { bought: more, from: walked },
        bought => Way { bought: bought + more, from: way.from },
    }
}

/// Whoever leaves its square leaves its cover. `CS-COV-03`.
const fn leaving(own: Own) -> Own {
    Own { shielded: Locations::NONE, ..own }
}

/// Half metres that an action of the book carries.
fn half_metres(unit: &Combatant, deed: Deed, rules: &RuleSet) -> u32 {
    2 * deed.metres(&fighter(unit), switches(rules)).unwrap_or(0)
}

/// Takes the price of an action of the book in the unit's own phase. `CS-BASE-15` to `CS-BASE-20`.
fn spend(unit: &Combatant, deed: Deed, cost: Cost, rules: &RuleSet) -> Result<Own, Unpaid> {
    let own = *unit.purse.circumstances();
    let switches = switches(rules);
    if cost != Cost::Reaction && own.turn != Turn::Now {
        return Err(Unpaid::NotItsPhase);
    }
    may(unit, deed, switches)?;
    let phase = own.phase.pay(deed, cost, switches).map_err(unpaid)?;
    // Whatever is more than a word or a thing let fall ends a move and a Charge.
    let goes_on = deed == Deed::Move
        || matches!(deed, Deed::Speak | Deed::DropItem | Deed::UseCover | Deed::Dodge | Deed::Parry);
    let after = Own { phase, ..own };
    Ok(if goes_on { after } else { Own { way: Way::default(), charge: Charging::No, ..after } })
}

fn may(unit: &Combatant, deed: Deed, switches: &Switches) -> Result<(), Unpaid> {
    phase::allows(&fighter(unit), deed, switches).map_err(unpaid)
}

fn unpaid(why: phase::Unpaid) -> Unpaid {
    match why {
        phase::Unpaid::Points { needed, left } => Unpaid::Points { needed, left },
        phase::Unpaid::FreeUsed => Unpaid::FreeUsed,
        phase::Unpaid::AttackedAlready => Unpaid::AttackedAlready,
        other => Refused::new(other.to_string(), other.clause()).into(),
    }
}

fn paid(before: Own, after: Own) -> Paid {
    let reaction = u8::from(before.phase.reaction && !after.phase.reaction);
    Paid {
        purse: purse_of(after),
        points: after.phase.spent.saturating_sub(before.phase.spent) + reaction,
        free: u8::from(after.phase.free_used && !before.phase.free_used),
        condition: None,
    }
}

/// Pays a deed of this book. Table CS-T2.
pub(super) fn pay_deed(unit: &Combatant, deed: Deed, rules: &RuleSet) -> Result<Paid, Unpaid> {
    let own = *unit.purse.circumstances();
    Ok(paid(own, spend(unit, deed, deed.cost(switches(rules)), rules)?))
}

/// Pays the activation of a Spell, or the use of an item. Table CS-T2.
pub(super) fn pay_for(unit: &Combatant, cost: Cost, rules: &RuleSet) -> Result<Paid, Unpaid> {
    let own = *unit.purse.circumstances();
    Ok(paid(own, spend(unit, Deed::Spell, cost, rules)?))
}

/// Pays a Charge: the way, and the blow at its end. Table CS-T2.
pub(super) fn pay_charge(unit: &Combatant, rules: &RuleSet) -> Result<Paid, Unpaid> {
    let own = *unit.purse.circumstances();
    let after = spend(unit, Deed::Charge, Deed::Charge.cost(switches(rules)), rules)?;
    let way = Way { bought: half_metres(unit, Deed::Charge, rules), from: unit.walked };
    Ok(paid(own, leaving(Own { way, charge: Charging::Coming, ..after })))
}

/// Pays a Full Move, or what a Move that has begun lacks of one. Table CS-T2.
pub(super) fn pay_full_move(unit: &Combatant, rules: &RuleSet) -> Result<Paid, Unpaid> {
    let own = *unit.purse.circumstances();
    let (full, half) = (Deed::FullMove.cost(switches(rules)), Deed::Move.cost(switches(rules)));
    may(unit, Deed::FullMove, switches(rules))?;
    let (whole, part) = (half_metres(unit, Deed::FullMove, rules), half_metres(unit, Deed::Move, rules));
    let begun = own.way.bought > 0;
    if begun && (own.charge != Charging::No || own.way.bought > part) {
        return Err(Refused::new("this move is as long as it can be", "CS-BASE-20").into());
    }
    // Half of a Full Action is paid for already.
    let cost = if begun && half != Cost::Free { Cost::Half } else { full };
    let spent = spend(unit, Deed::FullMove, cost, rules)?;
    let more = if begun { whole.saturating_sub(own.way.bought) } else { whole };
    Ok(paid(own, leaving(Own { way: lengthened(own.way, unit.walked, more), ..spent })))
}

/// A price in words.
pub(super) fn words(cost: Cost) -> String {
    match cost {
        Cost::None => String::new(),
        Cost::Free => "free".to_owned(),
        Cost::Half => "1 AP".to_owned(),
        Cost::Full => "2 AP".to_owned(),
        Cost::Reaction => "the Reaction".to_owned(),
    }
}

/// Table CS-T2.
pub fn price(unit: &Combatant, act: Act<'_>, rules: &RuleSet) -> String {
    let own = unit.purse.circumstances();
    if act.action == Action::Walk && own.way.left(unit.walked) >= STEP {
        return "free".to_owned();
    }
    match translated(own, act, rules) {
        Ok(Some((_, cost))) => words(cost),
        Ok(None) if own.charge == Charging::Coming && act.action.is_attack() => "free".to_owned(),
        Ok(None) | Err(_) => String::new(),
    }
}

/// What is left of a move, or what the next one gives. Table CS-T2, `CS-PRN-09`.
pub fn move_budget(unit: &Combatant, rules: &RuleSet) -> MoveBudget {
    let fighter = fighter(unit);
    if !actions::may_move(&fighter) {
        return MoveBudget::default();
    }
    let (walk, run) = scores::walk_and_run(&fighter, switches(rules));
    let own = unit.purse.circumstances();
    let left = own.way.left(unit.walked);
    let walk_left = match own.charge {
        // A Charge has no second way.
        Charging::No if left < STEP => left + 2 * walk,
        _ => left,
    };
    // Runs are not counted: each is a Full Action of a phase.
    MoveBudget { walk_left, run: 2 * run, runs: 0, sprint: 0 }
}

/// `CS-BASE-37`, `CS-PRN-09`.
///
/// # Errors
/// Why not.
pub fn may_run(unit: &Combatant, _: bool, rules: &RuleSet) -> Result<(), Refused> {
    phase::allows(&fighter(unit), Deed::Run, switches(rules))
        .map_err(|why| Refused::new(why.to_string(), why.clause()))
}

/// There are none: a Run is the fastest pace.
///
/// # Errors
/// Never.
pub fn sprint(_: &mut impl Table, _: &Combatant, _: &RuleSet) -> Step<Sprint> {
    Ok(Sprint { metres: 0, effects: Vec::new() })
}

/// The condition of a unit that spent a Fate Point, if it did. `CS-BASE-28`.
pub(super) fn fate(unit: &Combatant, spent: bool) -> Option<Effect> {
    let after = || condition_of(unit.condition.circumstances().clone().with_fate_spent(1));
    spent.then(|| Effect::Condition { unit: unit.id, after: after(), damage: 0 })
}

/// The characteristics whose bonuses a borrowed chapter counts as the strength to stand. `SS-KNOCK-01`.
pub(super) fn footing_of(sheet: &super::super::Sheet) -> u32 {
    sheet.strength_bonus() + sheet.bonus(Characteristic::Toughness)
}
