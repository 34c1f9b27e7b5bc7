//! What a book answers: one trait, a question a function, with the answers of a book that has no rule of its own.
//!
//! A book implements [`Rulebook`] in its own folder and is registered in one line of `registry.rs`. The functions of
//! [`crate::play`] check what holds in every book and then ask the book of the unit, the weapon or the skirmish.

mod defaults;

use std::sync::Arc;

use crate::attack::fire_mode::FireMode;
use crate::knockback::profile::{ImpactSurface, KnockbackProfile};
use crate::rule_options::SwitchInfo;
use crate::status::translation::Translation;
use crate::status::{
    AilmentTest, AttackProperties, Element, StatusOptions, TestModifier, TestResult, TestTrait,
};
use crate::turn_engine::extended_action::ExtendedActionProgress;
use crate::turn_engine::timed_items::DetonationTrigger;
use crate::turn_engine::{Action, EngineSwitches, InitiativeScore, PhaseTiming};
use crate::{
    ActionOutcome, ActionRequest, AttackOption, AttackRequest, AvailableAction, BarrierAttackRequest,
    BarrierOnLine, BlastProfile, BorrowedChapter, CellAttackRequest, CostError, DerivedStat, Detonation,
    DownState, Effect, Fall, Forecast, ForecastNote, Gauge, GroundConditions, Hazard, HazardExposure,
    HealthState, HeldWeapon, InterceptOption, MoveBudget, Odds, OutcomeSummary, Payment, PhaseStart,
    PoolShare, ReactionPrompt, Rest, RuleSet, RuleViolation, Sheet, SpecialAction, SprintOutcome, Stat,
    SurpriseContext, TargetSight, TreatmentOption, TurnBudget, UnitSnapshot, Weapon, WeaponTraits,
};
use dice::{Distribution, RuleResult, Table};
use model::UnitId;

pub(crate) use self::defaults::refuse_shared_pool;

/// A rulebook: what it says of itself, the data it keeps, and its answer to every question of the battlefield.
///
/// Static dispatch: implementors are types without values, and `Book` picks one.
pub trait Rulebook {
    // What the book is.

    /// Its name in files and on the command line: "swan_song".
    const ID: &'static str;
    /// Its name for players: "Swan Song".
    const NAME: &'static str;
    /// What playing it is like, in a line: its dice, its feel.
    const BLURB: &'static str;
    /// First part of its clauses' ids: "SS".
    const CLAUSE_PREFIX: &'static str;
    /// What a die that counts is called: one, and several.
    const SUCCESS_WORDS: (&'static str, &'static str);
    /// Faces of its largest die, that of a borrowed chapter included.
    const LARGEST_DIE: u8;
    /// The chapters it takes from other books.
    const BORROWED_CHAPTERS: &'static [BorrowedChapter];
    /// Its column in the translation of ailments.
    const AILMENTS: &'static Translation;
    /// Light, fog and hard ground count in its fights, beyond what a step costs.
    const COUNTS_DIFFICULT_GROUND: bool = false;
    /// Units may try to slip past opponents. `SS-INTC-14`.
    const HAS_EVADING: bool = false;
    /// Its switches are in the rule set of every book, because others borrow its chapters.
    const LENDS_SWITCHES: bool = false;
    /// Several attacks may share one pool. `SS-MULTI-01`.
    const HAS_SHARED_POOLS: bool = false;
    /// What fills a square and falls to pieces lies there as rubble. `CS-COV-16`, `AB-OBJ-19`.
    const LEAVES_RUBBLE: bool = false;
    /// Want of air counts. `CS-SUFF-01`.
    const COUNTS_BREATH: bool = false;
    /// Its attacks work out by themselves whom a living shield takes a hit for. `AB-SHIELD-01`.
    const HAS_BODY_SHIELDS: bool = false;
    /// It has a chapter of its own on grapples.
    const HAS_GRAPPLES: bool = false;
    /// It throws units about by a chapter of its own.
    const HAS_KNOCKBACK: bool = false;

    // Its data.

    /// The values of a fighter.
    type Sheet;
    /// A weapon.
    type Weapon;
    /// Harm and everything else that lasts beyond a turn.
    type HealthState;
    /// What a unit has used of its turn and can still pay.
    type TurnBudget;
    /// Its rule switches.
    type Switches: Default;

    /// Returns the name of a weapon: "assault rifle".
    fn weapon_name(weapon: &Self::Weapon) -> &str;

    /// Returns what a weapon carries besides harm.
    fn attack_properties(weapon: &Self::Weapon) -> &AttackProperties;

    /// Returns the element a weapon is made of.
    fn element(weapon: &Self::Weapon) -> Option<Element> {
        Self::attack_properties(weapon).element
    }

    /// Returns the radius of a weapon's explosion in metres, 0 where it states none.
    fn blast_radius(_weapon: &Self::Weapon) -> u32 {
        0
    }

    /// Returns the elements whose ailments do not touch a fighter.
    fn immunities(sheet: &Self::Sheet) -> &[Element];

    /// Returns the keys of the special actions that mend a unit (`heals`), or strengthen one. `CS-BRWA-02`,
    /// `CS-BRWA-03`.
    fn aid_keys(_sheet: &Self::Sheet, _heals: bool) -> Vec<&'static str> {
        Vec::new()
    }

    /// Tells whether a fighter would not harm the unit of this name. `CS-BRWA-09`.
    fn is_bonded_to(_sheet: &Self::Sheet, _name: &str) -> bool {
        false
    }

    /// Returns how many gauges, from the first on, are layers of one health: a blow goes through them in turn.
    /// `SS-DMG-05`.
    fn health_layers(_health: &Self::HealthState) -> usize {
        1
    }

    /// Returns where the unit stands in the order of the pass.
    fn phase_timing(budget: &Self::TurnBudget) -> PhaseTiming;

    /// Moves the unit to another place in the order of the pass.
    fn set_phase_timing(budget: &mut Self::TurnBudget, timing: PhaseTiming);

    /// Returns the action points left.
    fn action_points(budget: &Self::TurnBudget) -> u8;

    /// Takes action points off the budget, which has so many left.
    fn spend_points(budget: &mut Self::TurnBudget, points: u8);

    /// Begins anew what counts by phases, for a phase that is put off or another one of the same pass: what is spent
    /// stays spent. `SS-DELAY-01`, `SS-DELAY-17`.
    fn reset_phase(budget: &mut Self::TurnBudget);

    // Its switches.

    /// Lists the switches with their defaults.
    fn switch_list() -> Vec<SwitchInfo>;

    /// Makes the switches at their defaults, beside an engine with these switches.
    fn default_switches(_engine: &Arc<EngineSwitches>) -> Arc<Self::Switches> {
        Arc::default()
    }

    /// Takes up changed switches of the engine, where the book's hold them.
    fn follow_engine(_switches: &mut Arc<Self::Switches>, _engine: &Arc<EngineSwitches>) {}

    /// Returns how ailments are played.
    fn status_options(_switches: &Self::Switches) -> StatusOptions {
        StatusOptions::default()
    }

    // What a unit is, and how it is shown.

    /// Describes a weapon in these hands as far as the battlefield has to know it.
    fn arm<'a>(weapon: &'a Weapon, sheet: &Sheet, rules: &RuleSet) -> WeaponTraits<'a>;

    /// Counts the rounds that one attack takes from the magazine.
    fn rounds(weapon: &Weapon, mode: Option<FireMode>) -> u32;

    /// Returns what a unit fights with when its hands are empty, if its content names nothing.
    fn unarmed(sheet: &Sheet) -> Option<Weapon>;

    /// Returns a unit's condition at the start of a fight.
    fn fresh(sheet: &Sheet, rules: &RuleSet) -> HealthState;

    /// Returns what a unit can pay before the first round.
    fn purse(sheet: &Sheet, rules: &RuleSet) -> TurnBudget;

    /// Returns what a unit's armour takes off a plain hit: dice, levels or points. As a barrier it is the unit's Armor.
    /// `SS-BARR-46`.
    fn soak(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> u32;

    /// Returns the Karma of a fresh unit, 0 without any. `SS-BASE-25`.
    fn karma(_sheet: &Sheet) -> u8 {
        0
    }

    /// Tells whether a unit has hands to pick things up with.
    fn has_hands(sheet: &Sheet) -> bool;

    /// Returns in what way a unit is out of the fight; `None` if it is not.
    fn down(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> Option<DownState>;

    /// Returns the Structure of a unit that an attack on another one has to cross. `SS-BARR-45`.
    fn structure(sheet: &Sheet) -> u32;

    /// Takes so many points off a unit that stood in the way as a barrier. `SS-BARR-47`.
    fn wear(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState;

    /// Tells whether a unit bleeds to death without help. `SS-DMG-23`.
    fn is_dying(_health: &HealthState) -> bool {
        false
    }

    /// Draws harm as the book does.
    fn gauges(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> Vec<Gauge>;

    /// Lists what the unit's turn still holds beyond points, in words: "Reaction", "1 defence reserved".
    fn pledges(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<String>;

    /// Prints the sheet.
    fn stats(sheet: &Sheet) -> Vec<Stat>;

    /// Works out what matters of a unit now, with reasons: initiative, defence, soak, wounds.
    fn figures(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat>;

    /// Works out what matters of a weapon in a unit's hands now, with reasons.
    fn weapon_figures(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<DerivedStat>;

    /// Puts a weapon in a unit's hands in one line: "DV 9, ARP 2, accuracy 5".
    fn weapon_line(unit: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> String;

    /// Prints a weapon.
    fn weapon_stats(weapon: &Weapon) -> Vec<Stat>;

    // Rounds, passes and phases.

    /// Rolls initiative for a round; `paid` is a point of Karma for more dice. `SS-INIT-07`.
    ///
    /// # Errors
    /// As the table.
    fn initiative(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        paid: bool,
        rules: &RuleSet,
    ) -> RuleResult<InitiativeScore>;

    /// Returns the part of the score that harm may change in mid-round. `SS-INIT-21`.
    fn initiative_attribute(unit: &UnitSnapshot) -> i32;

    /// Counts Initiative Dice before Karma. `SS-INIT-06`.
    fn initiative_dice(sheet: &Sheet) -> u8;

    /// Returns first and second tie-breaker of the order. `SS-INIT-10`.
    fn tie_breaks(sheet: &Sheet) -> (u8, u8);

    /// Returns what a unit can pay in a round that begins, before its first pass.
    fn round_begins(unit: &UnitSnapshot, rules: &RuleSet) -> TurnBudget;

    /// Returns what a unit can pay in a pass that begins. `SS-ACT-24`.
    fn pass_begins(unit: &UnitSnapshot, rules: &RuleSet) -> TurnBudget;

    /// Begins the phase of a unit whose place in the order has come.
    ///
    /// # Errors
    /// As the table.
    fn phase_begins(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<PhaseStart>;

    /// Asks a unit that ends its phase beside enemies it is not engaged with what it declares: nothing, by default.
    /// `CS-MEL-01`.
    ///
    /// # Errors
    /// As the table.
    fn closing(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _beside: impl FnOnce() -> Vec<UnitSnapshot>,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<Effect>> {
        Ok(Vec::new())
    }

    /// Ends a unit's phase.
    ///
    /// # Errors
    /// As the table.
    fn phase_ends(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<Effect>>;

    /// Ends a round for a unit.
    ///
    /// # Errors
    /// As the table.
    fn round_ends(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<Effect>>;

    /// Gives a unit that is about to fall a way out; it falls where nothing comes of it, as by default. `SS-FFYL-02`.
    ///
    /// # Errors
    /// As the table.
    fn about_to_fall(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _down: DownState,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<Effect>> {
        Ok(Vec::new())
    }

    /// Pays for an action in the unit's own phase, or outside of it where that is allowed.
    ///
    /// # Errors
    /// Why it cannot; nothing is spent then.
    fn pay(unit: &UnitSnapshot, request: ActionRequest<'_>, rules: &RuleSet) -> Result<Payment, CostError>;

    /// Puts a price on a button: "free", "1 AP", or nothing.
    fn price(unit: &UnitSnapshot, request: ActionRequest<'_>, rules: &RuleSet) -> String;

    /// Puts what is left of a phase into an Extended Action. `SS-ACT-18`.
    ///
    /// # Errors
    /// Why it cannot; by default no action takes longer than a phase.
    fn pay_towards(
        _unit: &UnitSnapshot,
        _progress: ExtendedActionProgress,
    ) -> Result<(Payment, ExtendedActionProgress), CostError> {
        Err(RuleViolation::new("no action takes longer than a phase here", "SS-ACT-05").into())
    }

    /// Lists the book's own questions that may be answered for the rest of a fight.
    fn habits() -> &'static [ReactionPrompt] {
        &[]
    }

    // Moving, meeting and noticing.

    /// Returns how far a unit can go.
    fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget;

    /// Tells whether a unit may run; `announced` is a run announced before its attack. `SS-MOVE-17`.
    ///
    /// # Errors
    /// Why not.
    fn may_run(unit: &UnitSnapshot, announced: bool, rules: &RuleSet) -> Result<(), RuleViolation>;

    /// Rolls a sprint. `SS-MOVE-09`.
    ///
    /// # Errors
    /// As the table.
    fn sprint(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<SprintOutcome>;

    /// Counts the squares of a path that a unit gets along, and what happens to it there: all of them, by default,
    /// whatever the ground. `CS-TER-03`.
    ///
    /// # Errors
    /// As the table.
    fn footing(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _action: Action,
        path: &[GroundConditions],
        _rules: &RuleSet,
    ) -> RuleResult<(usize, Vec<Effect>)> {
        Ok((path.len(), Vec::new()))
    }

    /// Prices an interception: the engine's action points, by default. `SS-ACT-41`.
    ///
    /// # Errors
    /// Why it cannot be paid.
    fn intercepts(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
        defaults::pay_interception(unit, rules)
    }

    /// Lists the blows with which a unit may meet one that passes by; none if it may not or cannot pay. By default one
    /// with every melee weapon in hand, bare hands among them. `SS-INTC-06`, `SS-INTC-07`, `SS-INTC-08`, `SS-INTC-13`,
    /// `SS-INTC-19`.
    fn strikes(unit: &UnitSnapshot, mover: &UnitSnapshot, rules: &RuleSet) -> Vec<InterceptOption> {
        defaults::intercept_options(unit, mover, rules)
    }

    /// Tells whether so much damage of such a blow ends a unit's movement: any, by default. `SS-INTC-11`.
    fn is_stopped(_unit: &UnitSnapshot, damage: u32) -> bool {
        damage > 0
    }

    /// Rolls slipping past opponents; returns how many of them do not get their blow: none, by default. `SS-INTC-14`.
    ///
    /// # Errors
    /// As the table.
    fn evade(_table: &mut impl Table, _unit: &UnitSnapshot, _rules: &RuleSet) -> RuleResult<u32> {
        Ok(0)
    }

    /// Lets a unit look for a hidden enemy at the start of its phase. `sight` lies between the two; `line_of_sight`
    /// says whether one leads there. `CS-UNA-06`.
    ///
    /// # Errors
    /// As the table.
    fn notice(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _hidden: &UnitSnapshot,
        _sight: &TargetSight,
        _line_of_sight: bool,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<Effect>> {
        Ok(Vec::new())
    }

    /// Tells whether a unit that hides still does where it stands now; `seen` by an enemy in plain sight. `CS-UNA-05`.
    fn stays_concealed(_unit: &UnitSnapshot, _seen: bool, _rules: &RuleSet) -> bool {
        false
    }

    /// Tells whether hidden units surprise when they appear. `SS-SURP-05`.
    fn surprises() -> bool {
        false
    }

    /// Tests a unit before which enemies come that it may not have perceived. `SS-SURP-05`.
    ///
    /// # Errors
    /// As the table.
    fn meet(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _meeting: &SurpriseContext<'_>,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<Effect>> {
        Ok(Vec::new())
    }

    // Attacks on units.

    /// Names an attack in the engine's terms.
    fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action;

    /// Lists other ways to attack with what a unit holds than the plain one.
    fn manners(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<AttackOption>;

    /// Tells whether a way of attacking asks who and what else is around. `AB-KNOCK-14`, `AB-KNOCK-15`.
    fn manner_wants_company(_manner: &str) -> bool {
        false
    }

    /// Tells whether a way of attacking is aimed at what its target holds, and harms the target not at all.
    /// `AB-OBJ-02`.
    fn manner_spares(_manner: &str) -> bool {
        false
    }

    /// Tells whether an attack may be made at all, as far as distance, sight and weapon go.
    ///
    /// # Errors
    /// Why not.
    fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation>;

    /// Resolves an attack on a unit.
    ///
    /// # Errors
    /// As the table.
    fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome>;

    /// Works out the exact odds of an attack on a unit with everything that goes into them; `None` if they cannot be
    /// told.
    fn forecast(request: &AttackRequest) -> Option<Forecast>;

    /// Works out the odds alone, with the defence that a hurried player takes: for screens full of them.
    fn preview(request: &AttackRequest) -> Option<Odds>;

    /// Works out what an attack that meets several units does to each of them, by id, its target first; empty if it
    /// meets its target alone, as by default. `CS-BASE-35`.
    fn spread(_request: &AttackRequest, _answers: &[String]) -> Vec<(UnitId, Distribution<OutcomeSummary>)> {
        Vec::new()
    }

    /// Describes what a weapon with an area does around the place where it goes off; `None` if it strikes one target.
    /// `CS-BASE-35`, `SS-RULING-60`, `AB-AREA-02`.
    fn blast(_attacker: &UnitSnapshot, _weapon: &Weapon, _rules: &RuleSet) -> Option<BlastProfile> {
        None
    }

    /// Shares one pool among several attacks that are made together, in their order. `SS-MULTI-05` to `SS-MULTI-16`.
    ///
    /// # Errors
    /// Why they cannot be made together; by default attacks are made one by one.
    fn shares(_attacks: &[AttackRequest]) -> Result<Vec<PoolShare>, RuleViolation> {
        Err(refuse_shared_pool())
    }

    // Attacks on barriers and squares.

    /// Tells whether an attack on a barrier segment may be made.
    ///
    /// # Errors
    /// Why not.
    fn may_attack_barrier(request: &BarrierAttackRequest) -> Result<(), RuleViolation>;

    /// Resolves an attack on a barrier segment. `SS-BARR-19`.
    ///
    /// # Errors
    /// As the table.
    fn attack_barrier(table: &mut impl Table, request: &BarrierAttackRequest) -> RuleResult<ActionOutcome>;

    /// Works out the exact odds of an attack on a barrier segment: damage is damage to the segment, out means a hole.
    fn forecast_barrier(request: &BarrierAttackRequest) -> Option<Forecast>;

    /// Measures what a whole barrier segment stands before it opens: its hit points, by default. `SS-BARR-01`.
    fn wall_points(barrier: &BarrierOnLine, _rules: &RuleSet) -> u32 {
        barrier.hit_points()
    }

    /// Tells whether an attack may be aimed at a square. `CS-BASE-35`.
    ///
    /// # Errors
    /// Why not; by default every attack is aimed at a unit or a barrier. `SS-ATK-06`.
    fn may_attack_square(request: &CellAttackRequest) -> Result<(), RuleViolation> {
        let text = format!("{} needs a target", request.weapon.name());
        Err(RuleViolation::new(text, "SS-ATK-06"))
    }

    /// Resolves an attack that is aimed at a square. `CS-BASE-35`.
    ///
    /// # Errors
    /// As the table.
    fn attack_square(_table: &mut impl Table, _request: &CellAttackRequest) -> RuleResult<ActionOutcome> {
        Ok(ActionOutcome::from_effects(Vec::new()))
    }

    /// Works out what comes of an attack that is aimed at a square: hit means there, damage is how many it catches.
    fn forecast_square(_request: &CellAttackRequest) -> Option<Forecast> {
        None
    }

    /// Returns what sets an item off that goes off by itself. Chapter TIMED.
    fn trigger(_item: &Weapon) -> Option<DetonationTrigger> {
        None
    }

    /// Sets an item off where it lies. Chapter TIMED.
    ///
    /// # Errors
    /// As the table.
    fn goes_off(_table: &mut impl Table, _detonation: &Detonation) -> RuleResult<ActionOutcome> {
        Ok(ActionOutcome::from_effects(Vec::new()))
    }

    // Special actions.

    /// Lists what a unit may do besides what every book has: buttons of the action bar.
    fn offers(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction>;

    /// Tells whether a special action may be done now, and what it costs.
    ///
    /// # Errors
    /// Why not; a key that the book does not offer is refused too.
    fn may_do(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<Payment, CostError>;

    /// Does a special action that is paid.
    ///
    /// # Errors
    /// As the table.
    fn perform(
        table: &mut impl Table,
        action: &SpecialAction<'_>,
        rules: &RuleSet,
    ) -> RuleResult<ActionOutcome>;

    /// Counts the rounds that a special action takes, all points of each; `None` if it is done at once. `SS-ACT-58`.
    fn deed_rounds(_action: &str, _rules: &RuleSet) -> Option<u32> {
        None
    }

    /// Puts a unit in cover at the start of a fight, behind something of this height in centimetres. `CS-COV-03`.
    fn begins_in_cover(unit: &UnitSnapshot, _cover_cm: u16, _rules: &RuleSet) -> Vec<Effect> {
        vec![Effect::CoverTaken { unit: unit.id }]
    }

    /// Tells whether a special action can be done while units are placed, before the first round. `CS-COV-03`.
    fn at_deployment(_action: &str, _rules: &RuleSet) -> bool {
        false
    }

    // Ailments, hazards, falls and flights.

    /// Returns what a test of a trait would be made with: a target number, or dice. The greater is the better.
    fn trait_value(unit: &UnitSnapshot, of: TestTrait, rules: &RuleSet) -> i32;

    /// Makes a test that an ailment asks for, in the book's column of the translation. `changes` are all modifiers.
    ///
    /// # Errors
    /// As the table.
    fn ailment_roll(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        test: (TestTrait, &AilmentTest),
        changes: &[TestModifier],
        rules: &RuleSet,
    ) -> RuleResult<TestResult>;

    /// Returns what a round of flames leaves of a unit, and how much harm that is. `CS-BURN-01`.
    ///
    /// # Errors
    /// As the table.
    fn burn(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<(HealthState, u32)>;

    /// Harms a unit that enters harmful ground, or begins a phase on it; `None` without a rule for it. `AD-SPEC-01`.
    ///
    /// # Errors
    /// As the table.
    fn hazard(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _hazard: Hazard,
        _rules: &RuleSet,
    ) -> RuleResult<Option<HazardExposure>> {
        Ok(None)
    }

    /// Says what harmful ground does, in the book's measure, before a unit is on it: "damage 5EL".
    fn hazard_remark(_hazard: Hazard, _rules: &RuleSet) -> Option<ForecastNote> {
        None
    }

    /// Harms a unit that falls from one height to another. `CS-FALL-03`, `AD-SPEC-03`, `AB-KNOCK-26`.
    ///
    /// # Errors
    /// As the table.
    fn fall(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        fall: Fall,
        rules: &RuleSet,
    ) -> RuleResult<HazardExposure>;

    /// Says what a fall does, in the book's measure: "damage 3IC"; `None` if it does nothing to this unit.
    fn fall_remark(unit: &UnitSnapshot, fall: Fall, rules: &RuleSet) -> Option<ForecastNote>;

    /// Lists what a unit suffers besides, now that its condition is this one. `CS-FATG-04`, `CS-FATG-06`.
    fn aftereffects(_unit: &UnitSnapshot, _after: &HealthState, _rules: &RuleSet) -> Vec<Effect> {
        Vec::new()
    }

    /// Returns what knockback asks of a body: its mass, its footing. Chapter KNOCK.
    fn frame(unit: &UnitSnapshot, rules: &RuleSet) -> KnockbackProfile;

    /// Harms a unit that crashes with so many metres of a flight left: by default as a fall over as many metres.
    /// `AB-KNOCK-18`, `AB-KNOCK-26`.
    ///
    /// # Errors
    /// As the table.
    fn crash(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        metres: u32,
        _surface: ImpactSurface,
        rules: &RuleSet,
    ) -> RuleResult<HazardExposure> {
        crate::play::fall(table, unit, Fall { height_cm: 100 * metres, leapt: false }, rules)
    }

    /// Tells whether a unit that was thrown so far stands, and what trying cost: by default a test of Agility
    /// against the metres. `AB-KNOCK-03`, `AB-KNOCK-04`.
    ///
    /// # Errors
    /// As the table.
    fn keeps_its_feet(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        metres: u32,
        rules: &RuleSet,
    ) -> RuleResult<(bool, Vec<Effect>)> {
        defaults::test_footing(table, unit, metres, rules)
    }

    // Before and after a fight.

    /// Returns what a unit brings from one fight into the next: all of its condition, by default.
    fn encounter_begins(health: &HealthState) -> HealthState {
        health.clone()
    }

    /// Returns what the end of a fight makes of a unit: nothing new, by default.
    ///
    /// # Errors
    /// As the table.
    fn encounter_ends(
        _table: &mut impl Table,
        unit: &UnitSnapshot,
        _rules: &RuleSet,
    ) -> RuleResult<HealthState> {
        Ok(unit.condition.clone())
    }

    /// Returns what rest makes of a unit: nothing new, by default.
    fn rest(unit: &UnitSnapshot, _rest: Rest, _rules: &RuleSet) -> HealthState {
        unit.condition.clone()
    }

    /// Lists what a unit may do for the wounded after the fight.
    fn treatments(_unit: &UnitSnapshot, _rules: &RuleSet) -> Vec<TreatmentOption> {
        Vec::new()
    }

    /// Tells whether one of `treatments` does anything for its target; without a target, for the unit itself.
    ///
    /// # Errors
    /// Why not; by default there is none.
    fn may_treat(action: &SpecialAction<'_>, _rules: &RuleSet) -> Result<(), RuleViolation> {
        let text = format!("{} knows no `{}` after a fight.", Self::NAME, action.key);
        Err(RuleViolation::new(text, ""))
    }

    /// Gives a treatment.
    ///
    /// # Errors
    /// As the table.
    fn treat(
        _table: &mut impl Table,
        _action: &SpecialAction<'_>,
        _rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        Ok(ActionOutcome::from_effects(Vec::new()))
    }
}
