//! Resolves the actions of a scene through `rules::play`.

use super::action_report::{ActionReport, ActionResult};
use super::scene_report;
use content::{ResolvedAction, RuleScene, SceneState, SingleCheck};
use dice::{Dice, Modifiers, Purpose, RuleResult, Table};
use model::UnitId;
use rules::aberrant::checks::dice_pool;
use rules::circumstances::d100_test::{D100, degrees_of_failure, degrees_of_success, passes};
use rules::combat_checks::critical_injuries::infliction;
use rules::swan_song::Vitals;
use rules::swan_song::damage::{health, knockdown, wounds};
use rules::turn_engine::initiative;
use rules::turn_engine::turn_order;
use rules::turn_engine::turn_order::CoinTosses;
use rules::{ActionOutcome, Book, Effect, HealthState, SpecialAction, UnitSnapshot, play};
use rules::{attacks_and_damage, combat_checks, swan_song};

/// A scene in one state: what an action is resolved in.
pub(crate) struct SceneActionContext<'a> {
    pub scene: &'a RuleScene,
    pub moment: &'a SceneState,
}

impl SceneActionContext<'_> {
    fn unit(&self, number: UnitId) -> &UnitSnapshot {
        self.moment.unit(number).expect("broken invariant: the action of a scene names its own units")
    }

    fn report(&self, result: ActionResult, effects: Vec<Effect>) -> ActionReport {
        ActionReport::new(self, result, effects)
    }

    /// Reports the result of an attack or a special action.
    fn exchange_report(&self, outcome: ActionOutcome) -> ActionReport {
        let ActionOutcome { contact, net, damage, words, effects } = outcome;
        self.report(ActionResult::Exchange { contact, net, damage, words }, effects)
    }

    /// Resolves an action whose cost is paid.
    pub fn run_action(&self, table: &mut impl Table, what: &ResolvedAction) -> RuleResult<ActionReport> {
        let rules = self.scene.rules();
        Ok(match what {
            ResolvedAction::Attack(engagement) => self.exchange_report(play::attack(table, engagement)?),
            ResolvedAction::BarrierAttack(engagement) => {
                self.exchange_report(play::attack_barrier(table, engagement)?)
            }
            ResolvedAction::SpecialAction { unit, key, target, slot, seen, cover_cm, boosts } => {
                let target = target.map(|(other, rings)| (self.unit(other), rings));
                let (unit, slot, seen, cover_cm) = (self.unit(*unit), *slot, *seen, *cover_cm);
                let deed = SpecialAction { unit, key, target, slot, seen, cover_cm, boosts, energy: false };
                let ActionOutcome { contact, net, damage, words, effects } =
                    play::perform(table, &deed, rules)?;
                self.report(ActionResult::Deed { contact, net, damage, words }, effects)
            }
            ResolvedAction::Initiative(unit) => {
                let initiative = play::initiative(table, self.unit(*unit), false, rules)?;
                self.report(ActionResult::Initiative { unit: *unit, initiative }, Vec::new())
            }
            ResolvedAction::RoundBegins => self.report(ActionResult::Phase { lost: None }, Vec::new()),
            ResolvedAction::PhaseBegins(unit) => {
                let start = play::phase_begins(table, self.unit(*unit), rules)?;
                let lost = start.lost.map(|why| format!("{} ({})", why.text, why.clause));
                self.report(ActionResult::Phase { lost }, start.effects)
            }
            ResolvedAction::PhaseEnds(unit) => {
                let effects = play::phase_ends(table, self.unit(*unit), rules)?;
                self.report(ActionResult::Phase { lost: None }, effects)
            }
            ResolvedAction::RoundEnds(unit) => {
                let effects = play::round_ends(table, self.unit(*unit), rules)?;
                self.report(ActionResult::Phase { lost: None }, effects)
            }
            ResolvedAction::Sprint(unit) => {
                let sprint = play::sprint(table, self.unit(*unit), rules)?;
                self.report(ActionResult::Sprint { metres: sprint.metres }, sprint.effects)
            }
            ResolvedAction::DifficultGround { unit, action, path } => {
                let (squares, effects) = play::footing(table, self.unit(*unit), *action, path, rules)?;
                self.report(ActionResult::Path { squares }, effects)
            }
            ResolvedAction::Notice { unit, hidden, sight, line_of_sight } => {
                let (unit, hidden) = (self.unit(*unit), self.unit(*hidden));
                let effects = play::notice(table, unit, hidden, sight, *line_of_sight, rules)?;
                self.report(ActionResult::Phase { lost: None }, effects)
            }
            ResolvedAction::Check(check) => self.run_check(table, check)?,
            ResolvedAction::Lookup(what) => {
                self.report(ActionResult::Facts(scene_report::fact_lines(self, what)), Vec::new())
            }
        })
    }

    fn run_check(&self, table: &mut impl Table, check: &SingleCheck) -> RuleResult<ActionReport> {
        let purpose = |why, clause| Purpose { who: None, why, clause, parts: &[], limit: None };
        let result = match check {
            SingleCheck::Pool { dice, difficulty, against } => {
                let (pool, clause): (fn(u32) -> Dice, _) = match self.scene.book() {
                    Book::Aberrant => (dice_pool::success_pool, "AB-BASE-01"),
                    _ => (Dice::d6_hits, "AD-BASE-02"),
                };
                let successes = table.roll(pool(*dice), purpose("test", clause))?.value;
                let resisted = match against {
                    Some(dice) => table.roll(pool(*dice), purpose("resistance", clause))?.value,
                    None => 0,
                };
                ActionResult::Pool {
                    successes: dice_pool::net_successes(successes, *difficulty),
                    against: resisted,
                }
            }
            SingleCheck::PercentileTest(target) => {
                let roll = table.roll(D100, purpose("test", "CS-BASE-01"))?.value;
                let passed = passes(roll, *target);
                let degrees = if passed {
                    degrees_of_success(roll, *target)
                } else {
                    degrees_of_failure(roll, *target)
                };
                ActionResult::Under { passed, degrees }
            }
            SingleCheck::Symbols(pool) => {
                let roll = table.roll(Dice::symbols(*pool), purpose("check", "CC-CHK-02"))?;
                ActionResult::Symbols(roll.symbols)
            }
            SingleCheck::Injury { ongoing, paid } => {
                let bonus: Modifiers = infliction::injury_roll_bonus(10 * ongoing, *paid);
                ActionResult::Injury { row: infliction::roll_row(table, None, &bonus)? }
            }
            SingleCheck::Initiative { unit, change, karma, passes } => {
                let rolled = initiative::roll_initiative(
                    table,
                    &swan_song::rulebook::fighter(self.unit(*unit)),
                    *change,
                    *karma,
                )?;
                let score = initiative::late_entry_score(rolled.score, *passes);
                ActionResult::Initiative {
                    unit: *unit,
                    initiative: initiative::InitiativeScore { score, ..rolled },
                }
            }
            SingleCheck::InitiativeChange { unit, before, attribute, dice } => {
                let changed = initiative::change_attribute(*before, *attribute);
                let initiative = initiative::change_dice(table, *unit, changed, *dice)?;
                ActionResult::Initiative { unit: *unit, initiative }
            }
            SingleCheck::TurnOrder(entries) => {
                let ties = self.scene.rules().engine.tie_mode;
                ActionResult::TurnOrder(
                    turn_order::resolve_turn_order(table, entries, &CoinTosses::default(), ties)?.ranks,
                )
            }
            SingleCheck::PlainDamage { .. } | SingleCheck::Bleed { .. } => {
                return Ok(self.plain_damage_report(check));
            }
            SingleCheck::Rest { unit, days } => return self.run_rest(table, *unit, *days),
        };
        Ok(self.report(result, Vec::new()))
    }

    /// Damage without an attack. Chapters DMG, WND and KNOCK of Swan Song.
    fn plain_damage_report(&self, check: &SingleCheck) -> ActionReport {
        let engine = &self.scene.rules().engine;
        let harmed = |unit: UnitId, vitals: Vitals, damage: u32| Effect::HealthState {
            unit,
            after: HealthState::SwanSong(vitals),
            damage,
        };
        match *check {
            SingleCheck::PlainDamage { unit, damage: points, pool, damage_type, gel } => {
                let fighter = swan_song::rulebook::fighter(self.unit(unit));
                let applied = health::apply_damage(fighter.vitals, points, pool, damage_type, engine);
                let limit = swan_song::checks::base::physical_limit(&fighter.sheet);
                let mut effects = vec![harmed(unit, applied.vitals, points)];
                if !fighter.prone && knockdown::knocks_down(points, limit, gel) {
                    effects.push(Effect::Prone { unit });
                }
                let wound_modifier = wounds::wound_modifier(&applied.vitals);
                self.report(ActionResult::Harm { unit, wound_modifier }, effects)
            }
            SingleCheck::Bleed { unit, rounds } => {
                let fighter = swan_song::rulebook::fighter(self.unit(unit));
                let (vitals, lost) = apply_bleeding(fighter.vitals, fighter.sheet.attributes.body, rounds);
                let wound_modifier = wounds::wound_modifier(&vitals);
                self.report(
                    ActionResult::Bleed { unit, lost, wound_modifier },
                    vec![harmed(unit, vitals, lost)],
                )
            }
            _ => unreachable!("called for plain damage only"),
        }
    }

    /// `AD-BASE-21`, `CC-HEAL-07`.
    fn run_rest(&self, table: &mut impl Table, number: UnitId, days: u32) -> RuleResult<ActionReport> {
        let unit = self.unit(number);
        let rules = self.scene.rules();
        let after = match (&unit.condition, &unit.sheet, &rules.book) {
            (HealthState::AttacksAndDamage(before), _, rules::BookSwitches::AttacksAndDamage(switches)) => {
                HealthState::AttacksAndDamage(attacks_and_damage::damage::recovery::recover(
                    before, days, switches,
                ))
            }
            (
                HealthState::CombatChecks(before),
                rules::Sheet::CombatChecks(sheet),
                rules::BookSwitches::CombatChecks(switches),
            ) => {
                let after = combat_checks::critical_injuries::after_battle::end_encounter(
                    table, number, sheet, before, switches,
                )?;
                HealthState::CombatChecks(after)
            }
            _ => unit.condition.clone(),
        };
        Ok(self.report(
            ActionResult::Phase { lost: None },
            vec![Effect::HealthState { unit: number, after, damage: 0 }],
        ))
    }
}

/// Applies bleeding: a point at every interval until it ends. `SS-DMG-23`, `SS-DMG-24`, `SS-DMG-26`.
fn apply_bleeding(mut vitals: Vitals, body: u8, rounds: u32) -> (Vitals, u32) {
    let mut lost = 0;
    for round in 1..=rounds {
        let dead = health::down_state(&vitals, body) == Some(rules::DownState::Dead);
        if health::is_dying(&vitals) && !dead && health::bleeds_in_round(round, 0, body) {
            vitals = health::bleed(vitals);
            lost += 1;
        }
    }
    (vitals, lost)
}

/// Returns the state after the effects of a report.
pub(crate) fn moment_after(
    scene: &RuleScene,
    paid: &SceneState,
    what: &ResolvedAction,
    report: &ActionReport,
) -> SceneState {
    let mut after = paid.clone();
    after.finish_action(what, &report.effects, scene.rules());
    match (what, &report.result) {
        (_, ActionResult::Initiative { unit, initiative }) => after.set_initiative(*unit, *initiative),
        (ResolvedAction::DifficultGround { unit, action, path }, ActionResult::Path { squares }) => {
            after.apply_move(*unit, *action, &path[..(*squares).min(path.len())]);
        }
        _ => (),
    }
    after
}
