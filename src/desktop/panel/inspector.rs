//! The left panel: everything about the selected unit, every number with its reasons.

use bevy_egui::egui::{self, CornerRadius, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::PanelState;
use super::kit::{See, bar, body, dice, explained, fact, fact_line, heading, modifiers, row_frame, shield, side_mark, signed};
use crate::battle::{Carried, MoveBudget, Order, StatusKind, UnitDataItem, UnitId, Until, metres};
use crate::desktop::session::{Intent, Session};
use crate::dice::Modifiers;
use crate::field::{self, Cover, Direction};
use crate::rules::swan_song::defence::Method;
use crate::rules::swan_song::{
    DamageType, Down, Fighter, FireMode, Gait, PoolKind, Weapon, WeaponClass, accuracy, actions, armour,
    attack_pool, base, damage, defence, initiative, wound,
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
        ui.separator();
        numbers(ui, see, &unit, state.unfolded);
        ui.separator();
        effects(ui, see, &unit);
        ui.separator();
        weapons(ui, see, &unit, session, state);
        ui.separator();
        cover_here(ui, see, &unit);
        ui.add_space(4.0);
        ui.checkbox(&mut state.unfolded, "Explain every number")
            .on_hover_text("Shows below each number what hovering it shows: what it is made of, and the clauses.");
    });
}

/// Name, side, role, and whether it is still in the fight.
fn name(ui: &mut Ui, see: &See, unit: &UnitDataItem) {
    let side = see.view.side_name(*unit.side);
    let colour = see.side_colour(*unit.side);
    let font = super::kit::title_font(ui);
    let width = ui.available_width();
    let tag = ui.painter().layout_no_wrap(side.to_owned(), body(ui), colour);
    let room = width - tag.size().x - 18.0;
    let title = super::kit::fitted(ui.painter(), unit.identity.name(), font, see.look.text, room);
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
        ("Armored", vitals.armored, look.concrete, "Lost after the shield; the damage type decides how much.", "SS-DMG-05"),
        ("Flesh", vitals.flesh, look.good, "Lost last; every full half that is gone costs 2 dice.", "SS-WND-01"),
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
        format!("{} + {}d6", initiative::initiative_attribute(sheet, &vitals), sheet.initiative_dice)
    } else {
        format!("{score} ({attribute} + {rolled} on {}d6)", unit.initiative.dice())
    };
    fact(ui, see, unfolded, "Initiative", &value, |ui| {
        let parts = initiative::attribute_of(sheet, &vitals);
        modifiers(ui, look, "Initiative attribute", &parts.sum().to_string(), &parts.0);
        if lost > 0 {
            ui.label(format!("{lost} less for the passes that are over. SS-ROUND-12"));
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

/// Statuses, and what else sticks to the unit for a while.
fn effects(ui: &mut Ui, see: &See, unit: &UnitDataItem) {
    heading(ui, see.look, "Effects");
    let lines = effect_lines(see, unit);
    if lines.is_empty() {
        ui.colored_label(see.look.faint, "none");
    }
    for Effect { name, until, clause, text, bad } in lines {
        let colour = if bad { see.look.caution } else { see.look.good };
        row_frame(see.look)
            .inner_margin(egui::Margin::symmetric(8, 4))
            .show(ui, |ui| {
                let width = ui.available_width();
                let when = super::kit::fitted(ui.painter(), &until, body(ui), see.look.dim, width * 0.55);
                let room = width - when.size().x - 24.0;
                let name = ui.painter().layout(name.clone(), body(ui), see.look.text, room.max(40.0));
                let (rect, _) = ui.allocate_exact_size(vec2(width, name.size().y), Sense::hover());
                let centre = pos2(rect.left() + 5.0, rect.center().y);
                if bad {
                    let [a, b, c] = [vec2(0.0, -5.0), vec2(5.0, 4.0), vec2(-5.0, 4.0)].map(|by| centre + by);
                    ui.painter().add(egui::Shape::convex_polygon(vec![a, b, c], colour, Stroke::NONE));
                } else {
                    ui.painter().circle_filled(centre, 5.0, colour);
                }
                ui.painter().galley(pos2(rect.left() + 16.0, rect.top()), name, see.look.text);
                ui.painter().galley(pos2(rect.right() - when.size().x, rect.top()), when, see.look.dim);
            })
            .response
            .on_hover_ui(|ui| {
                ui.set_max_width(280.0);
                ui.label(text);
                ui.label(until.as_str());
                ui.colored_label(see.look.faint, RichText::new(clause).monospace());
            });
    }
}

/// One effect in words.
struct Effect {
    name: String,
    until: String,
    clause: &'static str,
    text: &'static str,
    bad: bool,
}

fn effect_lines(see: &See, unit: &UnitDataItem) -> Vec<Effect> {
    let mut lines = Vec::new();
    let mut add = |name: &str, until: &str, clause, text, bad| {
        lines.push(Effect { name: name.to_owned(), until: until.to_owned(), clause, text, bad });
    };
    match unit.movement.gait() {
        Gait::Steady => {}
        Gait::Running => add("Running", "until next phase", "SS-MOVE-16", "2 dice less for its own actions, harder to hit.", false),
        Gait::Sprinting => add("Sprinting", "until next phase", "SS-MOVE-20", "2 dice less for its own actions, much harder to hit.", false),
    }
    if unit.cover.taken() {
        add("In cover", "until it moves", "SS-ACT-49", "Obstacles between it and an attacker add dice to its defence.", false);
    }
    let defences = unit.guard.defences();
    if defences > 0 {
        add(&format!("Defended {defences}x"), "until next phase", "SS-DEF-28", "One die less in defence for each roll before.", true);
    }
    let round = see.view.round();
    for status in unit.status.iter() {
        let until = match status.until {
            Until::Removed => "until ended".to_owned(),
            Until::EndOfRound(number) if number == round.number() => "end of round".to_owned(),
            Until::EndOfRound(number) => format!("end of round {number}"),
            Until::EndOfPass(passes) => match passes.saturating_sub(round.passes()) {
                0 => "end of pass".to_owned(),
                1 => "end of next pass".to_owned(),
                more => format!("{more} passes"),
            },
        };
        match status.kind {
            StatusKind::Prone => add("Prone", "until it stands up", "SS-DEF-19", "Easier to hit near by, harder from far away; cannot run.", true),
            StatusKind::FullDefense => add("Full Defense", &until, "SS-DEF-05", "Adds Willpower to every defence.", false),
            StatusKind::Engaged => {}
            StatusKind::Fencing(other) => {
                let name = format!("Melee with {}", see.name(other));
                add(&name, &until, "SS-DEF-39", "3 dice less against shots while the other is in reach.", true);
            }
            StatusKind::Dying(since) => {
                let name = format!("Dying since round {since}");
                add(&name, &until, "SS-DMG-23", "Loses a point of flesh every so many rounds.", true);
            }
        }
    }
    lines
}

/// Everything carried; what is in hand has a bright frame.
fn weapons(ui: &mut Ui, see: &See, unit: &UnitDataItem, session: &mut Session, state: &mut PanelState) {
    heading(ui, see.look, "Weapons");
    let fighter = see.view.fighter(unit);
    for (number, carried) in unit.arsenal.carried().iter().enumerate() {
        let response = weapon_row(ui, see, &fighter, carried, state.weapon == Some((*unit.id, number)));
        let response = response.on_hover_ui(|ui| weapon_card(ui, see, &fighter, carried));
        if response.clicked() {
            state.weapon = Some((*unit.id, number));
            if carried.in_hand() {
                let ranged = carried.weapon().class == WeaponClass::Ranged;
                let first = carried.weapon().modes.first().copied();
                let mode = carried.mode().or(first).filter(|_| ranged);
                session.intent = Intent::Attack { weapon: number, mode };
            } else {
                let order = Order::Ready { unit: *unit.id, weapon: number };
                if crate::battle::check(see.view, &order).is_ok() {
                    let key = "Ready it with the button at the bottom.".to_owned();
                    session.notice = Some((key, see.now));
                }
            }
        }
    }
}

fn weapon_row(ui: &mut Ui, see: &See, fighter: &Fighter, carried: &Carried, chosen: bool) -> egui::Response {
    let look = see.look;
    let weapon = carried.weapon();
    let width = ui.available_width();
    let rounds = if weapon.magazine > 0 {
        format!("{} / {}", carried.loaded(), weapon.magazine)
    } else if carried.in_hand() {
        "in hand".to_owned()
    } else {
        String::new()
    };
    let rounds_colour = if weapon.magazine > 0 && carried.loaded() == 0 { look.harm } else { look.text };
    let (rect, response) = ui.allocate_exact_size(vec2(width, 42.0), Sense::click());
    let edge = match (carried.in_hand(), chosen || response.hovered() || response.has_focus()) {
        (true, _) => Stroke::new(1.5, look.side(1)),
        (_, true) => Stroke::new(1.5, look.dim),
        _ => Stroke::new(1.0, look.line),
    };
    let fill = if carried.in_hand() { look.side(1).gamma_multiply(0.14) } else { look.raised };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(5), fill, edge, StrokeKind::Inside);
    let figure = painter.layout_no_wrap(rounds, body(ui), rounds_colour);
    let room = width - figure.size().x - 28.0;
    let name = super::kit::fitted(painter, &weapon.name, body(ui), look.text, room);
    let stats = super::kit::fitted(painter, &stats(fighter, weapon), super::kit::small(ui), look.dim, room);
    let left = rect.left() + 10.0;
    painter.galley(pos2(left, rect.top() + 4.0), name, look.text);
    painter.galley(pos2(left, rect.bottom() - stats.size().y - 4.0), stats, look.dim);
    let top = rect.center().y - figure.size().y / 2.0;
    painter.galley(pos2(rect.right() - 10.0 - figure.size().x, top), figure, rounds_colour);
    response
}

/// "DV 9 · ARP 2 · Acc 5".
fn stats(fighter: &Fighter, weapon: &Weapon) -> String {
    let dv = attack_pool::damage_parts(fighter, weapon).pool();
    let strain = if damage::pool_kind(weapon) == PoolKind::Strain { "S" } else { "" };
    format!("DV {dv}{strain} · ARP {} · Acc {}", weapon.arp, accuracy::limit(weapon, fighter))
}

/// All of a weapon, for its tooltip.
fn weapon_card(ui: &mut Ui, see: &See, fighter: &Fighter, carried: &Carried) {
    let look = see.look;
    let weapon = carried.weapon();
    ui.set_max_width(300.0);
    ui.label(&weapon.name);
    let switches = see.view.setup().switches();
    let pool = base::skill_pool(&fighter.sheet, weapon.skill, weapon.attribute, switches);
    modifiers(ui, look, "Attack pool", &dice(pool.pool()), &pool.0);
    let dv = attack_pool::damage_parts(fighter, weapon);
    modifiers(ui, look, "Damage value", &dv.pool().to_string(), &dv.0);
    let line = |ui: &mut Ui, label: &str, value: String| {
        fact_line(ui, (label, look.dim), (&value, look.text));
    };
    let kind = match weapon.damage_type {
        DamageType::Kinetic => "kinetic",
        DamageType::Shock => "shock",
        DamageType::Fire => "fire",
        DamageType::Corrosive => "corrosive",
        DamageType::Cryo => "cryo",
        DamageType::Radiation => "radiation",
    };
    line(ui, "Damage type", kind.to_owned());
    line(ui, "Armour penetration", weapon.arp.to_string());
    line(ui, "Most hits that count", accuracy::limit(weapon, fighter).to_string());
    match weapon.class {
        WeaponClass::Ranged => line(ui, "Range", format!("{} m", weapon.range)),
        _ => line(ui, "Reach", format!("{} m", u32::from(weapon.reach) + 1)),
    }
    if weapon.magazine > 0 {
        line(ui, "Rounds", format!("{} of {}", carried.loaded(), weapon.magazine));
        line(ui, "Recoil compensation", weapon.recoil_compensation.to_string());
    }
    for mode in &weapon.modes {
        let row = actions::fire_row(*mode);
        let set = if carried.mode() == Some(*mode) { " (set)" } else { "" };
        line(ui, &format!("{}{set}", row.name), format!("{} rounds, {} defence", row.rounds, signed(row.defence)));
    }
    ui.colored_label(look.dim, if carried.in_hand() { "In hand" } else { "Not in hand" });
}

/// Shields on the four sides of the unit's square.
fn cover_here(ui: &mut Ui, see: &See, unit: &UnitDataItem) {
    heading(ui, see.look, "Cover here");
    let sides = field::cover_by_side(see.view.field().grid(), unit.cell(), unit.body());
    compass(ui, see, sides);
    if !unit.cover.taken() && sides.iter().any(|cover| *cover >= Cover::Partial) {
        ui.colored_label(see.look.dim, "counts once cover is taken");
    }
}

/// A square with a shield on each side that is covered, and the grades in words beside it.
pub(super) fn compass(ui: &mut Ui, see: &See, sides: [Cover; 8]) {
    let look = see.look;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 72.0), Sense::hover());
    let painter = ui.painter();
    let round = CornerRadius::same(5);
    painter.rect(rect, round, look.raised, Stroke::new(1.0, look.line), StrokeKind::Inside);
    let centre = rect.center();
    let square = Rect::from_center_size(centre, vec2(18.0, 18.0));
    painter.rect_stroke(square, CornerRadius::same(3), Stroke::new(1.2, look.side(1)), StrokeKind::Inside);
    for (name, direction) in [
        ("N", Direction::North),
        ("E", Direction::East),
        ("S", Direction::South),
        ("W", Direction::West),
    ] {
        let cover = sides[direction as usize];
        let (dx, dy) = direction.delta();
        let at = centre + vec2(dx as f32, dy as f32) * 22.0;
        let colour = if cover == Cover::None { look.line } else { look.side(1) };
        shield(painter, at, 13.0, filled(cover), colour);
        let text = format!("{name} {}", cover_name(cover));
        let colour = if cover == Cover::None { look.faint } else { look.text };
        let (place, align) = match direction {
            Direction::North => (pos2(rect.left() + 10.0, rect.top() + 18.0), egui::Align2::LEFT_CENTER),
            Direction::East => (pos2(rect.right() - 10.0, rect.top() + 18.0), egui::Align2::RIGHT_CENTER),
            Direction::South => (pos2(rect.right() - 10.0, rect.bottom() - 18.0), egui::Align2::RIGHT_CENTER),
            _ => (pos2(rect.left() + 10.0, rect.bottom() - 18.0), egui::Align2::LEFT_CENTER),
        };
        painter.text(place, align, text, body(ui), colour);
    }
    response.on_hover_ui(|ui| {
        ui.set_max_width(280.0);
        ui.label("Against a standing shooter four squares away, for a unit that has taken cover.");
        fact_line(ui, ("More than 25 % hidden: partial", look.dim), ("+2 dice", look.good));
        fact_line(ui, ("More than 50 % hidden: good", look.dim), ("+4 dice", look.good));
        ui.colored_label(look.faint, RichText::new("SS-COVER-07, SS-DEF-41, SS-DEF-46").monospace());
    });
}

/// Share of the shield that is filled.
pub(super) fn filled(cover: Cover) -> f32 {
    match cover {
        Cover::None => 0.0,
        Cover::Partial => 0.5,
        Cover::Good | Cover::Total => 1.0,
    }
}

/// In a word.
pub(super) fn cover_name(cover: Cover) -> &'static str {
    match cover {
        Cover::None => "none",
        Cover::Partial => "partial",
        Cover::Good => "good",
        Cover::Total => "total",
    }
}
