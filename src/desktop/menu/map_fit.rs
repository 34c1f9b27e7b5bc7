//! How well maps suit a rulebook: for which one each was made, and how even its fights were under it.

use std::collections::BTreeMap;

use super::balance_note::{BalanceNote, NOT_MEASURED, fights_text};
use content::{Content, Skirmish, SkirmishOverrides};
use rules::{Book, list_words};

/// What a rulebook means for a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MapGroup {
    /// Made for the rulebook.
    MadeFor,
    /// Made for another one, and no side was favoured.
    Even,
    /// Made for another one, and a side was favoured.
    Uneven,
    /// Made for another one, and never measured as it is now.
    Unmeasured,
}

impl MapGroup {
    /// Says what the rulebook means for the map.
    fn sentence(self, book: &str) -> String {
        match self {
            Self::MadeFor => format!("Made for {book}."),
            Self::Even => format!("Even under {book} as well."),
            Self::Uneven => format!("Favours a side under {book}."),
            Self::Unmeasured => format!("Under {book} either side may be stronger: no results are known."),
        }
    }
}

/// How a map suits a rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MapFit {
    /// The rulebook.
    book: Book,
    /// The rulebook for which the map was made.
    pub own: Book,
    pub group: MapGroup,
    /// Shares of the wins, in percent and in the order of the sides: "48 : 52"; empty if they were not measured.
    pub shares: String,
    /// Some of the fights were draws: the shares do not add up to 100.
    has_draws: bool,
    /// What was measured, in sentences.
    pub about: String,
}

impl MapFit {
    /// Finds out how a skirmish suits a rulebook.
    fn find(content: &Content, id: &str, skirmish: &Skirmish, book: Book) -> Self {
        let own = skirmish.rules.book();
        let is_own = own == book;
        // Few are measured under a book of others; only those take a bundle.
        let is_listed = content.balance.get(id).is_some_and(|balance| balance.books.contains_key(&book));
        let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
        let bundle = is_listed.then(|| content::bundle_skirmish(content, id, &overrides).ok()).flatten();
        let note = bundle.as_ref().and_then(|bundle| BalanceNote::new(content, bundle));
        let group = match &note {
            _ if is_own => MapGroup::MadeFor,
            None => MapGroup::Unmeasured,
            Some(note) if note.favours_a_side() => MapGroup::Uneven,
            Some(_) => MapGroup::Even,
        };
        let shares = note.as_ref().map_or(String::new(), BalanceNote::shares_text);
        let has_draws = note.as_ref().is_some_and(BalanceNote::has_draws);
        let about = note.map_or_else(|| NOT_MEASURED.to_owned(), |note| note.text().to_owned());
        Self { book, own, group, shares, has_draws, about }
    }

    /// Tags the map with the rulebook for which it was made, before its size, if that is given, and the shares of the wins: "Aberrant
    /// · 28 × 16 m · 48 : 52".
    pub fn tag(&self, size: &str) -> String {
        let facts = [self.own.name(), size, self.shares.as_str()].into_iter();
        facts.filter(|fact| !fact.is_empty()).collect::<Vec<_>>().join(" \u{b7} ")
    }

    /// Whether the tag has room for the size of the map. Where not even the rest of it has room beside the name, it stands below the
    /// name and has room for all.
    pub fn has_room_for_size(&self, size: &str, fits: impl Fn(&str) -> bool) -> bool {
        fits(&self.tag(size)) || !fits(&self.tag(""))
    }

    /// Says how the map suits the rulebook: "Made for Aberrant. No side is favoured: of every 100 fights ...".
    pub fn text(&self) -> String {
        let sentence = self.group.sentence(self.book.name());
        let sentence = match self.group {
            MapGroup::MadeFor => sentence,
            _ => format!("Made for {}. {sentence}", self.own.name()),
        };
        match self.group {
            MapGroup::Unmeasured => sentence,
            _ => format!("{sentence} {}", self.about),
        }
    }
}

/// How the maps of the content suit the rulebooks under which they would be set up.
#[derive(Debug, Default)]
pub(super) struct MapFits {
    /// What they were found for: the rulebook, `None` for that of each map, and the revision of the content.
    known: Option<(Option<Book>, u64)>,
    by_map: BTreeMap<String, MapFit>,
    /// The results of a map under all rulebooks but one, with its id, that book and the revision of the content.
    by_book: Option<((String, Book, u64), String)>,
}

impl MapFits {
    /// Finds out how the maps suit a rulebook, or each its own one, once for each revision of the content.
    pub fn update(&mut self, content: &Content, revision: u64, book: Option<Book>) {
        if self.known != Some((book, revision)) {
            let fit = |(id, skirmish): (&String, &Skirmish)| {
                let book = book.unwrap_or_else(|| skirmish.rules.book());
                (id.clone(), MapFit::find(content, id, skirmish, book))
            };
            self.by_map = content.skirmishes.iter().map(fit).collect();
            self.known = Some((book, revision));
        }
    }

    /// Says how often each side of a map won under each rulebook but the one under which it is set up, of which more is shown;
    /// found once for each map.
    pub fn results_by_book(&mut self, content: &Content, revision: u64, (id, book): (&str, Book)) -> &str {
        let is_known = |((known, under, at), _): &((String, Book, u64), String)| {
            known == id && *under == book && *at == revision
        };
        if !self.by_book.as_ref().is_some_and(is_known) {
            let text = results_by_book(content, (id, book));
            self.by_book = Some(((id.to_owned(), book, revision), text));
        }
        self.by_book.as_ref().map_or("", |(_, text)| text)
    }

    /// Lists the maps by id, in the same order under every rulebook, each with how it suits the chosen one.
    pub fn maps(&self) -> impl Iterator<Item = (&String, &MapFit)> {
        self.by_map.iter()
    }

    /// Says what the shares beside the maps are, under which rulebook, and what they leave out; `None` if there are none.
    pub fn shares_heading(&self) -> Option<String> {
        let chosen = self.known.and_then(|(book, _)| book);
        let under = chosen.map_or("the rulebook of each map", Book::name);
        let mut measured = self.by_map.values().filter(|fit| !fit.shares.is_empty()).peekable();
        measured.peek()?;
        let rest = if measured.any(|fit| fit.has_draws) { "; the rest are draws" } else { "" };
        Some(format!("Wins of each side in 100 AI fights under {under}{rest}."))
    }
}

/// Says how often each side of a map won under each other rulebook, and between which players: "Wins of Blue and Orange in every 100
/// fights between hard AI players under other rulebooks: Swan Song 49 : 51."; where there were draws, that the rest are. Empty where no
/// results are known.
fn results_by_book(content: &Content, (id, chosen): (&str, Book)) -> String {
    let Some(skirmish) = content.skirmishes.get(id) else { return String::new() };
    let mut measured = Vec::new();
    let mut has_draws = false;
    for book in Book::ALL.into_iter().filter(|book| *book != chosen) {
        let fit = MapFit::find(content, id, skirmish, book);
        has_draws |= fit.has_draws;
        if !fit.shares.is_empty() {
            measured.push(format!("{} {}", book.name(), fit.shares));
        }
    }
    if measured.is_empty() {
        return String::new();
    }
    let sides: Vec<&str> = skirmish.sides.iter().map(|side| side.name.as_str()).collect();
    let rest = if has_draws { "; the rest are draws" } else { "" };
    let fights = content.balance.get(id).map_or_else(String::new, |one| fights_text(&one.difficulty));
    format!(
        "Wins of {} in {fights} under other rulebooks: {}{rest}.",
        list_words(&sides),
        measured.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use content::{MeasuredWins, SkirmishBalance};

    /// The shipped content with these results of the warehouse, which was made for Swan Song, under a book.
    fn content_with(book: Book, wins: [u32; 2]) -> Content {
        let draws = 100 - wins[0] - wins[1];
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let mut content = content::load_content(&[assets]).content;
        let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
        let bundle = content::bundle_skirmish(&content, "warehouse", &overrides).expect("shipped");
        let digest = content::skirmish_digest(&bundle.skirmish);
        let measured = MeasuredWins { fights: 100, wins: wins.to_vec(), draws, digest };
        let books = [(book, measured)].into();
        content.balance.clear();
        let balance = SkirmishBalance { difficulty: "hard".to_owned(), seed: 1, books };
        content.balance.insert("warehouse".to_owned(), balance);
        content
    }

    fn fit(content: &Content, book: Book) -> MapFit {
        let mut fits = MapFits::default();
        fits.update(content, 0, Some(book));
        assert_eq!(fits.maps().count(), content.skirmishes.len(), "each map is listed");
        fits.by_map["warehouse"].clone()
    }

    #[test]
    fn maps_are_grouped_by_how_they_suit_the_rulebook() {
        let even = content_with(Book::Aberrant, [48, 52]);
        let found = fit(&even, Book::Aberrant);
        assert_eq!((found.group, found.shares.as_str()), (MapGroup::Even, "48 : 52"));
        assert!(
            found.about.starts_with(
                "No side is favoured: of every 100 fights between hard AI players under Aberrant, Blue won 48"
            ),
            "{}",
            found.about
        );
        let uneven = fit(&content_with(Book::Aberrant, [90, 10]), Book::Aberrant);
        assert_eq!((uneven.group, uneven.shares.as_str()), (MapGroup::Uneven, "90 : 10"));
        assert_eq!(fit(&even, Book::CombatChecks).group, MapGroup::Unmeasured);
        let own = fit(&content_with(Book::SwanSong, [90, 10]), Book::SwanSong);
        assert_eq!((own.group, own.shares.as_str()), (MapGroup::MadeFor, "90 : 10"));
    }

    #[test]
    fn the_results_of_a_map_are_listed_by_rulebook() {
        let content = content_with(Book::Aberrant, [48, 52]);
        let mut fits = MapFits::default();
        let expected = "Wins of Blue and Orange in every 100 fights between hard AI players under other rulebooks: Aberrant 48 : 52.";
        assert_eq!(fits.results_by_book(&content, 0, ("warehouse", Book::SwanSong)), expected);
        let drawn = content_with(Book::Aberrant, [34, 51]);
        let text = fits.results_by_book(&drawn, 1, ("warehouse", Book::SwanSong));
        assert_eq!(
            text,
            "Wins of Blue and Orange in every 100 fights between hard AI players under other rulebooks: Aberrant 34 : 51; \
             the rest are draws."
        );
        let own = fits.results_by_book(&content, 0, ("warehouse", Book::Aberrant));
        assert_eq!(own, "", "the line of the players tells the chosen one, and no list repeats it");
        let unknown = fits.results_by_book(&content, 0, ("docks", Book::SwanSong));
        assert_eq!(unknown, "", "nothing is said where nothing is known");
    }

    #[test]
    fn maps_keep_their_order_under_every_rulebook() {
        let content = content_with(Book::Aberrant, [48, 52]);
        let mut fits = MapFits::default();
        assert_eq!(fits.maps().count(), 0);
        let order = |book| {
            let mut fits = MapFits::default();
            fits.update(&content, 0, Some(book));
            fits.maps().map(|(id, _)| id.clone()).collect::<Vec<_>>()
        };
        let first = order(Book::Aberrant);
        assert!(first.len() > 1, "{first:?}");
        assert!(Book::ALL.iter().all(|book| order(*book) == first), "{first:?}");
        fits.update(&content, 0, Some(Book::Aberrant));
        let about = fits.by_map["warehouse"].text();
        assert!(
            about.starts_with(
                "Made for Swan Song. Even under Aberrant as well. No side is favoured: of every 100 fights"
            ),
            "{about}"
        );
        fits.update(&content, 0, Some(Book::CombatChecks));
        let about = fits.by_map["warehouse"].text();
        let name = Book::CombatChecks.name();
        assert_eq!(
            about,
            format!("Made for Swan Song. Under {name} either side may be stronger: no results are known.")
        );
        let fit = &fits.by_map["warehouse"];
        let size = "24 \u{d7} 20 m";
        assert_eq!(fit.tag(size), "Swan Song \u{b7} 24 \u{d7} 20 m", "its shares are not known");
        let measured = MapFit { shares: "48 : 52".to_owned(), ..fit.clone() };
        assert_eq!(measured.tag(size), "Swan Song \u{b7} 24 \u{d7} 20 m \u{b7} 48 : 52");
        assert_eq!(measured.tag(""), "Swan Song \u{b7} 48 : 52");
        let has_room = |most: usize| measured.has_room_for_size(size, |tag| tag.chars().count() <= most);
        assert!(has_room(80));
        assert!(!has_room(20), "the name and the shares before the size");
        assert!(has_room(12), "all of it stands below the name");
    }

    #[test]
    fn without_a_chosen_rulebook_each_map_is_told_under_its_own() {
        let content = content_with(Book::Aberrant, [48, 52]);
        let mut fits = MapFits::default();
        fits.update(&content, 0, None);
        for (id, fit) in fits.maps() {
            let own = content.skirmishes[id].rules.book().name();
            assert_eq!(fit.group, MapGroup::MadeFor, "{id}");
            assert!(fit.text().starts_with(&format!("Made for {own}.")), "{id}: {}", fit.text());
        }
    }

    #[test]
    fn the_shares_have_a_heading_that_mentions_draws() {
        let heading = |wins, book| {
            let mut fits = MapFits::default();
            fits.update(&content_with(Book::Aberrant, wins), 0, Some(book));
            fits.shares_heading()
        };
        let name = Book::Aberrant.name();
        let plain = format!("Wins of each side in 100 AI fights under {name}.");
        assert_eq!(heading([48, 52], Book::Aberrant), Some(plain));
        let drawn = format!("Wins of each side in 100 AI fights under {name}; the rest are draws.");
        assert_eq!(heading([53, 44], Book::Aberrant), Some(drawn));
        assert_eq!(heading([48, 52], Book::CombatChecks), None, "nothing was measured");
    }
}
