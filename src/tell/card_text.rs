//! A card is written in lines of at most 78 columns, in a small part of Markdown: headings, paragraphs, lists, and lines
//! with four spaces in front, which stay as they are. A name in backticks that is a card is a link to it.

use std::ops::Range;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardPart {
    Title(String),
    Heading(String),
    Text {
        mark: String,
        text: String,
    },
    Line(String),
    /// Keeps its own indent, and continues further to the right.
    Example(String),
    Layout(Vec<String>),
    Gap,
}

pub fn parts(text: &str) -> Vec<CardPart> {
    let mut parts: Vec<CardPart> = Vec::new();
    let mut in_specification = false;
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            in_specification = heading == "Specification";
            parts.push(CardPart::Heading(heading.to_owned()));
        } else if let Some(title) = line.strip_prefix("# ") {
            parts.push(CardPart::Title(title.to_owned()));
        } else if line.is_empty() {
            parts.push(CardPart::Gap);
        } else if let Some(laid_out) = line.strip_prefix("    ") {
            match parts.last_mut() {
                Some(CardPart::Layout(lines)) => lines.push(laid_out.to_owned()),
                _ => parts.push(CardPart::Layout(vec![laid_out.to_owned()])),
            }
        } else if in_specification {
            parts.push(CardPart::Line(line.to_owned()));
        } else {
            let (mark, rest) = line.split_at(mark(line));
            match parts.last_mut() {
                Some(CardPart::Text { text, .. }) if mark.is_empty() => {
                    text.push(' ');
                    text.push_str(rest.trim_start());
                }
                _ => parts.push(CardPart::Text { mark: mark.to_owned(), text: rest.to_owned() }),
            }
        }
    }
    parts
}

fn mark(line: &str) -> usize {
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let rest = line.get(digits..).unwrap_or_default();
    match digits {
        0 if rest.starts_with("- ") => 2,
        1.. if rest.starts_with(". ") => digits + 2,
        _ => 0,
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardRow {
    pub text: String,
    pub is_heading: bool,
}

impl CardRow {
    pub fn names(&self) -> impl Iterator<Item = (Range<usize>, &str)> {
        let mut place = 0;
        std::iter::from_fn(move || {
            let start = place + self.text.get(place..)?.find('`')?;
            let name = self.text.get(start + 1..)?;
            let name = name.get(..name.find('`')?)?;
            place = start + name.len() + 2;
            let before = self.text.get(..start).unwrap_or_default().width();
            Some((before..before + name.width() + 2, name))
        })
    }
}

pub fn flow(parts: &[CardPart], width: usize) -> Vec<CardRow> {
    let mut rows = Vec::new();
    for part in parts {
        let (lines, is_heading) = match part {
            CardPart::Title(text) | CardPart::Heading(text) => (wrapped(text, "", "  ", width), true),
            CardPart::Text { mark, text } => (wrapped(text, mark, &" ".repeat(mark.width()), width), false),
            CardPart::Line(text) => (wrapped(text, "", "  ", width), false),
            CardPart::Example(line) => {
                let text = line.trim_start();
                let own = " ".repeat(line.len() - text.len());
                (wrapped(text, &own, &format!("{own}  "), width), false)
            }
            CardPart::Layout(lines) => (laid_out(lines, width), false),
            CardPart::Gap => (vec![String::new()], false),
        };
        for text in lines {
            rows.push(CardRow { text, is_heading });
        }
    }
    rows
}

/// Indents by four spaces, or by one where that is too wide; only then a line continues on another row.
fn laid_out(lines: &[String], width: usize) -> Vec<String> {
    let widest = lines.iter().map(|line| line.width()).max().unwrap_or(0);
    let indent = if widest + 4 <= width { "    " } else { " " };
    let mut rows = Vec::new();
    for line in lines {
        let text = line.trim_start();
        let own = " ".repeat(line.len() - text.len());
        let first = format!("{indent}{own}");
        let next = " ".repeat(first.width() + continued(text, width.saturating_sub(first.width())));
        if first.width() + text.width() <= width {
            rows.push(format!("{first}{text}"));
        } else {
            rows.extend(wrapped(text, &first, &next, width));
        }
    }
    rows
}

/// A line that is too long continues below its last column, where that leaves room.
fn continued(text: &str, width: usize) -> usize {
    let Some(gap) = text.rfind("  ") else { return 4 };
    let gap = text.get(..gap + 2).unwrap_or_default().width();
    if gap + LEAST_COLUMN <= width { gap } else { 4 }
}

const LEAST_COLUMN: usize = 14;

fn wrapped(text: &str, first: &str, next: &str, width: usize) -> Vec<String> {
    // Where nearly nothing has room, indents take what text needs.
    let narrow = |indent: &str| if indent.width() * 2 > width { String::new() } else { indent.to_owned() };
    let mut row = narrow(first);
    let mut rows = Vec::new();
    let mut is_empty = true;
    for word in text.split(' ') {
        let gap = usize::from(!is_empty);
        if !is_empty && row.width() + gap + word.width() > width {
            rows.push(std::mem::replace(&mut row, narrow(next)).trim_end().to_owned());
            is_empty = true;
        }
        if !is_empty {
            row.push(' ');
        } else if word.is_empty() {
            continue; // the end of a row stands for the spaces there
        }
        is_empty = false;
        for letter in word.chars() {
            if row.width() + letter.width().unwrap_or(0) > width && !row.is_empty() {
                rows.push(std::mem::replace(&mut row, narrow(next)));
            }
            row.push(letter);
        }
    }
    rows.push(row.trim_end().to_owned());
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# one: a card\n\n## For\nWords that go\non here.\n\n- an item of `two`\n  and more\n- another\n\n    01 02   bytes\n    03\n\n## Specification\nhttps://a.b\nRFC 1\n";

    fn rows(width: usize) -> Vec<String> {
        flow(&parts(TEXT), width).into_iter().map(|row| row.text).collect()
    }

    #[test]
    fn lines_of_a_paragraph_are_joined_and_wrapped_once() {
        assert_eq!(
            rows(40),
            [
                "one: a card",
                "",
                "For",
                "Words that go on here.",
                "",
                "- an item of `two` and more",
                "- another",
                "",
                "    01 02   bytes",
                "    03",
                "",
                "Specification",
                "https://a.b",
                "RFC 1"
            ]
        );
        assert_eq!(
            rows(14),
            [
                "one: a card",
                "",
                "For",
                "Words that go",
                "on here.",
                "",
                "- an item of",
                "  `two` and",
                "  more",
                "- another",
                "",
                " 01 02   bytes",
                " 03",
                "",
                "Specification",
                "https://a.b",
                "RFC 1"
            ]
        );
    }

    #[test]
    fn no_row_is_wider_than_there_is_room() {
        for width in 1..90 {
            for card in crate::tell::cards::all() {
                for row in flow(&parts(card.text), width) {
                    assert!(row.text.width() <= width, "{width}: {}", row.text);
                }
            }
        }
    }

    #[test]
    fn nothing_of_a_card_is_lost() {
        let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
        for card in crate::tell::cards::all() {
            let text: String = flow(&parts(card.text), 38).into_iter().map(|row| row.text).collect();
            assert_eq!(letters(&text), letters(&card.text.replace("\n## ", "\n").replacen("# ", "", 1)));
        }
    }

    #[test]
    fn names_have_their_columns() {
        let row = CardRow { text: "über `two`, (`three`) and `".to_owned(), is_heading: false };
        assert_eq!(row.names().collect::<Vec<_>>(), [(5..10, "two"), (13..20, "three")]);
    }
}
