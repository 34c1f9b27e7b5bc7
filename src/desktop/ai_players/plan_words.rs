//! Plans of an AI player in words: what to do and where, and what speaks for it, without scores.

use crate::attack_forecast::{AttackQuery, ForecastCache, percent_text};
use crate::panel::widgets::PanelContext;
use ai::{ExitNote, ScoreTerm, ScoredOrder};
use battle::{BattleView, Order, Pace, Target};
use battle_log::log_text::capitalise;
use battle_log::order_text::order_text;
use model::{Cell, Distance, UnitId};
use rules::list_words;

/// Most reasons for a plan, and against it.
const MAX_REASONS: usize = 3;
/// Least score of a reason that is shown beside stronger ones, in enemies out of action.
const LEAST_SCORE: f64 = 0.02;
/// Least score of the strongest reasons, which are shown however weak they are: what is less rounds to zero.
const LEAST_SIGNIFICANT: f64 = 0.005;
/// How many reasons for a plan, and against it, are shown however weak they are.
const STRONGEST: [usize; 2] = [2, 1];

/// Damage chance of an attack below which a plan is not praised for its damage.
const LEAST_PRAISED_CHANCE: f64 = 0.1;

/// Least difference of a term between two plans that is shown, in enemies out of action.
const LEAST_DIFFERENCE: f64 = 0.002;
/// How a sentence begins that says what speaks against a plan.
const AGAINST: &str = "Against this plan";

/// Describes what a plan does: "Walk behind the crate, by the wooden door", "Kerr attacks Moss (Rifle)".
pub(super) fn plan_text(view: &BattleView, unit: Option<UnitId>, plan: &ScoredOrder) -> String {
    let Order::Move { path, pace, .. } = &plan.order else { return order_text(view, &plan.order) };
    let verb = match pace {
        Pace::Walk => "Walk",
        Pace::Run => "Run",
        Pace::Sprint => "Sprint",
    };
    let from = unit.and_then(|unit| view.unit_ignoring_fog(unit)).map(|unit| unit.cell());
    let (Some(unit), Some(from), Some(end)) = (unit, from, path.last().copied()) else {
        return verb.to_owned();
    };
    let place = ai::describe_place(view, unit, end).map(going_text);
    format!("{verb} {}", place.unwrap_or_else(|| way_text(from, path)))
}

/// Words a place as where a way leads: "to the window" for "at the window".
fn going_text(place: String) -> String {
    match place.strip_prefix("at ") {
        Some(landmark) => format!("to {landmark}"),
        None => place,
    }
}

/// What advice says when no unit is to be placed elsewhere.
pub(super) const NOTHING_TO_PLACE: &str = "Nothing to advise: no starting square within four squares of a unit hides it \
                                           clearly better from the enemies in sight.";
/// What a person can look for then.
pub(super) const HOW_TO_PLACE: &str =
    "Place units behind cover, where few enemies see them, and confirm that you are ready.";
/// Says why a unit is placed elsewhere.
pub(super) fn placement_reason(name: &str) -> String {
    format!("More of {name} is hidden there from the enemies in sight.")
}

/// Name of a unit that is to be placed.
pub(super) fn placed_name(view: &BattleView, unit: UnitId) -> String {
    let known = view.unit_ignoring_fog(unit);
    known.map_or_else(|| "the unit".to_owned(), |unit| unit.identity.name().to_owned())
}

/// Describes where a unit is to be placed in the deployment: "Place Sable behind the crate".
pub(super) fn placement_text(view: &BattleView, unit: UnitId, to: Cell) -> String {
    let known = view.unit_ignoring_fog(unit);
    let name = placed_name(view, unit);
    let from = known.as_ref().map_or(to, |unit| unit.cell());
    let place = ai::describe_place(view, unit, to).unwrap_or_else(|| direction_text(from, to));
    format!("Place {name} {place}")
}

/// Describes a way that is to be taken from `from`, or was taken to end there.
fn way_text(from: Cell, path: &[Cell]) -> String {
    let (Some(first), Some(end)) = (path.first().copied(), path.last().copied()) else {
        return String::new();
    };
    let is_ahead = from != end && from.chebyshev_distance(first) <= 1;
    match (is_ahead, first == end) {
        (true, _) => direction_text(from, end),
        (false, true) => "1 square".to_owned(),
        (false, false) => direction_text(first, end),
    }
}

/// Describes a way by its direction and length: "3 squares to the north-east"; where it leads farther along one axis than
/// along the other, by both: "3 squares to the south and 1 to the west".
pub(crate) fn direction_text(from: Cell, to: Cell) -> String {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let vertical = if dy < 0 { "north" } else { "south" };
    let horizontal = if dx < 0 { "west" } else { "east" };
    let (along, across) = (dy.unsigned_abs(), dx.unsigned_abs());
    let squares = |count: u32| if count == 1 { "1 square".to_owned() } else { format!("{count} squares") };
    match (along, across) {
        (along, 0) => format!("{} to the {vertical}", squares(along)),
        (0, across) => format!("{} to the {horizontal}", squares(across)),
        (along, across) if along == across => format!("{} to the {vertical}-{horizontal}", squares(along)),
        (along, across) if along > across => {
            format!("{} to the {vertical} and {across} to the {horizontal}", squares(along))
        }
        (along, across) => format!("{} to the {horizontal} and {along} to the {vertical}", squares(across)),
    }
}

/// Says why an order was not chosen among plans: who acts without a plan does the first thing that is possible.
pub(super) const fn unplanned_text(order: &Order) -> &'static str {
    match order {
        Order::Attack { .. } | Order::Multiple { .. } => "Had this attack and looked no further.",
        Order::Move { .. } => "Took the straight way and looked no further.",
        Order::EndPhase { .. } => "Found nothing more to do.",
        _ => "Did what came first and looked no further.",
    }
}

/// What an order does with the position of its unit, and with whom; reasons are worded for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OrderKind {
    /// The unit moves; reasons are about the end of the way.
    Move,
    /// An attack or another action on a target.
    Attack,
    /// The unit acts where it is.
    Stay,
}

impl OrderKind {
    fn of(order: &Order) -> Self {
        match order {
            Order::Move { .. } => Self::Move,
            Order::Attack { .. }
            | Order::Multiple { .. }
            | Order::Detonate { .. }
            | Order::SpecialAction { target: Some(_), .. } => Self::Attack,
            _ => Self::Stay,
        }
    }
}

/// The chance that an attack damages its target, and which unit that is.
pub(super) type DamageChance = (UnitId, f64);

/// A plan that is compared with another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct ComparedPlan<'a> {
    pub plan: &'a ScoredOrder,
    /// How open to enemies it leaves its unit.
    pub exposure: Option<Exposure>,
    /// That of its attack, where it is known.
    pub chance: Option<DamageChance>,
}

/// Returns the damage chance of an attack on its target; `None` for other orders, and for an attack that is not possible now, such as
/// one that was made already.
pub(super) fn attack_chance(
    see: &PanelContext,
    odds: &mut ForecastCache,
    order: &Order,
) -> Option<DamageChance> {
    let Order::Attack { unit, target, weapon, mode, option } = order else { return None };
    let Target::Unit(enemy) = target else { return None };
    let query = AttackQuery::from_current_position(&see.view.unit(*unit)?, *target, *weapon, *mode);
    let query = AttackQuery { option: option.clone(), ..query };
    if odds.attack_refusal(see.view, &query).is_some() {
        return None;
    }
    let (quick, _) = odds.quick_odds(see.view, &query)?;
    Some((*enemy, quick.harm))
}

/// Names whom an attack may hurt: those in its area, whichever of them it is aimed at, or else its target.
pub(super) fn hurt_names(caught: &[String], target: impl FnOnce() -> String) -> String {
    if caught.is_empty() { target() } else { list_words(caught) }
}

/// Says what speaks for a plan and what against it: "May hurt Moss (70 %). Against this plan: enemies can hit the unit there." `chance`
/// is that of damage to the target of an attack, where it is known.
pub(super) fn reasons_text(
    plan: &ScoredOrder,
    name: impl Fn(UnitId) -> String,
    chance: Option<DamageChance>,
) -> String {
    let list = |is_good: bool| told_reasons(plan, is_good, &name, chance).join("; ");
    match (list(true), list(false)) {
        (good, bad) if good.is_empty() && bad.is_empty() => String::new(),
        (good, bad) if bad.is_empty() => format!("{}.", capitalise(&good)),
        (good, bad) if good.is_empty() => format!("{AGAINST}: {bad}."),
        (good, bad) => format!("{}. {AGAINST}: {bad}.", capitalise(&good)),
    }
}

/// Returns the reasons that are shown for a plan, or against it. A term that is counted both ways is one reason, by its sum.
fn told_reasons(
    plan: &ScoredOrder,
    is_good: bool,
    name: &impl Fn(UnitId) -> String,
    chance: Option<DamageChance>,
) -> Vec<String> {
    let known = |unit: UnitId| chance.filter(|(target, _)| *target == unit).map(|(_, chance)| chance);
    let harm_name = |unit: UnitId| match known(unit) {
        Some(chance) => format!("{} ({})", name(unit), percent_text(chance)),
        None => name(unit),
    };
    let kind = OrderKind::of(&plan.order);
    let own = summed_terms(plan).into_iter().filter(|(_, score)| (*score > 0.0) == is_good);
    let worded = own.filter_map(|(term, score)| {
        let text = reason_text(term, is_good, (kind, &plan.order), &harm_name)?;
        Some((text, score.abs()))
    });
    strongest_reasons(worded, STRONGEST[usize::from(!is_good)])
}

/// Returns each term of a plan once, with the sum of its scores, in the order of the first of them.
fn summed_terms(plan: &ScoredOrder) -> Vec<(ScoreTerm, f64)> {
    let mut terms: Vec<(ScoreTerm, f64)> = Vec::new();
    for reason in &plan.contributions {
        match terms.iter_mut().find(|(term, _)| *term == reason.term) {
            Some((_, sum)) => *sum += reason.score,
            None => terms.push((reason.term, reason.score)),
        }
    }
    terms
}

/// Returns the words of reasons, the weightiest first: each once, with the scores of all that have the same words. The strongest
/// ones are shown however weak they are.
fn strongest_reasons(worded: impl Iterator<Item = (String, f64)>, strongest: usize) -> Vec<String> {
    let mut reasons: Vec<(String, f64)> = Vec::new();
    for (text, score) in worded {
        match reasons.iter_mut().find(|(known, _)| *known == text) {
            Some((_, sum)) => *sum += score,
            None => reasons.push((text, score)),
        }
    }
    // Stable: of reasons that weigh the same, the first stays first.
    reasons.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let is_told = |at: usize, score: f64| {
        let least = if at < strongest { LEAST_SIGNIFICANT } else { LEAST_SCORE };
        at < MAX_REASONS && score >= least
    };
    let told = reasons.into_iter().enumerate().filter(|(at, (_, score))| is_told(*at, *score));
    told.map(|(_, (text, _))| text).collect()
}

/// How open to enemies a unit is where a plan leaves it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Exposure {
    /// The enemies in sight of it that see the place.
    pub seen_by: usize,
    /// How far the nearest of all known enemies is; `None` without one.
    pub nearest: Option<Distance>,
}

impl Exposure {
    /// Reads it from the state in which an order was chosen; `None` for a unit that is not there.
    pub fn of_order(view: &BattleView, unit: UnitId, order: &Order) -> Option<Self> {
        let own = view.unit_ignoring_fog(unit)?;
        let cell = match order {
            Order::Move { path, .. } => path.last().copied().unwrap_or(own.cell()),
            _ => own.cell(),
        };
        let mut exposure = Self::default();
        for enemy in view.units() {
            if *enemy.side == *own.side || !enemy.is_fighting() || !view.perceives(*own.side, &enemy) {
                continue;
            }
            let from = enemy.cell();
            let sees = field::line_of_sight(view.field().grid(), from, enemy.body(), cell, own.body());
            exposure.seen_by += usize::from(sees);
            let distance = cell.distance(from);
            exposure.nearest = Some(exposure.nearest.map_or(distance, |known| known.min(distance)));
        }
        Some(exposure)
    }

    /// Says what makes a place safer than the one of another plan: "1 enemy sees the unit, not 3", "the nearest enemy is 12 m away, not
    /// 8 m"; else that enemies do less to it.
    fn safety_words(own: Option<Self>, next: Option<Self>) -> String {
        let compared = own.zip(next);
        if let Some((own, next)) = compared.filter(|(own, next)| own.seen_by < next.seen_by) {
            let seen = match own.seen_by {
                0 => "no enemy sees the unit".to_owned(),
                1 => "1 enemy sees the unit".to_owned(),
                count => format!("{count} enemies see the unit"),
            };
            return format!("{seen}, not {}", next.seen_by);
        }
        let nearest = compared.and_then(|(own, next)| own.nearest.zip(next.nearest));
        match nearest.filter(|(own, next)| own > next) {
            Some((own, next)) => format!("the nearest enemy is {own} m away, not {next} m"),
            None => "less damage is to be expected from enemies".to_owned(),
        }
    }
}

/// Says why a plan was chosen before others: what speaks for it and against it, and by what it is better than the next one.
/// Where nothing speaks for it, that comes first; where it is better by what speaks against it, that comes last and says so: "Against
/// this plan: may hurt allies. Still does less harm to allies than the next best plan."
pub(super) fn choice_text(
    own: ComparedPlan,
    next: Option<ComparedPlan>,
    name: impl Fn(UnitId) -> String,
) -> String {
    let reasons = reasons_text(own.plan, &name, own.chance);
    let advantage = next.and_then(|next| main_advantage(own.plan, next.plan));
    let compared = match next {
        Some(next) => comparison_text(advantage, own, next),
        None => "Nothing else was worth considering.".to_owned(),
    };
    match advantage.filter(|words| tells_against(own.plan, words, &name)) {
        // A poor position is no better one: it is the other one that is worse.
        Some(BETTER_END) => return format!("{reasons} {WORSE_END}"),
        Some(_) => return format!("{reasons} Still {}", uncapitalise(&compared)),
        None => {}
    }
    match (reasons.is_empty(), reasons.starts_with(AGAINST)) {
        (true, _) => compared,
        // The reasons say already that the plan leads closer.
        (false, false) if advantage.is_some_and(|words| is_told_by(words, &reasons)) => reasons,
        (false, true) => format!("{compared} {reasons}"),
        (false, false) => format!("{reasons} {compared}"),
    }
}

/// Whether a reason that is shown against a plan is of a term with these comparative words.
fn tells_against(plan: &ScoredOrder, words: &str, name: &impl Fn(UnitId) -> String) -> bool {
    let told = told_reasons(plan, false, name, None);
    let kind = OrderKind::of(&plan.order);
    summed_terms(plan).into_iter().any(|(term, score)| {
        let text = reason_text(term, false, (kind, &plan.order), name);
        score < 0.0 && comparative(term) == Some(words) && text.is_some_and(|text| told.contains(&text))
    })
}

/// Whether the reasons for a plan, before those against it, say the same as comparative words.
fn is_told_by(words: &str, reasons: &str) -> bool {
    let reasons_for = reasons.split(AGAINST).next().unwrap_or_default().to_lowercase();
    words
        .strip_prefix("gets nearer to ")
        .is_some_and(|goal| reasons_for.contains(&format!("closer to {goal}")))
}

/// Begins a sentence with a small letter, to put words before it.
fn uncapitalise(sentence: &str) -> String {
    let mut rest = sentence.chars();
    let first = rest.next().map(|first| first.to_lowercase().to_string());
    format!("{}{}", first.unwrap_or_default(), rest.as_str())
}

/// Adds to reasons against an attack that cover fits in the same turn.
pub(super) fn with_cover(reasons: String, covers_after: bool) -> String {
    match covers_after && reasons.contains(AGAINST) {
        true => format!("{reasons} Cover can still be taken in this turn after the attack."),
        false => reasons,
    }
}

/// Adds to the reasons for a plan how it belongs to the way out of the battlefield. Leaving is a reason that needs no other one.
pub(super) fn with_exit(reasons: String, exit: Option<ExitNote>) -> String {
    match exit {
        None => reasons,
        Some(ExitNote::Leaves { wins: true }) => {
            "The unit leaves by the exit when the turn ends there: that wins the battle.".to_owned()
        }
        Some(ExitNote::Leaves { wins: false }) => {
            "The unit leaves by the exit when the turn ends there, before any enemy can attack.".to_owned()
        }
        Some(ExitNote::StandsUp) => "Then the unit can reach the exit and leave in this turn.".to_owned(),
        Some(ExitNote::AttacksBefore) => {
            format!("{reasons} The exit can still be reached in this turn after that.")
                .trim_start()
                .to_owned()
        }
    }
}

/// Returns the comparative words of the term that differs most in favour of a plan; `None` where it is hardly better than the other.
fn main_advantage(plan: &ScoredOrder, next: &ScoredOrder) -> Option<&'static str> {
    let sum = |plan: &ScoredOrder, words: &str| -> f64 {
        let same = plan.contributions.iter().filter(|one| comparative(one.term) == Some(words));
        same.map(|one| one.score).sum()
    };
    let terms = plan.contributions.iter().chain(&next.contributions);
    let gains = terms.filter_map(|one| comparative(one.term));
    let gains = gains.map(|words| (sum(plan, words) - sum(next, words), words));
    let best = gains.max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.filter(|(gain, _)| *gain > LEAST_DIFFERENCE).map(|(_, words)| words)
}

/// Says by what a plan is better than another one. That it is safer always says why, and that its attack is more likely to do damage
/// gives both chances.
fn comparison_text(advantage: Option<&str>, own: ComparedPlan, next: ComparedPlan) -> String {
    let chances = own.chance.zip(next.chance).map(|((_, own), (_, other))| (own, other));
    let told = chances.filter(|(own, other)| own > other && percent_text(*own) != percent_text(*other));
    let is_unlikely = own.chance.is_some_and(|(_, chance)| chance < LEAST_PRAISED_CHANCE);
    match (advantage, told) {
        (Some(MORE_DAMAGE), _) if is_unlikely => HARDLY_BETTER.to_owned(),
        (Some(SAFER), _) => {
            format!("Safer than the next best plan: {}.", Exposure::safety_words(own.exposure, next.exposure))
        }
        (Some(MORE_DAMAGE), Some((own, other))) => {
            let (own, other) = (percent_text(own), percent_text(other));
            format!("More likely to do damage than the next best plan: {own}, not {other}.")
        }
        (Some(words), _) => format!("{} than the next best plan.", capitalise(words)),
        (None, _) => HARDLY_BETTER.to_owned(),
    }
}

/// What is said of a plan without an advantage worth a word.
const HARDLY_BETTER: &str = "Hardly better than the next best plan.";

/// What less danger means; the text says what makes it so.
const SAFER: &str = "safer";
/// What a better position at the end means.
const BETTER_END: &str = "ends the turn in a better position";
/// What is said instead of a plan whose own position at the end is poor.
const WORSE_END: &str = "The next best plan ends the turn in a worse position.";
/// What more expected damage means; the text gives the chances where they are what makes it so.
const MORE_DAMAGE: &str = "does more damage to enemies";

/// What more of a term means; `None` if that says nothing to a player.
const fn comparative(term: ScoreTerm) -> Option<&'static str> {
    Some(match term {
        ScoreTerm::Harm(_) | ScoreTerm::ThreatRemoved | ScoreTerm::Push => MORE_DAMAGE,
        ScoreTerm::FriendlyFire => "does less harm to allies",
        ScoreTerm::Danger | ScoreTerm::Defence => SAFER,
        ScoreTerm::Future | ScoreTerm::Flank => "has better targets next turn",
        ScoreTerm::Objective | ScoreTerm::OpensPath => "gets nearer to the objective",
        ScoreTerm::CloseIn => "gets nearer to the enemy",
        ScoreTerm::Crowding => "leaves more room to shoot",
        ScoreTerm::EndPosition => BETTER_END,
        ScoreTerm::Readiness => "prepares the next turns better",
        ScoreTerm::Treats(_) => "helps an ally",
        ScoreTerm::TreatedBy(_) => "gets help",
        ScoreTerm::WinChance => "has a better chance to win",
        ScoreTerm::Misjudgement => return None,
    })
}

/// What a term says for a plan, or against it; `None` if it says nothing to a player.
fn reason_text(
    term: ScoreTerm,
    is_good: bool,
    (kind, order): (OrderKind, &Order),
    name: &impl Fn(UnitId) -> String,
) -> Option<String> {
    let moves = kind == OrderKind::Move;
    let text = match (term, is_good) {
        (ScoreTerm::Harm(unit), true) if moves => {
            return Some(format!("can attack {} from there", name(unit)));
        }
        (ScoreTerm::Harm(unit), true) => return Some(format!("may hurt {}", name(unit))),
        (ScoreTerm::Treats(unit), true) => return Some(format!("can treat {} from there", name(unit))),
        (ScoreTerm::TreatedBy(unit), true) => {
            return Some(format!("{} can treat the unit there", name(unit)));
        }
        (ScoreTerm::FriendlyFire, false) => "may hurt allies",
        (ScoreTerm::Danger, false) if moves => "enemies can hit the unit there",
        (ScoreTerm::Danger, false) => "enemies can hit the unit here",
        (ScoreTerm::Future, true) if moves => "has targets from there next turn",
        (ScoreTerm::Future, true) => "has targets next turn from here",
        (ScoreTerm::Objective, true) if moves => "closer to the objective",
        (ScoreTerm::Objective, false) if moves => "farther from the objective",
        (ScoreTerm::CloseIn, true) if moves => "closer to the enemy",
        (ScoreTerm::CloseIn, false) if moves => "farther from the enemy",
        (ScoreTerm::Crowding, false) if moves => "an enemy is too close for the weapon there",
        (ScoreTerm::Crowding, false) => "an enemy is too close for the weapon",
        (ScoreTerm::ThreatRemoved, true) => "may take an enemy out of action",
        (ScoreTerm::Push, true) => "may push the enemy over an edge",
        (ScoreTerm::EndPosition, true) => "a good position at the end of the turn",
        (ScoreTerm::EndPosition, false) => "a poor position at the end of the turn",
        (ScoreTerm::Flank, true) if moves => "the target has hardly any cover from there",
        (ScoreTerm::Flank, true) => "the target has hardly any cover",
        (ScoreTerm::Readiness, true) => match order {
            Order::Reload { .. } => "the weapon is loaded for the next attack",
            Order::Ready { .. } | Order::PickUp { .. } => "a better weapon for the next attack",
            Order::StandUp { .. } => "can move and fight upright",
            Order::SpecialAction { target: Some(_), .. } => "the ally beside the unit needs help",
            Order::SpecialAction { action, .. } if ai::treats_itself(action) => "the unit is badly hurt",
            _ => "prepared for the next attack",
        },
        (ScoreTerm::Defence, true) if kind == OrderKind::Attack => "hinders the attacks of enemies",
        (ScoreTerm::Defence, true) => "harder to hit until the next turn",
        (ScoreTerm::OpensPath, true) => "opens a way",
        (ScoreTerm::WinChance, true) => "a better chance to win after the next exchange of attacks",
        _ => return None,
    };
    Some(text.to_owned())
}

#[cfg(test)]
mod tests;
