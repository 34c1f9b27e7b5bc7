//! Tests of the clauses that texts of a battle name: those of its book, of chapters that it borrows, and of the turn engine.

use std::collections::BTreeMap;

use super::*;
use crate::drawn_texts::drawn_texts;
use crate::panel::action_bar::choices::ActionChoice;
use battle_log::clauses::clauses_in_text;
use rules::RuleSet;

/// Chapters of the turn engine and of other code that all books share; it cites them where the engine decides.
const SHARED_CHAPTERS: &[&str] = &[
    "SS-ROUND", "SS-INIT", "SS-DELAY", "SS-INTC", "SS-TIMED", "SS-SURP", "SS-MULTI", "SS-ACT", "SS-MOVE",
    "SS-COVER",
];
/// Clauses of these chapters that every other book replaces: what a turn holds, and what happens to unspent points.
const REPLACED: &[&str] = &["SS-ACT-07", "SS-ACT-23"];
/// Chapters lent by books that lend a part of their rules to others.
const LENT_CHAPTERS: &[&str] = &["AB-KNOCK", "AB-SHIELD", "AB-BASE"];

/// Whether a text of a battle may name a clause.
fn is_of_battle(rules: &RuleSet, clause: &str) -> bool {
    let prefix = |clause: &str| clause.split('-').next().unwrap_or_default().to_owned();
    let chapter =
        |clause: &str| clause.rsplit_once('-').map_or_else(String::new, |(chapter, _)| chapter.to_owned());
    let book = rules.book();
    if prefix(clause) == book.prefix() {
        return true;
    }
    let own = chapter(clause);
    let lender = Book::ALL.into_iter().find(|lender| lender.prefix() == prefix(clause));
    let borrows = book.borrowed_chapters().iter().any(|line| {
        let is_lent = LENT_CHAPTERS.contains(&own.as_str()) || prefix(clause) == "CS";
        chapter(line.clause) == own || is_lent && lender.is_some_and(|lender| lender.name() == line.from)
    });
    !REPLACED.contains(&clause) && (SHARED_CHAPTERS.contains(&own.as_str()) || borrows)
}

/// All texts of the choices of a bar, those of menus included.
fn choice_texts(choices: &[ActionChoice], texts: &mut Vec<String>) {
    for choice in choices {
        texts.extend([choice.label.clone(), choice.cost.clone(), choice.description.clone()]);
        texts.extend(choice.refusal.iter().flat_map(|(why, clause)| [why.clone(), (*clause).to_owned()]));
        if let ChoiceAction::OpenMenu(entries) | ChoiceAction::CycleAttacks(entries) = &choice.action {
            choice_texts(entries, texts);
        }
    }
}

/// The texts of the panels, of all actions and of the allowances of the acting unit.
fn all_texts(context: &PanelContext) -> Vec<String> {
    let ctx = Context::default();
    theme::style_egui(&ctx, context.palette, 1.0);
    let mut inputs = panel_inputs();
    inputs.insert_resource(PanelState { unfolded: true, ..PanelState::default() });
    inputs.world_mut().resource_mut::<Session>().ending = context.view.round().acting();
    let mut params: SystemState<PanelEdits> = SystemState::new(inputs.world_mut());
    let mut edits = params.get_mut(inputs.world_mut()).expect("the plugin adds them");
    let window = Rect::from_min_size(Pos2::ZERO, vec2(1440.0, 2400.0));
    let mut texts = Vec::new();
    for _ in 0..2 {
        let input = RawInput { screen_rect: Some(window), ..RawInput::default() };
        let output = ctx.run_ui(input, |ui| _ = show_frame(ui, context, &mut edits, window));
        texts = drawn_texts(&output);
        output.drop_without_applying_deltas();
    }
    if let Some(unit) = context.view.round().acting().and_then(|id| context.view.unit(id)) {
        for allowance in play::turn_allowances(&context.view.unit_snapshot(&unit), context.view.rules()) {
            texts.push(format!("{} {}", allowance.text(), allowance.clause));
        }
    }
    texts.extend(context.view.open_prompt().into_iter().flat_map(|open| {
        let prompt = open.prompt();
        let answers = prompt.answers.iter().map(|answer| format!("{} {}", answer.label, answer.clause));
        answers.chain([format!("{} {}", prompt.question, prompt.clause)]).collect::<Vec<_>>()
    }));
    texts.extend(entries(context).last().map(LogEntry::search_text));
    texts
}

/// The texts of all actions of the acting unit.
fn texts_of_actions(context: &PanelContext) -> Vec<String> {
    let mut texts = Vec::new();
    let session = Session { open_menu: Some(OpenMenu::Search), ..Session::default() };
    choice_texts(&choices::all_choices(context.view, &session, Ok(())), &mut texts);
    texts
}

/// Whether a text calls the turn of a unit a phase, as the turn engine does.
fn says_phase(text: &str) -> bool {
    let words = text.split(|letter: char| !letter.is_alphabetic());
    words.map(str::to_lowercase).any(|word| word == "phase" || word == "phases")
}

#[test]
fn texts_of_a_battle_have_the_clauses_and_words_of_its_book() {
    let mut wrong: BTreeMap<(String, String), String> = BTreeMap::new();
    for (book, mut world) in warehouse_in_every_book() {
        let mut seen = 0;
        let mut note = |what: String, text: &str| {
            wrong.entry((format!("{book:?}"), what)).or_insert_with(|| text.to_owned());
        };
        for number in 0..60 {
            if number % 6 == 0 {
                with_context(&mut world, |context| {
                    let rules = context.view.rules();
                    let texts = all_texts(context);
                    // Buttons do not cite the turn engine either.
                    let actions = texts_of_actions(context);
                    for text in &texts {
                        let cited = clauses_in_text(text);
                        seen += cited.len();
                        let foreign = cited.into_iter().filter(|clause| !is_of_battle(rules, clause));
                        foreign.for_each(|clause| note(clause, text));
                    }
                    for text in &actions {
                        let cited = clauses_in_text(text);
                        seen += cited.len();
                        let foreign = cited.into_iter().filter(|clause| !rules.cites(clause));
                        foreign.for_each(|clause| note(clause, text));
                    }
                    for text in texts.iter().chain(&actions).filter(|text| says_phase(text)) {
                        note("phase".to_owned(), text);
                    }
                });
            }
            let player = ai::AiPlayer::new(ai::Difficulty::Easy, number);
            let Some(decision) = ai::decide(&mut world, &player) else { break };
            journal::submit_order(&mut world, decision.order).expect("allowed");
        }
        assert!(seen > 20, "{book:?} names {seen} clauses");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
