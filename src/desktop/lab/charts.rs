//! Charts of the action of the scene: over distance, cover, or any number that affects it.

use std::sync::Arc;

use bevy_egui::egui::{Button, ComboBox, RichText, Sense, Stroke, Ui, vec2};
use chart::ChartData;

use super::chart_export::{AttackChart, ChartFormat};
use crate::accessibility::Accessible;
use crate::background_task::BackgroundTask;
use crate::chart_painter::{show_chart, window_style};
use crate::panel::widgets;
use crate::redraw::WindowWaker;
use crate::theme::Palette;
use content::paths;
use lab::charts::{AttackCurve, ChartAxis, ChartMeasure, Influence, compute_influences};
use model::Distance;
use rules::{AttackRequest, Book};

/// Height of a chart, in points.
const HEIGHT: f32 = 230.0;
/// Maximum number of influences listed, the strongest first.
const MAX_AXES: usize = 24;

/// Revision of the scene, rulebook, and number of orders after which an attack is charted.
pub(super) type ChartMoment = (u64, Book, usize);

/// Inputs of a chart: the attack, a second one to compare with, and the axis.
#[derive(Clone, PartialEq)]
struct ChartQuery {
    now: ChartMoment,
    /// Counts the attacks kept for comparison.
    kept: u32,
    /// The chosen axis; `None` for the one that fits the attack.
    axis: Option<ChartAxis>,
}

/// The computed curves.
struct AttackCurves {
    axis: ChartAxis,
    influences: Vec<Influence>,
    now: AttackCurve,
    other: Option<AttackCurve>,
}

/// State of the Charts tab.
#[derive(Default)]
pub(super) struct ChartsTab {
    axis: Option<ChartAxis>,
    measure: ChartMeasure,
    kept: Option<(String, Arc<AttackRequest>)>,
    kept_count: u32,
    work: BackgroundTask<ChartQuery, AttackCurves>,
    export_message: String,
}

impl ChartsTab {
    /// Draws the charts of an attack.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        palette: &Palette,
        now: ChartMoment,
        attack: Option<&Arc<AttackRequest>>,
        waker: &WindowWaker,
    ) {
        let Some(attack) = attack else {
            let text = "Charts show an attack on a unit: choose attacker, weapon and target.";
            ui.label(RichText::new(text).color(palette.dim).font(widgets::body_font(ui)));
            return;
        };
        let query = ChartQuery { now, kept: self.kept_count, axis: self.axis.clone() };
        let (axis, attack_copy) = (query.axis.clone(), Arc::clone(attack));
        let other = self.kept.as_ref().map(|(_, attack)| Arc::clone(attack));
        self.work.poll();
        self.work.request(query.clone(), waker, move || compute_chart(axis, &attack_copy, other.as_deref()));
        self.show_choices(ui, palette, &query);
        let Some(data) = self.work.get(&query).cloned() else {
            ui.label(
                RichText::new("calculating\u{2026}").color(palette.caution).font(widgets::small_font(ui)),
            );
            return;
        };
        let mut curves = vec![("now".to_owned(), data.now.clone(), palette.side_colour(0))];
        if let (Some((name, _)), Some(curve)) = (&self.kept, &data.other) {
            curves.push((name.clone(), curve.clone(), palette.side_colour(1)));
        }
        let title = attack_title(attack);
        let chart = AttackChart { title: &title, axis: &data.axis, measure: self.measure, curves: &curves };
        show_curves(ui, palette, &chart);
        self.show_buttons(ui, &chart, attack);
        if !self.export_message.is_empty() {
            ui.label(RichText::new(&self.export_message).color(palette.dim).font(widgets::small_font(ui)));
        }
        ui.add_space(6.0);
        show_influences(ui, palette, &data.influences);
    }

    /// Draws the buttons to keep the attack for comparison and to save the chart.
    fn show_buttons(&mut self, ui: &mut Ui, chart: &AttackChart, attack: &Arc<AttackRequest>) {
        ui.horizontal_wrapped(|ui| {
            let text = if self.kept.is_some() { "Replace comparison" } else { "Keep for comparison" };
            if ui.button(text).on_hover_text("Draws this attack next to later versions").clicked() {
                self.kept = Some((format!("kept: {}", chart.title), Arc::clone(attack)));
                self.kept_count += 1;
            }
            if ui.add_enabled(self.kept.is_some(), Button::new("Clear comparison")).clicked() {
                self.kept = None;
                self.kept_count += 1;
            }
            for form in ChartFormat::ALL {
                let button = ui.button(form.name());
                if button.on_hover_text(format!("Saves the chart as {}", form.name())).clicked() {
                    let saved = chart.save_to(&paths::charts_dir(), &file_stem(chart.title), form);
                    self.export_message = match saved {
                        Ok(path) => format!("Saved to {}", path.display()),
                        Err(error) => error.to_string(),
                    };
                }
            }
        });
    }

    fn show_choices(&mut self, ui: &mut Ui, palette: &Palette, query: &ChartQuery) {
        let known = self.work.get(query).or(self.work.latest()).cloned();
        let shown = query.axis.clone().or_else(|| known.as_ref().map(|drawn| drawn.axis.clone()));
        let shown = shown.unwrap_or(ChartAxis::Distance);
        let known = known.as_ref().map(|drawn| drawn.influences.as_slice()).unwrap_or_default();
        let numbers = known.iter().take(MAX_AXES);
        let numbers = numbers.map(Influence::axis);
        let axes: Vec<ChartAxis> =
            [ChartAxis::Distance, ChartAxis::Cover].into_iter().chain(numbers).collect();
        let width = ui.available_width() - 70.0;
        ui.horizontal(|ui| {
            ui.label(RichText::new("Axis").color(palette.dim));
            ComboBox::from_id_salt("lab axis")
                .width(width)
                .selected_text(shown.name())
                .show_ui(ui, |ui| {
                    for axis in axes {
                        let chosen = axis == shown;
                        if ui.selectable_label(chosen, axis.name()).clicked() {
                            self.axis = Some(axis);
                        }
                    }
                })
                .response
                .named("Axis");
        });
        ui.horizontal_wrapped(|ui| {
            for measure in ChartMeasure::ALL {
                ui.selectable_value(&mut self.measure, measure, measure.name());
            }
        });
    }
}

fn compute_chart(
    axis: Option<ChartAxis>,
    attack: &AttackRequest,
    other: Option<&AttackRequest>,
) -> AttackCurves {
    let influences = compute_influences(attack);
    let axis = axis.unwrap_or_else(|| ChartAxis::default_for(attack, &influences));
    let other = other.map(|attack| AttackCurve::compute(attack, &axis));
    AttackCurves { now: AttackCurve::compute(attack, &axis), axis, influences, other }
}

fn attack_title(attack: &AttackRequest) -> String {
    let distance = Distance { squared: attack.sight.distance_squared };
    let (attacker, weapon) = (&attack.attacker.name, attack.weapon.name());
    let target = attack.defender().map_or("the target", |unit| &*unit.name);
    let mode = attack.mode.map_or_else(String::new, |mode| format!(", {}", mode.name().to_lowercase()));
    format!("{attacker} with {weapon}{mode} at {target}, {distance} m")
}

/// Turns a title into a file name: letters and digits only.
fn file_stem(title: &str) -> String {
    let mut stem: String =
        title.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    while stem.contains("--") {
        stem = stem.replace("--", "-");
    }
    storage::file_stem(&stem, "chart")
}

/// Draws the curves with a legend; the values under the pointer are shown beside it.
fn show_curves(ui: &mut Ui, palette: &Palette, attack: &AttackChart) {
    let lines = attack.curves.iter().map(|(name, _, colour)| (name.as_str(), *colour));
    for (name, colour) in lines.chain([("current value", palette.faint)]) {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(18.0, 12.0), Sense::hover());
            ui.painter().hline(rect.x_range(), rect.center().y, Stroke::new(2.5, colour));
            let name = RichText::new(name).color(palette.dim).font(widgets::small_font(ui));
            ui.add(bevy_egui::egui::Label::new(name).truncate());
        });
    }
    let chart = attack.chart();
    let style = window_style(palette, widgets::small_font(ui).size);
    let size = vec2(ui.available_width(), HEIGHT);
    let (response, plot) = show_chart(ui, &chart, &style, size);
    let (Some(pointer), Some(plot), ChartData::Curves { curves, .. }) =
        (response.hover_pos(), plot, &chart.data)
    else {
        return;
    };
    let x = plot.x_at(f64::from(pointer.x - response.rect.left()));
    let nearest = curves.iter().filter_map(|curve| Some((curve, curve.nearest_point(x)?)));
    let values: Vec<String> =
        nearest.map(|(curve, (x, y))| format!("{}: {y:.1} at {x}", curve.name)).collect();
    response.on_hover_text_at_pointer(values.join("\n"));
}

/// Draws the effect of +1 on each number.
fn show_influences(ui: &mut Ui, palette: &Palette, influences: &[Influence]) {
    widgets::show_heading(ui, palette, "Effect of +1");
    for found in influences.iter().take(MAX_AXES) {
        let name = found.label();
        let figure = format!("{:+.1} % hit, {:+.2} average", found.hit, found.mean);
        let colour = if found.mean + found.hit / 100.0 >= 0.0 { palette.good } else { palette.harm };
        widgets::show_fact_line(ui, (&name, palette.text), (&figure, colour));
    }
}
