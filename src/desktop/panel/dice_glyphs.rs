//! Draws narrative dice and symbols; shapes differ, so that colour is not needed to tell them apart.

use bevy_egui::egui::{
    self, Align2, Color32, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2, pos2, vec2,
};

use super::widgets::{body_font, small_font};
use crate::accessibility::Accessible;
use crate::attack_forecast::percent_text;
use crate::theme::Palette;
use crate::theme::scaled;
use battle_log::names::face_words;
use dice::{Symbol, SymbolDie, SymbolFace, SymbolPool};

/// Size of a die and distance between dice, in points.
const DIE: f32 = 20.0;
const STEP: f32 = 23.0;

/// Draws a symbol: star, cross, chevron up or down, and a ringed star or cross for triumph and despair.
pub(super) fn draw_symbol(painter: &Painter, at: Pos2, size: f32, symbol: Symbol, colour: Color32) {
    let stroke = Stroke::new((size * 0.17).max(1.2), colour);
    let reach = size * 0.5;
    match symbol {
        Symbol::Success => draw_star(painter, at, reach, colour),
        Symbol::Failure => draw_cross(painter, at, reach * 0.72, stroke),
        Symbol::Advantage => draw_chevron(painter, at, reach * 0.8, -1.0, stroke),
        Symbol::Threat => draw_chevron(painter, at, reach * 0.8, 1.0, stroke),
        Symbol::Triumph => {
            painter.circle_stroke(at, reach, Stroke::new(stroke.width * 0.8, colour));
            draw_star(painter, at, reach * 0.82, colour);
        }
        Symbol::Despair => {
            painter.circle_stroke(at, reach, Stroke::new(stroke.width * 0.8, colour));
            draw_cross(painter, at, reach * 0.5, stroke);
        }
    }
}

/// Draws a star with four points.
fn draw_star(painter: &Painter, at: Pos2, reach: f32, colour: Color32) {
    let thin = reach * 0.34;
    for (x, y) in [(reach, thin), (thin, reach)] {
        let points = vec![at + vec2(0.0, -y), at + vec2(x, 0.0), at + vec2(0.0, y), at + vec2(-x, 0.0)];
        painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
    }
}

fn draw_cross(painter: &Painter, at: Pos2, reach: f32, stroke: Stroke) {
    for corner in [vec2(reach, reach), vec2(reach, -reach)] {
        painter.line_segment([at - corner, at + corner], stroke);
    }
}

/// Draws a chevron that points up if `direction` is -1 and down if it is 1.
fn draw_chevron(painter: &Painter, at: Pos2, reach: f32, direction: f32, stroke: Stroke) {
    let points = [
        vec2(-reach, -0.5 * reach * direction),
        vec2(0.0, 0.55 * reach * direction),
        vec2(reach, -0.5 * reach * direction),
    ];
    painter.add(Shape::line(points.map(|by| at + by).to_vec(), stroke));
}

/// Colour of a symbol.
pub(super) fn symbol_colour(palette: &Palette, symbol: Symbol) -> Color32 {
    match symbol {
        Symbol::Success | Symbol::Triumph => palette.good,
        Symbol::Advantage => palette.side_colour(1),
        Symbol::Threat => palette.caution,
        Symbol::Failure | Symbol::Despair => palette.harm,
    }
}

/// Returns the symbol of a name, as rules write it: "advantage"; `None` for other names.
pub(super) fn symbol_named(name: &str) -> Option<Symbol> {
    match name {
        "advantage" => Some(Symbol::Advantage),
        "threat" => Some(Symbol::Threat),
        "triumph" => Some(Symbol::Triumph),
        "despair" => Some(Symbol::Despair),
        _ => None,
    }
}

/// What a symbol does, in a sentence.
fn symbol_meaning(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Success => {
            "Success: a check with more successes than failures works, and each one left adds 1 damage."
        }
        Symbol::Failure => "Failure: cancels a success.",
        Symbol::Advantage => "Advantage: what is left buys good effects, such as a Critical Injury.",
        Symbol::Threat => {
            "Threat: cancels an advantage; what is left buys effects against the one who rolled."
        }
        Symbol::Triumph => "Triumph: a success that also buys a strong effect.",
        Symbol::Despair => "Despair: a failure that also buys a strong effect for the other side.",
    }
}

/// All symbols, the good ones first.
const SYMBOLS: [Symbol; 6] =
    [Symbol::Success, Symbol::Advantage, Symbol::Triumph, Symbol::Failure, Symbol::Threat, Symbol::Despair];

/// Draws what symbols mean, a line each.
fn show_symbol_legend(ui: &mut Ui, palette: &Palette, symbols: &[Symbol]) {
    ui.set_max_width(scaled(ui, 330.0));
    for &symbol in symbols {
        ui.horizontal_wrapped(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(14.0), Sense::hover());
            draw_symbol(ui.painter(), rect.center(), 11.0, symbol, symbol_colour(palette, symbol));
            ui.label(symbol_meaning(symbol));
        });
    }
}

/// Colour of a die.
fn die_colour(palette: &Palette, die: SymbolDie) -> Color32 {
    match die {
        SymbolDie::Boost => palette.side_colour(1),
        SymbolDie::Setback => palette.dim,
        SymbolDie::Ability => palette.good,
        SymbolDie::Difficulty => palette.forced,
        SymbolDie::Proficiency => palette.caution,
        SymbolDie::Challenge => palette.harm,
    }
}

/// Draws the outline of a die: a square for six sides, a diamond for eight, a hexagon for twelve.
fn draw_die_outline(painter: &Painter, palette: &Palette, at: Pos2, die: SymbolDie, fill: Color32) {
    let (reach, colour) = (DIE * 0.5, die_colour(palette, die));
    let (corners, turn, reach) = match die.sides() {
        ..=6 => (4, std::f32::consts::FRAC_PI_4, reach * 1.22),
        7..=8 => (4, 0.0, reach * 1.16),
        _ => (6, 0.0, reach * 1.06),
    };
    let points = (0..corners)
        .map(|corner| {
            at + Vec2::angled(turn + corner as f32 * std::f32::consts::TAU / corners as f32) * reach
        })
        .collect();
    painter.add(Shape::convex_polygon(points, fill, Stroke::new(1.5, colour)));
}

/// Draws the dice of a pool with their letters, good dice filled, and what the letters mean; hovering shows the pool in
/// words.
pub(super) fn show_dice_pool(ui: &mut Ui, palette: &Palette, pool: SymbolPool) -> Response {
    let dice: Vec<SymbolDie> = pool.dice().collect();
    let font = small_font(ui);
    let (rect, response) = allocate_dice_rows(ui, dice.len());
    let painter = ui.painter();
    for (at, &die) in dice.iter().enumerate() {
        let centre = die_position(rect, at);
        let (fill, ink) = if die.is_good() {
            (die_colour(palette, die), palette.ink)
        } else {
            (palette.ink, die_colour(palette, die))
        };
        draw_die_outline(painter, palette, centre, die, fill);
        painter.text(centre, Align2::CENTER_CENTER, die.letter(), font.clone(), ink);
    }
    let legend = egui::RichText::new(letter_legend(&dice)).font(small_font(ui)).color(palette.dim);
    let legend = ui.add(egui::Label::new(legend).wrap());
    let response = response.on_hover_ui(|ui| {
        ui.label(pool.to_string());
        show_symbol_legend(ui, palette, &SYMBOLS);
    });
    response.union(legend)
}

/// What the letters of dice mean, once each in order: "A ability, D difficulty".
fn letter_legend(dice: &[SymbolDie]) -> String {
    let mut kinds: Vec<SymbolDie> = Vec::new();
    for &die in dice {
        if !kinds.contains(&die) {
            kinds.push(die);
        }
    }
    let words = kinds.into_iter().map(|die| format!("{} {}", die.letter(), die.name()));
    words.collect::<Vec<_>>().join(", ")
}

/// Draws a rolled die around a place: its outline with the symbols of its face.
pub(crate) fn draw_symbol_face(painter: &Painter, palette: &Palette, centre: Pos2, face: &SymbolFace) {
    draw_die_outline(painter, palette, centre, face.die, palette.raised);
    let (size, apart) = if face.symbols.len() > 1 { (8.0, 8.0) } else { (11.0, 0.0) };
    let left = -0.5 * apart * face.symbols.len().saturating_sub(1) as f32;
    for (number, &shown) in face.symbols.iter().enumerate() {
        let by = vec2(left + apart * number as f32, 0.0);
        draw_symbol(painter, centre + by, size, shown, symbol_colour(palette, shown));
    }
}

/// Draws rolled dice: the symbols of each face in the outline of its die, and the result below.
pub(super) fn show_symbol_faces(ui: &mut Ui, palette: &Palette, faces: &[SymbolFace], figure: &str) {
    let (rect, response) = allocate_dice_rows(ui, faces.len());
    for (at, face) in faces.iter().enumerate() {
        let centre = die_position(rect, at);
        draw_symbol_face(ui.painter(), palette, centre, face);
        let square = Rect::from_center_size(centre, Vec2::splat(DIE));
        ui.interact(square, response.id.with(at), Sense::hover()).on_hover_ui(|ui| {
            ui.label(face_words(face));
            let shown = SYMBOLS.into_iter().filter(|symbol| face.symbols.contains(symbol));
            show_symbol_legend(ui, palette, &shown.collect::<Vec<_>>());
        });
    }
    response.named_picture(|| faces.iter().map(face_words).collect::<Vec<_>>().join("; "));
    ui.colored_label(palette.text, figure);
}

/// Allocates space for `count` dice, in as many rows as needed.
fn allocate_dice_rows(ui: &mut Ui, count: usize) -> (Rect, Response) {
    let width = ui.available_width();
    let lines = count.div_ceil(dice_per_line(width)).max(1);
    ui.allocate_exact_size(vec2(width, (STEP + 2.0) * lines as f32), Sense::hover())
}

fn dice_per_line(width: f32) -> usize {
    ((width / STEP) as usize).max(1)
}

fn die_position(rect: Rect, at: usize) -> Pos2 {
    let per_line = dice_per_line(rect.width());
    let (column, row) = ((at % per_line) as f32, (at / per_line) as f32);
    rect.min + vec2((column + 0.5) * STEP, (row + 0.5) * (STEP + 2.0))
}

/// Chances of net success (first row) and no success, each with net advantage, neither, and net threat.
pub(super) fn symbol_odds(joint: &[((i16, i16), f64)]) -> [[f64; 3]; 2] {
    let mut shares = [[0.0; 3]; 2];
    for ((successes, advantages), share) in joint {
        let column = match advantages.signum() {
            1 => 0,
            0 => 1,
            _ => 2,
        };
        shares[usize::from(*successes <= 0)][column] += share;
    }
    shares
}

/// Draws the table of `symbol_odds`.
pub(super) fn show_symbol_odds(ui: &mut Ui, palette: &Palette, joint: &[((i16, i16), f64)]) {
    let row_height = scaled(ui, 19.0);
    let shares = symbol_odds(joint);
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, 3.0 * row_height), Sense::hover());
    response.on_hover_ui(|ui| show_symbol_legend(ui, palette, &SYMBOLS));
    let (font, painter) = (body_font(ui), ui.painter());
    let first = width * 0.3;
    let step = (width - first) / 3.0;
    let right = |column: usize| rect.left() + first + step * (column + 1) as f32;
    let heads = [("advantage", Some(Symbol::Advantage)), ("even", None), ("threat", Some(Symbol::Threat))];
    for (column, (name, mark)) in heads.into_iter().enumerate() {
        let middle = rect.top() + row_height * 0.5;
        let text = painter.text(
            pos2(right(column), middle),
            Align2::RIGHT_CENTER,
            name,
            small_font(ui),
            palette.dim,
        );
        if let Some(mark) = mark {
            draw_symbol(painter, pos2(text.left() - 8.0, middle), 10.0, mark, symbol_colour(palette, mark));
        }
    }
    let rows = [("success", Symbol::Success), ("no success", Symbol::Failure)];
    for (row, ((name, mark), chances)) in rows.into_iter().zip(shares).enumerate() {
        let middle = rect.top() + row_height * (row as f32 + 1.5);
        draw_symbol(painter, pos2(rect.left() + 6.0, middle), 11.0, mark, symbol_colour(palette, mark));
        let at = pos2(rect.left() + 17.0, middle);
        painter.text(at, Align2::LEFT_CENTER, name, small_font(ui), palette.dim);
        for (column, chance) in chances.into_iter().enumerate() {
            let colour = if row == 0 { palette.text } else { palette.dim };
            let at = pos2(right(column), middle);
            painter.text(at, Align2::RIGHT_CENTER, percent_text(chance), font.clone(), colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_summed_in_six_cells() {
        let joint = [((2, 1), 0.25), ((1, 0), 0.125), ((1, -2), 0.125), ((0, 3), 0.25), ((-1, -1), 0.25)];
        assert_eq!(symbol_odds(&joint), [[0.25, 0.125, 0.125], [0.25, 0.0, 0.25]]);
    }

    #[test]
    fn each_letter_is_explained_once() {
        let dice = [SymbolDie::Proficiency, SymbolDie::Ability, SymbolDie::Ability, SymbolDie::Setback];
        assert_eq!(letter_legend(&dice), "P proficiency, A ability, K setback");
    }

    #[test]
    fn every_symbol_has_a_meaning_of_its_own() {
        let meanings: std::collections::BTreeSet<_> = SYMBOLS.into_iter().map(symbol_meaning).collect();
        assert_eq!(meanings.len(), SYMBOLS.len());
        for die in [SymbolDie::Boost, SymbolDie::Proficiency, SymbolDie::Challenge, SymbolDie::Setback] {
            assert!(die.faces().iter().flat_map(|face| face.iter()).all(|symbol| SYMBOLS.contains(symbol)));
        }
    }

    #[test]
    fn faces_are_described_in_words() {
        let face =
            |face| SymbolFace { die: SymbolDie::Ability, face, symbols: SymbolDie::Ability.face(face) };
        assert_eq!(face_words(&face(7)), "ability die: success, advantage");
        assert_eq!(face_words(&face(1)), "ability die: blank");
    }
}
