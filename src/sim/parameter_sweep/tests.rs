use std::path::Path;
use std::sync::OnceLock;

use rstest::rstest;

use super::*;

fn shipped_content() -> &'static Content {
    static CONTENT: OnceLock<Content> = OnceLock::new();
    CONTENT.get_or_init(|| {
        content::load_content(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets")]).content
    })
}

fn lane_base() -> SweepBase {
    SweepBase { skirmish: "lane".to_owned(), difficulties: vec![Difficulty::Easy], ..SweepBase::default() }
}

fn build(varies: &[&str]) -> Result<Vec<Variant>, SimError> {
    let varies: Result<Vec<SweepField>, _> = varies.iter().map(|vary| vary.parse()).collect();
    build_variants(shipped_content(), &lane_base(), &varies?)
}

#[test]
fn a_grid_has_every_value_with_every_other() {
    let variants = build(&["fog=off,on", "difficulty.1=easy,hard,random"]).expect("a grid");
    let names: Vec<_> = variants.iter().map(|variant| variant.info.variant.as_str()).collect();
    assert_eq!(
        names[..3],
        ["fog=off difficulty.1=easy", "fog=off difficulty.1=hard", "fog=off difficulty.1=random"]
    );
    assert_eq!(names.len(), 6);
    assert!(
        variants[3].bundle.skirmish.options.fog_of_war && !variants[2].bundle.skirmish.options.fog_of_war
    );
    let difficulties = |number: usize| -> Vec<_> {
        variants[number].info.ai_settings.iter().map(|settings| settings.difficulty).collect()
    };
    assert_eq!(difficulties(4), [Difficulty::Easy, Difficulty::Hard]);
}

#[test]
fn switches_options_and_numbers_are_set() {
    let variants = build(&["ss.recoil=off,on", "rounds=3", "weather=heavy"]).expect("a grid");
    let rules = |number: usize| variants[number].bundle.skirmish.rules.get("ss.recoil");
    assert_ne!(rules(0), rules(1));
    assert_eq!(variants[0].bundle.skirmish.rounds, 3);
    let changed = build(&["gunner.wounds=5,6"]).expect("a grid");
    assert_ne!(changed[0].bundle.unit_templates["gunner"], changed[1].bundle.unit_templates["gunner"]);
    assert_eq!(changed[0].bundle.unit_templates["scout"], changed[1].bundle.unit_templates["scout"]);
}

#[test]
fn every_name_that_is_offered_is_known() {
    let [variant] = &build(&[]).expect("the lane")[..] else { panic!("one variant") };
    for name in field_names(&variant.bundle).into_iter().step_by(7) {
        let error = build(&[&format!("{name}=nonsense")]).map(|_| ());
        assert!(!matches!(error, Err(SimError::UnknownField { .. })), "{name}: {error:?}");
    }
}

#[rstest]
#[case(
    "difficulty.0=brilliant",
    "`difficulty.0` cannot be `brilliant`: expected random, easy, normal, hard, brutal, master"
)]
#[case("book=monopoly", "`book` cannot be `monopoly`: expected swan_song, aberrant")]
#[case("fog=maybe", "`fog` cannot be `maybe`: expected on or off")]
#[case("rounds=0", "`rounds` cannot be `0`: expected 1 to 200 rounds")]
#[case("round=3", "unknown field `round`; the closest names are `rounds`, ")]
#[case("gunner.wound=3", "unknown field `gunner.wound`; the closest names are `gunner.wounds`, ")]
#[case("fog", "`fog` is not a variation: write field=value,value")]
#[case("fog=on,", "`fog=on,` is not a variation")]
fn what_cannot_be_varied_says_so(#[case] vary: &str, #[case] sentence: &str) {
    let error = build(&[vary]).expect_err("wrong").to_string();
    assert!(error.starts_with(sentence), "{error}");
}

#[test]
fn levels_are_for_all_or_for_each() {
    let difficulties = |difficulties: &[Difficulty]| {
        let base = SweepBase { difficulties: difficulties.to_vec(), ..lane_base() };
        build_variants(shipped_content(), &base, &[]).map(|variants| variants[0].info.ai_settings.clone())
    };
    assert_eq!(difficulties(&[Difficulty::Hard]).expect("for all")[1].difficulty, Difficulty::Hard);
    assert_eq!(
        difficulties(&[Difficulty::Hard, Difficulty::Random]).expect("for each")[1].difficulty,
        Difficulty::Random
    );
    assert!(matches!(
        difficulties(&[Difficulty::Hard; 3]),
        Err(SimError::WrongSideCount { given: 3, sides: 2, .. })
    ));
    let many = build(&["rounds=1,2,3,4,5,6,7,8,9,10"; 4]);
    assert!(matches!(many, Err(SimError::TooManyVariants { variants: 10_000, .. })));
}
