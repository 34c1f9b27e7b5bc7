//! Validates answers to prompts: given now, automatic, or as faces of physical dice.

use super::order_error::OrderError;
use super::rejection::{DiceRejection, PointlessOrder};
use super::validated_order::ValidatedOrder;
use crate::state::event::BattleEvent;
use crate::view::battle_view::BattleView;
use dice::GivenText;
use model::UnitId;
use rules::play;

/// Validates faces of physical dice.
pub(crate) fn validate_dice(view: &BattleView, faces: &[u8]) -> Result<ValidatedOrder, OrderError> {
    if !view.setup().bundle().skirmish.options.own_dice {
        return Err(DiceRejection::NotEnabled.into());
    }
    let largest = view.rules().book().largest_die();
    if faces.is_empty() || faces.len() > 1000 || faces.iter().any(|face| !(1..=largest).contains(face)) {
        return Err(DiceRejection::FaceOutOfRange { largest }.into());
    }
    Ok(ValidatedOrder {
        events: vec![BattleEvent::DiceGiven { faces: faces.to_vec() }],
        ..ValidatedOrder::default()
    })
}

/// Validates an answer to the open prompt.
pub(crate) fn validate_answer(view: &BattleView, answer: &str) -> Result<ValidatedOrder, OrderError> {
    let prompt = view.open_prompt().ok_or(OrderError::NoOpenPrompt)?;
    let answers = &prompt.prompt().answers;
    let known = answers.iter().any(|known| known.key == answer);
    if let Some(dice) = prompt.dice().filter(|dice| !known && dice.parse(answer).is_none()) {
        return Err(OrderError::InvalidFaces { dice: dice.to_string(), given: answer.to_owned() });
    }
    if !known && prompt.dice().is_none() {
        let known: Vec<_> = answers.iter().map(|known| known.key.as_str()).collect();
        return Err(OrderError::UnknownAnswer { answer: answer.to_owned(), known: known.join(", ") });
    }
    Ok(ValidatedOrder { answer: Some(answer.to_owned()), ..ValidatedOrder::default() })
}

/// Sets an automatic response, at any time, also while a prompt is open.
pub(crate) fn validate_auto_response(
    view: &BattleView,
    id: UnitId,
    clause: &str,
    answer: Option<&str>,
) -> Result<ValidatedOrder, OrderError> {
    let unit = view.unit(id).ok_or(OrderError::NoSuchUnit(id))?;
    let name = || unit.identity.name().to_owned();
    if unit.auto_responses.get(clause) == answer {
        return Err(PointlessOrder::SameAutoResponse { unit: name() }.into());
    }
    let prompts = play::reaction_prompts(view.rules().book());
    let known = prompts.iter().find(|prompt| prompt.clause == clause);
    let offered = |key: &str| {
        let open = view.open_prompt().map(|open| open.prompt());
        known.is_some_and(|prompt| prompt.answers.iter().any(|(known, _)| *known == key))
            || open.is_some_and(|prompt| {
                prompt.clause == clause && prompt.answers.iter().any(|answer| answer.key == key)
            })
    };
    if known.is_none() || answer.is_some_and(|key| !offered(key)) {
        let given = [Some(clause), answer].into_iter().flatten().collect::<Vec<_>>().join(" ");
        return Err(OrderError::NoSuchPrompt { unit: name(), given });
    }
    let (clause, answer) = (clause.to_owned(), answer.map(str::to_owned));
    Ok(ValidatedOrder {
        events: vec![BattleEvent::AutoResponseSet { unit: id, clause, answer }],
        ..ValidatedOrder::default()
    })
}

/// Longest description of a fallen unit, in characters.
const MAX_NARRATION_CHARS: usize = 200;

/// Adds a player's description of a fallen unit to the log, at any time. `AB-CINE-09`.
pub(crate) fn validate_narration(
    view: &BattleView,
    fallen: UnitId,
    text: &str,
) -> Result<ValidatedOrder, OrderError> {
    let unit = view.unit(fallen).ok_or(OrderError::NoSuchUnit(fallen))?;
    let name = || unit.identity.name().to_owned();
    let clause = play::may_narrate(&view.unit_snapshot(&unit), view.rules())
        .map_err(|why| OrderError::ForbiddenByBook { unit: name(), why })?;
    let text = text.trim();
    let unreadable = text.chars().count() > MAX_NARRATION_CHARS || !text.chars().all(content::is_visible);
    if text.is_empty() || unreadable {
        return Err(PointlessOrder::NoDescription { longest: MAX_NARRATION_CHARS }.into());
    }
    let event = BattleEvent::RuleNote { unit: fallen, text: GivenText(text.to_owned()).into(), clause };
    Ok(ValidatedOrder { events: vec![event], ..ValidatedOrder::default() })
}
