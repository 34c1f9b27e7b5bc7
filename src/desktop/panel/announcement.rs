//! Announcements of attacks: the order of the answers, the default, and what was announced before.

use std::collections::HashMap;
use std::mem::discriminant;

use super::announced_shots::shot_refusal;
use crate::answer_aims::AnswerAims;
use crate::attack_forecast::{ForecastCache, key_chance, odds_worth};
use crate::objective_text::wanted_words;
use crate::panel::answer_plans::AnswerPlans;
use crate::panel::suggested_answer::suggested_answer;
use crate::panel::wasted_defences::useful_answers;
use crate::panel::widgets::PanelContext;
use ai::{RatedAnnouncement, RatingReason};
use battle::{OpenPrompt, Target};
use battle_log::gauge_changes::{count_points, health_left_words};
use dice::Prompt;
use model::UnitId;
use rules::turn_engine::switches::TieMode;
use rules::{Forecast, Odds, play};

/// Options that are shown of what symbols buy before the others are asked for, besides those that are proposed.
pub(super) const FIRST_CHOICES: usize = 5;
/// Key of the answer that announces nothing.
pub(super) const NO_ATTACK: &str = "none";
/// Key of the answer that announces an attack on a wall or a square.
pub(super) const PLACE: &str = "place";
/// Key of the answer that announces attacks on different targets, one after the other.
pub(super) const SEVERAL_TARGETS: &str = "several";
/// Key of the answer that goes back to the attack before.
pub(crate) const BACK: &str = "back";
/// What the order of the answers follows.
pub(super) const ORDER_WORDS: &str = "Sorted by the share of its remaining health that the target is likely to lose; the attacks on one target stand together, and those on the target of an objective are among the first. Attacks that do next to nothing follow, then those that are unlikely to do damage or not possible yet.";
/// What an announcement binds its unit to.
pub(super) const BINDING_WORDS: &str = "The unit has to make the announced attack in its turn. If the target falls or leaves first, another attack in its place costs 1 Willpower or a Willpower roll, and is harder by 1. \u{201c}Target chosen later\u{201d} is only for a weapon that can attack nobody now: the one target of all its attacks is chosen in the turn without a price, and no other weapon can be used. The odds are those of this moment: what the unit and its target lose until then changes them.";
/// End of the keys that announce a weapon without a target.
const OPEN_TARGET: &str = "@later";

/// Worth of an attack that advice leaves out, such as one on a captive, as a share of what its odds are worth.
const LEAST_SHARE: f64 = 1e-6;

/// Chance of damage below which an attack stands behind those that are likelier to do any.
pub(super) const LEAST_CHANCE: f64 = 0.1;

/// The answers of a prompt as the window offers them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OfferedAnswers {
    /// Their numbers in the prompt, in the order in which they are listed.
    pub order: Vec<usize>,
    /// The one that Enter takes.
    pub default: usize,
}

/// What an answer of an announcement is good for, the best first.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Announcement {
    /// An attack that can be made and is likely to do something, or that can be made on the target of an objective: less is
    /// better, so that it is the negative worth.
    Useful(f64),
    /// One that can be made and does next to nothing.
    Slight(f64),
    /// One that is unlikely to do anything or not possible yet, one whose target is chosen later, one without a weapon for which a
    /// unit with a gun has to move, or one that advice leaves out.
    Later(f64),
    /// An attack that is not possible yet.
    NotYet,
    /// An attack that catches a unit of the own side, or one for which no shot is left: never the default.
    Avoided,
    /// An attack that cannot hit from here and now.
    Hopeless,
    /// An attack that may hit, but cannot harm: it is not offered.
    Harmless,
    /// Anything else.
    Other,
}

impl Announcement {
    /// An attack of which a share of its worth is left.
    fn with_share(self, share: f64) -> Self {
        match self {
            Self::Useful(worth) => Self::Useful(share * worth),
            Self::Slight(worth) => Self::Slight(share * worth),
            Self::Later(worth) => Self::Later(share * worth),
            Self::NotYet | Self::Avoided | Self::Hopeless | Self::Harmless | Self::Other => self,
        }
    }
}

impl OfferedAnswers {
    /// Puts the attacks on a target first that the player has chosen on the board; the best of them is the default.
    pub fn put_target_first(&mut self, aims: &AnswerAims, prompt: &Prompt, target: Option<UnitId>) {
        let is_on_target = |at: &usize| {
            let aim = prompt.answers.get(*at).and_then(|answer| aims.get(&answer.key));
            aim.is_some_and(|aim| Some(aim.target) == target)
        };
        if let Some(first) = self.order.iter().copied().find(is_on_target) {
            self.default = first;
            self.order.sort_by_key(|at| !is_on_target(at)); // stable
        }
    }
}

/// Returns the answers as they are offered. What symbols buy begins with what is proposed, then goes by expected use. Of
/// announcements the attack comes first and is the default that is worth most, as advice rates it, among those that can be made
/// and are likely to do something; an attack that can do nothing never is. After another attack on its target the default may be
/// a later one.
pub(super) fn offered_answers(
    context: &PanelContext,
    odds: &mut ForecastCache,
    (prompt, forecast): (&Prompt, Option<&Forecast>),
) -> OfferedAnswers {
    let aims = odds.answer_aims(context.view);
    if aims.by_key.is_empty() {
        let default = suggested_answer(context, odds, (prompt, forecast));
        let mut order = useful_answers(prompt, forecast);
        if let Some(offer) = play::spending_offer(prompt, context.view.rules()) {
            order = offer.listed_order(FIRST_CHOICES, &offer.best_purchases());
        }
        put_fixed_answer_first(&mut order, prompt);
        return OfferedAnswers { order, default };
    }
    let rated = odds.rated_announcements(context.view);
    let kind_of = |key: &str| kind_of_answer(context, odds, (&aims, &rated), key);
    let kinds: Vec<Announcement> = prompt.answers.iter().map(|answer| &*answer.key).map(kind_of).collect();
    // What an attack before takes out needs no other one.
    let aimed = prompt.answers.iter().map(|answer| aims.get(&answer.key));
    let shares: Vec<f64> =
        aimed.map(|aim| aim.map_or(1.0, |aim| chance_left(context, odds, &aims, aim.target))).collect();
    let keys: Vec<&str> = prompt.answers.iter().map(|answer| answer.key.as_str()).collect();
    let mut offered = order_after_attacks(&kinds, &shares, &keys);
    let default = offered.default;
    offered.order.retain(|at| *at == default || kinds[*at] != Announcement::Harmless);
    let target_of = |at: usize| aims.get(keys[at]).map(|aim| aim.target);
    group_by_target(&mut offered.order, &kinds, target_of);
    put_wanted_second(&mut offered.order, &kinds, target_of, |target| is_wanted(context, target));
    offered
}

/// Says what an answer of an announcement is good for.
fn kind_of_answer(
    context: &PanelContext,
    cache: &mut ForecastCache,
    (aims, rated): (&AnswerAims, &HashMap<String, RatedAnnouncement>),
    key: &str,
) -> Announcement {
    if shot_refusal(context, aims, key).is_some() {
        return Announcement::Avoided;
    }
    let rated = rated.get(key);
    let later = |otherwise| rated.map_or(otherwise, |rated| Announcement::Later(-rated.value));
    let Some(aim) = aims.get(key) else { return later(Announcement::Other) };
    let Some(attack) = &aim.attack else { return later(Announcement::NotYet) };
    match cache.announced_odds(context.view, aim) {
        Some(odds) if odds.hit > 0.0 && !odds.is_harmless() => {
            if cache.caught_units(context.view, attack).own {
                return Announcement::Avoided;
            }
            match rated {
                Some(rated) => kind_of_attack(rated, &odds, is_wanted(context, aim.target)),
                None => {
                    let worth = odds_worth(context.view, &odds, Target::Unit(aim.target));
                    Announcement::Later(-LEAST_SHARE * worth)
                }
            }
        }
        Some(odds) if odds.hit > 0.0 => Announcement::Harmless,
        _ => Announcement::Hopeless,
    }
}

/// Says what an attack that can be made is good for; one on the target of an objective is useful whatever its odds.
fn kind_of_attack(rated: &RatedAnnouncement, odds: &Odds, is_on_wanted: bool) -> Announcement {
    let is_unlikely = key_chance(odds).0 < LEAST_CHANCE;
    let is_makeshift = rated.reasons.contains(&RatingReason::BareHands);
    let worth = -rated.value;
    match rated.reasons.contains(&RatingReason::LastResort) {
        _ if is_on_wanted => Announcement::Useful(worth),
        _ if is_unlikely || is_makeshift => Announcement::Later(worth),
        true => Announcement::Slight(worth),
        false => Announcement::Useful(worth),
    }
}

/// Whether an objective of the asked side is to kill or to stop a unit.
fn is_wanted(context: &PanelContext, target: UnitId) -> bool {
    let Some(open) = context.view.open_prompt() else { return false };
    let target = context.view.unit(target);
    target.is_some_and(|target| wanted_words(context.view, &target, open.side()).is_some())
}

/// Puts the attacks on the targets of objectives before others that are good for as much, except those on the first target.
fn put_wanted_second(
    order: &mut [usize],
    kinds: &[Announcement],
    target_of: impl Fn(usize) -> Option<UnitId>,
    is_wanted: impl Fn(UnitId) -> bool,
) {
    let known = order.to_vec();
    let is_kind = |one: usize, other: usize| discriminant(&kinds[one]) == discriminant(&kinds[other]);
    let place = |at: usize| {
        let first = known.iter().position(|other| is_kind(*other, at)).unwrap_or(0);
        let target = target_of(at);
        let is_first = target.is_some() && target == target_of(known[first]);
        let is_on_wanted = target.is_some_and(&is_wanted);
        (first, !is_first, !is_on_wanted)
    };
    // Stable: the attacks on one target stay together.
    order.sort_by_cached_key(|at| place(*at));
}

/// Puts the attacks on one target together that are good for as much, where the best of them stands.
fn group_by_target(order: &mut [usize], kinds: &[Announcement], target_of: impl Fn(usize) -> Option<UnitId>) {
    let known = order.to_vec();
    let is_same = |one: usize, other: usize| {
        let targets = (target_of(one), target_of(other));
        targets.0.is_some()
            && targets.0 == targets.1
            && discriminant(&kinds[one]) == discriminant(&kinds[other])
    };
    let place = |at: usize| known.iter().position(|other| *other == at || is_same(*other, at));
    // Stable: the best one of a target stays first.
    order.sort_by_cached_key(|at| place(*at));
}

/// The target of an attack that may be announced.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedTarget<'a> {
    pub name: &'a str,
    /// What its damage is counted in.
    pub damage_words: &'static str,
    /// What it has left where its members go before it: "16 henchmen and 8 health levels"; `None` for a single unit.
    pub members: Option<&'a str>,
    /// How its tie with the unit that announces is resolved, as long as nothing has decided which of them acts first.
    pub tie: Option<TieMode>,
}

/// Returns what a unit has left where its members go before it: "16 henchmen and 8 health levels"; `None` for a single unit, and
/// for one without members left.
pub(super) fn members_left(context: &PanelContext, unit: UnitId) -> Option<String> {
    let unit = context.view.unit(unit)?;
    let (sheet, condition) = (unit.sheet.get(), unit.health.condition());
    play::member_count(sheet, condition).filter(|(now, _)| *now > 0)?;
    Some(health_left_words(&play::gauges(sheet, condition, context.view.rules())))
}

/// Says what besides its odds decides the rank of an announced attack on a unit: what the target can still take, a tie with it,
/// and why the attack counts for less, or for more, than its odds are worth. It says nothing of its place in the list: the first
/// one may count for less, too. Empty without odds.
pub(super) fn rank_text(rated: &RatedAnnouncement, target: RankedTarget) -> String {
    let RankedTarget { name, damage_words, members, tie } = target;
    let left = rated.health_left.map(|left| match members {
        Some(members) => format!("{name} has {members} left"),
        None => format!("{name} can still take {}", count_points(left.round() as u32, damage_words)),
    });
    let tied = tie.filter(|_| rated.health_left.is_some()).map(|mode| match mode {
        TieMode::Ric => format!("a coin decides whether {name} acts first"),
        TieMode::Simultaneous => format!("{name} acts at the same time"),
    });
    let reasons: Vec<&str> = rated.reasons.iter().map(|reason| reason_text(*reason, tie.is_some())).collect();
    let share = rated.share.filter(|_| !reasons.is_empty());
    let weight = |share: f64| if share > 1.0 { "counts for more" } else { "counts for less" };
    let weighed = share.map(|share| format!("{}: {}", weight(share), reasons.join("; ")));
    left.into_iter().chain(tied).chain(weighed).collect::<Vec<_>>().join(" \u{00b7} ")
}

/// Words a reason why an attack counts for less, or for more, than its odds. No order of a tie is suggested before it is decided.
const fn reason_text(reason: RatingReason, is_tied: bool) -> &'static str {
    match reason {
        RatingReason::NotYet => "it is not possible yet",
        RatingReason::Blind => "the target is not seen, and until it is, the shot is a blind one",
        RatingReason::AfterMove => "the unit has to move first",
        RatingReason::TargetMayLeave => "the unit has to move first, and the target may leave before that",
        RatingReason::AllyFirst => "an ally may take the target out first",
        RatingReason::AllyToo => "an ally that acts later attacks the target as well",
        RatingReason::FewUses => "the weapon can be used fewer times than the unit can attack",
        RatingReason::MayBeStopped => "an enemy may stop the move",
        RatingReason::NeedsRun => "it takes a run, and another attack takes none",
        RatingReason::Urgent => "the target is close to its goal",
        RatingReason::ReachesGoalFirst if is_tied => "the target may reach its goal first",
        RatingReason::ReachesGoalFirst => "the target acts first and can reach its goal",
        RatingReason::LastResort => "it does almost no damage",
        RatingReason::BareHands => {
            "it takes a move without a weapon, and the unit holds one that it can fire"
        }
    }
}

/// Questions whose default depends on the situation, with the answer that is listed first anyway: the rules begin with
/// the default. `AB-GRIEV-02`, `AB-DAZE-08`, `CS-MEL-01`, `SS-BASE-27`.
const FIXED_FIRST: [(&str, &str); 4] =
    [("AB-GRIEV-02", "decline"), ("AB-DAZE-08", "power"), ("CS-MEL-01", "engage"), ("SS-BASE-27", "keep")];

/// Gives the answers of a question the same order whenever it is asked.
fn put_fixed_answer_first(order: &mut [usize], prompt: &Prompt) {
    let is_first = |at: &usize| {
        let key = prompt.answers.get(*at).map(|answer| answer.key.as_str());
        FIXED_FIRST.iter().any(|(clause, first)| *clause == prompt.clause && key == Some(*first))
    };
    // Stable: the others keep the order of the rules.
    order.sort_by_key(|at| !is_first(at));
}

/// Orders the answers of an announcement after those of the same unit before, which leave a share of the worth of each. That
/// decides on the default alone: the answers keep their numbers from one question to the next.
fn order_after_attacks(kinds: &[Announcement], shares: &[f64], keys: &[&str]) -> OfferedAnswers {
    let left = kinds.iter().zip(shares).map(|(kind, share)| kind.with_share(*share));
    let left: Vec<Announcement> = left.collect();
    let default = order_announcements(&left, keys).default;
    OfferedAnswers { default, ..order_announcements(kinds, keys) }
}

/// Orders the answers of an announcement.
fn order_announcements(kinds: &[Announcement], keys: &[&str]) -> OfferedAnswers {
    let mut order: Vec<usize> = (0..kinds.len()).collect();
    // Stable: what is worth as much keeps the order of the rules.
    order.sort_by(|one, other| kinds[*one].partial_cmp(&kinds[*other]).unwrap_or(std::cmp::Ordering::Equal));
    let first = order[0];
    let open = keys.iter().position(|key| key.ends_with(OPEN_TARGET));
    let none = keys.iter().position(|key| *key == NO_ATTACK);
    let default = match kinds[first] {
        Announcement::Useful(_) | Announcement::Slight(_) | Announcement::Later(_) | Announcement::NotYet => {
            first
        }
        Announcement::Avoided | Announcement::Hopeless | Announcement::Harmless | Announcement::Other => {
            open.or(none).unwrap_or(first)
        }
    };
    OfferedAnswers { order, default }
}

/// Returns the key of the attack that a unit announces without being asked: the one that is worth most, or none if no attack
/// is possible. `None` to ask.
pub(super) fn best_announcement<'p>(
    context: &PanelContext,
    prompt: &'p Prompt,
    plans: &AnswerPlans,
    odds: &mut ForecastCache,
) -> Option<&'p str> {
    if !plans.conditions.announces_best(prompt.who) || odds.answer_aims(context.view).by_key.is_empty() {
        return None;
    }
    let offered = offered_answers(context, odds, (prompt, None));
    prompt.answers.get(offered.default).map(|answer| answer.key.as_str())
}

/// Says why a unit announces this without being asked, for the log.
pub(super) fn announcement_reason(key: &str) -> &'static str {
    match key {
        NO_ATTACK => "no attack can do anything now",
        key if key.ends_with(OPEN_TARGET) => {
            "no attack can do anything now, so that the target is chosen later"
        }
        _ => "the best attack, as chosen for this unit",
    }
}

/// Returns the attacks that the asked unit has announced before, in words; empty in other prompts.
pub(super) fn announced_before(context: &PanelContext, odds: &mut ForecastCache) -> Vec<String> {
    let Some(open) = context.view.open_prompt() else { return Vec::new() };
    if odds.answer_aims(context.view).by_key.is_empty() {
        return Vec::new();
    }
    let label = |key: &String| {
        let answer = open.prompt().answers.iter().find(|answer| answer.key == *key)?;
        Some(context.view.hide_unseen_names(&answer.label))
    };
    announced_keys(open).into_iter().filter_map(label).collect()
}

/// Returns the keys of the answers by which the asked unit has announced attacks before, one by one.
pub(super) fn announced_keys(open: &OpenPrompt) -> Vec<&String> {
    let is_offered = |key: &str| open.prompt().answers.iter().any(|answer| answer.key == key);
    let mut announced = Vec::new();
    for key in open.answers() {
        match key.as_str() {
            BACK => drop(announced.pop()),
            other if is_offered(other) => announced.push(key),
            _ => {}
        }
    }
    announced
}

/// Returns the chance that the attacks that were announced before leave a target in action.
pub(super) fn chance_left(
    context: &PanelContext,
    odds: &mut ForecastCache,
    aims: &AnswerAims,
    target: UnitId,
) -> f64 {
    let Some(open) = context.view.open_prompt() else { return 1.0 };
    let before = announced_keys(open).into_iter().filter_map(|key| aims.get(key));
    let before = before.filter(|aim| aim.target == target);
    before.filter_map(|aim| odds.announced_odds(context.view, aim)).map(|odds| 1.0 - odds.out).product()
}

#[cfg(test)]
mod tests;
