//! Rounds, passes, phases, prices and movement.

use super::super::actions::{self, Refusal};
use super::super::cancel::{self, Queueing};
use super::super::purse::Phase;
use super::super::{engine, recovery, resus, stun};
use super::{fighter, harmed, left};
use crate::engine::{Action, Initiative, Turn};
use crate::swan_song::actions::{Cost, cost};
use crate::swan_song::switches::Crawl;
use crate::{
    Act, Combatant, Condition, Effect, MoveBudget, Paid, PhaseStart, Purse, Refused, Rest, RuleSet, Sheet,
    Sprint, Unpaid,
};
use dice::{Answer, Prompt, Step, Table};

/// Run actions taken before a sprint that make it a long one: the run itself and a first sprint. `AB-ARMOR-03`.
const LONG_SPRINT: u8 = 2;

/// Successes that the best mega die is worth. `AB-BASE-20`.
const MEGA_BEST: u32 = 3;

/// Nothing before the first pass.
pub fn purse(_: &Sheet, _: &RuleSet) -> Purse {
    Purse::Aberrant(super::super::Purse::default())
}

/// A die, Dexterity and Wits. `AB-BASE-11`.
///
/// # Errors
/// As the table.
pub fn initiative(table: &mut impl Table, unit: &Combatant, _: bool, _: &RuleSet) -> Step<Initiative> {
    let score = engine::initiative(table, &fighter(unit))?;
    Ok(Initiative { score, attribute: initiative_attribute(unit), dice: 1 })
}

/// Dexterity and Wits, which harm does not change. `AB-BASE-11`.
pub fn initiative_attribute(unit: &Combatant) -> i32 {
    engine::initiative_parts(unit.sheet.aberrant()).sum()
}

/// Dice of the score. `SS-INIT-02`.
pub fn initiative_dice(_: &Sheet) -> u8 {
    1
}

/// Dexterity and Wits. `SS-INIT-10`.
pub fn tie_breaks(sheet: &Sheet) -> (u8, u8) {
    let sheet = sheet.aberrant();
    (sheet.dexterity, sheet.wits)
}

/// Actions are counted anew; what was reserved stays. `AB-LIMIT-01`, `AB-BASE-08`.
pub fn round_begins(unit: &Combatant, _: &RuleSet) -> Purse {
    let before = *unit.purse.aberrant();
    let effort = before.effort.new_round();
    Purse::Aberrant(super::super::Purse { effort, turn: Turn::Before, phase: Phase::default() })
}

/// Whoever has a phase in the pass queues its actions. `AB-CANCEL-01`, `AB-RULING-38`.
pub fn pass_begins(unit: &Combatant, rules: &RuleSet) -> Purse {
    let mut after = *unit.purse.aberrant();
    (after.turn, after.phase) = (Turn::Before, Phase::default());
    (after.effort.points, after.effort.queued) = (0, 0);
    if unit.initiative > 0 && cancel::queues(Queueing::PassBegins, rules.book.aberrant()) {
        after.effort.queued = after.queueable(&fighter(unit));
    }
    Purse::Aberrant(after)
}

/// Points come, reservations lapse; whoever is stunned loses the phase. `AB-BASE-07`, `AB-BASE-08`, `AB-DAZE-06`.
///
/// # Errors
/// Never.
pub fn phase_begins(_: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<PhaseStart> {
    let fighter = fighter(unit);
    let mut after = *unit.purse.aberrant();
    (after.turn, after.phase, after.effort) = (Turn::Now, Phase::default(), after.effort.new_phase());
    let lost = fighter.is_helpless().then(|| {
        let (text, clause) = if fighter.is_stunned() {
            ("it is stunned and loses this turn", "AB-DAZE-06")
        } else {
            ("it is out of action", "AB-TRACK-07")
        };
        Refused::new(text, clause)
    });
    if lost.is_some() {
        (after.turn, after.effort.points) = (Turn::After, 0);
    }
    let queueable = after.queueable(&fighter);
    let queues = cancel::queues(Queueing::PhaseBegins, rules.book.aberrant());
    after.effort.queued = if queues { queueable } else { after.effort.queued.min(queueable) };
    Ok(PhaseStart { lost, effects: vec![left(unit.id, after)] })
}

/// Points that are left are gone, and what was queued and not carried out. `AB-BASE-08`.
///
/// # Errors
/// Never.
pub fn phase_ends(_: &mut impl Table, unit: &Combatant, _: &RuleSet) -> Step<Vec<Effect>> {
    let before = *unit.purse.aberrant();
    let mut after = super::super::Purse { turn: Turn::After, phase: Phase::default(), ..before };
    after.effort = before.effort.end_phase();
    after.effort.queued = 0;
    Ok(vec![left(unit.id, after)])
}

/// Who is unconscious from stun may come round by Willpower, and stun goes away in time. `AB-STUN-02`, `AB-STUN-10`.
///
/// # Errors
/// As the table.
pub fn round_ends(table: &mut impl Table, unit: &Combatant, _: &RuleSet) -> Step<Vec<Effect>> {
    let fighter = fighter(unit);
    let mut condition = fighter.condition.clone();
    let asleep = condition.fate(&fighter.sheet) == super::super::track::Fate::Unconscious;
    if asleep && stun::may_rally(&fighter).is_ok() && table.ask(|| rally_prompt(unit))? == 0 {
        condition = stun::rally(table, &fighter)?;
    }
    stun::recover(&mut condition, &fighter.sheet, unit.round + 1);
    resus::after_harm(&mut condition, &fighter.sheet, resus::Blow::default(), unit.round);
    resus::time_passes(&mut condition, &fighter.sheet, unit.round + 1);
    let changed = condition != fighter.condition;
    Ok(changed.then(|| harmed(unit.id, condition, 0)).into_iter().collect())
}

fn rally_prompt(unit: &Combatant) -> Prompt {
    let points = unit.condition.aberrant().willpower;
    let answer = |key: &str, label: &str, detail: String| Answer {
        key: key.into(),
        label: label.into(),
        detail,
        clause: "AB-STUN-10",
    };
    let rating = unit.sheet.aberrant().willpower;
    let detail = format!("1 of {points} Willpower points: {rating} dice, each success heals a level of stun");
    Prompt {
        who: unit.id,
        question: format!("{} is unconscious from stun. Fight it with Willpower?", unit.name),
        clause: "AB-STUN-10",
        answers: vec![answer("rally", "Fight it", detail), answer("wait", "Stay down", "free".into())],
    }
}

/// What an action is in this book's economy: whatever the engine charges for it, it is one action of one point.
/// `AB-BASE-07`.
fn act_of(action: Action, rules: &RuleSet) -> Result<actions::Act, Refused> {
    Ok(match action {
        Action::Walk => actions::Act::Walk,
        Action::Run => actions::Act::Run,
        Action::Sprint => actions::Act::Sprint,
        Action::FullDefense => actions::Act::FullDefence,
        Action::Dodge | Action::Parry | Action::Block | Action::StandardDefence => {
            return Err(Refused::new("defences are chosen when an attack comes", "AB-BASE-08"));
        }
        Action::TakeCover if !rules.borrows("taking cover") => {
            return Err(Refused::new("this skirmish does without taking cover", "SS-ACT-49"));
        }
        Action::Evade => {
            return Err(Refused::new("nobody slips past here: who passes by is struck at", "SS-INTC-14"));
        }
        Action::MultipleAttacks => {
            return Err(Refused::new("several attacks are announced as several actions", "AB-BASE-19"));
        }
        Action::Fire(_) | Action::MeleeAttack | Action::UnarmedAttack => actions::Act::Action,
        other => match cost(other, &rules.engine) {
            Cost::None | Cost::Free => actions::Act::Reflexive,
            Cost::Points(_) | Cost::Rest => actions::Act::Action,
        },
    })
}

/// `AB-BASE-07`, `AB-LIMIT-01` to `AB-LIMIT-05`.
///
/// # Errors
/// Why it cannot be paid.
pub fn pay(unit: &Combatant, act: Act<'_>, rules: &RuleSet) -> Result<Paid, Unpaid> {
    let what = act_of(act.action, rules)?;
    if unit.purse.aberrant().turn != Turn::Now && act.action != Action::ForcedDrop {
        return Err(Unpaid::NotItsPhase);
    }
    if matches!(what, actions::Act::Walk | actions::Act::Run | actions::Act::Sprint) {
        may_leave(unit)?;
    }
    let mut paid = spend(unit, what, rules)?;
    paid.0.phase.under_way = act.action.is_attack();
    Ok(done(paid))
}

/// Pays for an act and gives what is left with the points it took.
pub(super) fn spend(
    unit: &Combatant,
    act: actions::Act,
    rules: &RuleSet,
) -> Result<(super::super::Purse, u8), Unpaid> {
    let before = *unit.purse.aberrant();
    let fighter = fighter(unit);
    if act.counts() && before.is_unannounced(rules.book.aberrant()) {
        let text = "several actions in one phase have to be announced before the first of them";
        return Err(Refused::new(text, "AB-BASE-19").into());
    }
    let mut after = before;
    after.effort = actions::pay(&fighter, act).map_err(refused)?;
    after.effort.queued = after.effort.queued.min(after.effort.points);
    after.phase.made = after.phase.made.saturating_add(u8::from(act.counts()));
    Ok((after, before.effort.points.saturating_sub(after.effort.points)))
}

pub(super) fn done((purse, points): (super::super::Purse, u8)) -> Paid {
    Paid { purse: Purse::Aberrant(purse), points, free: 0, condition: None }
}

fn refused(why: Refusal) -> Unpaid {
    match why {
        Refusal::Points { needed, left } => Unpaid::Points { needed, left },
        other => Refused::new(other.to_string(), other.clause()).into(),
    }
}

/// Both ends of a grip stay where they are. `AB-BASE-10`.
fn may_leave(unit: &Combatant) -> Result<(), Refused> {
    use crate::Grip::{HeldBy, Holding};
    match unit.grip {
        Some(HeldBy(_)) => Err(Refused::new("it is held and has to break free first", "AB-BASE-10")),
        Some(Holding(_)) => Err(Refused::new("it holds somebody and has to let go first", "AB-BASE-10")),
        None => Ok(()),
    }
}

/// "1 AP", "free". `AB-BASE-07`.
pub fn price(_: &Combatant, act: Act<'_>, rules: &RuleSet) -> String {
    match act_of(act.action, rules) {
        Ok(what) => price_of(what),
        Err(_) => String::new(),
    }
}

/// A price of the book as it stands on a button.
pub(super) fn price_of(act: actions::Act) -> String {
    match act.price() {
        0 => "free".to_owned(),
        points => format!("{points} AP"),
    }
}

/// `AB-BASE-07`, `SS-MOVE-03`, `SS-ACT-53`, `SS-MOVE-10`.
pub fn move_budget(unit: &Combatant, rules: &RuleSet) -> MoveBudget {
    let (sheet, switches) = (unit.sheet.aberrant(), rules.book.aberrant());
    if may_leave(unit).is_err() {
        return MoveBudget { runs: unit.runs, ..MoveBudget::default() };
    }
    let walk = engine::walk_m(sheet);
    let rate = match (unit.prone, rules.engine.crawl) {
        (false, _) | (true, Crawl::Full) => walk,
        (true, Crawl::Half) => walk / 2,
        (true, Crawl::None) => 0,
    };
    let mega = if switches.mega_dice { MEGA_BEST * u32::from(sheet.mega_strength) } else { 0 };
    MoveBudget {
        walk_left: (2 * rate).saturating_sub(unit.walked),
        run: 2 * engine::run_m(sheet),
        runs: unit.runs,
        sprint: 2 * (engine::sprint_parts(&fighter(unit)).pool() + mega),
    }
}

/// `SS-ACT-53`, `AB-BASE-10`.
///
/// # Errors
/// Why not.
pub fn may_run(unit: &Combatant, _: bool, _: &RuleSet) -> Result<(), Refused> {
    may_leave(unit)?;
    if unit.prone {
        return Err(Refused::new("stand up first: nobody runs lying down", "SS-ACT-53"));
    }
    Ok(())
}

/// A further sprint in the same round is a long one: who does not bear the exertion gets nowhere. `SS-MOVE-09`,
/// `AB-ARMOR-02`, `AB-ARMOR-03`, `AB-DAZE-04`.
///
/// # Errors
/// As the table.
pub fn sprint(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<Sprint> {
    let (fighter, switches) = (fighter(unit), rules.book.aberrant());
    if unit.runs >= LONG_SPRINT && !engine::exertion(table, &fighter, switches)? {
        let text = "out of breath".to_owned();
        let told = Effect::Told { unit: unit.id, text, clause: "AB-ARMOR-03" };
        return Ok(Sprint { metres: 0, effects: vec![told] });
    }
    let metres = engine::sprint(table, &fighter, switches)?;
    Ok(Sprint { metres, effects: Vec::new() })
}

/// `AB-STUN-01`, `AB-NONSOAK-05`.
///
/// # Errors
/// Never.
pub fn encounter_ends(_: &mut impl Table, unit: &Combatant, _: &RuleSet) -> Step<Condition> {
    Ok(Condition::Aberrant(unit.condition.aberrant().clone().after_scene()))
}

/// Chapter HEAL.
pub fn rest(unit: &Combatant, rest: Rest, rules: &RuleSet) -> Condition {
    let (sheet, condition) = (unit.sheet.aberrant(), unit.condition.aberrant());
    let switches = rules.book.aberrant();
    let mut condition = condition.clone();
    if let Some(dying) = condition.dying.as_mut().filter(|dying| !dying.stable) {
        dying.more = dying.more.saturating_add(rest.minutes.saturating_mul(resus::ROUNDS_PER_MINUTE));
        resus::time_passes(&mut condition, sheet, unit.round);
    }
    if condition.dead {
        return Condition::Aberrant(condition);
    }
    let mut healed = recovery::heal(&condition, sheet, rest.minutes, rest.care, switches);
    resus::after_harm(&mut healed, sheet, resus::Blow::default(), unit.round);
    Condition::Aberrant(healed)
}
