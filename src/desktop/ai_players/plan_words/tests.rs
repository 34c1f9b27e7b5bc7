use super::*;
use ai::ScoreContribution;

#[test]
fn a_way_that_was_taken_is_described_like_one_ahead() {
    let path = [Cell::new(5, 4), Cell::new(5, 3), Cell::new(5, 2)];
    assert_eq!(way_text(Cell::new(5, 5), &path), "3 squares to the north");
    assert_eq!(way_text(Cell::new(5, 2), &path), "2 squares to the north", "the unit has arrived");
    assert_eq!(way_text(Cell::new(5, 4), &path[..1]), "1 square");
}

#[test]
fn ways_without_a_landmark_have_a_direction() {
    let from = Cell::new(5, 5);
    assert_eq!(direction_text(from, Cell::new(8, 2)), "3 squares to the north-east");
    assert_eq!(direction_text(from, Cell::new(5, 6)), "1 square to the south");
    assert_eq!(direction_text(from, Cell::new(1, 5)), "4 squares to the west");
    assert_eq!(direction_text(from, Cell::new(1, 4)), "4 squares to the west and 1 to the north");
    assert_eq!(direction_text(from, Cell::new(4, 8)), "3 squares to the south and 1 to the west");
}

#[test]
fn a_way_leads_to_a_window_and_behind_a_crate() {
    assert_eq!(going_text("at the window".to_owned()), "to the window");
    assert_eq!(going_text("behind the crate".to_owned()), "behind the crate");
}

#[test]
fn a_plan_that_leads_closer_says_so_once() {
    let path = vec![Cell::new(5, 4)];
    let order = Order::Move { unit: UnitId(1), path, pace: Pace::Walk, evade: false };
    let plan =
        |score| ScoredOrder::new(order.clone(), vec![ScoreContribution { term: ScoreTerm::CloseIn, score }]);
    let told = choice_text(scored(&plan(0.3)), Some(scored(&plan(0.1))), |_| String::new());
    assert_eq!(told, "Closer to the enemy.");
    let told = choice_text(scored(&plan(0.1)), Some(scored(&plan(0.1))), |_| String::new());
    assert_eq!(told, "Closer to the enemy. Hardly better than the next best plan.");
}

#[test]
fn advice_to_place_a_unit_names_the_unit() {
    assert_eq!(placement_reason("Tallow"), "More of Tallow is hidden there from the enemies in sight.");
}

#[test]
fn reasons_are_words_the_weightiest_first_and_each_once() {
    let reason = |term, score| ScoreContribution { term, score };
    let contributions = vec![
        reason(ScoreTerm::Future, 0.1),
        reason(ScoreTerm::Harm(UnitId(2)), 0.4),
        reason(ScoreTerm::Danger, -0.2),
        reason(ScoreTerm::Harm(UnitId(2)), 0.1),
        reason(ScoreTerm::Misjudgement, 0.3),
        reason(ScoreTerm::CloseIn, 0.001),
    ];
    let path = vec![Cell::new(5, 4)];
    let order = Order::Move { unit: UnitId(1), path, pace: Pace::Walk, evade: false };
    let plan = ScoredOrder::new(order, contributions);
    let text = reasons_text(&plan, |_| "Moss".to_owned(), None);
    assert_eq!(
        text,
        "Can attack Moss from there; has targets from there next turn. Against this plan: enemies can hit the unit there."
    );
    let none = ScoredOrder::new(Order::EndPhase { unit: UnitId(1) }, Vec::new());
    assert_eq!(reasons_text(&none, |_| String::new(), None), "");
}

/// A plan of which only its scores are known.
fn scored(plan: &ScoredOrder) -> ComparedPlan<'_> {
    ComparedPlan { plan, exposure: None, chance: None }
}

#[test]
fn a_plan_without_a_reason_of_its_own_is_compared_with_the_next_one() {
    let plan = |terms: &[(ScoreTerm, f64)]| {
        let all = terms.iter().map(|&(term, score)| ScoreContribution { term, score });
        ScoredOrder::new(Order::EndPhase { unit: UnitId(1) }, all.collect())
    };
    let text = |plan: &ScoredOrder, next: Option<&ScoredOrder>| {
        choice_text(scored(plan), next.map(scored), |_| "Moss".to_owned())
    };
    let next = plan(&[(ScoreTerm::Danger, -0.06), (ScoreTerm::Future, 0.004)]);
    let safe = plan(&[(ScoreTerm::Danger, -0.004), (ScoreTerm::Future, 0.004)]);
    let told = "Safer than the next best plan: less damage is to be expected from enemies.";
    assert_eq!(text(&safe, Some(&next)), told);
    let own = Some(Exposure { seen_by: 1, nearest: None });
    let other = Some(Exposure { seen_by: 2, nearest: None });
    let own = ComparedPlan { exposure: own, ..scored(&safe) };
    let other = ComparedPlan { exposure: other, ..scored(&next) };
    let told = choice_text(own, Some(other), |_| "Moss".to_owned());
    assert_eq!(told, "Safer than the next best plan: 1 enemy sees the unit, not 2.");
    let exposed = plan(&[(ScoreTerm::Danger, -0.06), (ScoreTerm::Flank, 0.004), (ScoreTerm::Future, 0.003)]);
    let told = "Has better targets next turn than the next best plan. Against this plan: enemies can hit the unit here.";
    assert_eq!(text(&exposed, Some(&next)), told);
    let (one, other) = (plan(&[]), plan(&[]));
    assert_eq!(text(&one, Some(&other)), "Hardly better than the next best plan.");
    assert_eq!(text(&one, None), "Nothing else was worth considering.");
    let good = plan(&[(ScoreTerm::Harm(UnitId(2)), 0.4)]);
    let told = "May hurt Moss. Does more damage to enemies than the next best plan.";
    assert_eq!(text(&good, Some(&next)), told, "its own reason comes first");
    let likely = ComparedPlan { chance: Some((UnitId(2), 0.7)), ..scored(&good) };
    let told = choice_text(likely, None, |_| "Moss".to_owned());
    assert_eq!(told, "May hurt Moss (70 %). Nothing else was worth considering.");
    assert_eq!(reasons_text(&good, |_| "Moss".to_owned(), Some((UnitId(3), 0.7))), "May hurt Moss.");
    let told = |chance: f64| {
        let other = ComparedPlan { chance: Some((UnitId(3), chance)), ..scored(&next) };
        choice_text(likely, Some(other), |_| "Moss".to_owned())
    };
    assert_eq!(
        told(0.58),
        "May hurt Moss (70 %). More likely to do damage than the next best plan: 70 %, not 58 %."
    );
    let heavier = "May hurt Moss (70 %). Does more damage to enemies than the next best plan.";
    assert_eq!([told(0.7), told(0.81)], [heavier, heavier], "its damage is higher, not its chance");
    for other in [None, Some((UnitId(3), 0.01))] {
        let unlikely = ComparedPlan { chance: Some((UnitId(2), 0.02)), ..scored(&good) };
        let other = ComparedPlan { chance: other, ..scored(&next) };
        let told = choice_text(unlikely, Some(other), |_| "Moss".to_owned());
        assert_eq!(told, "May hurt Moss (2 %). Hardly better than the next best plan.");
    }
}

#[test]
fn a_plan_that_is_better_by_what_speaks_against_it_says_how_both_fit() {
    let plan = |terms: &[(ScoreTerm, f64)]| {
        let all = terms.iter().map(|&(term, score)| ScoreContribution { term, score });
        ScoredOrder::new(Order::EndPhase { unit: UnitId(1) }, all.collect())
    };
    let text = |plan: &ScoredOrder, next: &ScoredOrder| {
        choice_text(scored(plan), Some(scored(next)), |_| "Moss".to_owned())
    };
    let worse = plan(&[(ScoreTerm::EndPosition, -0.3)]);
    assert_eq!(
        text(&plan(&[(ScoreTerm::EndPosition, -0.1)]), &worse),
        "Against this plan: a poor position at the end of the turn. The next best plan ends the turn in a worse position."
    );
    assert_eq!(
        text(
            &plan(&[(ScoreTerm::Harm(UnitId(2)), 0.4), (ScoreTerm::FriendlyFire, -0.1)]),
            &plan(&[(ScoreTerm::Harm(UnitId(2)), 0.4), (ScoreTerm::FriendlyFire, -0.3),])
        ),
        "May hurt Moss. Against this plan: may hurt allies. Still does less harm to allies than the next best plan."
    );
    let both = plan(&[(ScoreTerm::EndPosition, 0.2), (ScoreTerm::EndPosition, -0.1)]);
    assert_eq!(
        text(&both, &worse),
        "A good position at the end of the turn. Ends the turn in a better position than the next best plan.",
        "a term that is counted both ways is one reason"
    );
    let other = plan(&[(ScoreTerm::EndPosition, -0.1), (ScoreTerm::Harm(UnitId(2)), 0.3)]);
    assert_eq!(
        text(&other, &plan(&[(ScoreTerm::EndPosition, -0.1)])),
        "May hurt Moss. Against this plan: a poor position at the end of the turn. Does more damage to enemies than the next best plan.",
        "it is better by something else"
    );
}

#[test]
fn a_safer_plan_says_what_makes_it_safer() {
    let exposure = |seen_by, metres: i32| {
        let nearest = Some(Cell::new(0, 0).distance(Cell::new(metres, 0)));
        Some(Exposure { seen_by, nearest })
    };
    let words = Exposure::safety_words;
    assert_eq!(words(exposure(1, 8), exposure(3, 12)), "1 enemy sees the unit, not 3");
    assert_eq!(words(exposure(0, 8), exposure(1, 8)), "no enemy sees the unit, not 1");
    assert_eq!(words(exposure(2, 12), exposure(2, 8)), "the nearest enemy is 12 m away, not 8 m");
    assert_eq!(words(exposure(2, 8), exposure(2, 8)), "less damage is to be expected from enemies");
    assert_eq!(words(None, exposure(2, 8)), "less damage is to be expected from enemies");
}

#[test]
fn an_attack_with_an_area_may_hurt_all_that_it_catches() {
    let caught = ["Tamsin", "Anvil", "Noll"].map(str::to_owned);
    let order = Order::Attack {
        unit: UnitId(1),
        target: Target::Unit(UnitId(2)),
        weapon: 0,
        mode: None,
        option: None,
    };
    let reason = |score| ScoreContribution { term: ScoreTerm::Harm(UnitId(2)), score };
    let plan = ScoredOrder::new(order, vec![reason(0.01), reason(0.9)]);
    let text = |caught: &[String]| reasons_text(&plan, |_| hurt_names(caught, || "Garnet".to_owned()), None);
    assert_eq!(text(&caught), "May hurt Tamsin, Anvil and Noll.");
    assert_eq!(text(&[]), "May hurt Garnet.");
}

#[test]
fn an_order_without_plans_says_why() {
    let end = Order::EndPhase { unit: UnitId(1) };
    assert_eq!(unplanned_text(&end), "Found nothing more to do.");
    let walk = Order::Move { unit: UnitId(1), path: vec![Cell::new(5, 4)], pace: Pace::Walk, evade: false };
    assert_eq!(unplanned_text(&walk), "Took the straight way and looked no further.");
}

#[test]
fn advice_says_that_a_unit_can_leave_and_whether_that_wins() {
    let text = |exit| with_exit("May hurt Gant (31 %).".to_owned(), exit);
    assert_eq!(text(None), "May hurt Gant (31 %).");
    let wins = text(Some(ExitNote::Leaves { wins: true }));
    assert_eq!(wins, "The unit leaves by the exit when the turn ends there: that wins the battle.");
    assert!(!text(Some(ExitNote::Leaves { wins: false })).contains("wins"));
    let before = text(Some(ExitNote::AttacksBefore));
    assert_eq!(before, "May hurt Gant (31 %). The exit can still be reached in this turn after that.");
    assert!(text(Some(ExitNote::StandsUp)).starts_with("Then the unit can reach the exit"));
}

#[test]
fn advice_says_that_cover_fits_after_an_attack_that_something_speaks_against() {
    let against = "May hurt Gant (31 %). Against this plan: a poor position at the end of the turn.";
    let told = with_cover(against.to_owned(), true);
    assert_eq!(told, format!("{against} Cover can still be taken in this turn after the attack."));
    assert_eq!(with_cover(against.to_owned(), false), against);
    assert_eq!(with_cover("May hurt Gant (31 %).".to_owned(), true), "May hurt Gant (31 %).");
}

#[test]
fn the_strongest_reasons_are_told_however_weak_and_the_weightiest_first() {
    let told = |reasons: &[(&str, f64)], strongest| {
        strongest_reasons(reasons.iter().map(|(text, score)| ((*text).to_owned(), *score)), strongest)
    };
    let weak = [("a", 0.006), ("b", 0.011), ("c", 0.009)];
    assert_eq!(told(&weak, 2), ["b", "c"]);
    assert_eq!(told(&weak, 1), ["b"]);
    assert_eq!(told(&[("a", 0.3), ("b", 0.25), ("a", 0.1), ("b", 0.2)], 2), ["b", "a"], "sums count");
    assert_eq!(told(&[("a", 0.004)], 2), Vec::<String>::new(), "it rounds to zero");
    let many = [("a", 0.1), ("b", 0.2), ("c", 0.3), ("d", 0.4)];
    assert_eq!(told(&many, 2), ["d", "c", "b"]);
}

/// Every term, for and against, as the sentence of an order.
fn sentences(order: &Order) -> Vec<String> {
    use ScoreTerm as T;
    let terms = [
        T::Harm(UnitId(2)),
        T::FriendlyFire,
        T::Danger,
        T::Future,
        T::Objective,
        T::CloseIn,
        T::Crowding,
        T::ThreatRemoved,
        T::Push,
        T::EndPosition,
        T::Flank,
        T::Readiness,
        T::Defence,
        T::OpensPath,
        T::WinChance,
        T::Misjudgement,
    ];
    let scores = [1.0, -1.0].into_iter();
    let plans = scores.flat_map(|score| terms.map(|term| ScoreContribution { term, score }));
    let texts = plans.map(|reason| {
        reasons_text(&ScoredOrder::new(order.clone(), vec![reason]), |_| "Moss".to_owned(), None)
    });
    texts.filter(|text| !text.is_empty()).collect()
}

fn shot() -> Order {
    Order::Attack {
        unit: UnitId(1),
        target: battle::Target::Unit(UnitId(2)),
        weapon: 0,
        mode: None,
        option: None,
    }
}

#[test]
fn the_sentences_of_an_attack_are_true_for_it() {
    let own_attack = [
        "May hurt Moss.",
        "Has targets next turn from here.",
        "May take an enemy out of action.",
        "May push the enemy over an edge.",
        "A good position at the end of the turn.",
        "The target has hardly any cover.",
        "Prepared for the next attack.",
        "Hinders the attacks of enemies.",
        "Opens a way.",
        "A better chance to win after the next exchange of attacks.",
        "Against this plan: may hurt allies.",
        "Against this plan: enemies can hit the unit here.",
        "Against this plan: an enemy is too close for the weapon.",
        "Against this plan: a poor position at the end of the turn.",
    ];
    assert_eq!(sentences(&shot()), own_attack);
}

#[test]
fn the_sentences_of_a_move_are_true_for_it() {
    let path = vec![Cell::new(5, 4)];
    let walk = Order::Move { unit: UnitId(1), path, pace: Pace::Walk, evade: false };
    assert_eq!(
        sentences(&walk),
        [
            "Can attack Moss from there.",
            "Has targets from there next turn.",
            "Closer to the objective.",
            "Closer to the enemy.",
            "May take an enemy out of action.",
            "May push the enemy over an edge.",
            "A good position at the end of the turn.",
            "The target has hardly any cover from there.",
            "Prepared for the next attack.",
            "Harder to hit until the next turn.",
            "Opens a way.",
            "A better chance to win after the next exchange of attacks.",
            "Against this plan: may hurt allies.",
            "Against this plan: enemies can hit the unit there.",
            "Against this plan: farther from the objective.",
            "Against this plan: farther from the enemy.",
            "Against this plan: an enemy is too close for the weapon there.",
            "Against this plan: a poor position at the end of the turn.",
        ]
    );
}

#[test]
fn no_order_that_stays_says_where_it_goes_or_that_it_comes_closer() {
    let unit = UnitId(1);
    let staying = [
        shot(),
        Order::Reload { unit, weapon: 0 },
        Order::Ready { unit, weapon: 1 },
        Order::StandUp { unit },
        Order::DropProne { unit },
        Order::TakeCover { unit },
        Order::Delay { unit },
        Order::EndPhase { unit },
        Order::SpecialAction { unit, action: "aim".to_owned(), target: None, weapon: None },
    ];
    for order in &staying {
        for text in sentences(order) {
            let goes = ["there", "closer", "farther"].iter().any(|word| text.to_lowercase().contains(word));
            assert!(!goes, "{order:?}: {text}");
        }
    }
}

#[test]
fn readiness_is_told_in_the_words_of_its_order() {
    let unit = UnitId(1);
    let ready = |order: Order| {
        let reason = ScoreContribution { term: ScoreTerm::Readiness, score: 1.0 };
        reasons_text(&ScoredOrder::new(order, vec![reason]), |_| String::new(), None)
    };
    assert_eq!(ready(Order::Reload { unit, weapon: 0 }), "The weapon is loaded for the next attack.");
    assert_eq!(ready(Order::StandUp { unit }), "Can move and fight upright.");
    assert_eq!(ready(Order::Ready { unit, weapon: 1 }), "A better weapon for the next attack.");
    let treat = |target| Order::SpecialAction { unit, action: "heal".to_owned(), target, weapon: None };
    assert_eq!(ready(treat(Some(UnitId(2)))), "The ally beside the unit needs help.");
    let own = Order::SpecialAction { unit, action: "heal_self".to_owned(), target: None, weapon: None };
    assert_eq!(ready(own), "The unit is badly hurt.");
}

#[test]
fn a_walk_to_a_treatment_names_the_other_unit() {
    let path = vec![Cell::new(5, 4)];
    let walk = Order::Move { unit: UnitId(1), path, pace: Pace::Walk, evade: false };
    let text = |term| {
        let reasons = vec![ScoreContribution { term, score: 0.2 }];
        reasons_text(&ScoredOrder::new(walk.clone(), reasons), |_| "Moss".to_owned(), None)
    };
    assert_eq!(text(ai::ScoreTerm::Treats(UnitId(2))), "Can treat Moss from there.");
    assert_eq!(text(ai::ScoreTerm::TreatedBy(UnitId(2))), "Moss can treat the unit there.");
}
