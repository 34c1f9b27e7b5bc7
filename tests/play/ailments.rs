//! Ailments under the books that borrow them: the same table with each book's own dice. Chapter AIL of Circumstances.

use std::sync::Arc;

use breachline::battle::{AttackChoice, BattleEvent, Order, OrderError, Target};
use breachline::dice::ScriptedTable;
use breachline::model::UnitId;
use breachline::rules::status::{self, Ailment, AilmentTest, Infliction, ailment_terms, has};
use breachline::rules::{self, Book, FireMode, Weapon, play as book};
use rstest::rstest;

use crate::common::{self, Fight, Setup};

fn sheet(book: Book) -> rules::Sheet {
    match book {
        Book::SwanSong => rules::Sheet::SwanSong(Arc::new(common::sheet())),
        Book::Aberrant => {
            let text = "(strength: 2, dexterity: 3, stamina: 3, wits: 3, willpower: 4, \
                abilities: {firearms: 3, melee: 2, athletics: 2, might: 2})";
            rules::Sheet::Aberrant(Arc::new(ron::from_str(text).expect("a sheet")))
        }
        Book::AttacksAndDamage => {
            let text = "(attributes: (body: 3, reaction: 3, agility: 3, intuition: 3, edge: 2, willpower: 3, \
                strength: 3), skills: {blades: 3, firearms: 3, dodge: 2})";
            rules::Sheet::AttacksAndDamage(Arc::new(ron::from_str(text).expect("a sheet")))
        }
        Book::CombatChecks => {
            let text = "(characteristics: (strength: 3, toughness: 3, agility: 3, intelligence: 2, perception: 2, \
                willpower: 3, fellowship: 2), skills: {light_ranged: 2, melee: 2})";
            rules::Sheet::CombatChecks(Arc::new(ron::from_str(text).expect("a sheet")))
        }
        Book::Circumstances => unreachable!("the chapter is its own and not borrowed"),
    }
}

/// A gun and a blade.
fn weapons(book: Book) -> Vec<Weapon> {
    fn read<T: serde::de::DeserializeOwned>(
        blade: &str,
        gun: &str,
        wrap: impl Fn(T) -> Weapon,
    ) -> Vec<Weapon> {
        [gun, blade].into_iter().map(|text| wrap(ron::from_str(text).expect("a weapon"))).collect()
    }
    match book {
        Book::SwanSong => vec![
            Weapon::SwanSong(Arc::new(rules::swan_song::Weapon { hands: 1, ..common::gun(6) })),
            Weapon::SwanSong(Arc::new(common::knife())),
        ],
        Book::Aberrant => read(
            r#"(name: "blade", class: melee, skill: melee, damage: "6L", mass_g: 900)"#,
            r#"(name: "gun", class: ranged, skill: firearms, damage: "6L", short_range_m: 20, mass_g: 900)"#,
            |weapon| Weapon::Aberrant(Arc::new(weapon)),
        ),
        Book::AttacksAndDamage => read(
            r#"(name: "blade", class: melee, skill: blades, damage: Some("6C"), nature: Some(slashing))"#,
            r#"(name: "gun", class: accelerated, skill: firearms, damage: Some("6C"), nature: Some(slug), range: 30)"#,
            |weapon| Weapon::AttacksAndDamage(Arc::new(weapon)),
        ),
        Book::CombatChecks => read(
            r#"(name: "blade", class: melee, damage: strength_plus(2), critical: 3)"#,
            r#"(name: "gun", class: pistol, range: medium, damage: fixed(6), critical: 3)"#,
            |weapon| Weapon::CombatChecks(Arc::new(weapon)),
        ),
        Book::Circumstances => unreachable!("the chapter is its own and not borrowed"),
    }
}

/// Unit 1 at (5, 5) and unit 2 far away; the square east of unit 1 inflicts an ailment.
fn field(book: Book, ailment: Ailment) -> Setup {
    Setup::new()
        .by_book(book)
        .add_unit(0, (5, 5), sheet(book), weapons(book))
        .add_unit(1, (12, 5), sheet(book), weapons(book))
        .ground(&[(6, 5)], |ground| ground.strike.inflicts = vec![Infliction::without_test(ailment)])
}

impl Fight {
    /// Ends phases until it is this unit's.
    fn comes_to(&mut self, unit: u32) {
        while self.acting() != Some(unit) {
            self.end();
        }
    }

    fn suffers(&mut self, unit: u32, ailment: Ailment) -> bool {
        self.unit(unit, |unit| has(unit.status.ailments(), ailment))
    }

    /// Ends phases until the round is over, which takes these faces first.
    fn round_ends_on(&mut self, faces: &[u8]) {
        let round = self.round().0;
        while self.round().0 == round {
            self.end_with(faces);
        }
    }

    /// Clauses of all modifiers of an attack with a weapon.
    fn goes_into(&mut self, unit: u32, target: u32, weapon: usize) -> Vec<&'static str> {
        self.view(|view| {
            let mode =
                view.unit(UnitId(unit)).and_then(|unit| unit.inventory[weapon].modes().first().copied());
            let aimed = AttackChoice { unit: UnitId(unit), weapon, mode, option: None };
            let engagement = view.attack_request(aimed, UnitId(target)).expect("both are there");
            let card = book::forecast(&engagement).expect("a card");
            card.totals.iter().flat_map(|sum| sum.parts.0.iter().map(|part| part.clause)).collect()
        })
    }

    /// A test that an ailment requires of a unit, on these faces: passed, failed badly.
    fn tests(&mut self, unit: u32, trial: &AilmentTest, faces: &[u8]) -> (bool, bool) {
        self.view(|view| {
            let unit = view.unit(UnitId(unit)).expect("it is there");
            let mut table = ScriptedTable::new(faces, Vec::new());
            let tried = book::roll_ailment_test(&mut table, &view.unit_snapshot(&unit), trial, view.rules());
            let tried = tried.expect("the faces fit");
            table.finish().expect("every face is used");
            (tried.passed, tried.failed_badly)
        })
    }
}

/// Unit 1 has stepped on the square, in its own phase.
fn afflicted(book: Book, ailment: Ailment) -> Fight {
    let mut fight = field(book, ailment).start_battle(&[]);
    fight.comes_to(1);
    fight.walk(1, &[(6, 5)]).expect("one step");
    fight
}

fn clause(refusal: &OrderError) -> &'static str {
    refusal.clause().unwrap_or_else(|| panic!("{refusal}"))
}

#[rstest]
fn cs_ail_06_who_may_take_no_action_delays_no_phase(
    #[values(Book::SwanSong, Book::Aberrant, Book::AttacksAndDamage, Book::CombatChecks)] book: Book,
    #[values(
        (Ailment::Stunned, "CS-STUN-01"),
        (Ailment::Shocked, "CS-SHCK-01"),
        (Ailment::Frozen, "CS-FROZ-01"),
        (Ailment::Unconscious, "CS-UNCO-01")
    )]
    (ailment, reason): (Ailment, &str),
) {
    let mut fight = afflicted(book, ailment);
    assert_eq!(clause(&fight.submit_error(Order::Delay { unit: UnitId(1) })), reason, "{book:?}");
}

#[rstest]
fn cs_stun_01_the_stunned_lose_their_phase(
    #[values(Book::SwanSong, Book::Aberrant, Book::AttacksAndDamage, Book::CombatChecks)] book: Book,
) {
    let mut fight = afflicted(book, Ailment::Stunned);
    assert!(fight.suffers(1, Ailment::Stunned), "{book:?}");
    assert_eq!(clause(&fight.submit_error(Order::DropProne { unit: UnitId(1) })), "CS-STUN-01", "{book:?}");
    let mut lost = None;
    while lost.is_none() {
        let events = fight.end();
        lost = events.iter().find_map(|event| match event {
            BattleEvent::PhaseLost { unit: UnitId(1), why } => Some(why.clause),
            _ => None,
        });
    }
    assert_eq!((lost, fight.suffers(1, Ailment::Stunned)), (Some("CS-STUN-01"), false), "{book:?}");
    fight.comes_to(1);
    fight.walk(1, &[(7, 5)]).expect("free again");
}

#[rstest]
#[case(Ailment::Dazed, 0, "CS-DAZE-02")]
#[case(Ailment::Enraged, 1, "CS-ENRA-01")]
#[case(Ailment::Cursed, 0, "CS-CURS-01")]
#[case(Ailment::Pinned, 0, "CS-PIN-04")]
fn modifiers_are_on_the_card(
    #[case] ailment: Ailment,
    #[case] weapon: usize,
    #[case] wanted: &str,
    #[values(Book::SwanSong, Book::Aberrant, Book::AttacksAndDamage, Book::CombatChecks)] book: Book,
) {
    let mut fight = afflicted(book, ailment);
    let clauses = fight.goes_into(1, 2, weapon);
    assert!(clauses.contains(&wanted), "{book:?}: {clauses:?}");
}

#[rstest]
#[case::cs_stun_02(Ailment::Stunned, "CS-STUN-02")]
#[case::cs_unco_02(Ailment::Unconscious, "CS-UNCO-02")]
#[case::cs_unco_03(Ailment::Unconscious, "CS-UNCO-03")]
#[case::cs_froz_04(Ailment::Frozen, "CS-FROZ-04")]
fn attackers_gain(
    #[case] ailment: Ailment,
    #[case] wanted: &str,
    #[values(Book::SwanSong, Book::Aberrant, Book::AttacksAndDamage, Book::CombatChecks)] book: Book,
) {
    let mut fight = afflicted(book, ailment);
    let clauses = fight.goes_into(2, 1, 0);
    assert!(clauses.contains(&wanted), "{book:?}: {clauses:?}");
}

#[rstest]
#[case(Book::SwanSong, &[5], "7 / 10")]
#[case(Book::Aberrant, &[], "")]
#[case(Book::AttacksAndDamage, &[5], "")]
#[case(Book::CombatChecks, &[7], "")]
fn cs_burn_01_burning(#[case] book: Book, #[case] faces: &[u8], #[case] left: &str) {
    let mut fight = afflicted(book, Ailment::Burning);
    let harm = |fight: &mut Fight| {
        fight.view(|view| {
            let unit = view.unit(UnitId(1)).expect("it is there");
            let gauges = book::gauges(unit.sheet.get(), unit.health.condition(), view.rules());
            gauges.iter().filter_map(rules::Gauge::points).map(|(left, _)| left).collect::<Vec<_>>()
        })
    };
    let before = harm(&mut fight);
    fight.round_ends_on(faces);
    let after = harm(&mut fight);
    let lost: i32 = before.iter().zip(&after).map(|(before, after)| before - after).sum();
    let wanted = match book {
        Book::SwanSong | Book::AttacksAndDamage => 3,
        Book::CombatChecks => 4,
        _ => 1,
    };
    assert_eq!(lost, wanted, "{book:?}: {before:?}, {after:?}, {left}");
    assert!(fight.suffers(1, Ailment::Burning), "`CS-BURN-11`");
}

#[rstest]
fn cs_blnd_05_the_blinded_do_not_shoot(
    #[values(Book::SwanSong, Book::Aberrant, Book::AttacksAndDamage, Book::CombatChecks)] book: Book,
) {
    let mut fight = afflicted(book, Ailment::Blinded);
    let mode = if book == Book::SwanSong { Some(FireMode::Single) } else { None };
    let shot = Order::attack(UnitId(1), Target::Unit(UnitId(2)), 0, mode);
    assert_eq!(clause(&fight.submit_error(shot)), "CS-BLND-05", "{book:?}");
}

#[rstest]
fn cs_immo_01_the_immobilised_stay(
    #[values(Book::SwanSong, Book::Aberrant, Book::AttacksAndDamage, Book::CombatChecks)] book: Book,
) {
    let mut fight = afflicted(book, Ailment::Immobilised);
    assert_eq!(clause(&fight.walk(1, &[(7, 5)]).expect_err("no step")), "CS-IMMO-01", "{book:?}");
}

#[rstest]
fn borrow_ailments_off_does_without(
    #[values("swan_song", "aberrant", "attacks_and_damage", "combat_checks")] book: &str,
) {
    let book: Book = ron::from_str(book).expect("a book");
    let mut fight = field(book, Ailment::Stunned).switch("borrow.ailments", "off").start_battle(&[]);
    fight.comes_to(1);
    fight.walk(1, &[(6, 5)]).expect("one step");
    assert!(!fight.suffers(1, Ailment::Stunned));
}

#[rstest]
#[case::two_hits(Book::SwanSong, &[5, 6, 1, 1, 1, 1], true, false)]
#[case::one_hit(Book::SwanSong, &[5, 1, 1, 1, 1, 1], false, false)]
#[case::no_hit(Book::SwanSong, &[1, 1, 1, 1, 1, 1], false, true)]
#[case::two_successes(Book::Aberrant, &[7, 10, 1, 1], true, false)]
#[case::one_success(Book::Aberrant, &[7, 1, 1, 1], false, false)]
#[case::no_success(Book::Aberrant, &[6, 1, 1, 1], false, true)]
#[case::two_hits(Book::AttacksAndDamage, &[5, 6, 1, 1, 1, 1], true, false)]
#[case::one_hit(Book::AttacksAndDamage, &[5, 1, 1, 1, 1, 1], false, false)]
#[case::no_hit(Book::AttacksAndDamage, &[1, 1, 1, 1, 1, 1], false, true)]
fn cs_pani_01_a_test_of_willpower(
    #[case] book: Book,
    #[case] faces: &[u8],
    #[case] passed: bool,
    #[case] badly: bool,
) {
    let mut fight = field(book, Ailment::Panicked).start_battle(&[]);
    assert_eq!(fight.tests(1, &status::panic_test(), faces), (passed, badly));
    // 30 points more are three dice.
    let more: Vec<u8> = faces.iter().copied().chain([1, 1, 1]).collect();
    assert_eq!(
        fight.tests(1, &status::panic_test().with_bonus(30, "covered", "CS-PIN-10"), &more),
        (passed, badly)
    );
}

#[test]
fn every_book_has_a_column_and_every_trait_a_line() {
    for (book, column) in ailment_terms::book_columns() {
        assert!(
            status::TestTrait::ALL.into_iter().all(|of| !column.test_name(of).is_empty()),
            "{}",
            book.name()
        );
    }
}
