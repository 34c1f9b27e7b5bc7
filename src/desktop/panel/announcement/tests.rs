//! Tests of the order and the default of announcements.

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
fn attacks_without_odds_stand_behind_those_that_can_be_made() {
    use Announcement::{Later, Other, Slight, Useful};
    let kinds = [Later(-0.5), Slight(-0.4), Useful(-0.1), Later(-0.6), Useful(-0.3), Other];
    let offered = order_announcements(&kinds, &["first", "0@3", "0@4", "1@later", "1@4", "none"]);
    assert_eq!((offered.order, offered.default), (vec![4, 2, 1, 3, 0, 5], 4));
    let unseen = order_announcements(&[Later(-0.1), Other], &["first", "none"]);
    assert_eq!(unseen.default, 0, "nothing can be attacked from here");
}

#[test]
fn an_attack_that_hardly_ever_does_damage_stands_last_unless_an_objective_names_its_target() {
    use Announcement::{Later, Slight, Useful};
    let kind = |reasons: &[RatingReason], harm, is_on_wanted| {
        let odds = Odds { hit: 0.99, harm, ..Odds::default() };
        let reasons = reasons.to_vec();
        let rated = RatedAnnouncement { value: 0.5, reasons, ..RatedAnnouncement::default() };
        kind_of_attack(&rated, &odds, is_on_wanted)
    };
    assert_eq!(kind(&[RatingReason::AfterMove], 0.1, false), Useful(-0.5));
    assert_eq!(kind(&[], 0.09, false), Later(-0.5));
    assert_eq!(kind(&[RatingReason::LastResort], 0.95, false), Slight(-0.5));
    assert_eq!(kind(&[RatingReason::LastResort], 0.09, true), Useful(-0.5));
    let bare = [RatingReason::AfterMove, RatingReason::BareHands];
    assert_eq!((kind(&bare, 0.95, false), kind(&bare, 0.95, true)), (Later(-0.5), Useful(-0.5)));
}

#[test]
fn answers_keep_their_order_after_an_attack_on_one_of_the_targets() {
    use Announcement::{Other, Useful};
    let kinds = [Useful(-0.5), Useful(-0.4), Useful(-0.1), Other];
    let offered = |shares: &[f64]| order_after_attacks(&kinds, shares, &["first", "0@3", "0@4", "none"]);
    let first = offered(&[1.0; 4]);
    assert_eq!((first.order, first.default), (vec![0, 1, 2, 3], 0));
    let next = offered(&[0.3, 1.0, 1.0, 1.0]);
    assert_eq!((next.order, next.default), (vec![0, 1, 2, 3], 1), "only the default is another one");
}

#[test]
fn the_target_of_an_objective_is_the_second_one_at_least() {
    use Announcement::{Later, Other, Useful};
    let kinds = [Useful(-0.5), Useful(-0.4), Useful(-0.3), Useful(-0.2), Later(-0.5), Later(-0.1), Other];
    let targets = [3, 3, 4, 5, 4, 5];
    let order = |wanted: u32| {
        let mut order: Vec<usize> = (0..kinds.len()).collect();
        let target_of = |at: usize| targets.get(at).map(|number| UnitId(*number));
        put_wanted_second(&mut order, &kinds, target_of, |target| target == UnitId(wanted));
        order
    };
    assert_eq!(order(5), [0, 1, 3, 2, 4, 5, 6]);
    assert_eq!(order(3), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(order(9), [0, 1, 2, 3, 4, 5, 6], "none is wanted");
}

#[test]
fn a_target_that_is_chosen_on_the_board_puts_the_attacks_on_it_first() {
    let label = || GivenText(String::new());
    let keys = ["first", "0@3", "0@4", "1@4", "none"];
    let answers = keys.map(|key| Answer::new(key, label(), "AB-CANCEL-01")).to_vec();
    let prompt = Prompt { who: UnitId(1), question: label().into(), clause: "AB-CANCEL-01", answers };
    let aim =
        |number| AnswerAim { target: UnitId(number), attack: None, blind: None, interceptions: Vec::new() };
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
    assert!(blind.ends_with("the target is not seen, and until it is, the shot is a blind one"), "{blind}");
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
fn a_weapon_with_few_uses_says_what_counts_against_it() {
    let rated = RatedAnnouncement {
        value: 0.1,
        share: Some(0.5),
        reasons: vec![RatingReason::FewUses],
        health_left: Some(7.0),
        ..RatedAnnouncement::default()
    };
    let target = RankedTarget { name: "Hale", damage_words: "health levels", members: None, tie: None };
    let text = rank_text(&rated, target);
    assert!(
        text.ends_with("counts for less: the weapon can be used fewer times than the unit can attack"),
        "{text}"
    );
}

#[test]
fn what_is_announced_without_a_question_says_why() {
    let reasons = ["first", "1@3", "1@later", "none"].map(announcement_reason);
    assert_eq!(reasons[0], "the best attack, as chosen for this unit");
    assert_eq!(reasons[1], reasons[0]);
    assert!(reasons[2].ends_with("the target is chosen later"), "{}", reasons[2]);
    assert_eq!(reasons[3], "no attack can do anything now", "it is not the best attack");
}
