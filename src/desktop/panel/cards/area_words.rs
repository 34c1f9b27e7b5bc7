//! Texts about the units in an area attack, with a warning for own units.

use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{Ui, WidgetText};

use crate::attack_forecast::{AttackQuery, ForecastCache, percent_text};
use crate::board::overlay::blast;
use crate::panel::widgets::{PanelContext, body_font, keep_units};
use battle::{OpenPrompt, Target};
use dice::Distribution;
use model::UnitId;
use rules::AreaHarm;

/// Units in the area of an attack.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct AreaUnits {
    /// Names of enemies.
    enemies: Vec<String>,
    /// Names of the attacker's own side; the attacker is "Vex (self)".
    own: Vec<String>,
    /// Says what happens to those in the area: to be caught is not yet to be harmed.
    effect: String,
    /// How likely at least one enemy is harmed, and a warning if own units may be; both may be empty.
    harm: (String, String),
    /// How likely at least one enemy in action is harmed; `None` if the attack does no damage.
    enemy_harm: Option<f64>,
}

impl AreaUnits {
    /// Lists the units in the area of an attack that lands where it is aimed; `None` for an attack without an area.
    pub fn new(context: &PanelContext, odds: &mut ForecastCache, query: &AttackQuery) -> Option<Self> {
        let view = context.view;
        let unit = view.unit(query.attacker)?;
        let weapon = unit.inventory.get(query.weapon)?.weapon();
        let centre = match query.target {
            Target::Unit(id) => view.unit(id)?.cell(),
            Target::Square(cell) => cell,
            Target::Barrier(_) => return None,
        };
        let area = blast::blast_at(view, &unit, weapon, centre)?;
        let is_own = |id: &UnitId| view.unit(*id).is_some_and(|other| other.side == unit.side);
        let (own, enemies): (Vec<UnitId>, Vec<UnitId>) = area.caught.into_iter().partition(is_own);
        let own = own.into_iter().map(|id| match context.unit_name(id) {
            name if id == query.attacker => format!("{name} (self)"),
            name => format!("{name} (yours)"),
        });
        let counts_ailments = rules::status::resolution::in_play(view.rules());
        let inflicts = weapon.attack_properties().inflicts.iter().filter(|_| counts_ailments);
        let mut effect = effect_sentence(inflicts.map(|one| (one.ailment.name(), one.resist.is_some())));
        let fights = |id: UnitId| view.unit(id).is_some_and(|unit| unit.is_fighting());
        let known = odds.area_harm(view, query);
        let share = |odds: &Distribution<bool>| odds.probability(|harmed| *harmed);
        if let Some(known) = known.as_ref().filter(|known| known.units.len() > 1) {
            // The chances of this attack, wherever it goes off: those of which the one for any enemy is made.
            let of =
                |id: UnitId| known.units.iter().find(|(unit, _)| *unit == id).map(|(_, odds)| share(odds));
            let caught = enemies.iter().copied().filter(|id| fights(*id)).take(MAX_CHANCES);
            let chances = caught.filter_map(|id| Some((context.unit_name(id), of(id)?)));
            effect.push_str(&chances_sentence(chances));
        }
        let enemies = enemies.into_iter().map(|id| match fights(id) {
            true => context.unit_name(id),
            false => format!("{} (out of action)", context.unit_name(id)),
        });
        let chance = |odds: &Option<Distribution<bool>>| odds.as_ref().map(share);
        let harm = known.as_ref().map(|harm| harm_sentence(chance(&harm.enemies), chance(&harm.own)));
        let deals_damage = |harm: &AreaHarm| harm.units.iter().any(|(_, odds)| share(odds) > 0.0);
        let damaging = known.as_ref().filter(|harm| deals_damage(harm));
        let enemy_harm = damaging.map(|harm| chance(&harm.enemies).unwrap_or(0.0));
        let harm = harm.unwrap_or_default();
        Some(Self { enemies: enemies.collect(), own: own.collect(), effect, harm, enemy_harm })
    }

    /// The two halves of the sentence: enemies, and own units as a warning, which may be empty.
    fn sentence(&self) -> (String, String) {
        let own = self.own.join(", ");
        match (self.enemies.as_slice(), self.own.is_empty()) {
            ([], true) => ("No units in the area.".to_owned(), String::new()),
            ([], false) => ("Catches no enemy; ".to_owned(), format!("only {own}.")),
            (enemies, true) => (format!("Catches {}.", enemies.join(", ")), String::new()),
            (enemies, false) => (format!("Catches {}; ", enemies.join(", ")), format!("also {own}.")),
        }
    }

    /// How likely at least one enemy in action is harmed; `None` if the attack does no damage.
    pub fn enemy_harm(&self) -> Option<f64> {
        self.enemy_harm
    }

    /// Draws the sentence.
    pub fn show(&self, ui: &mut Ui, context: &PanelContext) {
        let (enemies, own) = self.sentence();
        let first = if self.enemies.is_empty() { context.palette.caution } else { context.palette.text };
        let mut job = LayoutJob::default();
        job.append(&enemies, 0.0, TextFormat::simple(body_font(ui), first));
        job.append(&own, 0.0, TextFormat::simple(body_font(ui), context.palette.caution));
        ui.label(WidgetText::from(job));
        let (enemies, own) = &self.harm;
        if !enemies.is_empty() || !own.is_empty() {
            let mut job = LayoutJob::default();
            for (text, colour) in [(enemies, context.palette.text), (own, context.palette.caution)] {
                job.append(&keep_units(text), 0.0, TextFormat::simple(body_font(ui), colour));
            }
            ui.label(WidgetText::from(job));
        }
        if !self.enemies.is_empty() || !self.own.is_empty() {
            ui.colored_label(context.palette.dim, &self.effect);
        }
    }
}

/// The area of an attack that waits for the defence of its target, for the asked side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::panel) struct AskedArea {
    /// The attack.
    query: AttackQuery,
    /// Says which others of the side are in the area.
    pub text: String,
}

impl AskedArea {
    /// Describes the area of the attack that the open prompt is about; `None` if it is not aimed at the asked unit, or has
    /// no area.
    pub fn of_open_prompt(context: &PanelContext, odds: &mut ForecastCache) -> Option<Self> {
        let (view, history) = (context.view, context.history);
        // Once dice are rolled, the chances of the whole attack are void.
        let is_new = |open: &&OpenPrompt| open.dice().is_none() && open.rolls().is_empty();
        let asked = view.open_prompt().filter(is_new)?.prompt().who;
        let query = AttackQuery::for_open_prompt(view, history)?;
        let area = blast::asked_blast(view).filter(|_| query.target == Target::Unit(asked))?;
        let target = view.unit(asked)?;
        let beside = area.caught.iter().filter_map(|id| view.unit(*id));
        let beside = beside.filter(|unit| *unit.id != asked && unit.side == target.side);
        let beside: Vec<String> = beside.map(|unit| context.unit_name(*unit.id)).collect();
        let goes_astray = odds.area_harm(view, &query).is_some_and(|harm| harm.beside_target.is_some());
        let text = asked_area_sentence(area.burst.radius_m, target.identity.name(), &beside, goes_astray);
        Some(Self { query, text })
    }

    /// Says how likely at least one other unit of the side is harmed after an answer; `None` if none can be.
    pub fn answer_text(&self, context: &PanelContext, odds: &mut ForecastCache, key: &str) -> Option<String> {
        let harm = odds.area_harm_after(context.view, &self.query, key)?;
        let chance = harm.beside_target.as_ref()?.probability(|harmed| *harmed);
        Some(format!("at least one other of yours harmed: {}", percent_text(chance)))
    }
}

/// Describes the area around an asked unit: "Explosion, radius 4 m: also reaches Vex, Sable." `reaches_others` is whether it
/// reaches others anywhere that it may go off.
fn asked_area_sentence(radius_m: u32, target: &str, beside: &[String], reaches_others: bool) -> String {
    let area = format!("Explosion, radius {radius_m} m");
    match (beside.join(", "), reaches_others) {
        (names, false) if names.is_empty() => format!("{area}: reaches no other of yours."),
        (names, true) if names.is_empty() => {
            format!("{area}: at {target} it reaches no other of yours, but a miss goes off elsewhere.")
        }
        (names, _) => format!("{area}: at {target} it also reaches {names}."),
    }
}

/// Says how likely an area attack harms at least one enemy and at least one unit of the attacker's side, from the chances of
/// both, wherever it goes off: what units share, such as the attack roll, counts once. The second half is a warning. Both are
/// empty if it harms none, as a weapon that only inflicts ailments does.
fn harm_sentence(enemies: Option<f64>, own: Option<f64>) -> (String, String) {
    let own = own.filter(|chance| *chance > 0.0).map(percent_text);
    match (enemies.filter(|chance| *chance > 0.0 || own.is_some()).map(percent_text), own) {
        (Some(enemies), None) => (format!("At least one enemy harmed: {enemies}."), String::new()),
        (Some(enemies), Some(own)) => {
            (format!("At least one enemy harmed: {enemies}; "), format!("one of yours: {own}."))
        }
        (None, Some(own)) => (String::new(), format!("At least one of yours harmed: {own}.")),
        (None, None) => (String::new(), String::new()),
    }
}

/// Most units whose chance of damage is named.
const MAX_CHANCES: usize = 4;

/// Says how likely the attack harms each of those in its area: " Damage chances: Kessler 45 %."; empty without any.
fn chances_sentence(chances: impl Iterator<Item = (String, f64)>) -> String {
    let chances: Vec<String> = chances.map(|(name, harm)| format!("{name} {}", percent_text(harm))).collect();
    if chances.is_empty() { String::new() } else { format!(" Damage chances: {}.", chances.join(", ")) }
}

/// Says what an area attack does to those whom it catches, from the ailments of its weapon and whether each can be resisted.
fn effect_sentence<'a>(inflicts: impl Iterator<Item = (&'a str, bool)>) -> String {
    let (names, resisted): (Vec<&str>, Vec<bool>) = inflicts.unzip();
    let harm = "Units caught still defend and soak";
    match (names.join(", "), resisted.contains(&true)) {
        (names, _) if names.is_empty() => format!("{harm}."),
        (names, true) => format!("{harm}. A hit inflicts {names}, unless the unit resists."),
        (names, false) => format!("{harm}. A hit inflicts {names}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_attack_says_what_it_does_to_those_caught() {
        let text = |inflicts: &[(&str, bool)]| effect_sentence(inflicts.iter().copied());
        assert_eq!(text(&[]), "Units caught still defend and soak.");
        assert_eq!(
            text(&[("Blinded", true), ("Deafened", true)]),
            "Units caught still defend and soak. A hit inflicts Blinded, Deafened, unless the unit resists."
        );
    }

    #[test]
    fn a_defender_reads_whom_else_an_explosion_reaches() {
        let names = ["Vex".to_owned(), "Sable".to_owned()];
        let text = |beside: &[String], astray| asked_area_sentence(4, "Mara", beside, astray);
        assert_eq!(text(&names, true), "Explosion, radius 4 m: at Mara it also reaches Vex, Sable.");
        assert_eq!(text(&[], false), "Explosion, radius 4 m: reaches no other of yours.");
        assert_eq!(
            text(&[], true),
            "Explosion, radius 4 m: at Mara it reaches no other of yours, but a miss goes off elsewhere."
        );
    }

    #[test]
    fn the_chance_to_catch_units_is_not_that_to_harm_them() {
        let chances = [("Kessler".to_owned(), 0.45), ("Ortho".to_owned(), 0.3)];
        assert_eq!(chances_sentence(chances.into_iter()), " Damage chances: Kessler 45 %, Ortho 30 %.");
        assert_eq!(chances_sentence(std::iter::empty()), "");
    }

    #[test]
    fn the_chance_to_harm_at_least_one_unit_is_said_for_both_sides() {
        let text = |enemies, own| {
            let (enemies, own) = harm_sentence(enemies, own);
            format!("{enemies}|{own}")
        };
        assert_eq!(text(Some(0.6299), None), "At least one enemy harmed: 63 %.|");
        assert_eq!(text(Some(0.6299), Some(0.0)), "At least one enemy harmed: 63 %.|");
        assert_eq!(text(Some(0.63), Some(0.12)), "At least one enemy harmed: 63 %; |one of yours: 12 %.");
        assert_eq!(text(Some(0.0), Some(0.12)), "At least one enemy harmed: 0 %; |one of yours: 12 %.");
        assert_eq!(text(None, Some(0.001)), "|At least one of yours harmed: <1 %.");
        assert_eq!(text(Some(0.0), Some(0.0)), "|");
        assert_eq!(text(None, None), "|");
    }

    #[test]
    fn own_units_in_the_area_are_named_as_a_warning() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let text = |enemies: &[&str], own: &[&str]| {
            AreaUnits { enemies: names(enemies), own: names(own), ..AreaUnits::default() }.sentence()
        };
        assert_eq!(
            text(&["Ortho"], &["Sable (yours)"]),
            ("Catches Ortho; ".to_owned(), "also Sable (yours).".to_owned())
        );
        assert_eq!(text(&["Ortho", "Pike"], &[]).0, "Catches Ortho, Pike.");
        assert_eq!(text(&[], &["Vex (self)"]).1, "only Vex (self).");
        assert_eq!(text(&[], &[]).0, "No units in the area.");
    }
}
