//! The choice of a defence: the answers open to the defender, and how they are paid. `AB-BASE-08` and chapter CANCEL.

use dice::{Answer, Prompt, RuleResult, Table};

use super::{DefenceBasis, DefenceCost, DefenceKind, DefenceMade, DefenceOption, defence_options};
use crate::aberrant::checks::willpower;
use crate::aberrant::checks::willpower::WillpowerPayment;
use crate::aberrant::lines::{
    AnswerDetail, AnswerLabel, AttackSuccesses, DefenceOffer, DefencePrice, OneOf, Question,
};
use crate::aberrant::{AttackContext, Fighter};

/// An answer to an attack: the index of an option and how it is paid, or no defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DefenceChoice {
    NoDefence,
    Planned(usize),
    ByRoll(usize),
    ByPoint(usize),
}

/// The answers open to the defender of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefenceOptions {
    /// Methods of defence, the most promising first; empty if there are none.
    pub options: Vec<DefenceOption>,
    /// Empty without a method of defence: the defender is not asked.
    choices: Vec<DefenceChoice>,
}

impl DefenceOptions {
    /// The options of the context's defender.
    pub fn new(context: &AttackContext) -> Self {
        let options = defence_options(context);
        let choices =
            if options.is_empty() { Vec::new() } else { possible_choices(&context.defender, &options) };
        Self { options, choices }
    }

    /// Lets the defender choose a defence against an attack with these successes. `AB-BASE-08`,
    /// `AB-CANCEL-03`, `AB-CANCEL-04`.
    pub(crate) fn choose_defence(
        &self,
        table: &mut impl Table,
        context: &AttackContext,
        attack: AttackSuccesses,
    ) -> RuleResult<Option<(&DefenceOption, DefenceMade)>> {
        if self.options.is_empty() {
            return Ok(None);
        }
        let index = table.ask(|| defence_prompt(context, self, attack))?;
        self.apply_choice(table, context, index)
    }

    /// Applies the defender's answer by its index, and pays for it. `AB-BASE-08`, `AB-CANCEL-03`,
    /// `AB-CANCEL-04`.
    pub fn apply_choice(
        &self,
        table: &mut impl Table,
        context: &AttackContext,
        index: usize,
    ) -> RuleResult<Option<(&DefenceOption, DefenceMade)>> {
        let (option, price) = match self.choices.get(index).copied() {
            None | Some(DefenceChoice::NoDefence) => return Ok(None),
            Some(DefenceChoice::Planned(index)) => {
                let option = &self.options[index];
                let full = option.basis == DefenceBasis::FullDefence;
                (option, if full { DefenceCost::FullDefence } else { DefenceCost::Reserved })
            }
            Some(DefenceChoice::ByPoint(index)) => {
                (&self.options[index], DefenceCost::Abort(WillpowerPayment::Point))
            }
            Some(DefenceChoice::ByRoll(index)) => {
                let paid = willpower::pay_by_roll_or_point(table, &context.defender, "AB-CANCEL-03")?;
                let Some(paid) = paid else { return Ok(None) };
                (&self.options[index], DefenceCost::Abort(paid))
            }
        };
        Ok(Some((option, DefenceMade { kind: option.kind, price })))
    }

    /// Lists all answers with their options, the default answer first; empty if the defender cannot defend.
    pub fn list_answers(&self, unit: &Fighter) -> Vec<(Answer, Option<&DefenceOption>)> {
        let option = |choice: &DefenceChoice| match *choice {
            DefenceChoice::NoDefence => None,
            DefenceChoice::Planned(index) | DefenceChoice::ByRoll(index) | DefenceChoice::ByPoint(index) => {
                self.options.get(index)
            }
        };
        let choices = self.choices.iter();
        choices.map(|choice| (defence_answer(unit, &self.options, *choice), option(choice))).collect()
    }
}

/// Lists the choices: planned defences come first; cancelling an action is never the default.
fn possible_choices(unit: &Fighter, options: &[DefenceOption]) -> Vec<DefenceChoice> {
    let mut choices = Vec::with_capacity(5);
    let only_aborts = options.iter().all(|option| option.basis == DefenceBasis::Abort);
    if only_aborts {
        choices.push(DefenceChoice::NoDefence);
    }
    for (index, option) in options.iter().enumerate() {
        if option.basis != DefenceBasis::Abort {
            choices.push(DefenceChoice::Planned(index));
            continue;
        }
        if unit.sheet.willpower > 0 {
            choices.push(DefenceChoice::ByRoll(index));
        }
        if unit.condition.willpower > 0 {
            choices.push(DefenceChoice::ByPoint(index));
        }
    }
    if !only_aborts {
        choices.push(DefenceChoice::NoDefence);
    }
    choices
}

fn defence_prompt(context: &AttackContext, defences: &DefenceOptions, attack: AttackSuccesses) -> Prompt {
    let unit = &context.defender;
    let weapon = crate::definite_name(&context.weapon.name);
    Prompt {
        who: unit.id,
        question: Question::ChooseDefence { weapon, attack }.into(),
        clause: "AB-BASE-08",
        answers: defences
            .choices
            .iter()
            .map(|choice| defence_answer(unit, &defences.options, *choice))
            .collect(),
    }
}

fn defence_answer(unit: &Fighter, options: &[DefenceOption], choice: DefenceChoice) -> Answer {
    let answer = |index: usize, suffix: &str, label: fn(DefenceKind) -> AnswerLabel, price| {
        let (option, kind) = (&options[index], options[index].kind);
        Answer {
            key: format!("{}{suffix}", kind.key()),
            label: label(kind).into(),
            detail: DefenceOffer { price, pool: option.dice_pool() }.into(),
            clause: if suffix.is_empty() { kind.clause() } else { "AB-CANCEL-03" },
        }
    };
    match choice {
        DefenceChoice::NoDefence => {
            let (label, detail) = (AnswerLabel::NoDefence.into(), AnswerDetail::Free.into());
            Answer { key: "none".into(), label, detail, clause: "AB-BASE-08" }
        }
        DefenceChoice::Planned(index) if options[index].basis == DefenceBasis::FullDefence => {
            answer(index, "", AnswerLabel::Defence, DefencePrice::FullDefence)
        }
        DefenceChoice::Planned(index) => answer(
            index,
            "",
            AnswerLabel::Defence,
            DefencePrice::Reserved(OneOf::ReservedDefences(unit.effort.reserved)),
        ),
        DefenceChoice::ByRoll(index) => {
            let price = DefencePrice::Abort(willpower::roll_detail(unit));
            answer(index, "+roll", AnswerLabel::DefenceByRoll, price)
        }
        DefenceChoice::ByPoint(index) => {
            let can_roll = unit.sheet.willpower > 0;
            let detail =
                if can_roll { willpower::point_beside_roll(unit) } else { willpower::point_detail(unit) };
            let price = DefencePrice::Abort(detail);
            answer(index, "+point", AnswerLabel::DefenceByPoint, price)
        }
    }
}
