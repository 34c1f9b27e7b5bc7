//! Balance of a skirmish: what the set-up says about which side it favours.

use bevy_egui::egui::{Label, RichText, Ui};

use super::widgets;
use crate::theme::Palette;
use content::{Content, Skirmish, SkirmishBundle, SkirmishSide, side_sentence};
use rules::list_words;

/// Stands for the balance of a skirmish that was not measured as it is set up.
pub(super) const NOT_MEASURED: &str =
    "Either side may be stronger: no results are known with these units and rules.";

/// Says between which players the fights were that shares of wins are of.
pub(super) fn fights_text(difficulty: &str) -> String {
    format!("every 100 fights between {difficulty} AI players")
}

/// How AI players fared in a skirmish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BalanceNote {
    /// Number of the side that is favoured.
    favoured: Option<usize>,
    text: String,
    /// Shares of the wins in percent, in the order of the sides.
    shares: Vec<u32>,
    /// What was measured.
    about: String,
}

impl BalanceNote {
    /// The results for a skirmish as it is set up; `None` if that was not measured.
    pub fn new(content: &Content, bundle: &SkirmishBundle) -> Option<Self> {
        let (balance, measured) = content.measured_wins(bundle)?;
        let sides = &bundle.skirmish.sides;
        let favoured = measured.favoured_side();
        let verdict = favoured.and_then(|number| sides.get(number));
        let verdict = verdict.map_or_else(
            || "No side is favoured".to_owned(),
            |side| side_sentence(&side.name, ("is", "are"), " favoured"),
        );
        let shares = measured.percent_shares();
        let won = |(number, (side, share)): (usize, (&SkirmishSide, &u32))| match number {
            0 => format!("{} won {share}", side.name),
            _ => format!("{} {share}", side.name),
        };
        let wins: Vec<String> = sides.iter().zip(&shares).enumerate().map(won).collect();
        let draws = match shares[measured.wins.len()] {
            0 => String::new(),
            1 => "; 1 was a draw".to_owned(),
            draws => format!("; {draws} were draws"),
        };
        let (fights, wins) = (fights_text(&balance.difficulty), list_words(&wins));
        let book = bundle.skirmish.rules.book().name();
        let text = format!("{verdict}: of {fights} under {book}, {wins}{draws}.");
        let shares = shares[..measured.wins.len()].to_vec();
        let about = format!(
            "Measured in {} fights with these units and rules. Other players, squads or house rules change it.",
            measured.fights
        );
        Some(Self { favoured, text, shares, about })
    }

    /// Whether a side is favoured.
    pub fn favours_a_side(&self) -> bool {
        self.favoured.is_some()
    }

    /// Whether some of the fights were draws.
    pub fn has_draws(&self) -> bool {
        self.shares.iter().sum::<u32>() < 100
    }

    /// Says which side is favoured, and how often each won.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Shares of the wins in percent: "48 : 52".
    pub fn shares_text(&self) -> String {
        self.shares.iter().map(u32::to_string).collect::<Vec<_>>().join(" : ")
    }
}

/// Draws which side a skirmish favours.
pub(super) fn show_balance(ui: &mut Ui, palette: &Palette, skirmish: &Skirmish, balance: &BalanceNote) {
    ui.horizontal(|ui| {
        let favoured = balance.favoured.and_then(|number| Some((number, skirmish.sides.get(number)?)));
        if let Some((number, side)) = favoured {
            widgets::show_side_mark(ui, palette, side.colour, number + 1);
        }
        let colour = if favoured.is_some() { palette.text } else { palette.dim };
        let text = RichText::new(&balance.text).color(colour);
        ui.add(Label::new(text).wrap()).on_hover_text(&balance.about);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use content::SkirmishOverrides;

    /// The note on the shipped warehouse with these results in its own book.
    fn note(fights: u32, wins: [u32; 2], draws: u32) -> Option<BalanceNote> {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let mut content = content::load_content(&[assets]).content;
        let bundle = content::bundle_skirmish(&content, "warehouse", &SkirmishOverrides::default());
        let bundle = bundle.expect("a bundle");
        let digest = content::skirmish_digest(&bundle.skirmish);
        let measured = content::MeasuredWins { fights, wins: wins.to_vec(), draws, digest };
        let books = [(bundle.skirmish.rules.book(), measured)].into();
        let balance = content::SkirmishBalance { difficulty: "hard".to_owned(), seed: 1, books };
        content.balance.insert("warehouse".to_owned(), balance);
        BalanceNote::new(&content, &bundle)
    }

    #[test]
    fn the_setup_tells_which_side_is_favoured() {
        let even = note(200, [96, 104], 0).expect("it was measured");
        assert_eq!(
            even.text,
            "No side is favoured: of every 100 fights between hard AI players under Swan Song, Blue won 48 and Orange 52."
        );
        assert_eq!(even.favoured, None);
        let favours = note(100, [32, 66], 2).expect("it was measured");
        let text = "Orange is favoured: of every 100 fights between hard AI players under Swan Song, Blue won 32 and Orange 66; 2 were draws.";
        assert_eq!((favours.text.as_str(), favours.favoured), (text, Some(1)));
        let halves = note(200, [83, 117], 0).expect("it was measured");
        let text = "Orange is favoured: of every 100 fights between hard AI players under Swan Song, Blue won 42 and Orange 58.";
        assert_eq!(halves.text, text, "the shares add up");
    }
}
