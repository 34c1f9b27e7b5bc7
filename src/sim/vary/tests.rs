use std::path::Path;
use std::sync::OnceLock;

use rstest::rstest;

use super::*;

fn shipped() -> &'static Content {
    static CONTENT: OnceLock<Content> = OnceLock::new();
    CONTENT
        .get_or_init(|| content::load(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets")]).content)
}

fn lane() -> Base {
    Base { skirmish: "lane".to_owned(), levels: vec![Level::Careless], ..Base::default() }
}

fn varied(varies: &[&str]) -> Result<Vec<Variant>, SimError> {
    let varies: Result<Vec<Vary>, _> = varies.iter().map(|vary| vary.parse()).collect();
    grid(shipped(), &lane(), &varies?)
}

#[test]
fn a_grid_has_every_value_with_every_other() {
    let variants = varied(&["fog=off,on", "level.1=careless,sharp,random"]).expect("a grid");
    let told: Vec<_> = variants.iter().map(|variant| variant.theme.variant.as_str()).collect();
    assert_eq!(told[..3], ["fog=off level.1=careless", "fog=off level.1=sharp", "fog=off level.1=random"]);
    assert_eq!(told.len(), 6);
    assert!(
        variants[3].bundle.skirmish.options.fog_of_war && !variants[2].bundle.skirmish.options.fog_of_war
    );
    let levels =
        |number: usize| -> Vec<_> { variants[number].theme.seats.iter().map(|seat| seat.level).collect() };
    assert_eq!(levels(4), [Level::Careless, Level::Sharp]);
}

#[test]
fn switches_options_and_numbers_are_set() {
    let variants = varied(&["ss.recoil=off,on", "rounds=3", "weather=heavy"]).expect("a grid");
    let rules = |number: usize| variants[number].bundle.skirmish.rules.get("ss.recoil");
    assert_ne!(rules(0), rules(1));
    assert_eq!(variants[0].bundle.skirmish.rounds, 3);
    let changed = varied(&["gunner.wounds=5,6"]).expect("a grid");
    assert_ne!(changed[0].bundle.recruits["gunner"], changed[1].bundle.recruits["gunner"]);
    assert_eq!(changed[0].bundle.recruits["scout"], changed[1].bundle.recruits["scout"]);
}

#[test]
fn every_name_that_is_offered_is_known() {
    let [variant] = &varied(&[]).expect("the lane")[..] else { panic!("one variant") };
    for name in fields(&variant.bundle).into_iter().step_by(7) {
        let error = varied(&[&format!("{name}=nonsense")]).map(|_| ());
        assert!(!matches!(error, Err(SimError::Field { .. })), "{name}: {error:?}");
    }
}

#[rstest]
#[case(
    "level.0=brilliant",
    "`level.0` cannot be `brilliant`: expected random, careless, steady, sharp, ruthless"
)]
#[case("book=monopoly", "`book` cannot be `monopoly`: expected swan_song, aberrant")]
#[case("fog=maybe", "`fog` cannot be `maybe`: expected on or off")]
#[case("rounds=0", "`rounds` cannot be `0`: expected a number of rounds")]
#[case("round=3", "nothing of this skirmish is called `round`; the nearest names are `rounds`, ")]
#[case(
    "gunner.wound=3",
    "nothing of this skirmish is called `gunner.wound`; the nearest names are `gunner.wounds`, "
)]
#[case("fog", "`fog` varies nothing: write it like field=one,other")]
#[case("fog=on,", "`fog=on,` varies nothing")]
fn what_cannot_be_varied_says_so(#[case] vary: &str, #[case] sentence: &str) {
    let error = varied(&[vary]).expect_err("wrong").to_string();
    assert!(error.starts_with(sentence), "{error}");
}

#[test]
fn levels_are_for_all_or_for_each() {
    let levels = |levels: &[Level]| {
        let base = Base { levels: levels.to_vec(), ..lane() };
        grid(shipped(), &base, &[]).map(|variants| variants[0].theme.seats.clone())
    };
    assert_eq!(levels(&[Level::Sharp]).expect("for all")[1].level, Level::Sharp);
    assert_eq!(levels(&[Level::Sharp, Level::Random]).expect("for each")[1].level, Level::Random);
    assert!(matches!(levels(&[Level::Sharp; 3]), Err(SimError::Seats { given: 3, sides: 2, .. })));
    let many = varied(&["rounds=1,2,3,4,5,6,7,8,9,10"; 4]);
    assert!(matches!(many, Err(SimError::Grid { variants: 10_000, .. })));
}
