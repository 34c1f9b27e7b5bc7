//! The action of the scene under all five books: five small distributions in one card.

use bevy_egui::egui::{RichText, Ui};

use crate::odds::percent;
use crate::panel::{chart, kit};
use crate::theme::Palette;
use lab::Verdict;
use rules::{Book, screen};

/// Height of the highest bar.
const HEIGHT: f32 = 26.0;

/// Draws what each book says; the one on the board is marked. Old answers are faint.
pub(super) fn show(ui: &mut Ui, look: &Palette, verdicts: &[Verdict], book: Book, current: bool) {
    if !current {
        ui.label(RichText::new("being worked out ...").color(look.caution).font(kit::small(ui)));
        ui.set_opacity(0.4);
    }
    for verdict in verdicts {
        let own = verdict.book == book;
        kit::card_frame(look, if own { look.caution } else { look.line }).show(ui, |ui| {
            ui.set_width(ui.available_width());
            one(ui, look, verdict, own);
        });
        ui.add_space(4.0);
    }
}

fn one(ui: &mut Ui, look: &Palette, verdict: &Verdict, own: bool) {
    let name =
        if own { format!("{} (on the board)", verdict.book.name()) } else { verdict.book.name().to_owned() };
    let told = match &verdict.told {
        Ok(told) => told,
        Err(why) => {
            ui.label(RichText::new(name).color(look.text).font(kit::body(ui)).strong());
            ui.label(RichText::new(why).color(look.dim).font(kit::small(ui)));
            return;
        }
    };
    let odds = &told.forecast.odds;
    kit::fact_line(ui, (&name, look.text), (&format!("hits {}", percent(odds.hit)), look.text));
    ui.label(
        RichText::new(format!("{}: {}", told.weapon, told.forecast.roll))
            .color(look.dim)
            .font(kit::small(ui)),
    );
    chart::draw(ui, look, &odds.bars, told.forecast.unit, HEIGHT);
    let mut text = format!(
        "harms {}, mean {:.1} {}, takes out {}",
        percent(odds.harm),
        odds.mean,
        told.forecast.unit,
        percent(odds.out)
    );
    if odds.knockdown > 0.0 {
        text.push_str(&format!(", knocks down {}", percent(odds.knockdown)));
    }
    ui.label(RichText::new(text).color(look.text).font(kit::small(ui)));
    for (barrier, (_, mean, hole)) in
        told.forecast.barriers.iter().zip(&odds.barriers).filter(|(_, (_, mean, _))| *mean >= 0.05)
    {
        // Of a barrier that is somebody no hole is made.
        let opened = if screen::unit_of(barrier.0.id).is_some() { "gives way" } else { "holed" };
        let text = format!("{}: {mean:.1} damage on average, {opened} {}", barrier.0.name, percent(*hole));
        ui.label(RichText::new(text).color(look.dim).font(kit::small(ui)));
    }
}
