//! The moment for which a question that has just been shown takes no clicks.

use bevy_egui::egui::{Context, Id};

use model::UnitId;

/// Whether clicks answer a question: only some seconds after it was first shown, as one that was meant for something else comes too
/// late. So does Enter on the answer with the keyboard focus. `question` has the asked unit and the number of orders before it.
pub(super) fn takes_clicks(ctx: &Context, question: (UnitId, usize), (delay, now): (f64, f64)) -> bool {
    if delay <= 0.0 {
        return true;
    }
    let id = Id::new("since when the question has been shown");
    let known = ctx.data(|data| data.get_temp::<((UnitId, usize), f64)>(id));
    let since = known.filter(|(shown, _)| *shown == question).map_or(now, |(_, since)| since);
    ctx.data_mut(|data| data.insert_temp(id, (question, since)));
    now - since >= delay
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_answer_a_question_only_after_it_was_there_for_a_moment() {
        let ctx = Context::default();
        let takes = |unit, orders, now| takes_clicks(&ctx, (UnitId(unit), orders), (0.5, now));
        assert!(!takes(1, 7, 100.0) && !takes(1, 7, 100.4));
        assert!(takes(1, 7, 100.5), "the same question goes on");
        assert!(!takes(1, 8, 100.6), "the next question to the same unit");
        assert!(!takes(2, 8, 101.2), "the same question to another unit");
        assert!(takes(2, 8, 101.8));
        assert!(takes_clicks(&ctx, (UnitId(3), 9), (0.0, 101.8)), "scripts do not wait");
    }
}
