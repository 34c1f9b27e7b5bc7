//! Gauges, values and weapons of a unit in this book's terms.

use std::borrow::Cow;

use super::{AberrantRulebook, derived_stats, fighter};
use crate::aberrant::attacks::cover::CoverLevel;
use crate::aberrant::attacks::range;
use crate::aberrant::environment::buildings::Building;
use crate::aberrant::health::health_track::{HealthTrack, LifeStatus};
use crate::aberrant::health::stun;
use crate::aberrant::lines::Counted;
use crate::aberrant::protection::armour::Clothing;
use crate::aberrant::protection::armour_layers;
use crate::aberrant::protection::bonus_stacking;
use crate::aberrant::protection::bonus_stacking::DefenceBonusKind;
use crate::aberrant::protection::soak::SoakColumn;
use crate::aberrant::protection::stacking;
use crate::aberrant::protection::stacking::SoakCategory;
use crate::aberrant::turn::actions::ActionError;
use crate::aberrant::turn::turn_budget::QueuedTargeting;
use crate::aberrant::turn::{actions, initiative_and_movement};
use crate::aberrant::{HealthState, Sheet, Soak, WeaponClass};
use crate::rulebook::UnitDisplay;
use crate::turn_engine::PhaseTiming;
use crate::{
    AllowanceReduction, DerivedStat, Gauge, GaugeShape, GaugeTone, HeldWeapon, Revival, RuleSet, Stat,
    TrackBox, TurnAllowance, UnitSnapshot,
};
use dice::Clause;

impl UnitDisplay for AberrantRulebook {
    /// Health, Willpower, and ablative defences if there are any.
    fn gauges(sheet: &crate::Sheet, condition: &crate::HealthState, _: &RuleSet) -> Vec<Gauge> {
        let (sheet, condition) = (sheet.aberrant(), condition.aberrant());
        let bar = |label: &'static str, now: u32, max: u32, clause: Clause| Gauge {
            label: label.into(),
            shape: GaugeShape::Bar { now: now.cast_signed(), max: max.cast_signed() },
            tone: GaugeTone::Reserve,
            note: String::new(),
            clause,
        };
        if let Some(building) = &sheet.building {
            let left = building.structure_left(condition);
            return vec![bar("Structure", left, building.structure(), building.structure_clause())];
        }
        let points = u32::from(condition.willpower);
        let willpower = u32::from(sheet.willpower_points());
        let mut gauges = vec![
            health_gauge(sheet, condition),
            bar("Willpower", points, willpower.max(points), "AB-BASE-14"),
        ];
        if let Some(band) = &sheet.band {
            let now = condition.band.left(band);
            let gauge = bar("Henchmen", now, band.full_count(), "AB-MASS-18");
            let note = format!("all out after {}", Counted::Levels(condition.band.levels_left(band)));
            // The first gauge is the bar of the token: henchmen go before their leader.
            let place = if now > 0 || band.all_henchmen { 0 } else { gauges.len() };
            gauges.insert(place, Gauge { tone: GaugeTone::Body, note, ..gauge });
        }
        let sources = sheet.sources.iter().filter(|source| source.ablative);
        for (at, source) in sources.enumerate() {
            let lost = condition.ablative_lost.get(at).copied().unwrap_or(0);
            let max = source.soak.bashing.max(source.soak.lethal).max(source.soak.aggravated);
            let gauge = bar("", max.saturating_sub(lost), max, "AB-NONSOAK-05");
            gauges.push(Gauge { label: Cow::Owned(source.name.clone()), ..gauge });
        }
        gauges
    }

    /// Grievous injuries. `AB-GRIEV-04`, `AB-GRIEV-05`, `AB-GRIEV-09`.
    fn lasting_injuries(health: &crate::HealthState) -> Vec<DerivedStat> {
        health.aberrant().flaw_figures()
    }

    /// A named unit that is unconscious from stun rolls Willpower at the end of each round, and stun wears off. `AB-STUN-02`,
    /// `AB-STUN-06`, `AB-STUN-10`.
    fn revival(sheet: &crate::Sheet, health: &crate::HealthState, _: &RuleSet) -> Option<Revival> {
        let (sheet, condition) = (sheet.aberrant(), health.aberrant());
        if !sheet.role.is_named() || condition.life_status(sheet) != LifeStatus::Unconscious {
            return None;
        }
        let (text, clause) = match condition.willpower {
            0 => {
                let rounds = stun::turns_per_level(sheet);
                let every =
                    if rounds == 1 { "each round".to_owned() } else { format!("every {rounds} rounds") };
                (format!("wakes when enough stun has worn off: a level {every}"), "AB-STUN-02")
            }
            left => {
                (format!("may wake at the end of a round while it has Willpower ({left} left)"), "AB-STUN-10")
            }
        };
        Some(Revival { text, alone: true, clause })
    }

    /// Reserved defences, queued actions and declarations. `AB-BASE-08`, `AB-CANCEL-01`, `AB-BASE-19`.
    fn turn_reserves(unit: &UnitSnapshot, _: &RuleSet) -> Vec<String> {
        let budget = unit.budget.aberrant();
        let (effort, phase) = (&budget.effort, &budget.phase);
        let fighter = fighter(unit);
        if fighter.sheet.building.is_some() {
            return Vec::new();
        }
        let count =
            |count: u8, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
        let mut reserves = Vec::new();
        let mut add = |holds: bool, text: &dyn Fn() -> String| {
            if holds {
                reserves.push(text());
            }
        };
        add(fighter.is_stunned(), &|| "Stunned: this round is lost".to_owned());
        add(fighter.is_dazed(), &|| "Dazed: one action, +2 difficulty".to_owned());
        add(effort.full_defence, &|| "Full defence".to_owned());
        add(effort.reserved > 0, &|| count(effort.reserved, "defence reserved", "defences reserved"));
        add(effort.queued > 0, &|| count(effort.queued, "action planned", "actions planned"));
        add(effort.owed > 0, &|| match budget.turn {
            PhaseTiming::Before => format!("{} AP less in its turn of this pass", effort.owed),
            PhaseTiming::Now | PhaseTiming::After => format!("{} AP less next turn", effort.owed),
        });
        add(phase.declared_actions > 0, &|| {
            let declared = Counted::Actions(u32::from(phase.declared_actions));
            format!("{declared} declared, {} taken", phase.actions_taken)
        });
        add(phase.targeting == QueuedTargeting::Apart, &|| "Each attack has a different target".to_owned());
        let gone = phase.first_target_gone && effort.points > 0;
        match (gone, phase.replacement_pending) {
            (_, true) => add(true, &|| {
                "Replacement paid: the next attack may have any target, at +1 difficulty".to_owned()
            }),
            (true, false) => add(true, &|| {
                "The announced target is gone: replace the attack (1 Willpower or a Willpower roll), or do something else"
                    .to_owned()
            }),
            (false, false) => {}
        }
        reserves
    }

    /// Action points, and the defences reserved. `AB-BASE-07`, `AB-BASE-08`.
    /// `AB-BASE-16`.
    fn cover_name(hidden: u8) -> &'static str {
        match CoverLevel::from_percent_hidden(hidden) {
            CoverLevel::None => "none",
            CoverLevel::Partial => "partial",
            CoverLevel::Good => "good",
            CoverLevel::Superior => "superior",
        }
    }

    fn damage_words() -> &'static str {
        "health levels"
    }

    fn turn_allowances(unit: &UnitSnapshot, _: &RuleSet) -> Vec<TurnAllowance> {
        let points = "Action points. Every action costs one: an attack, a defence that is reserved for later, running. \
                      Walking is free. A unit may make several attacks in a turn.";
        let defences =
            "Defences that were reserved with Defend: each answers one attack until the unit's next turn.";
        let reserved = unit.budget.aberrant().effort.reserved;
        let (usable, limit) = actions::usable_actions(&fighter(unit));
        let reduced =
            limit.map(|why| AllowanceReduction { reason: reduction_text(why), clause: why.clause() });
        let mut all = vec![TurnAllowance { reduced, ..TurnAllowance::points(usable, points, "AB-BASE-07") }];
        let runs = unit.budget.points().saturating_sub(usable);
        if runs > 0 && limit != Some(ActionError::Helpless) {
            let buys = "Points that pay no further action: each can still pay for a run.";
            all[0].name = "AP to act";
            let allowance = TurnAllowance::points(runs, buys, "AB-BASE-07");
            all.push(TurnAllowance { name: "AP only to run", is_main: false, ..allowance });
        }
        if reserved > 0 {
            let name = if reserved == 1 { "defence" } else { "defences" };
            all.push(TurnAllowance {
                name,
                is_main: false,
                ..TurnAllowance::points(reserved, defences, "AB-BASE-08")
            });
        }
        all
    }

    /// Those that pay for an action: the cap and dazing allow fewer than there are points. `AB-LIMIT-01`, `AB-DAZE-05`.
    fn usable_points(unit: &UnitSnapshot) -> u8 {
        actions::usable_actions(&fighter(unit)).0
    }

    /// The actions of the round, of the most that it allows: action points are what a player counts.
    fn second_action_count() -> Option<&'static str> {
        Some(derived_stats::ACTION_COUNT)
    }

    /// `AB-BASE-08`.
    fn unspent_points() -> Option<(&'static str, Clause)> {
        Some(("Unspent AP are lost; one AP reserves a defence before.", "AB-BASE-08"))
    }

    /// `AB-BASE-07`, `AB-BASE-11`, `AB-LIMIT-01`.
    fn turn_guide() -> &'static str {
        "In its turn a unit spends action points (AP): an attack costs one, and so does a defence that is reserved \
         for later. Walking is free.\n\
         A round has several passes: initiative falls by 10 after each, and units that are still above 0 act again. \
         Before a pass every unit that has an enemy in range announces weapon and target; another attack later \
         costs Willpower."
    }

    /// Sheet values in the book's terms, unhurt and with all armour intact.
    fn sheet_stats(sheet: &crate::Sheet) -> Vec<Stat> {
        let sheet = sheet.aberrant();
        if let Some(building) = &sheet.building {
            return building_stats(building);
        }
        [rank_stats(sheet), trait_stats(sheet), defence_stats(sheet), turn_stats(sheet)].concat()
    }

    fn derived_stats(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat> {
        derived_stats::derived_stats(unit, rules)
    }

    fn band_losses(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat> {
        derived_stats::band_losses(&fighter(unit), rules.book.aberrant())
    }

    fn derived_weapon_stats(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<DerivedStat> {
        derived_stats::derived_weapon_stats(unit, held, rules)
    }

    /// Weapon values in the book's terms.
    fn weapon_stats(weapon: &crate::Weapon) -> Vec<Stat> {
        let weapon = weapon.aberrant();
        let mut stats = Vec::new();
        let mut add = |name: &'static str, value: String, clause: Clause| {
            stats.push(Stat { group: "Weapon", name: name.into(), value, clause });
        };
        add("Damage", weapon.damage.to_string(), "AB-ADDS-02");
        add("Ability", weapon.skill.name().to_owned(), "AB-BASE-03");
        if let Some(power) = weapon.power {
            add("Resisted as", power.name().to_owned(), "AB-NONSOAK-01");
        }
        if weapon.ap > 0 {
            add("Armour piercing", weapon.ap.to_string(), "AB-AP-01");
        }
        if weapon.unsoakable {
            add("Soak", "none".to_owned(), "AB-STUN-09");
        } else if let Some(kind) = weapon.soak_as {
            add("Soaked as", kind.name().to_owned(), "AB-TYPE-08");
        }
        match weapon.class {
            WeaponClass::Ranged => add("Short range", format!("{} m", weapon.short_range_m), "AB-RANGE-01"),
            WeaponClass::Thrown => add("Mass", kilograms_text(weapon.mass_g), "AB-THROW-02"),
            WeaponClass::Melee if weapon.reach > 0 => {
                add("Reach", format!("+{} m", weapon.reach), "SS-BASE-16");
            }
            WeaponClass::Melee => {}
        }
        if weapon.lightspeed {
            add("Speed", "light".to_owned(), "AB-DODGE-08");
        } else if weapon.high_velocity {
            add("Speed", "high velocity".to_owned(), "AB-DODGE-05");
        }
        if weapon.magazine > 0 {
            add("Magazine", weapon.magazine.to_string(), "AB-CANCEL-01");
        }
        stats
    }

    /// "7 lethal · pierces 2 · 100 m".
    fn weapon_summary(unit: &UnitSnapshot, weapon: &crate::Weapon, rules: &RuleSet) -> String {
        let weapon = weapon.aberrant();
        let mut line = weapon.damage.to_string();
        if weapon.ap > 0 {
            line.push_str(&format!(" · pierces {}", weapon.ap));
        }
        if !weapon.is_melee() {
            let increment = range::increment_m(weapon, unit.sheet.aberrant(), rules.book.aberrant());
            line.push_str(
                &increment.map_or_else(|| " · too heavy".into(), |metres| format!(" · {metres} m")),
            );
        }
        line
    }
}

/// Armour and structure of a building.
fn building_stats(building: &Building) -> Vec<Stat> {
    let stat = |name: &'static str, value: u32, clause: Clause| Stat {
        group: "Building",
        name: name.into(),
        value: value.to_string(),
        clause,
    };
    vec![
        stat("Armour", building.object().armour, building.object().clause),
        stat("Structure", building.structure(), building.structure_clause()),
    ]
}

/// The role of an unnamed unit, and its henchmen.
fn rank_stats(sheet: &Sheet) -> Vec<Stat> {
    let mut stats = Vec::new();
    let mut add = |group: &'static str, name: &'static str, value: String, clause: Clause| {
        stats.push(Stat { group, name: name.into(), value, clause });
    };
    if !sheet.role.is_named() {
        add("Role", "Role", sheet.role.name().to_owned(), "AB-EXTRA-01");
    }
    for henchmen in sheet.band.iter().flat_map(|band| &band.henchmen) {
        let value = format!("{} {}, {}", henchmen.count, henchmen.name, henchmen.quality.name());
        add("Henchmen", "Type", value, henchmen.quality.clause());
    }
    stats
}

/// Attributes, powers of a nova and abilities.
fn trait_stats(sheet: &Sheet) -> Vec<Stat> {
    let mut stats = Vec::new();
    let mut add = |group: &'static str, name: &'static str, value: String, clause: Clause| {
        stats.push(Stat { group, name: name.into(), value, clause });
    };
    for (name, value, clause) in [
        ("Strength", sheet.strength, "AB-ARMOR-04"),
        ("Dexterity", sheet.dexterity, "AB-BASE-03"),
        ("Stamina", sheet.stamina, "AB-SOAK-01"),
        ("Wits", sheet.wits, "AB-BASE-11"),
        ("Charisma", sheet.charisma, "AB-MASS-02"),
    ] {
        add("Attributes", name, value.to_string(), clause);
    }
    add("Attributes", "Willpower", sheet.willpower.to_string(), "AB-BASE-14");
    for (name, value, clause) in [
        ("Quantum", sheet.quantum, "AB-SOAK-04"),
        ("Mega-Strength", sheet.mega_strength, "AB-THROW-04"),
        ("Mega-Dexterity", sheet.mega_dexterity, "AB-DODGE-07"),
        ("Mega-Stamina", sheet.mega_stamina, "AB-SOAK-08"),
    ] {
        if value > 0 {
            add("Nova", name, value.to_string(), clause);
        }
    }
    for (ability, rating) in &sheet.abilities {
        add("Abilities", ability.name(), rating.to_string(), "AB-BASE-03");
    }
    stats
}

/// Soak, bonuses against attacks, and armour.
fn defence_stats(sheet: &Sheet) -> Vec<Stat> {
    let mut stats = Vec::new();
    let mut add = |name: &'static str, value: String, clause: Clause| {
        stats.push(Stat { group: "Defence", name: name.into(), value, clause });
    };
    let fresh = HealthState::unhurt(sheet);
    add("Soak", soak_text(sheet, &fresh), "AB-STACK-11");
    for (kind, name) in [
        (DefenceBonusKind::HitDifficulty, "Hard to hit"),
        (DefenceBonusKind::QuantumResistance, "Quantum resistance"),
        (DefenceBonusKind::MentalResistance, "Mental resistance"),
    ] {
        let bonus = bonus_stacking::total_bonus(sheet, kind);
        if bonus > 0 {
            add(name, format!("+{bonus}"), "AB-NONSOAK-01");
        }
    }
    for (hidden, name, clause) in
        [(false, "Armour in sight", "AB-ARMOR-11"), (true, "Hidden armour", hiding_clause(sheet))]
    {
        let pieces: Vec<_> = sheet.worn_armour(hidden).collect();
        if !pieces.is_empty() {
            add(name, pieces.join(", "), clause);
        }
    }
    let penalty = armour_layers::mobility_penalty(sheet, &fresh);
    if penalty > 0 {
        add("Armour penalty", format!("-{penalty}"), "AB-ARMOR-02");
    }
    stats
}

/// Initiative, actions and ways of moving.
fn turn_stats(sheet: &Sheet) -> Vec<Stat> {
    let mut stats = Vec::new();
    let mut add = |name: &'static str, value: String, clause: Clause| {
        stats.push(Stat { group: "Turn", name: name.into(), value, clause });
    };
    add(
        "Initiative",
        format!("d10+{}", initiative_and_movement::initiative_parts(sheet).sum()),
        "AB-BASE-11",
    );
    add("Actions", format!("{} per round", actions::action_cap(sheet)), "AB-LIMIT-01");
    add("Walk", format!("{} m", initiative_and_movement::walk_m(sheet)), "AB-BASE-07");
    add("Run", format!("{} m", initiative_and_movement::run_m(sheet)), "AB-BASE-07");
    for (name, metres) in [("Fly", sheet.moves.fly), ("Teleport", sheet.moves.teleport)] {
        if let Some(metres) = metres {
            add(name, format!("{metres} m"), "AB-BASE-07");
        }
    }
    stats
}

fn health_gauge(sheet: &Sheet, condition: &HealthState) -> Gauge {
    let (track, marks) = (HealthTrack::from_sheet(sheet), &condition.marks);
    let runs = [
        (marks.aggravated + marks.lethal, TrackBox::Worst),
        (marks.bashing, TrackBox::Grave),
        (marks.stun, TrackBox::Light),
        (track.boxes().saturating_sub(marks.filled()), TrackBox::Free),
    ];
    let boxes = runs.iter().flat_map(|&(count, mark)| (0..count).map(move |_| mark)).collect();
    Gauge {
        label: "Health".into(),
        shape: GaugeShape::Boxes(boxes),
        tone: GaugeTone::Body,
        note: health_note(sheet, condition),
        clause: "AB-TRACK-01",
    }
}

/// "2 lethal, 1 stun; -1 to all pools".
fn health_note(sheet: &Sheet, condition: &HealthState) -> String {
    let marks = &condition.marks;
    let counts = [
        (marks.aggravated, "aggravated"),
        (marks.lethal, "lethal"),
        (marks.bashing, "bashing"),
        (marks.stun, "stun"),
        (marks.levels_past_track(), "past Incapacitated"),
    ];
    let marked: Vec<_> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    let mut marked = marked;
    marked.extend(
        condition
            .flaws
            .iter()
            .map(|own| if own.mitigated { format!("{} (replaced)", own.flaw) } else { own.flaw.to_string() }),
    );
    let means = match (condition.life_status(sheet), condition.wound_penalty(sheet)) {
        (LifeStatus::Fighting, 0) => return marked.join(", "),
        (status, _) if marked.is_empty() => return status.name().to_owned(),
        (LifeStatus::Fighting, penalty) => format!("{penalty} to all pools"),
        (status, _) => status.name().to_owned(),
    };
    format!("{}; {means}", marked.join(", "))
}

/// Says why a unit can use fewer points than it has.
fn reduction_text(why: ActionError) -> String {
    match why {
        ActionError::Dazed => "Dazed: only one action in this round.".to_owned(),
        ActionError::Limit { cap } => format!("Dexterity and Wits allow {cap} actions in a round."),
        ActionError::Extra => "Extras take only one action in a round.".to_owned(),
        ActionError::Helpless | ActionError::Points { .. } => "The unit cannot act.".to_owned(),
    }
}

/// The clause of what the unit's clothing hides.
const fn hiding_clause(sheet: &Sheet) -> Clause {
    match sheet.clothing {
        Some(Clothing::Heavy) => "AB-ARMOR-12",
        Some(Clothing::Normal) => "AB-ARMOR-13",
        Some(Clothing::Scanty) => "AB-ARMOR-14",
        None => "AB-ARMOR-11",
    }
}

/// "9 bashing, 8 lethal, 0 aggravated", natural soak in brackets: "(3, 1, 0 natural)".
fn soak_text(sheet: &Sheet, condition: &HealthState) -> String {
    let show = |soak: Soak| {
        format!("{} bashing, {} lethal, {} aggravated", soak.bashing, soak.lethal, soak.aggravated)
    };
    let of = |column| stacking::total_soak(sheet, condition, column);
    let total = Soak::new(of(SoakColumn::Bashing), of(SoakColumn::Lethal), of(SoakColumn::Aggravated));
    let natural = stacking::category_soak(sheet, condition, SoakCategory::Natural).soak;
    if total == natural {
        return show(total);
    }
    let Soak { bashing, lethal, aggravated } = natural;
    format!("{} ({bashing}, {lethal}, {aggravated} natural)", show(total))
}

/// "2.5 kg" without floats.
fn kilograms_text(grams: u32) -> String {
    let (whole, tenths) = (grams / 1000, grams % 1000 / 100);
    if tenths == 0 { format!("{whole} kg") } else { format!("{whole}.{tenths} kg") }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Book;
    use crate::aberrant::health::health_track::DamageMarks;
    use crate::aberrant::protection::stacking::SoakSource;
    use crate::aberrant::test_fixtures::{armour, rifle, sheet, source};

    fn show_gauges(sheet: &Sheet, condition: &HealthState) -> Vec<Gauge> {
        let health = crate::HealthState::Aberrant(condition.clone());
        AberrantRulebook::gauges(&shared(sheet), &health, &RuleSet::new(Book::Aberrant))
    }

    fn shared(sheet: &Sheet) -> crate::Sheet {
        crate::Sheet::Aberrant(Arc::new(sheet.clone()))
    }

    fn find<'a>(stats: &'a [Stat], name: &str) -> Option<&'a str> {
        stats.iter().find(|stat| stat.name == name).map(|stat| stat.value.as_str())
    }

    #[test]
    fn health_is_a_row_of_boxes() {
        let sheet = sheet(|sheet| sheet.stamina = 2);
        let marks = DamageMarks { lethal: 2, bashing: 1, stun: 1, ..DamageMarks::default() };
        let condition = HealthState { marks, ..HealthState::unhurt(&sheet) };
        let gauges = show_gauges(&sheet, &condition);
        let [
            TrackBox::Worst,
            TrackBox::Worst,
            TrackBox::Grave,
            TrackBox::Light,
            TrackBox::Free,
            TrackBox::Free,
            TrackBox::Free,
        ] = boxes(&gauges[0])[..]
        else {
            panic!("{gauges:?}")
        };
        assert_eq!(gauges[0].note, "2 lethal, 1 bashing, 1 stun; -1 to all pools");
        assert_eq!(gauges.len(), 2);
    }

    #[test]
    fn ab_stun_10_who_is_unconscious_from_stun_may_wake() {
        let sheet = sheet(|sheet| sheet.stamina = 2);
        let revival = |bashing: u32, stun: u32, willpower: u8| {
            let marks = DamageMarks { bashing, stun, ..DamageMarks::default() };
            let condition = HealthState { marks, willpower, ..HealthState::unhurt(&sheet) };
            let health = crate::HealthState::Aberrant(condition);
            AberrantRulebook::revival(&shared(&sheet), &health, &RuleSet::new(Book::Aberrant))
        };
        assert_eq!(revival(3, 3, 2), None, "one box of seven is free");
        let awake = revival(3, 4, 2).expect("unconscious from stun");
        assert_eq!((awake.alone, awake.clause), (true, "AB-STUN-10"));
        assert!(awake.text.ends_with("(2 left)"), "{}", awake.text);
        let slow = revival(3, 4, 0).expect("stun wears off");
        assert_eq!((slow.clause, slow.text.ends_with("every 8 rounds")), ("AB-STUN-02", true));
        assert_eq!(revival(7, 0, 2), None, "incapacitated");
    }

    fn boxes(gauge: &Gauge) -> &[TrackBox] {
        let GaugeShape::Boxes(boxes) = &gauge.shape else { panic!("{gauge:?}") };
        boxes
    }

    #[test]
    fn forcefields_are_bars() {
        let sheet = sheet(|sheet| {
            let field = source(SoakCategory::Power, Soak::new(6, 4, 0));
            sheet.sources = vec![SoakSource { ablative: true, ..field }];
        });
        let condition = HealthState { ablative_lost: vec![4], ..HealthState::unhurt(&sheet) };
        let gauges = show_gauges(&sheet, &condition);
        assert_eq!(gauges[2].shape, GaugeShape::Bar { now: 2, max: 6 });
    }

    #[test]
    fn a_sheet_and_a_weapon_in_numbers() {
        let sheet = sheet(|sheet| {
            (sheet.dexterity, sheet.wits, sheet.stamina) = (3, 2, 3);
            sheet.armour = vec![armour("vest", Soak::new(4, 4, 0))];
        });
        let shown = AberrantRulebook::sheet_stats(&shared(&sheet));
        assert_eq!(find(&shown, "Soak"), Some("7 bashing, 5 lethal, 0 aggravated (3, 1, 0 natural)"));
        assert_eq!(find(&shown, "Initiative"), Some("d10+5"));
        assert_eq!(find(&shown, "Actions"), Some("5 per round"));
        assert_eq!(find(&shown, "Quantum"), None);
        let rifle = crate::Weapon::Aberrant(Arc::new(rifle("7L [2]")));
        let shown = AberrantRulebook::weapon_stats(&rifle);
        assert_eq!(
            (find(&shown, "Damage"), find(&shown, "Speed")),
            (Some("7 lethal + 2 automatic"), Some("high velocity"))
        );
        assert_eq!(kilograms_text(2_500), "2.5 kg");
    }

    /// What is seen of a vest under clothing, and what is not.
    fn seen_and_hidden(
        clothing: Option<Clothing>,
        (mass_g, second_skin): (u32, bool),
        concealable_under: Option<Clothing>,
    ) -> (Option<String>, Option<String>) {
        let vest = armour("vest", Soak::new(4, 4, 0));
        let sheet = sheet(|sheet| {
            sheet.clothing = clothing;
            sheet.armour = vec![crate::aberrant::Armour { mass_g, second_skin, concealable_under, ..vest }];
        });
        assert_eq!(sheet.validate(), Ok(()));
        let shown = AberrantRulebook::sheet_stats(&shared(&sheet));
        let text = |name| find(&shown, name).map(str::to_owned);
        (text("Armour in sight"), text("Hidden armour"))
    }

    #[rstest::rstest]
    #[case::ab_armor_11_not_stated(Clothing::Normal, (4_000, false), None, false)]
    #[case::ab_armor_11_stated(Clothing::Normal, (4_000, false), Some(Clothing::Normal), true)]
    #[case::ab_armor_11_under_heavier(Clothing::Heavy, (4_000, false), Some(Clothing::Normal), true)]
    #[case::ab_armor_11_under_lighter(Clothing::Scanty, (4_000, false), Some(Clothing::Normal), false)]
    #[case::ab_armor_12_ten_kilograms(Clothing::Heavy, (10_000, false), Some(Clothing::Heavy), true)]
    #[case::ab_armor_12_more(Clothing::Heavy, (10_500, false), Some(Clothing::Heavy), false)]
    #[case::ab_armor_13_five_kilograms(Clothing::Normal, (5_000, false), Some(Clothing::Normal), true)]
    #[case::ab_armor_13_more(Clothing::Normal, (5_001, false), Some(Clothing::Normal), false)]
    #[case::ab_armor_14_a_second_skin(Clothing::Scanty, (4_000, true), Some(Clothing::Scanty), true)]
    #[case::ab_armor_14_none(Clothing::Scanty, (4_000, false), Some(Clothing::Scanty), false)]
    #[case::ab_armor_15_sixty_kilograms(Clothing::Heavy, (60_000, false), None, false)]
    fn loadouts(
        #[case] clothing: Clothing,
        #[case] piece: (u32, bool),
        #[case] under: Option<Clothing>,
        #[case] hidden: bool,
    ) {
        let vest = || Some("vest".to_owned());
        let shown = seen_and_hidden(Some(clothing), piece, under);
        assert_eq!(shown, if hidden { (None, vest()) } else { (vest(), None) });
        assert_eq!(seen_and_hidden(None, piece, under), (vest(), None), "without clothing");
    }
}
