//! Tests of the list of attacks: its order, its figures and its default.

use super::*;
use crate::attack_forecast::{key_chance, key_chance_text};
use crate::attack_ranking::{AttackRanking, PossibleTarget, dearer_mode_change};
use crate::board::interaction::target_cycle::cycled_cells;
use crate::drawn_texts::drawn_texts;
use crate::hovered_attack::walk_targets;
use crate::panel::announcement::{LEAST_CHANCE, offered_answers};
use crate::session::Intent;

/// The attacks of the acting unit, without an aim.
fn ranking(context: &PanelContext, aimed: Option<UnitId>) -> Option<AttackRanking> {
    let unit = context.view.unit(context.view.round().acting()?)?;
    AttackRanking::new(context.view, &unit, (aimed, None), &mut ForecastCache::default())
}

/// Draws the panels with an open menu of the action bar; returns their texts.
fn texts_with_menu(context: &PanelContext, menu: &str) -> Vec<String> {
    texts_with_ranking(context, menu, ranking(context, None).as_ref())
}

/// Draws the panels with an open menu of the action bar and these attacks; returns their texts.
fn texts_with_ranking(context: &PanelContext, menu: &str, ranking: Option<&AttackRanking>) -> Vec<String> {
    let context = &PanelContext { attacks: ranking, ..*context };
    let ctx = Context::default();
    theme::style_egui(&ctx, context.palette, 1.0);
    let mut inputs = panel_inputs();
    inputs.world_mut().resource_mut::<Session>().open_menu = Some(OpenMenu::Group(menu.to_owned()));
    let mut params: SystemState<PanelEdits> = SystemState::new(inputs.world_mut());
    let mut edits = params.get_mut(inputs.world_mut()).expect("the plugin adds them");
    let window = Rect::from_min_size(Pos2::ZERO, vec2(1440.0, 900.0));
    let mut texts = Vec::new();
    for _ in 0..3 {
        let input = RawInput { screen_rect: Some(window), ..RawInput::default() };
        let output = ctx.run_ui(input, |ui| _ = show_frame(ui, context, &mut edits, window));
        texts = drawn_texts(&output);
        output.drop_without_applying_deltas();
    }
    texts
}

#[test]
fn targets_and_attacks_are_ranked_by_worth_in_every_book() {
    let mut ranked = 0;
    for (book, mut world) in warehouse_in_every_book() {
        for _ in 0..8 {
            answer_prompts(&mut world);
            let Some(acting) = world.resource::<battle::RoundState>().acting() else { break };
            with_context(&mut world, |context| {
                let Some(all) = ranking(context, None) else { return };
                let ranks: Vec<_> = all.targets.iter().map(PossibleTarget::rank_worth).collect();
                assert!(ranks.is_sorted_by(|one, other| one >= other), "{book:?}: {ranks:?}");
                if let Some(best) = all.best_target {
                    assert_eq!(all.target, best, "{book:?}: the list opens on the best target");
                    assert_eq!(all.targets[0].choice, all.attacks[0], "{book:?}: with the best attack");
                    ranked += 1;
                }
                if let Some(last) = all.targets.last() {
                    let aimed = ranking(context, Some(last.enemy)).expect("there are targets");
                    assert_eq!(aimed.target, last.enemy, "{book:?}: the aim is kept");
                    assert_eq!(aimed.targets, all.targets, "{book:?}: and changes no order");
                    let listed = aimed.listed_targets(1);
                    assert_eq!(listed[0].enemy, last.enemy, "{book:?}: a short list has it");
                    let unit = context.view.unit(acting).expect("it acts");
                    let cells = cycled_cells(context.view, &unit, Intent::Move, Some(&aimed));
                    let cell_of =
                        |target: &PossibleTarget| context.view.unit(target.enemy).map(|enemy| enemy.cell());
                    let listed: Vec<_> = all.targets.iter().filter_map(cell_of).collect();
                    assert_eq!(cells[..listed.len()], listed, "{book:?}: the key follows the list");
                    let rest = cells[listed.len()..].iter();
                    let far: Vec<_> = rest.map(|cell| unit.cell().distance_squared(*cell)).collect();
                    assert!(far.is_sorted(), "{book:?}: then by distance: {far:?}");
                    assert_eq!(aimed.best_target, all.best_target, "{book:?}: the best one stays marked");
                }
            });
            journal::submit_order(&mut world, Order::EndPhase { unit: acting }).expect("it acts");
        }
    }
    assert!(ranked >= 5, "{ranked}");
}

#[test]
fn the_attack_of_a_click_is_worth_most_of_those_allowed() {
    let mut compared = 0;
    for (book, mut world) in warehouse_in_every_book() {
        answer_prompts(&mut world);
        with_context(&mut world, |context| {
            let Some(unit) = context.view.round().acting().and_then(|id| context.view.unit(id)) else {
                return;
            };
            let mut cache = ForecastCache::default();
            for enemy in context.view.units().filter(|other| other.side != unit.side) {
                let target = Target::Unit(*enemy.id);
                let query = |(weapon, mode)| AttackQuery::from_current_position(&unit, target, weapon, mode);
                let ranked = cache.ranked_attacks(context.view, &unit, *enemy.id);
                let allowed: Vec<_> = ranked
                    .iter()
                    .filter(|choice| cache.attack_refusal(context.view, &query(**choice)).is_none())
                    .collect();
                assert_eq!(allowed, ranked.iter().take(allowed.len()).collect::<Vec<_>>(), "{book:?}: first");
                let worths: Vec<f64> =
                    allowed.iter().map(|choice| cache.attack_worth(context.view, &query(**choice))).collect();
                assert!(worths.is_sorted_by(|one, other| one >= other), "{book:?}: {worths:?}");
                compared += worths.len();
            }
        });
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn averages_say_of_what_and_the_best_attack_is_marked() {
    for (book, mut world) in warehouse_in_every_book() {
        answer_prompts(&mut world);
        with_context(&mut world, |context| {
            let texts = texts_with_menu(context, "Attack");
            let opened = texts.iter().any(|text| {
                let titles = ["With what, at ", "Attacks on ", "No ordinary attack ", "No attack "];
                titles.iter().any(|title| text.starts_with(title))
            });
            assert!(opened, "{book:?}: {texts:?}");
            for text in texts.iter().filter(|text| text.contains("average ")) {
                assert!(text.contains("average damage"), "{book:?}: {text}");
            }
            let has_best = ranking(context, None).is_some_and(|all| all.best_target.is_some());
            let marked = |mark: &str| texts.iter().any(|text| text.contains(mark));
            assert_eq!(has_best, marked("best target"), "{book:?}: {texts:?}");
            assert!(!has_best || marked("  best\n"), "{book:?}: {texts:?}");
        });
    }
}

#[test]
fn ss_act_43_no_weapon_is_refused_for_want_of_a_fire_mode_that_it_has() {
    for (book, mut world) in warehouse_in_every_book() {
        answer_prompts(&mut world);
        with_context(&mut world, |context| {
            for unit in context.view.units() {
                for (_, why) in context.view.unusable_weapons(&unit) {
                    let why = battle::OrderError::AttackForbidden(why).to_string();
                    assert!(!why.contains("fire mode"), "{book:?} {}: {why}", unit.identity.name());
                }
            }
        });
    }
}

#[test]
fn ss_call_03_called_shots_say_what_they_do_and_hopeless_ones_are_folded_away() {
    let mut world = battle_in(Some(Book::SwanSong), "warehouse");
    with_context(&mut world, |context| {
        let all = choices::all_choices(context.view, &Session::default(), Ok(()));
        let menu = all.iter().find(|choice| choice.label.starts_with("Called shot")).expect("it has a rifle");
        let texts = texts_with_menu(context, &menu.label);
        let rows: Vec<&String> = texts.iter().filter(|text| text.contains(" dice)")).collect();
        let hopeless = texts.iter().any(|text| text.starts_with("Cannot work on "));
        assert!(!rows.is_empty() || hopeless, "{texts:?}");
        assert!(rows.iter().all(|row| row.contains("damage, and ") || row.contains("no damage")), "{rows:?}");
        assert!(texts.iter().all(|text| !text.starts_with("0 %")), "{texts:?}");
        let chance = |text: &String| text.split(" %").next().and_then(|number| number.parse::<u32>().ok());
        let chances: Vec<u32> =
            texts.iter().filter(|text| text.ends_with(" % damage chance")).filter_map(chance).collect();
        assert!(chances.is_sorted_by(|one, other| one >= other), "{chances:?}");
    });
}

/// What an attack that advice prefers to those that are not possible yet is worth at least, in targets out of action.
const WORTH_MENTIONING: f64 = 0.02;

#[test]
fn ab_cancel_01_the_default_announcement_can_do_something() {
    let mut world = battle_in(Some(Book::Aberrant), "warehouse");
    let (mut asked, mut lost) = (0, 0);
    for number in 0..120 {
        with_context(&mut world, |context| {
            let Some(open) = context.view.open_prompt() else { return };
            let mut cache = ForecastCache::default();
            let aims = cache.answer_aims(context.view);
            if aims.by_key.is_empty() {
                return;
            }
            let offered = offered_answers(context, &mut cache, (open.prompt(), None));
            let rated = cache.rated_announcements(context.view);
            let answers = &open.prompt().answers;
            let attacks = answers.iter().map(|answer| aims.get(&answer.key)?.attack.as_ref());
            let catches_own: Vec<bool> = attacks
                .map(|attack| attack.is_some_and(|attack| cache.caught_units(context.view, attack).own))
                .collect();
            assert!(!catches_own[offered.default], "never one that catches a friend");
            // What catches a friend is no attack to propose, whatever advice makes of it.
            let worth = |at: usize| match rated.get(&answers[at].key) {
                Some(one) if !catches_own[at] => one.value,
                _ => 0.0,
            };
            let aimed = answers.iter().map(|answer| aims.get(&answer.key));
            let odds = aimed.map(|aim| aim.and_then(|aim| cache.announced_odds(context.view, aim)));
            let is_likely: Vec<bool> = odds
                .map(|odds| {
                    odds.is_some_and(|odds| !odds.is_harmless() && key_chance(&odds).0 >= LEAST_CHANCE)
                })
                .collect();
            let mut harm = |at: usize| {
                let aim = aims.get(&open.prompt().answers[at].key)?;
                cache.announced_odds(context.view, aim).map(|odds| odds.hit > 0.0 && !odds.is_harmless())
            };
            // A last resort that does next to nothing is no such attack.
            let mut at_hand = offered.order.iter().filter(|at| worth(**at) >= WORTH_MENTIONING);
            let useful = at_hand.any(|at| harm(*at) == Some(true));
            let (default, key) = (harm(offered.default), &open.prompt().answers[offered.default].key);
            assert_ne!(default, Some(false), "{key}");
            // Advice decides between the attacks that are likely to do damage; what cannot be made yet comes after them.
            let is_best =
                offered.order.iter().all(|at| worth(*at) <= worth(offered.default) || !is_likely[*at]);
            let is_attack = aims.get(key).is_some() && is_best;
            assert!(!useful || is_attack, "the best attack is the default if there is one: {key}");
            let mut left_out = (0..open.prompt().answers.len()).filter(|at| !offered.order.contains(at));
            assert!(left_out.all(|at| harm(at) == Some(false)), "only what cannot harm is left out");
            asked += 1;
            lost += usize::from(harm(0) != Some(true));
        });
        let player = ai::AiPlayer::new(ai::Difficulty::Easy, number);
        let Some(decision) = ai::decide(&mut world, &player) else { break };
        journal::submit_order(&mut world, decision.order).expect("allowed");
    }
    assert!(asked > 5, "{asked} announcements, {lost} of them with another first answer");
}

#[test]
fn an_aimed_attack_is_kept_when_the_list_opens() {
    let mut world = battle_in(Some(Book::SwanSong), "warehouse");
    with_context(&mut world, |context| {
        let all = ranking(context, None).expect("a unit acts");
        let context = &PanelContext { attacks: Some(&all), ..*context };
        let mut cache = crate::panel::action_bar::choice_cache::ChoiceCache::default();
        let slots = cache.slots(context, &Session::default());
        let (_, attack) = &slots[1];
        let ChoiceAction::CycleAttacks(listed) = &attack.action else { panic!("{:?}", attack.action) };
        let (weapon, mode) = all.attacks[0];
        let first = ChoiceAction::Aim(Intent::Attack { weapon, mode, option: None });
        assert_eq!(listed[0].action, first, "the button aims the best attack");
    });
}

/// A step of the acting unit towards the nearest enemy, by the widest walk or run.
fn step_closer(view: &BattleView) -> Option<Order> {
    use crate::board::overlay::{move_range::MoveRange, route::Route};
    let unit = view.unit(view.round().acting()?)?;
    let range = MoveRange::for_unit(view, &unit)?;
    let enemies: Vec<_> =
        view.units().filter(|other| other.side != unit.side && other.is_fighting()).collect();
    let far = |cell: model::Cell| enemies.iter().map(|enemy| cell.distance_squared(enemy.cell())).min();
    let cell = range.cells().filter(|cell| far(*cell) < far(unit.cell())).min_by_key(|cell| far(*cell))?;
    Some(Route::plan(view, &range, cell, false)?.order())
}

#[test]
fn a_unit_out_of_melee_reach_walks_up_and_strikes() {
    use crate::attack_forecast::AttackQuery;
    use crate::board::interaction::attack_approach::AttackApproach;
    let mut struck = 0;
    for (book, mut world) in warehouse_in_every_book() {
        for _ in 0..200 {
            answer_prompts(&mut world);
            let approach = battle::with_view(&mut world, |view| {
                let unit = view.unit(view.round().acting()?)?;
                let enemies = view.units().filter(|other| other.side != unit.side && other.is_fighting());
                let aims = enemies.flat_map(|other| {
                    modes(view, *unit.id).map(move |(weapon, mode)| (Target::Unit(*other.id), weapon, mode))
                });
                let mut queries = aims.map(|(target, weapon, mode)| {
                    AttackQuery::from_current_position(&unit, target, weapon, mode)
                });
                queries.find_map(|query| Some((AttackApproach::plan(view, &query)?, query)))
            });
            if let Some((approach, query)) = approach {
                let struck_from = approach.query_after(&query);
                let odds = battle::with_view(&mut world, |view| {
                    ForecastCache::default().quick_odds(view, &struck_from).map(|(odds, _)| odds.hit)
                });
                assert!(odds.is_some_and(|hit| hit > 0.0), "{book:?}: the card has the odds of the blow");
                assert_ne!(struck_from.from, query.from, "{book:?}: from the square beside the target");
                let orders = approach.orders();
                let (blow, way) =
                    orders.split_last().map(|(last, way)| (last.clone(), way.to_vec())).expect("orders");
                let early = battle::with_view(&mut world, |view| validate_order(view, &blow).is_err());
                assert!(early, "{book:?}: the blow is out of reach before the walk");
                for order in way {
                    journal::submit_order(&mut world, order).expect("the way is free and paid");
                }
                let is_asked = battle::with_view(&mut world, |view| view.open_prompt().is_some());
                if !is_asked {
                    journal::submit_order(&mut world, blow).expect("in reach and paid");
                    struck += 1;
                    break;
                }
                continue;
            }
            let step = battle::with_view(&mut world, step_closer);
            let Some(unit) = world.resource::<battle::RoundState>().acting() else { break };
            if step.is_none_or(|step| journal::submit_order(&mut world, step).is_err())
                && journal::submit_order(&mut world, Order::EndPhase { unit }).is_err()
            {
                break;
            }
        }
    }
    assert!(struck > 0, "some unit walks up in some book");
}

/// Draws the list of attacks with the enemies that a click attacks after a walk. Returns how many of them it shows.
fn count_listed_walks(context: &PanelContext, book: Book) -> usize {
    let (view, mut odds) = (context.view, ForecastCache::default());
    let Some(unit) = view.round().acting().and_then(|id| view.unit(id)) else { return 0 };
    let Some(mut all) = ranking(context, None) else { return 0 };
    all.add_walks(&walk_targets(view, &Session::default(), &mut odds, *unit.id));
    let ranks: Vec<_> = all.targets.iter().map(PossibleTarget::rank_worth).collect();
    assert!(ranks.is_sorted_by(|one, other| one >= other), "{book:?}: {ranks:?}");
    let listed = all.listed_targets(5);
    if listed.iter().all(|target| target.walk.is_none()) {
        return 0;
    }
    let texts = texts_with_ranking(context, "Attack", Some(&all));
    if !texts.iter().any(|text| text == "At whom?") {
        return 0; // the button has no list
    }
    let mut shown = 0;
    for target in listed {
        let Some(walk) = &target.walk else { continue };
        assert_ne!(walk.query.from, unit.cell(), "{book:?}: from where the walk ends");
        let offer = walk.text.replace('\u{a0}', " ");
        assert!(texts.iter().any(|text| text.contains(&offer)), "{book:?}: {offer}: {texts:?}");
        let (there, _) = odds.quick_odds(view, &walk.query).expect("it was listed");
        assert!((there.mean - target.mean).abs() < 1e-9, "{book:?}: ranked by the odds from there");
        if target.can_harm() {
            let chance = key_chance_text(&there).replace('\u{a0}', " ");
            assert!(texts.iter().any(|text| text.starts_with(&chance)), "{book:?}: {chance}: {texts:?}");
        }
        shown += 1;
    }
    shown
}

#[test]
fn the_list_offers_the_walk_and_the_attack_of_a_click_with_the_odds_from_where_it_ends() {
    let mut shown = 0;
    for (book, mut world) in warehouse_in_every_book() {
        for _ in 0..60 {
            answer_prompts(&mut world);
            let Some(unit) = world.resource::<battle::RoundState>().acting() else { break };
            let found = with_context(&mut world, |context| count_listed_walks(context, book));
            shown += found;
            if found > 0 {
                break;
            }
            let step = battle::with_view(&mut world, step_closer);
            if step.is_none_or(|step| journal::submit_order(&mut world, step).is_err())
                && journal::submit_order(&mut world, Order::EndPhase { unit }).is_err()
            {
                break;
            }
        }
    }
    assert!(shown > 0, "some unit can walk up to an enemy in some book");
}

/// Lets the acting unit walk to a shot that it cannot make from where it stands, and shoot; `None` where it has no such shot.
fn walk_and_shoot(world: &mut World, book: Book) -> Option<()> {
    use crate::attack_forecast::AttackQuery;
    use crate::board::interaction::attack_approach::AttackApproach;
    let (approach, query) = battle::with_view(world, |view| {
        let unit = view.unit(view.round().acting()?)?;
        let enemies = view.units().filter(|other| other.side != unit.side && other.is_fighting());
        let enemies: Vec<UnitId> = enemies.map(|other| *other.id).collect();
        let shots: Vec<_> = modes(view, *unit.id)
            .filter(|(weapon, _)| unit.inventory.get(*weapon).is_some_and(|carried| !carried.is_melee()))
            .collect();
        let aims = enemies.iter().flat_map(|enemy| shots.iter().map(move |shot| (*enemy, *shot)));
        let mut queries = aims.map(|(enemy, (weapon, mode))| {
            AttackQuery::from_current_position(&unit, Target::Unit(enemy), weapon, mode)
        });
        queries.find_map(|query| Some((AttackApproach::plan(view, &query)?, query)))
    })?;
    let there = approach.query_after(&query);
    let odds = battle::with_view(world, |view| {
        ForecastCache::default().quick_odds(view, &there).map(|(odds, _)| odds.hit)
    });
    assert!(odds.is_some_and(|hit| hit > 0.0), "{book:?}: the card has the odds of the shot");
    assert!(approach.text().contains(" and attack "), "{book:?}: {}", approach.text());
    let orders = approach.orders();
    let (shot, way) = orders.split_last().expect("a way and a shot");
    let is_refused = battle::with_view(world, |view| validate_order(view, shot).is_err());
    assert!(is_refused, "{book:?}: what is possible from here needs no walk");
    for order in way {
        journal::submit_order(world, order.clone()).expect("the way is free and paid");
    }
    if battle::with_view(world, |view| view.open_prompt().is_some()) {
        return None;
    }
    journal::submit_order(world, shot.clone()).expect("in sight, in range and paid");
    Some(())
}

#[test]
fn a_unit_without_a_line_to_an_enemy_walks_to_one_and_shoots() {
    let mut shots = 0;
    for (book, mut world) in warehouse_in_every_book() {
        for _ in 0..60 {
            answer_prompts(&mut world);
            let Some(unit) = world.resource::<battle::RoundState>().acting() else { break };
            if walk_and_shoot(&mut world, book).is_some() {
                shots += 1;
                break;
            }
            answer_prompts(&mut world);
            if world.resource::<battle::RoundState>().acting() == Some(unit)
                && journal::submit_order(&mut world, Order::EndPhase { unit }).is_err()
            {
                break;
            }
        }
    }
    assert!(shots > 0, "some unit finds a line of fire in some book");
}

#[test]
fn ss_act_61_a_walk_tells_before_that_another_fire_mode_costs_more_after_it() {
    let mut world = battle_in(Some(Book::SwanSong), "warehouse");
    let mut told = 0;
    for _ in 0..8 {
        answer_prompts(&mut world);
        let Some(unit) = world.resource::<battle::RoundState>().acting() else { break };
        told += battle::with_view(&mut world, |view| {
            let me = view.unit(unit).expect("it acts");
            let has_other = me.inventory.held_items().any(|(_, carried)| carried.modes().len() > 1);
            let step = |direction| Order::Move {
                unit,
                path: vec![me.cell().step(direction)],
                pace: battle::Pace::Walk,
                evade: false,
            };
            let walk = model::Direction::ALL.into_iter().find_map(|to| validate_order(view, &step(to)).ok());
            let walk = walk.expect("a unit can take a step");
            assert_eq!((walk.points, walk.free), (0, 1));
            let dearer = dearer_mode_change(view, unit, &walk);
            assert_eq!(dearer, has_other.then_some(1));
            let mut further = walk.clone();
            further.free = 0;
            assert_eq!(dearer_mode_change(view, unit, &further), None, "a walk that goes on uses nothing");
            u32::from(has_other)
        });
        journal::submit_order(&mut world, Order::EndPhase { unit }).expect("a turn may end");
    }
    assert!(told > 0, "a unit holds a weapon with several fire modes");
}

#[test]
fn what_needs_an_enemy_is_refused_while_none_is_known() {
    let mut refused = 0;
    for skirmish in ["culvert", "derelict", "foundry", "lane", "warehouse"] {
        let mut world = battle_in_fog(skirmish);
        for _ in 0..4 {
            answer_prompts(&mut world);
            let Some(acting) = world.resource::<battle::RoundState>().acting() else { break };
            let side = battle::with_view(&mut world, |view| view.unit(acting).map(|unit| *unit.side));
            world.insert_resource(battle::Viewer(side));
            refused += with_context(&mut world, |context| {
                let is_enemy =
                    |other: &battle::UnitDataItem| Some(*other.side) != side && other.is_fighting();
                if context.view.units().any(|other| is_enemy(&other)) {
                    return 0;
                }
                let all = choices::all_choices(context.view, &Session::default(), Ok(()));
                let needs_enemy = all.iter().filter(|choice| match &choice.action {
                    ChoiceAction::Aim(Intent::Attack { option, .. }) => option.is_some(),
                    ChoiceAction::OpenMenu(_) => choice.group == choices::ChoiceGroup::Attacks,
                    _ => false,
                });
                let needs_enemy: Vec<_> = needs_enemy.collect();
                for choice in &needs_enemy {
                    assert!(choice.refusal.is_some(), "{skirmish}: {} has no target", choice.label);
                }
                needs_enemy.len()
            });
            world.insert_resource(battle::Viewer(None));
            journal::submit_order(&mut world, Order::EndPhase { unit: acting }).expect("it acts");
        }
    }
    assert!(refused > 0, "units of these battles begin out of sight of each other");
}
