//! Cover of the target of an attack in words: whether it counts, and why not.

use crate::attack_forecast::percent_text;
use crate::square_cover::cover_phrase;
use crate::target_cover::{CoverUse, TargetCover};
use battle_log::log_text::capitalise;
use rules::{Forecast, Odds, RuleSet, play};

/// What the card says about cover.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CoverWords {
    /// What protects the target now.
    pub now: Option<String>,
    /// What would count if the target took cover.
    pub if_taken: Option<String>,
}

impl CoverWords {
    /// Describes the cover of a target, and what it would be worth if the target took it.
    pub fn new(cover: &TargetCover, forecast: &Forecast, (rules, target): (&RuleSet, &str)) -> Self {
        // What hides the target, rather than glass that every shot crosses.
        let first = || forecast.barriers.iter().find(|(_, always)| !always).or(forecast.barriers.first());
        // Cover that is not taken is what stands beside the target, wherever the line crosses other things.
        let named = match cover.use_of_cover {
            CoverUse::NotTaken => cover.beside.as_deref(),
            _ => cover.given_by.as_deref().or_else(|| first().map(|(barrier, _)| barrier.name.as_str())),
        };
        let behind = cover.stopped_by.as_deref().or(named);
        let now = cover_sentence((rules, cover.hidden), behind, (cover.use_of_cover, target));
        // That a shot is stopped on the way is said already.
        let is_said = cover.use_of_cover == CoverUse::Stops && forecast.odds.is_stopped_on_the_way();
        let ties_cross = !rules.ruling("attacks", "SS-COVER-01").is_empty();
        let if_taken = cover.if_taken.as_ref().map(|taken| {
            let is_worse = taken.harm > forecast.odds.harm && ties_cross;
            if_taken_sentence(taken, is_worse, target)
        });
        Self { now: Some(now).filter(|_| !is_said), if_taken }
    }
}

/// Says what the attack would do to a target that had taken cover, and why that does damage more often if it does.
fn if_taken_sentence(taken: &Odds, is_worse: bool, target: &str) -> String {
    // A tie hits the cover, so that the chance to hit may rise: only damage tells what cover is worth. SS-COVER-01
    let harm = percent_text(taken.harm);
    let why = if is_worse { ": a tie then hits through the cover instead of missing" } else { "" };
    format!("If {target} took cover: damage chance {harm}, average damage {:.1}{why}.", taken.mean)
}

/// Says what cover counts and how much of the target it hides, or in a sentence without figures why there is none: "Partial
/// cover: 40 % hidden by crate.", "No cover: Luna has not taken cover behind crate."
fn cover_sentence(
    (rules, hidden): (&RuleSet, u8),
    behind: Option<&str>,
    (use_of_cover, target): (CoverUse, &str),
) -> String {
    let book = rules.book();
    let by = |word: &str| behind.map(|name| format!(" {word} {name}")).unwrap_or_default();
    match use_of_cover {
        CoverUse::Open => "In the open.".to_owned(),
        CoverUse::NotFromHere => format!("No cover from here: nothing hides {target} from this attack."),
        CoverUse::BehindGlass => {
            let glass = behind.map_or_else(|| "glass".to_owned(), |name| format!("the {name}"));
            format!("Nothing hides {target}, but the attack has to go through {glass}.")
        }
        CoverUse::FullyHidden => match behind {
            Some(name) => format!("Fully hidden: the attack has to go through the {name}."),
            None => "Fully hidden.".to_owned(),
        },
        CoverUse::Stops => format!("Behind {}: no damage gets through.", behind.unwrap_or("cover")),
        CoverUse::Counts if !play::is_cover(book, hidden) => {
            format!("{hidden} % hidden{}.", by("by"))
        }
        CoverUse::Counts => {
            let cover = capitalise(&cover_phrase(book, hidden));
            match play::cover_effect(rules, hidden) {
                Some(effect) => format!("{cover}{}: {effect}.", by("behind")),
                None => format!("{cover}: {hidden} % hidden{}.", by("by")),
            }
        }
        CoverUse::NotTaken => format!("No cover: {target} has not taken cover{}.", by("behind")),
        CoverUse::NothingBeside => {
            format!("No cover: there is nothing beside {target} to take cover behind.")
        }
        CoverUse::Melee => "No cover in melee.".to_owned(),
        CoverUse::TooLittle => format!("No cover: too little of {target} is hidden."),
        CoverUse::NoDifference => "Cover makes no difference to this attack.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::BarrierId;
    use rules::{BarrierOnLine, Book};

    /// The first book with this name for the cover that hides so many percent.
    fn book_naming(hidden: u8, name: &str) -> Book {
        let found = Book::ALL.iter().find(|book| play::cover_name(**book, hidden) == name);
        *found.expect("a book names it so")
    }

    #[test]
    fn cover_counts_or_there_is_none_and_why() {
        let rules = RuleSet::new(book_naming(60, "good"));
        let sentence = |hidden, behind, counts| cover_sentence((&rules, hidden), behind, (counts, "Luna"));
        let crate_says = |counts| sentence(90, Some("crate"), counts);
        assert_eq!(sentence(40, Some("crate"), CoverUse::Counts), "Partial cover: 40 % hidden by crate.");
        assert_eq!(crate_says(CoverUse::NotTaken), "No cover: Luna has not taken cover behind crate.");
        let far = sentence(90, None, CoverUse::NotTaken);
        assert_eq!(far, "No cover: Luna has not taken cover.", "what hides it is not beside it");
        assert_eq!(
            crate_says(CoverUse::NothingBeside),
            "No cover: there is nothing beside Luna to take cover behind."
        );
        assert_eq!(crate_says(CoverUse::Stops), "Behind crate: no damage gets through.");
        assert_eq!(crate_says(CoverUse::Melee), "No cover in melee.");
        assert_eq!(crate_says(CoverUse::TooLittle), "No cover: too little of Luna is hidden.");
        assert_eq!(crate_says(CoverUse::NoDifference), "Cover makes no difference to this attack.");
        assert_eq!(sentence(20, None, CoverUse::Counts), "20 % hidden.");
        assert_eq!(sentence(0, Some("crate"), CoverUse::Open), "In the open.");
        let elsewhere = "No cover from here: nothing hides Luna from this attack.";
        assert_eq!(sentence(0, None, CoverUse::NotFromHere), elsewhere);
        let glass = "Nothing hides Luna, but the attack has to go through the window.";
        assert_eq!(sentence(0, Some("window"), CoverUse::BehindGlass), glass);
        let wall = "Fully hidden: the attack has to go through the brick wall.";
        assert_eq!(sentence(100, Some("brick wall"), CoverUse::FullyHidden), wall);
    }

    #[test]
    fn what_cover_would_be_worth_is_said_to_be_hypothetical() {
        let taken = Odds { harm: 0.57, mean: 2.2, ..Odds::default() };
        let text = "If Luna took cover: damage chance 57 %, average damage 2.2.";
        assert_eq!(if_taken_sentence(&taken, false, "Luna"), text);
    }

    #[test]
    fn ss_cover_01_cover_that_makes_damage_likelier_says_why() {
        let taken = Odds { harm: 0.54, mean: 3.5, ..Odds::default() };
        let said = |book: Book, open: f64| {
            let odds = Odds { harm: open, mean: 3.7, ..Odds::default() };
            let forecast = Forecast { odds, ..Forecast::empty("damage") };
            let cover = TargetCover {
                hidden: 60,
                use_of_cover: CoverUse::NotTaken,
                beside: Some("crate".to_owned()),
                given_by: None,
                stopped_by: None,
                if_taken: Some(taken.clone()),
            };
            CoverWords::new(&cover, &forecast, (&RuleSet::new(book), "Luna")).if_taken.unwrap_or_default()
        };
        let crosses = |book: &Book| !RuleSet::new(*book).ruling("attacks", "SS-COVER-01").is_empty();
        let book = Book::ALL.into_iter().find(crosses).expect("in a book a tie hits through cover");
        let why = ": a tie then hits through the cover instead of missing.";
        assert!(said(book, 0.46).ends_with(why), "{}", said(book, 0.46));
        assert!(said(book, 0.6).ends_with("average damage 3.5."), "cover helps: {}", said(book, 0.6));
    }

    #[test]
    fn cover_has_the_name_that_the_reasons_of_the_odds_give_it() {
        let finer = RuleSet::new(book_naming(80, "superior"));
        let sentence = |rules, hidden| cover_sentence((rules, hidden), None, (CoverUse::Counts, "Luna"));
        assert_eq!(sentence(&finer, 80), "Superior cover: 80 % hidden.");
        assert_eq!(sentence(&finer, 70), "Good cover: 70 % hidden.");
        let all: Vec<RuleSet> = Book::ALL.into_iter().map(RuleSet::new).collect();
        let fixed = all.iter().find(|rules| play::cover_effect(rules, 70).is_some());
        let fixed = fixed.expect("in a book the share does not decide");
        assert_eq!(sentence(fixed, 70), "Cover: 1 setback die.");
        let behind = cover_sentence((fixed, 90), Some("crate"), (CoverUse::Counts, "Luna"));
        assert_eq!(behind, "Cover behind crate: 1 setback die.");
    }

    /// A line past a pillar beside the attacker and a crate beside the target.
    fn pillar_and_crate() -> Forecast {
        let barrier = |id, name: &str| BarrierOnLine {
            id: BarrierId(id).into(),
            name: name.to_owned(),
            structure: 4,
            armor: 6,
            thickness_cm: 30,
            damage: 0,
            transparent: false,
            glass_pct: 100,
            sharp: false,
        };
        let barriers = vec![(barrier(1, "pillar"), false), (barrier(2, "crate"), false)];
        Forecast { barriers, hidden: 60, ..Forecast::empty("damage") }
    }

    #[test]
    fn cover_is_named_by_what_gives_it_and_not_by_what_the_line_crosses_first() {
        let forecast = pillar_and_crate();
        for book in Book::ALL {
            let now = |given_by: Option<&str>| {
                let cover = TargetCover {
                    hidden: 60,
                    use_of_cover: CoverUse::Counts,
                    beside: Some("crate".to_owned()),
                    given_by: given_by.map(str::to_owned),
                    stopped_by: None,
                    if_taken: None,
                };
                CoverWords::new(&cover, &forecast, (&RuleSet::new(book), "Luna")).now.unwrap_or_default()
            };
            let by_crate = now(Some("crate"));
            assert!(by_crate.contains("crate") && !by_crate.contains("pillar"), "{book:?}: {by_crate}");
            let off_line = now(Some("low wall"));
            assert!(off_line.contains("low wall"), "{book:?}: the middle line does not cross it: {off_line}");
            assert!(now(None).contains("pillar"), "{book:?}: the first one where nothing else is known");
        }
    }
}
