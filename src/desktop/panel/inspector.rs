//! The left panel: everything about the selected unit, every number with its reasons.

use bevy_egui::egui::{CornerRadius, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::kit::{
    See, bar, body, dice, explained, fact, fact_line, fitted, modifiers, side_mark, signed, title_font,
};
use super::{PanelState, arsenal, effects, karma, shields};
use crate::battle::{MoveBudget, UnitDataItem, UnitId, metres};
use crate::desktop::session::Session;
use crate::dice::Modifiers;
use crate::rules::swan_song::defence::Method;
use crate::rules::swan_song::{
    Down, FireMode, Weapon, WeaponClass, armour, base, defence, initiative, wound,
};

/// Draws the panel.
pub(super) fn show(ui: &mut Ui, see: &See, session: &mut Session, state: &mut PanelState) {
    let shown = session.selected.or(see.view.round().acting());
    let Some(unit) = shown.and_then(|id| see.view.unit(id)) else {
        ui.colored_label(see.look.dim, "Click a unit to see everything about it.");
        return;
    };
    ScrollArea::vertical().id_salt("inspector").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        name(ui, see, &unit);
        ui.add_space(4.0);
        health(ui, see, &unit, state.unfolded);
        points(ui, see, &unit, state.unfolded);
        karma::show(ui, see, &unit, session, state.unfolded);
        ui.separator();
        numbers(ui, see, &unit, state.unfolded);
        ui.separator();
        effects::show(ui, see, &unit);
        ui.separator();
        arsenal::show(ui, see, &unit, session, state);
        ui.separator();
        shields::cover_here(ui, see, &unit);
        ui.add_space(4.0);
        ui.checkbox(&mut state.unfolded, "Explain every number").on_hover_text(
            "Shows below each number what hovering it shows: what it is made of, and the clauses.",
        );
    });
}

/// Name, side, role, and whether it is still in the fight.
fn name(ui: &mut Ui, see: &See, unit: &UnitDataItem) {
    let side = see.view.side_name(*unit.side);
    let colour = see.side_colour(*unit.side);
    let font = title_font(ui);
    let width = ui.available_width();
    let tag = ui.painter().layout_no_wrap(side.to_owned(), body(ui), colour);
    let room = width - tag.size().x - 18.0;
    let title = fitted(ui.painter(), unit.identity.name(), font, see.look.text, room);
    let (rect, response) = ui.allocate_exact_size(vec2(width, title.size().y), Sense::hover());
    let baseline = rect.bottom() - tag.size().y - 3.0;
    let left = rect.right() - tag.size().x;
    ui.painter().galley(rect.left_top(), title, see.look.text);
    let mark = Rect::from_min_size(pos2(left - 9.0, baseline + 2.0), vec2(5.0, tag.size().y - 4.0));
    side_mark(ui.painter(), mark, see.hue(*unit.side), colour);
    ui.painter().galley(pos2(left, baseline), tag, colour);
    response.on_hover_text(unit.identity.name());
    ui.colored_label(see.look.dim, unit.identity.role());
    let state = match (unit.casualty.down(), unit.casualty.escaped()) {
        (Some(Down::Dead), _) => "Dead",
        (Some(Down::Unconscious), _) => "Unconscious",
        (_, true) => "Has left the field",
        _ => return,
    };
    ui.colored_label(see.look.harm, state);
}

/// The pools that the unit has.
fn health(ui: &mut Ui, see: &See, unit: &UnitDataItem, unfolded: bool) {
    let vitals = unit.health.vitals();
    let look = see.look;
    let shield = look.side(1);
    let pools = [
        ("Shield", vitals.shield, shield, "Lost before anything else.", "SS-DMG-05"),
        (
            "Armoured",
            vitals.armored,
            look.concrete,
            "Lost after the shield; the damage type decides how much.",
            "SS-DMG-05",
        ),
        (
            "Flesh",
            vitals.flesh,
            look.good,
            "Lost last; every full half that is gone costs 2 dice.",
            "SS-WND-01",
        ),
    ];
    for (label, pool, colour, text, clause) in pools {
        if pool.max == 0 {
            continue;
        }
        let colour = match 4 * pool.now {
            quarter if label == "Flesh" && quarter <= pool.max => look.harm,
            quarter if label == "Flesh" && quarter <= 2 * pool.max => look.caution,
            _ => colour,
        };
        let response = bar(ui, look, label, (pool.now, pool.max), colour);
        explained(ui, response, unfolded, |ui| {
            ui.label(text);
            ui.colored_label(look.faint, RichText::new(clause).monospace());
        });
    }
    let response = bar(ui, look, "Strain", (vitals.strain, vitals.strain_threshold), look.forced);
    explained(ui, response, unfolded, |ui| {
        ui.label(format!(
            "Counts up. At {} the unit is knocked out; every full half costs 1 die.",
            vitals.strain_threshold
        ));
        ui.colored_label(look.faint, RichText::new("SS-DMG-09, SS-WND-02").monospace());
    });
}

/// Action points, free action, walk.
fn points(ui: &mut Ui, see: &See, unit: &UnitDataItem, unfolded: bool) {
    let look = see.look;
    let left = unit.points.left();
    let most = unit.sheet.get().action_points.max(left);
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, 22.0), Sense::hover());
    let painter = ui.painter();
    let label = painter.layout_no_wrap("Action points".to_owned(), body(ui), look.dim);
    painter.galley(pos2(rect.left(), rect.center().y - label.size().y / 2.0), label, look.dim);
    let pip = ((width * 0.55) / f32::from(most) - 5.0).clamp(6.0, 36.0);
    let total = f32::from(most) * (pip + 5.0) - 5.0;
    for at in 0..most {
        let x = rect.right() - total + f32::from(at) * (pip + 5.0);
        let square = Rect::from_min_size(pos2(x, rect.center().y - 6.0), vec2(pip, 12.0));
        let fill = if at < left { look.side(1) } else { look.raised };
        painter.rect(square, CornerRadius::same(3), fill, Stroke::new(1.0, look.line), StrokeKind::Inside);
    }
    explained(ui, response, unfolded, |ui| {
        ui.label(format!("{left} of {most} left in this pass. What is not spent stays for defences."));
        ui.colored_label(look.faint, RichText::new("SS-ACT-07, SS-ACT-23").monospace());
    });
    let switches = see.view.setup().switches();
    let used = unit.points.budget().free_used;
    let ready = used < switches.free_actions_per_pass;
    let value = if ready { ("ready", look.good) } else { ("used", look.dim) };
    let response = fact_line(ui, ("Free action", look.dim), value);
    explained(ui, response, unfolded, |ui| {
        ui.label("One each pass: walk, drop prone, drop an object. A further one costs 1 AP.");
        ui.colored_label(look.faint, RichText::new("SS-ACT-10, SS-ACT-13").monospace());
    });
    let budget = MoveBudget::of(see.view, unit);
    let rate = budget.walk_left + unit.movement.walked();
    let value = format!("{} of {} m", metres(budget.walk_left), metres(rate));
    fact(ui, see, unfolded, "Walk left", &value, |ui| {
        ui.label(format!("For the whole round. A run adds {} m for 1 AP.", metres(budget.run)));
        ui.label(format!("Runs taken in this round: {}. A further one is a sprint.", unit.movement.runs()));
        ui.colored_label(look.faint, RichText::new("SS-MOVE-02, SS-MOVE-07, SS-MOVE-08").monospace());
    });
}

/// Initiative, defence, soak, limit, wounds.
fn numbers(ui: &mut Ui, see: &See, unit: &UnitDataItem, unfolded: bool) {
    let look = see.look;
    let fighter = see.view.fighter(unit);
    let sheet = unit.sheet.get();
    let vitals = unit.health.vitals();
    let passes = i32::try_from(see.view.round().pass().saturating_sub(1)).unwrap_or(0);
    let (score, attribute) = (unit.initiative.score(), unit.initiative.attribute());
    let lost = passes * initiative::SCORE_PER_PASS;
    let rolled = score + lost - attribute;
    let value = if see.view.round().deploying() {
        let dice = initiative::dice_count(sheet.initiative_dice, 0, unit.karma.initiative());
        format!("{} + {dice}d6", initiative::initiative_attribute(sheet, &vitals))
    } else {
        format!("{score} ({attribute} + {rolled} on {}d6)", unit.initiative.dice())
    };
    fact(ui, see, unfolded, "Initiative", &value, |ui| {
        let parts = initiative::attribute_of(sheet, &vitals);
        modifiers(ui, look, "Initiative attribute", &parts.sum().to_string(), &parts.0);
        if lost > 0 {
            ui.label(format!("{lost} less for the passes that are over. SS-ROUND-12"));
        }
        if unit.karma.initiative() {
            ui.label("Karma is paid: five dice in the next Initiative Test. SS-INIT-07");
        }
    });
    if let Some(parts) = plain_defence(see, *unit.id) {
        fact(ui, see, unfolded, "Defence", &dice(parts.pool()), |ui| {
            modifiers(ui, look, "Against a single shot, without cover", &dice(parts.pool()), &parts.0);
        });
    }
    let soak = armour::soak_parts(&fighter, 0);
    let value = format!("{} armour + {} body", unit.soak.armour(), unit.soak.body());
    fact(ui, see, unfolded, "Soak", &value, |ui| {
        modifiers(ui, look, "Before penetration", &dice(soak.pool()), &soak.0);
        ui.label("Damage below the armour left by penetration only grazes. SS-ARM-03");
    });
    let limit = base::physical_limit(sheet);
    fact(ui, see, unfolded, "Physical Limit", &limit.to_string(), |ui| {
        ui.label("Hits of active defences above it are lost; more damage than this knocks the unit down.");
        ui.colored_label(look.faint, RichText::new("SS-DEF-11, SS-KNOCK-01").monospace());
    });
    let wounds = wound::wound_parts(&vitals);
    let value = match wounds.sum() {
        0 => "no penalty".to_owned(),
        sum => format!("{} dice", signed(sum)),
    };
    fact(ui, see, unfolded, "Wounds", &value, |ui| {
        modifiers(ui, look, "On every test and on initiative", &signed(wounds.sum()), &wounds.0);
    });
}

/// What the unit rolls against a plain shot in the open.
fn plain_defence(see: &See, id: UnitId) -> Option<Modifiers> {
    let mut scene = see.view.attack_scene(id, id, 0, Some(FireMode::Single))?;
    scene.weapon = std::sync::Arc::new(Weapon { class: WeaponClass::Ranged, ..(*scene.weapon).clone() });
    scene.sight.distance_squared = 100;
    scene.sight.hidden = 0;
    scene.sight.took_cover = false;
    Some(defence::defence_parts(&scene, Method::STANDARD))
}
