//! Resolves the action or the orders of a scene once, to be shown step by step, forward and back.

use bevy_ecs::prelude::World;
use thiserror::Error;

use crate::fact_lines::{self, FactLine};
use crate::scene_orders::{self, ChosenAttack};
use crate::scene_setup::set_up_scene;
use battle::{
    AttackChoice, BattleView, History, OpenPrompt, Order, OrderError, OrderRecord, PendingPrompt, RoundState,
    Target,
};
use battle_log::names;
use content::{Content, LabAction, LabScene, LabTarget, SceneAttack, SceneOrder};
use dice::Prompt;
use model::{Side, UnitId};
use rules::{Book, play};

/// Maximum number of prompts answered before a resolution is abandoned.
const MAX_QUESTIONS: usize = 64;
/// Maximum number of phases that are ended to reach another phase or round.
const MAX_PHASES: usize = 400;

/// Why an action cannot be resolved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ActionReplayError {
    /// The scene has no action.
    #[error("choose attacker and target first")]
    NoAim,
    /// The scene cannot be set up.
    #[error("{0}")]
    InvalidScene(String),
    /// The rules reject the action.
    #[error(transparent)]
    Rejected(#[from] OrderError),
    /// The action opens too many prompts.
    #[error("the action opens more than {MAX_QUESTIONS} prompts")]
    TooManyQuestions,
}

/// Something that is shown between two orders and changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayRemark {
    /// An order was rejected, with the reason and its clause.
    Refused {
        /// The reason.
        why: String,
        /// Its clause; empty if no clause says so.
        clause: &'static str,
    },
    /// A prompt, answered by the next record.
    Asked {
        /// Name of the unit that is asked.
        who: String,
        /// The prompt with its answers.
        prompt: Prompt,
    },
    /// Values of a unit or an attack.
    Facts {
        /// What they are about.
        title: String,
        /// The values.
        lines: Vec<FactLine>,
    },
}

/// A step of a resolved action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayStep {
    /// The start of an order of a scene: its headline.
    Order(usize),
    /// An event, or one of the rule steps that led to it.
    Event {
        /// Index of the order.
        order: usize,
        /// Index of the event.
        event: usize,
        /// Index of the rule step; `None` for the event itself.
        trace: Option<usize>,
    },
    /// A remark, by index.
    Remark(usize),
}

/// A prompt and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnsweredPrompt {
    /// The prompt with its answers.
    pub decision: OpenPrompt,
    /// Key of the chosen answer.
    pub answer: String,
}

/// A resolved action with everything it led to.
#[derive(Clone, Debug)]
pub struct ActionReplay {
    orders: Vec<OrderRecord>,
    steps: Vec<ReplayStep>,
    answered_prompts: Vec<AnsweredPrompt>,
    /// Remarks with the number of orders before them.
    remarks: Vec<(usize, ReplayRemark)>,
    /// Whether the orders are those of the scene, which have their own answers.
    is_script: bool,
}

impl ActionReplay {
    /// Resolves the orders of a scene with these dice, or its action if it has no orders. Prompts take the given answers
    /// in order, then the first answer they offer.
    ///
    /// The world is left with a battle of no further use.
    ///
    /// # Errors
    /// Returns `ActionReplayError` if the scene has no action, cannot be set up, or the rules reject the action.
    pub fn resolve(
        world: &mut World,
        scene: &LabScene,
        content: &Content,
        book: Book,
        seed: u64,
        answers: &[String],
    ) -> Result<Self, ActionReplayError> {
        if !scene.script.orders.is_empty() {
            return Self::play_script(world, scene, content, book, seed);
        }
        let aim = scene.aim.as_ref().ok_or(ActionReplayError::NoAim)?;
        set_up_scene(world, scene, content, book)
            .map_err(|error| ActionReplayError::InvalidScene(error.to_string()))?;
        battle::reseed_dice(world, seed);
        let order = aimed_order(world, aim).ok_or(ActionReplayError::NoAim)?;
        let record_count = world.resource::<History>().records().len();
        battle::submit(world, &order)?;
        let mut answered = Vec::new();
        while let Some(decision) = world.resource::<PendingPrompt>().open_prompt().cloned() {
            if answered.len() == MAX_QUESTIONS {
                return Err(ActionReplayError::TooManyQuestions);
            }
            let offered = &decision.prompt().answers;
            let wanted = answers.get(answered.len());
            let chosen = wanted.and_then(|wanted| offered.iter().find(|answer| answer.key == *wanted));
            let answer = chosen.or(offered.first()).ok_or(ActionReplayError::TooManyQuestions)?.key.clone();
            battle::submit(world, &Order::Decide { answer: answer.clone() })?;
            answered.push(AnsweredPrompt { decision, answer });
        }
        let records = world.resource::<History>().records()[record_count..].to_vec();
        let steps = list_steps(&records, &[], false);
        Ok(Self { orders: records, steps, answered_prompts: answered, remarks: Vec::new(), is_script: false })
    }

    /// Plays the orders of a scene. An order that is impossible at its time is reported, and the next one follows.
    fn play_script(
        world: &mut World,
        scene: &LabScene,
        content: &Content,
        book: Book,
        seed: u64,
    ) -> Result<Self, ActionReplayError> {
        set_up_scene(world, scene, content, book)
            .map_err(|error| ActionReplayError::InvalidScene(error.to_string()))?;
        battle::reseed_dice(world, seed);
        let before = world.resource::<History>().records().len();
        let mut script = ReplayRunner { world, before, remarks: Vec::new() };
        for order in &scene.script.orders {
            if let Err((why, clause)) = script.give(order) {
                script.remark(ReplayRemark::Refused { why, clause });
            }
        }
        script.answer_open_prompts().map_err(|_| ActionReplayError::TooManyQuestions)?;
        let remarks = script.remarks;
        let records = world.resource::<History>().records()[before..].to_vec();
        let steps = list_steps(&records, &remarks, true);
        Ok(Self { orders: records, steps, answered_prompts: Vec::new(), remarks, is_script: true })
    }

    /// Returns all steps in order.
    pub fn steps(&self) -> &[ReplayStep] {
        &self.steps
    }

    /// Returns the orders with their events.
    pub fn orders(&self) -> &[OrderRecord] {
        &self.orders
    }

    /// Returns the prompts with their answers.
    pub fn answered_prompts(&self) -> &[AnsweredPrompt] {
        &self.answered_prompts
    }

    /// Returns the remarks, each with the number of orders before it.
    pub fn remarks(&self) -> &[(usize, ReplayRemark)] {
        &self.remarks
    }

    /// Returns whether it plays the orders of the scene rather than its action.
    pub fn is_script(&self) -> bool {
        self.is_script
    }

    /// Returns the records after so many steps, to be replayed in a world that holds the scene.
    pub fn orders_until(&self, steps: usize) -> Vec<OrderRecord> {
        let taken = self.steps.get(..steps).unwrap_or(&self.steps);
        let last = taken.iter().rev().find_map(|step| match *step {
            ReplayStep::Event { order, event, trace } => Some((order, event + usize::from(trace.is_none()))),
            _ => None,
        });
        let Some((order, event_count)) = last else { return Vec::new() };
        let mut records: Vec<OrderRecord> = self.orders[..=order].to_vec();
        if let Some(record) = records.last_mut() {
            record.events.truncate(event_count);
        }
        records
    }
}

/// Why an order is not carried out, and the clause.
type Refusal = (String, &'static str);

/// Plays the orders of a scene in a world.
struct ReplayRunner<'a> {
    world: &'a mut World,
    /// Number of records before the first order.
    before: usize,
    remarks: Vec<(usize, ReplayRemark)>,
}

impl ReplayRunner<'_> {
    fn remark(&mut self, remark: ReplayRemark) {
        let given = self.world.resource::<History>().records().len() - self.before;
        self.remarks.push((given, remark));
    }

    fn submit(&mut self, order: &Order) -> Result<(), Refusal> {
        let asked = self.world.resource::<PendingPrompt>().open_prompt().map(|open| open.prompt().clone());
        if let (Order::Decide { .. }, Some(prompt)) = (order, asked) {
            let name = |view: &BattleView| view.unit(prompt.who).map(|unit| unit.identity.name().to_string());
            let who = battle::with_view(self.world, |view| name(view)).unwrap_or_default();
            self.remark(ReplayRemark::Asked { who, prompt });
        }
        battle::submit(self.world, order)
            .map(|_| ())
            .map_err(|error| (error.to_string(), error.clause().unwrap_or_default()))
    }

    /// Gives open prompts their first answer.
    fn answer_open_prompts(&mut self) -> Result<(), Refusal> {
        for _ in 0..MAX_QUESTIONS {
            let open = self.world.resource::<PendingPrompt>().open_prompt();
            let Some(answers) = open.map(|open| &open.prompt().answers) else { return Ok(()) };
            let answer = answers.first().map(|answer| answer.key.clone()).unwrap_or_default();
            self.submit(&Order::Decide { answer })?;
        }
        Err((ActionReplayError::TooManyQuestions.to_string(), ""))
    }

    /// Gives an order of the scene.
    fn give(&mut self, order: &SceneOrder) -> Result<(), Refusal> {
        if !matches!(order, SceneOrder::Answer(_) | SceneOrder::Dice(_)) {
            self.answer_open_prompts()?;
        }
        match order {
            SceneOrder::Begin => {
                let sides = battle::with_view(self.world, |view| view.setup().bundle().skirmish.sides.len());
                for side in 0..u8::try_from(sides).unwrap_or(u8::MAX) {
                    if self.world.resource::<RoundState>().is_deploying() {
                        self.submit(&Order::Begin { side: Side(side) })?;
                    }
                }
                Ok(())
            }
            SceneOrder::Until(name) => {
                let unit = self.look(|view| scene_orders::find_unit(view, name).map(|unit| *unit.id))?;
                self.end_phases(|round| round.acting() == Some(unit))
            }
            SceneOrder::UntilAsked(name) => {
                let unit = self.look(|view| scene_orders::find_unit(view, name).map(|unit| *unit.id))?;
                self.end_phases_until_asked(unit)
            }
            SceneOrder::Round(number) => self.end_phases(|round| round.number() >= *number),
            SceneOrder::Card(attack) => {
                let remark = self.look(|view| attack_card(view, attack))?;
                self.remark(remark);
                Ok(())
            }
            SceneOrder::Show(name) => {
                let lines = self.look(|view| {
                    let unit = scene_orders::find_unit(view, name)?;
                    Ok(fact_lines::unit_lines(&view.unit_snapshot(&unit), view.rules()))
                })?;
                self.remark(ReplayRemark::Facts { title: name.clone(), lines });
                Ok(())
            }
            order => {
                let translated = self.look(|view| scene_orders::to_order(view, order))?;
                translated.map_or(Ok(()), |order| self.submit(&order))
            }
        }
    }

    /// Reads the battle.
    fn look<T>(
        &mut self,
        read: impl FnOnce(&BattleView) -> Result<T, scene_orders::SceneOrderError>,
    ) -> Result<T, Refusal> {
        battle::with_view(self.world, |view| read(view)).map_err(|error| (error.to_string(), ""))
    }

    /// Ends phases until a unit is asked.
    fn end_phases_until_asked(&mut self, unit: UnitId) -> Result<(), Refusal> {
        for _ in 0..MAX_PHASES {
            let open = self.world.resource::<PendingPrompt>().open_prompt().map(|open| open.prompt().clone());
            let order = match open {
                Some(prompt) if prompt.who == unit => return Ok(()),
                Some(prompt) => {
                    let answer = prompt.answers.first().map(|answer| answer.key.clone()).unwrap_or_default();
                    Order::Decide { answer }
                }
                None => match self.world.resource::<RoundState>().acting() {
                    Some(unit) => Order::EndPhase { unit },
                    None => break,
                },
            };
            self.submit(&order)?;
        }
        Err(("this moment is not reached".to_owned(), ""))
    }

    /// Ends phases until a moment of the round.
    fn end_phases(&mut self, reached: impl Fn(&RoundState) -> bool) -> Result<(), Refusal> {
        for _ in 0..MAX_PHASES {
            let round = self.world.resource::<RoundState>();
            if reached(round) {
                return Ok(());
            }
            let Some(unit) = round.acting() else { break };
            self.submit(&Order::EndPhase { unit })?;
            self.answer_open_prompts()?;
        }
        Err(("this moment is not reached".to_owned(), ""))
    }
}

/// The card of an attack: its values, or the reason and clause that forbid it.
fn attack_card(
    view: &BattleView,
    attack: &SceneAttack,
) -> Result<ReplayRemark, scene_orders::SceneOrderError> {
    let ChosenAttack { choice, target } = scene_orders::chosen_attack(view, attack)?;
    scene_orders::check_option(view, choice)?;
    let title = card_title(view, choice, target);
    let Some(request) = view.attack_request(choice, target) else {
        return Ok(ReplayRemark::Facts { title, lines: Vec::new() });
    };
    if let Err(why) = play::may_attack(&request) {
        let error = OrderError::AttackForbidden(why);
        let clause = error.clause().unwrap_or_default();
        return Ok(ReplayRemark::Refused { why: format!("{title}: {error}"), clause });
    }
    let lines = play::forecast(&request).map(fact_lines::forecast_lines).unwrap_or_default();
    Ok(ReplayRemark::Facts { title, lines })
}

/// Title of the forecast of an attack: "Mar: forecast for the Rifle at Bob (Left eye)".
fn card_title(view: &BattleView, choice: AttackChoice<'_>, target: Target) -> String {
    let attacker = view.unit(choice.unit);
    let unit = attacker.as_ref().map_or_else(String::new, |unit| unit.identity.name().to_string());
    let weapon = attacker.as_ref().and_then(|unit| unit.inventory.get(choice.weapon));
    let weapon = weapon.map_or_else(|| "a weapon".to_owned(), |weapon| format!("the {}", weapon.name()));
    let at = match target {
        Target::Unit(id) => view.unit(id).map(|unit| unit.identity.name().to_string()),
        Target::Barrier(id) => view.barrier(id).map(|data| format!("the {}", data.barrier.kind().name)),
        Target::Square(cell) => Some(format!("square {}, {}", cell.x, cell.y)),
    };
    let option = attacker
        .zip(choice.option)
        .map(|(unit, key)| format!(" ({})", names::option_name(view, &unit, choice.weapon, key)));
    format!("{unit}: forecast for {weapon} at {}{}", at.unwrap_or_default(), option.unwrap_or_default())
}

/// Returns the order for the action of a scene.
fn aimed_order(world: &mut World, aim: &LabAction) -> Option<Order> {
    let unit = UnitId(aim.attacker as u32 + 1);
    battle::with_view(world, |view| {
        let target = match aim.at {
            LabTarget::Unit(target) => Target::Unit(UnitId(target as u32 + 1)),
            LabTarget::Barrier(place) => Target::Barrier(*view.barrier_at(place)?.id),
            LabTarget::Square(cell) => Target::Square(cell),
        };
        let carried = view.unit(unit)?.inventory.get(aim.weapon)?.mode();
        let mode = aim.mode.or(carried);
        Some(Order::Attack { unit, target, weapon: aim.weapon, mode, option: aim.option.clone() })
    })
}

/// Lists the steps of all records, with the remarks between them. Orders of a scene begin with their headline; answers
/// continue the order that opened the prompt.
fn list_steps(
    records: &[OrderRecord],
    remarks: &[(usize, ReplayRemark)],
    has_headlines: bool,
) -> Vec<ReplayStep> {
    let mut steps = Vec::new();
    let remarks_at = |at: usize| {
        let numbered = remarks.iter().enumerate();
        numbered.filter(move |(_, (before, _))| *before == at).map(|(number, _)| ReplayStep::Remark(number))
    };
    for (order, record) in records.iter().enumerate() {
        steps.extend(remarks_at(order));
        if has_headlines && !matches!(record.order, Order::Decide { .. }) {
            steps.push(ReplayStep::Order(order));
        }
        for (event, one) in record.events.iter().enumerate() {
            let traces = (0..one.trace.len()).map(Some).chain([None]);
            steps.extend(traces.map(|trace| ReplayStep::Event { order, event, trace }));
        }
    }
    steps.extend(remarks_at(records.len()));
    steps
}
