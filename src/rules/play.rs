//! Which book's rule answers: the one place that tells the five books apart.
//!
//! Every function here is answered by the function of the same name in the `adapter` of the book's own folder.

use super::engine::extended::Progress;
use super::engine::timed::Trigger;
use super::engine::{Action, Initiative};
use super::habit::OF_THE_ENGINE;
use super::status::{self, Change, Trait, Trial, Tried, permits, permits_complex, permits_price};
use super::swan_song::FireMode;
use super::{
    Act, Arm, BarrierEngagement, BarrierOnLine, Book, Combatant, Condition, Deed, Down, Effect, Engagement,
    Exposure, Figure, Forecast, Gauge, Gist, Ground, Habit, Hazard, Held, Manner, Meeting, MoveBudget, Odds,
    Offer, Outcome, Paid, PhaseStart, Purse, Refused, Remark, Rest, RuleSet, Share, Sheet, Sight, Sprint,
    SquareEngagement, Stat, Strike, Treatment, Unpaid, Weapon, aberrant, ailing, attacks_and_damage,
    circumstances, combat_checks, plain, riding, shield, swan_song,
};
use crate::dice::{Distribution, Step, Table};

/// Asks the adapter of a book.
macro_rules! ask {
    ($book:expr, $name:ident($($argument:expr),*)) => {
        match $book {
            Book::SwanSong => swan_song::adapter::$name($($argument),*),
            Book::Aberrant => aberrant::adapter::$name($($argument),*),
            Book::AttacksAndDamage => attacks_and_damage::adapter::$name($($argument),*),
            Book::Circumstances => circumstances::adapter::$name($($argument),*),
            Book::CombatChecks => combat_checks::adapter::$name($($argument),*),
        }
    };
}

// What a unit is.

/// What the battlefield has to know of a weapon in these hands.
pub fn arm<'a>(weapon: &'a Weapon, sheet: &Sheet, rules: &RuleSet) -> Arm<'a> {
    ask!(weapon.book(), arm(weapon, sheet, rules))
}

/// Rounds that one attack takes from the magazine.
pub fn rounds(weapon: &Weapon, mode: Option<FireMode>) -> u32 {
    ask!(weapon.book(), rounds(weapon, mode))
}

/// What a unit fights with when its hands are empty, if its content names nothing.
pub fn unarmed(sheet: &Sheet) -> Option<Weapon> {
    ask!(sheet.book(), unarmed(sheet))
}

/// A unit's condition at the start of a fight.
pub fn fresh(sheet: &Sheet, rules: &RuleSet) -> Condition {
    ask!(sheet.book(), fresh(sheet, rules))
}

/// What a unit can pay before the first round.
pub fn purse(sheet: &Sheet, rules: &RuleSet) -> Purse {
    ask!(sheet.book(), purse(sheet, rules))
}

/// What stands between a plain blow and a unit's health, in the book's measure: dice, levels, points.
pub fn soak(sheet: &Sheet, condition: &Condition, rules: &RuleSet) -> u32 {
    ask!(sheet.book(), soak(sheet, condition, rules))
}

/// Karma of a fresh unit; 0 in a book without it. `SS-BASE-25`.
pub fn karma(sheet: &Sheet) -> u8 {
    ask!(sheet.book(), karma(sheet))
}

/// Whether it has hands to pick things up with.
pub fn has_hands(sheet: &Sheet) -> bool {
    ask!(sheet.book(), has_hands(sheet))
}

/// Out of the fight, if it is.
pub fn down(sheet: &Sheet, condition: &Condition, rules: &RuleSet) -> Option<Down> {
    ask!(sheet.book(), down(sheet, condition, rules))
}

/// Structure and Armor of a unit that an attack on somebody else has to cross. `SS-BARR-45`, `SS-BARR-46`.
pub fn bulk(sheet: &Sheet, condition: &Condition, rules: &RuleSet) -> (u32, u32) {
    ask!(sheet.book(), bulk(sheet, condition, rules))
}

/// What a unit is after taking so many points as a barrier. `SS-BARR-47`.
pub fn wear(unit: &Combatant, points: u32, rules: &RuleSet) -> Condition {
    ask!(unit.sheet.book(), wear(unit, points, rules))
}

/// Bleeds to death unless somebody helps. `SS-DMG-23`.
pub fn is_dying(condition: &Condition) -> bool {
    ask!(condition.book(), is_dying(condition))
}

/// Harm as the book draws it.
pub fn gauges(sheet: &Sheet, condition: &Condition, rules: &RuleSet) -> Vec<Gauge> {
    ask!(sheet.book(), gauges(sheet, condition, rules))
}

/// What the unit's turn still holds beyond points, in words: "Reaction", "1 defence reserved".
pub fn pledges(unit: &Combatant, rules: &RuleSet) -> Vec<String> {
    ask!(unit.sheet.book(), pledges(unit, rules))
}

/// The sheet as the book prints it.
pub fn stats(sheet: &Sheet) -> Vec<Stat> {
    ask!(sheet.book(), stats(sheet))
}

/// What matters of a unit in this fight as it is now: initiative, defence, soak, wounds, with their reasons.
pub fn figures(unit: &Combatant, rules: &RuleSet) -> Vec<Figure> {
    ask!(unit.sheet.book(), figures(unit, rules))
}

/// The same of a weapon in a unit's hands.
pub fn weapon_figures(unit: &Combatant, held: &Held, rules: &RuleSet) -> Vec<Figure> {
    ask!(unit.sheet.book(), weapon_figures(unit, held, rules))
}

/// A weapon in a unit's hands in one line: "DV 9, ARP 2, accuracy 5".
pub fn weapon_line(unit: &Combatant, weapon: &Weapon, rules: &RuleSet) -> String {
    ask!(unit.sheet.book(), weapon_line(unit, weapon, rules))
}

/// A weapon as the book prints it.
pub fn weapon_stats(weapon: &Weapon) -> Vec<Stat> {
    ask!(weapon.book(), weapon_stats(weapon))
}

// Turns.

/// Rolls initiative for a round; `paid` is a point of Karma for more dice. `SS-INIT-07`.
///
/// # Errors
/// As the table.
pub fn initiative(table: &mut impl Table, unit: &Combatant, paid: bool, rules: &RuleSet) -> Step<Initiative> {
    ask!(unit.sheet.book(), initiative(table, unit, paid, rules))
}

/// The part of the score that harm may change in mid-round. `SS-INIT-21`.
pub fn initiative_attribute(unit: &Combatant) -> i32 {
    ask!(unit.sheet.book(), initiative_attribute(unit))
}

/// Initiative Dice before Karma. `SS-INIT-06`.
pub fn initiative_dice(sheet: &Sheet) -> u8 {
    ask!(sheet.book(), initiative_dice(sheet))
}

/// First and second tie-breaker of the order. `SS-INIT-10`.
pub fn tie_breaks(sheet: &Sheet) -> (u8, u8) {
    ask!(sheet.book(), tie_breaks(sheet))
}

/// What a unit can pay in a round that begins, before its first pass.
pub fn round_begins(unit: &Combatant, rules: &RuleSet) -> Purse {
    ask!(unit.sheet.book(), round_begins(unit, rules))
}

/// What a unit can pay in a pass that begins. `SS-ACT-24`.
pub fn pass_begins(unit: &Combatant, rules: &RuleSet) -> Purse {
    ask!(unit.sheet.book(), pass_begins(unit, rules))
}

/// A unit's place in the order has come.
///
/// # Errors
/// As the table.
pub fn phase_begins(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<PhaseStart> {
    ask!(unit.sheet.book(), phase_begins(table, unit, rules))
}

/// A unit ends its phase beside these enemies, with whom it is not engaged yet: what its player declares. `CS-MEL-01`.
///
/// # Errors
/// As the table.
pub fn closing(
    table: &mut impl Table,
    unit: &Combatant,
    beside: &[Combatant],
    rules: &RuleSet,
) -> Step<Vec<Effect>> {
    ask!(unit.sheet.book(), closing(table, unit, beside, rules))
}

/// A unit's phase is over.
///
/// # Errors
/// As the table.
pub fn phase_ends(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<Vec<Effect>> {
    ask!(unit.sheet.book(), phase_ends(table, unit, rules))
}

/// A round is over.
///
/// # Errors
/// As the table.
pub fn round_ends(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<Vec<Effect>> {
    ask!(unit.sheet.book(), round_ends(table, unit, rules))
}

/// A unit is about to fall: what happens instead, if its book gives its player a way out; nothing if it falls.
/// `SS-FFYL-02`.
///
/// # Errors
/// As the table.
pub fn about_to_fall(
    table: &mut impl Table,
    unit: &Combatant,
    down: Down,
    rules: &RuleSet,
) -> Step<Vec<Effect>> {
    ask!(unit.sheet.book(), about_to_fall(table, unit, down, rules))
}

/// Pays for something in the unit's own phase, or outside of it where that is allowed.
///
/// # Errors
/// Why it cannot; nothing is spent then.
pub fn pay(unit: &Combatant, act: Act<'_>, rules: &RuleSet) -> Result<Paid, Unpaid> {
    match riding::may_go(unit, act.action) {
        Some(answer) => answer?,
        None => permits(&unit.ailments, act.action)?,
    }
    let paid = ask!(unit.sheet.book(), pay(unit, act, rules))?;
    shield::may_go(unit, act.action)?;
    permits_price(&unit.ailments, unit.spent, paid.points)?;
    Ok(paid)
}

/// A price as it stands on a button: "free", "1 AP", or nothing.
pub fn price(unit: &Combatant, act: Act<'_>, rules: &RuleSet) -> String {
    ask!(unit.sheet.book(), price(unit, act, rules))
}

/// Shares of one pool for several attacks that are made together, in their order. `SS-MULTI-05` to `SS-MULTI-16`.
///
/// # Errors
/// Why they cannot be made together.
pub fn shares(attacks: &[Engagement]) -> Result<Vec<Share>, Refused> {
    let Some(first) = attacks.first() else { return plain::shares(attacks) };
    ask!(first.weapon.book(), shares(attacks))
}

/// What sets an item off that goes off by itself. Chapter TIMED.
pub fn trigger(item: &Weapon) -> Option<Trigger> {
    ask!(item.book(), trigger(item))
}

/// What comes of an item that goes off; `owner` activated it. Chapter TIMED.
pub fn goes_off(item: &Weapon, owner: u32) -> Vec<Effect> {
    ask!(item.book(), goes_off(item, owner))
}

/// Puts what is left of a phase into an Extended Action. `SS-ACT-18`.
///
/// # Errors
/// Why it cannot.
pub fn pay_towards(unit: &Combatant, progress: Progress) -> Result<(Paid, Progress), Unpaid> {
    ask!(unit.sheet.book(), pay_towards(unit, progress))
}

/// What striking at whoever passes by costs. `SS-ACT-41`.
///
/// # Errors
/// Why it cannot be paid.
pub fn intercepts(unit: &Combatant, rules: &RuleSet) -> Result<Paid, Unpaid> {
    ask!(unit.sheet.book(), intercepts(unit, rules))
}

/// The blows with which a unit may meet somebody who passes by; none if it may not or cannot pay. `SS-INTC-06`,
/// `SS-INTC-13`, `SS-INTC-19`.
pub fn strikes(unit: &Combatant, mover: &Combatant, rules: &RuleSet) -> Vec<Strike> {
    ask!(unit.sheet.book(), strikes(unit, mover, rules))
}

/// Whether so much damage of such a blow ends a unit's movement. `SS-INTC-11`.
pub fn is_stopped(unit: &Combatant, damage: u32) -> bool {
    ask!(unit.sheet.book(), is_stopped(unit, damage))
}

/// Whether anybody may try to slip past opponents. `SS-INTC-14`.
pub fn knows_evading(rules: &RuleSet) -> bool {
    rules.book() == Book::SwanSong
}

/// Whether several attacks may share one pool. `SS-MULTI-01`.
pub fn knows_sets(rules: &RuleSet) -> bool {
    rules.book() == Book::SwanSong
}

/// Rolls slipping past; gives how many opponents do not get their blow. `SS-INTC-14`.
///
/// # Errors
/// As the table.
pub fn evade(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<u32> {
    ask!(unit.sheet.book(), evade(table, unit, rules))
}

/// The questions that may be answered for the rest of a fight: the book's own, then those of the turn engine.
pub fn habits(book: Book) -> Vec<Habit> {
    let own: &[Habit] = ask!(book, habits());
    own.iter().chain(OF_THE_ENGINE).copied().collect()
}

/// A held phase is taken now, later than its place in the order. `SS-DELAY-04`.
pub fn phase_resumes(unit: &Combatant) -> PhaseStart {
    plain::phase_resumes(unit)
}

/// How far a unit can go.
pub fn move_budget(unit: &Combatant, rules: &RuleSet) -> MoveBudget {
    match riding::budget(unit) {
        Some(budget) => budget,
        None => ask!(unit.sheet.book(), move_budget(unit, rules)),
    }
}

/// Whether a unit may run; `announced` is a run announced before its attack. `SS-MOVE-17`.
///
/// # Errors
/// Why not.
pub fn may_run(unit: &Combatant, announced: bool, rules: &RuleSet) -> Result<(), Refused> {
    match riding::may_go(unit, Action::Run) {
        Some(answer) => answer,
        None => ask!(unit.sheet.book(), may_run(unit, announced, rules)),
    }
}

/// How many squares of a way a unit gets along, and what happens to it there; `path` are the squares it enters.
/// `CS-TER-03`.
///
/// # Errors
/// As the table.
pub fn footing(
    table: &mut impl Table,
    unit: &Combatant,
    action: Action,
    path: &[Ground],
    rules: &RuleSet,
) -> Step<(usize, Vec<Effect>)> {
    if unit.ride.is_some() {
        return Ok((path.len(), Vec::new())); // wheels do not stumble
    }
    ask!(unit.sheet.book(), footing(table, unit, action, path, rules))
}

/// What ground that harms does to a unit that enters it, or begins a phase on it; nothing in a book without a rule for
/// it. `AD-SPEC-01`.
///
/// # Errors
/// As the table.
pub fn hazard(
    table: &mut impl Table,
    unit: &Combatant,
    hazard: Hazard,
    rules: &RuleSet,
) -> Step<Option<Exposure>> {
    ask!(unit.sheet.book(), hazard(table, unit, hazard, rules))
}

/// What such ground does, in the book's measure, before anybody is on it: "damage 5EL".
pub fn hazard_remark(hazard: Hazard, rules: &RuleSet) -> Option<Remark> {
    ask!(rules.book(), hazard_remark(hazard, rules))
}

/// A unit at the start of its phase looks for an enemy who hides. `sight` lies between the two; `line_of_sight` says
/// whether one leads there. `CS-UNA-06`.
///
/// # Errors
/// As the table.
pub fn notice(
    table: &mut impl Table,
    unit: &Combatant,
    hidden: &Combatant,
    sight: &Sight,
    line_of_sight: bool,
    rules: &RuleSet,
) -> Step<Vec<Effect>> {
    ask!(unit.sheet.book(), notice(table, unit, hidden, sight, line_of_sight, rules))
}

/// Whether a unit that hides still does where it stands now; `seen` by an enemy in plain sight. `CS-UNA-05`.
pub fn stays_concealed(unit: &Combatant, seen: bool, rules: &RuleSet) -> bool {
    ask!(unit.sheet.book(), stays_concealed(unit, seen, rules))
}

/// Whether hidden units of this book surprise when they appear. `SS-SURP-05`.
pub fn surprises(rules: &RuleSet) -> bool {
    ask!(rules.book(), surprises())
}

/// Enemies come before a unit that may not have perceived them. `SS-SURP-05`.
///
/// # Errors
/// As the table.
pub fn meet(
    table: &mut impl Table,
    unit: &Combatant,
    meeting: &Meeting<'_>,
    rules: &RuleSet,
) -> Step<Vec<Effect>> {
    ask!(unit.sheet.book(), meet(table, unit, meeting, rules))
}

/// Rolls a sprint. `SS-MOVE-09`.
///
/// # Errors
/// As the table.
pub fn sprint(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<Sprint> {
    ask!(unit.sheet.book(), sprint(table, unit, rules))
}

// Attacks.

/// What an attack is in the engine's terms.
pub fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
    ask!(weapon.book(), attack_action(weapon, mode))
}

/// Other ways to attack with what a unit holds than the plain one.
pub fn manners(unit: &Combatant, held: &Held, rules: &RuleSet) -> Vec<Manner> {
    let mut manners = ask!(unit.sheet.book(), manners(unit, held, rules));
    manners.extend(ailing::manners(unit, held, rules));
    manners
}

/// Whether an attack may be made at all, as far as distance, sight and weapon go.
///
/// # Errors
/// Why not.
pub fn may_attack(engagement: &Engagement) -> Result<(), Refused> {
    riding::may_attack_out(&engagement.attacker)?;
    ailing::may_attack(engagement)?;
    match ailing::behind_suppression(engagement) {
        Some(plain) => ask!(plain.weapon.book(), may_attack(&plain)),
        None => ask!(engagement.weapon.book(), may_attack(engagement)),
    }
}

/// Resolves an attack on a unit.
///
/// # Errors
/// As the table.
pub fn attack(table: &mut impl Table, engagement: &Engagement) -> Step<Outcome> {
    if ailing::behind_suppression(engagement).is_some() {
        return ailing::suppress(table, engagement);
    }
    let outcome = ask!(engagement.weapon.book(), attack(table, engagement))?;
    ailing::aftermath(table, engagement, outcome)
}

/// The exact odds of an attack on a unit with everything that goes into them; nothing where they cannot be told.
pub fn forecast(engagement: &Engagement) -> Option<Forecast> {
    if ailing::behind_suppression(engagement).is_some() {
        return None;
    }
    ask!(engagement.weapon.book(), forecast(engagement))
}

/// The odds alone, with the defence that a hurried player takes: for screens full of them.
pub fn preview(engagement: &Engagement) -> Option<Odds> {
    if ailing::behind_suppression(engagement).is_some() {
        return None;
    }
    ask!(engagement.weapon.book(), preview(engagement))
}

/// What an attack that meets several units does to each of them by itself, by number, its target first: exact odds,
/// quickly, with these answers where they are offered and the first one elsewhere; empty where it meets its target
/// alone. `CS-BASE-35`.
pub fn spread(engagement: &Engagement, answers: &[String]) -> Vec<(u32, Distribution<Gist>)> {
    ask!(engagement.weapon.book(), spread(engagement, answers))
}

/// Whether an attack on a barrier segment may be made.
///
/// # Errors
/// Why not.
pub fn may_attack_barrier(engagement: &BarrierEngagement) -> Result<(), Refused> {
    riding::may_attack_out(&engagement.attacker)?;
    ask!(engagement.weapon.book(), may_attack_barrier(engagement))
}

/// What a whole barrier segment stands before it opens, in the measure in which attacks of this book damage it.
pub fn wall_points(barrier: &BarrierOnLine, rules: &RuleSet) -> u32 {
    ask!(rules.book(), wall_points(barrier, rules))
}

/// Resolves an attack on a barrier segment. `SS-BARR-19`.
///
/// # Errors
/// As the table.
pub fn attack_barrier(table: &mut impl Table, engagement: &BarrierEngagement) -> Step<Outcome> {
    ask!(engagement.weapon.book(), attack_barrier(table, engagement))
}

/// The exact odds of an attack on a barrier segment: damage is damage to the segment, out means a hole.
pub fn forecast_barrier(engagement: &BarrierEngagement) -> Option<Forecast> {
    ask!(engagement.weapon.book(), forecast_barrier(engagement))
}

/// Whether an attack may be aimed at a square. `CS-BASE-35`.
///
/// # Errors
/// Why not.
pub fn may_attack_square(engagement: &SquareEngagement) -> Result<(), Refused> {
    riding::may_attack_out(&engagement.attacker)?;
    ask!(engagement.weapon.book(), may_attack_square(engagement))
}

/// Resolves an attack that is aimed at a square. `CS-BASE-35`.
///
/// # Errors
/// As the table.
pub fn attack_square(table: &mut impl Table, engagement: &SquareEngagement) -> Step<Outcome> {
    ask!(engagement.weapon.book(), attack_square(table, engagement))
}

/// What comes of an attack that is aimed at a square: hit means there, damage is how many it catches.
pub fn forecast_square(engagement: &SquareEngagement) -> Option<Forecast> {
    ask!(engagement.weapon.book(), forecast_square(engagement))
}

// After the fight.

/// What the end of a fight makes of a unit.
///
/// # Errors
/// As the table.
pub fn encounter_ends(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<Condition> {
    ask!(unit.sheet.book(), encounter_ends(table, unit, rules))
}

/// What a unit brings from one fight into the next.
pub fn encounter_begins(condition: &Condition) -> Condition {
    ask!(condition.book(), encounter_begins(condition))
}

/// What rest makes of a unit.
pub fn rest(unit: &Combatant, rest: Rest, rules: &RuleSet) -> Condition {
    ask!(unit.sheet.book(), rest(unit, rest, rules))
}

/// What a unit may do for the wounded after the fight.
pub fn treatments(unit: &Combatant, rules: &RuleSet) -> Vec<Treatment> {
    ask!(unit.sheet.book(), treatments(unit, rules))
}

/// Whether one of `treatments` does anything for its target; without a target, for the unit itself.
///
/// # Errors
/// Why not.
pub fn may_treat(deed: &Deed<'_>, rules: &RuleSet) -> Result<(), Refused> {
    ask!(deed.unit.sheet.book(), may_treat(deed, rules))
}

/// Gives a treatment.
///
/// # Errors
/// As the table.
pub fn treat(table: &mut impl Table, deed: &Deed<'_>, rules: &RuleSet) -> Step<Outcome> {
    ask!(deed.unit.sheet.book(), treat(table, deed, rules))
}

// What only one book knows.

/// What a unit may do besides what every book has: buttons of the action bar.
pub fn offers(unit: &Combatant, rules: &RuleSet) -> Vec<Offer> {
    ask!(unit.sheet.book(), offers(unit, rules))
}

/// A unit begins the fight in cover behind something of this height in centimetres. `CS-COV-03`.
pub fn begins_in_cover(unit: &Combatant, cover_cm: u16, rules: &RuleSet) -> Vec<Effect> {
    ask!(rules.book(), begins_in_cover(unit, cover_cm, rules))
}

/// Whether a deed can be done while units are placed, before the first round. `CS-COV-03`.
pub fn at_deployment(deed: &str, rules: &RuleSet) -> bool {
    ask!(rules.book(), at_deployment(deed, rules))
}

/// Whether a deed may be done now, and what it costs.
///
/// # Errors
/// Why not; a key that the book does not offer is refused too.
pub fn may_do(deed: &Deed<'_>, rules: &RuleSet) -> Result<Paid, Unpaid> {
    let ailments = &deed.unit.ailments;
    if let Some(why) = status::forbids_deed(ailments, deed.key) {
        return Err(why.into());
    }
    let shared = ailing::may_do(deed, rules).or_else(|| riding::may_do(deed, rules));
    if let Some(answer) = shared.or_else(|| shield::may_do(deed)) {
        return answer;
    }
    let paid = ask!(deed.unit.sheet.book(), may_do(deed, rules))?;
    permits_price(ailments, deed.unit.spent, paid.points)?;
    permits_complex(ailments, paid.points)?;
    Ok(paid)
}

/// Does a deed that is paid.
///
/// # Errors
/// As the table.
pub fn perform(table: &mut impl Table, deed: &Deed<'_>, rules: &RuleSet) -> Step<Outcome> {
    if let Some(outcome) = ailing::perform(table, deed, rules)? {
        return Ok(outcome);
    }
    if let Some(outcome) = riding::perform(deed).or_else(|| shield::perform(deed)) {
        return Ok(outcome);
    }
    ask!(deed.unit.sheet.book(), perform(table, deed, rules))
}

// Ailments.

/// What a test of a trait would be made with: a target number, or dice. The greater is the better.
pub fn trait_value(unit: &Combatant, of: Trait, rules: &RuleSet) -> i32 {
    ask!(unit.sheet.book(), trait_value(unit, of, rules))
}

/// Makes a test that an ailment asks for, in the book's column of the translation. `changes` are all modifiers.
///
/// # Errors
/// As the table.
pub fn ailment_roll(
    table: &mut impl Table,
    unit: &Combatant,
    test: (Trait, &Trial),
    changes: &[Change],
    rules: &RuleSet,
) -> Step<Tried> {
    ask!(unit.sheet.book(), ailment_roll(table, unit, test, changes, rules))
}

/// Makes a test that an ailment asks for: of the best of its values, with all that ailments do to it.
///
/// # Errors
/// As the table.
pub fn ailment_test(table: &mut impl Table, unit: &Combatant, trial: &Trial, rules: &RuleSet) -> Step<Tried> {
    ailing::test(table, unit, trial, rules)
}

/// What a round of flames leaves of a unit, and how much harm that is. `CS-BURN-01`.
///
/// # Errors
/// As the table.
pub fn burn(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<(Condition, u32)> {
    ask!(unit.sheet.book(), burn(table, unit, rules))
}
