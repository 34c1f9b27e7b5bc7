//! The actions of a scene, carried out at a table through `rules::play`.

use super::report::{Came, Report};
use super::shown;
use content::{Check, Encounter, Moment, Play};
use dice::{Dice, Modifiers, Purpose, Step, Table};
use rules::aberrant::base;
use rules::circumstances::check::{D100, degrees_of_failure, degrees_of_success, passes};
use rules::combat_checks::critical;
use rules::engine::turn_order::{self, Coins};
use rules::swan_song::{Vitals, damage, initiative, knockdown, wound};
use rules::{Book, Combatant, Condition, Deed, Effect, Outcome, play};
use rules::{attacks_and_damage, combat_checks, swan_song};

/// A scene at one moment: what an action is carried out in.
pub(super) struct Stage<'a> {
    pub scene: &'a Encounter,
    pub moment: &'a Moment,
}

impl Stage<'_> {
    fn known(&self, number: u32) -> &Combatant {
        self.moment.unit(number).expect("broken invariant: the action of a scene names its own units")
    }

    fn report(&self, came: Came, effects: Vec<Effect>) -> Report {
        Report::new(self, came, effects)
    }

    /// What an attack or a deed came to.
    fn exchange(&self, outcome: Outcome) -> Report {
        let Outcome { contact, net, damage, words, effects } = outcome;
        self.report(Came::Exchange { contact, net, damage, words }, effects)
    }

    /// Carries out an action whose price is paid.
    ///
    /// # Errors
    /// As the table.
    pub fn act(&self, table: &mut impl Table, what: &Play) -> Step<Report> {
        let rules = self.scene.rules();
        Ok(match what {
            Play::Attack(engagement) => self.exchange(play::attack(table, engagement)?),
            Play::Strike(engagement) => self.exchange(play::attack_barrier(table, engagement)?),
            Play::Deed { unit, key, target, slot, seen, cover_cm, boosts } => {
                let target = target.map(|(other, rings)| (self.known(other), rings));
                let (unit, slot, seen, cover_cm) = (self.known(*unit), *slot, *seen, *cover_cm);
                let deed = Deed { unit, key, target, slot, seen, cover_cm, boosts, energy: false };
                let Outcome { contact, net, damage, words, effects } = play::perform(table, &deed, rules)?;
                self.report(Came::Deed { contact, net, damage, words }, effects)
            }
            Play::Initiative(unit) => {
                let initiative = play::initiative(table, self.known(*unit), false, rules)?;
                self.report(Came::Initiative { unit: *unit, initiative }, Vec::new())
            }
            Play::RoundBegins => self.report(Came::Phase { lost: None }, Vec::new()),
            Play::PhaseBegins(unit) => {
                let start = play::phase_begins(table, self.known(*unit), rules)?;
                let lost = start.lost.map(|why| format!("{} ({})", why.text, why.clause));
                self.report(Came::Phase { lost }, start.effects)
            }
            Play::PhaseEnds(unit) => {
                let effects = play::phase_ends(table, self.known(*unit), rules)?;
                self.report(Came::Phase { lost: None }, effects)
            }
            Play::RoundEnds(unit) => {
                let effects = play::round_ends(table, self.known(*unit), rules)?;
                self.report(Came::Phase { lost: None }, effects)
            }
            Play::Sprint(unit) => {
                let sprint = play::sprint(table, self.known(*unit), rules)?;
                self.report(Came::Sprint { metres: sprint.metres }, sprint.effects)
            }
            Play::Footing { unit, action, path } => {
                let (squares, effects) = play::footing(table, self.known(*unit), *action, path, rules)?;
                self.report(Came::Way { squares }, effects)
            }
            Play::Notice { unit, hidden, sight, line_of_sight } => {
                let (unit, hidden) = (self.known(*unit), self.known(*hidden));
                let effects = play::notice(table, unit, hidden, sight, *line_of_sight, rules)?;
                self.report(Came::Phase { lost: None }, effects)
            }
            Play::Check(check) => self.check(table, check)?,
            Play::Show(what) => self.report(Came::Shown(shown::lines(self, what)), Vec::new()),
        })
    }

    fn check(&self, table: &mut impl Table, check: &Check) -> Step<Report> {
        let purpose = |why, clause| Purpose { who: None, why, clause, parts: &[], limit: None };
        let came = match check {
            Check::Pool { dice, difficulty, against } => {
                let (pool, clause): (fn(u32) -> Dice, _) = match self.scene.book() {
                    Book::Aberrant => (base::pool, "AB-BASE-01"),
                    _ => (Dice::d6_hits, "AD-BASE-02"),
                };
                let successes = table.roll(pool(*dice), purpose("test", clause))?.value;
                let resisted = match against {
                    Some(dice) => table.roll(pool(*dice), purpose("resistance", clause))?.value,
                    None => 0,
                };
                Came::Pool { successes: base::net(successes, *difficulty), against: resisted }
            }
            Check::Under(target) => {
                let roll = table.roll(D100, purpose("test", "CS-BASE-01"))?.value;
                let passed = passes(roll, *target);
                let degrees = if passed {
                    degrees_of_success(roll, *target)
                } else {
                    degrees_of_failure(roll, *target)
                };
                Came::Under { passed, degrees }
            }
            Check::Symbols(pool) => {
                let roll = table.roll(Dice::symbols(*pool), purpose("check", "CC-CHK-02"))?;
                Came::Symbols(roll.symbols)
            }
            Check::Injury { ongoing, paid } => {
                let bonus: Modifiers = critical::bonus(10 * ongoing, *paid);
                Came::Injury { row: critical::roll_row(table, None, &bonus)? }
            }
            Check::Initiative { unit, change, karma, passes } => {
                let rolled = initiative::roll(
                    table,
                    &swan_song::adapter::fighter(self.known(*unit)),
                    *change,
                    *karma,
                )?;
                let score = initiative::late_entry(rolled.score, *passes);
                Came::Initiative { unit: *unit, initiative: initiative::Initiative { score, ..rolled } }
            }
            Check::InitiativeChange { unit, before, attribute, dice } => {
                let changed = initiative::attribute_changed(*before, *attribute);
                let initiative = initiative::dice_changed(table, *unit, changed, *dice)?;
                Came::Initiative { unit: *unit, initiative }
            }
            Check::TurnOrder(entries) => {
                let ties = self.scene.rules().engine.tie_mode;
                Came::TurnOrder(turn_order::order(table, entries, &Coins::default(), ties)?.ranks)
            }
            Check::Harm { .. } | Check::Bleed { .. } => return Ok(self.plain_harm(check)),
            Check::Rest { unit, days } => return self.rest(table, *unit, *days),
        };
        Ok(self.report(came, Vec::new()))
    }

    /// Damage without an attack. Chapters DMG, WND and KNOCK of Swan Song.
    fn plain_harm(&self, check: &Check) -> Report {
        let engine = &self.scene.rules().engine;
        let harmed = |unit: u32, vitals: Vitals, damage: u32| Effect::Condition {
            unit,
            after: Condition::SwanSong(vitals),
            damage,
        };
        match *check {
            Check::Harm { unit, damage: points, pool, damage_type, gel } => {
                let fighter = swan_song::adapter::fighter(self.known(unit));
                let applied = damage::apply_damage(fighter.vitals, points, pool, damage_type, engine);
                let limit = swan_song::base::physical_limit(&fighter.sheet);
                let mut effects = vec![harmed(unit, applied.vitals, points)];
                if !fighter.prone && knockdown::knocks_down(points, limit, gel) {
                    effects.push(Effect::Prone { unit });
                }
                let wound_modifier = wound::wound_modifier(&applied.vitals);
                self.report(Came::Harm { unit, wound_modifier }, effects)
            }
            Check::Bleed { unit, rounds } => {
                let fighter = swan_song::adapter::fighter(self.known(unit));
                let (vitals, lost) = bleed(fighter.vitals, fighter.sheet.attributes.body, rounds);
                let wound_modifier = wound::wound_modifier(&vitals);
                self.report(Came::Bleed { unit, lost, wound_modifier }, vec![harmed(unit, vitals, lost)])
            }
            _ => unreachable!("asked for plain harm only"),
        }
    }

    /// `AD-BASE-21`, `CC-HEAL-07`.
    fn rest(&self, table: &mut impl Table, number: u32, days: u32) -> Step<Report> {
        let unit = self.known(number);
        let rules = self.scene.rules();
        let after = match (&unit.condition, &unit.sheet, &rules.book) {
            (Condition::AttacksAndDamage(before), _, rules::BookSwitches::AttacksAndDamage(switches)) => {
                Condition::AttacksAndDamage(attacks_and_damage::recovery::recover(before, days, switches))
            }
            (
                Condition::CombatChecks(before),
                rules::Sheet::CombatChecks(sheet),
                rules::BookSwitches::CombatChecks(switches),
            ) => {
                let after = combat_checks::aftermath::encounter_ends(table, number, sheet, before, switches)?;
                Condition::CombatChecks(after)
            }
            _ => unit.condition.clone(),
        };
        Ok(self
            .report(Came::Phase { lost: None }, vec![Effect::Condition { unit: number, after, damage: 0 }]))
    }
}

/// A point whenever the clock says so, until it is over. `SS-DMG-23`, `SS-DMG-24`, `SS-DMG-26`.
fn bleed(mut vitals: Vitals, body: u8, rounds: u32) -> (Vitals, u32) {
    let mut lost = 0;
    for round in 1..=rounds {
        let dead = damage::state_of(&vitals, body) == Some(rules::Down::Dead);
        if damage::is_dying(&vitals) && !dead && damage::bleeds_at_end_of(round, 0, body) {
            vitals = damage::bleed(vitals);
            lost += 1;
        }
    }
    (vitals, lost)
}

/// What a report says of a moment besides its effects.
pub(super) fn after(scene: &Encounter, paid: &Moment, what: &Play, report: &Report) -> Moment {
    let mut after = paid.clone();
    after.end(what, &report.effects, scene.rules());
    match (what, &report.came) {
        (_, Came::Initiative { unit, initiative }) => after.score(*unit, *initiative),
        (Play::Footing { unit, action, path }, Came::Way { squares }) => {
            after.went(*unit, *action, &path[..(*squares).min(path.len())]);
        }
        _ => (),
    }
    after
}
