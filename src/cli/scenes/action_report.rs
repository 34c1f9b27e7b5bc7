//! Results of a scene's action, as text and as JSON.

use model::{BarrierSource, UnitId};
use serde_json::{Map, Value, json};

use super::action_runner::SceneActionContext;
use super::scene_report::FactLine;
use super::{book_fields, dice_log, scene_report};
use content::{CheckResult, ResolvedAction, RuleScene};
use rules::ground::ground_effect::GroundEffectKind;
use rules::status::StatusKind;
use rules::{
    BarrierHarm, BattleEvent, DownState, Gauge, GaugeShape, Grip, HealthState, HitResult, OutcomeSummary,
    RuleStep, TrackBox, UnitSnapshot, WeaponMalfunction, join_counted, play,
};

/// The result of an action.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ActionReport {
    /// The action's own result.
    pub result: ActionResult,
    /// Units that were hurt or fell, by id.
    pub harmed_units: Vec<UnitHarm>,
    /// Damage to barriers.
    pub barriers: Vec<BarrierHarm>,
    /// Whether a hidden unit is noticed.
    pub notices: bool,
    /// Whether a unit drops a weapon.
    pub drops: bool,
    /// Units out of action after a sequence, by id.
    pub casualties: Vec<(UnitId, DownState)>,
    /// All effects, in order.
    pub effects: Vec<RuleStep>,
}

/// The action's own result.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ActionResult {
    Exchange { contact: HitResult, net: i32, damage: u32, words: String },
    SpecialAction { contact: HitResult, net: i32, damage: u32, words: String },
    Check(CheckResult),
    Facts(Vec<FactLine>),
    Rejected { why: String },
    Phase { lost: Option<String> },
    Sprint { metres: u32 },
    Path { squares: usize },
}

impl From<CheckResult> for ActionResult {
    fn from(result: CheckResult) -> Self {
        if result == CheckResult::Rest { Self::Phase { lost: None } } else { Self::Check(result) }
    }
}

/// Harm to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UnitHarm {
    /// Id of the unit.
    pub unit: UnitId,
    /// Damage, as the book counts it.
    pub damage: u32,
    /// Its state if it went out of action now; `None` if not.
    pub down: Option<DownState>,
    /// Whether it fell prone.
    pub prone: bool,
}

impl ActionReport {
    pub fn new(context: &SceneActionContext<'_>, result: ActionResult, effects: Vec<RuleStep>) -> Self {
        let hurt =
            context.moment.units.iter().filter_map(|unit| unit_harm(context.scene, unit, &effects)).collect();
        let harm =
            |effect: &RuleStep| if let RuleStep::DamageBarrier(harm) = effect { Some(*harm) } else { None };
        let barriers = effects.iter().filter_map(harm).collect();
        let spotted = |step: &RuleStep| {
            matches!(step, RuleStep::Record(BattleEvent::StatusEnded { kind: StatusKind::Concealed, .. }))
        };
        let notices = effects.iter().any(spotted);
        let drops = effects.iter().any(|effect| matches!(effect, RuleStep::DropItem { .. }));
        Self { result, harmed_units: hurt, barriers, notices, drops, casualties: Vec::new(), effects }
    }

    /// A rejected action, without effects.
    pub fn rejected(why: String) -> Self {
        let (hurt, barriers, out, effects) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self {
            result: ActionResult::Rejected { why },
            harmed_units: hurt,
            barriers,
            notices: false,
            drops: false,
            casualties: out,
            effects,
        }
    }

    /// Result of one of several targets, counted separately.
    pub fn from_summary(unit: UnitId, summary: &OutcomeSummary) -> Self {
        let OutcomeSummary { contact, net, damage, knocked_down, down, .. } = *summary;
        let result = ActionResult::Exchange { contact, net, damage, words: String::new() };
        let hurt = UnitHarm { unit, damage, down, prone: knocked_down };
        let hurt = if damage > 0 || down.is_some() || knocked_down { vec![hurt] } else { Vec::new() };
        Self { result, harmed_units: hurt, ..Self::rejected(String::new()) }
    }

    /// The part of the result that concerns one unit; `is_target` if the attack is aimed at it.
    pub fn summary_of(&self, unit: UnitId, is_target: bool) -> OutcomeSummary {
        let (contact, net) = match self.result {
            ActionResult::Exchange { contact, net, .. } if is_target => (contact, net),
            _ => (HitResult::Miss, 0),
        };
        OutcomeSummary {
            contact,
            net,
            damage: self.harmed_units.iter().filter(|harm| harm.unit == unit).map(|harm| harm.damage).sum(),
            knocked_down: self.is_knocked_down(unit),
            down: self.down_state(unit),
            barriers: Vec::new(),
        }
    }

    /// Damage to one unit.
    pub fn damage_of(&self, unit: UnitId) -> i64 {
        self.harmed_units.iter().filter(|hurt| hurt.unit == unit).map(|hurt| i64::from(hurt.damage)).sum()
    }

    /// Keeps only contact, damage, casualties and barrier damage.
    pub fn without_details(mut self) -> Self {
        self.effects = Vec::new();
        if let ActionResult::Exchange { words, .. } | ActionResult::SpecialAction { words, .. } =
            &mut self.result
        {
            *words = String::new();
        }
        self
    }

    pub fn contact(&self) -> Option<HitResult> {
        if let ActionResult::Exchange { contact, .. } = &self.result { Some(*contact) } else { None }
    }

    pub fn down_state(&self, unit: UnitId) -> Option<DownState> {
        self.harmed_units.iter().find(|hurt| hurt.unit == unit).and_then(|hurt| hurt.down)
    }

    pub fn is_knocked_down(&self, unit: UnitId) -> bool {
        self.harmed_units.iter().any(|hurt| hurt.unit == unit && hurt.prone)
    }

    pub fn barrier_damage(&self, barrier: BarrierSource) -> i64 {
        self.barriers.iter().filter(|harm| harm.id == barrier).map(|harm| i64::from(harm.damage)).sum()
    }

    /// The main number.
    pub fn main_number(&self) -> i64 {
        match &self.result {
            ActionResult::Exchange { damage, .. } | ActionResult::SpecialAction { damage, .. } => {
                i64::from(*damage)
            }
            ActionResult::Check(check) => check_number(check),
            ActionResult::Facts(_) | ActionResult::Rejected { .. } => 0,
            ActionResult::Phase { lost } => i64::from(lost.is_some()),
            ActionResult::Sprint { metres } => i64::from(*metres),
            ActionResult::Path { squares } => i64::try_from(*squares).unwrap_or(i64::MAX),
        }
    }

    /// Net hits of an attack.
    pub fn net_hits(&self) -> i64 {
        if let ActionResult::Exchange { net, .. } = &self.result { i64::from(*net) } else { 0 }
    }
}

/// The main number of a check.
fn check_number(check: &CheckResult) -> i64 {
    match check {
        CheckResult::Initiative { initiative, .. } => i64::from(initiative.score),
        CheckResult::Harm { wound_modifier, .. } | CheckResult::Bleed { wound_modifier, .. } => {
            i64::from(*wound_modifier)
        }
        CheckResult::TurnOrder(_) | CheckResult::Rest => 0,
        CheckResult::Pool { successes, against, .. } => i64::from(*successes) - i64::from(*against),
        CheckResult::Under { passed: true, degrees } => i64::from(*degrees),
        CheckResult::Under { passed: false, degrees } => -i64::from(*degrees),
        CheckResult::Symbols { symbols, .. } => i64::from(symbols.successes),
        CheckResult::Injury { from, .. } => i64::from(*from),
    }
}

/// Returns the harm that the effects do to a unit; `None` if they do none.
fn unit_harm(scene: &RuleScene, unit: &UnitSnapshot, effects: &[RuleStep]) -> Option<UnitHarm> {
    let mut condition: Option<&HealthState> = None;
    let mut hurt = UnitHarm { unit: unit.id, damage: 0, down: None, prone: false };
    for effect in effects {
        match effect {
            RuleStep::ChangeHealth { unit: who, after, damage } if *who == unit.id => {
                condition = Some(after);
                hurt.damage += damage;
            }
            RuleStep::FallProne { unit: who } if *who == unit.id => hurt.prone = true,
            _ => (),
        }
    }
    let now = condition.and_then(|after| play::down_state(&unit.sheet, after, scene.rules()));
    hurt.down = now.filter(|_| now != unit.down);
    (hurt.damage > 0 || hurt.down.is_some() || hurt.prone).then_some(hurt)
}

/// Formats the result as lines.
pub(crate) fn report_lines(scene: &RuleScene, report: &ActionReport) -> Vec<String> {
    let mut lines = vec![result_text(scene, &report.result)];
    if let ActionResult::Facts(shown) = &report.result {
        lines = scene_report::to_text(shown);
    }
    if report.effects.is_empty() {
        let name = |unit: UnitId| scene.unit_name(unit).unwrap_or("unknown unit");
        for hurt in &report.harmed_units {
            let down = hurt.down.map(|down| format!(", {}", dice_log::down_name(down).to_lowercase()));
            let prone = if hurt.prone { ", prone" } else { "" };
            let down = down.unwrap_or_default();
            lines.push(format!("{}: {} damage{down}{prone}", name(hurt.unit), hurt.damage));
        }
    }
    lines.extend(report.effects.iter().filter_map(|effect| step_text(scene, effect)));
    lines.extend(
        report
            .harmed_units
            .iter()
            .filter_map(|hurt| hurt.down)
            .map(|down| dice_log::down_name(down).to_owned()),
    );
    for (unit, down) in &report.casualties {
        let name = scene.unit_name(*unit).unwrap_or("unknown unit");
        lines.push(format!("{name} ends {}", dice_log::down_name(*down).to_lowercase()));
    }
    lines
}

fn result_text(scene: &RuleScene, result: &ActionResult) -> String {
    match result {
        ActionResult::Exchange { contact, net, damage, words } => {
            let contact = match contact {
                HitResult::Miss => "Miss",
                HitResult::Blocked => "Blocked",
                HitResult::Graze => "Graze",
                HitResult::Hit => "Hit",
            };
            // In some books the words say no more than the number.
            let says_more = !words.is_empty() && *words != format!("{damage} damage");
            let words = if says_more { format!(": {words}") } else { String::new() };
            format!("{contact}, net {net}, {damage} damage{words}")
        }
        ActionResult::SpecialAction { net, damage, words, .. } => {
            let words = if words.is_empty() { "Done" } else { words };
            format!("{words}, net {net}, {damage} damage")
        }
        ActionResult::Check(check) => check_text(scene, check),
        ActionResult::Facts(_) => String::new(),
        ActionResult::Rejected { why } => format!("Refused: {why}"),
        ActionResult::Phase { lost: Some(why) } => format!("Turn lost: {why}"),
        ActionResult::Phase { lost: None } => "Done".to_owned(),
        ActionResult::Sprint { metres } => format!("{metres} m"),
        ActionResult::Path { squares } => format!("{squares} squares"),
    }
}

fn check_text(scene: &RuleScene, check: &CheckResult) -> String {
    match check {
        CheckResult::Initiative { initiative, .. } => {
            format!("Initiative {}, score {}", initiative.attribute, initiative.score)
        }
        CheckResult::TurnOrder(ranks) => turn_order_text(scene, ranks),
        CheckResult::Harm { wound_modifier, .. } => format!("Wound modifier {wound_modifier}"),
        CheckResult::Bleed { lost, wound_modifier, .. } => {
            format!("{lost} damage from bleeding, wound modifier {wound_modifier}")
        }
        CheckResult::Pool { successes, against, .. } => format!("{successes} successes against {against}"),
        CheckResult::Under { passed: true, degrees } => format!("Passed by {degrees} degrees"),
        CheckResult::Under { passed: false, degrees } => format!("Failed by {degrees} degrees"),
        CheckResult::Symbols { symbols, .. } => dice_log::symbols_text(*symbols),
        CheckResult::Injury { name, totals, clause, .. } => format!("{name} ({totals}, {clause})"),
        CheckResult::Rest => "Done".to_owned(),
    }
}

/// Describes a step of a rule; `None` for mere bookkeeping of turn budgets.
fn step_text(scene: &RuleScene, step: &RuleStep) -> Option<String> {
    let name = |unit: &UnitId| scene.unit_name(*unit).unwrap_or("unknown unit");
    let barrier = |id: BarrierSource| scene.barrier_name(id).unwrap_or("barrier");
    let held = |unit: &UnitId, slot: &usize| held_weapon_name(scene, *unit, *slot);
    Some(match step {
        RuleStep::Record(event) => return event_text(scene, event),
        RuleStep::ChangeHealth { unit, after, .. } => {
            let sheet = &scene.unit(*unit)?.sheet;
            let gauges = play::gauges(sheet, after, scene.rules());
            let gauges: Vec<String> = gauges.iter().map(gauge_text).collect();
            format!("{}: {}", name(unit), gauges.join(", "))
        }
        RuleStep::SetTurnBudget { unit, points, .. } if *points > 0 => {
            format!("{} pays {points} AP", name(unit))
        }
        RuleStep::SetTurnBudget { .. } => return None,
        RuleStep::LoseInitiative { unit, points } => format!("{} loses {points} initiative", name(unit)),
        RuleStep::EndSurprise { unit } => format!("{} is no longer surprised", name(unit)),
        RuleStep::ChangeInitiative { unit, by, clause } => {
            format!("{}: Initiative Score {by:+} ({clause})", name(unit))
        }
        RuleStep::FallProne { unit } => format!("{} falls prone", name(unit)),
        RuleStep::Knockback { unit, force, .. } => format!("{} is hit with force {}", name(unit), force.raw),
        RuleStep::Relocate { unit, .. } => format!("{} leaves the area", name(unit)),
        RuleStep::DamageBarrier(harm) => format!("{}: +{} damage", barrier(harm.id), harm.damage),
        RuleStep::DropItem { unit, slot } => format!("{} drops {}", name(unit), held(unit, slot)),
        RuleStep::ThrowItem { unit, slot, .. } => format!("{} throws {}", name(unit), held(unit, slot)),
        RuleStep::ThrowOneOfStack { unit, slot, .. } => {
            format!("{} throws one {}", name(unit), held(unit, slot))
        }
        RuleStep::DestroyItem { unit, slot } => format!("{} loses {}", name(unit), held(unit, slot)),
        RuleStep::SpendKarma { unit, on } => format!("{}: 1 Karma: {}", name(unit), on.name()),
        RuleStep::Engage { one, other } => format!("{} and {} are in melee", name(one), name(other)),
        RuleStep::Disengage { one, other } => {
            format!("{} and {} are no longer in melee", name(one), name(other))
        }
        RuleStep::SetGrip { unit, grip } => match grip {
            Some(Grip::Holding(other)) => format!("{} holds {}", name(unit), name(other)),
            Some(Grip::HeldBy(other)) => format!("{} is held by {}", name(unit), name(other)),
            None => format!("{} is free", name(unit)),
        },
        RuleStep::OperateBarrier { barrier: id } => format!("{} is operated", barrier((*id).into())),
        RuleStep::Afflict { unit, cause } => format!("{} is {}", name(unit), cause.ailment.name()),
        RuleStep::Relieve { unit, ailment, .. } => format!("{} is no longer {}", name(unit), ailment.name()),
        RuleStep::ApplyAttackProperties { .. } => return None,
        RuleStep::SpendCurse { unit } => format!("the curse on {} is spent", name(unit)),
        RuleStep::BoardVehicle { unit, vehicle, drives: true } => {
            format!("{} drives {}", name(unit), name(vehicle))
        }
        RuleStep::BoardVehicle { unit, vehicle, .. } => format!("{} gets into {}", name(unit), name(vehicle)),
        RuleStep::ExitVehicle { unit } => format!("{} gets out", name(unit)),
        RuleStep::TurnBodyShield { unit } => format!("{} turns the shield", name(unit)),
        RuleStep::CoverGround { at, lays } => {
            let what = match lays.what {
                GroundEffectKind::Smoke => "smoke",
                GroundEffectKind::Fire => "flames",
            };
            format!(
                "{what} {} m around column {}, row {}, for {} rounds",
                lays.radius_m, at.x, at.y, lays.rounds
            )
        }
    })
}

/// Describes an event of a rule; `None` if no rule returns it.
fn event_text(scene: &RuleScene, event: &BattleEvent) -> Option<String> {
    let name = |unit: &UnitId| scene.unit_name(*unit).unwrap_or("unknown unit");
    let held = |unit: &UnitId, slot: &usize| held_weapon_name(scene, *unit, *slot);
    Some(match event {
        BattleEvent::ScoreSet { unit, score } => format!("{} acts at {score}", name(unit)),
        BattleEvent::InitiativeChanged { unit, by, .. } => {
            format!("{}: initiative {by:+} (SS-INIT-15)", name(unit))
        }
        BattleEvent::InitiativeDiceChanged { unit, by, dice } => {
            format!("{}: {dice} Initiative Dice, initiative {by:+} (SS-INIT-18)", name(unit))
        }
        BattleEvent::CoverTaken { unit } => format!("{} takes cover", name(unit)),
        BattleEvent::CoverLeft { unit } => format!("{} loses cover", name(unit)),
        BattleEvent::FeatureNoticed { unit, barrier: id } => {
            let barrier = scene.barrier_name(*id).unwrap_or("barrier");
            format!("{} notices what the {barrier} hides", name(unit))
        }
        BattleEvent::Defended { unit } => format!("{} defends", name(unit)),
        BattleEvent::ShotAt { unit } => format!("{} is shot at", name(unit)),
        BattleEvent::BoostGiven { giver } => format!("{} gives a boost die", name(giver)),
        BattleEvent::BoostsClaimed { unit } => format!("{} uses the boost dice of its side", name(unit)),
        BattleEvent::WeaponFaultChanged { unit, weapon, fault: WeaponMalfunction::Worn { left, of } } => {
            format!("{}: {} has {left}/{of} levels left", name(unit), held(unit, weapon))
        }
        BattleEvent::WeaponFaultChanged { unit, weapon, fault } => {
            format!("{}: {} is {}", name(unit), held(unit, weapon), format!("{fault:?}").to_lowercase())
        }
        BattleEvent::AmmunitionSet { unit, weapon, loaded } => {
            format!("{}: {loaded} rounds left in {}", name(unit), held(unit, weapon))
        }
        BattleEvent::RuleNote { text, clause, .. } => format!("{text} ({clause})"),
        BattleEvent::StatusSet { unit, status } => match status.kind {
            StatusKind::Concealed => format!("{} hides", name(unit)),
            StatusKind::FullDefense => format!("{} uses full defence", name(unit)),
            StatusKind::PhaseOwed(score) => format!("{} acts in the next pass at {score}", name(unit)),
            StatusKind::SurprisedBy(by) => format!("{} is surprised by {}", name(unit), name(&by)),
            StatusKind::LostPhase => format!("{} loses its next turn", name(unit)),
            StatusKind::WindowsDown => format!("{}: windows down", name(unit)),
            StatusKind::Boosted(phases) => format!("{} is boosted for {phases} turns", name(unit)),
            _ => return None,
        },
        BattleEvent::StatusEnded { unit, kind } => match kind {
            StatusKind::Concealed => format!("{} is spotted", name(unit)),
            StatusKind::Prone => format!("{} stands up", name(unit)),
            StatusKind::WindowsDown => format!("{}: windows up", name(unit)),
            StatusKind::Boosted(1) => format!("{} is no longer boosted", name(unit)),
            _ => return None,
        },
        _ => return None,
    })
}

fn held_weapon_name(scene: &RuleScene, unit: UnitId, slot: usize) -> String {
    let held = scene.unit(unit).and_then(|unit| unit.held_weapon(slot));
    held.map_or_else(|| "its item".to_owned(), |held| held.weapon.name().to_owned())
}

/// Formats a gauge: "Wounds 5/12 (staggered)".
fn gauge_text(gauge: &Gauge) -> String {
    let note = if gauge.note.is_empty() { String::new() } else { format!(" ({})", gauge.note) };
    let value = match &gauge.shape {
        GaugeShape::Bar { now, max } | GaugeShape::Rising { now, max } => format!("{now}/{max}"),
        GaugeShape::Boxes(boxes) => {
            let marked = boxes.iter().filter(|mark| **mark != TrackBox::Free).count();
            format!("{marked}/{}", boxes.len())
        }
        GaugeShape::Words(words) if words.is_empty() => "none".to_owned(),
        GaugeShape::Words(words) => join_counted(words),
    };
    format!("{} {value}{note}", gauge.label)
}

/// Converts a result to JSON, see `docs/json.md`.
pub(crate) fn report_json(
    context: &SceneActionContext<'_>,
    what: Option<&ResolvedAction>,
    report: &ActionReport,
) -> Value {
    let scene = context.scene;
    let mut all = match &report.result {
        ActionResult::Exchange { contact, net, damage, words }
        | ActionResult::SpecialAction { contact, net, damage, words } => {
            let words = Some(words).filter(|words| !words.is_empty());
            json!({ "contact": contact, "net": net, "damage": damage, "words": words })
        }
        ActionResult::Check(check) => check_json(scene, check),
        ActionResult::Facts(lines) => return json!({ "lines": lines }),
        ActionResult::Rejected { why } => return json!({ "refused": why }),
        ActionResult::Phase { lost } => json!({ "lost": lost }),
        ActionResult::Sprint { metres } => json!({ "metres": metres }),
        ActionResult::Path { squares } => json!({ "squares": squares }),
    };
    let by_itself = matches!(
        report.result,
        ActionResult::Check(
            CheckResult::Pool { .. }
                | CheckResult::Under { .. }
                | CheckResult::Symbols { .. }
                | CheckResult::Injury { .. }
                | CheckResult::TurnOrder(_)
        )
    );
    if by_itself {
        return all;
    }
    let units = report.harmed_units.iter().map(|hurt| {
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
    if !report.casualties.is_empty() {
        let out = report
            .casualties
            .iter()
            .map(|(unit, down)| (scene.unit_name(*unit).unwrap_or_default().to_owned(), json!(down)));
        all["out"] = Value::Object(out.collect());
    }
    if let Some(what) = what {
        let fields = book_fields::own_result_fields(context, what, report);
        all.as_object_mut().expect("invariant: a result is an object").extend(fields);
    }
    all
}

fn check_json(scene: &RuleScene, check: &CheckResult) -> Value {
    match check {
        CheckResult::Initiative { initiative, .. } => json!(initiative),
        CheckResult::TurnOrder(ranks) => json!({ "ranks": turn_order_names(scene, ranks) }),
        CheckResult::Harm { wound_modifier, .. } => json!({ "wound_modifier": wound_modifier }),
        CheckResult::Bleed { lost, wound_modifier, .. } => {
            json!({ "lost": lost, "wound_modifier": wound_modifier })
        }
        CheckResult::Pool { successes, against, .. } => {
            json!({ "successes": successes, "against": against, "net": check_number(check) })
        }
        CheckResult::Under { passed, degrees } => json!({ "passed": passed, "degrees": degrees }),
        CheckResult::Symbols { symbols, .. } => json!(symbols),
        CheckResult::Injury { name, totals, clause, .. } => {
            json!({ "injury": name, "totals": totals, "clause": clause })
        }
        CheckResult::Rest => json!({}),
    }
}

/// Formats a turn order: "Ann, then Bob with Cid".
fn turn_order_text(scene: &RuleScene, ranks: &[Vec<UnitId>]) -> String {
    let ranks: Vec<String> = turn_order_names(scene, ranks).iter().map(|rank| rank.join(" with ")).collect();
    ranks.join(", then ")
}

fn turn_order_names<'a>(scene: &'a RuleScene, ranks: &[Vec<UnitId>]) -> Vec<Vec<&'a str>> {
    let name = |number: &UnitId| scene.unit_name(*number).unwrap_or("unknown unit");
    ranks.iter().map(|rank| rank.iter().map(name).collect()).collect()
}
