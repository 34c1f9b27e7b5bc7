//! Announcements of attacks: the order of the answers, the default, and what was announced before.

use std::collections::HashMap;
use std::mem::discriminant;

use super::announced_shots::shot_refusal;
use crate::answer_aims::AnswerAims;
use crate::attack_forecast::{ForecastCache, odds_worth};
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
use rules::{Forecast, play};

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
pub(super) const ORDER_WORDS: &str = "Sorted by the share of its remaining health that the target is likely to lose; the attacks on one target stand together.";
/// What an announcement binds its unit to.
pub(super) const BINDING_WORDS: &str = "The unit has to make the announced attack in its turn. If the target falls or leaves first, another attack in its place costs 1 Willpower or a Willpower roll, and is harder by 1. The odds are those of this moment: what the unit and its target lose until then changes them.";
/// End of the keys that announce a weapon without a target.
const OPEN_TARGET: &str = "@later";

/// Worth of an attack that advice leaves out, such as one on a captive, as a share of what its odds are worth.
const LEAST_SHARE: f64 = 1e-6;

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
    /// An attack that can be made and do something, or is likely to become possible: less is better, so that it is the
    /// negative worth.
    Useful(f64),
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
/// announcements the attack that is worth most, as advice rates it, comes first and is the default; an attack that can do
/// nothing never is.
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
    let mut kinds: Vec<Announcement> =
        prompt.answers.iter().map(|answer| &*answer.key).map(kind_of).collect();
    // What an attack before takes out needs no other one.
    for (answer, kind) in prompt.answers.iter().zip(&mut kinds) {
        if let (Announcement::Useful(worth), Some(aim)) = (kind, aims.get(&answer.key)) {
            *worth *= chance_left(context, odds, &aims, aim.target);
        }
    }
    let keys: Vec<&str> = prompt.answers.iter().map(|answer| answer.key.as_str()).collect();
    let mut offered = order_announcements(&kinds, &keys);
    let default = offered.default;
    offered.order.retain(|at| *at == default || kinds[*at] != Announcement::Harmless);
    group_by_target(&mut offered.order, &kinds, |at| aims.get(keys[at]).map(|aim| aim.target));
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
    let worth = rated.get(key).map(|rated| rated.value);
    let useful = |otherwise| worth.map_or(otherwise, |worth| Announcement::Useful(-worth));
    let Some(aim) = aims.get(key) else { return useful(Announcement::Other) };
    let Some(attack) = &aim.attack else { return useful(Announcement::NotYet) };
    match cache.announced_odds(context.view, aim) {
        Some(odds) if odds.hit > 0.0 && !odds.is_harmless() => {
            if cache.caught_units(context.view, attack).own {
                return Announcement::Avoided;
            }
            let own = || LEAST_SHARE * odds_worth(context.view, &odds, Target::Unit(aim.target));
            Announcement::Useful(-worth.unwrap_or_else(own))
        }
        Some(odds) if odds.hit > 0.0 => Announcement::Harmless,
        _ => Announcement::Hopeless,
    }
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
        RatingReason::FewUses => "the weapon lasts for fewer attacks than the unit can make",
        RatingReason::MayBeStopped => "an enemy may stop the move",
        RatingReason::NeedsRun => "it takes a run, and another attack takes none",
        RatingReason::Urgent => "the target is close to its goal",
        RatingReason::ReachesGoalFirst if is_tied => "the target may reach its goal first",
        RatingReason::ReachesGoalFirst => "the target acts first and can reach its goal",
        RatingReason::LastResort => "it does almost no damage",
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

/// Orders the answers of an announcement.
fn order_announcements(kinds: &[Announcement], keys: &[&str]) -> OfferedAnswers {
    let mut order: Vec<usize> = (0..kinds.len()).collect();
    // Stable: what is worth as much keeps the order of the rules.
    order.sort_by(|one, other| kinds[*one].partial_cmp(&kinds[*other]).unwrap_or(std::cmp::Ordering::Equal));
    let first = order[0];
    let open = keys.iter().position(|key| key.ends_with(OPEN_TARGET));
    let none = keys.iter().position(|key| *key == NO_ATTACK);
    let default = match kinds[first] {
        Announcement::Useful(_) | Announcement::NotYet => first,
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
mod tests {
    use super::*;
    use crate::answer_aims::AnswerAim;
    use dice::{Answer, GivenText};

    #[test]
    fn the_answers_of_a_question_keep_their_order_whatever_the_default() {
        let order = |clause, keys: [&'static str; 3]| {
            let label = || GivenText(String::new());
            let answers = keys.map(|key| Answer::new(key, label(), clause)).to_vec();
            let prompt = Prompt { who: UnitId(0), question: label().into(), clause, answers };
            let mut order = vec![0, 1, 2];
            put_fixed_answer_first(&mut order, &prompt);
            order.into_iter().map(|at| keys[at]).collect::<Vec<_>>()
        };
        let fixed = ["decline", "arm_useless", "leg_ruined"];
        assert_eq!(order("AB-GRIEV-02", fixed), fixed);
        assert_eq!(order("AB-GRIEV-02", ["arm_useless", "leg_ruined", "decline"]), fixed);
        let defences = ["dodge", "parry", "decline"];
        assert_eq!(order("AD-DEF-17", defences), defences);
    }

    #[test]
    fn the_default_of_an_announcement_is_the_best_attack_and_never_a_hopeless_one() {
        use Announcement::{Avoided, Harmless, Hopeless, NotYet, Other, Useful};
        let offered = |kinds: &[Announcement]| {
            let keys = ["first", "0@3", "0@4", "1@later", "none"];
            order_announcements(kinds, &keys[keys.len() - kinds.len()..])
        };
        let best = offered(&[Hopeless, Useful(-0.1), Useful(-0.4), Other, Other]);
        assert_eq!(best, OfferedAnswers { order: vec![2, 1, 0, 3, 4], default: 2 });
        let later = offered(&[Hopeless, Hopeless, NotYet, Other, Other]);
        assert_eq!(later, OfferedAnswers { order: vec![2, 0, 1, 3, 4], default: 2 });
        let open = offered(&[Hopeless, Hopeless, Hopeless, Other, Other]);
        assert_eq!((open.order, open.default), (vec![0, 1, 2, 3, 4], 3), "a weapon without a target");
        let harmless = offered(&[Harmless, Useful(-0.2), Hopeless, Other, Other]);
        assert_eq!((harmless.order, harmless.default), (vec![1, 2, 0, 3, 4], 1));
        let none = order_announcements(&[Hopeless, Other], &["first", "none"]);
        assert_eq!(none.default, 1, "no attack");
        let avoided = offered(&[Avoided, Useful(-0.1), Hopeless, Other, Other]);
        assert_eq!((avoided.order, avoided.default), (vec![1, 0, 2, 3, 4], 1));
        let only = order_announcements(&[Avoided, Other], &["first", "none"]);
        assert_eq!(only.default, 1, "rather none than one that catches a friend");
    }

    #[test]
    fn the_attacks_on_one_target_stand_where_the_best_of_them_does() {
        use Announcement::{Hopeless, Other, Useful};
        let kinds = [Useful(-0.1), Useful(-0.5), Hopeless, Useful(-0.3), Useful(-0.2), Other];
        let targets = [3, 4, 4, 3, 4];
        let mut order = vec![1, 3, 4, 0, 2, 5];
        group_by_target(&mut order, &kinds, |at| targets.get(at).map(|number| UnitId(*number)));
        assert_eq!(order, [1, 4, 3, 0, 2, 5], "what cannot hit stays behind");
    }

    #[test]
    fn a_target_that_is_chosen_on_the_board_puts_the_attacks_on_it_first() {
        let label = || GivenText(String::new());
        let keys = ["first", "0@3", "0@4", "1@4", "none"];
        let answers = keys.map(|key| Answer::new(key, label(), "AB-CANCEL-01")).to_vec();
        let prompt = Prompt { who: UnitId(1), question: label().into(), clause: "AB-CANCEL-01", answers };
        let aim = |number| AnswerAim {
            target: UnitId(number),
            attack: None,
            blind: None,
            interceptions: Vec::new(),
        };
        let targets = [("first", 2), ("0@3", 3), ("0@4", 4), ("1@4", 4)];
        let by_key = targets.into_iter().map(|(key, number)| (key.to_owned(), aim(number))).collect();
        let aims = AnswerAims { by_key, ..AnswerAims::default() };
        let offered = |target: Option<u32>| {
            let mut offered = OfferedAnswers { order: vec![1, 3, 0, 2, 4], default: 1 };
            offered.put_target_first(&aims, &prompt, target.map(UnitId));
            (offered.order, offered.default)
        };
        assert_eq!(offered(Some(4)), (vec![3, 2, 1, 0, 4], 3), "the best attack on it is the default");
        assert_eq!(offered(Some(1)), (vec![1, 3, 0, 2, 4], 1), "the asked unit itself");
        assert_eq!(offered(None), (vec![1, 3, 0, 2, 4], 1));
    }

    #[test]
    fn a_row_says_what_decides_its_rank_besides_the_odds_on_it() {
        let rated = |share, reasons: &[RatingReason]| RatedAnnouncement {
            value: 0.1,
            share,
            reasons: reasons.to_vec(),
            health_left: Some(7.0),
            ..RatedAnnouncement::default()
        };
        let target = RankedTarget { name: "Hale", damage_words: "health levels", members: None, tie: None };
        assert_eq!(rank_text(&rated(Some(1.0), &[]), target), "Hale can still take 7 health levels");
        let one = RatedAnnouncement { health_left: Some(1.0), ..rated(None, &[]) };
        assert_eq!(rank_text(&one, target), "Hale can still take 1 health level");
        let way = rank_text(&rated(Some(0.6), &[RatingReason::AfterMove]), target);
        assert_eq!(
            way,
            "Hale can still take 7 health levels \u{00b7} counts for less: the unit has to move first"
        );
        let both = [RatingReason::NotYet, RatingReason::AllyFirst];
        let both = rank_text(&rated(Some(0.2), &both), target);
        assert!(
            both.ends_with("counts for less: it is not possible yet; an ally may take the target out first"),
            "{both}"
        );
        let blind = rank_text(&rated(Some(0.2), &[RatingReason::Blind]), target);
        assert!(
            blind.ends_with("the target is not seen, and until it is, the shot is a blind one"),
            "{blind}"
        );
        let urgent = rank_text(&rated(Some(1.5), &[RatingReason::Urgent]), target);
        assert!(urgent.ends_with("counts for more: the target is close to its goal"), "{urgent}");
        let open = RatedAnnouncement { value: 0.1, ..RatedAnnouncement::default() };
        assert_eq!(rank_text(&open, target), "", "no target, no odds");
        let band = RankedTarget { members: Some("16 henchmen and 8 health levels"), ..target };
        let shielded = rank_text(&rated(Some(1.0), &[]), band);
        assert_eq!(shielded, "Hale has 16 henchmen and 8 health levels left");
    }

    #[test]
    fn a_row_does_not_say_which_of_two_tied_units_acts_first() {
        let rated = RatedAnnouncement {
            value: 0.1,
            share: Some(0.1),
            reasons: vec![RatingReason::ReachesGoalFirst],
            health_left: Some(7.0),
            ..RatedAnnouncement::default()
        };
        let target = RankedTarget { name: "Hale", damage_words: "health levels", members: None, tie: None };
        let text = |tie| rank_text(&rated, RankedTarget { tie, ..target });
        assert!(text(None).ends_with("counts for less: the target acts first and can reach its goal"));
        let tied = text(Some(TieMode::Ric));
        assert!(tied.contains("a coin decides whether Hale acts first"), "{tied}");
        assert!(tied.ends_with("counts for less: the target may reach its goal first"), "{tied}");
        let together = text(Some(TieMode::Simultaneous));
        assert!(together.contains("Hale acts at the same time"), "{together}");
    }

    #[test]
    fn what_is_announced_without_a_question_says_why() {
        let reasons = ["first", "1@3", "1@later", "none"].map(announcement_reason);
        assert_eq!(reasons[0], "the best attack, as chosen for this unit");
        assert_eq!(reasons[1], reasons[0]);
        assert!(reasons[2].ends_with("the target is chosen later"), "{}", reasons[2]);
        assert_eq!(reasons[3], "no attack can do anything now", "it is not the best attack");
    }
}
