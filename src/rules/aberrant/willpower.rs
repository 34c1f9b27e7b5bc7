//! Willpower rolls and points. `AB-BASE-14`.

use dice::{Answer, Clause, Modifiers, Prompt, Purpose, Step, Table};

use super::{Fighter, base};

/// How the price of a point or a successful roll was paid. `AB-CANCEL-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Paid {
    /// A point.
    Point,
    /// A roll that succeeded.
    Roll,
    /// A point after a roll that failed.
    PointAfterRoll,
}

impl Paid {
    /// Points spent.
    pub const fn points(self) -> u8 {
        match self {
            Self::Roll => 0,
            Self::Point | Self::PointAfterRoll => 1,
        }
    }
}

/// Dice of a Willpower roll; no wound hinders it. `AB-BASE-14`, `AB-TRACK-06`.
pub fn parts(unit: &Fighter) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(i32::from(unit.sheet.willpower), "Willpower", "AB-BASE-14");
    parts
}

/// Rolls Willpower and gives the successes. `AB-BASE-14`.
///
/// # Errors
/// As the table.
pub fn roll(table: &mut impl Table, unit: &Fighter, clause: Clause) -> Step<u32> {
    let parts = parts(unit);
    let purpose = Purpose { who: Some(unit.id), why: "Willpower", clause, parts: &parts.0, limit: None };
    Ok(table.roll(base::pool(parts.pool()), purpose)?.value)
}

/// Rolls for a price; after a failure the point may still be paid. `None` if it was not paid. `AB-BASE-14`.
///
/// # Errors
/// As the table.
pub fn roll_or_point(table: &mut impl Table, unit: &Fighter, clause: Clause) -> Step<Option<Paid>> {
    if base::extra(roll(table, unit, clause)?, 0).is_some() {
        return Ok(Some(Paid::Roll));
    }
    if unit.condition.willpower == 0 {
        return Ok(None);
    }
    let answer = table.ask(|| Prompt {
        who: unit.id,
        question: "The Willpower roll failed. Pay a point after all?".into(),
        clause,
        answers: vec![point(unit), refuse("Leave it")],
    })?;
    Ok((answer == 0).then_some(Paid::PointAfterRoll))
}

/// Asks how the price of a point or a successful roll is paid, if at all. `AB-BASE-14`, `AB-CANCEL-01`,
/// `AB-CANCEL-04`.
///
/// # Errors
/// As the table.
pub fn pay(
    table: &mut impl Table,
    unit: &Fighter,
    question: &'static str,
    clause: Clause,
) -> Step<Option<Paid>> {
    let (rating, points) = (unit.sheet.willpower, unit.condition.willpower);
    let mut ways = Vec::with_capacity(3);
    if rating > 0 {
        ways.push(Way::Roll);
    }
    if points > 0 {
        ways.push(Way::Point);
    }
    ways.push(Way::Nothing);
    let chosen = if ways.len() == 1 {
        0
    } else {
        table.ask(|| Prompt {
            who: unit.id,
            question: question.into(),
            clause,
            answers: ways.iter().map(|way| way.answer(unit)).collect(),
        })?
    };
    match ways.get(chosen) {
        Some(Way::Roll) => roll_or_point(table, unit, clause),
        Some(Way::Point) => Ok(Some(Paid::Point)),
        Some(Way::Nothing) | None => Ok(None),
    }
}

enum Way {
    Roll,
    Point,
    Nothing,
}

impl Way {
    fn answer(&self, unit: &Fighter) -> Answer {
        match self {
            Self::Roll => Answer {
                key: "roll".into(),
                label: "Roll Willpower".into(),
                detail: roll_detail(unit),
                clause: "AB-BASE-14",
            },
            Self::Point => point(unit),
            Self::Nothing => refuse("Change nothing"),
        }
    }
}

/// "a Willpower roll of 3 dice".
pub(super) fn roll_detail(unit: &Fighter) -> String {
    format!("a Willpower roll of {}", dice(u32::from(unit.sheet.willpower)))
}

/// "1 of 3 Willpower points".
pub(super) fn point_detail(unit: &Fighter) -> String {
    format!("1 of {} Willpower points", unit.condition.willpower)
}

/// "1 die", "5 dice".
pub(super) fn dice(count: u32) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}

fn point(unit: &Fighter) -> Answer {
    Answer {
        key: "point".into(),
        label: "Pay Willpower".into(),
        detail: point_detail(unit),
        clause: "AB-BASE-14",
    }
}

fn refuse(label: &str) -> Answer {
    Answer { key: "keep".into(), label: label.into(), detail: "free".into(), clause: "AB-CANCEL-04" }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{fighter, scripted};
    use super::super::track::Marks;
    use super::*;

    fn unit(rating: u8, points: u8) -> Fighter {
        let mut unit = fighter(1, |sheet| sheet.willpower = rating);
        unit.condition.willpower = points;
        unit
    }

    fn paid(unit: &Fighter, faces: &[u8], answers: &[&str]) -> Option<Paid> {
        scripted(&[faces.to_vec()], answers, |table| pay(table, unit, "Change the action?", "AB-CANCEL-01")).0
    }

    #[test]
    fn ab_base_14_a_failed_roll_may_still_be_paid() {
        let paid = paid(&unit(3, 3), &[1, 2, 6], &["roll", "point"]);
        assert_eq!((paid, paid.map(Paid::points)), (Some(Paid::PointAfterRoll), Some(1)));
    }

    #[test]
    fn ab_base_14_a_success_costs_nothing() {
        let paid = paid(&unit(3, 3), &[1, 7, 6], &["roll"]);
        assert_eq!((paid, paid.map(Paid::points)), (Some(Paid::Roll), Some(0)));
    }

    #[test]
    fn ab_base_14_a_point_replaces_the_roll() {
        assert_eq!(paid(&unit(3, 1), &[], &["point"]), Some(Paid::Point));
        assert_eq!(paid(&unit(3, 1), &[], &["keep"]), None);
        assert_eq!(paid(&unit(3, 0), &[1, 2, 6], &["roll"]), None, "no point to pay after it");
        assert_eq!(paid(&unit(0, 0), &[], &[]), None, "nothing to ask");
    }

    #[test]
    fn ab_track_06_wounds_do_not_hinder_willpower() {
        let mut unit = unit(3, 3);
        unit.condition.marks = Marks { lethal: 6, ..Marks::default() };
        assert_eq!(parts(&unit).pool(), 3);
    }
}
