//! Mutated squads: refused with a reason, or they join a skirmish that can be played, saved and loaded.

use std::fs;

use breachline::battle;
use breachline::battle::journal;
use breachline::content::{self, ContentFolder, SkirmishOverrides, Squad};
use breachline::model::Side;
use breachline::rules::Book;
use breachline::sim::fuzz::fuzz_player::FuzzPlayer;

use crate::attack::{Attack, Case, Verdict};
use crate::battles::{assert_visible, bundle, end_battle, give_random_orders, play_some, shipped};
use crate::structure::Stock;

/// Texts of squads after a battle with random orders, under each book.
fn squads() -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut world = battle::new_battle_world();
    let mut texts = Vec::new();
    for book in Book::ALL {
        let bundle = bundle(shipped(), "lane", book).expect("a skirmish");
        journal::begin_battle(&mut world, bundle.into(), 7);
        give_random_orders(&mut world, &mut FuzzPlayer::new(3), 100);
        end_battle(&mut world, |_| {});
        let squad = battle::with_view(&mut world, |view| battle::surviving_squad(view, Side(0)));
        let path = folder.path().join("squad.ron");
        squad.expect("the battlefield was left").write(&path).expect("written");
        texts.push(fs::read(&path).expect("a squad"));
    }
    texts
}

#[test]
fn mutated_squads_are_refused_or_fight() {
    let texts = squads();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("squad.ron");
    let mut world = battle::new_battle_world();
    let mut try_squad = |case: &mut Case, text: &[u8]| {
        case.note_input(text);
        fs::write(&path, text).expect("written");
        let squad = match Squad::read(ContentFolder::from(folder.path().to_owned()).file("squad.ron")) {
            Ok(squad) => squad,
            Err(error) => {
                assert_visible(&error.to_string());
                return Verdict::Refused;
            }
        };
        assert_visible(&squad.members.iter().map(|member| member.name.as_str()).collect::<String>());
        let book = Some(squad.book);
        let overrides = SkirmishOverrides { book, squad: Some(squad), ..SkirmishOverrides::default() };
        match content::bundle_skirmish(shipped(), "lane", &overrides) {
            Ok(bundle) => {
                play_some(&mut world, bundle, case.mutator.seed(), 12);
                Verdict::Accepted
            }
            Err(error) => {
                assert_visible(&error.to_string());
                Verdict::Refused
            }
        }
    };
    Attack::new("squads", "ron", 100).run(|case| {
        let (text, donor) = (case.mutator.pick(&texts), case.mutator.pick(&texts));
        let text = case.mutator.mutate(text, donor);
        try_squad(case, &text)
    });
    let stocks: Vec<Stock> = texts.iter().map(|text| Stock::new([text.as_slice()])).collect();
    Attack::new("squads by structure", "ron", 100).accepting(33).run(|case| {
        let book = case.mutator.below(texts.len());
        let text = stocks[book].mutate(&mut case.mutator, &texts[book]);
        try_squad(case, &text)
    });
}
