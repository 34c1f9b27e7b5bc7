use rstest::rstest;

use super::*;
use crate::circumstances::attacks::evasion::EvasiveAction;
use crate::circumstances::test_fixtures::*;
use crate::circumstances::{Deflector, HitResult, Light, MovementMode, Skill};
use dice::{AnswerPolicy, enumerate, enumerate_unmerged};

fn throw(target: Option<Fighter>) -> LaunchContext {
    let base = attack_context(grenade(2));
    LaunchContext {
        attacker: base.attacker,
        target,
        weapon: base.weapon,
        loaded: base.loaded,
        sight: base.sight,
        surroundings: base.surroundings,
        engaged: false,
        opponents: base.opponents,
        switches: base.switches,
    }
}

fn victim() -> BlastHitContext {
    BlastHitContext {
        attacker: fighter(1, |_| {}),
        defender: fighter(2, |sheet| {
            sheet.skills.insert(Skill::Dodge, 40);
        }),
        weapon: grenade(2).into(),
        unaware: false,
        ground: GroundConditions::default(),
        covers: Vec::new(),
        switches: Arc::default(),
    }
}

fn suffered(context: &BlastHitContext, faces: &[u8], answers: &[&str]) -> (DamageResult, Vec<&'static str>) {
    let (harm, traces) = play_script(faces, answers, |table| resolve_blast_hit(table, context));
    (harm, roll_names(&traces))
}

#[test]
fn cs_base_35_a_pass_is_on_the_spot() {
    let (launched, traces) = play_script(&[40], &[], |table| resolve_launch(table, &throw(None)));
    assert_eq!((launched.landing, launched.loaded.rounds), (BlastLanding::OnTarget, 2));
    assert_eq!(roll_names(&traces), ["attack"]);
}

#[test]
fn cs_base_35_everyone_is_hit_once() {
    let is_caught =
        |east, north| is_in_blast(CellOffset::new(6, 5), &grenade(2), CellOffset::new(east, north), || true);
    assert_eq!([(6, 5), (7, 6), (9, 5)].map(|(east, north)| is_caught(east, north)), [true, true, false]);
    let mut context = victim();
    let (harm, rolls) = suffered(&context, &[50, 8], &[]);
    assert_eq!(rolls, ["hit location", "damage"]);
    assert_eq!((harm.location, harm.raw, harm.damage), (Some(HitLocation::Body), 11, 8));
    context.defender.reaction = true;
    let (harm, rolls) = suffered(&context, &[40], &["dodge"]);
    assert_eq!((harm.damage, harm.evasion, rolls), (0, Some(EvasiveAction::Dodge), vec!["dodge"]));
}

#[test]
fn cs_base_35_a_square_has_no_size_and_no_state() {
    let runner = || {
        let mut runner = fighter(2, |sheet| sheet.size = 2);
        runner.gait = MovementMode::Running;
        runner.prone = true;
        runner.in_melee = true;
        runner
    };
    assert_eq!(throw(Some(runner())).target_number().number, 40 - 20 - 20 - 10 - 20);
    assert_eq!(throw(None).target_number().number, 40);
    let mut hidden = throw(None);
    hidden.attacker.concealed = true;
    assert_eq!(hidden.target_number().number, 40, "a square is not surprised");
    hidden.surroundings.target.light = Light::Dark;
    assert_eq!(hidden.target_number().number, 10, "but it may be dark");
}

#[test]
fn cs_ruling_18_the_radius_and_the_wall() {
    let is_caught = |(east, north, line_of_fire)| {
        is_in_blast(CellOffset::new(6, 5), &grenade(2), CellOffset::new(east, north), || line_of_fire)
    };
    let units = [(7, 6, true), (9, 5, true), (8, 5, false), (8, 5, true)];
    assert_eq!(units.map(is_caught), [true, false, false, true]);
}

#[test]
fn cs_una_02_the_unaware_do_not_dodge_a_blast() {
    let mut context = victim();
    context.defender.reaction = true;
    context.unaware = true;
    assert_eq!(suffered(&context, &[50, 8], &[]).0.contact, HitResult::Hit);
}

#[rstest]
#[case(true)]
#[case(false)]
fn cs_ruling_17_a_pattern_against_blasts(#[case] automatic: bool) {
    let mut context = victim();
    context.unaware = true;
    edit_sheet(&mut context.defender, |sheet| {
        let kinds = [AttackKind::Blast].into_iter().filter(|_| automatic).collect();
        sheet.deflector = Some(Deflector { value: 35, automatic: kinds });
    });
    let faces: &[u8] = if automatic { &[35] } else { &[50, 8] };
    assert_eq!(suffered(&context, faces, &[]).0.deflected, automatic);
}

#[test]
fn cs_mel_02_a_grenade_at_a_neighbour_engages() {
    let mut context = throw(Some(fighter(2, |_| {})));
    context.sight = sight(1);
    assert!(play_script(&[40], &[], |table| resolve_launch(table, &context)).0.engages);
    context.target = None;
    assert!(
        !play_script(&[40], &[], |table| resolve_launch(table, &context)).0.engages,
        "squares never engage"
    );
}

#[test]
fn merged_odds_are_the_odds_of_every_branch() {
    let mut launcher = throw(None);
    launcher.attacker.condition.fate = 1;
    for pick in [0, 1] {
        let policy = || AnswerPolicy::choose(move |_| pick);
        let merged = enumerate(policy(), |table| resolve_launch(table, &launcher)).expect("odds");
        let unmerged = enumerate_unmerged(policy(), |table| resolve_launch(table, &launcher)).expect("odds");
        assert!(merged == unmerged);
        assert_eq!(merged.fraction(|_| true), ("1".into(), "1".into()));
    }
    let mut nimble = victim();
    nimble.defender.reaction = true;
    let mut fielded = victim();
    edit_sheet(&mut fielded.defender, |sheet| {
        sheet.deflector = Some(Deflector { value: 35, automatic: Default::default() });
    });
    // 60 of 100 fail to dodge, 65 of 100 get through the force field.
    for (context, hits) in [(nimble, ("3", "5")), (fielded, ("13", "20"))] {
        let merged =
            enumerate(AnswerPolicy::first(), |table| resolve_blast_hit(table, &context)).expect("odds");
        let unmerged = enumerate_unmerged(AnswerPolicy::first(), |table| resolve_blast_hit(table, &context))
            .expect("odds");
        assert!(merged == unmerged);
        assert_eq!(merged.fraction(|harm| harm.hits == 1), (hits.0.into(), hits.1.into()));
    }
}
