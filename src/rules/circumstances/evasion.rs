//! Ways out of a hit: deflecting, dodging, parrying. `CS-BASE-14`, `CS-BASE-29`, `CS-BASE-31`, chapter UNA.

use serde::{Deserialize, Serialize};

use super::check::{Target, Test, d100_under};
use super::{AttackKind, Characteristic, Fighter, Ground, Skill, Surroundings, Switches, attempt, terrain};
use dice::{Answer, Clause, Note, Prompt, Purpose, Step, Table};

/// An evasive action. `CS-BASE-14`, `CS-BASE-31`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// Against any attack.
    Dodge,
    /// Against a blow.
    Parry,
}

impl Way {
    /// Stable name for journals.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Dodge => "dodge",
            Self::Parry => "parry",
        }
    }

    /// On buttons and cards.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Dodge => "Dodge",
            Self::Parry => "Parry",
        }
    }

    /// The clause that describes it.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Dodge => "CS-BASE-14",
            Self::Parry => "CS-BASE-31",
        }
    }
}

/// What a unit can do about a hit.
#[derive(Clone, Debug)]
pub struct Defence<'a> {
    /// The unit.
    pub defender: &'a Fighter,
    /// Deflect value that may be rolled against. `CS-BASE-29`, `CS-UNA-03`.
    pub deflect: Option<u8>,
    /// Evasive actions open to it, the better one first; none without a Reaction. `CS-BASE-18`, `CS-UNA-02`.
    pub ways: Vec<(Way, Target)>,
    switches: &'a Switches,
}

/// How a hit was met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Met {
    /// A force field or shield took it.
    pub deflected: bool,
    /// The Reaction went into this.
    pub evasion: Option<Way>,
    /// It passed.
    pub evaded: bool,
    /// With a Fate Point.
    pub fate_spent: bool,
}

impl Met {
    /// The hit does nothing.
    pub const fn is_negated(self) -> bool {
        self.deflected || self.evaded
    }
}

impl<'a> Defence<'a> {
    /// What a unit on the target's square can do against an attack of this kind. `CS-BASE-14`, `CS-BASE-29`,
    /// `CS-BASE-31`, `CS-UNA-02`, `CS-UNA-03`, `CS-BRWA-07`, `CS-ENRA-03`.
    pub fn new(
        defender: &'a Fighter,
        kind: AttackKind,
        unaware: bool,
        surroundings: &Surroundings,
        switches: &'a Switches,
    ) -> Self {
        let deflect = if switches.deflect { deflector(defender, kind, unaware) } else { None };
        let mut ways = Vec::new();
        if defender.reaction && !unaware && defender.can_evade() {
            if !defender.no_dodge {
                ways.push((Way::Dodge, dodge(defender, surroundings.target, switches)));
            }
            if kind == AttackKind::Melee {
                ways.push((Way::Parry, parry(defender, surroundings, switches)));
            }
            ways.sort_by_key(|(way, target)| (-target.number, *way));
        }
        Self { defender, deflect, ways, switches }
    }

    /// Deflecting first, then one Reaction. `CS-BASE-14`, `CS-BASE-29`, `CS-BASE-31`.
    ///
    /// # Errors
    /// As the table.
    pub fn meet(&self, table: &mut impl Table) -> Step<Met> {
        if self.deflects(table)? {
            return Ok(Met { deflected: true, ..Met::default() });
        }
        let Some((way, target)) = self.choose(table)? else { return Ok(Met::default()) };
        let why = way.key();
        let test =
            Test { fighter: self.defender, why, clause: way.clause(), target, switches: self.switches };
        let tested = test.pass(table)?;
        Ok(Met {
            deflected: false,
            evasion: Some(*way),
            evaded: tested.passed,
            fate_spent: tested.fate_spent,
        })
    }

    /// Costs nothing. `CS-BASE-29`.
    fn deflects(&self, table: &mut impl Table) -> Step<bool> {
        let Some(value) = self.deflect else { return Ok(false) };
        let who = Some(self.defender.id);
        let purpose = Purpose { who, why: "deflect", clause: "CS-BASE-29", parts: &[], limit: None };
        let deflected = table.roll(d100_under(i32::from(value)), purpose)?.value > 0;
        table.note(|| {
            let text = format!("deflect {value} or less: {}", if deflected { "negated" } else { "through" });
            Note { clause: "CS-BASE-29", text, parts: Vec::new() }
        });
        Ok(deflected)
    }

    fn choose(&self, table: &mut impl Table) -> Step<Option<&(Way, Target)>> {
        let Some((_, best)) = self.ways.first() else { return Ok(None) };
        // A hurried player evades if that can succeed at all.
        let hopeless = best.number <= 0;
        let chosen = table.ask(|| {
            let mut answers: Vec<Answer> = self.ways.iter().map(answer).collect();
            let stay = Answer {
                key: "none".into(),
                label: "Take the hit".into(),
                detail: "keeps the Reaction".into(),
                clause: "CS-BASE-18",
            };
            answers.insert(if hopeless { 0 } else { answers.len() }, stay);
            Prompt {
                who: self.defender.id,
                question: "Hit. Spend the Reaction?".into(),
                clause: "CS-BASE-14",
                answers,
            }
        })?;
        Ok(if hopeless {
            chosen.checked_sub(1).and_then(|way| self.ways.get(way))
        } else {
            self.ways.get(chosen)
        })
    }
}

fn answer((way, target): &(Way, Target)) -> Answer {
    Answer {
        key: way.key().to_owned(),
        label: way.label().to_owned(),
        detail: format!("Reaction, {} or less", target.number),
        clause: way.clause(),
    }
}

/// The deflect value that counts: an Unaware bearer needs a pattern for this kind of attack. `CS-UNA-03`,
/// `CS-RULING-17`.
fn deflector(defender: &Fighter, kind: AttackKind, unaware: bool) -> Option<u8> {
    let deflector = defender.sheet.deflector.as_ref()?;
    (!unaware || deflector.automatic.contains(&kind)).then_some(deflector.value)
}

/// The target number of a Dodge. `CS-BASE-09`, `CS-BASE-14`.
pub fn dodge(defender: &Fighter, own: Ground, switches: &Switches) -> Target {
    let parts = terrain::agility_parts(defender, own);
    Target::of_skill(&defender.sheet, Skill::Dodge, parts, switches)
}

/// The target number of a Parry: the defender stands on the target's square. `CS-BASE-10`, `CS-BASE-31`.
pub fn parry(defender: &Fighter, surroundings: &Surroundings, switches: &Switches) -> Target {
    let (own, opponent) = (surroundings.target, surroundings.attacker);
    let mut parts = attempt::skill_parts(defender, own, opponent, surroundings, switches);
    attempt::add_own(defender, crate::status::Test::Parry, &mut parts);
    Target::of(&defender.sheet, Characteristic::WeaponSkill, parts, switches)
}
