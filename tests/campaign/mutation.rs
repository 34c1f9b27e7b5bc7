//! Mutations of texts: bytes, tokens, numbers, lines.

use std::ops::Range;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Most edits of one text.
const MAX_EDITS: usize = 4;
/// Most bytes that one edit removes or repeats.
const MAX_SPAN: usize = 400;
/// Deepest nesting that is inserted.
const MAX_NESTING: usize = 5_000;

/// Numbers at and beyond the ends of ranges and types.
pub const NUMBERS: [&str; 34] = [
    "-1",
    "0",
    "1",
    "2",
    "7",
    "99",
    "100",
    "101",
    "200",
    "201",
    "255",
    "256",
    "499",
    "1000",
    "1001",
    "20000",
    "65535",
    "65536",
    "1000000",
    "2147483647",
    "-2147483648",
    "4294967295",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "-0",
    "0.5",
    "1e308",
    "NaN",
    "inf",
    "0xFFFFFFFF",
    "1_0",
];

/// Texts with control sequences for terminals, paths out of folders, or syntax of a parser.
pub const TEXTS: [&str; 20] = [
    "\u{1b}[31m",
    "\u{202e}",
    "\u{2066}",
    "\u{200b}",
    "\u{feff}",
    "\n",
    "\r",
    "\t",
    "\0",
    "\u{7f}",
    "\\u{1b}",
    "\\n",
    "../../x",
    "/etc/passwd",
    "",
    " ",
    "\"",
    "\\",
    "None",
    "true",
];

/// Random generator of a case.
pub struct Mutator(ChaCha8Rng);

impl Mutator {
    /// A generator for a case of an attack.
    pub fn new(seed: u64, attack: &str, case: u64) -> Self {
        let name =
            attack.bytes().fold(seed, |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)));
        Self(ChaCha8Rng::seed_from_u64(name.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(case)))
    }

    /// A number below `bound`, which is positive.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.random_range(0..bound)
    }

    /// A seed.
    pub fn seed(&mut self) -> u64 {
        self.0.random_range(0..=u64::MAX)
    }

    /// One of several.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// Changes a text in one to four places. `donor` is another text of the same kind, whose tokens and lines may be
    /// put in.
    pub fn mutate(&mut self, text: &[u8], donor: &[u8]) -> Vec<u8> {
        let mut text = text.to_vec();
        for _ in 0..=self.below(MAX_EDITS) {
            self.edit(&mut text, donor);
        }
        text
    }

    fn edit(&mut self, text: &mut Vec<u8>, donor: &[u8]) {
        match self.below(16) {
            0..5 => self.change_number(text),
            5..7 => self.replace_token(text, donor),
            7 => self.swap_tokens(text),
            8 => self.remove_token(text),
            9..12 => self.change_lines(text, donor),
            12 => self.change_bytes(text),
            13 => self.insert_text(text),
            14 => self.repeat_span(text),
            _ => self.cut_or_nest(text),
        }
    }

    /// Replaces one number.
    fn change_number(&mut self, text: &mut Vec<u8>) {
        let is_number = |token: &Range<usize>| text[token.start].is_ascii_digit();
        let numbers: Vec<_> = tokens(text).into_iter().filter(is_number).collect();
        if !numbers.is_empty() {
            let number = self.pick(&NUMBERS).bytes();
            text.splice(self.pick(&numbers).clone(), number);
        }
    }

    /// Replaces a token by one of the other text.
    fn replace_token(&mut self, text: &mut Vec<u8>, donor: &[u8]) {
        let (places, others) = (tokens(text), tokens(donor));
        if !places.is_empty() && !others.is_empty() {
            text.splice(self.pick(&places).clone(), donor[self.pick(&others).clone()].to_vec());
        }
    }

    fn swap_tokens(&mut self, text: &mut Vec<u8>) {
        let places = tokens(text);
        if places.len() < 2 {
            return;
        }
        let [one, other] = [(); 2].map(|()| self.pick(&places).clone());
        let (first, second) = if one.start < other.start { (one, other) } else { (other, one) };
        if first.end <= second.start {
            let (early, late) = (text[first.clone()].to_vec(), text[second.clone()].to_vec());
            text.splice(second, early);
            text.splice(first, late);
        }
    }

    fn remove_token(&mut self, text: &mut Vec<u8>) {
        let places = tokens(text);
        if !places.is_empty() {
            text.drain(self.pick(&places).clone());
        }
    }

    /// Deletes, repeats or swaps lines, or puts in one of the other text.
    fn change_lines(&mut self, text: &mut Vec<u8>, donor: &[u8]) {
        let mut lines: Vec<Vec<u8>> =
            text.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        if lines.is_empty() {
            return;
        }
        let at = self.below(lines.len());
        match self.below(4) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let other = self.below(lines.len());
                lines.swap(at, other);
            }
            _ => {
                let others: Vec<&[u8]> = donor.split_inclusive(|byte| *byte == b'\n').collect();
                if !others.is_empty() {
                    lines.insert(at, self.pick(&others).to_vec());
                }
            }
        }
        *text = lines.concat();
    }

    fn change_bytes(&mut self, text: &mut [u8]) {
        for _ in 0..=self.below(8) {
            if !text.is_empty() {
                let at = self.below(text.len());
                text[at] = match self.below(3) {
                    0 => text[at] ^ (1 << self.below(8)),
                    1 => self.below(256) as u8,
                    _ => *self.pick(b"()[]{}\"'\\,:-0 \n"),
                };
            }
        }
    }

    fn insert_text(&mut self, text: &mut Vec<u8>) {
        let at = self.below(text.len() + 1);
        text.splice(at..at, self.pick(&TEXTS).bytes());
    }

    fn repeat_span(&mut self, text: &mut Vec<u8>) {
        let span = self.span(text.len());
        let times = if self.below(20) == 0 { 2_000 } else { 1 + self.below(5) };
        let repeated = text[span.clone()].repeat(times);
        text.splice(span, repeated);
    }

    /// Cuts the end off, a part out, or nests brackets deeply.
    fn cut_or_nest(&mut self, text: &mut Vec<u8>) {
        let span = self.span(text.len());
        match self.below(4) {
            0 => text.truncate(span.start),
            1 | 2 => drop(text.drain(span)),
            _ => {
                let depth = self.below(MAX_NESTING);
                let bracket = *self.pick(b"([{");
                text.splice(span.start..span.start, std::iter::repeat_n(bracket, depth));
            }
        }
    }

    fn span(&mut self, length: usize) -> Range<usize> {
        let start = self.below(length + 1);
        start..(start + self.below(MAX_SPAN)).min(length)
    }
}

/// The words, numbers, quoted texts and signs of a text, without white space.
fn tokens(text: &[u8]) -> Vec<Range<usize>> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.' || byte >= 0x80;
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = match rest[0] {
            b'"' => {
                rest[1..].iter().position(|byte| *byte == b'"' || *byte == b'\n').map_or(1, |end| end + 2)
            }
            first if is_word(first) => rest.iter().position(|byte| !is_word(*byte)).unwrap_or(rest.len()),
            _ => 1,
        };
        if !rest[0].is_ascii_whitespace() {
            found.push(at..at + length);
        }
        at += length;
    }
    found
}
