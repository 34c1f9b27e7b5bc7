//! A scene is read, and the action of one of Swan Song carried out at a table.

use std::collections::BTreeMap;
use std::path::Path;

use super::Failure;
use super::playable::{Chance, Number, Playable};
use super::{show, swan_song_odds};
use crate::content::{self, AnyScene, Scene, SceneAction, Severity};
use crate::dice::{Distribution, Policy, Step, SymbolPool, Table, enumerate};
use crate::rules::Book;
use crate::rules::swan_song::initiative::{self, Initiative};
use crate::rules::swan_song::movement::Sprint;
use crate::rules::swan_song::turn_order::{self, Coins};
use crate::rules::swan_song::{
    AttackResult, BarrierResult, DamageType, Down, Fighter, KarmaPlan, PoolKind, Vitals, armour, attack,
    barrier_attack, base, damage, karma, knockdown, movement, wound,
};

/// What came of a scene's action.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    Attack(AttackResult),
    Strike(BarrierResult),
    Sprint { sprint: Sprint, after: Condition },
    Initiative { initiative: Initiative, score: i32 },
    TurnOrder(Vec<Vec<u32>>),
    Harm { after: Condition, knocked_down: bool },
    Bleed { lost: u32, after: Condition },
}

/// How a unit is after something befell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Condition {
    pub vitals: Vitals,
    pub down: Option<Down>,
    pub wound_modifier: i32,
}

impl Condition {
    fn of(unit: &Fighter, vitals: Vitals) -> Self {
        Self {
            vitals,
            down: damage::state_of(&vitals, unit.sheet.attributes.body).max(unit.down),
            wound_modifier: wound::wound_modifier(&vitals),
        }
    }
}

/// Reads a scene; what looks odd goes to the error stream.
pub(super) fn load(path: &Path, assets: Option<&Path>) -> Result<AnyScene, Failure> {
    let base = content::load(&[crate::paths::asset_root(assets)]);
    if let Some(problem) = base.problems.iter().find(|problem| problem.severity == Severity::Error) {
        return Err(Failure::new(problem.to_string()));
    }
    let (scene, problems) = content::load_scene(&base.content, path);
    for problem in problems.iter().filter(|problem| problem.severity == Severity::Warning) {
        eprintln!("{problem}");
    }
    match (scene, problems.into_iter().find(|problem| problem.severity == Severity::Error)) {
        (Some(scene), None) => Ok(scene),
        (_, Some(problem)) => Err(Failure::new(problem.to_string())),
        (None, None) => Err(Failure::new(format!("{}: there is no scene in it", path.display()))),
    }
}

impl Playable for Scene {
    type Outcome = Outcome;

    fn act(&self, table: &mut impl Table) -> Step<Outcome> {
        act(table, self)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn book(&self) -> Book {
        self.book
    }

    fn kind(&self) -> &'static str {
        kind(&self.action)
    }

    fn headline(&self) -> String {
        headline(self)
    }

    fn unit_name(&self, number: u32) -> Option<&str> {
        self.unit_name(number)
    }

    fn derived(&self) -> serde_json::Value {
        serde_json::json!(derived(self))
    }

    fn wishes(&self) -> Vec<String> {
        self.defence.iter().cloned().collect()
    }

    fn check_answer(&self, key: &str) -> Result<(), Failure> {
        check_answer(self, key)
    }

    fn lines(&self, outcome: &Outcome) -> Vec<String> {
        show::outcome(self, outcome)
    }

    fn json(&self, outcome: &Outcome) -> serde_json::Value {
        show::outcome_json(self, outcome)
    }

    fn odds(&self, answers: &[String], _: bool) -> Result<Distribution<Outcome>, Failure> {
        answers.iter().try_for_each(|key| check_defence(self, key))?;
        Ok(enumerate(Policy::keys(answers.to_vec()), |table| act(table, self))?)
    }

    fn chances(&self) -> Vec<Chance<Outcome>> {
        swan_song_odds::chances(&self.action)
    }

    fn numbers(&self, all: &Distribution<Outcome>) -> Vec<Number> {
        swan_song_odds::numbers(self, all)
    }

    fn pool(&self) -> Option<SymbolPool> {
        None
    }
}

/// Carries out a scene's action.
///
/// # Errors
/// As the table.
fn act(table: &mut impl Table, scene: &Scene) -> Step<Outcome> {
    Ok(match &scene.action {
        SceneAction::Attack(scene) => Outcome::Attack(attack::attack(table, scene)?),
        SceneAction::Strike(scene) => Outcome::Strike(barrier_attack::attack_barrier(table, scene)?),
        SceneAction::Sprint(unit) => {
            let sprint = movement::sprint(table, unit, &scene.switches)?;
            let strain = movement::SPRINT_STRAIN;
            let (pool, kind) = (PoolKind::Strain, DamageType::Kinetic);
            let applied = damage::apply_damage(unit.vitals, strain, pool, kind, &scene.switches);
            Outcome::Sprint { sprint, after: Condition::of(unit, applied.vitals) }
        }
        SceneAction::Initiative { unit, change, karma, passes } => {
            let initiative = initiative::roll(table, unit, *change, *karma)?;
            Outcome::Initiative { initiative, score: initiative::late_entry(initiative.score, *passes) }
        }
        SceneAction::InitiativeChange { unit, before, attribute, dice } => {
            let changed = initiative::attribute_changed(*before, *attribute);
            let initiative = initiative::dice_changed(table, *unit, changed, *dice)?;
            Outcome::Initiative { initiative, score: initiative.score }
        }
        SceneAction::TurnOrder(entries) => {
            let order = turn_order::order(table, entries, &Coins::default(), scene.switches.tie_mode)?;
            Outcome::TurnOrder(order.ranks)
        }
        SceneAction::Harm { unit, damage, pool, damage_type, gel } => {
            let applied = damage::apply_damage(unit.vitals, *damage, *pool, *damage_type, &scene.switches);
            let limit = base::physical_limit(&unit.sheet);
            Outcome::Harm {
                after: Condition::of(unit, applied.vitals),
                knocked_down: !unit.prone && knockdown::knocks_down(*damage, limit, *gel),
            }
        }
        SceneAction::Bleed { unit, rounds } => bleed(unit, *rounds),
    })
}

/// A point whenever the clock says so, until it is over. `SS-DMG-23`, `SS-DMG-24`, `SS-DMG-26`.
fn bleed(unit: &Fighter, rounds: u32) -> Outcome {
    let body = unit.sheet.attributes.body;
    let mut vitals = unit.vitals;
    let mut lost = 0;
    for round in 1..=rounds {
        let dead = damage::state_of(&vitals, body) == Some(Down::Dead);
        if damage::is_dying(&vitals) && !dead && damage::bleeds_at_end_of(round, 0, body) {
            vitals = damage::bleed(vitals);
            lost += 1;
        }
    }
    Outcome::Bleed { lost, after: Condition::of(unit, vitals) }
}

/// Word for a kind of action, as the file and the JSON have it.
fn kind(action: &SceneAction) -> &'static str {
    match action {
        SceneAction::Attack(_) => "attack",
        SceneAction::Strike(_) => "strike",
        SceneAction::Sprint(_) => "sprint",
        SceneAction::Initiative { .. } => "initiative",
        SceneAction::InitiativeChange { .. } => "initiative_change",
        SceneAction::TurnOrder(_) => "turn_order",
        SceneAction::Harm { .. } => "harm",
        SceneAction::Bleed { .. } => "bleed",
    }
}

/// What happens, in a line: "Joe attacks Bob with a knife".
fn headline(scene: &Scene) -> String {
    let name = |number: u32| scene.unit_name(number).unwrap_or("somebody");
    match &scene.action {
        SceneAction::Attack(attack) => {
            let (attacker, defender) = (attack.attacker.id, attack.defender.id);
            format!("{} attacks {} with {}", name(attacker), name(defender), attack.weapon.name)
        }
        SceneAction::Strike(strike) => {
            format!(
                "{} attacks {} with {}",
                name(strike.attacker.id),
                strike.barrier.name,
                strike.weapon.name
            )
        }
        SceneAction::Sprint(unit) => format!("{} sprints", name(unit.id)),
        SceneAction::Initiative { unit, .. } => format!("{} rolls initiative", name(unit.id)),
        SceneAction::InitiativeChange { unit, .. } => format!("The initiative of {} changes", name(*unit)),
        SceneAction::TurnOrder(_) => "Who acts first".to_owned(),
        SceneAction::Harm { unit, damage, .. } => {
            format!("{} takes {damage} damage after soak", name(unit.id))
        }
        SceneAction::Bleed { unit, rounds } => {
            format!("{} lies {rounds} Combat Rounds without help", name(unit.id))
        }
    }
}

/// Checks that a way of defending is open to the defender of a scene, where one is named.
fn check_defence(scene: &Scene, key: &str) -> Result<(), Failure> {
    use crate::rules::swan_song::defence::{self, Defence};
    let SceneAction::Attack(attack) = &scene.action else {
        return Err(Failure::new(format!("nobody defends in this scene, so nobody can answer `{key}`")));
    };
    let Defence::Own(options) = defence::defence(attack) else {
        return Err(Failure::new(format!(
            "the defender does not defend itself, so it cannot answer `{key}`"
        )));
    };
    let keys: Vec<String> = options.iter().map(|option| option.key()).collect();
    if keys.iter().any(|known| known == key) {
        return Ok(());
    }
    let hint = content::problem::nearest(key, keys.iter().map(String::as_str));
    let hint = hint.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    Err(Failure::new(format!("the defence `{key}` is not open here, only {}{hint}", keys.join(", "))))
}

/// Checks the answer to any question of a scene: a way of defending, or one about Karma. `SS-BASE-26`, `SS-BASE-27`.
fn check_answer(scene: &Scene, key: &str) -> Result<(), Failure> {
    let karma = scene.units.iter().any(|unit| unit.fighter.karma.plan != KarmaPlan::default());
    if karma && [karma::REROLL, karma::DICE, karma::KEEP].contains(&key) {
        return Ok(());
    }
    check_defence(scene, key)
}

/// The Walk rates, armour and other numbers that are asked for by name: what no die decides.
fn derived(scene: &Scene) -> BTreeMap<String, serde_json::Value> {
    let describe = |unit: &content::SceneUnit| {
        let (sheet, vitals) = (&unit.fighter.sheet, &unit.fighter.vitals);
        serde_json::json!({
            "physical_limit": base::physical_limit(sheet),
            "mental_limit": base::mental_limit(sheet),
            "walk_rate": movement::walk_rate(sheet, unit.fighter.prone, &scene.switches),
            "armour_value": armour::armour_value(sheet),
            "encumbrance": armour::encumbrance(sheet),
            "initiative_attribute": initiative::initiative_attribute(sheet, vitals),
            "wound_modifier": wound::wound_modifier(vitals),
            "vitals": vitals,
        })
    };
    scene.units.iter().map(|unit| (unit.name.clone(), describe(unit))).collect()
}
