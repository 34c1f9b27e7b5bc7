//! Avoiding hits: deflecting, dodging, parrying. `CS-BASE-14`, `CS-BASE-29`, `CS-BASE-31`, chapter UNA.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::target_number;
use crate::circumstances::d100_test::{TargetNumber, TestAttempt, d100_under};
use crate::circumstances::lines::{EvasionLine, HitNote};
use crate::circumstances::situational_modifiers::difficult_terrain;
use crate::circumstances::{
    Ailment, AttackKind, Characteristic, Fighter, GroundConditions, Skill, Surroundings, Switches,
};
use crate::status::{self, TestKind};
use dice::{Answer, Clause, Note, Prompt, Purpose, RuleLine, RuleResult, Table};

/// An evasive action. `CS-BASE-14`, `CS-BASE-31`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[derive(IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum EvasiveAction {
    /// Against any attack.
    Dodge,
    /// Against a melee attack.
    Parry,
}

impl EvasiveAction {
    /// Stable name in saved files.
    pub fn key(self) -> &'static str {
        self.into()
    }

    /// Label of its button.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Dodge => "Dodge",
            Self::Parry => "Parry",
        }
    }

    /// Its clause.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Dodge => "CS-BASE-14",
            Self::Parry => "CS-BASE-31",
        }
    }
}

impl Display for EvasiveAction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

impl RuleLine for EvasiveAction {}

/// The ways in which a unit can avoid a hit.
#[derive(Clone, Debug)]
pub struct DefenceOptions<'a> {
    /// The unit.
    pub defender: &'a Fighter,
    /// Deflect value to roll against; `None` if it cannot deflect. `CS-BASE-29`, `CS-UNA-03`.
    pub deflect: Option<u8>,
    /// Possible evasive actions, the better one first; none without a Reaction. `CS-BASE-18`, `CS-UNA-02`.
    pub evasions: Vec<(EvasiveAction, TargetNumber)>,
    /// The ailment that keeps it from using its Reaction to evade, with the clause. `CS-ENRA-03`.
    pub barred: Option<(Ailment, Clause)>,
    /// Unaware of the attack although it has a Reaction. `CS-UNA-02`.
    surprised: bool,
    switches: &'a Switches,
}

/// The outcome of a defence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DefenceOutcome {
    /// Deflected by a force field or shield.
    pub deflected: bool,
    /// The evasive action on which the Reaction was spent.
    pub evasion: Option<EvasiveAction>,
    /// The evasive action succeeded.
    pub evaded: bool,
    /// A Fate Point was spent on it.
    pub fate_spent: bool,
    /// A curse made it roll again. `CS-CURS-01`.
    pub curse_spent: bool,
}

impl DefenceOutcome {
    /// Whether the hit has no effect.
    pub const fn is_negated(self) -> bool {
        self.deflected || self.evaded
    }
}

impl<'a> DefenceOptions<'a> {
    /// The ways in which a unit on the target's square can avoid an attack of this kind. `CS-BASE-14`,
    /// `CS-BASE-29`, `CS-BASE-31`, `CS-UNA-02`, `CS-UNA-03`, `CS-BRWA-07`, `CS-ENRA-03`.
    pub fn new(
        defender: &'a Fighter,
        kind: AttackKind,
        unaware: bool,
        surroundings: &Surroundings,
        switches: &'a Switches,
    ) -> Self {
        let deflect = if switches.deflect { deflect_value(defender, kind, unaware) } else { None };
        let mut evasions = Vec::new();
        if defender.reaction && !unaware && defender.can_evade() {
            if !defender.no_dodge {
                evasions.push((EvasiveAction::Dodge, dodge_target(defender, surroundings.target, switches)));
            }
            if kind == AttackKind::Melee {
                evasions.push((EvasiveAction::Parry, parry_target(defender, surroundings, switches)));
            }
            evasions.sort_by_key(|(action, target)| (-target.number, *action));
        }
        let barred = status::evasion_bar(&defender.ailments).filter(|_| defender.reaction && !unaware);
        let surprised = defender.reaction && unaware;
        Self { defender, deflect, evasions, barred, surprised, switches }
    }

    /// Resolves deflection, then at most one evasive action. `CS-BASE-14`, `CS-BASE-29`, `CS-BASE-31`.
    pub fn resolve(&self, table: &mut impl Table) -> RuleResult<DefenceOutcome> {
        if self.roll_deflect(table)? {
            return Ok(DefenceOutcome { deflected: true, ..DefenceOutcome::default() });
        }
        if self.surprised {
            table.note(|| Note::new("CS-UNA-02", HitNote::UnawareNoEvasion));
        }
        if let Some((ailment, clause)) = self.barred {
            table.note(|| Note::new(clause, HitNote::CannotEvade { ailment: ailment.name() }));
        }
        let Some((action, target)) = self.choose_evasion(table)? else {
            return Ok(DefenceOutcome::default());
        };
        let why = action.key();
        let test = TestAttempt {
            fighter: self.defender,
            why,
            clause: action.clause(),
            target,
            switches: self.switches,
        };
        let tested = test.roll_pass(table)?;
        Ok(DefenceOutcome {
            deflected: false,
            evasion: Some(*action),
            evaded: tested.passed,
            fate_spent: tested.fate_spent,
            curse_spent: tested.curse_spent,
        })
    }

    /// Rolls to deflect, which costs nothing. `CS-BASE-29`.
    fn roll_deflect(&self, table: &mut impl Table) -> RuleResult<bool> {
        let Some(value) = self.deflect else { return Ok(false) };
        let who = Some(self.defender.id);
        let purpose = Purpose { who, why: "deflect", clause: "CS-BASE-29", parts: &[], limit: None };
        let deflected = table.roll(d100_under(i32::from(value)), purpose)?.value > 0;
        table.note(|| {
            let line = if deflected { HitNote::Deflected { value } } else { HitNote::NotDeflected { value } };
            Note::new("CS-BASE-29", line)
        });
        Ok(deflected)
    }

    fn choose_evasion(&self, table: &mut impl Table) -> RuleResult<Option<&(EvasiveAction, TargetNumber)>> {
        let Some((_, best)) = self.evasions.first() else { return Ok(None) };
        // The default answer evades if that can succeed at all.
        let cannot_succeed = best.number <= 0;
        let chosen = table.ask(|| {
            let mut answers: Vec<Answer> = self.evasions.iter().map(evasion_answer).collect();
            let stay = Answer::new("none", EvasionLine::TakeHit, "CS-BASE-18")
                .with_detail(EvasionLine::KeepsReaction);
            answers.insert(if cannot_succeed { 0 } else { answers.len() }, stay);
            Prompt { who: self.defender.id, question: EvasionLine::Ask.into(), clause: "CS-BASE-14", answers }
        })?;
        Ok(if cannot_succeed {
            chosen.checked_sub(1).and_then(|action| self.evasions.get(action))
        } else {
            self.evasions.get(chosen)
        })
    }
}

fn evasion_answer((action, target): &(EvasiveAction, TargetNumber)) -> Answer {
    let detail = EvasionLine::PassesOn { number: target.number };
    Answer::new(action.key(), *action, action.clause()).with_detail(detail)
}

/// The deflect value that applies; an Unaware bearer needs a Spread Pattern for this kind of attack.
/// `CS-UNA-03`, `CS-RULING-17`.
fn deflect_value(defender: &Fighter, kind: AttackKind, unaware: bool) -> Option<u8> {
    let deflector = defender.sheet.deflector.as_ref()?;
    (!unaware || deflector.automatic.contains(&kind)).then_some(deflector.value)
}

/// Target number of a Dodge. `CS-BASE-09`, `CS-BASE-14`.
pub fn dodge_target(defender: &Fighter, own: GroundConditions, switches: &Switches) -> TargetNumber {
    let parts = difficult_terrain::agility_parts(defender, own);
    TargetNumber::for_skill(&defender.sheet, Skill::Dodge, parts, switches)
}

/// Target number of a Parry; the defender stands on the target's square. `CS-BASE-10`, `CS-BASE-31`.
pub fn parry_target(defender: &Fighter, surroundings: &Surroundings, switches: &Switches) -> TargetNumber {
    let (own, opponent) = (surroundings.target, surroundings.attacker);
    let test = TestKind::Parry;
    let mut parts =
        target_number::weapon_skill_parts(defender, own, opponent, (test, surroundings), switches);
    target_number::add_own_modifiers(defender, test, &mut parts);
    TargetNumber::for_characteristic(&defender.sheet, Characteristic::WeaponSkill, parts, switches)
}
