//! Results of a scene's action, and their JSON.

use model::{BarrierSource, UnitId};
use serde_json::{Map, Value, json};

use super::action_runner::SceneActionContext;
use super::book_fields;
use super::scene_report::FactLine;
use content::{CheckResult, ResolvedAction, RuleScene};
use rules::status::StatusKind;
use rules::{
    BarrierHarm, BattleEvent, DownState, HealthState, HitResult, OutcomeSummary, RuleStep, UnitSnapshot, play,
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
            context.state.units.iter().filter_map(|unit| unit_harm(context.scene, unit, &effects)).collect();
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
            RuleStep::ChangeHealth { unit: who, after, damage, .. } if *who == unit.id => {
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

pub(super) fn turn_order_names<'a>(scene: &'a RuleScene, ranks: &[Vec<UnitId>]) -> Vec<Vec<&'a str>> {
    let name = |number: &UnitId| scene.unit_name(*number).unwrap_or("unknown unit");
    ranks.iter().map(|rank| rank.iter().map(name).collect()).collect()
}
