//! Coverage: which clauses tests prove and scenes show, with totals per chapter and book.

use std::collections::BTreeMap;

use bevy_egui::egui::{CollapsingHeader, Grid, RichText, ScrollArea, Ui};

use super::{PageContext, PageRequests};
use content::catalogue::{self, Catalogue, ClauseChapter};
use content::coverage::{ClauseCoverage, CoverageTotal};

/// Draws the page.
pub(super) fn show(ui: &mut Ui, page: &PageContext<'_>, requests: &mut PageRequests) {
    let coverage = &page.index.coverage;
    let by_id: BTreeMap<&str, &ClauseCoverage> =
        coverage.iter().map(|one| (one.clause.id.as_str(), one)).collect();
    let hint = "Clauses that simulated fights cite: breachline rules --coverage --fights 10";
    ui.label(RichText::new(hint).small().color(page.palette.faint));
    ScrollArea::vertical().id_salt("coverage").auto_shrink(false).show(ui, |ui| {
        Grid::new("coverage totals").num_columns(6).spacing([24.0, 4.0]).striped(true).show(ui, |ui| {
            for head in ["Book", "Clauses", "Tested", "Shown", "Definitions", "Open"] {
                ui.label(RichText::new(head).color(page.palette.dim));
            }
            ui.end_row();
            for book in catalogue::catalogues() {
                let own = book.clauses().filter_map(|clause| by_id.get(clause.id.as_str()).copied());
                show_total(ui, page, book.book.name(), CoverageTotal::count(own));
            }
            show_total(ui, page, "All", CoverageTotal::count(coverage));
        });
        for book in catalogue::catalogues() {
            ui.add_space(8.0);
            ui.label(RichText::new(book.book.name()).strong().color(page.palette.text));
            show_book(ui, page, (book, &by_id), requests);
        }
    });
}

fn show_total(ui: &mut Ui, page: &PageContext<'_>, name: &str, total: CoverageTotal) {
    ui.label(RichText::new(name).color(page.palette.text));
    let open = total.clauses.saturating_sub(total.shown + total.definitions);
    for number in [total.clauses, total.tested, total.shown, total.definitions, open] {
        ui.label(number.to_string());
    }
    ui.end_row();
}

fn show_book(
    ui: &mut Ui,
    page: &PageContext<'_>,
    (book, by_id): (&Catalogue, &BTreeMap<&str, &ClauseCoverage>),
    requests: &mut PageRequests,
) {
    for chapter in &book.chapters {
        let clauses: Vec<&ClauseCoverage> =
            chapter.clauses.iter().filter_map(|clause| by_id.get(clause.id.as_str()).copied()).collect();
        if clauses.is_empty() {
            continue;
        }
        let total = CoverageTotal::count(clauses.iter().copied());
        let title = format!(
            "{} {}: {} of {} shown, {} tested",
            chapter.id,
            chapter.title,
            total.shown + total.definitions,
            total.clauses,
            total.tested
        );
        let header = CollapsingHeader::new(title).id_salt((book.book, &chapter.id));
        header.show(ui, |ui| show_chapter(ui, page, (chapter, &clauses), requests));
    }
}

fn show_chapter(
    ui: &mut Ui,
    page: &PageContext<'_>,
    (chapter, clauses): (&ClauseChapter, &[&ClauseCoverage]),
    requests: &mut PageRequests,
) {
    let palette = page.palette;
    Grid::new(("coverage", &chapter.clauses[0].id)).num_columns(4).spacing([16.0, 2.0]).show(ui, |ui| {
        for one in clauses {
            if ui.link(RichText::new(&one.clause.id).monospace()).clicked() {
                requests.clause = Some(one.clause.id.clone());
            }
            ui.label(RichText::new(&one.clause.title).color(palette.text));
            let tests = match one.tests.as_slice() {
                [] => RichText::new("no test").color(palette.caution),
                [one] => RichText::new(one).small().color(palette.dim),
                [first, rest @ ..] => {
                    RichText::new(format!("{first} and {} more", rest.len())).small().color(palette.dim)
                }
            };
            ui.label(tests);
            match (one.definition, one.scenes.first()) {
                (true, _) => _ = ui.label(RichText::new("definition").small().color(palette.dim)),
                (_, Some(scene)) => {
                    if ui.link(RichText::new(scene).small()).on_hover_text("Show me").clicked() {
                        requests.scene = Some(scene.clone());
                    }
                }
                _ => _ = ui.label(RichText::new("no scene").small().color(palette.caution)),
            }
            ui.end_row();
        }
    });
}
