//! Layout of the action bar: widths of the buttons, and which of them have a place in which row.

use bevy_egui::egui::{Color32, Ui};

use super::choices::ActionChoice;
use super::usage::ActionUsage;
use crate::panel::PanelState;
use crate::panel::widgets::{PanelContext, body_font, small_font};

/// Least width of a button, in points.
const NARROWEST: f32 = 56.0;
/// Space between buttons, in points.
pub(super) const GAP: f32 = 5.0;
/// Width of the buttons at fixed positions, in points.
pub(super) const LAST: f32 = 66.0;
/// Height of a button in two rows or in a low window, in points.
pub(super) const FLAT: f32 = 44.0;

/// Where the buttons of the bar go, besides those at fixed positions.
pub(super) struct BarLayout {
    /// Available width, in points.
    pub room: f32,
    /// Height of a button, in points.
    pub height: f32,
    /// Width of each button, in points.
    pub widths: Vec<f32>,
    /// Indices of the buttons of each row.
    pub rows: Vec<Vec<usize>>,
}

impl BarLayout {
    /// Distributes the buttons of choices over the rows that fit into the room.
    pub fn new(
        ui: &Ui,
        context: &PanelContext,
        choices: &[ActionChoice],
        usage: &ActionUsage,
        room: f32,
        state: &mut PanelState,
    ) -> Self {
        let tall: Vec<f32> = choices.iter().map(|choice| preferred_width(ui, choice)).collect();
        let whole = tall.iter().map(|width| width + GAP).sum::<f32>();
        state.two_rows = !state.low && whole > room;
        let height = if state.low || state.two_rows { FLAT } else { 66.0 };
        let widths: Vec<f32> = match height < 50.0 {
            true => choices.iter().map(|choice| preferred_flat_width(ui, context, choice)).collect(),
            false => tall,
        };
        let ranks: Vec<_> = choices.iter().map(|choice| choice_rank(choice, usage.count(choice))).collect();
        let rows = fill_rows(&widths, &ranks, room, 1 + usize::from(state.two_rows));
        Self { room, height, widths, rows }
    }

    /// Whether a button has a place in the bar.
    pub fn shows(&self, choices: &[ActionChoice], label: &str) -> bool {
        self.rows.iter().flatten().any(|&at| choices[at].label == label)
    }

    /// Number of buttons without a place.
    pub fn hidden_count(&self) -> usize {
        self.widths.len() - self.rows.iter().map(Vec::len).sum::<usize>()
    }
}

/// Priority of a choice for a place in the bar: chosen first, then by use, then available ones; special attacks last.
fn choice_rank(choice: &ActionChoice, used: u32) -> impl Ord + use<> {
    (choice.chosen, used, choice.refusal.is_none(), !choice.is_special_attack())
}

/// Distributes buttons over rows by their widths. If space is short, the lowest ranks are left out; the order stays.
fn fill_rows<R: Ord>(widths: &[f32], ranks: &[R], room: f32, rows: usize) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..widths.len()).collect();
    let mut kept = all.clone();
    loop {
        let line: Vec<f32> = kept.iter().map(|&at| widths[at]).collect();
        let fits = |part: &[f32]| part.iter().map(|width| width + GAP).sum::<f32>() <= room + GAP;
        let both = |split: &usize| fits(&line[..*split]) && fits(&line[*split..]);
        // Rows of similar length if they fit, else the first one as long as possible.
        let splits = match rows > 1 {
            true => vec![
                second_row_start(&line),
                (0..=line.len()).rev().find(|at| fits(&line[..*at])).unwrap_or(0),
            ],
            false => vec![line.len()],
        };
        let split = splits.iter().copied().find(both);
        if let Some(split) = split.or_else(|| (kept.len() <= 1).then_some(kept.len())) {
            let (first, second) = kept.split_at(split);
            return [first, second]
                .into_iter()
                .filter(|row| !row.is_empty())
                .map(<[usize]>::to_vec)
                .collect();
        }
        // The first button, move, always stays.
        let least = kept.iter().skip(1).copied().min_by_key(|&at| (&ranks[at], std::cmp::Reverse(at)));
        kept.retain(|&at| Some(at) != least);
    }
}

/// Index at which the second of two rows begins, so that the first row is the longer one.
fn second_row_start(widths: &[f32]) -> usize {
    let whole = widths.iter().sum::<f32>();
    let mut sum = 0.0;
    let before = widths.iter().take_while(|width| {
        let first = sum < whole / 2.0;
        sum += **width;
        first
    });
    before.count()
}

/// Width at which a tall button shows its whole text, in points.
fn preferred_width(ui: &Ui, choice: &ActionChoice) -> f32 {
    let width =
        |text: &str, font| ui.painter().layout_no_wrap(text.to_owned(), font, Color32::WHITE).size().x;
    let words: Vec<&str> = choice.label.split_whitespace().collect();
    let lines = |split: usize| {
        let [one, other] =
            [&words[..split], &words[split..]].map(|part| width(&part.join(" "), body_font(ui)));
        one.max(other)
    };
    let name = (0..words.len()).map(lines).fold(f32::INFINITY, f32::min);
    (name.max(width(&choice.cost, small_font(ui))) + 14.0).max(NARROWEST)
}

/// Width at which a flat button shows its whole text, with its key before the label, in points.
pub(super) fn preferred_flat_width(ui: &Ui, context: &PanelContext, choice: &ActionChoice) -> f32 {
    let width =
        |text: &str, font| ui.painter().layout_no_wrap(text.to_owned(), font, Color32::WHITE).size().x;
    let key = choice.command.map(|command| context.key_label(command)).unwrap_or_default();
    let name = width(&choice.label, body_font(ui)).max(width(&choice.cost, small_font(ui)));
    (name + width(&key, small_font(ui)) + 20.0).max(NARROWEST)
}

#[cfg(test)]
mod tests {
    use super::super::buttons::search_choice;
    use super::super::choices::ChoiceAction;
    use super::*;
    use crate::session::{Intent, Session};

    #[test]
    fn least_used_buttons_are_left_out_first() {
        let widths = [60.0; 6];
        let ranks = [(false, 0), (false, 3), (false, 0), (true, 0), (false, 1), (false, 1)];
        let ranks = ranks.map(|(chosen, count)| (chosen, count, true));
        assert_eq!(fill_rows(&widths, &ranks, 400.0, 1), [vec![0, 1, 2, 3, 4, 5]]);
        assert_eq!(fill_rows(&widths, &ranks, 200.0, 1), [vec![0, 1, 3]]);
        assert_eq!(fill_rows(&widths, &ranks, 130.0, 2), [vec![0, 1], vec![3, 4]]);
        assert_eq!(fill_rows(&widths, &ranks, 10.0, 1), [vec![0]]);
        assert!(fill_rows::<u8>(&[], &[], 10.0, 2).is_empty());
        let refused = [(false, 0, true), (false, 0, false), (false, 0, true), (false, 1, false)];
        assert_eq!(fill_rows(&widths[..4], &refused, 200.0, 1), [vec![0, 2, 3]]);
    }

    #[test]
    fn special_attacks_rank_below_other_available_choices() {
        let choice = |action, refusal: Option<&str>| ActionChoice {
            action,
            refusal: refusal.map(|why| (why.to_owned(), "")),
            ..search_choice(0, &Session::default())
        };
        let attack = |option| ChoiceAction::Aim(Intent::Attack { weapon: 0, mode: None, option });
        let (free, special) = (choice(ChoiceAction::OpenSearch, None), choice(attack(Some("vital")), None));
        assert!(
            choice_rank(&free, 0) > choice_rank(&special, 0)
                && choice_rank(&choice(attack(None), None), 0) > choice_rank(&special, 0)
        );
        assert!(
            choice_rank(&special, 0) > choice_rank(&choice(ChoiceAction::OpenSearch, Some("no")), 0),
            "but above unavailable ones"
        );
        assert!(choice_rank(&special, 1) > choice_rank(&free, 0), "and above unused ones once used");
    }

    #[test]
    fn a_long_button_goes_into_the_row_that_has_room() {
        let ranks = [(false, 0, true); 4];
        assert_eq!(fill_rows(&[100.0, 50.0, 50.0, 140.0], &ranks, 220.0, 2), [vec![0, 1, 2], vec![3]]);
        assert_eq!(fill_rows(&[40.0, 60.0, 150.0, 40.0], &ranks, 200.0, 2), [vec![0, 1], vec![2, 3]]);
    }

    #[test]
    fn the_first_of_two_rows_is_the_longer_one() {
        assert_eq!(second_row_start(&[60.0; 9]), 5);
        assert_eq!(second_row_start(&[100.0, 20.0, 20.0]), 1);
        assert_eq!(second_row_start(&[]), 0);
    }
}
