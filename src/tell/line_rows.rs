use unicode_width::UnicodeWidthStr;

use super::wrapping::{wrap, wrapped_lines};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    Heading(String),
    Fact(&'static str, String),
    Text(String),
    Fault(String),
}

pub fn name_columns(width: u16) -> u16 {
    13.min(width / 3)
}

/// Without the name of a fact. A heading has an empty row above.
pub fn rows(line: &Line, width: u16) -> Vec<String> {
    match line {
        Line::Heading(text) => vec![String::new(), text.clone()],
        Line::Fact(_, value) => wrap(value, width.saturating_sub(name_columns(width))),
        Line::Text(text) => wrap(text, width),
        Line::Fault(text) => wrap(&format!("✗ {text}"), width),
    }
}

/// The columns that a line takes without being wrapped, at most `most`.
pub fn columns(line: &Line, most: u16) -> usize {
    let (text, before) = match line {
        Line::Heading(text) | Line::Text(text) => (text, 0),
        Line::Fact(_, value) => (value, usize::from(name_columns(most))),
        Line::Fault(text) => (text, 2),
    };
    let most = usize::from(most);
    // A long text is longer than that in any case.
    if text.len() > most * 4 { most } else { (text.width() + before).min(most) }
}

pub fn row_count(line: &Line, width: u16) -> usize {
    let (text, width) = match line {
        Line::Heading(_) => return 2,
        Line::Fault(_) => return rows(line, width).len(),
        Line::Fact(_, value) => (value, width.saturating_sub(name_columns(width))),
        Line::Text(text) => (text, width),
    };
    // Most lines of a long report are short.
    if text.len() <= usize::from(width) { 1 } else { wrapped_lines(text, width) }
}

pub fn all_rows(lines: &[Line], width: u16) -> u64 {
    lines.iter().map(|line| row_count(line, width) as u64).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_rows_are_those_that_are_drawn() {
        let long = "a word and another and one more".to_owned();
        let lines = [
            Line::Heading("head".to_owned()),
            Line::Fact("name", long.clone()),
            Line::Text(long.clone()),
            Line::Text(String::new()),
            Line::Fault(long),
        ];
        for width in 1..60 {
            let drawn: usize = lines.iter().map(|line| rows(line, width).len()).sum();
            assert_eq!(all_rows(&lines, width), drawn as u64, "{width}");
        }
        assert_eq!(all_rows(&lines, 60), 2 + 1 + 1 + 1 + 1);
        assert_eq!(all_rows(&lines, 20), 2 + 3 + 2 + 1 + 2);
    }
}
