//! Texts of a prompt: the question, and the state of the asked unit in one line.

use super::widgets::PanelContext;
use crate::attack_forecast::AttackQuery;
use battle::{Target, UnitDataItem};
use battle_log::names::option_name;
use dice::Prompt;
use model::UnitId;
use rules::turn_engine::PhaseTiming;
use rules::{Gauge, GaugeShape, PendingAttack, SpendingOffer, label_in_sentence, play};

/// Describes the attack on the unit that is asked, or repeats the question.
pub(super) fn prompt_text(
    context: &PanelContext,
    prompt: &Prompt,
    pending_attack: Option<&PendingAttack>,
) -> String {
    let who = context.unit_name(prompt.who);
    match pending_attack {
        Some(PendingAttack::Attack(blow)) if blow.defender().is_some_and(|unit| unit.id == prompt.who) => {
            let (by, weapon) = (context.unit_name(blow.attacker.id), blow.weapon.name());
            format!("{by} attacks {who} ({weapon}). Choose a defence.")
        }
        _ => named_question(&who, context.view.hide_unseen_names(&prompt.question)),
    }
}

/// Returns the first sentence of a text, or all of it.
pub(super) fn first_sentence(text: &str) -> &str {
    let ends = [". ", "? ", "! "].into_iter().filter_map(|end| text.find(end));
    ends.min().map_or(text, |at| &text[..=at])
}

/// Words a question about symbols of two kinds as one about all of them: "The attack has 1 success. Spend 1 triumph and 2 advantages?"
/// in place of "Spend a triumph?". A question of one sentence stays as it is.
pub(super) fn asking_for_all(question: &str, offer: &SpendingOffer) -> String {
    match question.rsplit_once(". ") {
        Some((told, _)) => format!("{told}. Spend {}?", offer.budget_text()),
        None => question.to_owned(),
    }
}

/// Puts the name of the asked unit before a question that does not name it: "Moss is attacked with the pistol."
fn named_question(who: &str, question: String) -> String {
    match question.strip_prefix("Attacked ") {
        _ if question.contains(who) => question,
        Some(how) => format!("{who} is attacked {how}"),
        None => format!("{who}: {question}"),
    }
}

/// Describes a declared attack: "Kessler attacks Vex with Assault rifle (burst)."
pub(super) fn declared_attack_text(
    context: &PanelContext,
    query: Option<&AttackQuery>,
    prompt: &Prompt,
) -> Option<String> {
    let (query, who) = (query?, prompt.who);
    let attacker = context.view.unit(query.attacker).filter(|_| query.target == Target::Unit(who))?;
    let weapon = attacker.inventory.get(query.weapon)?.name();
    let how = match (&query.option, query.mode) {
        (Some(key), _) => Some(option_name(context.view, &attacker, query.weapon, key)),
        (None, mode) => mode.map(|mode| mode.name().to_owned()),
    };
    let how = how.map(|how| format!(" ({})", label_in_sentence(&how))).unwrap_or_default();
    Some(format!("{} attacks {} with {weapon}{how}.", attacker.identity.name(), context.unit_name(who)))
}

/// Returns the attacker and the target of the attack that a prompt is about, as far as there are such units.
fn units_of_attack(
    query: Option<&AttackQuery>,
    pending_attack: Option<&PendingAttack>,
) -> (Option<UnitId>, Option<UnitId>) {
    match (query, pending_attack) {
        (Some(AttackQuery { attacker, target: Target::Unit(target), .. }), _) => {
            (Some(*attacker), Some(*target))
        }
        (Some(AttackQuery { attacker, .. }), _) => (Some(*attacker), None),
        (None, Some(PendingAttack::Attack(blow))) => {
            (Some(blow.attacker.id), blow.defender().map(|unit| unit.id))
        }
        (None, _) => (None, None),
    }
}

/// Describes the other unit of the attack that a prompt is about, if the viewer knows it: "Attacker Kessler: Shield 4 of 4
/// left · Flesh 7 of 10 left"; if that is outdated, "Target Vex before this attack: Flesh 7 of 10 left".
pub(super) fn other_status_text(
    context: &PanelContext,
    (asked, is_outdated): (UnitId, bool),
    (query, pending_attack): (Option<&AttackQuery>, Option<&PendingAttack>),
) -> Option<String> {
    let (attacker, target) = units_of_attack(query, pending_attack);
    let attacks = attacker.filter(|id| *id != asked).map(|id| (id, "Attacker"));
    let is_attacked = || target.filter(|id| *id != asked).map(|id| (id, "Target"));
    let (other, part) = attacks.or_else(is_attacked)?;
    let unit = context.view.unit(other)?;
    let gauges = play::gauges(unit.sheet.get(), unit.health.condition(), context.view.rules());
    let status = status_text(&gauges, &[]);
    let when = if is_outdated { " before this attack" } else { "" };
    (!status.is_empty()).then(|| format!("{part} {}{when}: {status}", context.unit_name(other)))
}

/// Describes what the asked unit has left, in the terms of its book: "Vex decides: Shield 4 of 4 left · Flesh 10 of 10
/// left · 2 AP". What it loses and pays in an attack is subtracted once that is over: after rolls and other answers in it, the
/// state is outdated.
pub(super) fn unit_status_text(context: &PanelContext, unit: &UnitDataItem, is_outdated: bool) -> String {
    decision_text(&context.unit_name(*unit.id), is_outdated, &reserves_text(context, unit))
}

/// Says who decides and what it has left; if that is outdated, that it is from before the attack.
fn decision_text(name: &str, is_outdated: bool, reserves: &str) -> String {
    match is_outdated && !reserves.is_empty() {
        true => format!("{name} decides. Before this attack: {reserves}"),
        false => format!("{name} decides: {reserves}"),
    }
}

/// Says how far a unit that announces attacks can still walk and run in its turn: "Walk left this round: 1 m. Run: 9 m more, for
/// AP." The walk does not come back with a new pass.
pub(super) fn walk_text(context: &PanelContext, unit: &UnitDataItem) -> String {
    let budget = play::move_budget(&context.view.unit_snapshot(unit), context.view.rules());
    let run = if budget.runs == 0 { budget.run } else { 0 };
    walk_and_run_text(budget.walk_left, run)
}

/// Words for a walk and a run, both in half metres.
fn walk_and_run_text(walk: u32, run: u32) -> String {
    let metres = |half: u32| f64::from(half) / 2.0;
    match (walk, run) {
        (0, 0) => "No walk left this round.".to_owned(),
        (0, run) => format!("No walk left this round. Run: {} m, for AP.", metres(run)),
        (walk, 0) => format!("Walk left this round: {} m.", metres(walk)),
        (walk, run) => {
            format!("Walk left this round: {} m. Run: {} m more, for AP.", metres(walk), metres(run))
        }
    }
}

/// Lists what a unit has left: "Shield 4 of 4 left · Flesh 10 of 10 left · 2 AP · 1 Karma".
pub(super) fn reserves_text(context: &PanelContext, unit: &UnitDataItem) -> String {
    let rules = context.view.rules();
    let gauges = play::gauges(unit.sheet.get(), unit.health.condition(), rules);
    let me = context.view.unit_snapshot(unit);
    let points = play::usable_points(&me);
    let budget = me.budget.points().max(play::budget_at_round_start(&me, rules).points());
    let mut reserves = play::turn_reserves(&me, rules);
    let named = format!("{points} AP");
    let counts_points = play::counts_action_points(rules.book());
    if counts_points && (budget > 0 || points > 0) && !reserves.contains(&named) {
        reserves.insert(0, named);
    }
    if unit.karma.left() > 0 || play::starting_karma(unit.sheet.get()) > 0 {
        reserves.push(format!("{} Karma", unit.karma.left()));
    }
    status_text(&gauges, &reserves)
}

/// Says that points paid now are missing in the unit's turn, if that is still to come and an answer costs points.
/// `SS-ACT-33`, `SS-ACT-34`.
pub(super) fn coming_turn_text(
    context: &PanelContext,
    unit: &UnitDataItem,
    prompt: &Prompt,
) -> Option<&'static str> {
    let acting = context.view.round().acting().filter(|acting| acting != unit.id)?;
    let is_waiting = context.view.unit(acting).is_some() && !unit.points.acted() && !unit.initiative.is_out();
    let loses_turn = !context.view.rules().ruling("action points", "SS-ACT-34").is_empty();
    (is_waiting && costs_points(prompt)).then_some(match loses_turn {
        true => "The unit acts later in this pass, with the AP it has left then. With no AP left, it loses that turn.",
        false => "The unit acts later in this pass, with the AP it has left then.",
    })
}

/// Whether an answer costs action points.
fn costs_points(prompt: &Prompt) -> bool {
    prompt.answers.iter().any(|answer| price_in_points(&answer.detail.to_string()).is_some())
}

/// Reads the price in action points from the detail of an answer, such as "2 AP, 10 dice".
fn price_in_points(detail: &str) -> Option<u32> {
    detail.split(", ").find_map(|part| part.strip_suffix(" AP")?.parse().ok())
}

/// The action points of a unit before it answers, and what it could use them for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointsBefore {
    points: u32,
    turn: PhaseTiming,
    /// Without points its turn in this pass is lost. `SS-ACT-34`.
    loses_turn: bool,
}

impl PointsBefore {
    /// Those of the asked unit, in a book that counts them.
    pub fn of_asked_unit(context: &PanelContext, prompt: &Prompt) -> Option<Self> {
        let (view, rules) = (context.view, context.view.rules());
        let unit = view.unit(prompt.who).filter(|_| play::counts_action_points(rules.book()))?;
        let is_acting = view.round().acting() == Some(*unit.id);
        let turn = match unit.points.turn() {
            _ if is_acting => PhaseTiming::Now,
            PhaseTiming::Before if !unit.initiative.is_out() => PhaseTiming::Before,
            _ => PhaseTiming::After,
        };
        let points = u32::from(play::usable_points(&view.unit_snapshot(&unit)));
        Some(Self { points, turn, loses_turn: !rules.ruling("action points", "SS-ACT-34").is_empty() })
    }

    /// Says what an answer leaves of the points: "leaves 1 of 3 AP for the turn"; `None` if it costs none. `SS-ACT-33`,
    /// `SS-ACT-34`.
    pub fn left_text(&self, detail: &str) -> Option<String> {
        let price = price_in_points(detail).filter(|price| (1..=self.points).contains(price))?;
        let left = match self.points - price {
            0 => "leaves no AP".to_owned(),
            left => format!("leaves {left} of {} AP", self.points),
        };
        Some(match self.turn {
            PhaseTiming::Before if price == self.points && self.loses_turn => {
                format!("{left}: the turn in this pass is lost")
            }
            PhaseTiming::Before => format!("{left} for the turn"),
            PhaseTiming::Now => format!("{left} for the rest of the turn"),
            PhaseTiming::After => format!("{left} for later answers"),
        })
    }
}

/// Label of the gauge that lists effects for some turns.
const TEMPORARY: &str = "Temporary";

/// Joins gauges and reserves; leaves out empty lists and what is used up.
fn status_text(gauges: &[Gauge], reserves: &[String]) -> String {
    let gauges = gauges.iter().map(|gauge| (gauge, gauge.text()));
    let gauges = gauges.filter(|(_, value)| !value.is_empty());
    let gauges = gauges.map(|(gauge, value)| match (&*gauge.label, &gauge.shape) {
        // What counts for some turns says so itself: "next check: 1 setback die".
        (TEMPORARY, _) => value,
        (label, GaugeShape::Words(_)) => format!("{label}: {value}"),
        (label, _) => format!("{label} {value}"),
    });
    let left = reserves.iter().filter(|reserve| !reserve.ends_with(" used")).cloned();
    gauges.chain(left).collect::<Vec<_>>().join(" \u{00b7} ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::{Answer, GivenText};
    use rules::turn_engine::spending_offer::WholePayments;
    use rules::{GaugeTone, TrackBox};

    fn gauge(label: &'static str, shape: GaugeShape) -> Gauge {
        Gauge { label: label.into(), shape, tone: GaugeTone::Body, note: String::new(), clause: "SS-DMG-05" }
    }

    #[test]
    fn a_question_names_the_asked_unit_once() {
        let named = named_question("Moss", "With which weapon does Moss attack?".to_owned());
        assert_eq!(named, "With which weapon does Moss attack?");
        assert_eq!(named_question("Moss", "Power through?".to_owned()), "Moss: Power through?");
        let attacked = named_question("Moss", "Attacked with the pistol. Choose a defence.".to_owned());
        assert_eq!(attacked, "Moss is attacked with the pistol. Choose a defence.");
    }

    #[test]
    fn cc_tri_01_a_question_asks_for_all_that_its_dialog_spends() {
        let whole = WholePayments { count: 1, unit: ("triumph", "triumphs"), then: "CC-ADV-01" };
        let unit = ("advantage", "advantages");
        let offer = |budget| SpendingOffer { budget, unit, whole: Some(whole), purchases: Vec::new() };
        let question = "Oda: The attack has 1 success. Bought so far: Disarm Rex. Spend a triumph?";
        let told = "Oda: The attack has 1 success. Bought so far: Disarm Rex.";
        assert_eq!(asking_for_all(question, &offer(2)), format!("{told} Spend 1 triumph and 2 advantages?"));
        assert_eq!(asking_for_all(question, &offer(0)), format!("{told} Spend 1 triumph?"));
        assert_eq!(asking_for_all("Spend a triumph?", &offer(2)), "Spend a triumph?");
    }

    #[test]
    fn a_text_is_shortened_to_its_first_sentence() {
        assert_eq!(first_sentence("With what? Announced now, before any unit acts."), "With what?");
        assert_eq!(first_sentence("Walk left: 0.5 m. Run: 6 m."), "Walk left: 0.5 m.");
        assert_eq!(first_sentence("Defend against the shot?"), "Defend against the shot?");
        assert_eq!(first_sentence(""), "");
    }

    #[test]
    fn the_walk_is_told_for_the_round_and_not_for_the_pass() {
        assert_eq!(walk_and_run_text(1, 0), "Walk left this round: 0.5 m.");
        let both = "Walk left this round: 6 m. Run: 6 m more, for AP.";
        assert_eq!(walk_and_run_text(12, 12), both);
        assert_eq!(walk_and_run_text(0, 12), "No walk left this round. Run: 6 m, for AP.");
        assert_eq!(walk_and_run_text(0, 0), "No walk left this round.");
    }

    #[test]
    fn what_a_unit_has_left_in_an_attack_that_has_begun_is_from_before_it() {
        let left = "Health 7 of 10 left \u{00b7} 1 defence reserved";
        assert_eq!(
            decision_text("Vex", true, left),
            "Vex decides. Before this attack: Health 7 of 10 left \u{00b7} 1 defence reserved"
        );
        assert_eq!(decision_text("Vex", false, "2 AP"), "Vex decides: 2 AP");
        assert_eq!(decision_text("Vex", true, ""), "Vex decides: ");
    }

    #[test]
    fn answers_with_a_price_in_points_are_told_from_others() {
        let prompt = |details: &[&'static str]| {
            let answer = |detail: &&'static str| Answer {
                detail: GivenText((*detail).to_owned()).into(),
                ..Answer::new("a", GivenText("A".to_owned()), "SS-DEF-04")
            };
            Prompt {
                who: UnitId(1),
                question: GivenText("Defend?".to_owned()).into(),
                clause: "SS-ATK-07",
                answers: details.iter().map(answer).collect(),
            }
        };
        assert!(costs_points(&prompt(&["free, 7 dice", "2 AP, 10 dice"])));
        assert!(!costs_points(&prompt(&["free, 7 dice", "1 Karma, 10 dice"])));
    }

    #[test]
    fn an_answer_with_a_price_says_what_it_leaves() {
        let left =
            |points, turn, detail: &str| PointsBefore { points, turn, loses_turn: true }.left_text(detail);
        let text = |points, turn| left(points, turn, "2 AP, 10 dice, limit 4").expect("it has a price");
        assert_eq!(text(2, PhaseTiming::Before), "leaves no AP: the turn in this pass is lost");
        assert_eq!(text(3, PhaseTiming::Before), "leaves 1 of 3 AP for the turn");
        assert_eq!(text(3, PhaseTiming::Now), "leaves 1 of 3 AP for the rest of the turn");
        assert_eq!(text(2, PhaseTiming::After), "leaves no AP for later answers");
        assert_eq!(left(2, PhaseTiming::Before, "free, 7 dice"), None);
        assert_eq!(left(2, PhaseTiming::Before, "1 Karma, 7 dice"), None);
        let kept = PointsBefore { points: 2, turn: PhaseTiming::Before, loses_turn: false };
        assert_eq!(
            kept.left_text("2 AP").as_deref(),
            Some("leaves no AP for the turn"),
            "under the house rule"
        );
    }

    #[test]
    fn the_other_unit_of_an_attack_is_named_by_its_part() {
        let query = |target| AttackQuery {
            attacker: UnitId(1),
            target,
            from: model::Cell::default(),
            target_at: None,
            weapon: 0,
            mode: None,
            option: None,
            declared: true,
            share: None,
            cover_taken: false,
            cover_ignored: false,
            is_seen: false,
            karma: None,
            attacker_gait: rules::MovementMode::Steady,
            stands: false,
        };
        let shot = query(Target::Unit(UnitId(2)));
        assert_eq!(units_of_attack(Some(&shot), None), (Some(UnitId(1)), Some(UnitId(2))));
        let throw = query(Target::Square(model::Cell::default()));
        assert_eq!(units_of_attack(Some(&throw), None), (Some(UnitId(1)), None));
        assert_eq!(units_of_attack(None, None), (None, None));
    }

    #[test]
    fn the_line_names_health_points_and_reserves() {
        let bars = [
            gauge("Shield", GaugeShape::Bar { now: 4, max: 4 }),
            gauge("Flesh", GaugeShape::Bar { now: 7, max: 10 }),
            gauge("State", GaugeShape::Words(Vec::new())),
        ];
        let reserves = ["2 AP", "Free Action used", "1 Karma"].map(str::to_owned);
        assert_eq!(
            status_text(&bars, &reserves),
            "Shield 4 of 4 left \u{00b7} Flesh 7 of 10 left \u{00b7} 2 AP \u{00b7} 1 Karma"
        );
        let track = [gauge("Light", GaugeShape::Boxes(vec![TrackBox::Light, TrackBox::Free]))];
        assert_eq!(status_text(&track, &[]), "Light 1 of 2 left");
        let words = |label, word: &str| gauge(label, GaugeShape::Words(vec![word.to_owned()]));
        let lists = [words("Critical Injuries", "Winded"), words("Temporary", "next check: 1 setback die")];
        assert_eq!(status_text(&lists, &[]), "Critical Injuries: Winded \u{00b7} next check: 1 setback die");
    }
}
