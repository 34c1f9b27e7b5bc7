//! Defence: who can defend, the defence tests and their pools. Chapter DEF, table AD-T2.

use strum::IntoStaticStr;

use crate::Book;
use crate::attack::cover_level::CoverLevel;
use crate::attacks_and_damage::attack::weapon_check::add_unit_state;
use crate::attacks_and_damage::lines::{DefenceLabel, DefencePrompt};
use crate::attacks_and_damage::options::switches::{AdjacentShot, RangeModifiers};
use crate::attacks_and_damage::sheet::{add_attribute, add_skill};
use crate::attacks_and_damage::{AttackClass, AttackContext, Attribute, Fighter, Skill, Switches};
use crate::lines::DiceCount;
use crate::status::{self, TestKind};
use dice::{Answer, Clause, Modifiers, Prompt, RuleResult, Table};

/// A defence test: a skill and an attribute, or two attributes. Table AD-T2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr)]
pub enum DefenceTest {
    /// Dodge + Reaction. `AD-DEF-09`.
    #[strum(serialize = "dodge_reaction")]
    DodgeReaction,
    /// Gymnastics + Agility. `AD-DEF-10`, `AD-DEF-13`.
    #[strum(serialize = "gymnastics")]
    GymnasticsAgility,
    /// Parry + Reaction. `AD-DEF-11`.
    #[strum(serialize = "parry")]
    ParryReaction,
    /// Dodge + Intuition. `AD-DEF-12`.
    #[strum(serialize = "dodge_intuition")]
    DodgeIntuition,
    /// Agility + Edge. `AD-DEF-14`.
    #[strum(serialize = "edge")]
    AgilityEdge,
}

/// Tests against melee and thrown attacks. `AD-DEF-09` to `AD-DEF-11`.
pub const MELEE_AND_THROWN_TESTS: [DefenceTest; 3] =
    [DefenceTest::DodgeReaction, DefenceTest::GymnasticsAgility, DefenceTest::ParryReaction];

/// Tests against accelerated projectiles. `AD-DEF-12` to `AD-DEF-14`.
pub const PROJECTILE_TESTS: [DefenceTest; 3] =
    [DefenceTest::DodgeIntuition, DefenceTest::GymnasticsAgility, DefenceTest::AgilityEdge];

impl DefenceTest {
    /// Stable name in journals.
    pub fn key(self) -> &'static str {
        self.into()
    }

    /// Button label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::DodgeReaction => "Dodge + Reaction",
            Self::GymnasticsAgility => "Gymnastics + Agility",
            Self::ParryReaction => "Parry + Reaction",
            Self::DodgeIntuition => "Dodge + Intuition",
            Self::AgilityEdge => "Agility + Edge",
        }
    }

    /// The skill, if the test has one. `AD-RULING-08`.
    const fn skill(self) -> Option<Skill> {
        match self {
            Self::DodgeReaction | Self::DodgeIntuition => Some(Skill::Dodge),
            Self::GymnasticsAgility => Some(Skill::Gymnastics),
            Self::ParryReaction => Some(Skill::Parry),
            Self::AgilityEdge => None,
        }
    }

    const fn attributes(self) -> &'static [Attribute] {
        match self {
            Self::DodgeReaction | Self::ParryReaction => &[Attribute::Reaction],
            Self::GymnasticsAgility => &[Attribute::Agility],
            Self::DodgeIntuition => &[Attribute::Intuition],
            Self::AgilityEdge => &[Attribute::Agility, Attribute::Edge],
        }
    }

    /// The clause that allows it against a class of attacks.
    pub const fn clause(self, class: AttackClass) -> Clause {
        match (self, class) {
            (Self::DodgeReaction, _) => "AD-DEF-09",
            (Self::GymnasticsAgility, AttackClass::Accelerated) => "AD-DEF-13",
            (Self::GymnasticsAgility, AttackClass::Melee | AttackClass::Thrown) => "AD-DEF-10",
            (Self::ParryReaction, _) => "AD-DEF-11",
            (Self::DodgeIntuition, _) => "AD-DEF-12",
            (Self::AgilityEdge, _) => "AD-DEF-14",
        }
    }
}

/// A defence test available to the defender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefenceOption {
    /// The test; `None` for no defence. `AD-DEF-17`.
    pub test: Option<DefenceTest>,
    /// Parts of the pool.
    pub parts: Modifiers,
    /// Number of dice. `AD-BASE-03`.
    pub pool: u32,
}

impl DefenceOption {
    /// Stable name in journals.
    pub fn key(&self) -> &'static str {
        match self.test {
            Some(test) => test.key(),
            None => "decline",
        }
    }

    /// Button label.
    pub const fn label(&self) -> DefenceLabel {
        DefenceLabel(self.test)
    }
}

/// Opposition to an attack. `AD-DEF-01`, `AD-DEF-18`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AvailableDefence {
    /// None: the defender is unconscious or unaware. `AD-DEF-18`.
    Undefended,
    /// One of the defender's options, the largest pool first.
    Options(Vec<DefenceOption>),
}

/// Returns the class of an attack: decides the column of table AD-T2. `AD-DEF-03` to `AD-DEF-08`,
/// `AD-RULING-06`.
pub fn attack_class(context: &AttackContext) -> AttackClass {
    let is_adjacent = context.sight.chebyshev_distance <= 1;
    match context.weapon.class {
        AttackClass::Melee => AttackClass::Melee,
        AttackClass::Thrown if is_adjacent => AttackClass::Melee,
        AttackClass::Accelerated
            if is_adjacent && context.switches.adjacent_shot_class == AdjacentShot::Melee =>
        {
            AttackClass::Melee
        }
        other => other,
    }
}

/// Returns what opposes this attack, with all options. A test costs no action points. `AD-DEF-01`,
/// `AD-BASE-08`.
pub fn available_defence(context: &AttackContext) -> AvailableDefence {
    let is_helpless = context.sight.takes_unawares() || context.defender.is_helpless(&context.switches);
    if is_helpless && context.switches.helpless_no_defence {
        return AvailableDefence::Undefended;
    }
    AvailableDefence::Options(defence_options(context))
}

/// Returns the defender's options, the largest pool first and ties in table order, then no defence. `AD-DEF-02`,
/// `AD-DEF-15` to `AD-DEF-17`.
fn defence_options(context: &AttackContext) -> Vec<DefenceOption> {
    let class = attack_class(context);
    let column = if class == AttackClass::Accelerated { PROJECTILE_TESTS } else { MELEE_AND_THROWN_TESTS };
    let mut options = Vec::with_capacity(column.len() + 1);
    for test in column.into_iter().filter(|test| *test != DefenceTest::ParryReaction || can_parry(context)) {
        let parts = defence_parts(context, test);
        let pool = parts.pool();
        options.push(DefenceOption { test: Some(test), parts, pool });
    }
    options.sort_by_key(|option| std::cmp::Reverse(option.pool));
    if context.switches.decline_defence {
        options.push(DefenceOption { test: None, parts: Modifiers::new(), pool: 0 });
    }
    options
}

/// Whether the defender can parry: always, unless the switch requires a held item. `AD-DEF-16`.
fn can_parry(context: &AttackContext) -> bool {
    !context.switches.parry_needs_item || context.defender.holds_something()
}

/// Parts of a defence test's pool; armour and shields do not count. `AD-DEF-09` to `AD-DEF-14`,
/// `AD-ARM-02`.
pub fn defence_parts(context: &AttackContext, test: DefenceTest) -> Modifiers {
    let mut parts = defender_parts(&context.defender, test, &context.switches);
    if matches!(context.switches.range_modifiers, RangeModifiers::Cover | RangeModifiers::Both)
        && context.weapon.class != AttackClass::Melee
    {
        parts.add(CoverLevel::from_hidden_percent(context.sight.hidden).dice(), "cover", "AD-BASE-17");
    }
    parts
}

/// The parts that depend only on the defender. `AD-FREQ-01`, `AD-BASE-20`.
pub fn defender_parts(defender: &Fighter, test: DefenceTest, switches: &Switches) -> Modifiers {
    let mut parts = Modifiers::new();
    if let Some(skill) = test.skill() {
        add_skill(&mut parts, &defender.sheet, skill, switches);
    }
    for attribute in test.attributes() {
        add_attribute(&mut parts, &defender.sheet, *attribute);
    }
    parts.add(defender.condition.frequency.penalty, "previous defences", "AD-FREQ-01");
    let test_kind =
        if matches!(test, DefenceTest::ParryReaction) { TestKind::Parry } else { TestKind::Dodge };
    status::add_test_modifiers(&mut parts, &defender.ailments, test_kind, Book::AttacksAndDamage);
    add_unit_state(&mut parts, defender, switches);
    parts
}

/// Returns the test of a column with the largest pool, the first one on a tie: the default choice. `AD-DEF-02`.
pub fn best_defence(
    column: [DefenceTest; 3],
    defender: &Fighter,
    switches: &Switches,
) -> (DefenceTest, Modifiers) {
    let [first, others @ ..] = column.map(|test| (test, defender_parts(defender, test, switches)));
    others.into_iter().fold(first, |best, other| if other.1.pool() > best.1.pool() { other } else { best })
}

/// Prompts the defender for a test, before any roll. `AD-DEF-02`.
pub(crate) fn choose_defence<'a>(
    table: &mut impl Table,
    context: &AttackContext,
    options: &'a [DefenceOption],
) -> RuleResult<Option<&'a DefenceOption>> {
    if options.len() <= 1 {
        return Ok(options.first());
    }
    let chosen = table.ask(|| defence_prompt(context, options))?;
    Ok(options.get(chosen))
}

fn defence_prompt(context: &AttackContext, options: &[DefenceOption]) -> Prompt {
    let class = attack_class(context);
    let answer = |option: &DefenceOption| {
        let (detail, clause) = match option.test {
            Some(test) => (DiceCount(option.pool).into(), test.clause(class)),
            None => (DefencePrompt::DeclineDetail.into(), "AD-DEF-17"),
        };
        Answer { key: option.key().to_owned(), label: option.label().into(), detail, clause }
    };
    Prompt {
        who: context.defender.id,
        question: DefencePrompt::Question {
            weapon: crate::definite_name(&context.weapon.name),
            class: class.name(),
        }
        .into(),
        clause: "AD-DEF-02",
        answers: options.iter().map(answer).collect(),
    }
}

/// A dice count, such as "1 die" or "7 dice".
pub(crate) fn dice_text(count: u32) -> String {
    DiceCount(count).to_string()
}

#[cfg(test)]
mod tests;
