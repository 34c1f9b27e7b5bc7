//! The weapons of a unit: which is in hand, what it does, how many rounds are left.

use bevy_egui::egui::{self, CornerRadius, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::PanelState;
use super::kit::{See, body, dice, fact_line, fitted, heading, modifiers, signed, small};
use crate::battle::{Carried, UnitDataItem};
use crate::desktop::session::{Intent, Session};
use crate::rules::swan_song::{
    DamageType, Fighter, PoolKind, Weapon, WeaponClass, accuracy, actions, attack_pool, base, damage,
};

/// Everything carried; what is in hand has a bright frame.
pub(super) fn show(
    ui: &mut Ui,
    see: &See,
    unit: &UnitDataItem,
    session: &mut Session,
    state: &mut PanelState,
) {
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
        if weapon.hands > 0 { "in hand".to_owned() } else { String::new() }
    } else {
        String::new()
    };
    let rounds_colour = if weapon.magazine > 0 && carried.loaded() == 0 { look.harm } else { look.text };
    let (rect, response) = ui.allocate_exact_size(vec2(width, 42.0), Sense::click());
    let held = carried.in_hand() && weapon.hands > 0;
    let edge = match (held, chosen || response.hovered() || response.has_focus()) {
        (true, _) => Stroke::new(1.5, look.side(1)),
        (_, true) => Stroke::new(1.5, look.dim),
        _ => Stroke::new(1.0, look.line),
    };
    let fill = if held { look.side(1).gamma_multiply(0.14) } else { look.raised };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(5), fill, edge, StrokeKind::Inside);
    let figure = painter.layout_no_wrap(rounds, body(ui), rounds_colour);
    let room = width - figure.size().x - 28.0;
    let name = fitted(painter, &weapon.name, body(ui), look.text, room);
    let stats = fitted(painter, &stats(fighter, weapon), small(ui), look.dim, room);
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
        line(
            ui,
            &format!("{}{set}", row.name),
            format!("{} rounds, {} defence", row.rounds, signed(row.defence)),
        );
    }
    ui.colored_label(
        look.dim,
        match (carried.in_hand(), weapon.hands) {
            (true, 0) => "Part of the body",
            (true, _) => "In hand",
            _ => "Not in hand",
        },
    );
}
