//! What came of an action of a scene, as text and as JSON.

use serde_json::{Map, Value, json};

use super::act::Stage;
use super::shown::Line;
use super::{show, shown, swan_song};
use content::{Encounter, Play};
use dice::Symbols;
use rules::combat_checks::chart::CHART;
use rules::engine::Initiative;
use rules::pall::Pall;
use rules::{
    BarrierHarm, Combatant, Condition, Contact, Down, Effect, Fault, Gauge, GaugeShape, Gist, Grip, Mark,
    play, together,
};

/// What came of an action.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Report {
    /// The action's own result.
    pub came: Came,
    /// Who was harmed or fell, by number.
    pub hurt: Vec<Hurt>,
    /// What barriers suffered.
    pub barriers: Vec<BarrierHarm>,
    /// Somebody who hid is seen.
    pub notices: bool,
    /// Somebody drops a weapon.
    pub drops: bool,
    /// Who is out of the fight after a course, by number.
    pub out: Vec<(u32, Down)>,
    /// Everything that it does, in order.
    pub effects: Vec<Effect>,
}

/// An action's own result.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Came {
    Exchange { contact: Contact, net: i32, damage: u32, words: String },
    Deed { contact: Contact, net: i32, damage: u32, words: String },
    Initiative { unit: u32, initiative: Initiative },
    TurnOrder(Vec<Vec<u32>>),
    Harm { unit: u32, wound_modifier: i32 },
    Bleed { unit: u32, lost: u32, wound_modifier: i32 },
    Shown(Vec<Line>),
    Refused { why: String },
    Phase { lost: Option<String> },
    Sprint { metres: u32 },
    Way { squares: usize },
    Pool { successes: u32, against: u32 },
    Under { passed: bool, degrees: u32 },
    Symbols(Symbols),
    Injury { row: usize },
}

/// What befell a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hurt {
    /// Its number.
    pub unit: u32,
    /// Damage as its player would call it.
    pub damage: u32,
    /// Out of the fight now, and was not before.
    pub down: Option<Down>,
    /// It fell to the ground.
    pub prone: bool,
}

impl Report {
    pub fn new(stage: &Stage<'_>, came: Came, effects: Vec<Effect>) -> Self {
        let hurt = stage.moment.units.iter().filter_map(|unit| hurt(stage.scene, unit, &effects)).collect();
        let harm = |effect: &Effect| if let Effect::Barrier(harm) = effect { Some(*harm) } else { None };
        let barriers = effects.iter().filter_map(harm).collect();
        let notices =
            effects.iter().any(|effect| matches!(effect, Effect::Concealed { concealed: false, .. }));
        let drops = effects.iter().any(|effect| matches!(effect, Effect::Dropped { .. }));
        Self { came, hurt, barriers, notices, drops, out: Vec::new(), effects }
    }

    /// Nothing happens.
    pub fn refused(why: String) -> Self {
        let (hurt, barriers, out, effects) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { came: Came::Refused { why }, hurt, barriers, notices: false, drops: false, out, effects }
    }

    /// What became of one target of several, where each is counted by itself.
    pub fn of_gist(unit: u32, gist: &Gist) -> Self {
        let Gist { contact, net, damage, knocked_down, down, .. } = *gist;
        let came = Came::Exchange { contact, net, damage, words: String::new() };
        let hurt = Hurt { unit, damage, down, prone: knocked_down };
        let hurt = if damage > 0 || down.is_some() || knocked_down { vec![hurt] } else { Vec::new() };
        Self { came, hurt, ..Self::refused(String::new()) }
    }

    /// Damage of one unit.
    pub fn damage_of(&self, unit: u32) -> i64 {
        self.hurt.iter().filter(|hurt| hurt.unit == unit).map(|hurt| i64::from(hurt.damage)).sum()
    }

    /// Only what most people ask for: how it met, damage, who falls, what barriers suffer.
    pub fn brief(mut self) -> Self {
        self.effects = Vec::new();
        if let Came::Exchange { words, .. } | Came::Deed { words, .. } = &mut self.came {
            *words = String::new();
        }
        self
    }

    pub fn contact(&self) -> Option<Contact> {
        if let Came::Exchange { contact, .. } = &self.came { Some(*contact) } else { None }
    }

    pub fn down(&self, unit: u32) -> Option<Down> {
        self.hurt.iter().find(|hurt| hurt.unit == unit).and_then(|hurt| hurt.down)
    }

    pub fn falls(&self, unit: u32) -> bool {
        self.hurt.iter().any(|hurt| hurt.unit == unit && hurt.prone)
    }

    pub fn harm_of(&self, barrier: u32) -> i64 {
        self.barriers.iter().filter(|harm| harm.id == barrier).map(|harm| i64::from(harm.damage)).sum()
    }

    /// The main number.
    pub fn number(&self) -> i64 {
        match &self.came {
            Came::Exchange { damage, .. } | Came::Deed { damage, .. } => i64::from(*damage),
            Came::Initiative { initiative, .. } => i64::from(initiative.score),
            Came::Harm { wound_modifier, .. } | Came::Bleed { wound_modifier, .. } => {
                i64::from(*wound_modifier)
            }
            Came::TurnOrder(_) | Came::Shown(_) | Came::Refused { .. } => 0,
            Came::Phase { lost } => i64::from(lost.is_some()),
            Came::Sprint { metres } => i64::from(*metres),
            Came::Way { squares } => i64::try_from(*squares).unwrap_or(i64::MAX),
            Came::Pool { successes, against } => i64::from(*successes) - i64::from(*against),
            Came::Under { passed, degrees } => {
                if *passed {
                    i64::from(*degrees)
                } else {
                    -i64::from(*degrees)
                }
            }
            Came::Symbols(symbols) => i64::from(symbols.successes),
            Came::Injury { row } => i64::from(CHART[*row].from),
        }
    }

    /// By how much an attack was better.
    pub fn net(&self) -> i64 {
        if let Came::Exchange { net, .. } = &self.came { i64::from(*net) } else { 0 }
    }
}

/// What the effects do to a unit, if they do.
fn hurt(scene: &Encounter, unit: &Combatant, effects: &[Effect]) -> Option<Hurt> {
    let mut condition: Option<&Condition> = None;
    let mut hurt = Hurt { unit: unit.id, damage: 0, down: None, prone: false };
    for effect in effects {
        match effect {
            Effect::Condition { unit: who, after, damage } if *who == unit.id => {
                condition = Some(after);
                hurt.damage += damage;
            }
            Effect::Prone { unit: who } if *who == unit.id => hurt.prone = true,
            _ => (),
        }
    }
    let now = condition.and_then(|after| play::down(&unit.sheet, after, scene.rules()));
    hurt.down = now.filter(|_| now != unit.down);
    (hurt.damage > 0 || hurt.down.is_some() || hurt.prone).then_some(hurt)
}

/// What came of it, as lines.
pub(super) fn lines(scene: &Encounter, report: &Report) -> Vec<String> {
    let mut lines = vec![came(scene, &report.came)];
    if let Came::Shown(shown) = &report.came {
        lines = shown::text(shown);
    }
    if report.effects.is_empty() {
        let name = |unit: u32| scene.unit_name(unit).unwrap_or("somebody");
        for hurt in &report.hurt {
            let down = hurt.down.map(|down| format!(", {}", show::down_name(down).to_lowercase()));
            let prone = if hurt.prone { ", on the ground" } else { "" };
            let down = down.unwrap_or_default();
            lines.push(format!("{}: {} damage{down}{prone}", name(hurt.unit), hurt.damage));
        }
    }
    lines.extend(report.effects.iter().filter_map(|effect| told(scene, effect)));
    lines
        .extend(report.hurt.iter().filter_map(|hurt| hurt.down).map(|down| show::down_name(down).to_owned()));
    for (unit, down) in &report.out {
        let name = scene.unit_name(*unit).unwrap_or("somebody");
        lines.push(format!("In the end {name} is {}", show::down_name(*down).to_lowercase()));
    }
    lines
}

fn came(scene: &Encounter, came: &Came) -> String {
    match came {
        Came::Exchange { contact, net, damage, words } => {
            let contact = match contact {
                Contact::Miss => "Miss",
                Contact::Blocked => "Stopped on the way",
                Contact::Graze => "Graze",
                Contact::Hit => "Hit",
            };
            // Some books have no more to say than the number.
            let says_more = !words.is_empty() && *words != format!("{damage} damage");
            let words = if says_more { format!(": {words}") } else { String::new() };
            format!("{contact}, net {net}, {damage} damage{words}")
        }
        Came::Deed { net, damage, words, .. } => {
            let words = if words.is_empty() { "Done" } else { words };
            format!("{words}, net {net}, {damage} damage")
        }
        Came::Initiative { initiative, .. } => {
            format!("Initiative {}, score {}", initiative.attribute, initiative.score)
        }
        Came::TurnOrder(ranks) => order(scene, ranks),
        Came::Harm { wound_modifier, .. } => format!("Wound modifier {wound_modifier}"),
        Came::Bleed { lost, wound_modifier, .. } => {
            format!("{lost} points lost by bleeding, wound modifier {wound_modifier}")
        }
        Came::Shown(_) => String::new(),
        Came::Refused { why } => format!("Not done: {why}"),
        Came::Phase { lost: Some(why) } => format!("The phase is lost: {why}"),
        Came::Phase { lost: None } => "Done".to_owned(),
        Came::Sprint { metres } => format!("{metres} m"),
        Came::Way { squares } => format!("{squares} squares"),
        Came::Pool { successes, against } => format!("{successes} successes against {against}"),
        Came::Under { passed: true, degrees } => format!("Passed by {degrees} degrees"),
        Came::Under { passed: false, degrees } => format!("Failed by {degrees} degrees"),
        Came::Symbols(symbols) => show::symbols(*symbols),
        Came::Injury { row } => {
            let row = &CHART[*row];
            format!("{} ({}, {})", row.name, row.span(), row.clause)
        }
    }
}

/// An effect in words; nothing for what only moves a purse about.
fn told(scene: &Encounter, effect: &Effect) -> Option<String> {
    let name = |unit: &u32| scene.unit_name(*unit).unwrap_or("somebody");
    let held = |unit: &u32, slot: &usize| {
        let held = scene.unit(*unit).and_then(|unit| unit.held_at(*slot));
        held.map_or_else(|| "what it holds".to_owned(), |held| held.weapon.name().to_owned())
    };
    let barrier = |id: u32| scene.barrier_name(id).unwrap_or("barrier");
    Some(match effect {
        Effect::Condition { unit, after, .. } => {
            let sheet = &scene.unit(*unit)?.sheet;
            let gauges = play::gauges(sheet, after, scene.rules());
            let gauges: Vec<String> = gauges.iter().map(gauge).collect();
            format!("{}: {}", name(unit), gauges.join(", "))
        }
        Effect::Purse { unit, points, .. } if *points > 0 => format!("{} pays {points} AP", name(unit)),
        Effect::Purse { .. } => return None,
        Effect::Score { unit, score } => format!("{} acts at {score}", name(unit)),
        Effect::PhaseOwed { unit, score } => format!("{} acts in the next pass, at {score}", name(unit)),
        Effect::ScoreLost { unit, points } => format!("{} loses {points} of its initiative", name(unit)),
        Effect::Surprised { unit, by } => format!("{} is surprised by {}", name(unit), name(by)),
        Effect::Startled { unit } => format!("{} loses its next phase", name(unit)),
        Effect::Composed { unit } => format!("{} is no longer surprised", name(unit)),
        Effect::Prone { unit } => format!("{} falls to the ground", name(unit)),
        Effect::Knocked { unit, force, .. } => {
            format!("{} is struck with a force of {}", name(unit), force.raw)
        }
        Effect::Relocated { unit, .. } => format!("{} gets out of the area", name(unit)),
        Effect::StandsUp { unit } => format!("{} stands up", name(unit)),
        Effect::CoverTaken { unit } => format!("{} takes cover", name(unit)),
        Effect::CoverLost { unit } => format!("{} leaves its cover", name(unit)),
        Effect::Barrier(harm) => format!("{}: +{} damage", barrier(harm.id), harm.damage),
        Effect::Defended { unit } => format!("{} defends itself", name(unit)),
        Effect::FullDefense { unit } => format!("{} takes full defence", name(unit)),
        Effect::Dropped { unit, slot } => format!("{} drops {}", name(unit), held(unit, slot)),
        Effect::Thrown { unit, slot, .. } => format!("{} throws {} away", name(unit), held(unit, slot)),
        Effect::ThrownOne { unit, slot, .. } => {
            format!("{} throws one {} away", name(unit), held(unit, slot))
        }
        Effect::Destroyed { unit, slot } => format!("{} loses {}", name(unit), held(unit, slot)),
        Effect::Fault { unit, slot, fault: Fault::Worn { left, of } } => {
            format!("{}: {} has {left} of {of} levels left", name(unit), held(unit, slot))
        }
        Effect::Fault { unit, slot, fault } => {
            format!("{}: {} is {}", name(unit), held(unit, slot), format!("{fault:?}").to_lowercase())
        }
        Effect::Rounds { unit, slot, loaded } => {
            format!("{}: {loaded} rounds left in {}", name(unit), held(unit, slot))
        }
        Effect::Karma { unit, on } => format!("{}: 1 Karma: {}", name(unit), on.name()),
        Effect::Engaged { one, other } => format!("{} and {} are engaged", name(one), name(other)),
        Effect::Disengaged { one, other } => {
            format!("{} and {} are no longer engaged", name(one), name(other))
        }
        Effect::Grip { unit, grip } => match grip {
            Some(Grip::Holding(other)) => format!("{} holds {}", name(unit), name(other)),
            Some(Grip::HeldBy(other)) => format!("{} is held by {}", name(unit), name(other)),
            None => format!("{} is free", name(unit)),
        },
        Effect::Concealed { unit, concealed: true } => format!("{} hides", name(unit)),
        Effect::Concealed { unit, concealed: false } => format!("{} is seen", name(unit)),
        Effect::Boost { giver } => format!("{} gives a boost die", name(giver)),
        Effect::BoostsClaimed { unit } => format!("{} takes the boost dice of its side", name(unit)),
        Effect::Operated { barrier: id } => format!("{} is operated", barrier(*id)),
        Effect::ScoreChanged { unit, by, clause } => {
            format!("{}: Initiative Score {by:+} ({clause})", name(unit))
        }
        Effect::Afflict { unit, cause } => format!("{} is {}", name(unit), cause.ailment.name()),
        Effect::Relieve { unit, ailment, .. } => {
            format!("{} is no longer {}", name(unit), ailment.name())
        }
        Effect::Struck { .. } => return None,
        Effect::ShotAt { unit } => format!("{} is shot at", name(unit)),
        Effect::CurseSpent { unit } => format!("the curse on {} has struck", name(unit)),
        Effect::Boards { unit, vehicle, drives: true } => {
            format!("{} sits behind the wheel of {}", name(unit), name(vehicle))
        }
        Effect::Boards { unit, vehicle, .. } => format!("{} gets into {}", name(unit), name(vehicle)),
        Effect::Alights { unit } => format!("{} gets out", name(unit)),
        Effect::Windows { vehicle, open } => {
            format!("{}: windows {}", name(vehicle), if *open { "down" } else { "up" })
        }
        Effect::ShieldTurned { unit } => format!("{} turns its shield", name(unit)),
        Effect::Laid { at, lays } => {
            let what = match lays.what {
                Pall::Smoke => "smoke",
                Pall::Fire => "flames",
            };
            format!(
                "{what} {} m around column {}, row {}, for {} rounds",
                lays.radius_m, at.x, at.y, lays.rounds
            )
        }
        Effect::Told { text, clause, .. } => format!("{text} ({clause})"),
    })
}

/// "Wounds 5/12 (staggered)".
fn gauge(gauge: &Gauge) -> String {
    let note = if gauge.note.is_empty() { String::new() } else { format!(" ({})", gauge.note) };
    let value = match &gauge.shape {
        GaugeShape::Bar { now, max } | GaugeShape::Rising { now, max } => format!("{now}/{max}"),
        GaugeShape::Boxes(boxes) => {
            let marked = boxes.iter().filter(|mark| **mark != Mark::Free).count();
            format!("{marked}/{}", boxes.len())
        }
        GaugeShape::Words(words) if words.is_empty() => "none".to_owned(),
        GaugeShape::Words(words) => together(words),
    };
    format!("{} {value}{note}", gauge.label)
}

/// What came of it, as `docs/json.md` describes it.
pub(super) fn json(stage: &Stage<'_>, what: Option<&Play>, report: &Report) -> Value {
    let scene = stage.scene;
    let mut all = match &report.came {
        Came::Exchange { contact, net, damage, words } | Came::Deed { contact, net, damage, words } => {
            let words = Some(words).filter(|words| !words.is_empty());
            json!({ "contact": contact, "net": net, "damage": damage, "words": words })
        }
        Came::Initiative { initiative, .. } => json!(initiative),
        Came::TurnOrder(ranks) => json!({ "ranks": names(scene, ranks) }),
        Came::Harm { wound_modifier, .. } => json!({ "wound_modifier": wound_modifier }),
        Came::Bleed { lost, wound_modifier, .. } => json!({ "lost": lost, "wound_modifier": wound_modifier }),
        Came::Shown(lines) => return json!({ "lines": lines }),
        Came::Refused { why } => return json!({ "refused": why }),
        Came::Phase { lost } => json!({ "lost": lost }),
        Came::Sprint { metres } => json!({ "metres": metres }),
        Came::Way { squares } => json!({ "squares": squares }),
        Came::Pool { successes, against } => {
            json!({ "successes": successes, "against": against, "net": report.number() })
        }
        Came::Under { passed, degrees } => json!({ "passed": passed, "degrees": degrees }),
        Came::Symbols(symbols) => json!(symbols),
        Came::Injury { row } => {
            let row = &CHART[*row];
            json!({ "injury": row.name, "totals": row.span(), "clause": row.clause })
        }
    };
    let by_itself = matches!(
        report.came,
        Came::Pool { .. } | Came::Under { .. } | Came::Symbols(_) | Came::Injury { .. } | Came::TurnOrder(_)
    );
    if by_itself {
        return all;
    }
    let units = report.hurt.iter().map(|hurt| {
        let name = scene.unit_name(hurt.unit).unwrap_or_default().to_owned();
        (name, json!({ "damage": hurt.damage, "down": hurt.down, "knocked_down": hurt.prone }))
    });
    all["units"] = Value::Object(units.collect::<Map<_, _>>());
    let barriers = report
        .barriers
        .iter()
        .map(|harm| json!({ "barrier": scene.barrier_name(harm.id), "damage": harm.damage }));
    all["barriers"] = json!(barriers.collect::<Vec<_>>());
    if !report.effects.is_empty() {
        all["effects"] = json!(report.effects);
    }
    if !report.out.is_empty() {
        let out = report
            .out
            .iter()
            .map(|(unit, down)| (scene.unit_name(*unit).unwrap_or_default().to_owned(), json!(down)));
        all["out"] = Value::Object(out.collect());
    }
    if let Some(what) = what {
        swan_song::add(&mut all, stage, what, report);
    }
    all
}

/// "Ann, then Bob with Cid".
fn order(scene: &Encounter, ranks: &[Vec<u32>]) -> String {
    let ranks: Vec<String> = names(scene, ranks).iter().map(|rank| rank.join(" with ")).collect();
    ranks.join(", then ")
}

fn names<'a>(scene: &'a Encounter, ranks: &[Vec<u32>]) -> Vec<Vec<&'a str>> {
    let name = |number: &u32| scene.unit_name(*number).unwrap_or("somebody");
    ranks.iter().map(|rank| rank.iter().map(name).collect()).collect()
}
