//! Main menu pages of campaigns: the list, and the map of one with its stages.

use std::sync::Arc;

use bevy_egui::egui::{
    self, Color32, ComboBox, CornerRadius, Galley, Id, Label, Painter, Pos2, Rect, RichText, ScrollArea,
    Sense, Stroke, StrokeKind, TextStyle, Ui, Vec2, vec2,
};

use super::{MenuContext, MenuPage, widgets};
use crate::accessibility::Accessible;
use crate::app_commands::{AppCommand, to_sentence};
use crate::campaign_battle::{self, progress_file};
use crate::theme::{Palette, scaled};
use ai::Difficulty;
use content::{
    Campaign, CampaignEnd, CampaignProgress, CampaignStage, StageLink, StageRest, StageResult, StageState,
};
use rules::Book;

/// Width of the column with the details of a stage, in points.
const DETAILS: f32 = 340.0;
/// Radius of a stage on the map, in points.
const RADIUS: f32 = 19.0;
/// Width of the lists of a new campaign, in points.
const LIST_WIDTH: f32 = 170.0;
/// Space around the map, in points.
const MARGIN: Vec2 = vec2(70.0, 54.0);

/// State of the pages.
#[derive(Debug, Default)]
pub(crate) struct CampaignPage {
    /// Id of the campaign whose map is shown.
    pub campaign: Option<String>,
    /// Id of the selected stage.
    stage: Option<String>,
    /// The progress, read when the map is opened.
    progress: Option<Result<Option<CampaignProgress>, String>>,
    /// Choices for a new campaign.
    book: Option<Book>,
    difficulty: Option<Difficulty>,
    /// Starting again awaits confirmation.
    restarting: bool,
    /// What the battle has changed from which the page was opened, in sentences.
    pub report: Vec<String>,
}

impl CampaignPage {
    /// Shows the map of a campaign as it is now.
    pub fn open(&mut self, campaign: &str) {
        *self = Self { campaign: Some(campaign.to_owned()), ..Self::default() };
    }
}

/// Reads the progress; `None` if the campaign was not begun.
fn read_progress(campaign: &str) -> Result<Option<CampaignProgress>, String> {
    CampaignProgress::read_if_begun(&progress_file(campaign))
        .map_err(|error| to_sentence(&format!("{error}; a new campaign keeps the file under another name")))
}

/// Draws the page: the map of the chosen campaign, or the list.
pub(super) fn show(ui: &mut Ui, menu: &mut MenuContext) {
    let campaigns = &menu.library.loaded.content.campaigns;
    let chosen = menu.state.campaign.campaign.clone();
    match chosen.and_then(|id| Some((id.clone(), campaigns.get(&id)?.clone()))) {
        Some((id, campaign)) => show_campaign(ui, menu, &id, &campaign),
        None => show_list(ui, menu),
    }
}

/// Draws the list of campaigns.
fn show_list(ui: &mut Ui, menu: &mut MenuContext) {
    if widgets::page_title(ui, menu.palette, "Campaign", "Menu") {
        menu.state.page = MenuPage::Start;
    }
    let about = "Linked fights with one squad. Wounds and losses stay from one to the next.";
    ui.label(RichText::new(about).color(menu.palette.dim));
    ui.add_space(6.0);
    let mut chosen = None;
    ScrollArea::vertical().id_salt("campaigns").auto_shrink([false, true]).show(ui, |ui| {
        ui.set_max_width(820.0);
        ui.spacing_mut().item_spacing.y = 6.0;
        for (id, campaign) in &menu.library.loaded.content.campaigns {
            let row =
                widgets::described_choice(ui, menu.palette, &campaign.name, &campaign.description, false);
            widgets::focus_first(&row);
            if row.clicked() {
                chosen = Some(id.clone());
            }
        }
    });
    if let Some(id) = chosen {
        menu.state.campaign.open(&id);
    }
}

/// Draws the map of a campaign with the details of the selected stage.
fn show_campaign(ui: &mut Ui, menu: &mut MenuContext, id: &str, campaign: &Campaign) {
    let has_others = menu.library.loaded.content.campaigns.len() > 1;
    if widgets::page_title(ui, menu.palette, &campaign.name, if has_others { "Campaigns" } else { "Menu" }) {
        menu.state.campaign = CampaignPage::default();
        if !has_others {
            menu.state.page = MenuPage::Start;
        }
        return;
    }
    if let Some(problem) = &menu.state.problem {
        widgets::show_warning(ui, menu.palette, problem);
    }
    let page = &mut menu.state.campaign;
    let progress = page.progress.get_or_insert_with(|| read_progress(id)).clone();
    let progress = match progress {
        Ok(progress) => progress,
        Err(problem) => {
            widgets::show_warning(ui, menu.palette, &problem);
            None
        }
    };
    if page.stage.is_none() {
        let next = progress.as_ref().map_or(campaign.stages.first(), |known| known.next_stage(campaign));
        page.stage = next.or(campaign.stages.last()).map(|stage| stage.id.clone());
    }
    let room = ui.available_size();
    ui.horizontal_top(|ui| {
        let width = (room.x - DETAILS - 16.0).max(280.0);
        show_map(ui, menu, campaign, progress.as_ref(), vec2(width, room.y - 8.0));
        ui.add_space(10.0);
        ui.vertical(|ui| {
            ui.set_width(DETAILS.min(ui.available_width()));
            ScrollArea::vertical().id_salt("stage").auto_shrink([false, true]).show(ui, |ui| {
                show_details(ui, menu, id, campaign, progress.as_ref());
            });
        });
    });
}

/// State of a stage; before the beginning only the first ones are open.
fn state_of(stage: &CampaignStage, progress: Option<&CampaignProgress>) -> StageState {
    match progress {
        Some(progress) => progress.stage_state(stage),
        None if stage.after.is_empty() => StageState::Open,
        None => StageState::Locked,
    }
}

/// Draws the map; a click selects a stage.
fn show_map(
    ui: &mut Ui,
    menu: &mut MenuContext,
    campaign: &Campaign,
    progress: Option<&CampaignProgress>,
    room: Vec2,
) {
    let palette = menu.palette;
    let (rect, _) = ui.allocate_exact_size(room, Sense::hover());
    let painter = ui.painter().with_clip_rect(rect);
    draw_ground(&painter, palette, rect);
    let inner = rect.shrink2(MARGIN);
    let place = |stage: &CampaignStage| {
        let share = vec2(f32::from(stage.at.0), f32::from(stage.at.1)) / 100.0;
        inner.min + inner.size() * share
    };
    for stage in &campaign.stages {
        for before in stage.after.iter().filter_map(|id| campaign.stage(id)) {
            let is_done = matches!(state_of(before, progress), StageState::Done(_));
            let colour = if is_done { palette.text.gamma_multiply(0.7) } else { palette.line };
            let ends = [place(before), place(stage)];
            if is_done {
                painter.line_segment(ends, Stroke::new(3.0, colour));
            } else {
                painter.extend(egui::Shape::dashed_line(&ends, Stroke::new(2.5, colour), 9.0, 7.0));
            }
        }
    }
    for stage in &campaign.stages {
        let centre = place(stage);
        let area = Rect::from_center_size(centre, Vec2::splat(RADIUS * 2.6))
            .union(label_area(&painter, centre, stage));
        let response = ui.interact(area, Id::new(("stage", &stage.id)), Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &stage.name));
        let is_chosen = menu.state.campaign.stage.as_ref() == Some(&stage.id);
        let is_lit = response.hovered() || response.has_focus();
        draw_stage(&painter, palette, (centre, stage), state_of(stage, progress), (is_chosen, is_lit));
        if response.clicked() {
            menu.state.campaign.stage = Some(stage.id.clone());
        }
    }
}

/// Draws the ground of the map: a sheet with a grid.
fn draw_ground(painter: &Painter, palette: &Palette, rect: Rect) {
    painter.rect(
        rect,
        CornerRadius::same(8),
        palette.panel,
        Stroke::new(1.0, palette.line),
        StrokeKind::Inside,
    );
    let faint = Stroke::new(1.0, palette.line.gamma_multiply(0.35));
    let step = 44.0;
    let mut x = rect.left() + step;
    while x < rect.right() {
        painter.vline(x, rect.y_range().shrink(1.0), faint);
        x += step;
    }
    let mut y = rect.top() + step;
    while y < rect.bottom() {
        painter.hline(rect.x_range().shrink(1.0), y, faint);
        y += step;
    }
}

/// Draws a stage: a check if it was won, a cross if it was lost, a ring if it can be played, a lock otherwise.
fn draw_stage(
    painter: &Painter,
    palette: &Palette,
    (centre, stage): (Pos2, &CampaignStage),
    state: StageState,
    (is_chosen, is_lit): (bool, bool),
) {
    let (edge, ink) = match state {
        StageState::Done(StageResult::Won) => (palette.good, palette.good),
        StageState::Done(StageResult::Lost) => (palette.harm, palette.harm),
        StageState::Open => (palette.sides[1], palette.text),
        StageState::Locked => (palette.faint, palette.faint),
    };
    if is_chosen {
        painter.circle_stroke(centre, RADIUS + 6.0, Stroke::new(2.0, palette.text));
    }
    let fill = if is_lit { palette.lit } else { palette.raised };
    let width = if state == StageState::Open { 4.0 } else { 2.0 };
    painter.circle(centre, RADIUS, fill, Stroke::new(width, edge));
    draw_sign(painter, centre, state, ink);
    let label = label_area(painter, centre, stage);
    painter.rect_filled(
        label.expand2(vec2(5.0, 1.0)),
        CornerRadius::same(3),
        palette.panel.gamma_multiply(0.85),
    );
    painter.galley(label.min, lay_out_label(painter, stage, ink), ink);
}

/// Lays out the name of a stage.
fn lay_out_label(painter: &Painter, stage: &CampaignStage, ink: Color32) -> Arc<Galley> {
    painter.layout_no_wrap(stage.name.clone(), egui::FontId::proportional(14.0), ink)
}

/// Returns where the name of a stage is, below its disc.
fn label_area(painter: &Painter, centre: Pos2, stage: &CampaignStage) -> Rect {
    let size = lay_out_label(painter, stage, Color32::PLACEHOLDER).size();
    Rect::from_min_size(centre + vec2(-size.x / 2.0, RADIUS + 9.0), size)
}

/// Draws the sign of a state.
fn draw_sign(painter: &Painter, centre: Pos2, state: StageState, ink: Color32) {
    let stroke = Stroke::new(3.0, ink);
    let at = |x: f32, y: f32| centre + vec2(x, y);
    match state {
        StageState::Done(StageResult::Won) => {
            painter.line(vec![at(-7.0, 0.0), at(-2.0, 6.0), at(8.0, -6.0)], stroke);
        }
        StageState::Done(StageResult::Lost) => {
            painter.line_segment([at(-6.0, -6.0), at(6.0, 6.0)], stroke);
            painter.line_segment([at(-6.0, 6.0), at(6.0, -6.0)], stroke);
        }
        StageState::Open => {
            painter.circle_filled(centre, 6.0, ink);
        }
        StageState::Locked => {
            let body = Rect::from_min_max(at(-6.0, -1.0), at(6.0, 8.0));
            painter.rect_filled(body, CornerRadius::same(2), ink);
            painter.line(
                vec![at(-4.0, -1.0), at(-4.0, -6.0), at(4.0, -6.0), at(4.0, -1.0)],
                Stroke::new(2.0, ink),
            );
        }
    }
}

/// Draws the details: the selected stage, the squad, and what can be done.
fn show_details(
    ui: &mut Ui,
    menu: &mut MenuContext,
    id: &str,
    campaign: &Campaign,
    progress: Option<&CampaignProgress>,
) {
    let palette = menu.palette;
    show_report(ui, palette, &menu.state.campaign.report);
    if let Some(end) = progress.and_then(|progress| progress.end(campaign)) {
        let (title, text) = match end {
            CampaignEnd::Won => ("The campaign is won", campaign.epilogue.as_str()),
            CampaignEnd::Lost => ("The campaign is lost", ""),
        };
        widgets::framed_card(ui, palette, |ui| {
            ui.label(RichText::new(title).heading().color(palette.text));
            ui.add(Label::new(text).wrap());
        });
        ui.add_space(8.0);
    }
    if progress.is_none() {
        ui.add(Label::new(RichText::new(&campaign.description).color(palette.text)).wrap());
        ui.add_space(8.0);
    }
    let chosen = menu.state.campaign.stage.clone();
    if let Some(stage) = chosen.and_then(|stage| campaign.stage(&stage)) {
        show_stage(ui, menu, id, stage, progress);
    }
    match progress {
        None => show_beginning(ui, menu, id, campaign),
        Some(progress) => {
            show_squad(ui, palette, progress);
            show_restart(ui, menu, id);
        }
    }
}

/// Draws what the last battle has changed.
fn show_report(ui: &mut Ui, palette: &'static Palette, report: &[String]) {
    if report.is_empty() {
        return;
    }
    widgets::framed_card(ui, palette, |ui| {
        widgets::section_heading(ui, palette, "After the battle");
        for sentence in report {
            ui.add(Label::new(sentence.as_str()).wrap());
        }
    });
    ui.add_space(8.0);
}

/// Says how the squad comes to a stage: "Before this fight all wounds heal."
fn arrival_sentences(stage: &CampaignStage) -> String {
    let rest = match stage.rest {
        StageRest::Full => "Before this fight all wounds heal.",
        StageRest::None => "Wounds stay as they are now.",
    };
    match stage.recruits {
        0 => rest.to_owned(),
        1 => format!("{rest} A fresh unit can take a free place."),
        most => format!("{rest} Fresh units can take up to {most} free places."),
    }
}

/// Draws a stage: its state, its words, its skirmish, and the button that starts it.
fn show_stage(
    ui: &mut Ui,
    menu: &mut MenuContext,
    id: &str,
    stage: &CampaignStage,
    progress: Option<&CampaignProgress>,
) {
    let palette = menu.palette;
    let state = state_of(stage, progress);
    ui.label(RichText::new(&stage.name).heading().color(palette.text));
    let (words, text) = match state {
        StageState::Done(StageResult::Won) => ("won", &stage.won),
        StageState::Done(StageResult::Lost) => ("lost", &stage.lost),
        StageState::Open => ("can be fought now", &stage.intro),
        StageState::Locked => ("locked: other places come first", &stage.intro),
    };
    ui.label(RichText::new(words).color(palette.dim));
    ui.add_space(4.0);
    ui.add(Label::new(if text.is_empty() { &stage.intro } else { text }).wrap());
    ui.add_space(6.0);
    if let Some(skirmish) = menu.library.loaded.content.skirmishes.get(&stage.skirmish) {
        let side = stage.side.as_ref().or(skirmish.sides.first().map(|side| &side.name));
        let side = side.map_or("", String::as_str);
        let text = format!("{}. You lead {side}.", skirmish.name);
        ui.add(Label::new(RichText::new(text).color(palette.dim)).wrap());
    }
    ui.add_space(6.0);
    if progress.is_some() && state == StageState::Open {
        if progress.is_some_and(|progress| progress.squad.is_some()) {
            ui.add(Label::new(RichText::new(arrival_sentences(stage)).color(palette.dim)).wrap());
        }
        let button = widgets::wide_choice(ui, palette, "Fight", &stage.name, true, true);
        widgets::focus_first(&button);
        if button.clicked() {
            let link = StageLink { campaign: id.to_owned(), stage: stage.id.clone() };
            menu.state.problem = None;
            menu.requests.commands.write(AppCommand::StartStage(link));
        }
        ui.add_space(8.0);
    }
}

/// Draws the choices for a new campaign and the button that begins it.
fn show_beginning(ui: &mut Ui, menu: &mut MenuContext, id: &str, campaign: &Campaign) {
    let page = &mut menu.state.campaign;
    let mut book = page.book.unwrap_or(campaign.book);
    let mut difficulty = page.difficulty.unwrap_or(Difficulty::Normal);
    let width = scaled(ui, LIST_WIDTH);
    widgets::form_row(ui, "Rules", |ui| {
        ComboBox::from_id_salt("campaign book")
            .selected_text(book.name())
            .width(width)
            .show_ui(ui, |ui| {
                for known in Book::ALL {
                    ui.selectable_value(&mut book, known, known.name()).on_hover_text(known.blurb());
                }
            })
            .response
            .named("Rules");
    });
    widgets::form_row(ui, "AI", |ui| {
        let shown = ComboBox::from_id_salt("campaign difficulty").selected_text(difficulty.to_string());
        shown
            .width(width)
            .show_ui(ui, |ui| {
                for known in crate::ai_players::SidePlayer::LEVELS {
                    ui.selectable_value(&mut difficulty, known, known.to_string());
                }
            })
            .response
            .named("AI");
    });
    (page.book, page.difficulty) = (Some(book), Some(difficulty));
    ui.add_space(6.0);
    let button = widgets::wide_choice(ui, menu.palette, "Begin the campaign", "", true, true);
    widgets::focus_first(&button);
    if button.clicked() {
        begin_campaign(menu, &CampaignProgress::new(id, book, difficulty.key()));
    }
}

/// Writes the progress of a new campaign, and says where a damaged one is kept.
fn begin_campaign(menu: &mut MenuContext, progress: &CampaignProgress) {
    let begun = campaign_battle::begin_campaign(&progress_file(&progress.campaign), progress);
    if begun.is_ok() {
        menu.state.campaign.open(&progress.campaign);
    }
    menu.state.problem = begun.unwrap_or_else(Some).map(|said| to_sentence(&said));
}

/// Draws the squad with its state.
fn show_squad(ui: &mut Ui, palette: &'static Palette, progress: &CampaignProgress) {
    widgets::section_heading(ui, palette, "Squad");
    let about = format!("{}, AI: {}", progress.book.name(), progress.difficulty);
    ui.label(RichText::new(about).font(TextStyle::Small.resolve(ui.style())).color(palette.dim));
    let Some(squad) = &progress.squad else {
        ui.label(RichText::new("The units of the first fight.").color(palette.dim));
        return;
    };
    for member in &squad.members {
        let state = if member.unfit { "unfit until rested" } else { "fit to fight" };
        ui.label(format!("{}: {state}", member.name));
    }
}

/// Draws the button that starts again, after a question.
fn show_restart(ui: &mut Ui, menu: &mut MenuContext, id: &str) {
    ui.add_space(12.0);
    if !menu.state.campaign.restarting {
        if ui.button("Start over").clicked() {
            menu.state.campaign.restarting = true;
        }
        return;
    }
    ui.label("Start over? What has been won is forgotten; saved battles stay.");
    ui.horizontal(|ui| {
        if ui.button("Start over").clicked() {
            match std::fs::remove_file(progress_file(id)) {
                Ok(()) => menu.state.campaign.open(id),
                Err(error) => menu.state.problem = Some(format!("The progress cannot be removed: {error}.")),
            }
        }
        if ui.button("Cancel").clicked() {
            menu.state.campaign.restarting = false;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_says_how_the_squad_comes_to_it() {
        let stage = |more: &str| -> CampaignStage {
            let text = format!("(id: \"a\", name: \"A\", at: (1, 1), intro: \"i\", skirmish: \"w\"{more})");
            ron::from_str(&text).expect("a stage")
        };
        assert_eq!(arrival_sentences(&stage("")), "Wounds stay as they are now.");
        assert_eq!(
            arrival_sentences(&stage(", rest: full, recruits: 2")),
            "Before this fight all wounds heal. Fresh units can take up to 2 free places."
        );
    }
}
